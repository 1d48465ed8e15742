"""Games in servers: copies, threads, processes, memory, and nothing shared by chance."""

from __future__ import annotations

import asyncio
import copy
import gc
import os
import pickle
import random
import subprocess
import sys
import weakref
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Final

import pytest

from handfoot import (
    Action,
    Game,
    IllegalAction,
    Position,
    Record,
    View,
    load_rules,
    parse_action,
)
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.players.random import RandomPlayer

NAMES: Final = ("whitnack", "eleven-card", "classic-canasta", "burnt-ranks")


def _played(name: str = "whitnack", steps: int = 50, seed: int | str = 3) -> Game:
    rules = load_rules(name)
    game = Game(rules, rules["players.counts"][-1], seed=seed)
    choices = random.Random(seed)
    while game.ply < steps and not game.is_over:
        game.push(choices.choice(list(game.legal_actions)))
    return game


def _finish(game: Game) -> tuple[tuple[int, ...], int]:
    """Play a game to its end with players that always choose alike."""
    players = [RandomPlayer(seat) for seat in range(game.seats)]
    while game.turn is not None:
        game.push(players[game.turn].choose(game.view(game.turn)))
    return game.scores, game.ply


def _chosen(view: View) -> Action:
    return HeuristicPlayer(1).choose(view)


def _answers(view: View) -> tuple[object, ...]:
    return (view.legal_actions, view.can_open(), view.can_take_pile(), view.hand)


class TestCopies:
    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
    def test_pickle(self, name: str, protocol: int) -> None:
        """A pickled game is equal, plays on alike, and can still be undone."""
        game = _played(name)
        twin = pickle.loads(pickle.dumps(game, protocol))
        assert twin == game
        assert twin.rules == game.rules
        assert twin.rules.origin("deal.hand") == game.rules.origin("deal.hand")
        assert twin.events(0) == game.events(0)
        assert list(twin.legal_actions) == list(game.legal_actions)
        assert twin.pop() == game.pop()
        assert twin == game
        assert _finish(twin) == _finish(game)

    @pytest.mark.parametrize("name", NAMES)
    def test_deepcopy_and_copy(self, name: str) -> None:
        """Copies of every kind are independent of the game and of each other."""
        game = _played(name)
        kept = game.dumps()
        for twin in (copy.deepcopy(game), game.copy(), copy.deepcopy(game.copy())):
            assert twin == game
            assert _finish(twin)[1] > game.ply
            assert game.dumps() == kept
            for _ in range(10):
                twin.pop()
            assert game.dumps() == kept

    def test_views_plans_and_answers(self) -> None:
        """Views, plans, answers and records come through pickle and deepcopy."""
        game = _played()
        assert game.turn is not None
        view = game.view(game.turn)
        plan = view.plan()
        plan.add("K K K")
        for twin in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view)):
            assert twin == view
            assert _answers(twin) == _answers(view)
        for again in (pickle.loads(pickle.dumps(plan)), copy.deepcopy(plan)):
            assert (again.groups, again.points) == (plan.groups, plan.points)
            again.undo()
            assert len(plan) == 1
        record = Record.from_game(game)
        assert pickle.loads(pickle.dumps(record)) == record
        position = Position("whitnack", hands={0: "K K K"})
        assert pickle.loads(pickle.dumps(position)) == position
        events = game.events(0)
        assert pickle.loads(pickle.dumps(events)) == events

    def test_games_received_share_their_rules(self) -> None:
        """A process that is sent many games holds their ruleset once."""
        games = [pickle.loads(pickle.dumps(_played(seed=seed))) for seed in range(3)]
        assert len({id(game.rules) for game in games}) == 1
        assert len({id(game.state.tables[0]) for game in games}) == 1

    def test_rulesets(self) -> None:
        """A ruleset comes through with names, places and all it can be asked."""
        rules = load_rules("whitnack")
        twin = pickle.loads(pickle.dumps(rules))
        assert twin == rules
        assert twin.to_yaml() == rules.to_yaml()
        changes = {"pile.take": 4}
        assert twin.with_changes(changes) == rules.with_changes(changes)
        assert copy.deepcopy(rules) is rules
        with pytest.raises(TypeError):
            twin.values["deal.hand"] = 3


