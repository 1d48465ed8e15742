"""Every way to lay a hand at once where there are runs.

The search of ``handfoot.play.layouts``, in which the cards of each rank may also begin
and lengthen runs: what is reached holds the runs that may still grow, as
``handfoot.play.runs.chains``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from handfoot.play.actions import Group
from handfoot.play.exits import Counts
from handfoot.play.layouts import Layouts, Reached, TooMany
from handfoot.play.marks import Counter
from handfoot.play.offers import groups_of_portions
from handfoot.play.rank_options import Option, Portions, cheap
from handfoot.play.runs.chains import Chains, Move
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
        choices = [
            (option, bool(portions), self._worth(rank, option))
            for option, portions in options.items()
        ]
        found: list[tuple[Reached, int, int]] = []
        for start, sums in self._layers[-1].items():
            moves = self._moves(start, rank)
            if self._work is not None:
                self._work -= len(moves) * len(choices)
                if self._work < 0:
                    raise TooMany
            for move in moves:
                more = self._worth_of(rank, move)
                for option, some, worth in choices:
                    after = self._moved(start, option, rank, some=some, move=move)
                    if after is not None:
                        found.append((after, sums, worth + more))
        lowest = min((worth for _, _, worth in found), default=0)
        reached: dict[Reached, int] = {}
        for after, sums, worth in found:
            reached[after] = reached.get(after, 0) | sums << worth - lowest
        self.lowest += lowest
        self._steps.append((rank, lowest, options))
        self._layers.append(reached)

    def _moves(self, start: Reached, rank: int) -> tuple[Move, ...]:
        """Return what the cards of a rank can do in runs."""
        if rank == WILD_RANK:
            return (Move(chains=start.chains),)
        if rank == _THE_END:
            return self._chains.end(start.chains)
        return self._chains.moves(start.chains, rank)

    def _worth_of(self, rank: int, move: Move) -> int:
        if not move.used:
            return move.bonus
        return move.used * self._tables.opening_points[rank] + move.bonus

    def _moved(
        self, before: Reached, option: Option, rank: int, *, some: bool, move: Move
    ) -> Reached | None:
        """Return what cards laid in sets and in runs come to, ``None`` for too many."""
        held = self._held(rank) - move.used - move.later
        if option.naturals + option.later > held:
            return None
        # For what stays and what is thrown, a card in a run is one in a set.
        both = option._replace(
            naturals=option.naturals + move.used, later=option.later + move.later
        )
        after = self._after(before, both, rank, some=some or move.used > 0)
        if after is None:
            return None
        marks = after.marks
        if move.marks:
            marks = self.counter.sum(marks, move.marks)
        return after._replace(marks=marks, chains=move.chains)

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
        for option, portions in options.items():
            if option.wilds[0] > reached.wilds[0]:
                continue
            worth = self._worth(rank, option)
            for before, sums in layer.items():
                for move in self._moves(before, rank):
                    rest = place - worth - self._worth_of(rank, move) + lowest
                    if rest >= 0 and sums >> rest & 1:
                        some = bool(portions)
                        after = self._moved(before, option, rank, some=some, move=move)
                        if after == reached:
                            return before, rest, move, portions
        raise AssertionError("what was reached was reached from somewhere")
