"""Text that is no YAML at all: what a person did, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import attrs
from yaml import MarkedYAMLError

from handfoot.rules.display import quote
from handfoot.rules.problems import Fix, Problem, Related, Span
from handfoot.rules.source_nodes import Source
from handfoot.rules.source_rescan import missing_space, rescan, tab_problem

__all__ = ["missing_space", "syntax_problems", "unreadable"]

_STOPPED = ("note", "checking stopped here; there may be more to fix further down")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_ ]*")
_FOREIGN = re.compile("directive|YAML document")
#: PyYAML looks no further than this for the colon after a name, as YAML says.
_LONGEST_NAME = 1000
_BIG_ESCAPE = re.compile(r"\\U(?!0010[0-9a-fA-F]{4}|000[0-9a-fA-F]{5})[0-9a-fA-F]{8}")


@attrs.frozen
class _Failure:
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

    def here(self, width: int = 1) -> Span:
        """The place of the fault."""
        return self.source.span(self.line, self.column, width)

    def opened(self) -> Span:
        """Where what was not finished began."""
        return self.source.span(self.opened_line, self.opened_column)


def syntax_problems(
    source: Source,
    error: MarkedYAMLError,
    earlier: tuple[Problem, ...],
    bracket: Span | None,
) -> tuple[Problem, ...]:
    """Explain why reading stopped, and look through the lines it did not reach.

    Args:
        source: The text.
        error: What the YAML reader said.
        earlier: What was found before; it is not said again.
        bracket: The innermost list or group that was still open.
    """
    failure = _failure(source, error, bracket)
    in_quotes = "quoted scalar" in failure.context
    first = max(1, min(failure.opened_line, failure.line - 1))
    found = rescan(source, failure.opened_line + 1 if in_quotes else first)
    if in_quotes or not any(_explains(one, failure) for one in found):
        found = [_classify(failure), *found]
    known = {(one.code, one.span) for one in earlier}
    fresh = [one for one in found if (one.code, one.span) not in known]
    return tuple(_with_note(fresh))


def _explains(problem: Problem, failure: _Failure) -> bool:
    if problem.span is None or problem.code not in ("HF101", "HF104"):
        return False
    return problem.span.line <= failure.line


def _with_note(problems: list[Problem]) -> Iterable[Problem]:
    for place, problem in enumerate(problems):
        notes = problem.notes if place else (*problem.notes, _STOPPED)
        yield attrs.evolve(problem, notes=notes)


def unreadable(source: Source, offset: int) -> Problem:
    """Report a failure of the reader that has no place: an impossible escape."""
    found = _BIG_ESCAPE.search(source.text, offset) or _BIG_ESCAPE.search(source.text)
    if found is None:
        span, label = source.span_at(offset), "somewhere from here on"
    else:
        span = source.span_at(found.start(), len(found[0]))
        label = "no letter has this number"
    return _error(
        "HF122",
        "this text has an escape that cannot be read",
        span,
        label,
        fix="take it out, or use single quotes",
        stopped=True,
    )


def _failure(source: Source, error: MarkedYAMLError, bracket: Span | None) -> _Failure:
    mark = error.problem_mark or error.context_mark
    opened = error.context_mark or mark
    last = len(source.lines)
    return _Failure(
        source,
        error.context or "",
        error.problem or "",
        min(mark.line + 1, last) if mark else 1,
        mark.column + 1 if mark else 1,
        min(opened.line + 1, last) if opened else 1,
        opened.column + 1 if opened else 1,
        bracket,
    )


def _error(
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
    notes = (("fix", fix),) if fix else ()
    return Problem(
        code,
        "error",
        message,
        span=span,
        label=label,
        related=related,
        notes=(*notes, _STOPPED) if stopped else notes,
        fix=mend,
    )


def _classify(failure: _Failure) -> Problem:
    for explain in _EXPLANATIONS:
        if (problem := explain(failure)) is not None:
            return problem
    return _error(
        "HF119",
        "this line cannot be read",
        failure.here(),
        "reading failed here",
        fix="compare it with the lines above: colons, dashes, brackets and quotes",
    )


def _tab(failure: _Failure) -> Problem | None:
    if failure.character != "\t" or "quoted scalar" in failure.context:
        return None
    return tab_problem(failure.source, failure.line, failure.column)


def _unclosed_quote(failure: _Failure) -> Problem | None:
    if "quoted scalar" not in failure.context or "unexpected" not in failure.problem:
        return None
    return _error(
        "HF102",
        "this quote is never closed",
        failure.opened(),
        "it begins here",
        fix="put the same quote at the end of the text",
    )


def _escape(failure: _Failure) -> Problem | None:
    if "quoted scalar" not in failure.context:
        return None
    return _error(
        "HF122",
        'after "\\" in double quotes only certain letters may follow',
        failure.source.span(failure.line, max(1, failure.column - 1), 2),
        "this is not one of them",
        fix='use single quotes, or write "\\\\" for a backslash',
    )


def _quote_too_early(failure: _Failure) -> Problem | None:
    before = failure.before.rstrip()
    if not before.endswith(("'", '"')) or not failure.problem.startswith("expected"):
        return None
    other = "double quotes" if before.endswith("'") else "single quotes"
    return _error(
        "HF102",
        "the text in quotes ends too early",
        failure.source.span(failure.line, len(before)),
        "this quote closes the text",
        fix=f"put the whole text in {other}",
    )


def _line_above(failure: _Failure) -> str:
    return failure.source.lines[failure.line - 2] if failure.line > 1 else ""


def _instruction(failure: _Failure) -> Problem | None:
    at_start = "'<document start>'" in failure.problem
    above = at_start and _line_above(failure).startswith("%")
    here = at_start and failure.text.startswith("%")
    if not (above or here or _FOREIGN.search(failure.context + failure.problem)):
        return None
    number = failure.line - 1 if above else failure.line
    return _error(
        "HF109",
        "lines that begin with % are not used in rule files",
        failure.source.span(number, 1),
        "an instruction to the reader",
        fix="take the line out",
    )


def _special_word(failure: _Failure) -> Problem | None:
    if "tag" in failure.context or "tag handle" in failure.problem:
        return _error(
            "HF108",
            "kinds of values, written with an exclamation mark, "
            "are not used in rule files",
            failure.opened(),
            "the exclamation mark has a meaning in YAML",
            fix="take it out, or put the text in quotes",
        )
    if failure.context in ("while scanning an alias", "while scanning an anchor"):
        return _error(
            "HF123",
            "a text that begins with * or & must be in quotes",
            failure.opened(),
            "this character has a meaning in YAML",
            fix="put the text in quotes",
        )
    return None


def _reserved_start(failure: _Failure) -> Problem | None:
    if "cannot start any token" not in failure.problem:
        return None
    return _error(
        "HF123",
        f"a text that begins with {failure.character} must be in quotes",
        failure.here(),
        "this character has a meaning in YAML",
        fix="put the text in quotes",
    )


def _block_header(failure: _Failure) -> Problem | None:
    if failure.context != "while scanning a block scalar":
        return None
    return _error(
        "HF123",
        "a text that begins with | or > must be in quotes",
        failure.opened(),
        "this begins a block of text, and nothing may follow in its line",
        fix="put the text in quotes, or begin it in the next line",
    )


def _brackets(failure: _Failure) -> Problem | None:
    if not failure.context.startswith("while parsing a flow"):
        return None
    if failure.context == "while parsing a flow node":
        if failure.bracket is not None and "stream end" in failure.problem:
            place = failure.bracket
            character = failure.source.lines[place.line - 1][place.column - 1]
            return _never_closed(place, "]" if character == "[" else "}")
        return _error(
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
    return _error(
        "HF103",
        f"this bracket is never closed with {closing}",
        attrs.evolve(opening, end_line=opening.line, end_column=opening.column + 1),
        "it is opened here",
        fix=f"put {closing} where the list or the group ends",
    )


def _unexpected_in_brackets(failure: _Failure, opening: str, closing: str) -> Problem:
    related = (Related(failure.opened(), f"{opening} is opened here"),)
    if failure.character in ("]", "}"):
        return _error(
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
    return _error(
        "HF103",
        "there is a comma or a bracket missing",
        failure.here(),
        "this does not fit here",
        fix="put a comma between two entries, and text with signs in quotes",
        related=related,
    )


def _closing_alone(failure: _Failure) -> Problem | None:
    named = re.search(r"(?:found|got) '([\]},])'$", failure.problem)
    if named is None:
        return None
    return _error(
        "HF103",
        f"this {named[1]} has no bracket that it belongs to",
        failure.here(),
        "nothing was opened before it",
        fix="take it out, or put the opening bracket before the first entry",
    )


def _no_name(failure: _Failure) -> Problem | None:
    if failure.character != ":" or failure.before.rstrip()[-1:] not in ("", "{", ","):
        return None
    return _error(
        "HF110",
        "a setting without a name",
        failure.here(),
        "the name is missing before this colon",
        fix="write the name of the setting before the colon",
    )


def _no_colon(failure: _Failure) -> Problem | None:
    if failure.context != "while scanning a simple key":
        return None
    return _without_colon(failure.source, failure.opened_line, failure.opened_column)


def _without_colon(source: Source, number: int, column: int) -> Problem:
    rest = source.lines[number - 1][column - 1 :].rstrip()
    span = source.span(number, column, max(1, len(rest)))
    return _error(
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


def _extra_colon(failure: _Failure) -> Problem | None:
    if failure.problem != "mapping values are not allowed here":
        return None
    name = failure.before.strip()
    if len(name) > _LONGEST_NAME and ":" not in name:
        return _error(
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
    return _error(
        "HF120",
        "there is a second colon in this line",
        failure.here(),
        f"the value of {quote(first)} has a colon of its own",
        fix=f"two settings: write {quote(words[-1])} on a line of its own; "
        "or one text: put it in quotes",
    )


def _line_above_without_colon(failure: _Failure, column: int) -> Problem | None:
    """Find a setting without a colon that swallowed the line at fault."""
    above = _line_above(failure)
    begins = len(above) - len(above.lstrip(" ")) + 1
    if begins < column or ":" in above or not _WORD.match(above, begins - 1):
        return None
    return _without_colon(failure.source, failure.line - 1, begins)


def _after_the_end(failure: _Failure) -> Problem | None:
    if "'<document start>'" not in failure.problem:
        return None
    if not any(line.startswith("...") for line in failure.source.lines):
        return None
    return _error(
        "HF109",
        "a rule file holds one set of rules, and three dots end it",
        failure.here(),
        "this stands after its end",
        fix="take the line with the three dots out",
    )


def _dash_after_colon(failure: _Failure) -> Problem | None:
    if "entries are not allowed here" not in failure.problem and (
        "keys are not allowed here" not in failure.problem
    ):
        return None
    return _error(
        "HF120",
        f'"{failure.character}" may not stand in the middle of a line',
        failure.here(),
        "this begins something that needs its own line",
        fix="write a list as [a, b], or begin each entry on its own line",
    )


def _wrong_indentation(failure: _Failure) -> Problem | None:
    if "<block end>" not in failure.problem:
        return None
    if failure.before.strip():
        return _error(
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
    return _error(
        "HF105",
        message,
        span,
        "begin this exactly below its neighbours",
        fix="use the same number of spaces as the lines it belongs with",
    )


#: Each looks at a failure and explains it or passes on; the surest come first.
_EXPLANATIONS: tuple[Callable[[_Failure], Problem | None], ...] = (
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
    _after_the_end,
    _no_colon,
    _extra_colon,
    _dash_after_colon,
    _wrong_indentation,
)
