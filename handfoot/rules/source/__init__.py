"""The strict reader of rule files: from bytes to a tree in which all has a place.

Nothing is silently turned into something else. What people write is read by the rules
of YAML 1.2, as editors do; what two programs could read differently is refused, and so
is everything that makes YAML unsafe or hard to follow.
"""

from __future__ import annotations

from handfoot.rules.reports.problems import Problem
from handfoot.rules.source.files import (
    SourceRefused,
    read_source,
    source_from_bytes,
    source_from_text,
)
from handfoot.rules.source.nodes import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_PROBLEMS,
    MAX_VALUES,
    Entry,
    ListNode,
    MapNode,
    Node,
    Plain,
    Scalar,
    Source,
    plain,
)

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
    "SourceRefused",
    "parse",
    "plain",
    "read_source",
    "source_from_bytes",
    "source_from_text",
]


def parse(source: Source) -> tuple[Node | None, tuple[Problem, ...]]:
    """Read a text into a tree.

    Args:
        source: The text.

    Returns:
        The tree, or None where the text could not be read to its end, and all
        problems found. A tree comes with problems too: then the words at fault hold
        what was probably meant, so that one mistake is not reported twice.
    """
    # PyYAML takes longer to import than a small file takes to read.
    from handfoot.rules.source.tree import build

    return build(source)
