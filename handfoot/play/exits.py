"""Can these cards all leave this turn? An exact search over counts.

To go out a player lays every card, or all but one and discards it, so that the books on
the table fill the quota. Ranks do not touch each other except through the wilds they
share, so the search goes rank by rank and keeps, for each number of wilds still free,
the sets of books reached: its cost grows with ranks x wilds x quota, not with the
number of ways to meld.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING, Final, NamedTuple

from handfoot.cards import KINDS
from handfoot.play.books import counted, places_filled, short_of
from handfoot.play.floors import Grades, cheapest, graded, suffice, worths
from handfoot.play.growing import is_new_meld, may_follow, may_grow
from handfoot.play.state import NO_MELD, WILD_RANK
from handfoot.play.turn_bounds import FREE, NO_LIMIT, Bounds, has_room, never_thrown
from handfoot.rules.book_kinds import ANY_KIND

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

Counts = tuple[int, int, int]
_MOST_WAYS: Final = 1 << 10


class Portion(NamedTuple):
    """Cards for one meld: its place (or ``NO_MELD``), rank, naturals and wilds."""

    meld: int
    rank: int
    naturals: int
    wilds: int


# Wilds used, what is laid of one rank, and its melds that result.
RankWay = tuple[int, tuple[Portion, ...], tuple[Counts, ...]]


class Exit(NamedTuple):
    """A way out: what is laid, and the kind discarded last (or -1)."""

    portions: tuple[Portion, ...]
    discard: int


def can_finish(
    tables: Tables,
    hand: Sequence[int],
    melds: Sequence[Counts],
    *,
    least: int = 0,
    bounds: Bounds = FREE,
) -> bool:
    """Whether ``hand`` can leave at once with the quota filled.

    Args:
        tables: Rules of the side.
        hand: Cards held, by kind.
        melds: Rank, naturals and wilds of the side's melds.
        least: Points that the cards laid must be worth (a side not yet open).
        bounds: What else binds the side.
    """
    return find_exit(tables, hand, melds, least=least, bounds=bounds) is not None


def find_exit(
    tables: Tables,
    hand: Sequence[int],
    melds: Sequence[Counts],
    *,
    least: int = 0,
    bounds: Bounds = FREE,
) -> Exit | None:
    """Return a way to go out with ``hand`` now, or ``None`` when there is none."""
    if not enough_cards(tables, hand, melds):
        return None
    for discard in last_discards(tables, hand, bounds):
        rest = list(hand)
        if discard >= 0:
            rest[discard] -= 1
        # A last discard alone opens nothing, so no minimum is asked of it.
        if least and any(rest) and _worth(tables, rest) < least:
            continue
        portions = _cover(tables, rest, melds, bounds)
        if portions is not None:
            return Exit(portions, discard)
    return None


def last_discards(
    tables: Tables, hand: Sequence[int], bounds: Bounds = FREE
) -> Iterator[int]:
    """Yield the kinds that may be the last discard, -1 for none."""
    if bounds.spare < 0:
        return
    last_card = tables.book.going_out.last_card
    barred = never_thrown(tables, bounds)
    stuck = [
        kind
        for kind in range(KINDS)
        if hand[kind] and not tables.meldable[kind] and not tables.wild[kind]
    ]
    # A card that cannot be melded must be the discard, and there is only one.
    if sum(hand[kind] for kind in stuck) > (last_card != "meld"):
        return
    if not stuck and last_card != "discard":
        yield -1
    if last_card != "meld":
        kinds = stuck or [kind for kind in range(KINDS) if hand[kind]]
        yield from (kind for kind in kinds if not barred[kind])


def _worth(tables: Tables, hand: Sequence[int]) -> int:
    points = tables.opening_points
    return sum(count * points[kind] for kind, count in enumerate(hand) if count)


def enough_cards(tables: Tables, hand: Sequence[int], melds: Sequence[Counts]) -> bool:
    """Whether the quota is within reach at all: a cheap bound before the search."""
    needed = sum(count for _, count in tables.quota)
    if not needed:
        return True
    size = tables.size
    done = sum(1 for meld in melds if meld[1] + meld[2] >= size)
    kinds = tables.book.books.kinds.values()
    shared = any(kind.counts_as or kind.spare_as for kind in kinds)
    if shared or any(place == "any" for place, _ in tables.quota):
        needed = max(count for _, count in tables.quota)
    lying = sum(meld[1] + meld[2] for meld in melds if meld[1] + meld[2] < size)
    return (needed - done) * size <= lying + sum(hand)


def rank_ways(
    tables: Tables,
    rank: int,
    melds: Sequence[tuple[int, int, int]],
    naturals: int,
    wilds: int,
    room: Sequence[int] = (),
) -> tuple[RankWay, ...]:
    """Return every way to place all ``naturals`` of a rank with up to ``wilds`` wilds.

    Args:
        tables: Rules of the side.
        rank: The rank, or ``WILD_RANK`` with no naturals.
        melds: Place, naturals and wilds of the melds of that rank on the table.
        naturals: Natural cards of the rank to place.
        wilds: Wilds that may be used.
        room: Wilds that melds may take yet, by place; empty where no rule asks.

    Returns:
        Wilds used, the portions, and the melds of the rank that result.
    """
    return _rank_ways(tables, rank, tuple(melds), naturals, wilds, tuple(room))


@lru_cache(maxsize=_MOST_WAYS)
def _rank_ways(
    tables: Tables,
    rank: int,
    melds: tuple[tuple[int, int, int], ...],
    naturals: int,
    wilds: int,
    room: tuple[int, ...],
) -> tuple[RankWay, ...]:
    return tuple(_ways_of(tables, rank, melds, naturals, wilds, room))


def _ways_of(
    tables: Tables,
    rank: int,
    melds: tuple[tuple[int, int, int], ...],
    naturals: int,
    wilds: int,
    room: tuple[int, ...],
) -> Iterator[RankWay]:
    if not melds:
        yield from _start(tables, rank, (), naturals, wilds, 0)
        return
    place, have, wild = melds[0]
    others = melds[1:]
    for a in range(naturals + 1):
        for b in range(wilds + 1):
            if not may_grow(tables, rank, (have, wild), a, b):
                continue
            if room and not has_room(room, place, a, b):
                continue
            here = (rank, *counted(tables, rank, (have, wild), (a, b)))
            portion = (Portion(place, rank, a, b),) if a or b else ()
            rest = _rank_ways(tables, rank, others, naturals - a, wilds - b, room)
            for used, portions, result in rest:
                merged = (here, *result)
                begun = [p.naturals for p in portions if p.meld == NO_MELD]
                if begun and not _may_start(tables, merged, len(melds)):
                    continue
                if not all(may_follow(tables, rank, count) for count in begun):
                    continue
                yield used + b, portion + portions, merged


def _may_start(tables: Tables, result: Sequence[Counts], old: int) -> bool:
    """Whether new melds may stand beside the ``old`` first ones of their rank."""
    rule = tables.book.melds
    if rule.books_of_rank is not None and len(result) > rule.books_of_rank:
        return False
    if rule.per_rank == "one":
        return False
    size = tables.size
    begun = min((sum(meld[1:]) for meld in result[old:]), default=0)
    return all(
        meld[1] + meld[2] >= size or sum(meld[1:]) + begun >= tables.apart
        for meld in result[:old]
    )


def _start(
    tables: Tables,
    rank: int,
    begun: tuple[Counts, ...],
    naturals: int,
    wilds: int,
    used: int,
) -> Iterator[tuple[int, tuple[Portion, ...], tuple[Counts, ...]]]:
    """Yield every way to place the rest of a rank in new melds."""
    if not naturals:
        laid = tuple(Portion(NO_MELD, *meld) for meld in begun)
        counts = [(rank, *counted(tables, rank, (0, 0), meld[1:])) for meld in begun]
        yield used, laid, tuple(counts)
    room = 0
    if begun:
        if tables.book.melds.per_rank == "one":
            return
        open_ones = [n for n in (sum(meld[1:]) for meld in begun) if n < tables.size]
        room = tables.apart - min(open_ones) if open_ones else 0
        if room > naturals + wilds:
            return
    least = 0 if rank == WILD_RANK else 1
    for a in range(least, naturals + 1):
        for b in range(wilds + 1):
            if a + b < room or (begun and not may_follow(tables, rank, a)):
                continue
            if is_new_meld(tables, rank, a, b):
                yield from _start(
                    tables,
                    rank,
                    (*begun, (rank, a, b)),
                    naturals - a,
                    wilds - b,
                    used + b,
                )


class _Came(NamedTuple):
    """What some ranks together have come to.

    Attributes:
        left: Wilds not used yet.
        filled: Books for each place that matters.
        needed: The wilds that new melds need to be worth their floor, by grade; empty
            where all wilds are alike.
    """

    left: int
    filled: tuple[int, ...]
    needed: Grades


def _cover(
    tables: Tables, hand: Sequence[int], melds: Sequence[Counts], bounds: Bounds
) -> tuple[Portion, ...] | None:
    """Return portions that lay all of ``hand`` and fill the quota, if any do."""
    used = [hand[kind] for kind in tables.wild_kinds]
    wilds = sum(used)
    places, most = quota_places(tables)
    alike = len(worths(tables)) == 1
    none: Grades = () if alike else (0,) * len(worths(tables))
    reached: dict[_Came, tuple[Portion, ...]] = {
        _Came(wilds, (0,) * len(places), none): ()
    }
    for rank in _ranks(tables, hand, melds, wilds):
        of_rank = [(i, m[1], m[2]) for i, m in enumerate(melds) if m[0] == rank]
        naturals = 0 if rank == WILD_RANK else hand[rank]
        if rank in bounds.barred and not of_rank:
            if naturals:
                return None
            continue
        ways: dict[_Came, tuple[Portion, ...]] = {}
        for count, portions, result in rank_ways(
            tables, rank, of_rank, naturals, wilds, bounds.room
        ):
            filled = _filled(tables, result, places)
            for needed in (none,) if alike else _needed(tables, portions):
                ways.setdefault(_Came(count, filled, needed), portions)
        reached = _combine(reached, ways, most)
        if not reached:
            return None
    have = none if alike else graded(tables, used)
    for (left, filled, needed), portions in reached.items():
        if (
            not left
            and is_enough(tables, places, filled, bounds)
            and (alike or suffice(have, needed))
        ):
            return portions
    return None


def _needed(tables: Tables, portions: Sequence[Portion]) -> Iterator[Grades]:
    """Yield the cheapest wilds, by grade, with which portions keep their floors."""
    more = (0,) * (len(worths(tables)) - 1)
    if not portions:
        yield (0, *more)
        return
    (meld, rank, naturals, wilds), *others = portions
    fresh = meld == NO_MELD
    for one in cheapest(tables, rank, naturals, wilds) if fresh else ((wilds, *more),):
        for rest in _needed(tables, others):
            yield tuple(map(int.__add__, one, rest))


def cover(tables: Tables, hand: Sequence[int]) -> tuple[Portion, ...] | None:
    """Return new melds that use up ``hand`` whole, whatever the quota, if any do."""
    return next(all_covers(tables, hand, ()), None)


def all_covers(
    tables: Tables, hand: Sequence[int], melds: Sequence[Counts]
) -> Iterator[tuple[Portion, ...]]:
    """Yield every way to lay ``hand`` whole, whatever the quota."""
    wilds = sum(hand[kind] for kind in tables.wild_kinds)
    if any(
        count and not tables.meldable[kind] and not tables.wild[kind]
        for kind, count in enumerate(hand)
    ):
        return
    ranks = _ranks(tables, hand, melds, wilds)
    for portions, _ in _every(tables, hand, melds, ranks, wilds, ()):
        yield portions


@lru_cache(maxsize=256)
def quota_places(tables: Tables) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the places to count, with how many of each could still matter."""
    quota = dict(tables.quota)
    spare = [name for name, kind in tables.book.books.kinds.items() if kind.spare_as]
    places = tuple(dict.fromkeys((*quota, *spare)))
    total = sum(quota.values())
    most = {place: total if spare else quota[place] for place in places}
    if tables.red_for_books:
        # One too many matters as well.
        most[ANY_KIND] = NO_LIMIT
    return tuple(most), tuple(most.values())


