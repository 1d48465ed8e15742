"""The end of a round: scoring, and the next round or the end of the match."""

from __future__ import annotations

from functools import partial

from handfoot.cards import BLACK_THREE, KIND_OF, RED_THREE
from handfoot.play import match, scoring
from handfoot.play.deal import begin_round
from handfoot.play.events import Log, MatchEnded, RoundEnded, RoundScored, WentOut
from handfoot.play.state import CHOOSE, DRAW, OVER, UNASKED, State

OUT = "out"
STOCK = "stock"
TURNS = "turns"
THREES = "threes"


def out_of_turns(state: State) -> bool:
    """Whether everyone has had the turns that a round allows."""
    most = state.tables[0].book.round_end.most_turns
    return most is not None and state.turns >= most * state.seats


def only_threes(state: State) -> bool:
    """Whether the latest discards are threes and end the round, the stock so low."""
    rule = state.tables[0].book.round_end
    most, below = rule.threes_in_a_row, rule.threes_stock_below
    if most is None or len(state.pile) < most:
        return False
    if below is not None and len(state.stock) >= below:
        return False
    return all(KIND_OF[face] in (BLACK_THREE, RED_THREE) for face in state.pile[-most:])


def end_round(state: State, reason: str, log: Log) -> None:
    """Score the round and deal the next one, or end the match.

    A round that cannot even be dealt, because a red three finds no replacement, is
    scored at once; so this goes on until a player can act or the match is over.
    """
    while True:
        _score(state, reason, log)
        if match.standing(state).is_over:
            _finish(state, log)
            return
        state.round += 1
        state.dealer = (state.dealer + 1) % state.seats
        if deal_round(state, log):
            return
        reason = STOCK


def deal_round(state: State, log: Log) -> bool:
    """Deal the round in ``state.round``; ``False`` when it ends in the deal."""
    dealt = begin_round(state, log)
    state.fresh = ()
    state.phase = CHOOSE if state.choosers else DRAW
    state.permission = UNASKED
    state.answering = -1
    state.turns = 1
    return dealt


def _score(state: State, reason: str, log: Log) -> None:
    if state.lap >= 0:
        # Whoever went out first did; the others only had their last turn.
        reason, state.turn = OUT, state.lap
    state.out = state.turn if reason == OUT else -1
    sheets = tuple(scoring.sheet(state, side) for side in range(state.sides))
    state.sheets = (*state.sheets, *sheets)
    state.scores = [sheet.total for sheet in sheets]
    if log is None:
        return
    if reason == OUT:
        log.append(partial(WentOut, state.turn))
    seat = state.turn if reason == OUT else None
    log.append(partial(RoundEnded, state.round, reason, seat))
    for sheet in sheets:
        points, total = sheet.points, sheet.total
        log.append(
            partial(RoundScored, sheet.round, sheet.side, points, total, sheet.lines)
        )


def _finish(state: State, log: Log) -> None:
    state.phase = OVER
    state.turn = -1
    if log is not None:
        winners = match.standing(state).winners
        log.append(partial(MatchEnded, winners, tuple(state.scores)))
