"""The match at the table: whether it is over, and who has won."""

from __future__ import annotations

from typing import assert_never

from handfoot.play.state import State


def leaders(state: State) -> tuple[int, ...]:
    """Return the sides with the best running total."""
    lowest = state.tables[0].book.match.winner == "lowest"
    best = min(state.scores) if lowest else max(state.scores)
    return tuple(side for side, score in enumerate(state.scores) if score == best)


def is_over(state: State) -> bool:
    """Whether the match ends with the round that was just scored."""
    rule = state.tables[0].book.match
    if state.round >= rule.most_rounds or (rule.out_wins and state.out >= 0):
        return True
    played_out = rule.rounds is not None and state.round >= rule.rounds
    reached = rule.target is not None and max(state.scores) >= rule.target
    if not (played_out or reached):
        return False
    return rule.tie != "extra_round" or len(leaders(state)) == 1


def winners(state: State) -> tuple[int, ...]:
    """Return the winning sides of a finished match; several share a tie."""
    rule = state.tables[0].book.match
    out = state.out % state.sides if state.out >= 0 else None
    if rule.out_wins and out is not None:
        return (out,)
    tied = leaders(state)
    if len(tied) == 1:
        return tied
    match rule.tie:
        case "shared" | "extra_round":
            return tied
        case "went_out_last":
            return tied if out is None or out not in tied else (out,)
        case "nobody":
            return ()
        case "first_seat":
            return tied[:1]
        case _:
            assert_never(rule.tie)
