"""The stock: what happens when it cannot give the cards a player needs."""

from __future__ import annotations

from typing import Literal

import attrs

from handfoot.rules.language.keys import Chapter, key


@attrs.frozen(repr=False)
class Stock(Chapter):
    """What happens when the stock cannot give the cards a player needs."""

    when_short: Literal[
        "end_round", "draw_rest", "reshuffle", "reshuffle_all", "add_pack", "packet"
    ] = key(
        "end_round",
        about="What happens when the stock holds fewer cards than a draw or a "
        "replacement needs.",
        says={
            "end_round": "When a player must draw and the stock cannot give the whole "
            "draw, the round ends at once and nobody scores for going out. A player "
            "who can take the pile may do so instead and play on.",
            "draw_rest": "When the stock holds fewer cards than a draw takes, draw "
            "what is left and go on with the turn. When a player must draw and nothing "
            "is left, the round ends and nobody scores for going out. A player who can "
            "take the pile may do so instead and play on.",
            "reshuffle": "When the stock runs out, draw what is there, shuffle the "
            "discards below the top card into a new stock and draw the rest. If even "
            "that gives too little, the round ends and nobody scores for going out.",
            "reshuffle_all": "When the stock runs out, draw what is there, shuffle all "
            "the discards into a new stock and draw the rest. If even that gives too "
            "little, the round ends and nobody scores for going out.",
            "add_pack": "When the stock runs out, another pack is shuffled and added "
            "to it.",
            "packet": "When the stock runs out, draw what is there; then a packet that "
            "nobody has picked up becomes the stock, as it lies: of each player's the "
            "last one, and first that of the dealer, then of the player to the "
            "dealer's right. Who has lost a packet plays on without it. When there is "
            "none, or it gives too little, the round ends and nobody scores for going "
            "out. A player who can take the pile may do so instead and play on.",
        },
        example="reshuffle",
    )
    most_refills: int | None = key(
        None,
        about="Times in a round that the stock is filled up again, where "
        "`stock.when_short` does that; none for no limit.",
        says={
            None: "",
            1: "The stock is filled up again only once in a round: when it runs out "
            "after that the round ends, and nobody scores for going out.",
            "else": "The stock is filled up again at most {value} in a round: when it "
            "runs out after that the round ends, and nobody scores for going out.",
        },
        example=1,
        unit="times",
        least=1,
        most=100,
    )
    piles: int = key(
        1,
        about="Piles into which the stock is divided; draws take from them in turn.",
        says={
            1: "",
            "else": "Divide the stock into {value} piles; cards are drawn from them in "
            "turn.",
        },
        example=2,
        unit="piles",
        least=1,
        most=8,
    )

    @property
    def is_filled(self) -> bool:
        """Whether cards come to the stock when it is short."""
        return self.when_short not in ("end_round", "draw_rest")

    @property
    def is_filled_again(self) -> bool:
        """Whether it may be filled for ever, with cards that were played before."""
        return self.is_filled and self.when_short != "packet"
