"""What one seat may know: a position with everything hidden taken out.

A view is built from a censored state: other hands, packets, stock order and seed are
not masked when they are shown, they are not there. So whatever a view answers, a legal
action, a refusal, a checklist, cannot depend on a hidden card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handfoot.cards import CARDS, KINDS, Card
from handfoot.errors import HandfootError
from handfoot.play import consents, freezing, legal, moment, opening, stock
from handfoot.play.actions import Action, Discard, Lay
from handfoot.play.books import kind_of_book
from handfoot.play.deal import seen_part, shown
from handfoot.play.foot import owners
from handfoot.play.placing import meld_name
from handfoot.play.refusals import Refusal
from handfoot.play.runs.run import is_run
from handfoot.play.state import NOBODY, OVER, PHASES, State
from handfoot.play.tables import Tables
from handfoot.table.censoring import Censor
from handfoot.table.reasons import checklist, not_your_turn, refusals

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet
    from handfoot.table.answers import ExitAnswer, OpeningAnswer, TakeAnswer
    from handfoot.table.game import Game
    from handfoot.table.plan import Plan


class TableMeld:
    """A meld as everyone sees it.

    Attributes:
        name: Its lasting name (``K#1``).
        cards: Its cards, in the order they were laid.
        naturals: How many are natural.
        wilds: How many are wild.
        book: Kind of book when it is finished, else ``None``.
        run: Whether it is a run, of cards in a row in one suit.
    """

    __slots__ = ("book", "cards", "name", "naturals", "run", "wilds")

    def __init__(self, tables: Tables, melds: Any, place: int) -> None:
        """Describe the meld at ``place``."""
        meld = melds[place]
        self.name = meld_name(melds, place)
        self.cards = tuple(CARDS[face] for face in meld.cards)
        self.naturals: int = meld.naturals
        self.wilds: int = meld.wilds
        self.book = kind_of_book(tables, meld)
        self.run: bool = is_run(meld.rank)

    def __repr__(self) -> str:
        cards = " ".join(card.code for card in self.cards)
        return f"<{self.name}: {cards}{' ' + self.book if self.book else ''}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableMeld):
            return NotImplemented
        return (self.name, self.cards) == (other.name, other.cards)

    __hash__ = None  # type: ignore[assignment]  # compared by value, not a key


class View:
    """What one seat may know of the table, and nothing else.

    Attributes:
        seat: The seat that looks, ``None`` for a spectator.
        names: Names of the seats.
        ply: Number of actions before it; give it to ``Game.push`` with an action.
        listed: The legal actions if they have been asked for already.
    """

    __slots__ = ("__weakref__", "_state", "listed", "names", "ply", "seat")

    def __init__(
        self,
        state: State,
        seat: int | None,
        names: tuple[str, ...] = (),
        *,
        ply: int = 0,
    ) -> None:
        """Look at ``state`` from ``seat``."""
        self._state = Censor().seen(state, seat)
        self.seat = seat
        self.names = names
        self.ply = ply
        acts = seat is not None and seat == state.actor
        self.listed: tuple[Action, ...] | None = None if acts else ()

    def known(self) -> State:
        """Return a copy of the censored state, for what is built on views."""
        return self._state.copy()

    # -- the table --------------------------------------------------------------------

    @property
    def rules(self) -> Any:
        """The ruleset in play."""
        return self._state.rules

    @property
    def tables(self) -> Tables:
        """The compiled rules in force for the side of this seat."""
        side = 0 if self.seat is None else self.seat % self._state.sides
        return self._state.tables[side]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self._state.seats

    @property
    def sides(self) -> int:
        """Number of sides."""
        return self._state.sides

    @property
    def side(self) -> int | None:
        """Side of the seat that looks."""
        return None if self.seat is None else self.seat % self._state.sides

    @property
    def turn(self) -> int | None:
        """Seat that must act, or ``None`` when the match is over."""
        return None if self._state.phase == OVER else self._state.actor

    @property
    def phase(self) -> str:
        """``draw``, ``play``, ``answer`` or ``over``."""
        return PHASES[self._state.phase]

    @property
    def round(self) -> int:
        """Number of the round, from 1."""
        return self._state.round

    @property
    def dealer(self) -> int:
        """Seat that dealt the round."""
        return self._state.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Running totals of the sides (points)."""
        return tuple(self._state.scores)

    @property
    def stock(self) -> int:
        """Cards left in the stock."""
        return len(self._state.stock)

    @property
    def stock_to_come(self) -> int:
        """Cards of packets that may still become the stock (``stock.when_short``)."""
        return stock.to_come(self._state)

    @property
    def pile(self) -> int:
        """Cards in the discard pile."""
        return len(self._state.pile)

    @property
    def drawn(self) -> int:
        """Cards of the draw taken so far, while the next may still be chosen."""
        return self._state.drawn

    @property
    def top(self) -> Card | None:
        """Top card of the pile."""
        return CARDS[self._state.pile[-1]] if self._state.pile else None

    @property
    def frozen(self) -> bool:
        """Whether the pile is frozen for this seat; for a spectator, by a card."""
        if self.seat is None:
            return self._state.frozen_by != NOBODY
        return freezing.cause(self._state, self.seat) is not None

    @property
    def asked_about(self) -> str | None:
        """Meld on which a partner would put a wild and waits for an answer, or none.

        In the phase ``answer`` none means that the question is whether to go out.
        """
        place = consents.pending(self._state)
        if place is None:
            return None
        return meld_name(self._state.melds[self._state.turn % self._state.sides], place)

    @property
    def hand(self) -> tuple[Card, ...]:
        """Own cards, sorted; empty for a spectator."""
        if self.seat is None or self._state.phase == OVER:
            return ()
        return tuple(sorted(CARDS[face] for face in self._state.cards[self.seat]))

    @property
    def hand_counts(self) -> tuple[int, ...]:
        """Own cards by kind."""
        if self.seat is None:
            return (0,) * KINDS
        return tuple(self._state.hands[self.seat])

    def held(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return len(self._state.cards[seat])

    def packets_left(self, seat: int) -> tuple[int, ...]:
        """Return the sizes of the packets that a seat has not taken (cards).

        Packets that partners share (``deal.later_for``) are told of each of them.
        """
        return tuple(len(packet) for packet in self._state.packets[seat])

    def unreached(self, side: int) -> int:
        """Return the cards in all packets of a side that nobody has taken."""
        return sum(
            len(packet)
            for seat in owners(self._state)[side :: self.sides]
            for packet in self._state.packets[seat]
        )

    def packets_shown(self, seat: int) -> tuple[tuple[Card, ...], ...]:
        """Return what is seen of the packets of a seat while it has yet to choose.

        All cards of packets dealt face up, or the top card of each.
        """
        count = shown(self._state, seat, self.seat)
        if count == 0:
            return ()
        return tuple(
            tuple(CARDS[face] for face in seen_part(packet, count))
            for packet in self._state.packets[seat]
        )

    def played_last(self, seat: int) -> bool:
        """Return whether a seat has ended a turn from its last packet."""
        return self._state.played[seat]

    def melds(self, side: int) -> tuple[TableMeld, ...]:
        """Return the melds of a side, oldest first."""
        melds = self._state.melds[side]
        tables = self._state.tables[side]
        return tuple(TableMeld(tables, melds, place) for place in range(len(melds)))

    def meld_counts(self, side: int) -> tuple[tuple[int, int, int], ...]:
        """Return rank, naturals and wilds of the melds of a side, oldest first."""
        melds = self._state.melds[side]
        return tuple([(meld.rank, meld.naturals, meld.wilds) for meld in melds])

    def black_threes(self, side: int) -> tuple[Card, ...]:
        """Return the black threes that a side has laid aside (``threes.black``)."""
        laid = self._state.black
        return tuple(CARDS[face] for face in laid[side]) if laid else ()

    def red_threes(self, side: int) -> tuple[Card, ...]:
        """Return the red threes that a side has laid."""
        return tuple(CARDS[face] for face in self._state.red[side])

    def opened(self, side: int) -> bool:
        """Return whether a side has opened this round."""
        state = self._state
        if not moment.each_opens(state):
            return state.opened[side]
        if side == self.side:
            return self.seat in state.opened_by
        return any(seat % state.sides == side for seat in state.opened_by)

    @property
    def opened_by(self) -> tuple[int, ...]:
        """The seats that have opened, where every partner must (``opening.by``)."""
        return self._state.opened_by

    def minimum(self, side: int) -> int:
        """Return the opening minimum of a side this round (points)."""
        return self._state.tables[side].minimum

    def best_opening_bound(self) -> int:
        """Return an upper bound of what the own hand can open with (points)."""
        return opening.best_bound(self.tables, self.hand_counts)

    # -- what may be done -------------------------------------------------------------

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Canonical legal actions of this seat; empty when another seat acts."""
        listed = self.listed
        if listed is None:
            listed = self.listed = tuple(legal.legal(self._state))
        return listed

    def is_legal(self, action: Action) -> bool:
        """Return whether this seat may do ``action`` now."""
        return not self._why_not(action)

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Return every rule that ``action`` by this seat would break now."""
        return self._why_not(action)

    def _why_not(self, action: Action) -> tuple[Refusal, ...]:
        if self.turn != self.seat:
            return (not_your_turn(),)
        return refusals(self._state, action, self.names)

    def going_out_checklist(self) -> tuple[tuple[str, bool, str], ...]:
        """Return the conditions for going out: ruleset key, whether met, in words.

        Raises:
            HandfootError: a spectator does not go out.
        """
        if self.seat is None:
            raise HandfootError("a spectator does not go out; ask the view of a seat")
        return checklist(self._state, self.seat, self.names)

    # -- plain data -------------------------------------------------------------------

    def to_dict(self, *, with_rules: bool = True) -> dict[str, Any]:
        """Return the view as plain data, of the published schema.

        Args:
            with_rules: Whether the ruleset stands in it; a client needs it once.
        """
        from handfoot.table import view_data

        return view_data.view_data(self, with_rules=with_rules)

    @classmethod
    def from_dict(cls, data: Any, *, rules: RuleSet | None = None) -> View:
        """Return the view that plain data describes.

        Args:
            data: What ``to_dict`` gave, perhaps by way of JSON.
            rules: The ruleset, where it does not stand in the data: what
                ``View.rules`` gave, in which rounds by lot are drawn.

        Raises:
            RecordError: it describes no sound view; the message says why.
        """
        from handfoot.table import view_data

        return view_data.view_from(data, rules)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        mine = (self.seat, self.names, self.ply, self._state)
        return mine == (other.seat, other.names, other.ply, other._state)

    __hash__ = None  # type: ignore[assignment]  # compared by value, not a key

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        now = "over"
        if self.turn is not None:
            now = f"round {self.round}, seat {self.turn}, {self.phase}"
        return f"<View of {who}: {now}>"

    def __str__(self) -> str:
        """Return the table as text, as this seat sees it."""
        from handfoot.table.showing import shown

        return shown(self)

    # -- exact answers (see handfoot.table.answers) -----------------------------------

    def can_open(self) -> OpeningAnswer:
        """Return whether the own hand can open, the best and the cheapest way."""
        from handfoot.table import answers

        return answers.can_open(self)

    def can_take_pile(self) -> TakeAnswer:
        """Return every way in which this seat can take the pile, or why it cannot."""
        from handfoot.table import answers

        return answers.can_take_pile(self)

    def can_go_out(self) -> ExitAnswer:
        """Return a way for this seat to go out this turn, or what is missing."""
        from handfoot.table import answers

        return answers.can_go_out(self)

    def plan(self, *, pile: bool | None = None) -> Plan:
        """Return an empty plan of this seat (see ``handfoot.table.plan``)."""
        from handfoot.table.plan import Plan

        return Plan(self, pile=pile)

    def guess(self, seed: int | str | None = None) -> Game:
        """Return a game that this seat may take for the real one, to look ahead in.

        In it the seat sees this view; cards that it has not seen are dealt by chance,
        and so are the shuffles to come. What it could infer from earlier plays, such as
        cards that another took with the pile, is not used.

        Args:
            seed: The same seed deals the same; by chance when not given.

        Raises:
            HandfootError: the match is over.
        """
        from handfoot.table.guessing import guess

        return guess(self, seed)

    def may_lay(self) -> tuple[Lay, ...]:
        """Return the canonical lays of this seat with the cards it holds."""
        from handfoot.table import answers

        return answers.may_lay(self)

    def may_discard(self) -> tuple[Discard, ...]:
        """Return the discards this seat could make, one for each kind of card."""
        from handfoot.table import answers

        return answers.may_discard(self)
