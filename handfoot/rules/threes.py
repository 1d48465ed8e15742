"""Red threes and black threes: bonus cards and stoppers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.clash import Clash, pointless
from handfoot.rules.keys import BY_SIDE, key

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Threes:
    """Red threes and black threes."""

    red: Literal["laid", "held"] = key(
        "laid",
        about="What is done with a red three that reaches a player.",
        says={
            "laid": "A red three that reaches you, from the deal, a draw, the pile or a "
            "new packet, is laid on your side's table at once and replaced from the "
            "stock. If no card is left to replace it the round ends at once; the red "
            "three still counts.",
            "held": "A red three stays in your hand and may be discarded.",
        },
        example="held",
    )
    red_laid: int = key(
        100,
        about="What a red three on the table adds to the side's score.",
        says="Each red three laid scores {value}.",
        example=300,
        unit="points",
        least=-1000,
        most=1000,
        scopes=BY_SIDE,
    )
    red_caught: int = key(
        -100,
        about="What a red three in a hand or an unreached packet adds to the score.",
        says="Each red three caught in a hand or an unreached packet scores {value}.",
        example=-500,
        unit="points",
        least=-1000,
        most=0,
        scopes=BY_SIDE,
    )
    black_caught: int = key(
        -5,
        about="What a black three held at the end adds to the score.",
        says="Each black three left in a hand or packet scores {value}.",
        example=-100,
        unit="points",
        least=-1000,
        most=0,
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a value of red threes that never lie on the table."""
    if book.threes.red == "held":
        yield pointless(
            "HF339", "threes.red_laid", "threes.red", "red threes are never laid"
        )
