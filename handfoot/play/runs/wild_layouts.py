"""Every way to lay a hand at once where runs may hold wilds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add

from handfoot.cards import ANY_OF_KIND, CARDS, Card
from handfoot.play.actions import NEW, Group
from handfoot.play.exits import Counts
from handfoot.play.floors import Grades, beside, cheapest, dealt_to
from handfoot.play.layouts import Reached
from handfoot.play.marks import Counter
from handfoot.play.offers import groups_of_portions
from handfoot.play.rank_options import Option, Portions, cheap
from handfoot.play.runs.chain import LATER, Move
from handfoot.play.runs.chains import named
from handfoot.play.runs.ends import Addition
from handfoot.play.runs.layouts import RunLayouts
from handfoot.play.runs.run import Run, face_of, lying, without
from handfoot.play.runs.wild_chains import Part, WildChains
from handfoot.play.state import NO_MELD, State
from handfoot.play.tables import Tables
from handfoot.play.turn_bounds import Bounds


class WildRunLayouts(RunLayouts):
    """All ways to lay cards of a hand in one play, in sets and runs with wilds."""

    __slots__ = ()

    _chains: WildChains

    @staticmethod
    def _begin(
        tables: Tables,
        faces: bytes,
        runs: Iterable[Run],
        counter: Counter,
        *,
        later: bool,
        bounds: Bounds,
    ) -> WildChains:
        return WildChains(tables, faces, runs, counter, later=later, bounds=bounds)

    def _ranks(self, melds: Sequence[Counts]) -> list[int]:
        # Wilds may stand for cards of which none is held.
        ranks = {*super()._ranks(melds), *self._tables.run_kinds}
        return sorted(ranks)

    def _both(self, option: Option, rank: int, move: Move) -> Option | None:
        """Return cards laid in sets and in runs as one, if neither too many nor few."""
        both = super()._both(option, rank, move)
        if both is None or not (any(move.wilds) or any(move.after)):
            return both
        return both._replace(
            wilds=tuple(map(add, option.wilds, move.wilds)),
            after=tuple(map(add, option.after, move.after)),
        )

    def _lays(self, portions: Portions, move: Move) -> bool:
        return super()._lays(portions, move) or any(move.wilds)

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
        parts = self._chains.parts((rank, move) for rank, move, _ in way)
        laid = [part for part in parts if part.meld != LATER]
        needs = [*self._needs_of_sets(portions), *map(self._needs, laid)]
        order = list(dealt_to(self._tables, needs, wilds))
        in_sets = sum(portion.wilds for portion in portions)
        sets = groups_of_portions(state, side, portions, order[:in_sets])
        left = order[in_sets:]
        runs = [group for part in laid for group in _groups(state, side, part, left)]
        naturals = (
            face_of(part.rank, kind)
            for part in parts
            for kind, wild in part.cards
            if not wild
        )
        held = bytes(sorted(self._chains._held.elements()))
        return (*named(sets, without(held, naturals)), *runs)

    def _needs_of_sets(self, portions: Portions) -> list[tuple[Grades, ...]]:
        tables = self._tables
        return [
            cheapest(tables, portion.rank, portion.naturals, portion.wilds)
            if portion.meld == NO_MELD
            else (cheap(tables, portion.wilds),)
            for portion in portions
        ]

    def _needs(self, part: Part) -> tuple[Grades, ...]:
        """Return the wilds with which a run is worth what it must be."""
        tables = self._tables
        wilds = sum(wild for _, wild in part.cards)
        if part.meld != NO_MELD:
            return (cheap(tables, wilds),)
        worth = sum(tables.points[kind] for kind, wild in part.cards if not wild)
        return beside(tables, worth, wilds)


def _groups(state: State, side: int, part: Part, wilds: list[int]) -> tuple[Group, ...]:
    """Return the groups that lay the cards of a run, its wilds taken off a list."""
    cards: list[tuple[int, Card]] = []
    for kind, wild in sorted(part.cards):
        card = ANY_OF_KIND[wilds.pop(0)] if wild else CARDS[face_of(part.rank, kind)]
        cards.append((kind, card))
    if part.meld == NO_MELD:
        return (Group(tuple(card for _, card in cards), NEW),)
    melds = state.melds[side]
    there = lying(state.tables[side], melds)
    run = next(run for run in there if run.place == part.meld)
    below = tuple(card for kind, card in cards if kind < run.low)
    above = tuple(card for kind, card in cards if kind > run.high)
    return Addition(run, below, above).groups(melds)
