"""A packet that nobody has picked up becomes the stock: ``stock.when_short: packet``."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import Game, Position, Record, ScoreSheet, View, parse_action
from handfoot.play.events import Drew, PacketBecameStock, PacketTaken, RoundEnded
from handfoot.play.scoring import tally
from handfoot.players.endings import pays
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.players.outlook import Outlook
from handfoot.players.random import RandomPlayer
from handfoot.rules.loading import check_text, load_rules
from handfoot.table.following import apply_events
from handfoot.testing import unconserved
from tests.play.seeds import ruleset

HEAD: Final = "handfoot: 1\nname: Test\n"
EACH: Final[dict[str, Any]] = {"stock__when_short": "packet", "draw__cards": 1}
SHARED: Final[dict[str, Any]] = {
    **EACH,
    "players__side_size": 2,
    "deal__later_for": "side",
}


def short(rules: dict[str, Any], **parts: Any) -> Game:
    """Return a game of four with an empty stock, South to draw and East the dealer."""
    given = {"stock": "", "pile": "4 5", "phase": "draw", "dealer": 3, **parts}
    return Position(ruleset(**rules), **given).game()


def gone(game: Game, action: str = "draw") -> list[PacketBecameStock]:
    """Do an action, and return which packets became the stock."""
    events = game.push(parse_action(action))
    return [event for event in events if isinstance(event, PacketBecameStock)]


def left(game: Game) -> list[tuple[int, ...]]:
    """Return the sizes of the packets that each seat may still pick up."""
    return [game.view(0).packets_left(seat) for seat in range(game.seats)]


class TestWhichPacket:
    """Whose packet goes, and how many."""

    def test_the_dealers_first(self) -> None:
        """East deals: its packet goes, top card drawn first, and all cards are there."""
        packets = {3: ["4s 5s 9h"], 2: ["6s 7s"], 1: ["8s"], 0: ["9s"]}
        game = short(EACH, hands={0: "K"}, packets=packets)
        events = list(game.push(parse_action("draw")))
        assert events[0] == PacketBecameStock(3, 3)
        (drew,) = [event for event in events if isinstance(event, Drew)]
        assert [str(card) for card in drew.cards or ()] == ["9♥"]
        assert left(game) == [(1,), (1,), (2,), ()]
        assert len(game.state.stock) == 2
        assert not unconserved(game.state)

    def test_then_to_the_right(self) -> None:
        """One after the other: the dealer's, then that of the player to the right."""
        packets = {3: ["4s"], 2: ["5s"], 1: ["6s"], 0: ["7s"]}
        game = short({**EACH, "draw__cards": 3}, packets=packets)
        assert [event.seat for event in gone(game)] == [3, 2, 1]
        assert left(game) == [(1,), (), (), ()]

    def test_the_last_of_several(self) -> None:
        """Of a knee and a foot the foot goes first, whoever's it is."""
        packets = {3: ["4s"], 2: [], 1: ["5s", "6s"], 0: []}
        game = short({**EACH, "deal__knee": 5, "draw__cards": 2}, packets=packets)
        assert [event.seat for event in gone(game)] == [1, 3]
        assert left(game) == [(), (1,), (), ()]

    def test_of_a_side(self) -> None:
        """Partners lose the packet that they share, once."""
        game = short(SHARED, packets={1: ["4s 5s"], 0: ["6s"]})
        assert gone(game) == [PacketBecameStock(1, 2)]
        assert left(game) == [(1,), (), (1,), ()]
        assert not unconserved(game.state)

    def test_not_one_that_is_waited_for(self) -> None:
        """A packet that an empty hand picks up next turn stays where it is."""
        rules = {**EACH, "foot__after_discard": "next_turn"}
        packets = {3: ["4s 6s"], 2: [], 1: [], 0: ["9h 9s"]}
        game = short(rules, hands={0: "K", 3: ""}, packets=packets)
        assert [event.seat for event in gone(game)] == [0]
        assert left(game)[3] == (2,)

    @pytest.mark.parametrize(("most", "round_"), [(1, 2), (2, 1)])
    def test_only_so_often(self, most: int, round_: int) -> None:
        """``stock.most_refills`` counts the packets."""
        packets = {3: ["4s"], 2: ["5s"], 1: [], 0: []}
        rules = {**EACH, "draw__cards": 2, "stock__most_refills": most}
        game = short(rules, packets=packets)
        game.push(parse_action("draw"))
        assert game.round == round_

    def test_none_left(self) -> None:
        """Without a packet the round ends, and nobody went out; a pickup plays on."""
        game = short(EACH, packets=dict.fromkeys(range(4), ()))
        (ended,) = [
            event
            for event in game.push(parse_action("draw"))
            if isinstance(event, RoundEnded)
        ]
        assert (game.round, ended.reason, ended.seat) == (2, "stock", None)


