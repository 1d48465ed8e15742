"""Computer players: each sees only the view of its own seat."""

from __future__ import annotations

from typing import Protocol

from handfoot.play.actions import Action
from handfoot.table.views import View


class Player(Protocol):
    """Anything that can choose an action from a view."""

    def choose(self, view: View) -> Action:
        """Return a legal action for the seat of ``view``."""
        ...
