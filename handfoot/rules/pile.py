"""Taking the discard pile: how many cards, what earns them, what bars them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import KINDS
from handfoot.rules.clash import Clash, pointless
from handfoot.rules.keys import BY_SIDE, key
from handfoot.rules.words import CardWord, kinds_of

if TYPE_CHECKING:
    from handfoot.rules.rulebook import Rulebook
    from handfoot.rules.scoped import Situation


@attrs.frozen
class Pile:
    """Taking the discard pile instead of drawing."""

    may_be_taken: bool = key(
        True,
        about="Whether a player may take from the discard pile instead of drawing.",
        says={
            True: "Instead of drawing you may take from the discard pile.",
            False: "The discard pile is never taken.",
        },
        example=False,
        scopes=BY_SIDE,
    )
    take: int | Literal["all"] = key(
        7,
        about="Cards that come with a pickup, from the top; all if the pile is smaller.",
        says={
            "all": "A pickup takes the whole pile.",
            "else": "A pickup takes the top {value} of the pile, or all of it if it "
            "holds fewer.",
        },
        example=5,
        unit="cards",
        least=1,
        most=30,
        scopes=BY_SIDE,
    )
    smallest: int = key(
        1,
        about="Cards the pile must hold before it may be taken.",
        says={
            1: "",
            "else": "The pile may be taken only when it holds {value} or more.",
        },
        example=5,
        unit="cards",
        least=1,
        most=30,
        scopes=BY_SIDE,
    )
    needs: Literal["natural_pair", "top_card_used"] = key(
        "natural_pair",
        about="What earns a pickup when the top card is natural.",
        says={
            "natural_pair": "To take it you must hold two natural cards of the top "
            "card's rank and meld all three at once.",
            "top_card_used": "To take it you must use the top card in a legal meld at "
            "once, new or already on your side's table; no pair is needed.",
        },
        example="top_card_used",
        scopes=BY_SIDE,
    )
    wild_top: Literal["never", "matching_wilds", "top_card_used"] = key(
        "matching_wilds",
        about="What earns a pickup when the top card is wild.",
        says={
            "never": "A wild card on top cannot be taken.",
            "matching_wilds": "A wild card on top is taken with two wild cards of the "
            "same kind (two twos for a two, two jokers for a joker), all three melded "
            "together as wilds.",
            "top_card_used": "A wild card on top may be taken if it is used in a legal "
            "meld at once.",
        },
        example="never",
        scopes=BY_SIDE,
    )
    not_on: tuple[CardWord, ...] = key(
        ("three",),
        about="Top cards on which nobody may take the pile; a card covered by the next "
        "discard no longer bars it.",
        says="Nobody may take the pile while {value} is on top.",
        example=["black_three"],
        scopes=BY_SIDE,
    )
    full_meld: Literal[
        "refuse", "complete_and_start", "complete_and_start_from_hand"
    ] = key(
        "complete_and_start",
        about="A pickup with a pair when your own unfinished meld of that rank has no "
        "room for all three cards.",
        says={
            "refuse": "If your side's unfinished meld of that rank has no room for all "
            "three cards, you may not take the pile.",
            "complete_and_start": "If your side's unfinished meld of that rank has no "
            "room for all three cards, you must in the same play complete that book and "
            "start a new meld of the rank with the top card and cards from your hand.",
            "complete_and_start_from_hand": "If your side's unfinished meld of that "
            "rank has no room for all three cards, you must in the same play complete "
            "that book with the top card and start a new meld of the rank entirely "
            "from your hand.",
        },
        example="refuse",
        scopes=BY_SIDE,
    )
    before_opening: Literal["if_it_opens", "never"] = key(
        "if_it_opens",
        about="Whether a side that has not opened may take the pile.",
        says={
            "if_it_opens": "A side that has not opened may take the pile only if the "
            "play that earns it also reaches the opening minimum.",
            "never": "A side that has not opened may not take the pile.",
        },
        example="never",
        scopes=BY_SIDE,
    )
    buried: Literal["after_top", "at_once"] = key(
        "after_top",
        about="When the other cards of a pickup may be used.",
        says={
            "after_top": "The other cards taken go to your hand; they may be melded in "
            "the same turn once the top card is down, but they help neither to earn the "
            "pickup nor to reach the opening minimum.",
            "at_once": "The other cards taken go to your hand at once and may help to "
            "meld the top card.",
        },
        example="at_once",
        scopes=BY_SIDE,
    )


_OTHERS = (
    "take",
    "smallest",
    "needs",
    "wild_top",
    "not_on",
    "full_meld",
    "before_opening",
    "buried",
)


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield pickups that can never happen, and settings without effect."""
    if not book.pile.may_be_taken:
        for name in _OTHERS:
            yield pointless(
                "HF319",
                f"pile.{name}",
                "pile.may_be_taken",
                "the pile is never taken",
            )
        return
    yield from _wild_top(book)
    yield from _never_enough(book, at)
    barred = kinds_of(book.pile.not_on, frozenset(book.wilds.kinds))
    if set(range(KINDS)) <= barred:
        yield Clash(
            code="HF312",
            severity="error",
            message="the pile can never be taken: every top card bars it",
            key="pile.not_on",
            label="names every card",
            other="pile.may_be_taken",
            other_label="but the pile may be taken",
            notes=(("fix", "write pile.may_be_taken: false"),),
        )


def _wild_top(book: Rulebook) -> Iterator[Clash]:
    wilds = frozenset(book.wilds.kinds)
    barred = kinds_of(book.pile.not_on, wilds)
    if book.pile.wild_top != "never" and wilds <= barred:
        if wilds:
            why = "no wild on top may be taken"
            yield pointless("HF319", "pile.wild_top", "pile.not_on", why)
        else:
            yield pointless("HF319", "pile.wild_top", "wilds.cards", "no card is wild")
    elif book.pile.wild_top == "matching_wilds" and not book.wilds.all_wild:
        yield Clash(
            code="HF310",
            severity="error",
            message="a wild on top can never be taken: wilds may not be melded alone",
            key="pile.wild_top",
            label="asks for a meld of three wilds",
            other="wilds.all_wild",
            other_label="melds of wilds alone are switched off here",
            notes=(
                ("fix 1", "write pile.wild_top: never"),
                ("fix 2", "allow melds of wilds: wilds.all_wild: true"),
            ),
        )


def _never_enough(book: Rulebook, at: Situation) -> Iterator[Clash]:
    left = book.deck.cards - at.players * sum(book.deal.packets)
    if book.pile.smallest > left > 0:
        yield Clash(
            code="HF311",
            severity="error",
            message="the pile can never hold enough cards to be taken",
            key="pile.smallest",
            label=f"needs {book.pile.smallest} cards",
            other="deck.packs",
            other_label=f"the deal leaves {left} of {book.deck.cards} cards",
        )
