"""What a new meld must be worth, and which wilds help it to that (``melds.floor``).

Without a floor all wilds of a meld are alike. With one it matters which they are, but
only by their worth: kinds of wilds worth the same are one *grade*. How many wilds of
each grade there are is written from below: how many in all, how many of at least the
second grade, and so on. A dearer wild can always stand in for a cheaper one, so some
wilds will do for a meld exactly when none of these numbers is below what it needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from handfoot.play.state import NO_MELD, WILD_RANK

if TYPE_CHECKING:
    from handfoot.play.exits import Portion
    from handfoot.play.tables import Tables

#: Wilds by grade: in all, of at least the second grade, and so on.
Grades = tuple[int, ...]


@lru_cache(maxsize=256)
def worths(tables: Tables) -> tuple[int, ...]:
    """Return the worth of each grade of wilds (points), rising; one without a floor.

    That one meld of a first lay must be worth so much alone is a floor as well.
    """
    alone = tables.book.opening.reached_by == "one_meld"
    if not (tables.book.melds.floor or alone) or not tables.wild_kinds:
        return (0,)
    return tuple(sorted({tables.points[kind] for kind in tables.wild_kinds}))


def grade_of(tables: Tables, kind: int) -> int:
    """Return the grade of a wild kind, from 0."""
    found = worths(tables)
    return found.index(tables.points[kind]) if len(found) > 1 else 0


def graded(tables: Tables, used: Sequence[int]) -> Grades:
    """Return wilds by grade from how many of each wild kind there are."""
    counts = [0] * len(worths(tables))
    for kind, count in zip(tables.wild_kinds, used, strict=True):
        counts[grade_of(tables, kind)] += count
    return _from_below(counts)


def _from_below(counts: Sequence[int]) -> Grades:
    return tuple(reversed(list(accumulate(reversed(counts)))))


def suffice(have: Grades, needed: Grades) -> bool:
    """Whether wilds will do where ``needed`` are asked for, as many of them."""
    return have[0] == needed[0] and all(map(int.__ge__, have, needed))


@lru_cache(maxsize=1 << 14)
def cheapest(
    tables: Tables, rank: int, naturals: int, wilds: int, least: int = 0
) -> tuple[Grades, ...]:
    """Return the cheapest wilds with which a new meld is worth the floor.

    Args:
        tables: Rules of the side.
        rank: The rank, or ``WILD_RANK`` with no naturals.
        naturals: Natural cards of the meld.
        wilds: Wild cards of the meld.
        least: What else it must be worth (points).

    Returns:
        Choices none of which could stand in for another; none when nothing is enough.
    """
    points = 0 if rank == WILD_RANK else naturals * tables.points[rank]
    return beside(tables, points, wilds, least)


@lru_cache(maxsize=1 << 14)
def beside(
    tables: Tables, points: int, wilds: int, least: int = 0
) -> tuple[Grades, ...]:
    """Return the same for a new meld whose naturals are worth so many points."""
    floor = max(tables.book.melds.floor, least)
    grades = worths(tables)
    if len(grades) == 1:
        each = tables.points[tables.wild_kinds[0]] if wilds else 0
        return ((wilds,),) if points + wilds * each >= floor else ()
    found = [
        _from_below(counts)
        for counts in _counts(len(grades), wilds)
        if points + sum(map(int.__mul__, counts, grades)) >= floor
    ]
    return tuple(
        one
        for one in found
        if not any(other != one and suffice(one, other) for other in found)
    )


def _counts(grades: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to have ``total`` wilds of so many grades."""
    if grades == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _counts(grades - 1, total - first):
            yield (first, *rest)


def dealt_to(
    tables: Tables, choices: Sequence[tuple[Grades, ...]], wilds: Sequence[int]
) -> tuple[int, ...]:
    """Return wilds (kinds) in an order in which each part has what it needs.

    Args:
        tables: Rules of the side.
        choices: For each part of a lay the wilds of which one will do.
        wilds: As many wilds as the parts take.
    """
    held = sorted(wilds, key=lambda kind: grade_of(tables, kind))
    for needs in _every(choices):
        order = _matched(tables, held, needs)
        if order is not None:
            return order
    return tuple(wilds)


def dealt(
    tables: Tables, portions: Sequence[Portion], wilds: Sequence[int]
) -> tuple[int, ...] | None:
    """Return wilds (kinds) in the order of the portions, each worth its floor.

    Args:
        tables: Rules of the side.
        portions: Cards for melds, new ones and others.
        wilds: As many wilds as the portions hold.

    Returns:
        The wilds, those of the first portion first; ``None`` when no order will do.
    """
    if len(worths(tables)) == 1 or _are_worth(tables, portions, wilds):
        return tuple(wilds)
    choices = [
        cheapest(tables, p.rank, p.naturals, p.wilds)
        if p.meld == NO_MELD
        else ((p.wilds,) + (0,) * (len(worths(tables)) - 1),)
        for p in portions
    ]
    held = sorted(wilds, key=lambda kind: grade_of(tables, kind))
    for needs in _every(choices):
        order = _matched(tables, held, needs)
        if order is not None:
            return order
    return None


def _are_worth(
    tables: Tables, portions: Sequence[Portion], wilds: Sequence[int]
) -> bool:
    """Whether each new meld is worth the floor with the wilds as they come."""
    at = 0
    for meld, rank, naturals, count in portions:
        points = sum(tables.points[kind] for kind in wilds[at : at + count])
        points += 0 if rank == WILD_RANK else naturals * tables.points[rank]
        if meld == NO_MELD and points < tables.book.melds.floor:
            return False
        at += count
    return True


def _every(choices: Sequence[tuple[Grades, ...]]) -> Iterator[tuple[Grades, ...]]:
    if not choices:
        yield ()
        return
    for first in choices[0]:
        for rest in _every(choices[1:]):
            yield (first, *rest)


def _matched(
    tables: Tables, held: Sequence[int], needs: Sequence[Grades]
) -> tuple[int, ...] | None:
    """Return ``held``, cheapest first, dealt out: the least where least is needed."""
    slots: list[tuple[int, int]] = []
    for place, need in enumerate(needs):
        counts = [a - b for a, b in zip(need, (*need[1:], 0), strict=True)]
        slots += [(grade, place) for grade, n in enumerate(counts) for _ in range(n)]
    slots.sort()
    given: list[list[int]] = [[] for _ in needs]
    for kind, (grade, place) in zip(held, slots, strict=True):
        if grade_of(tables, kind) < grade:
            return None
        given[place].append(kind)
    return tuple(kind for kinds in given for kind in kinds)
