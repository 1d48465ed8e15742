"""Lays made ready: what a side can add to a rank, for every hand at once.

How a side *stands* in a rank, its melds of it in counts, decides with the cards held
which smallest lays of that rank there are. So each lay is judged once for each stand,
by the checks that judge any lay, and put into a table by the cards it takes; a list of
legal actions is then read off, rank by rank. Nothing in here depends on who holds what,
so it is shared by all games under the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import compress, product
from math import prod
from operator import gt
from sys import maxsize
from typing import Final, NamedTuple, Protocol

from handfoot.cards import KINDS, RANK_KINDS
from handfoot.play.actions import NEW, Lay, TakePile
from handfoot.play.candidates import leaps_onto, least_apart, smallest
from handfoot.play.leaps import every_leap
from handfoot.play.melds import Layout
from handfoot.play.offers import lay, meld_onto, new_onto, wild_list
from handfoot.play.picking import picker, reader
from handfoot.play.placing import Placed, place_all
from handfoot.play.shaping import Shape, splits
from handfoot.play.state import (
    NO_CONSENTS,
    NO_MELD,
    NOBODY,
    SLOTS,
    WILD_RANK,
    Meld,
    State,
)
from handfoot.play.tables import NEVER_APART, Tables
from handfoot.play.twins import twins

# Naturals and wilds of a meld.
Counts = tuple[int, int]
Lays = tuple[Lay, ...]


class Row(Protocol):
    """The lays for so many naturals held, from the place on that the wilds give."""

    def __getitem__(self, place: int, /) -> Lays:
        """Return the lays at a place."""


# What is remembered tells of hands and of plans, so it is kept where nobody can list
# it; and it is bounded: so much for each ruleset, and so many rulesets at a time.
_MOST_CODES: Final = 1 << 12
_LARGEST_ROW: Final = 1 << 12
_MOST_STANDS: Final = 1 << 13
_MOST_RULES: Final = 64
# What is left is more than the last discard.
_DISCARD_AND_ONE: Final = 2


class Offer(NamedTuple):
    """A lay with the cards it takes: naturals, and how many of each wild kind."""

    naturals: int
    wilds: tuple[int, ...]
    lay: Lay


class Move:
    """What a lay does to a stand.

    Attributes:
        begins: Whether it starts a new meld; if not, the meld grows that a group joins
            when nothing is said.
        naturals: Natural cards it adds.
        wilds: Wilds it adds.
        kinds: Kinds of its cards, in their order.
        action: The action, kept alive so that its ``id`` stays its own.
        after: The stand to which it leads, where that was asked.
    """

    __slots__ = ("action", "after", "begins", "kinds", "naturals", "wilds")

    after: Stand | None

    def __init__(self, action: Lay | TakePile, group: Placed) -> None:
        """Describe what laying ``group``, by way of ``action``, does."""
        self.action = action
        self.begins = group.meld == NO_MELD
        self.naturals = group.naturals
        self.wilds = group.wilds
        self.kinds = tuple([card.kind for card in group.cards])
        self.after = None


class Stand:
    """How a side stands in one rank, with the lays that follow.

    Attributes:
        rank: The rank, or ``WILD_RANK``.
        melds: Naturals and wilds of the side's melds of the rank, oldest first;
            without finished books where they decide nothing (``Ready.forgets_books``).
        slot: Which of them a group joins when nothing is said, or ``NO_MELD``.
        row: Lays onto that meld, and new melds where there is none.
        moves: What a lay of less than a book does, by the ``id`` of the action.
        lacking: Cards that the meld in ``slot`` lacks to be a book, 0 where there is
            none.
    """

    __slots__ = (
        "_ready",
        "_rows",
        "lacking",
        "melds",
        "moves",
        "rank",
        "row",
        "slot",
    )

    def __init__(
        self, ready: Ready, rank: int, melds: tuple[Counts, ...], slot: int
    ) -> None:
        """Judge the lays that are asked for first."""
        self.rank = rank
        self.melds = melds
        self.slot = slot
        self.lacking = 0 if slot == NO_MELD else ready.tables.size - sum(melds[slot])
        self.moves: dict[int, Move] = {}
        self._ready = ready
        self._rows: dict[int, Row] = {}
        self.row = self.rows(slot)
        if not ready.tables.closed or ready.tables.unusual:
            for place in (*range(len(melds)), NO_MELD):
                self.rows(place)

    def rows(self, place: int) -> Row:
        """Return the lays of one card onto a meld, or the smallest new melds.

        Args:
            place: Which meld of the rank, oldest first, or ``NO_MELD`` for new ones.
        """
        row = self._rows.get(place)
        if row is None:
            row = self._rows[place] = self._ready.row(self._lays(place))
        return row

    def _lays(self, place: int) -> tuple[Offer, ...]:
        """Return the offers that the rules of melds, wilds and books allow."""
        ready = self._ready
        rank = self.rank
        offers = ready.offers(rank, self.melds, self.slot, place)
        allowed = ready.allowed(ready.twin[rank], self.melds, self.slot, place)
        sound = tuple(compress(offers, allowed))
        for naturals, wilds, action in sound:
            cards = action.groups[0].cards
            self.note(action, Placed(place, rank, cards, naturals, sum(wilds)))
        return sound

    def note(self, action: Lay | TakePile, group: Placed) -> None:
        """Note what an action does that lays one group, if it is a plain one.

        Args:
            action: The action.
            group: Its group, placed at a table with this stand.
        """
        tables = self._ready.tables
        plain = not tables.notes_lays and group.meld in (NO_MELD, self.slot)
        if tables.slides and group.meld != NO_MELD:
            plain &= sum(self.melds[group.meld]) + len(group.cards) <= tables.size
        if plain and len(group.cards) < tables.size:
            self.moves[id(action)] = Move(action, group)
            self._ready.rank_of[id(action)] = self.rank

    def grown(self, move: Move) -> Stand:
        """Return the stand to which a move leads."""
        melds = list(self.melds)
        slot = self.slot
        if move.begins:
            slot = len(melds)
            melds.append((move.naturals, move.wilds))
        else:
            naturals, wilds = melds[slot]
            melds[slot] = (naturals + move.naturals, wilds + move.wilds)
            size = self._ready.tables.size
            if sum(melds[slot]) >= size:
                if self._ready.forgets_books:
                    del melds[slot]
                unfinished = [i for i, meld in enumerate(melds) if sum(meld) < size]
                slot = unfinished[-1] if unfinished else NO_MELD
        return self._ready.stand(self.rank, tuple(melds), slot)


class Ready:
    """The stands under one compiled ruleset, and what their tables share.

    Attributes:
        tables: The rules.
        ranks: Ranks that may be melded, wilds alone last.
        shapes: The smallest new melds of each.
        room: Cards from which on every lay in the tables leaves enough of them: before
            the last packet, and in it.
        of_wilds: Picks the wild kinds from a list by kind.
        starts: Where a row begins, by the wilds held of each kind.
        held: Reads from a list by kind the naturals for each of ``ranks``.
        rank_of: Rank of each lay, by its ``id``.
        stand: Returns the stand of a side in a rank, from the rank, naturals and wilds
            of each of its melds, and which of them a group joins when nothing is said.
        row: Returns the lays among offers that each hand can make.
        allowed: Returns which of the ``offers`` the rules of melds allow.
        twin: For each rank and wild kind the first that the rules treat like it.
        row_of: Place of each rank in ``ranks``.
        bare: For each rank the stand of a side with no meld of it.
        forgets_books: Whether finished books decide nothing about other melds of
            their rank, nor take a card.
    """

    __slots__ = (
        "_depth",
        "_followed",
        "_most",
        "allowed",
        "bare",
        "forgets_books",
        "held",
        "of_wilds",
        "rank_of",
        "ranks",
        "room",
        "row",
        "row_of",
        "shapes",
        "stand",
        "starts",
        "tables",
        "twin",
    )

    of_wilds: Callable[[Sequence[int]], tuple[int, ...]]
    held: Callable[[Sequence[int]], Iterable[int]]
    stand: Callable[[int, tuple[Counts, ...], int], Stand]
    row: Callable[[tuple[Offer, ...]], Row]
    allowed: Callable[[int, tuple[Counts, ...], int, int], list[bool]]

    def __init__(self, tables: Tables) -> None:
        """Find the smallest new melds of each rank, and what they take."""
        self.tables = tables
        self.forgets_books = (
            tables.closed
            and not tables.unusual
            and tables.book.melds.per_rank == "one_unfinished"
            and tables.book.melds.further_naturals == 1
        )
        self.ranks = (*tables.rank_kinds, *([WILD_RANK] if tables.wild_melds else []))
        plenty = _plenty(tables)
        # Listed by what they take; rules that check each lay go by rank and naturals.
        by_wilds = None if tables.unusual else _by_wilds
        self.twin = twins(tables)
        self.shapes: dict[int, list[Shape]] = {}
        for rank in self.ranks:
            alike = self.shapes.get(self.twin[rank])
            if alike is None:
                alike = sorted(smallest(tables, rank, plenty), key=by_wilds)
            self.shapes[rank] = [(rank, *shape[1:]) for shape in alike]
        every = [shape for shapes in self.shapes.values() for shape in shapes]
        if tables.apart not in (0, NEVER_APART):
            # Where another lies a new meld may need any number of cards.
            for rank, least in product(self.ranks, range(tables.size)):
                every += smallest(tables, rank, plenty, least)
        leaps = [
            (rank, naturals, used)
            for rank in (tables.rank_kinds if tables.leaps else ())
            for naturals, wilds in every_leap(tables, rank)
            for used in _splits(tables, wilds)
        ]
        if tables.keeps_packet:
            every += leaps
        largest = max((n + sum(used) for _, n, used in every), default=1)
        small = max(tables.keep, _DISCARD_AND_ONE) + largest - 1
        self.room = (
            small if tables.keeps_packet else 0,
            small if tables.unusual else tables.small_hand,
        )
        if tables.runs:
            # Suits matter, so no lay is ever read off.
            self.room = (maxsize, maxsize)
        taken = zip(*[used for *_, used in (*every, *leaps)], strict=True)
        most = [max(1, *counts) for counts in taken] or [1] * len(tables.wild_kinds)
        self._most = tuple(most)
        self._depth = 1 + max(tables.copies)
        self.starts = Starts(self._most, self._depth)
        self.of_wilds = picker(tables.wild_kinds)
        # Where all ranks may be melded a hand can be read as it is.
        whole = self.ranks == (*RANK_KINDS, WILD_RANK)[: len(self.ranks)]
        self.held = iter if whole and self.ranks else reader(self.ranks)
        self.row_of = {rank: place for place, rank in enumerate(self.ranks)}
        self.rank_of: dict[int, int] = {}
        self.stand = lru_cache(maxsize=_MOST_STANDS)(partial(Stand, self))
        self._followed: list[Move] = []
        self.row = lru_cache(maxsize=_MOST_STANDS)(self._row)
        self.allowed = lru_cache(maxsize=_MOST_STANDS)(self._allowed)
        self.bare = [self.stand(rank, (), NO_MELD) for rank in range(SLOTS)]

    def follow(self, stand: Stand, move: Move) -> Stand:
        """Return the stand to which a move of a stand leads, and remember it there."""
        if len(self._followed) >= _MOST_STANDS:
            for one in self._followed:
                one.after = None
            self._followed.clear()
        self._followed.append(move)
        move.after = stand.grown(move)
        return move.after

    def offers(
        self, rank: int, melds: tuple[Counts, ...], slot: int, place: int
    ) -> list[Offer]:
        """Return smallest lays of a rank onto the meld at ``place``, or new melds."""
        state = position(self.tables, rank, melds, slot)
        if place == NO_MELD:
            shapes = self.shapes.get(rank, [])
            least = least_apart(self.tables, rank, state.melds[0])
            if least:
                plenty = _plenty(self.tables)
                shapes = sorted(smallest(self.tables, rank, plenty, least))
            return [*_new(state, rank, shapes)]
        return [*_onto(state, place)]

    def _allowed(
        self, rank: int, melds: tuple[Counts, ...], slot: int, place: int
    ) -> list[bool]:
        """Return for each of the ``offers`` whether the rules of melds allow it."""
        state = position(self.tables, rank, melds, slot)
        return [
            _is_allowed(state, offer.lay, place)
            for offer in self.offers(rank, melds, slot, place)
        ]

    def _row(self, offers: tuple[Offer, ...]) -> Row:
        places = prod(limit + 1 for limit in self._most) * self._depth
        if places > _LARGEST_ROW or self.tables.leaps:
            return FoundRow(offers, self._most, self._depth)
        most = max([offer.naturals for offer in offers], default=0)
        row: list[Lays] = []
        # Equal ones are one object: what is read again and again should be small.
        same: dict[tuple[int, ...], Lays] = {}
        for wilds in product(*[range(limit + 1) for limit in self._most]):
            fitting = _with_wilds(offers, wilds)
            few = [_with_naturals(fitting, held) for held in range(most + 1)]
            few = [same.setdefault(tuple(map(id, lays)), lays) for lays in few]
            row += few
            row += few[-1:] * (self._depth - len(few))
        return tuple(row)

    def clipped(self, hand: Sequence[int]) -> list[int]:
        """Return a hand with no more of a kind than the tables are made for."""
        return [min(count, self._depth - 1) for count in hand]


@lru_cache(maxsize=_MOST_RULES)
def _made(tables: Tables) -> Ready:
    return Ready(tables)


def ready_of(tables: Tables) -> Ready:
    """Return the tables of ready lays under these rules, made on first use."""
    return _made(tables.like)


def _with_wilds(offers: Iterable[Offer], wilds: tuple[int, ...]) -> list[Offer]:
    """Return the offers that take no more wilds of a kind than these."""
    return [offer for offer in offers if not any(map(gt, offer.wilds, wilds))]


def _with_naturals(offers: Iterable[Offer], held: int) -> Lays:
    """Return the lays of the offers that take no more naturals than these."""
    return tuple([offer.lay for offer in offers if offer.naturals <= held])


def _by_wilds(shape: Shape) -> tuple[int, tuple[int, ...]]:
    return sum(shape[2]), shape[2]


class Starts(dict[tuple[int, ...], int]):
    """Where a row begins for so many wilds of each kind, found when it is asked."""

    __slots__ = ("_depth", "_most")

    def __init__(self, most: tuple[int, ...], depth: int) -> None:
        """Read rows of so many places for each choice of no more wilds than these."""
        self._most, self._depth = most, depth

    def __missing__(self, held: tuple[int, ...]) -> int:
        """Return where a row begins for wilds not asked for before."""
        if len(self) >= _MOST_CODES:
            self.clear()
        code = 0
        for wilds, limit in zip(held, self._most, strict=True):
            code = code * (limit + 1) + min(wilds, limit)
        found = self[held] = code * self._depth
        return found


class FoundRow(dict[int, Lays]):
    """A row found place by place: whole, it grows with each kind of wild manyfold."""

    __slots__ = ("_depth", "_most", "_offers")

    def __init__(
        self, offers: tuple[Offer, ...], most: tuple[int, ...], depth: int
    ) -> None:
        """Stand for the lays among ``offers``, by the places of ``Starts``."""
        self._offers, self._most, self._depth = offers, most, depth

    def __missing__(self, place: int) -> Lays:
        """Return the lays at a place not asked for before."""
        if len(self) >= _MOST_CODES:
            self.clear()
        code, held = divmod(place, self._depth)
        wilds = []
        for limit in reversed(self._most):
            code, count = divmod(code, limit + 1)
            wilds.append(count)
        fitting = _with_wilds(self._offers, tuple(reversed(wilds)))
        found = self[place] = _with_naturals(fitting, held)
        return found


# -- judging ----------------------------------------------------------------------


def position(tables: Tables, rank: int, melds: Sequence[Counts], slot: int) -> State:
    """Return a table on which nothing lies but one side's melds of one rank."""
    state = State()
    state.tables = [tables]
    state.melds = [tuple([Meld(rank, b"", n, w) for n, w in melds])]
    state.slots = [[NO_MELD] * SLOTS]
    state.slots[0][rank] = slot
    state.wilds_added = ()
    state.finished = ()
    state.consents = NO_CONSENTS
    state.turn = NOBODY
    return state


