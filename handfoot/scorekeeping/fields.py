"""What people count at the table: one field for whatever the ruleset scores.

No list says which ruleset has which field. A field is there when it can be counted
under these rules and the scoring gives another result for another count, so that the
engine's scoring alone decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import attrs

from handfoot.play.books import kinds_made
from handfoot.play.scoring import Tally, lines_of
from handfoot.play.tables import Tables
from handfoot.rules.book_kinds import ANY_KIND, BY_WILDS
from handfoot.rules.language.words import books_named, listed
from handfoot.scorekeeping.countable import (
    BESIDE,
    BOOKS,
    HELD,
    OF,
    OUT,
    UNFINISHED,
    Candidate,
    Field,
    book_field,
    candidates,
    has_packets,
    makes,
    place_of,
)
from handfoot.scorekeeping.seating import Seating

__all__ = ["fields", "splits"]

_OPENED: Final = Field("opened", "has opened", "opening.minimum", "flag")
_OUT: Final = Field(OUT, "went out", "going_out.bonus", "player")
#: Enough of a thing to be a set of them, and one.
_SOME: Final = (1, 2, 32)
_BOTH: Final = (False, True)


def fields(
    table: Seating, side: int, number: int, score: int, *, out: bool | None = None
) -> tuple[Field, ...]:
    """Return everything that is counted for a side in a round, in asking order.

    Args:
        table: Who plays what.
        side: Number of the side.
        number: Number of the round.
        score: Total of the side before it (points).
        out: Whether the side went out; ``None`` while that is not known.
    """
    outs = (False, True) if out is None else (out,)
    scoring = tuple(
        table.scoring(number, score, opened=opened, out=went)
        for opened in _BOTH
        for went in _BOTH
    )
    found = _counted(
        table.moments(number, score),
        tuple(table.exits(number, score)),
        scoring,
        outs,
    )
    return tuple(_per_player(found, table.sides[side]))


@lru_cache(maxsize=256)
def _counted(
    moments: tuple[Tables, ...],
    exits: tuple[Tables, ...],
    scoring: tuple[Tables, ...],
    outs: tuple[bool, ...],
) -> tuple[Field, ...]:
    """Return what is counted, held points not yet parted among players.

    Args:
        moments: The rules of every moment of the round.
        exits: Those at which a player may go out.
        scoring: The rules of scoring: not opened and not out, not opened and out,
            opened and not out, opened and out.
        outs: Whether the side stayed or went out, as far as that is known.
    """
    books = [tables.book for tables in moments]
    scored = [(tables, bool(place % 2)) for place, tables in enumerate(scoring)]
    found: list[Field] = []
    for candidate in candidates(books):
        if any(map(candidate.possible, moments)):
            worth = [_each(t, went, candidate) for t, went in scored if went in outs]
            if any(worth):
                field = attrs.evolve(candidate.field, each=_one(candidate, worth))
                found.append(_noted(field, moments))
    if found:
        known = {field.name for field in found}
        # Books that pay more than others of their kind are counted among these.
        pairs = [book_field(f.part) for f in found if f.group in (BESIDE, *BY_WILDS)]
        # What going out asks for is counted too, or nobody could say who may.
        more = {
            f.name: f for f in (*_needed(moments, exits), *_paid_else(scoring), *pairs)
        }
        found += [field for name, field in more.items() if name not in known]
        found += _otherwise(scoring)
    found.sort(key=place_of)
    if exits and _out_matters(scoring):
        at = sum(1 for f in found if f.group in (BOOKS, BESIDE, *BY_WILDS, UNFINISHED))
        found.insert(at, attrs.evolve(_OUT, each=books[0].going_out.bonus))
    # Where melds are counted they tell by themselves whether the side has opened.
    melded = any(field.name == "melded" for field in found)
    if not melded and _opening_matters(scoring):
        found.insert(0, _OPENED)
    return tuple(found)


def _together(field: Field, worth: Sequence[int], *, alone: int) -> Field:
    """Return a field with what so many score together, if more are named than alone."""
    if len(worth) <= alone:
        return field
    said = ", ".join(f"{points:,}" for points in worth)
    return attrs.evolve(field, each=0, note=f"one, two ... score {said}")


def _noted(field: Field, moments: Sequence[Tables]) -> Field:
    """Return a field with what one must know to count it right."""
    if field.name == HELD:
        packets = any(map(has_packets, moments))
        where = "in hand and packets, " if packets else ""
        return attrs.evolve(field, note=f"{where}without threes")
    if field.name == "never_taken" and moments[0].book.deal.later_for == "side":
        return attrs.evolve(field, label="last packets of the side never taken")
    if field.group == BOOKS:
        bonuses = [t.book.books.kinds[field.part].bonus for t in moments]
        return field if any(bonuses) else attrs.evolve(field, each=0)
    if field.name == "red_laid":
        lists = [tables.book.threes.red_together for tables in moments]
        return _together(field, max(lists, key=len), alone=0)
    if field.name == "black_laid":
        lists = [tables.book.threes.black_laid for tables in moments]
        return _together(field, max(lists, key=len), alone=1)
    if field.name == "melded":
        kinds = {k: v for t in moments for k, v in t.book.books.kinds.items()}
        made = {kind for tables in moments for kind in kinds_made(tables)}
        apart = [k for k, kind in kinds.items() if k in made and not kind.cards_score]
        named = listed(books_named(kind, 2) for kind in apart)
        return attrs.evolve(
            field, note="in books too" + (f", but not in {named}" if apart else "")
        )
    return field


def _paid_else(scoring: Sequence[Tables]) -> Iterator[Field]:
    """Yield books that are worth something as the kind that they would else be."""
    for tables in scoring:
        kinds = tables.book.books.kinds
        for kind, others in kinds_made(tables).items():
            worth = any(kinds[other].bonus for other in others if other is not None)
            if worth and kinds[kind].paid is not None:
                yield book_field(kind)


def _otherwise(scoring: Sequence[Tables]) -> Iterator[Field]:
    """Yield what a side's books of a kind would be, where not all earn its bonus."""
    found: dict[str, Field] = {}
    for tables in scoring:
        for kind, others in splits(tables).items():
            for other in others:
                what = books_named(other, 2) if other else "of no other kind"
                field = Field(
                    f"{OF}{kind}.{other}",
                    f"of the {books_named(kind, 2)}, how many are {what}",
                    f"books.kinds.{kind}.paid",
                    "count",
                )
                found[field.name] = field
    yield from found.values()


