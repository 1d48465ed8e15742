"""Rulesets that nobody would write: each is refused, or it can be played to the end."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from handfoot.players import Player
from handfoot.players.random import RandomPlayer
from handfoot.rules.loading import check_text
from handfoot.table.game import Game
from handfoot.testing import check_player, check_ruleset, ruleset_texts
from tests.play.seeds import SEEDS

# A match of two rounds shows as much as a long one, in less time.
SHORT = {"match.rounds": 2, "match.most_rounds": 2}
# Where there are runs, suits decide: a second shape of everything.
RUNS = {"melds.runs": "natural"}


@pytest.mark.parametrize("fixed", [{}, RUNS], ids=["any", "runs"])
def test_random_rulesets(request: pytest.FixtureRequest, fixed: dict[str, str]) -> None:
    """A ruleset has problems, or it plays at every table without crash or dead end."""
    played = refused = 0

    @settings(
        max_examples=request.config.getoption("random_rulesets") // (1 + len(fixed)),
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(ruleset_texts(fixed=SHORT | fixed), st.integers(0, 2**32))
    def check(text: str, seed: int) -> None:
        nonlocal played, refused
        rules, report = check_text(text)
        if rules is None:
            refused += 1
            assert report.problems
        else:
            played += 1
            check_ruleset(rules, seed=seed)

    check()
    assert played, f"all of {refused} rulesets were refused"


@pytest.mark.parametrize("more", ["", "going_out: {keep: 3}\n", "draw: {cards: 1}\n"])
def test_a_foot_of_one_card(more: str) -> None:
    """A last packet smaller than the cards to keep never leaves a player stuck."""
    rules, report = check_text(
        "handfoot: 1\nname: One card\ndeal: {foot: {per_player: 0, plus: 1}}\n"
        f"match: {{rounds: 2, most_rounds: 2}}\n{more}"
    )
    assert rules is not None, report.text()
    for seed in (0, 2):
        check_ruleset(rules, seed=seed)


@pytest.mark.parametrize("name", SEEDS)
def test_the_random_player_keeps_the_rules(name: str) -> None:
    """A random player is legal under every shipped ruleset, and repeats its choices."""
    check_player(RandomPlayer, name, seats=4)


def test_a_player_who_cheats_is_caught() -> None:
    """The check of players fails for one that does what is against the rules."""

    class Cheat:
        def choose(self, view: object) -> object:
            """Discard, whatever the phase."""
            from handfoot.table.notation import parse_action

            return parse_action("discard 4")

    def cheat(seed: int) -> Player:
        return Cheat()  # type: ignore[return-value]  # what it returns is the point

    with pytest.raises(AssertionError, match="illegal"):
        check_player(cheat, "whitnack")


def test_a_player_who_cannot_repeat_itself_is_caught() -> None:
    """The check of players fails for one that ignores its seed."""
    made = iter(range(100))
    with pytest.raises(AssertionError, match="two different matches"):
        check_player(lambda _: RandomPlayer(next(made)), "whitnack")


def test_a_game_is_drawn_at_any_point() -> None:
    """The strategy for games leads beyond the deal and keeps the seats asked for."""
    from handfoot.testing import games

    steps = set()

    @settings(max_examples=20, deadline=None, database=None, derandomize=True)
    @given(games(most_steps=20))
    def look(game: Game) -> None:
        assert game.seats in game.rules["players.counts"]
        steps.add(game.ply)

    look()
    assert max(steps) > 5
