"""The moment at the table: values that change within a round.

A ruleset may say a value by whether the side has opened, by the packet in play, by
whether it is a player's first turn, or by whether the side went out. Tables are
compiled for a situation; here they are exchanged when the situation has changed. What a
play may do is decided by the moment in which it begins, so an opening is judged by the
rules before the opening.

Where every partner opens alone, whether a side has opened is such a value too.

Only rulesets with such values (``RuleSet.of_the_moment``) ever exchange them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from handfoot.play.state import OVER, State
from handfoot.play.tables import Tables, in_force
from handfoot.rules.language.keys import OF_THE_MOMENT, TURN
from handfoot.rules.language.scoped import (
    CASES,
    ByCase,
    ByPlayers,
    ByRound,
    ByScore,
    Situation,
    forms_in,
)
from handfoot.rules.ruleset import RuleSet

__all__ = [
    "at_scoring",
    "barred",
    "each_opens",
    "every",
    "resettle",
    "tells_turns",
    "words",
]

_TELLS_TURNS: Final = "tells_turns"


def resettle(state: State) -> None:
    """Put the rules of this moment in force, for each side by who plays next of it."""
    tables = state.tables[:]
    # Once the match is over nobody opens any more, and scores tell who did.
    alone = each_opens(state) and state.phase != OVER
    opened = state.opened[:]
    for step in range(state.sides):
        seat = (state.turn + step) % state.seats
        last = not state.packets[seat]
        side = seat % state.sides
        if alone:
            opened[side] = seat in state.opened_by
        here = opened[side]
        tables[side] = _tables(state, side, opened=here, last_packet=last, step=step)
    state.tables = tables
    state.opened = opened


def every(state: State, side: int) -> Iterator[Tables]:
    """Yield the rules of a side at every moment of the round: first those in force.

    What lies on the table was laid at any of them.
    """
    yield state.tables[side]
    if state.rules.of_the_moment:
        for opened, last, later in product((False, True), repeat=3):
            yield _tables(
                state,
                side,
                opened=opened,
                last_packet=last,
                step=state.seats if later else 1 - state.turns,
            )


def each_opens(state: State) -> bool:
    """Whether every partner opens alone."""
    return state.tables[0].book.opening.by == "player"


def at_scoring(state: State, side: int) -> Tables:
    """Return the rules by which a side's round is scored."""
    if not state.rules.of_the_moment:
        return state.tables[side]
    out = state.out >= 0 and state.out % state.sides == side
    opened = state.opened[side] or any(
        seat % state.sides == side for seat in state.opened_by
    )
    return _tables(state, side, opened=opened, out=out)


def tells_turns(rules: RuleSet) -> bool:
    """Whether some value tells a player's first turn from later ones."""
    found: bool | None = rules.memo.get(_TELLS_TURNS)
    if found is None:
        found = rules.memo[_TELLS_TURNS] = any(
            form.scope == TURN for _, value in rules.items() for form in forms_in(value)
        )
    return found


def words(state: State, key: str) -> str:
    """Return when a key has the value that it has for the player whose turn it is.

    Such as ``in your first turn of a round``, or ``in this round`` where rounds differ
    and no moment does; empty where it is the same at all times.
    """
    seat, side = state.turn, state.turn % state.sides
    opened, last = state.opened[side], not state.packets[seat]
    here = Situation(*_fields(state, side, opened=opened, last_packet=last))
    value, found, by_round = state.rules[key], [], False
    while isinstance(value, ByCase | ByPlayers | ByRound | ByScore):
        by_round |= isinstance(value, ByRound)
        if isinstance(value, ByCase):
            cases = CASES[value.form]
            if cases.scope in OF_THE_MOMENT:
                found.append([*cases.when.values()][cases.number(here)])
        value = value.part(here)
    return " and ".join(found) or ("in this round" if by_round else "")


def barred(state: State, key: str, what: str) -> str:
    """Return the sentence that a switch of the rules is off for the player to act.

    Args:
        state: The position.
        key: Key of the switch.
        what: What it switches off, such as ``open``.
    """
    return f"You may not {what} {words(state, key) or 'under these rules'}."


def _tables(
    state: State,
    side: int,
    *,
    opened: bool,
    last_packet: bool = False,
    step: int = 0,
    out: bool = False,
) -> Tables:
    """Return the rules of a side whose player has the turn after so many others."""
    here = _fields(
        state, side, opened=opened, last_packet=last_packet, step=step, out=out
    )
    return in_force(state.rules, *here)


def _fields(
    state: State,
    side: int,
    *,
    opened: bool,
    last_packet: bool,
    step: int = 0,
    out: bool = False,
) -> tuple[Any, ...]:
    """Return the fields of a ``Situation``."""
    return (
        state.seats,
        state.seats // state.sides,
        state.round,
        state.scores_dealt()[side] if state.rules.of_the_score else 0,
        opened,
        last_packet,
        # Turns go round the table: all have their first one before anybody a second.
        state.turns + step > state.seats,
        out,
    )
