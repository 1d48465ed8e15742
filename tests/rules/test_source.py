"""The strict reader: every refusal, to the column, and nothing hostile gets through."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from handfoot.rules.reports.codes import CODES
from handfoot.rules.reports.problems import Problem, Report, Span
from handfoot.rules.source import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_PROBLEMS,
    MAX_VALUES,
    ListNode,
    MapNode,
    Node,
    Plain,
    Scalar,
    Source,
    SourceRefused,
    parse,
    plain,
    read_source,
    source_from_bytes,
    source_from_text,
)

FORBIDDEN_WORDS = [
    "node",
    "scalar",
    "mapping",
    "sequence",
    "token",
    "integer",
    "boolean",
    "null",
    "instance",
    "schema",
]
Place = tuple[str, int, int, int, int]


def read(text: str) -> tuple[Node | None, tuple[Problem, ...]]:
    """Read a text as that of house.yaml."""
    return parse(Source("house.yaml", text))


def places(text: str) -> list[Place]:
    """Give code and place of each problem of a text."""
    return [_place(problem) for problem in read(text)[1]]


def _place(problem: Problem) -> Place:
    span = problem.span
    if span is None:
        return problem.code, 0, 0, 0, 0
    return problem.code, span.line, span.column, span.end_line, span.end_column


def data(text: str) -> Plain:
    """Give the data of a text that has no problem."""
    node, problems = read(text)
    assert problems == ()
    assert node is not None
    return plain(node)


def mended(text: str) -> str:
    """Put every fix of a text into place, from the end to the beginning."""
    lines = text.split("\n")
    for problem in reversed(Report(read(text)[1]).problems):
        if (fix := problem.fix) is not None:
            line = lines[fix.span.line - 1]
            head, tail = line[: fix.span.column - 1], line[fix.span.end_column - 1 :]
            lines[fix.span.line - 1] = head + fix.replacement + tail
    return "\n".join(lines)


def test_ordinary_values() -> None:
    """Words, numbers, switches, lists and groups mean what YAML 1.2 says."""
    assert data(
        "name: Sunday at the lake\n"
        "count: 11\nless: -100\nmore: +5\nhalf: 0.5\nfive: 5.0\nzero: 0\n"
        "on_: true\noff_: FALSE\nnone_: null\nquoted: \"5\"\nsingle: 'it''s'\n"
        "list: [2, joker]\nitems:\n- a\n- b\n"
        "deal: {hand: 11, foot: 11}\n"
        "block: |\n  one\n  two\n"
    ) == {
        "name": "Sunday at the lake",
        "count": 11,
        "less": -100,
        "more": 5,
        "half": 0.5,
        "five": 5.0,
        "zero": 0,
        "on_": True,
        "off_": False,
        "none_": None,
        "quoted": "5",
        "single": "it's",
        "list": [2, "joker"],
        "items": ["a", "b"],
        "deal": {"hand": 11, "foot": 11},
        "block": "one\ntwo\n",
    }


@pytest.mark.parametrize(
    "word",
    [
        "yes",
        "no",
        "on",
        "off",
        "y",
        "n",
        "Yes",
        "NO",
        "12:30",
        "1:30:00",
        "2024-01-01",
        "2024-13-45",
        "=",
        "1,000",
        "nan",
        "inf",
        "5]",
        "1.2.3",
        "-",
        "08:15",
        "0xZZ",
        "3rd",
        "é",
    ],
)
def test_words_that_stay_text(word: str) -> None:
    """Spellings of YAML 1.1 and dates are text, and the written form is kept."""
    node, problems = read(f"a: {word}\n")
    if word == "-":
        assert problems
        return
    assert problems == ()
    assert isinstance(node, MapNode)
    value = node.entries["a"].node
    assert isinstance(value, Scalar)
    assert (value.value, value.written, value.quoted) == (word, word, False)


def test_five_point_nought_stays_a_decimal() -> None:
    """A decimal is never taken for a whole number."""
    assert isinstance(plain_value("5.0"), float)
    assert isinstance(plain_value("5"), int)


def plain_value(word: str) -> Plain:
    """Give the value of one unquoted word."""
    whole = data(f"a: {word}\n")
    assert isinstance(whole, dict)
    return whole["a"]


def test_keys_stay_as_written() -> None:
    """Names are text, also when they look like a number, a switch or nothing."""
    text = "4: a\n0: b\n-1: c\non: d\ntrue: e\nnull: f\n1.0: g\n012: h\n1: i\n"
    whole = data(text)
    assert isinstance(whole, dict)
    assert list(whole) == ["4", "0", "-1", "on", "true", "null", "1.0", "012", "1"]


def test_places_of_everything() -> None:
    """Each value, list, group and name knows exactly where it stands."""
    node, problems = read('a: "xé"\nb:\n  - 1\n  - [2, 3]\nc: {d: e}\r\nf: |\n  x\n\n')
    assert problems == () and isinstance(node, MapNode)

    def ends(span: Span) -> tuple[int, int, int, int]:
        return span.line, span.column, span.end_line, span.end_column

    spans = {key: ends(entry.node.span) for key, entry in node.entries.items()}
    assert spans == {
        "a": (1, 4, 1, 8),
        "b": (3, 3, 4, 11),
        "c": (5, 4, 5, 10),
        "f": (6, 4, 7, 4),
    }
    assert ends(node.entries["c"].key_span) == (5, 1, 5, 2)
    assert ends(node.span) == (1, 1, 7, 4)
    items = node.entries["b"].node
    assert isinstance(items, ListNode)
    assert ends(items.items[1].span) == (4, 5, 4, 11)
    written = node.entries["a"].node
    assert isinstance(written, Scalar)
    assert (written.written, written.quoted) == ('"xé"', True)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("012", 12),
        ("08", 8),
        ("00", 0),
        ("-07", -7),
        ("1_000", 1000),
        ("0o14", 12),
        ("0x1F", 31),
        ("1e3", 1000),
        ("1.5e1", 15),
        ("007.5", 7.5),
    ],
)
def test_unclear_numbers_are_refused_and_mended(written: str, meant: float) -> None:
    """A number that programs read differently is refused; the mend is the likeliest."""
    text = f"a: {written}\n"
    assert places(text) == [("HF112", 1, 4, 1, 4 + len(written))]
    node = read(text)[0]
    assert node is not None and plain(node) == {"a": meant}
    assert data(mended(text)) == {"a": meant}


@pytest.mark.parametrize(
    "written", ["1e999", "1e-9", "0xfffffffffff", "1e400", "+1e99"]
)
def test_enormous_or_tiny_powers_have_no_mend(written: str) -> None:
    """A number that cannot be meant is refused without a guess."""
    (problem,) = read(f"a: {written}\n")[1]
    assert (problem.code, problem.fix) == ("HF112", None)


#: A text, and the problems it has, to the column.
BROKEN: list[tuple[str, list[Place]]] = [
    ("", [("HF008", 0, 0, 0, 0)]),
    ("# nothing\n---\n", [("HF008", 0, 0, 0, 0)]),
    ("a: x\u200b\n", [("HF006", 1, 5, 1, 6)]),
    ("a: 1\rb: 2\n", [("HF006", 1, 5, 1, 6)]),
    ("a: 1\n\ufeffb: 2\n", [("HF006", 2, 1, 2, 2)]),
    ("a: 1\u2028b: 2\n", [("HF006", 1, 5, 1, 6)]),
    ("a: \0\n", [("HF006", 1, 4, 1, 5)]),
    ("a: 1\nd:\n\tb: 2\n", [("HF101", 3, 1, 3, 2)]),
    ("d:\n \t\tb: 2\n", [("HF101", 2, 2, 2, 4)]),
    ("decks:\t5\n", [("HF101", 1, 7, 1, 8)]),
    ("decks: 5\t# five\n", [("HF101", 1, 9, 1, 10)]),
    ('a: 1\nname: "x\nb: 1\n', [("HF102", 2, 7, 2, 8)]),
    ("name: 'x\n---\n", [("HF102", 1, 7, 1, 8)]),
    ("name: 'Gran's rules'\n", [("HF102", 1, 12, 1, 13)]),
    ('name: "a "b" c"\n', [("HF102", 1, 10, 1, 11)]),
    ("a: ['Gran's']\n", [("HF102", 1, 10, 1, 11)]),
    ("a: [1, 2\nb: 3\n", [("HF103", 1, 4, 1, 5)]),
    ("a: {b: [1,\n", [("HF103", 1, 8, 1, 9)]),
    ("a: {\n", [("HF103", 1, 4, 1, 5)]),
    ("a: [1}\n", [("HF103", 1, 6, 1, 7)]),
    ("a: {b: 1]\n", [("HF103", 1, 9, 1, 10)]),
    ("a: [1]]\n", [("HF103", 1, 7, 1, 8)]),
    ("a: {b: 1 c: 2}\n", [("HF103", 1, 11, 1, 12)]),
    ("a: [1,,2]\n", [("HF103", 1, 7, 1, 8)]),
    ("decks:5\nplayers: 4\n", [("HF104", 1, 6, 1, 7)]),
    ("a: 1\ndecks:5\nplayers: 4\n", [("HF104", 2, 6, 2, 7)]),
    ("a: {b:2, c: 3}\n", [("HF104", 1, 6, 1, 7)]),
    ("decks 5\nplayers: 4\n", [("HF104", 1, 1, 1, 8)]),
    ("players: 4\ndecks 5\n", [("HF104", 2, 1, 2, 8)]),
    ("d:\n  h: 1\n    f: 2\n", [("HF105", 3, 5, 3, 6)]),
    ("d:\n    h: 1\n  foot: 2\n", [("HF105", 3, 3, 3, 7)]),
    ("a: 1\n- b\n", [("HF105", 2, 1, 2, 2)]),
    ("a: 1\nb: 2\na: 3\n", [("HF106", 1, 1, 1, 2)]),
    ('{a: 1, "a": 2}\n', [("HF106", 1, 2, 1, 3)]),
    ("d: {on: 1, on: 2}\n", [("HF106", 1, 5, 1, 7)]),
    ("a: &x 1\n", [("HF107", 1, 4, 1, 6)]),
    ("a: *x\n", [("HF107", 1, 4, 1, 6)]),
    ("a: &x [*x]\n", [("HF107", 1, 4, 1, 6), ("HF107", 1, 8, 1, 10)]),
    ("<<: {a: 1}\n", [("HF107", 1, 1, 1, 3)]),
    ("a: !!bool maybe\n", [("HF108", 1, 4, 1, 5)]),
    ("a: !x!y z\n", [("HF108", 1, 4, 1, 5)]),
    ("a: !<\n", [("HF108", 1, 4, 1, 5)]),
    ("a: 1\n---\nb: 2\n", [("HF109", 2, 1, 2, 4)]),
    ("a: 1\n...\nb\n", [("HF109", 3, 1, 3, 2)]),
    ("%YAML 1.2\n---\na: 1\n", [("HF109", 1, 1, 1, 2)]),
    ("%YAML 7\n---\na: 1\n", [("HF109", 1, 1, 1, 2)]),
    ("%x\na: 1\n", [("HF109", 1, 1, 1, 2)]),
    ("[a]: b\n", [("HF110", 1, 1, 1, 2)]),
    ("{a: 1}: b\n", [("HF110", 1, 1, 1, 2)]),
    (": 3\n", [("HF110", 1, 1, 1, 2)]),
    ("a: {: 3}\n", [("HF110", 1, 5, 1, 6)]),
    ("x" * 2000 + ": 1\n", [("HF110", 1, 2001, 1, 2002)]),
    ("[" * 33, [("HF111", 1, 33, 1, 34)]),
    ("- " * 40, [("HF111", 1, 65, 1, 66)]),
    ("w:\n- joker\n - two\n", [("HF113", 2, 3, 2, 8)]),
    ("a: 1\nb: one\n  two\n", [("HF113", 2, 4, 2, 7)]),
    ("d\u0435cks: 5\n", [("HF114", 1, 2, 1, 3)]),
    ("a: {\u65e5: 5}\n", [("HF114", 1, 5, 1, 6)]),
    ("a: .nan\nb: -.INF\n", [("HF115", 1, 4, 1, 8), ("HF115", 2, 4, 2, 9)]),
    ("a: 1\ndecks:\n", [("HF116", 2, 1, 2, 6)]),
    ("a:\n- 1\n-\n", [("HF116", 3, 1, 3, 2)]),
    ("name: Gran's rules #1\n", [("HF117", 1, 20, 1, 22)]),
    ("name: Gran #1\n", [("HF117", 1, 12, 1, 14)]),
    ("a: 1234567890\n", [("HF118", 1, 4, 1, 14)]),
    ("a: " + "9" * 400, [("HF118", 1, 4, 1, 404)]),
    ("[a] b\n", [("HF119", 1, 5, 1, 6)]),
    ("a: 1 b: 2\n", [("HF120", 1, 7, 1, 8)]),
    ("name: Gran: the rules\n", [("HF120", 1, 11, 1, 12)]),
    ("a: - b\n", [("HF120", 1, 4, 1, 5)]),
    ("- a\n- b\n", [("HF121", 1, 1, 1, 4)]),
    ("hello\n", [("HF121", 1, 1, 1, 6)]),
    ('a: "\\q"\n', [("HF122", 1, 5, 1, 7)]),
    ('a: "\\e[31m"\n', [("HF122", 1, 4, 1, 12)]),
    ('a: "\\ud800"\n', [("HF122", 1, 4, 1, 12)]),
    ('a: "x\\UFFFFFFFF"\n', [("HF122", 1, 6, 1, 16)]),
    ("a: @x\n", [("HF123", 1, 4, 1, 5)]),
    ("a: `x`\n", [("HF123", 1, 4, 1, 5)]),
    ("a: *\n", [("HF123", 1, 4, 1, 5)]),
    ("a: | x\n", [("HF123", 1, 4, 1, 5)]),
    ("a: b\xa0c\n", [("HF124", 1, 5, 1, 6)]),
    ("a: \u201cb\u201d\n", [("HF125", 1, 4, 1, 7)]),
]


@pytest.mark.parametrize(("text", "expected"), BROKEN)
def test_one_mistake_one_problem_to_the_column(
    text: str, expected: list[Place]
) -> None:
    """Each mistake gives its own problem, in one place, and no other with it."""
    assert places(text) == expected


@pytest.mark.parametrize("text", [text for text, _ in BROKEN])
def test_mends_mend(text: str) -> None:
    """Where a mend is offered, the mended text no longer has that problem."""
    before = [one.code for one in read(text)[1] if one.fix is not None]
    after = [one.code for one in read(mended(text))[1]]
    assert not set(before) & set(after)


@pytest.mark.parametrize("text", [text for text, _ in BROKEN])
def test_everyday_words(text: str) -> None:
    """No message uses the words of programmers, and each draws without a fault."""
    for problem in read(text)[1]:
        said = [problem.message, problem.label, *(note for _, note in problem.notes)]
        words = " ".join(said).lower().replace(text.strip().lower(), "").split()
        assert not set(words) & set(FORBIDDEN_WORDS)
        assert problem.message[-1] not in "."
    Report(read(text)[1], ("house.yaml",), {"house.yaml": text}).text()


def test_several_mistakes_at_once() -> None:
    """After a failure the other lines are looked through for the common mistakes."""
    text = "players: 4\nplaeyrs 4\nplayers: 5\n\tx: 1\nq:1\n"
    found = [(code, line) for code, line, *_ in places(text)]
    assert found == [("HF104", 2), ("HF106", 1), ("HF101", 4), ("HF104", 5)]
    notes = [dict(problem.notes).get("note", "") for problem in read(text)[1]]
    assert ["checking stopped here" in note for note in notes] == [True] + [False] * 3


def test_looking_again_spares_blocks_of_text() -> None:
    """Tabs and colons inside a block of text are not taken for mistakes."""
    text = "a: @\nb: |\n  \tx\n  k:1\nc: 2\n"
    assert places(text) == [("HF123", 1, 4, 1, 5)]


def test_warnings_leave_the_tree() -> None:
    """What is only odd is a warning, and the tree is there all the same."""
    for text in (
        "b: one\n  two\n",
        "name: a b #1\n",
        "a: b\xa0c\n",
        "a: \u201cb\u201d\n",
    ):
        node, problems = read(text)
        assert node is not None
        assert [problem.severity for problem in problems] == ["warning"]


def test_ordinary_remarks_are_not_suspected() -> None:
    """A remark after a number, a word or quotes is what remarks are for."""
    data('a: 1 # x\nb: seven # as ever\nc: "a b" # x\nd: [1, 2] # x\n# é\n')


def test_values_of_refused_words_cause_no_second_problem() -> None:
    """A name in strange letters is read as meant; a merge is left out."""
    node, _ = read("d\u0435cks: 5\n<<: {a: 1}\n\u65e5: 1\n")
    assert node is not None and plain(node) == {"decks": 5}


def test_schema_line_is_left_alone() -> None:
    """A top-level $schema for editors is ordinary text."""
    assert data("$schema: ./x.json\n") == {"$schema": "./x.json"}


READING_CODES = [code for code in CODES if code < "HF2"]
# Found after the text was read: reached by tests of numbers, and of other files.
ELSEWHERE = {"HF007", "HF009"}


def _reached() -> set[str]:
    reached = {place[0] for _, expected in BROKEN for place in expected}
    # Reached by the tests of files, of bytes and of numbers below and above.
    return reached | {"HF001", "HF002", "HF003", "HF004", "HF005", "HF112"} | ELSEWHERE


def test_every_code_is_reached() -> None:
    """Each code of reading is documented, and reached by a test here."""
    assert _reached() == set(READING_CODES)


@pytest.mark.parametrize(
    "code",
    [code for code in READING_CODES if code >= "HF006" and code not in ELSEWHERE],
)
def test_documented_examples(code: str) -> None:
    """Each documented text has its problem alone, and the mended one has none."""
    info = CODES[code]
    assert {problem.code for problem in read(info.failing)[1]} == {code}
    assert read(info.mended)[1] == ()
    assert info.title and info.meaning.endswith(".")


# Files


def refused(path: str | os.PathLike[str]) -> Problem:
    """Give the problem for which a file is refused."""
    with pytest.raises(SourceRefused) as caught:
        read_source(path)
    assert str(caught.value) == caught.value.problem.message
    return caught.value.problem


def test_reading_a_file(tmp_path: Path) -> None:
    """A file is read as UTF-8; one byte order mark and line ends change no place."""
    path = tmp_path / "house.yaml"
    path.write_bytes("\ufeffa: é\r\nb: 2\r\n".encode())
    source = read_source(path, name="house.yaml")
    assert (source.name, source.lines) == ("house.yaml", ("a: é", "b: 2", ""))
    node, problems = parse(source)
    assert problems == () and isinstance(node, MapNode)
    assert node.entries["b"].key_span == Span("house.yaml", 2, 1, 2, 2)
    assert read_source(str(path)).name == str(path)


def test_what_is_no_file(tmp_path: Path) -> None:
    """Folders, pipes, devices, circles and impossible names are refused at once."""
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "file").write_text("a: 1\n")
    os.mkfifo(tmp_path / "pipe")
    started = time.monotonic()
    assert refused(tmp_path / "gone").code == "HF001"
    assert refused(tmp_path / "file" / "x").code == "HF001"
    assert refused("").code == "HF001"
    assert refused(tmp_path).code == "HF002"
    assert refused(tmp_path / "pipe").code == "HF002"
    assert refused("/dev/zero").code == "HF002"
    assert refused(tmp_path / "circle").code == "HF007"
    assert refused("x" * 5000).code == "HF007"
    assert refused("a\0b").code == "HF007"
    assert refused("\ud800").code == "HF007"
    assert time.monotonic() - started < 1


def test_file_that_changes_or_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that vanishes, becomes a pipe or fails while being read is refused."""
    path = tmp_path / "house.yaml"
    path.write_text("a: 1\n")
    really_open = os.open

    def failing(error: OSError) -> None:
        def fail(*_: object) -> int:
            raise error

        monkeypatch.setattr(os, "open", fail)

    failing(FileNotFoundError(2, "gone"))
    assert refused(path).code == "HF001"
    failing(PermissionError(13, "no"))
    assert refused(path).code == "HF003"
    failing(OSError(5, "Input/output error"))
    assert refused(path).message.endswith("input/output error")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def swapped(_: object, flags: int) -> int:
        return really_open(pipe, flags)

    monkeypatch.setattr(os, "open", swapped)
    assert refused(path).code == "HF002"


