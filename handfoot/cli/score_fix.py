"""Correcting what was entered before."""

from __future__ import annotations

from handfoot.cli.look import Look
from handfoot.cli.score_asking import ReadLine, refuse
from handfoot.errors import HandfootError
from handfoot.scorekeeping.change import shown
from handfoot.scorekeeping.countable import Field
from handfoot.scorekeeping.keeping import Keeper
from handfoot.scorekeeping.rows import field_named

__all__ = ["fix"]


def fix(look: Look, keeper: Keeper, line: ReadLine, words: str) -> None:
    """Correct one entry and print what that changes.

    Args:
        look: How things look.
        keeper: The file with the score sheet.
        line: Reads a line.
        words: Round, side, field and value; what is missing is asked for.
    """
    try:
        number, side, rest = _place(keeper, line, words)
        field, value = _field(look, keeper, line, side, number, rest)
        change = keeper.enter(side, {field.name: value}, round=number, complete=False)
    except HandfootError as error:
        refuse(look, error)
        return
    for said in change.lines():
        look.line(f"  {said}")
    if not [*change.lines()]:
        look.line("  Nothing changed.")
    for one in (*change.doubts, *_elsewhere(keeper, number)):
        look.line(("? ", "bold"), f"round {number}: {one}")


def _elsewhere(keeper: Keeper, number: int) -> list[str]:
    """Return what no longer can be in other rounds, since totals decide on rules."""
    return [
        f"now round {other}: {one.message}"
        for other in range(1, len(keeper.sheet.rows) + 1)
        if other != number
        for one in keeper.sheet.objections(other)
        if one.certain
    ]


def _place(keeper: Keeper, line: ReadLine, words: str) -> tuple[int, int, str]:
    """Return round, side and what else is said."""
    sheet = keeper.sheet
    last = len(sheet.rows)
    if not last:
        raise HandfootError("nothing is entered yet")
    first, _, rest = words.partition(" ")
    if not first:
        first = line(f"  which round, 1 to {last}? [{last}]: ") or str(last)
    if first not in [str(number) for number in range(1, last + 1)]:
        raise HandfootError(f"say the round first: fix 1 {sheet.names[0]} ...")
    rest = rest.strip()
    if not rest:
        rest = line(f"  which side, {' or '.join(sheet.names)}? ")
    parts = rest.split()
    for count in range(len(parts), 0, -1):
        try:
            side = sheet.table.side(" ".join(parts[:count]))
        except HandfootError:
            continue
        return int(first), side, " ".join(parts[count:])
    return int(first), sheet.table.side(rest), ""


def _field(
    look: Look, keeper: Keeper, line: ReadLine, side: int, number: int, rest: str
) -> tuple[Field, str]:
    sheet = keeper.sheet
    known = sheet.fields(side, number)
    values = sheet.row(side, number).values
    if not rest:
        for one in known:
            look.line(f"    {one.name}: {shown(values.get(one.name))}")
        rest = line("  which of these, and what instead? ")
    parts = rest.split()
    for count in range(len(parts), 0, -1):
        try:
            field = field_named(" ".join(parts[:count]), known)
        except HandfootError:
            if count == 1:
                raise
            continue
        value = " ".join(parts[count:])
        if not value:
            now = shown(values.get(field.name))
            value = line(f"  {field.label}, {now} now; what instead? ")
        return field, value
    raise HandfootError("nothing was said, and nothing changed")
