"""A stock of which only some cards are known: the others are stand-ins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from handfoot.play.state import State

# The highest four: no wild, no three, so nothing follows from holding it, and the last
# that is taken of its kind.
STAND_IN: Final = 11


class Draws:
    """The cards that come from the stock, one after the other."""

    def __init__(self, faces: Sequence[int], state: State) -> None:
        self._faces = list(faces)
        self._state = state

    def next(self, count: int) -> bytes:
        """Return the next cards; stand-ins where the events end."""
        faces = self._faces[:count]
        del self._faces[:count]
        return bytes(faces) + bytes((STAND_IN,)) * (count - len(faces))

    def all(self, count: int) -> bytes:
        """Return the stock, next card first, so that its piles give the next cards."""
        piles = self._state.tables[0].book.stock.piles
        size = -(-count // piles)
        parts = [range(at, min(at + size, count)) for at in range(0, count, size)]
        order = [part[i] for i in range(size) for part in parts if i < len(part)]
        faces = self.next(count)
        arranged = bytearray(count)
        for place, face in zip(order, faces, strict=True):
            arranged[place] = face
        return bytes(arranged)


class Supply:
    """A stock of which only the number is known, and what will be drawn from it."""

    def __init__(self, count: int, draws: Draws, *, whole: bool = True) -> None:
        self._count = count
        self._whole = whole
        self.draws = draws

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, int):
            return self.draws.next(1)[0]
        if place.step == -1:
            if self._whole:
                return self.draws.all(self._count)
            return self.draws.next(self._count)
        count = len(range(*place.indices(self._count)))
        return Supply(count, self.draws, whole=place.start is None)

    def __add__(self, other: Supply | bytes) -> Supply:
        return Supply(self._count + len(other), self.draws)

    def __radd__(self, other: bytes) -> Supply:
        return Supply(self._count + len(other), self.draws)


class Orders:
    """Shuffles nothing: what will be drawn is known from the events."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def shuffled(self, cards: bytes, round_number: int, turn: int) -> bytes:  # noqa: ARG002 - as every order
        """Return a supply of as many cards."""
        return cast(bytes, Supply(len(cards), self._draws))
