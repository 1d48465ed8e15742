"""What came to a player this turn: remembered where that bars a discard."""

from __future__ import annotations

from handfoot.cards import KIND_OF
from handfoot.play.state import State


def note(state: State, seat: int, faces: bytes) -> None:
    """Remember cards about to join a hand that holds none of their kind.

    Of a rank that the player held before, one of the older cards may be thrown, so
    that the new one bars nothing.
    """
    watched = state.tables[seat % state.sides].not_just_taken
    if watched is None or seat != state.turn:
        return
    held = state.hands[seat]
    kinds = {KIND_OF[face] for face in faces}
    new = {kind for kind in kinds if watched[kind] and not held[kind]}
    state.fresh = tuple(sorted(new.union(state.fresh)))
