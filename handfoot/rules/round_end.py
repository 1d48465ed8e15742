"""The end of a round that nobody ends by going out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from handfoot.rules.language.clash import Clash, pointless
from handfoot.rules.language.keys import Chapter, key

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class RoundEnd(Chapter):
    """The end of a round that nobody ends by going out."""

    most_turns: int | None = key(
        None,
        about="Turns that each player may have in a round, or none for no limit.",
        says={
            None: "",
            "else": "If everyone has had {value} turns the round ends and nobody "
            "scores for going out.",
        },
        example=100,
        unit="turns",
        least=1,
        most=1000,
    )
    threes_in_a_row: int | None = key(
        None,
        about="Discards in a row, all of them threes, that end the round; none where "
        "nothing ends a round that nobody moves on.",
        says={
            None: "",
            "else": "A row of discards that are all threes ends the round, and nobody "
            "scores for going out. It takes {value}.",
        },
        example={"per_player": 2, "plus": 10},
        unit="cards",
        least=2,
        most=100,
    )
    threes_stock_below: int | None = key(
        None,
        about="Fewer cards than this must be left in the stock for a row of threes to "
        "end the round; none where the stock is no matter.",
        says={
            None: "",
            "else": "A row of threes ends the round only while fewer than {value} are "
            "left in the stock.",
        },
        example=10,
        unit="cards",
        least=1,
        most=500,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a round that could go on for ever, and what decides nothing."""
    if book.round_end.threes_in_a_row is None:
        path, other = "round_end.threes_stock_below", "round_end.threes_in_a_row"
        yield pointless("HF372", path, other, "no row of threes ends a round")
    yield from _threes(book, at)
    if not book.stock.is_filled:
        why = "the stock is never filled up"
        yield pointless("HF372", "stock.most_refills", "stock.when_short", why)
    elif book.stock.when_short == "packet" and not book.deal.has_packets:
        why = "no packet is dealt that could become the stock"
        other = "deal.foot" if len(book.deal.packets) == 1 else "deal.later_from"
        yield pointless("HF372", "stock.when_short", other, why)
    endless = book.stock.is_filled_again and book.stock.most_refills is None
    if endless and book.round_end.most_turns is None:
        yield Clash(
            code="HF370",
            severity="error",
            message="a round could go on for ever",
            key="stock.when_short",
            label="the stock never runs out",
            other="round_end.most_turns",
            other_label="no limit of turns is set",
            notes=(
                ("fix 1", "set a limit, such as round_end.most_turns: 100"),
                ("fix 2", "or say how often it is filled up, stock.most_refills: 1"),
            ),
        )


def _threes(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a row of threes that the deck has not, and a stock that is never larger."""
    row, below = book.round_end.threes_in_a_row, book.round_end.threes_stock_below
    if row is None:
        return
    left = book.deck.cards - book.deal.dealt(at)
    if below is not None and below > left > 0:
        path, why = "round_end.threes_stock_below", f"the deal leaves {left} cards"
        yield pointless("HF372", path, "deck.packs", why)
    # Black threes, and red ones where nobody lays them.
    colours = ("black_three", "red_three")[: 1 + (book.threes.red == "held")]
    threes = sum(map(book.copies, colours))
    # A stock that is filled up brings discards, and those in a row, once more.
    if row > threes and not book.stock.is_filled_again:
        path, why = "round_end.threes_in_a_row", f"{threes} of them may be discarded"
        yield pointless("HF372", path, "deck.packs", why)
