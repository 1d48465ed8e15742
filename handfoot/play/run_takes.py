"""Pickups to list where there are runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handfoot.cards import KIND_OF
from handfoot.play import pile
from handfoot.play.earning import NOTHING, Need, makes_run
from handfoot.play.run_offers import (
    Groups,
    ends,
    every_suit,
    joining,
    least,
    new_group,
    openings,
)
from handfoot.play.runs import Run, lying, new_runs, without
from handfoot.play.state import State


def with_runs(
    state: State, side: int, ways: Iterable[Groups], face: int, need: Need, taken: bytes
) -> Iterator[Groups]:
    """Yield ways to use a key card: those with sets, in each suit, then those in runs.

    Args:
        state: The position.
        side: The side that takes it.
        ways: The ways with sets, the cards named by rank alone.
        face: The key card.
        need: What earns it.
        taken: The cards that come with it.
    """
    tables = state.tables[side]
    at_once = tables.book.pile.buried == "at_once"
    usable = state.cards[state.turn] + (taken if at_once else bytes((face,)))
    for groups in ways:
        if state.opened[side]:
            yield from every_suit(pile.name_key(groups, face), usable)
        else:
            yield groups
    if KIND_OF[face] not in tables.run_kinds or (need.is_pair and not need.run):
        return
    if need.form == NOTHING and state.opened[side]:
        # It may be laid in a play of its own.
        return
    held = state.cards[state.turn] if need.is_pair else usable
    fitting = [
        run
        for run in new_runs(tables, usable)
        if face in run.faces and makes_run(run.faces, face, held)
    ]
    if state.opened[side]:
        for run in least(fitting):
            yield (new_group(run),)
        yield from _onto_runs(state, side, face, usable, held)
        return
    for run in fitting:
        rest = without(usable, run.faces)
        yield from openings(state, side, rest, run, _within(fitting, run))


def _within(runs: Iterable[Run], run: Run) -> list[Run]:
    """Return those of some runs that have a card less than another at one end."""
    return [
        less
        for less in runs
        if less.rank == run.rank
        and less.size == run.size - 1
        and run.low <= less.low <= less.high <= run.high
    ]


def _onto_runs(
    state: State, side: int, face: int, usable: bytes, held: bytes
) -> Iterator[Groups]:
    """Yield a key card onto each run on the table, with no card to spare."""
    tables = state.tables[side]
    for run in lying(state.melds[side]):
        alone = held == usable
        found = [
            set(added)
            for added in ends(tables, run, usable)
            if face in added and (alone or makes_run(added, face, held))
        ]
        for added in found:
            if not any(less < added for less in found):
                yield (joining(state, side, run, sorted(added)),)
