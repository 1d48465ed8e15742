"""Every canonical way to take the pile, for lists of legal actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, product
from operator import mul

from handfoot.cards import KIND_OF
from handfoot.play import draw, earning, exits, growing, opening, pile, shaping
from handfoot.play.actions import DRAW_TOP, Draw, Group, TakePile
from handfoot.play.colours import groups_apart
from handfoot.play.demands import Demand
from handfoot.play.earning import Need
from handfoot.play.first_melds import first_melds
from handfoot.play.first_sets import is_needed, with_group
from handfoot.play.foot import in_last
from handfoot.play.going_out import needs_permission
from handfoot.play.growing import one_less
from handfoot.play.leaps import least_additions
from handfoot.play.melds import Layout
from handfoot.play.new_melds import new_melds, of_top, overflowing
from handfoot.play.offers import (
    group,
    groups_of_portions,
    groups_of_shapes,
    meld_onto,
    wild_picks,
)
from handfoot.play.placing import place_all
from handfoot.play.runs import takes as run_takes
from handfoot.play.shaping import Shape
from handfoot.play.state import NO_MELD, WILD_RANK, State
from handfoot.play.tables import NEVER_APART, Tables

Groups = tuple[Group, ...]


def takes(state: State) -> Iterator[TakePile]:
    """Yield the canonical ways in which the player to act may take the pile."""
    if not state.pile:
        return
    side = state.turn % state.sides
    tables = state.tables[side]
    # Most hands fall short of the pair: the quickest answer comes first.
    top = KIND_OF[state.pile[-1]]
    if tables.exact_pair and state.hands[state.turn][top] < earning.PAIR:
        return
    digs = tables.book.pile.take == "dig"
    if next(pile.barred(state), None) is not None:
        return
    for count in range(1, len(state.pile) + 1) if digs else (0,):
        yield from _takes_of(state, side, count)


def top_draws(state: State) -> Iterator[Draw]:
    """Yield the canonical ways in which the top discard may be drawn."""
    side = state.turn % state.sides
    how = state.tables[side].book.draw.top_discard
    if how == "never" or next(draw.barred(state), None) is not None:
        return
    if how == "freely":
        yield DRAW_TOP
        return
    face = state.pile[-1]
    seen: set[Groups] = set()
    need = draw.need(state, side)
    for groups in _ways(state, side, face, need, bytes((face,))):
        action = Draw(top=True, groups=groups)
        if groups not in seen and next(draw.check(state, action), None) is None:
            seen.add(groups)
            yield action


def _takes_of(state: State, side: int, count: int) -> Iterator[TakePile]:
    seat = state.turn
    taken = pile.taken_faces(state, side, count)
    seen: set[Groups] = set()
    for face in pile.key_faces(state, side, taken):
        kind = KIND_OF[face]
        need = earning.need_of(state, side, face)
        if need.form == earning.NEVER:
            continue
        short = earning.shown_by(state, need, kind) < earning.PAIR
        by_run = need.run or need.own_run
        if short and not by_run and earning.own_meld(state, side) == "no":
            continue
        sure = _needs_no_check(state, seat, need)
        ways = _ways(state, side, face, need, taken)
        if state.tables[side].tells_colours:
            ways = groups_apart(state, ways, face)
        for groups in ways:
            if groups in seen:
                continue
            seen.add(groups)
            action = TakePile(groups, count)
            # To finish one meld and start the next is no plain pickup.
            plain = len(groups) == 1 or not state.opened[side]
            if (sure and plain) or next(pile.check(state, action), None) is None:
                yield action
            elif in_last(state, seat) and not needs_permission(state, seat):
                yield from _going_out(state, side, action, taken, face)


def _needs_no_check(state: State, seat: int, need: Need) -> bool:
    """Whether every candidate is legal by the way it is made.

    A pair's meld is made from legal shapes, and outside the last packet no cards need
    be kept; what is left to check elsewhere are books of the rank, cards taken that do
    not count, and the cards to keep.
    """
    side = seat % state.sides
    tables = state.tables[side]
    rule = tables.book.pile
    if (
        need.form not in ("natural_pair", "matching_wilds")
        or tables.unusual
        or tables.runs
        or in_last(state, seat)
        or rule.buried == "at_once"
        or rule.own_meld != "no"
        or rule.goes_to != "any_meld"
        or tables.book.melds.per_rank != "one_unfinished"
        or (need.rank != WILD_RANK and not tables.meldable[need.rank])
        or (tables.special_opening and not state.opened[side])
    ):
        return False
    slot = state.slots[side][need.rank]
    return slot == NO_MELD or (tables.closed and earning.has_room(state, side, slot))


def _ways(
    state: State, side: int, face: int, need: Need, taken: bytes
) -> Iterator[Groups]:
    tables = state.tables[side]
    sets = partial(_candidates, state, side, KIND_OF[face], need)
    if tables.runs:
        return run_takes.with_runs(state, side, face, need, taken, sets)
    pool = _usable(state, side, KIND_OF[face], taken)
    return sets(pool, tables.together, demands=tables.demands)


def _candidates(
    state: State,
    side: int,
    kind: int,
    need: Need,
    pool: list[int],
    wanted: int,
    *,
    demands: Sequence[Demand],
) -> Iterator[Groups]:
    """Yield ways to meld a key card, and cards of ``pool`` that open with it."""
    tables = state.tables[side]
    if need.form == earning.NOTHING:
        yield ()
    if not state.opened[side]:
        yield from _opening(state, side, kind, need, pool, wanted, demands=demands)
        return
    if need.is_pair:
        yield from _with_pair(state, side, kind, need, pool)
    elif need.form == earning.NOTHING:
        return
    else:
        yield from _using_key(state, side, kind, pool)
    if earning.own_meld(state, side) != "no" and not tables.wild[kind]:
        yield from _onto_melds(state, side, kind, pool)


def _usable(state: State, side: int, kind: int, taken: bytes) -> list[int]:
    """Return the cards by kind that may be laid with the pickup, key card included."""
    pool = state.hands[state.turn][:]
    if state.tables[side].book.pile.buried == "at_once":
        for face in taken:
            pool[KIND_OF[face]] += 1
    else:
        pool[kind] += 1
    return pool


def _with_pair(
    state: State, side: int, kind: int, need: Need, pool: list[int]
) -> Iterator[Groups]:
    """Yield the ways of an open side to meld the key card with a pair."""
    tables = state.tables[side]
    rank = need.rank
    exact = need.form in ("natural_pair", "matching_wilds")
    slot = state.slots[side][rank]
    several = tables.apart != NEVER_APART
    if slot == NO_MELD or several:
        shown = earning.PAIR + 1 if exact else 1
        yield from new_melds(state, side, rank, pool, kind, shown)
    if slot == NO_MELD:
        yield from _onto_books(state, side, kind, need, pool)
        return
    if earning.has_room(state, side, slot):
        threes = _threes_of(tables, kind, need, pool)
        yield from _onto(state, side, slot, threes, pool)
        meld = state.melds[side][slot]
        lacking = tables.size - meld.naturals - meld.wilds
        fitting = sum(pool[k] for k in {kind, *tables.wild_kinds})
        if fitting > lacking + earning.PAIR:
            yield from overflowing(state, side, rank, slot, pool)
    elif tables.book.pile.full_meld != "refuse":
        yield from overflowing(state, side, rank, slot, pool)
    yield from _onto_books(state, side, kind, need, pool)


def _onto_books(
    state: State, side: int, kind: int, need: Need, pool: Sequence[int]
) -> Iterator[Groups]:
    """Yield the key card and a pair onto each other meld that may still grow."""
    tables = state.tables[side]
    for place, meld in enumerate(state.melds[side]):
        full = tables.closed and meld.naturals + meld.wilds >= tables.size
        unfinished = place == state.slots[side][need.rank]
        if meld.rank != need.rank or full or unfinished:
            continue
        threes = _threes_of(tables, kind, need, pool)
        yield from _onto(state, side, place, threes, pool)


def _onto(
    state: State,
    side: int,
    place: int,
    shown: Iterable[tuple[int, tuple[int, ...]]],
    pool: Sequence[int],
) -> Iterator[Groups]:
    """Yield what earns the pile onto a meld, and with it cards that cannot wait.

    Args:
        state: The position.
        side: The side that takes the pile.
        place: Place of the meld.
        shown: Naturals and wild kinds that earn it.
        pool: Cards that may be laid, by kind.
    """
    tables = state.tables[side]
    rank, _, *counts = state.melds[side][place]
    here = (counts[0], counts[1])
    shown = [*shown]
    for naturals, wilds in shown:
        if growing.may_grow(tables, rank, here, naturals, len(wilds)):
            onto = meld_onto(state, side, place, naturals)
            yield (group(rank, naturals, wilds, onto),)
    if not tables.outgrows or rank >= WILD_RANK:
        return
    starts = tuple(sorted({(naturals, len(wilds)) for naturals, wilds in shown}))
    available = tuple([pool[kind] for kind in tables.wild_kinds])
    for naturals, count in least_additions(tables, rank, here, starts):
        if (naturals, count) in starts or naturals > pool[rank]:
            continue
        onto = meld_onto(state, side, place, naturals)
        for wilds in wild_picks(tables.wild_kinds, available, count):
            if any(n <= naturals and not Counter(w) - Counter(wilds) for n, w in shown):
                yield (group(rank, naturals, wilds, onto),)


def _threes_of(
    tables: Tables, kind: int, need: Need, pool: Sequence[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the key card and two cards for it: naturals and wild kinds."""
    if need.form == "matching_wilds":
        yield 0, (kind,) * (earning.PAIR + 1)
        return
    if need.form == "any_wilds":
        for used in _two_wilds(tables, pool, kind):
            yield 0, tuple(sorted((kind, *used)))
        return
    yield 3, ()
    if need.form == "natural_pair":
        return
    for wild in tables.wild_kinds:
        if pool[wild]:
            yield 2, (wild,)
    if need.form == "pair_or_wilds":
        for used in _two_wilds(tables, pool, kind):
            yield 1, used


