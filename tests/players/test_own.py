"""Players of one's own: by their class or its name, wherever a kind is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from handfoot import Action, Game, HandfootError, IllegalAction, View, player_class
from handfoot.players import kind_name
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.study import simulate
from handfoot.study.table import Table

ROOT = Path(__file__).parents[2]
HERE = __name__


class First:
    """Does the first thing that it may do."""

    def __init__(self, seed: int | str | None = None) -> None:
        """Take the seed that all players take."""
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Return the first action of the list."""
        return view.legal_actions[0]


class Cheat(First):
    """Draws whenever it is asked."""

    def choose(self, view: View) -> Action:
        """Return a draw, legal or not."""
        from handfoot import Draw

        return Draw()


class NoSeed:
    """A player that cannot be made from a seed."""

    def choose(self, view: View) -> Action:
        """Return the first action of the list."""
        return view.legal_actions[0]


class NoChoice:
    """No player at all."""

    def __init__(self, seed: int | str | None = None) -> None:
        """Take the seed that all players take."""


def _scores(players: Any) -> list[tuple[int, ...]]:
    with ThreadPoolExecutor(1) as here:
        matches = simulate("eleven-card", 2, 7, players, here, seats=2)
        return [result.scores for result in matches]


def test_a_class_and_its_name_are_one() -> None:
    """A class, alone or among others, plays as its name ``module.Class`` does."""
    assert player_class(First) is First
    assert player_class(f"{HERE}.First") is First
    assert _scores(First) == _scores(f"{HERE}.First") == _scores([First, First])
    assert _scores((First, "heuristic")) == _scores([f"{HERE}.First", HeuristicPlayer])
    assert _scores((First, "heuristic")) != _scores(First)


def test_names_in_results() -> None:
    """Results and tables name a class so that others find it."""
    assert Table(Game("eleven-card").rules, (First, "random"), 2).kinds == (
        f"{HERE}.First",
        "random",
    )
    assert kind_name(HeuristicPlayer) == "heuristic"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("heuristik", "choose from random, heuristic, or name a class of your own"),
        ("no_such_module.First", "No module named 'no_such_module'"),
        (f"{HERE}.Frist", f"{HERE} has no Frist"),
        (f"{HERE}.NoSeed", "it takes no seed"),
        (f"{HERE}.NoChoice", "no method choose"),
        (f"{HERE}.ROOT", "it is no class"),
        (NoChoice, "no method choose"),
    ],
)
def test_what_is_no_player(kind: Any, words: str) -> None:
    """What cannot play is refused before a match begins, with what it lacks."""
    with pytest.raises(HandfootError, match=words):
        player_class(kind)
    with pytest.raises(HandfootError, match=words):
        _scores(kind)


def test_a_class_that_nobody_else_finds() -> None:
    """A class made inside a function cannot be sent to other processes."""

    class Inner(First):
        pass

    with pytest.raises(HandfootError, match="at the top of a module"):
        _scores(Inner)


def test_who_played_wrongly() -> None:
    """An error in a match says which player it was, where, and in which match."""
    with pytest.raises(IllegalAction) as caught:
        _scores((First, Cheat))
    note = caught.value.__notes__[0]
    assert note.startswith(f"{HERE}.Cheat was to play: seat 1, round 1, after ")
    assert note.endswith("match with seed '7:0'")


def _handfoot(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from handfoot.cli import main; main()", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_on_the_command_line(tmp_path: Path) -> None:
    """A module of the current folder is found; its own mistakes are called its own."""
    (tmp_path / "mybot.py").write_text(
        "class First:\n"
        "    def __init__(self, seed=None): pass\n"
        "    def choose(self, view): return view.legal_actions[0]\n"
        "class Crash(First):\n"
        "    def choose(self, view): return 1 / 0\n"
    )
    short = ("eleven-card", "--players", "2", "-n", "1", "-j", "1", "--seats")
    good = _handfoot(tmp_path, "simulate", *short, "mybot.First,random")
    assert good.returncode == 0
    assert "mybot.First" in good.stdout
    crash = _handfoot(tmp_path, "simulate", *short, "mybot.Crash")
    assert crash.returncode == 2
    assert "mybot.Crash was to play" in crash.stderr
    assert "in that player or in handfoot" in crash.stderr
    seats = ("--seats", "mybot.First:Ann,mybot.First:Bob")
    watched = _handfoot(tmp_path, "play", "eleven-card", "--watch", *seats)
    assert watched.returncode == 0
    assert "Ann" in watched.stdout
    missing = _handfoot(tmp_path, "simulate", *short, "mybot.Last")
    assert "mybot has no Last" in missing.stderr
