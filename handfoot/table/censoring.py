"""What a seat may know of the table: everything hidden is taken out, not masked."""

from __future__ import annotations

from typing import Final

from handfoot.cards import KINDS
from handfoot.play.deal import seen_part, shown
from handfoot.play.standing import standing
from handfoot.play.state import OVER, UNKNOWN, State

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
    "black",
    "opened",
    "opened_by",
    "opened_at",
    "opened_first",
    "at_once",
    "wilds_added",
    "finished",
    "consents",
    "drawn",
    "own_book",
    "held_back",
    "lap",
    "choosers",
    "packs_added",
    "reshuffles",
    "lost_packets",
    "shuffles",
    "out",
)
#: Fields of which a view holds what its seat may know, written anew for each view.
HIDDEN: Final = ("seed", "stock", "aside", "packets", "hands", "cards", "fresh")
_FIELDS: Final = len(OPEN) + len(HIDDEN)
# A card that is there but not seen, and small hands of them.
_UNSEEN: Final = b"\xff"
_HANDS: Final = tuple(_UNSEEN * count for count in range(128))
_MOST_IN_HAND: Final = len(_HANDS) - 1
_BLANK = [0] * KINDS
_new = State.__new__


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
        seen = _new(State)
        seen._owns_hands = False
        # Copying all and replacing what is hidden is quicker than picking what is not.
        known = seen.__dict__ = state.__dict__.copy()
        if len(known) != _FIELDS:
            seen.__dict__ = {name: known[name] for name in OPEN}
        seen.seed = 0
        seen.stock = _UNSEEN * len(state.stock)
        seen.aside = _UNSEEN * len(state.aside)
        packets = state.packets
        before, unseen = self._packets
        if before is not packets:
            unseen = self._cover(packets)
        if state.choosers:
            unseen = unseen[:]
            for owner in state.choosers:
                unseen[owner] = tuple(
                    _partly(packet, shown(state, owner, seat))
                    for packet in packets[owner]
                )
        seen.packets = unseen
        held = state.cards
        seen.hands = hands = [_BLANK] * len(held)
        seen.cards = cards = []
        for own in held:
            count = len(own)
            cards.append(_HANDS[count] if count <= _MOST_IN_HAND else _UNSEEN * count)
        seen.fresh = ()
        seen.standing = standings = UNKNOWN[:]
        # Everything is on the table once the match is over, but nobody needs it.
        if seat is None or state.phase == OVER:
            return seen
        # The game changes its hands in place.
        hands[seat] = state.hands[seat].copy()
        cards[seat] = held[seat]
        if seat == state.turn:
            seen.fresh = state.fresh
            side = seat % state.sides
            if state.opened[side]:
                # How a side stands is known to all, and found alike whoever looks and
                # whatever was asked before, so it need not be found again.
                now = state.standing[side]
                if now[1] is not state.melds[side]:
                    without = state.tables[side].not_yet[not packets[seat]]
                    now = standing(state, side, without)
                standings[side] = now
        return seen

    def _cover(self, packets: list[tuple[bytes, ...]]) -> list[tuple[bytes, ...]]:
        """Return packets as unseen ones, and remember them."""
        unseen = [tuple([_UNSEEN * len(one) for one in own]) for own in packets]
        # Replaced together: others may be looking in other threads.
        self._packets = packets, unseen
        return unseen
