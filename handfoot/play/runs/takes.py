"""Pickups to list where there are runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from handfoot.cards import ANY_OF_KIND, CARDS, KIND_OF
from handfoot.play import pile
from handfoot.play.earning import NOTHING, Need, joins, makes_run
from handfoot.play.runs.begun import least, new_runs, shorter, spent
from handfoot.play.runs.ends import Addition, additions
from handfoot.play.runs.offers import (
    MOST_ALONE,
    MOST_BESIDE,
    Groups,
    ends,
    every_suit,
    joining,
    laid_out,
    new_group,
    openings,
    run_points,
    some_runs,
    unmet_by,
)
from handfoot.play.runs.run import Run, counted, lying
from handfoot.play.state import State


def with_runs(
    state: State,
    side: int,
    face: int,
    need: Need,
    taken: bytes,
    sets: Callable[..., Iterator[Groups]],
) -> Iterator[Groups]:
    """Yield ways to use a key card: with sets, in each suit, then in runs.

    Args:
        state: The position.
        side: The side that takes it.
        face: The key card.
        need: What earns it.
        taken: The cards that come with it.
        sets: Gives the ways to use it in a set, the cards named by rank alone, from the
            cards by kind, the points that open, and what single melds must be.
    """
    tables = state.tables[side]
    usable = _usable(state, side, face, taken)
    if state.opened[side]:
        for groups in sets(counted(usable), 0, demands=()):
            yield from every_suit(pile.name_key(groups, face), usable)
        if need.form != NOTHING:
            # What need not be used is laid in a play of its own.
            fitting = with_key(state, side, face, need, taken)
            yield from ((new_group(run),) for run in least(tables, fitting))
            yield from _onto_runs(state, side, face, need, usable)
        return
    alone = sets(counted(usable), tables.together, demands=tables.demands)
    yield from islice(alone, MOST_ALONE)
    for runs, left in some_runs(tables, usable, face):
        wanted = tables.together - sum(run_points(tables, run) for run in runs)
        found = sets(counted(left), wanted, demands=unmet_by(tables, runs))
        for groups in islice(found, MOST_BESIDE):
            yield (*groups, *map(new_group, runs))
    fitting = with_key(state, side, face, need, taken)
    waived = tables.book.opening.waived == "when_packet_empties"
    for run in fitting:
        rest = spent(usable, run) or b""
        yield from openings(state, side, rest, run, _within(fitting, run))
        if waived:
            yield from laid_out(state, side, rest, run)


def _usable(state: State, side: int, face: int, taken: bytes) -> bytes:
    at_once = state.tables[side].book.pile.buried == "at_once"
    return state.cards[state.turn] + (taken if at_once else bytes((face,)))


def _shown_from(state: State, need: Need, usable: bytes) -> bytes:
    """Return the cards of which two must make a run with the key card."""
    return state.cards[state.turn] if need.is_pair else usable


def with_key(state: State, side: int, face: int, need: Need, taken: bytes) -> list[Run]:
    """Return the new runs with a key card by which it may be used."""
    tables = state.tables[side]
    if need.is_pair and not need.run:
        return []
    usable = _usable(state, side, face, taken)
    if tables.wild[KIND_OF[face]] and tables.wild_runs:
        return [r for r in new_runs(tables, usable) if KIND_OF[face] in r.wilds]
    if KIND_OF[face] not in tables.run_kinds:
        return []
    held = _shown_from(state, need, usable)
    return [
        run
        for run in new_runs(tables, usable)
        if face in run.faces
        and (
            makes_run(run.faces, face, held) or (tables.wild_runs and not need.is_pair)
        )
    ]


def _within(runs: Iterable[Run], run: Run) -> list[Run]:
    """Return those of some runs that have a card less than another at one end."""
    if run.gaps:
        known = set(runs)
        return [less for less in shorter(run) if less in known]
    return [
        less
        for less in runs
        if less.rank == run.rank
        and not less.gaps
        and less.size == run.size - 1
        and run.low <= less.low <= less.high <= run.high
    ]


def _onto_runs(
    state: State, side: int, face: int, need: Need, usable: bytes
) -> Iterator[Groups]:
    """Yield a key card onto each run on the table, with no card to spare."""
    tables = state.tables[side]
    if need.own_run:
        for run in lying(tables, state.melds[side]):
            if joins(tables, run, face):
                yield (joining(state, side, run, [face]),)
    if need.is_pair and not need.run:
        return
    held = _shown_from(state, need, usable)
    if tables.wild_runs:
        yield from _onto_with_wilds(state, side, face, need, usable)
        return
    for run in lying(tables, state.melds[side]):
        found = [
            set(added)
            for added in ends(tables, run, usable)
            if face in added and (not need.is_pair or makes_run(added, face, held))
        ]
        for added in found:
            if not any(less < added for less in found):
                yield (joining(state, side, run, sorted(added)),)


def _onto_with_wilds(
    state: State, side: int, face: int, need: Need, usable: bytes
) -> Iterator[Groups]:
    """Yield a key card, wild or not, onto each run, with no card to spare."""
    tables = state.tables[side]
    held = _shown_from(state, need, usable)
    key = ANY_OF_KIND[KIND_OF[face]] if tables.wild[KIND_OF[face]] else CARDS[face]
    for run in lying(tables, state.melds[side]):
        found: list[Addition] = []
        for more in additions(tables, run, usable, least=False):
            naturals = [card.index for card in more.cards if card.suit is not None]
            pair = not need.is_pair or makes_run(naturals, face, held)
            if key in more.cards and pair and not any(map(more.holds, found)):
                found.append(more)
                yield more.groups(state.melds[side])
