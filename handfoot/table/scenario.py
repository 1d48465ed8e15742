"""Scenarios: positions, actions, and what must come of them.

A scenario file lets a family or a club test its rules as one tests a program::

    handfoot_scenarios: 1
    rules: whitnack                # a name, a file beside this one, or changes:
    scenarios:                     # rules: {extends: whitnack, pile: {take: 5}}
      - name: A pair and the minimum take the pile
        position:
          phase: draw
          hands: {0: 9 9 A A 2 4}
          pile: K 9
        steps:
          - {do: take 9 9 9, refused: [opening.minimum]}
          - take 9 9 9, A A 2
        after:
          melds: {0: [9 9 9, A A 2]}
          events: [TookPile, Opened: {points: 90}]

``Scenario.run`` says what came out otherwise. After a refused action the game must be
as it was, in every scenario, without saying so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from handfoot.errors import HandfootError, ScenarioError
from handfoot.play.actions import Action
from handfoot.play.events import Event
from handfoot.rules.reports.problems import Report, Span
from handfoot.table.game import Game
from handfoot.table.position import Position

__all__ = [
    "Difference",
    "Played",
    "Result",
    "Scenario",
    "Step",
    "load_scenarios",
    "loads_scenarios",
]

#: End of the names of scenario files, by which tools find them.
SUFFIX = ".scenario.yaml"


@attrs.frozen
class Difference:
    """Something that came out otherwise than the scenario says.

    Attributes:
        message: What was said and what came, in one sentence.
        span: Where it was said.
    """

    message: str
    span: Span

    def __str__(self) -> str:
        return f"{self.span.file}:{self.span.line}:{self.span.column}: {self.message}"


@attrs.frozen
class Result:
    """What came of a scenario.

    Attributes:
        scenario: The scenario.
        differences: What came out otherwise; nothing when all is as it says.
    """

    scenario: Scenario
    differences: tuple[Difference, ...]

    @property
    def passed(self) -> bool:
        """Whether all is as the scenario says."""
        return not self.differences


@attrs.frozen
class Step:
    """One step of a scenario.

    Attributes:
        span: Where it stands.
        action: What is tried; ``None`` to look only whose turn it is.
        seat: Who tries it; whoever must act when not given.
        refused: Keys by which it must be refused, exactly; ``None`` when it is legal.
    """

    span: Span
    action: Action | None
    seat: int | None = None
    refused: frozenset[str] | None = None


@attrs.frozen
class Played:
    """What the checks of a scenario look at.

    Attributes:
        game: The game after the last step.
        events: Everything that happened.
        round: Number of the round in which the scenario began.
    """

    game: Game
    events: tuple[Event, ...]
    round: int


@attrs.frozen
class Check:
    """One thing that must be so after the last step.

    Attributes:
        span: Where it is said.
        what: What is looked at, in words.
        look: Returns what is otherwise, empty when it is so.
        found: Returns what is there.
    """

    span: Span
    what: str
    look: Callable[[Played], str]
    found: Callable[[Played], str]


@attrs.frozen
class Scenario:
    """A position, steps, and what must come of them.

    Attributes:
        name: What the scenario shows, in words.
        span: Where it stands.
        position: Where it begins.
        steps: What is tried, in order.
        checks: What must be so afterwards.
    """

    name: str
    span: Span
    position: Position
    steps: tuple[Step, ...] = ()
    checks: tuple[Check, ...] = ()

    def run(self) -> Result:
        """Play the steps and look at what came of them."""
        game = self.position.game()
        began = game.round
        events: list[Event] = []
        for step in self.steps:
            wrong = _play(game, step, events)
            if wrong:
                # What follows builds on this step, so it would only confuse.
                return Result(self, (Difference(wrong, step.span),))
        played = Played(game, tuple(events), began)
        return Result(self, tuple(self._look(played)))

    def _look(self, played: Played) -> Iterator[Difference]:
        for check in self.checks:
            try:
                wrong = check.look(played)
            except IndexError:
                wrong = "there is no such seat or side at this table"
            if wrong:
                yield Difference(wrong, check.span)


def _play(game: Game, step: Step, events: list[Event]) -> str:
    """Try a step and return what is otherwise than it says."""
    if step.action is None:
        if game.turn == step.seat:
            return ""
        return f"seat {step.seat} was to act, but seat {game.turn} is"
    refusals = game.why_not(step.action, step.seat)
    keys = {refusal.key for refusal in refusals}
    if step.refused is None:
        if refusals:
            why = " ".join(f"{r.message} [{r.key}]" for r in refusals)
            return f"{step.action}: was to be legal, but: {why}"
        events.extend(game.push(step.action))
        return ""
    if not refusals:
        wanted = ", ".join(sorted(step.refused))
        return f"{step.action}: was to be refused by {wanted}, but it is legal"
    if keys != step.refused:
        return _other_keys(step, keys)
    return _unchanged(game, step)


def _other_keys(step: Step, keys: set[str]) -> str:
    assert step.refused is not None
    missing = ", ".join(sorted(step.refused - keys))
    further = ", ".join(sorted(keys - step.refused))
    parts = [f"not refused by {missing}"] if missing else []
    parts += [f"also refused by {further}"] if further else []
    return f"{step.action}: {'; '.join(parts)}"


def _unchanged(game: Game, step: Step) -> str:
    """Push what is refused and return what is wrong if that changes the game."""
    if step.seat is not None and step.seat != game.turn:
        return ""
    before = game.copy()
    try:
        game.push(step.action)  # type: ignore[arg-type]  # a refused step has an action
    except HandfootError:
        return (
            ""
            if game == before
            else f"{step.action}: was refused, yet changed the game"
        )
    return f"{step.action}: was refused and then played"


def load_scenarios(path: str | Path) -> tuple[Scenario, ...]:
    """Return the scenarios of a file.

    Raises:
        ScenarioError: the file cannot be read; its report says everything why.
        OSError: there is no such file, or it may not be read.
    """
    from handfoot.rules.source import SourceRefused, read_source

    place = Path(path)
    if not place.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    try:
        source = read_source(place)
    except SourceRefused as refused:
        raise ScenarioError(Report((refused.problem,), (str(path),))) from None
    return loads_scenarios(source.text, name=str(path), folder=place.parent)


def loads_scenarios(
    text: str, *, name: str = "<text>", folder: str | Path | None = None
) -> tuple[Scenario, ...]:
    """Return the scenarios of a text.

    Args:
        text: The text of a scenario file.
        name: What to call it in messages.
        folder: Where rules named by a path lie; none unless said.

    Raises:
        ScenarioError: the text cannot be read; its report says everything why.
    """
    from handfoot.table.scenario_text import scenarios_from

    return scenarios_from(text, name, None if folder is None else Path(folder))
