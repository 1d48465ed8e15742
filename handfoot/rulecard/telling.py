"""A ruleset as it is told to the people at one table, or at each table it allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import attrs

from handfoot.errors import HandfootError
from handfoot.rulecard.packets import packets_named
from handfoot.rules.checking.situations import situations
from handfoot.rules.language.cases import Case, Seating, cases_of, numbers_in_words
from handfoot.rules.language.keys import Key
from handfoot.rules.language.phrases import phrase, sentence, small
from handfoot.rules.language.scoped import SCOPED, Situation, resolve
from handfoot.rules.language.words import kinds_of, listed, threes_named
from handfoot.rules.layers import key_at
from handfoot.rules.rulebook import Rulebook, clashes
from handfoot.rules.ruleset import RuleSet

_PARTNER = "partner"
_OWN_WORDS = "conduct."
_SIDES = "players.side_size"
_OTHER_SIDES = "players.other_side_sizes"
#: Keys with a sentence of their own that another key can leave without a subject.
_IDLE: Final[Mapping[str, Callable[[Rulebook], bool]]] = {
    "threes.red_set_points": lambda book: book.threes.red_set is None,
    "pile.full_meld": lambda book: (
        book.pile.needs in ("natural_shown", "top_card_used", "nothing")
    ),
    "pile.wild_top": lambda book: (
        (not book.pile.may_be_taken and book.pile.wild_top != "never")
        or kinds_of(["wild"], frozenset(book.wilds.kinds))
        <= kinds_of(book.pile.not_on, frozenset(book.wilds.kinds))
    ),
    "opening.taken_count": lambda book: (
        not book.pile.may_be_taken
        or book.pile.before_opening == "never"
        or book.pile.take == 1
    ),
    "wilds.ratio": lambda book: (
        book.wilds.ratio == "any"
        and (book.wilds.most is not None or bool(book.wilds.steps))
    ),
    "scoring.held": lambda book: (
        not book.scoring.cards and book.scoring.held == "everyone"
    ),
    "match.most_rounds": lambda book: (
        book.match.rounds is not None and book.match.tie != "extra_round"
    ),
}


@attrs.frozen(slots=False)
class Telling:
    """A ruleset with the tables for which it is told.

    Attributes:
        rules: The ruleset.
        seatings: Head counts and sizes of side.
        side_size: The size of side that was asked for, if one was.
    """

    rules: RuleSet
    seatings: tuple[Seating, ...]
    side_size: int | None = None

    @classmethod
    def of(cls, rules: RuleSet, players: int | None, side_size: int | None) -> Telling:
        """Return the telling for a table, or for each table the ruleset allows.

        Raises:
            HandfootError: the ruleset does not allow the table.
        """
        counts = sorted(rules["players.counts"])
        if players is not None and players not in counts:
            raise HandfootError(
                f"{rules.name} is for {listed(counts, 'or')} players, not {players}"
            )
        every = tuple(
            (count, size)
            for count in (counts if players is None else [players])
            for size in rules.side_sizes(count)
        )
        chosen = tuple(s for s in every if side_size in (None, s[1]))
        if not chosen:
            sizes = sorted({size for _, size in every})
            raise HandfootError(
                f"{rules.name} has sides of {listed(sizes, 'or')} here, not {side_size}"
            )
        return cls(rules, chosen, side_size)

    @cached_property
    def last_round(self) -> int:
        """The last round that a match at these tables can have."""
        return max(self._rounds(*seating) for seating in self.seatings)

    def _rounds(self, players: int, size: int) -> int:
        at = Situation(players, size)
        rounds = resolve(self.rules["match.rounds"], at)
        most: int = resolve(self.rules["match.most_rounds"], at)
        open_end = (
            rounds is None or resolve(self.rules["match.tie"], at) == "extra_round"
        )
        return most if open_end else min(rounds, most)

    @cached_property
    def situations(self) -> tuple[Situation, ...]:
        """Every case that the values tell apart at these tables."""
        return tuple(
            at
            for at in situations(self.rules)
            if (at.players, at.side_size) in self.seatings
        )

    @cached_property
    def silent(self) -> frozenset[str]:
        """Keys that another key leaves nothing to decide, here and at any time."""
        common: set[str] | None = None
        for at in self.situations:
            found = {
                clash.key
                for clash in clashes(self.rules.at(at), at)
                if clash.only_if_said
            }
            common = found if common is None else common & found
        return frozenset(common or ()) | self._idle()

    def _idle(self) -> set[str]:
        books = [self.rules.at(at) for at in self.situations]
        return {
            path
            for path, idle in _IDLE.items()
            if path in self.rules.values and all(map(idle, books))
        }

    def is_silent(self, path: str) -> bool:
        """Whether a key decides nothing here."""
        parts = path.split(".")
        return any(".".join(parts[: i + 1]) in self.silent for i in range(len(parts)))

    @property
    def partners(self) -> tuple[Seating, ...]:
        """The tables that have partners."""
        return tuple(seating for seating in self.seatings if seating[1] > 1)

    def key(self, path: str) -> Key | None:
        """Return the key at a dotted name, if the ruleset has it."""
        found = key_at(path) if path in self.rules.values else None
        return found if isinstance(found, Key) else None

    def cases(
        self, path: str, seatings: tuple[Seating, ...] | None = None
    ) -> list[Case]:
        """Return when which value of a key holds."""
        seatings = seatings or self._seatings_of(path)
        return cases_of(self._value(path), seatings, self.last_round)

    def _seatings_of(self, path: str) -> tuple[Seating, ...]:
        if path != _SIDES:
            return self.seatings
        # The usual size of a side is told for each head count, chosen or not.
        return tuple(dict.fromkeys((n, self._usual(n)) for n, _ in self.seatings))

    def _usual(self, players: int) -> int:
        sizes = [size for count, size in self.seatings if count == players]
        return sizes[0]

    def _value(self, path: str) -> Any:
        counts = {count for count, _ in self.seatings}
        if self.side_size is not None and path in (_SIDES, _OTHER_SIDES):
            return self.side_size if path == _SIDES else ()
        if len(counts) == 1 and path in (_SIDES, _OTHER_SIDES):
            # What is chosen at the table takes the place of what the file says.
            usual, *others = (size for _, size in self.seatings)
            return usual if path == _SIDES else tuple(others)
        return self._without_red(self.rules[path])

    def _without_red(self, value: Any) -> Any:
        """Return a value without red threes, where no card is one."""
        if not self.threes_alike:
            return value
        if isinstance(value, SCOPED):
            return value.mapped(self._without_red)
        if isinstance(value, tuple):
            return tuple(one for one in value if one != "red_three")
        return value

    @cached_property
    def threes_alike(self) -> bool:
        """Whether the colours of threes mean nothing at any of these tables."""
        books = (self.rules.at(at) for at in self.situations)
        return all(book.threes.alike for book in books)

    @cached_property
    def packets(self) -> int | None:
        """How many packets each player has; ``None`` where that varies."""
        counts = {len(self.rules.at(at).deal.packets) for at in self.situations}
        return counts.pop() if len(counts) == 1 else None

    def say(self, path: str) -> str:
        """Return the sentence of a key; empty when it goes without saying."""
        return self._named(self._say(path))

    @cached_property
    def _chosen(self) -> bool:
        choices = {self.rules.at(at).deal.hand_choice for at in self.situations}
        return choices != {"first_dealt"}

    @cached_property
    def _shared(self) -> bool:
        rules = (self.rules.at(at) for at in self.situations)
        return {book.deal.later_for for book in rules} == {"side"}

    @cached_property
    def _drawn(self) -> bool:
        rules = (self.rules.at(at) for at in self.situations)
        return {book.deal.later_from for book in rules} == {"stock"}

    def _named(self, text: str) -> str:
        return packets_named(
            threes_named(text, alike=self.threes_alike),
            self.packets,
            chosen=self._chosen,
            shared=self._shared,
            drawn=self._drawn,
        )

    def _say(self, path: str) -> str:
        key = self.key(path)
        if key is None or self.is_silent(path):
            return ""
        seatings = self._seatings_of(path)
        alone = tuple(seating for seating in seatings if seating[1] == 1)
        if (
            alone
            and path != _SIDES
            and _PARTNER in sentence(key, self.cases(path, alone)).lower()
        ):
            # Who plays alone has no partner of whom to speak.
            if not self.partners:
                return ""
            told = sentence(key, self.cases(path, self.partners))
            # People's own sentences say themselves whom they mean.
            own = path.startswith(_OWN_WORDS)
            return told if own else f"With partners: {small(told)}"
        return sentence(key, self.cases(path))

    def phrase(self, path: str) -> str:
        """Return the value of a key in words, with the cases in which it differs."""
        key = self.key(path)
        said = "" if key is None else phrase(key, self.cases(path))
        return self._named(said)

    def plain(self, path: str) -> Any:
        """Return the value of a key at the first table in round one."""
        return resolve(self.rules[path], self.first)

    @property
    def first(self) -> Situation:
        """The first of these tables, in round one."""
        return Situation(*self.seatings[0])

    def who(self) -> str:
        """Say for whom the ruleset is told: ``4 players in sides of 2``."""
        counts = sorted({players for players, _ in self.seatings})
        sizes = {size for _, size in self.seatings}
        players = f"{numbers_in_words(counts)} players"
        if len(sizes) > 1:
            return players
        (size,) = sizes
        sides = "each alone" if size == 1 else f"in sides of {size}"
        return f"{players}, {sides}"

    def keys_below(self, *prefixes: str) -> Iterator[str]:
        """Yield the dotted keys that begin with one of these names."""
        for path in self.rules.values:
            if any(path == p or path.startswith(f"{p}.") for p in prefixes):
                yield path
