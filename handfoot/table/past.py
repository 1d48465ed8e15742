"""What a game remembers: its actions, and how to come back to any of them.

A snapshot is kept every few actions. Undo and events play the actions since the last
one again, which the engine does in microseconds, and chance follows from the seed. So
an action costs the memory of one list place, an eighth of a snapshot, and no event
until somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from handfoot.play import engine
from handfoot.play.actions import Action
from handfoot.play.events import Event
from handfoot.play.state import State

_MARK_EVERY: Final = 8


class Happened(Sequence[Event]):
    """What came of one action: its events, made when they are first looked at."""

    __slots__ = ("_actions", "_events", "_mark")

    def __init__(self, mark: dict[str, Any], actions: list[Action]) -> None:
        """Stand for the events of the last of ``actions``, played from ``mark``."""
        self._mark = mark
        self._actions = actions
        self._events: tuple[Event, ...] | None = None

    def _made(self) -> tuple[Event, ...]:
        if self._events is None:
            self._events = _replayed(self._mark, self._actions)[-1]
        return self._events

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        return self._made()[place]

    def __len__(self) -> int:
        return len(self._made())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._made())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Happened | tuple | list):
            return self._made() == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._made())

    def __repr__(self) -> str:
        return repr(self._made())

    def __reduce__(self) -> tuple[Any, ...]:
        return (tuple, (self._made(),))


def _replayed(
    mark: dict[str, Any], actions: Sequence[Action]
) -> list[tuple[Event, ...]]:
    """Return the events of each action, played again from a snapshot."""
    state = State()
    state.restore(mark)
    found = []
    for action in actions:
        log: list[Event] = []
        engine.apply(state, action, log)
        found.append(tuple(log))
    return found


class Past:
    """The actions of a game since it began.

    Attributes:
        actions: Every action so far.
    """

    __slots__ = ("_marks", "_told", "actions")

    def __init__(self, state: State, begun: Sequence[Event]) -> None:
        """Begin at ``state``, which ``begun`` led to."""
        self.actions: list[Action] = []
        self._marks: list[dict[str, Any]] = [state.snapshot()]
        # Events by ply, as far as somebody has asked for them.
        self._told: list[tuple[Event, ...]] = [tuple(begun)]

    def push(self, state: State, action: Action) -> Happened:
        """Apply a checked action and return what happened."""
        actions = self.actions
        since = len(actions) % _MARK_EVERY
        actions.append(action)
        happened = Happened(self._marks[-1], actions[-since - 1 :])
        engine.apply(state, action)
        if since == _MARK_EVERY - 1:
            self._marks.append(state.snapshot())
        return happened

    def pop(self, state: State) -> Action:
        """Bring ``state`` back to before the last action and return that action."""
        action = self.actions.pop()
        marked, since = divmod(len(self.actions), _MARK_EVERY)
        del self._marks[marked + 1 :]
        del self._told[len(self.actions) + 1 :]
        state.restore(self._marks[marked])
        for again in self.actions[len(self.actions) - since :]:
            engine.apply(state, again)
        return action

    def copy(self) -> Past:
        """Return an independent copy."""
        twin = Past.__new__(Past)
        twin.actions = self.actions[:]
        twin._marks = self._marks[:]
        twin._told = self._told[:]
        return twin

    def begun(self) -> dict[str, Any]:
        """Return the snapshot with which the game began."""
        return self._marks[0]

    def events(self) -> list[tuple[Event, ...]]:
        """Return the events of the beginning and of each action."""
        told = self._told
        if len(told) <= len(self.actions):
            marked, since = divmod(len(told) - 1, _MARK_EVERY)
            fresh = _replayed(self._marks[marked], self.actions[marked * _MARK_EVERY :])
            # Replaced and not changed: others may be reading it in other threads.
            self._told = told = [*told, *fresh[since:]]
        return told
