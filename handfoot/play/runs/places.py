"""Places of wilds in a run: each stands for the card of its place, and stays there.

Only rulesets whose runs may hold wilds (``tables.wild_runs``) ask here. Of cards that
are laid the naturals have their places. A wild goes where one is missing between them,
else to the top of the run or, where it is said or there is no room above, below it.
Of a new run the wilds that stand before all naturals go below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from handfoot.cards import KIND_OF, Card

if TYPE_CHECKING:
    from handfoot.play.tables import Tables


def lowest(tables: Tables, kinds: Sequence[int]) -> int:
    """Return the kind for which the first card of a run stands, in their order."""
    return next(k - at for at, k in enumerate(kinds) if not tables.wild[k])


def lie_in_order(tables: Tables, faces: bytes) -> bool:
    """Whether cards of one suit lie in a row, each wild in a place of a run."""
    kinds = [KIND_OF[face] for face in faces]
    low = lowest(tables, kinds)
    return all(
        low + at in tables.run_kinds and (tables.wild[kind] or kind == low + at)
        for at, kind in enumerate(kinds)
    )


def leading(tables: Tables, cards: Sequence[Card]) -> tuple[bool, ...]:
    """Return for each card of a new run whether it stands before all naturals."""
    found: list[bool] = []
    for card in cards:
        found.append(tables.wild[card.kind] and all(found))
    return tuple(found)


def arranged(
    tables: Tables, before: bytes, cards: Sequence[Card], below: Sequence[bool] = ()
) -> tuple[int, ...] | None:
    """Return the order in which cards lie in a run, lowest place first.

    Args:
        tables: Rules of the side.
        before: Faces of the run that they join, in their order; none for a new one.
        cards: The cards, of one suit but for wilds.
        below: For each of them whether it goes below the others, if it is wild.

    Returns:
        For each place the number of the card: those of the run come first, then the
        others; ``None`` if they do not lie in a row so.
    """
    at = _naturals(tables, before, cards)
    flags = below or (False,) * len(cards)
    wild = [n for n, card in enumerate(cards) if tables.wild[card.kind]]
    under = [len(before) + n for n in wild if flags[n]]
    over = [len(before) + n for n in wild if not flags[n]]
    if not at:
        return None
    low, high = min(at), max(at)
    for kind in range(low, high):
        if kind not in at:
            if not (over or under):
                return None
            at[kind] = (over or under).pop(0)
    for number in over:
        if high + 1 in tables.run_kinds:
            high += 1
            at[high] = number
        else:
            under.append(number)
    for number in reversed(under):
        low -= 1
        at[low] = number
    if not tables.run_kinds.issuperset(range(low, high + 1)):
        return None
    return tuple(at[kind] for kind in range(low, high + 1))


def _naturals(
    tables: Tables, before: bytes, cards: Sequence[Card]
) -> dict[int, int] | None:
    """Return the cards that have their places by kind, ``None`` for two in one."""
    at: dict[int, int] = {}
    if before:
        low = lowest(tables, [KIND_OF[face] for face in before])
        at = {low + place: place for place in range(len(before))}
    for number, card in enumerate(cards, len(before)):
        if not tables.wild[card.kind] and at.setdefault(card.kind, number) != number:
            return None
    return at
