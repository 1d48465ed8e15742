"""Runs as they are put together rank by rank, for the search of whole lays.

``handfoot.play.layouts`` goes through a hand rank by rank, lowest first. A run that has
begun and may go on is a *chain*: at each rank the cards of it lengthen some chains,
begin others, and end those that they leave behind. A chain remembers little, so few
sorts of chains are met, however many ways lead to them.

Where it is enough, a chain remembers still less (``handfoot.play.runs.plain``).
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from handfoot.cards import CARDS, Card
from handfoot.play.actions import NEW, Group
from handfoot.play.books import overfilled
from handfoot.play.faces import lowest_face
from handfoot.play.marks import Counter, Marks
from handfoot.play.placing import meld_name
from handfoot.play.runs.chain import LATER, NO_GOAL, Chain, Move
from handfoot.play.runs.plain import (
    are_plain,
    floor_of,
    longest_of,
    most_books,
    outdone,
)
from handfoot.play.runs.run import Run, face_of, suited, without
from handfoot.play.state import NO_MELD, RUN_RANKS, State
from handfoot.play.tables import Tables


class Chains:
    """The moves of chains with the cards of one hand.

    Args:
        tables: Rules of the side.
        faces: Cards held.
        lying: The side's runs on the table.
        counter: What is counted beside points.
        later: Whether runs may also be begun later in the turn.

    Attributes:
        start: The chains before the first rank.
    """

    __slots__ = (
        "_counter",
        "_held",
        "_known",
        "_later",
        "_longest",
        "_lying",
        "_most_books",
        "_most_points",
        "_plain",
        "_tables",
        "start",
    )

    def __init__(
        self,
        tables: Tables,
        faces: bytes,
        lying: Iterable[Run],
        counter: Counter,
        *,
        later: bool,
    ) -> None:
        """Begin with the runs on the table."""
        self._tables = tables
        self._held = Counts(faces)
        self._lying = {run.place: run for run in lying}
        self._counter = counter
        self._later = later
        # Beyond what any rule asks of one meld its worth is no matter.
        self._most_points = max(floor_of(tables), _most_asked(tables, counter))
        self._longest = longest_of(tables)
        self._plain = are_plain(tables, counter, self._longest)
        self._most_books = most_books(tables, counter) if self._plain else 0
        self._known: dict[tuple[tuple[Chain, ...], int], tuple[Move, ...]] = {}
        self.start = tuple(
            sorted(
                Chain(run.rank, run.high, run.size, 0, run.place)
                for run in self._lying.values()
            )
        )

    def moves(self, chains: tuple[Chain, ...], kind: int) -> tuple[Move, ...]:
        """Return what the cards of a kind can do; nothing where a chain is caught."""
        found = self._known.get((chains, kind))
        if found is None:
            found = self._known[chains, kind] = tuple(self._moves(chains, kind))
        return found

    def end(self, chains: tuple[Chain, ...]) -> tuple[Move, ...]:
        """Return the move that ends all chains; nothing where one is caught."""
        move = self._ended(Move(), chains)
        return () if move is None else (move,)

    def groups(
        self,
        state: State,
        side: int,
        sets: Iterable[Group],
        moves: Iterable[tuple[int, Move]],
    ) -> tuple[Group, ...]:
        """Return the groups of a lay: its sets, and the runs that some moves make.

        The cards of the sets are named exactly, so that none is taken that a run needs,
        now or later in the turn.
        """
        parts = list(self._cut(self._joined(put_together(self.start, moves))))
        runs = [
            Group(
                tuple(CARDS[face] for face in faces),
                NEW if place == NO_MELD else meld_name(state.melds[side], place),
            )
            for place, _, faces in parts
            if place != LATER
        ]
        held = bytes(sorted(self._held.elements()))
        free = without(held, (face for *_, faces in parts for face in faces))
        return (*named(sets, free), *runs)

    def _joined(
        self, parts: Iterable[tuple[int, int, bytes]]
    ) -> list[tuple[int, int, bytes]]:
        """Return runs with new ones that follow each other as one: fewest melds.

        Where a first lay must hold certain melds they stay as they were found.
        """
        tables = self._tables
        if tables.demands:
            return list(parts)
        found: list[tuple[int, int, bytes]] = []
        for place, rank, faces in sorted(parts):
            if found and place == NO_MELD:
                *before, (at, suit, below) = found
                cards = len(below) + len(faces)
                follows = (at, suit, below[-1] + len(RUN_RANKS)) == (
                    place,
                    rank,
                    faces[0],
                )
                books = len(below) >= tables.size or len(faces) >= tables.size
                # A book that this makes must not change what the lay is worth.
                changes = cards >= tables.size and tables.book.opening.bonuses_count
                fits = overfilled(tables, rank, (0, 0), (cards, 0)) is None
                if follows and fits and not (books or changes):
                    found = [*before, (at, suit, below + faces)]
                    continue
            found.append((place, rank, faces))
        return found

    def _cut(
        self, parts: Iterable[tuple[int, int, bytes]]
    ) -> Iterator[tuple[int, int, bytes]]:
        """Yield new runs in pieces of no more cards than a run may have."""
        smallest = self._tables.smallest
        for place, rank, faces in parts:
            left = faces
            while place == NO_MELD and len(left) > self._longest:
                size = min(self._longest, len(left) - smallest)
                yield place, rank, left[:size]
                left = left[size:]
            yield place, rank, left

    def _moves(self, chains: tuple[Chain, ...], kind: int) -> Iterable[Move]:
        behind = [chain for chain in chains if chain.top < kind - 1]
        first = self._ended(Move(), behind)
        moves = [] if first is None else [first]
        for rank in RUN_RANKS:
            here = [c for c in chains if c.rank == rank and c.top >= kind - 1]
            of_suit = self._distinct(self._in_suit(here, rank, kind))
            if of_suit != [Move()]:
                both = (self._both(one, more) for one in moves for more in of_suit)
                moves = list(both)
        return self._distinct(moves)

    def _both(self, one: Move, more: Move) -> Move:
        """Return what two moves with the cards of other suits do together."""
        marks = one.marks or more.marks
        if one.marks and more.marks:
            marks = self._counter.sum(one.marks, more.marks)
        return Move(
            one.used + more.used,
            one.later + more.later,
            one.bonus + more.bonus,
            marks,
            one.chains + more.chains,
            one.links + more.links,
        )

    def _distinct(self, moves: Iterable[Move]) -> list[Move]:
        """Return moves of which no two come to the same, nor to less where that tells.

        More chains meant for books than could matter are dropped.
        """
        found: dict[tuple[int, int, int, Marks], dict[tuple[Chain, ...], Move]] = {}
        for move in moves:
            if sum([chain.book for chain in move.chains]) <= self._most_books:
                chains = tuple(sorted(move.chains))
                found.setdefault(move[:4], {}).setdefault(
                    chains, move._replace(chains=chains)
                )
        for alike in found.values():
            for chains in self.outdone(alike):
                del alike[chains]
        return [move for alike in found.values() for move in alike.values()]

    def outdone(
        self, choices: Iterable[tuple[Chain, ...]]
    ) -> dict[tuple[Chain, ...], list[tuple[Chain, ...]]]:
        """Return chains with which no more can be done than with others, and those.

        Nothing is returned where that is not known.
        """
        known = self._plain and not self._most_points
        return outdone(choices, self._tables.smallest) if known else {}

    def _in_suit(self, chains: Sequence[Chain], rank: int, kind: int) -> Iterator[Move]:
        """Yield what the cards of one suit do."""
        held = self._held[face_of(rank, kind)] if kind in self._tables.run_kinds else 0
        must = [c for c in chains if c.top == kind - 1 and c.goal != NO_GOAL]
        may = [c for c in chains if c.top == kind - 1 and c.goal == NO_GOAL]
        rest = [c for c in chains if c.top >= kind]
        below = [c for c in rest if self._reaches(c, kind)]
        new = self._begun(rank, kind)
        for grown in _some(may, held - len(must)):
            left = Counts(may) - Counts(grown)
            ended = self._ended(Move(), left.elements())
            if ended is None:
                continue
            for joining in _some(below, held - len(must) - len(grown)):
                room = held - len(must) - len(grown) - len(joining)
                for begun in _some(new * room, room):
                    links: list[tuple[Chain | None, Chain | None]] = [
                        *((c, self._grown(c, kind)) for c in (*must, *grown)),
                        *((c, self._from_below(c, kind)) for c in joining),
                        *((None, self._grown(c, kind)) for c in begun),
                    ]
                    stay = list((Counts(rest) - Counts(joining)).elements())
                    done = _with(ended, stay, links)
                    settled = None if done is None else self._settled(done, kind)
                    if settled is not None:
                        yield settled

    def _settled(self, move: Move, kind: int) -> Move | None:
        """Return a move in which chains that cannot go on have ended, if they may."""
        if self._plain and not self._are_fed(move.chains, kind):
            return None
        done = [c for c in move.chains if c.top == kind and not self._may_grow(c)]
        if not done:
            return move
        chains = tuple((Counts(move.chains) - Counts(done)).elements())
        return self._ended(move._replace(chains=chains), done)

    def _are_fed(self, chains: Iterable[Chain], kind: int) -> bool:
        """Whether enough cards are held for new chains of a suit that must go on."""
        smallest = self._tables.smallest
        new = [c for c in chains if c.top == kind and c.meld in (NO_MELD, LATER)]
        return all(
            sum([c.size <= smallest - more for c in new])
            <= self._held[face_of(new[0].rank, kind + more)]
            for more in range(1, smallest)
            if new
        )

    def _may_grow(self, chain: Chain) -> bool:
        """Whether a card is held that could lengthen a chain."""
        kind = chain.top + 1
        held = kind in self._tables.run_kinds and self._held[face_of(chain.rank, kind)]
        return bool(held)

    def _begun(self, rank: int, kind: int) -> list[Chain]:
        """Return chains that could begin with a card of a kind, as before it."""
        tables = self._tables
        row = 0
        while kind + row in tables.run_kinds and self._held[face_of(rank, kind + row)]:
            row += 1
        if row < tables.smallest:
            return []
        melds = (NO_MELD, LATER) if self._later else (NO_MELD,)
        books = (False, True) if self._most_books and row >= tables.size else (False,)
        return [
            Chain(rank, kind - 1, 0, 0, meld, book=book)
            for meld in melds
            for book in books
        ]

    def _reaches(self, chain: Chain, kind: int) -> bool:
        """Whether a run on the table can be lengthened downward from a kind on."""
        run = self._lying.get(chain.meld)
        return (
            run is not None
            and chain.size == run.size
            and kind < run.low
            and all(
                k in self._tables.run_kinds and self._held[face_of(run.rank, k)]
                for k in range(kind, run.low)
            )
        )

    def _from_below(self, chain: Chain, kind: int) -> Chain | None:
        goal = self._lying[chain.meld].low - 1
        return self._grown(Chain(chain.rank, kind - 1, 0, 0, chain.meld, goal), kind)

    def _grown(self, chain: Chain, kind: int) -> Chain | None:
        """Return a chain with one card more, ``None`` where it would be too long."""
        tables = self._tables
        new = chain.meld in (NO_MELD, LATER)
        most = self._most_points if new else 0
        points = chain.points + tables.points[kind] if most else 0
        size = chain.size + 1
        if new and size > self._longest and (chain.book or not self._plain):
            return None
        if new and self._plain:
            size = min(size, tables.size if chain.book else tables.smallest)
        grown = chain._replace(top=kind, size=size, points=min(points, most))
        if grown.goal == kind:
            run = self._lying[grown.meld]
            size = grown.size + run.size
            grown = Chain(run.rank, run.high, size, 0, run.place)
        return None if tables.closed and grown.size > tables.size else grown

    def _ended(self, move: Move, chains: Iterable[Chain]) -> Move | None:
        """Return a move that ends chains too; ``None`` where one cannot end so."""
        bonus, marks = move.bonus, move.marks
        counter = self._counter
        for chain in chains:
            if not self._may_end(chain):
                return None
            lies = (chain.size, 0)
            now = (0, 0) if chain.meld == LATER else lies
            if counter.names:
                bonus_of = counter.bonus(chain.rank, lies) if counter.alone else 0
                more = counter.of(chain.rank, now, lies, chain.points + bonus_of)
                marks = counter.sum(marks, more) if marks else more
            if chain.meld == NO_MELD:
                bonus += counter.bonus(chain.rank, lies)
        return move._replace(bonus=bonus, marks=marks)

    def _may_end(self, chain: Chain) -> bool:
        tables = self._tables
        if chain.goal != NO_GOAL:
            return False
        run = self._lying.get(chain.meld)
        before = 0 if run is None else run.size
        if run is None and (
            chain.size < (tables.size if chain.book else tables.smallest)
            or chain.points < floor_of(tables)
        ):
            return False
        added = chain.size - before
        return overfilled(tables, chain.rank, (before, 0), (added, 0)) is None


def _most_asked(tables: Tables, counter: Counter) -> int:
    """Return what one meld may have to be worth toward the opening, bonus apart."""
    if not counter.alone:
        return 0
    bonuses = [kind.bonus for kind in tables.book.books.kinds.values()]
    return counter.alone - min((0, *bonuses))


def _some(chains: Sequence[Chain], most: int) -> Iterator[tuple[Chain, ...]]:
    """Yield every choice of at most so many of some chains; equal ones are alike."""
    if most < 0:
        return
    for count in range(min(most, len(chains)) + 1):
        yield from dict.fromkeys(combinations(sorted(chains), count))


def _with(
    move: Move,
    stay: Iterable[Chain],
    links: Iterable[tuple[Chain | None, Chain | None]],
) -> Move | None:
    """Return a move with cards put to chains; ``None`` where one gets too long."""
    chains = [*move.chains, *stay]
    used, later = move.used, move.later
    done: list[tuple[Chain | None, Chain]] = []
    for before, after in links:
        if after is None:
            return None
        chains.append(after)
        done.append((before, after))
        used += after.meld != LATER
        later += after.meld == LATER
    return move._replace(
        used=used, later=later, chains=tuple(chains), links=(*move.links, *done)
    )


def named(groups: Iterable[Group], faces: bytes) -> tuple[Group, ...]:
    """Return groups with their cards named exactly, the lowest faces first."""
    left = bytearray(faces)
    done: list[Group] = []
    for group in groups:
        cards: list[Card] = []
        for card in group.cards:
            face = lowest_face(left, card.kind)
            if card.exact or not suited(card.kind) or face is None:
                cards.append(card)
                continue
            left.remove(face)
            cards.append(CARDS[face])
        done.append(Group(tuple(cards), group.onto))
    return tuple(done)


def put_together(
    start: Iterable[Chain], moves: Iterable[tuple[int, Move]]
) -> list[tuple[int, int, bytes]]:
    """Return the runs that some moves make: place, rank, and the cards added to each.

    Args:
        start: The chains before the first rank.
        moves: The kind and the move of each rank, lowest first.
    """
    parts = [(chain, b"") for chain in start]
    for kind, move in moves:
        for before, after in move.links:
            faces = b""
            if before is not None:
                place = next(i for i, part in enumerate(parts) if part[0] == before)
                faces = parts.pop(place)[1]
            parts.append((after, faces + bytes((face_of(after.rank, kind),))))
    return [(chain.meld, chain.rank, faces) for chain, faces in parts if faces]