def test_large_file_is_not_read_whole(tmp_path: Path) -> None:
    """Past the limit nothing is read, however large the file."""
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(10**9)
    tracemalloc.start()
    assert refused(path).code == "HF004"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * MAX_BYTES
    path.write_bytes(b"#" * MAX_BYTES)
    assert len(read_source(path).text) == MAX_BYTES
    assert [one.code for one in read("#" * (MAX_BYTES + 1))[1]] == ["HF004"]


def test_bytes_that_are_no_utf_8() -> None:
    """Other encodings are refused; the first wrong byte is pointed at."""
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"):
        with pytest.raises(SourceRefused) as caught:
            source_from_bytes("name: Gran\n".encode(encoding), "x")
        assert caught.value.problem.code == "HF005"
    with pytest.raises(SourceRefused) as caught:
        source_from_bytes("é: 1\nname: café\n".encode() + b"b: caf\xe9\n", "x")
    assert caught.value.problem.span == Span("x", 3, 7, 3, 8)
    source = caught.value.source
    assert source is not None
    report = Report((caught.value.problem,), ("x",), {"x": source.text})
    assert "3 | b: caf\ufffd\n" in report.text()


def test_odd_text_is_refused_with_its_source() -> None:
    """A text with an invisible letter is refused, and its line can be drawn."""
    with pytest.raises(SourceRefused) as caught:
        source_from_text("a: 1\nb\u202e: 2\n", "<text>")
    assert caught.value.problem.span == Span("<text>", 2, 2, 2, 3)
    assert caught.value.source is not None
    with pytest.raises(SourceRefused):
        source_from_bytes(b"\xef\xbb\xbf\xef\xbb\xbfa: 1\n", "x")


