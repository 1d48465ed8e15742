"""Write the golden records: the beginning of a match under each shipped variant.

Run it only when a new variant is shipped: a record that is there stays as it is, for
its purpose is to show that this version still reads and replays what an earlier one
wrote.

    python scripts/remake_records.py
"""

from __future__ import annotations

from pathlib import Path

from handfoot import Game, Record, variant_names
from handfoot.players.random import RandomPlayer

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "records"
ACTIONS = 150


def beginning(name: str) -> Game:
    """Return the first actions of a match that random players play."""
    game = Game(name, seed=f"golden {name}")
    player = RandomPlayer(name)
    while (seat := game.turn) is not None and game.ply < ACTIONS:
        game.push(player.choose(game.view(seat)))
    return game


def main() -> None:
    """Write the records that are missing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in variant_names():
        path = FOLDER / f"{name}.yaml"
        if not path.exists():
            path.write_text(Record.from_game(beginning(name)).dumps(), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
