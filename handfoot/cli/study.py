"""``handfoot study``: what a ruleset plays like."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.cli.machine import print_json
from handfoot.cli.rulesets import wanted
from handfoot.cli.studying import (
    about,
    again,
    console,
    failed,
    heading,
    html_option,
    needs_plots,
    numbers,
    out_option,
    shown,
    study_options,
    table_asked,
    workers,
    write_page,
)
from handfoot.interrupt import INTERRUPTED

if TYPE_CHECKING:
    from handfoot.study.comparison import Study

_USUAL_GAMES = 200


@click.command()
@click.argument("name", metavar="NAME|FILE|-")
@study_options(_USUAL_GAMES)
@out_option
@html_option
def study(
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
    html: Path | None,
) -> None:
    """Say what a ruleset plays like: length, ends of rounds, scores, books, luck.

    Ctrl-C stops and tells of what has been played so far; with --out, the same command
    goes on from there.
    """
    from handfoot.errors import HandfootError
    from handfoot.study.comparison import studied
    from handfoot.study.many import play

    needs_plots("study", html)
    table = table_asked("study", wanted(name), players, seats, side_size, seed)
    found = studied(table)
    stopped = False
    try:
        matches = play(table, games, workers(jobs), results=out)
        with closing(matches), closing(shown(matches, games)) as results:
            for result in results:
                found.sample.add(result)
    except KeyboardInterrupt:
        stopped = True
    except (HandfootError, OSError) as error:
        failed("study", error)
    done = found.sample.games
    if done:
        # A reader who leaves early costs no page, and a lost page no figures.
        try:
            if html is not None:
                from handfoot.study.report import study_page

                command = again("study", [name], table, done)
                write_page("study", html, study_page(found, command))
        finally:
            _print(found, as_json=as_json)
    if stopped:
        click.echo(f"Stopped after {done} of {games} matches.", err=True)
        sys.exit(INTERRUPTED)


def _print(found: Study, *, as_json: bool) -> None:
    if as_json:
        figures = {
            measure.name: {
                "label": measure.label,
                "unit": measure.unit,
                **numbers(found.sample.estimate(measure)),
            }
            for measure in found.sample.measures
        }
        data = {**about(found.table, found.sample.games), "figures": figures}
        print_json(data)
        return
    from rich.table import Table as Grid

    from handfoot.study.comparison import INTERVALS, MINUTES, study_rows

    screen = console()
    screen.print(f"{heading(found.table, found.sample.games)}\n", markup=False)
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    grid.add_column("")
    for label in ("average", "95% interval", "spread of matches"):
        grid.add_column(label, justify="right", no_wrap=True)
    for row in study_rows(found):
        grid.add_row(row.label, *row.cells)
    screen.print(grid)
    screen.print(f"\n{MINUTES} {INTERVALS}", markup=False)
