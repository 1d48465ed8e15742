"""Score files: on disk before the next question, one keeper, nothing lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import pytest

from handfoot import ScoreError, ScoreSheet
from handfoot.scorekeeping.keeping import Keeper
from tests.scorekeeping.evening import ANSWERS, Teller

SIDES = [["East", "West"], ["You", "Mate"]]
_ROOT = Path(__file__).parents[2]
_RUN = "from handfoot.cli import main; main()"


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Return ``handfoot score`` with pipes to talk through."""
    environment = {**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-c", _RUN, "score", *arguments],
        cwd=folder,
        env={**environment, "COLUMNS": "200"},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def prompt_of(out: IO[str], teller: Teller) -> str | None:
    """Read up to the next prompt; ``None`` at the end."""
    line = ""
    while letter := out.read(1):
        if letter == "\n":
            teller.hears(line)
            line = ""
            continue
        line += letter
        if line.endswith(("]: ", "ends: ")):
            return line
    return None


def kept(path: Path) -> dict[tuple[int, int, str], object]:
    """Return everything in a file, by round, side and field."""
    sheet = ScoreSheet.loads(path.read_text())
    return {
        (number, side, name): value
        for number, rows in enumerate(sheet.rows, start=1)
        for side, row in enumerate(rows)
        for name, value in row.values.items()
    }


def talked(
    folder: Path, name: str, *, until: int | None, wait: float
) -> tuple[int, bool]:
    """Answer prompts, and kill the program a moment after an answer.

    Returns how many answers were confirmed by a next prompt, and whether all was asked.
    """
    process = started(folder, name)
    assert process.stdin is not None and process.stdout is not None
    teller, confirmed = Teller(), 0
    try:
        while True:
            prompt = prompt_of(process.stdout, teller)
            if prompt is None or (answer := teller.answer(prompt)) is None:
                return confirmed, True
            if confirmed == until:
                process.stdin.write(f"{answer}\n")
                process.stdin.flush()
                time.sleep(wait)
                return confirmed, False
            process.stdin.write(f"{answer}\n")
            process.stdin.flush()
            confirmed += 1
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def test_a_killed_program_loses_nothing(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """Killed again and again, it goes on where it was, to the same evening."""
    chance = random.Random(7)
    path = tmp_path / "evening.yaml"
    fresh = ScoreSheet("eleven-card", SIDES)
    path.write_text(fresh.dumps())
    done, killed = False, 0
    most = pytestconfig.getoption("--score-kills")
    before: dict[tuple[int, int, str], object] = {}
    while killed < most:
        until = chance.randrange(12)
        confirmed, done = talked(
            tmp_path, path.name, until=until, wait=chance.random() * 0.02
        )
        killed += 1
        # Confirmed is what a next prompt followed, the first one excepted.
        now = kept(path)
        assert before.items() <= now.items()
        assert len(now) - len(before) in (confirmed, confirmed + 1)
        before = now
        if done:
            path.write_text(fresh.dumps())
            before = {}
    _, done = talked(tmp_path, path.name, until=None, wait=0)
    assert done
    assert ScoreSheet.loads(path.read_text()).totals == by_hand().totals
    assert not [*tmp_path.glob(".*.new")]


def by_hand() -> ScoreSheet:
    """Return the same evening, entered by a program."""
    words = {
        "clean books": "clean",
        "dirty books": "dirty",
        "points of melded cards": "melded",
        "red threes on the table": "red_laid",
        "black threes in hands": "black_caught",
        "red threes in packets never taken": "red_unreached",
        "black threes in packets never taken": "black_unreached",
    }
    sheet = ScoreSheet("eleven-card", SIDES)
    for (number, side), answers in ANSWERS.items():
        values: dict[str, object] = {}
        for question, answer in answers.items():
            if question.startswith("who went out"):
                values["out"] = answer
            elif question.startswith("points of cards held by "):
                values[f"held.{question.rpartition(' ')[2]}"] = answer
            else:
                values[words[question]] = answer
        sheet.enter(side, values, round=number)
    return sheet


def test_the_evening_by_hand() -> None:
    """The rounds of the evening that is killed, added up on paper.

    East and West: 2820; 500 + 210 - 165 - 100 = 445; 2000 + 300 + 700 - 30 = 2970;
    170 - 405 - 10 = -245. You and Mate: 2355; 1000 + 600 + 480 + 100 - 5 = 2175;
    600 + 355 - 15 = 940; 1000 + 900 + 600 + 300 + 100 - 15 = 2885.
    """
    sheet = by_hand()
    points = [tuple(one.points for one in sheet.sheets(n)) for n in range(1, 5)]
    assert points == [(2820, 2355), (445, 2175), (2970, 940), (-245, 2885)]
    outcome = sheet.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (5990, 8355))


def test_one_keeper_at_a_time(tmp_path: Path) -> None:
    """A second program is told who keeps the file, and has it when the first leaves."""
    path = tmp_path / "evening.yaml"
    with Keeper(path, ScoreSheet("eleven-card", SIDES)) as keeper:
        keeper.enter("East", {"clean": 2}, complete=False)
        with pytest.raises(
            ScoreError, match=f"another handfoot .process {os.getpid()}"
        ):
            Keeper(path)
    with Keeper(path) as again:
        assert again.sheet.row("East").values == {"books.clean": 2}
    assert [one.name for one in tmp_path.iterdir()] == ["evening.yaml"]


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> type[Keeper]:
    """Give the keeper as it is on Windows, with a stand-in for the locks of that system.

    The stand-in locks one byte of a file where the file stands, as the system does, for
    as long as who locked it has the file open; a byte that is locked cannot be read.
    """
    held: dict[tuple[int, int], int] = {}

    def is_open(number: int, inode: int) -> bool:
        with suppress(OSError):
            return os.fstat(number).st_ino == inode
        return False

    def locking(number: int, mode: int, count: int) -> None:
        assert (mode, count) == (stand_in.LK_NBLCK, 1)
        inode, at = os.fstat(number).st_ino, os.lseek(number, 0, os.SEEK_CUR)
        assert at >= os.fstat(number).st_size, "the number of the process is locked"
        owner = held.get((inode, at), number)
        if owner != number and is_open(owner, inode):
            raise PermissionError(13, "Permission denied")
        held[inode, at] = number

    stand_in: Any = ModuleType("msvcrt")
    stand_in.LK_NBLCK, stand_in.locking = 2, locking
    monkeypatch.setitem(sys.modules, "msvcrt", stand_in)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "platform", "win32")
        spec = find_spec(Keeper.__module__)
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    keeper: type[Keeper] = module.Keeper
    return keeper


