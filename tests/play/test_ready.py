"""What is read off ready-made tables is what the clear rules say, and does the same."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handfoot import Game, load_rules, variant_names
from handfoot.play import (
    candidates,
    discard,
    engine,
    lay,
    legal,
    ready_openings,
    standing,
    takes,
)
from handfoot.play.actions import Action, Discard, Lay, TakePile
from handfoot.play.events import Note, made
from handfoot.play.stands import FoundRow, ready_of
from handfoot.play.state import DRAW as DRAW_PHASE
from handfoot.play.state import OVER, PLAY, State
from handfoot.testing import games, rulesets

NAMES = variant_names()
SOME = settings(
    max_examples=15,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def is_legal(state: State, action: Action) -> bool:
    """Return what the clear check says."""
    return next(engine.check(state, action), None) is None


def clearly(state: State) -> list[Action]:
    """Return small lays and discards of an open side, each proposed and checked."""
    seat = state.turn
    tried: list[Action] = [
        *candidates.steps(state, seat, seat % state.sides),
        *discard.discards(state, seat),
    ]
    return [action for action in dict.fromkeys(tried) if is_legal(state, action)]


def parts(state: State) -> dict[str, Any]:
    """Return everything that a state holds."""
    return {k: v for k, v in vars(state).items() if k not in ("tables", "rules")}


def agree(state: State) -> int:
    """Assert that quick and clear ways agree here; return how much was compared."""
    seat = state.turn
    side = seat % state.sides
    if state.phase == PLAY and state.opened[side]:
        quick = standing.plays(state, seat, side)
        if quick is not None:
            assert set(quick) == set(clearly(state))
            assert len(quick) == len(set(quick))
            return len(quick)
    if state.phase == DRAW_PHASE:
        listed = [a for a in legal.legal(state) if isinstance(a, TakePile)]
        assert listed == list(takes.takes(state))
        return len(listed)
    return 0


def equal_to(action: Action) -> Action:
    """Return an equal action that shares no part with it."""
    if isinstance(action, Lay | TakePile):
        return attrs.evolve(action, groups=tuple(map(attrs.evolve, action.groups)))
    return attrs.evolve(action)


def applied_alike(state: State, action: Action) -> None:
    """Assert that an action does the same when it is laid as the rules say.

    What is ready is found by the action itself, or by its groups, so an equal one is
    laid step by step.
    """
    quick, silent, clear = state.copy(), state.copy(), state.copy()
    engine.apply(silent, action)
    notes: tuple[list[Note], list[Note]] = ([], [])
    engine.apply(quick, action, notes[0])
    engine.apply(clear, equal_to(action), notes[1])
    assert parts(quick) == parts(silent) == parts(clear)
    assert made(notes[0]) == made(notes[1])


def walk(state: State, seed: int, steps: int, *, eager: bool) -> int:
    """Play at random, comparing at every step; return how much was compared."""
    rng = random.Random(seed)
    compared = 0
    for _ in range(steps):
        if state.phase == OVER:
            break
        compared += agree(state)
        actions = legal.legal(state)
        if eager and rng.random() < 0.8:
            # Laying all one can leads to second packets and to the end of a round.
            actions = [a for a in actions if not isinstance(a, Discard)] or actions
        action = rng.choice(actions)
        applied_alike(state, action)
        engine.apply(state, action)
    return compared


@pytest.mark.parametrize("name", NAMES)
def test_shipped_rulesets(name: str) -> None:
    """Under every shipped ruleset lists and effects agree with the clear rules."""
    state = Game(name, seed=5).state
    # Where there are runs, no lay is read off.
    least = 0 if state.tables[0].runs else 1
    assert walk(state.copy(), 5, 60, eager=False) >= least
    assert walk(state.copy(), 6, 60, eager=True) >= least


@SOME
@given(game=games(rulesets(), most_steps=40), seed=st.integers(0, 2**32))
def test_any_ruleset(game: Game, seed: int) -> None:
    """The same holds under every ruleset that can be said."""
    walk(game.state.copy(), seed, 25, eager=bool(seed % 2))


@pytest.mark.parametrize("per_rank", ["one_unfinished", "one_with_room", "several"])
def test_a_pair_is_not_enough_for_a_large_meld(per_rank: str) -> None:
    """Where a meld begins with four cards, pickups need more than the pair."""
    changes = {"melds.smallest": 4, "melds.per_rank": per_rank}
    rules = load_rules("whitnack").with_changes(changes)
    assert walk(Game(rules, seed=4).state.copy(), 4, 250, eager=False) > 0


@pytest.mark.parametrize("per_rank", ["one_unfinished", "several"])
def test_a_meld_that_cannot_follow_is_larger(per_rank: str) -> None:
    """Where further melds need more naturals, pickups may begin with more cards."""
    changes = {"melds.further_naturals": 3, "melds.per_rank": per_rank}
    rules = load_rules("whitnack").with_changes(changes)
    assert walk(Game(rules, seed=0).state.copy(), 0, 250, eager=False) > 0


def test_an_equal_action_is_laid_alike() -> None:
    """An action that was typed does what the same action from the list does."""
    state = Game("whitnack", seed=3).state.copy()
    rng = random.Random(3)
    typed = 0
    while typed < 20 and state.phase != OVER:
        action = rng.choice(legal.legal(state))
        if isinstance(action, Lay) and state.opened[state.turn % state.sides]:
            twin, again = state.copy(), Lay(tuple(action.groups))
            engine.apply(twin, again)
            lay.apply(other := state.copy(), action, None)
            assert twin.melds == other.melds
            typed += 1
        engine.apply(state, action)
    assert typed == 20


@pytest.mark.parametrize("kind", [Lay, TakePile])
def test_listed_openings_are_ready(kind: type[Lay | TakePile]) -> None:
    """What opens is laid as it was read off, unless one of its melds is a book."""
    rng = random.Random(7)
    laid = {True: 0, False: 0}
    for seed in range(12):
        state = Game("whitnack", seed=seed).state.copy()
        while state.phase != OVER and state.round < 3:
            actions = legal.legal(state)
            side = state.turn % state.sides
            if not (state.opened[side] or state.melds[side]):
                for action in actions[:8]:
                    if isinstance(action, kind):
                        twin = state.copy()
                        if isinstance(action, TakePile):
                            twin.give(twin.turn, twin.pile[-1:])
                        ready = ready_openings.lay_first(twin, action, None)
                        small = all(len(g.cards) < 7 for g in action.groups)
                        # Pickups by many cards, or of wilds, are not read off.
                        assert ready == small or kind is TakePile
                        laid[ready] += 1
                        applied_alike(state, action)
            engine.apply(state, rng.choice(actions))
    assert laid[True] > 4 * laid[False]


def test_a_copy_shares_nothing_that_changes() -> None:
    """Hands are changed in place, yet never those of a copy or of a snapshot."""
    state = Game("whitnack", seed=1).state.copy()
    rng = random.Random(1)
    for _ in range(120):
        twin, kept = state.copy(), state.snapshot()
        before = repr(parts(twin))
        engine.apply(state, rng.choice(legal.legal(state)))
        assert repr(parts(twin)) == before
        again = State()
        again.restore(kept)
        assert repr(parts(again)) == before
        engine.apply(again, rng.choice(legal.legal(again)))
        assert repr(parts(twin)) == before
        twin.restore(kept)
        assert repr(parts(twin)) == before


def test_many_kinds_of_wild() -> None:
    """Tables stay small, and right, however many kinds are wild."""
    kinds = ["joker", "two", "four", "five", "six", "seven", "eight", "nine", "ten"]
    rules = load_rules("whitnack").with_changes({"wilds.cards": kinds})
    state = Game(rules, seed=1).state.copy()
    row = ready_of(state.tables[0]).bare[9].row
    assert isinstance(row, FoundRow)
    walk(state, 1, 60, eager=True)


def test_more_cards_than_the_deck_has() -> None:
    """A hand with more of a rank than all packs hold, packs being added, is listed."""
    changes = {"stock.when_short": "add_pack", "round_end.most_turns": 100}
    rules = load_rules("whitnack").with_changes(changes)
    state = Game(rules, seed=2).state.copy()
    rng = random.Random(2)
    while state.phase != PLAY or not state.opened[state.turn % state.sides]:
        engine.apply(state, rng.choice(legal.legal(state)))
    side = state.turn % state.sides
    assert ready_of(state.tables[side]).clipped([90])[0] < 90
    few, many = state.copy(), state.copy()
    few.give(state.turn, bytes((8,)) * 10)
    many.give(state.turn, bytes((8,)) * 90)
    many.packs_added = 2
    assert legal.legal(few) == legal.legal(many)


@pytest.mark.parametrize("after", ["anything", "naturals", "until_turn_ends"])
def test_books_of_more_cards_than_a_pack_has_of_a_rank(after: str) -> None:
    """Where a book needs wilds, or packs that are added, lays are listed all the same."""
    changes = {
        "deck.packs": 1,
        "deal.hand": 4,
        "deal.foot": 3,
        "books.size": 6,
        "books.after": after,
        "going_out.books": {"clean": 0, "dirty": 1, "wild": 0},
        "opening.minimum": 15,
    }
    for more in ({}, {"stock.when_short": "add_pack", "round_end.most_turns": 90}):
        rules = load_rules("whitnack").with_changes({**changes, **more})
        assert walk(Game(rules, seed=1).state.copy(), 1, 80, eager=False) > 0
