"""Who sits at a real table, and which rules are in force for whom in which round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

import attrs

from handfoot.errors import HandfootError
from handfoot.play.tables import Tables, compiled
from handfoot.rules.language.scoped import Situation, resolve
from handfoot.rules.language.words import listed
from handfoot.rules.lot import in_order, rounds_by_lot
from handfoot.rules.reports.display import UNSAFE, quote
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.suggest import near
from handfoot.table.seating import table_of

__all__ = ["Seating", "in_lot", "seating", "side_label", "split_names"]

_LONGEST: Final = 40
#: What parts the names of a side where somebody writes them in one line.
_PARTED: Final = re.compile(r"\s*(?:,|&|\+|/|\band\b)\s*", re.IGNORECASE)
#: Words that answer questions, so that nobody can be called so.
_TAKEN: Final = frozenset(
    {
        "nobody",
        "no",
        "none",
        "yes",
        "y",
        "n",
        "true",
        "false",
        "x",
        "back",
        "quit",
        "exit",
        "q",
        "fix",
        "sheet",
        "help",
    }
)
_BOTH: Final = (False, True)


@attrs.frozen
class Seating:
    """The players of a table, by side.

    Partners sit evenly spaced, so the first players of all sides sit next to each
    other, then the second ones.

    Attributes:
        rules: The ruleset.
        sides: Names of the players of each side.
        dealer: Seat that deals round one, from 0.
    """

    rules: RuleSet
    sides: tuple[tuple[str, ...], ...]
    dealer: int

    @property
    def side_size(self) -> int:
        """Players on a side."""
        return len(self.sides[0])

    @property
    def players(self) -> tuple[str, ...]:
        """Names in the order of the seats, clockwise."""
        return tuple(name for row in zip(*self.sides, strict=True) for name in row)

    @property
    def names(self) -> tuple[str, ...]:
        """What to call each side: its players."""
        return tuple(map(side_label, self.sides))

    def dealer_of(self, number: int) -> str:
        """Return who deals a round; the deal moves one seat to the left each round."""
        players = self.players
        return players[(self.dealer + number - 1) % len(players)]

    def first_of(self, number: int, out: str | None) -> str | None:
        """Return who plays first in a round, where the round before decides that.

        Args:
            number: Number of the round.
            out: Who went out in the round before; ``None`` for nobody.

        Returns:
            Their name; ``None`` where the seat of the dealer decides in every round.
        """
        if self.rules.at(self.situation(number, 0)).players.first != "went_out":
            return None
        left = self.dealer_of(number + 1)
        return left if number == 1 or out is None else out

    def side(self, which: int | str) -> int:
        """Return the number of a side, said by number, by its name or by a player.

        Raises:
            HandfootError: there is no such side.
        """
        if isinstance(which, int) and not isinstance(which, bool):
            if 0 <= which < len(self.sides):
                return which
            raise HandfootError(
                f"there is no side {which}: they are 0 to {len(self.sides) - 1}"
            )
        said = frozenset(map(str.casefold, split_names(str(which))))
        for number, names in enumerate(self.sides):
            if said and said <= set(map(str.casefold, names)):
                return number
        raise HandfootError(_no_side(str(which), self))

    def player(self, name: str) -> str:
        """Return the name of a player as it is written, whatever its capitals.

        Raises:
            HandfootError: nobody here is called so.
        """
        for known in self.players:
            if known.casefold() == name.strip().casefold():
                return known
        raise HandfootError(
            f"nobody here is called {quote(name)}: {_meant(name, self.players)}"
        )

    def situation(self, number: int, score: int, **moment: bool) -> Situation:
        """Return the situation of a side in a round, with its total before (points)."""
        return Situation(len(self.players), self.side_size, number, score, **moment)

    def scoring(self, number: int, score: int, *, opened: bool, out: bool) -> Tables:
        """Return the rules by which the round of a side is scored."""
        at = self.situation(number, score, opened=opened, out=out)
        return compiled(self.rules, at)

    def moments(self, number: int, score: int) -> tuple[Tables, ...]:
        """Return the rules of every moment that a round of a side can have."""
        found: dict[Tables, None] = {}
        fields = ("opened", "last_packet", "later_turn", "out")
        for now in product(_BOTH, repeat=len(fields)):
            at = self.situation(number, score, **dict(zip(fields, now, strict=True)))
            found[compiled(self.rules, at)] = None
        return tuple(found)

    def exits(self, number: int, score: int) -> Iterator[Tables]:
        """Yield the rules of every moment at which a player may go out."""
        for opened, last, later in product(_BOTH, repeat=3):
            at = self.situation(
                number, score, opened=opened, last_packet=last, later_turn=later
            )
            tables = compiled(self.rules, at)
            rule = tables.book.going_out
            if rule.may_go_out and (last or rule.in_packet == "any"):
                yield tables


def side_label(names: Sequence[str]) -> str:
    """Return what to call a side of these players."""
    return listed(names)


def split_names(text: str) -> tuple[str, ...]:
    """Return the players of a side that are written in one line."""
    return tuple(name for name in _PARTED.split(text.strip()) if name)


def seating(
    rules: RuleSet, sides: Sequence[str | Sequence[str]], dealer: str | None = None
) -> Seating:
    """Return the table of these sides.

    Args:
        rules: The ruleset.
        sides: The players of each side; one name for a player who plays alone.
        dealer: Who deals round one; the ruleset decides when not given.

    Raises:
        HandfootError: the ruleset is not played so, or a name cannot be one.
    """
    rows = tuple((one,) if isinstance(one, str) else tuple(one) for one in sides)
    rows = tuple(tuple(_name(name) for name in row) for row in rows)
    if not rows or not all(rows):
        raise HandfootError("name the players of each side")
    sizes = {len(row) for row in rows}
    if len(sizes) > 1:
        counts = listed(f"{len(row)} ({side_label(row)})" for row in rows)
        raise HandfootError(f"the sides must be of one size, but they have {counts}")
    names = [name for row in rows for name in row]
    twice = [n for n in names if [m.casefold() for m in names].count(n.casefold()) > 1]
    if twice:
        raise HandfootError(f"two players are called {quote(twice[0])}")
    size = table_of(rules, len(names), sizes.pop())
    made = Seating(rules, rows, 0)
    players = made.players
    if dealer is not None:
        first = players.index(made.player(dealer))
    else:
        said = resolve(rules["players.first_dealer"], Situation(len(names), size))
        first = len(players) - 1 if said == "last_seat" else 0
    return attrs.evolve(made, dealer=first)


def in_lot(table: Seating, order: Sequence[int] | None) -> Seating:
    """Return a table that plays its rounds in the order of the lot, if there is one.

    Raises:
        HandfootError: the order is missing, or is none of these rounds.
    """
    rounds = rounds_by_lot(table.rules, len(table.players), table.side_size)
    if not rounds and order is None:
        return table
    if not rounds:
        raise HandfootError(f"order: {table.rules.name} draws no lots; leave it out")
    if order is None or len(order) != rounds:
        raise HandfootError(
            f"order: {table.rules.name} draws lots for its {rounds} rounds; name them "
            f"all as the lot has them, such as {listed(map(str, range(rounds, 0, -1)))}"
        )
    return attrs.evolve(table, rules=in_order(table.rules, order))


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not name:
        raise HandfootError("a player must have a name")
    if len(name) > _LONGEST or UNSAFE.search(name):
        raise HandfootError(
            f"{quote(name)} is no name here: at most {_LONGEST} plain characters"
        )
    # A number would be read as points, or as the number of a side.
    if name.casefold() in _TAKEN or name.isdecimal() or split_names(name) != (name,):
        raise HandfootError(
            f"{quote(name)} cannot be a name: it would be read as something else"
        )
    return name


def _no_side(text: str, table: Seating) -> str:
    close = near(text, (*table.names, *table.players))
    hint = _meant(text, table.names) if not close else f"did you mean {close[0]}?"
    return f"there is no side {quote(text)}: {hint}"


def _meant(word: str, known: Sequence[str]) -> str:
    close = near(word, known)
    if close:
        return f"did you mean {close[0]}?"
    return f"say {listed(known, 'or')}"
