"""``handfoot rulecard``: a ruleset in plain words, for the terminal or for paper."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

import click

from handfoot.cli import FAILED, use_color
from handfoot.cli.rulesets import wanted
from handfoot.errors import HandfootError

if TYPE_CHECKING:
    from rich.console import Console

    from handfoot.rulecard.card import Block, Examples, RuleCard, Section, Table

_FORMATS = ("terminal", "markdown", "html")
_OF_SUFFIX = {
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".txt": "terminal",
    "": "terminal",
}
_WIDEST = 100
_MARKS = {"checklist": "\u2610", "example": " "}


@click.command()
@click.argument("name", metavar="NAME|FILE|-")
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    help="How to write it; by default what the ending of --out says.",
)
@click.option("--players", type=int, help="Write it for this head count.")
@click.option("--side-size", type=int, help="Write it for sides of this size.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to a file: .html, .md or .txt.",
)
def rulecard(
    name: str,
    form: str | None,
    players: int | None,
    side_size: int | None,
    out: Path | None,
) -> None:
    """Print the rules in plain words.

    The HTML is one file that prints on two pages and can be read on a phone.
    """
    rules = wanted(name)
    try:
        card = rules.rule_card(players=players, side_size=side_size)
    except HandfootError as error:
        click.echo(str(error), err=True)
        sys.exit(FAILED)
    form = form or _OF_SUFFIX.get(out.suffix.lower() if out else "")
    if form is None:
        raise click.UsageError(
            f"{out} ends in none of .html, .md and .txt: say --format as well"
        )
    if form == "terminal" and out is None:
        _show(card)
        return
    text = _text(card, form)
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        click.echo(f"{out}: {error.strerror or error}", err=True)
        sys.exit(FAILED)


def _text(card: RuleCard, form: str) -> str:
    match form:
        case "html":
            return card.html()
        case "markdown":
            return card.markdown()
    from io import StringIO

    from rich.console import Console

    page = Console(file=StringIO(), width=_WIDEST, color_system=None)
    _print(page, card)
    written = page.file
    assert isinstance(written, StringIO)
    return written.getvalue()


def _show(card: RuleCard) -> None:
    from rich.console import Console

    console = Console(no_color=not use_color(), highlight=False)
    console.width = min(console.width, _WIDEST)
    _print(console, card)


def _print(console: Console, card: RuleCard) -> None:
    from rich.markup import escape

    console.print(f"[bold]{escape(card.title)}[/bold]")
    console.print(escape(card.players))
    for text in (card.description, f"By {card.author}" if card.author else ""):
        if text:
            console.print(escape(text))
    for section in card.parts:
        _section(console, section)
    if card.sources:
        _title(console, "Sources")
        _items(console, "\u2022", card.sources)
    if card.readings:
        _title(console, "How we read what the sources leave open")
        _items(console, "\u2022", (f"{topic}. {text}" for topic, text in card.readings))


def _title(console: Console, title: str) -> None:
    from rich.markup import escape

    console.print()
    console.print(f"[bold cyan]{escape(title)}[/bold cyan]")


def _section(console: Console, section: Section) -> None:
    _title(console, section.title)
    for block in section.blocks:
        _block(console, block)


def _block(console: Console, block: Block) -> None:
    from rich.markup import escape

    from handfoot.rulecard.card import Bullets, Examples, Table

    match block:
        case Bullets():
            if block.lead:
                console.print(escape(block.lead))
            _items(console, _MARKS.get(block.kind, "\u2022"), block.items)
        case Table():
            _table(console, block)
        case Examples():
            _examples(console, block)
        case _:
            assert_never(block)


def _items(console: Console, mark: str, items: Iterable[str]) -> None:
    from rich.markup import escape
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 1))
    for item in items:
        grid.add_row(mark, escape(item))
    console.print(grid)


def _table(console: Console, table: Table) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table as Grid

    if table.caption:
        console.print(escape(table.caption), style="italic")
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for head in table.header:
        grid.add_column(escape(head))
    last = len(table.rows) - 1
    for place, row in enumerate(table.rows):
        style = "bold" if table.total and place == last else None
        grid.add_row(*map(escape, row), style=style)
    console.print(grid)


def _examples(console: Console, block: Examples) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table as Grid

    console.print(escape(block.lead), style="italic")
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for head in ("Cards", "", "Why"):
        grid.add_column(head)
    for item in block.items:
        verdict = "[green]legal[/green]" if item.legal else "[red]refused[/red]"
        what = item.what if item.legal else f"{item.what}: {item.reason}"
        grid.add_row(escape(item.cards), verdict, escape(what))
    console.print(grid)
