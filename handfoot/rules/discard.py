"""The discard that ends a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from handfoot.cards import KINDS
from handfoot.rules.clash import Clash
from handfoot.rules.keys import BY_SIDE, key
from handfoot.rules.words import CardWord, kinds_of

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Discard:
    """The discard that ends a turn."""

    barred: tuple[CardWord, ...] = key(
        (),
        about="Cards that may not be discarded while the player holds any other.",
        says="Never discard {value} unless you hold nothing else.",
        example=["wild"],
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a bar that leaves nothing to discard."""
    barred = kinds_of(book.discard.barred, frozenset(book.wilds.kinds))
    if set(range(KINDS)) <= barred:
        yield Clash(
            code="HF335",
            severity="error",
            message="every card is barred from the discard, yet each turn needs one",
            key="discard.barred",
            label="names every card",
            notes=(("fix", "leave out the cards that may be discarded"),),
        )
