"""Defaults that follow what is written: nothing that goes unsaid contradicts it.

A key may say beside which values of other keys its default is another one
(``Key.unless``). That is looked up when all files are merged, and only for a key that
none of them gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import SCOPED, PerPlayer, Scoped, forms_in
from handfoot.rules.layers import Merged
from handfoot.rules.rulebook import all_keys

__all__ = ["followed"]

_FOLLOWING: Final = tuple(
    key for key in all_keys() if isinstance(key, Key) and key.unless
)


def followed(merged: Merged) -> dict[str, Any]:
    """Return the defaults of merged values that follow other ones, by dotted key.

    A deciding value that varies makes the default vary with it, where the key may vary
    by the same.
    """
    found = {}
    for key in _FOLLOWING:
        if key.path in merged.settings or merged.values[key.path] != key.default:
            continue
        value = key.default
        for path, cases in key.unless.items():
            value = _beside(key, merged.values.get(path), cases, value)
        if value != key.default:
            found[key.path] = value
    return found


def _beside(key: Key, decides: Any, cases: Mapping[Any, Any], value: Any) -> Any:
    """Return what a default is beside one value of another key."""
    if isinstance(decides, SCOPED):
        return _varying(key, decides, cases, value)
    if decides not in cases:
        return value
    if isinstance(value, SCOPED):
        return value.mapped(lambda part: _beside(key, decides, cases, part))
    if key.kind == "counts":
        return {name: n for name, n in value.items() if name not in cases[decides]}
    return cases[decides]


def _varying(key: Key, decides: Scoped, cases: Mapping[Any, Any], value: Any) -> Any:
    """Return what a default is beside a value that varies."""
    forms = [*forms_in(decides)]
    grows = any(isinstance(f, PerPlayer) or getattr(f, "then_add", 0) for f in forms)
    # Two values that vary, each in its way, give no form that a file could have.
    twice = isinstance(value, SCOPED)
    if grows or twice or any(form.scope not in key.scopes for form in forms):
        return value
    made = decides.mapped(lambda part: _beside(key, part, cases, value))
    first, *others = _plain_parts(made)
    return made if any(other != first for other in others) else first


def _plain_parts(value: Any) -> Iterator[Any]:
    if not isinstance(value, SCOPED):
        yield value
        return
    for _, part in value.parts():
        yield from _plain_parts(part)
