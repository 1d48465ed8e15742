"""Rows from a spreadsheet: CSV with one row for each side and round."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Final

from handfoot.errors import HandfootError, ScoreError
from handfoot.rules.ruleset import RuleSet
from handfoot.scorekeeping.reading import RowData, fill, sides_in
from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["sheet_from_csv"]

#: What programs put between cells; the one that the first line holds most often wins.
_BETWEEN: Final = (",", ";", "\t")
_NEEDED: Final = ("round", "side")


def sheet_from_csv(
    text: str,
    rules: RuleSet,
    *,
    sides: list[tuple[str, ...]] | None = None,
    dealer: str | None = None,
    order: Sequence[int] | None = None,
) -> ScoreSheet:
    """Return the score sheet that a table of rows makes.

    The first line names the columns: ``round``, ``side`` and the fields of the
    ruleset. An empty cell says nothing, and a row without any entry is no row.

    Args:
        text: The text of the table.
        rules: The ruleset.
        sides: The sides; those that the rows name when not given.
        dealer: Who deals round one.
        order: The rounds as the lot has them, where the ruleset draws lots.

    Raises:
        ScoreError: the text is no such table, or a row cannot be.
    """
    rows = _rows(text)
    try:
        sheet = ScoreSheet(rules, sides or sides_in(rows), dealer=dealer, order=order)
    except ScoreError:
        raise
    except HandfootError as error:
        raise ScoreError(str(error)) from None
    # A row that was made ready and never filled in is no round of nothing.
    fill(sheet, [row for row in rows if set(row.values) - set(_NEEDED)])
    return sheet


def _rows(text: str) -> list[RowData]:
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    between = max(_BETWEEN, key=first.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=between, strict=True)
    rows: list[RowData] = []
    names: list[str] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if not names:
                names = [cell.strip() for cell in cells]
                _check_names(names)
                continue
            if len(cells) > len(names):
                raise ScoreError(
                    f"this row has {len(cells)} cells under {len(names)} names; a "
                    "text with a comma needs quotes",
                    (),
                    reader.line_num,
                )
            values = {
                name: cell.strip()
                for name, cell in zip(names, cells, strict=False)
                if cell.strip()
            }
            rows.append(RowData(values, reader.line_num))
    except csv.Error as error:
        raise ScoreError(f"this is no table: {error}", (), reader.line_num) from None
    if not names:
        raise ScoreError("this table is empty")
    return rows


def _check_names(names: list[str]) -> None:
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ScoreError(f"two columns are called {name!r}", (), 1)
    missing = [name for name in _NEEDED if name not in names]
    if missing:
        raise ScoreError(
            f"the first line names the columns, and there is no {missing[0]!r} among "
            "them; begin with round,side",
            (),
            1,
        )
