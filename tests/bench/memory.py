"""Print what a game weighs (bytes): the live state, and its history for each action.

    PYTHONPATH=. python tests/bench/memory.py [RULES]

What games share is left out: rules and what is compiled from them, cards, actions,
small numbers. Score sheets of finished rounds are history.
"""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Iterator
from functools import partial
from typing import Any

from handfoot import Card, Game, RuleSet
from handfoot.play.actions import Action, Group
from handfoot.play.stands import Ready, Stand
from handfoot.play.state import State
from handfoot.play.tables import Tables

_SHARED = (type, Card, RuleSet, Tables, Ready, Stand, Group, *Action.__args__)
_EVERY = 10


def weight(thing: Any, seen: set[int]) -> int:
    """Return the bytes of all that ``thing`` holds and ``seen`` does not."""
    if id(thing) in seen or isinstance(thing, _SHARED) or _is_small(thing):
        return 0
    seen.add(id(thing))
    return sys.getsizeof(thing) + sum(weight(part, seen) for part in _parts(thing))


def _is_small(thing: Any) -> bool:
    return thing is None or (isinstance(thing, int) and -5 <= thing <= 256)


def _parts(thing: Any) -> Iterator[Any]:
    if isinstance(thing, dict):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, list | tuple | deque):
        yield from thing
    elif isinstance(thing, partial):
        yield from thing.args
    yield from filter(None, [getattr(thing, "__dict__", None)])
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__slots__", ()):
            if not name.startswith("__"):
                yield getattr(thing, name, None)


def live(state: State) -> int:
    """Return what a state weighs without its history (bytes)."""
    seen = {id(state.sheets)}
    for now in state.standing:
        # Tables of lays, and what picks from hands, belong to the rules.
        *_, rows, held = now
        seen |= {id(held), *map(id, rows or ())}
    return weight(state, seen)


def measure(name: str) -> tuple[int, list[int]]:
    """Play a match; return the heaviest state and the history for each action."""
    game = Game(name, seed=1)
    rng = random.Random(1)
    heaviest = 0
    history = []
    while not game.is_over:
        game.push(rng.choice(list(game.legal_actions)))
        if game.ply % _EVERY == 0:
            heaviest = max(heaviest, live(game.state))
        if game.ply % 100 == 0:
            seen: set[int] = set()
            live_and_tables = weight(game.state, seen)
            assert live_and_tables
            history.append(weight(game, seen) // game.ply)
    return heaviest, history


if __name__ == "__main__":
    heaviest, history = measure(sys.argv[1] if len(sys.argv) > 1 else "whitnack")
    print(f"live game: at most {heaviest:,} bytes")
    print(f"history, bytes an action, after each hundred actions: {history}")
