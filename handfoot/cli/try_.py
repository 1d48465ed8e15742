"""``handfoot try``: run scenario files and say what came out otherwise."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from handfoot.cli import FAILED, PROBLEMS, use_color
from handfoot.errors import ScenarioError
from handfoot.table.scenario import SUFFIX, Result, load_scenarios

__all__ = ["try_"]


@click.command(name="try")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR...")
@click.option("-v", "--verbose", is_flag=True, help="List what came out as said, too.")
def try_(paths: tuple[str, ...], verbose: bool) -> None:
    """Run scenario files: positions, actions, and what must come of them.

    A folder stands for every file in it that ends in .scenario.yaml.

    Exit code 0: all came out as the files say; 1: something did not, or a file has
    mistakes; 2: a file could not be read.
    """
    color = use_color()
    code = 0
    passed = failed = 0
    for path in _files(paths):
        try:
            scenarios = load_scenarios(path)
        except ScenarioError as error:
            click.echo(f"{error}\n")
            code = max(code, PROBLEMS)
            continue
        except OSError as error:
            click.echo(f"handfoot: {error}", err=True)
            code = FAILED
            continue
        for scenario in scenarios:
            result = scenario.run()
            passed += result.passed
            failed += not result.passed
            for line in _lines(result, verbose=verbose):
                click.echo(line, color=color)
    if failed:
        code = max(code, PROBLEMS)
    click.echo(_closing(passed, failed))
    sys.exit(code)


def _files(paths: Iterable[str]) -> Iterator[Path]:
    for path in paths:
        if not Path(path).is_dir():
            yield Path(path)
            continue
        found = sorted(Path(path).rglob(f"*{SUFFIX}"))
        if not found:
            raise click.UsageError(f"there are no files *{SUFFIX} in {path}")
        yield from found


def _lines(result: Result, *, verbose: bool) -> Iterator[str]:
    if result.passed:
        if verbose:
            yield f"{click.style('as said', fg='green')}  {result.scenario.name}"
        return
    yield f"{click.style('FAILED', fg='red', bold=True)}   {result.scenario.name}"
    for difference in result.differences:
        yield f"  {difference}"


def _closing(passed: int, failed: int) -> str:
    total = passed + failed
    words = f"{total} scenario{'' if total == 1 else 's'}"
    if not total:
        return "No scenario was run."
    return f"{words}: {f'{failed} failed' if failed else 'all came out as said'}."
