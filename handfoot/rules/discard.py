"""The discard that ends a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, Literal

import attrs

from handfoot.cards import KINDS
from handfoot.rules.language.clash import Clash, all_pointless, pointless, unknown_kinds
from handfoot.rules.language.keys import BY_SIDE, BY_TURN, Chapter, key
from handfoot.rules.language.words import CardWord, kinds_of
from handfoot.rules.possible import why_never

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


#: The lists of cards of this chapter.
_OF_CARDS: Final = ("barred", "first", "not_just_taken", "locked")


@attrs.frozen(repr=False)
class Discard(Chapter):
    """The discard that ends a turn."""

    barred: tuple[CardWord, ...] = key(
        (),
        about="Cards that may not be discarded while the player holds any other.",
        says="Never discard {value} unless you hold nothing else.",
        example=["wild"],
        scopes=BY_TURN,
    )
    first: tuple[CardWord, ...] = key(
        (),
        about="Cards that are discarded before all others: while a player holds one, "
        "the discard is one of them.",
        says="While you hold {value}, your discard must be one of them.",
        example=["three"],
        scopes=BY_TURN,
    )
    not_just_taken: tuple[CardWord, ...] = key(
        (),
        about="Cards that may not be discarded in the turn that brought them, drawn or "
        "picked up, while the player holds any other.",
        says="Do not discard {value} that you drew or picked up in the same turn, "
        "unless you hold nothing else.",
        example=["red_three"],
        scopes=BY_TURN,
    )
    fitting: Literal["allowed", "barred", "played_first"] = key(
        "allowed",
        about="Whether a card that fits a meld of the own side may be discarded; "
        "threes always may, and a wild unless a meld of wilds is open. Or whether all "
        "that can be played must be before a turn ends.",
        says={
            "allowed": "",
            "barred": "You may not discard a card that fits one of your side's melds, "
            "threes and wilds apart (a wild too while your meld of wilds is open).",
            "played_first": "Whatever you can play you must: you may not discard, or "
            "end your turn, while you could still begin a meld or add to one.",
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
    first = kinds_of(book.discard.first, frozenset(book.wilds.kinds))
    if set(range(KINDS)) <= first:
        yield _idle_first("discard.first", "it names every card")
    elif first and first <= barred:
        yield _idle_first("discard.barred", "these cards may not be discarded")
    taken = kinds_of(book.discard.not_just_taken, frozenset(book.wilds.kinds))
    if taken and taken <= barred:
        key, why = "discard.not_just_taken", "these cards may not be discarded anyway"
        yield pointless("HF337", key, "discard.barred", why)
    yield from never_held(book, "HF337", "discard", _OF_CARDS)
    yield from _locked(book)


def never_held(
    book: Rulebook, code: str, chapter: str, names: Iterable[str]
) -> Iterator[Clash]:
    """Yield lists of cards that nobody can hold, for they are laid at once.

    Args:
        book: The chapters.
        code: Code of the warning.
        chapter: The chapter of the lists.
        names: Their names.
    """
    if not book.threes.lays_red or book.threes.keeps_red:
        return
    for name in names:
        if {*getattr(getattr(book, chapter), name)} == {"red_three"}:
            why = "red threes are laid, nobody holds one"
            yield pointless(code, f"{chapter}.{name}", "threes.red", why)


def _idle_first(other: str, why: str) -> Clash:
    return pointless("HF337", "discard.first", other, why)


def _locked(book: Rulebook) -> Iterator[Clash]:
    """Yield cards that no book frees, and settings without effect."""
    rule, kinds = book.discard, book.books.kinds
    until = rule.locked_until
    if not rule.locked:
        names = ("discard.locked_until", "discard.locked_by")
        why = "no cards are locked"
        yield from all_pointless("HF337", names, "discard.locked", why)
    elif until is None:
        why = "no book frees them"
        yield pointless("HF337", "discard.locked_by", "discard.locked_until", why)
    if until is None:
        return
    yield from unknown_kinds("HF336", "discard.locked_until", [until], kinds)
    reason = why_never(kinds[until], book) if until in kinds else None
    if reason is not None and rule.locked:
        other, why = reason
        yield Clash(
            code="HF344",
            severity="warning",
            message="the locked cards are never freed",
            key="discard.locked_until",
            label=f"a {until} book frees them, but none can ever be made",
            other=other,
            other_label=why,
        )
