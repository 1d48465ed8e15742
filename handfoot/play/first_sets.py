"""Sets of groups to open with where more than points decides, or a rank has two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from handfoot.play import exits, growing, opening, shaping
from handfoot.play.actions import Lay
from handfoot.play.books import counted
from handfoot.play.candidates import ranks_held, shapes_held
from handfoot.play.demands import Demand, unmet
from handfoot.play.growing import one_less
from handfoot.play.offers import groups_of_portions, groups_of_shapes
from handfoot.play.shaping import Shape
from handfoot.play.state import WILD_RANK, State
from handfoot.play.tables import NEVER_APART, Tables
from handfoot.rules.book_kinds import ANY_KIND


def openings(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield first lays to try where more than points decides."""
    tables = state.tables[side]
    hand = state.hands[seat]
    if tables.demanding:
        for shapes in least_sets(tables, hand, tables.together, tables.demands):
            yield Lay(groups_of_shapes(state, side, shapes))
    else:
        for shapes in opening.ways(tables, hand, tables.wanted):
            yield Lay(groups_of_shapes(state, side, shapes))
        for shapes in completed(tables, hand, (), tables.wanted, tables.demands):
            yield Lay(groups_of_shapes(state, side, shapes))
    yield from other_openings(state, seat, side)


def other_openings(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield first lays to try that open by a book, or by using up the packet."""
    tables = state.tables[side]
    hand = state.hands[seat]
    rule = tables.book.opening
    books = () if tables.demanding else rule.must_hold
    for shape in named_books(tables, hand, (*books, *rule.or_book)):
        yield Lay(groups_of_shapes(state, side, (shape,)))
    if rule.waived == "when_packet_empties":
        portions = exits.cover(tables, hand)
        if portions:
            wilds = [kind for kind in tables.wild_kinds for _ in range(hand[kind])]
            yield Lay(groups_of_portions(state, side, portions, wilds))


def named_books(
    tables: Tables, hand: Sequence[int], names: Sequence[str]
) -> Iterator[Shape]:
    """Yield every book of some kinds that a hand can make at once."""
    if not names:
        return
    for rank in ranks_held(tables, hand):
        for shape in shapes_held(tables, rank, hand):
            if _is_named(tables, shape, names):
                yield shape


def _is_named(tables: Tables, shape: Shape, names: Sequence[str]) -> bool:
    name = shaping.book_of(tables, shape)
    return name is not None and (name in names or ANY_KIND in names)


def least_sets(
    tables: Tables,
    pool: Sequence[int],
    wanted: int,
    demands: Sequence[Demand],
    given: tuple[Shape, ...] = (),
) -> Iterator[tuple[Shape, ...]]:
    """Yield sets of groups that meet demands, with nothing to spare, by rank.

    Args:
        tables: Rules of the side.
        pool: Cards that may be laid, by kind, those of ``given`` among them.
        wanted: What all of them must be worth together (points).
        demands: What single ones must be.
        given: Groups that each set must hold.
    """
    rest = list(pool)
    for shape in given:
        rest = _without(tables, rest, shape)
    lacking = wanted - sum(shaping.shape_points(tables, shape) for shape in given)
    seen: set[tuple[Shape, ...]] = set()
    for shapes in completed(
        tables, rest, given, lacking, _open(tables, demands, given)
    ):
        by_rank = tuple(sorted(shapes))
        if by_rank not in seen:
            seen.add(by_rank)
            if not _has_spare(tables, by_rank, wanted, demands, given):
                yield by_rank


def with_two_of_a_rank(
    tables: Tables, hand: Sequence[int], wanted: int
) -> Iterator[tuple[Shape, ...]]:
    """Yield sets of groups worth ``wanted`` with two of one rank, nothing to spare."""
    seen: set[tuple[Shape, ...]] = set()
    for rank in ranks_held(tables, hand):
        for shape in shapes_held(tables, rank, hand, most=tables.most_begun):
            lacking = wanted - shaping.shape_points(tables, shape)
            if lacking <= 0:
                continue
            for shapes in _with_others(
                tables, _without(tables, hand, shape), (shape,), lacking
            ):
                by_rank = tuple(sorted(shapes))
                if by_rank not in seen and [s[0] for s in shapes].count(rank) > 1:
                    seen.add(by_rank)
                    if not _has_spare(tables, by_rank, wanted, (), ()):
                        yield by_rank


def completed(
    tables: Tables,
    rest: Sequence[int],
    given: tuple[Shape, ...],
    lacking: int,
    demands: Sequence[Demand],
) -> Iterator[tuple[Shape, ...]]:
    """Yield given groups with others that meet demands, and the fewest further ones.

    Args:
        tables: Rules of the side.
        rest: Cards that may be laid beside the given groups, by kind.
        given: Groups that are laid in any case.
        lacking: What the others must be worth (points).
        demands: What the given groups leave to be met, each by one group.
    """
    if not demands:
        if given:
            yield from _with_others(tables, rest, given, lacking)
        return
    first, *later = demands
    for rank in ranks_held(tables, rest):
        shapes = shapes_held(
            tables, rank, rest, most=tables.most_begun if tables.demanding else None
        )
        for shape in _meeting(tables, shapes, first, lacking, later):
            if not _may_lie(tables, (*given, shape)):
                continue
            worth = shaping.shape_points(tables, shape)
            yield from completed(
                tables,
                _without(tables, rest, shape),
                (*given, shape),
                lacking - worth,
                _open(tables, later, (shape,)),
            )


def _meeting(
    tables: Tables,
    shapes: Sequence[Shape],
    demand: Demand,
    lacking: int,
    later: Sequence[Demand],
) -> list[Shape]:
    """Return the groups that meet a demand, without those that have a card to spare."""
    if demand.finished:
        # The quick question first: most shapes are no book.
        shapes = [s for s in shapes if s[1] + sum(s[2]) >= tables.size]
    fitting = {s for s in shapes if not _open(tables, (demand,), (s,))}
    if not tables.demanding:
        return [s for s in shapes if s in fitting]
    return [
        shape
        for shape in shapes
        if shape in fitting
        # Beside a book another meld of its rank may be begun.
        and not any(
            shape[1] + sum(shape[2]) != tables.size
            and less in fitting
            and shaping.shape_points(tables, less) >= lacking
            and _open(tables, later, (less,)) == _open(tables, later, (shape,))
            for less in one_less(tables, shape)
        )
    ]


def _may_lie(tables: Tables, shapes: Sequence[Shape]) -> bool:
    """Whether the last of some groups may be begun beside others of its rank."""
    alone = [shape[0] for shape in shapes].count(shapes[-1][0]) == 1
    return alone or (tables.demanding and _is_apart(tables, shapes))


def _is_apart(tables: Tables, shapes: Sequence[Shape]) -> bool:
    """Whether the rules of ranks allow the last of some groups beside the others."""
    rank = shapes[-1][0]
    of_rank = [shape for shape in shapes if shape[0] == rank]
    if len(of_rank) == 1:
        return True
    rule = tables.book.melds
    most = len(of_rank) if rule.books_of_rank is None else rule.books_of_rank
    if rule.per_rank == "one" or len(of_rank) > most:
        return False
    few = sum(not growing.may_follow(tables, rank, shape[1]) for shape in of_rank)
    sizes = [shape[1] + sum(shape[2]) for shape in of_rank]
    begun = [size for size in sizes if size < tables.size]
    return few <= 1 and all(
        one + other >= tables.apart for one, other in combinations(begun, 2)
    )


def _open(
    tables: Tables, demands: Sequence[Demand], shapes: Iterable[Shape]
) -> tuple[Demand, ...]:
    """Return the demands that some groups leave."""
    if not demands:
        return ()
    return unmet(
        tables,
        demands,
        [
            (
                shape[0],
                counted(tables, shape[0], (0, 0), (shape[1], sum(shape[2]))),
                shaping.shape_points(tables, shape),
            )
            for shape in shapes
        ],
    )


def _has_spare(
    tables: Tables,
    shapes: tuple[Shape, ...],
    wanted: int,
    demands: Sequence[Demand],
    given: Sequence[Shape],
) -> bool:
    """Whether a card or a group can be left out of a set, but for those given."""
    for place, shape in enumerate(shapes):
        if shape in given:
            continue
        before, after = shapes[:place], shapes[place + 1 :]
        smaller = set(one_less(tables, shape)) & set(_smaller(tables, shape))
        others: list[tuple[Shape, ...]] = [(less,) for less in smaller]
        others += [()] if before or after else []
        for instead in others:
            rest = (*before, *after, *instead)
            if instead and not _is_apart(tables, rest):
                continue
            worth = sum(shaping.shape_points(tables, one) for one in rest)
            if worth >= wanted and not _open(tables, demands, rest):
                return True
    return False


def _smaller(tables: Tables, shape: Shape) -> tuple[Shape, ...]:
    """Return the groups of a rank that some cards can make."""
    rank, naturals, used = shape
    return shaping.group_shapes(tables, rank, naturals, used, tables.most_begun)


def with_group(
    tables: Tables,
    pool: Sequence[int],
    shape: Shape,
    lacking: int,
    demands: Sequence[Demand],
) -> Iterator[tuple[Shape, ...]]:
    """Yield a given group with the fewest further groups that open with it.

    Args:
        tables: Rules of the side.
        pool: Cards that may be laid, by kind, those of the group among them.
        shape: The group.
        lacking: What the others must be worth (points).
        demands: What single ones of all must be.
    """
    if tables.demanding:
        wanted = lacking + shaping.shape_points(tables, shape)
        yield from least_sets(tables, pool, wanted, demands, (shape,))
        return
    rest = _without(tables, pool, shape)
    yield from completed(
        tables, rest, (shape,), lacking, _open(tables, demands, (shape,))
    )


def is_needed(
    tables: Tables,
    shapes: Sequence[Shape],
    shape: Shape,
    wanted: int,
    demands: Sequence[Demand],
    instead: Sequence[Shape],
) -> bool:
    """Whether a group must be as large as it is for a set of groups to open.

    Args:
        tables: Rules of the side.
        shapes: The set.
        shape: The group.
        wanted: What all of them must be worth together (points).
        demands: What single ones must be.
        instead: What the group would be with a card less that may join it later.
    """
    others = list(shapes)
    others.remove(shape)
    worth = sum(shaping.shape_points(tables, one) for one in others)
    return not any(
        worth + shaping.shape_points(tables, less) >= wanted
        and not _open(tables, demands, (*others, less))
        for less in instead
    )


def _with_others(
    tables: Tables, pool: Sequence[int], given: tuple[Shape, ...], lacking: int
) -> Iterator[tuple[Shape, ...]]:
    """Yield given groups with the fewest further ones worth ``lacking`` points."""
    if lacking <= 0:
        yield given
        return
    rest = list(pool)
    for rank in {shape[0] for shape in given} - {WILD_RANK}:
        wilds = sum([rest[kind] for kind in tables.wild_kinds])
        if not _has_room_beside(tables, rank, given, rest[rank] + wilds):
            rest[rank] = 0
    if not tables.special_opening and opening.best_bound(tables, rest) < lacking:
        return
    for others in opening.ways(tables, rest, lacking):
        if all(_is_apart(tables, (*given, other)) for other in others):
            yield (*given, *others)


def _has_room_beside(
    tables: Tables, rank: int, given: Sequence[Shape], cards: int
) -> bool:
    """Whether so many cards may hold a meld of a rank beside given ones of it."""
    books = all(
        shape[1] + sum(shape[2]) >= tables.size for shape in given if shape[0] == rank
    )
    apart = books or cards >= tables.size or tables.apart != NEVER_APART
    return apart and tables.book.melds.per_rank != "one"


def _without(tables: Tables, pool: Sequence[int], shape: Shape) -> list[int]:
    """Return what a group leaves of some cards."""
    rank, naturals, used = shape
    rest = list(pool)
    if rank != WILD_RANK:
        rest[rank] -= naturals
    for kind, count in zip(tables.wild_kinds, used, strict=True):
        rest[kind] -= count
    return rest
