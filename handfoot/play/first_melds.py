"""First melds made ready: the groups of each rank, and every minimal set of them.

What a rank can be melded anew in depends on how many cards of it are held and on the
wilds. So it is found once for each, and shared by all hands under rules by which first
melds are legal alike and worth the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import gcd
from operator import sub
from sys import maxsize
from typing import Any, Final

from handfoot.play.picking import picker, reader
from handfoot.play.shaping import Shape, shapes_worth, splits
from handfoot.play.state import SLOTS, WILD_RANK
from handfoot.play.tables import Tables

# What makes of a group in counts what stands for it.
Made = Callable[[Shape], Any]
# A group, or what stands for it; what it is worth; by how much a set may overshoot that
# it completes, and one that others complete, if no card is to be spared; and the wilds
# it leaves. All in units, for these are small numbers, and the overshoots as bits: bit
# n stands for n units.
Option = tuple[Any, int, int, int, tuple[int, ...]]
# Returns the minimal sets that wilds of each kind allow, worth so many units.
Search = Callable[[tuple[int, ...], int], Iterator[tuple[Any, ...]]]
# Rules remembered, and choices of wilds for each number of cards of a rank; nobody can
# list them, for the questions tell what was in people's hands.
_MOST_RULES: Final = 64
_MOST_OF_RANK: Final = 1 << 7
_MOST_WILDS: Final = 1 << 12


class Options(dict[tuple[int, ...], tuple[Option, ...]]):
    """The groups that a rank can be melded anew in, by the wilds that may be used.

    They are found when they are asked for.
    """

    __slots__ = ("_held", "_made", "_rank", "_tables", "_unit")

    def __init__(
        self, tables: Tables, rank: int, held: int, unit: int, made: Made | None
    ) -> None:
        """Stand for groups of a rank with up to so many naturals."""
        self._tables, self._rank, self._held = tables, rank, held
        self._unit, self._made = unit, made

    def __missing__(self, wilds: tuple[int, ...]) -> tuple[Option, ...]:
        """Return the groups for wilds not asked for before."""
        largest = self._tables.most_begun
        unit = self._unit
        found: list[Option] = []
        for used in splits(wilds, largest):
            most = min(self._held, largest - sum(used))
            left = _same(tuple(map(sub, wilds, used)))
            for shape, worth, loss in shapes_worth(
                self._tables, self._rank, most, used
            ):
                group = shape if self._made is None else self._made(shape)
                last, among = _fewer(loss, unit), _fewer(min(worth, loss), unit)
                found.append((group, worth // unit, last, among, left))
        if len(self) >= _MOST_OF_RANK:
            self.clear()
        options = self[wilds] = tuple(found)
        return options


def _fewer(points: int, unit: int) -> int:
    """Return the bits of all units that are worth less than some points."""
    return (1 << max(-(-points // unit), 0)) - 1


@lru_cache(maxsize=_MOST_WILDS)
def _same(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return one object for equal counts: few objects are near in memory."""
    return counts


class Row(dict[int, Options]):
    """The groups of a rank by how many naturals of it are held, found when asked."""

    __slots__ = ("_made", "_rank", "_tables", "_unit")

    def __init__(self, tables: Tables, rank: int, unit: int, made: Made | None) -> None:
        """Stand for groups of a rank."""
        self._tables, self._rank = tables, rank
        self._unit, self._made = unit, made

    def __missing__(self, held: int) -> Options:
        """Return the groups of up to so many naturals, asked for the first time."""
        options = Options(self._tables, self._rank, held, self._unit, self._made)
        self[held] = options
        return options


