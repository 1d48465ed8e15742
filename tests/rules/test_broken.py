"""The broken files of the examples: their reports, and that the reports are enough."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from handfoot.rules.loading import check_rules

ROOT = Path(__file__).parents[2]
BROKEN = ROOT / "examples" / "broken"
NAMES = sorted(path.stem for path in BROKEN.glob("*.yaml"))


def script() -> ModuleType:
    """Return the script that remakes the reports."""
    path = ROOT / "scripts" / "remake_broken.py"
    spec = importlib.util.spec_from_file_location("remake_broken", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_reports_are_up_to_date() -> None:
    """The kept reports are what is said today.

    Write them anew with: python scripts/remake_broken.py
    """
    kept = {path.name: path.read_text("utf-8") for path in BROKEN.glob("*.txt")}
    assert script().reports() == kept


def test_every_broken_file_is_listed() -> None:
    """The page beside the files names each of them."""
    page = (BROKEN / "README.md").read_text("utf-8")
    assert all(f"`{name}`" in page for name in NAMES)
    assert len(NAMES) >= 10


#: What a reader does who follows the message: text out, text in.
MENDS: dict[str, list[tuple[str, str]]] = {
    "circle": [("extends: ./circle-neighbour.yaml\n", "")],
    "circle-neighbour": [("extends: ./circle.yaml\n", "")],
    "list-or-one-value": [
        ("[5]", "5"),
        ("joker", "[joker]"),
        ("[50, 90, 120, 150]", "{by_round: [50, 90, 120, 150]}"),
        ("books: 4", "books: {any: 4}"),
        ("counts: 4", "counts: [4]"),
    ],
    "look-alike": [
        ("de\u0430l", "deal"),
        ("\u00a0", " "),
        ("\u201cmore\u201d", "more"),
    ],
    "misspelt": [
        ("minimun", "minimum"),
        ("wild_count", "wilds_count"),
        ("book:", "books:"),
        ("drity", "dirty"),
    ],
    "nobody-goes-out": [("pile:", "going_out: {books: {clean: 2, dirty: 2}}\npile:")],
    "out-of-range": [
        ("40", "5"),
        (
            "{singles: 3, partners: 2}",
            "{by_sides: {singles: 3, partners: 2}}",
        ),
        ("by_rounds", "by_round"),
        ("shard", "shared"),
    ],
    "out-of-reach": [("1500", "150")],
    "quotes-and-switches": [
        ('"5"', "5"),
        ("011", "11"),
        ("yes", "true"),
        ("seven", "7"),
        ("4.0", "4"),
    ],
    "set-twice": [("pile:\n  take: 6\n", ""), ("take: 5", "take: 6")],
    "tab": [("\t", "  ")],
    "too-few-cards": [("packs: 2", "packs: 4")],
    "unknown-base": [("whitnak", "whitnack")],
    "wrong-chapter": [
        ("  held_percent: 50          # held cards cost half\n", ""),
        ("melds:\n  wild_limit: 1\n", "wilds: {most: 1}\n"),
        ("red_threes: 200\n", "threes: {red_laid: 200}\n"),
        ("going_out:", "scoring: {held_percent: 50}\ngoing_out:"),
    ],
}


@pytest.mark.parametrize("name", NAMES)
def test_mended_from_the_message(name: str, tmp_path: Path) -> None:
    """Doing what the messages say, and nothing else, leads to rules that hold."""
    for path in BROKEN.glob("*.yaml"):
        shutil.copy(path, tmp_path)
    file = tmp_path / f"{name}.yaml"
    assert check_rules(file).problems
    text = file.read_bytes().decode()
    for wrong, right in MENDS[name]:
        assert wrong in text, wrong
        text = (
            text.replace(wrong, right, 1) if wrong != "\t" else text.replace("\t", "  ")
        )
    file.write_text(text, encoding="utf-8")
    assert check_rules(file).text().startswith("no problems"), check_rules(file).text()
