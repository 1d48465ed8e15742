"""Results of matches in a file, CSV or Parquet, that an interruption leaves readable.

A line of CSV is complete or is cut off when the study goes on, and a Parquet file is
replaced as a whole. What is there is not played again. What the rows hold is in
``handfoot.study.rows``.
"""

from __future__ import annotations

import csv
import io
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from handfoot.errors import HandfootError
from handfoot.study.matches import MatchResult
from handfoot.study.rows import Row, columns_of, result_of, rows_of
from handfoot.study.table import Table

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Results", "open_results"]

#: Seconds of work that a sudden end may cost a Parquet file, and how many times as
#: long as the writing itself the work between two writings takes at least.
_SECONDS: Final = 20.0
_TIMES: Final = 20


def open_results(path: Path, table: Table) -> Results:
    """Open a file of results of ``table``, which need not be there yet.

    Raises:
        HandfootError: The name ends in neither ``.csv`` nor ``.parquet``, the file
            holds something else, or what reads Parquet is not installed.
        OSError: The file cannot be read or written.
    """
    kinds = {".csv": _Csv, ".parquet": _Parquet}
    kind = kinds.get(path.suffix.lower())
    if kind is None:
        raise HandfootError(f"{path}: results go to a file ending in .csv or .parquet")
    return kind(path, table)


class Results(ABC):
    """The results of one table in a file; a context manager.

    Attributes:
        path: The file.
        table: Whose results these are.
        count: Matches in the file that have been read or added.
        start: Bytes of the file before its first match.
        end: Bytes of the file up to the last match that was read.
    """

    def __init__(self, path: Path, table: Table) -> None:
        self.path = path
        self.table = table
        self.columns = columns_of(table)
        self.count = 0
        self.start = self.end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def kept(self) -> Iterator[MatchResult]:
        """Yield the results that the file holds, from match 0 on.

        It may be read again, as long as nothing was added.

        Raises:
            HandfootError: The file holds matches of another table, or something else.
        """
        self.count, self.end = 0, self.start
        cut = False
        for number, found in groupby(self._rows(), lambda pair: pair[1]["game"]):
            pairs = list(found)
            rows = [row for _, row in pairs]
            if cut or number != self.count:
                raise self._foreign(f"match {self.count} is not whole or not in place")
            # Only the last match may be cut off, where writing it was interrupted.
            cut = len(rows) != rows[0]["rounds"] * rows[0]["sides"]
            if cut:
                continue
            result = result_of(rows)
            self._check(rows[0]["digest"], result)
            self.count += 1
            self.end = pairs[-1][0]
            yield result

    def _check(self, digest: str, result: MatchResult) -> None:
        table = self.table
        pairs = (
            ("rules differ", digest, table.rules.digest),
            ("number of players differs", result.seats, table.seats),
            ("number of sides differs", result.sides, table.sides),
            ("players differ", result.players, table.kinds),
            ("seed differs", result.seed, table.seed_of(self.count)),
        )
        for differs, found, wanted in pairs:
            if found != wanted:
                raise HandfootError(
                    f"{self.path} holds matches of another study: the {differs} "
                    f"({found}, not {wanted}); give another file"
                )

    def _foreign(self, why: str) -> HandfootError:
        return HandfootError(
            f"{self.path} is there already and holds no results of these matches "
            f"({why}); it was left as it is: give another file"
        )

    @abstractmethod
    def _rows(self) -> Iterator[tuple[int, Row]]:
        """Yield the rows of the file, each with the bytes of the file up to its end."""

    @abstractmethod
    def add(self, result: MatchResult) -> None:
        """Write the next match; call it when all of ``kept`` has been read."""

    @abstractmethod
    def close(self) -> None:
        """Write what has not been written yet."""


