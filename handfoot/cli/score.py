"""``handfoot score``: the score of a game that is played with real cards."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handfoot.cli import FAILED, PROBLEMS
from handfoot.errors import HandfootError, ScoreError

if TYPE_CHECKING:
    from handfoot.cli.look import Look
    from handfoot.cli.prompt import LineReader
    from handfoot.rules.ruleset import RuleSet
    from handfoot.scorekeeping.keeping import Keeper
    from handfoot.scorekeeping.sheet import ScoreSheet

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--sides",
    metavar="NAMES",
    help="Who plays: partners with a comma, sides with a slash: 'Rose,June/You,Hank'; "
    "players who play alone: 'Ann/Bo/Cy'. Asked for when not given.",
)
@click.option("--dealer", metavar="NAME", help="Who deals the first round.")
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
    type=click.IntRange(2, 12),
    help="How many play, for an empty sheet without --sides.",
)
def score(
    *,
    name: str,
    sides: str | None,
    dealer: str | None,
    out: Path | None,
    source: Path | None,
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

    look = Look.of(Console(highlight=False, soft_wrap=False))
    names = [] if sides is None else _sides(sides)
    kept = _is_sheet(name)
    if source is not None and kept:
        raise click.UsageError(f"{name} is a score sheet: name the rules with --from")
    if show and not kept:
        what = "is no score sheet" if Path(name).exists() else "is not there"
        raise click.UsageError(f"{name} {what}: --show shows the file of a score sheet")
    try:
        if blank is not None:
            _write(look, blank, _blank(name, names, players, blank, kept=kept))
        elif source is not None:
            _at_once(look, name, source, names, dealer, out=out, html=html)
        elif show:
            _show(look, _loaded(Path(name)), html)
        else:
            _keep(look, name, names, dealer, out=out, html=html, kept=kept)
    except HandfootError as error:
        click.echo(str(error), err=True)
        sys.exit(PROBLEMS)


def _sides(text: str) -> list[tuple[str, ...]]:
    from handfoot.scorekeeping.seating import split_names

    return [split_names(side) for side in text.split("/")]


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


def _write(look: Look, path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        click.echo(f"{path}: {error.strerror or error}", err=True)
        sys.exit(FAILED)
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


def _blank(
    name: str,
    names: list[tuple[str, ...]],
    players: int | None,
    path: Path,
    *,
    kept: bool,
) -> str:
    from handfoot.cli.rulesets import wanted
    from handfoot.scorekeeping.blank import blank_csv, blank_html

    if kept:
        sheet = _loaded(Path(name))
        rules, sides = sheet.rules, list(sheet.table.sides)
    else:
        rules, sides = wanted(name), names
    match path.suffix.lower():
        case ".html" | ".htm":
            return blank_html(rules, sides, players=players)
        case ".csv":
            return blank_csv(rules, sides, players=players)
    raise click.UsageError(f"{path} ends in neither .html nor .csv")


def _show(look: Look, sheet: ScoreSheet, html: Path | None) -> None:
    from handfoot.cli.score_view import show_all

    show_all(look, sheet)
    for one in sheet.objections():
        look.line(("? ", "bold"), str(one))
    if html is not None:
        _write(look, html, sheet.html())


def _at_once(
    look: Look,
    name: str,
    source: Path,
    names: list[tuple[str, ...]],
    dealer: str | None,
    *,
    out: Path | None,
    html: Path | None,
) -> None:
    """Score a whole evening from a file."""
    from handfoot.cli.rulesets import wanted
    from handfoot.scorekeeping.csv_rows import sheet_from_csv
    from handfoot.scorekeeping.keeping import Keeper
    from handfoot.scorekeeping.reading import sheet_from

    rules, text = wanted(name), _text(source)
    try:
        if source.suffix.lower() in (".yaml", ".yml"):
            sheet = sheet_from(
                text, str(source), rules=rules, sides=names, dealer=dealer
            )
        else:
            sheet = sheet_from_csv(text, rules, sides=names, dealer=dealer)
    except ScoreError as error:
        raise _placed(source, error) from None
    if out is not None:
        Keeper(out, sheet).close()
    _show(look, sheet, html)
    if out is not None:
        look.line(f"Kept in {out}.")


def _keep(
    look: Look,
    name: str,
    names: list[tuple[str, ...]],
    dealer: str | None,
    *,
    out: Path | None,
    html: Path | None,
    kept: bool,
) -> None:
    """Ask for one round after another."""
    from handfoot.cli.prompt import LineReader
    from handfoot.cli.score_session import ScoreSession

    reader = LineReader(lambda _: [])
    if kept and out is not None:
        raise click.UsageError(f"{name} is kept where it is: leave out --out")
    keeper = _opened(look, name, names, dealer, out, reader, kept=kept)
    if keeper is None:
        return
    with keeper:
        look.line("Type help to see what else you can type; quit leaves.")
        ScoreSession(look, keeper, reader).run()
        if html is not None:
            _write(look, html, keeper.sheet.html())


def _opened(
    look: Look,
    name: str,
    names: list[tuple[str, ...]],
    dealer: str | None,
    out: Path | None,
    reader: LineReader,
    *,
    kept: bool,
) -> Keeper | None:
    """Return the file to keep, begun anew or gone on with."""
    from handfoot.cli.rulesets import wanted
    from handfoot.cli.score_begin import begun
    from handfoot.scorekeeping.keeping import Keeper

    rules = None if kept else wanted(name)
    path = Path(name) if kept else out or _free_name(name)
    if path.exists():
        keeper = Keeper(path)
        try:
            _check_same(keeper.sheet, rules, names, dealer, path)
        except HandfootError:
            keeper.close()
            raise
        now = keeper.sheet.round
        look.line(f"Going on with {path}" + (f", round {now}." if now else "."))
        return keeper
    assert rules is not None
    sheet = begun(look, reader, rules, names, dealer)
    if sheet is None:
        return None
    keeper = Keeper(path, sheet)
    look.line(
        f"Kept in {path}: every answer at once. To go on later: handfoot score {path}"
    )
    return keeper


def _free_name(name: str) -> Path:
    """Return where a match is kept: the unfinished one of this name, or a new one."""
    word = re.sub(r"[^a-z0-9]+", "-", Path(name).stem.lower()).strip("-") or "sheet"
    number = 1
    while True:
        path = Path(f"score-{word}{f'-{number}' if number > 1 else ''}.yaml")
        if not path.exists() or not _is_sheet(str(path)):
            return path
        if _loaded(path).round is not None:
            return path
        number += 1


def _check_same(
    sheet: ScoreSheet,
    rules: RuleSet | None,
    names: list[tuple[str, ...]],
    dealer: str | None,
    path: Path,
) -> None:
    """Make sure that a file which is there already holds the match that is meant.

    Raises:
        ScoreError: it holds another one.
    """
    other = ""
    if rules is not None and rules.digest != sheet.rules.digest:
        other = f"a match of {sheet.rules.name}"
    elif names and tuple(names) != sheet.table.sides:
        other = f"a match of {' against '.join(sheet.names)}"
    elif dealer is not None and sheet.table.player(dealer) != sheet.table.dealer_of(1):
        other = f"a match that {sheet.table.dealer_of(1)} began to deal"
    if other:
        raise ScoreError(f"{path} holds {other}: keep this one elsewhere with --out")
