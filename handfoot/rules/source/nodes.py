"""A text with its lines, and the tree that is read from it: every part has a place."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from handfoot.rules.reports.problems import Span

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_DIGITS",
    "MAX_PROBLEMS",
    "MAX_VALUES",
    "Entry",
    "ListNode",
    "MapNode",
    "Node",
    "Plain",
    "Scalar",
    "Source",
    "plain",
]

#: Bytes of one file. The reader takes about 3 seconds for a megabyte, and the longest
#: shipped variant has some 10 kilobytes.
MAX_BYTES = 256 * 1024
#: Settings inside settings. Ours need 6; some hundreds would exhaust Python's stack
#: in whatever walks the tree later.
MAX_DEPTH = 32
#: Values, lists and groups of settings in one file; a long variant has some 500. It
#: bounds time and memory where bytes do not: ``[[],[],...``.
MAX_VALUES = 20_000
#: Digits of a number. No rule counts to a billion, and Python takes long over, or
#: refuses to print, numbers of thousands of digits.
MAX_DIGITS = 9
#: Problems after which reading stops: nobody mends more than this in one go.
MAX_PROBLEMS = 100


def _split(source: Source) -> tuple[str, ...]:
    lines = source.text.split("\n")
    return tuple(line.removesuffix("\r") for line in lines)


@attrs.frozen
class Source:
    """A text to read.

    Attributes:
        name: What to call it in messages: the path as given, or ``<text>``.
        text: The text, without a byte order mark.
        lines: Its lines without their ends.
    """

    name: str
    text: str = attrs.field(repr=False)
    lines: tuple[str, ...] = attrs.field(
        init=False,
        eq=False,
        repr=False,
        default=attrs.Factory(_split, takes_self=True),
    )

    def span(self, line: int, column: int, width: int = 1) -> Span:
        """Give the place of some characters of one line."""
        return Span(self.name, line, column, line, column + width)

    def span_at(self, offset: int, width: int = 1) -> Span:
        """Give the place of some characters of one line, counted from the start."""
        line = self.text.count("\n", 0, offset) + 1
        column = offset - (self.text.rfind("\n", 0, offset) + 1) + 1
        return self.span(line, column, width)


@attrs.define(eq=False)
class Scalar:
    """One value: a text, a number, true or false, or nothing.

    Attributes:
        span: Its place; for a setting left empty, the place where a value is missing.
        value: What it means by the rules of YAML 1.2.
        written: The characters in the file, quotes included; "" when left empty.
        quoted: Whether it is in quotes or a block of text, hence surely a text.
    """

    span: Span
    value: str | int | float | bool | None
    written: str
    quoted: bool


@attrs.define(eq=False)
class ListNode:
    """A list of values."""

    span: Span
    items: list[Node] = attrs.field(factory=list)


@attrs.define(eq=False)
class MapNode:
    """Settings by name, in the order of the file."""

    span: Span
    entries: dict[str, Entry] = attrs.field(factory=dict)


@attrs.define(eq=False)
class Entry:
    """One setting: its name and its value."""

    key: str
    key_span: Span
    node: Node


Node: TypeAlias = Scalar | ListNode | MapNode
Plain: TypeAlias = str | int | float | bool | list["Plain"] | dict[str, "Plain"] | None


def plain(node: Node) -> Plain:
    """Give a tree as ordinary Python data.

    The depth of a tree that was read is at most `MAX_DEPTH`, so that this may recurse.
    """
    match node:
        case Scalar():
            return node.value
        case ListNode():
            return [plain(item) for item in node.items]
        case MapNode():
            return {key: plain(entry.node) for key, entry in node.entries.items()}
