"""The canonical list of legal actions.

The list is not every legal action but one from which every reachable table is
reachable: cards that the rules treat alike are collapsed, melds grow by the smallest
steps, and an opening is laid with nothing to spare. Only where small steps would leave
too few cards to go on, near the end of the last packet, whole ways of going out are
listed as one lay. Where there are runs, cards of other suits are other choices, but in
the sets of a first lay (see ``runs.offers``). ``engine.check`` decides any other action
exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from handfoot.play import asking, candidates, discard, engine, exits, opening
from handfoot.play.actions import (
    ASK,
    END,
    NO,
    YES,
    Action,
    ChoosePacket,
    Discard,
    Lay,
)
from handfoot.play.firsts import FirstLays
from handfoot.play.offers import (
    first_group,
    groups_of_portions,
    groups_of_shapes,
)
from handfoot.play.pickups import beginnings
from handfoot.play.runs import offers as run_offers
from handfoot.play.standing import lays, plays
from handfoot.play.state import (
    CHOOSE,
    DRAW,
    GRANTED,
    OVER,
    PLAY,
    UNASKED,
    State,
)
from handfoot.play.tables import NEVER_APART, Tables

_ANSWERS: list[Action] = [YES, NO]


def legal(state: State) -> list[Action]:
    """Return the canonical legal actions of the seat that must act."""
    phase = state.phase
    if phase == PLAY:
        seat = state.turn
        side = seat % state.sides
        # The common case first: nothing in it needs a second look.
        found = plays(state, seat, side) if state.opened[side] else None
        if found is None:
            return _considered(state, seat, side)
        return found if state.packets[seat] else _in_last_packet(state, seat, found)
    if phase == DRAW:
        return beginnings(state)
    if phase == OVER:
        return []
    if phase == CHOOSE:
        count = len(state.packets[state.turn])
        return [ChoosePacket(number) for number in range(1, count + 1)]
    return _ANSWERS[:]


def _considered(state: State, seat: int, side: int) -> list[Action]:
    """Return the plays of a side that has not opened, or of which one may be barred."""
    if _needs_care(state, seat, state.tables[side]):
        found = _careful(state, seat, side)
        if not any(type(action) is Discard for action in found):
            _end(state, found)
    else:
        found = [*_openings(state, seat, side), *discard.discards(state, seat)]
    if not state.packets[seat]:
        _ask(state, side, found)
    return found


def _in_last_packet(state: State, seat: int, found: list[Action]) -> list[Action]:
    """Return the plays found and those that only the last packet brings."""
    side = seat % state.sides
    if state.tables[side].unusual:
        ways = [way for way in _ways_out(state, seat, side) if way not in found]
        found += [way for way in ways if _is_legal(state, way)]
    _ask(state, side, found)
    return found


def _ask(state: State, side: int, found: list[Action]) -> None:
    """Add the question to the partners where it may be asked."""
    asks = state.tables[side].book.going_out.permission != "none"
    if asks and state.permission == UNASKED and _is_legal(state, ASK):
        found.append(ASK)


def _is_legal(state: State, action: Action) -> bool:
    return next(engine.check(state, action), None) is None


def _needs_care(state: State, seat: int, tables: Tables) -> bool:
    """Whether what is listed must be checked action by action."""
    if state.opened[seat % state.sides]:
        return True
    # An opening may need any number of cards, so it is no small lay.
    return (
        tables.runs
        or tables.unusual
        or tables.special_opening
        or not state.packets[seat]
    )


def _end(state: State, found: list[Action]) -> None:
    if _is_legal(state, END):
        found.append(END)


def _openings(state: State, seat: int, side: int) -> list[Lay]:
    """Return the lays with which a side opens where points alone decide."""
    tables = state.tables[side]
    hand = state.hands[seat]
    if opening.best_bound(tables, hand) < tables.wanted:
        return []
    if state.melds[side]:
        ways = opening.ways(tables, hand, tables.wanted)
        return [Lay(groups_of_shapes(state, side, shapes)) for shapes in ways]
    made = first_group(tables.wild_kinds)
    return list(map(Lay, opening.ways(tables, hand, tables.wanted, made)))


def _careful(state: State, seat: int, side: int) -> list[Action]:
    """Return actions of which each is checked, or known to be legal."""
    offered: list[Action] = []
    found: list[Action] = []
    tables = state.tables[side]
    if tables.runs:
        way = run_offers.steps if state.opened[side] else run_offers.first_lays
        offered.extend(way(state, seat, side))
    elif state.opened[side]:
        offered.extend(lays(state, seat))
    elif tables.special_opening:
        offered.extend(candidates.openings(state, seat, side))
    else:
        found += _checked_openings(state, seat, side)
    if tables.apart != NEVER_APART and not (state.opened[side] or found or offered):
        offered.extend(_with_two_of_a_rank(state, seat, side))
    offered.extend(discard.discards(state, seat))
    if tables.asks_consent:
        offered.extend(asking.questions(state, seat))
    if not state.packets[seat]:
        offered.extend(_ways_out(state, seat, side))
    seen: set[Action] = set() if state.packets[seat] else set(found)
    for action in offered:
        if action not in seen and _is_legal(state, action):
            seen.add(action)
            found.append(action)
    return found


def _checked_openings(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield the legal ones among the openings that points alone would allow.

    There may be thousands, of which most leave cards enough to need no second look.
    """
    tables = state.tables[side]
    enough = max(tables.keep, 1)
    plain = (
        tables.plain_openings and not state.melds[side] and state.permission != GRANTED
    )
    most = len(state.cards[seat]) - enough if plain else 0
    for way in _openings(state, seat, side):
        size = sum([len(group.cards) for group in way.groups])
        if size <= most or _is_legal(state, way):
            yield way


def _with_two_of_a_rank(state: State, seat: int, side: int) -> list[Lay]:
    """Return first lays that are enough where no rank alone would do with one meld."""
    if opening.best_bound(state.tables[side], state.hands[seat]) < (
        state.tables[side].wanted
    ):
        return []
    ways = [way for way in FirstLays(state, seat).found if way.opens]
    ways.sort(key=lambda way: (way.points, way.wilds))
    return [Lay(groups) for groups in {way.groups(state, side): 0 for way in ways}]


def _ways_out(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield lays that go out, or leave only the last discard."""
    tables = state.tables[side]
    if tables.runs:
        yield from run_offers.ways_out(state, seat, side)
        return
    hand = state.hands[seat]
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    if sum(hand) <= tables.small_hand:
        ways = exits.all_exits(tables, hand, melds)
    else:
        least = 0 if state.opened[side] else tables.wanted
        bounds = exits.Bounds(spare=exits.spare_of(state, side))
        found = exits.find_exit(tables, hand, melds, least=least, bounds=bounds)
        ways = iter(() if found is None else (found,))
    for way in ways:
        held = hand[:]
        if way.discard >= 0:
            held[way.discard] -= 1
        wilds = [kind for kind in tables.wild_kinds for _ in range(held[kind])]
        orders = (
            set(permutations(wilds))
            if sum(hand) <= tables.small_hand
            else {tuple(wilds)}
        )
        for order in sorted(orders):
            groups = groups_of_portions(state, side, way.portions, order)
            if groups:
                yield Lay(groups)
