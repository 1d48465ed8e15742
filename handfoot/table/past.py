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

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import call
from typing import Any, Final, overload

from handfoot.play import engine
from handfoot.play.actions import Action
from handfoot.play.events import Event, Note, made
from handfoot.play.state import State

_MARK_EVERY: Final = 8
# Smaller than the number of any event.
_ALL: Final = -1


class Happened(Sequence[Event]):
    """What came of one action: its events, made when they are first looked at."""

    __slots__ = ("_told",)

    # Notes of events, or the events when they were made. It is set from outside, for
    # each action makes one of these, and a call would take as long as all the rest.
    _told: list[Note] | tuple[Event, ...]

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
        # The same, without a call.
        told = self._told
        if isinstance(told, list):
            told = self._told = tuple(map(call, told))
        return iter(told)

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


def _of(told: list[Note] | tuple[Event, ...]) -> Happened:
    """Return what stands for the events of notes, or for events that were made."""
    happened = Happened()
    happened._told = told
    return happened


def _replayed(mark: dict[str, Any], actions: Sequence[Action]) -> list[Happened]:
    """Return what came of each action, played again from a snapshot."""
    state = State()
    state.restore(mark)
    found = []
    for action in actions:
        notes: list[Note] = []
        engine.apply(state, action, notes)
        found.append(_of(notes))
    return found


class _Part:
    """Some actions in a row that are over and done with.

    Parts are linked and never changed, so that copies of a game share them.

    Attributes:
        previous: The part before, if there is one.
        before: Snapshot with which it began.
        actions: Its actions, ``_MARK_EVERY`` of them.
        ply: Number of actions before it.
        first: Number of events before it.
    """

    __slots__ = ("_told", "actions", "before", "first", "ply", "previous")

    def __init__(
        self,
        previous: _Part | None,
        before: dict[str, Any],
        actions: tuple[Action, ...],
        ply: int,
        first: int,
    ) -> None:
        self.previous = previous
        self.before = before
        self.actions = actions
        self.ply = ply
        self.first = first
        self._told: list[Happened] | None = None

    def happened(self) -> list[Happened]:
        """Return what came of each action; found once, when somebody asks."""
        if self._told is None:
            self._told = _replayed(self.before, self.actions)
        return self._told


