"""Rulesets that the tests of play run under."""

from __future__ import annotations

from typing import Any, Final

from handfoot.cards import CARDS, KIND_OF, RED_THREE
from handfoot.play.state import State
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.structure import default_values

# The shipped variants that five published descriptions of the game gave.
SEEDS: Final = (
    "whitnack",
    "whitnack-digital",
    "foot-canasta",
    "eleven-card",
    "six-deck-10000",
)


def ruleset(name: str = "drawn", **changes: Any) -> RuleSet:
    """Return the defaults with some values changed; ``pile__take`` is ``pile.take``."""
    values = {key.replace("__", "."): value for key, value in changes.items()}
    return RuleSet(name, default_values() | values, {})


def red_threes(state: State) -> list[str]:
    """Return the red threes anywhere at a table, each as text."""
    places = [state.stock, state.pile, state.held_back, state.aside]
    places += [*state.cards, *state.red, *state.black]
    places += [packet for packets in state.packets for packet in packets]
    places += [meld.cards for melds in state.melds for meld in melds]
    faces = [face for some in places for face in some]
    return [CARDS[face].code for face in faces if KIND_OF[face] == RED_THREE]
