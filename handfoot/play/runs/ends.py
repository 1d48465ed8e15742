"""What may join the ends of a run on the table, where wilds may be among it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from handfoot.cards import ANY_OF_KIND, CARDS, KIND_OF, Card
from handfoot.play.actions import BELOW, Group
from handfoot.play.faces import lowest_face
from handfoot.play.growing import may_grow
from handfoot.play.leaps import can_wait
from handfoot.play.offers import wild_picks
from handfoot.play.placing import meld_name
from handfoot.play.runs.run import Run, face_of, may_take

if TYPE_CHECKING:
    from handfoot.play.state import Meld
    from handfoot.play.tables import Tables

# More wilds than that are not added at once; they may be one after the other.
_MOST_WILDS: Final = 3
# In place of a natural.
_WILD: Final = -1
_Counts = tuple[int, int]
_Ends = tuple[tuple[int, ...], tuple[int, ...]]


class Addition(NamedTuple):
    """Cards that join a run at its ends.

    Attributes:
        run: The run.
        below: Cards below it, lowest first; wilds by kind alone.
        above: Cards above it, lowest first.
    """

    run: Run
    below: tuple[Card, ...]
    above: tuple[Card, ...]

    @property
    def wilds(self) -> int:
        """How many of them are wild."""
        return sum(map(_is_wild, self.cards))

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them."""
        return self.below + self.above

    @property
    def counts(self) -> tuple[int, int]:
        """Naturals and wilds of the run with them."""
        naturals, wilds = self.run.counts
        return naturals + len(self.cards) - self.wilds, wilds + self.wilds

    def holds(self, less: Addition) -> bool:
        """Whether another addition to the run is part of it."""
        count = len(self.below) - len(less.below)
        return (
            count >= 0
            and self.below[count:] == less.below
            and self.above[: len(less.above)] == less.above
        )

    def groups(self, melds: Sequence[Meld]) -> tuple[Group, ...]:
        """Return the groups that lay them, those to the lowest places last."""
        name = meld_name(melds, self.run.place)
        first = 0
        while first < len(self.below) and _is_wild(self.below[first]):
            first += 1
        rest, lowest = self.below[first:] + self.above, self.below[:first]
        groups = (Group(rest, name), Group(lowest, BELOW + name))
        return tuple(group for group in groups if group.cards)

    def left(self, faces: bytes) -> bytes:
        """Return what is left of some cards without these."""
        left = bytearray(faces)
        for card in self.cards:
            face = lowest_face(left, card.kind) if _is_wild(card) else card.index
            assert face is not None, "the cards are held"
            left.remove(face)
        return bytes(left)


def _is_wild(card: Card) -> bool:
    # A joker has no suit, and is the same card by either name.
    return card.suit is None


def additions(
    tables: Tables, run: Run, faces: bytes, *, least: bool
) -> Iterator[Addition]:
    """Yield what may join a run, with fewest cards first.

    Args:
        tables: Rules of the side.
        run: The run.
        faces: Cards held.
        least: Whether only what is left that no less of it could do.
    """
    held = set(faces)
    counts = Counter(KIND_OF[face] for face in faces)
    have = tuple(counts[kind] for kind in tables.wild_kinds)
    room = range(len(tables.run_kinds) - run.size + 1)
    most = max(
        (
            wilds
            for wilds in range(min(sum(have), _MOST_WILDS) + 1)
            if any(may_take(tables, run, n, wilds) for n in room if n or wilds)
        ),
        default=_WILD,
    )
    if most < 0:
        return
    together = _together(tables.like, run.rank, run.counts) if least else ()
    layer: list[_Ends] = [((), ())]
    while layer:
        further: dict[_Ends, None] = {}
        for ends in layer:
            naturals, wilds = _counts(ends)
            fits = bool(naturals or wilds) and may_take(tables, run, naturals, wilds)
            if fits and not (together and _can_wait(tables, run, ends)):
                for kinds in wild_picks(tables.wild_kinds, have, wilds):
                    yield _addition(run, ends, kinds)
            if not (fits and least) or any(
                naturals <= more[0] and wilds <= more[1] for more in together
            ):
                further.update(dict.fromkeys(_longer(tables, run, held, ends, most)))
        layer = list(further)


@lru_cache(maxsize=1 << 10)
def _together(tables: Tables, rank: int, run: _Counts) -> tuple[_Counts, ...]:
    """Return the naturals and wilds that may join a run, but not after some of them.

    A natural may finish a book that then takes no wild. Where the wild could come first
    its place may not be free before the natural lies there.
    """
    every = [*product(range(tables.size + 1), range(_MOST_WILDS + 1))][1:]
    legal = [added for added in every if may_grow(tables, rank, run, *added)]
    return tuple(
        [
            added
            for added in legal
            if any(
                less != added
                and less[0] <= added[0]
                and less[1] <= added[1]
                and not can_wait(tables, rank, run, less, added)
                for less in legal
            )
        ]
    )


def _can_wait(tables: Tables, run: Run, ends: _Ends) -> bool:
    """Whether some of these cards may join a run first, and the others later."""
    below, above = ends
    return any(
        may_take(tables, run, *_counts(less))
        and can_wait(tables, run.rank, run.counts, _counts(less), _counts(ends))
        for less in (
            (below[:low], above[:high])
            for low in range(len(below) + 1)
            for high in range(len(above) + 1)
            if 0 < low + high < len(below) + len(above)
        )
    )


def _counts(ends: _Ends) -> tuple[int, int]:
    wilds = sum(end.count(_WILD) for end in ends)
    return len(ends[0]) + len(ends[1]) - wilds, wilds


def _longer(
    tables: Tables, run: Run, held: set[int], ends: _Ends, most: int
) -> Iterator[_Ends]:
    """Yield the same ends with a card more; each is written from the run on."""
    below, above = ends
    spare = _counts(ends)[1] < most
    for kind, low in (
        (run.low - len(below) - 1, True),
        (run.high + len(above) + 1, False),
    ):
        if kind not in tables.run_kinds:
            continue
        cards = [_WILD] if spare else []
        if face_of(run.rank, kind) in held:
            cards.append(kind)
        for card in cards:
            yield ((*below, card), above) if low else (below, (*above, card))


def _addition(run: Run, ends: _Ends, wilds: Sequence[int]) -> Addition:
    left = list(wilds)
    below, above = (
        tuple(
            ANY_OF_KIND[left.pop(0)]
            if kind == _WILD
            else CARDS[face_of(run.rank, kind)]
            for kind in end
        )
        for end in ends
    )
    return Addition(run, below[::-1], above)
