"""A yes or no by our own schema, without the time that a whole validator takes.

Importing jsonschema takes longer than everything else that checking a file needs, and
most files are valid. This knows only the keywords that our schema uses; whatever it
does not accept goes to jsonschema, which says what is wrong. A test shows that the two
agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

__all__ = ["KEYWORDS", "accepts"]

_Check = Callable[[Any, Any, Mapping[str, Any], Mapping[str, Any]], bool]


def accepts(schema: Mapping[str, Any], data: Any, root: Mapping[str, Any]) -> bool:
    """Whether plain data is valid.

    Args:
        schema: The schema, or a part of it.
        data: The data.
        root: The whole schema, which holds the definitions.
    """
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/definitions/")
        return accepts(root["definitions"][name], data, root)
    return all(
        KEYWORDS[word](value, data, schema, root)
        for word, value in schema.items()
        if word in KEYWORDS
    )


def _is(name: str, data: Any) -> bool:
    match name:
        case "integer":
            return isinstance(data, int) and not isinstance(data, bool)
        case "boolean":
            return isinstance(data, bool)
        case "string":
            return isinstance(data, str)
        case "array":
            return isinstance(data, list)
        case _:
            return isinstance(data, dict)


def _type(name: Any, data: Any, _: Any, root: Any) -> bool:
    return _is(name, data)


def _enum(words: Any, data: Any, _: Any, root: Any) -> bool:
    return isinstance(data, str) and data in words


def _minimum(least: Any, data: Any, _: Any, root: Any) -> bool:
    return not _is("integer", data) or data >= least


def _maximum(most: Any, data: Any, _: Any, root: Any) -> bool:
    return not _is("integer", data) or data <= most


def _pattern(pattern: Any, data: Any, _: Any, root: Any) -> bool:
    return not isinstance(data, str) or re.search(pattern, data) is not None


def _fewest(kind: type[Any]) -> _Check:
    return lambda least, data, *_: not isinstance(data, kind) or len(data) >= least


def _most(kind: type[Any]) -> _Check:
    return lambda most, data, *_: not isinstance(data, kind) or len(data) <= most


def _unique(_: Any, data: Any, schema: Any, root: Any) -> bool:
    # Entries are words and numbers; anything else is refused by their own schema.
    return not isinstance(data, list) or len(set(map(repr, data))) == len(data)


def _items(schema: Any, data: Any, _: Any, root: Any) -> bool:
    return not isinstance(data, list) or all(accepts(schema, one, root) for one in data)


def _properties(schemas: Any, data: Any, _: Any, root: Any) -> bool:
    return not isinstance(data, dict) or all(
        accepts(schemas[name], value, root)
        for name, value in data.items()
        if name in schemas
    )


def _others(schema: Any, data: Any, whole: Any, root: Any) -> bool:
    if not isinstance(data, dict):
        return True
    known = whole.get("properties", {})
    others = [value for name, value in data.items() if name not in known]
    if schema is False:
        return not others
    return all(accepts(schema, value, root) for value in others)


def _names(schema: Any, data: Any, _: Any, root: Any) -> bool:
    return not isinstance(data, dict) or all(accepts(schema, one, root) for one in data)


def _required(names: Any, data: Any, _: Any, root: Any) -> bool:
    return not isinstance(data, dict) or all(name in data for name in names)


def _dependencies(table: Any, data: Any, _: Any, root: Any) -> bool:
    if not isinstance(data, dict):
        return True
    return all(
        _required(needs, data, None, root)
        if isinstance(needs, list)
        else accepts(needs, data, root)
        for name, needs in table.items()
        if name in data
    )


def _any_of(schemas: Any, data: Any, _: Any, root: Any) -> bool:
    return any(accepts(one, data, root) for one in schemas)


def _if(test: Any, data: Any, whole: Any, root: Any) -> bool:
    return accepts(whole["then" if accepts(test, data, root) else "else"], data, root)


#: The keywords of our schema that can refuse something.
KEYWORDS: Final[Mapping[str, _Check]] = {
    "type": _type,
    "enum": _enum,
    "minimum": _minimum,
    "maximum": _maximum,
    "pattern": _pattern,
    "minLength": _fewest(str),
    "maxLength": _most(str),
    "minItems": _fewest(list),
    "maxItems": _most(list),
    "minProperties": _fewest(dict),
    "maxProperties": _most(dict),
    "uniqueItems": _unique,
    "items": _items,
    "properties": _properties,
    "additionalProperties": _others,
    "propertyNames": _names,
    "required": _required,
    "dependencies": _dependencies,
    "anyOf": _any_of,
    "if": _if,
}
