"""What reads from lists by kind, such as hands, the counts of some kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from handfoot.cards import KINDS
from handfoot.play.state import WILD_RANK


def reader(ranks: Sequence[int]) -> Callable[[Sequence[int]], Sequence[int]]:
    """Return what reads from a list by kind the naturals of each of some ranks."""
    kinds: list[int] = []
    for rank in ranks:
        # For wilds alone, which have none, any kind will do.
        beside = kinds[-1] + 1 if kinds else 0
        kinds.append(min(beside, KINDS - 1) if rank == WILD_RANK else rank)
    if kinds and kinds == [*range(kinds[0], kinds[-1] + 1)]:
        # A slice is quicker.
        return itemgetter(slice(kinds[0], kinds[-1] + 1))
    return picker(kinds)


def picker(places: Sequence[int]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return what picks these places from a sequence, as a tuple."""
    if len(places) > 1:
        return itemgetter(*places)
    # With one argument an itemgetter gives no tuple.
    return lambda values: tuple([values[place] for place in places])
