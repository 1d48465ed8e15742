"""From what somebody says was counted to the values of fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from handfoot.errors import HandfootError
from handfoot.rules.language.words import books_named, listed
from handfoot.rules.possible import why_never
from handfoot.rules.structure import default_values
from handfoot.scorekeeping.countable import BOOKS, HELD, Field
from handfoot.scorekeeping.fields import fields
from handfoot.scorekeeping.rows import (
    Row,
    Value,
    field_named,
    named_values,
    read_value,
)
from handfoot.scorekeeping.seating import Seating

__all__ = ["read_values", "with_values"]

_KINDS = "books.kinds."


def read_values(
    table: Seating, side: int, number: int, score: int, said: Mapping[str, Any]
) -> dict[Field, Value]:
    """Return the values of the fields that are said, in the order of saying.

    Args:
        table: Who plays what.
        side: Number of the side.
        number: Number of the round.
        score: Total of the side before it (points).
        said: Names of fields with what was counted.

    Raises:
        HandfootError: a name is no field here, stands twice, or has no such value.
    """
    known = fields(table, side, number, score)
    names = table.sides[side]
    found: dict[Field, Value] = {}
    for word, value in named_values(said):
        field = _of_side(known) if word == HELD and len(names) > 1 else None
        field = field or _field(table, word, known)
        if field in found:
            raise HandfootError(f"{field.label}: stands twice, in other words")
        found[field] = read_value(field, value, names)
    return found


def with_values(row: Row, values: Mapping[Field, Value], *, complete: bool) -> Row:
    """Return a row with some fields filled in.

    Raises:
        HandfootError: held points would stand for the side and for its players.
    """
    more = {field.name: value for field, value in values.items()}
    new = attrs.evolve(row, values={**row.values, **more}, complete=complete)
    names = [name for name in new.values if name.partition(".")[0] == HELD]
    if HELD in names and len(names) > 1:
        raise HandfootError(
            "held points stand for the side and for its players: say only one of these"
        )
    return new


def _of_side(known: Sequence[Field]) -> Field | None:
    """Return the field for what a side holds, where nobody told who holds what."""
    one = next((field for field in known if field.group == HELD), None)
    return one and attrs.evolve(one, name=HELD, label="points of cards held")


def _field(table: Seating, word: str, known: Sequence[Field]) -> Field:
    try:
        return field_named(word, known)
    except HandfootError:
        why = _why_no_book(table, word)
        if why:
            raise HandfootError(why) from None
        raise


def _why_no_book(table: Seating, word: str) -> str:
    """Return why there is no such kind of book; empty where no book is meant."""
    kind = word.strip().casefold().removeprefix(f"{BOOKS}.").replace(" ", "_")
    kind = kind.removesuffix("_books").removesuffix("_book")
    rules = table.rules
    book = rules.at(table.situation(1, 0))
    kinds = book.books.kinds
    reason = why_never(kinds[kind], book) if kind in kinds else None
    if reason is not None:
        key, why = reason
        where = f"{key}, {rules.origin(key)}"
        return f"{rules.name} has no {books_named(kind)}: {why} ({where})"
    usual = {
        key.removeprefix(_KINDS).partition(".")[0]
        for key in default_values()
        if key.startswith(_KINDS)
    }
    if kind in usual or word.startswith(f"{BOOKS}."):
        named = listed(books_named(own, 2) for own in kinds)
        return f"{rules.name} has no {books_named(kind)}; it has {named}"
    return ""
