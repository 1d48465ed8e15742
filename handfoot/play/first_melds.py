"""First melds made ready: the groups of each rank, and every minimal set of them.

What a rank can be melded anew in depends on how many cards of it are held and on the
wilds. So it is found once for each, and shared by all hands under rules by which first
melds are legal alike and worth the same, and by ranks that these rules treat alike.
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
from handfoot.play.twins import twins

# What makes of a group in counts what stands for it.
Made = Callable[[Shape], Any]
# A group, as a number without its rank; what it is worth; by how much a set may
# overshoot that it completes, and one that others complete, if no card is to be spared;
# and the wilds it leaves. All in units, for these are small numbers, and the overshoots
# as bits: bit n stands for n units.
Option = tuple[int, int, int, int, tuple[int, ...]]
# Returns the minimal sets that wilds of each kind allow, worth so many units.
Search = Callable[[tuple[int, ...], int], Iterator[tuple[Any, ...]]]
# Rules remembered, and choices of wilds for each number of cards of a rank; nobody can
# list them, for the questions tell what was in people's hands.
_MOST_RULES: Final = 64
_MOST_OF_RANK: Final = 1 << 7
_MOST_WILDS: Final = 1 << 12
_MOST_MASKS: Final = 1 << 10
_MOST_GROUPS: Final = 1 << 12
# Bits for each count in the number of a group: no deck has more of a kind.
_BITS: Final = 12


class Options(dict[tuple[int, ...], tuple[Option, ...]]):
    """The groups that a rank can be melded anew in, by the wilds that may be used.

    They are found when they are asked for.
    """

    __slots__ = ("_held", "_rank", "_tables", "_unit")

    def __init__(self, tables: Tables, rank: int, held: int, unit: int) -> None:
        """Stand for groups of a rank with up to so many naturals."""
        self._tables, self._rank, self._held = tables, rank, held
        self._unit = unit

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
                number = _number(shape)
                last, among = _fewer(loss, unit), _fewer(min(worth, loss), unit)
                found.append((number, worth // unit, last, among, left))
        if len(self) >= _MOST_OF_RANK:
            self.clear()
        options = self[_same(wilds)] = tuple(found)
        return options


def _number(shape: Shape) -> int:
    """Return the number of a group, whatever its rank."""
    _, number, used = shape
    for count in used:
        number = number << _BITS | count
    return number


class Groups(dict[int, Any]):
    """The groups of one rank, or what stands for them, by number."""

    __slots__ = ("_made", "_rank", "_wilds")

    def __init__(self, rank: int, wilds: int, made: Made) -> None:
        """Stand for groups of a rank where there are so many kinds of wild."""
        self._rank, self._wilds, self._made = rank, wilds, made

    def __missing__(self, number: int) -> Any:
        """Return a group asked for the first time."""
        counts = [number >> _BITS * place for place in range(self._wilds, -1, -1)]
        naturals, *used = [count & (1 << _BITS) - 1 for count in counts]
        if len(self) >= _MOST_GROUPS:
            self.clear()
        group = self[number] = self._made((self._rank, naturals, tuple(used)))
        return group


@lru_cache(maxsize=_MOST_MASKS)
def _fewer(points: int, unit: int) -> int:
    """Return the bits of all units that are worth less than some points.

    One object for equal bits, as for wilds below: few objects are near in memory.
    """
    return (1 << max(-(-points // unit), 0)) - 1


@lru_cache(maxsize=_MOST_WILDS)
def _same(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return one object for equal counts."""
    return counts


# The groups of a rank that a hand can make, and what stands for them.
OfRank = tuple[Options, Groups]


class Row(dict[int, Options]):
    """The groups of a rank by how many naturals of it are held, found when asked."""

    __slots__ = ("_rank", "_tables", "_unit")

    def __init__(self, tables: Tables, rank: int, unit: int) -> None:
        """Stand for groups of a rank."""
        self._tables, self._rank, self._unit = tables, rank, unit

    def __missing__(self, held: int) -> Options:
        """Return the groups of up to so many naturals, asked for the first time."""
        options = self[held] = Options(self._tables, self._rank, held, self._unit)
        return options


