"""A score sheet in a file: every entry is on disk before the next one is asked for.

One program at a time keeps a file. The lock is that of the operating system, so a
program that is killed leaves none behind. A file is replaced whole, so that whoever is
cut off in the middle finds the last entry that was confirmed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from handfoot.errors import ScoreError
from handfoot.scorekeeping.change import Change
from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["Keeper"]


class Keeper:
    """Keeps a score sheet in a file, alone.

    Args:
        path: The file.
        sheet: A new sheet to begin the file with; without it the file is read.

    Raises:
        ScoreError: another program keeps the file, it cannot be read or written, or it
            is there already although a new sheet is given.
    """

    def __init__(self, path: Path, sheet: ScoreSheet | None = None) -> None:
        self.path = path
        self._lock = _locked(path)
        try:
            if sheet is None:
                self.sheet = self._load()
            else:
                if path.exists():
                    raise ScoreError(f"{path} is there already; choose another name")
                self._on_disk: bytes | None = None
                self._write(sheet)
                self.sheet = sheet
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let other programs have the file."""
        if not self._lock.closed:
            # Whoever waits for this name looks whether the file is still the one.
            with suppress(OSError):
                _lock_path(self.path).unlink()
            self._lock.close()

    def enter(
        self,
        side: int | str,
        values: Mapping[str, Any],
        *,
        round: int | None = None,
        complete: bool = True,
    ) -> Change:
        """Enter something as :meth:`ScoreSheet.enter` does, and put it on disk.

        Raises:
            ScoreError: it cannot be, or it could not be written; then nothing of it is
                kept. When something else has changed the file, what it says now has
                been read and is kept.
            HandfootError: as for a score sheet.
        """
        ready = self.sheet.copy()
        change = ready.enter(side, values, round=round, complete=complete)
        if self._now() != self._on_disk:
            self.sheet = self._load()
            raise ScoreError(
                f"{self.path} was changed by something else, and has been read again; "
                "your entry is not in it"
            )
        self._write(ready)
        self.sheet = ready
        return change

    def _now(self) -> bytes | None:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _failed(self.path, error) from None

    def _load(self) -> ScoreSheet:
        data = self._now()
        if data is None:
            raise ScoreError(f"there is no file {self.path}")
        try:
            text = data.decode()
        except UnicodeDecodeError:
            raise ScoreError(f"{self.path} is no text in UTF-8") from None
        try:
            sheet = ScoreSheet.loads(text, name=str(self.path))
        except ScoreError as error:
            where = f"{self.path}:{error.line}" if error.line else str(self.path)
            raise ScoreError(f"{where}: {error.message}", error.objections) from None
        self._on_disk = data
        return sheet

    def _write(self, sheet: ScoreSheet) -> None:
        data = sheet.dumps().encode()
        fresh = self.path.with_name(f".{self.path.name}.new")
        try:
            with fresh.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
            _sync_folder(self.path.parent)
        except OSError as error:
            raise _failed(self.path, error) from None
        self._on_disk = data


def _failed(path: Path, error: OSError) -> ScoreError:
    return ScoreError(f"{path}: {error.strerror or error}")


def _sync_folder(folder: Path) -> None:
    """Put the new name on disk too, where the system can."""
    if sys.platform == "win32":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _lock_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _locked(path: Path) -> IO[str]:
    """Return the open lock file of ``path``, locked.

    Raises:
        ScoreError: another program holds it, or it cannot be made.
    """
    place = _lock_path(path)
    while True:
        try:
            file = place.open("a+", encoding="ascii")
        except OSError as error:
            raise _failed(path, error) from None
        try:
            _take(file)
        except OSError:
            file.seek(0)
            process = file.read().strip()
            file.close()
            who = f" (process {process})" if process else ""
            raise ScoreError(
                f"{path} is being kept by another handfoot{who}: leave that one first"
            ) from None
        if _is_still(file, place):
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
            return file
        file.close()


def _is_still(file: IO[str], place: Path) -> bool:
    """Whether the locked file still has its name: its last holder may have left."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(file.fileno()), place.stat())
    return False


if sys.platform == "win32":
    import msvcrt

    # One byte is locked, wherever the file is read or written: the same for all, and
    # behind the text, for nobody else can read what is locked.
    _BYTE: Final = 1 << 30

    def _take(file: IO[str]) -> None:
        os.lseek(file.fileno(), _BYTE, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        os.lseek(file.fileno(), 0, os.SEEK_SET)

else:
    import fcntl

    def _take(file: IO[str]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
