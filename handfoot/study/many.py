"""Many matches: the same results whoever plays them, where, and in how many goes."""

from __future__ import annotations

import operator
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from handfoot.errors import HandfootError
from handfoot.players import STRONGEST, PlayerClass
from handfoot.rules.loading import load_rules
from handfoot.rules.ruleset import RuleSet
from handfoot.study.matches import MatchResult
from handfoot.study.results import open_results
from handfoot.study.table import Table, common_seats
from handfoot.study.workers import AHEAD, MakeExecutor, in_order, process_pool

__all__ = ["play", "play_pairs", "simulate"]


def simulate(
    rules: RuleSet | str | Path,
    games: int,
    seed: int | str = 0,
    players: str | PlayerClass | Sequence[str | PlayerClass] = STRONGEST,
    executor: Executor | MakeExecutor | None = None,
    *,
    seats: int | None = None,
    side_size: int | None = None,
    results: str | Path | None = None,
    ahead: int = AHEAD,
) -> Generator[MatchResult, None, None]:
    """Play matches between computer players, and yield their results in order.

    Match ``n`` depends on ``rules``, ``players``, ``seats``, ``side_size`` and
    ``seed`` alone: not on who plays it, nor on how many matches there are. A match
    whose worker is lost is played again, and counted once. At most ``ahead`` results
    are held, so a million matches take no more memory than a hundred. Closing the
    iterator stops the work.

    Args:
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        games: Matches.
        seed: Seed of all matches.
        players: Kinds of player: one for all, one for each seat, or kinds that go
            round the sides. A class of your own stands as ``module.Class``, or as it
            is; it is made with ``seed=`` and lives at the top of a module.
        executor: Who plays: any ``concurrent.futures.Executor`` (for many machines,
            dask's ``client.get_executor()``), or a function that makes one, so that one
            that breaks can be replaced. A pool of processes, one for each core, when
            not given.
        seats: Number of players; four where the ruleset allows it, when not given.
        side_size: Players on a side; the ruleset's usual size when not given.
        results: A file, ``.csv`` or ``.parquet``, that the results go to, one row for
            each side and round. Matches that it holds are read and not played again,
            so the same call goes on where an interrupted one stopped.
        ahead: Matches handed out before the first of them is back: more than the
            cluster plays at once.

    Raises:
        RulesetError: The ruleset cannot be played.
        HandfootError: The ruleset does not allow this table, there is no such player,
            ``games`` is below 0, ``seed`` is None, or the file holds something else.
        OSError: The file cannot be read or written.
        WorkersLost: Workers are lost at every try.
    """
    if not isinstance(rules, RuleSet):
        rules = load_rules(rules)
    if operator.index(games) < 0:
        raise HandfootError(f"{games} matches cannot be played; say 0 or more")
    if seats is None:
        seats = common_seats([rules])
    table = Table(rules, players, seats, side_size, seed)
    return play(table, games, executor, results=results, ahead=ahead)


def play(
    table: Table,
    games: int,
    executor: Executor | MakeExecutor | None = None,
    *,
    results: str | Path | None = None,
    ahead: int = AHEAD,
) -> Generator[MatchResult, None, None]:
    """Play matches at a table; see ``simulate``."""
    if results is None:
        yield from _played((_Match(table, n) for n in range(games)), executor, ahead)
        return
    with open_results(Path(results), table) as file:
        yield from islice(file.kept(), games)
        if file.count >= games:
            return
        rest = (_Match(table, number) for number in range(file.count, games))
        for result in _played(rest, executor, ahead):
            file.add(result)
            yield result


def play_pairs(
    one: Table,
    other: Table,
    games: int,
    executor: Executor | MakeExecutor | None = None,
    *,
    results: tuple[str | Path, str | Path] | None = None,
    ahead: int = AHEAD,
) -> Generator[tuple[MatchResult, MatchResult], None, None]:
    """Yield the results of match 0, 1, ... at two tables; both play in turn.

    Args:
        one: A table.
        other: Another one.
        games: Matches of each.
        executor: Who plays; see ``simulate``.
        results: The file of each table, as in ``simulate``; one may hold more matches
            than the other.
        ahead: Matches handed out before the first of them is back.

    Raises:
        HandfootError: As in ``simulate``; or both files are the same.
    """
    tables = (one, other)
    if results is None:
        matches = (_Match(table, n) for n in range(games) for table in tables)
        played = _played(matches, executor, ahead)
        yield from zip(played, played, strict=True)
        return
    first, second = map(Path, results)
    if first.resolve() == second.resolve():
        raise HandfootError(f"{first}: the results of two tables go to two files")
    with open_results(first, one) as ours, open_results(second, other) as theirs:
        files = (ours, theirs)
        counts = [sum(1 for _ in file.kept()) for file in files]
        kept = [file.kept() for file in files]
        matches = (
            _Match(table, number)
            for number in range(games)
            for table, count in zip(tables, counts, strict=True)
            if number >= count
        )
        with closing(_played(matches, executor, ahead)) as played:

            def result(side: int, number: int) -> MatchResult:
                if number < counts[side]:
                    return next(kept[side])
                found = next(played)
                files[side].add(found)
                return found

            for number in range(games):
                yield result(0, number), result(1, number)


class _Match(NamedTuple):
    """A match that is to be played."""

    table: Table
    number: int

    def __str__(self) -> str:
        return f"match {self.number} of {self.table.rules.name}"


def _played(
    matches: Iterable[_Match],
    executor: Executor | MakeExecutor | None,
    ahead: int,
) -> Generator[MatchResult, None, None]:
    return in_order(_result, matches, executor or process_pool, ahead=ahead)


def _result(match: _Match) -> MatchResult:
    return match.table.match(match.number)
