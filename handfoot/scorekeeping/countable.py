"""Things that a ruleset may have people count; which it has is found out elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal

import attrs

from handfoot.play.books import kinds_made
from handfoot.play.scoring import Tally
from handfoot.play.tables import Tables
from handfoot.rules.book_kinds import (
    BY_WILDS,
    books_beside,
    books_told_by,
    unfinished_melds,
)
from handfoot.rules.language.words import books_named, threes_named
from handfoot.rules.possible import why_never
from handfoot.rules.rulebook import Rulebook
from handfoot.rules.scoring import WrittenIn

__all__ = [
    "BESIDE",
    "BOOKS",
    "HELD",
    "NEAR",
    "OF",
    "OUT",
    "UNFINISHED",
    "WRITTEN",
    "Candidate",
    "Field",
    "book_field",
    "candidates",
    "has_packets",
    "makes",
    "place_of",
]

BOOKS: Final = "books"
BESIDE: Final = "beside"
UNFINISHED: Final = "unfinished"
HELD: Final = "held"
OUT: Final = "out"
NEAR: Final = "near_cuts"
WRITTEN: Final = "written_in"
#: Begins the name of a group: ``of_sevens`` for what books of sevens would else be.
OF: Final = "of_"

Kind = Literal["count", "points", "number", "player", "flag"]
_Change = Callable[[Tally, int], Tally]


@attrs.frozen
class Field:
    """One thing that is counted for a side.

    Attributes:
        name: What files call it: ``melded``, ``books.clean``, ``held.East``.
        label: What people call it.
        key: Dotted ruleset key that gives the points.
        kind: ``count`` for a number of things, ``points`` for points of cards,
            ``number`` for points of any kind, also below zero, ``player`` for the
            player who did it, ``flag`` for yes or no.
        each: Points of one, where all are worth the same; 0 for points.
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
class Candidate:
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


def has_packets(tables: Tables) -> bool:
    """Whether there is a packet after the hand."""
    return len(tables.packets) > 1


def _lays_red(tables: Tables) -> bool:
    return tables.lays_red


def _lays_black(tables: Tables) -> bool:
    return tables.lays_black


def _tells_red(tables: Tables) -> bool:
    """Whether red threes are cards of their own."""
    return not tables.book.threes.alike


def _tells_red_unreached(tables: Tables) -> bool:
    return has_packets(tables) and _tells_red(tables)


def makes(kind: str) -> Callable[[Tables], bool]:
    """Return the test whether some book can be of a kind."""

    def possible(tables: Tables) -> bool:
        found = tables.book.books.kinds.get(kind)
        if found is None or kind not in kinds_made(tables):
            return False
        return why_never(found, tables.book) is None

    return possible


_CARDS: Final = (
    Candidate(
        Field("melded", "points of melded cards", "scoring.values", "points"),
        _always,
        _set("melded"),
    ),
    Candidate(
        Field("red_laid", "red threes on the table", "threes.red_laid", "count"),
        _lays_red,
        _set("red_laid"),
    ),
    Candidate(
        Field("black_laid", "black threes laid aside", "threes.black_laid", "count"),
        _lays_black,
        _set("black_laid"),
    ),
)
_EVENTS: Final = (
    Candidate(
        Field(
            "at_once", "books laid complete in one play", "books.at_once_bonus", "count"
        ),
        _always,
        _set("at_once"),
    ),
    Candidate(
        Field("long", "long books", "books.long_bonus", "count"),
        _always,
        _set("long"),
    ),
    Candidate(
        Field("opened_first", "first to open", "opening.first_bonus", "flag"),
        _always,
        _flag("opened_first"),
    ),
    Candidate(
        Field(
            "concealed",
            "went out in the turn in which it opened",
            "going_out.concealed_bonus",
            "flag",
        ),
        _always,
        _flag("concealed"),
    ),
    Candidate(
        Field("exact_cuts", "exact cuts", "deal.exact_cut", "count"),
        _always,
        _set("exact_cuts"),
    ),
    Candidate(
        Field(
            "never_taken",
            "players whose last packet was never taken",
            "foot.never_taken",
            "count",
        ),
        has_packets,
        _set("never_taken"),
    ),
)
_HELD: Final = (
    Candidate(
        Field(
            HELD,
            "points of cards held",
            "scoring.values",
            "points",
        ),
        _always,
        _set("held"),
    ),
    Candidate(
        Field("red_caught", "red threes in hands", "threes.red_caught", "count"),
        _tells_red,
        _set("red_caught"),
    ),
    Candidate(
        Field("black_caught", "black threes in hands", "threes.black_caught", "count"),
        _always,
        _set("black_caught"),
    ),
    Candidate(
        Field(
            "red_unreached",
            "red threes in packets never taken",
            "threes.red_unreached",
            "count",
        ),
        _tells_red_unreached,
        _set("red_unreached"),
    ),
    Candidate(
        Field(
            "black_unreached",
            "black threes in packets never taken",
            "threes.black_unreached",
            "count",
        ),
        has_packets,
        _set("black_unreached"),
    ),
)
_ORDER: Final = (
    BOOKS,
    BESIDE,
    *BY_WILDS,
    UNFINISHED,
    *(candidate.field.name for candidate in (*_CARDS, *_EVENTS)),
    NEAR,
    WRITTEN,
    *(candidate.field.name for candidate in _HELD),
)


