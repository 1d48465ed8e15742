"""The environment for reinforcement learning keeps what PettingZoo asks for."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs handfoot[rl]")
pytest.importorskip("gymnasium", reason="needs handfoot[rl]")

import numpy as np
from pettingzoo.test import api_test, seed_test

from handfoot import Draw, EndTurn, Game, HandfootError, load_rules, player_class
from handfoot.players.random import RandomPlayer
from handfoot.rl import ACTION_COLUMNS, HandFootEnv, env, observation_columns

# The check knows by name which of its own environments observe a dict.
DICTS = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]
TABLES = [("whitnack", 4), ("pagat-singles", 2), ("face-up-packets", 4)]


def _played(table: HandFootEnv, seed: int) -> list[tuple[str, int, float]]:
    """Play an episode at random; return who did what, and the rewards."""
    choices = random.Random(seed)
    table.reset(seed=seed)
    done = []
    for agent in table.agent_iter():
        seen, reward, ended, cut, _ = table.last()
        if ended or cut:
            done.append((agent, -1, reward))
            table.step(None)
            continue
        number = choices.choice(np.flatnonzero(seen["action_mask"]).tolist())
        done.append((agent, number, reward))
        table.step(number)
    return done


class TestConformance:
    pytestmark = DICTS

    @pytest.mark.parametrize(("rules", "seats"), TABLES)
    def test_api(self, rules: str, seats: int) -> None:
        """PettingZoo's own check passes, with and without the wrappers."""
        api_test(env(rules, seats=seats, rounds=1), num_cycles=600)
        plain = HandFootEnv(rules, seats=seats, rounds=1, render_mode="ansi")
        api_test(plain, num_cycles=600)

    def test_seed(self) -> None:
        """The same seed gives the same episode."""
        seed_test(lambda: env("whitnack", rounds=1), num_cycles=400)


class TestEpisodes:
    def test_a_match_is_scored(self) -> None:
        """The rewards of a match add up to the differences of its final scores."""
        table = HandFootEnv("whitnack")
        done = _played(table, 5)
        outcome = table.game.outcome()
        assert outcome is not None
        ours, theirs = outcome.scores
        # Rewards add up between two steps of an agent, so each is counted once.
        total = sum(reward for agent, _, reward in done if agent == "seat_0")
        assert total == ours - theirs
        assert not table.agents

    def test_rounds_end_an_episode(self) -> None:
        """An episode of one round ends when that round is scored."""
        table = HandFootEnv("whitnack", rounds=1)
        _played(table, 5)
        assert table.game.round == 2
        assert not table.agents

    def test_episodes_differ_and_come_again(self) -> None:
        """Episodes after one seed are different deals, the same for the same seed."""
        table = HandFootEnv("whitnack")
        hands = []
        for seed in (1, None, 1, None):
            table.reset(seed=seed)
            hands.append(table.view("seat_0").hand)
        assert hands[:2] == hands[2:]
        assert hands[0] != hands[1]

    def test_numbers_are_legal_actions(self) -> None:
        """Each number under the mask is a legal action, told apart by its row."""
        table = HandFootEnv("whitnack")
        table.reset(seed=3)
        for _ in range(120):
            seen = table.observe(table.agent_selection)
            count = int(seen["action_mask"].sum())
            listed = [table.action(number) for number in range(count)]
            assert all(map(table.game.is_legal, listed))
            rows = {tuple(row) for row in seen["actions"][:count].tolist()}
            assert len(rows) == count
            table.step(count - 1)
        with pytest.raises(HandfootError, match="no action here"):
            table.step(255)

    def test_long_lists_keep_a_way_on(self) -> None:
        """Where the list is cut off, discards stay in it, and infos say so."""
        table = HandFootEnv("six-deck-10000", seats=4, most_actions=64)
        game = table.game
        choices = random.Random(1)
        seen = 0
        for seed in range(4):
            table.reset(seed=seed)
            while table.agents and not any(table.terminations.values()):
                agent = table.agent_selection
                mask = table.observe(agent)["action_mask"]
                if table.infos[agent]["left_out"]:
                    seen += 1
                    first = str(table.action(0))
                    assert first.startswith(("draw", "discard"))
                table.step(choices.randrange(int(mask.sum())))
        assert seen
        assert game is not table.game

    def test_too_small_a_space(self) -> None:
        """A space in which not every discard would fit is refused."""
        with pytest.raises(HandfootError, match="64"):
            HandFootEnv("whitnack", most_actions=10)

    def test_rules_with_runs(self) -> None:
        """Where suits decide, numbers without suits are refused."""
        with pytest.raises(HandfootError, match="suits"):
            HandFootEnv("seven-rounds-runs")

    def test_rules_with_joins(self) -> None:
        """A row names one meld, so rules by which two are joined are refused."""
        changes = {"melds.per_rank": "several", "melds.may_join": True}
        with pytest.raises(HandfootError, match=r"melds\.may_join"):
            HandFootEnv(load_rules("whitnack").with_changes(changes))


