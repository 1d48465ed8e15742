"""The foot at the table: taking the next packet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from handfoot.play import stock, threes
from handfoot.play.actions import ChoosePacket
from handfoot.play.events import Dealt, Log, PacketChosen, PacketTaken
from handfoot.play.refusals import Refusal
from handfoot.play.state import DRAW, State


def take_next(state: State, seat: int, log: Log) -> bool:
    """Let ``seat``, who has earned it or has an empty hand, pick up its next packet.

    Returns ``False`` when a red three in it could not be replaced, or the stock cannot
    give its cards: the round must end.
    """
    packet, *left = state.packets[seat]
    rule = state.tables[0].book.deal
    if rule.later_from == "stock":
        drawn = stock.take(state, rule.packets[-len(left) - 1], log)
        if drawn is None:
            return False
        packet = drawn
    state.packets = state.packets[:]
    state.packets[seat] = tuple(left)
    if rule.later_for == "side":
        for partner in state.partners(seat):
            state.packets[partner] = tuple(left)
    state.give(seat, packet)
    if log is not None:
        log.append(partial(PacketTaken.of, seat, packet, len(left)))
    return threes.lay_red(state, seat, log, from_packet=True)


def is_earned(state: State, seat: int) -> bool:
    """Whether the next packet comes to a seat that still holds cards."""
    side = seat % state.sides
    match state.tables[side].book.foot.trigger:
        case "own_book":
            return state.own_book[seat]
        case "opening":
            return state.opened[side]
        case _:
            return False


def owners(state: State) -> range:
    """Return the seats whose packets are all there are: partners may share theirs."""
    shared = state.tables[0].book.deal.later_for == "side"
    return range(state.sides if shared else state.seats)


def in_last(state: State, seat: int) -> bool:
    """Whether ``seat`` plays from its last packet."""
    return not state.packets[seat]


def note_played(state: State, seat: int) -> None:
    """Remember that a seat has ended a turn in its last packet."""
    if not state.packets[seat] and not state.played[seat]:
        state.played = state.played[:]
        state.played[seat] = True


def check_choice(state: State, action: ChoosePacket) -> Iterator[Refusal]:
    """Yield why a packet cannot be chosen as the hand."""
    count = len(state.packets[state.turn])
    if not 1 <= action.number <= count:
        yield Refusal(
            "no_such_packet",
            "core.packet",
            f"You have {count} packets to choose from.",
            wanted=count,
            found=action.number,
        )


def apply_choice(state: State, action: ChoosePacket, log: Log) -> bool:
    """Make a packet the hand of the seat that chooses.

    Returns ``False`` when, all hands being chosen, a red three could not be replaced.
    """
    seat = state.turn
    packets = list(state.packets[seat])
    chosen = packets.pop(action.number - 1)
    state.packets = state.packets[:]
    state.packets[seat] = tuple(packets)
    state.give(seat, chosen)
    if log is not None:
        log.append(partial(PacketChosen, seat, action.number))
        log.append(partial(Dealt.of, seat, chosen))
    state.choosers = state.choosers[1:]
    if state.choosers:
        state.turn = state.choosers[0]
        return True
    state.turn = (seat + 1) % state.seats
    state.phase = DRAW
    order = [(state.turn + step) % state.seats for step in range(state.seats)]
    laid = all(threes.lay_red(state, player, log) for player in order)
    state.fresh = ()
    return laid
