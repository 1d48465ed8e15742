"""The JSON Schema of rule files, generated from the keys of the chapters.

Draft-07, which editors support best. Objects are closed, and no shape is one of
several: a value that may vary is told from a plain one by its type, so that every
error names what is wrong. Two forms: *authoring*, for the files people write, and
*resolved*, in which every key is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from handfoot.rules.language.head import (
    HEAD,
    MOST_ENTRIES,
    MOST_PLAYERS,
    MOST_TEXT,
    REQUIRED,
)
from handfoot.rules.language.keys import (
    SCOPES,
    Key,
    OpenMap,
    Section,
    describe,
)
from handfoot.rules.language.scoped import (
    BELOW,
    CASES,
    ELSE,
    NONE,
    SCOPE_TEXT,
    SCOPE_WORDS,
    Cases,
    written,
)
from handfoot.rules.rulebook import language

__all__ = [
    "NAME_PATTERN",
    "STEP_RANGE",
    "is_valid",
    "rules_schema",
    "schema_text",
    "validator",
]

_DRAFT: Final = "http://json-schema.org/draft-07/schema#"
#: Free names (kinds of book): plain, and no word of a form. The last part refuses a
#: line end, which ``$`` alone lets through in Python.
NAME_PATTERN: Final = r"^(?!by_|per_player$|else$|any$)[a-z][a-z0-9_]{0,39}$(?!\n)"
_SCORE_PATTERN: Final = rf"^(-?[1-9][0-9]{{0,6}}|0|{BELOW})$(?!\n)"
#: Head counts are written without anything in front; the loader knows the least.
_COUNTS: Final = [*(str(count) for count in range(2, MOST_PLAYERS + 1)), ELSE]
#: Smallest and largest number of ``then_add``, ``per_player`` and ``plus``.
STEP_RANGE: Final = (-1_000_000, 1_000_000)


def rules_schema(*, resolved: bool = False) -> dict[str, Any]:
    """Return the JSON Schema (draft-07) of rule files.

    Args:
        resolved: Whether to describe the form in which every key is said, as
            ``to_yaml`` writes it, in place of the form that people write.
    """
    properties = {name: _head(key) for name, key in HEAD.items()}
    if resolved:
        del properties["extends"]
    properties |= {
        name: _member(member, resolved=resolved)
        for name, member in language().members.items()
    }
    required = [*REQUIRED, *(language().members if resolved else ())]
    return {
        "$schema": _DRAFT,
        "$id": f"urn:handfoot:ruleset:v1{':resolved' if resolved else ''}",
        "title": f"Hand and Foot ruleset{', every key said' if resolved else ''}",
        "description": "House rules of Hand and Foot, version 1 of the language.",
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": properties,
        "definitions": dict(_definitions(language())),
    }


def _head(key: Key) -> dict[str, Any]:
    told = {"title": key.path, "description": key.about, "examples": [key.example]}
    if key.kind == "readings":
        name = {"maxLength": MOST_TEXT}
        return told | {
            "type": "object",
            "propertyNames": name,
            "maxProperties": MOST_ENTRIES,
            "additionalProperties": _text(),
        }
    if key.path == "allow_warnings":
        code = {"type": "string", "pattern": r"^HF[0-9]{3}$(?!\n)"}
        return told | _list(code, fewest=0)
    return told | _plain(key)


def _member(member: Key | Section | OpenMap, *, resolved: bool) -> dict[str, Any]:
    match member:
        case Key():
            return {"$ref": f"#/definitions/{member.path}"}
        case Section():
            return _group(member, resolved=resolved)
        case OpenMap():
            inner = describe(member.cls, f"{member.path}.*")
            return {
                "title": member.path,
                "description": member.about,
                "type": "object",
                "propertyNames": {"pattern": NAME_PATTERN},
                "maxProperties": MOST_ENTRIES,
                "additionalProperties": _group(inner, resolved=resolved),
            }


def _group(section: Section, *, resolved: bool) -> dict[str, Any]:
    group: dict[str, Any] = {
        "title": section.path,
        "description": section.about,
        "type": "object",
        "additionalProperties": False,
        "properties": {
            name: _member(member, resolved=resolved)
            for name, member in section.members.items()
        },
    }
    if resolved:
        group["required"] = list(section.members)
    return group


def _definitions(section: Section) -> Iterator[tuple[str, dict[str, Any]]]:
    for member in section.members.values():
        match member:
            case Key():
                yield member.path, _value(member)
            case Section():
                yield from _definitions(member)
            case OpenMap():
                yield from _definitions(describe(member.cls, f"{member.path}.*"))


def _value(key: Key) -> dict[str, Any]:
    """Return the schema of a key: a plain value or one of the scoped forms."""
    told = {
        "title": key.path,
        "description": _description(key),
        "default": written(key.default),
        "examples": [key.example],
    }
    if not key.scopes:
        return told | _plain(key)
    if key.kind == "counts":
        # Both shapes are maps here: what tells them apart is a word of a form.
        test: dict[str, Any] = {
            "anyOf": [{"required": [word]} for word in _words(key)],
            "type": "object",
        }
    else:
        test = {"type": "object"}
    return told | {"if": test, "then": _form(key), "else": _plain(key)}


def _description(key: Key) -> str:
    parts = [key.about]
    if key.unit:
        parts.append(f"In {key.unit}.")
    if key.scopes:
        by = ", ".join(SCOPE_TEXT[scope] for scope in SCOPES if scope in key.scopes)
        parts.append(f"May vary by {by}.")
    return " ".join(parts)


def _words(key: Key) -> list[str]:
    return [
        word
        for word, scope in SCOPE_WORDS.items()
        if scope in key.scopes and (word != "per_player" or key.kind == "number")
    ]


def _form(key: Key) -> dict[str, Any]:
    """Return the schema of the forms in which this key may vary."""
    words = _words(key)
    again = {"$ref": f"#/definitions/{key.path}"}
    every = _forms(again)
    partner = {"by_round": "then_add", "per_player": "plus"}
    properties: dict[str, Any] = {}
    depends: dict[str, Any] = {}
    for word in words:
        beside = partner.get(word) if key.kind == "number" else None
        properties[word] = every[word]
        if beside:
            properties[beside] = _step()
            depends[beside] = [word]
        own = [word, beside] if beside else [word]
        depends[word] = {"propertyNames": {"enum": own}}
    return {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "properties": properties,
        "dependencies": depends,
    }


def _forms(again: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        "by_round": {
            "description": "A value for each round; the last one repeats.",
            "type": "array",
            "minItems": 1,
            "maxItems": MOST_ENTRIES,
            "items": again,
        },
        "by_players": {
            "description": "A value for each head count; else for every other.",
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"enum": _COUNTS},
            "additionalProperties": again,
        },
        "per_player": _step(),
        "by_score": {
            "description": "A value from each running score upward.",
            "type": "object",
            "minProperties": 1,
            "maxProperties": MOST_ENTRIES,
            "propertyNames": {"pattern": _SCORE_PATTERN},
            "additionalProperties": again,
        },
        **{word: _cases(form, again) for word, form in CASES.items()},
    }


def _cases(form: Cases, again: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": form.about,
        "type": "object",
        "additionalProperties": False,
        "required": list(form.names),
        "properties": dict.fromkeys(form.names, again),
    }


def _step() -> dict[str, Any]:
    least, most = STEP_RANGE
    return {"type": "integer", "minimum": least, "maximum": most}


def _text() -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": MOST_TEXT}


def _list(
    item: dict[str, Any], *, fewest: int, repeats: bool = False
) -> dict[str, Any]:
    unique = {} if repeats else {"uniqueItems": True}
    size = {"minItems": fewest, "maxItems": MOST_ENTRIES}
    return {"type": "array", **size, **unique, "items": item}


def _number(key: Key) -> dict[str, Any]:
    number: dict[str, Any] = {"type": "integer"}
    if key.least is not None:
        number["minimum"] = key.least
    if key.most is not None:
        number["maximum"] = key.most
    return number


def _plain(key: Key) -> dict[str, Any]:
    """Return the schema of a value that does not vary."""
    words = [*key.choices, *([NONE] if key.may_be_none else [])]
    match key.kind:
        case "number" if words:
            return {
                "if": {"type": "string"},
                "then": {"enum": words},
                "else": _number(key),
            }
        case "number":
            return _number(key)
        case "switch":
            return {"type": "boolean"}
        case "choice":
            return {"enum": words}
        case "cards":
            return _list({"enum": words}, fewest=key.fewest)
        case "numbers":
            return _list(_number(key), fewest=key.fewest, repeats=key.repeats)
        case "texts":
            return _list(_text(), fewest=key.fewest)
        case "counts":
            return {
                "type": "object",
                "maxProperties": MOST_ENTRIES,
                "propertyNames": {"pattern": NAME_PATTERN.replace("|any$", "")},
                "additionalProperties": _number(key),
            }
        case "text":
            return _text()
        case _:
            raise TypeError(f"the kind {key.kind!r} has no schema")


def schema_text(*, resolved: bool = False) -> str:
    """Return the schema as the text of a file."""
    import json

    return json.dumps(rules_schema(resolved=resolved), indent=2) + "\n"


@cache
def _authoring() -> dict[str, Any]:
    return rules_schema()


def is_valid(data: Any) -> bool:
    """Whether plain data is a valid rule file, as far as a schema can say."""
    from handfoot.rules.checking.accepts import accepts

    return accepts(_authoring(), data, _authoring())


@cache
def validator(*, resolved: bool = False) -> Any:
    """Return a validator of the schema; it follows no reference out of it."""
    from jsonschema import Draft7Validator
    from referencing import Registry

    return Draft7Validator(rules_schema(resolved=resolved), registry=Registry())
