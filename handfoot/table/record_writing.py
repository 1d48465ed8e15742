"""Writing records, as YAML to read and as JSON for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from handfoot.rules.source import MAX_DIGITS, parse, plain, source_from_text

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet
    from handfoot.table.record import Record

__all__ = ["json_text", "yaml_text"]

# What YAML reads as the text that it looks like, whatever stands before and after.
_SAFE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*")
_WORDS: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def yaml_text(record: Record) -> str:
    """Return ``record`` as YAML."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    head = _head(record)
    yield f"handfoot_record: {head.pop('handfoot_record')}"
    yield "rules:"
    for line in record.rules.to_yaml().splitlines():
        if line and not line.startswith("#"):
            yield f"  {line}"
    for name, value in head.items():
        if name == "shuffles":
            yield "shuffles:"
            for one in value:
                yield (
                    f"  - {{round: {one['round']}, number: {one['number']}, "
                    f'cards: "{one["cards"]}"}}'
                )
        elif name == "position":
            yield "position:"
            for field, content in value.items():
                yield f"  {field}: {_value(content)}"
        else:
            yield f"{name}: {_value(value)}"
    # A block of text keeps every line, comments too, and costs a reader nothing.
    yield "actions: |"
    for line in _action_lines(record):
        yield f"  {line}"


def _head(record: Record) -> dict[str, Any]:
    """Return everything but rules and actions, as plain data."""
    from handfoot.table.record import RECORD_VERSION

    head: dict[str, Any] = {
        "handfoot_record": RECORD_VERSION,
        "digest": record.rules.digest,
        "seats": list(record.names),
        "side_size": record.side_size,
        "dealer": record.dealer,
    }
    if record.redacted_for is not None:
        head["redacted_for"] = record.redacted_for
    if record.seed is not None:
        head["seed"] = _seed(record.seed)
    if record.began is not None:
        from handfoot.table.state_data import state_data

        head["position"] = state_data(record.began)
    if record.shuffles:
        head["shuffles"] = [
            {"round": one.round, "number": one.number, "cards": one.cards}
            for one in record.shuffles
        ]
    if record.result is not None:
        result = record.result
        head["result"] = {"round": result.round, "scores": list(result.scores)}
        if result.winners is not None:
            head["result"]["winners"] = list(result.winners)
    return head


def _seed(seed: int | str) -> Any:
    """Return a seed as it is written; a long number needs quotes in the language."""
    if isinstance(seed, str):
        return {"text": seed}
    return seed if len(str(abs(seed))) <= MAX_DIGITS else str(seed)


def _action_lines(record: Record) -> Iterator[str]:
    for step in record.steps:
        for line in step.comment.splitlines():
            yield f"# {line}".rstrip()
        yield str(step.action)
    for line in record.closing.splitlines():
        yield f"# {line}".rstrip()


def _value(value: Any) -> str:
    """Return plain data as YAML in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {_value(v)}' for k, v in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain_word = _SAFE.fullmatch(value) and value.lower() not in _WORDS
        return value if plain_word else json.dumps(value, ensure_ascii=False)
    return str(value)


def json_text(record: Record) -> str:
    """Return ``record`` as JSON."""
    head = _head(record)
    data = {
        "handfoot_record": head.pop("handfoot_record"),
        "rules": _rules(record.rules),
        **head,
        "actions": [*_action_lines(record)],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _rules(rules: RuleSet) -> Any:
    node, problems = parse(source_from_text(rules.to_yaml(), rules.name))
    assert node is not None and not problems, "a ruleset is written so that it reads"
    return plain(node)
