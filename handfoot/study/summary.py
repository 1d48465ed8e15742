"""What many matches come to: averages by side and by kind of player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from handfoot.study.matches import MatchResult, RoundResult


@attrs.frozen
class SideSummary:
    """What one side did in many matches.

    Attributes:
        side: Number of the side, from 0.
        players: Kinds of player on it.
        wins: Matches won; a shared win counts as a part.
        mean: Mean final total (points).
        least: Lowest final total (points).
        most: Highest final total (points).
        round_mean: Mean points of a round.
        opened: Share of the rounds in which it opened.
        went_out: Share of the rounds in which it went out.
        last_packet: Share of its players who took up their last packet, over rounds.
        books: Finished books of each kind in a round, on average.
    """

    side: int
    players: tuple[str, ...]
    wins: float
    mean: float
    least: int
    most: int
    round_mean: float
    opened: float
    went_out: float
    last_packet: float
    books: dict[str, float]


@attrs.frozen
class Summary:
    """What many matches of one table came to.

    Attributes:
        games: Matches played.
        rounds: Mean rounds of a match.
        turns: Mean turns of a round, of all players together.
        actions: Mean actions of a match.
        ends: How many rounds ended in each way.
        sides: What each side did.
        seconds: Time of all matches together, as if played one after another.
    """

    games: int
    rounds: float
    turns: float
    actions: float
    ends: dict[str, int]
    sides: tuple[SideSummary, ...]
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        return attrs.asdict(self)


def summarize(results: Sequence[MatchResult]) -> Summary:
    """Return what ``results``, all of one table, come to.

    Raises:
        ValueError: There are no results.
    """
    if not results:
        raise ValueError("there are no matches to summarize")
    rounds = [one for result in results for one in result.rounds]
    return Summary(
        games=len(results),
        rounds=len(rounds) / len(results),
        turns=_mean(one.turns for one in rounds),
        actions=_mean(result.actions for result in results),
        ends=dict(sorted(Counter(one.reason for one in rounds).items())),
        sides=tuple(_side(results, rounds, side) for side in range(results[0].sides)),
        seconds=sum(result.seconds for result in results),
    )


def _side(
    results: Sequence[MatchResult], rounds: Sequence[RoundResult], side: int
) -> SideSummary:
    first = results[0]
    totals = [result.scores[side] for result in results]
    books: Counter[str] = Counter()
    for one in rounds:
        books.update(one.books[side])
    seats = first.seats // first.sides
    return SideSummary(
        side=side,
        players=first.players[side :: first.sides],
        wins=sum(
            1 / len(result.winners) for result in results if side in result.winners
        ),
        mean=_mean(totals),
        least=min(totals),
        most=max(totals),
        round_mean=_mean(one.points[side] for one in rounds),
        opened=_mean(one.opened[side] for one in rounds),
        went_out=_mean(one.out == side for one in rounds),
        last_packet=_mean(one.last_packet[side] / seats for one in rounds),
        books={kind: count / len(rounds) for kind, count in sorted(books.items())},
    )


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0
