"""What is remembered of a lay because it decides something later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from handfoot.play import fresh
from handfoot.play.consents import note_begun
from handfoot.play.state import State

if TYPE_CHECKING:
    from handfoot.play.placing import Placed


def note_lay(state: State, seat: int, placed: Sequence[Placed]) -> None:
    """Remember who laid what, and which books it finished (``Tables.notes_lays``)."""
    side = seat % state.sides
    tables = state.tables[side]
    if tables.asks_consent:
        note_begun(state, seat)
    if not (tables.closes_later or tables.earns_packet):
        return
    books = tuple(fresh.finished_by(state, side, placed))
    if books:
        note_own_book(state, seat)
    if tables.closes_later:
        state.finished += books


def note_own_book(state: State, seat: int) -> None:
    """Remember that a seat has finished a book, where that brings its next packet."""
    if state.tables[seat % state.sides].needs_own_book and not state.own_book[seat]:
        state.own_book = state.own_book[:]
        state.own_book[seat] = True
