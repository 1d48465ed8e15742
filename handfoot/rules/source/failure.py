"""One failure of the YAML reader, and the problem that explains it."""

from __future__ import annotations

import attrs

from handfoot.rules.reports.problems import Fix, Problem, Related, Span
from handfoot.rules.source.nodes import Source

__all__ = ["STOPPED", "Failure", "error"]

STOPPED = ("note", "checking stopped here; there may be more to fix further down")


@attrs.frozen
class Failure:
    """Where and how reading failed; lines from 1, columns from 1."""

    source: Source
    context: str
    problem: str
    line: int
    column: int
    opened_line: int
    opened_column: int
    bracket: Span | None

    @property
    def text(self) -> str:
        """The line at fault."""
        return self.source.lines[self.line - 1]

    @property
    def before(self) -> str:
        """The part of the line before the fault."""
        return self.text[: self.column - 1]

    @property
    def character(self) -> str:
        """The character at fault, or nothing at the end of a line."""
        return self.text[self.column - 1 : self.column]

    @property
    def line_above(self) -> str:
        """The line before the one at fault, or nothing."""
        return self.source.lines[self.line - 2] if self.line > 1 else ""

    def here(self, width: int = 1) -> Span:
        """The place of the fault."""
        return self.source.span(self.line, self.column, width)

    def opened(self) -> Span:
        """Where what was not finished began."""
        return self.source.span(self.opened_line, self.opened_column)


def error(
    code: str,
    message: str,
    span: Span,
    label: str,
    *,
    fix: str = "",
    mend: Fix | None = None,
    related: tuple[Related, ...] = (),
    stopped: bool = False,
) -> Problem:
    """Make a problem of severity error with the note that mends it."""
    notes = (("fix", fix),) if fix else ()
    return Problem(
        code,
        "error",
        message,
        span=span,
        label=label,
        related=related,
        notes=(*notes, STOPPED) if stopped else notes,
        fix=mend,
    )
