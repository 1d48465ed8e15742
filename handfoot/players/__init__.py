"""Computer players: each sees only the view of its own seat."""

from __future__ import annotations

import importlib
from typing import Final, Protocol

from handfoot.errors import HandfootError
from handfoot.play.actions import Action
from handfoot.table.views import View

# Where each kind of player lives; a module is imported when it is asked for.
_HOMES: Final = {
    "random": ("random", "RandomPlayer"),
    "heuristic": ("heuristic", "HeuristicPlayer"),
}
PLAYER_NAMES: Final = tuple(_HOMES)
#: Who plays where nobody says who.
STRONGEST: Final = "heuristic"


class Player(Protocol):
    """Anything that can choose an action from a view."""

    def choose(self, view: View) -> Action:
        """Return a legal action for the seat of ``view``."""
        ...


class PlayerClass(Protocol):
    """What makes a player from a seed: the class of a kind of player."""

    def __call__(self, seed: int | str | None = None) -> Player:
        """Return a new player; the same seed gives the same choices."""
        ...


def player_class(name: str) -> PlayerClass:
    """Return the class of the computer players called ``name``.

    Raises:
        HandfootError: There is no such kind of player.
    """
    home = _HOMES.get(name)
    if home is None:
        known = ", ".join(PLAYER_NAMES)
        raise HandfootError(
            f"there is no computer player {name!r}; choose from {known}"
        )
    module = importlib.import_module(f"handfoot.players.{home[0]}")
    found: PlayerClass = getattr(module, home[1])
    return found
