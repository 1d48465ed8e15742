"""Views that follow events through draws and pickups of rarer kinds."""

from __future__ import annotations

from typing import Any

import pytest

from handfoot import Position, parse_action
from handfoot.table.following import apply_events
from tests.play.seeds import ruleset

DIG = {"pile__take": "dig", "pile__buried": "next_turn", "opening__minimum": 0}
BOTTOM = {**DIG, "pile__take": "all", "pile__key_card": "bottom"}
SHOWN = {
    "pile__needs": "natural_shown",
    "pile__key_card": "any",
    "pile__goes_to": "new_meld",
    "pile__buried": "at_once",
    "opening__minimum": 0,
}
TOP = {"draw__top_discard": "freely", "draw__cards": 2, "pile__not_on": ()}


@pytest.mark.parametrize(
    ("rules", "parts", "actions"),
    [
        (DIG, {"hands": {0: "6s 6d 9 K"}, "pile": "6c 5 6d"}, ["dig 3 6c 6s 6d"]),
        (BOTTOM, {"hands": {0: "6s 6d 9 K"}, "pile": "6c 5 6d"}, ["take 6c 6s 6d"]),
        (SHOWN, {"hands": {0: "10d K"}, "pile": "4 10s 10s 10c"}, ["take 10 10 10"]),
        (TOP, {"hands": {0: "9 K"}, "pile": "5 3h"}, ["draw top"]),
        (
            {**TOP, "stock__when_short": "draw_rest"},
            {"hands": {0: "9 K"}, "pile": "5 7", "stock": "8"},
            ["draw", "draw"],
        ),
    ],
)
def test_every_view_follows(
    rules: dict[str, Any], parts: dict[str, Any], actions: list[str]
) -> None:
    """Each seat's view and a spectator's are those of the game, action by action."""
    game = Position(ruleset(**rules), phase="draw", **parts).game()
    views = [game.view(seat) for seat in (*range(game.seats), None)]
    for action in actions:
        game.push(parse_action(action))
        for place, view in enumerate(views):
            since = game.events(view.seat, since=view.ply)
            views[place] = apply_events(view, since)
            assert views[place] == game.view(view.seat)
