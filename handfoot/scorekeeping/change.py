"""What an entry or a correction changes."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from handfoot.play.scoring import Sheet
from handfoot.scorekeeping.brief import brief
from handfoot.scorekeeping.countable import Field
from handfoot.scorekeeping.objections import Objection
from handfoot.scorekeeping.points import Points
from handfoot.scorekeeping.rows import Value
from handfoot.scorekeeping.seating import Seating

__all__ = ["Change", "shown"]


def shown(value: Value | None) -> str:
    """Return a value as people read it, ``-`` for none."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case Points():
            return (
                f"{value.total:,}" if not value.cards else f"{value} = {value.total:,}"
            )
        case _:
            return str(value)


@attrs.frozen
class Change:
    """What one entry changes.

    Attributes:
        table: Who plays what.
        round: Number of the round.
        side: Number of the side.
        fields: Each field with its value before (``None`` where it had none) and after.
        before: Score sheets of the finished rounds before the change.
        after: The same after it.
        objections: What is held against it; the certain ones refuse it.
    """

    table: Seating
    round: int
    side: int
    fields: tuple[tuple[Field, Value | None, Value], ...]
    before: tuple[tuple[Sheet, ...], ...] = attrs.field(repr=False)
    after: tuple[tuple[Sheet, ...], ...] = attrs.field(repr=False)
    objections: tuple[Objection, ...] = ()

    @property
    def doubts(self) -> tuple[Objection, ...]:
        """What is only unlikely."""
        return tuple(one for one in self.objections if not one.certain)

    def lines(self) -> Iterator[str]:
        """Yield what changed, a line each: fields, scores of the round, totals."""
        who = self.table.names[self.side]
        for field, before, after in self.fields:
            if before != after:
                was = "" if before is None else f"{shown(before)} -> "
                yield f"round {self.round}, {who}, {field.label}: {was}{shown(after)}"
        for number, sheets in enumerate(self.after, start=1):
            old = self.before[number - 1] if number <= len(self.before) else None
            if old is None:
                continue
            for was_sheet, sheet in zip(old, sheets, strict=True):
                name = self.table.names[sheet.side]
                if was_sheet.points != sheet.points:
                    yield (
                        f"round {number}, {name}: {was_sheet.points:,} -> "
                        f"{sheet.points:,}"
                    )
        yield from self._totals()
        yield from self._opening()

    def _totals(self) -> Iterator[str]:
        if not self.before or not self.after or len(self.before) > len(self.after):
            return
        last = len(self.before) - 1
        for was_sheet, sheet in zip(self.before[last], self.after[last], strict=True):
            if was_sheet.total != sheet.total:
                name = self.table.names[sheet.side]
                yield f"total of {name}: {was_sheet.total:,} -> {sheet.total:,}"

    def _opening(self) -> Iterator[str]:
        """Yield the opening minimums of the next round that follow the totals."""
        number = len(self.after) + 1
        if not self.before or not self.after or len(self.before) != len(self.after):
            return
        old, new = (
            brief(self.table, number, [sheet.total for sheet in done[-1]]).minimums
            for done in (self.before, self.after)
        )
        for name, was, now in zip(self.table.names, old, new, strict=True):
            if was != now:
                yield f"to open in round {number}, {name}: {was} -> {now}"

    def __str__(self) -> str:
        return "\n".join(self.lines()) or "nothing changed"
