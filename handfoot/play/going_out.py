"""Going out at the table: the conditions, the question, the cards one must keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from handfoot.play import exits
from handfoot.play.actions import Answer, AskToGoOut
from handfoot.play.books import places_filled
from handfoot.play.events import Answered, Asked, Event
from handfoot.play.foot import in_last
from handfoot.play.melds import Layout
from handfoot.play.refusals import Refusal
from handfoot.play.state import (
    ANSWER,
    DENIED,
    GRANTED,
    PLAY,
    UNASKED,
    State,
)

Finished = Iterable[tuple[int, int, int]]
_PARTNER_WORDS = {
    "has_last_packet": "picked up the last packet",
    "has_played_it": "played from the last packet",
}


def needs_permission(state: State, seat: int) -> bool:
    """Whether ``seat`` has partners whom it must ask."""
    tables = state.tables[seat % state.sides]
    return tables.book.going_out.permission == "binding" and state.seats > state.sides


def missing_books(state: State, seat: int, finished: Finished) -> Iterator[Refusal]:
    """Yield a refusal for each place of the quota that ``finished`` does not fill."""
    tables = state.tables[seat % state.sides]
    filled = places_filled(tables, finished)
    for place, count in tables.quota:
        have = filled.get(place, 0)
        if have < count:
            yield Refusal(
                "books_missing",
                "going_out.books",
                f"To go out your side needs {count} {place} "
                f"{'book' if count == 1 else 'books'} and has {have}.",
                wanted={place: count},
                found={place: have},
            )


def partner_behind(state: State, seat: int) -> Iterator[Refusal]:
    """Yield a refusal when a partner is not yet far enough."""
    tables = state.tables[seat % state.sides]
    wanted = tables.book.going_out.partner
    if wanted == "nothing":
        return
    for partner in state.partners(seat):
        ready = in_last(state, partner) and (
            wanted == "has_last_packet" or state.played[partner]
        )
        if not ready:
            yield Refusal(
                "partner_not_ready",
                "going_out.partner",
                f"Your partner in seat {partner + 1} has not yet "
                f"{_PARTNER_WORDS[wanted]}.",
                wanted=wanted,
                found=partner,
            )


def unpermitted(state: State, seat: int) -> Iterator[Refusal]:
    """Yield a refusal when the partners were not asked or said no."""
    if not needs_permission(state, seat) or state.permission == GRANTED:
        return
    denied = state.permission == DENIED
    yield Refusal(
        "permission_denied" if denied else "permission_needed",
        "going_out.permission",
        "Your partner said no: you may not go out this turn."
        if denied
        else "Ask your partner before you go out.",
        wanted="yes",
        found="no" if denied else None,
    )


def blockers(state: State, seat: int, finished: Finished) -> Iterator[Refusal]:
    """Yield every reason why ``seat`` may not go out, given its side's books."""
    if not in_last(state, seat):
        yield Refusal(
            "packets_left",
            "core.last_packet",
            "You have not yet reached your last packet.",
            wanted=0,
            found=len(state.packets[seat]),
        )
    yield from missing_books(state, seat, finished)
    yield from partner_behind(state, seat)
    yield from unpermitted(state, seat)


def check_left(
    state: State, seat: int, layout: Layout, left: Sequence[int]
) -> Iterator[Refusal]:
    """Yield what is wrong with the cards that a lay leaves in the last packet.

    Args:
        state: The position before the lay.
        seat: The seat that lays.
        layout: Its side's melds after the lay.
        left: Cards it would hold after the lay, by kind.
    """
    if not in_last(state, seat):
        return
    side = seat % state.sides
    tables = state.tables[side]
    count = sum(left)
    last_card = tables.book.going_out.last_card
    if state.permission == GRANTED:
        if not exits.can_finish(tables, left, layout.melds):
            yield _must_go_out()
        return
    if count == 0 and last_card == "discard":
        yield Refusal(
            "last_card_discarded",
            "going_out.last_card",
            "Your last card must be a discard; keep one.",
            wanted=1,
            found=0,
        )
    if count >= tables.keep:
        return
    hindered = [*partner_behind(state, seat), *unpermitted(state, seat)]
    if hindered or not exits.can_finish(tables, left, layout.melds):
        yield Refusal(
            "keep_cards",
            "going_out.keep",
            f"Unless you go out you must keep {tables.keep} cards; this would leave "
            f"{count}.",
            wanted=tables.keep,
            found=count,
        )
        yield from missing_books(state, seat, layout.finished)
        yield from hindered


def check_last_discard(state: State, seat: int) -> Iterator[Refusal]:
    """Yield why the only card left in the last packet may not be discarded."""
    tables = state.tables[seat % state.sides]
    if tables.book.going_out.last_card == "meld":
        yield Refusal(
            "last_card_melded",
            "going_out.last_card",
            "You cannot go out by a discard: meld your last card.",
            wanted="meld",
            found="discard",
        )
    size = tables.size
    melds = state.melds[seat % state.sides]
    finished = [
        (m.rank, m.naturals, m.wilds) for m in melds if m.naturals + m.wilds >= size
    ]
    yield from blockers(state, seat, finished)


def must_go_out(state: State) -> Iterator[Refusal]:
    """Yield a refusal for a discard that does not end the round after a yes."""
    if state.permission == GRANTED:
        yield _must_go_out()


def _must_go_out() -> Refusal:
    return Refusal(
        "must_go_out",
        "going_out.permission",
        "Your partner said yes, so you must go out this turn.",
        wanted="go out",
    )


def check_ask(state: State, action: AskToGoOut) -> Iterator[Refusal]:
    """Yield why the player may not ask now."""
    seat = state.turn
    side = seat % state.sides
    if not needs_permission(state, seat):
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
        yield from blockers(state, seat, ())
        return
    yield from partner_behind(state, seat)
    tables = state.tables[side]
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    least = 0 if state.opened[side] else tables.minimum
    if not exits.can_finish(tables, state.hands[seat], melds, least=least):
        finished = [meld for meld in melds if meld[1] + meld[2] >= tables.size]
        yield from missing_books(state, seat, finished)
        yield Refusal(
            "no_way_out",
            "going_out.books",
            "The cards you hold cannot all leave this turn with the books that going "
            "out needs.",
        )


def apply_ask(state: State, log: list[Event] | None) -> None:
    """Put the question to the first partner."""
    state.phase = ANSWER
    state.answering = state.partners(state.turn)[0]
    if log is not None:
        log.append(Asked(state.turn))


def apply_answer(state: State, action: Answer, log: list[Event] | None) -> None:
    """Record an answer; every partner must say yes, the first no decides."""
    seat = state.answering
    if log is not None:
        log.append(Answered(seat, state.turn, action.yes))
    partners = state.partners(state.turn)
    place = partners.index(seat) + 1
    if action.yes and place < len(partners):
        state.answering = partners[place]
        return
    state.permission = GRANTED if action.yes else DENIED
    state.phase = PLAY
    state.answering = -1
