"""Mechanical mends: by position, so that remarks and layout stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from handfoot.rules.reports.problems import Fix, Problem, Report

__all__ = ["Mended", "mend"]

#: One mend may bring the next problem to light; more rounds than this help nobody.
_ROUNDS = 10


@attrs.frozen
class Mended:
    """A text after its mends.

    Attributes:
        text: The text.
        done: What was mended.
    """

    text: str
    done: tuple[Problem, ...]


def mend(text: str, file: str, check: Callable[[str], Report]) -> Mended:
    """Mend what can be mended; only what is better afterwards is kept.

    Args:
        text: The text of the file.
        file: Its name in reports.
        check: Gives the report of a text.
    """
    done: list[Problem] = []
    given_up: set[tuple[str, str]] = set()
    for _ in range(_ROUNDS):
        report = check(text)
        problem = _next(report.problems, file, given_up)
        if problem is None:
            break
        better = _all_of_code(text, report, file, problem)
        changed = _if_better(text, better, report, check)
        if changed is None:
            assert problem.fix is not None
            changed = _if_better(text, _applied(text, [problem.fix]), report, check)
            better_problems: Iterable[Problem] = [problem]
        else:
            better_problems = _same_code(report, file, problem)
        if changed is None:
            given_up.add((problem.code, str(problem.span)))
            continue
        text = changed
        done += better_problems
    return Mended(text, tuple(done))


def _next(
    problems: Iterable[Problem], file: str, given_up: set[tuple[str, str]]
) -> Problem | None:
    for problem in problems:
        known = (problem.code, str(problem.span)) in given_up
        if problem.fix is not None and problem.fix.span.file == file and not known:
            return problem
    return None


def _same_code(report: Report, file: str, problem: Problem) -> list[Problem]:
    return [
        one
        for one in report.problems
        if one.code == problem.code and one.fix and one.fix.span.file == file
    ]


def _all_of_code(text: str, report: Report, file: str, problem: Problem) -> str:
    fixes = [one.fix for one in _same_code(report, file, problem) if one.fix]
    return _applied(text, fixes)


def _if_better(
    before: str, after: str, report: Report, check: Callable[[str], Report]
) -> str | None:
    """Return the mended text if problems went away and none of them came back."""
    if after == before:
        return None
    now = check(after)
    fewer = len(now.problems) < len(report.problems)
    # Reading stops at some mistakes: behind them others may come to light.
    stopped = any(one.code < "HF2" for one in report.errors)
    codes = [one.code for one in report.problems]
    gone = any(codes.count(c) > [o.code for o in now.problems].count(c) for c in codes)
    # What follows is checked only of a file without such errors.
    later = _step(now) > _step(report)
    return after if fewer or later or (stopped and gone) else None


def _step(report: Report) -> str:
    """Return how far the checks came: the first sort of error, such as ``HF2``."""
    return min((problem.code[:3] for problem in report.errors), default="none")


def _applied(text: str, fixes: Iterable[Fix]) -> str:
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    # A byte order mark is not counted in the places.
    shift = 1 if text.startswith("\ufeff") else 0
    edits = sorted(
        (
            starts[fix.span.line - 1] + fix.span.column - 1,
            starts[fix.span.end_line - 1] + fix.span.end_column - 1,
            fix.replacement,
        )
        for fix in fixes
    )
    for start, end, replacement in reversed(edits):
        first = start + (shift if start < starts[1] else 0)
        last = end + (shift if end < starts[1] else 0)
        text = text[:first] + replacement + text[last:]
    return text
