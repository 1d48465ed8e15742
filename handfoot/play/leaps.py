"""Cards that may join a meld together, but not one after the other.

A natural may finish a book that then takes no wild, while the wild may not come before
it: then both go down at once, or not at all. Whether rules know such leaps is found
once (``Tables.leaps``); where they do not, the smallest steps are all that is listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from handfoot.cards import KIND_WORDS
from handfoot.play.books import counted
from handfoot.play.growing import allowed, is_new_meld, may_grow, one_less
from handfoot.play.twins import twins

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

# Naturals and wilds.
Counts = tuple[int, int]
# One natural, or one wild.
_SINGLE: Final = ((1, 0), (0, 1))
_MOST_REMEMBERED: Final = 1 << 12
_MOST_FOUND: Final = 1 << 8


class Found(NamedTuple):
    """What there is under some rules.

    Attributes:
        leaps: Whether some meld may take cards together that it may not take one by
            one.
        longer: Whether some meld larger than a book can lie only if it is begun so.
    """

    leaps: bool
    longer: bool


#: Where all books take cards alike.
NOTHING: Final = Found(leaps=False, longer=False)
# By what decides on it; nothing in it tells of anybody's cards.
_FOUND: Final[dict[object, Found]] = {}


def found_in(tables: Tables) -> Found:
    """Return what there is under these rules, looked for once for all alike."""
    rule, names = tables.book, tables.book_name
    ranks = {
        (
            tables.shapes[r],
            tables.new_shapes[r],
            tables.after[r],
            tuple(map(names[r].index, names[r])),
            KIND_WORDS[r] in rule.wilds.not_on,
        ): r
        for r in tables.rank_kinds
    }
    wilds = (rule.wilds.ratio, rule.wilds.start_most, rule.wilds.per_turn)
    # Not what a floor and cards are worth: with one, ``longer`` is not asked.
    settings = (rule.books.completed_exactly, bool(rule.melds.floor))
    key = (tables.size, wilds, settings, *ranks)
    if key not in _FOUND:
        if len(_FOUND) >= _MOST_FOUND:
            _FOUND.clear()
        _FOUND[key] = Found(
            any(leap for rank in ranks.values() for leap in every_leap(tables, rank)),
            any(_begins_longer(tables, rank) for rank in ranks.values()),
        )
    return _FOUND[key]


def _begins_longer(tables: Tables, rank: int) -> bool:
    many = range(1, 2 * tables.size)
    return any(
        naturals + wilds > tables.size
        and is_new_meld(tables, rank, naturals, wilds)
        and not any(
            is_new_meld(tables, *less[:2], sum(less[2]))
            for less in one_less(tables, (rank, naturals, (wilds,)))
        )
        for naturals, wilds in product(many, many)
    )


def every_leap(tables: Tables, rank: int) -> Iterator[Counts]:
    """Yield the leaps of every meld of a rank up to a book: naturals and wilds."""
    for meld in product(range(1, tables.size + 1), range(tables.size + 1)):
        if sum(meld) <= tables.size and allowed(tables, rank, *meld):
            yield from leaps(tables, rank, meld)


def leaps(tables: Tables, rank: int, meld: Counts) -> list[Counts]:
    """Return the naturals and wilds that may join a meld together only."""
    found = least_additions(tables, rank, meld, _SINGLE)
    return [added for added in found if added not in _SINGLE]


def least_additions(
    tables: Tables, rank: int, meld: Counts, starts: tuple[Counts, ...]
) -> tuple[Counts, ...]:
    """Return the cards that may join a meld at once, and of which none can wait.

    Args:
        tables: Rules of the side.
        rank: The rank.
        meld: Naturals and wilds that count of the meld.
        starts: Naturals and wilds of which all of one must be among them.

    Returns:
        Naturals and wilds: fewer than two books, and up to one.
    """
    return _least(tables.like, twins(tables.like)[rank], meld, starts)


@lru_cache(maxsize=_MOST_REMEMBERED)
def _least(
    tables: Tables, rank: int, meld: Counts, starts: tuple[Counts, ...]
) -> tuple[Counts, ...]:
    naturals, wilds = range(2 * tables.size), range(tables.size + 1)
    legal = [
        added
        for added in product(naturals, wilds)
        if any(map(_within, starts, (added,) * len(starts)))
        and may_grow(tables, rank, meld, *added)
    ]
    return tuple(
        [
            added
            for added in legal
            if not any(
                _within(less, added) and can_wait(tables, rank, meld, less, added)
                for less in legal
                if less != added
            )
        ]
    )


def _within(less: Counts, more: Counts) -> bool:
    return less[0] <= more[0] and less[1] <= more[1]


def can_wait(
    tables: Tables, rank: int, meld: Counts, less: Counts, whole: Counts
) -> bool:
    """Whether some cards may join a meld first, and the rest of ``whole`` later."""
    between = counted(tables, rank, meld, less)
    rest = (whole[0] - less[0], whole[1] - less[1])
    return may_grow(tables, rank, between, *rest) and (
        counted(tables, rank, between, rest) == counted(tables, rank, meld, whole)
    )
