"""Settings without a value, and what stands where the value should be."""

from __future__ import annotations

import re
from typing import Final

import attrs

from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Fix, Problem
from handfoot.rules.source.nodes import Scalar, Source
from handfoot.rules.source.refusals import EMPTY_VALUE

__all__ = ["empty_value"]

#: A remark behind the name of a setting.
_REMARK: Final = re.compile(r" *: +(#.*)")
#: The beginning of a number whose thousands are behind a comma.
_THOUSANDS: Final = re.compile(r".*?([0-9]{1,3}),$")
_NUMBER: Final = re.compile("-?[0-9]{1,6}")
#: The last figures of a number with thousands.
_LAST: Final = re.compile("[0-9]{3}")


def empty_value(source: Source, key: Scalar, path: str | None) -> Problem:
    """Say that a setting has no value.

    Args:
        source: The text.
        key: The name of the setting.
        path: Its dotted name.
    """
    problem = EMPTY_VALUE.at(key.span, path, quote(str(key.value)))
    line = source.lines[key.span.line - 1]
    behind = _REMARK.match(line, key.span.end_column - 1)
    if behind is not None:
        text = behind[1].rstrip().replace("\\", "\\\\").replace('"', '\\"')
        return attrs.evolve(
            problem,
            label="what begins with # is a remark and no value",
            notes=(("fix", f'write a value; if this is it, in quotes: "{text}"'),),
        )
    if not _NUMBER.fullmatch(key.written):
        return problem
    before = _THOUSANDS.fullmatch(line[: key.span.column - 1])
    if before is not None and _LAST.fullmatch(key.written):
        comma = source.span(key.span.line, key.span.column - 1, 1)
        return attrs.evolve(
            problem,
            message="there is a comma inside a number",
            span=comma,
            label="here it begins the next setting",
            notes=(("fix", f"write {before[1]}{key.written}"),),
            fix=Fix(comma, ""),
        )
    fix = "put brackets around a list, as in [50, 90]; or write a value"
    return attrs.evolve(
        problem, label="read as the name of a setting", notes=(("fix", fix),)
    )
