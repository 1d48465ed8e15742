"""A whole game that a seat may take for the real one: hidden cards dealt by chance.

For players that look ahead. What a view shows stays as it is; the cards that nobody of
this seat has seen lie anywhere, each arrangement that the rules allow alike likely.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from handfoot.cards import FACES, FACES_OF_KIND, KIND_OF, KINDS, RED_THREE
from handfoot.errors import HandfootError
from handfoot.play.chance import shuffled
from handfoot.play.foot import owners
from handfoot.play.state import OVER, State
from handfoot.table.game import Game

if TYPE_CHECKING:
    from handfoot.table.views import View

__all__ = ["guess"]

_UNSEEN: Final = bytes(range(FACES, 256))
_RED_THREES: Final = FACES_OF_KIND[RED_THREE]


def guess(view: View, seed: int | str | None = None) -> Game:
    """Return a game in which ``view`` is what its seat sees; see ``View.guess``."""
    state = view.known()
    if state.phase == OVER:
        raise HandfootError("the match is over: there is nothing left to guess")
    if seed is None:
        seed = secrets.randbits(64)
    cards = shuffled(_unseen(state), f"guess {seed}", state.round, 0)
    dealer = _Dealer(cards)
    state.seed = f"guess {seed}"
    state.cards = state.cards[:]
    state.hands = state.hands[:]
    for seat, held in enumerate(state.cards):
        if seat != view.seat:
            faces = dealer.deal(held, no_red=_lays_red(state, seat))
            state.cards[seat] = faces
            counts = state.hands[seat] = [0] * KINDS
            for face in faces:
                counts[KIND_OF[face]] += 1
    own = [
        tuple(dealer.deal(packet) for packet in state.packets[seat])
        for seat in owners(state)
    ]
    # Partners who share their packets have the same ones.
    state.packets = own * (state.seats // len(own))
    state.stock = dealer.deal(state.stock)
    state.aside = dealer.deal(state.aside)
    return Game.at(state, names=view.names)


def _lays_red(state: State, seat: int) -> bool:
    """Whether a seat that held a red three would have laid it already."""
    side = seat % state.sides
    tables = state.tables[side]
    kept = tables.keeps_red and not state.opened[side]
    return tables.lays_red and not kept and not state.choosers


def _unseen(state: State) -> bytes:
    """Return the cards of the deck that are seen nowhere, sorted."""
    book = state.tables[0].book
    pack = book.one_pack * (book.deck.packs + state.packs_added)
    seen = b"".join(_zones(state))
    return b"".join(
        bytes([face]) * (pack.count(face) - seen.count(face)) for face in range(FACES)
    )


def _zones(state: State) -> Iterator[bytes]:
    """Yield the cards of each place of the table; hidden ones are no faces."""
    yield from (state.stock, state.pile, state.held_back, state.aside)
    yield from state.cards
    yield from state.red
    yield from state.black
    for seat in owners(state):
        yield from state.packets[seat]
    for melds in state.melds:
        yield from (meld.cards for meld in melds)


class _Dealer:
    """Hands out cards in their order."""

    def __init__(self, cards: bytes) -> None:
        self._cards = bytearray(cards)

    def deal(self, faces: bytes, *, no_red: bool = False) -> bytes:
        """Return ``faces`` with a card in place of each that is not seen.

        Args:
            faces: Cards, some of them unseen.
            no_red: Whether red threes are passed over, as long as others are left.
        """
        cards = self._cards
        seen = faces.translate(None, _UNSEEN)
        if not seen and faces:
            dealt = bytes(cards[-len(faces) :])
            if not (no_red and any(face in dealt for face in _RED_THREES)):
                del cards[-len(faces) :]
                return dealt
        return bytes(
            face if face < FACES else self._next(no_red=no_red) for face in faces
        )

    def _next(self, *, no_red: bool) -> int:
        cards = self._cards
        if no_red and cards[-1] in _RED_THREES:
            for place in range(len(cards) - 1, -1, -1):
                if cards[place] not in _RED_THREES:
                    return cards.pop(place)
        return cards.pop()
