"""What melds come to beside their points: books, and what a first lay must hold."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

from handfoot.play import exits
from handfoot.play.books import nature, places_filled
from handfoot.play.demands import Demand, meets
from handfoot.play.tables import Tables
from handfoot.rules.book_kinds import ANY_KIND
from handfoot.rules.language.words import kinds_of

Marks = tuple[int, ...]

# Marks beside the places for books.
HELD, ALONE, MELDS, OWN, LATE, GROWN = (
    "held",
    "alone",
    "melds",
    "own",
    "late",
    "grown",
)


class Counter:
    """What is counted of melds beside their points.

    Args:
        tables: Rules of the side.
        quota: Whether books are counted for going out.
        first: Whether it is a side's first lay, of which more than points may be asked.
        demands: What its single melds must be; by default what the rules say.

    Attributes:
        names: The marks: places for books, then those that only a first lay has.
        most: How many of each could still matter.
        places: Places for books that matter for going out.
        demands: What single melds of a first lay must be.
    """

    __slots__ = ("_first", "_late", "_tables", "demands", "most", "names", "places")

    def __init__(
        self,
        tables: Tables,
        *,
        quota: bool,
        first: bool,
        demands: Sequence[Demand] | None = None,
    ) -> None:
        """Count what the rules of the side ask about."""
        self._tables = tables
        if demands is None:
            demands = tables.demands if first else ()
        self.demands = demands
        words = tables.book.melds.going_out_only
        self._late = kinds_of(words, frozenset(tables.wild_kinds))
        self._first = first
        self.places, self.most = exits.quota_places(tables) if quota else ((), ())
        rule = tables.book
        extra: list[tuple[str, int]] = []
        if first:
            extra += [(f"{HELD} {n}", 1) for n in range(len(self.demands))]
            extra += [(ALONE, 1), (MELDS, 2)] if rule.opening.or_book else []
            extra += [(OWN, 1)] if tables.needs_own_book else []
            extra += [(LATE, 1), (GROWN, 1)] if rule.melds.going_out_only else []
        self.names = (*self.places, *(name for name, _ in extra))
        self.most += tuple(most for _, most in extra)

    def none(self) -> Marks:
        """Return what nothing comes to."""
        return (0,) * len(self.names)

    @property
    def alone(self) -> int:
        """What one meld must be worth toward the opening, 0 if none must (points)."""
        return max((demand.points for demand in self.demands), default=0)

    def holds_all(self, marks: Marks) -> bool:
        """Whether every demand on single melds is met."""
        at = len(self.places)
        return all(marks[at : at + len(self.demands)])

    def of(
        self,
        rank: int,
        now: tuple[int, int],
        then: tuple[int, int],
        points: int = 0,
    ) -> Marks:
        """Return what a meld of ``rank`` comes to.

        Args:
            rank: Its rank.
            now: Naturals and wilds after the play, zeros if it is begun only later.
            then: Naturals and wilds once the cards laid later lie.
            points: What it is worth at least toward the opening, where that matters.
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
            for n, demand in enumerate(self.demands):
                held = sum(now) > 0 and meets(tables, demand, rank, now, points)
                found[f"{HELD} {n}"] = held
            found[ALONE] = done and self._is(rank, now, rule.or_book)
            found[MELDS] = sum(now) > 0
            found[OWN] = done
            found[LATE] = sum(now) > 0 and rank in self._late
            found[GROWN] = now != then
        return tuple(int(found.get(name, 0)) for name in self.names)

    def lying(self, rank: int, then: tuple[int, int], *, grown: bool) -> Marks:
        """Return what a meld comes to that takes no card in a first lay.

        Args:
            rank: Its rank.
            then: Naturals and wilds once the cards laid later lie.
            grown: Whether any are.
        """
        found: dict[str, int] = {GROWN: grown}
        if self.places and sum(then) >= self._tables.size:
            found.update(places_filled(self._tables, ((rank, *then),)))
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
        if not any(other):
            return one
        return tuple(map(min, map(add, one, other), self.most))

    def value(self, marks: Marks, name: str) -> int:
        """Return one of the marks, 0 where it is not counted."""
        return marks[self.names.index(name)] if name in self.names else 0
