"""What every state has, however it came about."""

from __future__ import annotations

from handfoot import Game
from handfoot.play.state import State
from handfoot.table.position import Position


def test_every_field_is_set() -> None:
    """A new game and a position that was set up have the same fields, all of them."""
    fields = set(State.__annotations__)
    assert set(vars(Game("whitnack").state)) == fields
    assert set(vars(Position("whitnack").game().state)) == fields
