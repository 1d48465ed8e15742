"""Ranks, suits, cards and their text, and the pack.

A *face* is the number of an exact card: ``0`` to ``51`` for rank and suit, ``52`` for
a joker. A *kind* is the number of a class of cards that the rules treat alike: suits
decide nothing in a set game but the colour of threes, so there are fifteen kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, get_args

from handfoot.errors import NotationError

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("s", "h", "d", "c")
SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

FACES: Final = 53
JOKER_FACE: Final = 52

# fmt: off
RankWord = Literal[
    "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
    "ace",
]
# fmt: on
# Words of a card kind in rulesets, in the order of the kind numbers.
KIND_WORDS: Final = (
    *get_args(RankWord),
    "two",
    "joker",
    "black_three",
    "red_three",
)
KINDS: Final = len(KIND_WORDS)
TWO: Final = 11
JOKER: Final = 12
BLACK_THREE: Final = 13
RED_THREE: Final = 14
RANK_KINDS: Final = tuple(range(11))
# What a kind is called in play notation.
KIND_TEXT: Final = (*RANKS[2:], "2", "JK", "3b", "3r")

_RED = ("h", "d")


def _kind_of_face(face: int) -> int:
    if face == JOKER_FACE:
        return JOKER
    rank, suit = divmod(face, 4)
    if rank == 0:
        return TWO
    if rank == 1:
        return RED_THREE if SUITS[suit] in _RED else BLACK_THREE
    return rank - 2


# Kind of each card index: faces first, then the cards named without a suit.
KIND_OF: Final[tuple[int, ...]] = (
    *(_kind_of_face(face) for face in range(FACES)),
    *range(KINDS),
)
FACES_OF_KIND: Final = tuple(
    tuple(face for face in range(FACES) if KIND_OF[face] == kind)
    for kind in range(KINDS)
)


class Card:
    """One card, exact (``9♠``) or named by rank alone (``9``, ``3r``, ``JK``).

    Cards are interned: the same text gives the same object, and cards compare and hash
    by identity. Rank-only cards stand in actions for "any card of that rank I hold".

    Attributes:
        index: Number of the card; below ``FACES`` it is an exact face.
        kind: Number of its kind (see ``KIND_WORDS``).
        rank: ``"2"`` to ``"10"``, ``"J"``, ``"Q"``, ``"K"``, ``"A"`` or ``"JK"``.
        suit: ``"s"``, ``"h"``, ``"d"``, ``"c"``, or ``None`` for a joker and for a
            card named by rank alone.
    """

    __slots__ = ("index", "kind", "rank", "suit")

    index: int
    kind: int
    rank: str
    suit: str | None

    def __new__(cls, text: str) -> Card:
        """Return the card that ``text`` names (``9s``, ``10♥``, ``Q``, ``JK``)."""
        return parse_card(text)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (parse_card, (self.code,))

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    @property
    def code(self) -> str:
        """ASCII text of the card, as people type it (``9s``, ``JK``, ``3r``)."""
        if self.index >= FACES:
            return KIND_TEXT[self.kind]
        return self.rank + (self.suit or "")

    @property
    def exact(self) -> bool:
        """Whether the card names one face of the pack, not only a rank."""
        return self.index < FACES

    @property
    def red(self) -> bool:
        """Whether the card is a heart, a diamond or a red three."""
        return self.suit in _RED or self.kind == RED_THREE

    def __str__(self) -> str:
        if self.suit is None:
            return KIND_TEXT[self.kind]
        return self.rank + SUIT_SIGNS[self.suit]

    def __repr__(self) -> str:
        return f"Card({self.code!r})"

    def __lt__(self, other: Card) -> bool:
        return (self.kind, self.index) < (other.kind, other.index)


def _make(index: int) -> Card:
    card = object.__new__(Card)
    card.index = index
    card.kind = KIND_OF[index]
    exact = index < JOKER_FACE
    card.suit = SUITS[index % 4] if exact else None
    card.rank = (
        RANKS[index // 4] if exact else KIND_TEXT[card.kind].removesuffix("r")
    ).removesuffix("b")
    return card


# A joker named without a suit is the joker itself, so its rank-only index is an alias.
_ALL: Final = tuple(_make(index) for index in range(FACES + KINDS))
CARDS: Final[tuple[Card, ...]] = tuple(
    _ALL[JOKER_FACE] if card.kind == JOKER else card for card in _ALL
)
ANY_OF_KIND: Final[tuple[Card, ...]] = CARDS[FACES:]

_BY_TEXT: Final = {card.code.upper(): card for card in CARDS} | {
    "JOKER": CARDS[JOKER_FACE],
    "*": CARDS[JOKER_FACE],
}
_SIGNS = str.maketrans(
    {sign: letter for letter, sign in SUIT_SIGNS.items()}
    | {"♤": "s", "♡": "h", "♢": "d", "♧": "c", "\ufe0f": ""}
)
_ALIASES = {"T": "10", "1": "A"}


def parse_card(text: str) -> Card:
    """Return the card that ``text`` names.

    Args:
        text: A rank and an optional suit: ``9s``, ``9♠``, ``9``, ``JK``; a three
            needs a suit or a colour: ``3h``, ``3r``, ``3b``.

    Raises:
        NotationError: ``text`` names no card.
    """
    wanted = text.strip().translate(_SIGNS).upper()
    card = _BY_TEXT.get(wanted)
    if card is None and wanted[:1] == "T":
        card = _BY_TEXT.get(_ALIASES["T"] + wanted[1:])
    if card is not None:
        return card
    if wanted == "3":
        why = "a three needs a colour or a suit: 3r, 3b, 3h"
    elif _is_run(wanted):
        why = f"put spaces between cards: {' '.join(wanted)}"
    elif (kind := _kind_named(wanted)) is not None:
        why = f"write {KIND_TEXT[kind]}"
    elif wanted in ("RED", "BLACK"):
        why = f"a {wanted.lower()} three is 3{wanted[0].lower()}"
    else:
        why = "a card is a rank and a suit, such as 9s, 10h, Q or JK"
    raise NotationError(f"{text.strip()[:20]!r} is not a card: {why}", text=text)


def _kind_named(text: str) -> int | None:
    """Return the kind of card that a word such as ``NINES`` or ``ACE`` names."""
    word = text.lower()
    for one in (word, word.removesuffix("s"), word.removesuffix("es")):
        if one in KIND_WORDS:
            return KIND_WORDS.index(one)
    return None


def _is_run(text: str) -> bool:
    """Whether a word looks like several cards without spaces."""
    return len(text) > len("10") and all(sign in "23456789TJQKA" for sign in text)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards that ``text`` names, separated by spaces, commas or signs.

    Raises:
        NotationError: one of the words names no card.
    """
    return tuple(parse_card(word) for word in re.split(r"[\s,+]+", text) if word)