def candidates(books: Sequence[Rulebook]) -> Iterator[Candidate]:
    """Yield everything that may be counted, given the rules of every moment."""
    kinds = {name: None for book in books for name in book.books.kinds}
    for kind in kinds:
        yield Candidate(book_field(kind), makes(kind), _in(BOOKS, kind))
    for kind in kinds:
        found = [book.books.kinds[kind] for book in books if kind in book.books.kinds]
        pairing = [one for one in found if one.beside]
        if pairing:
            field = Field(
                f"{BESIDE}.{kind}",
                f"{books_beside(kind, pairing[0])} of their rank",
                f"books.kinds.{kind}.beside_bonus",
                "count",
            )
            yield Candidate(field, makes(kind), _in(BESIDE, kind))
        for setting in BY_WILDS:
            asking = [one for one in found if getattr(one, setting)]
            if asking:
                label = books_told_by(setting, kind, asking[0])
                path = f"books.kinds.{kind}.{setting}_bonus"
                field = Field(f"{setting}.{kind}", label, path, "count")
                yield Candidate(field, makes(kind), _in(setting, kind))
    for kind in kinds:
        field = Field(
            f"{UNFINISHED}.{kind}",
            _unfinished_melds(kind, books),
            f"books.kinds.{kind}.unfinished",
            "count",
        )
        yield Candidate(field, makes(kind), _in(UNFINISHED, kind))
    alike = all(book.threes.alike for book in books)
    yield from (_threes_named(one, alike=alike) for one in _CARDS)
    yield from _EVENTS
    for off in range(1, max(len(book.deal.near_cut) for book in books) + 1):
        cards = "one card" if off == 1 else f"{off} cards"
        name = f"{NEAR}.{off}"
        field = Field(name, f"cuts {cards} off", "deal.near_cut", "count")
        yield Candidate(field, _always, _nears(off))
    lines = {
        name: line for book in books for name, line in book.scoring.written_in.items()
    }
    for name, line in lines.items():
        yield Candidate(_written(name, line), _always, _in(WRITTEN, name))
    yield from (_threes_named(one, alike=alike) for one in _HELD)


def _threes_named(candidate: Candidate, *, alike: bool) -> Candidate:
    """Return a candidate that tells no colours where people count all threes."""
    label = threes_named(candidate.field.label, alike=alike)
    return attrs.evolve(candidate, field=attrs.evolve(candidate.field, label=label))


def _written(name: str, line: WrittenIn) -> Field:
    """Return the field of a line that people fill in."""
    said, path = name.replace("_", " "), f"scoring.{WRITTEN}.{name}.points"
    if line.points == "any":
        return Field(f"{WRITTEN}.{name}", said, path, "number", note="points")
    return Field(f"{WRITTEN}.{name}", said, path, "count")


def _unfinished_melds(kind: str, books: Sequence[Rulebook]) -> str:
    """Return what to call such melds; the plain name unless every moment agrees."""
    found = [book.books.kinds[kind] for book in books if kind in book.books.kinds]
    return unfinished_melds(kind, min(found, key=lambda one: one.unfinished_from))


def book_field(kind: str) -> Field:
    """Return the field of finished books of a kind."""
    return Field(
        f"{BOOKS}.{kind}",
        books_named(kind, 2),
        f"books.kinds.{kind}.bonus",
        "count",
    )


def place_of(field: Field) -> int:
    """Return where a field is asked for; parts of books that differ come after them."""
    return _ORDER.index(UNFINISHED if field.group not in _ORDER else field.group)
