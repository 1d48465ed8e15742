"""What cannot be about books: too many for the cards, too few points, too few to go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from handfoot.play.books import MIXED, NATURALS, places_of, short_of
from handfoot.play.state import RUN_RANKS, WILD_RANK
from handfoot.play.tables import Tables
from handfoot.rules.book_kinds import ANY_KIND, BY_WILDS, books_told_by
from handfoot.rules.language.phrases import amount
from handfoot.rules.language.words import books_named, listed
from handfoot.rules.possible import most_possible
from handfoot.rules.rulebook import Rulebook
from handfoot.scorekeeping.countable import BESIDE, BOOKS, OF, OUT
from handfoot.scorekeeping.objections import Objection, RoundFacts
from handfoot.scorekeeping.points import cheapest

__all__ = ["all_books", "books_of_side", "nameless", "quota"]


def books_of_side(facts: RoundFacts, side: int) -> Iterator[Objection]:
    """Yield more books of a kind than one side can make, or too few points for them."""
    row = facts.rows[side]
    if facts.closed:
        for kind, count in row.group(BOOKS).items():
            most = _most(kind, facts.books[side])
            if count > most:
                yield facts.objection(
                    "too_many_books",
                    f"books.kinds.{kind}",
                    f"{facts.name(side)}: {amount(count, _books(kind))}; the cards of "
                    f"{facts.packs} make at most {most} for one side.",
                    [(side, f"{BOOKS}.{kind}")],
                    limit=most,
                    found=count,
                )
    yield from _otherwise(facts, side)
    yield from _beside(facts, side)
    yield from _told_by_wilds(facts, side)
    # Where the values of melded cards are not scored nobody is asked for them.
    counted = facts.book.scoring.counts == "everything"
    if (row.complete and counted) or "melded" in row.values:
        yield from _worth(facts, side)


def _books(kind: str) -> str:
    return books_named(kind, 2)


def _otherwise(facts: RoundFacts, side: int) -> Iterator[Objection]:
    """Yield books of which one must know what they would be without their kind."""
    row = facts.rows[side]
    for name in row.values:
        kind = name.removeprefix(OF).partition(".")[0]
        own = f"{BOOKS}.{kind}"
        if name.startswith(OF) and row.number(name) > row.number(own):
            yield facts.objection(
                "more_of_a_kind",
                f"books.kinds.{kind}.paid",
                f"{facts.name(side)}: {row.number(name)} of "
                f"{amount(row.number(own), _books(kind))}.",
                [(side, name), (side, own)],
                limit=row.number(own),
                found=row.number(name),
            )
    for name in row.unsaid(facts.tables[side]) if row.complete else ():
        kind, _, other = name.removeprefix(OF).partition(".")
        yield facts.objection(
            "unsaid_kind",
            f"books.kinds.{kind}.paid",
            f"{facts.name(side)}: not all {_books(kind)} earn their bonus; say how "
            f"many of them are {_books(other)} ({name}).",
            [(side, name), (side, f"{BOOKS}.{kind}")],
        )


def _beside(facts: RoundFacts, side: int) -> Iterator[Objection]:
    """Yield more books beside others than there are, or beside none."""
    row, kinds = facts.rows[side], facts.tables[side].book.books.kinds
    for kind, count in row.group(BESIDE).items():
        own = f"{BOOKS}.{kind}"
        beside = kinds[kind].beside if kind in kinds else ()
        others = [f"{BOOKS}.{other}" for other in beside if other != kind]
        if row.knows(own) and count > row.number(own):
            yield facts.objection(
                "more_of_a_kind",
                f"books.kinds.{kind}.beside",
                f"{facts.name(side)}: {count} {_books(kind)} beside others, of "
                f"{amount(row.number(own), _books(kind))}.",
                [(side, f"{BESIDE}.{kind}"), (side, own)],
                limit=row.number(own),
                found=count,
            )
            continue
        alone = row.knows(*others) and not any(map(row.number, others))
        if count and alone and kind not in beside:
            named = listed((_books(other) for other in beside), "or")
            yield facts.objection(
                "beside_none",
                f"books.kinds.{kind}.beside",
                f"{facts.name(side)} has no {named} beside which {_books(kind)} "
                "could lie.",
                [(side, f"{BESIDE}.{kind}"), *((side, name) for name in others)],
                limit=0,
                found=count,
            )


def _told_by_wilds(facts: RoundFacts, side: int) -> Iterator[Objection]:
    """Yield more books that pay for their wilds than there are of their kind."""
    row, kinds = facts.rows[side], facts.tables[side].book.books.kinds
    for setting in BY_WILDS:
        for kind, count in row.group(setting).items():
            own = f"{BOOKS}.{kind}"
            if kind in kinds and row.knows(own) and count > row.number(own):
                yield facts.objection(
                    "more_of_a_kind",
                    f"books.kinds.{kind}.{setting}",
                    f"{facts.name(side)}: {count} "
                    f"{books_told_by(setting, kind, kinds[kind])}, of "
                    f"{amount(row.number(own), _books(kind))}.",
                    [(side, f"{setting}.{kind}"), (side, own)],
                    limit=row.number(own),
                    found=count,
                )


def _most(kind: str, books: tuple[Rulebook, ...]) -> int:
    """Return the most books of a kind at any moment of a round."""
    return max(
        (
            most_possible(book.books.kinds[kind], book)
            for book in books
            if kind in book.books.kinds
        ),
        default=0,
    )


def all_books(facts: RoundFacts) -> Iterator[Objection]:
    """Yield books that all sides together cannot have."""
    if not facts.closed:
        return
    totals: Counter[str] = Counter()
    for row in facts.rows:
        totals.update(row.group(BOOKS))
    shared = tuple(_shared(book) for books in facts.books for book in books)
    for kind, total in totals.items():
        most = _most(kind, shared)
        if total > most:
            name = f"{BOOKS}.{kind}"
            yield facts.objection(
                "too_many_books",
                f"books.kinds.{kind}",
                f"All sides together have {amount(total, _books(kind))} "
                f"({facts.shares([name])}); the cards of {facts.packs} make at most "
                f"{most}.",
                facts.filled([name]),
                limit=most,
                found=total,
            )
    yield from _cards_of_books(facts, totals)


def _shared(book: Rulebook) -> Rulebook:
    """Return the rules without what limits only the melds of a single side."""
    melds = attrs.evolve(book.melds, per_rank="several", books_of_rank=None)
    return attrs.evolve(book, melds=melds)


def _cards_of_books(facts: RoundFacts, totals: Counter[str]) -> Iterator[Objection]:
    """Yield books that need more cards, or more wilds, than the deck has."""
    size, number = facts.book.books.size, sum(totals.values())
    cards = {kind for side in range(len(facts.rows)) for kind in facts.meldable(side)}
    there = min(sum(facts.copies[kind] for kind in cards), facts.deck.cards)
    wilds = sum(facts.copies[kind] for kind in facts.tables[0].wild_kinds)
    wild_need = least_wilds(facts.tables[0], totals)
    names = [f"{BOOKS}.{kind}" for kind in totals]
    if number * size > there:
        yield facts.objection(
            "more_books_than_cards",
            "deck.packs",
            f"{number} books of {size} are {number * size} cards "
            f"({facts.shares(names)}); {facts.packs} {facts.have} {there} "
            "that may be melded.",
            facts.filled(names),
            limit=there // size,
            found=number,
        )
    elif wild_need > wilds:
        yield facts.objection(
            "more_books_than_wilds",
            "wilds.cards",
            f"These books need {wild_need} wilds or more; {facts.packs} "
            f"{facts.have} {wilds}.",
            facts.filled(names),
            limit=wilds,
            found=wild_need,
        )


def least_wilds(tables: Tables, books: Counter[str] | dict[str, int]) -> int:
    """Return the fewest wilds that lie in so many books."""
    made_of = {name: kind.made_of for name, kind in tables.book.books.kinds.items()}
    each = {"wilds": tables.size, "mixed": 1, "mixed_run": 1}
    return sum(each.get(made_of.get(k, ""), 0) * count for k, count in books.items())


def _worth(facts: RoundFacts, side: int) -> Iterator[Objection]:
    """Yield melded cards that are fewer, or worth less, than the books alone."""
    row, tables = facts.rows[side], facts.tables[side]
    kinds = tables.book.books.kinds
    books = {k: n for k, n in row.group(BOOKS).items() if n and k in kinds}
    scoring = {k: n for k, n in books.items() if kinds[k].cards_score}
    number = sum(scoring.values()) * tables.size
    points = row.melded
    if number:
        wilds = min(least_wilds(tables, scoring), number)
        count = sum(scoring.values())
        what = f"{amount(count, 'books')} hold{'s' if count == 1 else ''} at least "
        what += f"{number} cards"
    elif points.total and not books:
        number = min(tables.smallest, tables.wild_smallest)
        wilds, what = 0, f"a meld holds at least {number} cards"
    else:
        return
    least = _least(facts, side, number, wilds)
    where = [(side, "melded"), *((side, f"{BOOKS}.{kind}") for kind in books)]
    who = facts.name(side)
    if points.total < least:
        yield facts.objection(
            "fewer_points_than_books",
            "scoring.values",
            f"{who}: {points.total:,} points melded, but {what}, worth {least:,} or "
            "more. Count all cards on the table, without bonuses.",
            where,
            limit=least,
            found=points.total,
        )
    elif points.number is not None and points.number < number:
        yield facts.objection(
            "fewer_cards_than_books",
            "books.size",
            f"{who}: {points.number} cards melded, but {what}.",
            where,
            limit=number,
            found=points.number,
        )


def _least(facts: RoundFacts, side: int, number: int, wilds: int) -> int:
    """Return the fewest points of so many cards, of which some must be wild."""
    tables = facts.tables[side]
    of_wilds = [(tables.points[k], facts.copies[k]) for k in tables.wild_kinds]
    others = [(tables.points[k], facts.copies[k]) for k in facts.meldable(side)]
    return cheapest(of_wilds, wilds) + cheapest(others, number - wilds)


def quota(facts: RoundFacts, side: int) -> Iterator[Objection]:
    """Yield that a side went out without the books that going out asks for."""
    if not facts.book.scoring.bonuses:
        # Nobody is asked for books that score nothing.
        return
    row = facts.rows[side]
    missing: dict[str, int] = {}
    needed: dict[str, int] = {}
    names: list[str] = []
    for tables in facts.table.exits(facts.number, facts.before[side]):
        kinds = tables.book.books.kinds
        possible = [
            f"{BOOKS}.{kind}" for kind in kinds if _most(kind, facts.books[side])
        ]
        # Nobody can say while books are still to be entered, or have no name.
        if not row.knows(*possible) or (
            dict(tables.quota).get(ANY_KIND) and nameless(tables)
        ):
            return
        short = short_of(tables, places_of(tables, row.group(BOOKS)))
        if not short:
            return
        if not missing or len(short) < len(missing):
            missing, needed, names = short, dict(tables.quota), possible
    if missing:
        lacks = listed(
            f"{amount(needed[place], _books(place))} (there {_are(has)})"
            for place, has in missing.items()
        )
        place = next(iter(missing))
        yield facts.objection(
            "out_without_quota",
            "going_out.books",
            f"{facts.name(side)} cannot have gone out: that takes {lacks}.",
            [(side, OUT), *((side, name) for name in names)],
            limit=needed[place],
            found=missing[place],
        )


def _are(count: int) -> str:
    return f"is {count}" if count == 1 else f"are {count}"


def nameless(tables: Tables) -> bool:
    """Whether some book may be of no kind, so that nobody enters it."""
    natural = (
        tables.book_name[rank][made] for rank in tables.rank_kinds for made in (0, 1)
    )
    return (
        None in natural
        or (tables.wild_melds and None in tables.book_name[WILD_RANK][2:])
        or (tables.runs and tables.book_name[RUN_RANKS[0]][NATURALS] is None)
        or (tables.wild_runs and tables.book_name[RUN_RANKS[0]][MIXED] is None)
    )
