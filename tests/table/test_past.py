"""What a game remembers: events as they came, whatever was taken back in between."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from functools import partial
from types import FrameType
from typing import Any

import pytest

from handfoot import Action, Game, load_rules
from handfoot.play.events import Event

NAMES = ("whitnack", "eleven-card", "face-up-packets", "burnt-ranks")


def _told(game: Game) -> list[tuple[int, Event]]:
    """Return ply and event of all that happened, by playing every action again."""
    twin = Game(game.rules, game.seats, seed=game.seed)
    found = [(0, event.event) for event in twin.events(everything=True)]
    for ply, action in enumerate(game.actions, start=1):
        found += [(ply, event) for event in twin.push(action)]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_undo_comes_back_to_what_was(name: str) -> None:
    """However one goes to and fro, a position is the one it was, and lists the same."""
    rng = random.Random(name)
    game = Game(load_rules(name), seed=name)
    states, lists = [game.state.copy()], [[*game.legal_actions]]
    deep = 0
    for _ in range(900):
        if game.ply and rng.random() < (0.55 if deep else 0.2):
            for _ in range(rng.randrange(1, 4) if game.ply > 4 else 1):
                game.pop()
                states.pop()
                lists.pop()
            assert game.state == states[-1]
            assert [*game.legal_actions] == lists[-1]
            deep = max(0, deep - 1)
        elif not game.is_over:
            game.push(rng.choice(lists[-1]))
            states.append(game.state.copy())
            lists.append([*game.legal_actions])
            deep += 1
        if rng.random() < 0.02:
            game = game.copy()


@pytest.mark.parametrize("name", NAMES)
def test_events_are_those_of_the_actions(name: str) -> None:
    """Numbers, plies and events are right after any undo, from any number on."""
    rng = random.Random(name)
    game = Game(load_rules(name), seed=name)
    for step in range(300):
        if game.is_over:
            break
        if rng.random() < 0.3:
            for _ in range(min(rng.randrange(1, 20), game.ply)):
                game.pop()
        else:
            happened = game.push(rng.choice(list(game.legal_actions)))
            since = len(game.events()) - len(happened)
            latest = game.events(everything=True, since=since)
            assert [logged.event for logged in latest] == list(happened)
        if step % 12 == 0:
            expected = [
                (number, ply, event) for number, (ply, event) in enumerate(_told(game))
            ]
            since = rng.randrange(len(expected) + 2)
            found = game.events(everything=True, since=since)
            assert [(e.number, e.ply, e.event) for e in found] == expected[since:]
            if rng.random() < 0.5:
                game = game.copy()


def test_what_a_copy_takes_back_its_original_keeps() -> None:
    """Events that a copy forgot by undo are still those of the original."""
    game = Game("whitnack", seed=4)
    rng = random.Random(4)
    for _ in range(40):
        game.push(rng.choice(list(game.legal_actions)))
    before = game.events(everything=True)
    twin = game.copy()
    for _ in range(21):
        twin.pop()
        twin.events()
    for _ in range(30):
        twin.push(rng.choice(list(twin.legal_actions)))
    assert game.events(everything=True) == before


def _calls(ask: Any) -> int:
    """Return how many Python functions are called, or gone on with."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        ask()
    finally:
        sys.setprofile(before)
    return calls


def test_reading_the_latest_events_plays_nothing_again() -> None:
    """Somebody who asks after each action for what is new pays for that alone."""
    game = Game("whitnack", seed=2)
    rng = random.Random(2)
    seen = len(game.events())
    worst: list[int] = []
    for _ in range(400):
        action: Action = rng.choice(list(game.legal_actions))
        number = game.round
        fresh = len(game.push(action))
        calls = _calls(partial(game.events, 0, since=seen))
        if game.round == number:
            worst.append(calls - 8 * fresh)
        seen += fresh
    assert max(worst) < 40


def test_a_long_past_costs_a_copy_nothing() -> None:
    """A copy takes the same work late in a match, and is pickled however long it is."""
    game = Game(load_rules("whitnack").with_changes({"match.rounds": 12}), seed=3)
    rng = random.Random(3)
    works = []
    for _ in range(3):
        for _ in range(601):
            game.push(rng.choice(list(game.legal_actions)))
        works.append(_calls(game.copy))
    assert len(set(works)) == 1
    twin = pickle.loads(pickle.dumps(game))
    for same in (twin, copy.deepcopy(game)):
        assert same == game
        assert same.events(1) == game.events(1)
        assert [same.pop() for _ in range(20)] == [*reversed(game.actions[-20:])]


def test_copies_go_their_own_ways() -> None:
    """Copies that share a past do not see what the others do, or take back."""
    rng = random.Random(6)
    game = Game("whitnack", seed=6)
    games = [game]
    for _ in range(60):
        for each in games:
            for _ in range(rng.randrange(1, 9)):
                each.push(rng.choice(list(each.legal_actions)))
            for _ in range(min(rng.randrange(4), each.ply)):
                each.pop()
        if len(games) < 4:
            games.append(rng.choice(games).copy())
    for each in games:
        found = [(e.ply, e.event) for e in each.events(everything=True)]
        assert found == _told(each)
        assert each.began() == Game("whitnack", seed=6).state
