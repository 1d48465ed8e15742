"""The text form of actions, as people type it and records keep it.

========================  ==========================================================
``draw``                  draw from the stock
``draw top``              draw the top discard, as one card of the draw
``draw top 9 9 9``        the same, and meld it at once
``take 9 9 9``            take the pile and meld its nine with two nines from the hand
``take 9 9 9, Q Q 2``     the same, and open with the queens as well
``lay K K K``             a new meld, or onto the side's unfinished meld of kings
``lay K K K, A A 2``      several groups in one play
``lay 2 on K``            a wild onto the meld of kings (``W`` is the meld of wilds)
``lay K on K#2``          onto the second meld of kings
``lay K K K new``         a new meld where the cards could also join another
``lay 5h 2 7h new``       a new run in the order of its cards, a wild for the six
``lay 2 on H``            a wild onto the run of hearts, at its top
``lay 2 below H#2``       the same, at the lower end of the second such run
``discard 4c``            discard the four of clubs; ``discard 4`` any four held
``dig 4 9 9 9``           take the top four, where the ruleset lets a player dig
``choose 2``              play the second packet as the hand
``end``                   end the turn where no card may be discarded
``ask``, ``yes``, ``no``  the question whether one may go out, and its answers
``ask dirty K``           the question whether a wild may go on a partner's clean kings
``free K``                take back the wilds of the kings, which alone make a book
``join K``                join two melds of kings; of more than two ``join K#1 K#3``
========================  ==========================================================
"""

from __future__ import annotations

import re

from handfoot.cards import parse_cards
from handfoot.errors import NotationError
from handfoot.play.actions import (
    ASK,
    BELOW,
    DRAW,
    END,
    NEW,
    NO,
    YES,
    Action,
    AskToDirty,
    ChoosePacket,
    Discard,
    Draw,
    FreeWilds,
    Group,
    JoinMelds,
    Lay,
    TakePile,
)

_WORDS: dict[str, Action] = {"draw": DRAW, "ask": ASK, "yes": YES, "no": NO, "end": END}
# Words with which an action begins.
_BEFORE_CARDS = ("take", "dig", "lay", "meld", "add", "discard", "throw")
#: How people begin an action, with what may follow: ``pick up``, ``lay down``.
_SAID = {
    "pickup": "take",
    "pick-up": "take",
    "pick": "take",
    "put": "lay",
    "lay": "lay",
}
_AFTER = {"pick": "up", "put": "down", "lay": "down"}
_VERBS = (*_WORDS, *_BEFORE_CARDS, "choose", "free", "join")
_DIRTY = re.compile(r"dirty\s+(\S+)", re.IGNORECASE)
_ON = re.compile(r"\s+(on|below)\s+", re.IGNORECASE)
# Capitals do not matter, but a rank has one spelling.
_SPELLINGS = {"3B": "3b", "3R": "3r", "T": "10"}


def parse_group(text: str) -> Group:
    """Return the group of a text: cards, then ``on K``, ``below H`` or ``new``.

    Raises:
        NotationError: a word names no card.
    """
    cards, *onto = _ON.split(text.strip(), maxsplit=1)
    if onto:
        word, name = onto
        below = BELOW if word.lower() == BELOW.strip() else ""
        return Group(parse_cards(cards), below + _target(name))
    words = text.split()
    if words and words[-1].lower() == NEW:
        return Group(parse_cards(" ".join(words[:-1])), NEW)
    return Group(parse_cards(text))


def _target(text: str) -> str:
    """Return the name of a meld as it is spelt: ``K#2``, ``3b#1``."""
    rank, sign, number = text.strip().upper().partition("#")
    return f"{_SPELLINGS.get(rank, rank)}{sign}{number}"


def parse_groups(text: str) -> tuple[Group, ...]:
    """Return groups separated by commas; an empty text is no group."""
    return tuple(parse_group(part) for part in text.split(",") if part.strip())


# No pile is longer than that, and no packet has so high a number.
_MOST_DIGITS = 6


def parse_action(text: str) -> Action:
    """Return the action that ``text`` names.

    Raises:
        NotationError: ``text`` is not an action.
    """
    if not isinstance(text, str):
        # What came over the wire may be anything.
        raise NotationError(f"an action is a text, such as draw; not {text!r:.40}")
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    if word in _SAID:
        word, rest = _verb(word, rest)
    known = _WORDS.get(word)
    if known is not None and not rest.strip():
        return known
    if word == "ask" and (names := _DIRTY.fullmatch(rest.strip())):
        return AskToDirty(_target(names[1]))
    if word == "free" and len(rest.split()) == 1:
        return FreeWilds(_target(rest))
    if word == "join" and len(melds := rest.split()) in (1, 2):
        return JoinMelds(*map(_target, melds))
    found = _with_cards(word, rest, text)
    if found is not None:
        return found
    if word == "go":
        raise NotationError(
            "who goes out makes the play with which the last card leaves: "
            "lay 9 on 9, or discard 9",
            text=text,
        )
    meant = _meant(word)
    raise NotationError(
        f"{text.strip()[:40]!r} is not an action{meant} write draw, take 9 9 9, "
        f"lay K K K, discard 4c, ask, ask dirty K, yes, no, end or choose 1",
        text=text,
    )


def _verb(word: str, rest: str) -> tuple[str, str]:
    """Return the word of the notation for one that people say, and what follows."""
    second, _, cards = rest.strip().partition(" ")
    if word not in _AFTER:
        return _SAID[word], rest
    if second.lower() == _AFTER[word]:
        return _SAID[word], cards
    return word, rest


def _meant(word: str) -> str:
    """Return how a refusal goes on: by asking for another word that is spelt alike."""
    from difflib import get_close_matches

    if word in _VERBS:
        return ":"
    found = get_close_matches(word[:20], _VERBS, 1, 0.7)
    return f", did you mean {found[0]}?" if found else ":"


def _with_cards(word: str, rest: str, text: str) -> Action | None:
    """Return the action of a word and what follows it, if it is one."""
    match word:
        case "draw":
            top, _, groups_text = rest.strip().partition(" ")
            if top.lower() == "top":
                return Draw(top=True, groups=parse_groups(groups_text))
        case "take":
            if rest.strip().lower().removeprefix("the ") == "pile":
                raise NotationError(
                    "say with which cards you take the pile, its top card among them: "
                    "take 9 9 9; or take alone, where nothing need be melded",
                    text=text,
                )
            return TakePile(parse_groups(rest))
        case "dig" | "choose":
            number, _, groups_text = rest.strip().partition(" ")
            is_number = number.isdecimal() and len(number) <= _MOST_DIGITS
            if is_number and word == "dig":
                return TakePile(parse_groups(groups_text), int(number))
            if is_number and not groups_text:
                return ChoosePacket(int(number))
        case "lay" | "meld" | "add":
            groups = parse_groups(rest)
            if groups:
                return Lay(groups)
            raise NotationError("say which cards you lay: lay K K K", text=text)
        case "discard" | "throw":
            cards = parse_cards(rest)
            if len(cards) == 1:
                return Discard(cards[0])
            raise NotationError("discard exactly one card: discard 4c", text=text)
    return None
