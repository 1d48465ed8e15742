"""Rulesets as YAML text: short lines, plain words, and it loads back equal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from handfoot.rules.language.head import LANGUAGE_VERSION
from handfoot.rules.language.keys import Key, OpenMap, Section, describe
from handfoot.rules.language.scoped import NONE, written
from handfoot.rules.layers import NO_BASE, key_at
from handfoot.rules.rulebook import language
from handfoot.rules.structure import names_in

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet

__all__ = ["MODELINE", "changes_text", "flow", "nested", "ruleset_text"]

#: Tells editors where the schema is, so that they complete and explain keys.
MODELINE: Final = "# yaml-language-server: $schema=./ruleset.schema.json"
_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*( [A-Za-z0-9_]+)*")
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)")
#: Words that some reader of YAML takes for something else.
_SPECIAL: Final = frozenset(
    {
        *("true", "false", "null", "yes", "no", "on", "off", "y", "n"),
        *("True", "False", "Null", "TRUE", "FALSE", "NULL", "Yes", "No", "On", "Off"),
        *("YES", "NO", "ON", "OFF", "Y", "N"),
    }
)
#: Gives the remark behind the value of a key.
_Note = Callable[[str], str]


def flow(value: Any) -> str:
    """Return plain data on one line of YAML.

    Raises:
        TypeError: It is nothing that can stand in a file.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return repr(value)
        case None:
            return NONE
        case str():
            return _text(value)
        case Mapping():
            inner = (f"{_name(name)}: {flow(item)}" for name, item in value.items())
            return "{" + ", ".join(inner) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(flow, value)) + "]"
        case _:
            raise TypeError(f"{value!r} cannot stand in a ruleset")


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text not in _SPECIAL:
        return text
    return json.dumps(text, ensure_ascii=False)


def _name(name: Any) -> str:
    text = str(name)
    return text if _NUMBER.fullmatch(text) else _text(text)


def ruleset_text(rules: RuleSet, *, note: _Note | None = None) -> str:
    """Return a ruleset with every key said, as YAML that loads back equal.

    Args:
        rules: The ruleset.
        note: Gives a remark for each dotted key, to stand behind its value.
    """
    lines = [MODELINE, *_head(rules)]
    lines += _removals(rules)
    for name, chapter in language().members.items():
        assert isinstance(chapter, Section)
        lines += ["", f"{name}:"]
        lines += _section(chapter, rules.values, "  ", note)
    return "\n".join(lines) + "\n"


def _head(rules: RuleSet) -> Iterator[str]:
    yield f"handfoot: {LANGUAGE_VERSION}"
    yield f"name: {flow(rules.name)}"
    for name, value in rules.about.items():
        if isinstance(value, Mapping) and value:
            yield f"{name}:"
            for topic, text in value.items():
                yield f"  {_name(topic)}: {flow(text)}"
        elif isinstance(value, list) and value:
            yield f"{name}:"
            yield from (f"  - {flow(item)}" for item in value)
        else:
            yield f"{name}: {flow(value)}"
    allowed = sorted(rules.made_from.allowed)
    if allowed:
        yield f"allow_warnings: {flow(allowed)}"


def _removals(rules: RuleSet) -> Iterator[str]:
    """Yield what takes away the names of open maps that are there by default."""
    groups = {key.rpartition(".")[0] for key in NO_BASE.values}
    gone = [
        group
        for group in sorted(groups)
        if "." in group
        and isinstance(key_at(group.rpartition(".")[0]), OpenMap)
        and not any(key.startswith(f"{group}.") for key in rules.values)
    ]
    if gone:
        yield f"remove: {flow(gone)}"


def _section(
    section: Section, values: Mapping[str, Any], indent: str, note: _Note | None
) -> Iterator[str]:
    for name, member in section.members.items():
        match member:
            case Key():
                yield _line(name, member.path, values, indent, note)
            case Section():
                yield f"{indent}{name}:"
                yield from _section(member, values, indent + "  ", note)
            case OpenMap():
                names = names_in(member, values)
                yield f"{indent}{name}:" + ("" if names else " {}")
                for free in names:
                    yield f"{indent}  {free}:"
                    inner = describe(member.cls, f"{member.path}.{free}")
                    yield from _section(inner, values, indent + "    ", note)


def _line(
    name: str, path: str, values: Mapping[str, Any], indent: str, note: _Note | None
) -> str:
    line = f"{indent}{name}: {flow(written(values[path]))}"
    remark = note(path) if note else ""
    return f"{line}  # {remark}" if remark else line


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return dotted values as groups within groups."""
    tree: dict[str, Any] = {}
    for path, value in values.items():
        *groups, name = path.split(".")
        here = tree
        for group in groups:
            here = here.setdefault(group, {})
        here[name] = value
    return tree


def changes_text(name: str, changes: Mapping[str, Any], **head: Any) -> str:
    """Return a file that says only some dotted keys.

    Args:
        name: Name of the ruleset.
        changes: Dotted keys with plain data.
        head: Other settings of the top, such as ``extends`` and ``remove``.
    """
    lines = [f"handfoot: {LANGUAGE_VERSION}", f"name: {flow(name)}"]
    lines += [f"{key}: {flow(value)}" for key, value in head.items() if value]
    lines += _block(nested(changes), "", 0)
    return "\n".join(lines) + "\n"


#: Groups deeper than this stand on one line.
_BLOCKS: Final = 2


def _block(tree: Mapping[str, Any], indent: str, depth: int) -> Iterator[str]:
    for name, value in tree.items():
        if isinstance(value, dict) and value and depth < _BLOCKS and not indent:
            yield f"{name}:"
            yield from _block(value, indent + "  ", depth + 1)
        else:
            yield f"{indent}{_name(name)}: {flow(value)}"
