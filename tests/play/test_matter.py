"""Every key of the language matters at the table."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from handfoot import RuleSet
from handfoot.errors import HandfootError
from handfoot.play.actions import Action, Lay, TakePile
from handfoot.rules.language.keys import Key
from handfoot.table.game import Game
from handfoot.table.takeback import may_take_back
from tests.matters import KEYS, MATTERS

# Matches compared before a key is said to decide nothing.
MOST_MATCHES: Final = 60
# For a key that only people act on, so few have to agree.
FEW_MATCHES: Final = 2
# Taking back is asked in the first actions of a match only, for it costs most.
ASKED: Final = 20
# How often a player lays who can.
EAGER: Final = 0.8


def test_every_key_has_an_entry() -> None:
    """The table of what matters has every key of the language, and no other."""
    assert set(MATTERS) == {key.path for key in KEYS}


@pytest.mark.parametrize("key", KEYS, ids=[key.path for key in KEYS])
def test_matters(key: Key) -> None:
    """With another value of the key, the same deals lead to another match.

    The same choices are made under both until what may be done, an event, a score or
    the end differs. A key for people alone changes none of these.
    """
    entry = MATTERS[key.path]
    one, other = entry.pair(key)
    matches = FEW_MATCHES if entry.printed else MOST_MATCHES
    differs = any(_differ(one, other, seed) for seed in range(matches))
    assert differs != entry.printed


def _differ(one: RuleSet, other: RuleSet, seed: int) -> bool:
    """Whether a match of random choices is another one under the other rules."""
    tables = _tables(one)
    if tables != _tables(other):
        return True
    (seats, size), chance = tables[0], random.Random(seed)
    games = [Game(r, seats, side_size=size, seed=seed) for r in (one, other)]
    while _seen(games[0]) == _seen(games[1]):
        if games[0].is_over:
            return False
        action = _choice(list(games[0].legal_actions), chance)
        news = [tuple(game.push(action)) for game in games]
        if news[0] != news[1]:
            return True
    return True


def _choice(listed: list[Action], chance: random.Random) -> Action:
    """Return one of the actions; cards go onto the table more often than not."""
    laid = [action for action in listed if isinstance(action, (Lay, TakePile))]
    return chance.choice(laid if laid and chance.random() < EAGER else listed)


def _tables(rules: RuleSet) -> list[tuple[int, int]]:
    """Return the seats and sizes of side, of a few, that may play."""
    found = []
    for seats in (4, 3):
        for size in (2, 1):
            try:
                Game(rules, seats, side_size=size, seed=0)
            except HandfootError:
                continue
            found.append((seats, size))
    return found


def _seen(game: Game) -> tuple[Any, ...]:
    """Return what people at the table notice beside the news."""
    if game.is_over:
        return game.outcome(), game.score_sheet()
    assert game.turn is not None
    back = game.ply < ASKED and not may_take_back(game, game.turn)
    return game.turn, game.phase, list(game.legal_actions), back
