"""Ranks that the rules treat alike, so that what holds for one holds for the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from handfoot.cards import KIND_WORDS, RANK_KINDS
from handfoot.play.state import SLOTS

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

_RANKS: Final = frozenset(KIND_WORDS[kind] for kind in RANK_KINDS)
_Place = tuple[str, ...]


@lru_cache(maxsize=64)
def twins(tables: Tables) -> tuple[int, ...]:
    """Return for each rank the first one that the rules treat like it.

    Ranks are alike when each place of the rulebook that names one names the other, with
    the same value where it gives one. Other kinds of cards are like themselves alone.
    """
    said: dict[str, set[_Place]] = {word: set() for word in _RANKS}
    for word, place in _mentions(tables.book, ()):
        said[word].add(place)
    found = list(range(SLOTS))
    first: dict[frozenset[_Place], int] = {}
    for kind in RANK_KINDS:
        places = frozenset(said[KIND_WORDS[kind]])
        found[kind] = first.setdefault(places, kind)
    return tuple(found)


def _mentions(said: Any, place: _Place) -> Iterator[tuple[str, _Place]]:
    """Yield each rank that is named, with the place and what is said of it there."""
    if attrs.has(type(said)):
        names = [field.name for field in attrs.fields(type(said))]
        said = {name: getattr(said, name) for name in names}
    if isinstance(said, Mapping):
        for name, value in said.items():
            if name in _RANKS:
                yield name, (*place, repr(value))
            else:
                yield from _mentions(value, (*place, str(name)))
    elif isinstance(said, str):
        if said in _RANKS:
            yield said, place
    elif isinstance(said, tuple | list | frozenset):
        for number, item in enumerate(said):
            # The order of words says nothing, that of lists of words may.
            inner = place if isinstance(item, str) else (*place, str(number))
            yield from _mentions(item, inner)
