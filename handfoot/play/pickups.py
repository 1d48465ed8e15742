"""Pickups made ready: how an open side takes the pile with a pair of naturals.

Which meld the top card and two more of its kind go to is decided by how the side
stands in that rank. So it is found once for each stand, by ``takes``, at a table where
nothing else lies; all that a hand must hold is the pair. Where the rules ask for
anything else, and where cards could be left over to finish one meld and start the next,
``takes`` is asked each time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from handfoot.cards import FACES_OF_KIND, KIND_OF, KINDS
from handfoot.play import freezing, pile
from handfoot.play.actions import DRAW, Action, TakePile
from handfoot.play.earning import PAIR
from handfoot.play.melds import place_all
from handfoot.play.standing import standing
from handfoot.play.stands import Ready, Stand, position
from handfoot.play.state import NO_MELD, NOBODY, State
from handfoot.play.takes import takes, top_draws

# Nobody can list it: it tells of pairs that were held.
_MOST_JUDGED: Final = 1 << 13


def beginnings(state: State) -> list[Action]:
    """Return how the player to act may begin the turn, a draw first."""
    if not state.pile:
        return [DRAW]
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    if tables.draws_top:
        return [DRAW, *top_draws(state), *takes(state)]
    top = KIND_OF[state.pile[-1]]
    hand = state.hands[seat]
    # Most hands fall short of the pair: the quickest answer comes first.
    if tables.exact_pair and hand[top] < PAIR:
        return [DRAW]
    if not (tables.plain_pairs and state.opened[side] and state.packets[seat]):
        return [DRAW, *takes(state)]
    _, _, _, ready, stands, _, _ = standing(state, side, None)
    stand = stands[top]
    if not tables.meldable[top] or _may_overflow(state, seat, stand):
        return [DRAW, *takes(state)]
    if next(pile.barred(state), None) is not None:
        return [DRAW]
    frozen = tables.freezes and freezing.cause(state, seat) is not None
    return [DRAW, *_judged(ready, stand, frozen)]


def _may_overflow(state: State, seat: int, stand: Stand) -> bool:
    """Whether the cards could finish the unfinished meld and start another."""
    if stand.slot == NO_MELD:
        return False
    tables = state.tables[seat % state.sides]
    hand = state.hands[seat]
    fitting = hand[stand.rank] + 1 + sum([hand[kind] for kind in tables.wild_kinds])
    lacking = tables.size - sum(stand.melds[stand.slot])
    return fitting >= lacking + min(tables.smallest, PAIR + 1)


@lru_cache(maxsize=_MOST_JUDGED)
def _judged(ready: Ready, stand: Stand, frozen: bool) -> tuple[TakePile, ...]:  # noqa: FBT001  # a key of the memory
    """Return the pickups that a hand with just the pair can make."""
    face = FACES_OF_KIND[stand.rank][0]
    state = position(ready.tables, stand.rank, stand.melds, stand.slot)
    state.seats = state.sides = 1
    state.turn = 0
    state.opened = [True]
    state.packets = [(b"",)]
    state.cards = [bytes((face,)) * PAIR]
    state.hands = [[0] * KINDS]
    state.hands[0][stand.rank] = PAIR
    state.pile = bytes((face,)) * max(1, ready.tables.book.pile.smallest)
    state.stock = b""
    state.picked_up = () if frozen else (0,)
    state.frozen_by = 0 if frozen else NOBODY
    state.frozen_at = 0
    state.lap = -1
    state.drawn = 0
    state.fresh = ()
    found = tuple(takes(state))
    for action in found:
        placed, _ = place_all(state, 0, action.groups)
        if len(placed) == 1:
            stand.note(action, placed[0])
    return found
