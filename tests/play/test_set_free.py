"""Wilds that are taken back once naturals alone make a book (``wilds.set_free``)."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from handfoot import Game
from handfoot.errors import HandfootError
from handfoot.play.actions import (
    YES,
    AskToGoOut,
    Discard,
    FreeWilds,
    Lay,
)
from handfoot.play.events import WildsFreed
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.rules.loading import check_text
from handfoot.table.following import apply_events
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from handfoot.table.record import Record
from handfoot.table.takeback import may_take_back
from handfoot.testing import unconserved
from tests.play.asking import listed, refused
from tests.play.seeds import ruleset

RULES: Final[dict[str, Any]] = {
    "wilds__set_free": True,
    "books__after": "anything",
    "players__side_size": 2,
}


def table(
    hand: str, *melds: str, changes: dict[str, Any] | None = None, **parts: Any
) -> Game:
    """Return a position of seat 0 whose side has some melds."""
    rules = ruleset(**RULES | (changes or {}))
    return Position(rules, hands={0: hand}, melds={0: melds}, **parts).game()


STAY: Final = [("wilds_stay", "wilds.set_free")]


def test_naturals_enough_set_wilds_free() -> None:
    """The seventh natural frees the wilds: they come to the hand, the book is clean."""
    game = table("K 4 5 6", "K K K K K K 2 JK")
    assert refused(game, "free K") == STAY
    game.push(parse_action("lay K"))
    assert "free K#1" in listed(game)
    game.push(parse_action("free K"))
    view = game.view(0)
    assert [card.rank for card in view.hand] == ["4", "5", "6", "2", "JK"]
    assert (view.melds(0)[0].naturals, view.melds(0)[0].wilds) == (7, 0)
    assert view.melds(0)[0].book == "clean"
    assert not unconserved(game.state)
    assert refused(game, "free K") == STAY


def test_a_freed_wild_is_a_wild_of_the_hand() -> None:
    """It may be laid or thrown at once; a meld that took one this turn keeps it."""
    game = table("4 5 6", "K K K K K K K 2", "9 9 9")
    game.push(parse_action("free K"))
    assert {"lay 2 on 9", "lay 2 on K#1", "discard 2"} <= listed(game)
    game.push(parse_action("lay 2 on K"))
    assert refused(game, "free K") == STAY


def test_without_the_key_wilds_stay() -> None:
    """Where wilds are not set free the action is refused, and not listed."""
    game = table("4 5", "K K K K K K K 2", changes={"wilds__set_free": False})
    assert refused(game, "free K") == STAY
    assert not any(text.startswith("free") for text in listed(game))
    assert refused(table("4 5", "K K K 2"), "free Q") == [
        ("no_such_meld", "core.target")
    ]


def test_a_way_out_sets_wilds_free() -> None:
    """The clean book that going out needs may come of a dirty one."""
    changes = {"going_out__books": {"clean": 1}}
    parts: dict[str, Any] = {"changes": changes, "packets": {0: []}}
    game = table("K 4", "K K K K K K 2", "9 9 9", **parts)
    answer = game.view(0).can_go_out()
    assert [str(a) for a in answer.way] == [
        "lay K on K#1",
        "free K#1",
        "lay 2 on 9",
        "discard 4",
    ]
    assert "lay K on K#1" in listed(game) or "lay K" in listed(game)
    for action in answer.way:
        game.push(action)
    assert game.round == 2
    # With the last card laid nobody is left to take the wild back.
    assert not table("K", "K K K K K K 2", "9 9 9", **parts).view(0).can_go_out()


def test_a_book_that_is_shut_takes_no_natural_first() -> None:
    """Closed when the turn ended, it has no seventh natural to set its wild free."""
    changes = {
        "books__after": "until_turn_ends",
        "going_out__books": {"any": 1},
        "going_out__permission": "binding",
    }
    parts: dict[str, Any] = {"changes": changes, "packets": {0: []}}
    game = table("K 4", "K K K K K K 2", "9 9 9", **parts)
    assert not game.view(0).can_go_out()
    assert ("no_way_out", "going_out.books") in refused(game, "ask")


@pytest.mark.parametrize("by", ["side", "player"])
def test_ways_out_by_trying_everything(by: str) -> None:
    """Whether one can go out is what trying every action says, partners agreeing.

    Where every player opens alone, wilds may be taken back after the first lay only.
    """
    rng = random.Random(5)
    tried = freed = 0
    alone = by == "player"
    parts: dict[str, Any] = {"packets": {0: []}} | ({"opened": [2]} if alone else {})
    while tried < 120:
        changes = {
            "books__size": rng.choice([4, 5]),
            "wilds__ratio": rng.choice(["twice", "more", "equal"]),
            "going_out__books": rng.choice([{"clean": 1}, {"clean": 1, "dirty": 1}]),
            "going_out__permission": rng.choice(["none", "binding"]),
            "melds__per_rank": rng.choice(["one_unfinished", "several", "one"]),
            "opening__by": by,
            "opening__minimum": 15,
        }
        melds = [
            " ".join([rng.choice("45")] * rng.randint(3, 6) + ["2"] * rng.randint(0, 2))
            for _ in range(rng.randint(1, 3))
        ]
        cards = rng.choices(["4", "4", "5", "5", "2", "9"], k=rng.randint(1, 4))
        hand = " ".join(["9", "9", "9", *cards] if alone else cards)
        try:
            game = table(hand, *melds, changes=changes, **parts)
        except HandfootError:
            continue
        tried += 1
        answer = game.view(0).can_go_out()
        assert bool(answer) == _goes_out(game, set()), (hand, melds, changes)
        assert answer.exact
        freed += any(isinstance(action, FreeWilds) for action in answer.way)
        for action in answer.way:
            game.push(action)
            if game.view(2).turn == 2 and game.view(2).phase == "answer":
                game.push(YES)
        assert not answer or game.round == 2
    assert freed


def _goes_out(game: Game, seen: set[Any]) -> bool:
    """Whether any listed actions of seat 0 end the round this turn."""
    state = game.state
    table = tuple((m.rank, m.naturals, m.wilds) for m in state.melds[0])
    key = (tuple(state.hands[0]), table, state.permission, state.wilds_added)
    if key in seen:
        return False
    seen.add(key)
    for action in game.legal_actions:
        if isinstance(action, Discard) and len(state.cards[0]) > 1:
            continue
        if isinstance(action, Lay | FreeWilds | AskToGoOut | Discard):
            after = game.copy()
            after.push(action)
            if after.round == game.round and after.view(2).phase == "answer":
                after.push(YES)
            if after.round > game.round:
                return True
            if after.turn == 0 and _goes_out(after, seen):
                return True
    return False


def test_events_records_and_taking_back() -> None:
    """It is told, followed by others, recorded, and may be taken back."""
    changes = {"players__take_back": "until_hidden_card"}
    game = table("4 5 6", "K K K K K K K 2", changes=changes)
    views = [game.view(seat) for seat in (0, 1, None)]
    (event,) = game.push(parse_action("free K"))
    assert isinstance(event, WildsFreed)
    for view in views:
        assert apply_events(view, game.events(view.seat)) == game.view(view.seat)
    assert not may_take_back(game, 0)
    assert Record.loads(Record.from_game(game).dumps()).play() == game
    assert Game.loads(game.dumps()).state == game.state


def test_it_decides_nothing_where_books_are_closed() -> None:
    """A meld with wilds never has so many naturals there, and a warning says so."""
    text = "handfoot: 1\nname: x\nextends: whitnack\nwilds: {set_free: true}\n"
    _, report = check_text(text)
    assert [problem.code for problem in report.problems] == ["HF329"]
    _, report = check_text(text + "books: {after: anything}\n")
    assert not report.problems


def test_whole_rounds() -> None:
    """Computer players take wilds back now and then, and no card is lost."""
    freed = 0
    for seed in range(5):
        game = Game(ruleset(**RULES), 4, seed=seed, side_size=2)
        players = [HeuristicPlayer(seat) for seat in range(4)]
        while (seat := game.turn) is not None and game.round == 1:
            view = game.view(seat)
            frees = [a for a in view.legal_actions if isinstance(a, FreeWilds)]
            action = frees[0] if frees else players[seat].choose(view)
            freed += bool(frees)
            game.push(action)
        assert not unconserved(game.state)
    assert freed