class TestAfterwards:
    """What it means to have lost a packet."""

    def test_who_lost_it_may_go_out(self) -> None:
        """With the packet gone the hand is the last one; before, it is not."""
        rules = {**SHARED, "going_out__books": {}, "opening__minimum": 0}
        rules |= {"going_out__partner": "nothing"}
        table: dict[str, Any] = {"packets": {1: ["5s Kh"], 0: []}, "turn": 3}
        has = short(rules, hands={3: "K K K K 4"}, phase="play", **table)
        assert not has.can_go_out(3)
        lost = short(rules, hands={3: "K K K 4"}, **table)
        assert gone(lost)
        assert lost.can_go_out(3)
        for line in ("lay K K K K", "discard 4"):
            for game in (has, lost):
                game.push(parse_action(line))
        assert (has.round, lost.round) == (1, 2)

    def test_it_was_never_taken(self) -> None:
        """``foot.never_taken`` counts it still, and no card of it is held."""
        rules = {**SHARED, "foot__never_taken": -100}
        game = short(rules, packets={1: ["3r 3b 4"], 0: []})
        before = tally(game.state, 1)
        gone(game)
        after = tally(game.state, 1)
        assert (before.never_taken, after.never_taken) == (1, 1)
        assert (before.red_unreached, after.red_unreached) == (1, 0)
        assert tally(game.state, 0).never_taken == 0

    def test_on_a_sheet_by_hand(self) -> None:
        """Who went out may have a packet never taken, and only where it can be gone."""
        for how, refused in (("end_round", True), ("packet", False)):
            rules = {**EACH, "foot__never_taken": -100, "stock__when_short": how}
            sheet = ScoreSheet(ruleset(**rules), [["A"], ["B"], ["C"], ["D"]])
            change = sheet.consider("A", {"out": "A", "never_taken": 1})
            found = {one.code for one in change.objections}
            assert ("out_with_packet" in found) is refused

    def test_undo_save_and_new_round(self) -> None:
        """It is taken back, saved and forgotten in the next round."""
        game = short(SHARED, packets={1: ["4s 5s"], 0: []})
        before = game.copy()
        gone(game)
        assert game.state.lost_packets == (1,)
        kept = Game.loads(game.dumps())
        assert kept == game
        assert kept.state.lost_packets == (1,)
        view = game.view(2)
        assert View.from_dict(view.to_dict()) == view
        game.pop()
        assert game == before
        empty = short(SHARED, packets={1: [], 0: []})
        empty.push(parse_action("draw"))
        assert (empty.round, empty.state.lost_packets) == (2, ())

    def test_nobody_sees_its_cards(self) -> None:
        """Others learn whose packet it was and its size; a guess deals it anew."""
        game = short(SHARED, hands={0: "K"}, packets={1: ["4s 5s 6s"], 0: []})
        old = game.view(2)
        gone(game)
        view = game.view(2)
        assert "6♠" not in repr([logged.event for logged in game.events(2)])
        assert apply_events(old, game.events(2, since=old.ply)) == view
        assert (view.stock, view.packets_left(1)) == (2, ())
        stocks = {bytes(view.guess(seed).state.stock) for seed in range(12)}
        assert len(stocks) > 1


