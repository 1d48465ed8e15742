from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from handfoot.study.workers import WorkersLost, in_order, process_pool

TWO = partial(process_pool, 2)


def _square(number: int) -> int:
    return number * number


def _die(number: int, *, at: int, folder: Path, times: int) -> int:
    """Square a number; at one of them, die before that for some times."""
    (folder / f"{number}-{len(list(folder.glob(f'{number}-*')))}").touch()
    if number == at and len(list(folder.glob(f"{at}-*"))) <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return _square(number)


def _stumble(number: int) -> int:
    if number == 2:
        raise ValueError("two is no number")
    return number


class _OddError(Exception):
    """Cannot be read back from its pickle: that gives one argument."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(f"seat {seat}: {why}")


def _fall(number: int, *, how: str) -> int:
    if number < 2:
        return number
    match how:
        case "two arguments":
            raise _OddError(number, "no cards")
        case "a function":
            raise ValueError("no cards", lambda: number)
        case _:
            raise SystemExit("no cards")


class _Lazy(Executor):
    """Calls at once, and counts what was handed out and is not back."""

    def __init__(self) -> None:
        self.out = self.most = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.out += 1
        self.most = max(self.most, self.out)
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class _Forgetful(_Lazy):
    """Loses every third call."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = super().submit(fn, *args, **kwargs)
        if self.out % 3:
            return future
        lost: Future[Any] = Future()
        lost.set_exception(ConnectionError("the worker went away"))
        return lost


class TestInOrder:
    @pytest.mark.parametrize("ahead", [1, 3, 100])
    def test_order(self, ahead: int) -> None:
        """Results come in the order of the items, from processes and from threads."""
        wanted = [_square(number) for number in range(20)]
        assert list(in_order(_square, range(20), TWO, ahead=ahead)) == wanted
        with ThreadPoolExecutor(4) as threads:
            assert list(in_order(_square, range(20), threads, ahead=ahead)) == wanted

    def test_holds_no_more_than_it_may(self) -> None:
        """No more than ``ahead`` calls are out, however many items there are."""
        lazy = _Lazy()

        def results() -> Iterator[int]:
            for result in in_order(_square, range(1000), lazy, ahead=7):
                lazy.out -= 1
                yield result

        assert sum(results()) == sum(map(_square, range(1000)))
        assert lazy.most == 7

    @pytest.mark.parametrize("times", [1, 2])
    def test_killed_worker(self, tmp_path: Path, times: int) -> None:
        """When a process is killed its calls are made again, each result given once."""
        function = partial(_die, at=5, folder=tmp_path, times=times)
        found = list(in_order(function, range(12), TWO, ahead=6))
        assert found == [_square(number) for number in range(12)]
        assert len(list(tmp_path.glob("5-*"))) == times + 1

    def test_always_killed(self, tmp_path: Path) -> None:
        """A call that kills every worker is named, and what is before it is given."""
        function = partial(_die, at=5, folder=tmp_path, times=99)
        results = in_order(function, range(12), TWO, ahead=4)
        assert [next(results) for _ in range(5)] == [0, 1, 4, 9, 16]
        with pytest.raises(WorkersLost, match="lost at 5") as error:
            next(results)
        assert error.value.item == 5
        assert len(list(tmp_path.glob("5-*"))) <= 6

    def test_executor_that_cannot_be_replaced(self, tmp_path: Path) -> None:
        """A broken executor that was given ready-made is an error that says what to do."""
        function = partial(_die, at=0, folder=tmp_path, times=1)
        with (
            ProcessPoolExecutor(1) as pool,
            pytest.raises(WorkersLost, match="a function that makes one"),
        ):
            list(in_order(function, range(3), pool))

    def test_lost_calls(self) -> None:
        """A call that an executor loses without breaking is made again."""
        found = list(in_order(_square, range(50), _Forgetful(), ahead=5))
        assert found == [_square(number) for number in range(50)]

    def test_errors_of_the_function(self) -> None:
        """What the function raises is raised, after the results before it."""
        results = in_order(_stumble, range(5), TWO)
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(ValueError, match="two is no number") as error:
            next(results)
        assert "_stumble" in error.value.__notes__[0]

    @pytest.mark.parametrize("how", ["two arguments", "a function", "an exit"])
    def test_errors_that_cannot_travel(self, how: str) -> None:
        """An error that breaks a pool on its way, or ends a program, is told of."""
        results = in_order(partial(_fall, how=how), range(5), TWO)
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(RuntimeError, match="no cards") as error:
            next(results)
        assert "_fall" in error.value.__notes__[0]

    def test_no_executor(self) -> None:
        """What is no executor is a TypeError that says what is."""
        with pytest.raises(TypeError, match="a function that makes one"):
            list(in_order(_square, range(3), 2))  # type: ignore[arg-type]  # no executor

    def test_ready_made_executors_live_on(self) -> None:
        """Closing early cancels what waits, and leaves an executor that was given."""
        with ThreadPoolExecutor(1) as threads:
            results = in_order(_square, range(10**6), threads, ahead=50)
            assert next(results) == 0
            results.close()
            assert threads.submit(_square, 3).result() == 9
