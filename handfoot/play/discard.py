"""The discard at the table."""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.cards import CARDS, KIND_TEXT, KINDS
from handfoot.play import going_out
from handfoot.play.actions import Discard
from handfoot.play.events import Discarded
from handfoot.play.foot import in_last
from handfoot.play.melds import choose_faces, lowest_face
from handfoot.play.refusals import Refusal
from handfoot.play.state import State
from handfoot.play.stock import Log


def barred_kinds(state: State, seat: int) -> tuple[bool, ...]:
    """Return by kind whether the seat may not discard it now."""
    barred = state.tables[seat % state.sides].barred_discard
    if True not in barred:
        return barred
    hand = state.hands[seat]
    # A player who holds nothing else may discard a barred card.
    if any(hand[kind] and not barred[kind] for kind in range(KINDS)):
        return barred
    return (False,) * KINDS


def check(state: State, action: Discard) -> Iterator[Refusal]:
    """Yield every rule that discarding a card breaks."""
    seat = state.turn
    kind = action.card.kind
    if choose_faces(state.cards[seat], (action.card,)) is None:
        yield Refusal(
            "not_held",
            "core.held",
            f"You do not hold {action.card}.",
            wanted=str(action.card),
        )
        return
    if barred_kinds(state, seat)[kind]:
        yield Refusal(
            "discard_barred",
            "discard.barred",
            f"You may not discard {KIND_TEXT[kind]} while you hold another card.",
            found=KIND_TEXT[kind],
        )
    if not in_last(state, seat):
        return
    if sum(state.hands[seat]) == 1:
        yield from going_out.check_last_discard(state, seat)
    else:
        yield from going_out.must_go_out(state)


def apply(state: State, action: Discard, log: Log) -> None:
    """Discard a card that was checked."""
    seat = state.turn
    card = action.card
    face = card.index if card.exact else lowest_face(state.cards[seat], card.kind)
    assert face is not None, "the action was checked"
    faces = bytes((face,))
    state.remove(seat, faces)
    state.pile += faces
    if not state.packets[seat] and not state.played[seat]:
        state.played = state.played[:]
        state.played[seat] = True
    if log is not None:
        log.append(Discarded(seat, CARDS[face]))
