"""The page of seed sentences says what is true: keys, values, tests, examples."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import yaml

from handfoot import load_rules
from handfoot.rules.language.scoped import written

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
PAGE: Final = ROOT / "docs" / "seeds.md"
COLUMNS: Final = 4
EXAMPLES: Final = 85
CORE: Final = "core: "

_NUMBER = r"\d{3}-\d{2}|R\d{3}-\d+|R\d+|lost-\d"
_NAMED = re.compile(rf"(?<![\w-])(?:{_NUMBER})(?![\w-])")
_TEST = re.compile(r"tests/seeds/(test_\w+)\.py::(test_\w+)")


class Row(NamedTuple):
    """A row of the page.

    Attributes:
        seed: Number of the seed whose table it stands in.
        variant: Variant of that seed.
        number: Number of the sentence or reading.
        cells: All its cells.
    """

    seed: str
    variant: str
    number: str
    cells: tuple[str, ...]

    @property
    def keys(self) -> list[str]:
        """The keys with their values, and what is common to every ruleset."""
        return [part.strip("`") for part in self.cells[2].split("<br>")]

    @property
    def tests(self) -> list[tuple[str, str]]:
        """File and name of each test."""
        return _TEST.findall(self.cells[3])


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split(" | "))


@cache
def rows() -> tuple[Row, ...]:
    """Return the rows of sentences and readings."""
    found: list[Row] = []
    seed = variant = ""
    for line in PAGE.read_text("utf-8").splitlines():
        heading = re.match(r"## Seed (\d{3}): `([\w-]+)`", line)
        if heading:
            seed, variant = heading.groups()
        elif re.match(rf"\| *(?:{_NUMBER}) *\|", line):
            cells = _cells(line)
            found.append(Row(seed, variant, cells[0], cells))
    return tuple(found)


@cache
def seed_tests() -> dict[tuple[str, str], str]:
    """Return the docstring of each test of a seed, by file and name."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(HERE.glob("test_seed_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[path.stem, node.name] = ast.get_docstring(node) or ""
    return found


def named(row: Row) -> tuple[str, str]:
    """Return what tells a row from all others; some numbers stand in each table."""
    return (row.seed if row.number.startswith("lost") else "", row.number)


def claims() -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Yield each row that the docstring of a test names, with the test."""
    for test, doc in seed_tests().items():
        for number in _NAMED.findall(doc):
            seed = test[0].removeprefix("test_seed_")
            yield (seed if number.startswith("lost") else "", number), test


def plain(value: object) -> object:
    """Return a value as JSON has it: the keys of every map are texts."""
    return json.loads(json.dumps(value))


def test_every_row_has_all_columns() -> None:
    """Number, sentence, keys and tests: no cell is missing or empty."""
    assert rows()
    for row in rows():
        assert len(row.cells) == COLUMNS, row.number
        assert all(row.cells), row.number
        assert row.tests, row.number


def test_sentences_are_numbered_without_gaps() -> None:
    """Sentences count from 1 in each seed, and the head of the page has the totals."""
    page = PAGE.read_text("utf-8")
    for seed in ("000", "001", "002", "003", "004"):
        own = [row for row in rows() if row.seed == seed]
        numbers = [row.number for row in own]
        assert len(set(numbers)) == len(numbers)
        sentences = [number for number in numbers if number.startswith(f"{seed}-")]
        assert sentences == [f"{seed}-{n + 1:02}" for n in range(len(sentences))]
        head = next(
            line for line in page.splitlines() if line.startswith(f"| {seed} |")
        )
        assert _cells(head)[1] == f"`variants/{own[0].variant}.yaml`"
        readings = len(own) - len(sentences)
        assert _cells(head)[3:] == (str(len(sentences)), str(readings))


def test_every_key_has_its_value() -> None:
    """Every key exists in the language and has that value in the seed's variant."""
    for row in rows():
        rules = load_rules(row.variant)
        for text in row.keys:
            if text.startswith(CORE):
                continue
            key, _, value = text.partition(": ")
            assert key in rules.values, (row.number, key)
            says = plain(yaml.safe_load(value))
            assert plain(written(rules[key])) == says, (row.number, key)


def test_every_core_rule_is_explained() -> None:
    """What the engine does for every ruleset has a line at the end of the page."""
    tail = PAGE.read_text("utf-8").partition("## What every ruleset shares")[2]
    explained = {_cells(line)[0] for line in tail.splitlines() if line.startswith("| ")}
    cited = {
        name
        for row in rows()
        for text in row.keys
        if text.startswith(CORE)
        for name in text.removeprefix(CORE).split(", ")
    }
    assert cited <= explained
    assert explained - cited == {"core"}


def test_every_cited_test_exists() -> None:
    """Every test of a row is there."""
    for row in rows():
        for test in row.tests:
            assert test in seed_tests(), (row.number, test)
        assert row.cells[3].count("::") == len(row.tests), row.number


def test_rows_and_docstrings_agree() -> None:
    """A row cites a test exactly when the test's docstring names the row."""
    cited = {(named(row), test) for row in rows() for test in row.tests}
    assert cited == set(claims())


def test_every_test_is_cited() -> None:
    """No test of a seed stands outside the page, and each says what must hold."""
    cited = Counter(test for row in rows() for test in row.tests)
    assert set(cited) == set(seed_tests())
    assert all(seed_tests().values())


def test_every_example_is_there() -> None:
    """E1 to E85, the worked examples and stated cases, each have one test."""
    found = Counter(
        int(match[1])
        for _, name in seed_tests()
        if (match := re.match(r"test_e(\d+)_", name))
    )
    assert found == Counter(range(1, EXAMPLES + 1))
    for (_, name), doc in seed_tests().items():
        if match := re.match(r"test_e(\d+)_", name):
            assert doc.startswith(f"E{int(match[1])}:"), name
