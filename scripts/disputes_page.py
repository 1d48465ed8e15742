"""The page of disputes: questions, keys, and how every shipped ruleset decides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import yaml

from handfoot import (
    HandfootError,
    Question,
    RuleSet,
    Scenario,
    load_rules,
    variant_names,
)
from handfoot.play.actions import DRAW
from handfoot.play.events import Event
from handfoot.rules.authoring.writing import flow
from handfoot.rules.language.scoped import written
from handfoot.rulings.asking import command, question_of
from handfoot.rulings.situation import situation
from handfoot.rulings.verdict import NO_SUCH, as_counted
from handfoot.table.scenario import Played, load_scenarios

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "tests" / "rulesets"
_NUMBER = re.compile(r"^\[(Q\d\d)\] ")
# Names in one cell of a table.
_MANY: Final = 24


def disputes() -> dict[str, dict[str, Any]]:
    """Return what is said of each question, by its number."""
    text = (ROOT / "scripts" / "disputes.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return found


def scenarios() -> dict[str, list[list[Scenario]]]:
    """Return the scenarios of each question; those that ask the same are together."""
    found: dict[str, dict[tuple[str, int], list[Scenario]]] = {}
    for path in sorted(FOLDER.glob("disputes-*.scenario.yaml")):
        for scenario in load_scenarios(path):
            match = _NUMBER.match(scenario.name)
            assert match is not None, f"{path}: {scenario.name} has no number"
            place = (str(path), scenario.span.line)
            found.setdefault(match[1], {}).setdefault(place, []).append(scenario)
    return {number: [*groups.values()] for number, groups in found.items()}


def disputes_page() -> str:
    """Return the page."""
    shipped = {name: load_rules(name) for name in variant_names()}
    asked = scenarios()
    lines = [
        "# Disputes at the table",
        "",
        "Made by `scripts/remake_pages.py`; do not edit by hand. Questions that people",
        "ask or argue about, what differs between tables, the keys that decide, and",
        "how each shipped ruleset does. `handfoot ask` settles the same for your own",
        "file; see [ask.md](ask.md). They are tested in",
        "`tests/rulesets/disputes-*.scenario.yaml`.",
    ]
    for number, about in disputes().items():
        lines += ["", f"## {number}: {about['question']}", "", about["differs"]]
        if about["keys"]:
            keys = ", ".join(f"`{key}`" for key in about["keys"])
            lines += ["", f"To decide it, set {keys}."]
        if "open" in about:
            lines += ["", f"*{about['open']}*"]
        for group in asked.get(number, []):
            lines += ["", *_asked(group, shipped)]
        for key in about.get("values", ()):
            lines += ["", *_values(key, shipped)]
    return "\n".join(lines) + "\n"


# -- one question ---------------------------------------------------------------------


def _asked(group: list[Scenario], shipped: Mapping[str, RuleSet]) -> Iterator[str]:
    scenario = group[0]
    name = _NUMBER.sub("", scenario.name).rpartition(" (")[0]
    yield f"**{name}.** {_how(scenario)}"
    yield ""
    yield "| verdict | shipped rulesets |"
    yield "|---|---|"
    looks = _looks(group)
    found = {name: _outcome(rules, group, looks) for name, rules in shipped.items()}
    yield from _rows(found)
    others = sorted({_label(case) for case in group} - set(shipped))
    for label in others:
        case = next(one for one in group if _label(one) == label)
        yield f"| {_outcome(_rules(case), group, looks)} | *{label}* |"


def _looks(group: list[Scenario]) -> set[str]:
    """Return what is looked at: what every case says, else what any does."""
    said = [{check.what for check in case.checks} for case in group if case.checks]
    if not said:
        return set()
    return set.intersection(*said) or set.union(*said)


def _how(scenario: Scenario) -> str:
    """Return how to ask it: the command, or the situation in words."""
    question = _question(scenario)
    told = situation(question)
    if not scenario.steps:
        return f"({told})"
    return f"`{command(question, 'RULES') or question.tries}`" + (
        f" ({told})" if question.table else ""
    )


def _question(scenario: Scenario) -> Question:
    """Return the question of a scenario: whether its last step may be done."""
    steps = [step for step in scenario.steps if step.action is not None]
    before = [step.action for step in steps[:-1] if step.refused is None]
    actions = [*before, steps[-1].action if steps else DRAW]
    question = question_of(scenario.position, [a for a in actions if a is not None])
    if steps:
        return question
    # Nobody does anything: what is looked at is the table as it stands.
    table = {**question.table, "phase": scenario.position.phase}
    return attrs.evolve(question, table=table)


def _label(scenario: Scenario) -> str:
    return scenario.name.rpartition(" (")[2].removesuffix(")")


def _rules(scenario: Scenario) -> RuleSet:
    rules = scenario.position.rules
    assert isinstance(rules, RuleSet)
    return rules


def _outcome(rules: RuleSet, group: list[Scenario], looks: set[str]) -> str:
    """Return what comes of the question under a ruleset, in words."""
    question = _question(group[0])
    try:
        game = question.position(rules).game()
    except HandfootError as error:
        return f"cannot be: {str(error).partition(': ')[2] or error}"
    began = game.round
    events: list[Event] = []
    steps = question.steps if group[0].steps else ()
    for step in steps:
        action = as_counted(game, step)
        refusals = game.why_not(action)
        if refusals:
            if refusals[0].code in NO_SUCH:
                return "no such action"
            keys = dict.fromkeys(f"`{refusal.key}`" for refusal in refusals)
            return f"refused: {', '.join(keys)}"
        events.extend(game.push(action))
    played = Played(game, tuple(events), began)
    told: dict[str, str] = {}
    for case in group:
        for check in case.checks:
            if check.what in looks:
                told.setdefault(check.what, check.found(played))
    shown = [f"{what}: {found}" for what, found in told.items()]
    legal = ["legal"] if steps else []
    return "; ".join([*legal, *shown])


# -- tables ---------------------------------------------------------------------------


def _values(key: str, shipped: Mapping[str, RuleSet]) -> Iterator[str]:
    yield f"| `{key}` | shipped rulesets |"
    yield "|---|---|"
    yield from _rows(
        {name: f"`{flow(written(rules[key]))}`" for name, rules in shipped.items()}
    )


def _rows(found: Mapping[str, str]) -> Iterator[str]:
    """Yield a row for each outcome; the most usual is not spelt out if it is long."""
    groups: dict[str, list[str]] = {}
    for name, outcome in found.items():
        groups.setdefault(outcome, []).append(name)
    ordered = sorted(groups.items(), key=lambda one: -len(one[1]))
    for place, (outcome, names) in enumerate(ordered):
        long = place == 0 and len(names) > _MANY and len(ordered) > 1
        yield f"| {outcome} | {'all others' if long else _names(names, found)} |"


def _names(names: Iterable[str], found: Mapping[str, str]) -> str:
    known = list(names)
    return "all" if len(known) == len(found) else ", ".join(known)
