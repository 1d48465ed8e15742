"""First lays: which a hand allows, exactly, under every rule that decides on one.

A lay opens by its points, by a book it holds, or by using up the packet; and it may
have to leave cards, or to be part of a way out. All of that is counted by one search
(``handfoot.play.layouts``), so the best and the cheapest first lay are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from handfoot.play import exits, finishing, floors, going_out, turn_bounds
from handfoot.play.actions import Group
from handfoot.play.demands import Demand
from handfoot.play.foot import in_last
from handfoot.play.layouts import Layouts, Reached, TooMany, wild_choices
from handfoot.play.marks import ALONE, GROWN, LATE, MELDS, OWN, Counter
from handfoot.play.offers import wild_list
from handfoot.play.runs.exits import layouts_of
from handfoot.play.runs.run import lying
from handfoot.play.state import GRANTED, State
from handfoot.play.turn_bounds import Bounds
from handfoot.rules.language.words import kinds_of

# Steps of a search for whole ways out, before only those are looked at that leave fewer
# cards for a second play: some hundredths of a second.
_MOST_WORK: Final = 50_000


@attrs.frozen
class First:
    """One first lay, not yet spelt out.

    Attributes:
        points: What it counts toward the minimum (points).
        wilds: Wilds in it.
        opens: Whether it is enough; then it is legal.
    """

    points: int
    wilds: int
    opens: bool
    _layouts: Layouts
    _reached: Reached
    _natural: int
    _used: tuple[int, ...]

    def groups(self, state: State, side: int) -> tuple[Group, ...]:
        """Return the groups of the lay."""
        wilds = wild_list(state.tables[side].wild_kinds, self._used)
        return self._layouts.groups(state, side, self._reached, self._natural, wilds)


class FirstLays:
    """The first lays that a seat could make now with the cards it holds.

    Args:
        state: A position in which the seat has the turn and its side has not opened.
        seat: The seat.
        out: Whether only first lays are wanted that lead out this turn.
        demands: What single melds must be; by default what the rules say.

    Attributes:
        found: The lays worth most and those just enough, of every sort; legal but for
            their points, the legal ones marked.
        exact: Whether nothing better or cheaper can have been missed.
    """

    def __init__(
        self,
        state: State,
        seat: int,
        *,
        out: bool = False,
        demands: Sequence[Demand] | None = None,
    ) -> None:
        """Search all first lays."""
        self._demands = demands
        self._state = state
        self._seat = seat
        side = seat % state.sides
        self._tables = tables = state.tables[side]
        self._hand = state.hands[seat]
        self._last = in_last(state, seat)
        # They are a partner's, where every player opens alone.
        self._melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
        self._late = bool(tables.book.melds.going_out_only)
        self._bounds = _bounds(state, side, last=self._last)
        self._barred_last = turn_bounds.never_thrown(tables, self._bounds)
        self._out = out
        self._known: dict[bool, dict[int, list[tuple[int, tuple[int, ...]]]]] = {}
        self.exact = True
        self.found: list[First] = []
        floats = self._last and tables.book.going_out.may_float
        granted = state.permission == GRANTED
        free = not (self._last and granted)
        if free and not out:
            self.found += self._keeping(floats=floats)
        if self._last and (out or granted or not floats):
            self.found += self._finishing()

    def _keeping(self, *, floats: bool) -> Iterator[First]:
        """Yield first lays after which the player keeps cards enough, if need be."""
        tables = self._tables
        rule = tables.book
        keep = 0 if floats else tables.keep
        if not self._last:
            waits = tables.needs_own_book and not self._state.own_book[self._seat]
            keep = tables.keep if waits else 0
        barred = not self._last and rule.foot.after_meld == "not_allowed"
        empties = rule.opening.waived != "never"
        counted = max(keep, 1 if barred or empties else 0, 2 if self._late else 0)
        layouts = self._layouts(count_left=counted, quota=self._late)
        for reached in layouts.ways:
            left = layouts.left(reached)
            enough = left >= keep or (
                not self._last and layouts.counter.value(reached.marks, OWN)
            )
            if not enough or (barred and not left) or not reached.some:
                continue
            if self._is_timely(layouts, reached, left):
                yield from self._ways(layouts, reached)

    def _is_timely(self, layouts: Layouts, reached: Reached, left: int) -> bool:
        """Whether ranks are laid that only a play that goes out may lay, if it does."""
        if not layouts.counter.value(reached.marks, LATE):
            return True
        last_card = self._tables.book.going_out.last_card
        dearest = max(self._tables.points) if left else 0
        if self._bounds.spare < dearest:
            # It may be enough, by which card is left; that is not looked at.
            self.exact &= self._bounds.spare < 0
            return False
        return (
            left <= 1
            and last_card != ("meld" if left else "discard")
            and not self._is_hindered()
            and not layouts.counter.value(reached.marks, GROWN)
            and exits.is_enough(
                self._tables,
                layouts.counter.places,
                reached.marks[: _places(layouts)],
                self._bounds,
            )
        )

    def _is_hindered(self) -> bool:
        """Whether more than books keeps the seat from going out."""
        found = going_out.blockers(self._state, self._seat, ())
        return any(refusal.code not in going_out.NOT_YET for refusal in found)

    def _finishing(self) -> Iterator[First]:
        """Yield first lays from which the player can, and must, go out this turn."""
        granted = self._state.permission == GRANTED
        if not (granted or self._out) and self._is_hindered():
            return
        tables = self._tables
        melds = self._melds
        if not exits.enough_cards(tables, self._hand, melds) or self._bounds.spare < 0:
            return
        few = tables.keep - 1
        most = sum(self._hand) if granted or self._out else few
        layouts = self._finishes(most) or self._finishes(few) or self._finishes(1)
        if layouts is None:
            return
        places = _places(layouts)
        for reached in layouts.ways:
            left = layouts.left(reached)
            done = reached.marks[:places]
            if (
                reached.some
                and exits.is_enough(tables, layouts.counter.places, done, self._bounds)
                and self._is_timely(layouts, reached, left)
            ):
                yield from self._ways(layouts, reached, every=True)

    def _finishes(self, most_left: int) -> Layouts | None:
        """Return first lays that lead out and leave so many cards, if not too many."""
        try:
            return self._layouts(
                most_left=most_left, quota=True, finish=True, work=_MOST_WORK
            )
        except TooMany:
            self.exact = False
            return None

    def _layouts(self, *, quota: bool, **how: Any) -> Layouts:
        demands = self._demands
        counter = Counter(self._tables, quota=quota, first=True, demands=demands)
        return layouts_of(
            self._tables,
            self._state.cards[self._seat],
            self._melds,
            counter=counter,
            bounds=self._bounds,
            **how,
        )

    # -- points and wilds -------------------------------------------------------------

    def _ways(
        self, layouts: Layouts, reached: Reached, *, every: bool = False
    ) -> Iterator[First]:
        """Yield the dearest and the cheapest sufficient lay of those alike."""
        wanted = self._wanted(layouts, reached)
        if wanted is None:
            return
        sums = layouts.ways[reached]
        wilds = reached.wilds[0]
        top = layouts.points(sums)
        for worth, used in self._choices(every=every)[wilds]:
            if not self._will_do(reached, used):
                continue
            least = layouts.least(sums, wanted - worth)
            for natural in {top, top if least is None else least}:
                points = natural + worth
                yield First(
                    points, wilds, points >= wanted, layouts, reached, natural, used
                )

    def _choices(self, *, every: bool) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
        if every not in self._known:
            self._known[every] = wild_choices(self._tables, self._hand, every=every)
        return self._known[every]

    def _wanted(self, layouts: Layouts, reached: Reached) -> int | None:
        """Return the points that are enough, ``None`` when no points are."""
        rule = self._tables.book.opening
        counter, marks = layouts.counter, reached.marks
        if rule.waived == "when_packet_empties" and not layouts.left(reached):
            return layouts.lowest
        if counter.value(marks, MELDS) == 1 and counter.value(marks, ALONE):
            return layouts.lowest
        if not counter.holds_all(marks):
            return None
        return layouts.lowest if counter.alone else self._tables.wanted

    def _will_do(self, reached: Reached, used: tuple[int, ...]) -> bool:
        """Whether these wilds keep the floors, and the rest can leave if it must."""
        tables = self._tables
        if not floors.suffice(floors.graded(tables, used), reached.wilds):
            return False
        if not reached.after:
            return True
        thrown, *needed = reached.after
        rest = [self._hand[k] - n for k, n in zip(tables.wild_kinds, used, strict=True)]
        wilds = sum(rest) - needed[0]
        if not 0 <= wilds <= 1 - thrown:
            return False
        last_card = tables.book.going_out.last_card
        if last_card == ("meld" if thrown + wilds else "discard"):
            return False
        if not wilds:
            return floors.suffice(floors.graded(tables, rest), tuple(needed))
        return any(
            floors.suffice(floors.graded(tables, less), tuple(needed))
            for less in self._without_one(rest)
        )

    def _without_one(self, wilds: Sequence[int]) -> Iterator[list[int]]:
        """Yield what is left of wilds, by kind, after each last discard of one."""
        for place, kind in enumerate(self._tables.wild_kinds):
            if wilds[place] and not self._barred_last[kind]:
                less = list(wilds)
                less[place] -= 1
                yield less


def _places(layouts: Layouts) -> int:
    return len(layouts.counter.places)


def _bounds(state: State, side: int, *, last: bool) -> Bounds:
    """Return what binds a first lay: ranks burnt, and those not yet to be melded."""
    tables = state.tables[side]
    bounds = turn_bounds.bounds_of(state, side)._replace(untouched=True)
    if last:
        return bounds
    words = tables.book.melds.last_packet_only
    early = kinds_of(words, frozenset(tables.wild_kinds))
    return bounds._replace(barred=bounds.barred | early)


def can_finish(state: State, seat: int) -> bool:
    """Whether a seat in its last packet can go out with the cards it holds now.

    Permission and partners aside; a side that has not opened must open by it.
    """
    side = seat % state.sides
    tables = state.tables[side]
    hand = state.hands[seat]
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    first = not state.opened[side]
    special = first and tables.special_opening and sum(hand) > 1
    if special:
        asked = state.copy()
        asked.permission = GRANTED
        return any(way.opens for way in FirstLays(asked, seat, out=True).found)
    bounds = turn_bounds.bounds_of(state, side)
    least = tables.wanted if first else 0
    if first and tables.book.opening.by == "player":
        # The one card left opens nothing, and goes onto no meld before that.
        least = turn_bounds.NO_LIMIT
    found = finishing.at_once(
        state,
        side,
        hand,
        melds,
        bounds,
        faces=state.cards[seat],
        runs=lying(tables, state.melds[side]) if tables.runs else (),
        least=least,
    )
    return found or (tables.joins and finishing.after_joins(state, seat))
