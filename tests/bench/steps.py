"""Print where the time of stepping goes: each kind of step in whole random matches.

    PYTHONPATH=. python tests/bench/steps.py [--rules NAME] [--matches N]

Every step is timed where it happens, by the clock of the thread, so that what a step
finds in slower memory is in its figure; what reading the clock takes is taken off. The
matches are played once before, so that tables are there.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from handfoot import RuleSet, load_rules
from handfoot.play import engine, legal
from handfoot.play.state import DRAW, OVER, State

_TIMES = 2000


def clock_cost() -> int:
    """Return what reading the clock twice takes (nanoseconds)."""
    clock = time.thread_time_ns
    costs = []
    for _ in range(_TIMES):
        begun = clock()
        costs.append(clock() - begun)
    return min(costs)


def kind_of_list(state: State) -> str:
    """Return what kind of list is to be made."""
    side = "open" if state.opened[state.turn % state.sides] else "closed"
    at = " at the start of a turn" if state.phase == DRAW else ""
    return f"list{at}, side {side}"


def play(rules: RuleSet, seed: int, spent: Counter[str], counts: Counter[str]) -> None:
    """Play a match, adding the nanoseconds of each kind of step and how many."""
    clock = time.thread_time_ns
    state = engine.start(rules, seats=4, side_size=2, seed=seed, dealer=0)
    choose = random.Random(seed).random
    while state.phase != OVER:
        kind = kind_of_list(state)
        side = state.turn % state.sides
        begun = clock()
        actions = legal.legal(state)
        spent[kind] += clock() - begun
        counts[kind] += 1
        action = actions[int(choose() * len(actions))]
        kind = type(action).__name__
        kind += ", opening" if getattr(action, "groups", ()) else ""
        if state.opened[side]:
            kind = kind.removesuffix(", opening")
        number = state.round
        begun = clock()
        engine.apply(state, action)
        took = clock() - begun
        if state.round != number or state.phase == OVER:
            kind = "round ends"
        spent[kind] += took
        counts[kind] += 1


def main() -> None:
    """Measure and print, the dearest kind of step first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="whitnack")
    parser.add_argument("--matches", type=int, default=20)
    asked = parser.parse_args()
    rules = load_rules(asked.rules)
    for _ in range(2):
        spent: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        for seed in range(asked.matches):
            play(rules, seed, spent, counts)
    off = clock_cost()
    actions = counts.total() / 2
    for kind, count in counts.items():
        spent[kind] -= off * count
    print("| step | share of actions | microseconds each | an action |")
    print("| --- | ---: | ---: | ---: |")
    for kind, took in spent.most_common():
        share, each = counts[kind] / actions, took / counts[kind] / 1e3
        print(f"| {kind} | {share:.3f} | {each:.1f} | {took / actions / 1e3:.2f} |")
    print(f"\n{spent.total() / actions / 1e3:.2f} microseconds an action in all")


if __name__ == "__main__":
    main()