class TestWords:
    """What files may not say beside it."""

    @pytest.mark.parametrize(
        ("more", "codes"),
        [
            ("", []),
            ("stock: {when_short: packet, most_refills: 1}\n", []),
            ("deal: {foot: 0}\n", ["HF372"]),
            ("deal: {later_from: stock}\n", ["HF372"]),
        ],
    )
    def test_problems(self, more: str, codes: list[str]) -> None:
        """It needs packets that are dealt, and no limit of turns."""
        text = more if "stock:" in more else f"stock: {{when_short: packet}}\n{more}"
        problems = check_text(HEAD + text)[1].problems
        assert [problem.code for problem in problems] == codes


@pytest.mark.parametrize("seats", [2, 4])
def test_whole_rounds(seats: int) -> None:
    """A ruleset that plays so: views follow the events, and records replay."""
    rules = load_rules("tests/rulesets/buraco-style.yaml")
    lost = taken = 0
    for kind, seed in ((RandomPlayer, 1), (HeuristicPlayer, 2), (RandomPlayer, 3)):
        game = Game(rules, seats, seed=seed)
        player = kind(seed=seed)
        views = [game.view(seat) for seat in (*range(seats), None)]
        while (seat := game.turn) is not None:
            events = game.push(player.choose(game.view(seat)))
            lost += sum(isinstance(event, PacketBecameStock) for event in events)
            taken += sum(isinstance(event, PacketTaken) for event in events)
            if game.ply % 5 == 0 or game.turn is None:
                assert not unconserved(game.state)
                for place, view in enumerate(views):
                    since = game.events(view.seat, since=view.ply)
                    views[place] = apply_events(view, since)
                    assert views[place] == game.view(view.seat)
        assert Record.loads(Record.from_game(game).dumps()).play() == game
    assert lost
    assert taken


class TestToCome:
    """What a seat sees of the cards that may still become the stock."""

    def test_counted_as_they_come(self) -> None:
        """All packets that may go, each once, up to the refills that are allowed."""
        packets = {3: ["4s 5s 9h"], 2: ["6s 7s"], 1: ["8s"], 0: []}
        for rules, count in (
            (EACH, 6),
            ({**EACH, "stock__most_refills": 2}, 5),
            ({"draw__cards": 1}, 0),
        ):
            game = short(rules, packets=packets, hands={0: "K"})
            assert game.view(0).stock_to_come == count
        game = short(SHARED, packets={1: ["4s 5s"], 0: ["6s"]})
        assert game.view(0).stock_to_come == 3
        gone(game)
        assert game.view(1).stock_to_come == 1

    @pytest.mark.parametrize(
        ("rules", "stock", "hurried"),
        [
            ({"draw__cards": 1}, "", True),
            ({"draw__cards": 1}, "4 4 4 4", False),
            (EACH, "", False),
            ({**EACH, "stock__most_refills": 0}, "", True),
        ],
    )
    def test_a_stock_that_a_packet_fills_up_is_not_late(
        self, rules: dict[str, Any], stock: str, *, hurried: bool
    ) -> None:
        """Only where nothing more comes does a computer player hurry to go out.

        Both sides have a packet; a partner's cards speak a little against going out.
        """
        game = short(
            {**rules, "going_out__bonus": 0, "players__side_size": 2},
            packets={3: ["5 5 6 7"], 2: ["5 5 6 7"], 1: [], 0: []},
            hands={0: "8", 1: "K", 2: "K 9 10 J", 3: "Q"},
            stock=stock,
        )
        assert pays(Outlook(game.view(0))) is hurried
