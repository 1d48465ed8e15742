"""The deal at the table: a new round from shuffle to the first turn."""

from __future__ import annotations

from functools import partial
from typing import Final

from handfoot.cards import CARDS, JOKER_FACE, KIND_OF, RANKS
from handfoot.play import freezing, stock, threes
from handfoot.play.chance import shuffled
from handfoot.play.events import (
    Dealt,
    Log,
    Note,
    PacketShown,
    RoundBegan,
    TopCardSeen,
    UpcardTurned,
)
from handfoot.play.state import NO_CONSENTS, NO_MELD, NOBODY, SLOTS, State
from handfoot.play.tables import Tables, in_force
from handfoot.rules.deal import Deal

#: How a hand may be found that its player chooses.
_CHOSEN: Final = ("unseen", "top_seen", "top_up", "face_up")
LAST_RANK = len(RANKS) - 1


def settle(state: State) -> None:
    """Put the rules of this round in force, for each side by its running score."""
    size = state.seats // state.sides
    scores = state.scores_dealt() if state.rules.of_the_score else (0,)
    found = [
        in_force(state.rules, state.seats, size, state.round, score) for score in scores
    ]
    state.tables = found * (state.sides // len(found))


def begin_round(state: State, log: Log) -> bool:
    """Deal a round: packets, upcard, dealt red threes.

    The shuffled deck is dealt from the top: to each seat its whole hand, from the first
    player round the table, then in the same order the later packets. Red threes dealt
    are laid in that order too, each seat until it holds none.

    Returns ``False`` when a red three could not be replaced: the round ends at once.
    """
    settle(state)
    book = state.tables[0].book
    first = first_seat(state)
    order = [(first + step) % state.seats for step in range(state.seats)]
    deck = book.one_pack * book.deck.packs
    cards = shuffled(deck, state.seed, state.round, 0)
    state.aside = cards[: book.deck.set_aside]
    state.stock = cards[book.deck.set_aside :]
    state.shuffles = 1
    state.pile = b""
    state.out = -1
    clear_table(state)
    state.turn = first
    if log is not None:
        hand = book.deal.hand
        log.append(partial(RoundBegan, state.round, state.dealer, first, hand))
    _deal_packets(state, order, log)
    if book.deal.upcard:
        _turn_upcard(state, state.tables[0], log)
    if book.stock.piles > 1:
        state.stock = _from_piles(state.stock, book.stock.piles)
    if state.choosers:
        state.turn = state.choosers[0]
        return True
    return all(threes.lay_red(state, seat, log) for seat in order)


def clear_table(state: State) -> None:
    """Take every card off the table, for a new round."""
    seats, sides = state.seats, state.sides
    state.clear_hands()
    state.packets = [()] * seats
    state.played = [False] * seats
    state.melds = [()] * sides
    state.slots = [[NO_MELD] * SLOTS for _ in range(sides)]
    state.red = [b""] * sides
    state.black = ()
    state.opened = [False] * sides
    state.opened_by = ()
    state.opened_at = [0] * sides
    state.opened_first = -1
    state.at_once = [0] * sides
    state.turns = 0
    state.wilds_added = ()
    state.finished = ()
    state.consents = NO_CONSENTS
    state.drawn = 0
    state.fresh = ()
    state.own_book = [False] * seats
    state.held_back = b""
    state.frozen_by = NOBODY
    state.frozen_at = 0
    state.picked_up = ()
    state.lap = -1
    state.choosers = ()
    state.packs_added = 0
    state.reshuffles = 0
    state.lost_packets = ()


def first_seat(state: State) -> int:
    """Return the seat that plays first in a round dealt by ``state.dealer``.

    ``state.out`` is still that of the round before.
    """
    rule = state.tables[0].book.players.first
    if rule == "went_out" and state.out != NOBODY:
        return state.out
    return (state.dealer + (rule != "dealer")) % state.seats


def _deal_packets(state: State, order: list[int], log: Log) -> None:
    hand, *later = state.tables[0].packets
    rule = state.tables[0].book.deal
    packets = {seat: [_dealt(state, hand, log)] for seat in order}
    shared, drawn = rule.later_for == "side", rule.later_from == "stock"
    for size in later:
        for seat in order[: state.sides] if shared else order:
            # Those of the stock are empty until they are taken.
            dealt = _dealt(state, 0 if drawn else size, log)
            packets[seat].append(dealt)
            for partner in state.partners(seat) if shared else ():
                packets[partner].append(dealt)
    _route(state, packets)
    if is_chosen(rule):
        state.packets = [tuple(packets[seat]) for seat in range(state.seats)]
        state.choosers = tuple(order)
        if log is not None:
            for seat in order:
                _show_packets(rule.hand_choice, seat, packets[seat], log)
        return
    for seat in order:
        if rule.hand_choice != "first_dealt":
            _hand_first(packets[seat], rule.hand_choice)
        state.give(seat, packets[seat][0])
        if log is not None:
            log.append(partial(Dealt.of, seat, packets[seat][0]))
    state.packets = [tuple(packets[seat][1:]) for seat in range(state.seats)]


def is_chosen(rule: Deal) -> bool:
    """Whether players choose which of several packets is the hand."""
    return rule.hand_choice in _CHOSEN and len(rule.packets) > 1


def _dealt(state: State, size: int, log: Log) -> bytes:
    dealt = stock.take(state, size, log)
    assert dealt is not None, "the ruleset was checked for the deal"
    return dealt


def _show_packets(
    choice: str, seat: int, packets: list[bytes], log: list[Note]
) -> None:
    """Tell what is seen of packets before their player chooses the hand."""
    for number, packet in enumerate(packets, start=1):
        match choice:
            case "face_up":
                log.append(partial(PacketShown.of, seat, number, packet))
            case "top_up":
                log.append(partial(PacketShown.of, seat, number, packet[-1:]))
            case "top_seen":
                log.append(partial(TopCardSeen, seat, number, CARDS[packet[-1]]))


def shown(state: State, owner: int, seat: int | None) -> int | None:
    """Return how many cards of each packet of ``owner`` a seat sees, from the top.

    Returns:
        A number of cards; ``None`` for all. Once the hand is chosen none are seen.
    """
    if owner not in state.choosers:
        return 0
    match state.tables[0].book.deal.hand_choice:
        case "face_up":
            return None
        case "top_up":
            return 1
        case "top_seen":
            return int(seat == owner)
        case _:
            return 0


def seen_part(packet: bytes, count: int | None) -> bytes:
    """Return the cards of a packet that are seen, the top one last."""
    return packet if count is None else packet[len(packet) - count :]


def _route(state: State, packets: dict[int, list[bytes]]) -> None:
    """Pass the packets round the table: the hands one way, the others another."""
    rule = state.tables[0].book.deal
    # Packets that partners share lie before both of them.
    later_to = "self" if rule.later_for == "side" else rule.later_to
    if rule.hand_to == later_to == "self":
        return
    dealt = {seat: list(own) for seat, own in packets.items()}
    for seat, own in dealt.items():
        packets[receiver_of(state, seat, rule.hand_to)][0] = own[0]
        packets[receiver_of(state, seat, later_to)][1:] = own[1:]


def receiver_of(state: State, seat: int, route: str) -> int:
    """Return the seat to which a packet dealt to ``seat`` goes by ``route``."""
    if route == "self":
        return seat
    if route == "partner":
        return next(iter(state.partners(seat)), seat)
    step = 1 if route == "left" else -1
    return (seat + step) % state.seats


def _hand_first(packets: list[bytes], choice: str) -> None:
    """Put the packet first whose bottom card makes it the hand."""
    if choice == "lowest_bottom":
        packets.sort(key=lambda packet: _height(packet[0], two=LAST_RANK + 1))
    else:
        packets.sort(key=lambda packet: -_height(packet[0], two=0)[0])


def _height(face: int, *, two: int) -> tuple[int, int]:
    """Return how high a card is: threes low, aces high, jokers above all."""
    rank, suit = divmod(face, 4)
    if face == JOKER_FACE:
        return LAST_RANK + 2, 0
    return (rank if rank else two), suit


def _from_piles(stock_cards: bytes, piles: int) -> bytes:
    """Return the stock as it is drawn from so many piles in turn, next card last."""
    order = stock_cards[::-1]
    size = -(-len(order) // piles)
    parts = [order[start : start + size] for start in range(0, len(order), size)]
    drawn = [part[i] for i in range(size) for part in parts if i < len(part)]
    return bytes(reversed(drawn))


def _turn_upcard(state: State, tables: Tables, log: Log) -> None:
    rule = tables.book.deal
    refused = tables.refused_upcards
    wanted = rule.upcards
    # Bounded: a stock of refused cards only would otherwise turn for ever.
    for _ in range(len(state.stock)):
        face = state.stock[-1]
        fits = KIND_OF[face] not in refused or rule.wrong_upcard == "stays"
        covered = not fits and rule.wrong_upcard == "freezes"
        state.stock = state.stock[:-1]
        if log is not None:
            buried = not fits and not covered
            log.append(partial(UpcardTurned, CARDS[face], buried, covered))
        if fits or covered:
            state.pile += bytes([face])
            if tables.freezes:
                freezing.note_upcard(state, log, refused=covered)
        else:
            _bury(state, face, rule.wrong_upcard)
        wanted -= fits
        if not wanted:
            return


def _bury(state: State, face: int, where: str) -> None:
    """Put a refused upcard back into the stock."""
    state.stock = bytes([face]) + state.stock
    if where == "shuffled_in":
        state.stock = shuffled(state.stock, state.seed, state.round, state.shuffles)
        state.shuffles += 1
