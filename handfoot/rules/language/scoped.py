"""The one form for a value that varies: by round, head count, score or case.

In a file, any key that may vary takes a plain value or one of these maps::

    minimum: {by_round: [50, 90, 120, 150]}           # the last repeats
    minimum: {by_round: [60], then_add: 30}           # 60, 90, 120 ... without end
    cards:   {by_sides: {singles: 3, partners: 2}}
    packs:   {by_players: {2: 5, 4: 6, else: 7}}      # a head count not named: else
    packs:   {per_player: 1, plus: 1}                 # one more than players
    minimum: {by_score: {below: 15, 0: 50, 1500: 90}} # from each score upward
    needs:   {by_opening: {before: natural_pair, after: pair_or_wild}}
    needs:   {by_packet: {first: natural_pair, last: top_card_used}}
    barred:  {by_turn: {first: [black_three], later: []}}
    red_laid: {by_out: {out: 100, others: 50}}

The last four follow the moment, the others are settled when a round is dealt. Values
may nest (``by_players`` over ``by_round``). The score is that of the side when the
round begins. Past the end of ``by_round`` the last value repeats, or grows by
``then_add`` each further round. Under the lowest score of ``by_score`` the first value
holds, unless ``below`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

import attrs

from handfoot.rules.language.keys import (
    OPENING,
    OUT,
    PACKET,
    PLAYERS,
    ROUND,
    SCORE,
    SIDES,
    TURN,
)

ELSE: Final = "else"
BELOW: Final = "below"
#: The word for "no value": no limit, no target.
NONE: Final = "none"


class Absent(Enum):
    """Marks that a form names no value for the rest; ``None`` is a value."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


@attrs.frozen
class Situation:
    """What a scoped value may depend on.

    Attributes:
        players: Head count (seats).
        side_size: Players on a side; 1 means everyone plays alone.
        round: Number of the round, from 1.
        score: Running total of the side when the round began (points).
        opened: Whether the side has opened in this round.
        last_packet: Whether the player plays from the last packet.
        later_turn: Whether the player has had a turn in this round before this one.
        out: Whether the side went out; known only when the round is scored.
    """

    players: int
    side_size: int
    round: int = 1
    score: int = 0
    opened: bool = False
    last_packet: bool = False
    later_turn: bool = False
    out: bool = False


@attrs.frozen
class Cases:
    """What tells the cases of a form apart.

    Attributes:
        scope: The scope to which the form belongs.
        about: What the form says, in one sentence.
        example: A value in this form.
        when: For each case its name in a file, and when it holds in words.
        number: Gives the place of the case that holds in a situation.
    """

    scope: str
    about: str
    example: str
    when: Mapping[str, str]
    number: Callable[[Situation], int]

    @property
    def names(self) -> tuple[str, ...]:
        """How a file names the cases; it names them all."""
        return tuple(self.when)


#: The forms by cases: everything else about them follows from what stands here.
CASES: Final[Mapping[str, Cases]] = {
    "by_sides": Cases(
        SIDES,
        "One value when everyone plays alone, one when there are partners.",
        "{by_sides: {singles: 3, partners: 2}}",
        {"singles": "when everyone plays alone", "partners": "with partners"},
        lambda at: int(at.side_size > 1),
    ),
    "by_opening": Cases(
        OPENING,
        "One value before your side has opened in this round, one after.",
        "{by_opening: {before: natural_pair, after: pair_or_wild}}",
        {
            "before": "before your side has opened",
            "after": "once your side has opened",
        },
        lambda at: int(at.opened),
    ),
    "by_packet": Cases(
        PACKET,
        "One value while you play from your last packet, one in every packet before "
        "it.",
        "{by_packet: {first: natural_pair, last: top_card_used}}",
        {
            "first": "before you play from your last packet",
            "last": "when you play from your last packet",
        },
        lambda at: int(at.last_packet),
    ),
    "by_turn": Cases(
        TURN,
        "One value in each player's first turn of a round, one in every later turn.",
        "{by_turn: {first: [black_three], later: []}}",
        {
            "first": "in your first turn of a round",
            "later": "after your first turn of a round",
        },
        lambda at: int(at.later_turn),
    ),
    "by_out": Cases(
        OUT,
        "One value for the side that went out, one for all others; so also when nobody "
        "went out.",
        "{by_out: {out: 100, others: 50}}",
        {"out": "for the side that went out", "others": "for the others"},
        lambda at: int(not at.out),
    ),
}