def test_one_keeper_at_a_time_on_windows(
    on_windows: type[Keeper], tmp_path: Path
) -> None:
    """Whoever comes second is told who keeps the file, and may once that one left."""
    path = tmp_path / "match.yaml"
    with on_windows(path, ScoreSheet("whitnack", SIDES)) as first:
        for _ in range(2):
            with pytest.raises(ScoreError, match=f"process {os.getpid()}"):
                on_windows(path)
        first.enter("East and West", {"clean": 1}, complete=False)
    with on_windows(path) as again:
        assert again.sheet.row("East and West").values == {"books.clean": 1}


def test_a_killed_keeper_leaves_no_lock(tmp_path: Path) -> None:
    """The lock goes with its program, however that ends."""
    path = tmp_path / "evening.yaml"
    path.write_text(ScoreSheet("eleven-card", SIDES).dumps())
    process = started(tmp_path, path.name)
    assert process.stdout is not None and process.stdin is not None
    assert prompt_of(process.stdout, Teller()) is not None
    with pytest.raises(ScoreError, match=f"process {process.pid}"):
        Keeper(path)
    process.kill()
    process.wait()
    process.stdout.close()
    process.stdin.close()
    Keeper(path).close()


def test_what_others_write_is_not_overwritten(tmp_path: Path) -> None:
    """A file that an editor changed is read again, and both entries end up in it."""
    path = tmp_path / "evening.yaml"
    with Keeper(path, ScoreSheet("eleven-card", SIDES)) as keeper:
        other = keeper.sheet.copy()
        other.enter("You", {"melded": 590}, complete=False)
        path.write_text(other.dumps())
        with pytest.raises(ScoreError, match="changed by something else"):
            keeper.enter("East", {"clean": 2}, complete=False)
        keeper.enter("East", {"clean": 2}, complete=False)
        assert keeper.sheet.row("You").melded.total == 590
    assert ScoreSheet.loads(path.read_text()).row("East").number("books.clean") == 2


def test_what_cannot_be_written_is_not_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk loses the entry that it could not keep, and nothing else."""
    path = tmp_path / "evening.yaml"
    with Keeper(path, ScoreSheet("eleven-card", SIDES)) as keeper:
        keeper.enter("East", {"clean": 2}, complete=False)

        def full(number: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(ScoreError, match="No space left"):
                keeper.enter("East", {"dirty": 3}, complete=False)
        assert keeper.sheet.row("East").values == {"books.clean": 2}
        keeper.enter("East", {"dirty": 3}, complete=False)
    assert ScoreSheet.loads(path.read_text()).row("East").number("books.dirty") == 3


def test_a_new_sheet_takes_no_file_that_is_there(tmp_path: Path) -> None:
    """Nobody's evening is begun over another's."""
    path = tmp_path / "evening.yaml"
    path.write_text("precious")
    with pytest.raises(ScoreError, match="there already"):
        Keeper(path, ScoreSheet("eleven-card", SIDES))
    assert path.read_text() == "precious"
    assert [one.name for one in tmp_path.iterdir()] == ["evening.yaml"]
