"""Rounds: who begins them, what ends them, when the match is over."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from click.testing import CliRunner

from handfoot import (
    Game,
    HandfootError,
    Position,
    Record,
    RecordError,
    RuleSet,
    ScoreSheet,
    View,
    apply_events,
    parse_action,
)
from handfoot.cli import cli
from handfoot.play.events import RoundBegan, RoundEnded, StockReshuffled
from handfoot.play.match import Standing
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.players.random import RandomPlayer
from handfoot.rules.language.scoped import Situation, resolve
from handfoot.rules.loading import check_text
from handfoot.rules.lot import in_order
from handfoot.scorekeeping.blank import blank_html
from handfoot.scorekeeping.csv_rows import sheet_from_csv
from handfoot.table.game import Logged
from handfoot.table.orders import RecordedOrders
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

    def test_whoever_follows_sees_it_end_there_alone(self) -> None:
        """Scores count hidden cards, so what ends a match is what the events tell."""
        rules = ruleset(match__rounds=2, match__early_target=1, deck__packs=3)
        for seed in (4, 5):
            game, player = Game(rules, seed=seed), RandomPlayer(seed=seed)
            views = [game.view(seat) for seat in range(4)]
            while (turn := game.turn) is not None:
                events = game.push(player.choose(game.view(turn)))
                for seat in range(4):
                    told = [Logged(0, game.ply, e.for_seat(seat)) for e in events]
                    views[seat] = apply_events(views[seat], told)
                    assert views[seat] == game.view(seat)

    def test_where_it_says_something(self) -> None:
        """It is idle at the target or above, and may not be out of reach."""
        text = "match: {{rounds: 4, target: 7500, early_target: {}}}\n"
        assert warned(text.format(5000)) == []
        assert warned(text.format(7500)) == ["HF385"]
        assert "HF383" in warned(text.format(999999))
        assert warned("match: {rounds: none, early_target: 5000}\n") == ["HF380"]


class TestOrder:
    """``match.order: by_lot``."""

    MINIMA: Final = (50, 90, 120, 150)

    def rules(self, **changes: Any) -> RuleSet:
        """Return a short game whose rounds are drawn."""
        return ruleset().with_changes(
            {
                **QUICK,
                "match.rounds": 4,
                "match.order": "by_lot",
                "opening.minimum": {"by_round": list(self.MINIMA)},
                **changes,
            }
        )

    def played(self, game: Game) -> list[int]:
        """Play a match and return the opening minimum of each round."""
        player = RandomPlayer(seed=3)
        found: list[int] = []
        while (seat := game.turn) is not None:
            if len(found) < game.round:
                found.append(game.state.tables[0].minimum)
                assert game.view(seat).tables.minimum == found[-1]
            game.push(player.choose(game.view(seat)))
        return found

    def test_each_round_once_as_the_seed_has_it(self) -> None:
        """All rounds are played, in an order that the seed alone decides."""
        rules = self.rules()
        orders = set()
        for seed in range(8):
            found = self.played(Game(rules, seed=seed))
            assert sorted(found) == list(self.MINIMA)
            assert self.played(Game(rules, seed=seed)) == found
            orders.add(tuple(found))
        assert len(orders) > 3
        usual = rules.with_changes({"match.order": "in_order"})
        assert self.played(Game(usual, seed=0)) == list(self.MINIMA)

    def test_records_and_saved_games_keep_the_order(self) -> None:
        """Both hold the rules as they were drawn, and lead to the same rounds."""
        game = Game(self.rules(), seed=4)
        found = self.played(game)
        for record in (
            Record.from_game(game),
            attrs.evolve(Record.from_game(game), seed=None),
        ):
            again = Record.loads(record.dumps()).play()
            assert again.state.sheets == game.state.sheets
        kept = Game.loads(game.dumps())
        assert kept == game
        minima = kept.rules["opening.minimum"].values
        assert minima[:4] == tuple(found)
        assert kept.rules["match.order"] == "in_order"

    @pytest.mark.parametrize("order", [*permutations(range(1, 5))])
    def test_every_form_is_put_in_order(self, order: tuple[int, ...]) -> None:
        """Each round has the values of its number, those after the lot as written."""
        values = {
            "opening.minimum": {"by_round": [50, 90], "then_add": 30},
            "draw.cards": {
                "by_players": {
                    "4": {"by_round": [2, 3, 4, 5, 4]},
                    "else": 2,
                }
            },
            "deal.hand": {"by_round": [{"by_sides": {"singles": 8, "partners": 7}}, 6]},
            "going_out.books": {"by_round": [{"clean": 1}, {"dirty": 2}]},
        }
        rules = self.rules(**values)
        drawn = in_order(rules, order)
        for number in range(1, 8):
            old = order[number - 1] if number <= 4 else number
            for key in values:
                at, was = (Situation(4, 2, n, 0) for n in (number, old))
                assert resolve(drawn[key], at) == resolve(rules[key], was), key
        assert in_order(rules, order) is drawn

    def test_the_sheet_is_told(self) -> None:
        """The order is asked for, checked, kept and used."""
        rules = self.rules()
        sides = [["Ann", "Cas"], ["Ben", "Dot"]]
        for wrong in (None, (1, 2, 3), (1, 2, 3, 3), (0, 1, 2, 3)):
            with pytest.raises(HandfootError, match="order"):
                ScoreSheet(rules, sides, order=wrong)
        with pytest.raises(HandfootError, match="draws no lots"):
            ScoreSheet("whitnack", sides, order=(1, 2, 3, 4))
        sheet = ScoreSheet(rules, sides, order=(3, 1, 4, 2))
        found: list[int] = []
        for _ in range(4):
            found.append(sheet.brief().minimums[0])
            for side in (0, 1):
                sheet.enter(side, {})
            sheet = ScoreSheet.loads(sheet.dumps())
        assert found == [120, 50, 150, 90]
        assert "each once" in blank_html(rules)
        rows = "round,side,melded\n1,Ann & Cas,20\n1,Ben & Dot,0\n"
        read = sheet_from_csv(rows, rules, order=(2, 1, 3, 4))
        assert read.brief(1).minimums == (90, 90)

    def test_at_the_prompt(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Asked for after the first dealer, until it is one; then gone on with."""
        monkeypatch.chdir(tmp_path)
        Path("lots.yaml").write_text(
            "handfoot: 1\nname: Lots\nextends: whitnack\nmatch: {order: by_lot}\n"
        )
        said = "A,C/B,D\n\n3 1\n3 1 x\n3 1 4 2\nquit\n"
        result = CliRunner().invoke(cli, ["score", "lots.yaml"], input=said)
        assert result.exit_code == 0, result.output
        assert result.output.count("No: order") == 2
        assert "to open 120" in result.output
        again = CliRunner().invoke(cli, ["score", "lots.yaml"], input="quit\n")
        assert "Going on with" in again.output
        assert "to open 120" in again.output
        told = ["score", "lots.yaml", "--sides", "A,C/B,D", "--order", "4 3 2 1"]
        told += ["--out", "other.yaml"]
        other = CliRunner().invoke(cli, told, input="quit\n")
        assert "to open 150" in other.output

    def test_a_view_needs_the_rules_as_they_were_drawn(self) -> None:
        """A view read with the rules as written is refused, not given other rounds."""
        rules = self.rules()
        view = Game(rules, seed=4).view(0)
        data = view.to_dict(with_rules=False)
        with pytest.raises(HandfootError, match=r"match\.order"):
            View.from_dict(data, rules=rules)
        assert View.from_dict(data, rules=view.rules) == view

    def test_orders_of_cards_alone_are_not_enough(self) -> None:
        """Recorded shuffles hold no lot; the rules of the record do."""
        rules = self.rules()
        record = Record.from_game(Game(rules, seed=4))
        with pytest.raises(RecordError, match="by lot"):
            Game(rules, seed=RecordedOrders(record.shuffles))
        assert Game(record.rules, seed=RecordedOrders(record.shuffles)).round == 1

    def test_where_it_can_be_drawn(self) -> None:
        """The number of rounds must be known."""
        assert warned("match: {rounds: none, target: 9000, order: by_lot}\n") == [
            "HF386"
        ]
        assert warned("match: {order: by_lot}\n") == []
