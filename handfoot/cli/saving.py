"""Writing the record of a game to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from handfoot.cli.look import Look
from handfoot.table.game import Game
from handfoot.table.record import Record

#: Bytes of a file in which a record says what it is.
_START: Final = 400


def why_not_saved(path: Path) -> str:
    """Return why no record can be written to ``path``; empty when one can.

    A file that is there is written over only when it holds a record, so that nobody
    loses the rules they play by.
    """
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    if not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            start = file.read(_START)
    except OSError as error:
        return f"{path}: {error.strerror or error}"
    if start.strip() and b"handfoot_record" not in start:
        return f"{path} is there already and holds no record; it was left as it is"
    return ""


def write_record(look: Look, game: Game, path: Path) -> bool:
    """Write the record of ``game``, as JSON or YAML as the name ends; tell if it is."""
    reason = why_not_saved(path)
    if reason:
        look.line(f"The game could not be saved: {reason}.")
        return False
    record = Record.from_game(game)
    as_json = path.suffix.lower() == ".json"
    text = record.dumps(format="json" if as_json else "yaml")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        look.line(f"The game could not be saved: {path}: {error.strerror or error}.")
        return False
    look.line(f"Saved to {path}.")
    return True
