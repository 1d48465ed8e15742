"""Minimal sets of first melds are those that trying every set finds, in their order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from handfoot import Game, load_rules
from handfoot.cards import KINDS
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


@pytest.mark.parametrize("changes", CHANGES)
def test_every_minimal_set(changes: dict[str, Any]) -> None:
    """Nothing is missing, nothing too much, and the order is that of the ranks."""
    rules = load_rules("whitnack").with_changes(changes)
    tables = Game(rules, seed=1).state.tables[0]
    rng = random.Random(3)
    kinds = [*rng.sample(tables.rank_kinds, 5), *tables.wild_kinds]
    found = 0
    for _ in range(60):
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
        ranks = [[shape[0] for shape in shapes] for shapes in listed]
        assert [one[0] for one in ranks] == sorted(one[0] for one in ranks)
        assert all(one == sorted(one) for one in ranks)
        found += len(listed)
    assert found > 20
