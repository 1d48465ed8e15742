from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from handfoot import HandfootError, RulesetError, load_rules
from handfoot.study import simulate
from handfoot.study.many import play as play_table
from handfoot.study.many import play_pairs
from handfoot.study.table import Table
from handfoot.study.workers import WorkersLost, process_pool

RULES = load_rules("eleven-card").with_changes({"match.rounds": 1})
KINDS = ("heuristic", "random")
play = partial(simulate, RULES, seed=5, players=KINDS, seats=2)
ALONE = list(play(4, executor=partial(ThreadPoolExecutor, 1)))


class TestSimulate:
    def test_workers_do_not_matter(self) -> None:
        """A thread, one process and two give the same results in the same order."""
        assert list(play(4, executor=partial(process_pool, 1))) == ALONE
        assert list(play(4, executor=partial(process_pool, 2))) == ALONE
        assert len({result.seed for result in ALONE}) == len(ALONE)

    def test_how_many_does_not_matter(self) -> None:
        """A match is the same in a study of two and in one that is closed early."""
        assert list(play(2)) == ALONE[:2]
        matches = play(1000, ahead=8)
        assert list(islice(matches, 2)) == ALONE[:2]
        matches.close()

    def test_killed_worker(self) -> None:
        """Killing a process in the middle changes nothing of what is counted."""
        wanted = list(play(8))
        matches = play(8, executor=partial(process_pool, 2))
        found = [next(matches)]
        victim, *_ = multiprocessing.active_children()
        assert victim.pid is not None
        os.kill(victim.pid, signal.SIGKILL)
        found += matches
        assert found == wanted

    def test_executor_that_breaks(self) -> None:
        """A broken executor that was given ready-made names the match it broke at."""
        with ProcessPoolExecutor(1) as pool:
            matches = play(100, executor=pool)
            assert next(matches) == ALONE[0]
            for victim in multiprocessing.active_children():
                victim.kill()
            with pytest.raises(WorkersLost, match=r"lost at match \d+ of Eleven-card"):
                list(matches)

    def test_usual_table(self) -> None:
        """By name, with four seats and the strongest player, when nothing is said."""
        [result] = simulate(RULES, 1)
        assert result.players == ("heuristic",) * 4
        assert result.seed == "0:0"

    def test_one_kind_for_all(self) -> None:
        """A single kind needs no list."""
        [result] = simulate(RULES, 1, players="random", seats=2)
        assert result.players == ("random", "random")

    def test_what_cannot_be_played(self) -> None:
        """What is wrong is said before any work begins."""
        with pytest.raises(HandfootError, match="players, not 5"):
            simulate(RULES, 10, seats=5)
        with pytest.raises(HandfootError, match="no computer player 'best'"):
            simulate(RULES, 10, players=["best"])
        with pytest.raises(RulesetError):
            simulate("no-such-rules", 10)
        with pytest.raises(HandfootError, match="players, not 0"):
            simulate(RULES, 10, seats=0)
        with pytest.raises(HandfootError, match="-1 matches"):
            simulate(RULES, -1)
        with pytest.raises(TypeError, match="'float' object"):
            simulate(RULES, 2.5)  # type: ignore[arg-type]  # half a match
        with pytest.raises(HandfootError, match="need a seed"):
            simulate(RULES, 10, None)  # type: ignore[arg-type]  # no seed

    def test_pairs(self) -> None:
        """Pairs are the same matches as those of each table alone."""
        one, other = (Table(RULES, KINDS, 2, None, seed) for seed in (5, 6))
        pairs = list(play_pairs(one, other, 2))
        assert pairs == [(ALONE[n], other.match(n)) for n in range(2)]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
class TestResume:
    def test_goes_on(self, tmp_path: Path, suffix: str) -> None:
        """After an interruption the same call plays only what is missing."""
        if suffix == ".parquet":
            pytest.importorskip("pyarrow")
        file = tmp_path / f"rows{suffix}"
        matches = play(4, results=file)
        assert next(matches) == ALONE[0]
        matches.close()
        assert list(play(4, results=file)) == ALONE
        # Everything is there: nobody is needed to play.
        assert list(play(4, results=file, executor=_nobody)) == ALONE
        assert list(play(3, results=file, executor=_nobody)) == ALONE[:3]
        assert [path.name for path in tmp_path.iterdir()] == [file.name]

    @pytest.mark.parametrize("more", [0, 1], ids=["of the first", "of the second"])
    def test_pairs_go_on(self, tmp_path: Path, suffix: str, more: int) -> None:
        """Pairs go on as well, also where one file holds more than the other."""
        if suffix == ".parquet":
            pytest.importorskip("pyarrow")
        tables = (Table(RULES, KINDS, 2, None, 5), Table(RULES, KINDS, 2, None, 6))
        files = (tmp_path / f"a{suffix}", tmp_path / f"b{suffix}")
        alone = partial(ThreadPoolExecutor, 1)
        wanted = list(play_pairs(*tables, 5, alone))
        pairs = play_pairs(*tables, 5, alone, results=files)
        assert [next(pairs), next(pairs)] == wanted[:2]
        pairs.close()
        rest = list(play_table(tables[more], 4, alone, results=files[more]))
        assert rest == [pair[more] for pair in wanted[:4]]
        assert list(play_pairs(*tables, 3, alone, results=files)) == wanted[:3]
        assert list(play_pairs(*tables, 5, alone, results=files)) == wanted
        assert list(play_pairs(*tables, 5, _nobody, results=files)) == wanted
        with pytest.raises(HandfootError, match="two tables go to two files"):
            list(play_pairs(*tables, 5, alone, results=(files[0], files[0])))
        # The two tables are not to be mistaken for each other.
        with pytest.raises(HandfootError, match="the seed differ"):
            list(play_pairs(*tables, 5, alone, results=(files[1], files[0])))


def _nobody() -> ThreadPoolExecutor:
    raise AssertionError("something is played again")


_STUDY = """
from handfoot import load_rules
from handfoot.study import simulate

if __name__ == "__main__":
    rules = load_rules("eleven-card").with_changes({"match.rounds": 1})
    kinds = ("heuristic", "random")
    matches = simulate(rules, 100_000, 5, kinds, seats=2, results="rows.csv")
    for result in matches:
        print(result.seed, flush=True)
"""


def test_sudden_end(tmp_path: Path) -> None:
    """A study whose program is killed leaves a file from which another goes on.

    It leaves no processes behind.
    """
    program = tmp_path / "study.py"
    program.write_text(_STUDY)
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(program)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": root},
        stdout=subprocess.PIPE,
        text=True,
    ) as study:
        assert study.stdout is not None
        lines = [study.stdout.readline() for _ in range(2)]
        study.kill()
        # Its processes hold the pipe open, so that it ends when they have.
        study.stdout.read()
    assert lines == ["5:0\n", "5:1\n"]
    file = tmp_path / "rows.csv"
    done = {line.split(",")[5] for line in file.read_text().splitlines()[1:]}
    assert {"5:0", "5:1"} <= done
    # A line that was being written when the machine stopped.
    with file.open("a") as rows:
        rows.write("Eleven-card Hand and Foot,8f")
    assert list(play(4, results=file))[:4] == ALONE
