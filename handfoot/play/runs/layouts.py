"""Every way to lay a hand at once where there are runs.

The search of ``handfoot.play.layouts``, in which the cards of each rank may also begin
and lengthen runs: what is reached holds the runs that may still grow, as
``handfoot.play.runs.chains``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from handfoot.play.actions import Group
from handfoot.play.exits import Counts
from handfoot.play.layouts import Layouts, Reached, TooMany
from handfoot.play.marks import Counter
from handfoot.play.offers import groups_of_portions
from handfoot.play.rank_options import Option, Portions, cheap
from handfoot.play.runs.chain import Chain, Move
from handfoot.play.runs.chains import Chains
from handfoot.play.runs.run import Run, counted
from handfoot.play.state import WILD_RANK, State
from handfoot.play.tables import Tables
from handfoot.play.turn_bounds import FREE, Bounds

# In place of a rank: after the last one, where runs that may still grow have their end.
_THE_END: Final = -1


class RunLayouts(Layouts):
    """All ways to lay cards of a hand in one play, in sets and in runs.

    Args:
        tables: Rules of the side.
        faces: Cards held.
        melds: Rank, naturals and wilds of the side's melds on the table.
        runs: The runs among them.
        counter: What is counted beside points.
        finish: Whether all cards left must leave in the same turn.
        how: What else :class:`~handfoot.play.layouts.Layouts` is told.

    Raises:
        TooMany: the search was given up.
    """

    __slots__ = ("_chains",)

    def __init__(
        self,
        tables: Tables,
        faces: bytes,
        melds: Sequence[Counts],
        runs: Iterable[Run],
        *,
        counter: Counter,
        finish: bool = False,
        **how: Any,
    ) -> None:
        """Search all ways."""
        bounds = how.get("bounds", FREE)
        self._chains = self._begin(
            tables, faces, runs, counter, later=finish, bounds=bounds
        )
        super().__init__(
            tables, counted(faces), melds, counter=counter, finish=finish, **how
        )

    @staticmethod
    def _begin(
        tables: Tables,
        faces: bytes,
        runs: Iterable[Run],
        counter: Counter,
        *,
        later: bool,
        bounds: Bounds,  # noqa: ARG004  # for runs that may hold wilds
    ) -> Chains:
        """Return the moves of runs."""
        return Chains(tables, faces, runs, counter, later=later)

    def _search(self, melds: Sequence[Counts]) -> None:
        self._layers = [
            {
                start._replace(chains=self._chains.start): sums
                for start, sums in self._layers[0].items()
            }
        ]
        super()._search(melds)
        tables = self._tables
        none = cheap(tables, 0)
        after = none if self._finish else ()
        nothing = Option(0, 0, none, after, self.counter.none(), 0)
        self._go_on(_THE_END, {nothing: ()})

    def _held(self, rank: int) -> int:
        return 0 if rank == _THE_END else super()._held(rank)

    def _add(self, rank: int, melds: Sequence[Counts]) -> None:
        # Cards that no set takes may still be part of a run.
        self._go_on(rank, self._options(rank, melds, 0))

    def _go_on(self, rank: int, options: dict[Option, Portions]) -> None:
        """Add a layer: what is reached by each choice from each thing reached."""
        found: dict[tuple[Reached, int], int] = {}
        known: dict[Move, list[tuple[Option, bool, int]]] = {}
        for chains, starts in _by_chains(self._layers[-1]).items():
            for move, ends in _by_effect(self._moves(chains, rank)).items():
                if move not in known:
                    known[move] = list(self._choices(options, rank, move))
                choices = known[move]
                if self._work is not None:
                    self._work -= len(ends) * len(choices) * len(starts)
                    if self._work < 0:
                        raise TooMany
                for start, sums in starts:
                    for option, some, worth in choices:
                        after = self._after(start, option, rank, some=some)
                        if after is not None:
                            for end in ends:
                                key = (Reached(*after[:5], end), worth)
                                found[key] = found.get(key, 0) | sums
        lowest = min((worth for _, worth in found), default=0)
        reached: dict[Reached, int] = {}
        for (after, worth), sums in found.items():
            reached[after] = reached.get(after, 0) | sums << worth - lowest
        self.lowest += lowest
        self._steps.append((rank, lowest, options))
        self._layers.append(self._best(reached))

    def _best(self, reached: dict[Reached, int]) -> dict[Reached, int]:
        """Return what is reached without what is no better than something else."""
        outdone = self._chains.outdone({one.chains for one in reached})
        return {
            one: sums
            for one, sums in reached.items()
            if not any(
                sums & ~reached.get(Reached(*one[:5], chains), 0) == 0
                for chains in outdone.get(one.chains, ())
            )
        }

    def _choices(
        self, options: dict[Option, Portions], rank: int, move: Move
    ) -> Iterator[tuple[Option, bool, int]]:
        """Yield what may be laid in sets beside cards in runs, taken together."""
        worth = self._worth_of(rank, move)
        for option, portions in options.items():
            both = self._both(option, rank, move)
            if both is not None:
                some = self._lays(portions, move)
                yield both, some, worth + self._worth(rank, option)

    def _moves(self, chains: tuple[Chain, ...], rank: int) -> tuple[Move, ...]:
        """Return what the cards of a rank can do in runs."""
        if rank == WILD_RANK:
            return (Move(chains=chains),)
        if rank == _THE_END:
            return self._chains.end(chains)
        return self._chains.moves(chains, rank)

    def _worth_of(self, rank: int, move: Move) -> int:
        if not move.used:
            return move.bonus
        return move.used * self._tables.opening_points[rank] + move.bonus

    def _both(self, option: Option, rank: int, move: Move) -> Option | None:
        """Return cards laid in sets and in runs as one, ``None`` for too many or few.

        For what stays and what is thrown, a card in a run is one in a set.
        """
        held = self._held(rank)
        naturals, later = option.naturals + move.used, option.later + move.later
        if naturals + later > held:
            return None
        if self.most_left is not None and held - naturals > self.most_left:
            return None
        marks = option.marks
        if move.marks:
            marks = self.counter.sum(marks, move.marks)
        return option._replace(naturals=naturals, later=later, marks=marks)

    def _lays(self, portions: Portions, move: Move) -> bool:
        """Whether any card is laid now."""
        return bool(portions) or move.used > 0

    def groups(
        self,
        state: State,
        side: int,
        reached: Reached,
        points: int,
        wilds: Sequence[int],
    ) -> tuple[Group, ...]:
        """Return the groups of one way, its runs too, the suits named."""
        way = self._way(reached, points)
        portions = tuple(portion for *_, more in way for portion in more)
        sets = groups_of_portions(state, side, portions, wilds)
        return self._chains.groups(state, side, sets, [(r, m) for r, m, _ in way])

    def _way(self, reached: Reached, points: int) -> list[tuple[int, Move, Portions]]:
        """Return for each rank of one way what is done in runs, and the portions."""
        way: list[tuple[int, Move, Portions]] = []
        place = points - self.lowest
        for step in range(len(self._steps), 0, -1):
            rank, lowest, options = self._steps[step - 1]
            layer = self._layers[step - 1]
            reached, place, move, more = self._back_with_runs(
                layer, options, (reached, place), rank, lowest
            )
            way.append((rank, move, more))
        return way[::-1]

    def _back_with_runs(
        self,
        layer: dict[Reached, int],
        options: dict[Option, Portions],
        target: tuple[Reached, int],
        rank: int,
        lowest: int,
    ) -> tuple[Reached, int, Move, Portions]:
        reached, place = target
        for before, sums in layer.items():
            if before.wilds[0] > reached.wilds[0]:
                continue
            for move in self._moves(before.chains, rank):
                if move.chains != reached.chains:
                    continue
                rest = place - self._worth_of(rank, move) + lowest
                for option, portions in options.items():
                    here = rest - self._worth(rank, option)
                    if here < 0 or not sums >> here & 1:
                        continue
                    both = self._both(option, rank, move)
                    if both is None:
                        continue
                    some = self._lays(portions, move)
                    after = self._after(before, both, rank, some=some)
                    if after is not None and after[:5] == reached[:5]:
                        return before, here, move, portions
        raise AssertionError("what was reached was reached from somewhere")


def _by_chains(
    layer: dict[Reached, int],
) -> dict[tuple[Chain, ...], list[tuple[Reached, int]]]:
    """Return what is reached, with its sums, by the runs that may still grow."""
    found: dict[tuple[Chain, ...], list[tuple[Reached, int]]] = {}
    for reached, sums in layer.items():
        found.setdefault(reached.chains, []).append((reached, sums))
    return found


def _by_effect(moves: Iterable[Move]) -> dict[Move, list[tuple[Chain, ...]]]:
    """Return the chains after some moves, by what else the moves do."""
    found: dict[Move, dict[tuple[Chain, ...], None]] = {}
    for move in moves:
        what = move._replace(chains=(), links=(), by_wild=(), ended=())
        found.setdefault(what, {})[move.chains] = None
    return {what: [*chains] for what, chains in found.items()}