def is_enough(
    tables: Tables,
    places: tuple[str, ...],
    filled: tuple[int, ...],
    bounds: Bounds = FREE,
) -> bool:
    """Whether books that fill ``places`` so are enough to go out, and not too many."""
    if bounds.books < NO_LIMIT and filled[places.index(ANY_KIND)] > bounds.books:
        return False
    return not short_of(tables, dict(zip(places, filled, strict=True)))


def _ranks(
    tables: Tables, hand: Sequence[int], melds: Sequence[Counts], wilds: int
) -> list[int]:
    lying = {meld[0] for meld in melds}
    ranks = [kind for kind in tables.rank_kinds if hand[kind] or kind in lying]
    if WILD_RANK in lying or (wilds and tables.wild_melds):
        ranks.append(WILD_RANK)
    return ranks


def _filled(
    tables: Tables, result: Sequence[Counts], places: tuple[str, ...]
) -> tuple[int, ...]:
    size = tables.size
    finished = [meld for meld in result if meld[1] + meld[2] >= size]
    if not finished:
        return (0,) * len(places)
    filled = places_filled(tables, finished)
    return tuple(filled.get(place, 0) for place in places)


def _combine(
    reached: dict[_Came, tuple[Portion, ...]],
    ways: dict[_Came, tuple[Portion, ...]],
    most: tuple[int, ...],
) -> dict[_Came, tuple[Portion, ...]]:
    found: dict[_Came, tuple[Portion, ...]] = {}
    for (left, have, needed), before in reached.items():
        for (used, filled, needs), portions in ways.items():
            if used <= left:
                # More than could matter is no better.
                now = tuple(
                    min(a + b, cap)
                    for a, b, cap in zip(have, filled, most, strict=True)
                )
                both = tuple(map(int.__add__, needed, needs))
                found.setdefault(_Came(left - used, now, both), before + portions)
    return found