@attrs.frozen
class ByRound:
    """A value for each round; past the end the last repeats or grows by a step."""

    values: tuple[Any, ...]
    then_add: int = 0
    scope = ROUND

    def part(self, situation: Situation) -> Any:
        """Return what is written for ``situation``: a plain value, or another form."""
        return self.values[min(situation.round, len(self.values)) - 1]

    def at(self, situation: Situation) -> Any:
        """Return the value in force in ``situation``."""
        value = resolve(self.part(situation), situation)
        beyond = situation.round - len(self.values)
        return value + self.then_add * beyond if self.then_add and beyond > 0 else value

    def parts(self) -> Iterator[tuple[str, Any]]:
        """Yield each plain part with its place in the written form."""
        for index, value in enumerate(self.values):
            yield f"by_round[{index}]", value

    def mapped(self, change: Callable[[Any], Any]) -> ByRound:
        """Return the same form with each part changed."""
        return attrs.evolve(self, values=tuple(map(change, self.values)))

    def written(self) -> dict[str, Any]:
        """Return the form as it stands in a file."""
        data: dict[str, Any] = {"by_round": [written(value) for value in self.values]}
        if self.then_add:
            data["then_add"] = self.then_add
        return data


@attrs.frozen
class ByPlayers:
    """A value for each head count, and one for every other."""

    values: Mapping[int, Any] = attrs.field(hash=False)
    otherwise: Any = ABSENT
    scope = PLAYERS

    @property
    def is_open(self) -> bool:
        """Whether nothing is said for head counts that are not named."""
        return self.otherwise is ABSENT

    def part(self, situation: Situation) -> Any:
        """Return what is written for ``situation``; LookupError where nothing is."""
        value = self.values.get(situation.players, self.otherwise)
        if value is ABSENT:
            raise LookupError(f"no value is given for {situation.players} players")
        return value

    def at(self, situation: Situation) -> Any:
        """Return the value in force in ``situation``."""
        return resolve(self.part(situation), situation)

    def parts(self) -> Iterator[tuple[str, Any]]:
        """Yield each plain part with its place in the written form."""
        for count, value in self.values.items():
            yield f"by_players.{count}", value
        if self.otherwise is not ABSENT:
            yield f"by_players.{ELSE}", self.otherwise

    def mapped(self, change: Callable[[Any], Any]) -> ByPlayers:
        """Return the same form with each part changed."""
        other = ABSENT if self.otherwise is ABSENT else change(self.otherwise)
        return ByPlayers({k: change(v) for k, v in self.values.items()}, other)

    def written(self) -> dict[str, Any]:
        """Return the form as it stands in a file."""
        table = {str(k): written(v) for k, v in self.values.items()}
        if self.otherwise is not ABSENT:
            table[ELSE] = written(self.otherwise)
        return {"by_players": table}


@attrs.frozen
class PerPlayer:
    """A number that grows with the head count: ``per_player * players + plus``."""

    per_player: int
    plus: int = 0
    scope = PLAYERS

    def at(self, situation: Situation) -> int:
        """Return the value in force in ``situation``."""
        return self.per_player * situation.players + self.plus

    def parts(self) -> Iterator[tuple[str, Any]]:
        """Yield nothing: the numbers are not values of the key."""
        return iter(())

    def mapped(self, _: Callable[[Any], Any]) -> PerPlayer:
        """Return the form itself: it has no parts."""
        return self

    def written(self) -> dict[str, Any]:
        """Return the form as it stands in a file."""
        return {"per_player": self.per_player, "plus": self.plus}


@attrs.frozen
class ByCase:
    """A value for each case of one of the forms in ``CASES``.

    Attributes:
        form: The word of the form.
        values: A value for each of its cases, in their order.
    """

    form: str
    values: tuple[Any, ...]

    @property
    def scope(self) -> str:
        """By what the value varies."""
        return CASES[self.form].scope

    def part(self, situation: Situation) -> Any:
        """Return what is written for ``situation``: a plain value, or another form."""
        return self.values[CASES[self.form].number(situation)]

    def at(self, situation: Situation) -> Any:
        """Return the value in force in ``situation``."""
        return resolve(self.part(situation), situation)

    def parts(self) -> Iterator[tuple[str, Any]]:
        """Yield each plain part with its place in the written form."""
        for name, value in zip(CASES[self.form].names, self.values, strict=True):
            yield f"{self.form}.{name}", value

    def mapped(self, change: Callable[[Any], Any]) -> ByCase:
        """Return the same form with each part changed."""
        return ByCase(self.form, tuple(map(change, self.values)))

    def written(self) -> dict[str, Any]:
        """Return the form as it stands in a file."""
        names = CASES[self.form].names
        table = zip(names, map(written, self.values), strict=True)
        return {self.form: dict(table)}


