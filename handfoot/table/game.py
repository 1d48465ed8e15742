"""Game: one match at one table, as a program holds it."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from handfoot.errors import HandfootError, IllegalAction
from handfoot.play import engine, legal, match
from handfoot.play.actions import Action, Discard, Lay
from handfoot.play.chance import Seed
from handfoot.play.events import Event, Note, event_from_dict
from handfoot.play.refusals import Refusal
from handfoot.play.scoring import Sheet, sheet
from handfoot.play.state import ANSWER, OVER, PHASES, State
from handfoot.rules.language.scoped import Situation, resolve
from handfoot.rules.ruleset import RuleSet
from handfoot.table.censoring import Censor
from handfoot.table.past import Past
from handfoot.table.reasons import (
    checklist,
    not_your_turn,
    refusals,
    seat_names,
    with_origins,
)
from handfoot.table.seating import loaded, table_of, usual_seats
from handfoot.table.threes_alike import action_as_black
from handfoot.table.views import View

if TYPE_CHECKING:
    from handfoot.table.answers import ExitAnswer, OpeningAnswer, TakeAnswer
    from handfoot.table.plan import Plan

# Lists of legal actions kept for undo: a search does the next action of the same list.
_LISTS: Final = 8
_new_view = View.__new__


@attrs.frozen
class Outcome:
    """How a match ended.

    Attributes:
        winners: Winning sides; several when a tie stands.
        scores: Final totals of the sides (points).
        rounds: Rounds played.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int


