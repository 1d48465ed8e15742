"""Positions as YAML: read strictly, written so that they read back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from handfoot.errors import HandfootError, RulesetError
from handfoot.rules.reports.problems import Related, Span
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import MapNode, Node
from handfoot.table.position import Position
from handfoot.table.reading import IMPOSSIBLE, MISSING, Reader, settings_text
from handfoot.table.setting_up import PERMISSIONS, POSITION_PHASES

__all__ = ["FIELDS", "place_of", "position_from", "position_from_text", "position_text"]

#: Settings of a position; ``rules`` stands beside them.
FIELDS: Final = tuple(
    field.name for field in attrs.fields(Position) if field.name != "rules"
)


def position_from_text(text: str, name: str, folder: Path | None) -> Position:
    """Return the position that a text describes; see ``Position.loads``."""
    reader = Reader(text, name, folder)
    root = reader.root
    given = reader.settings(root, ("rules", *FIELDS))
    rules = None
    if "rules" in given:
        rules = reader.rules(given["rules"])
    else:
        reader.note(MISSING, "rules: say which rules are played", root.span)
    settings = {key: node for key, node in given.items() if key != "rules"}
    values = position_values(reader, settings)
    reader.stop_if_wrong()
    assert rules is not None
    position = Position(rules, **values)
    check_position(reader, position, root)
    reader.stop_if_wrong()
    return position


def position_from(
    reader: Reader, rules: RuleSet, node: Node
) -> tuple[Position, MapNode] | None:
    """Return the position of a map, or note what is wrong and return ``None``."""
    if not isinstance(node, MapNode):
        reader.settings(node, FIELDS)
        return None
    before = len(reader.problems)
    values = position_values(reader, reader.settings(node, FIELDS))
    if len(reader.problems) > before:
        return None
    return Position(rules, **values), node


def position_values(reader: Reader, given: dict[str, Node]) -> dict[str, Any]:
    """Return the attributes of a position that settings give."""
    return {name: _read(reader, name, node) for name, node in given.items()}


def _read(reader: Reader, name: str, node: Node) -> Any:
    match name:
        case "seats" | "side_size" | "round" | "turn" | "turns" | "dealer":
            return reader.number(node)
        case "phase":
            return reader.choice(node, POSITION_PHASES)
        case "permission":
            return reader.choice(node, PERMISSIONS)
        case "hands":
            return reader.by_number(node, reader.cards, "seats")
        case "packets":
            return reader.by_number(
                node, lambda part: reader.items(part, reader.cards), "seats"
            )
        case "melds":
            return reader.by_number(
                node, lambda part: reader.items(part, reader.meld), "sides"
            )
        case "begun":
            return reader.by_number(
                node, lambda part: reader.items(part, reader.number), "sides"
            )
        case "red" | "black":
            return reader.by_number(node, reader.count, "sides")
        case "opened" | "played" | "picked_up" | "scores":
            return reader.items(node, reader.number)
        case "seed":
            return reader.number(node)
        case _:
            return reader.cards(node)


def check_position(
    reader: Reader, position: Position, node: MapNode, where: Span | None = None
) -> bool:
    """Set the position up; note why it is impossible, and return whether it is not.

    Args:
        reader: Where it is noted.
        position: The position.
        node: Its settings.
        where: Where the ruleset is named, if the position is played under several.
    """
    try:
        position.game()
    except RulesetError:
        raise
    except HandfootError as error:
        message = str(error)
        span, what = place_of(message, node)
        more = () if where is None else (Related(where, "under these rules"),)
        reader.note(IMPOSSIBLE, what, span, label="cannot be", related=more)
        return False
    return True


def place_of(message: str, node: MapNode) -> tuple[Span, str]:
    """Return where a message such as ``hands.0: ...`` points, and what it says."""
    path, colon, rest = message.partition(": ")
    names = path.split(".")
    if not colon or names[0] not in node.entries:
        return node.span, message
    entry = node.entries[names[0]]
    here = entry.node
    for name in names[1:]:
        if isinstance(here, MapNode) and name in here.entries:
            entry = here.entries[name]
            here = entry.node
    return entry.node.span, rest


def position_text(position: Position) -> str:
    """Return a position as a text that ``Position.loads`` reads back."""
    values: dict[str, Any] = {}
    plain = Position(position.rules)
    for field in attrs.fields(Position):
        value = getattr(position, field.name)
        if field.name != "rules" and value != getattr(plain, field.name):
            values[field.name] = _plain(value)
    return _rules_text(position) + settings_text(values)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value


def _rules_text(position: Position) -> str:
    """Name the rules: a shipped name, a path, or every value."""
    from handfoot.rules.loading import load_rules
    from handfoot.rules.reading.shipped import variant_names

    rules = position.rules
    if not isinstance(rules, RuleSet):
        return settings_text({"rules": str(rules)})
    for name in variant_names():
        if load_rules(name) == rules:
            return settings_text({"rules": name})
    lines = [f"  {line}" for line in rules.to_yaml().splitlines() if line]
    return "\n".join(["rules:", *lines, ""])
