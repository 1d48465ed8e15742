"""The draw at the table: from the stock, or with the top discard among its cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from handfoot.cards import CARDS, KIND_OF, RED_THREE
from handfoot.play import freezing, fresh, lay, pile, stock, threes
from handfoot.play.actions import Draw
from handfoot.play.earning import USE, Need
from handfoot.play.events import Drew, DrewTop, Log
from handfoot.play.refusals import Refusal
from handfoot.play.state import PLAY, WILD_RANK, State

KEY = "draw.top_discard"


def barred(state: State) -> Iterator[Refusal]:
    """Yield what keeps the top discard from the draw, whatever the hand holds."""
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    if tables.book.draw.top_discard == "never":
        yield Refusal(
            "top_not_drawn",
            KEY,
            "A draw comes from the stock alone.",
            wanted="never",
        )
        return
    if not state.pile:
        yield Refusal("no_discard", "core.pile", "There is no discard to draw.")
        return
    yield from pile.top_barred(state, side)
    frozen = freezing.cause(state, seat) if tables.freezes else None
    if frozen is not None:
        yield Refusal(
            "pile_frozen",
            frozen,
            "The pile is frozen: its top card cannot be drawn.",
            wanted="thawed",
        )


def need(state: State, side: int) -> Need:
    """Return what the top discard needs in order to be drawn and melded."""
    kind = KIND_OF[state.pile[-1]]
    rank = WILD_RANK if state.tables[side].wild[kind] else kind
    return Need(KEY, USE, rank)


def check(state: State, action: Draw) -> Iterator[Refusal]:
    """Yield every rule that a draw breaks; one from the stock breaks none."""
    if not action.top:
        return
    yield from barred(state)
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    if tables.book.draw.top_discard != "melded":
        if action.groups:
            yield Refusal(
                "laid_with_draw", KEY, "Draw the card first, and lay after the draw."
            )
        return
    if state.pile:
        face = state.pile[-1]
        more = _left_to_draw(state, side) - 1
        yield from pile.check_groups(
            state, action.groups, bytes((face,)), face, need(state, side), more=more
        )


def _left_to_draw(state: State, side: int) -> int:
    return state.tables[side].draw - state.drawn


def apply(state: State, action: Draw, log: Log) -> bool:
    """Draw for the player whose turn it is.

    A player may always choose to draw; when the stock cannot give the whole draw, or
    a red three drawn cannot be replaced, the round must end and the answer is
    ``False``.
    """
    seat = state.turn
    tables = state.tables[seat % state.sides]
    if tables.draws_top or state.drawn:
        drawn = _one_by_one(state, action, log)
    else:
        drawn = stock.take(state, tables.draw, log)
        state.phase = PLAY
    if drawn is None:
        return False
    if tables.not_just_taken is not None:
        fresh.note(state, seat, drawn)
    state.give(seat, drawn)
    # A draw that finds nothing more is told as well: clients follow what happens.
    if log is not None and (drawn or not action.top):
        log.append(partial(Drew.of, seat, drawn))
    if tables.lays_red and state.hands[seat][RED_THREE]:
        return threes.lay_red(state, seat, log)
    return True


def _one_by_one(state: State, action: Draw, log: Log) -> bytes | None:
    """Take the next cards of a draw that the top discard may be one of."""
    seat = state.turn
    side = seat % state.sides
    count = _left_to_draw(state, side)
    if action.top:
        _take_top(state, seat, action, log)
        count -= 1
    elif count > 1 and next(barred(state), None) is None:
        # The next card may be the top discard: this one is looked at before.
        count = 1
    drawn = stock.take(state, count, log)
    if drawn is None:
        if not (action.top or state.drawn) or not stock.gives_rest(state):
            return None
        # Something was drawn, and that is all that is left of the draw.
        drawn = b""
    state.drawn += len(drawn)
    all_drawn = state.drawn >= state.tables[side].draw
    if action.top or len(drawn) < count or all_drawn:
        state.drawn = 0
        state.phase = PLAY
    return drawn


def _take_top(state: State, seat: int, action: Draw, log: Log) -> None:
    """Take the top discard, with the groups that are laid with it."""
    face = state.pile[-1]
    state.pile = state.pile[:-1]
    faces = bytes((face,))
    if log is not None:
        log.append(partial(DrewTop, seat, CARDS[face]))
    fresh.note(state, seat, faces)
    state.give(seat, faces)
    if action.groups:
        groups = pile.name_key(action.groups, face)
        state.remove(seat, lay.put(state, seat, groups, state.cards[seat], log))
