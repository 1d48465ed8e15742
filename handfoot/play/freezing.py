"""Freezing the pile at the table: when it begins and ends, and what it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from handfoot.cards import CARDS, KIND_OF, KIND_TEXT, KIND_WORDS
from handfoot.play.events import Froze, Log, Thawed
from handfoot.play.refusals import Refusal
from handfoot.play.state import NOBODY, State
from handfoot.rules.language.words import plural

# -- asking ---------------------------------------------------------------------------


def cause(state: State, seat: int) -> str | None:
    """Return the key by which the pile is frozen for ``seat``, if it is frozen."""
    tables = state.tables[seat % state.sides]
    if state.frozen_by != NOBODY:
        kind = KIND_OF[state.pile[state.frozen_at]]
        return "freezing.by" if tables.freezing[kind] else "deal.wrong_upcard"
    if tables.book.freezing.personal and seat not in state.picked_up:
        return "freezing.personal"
    return None


def barred(state: State, seat: int) -> Iterator[Refusal]:
    """Yield why a frozen pile cannot be taken, whatever the hand holds."""
    rule = state.tables[seat % state.sides].book.freezing
    if rule.needs == "never" and cause(state, seat):
        yield Refusal(
            "pile_frozen",
            "freezing.needs",
            "The pile is frozen: it cannot be taken.",
            wanted="never",
        )


def no_pair(key: str, kind: int, wanted: int, found: int) -> Refusal:
    """Return why a hand without the pair does not take a frozen pile."""
    word = KIND_WORDS[kind].replace("_", " ")
    return Refusal(
        "pile_frozen",
        key,
        f"The pile is frozen: to take it you must meld two natural "
        f"{plural(KIND_WORDS[kind])} from your hand with the {word} of the pile; you "
        f"have {found}.",
        wanted=wanted,
        found=found,
    )


def wild_key(key: str, face: int) -> Refusal:
    """Return why a wild is not what takes a frozen pile."""
    return Refusal(
        "pile_frozen",
        key,
        f"The pile is frozen: {CARDS[face]} is wild, and only a natural card with a "
        "natural pair takes it.",
        wanted="natural_pair",
        found=KIND_TEXT[KIND_OF[face]],
    )


# -- what freezes and thaws -----------------------------------------------------------


def note_upcard(state: State, log: Log, *, refused: bool) -> None:
    """Freeze the pile if the upcard on top does; it counts as the dealer's.

    Args:
        state: The state, changed in place.
        log: Where events go.
        refused: Whether the card lies there although it may not start a pile.
    """
    if refused or state.tables[0].freezing[KIND_OF[state.pile[-1]]]:
        _freeze(state, state.dealer, None, log)


def note_discard(state: State, seat: int, log: Log) -> None:
    """Freeze or thaw the pile by the card that ``seat`` has just discarded."""
    tables = state.tables[0]
    if tables.freezing[KIND_OF[state.pile[-1]]]:
        _freeze(state, seat, seat, log)
    elif tables.book.freezing.until == "covered":
        _thaw(state, log)


def note_pickup(state: State, seat: int, log: Log) -> None:
    """Thaw the pile if the pickup that ``seat`` has just made ends the freeze."""
    if seat not in state.picked_up:
        state.picked_up = (*state.picked_up, seat)
    stays = state.tables[0].book.freezing.until == "gone"
    if not stays or len(state.pile) <= state.frozen_at:
        _thaw(state, log)


def note_reshuffle(state: State, log: Log) -> None:
    """Thaw the pile if the card that froze it has gone to the stock."""
    if state.frozen_by == NOBODY:
        return
    if state.pile and state.tables[0].freezing[KIND_OF[state.pile[-1]]]:
        state.frozen_at = len(state.pile) - 1
    else:
        _thaw(state, log)


def begin_turn(state: State, log: Log) -> None:
    """Thaw the pile if the turn has come back to the one who froze it."""
    if (
        state.frozen_by == state.turn
        and state.tables[0].book.freezing.until == "discarders_turn"
    ):
        _thaw(state, log)


def set_up(state: State) -> None:
    """Freeze or thaw a pile that was put down whole, as if discarded turn by turn.

    The top card is that of the player before the one whose turn it is.
    """
    tables = state.tables[0]
    pile = state.pile
    if not tables.freezes:
        return
    for age in range(len(pile), 0, -1):
        if tables.book.freezing.until == "discarders_turn" and age >= state.seats:
            continue
        state.pile = pile[: len(pile) - age + 1]
        note_discard(state, (state.turn - age) % state.seats, None)


def _freeze(state: State, seat: int, who: int | None, log: Log) -> None:
    was = state.frozen_by
    if was == NOBODY or state.tables[0].book.freezing.until != "gone":
        state.frozen_at = len(state.pile) - 1
    state.frozen_by = seat
    if was == NOBODY and log is not None:
        log.append(partial(Froze, who, CARDS[state.pile[-1]]))


def _thaw(state: State, log: Log) -> None:
    if state.frozen_by == NOBODY:
        return
    state.frozen_by = NOBODY
    state.frozen_at = 0
    if log is not None:
        log.append(Thawed)
