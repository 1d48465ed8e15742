"""Getting a text safely out of a file, a pipe or some bytes."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from handfoot.errors import HandfootError
from handfoot.rules.reports.display import UNSAFE, quote
from handfoot.rules.reports.problems import Problem
from handfoot.rules.source.nodes import MAX_BYTES, Source

__all__ = [
    "SourceRefused",
    "find_odd_character",
    "read_source",
    "source_from_bytes",
    "source_from_text",
]

#: Of the unsafe characters, those that a text file may hold.
_ORDINARY = frozenset("\t\n")
_LINE_ENDS = {
    "\r": "a lone carriage return (U+000D), the line end of very old computers",
    "\x85": "a next-line character (U+0085)",
    "\u2028": "a line separator (U+2028)",
    "\u2029": "a paragraph separator (U+2029)",
}
#: Bytes of one letter in UTF-32; fewer tell nothing about an encoding.
_LONGEST_LETTER = 4
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class SourceRefused(HandfootError):  # noqa: N818 - reads as what happened
    """A file or a text cannot even be looked at.

    Attributes:
        problem: Why.
        source: The text as far as it can be shown, for drawing the line.
    """

    def __init__(self, problem: Problem, source: Source | None = None) -> None:
        super().__init__(problem, source)
        self.problem = problem
        self.source = source

    def __str__(self) -> str:
        return self.problem.message


def read_source(path: str | os.PathLike[str], *, name: str | None = None) -> Source:
    """Read a rule file; only a regular file, and never more than the limit.

    Args:
        path: Where the file is.
        name: What to call it in messages; the path unless said.

    Raises:
        SourceRefused: There is no such file, it is no ordinary file, it may not be
            read, it is too large, or it is not a text.
    """
    path = os.fspath(path)
    name = path if name is None else name
    with _system_refusals(name):
        # Asked before opening as well: opening some devices does something already.
        status = os.stat(path)  # noqa: PTH116 - a descriptor follows
        _require_regular_file(status.st_mode, name)
        handle = os.open(path, _open_flags())
        try:
            _require_regular_file(os.fstat(handle).st_mode, name)
            data = _read_bounded(handle)
        finally:
            os.close(handle)
    return source_from_bytes(data, name)


def _open_flags() -> int:
    # Without O_NONBLOCK, opening a pipe that took the place of the file would wait
    # for ever; the rest is of other systems or keeps children from inheriting it.
    names = ("O_RDONLY", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
    flags = 0
    for flag in names:
        flags |= getattr(os, flag, 0)
    return flags


def _read_bounded(handle: int) -> bytes:
    parts: list[bytes] = []
    missing = MAX_BYTES + 1
    while missing > 0 and (part := os.read(handle, missing)):
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


@contextmanager
def _system_refusals(name: str) -> Iterator[None]:
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        raise _refused("HF001", f"there is no file {quote(name)}", name) from None
    except PermissionError:
        message = f"the file {quote(name)} may not be read by you"
        raise _refused("HF003", message, name) from None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENAMETOOLONG):
            raise _unusable_name(name) from None
        reason = (error.strerror or "the system gave no reason").lower()
        message = f"the file {quote(name)} cannot be read: {reason}"
        raise _refused("HF003", message, name) from None
    except ValueError:
        raise _unusable_name(name) from None


def _unusable_name(name: str) -> SourceRefused:
    message = f"{quote(name)} cannot be the name of a file, or its links go in circles"
    return _refused("HF007", message, name)


def _refused(
    code: str, message: str, name: str, *notes: tuple[str, str]
) -> SourceRefused:
    return SourceRefused(Problem(code, "error", message, notes=notes, file=name))


def _require_regular_file(mode: int, name: str) -> None:
    if stat.S_ISREG(mode):
        return
    kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
    message = f"{quote(name)} is {kind}, not a file"
    raise _refused("HF002", message, name, ("fix", "give the name of a rule file"))


def source_from_bytes(data: bytes, name: str) -> Source:
    """Make a text of bytes, for example of what came in on a pipe.

    Raises:
        SourceRefused: The bytes are too many, no UTF-8, or hold odd characters.
    """
    if len(data) > MAX_BYTES:
        raise SourceRefused(_too_large(name))
    if data.startswith(_UTF_16_MARKS) or _looks_wide(data):
        raise _refused(
            "HF005",
            f"{quote(name)} is not saved as UTF-8, but as UTF-16 or UTF-32",
            name,
            ("fix", "save it again in your editor and choose UTF-8"),
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf_8(data, error, name) from None
    return source_from_text(text, name)


def _looks_wide(data: bytes) -> bool:
    """Whether every other byte of the beginning is zero, as in UTF-16 and UTF-32."""
    start = data[:64]
    return len(start) >= _LONGEST_LETTER and (
        not any(start[::2]) or not any(start[1::2])
    )


def _not_utf_8(data: bytes, error: UnicodeDecodeError, name: str) -> SourceRefused:
    source = Source(name, data.decode("utf-8", "replace").removeprefix("\ufeff"))
    before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
    problem = Problem(
        "HF005",
        "error",
        f"{quote(name)} is not saved as UTF-8",
        span=source.span_at(len(before)),
        label=f"the byte {data[error.start]:02X} is no letter in UTF-8",
        notes=(("fix", "save it again in your editor and choose UTF-8"),),
    )
    return SourceRefused(problem, source)


def source_from_text(text: str, name: str) -> Source:
    """Make a source of a text.

    Raises:
        SourceRefused: The text is too long or holds odd characters.
    """
    if len(text) > MAX_BYTES:
        raise SourceRefused(_too_large(name))
    source = Source(name, text.removeprefix("\ufeff"))
    if (problem := find_odd_character(source)) is not None:
        raise SourceRefused(problem, source)
    return source


def _too_large(name: str) -> Problem:
    return Problem(
        "HF004",
        "error",
        f"{quote(name)} is larger than {MAX_BYTES // 1024} KB, too large for rules",
        notes=(("note", "it was not read any further"),),
        file=name,
    )


def find_odd_character(source: Source) -> Problem | None:
    """Find the first character that a rule file may not hold, if there is one."""
    if len(source.text) > MAX_BYTES:
        return _too_large(source.name)
    text = source.text
    for found in UNSAFE.finditer(text):
        character, place = found[0], found.start()
        ends_line = character == "\r" and text[place + 1 : place + 2] == "\n"
        if character not in _ORDINARY and not ends_line:
            return _odd(source, place, character)
    return None


def _odd(source: Source, place: int, character: str) -> Problem:
    what = _LINE_ENDS.get(character)
    if what is None:
        what = f"an invisible or forbidden character (U+{ord(character):04X})"
    fix = "take it out"
    if character in _LINE_ENDS:
        fix = "end the line there, with the Enter key"
    return Problem(
        "HF006",
        "error",
        f"there is {what} here",
        span=source.span_at(place),
        label="it does not show, but it is there",
        notes=(("fix", fix),),
    )
