"""The lays to list, beside those that are read off: first lays and ways out.

``handfoot.play.legal`` checks what is offered here where it may be refused. Where
everything that can be played must be (``discard.fitting``), the same lays tell whether
a turn may end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, permutations

from handfoot.play import (
    exits,
    first_sets,
    lay,
    opening,
    ready_openings,
    shaping,
    turn_bounds,
)
from handfoot.play.actions import Lay
from handfoot.play.firsts import FirstLays
from handfoot.play.offers import groups_of_portions, groups_of_shapes
from handfoot.play.refusals import Refusal
from handfoot.play.runs import offers as run_offers
from handfoot.play.standing import lays
from handfoot.play.state import GRANTED, State
from handfoot.play.tables import NEVER_APART


def offered(state: State, seat: int, side: int) -> tuple[list[Lay], list[Lay]]:
    """Return lays that are legal, and lays to try; ways out are not among them."""
    found: list[Lay] = []
    tried: list[Lay] = []
    tables = state.tables[side]
    if tables.runs:
        way = run_offers.steps if state.opened[side] else run_offers.first_lays
        tried.extend(way(state, seat, side))
    elif state.opened[side]:
        tried.extend(lays(state, seat))
    elif tables.special_opening:
        tried.extend(first_sets.openings(state, seat, side))
    else:
        found.extend(_checked_openings(state, seat, side))
        if tables.apart != NEVER_APART:
            hand = state.hands[seat]
            if opening.best_bound(tables, hand) >= tables.wanted:
                ways = first_sets.with_two_of_a_rank(tables, hand, tables.wanted)
                tried += [Lay(groups_of_shapes(state, side, way)) for way in ways]
    if tables.apart != NEVER_APART and not (state.opened[side] or found or tried):
        tried.extend(_of_every_sort(state, seat, side))
    return found, tried


def owed(state: State) -> Iterator[Refusal]:
    """Yield a refusal where something can still be played, and so must be."""
    seat = state.turn
    side = seat % state.sides
    found, tried = offered(state, seat, side)
    if not found:
        found = [*islice(_legal_ones(state, tried), 1)]
    if not found:
        found = [*islice(_legal_ones(state, last_lays(state, seat, side)), 1)]
    if found:
        yield Refusal(
            "lay_owed",
            "discard.fitting",
            f"Whatever can be played must be: you can still {found[0]}.",
            wanted=str(found[0]),
        )


def _legal_ones(state: State, tried: Iterable[Lay]) -> Iterator[Lay]:
    return (one for one in tried if is_legal(state, one))


def is_legal(state: State, action: Lay) -> bool:
    """Whether the player to act, who has drawn, may lay these groups."""
    return next(lay.check(state, action), None) is None


def openings(state: State, seat: int, side: int) -> list[Lay]:
    """Return the lays with which a side opens where points alone decide."""
    tables = state.tables[side]
    hand = state.hands[seat]
    if opening.best_bound(tables, hand) < tables.wanted:
        return []
    if not state.melds[side]:
        return ready_openings.lays(tables, hand)
    ways = opening.ways(tables, hand, tables.wanted)
    return [Lay(groups_of_shapes(state, side, shapes)) for shapes in ways]


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
    for way in openings(state, seat, side):
        size = sum([len(group.cards) for group in way.groups])
        if size <= most or is_legal(state, way):
            yield way


def _of_every_sort(state: State, seat: int, side: int) -> list[Lay]:
    """Return first lays that are enough, a few of every sort there is."""
    if opening.best_bound(state.tables[side], state.hands[seat]) < (
        state.tables[side].wanted
    ):
        return []
    ways = [way for way in FirstLays(state, seat).found if way.opens]
    ways.sort(key=lambda way: (way.points, way.wilds))
    return [Lay(groups) for groups in {way.groups(state, side): 0 for way in ways}]


def last_lays(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield lays that may leave fewer cards than one has to keep otherwise.

    They are the ways out, and before the last packet those with the player's own book
    where that brings the next one (``foot.trigger``).
    """
    if not state.packets[seat]:
        yield from ways_out(state, seat, side)
    elif state.tables[side].needs_own_book and not state.own_book[seat]:
        yield from _with_own_book(state, seat, side)


def _with_own_book(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield the lays of a small hand that leave too few cards without a book."""
    tables, hand = state.tables[side], state.hands[seat]
    held, opened = sum(hand), state.opened[side]
    if tables.runs:
        return
    if held > (tables.small_hand if opened else tables.size + tables.keep - 1):
        if not opened:
            yield from _of_every_sort(state, seat, side)
        return
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    for left in shaping.splits(tuple(hand), tables.keep - 1):
        laid = [*map(int.__sub__, hand, left)]
        wilds = [kind for kind in tables.wild_kinds for _ in range(laid[kind])]
        for portions in exits.all_covers(tables, laid, melds):
            for order in sorted(set(permutations(wilds))):
                groups = groups_of_portions(state, side, portions, order)
                if groups:
                    yield Lay(groups)


def ways_out(state: State, seat: int, side: int) -> Iterator[Lay]:
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
        bounds = turn_bounds.Bounds(
            spare=turn_bounds.spare_of(state, side),
            books=turn_bounds.books_of(state, side),
        )
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
