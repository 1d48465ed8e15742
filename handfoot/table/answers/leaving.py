"""Can this seat go out this turn, how, and if not, what is missing?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

import attrs

from handfoot.cards import KIND_OF, RED_THREE
from handfoot.play import asking, going_out, pile, takes
from handfoot.play.actions import Action
from handfoot.play.foot import in_last
from handfoot.play.refusals import Refusal
from handfoot.play.state import DENIED, DRAW, PLAY, State
from handfoot.table.answers.turn import as_turn
from handfoot.table.answers.ways_out import Search, is_out
from handfoot.table.reasons import with_origins
from handfoot.table.views import View


@attrs.frozen(eq=False)
class ExitAnswer:
    """Whether a seat can go out this turn, and how.

    Attributes:
        possible: Whether the cards in sight can all leave, partners agreeing.
        now: Whether it is the seat's turn.
        way: The seat's actions in order, the question to the partners among them.
        exact: Whether no way can have been missed. Where house rules make it matter in
            how many plays the cards leave, a large hand has more ways than are tried;
            beside runs the search of a very large hand is given up after a while.
    """

    possible: bool
    now: bool
    way: tuple[Action, ...]
    exact: bool
    _view: View = attrs.field(repr=False)

    @cached_property
    def missing(self) -> tuple[Refusal, ...]:
        """What is missing, when there is no way; found when asked for."""
        if self.possible:
            return ()
        state, seat = _now(self._view)
        return with_origins(state, _what_is_missing(state, seat), self._view.names)

    @cached_property
    def checklist(self) -> tuple[tuple[str, bool, str], ...]:
        """Every condition: ruleset key, whether it is met, in words."""
        view = self._view
        return view.going_out_checklist() if view.phase != "over" else ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExitAnswer):
            return NotImplemented
        return self._told() == other._told()

    def __hash__(self) -> int:
        return hash((self.possible, self.now, self.way))

    def _told(self) -> tuple[object, ...]:
        said = (self.possible, self.now, self.way, self.exact)
        return (*said, self.missing, self.checklist)

    def __bool__(self) -> bool:
        return self.possible


def can_go_out(view: View) -> ExitAnswer:
    """Return a way for this seat to go out this turn, or what is missing.

    Before the draw only a pickup of the pile can lead out for sure, so such ways are
    looked at; the card from the stock is not known.

    Raises:
        HandfootError: a spectator does not go out.
    """
    state, seat = _now(view)
    now = view.turn == seat and view.phase != "over"
    search = Search()
    drawing = state.phase == DRAW
    find = partial(_way_by_pickup, search=search) if drawing else search.agreed_way
    way = find(state, seat)
    if way is not None:
        return ExitAnswer(True, now, way, exact=True, view=view)
    return ExitAnswer(False, now, (), exact=search.exact, view=view)


def _now(view: View) -> tuple[State, int]:
    """Return what the seat knows at its turn, before a draw if it has yet to draw."""
    drawing = view.phase == "draw" and view.turn == view.seat
    return as_turn(view, DRAW if drawing else PLAY)


def _way_by_pickup(
    state: State, seat: int, search: Search
) -> tuple[Action, ...] | None:
    side = seat % state.sides
    taken = pile.taken_faces(state, side)
    tables = state.tables[side]
    owes = tables.book.pile.then_draw or tables.book.pile.fill_from_stock
    red = any(KIND_OF[face] == RED_THREE for face in taken)
    if owes or (tables.lays_red and red):
        # The rest would come from the stock, which nobody knows.
        return None
    if not in_last(state, seat):
        return None
    for take in takes.takes(state):
        after = state.copy()
        pile.apply(after, take, None)
        if not after.cards[seat]:
            if is_out(after, seat, take):
                return (take,)
            continue
        rest = search.agreed_way(after, seat)
        if rest is not None:
            return (take, *rest)
    return None


def _what_is_missing(state: State, seat: int) -> Iterator[Refusal]:
    side = seat % state.sides
    size = state.tables[side].size
    finished = [
        (m.rank, m.naturals, m.wilds)
        for m in state.melds[side]
        if m.naturals + m.wilds >= size
    ]
    for refusal in going_out.blockers(state, seat, finished):
        if refusal.code != "permission_needed":
            yield refusal
    if in_last(state, seat) and state.permission != DENIED:
        yield from asking.no_way_out(state.tables[side])
