"""What each problem of a scenario, a position or a question means, with examples.

Loaded only when somebody asks, like the codes of rule files.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from handfoot.rules.reports.codes import CodeInfo
from handfoot.table.reading import (
    IMPOSSIBLE,
    MISSING,
    NO_CARDS,
    UNKNOWN,
    WRONG_RULES,
    WRONG_TYPE,
)

__all__ = ["PROBLEM_CODES"]

_INFOS: Final = (
    CodeInfo(
        UNKNOWN,
        "an unknown name",
        "A setting, an event or a key of this name does not exist. The nearest one is "
        "named.",
        "rules: whitnack\nhnads: {0: 9 9}",
        "rules: whitnack\nhands: {0: 9 9}",
    ),
    CodeInfo(
        WRONG_TYPE,
        "a value of the wrong kind",
        "Another kind of value stands here than is expected: a number, a text, a word "
        "of a list, settings by seat.",
        "rules: whitnack\nround: two",
        "rules: whitnack\nround: 2",
    ),
    CodeInfo(
        NO_CARDS,
        "no cards, or no action",
        "The text is not the notation of cards or of an action; docs/notation.md says "
        "how they are written.",
        "rules: whitnack\nhands: {0: 9 9 X}",
        "rules: whitnack\nhands: {0: 9 9 K}",
    ),
    CodeInfo(
        WRONG_RULES,
        "rules that cannot be loaded",
        "The ruleset is unknown, lies outside the file's folder, or has mistakes of "
        "its own, which are shown.",
        "rules: whitnak",
        "rules: whitnack",
    ),
    CodeInfo(
        IMPOSSIBLE,
        "a position that cannot be",
        "The settings are well written, but no table can look so: more cards than the "
        "deck has, a meld that cannot lie there, a seat that does not exist.",
        "rules: whitnack\nmelds: {0: 9 9 9 9 9 9 9 9}",
        "rules: whitnack\nmelds: {0: 9 9 9 9 9 9 9}",
    ),
    CodeInfo(
        MISSING,
        "something is missing",
        "A setting that is needed was not said.",
        "phase: draw",
        "rules: whitnack\nphase: draw",
    ),
)

#: The codes in order.
PROBLEM_CODES: Final[Mapping[str, CodeInfo]] = MappingProxyType(
    {info.code: info for info in _INFOS}
)
