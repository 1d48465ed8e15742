"""The state of a match: plain integers and bytes, replaced and never mutated.

Every value stored in a :class:`State` is immutable or treated so: to change a list, an
effect stores a changed copy. A snapshot is then a copy of one small dict, ``copy`` of a
whole match costs the same, and undo is "put the snapshot back", with no journal to keep
in step with the effects.

Only ``hands`` and ``cards``, which every action changes, are changed in place, by a
state that owns them: it takes copies of its own when it has shared them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from handfoot.cards import FACES, FACES_OF_KIND, KIND_OF, KINDS, SUITS
from handfoot.rules.language.head import MOST_PLAYERS

if TYPE_CHECKING:
    from handfoot.play.chance import Seed
    from handfoot.play.scoring import Sheet
    from handfoot.play.standing import Standing
    from handfoot.play.tables import Tables
    from handfoot.rules.ruleset import RuleSet

# Phases: what the player to act is deciding.
DRAW: Final = 0
PLAY: Final = 1
ANSWER: Final = 2
OVER: Final = 3
CHOOSE: Final = 4
PHASES: Final = ("draw", "play", "answer", "over", "choose")

# What the partners have said this turn.
UNASKED: Final = 0
GRANTED: Final = 1
DENIED: Final = 2
ADVISED: Final = 3

# The rank of a meld made of wilds alone; it follows the card kinds.
WILD_RANK: Final = KINDS
SLOTS: Final = KINDS + 1
# The rank of a run, one for each suit; they follow the others and have no slot.
RUN_RANKS: Final = tuple(range(SLOTS, SLOTS + len(SUITS)))
RANKS_OF_MELDS: Final = SLOTS + len(RUN_RANKS)
NO_MELD: Final = -1
# One object, so that it may be told by identity.
NO_RANKS: Final[frozenset[int]] = frozenset()
# In place of a seat.
NOBODY: Final = -1
# Each face as bytes.
ONE_FACE: Final = tuple(bytes((face,)) for face in range(FACES))


class Meld(NamedTuple):
    """A meld on the table.

    Attributes:
        rank: Card kind of its rank, ``WILD_RANK``, or one of ``RUN_RANKS``.
        cards: Faces, in the order in which they were laid.
        naturals: How many of them are natural.
        wilds: How many of them are wild.
    """

    rank: int
    cards: bytes
    naturals: int
    wilds: int


class Consents(NamedTuple):
    """Who began melds, and what partners said of wilds on them (``wilds.consent``).

    Attributes:
        begun_by: For each side the seats that began its melds, in their order; empty
            where no rule asks.
        turn: The turn in which partners were asked, as ``State.turns`` counts.
        answers: Places of the melds asked about in it, each with ``UNASKED`` while the
            partner has yet to answer, ``GRANTED`` or ``DENIED``.
    """

    begun_by: tuple[tuple[int, ...], ...] = ()
    turn: int = 0
    answers: tuple[tuple[int, int], ...] = ()


NO_CONSENTS: Final = Consents()


# In place of how each side stands: no melds are these, so it will be found.
UNKNOWN: Final[list[Any]] = [(None,) * 7] * MOST_PLAYERS


@lru_cache(maxsize=1 << 8)
def partners_of(seat: int, seats: int, sides: int) -> tuple[int, ...]:
    """Return the other seats of a seat's side, in playing order after it."""
    return tuple([(seat + step) % seats for step in range(sides, seats, sides)])


