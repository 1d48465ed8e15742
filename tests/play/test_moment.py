"""Values of the moment: by opening, by packet, by who went out."""

from __future__ import annotations

import json
import tracemalloc
from itertools import product
from typing import Any, Final

import pytest

from handfoot.play.actions import Discard
from handfoot.play.events import WentOut
from handfoot.play.moment import resettle
from handfoot.play.tables import compiled, in_force
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.rules.language.scoped import Situation
from handfoot.rules.loading import check_text, load_rules, loads_rules
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.ruleset import RuleSet
from handfoot.table.following import apply_events
from handfoot.table.game import Game
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from handfoot.table.views import View

HEAD = "handfoot: 1\nname: Moments\nplayers: {counts: [4], side_size: 2}\n"


def rules(text: str) -> RuleSet:
    """Return the ruleset of a text, the head put in front."""
    return loads_rules(HEAD + text)


def position(text: str, **parts: Any) -> Game:
    """Return a position under the rules of a text."""
    return Position(rules(text), **parts).game()


def codes(game: Game, action: str) -> list[str]:
    """Return the codes of the refusals of an action."""
    return [refusal.code for refusal in game.why_not(parse_action(action))]


def play(game: Game, *actions: str) -> None:
    """Play actions, one after the other."""
    for action in actions:
        game.push(parse_action(action))


def line(game: Game, side: int, key: str) -> int:
    """Return the points of a line of the score sheet of round one."""
    sheet = next(s for s in game.state.sheets if s.side == side and s.round == 1)
    return sum(one.points for one in sheet.lines if one.key == key)


HALF_PAIR = """
pile: {needs: {by_opening: {before: natural_pair, after: pair_or_wild}}}
opening: {minimum: 0}
"""


class TestByOpening:
    def test_a_wild_as_half_of_the_pair_only_when_down(self) -> None:
        """A natural and a wild take the pile for a side that has opened, only then."""
        parts: dict[str, Any] = {
            "phase": "draw",
            "hands": {0: "K 2 8 9 4 5"},
            "pile": "7 K",
        }
        shut = position(HALF_PAIR, **parts)
        assert codes(shut, "take K K 2") == ["pair_missing"]
        opened = position(HALF_PAIR, **parts, opened=[0])
        assert codes(opened, "take K K 2") == []

    def test_the_play_that_opens_is_judged_by_the_rules_before(self) -> None:
        """A limit that falls with the opening does not yet hold for the opening."""
        text = """
wilds: {start_most: {by_opening: {before: 1, after: 0}}}
opening: {minimum: 0}
"""
        game = position(text, hands={0: "K K 2 Q Q 2 4 5"})
        assert codes(game, "lay K K 2") == []
        play(game, "lay K K 2")
        assert codes(game, "lay Q Q 2") == ["wilds_at_start"]

    def test_data_lead_back_to_the_moment(self) -> None:
        """A view or a game read from data has the rules of its moment, not the deal's.

        They decide what is listed and refused, so a client would offer another pickup.
        """
        hands = {0: "K 2 8 9 4 5"}
        game = position(HALF_PAIR, phase="draw", hands=hands, pile="7 K", opened=[0])
        take = parse_action("take K K 2")
        view = game.view(0)
        assert take in view.legal_actions
        again = View.from_dict(json.loads(json.dumps(view.to_dict())))
        assert [*again.legal_actions] == [*view.legal_actions]
        assert not again.why_not(take)
        loaded = Game.loads(game.dumps())
        assert [*loaded.legal_actions] == [*game.legal_actions]
        later = position(FIRST_TURNS, turns=6, hands={0: "K K K 3s 4 5"})
        assert bool(View.from_dict(later.view(0).to_dict()).can_open())

    def test_who_follows_is_in_the_same_moment(self) -> None:
        """A view that follows by events lists what the view of the game lists."""
        text = HALF_PAIR + "draw: {cards: {by_opening: {before: 2, after: 3}}}\n"
        game = position(text, hands={0: "A A A 4 5", 2: "K 2 9"}, pile="7 8")
        view = game.view(2)
        play(game, "lay A A A", "discard 4", "draw")
        view = apply_events(view, game.events(2, since=view.ply))
        assert view == game.view(2)
        assert view.tables is game.view(2).tables
        assert view.tables.draw == 3

    def test_taking_back_takes_back_the_moment(self) -> None:
        """After a play that opened is taken back the rules before it hold again."""
        text = "wilds: {start_most: {by_opening: {before: 1, after: 0}}}\n"
        game = position(text + "opening: {minimum: 0}\n", hands={0: "K K 2 Q Q 2 4 5"})
        before = game.state.tables[0]
        play(game, "lay K K 2")
        assert game.state.tables[0] is not before
        game.pop()
        assert game.state.tables[0] is before
        assert codes(game, "lay Q Q 2") == []

    def test_the_opening_of_the_partner_counts(self) -> None:
        """The moment is the side's: a partner's opening opens for both."""
        game = position(
            HALF_PAIR,
            phase="draw",
            opened=[0],
            turn=2,
            pile="7 K",
            hands={2: "K 2 9 4"},
        )
        assert codes(game, "take K K 2") == []

    def test_red_threes_against_a_side_that_never_opened(self) -> None:
        """What red threes count at the end may depend on the opening."""
        text = """
threes: {red_laid: {by_opening: {before: -100, after: 100}}}
stock: {when_short: end_round}
"""
        parts: dict[str, Any] = {"phase": "draw", "red": {0: 2, 1: 1}, "opened": [1]}
        game = position(text, **parts, stock="")
        play(game, "draw")
        assert line(game, 0, "threes.red_laid") == -200
        assert line(game, 1, "threes.red_laid") == 100


