"""What a side may be paid for at the end of a round, made ready for score sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import attrs

from handfoot.rules.book_kinds import unfinished_melds
from handfoot.rules.language.words import books_named, threes_named
from handfoot.rules.rulebook import Rulebook

#: What is counted in a tally, what its line is called, and the key that pays for it.
_BONUSES: Final = (
    ("at_once", "books at once", "books.at_once_bonus"),
    ("long", "long books", "books.long_bonus"),
    ("opened_first", "first to open", "opening.first_bonus"),
    ("went_out", "going out", "going_out.bonus"),
    ("concealed", "going out at once", "going_out.concealed_bonus"),
    ("exact_cuts", "exact cuts", "deal.exact_cut"),
    ("never_taken", "packets never taken", "foot.never_taken"),
)
#: The same of threes that nobody laid; their keys are called as they are in a tally.
_HELD: Final = (
    ("red_caught", "red threes caught"),
    ("black_caught", "black threes held"),
    ("red_unreached", "red threes in packets"),
    ("black_unreached", "black threes in packets"),
)


class Price(NamedTuple):
    """What each thing of a sort is worth on a score sheet.

    Attributes:
        of: What is counted: a field of a tally, or a kind of book.
        label: What the line of it is called.
        key: Dotted ruleset key that gives the points.
        each: Points for each.
    """

    of: str
    label: str
    key: str
    each: int


@attrs.frozen
class Prices:
    """The prices of a side's rules.

    Attributes:
        books: Of finished books, for every kind.
        unfinished: Of unfinished melds, for the kinds that pay for them.
        bonuses: Of what else pays, by its count in a tally.
        held: Of threes in hands and packets.
        black_label: What the line of black threes laid aside is called.
    """

    books: tuple[Price, ...]
    unfinished: tuple[Price, ...]
    bonuses: tuple[Price, ...]
    held: tuple[Price, ...]
    black_label: str


def prices_of(book: Rulebook) -> Prices:
    """Return the prices of ``book``."""
    kinds = book.books.kinds
    return Prices(
        books=tuple(
            Price(name, books_named(name, 2), f"books.kinds.{name}.bonus", kind.bonus)
            for name, kind in kinds.items()
        ),
        unfinished=tuple(
            Price(
                name,
                unfinished_melds(name, kind),
                f"books.kinds.{name}.unfinished",
                kind.unfinished,
            )
            for name, kind in kinds.items()
            if kind.unfinished
        ),
        bonuses=tuple(price for price in _bonuses(book) if price.each),
        held=tuple(_held(book)),
        black_label=threes_named("black threes laid aside", alike=book.threes.alike),
    )


def _bonuses(book: Rulebook) -> Iterator[Price]:
    for of, label, key in _BONUSES:
        chapter, _, name = key.partition(".")
        yield Price(of, label, key, getattr(getattr(book, chapter), name))


def _held(book: Rulebook) -> Iterator[Price]:
    rule = book.threes
    for of, label in _HELD:
        # Where nothing is said of packets, threes count there as they do in hands.
        said = getattr(rule, of) is not None
        name = of if said else of.replace("unreached", "caught")
        called = threes_named(label, alike=rule.alike)
        yield Price(of, called, f"threes.{name}", getattr(rule, name))
