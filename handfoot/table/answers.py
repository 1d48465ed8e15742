"""Exact answers to the questions that players ask, from what one seat may know.

Each answer is about the cards that the seat holds and sees now, as if it were its turn
to do what is asked; ``now`` says whether it is. Nothing is guessed: a card not seen
counts for nothing, so a way out that needs a lucky draw is no way out.

Costs, with R ranks, W wilds in the hand and S shapes of a meld (see
``handfoot.table.layouts``): an opening costs ``R * W * S``; in the last packet, and for
going out, that times the cards one must keep and the combinations of books up to the
quota. Neither grows with the number of ways in which the hand could be laid. The lists
(ways to take the pile, what may be laid) cost as much as they are long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final

import attrs

from handfoot.cards import KIND_OF, RED_THREE
from handfoot.errors import HandfootError
from handfoot.play import (
    earning,
    engine,
    exits,
    going_out,
    lay,
    legal,
    offers,
    opening,
    pile,
    takes,
)
from handfoot.play.actions import ASK, Action, Discard, Group, Lay, TakePile
from handfoot.play.foot import in_last
from handfoot.play.offers import DISCARDS, group, groups_of_portions, wild_list
from handfoot.play.refusals import Refusal
from handfoot.play.state import (
    DENIED,
    DRAW,
    GRANTED,
    OVER,
    PLAY,
    UNASKED,
    WILD_RANK,
    State,
)
from handfoot.play.tables import Tables
from handfoot.table.layouts import Layouts, Reached, wild_choices
from handfoot.table.views import View, with_origins

# Under unusual rules candidates are tried one by one; people wait for the answer.
_MOST_TRIES: Final = 200


@attrs.frozen
class OpeningAnswer:
    """Whether a hand can open, and how.

    Attributes:
        possible: Whether the cards held can open.
        opened: Whether the side has opened already; then nothing else is said.
        now: Whether the seat may lay now.
        minimum: What an opening must be worth (points).
        best: The lay worth most, fewest wilds first; when the hand cannot open, the
            best attempt; ``None`` when nothing can be laid.
        best_points: What ``best`` is worth (points).
        cheapest: The opening worth least, fewest wilds first.
        cheapest_points: What ``cheapest`` is worth (points).
        short: How much the best attempt lacks (points).
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

    def __bool__(self) -> bool:
        return self.possible


@attrs.frozen(eq=False)
class TakeAnswer:
    """Whether a seat can take the pile, and how.

    Attributes:
        possible: Whether the cards held can take it.
        now: Whether the seat may take the pile now.
        way: One way, found at once.
        reasons: Why not, when there is no way: what bars the pile, then what the best
            attempt lacks.
    """

    possible: bool
    now: bool
    way: TakePile | None = None
    reasons: tuple[Refusal, ...] = ()
    _known: State | None = attrs.field(default=None, repr=False)

    @cached_property
    def ways(self) -> tuple[TakePile, ...]:
        """Every canonical way, cards that are alike collapsed; found when asked for.

        A side that has not opened can have thousands.
        """
        if self._known is None or not self.possible:
            return ()
        return tuple(takes.takes(self._known))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TakeAnswer):
            return NotImplemented
        mine = (self.possible, self.now, self.reasons, self.ways)
        return mine == (other.possible, other.now, other.reasons, other.ways)

    def __hash__(self) -> int:
        return hash((self.possible, self.now))

    def __bool__(self) -> bool:
        return self.possible


@attrs.frozen
class ExitAnswer:
    """Whether a seat can go out this turn, and how.

    Attributes:
        possible: Whether the cards in sight can all leave, partners agreeing.
        now: Whether it is the seat's turn.
        way: The seat's actions in order, the question to the partners among them.
        missing: What is missing, when there is no way.
        checklist: Every condition: ruleset key, whether it is met, in words.
    """

    possible: bool
    now: bool
    way: tuple[Action, ...] = ()
    missing: tuple[Refusal, ...] = ()
    checklist: tuple[tuple[str, bool, str], ...] = ()

    def __bool__(self) -> bool:
        return self.possible


# -- opening --------------------------------------------------------------------------


