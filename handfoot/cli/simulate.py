"""``handfoot simulate``: many matches between computer players, side by side."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.cli.machine import print_json
from handfoot.cli.rulesets import wanted
from handfoot.cli.studying import (
    about,
    console,
    failed,
    heading,
    out_option,
    plain,
    shown,
    study_options,
    table_asked,
    workers,
)
from handfoot.interrupt import INTERRUPTED

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from handfoot.study.matches import MatchResult
    from handfoot.study.table import Table

_USUAL_GAMES = 100


@click.command()
@click.argument("name", metavar="NAME|FILE|-")
@study_options(_USUAL_GAMES)
@out_option
def simulate(
    name: str,
    *,
    games: int,
    seed: str,
    jobs: int | None,
    players: str | None,
    seats: str | None,
    side_size: int | None,
    as_json: bool,
    out: Path | None,
) -> None:
    """Play many matches between computer players.

    Ctrl-C stops and shows what has been played so far; with --out, the same command
    goes on from there.
    """
    from handfoot.errors import HandfootError
    from handfoot.study.many import play

    table = table_asked("simulate", wanted(name), players, seats, side_size, seed)
    played = _Played(table, all_new=out is None)
    stopped = False
    matches = play(table, games, workers(jobs), results=out)
    try:
        with closing(matches), closing(shown(matches, games)) as results:
            for result in results:
                played.add(result)
    except KeyboardInterrupt:
        stopped = True
    except (HandfootError, OSError) as error:
        failed("simulate", error)
    if played.games:
        played.print(as_json=as_json)
    if stopped:
        click.echo(f"Stopped after {played.games} of {games} matches.", err=True)
        sys.exit(INTERRUPTED)


class _Played:
    """What has been played so far.

    Args:
        table: Where.
        all_new: Whether none of it may come from a file.
    """

    def __init__(self, table: Table, *, all_new: bool) -> None:
        from handfoot.study.measures import match_measures, side_measures
        from handfoot.study.sample import Sample

        self.table = table
        self.all_new = all_new
        self.began = time.perf_counter()
        self.actions = 0
        self.match = Sample(match_measures())
        size = table.seats // table.sides
        self.sides = [
            Sample(side_measures(table.book_kinds, [side], size))
            for side in range(table.sides)
        ]

    @property
    def games(self) -> int:
        return self.match.games

    def add(self, result: MatchResult) -> None:
        self.actions += result.actions
        for sample in (self.match, *self.sides):
            sample.add(result)

    def print(self, *, as_json: bool) -> None:
        elapsed = time.perf_counter() - self.began
        if as_json:
            data = {
                **about(self.table, self.games),
                "actions": self.actions,
                "match": plain(self.match),
                "sides": [plain(sample) for sample in self.sides],
                "elapsed": elapsed,
            }
            print_json(data)
            return
        screen = console()
        screen.print(heading(self.table, self.games), markup=False)
        for line in self._lines(elapsed):
            screen.print(line)
        screen.print(self._grid())

    def _lines(self, elapsed: float) -> Iterator[str]:
        now = {name: one.value for name, one in self.match.estimates().items()}
        yield (
            f"{now['rounds']:.1f} rounds a match, {now['round_turns']:.1f} turns a "
            f"round, {self.actions / self.games:,.0f} actions a match"
        )
        threes = now["ended_threes"]
        yield (
            f"Rounds ended: somebody went out {now['ended_out']:.0%}, the stock was "
            f"short {now['ended_stock']:.0%}, no turns were left "
            f"{now['ended_turns']:.0%}" + (f", threes {threes:.0%}" if threes else "")
        )
        rate = f", {self.actions / elapsed:,.0f} actions a second"
        # Matches that are read from a file would make it look fast.
        yield f"{elapsed:.1f} seconds{rate if self.all_new else ''}\n"

    def _grid(self) -> Grid:
        """Return a table with a column for each side."""
        from rich.table import Table as Grid

        from handfoot.study.wording import said

        grid = Grid(box=None, padding=(0, 2, 0, 0))
        grid.add_column("")
        sides = range(len(self.sides))
        for side in sides:
            grid.add_column(f"Side {side}", justify="right")
        kinds = [sorted({*self.table.kinds[side :: len(sides)]}) for side in sides]
        grid.add_row("players", *map("+".join, kinds))
        for number, measure in enumerate(self.sides[0].measures):
            each = [one.estimate(one.measures[number]) for one in self.sides]
            grid.add_row(
                measure.label, *(said(one.value, measure.unit) for one in each)
            )
            if measure.name == "total":
                for label, ends in (
                    ("lowest", (one.least for one in each)),
                    ("highest", (one.most for one in each)),
                ):
                    grid.add_row(label, *(said(end, "points") for end in ends))
        return grid
