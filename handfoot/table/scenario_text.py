"""Reading scenario files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs

from handfoot.errors import NotationError
from handfoot.play.actions import Action
from handfoot.rules.rulebook import all_keys
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import ListNode, MapNode, Node, Scalar
from handfoot.table.notation import parse_action
from handfoot.table.position_text import check_position, position_from
from handfoot.table.reading import MISSING, NO_CARDS, UNKNOWN, WRONG_TYPE, Reader
from handfoot.table.scenario import Scenario, Step
from handfoot.table.scenario_checks import checks_from

__all__ = ["scenarios_from"]

VERSION: Final = 1
_FILE: Final = ("handfoot_scenarios", "rules", "position", "scenarios")
_SCENARIO: Final = ("name", "rules", "position", "steps", "legal", "refused", "after")
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
    found = []
    for node in _items(given.get("scenarios")):
        scenario = _scenario(reader, node, rules, shared)
        if scenario is not None:
            found.append(scenario)
    reader.stop_if_wrong()
    return tuple(found)


def _items(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return node.items if isinstance(node, ListNode) else [node]


def _scenario(
    reader: Reader, node: Node, rules: RuleSet | None, shared: MapNode | None
) -> Scenario | None:
    given = reader.settings(node, _SCENARIO)
    name = reader.text(given["name"]) if "name" in given else ""
    if not name:
        reader.note(MISSING, "a scenario needs a name: what does it show?", node.span)
    if "rules" in given:
        rules = reader.rules(given["rules"])
    elif rules is None and "rules" not in reader.root.entries:
        reader.note(MISSING, "rules: say which rules are played", node.span)
    steps = _steps(reader, given)
    checks = checks_from(reader, given["after"]) if "after" in given else ()
    if rules is None:
        return None
    start = _merged(shared, given.get("position"), node)
    position = position_from(reader, rules, start)
    if position is None or not check_position(reader, *position):
        return None
    return Scenario(name, node.span, position[0], steps, checks)


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

    return key in CORE_KEYS or any(one.path == key for one in all_keys())