def cards_text(cards: Iterable[Card]) -> str:
    """Return ``cards`` as players read them: ``9♠ 9♦ 2♣``."""
    return " ".join(str(card) for card in cards)


# Where the colours of threes mean nothing, a red one is the black one of its place.
_BLACK_SUITS: Final = {"h": "s", "d": "c", "r": "b"}
_AS_BLACK: Final = {
    _BY_TEXT[f"3{red}".upper()]: _BY_TEXT[f"3{black}".upper()]
    for red, black in _BLACK_SUITS.items()
}
_FACES_AS_BLACK: Final = bytes(
    _AS_BLACK.get(CARDS[face], CARDS[face]).index if face < FACES else face
    for face in range(256)
)
_RED_THREE_TEXT: Final = re.compile(r"\b3[hdr♥♦♡♢]", re.IGNORECASE)


def as_black(card: Card) -> Card:
    """Return the black three of the same place for a red one, other cards as they are.

    Hearts are read as spades, diamonds as clubs, ``3r`` as ``3b``.
    """
    return _AS_BLACK.get(card, card)


def faces_as_black(faces: bytes) -> bytes:
    """Return faces with black threes in place of red ones; see :func:`as_black`."""
    return faces.translate(_FACES_AS_BLACK)


def text_as_black(text: str) -> str:
    """Return a text of cards with black threes in place of red ones."""
    return _RED_THREE_TEXT.sub(lambda found: as_black(Card(found[0])).code, text)


@cache
def pack(jokers: int, twos: int = len(SUITS)) -> bytes:
    """Return the faces of one pack: 52 cards and ``jokers`` jokers, in fixed order.

    Args:
        jokers: How many jokers it has.
        twos: How many twos it has, the first suits'.
    """
    left_out = FACES_OF_KIND[TWO][twos:]
    faces = bytes(face for face in range(JOKER_FACE) if face not in left_out)
    return faces + bytes([JOKER_FACE]) * jokers
