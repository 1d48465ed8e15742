"""``handfoot check``: everything that is wrong with rule files, in one go."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import Final

import click

from handfoot.cli import FAILED, PROBLEMS, use_color
from handfoot.cli.machine import json_option, print_json
from handfoot.cli.rulesets import could_not_read, files_in, read
from handfoot.rules.reports.problems import Report
from handfoot.rules.ruleset import RuleSet

_FORMATS: Final = ("text", "json", "github", "sarif")
_PAUSE: Final = 0.4


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR|NAME|-...")
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="text",
    help="How to print the problems.",
)
@json_option
@click.option("--strict", is_flag=True, help="Let warnings fail as errors do.")
@click.option(
    "--play",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Also play N matches with each number of players, and warn of what works on "
    "paper but not at the table; 20 say much.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved.")
@click.option(
    "--max-errors",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Problems to show; the rest are counted.",
)
def check(
    *,
    paths: tuple[str, ...],
    form: str,
    as_json: bool,
    strict: bool,
    play: int,
    watch: bool,
    max_errors: int,
) -> None:
    """Say what is wrong with rule files.

    Exit code 0: they can be played; 1: there are problems; 2: not everything could be
    checked.
    """
    if as_json and form not in ("text", "json"):
        raise click.UsageError(f"choose one of --json and --format {form}")
    if watch:
        _watch(paths, play, max_errors)
    report, code = _check_all(paths, play)
    _print(report, "json" if as_json else form, max_errors)
    sys.exit(PROBLEMS if strict and not code and report.problems else code)


def _check_all(paths: Iterable[str], games: int) -> tuple[Report, int]:
    reports, code = [], 0
    for path in _expanded(paths):
        rules, report = read(path)
        if rules is not None and games:
            report = Report.merge(report, _played(rules, games))
        reports.append(report)
        if could_not_read(report):
            code = FAILED
        elif not report.ok:
            code = max(code, PROBLEMS)
    return Report.merge(*reports), code


def _played(rules: RuleSet, games: int) -> Report:
    """Return what some matches of a ruleset find, with each number of players."""
    from handfoot.cli.studying import shown
    from handfoot.study.lint import merged, play_problems, tables_to_play
    from handfoot.study.many import play

    tables = tables_to_play(rules)
    matches = chain.from_iterable(play(table, games) for table in tables)
    with closing(shown(matches, games * len(tables))) as results:
        problems = merged(
            # Each takes its share of what is played, one after another.
            play_problems(table, islice(results, games))
            for table in tables
        )
    return Report(problems, sources=rules.made_from.sources)


def _expanded(paths: Iterable[str]) -> Iterable[str]:
    for path in paths:
        if not path:
            raise click.UsageError('an empty name; write "." for this folder')
        if not Path(path).is_dir():
            yield path
            continue
        found = [*files_in(Path(path))]
        if not found:
            raise click.UsageError(f"there are no .yaml files in {path}")
        yield from found


def _print(report: Report, form: str, max_errors: int) -> None:
    match form:
        case "json":
            print_json(report.to_json())
        case "sarif":
            print_json(report.sarif())
        case "github":
            lines = report.github()
            if lines:
                click.echo(lines)
        case _:
            color = use_color()
            text = report.text(color=color, max_problems=max_errors)
            click.echo(text, color=color)
            if len(report.problems) > max_errors:
                click.echo(f"See all of them: --max-errors {len(report.problems)}")


def _watch(paths: tuple[str, ...], games: int, max_errors: int) -> None:
    """Check again and again until the person has had enough."""
    seen: dict[str, float] | None = None
    try:
        while True:
            report = _check_all(paths, games)[0]
            now = _times(report.files)
            if now != seen:
                seen = now
                click.clear()
                _print(report, "text", max_errors)
                click.echo("\nWatching; press Ctrl-C to stop.")
            while _times(report.files) == seen:
                time.sleep(_PAUSE)
    except KeyboardInterrupt:
        sys.exit(0)


def _times(files: Iterable[str]) -> dict[str, float]:
    times = {}
    for file in files:
        try:
            times[file] = Path(file).stat().st_mtime
        except OSError:
            times[file] = 0.0
    return times
