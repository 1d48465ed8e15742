"""The draw at the table."""

from __future__ import annotations

from handfoot.cards import CARDS
from handfoot.play import fresh, stock, threes
from handfoot.play.events import Drew
from handfoot.play.state import PLAY, State


def apply(state: State, log: stock.Log) -> bool:
    """Draw for the player whose turn it is.

    A player may always choose to draw; when the stock cannot give the whole draw, or
    a red three drawn cannot be replaced, the round must end and the answer is
    ``False``.
    """
    seat = state.turn
    drawn = stock.take(state, state.tables[seat % state.sides].draw, log)
    if drawn is None:
        return False
    state.phase = PLAY
    fresh.note(state, seat, drawn)
    state.give(seat, drawn)
    if log is not None:
        cards = tuple([CARDS[face] for face in drawn])
        log.append(Drew(seat, len(cards), cards))
    return threes.lay_red(state, seat, log)
