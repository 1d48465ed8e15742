"""Failures that come of signs: tabs, quotes, brackets, and signs with a meaning."""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from handfoot.rules.reports.problems import Fix, Problem, Related, Span
from handfoot.rules.source.failure import Failure, error
from handfoot.rules.source.refusals import DIRECTIVE, NAMELESS, TAG
from handfoot.rules.source.rescan import tab_problem

__all__ = ["SIGNS"]

_FOREIGN = re.compile("directive|YAML document")


def _tab(failure: Failure) -> Problem | None:
    if failure.character != "\t" or "quoted scalar" in failure.context:
        return None
    return tab_problem(failure.source, failure.line, failure.column)


def _unclosed_quote(failure: Failure) -> Problem | None:
    if "quoted scalar" not in failure.context or "unexpected" not in failure.problem:
        return None
    return error(
        "HF102",
        "this quote is never closed",
        failure.opened(),
        "it begins here",
        fix="put the same quote at the end of the text",
    )


def _escape(failure: Failure) -> Problem | None:
    if "quoted scalar" not in failure.context:
        return None
    return error(
        "HF122",
        'after "\\" in double quotes only certain letters may follow',
        failure.source.span(failure.line, max(1, failure.column - 1), 2),
        "this is not one of them",
        fix='use single quotes, or write "\\\\" for a backslash',
    )


def _quote_too_early(failure: Failure) -> Problem | None:
    before = failure.before.rstrip()
    if not before.endswith(("'", '"')) or not failure.problem.startswith("expected"):
        return None
    other = "double quotes" if before.endswith("'") else "single quotes"
    return error(
        "HF102",
        "the text in quotes ends too early",
        failure.source.span(failure.line, len(before)),
        "this quote closes the text",
        fix=f"put the whole text in {other}",
    )


def _instruction(failure: Failure) -> Problem | None:
    at_start = "'<document start>'" in failure.problem
    above = at_start and failure.line_above.startswith("%")
    here = at_start and failure.text.startswith("%")
    if not (above or here or _FOREIGN.search(failure.context + failure.problem)):
        return None
    number = failure.line - 1 if above else failure.line
    return DIRECTIVE.at(failure.source.span(number, 1), None)


def _special_word(failure: Failure) -> Problem | None:
    if "tag" in failure.context or "tag handle" in failure.problem:
        return TAG.at(failure.opened(), None)
    if failure.context in ("while scanning an alias", "while scanning an anchor"):
        return error(
            "HF123",
            "a text that begins with * or & must be in quotes",
            failure.opened(),
            "this character has a meaning in YAML",
            fix="put the text in quotes",
        )
    return None


def _reserved_start(failure: Failure) -> Problem | None:
    if "cannot start any token" not in failure.problem:
        return None
    return error(
        "HF123",
        f"a text that begins with {failure.character} must be in quotes",
        failure.here(),
        "this character has a meaning in YAML",
        fix="put the text in quotes",
    )


def _block_header(failure: Failure) -> Problem | None:
    if failure.context != "while scanning a block scalar":
        return None
    return error(
        "HF123",
        "a text that begins with | or > must be in quotes",
        failure.opened(),
        "this begins a block of text, and nothing may follow in its line",
        fix="put the text in quotes, or begin it in the next line",
    )


def _no_name(failure: Failure) -> Problem | None:
    if failure.character != ":" or failure.before.rstrip()[-1:] not in ("", "{", ","):
        return None
    return NAMELESS.at(failure.here(), None)


def _brackets(failure: Failure) -> Problem | None:
    if not failure.context.startswith("while parsing a flow"):
        return None
    if failure.context == "while parsing a flow node":
        if failure.bracket is not None and "stream end" in failure.problem:
            place = failure.bracket
            character = failure.source.lines[place.line - 1][place.column - 1]
            return _never_closed(place, "]" if character == "[" else "}")
        return error(
            "HF103",
            "something is missing between these brackets",
            failure.here(),
            "a value should stand before this",
            fix="write the missing value, or take out a comma",
        )
    opening = "[" if "sequence" in failure.context else "{"
    closing = "]" if opening == "[" else "}"
    if failure.character in ("]", "}") or failure.line == failure.opened_line:
        return _unexpected_in_brackets(failure, opening, closing)
    return _never_closed(failure.opened(), closing)


def _never_closed(opening: Span, closing: str) -> Problem:
    return error(
        "HF103",
        f"this bracket is never closed with {closing}",
        attrs.evolve(opening, end_line=opening.line, end_column=opening.column + 1),
        "it is opened here",
        fix=f"put {closing} where the list or the group ends",
    )


def _unexpected_in_brackets(failure: Failure, opening: str, closing: str) -> Problem:
    related = (Related(failure.opened(), f"{opening} is opened here"),)
    if failure.character in ("]", "}"):
        return error(
            "HF103",
            f"{opening} is closed with {failure.character}",
            failure.here(),
            f"{closing} belongs here",
            fix=f"write {closing}",
            mend=Fix(failure.here(), closing),
            related=related,
        )
    if not failure.character:
        return _never_closed(failure.opened(), closing)
    return error(
        "HF103",
        "there is a comma or a bracket missing",
        failure.here(),
        "this does not fit here",
        fix="put a comma between two entries, and text with signs in quotes",
        related=related,
    )


def _closing_alone(failure: Failure) -> Problem | None:
    named = re.search(r"(?:found|got) '([\]},])'$", failure.problem)
    if named is None:
        return None
    return error(
        "HF103",
        f"this {named[1]} has no bracket that it belongs to",
        failure.here(),
        "nothing was opened before it",
        fix="take it out, or put the opening bracket before the first entry",
    )


#: Each looks at a failure and explains it or passes on; the surest come first.
SIGNS: tuple[Callable[[Failure], Problem | None], ...] = (
    _tab,
    _unclosed_quote,
    _escape,
    _quote_too_early,
    _instruction,
    _special_word,
    _reserved_start,
    _block_header,
    _no_name,
    _brackets,
    _closing_alone,
)
