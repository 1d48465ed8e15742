"""Scoring a round: an itemised sheet for each side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

from handfoot.cards import BLACK_THREE, FACES, KIND_OF, KINDS, RED_THREE
from handfoot.play import moment
from handfoot.play.books import (
    beside_others,
    is_finished,
    nature,
    paid_as,
    told_by_wilds,
)
from handfoot.play.prices import Price
from handfoot.play.state import RANKS_OF_MELDS, State
from handfoot.play.tables import Tables
from handfoot.rules.book_kinds import (
    ANY_KIND,
    BY_WILDS,
    books_beside,
    books_told_by,
)
from handfoot.rules.rulebook import Rulebook
from handfoot.rules.threes import MELD, Threes

RED_THREES_A_PACK: Final = 2
# More cards than any meld has.
NEVER_LONG: Final = 1 << 30
# What ``bytes.translate`` needs to turn faces into kinds; an unseen card stays one.
_KIND_OF_FACE: Final = bytes([*KIND_OF[:FACES], *range(FACES, 256)])
# What does not count among kinds of held cards: threes have lines of their own.
_NOT_HELD: Final = bytes([BLACK_THREE, RED_THREE, *range(KINDS, 256)])
# What of a tally pays for books alone, beside the kinds of book.
_NO_BONUS: Final[Mapping[str, Any]] = {"at_once": 0, "long": 0}


@attrs.frozen
class Line:
    """One line of a score sheet.

    Attributes:
        label: What is scored, in words.
        key: Dotted ruleset key that gives the points.
        count: How many things the line counts (books, cards, threes); 0 where a score
            keeper was told the points of some cards and not their number.
        points: Points of the line, negative when they are subtracted.
    """

    label: str
    key: str
    count: int
    points: int


@attrs.frozen
class Sheet:
    """The score sheet of one side for one round.

    Attributes:
        round: Number of the round, from 1.
        side: Number of the side, from 0.
        lines: The lines; their points add up to ``points``.
        before: Running total before the round.
        points: Points of the round.
        total: Running total after the round.
    """

    round: int
    side: int
    lines: tuple[Line, ...]
    before: int
    points: int
    total: int


# No slots: it has many fields, and a frozen one is made quicker without.
@attrs.frozen(slots=False)
class Tally:
    """What is counted at the end of a round for one side.

    Attributes:
        books: Finished books by kind.
        paid_as: The same by the kind whose bonus each earns, where that differs
            (``books.kinds.*.paid``).
        melded: Points of melded cards that score (books whose cards do not are out).
        melded_cards: How many cards that is, 0 where nobody counted them.
        red_laid: Red threes on the table.
        black_laid: Black threes laid aside.
        went_out: Whether a player of the side went out.
        held: Points of held cards other than threes, as a positive number.
        held_cards: How many cards that is, 0 where nobody counted them.
        red_caught: Red threes in hands.
        black_caught: Black threes in hands.
        red_unreached: Red threes in packets that were never taken.
        black_unreached: Black threes in them.
        beside: Books beside one of the kinds that their kind asks for, by kind
            (``books.kinds.*.beside``).
        wilds_only: Books with no wilds but those that their kind names, by kind
            (``books.kinds.*.wilds_only``).
        holds_all: Books with every card that their kind names, by kind
            (``books.kinds.*.holds_all``).
        melds: Melds on the table, finished or not.
        unfinished: Unfinished melds by the kind of book they were to be; where only
            further ones of a rank are paid (``unfinished_from``), those alone.
        at_once: Books laid complete in one play.
        long: Finished books of so many cards that they are long ones.
        opened_first: Whether the side was first to open.
        concealed: Whether it went out in the turn in which it opened.
        never_taken: Players, or sides that share one, whose last packet was never
            taken.
        exact_cuts: Exact cuts credited to the side.
        near_cuts: Cuts credited to it that were one card off, two cards off and so on.
        written_in: How often each line of ``scoring.written_in`` was earned, or its
            points where the rules leave them open; never told by a game.
    """

    books: Mapping[str, int]
    melded: int = 0
    melded_cards: int = 0
    red_laid: int = 0
    black_laid: int = 0
    went_out: bool = False
    held: int = 0
    held_cards: int = 0
    red_caught: int = 0
    black_caught: int = 0
    red_unreached: int = 0
    black_unreached: int = 0
    melds: int = 0
    unfinished: Mapping[str, int] = attrs.field(factory=dict)
    at_once: int = 0
    long: int = 0
    opened_first: bool = False
    concealed: bool = False
    never_taken: int = 0
    exact_cuts: int = 0
    paid_as: Mapping[str, int] | None = None
    near_cuts: tuple[int, ...] = ()
    beside: Mapping[str, int] = attrs.field(factory=dict)
    wilds_only: Mapping[str, int] = attrs.field(factory=dict)
    holds_all: Mapping[str, int] = attrs.field(factory=dict)
    written_in: Mapping[str, int] = attrs.field(factory=dict)


def tally(state: State, side: int) -> Tally:
    """Count what a side has on the table and still holds."""
    tables = moment.at_scoring(state, side)
    kinds, names = tables.book.books.kinds, tables.book_name
    books: dict[str, int] = {}
    unfinished: dict[str, int] = {}
    scored = b""
    long, long_from = 0, tables.book.books.long_from or NEVER_LONG
    begun = [0] * RANKS_OF_MELDS
    for rank, cards, naturals, wilds in state.melds[side]:
        begun[rank] += 1
        name = names[rank][nature(naturals, wilds)]
        if naturals + wilds >= tables.size:
            long += len(cards) >= long_from
            if name is not None:
                books[name] = books.get(name, 0) + 1
                if not kinds[name].cards_score:
                    continue
        elif name is not None:
            pays = begun[rank] >= kinds[name].unfinished_from
            unfinished[name] = unfinished.get(name, 0) + pays
        scored += cards
    seats = range(side, state.seats, state.sides)
    owners = seats[:1] if tables.book.deal.later_for == "side" else seats
    unreached = [packet for seat in owners for packet in state.packets[seat]]
    hands = b"".join(state.cards[side :: state.sides]).translate(_KIND_OF_FACE)
    later = b"".join(unreached).translate(_KIND_OF_FACE)
    held = (hands + later).translate(None, _NOT_HELD)
    out = state.out >= 0 and state.out % state.sides == side
    return Tally(
        books=books,
        melded=_points(tables, scored.translate(_KIND_OF_FACE)),
        melded_cards=len(scored),
        red_laid=len(state.red[side]),
        black_laid=len(state.black[side]) if state.black else 0,
        went_out=out,
        held=_points(tables, held),
        held_cards=len(held),
        red_caught=hands.count(RED_THREE),
        black_caught=hands.count(BLACK_THREE),
        red_unreached=later.count(RED_THREE),
        black_unreached=later.count(BLACK_THREE),
        melds=len(state.melds[side]),
        unfinished=unfinished,
        at_once=state.at_once[side],
        long=long,
        opened_first=state.opened_first == side,
        concealed=out and state.opened_at[side] == state.turns,
        never_taken=len(
            [own for own in owners if state.packets[own] or own in state.lost_packets]
        ),
        **_special(state, side, tables),
    )


def _special(state: State, side: int, tables: Tables) -> dict[str, Any]:
    """Count the books of a side for what only some rules pay, by field of a tally."""
    found: dict[str, Any] = {}
    if tables.pays_some or tables.pairs_books or tables.asks_wilds:
        whole = [meld for meld in state.melds[side] if is_finished(tables, meld)]
        made = [(rank, naturals, wilds) for rank, _, naturals, wilds in whole]
        if tables.pays_some:
            found["paid_as"] = paid_as(tables, made)
        if tables.pairs_books:
            found["beside"] = beside_others(tables, made)
        if tables.asks_wilds:
            found["wilds_only"], found["holds_all"] = told_by_wilds(tables, whole)
    return found


def _points(tables: Tables, of_kinds: bytes) -> int:
    """Return the points of cards by their kinds, one byte each."""
    each = tables.points
    return sum([each[kind] for kind in of_kinds])


def lines_of(tables: Tables, counted: Tally) -> tuple[Line, ...]:
    """Return the lines of a score sheet; lines that count nothing are left out."""
    book = tables.book
    bonuses = book.scoring.bonuses
    lines = _table_lines(tables, counted) if bonuses else []
    if not (counted.went_out and book.scoring.held == "others"):
        lines += _held_lines(tables, counted)
    if not bonuses:
        # What one is caught with is all that counts, and the less the better.
        lines = [attrs.evolve(line, points=-line.points) for line in lines]
    return tuple(lines + _written_lines(book, counted))


def _written_lines(book: Rulebook, counted: Tally) -> list[Line]:
    """Return the lines that people fill in; they count as they are written."""
    lines = []
    for name, count in counted.written_in.items():
        each = book.scoring.written_in[name].points
        label, key = name.replace("_", " "), f"scoring.written_in.{name}.points"
        if count and isinstance(each, int):
            lines.append(Line(label, key, count, count * each))
        elif count:
            lines.append(Line(label, key, 0, count))
    return lines


def _table_lines(tables: Tables, counted: Tally) -> list[Line]:
    book, prices = tables.book, tables.prices
    gated = counted.melded < book.books.paid_from
    if gated:
        # What is not paid is told once, as what it is.
        books = [
            price._replace(key="books.paid_from", each=0) for price in prices.books
        ]
        lines = _lines_at(books, counted.books)
        counted = attrs.evolve(counted, **_NO_BONUS)
    else:
        paid = counted.books if counted.paid_as is None else counted.paid_as
        lines = _lines_at(prices.books, paid)
        lines += _more_for_books(book, counted)
    if prices.unfinished:
        lines += _lines_at(prices.unfinished, counted.unfinished)
    if book.scoring.cards and (counted.melded_cards or counted.melded):
        melded = counted.melded_cards, counted.melded
        lines.append(Line("cards melded", "scoring.values", *melded))
    red, black = counted.red_laid, counted.black_laid
    if red:
        points = red_three_points(book, counted)
        lines.append(Line("red threes laid", "threes.red_laid", red, points))
    if black:
        points = black_three_points(book, black)
        lines.append(Line(prices.black_label, "threes.black_laid", black, points))
    lines += [
        Line(f"cuts {off} off", "deal.near_cut", count, count * each)
        for off, (count, each) in enumerate(
            zip(counted.near_cuts, book.deal.near_cut, strict=False), start=1
        )
        if count
    ]
    many = book.books.many_bonus
    if many and not gated and book.books.are_many(counted.books):
        lines.append(Line("many books", "books.many_bonus", 1, many))
    return lines + _lines_of_fields(prices.bonuses, counted)


def _lines_at(prices: Iterable[Price], counts: Mapping[str, int]) -> list[Line]:
    """Return a line for each price that has a count."""
    return [
        Line(label, key, counts[of], counts[of] * each)
        for of, label, key, each in prices
        if counts.get(of)
    ]


def _lines_of_fields(prices: Iterable[Price], counted: Tally) -> list[Line]:
    """Return a line for each price whose field of a tally counts any."""
    return [
        Line(label, key, int(count), count * each)
        for of, label, key, each in prices
        if (count := getattr(counted, of))
    ]


def _more_for_books(book: Rulebook, counted: Tally) -> Iterator[Line]:
    """Yield lines for books that pay more than others of their kind."""
    kinds = book.books.kinds
    for name, count in counted.beside.items():
        label, key = books_beside(name, kinds[name]), f"books.kinds.{name}.beside_bonus"
        if count:
            yield Line(label, key, count, count * kinds[name].beside_bonus)
    for setting in BY_WILDS:
        for name, count in getattr(counted, setting).items():
            label = books_told_by(setting, name, kinds[name])
            each = getattr(kinds[name], f"{setting}_bonus")
            key = f"books.kinds.{name}.{setting}_bonus"
            if count:
                yield Line(label, key, count, count * each)


def red_sets(rule: Threes, count: int) -> tuple[int, int]:
    """Return how many sets so many red threes make that score, and those left over."""
    size = rule.red_set
    if size is None or count < size:
        return 0, count
    sets = count // size if rule.red_sets == "each" else 1
    return sets, count - sets * size


def red_three_points(book: Rulebook, counted: Tally) -> int:
    """Return what the red threes on a side's table are worth (points)."""
    points = _red_points(book, counted.red_laid)
    return -points if red_against(book, counted) else points


