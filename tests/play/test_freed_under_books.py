"""Wilds set free, where further cards are slid under a finished book."""

from __future__ import annotations

from typing import Any

from handfoot import AskToGoOut, Game, Position, View, load_rules, parse_action

CHANGES = {
    "books.size": 5,
    "books.after": "slid_under",
    "wilds.set_free": True,
    "going_out.books": {"any": 1},
}


def test_a_card_under_a_book_frees_no_wild() -> None:
    """Nobody may ask to go out with a wild that no natural can set free."""
    rules = load_rules("classic-canasta").with_changes(CHANGES)
    table: Any = {"hands": {0: "7c 7h 10s"}, "melds": {0: ["10s 10d 2 10h 10h"]}}
    game = Position(rules, seats=4, phase="play", **table).game()
    assert not game.can_go_out().possible
    assert not game.is_legal(AskToGoOut())
    free = rules.with_changes({"books.after": "anything"})
    assert Position(free, seats=4, phase="play", **table).game().can_go_out().possible


def test_naturals_that_came_after_the_wilds_lie_under_the_book() -> None:
    """Only a dirty book takes naturals as its own: freed, it is told by its cards."""
    changes = {
        "books.after": "naturals",
        "books.kinds.clean.after": "slid_under",
        "wilds.set_free": True,
    }
    rules = load_rules("classic-canasta").with_changes(changes)
    melds = {0: ["10s 10d 10h 10c 10s 10d 2"]}
    hand = {0: "10h 10c 7c 7h 7s 4s 4h"}
    game = Position(rules, seats=4, phase="play", hands=hand, melds=melds).game()
    for text in ("lay 10h 10c on 10", "free 10"):
        game.push(parse_action(text))
    assert Game.loads(game.dumps()) == game
    view = game.view(1)
    assert View.from_dict(view.to_dict()) == view