class Past:
    """The actions of a game since it began.

    Attributes:
        ply: Number of actions so far.
    """

    __slots__ = (
        "_begun",
        "_first",
        "_latest",
        "_mark",
        "_now",
        "_part",
        "_start",
        "_trail",
        "ply",
    )

    def __init__(self, state: State, begun: list[Note]) -> None:
        """Begin at ``state``, which led to the notes ``begun``."""
        self.ply = 0
        self._begun = _of(begun)
        # The latest part, the snapshot after it, and the actions since.
        self._part: _Part | None = None
        self._start = self._mark = state.snapshot()
        self._now: list[Action] = []
        # Number of events before these actions.
        self._first = len(begun)
        # What came of the latest actions, as far back as a snapshot.
        self._latest: list[Happened] = []
        # Snapshots of the latest positions to which an undo has come back, by ply.
        self._trail: dict[int, dict[str, Any]] = {}

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far."""
        parts = [part.actions for part in self._parts(_ALL)]
        return (*chain.from_iterable(parts), *self._now)

    def _parts(self, since: int) -> list[_Part]:
        """Return the parts in order, from the event of number ``since`` on."""
        found: list[_Part] = []
        part, after = self._part, self._first
        while part is not None and after > since:
            found.append(part)
            after = part.first
            part = part.previous
        return found[::-1]

    def push(self, state: State, action: Action) -> Happened:
        """Apply a checked action and return what happened."""
        notes: list[Note] = []
        engine.apply(state, action, notes)
        happened = Happened()
        happened._told = notes
        now = self._now
        if not now:
            self._latest = []
        now.append(action)
        self._latest.append(happened)
        self.ply += 1
        if len(now) == _MARK_EVERY:
            self._finish(state)
        return happened

    def _finish(self, state: State) -> None:
        """Begin a new part."""
        start = self.ply - _MARK_EVERY
        part = _Part(self._part, self._mark, tuple(self._now), start, self._first)
        if len(self._latest) < _MARK_EVERY:
            self._latest = part.happened()[:]
        self._part = part
        self._mark = state.snapshot()
        self._now = []
        for happened in self._latest:
            self._first += len(happened._told)
        if self._trail:
            self._trail = {at: kept for at, kept in self._trail.items() if at > start}

    def pop(self, state: State) -> Action:
        """Bring ``state`` back to before the last action and return that action.

        Raises:
            IndexError: no action has been done.
        """
        part = self._part
        if not self._now and part is not None:
            self._part = part.previous
            self._mark = part.before
            self._now = list(part.actions)
            self._first = part.first
        try:
            action = self._now.pop()
        except IndexError:
            message = "nothing has been done yet that could be taken back"
            raise IndexError(message) from None
        self.ply -= 1
        if self._latest:
            self._latest.pop()
        self._return(state)
        return action

    def _return(self, state: State) -> None:
        """Bring ``state`` to after the last action, by what was kept and by playing."""
        ply, trail, now = self.ply, self._trail, self._now
        # Whoever takes back several actions in a row will want those before as well.
        goes_on = trail.pop(ply + 1, None) is not None
        known = trail.get(ply) if now else self._mark
        if known is not None:
            state.restore(known)
            return
        start = ply - len(now)
        near = next((at for at in range(ply - 1, start, -1) if at in trail), start)
        state.restore(self._mark if near == start else trail[near])
        for at in range(near, ply):
            if goes_on and at > near:
                trail[at] = state.snapshot()
            engine.apply(state, now[at - start])
        trail[ply] = state.snapshot()

    def copy(self) -> Past:
        """Return an independent copy; what it costs does not grow with the past."""
        twin = Past.__new__(Past)
        twin.ply = self.ply
        twin._begun = self._begun
        twin._part = self._part
        twin._start = self._start
        twin._mark = self._mark
        twin._now = self._now[:]
        twin._first = self._first
        twin._latest = self._latest[:]
        twin._trail = self._trail.copy()
        return twin

    def begun(self) -> dict[str, Any]:
        """Return the snapshot with which the game began."""
        return self._start

    def events(self, since: int) -> Iterator[tuple[int, int, Happened]]:
        """Yield what happened from the event of number ``since`` on.

        Yields:
            The number of actions up to it, the number of its first event, and what
            came of the last of these actions, or of the beginning.
        """
        if since < len(self._begun):
            yield 0, 0, self._begun
        for part in self._parts(since):
            latest = part is self._part and not self._now and len(self._latest)
            whole = latest == _MARK_EVERY
            happened = self._latest if whole else part.happened()
            yield from _numbered(happened, part.ply, part.first, since)
        now = self._now
        if now:
            if len(self._latest) < len(now):
                self._latest = _replayed(self._mark, now)
            start = self.ply - len(now)
            yield from _numbered(self._latest, start, self._first, since)

    def __getstate__(self) -> tuple[Any, ...]:
        # Linked parts would be followed one inside the other, which goes only so deep.
        parts = [(p.before, p.actions, p.ply, p.first) for p in self._parts(_ALL)]
        return (
            parts,
            self._start,
            self._mark,
            self._now,
            self._first,
            self._begun,
        )

    def __setstate__(self, known: tuple[Any, ...]) -> None:
        parts, self._start, self._mark, self._now, self._first, begun = known
        # Events that were made are events no longer to be made.
        self._begun = _of(begun)
        self._part = None
        for part in parts:
            self._part = _Part(self._part, *part)
        self.ply = _MARK_EVERY * len(parts) + len(self._now)
        self._latest = []
        self._trail = {}


def _numbered(
    happened: Sequence[Happened], ply: int, number: int, since: int
) -> Iterator[tuple[int, int, Happened]]:
    """Yield what came of actions, with ply and number, from ``since`` on."""
    for one in happened:
        ply += 1
        if number + len(one) > since:
            yield ply, number, one
        number += len(one)
