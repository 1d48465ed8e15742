"""Opening at the table: what a first lay is worth, and every minimal way to open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import sub
from typing import TYPE_CHECKING

from handfoot.cards import Card
from handfoot.play.refusals import Refusal
from handfoot.play.state import WILD_RANK, State

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

# A group in counts: rank, naturals, and how many of each wild kind.
Shape = tuple[int, int, tuple[int, ...]]


def points_of(tables: Tables, cards: Iterable[Card]) -> int:
    """Return what ``cards`` count toward the opening minimum (points)."""
    points = tables.opening_points
    return sum(points[card.kind] for card in cards)


def check(state: State, side: int, counted: Iterable[Card]) -> Iterator[Refusal]:
    """Yield a refusal when a first lay falls short of the minimum.

    Args:
        state: The position before the lay.
        side: The side that lays.
        counted: The cards that count, pickup's top card included.
    """
    if state.opened[side]:
        return
    tables = state.tables[side]
    points = points_of(tables, counted)
    if points < tables.minimum:
        yield Refusal(
            "opening_short",
            "opening.minimum",
            f"Your side needs {tables.minimum} to open in round {state.round}; these "
            f"cards are worth {points}, {tables.minimum - points} short.",
            wanted=tables.minimum,
            found=points,
        )


def best_bound(tables: Tables, hand: Sequence[int]) -> int:
    """Return an upper bound of what a hand can open with (points).

    Every natural of a rank that could be melded counts, and every wild: cheap, and
    enough to see that most hands cannot open.
    """
    points = tables.opening_points
    wilds = 0
    total = 0
    for kind in tables.wild_kinds:
        wilds += hand[kind]
        total += hand[kind] * points[kind]
    need = tables.smallest - min(wilds, tables.max_wilds_in_smallest)
    best = total if tables.wild_melds and wilds >= tables.wild_smallest else 0
    natural = 0
    for kind in tables.rank_kinds:
        count = hand[kind]
        if count >= need:
            natural += count * points[kind]
    return natural + total if natural else best


def ways(
    tables: Tables, hand: Sequence[int], wanted: int
) -> Iterator[tuple[Shape, ...]]:
    """Yield every minimal set of groups worth at least ``wanted`` points.

    Minimal: no group can be left out and no card taken off a group without falling
    short or breaking a rule. Every opening is one of these and further lays.
    """
    ranks = [kind for kind in tables.rank_kinds if hand[kind]]
    if tables.wild_melds:
        ranks.append(WILD_RANK)
    wilds = tuple(hand[kind] for kind in tables.wild_kinds)
    rest = _most_left(tables, hand, ranks)
    for found, spare in _search(tables, hand, ranks, 0, wilds, wanted, rest, ()):
        if not any(
            worth <= spare or _can_shed(tables, shape, spare) for shape, worth in found
        ):
            yield tuple(shape for shape, _ in found)


def _most_left(
    tables: Tables, hand: Sequence[int], ranks: Sequence[int]
) -> tuple[int, ...]:
    """Return the most natural points in the ranks from each place on."""
    points = tables.opening_points
    sums = [0]
    for rank in reversed(ranks):
        sums.append(
            sums[-1] + (0 if rank == WILD_RANK else hand[rank] * points[rank])
        )
    return tuple(reversed(sums))


def _search(
    tables: Tables,
    hand: Sequence[int],
    ranks: Sequence[int],
    place: int,
    wilds: tuple[int, ...],
    wanted: int,
    rest: tuple[int, ...],
    chosen: tuple[tuple[Shape, int], ...],
) -> Iterator[tuple[tuple[tuple[Shape, int], ...], int]]:
    """Yield groups with their points that reach the minimum, and the points to spare.

    ``rest`` bounds what the ranks from each place on can add, so that a branch which
    cannot reach the minimum any more is left at once.
    """
    if wanted <= 0 and chosen:
        yield chosen, -wanted
        return
    if place == len(ranks):
        return
    points = tables.opening_points
    reach = rest[place]
    for kind, count in zip(tables.wild_kinds, wilds, strict=True):
        reach += count * points[kind]
    if reach < wanted:
        return
    rank = ranks[place]
    held = 0 if rank == WILD_RANK else hand[rank]
    for option in group_shapes(tables, rank, held, wilds):
        used = option[0][2]
        left = tuple(map(sub, wilds, used)) if any(used) else wilds
        yield from _search(
            tables,
            hand,
            ranks,
            place + 1,
            left,
            wanted - option[1],
            rest,
            (*chosen, option),
        )
    yield from _search(tables, hand, ranks, place + 1, wilds, wanted, rest, chosen)


def group_shapes(
    tables: Tables, rank: int, held: int, wilds: tuple[int, ...]
) -> tuple[tuple[Shape, int], ...]:
    """Return every shape in which ``rank`` can be melded anew, with its points.

    Args:
        tables: Rules of the side.
        rank: The rank, or ``WILD_RANK``.
        held: Natural cards of the rank.
        wilds: Wilds of each kind that may be used.
    """
    asked = (rank, held, wilds)
    found = tables.shapes_seen.get(asked)
    if found is None:
        shapes = _group_shapes(tables, rank, held, wilds)
        found = tuple((shape, shape_points(tables, shape)) for shape in shapes)
        tables.shapes_seen[asked] = found
    return found


def _group_shapes(
    tables: Tables, rank: int, held: int, wilds: tuple[int, ...]
) -> Iterator[Shape]:
    size = tables.size
    for used in splits(wilds, size):
        count = sum(used)
        if rank == WILD_RANK:
            if count < len(tables.wild_shape) and tables.wild_shape[count]:
                yield (rank, 0, used)
            continue
        for naturals in range(1, min(held, size - count) + 1):
            if count < len(tables.shape[0]) and tables.shape[naturals][count]:
                yield (rank, naturals, used)


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
    return total


def _can_shed(tables: Tables, shape: Shape, spare: int) -> bool:
    """Whether one card can leave a group that stays legal, losing at most ``spare``."""
    rank, naturals, used = shape
    count = sum(used)
    points = tables.opening_points
    if rank == WILD_RANK:
        fewer = count - 1 >= 0 and tables.wild_shape[count - 1]
    else:
        if tables.shape[naturals - 1][count] and points[rank] <= spare:
            return True
        fewer = count > 0 and tables.shape[naturals][count - 1]
    return fewer and any(
        have and points[kind] <= spare
        for kind, have in zip(tables.wild_kinds, used, strict=True)
    )
