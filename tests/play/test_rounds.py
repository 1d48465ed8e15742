"""Rounds: who begins them, what ends them, when the match is over."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import Game, Position, Record, RuleSet, ScoreSheet, parse_action
from handfoot.play.events import RoundBegan
from handfoot.players.heuristic import HeuristicPlayer
from tests.matters import QUICK
from tests.play.seeds import ruleset

GOING_OUT: Final[dict[str, Any]] = {"going_out__books": {}, "match__rounds": 4}


def going_out(rules: RuleSet, turn: int, **parts: Any) -> Game:
    """Return a table at which a seat goes out with its last discard."""
    return Position(
        rules, turn=turn, hands={turn: "K"}, packets={turn: []}, played=[turn], **parts
    ).game()


class TestFirst:
    """``players.first: went_out``."""

    RULES = ruleset(players__first="went_out", **GOING_OUT)

    @pytest.mark.parametrize("seat", range(4))
    def test_whoever_went_out_begins(self, seat: int) -> None:
        """Their seat plays first, whichever seat dealt; else the dealer's left does."""
        for rules, first in ((self.RULES, seat), (ruleset(**GOING_OUT), 3)):
            game = going_out(rules, seat, dealer=1)
            events = game.push(parse_action("discard K"))
            (began,) = [e for e in events if isinstance(e, RoundBegan)]
            assert (began.round, began.dealer, began.first) == (2, 2, first)
            assert game.turn == first
            game.pop()
            assert game.turn == seat

    def test_round_one_and_nobody_out(self) -> None:
        """Where nobody went out the player to the dealer's left begins."""
        assert Game(self.RULES, dealer=2, seed=1).turn == 3
        rules = self.RULES.with_changes({"round_end.most_turns": 1})
        game = Position(rules, turn=2, dealer=1, hands={2: "K 4"}, stock=0).game()
        while game.round == 1:
            game.push(next(iter(game.legal_actions)))
        assert game.state.sheets
        assert game.turn == 3

    def test_a_record_leads_there(self) -> None:
        """A match of several rounds is read back and played to the same seat."""
        rules = self.RULES.with_changes({**QUICK, "deck.packs": 5})
        game, player = Game(rules, seed=5), HeuristicPlayer(seed=5)
        firsts = []
        while not game.is_over:
            events = game.push(player.choose(game.view(game.turn)))
            firsts += [e for e in events if isinstance(e, RoundBegan)]
        assert any(e.first != (e.dealer + 1) % 4 for e in firsts)
        assert Record.loads(Record.from_game(game).dumps()).play() == game

    def test_the_sheet_tells_who_begins(self) -> None:
        """Who went out is asked even if it earns nothing, and told before the round."""
        rules = self.RULES.with_changes({"going_out.bonus": 0, "players.side_size": 2})
        sheet = ScoreSheet(rules, [["Ann", "Cas"], ["Ben", "Dot"]])
        assert "out" in [field.name for field in sheet.fields()]
        assert sheet.brief().first == "Ben"
        sheet.enter("Ann", {"out": "Cas"})
        sheet.enter("Ben", {})
        assert sheet.brief().first == "Cas"
        assert sheet.brief().dealer == "Ben"
        assert "Cas plays first" in [*sheet.brief().changing(sheet.names)]
        assert sheet.brief(1).first == "Ben"
        assert ScoreSheet.loads(sheet.dumps()).brief().first == "Cas"
        sheet.enter("Ann", {"out": True}, round=1)
        assert sheet.brief().first == "a player of Ann and Cas"
        sheet.enter("Ann", {"out": False}, round=1)
        assert sheet.brief().first == "Cas"
        usual = self.RULES.with_changes({"players.first": "left_of_dealer"})
        plain = ScoreSheet(usual, ["Ann", "Ben", "Cas", "Dot"])
        assert plain.brief().first is None
