"""Every canonical way to take the pile, for lists of legal actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handfoot.cards import KIND_OF
from handfoot.play import exits, opening, pile
from handfoot.play.actions import NEW, Group, TakePile
from handfoot.play.foot import in_last
from handfoot.play.going_out import needs_permission
from handfoot.play.melds import Layout, place_all
from handfoot.play.offers import (
    group,
    groups_of_portions,
    groups_of_shapes,
    meld_onto,
    new_onto,
    wild_list,
)
from handfoot.play.opening import Shape
from handfoot.play.state import NO_MELD, WILD_RANK, State
from handfoot.play.tables import Tables

Groups = tuple[Group, ...]


def takes(state: State) -> Iterator[TakePile]:
    """Yield the canonical ways in which the player to act may take the pile."""
    if not state.pile:
        return
    seat = state.turn
    side = seat % state.sides
    top = KIND_OF[state.pile[-1]]
    rule = pile.pair_rule(state, side, top)
    if rule is not None and not _may_pair(state, side, top, rule[1]):
        return
    if next(pile.barred(state), None) is not None:
        return
    sure = _needs_no_check(state, seat, rule)
    seen: set[Groups] = set()
    for groups in _candidates(state, side, top, rule):
        if groups in seen:
            continue
        seen.add(groups)
        action = TakePile(groups)
        if sure or next(pile.check(state, action), None) is None:
            yield action
        elif in_last(state, seat) and not needs_permission(state, seat):
            yield from _going_out(state, side, groups)


def _may_pair(state: State, side: int, top: int, rank: int) -> bool:
    """Whether the hand has the pair and its rank can be melded at all."""
    if state.hands[state.turn][top] < pile.PAIR:
        return False
    return rank == WILD_RANK or state.tables[side].meldable[rank]


def _needs_no_check(
    state: State, seat: int, rule: tuple[str, int] | None
) -> bool:
    """Whether every candidate is legal by the way it is made.

    A pair's meld is made from legal shapes, and outside the last packet no cards need
    be kept; what is left to check elsewhere are books of the rank, cards taken that do
    not count, and the cards to keep.
    """
    book = state.tables[seat % state.sides].book
    if (
        rule is None
        or in_last(state, seat)
        or book.pile.buried == "at_once"
        or book.melds.per_rank == "one"
    ):
        return False
    side = seat % state.sides
    if rule[1] == WILD_RANK and not state.tables[side].closed:
        # A book may be closed to wilds where naturals could go on.
        return False
    slot = state.slots[side][rule[1]]
    return slot == NO_MELD or pile.has_room(state, side, slot)


def _candidates(
    state: State, side: int, top: int, rule: tuple[str, int] | None
) -> Iterator[Groups]:
    if not state.opened[side]:
        yield from _opening(state, side, top, rule)
    elif rule is None:
        yield from _using_top(state, side, top)
    else:
        yield from _with_pair(state, side, top, rule[1])


def _pool(state: State, side: int, *, whole: bool) -> list[int]:
    """Return the cards by kind that may be laid with the pickup, top card included."""
    pool = state.hands[state.turn][:]
    taken = pile.taken_faces(state, side)
    for face in taken if whole else taken[-1:]:
        pool[KIND_OF[face]] += 1
    return pool


def _usable(state: State, side: int) -> list[int]:
    at_once = state.tables[side].book.pile.buried == "at_once"
    return _pool(state, side, whole=at_once)


def _with_pair(state: State, side: int, top: int, rank: int) -> Iterator[Groups]:
    """Yield the ways of an open side to meld the top card with a pair."""
    tables = state.tables[side]
    wilds: tuple[int, ...] = (top,) * 3 if rank == WILD_RANK else ()
    naturals = 3 - len(wilds)
    slot = state.slots[side][rank]
    if slot == NO_MELD:
        pool = _usable(state, side)
        for shape in _smallest(tables, rank, pool, top, pile.PAIR + 1):
            yield groups_of_shapes(state, side, (shape,))
        for place, meld in enumerate(state.melds[side]):
            if meld.rank == rank and not tables.closed:
                onto = meld_onto(state, side, place, naturals)
                yield (group(rank, naturals, wilds, onto),)
        return
    if pile.has_room(state, side, slot):
        yield (group(rank, naturals, wilds, meld_onto(state, side, slot, naturals)),)
        return
    if tables.book.pile.full_meld != "refuse":
        yield from _overflow(state, side, rank, slot)


def _smallest(
    tables: Tables, rank: int, pool: Sequence[int], top: int, shown: int
) -> Iterator[Shape]:
    """Yield new melds that hold ``shown`` cards of the top kind and nothing to spare.

    A card to spare is one that could be added later instead.
    """
    available = tuple(pool[kind] for kind in tables.wild_kinds)
    held = 0 if rank == WILD_RANK else pool[rank]
    shapes = {s for s, _ in opening.group_shapes(tables, rank, held, available)}
    for shape in shapes:
        if _of_top(tables, shape, top) < shown:
            continue
        if not any(
            smaller in shapes and _of_top(tables, smaller, top) >= shown
            for smaller in _one_less(shape)
        ):
            yield shape


def _of_top(tables: Tables, shape: Shape, top: int) -> int:
    """Return how many cards of the top kind a group in counts holds."""
    rank, naturals, used = shape
    if rank == top:
        return naturals
    if top in tables.wild_kinds:
        return used[tables.wild_kinds.index(top)]
    return 0


def _one_less(shape: Shape) -> Iterator[Shape]:
    rank, naturals, used = shape
    if naturals:
        yield rank, naturals - 1, used
    for place, count in enumerate(used):
        if count:
            yield rank, naturals, (*used[:place], count - 1, *used[place + 1 :])


def _overflow(state: State, side: int, rank: int, slot: int) -> Iterator[Groups]:
    """Yield the ways to complete a nearly full meld and start the next one."""
    tables = state.tables[side]
    meld = state.melds[side][slot]
    need = tables.size - meld.naturals - meld.wilds
    pool = _usable(state, side)
    held = 0 if rank == WILD_RANK else pool[rank]
    available = tuple(pool[kind] for kind in tables.wild_kinds)
    for used in opening.splits(available, need):
        naturals = need - sum(used)
        if naturals > held or (rank == WILD_RANK and naturals):
            continue
        left = [a - b for a, b in zip(available, used, strict=True)]
        onto = meld_onto(state, side, slot, naturals)
        done = group(rank, naturals, wild_list(tables.wild_kinds, used), onto)
        for shape, _ in opening.group_shapes(
            tables, rank, held - naturals, tuple(left)
        ):
            wilds = wild_list(tables.wild_kinds, shape[2])
            yield (done, group(rank, shape[1], wilds, NEW))


def _using_top(state: State, side: int, top: int) -> Iterator[Groups]:
    """Yield the ways of an open side to use the top card in a legal meld."""
    tables = state.tables[side]
    wild = tables.wild[top]
    for place, meld in enumerate(state.melds[side]):
        if wild or meld.rank == top:
            naturals, wilds = (0, (top,)) if wild else (1, ())
            onto = meld_onto(state, side, place, naturals)
            yield (group(meld.rank, naturals, wilds, onto),)
    pool = _usable(state, side)
    for rank in _ranks_for(tables, top):
        for shape in _smallest(tables, rank, pool, top, 1):
            onto = new_onto(state, side, rank)
            wilds = wild_list(tables.wild_kinds, shape[2])
            yield (group(rank, shape[1], wilds, onto),)


def _ranks_for(tables: Tables, top: int) -> tuple[int, ...]:
    """Return the ranks of new melds that the top card could be part of."""
    if not tables.wild[top]:
        return (top,) if tables.meldable[top] else ()
    return (*tables.rank_kinds, WILD_RANK) if tables.wild_melds else tables.rank_kinds


def _opening(
    state: State, side: int, top: int, rule: tuple[str, int] | None
) -> Iterator[Groups]:
    """Yield the ways to open with a pickup: the top card's group and others."""
    tables = state.tables[side]
    shown = 1 if rule is None else pile.PAIR + 1
    ranks = _ranks_for(tables, top) if rule is None else (rule[1],)
    pool = _usable(state, side)
    available = tuple(pool[kind] for kind in tables.wild_kinds)
    for rank in ranks:
        held = 0 if rank == WILD_RANK else pool[rank]
        for shape, _ in opening.group_shapes(tables, rank, held, available):
            if _of_top(tables, shape, top) >= shown:
                yield from _completed(state, side, pool, shape)


