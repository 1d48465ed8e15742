"""Print how many actions a CPU second handfoot takes, for ``peers.py --ours``.

Random legal play of four-seat matches, an action being a decision of a player:

- ``game``: through the public ``Game``: list ``legal_actions``, choose one, ``push``,
  which checks it, makes events and keeps what undo needs;
- ``views``: the same, and the player to move looks at its view before each action;
- ``served``: as a server does it: the player to move looks at its view, and what
  happened is read after each action;
- ``stepping``: the engine alone, as simulations use it: no events, no undo.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from handfoot import Game, RuleSet, load_rules
from handfoot.play import engine, legal
from handfoot.play.state import OVER


def through_game(rules: RuleSet, seed: int) -> int:
    """Play a match through ``Game`` and return its number of actions."""
    game = Game(rules, seed=seed)
    choose = random.Random(seed).random
    while not game.is_over:
        actions = list(game.legal_actions)
        game.push(actions[int(choose() * len(actions))])
    return game.ply


def through_views(rules: RuleSet, seed: int) -> int:
    """Play a match in which each player looks at its view; return its actions."""
    game = Game(rules, seed=seed)
    choose = random.Random(seed).random
    while not game.is_over:
        actions = game.view(game.turn).legal_actions
        game.push(actions[int(choose() * len(actions))])
    return game.ply


def served(rules: RuleSet, seed: int) -> int:
    """Play a match with views, and events read; return its number of actions."""
    game = Game(rules, seed=seed)
    choose = random.Random(seed).random
    while not game.is_over:
        view = game.view(game.turn)
        actions = view.legal_actions
        chosen = actions[int(choose() * len(actions))]
        for event in game.push(chosen, ply=view.ply, seat=view.seat):
            assert event is not None
    return game.ply


def stepping(rules: RuleSet, seed: int) -> int:
    """Play a match on the engine alone and return its number of actions."""
    state = engine.start(rules, seats=4, side_size=2, seed=seed, dealer=0)
    choose = random.Random(seed).random
    count = 0
    while state.phase != OVER:
        actions = legal.legal(state)
        engine.apply(state, actions[int(choose() * len(actions))])
        count += 1
    return count


WAYS: dict[str, Callable[[RuleSet, int], int]] = {
    "game": through_game,
    "views": through_views,
    "served": served,
    "stepping": stepping,
}


def main() -> None:
    """Measure the ways asked for under one ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ways", nargs="*", default=list(WAYS))
    parser.add_argument("--rules", default="whitnack")
    parser.add_argument("--seconds", type=float, default=3.0, help="per way")
    asked = parser.parse_args()
    rules = load_rules(asked.rules)
    for way in asked.ways:
        play = WAYS[way]
        play(rules, -1)  # the first match pays for the tables and caches
        actions, seed = 0, 0
        begun = time.process_time()
        while (spent := time.process_time() - begun) < asked.seconds:
            actions += play(rules, seed)
            seed += 1
        print(f"handfoot {way}: {actions / spent:,.0f} actions a CPU second")


if __name__ == "__main__":
    main()
