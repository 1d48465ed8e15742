"""What cannot be: every limit comes from the ruleset and its deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from handfoot.rules.language.words import listed, threes_named
from handfoot.scorekeeping.countable import BOOKS, HELD, NEAR, OUT
from handfoot.scorekeeping.limits_books import (
    all_books,
    books_of_side,
    nameless,
    quota,
)
from handfoot.scorekeeping.objections import Objection, RoundFacts
from handfoot.scorekeeping.points import Points, Sums

__all__ = ["impossible"]

_RED = ("red_laid", "red_caught", "red_unreached")
_BLACK = ("black_laid", "black_caught", "black_unreached")
_UNREACHED = ("red_unreached", "black_unreached", "never_taken")


def impossible(facts: RoundFacts) -> Iterator[Objection]:
    """Yield everything in a round that cannot be, whoever counted."""
    yield from _threes(facts)
    for side in range(len(facts.rows)):
        yield from _points_of_side(facts, side)
        yield from books_of_side(facts, side)
        yield from _events(facts, side)
        if facts.rows[side].out:
            yield from quota(facts, side)
            yield from _left_behind(facts, side)
    yield from all_books(facts)
    yield from _all_points(facts)
    yield from _only_one(facts)


def _threes(facts: RoundFacts) -> Iterator[Objection]:
    if not facts.closed:
        return
    for names, colour in ((_RED, "red"), (_BLACK, "black")):
        total = sum(row.number(name) for row in facts.rows for name in names)
        most = facts.book.copies(f"{colour}_three")
        if total > most:
            named = threes_named(f"{colour} threes", alike=facts.book.threes.alike)
            yield facts.objection(
                f"too_many_{colour}_threes",
                "deck.packs",
                f"{facts.packs.capitalize()} {facts.have} {most} {named}, not "
                f"{total} ({facts.shares(names)}).",
                facts.filled(names),
                limit=most,
                found=total,
            )


def _points_of_side(facts: RoundFacts, side: int) -> Iterator[Objection]:
    row = facts.rows[side]
    for name, points in (("melded", row.melded), *row.held.items()):
        sums = (facts.melded_sums if name == "melded" else facts.held_sums)[side]
        yield from _points(facts, (side, name), points, sums)


def _points(
    facts: RoundFacts, where: tuple[int, str], points: Points, sums: Sums
) -> Iterator[Objection]:
    """Yield points that no cards have, and cards of a value that no card has."""
    values = [value for value in sums.copies if value]
    worth = f"cards are worth {listed(values, 'or')}"
    strange = [entry for entry in points.cards or () if entry[0] not in sums.copies]
    for value, count in strange:
        turned = f"; {value} cards worth {count} are {count}x{value}"
        yield facts.objection(
            "no_card_of_value",
            "scoring.values",
            f"No card is worth {value}: {worth}{turned if count in values else ''}.",
            [where],
            found=value,
        )
    if strange or points.total in sums:
        return
    if points.total <= sums.most:
        nearest = listed(f"{p:,}" for p in sums.nearest(points.total))
        yield facts.objection(
            "no_such_sum",
            "scoring.values",
            f"No cards add up to {points.total:,}: {worth}. Next to it are {nearest}.",
            [where],
            found=points.total,
        )
    elif facts.closed:
        yield facts.objection(
            "more_points_than_cards",
            "deck.packs",
            f"All cards of {facts.packs} are worth {sums.most:,}, not "
            f"{points.total:,}.",
            [where],
            limit=sums.most,
            found=points.total,
        )


def _all_points(facts: RoundFacts) -> Iterator[Objection]:
    """Yield more cards on the table and in hands than the deck has."""
    if not facts.closed or len({tables.points for tables in facts.tables}) > 1:
        return
    every: list[tuple[int, str, Points]] = []
    for side, row in enumerate(facts.rows):
        every += [(side, "melded", row.melded)]
        every += [(side, name, points) for name, points in row.held.items()]
    where = [(side, name) for side, name, points in every if points.total]
    total = sum(points.total for _, _, points in every)
    sums = facts.all_sums
    if total > sums.most:
        yield facts.objection(
            "more_points_than_cards",
            "deck.packs",
            f"Melded and held cards of all sides come to {total:,}; all cards of "
            f"{facts.packs} are worth {sums.most:,}.",
            where,
            limit=sums.most,
            found=total,
        )
    counts: Counter[int] = Counter()
    for _, _, points in every:
        counts.update(dict(points.cards or ()))
    for value, count in counts.items():
        most = sums.copies.get(value, count)
        if count > most:
            yield facts.objection(
                "too_many_cards",
                "deck.packs",
                f"{facts.packs.capitalize()} {facts.have} {most} cards worth {value}, "
                f"not {count}.",
                where,
                limit=most,
                found=count,
            )


def _only_one(facts: RoundFacts) -> Iterator[Objection]:
    """Yield what two sides cannot both have done."""
    for name, code, key, what in (
        (OUT, "two_sides_out", "going_out.bonus", "gone out; a round ends with one"),
        (
            "opened_first",
            "two_sides_first",
            "opening.first_bonus",
            "been first to open",
        ),
    ):
        sides = [side for side, row in enumerate(facts.rows) if row.values.get(name)]
        if len(sides) > 1:
            yield facts.objection(
                code,
                key,
                f"{listed(map(facts.name, sides), 'and also')} cannot have {what}.",
                [(side, name) for side in sides],
                limit=1,
                found=len(sides),
            )


def _left_behind(facts: RoundFacts, side: int) -> Iterator[Objection]:
    """Yield what a side that went out cannot still hold."""
    row, size = facts.rows[side], facts.table.side_size
    exits = [*facts.table.exits(facts.number, facts.before[side])]
    if any(tables.book.going_out.in_packet == "any" for tables in exits):
        return
    who = facts.name(side) if size == 1 else str(row.values[OUT])
    name = HELD if size == 1 else f"{HELD}.{who}"
    threes = ("red_caught", "black_caught") if size == 1 else ()
    for held in (name, *threes):
        if held in row.values and row.values[held] not in (0, Points(0), Points(0, ())):
            yield facts.objection(
                "out_with_cards",
                "going_out.in_packet",
                f"{who} went out, so nothing is left in the hand.",
                [(side, held), (side, OUT)],
                limit=0,
            )
    all_there = all(t.book.going_out.partner != "nothing" for t in exits)
    # A packet that became the stock was never taken, and keeps nobody from going out.
    gone = facts.book.stock.when_short == "packet"
    for unreached in _UNREACHED[:-1] if gone else _UNREACHED:
        if row.number(unreached) and (size == 1 or all_there):
            yield facts.objection(
                "out_with_packet",
                "going_out.in_packet" if size == 1 else "going_out.partner",
                f"{facts.name(side)} went out, so each of its players had picked up "
                "the last packet.",
                [(side, unreached), (side, OUT)],
                limit=0,
                found=row.number(unreached),
            )


def _last_packets(facts: RoundFacts) -> tuple[int, str]:
    """Return how many last packets a side has, and whose they are."""
    if facts.book.deal.later_for == "side":
        return 1, "the side has one last packet"
    return facts.table.side_size, "each player has one last packet"


def _events(facts: RoundFacts, side: int) -> Iterator[Objection]:
    """Yield bonuses that cannot have been earned."""
    row, who = facts.rows[side], facts.name(side)
    if row.values.get("concealed") and row.out is False:
        yield facts.objection(
            "concealed_without_out",
            "going_out.concealed_bonus",
            f"{who} did not go out, in whichever turn.",
            [(side, "concealed"), (side, OUT)],
        )
    size = facts.table.side_size
    cuts = sum(row.near_cuts()) + row.number("exact_cuts")
    lifts, why = size, "each player lifts once"
    if facts.book.deal.cut_for == "dealer":
        dealer = facts.table.dealer_of(facts.number)
        lifts = int(dealer in facts.table.sides[side])
        why = f"only the dealer, {dealer}, lifts"
    if cuts > lifts:
        names = ("exact_cuts", *(n for n in row.values if n.startswith(f"{NEAR}.")))
        yield facts.objection(
            "too_many_cuts",
            "deal.cut_for" if facts.book.deal.cut_for == "dealer" else "deal.exact_cut",
            f"{who}: {cuts} is more than {lifts}; {why}.",
            [(side, name) for name in names],
            limit=lifts,
            found=cuts,
        )
    counted: list[tuple[str, str, int, str]] = [
        ("never_taken", "foot.never_taken", *_last_packets(facts)),
    ]
    own = [name for name in row.values if name.startswith(f"{BOOKS}.")]
    # Books of no kind are entered nowhere, but may be long, or laid at once.
    moments = facts.table.moments(facts.number, facts.before[side])
    if own and not any(map(nameless, moments)):
        books = sum(row.group(BOOKS).values())
        counted += [
            ("at_once", "books.at_once_bonus", books, "there are no more books"),
            ("long", "books.long_bonus", books, "there are no more books"),
        ]
    for name, key, most, why in counted:
        if row.number(name) > most:
            yield facts.objection(
                f"too_many_{name}",
                key,
                f"{who}: {row.number(name)} is more than {most}; {why}.",
                [(side, name), *((side, n) for n in own)],
                limit=most,
                found=row.number(name),
            )
    if not row.complete or row.has_melded:
        return
    if facts.book.scoring.counts != "everything" and "opened" not in row.values:
        # Nobody is asked what is melded, so it cannot be told.
        return
    late = facts.book.threes.red_when == "after_opening"
    for name, key, does in (
        ("opened_first", "opening.first_bonus", True),
        ("red_laid", "threes.red_when", late),
    ):
        if does and row.values.get(name):
            yield facts.objection(
                f"{name}_unopened",
                key,
                f"{who} cannot have that without having opened; nothing is melded.",
                [(side, name), (side, "melded")],
            )
