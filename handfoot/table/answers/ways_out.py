"""A search for the actions by which a seat goes out in its turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from handfoot.cards import ANY_OF_KIND, CARDS, KIND_OF
from handfoot.play import (
    asking,
    engine,
    exits,
    freeing,
    going_out,
    joining,
    lay,
    lays,
    legal,
    turn_bounds,
)
from handfoot.play.actions import (
    ASK,
    YES,
    Action,
    AskToDirty,
    AskToGoOut,
    Discard,
    FreeWilds,
    Group,
    JoinMelds,
    Lay,
)
from handfoot.play.firsts import FirstLays
from handfoot.play.layouts import TooMany
from handfoot.play.marks import Counter
from handfoot.play.offers import DISCARDS, wild_list
from handfoot.play.placing import meld_name
from handfoot.play.reach import in_reach
from handfoot.play.runs import exits as run_exits
from handfoot.play.runs.run import lying
from handfoot.play.state import GRANTED, UNASKED, State
from handfoot.play.tables import Tables

# Ways that fit the cards and fail by another rule are tried one by one; people wait.
_MOST_TRIES: Final = 200
_MOST_STEPS: Final = 200
_MOST_CARDS: Final = 10
# Steps of a search where there are runs: some seconds.
_MOST_WORK: Final = 2_000_000
# What may go onto a book where it is no matter whether melds are joined before a lay.
_SIMPLE: Final = frozenset({"closed", "anything"})


class Search:
    """A search for actions by which a seat goes out in its turn.

    Attributes:
        exact: Whether everything was looked at so far.
    """

    __slots__ = ("_left", "_seen", "exact")

    def __init__(self) -> None:
        """Begin with nothing looked at."""
        self._left = _MOST_STEPS
        self._seen: set[object] = set()
        self.exact = True

    def agreed_way(self, state: State, seat: int) -> tuple[Action, ...] | None:
        """Return actions by which the seat goes out, partners agreeing to each wild.

        Where melds may be joined, or wilds taken back, they are where nothing else
        leads out.
        """
        way = self._freeing_way(state, seat)
        side = seat % state.sides
        if way is None and state.tables[side].joins:
            for first, opened in self._opened(state, seat):
                every = tuple(asking.questions(opened, seat))
                for asks in dict.fromkeys(((), every)):
                    rest = self._joining_way(_granted(opened, asks), seat)
                    if rest is not None:
                        return (*first, *_asked(opened, seat, asks, rest), *rest)
        return way

    def _joining_way(self, state: State, seat: int) -> tuple[Action, ...] | None:
        """Return such actions that begin with joins."""
        for joins, after in joining.joined(state, seat % state.sides):
            now = state.copy()
            if all(_done(now, action) for action in joins):
                rest = self._freeing_way(after, seat)
                if rest is not None:
                    return (*joins, *rest)
        return None

    def _freeing_way(self, state: State, seat: int) -> tuple[Action, ...] | None:
        """Return such actions by which no melds are joined before others."""
        way = self._agreed(state, seat)
        side = seat % state.sides
        if way is None and state.tables[side].frees_wilds:
            for first, opened in self._opened(state, seat):
                for before, after in _freed(opened, seat):
                    rest = self._agreed(after, seat)
                    if rest is not None:
                        return (*first, *before, *rest)
        return way

    def _opened(
        self, state: State, seat: int
    ) -> Iterator[tuple[tuple[Action, ...], State]]:
        """Yield what opens, where a player has yet to beside melds of the side."""
        side = seat % state.sides
        if state.opened[side] or not state.melds[side]:
            yield (), state
            return
        found, tried = lays.offered(state, seat, side)
        for number, first in enumerate((*found, *tried)):
            if number == _MOST_TRIES:
                self.exact = False
                return
            after = state.copy()
            if _done(after, first):
                yield (first,), after

    def _agreed(self, state: State, seat: int) -> tuple[Action, ...] | None:
        """Return such actions with no wild taken back."""
        way = self.way_out(state, seat)
        side = seat % state.sides
        if way is None and state.tables[side].asks_consent:
            for first, opened in self._opened(state, seat):
                asks = tuple(asking.questions(opened, seat))
                rest = self.way_out(_granted(opened, asks), seat) if asks else None
                if rest is not None:
                    return (*first, *_asked(opened, seat, asks, rest), *rest)
        return way

    def way_out(self, state: State, seat: int) -> tuple[Action, ...] | None:
        """Return actions by which the seat goes out with the cards held, if any do."""
        if not state.cards[seat]:
            # Afloat: nothing is left that could be the last card.
            return None
        ask: tuple[Action, ...] = ()
        for refusal in going_out.blockers(state, seat, ()):
            if refusal.code == "permission_needed":
                ask = (ASK,)
            elif refusal.code not in going_out.NOT_YET:
                return None
        tables = state.tables[seat % state.sides]
        hand = state.hands[seat]
        for number, groups in enumerate(self._tries(state, seat)):
            if number == _MOST_TRIES:
                self.exact = False
                break
            left = _less(hand, groups)
            last = tuple(DISCARDS[kind] for kind, count in enumerate(left) if count)
            way = (*ask, *(Lay(one) for one in (groups,) if one), *last)
            if sum(left) <= 1 and _leads_out(state, seat, way):
                return way
            rest = self._after_opening(state, seat, groups)
            if rest is not None:
                way = (*ask, Lay(groups), *rest)
                if _leads_out(state, seat, way):
                    return way
        melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[seat % state.sides]]
        if not (_in_stages(tables) and in_reach(tables, hand, melds)):
            return None
        if turn_bounds.spare_of(state, seat % state.sides) < 0:
            return None
        if sum(hand) > _MOST_CARDS:
            self.exact = False
            return None
        return self._by_plays(state, seat)

    def _after_opening(
        self, state: State, seat: int, groups: tuple[Group, ...]
    ) -> tuple[Action, ...] | None:
        """Return how the seat goes out once a first play of its turn has opened."""
        if state.opened[seat % state.sides] or not groups:
            return None
        after = state.copy()
        lay.apply(after, Lay(groups), None)
        if going_out.needs_permission(state, seat):
            after.permission = GRANTED
        return self.way_out(after, seat) if after.cards[seat] else None

    def _tries(self, state: State, seat: int) -> Iterator[tuple[Group, ...]]:
        """Yield groups with which the seat may begin to go out."""
        side = seat % state.sides
        hand = state.hands[seat]
        tables = state.tables[side]
        if not state.opened[side] and tables.special_opening:
            melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
            alone = tables.book.opening.by == "player"
            if sum(hand) == 1 and exits.can_finish(
                tables, hand, melds, least=turn_bounds.NO_LIMIT if alone else 0
            ):
                # A last discard alone opens nothing, so no minimum is asked of it.
                yield ()
            # Ranks for the last play alone are laid once the partners have said yes.
            lays = FirstLays(_permitted(state, seat), seat, out=True)
            self.exact &= lays.exact
            yield from (way.groups(state, side) for way in lays.found if way.opens)
        else:
            # Where it matters which card is discarded last, each is set aside in turn.
            bounds = turn_bounds.bounds_of(state, side)
            cards = state.cards[seat]
            for faces, most_left in run_exits.last_discards(tables, cards, bounds):
                try:
                    yield from _exits(state, seat, faces, most_left=most_left)
                except TooMany:
                    self.exact = False

    def _by_plays(self, state: State, seat: int) -> tuple[Action, ...] | None:
        """Return a way of small plays, trying one after the other."""
        side = seat % state.sides
        table = sorted((m.rank, m.naturals, m.wilds) for m in state.melds[side])
        said = (state.permission, state.consents)
        key: object = (tuple(state.hands[seat]), tuple(table), said)
        if state.tables[side].runs:
            key = (
                key,
                sorted(state.cards[seat]),
                lying(state.tables[side], state.melds[side]),
            )
            key = repr(key)
        if key in self._seen:
            return None
        self._seen.add(key)
        self._left -= 1
        if self._left < 0:
            self.exact = False
            return None
        for action in legal.legal(state):
            after = state.copy()
            if isinstance(action, Lay):
                lay.apply(after, action, None)
            elif isinstance(action, JoinMelds):
                joining.apply(after, action, None)
            elif action is ASK and going_out.needs_permission(state, seat):
                after.permission = GRANTED
            elif not isinstance(action, Discard) or sum(state.hands[seat]) > 1:
                continue
            if isinstance(action, Discard) or not after.cards[seat]:
                if is_out(after, seat, action):
                    return (action,)
                continue
            rest = self._by_plays(after, seat)
            if rest is not None:
                return (action, *rest)
        return None


def _freed(state: State, seat: int) -> Iterator[tuple[tuple[Action, ...], State]]:
    """Yield actions that set wilds free, and the position to which they lead."""
    side = seat % state.sides
    tables = state.tables[side]
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    for plan in freeing.plans(state, side, state.hands[seat], melds):
        ways: list[tuple[tuple[Action, ...], bytes]] = [((), state.cards[seat])]
        for place, rank, lacking in plan.steps:
            onto = meld_name(state.melds[side], place)
            free = FreeWilds(onto)
            ways = [
                ((*done, *_laid_before(chosen, onto, tables), free), rest)
                for done, faces in ways
                for rest, chosen in freeing.choices(faces, rank, lacking)
            ]
        for done, _ in ways if tables.runs else ways[:1]:
            after = state.copy()
            if all(_done(after, action) for action in done):
                yield done, after
            if state.permission == UNASKED and going_out.needs_permission(state, seat):
                # A lay that leaves few cards may need the yes before it.
                after = state.copy()
                after.permission = GRANTED
                if all(_done(after, action) for action in done):
                    yield (ASK, *done), after


def _laid_before(faces: bytes, onto: str, tables: Tables) -> Iterator[Lay]:
    """Yield the lay of the naturals that a meld lacks, if it lacks any."""
    if faces:
        cards = [CARDS[f] if tables.runs else ANY_OF_KIND[KIND_OF[f]] for f in faces]
        yield Lay((Group(tuple(cards), onto),))


def _done(state: State, action: Action) -> bool:
    """Do an action, if it is legal; partners agree to what they are asked."""
    if next(engine.check(state, action), None) is not None:
        return False
    match action:
        case Lay():
            lay.apply(state, action, None)
        case FreeWilds():
            freeing.apply(state, action, None)
        case JoinMelds():
            joining.apply(state, action, None)
        case AskToGoOut():
            state.permission = GRANTED
        case AskToDirty():
            asking.apply_dirty(state, action, None)
            asking.apply_answer(state, YES, None)
        case _:
            pass
    return True


def _granted(state: State, asks: Iterable[AskToDirty]) -> State:
    """Return the position in which partners have agreed to wilds on melds."""
    after = state.copy()
    for ask in asks:
        _done(after, ask)
    return after


def _asked(
    state: State, seat: int, asks: Sequence[AskToDirty], way: Sequence[Action]
) -> Iterator[AskToDirty]:
    """Yield the questions without whose answers a way out would not be legal."""
    for ask in asks:
        others = [one for one in asks if one != ask]
        if not _leads_out(_granted(state, others), seat, way):
            yield ask


def _permitted(state: State, seat: int) -> State:
    """Return the position in which the partners of a seat have let it go out."""
    if not going_out.needs_permission(state, seat):
        return state
    asked = state.copy()
    asked.permission = GRANTED
    return asked


def _in_stages(tables: Tables) -> bool:
    """Whether cards may join a meld one play after the other, but not at once.

    Or not once it was joined with another. Then several plays can lead out where no
    single one does.
    """
    rule = tables.book
    policies = {policy for policies in tables.after for policy in policies}
    return (
        rule.wilds.start_most is not None
        or rule.wilds.start_ratio != "same"
        or (rule.books.completed_exactly and not tables.closed)
        or tables.slides
        or len(policies) > 1
        or (tables.joins and bool(rule.wilds.steps or policies - _SIMPLE))
    )


def is_out(state: State, seat: int, action: Action) -> bool:
    """Whether a seat has gone out by its last action."""
    last_card = state.tables[seat % state.sides].book.going_out.last_card
    barred = "meld" if isinstance(action, Discard) else "discard"
    return last_card != barred and going_out.may_end(state, seat)


def _less(hand: list[int], groups: Sequence[Group]) -> list[int]:
    left = hand[:]
    for laid in groups:
        for card in laid.cards:
            left[card.kind] -= 1
    return left


def _leads_out(state: State, seat: int, way: Sequence[Action]) -> bool:
    """Whether actions are legal one after the other, and the seat goes out by them.

    A player who may float can also run out of cards without going out.
    """
    now = state.copy()
    return all(_done(now, action) for action in way) and is_out(now, seat, way[-1])


def _exits(
    state: State, seat: int, faces: bytes, *, most_left: int
) -> Iterator[tuple[Group, ...]]:
    """Yield groups that leave at most so many cards, with the books going out needs.

    Raises:
        TooMany: where there are runs, the search was given up.
    """
    side = seat % state.sides
    tables = state.tables[side]
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    least = 0 if state.opened[side] else tables.wanted
    bounds = turn_bounds.bounds_of(state, side)
    layouts = run_exits.layouts_of(
        tables,
        faces,
        melds,
        lying(state.tables[side], state.melds[side]),
        counter=Counter(tables, quota=True, first=False),
        bounds=bounds,
        most_left=most_left,
        work=_MOST_WORK if tables.runs else None,
    )
    for reached, points, used in run_exits.ways_out(
        tables, layouts, least=least, most_left=most_left, bounds=bounds
    ):
        wilds = wild_list(tables.wild_kinds, used)
        yield layouts.groups(state, side, reached, points, wilds)
