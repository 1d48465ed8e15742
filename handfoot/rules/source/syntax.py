"""Text that is no YAML at all: what a person did, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
from yaml import MarkedYAMLError

from handfoot.rules.reports.problems import Problem, Span
from handfoot.rules.source.failure import STOPPED, Failure, error
from handfoot.rules.source.layout import LAYOUT
from handfoot.rules.source.nodes import Source
from handfoot.rules.source.rescan import rescan
from handfoot.rules.source.signs import SIGNS

__all__ = ["syntax_problems", "unreadable"]

_BIG_ESCAPE = re.compile(r"\\U(?!0010[0-9a-fA-F]{4}|000[0-9a-fA-F]{5})[0-9a-fA-F]{8}")


def syntax_problems(
    source: Source,
    cause: MarkedYAMLError,
    earlier: tuple[Problem, ...],
    bracket: Span | None,
) -> tuple[Problem, ...]:
    """Explain why reading stopped, and look through the lines it did not reach.

    Args:
        source: The text.
        cause: What the YAML reader said.
        earlier: What was found before; it is not said again.
        bracket: The innermost list or group that was still open.
    """
    failure = _failure(source, cause, bracket)
    in_quotes = "quoted scalar" in failure.context
    first = max(1, min(failure.opened_line, failure.line - 1))
    found = rescan(source, failure.opened_line + 1 if in_quotes else first)
    if in_quotes or not any(_explains(one, failure) for one in found):
        found = [_classify(failure), *found]
    known = {(one.code, one.span) for one in earlier}
    fresh = [one for one in found if (one.code, one.span) not in known]
    return tuple(_with_note(fresh))


def _explains(problem: Problem, failure: Failure) -> bool:
    if problem.span is None or problem.code not in ("HF101", "HF104"):
        return False
    return problem.span.line <= failure.line


def _with_note(problems: list[Problem]) -> Iterator[Problem]:
    for place, problem in enumerate(problems):
        notes = problem.notes if place else (*problem.notes, STOPPED)
        yield attrs.evolve(problem, notes=notes)


def _failure(source: Source, cause: MarkedYAMLError, bracket: Span | None) -> Failure:
    mark = cause.problem_mark or cause.context_mark
    opened = cause.context_mark or mark
    last = len(source.lines)
    return Failure(
        source,
        cause.context or "",
        cause.problem or "",
        min(mark.line + 1, last) if mark else 1,
        mark.column + 1 if mark else 1,
        min(opened.line + 1, last) if opened else 1,
        opened.column + 1 if opened else 1,
        bracket,
    )


def _classify(failure: Failure) -> Problem:
    for explain in (*SIGNS, *LAYOUT):
        if (problem := explain(failure)) is not None:
            return problem
    return error(
        "HF119",
        "this line cannot be read",
        failure.here(),
        "reading failed here",
        fix="compare it with the lines above: colons, dashes, brackets and quotes",
    )


def unreadable(source: Source, offset: int) -> Problem:
    """Report a failure of the reader that has no place: an impossible escape."""
    found = _BIG_ESCAPE.search(source.text, offset) or _BIG_ESCAPE.search(source.text)
    if found is None:
        span, label = source.span_at(offset), "somewhere from here on"
    else:
        span = source.span_at(found.start(), len(found[0]))
        label = "no letter has this number"
    return error(
        "HF122",
        "this text has an escape that cannot be read",
        span,
        label,
        fix="take it out, or use single quotes",
        stopped=True,
    )
