"""Runs at the table: cards in a row in one suit, and where more of them may join.

Only under rulesets with runs (``tables.runs``) does the suit of a card decide anything.
A run is a meld whose rank is one of ``RUN_RANKS``; its lowest and highest card follow
from its cards. Runs have no slot: cards say which run they join, or join the first of
their suit that they fit. Where runs may hold wilds (``tables.wild_runs``) the cards of
a run lie in the order of their places (see ``handfoot.play.runs.places``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from handfoot.cards import (
    ANY_OF_KIND,
    CARDS,
    KIND_OF,
    KIND_WORDS,
    KINDS,
    TWO,
    Card,
    cards_text,
)
from handfoot.play import growing
from handfoot.play.books import overfilled
from handfoot.play.refusals import Refusal
from handfoot.play.runs import places
from handfoot.play.state import NO_MELD, RUN_RANKS, WILD_RANK, Meld
from handfoot.rules.language.phrases import ranks_in_words

if TYPE_CHECKING:
    from handfoot.play.placing import Placed
    from handfoot.play.tables import Tables

_SUITS = len(RUN_RANKS)


class Run(NamedTuple):
    """A run, on the table or to be.

    Attributes:
        place: Its place among the melds of its side, or ``NO_MELD``.
        rank: One of ``RUN_RANKS``, for its suit.
        low: Kind of its lowest card.
        high: Kind of its highest card.
        gaps: Kinds for which wilds stand, rising.
        wilds: Kinds of these wilds, in the same order.
    """

    place: int
    rank: int
    low: int
    high: int
    gaps: tuple[int, ...] = ()
    wilds: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.high - self.low + 1

    @property
    def counts(self) -> tuple[int, int]:
        """How many naturals and wilds it has."""
        return self.high - self.low + 1 - len(self.gaps), len(self.gaps)

    @property
    def faces(self) -> bytes:
        """Its naturals, lowest first."""
        kinds = range(self.low, self.high + 1)
        return bytes(face_of(self.rank, k) for k in kinds if k not in self.gaps)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards, lowest first, wilds by kind alone."""
        if not self.gaps:
            return tuple(CARDS[face] for face in self.faces)
        wild = dict(zip(self.gaps, self.wilds, strict=True))
        return tuple(
            ANY_OF_KIND[wild[kind]] if kind in wild else CARDS[face_of(self.rank, kind)]
            for kind in range(self.low, self.high + 1)
        )


def is_run(rank: int) -> bool:
    """Whether a rank is that of runs of a suit."""
    return rank > WILD_RANK


def face_of(rank: int, kind: int) -> int:
    """Return the face of a kind in the suit of a run."""
    # The twos and threes come before the fours, which are the first kind.
    return (kind + 2) * _SUITS + rank - RUN_RANKS[0]


def rank_of(face: int) -> int:
    """Return the rank of the runs that a natural face could be part of."""
    return RUN_RANKS[face % _SUITS]


def suited(kind: int) -> bool:
    """Whether a card of a kind has a suit that could matter."""
    return kind < TWO


def lying(tables: Tables, melds: Sequence[Meld]) -> tuple[Run, ...]:
    """Return the runs among the melds of a side."""
    found: list[Run] = []
    for place, meld in enumerate(melds):
        if is_run(meld.rank):
            kinds = [KIND_OF[face] for face in meld.cards]
            if meld.wilds:
                found.append(_with_wilds(tables, place, meld.rank, kinds))
            else:
                found.append(Run(place, meld.rank, min(kinds), max(kinds)))
    return tuple(found)


def _with_wilds(tables: Tables, place: int, rank: int, kinds: Sequence[int]) -> Run:
    """Return a run whose cards lie in the order of their places."""
    low = places.lowest(tables, kinds)
    wild = [at for at, kind in enumerate(kinds) if tables.wild[kind]]
    return Run(
        place,
        rank,
        low,
        low + len(kinds) - 1,
        tuple(low + at for at in wild),
        tuple(kinds[at] for at in wild),
    )


def joined(tables: Tables, before: bytes, faces: bytes, group: Placed) -> bytes:
    """Return the faces of a run in their order once a group has joined it.

    Args:
        tables: Rules of the side.
        before: Faces of the run before; none for a new one.
        faces: Those of the group, in the order of its cards.
        group: The group.
    """
    cards = before + faces
    if not tables.wild_runs:
        return cards
    order = places.arranged(tables, before, group.cards, group.below)
    return cards if order is None else bytes(cards[at] for at in order)


