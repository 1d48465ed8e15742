"""When which value holds: a value that varies, split into its cases in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from handfoot.rules.language.keys import PLAYERS
from handfoot.rules.language.scoped import (
    ABSENT,
    CASES,
    ByCase,
    ByPlayers,
    ByRound,
    ByScore,
    PerPlayer,
    Situation,
    forms_in,
)
from handfoot.rules.language.words import listed

__all__ = [
    "Case",
    "Seating",
    "cases_of",
    "number",
    "numbers_in_words",
    "seating_words",
    "settled",
]

#: A head count and a size of side.
Seating = tuple[int, int]
_FEW: Final = 3
_MINUS: Final = "\u2212"


@attrs.frozen
class Case:
    """One value with the tables, rounds, totals and moments for which it holds.

    Attributes:
        value: The plain value.
        seating: The tables in words; empty when it holds at all of them.
        rounds: The rounds in words; empty when it holds in all of them.
        totals: The running totals in words; empty when it holds at all of them.
        moment: The moment in words, such as ``once your side has opened``; empty when
            it holds at all times.
        grows: What each further round adds to the value.
        seatings: The tables.
        first_round: The first round of the case.
    """

    value: Any
    seating: str = ""
    rounds: str = ""
    totals: str = ""
    moment: str = ""
    grows: int = 0
    seatings: tuple[Seating, ...] = ()
    first_round: int = 1

    @property
    def when(self) -> str:
        """All conditions in words, such as ``in round 1``; empty for none."""
        return " ".join(filter(None, (self.seating, self.within_seating)))

    @property
    def within_seating(self) -> str:
        """The conditions beside the tables in words; empty for none."""
        return " ".join(filter(None, (self.rounds, self.totals, self.moment)))


@attrs.frozen
class _Piece:
    value: Any
    first: int
    last: int | None
    low: int | None
    high: int | None
    moments: tuple[str, ...] = ()
    grows: int = 0

    def follows(self, other: _Piece) -> bool:
        """Whether this piece only carries the other one on."""
        if self.value != other.value or self.grows or other.grows:
            return False
        if self.moments != other.moments:
            return False
        if (self.low, self.high) == (other.low, other.high):
            return other.last is not None and self.first == other.last + 1
        return (self.first, self.last) == (other.first, other.last) and (
            self.low is not None and self.low == other.high
        )


def cases_of(value: Any, seatings: Sequence[Seating], last_round: int) -> list[Case]:
    """Split a value into the cases that differ at some of these tables.

    Args:
        value: A plain value or one that varies.
        seatings: The tables that the reader may sit at.
        last_round: The last round that a match can have; later ones are not told.
    """
    by_count = any(form.scope == PLAYERS for form in forms_in(value))
    groups: list[tuple[Any, list[Seating]]] = []
    for seating in seatings:
        here = settled(value, seating)
        for known, group in groups:
            if known == here:
                group.append(seating)
                break
        else:
            groups.append((here, [seating]))
    found: list[Case] = []
    for here, group in groups:
        where = seating_words(group, seatings, by_count=by_count)
        pieces = _joined(_pieces(here, _Piece(None, 1, last_round, None, None)))
        found += [
            Case(
                piece.value,
                where,
                _rounds(piece, last_round),
                _totals(piece),
                " and ".join(piece.moments),
                piece.grows,
                tuple(group),
                piece.first,
            )
            for piece in pieces
        ]
    return found


def settled(value: Any, seating: Seating) -> Any:
    """Return what is left of a value that varies at one table: not by its seats."""
    players, size = seating
    match value:
        case PerPlayer():
            return value.at(Situation(players, size))
        case ByPlayers():
            part = value.values.get(players, value.otherwise)
            return None if part is ABSENT else settled(part, seating)
        case ByCase(form="by_sides"):
            here = Situation(players, size)
            return settled(value.values[CASES[value.form].number(here)], seating)
        case ByRound() | ByScore() | ByCase():
            return value.mapped(lambda part: settled(part, seating))
        case _:
            return value


def _pieces(value: Any, within: _Piece) -> Iterator[_Piece]:
    """Yield the plain values of a form with the rounds and totals they hold for."""
    match value:
        case ByRound():
            yield from _by_round(value, within)
        case ByScore():
            yield from _by_score(value, within)
        case ByCase():
            for part, when in zip(
                value.values, CASES[value.form].when.values(), strict=True
            ):
                moments = (*within.moments, when)
                yield from _pieces(part, attrs.evolve(within, moments=moments))
        case _:
            yield attrs.evolve(within, value=value)


def _by_round(form: ByRound, within: _Piece) -> Iterator[_Piece]:
    count = len(form.values)
    for number, part in enumerate(form.values, start=1):
        last = within.last if number == count else number
        first = max(number, within.first)
        if last is not None and within.last is not None:
            last = min(last, within.last)
        if last is not None and first > last:
            continue
        # A value that grows beyond its own round is told as one that grows.
        grows = form.then_add if number == count and last != number else 0
        inner = attrs.evolve(within, first=first, last=last)
        for piece in _pieces(part, inner):
            yield attrs.evolve(piece, grows=grows or piece.grows)


def _by_score(form: ByScore, within: _Piece) -> Iterator[_Piece]:
    steps = list(form.steps)
    bands: list[tuple[int | None, Any]] = [(low, part) for low, part in steps]
    if form.below is ABSENT:
        bands[0] = (None, steps[0][1])
    else:
        bands.insert(0, (None, form.below))
    for place, (low, part) in enumerate(bands):
        high = bands[place + 1][0] if place + 1 < len(bands) else None
        lowest = low if within.low is None else max(within.low, low or within.low)
        highest = high if within.high is None else min(within.high, high or within.high)
        if lowest is not None and highest is not None and lowest >= highest:
            continue
        yield from _pieces(part, attrs.evolve(within, low=lowest, high=highest))


def _joined(pieces: Iterator[_Piece]) -> list[_Piece]:
    found: list[_Piece] = []
    for piece in pieces:
        if found and piece.follows(found[-1]):
            found[-1] = attrs.evolve(found[-1], last=piece.last, high=piece.high)
        else:
            found.append(piece)
    return found


def _rounds(piece: _Piece, last_round: int) -> str:
    if piece.first == 1 and piece.last == last_round and not piece.grows:
        return ""
    if piece.grows or piece.first == piece.last:
        return f"in round {piece.first}"
    if piece.last == last_round:
        return f"from round {piece.first} on"
    joint = "and" if piece.last == piece.first + 1 else "to"
    return f"in rounds {piece.first} {joint} {piece.last}"


def _totals(piece: _Piece) -> str:
    match piece.low, piece.high:
        case None, None:
            return ""
        case None, int(high):
            return f"with a total below {number(high)}"
        case int(low), None:
            return f"with a total of {number(low)} or more"
        case low, high:
            assert low is not None and high is not None
            return f"with a total of {number(low)} to {number(high - 1)}"


def seating_words(
    group: Sequence[Seating], every: Sequence[Seating], *, by_count: bool = True
) -> str:
    """Say which of the tables are meant, such as ``with 2 or 3 players``.

    Args:
        group: The tables meant.
        every: All tables that the reader may sit at.
        by_count: Whether to say the head count where the kind of side would do too.
    """
    meant, others = set(group), set(every) - set(group)
    if not others:
        return ""
    counts = sorted({players for players, _ in meant})
    whole = not {players for players, _ in others} & set(counts)
    if whole and by_count:
        return f"with {numbers_in_words(counts)} players"
    if all(size == 1 for _, size in meant) and all(size > 1 for _, size in others):
        return "when everyone plays alone"
    if all(size > 1 for _, size in meant) and all(size == 1 for _, size in others):
        return "with partners"
    if whole:
        return f"with {numbers_in_words(counts)} players"
    return f"with {listed(_tables(meant, others, counts), 'or')}"


def _tables(
    meant: set[Seating], others: set[Seating], counts: list[int]
) -> Iterator[str]:
    for count in counts:
        sizes = sorted(size for players, size in meant if players == count)
        if count not in {players for players, _ in others}:
            yield f"{count} players"
            continue
        for size in sizes:
            sides = "each alone" if size == 1 else f"in sides of {size}"
            yield f"{count} players {sides}"


def number(value: int) -> str:
    """Return a number as people write it: ``1,500``, ``\u2212100``."""
    return f"{_MINUS if value < 0 else ''}{abs(value):,}"


def numbers_in_words(counts: Sequence[int]) -> str:
    """Return sorted numbers as a choice, runs of them shortened: ``2 to 8``."""
    if len(counts) >= _FEW and [*counts] == [*range(counts[0], counts[-1] + 1)]:
        return f"{counts[0]} to {counts[-1]}"
    return listed(counts, "or")
