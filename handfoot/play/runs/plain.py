"""Runs as they are put together where of new ones only books matter (plain chains).

Where more books never harm either, such a chain remembers little: one that may end is
like any other, however long, and is cut into runs of no more cards than one may have
when it is laid. Only as many as could fill places for going out are meant for books,
and remember their length. Of two choices that spend as many cards of a rank, the one
with which no more can be done is then dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from handfoot.play.books import overfilled, places_filled
from handfoot.play.marks import Counter
from handfoot.play.runs.chain import LATER, Chain
from handfoot.play.state import NO_MELD, RUN_RANKS
from handfoot.play.tables import Tables

# So many choices of chains are compared each with each other, more only with near ones.
_MOST_COMPARED: Final = 300
# More cards than any run has.
_NO_END: Final = 1 << 10
# How long new chains are, by suit and when they are laid.
_Sizes = dict[tuple[int, int], tuple[int, ...]]


def floor_of(tables: Tables) -> int:
    """Return what a new run must be worth, 0 where each of them is (points)."""
    floor = tables.book.melds.floor
    if tables.wild_runs:
        return floor
    worths = [tables.points[kind] for kind in tables.run_kinds]
    return floor if min(worths, default=0) * tables.smallest < floor else 0


def longest_of(tables: Tables) -> int:
    """Return how many cards a new run has at most."""
    more = (tables.size + 1, 0)
    ends = overfilled(tables, RUN_RANKS[0], (0, 0), more) is not None
    return tables.size if ends else _NO_END


def are_plain(tables: Tables, counter: Counter, longest: int) -> bool:
    """Whether of new runs only books matter, and more of them never harm.

    One that is too long must come apart into runs that may be laid.
    """
    if tables.wild_runs or counter.names != counter.places or tables.red_for_books:
        return False
    if counter.bonus(RUN_RANKS[0], (tables.size, 0)):
        return False
    apart = 2 * tables.smallest <= longest + 1 and not floor_of(tables)
    return longest == _NO_END or apart


def most_books(tables: Tables, counter: Counter) -> int:
    """Return how many new runs that are books could matter at a time."""
    if tables.smallest >= tables.size:
        # Any run is one.
        return 0
    filled = places_filled(tables, ((RUN_RANKS[0], tables.size, 0),))
    places = zip(counter.places, counter.most, strict=True)
    return max((most for place, most in places if filled.get(place)), default=0)


def outdone(
    choices: Iterable[tuple[Chain, ...]], smallest: int
) -> dict[tuple[Chain, ...], list[tuple[Chain, ...]]]:
    """Return the chains with which no more can be done than with others, and those.

    A chain that may end is better than none, and than one that may not yet.

    Args:
        choices: What may be reached with the same cards spent, plain chains.
        smallest: Cards with which a run begins.
    """
    choices = list(choices)
    if len(choices) > _MOST_COMPARED:
        known = set(choices)
        near = {c: known.intersection(_little_better(c, smallest)) for c in choices}
        return {chains: [*better] for chains, better in near.items() if better}
    alike: dict[tuple[Chain, ...], list[tuple[tuple[Chain, ...], _Sizes]]] = {}
    for chains in choices:
        sizes, others = _sizes(chains)
        alike.setdefault(others, []).append((chains, sizes))
    found: dict[tuple[Chain, ...], list[tuple[Chain, ...]]] = {}
    for some in alike.values():
        for chains, sizes in some:
            better = [
                other
                for other, more in some
                if other != chains and _outdo(more, sizes, smallest)
            ]
            if better:
                found[chains] = better
    return found


def _sizes(chains: Iterable[Chain]) -> tuple[_Sizes, tuple[Chain, ...]]:
    """Return how long new chains are, and the other chains."""
    sizes: dict[tuple[int, int], list[int]] = {}
    others: list[Chain] = []
    for chain in chains:
        if chain.meld in (NO_MELD, LATER) and not chain.book:
            sizes.setdefault((chain.rank, chain.meld), []).append(chain.size)
        else:
            others.append(chain)
    return {key: tuple(some) for key, some in sizes.items()}, tuple(others)


def _outdo(mine: _Sizes, yours: _Sizes, smallest: int) -> bool:
    """Whether with some chains all can be done that can be done with others."""
    return all(
        _outlast(mine.get(key, ()), yours.get(key, ()), smallest)
        for key in mine.keys() | yours.keys()
    )


@lru_cache(maxsize=1 << 12)
def _outlast(mine: tuple[int, ...], yours: tuple[int, ...], smallest: int) -> bool:
    """Whether each of your chains has a longer one of mine, and the rest may end."""
    if mine == yours:
        return True
    return all(
        sum([n >= size for n in yours]) <= sum([n >= size for n in mine])
        for size in range(1, smallest + 1)
    ) and all(
        sum([n <= size for n in mine]) <= sum([n <= size for n in yours])
        for size in range(1, smallest)
    )


def _little_better(
    chains: tuple[Chain, ...], smallest: int
) -> Iterator[tuple[Chain, ...]]:
    """Yield chains of which one has a card more than one of these, while it tells.

    Or of which one that may end is there beside these.
    """
    new = [c for c in chains if c.meld in (NO_MELD, LATER) and not c.book]
    for chain in dict.fromkeys(new):
        at = chains.index(chain)
        rest = (*chains[:at], *chains[at + 1 :])
        for size in range(chain.size + 1, smallest + 1):
            yield tuple(sorted((*rest, chain._replace(size=size))))
        ready = chain._replace(size=smallest)
        yield tuple(sorted((*chains, ready)))
