"""Points of cards, as people count them: a sum, or how many cards of each value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import attrs

from handfoot.errors import NotationError
from handfoot.rules.reports.display import quote

__all__ = ["Points", "Sums", "read_points"]

#: No deck comes near it.
_MOST: Final = 1_000_000
_COUNTED: Final = re.compile(r"([0-9]{1,4})\s*[xX×*]\s*([0-9]{1,4})")
_SUM: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,7}")
_PARTS: Final = re.compile(r"\s*\+\s*|\s+(?=[0-9]+\s*[xX×*])")
_HOW: Final = (
    "type the points as a sum (640), or the cards of each value (20x3 10x12 5x4)"
)


@attrs.frozen
class Points:
    """Points of some cards.

    Attributes:
        total: The points.
        cards: Value and number of the cards, highest value first; ``None`` where only
            their sum is known.
    """

    total: int
    cards: tuple[tuple[int, int], ...] | None = None

    @classmethod
    def counted(cls, cards: Mapping[int, int]) -> Points:
        """Return the points of cards that are counted by their value."""
        some = {value: count for value, count in cards.items() if count}
        ordered = tuple(sorted(some.items(), reverse=True))
        return cls(sum(value * count for value, count in ordered), ordered)

    @property
    def number(self) -> int | None:
        """How many cards, ``None`` where nobody counted them."""
        return None if self.cards is None else sum(count for _, count in self.cards)

    @property
    def written(self) -> int | str:
        """The points as they stand in a file."""
        if not self.cards:
            return self.total
        return " ".join(f"{value}x{count}" for value, count in self.cards)

    def __str__(self) -> str:
        return f"{self.total:,}" if not self.cards else str(self.written)


def read_points(said: int | str | Mapping[object, object] | Points) -> Points:
    """Return the points that somebody typed.

    Args:
        said: ``640``, ``"340 + 300"``, ``"20x3 10x12 5x4"`` (value, then how many), or
            a map from values to numbers of cards.

    Raises:
        NotationError: it is none of these.
    """
    if isinstance(said, Points):
        return said
    if isinstance(said, Mapping):
        return _from_map(said)
    text = str(said).strip()
    parts = [part for part in _PARTS.split(text) if part]
    counts: dict[int, int] = {}
    total = 0
    summed = False
    for part in parts:
        if by_value := _COUNTED.fullmatch(part):
            value, count = int(by_value[1]), int(by_value[2])
            counts[value] = counts.get(value, 0) + count
            total += value * count
        elif _SUM.fullmatch(part):
            total += int(part.replace(",", ""))
            summed = summed or part != "0"
        else:
            raise NotationError(f"{quote(text)} is no number of points: {_HOW}", text)
    if not parts or total > _MOST:
        raise NotationError(f"{quote(text)} is no number of points: {_HOW}", text)
    if summed:
        return Points(total)
    return Points.counted(counts) if counts else Points(0, ())


def _from_map(said: Mapping[object, object]) -> Points:
    counts: dict[int, int] = {}
    for value, count in said.items():
        try:
            points, number = int(str(value)), int(str(count))
        except ValueError:
            points = number = -1
        if points < 0 or number < 0:
            raise NotationError(f"{quote(f'{value}: {count}')} counts no cards: {_HOW}")
        counts[points] = number
    return Points.counted(counts)


class Sums:
    """Which points some cards can have.

    Args:
        copies: For each value of a card, how many cards there are of it.
    """

    def __init__(self, copies: Mapping[int, int]) -> None:
        self.copies = {v: n for v, n in sorted(copies.items()) if n}
        self.most = sum(value * count for value, count in self.copies.items())
        # One bit for each sum; a run of cards doubles until all copies are in.
        reached = 1
        for value, count in self.copies.items():
            step, left = 1, count
            while left and value:
                step = min(step, left)
                reached |= reached << value * step
                left -= step
                step *= 2
        self._reached = reached

    def __contains__(self, points: int) -> bool:
        return 0 <= points <= self.most and bool(self._reached >> points & 1)

    def nearest(self, points: int) -> tuple[int, ...]:
        """Return the sums just below and just above ``points``, where there are any."""
        below = next((p for p in range(min(points, self.most), -1, -1) if p in self), 0)
        above = next((p for p in range(points, self.most + 1) if p in self), None)
        return (below,) if above is None else (below, above)

    def least(self, number: int) -> int:
        """Return the fewest points that ``number`` cards can have."""
        return cheapest(self.copies.items(), number)


def cheapest(copies: Iterable[tuple[int, int]], number: int) -> int:
    """Return the points of the ``number`` cheapest cards of these."""
    points = 0
    for value, count in sorted(copies):
        taken = min(count, number)
        points += taken * value
        number -= taken
    return points


@lru_cache(maxsize=64)
def by_value(
    kinds: tuple[int, ...], points: tuple[int, ...], copies: tuple[int, ...]
) -> Sums:
    """Return the sums of cards of some kinds.

    Args:
        kinds: The card kinds.
        points: Points of a card, by kind.
        copies: Cards in the deck, by kind.
    """
    found: dict[int, int] = {}
    for kind in kinds:
        found[points[kind]] = found.get(points[kind], 0) + copies[kind]
    return Sums(found)
