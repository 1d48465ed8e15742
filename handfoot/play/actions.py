"""What a player can do: a closed union of frozen classes.

Actions name cards, not places in a hand. A card without a suit (``9``) stands for any
card of that rank the player holds. ``str`` of an action is its text, which
``table.notation`` reads back.
"""

from __future__ import annotations

import attrs

from handfoot.cards import Card

NEW = "new"
# Before the name of a run: wilds that go below it.
BELOW = "below "


@attrs.frozen(cache_hash=True)
class Group:
    """Cards offered as one meld, or for one meld on the table.

    Attributes:
        cards: The cards, in any order.
        onto: Where they go: empty for the obvious place (the side's unfinished meld of
            that rank, else a new meld), ``"new"`` for a new meld, a rank (``"K"``,
            ``"W"`` for wilds) for the side's meld of that rank that can still grow, or
            a rank and number (``"K#2"``) for the second meld of kings. A run is named
            by its suit, and wilds that go to its lower end are ``"below H"``.
    """

    cards: tuple[Card, ...]
    onto: str = ""

    def __str__(self) -> str:
        cards = " ".join(card.code for card in self.cards)
        if not self.onto:
            return cards
        if self.onto.startswith(BELOW):
            return f"{cards} {self.onto}"
        return f"{cards} {NEW}" if self.onto == NEW else f"{cards} on {self.onto}"


def _joined(word: str, groups: tuple[Group, ...]) -> str:
    return f"{word} {', '.join(map(str, groups))}".rstrip()


@attrs.frozen(cache_hash=True, repr=False)
class Draw:
    """Draw to begin the turn: from the stock, or the top discard.

    Attributes:
        top: Whether the top discard is drawn, as one card of the draw, where the
            ruleset lets it be (``draw.top_discard``).
        groups: The groups laid with the top discard, where it must be melded at once.
    """

    top: bool = False
    groups: tuple[Group, ...] = ()

    def __str__(self) -> str:
        return _joined("draw top", self.groups) if self.top else "draw"

    def __repr__(self) -> str:
        # What one would type: nearly every draw is a plain one.
        if not self.top:
            return "Draw()"
        return f"Draw(top=True, groups={self.groups!r})"


@attrs.frozen(cache_hash=True)
class TakePile:
    """Take from the discard pile, with the melds that earn it.

    Attributes:
        groups: The groups laid in this play; one of them uses the top card. A side
            that has not opened lays here all the groups that open.
        count: How many cards are taken, where the ruleset lets a player dig for a
            card; 0 for as many as a pickup takes.
    """

    groups: tuple[Group, ...]
    count: int = 0

    def __str__(self) -> str:
        return _joined(f"dig {self.count}" if self.count else "take", self.groups)


@attrs.frozen(cache_hash=True)
class Lay:
    """Lay one or several groups at once, new or onto melds of the own side."""

    groups: tuple[Group, ...]

    def __str__(self) -> str:
        return _joined("lay", self.groups)


@attrs.frozen
class Discard:
    """Discard one card, which ends the turn."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card.code}"


@attrs.frozen
class AskToGoOut:
    """Ask the partners for permission to go out this turn."""

    def __str__(self) -> str:
        return "ask"


@attrs.frozen
class AskToDirty:
    """Ask the partner who began a clean meld whether wilds may go on it this turn.

    Attributes:
        onto: The meld, named as in a group: a rank (``"K"``), or a rank and number.
    """

    onto: str

    def __str__(self) -> str:
        return f"ask dirty {self.onto}"


@attrs.frozen
class FreeWilds:
    """Take the wilds of a meld back whose naturals alone make a book.

    Attributes:
        onto: The meld, named as in a group: a rank (``"K"``), or a rank and number.
    """

    onto: str

    def __str__(self) -> str:
        return f"free {self.onto}"


@attrs.frozen
class JoinMelds:
    """Make one meld of two unfinished melds of a rank.

    Attributes:
        onto: A meld, named as in a group: a rank (``"K"``), or a rank and number.
        other: The other one, so named; empty where the side has just two unfinished
            melds of the rank.
    """

    onto: str
    other: str = ""

    def __str__(self) -> str:
        return f"join {self.onto} {self.other}".rstrip()


@attrs.frozen
class Answer:
    """Answer a partner who asks to go out, or for a wild on a clean meld."""

    yes: bool

    def __str__(self) -> str:
        return "yes" if self.yes else "no"


@attrs.frozen
class EndTurn:
    """End the turn without a discard, where no card may be discarded."""

    def __str__(self) -> str:
        return "end"


@attrs.frozen
class ChoosePacket:
    """Choose which packet to play as the hand.

    Attributes:
        number: Which of the packets, from 1, in the order they were dealt.
    """

    number: int

    def __str__(self) -> str:
        return f"choose {self.number}"


Action = (
    Draw
    | TakePile
    | Lay
    | Discard
    | AskToGoOut
    | AskToDirty
    | FreeWilds
    | JoinMelds
    | Answer
    | EndTurn
    | ChoosePacket
)

DRAW = Draw()
DRAW_TOP = Draw(top=True)
ASK = AskToGoOut()
YES = Answer(yes=True)
NO = Answer(yes=False)
END = EndTurn()
