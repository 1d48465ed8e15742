"""Red threes that are as black ones: ``threes.red: as_black``."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handfoot import (
    Discard,
    Game,
    Position,
    parse_action,
)
from handfoot.cards import KIND_OF, RED_THREE, parse_card
from handfoot.play.actions import Action, Group, Lay
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.players.random import RandomPlayer
from handfoot.rules.language.words import RANK_WORDS
from handfoot.rules.loading import load_rules
from handfoot.rules.ruleset import RuleSet
from handfoot.scorekeeping.countable import candidates
from handfoot.table.scenario import loads_scenarios
from handfoot.testing import play_out, unconserved
from tests.play.seeds import red_threes, ruleset

ALIKE: Final[dict[str, Any]] = {
    "threes__red": "as_black",
    "melds__ranks": (*RANK_WORDS, "black_three"),
    "pile__not_on": ("wild",),
    "opening__minimum": 0,
}


def alike(**changes: Any) -> RuleSet:
    """Return rules under which threes are one rank."""
    return ruleset(**{**ALIKE, **changes})


def faced(hand: str, **settings: Any) -> Game:
    """Return a game in which the open side 0 is to lay."""
    return Position(
        settings.pop("rules", alike()), hands={0: hand}, opened=[0], **settings
    ).game()


class TestAtTheTable:
    """Colours of threes decide nothing."""

    @pytest.mark.parametrize(
        "text", ["lay 3h 3d 3s", "lay 3r 3r 3b", "lay 3r 3r 2", "lay 3h 3b 3c"]
    )
    def test_both_colours_in_one_meld(self, text: str) -> None:
        """Threes named in any colour are melded together, and so with a wild."""
        game = faced("3h 3d 3s 3c 2 9 9 10 J")
        action = parse_action(text)
        assert game.is_legal(action)
        assert game.why_not(action) == ()
        game.push(action)
        (meld,) = game.view(0).melds(0)
        assert len(meld.cards) == 3
        assert not red_threes(game.state)
        assert not unconserved(game.state)

    def test_one_meld_of_each_colour_where_they_are_held(self) -> None:
        """Where red ones are only held, both colours in a group are refused."""
        ranks = (*RANK_WORDS, "black_three", "red_three")
        held = alike(threes__red="held", melds__ranks=ranks)
        game = faced("3h 3d 3s 3c 2 9 9 10 J", rules=held)
        assert game.why_not(parse_action("lay 3h 3d 3s"))
        assert game.is_legal(parse_action("lay 3h 3d 2"))

    def test_a_red_three_is_not_laid(self) -> None:
        """It stays in the hand, may be discarded, and joins a meld of threes."""
        game = faced("3h 3d 9 10", melds={0: ["3b 3r 3r"]})
        assert game.view(0).red_threes(0) == ()
        game.push(parse_action("lay 3r on 3r"))
        (meld,) = game.view(0).melds(0)
        assert len(meld.cards) == 4
        game.push(Discard(parse_card("3d")))
        assert str(game.view(0).top) == "3♣"

    def test_the_pile_is_taken_with_red_threes(self) -> None:
        """A pair of threes in any colour takes a three, red or black."""
        game = faced("3h 3d 9 10 J", pile="4 3d", phase="draw")
        action = parse_action("take 3r 3r 3r")
        assert game.is_legal(action)
        game.push(action)
        assert len(game.view(0).melds(0)[0].cards) == 3

    @given(
        threes=st.integers(1, 6),
        wilds=st.integers(0, 3),
        reds=st.integers(0, 6),
        lying=st.sampled_from(["", "x x x", "x x x x x", "x x x x 2"]),
    )
    def test_a_rank_like_any_other(
        self, threes: int, wilds: int, reds: int, lying: str
    ) -> None:
        """What may be laid with threes may be laid with so many fours, and not more."""

        def lays(rank: list[str]) -> set[str]:
            hand = " ".join([*rank[:threes], *["2"] * wilds, "9", "10", "J", "Q"])
            melds = {0: [lying.replace("x", rank[0])]} if lying else {}
            game = faced(hand, melds=melds)
            kinds = {parse_card("3b").kind: "x", parse_card("4").kind: "x"}
            return {_named(action, kinds) for action in game.legal_actions}

        coloured = ["3h", "3d"] * 3
        mixed = [*coloured[:reds], *["3s", "3c"] * 3]
        assert lays(mixed) == lays(["4"] * 6)


def _named(action: Action, kinds: dict[int, str]) -> str:
    def name(group: Group) -> str:
        cards = [kinds.get(card.kind, card.code) for card in group.cards]
        onto = re.sub("^(3b|4)", "x", group.onto)
        return " ".join([*cards, "to", onto])

    if isinstance(action, Lay):
        return "lay " + ", ".join(map(name, action.groups))
    if isinstance(action, Discard):
        return "discard " + kinds.get(action.card.kind, action.card.code)
    return str(action)


class TestWholeMatches:
    """Nothing turns a red three up."""

    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("player", [RandomPlayer, HeuristicPlayer])
    def test_no_red_three(self, player: Any, seats: int) -> None:
        """No card of a match is a red three, none is laid, and all cards are there."""
        rules = load_rules("tests/rulesets/threes-of-any-colour.yaml")
        if seats not in rules["players.counts"]:
            rules = rules.with_changes(
                {"players.counts": [seats], "players.side_size": 2 - (seats < 4)}
            )
        game = Game(rules, seats=seats, seed=f"{player.__name__} {seats}")
        one = player(seed=seats)
        while not game.is_over:
            game.push(one.choose(game.view(game.turn)))
            if game.ply % 20 == 0:
                assert not red_threes(game.state)
                assert not unconserved(game.state)
        assert not red_threes(game.state)

    def test_every_promise_holds(self) -> None:
        """Lists, undo, copies and events are sound in a whole match."""
        rules = alike().with_changes({"match.rounds": 1})
        player = RandomPlayer(seed=5)
        play_out(Game(rules, seed=5), lambda game: player.choose(game.view(game.turn)))

    def test_shuffled_as_ever(self) -> None:
        """The other cards are dealt as from the same seed elsewhere."""
        held = Game(ruleset(threes__red="held"), seed=3).state
        same = Game(alike(), seed=3).state
        for one, other in zip(held.cards, same.cards, strict=True):
            for face, found in zip(one, other, strict=True):
                assert face == found or KIND_OF[face] == RED_THREE


class TestScenarios:
    """What scenarios say of them."""

    def test_scenarios(self) -> None:
        """What a scenario says of cards may be said in red."""
        scenarios = loads_scenarios(
            "handfoot_scenarios: 1\nscenarios:\n- name: threes\n"
            "  position: {hands: {0: 3h 3d 3s 3h 9 9}, opened: [0]}\n"
            "  steps: [lay 3h 3d 3s]\n  under:\n"
            "  - {rules: threes-of-any-colour.yaml, legal: true, "
            "after: {hands: {0: 3h 9 9}}}\n",
            folder="tests/rulesets",
        )
        for scenario in scenarios:
            assert not scenario.run().differences


class TestPoints:
    """What they cost."""

    def test_black_three_means_all(self) -> None:
        """Held threes cost as black ones do, and red values are not read."""
        rules = alike(threes__black_caught=-50, threes__red_caught=-500)
        others: dict[str, Any] = {
            "hands": {0: "3h 3s 9", 2: "9"},
            "packets": {0: ["4"], 2: ["4"]},
        }
        sheet = Position(rules, **others).game().score_sheet()[0]
        found = {line.key: line.points for line in sheet.lines}
        assert found["threes.black_caught"] == -100
        assert "threes.red_caught" not in found


def test_the_score_asks_for_threes_of_any_colour() -> None:
    """Who counts at a real table is asked for all threes, never for red ones."""
    rules = load_rules("tests/rulesets/threes-of-any-colour.yaml")
    table = Position(rules, hands={0: "3h 3s K"}).game()
    books = [table.state.tables[0].book]
    labels = {
        one.field.name: one.field.label
        for one in candidates(books)
        if one.possible(table.state.tables[0])
    }
    assert labels["black_caught"] == "threes in hands"
    assert not {"red_caught", "red_laid", "red_unreached"} & {*labels}
