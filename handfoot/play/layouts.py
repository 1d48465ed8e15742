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

from collections.abc import Iterator, Sequence
from operator import add
from typing import NamedTuple

from handfoot.play import exits
from handfoot.play.books import nature, places_filled
from handfoot.play.exits import FREE, Bounds, Counts, Portion
from handfoot.play.floors import Grades, cheapest, graded, worths
from handfoot.play.state import NO_MELD, WILD_RANK
from handfoot.play.tables import Tables
from handfoot.rules.books import ANY_KIND
from handfoot.rules.language.words import kinds_of

Marks = tuple[int, ...]
Portions = tuple[Portion, ...]

# Marks beside the places for books.
HOLDS, ALONE, MELDS, OWN, LATE, GROWN = (
    "holds",
    "alone",
    "melds",
    "own",
    "late",
    "grown",
)


class TooMany(Exception):  # noqa: N818  # not an error, a search given up
    """There is more to try than people would wait for."""


class Reached(NamedTuple):
    """What some ranks together have come to.

    Attributes:
        wilds: The wilds that were spent, by grade, each as cheap as can be.
        left: Naturals that stay in the hand, counted up to the limit that matters.
        after: Of these, how many are discarded at the end, then the wilds, by grade,
            that are laid after this play; empty unless going out is looked at.
        marks: What the melds come to (see ``Counter``), counted as far as it matters.
        some: Whether any card is laid.
    """

    wilds: Grades
    left: int
    after: tuple[int, ...]
    marks: Marks
    some: bool


class _Option(NamedTuple):
    """One way to lay cards of one rank, or some melds of it."""

    naturals: int
    later: int
    wilds: Grades
    after: Grades
    marks: Marks
    bonus: int


class _Shape(NamedTuple):
    """One new meld: what it adds, the stage it leaves, and what is laid now, if any."""

    option: _Option
    stage: int
    portion: Portions


# How far the melds of a rank have come: all are books, all will be once the cards laid
# later lie, or one is open and no other may be begun.
_BOOKS, _LATER, _OPEN = range(3)


