"""How each line of a score sheet comes about, as a sum that people can follow."""

from __future__ import annotations

from collections.abc import Sequence

from handfoot.play.scoring import (
    RED_THREES_A_PACK,
    Line,
    Tally,
    red_against,
    red_sets,
)
from handfoot.play.tables import Tables
from handfoot.rules.book_kinds import ANY_KIND
from handfoot.rules.language.words import books_named
from handfoot.rules.threes import MELD, Threes
from handfoot.scorekeeping.points import Points
from handfoot.scorekeeping.rows import Row

__all__ = ["arithmetic"]

_HELD = "cards held"
_MELDED = "cards melded"
_WHOLE = 100


def arithmetic(tables: Tables, row: Row, line: Line) -> str:
    """Return the sum behind a line, without its result: ``2 × 500``.

    Args:
        tables: The rules by which the side's round is scored.
        row: What was counted.
        line: The line.
    """
    if line.label == _MELDED:
        return _cards(row.melded)
    if line.label == _HELD:
        return _held(tables, row)
    if line.key == "threes.red_laid" and tables.book.scoring.bonuses:
        return _red_threes(tables, row.tally(tables))
    worth = tables.book.threes.black_laid
    if line.key == "threes.black_laid" and len(worth) > 1:
        return _together(worth, line.count, more=worth[0])
    return f"{line.count} × {line.points // line.count:,}" if line.count else ""


def _cards(points: Points) -> str:
    if not points.cards:
        return ""
    return " + ".join(f"{count} × {value:,}" for value, count in points.cards)


def _held(tables: Tables, row: Row) -> str:
    held = {name: points for name, points in row.held.items() if points.total}
    parts = [(name.partition(".")[2], points) for name, points in held.items()]
    total = sum(points.total for points in held.values())
    percent = tables.book.scoring.held_percent
    said = " + ".join(f"{name} {points.total:,}" for name, points in parts if name)
    said = said or " + ".join(_cards(points) for _, points in parts)
    if percent == _WHOLE:
        return said
    return f"{percent}% of {total:,}" + (f" ({said})" if said else "")


def _lacking(rule: Threes) -> str:
    """Return what a side lacks whose red threes count against it."""
    if rule.red_minus_without == MELD:
        return "a meld"
    count = rule.red_minus_books
    books = books_named(rule.red_minus_without or ANY_KIND, count)
    return f"a {books}" if count == 1 else f"{count} {books}"


def _together(worth: Sequence[int], count: int, *, more: int) -> str:
    """Return what so many threes score together, those beyond the list one by one."""
    named = min(count, len(worth))
    said = f"{named} together {worth[named - 1]}"
    return f"{said} + {count - named} × {more}" if count > named else said


def _red_threes(tables: Tables, tally: Tally) -> str:
    rule, count = tables.book.threes, tally.red_laid
    sets, more = red_sets(rule, count)
    if rule.red_together:
        said = _together(rule.red_together, count, more=rule.red_laid)
    elif sets:
        said = f"{rule.red_set} together {rule.red_set_points}"
        said = said if sets == 1 else f"{sets} × ({said})"
        said += f" + {more} × {rule.red_laid}" if more else ""
    else:
        said = f"{count} × {rule.red_laid}"
    if rule.red_all > 1 and count == RED_THREES_A_PACK * tables.book.deck.packs:
        said = f"all of them: {rule.red_all} × ({said})"
    if red_against(tables.book, tally):
        said = f"against the side without {_lacking(rule)}: {said}"
    return said
