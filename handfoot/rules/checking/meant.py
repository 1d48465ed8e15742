"""What a wrong value was probably meant to be, written as it should be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from handfoot.rules.checking.figures import (
    counted,
    number_word,
    range_in,
    several,
    thousands,
    whole_in,
)
from handfoot.rules.checking.wanted import Wanted
from handfoot.rules.language.keys import PLAYERS, ROUND, Key
from handfoot.rules.source import Scalar
from handfoot.rules.suggest import near, normal

__all__ = ["as_books", "as_group", "as_list", "as_number", "meant_words", "with_colon"]

#: What people write for a card, besides the word itself.
_CARDS: Final[Mapping[str, str]] = {
    **{str(number): number_word(number) for number in range(2, 11)},
    "3": "three",
    "j": "jack",
    "q": "queen",
    "k": "king",
    "a": "ace",
    "jk": "joker",
    "knave": "jack",
    "deuce": "two",
    "deuces": "two",
    "sixes": "six",
    "wild_card": "wild",
    "wild_cards": "wild",
    **dict.fromkeys(("3r", "r3", "red_3", "red_threes"), "red_three"),
    **dict.fromkeys(("3b", "b3", "black_3", "black_threes"), "black_three"),
}
#: What people write for other words.
_OTHERWISE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("kept", "keep", "in_hand"), "held"),
    **dict.fromkeys(("laid_down", "tabled", "melded", "table"), "laid"),
    **dict.fromkeys(("any", "any_cards", "both"), "anything"),
    **dict.fromkeys(("most", "most_points"), "highest"),
    **dict.fromkeys(("fewest", "least", "fewest_points"), "lowest"),
    **dict.fromkeys(("pair", "a_pair", "matching_pair"), "natural_pair"),
}
#: Words that people put beside the one that counts.
_PADDING: Final = frozenset(("only", "score", "the", "total", "wins"))
#: A setting without its colon: ``take 5``, ``take = 5``.
_NO_COLON: Final = re.compile(r"([A-Za-z_]+(?: [a-z]+)*?) ?[ =] ?([^ ]+)")
#: No list of cards or counts is longer; what is makes no guess.
_LONGEST: Final = 200
#: A number that grows with the players: ``players + 1``, ``one per player``.
_PER_PLAYER: Final = re.compile(
    r"(?:n|players?|(?:1 |one )?(?:per|for each) player)"
    r"(?: ?(?:\+|plus|and) ?(\d|one|two))?"
)
_JOINTS: Final = re.compile(r" ?(?:[,/;&+]| and | or )+ ?")


def as_number(wanted: Wanted, text: str) -> str | None:
    """Return how to write a number of a text, or numbers one for each round."""
    for number in (thousands(text), whole_in(text)):
        if number is not None and wanted.accepts(number):
            return str(number)
    if wanted.key is None or wanted.form:
        return None
    grows = _PER_PLAYER.fullmatch(text.strip().lower())
    if grows and PLAYERS in wanted.key.scopes:
        more = f", plus: {whole_in(grows[1])}" if grows[1] else ""
        return f"{{per_player: 1{more}}}"
    if ROUND not in wanted.key.scopes:
        return None
    numbers = several(text)
    if not numbers or not all(map(wanted.accepts, numbers)):
        return None
    return f"{{by_round: [{', '.join(map(str, numbers))}]}}"


def meant_words(text: str, words: tuple[str, ...]) -> list[str]:
    """Return the words of a choice that a text may mean, the likeliest first."""
    plain_word = normal(text)
    singular = plain_word.removesuffix("s")
    short = "_".join(one for one in plain_word.split("_") if one not in _PADDING)
    likely = (plain_word, singular, short)
    for word in (*likely, *map(_CARDS.get, likely), *map(_OTHERWISE.get, likely)):
        if word in words and word is not None:
            return [word]
    return near(text, words)


def as_list(item: Wanted, node: Scalar) -> str | None:
    """Return how to write one value, or a text of several, as a list."""
    if item.accepts(node.value):
        return f"[{node.written}]"
    text = str(node.value)
    if len(text) > _LONGEST:
        return None
    if item.kind == "number":
        numbers = [*(range_in(text) or several(text))] or [whole_in(text)]
        if all(number is not None and item.accepts(number) for number in numbers):
            return f"[{', '.join(map(str, numbers))}]"
        return None
    words = [meant_words(part, item.words) for part in re.split(_JOINTS, text.strip())]
    return f"[{', '.join(word[0] for word in words)}]" if all(words) else None


def as_books(text: str) -> str | None:
    """Return how to write the books that a text asks for."""
    if normal(text) in ("none", "no", "nothing", "false"):
        return "{any: 0}"
    if len(text) > _LONGEST:
        return None
    number = whole_in(text)
    counts = counted(text) if number is None else {"any": number}
    said = ", ".join(f"{kind}: {count}" for kind, count in counts.items())
    return f"{{{said}}}" if said else None


def with_colon(wanted: Wanted, node: Scalar) -> str | None:
    """Return how to write a setting of the group that lacks its colon."""
    if wanted.group is None or len(node.written) > _LONGEST:
        return None
    found = _NO_COLON.fullmatch(node.written.strip())
    if found is None:
        return None
    name = normal(found[1])
    return f"{{{name}: {found[2]}}}" if name in wanted.group.members else None


def as_group(wanted: Wanted, written: str) -> str | None:
    """Guess which setting of the group a value was meant for: its first."""
    if wanted.group is None:
        return None
    name, key = next(iter(wanted.group.members.items()))
    if wanted.name.startswith("books.kinds."):
        name, key = "bonus", wanted.group.members["bonus"]
    one = whole_in(written)
    numbers = several(written) if one is None else [one]
    if not isinstance(key, Key) or not numbers:
        return None
    said = ", ".join(map(str, numbers))
    if key.kind == "numbers":
        return f"{{{name}: [{said}]}}"
    if key.kind != "number":
        return None
    if len(numbers) == 1:
        return f"{{{name}: {said}}}"
    return f"{{{name}: {{by_round: [{said}]}}}}" if ROUND in key.scopes else None
