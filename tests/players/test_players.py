from __future__ import annotations

import math
import random
import time
from collections.abc import Callable

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handfoot import Game, HandfootError, Position, RuleSet, load_rules, loads_rules
from handfoot.cards import FACES_OF_KIND, parse_cards
from handfoot.play.actions import (
    ASK,
    DRAW,
    NO,
    YES,
    Action,
    Discard,
    Lay,
    TakePile,
)
from handfoot.players import PLAYER_NAMES, player_class
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.players.outlook import Outlook
from handfoot.players.random import RandomPlayer
from handfoot.players.throws import danger
from handfoot.rules.book_kinds import ANY_KIND
from handfoot.study.matches import play_match
from handfoot.table.views import View
from handfoot.testing import check_player, games

# Rulesets of several families; all shipped ones are played in the soak.
NAMES = ("eleven-card", "foot-canasta", "six-deck-10000", "whitnack")
TABLES = [
    (name, seats) for name in NAMES for seats in load_rules(name)["players.counts"]
]
MAKERS: tuple[Callable[[int], RandomPlayer | HeuristicPlayer], ...] = (
    RandomPlayer,
    HeuristicPlayer,
)


def _choice(position: Position, seed: int = 0) -> Action:
    game = position.game()
    assert game.turn is not None
    action = HeuristicPlayer(seed).choose(game.view(game.turn))
    assert game.is_legal(action)
    return action


def _worth_of(view: View, packet: int) -> float:
    """Return what the seen cards of a packet are worth as a hand."""
    hand = [0] * len(view.hand_counts)
    for card in view.packets_shown(view.turn or 0)[packet]:
        hand[card.kind] += 1
    return Outlook(view).value(hand, ())


def _turn(position: Position) -> list[Action]:
    """Return what the player does until its turn is over."""
    game = position.game()
    player = HeuristicPlayer(0)
    seat = game.turn
    done = []
    while game.turn == seat and game.round == position.round:
        done.append(player.choose(game.view(seat)))
        game.push(done[-1])
    return done


class TestNames:
    def test_every_name_makes_a_player(self) -> None:
        """Each name stands for a class that plays."""
        for name in PLAYER_NAMES:
            game = Game("whitnack", 4, seed=1)
            assert game.turn is not None
            action = player_class(name)(seed=1).choose(game.view(game.turn))
            assert game.is_legal(action)

    def test_unknown_name(self) -> None:
        """An unknown name is an error that lists the known ones."""
        with pytest.raises(HandfootError, match="random, heuristic"):
            player_class("nobody")


class TestEveryPlayer:
    @pytest.mark.parametrize("make", MAKERS)
    @pytest.mark.parametrize("name", NAMES)
    def test_legal_and_repeatable(
        self, make: Callable[[int], RandomPlayer | HeuristicPlayer], name: str
    ) -> None:
        """Whole matches are legal, and the same seed plays them the same way."""
        check_player(make, name, seats=load_rules(name)["players.counts"][-1])

    @pytest.mark.parametrize("make", MAKERS)
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(game=games(most_steps=150), seed=st.integers(0, 2**32))
    def test_legal_under_any_rules(
        self,
        make: Callable[[int], RandomPlayer | HeuristicPlayer],
        game: Game,
        seed: int,
    ) -> None:
        """Under any ruleset that can be said, from any position, choices are legal."""
        player = make(seed)
        for _ in range(60):
            if game.turn is None:
                break
            action = player.choose(game.view(game.turn))
            assert game.is_legal(action), action
            game.push(action)

    @pytest.mark.parametrize("make", MAKERS)
    @pytest.mark.parametrize(("name", "seats"), TABLES)
    def test_hidden_cards_do_not_matter(
        self,
        make: Callable[[int], RandomPlayer | HeuristicPlayer],
        name: str,
        seats: int,
    ) -> None:
        """Exchanging cards that a seat cannot see does not change what it does."""
        game = Game(name, seats, seed=3)
        choices = random.Random(5)
        for step in range(60):
            seat = game.turn
            if seat is None:
                break
            action = make(step).choose(game.view(seat))
            other = _with_other_hidden_cards(game, seat, choices)
            assert make(step).choose(other.view(seat)) == action
            game.push(action)


