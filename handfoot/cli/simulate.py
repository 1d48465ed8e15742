"""``handfoot simulate``: many matches between computer players, and what came of it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Final

import click

from handfoot.cli import FAILED, use_color
from handfoot.cli.rulesets import wanted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from handfoot.rules.ruleset import RuleSet
    from handfoot.study.matches import Job, MatchResult
    from handfoot.study.summary import SideSummary, Summary

#: What a shell expects of a program that was interrupted.
_INTERRUPTED: Final = 130
_USUAL: Final = 4
_WIDTH: Final = 100


@click.command()
@click.argument("name", metavar="NAME|FILE|-")
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Matches to play.",
)
@click.option("--seed", default="0", show_default=True, help="Same seed, same matches.")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Processes that play; the results do not depend on it.",
)
@click.option("--players", type=int, help="How many play.  [default: 4 if allowed]")
@click.option(
    "--seats",
    default="heuristic",
    show_default=True,
    metavar="KINDS",
    help="Computer players, heuristic or random, with commas between them: one for "
    "each seat, or kinds that go round the sides.",
)
@click.option("--side-size", type=int, help="Players on a side.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures for programs.")
def simulate(
    name: str,
    *,
    games: int,
    seed: str,
    jobs: int,
    players: int | None,
    seats: str,
    side_size: int | None,
    as_json: bool,
) -> None:
    """Play many matches between computer players.

    Ctrl-C stops and shows what has been played so far.
    """
    from handfoot.errors import HandfootError
    from handfoot.study.matches import Job

    rules = wanted(name)
    count = _usual_seats(rules) if players is None else players
    kinds = tuple(kind.strip() for kind in seats.split(",") if kind.strip())
    job = Job(rules, kinds, games, count, side_size, seed)
    try:
        job.check()
    except HandfootError as error:
        click.echo(f"handfoot simulate: {error}", err=True)
        sys.exit(FAILED)
    began = time.perf_counter()
    results, stopped = _play(job, jobs)
    elapsed = time.perf_counter() - began
    if results:
        _print(job, results, elapsed, as_json=as_json)
    if stopped:
        click.echo(f"Stopped after {len(results)} of {games} matches.", err=True)
        sys.exit(_INTERRUPTED)


def _usual_seats(rules: RuleSet) -> int:
    counts: tuple[int, ...] = rules["players.counts"]
    return _USUAL if _USUAL in counts else counts[0]


def _play(job: Job, jobs: int) -> tuple[list[MatchResult], bool]:
    """Return the results, and whether the work was stopped before its end."""
    from handfoot.study.matches import run

    results: list[MatchResult] = []
    try:
        with closing(_shown(run(job, workers=jobs), job.games)) as matches:
            results.extend(matches)
    except KeyboardInterrupt:
        return results, True
    return results, False


def _shown(
    matches: Iterator[MatchResult], total: int
) -> Generator[MatchResult, None, None]:
    """Yield ``matches``, with a progress bar if somebody is there to see it."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if not console.is_terminal:
        yield from matches
        return
    yield from track(matches, "Playing", total=total, console=console, transient=True)


# -- what is printed ------------------------------------------------------------------


def _print(
    job: Job, results: list[MatchResult], elapsed: float, *, as_json: bool
) -> None:
    from handfoot.study.summary import summarize

    summary = summarize(results)
    if as_json:
        data = {
            "ruleset": job.rules.name,
            "digest": job.rules.digest,
            "seats": job.seats,
            "side_size": job.seats // results[0].sides,
            "players": list(results[0].players),
            "seed": job.seed,
            **summary.to_dict(),
            "elapsed": elapsed,
        }
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    console = _console()
    _print_head(console, job, summary, elapsed)
    console.print(_table(summary))


def _console() -> Console:
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(no_color=not use_color(), highlight=False)
    # A file has no width; a fixed one keeps every column.
    return Console(no_color=True, highlight=False, width=_WIDTH)


def _print_head(console: Console, job: Job, summary: Summary, elapsed: float) -> None:
    games = _number(summary.games, "match", "matches")
    console.print(f"{job.rules.name}: {games}, {job.seats} players", markup=False)
    total = sum(summary.ends.values())
    ends = ", ".join(
        f"{_ENDS[reason]} {count / total:.0%}" for reason, count in summary.ends.items()
    )
    console.print(
        f"{summary.rounds:.1f} rounds a match, {summary.turns:.1f} turns a round, "
        f"{summary.actions:,.0f} actions a match"
    )
    console.print(f"Rounds ended: {ends}")
    rate = summary.games * summary.actions / elapsed if elapsed else 0.0
    console.print(f"{elapsed:.1f} seconds, {rate:,.0f} actions a second\n")


_ENDS: Final = {
    "out": "somebody went out",
    "stock": "the stock was short",
    "turns": "no turns were left",
}


def _number(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _table(summary: Summary) -> Table:
    """Return a table with a column for each side."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    for side in summary.sides:
        table.add_column(f"Side {side.side + 1}", justify="right")
    for label, *cells in _rows(summary.sides, summary.games):
        table.add_row(label, *cells)
    return table


def _rows(sides: tuple[SideSummary, ...], games: int) -> Iterator[list[str]]:
    yield ["players", *("+".join(sorted({*side.players})) for side in sides)]
    yield ["matches won", *(f"{side.wins / games:.1%}" for side in sides)]
    yield ["final total, mean", *(f"{side.mean:,.0f}" for side in sides)]
    yield ["lowest", *(f"{side.least:,}" for side in sides)]
    yield ["highest", *(f"{side.most:,}" for side in sides)]
    yield ["points of a round", *(f"{side.round_mean:,.0f}" for side in sides)]
    yield ["rounds opened", *(f"{side.opened:.1%}" for side in sides)]
    yield ["rounds gone out", *(f"{side.went_out:.1%}" for side in sides)]
    yield ["last packets reached", *(f"{side.last_packet:.1%}" for side in sides)]
    kinds = sorted({kind for side in sides for kind in side.books})
    for kind in kinds:
        cells = (f"{side.books.get(kind, 0.0):.2f}" for side in sides)
        yield [f"{kind} books a round", *cells]
