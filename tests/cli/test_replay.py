from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from handfoot.cli import cli
from handfoot.players.random import RandomPlayer
from handfoot.table.game import Game
from handfoot.table.record import Record


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A record of a part of a game."""
    game = Game("whitnack", ("South", "West", "North", "East"), seed=7)
    player = RandomPlayer(7)
    while (seat := game.turn) is not None and game.ply < 40:
        game.push(player.choose(game.view(seat)))
    path = tmp_path / "game.yaml"
    path.write_text(Record.from_game(game).dumps(), encoding="utf-8")
    return path


def replay(*arguments: object) -> tuple[int, str]:
    """Return the exit code and everything printed."""
    result = CliRunner().invoke(cli, ["replay", *map(str, arguments)])
    return result.exit_code, result.output


def test_a_record(file: Path) -> None:
    """The game is told, then the table as it stands, and that all was allowed."""
    code, output = replay(file)
    assert code == 0
    assert "Round 1: South dealt 13 cards" in output
    assert "to play" in output
    assert output.endswith("40 actions, all of them allowed.\n")


def test_until(file: Path) -> None:
    """Only so many actions are played."""
    code, output = replay(file, "--until", 3)
    assert code == 0
    assert output.endswith("3 actions, all of them allowed.\n")


def test_quiet(file: Path) -> None:
    """Only the verdict is printed."""
    assert replay(file, "-q") == (0, "40 actions, all of them allowed.\n")


def test_a_record_that_is_wrong(file: Path) -> None:
    """The first disagreement is shown with its line and keys; the exit code is 1."""
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\n  draw\n", "\n  ask\n", 1), encoding="utf-8")
    line = text[: text.index("\n  draw\n")].count("\n") + 2
    code, output = replay(file)
    assert code == 1
    assert f"game.yaml: line {line}: West may not 'ask': " in output
    assert "core.phase" in output


def test_a_redacted_record(file: Path) -> None:
    """What one seat saw is told; nothing is played."""
    record = Record.loads(file.read_text(encoding="utf-8"))
    file.write_text(record.redacted(0).dumps(format="json"), encoding="utf-8")
    code, output = replay(file)
    assert code == 0
    assert "You were dealt" in output
    assert "As seen by South" in output


def test_no_text(tmp_path: Path) -> None:
    """A file that is no text is refused without a traceback."""
    path = tmp_path / "game.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    code, output = replay(path)
    assert code == 2
    assert "Traceback" not in output


def test_several_records(file: Path) -> None:
    """Of a folder each record gets its verdict, one line each; the worst decides."""
    folder = file.parent
    text = file.read_text(encoding="utf-8")
    record = Record.loads(text)
    (folder / "a.json").write_text(record.dumps(format="json"), encoding="utf-8")
    (folder / "b.yaml").write_text(record.redacted(0).dumps(), encoding="utf-8")
    (folder / "rules.yaml").write_text("handfoot: 1\nname: Lake\n", encoding="utf-8")
    (folder / "notes.json").write_text("{}", encoding="utf-8")
    code, output = replay(folder)
    assert code == 0
    assert output.splitlines() == [
        f"{folder / 'a.json'}: 40 actions, all of them allowed.",
        f"{folder / 'b.yaml'}: as one seat saw it, so it cannot be played again.",
        f"{file}: 40 actions, all of them allowed.",
        "3 records: all of them are sound.",
    ]
    file.write_text(text.replace("\n  draw\n", "\n  ask\n", 1), encoding="utf-8")
    code, output = replay(folder)
    assert code == 1
    assert output.endswith("3 records: 1 failed.\n")
    code, output = replay(file, folder / "gone.yaml")
    assert code == 2
    assert "gone.yaml: No such file" in output


def test_a_folder_without_records(tmp_path: Path) -> None:
    """That nothing was looked at is no success."""
    (tmp_path / "rules.yaml").write_text("handfoot: 1\nname: Lake\n")
    code, output = replay(tmp_path)
    assert code == 2
    assert "there are no records" in output


def test_a_record_whose_rules_are_wrong(file: Path) -> None:
    """What is wrong is told in one line, with no place and no mend of a text unseen."""
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("top_discard", "top_ditch"), encoding="utf-8")
    code, output = replay(file)
    assert code == 1
    assert output == (
        f"{file}: line 2: the rules of the record cannot be played: "
        'there is no setting called "top_ditch" in "draw"\n'
    )