def _with_other_hidden_cards(game: Game, seat: int, choices: random.Random) -> Game:
    """Return a game that ``seat`` cannot tell from ``game``."""
    state = game.state.copy()
    red = FACES_OF_KIND[14]
    hidden = bytearray(state.stock)
    for other, packets in enumerate(state.packets):
        hidden += b"".join(packets)
        hidden += state.cards[other] if other != seat else b""
    # Red threes are never in a hand where they are laid, so they stay in the stock.
    plain = [face for face in hidden if face not in red]
    choices.shuffle(plain)
    counts = [len(cards) for cards in state.cards]
    for other in range(state.seats):
        if other == seat:
            continue
        held = state.cards[other]
        state.remove(other, held)
        state.give(other, bytes(plain.pop() for _ in range(counts[other])))
    state.packets = [
        tuple(bytes(plain.pop() for _ in packet) for packet in packets)
        for packets in state.packets
    ]
    state.stock = bytes([*plain, *(face for face in hidden if face in red)])
    return Game.at(state)


class TestHeuristic:
    def test_goes_out(self) -> None:
        """With every condition met and opponents as near, it goes out at once."""
        done = _turn(
            Position(
                "foot-canasta",
                turn=0,
                hands={0: "K K 5", 1: 3, 2: 3, 3: 3},
                packets={0: [], 1: [], 2: [], 3: []},
                played=[0, 1, 2, 3],
                melds=_books(),
            )
        )
        assert sum(isinstance(action, Lay) for action in done) == 1
        assert done[-1] == Discard(done[-1].card)  # type: ignore[union-attr]
        assert len(done) == 2

    def test_asks_before_it_goes_out(self) -> None:
        """Where partners are asked, it asks before it lays what it needs to go out."""
        position = Position(
            "whitnack",
            hands={0: "K K 5", 1: 3, 2: 3, 3: 3},
            packets={seat: [] for seat in range(4)},
            played=[0, 1, 2, 3],
            melds=_books(),
        )
        assert _choice(position) == ASK

    @pytest.mark.parametrize(
        ("held", "answer"), [("4 5", YES), ("JK JK JK JK A A A A A A K K K Q Q", NO)]
    )
    def test_answers(self, held: str, answer: Action) -> None:
        """It says yes with next to nothing, and no while it holds very much.

        The opponents hold little and are far from going out, so the round can go on.
        """
        position = Position(
            "eleven-card",
            phase="answer",
            hands={0: "K K 5", 1: 3, 2: held, 3: 3},
            packets={seat: [] for seat in range(4)},
            melds={0: _books()[0][:4]},
        )
        assert _choice(position) == answer

    def test_opens_when_it_can(self) -> None:
        """A hand worth the minimum opens, without wilds where naturals are enough."""
        position = Position(
            "whitnack", hands={0: "K K K A A A 4 5 6 7 8 2 JK"}, pile="9"
        )
        done = _turn(position)
        assert isinstance(done[0], Lay)
        cards = [card.rank for group in done[0].groups for card in group.cards]
        assert not {"2", "JK"} & {*cards}

    def test_takes_a_good_pile(self) -> None:
        """Seven cards for a natural pair are better than two from the stock."""
        position = Position(
            "whitnack",
            phase="draw",
            hands={0: "K K 4 5 6 7 8 9 10 J"},
            melds={0: ["A A A"]},
            pile="4 5 6 7 8 9 K",
        )
        assert isinstance(_choice(position), TakePile)

    def test_draws_when_it_waits_to_go_out(self) -> None:
        """Opponents about to go out make a pile of cards a burden."""
        position = Position(
            "foot-canasta",
            phase="draw",
            hands={0: "K K", 1: 2, 2: 2, 3: 2},
            packets={seat: [] for seat in range(4)},
            played=[0, 1, 2, 3],
            melds=_books()
            | {
                1: [
                    "5 5 5 5 5 5 5",
                    "7 7 7 7 7 7 7",
                    "10 10 10 10 10 2 2",
                    "J J J J J 2 2",
                    "JK JK JK JK JK 2 2",
                ]
            },
            pile="4 5 6 7 8 9 K",
        )
        game = position.game()
        assert any(isinstance(a, TakePile) for a in game.legal_actions)
        assert _choice(position) == DRAW

    def test_keeps_pairs(self) -> None:
        """Of equal cards it throws one that stands alone."""
        position = Position(
            "whitnack", hands={0: "4 4 5 5 6 6 7 8 8 9 9"}, opened=[0], pile="10"
        )
        assert str(_choice(position)) == "discard 7"

    def test_bars_a_large_pile(self) -> None:
        """Before a large pile, a black three is the safest card to throw."""
        position = Position(
            "whitnack",
            hands={0: "4 5 6 7 8 9 10 J Q 3b", 1: 13},
            melds={1: ["A A A"]},
            pile="9 9 9 9 9 9 9 10 10 10 10 10 10 10 J J J J J J",
        )
        assert str(_choice(position)) == "discard 3b"

    def test_keeps_a_clean_meld_clean(self) -> None:
        """While clean books are missing and within reach no wild spoils one."""
        position = Position(
            "eleven-card",
            hands={0: "4 5 6 7 8 9 10 J 2"},
            melds={0: ["K K K K K K"]},
            pile="Q",
        )
        assert isinstance(_choice(position), Discard)

    def test_keeps_wilds_that_going_out_needs(self) -> None:
        """Alone it saves wilds for the book of wilds that it lacks, and only then."""
        held, melds = "2 2 JK 4 5 6 7", ["K K K K K 2", "Q Q Q Q Q 2 2"]
        lacks = Position(
            "board-game-arena", seats=2, hands={0: held}, melds={0: melds}, pile="9"
        )
        assert str(_choice(lacks)) == "lay 2 2 JK"
        has = Position(
            "board-game-arena",
            seats=2,
            hands={0: held},
            melds={0: [*melds, "2 2 2 2 2 2 2"]},
            pile="9",
        )
        assert str(_choice(has)) != "lay 2 2 JK"

    def test_finishes_a_dirty_book(self) -> None:
        """A wild that finishes a missing dirty book is well spent."""
        position = Position(
            "eleven-card",
            hands={0: "4 5 6 7 8 9 10 J 2"},
            melds={0: ["K K K K K 2"]},
            pile="Q",
        )
        assert str(_choice(position)) == "lay 2 on K"

    def test_empties_the_hand_to_reach_the_foot(self) -> None:
        """The last cards of the hand are laid, so that the foot is played at once."""
        done = _turn(
            Position("whitnack", hands={0: "K K K"}, melds={0: ["A A A"]}, pile="Q")
        )
        assert isinstance(done[0], Lay)

    def test_hopes_of_runs_do_not_fill_its_hand(self) -> None:
        """Where suits decide too, players come to their last packets in a round."""
        game = Game("seven-rounds-runs", seed=1)
        players = [HeuristicPlayer(seat) for seat in range(4)]
        reached: set[int] = set()
        while game.round == 1 and (seat := game.turn) is not None:
            view = game.view(seat)
            if not view.packets_left(seat):
                reached.add(seat)
            game.push(players[seat].choose(view))
        assert len(reached) > 1

    def test_throws_what_opponents_cannot_use(self) -> None:
        """Where a use for the top card is enough, it does not feed their melds."""
        position = Position(
            "six-deck-10000",
            hands={0: "9 J 5 6", 1: 13},
            melds={0: ["A A A"], 1: ["9 9 9 9", "J J J J", "5 5 5 5"]},
            pile="7 7 7 7 7 7 7 7",
        )
        assert str(_choice(position)) == "discard 6"

    @pytest.mark.parametrize("own_meld", ["no", "unfinished", "any"])
    def test_does_not_throw_what_an_own_meld_takes(self, own_meld: str) -> None:
        """Where their melds earn the pile it throws the one card they have no use for."""
        rules = load_rules("whitnack").with_changes({"pile.own_meld": own_meld})
        position = Position(
            rules,
            hands={0: "9 J 5 K", 1: 13},
            melds={0: ["A A A"], 1: ["9 9 9 9", "J J J J", "5 5 5 5 5 5 5"]},
            pile="7 7 7 7 7 7 7 7",
            packets={1: []},
        )
        # A full book is closed here, and takes nothing whatever the rule.
        wasted = {"discard 5"} if own_meld != "no" else {"discard 5", "discard K"}
        assert str(_choice(position)) in wasted
        game = position.game()
        outlook = Outlook(game.view(0))
        risks = {word: danger(outlook, parse_cards(word)[0]) for word in "9JK"}
        assert (risks["9"] > 2 * risks["K"]) == (own_meld != "no")
        # Who has the foot to come does not fill the hand with a pile.
        early = attrs.evolve(position, packets={}).game()
        outlook = Outlook(early.view(0))
        risks = {word: danger(outlook, parse_cards(word)[0]) for word in "9K"}
        assert risks["9"] < 2 * risks["K"]

    @pytest.mark.parametrize("choice", ["face_up", "top_up", "top_seen"])
    def test_chooses_the_better_hand_that_it_sees(self, choice: str) -> None:
        """Of packets of which it sees something it takes the one worth more."""
        rules = load_rules("whitnack").with_changes(
            {"deal.hand": 11, "deal.foot": 11, "deal.hand_choice": choice}
        )
        found = set()
        for seed in range(4):
            game = Game(rules, seed=seed)
            while game.phase == "choose" and game.turn is not None:
                view = game.view(game.turn)
                wilds = [
                    sum(card.kind in view.tables.wild_kinds for card in packet)
                    for packet in view.packets_shown(game.turn)
                ]
                action = HeuristicPlayer(seed).choose(view)
                if choice != "face_up" and wilds[0] != wilds[1]:
                    found.add(str(action) == f"choose {1 + (wilds[1] > wilds[0])}")
                values = [_worth_of(view, packet) for packet in (0, 1)]
                if values[0] != values[1]:
                    best = 1 + (values[1] > values[0])
                    assert str(action) == f"choose {best}"
                game.push(action)
        assert found <= {True}
        assert found or choice == "face_up"

    def test_is_quick(self) -> None:
        """A choice takes a few milliseconds at most, listing included."""
        player = HeuristicPlayer(1)
        game = Game("six-deck-10000", 4, seed=2)
        began = time.perf_counter()
        count = 0
        while game.turn is not None and count < 400:
            game.push(player.choose(game.view(game.turn)))
            count += 1
        assert (time.perf_counter() - began) / count < 0.01

    def test_reads_the_rules_only(self) -> None:
        """A ruleset under another name is played in the same way."""
        rules = load_rules("whitnack")
        other = RuleSet("other", rules.values, {})
        one, two = (
            play_match(chosen, ["heuristic"], 4, 21) for chosen in (rules, other)
        )
        assert one == two

    @pytest.mark.parametrize(("name", "seats"), TABLES)
    def test_beats_random_players(self, name: str, seats: int) -> None:
        """Against random players it wins far more than its share: p below 1e-6.

        Under the null hypothesis that all players are alike, each side wins with
        the chance of one in as many as there are sides; the side that it plays goes
        round, so that no seat is favoured.
        """
        rules = load_rules(name)
        sides = seats // rules.side_size(seats)
        # Enough that one match lost does not decide.
        matches = math.ceil(8.5 / math.log10(sides))
        won = 0
        for number in range(matches):
            mine = number % sides
            kinds = [
                "heuristic" if s % sides == mine else "random" for s in range(seats)
            ]
            result = play_match(rules, kinds, seats, f"beats {number}")
            won += result.winners == (mine,)
        chance = 1 / sides
        tail = sum(
            math.comb(matches, k) * chance**k * (1 - chance) ** (matches - k)
            for k in range(won, matches + 1)
        )
        assert tail < 1e-6, f"{won} of {matches} won"


