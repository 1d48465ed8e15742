from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from handfoot.cli.simulate import simulate
from handfoot.study.matches import MatchResult
from handfoot.study.sample import Sample


class TestCommand:
    def _run(self, *words: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(simulate, words)
        return result.exit_code, result.stdout, result.stderr

    def test_table(self) -> None:
        """It prints what the matches came to, and no progress bar into a file."""
        code, out, err = self._run("eleven-card", "--games", "2", "--players", "2")
        assert code == 0
        assert "2 matches, 2 players" in out
        assert "clean books of a side" in out
        assert err == ""

    def test_json(self) -> None:
        """``--json`` gives the same figures to programs, whatever the workers."""
        words = (
            "eleven-card",
            "--games",
            "3",
            "--seed",
            "x",
            "--seats",
            "random",
            "--json",
        )
        found = []
        for jobs in ("1", "2"):
            code, out, _ = self._run(*words, "--jobs", jobs)
            assert code == 0
            data = json.loads(out)
            assert data["games"] == 3
            assert data["players"] == ["random"] * 4
            del data["elapsed"]
            found.append(data)
        assert found[0] == found[1]

    def test_count_and_kinds_in_either_option(self) -> None:
        """A number says how many play and words say who, in either option."""
        common = ("eleven-card", "--games", "1", "--json")
        found = []
        for words in (
            ("--players", "2", "--seats", "random"),
            ("--players", "random", "--seats", "2"),
        ):
            code, out, _ = self._run(*common, *words)
            assert code == 0
            data = json.loads(out)
            assert data["players"] == ["random"] * 2
            found.append(data["match"])
        assert found[0] == found[1]

    def test_out(self, tmp_path: Path) -> None:
        """``--out`` keeps what was played; the same command goes on from there."""
        out = tmp_path / "rows.csv"
        words = ("eleven-card", "--players", "2", "--seats", "random", "--json")
        assert self._run(*words, "--games", "2", "--out", str(out))[0] == 0
        first = out.read_bytes()
        code, said, _ = self._run(*words, "--games", "3", "--out", str(out))
        assert code == 0
        assert out.read_bytes().startswith(first)
        # What was only read says nothing of how fast matches are played.
        plain = (*words[:-1], "--games", "3")
        assert "actions a second" in self._run(*plain)[1]
        assert "actions a second" not in self._run(*plain, "--out", str(out))[1]
        straight = json.loads(self._run(*words, "--games", "3")[1])
        assert json.loads(said)["sides"] == straight["sides"]
        code, _, err = self._run(*words, "--seed", "7", "--out", str(out))
        assert code == 2
        assert "another study: the seed differs" in err
        lost = tmp_path / "none" / "rows.csv"
        code, _, err = self._run(*words, "--games", "1", "--out", str(lost))
        assert (code, err) == (
            2,
            f"handfoot simulate: {lost}: No such file or directory\n",
        )

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--seats", "clever"), "no computer player 'clever'"),
            (("--players", "7"), "is for 2, 4 players, not 7"),
            (("--side-size", "3"), "has sides of 2, not 3"),
            (("--seats", ","), "name 1 to 4 computer players"),
            (("--seats", "4", "--players", "2"), "--players and --seats say the same"),
            (("--out", "results.xlsx"), "ending in .csv or .parquet"),
        ],
    )
    def test_errors(self, words: tuple[str, ...], said: str) -> None:
        """What cannot be played is said in one line on the error stream."""
        code, out, err = self._run("eleven-card", *words)
        assert code == 2
        assert out == ""
        assert said in err
        assert err.count("\n") == 1

    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An interrupt prints what has been played so far."""
        count = Sample.add

        def add(sample: Sample, result: MatchResult) -> None:
            if result.seed == "0:2":
                raise KeyboardInterrupt
            count(sample, result)

        monkeypatch.setattr(Sample, "add", add)
        code, out, err = self._run(
            "eleven-card", "--games", "9", "--players", "2", "--seats", "random"
        )
        assert code == 130
        assert "2 matches, 2 players" in out
        assert "Stopped after 2 of 9 matches." in err

    def test_interrupted_with_parquet(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What was played before an interrupt is in the file, to the last match."""
        pq = pytest.importorskip("pyarrow.parquet")
        count = Sample.add

        def add(sample: Sample, result: MatchResult) -> None:
            if result.seed == "0:2":
                raise KeyboardInterrupt
            count(sample, result)

        monkeypatch.setattr(Sample, "add", add)
        out = tmp_path / "rows.parquet"
        words = ("eleven-card", "--games", "9", "--players", "2", "--seats", "random")
        assert self._run(*words, "--out", str(out))[0] == 130
        assert set(pq.read_table(out)["game"].to_pylist()) >= {0, 1, 2}
