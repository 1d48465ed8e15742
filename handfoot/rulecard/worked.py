"""A worked score: the end of a round set up at a table and scored by the engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from handfoot.cards import CARDS
from handfoot.errors import HandfootError
from handfoot.play.books import kind_of_book
from handfoot.play.runs.run import face_of
from handfoot.play.scoring import Line, Sheet, sheet
from handfoot.play.state import RUN_RANKS, WILD_RANK, Meld
from handfoot.play.tables import Tables, compiled
from handfoot.rulecard.card import Table
from handfoot.rulecard.judge import Judge
from handfoot.rulecard.telling import Telling
from handfoot.rules.book_kinds import ANY_KIND
from handfoot.rules.language.cases import number
from handfoot.rules.language.words import books_named, kinds_of, listed, threes_named
from handfoot.table.position import Position

_HELD: Final = "JK A Q 9 6 4 3b"
_HELD_WORDS: Final = "a joker, an ace, a queen, a nine, a six, a four and a black three"
_PARTNER_HELD: Final = "K 7 3b"
_PARTNER_WORDS: Final = "a king, a seven and a black three"
_COUNTED: Final = re.compile(r"\b(book|card|three|meld|packet|cut|player)s\b")


@attrs.frozen
class Book:
    """A finished book that the rules allow.

    Attributes:
        kind: Name of its kind.
        rank: Card kind of its rank, or ``WILD_RANK``.
        cards: Its cards, as they are typed.
    """

    kind: str
    rank: int
    cards: str


def worked_score(telling: Telling) -> tuple[str, tuple[Table, ...]]:
    """Return what lies on the table at the end of a round, and each side's score.

    The first side has just gone out with the books it needs; the second is caught with
    cards in hand. Where the deck is too small for that, less lies on the table.
    """
    shelf = _Shelf(telling)
    needed = [*shelf.needed()]
    other = shelf.further()
    for mine, theirs in ((needed, other), (needed, []), (needed[:1], []), ([], [])):
        found = _sheets(telling, mine, theirs)
        if found is not None:
            words = ("goes out", "is caught")
            return _told(telling, mine, theirs), tuple(map(_table, found, words))
    return "", ()


def _told(telling: Telling, mine: Sequence[Book], theirs: Sequence[Book]) -> str:
    held = ""
    if telling.first.side_size > 1:
        held = f" while a partner still holds {_PARTNER_WORDS}"
    two_sides = telling.first.players == 2 * telling.first.side_size
    other = "the other" if two_sides else "another"
    text = (
        f"Example: one side goes out with {_named(mine)}{held}; {other} side has "
        f"{_named(theirs)} and is caught with {_HELD_WORDS}."
    )
    return threes_named(text, alike=telling.threes_alike)


def _named(books: Sequence[Book]) -> str:
    counts = Counter(book.kind for book in books)
    return (
        listed(f"{n} {books_named(kind, n)}" for kind, n in counts.items()) or "no book"
    )


def _sheets(
    telling: Telling, mine: Sequence[Book], theirs: Sequence[Book]
) -> tuple[Sheet, Sheet] | None:
    at = telling.first
    book = telling.rules.at(at)
    hands: dict[int, str] = dict.fromkeys(range(at.players), "")
    hands[1] = _HELD
    if at.side_size > 1:
        hands[at.players // at.side_size] = _PARTNER_HELD
    position = Position(
        telling.rules,
        seats=at.players,
        side_size=at.side_size,
        hands=hands,
        packets={seat: [] for seat in range(at.players)},
        melds={0: [b.cards for b in mine], 1: [b.cards for b in theirs]},
        red={0: 2, 1: 1} if book.threes.lays_red else {},
        played=range(at.players),
    )
    try:
        state = position.game().state
    except HandfootError:
        return None
    state.out = 0
    return sheet(state, 0), sheet(state, 1)


def _table(found: Sheet, what: str) -> Table:
    rows = [(_label(line), number(line.points)) for line in found.lines]
    rows.append(("Score of the round", number(found.points)))
    return Table(f"The side that {what}", ("", "Points"), tuple(rows), total=True)


def _label(line: Line) -> str:
    # That books are many is counted once, whatever their number.
    if line.key == "books.many_bonus" or not _COUNTED.search(line.label):
        return line.label[:1].upper() + line.label[1:]
    label = _COUNTED.sub(r"\1", line.label, count=1) if line.count == 1 else line.label
    return f"{line.count} {label}"


class _Shelf:
    """The books that can be made, one rank after the other."""

    def __init__(self, telling: Telling) -> None:
        self._tables: Tables = compiled(telling.rules, telling.first)
        self._book = telling.rules.at(telling.first)
        self._ranks: Counter[int] = Counter()
        self._all = [*self._books(telling)]

    def needed(self) -> Iterator[Book]:
        """Yield books that fill every place which going out needs."""
        filled: Counter[str] = Counter()
        places = sorted(
            self._book.going_out.books.items(), key=lambda p: p[0] == ANY_KIND
        )
        for place, count in places:
            while filled[place] < count:
                found = self._next(place)
                if found is None:
                    break
                counts_as = self._book.books.kinds[found.kind].counts_as
                filled.update({found.kind, ANY_KIND, *counts_as})
                yield found

    def further(self) -> list[Book]:
        """Return one book more, if there is a rank left for it."""
        found = self._next(ANY_KIND)
        return [] if found is None else [found]

    def _next(self, place: str) -> Book | None:
        kinds = self._book.books.kinds
        fitting = [
            book
            for book in self._all
            if place in (ANY_KIND, book.kind) or place in kinds[book.kind].counts_as
        ]
        # Another rank each time, as long as there is one.
        fitting.sort(key=lambda book: (book.kind != place, self._ranks[book.rank]))
        if not fitting:
            return None
        self._ranks[fitting[0].rank] += 1
        return fitting[0]

    def _books(self, telling: Telling) -> Iterator[Book]:
        """Yield for each rank the books with the fewest wilds that are legal."""
        size = self._book.books.size
        wild = frozenset(self._book.wilds.kinds)
        ranks = sorted(kinds_of(self._book.melds.ranks, wild), reverse=True)
        for rank in ranks:
            judge = Judge(telling.rules, telling.first, rank)
            for wilds in range(size if wild else 1):
                if judge.allows(size - wilds, wilds):
                    yield from self._book_of(judge, rank, size - wilds, wilds)
                    if wilds:
                        break
        yield from self._run(size)
        judge = Judge(telling.rules, telling.first, min(ranks))
        if wild and judge.allows(0, size):
            yield from self._book_of(judge, WILD_RANK, 0, size)

    def _run(self, size: int) -> Iterator[Book]:
        """Yield the highest run that is a book, in the first suit."""
        rows = self._tables.book.melds.in_runs(self._book.wilds.cards)
        long = [row[-size:] for row in rows if self._tables.runs and len(row) >= size]
        for row in long[-1:]:
            kind = kind_of_book(self._tables, Meld(RUN_RANKS[0], b"", size, 0))
            if kind is not None:
                cards = (CARDS[face_of(RUN_RANKS[0], card)] for card in row)
                yield Book(kind, RUN_RANKS[0], " ".join(card.code for card in cards))

    def _book_of(
        self, judge: Judge, rank: int, naturals: int, wilds: int
    ) -> Iterator[Book]:
        kind = kind_of_book(self._tables, Meld(rank, b"", naturals, wilds))
        if kind is not None:
            cards = judge.cards(naturals, wilds)
            yield Book(kind, rank, " ".join(card.code for card in cards))
