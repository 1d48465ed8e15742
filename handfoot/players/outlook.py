"""What a position promises a side: books in sight, cards held, the way to go out.

An outlook is made once for each choice. It reads the rules in force and the table from
the view, and then values positions after a play by counts alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import Final

import attrs

from handfoot.play.books import MIXED, NATURALS, WILDS, beside_others, nature
from handfoot.play.runs.run import is_run
from handfoot.play.state import WILD_RANK
from handfoot.play.tables import Tables
from handfoot.players.chances import Tail, chance, tail
from handfoot.players.rows import Rows
from handfoot.players.weights import (
    NEXT_PACKET,
    PAIR,
    PLACE,
    READY,
    STOPPER,
    UNBEGUN,
    UNLAID,
    UNSURE,
    WILD,
)
from handfoot.rules.book_kinds import ANY_KIND
from handfoot.table.views import View

Counts = tuple[int, int, int]

# What each card of the hand weighs while a packet waits: more as the hand gets small.
_HEAVIEST: Final = 24.0
_LIGHTER: Final = 2.5
_LIGHTEST: Final = 4.0
# Of the stock a side can hope to see, this share is drawn before the round ends.
_HORIZON: Final = 0.6
# Opponents who can go out leave hardly time for another turn.
_CUT: Final = 0.9
# Wilds go to many melds, so a meld of one rank and one of wilds get these shares.
_SHARE_OF_RANK: Final = 0.25
_SHARE_OF_WILDS: Final = 0.5
# The same for wilds of a player without partners who needs them to go out.
_SHARE_ALONE: Final = 0.8
_CALM: Final = 0.15


@attrs.frozen
class Kinds:
    """What the rules in force say of books, by kind.

    Attributes:
        bonus: Points of a finished book.
        unfinished: Points of one that was begun and is not finished.
        first: The same where it is the first meld of its rank.
        places: Places of the quota that it fills.
        most_wilds: Most wilds in a finished book, by rank.
    """

    bonus: dict[str | None, float]
    unfinished: dict[str | None, float]
    first: dict[str | None, float]
    places: dict[str | None, tuple[str, ...]]
    most_wilds: tuple[int, ...]


@lru_cache(maxsize=256)
def kinds_of_books(tables: Tables) -> Kinds:
    """Return what ``tables`` say of books."""
    kinds = tables.book.books.kinds
    scored = tables.book.scoring.bonuses
    price: dict[str | None, float] = {
        name: float(kind.unfinished * scored) for name, kind in kinds.items()
    }
    asked = {place for place, _ in tables.quota}
    size = tables.size
    return Kinds(
        bonus={name: float(kind.bonus * scored) for name, kind in kinds.items()}
        | {None: 0.0},
        unfinished=price | {None: 0.0},
        first={
            name: price[name] * (kind.unfinished_from == 1)
            for name, kind in kinds.items()
        }
        | {None: 0.0},
        places={
            name: tuple(sorted({name, ANY_KIND, *kind.counts_as} & asked))
            for name, kind in kinds.items()
        }
        | {None: tuple({ANY_KIND} & asked)},
        most_wilds=tuple(_most_wilds(shape, size) for shape in tables.shapes),
    )


def _most_wilds(shape: tuple[tuple[bool, ...], ...], size: int) -> int:
    """Return the most wilds that a book of ``size`` cards of one rank may hold."""
    return max(
        (
            wilds
            for wilds in range(1, min(size, len(shape[0])))
            if size - wilds < len(shape) and shape[size - wilds][wilds]
        ),
        default=0,
    )


@lru_cache(maxsize=64)
def _weights() -> tuple[float, ...]:
    found = [0.0]
    for place in range(200):
        found.append(found[-1] + max(_LIGHTEST, _HEAVIEST - _LIGHTER * place))
    return tuple(found)


class Outlook:
    """A side's prospects as one seat sees them.

    Attributes:
        view: The view.
        tables: The rules in force for the side.
        hand: Cards held, by kind.
        melds: Rank, naturals and wilds of the side's melds.
        last: Whether the seat plays from its last packet.
        threat: How near the opponents are to ending the round, from 0 to 1.
        unseen: Cards not seen, by rank, wilds together under ``WILD_RANK``.
        hidden: Cards that this seat does not see.
        rows: What runs promise, where there are any.
    """

    def __init__(self, view: View) -> None:
        """Look at ``view``, which belongs to a seat."""
        assert view.seat is not None, "a spectator does not play"
        self.view = view
        self.seat = view.seat
        self.side = view.seat % view.sides
        self.tables = view.tables
        self.kinds = kinds_of_books(self.tables)
        self.hand = view.hand_counts
        self.all_melds = [view.meld_counts(side) for side in range(view.sides)]
        self.melds = self.all_melds[self.side]
        self.last = not view.packets_left(self.seat)
        self.threat = max(
            self._threat(side) for side in range(view.sides) if side != self.side
        )
        self._count_unseen()
        self._expect()
        self.rows = Rows(self) if self.tables.runs else None

    # -- what is known ----------------------------------------------------------------

    def _threat(self, side: int) -> float:
        """Return how near a side is to going out."""
        view = self.view
        seats = range(side, view.seats, view.sides)
        held = [view.held(seat) for seat in seats if not view.packets_left(seat)]
        if not held:
            return 0.0
        lacking = self.lacking(self.all_melds[side])
        if lacking:
            return max(0.0, 0.4 - 0.15 * lacking)
        return 1.0 if min(held) <= self.tables.size else 0.7

    def lacking(self, melds: Iterable[Counts], of: Container[str] | None = None) -> int:
        """Return how many places for going out the books in ``melds`` leave empty.

        Args:
            melds: Rank, naturals and wilds of a side's melds.
            of: The places that count; all when not given.
        """
        needs = dict(self.tables.quota)
        for rank, naturals, wilds in melds:
            if naturals + wilds >= self.tables.size:
                name = self.tables.book_name[rank][nature(naturals, wilds)]
                for place in self.kinds.places[name]:
                    needs[place] -= 1
        return sum(
            max(count, 0) for place, count in needs.items() if of is None or place in of
        )

    def _count_unseen(self) -> None:
        tables = self.tables
        unseen = [0] * (WILD_RANK + 1)
        for rank in tables.rank_kinds:
            unseen[rank] = tables.copies[rank] - self.hand[rank]
        for kind in tables.wild_kinds:
            unseen[WILD_RANK] += tables.copies[kind] - self.hand[kind]
        for melds in self.all_melds:
            for rank, naturals, wilds in melds:
                if is_run(rank):
                    continue
                unseen[rank] -= naturals
                unseen[WILD_RANK] -= wilds
        view = self.view
        for side in range(view.sides) if tables.runs else ():
            for meld, (rank, *_) in zip(
                view.melds(side), self.all_melds[side], strict=True
            ):
                for card in meld.cards if is_run(rank) else ():
                    unseen[card.kind] -= 1
        self.unseen = [max(count, 0) for count in unseen]
        self.hidden = max(
            1,
            view.stock
            + max(view.pile - 1, 0)
            + sum(view.held(s) for s in range(view.seats) if s != self.seat)
            + sum(map(view.unreached, range(view.sides))),
        )

    def _expect(self) -> None:
        """Work out which cards the side may still hope for."""
        view = self.view
        seats = range(self.side, view.seats, view.sides)
        coming = view.unreached(self.side)
        coming += sum(view.held(seat) for seat in seats if seat != self.seat)
        drawn = view.stock / view.sides * _HORIZON
        self.reach = (coming + drawn) * (1.0 - _CUT * self.threat)
        share = self.reach / self.hidden
        wilds = self.unseen[WILD_RANK] * share
        self.natural_tail: list[Tail] = [
            tail(count * share) for count in self.unseen[:WILD_RANK]
        ]
        self.mixed_tail: list[Tail] = [
            tail(count * share + wilds * _SHARE_OF_RANK)
            for count in self.unseen[:WILD_RANK]
        ]
        share = _SHARE_OF_WILDS
        if view.sides == view.seats and self._lacks_wilds():
            share = _SHARE_ALONE
        self.wild_tail = tail(wilds * share)

    def _lacks_wilds(self) -> bool:
        """Whether going out asks for more books of wilds than the side has."""
        name = self.tables.book_name[WILD_RANK][WILDS]
        asked = [one for one in self.kinds.places[name] if one != ANY_KIND]
        return bool(asked) and self.lacking(self.melds, asked) > 0

    # -- what a position is worth -----------------------------------------------------

    def value(
        self, hand: Sequence[int], melds: Sequence[Counts], *, unknown: int = 0
    ) -> float:
        """Return what it is worth to hold ``hand`` beside ``melds`` (points).

        Args:
            hand: Cards held, by kind.
            melds: Rank, naturals and wilds of the side's melds.
            unknown: Further cards held that are not known yet.
        """
        needs = dict(self.tables.quota)
        total = 0.0
        begun: dict[int, tuple[int, int]] = {}
        booked = set()
        for rank, naturals, wilds in melds:
            if naturals + wilds < self.tables.size:
                begun[rank] = (naturals, wilds)
                continue
            booked.add(rank)
            name = self.tables.book_name[rank][nature(naturals, wilds)]
            total += self._taken(name, 1.0, needs)
        if self.tables.pairs_books:
            total += self._beside(melds)
        if all(count <= 0 for count in needs.values()):
            total += READY
        total += self._hopes(hand, begun, booked, needs)
        return total + self._held(hand, unknown)

    def _beside(self, melds: Sequence[tuple[int, int, int]]) -> float:
        """Return what books beside others of their rank are worth more."""
        book = self.tables.book
        if not book.scoring.bonuses:
            return 0.0
        finished = [meld for meld in melds if meld[1] + meld[2] >= self.tables.size]
        counts = beside_others(self.tables, finished)
        kinds = book.books.kinds
        return float(sum(n * kinds[name].beside_bonus for name, n in counts.items()))

    def _taken(self, name: str | None, odds: float, needs: dict[str, int]) -> float:
        """Return what a book of a kind is worth, taking the places that it fills."""
        worth = self.kinds.bonus[name]
        for place in self.kinds.places[name]:
            if needs[place] > 0:
                worth += PLACE * min(1.0, needs[place])
        return worth * odds

    def _hopes(
        self,
        hand: Sequence[int],
        begun: dict[int, tuple[int, int]],
        booked: set[int],
        needs: dict[str, int],
    ) -> float:
        """Return what the melds begun and the cards held promise."""
        tables = self.tables
        one = tables.book.melds.per_rank == "one"
        hopes: list[tuple[float, list[tuple[str | None, float]], bool]] = []
        for rank in tables.rank_kinds:
            held = hand[rank]
            laid = begun.get(rank)
            if laid is None and (held <= 1 or (one and rank in booked)):
                continue
            options = self._options(rank, held, laid)
            odds = max(odds for _, odds in options)
            hopes.append((odds, options, rank in booked))
        wilds = sum([hand[kind] for kind in tables.wild_kinds])
        laid = begun.get(WILD_RANK)
        if laid is not None or (
            tables.wild_melds and wilds and not (one and WILD_RANK in booked)
        ):
            name = tables.book_name[WILD_RANK][WILDS]
            have = wilds + (laid[1] if laid else 0)
            need = tables.size - have
            odds = chance(self.wild_tail, need)
            odds *= self._discount(wilds, need, laid=laid is not None)
            hopes.append((odds, [(name, odds)], WILD_RANK in booked))
        hopes.sort(key=_odds, reverse=True)
        left = {place: float(count) for place, count in needs.items()}
        # Added one by one: `sum` of floats differs between versions of Python.
        total = 0.0
        for _, options, further in hopes:
            total += self._best(options, left, further=further)
        return total

    def _options(
        self, rank: int, held: int, laid: tuple[int, int] | None
    ) -> list[tuple[str | None, float]]:
        """Return the kinds of book that a rank may become, each with its chance."""
        tables = self.tables
        naturals, wilds = laid or (0, 0)
        need = tables.size - naturals - wilds - held
        names = tables.book_name[rank]
        share = self._discount(held, need, laid=laid is not None)
        found: list[tuple[str | None, float]] = []
        if not wilds:
            odds = chance(self.natural_tail[rank], need) * share
            found.append((names[NATURALS], odds))
        room = self.kinds.most_wilds[rank] - wilds
        table = self.mixed_tail if room > 0 else self.natural_tail
        if wilds or room > 0:
            found.append((names[MIXED], chance(table[rank], need) * share))
        return found

    def _discount(self, held: int, need: int, *, laid: bool) -> float:
        """Return the share of a hope that is left while the book is not on the table.

        Args:
            held: Cards of it still in the hand.
            need: Cards of it that nobody of the side is known to have.
            laid: Whether the meld is begun.
        """
        share = 1.0 - UNLAID * held
        if need > 0:
            share -= UNSURE
        if not laid:
            share -= UNBEGUN
        return max(share, UNSURE)

    def _best(
        self,
        options: list[tuple[str | None, float]],
        left: dict[str, float],
        *,
        further: bool,
    ) -> float:
        """Return the worth of the best option, taking the places it may fill.

        Args:
            options: Kinds of book, each with its chance.
            left: Places of the quota still to fill.
            further: Whether the side has a book of the rank already.
        """
        price = self.kinds.unfinished if further else self.kinds.first
        best = float("-inf")
        chosen: str | None = None
        likely = 0.0
        for name, odds in options:
            worth = self.kinds.bonus[name]
            for place in self.kinds.places[name]:
                worth += PLACE * min(1.0, max(left[place], 0.0))
            worth = worth * odds + price[name] * (1.0 - odds)
            if worth > best:
                best, chosen, likely = worth, name, odds
        for place in self.kinds.places[chosen]:
            left[place] -= likely
        return best

    def _held(self, hand: Sequence[int], unknown: int) -> float:
        """Return what the cards in the hand weigh and may be good for."""
        tables = self.tables
        count = sum(hand) + unknown
        risk = _CALM + (1.0 - _CALM) * self.threat
        worth = 0.0
        pairs = tables.book.pile.may_be_taken
        for kind, cards in enumerate(hand):
            if not cards:
                continue
            if tables.wild[kind]:
                worth += cards * (WILD * (1.0 - self.threat) + risk * tables.held[kind])
            elif tables.meldable[kind]:
                worth += cards * risk * tables.held[kind]
                if pairs and cards > 1:
                    worth += PAIR * (1.0 - self.threat)
            else:
                worth += cards * tables.held[kind]
            if tables.barred_top[kind] and not self.last and not tables.wild[kind]:
                worth += STOPPER
        if self.last:
            return worth - _LIGHTEST * count
        weights = _weights()
        worth -= weights[min(count, len(weights) - 1)] * (1.0 + self.threat)
        return worth if count else worth + NEXT_PACKET


def _odds(hope: tuple[float, list[tuple[str | None, float]], bool]) -> float:
    return hope[0]
