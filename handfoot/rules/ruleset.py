"""RuleSet: one variant as data, every value with its origin."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from handfoot.rules.rulebook import Rulebook
from handfoot.rules.scoped import Situation, resolve, written
from handfoot.rules.structure import rulebook_from

LANGUAGE_VERSION = 1


@attrs.frozen
class Origin:
    """Where the value of a key comes from.

    Attributes:
        kind: ``default``, ``file`` or ``program`` (set by ``with_changes``).
        file: Name of the file, or of the shipped variant; empty for a default.
        line: Line in that file, from 1; 0 when there is none.
        column: Column in that line, from 1; 0 when there is none.
    """

    kind: str
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if self.kind == "default":
            return "the default"
        if self.kind == "program":
            return "the program"
        return f"{self.file}:{self.line}" if self.line else self.file


DEFAULT = Origin("default")


@attrs.frozen(eq=False)
class RuleSet:
    """One variant as data; immutable, compared by the values of its keys.

    Attributes:
        name: What people call the game.
        values: Every key of the language (dotted) with its value; a value that varies
            is one of the forms of ``handfoot.rules.scoped``.
        origins: Where each value comes from.
        about: Free texts of the file: ``description``, ``sources``, ``readings`` ...
        extends: Names of the base rulesets, nearest first.
    """

    name: str
    values: Mapping[str, Any] = attrs.field(repr=False)
    origins: Mapping[str, Origin] = attrs.field(repr=False)
    about: Mapping[str, Any] = attrs.field(factory=dict, repr=False)
    extends: tuple[str, ...] = attrs.field(default=(), repr=False)
    _books: dict[tuple[Any, ...], Rulebook] = attrs.field(
        factory=dict, repr=False, init=False
    )

    def __getitem__(self, key: str) -> Any:
        """Return the value of a dotted key; raises KeyError for an unknown one."""
        return self.values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def items(self) -> Iterator[tuple[str, Any]]:
        """Yield every dotted key with its value, in chapter order."""
        return iter(self.values.items())

    def origin(self, key: str) -> Origin:
        """Return where the value of ``key`` comes from."""
        found = self.origins.get(key)
        if found is None and key in self.values:
            return DEFAULT
        while found is None and "." in key:
            key = key.rpartition(".")[0]
            found = self.origins.get(key)
        return found or DEFAULT

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self.name == other.name and self.digest == other.digest

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    @property
    def digest(self) -> str:
        """SHA-256 of all values (hex): equal exactly when the rules are."""
        plain = {key: written(value) for key, value in self.values.items()}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def at(self, situation: Situation) -> Rulebook:
        """Return the rules in force in ``situation``: every value plain.

        Equal answers are one object, so a caller may keep tables by identity.
        """
        plain = {key: resolve(value, situation) for key, value in self.values.items()}
        # A side size chosen at the table takes the place of the one in the file.
        plain["players.side_size"] = situation.side_size
        cache_key = tuple(
            tuple(sorted(v.items())) if isinstance(v, Mapping) else v
            for v in plain.values()
        )
        book = self._books.get(cache_key)
        if book is None:
            book = self._books[cache_key] = rulebook_from(plain)
        return book

    def side_size(self, players: int) -> int:
        """Return the usual size of a side at a table of ``players`` seats."""
        size: int = resolve(self["players.side_size"], Situation(players, 1))
        return size

    def side_sizes(self, players: int) -> tuple[int, ...]:
        """Return the sizes of side that ``players`` seats may choose; usual first."""
        usual = self.side_size(players)
        others = resolve(self["players.other_side_sizes"], Situation(players, 1))
        fitting = (n for n in others if players % n == 0 and players > n)
        return tuple(dict.fromkeys((usual, *fitting)))
