"""Computer players: each sees only the view of its own seat."""

from __future__ import annotations

import importlib
import inspect
import sys
from typing import Any, Final, Protocol, cast

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


def player_class(kind: str | PlayerClass) -> PlayerClass:
    """Return the class of a kind of computer player.

    Args:
        kind: A name of ``PLAYER_NAMES``; a class of one's own, as ``module.Class``,
            which is imported; or the class itself.

    Raises:
        HandfootError: There is no such kind of player, or it makes none from a seed.
    """
    if not isinstance(kind, str):
        return _checked(kind, repr(kind))
    module, _, name = kind.rpartition(".")
    if not module:
        home = _HOMES.get(kind)
        if home is None:
            raise HandfootError(
                f"there is no computer player {kind!r}; choose from "
                f"{', '.join(PLAYER_NAMES)}, or name a class of your own as "
                "module.Class"
            )
        module, name = f"handfoot.players.{home[0]}", home[1]
    try:
        found = importlib.import_module(module)
    except Exception as error:
        raise HandfootError(
            f"{kind!r} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    made = getattr(found, name, None)
    if made is None:
        raise HandfootError(f"{kind!r} is no computer player: {module} has no {name}")
    return _checked(made, repr(kind))


def _checked(made: Any, kind: str) -> PlayerClass:
    """Return what makes players, or say what it lacks."""
    if not callable(made):
        lacks = "it is no class"
    elif isinstance(made, type) and not callable(getattr(made, "choose", None)):
        lacks = "it has no method choose(view)"
    else:
        try:
            inspect.signature(made).bind(seed="")
        except TypeError:
            lacks = "it takes no seed; write def __init__(self, seed=None)"
        except ValueError:  # Written in another language than Python: no signature.
            return cast(PlayerClass, made)
        else:
            return cast(PlayerClass, made)
    raise HandfootError(f"{kind} is no computer player: {lacks}")


def kind_name(kind: str | PlayerClass) -> str:
    """Return the name by which other processes find a kind of player.

    Raises:
        HandfootError: A class is none that can be imported by its name.
    """
    if isinstance(kind, str):
        return kind
    made: Any = player_class(kind)
    module = getattr(made, "__module__", None)
    name = getattr(made, "__qualname__", "")
    for known, home in _HOMES.items():
        if (module, name) == (f"handfoot.players.{home[0]}", home[1]):
            return known
    if getattr(sys.modules.get(module or ""), name, None) is not made:
        raise HandfootError(
            f"{kind!r} cannot be found by other processes: define it at the top of a "
            "module"
        )
    return f"{module}.{name}"
