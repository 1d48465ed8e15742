"""Pickups made ready: how an open side takes the pile with a pair of naturals.

Which meld the top card and two more of its kind go to is decided by how the side
stands in that rank. So it is found once for each stand, by ``takes``, at a table where
nothing else lies; all that a hand must hold is the pair. Where cards could be left over
to finish one meld and start the next, each way to do so is judged once. Where the rules
ask for anything else ``takes`` is asked each time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from handfoot.cards import FACES_OF_KIND, KIND_OF, KINDS
from handfoot.play import freezing, pile, ready_openings
from handfoot.play.actions import DRAW, Action, TakePile
from handfoot.play.earning import PAIR
from handfoot.play.leaps import least_additions
from handfoot.play.new_melds import Overflow, overflow_groups, overflows
from handfoot.play.placing import place_all
from handfoot.play.standing import standing
from handfoot.play.stands import Counts, Ready, Stand, position
from handfoot.play.state import NOBODY, ONE_FACE, State
from handfoot.play.takes import takes, top_draws

# With so many more than the cards to keep, a pair may go and the turn still goes on.
_TO_SPARE: Final = PAIR + 1
# A pair and the top card, as naturals and wilds.
_PAIR: Final = ((PAIR + 1, 0),)
# Nobody can list it: it tells of pairs that were held.
_MOST_JUDGED: Final = 1 << 13


def beginnings(state: State) -> list[Action]:
    """Return how the player to act may begin the turn, a draw first."""
    pile = state.pile
    if not pile:
        return [DRAW]
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    if tables.draws_top:
        return [DRAW, *top_draws(state), *takes(state)]
    # Most hands fall short of the pair: the quickest answer comes first.
    top = KIND_OF[pile[-1]]
    hand = state.hands[seat]
    if (tables.exact_pair and hand[top] < PAIR) or tables.barred_top[top]:
        return [DRAW]
    if (
        tables.opening_pairs
        and not (state.opened[side] or state.melds[side])
        and state.packets[seat]
        and tables.meldable[top]
    ):
        if len(pile) < tables.least_pile:
            return [DRAW]
        opening = ready_openings.pickups(tables, hand, top)
        if opening is not None:
            return [DRAW, *opening]
    return [DRAW, *pickups(state)]


def pickups(state: State, *, known: bool = False) -> Iterable[TakePile]:
    """Return how the player to act may take the pile, which is not empty.

    A tuple or a list where it could be read off; else it is found one by one.

    Args:
        state: The position.
        known: Whether it can be read off for an open side, if not in any position.
    """
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    top = KIND_OF[state.pile[-1]]
    hand = state.hands[seat]
    # Most hands fall short of the pair: the quickest answer comes first.
    if (tables.exact_pair and hand[top] < PAIR) or tables.barred_top[top]:
        return ()
    if state.drawn:
        # A draw has begun.
        return ()
    plainly = (known or tables.plain_pairs) and tables.meldable[top]
    plenty = state.packets[seat] or len(state.cards[seat]) >= tables.keep + _TO_SPARE
    if not (plainly and plenty and state.opened[side]):
        if not tables.outgrowing_pairs or _may_outgrow(state, side, top):
            return takes(state)
        return pickups(state, known=True)
    if len(state.pile) < tables.least_pile:
        return ()
    _, _, _, ready, stands, _, _ = standing(state, side, None)
    stand = stands[top]
    frozen = tables.freezes and freezing.cause(state, seat) is not None
    plain = _with_pair(ready, stand, frozen)
    if not stand.lacking:
        return plain
    wilds = ready.of_wilds(hand)
    held = hand[top] + 1
    if held + sum(wilds) <= stand.lacking + PAIR:
        return plain
    if not state.packets[seat]:
        # More than the pair goes, which may leave too few cards.
        return takes(state)
    ways = _ways(ready, ready.twin[top], stand.lacking, held, wilds)
    judged = [_overflowing(ready, stand, frozen, way) for way in ways]
    return [*plain, *[action for action in judged if action is not None]]


def _may_outgrow(state: State, side: int, top: int) -> bool:
    """Whether a pickup may have to take cards along that could not follow it.

    So too where nothing can be read off.
    """
    seat = state.turn
    tables = state.tables[side]
    if not (tables.meldable[top] and state.opened[side] and state.packets[seat]):
        return True
    hand = state.hands[seat]
    return any(hand[kind] for kind in tables.wild_kinds) and any(
        least_additions(tables, top, (naturals, wilds), _PAIR) not in ((), _PAIR)
        for rank, _, naturals, wilds in state.melds[side]
        if rank == top
    )


@lru_cache(maxsize=_MOST_JUDGED)
def _with_pair(ready: Ready, stand: Stand, frozen: bool) -> tuple[TakePile, ...]:  # noqa: FBT001  # a key of the memory
    """Return the pickups that a hand with just the pair can make."""
    state = _pickup(ready, stand.rank, stand.melds, stand.slot, frozen=frozen)
    _hold(state, stand.rank, PAIR)
    found = tuple(takes(state))
    for action in found:
        placed, _ = place_all(state, 0, action.groups)
        if len(placed) == 1:
            stand.note(action, placed[0])
    return found


@lru_cache(maxsize=_MOST_JUDGED)
def _ways(
    ready: Ready, rank: int, lacking: int, held: int, wilds: tuple[int, ...]
) -> tuple[Overflow, ...]:
    """Return the ways to finish a meld and start another with a pair and its like."""
    every = overflows(ready.tables, rank, lacking, held, wilds)
    return tuple([way for way in every if way[0] + way[2][1] > PAIR])


@lru_cache(maxsize=_MOST_JUDGED)
def _overflowing(
    ready: Ready,
    stand: Stand,
    frozen: bool,  # noqa: FBT001  # a key of the memory
    way: Overflow,
) -> TakePile | None:
    """Return the pickup that finishes a meld and starts another, if it is legal."""
    naturals, used, (twin, begun, others) = way
    alike = (twin, begun, _as_twins(ready, others))
    like = (naturals, _as_twins(ready, used), alike)
    if not _may_overflow(ready, twin, stand.melds, stand.slot, frozen, like):
        return None
    state = position(ready.tables, stand.rank, stand.melds, stand.slot)
    way = (naturals, used, (stand.rank, begun, others))
    return TakePile(overflow_groups(state, 0, stand.slot, way))


def _as_twins(ready: Ready, used: tuple[int, ...]) -> tuple[int, ...]:
    """Return wilds of each kind with those that the rules treat alike as one kind."""
    kinds = ready.tables.wild_kinds
    counts = dict.fromkeys(kinds, 0)
    for kind, count in zip(kinds, used, strict=True):
        counts[ready.twin[kind]] += count
    return tuple(counts.values())


@lru_cache(maxsize=_MOST_JUDGED)
def _may_overflow(
    ready: Ready,
    rank: int,
    melds: tuple[Counts, ...],
    slot: int,
    frozen: bool,  # noqa: FBT001  # a key of the memory
    way: Overflow,
) -> bool:
    """Whether a pickup may finish a meld and start another in this way."""
    state = _pickup(ready, rank, melds, slot, frozen=frozen)
    naturals, used, (_, begun, others) = way
    _hold(state, rank, naturals + begun - 1)
    for kinds in (used, others):
        for kind, count in zip(ready.tables.wild_kinds, kinds, strict=True):
            _hold(state, kind, count)
    action = TakePile(overflow_groups(state, 0, slot, way))
    return next(pile.check(state, action), None) is None


def _hold(state: State, kind: int, count: int) -> None:
    state.give(0, _a_face(kind) * count)


def _a_face(kind: int) -> bytes:
    return ONE_FACE[FACES_OF_KIND[kind][0]]


def _pickup(
    ready: Ready, rank: int, melds: tuple[Counts, ...], slot: int, *, frozen: bool
) -> State:
    """Return a table with one side's melds of a rank, a pile, and an empty hand."""
    state = position(ready.tables, rank, melds, slot)
    state.seats = state.sides = 1
    state.turn = 0
    state.opened = [True]
    state.packets = [(b"",)]
    state.cards = [b""]
    state.hands = [[0] * KINDS]
    state.pile = _a_face(rank) * ready.tables.least_pile
    state.stock = b""
    state.picked_up = () if frozen else (0,)
    state.frozen_by = 0 if frozen else NOBODY
    state.frozen_at = 0
    state.lap = -1
    state.drawn = 0
    state.fresh = ()
    return state
