"""Red threes at the table: laid at once and replaced."""

from __future__ import annotations

from handfoot.cards import CARDS, RED_THREE
from handfoot.play import stock
from handfoot.play.events import RedThreeLaid
from handfoot.play.melds import lowest_face
from handfoot.play.state import State


def lay_red(state: State, seat: int, log: stock.Log) -> bool:
    """Lay every red three that ``seat`` holds, drawing a card for each.

    Returns ``False`` when one could not be replaced, so that the round must end; that
    red three has been laid all the same.
    """
    if not state.tables[0].lays_red:
        return True
    while state.hands[seat][RED_THREE]:
        face = lowest_face(state.cards[seat], RED_THREE)
        assert face is not None
        state.remove(seat, bytes([face]))
        side = seat % state.sides
        state.red = state.red[:]
        state.red[side] += bytes([face])
        drawn = stock.take(state, 1, log)
        if drawn is not None:
            state.give(seat, drawn)
        if log is not None:
            new = CARDS[drawn[0]] if drawn else None
            log.append(RedThreeLaid(seat, CARDS[face], drawn is not None, new))
        if drawn is None:
            return False
    return True
