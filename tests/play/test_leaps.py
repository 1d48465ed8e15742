"""What is remembered of leaps under some rules is said of no others."""

from __future__ import annotations

import itertools
from typing import Any, Final

import pytest

from handfoot import load_rules
from handfoot.play import leaps
from handfoot.play.tables import Tables, compiled
from handfoot.rules.language.scoped import Situation

# Each limits how a new meld begins, or how a book grows.
LIMITS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"wilds.start_most": 0},
    {"wilds.start_most": 2},
    {"wilds.per_turn": 1},
    {"wilds.start_ratio": "twice"},
    {"wilds.start_ratio": "equal"},
    {"wilds.not_on": ["seven"]},
    {"melds.floor": 60},
)


def tables_with(changes: dict[str, Any]) -> Tables:
    """Return the tables of a four-player round under changed rules."""
    rules = load_rules("whitnack").with_changes(changes)
    return compiled(rules, Situation(4, 2))


def told(tables: Tables) -> tuple[bool, int, bool]:
    """Return what of leaps decides on lists."""
    return tables.leaps, tables.most_new, tables.looks_twice


@pytest.mark.parametrize("after", ["naturals", "same_kind", "slid_under"])
def test_rules_told_first_change_nothing(after: str) -> None:
    """What one ruleset lists is the same whatever ruleset was looked at before it."""
    every = [{"books.after": after, "books.size": 4, **limits} for limits in LIMITS]
    fresh = []
    for changes in every:
        leaps._FOUND.clear()
        fresh.append(told(tables_with(changes)))
    assert len(set(fresh)) > 1
    for first, then in itertools.permutations(range(len(every)), 2):
        if fresh[first] != fresh[then]:
            leaps._FOUND.clear()
            tables_with(every[first])
            assert told(tables_with(every[then])) == fresh[then]