def _two_wilds(
    tables: Tables, pool: Sequence[int], kind: int
) -> Iterator[tuple[int, ...]]:
    available = tuple(pool[wild] - (wild == kind) for wild in tables.wild_kinds)
    yield from wild_picks(tables.wild_kinds, available, earning.PAIR)


def _onto_melds(
    state: State, side: int, kind: int, pool: Sequence[int]
) -> Iterator[Groups]:
    """Yield the key card onto each own meld of its rank."""
    for place, meld in enumerate(state.melds[side]):
        if meld.rank == kind:
            yield from _onto(state, side, place, ((1, ()),), pool)


def _using_key(
    state: State, side: int, kind: int, pool: Sequence[int]
) -> Iterator[Groups]:
    """Yield the ways of an open side to use the key card in a legal meld."""
    tables = state.tables[side]
    wild = tables.wild[kind]
    for place, meld in enumerate(state.melds[side]):
        # What goes onto runs is found where they are.
        if meld.rank == kind or (wild and meld.rank <= WILD_RANK):
            shown: tuple[int, tuple[int, ...]] = (0, (kind,)) if wild else (1, ())
            yield from _onto(state, side, place, (shown,), pool)
    for rank in _ranks_for(tables, kind):
        slot = state.slots[side][rank]
        if slot != NO_MELD:
            # A new meld may start once cards of the same play finish the old one.
            yield from overflowing(state, side, rank, slot, pool)
        yield from new_melds(state, side, rank, pool, kind, 1)


