"""Books at the table: when a meld is one, of which kind, what may still be added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from handfoot.cards import KIND_OF, KIND_WORDS
from handfoot.play.state import RUN_RANKS, WILD_RANK, Meld, State
from handfoot.rules.book_kinds import ANY_KIND, BookKind
from handfoot.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

NATURALS, MIXED, WILDS = range(3)
_MADE_OF = {
    "naturals": (NATURALS,),
    "mixed": (MIXED,),
    "wilds": (WILDS,),
    "anything": (NATURALS, MIXED),
    "run": (),
    "natural_run": (),
    "mixed_run": (),
}
# The same for runs, none of which is made of wilds alone.
_RUN_OF = {
    "run": (NATURALS, MIXED),
    "natural_run": (NATURALS,),
    "mixed_run": (MIXED,),
}


def nature(naturals: int, wilds: int) -> int:
    """Return what a meld is made of: ``NATURALS``, ``MIXED`` or ``WILDS``."""
    if not wilds:
        return NATURALS
    return MIXED if naturals else WILDS


def book_names(book: Rulebook, rank: int) -> tuple[str | None, ...]:
    """Return the kind of a finished book of ``rank`` for each nature.

    The kind that names the fewest ranks goes first, then the one written first.
    """
    return tuple(_first(book, rank, made) for made in (NATURALS, MIXED, WILDS))


def _first(
    book: Rulebook, rank: int, made: int, *, unlimited: bool = False
) -> str | None:
    """Return the kind of a book, of those that pay any number if ``unlimited``."""
    fitting = [
        (len(kind.ranks), place, name)
        for place, (name, kind) in enumerate(book.books.kinds.items())
        if _is_of(kind, rank, made) and not (unlimited and kind.paid is not None)
    ]
    return min(fitting)[2] if fitting else None


def _is_of(kind: BookKind, rank: int, made: int) -> bool:
    if rank in RUN_RANKS:
        return made in _RUN_OF.get(kind.made_of, ())
    if made not in _MADE_OF[kind.made_of]:
        return False
    # A meld of wilds has no rank, so ranks do not narrow it.
    return rank == WILD_RANK or kind.is_of(KIND_WORDS[rank])


def paid_as(tables: Tables, finished: Iterable[tuple[int, int, int]]) -> dict[str, int]:
    """Count finished books by the kind whose bonus they earn.

    Args:
        tables: Rules of the side.
        finished: Rank, naturals and wilds of each finished book.
    """
    kinds = tables.book.books.kinds
    counted: dict[tuple[str, str | None], int] = {}
    for rank, naturals, wilds in finished:
        made = nature(naturals, wilds)
        name = tables.book_name[rank][made]
        if name is not None:
            other = None
            if kinds[name].paid is not None:
                other = _first(tables.book, rank, made, unlimited=True)
            counted[name, other] = counted.get((name, other), 0) + 1
    return paid_of(tables.book, counted)


def paid_of(
    book: Rulebook, counted: Mapping[tuple[str, str | None], int]
) -> dict[str, int]:
    """Count books by the kind whose bonus they earn.

    Where a kind pays so many books only (``paid``), the rest earn the bonus of the kind
    that they would be without it: those for which that is most.

    Args:
        book: Rules of the side.
        counted: How many books there are of each kind, and of those of each kind that
            they would be without it.
    """
    kinds = book.books.kinds
    counts: dict[str, int] = {}
    limited: dict[str, list[str | None]] = {}
    for (name, other), count in counted.items():
        if kinds[name].paid is None:
            counts[name] = counts.get(name, 0) + count
        else:
            limited.setdefault(name, []).extend([other] * count)
    for name, others in limited.items():
        paid = min(kinds[name].paid or 0, len(others))
        counts[name] = counts.get(name, 0) + paid
        others.sort(key=lambda other: kinds[other].bonus if other else 0)
        for other in filter(None, others[paid:]):
            counts[other] = counts.get(other, 0) + 1
    return counts


def beside_others(
    tables: Tables, finished: Iterable[tuple[int, int, int]]
) -> dict[str, int]:
    """Count books that lie beside another of their rank, by kind (``beside``).

    Args:
        tables: Rules of the side.
        finished: Rank, naturals and wilds of each finished book.
    """
    of_ranks: dict[int, list[str]] = {}
    for rank, naturals, wilds in finished:
        name = tables.book_name[rank][nature(naturals, wilds)]
        if name is not None and rank < WILD_RANK:
            of_ranks.setdefault(rank, []).append(name)
    kinds = tables.book.books.kinds
    counts: dict[str, int] = {}
    for names in of_ranks.values():
        for place, name in enumerate(names):
            others = names[:place] + names[place + 1 :]
            if any(other in kinds[name].beside for other in others):
                counts[name] = counts.get(name, 0) + 1
    return counts


def told_by_wilds(tables: Tables, books: Iterable[Meld]) -> tuple[dict[str, int], ...]:
    """Count books that their wilds tell apart: ``wilds_only`` and ``holds_all``.

    Args:
        tables: Rules of the side.
        books: Its finished books.

    Returns:
        Both counts, by kind of book.
    """
    kinds = tables.book.books.kinds
    only: dict[str, int] = {}
    every: dict[str, int] = {}
    for rank, cards, naturals, wilds in books:
        name = tables.book_name[rank][nature(naturals, wilds)]
        if name is None:
            continue
        held = Counter(KIND_WORDS[KIND_OF[face]] for face in cards)
        wild = {word for word in tables.book.wilds.cards if held[word] and wilds}
        if wild and wild <= {*kinds[name].wilds_only}:
            only[name] = only.get(name, 0) + 1
        wanted = kinds[name].holds_all
        if wanted and all(held[word] >= tables.book.copies(word) for word in wanted):
            every[name] = every.get(name, 0) + 1
    return only, every


def kinds_made(tables: Tables) -> dict[str, tuple[str | None, ...]]:
    """Return the kinds that some book is of, each with what its books are without it.

    Args:
        tables: Rules of the side.
    """
    found: dict[str, dict[str | None, None]] = {}
    places = [(rank, made) for rank in tables.rank_kinds for made in (NATURALS, MIXED)]
    if tables.wild_melds:
        places.append((WILD_RANK, WILDS))
    if tables.runs:
        places.append((RUN_RANKS[0], NATURALS))
    if tables.wild_runs:
        places.append((RUN_RANKS[0], MIXED))
    for rank, made in places:
        name = tables.book_name[rank][made]
        if name is not None:
            other = _first(tables.book, rank, made, unlimited=True)
            found.setdefault(name, {})[other] = None
    return {name: tuple(others) for name, others in found.items()}


def after_names(book: Rulebook, names: tuple[str | None, ...]) -> tuple[str, ...]:
    """Return for each nature what may go onto a finished book, by its kind."""
    found: list[str] = []
    for name in names:
        own = "as_all" if name is None else book.books.kinds[name].after
        found.append(book.books.after if own == "as_all" else own)
    return tuple(found)


def counted(
    tables: Tables, rank: int, before: tuple[int, int], added: tuple[int, int]
) -> tuple[int, int]:
    """Return the naturals and wilds that count of a meld once cards are added.

    All of them do, but those that slide under a finished book (``slid_under``): its
    first cards decide. Cards of one play are laid one by one, naturals first.

    Args:
        tables: Rules of the side.
        rank: Rank of the meld.
        before: Naturals and wilds that count so far; zeros for a new meld.
        added: Naturals and wilds that are added.
    """
    (naturals, wilds), (a, b) = before, added
    if not tables.slides or naturals + wilds + a + b <= tables.size:
        return naturals + a, wilds + b
    for is_wild in (False,) * a + (True,) * b:
        full = naturals + wilds >= tables.size
        if full and tables.after[rank][nature(naturals, wilds)] == "slid_under":
            break
        naturals, wilds = naturals + (not is_wild), wilds + is_wild
    return naturals, wilds


def counted_of(tables: Tables, rank: int, faces: Iterable[int]) -> tuple[int, int]:
    """Return the naturals and wilds that count of a meld, its cards in their order."""
    counts = (0, 0)
    for face in faces:
        wild = tables.wild[KIND_OF[face]]
        counts = counted(tables, rank, counts, (not wild, wild))
    return counts


def overfilled(
    tables: Tables, rank: int, before: tuple[int, int], added: tuple[int, int]
) -> str | None:
    """Return the policy by which a meld may not grow so, or ``None`` when it may.

    Args:
        tables: Rules of the side.
        rank: Rank of the meld.
        before: Naturals and wilds that count there; zeros for a new meld.
        added: Naturals and wilds that would be added.
    """
    size = tables.size
    old = before[0] + before[1]
    if old + added[0] + added[1] <= size or not any(added):
        return None
    finished = old >= size
    if not finished and tables.book.books.completed_exactly:
        return "completed_exactly"
    after = counted(tables, rank, before, added)
    if after == before:
        return None
    policy = tables.after[rank][nature(*(before if finished else after))]
    match policy:
        case "closed":
            return policy
        case "naturals":
            wilds = after[1] - before[1]
            return policy if wilds and old + wilds > size else None
        case "same_kind":
            names = tables.book_name[rank]
            same = names[nature(*before)] == names[nature(*after)]
            return policy if finished and not same else None
        case _:
            return None


def kind_of_book(tables: Tables, meld: Meld) -> str | None:
    """Return the kind of a meld that is a finished book, else ``None``."""
    if meld.naturals + meld.wilds < tables.size:
        return None
    return tables.book_name[meld.rank][nature(meld.naturals, meld.wilds)]


def is_finished(tables: Tables, meld: Meld) -> bool:
    """Whether the meld has the cards of a book."""
    return meld.naturals + meld.wilds >= tables.size


def finished_ranks(state: State, side: int) -> frozenset[int]:
    """Return the ranks of which another side has finished a book."""
    tables = state.tables[side]
    return frozenset(
        meld.rank
        for other, melds in enumerate(state.melds)
        if other != side
        for meld in melds
        if is_finished(tables, meld)
    )


def places_filled(
    tables: Tables, finished: Iterable[tuple[int, int, int]]
) -> dict[str, int]:
    """Count the places for going out that finished books fill.

    Args:
        tables: Rules of the side.
        finished: Rank, naturals and wilds of each finished book.
    """
    filled: dict[str, int] = {ANY_KIND: 0}
    kinds = tables.book.books.kinds
    for rank, naturals, wilds in finished:
        filled[ANY_KIND] += 1
        name = tables.book_name[rank][nature(naturals, wilds)]
        if name is None:
            continue
        for place in {name, *kinds[name].counts_as}:
            filled[place] = filled.get(place, 0) + 1
    return filled


def places_of(tables: Tables, books: Mapping[str, int]) -> dict[str, int]:
    """Count the places for going out that books fill, given how many of each kind."""
    filled: dict[str, int] = {ANY_KIND: sum(books.values())}
    kinds = tables.book.books.kinds
    for name, count in books.items():
        for place in {name, *kinds[name].counts_as}:
            filled[place] = filled.get(place, 0) + count
    return filled


def short_places(
    tables: Tables, finished: Sequence[tuple[int, int, int]]
) -> dict[str, int]:
    """Return the places of the quota that are not filled, with how many they have.

    Spare books, more than their own place needs, fill other places where their kind
    says so (``spare_as``).
    """
    return short_of(tables, places_filled(tables, finished))


def short_of(tables: Tables, filled: Mapping[str, int]) -> dict[str, int]:
    """Return the places that ``filled`` leaves open, with how many they have."""
    short = {
        place: filled.get(place, 0)
        for place, count in tables.quota
        if filled.get(place, 0) < count
    }
    if not short:
        return short
    needed = dict(tables.quota)
    for name, kind in tables.book.books.kinds.items():
        spare = filled.get(name, 0) - needed.get(name, 0)
        for place in kind.spare_as:
            if spare > 0 and place in short:
                used = min(spare, needed[place] - short[place])
                spare -= used
                short[place] += used
                if short[place] >= needed[place]:
                    del short[place]
    return short


def quota_met(tables: Tables, melds: Iterable[Meld]) -> bool:
    """Whether the side's finished books fill every place that going out needs."""
    size = tables.size
    finished = [
        (m.rank, m.naturals, m.wilds) for m in melds if m.naturals + m.wilds >= size
    ]
    needed = tables.quota
    if not needed:
        return True
    if not finished:
        return False
    return not short_places(tables, finished)