def _completed(
    state: State, side: int, pool: Sequence[int], shape: Shape
) -> Iterator[Groups]:
    """Yield the top card's group with the fewest further groups that open."""
    tables = state.tables[side]
    wanted = tables.minimum - opening.shape_points(tables, shape)
    if wanted <= 0:
        yield groups_of_shapes(state, side, (shape,))
        return
    rank, naturals, used = shape
    rest = list(pool)
    if rank != WILD_RANK:
        rest[rank] = 0
    for kind, count in zip(tables.wild_kinds, used, strict=True):
        rest[kind] -= count
    for others in opening.ways(tables, rest, wanted):
        if all(other[0] != rank for other in others):
            yield groups_of_shapes(state, side, (shape, *others))


def _going_out(state: State, side: int, groups: Groups) -> Iterator[TakePile]:
    """Yield ways to take the pile and go out in one play, from a hand nearly empty."""
    tables = state.tables[side]
    hand = _usable(state, side)
    for laid in groups:
        for card in laid.cards:
            hand[card.kind] -= 1
    if min(hand) < 0 or sum(hand) > tables.small_hand:
        return
    placed, refusals = place_all(state, side, groups)
    if refusals:
        return
    layout = Layout(state, side, placed)
    if layout.refusals:
        return
    for found in exits.all_exits(tables, hand, layout.melds):
        # Portions for melds that this very play starts would need names of their own.
        if any(p.meld >= len(state.melds[side]) for p in found.portions):
            continue
        wilds = [k for k in tables.wild_kinds for _ in range(hand[k])]
        more = groups_of_portions(state, side, found.portions, wilds)
        action = TakePile((*groups, *more))
        if more and next(pile.check(state, action), None) is None:
            yield action

