"""The rule card as data: sections of sentences, tables and examples."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

__all__ = ["Block", "Bullets", "Example", "Examples", "RuleCard", "Section", "Table"]


@attrs.frozen
class Bullets:
    """Sentences, each of which stands on its own.

    Attributes:
        items: The sentences.
        kind: ``list``, ``checklist`` or ``steps``.
        lead: What stands above them; empty for nothing.
    """

    items: tuple[str, ...]
    kind: str = "list"
    lead: str = ""


@attrs.frozen
class Table:
    """A table with a row of headings; the first cell of each row names the row.

    Attributes:
        caption: What the table shows.
        header: Headings of the columns.
        rows: Cells, as texts.
        total: Whether the last row sums up the others.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: bool = False


@attrs.frozen
class Example:
    """A group of cards and what the engine says about laying it.

    Attributes:
        cards: The cards, as players read them.
        what: What the example shows.
        legal: Whether the group may be laid.
        reason: Why not; empty for a legal group.
        action: The action that the engine judged, in play notation.
    """

    cards: str
    what: str
    legal: bool
    reason: str
    action: str


@attrs.frozen
class Examples:
    """Groups of cards that may and that may not be laid."""

    lead: str
    items: tuple[Example, ...]


Block = Bullets | Table | Examples


@attrs.frozen
class Section:
    """One part of the card."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def anchor(self) -> str:
        """Name of the section for links: ``the-deal``."""
        return "-".join(self.title.lower().split())


@attrs.frozen
class RuleCard:
    """A ruleset in plain English, ready to be shown.

    Attributes:
        title: Name of the game.
        players: For whom the card is written.
        description: The game in a sentence or two; may be empty.
        author: Who wrote the ruleset; may be empty.
        differs: What differs from the ruleset it extends; no rows when it has none.
        sections: The rules, in the order in which a table needs them.
        sources: Where the rules are published.
        readings: Where the source is silent: topic, and how it is read.
    """

    title: str
    players: str
    description: str
    author: str
    differs: Section | None
    sections: tuple[Section, ...]
    sources: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]

    @property
    def parts(self) -> Iterator[Section]:
        """Every section, the one of differences last."""
        yield from self.sections
        if self.differs is not None:
            yield self.differs

    def markdown(self) -> str:
        """Return the card as Markdown."""
        from handfoot.rulecard.markdown import markdown

        return markdown(self)

    def html(self) -> str:
        """Return the card as one self-contained HTML page."""
        from handfoot.rulecard.html import html

        return html(self)
