"""One file's own settings, and the values that several files give together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import attrs

from handfoot.rules.language.head import LANGUAGE_VERSION
from handfoot.rules.language.keys import Key, OpenMap, Section, describe
from handfoot.rules.language.scoped import read
from handfoot.rules.reports.problems import Span
from handfoot.rules.rulebook import language
from handfoot.rules.source import Entry, ListNode, MapNode, Node, Scalar, Source, plain
from handfoot.rules.structure import default_values, names_in

__all__ = ["NO_BASE", "Layer", "Merged", "Setting", "key_at", "layer_of", "ordered"]


@attrs.frozen(eq=False)
class Setting:
    """One value as a file gives it, with its place.

    Attributes:
        node: The value.
        key_span: The place of its name.
    """

    node: Node
    key_span: Span


@attrs.frozen(eq=False)
class Layer:
    """What one file says itself.

    Attributes:
        source: Its text.
        head: The settings at its top that are no chapters.
        settings: Every value by dotted key, and every name of an open map.
    """

    source: Source
    head: Mapping[str, Setting]
    settings: Mapping[str, Setting]

    def texts(self, name: str) -> tuple[Setting, ...]:
        """Return the entries of a list in the head, each with its place."""
        found = self.head.get(name)
        if found is None or not isinstance(found.node, ListNode):
            return ()
        return tuple(Setting(item, item.span) for item in found.node.items)

    def text(self, name: str) -> str | None:
        """Return a text of the head, if it is there."""
        found = self.head.get(name)
        value = None if found is None else plain(found.node)
        return value if isinstance(value, str) else None


@attrs.frozen(eq=False)
class Merged:
    """The values that a file and its bases give together.

    Attributes:
        values: Every key of the language, dotted, in chapter order.
        settings: The place of each value that some file gives.
        chain: Names of the files, the nearest first.
        sources: Their texts.
        allowed: Codes of the warnings that some of them allows.
        program: Keys that no file gave but a program.
        base: What the nearest file started from.
        extends: Where the nearest file names its base, if it does.
    """

    values: Mapping[str, Any]
    settings: Mapping[str, Setting] = attrs.field(factory=dict)
    chain: tuple[str, ...] = ()
    sources: Mapping[str, str] = attrs.field(factory=dict)
    allowed: frozenset[str] = frozenset()
    program: frozenset[str] = frozenset()
    base: Merged | None = None
    extends: Setting | None = None


#: What a file without ``extends`` starts from.
NO_BASE = Merged(MappingProxyType(default_values()))


def layer_of(source: Source, root: MapNode) -> Layer:
    """Return what a file says, by dotted key; unknown names are left out."""
    head: dict[str, Setting] = {}
    settings: dict[str, Setting] = {}
    for name, entry in root.entries.items():
        if name in language().members:
            continue
        head[name] = Setting(entry.node, entry.key_span)
    settings.update(_flat(language(), root))
    return Layer(source, head, settings)


def _flat(section: Section, node: Node) -> Iterator[tuple[str, Setting]]:
    if not isinstance(node, MapNode):
        return
    for name, entry in node.entries.items():
        match section.members.get(name):
            case Key() as key:
                yield key.path, Setting(entry.node, entry.key_span)
            case Section() as inner:
                yield from _flat(inner, entry.node)
            case OpenMap() as several:
                yield from _named(several, entry)
            case None:
                pass


def _named(several: OpenMap, entry: Entry) -> Iterator[tuple[str, Setting]]:
    if not isinstance(entry.node, MapNode):
        return
    for name, inner in entry.node.entries.items():
        path = f"{several.path}.{name}"
        yield path, Setting(inner.node, inner.key_span)
        yield from _flat(describe(several.cls, path), inner.node)


def data_of(node: Node) -> Any:
    """Return plain data as the language sees it: it has no decimal numbers."""
    match node:
        case Scalar():
            return node.written if isinstance(node.value, float) else node.value
        case ListNode():
            return [data_of(item) for item in node.items]
        case MapNode():
            return {key: data_of(entry.node) for key, entry in node.entries.items()}


def key_at(path: str) -> Key | OpenMap | Section | None:
    """Return what stands at a dotted name of the language, free names included."""
    here: Key | OpenMap | Section | None = language()
    for name in path.split("."):
        match here:
            case Section():
                here = here.members.get(name)
            case OpenMap():
                here = describe(here.cls, f"{here.path}.{name}")
            case _:
                return None
    return here


def value_of(key: Key, node: Node) -> Any:
    """Return the value that a valid node gives to a key."""
    value = read(plain(node), may_be_none=key.may_be_none)
    return MappingProxyType(value) if isinstance(value, dict) else value


def ordered(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return dotted values in chapter order."""
    return {key.path: values[key.path] for key in _keys_in(language(), values)}


def _keys_in(section: Section, values: Mapping[str, Any]) -> Iterator[Key]:
    for member in section.members.values():
        match member:
            case Key():
                yield member
            case Section():
                yield from _keys_in(member, values)
            case OpenMap():
                for name in names_in(member, values):
                    inner = describe(member.cls, f"{member.path}.{name}")
                    yield from _keys_in(inner, values)


def version_of(root: MapNode) -> int | None:
    """Return the language version that a file names, if it is a number."""
    entry = root.entries.get("handfoot")
    value = None if entry is None else plain(entry.node)
    known = isinstance(value, int) and not isinstance(value, bool)
    return value if known and isinstance(value, int) else None


def is_newer(version: int | None) -> bool:
    """Whether a file was written for a later library than this."""
    return version is not None and version > LANGUAGE_VERSION
