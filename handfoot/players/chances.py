"""Chances: how likely cards that nobody has seen yet complete a book."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

# Expected arrivals are rounded to so many steps for each card, to be remembered.
_STEPS: Final = 8
_MOST: Final = 24.0

Tail = tuple[float, ...]


def tail(expected: float) -> Tail:
    """Return for each number of cards the chance that at least so many arrive.

    Args:
        expected: Cards expected to arrive.
    """
    return _tail(round(min(max(expected, 0.0), _MOST) * _STEPS))


@lru_cache(maxsize=1 << 10)
def _tail(steps: int) -> Tail:
    expected = steps / _STEPS
    exactly = exp(-expected)
    left = 1.0
    found = []
    for count in range(16):
        found.append(left)
        left = max(left - exactly, 0.0)
        exactly *= expected / (count + 1)
    return tuple(found)


def chance(table: Tail, need: int) -> float:
    """Return the chance that at least ``need`` cards arrive."""
    if need <= 0:
        return 1.0
    return table[need] if need < len(table) else 0.0
