"""From dotted plain values to the typed chapters, and back to nested data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from handfoot.rules.language.keys import Key, OpenMap, Section, describe
from handfoot.rules.rulebook import Rulebook, language

if TYPE_CHECKING:
    from cattrs import BaseConverter

__all__ = ["default_values", "names_in", "rulebook_from", "strict_rulebook"]


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
    """Return the free names that dotted values give to an open map, in order.

    Names of the default come first, wherever they were said: a name that one file
    removes and another says again stands where it stood.
    """
    start = member.path + "."
    found = dict.fromkeys(
        key[len(start) :].split(".")[0] for key in plain if key.startswith(start)
    )
    usual = [name for name in member.default if name in found]
    return (*usual, *(name for name in found if name not in member.default))


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


def strict_rulebook(plain: Mapping[str, Any]) -> Rulebook:
    """Return what :func:`rulebook_from` does, after a look at every type.

    Slower, and so done once for each file: nothing of another type ever becomes a
    number, a switch or a word.

    Raises:
        Exception: A value is not of the type that its chapter says.
    """
    book: Rulebook = _converter().structure(_nested(language(), plain), Rulebook)
    return book


def _nested(section: Section, plain: Mapping[str, Any]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for name, member in section.members.items():
        match member:
            case Key():
                given[name] = plain[member.path]
            case Section():
                given[name] = _nested(member, plain)
            case OpenMap():
                given[name] = {
                    free: _nested(describe(member.cls, f"{member.path}.{free}"), plain)
                    for free in names_in(member, plain)
                }
    return given


@cache
def _converter() -> BaseConverter:
    from cattrs import BaseConverter

    # Compiling a function for each class pays only after hundreds of files.
    converter = BaseConverter(detailed_validation=False)
    for plain_type in (int, bool, str):
        converter.register_structure_hook(plain_type, _only(plain_type))
    converter.register_structure_hook_func(_is_union, _one_of)
    converter.register_structure_hook_func(_is_literal, _one_word)
    return converter


def _only(wanted: type[Any]) -> Callable[[Any, Any], Any]:
    def check(value: Any, _: Any) -> Any:
        # A switch is a whole number in Python, but not in a ruleset.
        if type(value) is not wanted:
            raise TypeError(f"{value!r} is not of the type {wanted.__name__}")
        return value

    return check


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _is_literal(hint: Any) -> bool:
    return get_origin(hint) is Literal


def _one_word(value: Any, hint: Any) -> Any:
    if type(value) is not str or value not in get_args(hint):
        raise TypeError(f"{value!r} is not one of {get_args(hint)}")
    return value


def _one_of(value: Any, hint: Any) -> Any:
    for member in get_args(hint):
        if member is NoneType and value is None:
            return None
        if _is_literal(member) and isinstance(value, str):
            return _one_word(value, member)
        if member is type(value):
            return value
    raise TypeError(f"{value!r} is not of the type {hint}")
