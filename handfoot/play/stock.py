"""The stock at the table: taking cards from it, and what to do when it is short."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from handfoot.play import freezing
from handfoot.play.chance import shuffled
from handfoot.play.events import Log, PacketBecameStock, StockReshuffled
from handfoot.play.state import NOBODY, State


def take(state: State, count: int, log: Log) -> bytes | None:
    """Take ``count`` cards from the stock, next card first.

    Returns ``None`` when the stock cannot give them all, even after the reshuffle that
    the ruleset may allow; then the round must end. Where a draw takes what is left,
    those are fewer cards, and ``None`` when none is left.
    """
    if len(state.stock) < count and not _refill(state, count, log):
        count = len(state.stock)
        if not count or not gives_rest(state):
            return None
    stock = state.stock
    cut = len(stock) - count
    state.stock = stock[:cut]
    return stock[cut:][::-1]


def gives_rest(state: State) -> bool:
    """Whether a draw takes what is left of a stock that is short."""
    return state.tables[0].book.stock.when_short == "draw_rest"


def is_short(state: State, count: int) -> bool:
    """Whether a draw of ``count`` cards cannot be made."""
    if len(state.stock) >= count:
        return False
    rule = state.tables[0].book.stock
    left = _refills_left(state)
    if left is not None and left <= 0:
        return True
    match rule.when_short:
        case "end_round" | "draw_rest":
            return True
        case "reshuffle":
            return len(state.stock) + max(len(state.pile) - 1, 0) < count
        case "reshuffle_all":
            return len(state.stock) + len(state.pile) < count
        case "add_pack":
            return False
        case "packet":
            return len(state.stock) + to_come(state) < count
        case other:
            assert_never(other)


def to_come(state: State) -> int:
    """Return how many cards of packets may still become the stock."""
    if state.tables[0].book.stock.when_short != "packet":
        return 0
    sizes = [len(state.packets[owner][place]) for owner, place in spare(state)]
    return sum(sizes[: _refills_left(state)])


def _refills_left(state: State) -> int | None:
    """Return how often the stock may still be filled up; ``None`` for no limit."""
    most = state.tables[0].book.stock.most_refills
    if most is None:
        return None
    return most - state.reshuffles - state.packs_added - len(state.lost_packets)


def spare(state: State) -> list[tuple[int, int]]:
    """Return the packets that may become the stock, the next one first.

    Each as its owner, a side where partners share their packets, and its place among
    those of the owner. A packet is no longer to spare when a hand that has run out
    waits for it.
    """
    shared = state.tables[0].book.deal.later_for == "side"
    count = state.sides if shared else state.seats
    found = [
        (owner, place)
        for owner in range(count)
        for place, packet in enumerate(state.packets[owner])
        if packet and (place or all(state.cards[owner::count]))
    ]
    # The deepest first; of as deep ones the dealer's, then to the dealer's right.
    found.sort(key=lambda one: (-one[1], (state.dealer - one[0]) % count))
    return found


def _refill(state: State, count: int, log: Log) -> bool:
    if is_short(state, count):
        return False
    book = state.tables[0].book
    if book.stock.when_short == "packet":
        while len(state.stock) < count:
            _give_packet(state, *spare(state)[0], log)
        return True
    if book.stock.when_short == "add_pack":
        new = book.one_pack
        state.packs_added += 1
    else:
        state.reshuffles += 1
        cut = len(state.pile) - (book.stock.when_short == "reshuffle")
        new, state.pile = state.pile[:cut], state.pile[cut:]
    # What is left of the old stock stays on top: it is drawn first.
    fresh = shuffled(new, state.seed, state.round, state.shuffles)
    state.shuffles += 1
    state.stock = fresh + state.stock
    if log is not None:
        log.append(partial(StockReshuffled, len(fresh)))
    if state.frozen_by != NOBODY and book.stock.when_short != "add_pack":
        freezing.note_reshuffle(state, log)
    return True


def _give_packet(state: State, owner: int, place: int, log: Log) -> None:
    """Put a packet under what is left of the stock, its top card to be drawn first."""
    left = list(state.packets[owner])
    packet = left.pop(place)
    shared = state.tables[0].book.deal.later_for == "side"
    state.packets = state.packets[:]
    for seat in range(owner, state.seats, state.sides) if shared else (owner,):
        state.packets[seat] = tuple(left)
    state.lost_packets += (owner,)
    state.stock = packet + state.stock
    if log is not None:
        log.append(partial(PacketBecameStock, owner, len(packet)))


def take_some(state: State, count: int, log: Log) -> bytes:
    """Take up to ``count`` cards, fewer when the stock cannot give them all."""
    taken = take(state, count, log)
    if taken is not None:
        return taken
    return take(state, len(state.stock), log) or b""
