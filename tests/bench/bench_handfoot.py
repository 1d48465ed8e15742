"""What each question to a game costs; outside the tests, since it only measures.

    python -m pip install pytest-benchmark
    python -m pytest tests/bench/bench_handfoot.py

Compare two commits with ``--benchmark-save`` and ``--benchmark-compare``. Seconds of one
machine mean little; ``peers.py`` gives ratios against other engines.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from handfoot import Game, load_rules, loads_rules
from tests.bench.rates import WAYS

pytest.importorskip("pytest_benchmark")

FAMILY = "handfoot: 1\nname: Ours\nextends: whitnack\npile: {take: 5}\n"


def _midway(plies: int = 150) -> Game:
    """Return a game in its first round, with melds on the table."""
    game = Game("whitnack", seed=3)
    choose = random.Random(3)
    for _ in range(plies):
        game.push(choose.choice(list(game.legal_actions)))
    return game


@pytest.mark.parametrize("way", WAYS)
def test_match(benchmark: Any, way: str) -> None:
    """Play a whole match of random actions."""
    benchmark(WAYS[way], load_rules("whitnack"), 7)


QUESTIONS: dict[str, Callable[[Game], object]] = {
    "legal_actions": lambda game: list(game.legal_actions),
    "view": lambda game: game.view(game.turn),
    "can_open": lambda game: game.can_open(),
    "can_take_pile": lambda game: game.can_take_pile(),
    "can_go_out": lambda game: game.can_go_out(),
    "copy": lambda game: game.copy(),
    "pop": lambda game: game.copy().pop(),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_question(benchmark: Any, question: str) -> None:
    """Ask a game in the middle of a round."""
    game = _midway()
    benchmark(QUESTIONS[question], game)


def test_load_family_file(benchmark: Any) -> None:
    """Read a small file that extends a shipped ruleset."""
    benchmark(loads_rules, FAMILY)
