"""Wild cards: which they are and how many a meld may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.clash import Clash
from handfoot.rules.keys import BY_SIDE, key
from handfoot.rules.words import WildWord

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Wilds:
    """Which cards are wild and how many a meld may hold."""

    cards: tuple[WildWord, ...] = key(
        ("two", "joker"),
        about="The cards that are wild; a two that is not wild cannot be melded.",
        says="{value} are wild.",
        example=["joker"],
    )
    ratio: Literal["twice", "more", "equal", "any"] = key(
        "twice",
        about="How the naturals of a meld compare with its wilds, at every size.",
        says={
            "twice": "A meld holds at least twice as many naturals as wilds.",
            "more": "The naturals of a meld must outnumber its wilds.",
            "equal": "A meld never holds more wilds than naturals.",
            "any": "Naturals and wilds of a meld need not be in any proportion.",
        },
        example="more",
        scopes=BY_SIDE,
    )
    most: int | None = key(
        None,
        about="The most wilds a meld may hold beside naturals, or none for no cap.",
        says={None: "", "else": "A meld holds at most {value} wilds."},
        example=3,
        unit="cards",
        least=0,
        most=20,
        scopes=BY_SIDE,
    )
    least_naturals: int = key(
        1,
        about="The fewest naturals a meld with wilds may hold.",
        says={1: "", "else": "A meld with wilds holds at least {value} naturals."},
        example=2,
        unit="cards",
        least=1,
        most=7,
        scopes=BY_SIDE,
    )
    all_wild: bool = key(
        True,
        about="Whether a meld may be made of wilds alone.",
        says={
            True: "A meld of wilds alone is allowed; it is treated as a rank of its "
            "own.",
            False: "A meld of wilds alone is not allowed.",
        },
        example=False,
        scopes=BY_SIDE,
    )
    all_wild_smallest: int = key(
        3,
        about="The fewest wilds that begin a meld of wilds alone; 7 asks for a "
        "complete book.",
        says={
            3: "",
            "else": "A meld of wilds alone begins with at least {value} wilds.",
        },
        example=7,
        unit="cards",
        least=3,
        most=7,
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield limits that fit no meld."""
    if book.wilds.all_wild and book.wilds.all_wild_smallest > book.books.size:
        yield Clash(
            code="HF320",
            severity="error",
            message="a meld of wilds can never be begun",
            key="wilds.all_wild_smallest",
            label=f"begins with {book.wilds.all_wild_smallest} cards",
            other="books.size",
            other_label=f"but a book is finished at {book.books.size}",
        )
