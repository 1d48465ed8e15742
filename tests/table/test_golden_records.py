from __future__ import annotations

from pathlib import Path

import pytest

from handfoot import Record, variant_names

FOLDER = Path(__file__).parents[1] / "golden" / "records"


@pytest.mark.parametrize("name", [*variant_names(), "from-a-position"])
def test_golden_record_replays(name: str) -> None:
    """What an earlier version recorded still reads, replays and is written alike."""
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    record = Record.loads(text)
    game = record.play()
    assert game.actions == tuple(step.action for step in record.steps)
    again = Record.from_game(game)
    assert again.began == record.began
    assert (record.began is not None) == (name == "from-a-position")
    assert (again.steps, again.rules.digest) == (record.steps, record.rules.digest)
