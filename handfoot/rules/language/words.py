"""The words for cards in rulesets, and what they mean to the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

from handfoot.cards import BLACK_THREE, KIND_WORDS, KINDS, RED_THREE, RankWord

MeldWord = Literal[RankWord, "two", "black_three", "red_three"]
WildWord = Literal[RankWord, "two", "joker"]
CardWord = Literal[WildWord, "black_three", "red_three", "three", "wild"]
RANK_WORDS: Final[tuple[RankWord, ...]] = get_args(RankWord)
MELD_WORDS: Final[tuple[MeldWord, ...]] = get_args(MeldWord)

_PLURALS = {"six": "sixes"}


def kinds_of(words: Iterable[str], wild: frozenset[int]) -> frozenset[int]:
    """Return the card kinds that ``words`` name, ``wild`` being the wild kinds."""
    found: set[int] = set()
    for word in words:
        if word == "wild":
            found |= wild
        elif word == "three":
            found |= {BLACK_THREE, RED_THREE}
        else:
            found.add(KIND_WORDS.index(word))
    return frozenset(kind for kind in found if kind < KINDS)


def singular(word: str) -> str:
    """Return a card word as a player says it: ``a black three``, ``an ace``."""
    said = word.replace("_", " ") if word != "wild" else "wild card"
    return ("an " if said[0] in "ae" else "a ") + said


def plural(word: str) -> str:
    """Return a card word in the plural: ``black threes``, ``sixes``."""
    if word == "wild":
        return "wild cards"
    return _PLURALS.get(word, word.replace("_", " ") + "s")


#: What is said of threes where their colours mean nothing.
_ALIKE: Final = (
    ("black three", "three"),
    ("Black three", "Three"),
)


def threes_named(text: str, *, alike: bool) -> str:
    """Return a text without the colours of threes where all of them are alike."""
    for said, instead in _ALIKE if alike else ():
        text = text.replace(said, instead)
    return text


#: Last words of kinds of book that are called after cards: "sevens", "clean aces".
_CARDS_OF_BOOKS: Final = frozenset(
    plural(word).rpartition(" ")[2] for word in (*MELD_WORDS, "three", "joker")
)


def books_named(kind: str, count: int = 1) -> str:
    """Return what players call books of a kind: ``clean book``, ``books of sevens``."""
    noun = "book" if count == 1 else "books"
    name = kind.replace("_", " ")
    if name == "any":
        return f"{noun} of any kind"
    after_cards = name.rpartition(" ")[2] in _CARDS_OF_BOOKS
    return f"{noun} of {name}" if after_cards else f"{name} {noun}"


def listed(items: Iterable[object], joint: str = "and") -> str:
    """Return ``items`` as a phrase: ``2, 3 and 4``."""
    words = [str(item) for item in items]
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
