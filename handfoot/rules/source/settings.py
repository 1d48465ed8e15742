"""Settings of texts that are no rules: a record, a score sheet."""

from __future__ import annotations

from handfoot.errors import HandfootError
from handfoot.rules.reports.problems import Report
from handfoot.rules.source import (
    MapNode,
    SourceRefused,
    parse,
    source_from_text,
)

__all__ = ["NotReadable", "read_settings"]


class NotReadable(HandfootError):  # noqa: N818 - reads as what happened
    """A text that holds no settings, or that YAML does not allow.

    Attributes:
        message: What is wrong.
        line: Where, or 0.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line


def read_settings(text: str, name: str, what: str) -> MapNode:
    """Read a text strictly, as rules are read, into its settings.

    Args:
        text: The text.
        name: What to call it in messages.
        what: What it should be: ``record``.

    Raises:
        NotReadable: it cannot be read.
    """
    if not text.strip():
        raise NotReadable(f"this is no {what}: it is empty")
    try:
        source = source_from_text(text, name)
    except SourceRefused as refused:
        raise NotReadable(refused.problem.message) from None
    root, problems = parse(source)
    if problems:
        report = Report(problems, (name,), {name: source.text})
        line = problems[0].span.line if problems[0].span else 0
        raise NotReadable(report.text(verdict=False), line)
    if not isinstance(root, MapNode):
        raise NotReadable(f"this is no {what}: it has no settings")
    return root
