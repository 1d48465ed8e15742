"""First melds made ready: the groups of each rank, and every minimal set of them.

What a rank can be melded anew in depends on how many cards of it are held and on the
wilds. So it is found once for each, and shared by all hands under rules by which first
melds are legal alike and worth the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import mul, sub
from sys import maxsize
from typing import Any, Final

from handfoot.play.picking import picker, reader
from handfoot.play.shaping import Shape, shapes_worth, splits
from handfoot.play.state import SLOTS, WILD_RANK
from handfoot.play.tables import Tables

# What makes of a group in counts what stands for it.
Made = Callable[[Shape], Any]
# A group, or what stands for it; its points, the fewest that it loses with one card,
# and the fewest that are lost with one card or all of it; the points of its wilds, and
# the wilds it leaves.
Option = tuple[Any, int, int, int, int, tuple[int, ...]]
# Returns the sets that wilds of each kind allow, from these, their points, and the
# fewest points wanted.
Search = Callable[[tuple[int, ...], int, int], Iterator[tuple[Any, ...]]]
# Rules remembered, and choices of wilds for each number of cards of a rank; nobody can
# list them, for the questions tell what was in people's hands.
_MOST_RULES: Final = 64
_MOST_OF_RANK: Final = 1 << 7
_MOST_WILDS: Final = 1 << 12
# Wilds from which on all sums of points are worth finding before the search.
_MANY: Final = 5
# Less than any sum of points.
_NOTHING: Final = -maxsize


class Options(dict[tuple[int, ...], tuple[Option, ...]]):
    """The groups that a rank can be melded anew in, by the wilds that may be used.

    They are found when they are asked for.

    Attributes:
        most: Most points that a group adds beside those of its wilds.
    """

    __slots__ = ("_held", "_made", "_rank", "_tables", "most")

    def __init__(self, tables: Tables, rank: int, held: int, made: Made | None) -> None:
        """Stand for groups of a rank with up to so many naturals."""
        self._tables, self._rank, self._held = tables, rank, held
        self._made = made
        self.most = 0 if rank == WILD_RANK else held * tables.opening_points[rank]
        if tables.book.opening.bonuses_count:
            bonuses = [kind.bonus for kind in tables.book.books.kinds.values()]
            self.most += max([0, *bonuses])

    def __missing__(self, wilds: tuple[int, ...]) -> tuple[Option, ...]:
        """Return the groups with their points, and the fewest a card less loses."""
        largest = self._tables.most_begun
        found: list[Option] = []
        for used in splits(wilds, largest):
            most = min(self._held, largest - sum(used))
            left = _same(tuple(map(sub, wilds, used)))
            for shape, worth, loss, least, spent in shapes_worth(
                self._tables, self._rank, most, used
            ):
                group = shape if self._made is None else self._made(shape)
                found.append((group, worth, loss, least, spent, left))
        if len(self) >= _MOST_OF_RANK:
            self.clear()
        options = self[wilds] = tuple(found)
        return options


@lru_cache(maxsize=_MOST_WILDS)
def _same(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return one object for equal counts: few objects are near in memory."""
    return counts


class Row(dict[int, Options]):
    """The groups of a rank by how many naturals of it are held, found when asked."""

    __slots__ = ("_made", "_rank", "_tables")

    def __init__(self, tables: Tables, rank: int, made: Made | None) -> None:
        """Stand for groups of a rank."""
        self._tables, self._rank, self._made = tables, rank, made

    def __missing__(self, held: int) -> Options:
        """Return the groups of up to so many naturals, asked for the first time."""
        options = self[held] = Options(self._tables, self._rank, held, self._made)
        return options


