"""What happened, in order: one frozen class for each kind of event.

An event may hold cards that only one seat may see; ``for_seat`` gives the event as
another seat sees it, with those cards left out and their number kept.

Applying an action makes no event: it leaves notes in a log, from which events are made
when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import repeat
from operator import attrgetter, call
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from handfoot.cards import CARDS, Card, parse_card
from handfoot.errors import HandfootError

if TYPE_CHECKING:
    from handfoot.play.scoring import Line


@attrs.frozen
class Event:
    """Base of all events; it has no fields of its own."""

    # The field with cards that only ``seat`` may see, if there is one: the last.
    hidden: ClassVar[str | None] = None

    def for_seat(self, seat: int | None) -> Event:
        """Return the event as ``seat`` sees it; ``None`` is a spectator."""
        if self.hidden is None or getattr(self, "seat", None) == seat:
            return self
        kind: Any = type(self)
        seen: Event = kind(*_IN_SIGHT[kind](self), None)
        return seen

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain data; ``event_from_dict`` reads it back."""
        data: dict[str, Any] = {"event": type(self).__name__}
        for field in attrs.fields(type(self)):
            value = getattr(self, field.name)
            write = _FORMS[field.type][0]
            data[field.name] = None if value is None else write(value)
        return data


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

    @classmethod
    def of(cls, seat: int, faces: bytes) -> Dealt:
        """Return the event for the faces of a packet."""
        return cls(seat, len(faces), cards_of(faces))


@attrs.frozen
class TopCardSeen(Event):
    """A seat saw the top card of its ``number``-th packet, from 1."""

    seat: int
    number: int
    card: Card | None
    hidden: ClassVar[str | None] = "card"


@attrs.frozen
class PacketShown(Event):
    """A packet was dealt face up, the ``number``-th of a seat, or its top card was."""

    seat: int
    number: int
    cards: tuple[Card, ...]

    @classmethod
    def of(cls, seat: int, number: int, faces: bytes) -> PacketShown:
        """Return the event for the faces of a packet."""
        return cls(seat, number, cards_of(faces))


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
class BlackThreesLaid(Event):
    """Black threes that came with the pile were laid aside."""

    seat: int
    cards: tuple[Card, ...]

    @classmethod
    def of(cls, seat: int, faces: bytes) -> BlackThreesLaid:
        """Return the event for the faces that were laid aside."""
        return cls(seat, cards_of(faces))


@attrs.frozen
class Drew(Event):
    """A seat drew from the stock."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None
    hidden: ClassVar[str | None] = "cards"

    @classmethod
    def of(cls, seat: int, faces: bytes) -> Drew:
        """Return the event for the faces that were drawn."""
        return cls(seat, len(faces), cards_of(faces))


@attrs.frozen
class DrewTop(Event):
    """A seat drew the top discard."""

    seat: int
    card: Card


@attrs.frozen
class StockReshuffled(Event):
    """The discards below the top card became the stock."""

    count: int


@attrs.frozen
class PacketBecameStock(Event):
    """A packet that nobody had taken became the stock.

    ``seat`` is whose it was; of one that partners share, the first seat of the side.
    """

    seat: int
    count: int


@attrs.frozen
class TookPile(Event):
    """A seat took cards from the pile, top card last; all were discarded in sight."""

    seat: int
    cards: tuple[Card, ...]

    @classmethod
    def of(cls, seat: int, faces: bytes) -> TookPile:
        """Return the event for the faces that were taken."""
        return cls(seat, cards_of(faces))


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
class MeldsJoined(Event):
    """A seat joined two melds of a rank; ``other`` is now part of ``meld``."""

    seat: int
    side: int
    meld: str
    other: str
    book: str | None


@attrs.frozen
class LaidBelow(Laid):
    """Wilds were laid at the lower end of a run."""


@attrs.frozen
class WildsFreed(Event):
    """A seat took the wilds of a meld back into its hand."""

    seat: int
    side: int
    meld: str
    cards: tuple[Card, ...]


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

    @staticmethod
    @lru_cache(maxsize=1 << 12)
    def noted(seat: int, face: int) -> Note:
        """Return the note of a discard: it gives the same event each time."""
        return repeat(Discarded(seat, CARDS[face])).__next__


@attrs.frozen
class TurnEnded(Event):
    """A seat ended its turn without a discard."""

    seat: int


@attrs.frozen
class PacketTaken(Event):
    """A seat picked up its next packet; ``left`` further ones remain."""

    seat: int
    count: int
    left: int
    cards: tuple[Card, ...] | None
    hidden: ClassVar[str | None] = "cards"

    @classmethod
    def of(cls, seat: int, faces: bytes, left: int) -> PacketTaken:
        """Return the event for the faces of a packet."""
        return cls(seat, len(faces), left, cards_of(faces))


@attrs.frozen
class Asked(Event):
    """A seat asked to go out."""

    seat: int


@attrs.frozen
class AskedToDirty(Event):
    """A seat asked a partner whether wilds may go on a clean meld."""

    seat: int
    partner: int
    meld: str


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
    """A round ended: ``out``, ``stock``, ``turns`` or ``threes``."""

    round: int
    reason: str
    seat: int | None


@attrs.frozen
class RoundScored(Event):
    """A side's round was scored; the points of the lines add up to ``points``."""

    round: int
    side: int
    points: int
    total: int
    lines: tuple[Line, ...] = ()