def can_open(view: View) -> OpeningAnswer:
    """Return whether the hand of this seat can open, the best and the cheapest way.

    Whole ways out are looked at too where the rules ask for cards to be kept. Once the
    partners have agreed that the seat goes out, only whole ways out are.

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
    tries = _tries(state, seat)
    enough = [way for way in tries if way.points >= tables.wanted or way.opens]
    pool = enough or tries
    best = max(pool, key=lambda way: (way.points, -way.wilds), default=None)
    answer = OpeningAnswer(
        possible=bool(enough),
        opened=False,
        now=now,
        minimum=minimum,
        best=None if best is None else Lay(best.groups),
        best_points=0 if best is None else best.points,
    )
    if not enough:
        return attrs.evolve(answer, short=max(tables.wanted - answer.best_points, 0))
    cheapest = min(enough, key=lambda way: (way.points, way.wilds))
    return attrs.evolve(
        answer, cheapest=Lay(cheapest.groups), cheapest_points=cheapest.points
    )


@attrs.frozen
class _Try:
    """A first lay, with its points; ``opens`` says that it is legal whatever these."""

    points: int
    wilds: int
    groups: tuple[Group, ...]
    opens: bool = False


def _tries(state: State, seat: int) -> list[_Try]:
    """Return first lays; the best and the cheapest that are legal are among them."""
    side = seat % state.sides
    tables = state.tables[side]
    hand = state.hands[seat]
    plain = not (tables.special_opening or tables.unusual)
    floats = tables.book.going_out.may_float
    keeps = not floats and (in_last(state, seat) or tables.unusual)
    keep = tables.keep if keeps else 0
    found: list[_Try] = []
    if floats or state.permission != GRANTED:
        layouts = Layouts(tables, hand, count_left=keep)
        ways = [
            way
            for way in _extremes(state, side, layouts)
            if layouts.left(way.reached) >= keep
        ]
        found += _ends(state, side, ways) if plain else _best(state, side, ways)
    if keep:
        found += _nearly_all(state, seat, found)
    if not plain:
        found += _listed(state, tables)
    return found


def _nearly_all(state: State, seat: int, found: Sequence[_Try]) -> Iterator[_Try]:
    """Yield better and cheaper first lays than ``found`` that keep too few cards.

    Who keeps so few must be able to go out, and so could lay all of them.
    """
    way = _way_out(state, seat)
    if way is None or way[0] is ASK:
        return
    side = seat % state.sides
    tables = state.tables[side]
    layouts = Layouts(tables, state.hands[seat], most_left=tables.keep - 1, quota=True)
    ways = sorted(_extremes(state, side, layouts), key=_best_first)
    best = max((one.points for one in found), default=-1)
    yield from islice(
        _checked(state, side, (w for w in reversed(ways) if w.points > best)), 1
    )
    enough = [one.points for one in found if one.points >= tables.wanted]
    least = min(enough, default=1 << 30)
    cheaper = (w for w in ways if w.points < least)
    legal_ones = (one for one in _checked(state, side, cheaper) if one.opens)
    yield from islice(legal_ones, 1)


def _ends(state: State, side: int, ways: Sequence[_Way]) -> Iterator[_Try]:
    """Yield the best way and the cheapest sufficient one."""
    if ways:
        yield max(ways, key=_best_first).tried(state, side)
    wanted = state.tables[side].wanted
    enough = [way for way in ways if way.points >= wanted]
    if enough:
        yield min(enough, key=lambda way: (way.points, way.wilds)).tried(state, side)


def _best_first(way: _Way) -> tuple[int, int]:
    return way.points, -way.wilds


def _best(state: State, side: int, ways: Sequence[_Way]) -> Iterator[_Try]:
    """Yield the best way against which nothing but its points speaks."""
    likely = sorted(ways, key=_best_first, reverse=True)[:_MOST_TRIES]
    yield from islice(_checked(state, side, likely), 1)


def _checked(state: State, side: int, ways: Iterable[_Way]) -> Iterator[_Try]:
    """Yield the ways against which nothing but their points speaks."""
    for way in ways:
        tried = way.tried(state, side)
        codes = {refusal.code for refusal in engine.check(state, Lay(tried.groups))}
        if codes <= {"opening_short"}:
            yield attrs.evolve(tried, opens=not codes)


def _listed(state: State, tables: Tables) -> Iterator[_Try]:
    """Yield the canonical openings, where more than points and shapes decides."""
    for action in legal.legal(state):
        if isinstance(action, Lay):
            cards = [card for laid in action.groups for card in laid.cards]
            points = opening.points_of(tables, cards)
            wilds = sum(tables.wild[card.kind] for card in cards)
            yield _Try(points, wilds, action.groups, opens=True)


@attrs.frozen
class _Way:
    """One way to lay a hand, not yet spelt out."""

    layouts: Layouts
    reached: Reached
    naturals: int
    used: tuple[int, ...]
    points: int

    @property
    def wilds(self) -> int:
        return self.reached.wilds

    def groups(self, state: State, side: int) -> tuple[Group, ...]:
        portions = self.layouts.trace(self.reached, self.naturals)
        wilds = wild_list(state.tables[side].wild_kinds, self.used)
        return groups_of_portions(state, side, portions, wilds)

    def tried(self, state: State, side: int) -> _Try:
        return _Try(self.points, self.wilds, self.groups(state, side))


def _extremes(state: State, side: int, layouts: Layouts) -> Iterator[_Way]:
    """Yield the dearest and the cheapest sufficient way for each thing reached."""
    tables = state.tables[side]
    choices = wild_choices(tables, state.hands[state.turn])
    for reached, sums in layouts.ways.items():
        if not reached.some:
            continue
        for worth, used in choices[reached.wilds]:
            top = sums.bit_length() - 1
            yield _Way(layouts, reached, top, used, top + worth)
            least = max(tables.wanted - worth, 0)
            enough = sums >> least
            if enough:
                natural = least + (enough & -enough).bit_length() - 1
                if natural != top:
                    yield _Way(layouts, reached, natural, used, natural + worth)


# -- taking the pile ------------------------------------------------------------------


def can_take_pile(view: View) -> TakeAnswer:
    """Return every way in which this seat can take the pile, or every reason why not.

    Raises:
        HandfootError: a spectator takes no cards.
    """
    state, seat = as_turn(view, DRAW)
    now = view.turn == seat and view.phase == "draw"
    way = next(_ways_to_take(state, seat), None)
    if way is not None:
        return TakeAnswer(possible=True, now=now, way=way, known=state)
    reasons = with_origins(state, _why_no_take(state, seat), view.names)
    return TakeAnswer(possible=False, now=now, reasons=reasons)


def _ways_to_take(state: State, seat: int) -> Iterator[TakePile]:
    """Yield the likeliest ways first, then all, each of them legal."""
    for attempt in _attempts(state, seat):
        if next(pile.check(state, attempt), None) is None:
            yield attempt
    yield from takes.takes(state)


def _why_no_take(state: State, seat: int) -> tuple[Refusal, ...]:
    attempts = [tuple(pile.check(state, way)) for way in _attempts(state, seat)]
    # The attempt that fails on least tells most about what is missing.
    fewest = min(attempts, key=_lacks)
    found = {(r.code, r.key, r.message): r for r in (*pile.barred(state), *fewest)}
    return tuple(found.values())


def _lacks(refusals: tuple[Refusal, ...]) -> tuple[int, int]:
    """Return how much an attempt lacks: rules broken, then points short."""
    short = [r.wanted - r.found for r in refusals if r.code == "opening_short"]
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
        for groups in _attempts_with(state, seat, KIND_OF[face]):
            yield TakePile(groups, count)


def _attempts_with(state: State, seat: int, key: int) -> Iterator[tuple[Group, ...]]:
    """Yield groups by which the card that earns the pile might be used."""
    side = seat % state.sides
    tables = state.tables[side]
    wild = tables.wild[key]
    held = state.hands[seat][key] + 1
    need = earning.need_of(state, side, key)
    if need.is_pair and earning.shown_by(state, need, key) < earning.PAIR:
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
        yield from _best_pickup(state, seat, key)


def _best_pickup(state: State, seat: int, key: int) -> Iterator[tuple[Group, ...]]:
    """Yield the groups worth most that meld a natural key card anew."""
    side = seat % state.sides
    tables = state.tables[side]
    pool = state.hands[seat][:]
    pool[key] += 1
    exact = earning.need_of(state, side, key).form == "natural_pair"
    layouts = Layouts(tables, pool, shown=(key, earning.PAIR + 1 if exact else 1))
    choices = wild_choices(tables, pool)
    ways = [
        _Way(layouts, reached, sums.bit_length() - 1, used, sums.bit_length() - 1 + p)
        for reached, sums in layouts.ways.items()
        for p, used in choices[reached.wilds][-1:]
        if reached.some
    ]
    if ways:
        yield max(ways, key=_best_first).groups(state, side)


# -- going out ------------------------------------------------------------------------


def can_go_out(view: View) -> ExitAnswer:
    """Return a way for this seat to go out this turn, or what is missing.

    Before the draw only a pickup of the pile can lead out for sure, so such ways are
    looked at; the card from the stock is not known.

    Raises:
        HandfootError: a spectator does not go out.
    """
    drawing = view.phase == "draw" and view.turn == view.seat
    state, seat = as_turn(view, DRAW if drawing else PLAY)
    now = view.turn == seat and view.phase != "over"
    way = _way_by_pickup(state, seat) if drawing else _way_out(state, seat)
    checklist = view.going_out_checklist() if view.phase != "over" else ()
    if way is not None:
        return ExitAnswer(possible=True, now=now, way=way, checklist=checklist)
    missing = with_origins(state, tuple(_what_is_missing(state, seat)), view.names)
    return ExitAnswer(possible=False, now=now, missing=missing, checklist=checklist)


def _way_out(state: State, seat: int) -> tuple[Action, ...] | None:
    """Return actions by which the seat, in its turn, goes out with the cards held."""
    blocked = [refusal.code for refusal in going_out.blockers(state, seat, ())]
    if any(code not in ("books_missing", "permission_needed") for code in blocked):
        return None
    ask: tuple[Action, ...] = (ASK,) if "permission_needed" in blocked else ()
    tables = state.tables[seat % state.sides]
    hand = state.hands[seat]
    if True not in tables.barred_last:
        tries = _exits(state, seat, hand, most_left=1)
    else:
        # Which card is discarded last matters, so each is set aside in turn.
        tries = (
            way
            for kind in exits.last_discards(tables, hand)
            for way in _exits(state, seat, _without(hand, kind), most_left=0)
        )
    for groups in islice(tries, _MOST_TRIES):
        left = hand[:]
        for laid in groups:
            for card in laid.cards:
                left[card.kind] -= 1
        lays: tuple[Action, ...] = (Lay(groups),) if groups else ()
        last = tuple(DISCARDS[kind] for kind, count in enumerate(left) if count)
        way = (*ask, *lays, *last)
        if _is_playable(state, way):
            return way
    return None


def _without(hand: list[int], kind: int) -> list[int]:
    left = hand[:]
    if kind >= 0:
        left[kind] -= 1
    return left


def _is_playable(state: State, way: Sequence[Action]) -> bool:
    """Whether actions that go out are legal one after the other."""
    now = state.copy()
    for action in way:
        if next(engine.check(now, action), None) is not None:
            return False
        if action is ASK:
            now.permission = GRANTED
        elif isinstance(action, Lay):
            lay.apply(now, action, None)
    return True


def _exits(
    state: State, seat: int, hand: list[int], *, most_left: int
) -> Iterator[tuple[Group, ...]]:
    """Yield groups that leave at most so many cards, with the books going out needs."""
    side = seat % state.sides
    tables = state.tables[side]
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    least = 0 if state.opened[side] else tables.wanted
    layouts = Layouts(tables, hand, melds, most_left=most_left, quota=True)
    choices = wild_choices(tables, hand)
    special = tables.special_opening
    for reached, sums in layouts.ways.items():
        if layouts.left(reached) > most_left or not layouts.is_enough(reached):
            continue
        worth, used = choices[reached.wilds][-1]
        top = sums.bit_length() - 1
        # The minimum is asked of what is laid; a last discard alone opens nothing.
        if not reached.some or top + worth >= least or special:
            way = _Way(layouts, reached, top, used, top + worth)
            yield way.groups(state, side) if reached.some else ()


def _way_by_pickup(state: State, seat: int) -> tuple[Action, ...] | None:
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
            return (take,)
        rest = _way_out(after, seat)
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
        yield going_out.no_way_out()


# -- lists ----------------------------------------------------------------------------


def may_lay(view: View) -> tuple[Lay, ...]:
    """Return the canonical lays of this seat with the cards it holds.

    For a side that has opened these are the smallest steps. For one that has not they
    are the openings with nothing to spare, which can be many: ask ``can_open`` for one.
    """
    state, _ = as_turn(view, PLAY)
    return tuple(act for act in _playable(view, state) if isinstance(act, Lay))


def may_discard(view: View) -> tuple[Discard, ...]:
    """Return the discards that this seat could make, one for each kind of card."""
    state, seat = as_turn(view, PLAY)
    held = state.hands[seat]
    return tuple(
        action
        for action, count in zip(DISCARDS, held, strict=True)
        if count and next(engine.check(state, action), None) is None
    )


def _playable(view: View, state: State) -> Sequence[Action]:
    if view.phase == "over" or not state.cards[state.turn]:
        return ()
    return legal.legal(state)


def as_turn(view: View, phase: int) -> tuple[State, int]:
    """Return what the seat knows, with its own turn in ``phase``, and the seat."""
    seat = view.seat
    if seat is None:
        raise HandfootError("a spectator holds no cards; ask the view of a seat")
    state = view.known()
    if state.phase == OVER or state.turn != seat:
        state.turn = seat
        state.drawn = 0
        state.permission = UNASKED
    if (state.phase, phase) != (DRAW, DRAW):
        state.drawn = 0
    state.phase = phase
    state.answering = -1
    return state, seat


__all__ = [
    "ExitAnswer",
    "OpeningAnswer",
    "TakeAnswer",
    "can_go_out",
    "can_open",
    "can_take_pile",
    "may_discard",
    "may_lay",
]
