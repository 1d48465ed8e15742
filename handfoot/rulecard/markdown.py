"""The rule card as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, assert_never

from handfoot.rulecard.card import Block, Bullets, Examples, RuleCard, Section, Table

__all__ = ["markdown"]

#: Signs that would be read as markup in people's own texts.
_MARKUP: Final = re.compile(r"([\\`*_\[\]<>|#])")
_MARKS: Final = {"list": "-", "checklist": "- [ ]", "steps": "1.", "example": ""}


def markdown(card: RuleCard) -> str:
    """Return the card as Markdown, one line for each sentence."""
    return "\n".join(_lines(card)).rstrip("\n") + "\n"


def _lines(card: RuleCard) -> Iterator[str]:
    yield f"# {_safe(card.title)}"
    yield ""
    yield f"*{_safe(card.players)}*"
    yield ""
    if card.description:
        yield from (_safe(card.description), "")
    if card.author:
        yield from (f"By {_safe(card.author)}", "")
    for section in card.parts:
        yield from _section(section)
    if card.sources:
        yield from ("## Sources", "")
        yield from (f"- {_safe(source)}" for source in card.sources)
        yield ""
    if card.readings:
        yield from ("## How we read what the sources leave open", "")
        yield from (
            f"- **{_safe(topic)}.** {_safe(text)}" for topic, text in card.readings
        )
        yield ""


def _section(section: Section) -> Iterator[str]:
    yield f"## {_safe(section.title)}"
    yield ""
    for block in section.blocks:
        yield from _block(block)
        yield ""


def _block(block: Block) -> Iterator[str]:
    match block:
        case Bullets():
            if block.lead:
                yield from (_safe(block.lead), "")
            mark = _MARKS[block.kind]
            yield from (f"{mark} {_safe(item)}".strip() for item in block.items)
        case Table():
            yield from _table(block)
        case Examples():
            yield from (f"{_safe(block.lead)}:", "")
            yield from _row("Cards", "", "Why")
            yield from _row("---", "---", "---")
            for item in block.items:
                verdict = "legal" if item.legal else "refused"
                what = item.what if item.legal else f"{item.what}: {item.reason}"
                yield from _row(item.cards, verdict, _safe(what))
        case _:
            assert_never(block)


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield from (f"{_safe(table.caption)}:", "")
    yield from _row(*map(_safe, table.header))
    yield from _row(*("---" for _ in table.header))
    last = len(table.rows) - 1
    for place, row in enumerate(table.rows):
        bold = "**" if table.total and place == last else ""
        yield from _row(*(f"{bold}{_safe(cell)}{bold}" for cell in row))


def _row(*cells: str) -> Iterator[str]:
    yield f"| {' | '.join(cells)} |"


def _safe(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)
