"""Lays to try under rulesets whose lays the quick list cannot vouch for.

Some house rules decide on a lay by more than its shape: a floor for new melds, ranks
that are melded only at the end, a limit of wilds in a turn. For these the smallest lays
are proposed here (first ones in ``first_sets``), and each is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from handfoot.play import growing, shaping
from handfoot.play.actions import NEW, Lay
from handfoot.play.growing import one_less
from handfoot.play.leaps import leaps
from handfoot.play.offers import lay, meld_onto, new_onto, wild_list, wild_picks
from handfoot.play.runs.run import is_run
from handfoot.play.shaping import Shape
from handfoot.play.state import WILD_RANK, Meld, State
from handfoot.play.tables import NEVER_APART, Tables


def steps(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield the smallest lays of a side that has opened, legal or not."""
    tables = state.tables[side]
    hand = state.hands[seat]
    wilds = [kind for kind in tables.wild_kinds if hand[kind]]
    for place, meld in enumerate(state.melds[side]):
        if is_run(meld.rank):
            continue
        if meld.rank != WILD_RANK and hand[meld.rank]:
            yield lay(meld.rank, 1, (), meld_onto(state, side, place, 1))
        onto = meld_onto(state, side, place, 0)
        for kind in wilds:
            yield lay(meld.rank, 0, (kind,), onto)
        if tables.leaps:
            yield from leaps_onto(state, side, place, hand)
    for rank in ranks_held(tables, hand):
        several = tables.apart != NEVER_APART
        lying = several and any(meld.rank == rank for meld in state.melds[side])
        onto = NEW if lying else new_onto(state, side, rank)
        least = least_apart(tables, rank, state.melds[side])
        for _, naturals, used in smallest(tables, rank, hand, least):
            yield lay(rank, naturals, wild_list(tables.wild_kinds, used), onto)


def leaps_onto(
    state: State, side: int, place: int, hand: Sequence[int]
) -> Iterator[Lay]:
    """Yield the lays onto a meld of cards that may join it together only."""
    tables = state.tables[side]
    rank, _, *counts = state.melds[side][place]
    if rank >= WILD_RANK:
        return
    available = tuple([hand[kind] for kind in tables.wild_kinds])
    for naturals, wilds in leaps(tables, rank, (counts[0], counts[1])):
        if naturals <= hand[rank]:
            onto = meld_onto(state, side, place, naturals)
            for used in wild_picks(tables.wild_kinds, available, wilds):
                yield lay(rank, naturals, used, onto)


def ranks_held(tables: Tables, hand: Sequence[int]) -> list[int]:
    """Return the ranks of cards held, that of melds of wilds last if there are any."""
    ranks = [kind for kind in tables.rank_kinds if hand[kind]]
    return [*ranks, WILD_RANK] if tables.wild_melds else ranks


def shapes_held(
    tables: Tables,
    rank: int,
    hand: Sequence[int],
    least: int = 0,
    most: int | None = None,
) -> list[Shape]:
    """Return the shapes in which a rank can be melded anew with the cards held.

    Args:
        tables: Rules of the side.
        rank: The rank, or ``WILD_RANK``.
        hand: Cards held, by kind.
        least: Fewest cards of a shape.
        most: Most cards of a shape, by default those of a book.
    """
    held = 0 if rank == WILD_RANK else hand[rank]
    available = tuple([hand[kind] for kind in tables.wild_kinds])
    shapes = shaping.group_shapes(tables, rank, held, available, most)
    return [s for s in shapes if s[1] + sum(s[2]) >= least] if least else list(shapes)


def smallest(
    tables: Tables, rank: int, hand: Sequence[int], least: int = 0
) -> Iterator[Shape]:
    """Yield new melds of a rank, worth the floor, with no card to spare.

    Args:
        tables: Rules of the side.
        rank: The rank, or ``WILD_RANK``.
        hand: Cards held, by kind.
        least: Cards that the meld must have beside those that lie there.
    """
    shapes = shapes_held(tables, rank, hand, least, tables.most_new)
    yield from least_of(tables, set(shapes))


def least_apart(tables: Tables, rank: int, melds: Iterable[Meld]) -> int:
    """Return how many cards begin a meld for which no unfinished one has room."""
    if tables.apart in (0, NEVER_APART):
        return 0
    cards = [m.naturals + m.wilds for m in melds if m.rank == rank]
    return max((tables.apart - n for n in cards if n < tables.size), default=0)


def least_of(tables: Tables, shapes: set[Shape]) -> list[Shape]:
    """Return those of which no card can be taken off, as a first meld or a further."""
    found = [
        s for s in shapes if not any(less in shapes for less in one_less(tables, s))
    ]
    if tables.book.melds.further_naturals > 1:
        further = {s for s in shapes if growing.may_follow(tables, s[0], s[1])}
        found += [
            shape
            for shape in further
            if shape not in found
            and not any(less in further for less in one_less(tables, shape))
        ]
    return sorted(found)