def all_exits(
    tables: Tables, hand: Sequence[int], melds: Sequence[Counts]
) -> Iterator[Exit]:
    """Yield every way to go out with a small hand; for hands of a few cards only."""
    places, _ = quota_places(tables)
    runs = _filled(tables, [meld for meld in melds if meld[0] > WILD_RANK], places)
    for discard in last_discards(tables, hand):
        rest = list(hand)
        if discard >= 0:
            rest[discard] -= 1
        wilds = sum(rest[kind] for kind in tables.wild_kinds)
        ranks = _ranks(tables, rest, melds, wilds)
        for portions, sets in _every(tables, rest, melds, ranks, wilds, places):
            filled = tuple(map(add, sets, runs))
            if is_enough(tables, places, filled):
                yield Exit(portions, discard)


def _every(
    tables: Tables,
    hand: Sequence[int],
    melds: Sequence[Counts],
    ranks: Sequence[int],
    wilds: int,
    places: tuple[str, ...],
) -> Iterator[tuple[tuple[Portion, ...], tuple[int, ...]]]:
    if not ranks:
        if not wilds:
            yield (), (0,) * len(places)
        return
    rank, *others = ranks
    of_rank = [(i, m[1], m[2]) for i, m in enumerate(melds) if m[0] == rank]
    naturals = 0 if rank == WILD_RANK else hand[rank]
    # The first way is often enough, so none is found before it is asked for.
    every = _ways_of(tables, rank, tuple(of_rank), naturals, wilds, ())
    for used, portions, result in every:
        filled = _filled(tables, result, places)
        rest = _every(tables, hand, melds, others, wilds - used, places)
        for more, also in rest:
            both = tuple(a + b for a, b in zip(filled, also, strict=True))
            yield portions + more, both