@attrs.frozen
class ByScore:
    """A value from each running score upward; ``below`` holds under the first."""

    steps: tuple[tuple[int, Any], ...]
    below: Any = ABSENT
    scope = SCORE

    def part(self, situation: Situation) -> Any:
        """Return what is written for ``situation``: a plain value, or another form."""
        value = self.steps[0][1] if self.below is ABSENT else self.below
        for threshold, step in self.steps:
            if situation.score >= threshold:
                value = step
        return value

    def at(self, situation: Situation) -> Any:
        """Return the value in force in ``situation``."""
        return resolve(self.part(situation), situation)

    def parts(self) -> Iterator[tuple[str, Any]]:
        """Yield each plain part with its place in the written form."""
        if self.below is not ABSENT:
            yield f"by_score.{BELOW}", self.below
        for threshold, value in self.steps:
            yield f"by_score.{threshold}", value

    def mapped(self, change: Callable[[Any], Any]) -> ByScore:
        """Return the same form with each part changed."""
        below = ABSENT if self.below is ABSENT else change(self.below)
        return ByScore(tuple((t, change(v)) for t, v in self.steps), below)

    def written(self) -> dict[str, Any]:
        """Return the form as it stands in a file."""
        table: dict[str, Any] = {}
        if self.below is not ABSENT:
            table[BELOW] = written(self.below)
        table.update({str(t): written(v) for t, v in self.steps})
        return {"by_score": table}


Scoped = ByRound | ByPlayers | PerPlayer | ByCase | ByScore
SCOPED: Final = (ByRound, ByPlayers, PerPlayer, ByCase, ByScore)
# The word that tells a scoped value from a plain map, with the scope it needs.
SCOPE_WORDS: Final = {
    "by_round": ROUND,
    "by_players": PLAYERS,
    "per_player": PLAYERS,
    "by_score": SCORE,
    **{word: form.scope for word, form in CASES.items()},
}
#: What each scope is in everyday words.
SCOPE_TEXT: Final[Mapping[str, str]] = {
    ROUND: "round",
    PLAYERS: "head count",
    SIDES: "singles or partners",
    SCORE: "running score",
    OPENING: "whether the side has opened",
    PACKET: "packet in play",
    TURN: "whether it is a player's first turn",
    OUT: "whether the side went out",
}


def resolve(value: Any, situation: Situation) -> Any:
    """Return ``value`` as it is in ``situation``; a plain value is itself."""
    return value.at(situation) if isinstance(value, SCOPED) else value


def forms_in(value: Any) -> Iterator[Any]:
    """Yield a scoped value and every scoped value inside it."""
    if isinstance(value, SCOPED):
        yield value
        for _, part in value.parts():
            yield from forms_in(part)


def written(value: Any) -> Any:
    """Return ``value`` as it stands in a file: plain data."""
    if isinstance(value, SCOPED):
        return value.written()
    if isinstance(value, Mapping):
        return {name: written(item) for name, item in value.items()}
    if value is None:
        return NONE
    return list(value) if isinstance(value, tuple) else value


def is_scoped(data: Any) -> bool:
    """Whether plain data is written in one of the scoped forms."""
    return isinstance(data, Mapping) and any(word in data for word in SCOPE_WORDS)


def read(data: Any, *, may_be_none: bool = False) -> Any:
    """Return the value that plain, already validated ``data`` describes.

    Args:
        data: A value of a file.
        may_be_none: Whether the word ``none`` means that there is no value.
    """

    def part(item: Any) -> Any:
        return read(item, may_be_none=may_be_none)

    if not is_scoped(data):
        if may_be_none and data == NONE:
            return None
        return tuple(data) if isinstance(data, list) else data
    if "by_round" in data:
        values = tuple(part(item) for item in data["by_round"])
        return ByRound(values, data.get("then_add", 0))
    if "by_players" in data:
        table = data["by_players"]
        named = {int(k): part(v) for k, v in table.items() if k != ELSE}
        return ByPlayers(named, part(table[ELSE]) if ELSE in table else ABSENT)
    if "per_player" in data:
        return PerPlayer(data["per_player"], data.get("plus", 0))
    for word, form in CASES.items():
        if word in data:
            return ByCase(word, tuple(part(data[word][name]) for name in form.names))
    table = data["by_score"]
    # A score stands once: the schema knows one way to write each number.
    steps = sorted(
        ((int(k), part(v)) for k, v in table.items() if k != BELOW),
        key=lambda step: step[0],
    )
    return ByScore(tuple(steps), part(table[BELOW]) if BELOW in table else ABSENT)
