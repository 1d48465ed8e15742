"""Shapes: groups of new melds in counts, which there are and what each is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from handfoot.play.books import counted, nature
from handfoot.play.growing import is_new_meld, one_less
from handfoot.play.state import WILD_RANK

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

# A group in counts: rank, naturals, and how many of each wild kind.
Shape = tuple[int, int, tuple[int, ...]]
# Shapes remembered, of all rules together; nobody can list them, for the questions
# tell what was in people's hands.
_MOST_REMEMBERED: Final = 1 << 16
_MOST_SHAPED: Final = 1 << 12


@lru_cache(maxsize=_MOST_SHAPED)
def group_shapes(
    tables: Tables,
    rank: int,
    held: int,
    wilds: tuple[int, ...],
    most: int | None = None,
) -> tuple[Shape, ...]:
    """Return every shape in which ``rank`` can be melded anew.

    Args:
        tables: Rules of the side.
        rank: The rank, or ``WILD_RANK``.
        held: Natural cards of the rank.
        wilds: Wilds of each kind that may be used.
        most: Most cards of a shape, by default those of a book.
    """
    most = tables.size if most is None else most
    return tuple(
        shape
        for used in splits(wilds, most)
        for shape in _shapes_with(tables, rank, min(held, most - sum(used)), used)
    )


@lru_cache(maxsize=_MOST_REMEMBERED)
def shapes_worth(
    tables: Tables, rank: int, held: int, used: tuple[int, ...]
) -> tuple[tuple[Shape, int, int], ...]:
    """Return the shapes with exactly these wilds and up to ``held`` naturals.

    Each comes with its points, and with the fewest that it loses with one card.
    """
    return tuple(
        [
            (shape, shape_points(tables, shape), _least_loss(tables, shape))
            for shape in _shapes_with(tables, rank, held, used)
        ]
    )


def _shapes_with(
    tables: Tables, rank: int, held: int, used: tuple[int, ...]
) -> list[Shape]:
    if rank == WILD_RANK:
        shapes = [(rank, 0, used)]
    else:
        shapes = [(rank, naturals, used) for naturals in range(1, held + 1)]
    return [shape for shape in shapes if is_shape(tables, shape)]


@lru_cache(maxsize=1 << 14)
def splits(available: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to use some of each wild kind, at most ``most`` in all."""
    if not available:
        return ((),)
    return tuple(
        (used, *others)
        for used in range(min(available[0], most) + 1)
        for others in splits(available[1:], most - used)
    )


def shape_points(tables: Tables, shape: Shape) -> int:
    """Return what a group in counts is worth toward the opening (points)."""
    rank, naturals, used = shape
    points = tables.opening_points
    total = 0 if rank == WILD_RANK else naturals * points[rank]
    for kind, count in zip(tables.wild_kinds, used, strict=True):
        total += count * points[kind]
    if tables.book.opening.bonuses_count:
        name = book_of(tables, shape)
        if name is not None:
            total += tables.book.books.kinds[name].bonus
    return total


def book_of(tables: Tables, shape: Shape) -> str | None:
    """Return the kind of book that a group in counts is, or ``None``."""
    rank, naturals, used = shape
    wilds = sum(used)
    if naturals + wilds < tables.size:
        return None
    return tables.book_name[rank][
        nature(*counted(tables, rank, (0, 0), (naturals, wilds)))
    ]


def _least_loss(tables: Tables, shape: Shape) -> int:
    """Return the fewest points that a group loses with one card that may join later."""
    worth = shape_points(tables, shape)
    losses = [
        worth - shape_points(tables, less)
        for less in one_less(tables, shape)
        if is_shape(tables, less)
    ]
    # No card can go: more is lost than any opening has to spare.
    return min(losses, default=worth + 1)


def is_shape(tables: Tables, shape: Shape) -> bool:
    """Whether a new meld may have this shape, worth what each must be."""
    rank, naturals, used = shape
    count = sum(used)
    floor = tables.book.melds.floor
    if floor and _worth(tables, shape) < floor:
        return False
    if naturals + count > tables.size:
        return is_new_meld(tables, rank, naturals, count)
    if rank == WILD_RANK:
        return count < len(tables.wild_shape) and tables.wild_shape[count]
    rows = tables.new_shapes[rank]
    return count < len(rows[0]) and rows[naturals][count]


def _worth(tables: Tables, shape: Shape) -> int:
    """Return what the cards of a new meld are worth (points), opening or not."""
    rank, naturals, used = shape
    total = 0 if rank == WILD_RANK else naturals * tables.points[rank]
    for kind, count in zip(tables.wild_kinds, used, strict=True):
        total += count * tables.points[kind]
    return total
