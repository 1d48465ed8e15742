"""Everything this library raises on purpose.

One parent, so that a program can catch all of it with ``except HandfootError``.
Each error is a plain value: it can be pickled, copied and sent to another process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handfoot.play.refusals import Refusal
    from handfoot.rules.reports.problems import Report
    from handfoot.scorekeeping.objections import Objection

__all__ = [
    "HandfootError",
    "IllegalAction",
    "NotationError",
    "RecordError",
    "RulesetError",
    "ScenarioError",
    "ScoreError",
]


class HandfootError(Exception):
    """The parent of every error of this library."""


class RulesetError(HandfootError):
    """A ruleset cannot be played.

    Attributes:
        report: Every problem that was found, with its place and its mend.
    """

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        return self.report.text()


class IllegalAction(HandfootError):  # noqa: N818 - reads as what happened
    """An action breaks the rules; nothing at the table has changed.

    Attributes:
        refusals: Every rule that the action breaks.
    """

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        refusals = tuple(refusals)
        super().__init__(refusals)
        self.refusals = refusals

    def __str__(self) -> str:
        return " ".join(refusal.message for refusal in self.refusals)


class NotationError(HandfootError):
    """A text is not the notation of a card or an action.

    Attributes:
        message: What is wrong, in one sentence.
        text: The text that was read.
        position: Where reading failed, in characters from 0.
    """

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        super().__init__(message, text, position)
        self.message = message
        self.text = text
        self.position = position

    def __str__(self) -> str:
        return self.message


class RecordError(HandfootError):
    """A record cannot be read, or does not replay under its rules.

    Attributes:
        message: What is wrong, in one sentence.
        line: Line of the record at fault, from 1; 0 when there is none.
        action: Text of the action at fault, empty when it is not an action.
        refusals: Why the rules refuse it.
    """

    def __init__(
        self,
        message: str,
        line: int = 0,
        action: str = "",
        refusals: tuple[Refusal, ...] = (),
    ) -> None:
        super().__init__(message, line, action, refusals)
        self.message = message
        self.line = line
        self.action = action
        self.refusals = refusals

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


class ScenarioError(HandfootError):
    """A scenario file, or the text of a position, says what cannot be.

    Attributes:
        report: Every problem that was found, with its place.
    """

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        return self.report.text(verdict=False)


class ScoreError(HandfootError):
    """An entry on a score sheet cannot be, or a score file cannot be read.

    Attributes:
        message: What is wrong, in one sentence or more.
        objections: Everything that is held against the entry.
        line: Line of the file at fault, from 1; 0 when there is none.
    """

    def __init__(
        self, message: str, objections: tuple[Objection, ...] = (), line: int = 0
    ) -> None:
        super().__init__(message, objections, line)
        self.message = message
        self.objections = objections
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message
