"""Minimal sets of first melds are those that trying every set finds, in their order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import pytest

from handfoot import Game, load_rules, variant_names
from handfoot.cards import KIND_WORDS, KINDS
from handfoot.play import opening, shaping
from handfoot.play.growing import one_less
from handfoot.play.shaping import Shape
from handfoot.play.state import WILD_RANK
from handfoot.play.tables import Tables

CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"opening.wilds_count": False},
    {"wilds.cards": ["joker", "two", "nine"], "melds.smallest": 4},
    {"scoring.values.king": 7, "scoring.values.nine": 0},
    {"books.size": 4, "opening.bonuses_count": True},
    {
        "books.size": 4,
        "opening.bonuses_count": True,
        "books.kinds.dirty.bonus": -60,
        "books.kinds.clean.bonus": 25,
    },
)


def every_set(tables: Tables, hand: Sequence[int]) -> Iterator[tuple[Shape, ...]]:
    """Yield all sets of groups that a hand can make, at most one of each rank."""
    ranks = [*tables.rank_kinds, *([WILD_RANK] if tables.wild_melds else [])]

    def onward(at: int, wilds: tuple[int, ...]) -> Iterator[tuple[Shape, ...]]:
        for place in range(at, len(ranks)):
            held = 0 if ranks[place] == WILD_RANK else hand[ranks[place]]
            most = tables.most_begun
            for shape in shaping.group_shapes(tables, ranks[place], held, wilds, most):
                left = tuple(map(int.__sub__, wilds, shape[2]))
                yield (shape,)
                for others in onward(place + 1, left):
                    yield (shape, *others)

    yield from onward(0, tuple(hand[kind] for kind in tables.wild_kinds))


def is_minimal(tables: Tables, shapes: tuple[Shape, ...], wanted: int) -> bool:
    """Whether groups are enough, and no longer with a group or a card less."""
    worth = {shape: shaping.shape_points(tables, shape) for shape in shapes}
    total = sum(worth.values())
    if total < wanted:
        return False
    if any(total - worth[shape] >= wanted for shape in shapes):
        return False
    return not any(
        total - worth[shape] + shaping.shape_points(tables, less) >= wanted
        for shape in shapes
        for less in one_less(tables, shape)
        if shaping.is_shape(tables, less)
    )


def agreed(tables: Tables, rng: random.Random, hands: int) -> int:
    """Assert that hands have the sets that trying all finds; return how many."""
    ranks = rng.sample(tables.rank_kinds, min(5, len(tables.rank_kinds)))
    kinds = [*ranks, *tables.wild_kinds]
    found = 0
    for _ in range(hands):
        hand = [0] * KINDS
        for kind in rng.choices(kinds, k=rng.randrange(5, 11)):
            hand[kind] += 1
        wanted = rng.choice((5, 20, 45, 60, 63, 90, 120))
        sets = [
            shapes
            for shapes in every_set(tables, hand)
            if is_minimal(tables, shapes, wanted)
        ]
        listed = [*opening.ways(tables, hand, wanted)]
        assert sorted(listed) == sorted(sets)
        assert len(set(listed)) == len(listed)
        order = [[shape[0] for shape in shapes] for shapes in listed]
        assert [one[0] for one in order] == sorted(one[0] for one in order)
        assert all(one == sorted(one) for one in order)
        found += len(listed)
    return found


@pytest.mark.parametrize("changes", CHANGES)
def test_every_minimal_set(changes: dict[str, Any]) -> None:
    """Nothing is missing, nothing too much, and the order is that of the ranks."""
    rules = load_rules("whitnack").with_changes(changes)
    tables = Game(rules, seed=1).state.tables[0]
    assert agreed(tables, random.Random(3), 60) > 20


@pytest.mark.parametrize("name", variant_names())
def test_every_minimal_set_of_shipped_rulesets(name: str) -> None:
    """So it is under the rules of every shipped ruleset."""
    agreed(Game(name, seed=1).state.tables[0], random.Random(name), 8)


def test_openings_name_no_rank() -> None:
    """No rule of the first lay tells ranks apart, so those worth the same are alike."""
    book = Game("whitnack", seed=1).state.tables[0].book
    types = [str(field.type) for field in attrs.fields(type(book.opening))]
    assert types
    assert not any(f"'{word}'" in one for one in types for word in KIND_WORDS)
    assert any("'ace'" in str(field.type) for field in attrs.fields(type(book.melds)))
