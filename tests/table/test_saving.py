"""A game saved in the middle loads as it was, and a tampered one does not load."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from handfoot import (
    Game,
    HandfootError,
    Position,
    Record,
    RecordError,
    View,
    load_rules,
    parse_action,
)
from handfoot.testing import unconserved
from tests.table.tables import NAMES, positions, rules


def _played(name: str, plies: int, seed: int = 1) -> Game:
    game = Game(rules(name), rules(name)["players.counts"][0], seed=seed)
    rng = random.Random(seed)
    for _ in range(plies):
        if game.is_over:
            break
        game.push(rng.choice(list(game.legal_actions)))
    return game


@pytest.mark.parametrize("name", [*NAMES, "whitnack-digital", "foot-canasta"])
@pytest.mark.parametrize("plies", [0, 1, 57, 400])
def test_saved_games_load_as_they_were(name: str, plies: int) -> None:
    """State, actions, events and undo are the same after saving and loading."""
    game = _played(name, plies)
    loaded = Game.loads(game.dumps())
    assert loaded == game
    assert loaded.names == game.names
    assert loaded.events(everything=True) == game.events(everything=True)
    assert loaded.dumps() == game.dumps()
    for _ in range(min(plies, 5)):
        if game.ply:
            assert loaded.pop() == game.pop()
    assert loaded == game


def test_both_go_on_alike() -> None:
    """A loaded game deals and shuffles on as the saved one would have."""
    game = _played("whitnack", 100)
    loaded = Game.loads(game.dumps())
    rng = random.Random(5)
    while not game.is_over:
        action = rng.choice(list(game.legal_actions))
        game.push(action)
        loaded.push(action)
    assert loaded == game


def test_a_pending_question_is_kept() -> None:
    """A game in which a partner is asked loads with the question open."""
    position = Position(
        rules("whitnack"), hands={0: "K"}, packets={0: [], 2: []}, phase="answer"
    )
    game = position.game()
    loaded = Game.loads(game.dumps())
    assert (loaded.phase, loaded.turn) == ("answer", 2)
    for permission in ("granted", "denied"):
        position = Position(
            rules("whitnack"), packets={0: [], 2: []}, permission=permission
        )
        game = position.game()
        assert Game.loads(game.dumps()) == game


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_saved_too(name: str) -> None:
    """A game that did not begin with a deal is saved as well."""
    for phase in ("draw", "play"):
        for game in positions(name, 5, phase, seed=4):
            game.push(next(iter(game.legal_actions)))
            assert not unconserved(game.state)
            assert Game.loads(game.dumps()) == game


@pytest.mark.parametrize(
    "changes",
    [
        {"books.after": "until_turn_ends"},
        {"melds.per_rank": {"by_score": {"below": "several", 100: "one"}}},
        {
            "melds.per_rank": {"by_score": {"below": "several", 100: "one"}},
            "pile.needs": {"by_turn": {"first": "nothing", "later": "natural_pair"}},
        },
    ],
    ids=["finished", "by_score", "moment"],
)
def test_matches_that_are_over_are_saved(changes: dict[str, Any]) -> None:
    """What lies on the table goes by the rules of the last round, not by its scores."""
    none = {"clean": 0, "dirty": 0, "wild": 0}
    short = {"match.rounds": 1, "going_out.books": none}
    changed = rules("whitnack").with_changes(short | changes)
    melds = ["K K K K", "Q Q Q"]
    if "melds.per_rank" in changes:
        melds.append("Q Q Q")
    at: dict[str, Any] = {"packets": {0: [], 2: []}, "played": [0, 2], "opened": [0]}
    game = Position(changed, hands={0: "K K K"}, melds={0: melds}, **at).game()
    for text in ("ask", "yes", "lay K K K"):
        game.push(parse_action(text))
    assert game.is_over
    loaded = Game.loads(game.dumps())
    assert loaded == game
    here, there = loaded.state.tables, game.state.tables
    assert [one.book for one in here] == [one.book for one in there]
    for seat in (*range(4), None):
        view = game.view(seat)
        assert View.from_dict(view.to_dict()) == view


def test_games_from_records_are_saved() -> None:
    """A game played from the orders of a record is saved with these orders."""
    game = Record.from_game(_played("whitnack", 30)).play()
    loaded = Game.loads(game.dumps())
    assert loaded == game


def test_seeds_may_be_texts() -> None:
    """A seed that is a text stays one."""
    game = Game("whitnack", seed="2026-03-01")
    assert Game.loads(game.dumps()).seed == "2026-03-01"


Change = Callable[[dict[str, Any]], None]


def _set(where: str, value: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        *path, last = where.split(".")
        here: Any = data
        for name in path:
            here = here[int(name) if name.isdigit() else name]
        here[int(last) if last.isdigit() else last] = value

    return change


def _swap(data: dict[str, Any]) -> None:
    state = data["state"]
    own, other = state["cards"][0].split(), state["cards"][1].split()
    own[0], other[0] = other[0], own[0]
    state["cards"][:2] = " ".join(own), " ".join(other)


def _unmeldable(data: dict[str, Any]) -> None:
    stock = data["state"]["stock"].split()
    cards = [stock.pop(stock.index(card)) for card in ("Ks", "Kh", "4s")]
    data["state"]["stock"] = " ".join(stock)
    data["state"]["melds"][0] = [{"rank": "K", "cards": " ".join(cards)}]
    data["state"]["opened"][0] = True


def _over_untold(data: dict[str, Any]) -> None:
    data["state"].update(phase=3, turn=-1, sheets=[])


TAMPERED: dict[str, tuple[Change, str]] = {
    "a card more": (_set("state.pile", "Ks Ks Ks Ks Ks Ks"), "too many: K"),
    "a card less": (_set("state.stock", ""), "missing: "),
    "cards swapped": (_swap, "does not follow from the actions: cards"),
    "another score": (
        _set("state.scores", [500, 0]),
        "follow from the actions: scores",
    ),
    "a score too many": (
        _set("state.scores", [0, 0, 0]),
        "scores: 2 expected, 3 found",
    ),
    "another turn": (_set("state.turn", 9), "turn: 9 is not from 0 to 3"),
    "another phase": (_set("state.phase", 7), "phase: 7"),
    "an answer unasked": (_set("state.answering", 1), "answering: only a partner"),
    "over untold": (_over_untold, "sheets: the last round is told for each side"),
    "another round": (_set("state.round", 0), "rounds are counted from 1"),
    "five seats": (_set("state.seats", 5), "5 seats do not make 2 sides"),
    "eight seats": (_set("state.seats", 8), "not 8"),
    "a wrong meld": (
        _unmeldable,
        "meld 0 of side 0 (kings) holds cards of another rank",
    ),
    "a wrong type": (_set("state.turn", "0"), "turn: a whole number is expected"),
    "a switch as number": (_set("state.opened", [1, 0]), "opened: true or false"),
    "a number as switch": (_set("state.turn", True), "turn: a whole number"),
    "unknown cards": (_set("state.pile", "Xs"), "is not a card"),
    "cards without suit": (_set("state.pile", "K"), "K needs its suit"),
    "hidden cards": (_set("state.pile", 1), "cards are not known"),
    "hidden red threes": (_set("state.red", [1, ""]), "red: cards are not known"),
    "hidden black threes": (_set("state.black", ["", 1]), "black: cards are not known"),
    "hidden cards taken": (_set("state.held_back", 1), "held_back: cards are not"),
    "hidden melds": (
        _set("state.melds", [[{"rank": "K", "cards": 3}], []]),
        "melds: the cards of a meld lie open",
    ),
    "played too early": (_set("state.played", [True] * 4), "has not reached its last"),
    "another action": (_set("actions.0", "discard 4"), "action 1, 'discard 4'"),
    "no action": (_set("actions.0", "fly"), "'fly' is not an action"),
    "a number of actions": (_set("actions", 7), "actions: a list"),
    "another version": (_set("handfoot_game", 2), "another version"),
    "something more": (_set("extra", 1), "nothing else"),
    "names": (_set("names", ["a"]), "4 seats, 1 names"),
    "no names": (_set("names", [1, 2, 3, 4]), "names: texts"),
    "the rules": (_set("rules.pile.take", "many"), "rules:"),
    "no rules": (_set("rules", 4), "rules: a ruleset"),
    "the seed": (_set("seed", 1.5), "whole number"),
    "no seed": (_set("seed", None), "seed:"),
    "orders": (_set("seed", [{"round": 1}]), "order of a shuffle"),
    "where it began": (_set("began.dealer", 9), "began: dealer"),
    "fields": (_set("state.more", 1), "not known: more"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_tampered_games_are_refused(what: str) -> None:
    """Whatever is changed in a saved game is found and said."""
    change, message = TAMPERED[what]
    data = json.loads(_played("whitnack", 3).dumps())
    change(data)
    with pytest.raises(RecordError) as caught:
        Game.loads(json.dumps(data))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "nonsense", "[" * 100_000, '{"handfoot_game": 1}', "1e9",
     '{"handfoot_game": 1, "handfoot_game": 1}', '{"handfoot_game": NaN}'],
)  # fmt: skip
def test_other_texts_are_refused(text: str) -> None:
    """What is no saved game is a RecordError, never another exception."""
    with pytest.raises(RecordError):
        Game.loads(text)


def test_random_damage_never_crashes() -> None:
    """A text with one character changed loads or is refused, nothing else."""
    text = _played("eleven-card", 20).dumps()
    rng = random.Random(3)
    for _ in range(60):
        place = rng.randrange(len(text))
        damaged = text[:place] + rng.choice('0123456789"[]{},sK x') + text[place + 1 :]
        try:
            Game.loads(damaged)
        except HandfootError:
            continue


def test_rules_travel_with_the_game() -> None:
    """A saved game needs no file: its ruleset stands in it."""
    changed = load_rules("whitnack").with_changes({"pile.take": 5})
    game = Game(changed, seed=1)
    assert Game.loads(game.dumps()).rules["pile.take"] == 5
