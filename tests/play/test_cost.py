"""What an action costs, in counts that are the same on every machine.

Seconds say little on a shared machine; how many Python functions an action calls says
what an action does. The bounds leave room for a rule more, not for a list searched anew
for each action or a check made twice. ``docs/performance.md`` has the measured speed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from handfoot import Game, Position, RuleSet, load_rules
from handfoot.play import engine, legal
from handfoot.play.state import OVER
from tests.bench import memory

# Functions called for each action, by way of playing.
BOUNDS = {"stepping": 15, "game": 26, "views": 25, "served": 29}
LIVE_BYTES = 16 * 1024
HISTORY_BYTES = 700


def stepping(rules: RuleSet | str, seed: int) -> Iterator[int]:
    """Play on the engine alone; yield the round after each action."""
    loaded = load_rules(rules) if isinstance(rules, str) else rules
    state = engine.start(loaded, seats=4, side_size=2, seed=seed, dealer=0)
    rng = random.Random(seed)
    while state.phase != OVER:
        engine.apply(state, rng.choice(legal.legal(state)))
        yield state.round


def through_game(
    rules: RuleSet | str, seed: int, *, views: bool = False
) -> Iterator[int]:
    """Play through ``Game``; yield the round after each action."""
    game = Game(rules, seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        actions = game.view(game.turn).legal_actions if views else game.legal_actions
        game.push(rng.choice(list(actions)))
        yield game.round


def through_views(rules: RuleSet | str, seed: int) -> Iterator[int]:
    """Play through ``Game``, looking at a view before each action."""
    return through_game(rules, seed, views=True)


def served(rules: RuleSet | str, seed: int) -> Iterator[int]:
    """Play as a server does: look at a view, act, read what happened."""
    game = Game(rules, seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        view = game.view(game.turn)
        chosen = rng.choice(view.legal_actions)
        for event in game.push(chosen, ply=view.ply, seat=view.seat):
            assert event is not None
        yield game.round


WAYS: dict[str, Callable[[RuleSet | str, int], Iterator[int]]] = {
    "stepping": stepping,
    "game": through_game,
    "views": through_views,
    "served": served,
}


def counted(play: Iterator[int]) -> dict[int, list[int]]:
    """Return, for each round, the functions that each action called."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    found: dict[int, list[int]] = {}
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for number in play:
            found.setdefault(number, []).append(calls)
            calls = 0
    finally:
        sys.setprofile(before)
    return found


def mean(values: list[int]) -> float:
    """Return the mean of some counts."""
    return sum(values) / len(values)


@pytest.mark.parametrize("way", WAYS)
def test_an_action_calls_few_functions(way: str) -> None:
    """A match of random play stays within the bound once tables are ready."""
    for _ in WAYS[way]("whitnack", 1):
        pass
    rounds = counted(WAYS[way]("whitnack", 1))
    found = mean([calls for part in rounds.values() for calls in part])
    assert found < BOUNDS[way], f"{found:.1f} functions an action"


def test_an_action_costs_the_same_late_in_a_match() -> None:
    """The cost of an action does not grow with the rounds that were played."""
    changes = {"match.rounds": 10, "opening.minimum": 50}
    rules = load_rules("whitnack").with_changes(changes)
    for _ in through_game(rules, 1):
        pass
    rounds = counted(through_game(rules, 1))
    means = [mean(part) for _, part in sorted(rounds.items())]
    assert len(means) == 10
    half = len(means) // 2
    assert sum(means[half:]) / (len(means) - half) < 1.25 * sum(means[:half]) / half


@pytest.mark.parametrize(
    ("hand", "says", "share"),
    [("K K K Q Q A A 2 JK 4 5", "yes", 2), ("4 5 6 7 8 9 10 J Q K A", "no", 8)],
)
def test_whether_a_hand_opens_is_told_before_the_search(
    hand: str, says: str, share: int
) -> None:
    """A yes or a no by points costs a part of the search that tells how to open."""
    view = Position("whitnack", round=2, hands={0: hand}, phase="play").game().view(0)

    def asked(how: Callable[[], object]) -> int:
        def ask() -> Iterator[int]:
            yield int(bool(how()))

        return counted(ask()).popitem()[1][0]

    assert view.can_open().possible == (says == "yes")
    assert share * asked(view.can_open) < asked(lambda: view.can_open().best_points)


def test_a_game_weighs_little() -> None:
    """A live game fits into 16 KB; its history grows by the same for each action."""
    heaviest, history = memory.measure("whitnack")
    assert heaviest <= LIVE_BYTES
    assert max(history) <= HISTORY_BYTES
    assert history[-1] <= 1.1 * history[0]
