"""What is held against an entry, and what a check looks at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

import attrs

from handfoot.cards import BLACK_THREE, KINDS, RED_THREE
from handfoot.play.tables import Tables
from handfoot.rules.deck import Deck
from handfoot.rules.rulebook import Rulebook
from handfoot.scorekeeping.points import Sums, by_value
from handfoot.scorekeeping.rows import Row
from handfoot.scorekeeping.seating import Seating

__all__ = ["Objection", "RoundFacts"]

_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


@attrs.frozen
class Objection:
    """Why an entry cannot be, or is hardly likely.

    Attributes:
        code: Stable word for programs, such as ``too_many_red_threes``.
        key: Dotted ruleset key that sets the limit.
        message: One sentence for people.
        fields: Side and name of each field that is concerned.
        limit: The limit, where it is a number.
        found: What was entered, where it is a number.
        origin: Where the key was set (``lake.yaml:7``).
        certain: Whether it cannot be; ``False`` for what is only unlikely.
    """

    code: str
    key: str
    message: str
    fields: tuple[tuple[int, str], ...]
    limit: int | None = None
    found: int | None = None
    origin: str = ""
    certain: bool = True

    def touches(self, side: int, name: str | None = None) -> bool:
        """Whether a field is concerned, or any field of the side."""
        return any(s == side and name in (None, n) for s, n in self.fields)

    def __str__(self) -> str:
        return self.message


@attrs.frozen(slots=False)
class RoundFacts:
    """A round as it is checked.

    Attributes:
        table: Who plays what.
        number: Number of the round.
        before: Totals of the sides before it (points).
        rows: What is known of each side.
    """

    table: Seating
    number: int
    before: Sequence[int]
    rows: Sequence[Row]

    @cached_property
    def books(self) -> tuple[tuple[Rulebook, ...], ...]:
        """The rules of every moment, by side."""
        return tuple(
            tuple(one.book for one in self.table.moments(self.number, score))
            for score in self.before
        )

    @cached_property
    def tables(self) -> tuple[Tables, ...]:
        """The rules by which each side is scored."""
        return tuple(
            self.table.scoring(
                self.number, score, opened=row.has_melded, out=bool(row.out)
            )
            for score, row in zip(self.before, self.rows, strict=True)
        )

    @property
    def book(self) -> Rulebook:
        """Rules that are one for the whole table."""
        return self.books[0][0]

    @property
    def deck(self) -> Deck:
        """The deck of the round."""
        return self.book.deck

    @property
    def closed(self) -> bool:
        """Whether no cards come to the deck during the round."""
        return self.book.stock.when_short != "add_pack"

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """Cards in the deck, by kind."""
        return self.tables[0].copies

    def meldable(self, side: int) -> tuple[int, ...]:
        """Return the kinds of card that may lie in melds."""
        tables = self.tables[side]
        return (*tables.rank_kinds, *tables.wild_kinds)

    @cached_property
    def melded_sums(self) -> tuple[Sums, ...]:
        """What melded cards can be worth, by side."""
        return tuple(
            by_value(self.meldable(side), tables.points, self.copies)
            for side, tables in enumerate(self.tables)
        )

    @cached_property
    def held_sums(self) -> tuple[Sums, ...]:
        """What held cards other than threes can be worth, by side."""
        kinds = tuple(k for k in range(KINDS) if k not in (RED_THREE, BLACK_THREE))
        return tuple(
            by_value(kinds, tables.points, self.copies) for tables in self.tables
        )

    @cached_property
    def all_sums(self) -> Sums:
        """What all cards together can be worth."""
        kinds = {k for side in range(len(self.rows)) for k in self.meldable(side)}
        kinds |= {k for k in range(KINDS) if k not in (RED_THREE, BLACK_THREE)}
        return by_value(tuple(sorted(kinds)), self.tables[0].points, self.copies)

    def name(self, side: int) -> str:
        """Return what to call a side."""
        return self.table.names[side]

    @property
    def packs(self) -> str:
        """The packs of the deck, in words."""
        count = self.deck.packs
        word = _WORDS[count] if count < len(_WORDS) else str(count)
        return f"{word} pack{'s' if count != 1 else ''}"

    @property
    def have(self) -> str:
        """The verb that goes with the packs."""
        return "has" if self.deck.packs == 1 else "have"

    def objection(
        self,
        code: str,
        key: str,
        message: str,
        fields: Iterable[tuple[int, str]],
        *,
        limit: int | None = None,
        found: int | None = None,
        certain: bool = True,
    ) -> Objection:
        """Return an objection with the place where its key is set."""
        origin = str(self.table.rules.origin(key))
        return Objection(
            code, key, message, tuple(fields), limit, found, origin, certain
        )

    def shares(self, names: Sequence[str]) -> str:
        """Return what each side has of some counts: ``East 6, Mate 5``."""
        parts = (
            f"{self.name(side)} {count}"
            for side, row in enumerate(self.rows)
            if (count := sum(map(row.number, names)))
        )
        return ", ".join(parts)

    def filled(self, names: Sequence[str]) -> Iterator[tuple[int, str]]:
        """Yield side and name of each of these fields that counts something."""
        for side, row in enumerate(self.rows):
            yield from ((side, name) for name in names if row.values.get(name))
