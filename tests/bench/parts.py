"""Print what each thing that a program asks of a game costs, in floor actions.

    PYTHONPATH=. python tests/bench/parts.py --floor PATH [--rules NAME]

Each question is asked at every position of random play, several times, and the least
time is taken: what it costs when nothing else disturbs the machine. One floor action is
the least time that the script at PATH takes for an action, measured the same way.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from handfoot import Action, Game

_TIMES = 5
QUESTIONS: dict[str, Callable[[Game], Any]] = {
    "list legal actions": lambda game: list(game.copy().legal_actions),
    "copy": Game.copy,
    "view": lambda game: game.view(game.turn),
    "view and list": lambda game: game.view(game.turn).legal_actions,
    "can open": lambda game: game.view(game.turn).can_open(),
    "can open, and how": lambda game: game.view(game.turn).can_open().best_points,
    "can take the pile": lambda game: game.view(game.turn).can_take_pile(),
    "can take the pile, or why not": (
        lambda game: game.view(game.turn).can_take_pile().reasons
    ),
    "can go out": lambda game: game.view(game.turn).can_go_out(),
    "can go out, or what is missing": (
        lambda game: game.view(game.turn).can_go_out().missing
    ),
    "checklist for going out": (
        lambda game: game.view(game.turn).going_out_checklist()
    ),
}
_CHANGES = (
    "check an action",
    "push",
    "push and read events",
    "push and pop again and again",
    "pop",
)


def least(ask: Callable[[], Any]) -> float:
    """Return the least seconds that a question takes."""
    best = float("inf")
    for _ in range(_TIMES):
        begun = time.perf_counter()
        ask()
        best = min(best, time.perf_counter() - begun)
    return best


def _least_on_copies(game: Game, change: Callable[..., Any]) -> float:
    """Return the least seconds of a change to a copy, which is made before."""
    twins = [game.copy() for _ in range(_TIMES)]
    return least(lambda: change(twins.pop()))


def _to_and_fro(game: Game, action: Action) -> None:
    """Do an action and take it back, as a search does at every position."""
    game.push(action)
    game.pop()


def costs(rules: str, most: int) -> dict[str, float]:
    """Return the mean seconds of each question over a match of random play."""
    game = Game(rules, seed=1)
    rng = random.Random(1)
    spent = dict.fromkeys([*QUESTIONS, *_CHANGES], 0.0)
    while not game.is_over and game.ply < most:
        for name, ask in QUESTIONS.items():
            spent[name] += least(partial(ask, game))
        action = rng.choice(list(game.legal_actions))
        spent["check an action"] += least(partial(game.is_legal, action))
        spent["push and pop again and again"] += least(
            partial(_to_and_fro, game.copy(), action)
        )
        spent["push"] += _least_on_copies(game, lambda twin, a=action: twin.push(a))
        spent["push and read events"] += _least_on_copies(
            game, lambda twin, a=action: list(twin.push(a))
        )
        game.push(action)
        spent["pop"] += _least_on_copies(game, Game.pop)
    spent["list legal actions"] -= spent["copy"]
    return {name: total / game.ply for name, total in spent.items()}


def floor_action(path: Path) -> float:
    """Return the seconds of an action of the floor."""
    spec = importlib.util.spec_from_file_location("floor", path)
    assert spec is not None
    assert spec.loader is not None
    floor = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(floor)
    actions: int = floor.random_game(1)[0]
    return least(lambda: floor.random_game(1)) / actions


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--floor", type=Path, required=True, metavar="PATH")
    parser.add_argument("--rules", default="whitnack")
    parser.add_argument("--most", type=int, default=500, help="actions of the match")
    asked = parser.parse_args()
    unit = floor_action(asked.floor)
    for name, seconds in costs(asked.rules, asked.most).items():
        print(f"{name}: {seconds / unit:.2f} floor actions ({seconds * 1e6:.1f} us)")