def red_against(book: Rulebook, counted: Tally) -> bool:
    """Whether red threes that would score count against a side for what it lacks.

    Those that cost points anyway do not score for a side that lacks it.
    """
    rule = book.threes
    without = rule.red_minus_without
    if without is None or _red_points(book, counted.red_laid) <= 0:
        return False
    if without == MELD:
        return not counted.melds
    books = counted.books
    has = sum(books.values()) if without == ANY_KIND else books.get(without, 0)
    return has < rule.red_minus_books


def _red_points(book: Rulebook, count: int) -> int:
    """Return what so many laid red threes score for a side that lacks nothing."""
    rule = book.threes
    points = count * rule.red_laid
    if count and rule.red_together:
        named = min(count, len(rule.red_together))
        points = rule.red_together[named - 1] + (count - named) * rule.red_laid
    elif rule.red_set is not None and count >= rule.red_set:
        sets, more = red_sets(rule, count)
        points = sets * rule.red_set_points + more * rule.red_laid
    if count == RED_THREES_A_PACK * book.deck.packs:
        points *= rule.red_all
    return points


def black_three_points(book: Rulebook, count: int) -> int:
    """Return what so many black threes laid aside are worth together (points)."""
    worth = book.threes.black_laid
    if not count or not worth:
        return 0
    named = min(count, len(worth))
    return worth[named - 1] + (count - named) * worth[0]


def _held_lines(tables: Tables, counted: Tally) -> list[Line]:
    rule = tables.book.scoring
    threes = _lines_of_fields(tables.prices.held, counted)
    count, charged = counted.held_cards, counted.held * rule.held_percent // 100
    if rule.cards and (count or charged):
        threes.insert(0, Line("cards held", "scoring.values", count, -charged))
    return threes


def sheet(state: State, side: int) -> Sheet:
    """Return the score sheet of a side as the round stands now."""
    lines = lines_of(moment.at_scoring(state, side), tally(state, side))
    before = state.scores[side]
    points = sum([line.points for line in lines])
    return Sheet(state.round, side, lines, before, points, before + points)
