"""What the commands that play many matches have in common."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import click

from handfoot.cli import FAILED, use_color
from handfoot.cli.machine import json_option
from handfoot.cli.values import find_modules_here

if TYPE_CHECKING:
    from rich.console import Console

    from handfoot.rules.ruleset import RuleSet
    from handfoot.study.sample import Difference, Estimate, Sample
    from handfoot.study.table import Table
    from handfoot.study.workers import MakeExecutor

_WIDTH: Final = 100
# Digits of a number of players; more is none.
_MOST_DIGITS: Final = 6

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Item = TypeVar("_Item")


def study_options(games: int, *, fewest: int = 1) -> Callable[[_Command], _Command]:
    """Return what adds the options of a study; ``games`` is its usual size."""
    options = (
        click.option(
            "--games",
            "-n",
            type=click.IntRange(fewest),
            default=games,
            show_default=True,
            help="Matches to play.",
        ),
        click.option(
            "--seed", default="0", show_default=True, help="Same seed, same matches."
        ),
        click.option(
            "--jobs",
            "-j",
            type=click.IntRange(1),
            help="Processes that play; the results do not depend on it.  [default: one "
            "for each core]",
        ),
        click.option(
            "--players",
            metavar="COUNT|KINDS",
            help="How many play.  [default: 4 if allowed]",
        ),
        click.option(
            "--seats",
            metavar="COUNT|KINDS",
            help="Computer players, heuristic, random or a class of your own as "
            "module.Class, with commas between them: one for each seat, or kinds that "
            "go round the sides. A number says how many play, here or there.  "
            "[default: heuristic]",
        ),
        click.option("--side-size", type=int, help="Players on a side."),
        json_option,
    )

    def add(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def table_asked(
    command: str,
    rules: RuleSet,
    players: str | None,
    seats: str | None,
    side_size: int | None,
    seed: str,
    *,
    usual: Sequence[RuleSet] = (),
) -> Table:
    """Return the table that options describe, or say what is wrong and leave.

    Args:
        command: Name of the command.
        rules: The ruleset.
        players: The option of that name.
        seats: The option of that name.
        side_size: Players on a side.
        seed: Seed of the matches.
        usual: Rulesets that must all allow the number of players, when it is not said.
    """
    from handfoot.errors import HandfootError
    from handfoot.players import STRONGEST
    from handfoot.study.table import Table, common_seats

    words = [word for word in (players, seats) if word is not None]
    numbers = [word for word in words if word.isdecimal() and len(word) <= _MOST_DIGITS]
    counts = [int(word) for word in numbers]
    kinds = [word for word in words if word not in numbers]
    find_modules_here(kinds)
    try:
        if len(counts) > 1 or len(kinds) > 1:
            raise HandfootError(
                "--players and --seats say the same; one is for how many play, the "
                "other for the kinds of player"
            )
        return Table(
            rules,
            _split(kinds[0]) if kinds else (STRONGEST,),
            counts[0] if counts else common_seats(usual or (rules,)),
            side_size,
            seed,
        )
    except HandfootError as error:
        failed(command, error)


def _split(text: str) -> tuple[str, ...]:
    return tuple(kind.strip() for kind in text.split(",") if kind.strip())


def out_option(command: _Command) -> _Command:
    """Add the option that keeps results in a file."""
    return click.option(
        "--out",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Keep a row for each side and round in this file, .csv or .parquet; what "
        "it holds already is not played again.",
    )(command)


def html_option(command: _Command) -> _Command:
    """Add the option that writes a page."""
    return click.option(
        "--html",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Write a page with figures and plots.",
    )(command)


def needs_plots(command: str, page: Path | None) -> None:
    """Say early when no page with plots can be made or written."""
    from handfoot.errors import HandfootError
    from handfoot.study.plots import need_matplotlib

    if page is None:
        return
    if not page.parent.is_dir():
        failed(command, HandfootError(f"there is no folder {page.parent}"))
    try:
        need_matplotlib()
    except HandfootError as error:
        failed(command, error)


def write_page(command: str, path: Path, page: str) -> None:
    """Write a page to a file."""
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        failed(command, error)
    click.echo(f"wrote {path}", err=True)


def again(command: str, words: Sequence[str], table: Table, games: int) -> str:
    """Return the command that gives the same results again."""
    whole = ["handfoot", command, *words, "--games", str(games)]
    whole += ["--seed", str(table.seed), "--players", str(table.seats)]
    whole += ["--seats", ",".join(table.players)]
    if table.side_size is not None:
        whole += ["--side-size", str(table.side_size)]
    return shlex.join(whole)


def failed(command: str, error: Exception) -> NoReturn:
    """Say in one line why a command could not do its work, and leave."""
    why: object = error
    if isinstance(error, OSError) and error.filename is not None:
        why = f"{error.filename}: {error.strerror}"
    click.echo(f"handfoot {command}: {why}", err=True)
    for note in getattr(error, "__notes__", ()):
        click.echo(note, err=True)
    sys.exit(FAILED)


def workers(jobs: int | None) -> MakeExecutor:
    """Return what makes the processes that play."""
    from handfoot.study.workers import process_pool

    return partial(process_pool, jobs)


def shown(items: Iterator[_Item], total: int) -> Generator[_Item, None, None]:
    """Yield ``items``, with a progress bar if somebody is there to see it."""
    from rich.console import Console
    from rich.progress import track

    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield from items
        return
    yield from track(items, "Playing", total=total, console=screen, transient=True)


def console() -> Console:
    """Return a console on standard output."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(no_color=not use_color(), highlight=False)
    # A file has no width; a fixed one keeps every column.
    return Console(no_color=True, highlight=False, width=_WIDTH)


def heading(table: Table, games: int) -> str:
    """Return the first line of what is printed on a table."""
    count = f"{games:,} {'match' if games == 1 else 'matches'}"
    return f"{table.rules.name}: {count}, {table.seats} players"


def about(table: Table, games: int) -> dict[str, Any]:
    """Return what was played, as plain data."""
    return {
        "ruleset": table.rules.name,
        "digest": table.rules.digest,
        "seats": table.seats,
        "side_size": table.seats // table.sides,
        "players": list(table.kinds),
        "seed": table.seed,
        "games": games,
    }


def plain(sample: Sample) -> dict[str, dict[str, float | None]]:
    """Return the averages of a sample as plain data; what is not known is none."""
    return {name: numbers(one) for name, one in sample.estimates().items()}


def numbers(found: Estimate | Difference) -> dict[str, float | None]:
    """Return an average or a difference as plain data."""
    import attrs

    return {
        name: value if isfinite(value) else None
        for name, value in attrs.asdict(found).items()
    }
