from __future__ import annotations

import csv
import sys
from itertools import islice
from pathlib import Path

import pytest

from handfoot import HandfootError, load_rules
from handfoot.study import results as results_module
from handfoot.study.results import open_results
from handfoot.study.rows import COLUMNS
from handfoot.study.table import Table

RULES = load_rules("eleven-card").with_changes({"match.rounds": 2})
TABLE = Table(RULES, ("random",), 4, seed="a,b")
MATCHES = [TABLE.match(number) for number in range(3)]


def _write(path: Path) -> None:
    with open_results(path, TABLE) as file:
        assert list(file.kept()) == []
        for result in MATCHES:
            file.add(result)


def _read(path: Path) -> list[object]:
    with open_results(path, TABLE) as file:
        return list(file.kept())


class TestCsv:
    def test_a_row_for_each_side_and_round(self, tmp_path: Path) -> None:
        """Every number of a match stands in its rows, and is read back from them."""
        path = tmp_path / "rows.csv"
        _write(path)
        assert _read(path) == MATCHES
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        places = [(row["game"], row["round"], row["side"]) for row in rows]
        assert places == [(g, r, s) for g in "012" for r in "12" for s in "01"]
        assert [*rows[0]] == [*COLUMNS, *(f"books_{k}" for k in TABLE.book_kinds)]
        assert {row["seed"] for row in rows} == {f"a,b:{n}" for n in range(3)}
        first = MATCHES[0].rounds[0]
        assert [row["points"] for row in rows[:2]] == [*map(str, first.points)]
        assert [row["first"] for row in rows[:2]] == ["0", "1"]
        books = rows[1]["books_dirty"]
        assert int(books) == first.books[1].get("dirty", 0)

    def test_cut_anywhere(self, tmp_path: Path) -> None:
        """Cut off at any byte, the file holds the matches before, and can go on."""
        whole = tmp_path / "whole.csv"
        _write(whole)
        text = whole.read_bytes()
        path = tmp_path / "rows.csv"
        for end in range(0, len(text), 11):
            path.write_bytes(text[:end])
            with open_results(path, TABLE) as file:
                done = list(file.kept())
                assert done == MATCHES[: file.count]
                for result in MATCHES[file.count :]:
                    file.add(result)
            assert path.read_bytes() == text
        assert len(done) == 2

    def test_reading_a_part_changes_nothing(self, tmp_path: Path) -> None:
        """Who wants fewer matches than there are leaves the others in the file."""
        path = tmp_path / "rows.csv"
        _write(path)
        text = path.read_bytes()
        with open_results(path, TABLE) as file:
            assert list(islice(file.kept(), 1)) == MATCHES[:1]
        assert path.read_bytes() == text

    @pytest.mark.parametrize(
        "text", ["name,total\nLake,300\n", "handfoot: 1\nname: Sunday\n"]
    )
    def test_other_files_are_left_alone(self, tmp_path: Path, text: str) -> None:
        """A file with something else in it is refused and keeps it."""
        path = tmp_path / "rows.csv"
        path.write_text(text)
        with pytest.raises(HandfootError, match="holds no results"):
            open_results(path, TABLE)
        assert path.read_text() == text

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("\n", "\nx,"),
            (",1,", ",one,"),
            (":0", ":1"),
            ("Eleven-card Hand and Foot,", ""),
        ],
    )
    def test_edited_files_are_refused(self, tmp_path: Path, old: str, new: str) -> None:
        """Rows that a study did not write are an error, and nothing is lost."""
        path = tmp_path / "rows.csv"
        _write(path)
        head, _, rest = path.read_text().partition("\n")
        path.write_text(text := f"{head}\n{rest.replace(old, new)}")
        with pytest.raises(HandfootError, match=r"rows\.csv"):
            _read(path)
        assert path.read_text() == text

    def test_where_it_is_wrong(self, tmp_path: Path) -> None:
        """The error names the line, and says what to do."""
        path = tmp_path / "rows.csv"
        _write(path)
        path.write_bytes(path.read_bytes() + b"\n")
        with pytest.raises(HandfootError, match=r"line 14 .*: give another file"):
            _read(path)


class TestParquet:
    @pytest.fixture(autouse=True)
    def _pyarrow(self) -> None:
        pytest.importorskip("pyarrow")

    def test_the_same_rows(self, tmp_path: Path) -> None:
        """A Parquet file holds what the CSV file holds, with types."""
        import pyarrow.parquet as pq

        path = tmp_path / "rows.parquet"
        _write(path)
        _write(tmp_path / "rows.csv")
        assert _read(path) == MATCHES
        table = pq.read_table(path)
        with (tmp_path / "rows.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        for row, texts in zip(table.to_pylist(), rows, strict=True):
            plain = {k: int(v) if v in (True, False) else v for k, v in row.items()}
            assert {k: str(v) for k, v in plain.items()} == texts
        assert str(table.schema.field("opened").type) == "bool"

    def test_readable_at_every_moment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However a study ends, the file is whole; drafts are hidden and go away."""
        import pyarrow.parquet as pq

        monkeypatch.setattr(results_module, "_SECONDS", 0)
        monkeypatch.setattr(results_module, "_TIMES", 0)
        path = tmp_path / "rows.parquet"
        with open_results(path, TABLE) as file:
            for number, result in enumerate(MATCHES, 1):
                file.add(result)
                assert pq.read_table(path).num_rows == number * 4
        assert [*tmp_path.iterdir()] == [path]

    def test_damaged_files_are_left_alone(self, tmp_path: Path) -> None:
        """Wherever bytes of it were changed or lost, an error names the file."""
        path = tmp_path / "rows.parquet"
        _write(path)
        whole = path.read_bytes()
        damaged = [whole[:end] for end in range(1, len(whole), 499)]
        damaged += [whole.replace(b"\n", b"\r\n"), whole[:99] + whole]
        for data in damaged:
            path.write_bytes(data)
            with pytest.raises(HandfootError, match=r"rows\.parquet"):
                _read(path)
            assert path.read_bytes() == data

    @pytest.mark.parametrize("data", [b"no such thing", b""])
    def test_other_files_are_left_alone(self, tmp_path: Path, data: bytes) -> None:
        """A file with something else in it is refused and keeps it."""
        path = tmp_path / "rows.parquet"
        path.write_bytes(data)
        with pytest.raises(HandfootError, match="holds no results"):
            open_results(path, TABLE)
        assert path.read_bytes() == data


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Parquet cannot be written it is said, with what to install."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(HandfootError, match=r"pip install 'handfoot\[study\]'"):
        open_results(tmp_path / "rows.parquet", TABLE)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize(
    ("other", "what"),
    [
        (Table(RULES, ("random",), 4, seed="a"), "seed"),
        (Table(RULES, ("random",), 2, seed="a,b"), "number of players"),
        (Table(RULES, ("random", "heuristic"), 4, seed="a,b"), "players"),
        (
            Table(RULES.with_changes({"deal.hand": 12}), ("random",), 4, seed="a,b"),
            "rules",
        ),
    ],
)
def test_another_study(tmp_path: Path, suffix: str, other: Table, what: str) -> None:
    """Results of another table are refused, and say what differs."""
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"rows{suffix}"
    _write(path)
    data = path.read_bytes()
    with (
        open_results(path, other) as file,
        pytest.raises(HandfootError, match=f"the {what} differ"),
    ):
        list(file.kept())
    assert path.read_bytes() == data
