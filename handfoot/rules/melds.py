"""Melds: which ranks, how large, how many of a rank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.clash import Clash
from handfoot.rules.keys import BY_SIDE, BY_TURN, key
from handfoot.rules.words import RANK_WORDS, MeldWord

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Melds:
    """Which ranks may be melded, how large a meld is, how many of a rank."""

    ranks: tuple[MeldWord, ...] = key(
        RANK_WORDS,
        about="The ranks that may be melded.",
        says="Only sets of one rank are melded: {value}.",
        example=["eight", "nine", "ten", "jack", "queen", "king", "ace"],
        fewest=1,
        scopes=BY_TURN,
    )
    smallest: int = key(
        3,
        about="The fewest cards that begin a meld.",
        says="A new meld has at least {value} cards.",
        example=4,
        unit="cards",
        least=3,
        most=7,
        scopes=BY_TURN,
    )
    per_rank: Literal["one_unfinished", "one", "several"] = key(
        "one_unfinished",
        about="How many melds of a rank a side may have.",
        says={
            "one_unfinished": "A side has at most one unfinished meld of a rank; once "
            "that is a book, a new meld of the rank may be started.",
            "one": "A side has at most one meld of a rank, finished or not.",
            "several": "A side may have several melds of a rank at the same time.",
        },
        example="one",
        scopes=BY_SIDE,
    )
    books_of_rank: int | None = key(
        None,
        about="The most melds of one rank that a side may have in a round, books among "
        "them.",
        says={
            None: "",
            "else": "A side makes at most {value} melds of one rank in a round.",
        },
        example=3,
        unit="melds",
        least=1,
        most=20,
        scopes=BY_SIDE,
    )
    floor: int = key(
        0,
        about="Points that each new meld must be worth.",
        says={
            0: "",
            "else": "Each new meld must be worth at least {value}.",
        },
        example=15,
        unit="points",
        least=0,
        most=500,
        scopes=BY_TURN,
    )
    burnt: bool = key(
        False,
        about="Whether a rank is closed to everyone without a meld of it once a side "
        "has finished a book of that rank.",
        says={
            True: "Once a side has finished a book of a rank, a side that has no meld "
            "of that rank may not begin one in this round.",
            False: "",
        },
        example=True,
        scopes=BY_TURN,
    )
    last_packet_only: tuple[MeldWord, ...] = key(
        (),
        about="Ranks that are melded from the last packet only.",
        says="{value} are melded only from the last packet.",
        example=["black_three"],
        scopes=BY_SIDE,
    )
    going_out_only: tuple[MeldWord, ...] = key(
        (),
        about="Ranks that are melded only in the play that goes out.",
        says="{value} are melded only in the play with which you go out.",
        example=["black_three"],
        scopes=BY_SIDE,
    )
    whole_only: tuple[MeldWord, ...] = key(
        (),
        about="Ranks that are melded only as a whole book at once.",
        says="{value} are melded only as a whole book at once.",
        example=["black_three"],
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
