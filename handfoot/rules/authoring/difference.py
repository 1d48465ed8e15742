"""What differs between two rulesets, in sentences and as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from handfoot.rules.authoring.writing import changes_text
from handfoot.rules.language.cases import Case
from handfoot.rules.language.keys import Key, OpenMap
from handfoot.rules.language.phrases import capital, sentence
from handfoot.rules.language.scoped import (
    ABSENT,
    CASES,
    SCOPED,
    ByCase,
    ByPlayers,
    ByRound,
    ByScore,
    PerPlayer,
    written,
)
from handfoot.rules.language.words import RANK_WORDS, listed, plural
from handfoot.rules.layers import key_at

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet

__all__ = ["MISSING", "Difference", "changes_file", "differences", "in_words"]


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


#: Stands for the value of a key that one of two rulesets does not have.
MISSING: Final = _Missing()


@attrs.frozen
class Difference:
    """One key on which two rulesets differ.

    Attributes:
        key: Dotted key.
        a: Value in the first; `MISSING` where it has no such key.
        b: Value in the second.
        sentence: What the second does instead of the first, in plain words.
    """

    key: str
    a: Any
    b: Any
    sentence: str


def differences(a: RuleSet, b: RuleSet) -> list[Difference]:
    """Return every key on which ``b`` differs from ``a``, in chapter order.

    A name that only one of them has (a kind of book) is one difference, with all its
    keys as the value.
    """
    found: dict[str, Difference] = {}
    for key in dict.fromkeys([*a.values, *b.values]):
        before, after = a.values.get(key, MISSING), b.values.get(key, MISSING)
        if before is MISSING or after is MISSING:
            group = key.rpartition(".")[0]
            found.setdefault(group, _group(group, a, b))
        elif not _is_same(key, before, after):
            found[key] = Difference(key, before, after, _sentence(key, before, after))
    chapters = [*dict.fromkeys(key.partition(".")[0] for key in a.values)]
    return sorted(
        found.values(), key=lambda one: chapters.index(one.key.partition(".")[0])
    )


def _is_same(path: str, before: Any, after: Any) -> bool:
    """Whether two values mean the same: the order of cards, and none of something."""
    key = key_at(path)
    of_cards = isinstance(key, Key) and key.kind == "cards"
    if of_cards and isinstance(before, tuple) and isinstance(after, tuple):
        return sorted(before) == sorted(after)
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return _asked(before) == _asked(after)
    return bool(before == after)


def _asked(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts without those of none: no book of a kind is not asked for."""
    return {name: count for name, count in counts.items() if count}


def _group(group: str, a: RuleSet, b: RuleSet) -> Difference:
    several, _, name = group.rpartition(".")
    before, after = _members(group, a), _members(group, b)
    if after is MISSING:
        return Difference(group, before, after, f"{several}: no {name}.")
    parts = []
    for key, value in after.items():
        found = key_at(f"{group}.{key}")
        assert isinstance(found, Key)
        if value != found.default:
            parts.append(f"{key.replace('_', ' ')} {in_words(found, value)}")
    said = f": {'; '.join(parts)}" if parts else ""
    return Difference(group, before, after, f"{several}: also {name}{said}.")


def _members(group: str, rules: RuleSet) -> Any:
    inside = f"{group}."
    found = {
        key.removeprefix(inside): value
        for key, value in rules.items()
        if key.startswith(inside)
    }
    return found or MISSING


def _sentence(path: str, a: Any, b: Any) -> str:
    key = key_at(path)
    assert isinstance(key, Key)
    if isinstance(key.says, Mapping) and key.says.get("else") == "{value}":
        return _text_sentence(a, b)
    said = _said(key, b)
    if said and isinstance(b, bool):
        return said
    if said:
        return f"{said.rstrip('.')} (instead of {in_words(key, a)})."
    about = key.about.rstrip(".")
    where = f"{path.split('.')[2]}: " if ".kinds." in path else ""
    return f"{where}{about}: {in_words(key, b)} instead of {in_words(key, a)}."


def _text_sentence(a: str | None, b: str | None) -> str:
    """Say a sentence of people's own: it needs no other words."""
    if b is None:
        return f"Not said: {_closed(a or '')}"
    return _closed(b) if a is None else f"{_closed(b)} (Instead of: {_closed(a)})."


def _closed(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _said(key: Key, value: Any) -> str | None:
    """Return the sentence of the rule card for a plain value, if it has one."""
    if isinstance(value, SCOPED) or "*" in key.path or ".kinds." in key.path:
        return None
    if key.says == "{value}":
        return None
    return capital(sentence(key, [Case(value)])) or None


def in_words(key: Key, value: Any) -> str:
    """Return a value as a person says it, such as ``3 cards`` or ``twos and jokers``.

    Args:
        key: The key it belongs to.
        value: A plain or a scoped value.
    """
    match value:
        case ByRound():
            rounds = ", ".join(in_words(key, part) for part in value.values)
            more = f", then {value.then_add:+} each" if value.then_add else ""
            return f"{rounds} by round{more}"
        case PerPlayer():
            plus = f" {value.plus:+}" if value.plus else ""
            return f"{value.per_player} for each player{plus}"
        case ByCase():
            when = CASES[value.form].when.values()
            said = zip(value.values, when, strict=True)
            return ", ".join(f"{in_words(key, part)} {case}" for part, case in said)
        case ByPlayers():
            parts = [
                f"{in_words(key, v)} with {n} players" for n, v in value.values.items()
            ]
            if value.otherwise is not ABSENT:
                parts.append(f"otherwise {in_words(key, value.otherwise)}")
            return ", ".join(parts)
        case ByScore():
            parts = [f"{in_words(key, v)} from {at:,}" for at, v in value.steps]
            if value.below is not ABSENT:
                parts.insert(0, f"{in_words(key, value.below)} below")
            return ", ".join(parts)
        case _:
            return _plain_words(key, value)


def _plain_words(key: Key, value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        unit = key.unit.removesuffix("s") if abs(value) == 1 else key.unit
        return f"{value:,} {unit}".strip()
    if isinstance(value, Mapping):
        return listed(f"{count} {name}" for name, count in value.items() if count) or (
            "nothing"
        )
    if isinstance(value, tuple):
        if key.kind == "cards":
            if value == RANK_WORDS:
                return "all ranks"
            return listed(plural(word) for word in value) or "no cards"
        return listed(value) or "none"
    return str(value).replace("_", " ")


def changes_file(a: RuleSet, b: RuleSet, *, extends: str, name: str) -> str:
    """Return the file that turns ``a`` into ``b``.

    Args:
        a: What the file extends.
        b: What it makes of it.
        extends: How the file names ``a``.
        name: Name of the ruleset.
    """
    removed = [*dict.fromkeys(_gone(a, b))]
    changes = {
        key: written(value)
        for key, value in b.items()
        if a.values.get(key, MISSING) != value
    }
    return changes_text(name, changes, extends=extends, remove=removed)


def _gone(a: RuleSet, b: RuleSet) -> Iterator[str]:
    """Yield the free names that only the first has."""
    for key in a.values:
        group = key.rpartition(".")[0]
        is_free = isinstance(key_at(group.rpartition(".")[0]), OpenMap)
        if is_free and not any(other.startswith(f"{group}.") for other in b.values):
            yield group
