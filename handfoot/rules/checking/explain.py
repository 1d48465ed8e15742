"""A wrong value explained: what was wanted, what stands there, what was meant."""

from __future__ import annotations

import json
import re
from typing import Final

from handfoot.rules.checking.figures import thousands
from handfoot.rules.checking.meant import (
    as_books,
    as_group,
    as_list,
    as_number,
    meant_words,
    with_colon,
)
from handfoot.rules.checking.wanted import Wanted
from handfoot.rules.language.head import MOST_ENTRIES, MOST_TEXT
from handfoot.rules.language.keys import ROUND, Key
from handfoot.rules.language.words import listed
from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Fix, Problem
from handfoot.rules.rulebook import all_keys
from handfoot.rules.source import ListNode, MapNode, Node, Scalar, plain
from handfoot.rules.suggest import near, normal

__all__ = ["explain", "wrong_size"]

_ON: Final = frozenset({"yes", "on", "y", "true", "allowed", "always"})
_OFF: Final = frozenset({"no", "off", "n", "false", "forbidden", "never"})
_OFF_WORDS: Final = ("never", "none", "nothing")
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_WHOLE_PILE: Final = ("whole", "entire", "everything", "whole_pile", "entire_pile")


def explain(wanted: Wanted, node: Node) -> Problem:
    """Say what is wrong with the value at a place."""
    match node:
        case ListNode():
            return _a_list(wanted, node)
        case MapNode():
            return _a_group(wanted, node)
        case Scalar() if wanted.kind in ("list", "rounds"):
            return _not_a_list(wanted, node)
        case Scalar() if wanted.kind in ("group", "names", "counts", "table"):
            return _not_a_group(wanted, node)
        case Scalar():
            return _one_value(wanted, node)


def _problem(
    code: str,
    wanted: Wanted,
    node: Node,
    message: str,
    label: str,
    *notes: tuple[str, str],
    mend: str | None = None,
    suggestions: tuple[str, ...] = (),
) -> Problem:
    if mend is not None:
        notes = (("fix", f"write {mend}"), *notes)
    about = _about(wanted)
    return Problem(
        code,
        "error",
        message,
        key=wanted.name,
        span=node.span,
        label=label,
        notes=(*notes, *about),
        suggestions=suggestions,
        fix=None if mend is None else Fix(node.span, mend),
    )


def _about(wanted: Wanted) -> tuple[tuple[str, str], ...]:
    key = wanted.key
    if key is None:
        return ()
    return ((f"about {key.path}", _in_short(key)),)


def _in_short(key: Key) -> str:
    text = key.about.rstrip(".")
    if key.least is None or key.most is None:
        return text
    unit = f" {key.unit}" if key.unit else ""
    return f"{text}; {key.least} to {key.most}{unit}"


def _must(wanted: Wanted, rest: str = "") -> str:
    return f"{quote(wanted.name)} must be {wanted.said()}{rest}"


def _one_value(wanted: Wanted, node: Scalar) -> Problem:
    match wanted.kind:
        case "number":
            return _number(wanted, node)
        case "switch":
            return _switch(wanted, node)
        case "choice":
            return _choice(wanted, node)
        case _:
            return _text(wanted, node)


def _number(wanted: Wanted, node: Scalar) -> Problem:
    value = node.value
    if isinstance(value, int) and not isinstance(value, bool):
        size = wanted.problem_of_range(value)
        message = (
            f"{quote(wanted.name)} must be between {wanted.least:,} and {wanted.most:,}"
            if wanted.least != wanted.most
            else f"{quote(wanted.name)} must be {wanted.least}"
        )
        mend = str(-value) if value > 0 and wanted.accepts(-value) else None
        return _problem(
            "HF205", wanted, node, message, f"{value:,} is {size}", mend=mend
        )
    if isinstance(value, float):
        return _decimal(wanted, node, value)
    if isinstance(value, bool):
        return _problem("HF202", wanted, node, _must(wanted), "this is a switch")
    if value is None:
        return _empty(wanted, node)
    if node.quoted and _WHOLE.fullmatch(value):
        mend = value if wanted.accepts(int(value)) else None
        message = _must(wanted, ", but this one is in quotes")
        label = "quotes turn a number into text"
        return _problem("HF203", wanted, node, message, label, mend=mend)
    mend = as_number(wanted, value)
    if mend is not None:
        return _problem("HF202", wanted, node, _must(wanted), "this is text", mend=mend)
    if wanted.words:
        whole = "all" in wanted.words and normal(value) in _WHOLE_PILE
        meant = ["all"] if whole else near(value, wanted.words)
        label = f'did you mean "{meant[0]}"?' if meant else "this is text"
        mend = meant[0] if meant else None
        return _problem("HF204", wanted, node, _must(wanted), label, mend=mend)
    if normal(value) in ("none", "unlimited", "all", "no_limit"):
        label = f"a number is needed here, {quote(value)} is not possible"
        return _problem("HF202", wanted, node, _must(wanted), label)
    return _problem("HF202", wanted, node, _must(wanted), "this is text")


