"""The whole field: no key without a ruleset, and rulesets for what no shipped one says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from handfoot import RuleSet, check_rules, load_rules, variant_names
from handfoot.players import PLAYER_NAMES
from handfoot.rules.language.keys import Key
from handfoot.rules.rulebook import all_keys
from tests.variants.test_variants import play_whole

KEYS: Final = [key for key in all_keys() if isinstance(key, Key)]
RULESETS: Final = Path(__file__).parents[1] / "rulesets"
FILES: Final = sorted(
    path for path in RULESETS.glob("*.yaml") if not path.name.endswith(".scenario.yaml")
)
# Together they use every key that no shipped ruleset needs.
UNSHIPPED: Final = (
    "buraco-style",
    "burraco-style",
    "cuban-canasta",
    "draw-what-is-left",
    "first-turns",
    "five-wilds-a-pack",
    "closing-later",
    "long-books",
    "mexicana",
    "more-for-more",
    "other-rounds",
    "other-wilds",
    "dealer-bonus-sheet",
    "each-opens-alone",
    "play-it-all",
    "queens-wild",
    "rounds-by-lot",
    "strict-opening",
    "threes-in-sets",
    "threes-of-any-colour",
    "threshold-gates-books",
    "two-of-a-rank",
)


def _unused(rulesets: Iterable[RuleSet]) -> set[str]:
    """Return the keys that have their default in every ruleset."""
    said = [dict(rules.items()) for rules in rulesets]
    return {key.path for key in KEYS if not any(_is_used(key, one) for one in said)}


def _is_used(key: Key, said: dict[str, Any]) -> bool:
    path = re.compile(re.escape(key.path).replace(r"\*", "[^.]+"))
    return any(path.fullmatch(p) and value != key.default for p, value in said.items())


def test_every_key_is_used_somewhere() -> None:
    """Each key has a shipped ruleset or a ruleset of the tests that sets it."""
    rulesets = [*map(load_rules, variant_names()), *map(load_rules, FILES)]
    assert _unused(rulesets) == set()


def test_a_key_without_a_ruleset_would_be_seen() -> None:
    """Without these files some keys would be used by nobody."""
    others = [path for path in FILES if path.stem not in UNSHIPPED]
    rulesets = [*map(load_rules, variant_names()), *map(load_rules, others)]
    assert {"discard.first", "threes.red_sets"} <= _unused(rulesets)


@pytest.mark.parametrize("name", UNSHIPPED)
def test_unshipped_rulesets_play(name: str) -> None:
    """A ruleset of what no shipped one says is sound, and plays at every table."""
    path = RULESETS / f"{name}.yaml"
    assert not check_rules(path).problems
    rules = load_rules(path)
    for seats in rules["players.counts"]:
        for kind in PLAYER_NAMES:
            for number in range(3):
                play_whole(rules, kind, seats, rules.side_size(seats), number)
