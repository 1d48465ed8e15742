"""Every example is run as its reader would run it: as a program of its own."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from handfoot import Dealt, Game, Record, parse_card
from handfoot.players.random import RandomPlayer
from handfoot.testing import check_player
from tests.examples.loading import example

EXAMPLES = Path(__file__).parents[2] / "examples"
ROOT = EXAMPLES.parent
SECONDS = 100
DAY = "2026-08-01"


def _environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **more}


def _run(
    name: str, *arguments: str, typed: str = "", code: int = 0
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        env=_environment(),
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.name)
def test_an_example_is_short_and_uses_public_names(path: Path) -> None:
    """An example has at most 150 lines and imports nothing but public names."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    modules = set(re.findall(r"^(?:from|import) (handfoot[\w.]*)", text, re.MULTILINE))
    assert modules <= {"handfoot", "handfoot.players", "handfoot.study"}
    assert not re.search(r"\w\._\w", text.replace("self._", ""))


class TestHotSeat:
    def test_questions_and_plays(self) -> None:
        """Questions are answered, refusals explained, plays made, the record shown."""
        lines = ["help", "open", "out", "lay Q", "draw", "legal", "nonsense", "undo"]
        done = _run(
            "hot_seat.py",
            *("whitnack", "North", "East", "South", "West", "--seed", "7"),
            typed="\n".join(lines),
        )
        assert "East> " in done.stdout
        assert "[core.phase]" in done.stdout
        assert "You drew" in done.stdout
        assert "discard" in done.stdout
        assert "'nonsense' is not an action" in done.stdout
        assert "[players.take_back]" in done.stdout
        text = done.stdout[done.stdout.index("handfoot_record:") :]
        assert [str(step.action) for step in Record.loads(text).steps] == ["draw"]

    def test_prepared_groups_are_played_at_once(self) -> None:
        """Groups added to a plan are one play, which can be taken back."""
        game = Game("whitnack", ["A", "B", "C", "D"], seed=7)
        player = RandomPlayer(1)
        lines = []
        while not (game.can_open().possible and game.phase == "play"):
            assert game.turn is not None
            action = player.choose(game.view(game.turn))
            lines.append(str(action))
            game.push(action)
        opening = game.can_open().cheapest
        assert opening is not None
        lines += [f"add {group}" for group in opening.groups]
        done = _run(
            "hot_seat.py",
            *("whitnack", "A", "B", "C", "D", "--seed", "7"),
            typed="\n".join([*lines, "play", "undo", "add 9", "drop"]),
        )
        assert f"{opening} is taken back" in done.stdout
        assert "is dropped" in done.stdout

    def test_a_whole_match(self) -> None:
        """A match typed from beginning to end leads to its last score."""
        game = Game("pagat-singles", 2, seed=3)
        player = RandomPlayer(2)
        while game.turn is not None:
            game.push(player.choose(game.view(game.turn)))
        typed = "\n".join(map(str, game.actions))
        done = _run(
            "hot_seat.py", "pagat-singles", "A", "B", "--seed", "3", typed=typed
        )
        text = done.stdout[done.stdout.index("handfoot_record:") :]
        assert Record.loads(text).play().outcome() == game.outcome()


