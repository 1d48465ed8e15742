"""The rule card as one self-contained HTML page: nothing is fetched, no script runs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from typing import Final, assert_never

from handfoot.rulecard.card import Block, Bullets, Examples, RuleCard, Section, Table
from handfoot.rulecard.style import STYLE

__all__ = ["html"]

_RED_SUITS = ("\u2665", "\u2666")


#: Sizes of print (points) that people read, and the one at which two sheets surely
#: hold so many characters.
_SMALLEST: Final = 7.5
_LARGEST: Final = 9.6
_SURE: Final = 7.7
_ROOM: Final = 13_500


def _print_size(card: RuleCard) -> float:
    """Return the size in which a card fills its two sheets: large where it is short."""
    fitting = _SURE * math.sqrt(_ROOM / len(card.markdown()))
    return min(max(fitting, _SMALLEST), _LARGEST)


def html(card: RuleCard) -> str:
    """Return the card as an HTML page, one element for each line."""
    return "\n".join(_page(card)) + "\n"


def _page(card: RuleCard) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield f'<html lang="en" style="--print: {_print_size(card):.1f}pt">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{escape(card.title)}: rule card</title>"
    yield f"<style>{STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield from _head(card)
    yield "<main>"
    for section in card.parts:
        css = "differs" if section is card.differs else ""
        yield from _section(section, css=css)
    yield from _sources(card)
    yield "</main>"
    yield "</body>"
    yield "</html>"


def _head(card: RuleCard) -> Iterator[str]:
    yield "<header>"
    yield f"<h1>{escape(card.title)}</h1>"
    yield f'<p class="players">{escape(card.players)}</p>'
    if card.description:
        yield f"<p>{escape(card.description)}</p>"
    if card.author:
        yield f"<p>By {escape(card.author)}</p>"
    yield "</header>"


def _section(section: Section, css: str = "") -> Iterator[str]:
    name = f' class="{css}"' if css else ""
    anchor = escape(css or section.anchor)
    yield f'<section{name} aria-labelledby="{anchor}">'
    yield f'<h2 id="{anchor}">{escape(section.title)}</h2>'
    for block in section.blocks:
        yield from _block(block)
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Bullets():
            yield from _bullets(block)
        case Table():
            yield from _table(block)
        case Examples():
            yield from _examples(block)
        case _:
            assert_never(block)


def _bullets(block: Bullets) -> Iterator[str]:
    if block.lead:
        yield f"<p>{escape(block.lead)}</p>"
    if block.kind == "example":
        yield from (f"<p>{escape(item)}</p>" for item in block.items)
        return
    css = ' class="checklist"' if block.kind == "checklist" else ""
    yield f"<ul{css}>"
    yield from (f"<li>{escape(item)}</li>" for item in block.items)
    yield "</ul>"


def _table(table: Table) -> Iterator[str]:
    yield '<table class="total">' if table.total else "<table>"
    if table.caption:
        yield f"<caption>{escape(table.caption)}</caption>"
    yield f"<thead><tr>{''.join(map(_heading, table.header))}</tr></thead>"
    yield "<tbody>"
    for name, *cells in table.rows:
        first = f'<th scope="row">{escape(name)}</th>'
        rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f"<tr>{first}{rest}</tr>"
    yield "</tbody>"
    yield "</table>"


def _heading(text: str) -> str:
    # A corner that heads nothing is no heading.
    return f'<th scope="col">{escape(text)}</th>' if text else "<td></td>"


def _examples(block: Examples) -> Iterator[str]:
    yield '<table class="examples">'
    yield f"<caption>{escape(block.lead)}</caption>"
    heads = ("Cards", "Legal?", "Why")
    yield f"<thead><tr>{''.join(map(_heading, heads))}</tr></thead>"
    yield "<tbody>"
    for item in block.items:
        what = item.what if item.legal else f"{item.what}: {item.reason}"
        verdict = "\u2713 yes" if item.legal else "\u2717 no"
        css = "yes" if item.legal else "no"
        yield (
            f'<tr><th scope="row">{_cards(item.cards)}</th>'
            f'<td class="{css}">{verdict}</td><td>{escape(what)}</td></tr>'
        )
    yield "</tbody>"
    yield "</table>"


def _cards(text: str) -> str:
    return " ".join(_card(word) for word in text.split())


def _card(word: str) -> str:
    red = ' class="red"' if word[-1:] in _RED_SUITS else ""
    return f"<span{red}>{escape(word)}</span>"


def _sources(card: RuleCard) -> Iterator[str]:
    if card.sources:
        yield '<section aria-labelledby="sources">'
        yield '<h2 id="sources">Sources</h2>'
        yield "<ul>"
        yield from (f"<li>{escape(source)}</li>" for source in card.sources)
        yield "</ul></section>"
    if card.readings:
        yield '<section class="readings" aria-labelledby="readings">'
        yield '<h2 id="readings">How we read what the sources leave open</h2>'
        yield "<dl>"
        for topic, text in card.readings:
            yield f"<div><dt>{escape(topic)}</dt> <dd>{escape(text)}</dd></div>"
        yield "</dl></section>"