class State:
    """Everything on the table at one moment.

    Lists are indexed by seat (``hands``, ``cards``, ``packets``, ``played``) or by side
    (the others). The side of a seat is ``seat % sides``: partners sit evenly spaced.

    Attributes:
        rules: The ruleset.
        seed: Seed of the shuffles.
        seats: Number of players.
        sides: Number of sides.
        tables: The rules in force for each side this round, compiled.
        round: Number of the round, from 1.
        dealer: Seat that dealt it.
        scores: Running totals of the sides (points).
        sheets: Score sheets of the finished rounds.
        phase: ``DRAW``, ``PLAY``, ``ANSWER``, ``OVER`` or ``CHOOSE``.
        turn: Seat whose turn it is.
        answering: Seat that must answer, in phase ``ANSWER``.
        turns: Turns begun in this round.
        permission: ``UNASKED``, ``GRANTED``, ``DENIED`` or ``ADVISED`` this turn.
        stock: Faces, next card last.
        pile: Faces, top card last.
        frozen_by: Seat whose card froze the pile (the dealer for an upcard), or
            ``NOBODY``.
        frozen_at: Place in the pile of the card that froze it.
        picked_up: Seats that have taken the pile this round.
        hands: For each seat the number of cards it holds, by kind.
        cards: For each seat the faces it holds.
        packets: For each seat its packets not yet taken, next one first; those that
            partners share (``deal.later_for``) stand at each of them.
        played: For each seat whether it has ended a turn in its last packet.
        melds: For each side its melds, oldest first.
        slots: For each side and rank the place of its unfinished meld, or ``NO_MELD``.
        red: For each side the faces of the red threes it has laid.
        black: For each side the faces of the black threes that it has laid aside;
            empty until any are.
        opened: For each side whether it has opened.
        opened_by: Seats that have opened, noted only where each partner must; then
            ``opened`` tells it of the player of a side who is next to play.
        opened_at: For each side the turn in which it opened, 0 before that.
        opened_first: Side that opened first this round, or -1.
        at_once: For each side how many books it laid complete in one play.
        wilds_added: Places of the melds that took wilds this turn, once for each wild.
        consents: Who began melds, and what was said of wilds on them.
        drawn: Cards of a draw taken so far, while one may still choose the next.
        finished: Places of the books finished this turn; noted only where these take
            cards until it ends.
        fresh: Kinds that came to the player this turn, who held none of them before;
            noted only where that may bar a discard.
        own_book: For each seat whether it has finished a book this round; noted only
            where that brings the next packet.
        held_back: Faces of a pickup that may not be used before the next turn.
        lap: Seat that went out while the others have their last turn, or -1.
        aside: Faces set aside for the round.
        packs_added: Packs added to the stock in this round.
        reshuffles: Times in this round that the discards became the stock.
        lost_packets: Owners of the packets that became the stock in this round, in
            their order: seats, or sides where partners share their packets.
        choosers: Seats that have yet to choose their hand, next one first.
        shuffles: Shuffles made in this round.
        out: Seat that went out in the latest round, or -1.
        standing: How each side stands (see ``play.standing``), as far as it was found;
            it follows from the rest, so it is no part of a snapshot.
    """

    __slots__ = ("__dict__", "_owns_hands", "standing")

    rules: RuleSet
    seed: Seed
    seats: int
    sides: int
    tables: list[Tables]
    round: int
    dealer: int
    scores: list[int]
    sheets: tuple[Sheet, ...]
    phase: int
    turn: int
    answering: int
    turns: int
    permission: int
    stock: bytes
    pile: bytes
    frozen_by: int
    frozen_at: int
    picked_up: tuple[int, ...]
    hands: list[list[int]]
    cards: list[bytes]
    packets: list[tuple[bytes, ...]]
    played: list[bool]
    melds: list[tuple[Meld, ...]]
    slots: list[list[int]]
    red: list[bytes]
    black: tuple[bytes, ...]
    opened: list[bool]
    opened_by: tuple[int, ...]
    opened_at: list[int]
    opened_first: int
    at_once: list[int]
    wilds_added: tuple[int, ...]
    consents: Consents
    drawn: int
    finished: tuple[int, ...]
    fresh: tuple[int, ...]
    own_book: list[bool]
    held_back: bytes
    lap: int
    choosers: tuple[int, ...]
    aside: bytes
    packs_added: int
    reshuffles: int
    lost_packets: tuple[int, ...]
    shuffles: int
    out: int

    def __init__(self) -> None:
        self.standing: list[Standing] = UNKNOWN[:]
        self._owns_hands = False

    def copy(self) -> State:
        """Return an independent copy."""
        twin = State.__new__(State)
        twin.__dict__ = self.__dict__.copy()
        twin.standing = self.standing[:]
        twin._owns_hands = self._owns_hands = False
        return twin

    def __getstate__(self) -> dict[str, Any]:
        self._owns_hands = False
        return self.__dict__

    def __setstate__(self, parts: dict[str, Any]) -> None:
        self.__dict__ = parts
        self.standing = UNKNOWN[:]
        self._owns_hands = False

    def snapshot(self) -> dict[str, Any]:
        """Return what ``restore`` needs to come back to this moment."""
        self._owns_hands = False
        return self.__dict__.copy()

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to the moment of ``snapshot``."""
        self.__dict__ = snapshot.copy()
        self._owns_hands = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = self.__dict__, other.__dict__
        return all(mine[k] == theirs[k] for k in mine if k != "tables")

    __hash__ = None  # type: ignore[assignment]  # a state changes

    @property
    def actor(self) -> int:
        """Seat that must act now."""
        return self.answering if self.phase == ANSWER else self.turn

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of a seat's side, in playing order after it."""
        return partners_of(seat, self.seats, self.sides)

    def scores_dealt(self) -> list[int]:
        """Return the running totals by which the round on the table is played.

        Once the match is over they are no longer ``scores``: those have that round too.
        """
        last = self.sheets[-self.sides :] if self.phase == OVER else ()
        return [sheet.before for sheet in last] if last else self.scores

    # -- changes ----------------------------------------------------------------------

    def clear_hands(self) -> None:
        """Take all cards out of the hands."""
        self.hands = [[0] * KINDS for _ in range(self.seats)]
        self.cards = [b""] * self.seats
        self._owns_hands = True

    def own_hands(self) -> None:
        """Make ``hands`` and ``cards`` lists of this state alone."""
        if not self._owns_hands:
            self.hands = [hand[:] for hand in self.hands]
            self.cards = self.cards[:]
            self._owns_hands = True

    def give(self, seat: int, faces: bytes) -> None:
        """Put ``faces`` into a seat's cards."""
        if not self._owns_hands:
            self.own_hands()
        hand = self.hands[seat]
        for face in faces:
            hand[KIND_OF[face]] += 1
        self.cards[seat] += faces

    def remove(self, seat: int, faces: bytes) -> None:
        """Take ``faces``, which the seat holds, from its cards."""
        if not self._owns_hands:
            self.own_hands()
        hand = self.hands[seat]
        held = self.cards[seat]
        for face in faces:
            hand[KIND_OF[face]] -= 1
            held = held.replace(ONE_FACE[face], b"", 1)
        self.cards[seat] = held

    def remove_lowest(self, seat: int, kinds: Sequence[int]) -> bytes:
        """Take a card of each kind, its lowest face, and return them in their order."""
        if not self._owns_hands:
            self.own_hands()
        hand = self.hands[seat]
        held = self.cards[seat]
        taken = b""
        for kind in kinds:
            hand[kind] -= 1
            for face in FACES_OF_KIND[kind]:
                if face in held:
                    one = ONE_FACE[face]
                    held = held.replace(one, b"", 1)
                    taken += one
                    break
        self.cards[seat] = held
        return taken

    def set_melds(
        self, side: int, melds: tuple[Meld, ...], slots: list[int] | None = None
    ) -> None:
        """Store the melds of a side, and its slots when they changed."""
        self.melds = self.melds[:]
        self.melds[side] = melds
        if slots is not None:
            self.slots = self.slots[:]
            self.slots[side] = slots
