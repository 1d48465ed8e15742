"""Calling a function many times elsewhere: results in order, whatever happens there."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from functools import partial
from typing import Any, Final, Generic, TypeVar

from handfoot.errors import HandfootError

__all__ = ["AHEAD", "MakeExecutor", "WorkersLost", "cores", "in_order", "process_pool"]

Item = TypeVar("Item")
Result = TypeVar("Result")
MakeExecutor = Callable[[], Executor]

#: Calls handed out before the first of them is back, unless said otherwise.
AHEAD: Final = 256
#: Workers lost in a row, with no result in between, before giving up.
_LOSSES: Final = 3
#: Losses in a row after which calls are made one at a time, to find the one at fault.
_ALONE: Final = 2


class WorkersLost(HandfootError):  # noqa: N818 - reads as what happened
    """Workers were lost again and again, so that the work could not go on.

    Attributes:
        item: What was to be worked on.
    """

    def __init__(self, item: object, why: str) -> None:
        super().__init__(item, why)
        self.item = item
        self.why = why

    def __str__(self) -> str:
        return f"the workers were lost at {self.item}: {self.why}"


def cores() -> int:
    """Return how many processes this program may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def process_pool(workers: int | None = None) -> ProcessPoolExecutor:
    """Return a pool of processes that end with the one that started them.

    They leave an interrupt to it.

    Args:
        workers: Number of processes; one for each core when not given.
    """
    return ProcessPoolExecutor(workers or cores(), initializer=_serve)


def _serve() -> None:
    """Make a process of a pool ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End this process with its parent: a pool whose owner is killed would stay."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def in_order(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    executor: Executor | MakeExecutor,
    *,
    ahead: int = AHEAD,
) -> Generator[Result, None, None]:
    """Yield ``function(item)`` for each item, in the order of the items.

    A call whose worker is lost is made again, and its result is given once. Closing
    the iterator early cancels what has not begun. At most ``ahead`` results are held.

    Args:
        function: What is called; it and the items must be picklable for processes.
        items: What it is called with.
        executor: Who calls it; or a function that makes an executor, which is asked
            for another one when the executor itself breaks, and whose executors are
            shut down at the end.
        ahead: Calls handed out before the first of them is back.

    Raises:
        WorkersLost: Workers are lost at every try, or an executor broke that cannot
            be replaced.
        Exception: What ``function`` raised, with where it was raised as a note; a
            RuntimeError that names it where it cannot be pickled and read back.
    """
    crew: _Crew[Item, Result] = _Crew(function, executor)
    try:
        for item in items:
            crew.hand_out(item)
            if len(crew.calls) >= ahead:
                yield crew.first_result()
        while crew.calls:
            yield crew.first_result()
    finally:
        crew.leave()


class _Call(Generic[Item]):
    """A call that was handed out, or waits for its turn."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.future: Future[Any] | None = None

    @property
    def is_back(self) -> bool:
        """Whether its result is here."""
        future = self.future
        if future is None or not future.done() or future.cancelled():
            return False
        return future.exception() is None


class _Crew(Generic[Item, Result]):
    """An executor and the calls that it was given, the oldest first."""

    def __init__(
        self, function: Callable[[Item], Result], executor: Executor | MakeExecutor
    ) -> None:
        self.call: Callable[[Item], _Outcome] = partial(_outcome, function)
        if not isinstance(executor, Executor) and not callable(executor):
            raise TypeError(
                "executor: an executor or a function that makes one is expected (of a "
                f"dask client, its get_executor), not {type(executor).__name__}"
            )
        self.make = None if isinstance(executor, Executor) else executor
        self.executor = executor if isinstance(executor, Executor) else executor()
        self.calls: deque[_Call[Item]] = deque()
        self.losses = 0

    def hand_out(self, item: Item) -> None:
        """Have one more item worked on."""
        self.calls.append(_Call(item))
        self._submit(self.calls[-1])

    def _submit(self, call: _Call[Item]) -> None:
        try:
            call.future = self.executor.submit(self.call, call.item)
        except BrokenExecutor as error:
            self._broken(error)

    def first_result(self) -> Result:
        """Return the result of the oldest call, however often it must be made."""
        first = self.calls[0]
        while True:
            if first.future is None:
                self._submit(first)
                continue
            try:
                done, found = first.future.result()
            except BrokenExecutor as error:
                self._broken(error)
            except Exception as error:
                # The function's own errors come as outcomes; this is its worker's.
                self._lost(error)
                first.future = None
            else:
                break
        self.calls.popleft()
        self.losses = 0
        if not done:
            raise found
        result: Result = found
        return result

    def _lost(self, error: Exception) -> None:
        self.losses += 1
        if self.losses >= _LOSSES:
            why = f"{type(error).__name__}: {error}".rstrip(": ")
            raise WorkersLost(self.calls[0].item, why) from error

    def _broken(self, error: BrokenExecutor) -> None:
        """Take a new executor, and hand out again what the broken one had not done."""
        if self.make is None:
            why = (
                "the executor broke and cannot be replaced; give a function that "
                "makes one"
            )
            raise WorkersLost(self.calls[0].item, why) from error
        self._lost(error)
        self.executor.shutdown(wait=False)
        self.executor = self.make()
        again = [call for call in self.calls if not call.is_back]
        for call in again:
            call.future = None
        for call in again if self.losses < _ALONE else again[:1]:
            # The new executor may break while it is given calls, and be replaced.
            if call.future is None:
                self._submit(call)

    def leave(self) -> None:
        """Cancel what has not begun, and dismiss an executor of our own."""
        for call in self.calls:
            if call.future is not None:
                call.future.cancel()
        if self.make is not None:
            self.executor.shutdown()


_Outcome = tuple[bool, Any]


def _outcome(function: Callable[[Any], Any], item: Any) -> _Outcome:
    """Call the function; what it raises travels as a result, with its place."""
    try:
        return True, function(item)
    except (Exception, SystemExit) as error:
        error.add_note(traceback.format_exc())
        return False, error if _travels(error) else _told(error)


def _travels(error: BaseException) -> bool:
    """Whether an error can be raised elsewhere; a program must not end by it."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return False
    return not isinstance(error, SystemExit)


def _told(error: BaseException) -> RuntimeError:
    """Return an error that tells of another: one that breaks a pool on its way."""
    told = RuntimeError(f"{type(error).__name__}: {error}".rstrip(": "))
    for note in error.__notes__:
        told.add_note(note)
    return told
