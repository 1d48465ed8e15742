"""Asking partners at the table: the questions, the answers, what they bind to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from handfoot.cards import KIND_TEXT, KIND_WORDS
from handfoot.play import consents, firsts, fresh, going_out, growing
from handfoot.play.actions import Answer, AskToDirty, AskToGoOut
from handfoot.play.events import Answered, Asked, AskedToDirty, Log
from handfoot.play.foot import in_last
from handfoot.play.offers import meld_onto
from handfoot.play.opening import not_open_yourself
from handfoot.play.placing import meld_called, meld_name
from handfoot.play.refusals import Refusal
from handfoot.play.runs.ends import additions
from handfoot.play.runs.run import lying
from handfoot.play.state import (
    ADVISED,
    ANSWER,
    DENIED,
    GRANTED,
    PLAY,
    UNASKED,
    WILD_RANK,
    State,
)
from handfoot.play.tables import Tables
from handfoot.rules.language.words import listed, singular


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
        yield from going_out.melded_short(state, seat)
        yield from going_out.red_threes_short(state, seat, finished)
        yield from no_way_out(tables)


def no_way_out(tables: Tables) -> Iterator[Refusal]:
    """Yield the refusal for cards that cannot all leave this turn.

    Where nobody may go out there is none: then books and cards are no matter.
    """
    if tables.book.going_out.may_go_out:
        yield Refusal(
            "no_way_out",
            "going_out.books",
            "The cards you hold cannot all leave this turn with the books that going "
            "out needs.",
        )


def apply_ask(state: State, log: Log) -> None:
    """Put the question to the first partner."""
    state.phase = ANSWER
    state.answering = state.partners(state.turn)[0]
    if log is not None:
        log.append(partial(Asked, state.turn))


def check_dirty(state: State, action: AskToDirty) -> Iterator[Refusal]:
    """Yield why the player may not ask about wilds on a meld now."""
    seat = state.turn
    side = seat % state.sides
    place = meld_called(state, side, action.onto)
    if isinstance(place, Refusal):
        yield place
    elif not consents.is_anothers(state, side, place):
        yield Refusal(
            "no_consent_needed",
            "wilds.consent",
            "Nobody is asked about this meld.",
            found=meld_name(state.melds[side], place),
        )
    elif not state.opened[side]:
        yield not_open_yourself()
    elif consents.said(state, place) is not None:
        yield Refusal(
            "asked_about_already",
            "wilds.consent",
            "You have asked about this meld already this turn.",
            wanted=1,
            found=2,
        )
    elif not _may_take_wild(state, seat, place):
        yield Refusal(
            "no_wild_to_ask_for",
            "wilds.consent",
            "You hold no wild that could go on this meld now.",
        )


def questions(state: State, seat: int) -> Iterator[AskToDirty]:
    """Yield the questions that a player may put about wilds on clean melds."""
    side = seat % state.sides
    if not state.opened[side]:
        return
    for place in consents.lacking(state, side):
        if consents.said(state, place) is None and _may_take_wild(state, seat, place):
            yield AskToDirty(meld_onto(state, side, place, 0))


def _may_take_wild(state: State, seat: int, place: int) -> bool:
    """Whether a player could put a wild on a clean meld, the partner agreeing."""
    side = seat % state.sides
    tables, hand = state.tables[side], state.hands[seat]
    rank, _, naturals, wilds = state.melds[side][place]
    if tables.closes_later and place in fresh.shut(state, side):
        return False
    if rank > WILD_RANK:
        runs = lying(tables, state.melds[side])
        run = next(run for run in runs if run.place == place)
        found = additions(tables, run, state.cards[seat], least=False)
        return any(addition.wilds for addition in found)
    return any(hand[kind] for kind in tables.wild_kinds) and any(
        growing.may_grow(tables, rank, (naturals, wilds), more, 1)
        for more in range(hand[rank] + 1)
    )


def apply_dirty(state: State, action: AskToDirty, log: Log) -> None:
    """Put the question about a meld to the partner who began it."""
    side = state.turn % state.sides
    place = meld_called(state, side, action.onto)
    assert isinstance(place, int), "the action was checked"
    state.consents = consents.answered(state, place, UNASKED)
    state.phase = ANSWER
    state.answering = consents.beginner(state, side, place)
    if log is not None:
        name = meld_name(state.melds[side], place)
        log.append(partial(AskedToDirty, state.turn, state.answering, name))


def check_answer(state: State, action: Answer) -> Iterator[Refusal]:
    """Yield why the partner who was asked may not answer so."""
    seat = state.answering
    kinds = state.tables[seat % state.sides].deny_with
    if not (action.yes and kinds) or consents.pending(state) is not None:
        return
    held = sorted(kind for kind in kinds if state.hands[seat][kind])
    if held:
        yield Refusal(
            "must_deny",
            "going_out.deny_with",
            f"You hold {listed(singular(KIND_WORDS[kind]) for kind in held)}, so you "
            f"must say no.",
            wanted="no",
            found=" ".join(KIND_TEXT[kind] for kind in held),
        )


def apply_answer(state: State, action: Answer, log: Log) -> None:
    """Record an answer; every partner must say yes, the first no decides."""
    seat = state.answering
    if log is not None:
        log.append(partial(Answered, seat, state.turn, action.yes))
    about = consents.pending(state)
    if about is not None:
        answer = GRANTED if action.yes else DENIED
        state.consents = consents.answered(state, about, answer)
        state.phase = PLAY
        state.answering = -1
        return
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
