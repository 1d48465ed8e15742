from __future__ import annotations

from typing import Any

import pytest

from handfoot.errors import IllegalAction
from handfoot.play.actions import DRAW, YES
from handfoot.rules.loading import loads_rules
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from handfoot.table.takeback import may_take_back, take_back

RULES = """\
handfoot: 1
name: The lake house
players: {counts: [4], side_size: 2}
going_out: {permission: binding, books: {any: 0}}
"""


@pytest.fixture
def rules() -> RuleSet:
    """Rules that let a player take back until a hidden card is seen."""
    return loads_rules(RULES, name="lake.yaml")


def at(rules: RuleSet, hand: str, **others: Any) -> Game:
    """Return a game in which seat 0 has opened and plays from ``hand``."""
    return Position(
        rules,
        turn=0,
        phase=str(others.pop("phase", "play")),
        hands={0: hand},
        opened=(0,),
        **others,
    ).game()


def codes(game: Game, seat: int = 0) -> list[str]:
    """Return the codes of the refusals, each of which names the key."""
    refusals = may_take_back(game, seat)
    assert {refusal.key for refusal in refusals} <= {"players.take_back", "core.turn"}
    return [refusal.code for refusal in refusals]


def test_a_lay(rules: RuleSet) -> None:
    """A lay may be taken back, and all is as before."""
    game = at(rules, "9 9 9 K K 4")
    before = game.copy()
    game.push(parse_action("lay 9 9 9"))
    assert may_take_back(game, 0) == ()
    assert take_back(game, 0) == parse_action("lay 9 9 9")
    assert game == before


def test_several_lays(rules: RuleSet) -> None:
    """Plays are taken back one by one, up to the beginning of the turn."""
    game = at(rules, "9 9 9 K K K 4 5")
    for text in ("lay 9 9 9", "lay K K K"):
        game.push(parse_action(text))
    assert str(take_back(game, 0)) == "lay K K K"
    assert str(take_back(game, 0)) == "lay 9 9 9"
    assert codes(game) == ["nothing_to_take_back"]


def test_a_pickup(rules: RuleSet) -> None:
    """A pickup shows no hidden card: all of it was discarded in sight."""
    game = at(rules, "9 9 K 4", pile="5c 6c 9h", phase="draw")
    game.push(parse_action("take 9 9 9"))
    assert str(take_back(game, 0)) == "take 9 9 9"
    assert game.phase == "draw"


def test_a_pickup_with_a_red_three(rules: RuleSet) -> None:
    """A red three that was replaced has shown a hidden card."""
    game = at(rules, "9 9 K 4", pile="5c 3h 9h", phase="draw")
    game.push(parse_action("take 9 9 9"))
    assert codes(game) == ["hidden_card_seen"]


def test_a_draw(rules: RuleSet) -> None:
    """A draw shows hidden cards, so it stands."""
    game = at(rules, "9 9 9 K", phase="draw")
    game.push(DRAW)
    assert codes(game) == ["hidden_card_seen"]


def test_a_packet(rules: RuleSet) -> None:
    """A lay that brings the foot shows hidden cards."""
    game = at(rules, "9 9 9")
    game.push(parse_action("lay 9 9 9"))
    assert game.turn == 0
    assert codes(game) == ["hidden_card_seen"]


def test_the_end_of_the_turn(rules: RuleSet) -> None:
    """After the discard it is another's turn, and that is all one learns."""
    game = at(rules, "9 9 9 K")
    game.push(parse_action("discard K"))
    assert codes(game) == ["not_your_turn"]
    assert codes(game, seat=1) == ["nothing_to_take_back"]


def test_a_question(rules: RuleSet) -> None:
    """A question and its answer stand."""
    game = at(rules, "9 9 9 K", packets={0: [], 2: []})
    game.push(parse_action("ask"))
    assert codes(game, seat=2) == ["nothing_to_take_back"]
    game.push(YES)
    assert codes(game) == ["answer_stands"]


def test_a_new_game(rules: RuleSet) -> None:
    """Before the first action there is nothing to take back."""
    game = Game(rules, seed=1)
    assert game.turn is not None
    assert codes(game, game.turn) == ["nothing_to_take_back"]


def test_never(rules: RuleSet) -> None:
    """Where nothing is taken back, the refusal names the line that says so."""
    strict = loads_rules(
        RULES.replace("side_size: 2", "side_size: 2, take_back: never"),
        name="lake.yaml",
    )
    game = at(strict, "9 9 9 K K 4")
    game.push(parse_action("lay 9 9 9"))
    (refusal,) = may_take_back(game, 0)
    assert (refusal.code, refusal.key) == ("take_back_never", "players.take_back")
    assert refusal.origin == "lake.yaml:3"
    before = game.copy()
    with pytest.raises(IllegalAction) as caught:
        take_back(game, 0)
    assert caught.value.refusals == (refusal,)
    assert game == before


def test_an_earlier_turn(rules: RuleSet) -> None:
    """Plays of an earlier turn stand, also those of the same player."""
    game = Game(rules, seed=1)
    for _ in range(4):
        game.push(DRAW)
        game.push(next(a for a in game.legal_actions if str(a).startswith("discard")))
    assert game.turn is not None
    assert codes(game, game.turn) == ["nothing_to_take_back"]
