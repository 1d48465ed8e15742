"""``handfoot replay``: play a record again and tell it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.cli import FAILED, PROBLEMS

if TYPE_CHECKING:
    from handfoot.cli.look import Look
    from handfoot.table.record import Record


@click.command()
@click.argument(
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path, allow_dash=True),
)
@click.option(
    "--until",
    type=click.IntRange(0),
    metavar="N",
    help="Stop after N actions and show the table as it stands there.",
)
@click.option("--quiet", "-q", is_flag=True, help="Only say whether it can be played.")
def replay(file: Path, until: int | None, quiet: bool) -> None:
    """Play the record in FILE again: every action is checked by its rules.

    Exit code 0 when all of it is allowed and leads to the result it names, 1 when not.
    """
    from rich.console import Console

    from handfoot.cli.look import Look
    from handfoot.errors import RecordError
    from handfoot.table.record import Record

    look = Look.of(Console(highlight=False))
    try:
        with click.open_file(str(file), encoding="utf-8") as opened:
            text = opened.read()
    except UnicodeDecodeError:
        click.echo(f"{file}: this is no record: it is not saved as UTF-8", err=True)
        raise SystemExit(FAILED) from None
    except OSError as error:
        click.echo(f"{file}: {error.strerror or error}", err=True)
        raise SystemExit(FAILED) from None
    try:
        record = Record.loads(text, name=str(file))
        if record.redacted_for is not None:
            _tell_redacted(look, record, until)
            return
        game = record.play(until=until)
        if not quiet:
            _tell(look, record, until)
    except RecordError as error:
        click.echo(f"{file}: {error}", err=True)
        for refusal in error.refusals:
            click.echo(f"  {refusal.key} {refusal.origin}".rstrip(), err=True)
        raise SystemExit(PROBLEMS) from None
    look.line(f"{game.ply} actions, all of them allowed.")


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
