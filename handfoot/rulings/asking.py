"""Questions from positions, and questions as the command that asks them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from handfoot.play.actions import Action
from handfoot.rulings.question import Question
from handfoot.table.position import Position

__all__ = ["command", "question_of"]


def question_of(position: Position, actions: Sequence[Action]) -> Question:
    """Return the question whether the last of ``actions`` may be done.

    What the one who begins sees is said as that player would say it. The ruleset of the
    position is left out; so is its phase, which follows from the actions.
    """
    given = {
        field.name: value
        for field in attrs.fields(Position)
        if field.name not in ("rules", "phase", "seed")
        and (value := getattr(position, field.name)) != _usual(field)
    }
    said: dict[str, Any] = {
        name: given.pop(name)
        for name in ("pile", "stock", "round", "permission", "seats", "side_size")
        if name in given
    }
    if not given.get("turn"):
        said |= _own(given)
    said["table"] = given
    return Question(tries=actions[-1], first=tuple(actions[:-1]), **said)


def _usual(field: attrs.Attribute[Any]) -> Any:
    factory = getattr(field.default, "factory", None)
    return field.default if factory is None else factory()


def _own(given: dict[str, Any]) -> dict[str, Any]:
    """Take out what a player in seat 0 says of the own cards and side."""
    said: dict[str, Any] = {}
    for name, of, own in (
        ("hands", 0, "hand"),
        ("melds", 0, "melds"),
        ("melds", 1, "their_melds"),
    ):
        if of in given.get(name, {}):
            said[own] = given[name][of]
            _drop(given, name, of)
    coming = given.get("packets", {}).get(0)
    if coming is not None and len(coming) <= 1:
        said |= {"foot": coming[0]} if coming else {"in_foot": True}
        _drop(given, "packets", 0)
    if given.get("turns") == 1:
        del given["turns"]
        said["first_turn"] = True
    if tuple(given.get("picked_up", ())) == (0,):
        del given["picked_up"]
        said["has_taken"] = True
    mine, *others = given.get("scores") or (0,)
    if mine and not any(others):
        said["score"] = mine
        del given["scores"]
    if tuple(given.get("opened", ())) == (0,):
        said["down"] = True
        del given["opened"]
    if [*given.get("packets", ())] == [2] and not given["packets"][2]:
        del given["packets"]
        said["partner"] = "played" if given.pop("played", ()) else "foot"
    return said


def _drop(given: dict[str, Any], name: str, of: int) -> None:
    given[name] = {key: value for key, value in given[name].items() if key != of}
    if not given[name]:
        del given[name]


def command(question: Question, rules: str) -> str | None:
    """Return the command that asks a question, or ``None`` if only a file can.

    Args:
        question: The question.
        rules: The name of a ruleset, or the path of a file.
    """
    texts = (question.hand, question.pile, question.stock, question.foot)
    if question.table or any(isinstance(text, int) for text in texts):
        return None
    return " ".join(["handfoot ask", rules, str(question.tries), *_options(question)])


def _options(question: Question) -> Iterator[str]:
    for field in attrs.fields(Question):
        value = getattr(question, field.name)
        if field.name in ("tries", "table") or value == _usual(field):
            continue
        option = f"--{'players' if field.name == 'seats' else field.name}"
        option = option.replace("_", "-")
        match value:
            case True:
                yield option
            case tuple() if field.name == "first":
                yield from (f"{option} {shlex.quote(str(step))}" for step in value)
            case tuple():
                yield f"{option} {shlex.quote(', '.join(value))}"
            case Mapping():
                continue
            case _:
                yield f"{option} {shlex.quote(str(value))}"