def _books() -> dict[int, list[str]]:
    """Return melds of side 0 with every book that the partnership games ask for."""
    return {
        0: [
            "4 4 4 4 4 4 4",
            "6 6 6 6 6 6 6",
            "8 8 8 8 8 2 2",
            "9 9 9 9 9 2 2",
            "JK JK JK JK JK 2 2",
            "K K K",
        ]
    }


def test_quota_of_any_kind_is_understood() -> None:
    """A quota of books of any kind is a quota too."""
    rules = load_rules("whitnack").with_changes({"going_out.books": {ANY_KIND: 3}})
    result = play_match(rules, ["heuristic"], 4, 1)
    assert any(one.reason == "out" for one in result.rounds)


def test_nobody_passes_for_ever() -> None:
    """Where the pile is free, a round ends though each would rather pass a card on."""
    rules = loads_rules(
        "handfoot: 1\nname: Free\nextends: whitnack\n"
        "pile: {needs: nothing}\nmatch: {rounds: 1}\n"
    )
    for seed in (2, 5):
        game = Game(rules, seed=seed)
        players = [HeuristicPlayer(seat) for seat in range(4)]
        while (seat := game.turn) is not None and game.ply < 3000:
            game.push(players[seat].choose(game.view(seat)))
        assert game.is_over
