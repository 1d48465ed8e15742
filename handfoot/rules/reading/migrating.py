"""Rewriting a file of an older version: by position, remarks and order kept."""

from __future__ import annotations

from itertools import pairwise

import attrs

from handfoot.rules.language.head import LANGUAGE_VERSION
from handfoot.rules.layers import version_of
from handfoot.rules.reading.migration import STEPS, Change, place_of_change
from handfoot.rules.reports.problems import Span
from handfoot.rules.source import Entry, MapNode, Node, Source, parse

__all__ = ["migrated"]


def migrated(source: Source) -> str:
    """Return a text of an older version, written in the version of today.

    Args:
        source: A text that can be read as YAML and names its version.
    """
    root = _tree(source)
    version = version_of(root)
    assert version is not None
    for step in range(version, LANGUAGE_VERSION):
        for change in STEPS[step]:
            source = Source(source.name, _Page(source).changed(change))
    page = _Page(source)
    entry = _tree(source).entries["handfoot"]
    start, end = page.start(entry.node), page.end(entry.node)
    return page.with_edits([(start, end, str(LANGUAGE_VERSION))])


def _tree(source: Source) -> MapNode:
    root, _ = parse(source)
    assert isinstance(root, MapNode)
    return root


#: From, to (offsets into the text), and what takes the place.
_Edit = tuple[int, int, str]


@attrs.define
class _Page:
    """A text in which pieces are replaced."""

    source: Source

    @property
    def text(self) -> str:
        return self.source.text

    @property
    def line_end(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    def with_edits(self, edits: list[_Edit]) -> str:
        text = self.text
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def offset(self, line: int, column: int) -> int:
        before = self.text.split("\n")[: line - 1]
        return sum(len(one) + 1 for one in before) + column - 1

    def start(self, node: Node) -> int:
        return self.offset(node.span.line, node.span.column)

    def end(self, node: Node) -> int:
        return self.offset(node.span.end_line, node.span.end_column)

    def key_start(self, entry: Entry) -> int:
        return self.offset(entry.key_span.line, entry.key_span.column)

    def is_flow(self, node: Node) -> bool:
        return self.text[self.start(node)] in "{["

    def changed(self, change: Change) -> str:
        place = place_of_change(_tree(self.source), change)
        if place is None:
            return self.text
        group, entry = place
        if not change.new:
            return self.with_edits(self._moved_up(group, entry))
        edits = [self._renamed(entry.key_span, change.new)]
        if change.form:
            edits += self._put_into(change.form, entry)
        return self.with_edits(edits)

    def _renamed(self, span: Span, name: str) -> _Edit:
        start = self.offset(span.line, span.column)
        return start, self.offset(span.end_line, span.end_column), name

    # -- a list into a form ------------------------------------------------------------

    def _put_into(self, form: str, entry: Entry) -> list[_Edit]:
        if self.is_flow(entry.node):
            start, end = self.start(entry.node), self.end(entry.node)
            return [(start, start, f"{{{form}: "), (end, end, "}")]
        # The list stands below the form: as far in as the form, or further.
        column = entry.key_span.column + 2
        dash = self._indent(entry.node.span.line) + 1
        first = entry.key_span.line + 1
        start = self.offset(first, 1)
        edits = [(start, start, f"{' ' * (column - 1)}{form}:{self.line_end}")]
        more = " " * max(0, column - dash)
        for line in range(first, entry.node.span.end_line + 1):
            if more and self.source.lines[line - 1].strip():
                at = self.offset(line, 1)
                edits.append((at, at, more))
        # Of two edits at one place the one that is applied last stands first.
        return [self._joined(edits, start), *(e for e in edits if e[0] != start)]

    def _joined(self, edits: list[_Edit], at: int) -> _Edit:
        return at, at, "".join(new for start, _, new in edits if start == at)

    def _indent(self, line: int) -> int:
        text = self.source.lines[line - 1]
        return len(text) - len(text.lstrip(" "))

    # -- what a setting holds into its group -------------------------------------------

    def _moved_up(self, group: MapNode, entry: Entry) -> list[_Edit]:
        assert isinstance(entry.node, MapNode)
        if not self.is_flow(entry.node):
            return self._dedented(entry, entry.node)
        if self.is_flow(group):
            return [self._unwrapped(entry, entry.node)]
        return self._one_a_line(entry, entry.node)

    def _unwrapped(self, entry: Entry, inner: MapNode) -> _Edit:
        """Take the braces away inside other braces."""
        text = self.text[self.start(inner) + 1 : self.end(inner) - 1].strip()
        text = text.removesuffix(",").rstrip()
        if "#" in text.rpartition("\n")[2]:
            # What follows would be part of the remark.
            text += self.line_end + " " * (entry.key_span.column - 1)
        return self.key_start(entry), self.end(inner), text

    def _one_a_line(self, entry: Entry, inner: MapNode) -> list[_Edit]:
        """Write what stands in braces below each other."""
        indent = self.line_end + " " * (entry.key_span.column - 1)
        settings = list(inner.entries.values())
        before = self._remark(self.start(inner) + 1, self.key_start(settings[0]))
        head = f"{before}{indent}" if before else ""
        edits = [(self.key_start(entry), self.key_start(settings[0]), head)]
        for one, following in pairwise(settings):
            start, end = self.end(one.node), self.key_start(following)
            remark = self._remark(start, end)
            edits.append((start, end, (f"  {remark}" if remark else "") + indent))
        start, end = self.end(settings[-1].node), self.end(inner)
        remark = self._remark(start, end - 1)
        edits.append((start, end, f"  {remark}" if remark else ""))
        return edits

    def _remark(self, start: int, end: int) -> str:
        """Return the remarks between two settings, without commas, in one line."""
        lines = self.text[start:end].split("\n")
        remarks = [line[line.index("#") :].strip() for line in lines if "#" in line]
        return " ".join(remarks)

    def _dedented(self, entry: Entry, inner: MapNode) -> list[_Edit]:
        """Take the name away, and the room in front of what stood below it."""
        first = entry.key_span.line
        start = self.key_start(entry)
        line = self.source.lines[first - 1]
        remark = line.find("#", entry.key_span.end_column - 1)
        if remark >= 0:
            edits = [(start, self.offset(first, remark + 1), "")]
        else:
            edits = [(self.offset(first, 1), self.offset(first + 1, 1), "")]
        inner_column = next(iter(inner.entries.values())).key_span.column
        less = inner_column - entry.key_span.column
        for number in range(first + 1, inner.span.end_line + 1):
            at = self.offset(number, 1)
            edits.append((at, at + min(less, self._indent(number)), ""))
        return edits
