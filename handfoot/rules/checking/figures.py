"""Numbers as people write them: in words, with a unit, with marks at the thousands."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["counted", "number_word", "range_in", "several", "thousands", "whole_in"]

_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen", "twenty"),
)
_NUMBERS: Final = {word: number for number, word in enumerate(_ONES)}
_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,9}")
_WITH_UNIT: Final = re.compile(
    r"(?:(?:the )?(?:top|first|last|next|exactly) )?([0-9]{1,6})"
    r"(?: ?(?:books?|cards?|decks?|jokers?|packs?|points?|pts|rounds?|turns?))?"
    r"(?: each| apiece)?"
)
#: ``20,000``, ``20.000``, ``20 000`` and ``20'000``, by where one is at home.
_THOUSANDS: Final = re.compile("-?[0-9]{1,3}(?:([.,' \u2019\u202f\xa0])[0-9]{3}){1,2}")
#: From one number to another: ``4-6``, ``2 to 5``.
_RANGE: Final = re.compile("([0-9]{1,2}) ?(?:-|\u2013|to) ?([0-9]{1,2})")
#: Numbers as a score sheet has them: ``50/90/120/150``.
_SEVERAL: Final = re.compile(r"-?[0-9]{1,6}(?: ?[/,;] ?-?[0-9]{1,6}){1,99}")
#: ``2 clean``, ``three dirty books``.
_COUNTED: Final = re.compile(r"(\w+) (\w+)(?: books?)?")
_JOINTS: Final = re.compile(r" ?(?:[,/;&+]| and )+ ?| (?=\d)")


def number_word(number: int) -> str:
    """Return the word of a number from 0 to 20."""
    return _ONES[number]


def thousands(text: str) -> int | None:
    """Return a number that is written with marks at the thousands."""
    found = _THOUSANDS.fullmatch(text.strip())
    if found is None or len({one for one in text if one == found[1]}) != 1:
        return None
    digits = re.sub("[^-0-9]", "", text)
    marks = text.count(found[1])
    # Marks of two sorts, as in 1,000.500, are no thousands.
    return int(digits) if len(re.sub("[-0-9]", "", text.strip())) == marks else None


def whole_in(text: str) -> int | None:
    """Return the one number that a text says: ``eleven``, ``+11``, ``11 cards``."""
    text = text.strip().lower()
    if _WHOLE.fullmatch(text):
        return int(text)
    one = _WITH_UNIT.fullmatch(text)
    return int(one[1]) if one else _NUMBERS.get(text)


def several(text: str) -> list[int]:
    """Return the numbers of a text that holds more than one and nothing else."""
    if not _SEVERAL.fullmatch(text.strip()):
        return []
    return [int(part) for part in re.findall("-?[0-9]+", text)]


def range_in(text: str) -> range:
    """Return the numbers of a text like ``4-6``, none for any other."""
    found = _RANGE.fullmatch(text.strip())
    return range(int(found[1]), int(found[2]) + 1) if found else range(0)


def counted(text: str) -> dict[str, int]:
    """Return the numbers of a text like ``2 clean, 3 dirty`` by what they count."""
    found: dict[str, int] = {}
    for part in _JOINTS.split(text.strip()):
        one = _COUNTED.fullmatch(part)
        number = whole_in(one[1]) if one else None
        if one is None or number is None or one[2] in found:
            return {}
        found[one[2]] = number
    return found
