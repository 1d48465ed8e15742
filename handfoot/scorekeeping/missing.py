"""Why a ruleset has no field for something that others count."""

from __future__ import annotations

from handfoot.rules.books import why_never
from handfoot.rules.language.words import listed
from handfoot.scorekeeping.countable import BOOKS
from handfoot.scorekeeping.seating import Seating

__all__ = ["why_no_field"]


def why_no_field(table: Seating, word: str) -> str:
    """Return why nothing is counted under a word; empty where nothing is known."""
    kind = word.strip().casefold().removeprefix(f"{BOOKS}.").replace(" ", "_")
    kind = kind.removesuffix("_books").removesuffix("_book")
    rules = table.rules
    book = rules.at(table.situation(1, 0))
    kinds = book.books.kinds
    if kind in kinds:
        reason = why_never(kinds[kind], book)
        if reason is not None:
            key, why = reason
            return (
                f"{rules.name} has no {kind.replace('_', ' ')} book: {why} "
                f"({key}, {rules.origin(key)})"
            )
    if kind in _COMMON_KINDS or word.startswith(f"{BOOKS}."):
        return f"{rules.name} has no {kind} book; its books are {listed(kinds)}"
    return ""


#: Kinds that some rulesets have and others do not.
_COMMON_KINDS = frozenset({"clean", "dirty", "wild", "sevens", "fives", "black_threes"})
