"""What a game remembers: its actions, and how to come back to any of them.

A snapshot is kept every few actions. Undo and the events of long ago play the actions
since the last one again, which the engine does in microseconds, and chance follows from
the seed. So an action costs the memory of one list place, the number of its events and
an eighth of a snapshot.

Two things are kept for the latest actions: what they noted, so that nothing is played
again for somebody who reads events as they come; and the positions that an undo came
back to, to which a search comes back again and again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from handfoot.play import engine
from handfoot.play.actions import Action
from handfoot.play.events import Event, Note, made
from handfoot.play.state import State

_MARK_EVERY: Final = 8


class Happened(Sequence[Event]):
    """What came of one action: its events, made when they are first looked at."""

    __slots__ = ("_told",)

    def __init__(self, notes: list[Note]) -> None:
        """Stand for the events of ``notes``."""
        self._told: list[Note] | tuple[Event, ...] = notes

    def _made(self) -> tuple[Event, ...]:
        told = self._told
        if isinstance(told, list):
            # Other threads may be reading too; each of them makes the same.
            told = self._told = made(told)
        return told

    @overload
    def __getitem__(self, place: int) -> Event: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        return self._made()[place]

    def __len__(self) -> int:
        return len(self._told)

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


def _replayed(mark: dict[str, Any], actions: Sequence[Action]) -> list[Happened]:
    """Return what came of each action, played again from a snapshot."""
    state = State()
    state.restore(mark)
    found = []
    for action in actions:
        notes: list[Note] = []
        engine.apply(state, action, notes)
        found.append(Happened(notes))
    return found


class Past:
    """The actions of a game since it began.

    Attributes:
        actions: Every action so far.
    """

    __slots__ = ("_begun", "_counts", "_latest", "_marks", "_told", "_trail", "actions")

    def __init__(self, state: State, begun: list[Note]) -> None:
        """Begin at ``state``, which led to the notes ``begun``."""
        self.actions: list[Action] = []
        # A snapshot before every eighth action.
        self._marks: list[dict[str, Any]] = [state.snapshot()]
        self._begun = Happened(begun)
        # Number of events up to the beginning, and up to each action.
        self._counts = array("I", [len(begun)])
        # What came of the last actions, as far back as the snapshot before them.
        self._latest: list[Happened] = []
        # What came of the actions from a snapshot to the next, where somebody asked.
        self._told: dict[int, list[Happened]] = {}
        # Snapshots of the latest positions to which an undo has come back, by ply.
        self._trail: dict[int, dict[str, Any]] = {}

    def push(self, state: State, action: Action) -> Happened:
        """Apply a checked action and return what happened."""
        notes: list[Note] = []
        engine.apply(state, action, notes)
        happened = Happened(notes)
        actions, counts = self.actions, self._counts
        actions.append(action)
        counts.append(counts[-1] + len(notes))
        since = len(actions) % _MARK_EVERY
        if since == 1:
            self._latest = [happened]
        else:
            self._latest.append(happened)
            if not since:
                self._marks.append(state.snapshot())
                self._trail = {
                    ply: kept
                    for ply, kept in self._trail.items()
                    if ply > len(actions) - _MARK_EVERY
                }
        return happened

    def pop(self, state: State) -> Action:
        """Bring ``state`` back to before the last action and return that action."""
        action = self.actions.pop()
        self._counts.pop()
        marked = len(self.actions) // _MARK_EVERY
        del self._marks[marked + 1 :]
        self._told.pop(marked, None)
        if self._latest:
            self._latest.pop()
        self._return(state, marked * _MARK_EVERY)
        return action

    def _return(self, state: State, start: int) -> None:
        """Bring ``state`` to after the last action, from the snapshot at ``start``."""
        actions, trail = self.actions, self._trail
        ply = len(actions)
        # Whoever takes back several actions in a row will want those before as well.
        goes_on = trail.pop(ply + 1, None) is not None
        known = self._marks[-1] if ply == start else trail.get(ply)
        if known is not None:
            state.restore(known)
            return
        near = next((at for at in range(ply - 1, start, -1) if at in trail), start)
        state.restore(self._marks[-1] if near == start else trail[near])
        for at in range(near, ply):
            if goes_on and at > near:
                trail[at] = state.snapshot()
            engine.apply(state, actions[at])
        trail[ply] = state.snapshot()

    def copy(self) -> Past:
        """Return an independent copy."""
        twin = Past.__new__(Past)
        twin.actions = self.actions[:]
        twin._marks = self._marks[:]
        twin._begun = self._begun
        twin._counts = self._counts[:]
        twin._latest = self._latest[:]
        twin._told = self._told.copy()
        twin._trail = self._trail.copy()
        return twin

    def begun(self) -> dict[str, Any]:
        """Return the snapshot with which the game began."""
        return self._marks[0]

    def events(self, since: int) -> Iterator[tuple[int, int, Happened]]:
        """Yield what happened from the event of number ``since`` on.

        Yields:
            The number of actions up to it, the number of its first event, and what
            came of the last of these actions, or of the beginning.
        """
        counts = self._counts
        ply = bisect_right(counts, since)
        if ply == 0:
            yield 0, 0, self._begun
            ply = 1
        while ply < len(counts):
            marked, place = divmod(ply - 1, _MARK_EVERY)
            for happened in self._part(marked)[place:]:
                yield ply, counts[ply - 1], happened
                ply += 1

    def _part(self, marked: int) -> list[Happened]:
        """Return what came of the actions since a snapshot, up to the next."""
        start = marked * _MARK_EVERY
        actions = self.actions[start : start + _MARK_EVERY]
        if start + _MARK_EVERY >= len(self.actions):
            if len(self._latest) < len(actions):
                self._latest = _replayed(self._marks[marked], actions)
            return self._latest
        if marked not in self._told:
            self._told[marked] = _replayed(self._marks[marked], actions)
        return self._told[marked]