def _ranks_for(tables: Tables, top: int) -> tuple[int, ...]:
    """Return the ranks of new melds that the top card could be part of."""
    if not tables.wild[top]:
        return (top,) if tables.meldable[top] else ()
    return (*tables.rank_kinds, WILD_RANK) if tables.wild_melds else tables.rank_kinds


def _opening(
    state: State,
    side: int,
    kind: int,
    need: Need,
    pool: Sequence[int],
    wanted: int,
    *,
    demands: Sequence[Demand],
) -> Iterator[Groups]:
    """Yield the ways to open with a pickup: the key card's group and others."""
    if not state.tables[side].counts_own:
        yield from _enough(state, side, kind, need, pool, wanted, demands=demands)
        return
    own = state.hands[state.turn][:]
    own[kind] += 1
    own = [*map(min, own, pool)]
    taken = [*map(int.__sub__, pool, own)]
    points = state.tables[side].opening_points
    # Whatever comes along uncounted must be made up for by what counts.
    for more in product(*[range(count + 1) for count in taken]):
        some = [*map(int.__add__, own, more)]
        least = wanted + sum(map(mul, points, more))
        for groups in _enough(state, side, kind, need, some, least, demands=demands):
            left = some[:]
            for card in chain.from_iterable(one.cards for one in groups):
                left[card.kind] -= 1
            if not any(a and b for a, b in zip(left, more, strict=True)):
                yield groups


