"""Reading lines: from a person with completion, or from a pipe, one line each."""

from __future__ import annotations

import sys
from collections.abc import Callable

Complete = Callable[[str], list[str]]


class LineReader:
    """Reads what is typed; with history and completion where there is a terminal.

    Args:
        complete: Returns the whole lines that a beginning may become.
    """

    def __init__(self, complete: Complete) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._complete = complete
        self._found: list[str] = []
        if self.interactive:
            self._set_up()

    def read(self, prompt: str) -> str | None:
        """Return the next line without spaces around it; ``None`` at the end."""
        if self.interactive:
            try:
                return input(prompt).strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        # What was typed ahead is shown, so that the text reads like a game.
        print(line.rstrip("\n"))
        return line.strip() if line else None

    def _set_up(self) -> None:
        try:
            import readline
        except ImportError:  # not every platform has it
            return
        readline.set_completer_delims("")
        readline.set_completer(self._next)
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            readline.parse_and_bind("tab: complete")
            readline.parse_and_bind("set show-all-if-ambiguous on")
            readline.parse_and_bind("set enable-bracketed-paste off")

    def _next(self, line: str, number: int) -> str | None:
        """Return the ``number``-th completion, as readline asks for them."""
        if number == 0:
            self._found = self._complete(line)
        return self._found[number] if number < len(self._found) else None