class TestThreads:
    def test_games_of_one_ruleset(self) -> None:
        """Games in many threads, with rules in common, play as they do alone."""
        rules = load_rules("whitnack")
        seeds = range(6)
        alone = [_finish(Game("whitnack", seed=seed)) for seed in seeds]
        with _switching_often(), ThreadPoolExecutor(6) as pool:
            games = [Game(rules, seed=seed) for seed in seeds]
            assert list(pool.map(_finish, games)) == alone

    def test_reading_one_game(self) -> None:
        """Many threads may look at one game that nobody changes meanwhile."""
        game = _played(steps=80)
        seats = [0, 1, 2, 3, None] * 4
        events = [game.copy().events(seat) for seat in seats]
        expected = [game.copy().view(seat).to_dict() for seat in seats]
        fresh = game.copy()
        with _switching_often(), ThreadPoolExecutor(8) as pool:
            assert list(pool.map(fresh.events, seats)) == events
            views = pool.map(lambda seat: fresh.view(seat).to_dict(), seats)
            assert list(views) == expected
            lists = pool.map(lambda _: list(fresh.legal_actions), seats)
            assert all(found == list(game.legal_actions) for found in lists)
            copies = list(pool.map(lambda _: fresh.copy(), seats))
        assert all(twin == game for twin in copies)

    def test_an_async_server(self) -> None:
        """Tables of one event loop do not disturb each other."""

        async def table(seed: int) -> tuple[tuple[int, ...], int]:
            game = Game("whitnack", seed=seed)
            players = [RandomPlayer(seat) for seat in range(4)]
            while game.turn is not None:
                seat = game.turn
                view = game.view(seat)
                await asyncio.sleep(0)
                game.push(players[seat].choose(view), seat=seat, ply=view.ply)
            return game.scores, game.ply

        async def main() -> list[tuple[tuple[int, ...], int]]:
            return await asyncio.gather(*map(table, range(3)))

        alone = [_finish(Game("whitnack", seed=seed)) for seed in range(3)]
        assert asyncio.run(main()) == alone


@contextmanager
def _switching_often() -> Iterator[None]:
    """Let threads take turns as often as they can, so that races show."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class TestProcesses:
    def test_games_and_views(self) -> None:
        """Games and views are played on in other processes as they would be here."""
        games = [_played(name) for name in NAMES]
        views = [game.view(game.turn) for game in games]
        # A new interpreter each: nothing is inherited that was not sent.
        with ProcessPoolExecutor(2, get_context("spawn")) as pool:
            chosen = list(pool.map(_chosen, views))
            answers = list(pool.map(_answers, views))
            ends = list(pool.map(_finish, games))
        assert chosen == [_chosen(view) for view in views]
        assert answers == [_answers(view) for view in views]
        assert ends == [_finish(game) for game in games]

    def test_the_same_in_every_run(self) -> None:
        """A match does not depend on the order of hashes or on what ran before."""
        program = (
            "from handfoot import Game, player_class\n"
            "game = Game('whitnack', seed='every run')\n"
            "players = [player_class('heuristic')(seat) for seat in range(4)]\n"
            "while game.turn is not None:\n"
            "    game.push(players[game.turn].choose(game.view(game.turn)))\n"
            "print(game.scores, *game.actions, sep=', ')\n"
        )
        found = {
            subprocess.run(
                [sys.executable, "-c", program],
                capture_output=True,
                text=True,
                timeout=60,
                env={"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
                check=True,
            ).stdout
            for seed in ("0", "1", "4242")
        }
        assert len(found) == 1


class TestMemory:
    def test_nothing_keeps_a_game(self) -> None:
        """A game goes when the last name for it does, without a garbage collection."""
        gc.collect()
        gc.disable()
        try:
            game = _played(steps=60)
            assert game.turn is not None
            view = game.view(game.turn)
            held: list[object] = [view, view.plan(), view.legal_actions]
            held += [game.can_open(), game.can_take_pile(), game.can_go_out()]
            held += [game.events(0), [*game.legal_actions], game.actions, repr(game)]
            of_game, of_view = weakref.ref(game), weakref.ref(view)
            of_copy = weakref.ref(game.copy())
            assert of_copy() is None
            del game
            # Whoever holds a view, a plan or events does not hold the game.
            assert of_game() is None
            del held, view
            assert of_view() is None
        finally:
            gc.enable()

    def test_a_refused_action_keeps_no_game(self) -> None:
        """An error that is kept without its traceback does not keep the game."""
        game = _played()
        with pytest.raises(IllegalAction) as refused:
            game.push(parse_action("lay K K K K K K"))
        kept = refused.value.with_traceback(None)
        del refused
        gone = weakref.ref(game)
        del game
        assert gone() is None
        assert kept.refusals

    def test_many_games_take_no_more_room(self) -> None:
        """Matches played and dropped leave no objects behind."""

        def objects() -> int:
            gc.collect()
            return len(gc.get_objects())

        rules = load_rules("whitnack")
        for seed in range(3):
            _finish(Game(rules, seed=seed))
        before = objects()
        for seed in range(3):
            _finish(Game(rules, seed=seed))
        assert objects() - before < 200
