"""How melds of a rank may begin and grow, in counts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from handfoot.cards import KIND_WORDS
from handfoot.play.books import (
    counted,
    overfilled,
)
from handfoot.play.floors import cheapest
from handfoot.play.state import WILD_RANK
from handfoot.play.wilds import may_join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handfoot.play.shaping import Shape
    from handfoot.play.tables import Tables

# Answers about single melds remembered, of all rules together; nobody can list them.
_MOST_REMEMBERED: Final = 1 << 14


def may_follow(tables: Tables, rank: int, naturals: int) -> bool:
    """Whether so many naturals may begin a meld of a rank that has one already."""
    return rank == WILD_RANK or naturals >= tables.book.melds.further_naturals


@lru_cache(maxsize=_MOST_REMEMBERED)
def may_grow(
    tables: Tables, rank: int, meld: tuple[int, int], naturals: int, wilds: int
) -> bool:
    """Whether a meld on the table may take these cards."""
    if not naturals and not wilds:
        return True
    if overfilled(tables, rank, meld, (naturals, wilds)) is not None:
        return False
    grown = counted(tables, rank, meld, (naturals, wilds))
    if rank == WILD_RANK:
        return not naturals and allowed_wild(tables, grown[1])
    if grown[1] > meld[1] and not may_join(tables, *grown):
        return False
    return (grown == meld or allowed(tables, rank, *grown)) and (
        not tables.slides or may_slide(tables, rank, grown[1], wilds)
    )


def may_slide(tables: Tables, rank: int, counts: int, wilds: int) -> bool:
    """Whether ``wilds`` may join a meld of which ``counts`` wilds count then."""
    return bool(counts) or not wilds or KIND_WORDS[rank] not in tables.book.wilds.not_on


def allowed(
    tables: Tables, rank: int, naturals: int, wilds: int, *, new: bool = False
) -> bool:
    """Whether a meld of a rank may look so, or even begin so."""
    shape = (tables.new_shapes if new else tables.shapes)[rank]
    return naturals < len(shape) and wilds < len(shape[0]) and shape[naturals][wilds]


def allowed_wild(tables: Tables, wilds: int) -> bool:
    """Whether a meld of wilds may have this size."""
    return wilds < len(tables.wild_shape) and tables.wild_shape[wilds]


def may_add(tables: Tables, wilds: int) -> bool:
    """Whether one meld may take so many wilds in a turn (``wilds.per_turn``)."""
    most = tables.book.wilds.per_turn
    return most is None or wilds <= most


def may_begin(tables: Tables, wilds: int) -> bool:
    """Whether a new meld of a rank may have so many wilds from the start."""
    rule = tables.book.wilds
    return all(
        most is None or wilds <= most for most in (rule.start_most, rule.per_turn)
    )


def one_less(tables: Tables, shape: Shape) -> Iterator[Shape]:
    """Yield the groups that are left without one card that may join them later."""
    rank, naturals, used = shape
    wilds = sum(used)
    outgrown = naturals + wilds > tables.size
    if naturals and not (outgrown and _only_at_once(tables, rank, naturals, wilds, 0)):
        yield rank, naturals - 1, used
    if rank != WILD_RANK and not may_join(tables, naturals, wilds):
        return
    if not may_add(tables, wilds):
        return
    if outgrown and _only_at_once(tables, rank, naturals, wilds, 1):
        return
    for place, count in enumerate(used):
        if count:
            yield rank, naturals, (*used[:place], count - 1, *used[place + 1 :])


@lru_cache(maxsize=_MOST_REMEMBERED)
def _only_at_once(
    tables: Tables, rank: int, naturals: int, wilds: int, wild: int
) -> bool:
    """Whether a meld larger than a book lies so only if begun with all its cards.

    Asked for its last natural, or (``wild`` 1) its last wild.
    """
    if not (naturals, wilds)[wild]:
        return True
    natural = 1 - wild
    before = counted(tables, rank, (0, 0), (naturals - natural, wilds - wild))
    whole = counted(tables, rank, (0, 0), (naturals, wilds))
    return (
        not may_grow(tables, rank, before, natural, wild)
        or counted(tables, rank, before, (natural, wild)) != whole
    )


@lru_cache(maxsize=_MOST_REMEMBERED)
def is_new_meld(tables: Tables, rank: int, naturals: int, wilds: int) -> bool:
    """Whether a new meld may look so, given the right wilds."""
    counts = counted(tables, rank, (0, 0), (naturals, wilds))
    if rank == WILD_RANK:
        fits = bool(wilds) and allowed_wild(tables, counts[1])
    else:
        fits = allowed(tables, rank, *counts, new=True) and may_begin(tables, wilds)
        fits = fits and may_slide(tables, rank, counts[1], wilds)
    if not fits or overfilled(tables, rank, (0, 0), (naturals, wilds)) is not None:
        return False
    floor = tables.book.melds.floor
    return not floor or bool(cheapest(tables, rank, naturals, wilds))