class TestStudy:
    def test_records_become_a_table(self, tmp_path: Path) -> None:
        """Each round and side of each record is a row; a bad record is named."""
        for seed in range(2):
            game = Game("whitnack", seed=seed)
            player = RandomPlayer(seed)
            while game.turn is not None:
                game.push(player.choose(game.view(game.turn)))
            text = Record.from_game(game).dumps()
            (tmp_path / f"match-{seed}.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "wrong.yaml").write_text("handfoot_record: 7\n", encoding="utf-8")
        out = tmp_path / "rounds.csv"
        done = _run("study_records.py", str(tmp_path), "--out", str(out), code=1)
        assert "wrong.yaml" in done.stderr
        with out.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == 2 * 4 * 2
        last = [int(row["total"]) for row in rows if row["file"] == "match-1.yaml"][-2:]
        outcome = game.outcome()
        assert outcome is not None
        assert tuple(last) == outcome.scores


class TestOwnBot:
    def test_it_beats_random_play(self) -> None:
        """The bot wins most matches against random play."""
        done = _run("own_bot.py", "whitnack", "--matches", "10")
        share = re.search(r"won (\d+)%", done.stdout)
        assert share
        assert int(share[1]) >= 70

    def test_it_is_a_player(self) -> None:
        """The bot passes the checks that the library offers for any player."""
        check_player(example("own_bot").Collector, "whitnack", seats=4)


def test_looking_ahead() -> None:
    """The bot that looks ahead plays a match to its end, and tells how it went."""
    done = _run("looking_ahead.py", "eleven-card", "--matches", "1")
    assert re.fullmatch(
        r"won \d+% of 1 matches, [+-][\d,]+ points a match\n", done.stdout
    )


@contextmanager
def _server(*arguments: str, secret: str) -> Iterator[tuple[str, Any]]:
    """Run a server and give its address; it is gone afterwards."""
    running = subprocess.Popen(
        [sys.executable, EXAMPLES / "table_server.py", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(HANDFOOT_SECRET=secret),
    )
    try:
        assert running.stdout is not None
        yield running.stdout.readline().strip(), running
    finally:
        running.kill()
        running.communicate()


def _clients(url: str, *drops: int) -> list[dict[str, Any]]:
    """Let scripted people play at a table to the end; return what they say, in order."""
    people = []
    for drop in drops:
        program = str(EXAMPLES / "table_client.py")
        command = [sys.executable, program, url, "--drop-every", str(drop)]
        pipe = subprocess.PIPE
        people.append(
            subprocess.Popen(
                command, stdout=pipe, stderr=pipe, text=True, env=_environment()
            )
        )
    try:
        said = [person.communicate(timeout=SECONDS) for person in people]
    finally:
        for person in people:
            person.kill()
            person.wait()
    for person, (_, error) in zip(people, said, strict=True):
        assert person.returncode == 0, error
    return [json.loads(out) for out, _ in said]


class TestTableServer:
    def test_a_match_over_the_net(self, tmp_path: Path) -> None:
        """Two people and two computers play a match; drops and undo do no harm."""
        pytest.importorskip("websockets", reason="needs handfoot[server]")
        path = tmp_path / "match.yaml"
        options = ("--day", DAY, "--seconds", "90", "--record", str(path))
        with _server("whitnack", *options, secret="s") as (url, running):
            first, second = _clients(url, 25, 0)
            assert running.wait(10) == 0
        game = Record.loads(path.read_text(encoding="utf-8")).play()
        outcome = game.outcome()
        assert outcome is not None
        for end in (first, second):
            assert tuple(end["scores"]) == outcome.scores
            assert end["events"] == len(game.events())
            assert end["undone"] == 1
            assert end["refused"] == 0
        assert first["drops"] > 5
        assert not second["drops"]
        assert {first["seat"], second["seat"]} == {0, 1}
        # Both saw exactly the hand that they were dealt, and no other.
        for end in (first, second):
            dealt = next(
                logged.event
                for logged in game.events(everything=True)
                if isinstance(logged.event, Dealt) and logged.event.seat == end["seat"]
            )
            assert dealt.cards == tuple(map(parse_card, end["hand"]))

    def test_it_stops_by_itself(self) -> None:
        """A table at which nobody sits down is given up after its time."""
        pytest.importorskip("websockets", reason="needs handfoot[server]")
        with _server("whitnack", "--seconds", "0.5", secret="s") as (url, running):
            assert url.startswith("ws://127.0.0.1:")
            assert running.wait(20) == 0

    def test_the_deal_of_a_day(self) -> None:
        """A day has one deal for everyone, which the date alone does not give away."""
        pytest.importorskip("websockets", reason="needs handfoot[server]")
        seed = example("table_server").daily_seed
        assert seed(DAY, "s") == seed(DAY, "s")
        assert len({seed(DAY, "s"), seed("2026-08-02", "s"), seed(DAY, "t"), DAY}) == 4
