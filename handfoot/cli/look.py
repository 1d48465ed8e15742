"""How cards and lines look here: suit signs and colour, or plain letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs
from rich.console import Console
from rich.text import Text

from handfoot.cards import Card

RED = "bold red"
BLACK = "bold"
JOKER = "bold magenta"
DIM = "dim"
GAP = "   "


@attrs.frozen
class Look:
    """A console and whether it shows suit signs and colour.

    Attributes:
        console: Where everything is printed.
        signs: Suit signs and colour; plain letters otherwise.
    """

    console: Console
    signs: bool

    @classmethod
    def of(cls, console: Console) -> Look:
        """Return the look that ``console`` can show."""
        utf = (console.encoding or "").lower().startswith("utf")
        plain = console.no_color or console.is_dumb_terminal or not utf
        return cls(console, console.is_terminal and not plain)

    @property
    def width(self) -> int:
        """Columns that a line may fill."""
        return max(20, self.console.width)

    def code(self, card: Card) -> str:
        """Return a card as a plain word."""
        return str(card) if self.signs else card.code

    def card(self, card: Card) -> Text:
        """Return a card in its colour."""
        if card.kind == _JOKER_KIND:
            return Text(self.code(card), JOKER)
        return Text(self.code(card), RED if card.red else BLACK)

    def cards(self, cards: Iterable[Card], gap: str = " ") -> Text:
        """Return cards in their colours, in one line."""
        return Text(gap).join(map(self.card, cards))

    def sentence(self, text: str) -> Text:
        """Return a sentence with the cards in it in their colours."""
        shown = Text(text)
        if self.signs:
            shown.highlight_regex(r"(?:10|[2-9JQKA])[♥♦]", RED)
            shown.highlight_regex(r"(?:10|[2-9JQKA])[♠♣]", BLACK)
            shown.highlight_regex(r"\bJK\b", JOKER)
        return shown

    def mark(self, done: bool) -> Text:
        """Return a sign for a condition that is met or not."""
        if self.signs:
            return Text("✓", "green") if done else Text("✗", "red")
        return Text("[x]" if done else "[ ]")

    def line(self, *parts: str | Text | tuple[str, str]) -> None:
        """Print one line, wrapped between words."""
        self.console.print(Text.assemble(*parts))

    def paragraph(self, text: Text, end: Text) -> None:
        """Print ``text`` with its further lines set in, and ``end`` in one piece."""
        *lines, last = text.wrap(self.console, self.width - 2)
        if len(last) + 2 + len(end) <= self.width - 2:
            lines.append(Text.assemble(last, "  ", end))
        else:
            lines += [last, end]
        for number, line in enumerate(lines):
            line.rstrip()
            self.console.print(Text.assemble("  " if number else "", line))

    def heading(self, text: str) -> None:
        """Print a heading across the table."""
        line = "─" if self.signs else "-"
        title = Text(text, BLACK)
        self.console.rule(title, align="left", characters=line, style=DIM)

    def flow(self, items: Sequence[Text], indent: int = 2, gap: str = GAP) -> None:
        """Print items one after another, none of them broken between lines."""
        line = Text(" " * indent)
        for item in items:
            between = gap if line.cell_len > indent else ""
            if between and line.cell_len + len(gap) + item.cell_len > self.width:
                self.console.print(line)
                line, between = Text(" " * indent), ""
            line.append(between)
            line.append_text(item)
        if line.cell_len > indent:
            self.console.print(line)


_JOKER_KIND = Card("JK").kind
