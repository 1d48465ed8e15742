"""Every way to lay a hand at once, found without trying every way.

Ranks do not touch each other except through the wilds they share, and for what may lie
in a meld it matters little which wilds they are (see ``handfoot.play.floors``). So the
search goes rank by rank and keeps, for each number of wilds spent, which sums of points
can be reached: a set of numbers held in the bits of one integer. What else decides, be
it cards that stay in the hand, finished books or what a first lay must hold, is part
of what is kept.

With R ranks, W wilds, K cards to keep (at most five), Q combinations of books up to
the quota and S shapes of a meld, the cost is of the order ``R * W * K * Q * S``. K and
Q are 1 for a player who is not in the last packet.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from handfoot.play.exits import Counts
from handfoot.play.floors import Grades, graded
from handfoot.play.marks import Counter, Marks
from handfoot.play.offers import groups_of_portions
from handfoot.play.rank_options import Option, Portions, RankOptions, cheap
from handfoot.play.state import NO_MELD, WILD_RANK
from handfoot.play.turn_bounds import FREE, Bounds, never_thrown

if TYPE_CHECKING:
    from handfoot.play.actions import Group
    from handfoot.play.runs.chain import Chain
    from handfoot.play.state import State
    from handfoot.play.tables import Tables


class TooMany(Exception):  # noqa: N818  # not an error, a search given up
    """There is more to try than people would wait for."""


class Reached(NamedTuple):
    """What some ranks together have come to.

    Attributes:
        wilds: The wilds that were spent, by grade, each as cheap as can be.
        left: Naturals that stay in the hand, counted up to the limit that matters.
        after: Of these, how many are discarded at the end, then the wilds, by grade,
            that are laid after this play; empty unless going out is looked at.
        marks: What the melds come to (see ``handfoot.play.marks``), counted as far as
            it matters.
        some: Whether any card is laid.
        chains: Runs that may still grow (see ``handfoot.play.runs.layouts``).
    """

    wilds: Grades
    left: int
    after: tuple[int, ...]
    marks: Marks
    some: bool
    chains: tuple[Chain, ...] = ()


class Layouts:
    """All ways to lay cards of a hand in one play, by what they come to.

    Args:
        tables: Rules of the side.
        hand: Cards held, by kind.
        melds: Rank, naturals and wilds of the side's melds on the table.
        counter: What is counted beside points; nothing when not given.
        bounds: What else binds the side.
        count_left: Cards left are counted up to this number; 0 does not count them.
        most_left: Ways that leave more cards than this are dropped, if given.
        finish: Whether all cards left must leave in the same turn, laid once more or
            the last one discarded; melds that lie there take cards only then.
        shown: A rank and how many naturals of it one new meld must hold, if any.
        work: Steps of the search after which it is given up, if given.

    Attributes:
        ways: Sums of points of naturals and bonuses (one bit each, counted from
            ``lowest``), by what is reached.
        lowest: The points for which the lowest bit stands.
        held_wilds: Wilds held.
        counter: What is counted beside points.
        hand: Cards held, by kind.

    Raises:
        TooMany: the search was given up.
    """

    __slots__ = (
        "_barred_last",
        "_bounds",
        "_count_left",
        "_finish",
        "_layers",
        "_shown",
        "_steps",
        "_tables",
        "_work",
        "counter",
        "hand",
        "held_wilds",
        "lowest",
        "most_left",
        "ways",
    )

    def __init__(
        self,
        tables: Tables,
        hand: Sequence[int],
        melds: Sequence[Counts] = (),
        *,
        counter: Counter | None = None,
        bounds: Bounds = FREE,
        count_left: int = 0,
        most_left: int | None = None,
        finish: bool = False,
        shown: tuple[int, int] | None = None,
        work: int | None = None,
    ) -> None:
        """Search all ways."""
        self._shown = shown
        self._tables = tables
        self.hand = hand
        self._bounds = bounds
        self._barred_last = never_thrown(tables, bounds)
        self._finish = finish
        self._work = work
        self.most_left = most_left
        self._count_left = count_left if most_left is None else most_left + 1
        self.counter = counter or Counter(tables, quota=False, first=False)
        self.held_wilds = sum(hand[kind] for kind in tables.wild_kinds)
        self.lowest = 0
        self._steps: list[tuple[int, int, dict[Option, Portions]]] = []
        stuck = sum(
            count
            for kind, count in enumerate(hand)
            if count and not tables.meldable[kind] and not tables.wild[kind]
        )
        none = cheap(tables, 0)
        start = Reached(
            none,
            min(stuck, self._count_left),
            (stuck, *none) if finish else (),
            self.counter.none(),
            False,
        )
        never = most_left is not None and stuck > most_left
        never |= finish and (stuck > 1 or self._is_caught())
        self._layers: list[dict[Reached, int]] = [{} if never else {start: 1}]
        self._search(melds)
        self.ways = self._layers[-1]

    def _search(self, melds: Sequence[Counts]) -> None:
        """Go through the ranks."""
        for rank in self._ranks(melds):
            self._add(rank, melds)

    def _is_caught(self) -> bool:
        """Whether a card is held that can neither be laid nor be the last discard."""
        tables = self._tables
        return any(
            count and self._barred_last[kind]
            for kind, count in enumerate(self.hand)
            if not tables.meldable[kind] and not tables.wild[kind]
        )

    def _ranks(self, melds: Sequence[Counts]) -> list[int]:
        lying = {meld[0] for meld in melds}
        ranks = [
            kind for kind in self._tables.rank_kinds if self.hand[kind] or kind in lying
        ]
        if WILD_RANK in lying or (self.held_wilds and self._tables.wild_melds):
            ranks.append(WILD_RANK)
        return ranks

    def _held(self, rank: int) -> int:
        return 0 if rank == WILD_RANK else self.hand[rank]

    def _worth(self, rank: int, option: Option) -> int:
        if not option.naturals:
            return option.bonus
        return option.naturals * self._tables.opening_points[rank] + option.bonus

    def _add(self, rank: int, melds: Sequence[Counts]) -> None:
        """Combine what was reached so far with every way to lay cards of ``rank``."""
        fewest = 0 if self.most_left is None else self._held(rank) - self.most_left
        options = self._options(rank, melds, fewest)
        lowest = min((self._worth(rank, option) for option in options), default=0)
        reached: dict[Reached, int] = {}
        before = self._layers[-1]
        if self._work is not None:
            self._work -= len(before) * len(options)
            if self._work < 0:
                raise TooMany
        moves = [
            (option, bool(portions), self._worth(rank, option) - lowest)
            for option, portions in options.items()
        ]
        for start, sums in before.items():
            free = self.held_wilds - start.wilds[0]
            for option, some, worth in moves:
                if option.wilds[0] > free:
                    continue
                after = self._after(start, option, rank, some=some)
                if after is not None:
                    reached[after] = reached.get(after, 0) | sums << worth
        self.lowest += lowest
        self._steps.append((rank, lowest, options))
        self._layers.append(reached)

    def _options(
        self, rank: int, melds: Sequence[Counts], fewest: int
    ) -> dict[Option, Portions]:
        """Return every way to lay at least so many naturals of a rank."""
        held = self._held(rank)
        ways = RankOptions(
            self._tables,
            rank,
            (held, self.held_wilds),
            [(i, m[1], m[2]) for i, m in enumerate(melds) if m[0] == rank],
            counter=self.counter,
            bounds=self._bounds,
            most_later=self.most_left if self._finish else None,
        )
        return {
            option: portions
            for option, portions in ways.found.items()
            if option.naturals >= fewest and self._shows(rank, portions)
        }

    def _shows(self, rank: int, portions: Portions) -> bool:
        if self._shown is None or self._shown[0] != rank:
            return True
        least = self._shown[1]
        return any(
            portion.meld == NO_MELD and portion.naturals >= least
            for portion in portions
        )

    def _after(
        self, before: Reached, option: Option, rank: int, *, some: bool
    ) -> Reached | None:
        used = option.wilds
        wilds = before.wilds
        if used[0]:
            wilds = tuple(map(add, wilds, used))
            if wilds[0] > self.held_wilds:
                return None
        kept = self._held(rank) - option.naturals
        left = before.left
        if kept and left < self._count_left:
            left = min(left + kept, self._count_left)
        if self.most_left is not None and left > self.most_left:
            return None
        after = before.after
        if self._finish:
            here = kept - option.later
            if here and (here + after[0] > 1 or self._barred_last[rank]):
                return None
            if here or option.after[0]:
                later = map(add, after[1:], option.after)
                after = (after[0] + here, *later)
            if wilds[0] + after[1] > self.held_wilds:
                return None
        marks = self.counter.sum(before.marks, option.marks)
        return Reached(wilds, left, after, marks, before.some or some, before.chains)

    def left(self, reached: Reached) -> int:
        """Return how many cards stay in the hand, counted up to the limit."""
        kept = reached.left + self.held_wilds - reached.wilds[0]
        return min(kept, self._count_left)

    def points(self, sums: int) -> int:
        """Return the most points of naturals and bonuses among some sums."""
        return sums.bit_length() - 1 + self.lowest

    def least(self, sums: int, wanted: int) -> int | None:
        """Return the fewest such points that are enough, if any are."""
        skipped = max(wanted - self.lowest, 0)
        enough = sums >> skipped
        if not enough:
            return None
        return skipped + (enough & -enough).bit_length() - 1 + self.lowest

    def groups(
        self,
        state: State,
        side: int,
        reached: Reached,
        points: int,
        wilds: Sequence[int],
    ) -> tuple[Group, ...]:
        """Return the groups of one way that comes to ``reached`` with these points.

        Args:
            state: The position.
            side: The side that lays.
            reached: What is reached.
            points: The points of its naturals and bonuses.
            wilds: The wilds that are laid (kinds).
        """
        return groups_of_portions(state, side, self.trace(reached, points), wilds)

    def trace(self, reached: Reached, points: int) -> Portions:
        """Return one way that comes to ``reached`` with these points."""
        portions: Portions = ()
        place = points - self.lowest
        for step in range(len(self._steps), 0, -1):
            rank, lowest, options = self._steps[step - 1]
            layer = self._layers[step - 1]
            reached, place, more = self._back(
                layer, options, (reached, place), rank, lowest
            )
            portions = more + portions
        return portions

    def _back(
        self,
        layer: dict[Reached, int],
        options: dict[Option, Portions],
        target: tuple[Reached, int],
        rank: int,
        lowest: int,
    ) -> tuple[Reached, int, Portions]:
        reached, place = target
        for option, portions in options.items():
            rest = place - self._worth(rank, option) + lowest
            if rest < 0 or option.wilds[0] > reached.wilds[0]:
                continue
            for before, sums in layer.items():
                if sums >> rest & 1:
                    after = self._after(before, option, rank, some=bool(portions))
                    if after == reached:
                        return before, rest, portions
        raise AssertionError("what was reached was reached from somewhere")


def wild_choices(
    tables: Tables, hand: Sequence[int], *, every: bool = False
) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    """Return for each number of wilds the choices: points, how many of each kind.

    Of choices worth the same in every respect one is given, or all if ``every``. The
    choices of a number are sorted by their points.
    """
    kinds = tables.wild_kinds
    found: dict[object, tuple[int, int, tuple[int, ...]]] = {(): (0, 0, ())}
    for at, kind in enumerate(kinds):
        more: dict[object, tuple[int, int, tuple[int, ...]]] = {}
        rest = (0,) * (len(kinds) - at - 1)
        for count, worth, used in found.values():
            for n in range(hand[kind] + 1):
                now = (*used, n)
                points = worth + n * tables.opening_points[kind]
                alike = now if every else (points, graded(tables, (*now, *rest)))
                more.setdefault(alike, (count + n, points, now))
        found = more
    choices: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for count, worth, used in found.values():
        choices.setdefault(count, []).append((worth, used))
    for some in choices.values():
        some.sort()
    return choices
