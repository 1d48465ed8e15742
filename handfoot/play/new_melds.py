"""New melds that a card of the pile begins, beside others of their rank or not.

Where an unfinished meld of the rank has no room, cards of the same play may finish it,
or leave no room in it, so that another may be begun.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handfoot.play import growing, shaping
from handfoot.play.actions import NEW, Group
from handfoot.play.candidates import least_apart
from handfoot.play.earning import PAIR
from handfoot.play.growing import one_less
from handfoot.play.leaps import least_additions
from handfoot.play.offers import group, meld_onto, new_onto, wild_list
from handfoot.play.shaping import Shape
from handfoot.play.state import WILD_RANK, State
from handfoot.play.tables import Tables

Groups = tuple[Group, ...]
# Naturals and wilds of each kind that finish a meld, and the meld begun with others.
Overflow = tuple[int, tuple[int, ...], Shape]


def new_melds(
    state: State, side: int, rank: int, pool: Sequence[int], top: int, shown: int
) -> Iterator[Groups]:
    """Yield new melds of a rank that hold ``shown`` cards of the top kind.

    Where unfinished ones have room for them, cards come along that fill those.
    """
    tables = state.tables[side]
    kinds = tables.wild_kinds
    lying = state.melds[side]
    least = least_apart(tables, rank, lying)
    onto = new_onto(state, side, rank)
    if not least:
        for _, naturals, used in _smallest(tables, rank, pool, top, shown):
            yield (group(rank, naturals, wild_list(kinds, used), onto),)
        return
    held = 0 if rank == WILD_RANK else pool[rank]
    available = tuple(pool[kind] for kind in kinds)
    shapes = set(shaping.group_shapes(tables, rank, held, available))
    for shape in shapes:
        _, naturals, used = shape
        cards = naturals + sum(used)
        to_spare = cards > least and any(
            less in shapes for less in one_less(tables, shape)
        )
        if of_top(tables, shape, top) < shown or to_spare:
            continue
        lacking = [
            (place, tables.apart - cards - meld.naturals - meld.wilds)
            for place, meld in enumerate(lying)
            if meld.rank == rank and meld.naturals + meld.wilds < tables.size
        ]
        left = tuple([a - b for a, b in zip(available, used, strict=True)])
        begun = group(rank, naturals, wild_list(kinds, used), NEW)
        for filled in _filled(state, side, rank, lacking, held - naturals, left):
            yield (*filled, begun)


def _filled(
    state: State,
    side: int,
    rank: int,
    lacking: Sequence[tuple[int, int]],
    held: int,
    available: tuple[int, ...],
) -> Iterator[Groups]:
    """Yield every way to add to melds of a rank, by place, what they lack."""
    if not lacking:
        yield ()
        return
    (place, count), *others = lacking
    if count <= 0:
        yield from _filled(state, side, rank, others, held, available)
        return
    kinds = state.tables[side].wild_kinds
    for used in shaping.splits(available, count):
        naturals = count - sum(used)
        if naturals > held:
            continue
        left = tuple([a - b for a, b in zip(available, used, strict=True)])
        onto = meld_onto(state, side, place, naturals)
        added = group(rank, naturals, wild_list(kinds, used), onto)
        for more in _filled(state, side, rank, others, held - naturals, left):
            yield (added, *more)


def _smallest(
    tables: Tables, rank: int, pool: Sequence[int], top: int, shown: int
) -> Iterator[Shape]:
    """Yield new melds that hold ``shown`` cards of the top kind and nothing to spare.

    A card to spare is one that could be added later instead.
    """
    available = tuple(pool[kind] for kind in tables.wild_kinds)
    held = 0 if rank == WILD_RANK else pool[rank]
    shapes = set(shaping.group_shapes(tables, rank, held, available, _most(tables)))
    for shape in shapes:
        if of_top(tables, shape, top) < shown:
            continue
        if not any(
            smaller in shapes and of_top(tables, smaller, top) >= shown
            for smaller in one_less(tables, shape)
        ):
            yield shape
        elif tables.book.melds.further_naturals > 1 and growing.may_follow(
            tables, rank, shape[1]
        ):
            # A further meld asks for more naturals, so it has fewer cards to spare.
            yield shape


def _most(tables: Tables) -> int:
    """Return with how many cards a pickup may have to begin a meld."""
    # What may begin with more wilds than may join it later begins with all of them.
    apart = tables.new_shapes is not tables.shapes
    return tables.most_begun if tables.outgrows or apart else tables.most_new


def of_top(tables: Tables, shape: Shape, top: int) -> int:
    """Return how many cards of the top kind a group in counts holds."""
    rank, naturals, used = shape
    if rank == top:
        return naturals
    if top in tables.wild_kinds:
        return used[tables.wild_kinds.index(top)]
    return 0


def overflowing(
    state: State, side: int, rank: int, slot: int, pool: Sequence[int]
) -> Iterator[Groups]:
    """Yield the ways to complete a nearly full meld and start the next one."""
    tables = state.tables[side]
    meld = state.melds[side][slot]
    lacking = tables.size - meld.naturals - meld.wilds
    held = 0 if rank == WILD_RANK else pool[rank]
    available = tuple(pool[kind] for kind in tables.wild_kinds)
    fills: tuple[tuple[int, int], ...] = ()
    if tables.outgrows and rank != WILD_RANK:
        here = (meld.naturals, meld.wilds)
        least = tuple((lacking - wilds, wilds) for wilds in range(lacking + 1))
        found = least_additions(tables, rank, here, least)
        fills = tuple(fill for fill in found if sum(fill) > lacking)
    for way in overflows(tables, rank, lacking, held, available, fills):
        yield overflow_groups(state, side, slot, way)


def overflows(
    tables: Tables,
    rank: int,
    lacking: int,
    held: int,
    available: tuple[int, ...],
    fills: Sequence[tuple[int, int]] = (),
) -> Iterator[Overflow]:
    """Yield every way to finish a meld and start another of its rank.

    Args:
        tables: Rules of the side.
        rank: The rank, or ``WILD_RANK``.
        lacking: Cards that the meld lacks to be a book.
        held: Naturals of the rank.
        available: Wilds of each kind.
        fills: Other naturals and wilds, more than it lacks, that finish it as well.
    """
    most = max([lacking, *(wilds for _, wilds in fills)])
    for used in shaping.splits(available, most):
        wilds = sum(used)
        counts = [naturals for naturals, other in fills if other == wilds]
        if wilds <= lacking:
            counts.insert(0, lacking - wilds)
        for naturals in counts:
            yield from _begun_beside(tables, rank, naturals, used, held, available)


def _begun_beside(
    tables: Tables,
    rank: int,
    naturals: int,
    used: tuple[int, ...],
    held: int,
    available: tuple[int, ...],
) -> Iterator[Overflow]:
    """Yield the melds that may be begun with what is left of some cards."""
    if naturals <= held and not (rank == WILD_RANK and naturals):
        left = tuple([a - b for a, b in zip(available, used, strict=True)])
        most = _most(tables)
        shapes = [*shaping.group_shapes(tables, rank, held - naturals, left, most)]
        for shape in shapes:
            if not _has_spare(tables, shape, shapes):
                yield naturals, used, shape


def _has_spare(tables: Tables, shape: Shape, shapes: Sequence[Shape]) -> bool:
    """Whether a meld larger than a book may wait for a card, with the pair in it."""
    return shape[1] + sum(shape[2]) > tables.size and any(
        less in shapes for less in one_less(tables, shape) if less[1] > PAIR
    )


def overflow_groups(state: State, side: int, slot: int, way: Overflow) -> Groups:
    """Return the groups that finish the meld at ``slot`` and start another."""
    naturals, used, (rank, begun, others) = way
    kinds = state.tables[side].wild_kinds
    onto = meld_onto(state, side, slot, naturals)
    return (
        group(rank, naturals, wild_list(kinds, used), onto),
        group(rank, begun, wild_list(kinds, others), NEW),
    )