FIRST_TURNS = """
opening: {minimum: 0, may_open: {by_turn: {first: false, later: true}}}
discard: {barred: {by_turn: {first: [black_three], later: []}}}
pile: {may_be_taken: {by_turn: {first: false, later: true}}}
"""


class TestByTurn:
    HANDS: Final = dict.fromkeys(range(4), "K K K 3s 4 5")

    @pytest.mark.parametrize("turns", [1, 4, 5])
    def test_each_player_has_one_first_turn(self, turns: int) -> None:
        """What is barred in first turns is free from the second round of turns on."""
        first = turns <= 4
        parts: dict[str, Any] = {"turns": turns, "hands": self.HANDS}
        game = position(FIRST_TURNS, **parts)
        lay, discard = parse_action("lay K K K"), parse_action("discard 3s")
        assert codes(game, "lay K K K") == ["opening_barred"] * first
        assert codes(game, "discard 3s") == ["discard_barred"] * first
        assert (lay in game.legal_actions) is not first
        listed = [*map(str, game.legal_actions)]
        assert ("lay K K K" in listed, "discard 3b" in listed) == (not first,) * 2
        assert bool(game.can_open(0)) is not first
        assert discard in position("", **parts).legal_actions

    def test_refusals_say_when_and_by_which_key(self) -> None:
        """A refusal names the key, and the moment that will pass."""
        game = position(
            FIRST_TURNS, turns=2, hands=self.HANDS, pile="4 K", phase="draw"
        )
        [pile, opening] = game.why_not(parse_action("take K K K"))
        assert (pile.key, opening.key) == ("pile.may_be_taken", "opening.may_open")
        for refusal in (pile, opening):
            assert "in your first turn of a round" in refusal.message
        assert not any(str(a).startswith("take") for a in game.legal_actions)
        always = position("pile: {may_be_taken: false}\n", phase="draw", pile="4 K")
        refusal = always.why_not(parse_action("take K K K"))[0]
        assert refusal.message == "The discard pile is never taken."

    def test_no_other_way_to_open_is_left(self) -> None:
        """While nobody may open, neither a book nor an emptied packet opens."""
        ways = "or_book: [any], waived: when_packet_empties, must_hold: [clean]"
        text = FIRST_TURNS.replace("minimum: 0", f"minimum: 100, {ways}")
        hands = {0: "4 4 4 4 4 4 4"}
        shut = position(text, turns=1, hands=hands)
        assert {str(a).split()[0] for a in shut.legal_actions} == {"discard"}
        assert not shut.can_open(0)
        later = position(text, turns=6, hands=hands)
        assert codes(later, "lay 4 4 4 4 4 4 4") == []

    def test_a_round_from_the_deal(self) -> None:
        """In a match nobody opens in a first turn, and somebody does later."""
        opened = []
        for seed in range(3):
            game = Game(rules(FIRST_TURNS), seed=seed)
            player = HeuristicPlayer()
            while game.round == 1 and game.phase != "over":
                before = [*game.state.opened]
                turns = game.state.turns
                game.push(player.choose(game.view(game.turn)))
                if game.round == 1 and game.state.opened != before:
                    opened.append(turns)
        assert opened
        assert min(opened) > 4

    def test_what_is_asked_of_a_seat_out_of_turn(self) -> None:
        """Whether a seat could open is asked of the turn that it will have next."""
        game = position(FIRST_TURNS, turns=3, turn=2, hands=self.HANDS)
        assert [bool(game.can_open(seat)) for seat in (2, 3, 0, 1)] == [
            False,
            False,
            True,
            True,
        ]

    def test_positions_are_in_a_later_turn_unless_said(self) -> None:
        """A position of which nothing is said is no first turn under such rules."""
        game = position(FIRST_TURNS, hands=self.HANDS)
        assert codes(game, "lay K K K") == []
        text = "rules: whitnack\nturns: 7\n"
        assert Position.loads(text).turns == 7
        assert Position.loads(Position.loads(text).to_yaml()) == Position.loads(text)

    @pytest.mark.parametrize("turns", [1, 4, 5])
    def test_nobody_goes_out_in_a_first_turn(self, turns: int) -> None:
        """Whoever could go out waits for the second turn; all answers agree."""
        first = turns <= 4
        text = (
            "opening: {minimum: 0}\nfoot: {after_meld: same_turn}\n"
            "going_out: {books: {}, may_go_out: "
            "{by_turn: {first: false, later: true}}}\n"
        )
        packets: dict[int, list[str]] = {seat: [] for seat in range(4)}
        hands = dict.fromkeys(range(4), "K K K")
        game = position(text, turns=turns, hands=hands, packets=packets, phase="play")
        seat = game.turn
        lay = parse_action("lay K K K")
        refusals = game.why_not(lay)
        assert [refusal.key for refusal in refusals] == (
            ["going_out.keep", "going_out.may_go_out"] * first
        )
        assert all("first turn" in refusal.message for refusal in refusals[1:])
        assert (lay in game.legal_actions) is not first
        assert bool(game.can_go_out(seat)) is not first
        events = game.push(parse_action("discard K") if first else lay)
        assert any(isinstance(event, WentOut) for event in events) is not first

    def test_that_it_is_barred_is_the_only_reason(self) -> None:
        """Where nobody may go out, no books or cards are told to be in the way."""
        text = (
            "going_out: {permission: binding, books: {clean: 1, dirty: 2}, "
            "may_go_out: {by_turn: {first: false, later: true}}}\n"
        )
        packets: dict[int, list[str]] = {seat: [] for seat in range(4)}
        parts: dict[str, Any] = {"packets": packets, "opened": [0], "phase": "play"}
        game = position(text, turns=1, hands={0: "K K K"}, **parts)
        assert codes(game, "ask") == ["out_barred"]
        found = game.can_go_out(0)
        assert [refusal.code for refusal in found.missing] == ["out_barred"]
        later = position(text, turns=5, hands={0: "K K K"}, **parts)
        assert codes(later, "ask") == ["books_missing", "no_way_out"]

    def test_nobody_goes_out_in_a_round(self) -> None:
        """What a round bars is refused with the round; in the next one it is free."""
        text = (
            "opening: {minimum: 0, may_open: {by_round: [false, true]}}\n"
            "going_out: {books: {}, may_go_out: {by_round: [false, true]}}\n"
            "foot: {after_meld: same_turn}\n"
            "pile: {may_be_taken: {by_round: [false, true]}}\n"
        )
        packets: dict[int, list[str]] = {seat: [] for seat in range(4)}
        hands = dict.fromkeys(range(4), "K K K")
        for number in (1, 2):
            for key, tried, phase, opened in (
                ("opening.may_open", "lay K K K", "play", []),
                ("going_out.may_go_out", "lay K K K", "play", [0]),
                ("pile.may_be_taken", "take K K K", "draw", [0]),
            ):
                table = {"phase": phase, "opened": opened, "round": number}
                game = position(text, pile="4 K", hands=hands, packets=packets, **table)
                found = {one.key: one for one in game.why_not(parse_action(tried))}
                assert (key in found) is (number == 1)
                assert key not in found or "in this round" in found[key].message

    @pytest.mark.parametrize(
        "within",
        [
            "{by_round: [TURNS, true]}",
            "{by_players: {4: TURNS, else: true}}",
            "{by_score: {below: TURNS, 500: true}}",
        ],
    )
    def test_the_moment_within_another_form_is_named(self, within: str) -> None:
        """Where a first turn is barred in some rounds, it is the turn that is told."""
        turns = "{by_turn: {first: false, later: true}}"
        text = f"opening: {{may_open: {within.replace('TURNS', turns)}}}\n"
        game = position(text, turns=1, phase="play", hands={0: "K K K 4"})
        (refusal,) = game.why_not(parse_action("lay K K K"))
        assert refusal.message == "You may not open in your first turn of a round."

    def test_nobody_may_ever_go_out(self) -> None:
        """That nobody goes out at any time is an error at the key."""
        found = [*check_text(HEAD + "going_out: {may_go_out: false}\n")[1].problems]
        assert [problem.code for problem in found] == ["HF367"]

    def test_nobody_may_ever_open(self) -> None:
        """That nobody opens at any time is an error at the key; a moment is none."""
        found = [*check_text(HEAD + "opening: {may_open: false}\n")[1].problems]
        assert [problem.code for problem in found] == ["HF353"]
        assert not [*check_text(HEAD + FIRST_TURNS)[1].problems]


