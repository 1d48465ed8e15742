"""What a seat may know of the table: everything hidden is taken out, not masked."""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from handfoot.cards import KINDS
from handfoot.play.deal import lie_open
from handfoot.play.standing import standing
from handfoot.play.state import OVER, PLAY, State

#: Fields of the state that everyone at the table knows. A field that nobody has
#: thought about is in no view.
OPEN: Final = (
    "rules",
    "seats",
    "sides",
    "tables",
    "round",
    "dealer",
    "scores",
    "sheets",
    "phase",
    "turn",
    "answering",
    "turns",
    "permission",
    "pile",
    "frozen_by",
    "frozen_at",
    "picked_up",
    "played",
    "melds",
    "slots",
    "red",
    "opened",
    "opened_at",
    "opened_first",
    "at_once",
    "wilds_added",
    "drawn",
    "own_book",
    "held_back",
    "lap",
    "choosers",
    "packs_added",
    "shuffles",
    "out",
)
_open = itemgetter(*OPEN)
# So many cards that are there but not seen.
_unseen = b"\xff".__mul__
_BLANK = [0] * KINDS


def censored(state: State, seat: int | None) -> State:
    """Return what ``seat`` may know of ``state``, hidden cards as unseen ones.

    A field that is named neither here nor in ``OPEN`` is not there at all.
    """
    seen = State()
    seen.__dict__.update(zip(OPEN, _open(state.__dict__), strict=True))
    # How the own side stands is known to all, and the same for all who look.
    if seat == state.turn and state.phase == PLAY and state.opened[seat % state.sides]:
        side = seat % state.sides
        without = state.tables[side].not_yet[not state.packets[seat]]
        seen.standing[side] = standing(state, side, without)
    seen.seed = 0
    seen.stock = _unseen(len(state.stock))
    seen.aside = _unseen(len(state.aside))
    face_up = state.choosers if lie_open(state) else ()
    seen.packets = [
        packets
        if not packets or owner in face_up
        else tuple(map(_unseen, map(len, packets)))
        for owner, packets in enumerate(state.packets)
    ]
    if state.phase == OVER:
        # Everything is on the table once the match is over, but nobody needs it.
        seat = None
    seen.fresh = state.fresh if seat == state.turn else ()
    seen.hands = [_BLANK] * state.seats
    seen.cards = list(map(_unseen, map(len, state.cards)))
    if seat is not None:
        # The game changes its hands in place.
        seen.hands[seat] = state.hands[seat][:]
        seen.cards[seat] = state.cards[seat]
    return seen
