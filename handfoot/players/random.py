"""A player that picks any legal action."""

from __future__ import annotations

import random

from handfoot.play.actions import Action
from handfoot.table.views import View


class RandomPlayer:
    """Chooses uniformly from the canonical legal actions.

    Args:
        seed: Seed of its choices; the same seed gives the same choices.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        """Return one of the legal actions of the view's seat."""
        actions = view.legal_actions
        return actions[int(self._random.random() * len(actions))]
