"""Files of older versions of the language: how they are read, and how rewritten.

``STEPS`` says for each version what the next one calls otherwise. Two readers work by
it: one changes the tree of a file, so that an older file is read in place and every
message still shows its own lines, and one (``migrating``) edits the text by position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from handfoot.rules.language.head import LANGUAGE_VERSION
from handfoot.rules.reports.problems import Problem
from handfoot.rules.source import Entry, ListNode, MapNode, Scalar

__all__ = ["STEPS", "Change", "current_tree", "older_version", "place_of_change"]


@attrs.frozen
class Change:
    """One setting that a later version writes otherwise.

    Attributes:
        old: Its dotted name.
        new: Its new name in the same group; empty where what it holds moves up into
            that group.
        form: The form of a value that varies into which a list is put, if any.
    """

    old: str
    new: str = ""
    form: str = ""

    @property
    def says(self) -> str:
        """What became of it, in words."""
        group, _, _ = self.old.rpartition(".")
        if not self.new:
            return f"what {self.old} holds stands in {group} itself"
        form = f", with {self.form}" if self.form else ""
        return f"{self.old} is now {group}.{self.new}{form}"


#: For each version what the one after it changed.
STEPS: Final[Mapping[int, tuple[Change, ...]]] = MappingProxyType(
    {
        0: (
            Change("deal.cards"),
            Change("opening.minimums", "minimum", "by_round"),
            Change("going_out.quota", "books"),
        ),
    }
)


def place_of_change(root: MapNode, change: Change) -> tuple[MapNode, Entry] | None:
    """Return the group and the setting that a change is about, if it applies.

    A file that has the old and the new setting, or another value than the change
    knows, is left alone: then the old one is reported as unknown.
    """
    *groups, name = change.old.split(".")
    for group in groups:
        entry = root.entries.get(group)
        if entry is None or not isinstance(entry.node, MapNode):
            return None
        root = entry.node
    entry = root.entries.get(name)
    if entry is None or change.new in root.entries:
        return None
    if change.form:
        fits = isinstance(entry.node, ListNode) and bool(entry.node.items)
        return (root, entry) if fits else None
    if not change.new:
        inner = entry.node
        fits = isinstance(inner, MapNode) and bool(inner.entries)
        apart = isinstance(inner, MapNode) and not inner.entries.keys() & root.entries
        return (root, entry) if fits and apart else None
    return root, entry


def current_tree(root: MapNode, version: int) -> list[tuple[Entry, Change]]:
    """Change the tree of an older file into one of this version.

    Args:
        root: The tree; every part keeps the place that it has in the file.
        version: The version in which it is written.

    Returns:
        What was changed: the settings as they stand in the file.
    """
    done: list[tuple[Entry, Change]] = []
    for step in range(version, LANGUAGE_VERSION):
        for change in STEPS[step]:
            place = place_of_change(root, change)
            if place is not None:
                group, entry = place
                done.append((entry, change))
                group.entries = dict(_changed(group, entry, change))
    node = root.entries["handfoot"].node
    assert isinstance(node, Scalar)
    node.value, node.written = LANGUAGE_VERSION, str(LANGUAGE_VERSION)
    return done


def _changed(group: MapNode, old: Entry, change: Change) -> Iterator[tuple[str, Entry]]:
    for name, entry in group.entries.items():
        if entry is not old:
            yield name, entry
        elif not change.new:
            assert isinstance(old.node, MapNode)
            yield from old.node.entries.items()
        elif change.form:
            form = Entry(change.form, old.key_span, old.node)
            value = MapNode(old.node.span, {change.form: form})
            yield change.new, Entry(change.new, old.key_span, value)
        else:
            yield change.new, Entry(change.new, old.key_span, old.node)


def older_version(
    root: MapNode, version: int, done: list[tuple[Entry, Change]]
) -> Problem:
    """Say that a file was written for an earlier library, and what is new since."""
    node = root.entries["handfoot"].node
    lines = [(f"line {old.key_span.line}", change.says) for old, change in done]
    return Problem(
        "HF219",
        "warning",
        f"this file is written in version {version} of the language",
        key="handfoot",
        span=node.span,
        label=f"the version of today is {LANGUAGE_VERSION}; it was read as that",
        notes=(
            *lines,
            ("fix", f"rewrite the file: handfoot migrate {node.span.file}"),
        ),
    )
