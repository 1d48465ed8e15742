"""A table of computer players, at which the same number is always the same match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import attrs

from handfoot.errors import HandfootError
from handfoot.players import STRONGEST, PlayerClass, kind_name, player_class
from handfoot.rules.language.scoped import Situation
from handfoot.rules.ruleset import RuleSet
from handfoot.study.matches import MatchResult, play_match, seated
from handfoot.table.game import Game
from handfoot.table.seating import usual_seats

__all__ = ["Table", "common_seats"]


def common_seats(rulesets: Sequence[RuleSet]) -> int:
    """Return the usual number of players that all of some rulesets allow.

    Raises:
        HandfootError: There is none.
    """
    first, *others = rulesets
    counts = [
        count
        for count in first["players.counts"]
        if all(count in other["players.counts"] for other in others)
    ]
    if not counts:
        names = " and ".join(one.name for one in rulesets)
        raise HandfootError(f"no number of players fits both {names}")
    usual = usual_seats(first)
    return usual if usual in counts else min(counts)


def _kinds(
    players: str | PlayerClass | Iterable[str | PlayerClass],
) -> tuple[str, ...]:
    if isinstance(players, str) or not isinstance(players, Iterable):
        return (kind_name(players),)
    return tuple(map(kind_name, players))


@attrs.frozen(slots=False)
class Table:
    """A table at which matches are played.

    Attributes:
        rules: The ruleset.
        players: Kinds of player: one for all, one for each seat, or kinds that go
            round the sides; each a name, ``module.Class``, or a class.
        seats: Number of players; four where the ruleset allows it, if not given.
        side_size: Players on a side; the ruleset's usual size when not given.
        seed: Seed of all matches.

    Raises:
        HandfootError: The ruleset does not allow this table, there is no such player,
            or no seed.
    """

    rules: RuleSet
    players: tuple[str, ...] = attrs.field(default=(STRONGEST,), converter=_kinds)
    seats: int = attrs.field()
    side_size: int | None = None
    seed: int | str = 0

    @seats.default
    def _usual(self) -> int:
        return common_seats([self.rules])

    def __attrs_post_init__(self) -> None:
        # Elsewhere None stands for other deals each time, and here it would not.
        if self.seed is None:
            raise HandfootError("matches need a seed: a number or a text, not None")
        for kind in self.kinds:
            player_class(kind)

    @cached_property
    def sides(self) -> int:
        """Number of sides; the side of a seat is ``seat % sides``."""
        return Game(self.rules, self.seats, seed=0, side_size=self.side_size).sides

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of player in each seat."""
        size = self.seats // self.sides
        return seated(self.players, self.rules, self.seats, size)

    @cached_property
    def book_kinds(self) -> tuple[str, ...]:
        """The kinds of book of the ruleset."""
        book = self.rules.at(Situation(self.seats, self.seats // self.sides))
        return tuple(book.books.kinds)

    def seed_of(self, number: int) -> str:
        """Return the seed of match ``number``."""
        return f"{self.seed}:{number}"

    def match(self, number: int) -> MatchResult:
        """Play match ``number``, from 0."""
        return play_match(
            self.rules,
            self.players,
            self.seats,
            self.seed_of(number),
            side_size=self.side_size,
        )
