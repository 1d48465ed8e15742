"""The moment at the table: values that change within a round.

A ruleset may say a value by whether the side has opened, by the packet in play, or by
whether the side went out. Tables are compiled for a situation; here they are exchanged
when the situation has changed. What a play may do is decided by the moment in which it
begins, so an opening is judged by the rules before the opening.

Where every partner opens alone, whether a side has opened is such a value too.

Only rulesets with such values (``RuleSet.of_the_moment``) ever come here.
"""

from __future__ import annotations

from handfoot.play.state import OVER, State
from handfoot.play.tables import Tables, compiled
from handfoot.rules.language.scoped import Situation

__all__ = ["at_scoring", "each_opens", "resettle"]


def resettle(state: State) -> None:
    """Put the rules of this moment in force, for each side by who plays next of it."""
    if state.phase == OVER:
        return
    tables = state.tables[:]
    alone = each_opens(state)
    opened = state.opened[:]
    for step in range(state.sides):
        seat = (state.turn + step) % state.seats
        last = not state.packets[seat]
        side = seat % state.sides
        if alone:
            opened[side] = seat in state.opened_by
        here = opened[side]
        tables[side] = _tables(state, side, opened=here, last_packet=last)
    state.tables = tables
    state.opened = opened


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


def _tables(
    state: State,
    side: int,
    *,
    opened: bool,
    last_packet: bool = False,
    out: bool = False,
) -> Tables:
    here = Situation(
        state.seats,
        state.seats // state.sides,
        state.round,
        state.scores[side],
        opened=opened,
        last_packet=last_packet,
        out=out,
    )
    return compiled(state.rules, here)
