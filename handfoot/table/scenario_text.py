"""Reading scenario files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from handfoot.errors import NotationError
from handfoot.play.actions import Action
from handfoot.rules.language.keys import Key, OpenMap
from handfoot.rules.layers import key_at
from handfoot.rules.reports.problems import Span
from handfoot.rules.rulebook import all_keys
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import ListNode, MapNode, Node, Scalar, plain
from handfoot.table.notation import parse_action
from handfoot.table.position_text import check_position, position_from
from handfoot.table.reading import MISSING, NO_CARDS, UNKNOWN, WRONG_TYPE, Reader
from handfoot.table.scenario import Check, Scenario, Step
from handfoot.table.scenario_checks import checks_from

__all__ = ["scenarios_from"]

VERSION: Final = 1
_FILE: Final = ("handfoot_scenarios", "rules", "position", "scenarios")
_SCENARIO: Final = (
    "name",
    "rules",
    "under",
    "position",
    "steps",
    "legal",
    "refused",
    "after",
)
_UNDER: Final = ("rules", "legal", "refused", "after")
_STEP: Final = ("do", "seat", "legal", "refused")


def scenarios_from(text: str, name: str, folder: Path | None) -> tuple[Scenario, ...]:
    """Return the scenarios of a text; see ``loads_scenarios``."""
    reader = Reader(text, name, folder)
    root = reader.root
    given = reader.settings(root, _FILE)
    for needed in ("handfoot_scenarios", "scenarios"):
        if needed not in given:
            reader.note(MISSING, f"{needed} is missing", root.span)
    version = given.get("handfoot_scenarios")
    if version is not None and reader.number(version) != VERSION:
        what = f"version {VERSION} of scenario files is known"
        reader.note(WRONG_TYPE, what, version.span)
    rules = reader.rules(given["rules"]) if "rules" in given else None
    shared = given.get("position")
    if shared is not None and not isinstance(shared, MapNode):
        reader.settings(shared, ())
        shared = None
    found: list[Scenario] = []
    for node in _items(given.get("scenarios")):
        found += _scenarios(reader, node, rules, shared)
    reader.stop_if_wrong()
    return tuple(found)


def _items(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return node.items if isinstance(node, ListNode) else [node]


def _scenarios(
    reader: Reader, node: Node, rules: RuleSet | None, shared: MapNode | None
) -> Iterator[Scenario]:
    """Yield a scenario, or one for each of the rulesets it is played under."""
    given = reader.settings(node, _SCENARIO)
    name = reader.text(given["name"]) if "name" in given else ""
    if not name:
        reader.note(MISSING, "a scenario needs a name: what does it show?", node.span)
    steps = _steps(reader, given)
    checks = checks_from(reader, given["after"]) if "after" in given else ()
    start = _merged(shared, given.get("position"), node)
    for case in _cases(reader, node, given, rules):
        position = position_from(reader, case.rules, start)
        if position is None or not check_position(reader, *position, case.where):
            continue
        title = f"{name} ({case.label})" if case.label else name
        played = steps
        if case.outcome is not None and steps:
            last = attrs.evolve(steps[-1], span=case.outcome.span, refused=case.refused)
            played = (*steps[:-1], last)
        yield Scenario(title, node.span, position[0], played, (*checks, *case.checks))


@attrs.frozen
class _Case:
    """A ruleset under which a scenario is played, and what must come of it there."""

    rules: RuleSet
    where: Span | None = None
    label: str = ""
    outcome: Node | None = None
    refused: frozenset[str] | None = None
    checks: tuple[Check, ...] = ()


def _cases(
    reader: Reader, node: Node, given: dict[str, Node], rules: RuleSet | None
) -> Iterator[_Case]:
    if "under" not in given:
        if "rules" in given:
            rules = reader.rules(given["rules"])
        elif rules is None and "rules" not in reader.root.entries:
            reader.note(MISSING, "rules: say which rules are played", node.span)
        if rules is not None:
            yield _Case(rules)
        return
    for item in _items(given["under"]):
        case = reader.settings(item, _UNDER)
        if "rules" not in case:
            reader.note(MISSING, "rules: say under which rules", item.span)
            continue
        outcome = case.get("refused") or case.get("legal")
        refused = _outcome(reader, case)
        if outcome is not None and "steps" not in given:
            what = "there is no step of which this could come"
            reader.note(MISSING, what, outcome.span)
        checks = checks_from(reader, case["after"]) if "after" in case else ()
        for one in _items(case["rules"]):
            found = reader.rules(one)
            if found is not None:
                label = _label(one)
                yield _Case(found, one.span, label, outcome, refused, checks)


def _label(node: Node) -> str:
    """Return what to call the rules of a case: their name, or what they change."""
    data = plain(node)
    if not isinstance(data, dict):
        return str(data)
    base = data.get("extends", "the default rules")
    keys = [
        f"{chapter}.{name}"
        for chapter, part in data.items()
        if isinstance(part, dict)
        for name in part
    ]
    return f"{base} with {', '.join(keys)}" if keys else str(base)


def _merged(shared: MapNode | None, own: Node | None, node: Node) -> Node:
    """Return the settings of a position: its own, else those that all share."""
    if own is not None and not isinstance(own, MapNode):
        return own
    span = node.span if own is None else own.span
    entries = {} if shared is None else dict(shared.entries)
    return MapNode(span, entries | ({} if own is None else own.entries))


def _steps(reader: Reader, given: dict[str, Node]) -> tuple[Step, ...]:
    steps = [_step(reader, item) for item in _items(given.get("steps"))]
    last = _outcome(reader, given)
    if last is not None:
        if steps:
            steps[-1] = attrs.evolve(steps[-1], refused=last)
        else:
            where = given.get("refused") or given["legal"]
            reader.note(
                MISSING, "there is no step of which this could come", where.span
            )
    return tuple(steps)


def _step(reader: Reader, node: Node) -> Step:
    if isinstance(node, Scalar):
        return Step(node.span, _action(reader, node))
    given = reader.settings(node, _STEP)
    seat = reader.number(given["seat"]) if "seat" in given else None
    action = _action(reader, given["do"]) if "do" in given else None
    if seat is None and action is None:
        reader.note(MISSING, "a step needs an action: do: draw", node.span)
    return Step(node.span, action, seat, _outcome(reader, given))


def _action(reader: Reader, node: Node) -> Action | None:
    text = reader.text(node)
    if not text:
        return None
    try:
        return parse_action(text)
    except NotationError as error:
        reader.note(NO_CARDS, str(error), node.span, label="cannot be read")
        return None


def _outcome(reader: Reader, given: dict[str, Node]) -> frozenset[str] | None:
    """Return the keys by which something is to be refused, ``None`` when legal."""
    if "refused" not in given:
        if "legal" in given and not reader.switch(given["legal"]):
            what = "say which keys refuse it: refused: [opening.minimum]"
            reader.note(MISSING, what, given["legal"].span)
        return None
    node = given["refused"]
    keys = reader.items(node, lambda item: _key(reader, item))
    if not any(keys):
        reader.note(MISSING, "say which keys refuse it", node.span)
    return frozenset(keys)


def _key(reader: Reader, node: Node) -> str:
    key = reader.text(node)
    if key and not _is_known(key):
        from handfoot.rules.suggest import near

        meant = near(key, (one.path for one in all_keys()))
        label = f'did you mean "{meant[0]}"?' if meant else ""
        reader.note(UNKNOWN, f"there is no rule called {key!r}", node.span, label=label)
    return key


def _is_known(key: str) -> bool:
    from handfoot.play.refusals import CORE_KEYS

    return key in CORE_KEYS or isinstance(key_at(key), Key | OpenMap)
