"""Can this hand open, how, and how many points short is it?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from operator import mul
from typing import Final

import attrs

from handfoot.play import lays, opening
from handfoot.play.actions import Lay
from handfoot.play.books import counted
from handfoot.play.firsts import First, FirstLays
from handfoot.play.foot import in_last
from handfoot.play.growing import is_new_meld
from handfoot.play.marks import Counter
from handfoot.play.offers import groups_of_shapes
from handfoot.play.runs.begun import new_runs
from handfoot.play.runs.offers import run_points
from handfoot.play.shaping import splits
from handfoot.play.state import GRANTED, PLAY, WILD_RANK, State
from handfoot.play.tables import Tables
from handfoot.table.answers.turn import as_turn
from handfoot.table.views import View

#: Ways that points alone would allow, tried before all are searched.
_TRIED: Final = 4


@attrs.frozen
class _Found:
    """What a search of all first lays found; see `OpeningAnswer`."""

    possible: bool = False
    best: Lay | None = None
    best_points: int = 0
    cheapest: Lay | None = None
    cheapest_points: int = 0
    short: int = 0
    exact: bool = True


@attrs.frozen(eq=False)
class OpeningAnswer:
    """Whether a hand can open, and how; what tells how is found when asked for.

    Attributes:
        possible: Whether the cards held can open.
        opened: Whether the side has opened already; then nothing else is said, nor
            while nobody may open (``opening.may_open``).
        now: Whether the seat may lay now.
        minimum: What an opening must be worth (points).
    """

    possible: bool
    opened: bool
    now: bool
    minimum: int
    _view: View = attrs.field(repr=False)
    _known: _Found | None = attrs.field(default=None, repr=False)

    @cached_property
    def _found(self) -> _Found:
        return (
            _search(*as_turn(self._view, PLAY)) if self._known is None else self._known
        )

    @property
    def best(self) -> Lay | None:
        """The lay worth most, fewest wilds first, runs that follow each other as one.

        When the hand cannot open it is the best attempt, which lacks nothing but
        points; ``None`` when there is none.
        """
        return self._found.best

    @property
    def best_points(self) -> int:
        """What all of ``best`` counts toward the minimum (points)."""
        return self._found.best_points

    @property
    def cheapest(self) -> Lay | None:
        """The opening worth least, fewest wilds first."""
        return self._found.cheapest

    @property
    def cheapest_points(self) -> int:
        """What all of ``cheapest`` counts toward the minimum (points)."""
        return self._found.cheapest_points

    @property
    def short(self) -> int:
        """How much the best attempt lacks (points).

        In its dearest meld where one meld must reach the minimum alone.
        """
        return self._found.short

    @property
    def exact(self) -> bool:
        """Whether nothing better or cheaper can have been missed.

        Always, but for a large hand after a yes to going out, where the search is cut
        short, and for ranks that are laid only by who goes out
        (``melds.going_out_only``) where that asks for points
        (``going_out.least_melded``); and in the last packet of a player who opens
        beside melds of a partner with which new ones may be joined
        (``melds.may_join``).
        """
        return self._found.exact

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpeningAnswer):
            return NotImplemented
        return self._told() == other._told()

    def __hash__(self) -> int:
        return hash((self.possible, self.opened, self.now, self.minimum))

    def _told(self) -> tuple[object, ...]:
        said = (self.possible, self.opened, self.now, self.minimum)
        return (*said, self._found)

    def __bool__(self) -> bool:
        return self.possible


def can_open(view: View) -> OpeningAnswer:
    """Return whether the hand of this seat can open, the best and the cheapest way.

    Once the partners have agreed that the seat goes out, only ways out are looked at.

    Raises:
        HandfootError: a spectator holds no cards.
    """
    state, seat = as_turn(view, PLAY)
    now = view.turn == seat and view.phase == "play"
    side = seat % state.sides
    tables, opened = state.tables[side], state.opened[side]
    minimum = tables.minimum
    if opened or not tables.book.opening.may_open:
        return OpeningAnswer(False, opened, now, minimum, view, _Found())
    possible, found = _by_points(state, seat), None
    if possible is None:
        found = _search(state, seat)
        possible = found.possible
    return OpeningAnswer(possible, False, now, minimum, view, found)


def _by_points(state: State, seat: int) -> bool | None:
    """Whether a hand can open, if a look at its points tells; else ``None``."""
    side = seat % state.sides
    tables = state.tables[side]
    rule = tables.book
    joins = rule.melds.may_join and state.melds[side]
    # Where a search may miss something, what it finds has the last word.
    inexact = joins or (rule.melds.going_out_only and rule.going_out.least_melded)
    if tables.special_opening or tables.runs or inexact or state.permission == GRANTED:
        return None
    hand = state.hands[seat]
    if opening.best_bound(tables, hand) < tables.wanted:
        return False
    for shapes in islice(opening.ways(tables, hand, tables.wanted), _TRIED):
        if lays.is_legal(state, Lay(groups_of_shapes(state, side, shapes))):
            return True
    return None


def _search(state: State, seat: int) -> _Found:
    """Search all first lays."""
    side = seat % state.sides
    tables = state.tables[side]
    first = FirstLays(state, seat)
    enough = [way for way in first.found if way.opens]
    tries, reached = first.found, 0
    if not enough and tables.book.opening.reached_by == "one_meld":
        tries, reached = _dearest_melds(state, seat)
    best = max(enough or tries, key=_best_first, default=None)
    found = _Found(
        possible=bool(enough),
        best=None if best is None else Lay(best.groups(state, side)),
        best_points=0 if best is None else best.points,
        exact=first.exact and not _may_join(state, seat),
    )
    if not enough:
        reached = reached or found.best_points
        return attrs.evolve(found, short=max(tables.wanted - reached, 0))
    cheapest = min(enough, key=lambda way: (way.points, way.wilds))
    return attrs.evolve(
        found,
        cheapest=Lay(cheapest.groups(state, side)),
        cheapest_points=cheapest.points,
    )


def _may_join(state: State, seat: int) -> bool:
    """Whether a first lay may lead out by a join with melds of a partner."""
    side = seat % state.sides
    joins = state.tables[side].joins and bool(state.melds[side])
    return joins and in_last(state, seat)


def _dearest_melds(state: State, seat: int) -> tuple[list[First], int]:
    """Return the first lays with the dearest meld, and what it is worth (points).

    They lack nothing but that it be worth the minimum.
    """
    tables = state.tables[seat % state.sides]
    worths = sorted(set(_meld_worths(tables, state, seat)))
    found: list[First] = []
    best = low = 0
    high = len(worths)
    # What is worth more is worth less as well, so half of what is left is ruled out.
    while low < high:
        middle = (low + high) // 2
        demands = [
            demand._replace(points=worths[middle]) if demand.points else demand
            for demand in tables.demands
        ]
        lays = FirstLays(state, seat, demands=demands).found
        if lays:
            found, best, low = lays, worths[middle], middle + 1
        else:
            high = middle
    return found, best


def _meld_worths(tables: Tables, state: State, seat: int) -> Iterator[int]:
    """Yield what each meld that a hand can begin is worth toward the opening."""
    hand, counter = state.hands[seat], Counter(tables, quota=False, first=True)
    available = tuple(hand[kind] for kind in tables.wild_kinds)
    worth_of = [tables.opening_points[kind] for kind in tables.wild_kinds]
    for used in splits(available, sum(available)):
        wilds, worth = sum(used), sum(map(mul, used, worth_of))
        for rank in (*tables.rank_kinds, WILD_RANK):
            naturals = (0,) if rank == WILD_RANK else range(1, hand[rank] + 1)
            for count in naturals:
                if is_new_meld(tables, rank, count, wilds):
                    lies = counted(tables, rank, (0, 0), (count, wilds))
                    points = count * tables.opening_points[rank] if count else 0
                    yield worth + points + counter.bonus(rank, lies)
    if tables.runs:
        for run in new_runs(tables, state.cards[seat]):
            yield run_points(tables, run)


def _best_first(way: First) -> tuple[int, int]:
    return way.points, -way.wilds