def _is_allowed(state: State, action: Lay, place: int) -> bool:
    """Whether a lay goes to the meld at ``place`` and the rules of melds allow it."""
    placed, refusals = place_all(state, 0, action.groups)
    if refusals or placed[0].meld != place:
        return False
    return not Layout(state, 0, placed).refusals


def _onto(state: State, place: int) -> Iterator[Offer]:
    """Yield the lays of one card onto a meld."""
    kinds = state.tables[0].wild_kinds
    rank = state.melds[0][place].rank
    none = (0,) * len(kinds)
    if rank != WILD_RANK:
        yield Offer(1, none, lay(rank, 1, (), meld_onto(state, 0, place, 1)))
    onto = meld_onto(state, 0, place, 0)
    for i, kind in enumerate(kinds):
        one = (*none[:i], 1, *none[i + 1 :])
        yield Offer(0, one, lay(rank, 0, (kind,), onto))
    if state.tables[0].leaps:
        for leap in leaps_onto(state, 0, place, _plenty(state.tables[0])):
            laid = [card.kind for card in leap.groups[0].cards]
            used = tuple([laid.count(kind) for kind in kinds])
            yield Offer(len(laid) - sum(used), used, leap)


def _plenty(tables: Tables) -> list[int]:
    """Return as many cards of each kind as a smallest lay may take."""
    longer = tables.leaps or tables.most_new > tables.size
    return [tables.size * (2 if longer else 1)] * KINDS


def _splits(tables: Tables, wilds: int) -> list[tuple[int, ...]]:
    """Return every way to use so many wilds, by kind."""
    every = splits((wilds,) * len(tables.wild_kinds), wilds)
    return [used for used in every if sum(used) == wilds]


def _new(state: State, rank: int, shapes: Sequence[Shape]) -> Iterator[Offer]:
    """Yield the lays that start a meld of ``rank`` in one of ``shapes``."""
    tables = state.tables[0]
    several = tables.apart != NEVER_APART and state.melds[0]
    onto = NEW if several else new_onto(state, 0, rank)
    for _, naturals, used in shapes:
        wilds = wild_list(tables.wild_kinds, used)
        yield Offer(naturals, used, lay(rank, naturals, wilds, onto))
