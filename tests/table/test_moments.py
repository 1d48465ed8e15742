"""Values of the moment hold at tables that are saved, sent, followed and set up."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from handfoot import (
    Game,
    HandfootError,
    Logged,
    Position,
    View,
    apply_events,
    load_rules,
)
from handfoot.testing import unconserved

CHANGES: dict[str, Any] = {
    "draw.cards": {"by_turn": {"first": 3, "later": 2}},
    "opening.minimum": {"by_turn": {"first": 15, "later": 50}},
    "discard.barred": {"by_opening": {"before": ["ace"], "after": ["four"]}},
    "wilds.most": {"by_opening": {"before": 3, "after": 1}},
    "match.rounds": 1,
}


def _shown(view: View) -> Any:
    return view.to_dict(with_rules=False)


@pytest.mark.parametrize("by", ["side", "player"])
def test_tables_from_data_and_events_have_the_rules_of_now(by: str) -> None:
    """Saved games, views from JSON and views that follow play by the same rules.

    They tell the same minimum and list the same actions, also when it is over.
    """
    rules = load_rules("bicycle-style").with_changes({**CHANGES, "opening.by": by})
    game, chance = Game(rules, 4, seed=3), random.Random(3)
    view = game.view(0)
    while not game.is_over and (by == "side" or game.ply < 60):
        happened = game.push(chance.choice(list(game.legal_actions)))
        news = [Logged(0, game.ply, event.for_seat(0)) for event in happened]
        view = apply_events(view, news)
        assert _shown(view) == _shown(game.view(0)), game.ply
        if game.ply % 19 == 0 or game.is_over:
            sent = json.loads(json.dumps(view.to_dict()))
            assert _shown(View.from_dict(sent)) == sent | {"rules": None}
            saved = Game.loads(game.dumps())
            assert _shown(saved.view(0)) == _shown(game.view(0))
            assert list(saved.legal_actions) == list(game.legal_actions)


@pytest.mark.parametrize(
    ("first", "later"), [(0, 3), (3, 1)], ids=["fewer at first", "more at first"]
)
@pytest.mark.parametrize("turns", [1, 9])
def test_melds_lie_that_could_be_laid_at_any_moment(
    first: int, later: int, turns: int
) -> None:
    """A meld of two wilds lies where some turn allows it, and can be saved and sent."""
    most = {"by_turn": {"first": first, "later": later}}
    rules = load_rules("classic-canasta").with_changes({"wilds.most": most})
    position = Position(rules, seats=4, melds={0: ["9 9 9 2 2"]}, turns=turns)
    game = position.game()
    assert Game.loads(game.dumps()) == game
    view = game.view(0)
    assert View.from_dict(view.to_dict()) == view
    never = rules.with_changes({"wilds.most": 1})
    with pytest.raises(HandfootError, match="cannot lie there"):
        Position(never, seats=4, melds={0: ["9 9 9 2 2"]}).game()


@pytest.mark.parametrize("sharing", ["player", "side"])
def test_one_packet_is_the_hand(sharing: str) -> None:
    """Nobody chooses where there is nothing to choose from, and no card is lost."""
    changes = {"deal.hand_choice": "top_up", "deal.later_for": sharing}
    game = Game(load_rules("samba").with_changes(changes), 4, seed=1)
    assert game.phase == "draw"
    assert not unconserved(game.state)
    assert len(game.view(0).hand) == 15
