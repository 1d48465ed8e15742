"""What people count at the table: one field for whatever the ruleset scores.

No list says which ruleset has which field. A field is there when it can be counted
under these rules and the scoring gives another result for another count, so that the
engine's scoring alone decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

import attrs

from handfoot.play.books import kinds_made
from handfoot.play.scoring import Tally, lines_of
from handfoot.play.tables import Tables
from handfoot.rules.books import ANY_KIND, why_never
from handfoot.rules.language.words import books_named
from handfoot.rules.rulebook import Rulebook
from handfoot.scorekeeping.seating import Seating

__all__ = [
    "BOOKS",
    "HELD",
    "NEAR",
    "OF",
    "OUT",
    "UNFINISHED",
    "Field",
    "fields",
    "splits",
]

BOOKS: Final = "books"
UNFINISHED: Final = "unfinished"
HELD: Final = "held"
OUT: Final = "out"
NEAR: Final = "near_cuts"
#: Begins the name of a group: ``of_sevens`` for what books of sevens would else be.
OF: Final = "of_"

Kind = Literal["count", "points", "player", "flag"]
_Change = Callable[[Tally, int], Tally]


@attrs.frozen
class Field:
    """One thing that is counted for a side.

    Attributes:
        name: What files call it: ``melded``, ``books.clean``, ``held.Rose``.
        label: What people call it.
        key: Dotted ruleset key that gives the points.
        kind: ``count`` for a number of things, ``points`` for points of cards,
            ``player`` for the player who did it, ``flag`` for yes or no.
        each: Points of one, where all are worth the same; 0 for points of cards.
        note: What else one must know to count it; often empty.
    """

    name: str
    label: str
    key: str
    kind: Kind
    each: int = 0
    note: str = ""

    @property
    def group(self) -> str:
        """The part of the name before the dot, or all of it."""
        return self.name.partition(".")[0]

    @property
    def part(self) -> str:
        """The part of the name behind the dot; empty where there is none."""
        return self.name.partition(".")[2]


@attrs.frozen
class _Candidate:
    """A field that a ruleset may have.

    Attributes:
        field: The field.
        possible: Whether there can be anything to count under these rules.
        change: Gives a tally with so many of them.
    """

    field: Field
    possible: Callable[[Tables], bool]
    change: _Change


def _evolved(tally: Tally, name: str, value: Any) -> Tally:
    # The name is known only here, so its type is not.
    changes: dict[str, Any] = {name: value}
    return attrs.evolve(tally, **changes)


def _set(name: str) -> _Change:
    return lambda tally, count: _evolved(tally, name, count)


def _flag(name: str) -> _Change:
    return lambda tally, count: _evolved(tally, name, bool(count))


def _in(group: str, kind: str) -> _Change:
    def change(tally: Tally, count: int) -> Tally:
        return _evolved(tally, group, {**getattr(tally, group), kind: count})

    return change


def _nears(off: int) -> _Change:
    def change(tally: Tally, count: int) -> Tally:
        return attrs.evolve(tally, near_cuts=(0,) * (off - 1) + (count,))

    return change


def _always(_: Tables) -> bool:
    return True


def _has_packets(tables: Tables) -> bool:
    return len(tables.packets) > 1


def _lays_red(tables: Tables) -> bool:
    return tables.lays_red


def _makes(kind: str) -> Callable[[Tables], bool]:
    def possible(tables: Tables) -> bool:
        found = tables.book.books.kinds.get(kind)
        if found is None or kind not in kinds_made(tables):
            return False
        return why_never(found, tables.book) is None

    return possible


_CARDS: Final = (
    _Candidate(
        Field("melded", "points of melded cards", "scoring.values", "points"),
        _always,
        _set("melded"),
    ),
    _Candidate(
        Field("red_laid", "red threes on the table", "threes.red_laid", "count"),
        _lays_red,
        _set("red_laid"),
    ),
)
_EVENTS: Final = (
    _Candidate(
        Field(
            "at_once", "books laid complete in one play", "books.at_once_bonus", "count"
        ),
        _always,
        _set("at_once"),
    ),
    _Candidate(
        Field("opened_first", "first to open", "opening.first_bonus", "flag"),
        _always,
        _flag("opened_first"),
    ),
    _Candidate(
        Field(
            "concealed",
            "went out in the turn in which it opened",
            "going_out.concealed_bonus",
            "flag",
        ),
        _always,
        _flag("concealed"),
    ),
    _Candidate(
        Field("exact_cuts", "exact cuts", "deal.exact_cut", "count"),
        _always,
        _set("exact_cuts"),
    ),
    _Candidate(
        Field(
            "never_taken",
            "players whose last packet was never taken",
            "foot.never_taken",
            "count",
        ),
        _has_packets,
        _set("never_taken"),
    ),
)
_HELD: Final = (
    _Candidate(
        Field(
            HELD,
            "points of cards held",
            "scoring.values",
            "points",
            note="without threes",
        ),
        _always,
        _set("held"),
    ),
    _Candidate(
        Field("red_caught", "red threes in hands", "threes.red_caught", "count"),
        _always,
        _set("red_caught"),
    ),
    _Candidate(
        Field("black_caught", "black threes in hands", "threes.black_caught", "count"),
        _always,
        _set("black_caught"),
    ),
    _Candidate(
        Field(
            "red_unreached",
            "red threes in packets never taken",
            "threes.red_unreached",
            "count",
        ),
        _has_packets,
        _set("red_unreached"),
    ),
    _Candidate(
        Field(
            "black_unreached",
            "black threes in packets never taken",
            "threes.black_unreached",
            "count",
        ),
        _has_packets,
        _set("black_unreached"),
    ),
)
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
    for candidate in _candidates(books):
        if any(map(candidate.possible, moments)):
            worth = [_each(t, went, candidate) for t, went in scored if went in outs]
            if any(worth):
                found.append(attrs.evolve(candidate.field, each=_one(candidate, worth)))
    if found:
        known = {field.name for field in found}
        # What going out asks for is counted too, or nobody could say who may.
        found += [f for f in _needed(moments, exits) if f.name not in known]
        found += _otherwise(scoring)
    found.sort(key=_place)
    if _out_matters(scoring):
        at = sum(1 for f in found if f.group in (BOOKS, UNFINISHED))
        found.insert(at, attrs.evolve(_OUT, each=books[0].going_out.bonus))
    return tuple(found)


_ORDER: Final = (
    BOOKS,
    UNFINISHED,
    *(candidate.field.name for candidate in (*_CARDS, *_EVENTS)),
    NEAR,
    *(candidate.field.name for candidate in _HELD),
)


def _place(field: Field) -> int:
    """Return where a field is asked for; parts of books that differ come after them."""
    return _ORDER.index(UNFINISHED if field.group not in _ORDER else field.group)


def _otherwise(scoring: Sequence[Tables]) -> Iterator[Field]:
    """Yield what a side's books of a kind would be, where not all earn its bonus."""
    found: dict[str, Field] = {}
    for tables in scoring:
        for kind, others in splits(tables).items():
            for other in others:
                what = books_named(other or "other", 2)
                field = Field(
                    f"{OF}{kind}.{other}",
                    f"of the {books_named(kind, 2)}, how many would else be {what}",
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


def _candidates(books: Sequence[Rulebook]) -> Iterator[_Candidate]:
    kinds = {name: None for book in books for name in book.books.kinds}
    for kind in kinds:
        yield _Candidate(_book(kind), _makes(kind), _in(BOOKS, kind))
    for kind in kinds:
        field = Field(
            f"{UNFINISHED}.{kind}",
            f"unfinished {books_named(kind, 2).replace('books', 'melds')}",
            f"books.kinds.{kind}.unfinished",
            "count",
        )
        yield _Candidate(field, _makes(kind), _in(UNFINISHED, kind))
    yield from (*_CARDS, *_EVENTS)
    for off in range(1, max(len(book.deal.near_cut) for book in books) + 1):
        cards = "one card" if off == 1 else f"{off} cards"
        name = f"{NEAR}.{off}"
        field = Field(name, f"cuts {cards} off", "deal.near_cut", "count")
        yield _Candidate(field, _always, _nears(off))
    yield from _HELD


def _book(kind: str) -> Field:
    return Field(
        f"{BOOKS}.{kind}",
        books_named(kind, 2),
        f"books.kinds.{kind}.bonus",
        "count",
    )


def _each(tables: Tables, out: bool, candidate: _Candidate) -> int:  # noqa: FBT001
    """Return what the first of a thing changes in the score; 0 when none ever does."""
    kinds = tables.book.books.kinds
    plain = Tally(books={}, went_out=out)
    rich = Tally(books=dict.fromkeys(kinds, 1), red_laid=1, melds=1, went_out=out)
    bases = (rich, plain, attrs.evolve(plain, red_laid=1))
    for base in bases:
        none = _points(tables, candidate.change(base, 0))
        for count in _SOME:
            more = _points(tables, candidate.change(base, count)) - none
            if more:
                return more // count
    return 0


def _points(tables: Tables, tally: Tally) -> int:
    return sum(line.points for line in lines_of(tables, tally))


def _one(candidate: _Candidate, worth: list[int]) -> int:
    """Return what one is worth, where that does not depend on anything."""
    if candidate.field.kind == "points" or len({w for w in worth if w}) != 1:
        return 0
    return next(w for w in worth if w)


def _needed(moments: Sequence[Tables], exits: Sequence[Tables]) -> Iterator[Field]:
    """Yield the books that going out asks for."""
    books = [tables.book for tables in moments]
    if any(book.scoring.counts == "held_only" for book in books):
        return
    kinds = {name: kind for book in books for name, kind in book.books.kinds.items()}
    places = {place for tables in exits for place, _ in tables.quota}
    for name, kind in kinds.items():
        own = {name, ANY_KIND, *kind.counts_as, *kind.spare_as}
        if own & places and any(map(_makes(name), moments)):
            yield _book(name)


def _out_matters(scoring: Sequence[Tables]) -> bool:
    """Whether it changes any score, or the winner, who went out."""
    rule = scoring[0].book.match
    if rule.out_wins or rule.tie == "went_out_last":
        return True
    kinds = scoring[0].book.books.kinds
    some = Tally(
        books=dict.fromkeys(kinds, 1), melded=100, red_laid=1, held=100, red_caught=1,
        black_caught=1, red_unreached=1, black_unreached=1, melds=1, at_once=1,
        opened_first=True, never_taken=1, unfinished=dict.fromkeys(kinds, 1),
    )  # fmt: skip
    went = attrs.evolve(some, went_out=True)
    return any(
        _points(stayed, some) != _points(left, went)
        for stayed, left in zip(scoring[::2], scoring[1::2], strict=True)
    )


def _per_player(found: Iterable[Field], names: tuple[str, ...]) -> Iterator[Field]:
    for field in found:
        if field.name == HELD and len(names) > 1:
            for name in names:
                yield attrs.evolve(
                    field, name=f"{HELD}.{name}", label=f"{field.label} by {name}"
                )
        else:
            yield field
