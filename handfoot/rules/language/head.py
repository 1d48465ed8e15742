"""What stands at the top of a rule file beside the chapters."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from handfoot.rules.language.keys import NEVER, Key

__all__ = [
    "HEAD",
    "LANGUAGE_VERSION",
    "MOST_ENTRIES",
    "MOST_PLAYERS",
    "MOST_TEXT",
    "REQUIRED",
]

#: Version of the ruleset language that this library reads.
LANGUAGE_VERSION: Final = 1
#: Entries of one list or map, and letters of one text: far more than any rules need.
MOST_ENTRIES: Final = 200
#: Players at one table.
MOST_PLAYERS: Final = 16
MOST_TEXT: Final = 2000


def _head(path: str, kind: str, about: str, example: Any, **said: Any) -> Key:
    defaults: dict[str, Any] = {
        "default": None,
        "says": "",
        "unit": "",
        "least": None,
        "most": None,
        "fewest": 0,
        "repeats": False,
        "choices": (),
        "scopes": NEVER,
        "may_be_none": False,
    }
    return Key(path=path, kind=kind, about=about, example=example, **defaults | said)


_KEYS: Final = (
    _head("$schema", "text", "Where an editor finds the schema; not read.", "x.json"),
    _head(
        "handfoot",
        "number",
        "The version of the ruleset language in which the file is written.",
        LANGUAGE_VERSION,
        least=LANGUAGE_VERSION,
        most=LANGUAGE_VERSION,
    ),
    _head("name", "text", "What people call this game.", "Sunday at the lake"),
    _head("description", "text", "The game in a sentence or two.", "Our summer rules."),
    _head("author", "text", "Who wrote the file.", "the lake house"),
    _head(
        "extends",
        "text",
        "The one ruleset that this file starts from: a shipped variant, or ./file "
        "beside this one.",
        "./uncle.yaml",
    ),
    _head(
        "remove",
        "texts",
        "Settings of the base that no longer hold; they go back to their defaults.",
        ["books.kinds.wild"],
    ),
    _head(
        "sources",
        "texts",
        "Where the rules are published, or who told them.",
        ["The rule card in the lid of the box"],
    ),
    _head(
        "readings",
        "readings",
        "Where the source is silent: how this file reads it, by key or topic.",
        {"pile.wild_top": "Not said; we let two matching wilds take it."},
    ),
    _head(
        "allow_warnings",
        "texts",
        "Codes of warnings that are meant so and need not be shown.",
        ["HF305"],
    ),
)
#: The keys of the head by name, in writing order.
HEAD: Final[Mapping[str, Key]] = MappingProxyType({key.path: key for key in _KEYS})
#: Those that every file must have.
REQUIRED: Final = ("handfoot", "name")