# Hostile input

_K = MAX_BYTES
HOSTILE: dict[str, str] = {
    "alias bomb": "a: &a [x]\n"
    + "".join(f"b{n}: &b{n} [{','.join(['*a'] * 9)}]\n" for n in range(20)),
    "self alias": "a: &a [*a]\n",
    "merge bomb": "a: &a {x: 1}\n" + "b: {<<: [*a,*a]}\n" * 9,
    "brackets": "[" * 20_000,
    "braces": "{" * 20_000,
    "settings": "a: {" * 20_000,
    "dashes": "- " * 100_000,
    "question marks": "? " * 100_000,
    "empty lists": "[" + "[]," * 80_000,
    "names": "\n".join(f"k{n}: {n}" for n in range(22_000)),
    "remarks": "# x\n" * 65_000,
    "blank lines": "\n" * _K,
    "long text": "a: " + "x" * (_K - 4),
    "words": "a: " + "x " * 131_000,
    "joined lines": "a: " + "x\n  " * 65_000,
    "quoted lines": '"' + "\n" * (_K - 2) + '"',
    "block": "a: |\n" + " x\n" * 87_000,
    "digits": "a: " + "9" * (_K - 4),
    "hex digits": "a: 0x" + "f" * (_K - 6),
    "sexagesimal": "a: 1" + ":1" * 130_000,
    "tabs": "a:\n" + "\tb: 1\n" * 30_000,
    "missing spaces": "a b:1\n" + "k:1\n" * 60_000,
    "duplicates": "a: 1\n" * 50_000,
    "strange names": "é: 1\n" * 20_000,
    "open quote": 'a: "' + "b: 1\n" * 50_000,
    "open bracket": "a: [" + "b,\n" * 80_000,
    "ampersands": "a: " + "&" * 200_000,
    "instructions": "%x y\n" * 50_000,
    "documents": "---\n" * 60_000,
    "stairs": "".join(" " * n + "a:\n" for n in range(700)),
    "not a character": 'a: "\\UFFFFFFFF"\n',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_ends_soon(name: str) -> None:
    """Hostile text ends within a second, with few problems and a short report."""
    text = HOSTILE[name]
    started = time.process_time()
    _, problems = read(text)
    report = Report(problems, ("house.yaml",), {"house.yaml": text}).text()
    assert time.process_time() - started < 1
    assert len(problems) <= 2 * MAX_PROBLEMS
    assert len(report) < 20_000


@pytest.mark.parametrize("name", ["empty lists", "names", "alias bomb", "stairs"])
def test_hostile_text_takes_little_memory(name: str) -> None:
    """What makes the largest trees stays far below 100 megabytes."""
    text = HOSTILE[name]
    read("a: 1\n")
    tracemalloc.start()
    read(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40_000_000


def test_limits_are_exact() -> None:
    """The deepest and the longest allowed text loads, the next one does not."""
    assert read("a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1))[1] == ()
    assert places("a: " + "[" * MAX_DEPTH + "]" * MAX_DEPTH) != []
    full = "a: [" + "1," * (MAX_VALUES - 2) + "]"
    assert read(full.replace("a: [1,", "a: ["))[1] == ()
    assert [one[0] for one in places(full)] == ["HF111"]


# Anything at all


def check_anything(text: str) -> None:
    """Read a text and check that what comes of it is sound."""
    node, problems = read(text)
    lines = text.split("\n")
    for problem in problems:
        spans = [problem.span, problem.fix.span if problem.fix else None]
        for span in filter(None, spans):
            assert 1 <= span.line <= span.end_line <= len(lines)
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1
            assert (span.line, span.column) <= (span.end_line, span.end_column)
            assert problem.severity == "error" or node is not None or len(problems) > 1
        assert problem.code in CODES
    assert node is not None or any(one.severity == "error" for one in problems)
    if node is not None:
        plain(node)
    Report(problems, ("house.yaml",), {"house.yaml": text}).text()


PIECES = st.sampled_from(
    [
        "a",
        "b",
        "name",
        "decks",
        ":",
        ":",
        "",
        ",",
        "[",
        "]",
        "{",
        "}",
        "-",
        "?",
        "&",
        "*",
        "!",
        "|",
        ">",
        "%",
        "@",
        "`",
        "'",
        '"',
        "#",
        "<<",
        "~",
        "---",
        "...",
        "012",
        "1_0",
        "0x",
        ".nan",
        "yes",
        "5",
        "\\",
        "\\x",
        "\\U",
        "é",
        "\u0435",
        "\xa0",
        "“",
        "&a",
        "*a",
        "!!int",
        "\r\n",
        "\n",
        "\n  ",
        "\n    ",
        " ",
        "\t",
        ": ",
        "- ",
        "\n- ",
        "# ",
        "\n\t",
        "a: ",
        "\ta",
    ]
)


@given(st.binary(max_size=300))
@example(b"\xff\xfe")
@settings(max_examples=300)
def test_any_bytes(raw: bytes) -> None:
    """Any bytes are refused, or read into a tree or problems; nothing else happens."""
    try:
        source = source_from_bytes(raw, "house.yaml")
    except SourceRefused as refusal:
        assert refusal.problem.code in CODES
    else:
        check_anything(source.text)


@given(st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=1500)
@example("a: !<\n")
@example('"\\U')
@example("a: |0\n")
def test_any_pieces_of_yaml(text: str) -> None:
    """Any jumble of the signs of YAML gives a tree or problems with sound places."""
    check_anything(text)


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    """Any text gives a tree or problems with sound places."""
    check_anything(text)


NAMES = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)
VALUES = st.recursive(
    st.integers(-(10**9) + 1, 10**9 - 1)
    | st.booleans()
    | st.none()
    | st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.dictionaries(NAMES, VALUES, max_size=5))
def test_what_yaml_writes_is_read_back(written: dict[str, Plain]) -> None:
    """Ordinary data, written by an ordinary YAML writer, is read back the same."""
    import yaml

    for flow in (True, False):
        text = yaml.safe_dump(written, default_flow_style=flow, width=10_000)
        node, problems = read(text)
        if {one.code for one in problems} - {"HF112", "HF118"} or not node:
            continue
        if not problems:
            assert plain(node) == written


def test_import_is_cheap() -> None:
    """Importing the reader loads neither PyYAML nor the texts of the codes."""
    script = (
        "import sys, handfoot.rules.source; "
        "assert 'yaml' not in sys.modules; "
        "assert 'handfoot.rules.reports.codes' not in sys.modules; "
        "assert 'handfoot.rules.reports.render' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
