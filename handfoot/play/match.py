"""The match at the table: whether it is over, and who has won."""

from __future__ import annotations

from handfoot.play.state import State


def leaders(state: State) -> tuple[int, ...]:
    """Return the sides with the highest running total."""
    best = max(state.scores)
    return tuple(side for side, score in enumerate(state.scores) if score == best)


def is_over(state: State) -> bool:
    """Whether the match ends with the round that was just scored."""
    rule = state.tables[0].book.match
    if state.round >= rule.most_rounds:
        return True
    played_out = rule.rounds is not None and state.round >= rule.rounds
    reached = rule.target is not None and max(state.scores) >= rule.target
    if not (played_out or reached):
        return False
    return rule.tie != "extra_round" or len(leaders(state)) == 1


def winners(state: State) -> tuple[int, ...]:
    """Return the winning sides of a finished match; several share a tie."""
    tied = leaders(state)
    if state.tables[0].book.match.tie == "went_out_last" and state.out >= 0:
        side = state.out % state.sides
        if side in tied:
            return (side,)
    return tied
