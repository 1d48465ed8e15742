"""Can the books that going out needs be made at all? Bounds, before a long search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from handfoot.play.books import MIXED, NATURALS, WILDS, nature, places_filled
from handfoot.play.state import WILD_RANK
from handfoot.rules.book_kinds import ANY_KIND, UNTIL_TURN_ENDS

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

Counts = tuple[int, int, int]


def in_reach(tables: Tables, hand: Sequence[int], melds: Sequence[Counts]) -> bool:
    """Whether no place of the quota is out of reach, in however many plays.

    Each place is looked at as if all cards were there for it alone, so a yes promises
    nothing; a no is certain.

    Args:
        tables: Rules of the side.
        hand: Cards held, by kind.
        melds: Rank, naturals and wilds of the side's melds.
    """
    if tables.runs:
        return True
    size = tables.size
    finished = [meld for meld in melds if meld[1] + meld[2] >= size]
    filled = places_filled(tables, finished)
    return all(
        filled.get(place, 0)
        + _turning(tables, finished, place)
        + sum(_further(tables, hand, melds, place))
        >= count
        for place, count in tables.quota
    )


def _fills(tables: Tables, name: str | None, place: str) -> bool:
    """Whether a book of a kind may fill a place, as a spare one if need be."""
    if place == ANY_KIND:
        return True
    if name is None:
        return False
    kind = tables.book.books.kinds[name]
    return place in (name, *kind.counts_as, *kind.spare_as)


def _turning(tables: Tables, finished: Sequence[Counts], place: str) -> int:
    """Count finished books that do not fill a place and may come to fill it.

    Those that would as spare ones are among them.
    """
    count = 0
    for rank, naturals, wilds in finished:
        made = nature(naturals, wilds)
        own = tables.book_name[rank][made]
        kinds = tables.book.books.kinds
        filling = own is not None and place in (own, *kinds[own].counts_as)
        if place == ANY_KIND or filling:
            continue
        after = tables.after[rank][made]
        grows = made == NATURALS and after in ("anything", UNTIL_TURN_ENDS)
        mixed = grows and _fills(tables, tables.book_name[rank][MIXED], place)
        count += mixed or _fills(tables, own, place)
    return count


def _further(
    tables: Tables, hand: Sequence[int], melds: Sequence[Counts], place: str
) -> Iterator[int]:
    """Yield for each rank how many further books of it could fill a place."""
    size = tables.size
    wilds = sum(hand[kind] for kind in tables.wild_kinds)
    names = tables.book_name
    begun = [meld for meld in melds if meld[1] + meld[2] < size]
    if tables.wild_melds and _fills(tables, names[WILD_RANK][WILDS], place):
        lying = sum(meld[2] for meld in begun if meld[0] == WILD_RANK)
        yield (lying + wilds) // size
    for rank in tables.rank_kinds:
        here = [meld for meld in begun if meld[0] == rank]
        if _fills(tables, names[rank][MIXED], place):
            yield (hand[rank] + wilds + sum(n + w for _, n, w in here)) // size
        elif _fills(tables, names[rank][NATURALS], place):
            # Joined, naturals first, they may fill a book under which the wilds slide.
            mixed = tables.joins and tables.slides
            lying = sum(n for _, n, w in here if mixed or not w)
            yield (hand[rank] + lying) // size
