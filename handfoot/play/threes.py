"""Threes at the table: red ones laid and replaced, black ones laid aside."""

from __future__ import annotations

from functools import partial
from typing import Final

from handfoot.cards import BLACK_THREE, CARDS, FACES_OF_KIND, RED_THREE
from handfoot.play import fresh, stock
from handfoot.play.events import BlackThreesLaid, Log, RedThreeLaid
from handfoot.play.faces import lowest_face
from handfoot.play.state import State

_BLACK: Final = bytes(FACES_OF_KIND[BLACK_THREE])


def lay_red(state: State, seat: int, log: Log, *, from_packet: bool = False) -> bool:
    """Lay every red three that ``seat`` holds, drawing a card for each.

    Args:
        state: The state, changed in place.
        seat: Whose cards are looked through.
        log: Where events go.
        from_packet: Whether the cards come from a packet just taken.

    Returns:
        ``False`` when one could not be replaced, so that the round must end; that red
        three has been laid all the same.
    """
    side = seat % state.sides
    tables = state.tables[side]
    if not tables.lays_red or not state.hands[seat][RED_THREE]:
        return True
    if tables.keeps_red and not state.opened[side]:
        return True
    rule = tables.book.threes
    replaced = rule.red_replaced == "always" or (
        rule.red_replaced == "not_from_packet" and not from_packet
    )
    while state.hands[seat][RED_THREE]:
        face = lowest_face(state.cards[seat], RED_THREE)
        assert face is not None
        state.remove(seat, bytes([face]))
        state.red = state.red[:]
        state.red[side] += bytes([face])
        drawn = stock.take(state, 1, log) if replaced else None
        if drawn is not None:
            fresh.note(state, seat, drawn)
            state.give(seat, drawn)
        if log is not None:
            new = CARDS[drawn[0]] if drawn else None
            card, again = CARDS[face], drawn is not None
            log.append(partial(RedThreeLaid, seat, card, again, new))
        if replaced and drawn is None:
            return False
    return True


def lay_all_red(state: State, side: int, log: Log) -> bool:
    """Lay the red threes that a side's players have kept until it opened."""
    seats = range(side, state.seats, state.sides)
    return all(lay_red(state, seat, log) for seat in seats)


def reaching(taken: bytes) -> bytes:
    """Return what of a pickup reaches the hand, where black threes are laid aside."""
    return taken[:-1].translate(None, _BLACK) + taken[-1:]


def lay_aside(state: State, seat: int, taken: bytes, log: Log) -> None:
    """Lay aside the black threes of a pickup that do not reach the hand."""
    faces = bytes(face for face in taken[:-1] if face in _BLACK)
    if not faces:
        return
    laid = list(state.black or (b"",) * state.sides)
    laid[seat % state.sides] += faces
    state.black = tuple(laid)
    if log is not None:
        log.append(partial(BlackThreesLaid.of, seat, faces))
