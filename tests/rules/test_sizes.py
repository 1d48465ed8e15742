"""The page of sizes: of today, and its odd rules are rules."""

from __future__ import annotations

import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from handfoot import variant_names
from handfoot.rules.loading import check_text

ROOT: Final = Path(__file__).parents[2]
MADE: Final = runpy.run_path(str(ROOT / "scripts" / "remake_sizes.py"))
ODD: Final[list[Mapping[str, Any]]] = list(MADE["odd_rules"]())
PAGE: Final = (ROOT / "docs" / "sizes.md").read_text(encoding="utf-8")


def test_what_people_read_first_is_of_today() -> None:
    """Odd rules and rulesets stand on the page as the script makes it now."""
    made = MADE["page"]()
    assert PAGE.partition("## Chapters")[0] == made.partition("## Chapters")[0]


def test_every_chapter_is_counted() -> None:
    """Each chapter has its line; how long it is changes with every other commit."""
    rows = PAGE.partition("## Chapters")[2].splitlines()
    found = [row.split("`")[1] for row in rows if row.startswith("| `")]
    assert found == list(MADE["chapters"]())
    assert all(keys and data for keys, data, _ in MADE["chapters"]().values())


def test_every_ruleset_is_counted_as_a_parser_would() -> None:
    """What is left of a file without comments and blank lines says the same."""
    assert list(MADE["variants"]()) == list(variant_names())
    for name, (base, _, rules) in MADE["variants"]().items():
        text = (ROOT / "variants" / f"{name}.yaml").read_text(encoding="utf-8")
        lines = MADE["lines_of"](text)
        whole = yaml.safe_load(text)
        assert yaml.safe_load("\n".join(lines)) == whole
        kept = yaml.safe_load("\n".join(MADE["rules_of"](lines))) or {}
        assert kept == {k: v for k, v in whole.items() if k not in MADE["ABOUT"]}
        assert whole.get("extends", "") == base
        assert rules >= len(kept)


@pytest.mark.parametrize("rule", ODD, ids=lambda rule: rule["axes"][0])
def test_odd_rules_load(rule: Mapping[str, Any]) -> None:
    """Each is a ruleset without a problem, and changes what the defaults say."""
    rules, report = check_text(f"handfoot: 1\nname: Test\n{rule['rules']}")
    assert rules is not None
    assert not report.problems, report.text()
    plain, _ = check_text("handfoot: 1\nname: Test\n")
    assert plain is not None
    assert rules.digest != plain.digest


def test_odd_rules_are_in_the_catalogue() -> None:
    """Ten of them, each answering questions that stand there."""
    catalogue = runpy.run_path(str(ROOT / "scripts" / "remake_axes.py"))["axes"]()
    known = {axis["id"] for questions in catalogue.values() for axis in questions}
    assert len(ODD) == 10
    assert {axis for rule in ODD for axis in rule["axes"]} <= known
