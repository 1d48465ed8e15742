"""Failures that come of layout: colons, dashes, lines and their indentation."""

from __future__ import annotations

import re
from collections.abc import Callable

from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Problem, Span
from handfoot.rules.source.failure import Failure, error
from handfoot.rules.source.nodes import Source

__all__ = ["LAYOUT"]

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_ ]*")
#: PyYAML looks no further than this for the colon after a name, as YAML says.
_LONGEST_NAME = 1000


def _after_the_end(failure: Failure) -> Problem | None:
    if "'<document start>'" not in failure.problem:
        return None
    if not any(line.startswith("...") for line in failure.source.lines):
        return None
    return error(
        "HF109",
        "a rule file holds one set of rules, and three dots end it",
        failure.here(),
        "this stands after its end",
        fix="take the line with the three dots out",
    )


def _no_colon(failure: Failure) -> Problem | None:
    if failure.context != "while scanning a simple key":
        return None
    return _without_colon(failure.source, failure.opened_line, failure.opened_column)


def _without_colon(source: Source, number: int, column: int) -> Problem:
    rest = source.lines[number - 1][column - 1 :].rstrip()
    span = source.span(number, column, max(1, len(rest)))
    return error(
        "HF104",
        "this line has no colon after the name of a setting",
        span,
        "a name, a colon, a space and a value were expected",
        fix=_with_colon(rest),
    )


def _with_colon(text: str) -> str:
    name, _, value = text.partition(" ")
    if _WORD.fullmatch(name) and value:
        return f"perhaps {quote(f'{name}: {value}')} was meant"
    return "write it as name: value, or take it out"


def _extra_colon(failure: Failure) -> Problem | None:
    if failure.problem != "mapping values are not allowed here":
        return None
    name = failure.before.strip()
    if len(name) > _LONGEST_NAME and ":" not in name:
        return error(
            "HF110",
            "the name of a setting must be a short word",
            failure.here(),
            f"{len(name):,} characters stand before this colon",
            fix="put a text with a colon in quotes",
        )
    if _WORD.fullmatch(name):
        column = len(failure.before) - len(failure.before.lstrip()) + 1
        if (above := _line_above_without_colon(failure, column)) is not None:
            return above
        span = failure.source.span(failure.line, column, len(name))
        return _indentation(span, "this line is indented more than it should be")
    words = name.rsplit(None, 1)
    first = name.split(":", 1)[0]
    return error(
        "HF120",
        "there is a second colon in this line",
        failure.here(),
        f"the value of {quote(first)} has a colon of its own",
        fix=f"two settings: write {quote(words[-1])} on a line of its own; "
        "or one text: put it in quotes",
    )


def _line_above_without_colon(failure: Failure, column: int) -> Problem | None:
    """Find a setting without a colon that swallowed the line at fault."""
    above = failure.line_above
    begins = len(above) - len(above.lstrip(" ")) + 1
    if begins < column or ":" in above or not _WORD.match(above, begins - 1):
        return None
    return _without_colon(failure.source, failure.line - 1, begins)


def _dash_after_colon(failure: Failure) -> Problem | None:
    if "entries are not allowed here" not in failure.problem and (
        "keys are not allowed here" not in failure.problem
    ):
        return None
    return error(
        "HF120",
        f'"{failure.character}" may not stand in the middle of a line',
        failure.here(),
        "this begins something that needs its own line",
        fix="write a list as [a, b], or begin each entry on its own line",
    )


def _wrong_indentation(failure: Failure) -> Problem | None:
    if "<block end>" not in failure.problem:
        return None
    if failure.before.strip():
        return error(
            "HF120",
            "there is more in this line than one setting",
            failure.here(),
            "this does not belong to what stands before it",
            fix="begin a new line here, or put the whole text in quotes",
        )
    if failure.character == "-":
        return _indentation(
            failure.here(), "a dash of a list stands among settings here"
        )
    word = _WORD.match(failure.text, failure.column - 1)
    width = len(word[0].rstrip()) if word else 1
    return _indentation(
        failure.here(width), "this line is not indented like the lines it belongs to"
    )


def _indentation(span: Span, message: str) -> Problem:
    return error(
        "HF105",
        message,
        span,
        "begin this exactly below its neighbours",
        fix="use the same number of spaces as the lines it belongs with",
    )


#: Each looks at a failure and explains it or passes on; the surest come first.
LAYOUT: tuple[Callable[[Failure], Problem | None], ...] = (
    _after_the_end,
    _no_colon,
    _extra_colon,
    _dash_after_colon,
    _wrong_indentation,
)
