"""What is wrong with a ruleset: places, problems, and the report of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeVar

import attrs

__all__ = ["Fix", "Problem", "Related", "Report", "Severity", "Span"]

Severity = Literal["error", "warning"]

_Item = TypeVar("_Item")


@attrs.frozen
class Span:
    """A piece of a file, from its first character to just after its last one.

    Attributes:
        file: Name of the file as the reader was given it.
        line: Line of the first character, from 1.
        column: Column of the first character, from 1, in code points.
        end_line: Line of the end.
        end_column: Column just after the last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@attrs.frozen
class Fix:
    """A mechanical mend: put this text in place of that piece of the file."""

    span: Span
    replacement: str


@attrs.frozen
class Related:
    """A second place that a problem is about, with what to see there."""

    span: Span
    label: str


@attrs.frozen
class Problem:
    """One mistake, said once.

    Attributes:
        code: Stable code, such as ``HF106``; see `handfoot.rules.reports.codes`.
        severity: ``error`` when the rules cannot be played, else ``warning``.
        message: What is wrong, in one plain sentence without a full stop.
        key: The dotted key of the setting, where there is one.
        span: The exact word that is wrong, where there is one.
        label: A short remark under that word.
        related: Other places, such as the other half of a contradiction.
        notes: Names and texts of the lines below the frame, such as ``fix``.
        suggestions: Words that were probably meant, the likeliest first.
        fix: The mechanical mend, where there is one.
        file: Name of the file; that of `span` unless said.
    """

    code: str
    severity: Severity
    message: str
    key: str | None = None
    span: Span | None = None
    label: str = ""
    related: tuple[Related, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    suggestions: tuple[str, ...] = ()
    fix: Fix | None = None
    file: str | None = attrs.field()

    @file.default
    def _file_of_span(self) -> str | None:
        return self.span.file if self.span else None


def _problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(problems)


def _names(files: Iterable[str]) -> tuple[str, ...]:
    return tuple(files)


def _copied(sources: Mapping[str, str]) -> Mapping[str, str]:
    return dict(sources)


@attrs.frozen(unsafe_hash=False)
class Report:
    """All problems of some files, in file order and then by place.

    Attributes:
        problems: The problems, sorted.
        files: The files that were read, in order; a base after what extends it.
        sources: The text of each file by its name, for drawing the lines.
    """

    problems: tuple[Problem, ...] = attrs.field(default=(), converter=_problems)
    files: tuple[str, ...] = attrs.field(default=(), converter=_names)
    sources: Mapping[str, str] = attrs.field(
        factory=dict, converter=_copied, repr=False
    )

    def __attrs_post_init__(self) -> None:
        order = {name: place for place, name in enumerate(self.files)}

        def place(problem: Problem) -> tuple[int, str, int, int]:
            file = problem.file or ""
            span = problem.span
            line, column = (span.line, span.column) if span else (0, 0)
            return order.get(file, len(order)), file, line, column

        object.__setattr__(self, "problems", tuple(sorted(self.problems, key=place)))

    @classmethod
    def merge(cls, *reports: Report) -> Report:
        """Make one report of several; what several of them say is said once."""
        sources: dict[str, str] = {}
        for report in reports:
            sources |= report.sources
        problems = [problem for report in reports for problem in report.problems]
        files = [file for report in reports for file in report.files]
        return cls(_once(problems), _once(files), sources)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that keep the rules from being played."""
        return tuple(one for one in self.problems if one.severity == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The problems that do not."""
        return tuple(one for one in self.problems if one.severity == "warning")

    @property
    def ok(self) -> bool:
        """Whether the rules can be played: there is no error."""
        return not self.errors

    def text(
        self, *, color: bool = False, max_problems: int = 20, verdict: bool = True
    ) -> str:
        """Render for people: each problem with its line and a mark under the word.

        Args:
            color: Whether to add the colour codes of a terminal.
            max_problems: How many problems to show; the rest are counted.
            verdict: Whether to close with whether the rules can be played; no other
                text than rules has that to be said of it.
        """
        from handfoot.rules.reports.render import render_text

        return render_text(
            self, color=color, max_problems=max_problems, verdict=verdict
        )

    def to_json(self) -> dict[str, Any]:
        """Render as plain data with stable names, for programs."""
        from handfoot.rules.reports.render_machine import render_json

        return render_json(self)

    def github(self) -> str:
        """Render as the workflow commands that annotate a pull request."""
        from handfoot.rules.reports.render_machine import render_github

        return render_github(self)

    def sarif(self) -> dict[str, Any]:
        """Render as a SARIF 2.1.0 log."""
        from handfoot.rules.reports.render_machine import render_sarif

        return render_sarif(self)


def _once(items: Iterable[_Item]) -> tuple[_Item, ...]:
    return tuple(dict.fromkeys(items))
