"""Runs as a player of common sense sees them: what cards in a row promise.

A run is a matter of certain cards, not of how many, so it has its own odds: of each
window of ranks that could become a book, the chance that every card still lacking
comes to the side. Only rulesets with runs ask for any of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from handfoot.cards import CARDS, KIND_OF
from handfoot.play.actions import NEW, Group
from handfoot.play.books import MIXED, NATURALS, nature
from handfoot.play.faces import choose_faces
from handfoot.play.melds import Layout
from handfoot.play.placing import meld_name, place_all
from handfoot.play.runs.run import (
    Run,
    face_of,
    is_run,
    lying,
    may_join,
    suited,
    without,
)
from handfoot.play.state import NO_MELD, RUN_RANKS
from handfoot.players.weights import PLACE
from handfoot.rules.book_kinds import ANY_KIND

if TYPE_CHECKING:
    from handfoot.players.outlook import Outlook


class _Hope(NamedTuple):
    """What a run that is not a book yet is good for.

    Attributes:
        unbegun: Share of a hope that is left while nothing of it is laid.
        unlaid: Share of it that each card still in the hand costs.
        late: Share of the cards still to come that come in time.
    """

    unbegun: float
    unlaid: float
    late: float


# Weights of this player: the hopes usual, and where going out asks for such a book.
_USUAL: Final = _Hope(unbegun=0.2, unlaid=0.08, late=0.5)
_NEEDED: Final = _Hope(unbegun=1.0, unlaid=0.1, late=0.65)
_NEAR: Final = 3.0  # points that a card is worth beside another of its suit
_JOINS: Final = 14.0  # the same for a card that joins a run on the table
# Cards in a row of which a hope is made.
_START: Final = 3


class Rows:
    """What runs promise a side, as one seat sees it.

    Attributes:
        faces: Cards that the seat holds.
        runs: The side's runs.
    """

    def __init__(self, outlook: Outlook) -> None:
        """Look at the cards of a seat and at the runs of its side."""
        self._tables = outlook.tables
        self._outlook = outlook
        state = outlook.view.known()
        self._melds = state.melds[outlook.side]
        self.faces = state.cards[outlook.seat]
        self.runs = lying(self._tables, self._melds)
        self._names = self._tables.book_name[RUN_RANKS[0]]
        self._name = self._names[NATURALS]
        self._state = state
        size, kinds = self._tables.size, self._tables.run_kinds
        #: The lowest rank of each window of ranks that may become a book.
        self._lows = [low for low in kinds if kinds.issuperset(range(low, low + size))]
        seen = Counter(self.faces)
        for melds in state.melds:
            for meld in melds:
                seen.update(meld.cards)
        places = [p for p in outlook.kinds.places[self._name] if p != ANY_KIND]
        needed = bool(places) and outlook.lacking(outlook.melds, places) > 0
        self._hope = _NEEDED if needed else _USUAL
        share = self._hope.late * outlook.reach / outlook.hidden
        packs = self._tables.book.deck.packs
        self._unseen = [max(packs - seen[face], 0) for face in range(len(CARDS))]
        self._chance = [1.0 - exp(-unseen * share) for unseen in self._unseen]

    def after(
        self, groups: Iterable[Group], gained: Iterable[int] = ()
    ) -> tuple[bytes, list[Run]]:
        """Return the cards and the runs that are left when legal groups were laid.

        Args:
            groups: The groups.
            gained: Cards that came to the hand before.
        """
        groups = tuple(groups)
        runs = {run.place: run for run in self.runs}
        begun: list[Run] = []
        cards = [card for group in groups for card in group.cards]
        held = self.faces + bytes(gained)
        used = choose_faces(held, cards)
        if self._tables.wild_runs:
            side = self._outlook.side
            placed, _ = place_all(self._state, side, groups)
            found = Layout(self._state, side, placed).runs_after()
            return held if used is None else without(held, used), [*found]
        for group in groups:
            kinds = [card.kind for card in group.cards]
            read = self._tables.read_group(group)
            if group.onto == NEW and read is not None and is_run(read[0]):
                begun.append(Run(NO_MELD, read[0], min(kinds), max(kinds)))
            for run in self.runs:
                if group.onto == meld_name(self._melds, run.place):
                    low, high = min(run.low, *kinds), max(run.high, *kinds)
                    runs[run.place] = run._replace(low=low, high=high)
        # Cards of a pickup below its top are not known to all who ask.
        left = held if used is None else without(held, used)
        return left, [*runs.values(), *begun]

    def value(self, faces: bytes, runs: Sequence[Run]) -> float:
        """Return what it is worth to hold cards beside runs of the side (points)."""
        held = Counter(face for face in faces if suited(KIND_OF[face]))
        worth = 0.0
        for face in held:  # not by sum, which from Python 3.12 on is more exact
            worth += self._near(face, held, runs)
        for run in runs:
            if run.size < self._tables.size:
                name = self._names[nature(*run.counts)]
                odds = self._odds(run, held)
                hope = self._worth(odds, name)
                if self._tables.wild_runs:
                    other = self._with_wilds(run, held, faces)
                    odds, hope = max((odds, hope), other, key=itemgetter(1))
                worth += hope
                cost = self._outlook.kinds.unfinished[name]
                worth += cost * (1.0 - odds)
        for rank in RUN_RANKS:
            worth += max(
                (
                    self._worth(
                        self._window(rank, low, held) * self._hope.unbegun, self._name
                    )
                    for low in self._lows
                    if self._is_begun(rank, low, held)
                ),
                default=0.0,
            )
        return worth

    def pairing(self, face: int, cards: float) -> float:
        """Return the chance that two of so many hidden cards make a run with one."""
        kind, rank = KIND_OF[face], RUN_RANKS[face % len(RUN_RANKS)]
        kinds = self._tables.run_kinds
        share = cards / self._outlook.hidden
        none = 1.0
        for low in range(kind - _START + 1, kind + 1):
            others = [k for k in range(low, low + _START) if k != kind]
            if kinds.issuperset((*others, kind)):
                odds = 1.0
                for other in others:
                    odds *= 1.0 - exp(-self._unseen[face_of(rank, other)] * share)
                none *= 1.0 - odds
        return 1.0 - none

    def gift(self, face: int, runs: Iterable[Run]) -> float:
        """Return what a card is worth to a side with such runs (points)."""
        if any(may_join(self._tables, run, face) for run in runs):
            kinds = self._outlook.kinds
            return _JOINS + kinds.bonus[self._name] / self._tables.size
        return 0.0

    def _worth(self, odds: float, name: str | None) -> float:
        kinds = self._outlook.kinds
        places = len(kinds.places[name])
        return odds * (kinds.bonus[name] + PLACE * places)

    def _with_wilds(
        self, run: Run, held: Counter[int], faces: bytes
    ) -> tuple[float, float]:
        """Return the chance of a book with the wilds held, and what it is worth."""
        room = self._outlook.kinds.most_wilds[run.rank] - len(run.gaps)
        wilds = sum(self._tables.wild[KIND_OF[face]] for face in faces)
        odds = self._odds(run, held, spare=min(room, wilds))
        return odds, self._worth(odds, self._names[MIXED])

    def _near(self, face: int, held: Counter[int], runs: Sequence[Run]) -> float:
        kind = KIND_OF[face]
        suit = face % len(RUN_RANKS)
        for run in runs:
            at_end = kind in (run.low - 1, run.high + 1)
            if run.rank == RUN_RANKS[suit] and at_end:
                return _JOINS
        return _NEAR * any(
            held[face + step * len(RUN_RANKS)] and suited(kind + step)
            for step in (-2, -1, 1, 2)
            if kind + step >= 0
        )

    def _is_begun(self, rank: int, low: int, held: Counter[int]) -> bool:
        """Whether a window of ranks has cards enough for a hope."""
        window = range(low, low + self._tables.size)
        return sum([face_of(rank, kind) in held for kind in window]) >= _START

    def _window(
        self,
        rank: int,
        low: int,
        held: Counter[int],
        run: Run | None = None,
        *,
        spare: int = 0,
    ) -> float:
        """Return the chance of a whole window of ranks, with so many wilds held."""
        odds = 1.0
        filled = self._filled(rank, low, held, run, spare) if spare > 0 else ()
        for kind in range(low, low + self._tables.size):
            if run is not None and run.low <= kind <= run.high:
                continue
            face = face_of(rank, kind)
            near = held[face] or face in filled
            odds *= 1.0 - self._hope.unlaid if near else self._chance[face]
        return odds

    def _filled(
        self, rank: int, low: int, held: Counter[int], run: Run | None, spare: int
    ) -> Sequence[int]:
        """Return the faces for which so many wilds would stand best."""
        lacking = [
            face_of(rank, kind)
            for kind in range(low, low + self._tables.size)
            if not (run is not None and run.low <= kind <= run.high)
            and not held[face_of(rank, kind)]
        ]
        return sorted(lacking, key=lambda face: self._chance[face])[:spare]

    def _odds(self, run: Run, held: Counter[int], *, spare: int = 0) -> float:
        """Return the chance that a run on the table becomes a book."""
        size = self._tables.size
        return max(
            (
                self._window(run.rank, low, held, run, spare=spare)
                for low in self._lows
                if run.high - size < low <= run.low
            ),
            default=0.0,
        )
