"""The match at the table: whether it is over, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import attrs

from handfoot.play.chance import Seed, shuffled
from handfoot.play.state import State
from handfoot.rules.lot import in_order, rounds_by_lot
from handfoot.rules.match import Match
from handfoot.rules.ruleset import RuleSet


@attrs.frozen
class Standing:
    """How a match stands when a round has been scored.

    Attributes:
        rule: The chapter of the match.
        round: Number of the round that was scored, from 1.
        scores: Running totals of the sides after it (points).
        out: Side that went out in it, or ``None``.
    """

    rule: Match
    round: int
    scores: Sequence[int]
    out: int | None

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides with the best running total."""
        best = (min if self.rule.winner == "lowest" else max)(self.scores)
        return tuple(side for side, score in enumerate(self.scores) if score == best)

    @property
    def is_over(self) -> bool:
        """Whether the match ends with this round."""
        rule = self.rule
        if self.round >= rule.most_rounds or (rule.out_wins and self.out is not None):
            return True
        played_out = rule.rounds is not None and self.round >= rule.rounds
        best = max(self.scores)
        reached = rule.target is not None and best >= rule.target
        early = rule.early_target
        clear = early is not None and best >= early and 2 * best > sum(self.scores)
        if not (played_out or reached or clear):
            return False
        return rule.tie != "extra_round" or len(self.leaders) == 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning sides, if the match is over; several share a tie."""
        rule = self.rule
        if rule.out_wins and self.out is not None:
            return (self.out,)
        tied = self.leaders
        if len(tied) == 1:
            return tied
        match rule.tie:
            case "shared" | "extra_round":
                return tied
            case "went_out_last":
                return tuple(side for side in tied if side == self.out) or tied
            case "nobody":
                return ()
            case "first_seat":
                return tied[:1]
            case _:
                assert_never(rule.tie)


def drawn(rules: RuleSet, seats: int, side_size: int, seed: Seed) -> RuleSet:
    """Return the rules of a match, the rounds as the lot has them if there is one.

    The lot is drawn as shuffle 0 of round 0.
    """
    rounds = rounds_by_lot(rules, seats, side_size)
    if not rounds:
        return rules
    return in_order(rules, shuffled(bytes(range(1, rounds + 1)), seed, 0, 0))


def standing(state: State) -> Standing:
    """Return how the match stands after the latest round that was scored."""
    out = state.out % state.sides if state.out >= 0 else None
    return Standing(state.tables[0].book.match, state.round, state.scores, out)
