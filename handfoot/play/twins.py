"""Kinds of cards that the rules treat alike: what holds for one holds for the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from handfoot.cards import KIND_WORDS, RANK_KINDS
from handfoot.play.state import SLOTS

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

_WORDS: Final = frozenset(KIND_WORDS)
# Chapters that decide nothing about a lay of a side that has opened.
NO_MATTER: Final = ("deal", "draw", "opening")
_Place = tuple[str, ...]


@lru_cache(maxsize=64)
def twins(tables: Tables) -> tuple[int, ...]:
    """Return for each rank and each wild kind the first that is treated like it.

    For a side that has opened two ranks, or two wild kinds, are alike when each place
    of the rulebook that names one names the other, with the same value where it gives
    one. Other kinds of cards are like themselves alone.

    The chapter of openings names no rank (a test holds that), so that first melds that
    are worth the same are alike as well.
    """
    book = tables.book
    said: dict[str, set[_Place]] = {word: set() for word in _WORDS}
    # What cards are worth matters only where a meld must be worth something.
    idle = NO_MATTER if book.melds.floor else (*NO_MATTER, "scoring")
    for field in attrs.fields(type(book)):
        if field.name not in idle:
            for word, place in _mentions(getattr(book, field.name), (field.name,)):
                said[word].add(place)
    found = list(range(SLOTS))
    for kinds in (RANK_KINDS, tables.wild_kinds):
        first: dict[tuple[bool, frozenset[_Place]], int] = {}
        for kind in kinds:
            places = frozenset(said[KIND_WORDS[kind]])
            found[kind] = first.setdefault((tables.wild[kind], places), kind)
    return tuple(found)


def _mentions(said: Any, place: _Place) -> Iterator[tuple[str, _Place]]:
    """Yield each kind that is named, with the place and what is said of it there."""
    if attrs.has(type(said)):
        names = [field.name for field in attrs.fields(type(said))]
        said = {name: getattr(said, name) for name in names}
    if isinstance(said, Mapping):
        for name, value in said.items():
            if name in _WORDS:
                yield name, (*place, repr(value))
            else:
                yield from _mentions(value, (*place, str(name)))
    elif isinstance(said, str):
        if said in _WORDS:
            yield said, place
    elif isinstance(said, tuple | list | frozenset):
        for number, item in enumerate(said):
            # The order of words says nothing, that of lists of words may.
            inner = place if isinstance(item, str) else (*place, str(number))
            yield from _mentions(item, inner)
