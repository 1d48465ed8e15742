"""What a first lay must hold: melds of some kinds, or one worth enough alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from handfoot.play.books import nature
from handfoot.play.refusals import Refusal
from handfoot.rules.book_kinds import ANY_KIND
from handfoot.rules.language.words import listed

if TYPE_CHECKING:
    from handfoot.play.state import State
    from handfoot.play.tables import Tables
    from handfoot.rules.rulebook import Rulebook

# A meld of a first lay: rank, naturals and wilds, worth toward the opening (points).
BegunMeld = tuple[int, tuple[int, int], int]


class Demand(NamedTuple):
    """What one meld of a first lay must be.

    Attributes:
        kinds: The kinds of which it must be one; empty where any meld will do.
        finished: Whether it must be a book.
        points: What it must be worth toward the opening (points).
    """

    kinds: tuple[str, ...] = ()
    finished: bool = False
    points: int = 0


def demands_of(book: Rulebook, wanted: int) -> tuple[Demand, ...]:
    """Return what the melds of a first lay must be, each met by some meld of it.

    Args:
        book: The rules of the side.
        wanted: Fewest points that open.
    """
    rule = book.opening
    found: list[Demand] = []
    if rule.reached_by == "one_meld" and wanted > 0:
        found.append(Demand(points=wanted))
    if not rule.must_hold:
        return tuple(found)
    finished = rule.must_hold_as in ("one_book", "each_book")
    if not rule.must_hold_each:
        return (*found, Demand(rule.must_hold, finished))
    kinds = book.books.kinds
    for word in rule.must_hold:
        also = [name for name, kind in kinds.items() if word in kind.counts_as]
        found.append(Demand((word, *also), finished))
    return tuple(found)


def meets(
    tables: Tables, demand: Demand, rank: int, meld: tuple[int, int], points: int
) -> bool:
    """Whether a new meld is what a first lay must hold.

    Args:
        tables: Rules of the side.
        demand: What it must be.
        rank: Rank of the meld.
        meld: Its naturals and wilds.
        points: What it is worth toward the opening (points).
    """
    if points < demand.points or (demand.finished and sum(meld) < tables.size):
        return False
    if not demand.kinds or ANY_KIND in demand.kinds:
        return True
    return tables.book_name[rank][nature(*meld)] in demand.kinds


def unmet(
    tables: Tables,
    demands: Iterable[Demand],
    melds: Iterable[BegunMeld],
) -> tuple[Demand, ...]:
    """Return the demands that none of some melds meets.

    Args:
        tables: Rules of the side.
        demands: What a first lay must hold.
        melds: The melds of a first lay.
    """
    lying = list(melds)
    return tuple(
        demand
        for demand in demands
        if not any(meets(tables, demand, *meld) for meld in lying)
    )


def without(
    state: State,
    tables: Tables,
    lacking: Iterable[Demand],
    melds: Iterable[BegunMeld],
) -> Iterator[Refusal]:
    """Yield a refusal for a first lay without a meld that it must hold."""
    named = [demand for demand in lacking if demand.kinds]
    if not named:
        return
    rule = tables.book.opening
    books = named[0].finished
    size = tables.size if books else 0
    made = [
        tables.book_name[rank][nature(*meld)]
        for rank, meld, _ in melds
        if sum(meld) >= size
    ]
    each = rule.must_hold_each
    what = "a finished book" if books else "a meld"
    kinds = listed(rule.must_hold, "and" if each else "or")
    missing = f"; it lacks {listed(d.kinds[0] for d in named)}" if each else ""
    yield Refusal(
        "opening_without_book" if books else "opening_without_meld",
        "opening.must_hold",
        f"The first lay of round {state.round} must hold {what}"
        f"{' of each kind' if each else ''}: {kinds}{missing}.",
        wanted=list(rule.must_hold),
        found=[name for name in made if name],
    )


def too_cheap(state: State, tables: Tables, best: int, points: int) -> Refusal:
    """Return the refusal where no meld is worth the minimum alone.

    Args:
        state: The position.
        tables: Rules of the side.
        best: What the dearest meld is worth (points).
        points: What all melds are worth together (points).
    """
    more = "more than " if tables.book.opening.reach == "more_than" else ""
    together = points >= tables.wanted
    return Refusal(
        "opening_apart" if together else "opening_short",
        "opening.reached_by" if together else "opening.minimum",
        f"One meld alone must be worth {more}{tables.minimum} to open in round "
        f"{state.round}; the dearest of these is worth {best}, "
        f"{tables.wanted - best} short.",
        wanted=tables.minimum,
        found=best,
    )
