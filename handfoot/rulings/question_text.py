"""Questions as YAML, read strictly."""

from __future__ import annotations

from typing import Any, Final, get_args

import attrs

from handfoot.errors import HandfootError, NotationError
from handfoot.rules.source import ListNode, MapNode, Node, Scalar
from handfoot.rulings.filling import OTHERS
from handfoot.rulings.question import Partner, Question
from handfoot.table.notation import parse_action
from handfoot.table.position_text import FIELDS, place_of, position_values
from handfoot.table.reading import IMPOSSIBLE, MISSING, NO_CARDS, Reader
from handfoot.table.setting_up import PERMISSIONS

__all__ = ["question_from"]

_OWN: Final = {
    field.name: "try" if field.name == "tries" else field.name
    for field in attrs.fields(Question)
    if field.name != "table"
}
#: Settings of a position that a question does not say in words of its own.
_OF_POSITIONS: Final = tuple(
    name for name in FIELDS if name not in _OWN and name not in ("phase", "seed")
)


def question_from(text: str, name: str) -> Question:
    """Return the question of a text; see ``Question.loads``."""
    reader = Reader(text, name)
    root = reader.root
    given = reader.settings(root, (*_OWN.values(), *_OF_POSITIONS))
    if "try" not in given:
        what = 'try: say what somebody wants to do, such as "take 9 9 9"'
        reader.note(MISSING, what, root.span)
    values: dict[str, Any] = {
        own: _read(reader, own, given[setting])
        for own, setting in _OWN.items()
        if setting in given
    }
    table = position_values(reader, {n: given[n] for n in _OF_POSITIONS if n in given})
    reader.stop_if_wrong()
    if table:
        values["table"] = table
    try:
        return Question(**values)
    except HandfootError as error:
        span, what = place_of(str(error), root)
        reader.note(IMPOSSIBLE, what, span)
    reader.stop_if_wrong()
    raise AssertionError("a problem was noted")


def _read(reader: Reader, name: str, node: Node) -> Any:
    match name:
        case "tries":
            return _action(reader, node)
        case "first":
            return reader.items(node, lambda item: _action(reader, item))
        case "hand" | "pile" | "foot" | "stock":
            return _cards(reader, node)
        case "melds" | "their_melds":
            return reader.items(node, reader.meld)
        case "down" | "in_foot" | "first_turn" | "has_taken":
            return reader.switch(node)
        case "partner":
            return reader.choice(node, get_args(Partner))
        case "permission":
            return reader.choice(node, PERMISSIONS)
        case _:
            return reader.number(node)


def _cards(reader: Reader, node: Node) -> str | int:
    """Return cards, perhaps with "and others" among them, or how many."""
    if isinstance(node, Scalar) and isinstance(node.value, str):
        if OTHERS in node.value:
            # Whether the rest can be read is looked at with the question.
            return node.value
    elif isinstance(node, ListNode):
        words = [
            item.value if isinstance(item, Scalar) else None for item in node.items
        ]
        if OTHERS in words:
            return " ".join(map(str, words))
    return reader.cards(node)


def _action(reader: Reader, node: Node) -> Any:
    if isinstance(node, MapNode | ListNode):
        return reader.text(node)
    text = reader.text(node)
    try:
        return parse_action(text)
    except NotationError as error:
        if text:
            reader.note(NO_CARDS, str(error), node.span, label="cannot be read")
        return None
