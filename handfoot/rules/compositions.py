"""What melds of naturals and wilds all limits together leave, and which limits bind.

Several keys limit the wilds of a meld, and one may say no more than the others do.
Every number of naturals and of wilds is tried here, so that no rule about two of them
is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.wilds import Wilds

__all__ = ["fewest_naturals", "idle_limits", "longest_set", "most_out_of_reach"]

#: How each limit is lifted.
_LIFTED: Final[Mapping[str, Any]] = {
    "most": None,
    "steps": (),
    "least_naturals": 1,
    "start_most": None,
    "start_ratio": "same",
    "per_turn": None,
}
#: What is asked about. How many wilds or naturals there are in all people say whatever
#: follows from a ratio; that is no mistake, and the rule card says it too.
_ASKED: Final = ("steps", "start_most", "start_ratio")
#: What may be to blame for a limit that binds nothing, and how it is lifted.
_BLAMED: Final[Mapping[str, Any]] = {**_LIFTED, "ratio": "any"}
#: More of a rank, or more wilds, than the counts of the keys tell apart.
_ENOUGH: Final = 24

_Sizes = tuple[int, int, int, int]
_Both = tuple[int, int]


def idle_limits(book: Rulebook) -> dict[str, str]:
    """Return the limits of wilds that bind no meld, each with the key to blame.

    Names of the chapter ``wilds`` are mapped to dotted keys.
    """
    wilds, sizes = book.wilds, _sizes(book)
    found = {}
    for name in _ASKED:
        lifted = _LIFTED[name]
        if getattr(wilds, name) != lifted and _same(wilds, name, sizes):
            others = (other for other in _BLAMED if other != name)
            found[name] = next(
                (
                    f"wilds.{other}"
                    for other in others
                    if not _same(
                        attrs.evolve(wilds, **{other: _BLAMED[other]}), name, sizes
                    )
                ),
                "melds.smallest",
            )
    return found


def most_out_of_reach(book: Rulebook) -> tuple[int, str] | None:
    """Return the most wilds that a meld can hold, where ``wilds.most`` allows more.

    Returns:
        The number and the key to blame; ``None`` where the limit can be reached.
    """
    wilds, sizes = book.wilds, _sizes(book)
    if wilds.most is None or not wilds.cards:
        return None

    def reached(tried: Wilds) -> int:
        return max((count for _, count in _laid(tried, sizes)), default=0)

    free = attrs.evolve(wilds, most=None)
    reach = reached(free)
    if wilds.most <= reach:
        return None
    lifts = ((name, attrs.evolve(free, **{name: _BLAMED[name]})) for name in _BLAMED)
    blamed = (f"wilds.{name}" for name, tried in lifts if reached(tried) > reach)
    return reach, next(blamed, "books.size")


def fewest_naturals(book: Rulebook) -> int:
    """Return the fewest naturals with which a meld that is not of wilds may begin."""
    new = _new(book.wilds, _sizes(book)) if book.wilds.cards else frozenset()
    return min((naturals for naturals, _ in new), default=book.melds.smallest)


def longest_set(book: Rulebook) -> int:
    """Return the most cards that a meld of one rank, or of wilds alone, can have."""
    most, many = _sizes(book)[2:]
    natural = book.melds.natural(book.wilds.cards)
    copies = max(map(book.copies, natural), default=0)
    wilds = sum(map(book.copies, book.wilds.cards))
    alone = wilds if book.wilds.all_wild else 0
    if copies > most or wilds > many:
        # More than is tried; as if any wilds fitted.
        return max(alone, copies + wilds)
    laid = _laid(book.wilds, _sizes(book)) if wilds else frozenset()
    return max(alone, copies, *map(sum, laid), 0)


def _sizes(book: Rulebook) -> _Sizes:
    """Return the fewest and the most cards of a meld, and of both kinds of card."""
    natural = book.melds.natural(book.wilds.cards)
    copies = max(map(book.copies, natural), default=0)
    wilds = sum(map(book.copies, book.wilds.cards))
    longest = 2 * _ENOUGH if book.books.grow else book.books.size
    return book.melds.smallest, longest, min(copies, _ENOUGH), min(wilds, _ENOUGH)


@lru_cache(maxsize=1 << 8)
def _same(wilds: Wilds, name: str, sizes: _Sizes) -> bool:
    """Whether the same melds may be without a limit."""
    free = attrs.evolve(wilds, **{name: _LIFTED[name]})
    return _new(wilds, sizes) == _new(free, sizes) and _laid(wilds, sizes) == _laid(
        free, sizes
    )


@lru_cache(maxsize=1 << 8)
def _new(wilds: Wilds, sizes: _Sizes) -> frozenset[_Both]:
    """Return the naturals and wilds with which a meld may begin."""
    smallest = sizes[0]
    limits = (wilds.start_most, wilds.per_turn)
    most = min((limit for limit in limits if limit is not None), default=sizes[3])
    return frozenset(
        (naturals, count)
        for naturals, count in _all(sizes)
        if naturals + count >= smallest
        and count <= most
        and (not count or wilds.begins(naturals, count))
    )


@lru_cache(maxsize=1 << 8)
def _laid(wilds: Wilds, sizes: _Sizes) -> frozenset[_Both]:
    """Return the naturals and wilds that a meld may have at any time."""
    if wilds.per_turn == 0:
        return frozenset()
    return frozenset(both for both in _all(sizes) if both[1] and wilds.fits(*both))


@lru_cache(maxsize=1 << 6)
def _all(sizes: _Sizes) -> tuple[_Both, ...]:
    smallest, longest, naturals, wilds = sizes
    pairs = product(range(1, naturals + 1), range(wilds + 1))
    return tuple(both for both in pairs if smallest <= sum(both) <= longest)
