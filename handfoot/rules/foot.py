"""The foot and other later packets: when the next one is taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.language.clash import Clash, all_pointless
from handfoot.rules.language.keys import BY_SCORING, BY_SIDE, Chapter, key

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class Foot(Chapter):
    """When the next packet is taken and played."""

    trigger: Literal["empty", "own_book"] = key(
        "empty",
        about="What brings the next packet: an empty hand, or the player's own first "
        "finished book.",
        says={
            "empty": "",
            "own_book": "You pick up the next packet when you have finished your own "
            "first book of the round, and add it to the cards you hold; until then you "
            "may not run out of cards.",
        },
        example="own_book",
        scopes=BY_SIDE,
    )
    after_meld: Literal["same_turn", "ends_turn", "not_allowed"] = key(
        "same_turn",
        about="What happens when the last card of a packet is melded.",
        says={
            "same_turn": "If you meld the last card of a packet, you pick up the next "
            "packet at once and go on with the same turn.",
            "ends_turn": "If you meld the last card of a packet, you pick up the next "
            "packet at once, but your turn is over.",
            "not_allowed": "You may not meld the last card of a packet: the next "
            "packet is reached through a discard only.",
        },
        example="ends_turn",
        scopes=BY_SIDE,
    )
    never_taken: int = key(
        0,
        about="Points for each player whose last packet was never picked up.",
        says={
            0: "",
            "else": "A player whose last packet was never picked up scores {value}.",
        },
        example=-100,
        unit="points",
        least=-10000,
        most=0,
        scopes=BY_SCORING,
    )
    after_discard: Literal["at_once", "next_turn", "instead_of_drawing"] = key(
        "at_once",
        about="When the next packet is picked up after the last card was discarded.",
        says={
            "at_once": "If you discard the last card of a packet, your turn ends: pick "
            "up the next packet now and play from it in your next turn.",
            "next_turn": "If you discard the last card of a packet, your turn ends: "
            "the next packet stays face down until your next turn begins.",
            "instead_of_drawing": "If you discard the last card of a packet, your turn "
            "ends: in your next turn you pick up the next packet instead of drawing.",
        },
        example="next_turn",
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield settings about a packet that is never dealt."""
    if len(book.deal.packets) == 1:
        names = ("trigger", "after_meld", "after_discard", "never_taken")
        why = "there is no packet after the hand"
        yield from _idle(names, "deal.foot", why)
    elif book.foot.trigger == "own_book":
        why = "the next packet comes with a book, not with an empty hand"
        yield from _idle(("after_meld", "after_discard"), "foot.trigger", why)


def _idle(names: tuple[str, ...], other: str, why: str) -> Iterator[Clash]:
    return all_pointless("HF359", (f"foot.{name}" for name in names), other, why)
