"""A run as it is put together, and what the cards of a rank do to such runs."""

from __future__ import annotations

from typing import Final, NamedTuple

from handfoot.play.floors import Grades
from handfoot.play.marks import Marks

# In place of the place of a meld: a new run that is laid later in the turn.
LATER: Final = -2
NO_GOAL: Final = -1


class Chain(NamedTuple):
    """A run that may go on.

    Attributes:
        rank: One of ``RUN_RANKS``.
        top: Kind of its highest card.
        size: How many cards it has, those on the table among them.
        points: What they are worth, where new melds must be worth something.
        meld: Place of the run on the table that it lengthens, ``NO_MELD`` for a new
            run, ``LATER`` for one that is laid later in the turn.
        goal: Kind that it must reach to join that run from below, or -1.
        wilds: How many of its cards are wild.
        gap: Whether the highest is a wild that must be followed by another card.
        book: Whether it must become a book, where others need not remember how long
            they are.
    """

    rank: int
    top: int
    size: int
    points: int
    meld: int
    goal: int = NO_GOAL
    wilds: int = 0
    gap: bool = False
    book: bool = False


class Move(NamedTuple):
    """What the cards of one rank do to the chains.

    Attributes:
        used: Cards that are laid now.
        later: Cards that are laid later in the turn.
        bonus: Points of books that count toward the opening.
        marks: What the runs that have ended come to; empty where nothing is counted.
        chains: The chains after it.
        links: Each chain that a card was put to, before and after; a new one was none.
        by_wild: For each of the links whether the card was wild.
        ended: Chains that ended with wilds beyond their cards, and how many.
        wilds: The wilds of the runs that have ended, by grade; empty where none may be.
        after: Those of such runs that are laid later in the turn.
    """

    used: int = 0
    later: int = 0
    bonus: int = 0
    marks: Marks = ()
    chains: tuple[Chain, ...] = ()
    links: tuple[tuple[Chain | None, Chain], ...] = ()
    by_wild: tuple[bool, ...] = ()
    ended: tuple[tuple[Chain, int], ...] = ()
    wilds: Grades = ()
    after: Grades = ()
