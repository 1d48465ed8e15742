"""A client's table: an old view, the events since, and what they make of it.

The events say what happened, so the action behind each of them is known; and the engine
knows what follows from an action. So an action is played again on a table set up from
the view, in which every card that the events name lies where it must, and every other
card is a stand-in. What only seems to be known afterwards is covered again. Whatever a
ruleset may say, there is no second account of what an action does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, TypeVar, cast

import attrs

from handfoot.cards import ANY_OF_KIND, FACES_OF_KIND, KIND_OF, KINDS, Card
from handfoot.errors import RecordError
from handfoot.play import engine, moment
from handfoot.play.actions import (
    ASK,
    BELOW,
    DRAW,
    END,
    NEW,
    Action,
    Answer,
    AskToDirty,
    ChoosePacket,
    Discard,
    Draw,
    FreeWilds,
    Group,
    JoinMelds,
    Lay,
    TakePile,
)
from handfoot.play.deal import receiver_of, settle
from handfoot.play.events import (
    Answered,
    Asked,
    AskedToDirty,
    BlackThreesLaid,
    Dealt,
    Discarded,
    Drew,
    DrewTop,
    Event,
    Laid,
    LaidBelow,
    MatchEnded,
    MeldsJoined,
    Note,
    PacketChosen,
    PacketShown,
    PacketTaken,
    RedThreeLaid,
    RoundBegan,
    RoundScored,
    TookPile,
    TopCardSeen,
    TurnEnded,
    UpcardTurned,
    WildsFreed,
    made,
)
from handfoot.play.placing import meld_name, rank_of_meld
from handfoot.play.runs.run import is_run
from handfoot.play.scoring import Sheet
from handfoot.play.state import DRAW as DRAW_PHASE
from handfoot.play.tables import Tables, compiled
from handfoot.rules.language.scoped import Situation
from handfoot.table.game import Logged
from handfoot.table.stand_ins import STAND_IN, Draws, Orders, Supply
from handfoot.table.state_data import UNSEEN
from handfoot.table.views import View

__all__ = ["apply_events"]

_NEVER: Final = 1 << 30
_E = TypeVar("_E", bound=Event)


def apply_events(view: View, events: Iterable[Logged]) -> View:
    """Return the view that ``events`` lead to.

    Args:
        view: What a seat knew.
        events: What happened since, as that seat saw it, in order. Those that the view
            has seen already are left out; none may be missing.

    Raises:
        RecordError: the events do not follow from the view.
    """
    for ply, group in groupby(events, key=lambda logged: logged.ply):
        happened = [logged.event.for_seat(view.seat) for logged in group]
        if ply <= view.ply:
            continue
        if ply != view.ply + 1:
            raise RecordError(f"the events of action {view.ply + 1} are missing")
        view = _after(view, happened)
    return view


def _after(view: View, events: Sequence[Event]) -> View:
    """Return the view after one action."""
    try:
        return _Step(view, events).view()
    except RecordError:
        if _first(events, TookPile) is None:
            raise
        # A pickup named by rank uses the lowest cards, and that may be another card
        # than the one that earned it.
        return _Step(view, events, by_rank=True).view()


class _Step:
    """The events of one action, and the table on which it is played again."""

    def __init__(
        self, view: View, events: Sequence[Event], *, by_rank: bool = False
    ) -> None:
        self._by_rank = by_rank
        self._old = view
        self._me = view.seat
        self._events = events
        self._state = view.known()
        self._cover()
        # Cards from the stock in the order they are drawn, by the seat that gets them.
        self._drawn: list[list[int]] = []
        self._gains: dict[int, list[list[int]]] = {}
        self._found: list[tuple[int, int, list[int]]] = []
        # Cards that came with the pile.
        self._piled: list[int] = []

    def view(self) -> View:
        """Return the view after the action."""
        state = self._state
        action = self._action()
        self._find_cards()
        self._reveal(action)
        draws = [face for faces in self._drawn for face in faces]
        supply = Supply(len(state.stock), Draws(draws, state))
        state.stock = cast(bytes, supply)
        state.seed = Orders(supply.draws)
        before = state.tables
        state.tables = [self._rules_of_end(before[0]), *before[1:]]
        notes: list[Note] = []
        try:
            engine.apply(state, action, notes)
            happened = made(notes)
        except (
            AssertionError,
            IndexError,
            KeyError,
            StopIteration,
            ValueError,
        ) as error:
            raise RecordError("the events do not follow from this view") from error
        self._settle(before)
        seen = [event.for_seat(self._me) for event in happened]
        if [_told(event) for event in seen] != [_told(event) for event in self._events]:
            raise RecordError("the events do not follow from this view")
        return View(state, self._me, self._old.names, ply=self._old.ply + 1)

    # -- the action -------------------------------------------------------------------

    def _action(self) -> Action:
        if _first(self._events, DrewTop) is not None:
            return Draw(top=True, groups=self._groups())
        took = _first(self._events, TookPile)
        if self._state.phase == DRAW_PHASE and took is None:
            return DRAW
        if took is not None:
            side = took.seat % self._state.sides
            digs = self._state.tables[side].book.pile.take == "dig"
            return TakePile(self._groups(), len(took.cards) if digs else 0)
        for event in self._events:
            action = Lay(self._groups()) if isinstance(event, Laid) else _named(event)
            if action is not None:
                return action
        raise RecordError("no action is behind these events")

    def _groups(self) -> tuple[Group, ...]:
        groups = []
        for event in self._events:
            if isinstance(event, Laid):
                melds = self._state.melds[event.side]
                names = {meld_name(melds, place) for place in range(len(melds))}
                onto = event.meld if event.meld in names else NEW
                if isinstance(event, LaidBelow):
                    onto = BELOW + onto
                cards = event.cards
                if self._by_rank and not is_run(rank_of_meld(event.meld)):
                    cards = tuple(ANY_OF_KIND[card.kind] for card in cards)
                groups.append(Group(cards, onto))
        return tuple(groups)

    # -- where the cards are ----------------------------------------------------------

    def _cover(self) -> None:
        """Let a stand-in lie in place of every card in the other hands."""
        state = self._state
        state.hands = state.hands[:]
        state.cards = state.cards[:]
        for seat in range(state.seats):
            if seat != self._me:
                count = len(state.cards[seat])
                state.cards[seat] = bytes((STAND_IN,)) * count
                state.hands[seat] = _counts(state.cards[seat])
        state.packets = [
            tuple(
                packet.replace(bytes((UNSEEN,)), bytes((STAND_IN,)))
                for packet in packets
            )
            for packets in state.packets
        ]

    def _find_cards(self) -> None:
        """Find out which cards come from stock and packets, as far as events say."""
        taken: dict[int, int] = {}
        events = iter(self._events)
        dealing = False
        for event in events:
            match event:
                case RoundBegan():
                    dealing = True
                    self._deal(event)
                case Dealt(seat=seat, count=count, cards=cards) if not dealing:
                    number = cast(PacketChosen, self._events[0]).number
                    self._packet(seat, number - 1, _faces(cards, count))
                case Drew(seat=seat, count=count, cards=cards):
                    self._draw(seat, _faces(cards, count))
                case TookPile() | DrewTop():
                    came = (event.card,) if isinstance(event, DrewTop) else event.cards
                    self._piled += [card.index for card in came]
                case UpcardTurned(card=card):
                    self._drawn.append([card.index])
                case PacketTaken(seat=seat, count=count, cards=cards):
                    if self._state.tables[0].book.deal.later_from == "stock":
                        self._draw(seat, _faces(cards, count))
                    else:
                        place = taken.get(seat, 0)
                        self._packet(seat, place, _faces(cards, count))
                        taken[seat] = place + 1
                case RedThreeLaid():
                    self._red_three(event)
                case _:
                    pass
        for seat, place, packet in self._found:
            packets = list(self._state.packets[seat])
            packets[place] = bytes(packet)
            self._state.packets = self._state.packets[:]
            self._state.packets[seat] = tuple(packets)

    def _packet(self, seat: int, place: int, faces: list[int]) -> None:
        self._found.append((seat, place, faces))
        self._gains.setdefault(seat, []).append(faces)

    def _draw(self, seat: int, faces: list[int]) -> None:
        self._drawn.append(faces)
        self._gains.setdefault(seat, []).append(faces)

    def _red_three(self, event: RedThreeLaid) -> None:
        """Put a red three where its player got it, and draw what replaced it."""
        face = event.card.index
        if face in self._piled:
            # It came with the pile, where everybody saw it.
            self._piled.remove(face)
        elif event.seat != self._me:
            self._place_red(event.seat, face)
        if event.replaced:
            cards = None if event.replacement is None else (event.replacement,)
            self._draw(event.seat, _faces(cards, 1))

    def _place_red(self, seat: int, face: int) -> None:
        for faces in reversed(self._gains.get(seat, [])):
            if STAND_IN in faces:
                # The first card of a packet may decide which packet is the hand.
                place = len(faces) - 1 - faces[::-1].index(STAND_IN)
                faces[place] = face
                return
        self._show(seat, [face])

    def _deal(self, began: RoundBegan) -> None:
        """Lay out the deck of a new round as far as the events know it."""
        state = self._state
        seats = state.seats
        order = [(began.first + step) % seats for step in range(seats)]
        situation = Situation(seats, seats // state.sides, began.round, 0)
        sizes = compiled(state.rules, situation).packets
        dealt = {e.seat: e for e in self._events if isinstance(e, Dealt)}
        self._gains.clear()
        hands = {
            seat: _faces(event.cards, event.count) for seat, event in dealt.items()
        }
        shown: dict[tuple[int, int], list[int]] = {}
        for event in self._events:
            match event:
                case PacketShown(seat=seat, number=number, cards=cards):
                    shown[seat, number] = _faces(cards, 0)
                case TopCardSeen(seat=seat, number=number, card=Card() as card):
                    shown[seat, number] = [card.index]
                case _:
                    pass
        rule = compiled(state.rules, situation).book.deal
        if rule.later_from == "stock":
            sizes = sizes[:1]
        for number, size in enumerate(sizes):
            shared = number and rule.later_for == "side"
            route = rule.later_to if number else rule.hand_to
            route = "self" if shared else route
            for seat in order[: state.sides] if shared else order:
                receiver = receiver_of(state, seat, route)
                hand = hands.get(receiver, [STAND_IN] * size)
                if (receiver, number + 1) in shown:
                    faces = shown[receiver, number + 1]
                    self._drawn.append([STAND_IN] * (size - len(faces)) + faces)
                elif number:
                    # Of the same first card, so that the hand is still the hand.
                    self._drawn.append([hand[0]] * size)
                else:
                    self._drawn.append(hand)
                    self._gains.setdefault(receiver, []).append(hand)

    def _reveal(self, action: Action) -> None:
        """Let the acting seat hold what it plays."""
        seat = self._state.turn
        if seat == self._me:
            return
        match action:
            case Discard(card=card):
                self._show(seat, [card.index])
            case Lay():
                self._show(seat, self._laid())
            case TakePile():
                self._show(seat, self._from_hand(seat))
            case Draw(top=True):
                self._show(seat, self._beside_top())
            case _:
                pass

    def _laid(self) -> list[int]:
        return [
            card.index
            for event in self._events
            if isinstance(event, Laid)
            for card in event.cards
        ]

    def _beside_top(self) -> list[int]:
        """Return what is laid beside the top discard that is drawn."""
        drew = _first(self._events, DrewTop)
        assert drew is not None
        used = self._laid()
        if drew.card.index in used:
            used.remove(drew.card.index)
        return used

    def _from_hand(self, seat: int) -> list[int]:
        """Return what a pickup lays beside the cards that it takes."""
        used = self._laid()
        took = _first(self._events, TookPile)
        assert took is not None
        rule = self._state.tables[seat % self._state.sides].book.pile
        faces = [card.index for card in reversed(took.cards)]
        aside = _first(self._events, BlackThreesLaid)
        for card in aside.cards if aside is not None else ():
            # The top card comes first here and is never laid aside, so that of equal
            # cards the deepest one is taken out.
            faces.reverse()
            faces.remove(card.index)
            faces.reverse()
        if rule.buried == "next_turn":
            if rule.take == "dig" or rule.key_card == "bottom":
                # The deepest card is the one that is used.
                faces.reverse()
            faces = [face for face in faces if face in used][:1]
        further = []
        for face in faces:
            if face in used:
                used.remove(face)
                further.append(FACES_OF_KIND[KIND_OF[face]][-1])
        # By rank, the hand held a higher card of the kind as well, and still does.
        room = len(self._state.cards[seat]) - len(used)
        return used + further[: max(room, 0)] if self._by_rank else used

    def _show(self, seat: int, faces: Iterable[int]) -> None:
        """Put known cards into a hand in place of stand-ins."""
        state = self._state
        held = bytearray(state.cards[seat])
        for face in faces:
            if STAND_IN not in held:
                raise RecordError("the events do not follow from this view")
            held[held.index(STAND_IN)] = face
        state.cards[seat] = bytes(held)
        state.hands[seat] = _counts(state.cards[seat])

    # -- afterwards -------------------------------------------------------------------

    def _rules_of_end(self, tables: Tables) -> Tables:
        """Return tables by which the match ends exactly when the events say so.

        The scores that would decide count hidden cards.
        """
        over = _first(self._events, MatchEnded) is not None
        match_rules = attrs.evolve(
            tables.book.match,
            rounds=None,
            target=None,
            early_target=None,
            out_wins=False,
            most_rounds=0 if over else _NEVER,
        )
        changed = object.__new__(Tables)
        for name in Tables.__slots__:
            setattr(changed, name, getattr(tables, name))
        changed.book = attrs.evolve(tables.book, match=match_rules)
        return changed

    def _settle(self, before: list[Tables]) -> None:
        """Put scores, rules and the order of red threes as the events say."""
        state = self._state
        scored = [event for event in self._events if isinstance(event, RoundScored)]
        if scored:
            sheets = tuple(_sheet(event) for event in scored)
            state.sheets = (*self._old.known().sheets, *sheets)
            state.scores = [event.total for event in scored[-state.sides :]]
        began = [e for e in self._events if isinstance(e, RoundBegan)]
        if began:
            settle(state)
        else:
            state.tables = before
        if state.rules.of_the_moment:
            moment.resettle(state)
        self._order_red_threes(new_round=bool(began))

    def _order_red_threes(self, *, new_round: bool) -> None:
        state = self._state
        old = [b""] * state.sides if new_round else self._old.known().red
        laid = [bytearray(faces) for faces in old]
        for event in self._events:
            if isinstance(event, RoundBegan):
                laid = [bytearray() for _ in laid]
            elif isinstance(event, RedThreeLaid):
                laid[event.seat % state.sides].append(event.card.index)
        state.red = [bytes(faces) for faces in laid]


def _named(event: Event) -> Action | None:
    """Return the action of which an event tells by itself, if it does."""
    match event:
        case Discarded(card=card):
            return Discard(card)
        case Asked():
            return ASK
        case WildsFreed(meld=meld):
            return FreeWilds(meld)
        case MeldsJoined(meld=meld, other=other):
            return JoinMelds(meld, other)
        case AskedToDirty(meld=meld):
            return AskToDirty(meld)
        case Answered(yes=yes):
            return Answer(yes)
        case TurnEnded():
            return END
        case PacketChosen(number=number):
            return ChoosePacket(number)
        case _:
            return None


def _told(event: Event) -> Event:
    """Return an event without the points that count hidden cards."""
    match event:
        case RoundScored():
            return attrs.evolve(event, points=0, total=0, lines=())
        case MatchEnded():
            return MatchEnded((), ())
        case _:
            return event


def _first(events: Iterable[Event], kind: type[_E]) -> _E | None:
    return next((event for event in events if isinstance(event, kind)), None)


def _faces(cards: tuple[Card, ...] | None, count: int) -> list[int]:
    if cards is None:
        return [STAND_IN] * count
    return [card.index for card in cards]


def _counts(faces: bytes) -> list[int]:
    counts = [0] * KINDS
    for face in faces:
        counts[KIND_OF[face]] += 1
    return counts


def _sheet(event: RoundScored) -> Sheet:
    before = event.total - event.points
    return Sheet(
        event.round, event.side, event.lines, before, event.points, event.total
    )
