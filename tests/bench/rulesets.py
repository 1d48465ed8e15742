"""Print what an action costs under every shipped ruleset, and beside an older checkout.

    python tests/bench/rulesets.py --keep old.json      # in the older checkout
    python tests/bench/rulesets.py --against old.json   # here, at the same time

Random play on the engine alone, CPU time. The first match under a ruleset also pays for
tables that later ones share, so it stands apart. Both at once on two cores, so that
whatever else the machine does weighs on both.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterable
from pathlib import Path

from handfoot import RuleSet, load_rules, variant_names
from handfoot.play import engine, legal
from handfoot.play.state import OVER
from handfoot.table.seating import usual_seats


def play(rules: RuleSet, seats: int, seed: int) -> int:
    """Play a match of random actions and return how many there were."""
    size = rules.side_sizes(seats)[0]
    state = engine.start(rules, seats=seats, side_size=size, seed=seed, dealer=0)
    choose = random.Random(seed).random
    count = 0
    while state.phase != OVER:
        actions = legal.legal(state)
        engine.apply(state, actions[int(choose() * len(actions))])
        count += 1
    return count


def cost(rules: RuleSet, seeds: Iterable[int]) -> float:
    """Return the CPU microseconds of an action, over matches."""
    begun = time.process_time()
    seats = usual_seats(rules)
    count = sum(play(rules, seats, seed) for seed in seeds)
    return (time.process_time() - begun) / count * 1e6


def main() -> None:
    """Measure, print, keep and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=3, help="after the first")
    parser.add_argument("--keep", type=Path, help="write the figures here")
    parser.add_argument("--against", type=Path, help="figures of another checkout")
    asked = parser.parse_args()
    costs = {}
    for name in variant_names():
        rules = load_rules(name)
        first = cost(rules, [0])
        later = cost(rules, range(1, 1 + asked.matches))
        costs[name] = (first, later)
        print(f"{name}: first match {first:.0f}, later ones {later:.0f} us an action")
    if asked.keep:
        asked.keep.write_text(json.dumps(costs), encoding="utf-8")
    if asked.against:
        old = json.loads(asked.against.read_text(encoding="utf-8"))
        for place, what in enumerate(("first match", "later matches")):
            gains = [old[name][place] / costs[name][place] for name in old]
            middle = statistics.median(gains)
            print(
                f"{what}: {middle:.2f} times as fast "
                f"({min(gains):.2f} to {max(gains):.2f})"
            )


if __name__ == "__main__":
    main()
