"""Scoring a round: an itemised sheet for each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from handfoot.cards import BLACK_THREE, KIND_OF, RED_THREE
from handfoot.play.books import kind_of_book
from handfoot.play.state import State
from handfoot.play.tables import Tables


@attrs.frozen
class Line:
    """One line of a score sheet.

    Attributes:
        label: What is scored, in words.
        key: Dotted ruleset key that gives the points.
        count: How many things the line counts (books, cards, threes).
        points: Points of the line, negative when they are subtracted.
    """

    label: str
    key: str
    count: int
    points: int


@attrs.frozen
class Sheet:
    """The score sheet of one side for one round.

    Attributes:
        round: Number of the round, from 1.
        side: Number of the side, from 0.
        lines: The lines; their points add up to ``points``.
        before: Running total before the round.
        points: Points of the round.
        total: Running total after the round.
    """

    round: int
    side: int
    lines: tuple[Line, ...]
    before: int
    points: int
    total: int


@attrs.frozen
class Tally:
    """What is counted at the end of a round for one side.

    Attributes:
        books: Finished books by kind.
        melded: Points of melded cards that score (books whose cards do not are out).
        melded_cards: How many cards that is.
        red_laid: Red threes on the table.
        went_out: Whether a player of the side went out.
        held: Points of held cards other than threes, as a positive number.
        held_cards: How many cards that is.
        red_caught: Red threes in hands and unreached packets.
        black_caught: Black threes there.
    """

    books: dict[str, int]
    melded: int
    melded_cards: int
    red_laid: int
    went_out: bool
    held: int
    held_cards: int
    red_caught: int
    black_caught: int


def tally(state: State, side: int) -> Tally:
    """Count what a side has on the table and still holds."""
    tables = state.tables[side]
    books: Counter[str] = Counter()
    melded = melded_cards = 0
    for meld in state.melds[side]:
        name = kind_of_book(tables, meld)
        if name is not None:
            books[name] += 1
            if not tables.book.books.kinds[name].cards_score:
                continue
        melded += card_points(tables, meld.cards)
        melded_cards += len(meld.cards)
    held = Counter(_held_kinds(state, side))
    red, black = held.pop(RED_THREE, 0), held.pop(BLACK_THREE, 0)
    return Tally(
        books=dict(books),
        melded=melded,
        melded_cards=melded_cards,
        red_laid=len(state.red[side]),
        went_out=state.out >= 0 and state.out % state.sides == side,
        held=sum(tables.points[kind] * count for kind, count in held.items()),
        held_cards=sum(held.values()),
        red_caught=red,
        black_caught=black,
    )


def card_points(tables: Tables, faces: Iterable[int]) -> int:
    """Return the points of melded cards."""
    points = tables.points
    return sum(points[KIND_OF[face]] for face in faces)


def _held_kinds(state: State, side: int) -> Iterable[int]:
    for seat in range(side, state.seats, state.sides):
        for faces in (state.cards[seat], *state.packets[seat]):
            for face in faces:
                yield KIND_OF[face]


def lines_of(tables: Tables, counted: Tally) -> tuple[Line, ...]:
    """Return the lines of a score sheet; lines that count nothing are left out."""
    book = tables.book
    lines = [
        Line(
            f"{name} books",
            f"books.kinds.{name}.bonus",
            counted.books.get(name, 0),
            counted.books.get(name, 0) * kind.bonus,
        )
        for name, kind in book.books.kinds.items()
    ]
    lines += [
        Line("cards melded", "scoring.values", counted.melded_cards, counted.melded),
        Line(
            "red threes laid",
            "threes.red_laid",
            counted.red_laid,
            counted.red_laid * book.threes.red_laid,
        ),
        Line(
            "going out",
            "going_out.bonus",
            int(counted.went_out),
            book.going_out.bonus if counted.went_out else 0,
        ),
    ]
    if not (counted.went_out and book.scoring.held == "others"):
        lines += [
            Line("cards held", "scoring.values", counted.held_cards, -counted.held),
            Line(
                "red threes caught",
                "threes.red_caught",
                counted.red_caught,
                counted.red_caught * book.threes.red_caught,
            ),
            Line(
                "black threes held",
                "threes.black_caught",
                counted.black_caught,
                counted.black_caught * book.threes.black_caught,
            ),
        ]
    return tuple(line for line in lines if line.count)


def sheet(state: State, side: int) -> Sheet:
    """Return the score sheet of a side as the round stands now."""
    lines = lines_of(state.tables[side], tally(state, side))
    before = state.scores[side]
    points = sum(line.points for line in lines)
    return Sheet(state.round, side, lines, before, points, before + points)
