"""Opening: what a side's first lay of a round must be worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from handfoot.rules.clash import Clash
from handfoot.rules.keys import BY_SIDE, key
from handfoot.rules.scoped import ByRound

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Opening:
    """What a side's first lay of a round must be worth."""

    minimum: int = key(
        ByRound((50, 90, 120, 150)),
        about="Points that a side's first lay of a round must reach, all groups of "
        "that play together; card values only.",
        says="Your side's first lay of a round must be worth at least {value}, counting "
        "the values of all cards laid in that one play. Red threes and bonuses never "
        "count. If it falls short, nothing is laid.",
        example={"by_round": [50, 90, 120, 150]},
        unit="points",
        least=0,
        most=3000,
        scopes=BY_SIDE,
    )
    wilds_count: bool = key(
        True,
        about="Whether wilds count toward the minimum.",
        says={
            True: "Wilds count at their full value toward it.",
            False: "Wilds do not count toward it.",
        },
        example=False,
        scopes=BY_SIDE,
    )
    taken_count: bool = key(
        False,
        about="Whether cards taken below the top of the pile count toward the minimum "
        "when they are laid in the play that takes them.",
        says={
            True: "When you open with a pickup, every card you lay counts, the taken "
            "ones too.",
            False: "When you open with a pickup, its top card counts but the cards "
            "below it do not.",
        },
        example=True,
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a minimum above everything in the deck."""
    values = book.scoring.values
    per_pack = 4 * sum(values.of(kind) for kind in range(12))
    points = book.deck.packs * (per_pack + book.deck.jokers * values.joker)
    if book.opening.minimum > points:
        yield Clash(
            code="HF350",
            severity="error",
            message=f"nobody can ever open in round {at.round}",
            key="opening.minimum",
            label=f"{book.opening.minimum} points",
            other="deck.packs",
            other_label=f"all cards of the deck are worth {points} points",
        )
