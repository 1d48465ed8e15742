"""Rulesets that the tests of play run under."""

from __future__ import annotations

from typing import Any, Final

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
