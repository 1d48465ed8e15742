"""Can this seat take the pile, how, and if not, why not?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import attrs

from handfoot.cards import KIND_OF
from handfoot.play import earning, offers, pile, takes, turn_bounds
from handfoot.play.actions import Group, TakePile
from handfoot.play.floors import graded, suffice
from handfoot.play.layouts import Reached, wild_choices
from handfoot.play.offers import group, wild_list
from handfoot.play.pickups import pickups
from handfoot.play.refusals import Refusal
from handfoot.play.runs.begun import spent
from handfoot.play.runs.exits import layouts_of
from handfoot.play.runs.offers import new_group
from handfoot.play.runs.takes import with_key
from handfoot.play.state import DRAW, WILD_RANK, State
from handfoot.table.answers.turn import as_turn
from handfoot.table.reasons import with_origins
from handfoot.table.views import View


@attrs.frozen(eq=False)
class TakeAnswer:
    """Whether a seat can take the pile, and how.

    Attributes:
        possible: Whether the cards held can take it.
        now: Whether the seat may take the pile now.
        way: One way, found at once.
    """

    possible: bool
    now: bool
    way: TakePile | None
    _known: State = attrs.field(repr=False)
    _names: tuple[str, ...] = attrs.field(repr=False)

    @cached_property
    def reasons(self) -> tuple[Refusal, ...]:
        """Why not, when there is no way; found when asked for.

        What bars the pile, then what the best attempt lacks.
        """
        if self.possible:
            return ()
        return with_origins(self._known, _why_no_take(self._known), self._names)

    @cached_property
    def ways(self) -> tuple[TakePile, ...]:
        """Every canonical way, cards that are alike collapsed; found when asked for.

        A side that has not opened can have thousands.
        """
        return tuple(takes.takes(self._known)) if self.possible else ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TakeAnswer):
            return NotImplemented
        mine = (self.possible, self.now, self.reasons, self.ways)
        return mine == (other.possible, other.now, other.reasons, other.ways)

    def __hash__(self) -> int:
        return hash((self.possible, self.now))

    def __bool__(self) -> bool:
        return self.possible


def can_take_pile(view: View) -> TakeAnswer:
    """Return every way in which this seat can take the pile, or every reason why not.

    Raises:
        HandfootError: a spectator takes no cards.
    """
    state, seat = as_turn(view, DRAW)
    now = view.turn == seat and view.phase == "draw"
    way = next(_ways_to_take(state, seat), None)
    return TakeAnswer(way is not None, now, way, state, view.names)


def _ways_to_take(state: State, seat: int) -> Iterator[TakePile]:
    """Yield the likeliest ways first, then all, each of them legal."""
    found = pickups(state) if state.pile else ()
    if not isinstance(found, tuple | list):
        for attempt in _attempts(state, seat):
            if next(pile.check(state, attempt), None) is None:
                yield attempt
    yield from found


def _why_no_take(state: State) -> tuple[Refusal, ...]:
    seat = state.turn
    attempts = [tuple(pile.check(state, way)) for way in _attempts(state, seat)]
    # The attempt that fails on least tells most about what is missing.
    fewest = min(attempts, key=_lacks)
    found = {(r.code, r.key, r.message): r for r in (*pile.barred(state), *fewest)}
    return tuple(found.values())


def _lacks(refusals: tuple[Refusal, ...]) -> tuple[int, int]:
    """Return how much an attempt lacks: rules broken, then points short."""
    points = ("opening_short", "opening_apart")
    short = [r.wanted - r.found for r in refusals if r.code in points]
    return len(refusals), sum(short)


def _attempts(state: State, seat: int) -> Iterator[TakePile]:
    """Yield ways to try to take the pile, the best of the hand among them."""
    side = seat % state.sides
    digs = state.tables[side].book.pile.take == "dig"
    count = 1 if digs and state.pile else 0
    if not state.pile:
        yield TakePile((), count)
        return
    taken = pile.taken_faces(state, side, count)
    for face in pile.key_faces(state, side, taken):
        for groups in _attempts_with(state, seat, face):
            yield TakePile(groups, count)


def _attempts_with(state: State, seat: int, face: int) -> Iterator[tuple[Group, ...]]:
    """Yield groups by which the card that earns the pile might be used."""
    side = seat % state.sides
    tables = state.tables[side]
    key = KIND_OF[face]
    wild = tables.wild[key]
    held = state.hands[seat][key] + 1
    need = earning.need_of(state, side, face)
    if earning.shown_by(state, need, key) < earning.PAIR:
        yield ()
    yield (
        group(WILD_RANK, 0, (key,) * held, "") if wild else group(key, held, (), ""),
    )
    for place, meld in enumerate(state.melds[side]):
        if wild or meld.rank == key:
            naturals, wilds = (0, (key,)) if wild else (1, ())
            onto = offers.meld_onto(state, side, place, naturals)
            yield (group(meld.rank, naturals, wilds, onto),)
    if not state.opened[side] and tables.meldable[key]:
        exact = need.form == "natural_pair"
        shown = (key, earning.PAIR + 1 if exact else 1)
        pool = state.cards[seat] + bytes((face,))
        yield from _most(state, side, pool, shown)
        for run in with_key(state, side, face, need, bytes((face,))):
            rest = spent(pool, run) or b""
            more = next(_most(state, side, rest, None), ())
            yield (new_group(run), *more)


def _most(
    state: State, side: int, pool: bytes, shown: tuple[int, int] | None
) -> Iterator[tuple[Group, ...]]:
    """Yield the groups worth most that can be begun with some cards, if any can.

    Args:
        state: The position.
        side: A side without melds.
        pool: The cards.
        shown: A rank and how many naturals of it one of the groups must hold.
    """
    tables = state.tables[side]
    bounds = turn_bounds.bounds_of(state, side)
    layouts = layouts_of(tables, pool, bounds=bounds, shown=shown)
    choices = wild_choices(tables, layouts.hand)
    best: tuple[int, int, Reached, tuple[int, ...]] | None = None
    for reached, sums in layouts.ways.items():
        count = reached.wilds[0]
        fitting = [
            (layouts.points(sums) + worth, -count, reached, used)
            for worth, used in choices[count]
            if reached.some and suffice(graded(tables, used), reached.wilds)
        ]
        if fitting and (best is None or fitting[-1][:2] > best[:2]):
            best = fitting[-1]
    if best is not None:
        _, _, reached, used = best
        points = layouts.points(layouts.ways[reached])
        wilds = wild_list(tables.wild_kinds, used)
        yield layouts.groups(state, side, reached, points, wilds)
