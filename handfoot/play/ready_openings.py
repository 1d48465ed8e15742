"""Openings made ready: what opens by points alone, listed and laid.

The first melds of a side are new melds, each made of counts; what each of them takes is
noted when it is made. So a pickup that opens is read off like any other opening, and
both are laid without being placed and judged again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from handfoot.cards import KIND_OF
from handfoot.play import opening
from handfoot.play.actions import Group, Lay, TakePile
from handfoot.play.earning import PAIR
from handfoot.play.events import Opened
from handfoot.play.first_melds import FirstMelds
from handfoot.play.lay import laid
from handfoot.play.offers import first_group
from handfoot.play.shaping import Shape
from handfoot.play.state import ONE_FACE, Meld, State

if TYPE_CHECKING:
    from handfoot.play.events import Log
    from handfoot.play.tables import Tables

# Rules remembered, and groups under each; nobody can list them.
_MOST_RULES: Final = 64
_MOST_GROUPS: Final = 1 << 14
# Quicker than the class itself, which first names what it is given.
_MELD: Final = partial(tuple.__new__, Meld)


class Taken(NamedTuple):
    """What a new meld takes.

    Attributes:
        group: The group, kept alive so that its ``id`` stays its own.
        rank: The rank, or ``WILD_RANK``.
        naturals: Natural cards in it.
        wilds: Wilds in it.
        kinds: Kinds of its cards, in their order.
    """

    group: Group
    rank: int
    naturals: int
    wilds: int
    kinds: tuple[int, ...]


class Openings:
    """The openings under rules by which sides open alike.

    Attributes:
        melds: The groups that hands can make.
        taken: What each group takes that is less than a book, by its ``id``.
    """

    __slots__ = ("_made", "_size", "melds", "taken")

    def __init__(self, tables: Tables) -> None:
        """Stand for the openings under some rules."""
        self._made = first_group(tables.wild_kinds)
        self._size = tables.size
        self.taken: dict[int, Taken] = {}
        self.melds = FirstMelds(tables, self._group)

    def _group(self, shape: Shape) -> Group:
        """Return a group from its counts, and note what it takes."""
        group = self._made(shape)
        rank, naturals, used = shape
        kinds = tuple([card.kind for card in group.cards])
        if len(kinds) < self._size:
            if len(self.taken) >= _MOST_GROUPS:
                self.taken.clear()
            self.taken[id(group)] = Taken(group, rank, naturals, sum(used), kinds)
        return group


@lru_cache(maxsize=_MOST_RULES)
def _made(tables: Tables) -> Openings:
    return Openings(tables)


def lays(tables: Tables, hand: Sequence[int]) -> list[Lay]:
    """Return the lays with which a side that has no meld opens by points."""
    melds = _made(tables.opens_like).melds
    return [*map(Lay, melds.sets(hand, tables.wanted))]


def pickups(tables: Tables, hand: Sequence[int], top: int) -> list[TakePile] | None:
    """Return the pickups with which a side that has no meld opens by points.

    The top card and a pair begin a meld, and others with it are worth enough. ``None``
    where one of these melds may be a book, beside which another of its rank may lie.

    Args:
        tables: Rules of the side.
        hand: Cards held, by kind, a pair of the top card's among them.
        top: Kind of the top card.
    """
    pool = [*hand]
    pool[top] += 1
    wanted = tables.wanted
    if opening.best_bound(tables, pool) < wanted:
        return []
    melds = _made(tables.opens_like).melds
    wilds = melds.of_wilds(pool)
    held = pool[top]
    if held + sum(wilds) >= tables.size:
        return None
    pool[top] = 0
    search = melds.search(pool, wilds)
    lacking = melds.units(wanted)
    found: list[TakePile] = []
    for number, worth, _, _, left in melds.rows[top][held][wilds]:
        group = melds.groups[top][number]
        # The naturals of a group come first.
        if len(group.cards) <= PAIR or group.cards[PAIR].kind != top:
            continue
        if worth >= lacking:
            found.append(TakePile((group,)))
        else:
            others = search(left, lacking - worth)
            found += [TakePile((group, *other)) for other in others]
    return found


def lay_first(
    state: State, action: Lay | TakePile, log: Log, key_face: int = -1
) -> bool:
    """Lay the first melds of a side that were read off; ``False`` for anything else.

    It does what ``lay.put`` does and takes the cards from the hand.

    Args:
        state: The state, changed in place.
        action: An action that was checked.
        log: Where events go.
        key_face: The card that a pickup must use, in the hand already.
    """
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    if state.melds[side] or not tables.plain_firsts:
        return False
    taken = _made(tables.opens_like).taken
    melds: list[Meld] = []
    slots = state.slots[side][:]
    groups = [
        known for group in action.groups if (known := taken.get(id(group))) is not None
    ]
    if len(groups) < len(action.groups):
        return False
    for place, (_, rank, naturals, wilds, kinds) in enumerate(groups):
        if key_face >= 0 and KIND_OF[key_face] in kinds:
            faces = remove_with(state, seat, key_face, kinds)
            key_face = -1
        else:
            faces = state.remove_lowest(seat, kinds)
        melds.append(_MELD((rank, faces, naturals, wilds)))
        slots[rank] = place
        if wilds:
            state.wilds_added += (place,) * wilds
    state.set_melds(side, tuple(melds), slots)
    opening.apply(state, side)
    if log is not None:
        cards = [card for group in action.groups for card in group.cards]
        log.append(partial(Opened, side, opening.points_of(tables, cards)))
        lying = state.melds[side]
        for place, meld in enumerate(lying):
            log.append(partial(laid, seat, side, tables, lying, place, meld.cards))
    return True


def remove_with(
    state: State, seat: int, key_face: int, kinds: tuple[int, ...]
) -> bytes:
    """Take a card of each kind from a hand, of which one is the given card.

    The others are the lowest faces, as in ``State.remove_lowest``.
    """
    key = ONE_FACE[key_face]
    at = kinds.index(KIND_OF[key_face])
    state.remove(seat, key)
    before = state.remove_lowest(seat, kinds[:at])
    return before + key + state.remove_lowest(seat, kinds[at + 1 :])
