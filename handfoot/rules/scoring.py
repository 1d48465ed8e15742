"""Scoring a round: card values and who pays for held cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import KIND_WORDS
from handfoot.rules.language.clash import Clash, all_pointless, pointless
from handfoot.rules.language.keys import (
    BY_SCORING,
    BY_SIDE,
    BY_TABLE,
    Chapter,
    key,
    open_map,
    section,
)

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


def _value(points: int, name: str) -> int:
    worth: int = key(
        points,
        about=f"Points of {name}{'' if 'melded' in name else ', melded or held'}.",
        says="{value}",
        example=points,
        unit="points",
        least=0,
        most=500,
        scopes=BY_SIDE,
    )
    return worth


@attrs.frozen(repr=False)
class CardValues(Chapter):
    """What each card is worth, melded for you or held against you."""

    joker: int = _value(50, "a joker")
    two: int = _value(20, "a two")
    ace: int = _value(20, "an ace")
    king: int = _value(10, "a king")
    queen: int = _value(10, "a queen")
    jack: int = _value(10, "a jack")
    ten: int = _value(10, "a ten")
    nine: int = _value(10, "a nine")
    eight: int = _value(10, "an eight")
    seven: int = _value(5, "a seven")
    six: int = _value(5, "a six")
    five: int = _value(5, "a five")
    four: int = _value(5, "a four")
    black_three: int = _value(5, "a melded black three")
    red_three: int = _value(0, "a melded red three")

    def of(self, kind: int) -> int:
        """Return the points of a card kind that has a value here."""
        points: int = getattr(self, KIND_WORDS[kind])
        return points


@attrs.frozen(repr=False)
class WrittenIn(Chapter):
    """A line of the score sheet that whoever keeps the score fills in."""

    points: int | Literal["any"] = key(
        "any",
        about="Points of the line each time that it is earned, below zero for a "
        "penalty; `any` where whoever keeps the score writes in how many.",
        says={"any": "as many as were earned", "else": "{value} each time"},
        example=100,
        unit="points",
        least=-10000,
        most=10000,
    )


@attrs.frozen(repr=False)
class Scoring(Chapter):
    """Card values, and who pays for the cards still held."""

    values: CardValues = section(CardValues)
    held: Literal["everyone", "others"] = key(
        "everyone",
        about="Which sides pay for cards still in hands and unreached packets.",
        says={
            "everyone": "Each side pays the values of the cards still in its "
            "players' hands and unreached packets, the side that went out too.",
            "others": "The side that went out pays nothing for cards its players still "
            "hold; every other side pays for the cards in hands and unreached packets.",
        },
        example="others",
        scopes=BY_SCORING,
    )
    held_percent: int = key(
        100,
        about="At what rate held cards are charged.",
        says={
            100: "",
            "else": "Held cards are charged at {value} of their points.",
        },
        example=200,
        unit="percent",
        least=0,
        most=1000,
        scopes=BY_SCORING,
    )
    counts: Literal["everything", "bonuses_only", "held_only"] = key(
        "everything",
        about="What a round's score is made of.",
        says={
            "everything": "A side scores the values of the cards it has melded, the "
            "bonuses of its books, its threes and what going out is worth; its score "
            "may fall below zero.",
            "bonuses_only": "The values of cards are not scored, melded or held; they "
            "count only where points of cards are asked for, as to open. A side scores "
            "the bonuses of its books, its threes and what going out is worth.",
            "held_only": "Only cards still held are scored, as points to avoid: what "
            "they cost is added to the score of their side; melds, books and bonuses "
            "count nothing.",
        },
        example="held_only",
        scopes=BY_TABLE,
    )

    written_in: Mapping[str, WrittenIn] = open_map(
        WrittenIn,
        {},
        "Lines of the score sheet for what people do beside the cards, by a name of "
        "your choice. Nobody earns them in play by a program.",
    )

    @property
    def bonuses(self) -> bool:
        """Whether books and bonuses are scored."""
        return self.counts != "held_only"

    @property
    def cards(self) -> bool:
        """Whether the values of cards are scored."""
        return self.counts != "bonuses_only"


#: What is counted only where melds and bonuses count.
_FOR_THE_TABLE = (
    "threes.red_laid",
    "threes.red_together",
    "threes.red_set",
    "threes.red_set_points",
    "threes.red_sets",
    "threes.red_all",
    "threes.red_minus_without",
    "threes.red_minus_books",
    "threes.black_laid",
    "books.at_once_bonus",
    "books.long_bonus",
    "books.many_bonus",
    "books.paid_from",
    "opening.first_bonus",
    "going_out.bonus",
    "going_out.concealed_bonus",
    "deal.exact_cut",
    "foot.never_taken",
)
#: The same of each kind of book; what else is said of one tells only how it is paid.
_OF_A_KIND = (
    *("bonus", "cards_score", "unfinished"),
    *("beside_bonus", "wilds_only_bonus", "holds_all_bonus"),
)


def deck_worth(book: Rulebook) -> int:
    """Return what all cards that may be melded are worth together (points).

    Of a deck from which cards are set aside, the dearest are those that are left.
    """
    words = {*book.melds.ranks, *book.wilds.cards}
    each = [(getattr(book.scoring.values, word), book.copies(word)) for word in words]
    points, left = 0, book.deck.cards
    for value, copies in sorted(each, reverse=True):
        points += value * min(copies, left)
        left -= min(copies, left)
    return points


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield points that are never counted, and a winner who did worst."""
    rule = book.scoring
    yield from _no_such_card(book)
    if rule.held_percent == 0:
        why = "held cards cost nothing"
        yield pointless("HF371", "scoring.held", "scoring.held_percent", why)
    if not rule.cards:
        why = "the values of held cards are not scored"
        yield pointless("HF371", "scoring.held_percent", "scoring.counts", why)
    for name, line in rule.written_in.items():
        if line.points == 0:
            yield Clash(
                code="HF373",
                severity="warning",
                message="this line of the score sheet never changes a score",
                key=f"scoring.written_in.{name}.points",
                label="0 points",
                notes=(("fix", "write any where it is not always as many points"),),
            )
    if not rule.bonuses:
        why = "only cards still held are scored"
        kinds = (f"books.kinds.{name}" for name in book.books.kinds)
        of_kinds = [f"{kind}.{name}" for kind in kinds for name in _OF_A_KIND]
        idle = (*_FOR_THE_TABLE, *of_kinds)
        yield from all_pointless("HF371", idle, "scoring.counts", why)
        if book.match.winner == "highest":
            yield Clash(
                code="HF384",
                severity="warning",
                message="whoever is caught with most wins the match",
                key="match.winner",
                label="the highest total wins",
                other="scoring.counts",
                other_label="only cards still held are scored, as points to avoid",
                notes=(("fix", "write match.winner: lowest"),),
            )


def _no_such_card(book: Rulebook) -> Iterator[Clash]:
    """Yield values of cards that the deck lacks, or that nobody melds."""
    if not book.deck.jokers:
        why = "there are no jokers"
        yield pointless("HF371", "scoring.values.joker", "deck.jokers", why)
    for word in ("black_three", "red_three"):
        if word == "red_three" and book.threes.alike:
            why = "red threes are as black ones"
            yield pointless("HF371", f"scoring.values.{word}", "threes.red", why)
        elif word not in book.melds.ranks:
            why = f"no {word.replace('_', ' ')} is ever melded"
            yield pointless("HF371", f"scoring.values.{word}", "melds.ranks", why)
