"""The draw that begins a turn."""

from __future__ import annotations

import attrs

from handfoot.rules.language.keys import BY_TURN, Chapter, key


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
