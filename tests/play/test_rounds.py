"""Rounds: who begins them, what ends them, when the match is over."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from handfoot import Game, Position, Record, RuleSet, ScoreSheet, View, parse_action
from handfoot.play.events import RoundBegan, RoundEnded, StockReshuffled
from handfoot.play.match import Standing
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.rules.language.scoped import Situation
from handfoot.rules.loading import check_text
from handfoot.scorekeeping.blank import blank_html
from handfoot.testing import unconserved
from tests.matters import QUICK
from tests.play.seeds import ruleset

GOING_OUT: Final[dict[str, Any]] = {"going_out__books": {}, "match__rounds": 4}


def warned(text: str) -> list[str]:
    """Return the codes of a file's problems."""
    return [p.code for p in check_text(f"handfoot: 1\nname: Test\n{text}")[1].problems]


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


class TestRefills:
    """``stock.most_refills``."""

    PARTS: Final[dict[str, Any]] = {
        "hands": dict.fromkeys(range(4), "4 5 6 7 8 9"),
        "stock": "9",
        "phase": "draw",
    }

    def filled(self, game: Game) -> int:
        """Return how often the stock is filled up before the round ends."""
        count = 0
        while game.round == 1:
            events = game.push(next(iter(game.legal_actions)))
            count += sum(isinstance(e, StockReshuffled) for e in events)
            assert not unconserved(game.state)
        (*_, ended) = [e for e in events if isinstance(e, RoundEnded)]
        assert (ended.reason, ended.seat) == ("stock", None)
        return count

    @pytest.mark.parametrize("how", ["reshuffle", "reshuffle_all", "add_pack"])
    @pytest.mark.parametrize("most", [1, 2, 3])
    def test_so_often_and_no_more(self, how: str, most: int) -> None:
        """The stock is filled up so often; when it runs out again the round ends."""
        rules = ruleset(stock__when_short=how, stock__most_refills=most)
        game = Position(rules, pile="4 5 6 7 8 9 10 J Q K", **self.PARTS).game()
        assert self.filled(game) == most

    def test_each_round_counts_anew(self) -> None:
        """In the next round nothing has been filled up; undo gives it back too."""
        rules = ruleset(stock__when_short="reshuffle", stock__most_refills=1)
        game = Position(rules, pile="4 5 6 7", **self.PARTS).game()
        game.push(parse_action("draw"))
        assert game.state.reshuffles == 1
        kept = Game.loads(game.dumps())
        assert kept == game
        assert kept.state.reshuffles == 1
        seen = game.view(1)
        assert View.from_dict(json.loads(json.dumps(seen.to_dict()))) == seen
        game.pop()
        assert game.state.reshuffles == 0
        game.push(parse_action("draw"))
        while game.round == 1:
            game.push(next(iter(game.legal_actions)))
        assert game.state.reshuffles == 0

    def test_where_it_says_something(self) -> None:
        """It needs a stock that is filled up, and ends what else had no end."""
        assert warned("stock: {most_refills: 1}\n") == ["HF372"]
        assert warned("stock: {when_short: reshuffle}\n") == ["HF370"]
        assert warned("stock: {when_short: reshuffle, most_refills: 1}\n") == []


class TestEarlyTarget:
    """``match.early_target``."""

    RULE = (
        ruleset(match__rounds=None, match__target=7500, match__early_target=5000)
        .at(Situation(6, 2))
        .match
    )

    @pytest.mark.parametrize(
        ("scores", "over"),
        [
            ((5000, 2000, 2500), True),
            ((5000, 2000, 3000), False),
            ((5000, 2500, 2495), True),
            ((4995, 0, 0), False),
            ((6000, 3500, 3000), False),
            ((7500, 7000, 7000), True),
            ((-900, 5005, 5900), True),
            ((5000, -2000, 6900), True),
        ],
    )
    def test_more_than_all_others_together(
        self, *, scores: tuple[int, ...], over: bool
    ) -> None:
        """At 5000 the leader must have more than the others' sum, at 7500 not."""
        standing = Standing(self.RULE, 3, scores, None)
        assert standing.is_over is over

    def test_a_sheet_ends_there(self) -> None:
        """The score sheet of a real table ends with it, and an empty one says so."""
        rules = ruleset(match__rounds=None, match__target=7500, match__early_target=500)
        sheet = ScoreSheet(rules, ["Ann", "Ben", "Cas", "Dot"])
        for name, books in (("Ann", 1), ("Ben", 1), ("Cas", 0), ("Dot", 0)):
            sheet.enter(name, {"clean": books, "melded": 70 * books})
        assert sheet.outcome() is None
        for name, books in (("Ann", 4), ("Ben", 1), ("Cas", 0), ("Dot", 0)):
            sheet.enter(name, {"clean": books, "melded": 70 * books})
        outcome = sheet.outcome()
        assert outcome is not None
        assert outcome.winners == (0,)
        assert "500 and more than all others together" in blank_html(rules)

    def test_where_it_says_something(self) -> None:
        """It is idle at the target or above, and may not be out of reach."""
        text = "match: {{rounds: 4, target: 7500, early_target: {}}}\n"
        assert warned(text.format(5000)) == []
        assert warned(text.format(7500)) == ["HF385"]
        assert "HF383" in warned(text.format(999999))
        assert warned("match: {rounds: none, early_target: 5000}\n") == ["HF380"]
