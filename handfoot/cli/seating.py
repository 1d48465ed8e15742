"""Who sits where: people and computers, named so that one finds them at the table."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from handfoot.errors import HandfootError
from handfoot.players import PLAYER_NAMES, STRONGEST, Player, player_class
from handfoot.rules.ruleset import RuleSet

PERSON = "you"
_USUAL_PLAYERS = 4
# Clockwise from the first seat, which is drawn at the bottom of a table.
_PLACES = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
}


@attrs.frozen
class Seat:
    """One seat: a name, and who plays it.

    Attributes:
        name: What the player is called.
        player: The computer that plays, ``None`` for a person.
    """

    name: str
    player: Player | None


def head_count(rules: RuleSet, players: int | None, kinds: Sequence[str]) -> int:
    """Return how many play: as asked, as the seats say, or as the rules like it.

    Raises:
        HandfootError: more seats are described than there are players.
    """
    if players is None:
        allowed: tuple[int, ...] = rules["players.counts"]
        fitting = [count for count in allowed if count >= len(kinds)]
        if len(kinds) > 1:
            return len(kinds)
        if _USUAL_PLAYERS in fitting or not fitting:
            return _USUAL_PLAYERS
        return min(fitting)
    if len(kinds) > players:
        raise HandfootError(f"{len(kinds)} seats are described for {players} players")
    return players


def seated(kinds: Sequence[str], count: int, seed: int | str) -> tuple[Seat, ...]:
    """Return the seats of a table; seats not described are played by the computer.

    Args:
        kinds: ``you``, ``heuristic``, ``random`` or ``module.Class`` for each seat,
            each with a name after a colon if wanted (``you:Lake House``).
        count: Number of players.
        seed: Seed of what the computers choose.

    Raises:
        HandfootError: a word is none of these, or two seats have one name.
    """
    words = [*kinds, *[STRONGEST] * (count - len(kinds))]
    places = _PLACES.get(count) or [f"Player {seat + 1}" for seat in range(count)]
    seats = [
        _seat(word, place, f"{seed}|{number}")
        for number, (word, place) in enumerate(zip(words, places, strict=True))
    ]
    names = [seat.name for seat in seats]
    if len(set(names)) < len(names):
        raise HandfootError("two seats have the same name")
    return tuple(seats)


def _seat(word: str, place: str, seed: str) -> Seat:
    kind, _, name = (part.strip() for part in word.partition(":"))
    if kind.lower() in (PERSON, *PLAYER_NAMES):
        kind = kind.lower()
    if kind == PERSON:
        return Seat(name or place, None)
    if kind not in PLAYER_NAMES and "." not in kind:
        known = ", ".join((PERSON, *PLAYER_NAMES))
        raise HandfootError(
            f"{kind!r} plays no seat here; choose from {known}, or name a class of "
            "your own as module.Class"
        )
    return Seat(name or place, player_class(kind)(seed=seed))