def rank_of_cards(tables: Tables, cards: Sequence[Card]) -> int | None:
    """Return the rank of the runs that cards could join; ``None`` if there is none.

    Wilds among them do not decide; without a suit a card is of no run.
    """
    naturals = [card for card in cards if not tables.wild[card.kind]]
    suits = {
        card.index % _SUITS if card.exact and suited(card.kind) else None
        for card in naturals
    }
    suit = suits.pop() if len(suits) == 1 else None
    return None if suit is None else RUN_RANKS[suit]


def broken(
    tables: Tables, before: bytes, cards: Sequence[Card], below: Sequence[bool] = ()
) -> Iterator[Refusal]:
    """Yield why cards do not make a run with those that lie there.

    Args:
        tables: Rules of the side.
        before: Faces of the run that they join; none for a new one.
        cards: The cards.
        below: For each card whether it goes below the others, if it is wild.
    """
    wild = [card for card in cards if tables.wild[card.kind]]
    if wild and not tables.wild_runs:
        yield Refusal(
            "wild_in_run",
            "melds.runs",
            f"A run holds no wild cards; {cards_text(wild)} cannot join it.",
            wanted=0,
            found=len(wild),
        )
        return
    barred = [c for c in cards if tables.meldable[c.kind] and not _may_hold(tables, c)]
    if barred:
        yield Refusal(
            "not_a_run",
            "melds.runs",
            f"{cards_text(barred)} cannot be part of a run: runs are made of "
            f"{_ranks(tables)}.",
            found=cards_text(barred),
        )
        return
    kinds = sorted([*(KIND_OF[face] for face in before), *(c.kind for c in cards)])
    if (
        places.arranged(tables, before, cards, below) is None
        if tables.wild_runs
        else kinds != list(range(kinds[0], kinds[0] + len(kinds)))
    ):
        lying_there = f" with {cards_text(CARDS[face] for face in before)}"
        yield Refusal(
            "not_a_run",
            "melds.runs",
            f"A run is cards in a row, one of each rank; {cards_text(cards)}"
            f"{lying_there if before else ''} are not.",
            found=cards_text(cards),
        )


def _ranks(tables: Tables) -> str:
    words = [KIND_WORDS[kind] for kind in sorted(tables.run_kinds)]
    return ranks_in_words(words) or "no ranks"


def unsuited(cards: Iterable[Card]) -> str:
    """Return the advice for cards of a run that were named without their suits."""
    if all(card.exact for card in cards):
        return ""
    return " In a run each card is named with its suit: 7h."


def _may_hold(tables: Tables, card: Card) -> bool:
    return card.kind in tables.run_kinds


def target(
    tables: Tables,
    melds: Sequence[Meld],
    rank: int,
    cards: Sequence[Card],
    below: Sequence[bool] = (),
) -> int:
    """Return the first run of a suit that cards can join, or ``NO_MELD``."""
    wild = sum(tables.wild[card.kind] for card in cards) if tables.wild_runs else 0
    for run in lying(tables, melds):
        if (
            run.rank == rank
            and may_take(tables, run, len(cards) - wild, wild)
            and not next(broken(tables, melds[run.place].cards, cards, below), None)
        ):
            return run.place
    return NO_MELD


def may_take(tables: Tables, run: Run, naturals: int, wilds: int) -> bool:
    """Whether a run on the table may take so many cards."""
    if tables.wild_runs:
        return growing.may_grow(tables, run.rank, run.counts, naturals, wilds)
    added = (naturals, wilds)
    return overfilled(tables, run.rank, (run.size, 0), added) is None


def may_join(tables: Tables, run: Run, face: int) -> bool:
    """Whether one card may join a run that lies on the table."""
    kind = KIND_OF[face]
    return (
        kind in tables.run_kinds
        and face == face_of(run.rank, kind)
        and kind in (run.low - 1, run.high + 1)
        and may_take(tables, run, 1, 0)
    )


def without(faces: bytes, used: Iterable[int]) -> bytes:
    """Return the faces that are left without those that were used."""
    left = bytearray(faces)
    for face in used:
        left.remove(face)
    return bytes(left)


def counted(faces: Iterable[int]) -> list[int]:
    """Return cards by kind."""
    hand = [0] * KINDS
    for face in faces:
        hand[KIND_OF[face]] += 1
    return hand
