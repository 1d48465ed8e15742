"""RuleSet: one variant as data, every value with its origin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

from handfoot.rules.language.head import LANGUAGE_VERSION
from handfoot.rules.language.keys import OF_THE_MOMENT, SCORE, Key, OpenMap
from handfoot.rules.language.scoped import SCOPED, Situation, forms_in, resolve, written
from handfoot.rules.layers import NO_BASE, Layer, Merged, key_at
from handfoot.rules.rulebook import Rulebook, all_keys
from handfoot.rules.source import MapNode, plain
from handfoot.rules.structure import default_values, names_in, rulebook_from
from handfoot.rules.unsaid import followed

if TYPE_CHECKING:
    from handfoot.rulecard.card import RuleCard
    from handfoot.rules.authoring.difference import Difference

__all__ = ["LANGUAGE_VERSION", "Origin", "RuleSet", "ruleset_of"]

_VARYING = "rules.varying"
_PACKED = "rules.packed"
_ABOUT = ("description", "author", "sources", "readings")


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
            is one of the forms of ``handfoot.rules.language.scoped``.
        origins: Where each value comes from.
        about: Free texts of the file: ``description``, ``sources``, ``readings`` ...
        extends: Names of the base rulesets, nearest first.
        made_from: The files it was read from, for what builds on it.
        memo: What users of the ruleset compiled from it; not part of its value.
        of_the_moment: Whether some value changes within a round, or by who went out.
        of_the_score: Whether some value depends on the running total of a side.
    """

    name: str
    values: Mapping[str, Any] = attrs.field(repr=False)
    origins: Mapping[str, Origin] = attrs.field(repr=False)
    about: Mapping[str, Any] = attrs.field(factory=dict, repr=False)
    extends: tuple[str, ...] = attrs.field(default=(), repr=False)
    made_from: Merged = attrs.field(default=NO_BASE, repr=False)
    memo: dict[Any, Any] = attrs.field(factory=dict, repr=False, init=False)
    _books: dict[tuple[Any, ...], Rulebook] = attrs.field(
        factory=dict, repr=False, init=False
    )
    # A plain value, for every action asks for it.
    of_the_moment: bool = attrs.field(repr=False, init=False)
    of_the_score: bool = attrs.field(repr=False, init=False)

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
        if self is other:
            return True
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self.name == other.name and self.digest == other.digest

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def __copy__(self) -> RuleSet:
        return self

    def __deepcopy__(self, memo: object) -> RuleSet:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the memo: what was compiled may tell of the games it was used in.
        data = self.memo.get(_PACKED)
        if data is None:
            from handfoot.rules.reading.pickling import packed

            data = self.memo[_PACKED] = packed(
                {
                    "name": self.name,
                    "values": self.values,
                    "origins": self.origins,
                    "about": self.about,
                    "extends": self.extends,
                    "made_from": self.made_from,
                }
            )
        return _restored, (data,)

    @property
    def digest(self) -> str:
        """SHA-256 of what differs from the defaults (hex): equal where the rules are.

        A key that a later version brings in with its default changes no digest, so
        records keep theirs. The names in open maps count: a default one may be gone.
        """
        import hashlib
        import json

        usual = default_values()
        plain: dict[str, Any] = {
            key: written(value)
            for key, value in self.values.items()
            if value != (usual[key] if key in usual else _default_of(key))
        }
        maps = [member for member in all_keys() if isinstance(member, OpenMap)]
        names = {member.path: names_in(member, self.values) for member in maps}
        plain["names"] = [
            sorted(names[member.path])
            for member in maps
            if member.default or names[member.path]
        ]
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def at(self, situation: Situation) -> Rulebook:
        """Return the rules in force in ``situation``: every value plain.

        Equal answers are one object, so a caller may keep tables by identity.
        """
        varying = self._varying()
        now = [value.at(situation) for value in varying.values()]
        # Maps of counts are no keys of a dict; their items are.
        chosen = tuple(
            tuple(sorted(value.items())) if isinstance(value, Mapping) else value
            for value in now
        )
        known = (situation.side_size, chosen)
        book = self._books.get(known)
        if book is None:
            book = self._books[known] = rulebook_from(self.plain_values(situation))
        return book

    def to_yaml(self) -> str:
        """Return the ruleset with every key said, as YAML that loads back equal."""
        from handfoot.rules.authoring.writing import ruleset_text

        return ruleset_text(self)

    def with_changes(self, changes: Mapping[str, Any]) -> RuleSet:
        """Return this ruleset with some values changed.

        Args:
            changes: Dotted keys with values as they stand in a file: numbers, words,
                lists, and maps for values that vary. ``name`` renames the ruleset.

        Raises:
            RulesetError: A key is unknown, a value is wrong, or the changed rules
                cannot be played.
        """
        from handfoot.rules.loading import changed_rules

        return changed_rules(self, changes)

    def diff(self, other: RuleSet) -> list[Difference]:
        """Return every key on which ``other`` differs, each with a sentence."""
        from handfoot.rules.authoring.difference import differences

        return differences(self, other)

    def rule_card(
        self, *, players: int | None = None, side_size: int | None = None
    ) -> RuleCard:
        """Return the ruleset in plain English, with examples judged by the engine.

        Args:
            players: The head count; what differs between all that are allowed is said
                when it is not given.
            side_size: Players on a side; every size the table may choose when not
                given.

        Raises:
            HandfootError: The ruleset does not allow the table.
        """
        # The card is made above the engine: it asks it for verdicts and scores.
        from handfoot.rulecard.build import rule_card

        return rule_card(self, players=players, side_size=side_size)

    def plain_values(self, situation: Situation) -> dict[str, Any]:
        """Return every key with its value in ``situation``: none of them varies."""
        now = {key: value.at(situation) for key, value in self._varying().items()}
        # A side size chosen at the table takes the place of the one in the file.
        return {**self.values, **now, "players.side_size": situation.side_size}

    @of_the_moment.default
    def _changes_within_a_round(self) -> bool:
        # Who has opened is asked of the player whose turn it is.
        return self.values.get("opening.by", "side") != "side" or any(
            form.scope in OF_THE_MOMENT for form in self._forms()
        )

    @of_the_score.default
    def _changes_with_the_score(self) -> bool:
        return any(form.scope == SCORE for form in self._forms())

    def _forms(self) -> Iterator[Any]:
        """Yield the forms of all values that vary."""
        for value in self._varying().values():
            yield from forms_in(value)

    def _varying(self) -> Mapping[str, Any]:
        """Return the values that vary, by key; found once."""
        found: Mapping[str, Any] | None = self.memo.get(_VARYING)
        if found is None:
            found = {k: v for k, v in self.values.items() if isinstance(v, SCOPED)}
            self.memo[_VARYING] = found
        return found

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


