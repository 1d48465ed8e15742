"""Books: their size, their kinds and bonuses, and what may follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.clash import Clash
from handfoot.rules.keys import BY_SIDE, key, open_map
from handfoot.rules.words import RANK_WORDS, RankWord

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class BookKind:
    """One kind of book: what it is made of and what it is worth."""

    made_of: Literal["naturals", "mixed", "wilds", "anything"] = key(
        "naturals",
        about="What the book is made of; mixed is naturals with at least one wild.",
        says={
            "naturals": "made of naturals only",
            "mixed": "made of naturals and at least one wild",
            "wilds": "made of wilds only",
            "anything": "with or without wilds",
        },
        example="mixed",
        scopes=BY_SIDE,
    )
    ranks: tuple[RankWord, ...] = key(
        RANK_WORDS,
        about="The ranks of which the book is this kind; fewer ranks go first.",
        says="of {value}",
        example=["seven"],
        fewest=1,
        scopes=BY_SIDE,
    )
    bonus: int = key(
        0,
        about="Points for each finished book of this kind.",
        says="{value} points",
        example=500,
        unit="points",
        least=-10000,
        most=10000,
        scopes=BY_SIDE,
    )
    cards_score: bool = key(
        True,
        about="Whether the cards in the book score beside the bonus.",
        says={
            True: "on top of its cards",
            False: "in all, its cards do not score again",
        },
        example=False,
        scopes=BY_SIDE,
    )
    counts_as: tuple[str, ...] = key(
        (),
        about="The places it fills for going out beside its own.",
        says="also counts as {value} for going out",
        example=["clean"],
        scopes=BY_SIDE,
    )


_STANDARD = {
    "clean": BookKind(made_of="naturals", bonus=500),
    "dirty": BookKind(made_of="mixed", bonus=300),
    "wild": BookKind(made_of="wilds", bonus=1500),
}


@attrs.frozen
class Books:
    """Finished melds: their size, their kinds and what may be added."""

    size: int = key(
        7,
        about="Cards that make a meld a book.",
        says="A meld of {value} cards is a book.",
        example=7,
        unit="cards",
        least=4,
        most=14,
        scopes=BY_SIDE,
    )
    after: Literal["closed", "naturals", "anything"] = key(
        "closed",
        about="What may be added to a finished book.",
        says={
            "closed": "A finished book is closed: no card may be added.",
            "naturals": "Naturals may be added to a finished book, wilds may not.",
            "anything": "Cards may be added to a finished book within the limit of "
            "wilds; a wild makes a clean book dirty.",
        },
        example="naturals",
        scopes=BY_SIDE,
    )
    kinds: Mapping[str, BookKind] = open_map(
        BookKind, _STANDARD, "The kinds of book, by a name of your choice."
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield places that no kind of book is named after."""
    kinds = book.books.kinds
    for name, kind in kinds.items():
        for place in kind.counts_as:
            if place not in kinds:
                yield Clash(
                    code="HF340",
                    severity="error",
                    message=f"there is no kind of book called {place!r}",
                    key=f"books.kinds.{name}.counts_as",
                    label="names an unknown kind",
                    notes=(("kinds", ", ".join(kinds)),),
                )
