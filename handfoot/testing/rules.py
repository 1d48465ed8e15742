"""Hypothesis strategies for rulesets: texts as a family might write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import yaml
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from handfoot.rules.language.keys import (
    PLAYERS,
    ROUND,
    SCORE,
    Key,
    OpenMap,
    describe,
    walk,
)
from handfoot.rules.language.scoped import CASES, NONE
from handfoot.rules.layers import key_at
from handfoot.rules.loading import check_text
from handfoot.rules.rulebook import all_keys
from handfoot.rules.ruleset import RuleSet

_MOST_CHANGED: Final = 14
_KINDS: Final = "books.kinds"
_SPECIAL: Final = "sevens"
_RUN: Final = "run"


def ruleset_texts(*, fixed: Mapping[str, Any] | None = None) -> SearchStrategy[str]:
    """Return a strategy for texts of rulesets: known keys, values of the right type.

    A few keys or many are changed from their defaults, to plain values or to values
    that vary. The parts need not fit together, so many of the texts are refused.

    Args:
        fixed: Plain data for dotted keys that every text is to have.
    """
    return _texts(dict(fixed or {}))


def rulesets(*, fixed: Mapping[str, Any] | None = None) -> SearchStrategy[RuleSet]:
    """Return a strategy for rulesets that can be played.

    Args:
        fixed: Plain data for dotted keys that every ruleset is to have.
    """
    return _rulesets(dict(fixed or {}))


@st.composite
def _texts(draw: DrawFn, fixed: dict[str, Any]) -> str:
    keys = [key for key in all_keys() if isinstance(key, Key) and "*" not in key.path]
    changed = draw(
        st.lists(
            st.sampled_from(keys),
            max_size=_MOST_CHANGED,
            unique_by=lambda key: key.path,
        )
    )
    values = {key.path: draw(_varying(key)) for key in changed}
    kinds = draw(st.none() | st.lists(_names(), min_size=1, max_size=4, unique=True))
    if _SPECIAL in (kinds or ()):
        # Without ranks of its own it would be the kind that another is already.
        values[f"books.kinds.{_SPECIAL}.ranks"] = ["seven"]
    if _RUN in (kinds or ()):
        values[f"books.kinds.{_RUN}.made_of"] = "run"
    for name in kinds or ():
        for key in _keys_of_kind(name):
            if draw(st.booleans()):
                values[key.path] = draw(_varying(key))
    values.update(fixed)
    document: dict[str, Any] = {"handfoot": 1, "name": "drawn"}
    for path, value in values.items():
        *sections, last = path.split(".")
        place = document
        for section in sections:
            place = place.setdefault(section, {})
        place[last] = value
    return yaml.dump(document, Dumper=_Plain, sort_keys=False)


class _Plain(yaml.SafeDumper):
    """Writes a list that occurs twice twice: rule files have no references."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002  # as the parent has it
        """Return that nothing is ever written as a reference."""
        return True


def _names() -> SearchStrategy[str]:
    return st.sampled_from(["clean", "dirty", "wild", _SPECIAL, _RUN])


def _keys_of_kind(name: str) -> list[Key]:
    kinds = key_at(_KINDS)
    assert isinstance(kinds, OpenMap)
    found = walk(describe(kinds.cls, f"{kinds.path}.{name}"))
    return [key for key in found if isinstance(key, Key)]


def _varying(key: Key) -> SearchStrategy[Any]:
    """Return a strategy for values of a key as they stand in a file."""
    plain = _plain(key)
    forms = [form for scope in key.scopes for form in _forms(key, scope, plain)]
    if not forms:
        return plain
    # Most values of most rulesets are plain.
    return st.one_of(plain, plain, plain, *forms)


def _forms(
    key: Key, scope: str, plain: SearchStrategy[Any]
) -> list[SearchStrategy[Any]]:
    if scope == ROUND:
        return [
            st.fixed_dictionaries({"by_round": st.lists(plain, min_size=1, max_size=4)})
        ]
    if scope == SCORE:
        steps = st.dictionaries(
            st.sampled_from([-500, 0, 500, 1000, 1500, 3000]),
            plain,
            min_size=1,
            max_size=3,
        )
        below = st.one_of(st.just({}), st.fixed_dictionaries({"below": plain}))
        joined = st.builds(lambda low, high: {**low, **high}, below, steps)
        return [st.fixed_dictionaries({"by_score": joined})]
    for word, form in CASES.items():
        if form.scope == scope:
            table = st.fixed_dictionaries(dict.fromkeys(form.names, plain))
            return [st.fixed_dictionaries({word: table})]
    assert scope == PLAYERS
    counts = st.dictionaries(st.integers(2, 8), plain, min_size=1, max_size=3)
    table = st.builds(lambda some, other: {**some, "else": other}, counts, plain)
    found: list[SearchStrategy[Any]] = [st.fixed_dictionaries({"by_players": table})]
    if key.kind == "number":
        grows = {"per_player": st.integers(0, 3), "plus": st.integers(0, 3)}
        found.append(st.fixed_dictionaries(grows))
    return found


def _plain(key: Key) -> SearchStrategy[Any]:
    """Return a strategy for values of a key that do not vary, as plain data."""
    found = _of_kind(key)
    if key.kind == "number" and key.choices:
        found = st.one_of(found, st.sampled_from(key.choices))
    return st.one_of(found, st.just(NONE)) if key.may_be_none else found


def _of_kind(key: Key) -> SearchStrategy[Any]:
    if key.kind == "switch":
        return st.booleans()
    if key.kind == "choice":
        return st.sampled_from(key.choices)
    if key.kind == "number":
        return _number(key)
    if key.kind == "numbers":
        few = st.integers(key.least or 0, min(key.most or 8, 8))
        unique = not key.repeats
        return st.lists(few, min_size=key.fewest, max_size=4, unique=unique)
    if key.kind == "cards":
        words = st.sampled_from(key.choices)
        some = st.lists(words, min_size=key.fewest, unique=True)
        return st.one_of(some, st.just(list(key.choices)))
    if key.kind == "counts":
        few = st.integers(key.least or 0, 3)
        return st.dictionaries(st.one_of(_names(), st.just("any")), few, max_size=3)
    if key.kind == "texts":
        return st.lists(_names(), min_size=key.fewest, max_size=2, unique=True)
    return st.just(key.example)


def _number(key: Key) -> SearchStrategy[int]:
    """Return a strategy for numbers of a key: near its default, at its ends, any."""
    least = 0 if key.least is None else key.least
    most = least + 1000 if key.most is None else key.most
    near = key.default if isinstance(key.default, int) else key.example
    if not isinstance(near, int):
        near = least
    around = st.integers(max(least, near - 3), min(most, near + 3))
    return st.one_of(
        around, around, st.sampled_from([least, most]), st.integers(least, most)
    )


@st.composite
def _rulesets(draw: DrawFn, fixed: dict[str, Any]) -> RuleSet:
    rules, _ = check_text(draw(_texts(fixed)))
    assume(rules is not None)
    assert rules is not None
    return rules