BY_PACKET = "pile: {needs: {by_packet: {first: natural_pair, last: top_card_used}}}\n"


class TestByPacket:
    @pytest.mark.parametrize(("left", "found"), [(1, ["pair_missing"]), (0, [])])
    def test_the_pile_is_easier_from_the_last_packet(
        self, left: int, found: list[str]
    ) -> None:
        """From the last packet the top card need only be used."""
        game = position(
            BY_PACKET,
            phase="draw",
            opened=[0],
            hands={0: "K 2 8 9 4 5"},
            packets={0: [11] * left},
            pile="7 K",
        )
        assert codes(game, "take K K 2")[: len(found) or None] == found

    def test_each_player_has_a_packet_of_his_own(self) -> None:
        """Of two partners, the rule follows the packet of the one who plays."""
        parts: dict[str, Any] = {
            "phase": "draw",
            "opened": [0],
            "hands": {0: "K 2 8 9 4 5", 2: "K 2 8 9 4 5"},
            "packets": {0: []},
            "pile": "7 K",
        }
        assert codes(position(BY_PACKET, turn=0, **parts), "take K K 2") == []
        partner = position(BY_PACKET, turn=2, **parts)
        assert codes(partner, "take K K 2") == ["pair_missing"]

    def test_a_packet_that_is_taken_changes_the_draw(self) -> None:
        """The draw after the last packet was taken is the one of that packet."""
        text = """
draw: {cards: {by_packet: {first: 2, last: 3}}}
"""
        game = position(
            text, hands={0: "4"}, packets={0: ["9 9 8 8"], 1: [1], 2: [1], 3: [1]}
        )
        play(game, "discard 4")
        for _ in range(3):
            play(game, "draw")
            listed = [a for a in game.legal_actions if isinstance(a, Discard)]
            game.push(listed[0])
        assert game.turn == 0
        held = len(game.state.cards[0])
        play(game, "draw")
        assert len(game.state.cards[0]) == held + 3

    def test_a_single_packet_is_the_last(self) -> None:
        """Where there is only a hand, it is the last packet from the start."""
        text = "deal: {foot: 0}\ndraw: {cards: {by_packet: {first: 1, last: 4}}}\n"
        game = Game(rules(text), seed=1)
        seat = game.state.turn
        held = len(game.state.cards[seat])
        play(game, "draw")
        assert len(game.state.cards[seat]) == held + 4


