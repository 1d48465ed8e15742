"""The questions about one side's round, until all is counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from handfoot.cli.look import BLACK, DIM, Look
from handfoot.errors import HandfootError, ScoreError
from handfoot.rules.language.words import listed
from handfoot.scorekeeping.change import Change, shown
from handfoot.scorekeeping.countable import HELD, OF, OUT, Field
from handfoot.scorekeeping.keeping import Keeper
from handfoot.scorekeeping.objections import Objection
from handfoot.scorekeeping.rows import read_value
from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["Again", "Asker", "Leave", "refuse"]

#: Returns what is typed behind a prompt, commands done.
ReadLine = Callable[[str], str]

_YES: Final = frozenset({"", "y", "yes"})
_USUAL: Final = {
    "player": "nobody",
    "flag": "no",
    "count": "0",
    "points": "0",
    "number": "0",
}


class Leave(Exception):  # noqa: N818 - reads as what happens
    """Somebody wants to leave, or there are no more lines."""


class Again(Exception):  # noqa: N818 - reads as what happens
    """Something else was changed, so that what to ask for must be looked at again."""


def refuse(look: Look, error: HandfootError) -> None:
    """Print why an entry is not taken, with the key that decides."""
    told = error.objections if isinstance(error, ScoreError) else ()
    # The first reason is the nearest; those behind it mostly follow from it.
    look.line(("No: ", BLACK), str(told[0] if told else error))
    for one in told[:1]:
        look.line((f"    [{one.key}, {one.origin}]", DIM))


class Asker:
    """Asks for everything that people count for one side in one round.

    Args:
        look: How things look.
        keeper: The file with the score sheet.
        line: Reads a line.
        side: Number of the side.
        number: Number of the round.
    """

    def __init__(
        self, look: Look, keeper: Keeper, line: ReadLine, side: int, number: int
    ) -> None:
        self._look = look
        self._keeper = keeper
        self._line = line
        self._side = side
        self._number = number
        self._told = False
        self._confirmed: set[tuple[str, int | None]] = set()

    @property
    def _sheet(self) -> ScoreSheet:
        return self._keeper.sheet

    @property
    def _values(self) -> dict[str, Any]:
        return dict(self._sheet.row(self._side, self._number).values)

    def run(self) -> None:
        """Ask one question after another; each answer is on disk before the next."""
        next_one = ""
        while True:
            missing = self._missing()
            if not next_one and not missing:
                next_one = self._finish()
                if not next_one:
                    return
            field = self._field(next_one) if next_one else missing[0]
            next_one = self._ask(field)

    def _field(self, name: str) -> Field:
        known = self._sheet.fields(self._side, self._number)
        return next((one for one in known if one.name == name), known[0])

    def _missing(self) -> list[Field]:
        """Return the fields that are still to be asked for."""
        values = self._values
        return [
            field
            for field in self._sheet.fields(self._side, self._number)
            if field.name not in values and not self._idle(field)
        ]

    def _idle(self, field: Field) -> bool:
        """Whether a field can only be empty, given what is entered already."""
        first = self._sheet.table.sides[self._side][0]
        if field.group == HELD:
            at = self._sheet.table.situation(self._number, 0)
            rule = self._sheet.rules.at(at).going_out
            out = self._values.get(OUT)
            return rule.in_packet == "last" and (field.part or first) == out
        if field.group.startswith(OF):
            row = self._sheet.row(self._side, self._number)
            return field.name not in row.unsaid(self._sheet.tables(self._side))
        if field.kind in ("points", "number"):
            return False
        one: Any = {"count": 1, "flag": True, "player": first}[field.kind]
        for why in self._judged({field.name: one}).objections:
            if why.certain and why.code == "out_without_quota" and not self._told:
                self._told = True
                self._look.line((f"  {why.message}", DIM))
            if why.certain:
                return True
        return False

    def _judged(self, values: dict[str, Any], *, complete: bool = False) -> Change:
        return self._sheet.consider(
            self._side, values, round=self._number, complete=complete
        )

    def _ask(self, field: Field) -> str:
        """Ask for one field until it is kept.

        Returns the name of the field to ask for next, empty for whatever is missing.
        """
        now = self._values.get(field.name)
        usual = _USUAL[field.kind]
        if field.kind == "player" and self._sheet.table.side_size == 1:
            usual = "no"
        default = usual if now is None else shown(now)
        prompt = f"  {self._question(field)} [{default}]: "
        while True:
            said = self._line(prompt)
            if said == "back":
                return self._before(field)
            value = said or (default if now is None else now)
            try:
                value = self._named(field, value)
                judged = self._judged({field.name: value})
                if any(one.certain for one in judged.objections) or self._sure(
                    judged.doubts
                ):
                    self._keeper.enter(
                        self._side,
                        {field.name: value},
                        round=self._number,
                        complete=False,
                    )
                    return ""
            except HandfootError as error:
                refuse(self._look, error)

    def _named(self, field: Field, value: Any) -> Any:
        """Return a value, with the player named where a yes leaves that open."""
        names = self._sheet.table.sides[self._side]
        if field.kind == "player" and read_value(field, value, names) is True:
            return self._line(f"  which of them, {listed(names, 'or')}? ")
        return value

    def _question(self, field: Field) -> str:
        if field.kind == "player":
            names = self._sheet.table.sides[self._side]
            return f"who went out, {listed(names, 'or')}?" if names[1:] else "went out?"
        notes = [f"{field.each:,} each" if field.kind == "count" else f"{field.each:,}"]
        if not field.each:
            notes = []
        if field.kind == "flag":
            notes.append("yes or no")
        if field.note:
            notes.append(field.note)
        return f"{field.label} ({', '.join(notes)})" if notes else field.label

    def _before(self, field: Field) -> str:
        """Return the filled field before ``field``, or ``field`` if there is none."""
        values = self._values
        names = [one.name for one in self._sheet.fields(self._side, self._number)]
        filled = [name for name in names[: names.index(field.name)] if name in values]
        if not filled:
            self._look.line("This is the first question here; `fix` reaches others.")
        return filled[-1] if filled else field.name

    def _sure(self, doubts: tuple[Objection, ...]) -> bool:
        """Question what is unlikely, once; whether it stands."""
        fresh = [one for one in doubts if (one.code, one.found) not in self._confirmed]
        for one in fresh:
            self._look.line(("? ", BLACK), one.message)
        if fresh and self._line("  Is that right? [yes]: ").casefold() not in _YES:
            return False
        self._confirmed |= {(one.code, one.found) for one in fresh}
        return True

    def _finish(self) -> str:
        """Close the row; return the field to ask for again, empty when it is closed."""
        judged = self._judged({}, complete=True)
        refused = [one for one in judged.objections if one.certain]
        try:
            if not refused and self._sure(judged.doubts):
                self._keeper.enter(self._side, {}, round=self._number)
                return ""
        except HandfootError as error:
            refuse(self._look, error)
            raise Again from None
        if refused:
            refuse(self._look, ScoreError(refused[0].message, tuple(refused)))
        known = {one.name for one in self._sheet.fields(self._side, self._number)}
        wrong = [
            name
            for one in (*refused, *judged.doubts)
            for side, name in one.fields
            if side == self._side and name in known
        ]
        return wrong[0] if wrong else next(iter(known))
