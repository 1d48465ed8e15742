"""The discard that ends a turn."""

from __future__ import annotations

import attrs

from handfoot.rules.keys import BY_SIDE, key
from handfoot.rules.words import CardWord


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
