"""Every way to lay a hand at once, found without trying every way.

Ranks do not touch each other except through the wilds they share, and for what may lie
in a meld it does not matter which wilds they are. So the search goes rank by rank and
keeps, for each number of wilds spent, which sums of points can be reached: a set of
numbers held in the bits of one integer. Where cards that stay in the hand or finished
books matter, they are part of what is kept.

With R ranks, W wilds, K cards to keep (at most five), Q combinations of books up to
the quota and S shapes of a meld, the cost is of the order ``R * W * K * Q * S``. K and
Q are 1 for a player who is not in the last packet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from handfoot.play import exits
from handfoot.play.books import overfilled, places_filled
from handfoot.play.exits import Counts, Portion
from handfoot.play.opening import splits
from handfoot.play.state import NO_MELD, WILD_RANK
from handfoot.play.tables import Tables

Filled = tuple[int, ...]
Portions = tuple[Portion, ...]


class Reached(NamedTuple):
    """What some ranks together have come to.

    Attributes:
        wilds: Wilds spent.
        left: Naturals that stay in the hand, counted up to the limit that matters.
        filled: Books for each place that matters, counted as far as they matter.
        some: Whether any card is laid.
    """

    wilds: int
    left: int
    filled: Filled
    some: bool


class _Option(NamedTuple):
    """One way to lay cards of one rank: naturals and wilds used, and the books."""

    naturals: int
    wilds: int
    filled: Filled
    portions: Portions


class Layouts:
    """All ways to lay cards of a hand in one play, by what they come to.

    Args:
        tables: Rules of the side.
        hand: Cards held, by kind.
        melds: Rank, naturals and wilds of the side's melds on the table.
        count_left: Cards left are counted up to this number; 0 does not count them.
        most_left: Ways that leave more cards than this are dropped, if given.
        quota: Whether books are counted for going out.
        shown: A rank and how many naturals of it one new meld must hold, if any.

    Attributes:
        ways: Sums of points of naturals (one bit each), by what is reached.
        held_wilds: Wilds held.
        places: Places for books that matter for going out.
    """

    __slots__ = (
        "_count_left",
        "_hand",
        "_layers",
        "_most",
        "_shown",
        "_steps",
        "_tables",
        "held_wilds",
        "most_left",
        "places",
        "ways",
    )

    def __init__(
        self,
        tables: Tables,
        hand: Sequence[int],
        melds: Sequence[Counts] = (),
        *,
        count_left: int = 0,
        most_left: int | None = None,
        quota: bool = False,
        shown: tuple[int, int] | None = None,
    ) -> None:
        """Search all ways."""
        self._shown = shown
        self._tables = tables
        self._hand = hand
        self.most_left = most_left
        self._count_left = count_left if most_left is None else most_left + 1
        self.places, self._most = exits.quota_places(tables) if quota else ((), ())
        self.held_wilds = sum(hand[kind] for kind in tables.wild_kinds)
        self._steps: list[tuple[int, list[_Option]]] = []
        stuck = sum(
            count
            for kind, count in enumerate(hand)
            if count and not tables.meldable[kind] and not tables.wild[kind]
        )
        start = Reached(0, min(stuck, self._count_left), (0,) * len(self.places), False)
        self._layers: list[dict[Reached, int]] = [{start: 1}]
        if most_left is not None and stuck > most_left:
            self._layers = [{}]
        for rank in self._ranks(melds):
            self._add(rank, melds)
        self.ways = self._layers[-1]

    def _ranks(self, melds: Sequence[Counts]) -> list[int]:
        lying = {meld[0] for meld in melds}
        ranks = [
            kind
            for kind in self._tables.rank_kinds
            if self._hand[kind] or kind in lying
        ]
        if WILD_RANK in lying or (self.held_wilds and self._tables.wild_melds):
            ranks.append(WILD_RANK)
        return ranks

    def _add(self, rank: int, melds: Sequence[Counts]) -> None:
        """Combine what was reached so far with every way to lay cards of ``rank``."""
        held = 0 if rank == WILD_RANK else self._hand[rank]
        worth = 0 if rank == WILD_RANK else self._tables.opening_points[rank]
        here = [(i, m[1], m[2]) for i, m in enumerate(melds) if m[0] == rank]
        fewest = 0 if self.most_left is None else held - self.most_left
        options = [
            option
            for option in self._options(rank, here, held)
            if option.naturals >= fewest and self._shows(rank, option)
        ]
        reached: dict[Reached, int] = {}
        for before, sums in self._layers[-1].items():
            for option in options:
                after = self._after(before, option, held)
                if after is not None:
                    more = sums << option.naturals * worth
                    reached[after] = reached.get(after, 0) | more
        self._steps.append((rank, options))
        self._layers.append(reached)

    def _shows(self, rank: int, option: _Option) -> bool:
        if self._shown is None or self._shown[0] != rank:
            return True
        least = self._shown[1]
        return any(
            portion.meld == NO_MELD and portion.naturals >= least
            for portion in option.portions
        )

    def _after(self, before: Reached, option: _Option, held: int) -> Reached | None:
        wilds = before.wilds + option.wilds
        if wilds > self.held_wilds:
            return None
        left = min(before.left + held - option.naturals, self._count_left)
        if self.most_left is not None and left > self.most_left:
            return None
        some = before.some or bool(option.portions)
        return Reached(wilds, left, self._sum(before.filled, option.filled), some)

    def _sum(self, one: Filled, other: Filled) -> Filled:
        # More books than could matter are no better.
        return tuple(
            min(a + b, most) for a, b, most in zip(one, other, self._most, strict=True)
        )

    def is_enough(self, reached: Reached) -> bool:
        """Whether the books reached are those that going out needs."""
        return exits.is_enough(self._tables, self.places, reached.filled)

    def left(self, reached: Reached) -> int:
        """Return how many cards stay in the hand, counted up to the limit."""
        return min(reached.left + self.held_wilds - reached.wilds, self._count_left)

    def trace(self, reached: Reached, points: int) -> Portions:
        """Return one way that comes to ``reached`` with these points of naturals."""
        portions: Portions = ()
        for place in range(len(self._steps), 0, -1):
            rank, options = self._steps[place - 1]
            held = 0 if rank == WILD_RANK else self._hand[rank]
            worth = 0 if rank == WILD_RANK else self._tables.opening_points[rank]
            reached, points, option = self._back(
                self._layers[place - 1], options, (reached, points), held, worth
            )
            portions = option.portions + portions
        return portions

    def _back(
        self,
        layer: dict[Reached, int],
        options: Sequence[_Option],
        target: tuple[Reached, int],
        held: int,
        worth: int,
    ) -> tuple[Reached, int, _Option]:
        reached, points = target
        for option in options:
            rest = points - option.naturals * worth
            if rest < 0 or option.wilds > reached.wilds:
                continue
            for before, sums in layer.items():
                if sums >> rest & 1 and self._after(before, option, held) == reached:
                    return before, rest, option
        raise AssertionError("what was reached was reached from somewhere")

    # -- one rank ---------------------------------------------------------------------

    def _options(
        self, rank: int, melds: Sequence[tuple[int, int, int]], held: int
    ) -> Iterator[_Option]:
        """Yield every way to lay up to ``held`` naturals of a rank, with any wilds."""
        none: Filled = (0,) * len(self.places)
        # naturals, wilds, books, whether every meld of the rank is finished
        grown: dict[tuple[int, int, Filled, bool], Portions] = {(0, 0, none, True): ()}
        for meld in melds:
            grown = self._grow(rank, meld, held, grown)
        found: dict[tuple[int, int, Filled], Portions] = {}
        begun: dict[tuple[int, int, Filled], Portions] = {}
        several = self._tables.book.melds.per_rank == "several"
        for (naturals, wilds, filled, finished), portions in grown.items():
            found.setdefault((naturals, wilds, filled), portions)
            if finished or several:
                begun.setdefault((naturals, wilds, filled), portions)
        most = self._most_new(len(melds))
        self._start(rank, held, begun, found, most=most)
        for (naturals, wilds, filled), portions in found.items():
            yield _Option(naturals, wilds, filled, portions)

    def _most_new(self, lying: int) -> int:
        """Return how many new melds of a rank may be begun beside ``lying`` ones."""
        rule = self._tables.book.melds
        most = sum(self._hand) if rule.books_of_rank is None else rule.books_of_rank
        return min(most, 1 if rule.per_rank == "one" else most) - lying

    def _grow(
        self,
        rank: int,
        meld: tuple[int, int, int],
        held: int,
        before: dict[tuple[int, int, Filled, bool], Portions],
    ) -> dict[tuple[int, int, Filled, bool], Portions]:
        """Let one meld on the table take cards, in every way."""
        tables = self._tables
        place, have, wild = meld
        ways = [
            (a, b)
            for a in range(held + 1)
            for b in range(self.held_wilds + 1)
            if exits.may_grow(tables, rank, (have, wild), a, b)
        ]
        after: dict[tuple[int, int, Filled, bool], Portions] = {}
        for (naturals, wilds, filled, finished), portions in before.items():
            for a, b in ways:
                if naturals + a > held or wilds + b > self.held_wilds:
                    continue
                now = (rank, have + a, wild + b)
                key = (
                    naturals + a,
                    wilds + b,
                    self._sum(filled, self._books(now)),
                    finished and now[1] + now[2] >= tables.size,
                )
                new = (Portion(place, rank, a, b),) if a or b else ()
                after.setdefault(key, portions + new)
        return after

    def _start(
        self,
        rank: int,
        held: int,
        begun: dict[tuple[int, int, Filled], Portions],
        found: dict[tuple[int, int, Filled], Portions],
        *,
        most: int,
    ) -> None:
        """Add to ``found`` up to ``most`` new melds of a rank.

        Each but the last is a book, unless several may be open at a time.
        """
        shapes = self._shapes(rank, held)
        several = self._tables.book.melds.per_rank == "several"
        seen = set(begun)
        for _ in range(most):
            further: dict[tuple[int, int, Filled], Portions] = {}
            for (naturals, wilds, filled), portions in begun.items():
                for a, b in shapes:
                    if naturals + a > held or wilds + b > self.held_wilds:
                        continue
                    books = self._sum(filled, self._books((rank, a, b)))
                    key = (naturals + a, wilds + b, books)
                    laid = (*portions, Portion(NO_MELD, rank, a, b))
                    found.setdefault(key, laid)
                    last = a + b < self._tables.size and not several
                    if not last and key not in seen:
                        seen.add(key)
                        further[key] = laid
            begun = further

    def _shapes(self, rank: int, held: int) -> list[tuple[int, int]]:
        tables = self._tables
        wilds = range(self.held_wilds + 1)
        if rank == WILD_RANK:
            fitting = [(0, b) for b in wilds if b and exits.allowed_wild(tables, b)]
        else:
            fitting = [
                (a, b)
                for a in range(1, held + 1)
                for b in wilds
                if exits.allowed(tables, rank, a, b)
            ]
        return [s for s in fitting if overfilled(tables, rank, (0, 0), s) is None]

    def _books(self, meld: Counts) -> Filled:
        if not self.places or meld[1] + meld[2] < self._tables.size:
            return (0,) * len(self.places)
        filled = places_filled(self._tables, (meld,))
        return tuple(filled.get(place, 0) for place in self.places)


def wild_choices(
    tables: Tables, hand: Sequence[int]
) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    """Return for each number of wilds every choice: its points, how many of each kind.

    The choices of a number are sorted by their points.
    """
    available = tuple(hand[kind] for kind in tables.wild_kinds)
    points = [tables.opening_points[kind] for kind in tables.wild_kinds]
    found: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for used in splits(available, sum(available)):
        worth = sum(n * p for n, p in zip(used, points, strict=True))
        found.setdefault(sum(used), []).append((worth, used))
    for choices in found.values():
        choices.sort()
    return found
