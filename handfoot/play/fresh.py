"""What is new this turn, where that decides anything.

Cards that came to the player are remembered where they bar a discard, books that were
finished where they take cards until the turn ends (``books.after``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from handfoot.cards import KIND_OF
from handfoot.play.books import is_finished, nature
from handfoot.play.state import NO_MELD, State
from handfoot.rules.book_kinds import UNTIL_TURN_ENDS

if TYPE_CHECKING:
    from handfoot.play.placing import Placed


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


def finished_by(state: State, side: int, placed: Sequence[Placed]) -> Iterator[int]:
    """Yield the places of the books that groups, laid just now, have finished."""
    melds = state.melds[side]
    size = state.tables[side].size
    started = len(melds) - sum(group.meld == NO_MELD for group in placed)
    for group in placed:
        place = group.meld
        if place == NO_MELD:
            place, started = started, started + 1
        # Cards slid under a book do not count in it, but lie there.
        count = len(melds[place].cards)
        if count >= size > count - len(group.cards):
            yield place


def shut(state: State, side: int) -> Iterator[int]:
    """Yield the places of the books that took their last card in an earlier turn."""
    tables = state.tables[side]
    for place, meld in enumerate(state.melds[side]):
        if place not in state.finished and is_finished(tables, meld):
            made = nature(meld.naturals, meld.wilds)
            if tables.after[meld.rank][made] == UNTIL_TURN_ENDS:
                yield place
