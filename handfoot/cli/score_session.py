"""Keeping score in the terminal: one round after another, and commands between."""

from __future__ import annotations

from typing import Final

from handfoot.cli.look import BLACK, Look
from handfoot.cli.prompt import LineReader
from handfoot.cli.score_asking import Again, Asker, Leave
from handfoot.cli.score_fix import fix
from handfoot.cli.score_view import show_all, show_brief, show_side, show_standing
from handfoot.scorekeeping.keeping import Keeper
from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["ScoreSession"]

_HELP: Final = (
    ("Enter", "what stands in [brackets]: nothing of it, or what is there"),
    ("640", "a number; points also as 340+300, or cards by value: 20x3 10x12 5x4"),
    ("back", "go back one question"),
    ("fix", "correct any entry; in one line: fix 1 East melded 650"),
    ("sheet", "show every round so far"),
    ("quit", "leave; everything entered is kept"),
)


class ScoreSession:
    """Asks for everything that people count, until the match is over.

    Args:
        look: How things look.
        keeper: The file with the score sheet.
        reader: Where lines come from.
    """

    def __init__(self, look: Look, keeper: Keeper, reader: LineReader) -> None:
        self._look = look
        self._keeper = keeper
        self._reader = reader

    @property
    def _sheet(self) -> ScoreSheet:
        return self._keeper.sheet

    def run(self) -> None:
        """Ask until the match is over, or until somebody leaves."""
        try:
            while True:
                try:
                    self._rounds()
                    self._after()
                    return
                except Again:
                    continue
        except Leave:
            self._look.line(f"Everything is kept in {self._keeper.path}.")

    def _rounds(self) -> None:
        while (number := self._sheet.round) is not None:
            show_brief(self._look, self._sheet, number)
            for side, name in enumerate(self._sheet.names):
                if not self._sheet.row(side, number).complete:
                    self._look.line((name, BLACK))
                    Asker(self._look, self._keeper, self._line, side, number).run()
                    self._show(side, number)
            show_standing(self._look, self._sheet)

    def _show(self, side: int, number: int) -> None:
        done = number <= self._sheet.rounds
        so_far = self._sheet.sheet_so_far
        one = self._sheet.sheets(number)[side] if done else so_far(side)
        show_side(self._look, self._sheet, one)

    def _after(self) -> None:
        """Let people correct entries when the match is over."""
        self._look.line(f"Everything is kept in {self._keeper.path}.")
        while self._line("`fix` corrects an entry, `sheet` shows all, Enter ends: "):
            self._look.line("Type fix, sheet or just Enter.")

    def _line(self, prompt: str) -> str:
        """Return what is typed, commands done.

        Raises:
            Leave: somebody wants to leave, or there are no more lines.
            Again: an earlier entry was corrected.
        """
        while True:
            said = self._reader.read(prompt)
            if said is None:
                raise Leave
            word, _, rest = said.partition(" ")
            match word.casefold():
                case "quit" | "exit" | "q":
                    raise Leave
                case "help" | "?":
                    for name, about in _HELP:
                        self._look.line((f"  {name:6}", BLACK), f" {about}")
                case "sheet":
                    show_all(self._look, self._sheet)
                case "fix":
                    fix(self._look, self._keeper, self._line, rest)
                    raise Again
                case _:
                    return said
