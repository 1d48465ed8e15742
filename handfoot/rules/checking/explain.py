"""A wrong value explained: what was wanted, what stands there, what was meant."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from handfoot.rules.checking.wanted import Wanted
from handfoot.rules.language.head import MOST_ENTRIES, MOST_TEXT
from handfoot.rules.language.keys import ROUND, Key
from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Fix, Problem
from handfoot.rules.source import ListNode, MapNode, Node, Scalar, plain
from handfoot.rules.suggest import near, normal

__all__ = ["explain", "wrong_size"]

_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen", "twenty"),
)
_NUMBERS: Final[Mapping[str, int]] = {word: number for number, word in enumerate(_ONES)}
_ON: Final = frozenset({"yes", "on", "y", "true", "allowed", "always"})
_OFF: Final = frozenset({"no", "off", "n", "false", "forbidden", "never"})
_OFF_WORDS: Final = ("never", "none", "nothing")
#: What people write for a card, besides the word itself.
_CARDS: Final[Mapping[str, str]] = {
    **{str(number): _ONES[number] for number in range(2, 11)},
    "3": "three",
    "j": "jack",
    "q": "queen",
    "k": "king",
    "a": "ace",
    "jk": "joker",
    "deuce": "two",
    "deuces": "two",
    "sixes": "six",
    "wild_card": "wild",
    "wild_cards": "wild",
    **dict.fromkeys(("3r", "r3", "red_3", "red_threes"), "red_three"),
    **dict.fromkeys(("3b", "b3", "black_3", "black_threes"), "black_three"),
}
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_WITH_UNIT: Final = re.compile(
    r"(?:(?:the )?(?:top|first|last|next) )?([0-9]{1,6})"
    r"(?: ?(?:books?|cards?|decks?|jokers?|packs?|points?|pts|rounds?|turns?))?"
)
#: From one number to another: ``4-6``, ``2 to 5``.
_RANGE: Final = re.compile("([0-9]{1,2}) ?(?:-|\u2013|to) ?([0-9]{1,2})")
#: Numbers as a score sheet has them: ``50/90/120/150``.
_SEVERAL: Final = re.compile(r"[0-9]{1,6}(?: ?[/,;] ?[0-9]{1,6}){1,99}")
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
        mend = str(int(value)) if value.is_integer() else None
        label = "this is a number with a decimal point"
        return _problem("HF202", wanted, node, _must(wanted), label, mend=mend)
    if isinstance(value, bool):
        return _problem("HF202", wanted, node, _must(wanted), "this is a switch")
    if value is None:
        return _empty(wanted, node)
    if node.quoted and _WHOLE.fullmatch(value):
        mend = value if wanted.accepts(int(value)) else None
        message = _must(wanted, ", but this one is in quotes")
        label = "quotes turn a number into text"
        return _problem("HF203", wanted, node, message, label, mend=mend)
    number = _NUMBERS.get(value.strip().lower())
    if number is not None:
        mend = str(number) if wanted.accepts(number) else None
        return _problem("HF202", wanted, node, _must(wanted), "this is text", mend=mend)
    mend = _number_in(wanted, value)
    if mend is not None:
        return _problem("HF202", wanted, node, _must(wanted), "this is text", mend=mend)
    if wanted.words:
        whole = "all" in wanted.words and normal(value) in _WHOLE_PILE
        meant = ["all"] if whole else near(value, wanted.words)
        label = f'did you mean "{meant[0]}"?' if meant else "this is something else"
        mend = meant[0] if meant else None
        return _problem("HF204", wanted, node, _must(wanted), label, mend=mend)
    if normal(value) in ("none", "unlimited", "all", "no_limit"):
        label = f"a number is needed here, {quote(value)} is not possible"
        return _problem("HF202", wanted, node, _must(wanted), label)
    return _problem("HF202", wanted, node, _must(wanted), "this is text")


def _number_in(wanted: Wanted, text: str) -> str | None:
    """Return how to write a number with its unit, or numbers one for each round."""
    one = _WITH_UNIT.fullmatch(text.strip())
    if one:
        return one[1] if wanted.accepts(int(one[1])) else None
    if not _SEVERAL.fullmatch(text.strip()) or wanted.key is None or wanted.form:
        return None
    numbers = [int(part) for part in re.split("[^0-9]+", text.strip())]
    if ROUND not in wanted.key.scopes or not all(map(wanted.accepts, numbers)):
        return None
    return f"{{by_round: [{', '.join(map(str, numbers))}]}}"


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
    meant = _meant_word(text, wanted.words)
    if isinstance(node.value, bool) and not node.value:
        meant = [str(word) for word in _OFF_WORDS if word in wanted.words][:1]
    choices = ("choices", ", ".join(wanted.words))
    message = f"{quote(text)} is not a choice of {quote(wanted.name)}"
    if not text:
        return _problem("HF204", wanted, node, _must(wanted), "nothing here", choices)
    label = f'did you mean "{meant[0]}"?' if meant else "not one of the choices"
    return _problem(
        "HF204",
        wanted,
        node,
        message,
        label,
        choices,
        mend=meant[0] if meant else None,
        suggestions=tuple(meant),
    )


def _meant_word(text: str, words: tuple[str, ...]) -> list[str]:
    plain_word = normal(text)
    singular = plain_word.removesuffix("s")
    for word in (plain_word, _CARDS.get(plain_word), singular, _CARDS.get(singular)):
        if word in words and word is not None:
            return [word]
    return near(text, words)


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
        mend = _grouped(wanted, _written(node))
        message = _must(wanted, ", not a list")
        return _problem("HF202", wanted, node, message, label, mend=mend)
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


def _not_a_list(wanted: Wanted, node: Scalar) -> Problem:
    """Say that a list is wanted, not one value."""
    message = f"{quote(wanted.name)} must be a list, even with one entry"
    if wanted.kind == "rounds":
        message = f"by_round of {quote(wanted.name)} must be a list"
        mend = f"[{node.written}]" if node.written else None
        return _problem("HF207", wanted, node, message, "one value", mend=mend)
    parts = [part.strip() for part in str(node.value).split(",")]
    if not node.quoted and all(map(wanted.item.accepts, parts)):
        mend = f"[{', '.join(parts)}]"
    elif wanted.item.accepts(node.value):
        mend = f"[{node.written}]"
    elif between := _between(wanted.item, str(node.value)):
        mend = f"[{', '.join(map(str, between))}]"
    else:
        found = _meant_word(str(node.value), wanted.item.words)
        mend = f"[{found[0]}]" if found else None
    if node.value is None:
        return _problem("HF202", wanted, node, message, "there is no value here")
    return _problem("HF207", wanted, node, message, "one value, not a list", mend=mend)


def _between(wanted: Wanted, text: str) -> list[int]:
    """Return the numbers of a text like ``4-6`` where each of them will do."""
    found = _RANGE.fullmatch(text.strip())
    numbers = range(int(found[1]), int(found[2]) + 1) if found else ()
    return [*numbers] if all(map(wanted.accepts, numbers)) else []


def _not_a_group(wanted: Wanted, node: Scalar) -> Problem:
    """Say that a group of settings is wanted, not one value."""
    label = "one value, not a group" if node.value is not None else "nothing here"
    message = f"{quote(wanted.name)} is a group of settings, not one value"
    mend = _grouped(wanted, node.written)
    if wanted.key is not None and wanted.key.kind == "counts":
        message = f"{quote(wanted.name)} says a number for each kind of book"
        if isinstance(node.value, int) and not isinstance(node.value, bool):
            mend = f"{{any: {node.value}}}"
        note = ("by kind", "for example {clean: 2, dirty: 2}; any counts all kinds")
        return _problem("HF202", wanted, node, message, label, note, mend=mend)
    return _problem("HF202", wanted, node, message, label, mend=mend)


def _written(node: ListNode) -> str:
    return ", ".join(item.written for item in node.items if isinstance(item, Scalar))


def _grouped(wanted: Wanted, written: str) -> str | None:
    """Guess which setting of the group a value was meant for: its first."""
    if wanted.group is None:
        return None
    name, key = next(iter(wanted.group.members.items()))
    if wanted.name.startswith("books.kinds."):
        name, key = "bonus", wanted.group.members["bonus"]
    numbers = [part.strip() for part in written.split(",")]
    whole = all(map(_WHOLE.fullmatch, numbers))
    if not isinstance(key, Key) or not whole:
        return None
    if key.kind == "numbers":
        return f"{{{name}: [{written}]}}"
    if key.kind != "number":
        return None
    if len(numbers) == 1:
        return f"{{{name}: {written}}}"
    return f"{{{name}: {{by_round: [{written}]}}}}" if ROUND in key.scopes else None


def _a_group(wanted: Wanted, node: MapNode) -> Problem:
    """Say that a plain value is wanted, not a group of settings."""
    message = _must(wanted)
    if wanted.kind in ("list", "rounds"):
        return _problem("HF202", wanted, node, message, "a group, not a list")
    return _problem("HF202", wanted, node, message, "a group of settings")
