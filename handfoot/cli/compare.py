"""``handfoot compare``: what a house rule really changes, on the same shuffles."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from handfoot.cli import PROBLEMS, use_color
from handfoot.cli.machine import print_json
from handfoot.cli.rulesets import wanted
from handfoot.cli.studying import (
    about,
    again,
    console,
    failed,
    html_option,
    needs_plots,
    numbers,
    shown,
    study_options,
    table_asked,
    workers,
    write_page,
)
from handfoot.cli.values import changes_asked
from handfoot.interrupt import INTERRUPTED

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet
    from handfoot.study.comparison import Comparison

_USUAL_GAMES = 200
#: With fewer pairs nothing can be said of chance.
_FEWEST = 2


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a setting of B, which is A again when it is not named: "
    "going_out.books.clean=3. May be given several times.",
)
@study_options(_USUAL_GAMES, fewest=_FEWEST)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep a row for each side and round, of A in FILE with -a before its .csv or "
    ".parquet, of B with -b; what they hold already is not played again.",
)
@html_option
def compare(
    a: str,
    b: str | None,
    *,
    settings: tuple[str, ...],
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
    """Play two rulesets on the same shuffles, and say what differs at the table.

    Ctrl-C stops and compares what has been played so far; with --out, the same command
    goes on from there.
    """
    from handfoot.errors import HandfootError
    from handfoot.study.comparison import compared
    from handfoot.study.many import play_pairs

    if b is None and not settings:
        raise click.UsageError(
            "name two rulesets, or one and what to change: --set KEY=VALUE"
        )
    one = wanted(a)
    other = _changed(one if b is None else wanted(b), settings)
    needs_plots("compare", html)
    asked = (players, seats, side_size, seed)
    table, second = (
        table_asked("compare", rules, *asked, usual=(one, other))
        for rules in (one, other)
    )
    comparison = compared(table, second)
    stopped = False
    try:
        pairs = play_pairs(table, second, games, workers(jobs), results=_files(out))
        with closing(pairs), closing(shown(pairs, games)) as results:
            for pair in results:
                comparison.add(pair)
    except KeyboardInterrupt:
        stopped = True
    except (HandfootError, OSError) as error:
        failed("compare", error)
    done = comparison.games
    if done >= _FEWEST:
        names = [a] if b is None else [a, b]
        changes = [word for setting in settings for word in ("--set", setting)]
        # A reader who leaves early costs no page, and a lost page no figures.
        try:
            if html is not None:
                from handfoot.study.report import comparison_page

                command = again("compare", [*names, *changes], table, done)
                page = comparison_page(comparison, _rules(one, other), command)
                write_page("compare", html, page)
        finally:
            _print(comparison, as_json=as_json)
    if stopped:
        click.echo(f"Stopped after {done} of {games} pairs of matches.", err=True)
        sys.exit(INTERRUPTED)


def _files(out: Path | None) -> tuple[Path, Path] | None:
    """Return the file of each ruleset."""
    if out is None:
        return None
    return out.with_stem(f"{out.stem}-a"), out.with_stem(f"{out.stem}-b")


def _changed(rules: RuleSet, settings: Sequence[str]) -> RuleSet:
    """Return the ruleset with what ``--set`` asks for, or say what is wrong."""
    from handfoot.errors import RulesetError

    if not settings:
        return rules
    changes = changes_asked(rules, settings)
    name = f"{rules.name}, {', '.join(settings)}"
    try:
        return rules.with_changes({**changes, "name": name})
    except RulesetError as error:
        color = use_color()
        click.echo(error.report.text(color=color), err=True, color=color)
        sys.exit(PROBLEMS)


def _rules(one: RuleSet, other: RuleSet) -> list[str]:
    """Return in sentences how the second ruleset differs from the first."""
    return [found.sentence for found in one.diff(other)]


# -- what is printed ------------------------------------------------------------------


def _print(comparison: Comparison, *, as_json: bool) -> None:
    if as_json:
        print_json(_plain(comparison))
        return
    from rich.table import Table as Grid

    from handfoot.study.comparison import (
        DIFFERENCES,
        INTERVALS,
        MINUTES,
        comparison_rows,
    )

    screen = console()
    one, other = comparison.one, comparison.other
    kinds = ", ".join(dict.fromkeys(one.table.kinds))
    for letter, study in (("A", one), ("B", other)):
        screen.print(f"{letter}: {study.table.rules.name}", markup=False)
    screen.print(
        f"{comparison.games:,} matches of each {comparison.pairing}, "
        f"{one.table.seats} players ({kinds})\n",
        markup=False,
    )
    screen.print("From A to B:")
    for sentence in comparison.sentences():
        screen.print(f"- {sentence}", markup=False)
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    grid.add_column("")
    for name in ("A", "B", "B - A", "95% interval", ""):
        grid.add_column(name, justify="right", no_wrap=True)
    for row in comparison_rows(comparison):
        grid.add_row(row.label, *row.cells, "*" if row.clear else "")
    screen.print()
    screen.print(grid)
    screen.print("* a clear difference", markup=False)
    screen.print(f"\n{MINUTES} {INTERVALS} {DIFFERENCES}", markup=False)


def _plain(comparison: Comparison) -> dict[str, Any]:
    found = comparison.differences()
    ones, others = (
        study.sample.estimates() for study in (comparison.one, comparison.other)
    )
    return {
        "rulesets": [
            about(study.table, comparison.games)
            for study in (comparison.one, comparison.other)
        ],
        "sentences": [*comparison.sentences()],
        "figures": {
            measure.name: {
                "label": measure.label,
                "unit": measure.unit,
                "a": numbers(ones[measure.name]),
                "b": numbers(others[measure.name]),
                "difference": numbers(found[measure.name]),
            }
            for measure in comparison.one.sample.measures
        },
    }
