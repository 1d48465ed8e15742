"""Kinds of book: what each is made of, what it pays, and what to call its books."""

from __future__ import annotations

from typing import Final, Literal

import attrs

from handfoot.rules.language.keys import BY_SCORING, BY_SIDE, Chapter, key
from handfoot.rules.language.words import (
    MELD_WORDS,
    MeldWord,
    WildWord,
    books_named,
    listed,
    plural,
)

# Stands for every rank there is: twos too, where they are melded as a rank.
EVERY_RANK: Final = tuple(word for word in MELD_WORDS if word != "two")
#: What may be added to a book that closes when the turn ends.
UNTIL_TURN_ENDS: Final = "until_turn_ends"
#: What books are made of that are runs.
RUN_MADE: Final = ("run", "natural_run", "mixed_run")
#: In place of a kind: books of all kinds.
ANY_KIND = "any"
#: Settings of a kind that name cards its books must hold for a bonus.
BY_WILDS: Final = ("wilds_only", "holds_all")


@attrs.frozen(repr=False)
class BookKind(Chapter):
    """One kind of book: what it is made of and what it is worth."""

    made_of: Literal[
        "naturals", "mixed", "wilds", "anything", "run", "natural_run", "mixed_run"
    ] = key(
        "naturals",
        about="What the book is made of; mixed is naturals of a rank with at least one "
        "wild, a run is cards in a row in one suit, a natural one without wilds and a "
        "mixed one with at least one wild.",
        says={
            "naturals": "made of naturals only",
            "mixed": "made of naturals and at least one wild",
            "wilds": "made of wilds only",
            "anything": "made of naturals, with or without wilds",
            "run": "a run in one suit",
            "natural_run": "a run in one suit, of naturals only",
            "mixed_run": "a run in one suit, with at least one wild",
        },
        example="mixed",
        scopes=BY_SIDE,
    )
    ranks: tuple[MeldWord, ...] = key(
        EVERY_RANK,
        about="The ranks of which the book is this kind, by default of whatever rank; "
        "fewer ranks go first.",
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
        scopes=BY_SCORING,
    )
    cards_score: bool = key(
        True,
        about="Whether the cards in the book score beside the bonus.",
        says={
            True: "on top of its cards",
            False: "in all, its cards do not score again",
        },
        example=False,
        scopes=BY_SCORING,
    )
    paid: int | None = key(
        None,
        about="The most books of this kind that earn its bonus; further ones are paid "
        "as the kind that they would be without it. None for no limit.",
        says={
            None: "",
            0: "never paid",
            1: "paid once",
            "else": "paid {value} times at most",
        },
        example=1,
        unit="books",
        least=0,
        most=20,
        scopes=BY_SCORING,
    )
    after: Literal[
        "as_all",
        "closed",
        "until_turn_ends",
        "naturals",
        "same_kind",
        "slid_under",
        "anything",
    ] = key(
        "as_all",
        about="What may be added to a finished book of this kind; `as_all` follows "
        "`books.after`.",
        says={
            "as_all": "",
            "closed": "takes no further card",
            "until_turn_ends": "takes further cards until the turn ends in which it is "
            "finished",
            "naturals": "takes further naturals only",
            "same_kind": "takes further cards that leave it of this kind",
            "slid_under": "takes further cards of its rank and any wilds, slid under "
            "it, and stays of this kind",
            "anything": "takes further cards",
        },
        example="naturals",
        scopes=BY_SIDE,
    )
    spare_as: tuple[str, ...] = key(
        (),
        about="The places that a spare book of this kind, one more than needed, may "
        "fill.",
        says="a spare one may stand in for {value}",
        example=["dirty"],
        scopes=BY_SIDE,
    )
    unfinished: int = key(
        0,
        about="Points for a meld on the way to this kind that is not finished when "
        "the round ends, usually below zero.",
        says="{value} points if it is begun but not finished",
        example=-1000,
        unit="points",
        least=-10000,
        most=10000,
        scopes=BY_SCORING,
    )
    unfinished_from: int = key(
        1,
        about="From which meld of its rank on `unfinished` is paid; 2 where only a "
        "second meld of a rank, and further ones, are.",
        says={
            1: "",
            2: "and only as a second or further meld of its rank",
            "else": "and only where its side has {value} of its rank or more",
        },
        example=2,
        unit="melds",
        least=1,
        most=20,
        scopes=BY_SCORING,
    )
    beside_bonus: int = key(
        0,
        about="Points more for each book of this kind beside one of the kinds of "
        "`beside`.",
        says={0: "", "else": "{value} points more"},
        example=200,
        unit="points",
        least=-10000,
        most=10000,
        scopes=BY_SCORING,
    )
    beside: tuple[str, ...] = key(
        (),
        about="The kinds of which another finished book of its rank must lie on the "
        "side's table for `beside_bonus`.",
        says="where another book of its rank is {value}",
        example=["clean"],
        scopes=BY_SCORING,
    )
    wilds_only_bonus: int = key(
        0,
        about="Points more for each book of this kind whose wilds are all of "
        "`wilds_only`.",
        says={0: "", "else": "{value} points more"},
        example=1000,
        unit="points",
        least=-10000,
        most=10000,
        scopes=BY_SCORING,
    )
    wilds_only: tuple[WildWord, ...] = key(
        (),
        about="The wild cards beside which a book of this kind may hold no other for "
        "`wilds_only_bonus`; it must hold one.",
        says="where it holds no wilds but {value}",
        example=["two"],
        scopes=BY_SCORING,
    )
    holds_all_bonus: int = key(
        0,
        about="Points more for each book of this kind that holds every card of "
        "`holds_all`.",
        says={0: "", "else": "{value} points more"},
        example=500,
        unit="points",
        least=-10000,
        most=10000,
        scopes=BY_SCORING,
    )
    holds_all: tuple[WildWord, ...] = key(
        (),
        about="The cards of which a book of this kind must hold all that the deck has "
        "for `holds_all_bonus`.",
        says="where it holds all {value} of the deck",
        example=["joker"],
        scopes=BY_SCORING,
    )
    many_from: int | None = key(
        None,
        about="How many books of this kind earn a side `books.many_bonus`; none where "
        "no number of them does.",
        says={None: "", "else": "a side with {value} of this kind has many books"},
        example=5,
        unit="books",
        least=2,
        most=40,
        scopes=BY_SCORING,
    )
    counts_as: tuple[str, ...] = key(
        (),
        about="The places it fills for going out beside its own.",
        says="also counts as {value} for going out",
        example=["clean"],
        scopes=BY_SIDE,
    )

    def is_of(self, word: str) -> bool:
        """Whether a book of a rank may be of this kind."""
        return word in self.ranks or self.ranks == EVERY_RANK

    @property
    def most_bonus(self) -> int:
        """The most that a book is paid for being of this kind (points)."""
        more = (self.beside_bonus, self.wilds_only_bonus, self.holds_all_bonus)
        return sum(max(0, points) for points in (self.bonus, *more))


def books_told_by(setting: str, name: str, kind: BookKind) -> str:
    """Return what to call the books that a bonus for their wilds is paid for."""
    cards = listed(map(plural, getattr(kind, setting)))
    books = books_named(name, 2)
    if setting == "wilds_only":
        return f"{books} with no wilds but {cards}"
    return f"{books} with all {cards}"


def unfinished_melds(name: str, kind: BookKind) -> str:
    """Return what to call the melds that ``unfinished`` of a kind is paid for."""
    melds = f"unfinished {books_named(name, 2).replace('books', 'melds')}"
    return melds if kind.unfinished_from == 1 else f"further {melds}"


def books_beside(name: str, kind: BookKind) -> str:
    """Return what to call the books that ``beside_bonus`` of a kind is paid for."""
    others = listed((books_named(other, 2) for other in kind.beside), "or")
    return f"{books_named(name, 2)} beside {others}"