@lru_cache(maxsize=64)
def _restored(data: bytes) -> RuleSet:
    """Return the ruleset that was pickled; the same object for the same bytes."""
    from handfoot.rules.reading.pickling import unpacked

    return RuleSet(**unpacked(data))


def _default_of(path: str) -> Any:
    """Return the default of a key under a name of one's own."""
    key = key_at(path)
    assert isinstance(key, Key)
    return key.default


def ruleset_of(layer: Layer, merged: Merged) -> RuleSet:
    """Return the ruleset that a file makes of its merged values."""
    return RuleSet(
        name=layer.text("name") or layer.source.name,
        values=MappingProxyType({**merged.values, **followed(merged)}),
        origins=MappingProxyType(_origins(merged)),
        about={
            name: plain(layer.head[name].node) for name in _ABOUT if name in layer.head
        },
        extends=merged.chain[1:],
        made_from=merged,
    )


def _origins(merged: Merged) -> dict[str, Origin]:
    origins: dict[str, Origin] = {}
    for path, setting in merged.settings.items():
        kind = "program" if path in merged.program else "file"
        span = setting.key_span
        origins[path] = Origin(kind, span.file, span.line, span.column)
        place = key_at(path)
        counted = isinstance(place, Key) and place.kind == "counts"
        if counted and isinstance(setting.node, MapNode):
            for name, entry in setting.node.entries.items():
                at = entry.key_span
                origins[f"{path}.{name}"] = Origin(kind, at.file, at.line, at.column)
    return origins
