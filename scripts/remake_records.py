"""Write the golden records: the beginning of a match under each shipped variant.

One more is of a game that began in a position.

Run it only when a new variant is shipped: a record that is there stays as it is, for
its purpose is to show that this version still reads and replays what an earlier one
wrote.

    python scripts/remake_records.py
"""

from __future__ import annotations

from pathlib import Path

from handfoot import Game, Position, Record, variant_names
from handfoot.players.random import RandomPlayer

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "records"
ACTIONS = 150
POSITION = "from-a-position.yaml"


def beginning(name: str) -> Game:
    """Return the first actions of a match that random players play."""
    game = Game(name, seed=f"golden {name}")
    player = RandomPlayer(name)
    while (seat := game.turn) is not None and game.ply < ACTIONS:
        game.push(player.choose(game.view(seat)))
    return game


def from_position() -> Game:
    """Return a game that began near the end of a round, and went on into the next."""
    position = Position(
        "whitnack",
        round=3,
        turn=2,
        phase="play",
        scores=[2100, 1850],
        hands={2: "9 9 9 K 2 4", 3: "A A A JK 5"},
        packets={2: []},
        melds={0: ["K K K K", "8 8 8 8 8 8 8"], 1: ["Q Q Q 2"]},
        pile="3b 6 10",
        seed=11,
    )
    game = position.game()
    player = RandomPlayer("position")
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
    path = FOLDER / POSITION
    if not path.exists():
        path.write_text(Record.from_game(from_position()).dumps(), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
