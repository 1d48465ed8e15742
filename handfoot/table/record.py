"""Records: a game as a text that can be read, kept and played again.

A record holds the ruleset with every key said, the seats, the seed and the order of the
cards at each shuffle, and the actions one a line. Nothing of it is taken on trust:
``Record.play`` runs the engine and stops at the first line that the rules refuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import attrs

from handfoot.errors import HandfootError, IllegalAction, RecordError
from handfoot.play.actions import Action
from handfoot.play.chance import Seed
from handfoot.play.events import Dealt, Event
from handfoot.play.state import State
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game
from handfoot.table.orders import Noted, RecordedOrders, Shuffle
from handfoot.table.telling import tell

__all__ = ["RECORD_VERSION", "SPECTATOR", "Record", "Result", "Shuffle", "Step"]

#: Version of the record format that this library writes.
RECORD_VERSION: Final = 1
#: Stands in ``redacted_for`` for those who have no seat.
SPECTATOR: Final = "spectator"

_LEADS_ELSEWHERE = (
    "the actions of this game do not lead to where it is, so it has no record"
)


@attrs.frozen
class Step:
    """One action of a record.

    Attributes:
        action: What was done.
        comment: What is said before it, one or several lines.
        line: Line of the text it was read from, 0 when there is none.
    """

    action: Action
    comment: str = ""
    line: int = attrs.field(default=0, eq=False)


@attrs.frozen
class Result:
    """How far a game has come.

    Attributes:
        round: Number of the round, from 1.
        scores: Totals of the sides after the last finished round (points).
        winners: Winning sides, ``None`` while the match goes on.
    """

    round: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None = None

    @classmethod
    def of(cls, game: Game) -> Result:
        """Return how far ``game`` has come."""
        outcome = game.outcome()
        winners = None if outcome is None else outcome.winners
        return cls(game.round, game.scores, winners)

    def __str__(self) -> str:
        now = f"round {self.round}, scores {', '.join(map(str, self.scores))}"
        if self.winners is None:
            return now
        return f"{now}, won by side {', '.join(map(str, self.winners))}"


@attrs.frozen
class Record:
    """A game as it was played.

    Attributes:
        rules: The ruleset.
        names: Names of the seats.
        side_size: Players on a side.
        dealer: Seat that dealt round one.
        seed: Seed of the shuffles, ``None`` when it is not known.
        shuffles: The order of the cards at each shuffle, oldest first. With a seed they
            may be missing.
        steps: The actions.
        result: How far the game had come; ``None`` where a record does not say.
        closing: Comment after the last action.
        began: The position in which the game began, where that is no deal of its seed;
            then ``dealer`` says nothing more.
        redacted_for: Seat (or ``"spectator"``) for which everything hidden from it was
            taken out; ``None`` for a whole record.
    """

    rules: RuleSet
    names: tuple[str, ...]
    side_size: int
    dealer: int
    seed: int | str | None = attrs.field(repr=False)
    shuffles: tuple[Shuffle, ...] = attrs.field(repr=False)
    steps: tuple[Step, ...] = attrs.field(repr=False)
    result: Result | None = None
    closing: str = attrs.field(default="", repr=False)
    began: State | None = attrs.field(default=None, repr=False, hash=False)
    redacted_for: int | str | None = None

    @classmethod
    def from_game(cls, game: Game) -> Record:
        """Return the record of ``game`` so far.

        Raises:
            RecordError: its actions do not lead to where it is, since somebody changed
                the table by hand.
        """
        began = _position(game)
        shuffles, steps = _noted(game, began)
        state = game.state
        return cls(
            rules=game.rules,
            names=game.names,
            side_size=state.seats // state.sides,
            dealer=_first_dealer(game),
            seed=game.seed if isinstance(game.seed, int | str) else None,
            shuffles=shuffles,
            steps=steps,
            result=Result.of(game),
            began=began,
        )

    def dumps(self, *, format: Literal["yaml", "json"] = "yaml") -> str:
        """Return the record as text, which :meth:`loads` reads.

        Args:
            format: ``yaml``, or ``json`` for programs.
        """
        from handfoot.table.record_writing import json_text, yaml_text

        return json_text(self) if format == "json" else yaml_text(self)

    @classmethod
    def loads(cls, text: str, *, name: str = "<record>") -> Record:
        """Return the record that ``text`` holds, as YAML or JSON.

        It is read, not played: only :meth:`play` says whether the rules allow it.

        Args:
            text: The text.
            name: What to call it in messages.

        Raises:
            RecordError: the text is not a record.
        """
        from handfoot.table.record_reading import record_from

        return record_from(text, name)

    def play(self, *, until: int | None = None) -> Game:
        """Play the record again and return the game as it stands at its end.

        Args:
            until: Stop after this many actions; all of them when not given.

        Raises:
            RecordError: the rules refuse an action, the shuffles are not those of the
                seed, or the game ends differently.
        """
        game = self.start()
        for step in self.steps[:until]:
            self.do(step, game)
        self._compare_shuffles(game)
        found = Result.of(game)
        if until is None and self.result not in (None, found):
            raise RecordError(
                f"the record says {self.result}, but playing it leads to {found}"
            )
        return game

    def start(self) -> Game:
        """Return the game of the record before its first action.

        Raises:
            RecordError: the game cannot be dealt, or was redacted.
        """
        if self.redacted_for is not None:
            raise RecordError("what is hidden was taken out of this record")
        chance = RecordedOrders(self.shuffles) if self.seed is None else self.seed
        if self.began is not None:
            state = self.began.copy()
            state.seed = chance
            return Game.at(state, names=self.names)
        try:
            game = Game(
                self.rules,
                self.names,
                seed=chance,
                dealer=self.dealer,
                side_size=self.side_size,
            )
        except RecordError:
            raise
        except HandfootError as error:
            raise RecordError(str(error)) from error
        self._compare_shuffles(game)
        return game

    def do(self, step: Step, game: Game) -> Sequence[Event]:
        """Do one action of the record in ``game`` and return what happened.

        Raises:
            RecordError: the rules refuse it.
        """
        turn = game.turn
        try:
            return game.push(step.action)
        except IllegalAction as error:
            who = "nobody" if turn is None else self.names[turn]
            text = str(step.action)
            message = f"{who} may not {text!r}: {error}"
            raise RecordError(message, step.line, text, error.refusals) from error

    def redacted(self, seat: int | None) -> Record:
        """Return the record as ``seat`` knows it; ``None`` is a spectator.

        The seed, the shuffles and the position of the beginning are left out, and
        comments are replaced by what the seat saw. Such a record tells a game but
        cannot be played again.
        """
        told = _told(self.play(), seat)
        steps = (
            Step(step.action, told[ply], step.line)
            for ply, step in enumerate(self.steps)
        )
        return attrs.evolve(
            self,
            seed=None,
            shuffles=(),
            began=None,
            steps=tuple(steps),
            closing=told[len(self.steps)],
            redacted_for=SPECTATOR if seat is None else seat,
        )

    def _compare_shuffles(self, game: Game) -> None:
        """Refuse recorded orders that are not those of the recorded seed."""
        if self.seed is None or not self.shuffles:
            return
        made, _ = _noted(game, self.began)
        if made != self.shuffles[: len(made)]:
            raise RecordError("the shuffles of this record are not those of its seed")


def _first_dealer(game: Game) -> int:
    return (game.state.dealer - game.round + 1) % game.seats


def _dealt(game: Game, seed: Seed) -> Game:
    """Return a game that begins with the deal of ``seed``, at the same table."""
    return Game(
        game.rules,
        game.names,
        seed=seed,
        dealer=_first_dealer(game),
        side_size=game.seats // game.sides,
    )


def _position(game: Game) -> State | None:
    """Return the position in which a game began, ``None`` if its seed dealt it."""
    began = game.began()
    try:
        if _dealt(game, game.seed).state == began:
            return None
    except HandfootError:
        pass  # such a table is never dealt
    began.seed = 0
    return began


def _noted(
    game: Game, began: State | None
) -> tuple[tuple[Shuffle, ...], tuple[Step, ...]]:
    """Play a game again and return its shuffles, and its actions with turns marked.

    Raises:
        RecordError: the actions do not lead to where the game is.
    """
    noted = Noted(game.seed)
    if began is None:
        twin = _dealt(game, noted)
    else:
        state = began.copy()
        state.seed = noted
        twin = Game.at(state, names=game.names)
    steps = []
    begun = (0, 0, 0)
    for action in game.actions:
        now = (twin.round, twin.state.turns, twin.state.actor)
        steps.append(Step(action, _mark(twin, begun, now)))
        begun = now
        if not twin.is_legal(action):
            raise RecordError(_LEADS_ELSEWHERE)
        twin.push(action)
    twin.state.seed = game.state.seed
    if twin != game:
        raise RecordError(_LEADS_ELSEWHERE)
    return tuple(noted.shuffles), tuple(steps)


def _mark(game: Game, begun: tuple[int, int, int], now: tuple[int, int, int]) -> str:
    """Return the comment that begins a turn, or nothing within one."""
    if now == begun:
        return ""
    name = game.names[game.state.actor]
    return name if now[0] == begun[0] else f"round {now[0]}: {name}"


def _told(game: Game, seat: int | None) -> list[str]:
    """Return in words what ``seat`` saw before each action, and after the last."""
    told: list[list[str]] = [[] for _ in range(game.ply + 1)]
    for item in game.events(seat):
        event = item.event
        if isinstance(event, Dealt) and event.seat != seat:
            continue
        words = tell(event, game.names, seat, sides=game.sides)
        told[item.ply].append(words)
    return ["\n".join(lines) for lines in told]
