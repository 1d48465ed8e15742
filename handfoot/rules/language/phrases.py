"""Keys in plain words: values with their units, and whole sentences.

Every sentence is one of the ``says`` texts that the chapters give their keys. A value
that varies is told inside the sentence where one template serves all its cases ("50
points in round 1, 90 in round 2"), and as one sentence for each case where the words
differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from handfoot.rules.language.cases import Case, number, numbers_in_words
from handfoot.rules.language.keys import Key
from handfoot.rules.language.words import (
    RANK_WORDS,
    books_named,
    listed,
    plural,
    singular,
)

__all__ = [
    "amount",
    "capital",
    "fragment",
    "phrase",
    "ranks_in_words",
    "sentence",
    "value_words",
]

_VALUE: Final = "{value}"
#: A noun behind the value says what is counted, so the unit is left out.
_NOUN: Final = re.compile(
    r"\{value\}(?:(?P<noun> (?:natural |clean |dirty |wild |red |black |more )?"
    r"(?:books?|cards|jokers|melds|naturals|packs|partners|piles|players|points|rounds|"
    r"seats|threes|times|turns|wilds))\b)?"
)
_ONE_OF: Final = re.compile(r"\b(is|be|hold) \{value\}|\{value\} (is|lies)\b")
_NONE_OF: Final = re.compile(r"\b(Never|Nobody|No|not|without)\b[^.]*\{value\}")
_SIGNS: Final = {"percent": "%"}
_RUN: Final = 3


def amount(value: int, unit: str) -> str:
    """Return a number with what it counts: ``1 card``, ``7 cards``, ``50%``."""
    if unit in _SIGNS:
        return f"{number(value)}{_SIGNS[unit]}"
    # Only a plain noun has a singular: "times" stays.
    one = unit.removesuffix("s") if abs(value) == 1 and unit != "times" else unit
    return f"{number(value)} {one}".strip()


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """Return a sentence as it stands behind a colon."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def ranks_in_words(words: Sequence[str], joint: str = "and") -> str:
    """Return ranks in the plural, runs of them shortened: ``fours to aces``."""
    parts: list[str] = []
    left = sorted(words, key=_place)
    while left:
        run = _run(left)
        if len(run) >= _RUN:
            parts.append(f"{plural(run[0])} to {plural(run[-1])}")
        else:
            run = left[:1]
            parts.append(plural(run[0]))
        left = [word for word in left if word not in run]
    return listed(parts, joint)


def _place(word: str) -> int:
    """Return the place of a rank; other cards keep their order behind the ranks."""
    return RANK_WORDS.index(word) if word in RANK_WORDS else len(RANK_WORDS)


def _run(words: Sequence[str]) -> list[str]:
    """Return the first of some cards with those that follow it in rank."""
    found = [words[0]]
    while found[-1] in RANK_WORDS[:-1]:
        following = RANK_WORDS[RANK_WORDS.index(found[-1]) + 1]
        if following not in words:
            break
        found.append(following)
    return found


def value_words(key: Key, value: Any, *, unit: str | None = None) -> str:
    """Return a plain value as a person says it: ``7 cards``, ``twos and jokers``.

    Args:
        key: The key it belongs to.
        value: A value that does not vary.
        unit: What is counted, where it is not the key's own unit.
    """
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return amount(value, key.unit if unit is None else unit)
        case Mapping():
            return _counted(value)
        case tuple() if key.kind == "cards":
            return ranks_in_words(value) or "no cards"
        case tuple() if key.kind == "numbers" and key.unit == "seats":
            return numbers_in_words(sorted(value)) or "none"
        case tuple():
            if key.kind == "numbers":
                return listed(map(number, value)) or "none"
            return listed((_named(str(item)) for item in value), "or") or "none"
        case _:
            return str(value).replace("_", " ")


def _named(name: str) -> str:
    return "any kind" if name == "any" else name.replace("_", " ")


def _counted(counts: Mapping[str, int]) -> str:
    parts = {
        name: f"{number(count)} {books_named(name, count)}"
        for name, count in counts.items()
        if count
    }
    # Books of all kinds are counted together: those of a kind are some of them.
    whole = parts.pop("any", None)
    told = listed(parts.values())
    if whole is None:
        return told or "no book"
    return f"{whole}, among them {told}" if told else whole


