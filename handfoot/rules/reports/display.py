"""Showing other people's text safely: escapes, short quotes, widths on a screen."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["MAX_QUOTE", "display_width", "quote", "visible"]

#: Longest piece of the user's text that a message repeats, in characters. A message
#: must stay readable, and a file of one huge value must not become a huge message.
MAX_QUOTE = 60

#: What a terminal or a log must never receive as it is: control characters, halves of
#: surrogate pairs, direction marks, invisible letters, line ends other than ours,
#: and code points that are no characters.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff"
    + "".join(
        f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}"
        for plane in range(0x10000, 0x110000, 0x10000)
    )
    + "\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """Replace characters that act instead of showing by their ``U+XXXX`` name."""
    return UNSAFE.sub(lambda found: f"U+{ord(found[0]):04X}", text)


def quote(text: str) -> str:
    """Give text in double quotes, made visible and at most 60 characters long."""
    if len(text) > MAX_QUOTE:
        text = text[: MAX_QUOTE - 3] + "..."
    return f'"{visible(text)}"'


def display_width(text: str) -> int:
    """Count the columns that text takes on a screen of fixed-width letters."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(character: str) -> int:
    # U+200C and U+200D join letters, U+FE00 and up choose a form: none takes room.
    if character in "\u200c\u200d" or "\ufe00" <= character <= "\ufe0f":
        return 0
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
