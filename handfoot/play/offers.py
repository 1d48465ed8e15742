"""Groups made from counts, for lists of legal actions.

Cards that the rules treat alike are collapsed: a listed group names cards by rank
alone. The same group is the same object each time, so listing builds next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from handfoot.cards import ANY_OF_KIND
from handfoot.play import floors
from handfoot.play.actions import NEW, Discard, Group, Lay
from handfoot.play.exits import Portion
from handfoot.play.placing import RANK_TEXT, meld_name
from handfoot.play.shaping import Shape, splits
from handfoot.play.state import NO_MELD, WILD_RANK, State

DISCARDS = tuple(Discard(card) for card in ANY_OF_KIND)


@lru_cache(maxsize=1 << 14)
def group(rank: int, naturals: int, wilds: tuple[int, ...], onto: str) -> Group:
    """Return a group: naturals of a rank, then the wild kinds given."""
    cards = [ANY_OF_KIND[rank]] * naturals if naturals else []
    cards += [ANY_OF_KIND[kind] for kind in wilds]
    return Group(tuple(cards), onto)


@lru_cache(maxsize=1 << 14)
def lay(rank: int, naturals: int, wilds: tuple[int, ...], onto: str) -> Lay:
    """Return a lay of one group."""
    return Lay((group(rank, naturals, wilds, onto),))


@lru_cache(maxsize=1 << 14)
def wild_picks(
    kinds: tuple[int, ...], available: tuple[int, ...], count: int
) -> tuple[tuple[int, ...], ...]:
    """Return every choice of ``count`` wilds, each as kinds one by one."""
    return tuple(
        wild_list(kinds, used)
        for used in splits(available, count)
        if sum(used) == count
    )


@lru_cache(maxsize=1 << 14)
def wild_list(kinds: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    """Return wild kinds one by one from how many of each are used."""
    return tuple(
        kind for kind, count in zip(kinds, used, strict=True) for _ in range(count)
    )


def new_onto(state: State, side: int, rank: int) -> str:
    """Return what a group must say to become a new meld of ``rank``."""
    if state.slots[side][rank] != NO_MELD:
        return NEW
    if state.tables[side].closed:
        return ""
    return NEW if any(meld.rank == rank for meld in state.melds[side]) else ""


def meld_onto(state: State, side: int, place: int, naturals: int) -> str:
    """Return what a group must say to join the meld at ``place``."""
    rank = state.melds[side][place].rank
    if rank > WILD_RANK or state.slots[side][rank] != place:
        return meld_name(state.melds[side], place)
    return "" if naturals or rank == WILD_RANK else RANK_TEXT[rank]


def _first_group(kinds: tuple[int, ...], shape: Shape) -> Group:
    rank, naturals, used = shape
    return group(rank, naturals, wild_list(kinds, used), "")


@lru_cache(maxsize=1 << 8)
def first_group(kinds: tuple[int, ...]) -> Callable[[Shape], Group]:
    """Return what makes a new group of a side that has no meld from its counts."""
    return lru_cache(maxsize=1 << 14)(partial(_first_group, kinds))


def groups_of_shapes(
    state: State, side: int, shapes: Sequence[Shape]
) -> tuple[Group, ...]:
    """Return new groups from an opening in counts."""
    kinds = state.tables[side].wild_kinds
    if not state.melds[side]:
        return tuple(map(first_group(kinds), shapes))
    return tuple(
        [
            group(rank, naturals, wild_list(kinds, used), new_onto(state, side, rank))
            for rank, naturals, used in shapes
        ]
    )


def groups_of_portions(
    state: State, side: int, portions: Sequence[Portion], wilds: Sequence[int]
) -> tuple[Group, ...]:
    """Return groups for portions, dealing out ``wilds`` (kinds) in their order.

    Where new melds would not be worth their floor so, in an order in which they are.
    """
    left = list(floors.dealt(state.tables[side], portions, wilds) or wilds)
    groups = []
    for portion in portions:
        used = tuple(sorted(left[: portion.wilds]))
        del left[: portion.wilds]
        if portion.meld == NO_MELD:
            onto = new_onto(state, side, portion.rank)
            if any(p.rank == portion.rank and p.meld != NO_MELD for p in portions):
                onto = NEW
        else:
            onto = meld_onto(state, side, portion.meld, portion.naturals)
        groups.append(group(portion.rank, portion.naturals, used, onto))
    return tuple(groups)
