"""What must hold in every match, whatever the rules and the cards."""

from __future__ import annotations

import pickle
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from handfoot.cards import FACES, KIND_OF, KINDS
from handfoot.errors import IllegalAction
from handfoot.play import engine
from handfoot.play.actions import Action
from handfoot.play.foot import owners
from handfoot.play.state import State
from handfoot.rules.loading import load_rules
from handfoot.table.game import Game
from handfoot.table.views import View
from handfoot.testing import actions, games, play_out, rulesets, unconserved
from tests.play.seeds import SEEDS

QUICK = {"match.rounds": 1, "match.most_rounds": 1, "match.target": "none"}
RULES = st.one_of(st.sampled_from(SEEDS).map(load_rules), rulesets(fixed=QUICK))
CALM = settings(
    max_examples=40,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def tables() -> list[Any]:
    """Return every table of every shipped ruleset."""
    return [
        pytest.param(name, seats, size, id=f"{name}-{seats}-{size}")
        for name in SEEDS
        for rules in (load_rules(name),)
        for seats in rules["players.counts"]
        for size in rules.side_sizes(seats)
    ]


def inside(state: State) -> str:
    """Return all that a state holds, to the last bit."""
    parts = dict(state.__dict__)
    parts["rules"] = id(parts["rules"])
    parts["tables"] = list(map(id, parts["tables"]))
    return repr(sorted(parts.items()))


def picture(game: Game) -> tuple[Any, ...]:
    """Return all that a game holds, to the last bit."""
    return inside(game.state), game.actions, game.events(everything=True), game.names


def some(game: Game, rng: random.Random) -> Action:
    """Return one of the listed actions."""
    return rng.choice(list(game.legal_actions))


@pytest.mark.parametrize(("name", "seats", "size"), tables())
def test_a_match_keeps_every_promise(name: str, seats: int, size: int) -> None:
    """Cards are conserved, nobody is stuck, sheets add up, and the match ends."""
    rng = random.Random(name)
    game = Game(name, seats, seed=seats, side_size=size)
    play_out(game, lambda game: some(game, rng))


@pytest.mark.parametrize("name", SEEDS)
def test_pop_restores_every_bit(name: str) -> None:
    """Taking back an action, or all of them, restores an equal game."""
    rng = random.Random(name)
    game = Game(name, seed=name)
    pictures: list[Any] = []
    while not game.is_over and len(pictures) < 250:
        before = picture(game)
        action = some(game, rng)
        game.push(action)
        after = picture(game)
        assert game.pop() == action
        assert picture(game) == before
        game.push(action)
        assert picture(game) == after
        pictures.append(before)
    while pictures:
        game.pop()
        assert picture(game) == pictures.pop()


@pytest.mark.parametrize("name", SEEDS)
def test_a_copy_is_independent(name: str) -> None:
    """Neither a game nor its copy notices what happens to the other."""
    rng = random.Random(name)
    game = Game(name, seed=name)
    for _ in range(60):
        twin = game.copy()
        assert twin == game
        before = picture(game)
        for _ in range(25):
            if not twin.is_over:
                twin.push(some(twin, rng))
        assert picture(game) == before
        theirs = picture(twin)
        for _ in range(5):
            if not game.is_over:
                game.push(some(game, rng))
        assert picture(twin) == theirs


@CALM
@given(st.data(), games(RULES))
def test_a_refused_action_changes_nothing(data: st.DataObject, game: Game) -> None:
    """An action is done whole or refused with reasons and nothing moved."""
    for _ in range(8):
        action = data.draw(actions(game))
        before = picture(game)
        reasons = game.why_not(action)
        assert (action in game.legal_actions) == (not reasons)
        assert picture(game) == before
        if reasons:
            with pytest.raises(IllegalAction) as caught:
                game.push(action)
            assert caught.value.refusals == reasons
            assert picture(game) == before
        else:
            game.push(action)
            assert not unconserved(game.state)
            assert game.pop() == action
            assert picture(game) == before


@CALM
@given(games(RULES))
def test_every_listed_action_is_legal(game: Game) -> None:
    """A game that goes on lists actions, each legal and each only once."""
    listed = list(game.legal_actions)
    assert bool(listed) != game.is_over
    assert len(set(listed)) == len(listed)
    for action in listed:
        assert not game.why_not(action), action


@pytest.mark.parametrize("name", SEEDS)
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    """Deals, reshuffles and a player's random choices repeat under a seed."""

    def played(seed: int) -> Game:
        rng = random.Random(seed)
        game = Game(name, seed=seed)
        return play_out(game, lambda game: some(game, rng))

    first = played(3)
    assert picture(first)[1:] == picture(played(3))[1:]
    assert first.actions != played(4).actions


@CALM
@given(games(RULES), st.integers(0, 2**32))
def test_events_are_made_only_when_asked_for(game: Game, seed: int) -> None:
    """An action leads to the same state with and without a log of events."""
    rng = random.Random(seed)
    for _ in range(12):
        if game.is_over:
            return
        action = some(game, rng)
        silent = game.state.copy()
        engine.apply(silent, action, None)
        game.push(action)
        assert inside(silent) == inside(game.state)


def resampled(game: Game, seat: int | None, rng: random.Random) -> Game:
    """Return the game with every card that ``seat`` cannot see dealt anew."""
    twin = game.copy()
    state = twin.state
    hidden = bytearray(state.stock)
    others = [s for s in range(state.seats) if s != seat]
    for other in others:
        hidden += state.cards[other]
    # Of packets of which the hand is yet to be chosen some cards may be seen.
    choice = state.tables[0].book.deal.hand_choice
    counts = [0] * state.seats
    for owner in state.choosers:
        if choice == "face_up":
            counts[owner] = 99
        elif choice == "top_up" or (choice == "top_seen" and owner == seat):
            counts[owner] = 1
    for owner in owners(state):
        for packet in state.packets[owner]:
            hidden += packet[: max(len(packet) - counts[owner], 0)]
    rng.shuffle(hidden)

    def deal(count: int) -> bytes:
        dealt = bytes(hidden[:count])
        del hidden[:count]
        return dealt

    state.stock = deal(len(state.stock))
    state.cards = state.cards[:]
    state.hands = state.hands[:]
    for other in others:
        faces = deal(len(state.cards[other]))
        state.cards[other] = faces
        kinds = [KIND_OF[face] for face in faces]
        state.hands[other] = [kinds.count(kind) for kind in range(KINDS)]
    state.packets = [
        tuple(
            deal(max(len(packet) - counts[owner], 0))
            + packet[max(len(packet) - counts[owner], 0) :]
            for packet in state.packets[owner]
        )
        for owner in owners(state)
    ]
    state.packets *= state.seats // len(state.packets)
    state.seed = f"another {rng.random()}"
    assert not hidden
    return twin


def seen(view: View, tried: list[Action]) -> list[Any]:
    """Return everything that a view can be asked."""
    names = [name for name in dir(view) if not name.startswith("_")]
    answers: list[Any] = [re.sub(r"0x\w+", "", repr(view)), inside(view._state)]
    answers.append(str(view))
    for name in names:
        value = getattr(view, name)
        if not callable(value):
            answers.append((name, repr(value)))
    for seat in range(view.seats):
        answers += [view.held(seat), view.packets_left(seat), view.played_last(seat)]
    for side in range(view.sides):
        answers += [view.melds(side), view.red_threes(side), view.opened(side)]
        answers.append(view.minimum(side))
    for action in tried:
        answers += [view.is_legal(action), view.why_not(action)]
    if view.seat is not None:
        answers.append(view.going_out_checklist())
    return answers


@CALM
@given(st.data(), games(RULES), st.integers(0, 2**32))
def test_a_view_does_not_depend_on_hidden_cards(
    data: st.DataObject, game: Game, seed: int
) -> None:
    """Whatever lies hidden, a view answers alike, and nothing hidden is inside."""
    rng = random.Random(seed)
    tried = [data.draw(actions(game)) for _ in range(6)]
    for seat in (*range(game.seats), None):
        twin = resampled(game, seat, rng)
        view = game.view(seat)
        assert seen(view, tried) == seen(twin.view(seat), tried)
        if seat is not None and seat == game.turn:
            assert view.legal_actions == tuple(game.legal_actions)
            for action in tried:
                assert view.why_not(action) == game.why_not(action)


@pytest.mark.parametrize("name", SEEDS)
def test_a_pickled_view_holds_what_the_view_holds(name: str) -> None:
    """A view sent to another process answers as before, and knows no more."""
    rng = random.Random(name)
    game = Game(name, seed=name)
    for _ in range(60):
        game.push(some(game, rng))
    assert game.turn is not None
    view = game.view(game.turn)
    sent = pickle.loads(pickle.dumps(view))
    assert (sent.hand, sent.legal_actions) == (view.hand, view.legal_actions)
    assert sent._state == view._state
    assert not set(sent._state.stock) & set(range(FACES))
    assert sent._state.seed != game.seed


@CALM
@given(games(RULES))
def test_events_hide_the_cards_of_others(game: Game) -> None:
    """Of cards that one seat sees, the events name to others only how many."""
    truth = game.events(everything=True)
    for seat in (*range(game.seats), None):
        shown = game.events(seat)
        assert [logged.number for logged in shown] == list(range(len(truth)))
        for told, real in zip(shown, truth, strict=True):
            secret = type(real.event).hidden
            if secret is None or getattr(real.event, "seat", None) == seat:
                assert told == real
            else:
                assert getattr(told.event, secret) is None
