"""The foot and other later packets: when the next one is taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

import attrs

from handfoot.rules.language.clash import Clash, all_pointless
from handfoot.rules.language.keys import BY_SCORING, BY_SIDE, Chapter, key

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


_HAND_AND_FOOT: Final = 2


@attrs.frozen(repr=False)
class Foot(Chapter):
    """When the next packet is taken and played."""

    trigger: Literal["empty", "own_book", "opening"] = key(
        "empty",
        about="What brings the next packet: an empty hand, the player's own first "
        "finished book, or that the player opens for the side.",
        says={
            "empty": "",
            "own_book": "You pick up the next packet when you have finished your own "
            "first book of the round, and add it to the cards you hold; until then you "
            "may not run out of cards.",
            "opening": "Whoever opens for your side picks up the next packet at once, "
            "and adds it to the cards still held.",
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
    """Yield packets that never come, and settings about one that is never dealt."""
    yield from _opening(book, at)
    if len(book.deal.packets) == 1:
        names = ("trigger", "after_meld", "after_discard", "never_taken")
        why = "there is no packet after the hand"
        yield from _idle(names, "deal.foot", why)
    elif book.foot.trigger != "empty":
        by = "a book" if book.foot.trigger == "own_book" else "the opening"
        why = f"the next packet comes with {by}, not with an empty hand"
        yield from _idle(("after_meld", "after_discard"), "foot.trigger", why)


def _opening(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield packets that no opening brings."""
    if book.foot.trigger != "opening" or len(book.deal.packets) == 1:
        return
    alone = at.side_size == 1 or book.deal.later_for == "side"
    several = len(book.deal.packets) > _HAND_AND_FOOT
    if several or not (alone or book.opening.by == "player"):
        yield Clash(
            code="HF355",
            severity="error",
            message="some packets would never be picked up",
            key="foot.trigger",
            label="an opening brings one packet",
            other="deal.knee" if several else "deal.later_for",
            other_label="but there are two to come"
            if several
            else "but the partner of who opens has one as well",
            notes=(
                (
                    "fix",
                    "write deal.knee: 0" if several else "write deal.later_for: side",
                ),
            ),
        )


def _idle(names: tuple[str, ...], other: str, why: str) -> Iterator[Clash]:
    return all_pointless("HF359", (f"foot.{name}" for name in names), other, why)