OUT = """
threes: {red_laid: {by_out: {out: 100, others: 50}}}
scoring: {held_percent: {by_out: {out: 0, others: 200}}}
going_out: {books: {clean: 0, dirty: 0, wild: 0}, bonus: 0}
"""


class TestByOut:
    def test_the_side_that_goes_out_scores_otherwise(self) -> None:
        """Red threes and held cards count by whether the side went out."""
        game = position(
            OUT,
            hands={0: "4", 1: "K K", 2: "Q", 3: ""},
            packets={0: [], 1: [], 2: [], 3: []},
            red={0: 2, 1: 2},
            opened=[0, 1],
        )
        play(game, "discard 4")
        assert line(game, 0, "threes.red_laid") == 200
        assert line(game, 1, "threes.red_laid") == 100
        assert line(game, 0, "scoring.values") == 0
        assert line(game, 1, "scoring.values") == -40

    def test_nobody_went_out(self) -> None:
        """When the stock ends the round, the value for others holds for everyone."""
        game = position(OUT, phase="draw", red={0: 2}, stock="", hands={0: "K"})
        play(game, "draw")
        assert line(game, 0, "threes.red_laid") == 100


class TestRemembered:
    """Which rules are in force is looked up once for each situation."""

    @pytest.mark.parametrize(
        "name", ["whitnack", "hand-knee-foot-village-scoring", "seven-rounds-runs"]
    )
    def test_as_looked_up(self, name: str) -> None:
        """The first time and later the tables are those of the situation."""
        rules = load_rules(name)
        moments = product((False, True), repeat=4)
        for fields in product((4,), (2,), (1, 2, 3), (0, 1500, -200), moments):
            at: tuple[Any, ...] = (*fields[:4], *fields[4])
            for _ in range(2):
                assert in_force(rules, *at) is compiled(rules, Situation(*at))

    def test_scores_without_end(self) -> None:
        """Hardly more is kept after ten thousand scores than after a thousand."""
        changing = rules("opening: {minimum: {by_score: {below: 15, 0: 50, 1500: 90}}}")
        found = []
        tracemalloc.start()
        for most in (1_000, 10_000):
            for score in range(-most, most):
                in_force(changing, 4, 2, 1, score)
            found.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert found[1] - found[0] < 100_000

    @pytest.mark.parametrize("name", variant_names())
    def test_whether_scores_decide(self, name: str) -> None:
        """Scores decide something where a value is written by score, nowhere else."""
        rules = load_rules(name)
        assert rules.of_the_score == ("by_score:" in rules.to_yaml())