class FirstMelds:
    """The groups that hands can make of new melds, rank by rank.

    Attributes:
        of_wilds: Picks the wild kinds from a list by kind.
        rows: The groups of each rank; those that are alike share them.
        groups: What stands for them, for each rank, by number.
        unit: What all they can be worth is a multiple of (points).
    """

    __slots__ = (
        "_held",
        "_least_wilds",
        "_ranks",
        "_sums",
        "_tables",
        "groups",
        "of_wilds",
        "rows",
        "unit",
    )

    def __init__(self, tables: Tables, made: Made) -> None:
        """Stand for what ``made`` makes of groups in counts, under some rules."""
        self._tables = tables
        self.of_wilds = picker(tables.wild_kinds)
        self._least_wilds = tables.wild_smallest if tables.wild_melds else maxsize
        bonuses = (
            [kind.bonus for kind in tables.book.books.kinds.values()]
            if tables.book.opening.bonuses_count
            else []
        )
        worth = (*tables.opening_points, 0)
        self.unit = unit = gcd(*worth, *bonuses) or 1
        self._sums = _up_to_most if min([0, *bonuses]) < 0 else _sums
        alike: dict[tuple[int, int], Row] = {}
        kinds = [*zip(twins(tables), worth, strict=True)]
        for rank, kind in enumerate(kinds):
            alike.setdefault(kind, Row(tables, rank, unit))
        self.rows = [alike[kind] for kind in kinds]
        wilds = len(tables.wild_kinds)
        self.groups = [Groups(rank, wilds, made) for rank in range(SLOTS)]
        ranks = tables.rank_kinds
        self._ranks = [(self.rows[rank], self.groups[rank]) for rank in ranks]
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
        ranks = [
            (row[held], groups)
            for (row, groups), held in zip(self._ranks, self._held(hand))  # noqa: B905  # strict is slow
            if held >= need
        ]
        if count >= self._least_wilds:
            ranks.append((self.rows[WILD_RANK][0], self.groups[WILD_RANK]))
        return _search(ranks, self._sums(ranks, wilds))


@lru_cache(maxsize=_MOST_RULES)
def first_melds(tables: Tables) -> FirstMelds:
    """Return the groups of new melds, in counts.

    Args:
        tables: The rules, the first of those by which sides open alike.
    """
    return FirstMelds(tables, tuple)


def _sums(ranks: Sequence[OfRank], wilds: tuple[int, ...]) -> list[int]:
    """Return what the groups from each rank on may be worth together, as bits.

    There may be more bits than sums, for each rank may use all the wilds.
    """
    here = 1
    sums = [here]
    for options, _ in reversed(ranks):
        beyond = here
        for _, worth, _, _, _ in options[wilds]:
            here |= beyond << worth
        sums.append(here)
    sums.reverse()
    return sums


def _up_to_most(ranks: Sequence[OfRank], wilds: tuple[int, ...]) -> list[int]:
    """Return the same where groups may be worth less than nothing: all up to most."""
    most = 0
    sums = [1]
    for options, _ in reversed(ranks):
        most += max([0, *[worth for _, worth, _, _, _ in options[wilds]]])
        sums.append((1 << most + 1) - 1)
    sums.reverse()
    return sums


def _search(ranks: Sequence[OfRank], sums: Sequence[int]) -> Search:
    """Return what yields the minimal sets of groups, of each rank at most one.

    Args:
        ranks: The groups of each rank.
        sums: What the groups from each rank on may be worth together, as bits.
    """
    found: list[tuple[Any, ...]] = []

    def search(
        at: int, wilds: tuple[int, ...], short: int, over: int, chosen: tuple[Any, ...]
    ) -> None:
        """Find the sets that are ``short`` so much and overshoot as ``over`` allows."""
        while sums[at] >> short & over:
            options, groups = ranks[at]
            at += 1
            beyond = sums[at]
            for number, worth, last, among, left in options[wilds]:
                if worth >= short:
                    if (over & last) >> worth - short & 1:
                        found.append((*chosen, groups[number]))
                elif beyond >> short - worth & over & among:
                    more = (*chosen, groups[number])
                    search(at, left, short - worth, over & among, more)

    def sets(wilds: tuple[int, ...], wanted: int) -> Iterator[tuple[Any, ...]]:
        """Yield the sets, all that begin with the same group at a time."""
        for at, (options, groups) in enumerate(ranks):
            if wanted > 0 and not sums[at] >> wanted:
                return
            beyond = sums[at + 1]
            for number, worth, last, among, left in options[wilds]:
                if worth >= wanted:
                    if last >> worth - wanted & 1:
                        yield (groups[number],)
                elif beyond >> wanted - worth & among:
                    search(at + 1, left, wanted - worth, among, (groups[number],))
                    yield from found
                    found.clear()

    return sets