def _decimal(wanted: Wanted, node: Scalar, value: float) -> Problem:
    """Say that a number has a point; three digits behind it are the thousands."""
    label = "this is a number with a decimal point"
    number = thousands(node.written)
    if number is not None:
        label = "the point makes it a number below a thousand"
    elif value.is_integer():
        number = int(value)
    mend = None if number is None or not wanted.accepts(number) else str(number)
    return _problem("HF202", wanted, node, _must(wanted), label, mend=mend)


def _empty(wanted: Wanted, node: Scalar) -> Problem:
    label = "there is no value here"
    mend = "none" if "none" in wanted.words and node.written else None
    return _problem("HF202", wanted, node, _must(wanted), label, mend=mend)


def _switch(wanted: Wanted, node: Scalar) -> Problem:
    value = node.value
    message = f"{quote(wanted.name)} is a switch: write true or false"
    if isinstance(value, str):
        word = value.strip().lower()
        mend = "true" if word in _ON else "false" if word in _OFF else None
        if node.quoted and word in ("true", "false"):
            label = "quotes turn a switch into text"
            return _problem("HF203", wanted, node, message, label, mend=mend)
        label = f"this is the word {quote(value)}" if value else "this is empty"
        code = "HF209" if mend else "HF202"
        return _problem(code, wanted, node, message, label, mend=mend)
    if value is None:
        return _problem("HF202", wanted, node, message, "there is no value here")
    mend = {0: "false", 1: "true"}.get(int(value)) if value in (0, 1) else None
    return _problem("HF202", wanted, node, message, "this is a number", mend=mend)


def _choice(wanted: Wanted, node: Scalar) -> Problem:
    written = "" if node.value is None else str(node.written or node.value)
    text = str(node.value) if node.quoted else written
    meant = meant_words(text, wanted.words)
    if isinstance(node.value, bool) and not node.value:
        meant = [str(word) for word in _OFF_WORDS if word in wanted.words][:1]
    choices = ("choices", ", ".join(wanted.words))
    message = f"{quote(text)} is not a choice of {quote(wanted.name)}"
    if not text:
        return _problem("HF204", wanted, node, _must(wanted), "nothing here", choices)
    label = f'did you mean "{meant[0]}"?' if meant else "not one of the choices"
    notes = [choices]
    if points := _points_beside(wanted, node):
        notes.append(("points", listed(points, "or")))
    return _problem(
        "HF204",
        wanted,
        node,
        message,
        label,
        *notes,
        mend=meant[0] if meant else None,
        suggestions=tuple(meant),
    )


def _points_beside(wanted: Wanted, node: Scalar) -> list[str]:
    """Return the settings of points that a number may have been meant for.

    They are called after the choice: ``threes.red_laid`` beside ``threes.red``.
    """
    if not isinstance(node.value, int) or isinstance(node.value, bool):
        return []
    return [
        key.path
        for key in all_keys()
        if key.path.startswith(f"{wanted.name}_")
        and isinstance(key, Key)
        and key.kind == "number"
        and key.unit == "points"
    ]


def _text(wanted: Wanted, node: Scalar) -> Problem:
    if wanted.name == "allow_warnings":
        message = f"{quote(str(node.value))} is not the code of a warning"
        label = "codes look like HF305"
        return _problem("HF204", wanted, node, message, label)
    if node.value is None or node.value == "":
        return _problem("HF202", wanted, node, _must(wanted), "there is no text here")
    if isinstance(node.value, str):
        return wrong_size(wanted, node, "maxLength")
    mend = json.dumps(node.written)
    message = _must(wanted, ", so it needs quotes here")
    kind = "switch" if isinstance(node.value, bool) else "number"
    return _problem("HF202", wanted, node, message, f"this is a {kind}", mend=mend)


