"""Freezing the discard pile: what freezes it, for how long, and what takes it then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import KINDS
from handfoot.rules.language.clash import Clash, pointless
from handfoot.rules.language.keys import BY_SIDE, Chapter, key
from handfoot.rules.language.words import CardWord, kinds_of

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class Freezing(Chapter):
    """Freezing the discard pile, so that it is harder to take."""

    by: tuple[CardWord, ...] = key(
        (),
        about="Cards that freeze the discard pile when they come onto it.",
        says="{value} freeze the discard pile.",
        example=["wild"],
    )
    until: Literal["taken", "covered", "discarders_turn", "gone"] = key(
        "taken",
        about="When a freeze that a card began is over.",
        says={
            "taken": "A frozen pile stays frozen until somebody takes it.",
            "covered": "The freeze is over as soon as another card is discarded on it.",
            "discarders_turn": "The freeze is over when the turn comes back to the "
            "player who discarded the card that froze the pile (an upcard counts as "
            "the dealer's), or when somebody takes the pile before that.",
            "gone": "The pile is frozen as long as a card that froze it lies anywhere "
            "in it.",
        },
        example="gone",
    )
    needs: Literal["natural_pair", "pair_or_run", "never"] = key(
        "natural_pair",
        about="What takes a frozen pile, in place of all other ways to take it.",
        says={
            "natural_pair": "To take a frozen pile you must hold two natural cards of "
            "the top card's rank and meld all three at once; wild cards and melds on "
            "the table do not help, and a wild card on top cannot be taken.",
            "pair_or_run": "To take a frozen pile you must hold two natural cards that "
            "are of the top card's rank, or make a run with it, and meld all three at "
            "once; wild cards and melds on the table do not help, and a wild card on "
            "top cannot be taken.",
            "never": "A frozen pile cannot be taken at all.",
        },
        example="never",
        scopes=BY_SIDE,
    )
    personal: bool = key(
        False,
        about="Whether the pile is frozen for each player until that player's first "
        "pickup of the round, whatever lies in it.",
        says={
            True: "For each player the pile is frozen, too, until that player has "
            "taken it once in the round.",
            False: "",
        },
        example=True,
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a pile that is frozen for ever, and settings without effect."""
    rule = book.freezing
    upcard = book.deal.upcard and book.deal.wrong_upcard == "freezes"
    drawn = book.draw.top_discard != "never"
    if not book.pile.may_be_taken and not drawn:
        for name in ("by", "until", "needs", "personal"):
            yield _idle(name, "pile.may_be_taken", "the pile is never taken")
        return
    by_cards = bool(rule.by) or upcard
    if not by_cards:
        yield _idle("until", "freezing.by", "no card freezes the pile")
        if not rule.personal:
            yield _idle("needs", "freezing.by", "nothing freezes the pile")
            return
    yield from _for_ever(book)
    if not drawn:
        # A freeze also keeps the top discard from the draw.
        yield from _no_harder(book)


def _idle(name: str, other: str, why: str) -> Clash:
    return pointless("HF318", f"freezing.{name}", other, why)


def _for_ever(book: Rulebook) -> Iterator[Clash]:
    """Yield what freezes the pile before anybody can take it."""
    rule = book.freezing
    if rule.needs != "never":
        return
    cards = kinds_of(rule.by, frozenset(book.wilds.kinds))
    if rule.personal:
        other, label = "freezing.personal", "it is frozen until a player's first pickup"
    elif set(range(KINDS)) <= cards:
        other, label = "freezing.by", "every card freezes it"
    else:
        return
    yield Clash(
        code="HF313",
        severity="error",
        message="the pile can never be taken: it is always frozen",
        key="freezing.needs",
        label="a frozen pile cannot be taken",
        other=other,
        other_label=label,
        notes=(
            ("fix 1", "write freezing.needs: natural_pair"),
            ("fix 2", "write pile.may_be_taken: false"),
        ),
        only_if_always=True,
    )


def _no_harder(book: Rulebook) -> Iterator[Clash]:
    """Yield a freeze that asks for no more than is asked for anyway."""
    rule, pile = book.freezing, book.pile
    wilds = frozenset(book.wilds.kinds)
    no_wild = pile.wild_top == "never" or wilds <= kinds_of(pile.not_on, wilds)
    strict = pile.needs == "natural_pair" and pile.own_meld == "no" and no_wild
    runs = book.melds.runs != "none"
    if not runs and rule.needs == "pair_or_run":
        yield _idle("needs", "melds.runs", "there are no runs")
    as_usual = "pair_or_run" if runs and pile.run != "no" else "natural_pair"
    if rule.needs == as_usual and strict:
        why = f"{'a pair or a run' if runs else 'a natural pair'} is needed anyway"
        for name in ("by", "until", "needs", "personal"):
            yield _idle(name, "pile.needs", why)
    elif (
        not no_wild
        and wilds <= kinds_of(rule.by, wilds)
        and (pile.take == "all" or rule.until == "gone")
    ):
        # Where a pickup leaves cards, a wild may come to the top again unfrozen.
        why = "a wild on top has frozen the pile"
        yield pointless("HF319", "pile.wild_top", "freezing.by", why)
