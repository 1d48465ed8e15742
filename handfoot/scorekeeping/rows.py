"""Rows: what was counted for one side in one round, as typed, and as the scoring needs.

A row that is still being filled in does not say everything yet; a field that a finished
row leaves out counts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from handfoot.errors import HandfootError, NotationError
from handfoot.play.books import kinds_made, paid_of
from handfoot.play.scoring import Tally
from handfoot.play.tables import Tables
from handfoot.rules.book_kinds import BY_WILDS
from handfoot.rules.language.words import listed
from handfoot.rules.reports.display import quote
from handfoot.rules.suggest import near
from handfoot.scorekeeping.countable import (
    BESIDE,
    BOOKS,
    HELD,
    NEAR,
    OF,
    OUT,
    UNFINISHED,
    WRITTEN,
    Field,
)
from handfoot.scorekeeping.fields import splits
from handfoot.scorekeeping.points import Points, read_points

__all__ = ["EMPTY", "Row", "Value", "field_named", "named_values", "read_value"]

Value = int | bool | str | Points

_YES: Final = frozenset({"yes", "y", "true", "x", "1"})
_NO: Final = frozenset({"no", "n", "false", "nobody", "none", "-", "", "0"})
_MOST_DIGITS: Final = 6
#: Points with signs, and each of them.
_SIGNED: Final = re.compile(r"[+-]?[0-9]{1,6}(?:[+-][0-9]{1,6}){0,20}")
_PART: Final = re.compile(r"[+-]?[0-9]+")
#: Groups of which a map may also tell how many cards there are of each value.
_POINTS: Final = ("melded", HELD)


@attrs.frozen
class Row:
    """What was counted for one side in one round.

    Attributes:
        values: The fields that are filled in, by name.
        complete: Whether all is counted; what is not said then counts nothing.
    """

    values: Mapping[str, Value] = attrs.field(factory=dict)
    complete: bool = False

    def number(self, name: str) -> int:
        """Return a count, 0 where nothing is said."""
        value = self.values.get(name, 0)
        return value if isinstance(value, int) else 0

    def knows(self, *names: str) -> bool:
        """Whether these fields are decided."""
        return self.complete or all(name in self.values for name in names)

    def group(self, group: str) -> dict[str, int]:
        """Return the counts of a group by the part of their name behind the dot."""
        return {
            name.partition(".")[2]: value
            for name, value in self.values.items()
            if name.startswith(f"{group}.") and isinstance(value, int)
        }

    @property
    def out(self) -> bool | None:
        """Whether the side went out; ``None`` while that is not known."""
        if OUT in self.values:
            return bool(self.values[OUT])
        return False if self.complete else None

    @property
    def melded(self) -> Points:
        """Points of melded cards."""
        value = self.values.get("melded")
        return value if isinstance(value, Points) else Points(0, ())

    @property
    def held(self) -> dict[str, Points]:
        """Points of held cards, by field."""
        return {
            name: value
            for name, value in self.values.items()
            if name.partition(".")[0] == HELD and isinstance(value, Points)
        }

    @property
    def has_melded(self) -> bool:
        """Whether anything of the side lies on the table, red threes apart."""
        books = (*self.group(BOOKS).values(), *self.group(UNFINISHED).values())
        told = self.values.get("opened") or self.melded.total or self.melded.number
        return bool(told or any(books))

    def with_value(self, name: str, value: Value) -> Row:
        """Return the row with one field filled in."""
        return attrs.evolve(self, values={**self.values, name: value})

    def near_cuts(self) -> tuple[int, ...]:
        """Return the cuts that were one card off, two cards off and so on."""
        found = {int(off): count for off, count in self.group(NEAR).items()}
        return tuple(found.get(off, 0) for off in range(1, max(found, default=0) + 1))

    def paid_as(self, tables: Tables) -> dict[str, int]:
        """Return the books by the kind whose bonus they earn."""
        counted: dict[tuple[str, str | None], int] = {}
        made, told = kinds_made(tables), splits(tables)
        for kind, count in self.group(BOOKS).items():
            if kind not in made:
                continue
            rest = count
            for other in told.get(kind, ()):
                some = min(self.number(f"{OF}{kind}.{other}"), rest)
                counted[kind, other] = some
                rest -= some
            counted[kind, made[kind][-1]] = rest
        return paid_of(tables.book, counted)

    def unsaid(self, tables: Tables) -> tuple[str, ...]:
        """Return the fields that must still say what spare books would else be."""
        kinds = tables.book.books.kinds
        return tuple(
            f"{OF}{kind}.{other}"
            for kind, others in splits(tables).items()
            if self.number(f"{BOOKS}.{kind}") > (kinds[kind].paid or 0)
            for other in others
            if f"{OF}{kind}.{other}" not in self.values
        )

    def tally(self, tables: Tables) -> Tally:
        """Return what the scoring asks for.

        Args:
            tables: The rules by which the round of the side is scored.
        """
        held = self.held.values()
        numbers = [points.number for points in held]
        return Tally(
            books=self.group(BOOKS),
            melded=self.melded.total,
            melded_cards=self.melded.number or 0,
            red_laid=self.number("red_laid"),
            black_laid=self.number("black_laid"),
            went_out=bool(self.out),
            held=sum(points.total for points in held),
            held_cards=0 if None in numbers else sum(filter(None, numbers)),
            red_caught=self.number("red_caught"),
            black_caught=self.number("black_caught"),
            red_unreached=self.number("red_unreached"),
            black_unreached=self.number("black_unreached"),
            melds=int(self.has_melded),
            unfinished=self.group(UNFINISHED),
            at_once=self.number("at_once"),
            long=self.number("long"),
            opened_first=bool(self.values.get("opened_first")),
            concealed=bool(self.values.get("concealed")),
            never_taken=self.number("never_taken"),
            exact_cuts=self.number("exact_cuts"),
            near_cuts=self.near_cuts(),
            paid_as=self.paid_as(tables),
            beside=self.group(BESIDE),
            **{setting: self.group(setting) for setting in BY_WILDS},
            written_in=self.group(WRITTEN),
        )

    def plain(self) -> dict[str, Any]:
        """Return the row as it stands in a file: groups within, values as typed."""
        data: dict[str, Any] = {}
        for name, value in self.values.items():
            group, _, part = name.partition(".")
            shown = value.written if isinstance(value, Points) else value
            if part:
                data.setdefault(group, {})[part] = shown
            else:
                data[group] = shown
        return data


EMPTY: Final = Row()


def field_named(word: str, known: Sequence[Field]) -> Field:
    """Return the field that a word means: its name, its part, or its label.

    Raises:
        HandfootError: no field is meant, or more than one.
    """
    said = word.strip().casefold().replace(" ", "_")
    for match in (_is_name, _is_part, _is_label, _begins, _within):
        found = [field for field in known if match(field, said)]
        if len(found) == 1:
            return found[0]
        if found:
            break
    names = [field.name for field in (found or known)]
    close = [] if found else near(word, names)
    hint = f"did you mean {close[0]}?" if close else f"say {listed(names, 'or')}"
    what = "can mean several things" if found else "is nothing that is counted here"
    raise HandfootError(f"{quote(word)} {what}: {hint}")


def _is_name(field: Field, said: str) -> bool:
    return field.name.casefold().replace(" ", "_") == said


def _is_part(field: Field, said: str) -> bool:
    return field.part.casefold().replace(" ", "_") == said and field.group in (
        BOOKS,
        HELD,
    )


def _is_label(field: Field, said: str) -> bool:
    return field.label.casefold().replace(" ", "_") == said


def _begins(field: Field, said: str) -> bool:
    return any(
        text.casefold().replace(" ", "_").startswith(said)
        for text in (field.name, field.part or field.name, field.label)
    )


def _within(field: Field, said: str) -> bool:
    return len(said) > 1 and said in field.label.casefold().replace(" ", "_")


def named_values(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each value of plain data with the full name of its field."""
    for name, value in data.items():
        if isinstance(value, Mapping) and not _by_value(name, value):
            for part, inner in value.items():
                yield f"{name}.{part}", inner
        else:
            yield str(name), value


