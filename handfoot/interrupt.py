"""Ctrl-C while a command works: one line, and the exit code that a shell expects."""

from __future__ import annotations

import sys
from typing import Final, NoReturn

__all__ = ["INTERRUPTED", "leave"]

#: What a shell expects of a program that was interrupted.
INTERRUPTED: Final = 130


def leave() -> NoReturn:
    """Say that the command was stopped, and end it."""
    print("Stopped.", file=sys.stderr)
    sys.exit(INTERRUPTED)
