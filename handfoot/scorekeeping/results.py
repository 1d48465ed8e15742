"""What rows come to: the engine's score sheets, round after round, to the match end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handfoot.play.match import Standing
from handfoot.play.scoring import Sheet, lines_of
from handfoot.play.tables import Tables
from handfoot.scorekeeping.rows import Row
from handfoot.scorekeeping.seating import Seating

__all__ = ["scored", "sheet_of", "standing", "tables_of"]


def tables_of(table: Seating, number: int, row: Row, before: int) -> Tables:
    """Return the rules by which a row is scored.

    Args:
        table: Who plays what.
        number: Number of the round.
        row: What was counted.
        before: Total of the side before the round (points).
    """
    return table.scoring(number, before, opened=row.has_melded, out=bool(row.out))


def sheet_of(table: Seating, side: int, number: int, row: Row, before: int) -> Sheet:
    """Return the engine's score sheet for what was counted for a side."""
    tables = tables_of(table, number, row, before)
    lines = lines_of(tables, row.tally(tables))
    points = sum(line.points for line in lines)
    return Sheet(number, side, lines, before, points, before + points)


def standing(
    table: Seating, number: int, totals: Sequence[int], rows: Sequence[Row]
) -> Standing:
    """Return how the match stands after a round.

    Args:
        table: Who plays what.
        number: Number of the round; 0 before the first.
        totals: Totals of the sides after it (points).
        rows: What was counted in it.
    """
    rule = table.rules.at(table.situation(max(number, 1), 0)).match
    out = next((side for side, row in enumerate(rows) if row.out), None)
    return Standing(rule, number, totals, out)


def scored(
    table: Seating, rounds: Sequence[Sequence[Row]]
) -> Iterator[tuple[Sheet, ...]]:
    """Yield the score sheets of each finished round until the match is over."""
    totals: tuple[int, ...] = (0,) * len(table.sides)
    for number, rows in enumerate(rounds, start=1):
        if not all(row.complete for row in rows):
            return
        sheets = tuple(
            sheet_of(table, side, number, row, totals[side])
            for side, row in enumerate(rows)
        )
        totals = tuple(sheet.total for sheet in sheets)
        yield sheets
        if standing(table, number, totals, rows).is_over:
            return
