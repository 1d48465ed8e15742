"""What a seat may know of the table: everything hidden is taken out, not masked."""

from __future__ import annotations

from typing import Final

from handfoot.cards import KINDS
from handfoot.play.deal import lie_open
from handfoot.play.standing import standing
from handfoot.play.state import OVER, State

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
#: Fields of which a view holds what its seat may know, written anew for each view.
HIDDEN: Final = ("seed", "stock", "aside", "packets", "hands", "cards", "fresh")
_FIELDS: Final = len(OPEN) + len(HIDDEN)
# So many cards that are there but not seen.
_unseen = b"\xff".__mul__
_BLANK = [0] * KINDS


class Censor:
    """Takes out of the positions of one game what a seat may not know.

    It remembers how the packets look to others: nobody touches them for many actions.
    """

    __slots__ = ("_packets",)

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        none: list[tuple[bytes, ...]] = []
        # Replaced together: others may be looking in other threads.
        self._packets = (none, none)

    def seen(self, state: State, seat: int | None) -> State:
        """Return what ``seat`` may know of ``state``, hidden cards as unseen ones.

        A field that is named neither in ``OPEN`` nor in ``HIDDEN`` is not there at all.
        """
        seen = State()
        # Copying all and replacing what is hidden is quicker than picking what is not.
        known = seen.__dict__ = state.__dict__.copy()
        if len(known) != _FIELDS:
            known = seen.__dict__ = {name: known[name] for name in OPEN}
        known["seed"] = 0
        known["stock"] = _unseen(len(state.stock))
        known["aside"] = _unseen(len(state.aside))
        packets, unseen = self._packets
        if packets is not state.packets:
            unseen = [tuple(map(_unseen, map(len, own))) for own in state.packets]
            self._packets = state.packets, unseen
        if state.choosers and lie_open(state):
            unseen = unseen[:]
            for owner in state.choosers:
                unseen[owner] = state.packets[owner]
        known["packets"] = unseen
        known["fresh"] = state.fresh if seat == state.turn else ()
        hands = known["hands"] = [_BLANK] * state.seats
        cards = known["cards"] = list(map(_unseen, map(len, state.cards)))
        # Everything is on the table once the match is over, but nobody needs it.
        if seat is not None and state.phase != OVER:
            # The game changes its hands in place.
            hands[seat] = state.hands[seat][:]
            cards[seat] = state.cards[seat]
            if seat == state.turn:
                _share_standing(state, seen, seat)
        return seen


def _share_standing(state: State, seen: State, seat: int) -> None:
    """Let a player see how its own side stands, so that it need not be found again.

    It is known to all, and found alike whoever looks and whatever was asked before.
    """
    side = seat % state.sides
    if state.opened[side]:
        without = state.tables[side].not_yet[not state.packets[seat]]
        seen.standing[side] = standing(state, side, without)
