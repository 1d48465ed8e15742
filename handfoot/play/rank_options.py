"""Every way to lay cards of one rank at once, by what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add
from typing import Final, NamedTuple

from handfoot.play import growing
from handfoot.play.books import counted
from handfoot.play.exits import Portion
from handfoot.play.floors import Grades, cheapest, worths
from handfoot.play.marks import Counter, Marks
from handfoot.play.state import NO_MELD, WILD_RANK
from handfoot.play.tables import Tables
from handfoot.play.turn_bounds import Bounds, has_room

Portions = tuple[Portion, ...]


class Option(NamedTuple):
    """One way to lay cards of one rank, or some melds of it."""

    naturals: int
    later: int
    wilds: Grades
    after: Grades
    marks: Marks
    bonus: int


class _Shape(NamedTuple):
    """One new meld: what it adds, the stage it leaves, and what is laid now, if any.

    It begins with so many naturals, now or later, in none of the stages ``barred``.
    """

    option: Option
    stage: int
    barred: int
    portion: Portions
    naturals: int


# How far the melds of a rank have come: for each number of cards, from one on, whether
# one is open that bars a further meld of so many, now and (the higher bits) once the
# cards laid later lie. Where an open meld bars all others, all are set; longer melds
# than books are barred by that alone.
_SIZES: Final = 15
_NOW: Final = (1 << _SIZES) - 1
_THEN: Final = _NOW << _SIZES
_BOOKS: Final = 0
_OPEN: Final = _NOW | _THEN


class RankOptions:
    """The ways to lay up to so many naturals of one rank, with any wilds.

    Args:
        tables: Rules of the side.
        rank: The rank, or ``WILD_RANK``.
        held: Naturals of the rank, and wilds, that are held.
        counter: What is counted beside points.
        bounds: What else binds the side.
        most_later: How many cards may join the melds, or begin others, later in the
            turn; ``None`` when that is not looked at.

    Attributes:
        found: The groups of each way, as places, naturals and wilds.
    """

    __slots__ = (
        "_bounds",
        "_counter",
        "_held",
        "_most_later",
        "_rank",
        "_tables",
        "_wilds",
        "found",
    )

    def __init__(
        self,
        tables: Tables,
        rank: int,
        held: tuple[int, int],
        melds: Sequence[tuple[int, int, int]],
        *,
        counter: Counter,
        bounds: Bounds,
        most_later: int | None,
    ) -> None:
        """Find every way, beside the melds of the rank that lie there."""
        self._tables = tables
        self._rank = rank
        self._held, self._wilds = held
        self._counter = counter
        self._bounds = bounds
        self._most_later = most_later
        zero = cheap(tables, 0)
        after = () if most_later is None else zero
        none = Option(0, 0, zero, after, counter.none(), 0)
        stages: dict[tuple[Option, int], Portions] = {(none, _BOOKS): ()}
        grow = self._leave if bounds.untouched else self._grow
        for meld in melds:
            stages = grow(meld, stages)
        self.found: dict[Option, Portions] = {}
        for (option, _), portions in stages.items():
            self.found.setdefault(option, portions)
        if rank not in bounds.barred or melds:
            most = self._most_new(len(melds))
            self._start(stages, most=most, first=not melds)

    def _most_new(self, lying: int) -> int:
        """Return how many new melds of a rank may be begun beside ``lying`` ones."""
        rule = self._tables.book.melds
        most = rule.books_of_rank
        if most is None:
            most = self._held + self._wilds
        return min(most, 1 if rule.per_rank == "one" else most) - lying

    def _may_take(self, meld: tuple[int, int, int], a: int, b: int) -> bool:
        """Whether a meld on the table may take so many naturals and wilds."""
        place, have, wild = meld
        room = self._bounds.room
        if room and not has_room(room, place, a, b):
            return False
        return growing.may_grow(self._tables, self._rank, (have, wild), a, b)

    def _grow(
        self,
        meld: tuple[int, int, int],
        before: dict[tuple[Option, int], Portions],
    ) -> dict[tuple[Option, int], Portions]:
        """Let one meld on the table take cards, in every way."""
        tables, rank = self._tables, self._rank
        place, have, wild = meld
        after: dict[tuple[Option, int], Portions] = {}
        for a in range(self._held + 1):
            for b in range(self._wilds + 1):
                if not self._may_take(meld, a, b):
                    continue
                now = counted(tables, rank, (have, wild), (a, b))
                marks = self._counter.of(rank, now, now)
                more = Option(a, 0, cheap(tables, b), (), marks, 0)
                bars = self._bars(sum(now))
                bars |= bars << _SIZES
                laid = (Portion(place, rank, a, b),) if a or b else ()
                for (option, stage), portions in before.items():
                    both = self._both(option, more)
                    if both is not None:
                        after.setdefault((both, stage | bars), portions + laid)
        return after

    def _leave(
        self,
        meld: tuple[int, int, int],
        before: dict[tuple[Option, int], Portions],
    ) -> dict[tuple[Option, int], Portions]:
        """Let one meld on the table take cards later in the turn only."""
        tables, rank = self._tables, self._rank
        _, have, wild = meld
        most = self._most_later or 0
        zero = cheap(tables, 0)
        after: dict[tuple[Option, int], Portions] = {}
        for a in range(min(most, self._held) + 1):
            for b in range(min(most - a, self._wilds) + 1):
                if not self._may_take(meld, a, b):
                    continue
                then = counted(tables, rank, (have, wild), (a, b))
                marks = self._counter.lying(rank, then, grown=bool(a or b))
                wilds = () if self._most_later is None else cheap(tables, b)
                more = Option(0, a, zero, wilds, marks, 0)
                bars = self._bars(have + wild) | self._bars(sum(then)) << _SIZES
                for (option, stage), portions in before.items():
                    both = self._both(option, more)
                    if both is not None:
                        after.setdefault((both, stage | bars), portions)
        return after

    def _both(self, one: Option, other: Option) -> Option | None:
        wilds = tuple(map(add, one.wilds, other.wilds))
        after = tuple(map(add, one.after, other.after))
        naturals, later = one.naturals + other.naturals, one.later + other.later
        spent = wilds[0] + (after[0] if after else 0)
        if naturals + later > self._held or spent > self._wilds:
            return None
        marks = self._counter.sum(one.marks, other.marks)
        return Option(naturals, later, wilds, after, marks, one.bonus + other.bonus)

    def _start(
        self, begun: dict[tuple[Option, int], Portions], *, most: int, first: bool
    ) -> None:
        """Add to ``found`` up to ``most`` new melds of a rank.

        Each but the last is a book, unless several may be open at a time.

        Args:
            begun: What may be done with the melds that lie there.
            most: How many may be begun.
            first: Whether none lies there.
        """
        shapes = list(self._shapes())
        seen = set(begun)
        followers = [
            shape
            for shape in shapes
            if growing.may_follow(self._tables, self._rank, shape.naturals)
        ]
        for number in range(most):
            fitting = shapes if first and not number else followers
            further: dict[tuple[Option, int], Portions] = {}
            for (option, stage), portions in begun.items():
                for shape in fitting:
                    if stage & shape.barred:
                        continue
                    both = self._both(option, shape.option)
                    if both is None:
                        continue
                    laid = portions + shape.portion
                    self.found.setdefault(both, laid)
                    key = (both, stage | shape.stage)
                    if key not in seen:
                        seen.add(key)
                        if key[1] != _OPEN:
                            further[key] = laid
            begun = further
            if not begun:
                return

    def _shapes(self) -> Iterator[_Shape]:
        """Yield the new melds of a rank, and how they may grow later in the turn."""
        tables, rank = self._tables, self._rank
        for a in range(0 if rank == WILD_RANK else 1, self._held + 1):
            for b in range(self._wilds + 1):
                if growing.is_new_meld(tables, rank, a, b):
                    for wilds, points in self._worth((a, b)):
                        yield from self._new((a, b), wilds, points)

    def _worth(self, meld: tuple[int, int]) -> Iterator[tuple[Grades, int]]:
        """Yield wilds for a new meld, and what it is worth with them where it matters.

        First the cheapest, then those with which it is worth what one meld must be.
        """
        tables, rank = self._tables, self._rank
        choices = cheapest(tables, rank, *meld)
        alone = self._counter.alone
        if not alone:
            yield from ((wilds, 0) for wilds in choices)
            return
        yield from ((wilds, alone - 1) for wilds in choices)
        lies = counted(tables, rank, (0, 0), meld)
        least = alone - self._counter.bonus(rank, lies)
        if tables.book.opening.wilds_count:
            choices = cheapest(tables, rank, *meld, least)
        elif (0 if rank == WILD_RANK else meld[0] * tables.points[rank]) < least:
            choices = ()
        yield from ((wilds, alone) for wilds in choices)

    def _new(
        self, meld: tuple[int, int], wilds: Grades, points: int
    ) -> Iterator[_Shape]:
        tables, rank = self._tables, self._rank
        barred = 1 << min(sum(meld), _SIZES) - 1
        laid = (Portion(NO_MELD, rank, *meld),)
        lies = counted(tables, rank, (0, 0), meld)
        bonus = self._counter.bonus(rank, lies)
        for a, b in self._later(lies, meld):
            then = counted(tables, rank, lies, (a, b))
            marks = self._counter.of(rank, lies, then, points)
            after = () if self._most_later is None else cheap(tables, b)
            stage = self._bars(sum(meld)) | self._bars(sum(then)) << _SIZES
            option = Option(meld[0], a, wilds, after, marks, bonus)
            # What is open now may still be a book before a later meld is begun.
            yield _Shape(option, stage, barred, laid, meld[0])
        if self._most_later is not None and sum(meld) <= self._most_later:
            marks = self._counter.of(rank, (0, 0), lies)
            # What is laid now comes first.
            stage = _NOW | self._bars(sum(meld)) << _SIZES
            option = Option(0, meld[0], cheap(tables, 0), wilds, marks, 0)
            yield _Shape(option, stage, barred << _SIZES, (), meld[0])

    def _bars(self, cards: int) -> int:
        """Return which numbers of cards begin no meld beside one of so many."""
        tables = self._tables
        if cards >= tables.size:
            return 0
        return _NOW >> max(0, _SIZES + 1 - max(tables.apart - cards, 1))

    def _later(
        self, lies: tuple[int, int], laid: tuple[int, int]
    ) -> Iterator[tuple[int, int]]:
        """Yield the cards that a new meld may take later in the turn.

        Args:
            lies: Naturals and wilds that count of it.
            laid: Naturals and wilds of which it was made.
        """
        yield 0, 0
        most = self._most_later
        if most is None:
            return
        tables, rank = self._tables, self._rank
        for a in range(min(most, self._held - laid[0]) + 1):
            for b in range(min(most - a, self._wilds - laid[1]) + 1):
                if (
                    (a or b)
                    and growing.may_grow(tables, rank, lies, a, b)
                    and growing.may_add(tables, laid[1] + b)
                ):
                    yield a, b


def cheap(tables: Tables, wilds: int) -> Grades:
    """Return so many of the cheapest wilds, by grade."""
    return (wilds,) + (0,) * (len(worths(tables)) - 1)
