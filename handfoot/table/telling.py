"""Events in words: one sentence for each kind of event.

The sentences are in the past tense, so that "You" and a name read alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never, cast

import attrs

from handfoot.cards import Card
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
    Froze,
    Laid,
    LaidBelow,
    MatchEnded,
    MeldsJoined,
    Opened,
    PacketBecameStock,
    PacketChosen,
    PacketShown,
    PacketTaken,
    RedThreeLaid,
    RoundBegan,
    RoundEnded,
    RoundScored,
    StockReshuffled,
    Thawed,
    TookPile,
    TopCardSeen,
    TurnEnded,
    UpcardTurned,
    WentOut,
    WildsFreed,
)
from handfoot.rules.language.words import books_named, listed

__all__ = ["AnyEvent", "side_name", "tell"]

_Cards = (
    Drew
    | DrewTop
    | RedThreeLaid
    | BlackThreesLaid
    | StockReshuffled
    | PacketBecameStock
    | TookPile
    | PacketTaken
    | Froze
    | Thawed
)
_Plays = (
    Laid
    | MeldsJoined
    | WildsFreed
    | Opened
    | Discarded
    | TurnEnded
    | Asked
    | AskedToDirty
    | Answered
    | WentOut
    | PacketChosen
)
_Rounds = (
    RoundBegan
    | Dealt
    | PacketShown
    | TopCardSeen
    | UpcardTurned
    | RoundEnded
    | RoundScored
    | MatchEnded
)
AnyEvent = _Cards | _Plays | _Rounds

_ROUND_ENDS = {
    "out": "Round {round} ended: {who} went out.",
    "stock": "Round {round} ended: the stock could not give the cards needed.",
    "turns": "Round {round} ended: everyone has had the turns that it allows.",
    "threes": "Round {round} ended: nothing but threes was discarded for a while.",
}
_PACKETS = {0: "the foot", 1: "the knee"}


def tell(
    event: Event,
    names: Sequence[str],
    seat: int | None,
    *,
    sides: int | None = None,
    card: Callable[[Card], str] = str,
) -> str:
    """Return ``event`` as one sentence for the person in ``seat``.

    Cards that the event hides are counted; so give it the event as that seat sees it.

    Args:
        event: What happened.
        names: Names of the seats.
        seat: Who reads; this seat is called "you". ``None`` is a spectator.
        sides: Number of sides, to name a side by its players; without it a side is
            called by its number.
        card: How a card is written.
    """
    teller = _Teller(tuple(names), seat, sides, card)
    return teller.sentence(cast(AnyEvent, event))


def side_name(
    names: Sequence[str], side: int, sides: int | None, seat: int | None = None
) -> str:
    """Return what to call a side: its players, or its number when unknown.

    Args:
        names: Names of the seats.
        side: Number of the side, from 0.
        sides: Number of sides.
        seat: Who reads, and is called "you".
    """
    if sides is None:
        return f"side {side}"
    seats = [*range(side, len(names), sides)]
    if seat in seats:
        others = [names[other] for other in seats if other != seat]
        return listed(["you", *others])
    return listed(names[player] for player in seats)


@attrs.frozen
class _Teller:
    """Who reads, and how they read it."""

    names: tuple[str, ...]
    seat: int | None
    sides: int | None
    card: Callable[[Card], str]

    def who(self, seat: int) -> str:
        """Return the player as the subject of a sentence."""
        return "You" if seat == self.seat else self.names[seat]

    def whom(self, seat: int) -> str:
        """Return the player as the object of a sentence."""
        return "you" if seat == self.seat else self.names[seat]

    def was(self, seat: int) -> str:
        """Return the player with "was" or "were"."""
        return f"{self.who(seat)} {'were' if seat == self.seat else 'was'}"

    def side(self, side: int) -> str:
        """Return a side as the subject of a sentence."""
        return _capital(side_name(self.names, side, self.sides, self.seat))

    def cards(self, cards: tuple[Card, ...] | None, count: int | None = None) -> str:
        """Return cards by name, or how many there are when they are hidden."""
        if cards is None:
            assert count is not None, "hidden cards are counted"
            return _counted(count)
        return " ".join(map(self.card, cards))

    def sentence(self, event: AnyEvent) -> str:
        """Return the sentence of one event."""
        if isinstance(event, _Cards):
            return self.cards_moved(event)
        if isinstance(event, _Plays):
            return self.played(event)
        return self.round(event)

    def cards_moved(self, event: _Cards) -> str:
        """Tell of cards that came to a player or to the stock."""
        match event:
            case Drew():
                return self.drew(event)
            case DrewTop(seat=seat, card=card):
                return f"{self.who(seat)} drew {self.card(card)} from the pile."
            case RedThreeLaid():
                return self.red_three(event)
            case BlackThreesLaid(seat=seat, cards=cards):
                return f"{self.who(seat)} laid aside {self.cards(cards)}."
            case StockReshuffled(count=count):
                return (
                    f"The stock was short: {_counted(count)} from under the top of the "
                    "pile became the stock."
                )
            case PacketBecameStock(seat=seat, count=count):
                return (
                    f"The stock was short: a packet of {_counted(count)}, which lay "
                    f"before {self.whom(seat)}, became the stock."
                )
            case TookPile(seat=seat, cards=cards):
                return (
                    f"{self.who(seat)} took {_counted(len(cards))} from the pile: "
                    f"{self.cards(cards)}."
                )
            case PacketTaken():
                return self.packet(event)
            case Froze(seat=seat, card=card):
                if seat is None:
                    return f"{self.card(card)} froze the pile."
                return f"{self.who(seat)} froze the pile with {self.card(card)}."
            case Thawed():
                return "The pile was no longer frozen."
            case _:
                assert_never(event)

    def played(self, event: _Plays) -> str:
        """Tell of what a player did."""
        match event:
            case Laid():
                return self.laid(event)
            case MeldsJoined(seat=seat, meld=meld, other=other, book=book):
                text = f"{self.who(seat)} joined {other} to {meld}"
                return f"{text}, a {books_named(book)}." if book else f"{text}."
            case WildsFreed(seat=seat, meld=meld, cards=cards):
                freed = self.cards(cards)
                return f"{self.who(seat)} took {freed} back from {meld}."
            case Opened(side=side, points=points):
                return f"{self.side(side)} opened with {_points(points)}."
            case Discarded(seat=seat, card=card):
                return f"{self.who(seat)} discarded {self.card(card)}."
            case TurnEnded(seat=seat):
                return f"{self.who(seat)} ended the turn without a discard."
            case Asked(seat=seat):
                return f"{self.who(seat)} asked to go out."
            case AskedToDirty(seat=seat, partner=partner, meld=meld):
                return (
                    f"{self.who(seat)} asked {self.whom(partner)} whether a wild may "
                    f"go on {meld}."
                )
            case Answered(seat=seat, asker=asker, yes=yes):
                answer = "yes" if yes else "no"
                return f"{self.who(seat)} said {answer} to {self.whom(asker)}."
            case PacketChosen(seat=seat, number=number):
                return f"{self.who(seat)} chose packet {number} as the hand."
            case WentOut(seat=seat):
                return f"{self.who(seat)} went out."
            case _:
                assert_never(event)

    def round(self, event: _Rounds) -> str:
        """Tell of the beginning and the end of a round, and of the match."""
        match event:
            case RoundBegan(round=number, dealer=dealer, first=first, hand=hand):
                return (
                    f"Round {number}: {self.who(dealer)} dealt {_counted(hand)} to "
                    f"each player; {self.whom(first)} began."
                )
            case Dealt(seat=seat, count=count, cards=cards):
                return f"{self.was(seat)} dealt {self.cards(cards, count)}."
            case PacketShown(seat=seat, number=number, cards=cards):
                top = "the top card of " if len(cards) == 1 else ""
                packet = f"{top}packet {number}, face up: {self.cards(cards)}"
                return f"{self.was(seat)} dealt {packet}."
            case TopCardSeen(seat=seat, number=number, card=card):
                seen = "" if card is None else f": {self.card(card)}"
                return f"{self.who(seat)} saw the top card of packet {number}{seen}."
            case UpcardTurned(card=card, buried=buried, covered=covered):
                after = ", and buried again" if buried else " to begin the pile"
                after = ", and covered by the next card" if covered else after
                return f"{self.card(card)} was turned up{after}."
            case RoundEnded(round=number, reason=reason, seat=seat):
                who = "somebody" if seat is None else self.whom(seat)
                return _ROUND_ENDS[reason].format(round=number, who=who)
            case RoundScored(round=number, side=side, points=points, total=total):
                return (
                    f"{self.side(side)} scored {_points(points)} in round {number}: "
                    f"{total} in all."
                )
            case MatchEnded(winners=winners, scores=scores):
                return self.winners(winners, scores)
            case _:
                assert_never(event)

    def drew(self, event: Drew) -> str:
        """Tell of cards from the stock, or that none was left."""
        who = self.who(event.seat)
        if not event.count:
            return f"{who} found no further card to draw."
        return f"{who} drew {self.cards(event.cards, event.count)}."

    def red_three(self, event: RedThreeLaid) -> str:
        """Tell of a red three and of the card that replaced it."""
        laid = f"{self.who(event.seat)} laid the red three {self.card(event.card)}"
        if not event.replaced:
            return f"{laid}."
        if event.replacement is None:
            return f"{laid} and drew a card for it."
        return f"{laid} and drew {self.card(event.replacement)} for it."

    def laid(self, event: Laid) -> str:
        """Tell of cards laid, and of the book that they made."""
        text = f"{self.who(event.seat)} laid {self.cards(event.cards)}"
        text += f" {'below' if isinstance(event, LaidBelow) else 'on'} {event.meld}"
        return f"{text}, a {books_named(event.book)}." if event.book else f"{text}."

    def packet(self, event: PacketTaken) -> str:
        """Tell of the next packet; the last one is the foot."""
        name = _PACKETS.get(event.left, "the next packet")
        text = f"{self.who(event.seat)} picked up {name}"
        cards = "" if event.cards is None else f": {self.cards(event.cards)}"
        return f"{text}, {_counted(event.count)}{cards}."

    def winners(self, winners: tuple[int, ...], scores: tuple[int, ...]) -> str:
        """Tell who won the match."""
        named = attrs.evolve(self, sides=self.sides or len(scores))
        sides = [
            side_name(named.names, side, named.sides, named.seat) for side in winners
        ]
        won = _capital("; ".join(sides) or "nobody")
        between = ", " if scores[2:] else " to "
        totals = between.join(map(str, sorted(scores, reverse=True)))
        how = "shared the win" if len(winners) > 1 else "won the match"
        return f"{won} {how}, {totals}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _counted(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"
