"""Discards: what a card is worth to keep, and what it would give the next player."""

from __future__ import annotations

from math import exp
from typing import Final

from handfoot.cards import Card
from handfoot.play.books import MIXED
from handfoot.play.growing import may_grow
from handfoot.play.runs.run import lying, suited
from handfoot.play.state import WILD_RANK
from handfoot.players.outlook import Outlook
from handfoot.players.rows import Rows

# Weights of this player, in points.
_CARD: Final = 14.0  # a card that a pickup gives
_GIFT: Final = 30.0  # a card that fits a meld of the opponents
_CLOSED: Final = 0.35  # how often a side that has not opened could open with a pickup
_SURE: Final = 0.95  # how often who needs nothing but the card takes it
_PAIR: Final = 2
_TOP: Final = 3


def danger(outlook: Outlook, card: Card) -> float:
    """Return what a discard may give to the next player (points)."""
    kind = card.kind
    view = outlook.view
    seat = (outlook.seat + 1) % view.seats
    side = seat % view.sides
    pile = outlook.tables.book.pile
    if not pile.may_be_taken or outlook.tables.barred_top[kind]:
        return 0.0
    count = view.pile + 1
    if count < pile.smallest:
        return 0.0
    taken = pile.most_taken(count)
    odds = _odds(outlook, kind, seat, side)
    gift = _fits(outlook, kind, side)
    if outlook.rows is not None and card.exact and suited(kind):
        known = view.known()
        runs = lying(known.tables[side], known.melds[side])
        more = outlook.rows.gift(card.index, runs)
        in_run = _in_run(outlook, outlook.rows, card.index, seat, joins=more > 0)
        odds = 1.0 - (1.0 - odds) * (1.0 - in_run)
        gift = max(gift, in_run and more)
    if not view.opened(side):
        if pile.before_opening == "never":
            return 0.0
        odds *= _CLOSED
    return odds * (_CARD * taken + gift)


def _in_run(
    outlook: Outlook, rows: Rows, face: int, seat: int, *, joins: bool
) -> float:
    """Return the chance that the next player takes the pile with a run.

    Args:
        outlook: The prospects of the player who discards.
        rows: What runs promise that player.
        face: The card.
        seat: The next player.
        joins: Whether it joins a run of that player's side.
    """
    book = outlook.tables.book
    how: str = book.pile.run
    if outlook.tables.freezes and outlook.view.frozen:
        how = "from_hand" if book.freezing.needs == "pair_or_run" else "no"
    if how == "own_run":
        return float(joins)
    return rows.pairing(face, outlook.view.held(seat)) if how == "from_hand" else 0.0


def _odds(outlook: Outlook, kind: int, seat: int, side: int) -> float:
    """Return the chance that the next player can use the card on top."""
    tables = outlook.tables
    pile = tables.book.pile
    wild = tables.wild[kind]
    if not wild and not tables.meldable[kind]:
        return 0.0
    rule = pile.wild_top if wild else pile.needs
    if rule == "never":
        return 0.0
    rank = WILD_RANK if wild else kind
    melds = [meld for meld in outlook.all_melds[side] if meld[0] == rank]
    if (
        tables.closed
        and tables.book.melds.per_rank == "one"
        and _all_full(outlook, melds)
    ):
        return 0.0
    # Who has a packet to come rather empties the hand than fills it with a pile.
    last = not outlook.view.packets_left(seat)
    if last and not wild and any(_earns(outlook, meld) for meld in melds):
        return _SURE
    unseen = outlook.unseen[rank]
    if wild and rule in ("matching_wilds", "matching_colour"):
        unseen //= len(tables.wild_kinds) * (2 if rule == "matching_colour" else 1)
    expected = outlook.view.held(seat) * unseen / outlook.hidden
    pair = 1.0 - exp(-expected) * (1.0 + expected)
    if rule == "natural_shown" and not wild:
        # One card of the rank in the hand, and a second anywhere to begin a meld.
        return min(1.0, _SURE - _SURE * exp(-expected)) if melds else pair
    if rule == "top_card_used":
        return _SURE if wild or melds else min(1.0, pair + 0.25 * expected)
    if pile.full_meld == "refuse" and any(
        meld[1] + meld[2] + _TOP > tables.size > meld[1] + meld[2] for meld in melds
    ):
        return 0.0
    return pair


def _earns(outlook: Outlook, meld: tuple[int, int, int]) -> bool:
    """Whether a meld of the next player's side alone earns a card of its rank."""
    tables, (rank, naturals, wilds) = outlook.tables, meld
    pile = tables.book.pile
    if pile.own_meld == "no" or (tables.freezes and outlook.view.frozen):
        return False
    if naturals + wilds < tables.size:
        onto = pile.goes_to in ("any_meld", "no_book")
    else:
        onto = pile.own_meld == "any" and pile.goes_to == "any_meld"
    return onto and may_grow(tables, rank, (naturals, wilds), 1, 0)


def _all_full(outlook: Outlook, melds: list[tuple[int, int, int]]) -> bool:
    size = outlook.tables.size
    return bool(melds) and all(meld[1] + meld[2] >= size for meld in melds)


def _fits(outlook: Outlook, kind: int, side: int) -> float:
    """Return what the card itself is worth to a side that can take it."""
    tables = outlook.tables
    for meld in outlook.all_melds[side]:
        if meld[0] == kind and may_grow(tables, kind, meld[1:], 1, 0):
            name = tables.book_name[kind][MIXED if meld[2] else 0]
            return _GIFT + outlook.kinds.bonus[name] / tables.size
    return 0.0
