"""Melds at the table: where a group goes, and whether it may lie there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from handfoot.cards import (
    FACES,
    FACES_OF_KIND,
    KIND_OF,
    KIND_TEXT,
    KIND_WORDS,
    SUITS,
    Card,
    cards_text,
)
from handfoot.play.actions import NEW, Group
from handfoot.play.books import (
    counted,
    finished_ranks,
    is_finished,
    nature,
    overfilled,
)
from handfoot.play.consents import missing
from handfoot.play.refusals import Refusal
from handfoot.play.runs import run as runs
from handfoot.play.state import NO_MELD, WILD_RANK, Meld, State
from handfoot.play.tables import NEVER_APART, Tables
from handfoot.play.wilds import (
    at_most_wilds,
    broken_limits,
    broken_wild_meld,
    naturals_counted,
    no_wilds_on,
)
from handfoot.rules.language.words import listed, plural

RANK_TEXT = (*KIND_TEXT, "W", *(suit.upper() for suit in SUITS))
_RANK_OF_TEXT = {text.upper(): rank for rank, text in enumerate(RANK_TEXT)}
_RANK_NAMES = (
    *map(plural, KIND_WORDS),
    "wilds",
    *(f"{suit} in a row" for suit in ("spades", "hearts", "diamonds", "clubs")),
)


class Placed(NamedTuple):
    """A group with its place on the table.

    Attributes:
        meld: Place of the meld it joins, or ``NO_MELD`` for a new one.
        rank: Card kind of the rank, ``WILD_RANK``, or one of ``RUN_RANKS``.
        cards: The cards of the group.
        naturals: How many are natural.
        wilds: How many are wild.
    """

    meld: int
    rank: int
    cards: tuple[Card, ...]
    naturals: int
    wilds: int


def rank_name(rank: int) -> str:
    """Return what players call the cards of a rank: ``nines``, ``wilds``.

    The cards of a run are ``spades in a row``.
    """
    return _RANK_NAMES[rank]


def meld_name(melds: Sequence[Meld], place: int) -> str:
    """Return the lasting name of a meld: its rank and its number, ``K#1``.

    That of a run is its suit and its number, ``S#1``.
    """
    # By place, which is quicker than by name.
    rank = melds[place][0]
    number = 1
    for meld in melds[:place]:
        if meld[0] == rank:
            number += 1
    return f"{RANK_TEXT[rank]}#{number}"


def rank_of_meld(name: str) -> int:
    """Return the rank of the meld with a lasting name.

    Raises:
        KeyError: it is no name of a meld.
    """
    return _RANK_OF_TEXT[name.partition("#")[0].upper()]


def place_all(
    state: State, side: int, groups: Iterable[Group]
) -> tuple[list[Placed], list[Refusal]]:
    """Return where each group goes, and why a group can go nowhere.

    Groups for one meld are laid as one, additions come before new melds and books
    before other melds, so the order of the groups does not matter.
    """
    placed: list[Placed] = []
    refusals: list[Refusal] = []
    for group in groups:
        found = _place(state, side, group)
        if isinstance(found, Placed):
            placed.append(found)
        else:
            refusals.append(found)
    if len(placed) > 1:
        placed = _in_order(placed, state.tables[side])
    return placed, refusals


def _in_order(placed: Iterable[Placed], tables: Tables) -> list[Placed]:
    """Return groups as they are laid."""
    grown: dict[int, Placed] = {}
    started: list[Placed] = []
    for group in placed:
        if group.meld == NO_MELD:
            started.append(group)
            continue
        known = grown.get(group.meld)
        grown[group.meld] = group if known is None else _together(known, group)
    if tables.book.melds.further_naturals > 1:
        # Of a rank the one with fewest naturals comes first: nothing precedes it.
        started.sort(key=lambda group: group.naturals)
    started.sort(key=lambda group: len(group.cards) < tables.size)
    return [*grown.values(), *started]


def _together(one: Placed, other: Placed) -> Placed:
    return Placed(
        one.meld,
        one.rank,
        one.cards + other.cards,
        one.naturals + other.naturals,
        one.wilds + other.wilds,
    )


def _place(state: State, side: int, group: Group) -> Placed | Refusal:
    tables = state.tables[side]
    if not group.cards:
        return Refusal("empty_group", "core.group", "A group needs cards.")
    read = tables.read_group(group)
    if read is None:
        stuck = list(_unmeldable(tables, group))
        if len(stuck) == len({card.kind for card in group.cards}):
            # Threes of both colours are one rank to players, and no meld either way.
            return stuck[0]
        return Refusal(
            "mixed_ranks",
            "core.group",
            f"A meld is of one rank, or a run in one suit; {cards_text(group.cards)} "
            f"are neither.{runs.unsuited(group.cards)}"
            if tables.runs
            else f"A meld is of one rank; {cards_text(group.cards)} are not.",
            found=sorted({RANK_TEXT[card.kind] for card in group.cards}),
        )
    rank, naturals = read
    place = _target(state, side, group, rank)
    if isinstance(place, Refusal):
        return place
    if place != NO_MELD:
        rank = state.melds[side][place].rank
    return Placed(place, rank, group.cards, naturals, len(group.cards) - naturals)


def _no_meld(onto: str, names: list[str]) -> Refusal:
    """Return the refusal of a name that no meld has, with those there are."""
    there = f"; there is {listed(names)}" if names else ""
    return Refusal(
        "no_such_meld",
        "core.target",
        f"Your side has no meld called {onto}{there}.",
        wanted=names,
        found=onto,
    )


def _target(state: State, side: int, group: Group, rank: int) -> int | Refusal:
    """Return the place of the meld that a group names, or ``NO_MELD`` for a new one."""
    melds = state.melds[side]
    onto = group.onto
    if onto == NEW:
        return NO_MELD
    if not onto:
        return _obvious(state, side, rank, group.cards)
    text, _, number = onto.upper().partition("#")
    wanted = _RANK_OF_TEXT.get(text)
    places = [i for i, meld in enumerate(melds) if meld.rank == wanted]
    if wanted is None or not places:
        return _no_meld(onto, [meld_name(melds, i) for i in range(len(melds))])
    if number:
        numbers = [str(count) for count in range(1, len(places) + 1)]
        if number not in numbers:
            return _no_meld(onto, [meld_name(melds, i) for i in places])
        place = places[numbers.index(number)]
    elif runs.is_run(wanted):
        place = runs.target(state.tables[side], melds, wanted, group.cards)
        place = places[-1] if place == NO_MELD else place
    else:
        slot = state.slots[side][wanted]
        place = slot if slot != NO_MELD else places[-1]
    if runs.is_run(wanted) and rank < WILD_RANK:
        # One card says no more than its suit about the run that it joins.
        rank = runs.rank_of_cards(state.tables[side], group.cards) or rank
    if rank not in (WILD_RANK, wanted):
        named = all(card.exact for card in group.cards)
        how = "" if named or not runs.is_run(wanted) else " unless their suit is named"
        fit = "does not fit" if len(group.cards) == 1 else "do not fit"
        return Refusal(
            "wrong_rank",
            "core.target",
            f"{cards_text(group.cards)} {fit} the meld of {rank_name(wanted)}{how}.",
            wanted=RANK_TEXT[wanted],
            found=RANK_TEXT[rank],
        )
    return place


def meld_called(state: State, side: int, name: str) -> int | Refusal:
    """Return the place of the meld that a group would join by this ``onto``."""
    place = _target(state, side, Group((), name), WILD_RANK)
    if place == NO_MELD:
        return Refusal("no_such_meld", "core.target", "Say which meld of your side.")
    return place


def _obvious(state: State, side: int, rank: int, cards: Sequence[Card]) -> int:
    """Return where a group goes when nothing is said."""
    tables = state.tables[side]
    melds = state.melds[side]
    if tables.runs and runs.is_run(rank):
        return runs.target(tables, melds, rank, cards)
    slot = state.slots[side][rank]
    if slot != NO_MELD:
        return slot
    count = len(cards)
    if tables.runs and count == 1:
        suit = runs.rank_of_cards(tables, cards)
        place = NO_MELD if suit is None else runs.target(tables, melds, suit, cards)
        if place != NO_MELD and all(meld.rank != rank for meld in melds):
            return place
    places = [i for i, meld in enumerate(melds) if meld.rank == rank]
    if not places:
        return NO_MELD
    if tables.book.melds.per_rank == "one":
        return places[-1]
    return places[-1] if not tables.closed and count < tables.smallest else NO_MELD


class Layout:
    """The melds of a side as an action would leave them, counts only.

    Attributes:
        melds: Rank, naturals and wilds of every meld, new ones last.
        refusals: Rules of melds, wilds and books that the action breaks.
        faces_left: Cards that the action leaves in the hand; set only under rules with
            runs, where suits decide whether they can leave as well.
    """

    __slots__ = (
        "_before",
        "_placed",
        "_side",
        "_state",
        "_tables",
        "faces_left",
        "melds",
        "refusals",
    )

    faces_left: bytes

    def __init__(self, state: State, side: int, placed: Sequence[Placed]) -> None:
        """Lay ``placed`` out beside the melds that lie there."""
        self._state = state
        self._side = side
        self._tables = state.tables[side]
        self.melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
        self.refusals: list[Refusal] = []
        started: list[Placed] = []
        before = self._before = len(self.melds)
        self._placed = placed
        for group in placed:
            self.refusals.extend(_unmeldable(self._tables, group))
            if group.meld == NO_MELD:
                started.append(group)
            else:
                self._add(group)
        for group in started:
            self.refusals.extend(self._may_start(group))
            if group.rank > WILD_RANK:
                self.refusals.extend(runs.broken(self._tables, b"", group.cards))
            self.melds.append((group.rank, *self._counts((0, 0), group)))
        grown = {g.meld for g in placed if g.meld != NO_MELD}
        for place in (*grown, *range(before, len(self.melds))):
            self.refusals.extend(self._limits(place))

    @property
    def begun(self) -> Iterator[tuple[Placed, tuple[int, int, int]]]:
        """The groups that begin a meld, each with rank, naturals and wilds of it."""
        fresh = (group for group in self._placed if group.meld == NO_MELD)
        return zip(fresh, self.melds[self._before :], strict=True)

    @property
    def grows(self) -> bool:
        """Whether cards are added to melds that lie there."""
        return any(group.meld != NO_MELD for group in self._placed)

    @property
    def added_points(self) -> int:
        """What the cards of the play are worth (points)."""
        points = self._tables.points
        return sum(points[card.kind] for group in self._placed for card in group.cards)

    def _add(self, group: Placed) -> None:
        rank, naturals, wilds = self.melds[group.meld]
        if rank > WILD_RANK:
            there = self._state.melds[self._side][group.meld].cards
            self.refusals.extend(runs.broken(self._tables, there, group.cards))
        counts = self._counts((naturals, wilds), group)
        limit = self._tables.book.wilds.per_turn
        if limit is not None:
            added = self._state.wilds_added.count(group.meld) + group.wilds
            self.refusals.extend(_too_many_in_turn(limit, added))
        if group.wilds and self._tables.asks_consent:
            name = meld_name(self._state.melds[self._side], group.meld)
            self.refusals.extend(missing(self._state, self._side, group.meld, name))
        self.melds[group.meld] = (rank, *counts)

    def _counts(self, before: tuple[int, int], group: Placed) -> tuple[int, int]:
        """Return what counts of a meld with a group, noting what may not join it."""
        tables, rank = self._tables, group.rank
        added = (group.naturals, group.wilds)
        self.refusals.extend(_overfull(tables, rank, before, added))
        counts = counted(tables, rank, before, added)
        if group.wilds and not counts[1] and not runs.is_run(rank):
            # Slid under a book: of all limits of wilds only this one is asked.
            self.refusals.extend(no_wilds_on(tables, rank, group.wilds))
        return counts

    def _may_start(self, group: Placed) -> Iterator[Refusal]:
        """Yield why a new meld of this rank may not be started."""
        tables = self._tables
        rule = tables.book.melds
        of_rank = [meld for meld in self.melds if meld[0] == group.rank]
        unfinished = [meld for meld in of_rank if meld[1] + meld[2] < tables.size]
        yield from _start_limits(tables, group)
        if group.rank > WILD_RANK:
            return
        if rule.books_of_rank is not None and len(of_rank) >= rule.books_of_rank:
            yield Refusal(
                "enough_of_rank",
                "melds.books_of_rank",
                f"A side makes at most {rule.books_of_rank} melds of "
                f"{rank_name(group.rank)} in a round.",
                wanted=rule.books_of_rank,
                found=len(of_rank) + 1,
            )
        if of_rank and group.naturals < rule.further_naturals and group.naturals:
            yield Refusal(
                "too_few_to_go_on",
                "melds.further_naturals",
                f"A further meld of {rank_name(group.rank)} begins with at least "
                f"{naturals_counted(rule.further_naturals)}; this one has "
                f"{group.naturals}.",
                wanted=rule.further_naturals,
                found=group.naturals,
            )
        if rule.burnt and not of_rank and self._is_burnt(group.rank):
            yield Refusal(
                "rank_burnt",
                "melds.burnt",
                f"A side has finished a book of {rank_name(group.rank)}: the rank is "
                f"closed to sides that have no meld of it.",
            )
        if rule.per_rank == "one" and of_rank:
            yield Refusal(
                "one_meld_per_rank",
                "melds.per_rank",
                f"Your side already has a meld of {rank_name(group.rank)} and may "
                f"have only one.",
                wanted=1,
                found=len(of_rank) + 1,
            )
        elif unfinished and min(map(_size, unfinished)) + len(group.cards) < (
            tables.apart
        ):
            what = f"Your side's meld of {rank_name(group.rank)}"
            yield Refusal(
                "unfinished_meld",
                "melds.per_rank",
                f"{what} must be a book before another of that rank is started."
                if tables.apart == NEVER_APART
                else f"{what} has room for these {len(group.cards)} cards, so they "
                f"begin no other.",
                wanted=tables.size,
                found=sum(unfinished[0][1:]),
            )

    def _is_burnt(self, rank: int) -> bool:
        return rank in finished_ranks(self._state, self._side)

    def wilds_added(self) -> list[int]:
        """Return how many wilds each meld takes by the lay, new ones last."""
        added = [0] * self._before
        for group in self._placed:
            if group.meld == NO_MELD:
                added.append(group.wilds)
            else:
                added[group.meld] += group.wilds
        return added

    def _limits(self, place: int) -> Iterator[Refusal]:
        """Yield the limits of size and wilds that one meld breaks."""
        tables = self._tables
        rank, naturals, wilds = self.melds[place]
        count = naturals + wilds
        if rank == WILD_RANK:
            yield from broken_wild_meld(tables, count)
            return
        in_run = rank > WILD_RANK
        if (
            not in_run
            and KIND_WORDS[rank] in tables.book.melds.whole_only
            and count < tables.size
        ):
            yield Refusal(
                "not_whole",
                "melds.whole_only",
                f"{rank_name(rank).capitalize()} are melded only as a whole book of "
                f"{tables.size}; this meld has {count}.",
                wanted=tables.size,
                found=count,
            )
        elif count < tables.smallest:
            yield Refusal(
                "meld_too_short",
                "melds.smallest",
                f"A new meld has at least {tables.smallest} cards; this one of "
                f"{rank_name(rank)} has {count}.",
                wanted=tables.smallest,
                found=count,
            )
        if not in_run:
            new = place >= self._before
            takes = new or wilds > self._state.melds[self._side][place].wilds
            yield from broken_limits(
                tables, rank, naturals, wilds, new=new, takes=takes
            )

    def runs_after(self) -> tuple[runs.Run, ...]:
        """Return the runs of the side as the action would leave them."""
        melds = list(self._state.melds[self._side])
        for group in self._placed:
            faces = (
                bytes(c.index for c in group.cards) if runs.is_run(group.rank) else b""
            )
            if group.meld == NO_MELD:
                melds.append(Meld(group.rank, faces, group.naturals, group.wilds))
            elif faces:
                there = melds[group.meld]
                melds[group.meld] = there._replace(cards=there.cards + faces)
        return runs.lying(melds)

    @property
    def finished(self) -> list[tuple[int, int, int]]:
        """Rank, naturals and wilds of each finished book."""
        size = self._tables.size
        return [meld for meld in self.melds if meld[1] + meld[2] >= size]


_OVERFULL = {
    "closed": ("book_closed", "A finished book of {rank} takes no further card."),
    "naturals": (
        "wild_on_book",
        "Only naturals may be added to a finished book of {rank}.",
    ),
    "same_kind": (
        "wild_on_book",
        "Cards added to a finished book of {rank} must leave it of its kind.",
    ),
    "completed_exactly": (
        "book_overfilled",
        "The play that completes a book of {rank} stops at its size.",
    ),
}


def _size(meld: tuple[int, int, int]) -> int:
    return meld[1] + meld[2]


def _overfull(
    tables: Tables, rank: int, before: tuple[int, int], added: tuple[int, int]
) -> Iterator[Refusal]:
    policy = overfilled(tables, rank, before, added)
    if policy is None:
        return
    code, said = _OVERFULL[policy]
    key = "books.completed_exactly"
    if policy != "completed_exactly":
        key = _after_key(tables, rank, before, added)
    size, count = tables.size, sum(before) + sum(added)
    apart = sum(before) < size and count >= tables.apart and rank <= WILD_RANK
    advice = " They may begin another meld instead: new." if apart else ""
    yield Refusal(
        code,
        key,
        f"{said.format(rank=rank_name(rank))} A book is {size} cards; this meld would "
        f"have {count}.{advice}",
        wanted=size,
        found=count,
    )


def _after_key(
    tables: Tables, rank: int, before: tuple[int, int], added: tuple[int, int]
) -> str:
    """Return the key that says what goes onto a book: that of its kind, or of all."""
    finished = sum(before) >= tables.size
    book = before if finished else counted(tables, rank, before, added)
    name = tables.book_name[rank][nature(*book)]
    if name is None or tables.book.books.kinds[name].after == "as_all":
        return "books.after"
    return f"books.kinds.{name}.after"


def _too_many_in_turn(limit: int, added: int) -> Iterator[Refusal]:
    if added > limit:
        yield Refusal(
            "wilds_in_turn",
            "wilds.per_turn",
            f"In one turn {at_most_wilds(limit)} may go onto the same meld.",
            wanted=limit,
            found=added,
        )


def _start_limits(tables: Tables, group: Placed) -> Iterator[Refusal]:
    """Yield the limits that a meld breaks by the way it begins."""
    rule = tables.book
    if group.naturals:
        most = rule.wilds.start_most
        if most is not None and group.wilds > most:
            yield Refusal(
                "wilds_at_start",
                "wilds.start_most",
                f"A new meld begins with {at_most_wilds(most)}.",
                wanted=most,
                found=group.wilds,
            )
        if rule.wilds.per_turn is not None:
            yield from _too_many_in_turn(rule.wilds.per_turn, group.wilds)
    points = sum(tables.points[card.kind] for card in group.cards)
    if points < rule.melds.floor:
        yield Refusal(
            "meld_too_cheap",
            "melds.floor",
            f"Each new meld must be worth {rule.melds.floor}; this one of "
            f"{rank_name(group.rank)} is worth {points}.",
            wanted=rule.melds.floor,
            found=points,
        )


def _unmeldable(tables: Tables, group: Placed | Group) -> Iterator[Refusal]:
    for kind in sorted({card.kind for card in group.cards}):
        if not tables.meldable[kind] and not tables.wild[kind]:
            yield Refusal(
                "rank_not_meldable",
                "melds.ranks",
                f"{rank_name(kind).capitalize()} cannot be melded.",
                wanted=[RANK_TEXT[rank] for rank in tables.rank_kinds],
                found=RANK_TEXT[kind],
            )


def missing_cards(held: Sequence[int], cards: Iterable[Card]) -> list[Card]:
    """Return the cards that ``held`` (counts by kind) cannot supply, by rank alone."""
    left = list(held)
    missing = []
    for card in cards:
        left[card.kind] -= 1
        if left[card.kind] < 0:
            missing.append(card)
    return missing


def absent(held: bytes, cards: Sequence[Card]) -> list[Card]:
    """Return the cards that the faces ``held`` cannot supply, exact ones first."""
    left = bytearray(held)
    missing = []
    for card in sorted(cards, key=lambda one: not one.exact):
        face = lowest_face(left, card.kind)
        if card.exact:
            face = card.index if card.index in left else None
        if face is None:
            missing.append(card)
        else:
            left.remove(face)
    return missing


def choose_faces(held: bytes, cards: Sequence[Card]) -> bytes | None:
    """Return faces in ``held`` for ``cards``: exact ones first, then any of the rank.

    A card named by rank alone takes the lowest face the player has of it. Returns
    ``None`` when a card is not there.
    """
    left = bytearray(held)
    exact = [card.index for card in cards if card.index < FACES]
    for face in exact:
        if face not in left:
            return None
        left.remove(face)
    if len(exact) == len(cards):
        return bytes(exact)
    chosen = bytearray()
    for card in cards:
        if card.index < FACES:
            chosen.append(card.index)
            continue
        found = lowest_face(left, card.kind)
        if found is None:
            return None
        left.remove(found)
        chosen.append(found)
    return bytes(chosen)


def lowest_face(held: bytes | bytearray, kind: int) -> int | None:
    """Return the lowest face of a kind in ``held``, or ``None``."""
    for face in FACES_OF_KIND[kind]:
        if face in held:
            return face
    return None


def unfinished(tables: Tables, melds: Sequence[Meld], rank: int) -> int:
    """Return the place of the newest unfinished meld of a rank, or ``NO_MELD``."""
    for place in range(len(melds) - 1, -1, -1):
        if melds[place].rank == rank and not is_finished(tables, melds[place]):
            return place
    return NO_MELD


def put_down(state: State, side: int, placed: Sequence[Placed], faces: bytes) -> None:
    """Lay groups that were checked; ``faces`` are their cards in the same order."""
    tables = state.tables[side]
    melds = list(state.melds[side])
    slots = state.slots[side][:]
    start = 0
    for group in placed:
        cards = faces[start : start + len(group.cards)]
        start += len(cards)
        if tables.slides:
            # Which cards of a book came first is seen by their order.
            cards = bytes(sorted(cards, key=lambda face: tables.wild[KIND_OF[face]]))
        if group.meld == NO_MELD:
            place, old = len(melds), Meld(group.rank, b"", 0, 0)
            melds.append(old)
        else:
            place = group.meld
            old = melds[place]
        counts = counted(
            tables,
            old.rank,
            (old.naturals, old.wilds),
            (group.naturals, group.wilds),
        )
        melds[place] = Meld(old.rank, old.cards + cards, *counts)
        done = is_finished(tables, melds[place])
        if group.rank > WILD_RANK:
            continue
        if not done:
            slots[group.rank] = place
        elif slots[group.rank] == place:
            slots[group.rank] = unfinished(tables, melds, group.rank)
        if group.wilds:
            state.wilds_added += (place,) * group.wilds
    state.set_melds(side, tuple(melds), slots)