class _Csv(Results):
    """Lines are added to the file, those of a match at once."""

    def __init__(self, path: Path, table: Table) -> None:
        super().__init__(path, table)
        header = _lines([[*self.columns]])
        # Unbuffered: what is written is in the file, whatever becomes of this process.
        self.file = path.open("a+b", buffering=0)
        self.file.seek(0)
        found = self.file.read(len(header))
        if found != header:
            if not header.startswith(found):
                self.file.close()
                raise self._foreign("its first line is not theirs")
            self.file.truncate(0)
            self.file.write(header)
        self.start = len(header)

    def kept(self) -> Iterator[MatchResult]:
        yield from super().kept()
        self.file.truncate(self.end)

    def _rows(self) -> Iterator[tuple[int, Row]]:
        end = self.start
        with self.path.open("rb") as file:
            file.seek(end)
            for number, line in enumerate(file, 2):
                if not line.endswith(b"\n"):
                    return
                end += len(line)
                yield end, self._row(number, line)

    def _row(self, number: int, line: bytes) -> Row:
        try:
            [cells] = csv.reader([line.decode()])
            pairs = zip(self.columns.items(), cells, strict=True)
            return {name: _read(kind, cell) for (name, kind), cell in pairs}
        except (ValueError, csv.Error):
            raise self._foreign(f"line {number} is no row of them") from None

    def add(self, result: MatchResult) -> None:
        rows = rows_of(self.table, self.count, result)
        self.file.write(_lines(map(_written, row.values()) for row in rows))
        self.count += 1

    def close(self) -> None:
        self.file.close()


def _lines(rows: Iterable[Iterable[object]]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def _written(value: object) -> object:
    """Return what stands in a cell: 1 and 0 for yes and no."""
    return int(value) if isinstance(value, bool) else value


def _read(kind: type, cell: str) -> Any:
    return kind(int(cell)) if kind is not str else cell


class _Parquet(Results):
    """Now and then, and at the end, the file is replaced by a longer one."""

    def __init__(self, path: Path, table: Table) -> None:
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise HandfootError(
                "Parquet needs pyarrow: pip install 'handfoot[study]', or let the "
                "results go to a .csv file"
            ) from None
        super().__init__(path, table)
        kinds = {str: pa.string(), int: pa.int64(), bool: pa.bool_()}
        self.pa, self.pq = pa, pq
        self.schema = pa.schema([(n, kinds[kind]) for n, kind in self.columns.items()])
        self.waiting: list[Row] = []
        self.took = 0.0
        if path.exists():
            self._check_schema()
        # Whether the folder can be written to shows before any match is played.
        self.draft = path.with_name(f".{path.name}.draft")
        self.draft.touch()
        self.written = time.monotonic()

    def _check_schema(self) -> None:
        with self._readable():
            schema = self.pq.read_schema(self.path)
        if schema != self.schema:
            raise self._foreign("it has other columns")

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Say of damaged files whose damage it is; what has a number says it itself."""
        try:
            yield
        except (self.pa.ArrowException, OSError) as error:
            if getattr(error, "errno", None) is not None:
                raise
            raise self._foreign("it cannot be read as Parquet") from None

    def _batches(self) -> Iterator[pa.RecordBatch]:
        if self.path.exists():
            with self._readable(), self.pq.ParquetFile(self.path) as file:
                yield from file.iter_batches()

    def _rows(self) -> Iterator[tuple[int, Row]]:
        for batch in self._batches():
            for row in batch.to_pylist():
                yield 0, row

    def add(self, result: MatchResult) -> None:
        self.waiting += rows_of(self.table, self.count, result)
        self.count += 1
        if time.monotonic() - self.written > max(_SECONDS, _TIMES * self.took):
            self._write()

    def _write(self) -> None:
        began = time.monotonic()
        with self.pq.ParquetWriter(self.draft, self.schema) as writer:
            for batch in self._batches():
                writer.write_batch(batch)
            writer.write_table(self.pa.Table.from_pylist(self.waiting, self.schema))
        self.draft.replace(self.path)
        self.waiting.clear()
        self.written = time.monotonic()
        self.took = self.written - began

    def close(self) -> None:
        if self.waiting:
            self._write()
        self.draft.unlink(missing_ok=True)
