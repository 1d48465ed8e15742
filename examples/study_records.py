"""A study: reads a folder of records and writes a table, one row for each round.

    python examples/study_records.py records/ --out rounds.csv

Every record is played again, so a row is what the rules make of it and not what the
file says. Records that cannot be played are named and left out.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from handfoot import (
    Discarded,
    Event,
    Game,
    Opened,
    Record,
    RecordError,
    RoundBegan,
    RoundEnded,
    RoundScored,
    TookPile,
)

COLUMNS = "file rules round side points total opening pickups turns ended went_out"


class Round:
    """What is counted in one round."""

    def __init__(self) -> None:
        self.opening: dict[int, int] = {}
        self.pickups: Counter[int] = Counter()
        self.turns = 0
        self.ended = ""
        self.out: int | None = None

    def note(self, event: Event, sides: int) -> None:
        """Count an event."""
        match event:
            case Opened(side=side, points=points):
                self.opening[side] = points
            case TookPile(seat=seat):
                self.pickups[seat % sides] += 1
            case Discarded():
                self.turns += 1
            case RoundEnded(reason=reason, seat=seat):
                self.ended = reason
                self.out = None if seat is None else seat % sides


def rows(name: str, game: Game) -> Iterator[dict[str, object]]:
    """Yield a row for each finished round and side of a game."""
    now = Round()
    for logged in game.events(everything=True):
        event = logged.event
        now.note(event, game.sides)
        if isinstance(event, RoundBegan):
            now = Round()
        elif isinstance(event, RoundScored):
            yield {
                "file": name,
                "rules": game.rules.name,
                "round": event.round,
                "side": event.side + 1,
                "points": event.points,
                "total": event.total,
                "opening": now.opening.get(event.side, ""),
                "pickups": now.pickups[event.side],
                "turns": now.turns,
                "ended": now.ended,
                "went_out": int(now.out == event.side),
            }


def main() -> int:
    """Write the table; the exit code is 1 when some record could not be read."""
    parser = argparse.ArgumentParser(description="Make a table of records.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, help="a file; the screen when not given")
    asked = parser.parse_args()
    table: list[dict[str, object]] = []
    wrong = 0
    files = (*asked.folder.glob("*.yaml"), *asked.folder.glob("*.json"))
    for path in sorted(files):
        try:
            record = Record.loads(path.read_text(encoding="utf-8"), name=path.name)
            table += rows(path.name, record.play())
        except RecordError as error:
            wrong += 1
            print(f"{path.name}: {error}", file=sys.stderr)
    out = asked.out.open("w", encoding="utf-8", newline="") if asked.out else sys.stdout
    with out:
        writer = csv.DictWriter(out, COLUMNS.split())
        writer.writeheader()
        writer.writerows(table)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
