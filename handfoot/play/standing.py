"""How a side stands now: the lays it can make next, read off and laid.

The tables of ``stands`` put in the order of the canonical list, and the quick way to
lay what was read off. A :class:`Standing` holds for the melds it was found for and is
found anew when they have changed, so nobody need keep it up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Final

from handfoot.play.actions import Action, Lay, TakePile
from handfoot.play.consents import lacking
from handfoot.play.discard import discards
from handfoot.play.freeing import ready as ready_to_go
from handfoot.play.joining import pairs as joinable
from handfoot.play.lay import laid
from handfoot.play.melds import unfinished
from handfoot.play.offers import DISCARDS
from handfoot.play.picking import reader
from handfoot.play.ready_openings import lay_first, remove_with
from handfoot.play.stands import Ready, Row, Stand, ready_of
from handfoot.play.state import GRANTED, NO_MELD, NO_RANKS, Meld, State

if TYPE_CHECKING:
    from handfoot.play.events import Log
    from handfoot.play.tables import Tables


# How a side stands in all ranks, as a plain tuple, which is the quickest to read:
# - the rules by which it was found;
# - the melds for which it was found;
# - ranks left out of the rows;
# - the tables of lays under these rules;
# - the stand in each rank;
# - rows of lays, in the order in which they are listed;
# - what reads from a list by kind the naturals for each row.
Standing = tuple[
    "Tables",
    tuple[Meld, ...],
    frozenset[int],
    Ready,
    list[Stand],
    list[Row],
    Callable[[Sequence[int]], Iterable[int]],
]


# Quicker than the class itself, which first names what it is given.
_MELD: Final = partial(tuple.__new__, Meld)


def standing(state: State, side: int, without: frozenset[int] | None) -> Standing:
    """Return how a side stands.

    Args:
        state: The state.
        side: The side.
        without: Ranks whose lays are left out of the rows, ``None`` if no matter.
    """
    known = state.standing[side]
    tables, melds, left_out, _, _, _, _ = known
    if (
        melds is state.melds[side]
        and tables is state.tables[side]
        and (left_out is without or without is None)
    ):
        return known
    known = state.standing[side] = _found(state, side, without or NO_RANKS)
    return known


def _found(state: State, side: int, without: frozenset[int]) -> Standing:
    tables = state.tables[side]
    ready = ready_of(tables)
    melds = state.melds[side]
    if tables.runs:
        # Where suits matter nothing is read off.
        return tables, melds, without, ready, ready.bare, [], ready.held
    if ready.forgets_books and not without:
        return _unfinished_only(state, side, ready)
    places: dict[int, list[int]] = {}
    for place, meld in enumerate(melds):
        places.setdefault(meld.rank, []).append(place)
    stands = ready.bare[:]
    for rank, at in places.items():
        slot = state.slots[side][rank]
        counts = tuple([(melds[place].naturals, melds[place].wilds) for place in at])
        where = NO_MELD if slot == NO_MELD else at.index(slot)
        stands[rank] = ready.stand(rank, counts, where)
    onto = [
        (meld.rank, stands[meld.rank].rows(places[meld.rank].index(place)))
        for place, meld in enumerate(melds)
        if tables.unusual
        or (not tables.closed and meld.naturals + meld.wilds >= tables.size)
    ]
    if tables.unusual:
        listed = [*onto, *((rank, stands[rank].rows(NO_MELD)) for rank in ready.ranks)]
    else:
        listed = [*((rank, stands[rank].row) for rank in ready.ranks), *onto]
    listed = [(rank, row) for rank, row in listed if rank not in without]
    held = (
        ready.held
        if [rank for rank, _ in listed] == [*ready.ranks] and not tables.unusual
        else reader([rank for rank, _ in listed])
    )
    rows = [row for _, row in listed]
    return tables, melds, without, ready, stands, rows, held


def _unfinished_only(state: State, side: int, ready: Ready) -> Standing:
    """Return how a side stands where its finished books decide nothing."""
    melds = state.melds[side]
    stands = ready.bare[:]
    for rank, slot in enumerate(state.slots[side]):
        if slot != NO_MELD:
            _, _, naturals, wilds = melds[slot]
            stands[rank] = ready.stand(rank, ((naturals, wilds),), 0)
    rows = [stands[rank].row for rank in ready.ranks]
    tables = state.tables[side]
    return tables, melds, NO_RANKS, ready, stands, rows, ready.held


def plays(state: State, seat: int, side: int) -> list[Action] | None:
    """Return the lays and discards of an open side where none needs a second look.

    Returns ``None`` where one may be refused: when few cards are left, or by a rule
    that looks at more than the melds of a rank.
    """
    tables = state.tables[side]
    last = 0 if state.packets[seat] else 1
    without = tables.not_yet[last]
    # What `standing` asks first, asked here: one call fewer for each list.
    now = state.standing[side]
    if now[0] is not tables or now[1] is not state.melds[side] or now[2] is not without:
        now = standing(state, side, without)
    _, _, _, ready, _, rows, naturals = now
    if len(state.cards[seat]) <= ready.room[last]:
        return None
    if last and state.permission == GRANTED:
        return None
    if tables.looks_around and (
        state.wilds_added
        or tables.closes_later
        or tables.book.melds.burnt
        or tables.tells_colours
        or (tables.asks_consent and lacking(state, side))
        or (tables.frees_wilds and ready_to_go(state, side))
        or (tables.joins and joinable(state, side))
    ):
        return None
    hand = state.hands[seat]
    if state.packs_added:
        hand = ready.clipped(hand)
    start = ready.starts[ready.of_wilds(hand)]
    found: list[Action] = []
    for row, held in zip(rows, naturals(hand)):  # noqa: B905  # strict is slow
        if more := row[start + held]:
            found += more
    if tables.discards_all:
        found += compress(DISCARDS, hand)
    elif not (found and tables.plays_first):
        found += discards(state, seat)
    return found


def lays(state: State, seat: int) -> list[Lay]:
    """Return the smallest lays of a seat whose side has opened, by the rules of melds.

    What else may hinder a lay, above all too few cards left, is not looked at.
    """
    side = seat % state.sides
    _, _, _, ready, _, rows, naturals = standing(state, side, NO_RANKS)
    hand = ready.clipped(state.hands[seat])
    start = ready.starts[ready.of_wilds(hand)]
    return [
        lay
        for row, held in zip(rows, naturals(hand), strict=False)
        for lay in row[start + held]
    ]


def lay_ready(
    state: State, action: Lay | TakePile, log: Log, key_face: int = -1
) -> bool:
    """Lay what was read off; ``False`` for anything else.

    It does what ``lay.put`` does, with all about the lay known beforehand, and takes
    the cards from the hand.

    Args:
        state: The state, changed in place.
        action: An action that was checked.
        log: Where events go.
        key_face: The card that a pickup must use, in the hand already.
    """
    seat = state.turn
    side = seat % state.sides
    if not state.opened[side]:
        return lay_first(state, action, log, key_face)
    now = state.standing[side]
    if now[0] is not state.tables[side] or now[1] is not state.melds[side]:
        now = standing(state, side, None)
    tables, melds, without, ready, stands, rows, held = now
    key = id(action)
    rank = ready.rank_of.get(key)
    move = None if rank is None else stands[rank].moves.get(key)
    if rank is None or move is None:
        return False
    kinds = move.kinds
    faces = (
        state.remove_lowest(seat, kinds)
        if key_face < 0
        else remove_with(state, seat, key_face, kinds)
    )
    if move.begins:
        place = len(melds)
        melds = (*melds, _MELD((rank, faces, move.naturals, move.wilds)))
    else:
        place = state.slots[side][rank]
        _, cards, naturals, wilds = melds[place]
        naturals += move.naturals
        grown = list(melds)
        grown[place] = _MELD((rank, cards + faces, naturals, wilds + move.wilds))
        melds = tuple(grown)
    state.melds = state.melds[:]
    state.melds[side] = melds
    if log is not None:
        log.append(partial(laid, seat, side, tables, melds, place, faces))
    if move.wilds:
        state.wilds_added += (place,) * move.wilds
    stand = stands[rank]
    after = move.after or ready.follow(stand, move)
    if after.slot != stand.slot:
        if not move.begins:
            finished = after.slot == NO_MELD
            place = NO_MELD if finished else unfinished(tables, melds, rank)
        slots = state.slots[side][:]
        slots[rank] = place
        state.slots = state.slots[:]
        state.slots[side] = slots
    if tables.closed and held is ready.held:
        stands = stands[:]
        stands[rank] = after
        rows = rows[:]
        rows[ready.row_of[rank]] = after.row
        state.standing[side] = (tables, melds, without, ready, stands, rows, held)
    return True
