"""Lays to list where there are runs, and cards of other suits are other choices.

What is kept decides which suits matter: a card in a run is named exactly, and a set
that leaves cards of its rank in the hand is offered with each choice of suits. Only in
a first lay, of which there are very many, and in a way out, after which nothing is
left, are the sets named by rank alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, islice, product
from typing import Final, NamedTuple

from handfoot.cards import CARDS, KIND_OF, Card
from handfoot.play import (
    candidates,
    exits,
    first_sets,
    firsts,
    opening,
    shaping,
    turn_bounds,
)
from handfoot.play.actions import NEW, Group, Lay
from handfoot.play.books import nature, overfilled
from handfoot.play.demands import Demand, unmet
from handfoot.play.layouts import TooMany
from handfoot.play.offers import groups_of_portions, groups_of_shapes, wild_list
from handfoot.play.placing import meld_name
from handfoot.play.runs import exits as run_exits
from handfoot.play.runs.begun import (
    is_new_run,
    least,
    least_with_wilds,
    natural_runs,
    new_runs,
    shorter,
    spent,
    whole,
)
from handfoot.play.runs.ends import additions
from handfoot.play.runs.run import (
    Run,
    counted,
    face_of,
    lying,
    may_join,
    suited,
    without,
)
from handfoot.play.shaping import Shape
from handfoot.play.state import State
from handfoot.play.tables import Tables
from handfoot.rules.book_kinds import ANY_KIND

Groups = tuple[Group, ...]
# Choices of runs that lead to a first lay, those of fewest runs first, and that are
# looked at; choices of sets beside each, and without a run: more is not listed.
_MOST_CHOICES: Final = 60
_MOST_RUNS: Final = 60
_MOST_LOOKED_AT: Final = 500
MOST_BESIDE: Final = 30
MOST_ALONE: Final = 2000
# Steps of the search for a way out to list: some tenths of a second.
_MOST_WORK: Final = 200_000
# Points: more than any lay has to spare.
_TOO_MUCH: Final = 1 << 30


# -- suits ----------------------------------------------------------------------------


def every_suit(groups: Groups, faces: Sequence[int]) -> Iterator[Groups]:
    """Yield groups with each choice of suits for cards that are named by rank alone.

    Args:
        groups: The groups.
        faces: Cards of which they may be made.
    """
    wanted: list[tuple[int, int]] = []
    exact = Counter(c.index for group in groups for c in group.cards if c.exact)
    free = Counter(faces) - exact
    for place, group in enumerate(groups):
        kinds = Counter(c.kind for c in group.cards if not c.exact and suited(c.kind))
        wanted += [(place, kind) for kind in kinds.elements()]
    slots = Counter(wanted)
    choices = [
        sorted(
            set(
                combinations(
                    sorted(f for f in free.elements() if KIND_OF[f] == kind), count
                )
            )
        )
        for (_, kind), count in slots.items()
    ]
    for chosen in product(*choices):
        if Counter(face for faces in chosen for face in faces) - free:
            continue
        yield _with_suits(groups, dict(zip(slots, chosen, strict=True)))


def _with_suits(
    groups: Groups, chosen: dict[tuple[int, int], tuple[int, ...]]
) -> Groups:
    done: list[Group] = []
    for place, group in enumerate(groups):
        left = {kind: list(f) for (at, kind), f in chosen.items() if at == place}
        cards: list[Card] = []
        for card in group.cards:
            named = not card.exact and card.kind in left
            cards.append(CARDS[left[card.kind].pop(0)] if named else card)
        done.append(Group(tuple(cards), group.onto))
    return tuple(done)


# -- the smallest lays ----------------------------------------------------------------


def steps(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield the smallest lays of a side that has opened, legal or not."""
    tables = state.tables[side]
    faces = state.cards[seat]
    for step in candidates.steps(state, seat, side):
        yield from (Lay(groups) for groups in every_suit(step.groups, faces))
    for run in lying(tables, state.melds[side]):
        if tables.wild_runs:
            for addition in additions(tables, run, faces, least=True):
                yield Lay(addition.groups(state.melds[side]))
            continue
        for face in sorted(set(faces)):
            if may_join(tables, run, face):
                yield Lay((joining(state, side, run, (face,)),))
    if tables.wild_runs:
        shortest = least_with_wilds(tables, faces)
        fitting = natural_runs(tables, faces)
    else:
        fitting = new_runs(tables, faces)
        shortest = least(tables, fitting)
    for run in (*shortest, *(one for one in whole(fitting) if one not in shortest)):
        yield Lay((new_group(run),))


