"""What a seat may know of the table: everything hidden is taken out, not masked."""

from __future__ import annotations

from typing import Final

from handfoot.cards import KINDS
from handfoot.play.deal import seen_part, shown
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
    "opened_by",
    "opened_at",
    "opened_first",
    "at_once",
    "wilds_added",
    "consents",
    "drawn",
    "own_book",
    "held_back",
    "lap",
    "choosers",
    "packs_added",
    "reshuffles",
    "shuffles",
    "out",
)
#: Fields of which a view holds what its seat may know, written anew for each view.
HIDDEN: Final = ("seed", "stock", "aside", "packets", "hands", "cards", "fresh")
_FIELDS: Final = len(OPEN) + len(HIDDEN)
# A card that is there but not seen, and small hands of them.
_UNSEEN: Final = b"\xff"
_HANDS: Final = tuple(_UNSEEN * count for count in range(128))
_BLANK = [0] * KINDS


def _partly(packet: bytes, count: int | None) -> bytes:
    """Return a packet of which only so many cards are seen, from the top."""
    seen = seen_part(packet, count)
    return _UNSEEN * (len(packet) - len(seen)) + seen


class Censor:
    """Takes out of the positions of one game what a seat may not know.

    It remembers how the packets look to others: nobody touches them for many actions.
    """

    __slots__ = ("_packets",)

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        none: list[tuple[bytes, ...]] = []
        self._packets = none, none

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
        known["stock"] = _UNSEEN * len(state.stock)
        known["aside"] = _UNSEEN * len(state.aside)
        before, unseen = self._packets
        if before is not state.packets:
            unseen = self._cover(state.packets)
        if state.choosers:
            unseen = unseen[:]
            for owner in state.choosers:
                unseen[owner] = tuple(
                    _partly(packet, shown(state, owner, seat))
                    for packet in state.packets[owner]
                )
        known["packets"] = unseen
        hands = known["hands"] = [_BLANK] * state.seats
        try:
            cards = known["cards"] = [_HANDS[len(own)] for own in state.cards]
        except IndexError:
            cards = known["cards"] = [_UNSEEN * len(own) for own in state.cards]
        known["fresh"] = ()
        # Everything is on the table once the match is over, but nobody needs it.
        if seat is None or state.phase == OVER:
            return seen
        # The game changes its hands in place.
        hands[seat] = state.hands[seat][:]
        cards[seat] = state.cards[seat]
        if seat == state.turn:
            known["fresh"] = state.fresh
            side = seat % state.sides
            if state.opened[side]:
                # How a side stands is known to all, and found alike whoever looks and
                # whatever was asked before, so it need not be found again.
                without = state.tables[side].not_yet[not state.packets[seat]]
                seen.standing[side] = standing(state, side, without)
        return seen

    def _cover(self, packets: list[tuple[bytes, ...]]) -> list[tuple[bytes, ...]]:
        """Return packets as unseen ones, and remember them."""
        unseen = [tuple([_UNSEEN * len(one) for one in own]) for own in packets]
        # Replaced together: others may be looking in other threads.
        self._packets = packets, unseen
        return unseen