@attrs.frozen
class MatchEnded(Event):
    """The match is over."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


# -- notes ----------------------------------------------------------------------------

#: Makes one event. It holds values of the moment, nothing that changes later.
Note = Callable[[], Event]
#: Where an action leaves its notes; ``None`` when nobody will read them.
Log = list[Note] | None


def made(notes: Iterable[Note]) -> tuple[Event, ...]:
    """Return the events of some notes."""
    return tuple(map(call, notes))


def cards_of(faces: bytes) -> tuple[Card, ...]:
    """Return the cards with these faces, in their order."""
    # A loop is quicker here: there are one or two.
    cards = []
    for face in faces:
        cards.append(CARDS[face])  # noqa: PERF401
    return tuple(cards)


# -- plain data -----------------------------------------------------------------------


def event_from_dict(data: Any) -> Event:
    """Return the event that plain data describes.

    Raises:
        HandfootError: it describes none.
    """
    kind = EVENTS.get(str(data.get("event"))) if isinstance(data, Mapping) else None
    if kind is None:
        raise HandfootError("this is no event")
    fields = attrs.fields(kind)
    if set(data) != {"event", *(field.name for field in fields)}:
        names = ", ".join(field.name for field in fields)
        raise HandfootError(f"{kind.__name__} has the fields {names or 'none'}")
    values = {field.name: _read(field, data[field.name]) for field in fields}
    return kind(**values)


def _read(field: attrs.Attribute[Any], value: Any) -> Any:
    if value is None and str(field.type).endswith("None"):
        return None
    try:
        return _FORMS[field.type][1](value)
    except (HandfootError, TypeError, ValueError, KeyError):
        raise HandfootError(f"{field.name}: {value!r:.60} does not fit") from None


def _exactly(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        # True is an int for Python, and for nobody else.
        if type(value) is not kind:
            raise TypeError
        return value

    return read


def _write_cards(cards: tuple[Card, ...]) -> list[str]:
    return [card.code for card in cards]


def _read_cards(value: Any) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in _exactly(list)(value))


def _read_ints(value: Any) -> tuple[int, ...]:
    return tuple(_exactly(int)(number) for number in _exactly(list)(value))


def _write_lines(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    return [attrs.asdict(line) for line in lines]


def _read_lines(value: Any) -> tuple[Line, ...]:
    from handfoot.play.scoring import Line

    return tuple(Line(**line) for line in _exactly(list)(value))


def _same(value: Any) -> Any:
    return value


def _code(card: Card) -> str:
    return card.code


#: How each type of a field is written and read.
_FORMS: Final[Mapping[Any, tuple[Callable[[Any], Any], Callable[[Any], Any]]]] = {
    "int": (_same, _exactly(int)),
    "int | None": (_same, _exactly(int)),
    "bool": (_same, _exactly(bool)),
    "str": (_same, _exactly(str)),
    "str | None": (_same, _exactly(str)),
    "Card": (_code, parse_card),
    "Card | None": (_code, parse_card),
    "tuple[Card, ...]": (_write_cards, _read_cards),
    "tuple[Card, ...] | None": (_write_cards, _read_cards),
    "tuple[int, ...]": (list, _read_ints),
    "tuple[Line, ...]": (_write_lines, _read_lines),
}
#: Every kind of event by its name.
EVENTS: Final[Mapping[str, type[Event]]] = {
    name: kind
    for name, kind in [*globals().items()]
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}


def _in_sight(kind: type[Event]) -> Callable[[Event], tuple[Any, ...]]:
    """Return what reads the fields that everyone sees of a kind that hides one."""
    *names, last = [field.name for field in attrs.fields(kind)]
    assert last == kind.hidden, "the hidden field is the last"
    return attrgetter(*names)


_IN_SIGHT: Final = {kind: _in_sight(kind) for kind in EVENTS.values() if kind.hidden}
