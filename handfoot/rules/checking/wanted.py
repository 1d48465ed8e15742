"""What is wanted at a place of a rule file, in everyday words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from handfoot.rules.checking.schema import STEP_RANGE
from handfoot.rules.language.head import HEAD, LANGUAGE_VERSION
from handfoot.rules.language.keys import Key, OpenMap, Section, describe
from handfoot.rules.language.scoped import CASES, NONE, SCOPE_WORDS
from handfoot.rules.language.words import listed
from handfoot.rules.rulebook import language

__all__ = ["Wanted", "wanted_at"]

_LISTS: Final = ("cards", "numbers", "texts")
_ITEMS: Final = {"cards": "choice", "numbers": "number", "texts": "text"}
_TABLES: Final = ("by_players", "by_score", *CASES)
_STEPS: Final = ("then_add", "per_player", "plus")


@attrs.frozen
class Wanted:
    """What may stand at one place.

    Attributes:
        name: Dotted name of the setting, as a person would call it.
        kind: ``number``, ``switch``, ``choice``, ``text``, ``list``, ``group``
            (fixed names), ``names`` (free names), ``counts``, ``rounds`` (the list of
            ``by_round``) or ``table`` (the map of another form).
        key: The key to which the place belongs, if it is not a group.
        group: The group that stands here, if it is one.
        words: Words allowed.
        least: Smallest number.
        most: Largest number.
        form: The word of the form that this place is a part of, if any.
    """

    name: str
    kind: str
    key: Key | None = None
    group: Section | None = None
    words: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    form: str = ""

    @property
    def item(self) -> Wanted:
        """What is wanted of each entry, where a list is wanted."""
        assert self.key is not None
        return _plain(self.key, _ITEMS[self.key.kind])

    def said(self) -> str:
        """Return what is wanted, such as ``a whole number or "all"``."""
        match self.kind:
            case "number":
                words = "".join(f' or "{word}"' for word in self.words)
                return f"a whole number{words}"
            case "switch":
                return "true or false"
            case "choice":
                return listed(self.words, "or")
            case "text":
                return "text"
            case "list" | "rounds":
                return "a list"
            case _:
                return "a group of settings"

    def accepts(self, value: Any) -> bool:
        """Whether a plain value may stand here."""
        match self.kind:
            case "number" if isinstance(value, int) and not isinstance(value, bool):
                return self.problem_of_range(value) == ""
            case "switch":
                return isinstance(value, bool)
            case "text":
                return isinstance(value, str) and value != ""
            case "list":
                items = isinstance(value, list)
                return items and all(map(self.item.accepts, value))
            case _:
                return isinstance(value, str) and value in self.words

    def problem_of_range(self, value: int) -> str:
        """Return how a number lies outside the range, or nothing."""
        if self.least is not None and value < self.least:
            return "too small"
        if self.most is not None and value > self.most:
            return "too large"
        return ""


def _plain(key: Key, kind: str) -> Wanted:
    words = (*key.choices, *((NONE,) if key.may_be_none else ()))
    return Wanted(key.path, kind, key, None, words, key.least, key.most)


def _of_key(key: Key) -> Wanted:
    if key.path == "handfoot":
        return Wanted("handfoot", "number", key, least=1, most=LANGUAGE_VERSION)
    kind = "list" if key.kind in _LISTS else key.kind
    return _plain(key, "names" if kind == "readings" else kind)


def wanted_at(path: Sequence[str | int]) -> Wanted:
    """Return what is wanted at a place that the schema knows."""
    here: Section | OpenMap | Key = language()
    for depth, step in enumerate(path):
        match here:
            case Section(path="") if step in HEAD:
                here = HEAD[str(step)]
            case Section():
                here = here.members[str(step)]
            case OpenMap():
                here = describe(here.cls, f"{here.path}.{step}")
            case Key():
                return _inside(here, path[depth:])
    match here:
        case Key():
            return _of_key(here)
        case OpenMap():
            return Wanted(here.path, "names")
        case Section():
            return Wanted(here.path, "group", group=here)


def _inside(key: Key, path: Sequence[str | int]) -> Wanted:
    """Return what is wanted below a key: in a form, a list or a map of counts."""
    form = ""
    rest = [*path]
    while rest:
        step = rest.pop(0)
        if key.scopes and step == "by_round":
            form = "by_round"
            if not rest:
                return Wanted(key.path, "rounds", key, form=form)
            rest.pop(0)
        elif key.scopes and step in _TABLES:
            form = str(step)
            if not rest:
                return Wanted(key.path, "table", key, form=form)
            rest.pop(0)
        elif key.scopes and step in _STEPS:
            least, most = STEP_RANGE
            name = f"{key.path}: {step}"
            return Wanted(name, "number", key, least=least, most=most, form=form)
        elif isinstance(step, int):
            return attrs.evolve(_of_key(key).item, form=form)
        elif key.kind == "readings":
            return Wanted(f"{key.path}.{step}", "text", key)
        else:
            return attrs.evolve(_plain(key, "number"), name=f"{key.path}.{step}")
    return attrs.evolve(_of_key(key), form=form)


def may_vary_by(key: Key) -> list[str]:
    """Return the words of the forms that a key may be written in."""
    return [
        word
        for word, scope in SCOPE_WORDS.items()
        if scope in key.scopes and (word != "per_player" or key.kind == "number")
    ]
