"""Runs at the table: cards in a row in one suit, and where more of them may join.

Only under rulesets with runs (``tables.runs``) does the suit of a card decide anything.
A run is a meld whose rank is one of ``RUN_RANKS``; its lowest and highest card follow
from its cards. Runs have no slot: cards say which run they join, or join the first of
their suit that they fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from handfoot.cards import (
    CARDS,
    KIND_OF,
    KIND_WORDS,
    KINDS,
    TWO,
    Card,
    cards_text,
)
from handfoot.play.books import overfilled
from handfoot.play.refusals import Refusal
from handfoot.play.state import NO_MELD, RUN_RANKS, WILD_RANK, Meld
from handfoot.rules.language.phrases import ranks_in_words

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

_SUITS = len(RUN_RANKS)


class Run(NamedTuple):
    """A run, on the table or to be.

    Attributes:
        place: Its place among the melds of its side, or ``NO_MELD``.
        rank: One of ``RUN_RANKS``, for its suit.
        low: Kind of its lowest card.
        high: Kind of its highest card.
    """

    place: int
    rank: int
    low: int
    high: int

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.high - self.low + 1

    @property
    def faces(self) -> bytes:
        """Its cards, lowest first."""
        return bytes(face_of(self.rank, k) for k in range(self.low, self.high + 1))


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


def lying(melds: Sequence[Meld]) -> tuple[Run, ...]:
    """Return the runs among the melds of a side."""
    found: list[Run] = []
    for place, meld in enumerate(melds):
        if is_run(meld.rank):
            kinds = [KIND_OF[face] for face in meld.cards]
            found.append(Run(place, meld.rank, min(kinds), max(kinds)))
    return tuple(found)


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


def broken(tables: Tables, before: bytes, cards: Sequence[Card]) -> Iterator[Refusal]:
    """Yield why cards do not make a run with those that lie there.

    Args:
        tables: Rules of the side.
        before: Faces of the run that they join; none for a new one.
        cards: The cards.
    """
    wild = [card for card in cards if tables.wild[card.kind]]
    if wild:
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
    if kinds != list(range(kinds[0], kinds[0] + len(kinds))):
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
    tables: Tables, melds: Sequence[Meld], rank: int, cards: Sequence[Card]
) -> int:
    """Return the first run of a suit that cards can join, or ``NO_MELD``."""
    for run in lying(melds):
        if run.rank == rank and not (
            next(broken(tables, melds[run.place].cards, cards), None)
            or overfilled(tables, rank, (run.size, 0), (len(cards), 0))
        ):
            return run.place
    return NO_MELD


def may_join(tables: Tables, run: Run, face: int) -> bool:
    """Whether one card may join a run that lies on the table."""
    kind = KIND_OF[face]
    return (
        kind in tables.run_kinds
        and face == face_of(run.rank, kind)
        and kind in (run.low - 1, run.high + 1)
        and overfilled(tables, run.rank, (run.size, 0), (1, 0)) is None
    )


def is_new_run(tables: Tables, run: Run) -> bool:
    """Whether cards in a row may begin a meld."""
    points = sum(tables.points[kind] for kind in range(run.low, run.high + 1))
    return (
        run.size >= tables.smallest
        and points >= tables.book.melds.floor
        and overfilled(tables, run.rank, (0, 0), (run.size, 0)) is None
    )


def new_runs(tables: Tables, faces: Iterable[int]) -> list[Run]:
    """Return every run that could be begun with some of the cards, low ones first."""
    held = set(faces)
    found: list[Run] = []
    for rank in RUN_RANKS:
        for low in sorted(tables.run_kinds):
            high = low
            while high in tables.run_kinds and face_of(rank, high) in held:
                run = Run(NO_MELD, rank, low, high)
                if is_new_run(tables, run):
                    found.append(run)
                high += 1
    return found


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