class Counter:
    """What is counted of melds beside their points.

    Args:
        tables: Rules of the side.
        quota: Whether books are counted for going out.
        first: Whether it is a side's first lay, of which more than points may be asked.

    Attributes:
        names: The marks: places for books, then those that only a first lay has.
        most: How many of each could still matter.
        places: Places for books that matter for going out.
    """

    __slots__ = ("_first", "_late", "_tables", "most", "names", "places")

    def __init__(self, tables: Tables, *, quota: bool, first: bool) -> None:
        """Count what the rules of the side ask about."""
        self._tables = tables
        words = tables.book.melds.going_out_only
        self._late = kinds_of(words, frozenset(tables.wild_kinds))
        self._first = first
        self.places, self.most = exits.quota_places(tables) if quota else ((), ())
        rule = tables.book
        extra: list[tuple[str, int]] = []
        if first:
            extra += [(HOLDS, 1)] if rule.opening.must_hold else []
            extra += [(ALONE, 1), (MELDS, 2)] if rule.opening.or_book else []
            extra += [(OWN, 1)] if rule.foot.trigger != "empty" else []
            extra += [(LATE, 1), (GROWN, 1)] if rule.melds.going_out_only else []
        self.names = (*self.places, *(name for name, _ in extra))
        self.most += tuple(most for _, most in extra)

    def none(self) -> Marks:
        """Return what nothing comes to."""
        return (0,) * len(self.names)

    def of(self, rank: int, now: tuple[int, int], then: tuple[int, int]) -> Marks:
        """Return what a meld of ``rank`` comes to.

        Args:
            rank: Its rank.
            now: Naturals and wilds after the play, zeros if it is begun only later.
            then: Naturals and wilds once the cards laid later lie.
        """
        if not self.names:
            return ()
        tables = self._tables
        found: dict[str, int] = {}
        if self.places and sum(then) >= tables.size:
            found.update(places_filled(tables, ((rank, *then),)))
        if self._first:
            rule = tables.book.opening
            done = sum(now) >= tables.size
            found[HOLDS] = done and self._is(rank, now, rule.must_hold)
            found[ALONE] = done and self._is(rank, now, rule.or_book)
            found[MELDS] = sum(now) > 0
            found[OWN] = done
            found[LATE] = sum(now) > 0 and rank in self._late
            found[GROWN] = now != then
        return tuple(int(found.get(name, 0)) for name in self.names)

    def _is(self, rank: int, meld: tuple[int, int], names: Sequence[str]) -> bool:
        name = self._tables.book_name[rank][nature(*meld)]
        return name in names or ANY_KIND in names

    def bonus(self, rank: int, meld: tuple[int, int]) -> int:
        """Return the points of a book that count toward the opening."""
        tables = self._tables
        counts = self._first and tables.book.opening.bonuses_count
        if not counts or sum(meld) < tables.size:
            return 0
        name = tables.book_name[rank][nature(*meld)]
        return 0 if name is None else tables.book.books.kinds[name].bonus

    def sum(self, one: Marks, other: Marks) -> Marks:
        """Return both together; more than could matter is no better."""
        if not one:
            return one
        return tuple(map(min, map(add, one, other), self.most))

    def value(self, reached: Reached, name: str) -> int:
        """Return one of the marks, 0 where it is not counted."""
        return reached.marks[self.names.index(name)] if name in self.names else 0


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
            the last one discarded; only for a side without melds.
        shown: A rank and how many naturals of it one new meld must hold, if any.
        work: Steps of the search after which it is given up, if given.

    Attributes:
        ways: Sums of points of naturals and bonuses (one bit each, counted from
            ``lowest``), by what is reached.
        lowest: The points for which the lowest bit stands.
        held_wilds: Wilds held.
        counter: What is counted beside points.

    Raises:
        TooMany: the search was given up.
    """

    __slots__ = (
        "_bounds",
        "_count_left",
        "_finish",
        "_hand",
        "_layers",
        "_shown",
        "_steps",
        "_tables",
        "_work",
        "counter",
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
        self._hand = hand
        self._bounds = bounds
        self._finish = finish
        self._work = work
        self.most_left = most_left
        self._count_left = count_left if most_left is None else most_left + 1
        self.counter = counter or Counter(tables, quota=False, first=False)
        self.held_wilds = sum(hand[kind] for kind in tables.wild_kinds)
        self.lowest = 0
        self._steps: list[tuple[int, int, dict[_Option, Portions]]] = []
        stuck = sum(
            count
            for kind, count in enumerate(hand)
            if count and not tables.meldable[kind] and not tables.wild[kind]
        )
        none = self._grades(0)
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
        for rank in self._ranks(melds):
            self._add(rank, melds)
        self.ways = self._layers[-1]

    def _is_caught(self) -> bool:
        """Whether a card is held that can neither be laid nor be the last discard."""
        tables = self._tables
        return any(
            count and tables.barred_last[kind]
            for kind, count in enumerate(self._hand)
            if not tables.meldable[kind] and not tables.wild[kind]
        )

    def _grades(self, wilds: int) -> Grades:
        """Return so many of the cheapest wilds, by grade."""
        return (wilds,) + (0,) * (len(worths(self._tables)) - 1)

    def _ranks(self, melds: Sequence[Counts]) -> list[int]:
        lying = {meld[0] for meld in melds}
        ranks = [
            kind
            for kind in self._tables.rank_kinds
            if self._hand[kind] or kind in lying
        ]
        if WILD_RANK in lying or (self.held_wilds and self._tables.wild_melds):
            ranks.append(WILD_RANK)
        return ranks

    def _held(self, rank: int) -> int:
        return 0 if rank == WILD_RANK else self._hand[rank]

    def _worth(self, rank: int, option: _Option) -> int:
        if not option.naturals:
            return option.bonus
        return option.naturals * self._tables.opening_points[rank] + option.bonus

    def _add(self, rank: int, melds: Sequence[Counts]) -> None:
        """Combine what was reached so far with every way to lay cards of ``rank``."""
        held = self._held(rank)
        here = [(i, m[1], m[2]) for i, m in enumerate(melds) if m[0] == rank]
        fewest = 0 if self.most_left is None else held - self.most_left
        options = {
            option: portions
            for option, portions in self._options(rank, here, held).items()
            if option.naturals >= fewest and self._shows(rank, portions)
        }
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
            for option, some, worth in moves:
                after = self._after(start, option, rank, some=some)
                if after is not None:
                    reached[after] = reached.get(after, 0) | sums << worth
        self.lowest += lowest
        self._steps.append((rank, lowest, options))
        self._layers.append(reached)

    def _shows(self, rank: int, portions: Portions) -> bool:
        if self._shown is None or self._shown[0] != rank:
            return True
        least = self._shown[1]
        return any(
            portion.meld == NO_MELD and portion.naturals >= least
            for portion in portions
        )

    def _after(
        self, before: Reached, option: _Option, rank: int, *, some: bool
    ) -> Reached | None:
        wilds = tuple(map(add, before.wilds, option.wilds))
        if wilds[0] > self.held_wilds:
            return None
        kept = self._held(rank) - option.naturals
        left = min(before.left + kept, self._count_left)
        if self.most_left is not None and left > self.most_left:
            return None
        after: tuple[int, ...] = ()
        if self._finish:
            here = kept - option.later
            thrown = before.after[0] + here
            later = map(add, before.after[1:], option.after)
            after = (thrown, *later)
            if (
                thrown > 1
                or (here and self._tables.barred_last[rank])
                or wilds[0] + after[1] > self.held_wilds
            ):
                return None
        marks = self.counter.sum(before.marks, option.marks)
        return Reached(wilds, left, after, marks, before.some or some)

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
        options: dict[_Option, Portions],
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

    # -- one rank ---------------------------------------------------------------------

    def _options(
        self, rank: int, melds: Sequence[tuple[int, int, int]], held: int
    ) -> dict[_Option, Portions]:
        """Return every way to lay up to ``held`` naturals of a rank, with any wilds."""
        zero = self._grades(0)
        none = _Option(0, 0, zero, zero if self._finish else (), self.counter.none(), 0)
        stages: dict[tuple[_Option, int], Portions] = {(none, _BOOKS): ()}
        for meld in melds:
            stages = self._grow(rank, meld, held, stages)
        found: dict[_Option, Portions] = {}
        for (option, _), portions in stages.items():
            found.setdefault(option, portions)
        if rank not in self._bounds.barred or melds:
            self._start(rank, held, stages, found, most=self._most_new(len(melds)))
        return found

    def _most_new(self, lying: int) -> int:
        """Return how many new melds of a rank may be begun beside ``lying`` ones."""
        rule = self._tables.book.melds
        most = sum(self._hand) if rule.books_of_rank is None else rule.books_of_rank
        return min(most, 1 if rule.per_rank == "one" else most) - lying

    def _grow(
        self,
        rank: int,
        meld: tuple[int, int, int],
        held: int,
        before: dict[tuple[_Option, int], Portions],
    ) -> dict[tuple[_Option, int], Portions]:
        """Let one meld on the table take cards, in every way."""
        tables = self._tables
        place, have, wild = meld
        added = self._bounds.added
        several = tables.book.melds.per_rank == "several"
        after: dict[tuple[_Option, int], Portions] = {}
        for a in range(held + 1):
            for b in range(self.held_wilds + 1):
                if not exits.may_grow(tables, rank, (have, wild), a, b) or (
                    b and added and not exits.may_add(tables, added[place] + b)
                ):
                    continue
                now = (have + a, wild + b)
                marks = self.counter.of(rank, now, now)
                more = _Option(a, 0, self._grades(b), (), marks, 0)
                is_open = sum(now) < tables.size and not several
                laid = (Portion(place, rank, a, b),) if a or b else ()
                for (option, stage), portions in before.items():
                    both = self._both(option, more, held)
                    if both is not None:
                        key = (both, _OPEN if is_open else stage)
                        after.setdefault(key, portions + laid)
        return after

    def _both(self, one: _Option, other: _Option, held: int) -> _Option | None:
        wilds = tuple(map(add, one.wilds, other.wilds))
        after = tuple(map(add, one.after, other.after))
        naturals, later = one.naturals + other.naturals, one.later + other.later
        spent = wilds[0] + (after[0] if after else 0)
        if naturals + later > held or spent > self.held_wilds:
            return None
        marks = self.counter.sum(one.marks, other.marks)
        return _Option(naturals, later, wilds, after, marks, one.bonus + other.bonus)

    def _start(
        self,
        rank: int,
        held: int,
        begun: dict[tuple[_Option, int], Portions],
        found: dict[_Option, Portions],
        *,
        most: int,
    ) -> None:
        """Add to ``found`` up to ``most`` new melds of a rank.

        Each but the last is a book, unless several may be open at a time.
        """
        shapes = list(self._shapes(rank, held))
        seen = set(begun)
        for _ in range(most):
            further: dict[tuple[_Option, int], Portions] = {}
            for (option, stage), portions in begun.items():
                for shape in shapes:
                    if stage > (_BOOKS if shape.portion else _LATER):
                        continue
                    both = self._both(option, shape.option, held)
                    if both is None:
                        continue
                    laid = portions + shape.portion
                    found.setdefault(both, laid)
                    key = (both, max(stage, shape.stage))
                    if key not in seen:
                        seen.add(key)
                        if key[1] != _OPEN:
                            further[key] = laid
            begun = further
            if not begun:
                return

    def _shapes(self, rank: int, held: int) -> Iterator[_Shape]:
        """Yield the new melds of a rank, and how they may grow later in the turn."""
        tables = self._tables
        for a in range(0 if rank == WILD_RANK else 1, held + 1):
            for b in range(self.held_wilds + 1):
                if exits.is_new_meld(tables, rank, a, b):
                    for wilds in cheapest(tables, rank, a, b):
                        yield from self._new(rank, (a, b), wilds, held)

    def _new(
        self, rank: int, meld: tuple[int, int], wilds: Grades, held: int
    ) -> Iterator[_Shape]:
        tables = self._tables
        size = tables.size
        several = tables.book.melds.per_rank == "several"
        laid = (Portion(NO_MELD, rank, *meld),)
        bonus = self.counter.bonus(rank, meld)
        for a, b in self._later(rank, meld, held):
            then = (meld[0] + a, meld[1] + b)
            marks = self.counter.of(rank, meld, then)
            after = self._grades(b) if self._finish else ()
            stage = _BOOKS
            if not several and sum(meld) < size:
                stage = _LATER if sum(then) >= size else _OPEN
            option = _Option(meld[0], a, wilds, after, marks, bonus)
            # What is open now may still be a book before a later meld is begun.
            yield _Shape(option, stage, laid)
        if self._finish and self.most_left is not None and sum(meld) <= self.most_left:
            marks = self.counter.of(rank, (0, 0), meld)
            stage = _LATER if several or sum(meld) >= size else _OPEN
            option = _Option(0, meld[0], self._grades(0), wilds, marks, 0)
            yield _Shape(option, stage, ())

    def _later(
        self, rank: int, meld: tuple[int, int], held: int
    ) -> Iterator[tuple[int, int]]:
        """Yield the cards that a new meld may take later in the turn."""
        yield 0, 0
        if not self._finish or self.most_left is None:
            return
        tables = self._tables
        most_naturals = min(self.most_left, held - meld[0])
        for a in range(most_naturals + 1):
            for b in range(min(self.most_left - a, self.held_wilds - meld[1]) + 1):
                if (
                    (a or b)
                    and exits.may_grow(tables, rank, meld, a, b)
                    and exits.may_add(tables, meld[1] + b)
                ):
                    yield a, b


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
