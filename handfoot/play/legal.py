"""The canonical list of legal actions.

The list is not every legal action but one from which every reachable table is
reachable: cards that the rules treat alike are collapsed, melds grow by the smallest
steps, and an opening is laid with nothing to spare. Only where small steps would leave
too few cards to go on, near the end of the last packet, whole ways of going out are
listed as one lay, and so are lays with a book of one's own that brings the next
packet. Where there are runs, cards of other suits are other choices, but in
the sets of a first lay (see ``runs.offers``), and the way out of a very large hand is
left out where it is not found soon; where the pile asks for wilds of a
colour, so are those of the other. ``engine.check`` decides any other action exactly.

Known to be missing: a new meld beside a pickup, larger than need be, that might lie
only with another of its rank (``melds.further_naturals``), where the side need not
open; and beside runs, lays of a small hand with a book of one's own that brings the
next packet.
"""

from __future__ import annotations

from itertools import chain

from handfoot.play import asking, discard, engine, freeing, going_out, joining, lays
from handfoot.play.actions import (
    ASK,
    END,
    NO,
    YES,
    Action,
    ChoosePacket,
    Discard,
    FreeWilds,
    Lay,
)
from handfoot.play.colours import apart
from handfoot.play.offers import meld_onto
from handfoot.play.pickups import beginnings
from handfoot.play.standing import plays
from handfoot.play.state import (
    CHOOSE,
    DRAW,
    OVER,
    PLAY,
    UNASKED,
    State,
)
from handfoot.play.tables import Tables

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
    return [answer for answer in _ANSWERS if _is_legal(state, answer)]


def _considered(state: State, seat: int, side: int) -> list[Action]:
    """Return the plays of a side that has not opened, or of which one may be barred."""
    if _needs_care(state, seat, state.tables[side]):
        found = _careful(state, seat, side)
        if not any(type(action) is Discard for action in found):
            _end(state, found)
    elif state.tables[side].plays_first:
        found = [*lays.openings(state, seat, side)] or [*discard.discards(state, seat)]
    else:
        found = [*lays.openings(state, seat, side), *discard.discards(state, seat)]
    if not state.packets[seat]:
        _ask(state, side, found)
    return found


def _in_last_packet(state: State, seat: int, found: list[Action]) -> list[Action]:
    """Return the plays found and those that only the last packet brings."""
    side = seat % state.sides
    tables = state.tables[side]
    if tables.looks_twice:
        found = _looked_at_twice(state, seat, side, found)
    _ask(state, side, found)
    return found


def _looked_at_twice(
    state: State, seat: int, side: int, found: list[Action]
) -> list[Action]:
    """Return what was read off without what leaves too few cards, and ways out."""
    tables = state.tables[side]
    if tables.leaps:
        most = tables.small_hand - tables.keep + 1
        found = [
            action
            for action in found
            if type(action) is not Lay
            or len(action.groups[0].cards) <= most
            or _is_legal(state, action)
        ]
    if tables.unusual:
        ways = [way for way in lays.ways_out(state, seat, side) if way not in found]
        found += [way for way in ways if _is_legal(state, way)]
    if tables.plays_first and any(type(action) is Lay for action in found):
        found = [action for action in found if type(action) is not Discard]
    return found


def _ask(state: State, side: int, found: list[Action]) -> None:
    """Add the question to the partners where it may be asked."""
    asks = state.tables[side].book.going_out.permission != "none"
    if not asks or state.permission != UNASKED:
        return
    # Mostly a partner is behind: that is the quickest answer.
    if not going_out.partners_behind(state, state.turn) and _is_legal(state, ASK):
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


def _with_nothing_to_play(
    state: State, seat: int, side: int, offered: list[Lay]
) -> list[Discard]:
    """Return the discards where nothing offered, and no way out, can be laid."""
    ways = lays.last_lays(state, seat, side)
    if any(lays.is_legal(state, one) for one in chain(offered, ways)):
        return []
    found = discard.discards(state, seat)
    return [one for one in found if next(discard.check(state, one), None) is None]


def _careful(state: State, seat: int, side: int) -> list[Action]:
    """Return actions of which each is checked, or known to be legal."""
    tables = state.tables[side]
    legal_ones, tried = lays.offered(state, seat, side)
    offered: list[Action] = [*tried]
    found: list[Action] = [*legal_ones]
    if tables.plays_first:
        # The lays come first: with one of them no discard is legal.
        found += _with_nothing_to_play(state, seat, side, [*legal_ones, *tried])
    else:
        offered.extend(discard.discards(state, seat))
    if tables.asks_consent:
        offered.extend(asking.questions(state, seat))
    if tables.frees_wilds:
        places = freeing.ready(state, side)
        offered += [FreeWilds(meld_onto(state, side, one, 0)) for one in places]
    if tables.joins:
        offered.extend(joining.offers(state, side))
    offered.extend(lays.last_lays(state, seat, side))
    seen: set[Action] = set() if state.packets[seat] else set(found)
    for action in offered:
        if action not in seen and _is_legal(state, action):
            seen.add(action)
            found.append(action)
    return [*apart(state, seat, found)] if tables.tells_colours else found
