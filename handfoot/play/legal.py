"""The canonical list of legal actions.

The list is not every legal action but one from which every reachable table is
reachable: cards that the rules treat alike are collapsed, melds grow by the smallest
steps, and an opening is laid with nothing to spare. Only where small steps would leave
too few cards to go on, near the end of the last packet, whole ways of going out are
listed as one lay. ``engine.check`` decides any other action exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from handfoot.play import candidates, discard, engine, exits, opening
from handfoot.play.actions import (
    ASK,
    DRAW,
    END,
    NO,
    YES,
    Action,
    ChoosePacket,
    Discard,
    Lay,
)
from handfoot.play.offers import (
    ADD_NATURAL,
    ADD_WILD,
    DISCARDS,
    groups_of_portions,
    groups_of_shapes,
    lay,
    meld_onto,
    new_lays,
    new_onto,
    wild_picks,
)
from handfoot.play.state import (
    ANSWER,
    CHOOSE,
    GRANTED,
    NO_MELD,
    OVER,
    UNASKED,
    WILD_RANK,
    State,
)
from handfoot.play.state import DRAW as DRAW_PHASE
from handfoot.play.tables import Tables
from handfoot.play.takes import takes, top_draws

_ANSWERS: list[Action] = [YES, NO]


def legal(state: State) -> list[Action]:
    """Return the canonical legal actions of the seat that must act."""
    if state.phase == DRAW_PHASE:
        return [DRAW, *top_draws(state), *takes(state)]
    if state.phase == OVER:
        return []
    if state.phase == CHOOSE:
        count = len(state.packets[state.turn])
        return [ChoosePacket(number) for number in range(1, count + 1)]
    if state.phase == ANSWER:
        return _ANSWERS[:]
    seat = state.turn
    side = seat % state.sides
    found: list[Action] = []
    tables = state.tables[side]
    if state.packets[seat] and state.opened[side] and not tables.unusual:
        # The common case first: nothing here needs a second look.
        _steps(state, seat, side, found)
        _discards(state, seat, found)
        return found
    if _needs_care(state, seat, tables):
        _careful(state, seat, side, found)
        if not any(type(action) is Discard for action in found):
            _end(state, found)
    elif state.packets[seat]:
        _lays(state, seat, side, found)
        _discards(state, seat, found)
    else:
        _lays(state, seat, side, found)
        _discards(state, seat, found)
    asks = tables.book.going_out.permission != "none" and not state.packets[seat]
    if asks and state.permission == UNASKED and _is_legal(state, ASK):
        found.append(ASK)
    return found


def _is_legal(state: State, action: Action) -> bool:
    return next(engine.check(state, action), None) is None


def _needs_care(state: State, seat: int, tables: Tables) -> bool:
    """Whether what is listed must be checked action by action."""
    opened = state.opened[seat % state.sides]
    if tables.unusual or (tables.special_opening and not opened):
        return True
    if state.packets[seat]:
        return False
    small = len(state.cards[seat]) <= tables.small_hand
    # An opening may need any number of cards, so it is no small lay.
    return small or state.permission == GRANTED or not opened


def _end(state: State, found: list[Action]) -> None:
    if _is_legal(state, END):
        found.append(END)


def _discards(state: State, seat: int, found: list[Action]) -> None:
    barred = discard.barred_kinds(state, seat)
    found += [
        DISCARDS[kind]
        for kind, count in enumerate(state.hands[seat])
        if count and not barred[kind]
    ]


def _lays(state: State, seat: int, side: int, found: list[Action]) -> None:
    """Add the lays of a player whose hand is large enough for any small one."""
    if state.opened[side]:
        _steps(state, seat, side, found)
        return
    tables = state.tables[side]
    hand = state.hands[seat]
    if opening.best_bound(tables, hand) < tables.wanted:
        return
    found.extend(
        Lay(groups_of_shapes(state, side, shapes))
        for shapes in opening.ways(tables, hand, tables.wanted)
    )


def _steps(state: State, seat: int, side: int, found: list[Action]) -> None:
    """Add the smallest lays of a side that has opened."""
    tables = state.tables[side]
    hand = state.hands[seat]
    slots = state.slots[side]
    melds = state.melds[side]
    shape = tables.shape
    wilds = [kind for kind in tables.wild_kinds if hand[kind]]
    available = tuple([hand[kind] for kind in tables.wild_kinds])
    fewest = tables.smallest - min(tables.max_wilds_in_smallest, sum(available))
    of_ranks = tables.of_ranks
    for rank, held, slot in zip(
        tables.rank_kinds, of_ranks(hand), of_ranks(slots), strict=True
    ):
        if slot == NO_MELD:
            if held >= fewest:
                found += _new(state, side, rank, held, available)
            continue
        _, _, naturals, laid = melds[slot]
        if held and shape[naturals + 1][laid]:
            found.append(ADD_NATURAL[rank])
        if wilds and shape[naturals][laid + 1]:
            found += [ADD_WILD[rank][kind] for kind in wilds]
    if wilds and tables.wild_melds:
        _wild_steps(state, side, wilds, available, found)
    if not tables.closed:
        _onto_books(state, seat, side, wilds, found)


def _new(
    state: State, side: int, rank: int, held: int, available: tuple[int, ...]
) -> tuple[Lay, ...]:
    """Return the smallest new melds of a rank."""
    tables = state.tables[side]
    onto = ""
    if not tables.closed or tables.one_per_rank:
        if tables.one_per_rank and any(meld.rank == rank for meld in state.melds[side]):
            return ()
        onto = new_onto(state, side, rank)
    return new_lays(
        tables.smallest_shapes,
        tables.wild_kinds,
        rank,
        held if held < tables.smallest else tables.smallest,
        available,
        onto,
    )


def _wild_steps(
    state: State,
    side: int,
    wilds: list[int],
    available: tuple[int, ...],
    found: list[Action],
) -> None:
    """Add lays onto the meld of wilds, or the smallest new ones."""
    tables = state.tables[side]
    slot = state.slots[side][WILD_RANK]
    if slot != NO_MELD:
        if tables.wild_shape[state.melds[side][slot].wilds + 1]:
            found.extend(lay(WILD_RANK, 0, (kind,), "") for kind in wilds)
        return
    if tables.book.melds.per_rank == "one" and any(
        meld.rank == WILD_RANK for meld in state.melds[side]
    ):
        return
    onto = new_onto(state, side, WILD_RANK)
    picks = wild_picks(tables.wild_kinds, available, tables.wild_smallest)
    found.extend(lay(WILD_RANK, 0, picked, onto) for picked in picks)


def _onto_books(
    state: State, seat: int, side: int, wilds: list[int], found: list[Action]
) -> None:
    """Add lays of one card onto finished books that may still grow."""
    tables = state.tables[side]
    hand = state.hands[seat]
    for place, meld in enumerate(state.melds[side]):
        if meld.naturals + meld.wilds < tables.size:
            continue
        here = (meld.naturals, meld.wilds)
        rank = meld.rank
        if (
            rank != WILD_RANK
            and hand[rank]
            and exits.may_grow(tables, rank, here, 1, 0)
        ):
            found.append(lay(rank, 1, (), meld_onto(state, side, place, 1)))
        if wilds and exits.may_grow(tables, rank, here, 0, 1):
            onto = meld_onto(state, side, place, 0)
            found.extend(lay(rank, 0, (kind,), onto) for kind in wilds)


def _careful(state: State, seat: int, side: int, found: list[Action]) -> None:
    """Add actions near the end of the last packet, each of them checked."""
    offered: list[Action] = []
    tables = state.tables[side]
    opened = state.opened[side]
    if not opened and tables.special_opening:
        offered.extend(candidates.openings(state, seat, side))
    elif opened and tables.unusual:
        offered.extend(candidates.steps(state, seat, side))
    else:
        _lays(state, seat, side, offered)
    _discards(state, seat, offered)
    if not state.packets[seat]:
        offered.extend(_ways_out(state, seat, side))
    seen: set[Action] = set()
    for action in offered:
        if action not in seen and _is_legal(state, action):
            seen.add(action)
            found.append(action)


def _ways_out(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield lays that go out, or leave only the last discard."""
    tables = state.tables[side]
    hand = state.hands[seat]
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    if sum(hand) <= tables.small_hand:
        ways = exits.all_exits(tables, hand, melds)
    else:
        least = 0 if state.opened[side] else tables.wanted
        found = exits.find_exit(tables, hand, melds, least=least)
        ways = iter(() if found is None else (found,))
    for way in ways:
        held = hand[:]
        if way.discard >= 0:
            held[way.discard] -= 1
        wilds = [kind for kind in tables.wild_kinds for _ in range(held[kind])]
        orders = (
            set(permutations(wilds))
            if sum(hand) <= tables.small_hand
            else {tuple(wilds)}
        )
        for order in sorted(orders):
            groups = groups_of_portions(state, side, way.portions, order)
            if groups:
                yield Lay(groups)