def wrong_size(wanted: Wanted, node: Node, keyword: str) -> Problem:
    """Say that a list, a map or a text has too few or too many entries."""
    name = quote(wanted.name)
    match keyword:
        case "uniqueItems":
            message, label = f"{name} names something twice", "an entry stands twice"
        case "minItems":
            message, label = f"{name} must have an entry", "nothing in it"
        case "maxLength":
            message, label = f"{name} is too long", f"at most {MOST_TEXT:,} letters"
        case _:
            message, label = f"{name} has too many entries", f"at most {MOST_ENTRIES}"
    return _problem("HF210", wanted, node, message, label)


def _a_list(wanted: Wanted, node: ListNode) -> Problem:
    """Say that one value is wanted, not a list."""
    values = plain(node)
    assert isinstance(values, list)
    entries = "one entry" if len(values) == 1 else f"{len(values)} entries"
    label = f"a list with {entries}"
    if wanted.kind in ("group", "names", "counts", "table"):
        return _no_group(wanted, node, label)
    message = _must(wanted, ", not a list")
    written = _written(node)
    fits = bool(values) and all(map(wanted.accepts, values))
    if fits and len(values) == 1:
        return _problem("HF208", wanted, node, message, label, mend=written)
    by_round = wanted.key is not None and ROUND in wanted.key.scopes
    if fits and by_round and not wanted.form:
        return _problem(
            "HF208",
            wanted,
            node,
            message,
            label,
            ("note", "by_round gives one value for each round; the last one repeats"),
            mend=f"{{by_round: [{written}]}}",
        )
    return _problem("HF208", wanted, node, message, label)


def _no_group(wanted: Wanted, node: ListNode, label: str) -> Problem:
    """Say that a group of settings is wanted, not a list."""
    message = _must(wanted, ", not a list")
    mend = as_group(wanted, _written(node))
    if wanted.kind == "counts":
        mend = as_books(_written(node))
        return _problem("HF202", wanted, node, message, label, _BY_KIND, mend=mend)
    notes: tuple[tuple[str, str], ...] = ()
    if node.items and all(isinstance(item, MapNode) for item in node.items):
        notes = (("fix", "write the settings without the dashes or brackets"),)
    return _problem("HF202", wanted, node, message, label, *notes, mend=mend)


def _not_a_list(wanted: Wanted, node: Scalar) -> Problem:
    """Say that a list is wanted, not one value."""
    message = f"{quote(wanted.name)} must be a list, even with one entry"
    if wanted.kind == "rounds":
        message = f"by_round of {quote(wanted.name)} must be a list"
        mend = f"[{node.written}]" if node.written else None
        return _problem("HF207", wanted, node, message, "one value", mend=mend)
    if node.value is None:
        return _problem("HF202", wanted, node, message, "there is no value here")
    mend = as_list(wanted.item, node)
    return _problem("HF207", wanted, node, message, "one value, not a list", mend=mend)


def _not_a_group(wanted: Wanted, node: Scalar) -> Problem:
    """Say that a group of settings is wanted, not one value."""
    label = "one value, not a group" if node.value is not None else "nothing here"
    message = f"{quote(wanted.name)} is a group of settings, not one value"
    mend = as_group(wanted, node.written)
    if wanted.key is not None and wanted.key.kind == "counts":
        message = f"{quote(wanted.name)} says a number for each kind of book"
        mend = as_books(str(node.value))
        return _problem("HF202", wanted, node, message, label, _BY_KIND, mend=mend)
    mend = mend or with_colon(wanted, node)
    return _problem("HF202", wanted, node, message, label, mend=mend)


_BY_KIND: Final = ("by kind", "for example {clean: 2, dirty: 2}; any counts all kinds")


def _written(node: ListNode) -> str:
    return ", ".join(item.written for item in node.items if isinstance(item, Scalar))


def _a_group(wanted: Wanted, node: MapNode) -> Problem:
    """Say that a plain value is wanted, not a group of settings."""
    message = _must(wanted)
    if wanted.kind in ("list", "rounds"):
        return _problem("HF202", wanted, node, message, "a group, not a list")
    return _problem("HF202", wanted, node, message, "a group of settings")
