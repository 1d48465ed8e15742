"""The deal: each player's packets, and the card that starts the pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from handfoot.rules.clash import Clash
from handfoot.rules.keys import key
from handfoot.rules.words import CardWord

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Deal:
    """Each player's packets, and the card that starts the pile."""

    hand: int = key(
        13,
        about="Cards in the packet that is played first.",
        says="Deal each player a hand of {value} cards.",
        example=11,
        unit="cards",
        least=3,
        most=30,
    )
    knee: int = key(
        0,
        about="Cards in a third packet, played between hand and foot; 0 for none.",
        says={0: "", "else": "Deal each player a knee of {value} cards, face down."},
        example=13,
        unit="cards",
        least=0,
        most=30,
    )
    foot: int = key(
        13,
        about="Cards in the packet that is played last; 0 for none.",
        says={
            0: "There is no foot.",
            "else": "Deal each player a foot of {value} cards, face down: nobody looks "
            "at it before it is played.",
        },
        example=11,
        unit="cards",
        least=0,
        most=30,
    )
    upcard: bool = key(
        True,
        about="Whether a card is turned from the stock to start the discard pile.",
        says={
            True: "Turn the top card of the stock to start the discard pile.",
            False: "The discard pile starts empty; the first discard begins it.",
        },
        example=False,
    )
    upcard_refused: tuple[CardWord, ...] = key(
        ("wild", "red_three"),
        about="Cards that may not start the pile; they are buried at the bottom of the "
        "stock and another is turned.",
        says="An upcard that is {value} is buried at the bottom of the stock and "
        "another is turned.",
        example=["wild", "red_three", "black_three"],
    )

    @property
    def packets(self) -> tuple[int, ...]:
        """Sizes of the packets in playing order (cards); only the hand may be last."""
        return tuple(size for size in (self.hand, self.knee, self.foot) if size)


# With fewer in the stock the first turns could not be played.
_SPARE_DRAWS = 1


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield an error when the deck is too small for the deal and the first draws."""
    each = sum(book.deal.packets)
    turned = 1 if book.deal.upcard else 0
    draws = book.draw.cards * _SPARE_DRAWS
    need = at.players * (each + draws) + turned
    have = book.deck.cards
    if need <= have:
        return
    pack = 52 + book.deck.jokers
    yield Clash(
        code="HF302",
        severity="error",
        message=f"{book.deck.packs} packs cannot deal {at.players} players their "
        f"packets and a first turn",
        key="deck.packs",
        label=f"{book.deck.packs} packs x {pack} cards = {have} cards",
        other="deal.hand",
        other_label=f"{at.players} players x ({each} dealt + {draws} drawn)"
        + (" + 1 upcard" if turned else "")
        + f" = {need} cards",
        notes=(("fix", f"use at least {-(-need // pack)} packs"),),
    )