class FirstMelds:
    """The groups that hands can make of new melds, rank by rank.

    Attributes:
        of_wilds: Picks the wild kinds from a list by kind.
        rows: The groups of each rank.
        unit: What all they can be worth is a multiple of (points).
    """

    __slots__ = (
        "_held",
        "_least_wilds",
        "_ranks",
        "_sums",
        "_tables",
        "of_wilds",
        "rows",
        "unit",
    )

    def __init__(self, tables: Tables, made: Made | None) -> None:
        """Stand for groups under some rules, or for what ``made`` makes of each."""
        self._tables = tables
        self.of_wilds = picker(tables.wild_kinds)
        self._least_wilds = tables.wild_smallest if tables.wild_melds else maxsize
        bonuses = (
            [kind.bonus for kind in tables.book.books.kinds.values()]
            if tables.book.opening.bonuses_count
            else []
        )
        self.unit = unit = gcd(*tables.opening_points, *bonuses) or 1
        self._sums = _up_to_most if min([0, *bonuses]) < 0 else _sums
        self.rows = [Row(tables, rank, unit, made) for rank in range(SLOTS)]
        self._ranks = [self.rows[rank] for rank in tables.rank_kinds]
        self._held = reader(tables.rank_kinds)

    def units(self, points: int) -> int:
        """Return how many units are worth at least so many points."""
        return -(-points // self.unit)

    def sets(self, hand: Sequence[int], wanted: int) -> Iterator[tuple[Any, ...]]:
        """Yield every minimal set of groups worth so many points (see ``ways``)."""
        wilds = self.of_wilds(hand)
        return self.search(hand, wilds)(wilds, self.units(wanted))

    def search(self, hand: Sequence[int], wilds: tuple[int, ...]) -> Search:
        """Return what searches the groups of a hand.

        Args:
            hand: Cards by kind, of which no wild is looked at.
            wilds: Most wilds of each kind.
        """
        tables = self._tables
        count = sum(wilds)
        need = tables.smallest - min(count, tables.max_wilds_in_smallest)
        options = [
            row[held]
            for row, held in zip(self._ranks, self._held(hand))  # noqa: B905  # strict is slow
            if held >= need
        ]
        if count >= self._least_wilds:
            options.append(self.rows[WILD_RANK][0])
        return _search(options, self._sums(options, wilds))


@lru_cache(maxsize=_MOST_RULES)
def first_melds(tables: Tables) -> FirstMelds:
    """Return the groups of new melds, in counts.

    Args:
        tables: The rules, the first of those by which sides open alike.
    """
    return FirstMelds(tables, None)


def _sums(options: Sequence[Options], wilds: tuple[int, ...]) -> list[int]:
    """Return what the groups from each rank on may be worth together, as bits.

    There may be more bits than sums, for each rank may use all the wilds.
    """
    here = 1
    sums = [here]
    for rank in reversed(options):
        beyond = here
        for _, worth, _, _, _ in rank[wilds]:
            here |= beyond << worth
        sums.append(here)
    sums.reverse()
    return sums


def _up_to_most(options: Sequence[Options], wilds: tuple[int, ...]) -> list[int]:
    """Return the same where groups may be worth less than nothing: all up to most."""
    most = 0
    sums = [1]
    for rank in reversed(options):
        most += max([0, *[worth for _, worth, _, _, _ in rank[wilds]]])
        sums.append((1 << most + 1) - 1)
    sums.reverse()
    return sums


def _search(options: Sequence[Options], sums: Sequence[int]) -> Search:
    """Return what yields the minimal sets of groups, of each rank at most one.

    Args:
        options: The groups of each rank.
        sums: What the groups from each rank on may be worth together, as bits.
    """
    found: list[tuple[Any, ...]] = []

    def search(
        at: int, wilds: tuple[int, ...], short: int, over: int, chosen: tuple[Any, ...]
    ) -> None:
        """Find the sets that are ``short`` so much and overshoot as ``over`` allows."""
        while sums[at] >> short & over:
            here = options[at][wilds]
            at += 1
            beyond = sums[at]
            for group, worth, last, among, left in here:
                if worth >= short:
                    if (over & last) >> worth - short & 1:
                        found.append((*chosen, group))
                elif beyond >> short - worth & over & among:
                    search(at, left, short - worth, over & among, (*chosen, group))

    def sets(wilds: tuple[int, ...], wanted: int) -> Iterator[tuple[Any, ...]]:
        """Yield the sets, all that begin with the same group at a time."""
        for at, rank in enumerate(options):
            if wanted > 0 and not sums[at] >> wanted:
                return
            beyond = sums[at + 1]
            for group, worth, last, among, left in rank[wilds]:
                if worth >= wanted:
                    if last >> worth - wanted & 1:
                        yield (group,)
                elif beyond >> wanted - worth & among:
                    search(at + 1, left, wanted - worth, among, (group,))
                    yield from found
                    found.clear()

    return sets
