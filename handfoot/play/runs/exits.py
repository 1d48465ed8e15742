"""Whole lays and ways out where there are runs, and suits matter.

Everything is found by the one search of ``handfoot.play.layouts``, to which the runs
are given as ``handfoot.play.runs.chains``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from handfoot.cards import KIND_OF
from handfoot.play import exits, turn_bounds
from handfoot.play.exits import Counts
from handfoot.play.floors import graded, suffice
from handfoot.play.layouts import Layouts, Reached, wild_choices
from handfoot.play.marks import Counter
from handfoot.play.runs.layouts import RunLayouts
from handfoot.play.runs.run import Run, counted, suited, without
from handfoot.play.runs.wild_layouts import WildRunLayouts
from handfoot.play.tables import Tables
from handfoot.play.turn_bounds import FREE, Bounds


def layouts_of(
    tables: Tables,
    faces: bytes,
    melds: Sequence[Counts] = (),
    runs: Iterable[Run] = (),
    **how: Any,
) -> Layouts:
    """Return all ways to lay cards, in runs too where the rules have them.

    Args:
        tables: Rules of the side.
        faces: Cards held.
        melds: Rank, naturals and wilds of the side's melds.
        runs: The runs among them.
        how: What else :class:`~handfoot.play.layouts.Layouts` is told.

    Raises:
        TooMany: the search was given up.
    """
    if not tables.runs:
        return Layouts(tables, counted(faces), melds, **how)
    counter = how.pop("counter", None) or Counter(tables, quota=False, first=False)
    if tables.wild_runs:
        return WildRunLayouts(tables, faces, melds, runs, counter=counter, **how)
    return RunLayouts(tables, faces, melds, runs, counter=counter, **how)


def ways_out(
    tables: Tables,
    layouts: Layouts,
    *,
    least: int = 0,
    most_left: int = 0,
    books: bool = True,
    bounds: Bounds = FREE,
) -> Iterator[tuple[Reached, int, tuple[int, ...]]]:
    """Yield lays that leave at most so many cards.

    Args:
        tables: Rules of the side.
        layouts: All lays.
        least: Points that the cards laid must be worth (a side not yet open).
        most_left: Cards that may be left.
        books: Whether there must be the books that going out needs; the lays then
            count them.
        bounds: What else binds the side.

    Yields:
        What is reached, the points of its naturals, and the wilds of each kind in it.
    """
    choices = wild_choices(tables, layouts.hand)
    for reached, sums in layouts.ways.items():
        if layouts.left(reached) > most_left:
            continue
        places = layouts.counter.places
        if books and not exits.is_enough(tables, places, reached.marks, bounds):
            continue
        points = layouts.points(sums)
        for worth, used in choices[reached.wilds[0]]:
            # The minimum is asked of what is laid; a last discard alone opens nothing.
            enough = not reached.some or points + worth >= least
            if enough and suffice(graded(tables, used), reached.wilds):
                yield reached, points, used


def can_finish(
    tables: Tables,
    faces: bytes,
    melds: Sequence[Counts],
    runs: Sequence[Run],
    *,
    least: int = 0,
    bounds: Bounds = FREE,
) -> bool:
    """Whether all cards can leave at once, one discarded, with the quota filled.

    The arguments are those of :func:`find`.
    """
    found = find(tables, faces, melds, runs, least=least, bounds=bounds)
    return next(found, None) is not None


def find(
    tables: Tables,
    faces: bytes,
    melds: Sequence[Counts],
    runs: Sequence[Run],
    *,
    least: int = 0,
    bounds: Bounds = FREE,
    work: int | None = None,
) -> Iterator[tuple[Layouts, Reached, int, tuple[int, ...]]]:
    """Yield ways to go out at once with some cards, the last of them discarded or not.

    Args:
        tables: Rules of the side.
        faces: Cards held.
        melds: Rank, naturals and wilds of the side's melds.
        runs: The runs among them.
        least: Points that the cards laid must be worth (a side not yet open).
        bounds: What else binds the side.
        work: Steps of the search after which it is given up, if given.

    Yields:
        All lays, what is reached by one of them, the points of its naturals, and the
        wilds of each kind in it.

    Raises:
        TooMany: the search was given up.
    """
    if not exits.enough_cards(tables, counted(faces), melds):
        return
    last_card = tables.book.going_out.last_card
    for rest, most_left in last_discards(tables, faces, bounds):
        layouts = layouts_of(
            tables,
            rest,
            melds,
            runs,
            counter=Counter(tables, quota=True, first=False),
            bounds=bounds,
            most_left=most_left,
            work=work,
        )
        found = ways_out(
            tables, layouts, least=least, most_left=most_left, bounds=bounds
        )
        for reached, points, used in found:
            discarded = len(rest) < len(faces) or layouts.left(reached)
            if last_card != ("meld" if discarded else "discard"):
                yield layouts, reached, points, used


def last_discards(
    tables: Tables, faces: bytes, bounds: Bounds = FREE
) -> Iterator[tuple[bytes, int]]:
    """Yield what is to be laid, and how many cards of it may be left to discard.

    Any card may be the last discard where none is barred, and nothing need be set
    aside; else each one that may be is tried.
    """
    if bounds.spare >= 0 and True not in turn_bounds.never_thrown(tables, bounds):
        yield faces, 1
        return
    for kind in exits.last_discards(tables, counted(faces), bounds):
        of_kind = sorted({face for face in faces if KIND_OF[face] == kind})
        if kind < 0:
            yield faces, 0
        for face in of_kind if suited(kind) else of_kind[:1]:
            yield without(faces, (face,)), 0
