"""Names, types and ranges of one file, in words that a cook can read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handfoot.rules.problems import Problem
from handfoot.rules.schema import validator
from handfoot.rules.source import MapNode, plain

__all__ = ["newer_version", "schema_problems"]


def newer_version(root: MapNode) -> Problem:
    """Say that a file was written for a later library."""
    span = root.entries["handfoot"].node.span
    return Problem("HF217", "error", "this file is for a later handfoot", span=span)


def schema_problems(root: MapNode, known: Sequence[Problem]) -> Iterator[Problem]:
    """Find every wrong name, type and range of a file."""
    for error in validator().iter_errors(plain(root)):
        path = ".".join(map(str, error.absolute_path))
        yield Problem("HF202", "error", f"{path}: {error.message}", span=root.span)
