"""ScoreSheet: a match at a real table, scored from what people count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from handfoot.errors import HandfootError, ScoreError
from handfoot.play.match import Standing
from handfoot.play.scoring import Line, Sheet
from handfoot.play.tables import Tables
from handfoot.rules.loading import load_rules
from handfoot.rules.ruleset import RuleSet
from handfoot.scorekeeping.arithmetic import arithmetic
from handfoot.scorekeeping.brief import Brief, brief
from handfoot.scorekeeping.change import Change
from handfoot.scorekeeping.countable import OUT, Field
from handfoot.scorekeeping.doubts import unlikely
from handfoot.scorekeeping.entering import read_values, with_values
from handfoot.scorekeeping.fields import fields
from handfoot.scorekeeping.limits import impossible
from handfoot.scorekeeping.objections import Objection, RoundFacts
from handfoot.scorekeeping.results import scored, sheet_of, standing, tables_of
from handfoot.scorekeeping.rows import EMPTY, Row
from handfoot.scorekeeping.seating import Seating, in_lot, seating
from handfoot.table.game import Outcome

__all__ = ["ScoreSheet"]


class ScoreSheet:
    """The score of a match that is played with real cards.

    Sides are meant by number (from 0), by name or by the name of a player; rounds by
    number, from 1. Every entry is checked against the ruleset and its deck before it is
    taken; scores are those of the engine.

    Args:
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        sides: The players of each side, clockwise; one name for a player alone.
        dealer: Who deals round one; the ruleset decides when not given.
        order: Numbers of the rounds as the lot has them, where the ruleset draws lots
            (``match.order``); all are to be named.

    Raises:
        HandfootError: the ruleset does not allow this table or order.
        RulesetError: the ruleset cannot be loaded.
    """

    __slots__ = ("_done", "_rows", "table")

    table: Seating

    def __init__(
        self,
        rules: RuleSet | str | Path,
        sides: Sequence[str | Sequence[str]],
        *,
        dealer: str | None = None,
        order: Sequence[int] | None = None,
    ) -> None:
        ruleset = rules if isinstance(rules, RuleSet) else load_rules(rules)
        self.table = in_lot(seating(ruleset, sides, dealer), order)
        self._rows: list[list[Row]] = []
        self._done: list[tuple[Sheet, ...]] | None = None

    # -- the table --------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The ruleset."""
        return self.table.rules

    @property
    def names(self) -> tuple[str, ...]:
        """What to call each side."""
        return self.table.names

    @property
    def round(self) -> int | None:
        """Number of the round to be entered; ``None`` when the match is over."""
        return None if self._over else len(self._results()) + 1

    @property
    def rounds(self) -> int:
        """How many rounds are finished, those after the end of the match left out."""
        return len(self._results())

    @property
    def surplus(self) -> int:
        """How many rounds are entered after the one that ended the match."""
        return len(self._rows) - len(self._results()) if self._over else 0

    @property
    def totals(self) -> tuple[int, ...]:
        """Totals of the sides after the last finished round (points)."""
        done = self._results()
        if not done:
            return (0,) * len(self.table.sides)
        return tuple(sheet.total for sheet in done[-1])

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides that are ahead; all of them before the first round."""
        return self.standing.leaders

    @property
    def standing(self) -> Standing:
        """How the match stands after the last finished round."""
        number = self.rounds
        rows = self._rows[number - 1] if number else ()
        return standing(self.table, number, self.totals, rows)

    def outcome(self) -> Outcome | None:
        """Return how the match ended, or ``None`` while it goes on."""
        if not self._over:
            return None
        return Outcome(self.standing.winners, self.totals, self.rounds)

    def brief(self, round: int | None = None) -> Brief:
        """Return who deals, what opens and what changes in a round.

        Args:
            round: Number of the round; the one to be entered when not given, or the
                last one of a finished match.
        """
        number = self._number(round)
        first = self.table.first_of(number, self._went_out(number - 1))
        return brief(self.table, number, self._before(number), first)

    def _went_out(self, number: int) -> str | None:
        """Return who went out in a round, the side where that is all that is known."""
        rows = self._rows[number - 1] if 0 < number <= len(self._rows) else ()
        for names, row in zip(self.table.names, rows, strict=False):
            said = row.values.get(OUT)
            if said:
                return said if isinstance(said, str) else f"a player of {names}"
        return None

    # -- what is entered --------------------------------------------------------------

    def fields(
        self, side: int | str = 0, round: int | None = None
    ) -> tuple[Field, ...]:
        """Return everything that is counted for a side in a round, in asking order."""
        number, which = self._number(round), self.table.side(side)
        row = self.row(which, number)
        score = self._before(number)[which]
        return fields(self.table, which, number, score, out=row.out)

    def row(self, side: int | str, round: int | None = None) -> Row:
        """Return what is entered for a side in a round."""
        number = self._number(round)
        rows = self._rows[number - 1] if number <= len(self._rows) else None
        return EMPTY if rows is None else rows[self.table.side(side)]

    def enter(
        self,
        side: int | str,
        values: Mapping[str, Any],
        *,
        round: int | None = None,
        complete: bool = True,
    ) -> Change:
        """Enter what was counted for a side, or correct it; all or nothing is taken.

        Args:
            side: The side.
            values: Field names with what was counted. Books, unfinished melds and held
                points may stand in a map of their own (``{"books": {"clean": 2}}``) or
                alone (``{"clean": 2}``). What is not said stays as it was.
            round: Number of the round; the one to be entered when not given.
            complete: Whether that is all for this side and round; a finished row stays
                finished.

        Returns:
            What changed, with everything unlikely about it.

        Raises:
            ScoreError: something of it cannot be, by the ruleset and its deck.
            HandfootError: a field, a value, the side or the round is none.
        """
        change, rows = self._changed(side, values, round, complete=complete)
        refused = tuple(one for one in change.objections if one.certain)
        if refused:
            # One sentence for each kind of mistake: the first says it best.
            told: dict[str, str] = {}
            for one in refused:
                told.setdefault(one.code, str(one))
            raise ScoreError(" ".join(told.values()), refused)
        self._rows, self._done = rows, None
        return change

    def consider(
        self,
        side: int | str,
        values: Mapping[str, Any],
        *,
        round: int | None = None,
        complete: bool = True,
    ) -> Change:
        """Return what :meth:`enter` would change and object to; nothing is entered.

        Raises:
            HandfootError: a field, a value, the side or the round is none.
        """
        return self._changed(side, values, round, complete=complete)[0]

    @property
    def rows(self) -> tuple[tuple[Row, ...], ...]:
        """Everything that is entered, by round and side."""
        return tuple(map(tuple, self._rows))

    def objections(self, round: int | None = None) -> tuple[Objection, ...]:
        """Return all that cannot be or is unlikely, in one round or in all."""
        numbers = range(1, len(self._rows) + 1) if round is None else (round,)
        return tuple(
            one
            for number in numbers
            for one in _judged(self._facts(number, self._rows))
        )

    # -- scores -----------------------------------------------------------------------

    def sheets(self, round: int | None = None) -> tuple[Sheet, ...]:
        """Return the score sheets of a finished round, or of all, round by round."""
        done = self._results()
        if round is None:
            return tuple(sheet for sheets in done for sheet in sheets)
        if not 1 <= round <= len(done):
            raise HandfootError(f"round {round} is not finished")
        return done[round - 1]

    def sheet_so_far(self, side: int | str) -> Sheet:
        """Return the score sheet of a side for what is entered of the current round."""
        which, number = self.table.side(side), self._number(None)
        before = self._before(number)[which]
        return sheet_of(self.table, which, number, self.row(which, number), before)

    def tables(self, side: int | str, round: int | None = None) -> Tables:
        """Return the compiled rules by which a side is scored in a round."""
        which, number = self.table.side(side), self._number(round)
        before = self._before(number)[which]
        return tables_of(self.table, number, self.row(which, number), before)

    def arithmetic(self, sheet: Sheet, line: Line) -> str:
        """Return the sum behind a line of a sheet of this match: ``2 × 500``."""
        row = self.row(sheet.side, sheet.round)
        tables = tables_of(self.table, sheet.round, row, sheet.before)
        return arithmetic(tables, row, line)

    # -- text -------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return everything as YAML, which :meth:`loads` reads."""
        from handfoot.scorekeeping.writing import sheet_text

        return sheet_text(self)

    def html(self) -> str:
        """Return the sheet as a page that prints on one side of paper."""
        from handfoot.scorekeeping.html import sheet_html

        return sheet_html(self)

    @classmethod
    def loads(cls, text: str, *, name: str = "<score sheet>") -> ScoreSheet:
        """Return the score sheet that a text holds.

        Args:
            text: The text.
            name: What to call it in messages.

        Raises:
            ScoreError: it is no score sheet, or holds what cannot be.
        """
        from handfoot.scorekeeping.reading import sheet_from

        return sheet_from(text, name)

    def copy(self) -> ScoreSheet:
        """Return an independent copy."""
        twin = ScoreSheet.__new__(ScoreSheet)
        twin.table, twin._rows, twin._done = self.table, self._rows, self._done
        return twin

    def __repr__(self) -> str:
        sides = ", ".join(self.names)
        where = "over" if self.round is None else f"round {self.round}"
        return f"<ScoreSheet of {self.rules.name!r}, {sides}: {where}>"

    # -- within -----------------------------------------------------------------------

    @property
    def _over(self) -> bool:
        return bool(self.rounds) and self.standing.is_over

    def _number(self, round: int | None) -> int:
        """Return a round that is finished or being entered, as a number."""
        now = self.round or len(self._rows) or 1
        if round is None:
            return now
        last = max(now, len(self._rows))
        if isinstance(round, bool) or not 1 <= round <= last:
            ready = f"rounds 1 to {last}" if last > 1 else "only round 1"
            raise HandfootError(
                f"there is no round {round} yet: {ready} can be entered"
            )
        return round

    def _before(self, number: int) -> tuple[int, ...]:
        done = self._results()
        if number == 1 or not done:
            return (0,) * len(self.names)
        return tuple(sheet.total for sheet in done[min(number - 1, len(done)) - 1])

    def _results(self) -> list[tuple[Sheet, ...]]:
        if self._done is None:
            self._done = [*scored(self.table, self._rows)]
        return self._done

    def _facts(self, number: int, rounds: Sequence[Sequence[Row]]) -> RoundFacts:
        # Only this round may be new in ``rounds``: those before it are as they were.
        return RoundFacts(self.table, number, self._before(number), rounds[number - 1])

    def _changed(
        self,
        side: int | str,
        values: Mapping[str, Any],
        round: int | None,
        *,
        complete: bool,
    ) -> tuple[Change, list[list[Row]]]:
        which = self.table.side(side)
        if round is None and self.round is None:
            raise HandfootError("the match is over: say which round, to correct it")
        number = self._number(round)
        old = self.row(which, number)
        read = read_values(
            self.table, which, number, self._before(number)[which], values
        )
        new = with_values(old, read, complete=complete or old.complete)
        rows = [list(row) for row in self._rows]
        if number > len(rows):
            rows.append([EMPTY] * len(self.names))
        rows[number - 1][which] = new
        objections = tuple(
            one
            for one in _judged(self._facts(number, rows))
            if any(one.touches(which, field.name) for field in read)
            or (complete and not old.complete and one.touches(which))
        )
        return Change(
            table=self.table,
            round=number,
            side=which,
            fields=tuple((f, old.values.get(f.name), v) for f, v in read.items()),
            before=tuple(self._results()),
            after=tuple(scored(self.table, rows)),
            objections=objections,
        ), rows


def _judged(facts: RoundFacts) -> Iterator[Objection]:
    yield from impossible(facts)
    yield from unlikely(facts)
