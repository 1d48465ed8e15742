"""Files of handfoot that are no rulesets: records, score sheets, scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from handfoot.rules.reports.problems import Problem
from handfoot.rules.source.nodes import MapNode

__all__ = ["begins_as", "foreign_file"]

#: By the setting that each begins with: what it is, and the command for it.
_SORTS: Final = {
    "handfoot_record": ("the record of a game", "handfoot replay"),
    "handfoot_score": ("the score of a match", "handfoot score"),
    "handfoot_scenarios": ("a file of scenarios", "handfoot try"),
}
#: The first setting of a text, behind remarks and empty lines, in YAML or JSON.
_FIRST: Final = (
    rb"(?:\xef\xbb\xbf)?(?:\s|#[^\n]*\n|---\n|\{)*[\"']?(handfoot_[a-z]{1,20})\b"
)


def _sort_of(names: Iterable[str]) -> str | None:
    """Return the setting that tells another sort of file by, if it is among them."""
    return next((name for name in names if name in _SORTS), None)


def begins_as(data: bytes) -> str | None:
    """Return the setting by which the beginning of a file tells another sort."""
    found = re.match(_FIRST, data)
    return _sort_of([found[1].decode()]) if found else None


def foreign_file(root: MapNode) -> Problem | None:
    """Say that a file is no ruleset, in place of all that it lacks for one."""
    name = None if "handfoot" in root.entries else _sort_of(root.entries)
    if name is None:
        return None
    what, command = _SORTS[name]
    span = root.entries[name].key_span
    return Problem(
        "HF009",
        "error",
        f"this is {what}, not a ruleset",
        key=name,
        span=span,
        label="this setting tells what it is",
        notes=(("fix", f"use {command} {span.file}"),),
    )
