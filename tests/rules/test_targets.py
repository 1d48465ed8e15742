"""A target that no side can reach is an error, and no other target is."""

from __future__ import annotations

import pytest

from handfoot.rules.loading import check_text

# No kind of book is paid: what a side makes comes from what a test adds.
HEAD = (
    "handfoot: 1\nname: drawn\nmatch: {rounds: 2, target: 30000}\n"
    "books:\n  kinds:\n    clean: {bonus: 0}\n    dirty: {bonus: 0}\n"
)


def _errors(text: str) -> list[str]:
    rules, report = check_text(text)
    found = [problem.code for problem in report.errors]
    assert (rules is None) == bool(found)
    return found


@pytest.mark.parametrize(
    "more",
    [
        "    wild: {bonus: 0, wilds_only: [two], wilds_only_bonus: 9000}\n",
        "    wild: {bonus: 0, holds_all: [joker], holds_all_bonus: 9000}\n",
        "    wild: {bonus: 0, beside: [wild], beside_bonus: 9000}\n",
        "    wild: {bonus: 0, unfinished: 9000}\n",
        "    wild: {bonus: {by_round: [0, 9000]}}\n",
        "    wild: {bonus: {by_out: {out: 9000, others: 0}}}\n",
        "    wild: {bonus: 0}\n  at_once_bonus: 9000\n",
        "    wild: {bonus: 0}\n  long_from: 7\n  long_bonus: 9000\n",
        "    wild: {bonus: 0}\n  many_from: 2\n  many_bonus: 10000\n"
        "going_out: {concealed_bonus: 6000}\n",
        "    wild: {bonus: 0}\nthrees: {red_set: 2, red_set_points: 9000}\n",
        "    wild: {bonus: 0}\nthrees: {red_laid: 500, red_all: 5}\n",
        "    wild: {bonus: 0}\nscoring: {written_in: {gift: {points: any}}}\n",
        "    wild: {bonus: 0}\nscoring: {written_in: {gift: {points: 9000}}}\n",
        "    wild: {bonus: 0}\nscoring: {counts: held_only, held_percent: 1000}\n",
        "    wild: {bonus: 0}\nscoring: {counts: held_only}\n"
        "threes: {red_caught: -1000, black_unreached: -1000}\n",
        "    wild: {bonus: 0}\ndeal: {exact_cut: 2000}\n",
        "    wild: {bonus: 0}\nstock: {when_short: add_pack}\n"
        "round_end: {most_turns: 100}\n",
    ],
)
def test_whatever_is_scored_may_reach_it(more: str) -> None:
    """Every source of points counts, in whichever round or moment it is paid."""
    assert _errors(HEAD + more) == []


@pytest.mark.parametrize(
    "more",
    [
        "    wild: {bonus: 0}\n",
        "    wild: {bonus: 0}\nscoring: {written_in: {fine: {points: -9000}}}\n",
        "    wild: {bonus: 9000}\nscoring: {counts: held_only, held_percent: 50}\n",
    ],
)
def test_what_scores_too_little_does_not(more: str) -> None:
    """All cards of the deck and all bonuses together are less than the target."""
    assert _errors(HEAD + more) == ["HF383"]