def _by_value(name: str, value: Mapping[Any, Any]) -> bool:
    """Whether a map tells how many cards there are of each value."""
    points = name.partition(".")[0] in _POINTS
    return points and bool(value) and all(str(part).isdecimal() for part in value)


def read_value(field: Field, said: Any, players: Sequence[str]) -> Value:
    """Return the value of a field from plain data or from what somebody typed.

    Args:
        field: The field.
        said: What stands there.
        players: The players of the side.

    Raises:
        HandfootError: it is no such value.
    """
    match field.kind:
        case "count":
            return _count(field, said)
        case "points":
            return _points(field, said)
        case "number":
            return _number(field, said)
        case "flag":
            return _flag(field, said)
        case "player":
            return _player(field, said, players)


def _count(field: Field, said: Any) -> int:
    text = str(said).strip()
    digits = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    if isinstance(said, bool) or not digits:
        raise NotationError(
            f"{field.label}: {quote(text)} is no number; type how many, such as 2", text
        )
    return int(text)


def _number(field: Field, said: Any) -> int:
    """Return points that may lie below zero: a number, or a sum of some."""
    text = "".join(str(said).split()).replace(",", "")
    if isinstance(said, bool) or not _SIGNED.fullmatch(text):
        raise NotationError(
            f"{field.label}: {quote(str(said))} is no number of points; type it with a "
            "minus where it costs points: 100, -50, 100-50",
            str(said),
        )
    return sum(map(int, _PART.findall(text)))


def _points(field: Field, said: Any) -> Points:
    if isinstance(said, bool) or not isinstance(said, int | str | Mapping | Points):
        raise NotationError(f"{field.label}: {quote(str(said))} is no number of points")
    try:
        return read_points(said)
    except NotationError as error:
        raise NotationError(f"{field.label}: {error}", error.text) from None


def _flag(field: Field, said: Any) -> bool:
    text = str(said).strip().casefold()
    if text not in _YES | _NO:
        raise NotationError(f"{field.label}: {quote(str(said))} is neither yes nor no")
    return text in _YES


def _player(field: Field, said: Any, players: Sequence[str]) -> str | bool:
    text = " ".join(str(said).split()).casefold()
    if text in _NO:
        return False
    if text in _YES:
        return players[0] if len(players) == 1 else True
    for name in players:
        if name.casefold() == text:
            return name
    choice = listed((*players, "nobody"), "or")
    raise NotationError(
        f"{field.label}: {quote(str(said))} is nobody of this side; say {choice}"
    )
