"""The situations of published rulesets: which are tested, and which cannot be said."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from handfoot import Lay, Position, load_rules, load_scenarios
from handfoot.play.actions import Group

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "rulesets"
FILES = sorted(FOLDER.glob("*.scenario.yaml"))


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script that wrote the files."""
    path = ROOT / "scripts" / "remake_scenarios.py"
    spec = importlib.util.spec_from_file_location("remake_scenarios", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_situation_is_written_or_left_out(script: ModuleType) -> None:
    """Each situation that the script knows has a scenario, or a reason for none."""
    found = {
        f"C-{match}"
        for path in FILES
        for scenario in load_scenarios(path)
        for match in re.findall(r"\[([A-Z0-9]+-\d+)\]$", scenario.name)
    }
    assert found == set(script.CASES)
    assert not found & set(script.LEFT_OUT)


def test_what_is_left_out_is_documented(script: ModuleType) -> None:
    """The page lists exactly the situations that are left out."""
    page = (ROOT / "docs" / "scenarios.md").read_text()
    assert set(re.findall(r"C-[A-Z0-9]+-\d+", page)) == set(script.LEFT_OUT)


def test_every_ruleset_of_the_situations_can_be_played() -> None:
    """Each ruleset that scenarios bring along can be played, without a warning."""
    from handfoot import check_rules

    for path in FILES:
        rules = path.with_name(path.name.replace(".scenario", ""))
        assert not rules.exists() or not check_rules(rules).problems, rules


@pytest.mark.parametrize("ruleset", ["earned-foot-4-packs", "reserve-canasta"])
def test_an_empty_lay_is_refused(ruleset: str) -> None:
    """A lay, or an addition, of no cards is refused (it has no text)."""
    rules = load_rules(FOLDER / f"{ruleset}.yaml")
    game = Position(rules, hands={0: "5 6"}, melds={0: ["9 9 9 9"]}).game()
    for empty in (Lay(()), Lay((Group((), "9"),))):
        assert {refusal.key for refusal in game.why_not(empty)} == {"core.group"}
