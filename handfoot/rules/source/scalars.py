"""What an unquoted word means: YAML 1.2, and a refusal where programs disagree."""

from __future__ import annotations

import re

import attrs

from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Fix, Problem, Span
from handfoot.rules.source.nodes import MAX_DIGITS

__all__ = ["Meaning", "meaning"]

Value = str | int | float | bool | None

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
# Compiled when first used: most files hold plain numbers only.
_NO_NUMBERS = r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
_WHOLE = r"[-+]?[0-9]+"
_DECIMAL = r"[-+]?(\.[0-9]+|[0-9]+\.[0-9]*)"
_LEADING_ZERO = r"[-+]?0[0-9]+(\.[0-9]*)?"
_UNDERSCORED = r"[-+]?[0-9][0-9_]*(\.[0-9_]*)?"
_POWER = r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)[eE][-+]?[0-9]+"
_OTHER_BASE = r"[-+]?0(x[0-9a-fA-F][0-9a-fA-F_]*|o[0-7][0-7_]*|b[01][01_]*)"
#: Begins like a number or a special word, so that the slow way is worth going.
_MAY_MEAN_MORE = frozenset("0123456789+-.~nNtTfF")


@attrs.frozen
class Meaning:
    """The value of a word, and what is wrong with how it was written."""

    value: Value
    problem: Problem | None = None


def meaning(written: str, span: Span, key: str | None) -> Meaning:
    """Find what an unquoted word means.

    Args:
        written: The word.
        span: Its place.
        key: The setting it belongs to, for the problem.
    """
    if written and written[0] not in _MAY_MEAN_MORE:
        return Meaning(written)
    if len(written) <= MAX_DIGITS and _is_plain(written):
        return Meaning(int(written))
    if written in _NULLS:
        return Meaning(None)
    if written in _TRUE or written in _FALSE:
        return Meaning(written in _TRUE)
    if re.fullmatch(_NO_NUMBERS, written):
        return Meaning(written, _no_number(written, span, key))
    return _number(written, span, key)


def _is_plain(written: str) -> bool:
    return written.isascii() and written.isdigit() and written[0] != "0"


def _no_number(written: str, span: Span, key: str | None) -> Problem:
    return Problem(
        "HF115",
        "error",
        f'"{written}" is not a number that rules can use',
        key=key,
        span=span,
        label="write an ordinary number",
        notes=(("note", "to mean this as a word, put it in quotes"),),
    )


def _number(written: str, span: Span, key: str | None) -> Meaning:
    ordinary = re.fullmatch(_WHOLE, written) or re.fullmatch(_DECIMAL, written)
    odd = None if ordinary else _odd_form(written)
    if not ordinary and odd is None:
        return Meaning(written)
    if sum(map(str.isdigit, written)) > MAX_DIGITS:
        return Meaning(written, _too_long(written, span, key))
    if re.fullmatch(_LEADING_ZERO, written):
        odd = _zero_form(written)
    if odd is None:
        return Meaning(float(written) if "." in written else int(written))
    message, label = odd
    value = _meant(written)
    problem = Problem(
        "HF112",
        "error",
        message,
        key=key,
        span=span,
        label=label,
        notes=_ways_out(value, written),
        fix=None if value is None else Fix(span, str(value)),
    )
    return Meaning(written if value is None else value, problem)


def _odd_form(written: str) -> tuple[str, str] | None:
    """Say what is unclear about a number, or that it is none."""
    if re.fullmatch(_OTHER_BASE, written):
        return (
            f"write {quote(written)} in ordinary digits",
            "not every program reads this",
        )
    if re.fullmatch(_POWER, written):
        return f"write {quote(written)} out in full", "not every program reads this"
    if "_" in written and re.fullmatch(_UNDERSCORED, written):
        message = f'a number may not have "_" in it: {quote(written)}'
        return message, "some programs read this as text"
    return None


def _zero_form(written: str) -> tuple[str, str]:
    label = "drop the zero in front"
    if re.fullmatch(r"[-+]?0[0-7]+", written) and int(written, 8) != int(written):
        label = f"some programs would read this as {int(written, 8)}"
    return f'a number may not begin with a zero: "{written}"', label


def _meant(written: str) -> int | float | None:
    """Guess the number that was meant; nothing when it would be very large."""
    text = written.replace("_", "")
    if re.fullmatch(_OTHER_BASE, text):
        number: int | float = int(text, 0)
    elif re.fullmatch(_POWER, text):
        number = _of_power(text)
    else:
        number = float(text) if "." in text else int(text)
    ordinary = abs(number) < 10**MAX_DIGITS and "e" not in str(number)
    return number if ordinary else None


def _of_power(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


def _ways_out(value: int | float | None, written: str) -> tuple[tuple[str, str], ...]:
    as_text = ("note", f"to mean it as a word, put it in quotes: {quote(written)}")
    if value is None:
        return (as_text,)
    return ("fix", f"write {value}"), as_text


def _too_long(written: str, span: Span, key: str | None) -> Problem:
    return Problem(
        "HF118",
        "error",
        f"a number may have at most {MAX_DIGITS} digits",
        key=key,
        span=span,
        label=f"this one has {sum(map(str.isdigit, written)):,}",
        notes=(("note", "to mean this as a text, put it in quotes"),),
    )
