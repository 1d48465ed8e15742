"""Ctrl-C while a command begins."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Presses Ctrl-C when a module is looked for.
PROGRAM = """
import os, signal, sys

class Pressed:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Pressed())
sys.argv = ["handfoot", "check", "whitnack"]
from handfoot.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["click", "handfoot.cli", "handfoot.cli.check", ""])
def test_one_line_whatever_is_imported(module: str) -> None:
    """Wherever it comes there is one line, no traceback, and the code of shells."""
    pressed = bool(module)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (130 if pressed else 0)
    assert done.stderr == ("Stopped.\n" if pressed else "")