@attrs.frozen
class Logged:
    """An event with its place in the match.

    Attributes:
        number: Sequence number, from 0.
        ply: Number of actions before it.
        event: What happened.
    """

    number: int
    ply: int
    event: Event

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; ``Logged.from_dict`` reads it back."""
        return {"number": self.number, "ply": self.ply, "event": self.event.to_dict()}

    @classmethod
    def from_dict(cls, data: Any) -> Logged:
        """Return what plain data describes.

        Raises:
            HandfootError: it describes no event with its place.
        """
        if not isinstance(data, Mapping) or set(data) != {"number", "ply", "event"}:
            raise HandfootError("a logged event has number, ply and event")
        number, ply = data["number"], data["ply"]
        if type(number) is not int or type(ply) is not int:
            raise HandfootError("number and ply: whole numbers are expected")
        return cls(number, ply, event_from_dict(data["event"]))


class LegalActions:
    """The legal actions of the seat to act.

    ``action in game.legal_actions`` is exact for every action. Iteration gives the
    canonical list (see ``handfoot.play.legal``).
    """

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        """Stand for the legal actions of ``game`` as it is now."""
        self._game = game

    def __iter__(self) -> Iterator[Action]:
        return iter(self._game._list or self._game._listed())

    def __len__(self) -> int:
        return len(self._game._list or self._game._listed())

    def __bool__(self) -> bool:
        return self._game.state.phase != OVER

    def __contains__(self, action: object) -> bool:
        return self._game.is_legal(action)  # type: ignore[arg-type]  # any object may be asked for

    def __repr__(self) -> str:
        shown = ", ".join(str(action) for action in self)
        return f"<LegalActions: {shown}>"


class Game:
    """One match under one ruleset.

    Args:
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        seats: Number of players, or their names (``Seat 0``, ``Seat 1`` ... when not
            given); four where the ruleset allows it,
            else its smallest table, when not given.
        seed: Seed of every shuffle, or what gives the orders in its place; a random
            seed when not given.
        dealer: Seat that deals round one; the ruleset decides when not given.
        side_size: Players on a side; the ruleset's usual size when not given.

    Raises:
        HandfootError: the ruleset does not allow this table.
        RulesetError: the ruleset cannot be loaded.
    """

    __slots__ = (
        "__weakref__",
        "_censor",
        "_list",
        "_lists",
        "_past",
        "_view",
        "names",
        "seed",
        "state",
    )

    seed: Seed
    names: tuple[str, ...]
    state: State

    def __init__(
        self,
        rules: RuleSet | str | Path,
        seats: int | Sequence[str] | None = None,
        *,
        seed: Seed | None = None,
        dealer: int | None = None,
        side_size: int | None = None,
    ) -> None:
        ruleset = loaded(rules)
        if seats is None:
            seats = usual_seats(ruleset)
        names = () if isinstance(seats, int) else tuple(seats)
        if isinstance(seats, str) or not all(isinstance(name, str) for name in names):
            raise HandfootError("seats: a number, or a list of names, is expected")
        count = seats if isinstance(seats, int) else len(names)
        size = table_of(ruleset, count, side_size)
        if not (
            seed is None or isinstance(seed, int | str) or hasattr(seed, "shuffled")
        ):
            raise HandfootError(
                "seed: a number, a text or recorded orders are expected"
            )
        self.seed = secrets.randbits(63) if seed is None else seed
        self.names = names or seat_names(count)
        if dealer is None:
            first = resolve(ruleset["players.first_dealer"], Situation(count, size))
            dealer = count - 1 if first == "last_seat" else 0
        if not 0 <= dealer < count:
            raise HandfootError(f"dealer must be a seat from 0 to {count - 1}")
        log: list[Note] = []
        self.state = engine.start(
            ruleset, seats=count, side_size=size, seed=self.seed, dealer=dealer, log=log
        )
        self._past = Past(self.state, log)
        self._begin()

    @classmethod
    def at(cls, state: State, *, names: tuple[str, ...] = ()) -> Game:
        """Return a game that begins in ``state``, with no past."""
        game = cls.__new__(cls)
        game.state = state
        game.seed = state.seed
        game.names = names or seat_names(state.seats)
        game._past = Past(state, [])
        game._begin()
        return game

    def _begin(self) -> None:
        self._censor = Censor()
        # What was found for this position, and lists of those before, latest last.
        self._list: list[Action] | None = None
        self._view: View | None = None
        self._lists: deque[list[Action] | None] = deque(maxlen=_LISTS)

    def _listed(self) -> list[Action]:
        if self._list is None:
            self._list = legal.legal(self.state)
        return self._list

    # -- the table --------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The ruleset in play."""
        return self.state.rules

    @property
    def seats(self) -> int:
        """Number of players."""
        return self.state.seats

    @property
    def sides(self) -> int:
        """Number of sides; the side of a seat is ``seat % sides``."""
        return self.state.sides

    @property
    def turn(self) -> int | None:
        """Seat that must act, or ``None`` when the match is over."""
        state = self.state
        phase = state.phase
        if phase == OVER:
            return None
        return state.answering if phase == ANSWER else state.turn

    @property
    def phase(self) -> str:
        """``draw``, ``play``, ``answer`` or ``over``."""
        return PHASES[self.state.phase]

    @property
    def round(self) -> int:
        """Number of the round, from 1."""
        return self.state.round

    @property
    def scores(self) -> tuple[int, ...]:
        """Running totals of the sides (points)."""
        return tuple(self.state.scores)

    @property
    def ply(self) -> int:
        """Number of actions so far."""
        return self._past.ply

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far."""
        return self._past.actions

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.state.phase == OVER

    def outcome(self) -> Outcome | None:
        """Return how the match ended, or ``None`` while it goes on."""
        if not self.is_over:
            return None
        return Outcome(
            match.standing(self.state).winners, self.scores, self.state.round
        )

    def score_sheet(self, round: int | None = None) -> tuple[Sheet, ...]:
        """Return the score sheets of a round, one for each side.

        A round that is not over is scored as if it ended now and nobody went out: cards
        held and packets not taken count against their side. So its sheets tell what
        others hold; show people those of finished rounds only.

        Args:
            round: Number of the round; the sheets as the current round stands when not
                given (of the last round, when the match is over). A round that was not
                played has none.
        """
        if round is None and self.is_over:
            round = self.state.round
        if round is None or (round == self.state.round and not self.is_over):
            return tuple(sheet(self.state, side) for side in range(self.sides))
        return tuple(found for found in self.state.sheets if found.round == round)

    # -- actions ----------------------------------------------------------------------

    @property
    def legal_actions(self) -> LegalActions:
        """The legal actions of the seat to act."""
        return LegalActions(self)

    def is_legal(self, action: Action) -> bool:
        """Return whether the seat to act may do ``action``; exact."""
        if self.state.tables[0].threes_alike:
            action = action_as_black(action)
        return next(engine.check(self.state, action), None) is None

    def why_not(self, action: Action, seat: int | None = None) -> tuple[Refusal, ...]:
        """Return every rule that ``action`` would break, empty when it is legal.

        Args:
            action: What is tried.
            seat: Who tries it; the seat to act when not given. Another seat learns only
                that it is not its turn.
        """
        if seat is not None and seat != self.turn:
            return (not_your_turn(),)
        return refusals(self.state, action, self.names)

    def push(
        self, action: Action, *, ply: int | None = None, seat: int | None = None
    ) -> Sequence[Event]:
        """Do ``action`` for the seat to act and return what happened.

        Args:
            action: A legal action.
            ply: The number of actions for which it was meant; an action for an older
                position is refused.
            seat: Who does it, where that is not the seat to act as a matter of course;
                another seat is refused and learns only that it is not its turn.

        Raises:
            IllegalAction: the action breaks a rule; nothing has changed.
        """
        view, past = self._view, self._past
        meant = (seat is None or (view is not None and seat is view.seat)) and (
            ply is None or ply == past.ply
        )
        # An action listed for this very position, here or by the view of the seat to
        # act, was found legal when it was listed.
        for listed in (meant and ((view and view.listed) or self._list)) or ():
            if listed is action:
                break
        else:
            action = self._looked_at(action, ply, seat)
        happened = past.push(self.state, action)
        self._lists.append(self._list)
        self._list = self._view = None
        return happened

    def _looked_at(self, action: Action, ply: int | None, seat: int | None) -> Action:
        """Return an action as the table understands it, if the seat may do it now.

        Raises:
            IllegalAction: the action breaks a rule.
        """
        state, now = self.state, self._past.ply
        if seat is not None and (seat != state.actor or state.phase == OVER):
            raise IllegalAction((not_your_turn(),))
        if ply is not None and ply != now:
            raise IllegalAction((_stale(ply, now),))
        if state.tables[0].threes_alike:
            action = action_as_black(action)
        if next(engine.check(state, action), None) is not None:
            found = engine.check(state, action)
            raise IllegalAction(with_origins(state, found, self.names))
        return action

    def pop(self) -> Action:
        """Take back the last action and return it.

        Raises:
            IndexError: no action has been done.
        """
        action = self._past.pop(self.state)
        self._list = self._lists.pop() if self._lists else None
        self._view = None
        return action

    def copy(self) -> Game:
        """Return an independent copy; it shares nothing that changes."""
        twin = Game.__new__(Game)
        twin.state = self.state.copy()
        twin.seed = self.seed
        twin.names = self.names
        twin._past = self._past.copy()
        twin._censor = Censor()
        # What was found for this position holds for the copy too; nobody changes it.
        twin._list = self._list
        twin._view = self._view
        twin._lists = self._lists.copy()
        return twin

    # -- saving -----------------------------------------------------------------------

    def dumps(self) -> str:
        """Return the game as JSON text: nothing is lost, neither undo nor a question.

        It holds every hidden card, so it is for the program that runs the table.

        Raises:
            RecordError: the cards come from a program, not from a seed or a record.
        """
        from handfoot.table.saving import dumps

        return dumps(self)

    @classmethod
    def loads(cls, text: str) -> Game:
        """Return a game that was saved; what ``dumps`` wrote, loads as an equal game.

        Raises:
            RecordError: the text is no saved game, or not a sound one; the message says
                everything that is wrong.
        """
        from handfoot.table.saving import loads

        return loads(text)

    def began(self) -> State:
        """Return a copy of the state in which the game began."""
        state = self.state.copy()
        state.restore(self._past.begun())
        return state

    # -- what people see --------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return what ``seat`` may know; ``None`` is a spectator.

        Raises:
            HandfootError: there is no such seat.
        """
        state = self.state
        turn = state.answering if state.phase == ANSWER else state.turn
        if seat is not turn:
            # A small number is one object: this is not the seat to act, or no seat.
            self._look_for(seat)
        view = _new_view(View)
        view._state = self._censor.seen(state, seat)
        view.seat = seat
        view.names = self.names
        view.ply = self._past.ply
        if seat != turn:
            view.listed = ()
            return view
        view.listed = None
        self._view = view
        return view

    def _look_for(self, seat: int | None) -> None:
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.seats):
            last = self.seats - 1
            raise HandfootError(f"there is no seat {seat}: seats are 0 to {last}")

    def events(
        self, seat: int | None = None, *, everything: bool = False, since: int = 0
    ) -> tuple[Logged, ...]:
        """Return what happened so far, as ``seat`` saw it.

        Args:
            seat: Who looks; ``None`` is a spectator.
            everything: Hidden cards too, for the program that runs the table.
            since: Sequence number of the first event that is wanted.

        Raises:
            HandfootError: there is no such seat.
        """
        self._look_for(seat)
        found: list[Logged] = []
        for ply, first, happened in self._past.events(since):
            for number, event in enumerate(happened, first):
                if number >= since:
                    shown = event if everything else event.for_seat(seat)
                    found.append(Logged(number, ply, shown))
        return tuple(found)

    def going_out_checklist(self, seat: int) -> tuple[tuple[str, bool, str], ...]:
        """Return the conditions for going out: ruleset key, whether met, in words.

        Raises:
            HandfootError: there is no such seat.
        """
        self._look_for(seat)
        return checklist(self.state, seat, self.names)

    # -- exact answers (see handfoot.table.answers) -----------------------------------

    def _view_of(self, seat: int | None) -> View:
        self._look_for(seat)
        turn = self.turn
        if seat is None or seat == turn:
            # Whoever is to act is asked about more than once.
            return self._view or self.view(turn)
        return self.view(seat)

    def can_open(self, seat: int | None = None) -> OpeningAnswer:
        """Return whether a seat's hand can open; the seat to act when not given."""
        return self._view_of(seat).can_open()

    def can_take_pile(self, seat: int | None = None) -> TakeAnswer:
        """Return whether a seat can take the pile; the seat to act when not given."""
        return self._view_of(seat).can_take_pile()

    def can_go_out(self, seat: int | None = None) -> ExitAnswer:
        """Return whether a seat can go out now; the seat to act when not given."""
        return self._view_of(seat).can_go_out()

    def plan(self, seat: int | None = None, *, pile: bool | None = None) -> Plan:
        """Return an empty plan of a seat (see ``handfoot.table.plan``)."""
        return self._view_of(seat).plan(pile=pile)

    def may_lay(self, seat: int | None = None) -> tuple[Lay, ...]:
        """Return what a seat may lay; the seat to act when not given."""
        return self._view_of(seat).may_lay()

    def may_discard(self, seat: int | None = None) -> tuple[Discard, ...]:
        """Return what a seat may discard; the seat to act when not given."""
        return self._view_of(seat).may_discard()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.state == other.state and self.actions == other.actions

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        if self.is_over:
            now = "over"
        else:
            now = f"round {self.round}, seat {self.turn}, {self.phase}"
        return f"<Game of {self.rules.name!r}, {self.seats} seats: {now}>"


def _stale(ply: int, now: int) -> Refusal:
    return Refusal(
        "stale",
        "core.stale",
        "The table has moved on since you chose this.",
        wanted=now,
        found=ply,
    )