class FirstMelds:
    """The groups that hands can make of new melds, rank by rank.

    Attributes:
        of_wilds: Picks the wild kinds from a list by kind.
        rows: The groups of each rank.
    """

    __slots__ = (
        "_exactly",
        "_held",
        "_least_wilds",
        "_ranks",
        "_tables",
        "_wild_points",
        "of_wilds",
        "rows",
    )

    def __init__(self, tables: Tables, made: Made | None) -> None:
        """Stand for groups under some rules, or for what ``made`` makes of each."""
        self._tables = tables
        self.of_wilds = picker(tables.wild_kinds)
        self._wild_points = self.of_wilds(tables.opening_points)
        self._least_wilds = tables.wild_smallest if tables.wild_melds else maxsize
        # A group may be worth less than nothing where bonuses count.
        self._exactly = maxsize if tables.book.opening.bonuses_count else _MANY
        self.rows = [Row(tables, rank, made) for rank in range(SLOTS)]
        self._ranks = [self.rows[rank] for rank in tables.rank_kinds]
        self._held = reader(tables.rank_kinds)

    def sets(self, hand: Sequence[int], wanted: int) -> Iterator[tuple[Any, ...]]:
        """Yield every minimal set of groups worth so many points (see ``ways``)."""
        wilds = self.of_wilds(hand)
        return self.searched(hand, wilds)(wilds, self.points(wilds), wanted)

    def points(self, wilds: tuple[int, ...]) -> int:
        """Return what wilds of each kind are worth."""
        return sum(map(mul, wilds, self._wild_points))

    def searched(self, hand: Sequence[int], wilds: tuple[int, ...]) -> Search:
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
        return _search(options, exactly=count >= self._exactly)


@lru_cache(maxsize=_MOST_RULES)
def first_melds(tables: Tables) -> FirstMelds:
    """Return the groups of new melds, in counts.

    Args:
        tables: The rules, the first of those by which sides open alike.
    """
    return FirstMelds(tables, None)


def _search(options: Sequence[Options], *, exactly: bool) -> Search:
    """Return what yields the minimal sets of groups, of each rank at most one.

    Args:
        options: The groups of each rank.
        exactly: Whether all that can be added is worth finding.
    """
    last = len(options)
    rest = [*accumulate([rank.most for rank in reversed(options)], initial=0)]
    rest.reverse()
    rest[last] = _NOTHING
    known: dict[tuple[int, tuple[int, ...]], int] = {}
    found: list[tuple[Any, ...]] = []

    def sums(place: int, wilds: tuple[int, ...]) -> int:
        """Return what the ranks from a place on can add, the bits of these points."""
        if place == last:
            return 1
        bits = known.get((place, wilds))
        if bits is None:
            bits = sums(place + 1, wilds)
            for _, worth, _, _, _, left in options[place][wilds]:
                bits |= sums(place + 1, left) << worth
            known[place, wilds] = bits
        return bits

    def search(
        at: int,
        wilds: tuple[int, ...],
        reach: int,
        short: int,
        spare: int,
        chosen: tuple[Any, ...],
    ) -> None:
        """Find the sets that add at least ``short`` points, by less than ``spare``."""
        while rest[at] + reach >= short:
            if exactly and not sums(at, wilds) >> short & ((1 << spare) - 1):
                return
            here = options[at][wilds]
            at += 1
            beyond = rest[at] + reach
            for group, worth, loss, least, spent, left in here:
                lacking = short - worth
                if lacking <= 0:
                    if lacking + loss > 0 and lacking + spare > 0:
                        found.append((*chosen, group))
                elif beyond - spent >= lacking:
                    search(
                        at,
                        left,
                        reach - spent,
                        lacking,
                        least if least < spare else spare,
                        (*chosen, group),
                    )

    def sets(
        wilds: tuple[int, ...], reach: int, wanted: int
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the sets, all that begin with the same group at a time."""
        for at in range(last):
            if rest[at] + reach < wanted:
                return
            beyond = rest[at + 1] + reach
            for group, worth, loss, least, spent, left in options[at][wilds]:
                lacking = wanted - worth
                if lacking <= 0:
                    if lacking + loss > 0:
                        yield (group,)
                elif beyond - spent >= lacking:
                    search(at + 1, left, reach - spent, lacking, least, (group,))
                    yield from found
                    found.clear()

    return sets
