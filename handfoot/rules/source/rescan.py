"""A second look at lines that the YAML reader did not reach or did not explain."""

from __future__ import annotations

import re
from collections.abc import Iterator

from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Fix, Problem, Related, Span
from handfoot.rules.source.nodes import MAX_PROBLEMS, Source

__all__ = ["missing_space", "rescan", "tab_problem"]

_BLOCK_TEXT = re.compile(r"[:-]\s+[|>][-+0-9]*\s*(#.*)?$")
_INDENT = re.compile(r"[ \t]*")
_NO_SPACE = re.compile(r"[ ]*(?:- +)?([A-Za-z_][A-Za-z0-9_]{0,60}):(?![\s/]|$)")
_JOINED = re.compile(r"([A-Za-z_][A-Za-z0-9_]{0,60}):(?!/)(\S.*)")
_SETTING = re.compile(r"([A-Za-z_][A-Za-z0-9_]{0,60}):(\s|$)")


def rescan(source: Source, first: int) -> list[Problem]:
    """Look through lines for tabs, missing spaces and settings written twice.

    This guesses, so it is only done once reading has failed.

    Args:
        source: The text.
        first: The first line to look at, from 1.
    """
    found: list[Problem] = []
    seen: dict[str, Span] = {}
    for number, line in _lines_of_settings(source):
        repeated = list(_repeated(source, number, line, seen))
        if number >= first:
            found += repeated
            found += _in_line(source, number, line)
        if len(found) >= MAX_PROBLEMS:
            break
    return found


def _lines_of_settings(source: Source) -> Iterator[tuple[int, str]]:
    """Give the lines that are no remarks and no part of a block of text."""
    block: int | None = None
    for number, line in enumerate(source.lines, 1):
        indent = _INDENT.match(line)
        depth = len(indent[0]) if indent else 0
        rest = line[depth:]
        if not rest or rest.startswith("#"):
            continue
        if block is not None and depth > block:
            continue
        block = depth if _BLOCK_TEXT.search(line[-200:]) else None
        yield number, line


def _in_line(source: Source, number: int, line: str) -> Iterator[Problem]:
    indent = _INDENT.match(line)
    if indent and "\t" in indent[0]:
        yield tab_problem(source, number, indent[0].index("\t") + 1)
    elif (found := _NO_SPACE.match(line)) is not None:
        yield _no_space(source, source.span(number, found.end()), found[1])


def tab_problem(source: Source, line: int, column: int) -> Problem:
    """Report a tab, with the spaces that should stand there."""
    text = source.lines[line - 1]
    width = len(text) - column + 1 - len(text[column - 1 :].lstrip("\t"))
    span = source.span(line, column, max(1, width))
    leading = not text[: column - 1].strip()
    does = "is indented with a tab" if leading else "has a tab in it"
    return Problem(
        "HF101",
        "error",
        f"line {line} {does}; YAML only allows spaces",
        span=span,
        label="tabs, drawn as -->|" if width > 1 else "a tab, drawn as -->|",
        notes=(("fix", "use two spaces instead of each tab"),),
        fix=Fix(span, "  " * max(1, width) if leading else " "),
    )


def missing_space(source: Source, span: Span, written: str) -> Problem | None:
    """Report a name and a value that grew together, as in ``{min:2}``."""
    found = _JOINED.fullmatch(written)
    if found is None or span.line != span.end_line:
        return None
    colon = source.span(span.line, span.column + len(found[1]))
    return _no_space(source, colon, found[1])


def _no_space(source: Source, colon: Span, name: str) -> Problem:
    after = Span(
        source.name, colon.line, colon.end_column, colon.line, colon.end_column
    )
    return Problem(
        "HF104",
        "error",
        f"the space after the colon of {quote(name)} is missing",
        span=colon,
        label="a space belongs after this colon",
        notes=(("fix", f"write {quote(name + ': ')} and then the value"),),
        fix=Fix(after, " "),
    )


def _repeated(
    source: Source, number: int, line: str, seen: dict[str, Span]
) -> Iterator[Problem]:
    found = _SETTING.match(line)
    if found is None:
        return
    name = found[1]
    span = source.span(number, 1, len(name))
    if name not in seen:
        seen[name] = span
    else:
        yield Problem(
            "HF106",
            "error",
            f"{quote(name)} is set twice",
            key=name,
            span=seen[name],
            label="first here",
            related=(Related(span, "and again here"),),
            notes=(("fix", "keep one of the two"),),
        )
