"""From dotted plain values to the typed chapters, and back to nested data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from handfoot.rules.keys import Key, OpenMap, Section, describe
from handfoot.rules.rulebook import Rulebook, language


def rulebook_from(plain: Mapping[str, Any]) -> Rulebook:
    """Return the chapters that dotted plain values describe.

    Args:
        plain: A value for every key of the language; none of them varies.
    """
    book = _build(language(), plain)
    assert isinstance(book, Rulebook)
    return book


def _build(section: Section, plain: Mapping[str, Any]) -> Any:
    given: dict[str, Any] = {}
    for name, member in section.members.items():
        if isinstance(member, Key):
            given[name] = plain[member.path]
        elif isinstance(member, Section):
            given[name] = _build(member, plain)
        else:
            given[name] = _build_map(member, plain)
    return section.cls(**given)


def _build_map(member: OpenMap, plain: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(
        {
            name: _build(describe(member.cls, f"{member.path}.{name}"), plain)
            for name in names_in(member, plain)
        }
    )


def names_in(member: OpenMap, plain: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the free names that dotted values give to an open map, in order."""
    start = member.path + "."
    found = (key[len(start) :].split(".")[0] for key in plain if key.startswith(start))
    return tuple(dict.fromkeys(found))


def default_values() -> dict[str, Any]:
    """Return every key of the language with its default, dotted, in order."""
    values: dict[str, Any] = {}
    _collect(language(), values)
    return values


def _collect(section: Section, values: dict[str, Any]) -> None:
    for member in section.members.values():
        if isinstance(member, Key):
            values[member.path] = member.default
        elif isinstance(member, Section):
            _collect(member, values)
        else:
            for name, item in member.default.items():
                inner = describe(member.cls, f"{member.path}.{name}")
                for attribute, key in inner.members.items():
                    assert isinstance(key, Key)
                    values[key.path] = getattr(item, attribute)