class TestWithout:
    def test_other_rulesets_pay_nothing(self) -> None:
        """Without a value of the moment the tables of the deal hold all round."""
        plain = rules("opening: {minimum: 0}\n")
        assert not plain.of_the_moment
        game = Position(plain, hands={0: "K K K Q 4 5"}).game()
        before = game.state.tables
        play(game, "lay K K K")
        assert game.state.tables is before

    def test_settling_again_changes_nothing(self) -> None:
        """The rules in force follow from the state alone."""
        game = position(HALF_PAIR, hands={0: "K K K 4 5"})
        play(game, "lay K K K")
        now = list(game.state.tables)
        resettle(game.state)
        assert all(a is b for a, b in zip(now, game.state.tables, strict=True))


def test_a_partner_is_answered_by_the_own_packet() -> None:
    """Who asks out of turn is told by the values of that player, not of who plays."""
    text = (
        "handfoot: 1\nname: Test\nextends: whitnack\n"
        "opening: {minimum: {by_packet: {first: 50, last: 120}}}\n"
    )
    game = Position(
        loads_rules(text), hands={0: "9 9 9 4", 2: "A A A 4"}, packets={0: [], 2: [5]}
    ).game()
    assert game.view(0).can_open().minimum == 120
    answer = game.view(2).can_open()
    assert (answer.minimum, bool(answer), answer.now) == (50, True, False)