class TestSecrecy:
    def test_observations_come_from_the_view(self) -> None:
        """What others hold changes nothing of what an agent observes."""
        table = HandFootEnv("whitnack")
        table.reset(seed=9)
        for _ in range(40):
            agent = table.agent_selection
            before = table.observe(agent)
            state = table.game.state
            kept = state.snapshot()
            seat = table.possible_agents.index(agent)
            other = (seat + 1) % 4
            # Another seat's cards and its foot change places.
            cards, (foot, *rest) = state.cards[other], state.packets[other] or (b"",)
            if len(cards) == len(foot):
                state.remove(other, cards)
                state.give(other, foot)
                state.packets = [
                    (cards, *rest) if place == other else packets
                    for place, packets in enumerate(state.packets)
                ]
                _same(before, table.observe(agent))
            state.restore(kept)
            table.step(int(before["action_mask"].sum()) - 1)

    def test_columns(self) -> None:
        """Every number of an observation has a name."""
        table = HandFootEnv("pagat-singles", seats=2)
        table.reset(seed=1)
        names = observation_columns(2, table.game.sides)
        seen = dict(zip(names, table.observe("seat_0")["observation"], strict=True))
        view = table.view("seat_0")
        assert seen["stock"] == view.stock
        assert seen["seat_0.held"] == len(view.hand)
        assert seen["side_0.minimum"] == view.minimum(0)
        assert len(ACTION_COLUMNS) == len(set(ACTION_COLUMNS))


def _same(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_it_is_quick_enough() -> None:
    """The environment takes less than ten times what the game itself takes."""

    def bare() -> int:
        game, player = Game("whitnack", seed=1), RandomPlayer(1)
        while game.turn is not None:
            game.push(player.choose(game.view(game.turn)))
        return game.ply

    def timed(play: Callable[[], int]) -> float:
        began = time.process_time()
        steps = play()
        return (time.process_time() - began) / steps

    bare()
    game = min(timed(bare) for _ in range(3))
    table = HandFootEnv("whitnack")
    wrapped = min(timed(lambda: len(_played(table, 1))) for _ in range(3))
    assert wrapped < 10 * game


def test_a_computer_player_sits_in() -> None:
    """One agent learns against sensible players, whose plays need no number."""
    table = HandFootEnv("whitnack", rounds=1)
    table.reset(seed=4)
    sensible = player_class("heuristic")(4)
    choices = random.Random(4)
    turns = 0
    for agent in table.agent_iter():
        seen, reward, ended, cut, _ = table.last()
        if ended or cut:
            table.step(None)
        elif agent == "seat_0":
            turns += 1
            table.step(choices.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        else:
            table.push(sensible.choose(table.view(agent)))
    assert turns > 10
    points = [sheet.points for sheet in table.game.score_sheet(1)]
    assert reward in (points[0] - points[1], points[1] - points[0])
    table.reset(seed=4)
    with pytest.raises(HandfootError):
        table.push(Draw() if table.game.phase == "play" else EndTurn())
    assert table.rewards == dict.fromkeys(table.possible_agents, 0.0)
