"""Can this hand open, how, and how many points short is it?"""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul

import attrs

from handfoot.play.actions import Lay
from handfoot.play.books import counted
from handfoot.play.firsts import First, FirstLays
from handfoot.play.growing import is_new_meld
from handfoot.play.marks import Counter
from handfoot.play.opening import splits
from handfoot.play.runs.offers import run_points
from handfoot.play.runs.run import new_runs
from handfoot.play.state import PLAY, WILD_RANK, State
from handfoot.play.tables import Tables
from handfoot.table.answers.turn import as_turn
from handfoot.table.views import View


@attrs.frozen
class OpeningAnswer:
    """Whether a hand can open, and how.

    Attributes:
        possible: Whether the cards held can open.
        opened: Whether the side has opened already; then nothing else is said, nor
            while nobody may open (``opening.may_open``).
        now: Whether the seat may lay now.
        minimum: What an opening must be worth (points).
        best: The lay worth most, fewest wilds first, new runs that follow each other as
            one; when the hand cannot open, the
            best attempt, which lacks nothing but points; ``None`` when there is none.
        best_points: What all of ``best`` counts toward the minimum (points).
        cheapest: The opening worth least, fewest wilds first.
        cheapest_points: What all of ``cheapest`` counts toward the minimum (points).
        short: How much the best attempt lacks (points), in its dearest meld where one
            meld must reach the minimum alone.
        exact: Whether nothing better or cheaper can have been missed: always, but for a
            large hand after a yes to going out, where the search is cut short, and for
            ranks that are laid only by who goes out (``melds.going_out_only``) where
            that asks for points (``going_out.least_melded``); and in the last packet of
            a player who opens beside melds of a partner with which new ones may be
            joined (``melds.may_join``).
    """

    possible: bool
    opened: bool
    now: bool
    minimum: int
    best: Lay | None = None
    best_points: int = 0
    cheapest: Lay | None = None
    cheapest_points: int = 0
    short: int = 0
    exact: bool = True

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
    tables = state.tables[side]
    minimum = tables.minimum
    if state.opened[side]:
        return OpeningAnswer(possible=False, opened=True, now=now, minimum=minimum)
    if not tables.book.opening.may_open:
        return OpeningAnswer(possible=False, opened=False, now=now, minimum=minimum)
    lays = FirstLays(state, seat)
    enough = [way for way in lays.found if way.opens]
    tries, reached = lays.found, 0
    if not enough and tables.book.opening.reached_by == "one_meld":
        tries, reached = _dearest_melds(state, seat)
    best = max(enough or tries, key=_best_first, default=None)
    answer = OpeningAnswer(
        possible=bool(enough),
        opened=False,
        now=now,
        minimum=minimum,
        best=None if best is None else Lay(best.groups(state, side)),
        best_points=0 if best is None else best.points,
        exact=lays.exact,
    )
    if not enough:
        reached = reached or answer.best_points
        return attrs.evolve(answer, short=max(tables.wanted - reached, 0))
    cheapest = min(enough, key=lambda way: (way.points, way.wilds))
    return attrs.evolve(
        answer,
        cheapest=Lay(cheapest.groups(state, side)),
        cheapest_points=cheapest.points,
    )


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
