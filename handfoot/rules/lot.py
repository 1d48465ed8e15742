"""Rounds in another order: a ruleset of which each round is one of the rules written.

A lot is drawn once, before a match. What is then played is a ruleset like any other,
whose values by round stand in the order of the lot; so nothing that plays, tells,
scores or records a match needs to know that there was one.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs

from handfoot.errors import HandfootError
from handfoot.rules.language.scoped import SCOPED, ByRound, Situation, resolve
from handfoot.rules.ruleset import RuleSet

__all__ = ["KEY", "in_order", "rounds_by_lot"]

KEY: Final = "match.order"
_MADE: Final = object()
#: Orders of which the rulesets are kept: all those of four rounds.
_KEPT: Final = 24


def rounds_by_lot(rules: RuleSet, players: int, side_size: int) -> int:
    """Return how many rounds are played in an order by lot; 0 where none are."""
    at = Situation(players, side_size)
    if resolve(rules[KEY], at) != "by_lot":
        return 0
    rounds: int = resolve(rules["match.rounds"], at)
    return rounds


def in_order(rules: RuleSet, order: Sequence[int]) -> RuleSet:
    """Return the ruleset whose rounds are those of ``rules`` in this order.

    Args:
        rules: The ruleset; its values by round stand as they are written.
        order: Numbers of the rounds, from 1; those after them stay where they are.

    Raises:
        HandfootError: a round is missing or there twice.
    """
    lot = tuple(order)
    if sorted(lot) != [*range(1, len(lot) + 1)]:
        raise HandfootError(
            f"order: each round from 1 to {len(lot)} must stand in it once, not "
            f"{', '.join(map(str, lot))}"
        )
    made: dict[tuple[int, ...], RuleSet] = rules.memo.setdefault(_MADE, {})
    if lot not in made:
        if len(made) >= _KEPT:
            made.clear()
        values = {key: _ordered(value, lot) for key, value in rules.items()}
        values[KEY] = "in_order"
        made[lot] = attrs.evolve(rules, values=MappingProxyType(values))
    return made[lot]


def _ordered(value: Any, order: tuple[int, ...]) -> Any:
    if not isinstance(value, SCOPED):
        return value
    if not isinstance(value, ByRound):
        return value.mapped(lambda part: _ordered(part, order))
    # One more than the lot holds: after it the rounds go on as they are written.
    last = max(len(order) + 1, len(value.values))
    numbers = (*order, *range(len(order) + 1, last + 1))
    parts = [_part(value, number) for number in numbers]
    while not value.then_add and len(parts) > 1 and parts[-1] == parts[-2]:
        parts.pop()
    return ByRound(tuple(parts), value.then_add)


def _part(value: ByRound, number: int) -> Any:
    """Return what a round has, with the forms within."""
    parts, more = value.values, number - len(value.values)
    if more <= 0:
        return parts[number - 1]
    return parts[-1] + value.then_add * more if value.then_add else parts[-1]