def _enough(
    state: State,
    side: int,
    kind: int,
    need: Need,
    pool: Sequence[int],
    wanted: int,
    *,
    demands: Sequence[Demand],
) -> Iterator[Groups]:
    """Yield such ways, every card of which counts."""
    tables = state.tables[side]
    if tables.book.opening.waived == "when_packet_empties":
        portions = exits.cover(tables, pool)
        if portions:
            wilds = [wild for wild in tables.wild_kinds for _ in range(pool[wild])]
            yield groups_of_portions(state, side, portions, wilds)
    if not tables.special_opening and opening.best_bound(tables, pool) < wanted:
        return
    exact = need.form in ("natural_pair", "matching_wilds")
    shown = earning.PAIR + 1 if exact else 1
    ranks = (need.rank,) if need.is_pair else _ranks_for(tables, kind)
    melds = first_melds(tables.opens_like)
    available = melds.of_wilds(pool)
    for rank in ranks:
        count = 0 if rank == WILD_RANK else pool[rank]
        for number, units, *_ in melds.rows[rank][count][available]:
            shape = melds.groups[rank][number]
            if of_top(tables, shape, kind) < shown:
                continue
            instead = _instead(tables, shape, kind, shown)
            lacking = wanted - units * melds.unit
            for shapes in with_group(tables, pool, shape, lacking, demands):
                if not instead or is_needed(
                    tables, shapes, shape, wanted, demands, instead
                ):
                    yield groups_of_shapes(state, side, _in_order(shapes))
            if tables.special_opening and not instead:
                yield groups_of_shapes(state, side, (shape,))


def _in_order(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return groups, of which two of one rank are the same in either order."""
    one_each = len({shape[0] for shape in shapes}) == len(shapes)
    return shapes if one_each else tuple(sorted(shapes))


def _instead(tables: Tables, shape: Shape, kind: int, shown: int) -> list[Shape]:
    """Return what would do for a meld larger than a book, with a card less."""
    if shape[1] + sum(shape[2]) <= tables.size:
        return []
    return [
        less
        for less in one_less(tables, shape)
        if of_top(tables, less, kind) >= shown and shaping.is_shape(tables, less)
    ]


def _going_out(
    state: State, side: int, action: TakePile, taken: bytes, face: int
) -> Iterator[TakePile]:
    """Yield ways to take the pile and go out in one play, from a hand nearly empty."""
    tables = state.tables[side]
    groups = action.groups
    hand = _usable(state, side, KIND_OF[face], taken)
    for laid in groups:
        for card in laid.cards:
            hand[card.kind] -= 1
    if min(hand) < 0 or sum(hand) > tables.small_hand:
        return
    placed, refusals = place_all(state, side, groups)
    if refusals:
        return
    layout = Layout(state, side, placed)
    if layout.refusals:
        return
    for found in exits.all_exits(tables, hand, layout.melds):
        # Portions for melds that this very play starts would need names of their own.
        if any(p.meld >= len(state.melds[side]) for p in found.portions):
            continue
        wilds = [k for k in tables.wild_kinds for _ in range(hand[k])]
        more = groups_of_portions(state, side, found.portions, wilds)
        whole = TakePile((*groups, *more), action.count)
        if more and next(pile.check(state, whole), None) is None:
            yield whole
