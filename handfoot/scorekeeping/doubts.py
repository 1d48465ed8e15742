"""What is hardly likely: worth one question, never a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from handfoot.rules.language.words import threes_named
from handfoot.scorekeeping.countable import BOOKS, HELD, OUT
from handfoot.scorekeeping.objections import Objection, RoundFacts

__all__ = ["unlikely"]

#: Parts of the deck beyond which one asks again.
_MOST_MELDED: Final = 2
_MOST_HELD: Final = 2


def unlikely(facts: RoundFacts) -> Iterator[Objection]:
    """Yield what one would ask about again."""
    for side in range(len(facts.rows)):
        yield from _melded(facts, side)
        yield from _held(facts, side)
        yield from _threes(facts, side)
    yield from _nobody(facts)
    if not facts.closed:
        yield from _more_than_the_deck(facts)


def _melded(facts: RoundFacts, side: int) -> Iterator[Objection]:
    row, tables = facts.rows[side], facts.tables[side]
    if "melded" not in row.values:
        return
    points, sums = row.melded, facts.melded_sums[side]
    where = [(side, "melded")]
    if points.total * _MOST_MELDED > sums.most:
        yield facts.objection(
            "melded_much",
            "scoring.values",
            f"{points.total:,} points is more than half of all cards that may be "
            f"melded ({sums.most:,}). Count the cards only, without bonuses.",
            where,
            limit=sums.most // _MOST_MELDED,
            found=points.total,
            certain=False,
        )
    rule = tables.book.opening
    kinds = tables.book.books.kinds
    hidden = any(n and not kinds[k].cards_score for k, n in row.group(BOOKS).items())
    plain = rule.wilds_count and not tables.special_opening and not hidden
    if plain and 0 < points.total < tables.wanted:
        yield facts.objection(
            "melded_below_minimum",
            "opening.minimum",
            f"{facts.name(side)} needed {tables.wanted} to open in round "
            f"{facts.number}, but has melded {points.total}.",
            where,
            limit=tables.wanted,
            found=points.total,
            certain=False,
        )


def _held(facts: RoundFacts, side: int) -> Iterator[Objection]:
    row, sums = facts.rows[side], facts.held_sums[side]
    dealt = sum(facts.book.deal.packets)
    number = sum(sums.copies.values())
    # What twice the dealt cards are worth, at what a card is worth on average.
    most = _MOST_HELD * dealt * sums.most // max(number, 1)
    threes = ("red_caught", "black_caught", "red_unreached", "black_unreached")
    for name, points in row.held.items():
        if points.total > most:
            yield facts.objection(
                "held_much",
                "scoring.values",
                f"{points.total:,} points are worth more than twice the {dealt} cards "
                "dealt to a player.",
                [(side, name)],
                limit=most,
                found=points.total,
                certain=False,
            )
        player = name.partition(".")[2] or facts.name(side)
        here = name != HELD or facts.table.side_size == 1
        left = row.out is not None and row.values.get(OUT) not in (player, True)
        free = any(book.going_out.may_float for book in facts.books[side])
        nothing = not points.total and not any(map(row.number, threes))
        if here and row.complete and nothing and left and not free:
            yield facts.objection(
                "held_nothing",
                "going_out.may_float",
                f"{player} did not go out, but holds no card.",
                [(side, name)],
                certain=False,
            )


def _threes(facts: RoundFacts, side: int) -> Iterator[Objection]:
    row, rule = facts.rows[side], facts.book.threes
    at_once = rule.red == "laid" and rule.red_when == "at_once"
    if at_once and row.number("red_caught"):
        yield facts.objection(
            "red_three_kept",
            "threes.red_when",
            "A red three is laid as soon as it reaches a hand, so none should be in "
            "one. Those in packets never taken are asked for apart.",
            [(side, "red_caught")],
            found=row.number("red_caught"),
            certain=False,
        )


def _nobody(facts: RoundFacts) -> Iterator[Objection]:
    """Yield that nobody went out although nobody holds anything."""
    if not all(row.complete for row in facts.rows):
        return
    rows = facts.rows
    asked = [name for row in rows for name in row.values if name == OUT]
    held = [points.total for row in rows for points in row.held.values()]
    if asked and held and not any(held) and not any(row.out for row in rows):
        yield facts.objection(
            "nobody_out",
            "going_out.bonus",
            "Nobody went out and nobody holds a card.",
            [(side, OUT) for side in range(len(rows))],
            certain=False,
        )


def _more_than_the_deck(facts: RoundFacts) -> Iterator[Objection]:
    """Yield more threes than the deck had before packs were added."""
    for colour, places in (
        ("red", ("laid", "caught", "unreached")),
        ("black", ("laid", "caught", "unreached")),
    ):
        names = [f"{colour}_{place}" for place in places]
        total = sum(row.number(name) for row in facts.rows for name in names)
        most = facts.book.copies(f"{colour}_three")
        if total > most:
            named = threes_named(f"{colour} threes", alike=facts.book.threes.alike)
            yield facts.objection(
                f"many_{colour}_threes",
                "stock.when_short",
                f"{facts.packs.capitalize()} {facts.have} {most} {named}; "
                f"{total} need a pack that was added.",
                facts.filled(names),
                limit=most,
                found=total,
                certain=False,
            )
