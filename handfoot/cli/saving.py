"""Writing the record of a game to a file."""

from __future__ import annotations

from pathlib import Path

from handfoot.cli.look import Look
from handfoot.table.game import Game
from handfoot.table.record import Record


def write_record(look: Look, game: Game, path: Path) -> None:
    """Write the record of ``game``, as JSON or YAML as the name ends."""
    record = Record.from_game(game)
    as_json = path.suffix.lower() == ".json"
    text = record.dumps(format="json" if as_json else "yaml")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        look.line(f"The game could not be saved: {error}")
        return
    look.line(f"Saved to {path}.")
