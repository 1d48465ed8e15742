"""The position that a question is about: what a seat knows, as if it were its turn."""

from __future__ import annotations

from handfoot.errors import HandfootError
from handfoot.play import moment
from handfoot.play.state import DRAW, OVER, UNASKED, State
from handfoot.table.views import View


def as_turn(view: View, phase: int) -> tuple[State, int]:
    """Return what the seat knows, with its own turn in ``phase``, and the seat."""
    seat = view.seat
    if seat is None:
        raise HandfootError("a spectator holds no cards; ask the view of a seat")
    state = view.known()
    if state.phase == OVER or state.turn != seat:
        if moment.tells_turns(state.rules):
            state.turns += (seat - state.turn) % state.seats
        state.turn = seat
        state.drawn = 0
        # What was laid this turn was laid in another's.
        state.wilds_added = ()
        state.finished = ()
        state.permission = UNASKED
        state.consents = state.consents._replace(answers=())
    if (state.phase, phase) != (DRAW, DRAW):
        state.drawn = 0
    state.phase = phase
    state.answering = -1
    if state.rules.of_the_moment:
        moment.resettle(state)
    return state, seat
