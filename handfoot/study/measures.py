"""What is measured in a match: how long it is, how rounds end, what sides achieve.

A measure gives one number for each match, and its average over matches or rounds is
what a study tells. This is the only place that knows what each number means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal

import attrs

from handfoot.study.matches import MatchResult, RoundResult

__all__ = [
    "MINUTES_A_ROUND",
    "SECONDS_A_TURN",
    "Measure",
    "Unit",
    "match_measures",
    "minutes",
    "side_measures",
]

#: How long people take. A publisher of boxed sets gives a match of four rounds one to
#: three hours (dmoz.org, "Hand n Foot"); with these, one of Whitnack's takes about two.
SECONDS_A_TURN: Final = 25
#: Shuffling several packs, dealing the packets, counting the books.
MINUTES_A_ROUND: Final = 5

Unit = Literal["number", "minutes", "points", "share"]


@attrs.frozen
class Measure:
    """One number of a match.

    Attributes:
        name: Its name for programs.
        label: What it is, in a few words.
        unit: ``number``, ``minutes``, ``points``, or ``share`` of 1.
        says: The beginning of a sentence on it, and its ends for more and for less.
        by_round: Whether it is averaged over rounds; else over matches.
        count: Its number for a match: the sum over the rounds when ``by_round``.
    """

    name: str
    label: str
    unit: Unit
    says: tuple[str, str, str]
    by_round: bool
    count: Callable[[MatchResult], float]


def minutes(result: MatchResult) -> float:
    """Return about how long people would take for a match (minutes)."""
    turns = sum(one.turns for one in result.rounds)
    return turns * SECONDS_A_TURN / 60 + len(result.rounds) * MINUTES_A_ROUND


def _each_round(
    count: Callable[[RoundResult], float],
) -> Callable[[MatchResult], float]:
    """Return the sum of a number of a round over the rounds of a match."""
    return lambda result: sum(map(count, result.rounds))


def _ended(reason: str) -> Callable[[MatchResult], float]:
    return _each_round(lambda one: one.reason == reason)


def _leader_changes(result: MatchResult) -> float:
    """Return how often another side leads than before; even sides change nothing."""
    alone = [one.leaders[0] for one in result.rounds if len(one.leaders) == 1]
    return sum(before != after for before, after in pairwise(alone))


def _won(result: MatchResult, side: int) -> float:
    """Return the part of a match that a side won: a shared win is a part of one."""
    return (side in result.winners) / max(len(result.winners), 1)


def _ahead_of_others(one: RoundResult) -> float:
    """Return how many points more than the others the side made that began."""
    own = one.points[one.first]
    return own - (sum(one.points) - own) / (len(one.points) - 1)


_MATCH: Final = (
    Measure(
        "rounds",
        "rounds of a match",
        "number",
        ("A match has", "more rounds", "fewer rounds"),
        False,
        lambda result: len(result.rounds),
    ),
    Measure(
        "turns",
        "turns of a match",
        "number",
        ("A match has", "more turns", "fewer turns"),
        False,
        _each_round(lambda one: one.turns),
    ),
    Measure(
        "minutes",
        "length of a match",
        "minutes",
        ("A match is", "longer", "shorter"),
        False,
        minutes,
    ),
    Measure(
        "round_turns",
        "turns of a round",
        "number",
        ("A round has", "more turns", "fewer turns"),
        True,
        _each_round(lambda one: one.turns),
    ),
    Measure(
        "ended_out",
        "rounds ended by going out",
        "share",
        ("Rounds end by somebody going out", "more often", "less often"),
        True,
        _ended("out"),
    ),
    Measure(
        "ended_stock",
        "rounds ended by the stock",
        "share",
        ("Rounds end for want of stock", "more often", "less often"),
        True,
        _ended("stock"),
    ),
    Measure(
        "ended_turns",
        "rounds ended by the turn limit",
        "share",
        ("Rounds end by the limit of turns", "more often", "less often"),
        True,
        _ended("turns"),
    ),
    Measure(
        "ended_threes",
        "rounds ended by threes in a row",
        "share",
        ("Rounds end by threes in a row", "more often", "less often"),
        True,
        _ended("threes"),
    ),
    Measure(
        "best",
        "final total of the leader",
        "points",
        ("The leading side ends", "higher", "lower"),
        False,
        lambda result: result.scores[result.rounds[-1].leaders[0]],
    ),
    Measure(
        "margin",
        "highest above lowest total",
        "points",
        ("The final totals lie", "further apart", "closer together"),
        False,
        lambda result: max(result.scores) - min(result.scores),
    ),
    Measure(
        "leader_changes",
        "changes of the lead",
        "number",
        ("The lead changes", "more often", "less often"),
        False,
        _leader_changes,
    ),
    Measure(
        "first_won",
        "matches won by who begins",
        "share",
        ("The side that begins wins", "more often", "less often"),
        False,
        lambda result: _won(result, result.rounds[0].first),
    ),
    Measure(
        "first_ahead",
        "gain from beginning a round",
        "points",
        ("Beginning a round is worth", "more", "less"),
        True,
        _each_round(_ahead_of_others),
    ),
)


def match_measures() -> tuple[Measure, ...]:
    """Return what is measured in a match as a whole."""
    return _MATCH


def _own(side: int) -> Iterator[Measure]:
    """Yield what tells a side from the others, and says nothing of all together."""
    yield Measure(
        "won",
        "matches won",
        "share",
        ("The side wins", "more often", "less often"),
        False,
        lambda result: _won(result, side),
    )
    yield Measure(
        "total",
        "final total",
        "points",
        ("The final total is", "higher", "lower"),
        False,
        lambda result: result.scores[side],
    )
    yield Measure(
        "out",
        "rounds gone out",
        "share",
        ("The side goes out", "more often", "less often"),
        True,
        _each_round(lambda one: one.out == side),
    )


def side_measures(
    kinds: Sequence[str], sides: Sequence[int], seats: int
) -> tuple[Measure, ...]:
    """Return what is measured of sides: the average of those in ``sides``.

    Args:
        kinds: Kinds of book to count.
        sides: Which sides; of a single one also what it wins.
        seats: Players on all of ``sides`` together.
    """
    count = len(sides)

    def each(
        value: Callable[[RoundResult, int], float],
    ) -> Callable[[MatchResult], float]:
        return _each_round(lambda one: sum(value(one, side) for side in sides) / count)

    def books(kind: str) -> Measure:
        return Measure(
            f"books.{kind}",
            f"{kind} books of a side",
            "number",
            ("A side finishes", f"more {kind} books", f"fewer {kind} books"),
            True,
            each(lambda one, side: one.books[side].get(kind, 0)),
        )

    return (
        *(_own(sides[0]) if count == 1 else ()),
        Measure(
            "points",
            "points of a side in a round",
            "points",
            ("In a round a side makes", "more", "less"),
            True,
            each(lambda one, side: one.points[side]),
        ),
        Measure(
            "below_zero",
            "sides below 0 in a round",
            "share",
            ("A side loses points in a round", "more often", "less often"),
            True,
            each(lambda one, side: one.points[side] < 0),
        ),
        Measure(
            "opened",
            "sides that open in a round",
            "share",
            ("Sides open", "in more rounds", "in fewer rounds"),
            True,
            each(lambda one, side: one.opened[side]),
        ),
        Measure(
            "last_packet",
            "last packets reached",
            "share",
            ("Players reach their last packet", "in more rounds", "in fewer rounds"),
            True,
            _each_round(lambda one: sum(one.last_packet[s] for s in sides) / seats),
        ),
        *map(books, kinds),
    )
