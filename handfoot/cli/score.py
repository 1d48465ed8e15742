"""``handfoot score``: the score of a game that is played with real cards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.cli import FAILED, PROBLEMS
from handfoot.cli.machine import json_option, print_json
from handfoot.errors import HandfootError, ScoreError
from handfoot.rules.language.head import MOST_PLAYERS

if TYPE_CHECKING:
    from handfoot.cli.look import Look
    from handfoot.cli.score_begin import Wish
    from handfoot.scorekeeping.sheet import ScoreSheet

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--sides",
    metavar="NAMES",
    help="Who plays: partners with a comma, sides with a slash: 'East,West/You,Mate'; "
    "players who play alone: 'Red/Blue/Green'. Asked for when not given.",
)
@click.option("--dealer", metavar="NAME", help="Who deals the first round.")
@click.option(
    "--order",
    metavar="NUMBERS",
    help="The rounds as the lot has them, where the rules draw lots: '3 1 4 2'.",
)
@click.option(
    "--out", type=_FILE, help="Keep the score sheet here (YAML); else it gets a name."
)
@click.option(
    "--from",
    "source",
    type=_FILE,
    help="Score a whole evening at once: CSV or YAML, one row for each side and round "
    "(--blank makes the table).",
)
@json_option
@click.option("--show", is_flag=True, help="Only show the score sheet FILE.")
@click.option(
    "--html", type=_FILE, help="Write the filled score sheet here, as a page to print."
)
@click.option(
    "--blank",
    type=_FILE,
    help="Write an empty score sheet for these rules: .html to print, .csv to fill in "
    "for --from.",
)
@click.option(
    "--players",
    type=click.IntRange(2, MOST_PLAYERS),
    help="How many play, for an empty sheet without --sides.",
)
def score(
    *,
    name: str,
    sides: str | None,
    dealer: str | None,
    order: str | None,
    out: Path | None,
    source: Path | None,
    as_json: bool,
    show: bool,
    html: Path | None,
    blank: Path | None,
    players: int | None,
) -> None:
    """Keep the score of a real table: no cards in the computer.

    NAME is a shipped ruleset (`handfoot list`), FILE a ruleset of yours or a score
    sheet begun before, to go on with. You are asked for what people count at the end
    of a round, and see the points, the totals and what the next round needs.

    \b
      handfoot score whitnack                       begin a match, or go on with it
      handfoot score score-whitnack.yaml            go on, or correct something
      handfoot score score-whitnack.yaml --show --html evening.html
      handfoot score whitnack --blank sheet.html    an empty sheet to print
      handfoot score whitnack --blank evening.csv   an empty table to fill in, and
      handfoot score whitnack --from evening.csv    score a whole evening at once
    """  # noqa: D301 - the mark of click for lines that stay as they are
    from rich.console import Console

    from handfoot.cli.look import Look
    from handfoot.cli.rulesets import wanted
    from handfoot.cli.score_begin import Wish, order_of, sides_of

    path = Path(name) if _is_sheet(name) else None
    if source is not None and path:
        raise click.UsageError(f"{name} is a score sheet: name the rules with --from")
    if show and not path:
        what = "is no score sheet" if Path(name).exists() else "is not there"
        raise click.UsageError(f"{name} {what}: --show shows the file of a score sheet")
    if as_json and not (show or source):
        raise click.UsageError("--json goes with --show or --from")
    if path and out is not None:
        raise click.UsageError(f"{name} is kept where it is: leave out --out")
    rules = None if path else wanted(name)
    look = Look.of(Console(highlight=False))
    try:
        seats = [] if sides is None else sides_of(rules, sides)
        lot = None if order is None else order_of(order)
        wish = Wish(path, name, rules, seats, dealer, lot, out, html)
        if blank is not None:
            _write(look, blank, _blank(wish, players, blank))
        elif source is not None:
            _at_once(look, wish, source, as_json=as_json)
        elif show:
            _show(look, _loaded(Path(name)), html, as_json=as_json)
        else:
            _keep(look, wish)
    except HandfootError as error:
        click.echo(str(error), err=True)
        sys.exit(PROBLEMS)


def _is_sheet(name: str) -> bool:
    from handfoot.scorekeeping.reading import is_sheet

    path = Path(name)
    return path.is_file() and is_sheet(_text(path))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        click.echo(f"{path}: {error.strerror or error}", err=True)
    except UnicodeDecodeError:
        click.echo(f"{path} is no text in UTF-8", err=True)
    sys.exit(FAILED)


def _write(look: Look, path: Path, text: str, *, quiet: bool = False) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        click.echo(f"{path}: {error.strerror or error}", err=True)
        sys.exit(FAILED)
    if not quiet:
        look.line(f"Wrote {path}.")


def _loaded(path: Path) -> ScoreSheet:
    from handfoot.scorekeeping.sheet import ScoreSheet

    try:
        return ScoreSheet.loads(_text(path), name=str(path))
    except ScoreError as error:
        raise _placed(path, error) from None


def _placed(path: Path, error: ScoreError) -> ScoreError:
    where = f"{path}:{error.line}" if error.line else str(path)
    return ScoreError(f"{where}: {error.message}", error.objections)


def _blank(wish: Wish, players: int | None, path: Path) -> str:
    from handfoot.scorekeeping.blank import blank_csv, blank_html

    made = {".html": blank_html, ".htm": blank_html, ".csv": blank_csv}
    write = made.get(path.suffix.lower())
    if write is None:
        raise click.UsageError(f"{path} ends in neither .html nor .csv")
    if wish.rules is not None:
        return write(wish.rules, wish.sides, players=players)
    sheet = _loaded(Path(wish.name))
    return write(sheet.rules, sheet.table.sides, players=players)


def _show(look: Look, sheet: ScoreSheet, html: Path | None, *, as_json: bool) -> None:
    from handfoot.cli.score_view import score_data, show_all

    if as_json:
        print_json(score_data(sheet))
    else:
        show_all(look, sheet)
        for one in sheet.objections():
            look.line(("? ", "bold"), str(one))
    if html is not None:
        _write(look, html, sheet.html(), quiet=as_json)


def _at_once(look: Look, wish: Wish, source: Path, *, as_json: bool) -> None:
    """Score a whole evening from a file."""
    from handfoot.scorekeeping.csv_rows import sheet_from_csv
    from handfoot.scorekeeping.keeping import Keeper
    from handfoot.scorekeeping.reading import sheet_from

    text, rules = _text(source), wish.rules
    assert rules is not None
    try:
        if source.suffix.lower() in (".yaml", ".yml"):
            sheet = sheet_from(
                text,
                str(source),
                rules=rules,
                sides=wish.sides,
                dealer=wish.dealer,
                order=wish.order,
            )
        else:
            sheet = sheet_from_csv(
                text, rules, sides=wish.sides, dealer=wish.dealer, order=wish.order
            )
    except ScoreError as error:
        raise _placed(source, error) from None
    if wish.out is not None:
        Keeper(wish.out, sheet).close()
    _show(look, sheet, wish.html, as_json=as_json)
    if wish.out is not None and not as_json:
        look.line(f"Kept in {wish.out}.")


def _keep(look: Look, wish: Wish) -> None:
    """Ask for one round after another."""
    from handfoot.cli.prompt import LineReader
    from handfoot.cli.score_begin import opened
    from handfoot.cli.score_session import ScoreSession

    reader = LineReader(lambda _: [])
    keeper = opened(look, reader, wish)
    if keeper is None:
        return
    with keeper:
        look.line("Type help to see what else you can type; quit leaves.")
        ScoreSession(look, keeper, reader).run()
        if wish.html is not None:
            _write(look, wish.html, keeper.sheet.html())
