"""The questions people argue about: asked, decided as the files say, and told."""

from __future__ import annotations

import json
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from handfoot import RuleSet, Scenario, ask, load_rules
from handfoot.cli import cli
from handfoot.play.actions import Action
from handfoot.rules.rulebook import all_keys
from handfoot.rulings.asking import command, question_of
from handfoot.rulings.question import Question
from handfoot.rulings.verdict import judge

ROOT = Path(__file__).parents[2]
PAGE = runpy.run_path(str(ROOT / "scripts" / "disputes_page.py"))
DISPUTES: dict[str, dict[str, Any]] = PAGE["disputes"]()
GROUPS: dict[str, list[list[Scenario]]] = PAGE["scenarios"]()


def _asked(scenario: Scenario) -> Question:
    """Return whether the last step of a scenario may be done, as a question."""
    last = scenario.steps[-1]
    done = [step.action for step in scenario.steps[:-1] if step.refused is None]
    actions: list[Action] = [one for one in (*done, last.action) if one is not None]
    return question_of(scenario.position, actions)


@pytest.mark.parametrize("number", GROUPS)
def test_each_is_decided_as_its_scenario_says(number: str) -> None:
    """Asked as a player would, each ruleset decides as its scenario says, by its keys."""
    for group in GROUPS[number]:
        for scenario in group:
            if not scenario.steps:
                continue
            question = _asked(scenario)
            rules = scenario.position.rules
            assert isinstance(rules, RuleSet)
            keys = set(judge(rules, question).keys)
            assert keys == (scenario.steps[-1].refused or set()), scenario.name


@pytest.mark.parametrize("number", GROUPS)
def test_each_comes_out_as_its_scenario_says(number: str) -> None:
    """What comes of it is what its scenario says, too."""
    for group in GROUPS[number]:
        for scenario in group:
            assert not scenario.run().differences, scenario.name


def test_all_questions_are_there() -> None:
    """The page has the thirty-eight questions, and scenarios for nothing else."""
    assert list(DISPUTES) == [f"Q{number:02}" for number in range(1, 39)]
    assert set(GROUPS) <= set(DISPUTES)


@pytest.mark.parametrize("number", DISPUTES)
def test_each_has_a_verdict_or_says_why_not(number: str) -> None:
    """A question without scenarios shows what rulesets say, or why it is not asked."""
    about = DISPUTES[number]
    assert about["question"]
    assert about["differs"]
    assert number in GROUPS or about.get("values") or about.get("open")
    known = {key.path for key in all_keys()}
    assert set(about["keys"]) | set(about.get("values", ())) <= known


@pytest.mark.parametrize("number", DISPUTES)
def test_rulesets_say_what_the_page_tells(number: str) -> None:
    """Where nothing can be asked, named rulesets say what they are known to say."""
    about = DISPUTES[number]
    for key, said in about.get("said", {}).items():
        assert key in about["values"]
        for name, value in said.items():
            assert load_rules(name)[key] == value, (name, key)


def test_commands_ask_the_same() -> None:
    """The command that the page shows for a question asks that very question."""
    shown = 0
    for groups in GROUPS.values():
        for scenario in [group[0] for group in groups if group[0].steps][:1]:
            question = _asked(scenario)
            rules = scenario.position.rules
            name = next(
                (
                    one
                    for one in ("whitnack", "eleven-card")
                    if load_rules(one) == rules
                ),
                None,
            )
            line = command(question, str(name))
            if name is None or line is None:
                continue
            arguments = [*shlex.split(line)[1:], "--json", "--no-others"]
            result = CliRunner().invoke(cli, arguments)
            data = json.loads(result.output)
            ruling = ask(name, question)
            assert data["legal"] == ruling.legal
            assert [r["key"] for r in data["refusals"]] == [
                refusal.key for refusal in ruling.refusals
            ]
            shown += 1
    assert shown > 10


def test_only_a_file_can_ask_of_other_seats() -> None:
    """What others hold has no option, so there is no command for it."""
    question = Question(tries="draw", table={"hands": {1: "4 4"}})
    assert command(question, "whitnack") is None
    assert command(Question(tries="draw", hand=4), "whitnack") is None
