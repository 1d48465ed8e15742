"""What happened, in order: one frozen class for each kind of event.

An event may hold cards that only one seat may see; ``for_seat`` gives the event as
another seat sees it, with those cards left out and their number kept.
"""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from handfoot.cards import Card


@attrs.frozen
class Event:
    """Base of all events; it has no fields of its own."""

    # Name of the field with cards that only ``seat`` may see, if there is one.
    hidden: ClassVar[str | None] = None

    def for_seat(self, seat: int | None) -> Event:
        """Return the event as ``seat`` sees it; ``None`` is a spectator."""
        if self.hidden is None or getattr(self, "seat", None) == seat:
            return self
        change: dict[str, Any] = {self.hidden: None}
        return attrs.evolve(self, **change)


@attrs.frozen
class RoundBegan(Event):
    """A round was dealt."""

    round: int
    dealer: int
    first: int
    hand: int


@attrs.frozen
class Dealt(Event):
    """A seat received its packets; it sees the first one."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None
    hidden: ClassVar[str | None] = "cards"


@attrs.frozen
class PacketChosen(Event):
    """A seat chose which packet is its hand."""

    seat: int
    number: int


@attrs.frozen
class UpcardTurned(Event):
    """A card was turned from the stock; a refused one was buried, or covered."""

    card: Card
    buried: bool
    covered: bool = False


@attrs.frozen
class RedThreeLaid(Event):
    """A red three was laid; the card that replaced it is the seat's own."""

    seat: int
    card: Card
    replaced: bool
    replacement: Card | None
    hidden: ClassVar[str | None] = "replacement"


@attrs.frozen
class Drew(Event):
    """A seat drew from the stock."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None
    hidden: ClassVar[str | None] = "cards"


@attrs.frozen
class StockReshuffled(Event):
    """The discards below the top card became the stock."""

    count: int


@attrs.frozen
class TookPile(Event):
    """A seat took cards from the pile, top card last; all were discarded in sight."""

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class Froze(Event):
    """A card froze the pile; ``seat`` discarded it, ``None`` stands for the upcard."""

    seat: int | None
    card: Card


@attrs.frozen
class Thawed(Event):
    """The pile is frozen no longer."""


@attrs.frozen
class Laid(Event):
    """Cards were laid as a new meld or onto one."""

    seat: int
    side: int
    meld: str
    cards: tuple[Card, ...]
    book: str | None


@attrs.frozen
class Opened(Event):
    """A side opened."""

    side: int
    points: int


@attrs.frozen
class Discarded(Event):
    """A seat discarded a card."""

    seat: int
    card: Card


@attrs.frozen
class PacketTaken(Event):
    """A seat picked up its next packet; ``left`` further ones remain."""

    seat: int
    count: int
    left: int
    cards: tuple[Card, ...] | None
    hidden: ClassVar[str | None] = "cards"


@attrs.frozen
class Asked(Event):
    """A seat asked to go out."""

    seat: int


@attrs.frozen
class Answered(Event):
    """A partner answered."""

    seat: int
    asker: int
    yes: bool


@attrs.frozen
class WentOut(Event):
    """A seat went out."""

    seat: int


@attrs.frozen
class RoundEnded(Event):
    """A round ended: ``out``, ``stock`` or ``turns``."""

    round: int
    reason: str
    seat: int | None


@attrs.frozen
class RoundScored(Event):
    """A side's round was scored."""

    round: int
    side: int
    points: int
    total: int


@attrs.frozen
class MatchEnded(Event):
    """The match is over."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
