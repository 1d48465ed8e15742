"""The state of a position set up in part: what it does not say is filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from handfoot.cards import (
    CARDS,
    FACES_OF_KIND,
    RED_THREE,
    Card,
    as_black,
    parse_cards,
)
from handfoot.errors import HandfootError
from handfoot.play import freezing, moment
from handfoot.play.actions import NEW, Group
from handfoot.play.books import counted_of
from handfoot.play.chance import shuffled
from handfoot.play.deal import clear_table, is_chosen, settle
from handfoot.play.foot import owners
from handfoot.play.lay import put
from handfoot.play.melds import Layout
from handfoot.play.placing import place_all
from handfoot.play.refusals import Refusal
from handfoot.play.state import (
    ANSWER,
    CHOOSE,
    NO_CONSENTS,
    NO_MELD,
    OVER,
    PHASES,
    WILD_RANK,
    Consents,
    Meld,
    State,
)
from handfoot.play.wilds import broken_limits
from handfoot.rules.language.scoped import Situation, resolve
from handfoot.rules.language.words import listed
from handfoot.table.notation import parse_group
from handfoot.table.seating import loaded, table_of, usual_seats

if TYPE_CHECKING:
    from handfoot.table.position import Position

Cards = str | int
#: Phases in which a position may be.
POSITION_PHASES = tuple(phase for phase in PHASES if phase != PHASES[OVER])
#: Words for what the partners said, in the order of the state's numbers.
PERMISSIONS = ("unasked", "granted", "denied", "advised")


class _Deck:
    """The cards not yet placed, in a fixed order.

    Args:
        faces: The cards of the deck.
        asked: The texts of the position that name cards. Cards without a suit leave
            those that are named with theirs alone while others of the rank are left.
        alike: Whether red threes are read as black ones.
    """

    def __init__(
        self, faces: bytes, asked: Iterable[str] = (), *, alike: bool = False
    ) -> None:
        self.left = bytearray(faces)
        self._alike = alike
        cards = (card for text in asked for card in self._read(text))
        self.kept = Counter(card.index for card in cards if card.exact)

    def _read(self, text: str) -> tuple[Card, ...]:
        cards = parse_cards(text)
        return tuple(map(as_black, cards)) if self._alike else cards

    def named(self, text: str, where: str) -> bytes:
        """Take the cards that ``text`` names."""
        cards = self._read(text)
        # Cards with a suit go first: any other of the rank will do for those without.
        order = sorted(range(len(cards)), key=lambda place: not cards[place].exact)
        found = {place: self._one(cards[place], where) for place in order}
        return bytes(found[place] for place in range(len(cards)))

    def _one(self, card: Card, where: str) -> int:
        if card.exact:
            faces: Sequence[int] = (card.index,)
            self.kept[card.index] -= 1
        else:
            of_kind = FACES_OF_KIND[card.kind]
            free = [face for face in of_kind if self.left.count(face) > self.kept[face]]
            faces = (*free, *of_kind)
        for face in faces:
            if face in self.left:
                self.left.remove(face)
                return face
        raise HandfootError(
            f"{where}: the deck has no further {card}; all of them are placed already"
        )

    def some(self, count: int, where: str) -> bytes:
        """Take any ``count`` cards, red threes last of all."""
        reds = FACES_OF_KIND[RED_THREE]
        plain = [face for face in self.left if face not in reds]
        chosen = (plain + [face for face in self.left if face in reds])[:count]
        if len(chosen) < count:
            raise HandfootError(f"{where}: only {len(self.left)} cards are left")
        for face in chosen:
            self.left.remove(face)
        return bytes(chosen)

    def take(self, cards: Cards, where: str) -> bytes:
        """Take cards named in a text, or any number of them."""
        if isinstance(cards, int):
            return self.some(cards, where)
        return self.named(cards, where)


def build(position: Position) -> State:
    """Return the state that a position says.

    Raises:
        HandfootError: the position is impossible, with what is wrong.
    """
    rules = loaded(position.rules)
    seats = usual_seats(rules) if position.seats is None else position.seats
    size = table_of(rules, seats, position.side_size)
    state = State()
    state.rules = rules
    state.seed = position.seed
    state.seats = seats
    state.sides = seats // size
    state.round = position.round
    state.dealer = (
        (position.turn - 1) % seats if position.dealer is None else position.dealer
    )
    state.scores = list(position.scores or [0] * state.sides)
    state.sheets = ()
    state.out = -1
    state.shuffles = 1
    _check_words(position, state)
    state.phase = PHASES.index(position.phase)
    settle(state)
    clear_table(state)
    state.turn = position.turn
    state.turns = _turns(position, state)
    state.permission = PERMISSIONS.index(position.permission)
    state.answering = -1
    if state.phase == ANSWER:
        partners = state.partners(state.turn)
        if not partners:
            raise HandfootError("phase: nobody answers in a game without partners")
        if state.tables[partners[0] % state.sides].book.going_out.permission == "none":
            raise HandfootError("phase: nobody is asked before going out here")
        state.answering = partners[0]
    if state.phase == CHOOSE:
        _let_choose(position, state)
    _place_cards(position, state)
    if rules.of_the_moment:
        moment.resettle(state)
    return state


def _check_words(position: Position, state: State) -> None:
    """Refuse numbers and words that fit no table.

    Raises:
        HandfootError: one does not.
    """
    if position.phase not in POSITION_PHASES:
        words = listed(POSITION_PHASES, "or")
        raise HandfootError(f"phase: must be {words}, not {position.phase!r}")
    if position.permission not in PERMISSIONS:
        words = ", ".join(PERMISSIONS)
        raise HandfootError(f"permission: must be one of {words}")
    if position.round < 1:
        raise HandfootError("round: rounds are counted from 1")
    at = Situation(state.seats, state.seats // state.sides)
    alone = resolve(state.rules["opening.by"], at) == "player"
    if position.turns is not None and position.turns < 1:
        raise HandfootError("turns: turns are counted from 1")
    if len(state.scores) != state.sides:
        raise HandfootError(f"scores: there are {state.sides} sides")
    for where, seats in (
        ("turn", (position.turn,)),
        ("dealer", (state.dealer,)),
        ("hands", position.hands),
        ("packets", position.packets),
        ("played", position.played),
        ("picked_up", position.picked_up),
        ("opened", position.opened if alone else ()),
    ):
        for seat in seats:
            if not 0 <= seat < state.seats:
                raise HandfootError(
                    f"{where}: seats are 0 to {state.seats - 1}, not {seat}"
                )
    for where, sides in (
        ("melds", position.melds),
        ("begun", position.begun),
        ("opened", () if alone else position.opened),
        ("red", position.red),
        ("black", position.black),
    ):
        for side in sides:
            if not 0 <= side < state.sides:
                raise HandfootError(
                    f"{where}: sides are 0 to {state.sides - 1}, not {side}"
                )


def _turns(position: Position, state: State) -> int:
    """Return how many turns have begun in the round."""
    if position.turns is not None:
        return position.turns
    return state.seats + 1 if moment.tells_turns(state.rules) else 1


def _opened_by(position: Position, state: State) -> Iterator[int]:
    """Yield the seats that have opened, where every player opens alone."""
    for seat in range(state.seats):
        side = seat % state.sides
        named = any(one % state.sides == side for one in position.opened)
        # Whose the melds are is not said, so all of the side may have laid them.
        if seat in position.opened or (position.melds.get(side) and not named):
            yield seat


def _let_choose(position: Position, state: State) -> None:
    """Let every seat choose its hand, ``turn`` first.

    Raises:
        HandfootError: nobody chooses under these rules, or hands are given.
    """
    if not is_chosen(state.tables[0].book.deal):
        raise HandfootError("phase: nobody chooses which packet is the hand here")
    if position.hands:
        raise HandfootError("hands: nobody has a hand yet; name the packets")
    state.choosers = tuple(
        (state.turn + step) % state.seats for step in range(state.seats)
    )


def _packets(position: Position, state: State) -> Mapping[int, Sequence[Cards]]:
    """Return the packets of each seat that is not said to have those dealt to it.

    Raises:
        HandfootError: partners who share their packets are said to have different ones.
    """
    if len(owners(state)) == state.seats:
        return position.packets
    found: dict[int, Sequence[Cards]] = {}
    for seat, packets in position.packets.items():
        if found.setdefault(seat % state.sides, packets) != packets:
            raise HandfootError(
                f"packets.{seat}: partners share their packets here (deal.later_for); "
                "name those of one of them"
            )
    return found


def _check_packets(position: Position, state: State) -> None:
    """Refuse packets that are never dealt.

    Raises:
        HandfootError: there is one.
    """
    choosing = state.phase == CHOOSE
    later = len(state.tables[0].packets) - (not choosing)
    for seat, packets in position.packets.items():
        if len(packets) > later:
            raise HandfootError(
                f"packets.{seat}: {later} packets "
                f"{'are dealt' if choosing else 'follow the hand'}, not {len(packets)}"
            )
        if state.tables[0].book.deal.later_from == "stock" and any(packets):
            raise HandfootError(
                f"packets.{seat}: their cards come from the stock (deal.later_from); "
                f"write 0 for each"
            )
    for seat in position.played:
        owner = seat % len(owners(state))
        if _packets(position, state).get(owner, [0] * later):
            raise HandfootError(
                f"played: seat {seat} has not reached its last packet; write "
                f"packets: {{{seat}: []}}"
            )


def _texts(position: Position) -> Iterator[str]:
    """Yield every text of a position that names cards."""
    for melds in position.melds.values():
        yield from melds
    places = (*position.hands.values(), position.pile, position.stock)
    packets = (one for packets in position.packets.values() for one in packets)
    for cards in (*places, *packets):
        if isinstance(cards, str):
            yield cards


def _place_cards(position: Position, state: State) -> None:
    _check_packets(position, state)
    book = state.tables[0].book
    faces = book.one_pack * book.deck.packs
    order = shuffled(faces, position.seed, position.round, 0)
    deck = _Deck(order, _texts(position), alike=book.threes.alike)
    _lay_melds(position, state, deck)
    if book.threes.alike and any(position.red.values()):
        raise HandfootError(
            "red: red threes are as black ones here and never laid (threes.red)"
        )
    for side, count in position.red.items():
        state.red[side] = deck.named("3r " * count, "red")
    if any(position.black.values()):
        if not state.tables[0].lays_black:
            raise HandfootError(
                "black: no black threes are laid aside here (threes.black is held)"
            )
        counts = [position.black.get(side, 0) for side in range(state.sides)]
        state.black = tuple(deck.named("3b " * count, "black") for count in counts)
    named = {
        seat: deck.take(cards, f"hands.{seat}")
        for seat, cards in position.hands.items()
        if isinstance(cards, str)
    }
    state.pile = (
        deck.named(position.pile, "pile") if isinstance(position.pile, str) else b""
    )
    top = (
        deck.named(position.stock, "stock") if isinstance(position.stock, str) else b""
    )
    packets = {
        seat: [deck.take(cards, f"packets.{seat}") for cards in list_]
        for seat, list_ in _packets(position, state).items()
    }
    sizes = state.tables[0].packets
    for seat in range(state.seats):
        later = packets.get(seat)
        if seat not in owners(state):
            later = [*state.packets[seat % state.sides]]
        if later is None:
            coming = sizes if state.choosers else sizes[1:]
            drawn = book.deal.later_from == "stock"
            later = [
                deck.some(0 if drawn else count, f"packets.{seat}") for count in coming
            ]
        state.packets[seat] = tuple(later)
        cards = named.get(seat)
        if cards is None:
            size = 0 if state.choosers else position.hands.get(seat, sizes[0])
            assert isinstance(size, int)
            cards = deck.some(size, f"hands.{seat}")
        state.give(seat, cards)
        state.played[seat] = seat in position.played
    if isinstance(position.pile, int):
        state.pile = deck.some(position.pile, "pile")
    if isinstance(position.stock, int):
        state.stock = deck.some(position.stock, "stock")
    elif position.stock is None:
        state.stock = bytes(deck.left)
        deck.left.clear()
    else:
        state.stock = top
    state.picked_up = tuple(position.picked_up)
    freezing.set_up(state)
    # Cards that are nowhere on the table are out of this round.
    state.aside = bytes(deck.left)


def _lay_melds(position: Position, state: State, deck: _Deck) -> None:
    """Lay the melds that the position names, each checked against the rules."""
    for side, melds in position.melds.items():
        for text in melds:
            faces = deck.named(text, f"melds.{side}")
            cards = tuple(CARDS[face] for face in faces)
            onto = parse_group(text).onto or NEW
            group = Group(cards, onto)
            wrong = _laid(state, side, group, faces)
            if wrong:
                why = " ".join(refusal.message for refusal in wrong)
                raise HandfootError(f"melds.{side}: {text!r} cannot lie there: {why}")
            # Nobody has to agree to what lies there.
            state.consents = NO_CONSENTS
        state.opened[side] = True
    if moment.each_opens(state):
        state.opened_by = tuple(_opened_by(position, state))
    else:
        for side in position.opened:
            state.opened[side] = True
    _note_begun(position, state)
    # What lies there was laid in earlier turns.
    state.opened_at = [0] * state.sides
    state.at_once = [0] * state.sides
    state.wilds_added = ()
    state.finished = ()


def _laid(state: State, side: int, group: Group, faces: bytes) -> list[Refusal]:
    """Lay a meld, if the rules of any moment let it be; return why they do not."""
    in_force = state.tables
    first: list[Refusal] = []
    try:
        for tables in moment.every(state, side):
            state.tables = [*in_force[:side], tables, *in_force[side + 1 :]]
            placed, refusals = place_all(state, side, (group,))
            wrong = [*(refusals or Layout(state, side, placed).refusals)]
            if not wrong:
                put(state, side, (group,), faces, None)
                return _in_order(state, side, placed[0].meld, faces)
            first = first or wrong
    finally:
        state.tables = in_force
    return first


def _note_begun(position: Position, state: State) -> None:
    """Say who began the melds, where that decides anything.

    Raises:
        HandfootError: that cannot be so.
    """
    for side, seats in position.begun.items():
        if not state.tables[side].asks_consent:
            raise HandfootError(f"begun.{side}: it does not matter under these rules")
        if len(seats) != len(state.melds[side]):
            raise HandfootError(
                f"begun.{side}: name a seat for each of the {len(state.melds[side])} "
                f"melds, not {len(seats)}"
            )
        for seat in seats:
            if seat % state.sides != side or not 0 <= seat < state.seats:
                raise HandfootError(f"begun.{side}: seat {seat} is not of this side")
    if any(tables.asks_consent for tables in state.tables):
        begun = (
            tuple(position.begun.get(side, (side,) * len(melds)))
            for side, melds in enumerate(state.melds)
        )
        state.consents = Consents(tuple(begun))


def _in_order(state: State, side: int, place: int, faces: bytes) -> list[Refusal]:
    """Let the order of a new meld's cards decide which slid under a book, if any did.

    Returns what is wrong with the cards that did not.
    """
    tables = state.tables[side]
    if not tables.slides or place != NO_MELD:
        return []
    *others, meld = state.melds[side]
    counts = counted_of(tables, meld.rank, faces)
    state.set_melds(side, (*others, Meld(meld.rank, faces, *counts)))
    if meld.rank == WILD_RANK:
        return []
    return [*broken_limits(tables, meld.rank, *counts, new=True)]
