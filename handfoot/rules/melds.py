"""Melds: which ranks, how large, how many of a rank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.clash import Clash
from handfoot.rules.keys import BY_SIDE, key
from handfoot.rules.words import RANK_WORDS, RankWord

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Melds:
    """Which ranks may be melded, how large a meld is, how many of a rank."""

    ranks: tuple[RankWord, ...] = key(
        RANK_WORDS,
        about="The ranks that may be melded.",
        says="Melds are sets of one rank: {value}.",
        example=["eight", "nine", "ten", "jack", "queen", "king", "ace"],
        fewest=1,
        scopes=BY_SIDE,
    )
    smallest: int = key(
        3,
        about="The fewest cards that begin a meld.",
        says="A new meld has at least {value} cards.",
        example=4,
        unit="cards",
        least=3,
        most=7,
        scopes=BY_SIDE,
    )
    per_rank: Literal["one_unfinished", "one"] = key(
        "one_unfinished",
        about="How many melds of a rank a side may have.",
        says={
            "one_unfinished": "A side has at most one unfinished meld of a rank; once "
            "that is a book, a new meld of the rank may be started.",
            "one": "A side has at most one meld of a rank, finished or not.",
        },
        example="one",
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield sizes that fit no meld."""
    if book.melds.smallest > book.books.size:
        yield Clash(
            code="HF330",
            severity="error",
            message="no meld can be begun",
            key="melds.smallest",
            label=f"a meld begins with {book.melds.smallest} cards",
            other="books.size",
            other_label=f"but a book is finished at {book.books.size}",
        )
