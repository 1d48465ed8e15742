"""Asking to go out at the table: the question, the answers, what they bind to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from handfoot.play import firsts, going_out
from handfoot.play.actions import Answer, AskToGoOut
from handfoot.play.events import Answered, Asked, Log
from handfoot.play.foot import in_last
from handfoot.play.refusals import Refusal
from handfoot.play.state import (
    ADVISED,
    ANSWER,
    DENIED,
    GRANTED,
    PLAY,
    UNASKED,
    State,
)


def check_ask(state: State, action: AskToGoOut) -> Iterator[Refusal]:
    """Yield why the player may not ask now."""
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    if tables.book.going_out.permission == "none" or state.seats == state.sides:
        yield Refusal(
            "nobody_to_ask",
            "going_out.permission",
            "Nobody is asked for permission to go out.",
            wanted="none",
        )
        return
    if state.permission != UNASKED:
        yield Refusal(
            "asked_already",
            "going_out.permission",
            "You have asked already this turn.",
            wanted=1,
            found=2,
        )
    if not in_last(state, seat):
        # Before the last packet nothing else is judged, least of all the question.
        yield next(going_out.blockers(state, seat, ()))
        return
    yield from going_out.partner_behind(state, seat)
    if not firsts.can_finish(state, seat):
        melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
        finished = [meld for meld in melds if meld[1] + meld[2] >= tables.size]
        yield from going_out.missing_books(state, seat, finished)
        yield no_way_out()


def no_way_out() -> Refusal:
    """Return the refusal for cards that cannot all leave this turn."""
    return Refusal(
        "no_way_out",
        "going_out.books",
        "The cards you hold cannot all leave this turn with the books that going out "
        "needs.",
    )


def apply_ask(state: State, log: Log) -> None:
    """Put the question to the first partner."""
    state.phase = ANSWER
    state.answering = state.partners(state.turn)[0]
    if log is not None:
        log.append(partial(Asked, state.turn))


def apply_answer(state: State, action: Answer, log: Log) -> None:
    """Record an answer; every partner must say yes, the first no decides."""
    seat = state.answering
    if log is not None:
        log.append(partial(Answered, seat, state.turn, action.yes))
    partners = state.partners(state.turn)
    place = partners.index(seat) + 1
    if action.yes and place < len(partners):
        state.answering = partners[place]
        return
    if not going_out.binds(state, state.turn):
        state.permission = ADVISED
    else:
        state.permission = GRANTED if action.yes else DENIED
    state.phase = PLAY
    state.answering = -1
