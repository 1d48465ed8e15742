"""The draw that begins a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.language.clash import Clash
from handfoot.rules.language.keys import BY_TURN, Chapter, key

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class Draw(Chapter):
    """The draw that begins a turn."""

    cards: int = key(
        2,
        about="Cards drawn from the stock to begin a turn.",
        says="Begin your turn with a draw from the stock: {value}.",
        example={"by_sides": {"singles": 3, "partners": 2}},
        unit="cards",
        least=1,
        most=10,
        scopes=BY_TURN,
    )
    top_discard: Literal["never", "freely", "melded"] = key(
        "never",
        about="Whether one card of the draw may be the top discard; the cards then "
        "come one by one, and each is seen before the next is chosen.",
        says={
            "never": "",
            "freely": "One card of the draw may be the top discard: draw it first, or "
            "after you have looked at a card from the stock.",
            "melded": "One card of the draw may be the top discard, if you meld it at "
            "once: draw it first, or after you have looked at a card from the stock.",
        },
        example="melded",
        scopes=BY_TURN,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a top discard that two rules give away."""
    if book.draw.top_discard != "never" and book.pile.take == "dig":
        yield Clash(
            code="HF315",
            severity="error",
            message="one top discard can be taken in two ways",
            key="draw.top_discard",
            label="a card of the draw may be the top discard",
            other="pile.take",
            other_label="and a player may dig for one card or more",
            notes=(
                ("fix 1", "write draw.top_discard: never"),
                ("fix 2", "or say how many cards a pickup takes, such as pile.take: 7"),
            ),
        )