def new_group(run: Run) -> Group:
    """Return a new run as a group."""
    return Group(run.cards, NEW)


def joining(state: State, side: int, run: Run, faces: Iterable[int]) -> Group:
    """Return cards that join a run on the table as a group."""
    name = meld_name(state.melds[side], run.place)
    return Group(tuple(CARDS[face] for face in faces), name)


# -- first lays -----------------------------------------------------------------------


def first_lays(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield lays with which a side may open, with nothing to spare, legal or not."""
    tables = state.tables[side]
    faces = state.cards[seat]
    if tables.special_opening:
        yield from first_sets.other_openings(state, seat, side)
    found = False
    for groups in openings(state, side, faces):
        found = True
        yield Lay(groups)
    if tables.wild_runs and not found:
        # Very many choices of wilds may have hidden the only ones.
        for way in firsts.FirstLays(state, seat).found:
            if way.opens:
                yield Lay(way.groups(state, side))
    if tables.book.opening.waived == "when_packet_empties":
        for groups in laid_out(state, side, faces):
            yield Lay(groups)


def laid_out(
    state: State, side: int, faces: bytes, key: Run | None = None
) -> Iterator[Groups]:
    """Yield groups in which no card is left, beside a run that is laid in any case."""
    tables = state.tables[side]
    mine = () if key is None else (new_group(key),)
    if not faces:
        yield mine
        return
    layouts = run_exits.layouts_of(tables, faces, most_left=0)
    for way, points, used in run_exits.ways_out(tables, layouts, books=False):
        wilds = wild_list(tables.wild_kinds, used)
        yield (*mine, *layouts.groups(state, side, way, points, wilds))


def openings(
    state: State,
    side: int,
    faces: bytes,
    key: Run | None = None,
    trims: Sequence[Run] = (),
) -> Iterator[Groups]:
    """Yield groups that are worth the minimum, with nothing to spare.

    Args:
        state: The position.
        side: A side that has not opened.
        faces: Cards that may be laid, beside those of ``key``.
        key: A run that is laid in any case.
        trims: What would do in its place, with a card less.
    """
    tables = state.tables[side]
    if _is_hopeless(tables, faces, key):
        return
    rule = tables.book.opening
    fruitful = 0
    for more in islice(_choices(tables, faces), _MOST_LOOKED_AT):
        if fruitful == _MOST_CHOICES:
            return
        runs = more if key is None else (key, *more)
        mine = tuple(map(new_group, runs))
        found = False
        if any(
            _is_named(tables, run, (*rule.must_hold, *rule.or_book)) for run in runs
        ):
            yield mine
            found = True
        hand = counted(_without_runs(faces, more))
        wanted = tables.together - sum(run_points(tables, run) for run in runs)
        # What is lost with one card less of a run, and with a whole one.
        losses = list(_losses(tables, more))
        if key is not None:
            losses += [_loss(tables, key, less) for less in trims]
        all_of_it = [_loss(tables, run) for run in more]
        sets = _sets_beside(tables, runs, hand, wanted)
        for shapes in islice(sets, MOST_BESIDE if mine else MOST_ALONE):
            worth = sum(shaping.shape_points(tables, shape) for shape in shapes)
            alone = len(mine) + len(shapes) == 1
            if all(loss > worth - wanted for loss in (*losses, *all_of_it[alone:])):
                yield (*mine, *groups_of_shapes(state, side, shapes))
                found = True
        fruitful += found


def _is_hopeless(tables: Tables, faces: bytes, key: Run | None) -> bool:
    """Whether some cards hold no meld of a kind that is asked for beside a run."""
    demands = unmet_by(tables, () if key is None else (key,))
    if not demands or tables.book.opening.or_book:
        return False
    hand, runs = counted(faces), new_runs(tables, faces)
    return not all(
        any(demand not in unmet_by(tables, (run,)) for run in runs)
        or any(first_sets.completed(tables, hand, (), 0, (demand,)))
        for demand in demands
    )


def _sets_beside(
    tables: Tables,
    runs: Sequence[Run],
    hand: Sequence[int],
    wanted: int,
) -> Iterator[tuple[Shape, ...]]:
    """Yield the sets that open together with some runs."""
    rule = tables.book.opening
    demands = unmet_by(tables, runs)
    if demands and tables.demanding:
        yield from first_sets.least_sets(tables, hand, wanted, demands)
    elif demands:
        yield from first_sets.completed(tables, hand, (), wanted, demands)
    elif runs and wanted <= 0:
        yield ()
    elif rule.bonuses_count or opening.best_bound(tables, hand) >= wanted:
        yield from opening.ways(tables, hand, wanted)


def unmet_by(tables: Tables, runs: Iterable[Run]) -> tuple[Demand, ...]:
    """Return what single melds of a first lay must be and none of some runs is."""
    if not tables.demands:
        return ()
    melds = [(run.rank, run.counts, run_points(tables, run)) for run in runs]
    return unmet(tables, tables.demands, melds)


def _losses(tables: Tables, runs: Iterable[Run]) -> Iterator[int]:
    """Yield what each new run loses with a card less at one end."""
    for run in runs:
        for less in shorter(run):
            if is_new_run(tables, less):
                yield _loss(tables, run, less)


def _loss(tables: Tables, run: Run, less: Run | None = None) -> int:
    """Return the points lost with another run, or none, in place of a new run."""
    if unmet_by(tables, (run,)) != unmet_by(tables, () if less is None else (less,)):
        return _TOO_MUCH
    return run_points(tables, run) - (0 if less is None else run_points(tables, less))


def some_runs(
    tables: Tables, faces: bytes, face: int
) -> Iterator[tuple[tuple[Run, ...], bytes]]:
    """Yield choices of new runs for a first lay, those of fewest runs first.

    Each comes with the cards that it leaves, of which ``face`` is one; what those are
    worth may be enough beside it.
    """
    looked_at = islice(_choices(tables, without(faces, (face,))), _MOST_LOOKED_AT)
    return islice(_enough(tables, faces, looked_at), _MOST_CHOICES)


def _enough(
    tables: Tables, faces: bytes, choices: Iterable[tuple[Run, ...]]
) -> Iterator[tuple[tuple[Run, ...], bytes]]:
    rule = tables.book.opening
    any_points = rule.bonuses_count or rule.waived != "never"
    for runs in filter(None, choices):
        left = _without_runs(faces, runs)
        wanted = tables.together - sum(run_points(tables, run) for run in runs)
        if any_points or opening.best_bound(tables, counted(left)) >= wanted:
            yield runs, left


def _choices(tables: Tables, faces: bytes) -> Iterator[tuple[Run, ...]]:
    """Yield every choice of new runs that some cards can make, none of them first."""
    fitting = new_runs(tables, faces)
    if tables.wild_runs:
        # Those of fewest wilds are enough where there are very many.
        del fitting[_MOST_RUNS:]
    layer: list[tuple[tuple[Run, ...], int, bytes]] = [((), 0, faces)]
    while layer:
        more: list[tuple[tuple[Run, ...], int, bytes]] = []
        for runs, place, left in layer:
            yield runs
            for at in range(place, len(fitting)):
                run = fitting[at]
                rest = spent(left, run)
                if rest is not None:
                    more.append(((*runs, run), at, rest))
        layer = more


def _without_runs(faces: bytes, runs: Iterable[Run]) -> bytes:
    """Return the faces that are left without those of some runs, which are held."""
    for run in runs:
        faces = spent(faces, run) or b""
    return faces


def run_points(tables: Tables, run: Run) -> int:
    """Return what a new run counts toward the opening minimum (points)."""
    worth = tables.opening_points
    points = sum(worth[k] for k in range(run.low, run.high + 1) if k not in run.gaps)
    points += sum(worth[kind] for kind in run.wilds)
    name = book_of(tables, run)
    if name is not None and tables.book.opening.bonuses_count:
        points += tables.book.books.kinds[name].bonus
    return points


def book_of(tables: Tables, run: Run) -> str | None:
    """Return the kind of book that a run is, or ``None``."""
    name = tables.book_name[run.rank][nature(*run.counts)]
    return name if run.size >= tables.size else None


def _is_named(tables: Tables, run: Run, names: Iterable[str]) -> bool:
    return run.size >= tables.size and any(
        name in (book_of(tables, run), ANY_KIND) for name in names
    )


# -- ways out -------------------------------------------------------------------------


def ways_out(state: State, seat: int, side: int) -> Iterator[Lay]:
    """Yield lays that go out, or leave only the last discard."""
    tables = state.tables[side]
    faces = state.cards[seat]
    if len(faces) <= tables.small_hand:
        for groups in small_exits(state, side, faces):
            yield Lay(groups)
        return
    melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    # Where a lay bars a discard it decides what is legal, and none may be missed.
    exact = tables.book.discard.fitting != "allowed"
    found = run_exits.find(
        tables,
        faces,
        melds,
        lying(tables, state.melds[side]),
        least=0 if state.opened[side] else tables.wanted,
        bounds=turn_bounds.bounds_of(state, side),
        work=None if exact else _MOST_WORK,
    )
    way = None
    with suppress(TooMany):
        way = next(found, None)
    if way is not None:
        layouts, reached, points, used = way
        wilds = wild_list(tables.wild_kinds, used)
        groups = layouts.groups(state, side, reached, points, wilds)
        if groups:
            yield Lay(groups)


def small_exits(state: State, side: int, faces: bytes) -> Iterator[Groups]:
    """Yield every way to lay a small hand, or all of it but the last discard."""
    tables = state.tables[side]
    there = lying(tables, state.melds[side])
    for joined, left in _joins(state, side, there, faces):
        for runs in _choices(tables, left):
            rest = _without_runs(left, runs)
            melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
            for join in joined:
                melds[join.run.place] = (join.run.rank, *join.counts)
            melds += [(run.rank, *run.counts) for run in runs]
            mine = (
                *(group for join in joined for group in join.groups),
                *map(new_group, runs),
            )
            hand = counted(rest)
            for way in exits.all_exits(tables, hand, melds):
                held = hand[:]
                if way.discard >= 0:
                    held[way.discard] -= 1
                wilds = [kind for kind in tables.wild_kinds for _ in range(held[kind])]
                groups = groups_of_portions(state, side, way.portions, wilds)
                if mine or groups:
                    yield (*mine, *groups)


class _Join(NamedTuple):
    """Cards that join a run on the table: its naturals and wilds then, the groups."""

    run: Run
    counts: tuple[int, int]
    groups: Groups


def _joins(
    state: State, side: int, runs: Sequence[Run], faces: bytes
) -> Iterator[tuple[tuple[_Join, ...], bytes]]:
    """Yield every choice of cards that join runs on the table, with what is left."""
    if not runs:
        yield (), faces
        return
    run, *others = runs
    for join, rest in _joined(state, side, run, faces):
        for more, left in _joins(state, side, others, rest):
            yield ((join, *more) if join else more), left


def _joined(
    state: State, side: int, run: Run, faces: bytes
) -> Iterator[tuple[_Join | None, bytes]]:
    """Yield every choice of cards that join a run, none first, with what is left."""
    tables = state.tables[side]
    if tables.wild_runs:
        yield None, faces
        for addition in additions(tables, run, faces, least=False):
            groups = addition.groups(state.melds[side])
            yield _Join(run, addition.counts, groups), addition.left(faces)
        return
    for added in ends(tables, run, faces):
        groups = (joining(state, side, run, added),)
        join = _Join(run, (run.size + len(added), 0), groups)
        yield join if added else None, without(faces, added)


def ends(tables: Tables, run: Run, faces: bytes) -> Iterator[bytes]:
    """Yield every choice of cards that may join a run at its ends, none first."""
    held = set(faces)

    def row(kind: int, step: int) -> list[bytes]:
        found = [b""]
        while kind in tables.run_kinds and face_of(run.rank, kind) in held:
            found.append(found[-1] + bytes((face_of(run.rank, kind),)))
            kind += step
        return found

    for below, above in product(row(run.low - 1, -1), row(run.high + 1, 1)):
        added = (len(below) + len(above), 0)
        if overfilled(tables, run.rank, (run.size, 0), added) is None:
            yield below + above
