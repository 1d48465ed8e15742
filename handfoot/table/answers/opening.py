"""Can this hand open, how, and how many points short is it?"""

from __future__ import annotations

import attrs

from handfoot.play.actions import Lay
from handfoot.play.firsts import First, FirstLays
from handfoot.play.state import PLAY
from handfoot.table.answers.turn import as_turn
from handfoot.table.views import View


@attrs.frozen
class OpeningAnswer:
    """Whether a hand can open, and how.

    Attributes:
        possible: Whether the cards held can open.
        opened: Whether the side has opened already; then nothing else is said.
        now: Whether the seat may lay now.
        minimum: What an opening must be worth (points).
        best: The lay worth most, fewest wilds first; when the hand cannot open, the
            best attempt, which lacks nothing but points; ``None`` when there is none.
        best_points: What ``best`` counts toward the minimum (points).
        cheapest: The opening worth least, fewest wilds first.
        cheapest_points: What ``cheapest`` counts toward the minimum (points).
        short: How much the best attempt lacks (points).
        exact: Whether nothing better or cheaper can have been missed: always, but for a
            large hand after a yes to going out, where the search is cut short.
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
    lays = FirstLays(state, seat)
    enough = [way for way in lays.found if way.opens]
    best = max(enough or lays.found, key=_best_first, default=None)
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
        return attrs.evolve(answer, short=max(tables.wanted - answer.best_points, 0))
    cheapest = min(enough, key=lambda way: (way.points, way.wilds))
    return attrs.evolve(
        answer,
        cheapest=Lay(cheapest.groups(state, side)),
        cheapest_points=cheapest.points,
    )


def _best_first(way: First) -> tuple[int, int]:
    return way.points, -way.wilds
