"""The discard that ends a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import KINDS
from handfoot.rules.clash import Clash, pointless
from handfoot.rules.keys import BY_SIDE, BY_TURN, key
from handfoot.rules.words import CardWord, kinds_of

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Discard:
    """The discard that ends a turn."""

    barred: tuple[CardWord, ...] = key(
        (),
        about="Cards that may not be discarded while the player holds any other.",
        says="Never discard {value} unless you hold nothing else.",
        example=["wild"],
        scopes=BY_TURN,
    )
    fitting: Literal["allowed", "barred"] = key(
        "allowed",
        about="Whether a card that fits a meld of the own side may be discarded; "
        "threes always may, and a wild unless a meld of wilds is open.",
        says={
            "allowed": "",
            "barred": "You may not discard a card that fits one of your side's melds, "
            "threes and wilds apart (a wild too while your meld of wilds is open).",
        },
        example="barred",
        scopes=BY_TURN,
    )
    locked: tuple[CardWord, ...] = key(
        (),
        about="Cards that may not be discarded until the book of `locked_until` is "
        "made.",
        says="{value} may not be discarded until the book that frees them is made.",
        example=["seven"],
        scopes=BY_TURN,
    )
    locked_until: str | None = key(
        None,
        about="The kind of book that frees the locked cards; none when nothing does.",
        says={
            None: "",
            "else": "A {value} book frees the locked cards.",
        },
        example="clean",
        scopes=BY_SIDE,
    )
    locked_by: Literal["own_side", "any_side", "every_side"] = key(
        "own_side",
        about="Whose book frees the locked cards.",
        says={
            "own_side": "",
            "any_side": "The book of any side frees them for everyone.",
            "every_side": "They are free when every side has such a book.",
        },
        example="every_side",
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a bar that leaves nothing to discard."""
    barred = kinds_of(book.discard.barred, frozenset(book.wilds.kinds))
    if set(range(KINDS)) <= barred:
        yield Clash(
            code="HF335",
            severity="error",
            message="every card is barred from the discard, yet each turn needs one",
            key="discard.barred",
            label="names every card",
            notes=(("fix", "leave out the cards that may be discarded"),),
        )
    until = book.discard.locked_until
    if until is not None and until not in book.books.kinds:
        yield Clash(
            code="HF336",
            severity="error",
            message=f"there is no kind of book called {until!r}",
            key="discard.locked_until",
            label="names an unknown kind",
            notes=(("kinds", ", ".join(book.books.kinds)),),
        )
    if not book.discard.locked and until is not None:
        why = "no cards are locked"
        yield pointless("HF337", "discard.locked_until", "discard.locked", why)
