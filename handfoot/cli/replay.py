"""``handfoot replay``: play a record again and tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.cli import FAILED, PROBLEMS
from handfoot.cli.rulesets import records_in

if TYPE_CHECKING:
    from handfoot.cli.look import Look
    from handfoot.table.record import Record


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR...")
@click.option(
    "--until",
    type=click.IntRange(0),
    metavar="N",
    help="Stop after N actions and show the table as it stands there.",
)
@click.option("--quiet", "-q", is_flag=True, help="Only say whether it can be played.")
def replay(paths: tuple[str, ...], until: int | None, quiet: bool) -> None:
    """Play the record in FILE again: every action is checked by its rules.

    Of several files, or of the records in a folder, only the verdicts are told.

    Exit code 0 when all of it is allowed and leads to the result it names; 1 when not;
    2 when a file could not be read.
    """
    from rich.console import Console

    from handfoot.cli.look import Look

    look = Look.of(Console(highlight=False))
    files = [*_files(paths)]
    several = len(files) > 1
    codes = [
        _replay(look, file, until, quiet=quiet or several, named=several)
        for file in files
    ]
    if several:
        wrong = len(codes) - codes.count(0)
        verdict = f"{wrong} failed" if wrong else "all of them are sound"
        click.echo(f"{len(codes)} records: {verdict}.")
    raise SystemExit(max(codes))


def _files(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        if not Path(path).is_dir():
            yield path
            continue
        found = [*records_in(Path(path))]
        if not found:
            raise click.UsageError(f"there are no records in {path}")
        yield from found


def _replay(
    look: Look, file: str, until: int | None, *, quiet: bool, named: bool
) -> int:
    """Play one record again, say what comes of it, and return the exit code."""
    from handfoot.errors import RecordError
    from handfoot.table.record import Record

    try:
        with click.open_file(file, encoding="utf-8") as opened:
            text = opened.read()
    except UnicodeDecodeError:
        click.echo(f"{file}: this is no record: it is not saved as UTF-8", err=True)
        return FAILED
    except OSError as error:
        click.echo(f"{file}: {error.strerror or error}", err=True)
        return FAILED
    name = f"{file}: " if named else ""
    try:
        record = Record.loads(text, name=file)
        if record.redacted_for is not None:
            if not quiet or not named:
                _tell_redacted(look, record, until)
            else:
                # Never broken into lines: programs read these.
                click.echo(f"{name}as one seat saw it, so it cannot be played again.")
            return 0
        game = record.play(until=until)
        if not quiet:
            _tell(look, record, until)
    except RecordError as error:
        click.echo(f"{file}: {error}", err=True)
        for refusal in error.refusals:
            click.echo(f"  {refusal.key} {refusal.origin}".rstrip(), err=True)
        return PROBLEMS
    click.echo(f"{name}{game.ply} actions, all of them allowed.")
    return 0


def _tell(look: Look, record: Record, until: int | None) -> None:
    """Tell the game as a spectator sees it, then the table where it stops."""
    from handfoot.cli.news import News
    from handfoot.cli.table_view import show_table

    game = record.start()
    news = News(look, game, None)
    for step in record.steps[:until]:
        news.catch_up()
        record.do(step, game)
    news.catch_up()
    news.flush()
    if not game.is_over:
        show_table(look, game.view(None))


def _tell_redacted(look: Look, record: Record, until: int | None) -> None:
    """Tell what the record says was seen: it cannot be played."""
    steps = record.steps[:until]
    for step in steps:
        _comment(look, step.comment)
        look.line(f"  {step.action}")
    if len(steps) == len(record.steps):
        _comment(look, record.closing)
    seen = record.redacted_for
    who = record.names[seen] if isinstance(seen, int) else str(seen)
    look.line(f"As seen by {who}; what was hidden is not in this record.")


def _comment(look: Look, comment: str) -> None:
    for line in comment.splitlines():
        look.console.print(look.sentence(line))
