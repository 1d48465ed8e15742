"""What binds the lays of a side beside its cards: other sides, and its turn so far."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul, or_
from typing import TYPE_CHECKING, Final, NamedTuple

from handfoot.play.books import finished_ranks
from handfoot.play.consents import lacking
from handfoot.play.fresh import shut

if TYPE_CHECKING:
    from handfoot.play.state import State
    from handfoot.play.tables import Tables

# More points than any cards are worth.
NO_LIMIT: Final = 1 << 30


class Bounds(NamedTuple):
    """What binds lays beside the cards: the other sides, and this turn so far.

    Attributes:
        barred: Ranks of which the side may not begin a meld.
        room: Wilds that each meld of the side may take yet in this turn, below zero
            where it takes no card at all; empty if no rule asks.
        untouched: Whether the melds that lie there take no card in this play.
        spare: What the last discard may be worth at most (points), so that what is
            melded in the end is worth enough; below zero where it never is.
        books: Finished books that the side may have at most when it goes out.
    """

    barred: frozenset[int] = frozenset()
    room: tuple[int, ...] = ()
    untouched: bool = False
    spare: int = NO_LIMIT
    books: int = NO_LIMIT


FREE = Bounds()
# More wilds than there are.
_PLENTY: Final = 1 << 10
# A meld takes no card.
_SHUT: Final = -1


def has_room(room: Sequence[int], place: int, naturals: int, wilds: int) -> bool:
    """Whether a meld may take so many cards yet in this turn, where a rule asks."""
    return wilds <= room[place] or not (naturals or wilds)


def bounds_of(
    state: State, side: int, added: Sequence[int] = (), *, worth: int | None = None
) -> Bounds:
    """Return what binds a side now, or after a lay by which melds take wilds.

    Args:
        state: The state before the lay.
        side: The side, one of whose players is to act.
        added: Wilds that each of its melds takes by it, new ones last.
        worth: What its melds and the cards of the player are worth (points); as it is
            now if not given.
    """
    tables = state.tables[side]
    rule = tables.book
    barred: frozenset[int] = frozenset()
    if rule.melds.burnt:
        own = {meld.rank for meld in state.melds[side]}
        barred = finished_ranks(state, side) - own
    spare = spare_of(state, side, worth)
    books = books_of(state, side)
    if not tables.limits_turn:
        return Bounds(barred, spare=spare, books=books)
    lying = len(state.melds[side])
    most = _PLENTY if rule.wilds.per_turn is None else rule.wilds.per_turn
    room = [most - state.wilds_added.count(place) for place in range(lying)]
    room += [most] * (len(added) - lying)
    for place, wilds in enumerate(added):
        room[place] -= wilds
    if tables.asks_consent:
        for place in lacking(state, side):
            room[place] = 0
    if tables.closes_later:
        for place in shut(state, side):
            room[place] = _SHUT
    return Bounds(barred, tuple(room), spare=spare, books=books)


def spare_of(state: State, side: int, worth: int | None = None) -> int:
    """Return what the last discard of a side may be worth at most (points).

    The arguments are those of :func:`bounds_of`.
    """
    tables = state.tables[side]
    least = tables.book.going_out.least_melded
    if not least:
        return NO_LIMIT
    if worth is None:
        held = sum(map(mul, tables.points, state.hands[state.turn]))
        worth = melded_points(state, side) + held
    return worth - least


def books_of(state: State, side: int) -> int:
    """Return how many finished books a side may have at most when it goes out."""
    return len(state.red[side]) if state.tables[side].red_for_books else NO_LIMIT


def melded_points(state: State, side: int) -> int:
    """Return what all cards in the melds of a side are worth (points)."""
    worth = state.tables[side].face_points
    return sum(worth[face] for meld in state.melds[side] for face in meld.cards)


def never_thrown(tables: Tables, bounds: Bounds) -> tuple[bool, ...]:
    """Return by kind whether a card may not be the last discard."""
    if bounds.spare >= NO_LIMIT:
        return tables.barred_last
    dear = [points > bounds.spare for points in tables.points]
    return tuple(map(or_, tables.barred_last, dear))
