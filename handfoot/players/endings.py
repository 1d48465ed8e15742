"""Going out: whether it can be done with one lay, and whether it pays."""

from __future__ import annotations

from typing import Final

from handfoot.cards import ANY_OF_KIND
from handfoot.play.actions import NEW, Group, Lay
from handfoot.play.books import nature
from handfoot.play.exits import Portion, find_exit
from handfoot.play.runs.offers import ways_out as way_with_runs
from handfoot.play.state import NO_MELD
from handfoot.play.turn_bounds import FREE, Bounds
from handfoot.players.outlook import Outlook

# Weights of this player, in points.
_CARD: Final = 10.0  # an unseen card that somebody still holds
_AHEAD: Final = 0.6  # share of the books in sight that another round would bring
_HURRY: Final = 250.0  # opponents who can go out
_LATE: Final = 100.0  # a stock that is nearly used up


def pays(outlook: Outlook, *, own: float | None = None) -> bool:
    """Whether it is better that the own side goes out now than that play goes on.

    Args:
        outlook: What a seat of the side sees.
        own: Points that the seat itself would be left with, when a partner goes out.
    """
    view = outlook.view
    rules = outlook.tables.book
    if rules.match.out_wins:
        return True
    gain = float(rules.going_out.bonus)
    gain += _HURRY * outlook.threat
    if view.stock + view.stock_to_come < view.seats * outlook.tables.draw:
        gain += _LATE
    for side in range(view.sides):
        share = -1.0 if side == outlook.side else 1.0 / (view.sides - 1)
        gain += share * _AHEAD * _in_sight(outlook, side)
        if side != outlook.side:
            gain += share * _caught(outlook, side)
    if rules.scoring.held != "others":
        gain -= _caught(outlook, outlook.side)
        gain -= own or 0.0
    return gain > 0.0


def _in_sight(outlook: Outlook, side: int) -> float:
    """Return the worth of the books that a side has well begun."""
    tables = outlook.tables
    total = 0.0
    for rank, naturals, wilds in outlook.all_melds[side]:
        count = naturals + wilds
        if count >= tables.size:
            continue
        name = tables.book_name[rank][nature(naturals, wilds)]
        total += outlook.kinds.bonus[name] * (count / tables.size) ** 3
    return total


def _caught(outlook: Outlook, side: int) -> float:
    """Return about what a side would pay for the cards that others of it hold."""
    view = outlook.view
    # The own cards are no others', and neither is a packet that the side shares.
    cards = view.unreached(side) - sum(view.packets_left(outlook.seat))
    for seat in range(side, view.seats, view.sides):
        if seat != outlook.seat:
            cards += view.held(seat)
    return _CARD * cards


def held_points(outlook: Outlook) -> float:
    """Return what the seat would pay for its own cards if the round ended now."""
    held = outlook.tables.held
    points = -sum(held[kind] * count for kind, count in enumerate(outlook.hand))
    return points + _CARD * sum(outlook.view.packets_left(outlook.seat))


def way_out(outlook: Outlook) -> Lay | None:
    """Return one lay that goes out, or leaves the last discard; ``None`` without."""
    view = outlook.view
    if not outlook.last:
        return None
    least = 0 if view.opened(outlook.side) else view.minimum(outlook.side)
    if outlook.tables.runs:
        lays = way_with_runs(view.known(), outlook.seat, outlook.side)
        return next((lay for lay in lays if view.is_legal(lay)), None)
    laid = len(view.red_threes(outlook.side))
    bounds = Bounds(books=laid) if outlook.tables.red_for_books else FREE
    found = find_exit(
        outlook.tables, outlook.hand, outlook.melds, least=least, bounds=bounds
    )
    if found is None or not found.portions:
        return None
    left = list(outlook.hand)
    if found.discard >= 0:
        left[found.discard] -= 1
    wilds = [kind for kind in outlook.tables.wild_kinds for _ in range(left[kind])]
    names = [meld.name for meld in view.melds(outlook.side)]
    lay = Lay(tuple(_group(portion, wilds, names) for portion in found.portions))
    return lay if view.is_legal(lay) else None


def _group(portion: Portion, wilds: list[int], names: list[str]) -> Group:
    """Return the group of a portion, its wilds taken from ``wilds``."""
    cards = [ANY_OF_KIND[portion.rank]] * portion.naturals if portion.naturals else []
    cards += [ANY_OF_KIND[wilds.pop()] for _ in range(portion.wilds)]
    onto = NEW if portion.meld == NO_MELD else names[portion.meld]
    return Group(tuple(cards), onto)
