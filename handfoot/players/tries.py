"""What the counts would be after a play: hand and melds, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from handfoot.play.actions import BELOW, NEW, Group
from handfoot.play.books import counted
from handfoot.play.placing import RANK_TEXT
from handfoot.play.state import NO_MELD
from handfoot.play.tables import Tables

Counts = tuple[int, int, int]
_RANKS: Final = {text: rank for rank, text in enumerate(RANK_TEXT)}


def laid_out(
    tables: Tables, melds: Sequence[Counts], groups: Iterable[Group]
) -> list[Counts]:
    """Return the counts of a side's melds after legal groups were laid."""
    found = list(melds)
    started = []
    for group in groups:
        read = tables.read_group(group)
        assert read is not None, "a legal group is of one rank"
        rank, naturals = read
        wilds = len(group.cards) - naturals
        place = _place(tables, melds, group, rank)
        if place == NO_MELD:
            counts = counted(tables, rank, (0, 0), (naturals, wilds))
            started.append((rank, *counts))
        else:
            old = found[place]
            counts = counted(tables, old[0], old[1:], (naturals, wilds))
            found[place] = (old[0], *counts)
    return found + started


def _place(tables: Tables, melds: Sequence[Counts], group: Group, rank: int) -> int:
    """Return the place of the meld that a legal group joins."""
    if group.onto == NEW:
        return NO_MELD
    text, _, number = group.onto.removeprefix(BELOW).partition("#")
    wanted = _RANKS[text] if text else rank
    places = [place for place, meld in enumerate(melds) if meld[0] == wanted]
    if number:
        return places[int(number) - 1]
    for place in places:
        if melds[place][1] + melds[place][2] < tables.size:
            return place
    if not places:
        return NO_MELD
    grows = not tables.closed and len(group.cards) < tables.smallest
    if text or grows or tables.book.melds.per_rank == "one":
        return places[-1]
    return NO_MELD


def left_over(hand: Sequence[int], groups: Iterable[Group]) -> list[int]:
    """Return the cards by kind that are left after groups were laid from ``hand``.

    A kind goes below zero when cards of it come from elsewhere.
    """
    left = list(hand)
    for group in groups:
        for card in group.cards:
            left[card.kind] -= 1
    return left


def points_of(tables: Tables, groups: Iterable[Group]) -> int:
    """Return the points of the cards in groups."""
    points = tables.points
    return sum(points[card.kind] for group in groups for card in group.cards)
