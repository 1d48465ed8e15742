"""The foot at the table: taking the next packet."""

from __future__ import annotations

from handfoot.cards import CARDS
from handfoot.play import stock, threes
from handfoot.play.events import PacketTaken
from handfoot.play.state import State


def take_next(state: State, seat: int, log: stock.Log) -> bool:
    """Let ``seat``, whose hand is empty, pick up its next packet.

    Returns ``False`` when a red three in it could not be replaced: the round must end.
    """
    packet, *left = state.packets[seat]
    state.packets = state.packets[:]
    state.packets[seat] = tuple(left)
    state.give(seat, packet)
    if log is not None:
        cards = tuple(CARDS[face] for face in packet)
        log.append(PacketTaken(seat, len(packet), len(left), cards))
    return threes.lay_red(state, seat, log, from_packet=True)


def in_last(state: State, seat: int) -> bool:
    """Whether ``seat`` plays from its last packet."""
    return not state.packets[seat]
