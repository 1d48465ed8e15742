"""Orders of cards that are known: to note them while playing, to play from them."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from handfoot.cards import CARDS, faces_as_black, parse_cards
from handfoot.errors import NotationError, RecordError
from handfoot.play.chance import Seed, shuffled

__all__ = ["Noted", "RecordedOrders", "Shuffle"]


@attrs.frozen
class Shuffle:
    """The order of the cards after one shuffle.

    Attributes:
        round: Number of the round, from 1.
        number: Which shuffle of the round this is, from 0.
        faces: Faces, the card that is drawn first in front.
    """

    round: int
    number: int
    faces: bytes = attrs.field(repr=False)

    @classmethod
    def read(
        cls, round_number: int, number: int, cards: str, *, alike: bool = False
    ) -> Shuffle:
        """Return the shuffle that gives ``cards``, a text of exact cards.

        Args:
            round_number: Number of the round, from 1.
            number: Which shuffle of the round it is, from 0.
            cards: The card that is drawn first in front.
            alike: Whether red threes are read as black ones.

        Raises:
            NotationError: a word is no exact card.
        """
        found = parse_cards(cards)
        loose = next((card for card in found if not card.exact), None)
        if loose is not None:
            raise NotationError(f"a shuffled card needs its suit: {loose}", text=cards)
        faces = bytes(card.index for card in found)
        return cls(round_number, number, faces_as_black(faces) if alike else faces)

    @property
    def cards(self) -> str:
        """The cards as text, the one that is drawn first in front."""
        return " ".join(CARDS[face].code for face in self.faces)


class RecordedOrders:
    """Gives the orders of a record in place of a seed.

    Args:
        shuffles: The orders, those of several rounds in any order.
    """

    __slots__ = ("_faces",)

    def __init__(self, shuffles: Iterable[Shuffle]) -> None:
        self._faces = {(one.round, one.number): one.faces for one in shuffles}

    def shuffled(self, cards: bytes, round_number: int, turn: int) -> bytes:
        """Return ``cards`` in the recorded order.

        Raises:
            RecordError: no order is recorded for this shuffle, or one of other cards.
        """
        faces = self._faces.get((round_number, turn))
        which = f"shuffle {turn} of round {round_number}"
        if not round_number:
            raise RecordError(
                "these rules draw the order of their rounds by lot (match.order); "
                "recorded orders need the rules of the record, where it is drawn"
            )
        if faces is None:
            raise RecordError(f"the record holds no {which}")
        if sorted(faces) != sorted(cards):
            raise RecordError(f"{which} is not of the cards that were shuffled")
        # The stock is kept with the next card last.
        return faces[::-1]

    def known(self) -> tuple[Shuffle, ...]:
        """Return every order, for the program that runs the table."""
        return tuple(Shuffle(*which, faces) for which, faces in self._faces.items())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordedOrders):
            return NotImplemented
        return self._faces == other._faces

    def __hash__(self) -> int:
        return hash(frozenset(self._faces.items()))

    def __repr__(self) -> str:
        # No cards: whoever prints a game must not learn them.
        return f"<RecordedOrders of {len(self._faces)} shuffles>"


class Noted:
    """Shuffles as ``seed`` does and notes each order.

    Attributes:
        shuffles: The orders so far, oldest first.
    """

    def __init__(self, seed: Seed) -> None:
        self._seed = seed
        self.shuffles: list[Shuffle] = []

    def shuffled(self, cards: bytes, round_number: int, turn: int) -> bytes:
        """Return ``cards`` in the order of the seed."""
        order = shuffled(cards, self._seed, round_number, turn)
        self.shuffles.append(Shuffle(round_number, turn, order[::-1]))
        return order