def template_of(key: Key, value: Any) -> str:
    """Return the sentence, or the template of one, that a plain value has."""
    if isinstance(key.says, str):
        # An empty list is a rule that is switched off.
        return "" if value == () else key.says
    if isinstance(value, Mapping):
        return key.says["else" if any(value.values()) else None]
    if value in key.says:
        return key.says[value]
    return key.says.get("else", "")


def sentence(key: Key, cases: Sequence[Case]) -> str:
    """Return the sentence of a key, or an empty text when it goes without saying."""
    same: dict[str, list[Case]] = {}
    for case in cases:
        # What begins at nothing and grows is told as what it becomes.
        value = case.grows if case.grows and case.value == 0 else case.value
        same.setdefault(template_of(key, value), []).append(case)
    parts: list[str] = []
    for template, alike in same.items():
        several = len(alike) > 1 or alike[0].grows
        if template and several and _VALUE in template:
            parts.append(_filled(key, template, alike))
        elif template:
            parts += [
                _at(case, _filled(key, template, [_alone(case)])) for case in alike
            ]
    return " ".join(dict.fromkeys(parts))


def fragment(key: Key, cases: Sequence[Case]) -> str:
    """Return the words of a key that are part of a longer sentence."""
    templates = [template_of(key, case.value) for case in cases]
    if len(set(templates)) == 1 and _VALUE in templates[0]:
        return _filled(key, templates[0], cases)
    parts = [
        f"{_filled(key, template, [_alone(case)])} {case.when}".strip()
        for case, template in zip(cases, templates, strict=True)
        if template
    ]
    return ", ".join(parts)


def phrase(key: Key, cases: Sequence[Case]) -> str:
    """Return the value of a key alone, in every case: ``50 points in round 1, ...``."""
    return _filled(key, _VALUE, cases)


def _alone(case: Case) -> Case:
    """Return a case whose conditions are said outside of the sentence."""
    return Case(case.value, grows=case.grows)


def _at(case: Case, said: str) -> str:
    return f"{capital(case.when)}: {small(said)}" if case.when and said else said


def _filled(key: Key, template: str, cases: Sequence[Case]) -> str:
    if _VALUE not in template:
        return template
    found = _NOUN.search(template)
    assert found is not None
    noun = found["noun"]
    several = len(cases) > 1 or cases[0].grows
    words = [
        _worded(key, case.value, template, noun.strip() if noun else None)
        for case in cases
    ]
    said = _in_each_case(words, cases) if several else words[0]
    # A list of cards may stand first in its sentence.
    said = said if found.start() or template == _VALUE else capital(said)
    whole = template[: found.start()] + said + template[found.end() :]
    return _rest(whole, key, template, cases)


def _rest(whole: str, key: Key, template: str, cases: Sequence[Case]) -> str:
    """Fill what a template says a second time: the plain value."""
    if _VALUE not in whole:
        return whole
    return whole.replace(_VALUE, _worded(key, cases[0].value, template, None))


def _worded(key: Key, value: Any, template: str, noun: str | None) -> str:
    if noun == "book":
        return books_named(str(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return amount(value, key.unit if noun is None else noun)
    if isinstance(value, tuple) and key.kind == "numbers":
        one = value == (1,) and noun is not None
        words = noun.removesuffix("s") if noun and one else noun
        return f"{value_words(key, value)} {words or ''}".strip()
    if isinstance(value, tuple) and key.kind == "cards":
        if _ONE_OF.search(template):
            return listed(map(singular, value), "or")
        joint = "or" if _NONE_OF.search(template) else "and"
        return f"{ranks_in_words(value, joint)} {noun or ''}".strip()
    return f"{value_words(key, value)} {noun or ''}".strip()


def _in_each_case(words: Sequence[str], cases: Sequence[Case]) -> str:
    parts: list[str] = []
    seating = ""
    for place, (said, case) in enumerate(zip(words, cases, strict=True)):
        when = case.when
        if place and case.seating == seating:
            when = case.within_seating
        seating = case.seating
        shown = said if place == 0 else _short(said, words)
        parts.append(f"{shown} {when}".strip())
        if case.grows:
            step = number(abs(case.grows))
            more = "more" if case.grows > 0 else "fewer"
            parts.append(f"{step} {more} in each further round")
    return listed(parts)


def _short(said: str, words: Iterable[str]) -> str:
    """Leave out the unit that the first of several amounts has said."""
    ends = [word.partition(" ")[2] for word in words]
    if len(set(ends)) > 1 or not ends[0] or not said[:1].isdigit():
        return said
    figure, _, rest = said.partition(" ")
    return figure if rest == ends[0] and rest.isalpha() else said
