"""Which books the deck and the limits of melds leave possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from handfoot.cards import SUITS
from handfoot.rules.book_kinds import EVERY_RANK, RUN_MADE, BookKind
from handfoot.rules.compositions import longest_set
from handfoot.rules.melds import LEAST_NATURALS

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.wilds import Wilds


def ranks_shared(one: BookKind, other: BookKind, book: Rulebook) -> bool:
    """Whether books of both kinds can be of the same rank."""
    if {one.made_of, other.made_of} & {"wilds", *RUN_MADE}:
        return False
    return bool(_ranks_of(one, book) & _ranks_of(other, book))


def longest_meld(book: Rulebook) -> int:
    """Return the most cards that a meld can have."""
    return max(longest_set(book), book.melds.longest_run(book.wilds.cards))


def why_never(kind: BookKind, book: Rulebook) -> tuple[str, str] | None:
    """Return the key and the reason why no book of a kind can ever be finished."""
    wilds = book.wilds
    if kind.made_of == "wilds":
        if not wilds.cards:
            return "wilds.cards", "no card is wild"
        off = "melds of wilds alone are switched off here"
        return None if wilds.all_wild else ("wilds.all_wild", off)
    if kind.made_of in RUN_MADE:
        return _why_no_run(kind, book)
    ranks = _ranks_of(kind, book)
    if not ranks:
        return "melds.ranks", "none of its ranks may be melded"
    if kind.made_of != "mixed":
        return None
    if not wilds.cards:
        return "wilds.cards", "no card is wild"
    if not ranks - set(wilds.not_on):
        return "wilds.not_on", "its ranks take no wild"
    if wilds.per_turn == 0:
        return "wilds.per_turn", "no wild may go onto a meld"
    size = book.books.size
    if _may_be_mixed(wilds, size):
        return None
    # The first limit without which it would fit is the one to blame.
    relaxed = {
        "most": attrs.evolve(wilds, most=None),
        "steps": attrs.evolve(wilds, steps=()),
        "least_naturals": attrs.evolve(wilds, least_naturals=1),
    }
    for name, limits in relaxed.items():
        if _may_be_mixed(limits, size):
            return f"wilds.{name}", "no book of naturals may hold a wild"
    return "wilds.ratio", "no book of naturals may hold a wild"


def _why_no_run(kind: BookKind, book: Rulebook) -> tuple[str, str] | None:
    """Return the key and the reason why no run of a kind is ever finished."""
    if book.melds.runs == "none":
        return "melds.runs", "there are no runs"
    longest, size = book.melds.longest_run(book.wilds.cards), book.books.size
    if longest < size:
        short = f"only {longest} ranks that a run may hold are in a row"
        return "melds.ranks", short
    if kind.made_of != "mixed_run":
        return None
    if book.melds.runs == "natural":
        return "melds.runs", "a run holds no wild"
    fits = any(
        book.wilds.fits(size - count, count)
        for count in range(1, size - LEAST_NATURALS + 1)
    )
    return None if fits and book.wilds.cards else ("wilds.most", "no run holds a wild")


def _may_be_mixed(wilds: Wilds, size: int) -> bool:
    return any(wilds.fits(size - count, count) for count in range(1, size))


def _ranks_of(kind: BookKind, book: Rulebook) -> set[str]:
    """Return the ranks of a kind that may be melded."""
    natural = book.melds.natural(book.wilds.cards)
    every = kind.ranks == EVERY_RANK
    return set(natural if every else [word for word in natural if kind.is_of(word)])


def most_possible(kind: BookKind, book: Rulebook) -> int:
    """Return a number of books of a kind that all cards of the deck cannot exceed."""
    if why_never(kind, book) is not None:
        return 0
    size, one = book.books.size, book.melds.per_rank == "one"
    limit = 1 if one else book.melds.books_of_rank
    wilds = sum(map(book.copies, book.wilds.cards))
    of_wilds = wilds // size
    if kind.made_of == "wilds":
        return min(of_wilds, 1) if one else of_wilds
    if kind.made_of in RUN_MADE:
        rows = book.melds.in_runs(book.wilds.cards)
        most = len(SUITS) * book.deck.packs * sum(len(row) // size for row in rows)
        if book.melds.runs == "natural" or kind.made_of == "natural_run":
            return most
        # Each has two naturals at least, and as many wilds as make it a book.
        naturals = sum(map(len, rows)) * len(SUITS) * book.deck.packs
        return naturals // LEAST_NATURALS
    naturals = size
    if kind.made_of != "naturals":
        fitting = (n for n in range(1, size) if book.wilds.fits(n, size - n))
        naturals = min(fitting, default=size)
    most = 0
    for word in _ranks_of(kind, book):
        each = book.copies(word) // naturals
        most += each if limit is None else min(each, limit)
    if kind.made_of == "mixed":
        return min(most, wilds)
    return most + (of_wilds if kind.made_of == "anything" else 0)
