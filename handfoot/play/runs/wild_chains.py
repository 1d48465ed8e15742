"""Runs as they are put together rank by rank, where wilds may be among their cards.

Between two cards of a chain a wild stands for one that is missing, or is laid in
another meld. At its ends it is no matter where wilds lie, only how many: they are added
when a chain has ended, as many as a run has places, first to its top.

Which wilds they are is decided then, too: a run needs those with which it is worth what
a new meld must be (see ``handfoot.play.floors``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from operator import add
from typing import NamedTuple

from handfoot.cards import KIND_OF
from handfoot.play.floors import Grades, beside
from handfoot.play.marks import Counter
from handfoot.play.rank_options import cheap
from handfoot.play.runs.begun import may_begin
from handfoot.play.runs.chain import LATER, NO_GOAL, Chain, Move
from handfoot.play.runs.chains import Chains
from handfoot.play.runs.run import Run, face_of, may_take
from handfoot.play.state import NO_MELD, RUN_RANKS
from handfoot.play.tables import Tables
from handfoot.play.turn_bounds import Bounds

# The kind of the place of each card, and whether it is wild.
Cards = tuple[tuple[int, bool], ...]


class Part(NamedTuple):
    """What some moves add to a run.

    Attributes:
        meld: Place of the run, ``NO_MELD`` for a new one, or ``LATER``.
        rank: One of ``RUN_RANKS``.
        cards: The kind of the place of each card, and whether it is wild.
    """

    meld: int
    rank: int
    cards: Cards


class WildChains(Chains):
    """The moves of chains with the cards of one hand, wilds among them.

    Args:
        tables: Rules of the side.
        faces: Cards held.
        lying: The side's runs on the table.
        counter: What is counted beside points.
        later: Whether runs may also be begun later in the turn.
        bounds: What else binds the side.
    """

    __slots__ = ("_none", "_room", "_rows", "_wilds")

    def __init__(
        self,
        tables: Tables,
        faces: bytes,
        lying: Iterable[Run],
        counter: Counter,
        *,
        later: bool,
        bounds: Bounds,
    ) -> None:
        """Begin with the runs on the table."""
        super().__init__(tables, faces, lying, counter, later=later)
        self._room = bounds.room
        self._none = cheap(tables, 0)
        self._wilds = sum(tables.wild[KIND_OF[face]] for face in faces)
        rows = tables.book.melds.in_runs(tables.book.wilds.cards)
        self._rows = {kind: row for row in rows for kind in row}
        self.start = tuple(
            sorted(
                Chain(run.rank, run.high, run.size, 0, run.place, wilds=len(run.gaps))
                for run in self._lying.values()
            )
        )

    def end(self, chains: tuple[Chain, ...]) -> tuple[Move, ...]:
        """Return the moves that end all chains; none where one is caught."""
        return tuple(self._all_ended(self._nothing(), chains))

    def _nothing(self) -> Move:
        return Move(wilds=self._none, after=self._none)

    def _moves(self, chains: tuple[Chain, ...], kind: int) -> Iterator[Move]:
        behind = [chain for chain in chains if chain.top < kind - 1]
        moves = list(self._all_ended(self._nothing(), behind))
        for rank in RUN_RANKS:
            here = [c for c in chains if c.rank == rank and c.top >= kind - 1]
            held = self._held[face_of(rank, kind)] if self._is_place(kind) else 0
            moves = self._distinct(
                more
                for move in moves
                for more in self._in_one(move, here, rank, kind, held=held)
            )
        yield from moves

    def _is_place(self, kind: int) -> bool:
        return kind in self._tables.run_kinds

    def _distinct(self, moves: Iterable[Move]) -> list[Move]:
        """Return moves of which no two come to the same, each with wilds enough."""
        found: dict[tuple[object, ...], Move] = {}
        for move in moves:
            spent = move.wilds[0] + move.after[0]
            spent += sum(chain.wilds - self._before(chain)[1] for chain in move.chains)
            if spent <= self._wilds:
                one = move._replace(chains=tuple(sorted(move.chains)))
                found.setdefault((*one[:5], one.wilds, one.after), one)
        return list(found.values())

    def _before(self, chain: Chain) -> tuple[int, int]:
        """Return naturals and wilds that lie of a chain's run already."""
        run = self._lying.get(chain.meld)
        # What comes from below has not reached its run.
        return (0, 0) if run is None or chain.goal != NO_GOAL else run.counts

    def _in_one(
        self, move: Move, chains: Sequence[Chain], rank: int, kind: int, *, held: int
    ) -> Iterator[Move]:
        """Yield a move with what the cards of one suit, and wilds, do."""
        if not chains:
            yield from self._with_new(move, rank, kind, held=held)
            return
        chain, *others = chains
        if chain.top >= kind:
            stays: Iterable[Move] = (move._replace(chains=(*move.chains, chain)),)
        else:
            stays = self._all_ended(move, (chain,))
        for stay in stays:
            yield from self._in_one(stay, others, rank, kind, held=held)
        for wild in (False, True):
            longer = self._longer(chain, kind, wild=wild) if wild or held else None
            if longer is not None:
                more = _linked(move, chain, longer, wild=wild)
                left = held - (not wild)
                yield from self._in_one(more, others, rank, kind, held=left)

    def _longer(self, chain: Chain, kind: int, *, wild: bool) -> Chain | None:
        """Return a chain with the card of a kind, or a wild for it, if it may have it.

        A run on the table takes it below.
        """
        if not self._is_place(kind):
            return None
        if chain.top == kind - 1:
            if wild and not self._goes_on(chain.rank, kind, chain.goal):
                return None
            return self._with_card(chain, kind, wild=wild)
        run = self._lying.get(chain.meld)
        if wild or run is None or chain.goal != NO_GOAL or chain.size != run.size:
            return None
        if kind >= run.low or not self._filled(run.rank, kind, run.low - 1):
            return None
        below = Chain(run.rank, kind - 1, 0, 0, run.place, run.low - 1)
        return self._with_card(below, kind, wild=False)

    def _goes_on(self, rank: int, kind: int, goal: int = NO_GOAL) -> bool:
        """Whether a natural above a place, or the goal, is within reach of wilds."""
        for above in range(kind + 1, kind + 1 + self._wilds):
            if above == goal + 1 and goal != NO_GOAL:
                return True
            if not self._is_place(above):
                return False
            if self._held[face_of(rank, above)]:
                return True
        return False

    def _filled(self, rank: int, low: int, high: int) -> bool:
        """Whether places can all be filled."""
        places = range(low, high + 1)
        lacking = sum(not self._held[face_of(rank, kind)] for kind in places)
        return lacking <= self._wilds and all(map(self._is_place, places))

    def _with_card(self, chain: Chain, kind: int, *, wild: bool) -> Chain | None:
        most = self._most_points if chain.meld in (NO_MELD, LATER) else 0
        points = chain.points
        if most and not wild:
            points = min(points + self._tables.points[kind], most)
        grown = chain._replace(
            top=kind,
            size=chain.size + 1,
            points=points,
            wilds=chain.wilds + wild,
            gap=wild,
        )
        if grown.goal == kind:
            run = self._lying[grown.meld]
            grown = grown._replace(
                top=run.high,
                size=grown.size + run.size,
                goal=NO_GOAL,
                wilds=grown.wilds + len(run.gaps),
                gap=False,
            )
        tables = self._tables
        return None if tables.closed and grown.size > tables.size else grown

    def _with_new(
        self, move: Move, rank: int, kind: int, *, held: int
    ) -> Iterator[Move]:
        """Yield a move with new runs that begin with naturals of a kind."""
        yield move
        next_one = self._is_place(kind + 1) and self._held[face_of(rank, kind + 1)]
        if not held or not (next_one or self._goes_on(rank, kind + 1)):
            return
        melds = (NO_MELD, LATER) if self._later else (NO_MELD,)
        for count in range(1, held + 1):
            for chosen in combinations_with_replacement(melds, count):
                more: Move = move
                for meld in chosen:
                    whole = Chain(rank, kind - 1, 0, 0, meld)
                    grown = self._with_card(whole, kind, wild=False)
                    assert grown is not None, "one card is no book"
                    more = _linked(more, None, grown, wild=False)
                yield more

    # -- runs that have ended ---------------------------------------------------------

    def _all_ended(self, move: Move, chains: Iterable[Chain]) -> Iterator[Move]:
        """Yield a move that ends chains too, with each choice of their wilds."""
        moves = [move]
        for chain in chains:
            moves = [more for one in moves for more in self._one_ended(one, chain)]
        yield from moves

    def _one_ended(self, move: Move, chain: Chain) -> Iterator[Move]:
        if chain.goal != NO_GOAL or chain.gap:
            return
        counter = self._counter
        late = chain.meld == LATER
        naturals = chain.size - chain.wilds
        row = self._rows.get(chain.top, ())
        for more in range(min(self._wilds, len(row) - chain.size) + 1):
            lies = (naturals, chain.wilds + more)
            now = (0, 0) if late else lies
            bonus = counter.bonus(chain.rank, lies) if chain.meld == NO_MELD else 0
            ended = ((chain, more),) if more else ()
            for wilds, points in self._ways_to_end(chain, *lies):
                marks = move.marks
                if counter.names:
                    here = counter.of(chain.rank, now, lies, points)
                    marks = counter.sum(marks, here) if marks else here
                yield move._replace(
                    bonus=move.bonus + bonus,
                    marks=marks,
                    ended=move.ended + ended,
                    wilds=move.wilds if late else tuple(map(add, move.wilds, wilds)),
                    after=tuple(map(add, move.after, wilds)) if late else move.after,
                )

    def _ways_to_end(
        self, chain: Chain, naturals: int, wilds: int
    ) -> Iterator[tuple[Grades, int]]:
        """Yield the wilds that a run may have, and what it is worth with them."""
        tables = self._tables
        run = self._lying.get(chain.meld)
        if run is not None:
            old = run.counts
            added = wilds - old[1]
            room = self._room[run.place] if self._room else added
            if added <= room and may_take(tables, run, naturals - old[0], added):
                yield cheap(tables, added), 0
            return
        if not may_begin(tables, naturals, wilds):
            return
        counter = self._counter
        bonus = counter.bonus(chain.rank, (naturals, wilds)) if counter.alone else 0
        worth = chain.points + bonus
        for used in beside(tables, chain.points, wilds):
            yield used, worth
        if counter.alone > worth and wilds and tables.book.opening.wilds_count:
            for used in beside(tables, chain.points, wilds, counter.alone - bonus):
                yield used, counter.alone

    # -- what they make ---------------------------------------------------------------

    def parts(self, moves: Iterable[tuple[int, Move]]) -> list[Part]:
        """Return the runs that some moves make, each with the cards added to it.

        Args:
            moves: The kind and the move of each rank, lowest first.
        """
        found: list[tuple[Chain, Cards]] = [(chain, ()) for chain in self.start]
        done: list[Part] = []
        for kind, move in moves:
            for chain, wilds in move.ended:
                at = next(i for i, part in enumerate(found) if part[0] == chain)
                cards = found.pop(at)[1]
                ends = self._ends(chain, wilds)
                done.append(Part(chain.meld, chain.rank, cards + ends))
            for (before, after), wild in zip(move.links, move.by_wild, strict=True):
                cards = ()
                if before is not None:
                    at = next(i for i, part in enumerate(found) if part[0] == before)
                    cards = found.pop(at)[1]
                found.append((after, (*cards, (kind, wild))))
        left = (Part(chain.meld, chain.rank, cards) for chain, cards in found if cards)
        return [*done, *left]

    def _ends(self, chain: Chain, wilds: int) -> Cards:
        """Return the places of wilds beyond the cards of a run that has ended."""
        high = chain.top
        low = high - chain.size + 1
        above = range(high + 1, self._rows[high][-1] + 1)[:wilds]
        below = range(low - (wilds - len(above)), low)
        return tuple((kind, True) for kind in (*below, *above))


def _linked(move: Move, before: Chain | None, after: Chain, *, wild: bool) -> Move:
    """Return a move with a card put to a chain, or to a new one."""
    late = after.meld == LATER
    return move._replace(
        used=move.used + (not wild and not late),
        later=move.later + (not wild and late),
        chains=(*move.chains, after),
        links=(*move.links, (before, after)),
        by_wild=(*move.by_wild, wild),
    )