def splits(tables: Tables) -> dict[str, tuple[str | None, ...]]:
    """Return the kinds of which it matters what their books would be without them.

    Each comes with what they may be, the last left out: that is what the rest are.
    """
    kinds = tables.book.books.kinds
    return {
        kind: others[:-1]
        for kind, others in kinds_made(tables).items()
        if kinds[kind].paid is not None and len(others) > 1
    }


def _each(tables: Tables, out: bool, candidate: Candidate) -> int:  # noqa: FBT001
    """Return what the first of a thing changes in the score; 0 when none ever does."""
    kinds = tables.book.books.kinds
    # So much that books are paid, where that is asked of what is melded.
    plain = Tally(books={}, melded=tables.book.books.paid_from, went_out=out)
    full = attrs.evolve(plain, books=dict.fromkeys(kinds, 1), melds=1)
    rich = attrs.evolve(full, red_laid=1)
    bases = (full, rich, plain, attrs.evolve(plain, red_laid=1))
    for base in bases:
        none = _points(tables, candidate.change(base, 0))
        for count in (*_SOME, plain.melded):
            more = _points(tables, candidate.change(base, count)) - none
            if more:
                # Points themselves are no things of which each is worth something.
                return more // count or more
    return 0


def _points(tables: Tables, tally: Tally) -> int:
    return sum(line.points for line in lines_of(tables, tally))


def _one(candidate: Candidate, worth: list[int]) -> int:
    """Return what one is worth, where that does not depend on anything."""
    if (
        candidate.field.kind in ("points", "number")
        or len({w for w in worth if w}) != 1
    ):
        return 0
    return next(w for w in worth if w)


def _needed(moments: Sequence[Tables], exits: Sequence[Tables]) -> Iterator[Field]:
    """Yield the books that going out asks for."""
    books = [tables.book for tables in moments]
    if not all(book.scoring.bonuses for book in books):
        return
    kinds = {name: kind for book in books for name, kind in book.books.kinds.items()}
    places = {place for tables in exits for place, _ in tables.quota}
    for name, kind in kinds.items():
        own = {name, ANY_KIND, *kind.counts_as, *kind.spare_as}
        if own & places and any(map(makes(name), moments)):
            yield book_field(name)


def _out_matters(scoring: Sequence[Tables]) -> bool:
    """Whether it changes any score, the winner or the next round, who went out."""
    rule = scoring[0].book.match
    if rule.out_wins or rule.tie == "went_out_last":
        return True
    if scoring[0].book.players.first == "went_out":
        return True
    some = _full(scoring[0], out=False)
    went = attrs.evolve(some, went_out=True)
    return any(
        _points(stayed, some) != _points(left, went)
        for stayed, left in zip(scoring[::2], scoring[1::2], strict=True)
    )


def _opening_matters(scoring: Sequence[Tables]) -> bool:
    """Whether it changes any score that the side has opened, or has melded."""
    bare = Tally(books={}, went_out=False, red_laid=1)
    if any(
        _points(t, bare) != _points(t, attrs.evolve(bare, melds=1)) for t in scoring
    ):
        return True
    return any(
        _points(before, _full(before, out=out)) != _points(after, _full(after, out=out))
        for out, before, after in zip(_BOTH, scoring[:2], scoring[2:], strict=True)
    )


def _full(tables: Tables, *, out: bool) -> Tally:
    """Return a tally with some of everything."""
    kinds = tables.book.books.kinds
    melded = max(100, tables.book.books.paid_from)
    return Tally(
        books=dict.fromkeys(kinds, 1), melded=melded, red_laid=1, held=100,
        red_caught=1, black_caught=1, red_unreached=1, black_unreached=1, melds=1,
        black_laid=1,
        at_once=1, long=1, opened_first=True, never_taken=1,
        unfinished=dict.fromkeys(kinds, 1),
        went_out=out,
    )  # fmt: skip


def _per_player(found: Iterable[Field], names: tuple[str, ...]) -> Iterator[Field]:
    for field in found:
        if field.name == HELD and len(names) > 1:
            for name in names:
                yield attrs.evolve(
                    field, name=f"{HELD}.{name}", label=f"{field.label} by {name}"
                )
        else:
            yield field
