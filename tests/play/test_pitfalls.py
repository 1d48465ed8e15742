"""Sixty faults that programs for this game were found to have, one test for each."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import (
    Game,
    Group,
    IllegalAction,
    Lay,
    Position,
    RuleSet,
    load_rules,
    parse_action,
    parse_cards,
)
from handfoot.play.events import Drew, Event, RedThreeLaid, RoundEnded, WentOut
from handfoot.rules.language.scoped import ByScore
from handfoot.table.takeback import may_take_back, take_back
from tests.play.seeds import SEEDS, ruleset

WHITNACK: Final = "whitnack"
ELEVEN: Final = "eleven-card"
SIX_DECK: Final = "six-deck-10000"
# Two clean, two dirty, one of wilds: what the Whitnack game asks for.
QUOTA: Final = (
    "J J J J J J J",
    "Q Q Q Q Q Q Q",
    "8 8 8 8 8 2 2",
    "9 9 9 9 9 2 2",
    "2 2 2 JK JK JK JK",
)
# The play against which a pile is taken by what lies on the own side's table.
CLASSIC: Final[dict[str, Any]] = {"pile__take": "all", "pile__own_meld": "any"}


def at(rules: RuleSet | str, **parts: Any) -> Game:
    """Return a position; seat 0 has drawn and is to play unless said otherwise."""
    return Position(rules, **parts).game()


def bare(rules: RuleSet | str, **parts: Any) -> Game:
    """Return a position in which nobody holds a card but for what is said."""
    hands = dict.fromkeys(range(4), "") | parts.pop("hands", {})
    packets: dict[int, list[str]] = {seat: [] for seat in range(4)}
    packets |= parts.pop("packets", {})
    usual: dict[str, Any] = {"phase": "draw", "stock": 0}
    return at(rules, hands=hands, packets=packets, **(usual | parts))


def codes(game: Game, text: str) -> set[str]:
    """Return the codes of the refusals of an action; none when it is legal."""
    return {refusal.code for refusal in game.why_not(parse_action(text))}


def legal(game: Game, text: str) -> bool:
    """Whether an action is legal."""
    return game.is_legal(parse_action(text))


def do(game: Game, *texts: str) -> list[Event]:
    """Do actions and return what happened."""
    return [event for text in texts for event in game.push(parse_action(text))]


def hand(game: Game, seat: int = 0) -> str:
    """Return what a seat holds, by rank."""
    return " ".join(card.rank for card in game.view(seat).hand)


def table(game: Game, side: int = 0) -> list[str]:
    """Return the melds of a side, by rank."""
    melds = game.view(0).melds(side)
    return [" ".join(sorted(card.rank for card in meld.cards)) for meld in melds]


def ended(events: list[Event]) -> list[str]:
    """Return how rounds ended."""
    return [event.reason for event in events if isinstance(event, RoundEnded)]


def line(game: Game, key: str, round_number: int = 1, side: int = 0) -> int:
    """Return the points that a key gave to a side in a round."""
    sheet = game.score_sheet(round_number)[side]
    return sum(line.points for line in sheet.lines if line.key == key)


# -- opening --------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEEDS)
def test_p01_groups_of_an_opening_add_up(name: str) -> None:
    """Two groups, each short of the minimum, open together."""
    game = at(name, round=2, hands={0: "10 10 JK J J JK 4 5"})
    assert codes(game, "lay 10 10 JK") == {"opening_short"}
    assert legal(game, "lay 10 10 JK, J J JK")


def test_p02_a_group_of_wilds_counts_in_an_opening() -> None:
    """Wilds melded alone open with their full value, where they may be melded."""
    cards = {0: "2 2 JK 4 5 6"}
    assert legal(at(WHITNACK, round=2, hands=cards), "lay 2 2 JK")
    assert "no_wild_melds" in codes(at(ELEVEN, round=2, hands=cards), "lay 2 2 JK")


@pytest.mark.parametrize("name", [WHITNACK, ELEVEN])
def test_p03_further_groups_count_when_opening_with_the_pile(name: str) -> None:
    """The pickup's meld and other groups count together; buried cards never."""
    parts: dict[str, Any] = {"phase": "draw", "pile": "K K K Q"}
    game = at(name, hands={0: "Q Q A A A 2 4 5"}, **parts)
    assert codes(game, "take Q Q Q") == {"opening_short"}
    assert legal(game, "take Q Q Q, A A A")
    assert legal(game, "take Q Q Q, A A 2")
    assert "still_buried" in codes(game, "take Q Q Q, K K K")


def test_p04_a_short_opening_locks_nobody() -> None:
    """After an opening that fell short all is as before, and a discard is free."""
    game = at(WHITNACK, round=2, hands={0: "K K K 4 5 8 9"})
    with pytest.raises(IllegalAction):
        do(game, "lay K K K")
    assert hand(game) == "4 5 8 9 K K K"
    assert not table(game)
    assert not game.view(0).opened(0)
    assert legal(game, "discard 4")


def test_p05_exactly_the_minimum_opens() -> None:
    """Fifty reaches fifty, unless the rules ask for more than the minimum."""
    cards = {0: "K K K 4 4 4 4 9 8"}
    play = "lay K K K, 4 4 4 4"
    assert legal(at(WHITNACK, hands=cards), play)
    strict = ruleset(opening__minimum=50, opening__reach="more_than")
    assert codes(at(strict, hands=cards), play) == {"opening_short"}


def test_p06_the_minimum_stays_for_the_round() -> None:
    """A minimum by score goes by the total with which the round began."""
    steps = ruleset(opening__minimum=ByScore(((0, 50), (1500, 90))))
    game = at(steps, scores=[1490, 0, 0, 0], red={0: 1}, hands={0: "K K JK 4"})
    assert game.score_sheet()[0].total == 1490 + game.score_sheet()[0].points
    assert game.view(0).minimum(0) == 50
    assert legal(game, "lay K K JK")


def test_p07_a_short_opening_says_what_is_missing() -> None:
    """The refusal tells what the cards are worth and how much is missing."""
    game = at(WHITNACK, round=2, hands={0: "10 10 JK 4 5"})
    (refusal,) = game.why_not(parse_action("lay 10 10 JK"))
    assert (refusal.wanted, refusal.found) == (90, 70)
    assert "20 short" in refusal.message


# -- making melds and adding to them --------------------------------------------------


def test_p08_equal_wilds_and_naturals() -> None:
    """Two naturals with two wilds go by the one limit of the ruleset."""
    parts: dict[str, Any] = {"opened": [0], "hands": {0: "Q Q 2 2 4 5 8"}}
    play = "lay Q Q 2 2"
    assert "too_many_wilds" in codes(at(WHITNACK, **parts), play)
    assert "too_many_wilds" in codes(at(ELEVEN, **parts), play)
    assert legal(at(SIX_DECK, **parts), play)
    assert legal(at(ruleset(wilds__ratio="equal"), **parts), play)


def test_p09_making_and_adding_keep_one_limit() -> None:
    """A third wild is refused in a new meld as in one that lies there."""
    lying = at(WHITNACK, hands={0: "JK 4 5 8"}, melds={0: ["9 9 9 9 2 2"]})
    assert codes(lying, "lay JK on 9") == {"too_many_wilds"}
    new = at(WHITNACK, opened=[0], hands={0: "9 9 9 9 2 2 JK 4 5"})
    assert codes(new, "lay 9 9 9 9 2 2 JK") == {"too_many_wilds"}


def test_p10_the_order_of_cards_says_nothing() -> None:
    """A group that begins with a wild is the same meld."""
    for play in ("lay 2 9 9 9", "lay 9 9 9 2", "lay 9 2 9 9"):
        game = at(WHITNACK, opened=[0], hands={0: "2 9 9 9 4 5"})
        do(game, play)
        (meld,) = game.view(0).melds(0)
        assert (meld.name, meld.naturals, meld.wilds) == ("9#1", 3, 1)


def test_p11_several_cards_are_added_at_once() -> None:
    """Two kings join four in one play."""
    game = at(WHITNACK, hands={0: "K K 4 5"}, melds={0: ["K K K K"]})
    do(game, "lay K K")
    assert table(game) == ["K K K K K K"]


def test_p12_an_eighth_card() -> None:
    """A finished book takes no card, or takes it and stays one book of one bonus."""
    parts: dict[str, Any] = {"hands": {0: "K 4 5"}, "melds": {0: ["K K K K K K K"]}}
    for name in (WHITNACK, ELEVEN, SIX_DECK):
        assert codes(at(name, **parts), "lay K on K") == {"book_closed"}
    game = at(ruleset(books__after="anything"), **parts)
    do(game, "lay K on K")
    (kings,) = (
        line for line in game.score_sheet()[0].lines if line.key.endswith("clean.bonus")
    )
    assert (kings.count, kings.points) == (1, 500)


@pytest.mark.parametrize("name", [WHITNACK, ELEVEN])
def test_p13_never_two_unfinished_melds_of_a_rank(name: str) -> None:
    """A pickup joins the unfinished meld; a second one beside it is refused."""
    game = at(
        name,
        phase="draw",
        hands={0: "7 7 4 5"},
        melds={0: ["7 7 7"]},
        pile="9 7",
    )
    assert "unfinished_meld" in codes(game, "take 7 7 7 new")
    do(game, "take 7 7 7")
    assert table(game) == ["7 7 7 7 7 7"]


def test_p14_jacks_are_no_jokers() -> None:
    """Seven jacks are clean: their cards and the bonus, 570."""
    game = bare(WHITNACK, melds={0: ["J J J J J J J"]})
    assert game.view(0).melds(0)[0].book == "clean"
    assert game.score_sheet()[0].points == 570


def test_p15_a_book_of_wilds_is_not_dirty() -> None:
    """Wild books fill no dirty place."""
    for name, melds in (
        (WHITNACK, [QUOTA[0], QUOTA[1], QUOTA[2], QUOTA[4]]),
        (SIX_DECK, [*QUOTA[:4], "A A A A A A A", QUOTA[4]]),
    ):
        game = at(
            name,
            hands={0: "4"},
            packets={0: [], 2: []},
            played=[2],
            melds={0: melds},
        )
        missing = game.why_not(parse_action("discard 4"))
        found = [r.wanted for r in missing if r.code == "books_missing"]
        assert found == [{"dirty": 2 if name == WHITNACK else 3}]


def test_p16_melds_are_named_not_counted() -> None:
    """Three groups of one play make three melds, and names outlast new melds."""
    game = at(WHITNACK, hands={0: "K K K Q Q Q J J J 2"}, packets={0: ["4 5 6 8 9 10"]})
    do(game, "lay K K K, Q Q Q, J J J 2")
    assert sorted(table(game)) == ["2 J J J", "K K K", "Q Q Q"]
    assert hand(game) == "4 5 6 8 9 10"
    game = at(WHITNACK, hands={0: "4 4 4 K 5 8"}, melds={0: ["9 9 9", "K K K"]})
    do(game, "lay 4 4 4", "lay K on K#1")
    assert sorted(table(game)) == ["4 4 4", "9 9 9", "K K K K"]


def test_p17_the_limit_of_wilds_is_not_for_books_of_wilds() -> None:
    """Wilds alone are legal where allowed, whatever melds of a rank may hold."""
    parts: dict[str, Any] = {"opened": [0], "hands": {0: "2 JK JK JK 4 5"}}
    assert legal(at(WHITNACK, **parts), "lay 2 JK JK")
    assert codes(at(ELEVEN, **parts), "lay 2 JK JK") == {"no_wild_melds"}
    assert legal(at(SIX_DECK, **parts), "lay 2 JK JK JK")


# -- taking the pile ------------------------------------------------------------------


def test_p18_the_pile_taken_onto_a_meld() -> None:
    """An own meld of the top rank earns the pile where the rules say so."""
    parts: dict[str, Any] = {
        "phase": "draw",
        "hands": {0: "4 5 8 9"},
        "melds": {0: ["J J J"]},
        "pile": "4 5 6 8 J",
    }
    for name in (WHITNACK, ELEVEN):
        assert codes(at(name, **parts), "take J") == {"pair_missing"}
    assert legal(at(ruleset(**CLASSIC), **parts), "take J")
    assert legal(at(SIX_DECK, **parts), "take J")
    parts["pile"] = "5 6 8 J"
    assert codes(at(SIX_DECK, **parts), "take J") == {"pile_too_small"}


def test_p19_a_pickup_lays_the_pair_with_the_top_card() -> None:
    """All three lie on the table and two cards fewer are in the hand."""
    game = at(WHITNACK, phase="draw", opened=[0], hands={0: "7 7 4 5"}, pile="7")
    do(game, "take 7 7 7")
    assert table(game) == ["7 7 7"]
    assert hand(game) == "4 5"


@pytest.mark.parametrize("name", [WHITNACK, ELEVEN])
def test_p20_only_the_top_card_decides(name: str) -> None:
    """A wild that is covered no longer stands in the way."""
    parts: dict[str, Any] = {"phase": "draw", "opened": [0], "hands": {0: "4 4 8 9"}}
    assert legal(at(name, pile="9 2 4", **parts), "take 4 4 4")


@pytest.mark.parametrize("name", [WHITNACK, ELEVEN])
def test_p21_a_black_three_blocks_the_next_player_only(name: str) -> None:
    """The pile is closed while the three is on top and open once it is covered."""
    game = at(
        name,
        opened=[0, 1],
        hands={0: "3b 4 5", 1: "4 4 9 8", 2: "9 9 5 6"},
        pile="4 4",
        stock="5 6 8 10",
    )
    do(game, "discard 3b")
    assert codes(game, "take 4 4 4") >= {"top_barred"}
    do(game, "draw", "discard 9")
    assert legal(game, "take 9 9 9")
    pile = "3b 4 5 6 9"
    game = at(SIX_DECK, phase="draw", opened=[0], hands={0: "9 9 5"}, pile=pile)
    assert legal(game, "take 9 9 9")


def test_p22_a_pickup_that_leaves_nothing_to_discard() -> None:
    """Refused in the last packet without the right to go out; else the foot comes."""
    parts: dict[str, Any] = {
        "phase": "draw",
        "opened": [0],
        "hands": {0: "K K"},
        "pile": "K",
    }
    game = at(WHITNACK, packets={0: []}, **parts)
    assert "keep_cards" in codes(game, "take K K K")
    game = at(WHITNACK, packets={0: ["4 5 6 8"]}, **parts)
    do(game, "take K K K")
    assert hand(game) == "4 5 6 8"
    assert game.turn == 0


def test_p23_the_foot_waits_until_the_pickup_is_done() -> None:
    """A hand that is empty in the middle of a pickup is no empty hand."""
    game = at(WHITNACK, phase="draw", opened=[0], hands={0: "Q Q"}, pile="4 5 6 8 9 Q")
    do(game, "take Q Q Q")
    assert hand(game) == "4 5 6 8 9"
    assert game.view(0).packets_left(0) == (13,)


def test_p24_what_a_pickup_leaves_stays_in_order() -> None:
    """The top cards go, the others stay as they lay."""
    game = at(
        WHITNACK,
        phase="draw",
        opened=[0],
        hands={0: "Q Q 4"},
        pile="4s 5s 6s 7s 8 9 10 J K A Q",
    )
    before = game.state.pile
    do(game, "take Q Q Q")
    assert game.state.pile == before[:4]
    game = at(
        SIX_DECK, phase="draw", opened=[0], hands={0: "Q Q 4"}, pile="4 5 6 7 8 Q"
    )
    do(game, "take Q Q Q")
    assert [card.rank for card in [game.view(0).top] if card] == ["4"]


def test_p25_a_short_pile_is_filled_or_not() -> None:
    """Where a small pile is filled from the stock, the stock gives what it can."""
    parts: dict[str, Any] = {
        "phase": "draw",
        "opened": [0],
        "hands": {0: "K K 4"},
        "pile": "5 6 K",
    }

    def held(stock: str, *, fill: bool) -> int:
        rules = ruleset(pile__take=6, pile__fill_from_stock=fill)
        game = at(rules, stock=stock, **parts)
        assert not ended(do(game, "take K K K"))
        return game.view(0).held(0)

    assert held("8 8 8 9 9", fill=False) == 3
    assert held("8 8 8 9 9", fill=True) == 6
    assert held("9 9", fill=True) == 5


def test_p26_a_draw_made_of_two_sources() -> None:
    """A pickup of the top card alone may be filled up by a card of the stock."""
    rules = ruleset(pile__take=1, pile__then_draw=1)
    game = at(
        rules,
        phase="draw",
        opened=[0],
        hands={0: "9 9 4"},
        pile="5 6 9",
        stock="8 K",
    )
    do(game, "take 9 9 9")
    assert hand(game) == "4 K"
    assert game.view(0).pile == 2


# -- threes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "points"),
    [(WHITNACK, -25), (SIX_DECK, -120), (ruleset(threes__black_caught=0), -20)],
)
def test_p27_a_black_three_held_costs_what_the_rules_say(
    rules: RuleSet | str, points: int
) -> None:
    """An ace and a black three are charged by the ruleset's own values."""
    game = bare(rules, hands={0: "A 3b"})
    assert game.score_sheet()[0].points == points


def test_p28_red_threes_in_a_foot() -> None:
    """A red three in a foot is laid when the foot comes, caught when it does not."""
    foot = {0: ["3r 4 4 4 5 5 5 6 6 6 7 7 7"]}
    for changes, count in (({}, 13), ({"threes__red_replaced": "not_from_packet"}, 12)):
        game = at(ruleset(**changes), hands={0: "9"}, packets=foot)
        do(game, "discard 9")
        assert len(game.view(0).red_threes(0)) == 1
        assert game.view(0).held(0) == count
    game = bare(WHITNACK, hands={0: "4"}, packets={0: ["3r"]})
    assert game.score_sheet()[0].points == -105


def test_p29_dealt_red_threes_are_laid_in_a_fixed_order() -> None:
    """From the first player round the table, each seat until it holds none."""
    met = 0
    for seed in range(12):
        game = Game(WHITNACK, seed=seed)
        events = [logged.event for logged in game.events(everything=True)]
        seats = [e.seat for e in events if isinstance(e, RedThreeLaid)]
        order = [(seat - 1) % 4 for seat in seats]
        assert order == sorted(order)
        met += len(seats) > 1
    assert met


def test_p30_a_round_that_nobody_can_end_ends() -> None:
    """Under a limit of turns the round ends by itself and is scored once."""
    rules = ruleset(round_end__most_turns=2, stock__when_short="reshuffle")
    game = Game(rules, seed=1)
    events: list[Event] = []
    while game.round == 1:
        kind = "draw" if game.phase == "draw" else "discard"
        events += game.push(
            next(a for a in game.legal_actions if str(a).startswith(kind))
        )
    assert ended(events) == ["turns"]
    assert len(game.state.sheets) == game.sides


# -- hand, foot, going out ------------------------------------------------------------


EASY: Final[dict[str, Any]] = {"going_out__books": {"clean": 1}}
OUT: Final[dict[str, Any]] = {"packets": {0: []}, "melds": {0: [QUOTA[0], "A A A"]}}


@pytest.mark.parametrize(
    ("cards", "play"),
    [
        ("4 4 4", "lay 4 4 4"),
        ("A", "lay A"),
        ("4 4 4 A", "lay 4 4 4, A"),
    ],
)
def test_p31_going_out_by_a_meld_ends_the_round(cards: str, play: str) -> None:
    """By a new meld, an addition, or both at once: the round is over, with a bonus."""
    game = at(ruleset(**EASY), hands={0: cards}, **OUT)
    events = do(game, play)
    assert ended(events) == ["out"]
    assert WentOut(0) in events
    assert line(game, "going_out.bonus") == 100


def test_p31_going_out_by_a_pickup_ends_the_round() -> None:
    """A pickup after which nothing is left ends the round too."""
    game = at(ruleset(**EASY), phase="draw", hands={0: "4 4"}, pile="4", **OUT)
    assert ended(do(game, "take 4 4 4")) == ["out"]


def test_p32_the_foot_comes_after_a_meld_or_an_addition() -> None:
    """A hand that is melded out brings the foot in the same turn, else it stays."""
    for cards, melds, play in (
        ("K K K", [], "lay K K K"),
        ("K", ["K K K"], "lay K"),
    ):
        game = at(
            WHITNACK,
            opened=[0],
            hands={0: cards},
            melds={0: melds},
            packets={0: ["4 5 6 8 9"]},
        )
        do(game, play)
        assert hand(game) == "4 5 6 8 9"
        assert (game.turn, game.phase) == (0, "play")
    game = at(WHITNACK, opened=[0], hands={0: "K K K Q"})
    do(game, "lay K K K")
    assert hand(game) == "Q"
    assert game.view(0).packets_left(0) == (13,)


def test_p33_nobody_melds_down_to_nothing_without_the_books() -> None:
    """Two cards stay in the foot, unless the play itself makes the missing book."""
    parts: dict[str, Any] = {"opened": [0], "packets": {0: []}}
    for name in (WHITNACK, ELEVEN):
        game = at(name, hands={0: "A A A 4"}, **parts)
        assert "keep_cards" in codes(game, "lay A A A")
        assert legal(at(name, hands={0: "A A A 4 5"}, **parts), "lay A A A")
    rules = ruleset(going_out__books={"clean": 1, "dirty": 1})
    game = at(
        rules,
        hands={0: "A A A A A A A"},
        packets={0: []},
        melds={0: [QUOTA[2]]},
    )
    assert legal(game, "lay A A A A A A A")


@pytest.mark.parametrize("name", [WHITNACK, ELEVEN])
def test_p34_the_last_card_stays_without_the_books(name: str) -> None:
    """Two clean and one dirty book do not let the last card go."""
    game = at(
        name,
        hands={0: "4"},
        packets={0: [], 2: []},
        played=[2],
        melds={0: [*QUOTA[:3]]},
    )
    assert "books_missing" in codes(game, "discard 4")


def test_p35_a_final_discard_is_asked_for_or_not() -> None:
    """Melding the last card goes out unless the rules ask for a discard."""
    for last, free in (("either", True), ("discard", False), ("meld", True)):
        rules = ruleset(going_out__last_card=last, **EASY)
        assert legal(at(rules, hands={0: "5 5 5"}, **OUT), "lay 5 5 5") == free
        game = at(rules, hands={0: "5 5 5 4"}, **OUT)
        assert legal(game, "lay 5 5 5") == (last != "meld")
    parts: dict[str, Any] = {"packets": {0: [], 2: []}, "played": [2]}
    melds = {0: [*QUOTA[:4], "A A A A A A A", "7 7 7 7 7 2 2"]}
    game = at(SIX_DECK, hands={0: "5 5 5"}, melds=melds, **parts)
    assert "last_card_discarded" in codes(game, "lay 5 5 5")
    game = at(SIX_DECK, hands={0: "5 5 5 4"}, melds=melds, **parts)
    assert ended(do(game, "lay 5 5 5", "discard 4")) == ["out"]


def test_p36_a_round_ends_once() -> None:
    """One round is counted up and one sheet is written for each side."""
    game = at(ruleset(**EASY), hands={0: "4"}, **OUT)
    assert ended(do(game, "discard 4")) == ["out"]
    assert game.round == 2
    assert [(sheet.round, sheet.side) for sheet in game.state.sheets] == [
        (1, side) for side in range(4)
    ]


def test_p37_the_last_turn_of_the_others() -> None:
    """Each other player has one more turn; who went out first went out."""
    game = at(
        ruleset(going_out__last_lap="always", **EASY),
        hands={0: "4", 1: "5 6 8 9", 2: "5 6 8 9", 3: "5 6 8 9"},
        stock="10 10 10 10 10 10 10 10",
        **OUT,
    )
    events = do(game, "discard 4")
    assert not ended(events)
    for seat in (1, 2, 3):
        assert (game.round, game.turn) == (1, seat)
        events = do(game, "draw", "discard 5")
    assert ended(events) == ["out"]
    assert line(game, "going_out.bonus") == 100
    assert line(game, "going_out.bonus", side=1) == 0


def ready(cards: str) -> Game:
    """Return a Whitnack position in which seat 0 may ask to go out."""
    return at(
        WHITNACK,
        hands={0: cards},
        packets={0: [], 2: []},
        played=[2],
        melds={0: list(QUOTA)},
    )


def test_p38_only_the_partner_is_asked() -> None:
    """The question goes to seat 2, and nobody else may answer it."""
    game = ready("4 4 4 5")
    do(game, "ask")
    assert (game.turn, game.phase) == (2, "answer")
    yes = parse_action("yes")
    for seat in (0, 1, 3):
        assert [r.code for r in game.why_not(yes, seat)] == ["not_your_turn"]
    assert not game.why_not(yes, 2)


def test_p39_a_no_leaves_all_cards_where_they_are() -> None:
    """One asks before the cards go down; after a no the play is not made."""
    game = ready("4 4 4 5")
    assert "permission_needed" in codes(game, "lay 4 4 4")
    assert not ended(do(game, "ask", "no"))
    assert hand(game) == "4 4 4 5"
    assert "permission_denied" in codes(game, "lay 4 4 4")
    assert legal(game, "discard 5")


# -- the stock, and rounds that it ends -----------------------------------------------


def test_p40_a_red_three_that_cannot_be_replaced() -> None:
    """The round ends at once, without a bonus, and the three counts."""
    game = bare(
        ruleset(draw__cards=1), hands={0: "4"}, stock="3r", melds={0: ["9 9 9"]}
    )
    assert ended(do(game, "draw")) == ["stock"]
    assert line(game, "threes.red_laid") == 100
    assert line(game, "going_out.bonus") == 0


def test_p41_the_pile_may_be_taken_when_the_stock_is_empty() -> None:
    """A pickup goes on, a draw ends the round, and a black three leaves only that."""
    parts: dict[str, Any] = {"hands": {0: "4 5 8"}, "melds": {0: ["Q Q Q Q"]}}
    game = bare(ruleset(**CLASSIC), pile="Q", **parts)
    assert legal(game, "take Q")
    twin = game.copy()
    assert not ended(do(game, "take Q"))
    assert ended(do(twin, "draw")) == ["stock"]
    assert line(twin, "going_out.bonus") == 0
    game = bare(ruleset(**CLASSIC), pile="3b", **parts)
    assert [str(action) for action in game.legal_actions] == ["draw"]


def test_p42_one_card_for_a_draw_of_two() -> None:
    """The round ends, or the discards are shuffled: never half a draw."""
    parts: dict[str, Any] = {"hands": {0: "4 5"}, "stock": "8", "pile": "4 5 6 7"}
    for name in (WHITNACK, ELEVEN):
        assert ended(do(bare(name, **parts), "draw")) == ["stock"]
    game = bare(SIX_DECK, **parts)
    assert not ended(do(game, "draw"))
    assert game.view(0).held(0) == 4
    assert "8" in hand(game)
    assert game.view(0).pile == 1


@pytest.mark.parametrize("name", SEEDS)
def test_p43_a_draw_from_nothing(name: str) -> None:
    """With no stock and no pile a draw ends the round by name, without a crash."""
    assert ended(do(bare(name, hands={0: "4 5"}), "draw")) == ["stock"]


# -- seats ----------------------------------------------------------------------------


def test_p44_the_lead_goes_round() -> None:
    """The player left of the dealer leads, and the deal moves left."""
    game = Game(WHITNACK, seed=5, dealer=3)
    leads: list[tuple[int, int | None]] = []
    while not game.is_over:
        if game.round > len(leads):
            leads.append((game.state.dealer, game.turn))
        draw = [a for a in game.legal_actions if str(a) in ("draw", "no")]
        game.push((draw or list(game.legal_actions))[0])
    assert leads == [(3, 0), (0, 1), (1, 2), (2, 3)]
    assert Game(WHITNACK).state.partners(0) == (2,)


def test_p45_other_numbers_of_players() -> None:
    """Three alone, two teams of three and six alone each have their sides and scores."""
    for seats, size, sides in ((3, 1, 3), (6, 3, 2), (6, 1, 6)):
        game = Game(SIX_DECK, seats, side_size=size, seed=1, dealer=0)
        assert len(game.scores) == game.sides == sides
        for turn in range(1, seats + 2):
            assert game.turn == turn % seats
            do(game, "draw")
            game.push(list(game.legal_actions)[-1])
        partners = {seat % sides for seat in (0, *game.state.partners(0))}
        assert partners == {0}


def test_p46_out_of_turn_and_out_of_phase() -> None:
    """Nothing is done before the draw, or by another seat, and nothing changes."""
    game = at(WHITNACK, phase="draw", opened=[0], hands={0: "K K K 4", 1: "K K K 4"})
    before = game.copy()
    for text in ("discard 4", "lay K K K", "ask", "yes"):
        with pytest.raises(IllegalAction):
            do(game, text)
    refusals = game.why_not(parse_action("draw"), 1)
    assert [refusal.code for refusal in refusals] == ["not_your_turn"]
    assert game == before


def test_p47_rules_stay_as_they_are() -> None:
    """A ruleset cannot be changed in place; what is derived from it is said."""
    rules = load_rules(ELEVEN)
    with pytest.raises(AttributeError):
        rules.name = "another"  # type: ignore[misc]  # the point of the test
    with pytest.raises(TypeError):
        rules.values["deck.packs"] = 1  # type: ignore[index]  # as above
    changed = rules.with_changes({"draw.cards": 3})
    assert (rules["draw.cards"], changed["draw.cards"]) == (2, 3)
    packs = [len(Game(rules, n, side_size=n // 2, seed=1).state.stock) for n in (2, 4)]
    assert packs[0] < 3 * 54 < packs[1]


# -- taking back, hidden cards --------------------------------------------------------


def test_p48_taking_back_restores_the_table() -> None:
    """A first meld taken back leaves an empty table; a draw is not taken back."""
    game = at(ruleset(), hands={0: "K K JK 4 5"}, stock="8 8")
    before = game.copy()
    do(game, "lay K K JK")
    take_back(game, 0)
    assert game == before
    assert not table(game)
    game = at(ruleset(), phase="draw", hands={0: "K K JK 4 5"}, stock="8 8")
    do(game, "draw")
    assert may_take_back(game, 0)


def test_p49_adding_nothing_is_refused() -> None:
    """A lay without groups, or with an empty one, is no lay."""
    game = at(WHITNACK, hands={0: "4 5"}, melds={0: ["K K K"]})
    for lay in (Lay(()), Lay((Group((), "K#1"),)), Lay((Group(()),))):
        assert [refusal.code for refusal in game.why_not(lay)] == ["empty_group"]


def test_p50_the_log_tells_nobody_what_another_drew() -> None:
    """Drawn cards are in the events of the seat that drew them, and in no other's."""
    game = at(WHITNACK, phase="draw", hands={0: "4 5"}, stock="8 9")
    do(game, "draw")
    for seat in (0, 1, 2, 3, None):
        (drew,) = (
            logged.event
            for logged in game.events(seat)
            if isinstance(logged.event, Drew)
        )
        assert (drew.cards is not None) == (seat == 0)
        assert drew.count == 2


# -- scoring --------------------------------------------------------------------------


def test_p51_everything_is_scored_once() -> None:
    """Cards added one by one count once, beside the bonus of the book."""
    game = bare(SIX_DECK, phase="play", hands={0: "8 2 4 5"}, melds={0: ["8 8 8 8 JK"]})
    do(game, "lay 8", "lay 2 on 8")
    assert game.score_sheet()[0].points == 420 - 10


def test_p52_an_unfinished_meld_of_wilds() -> None:
    """Its cards score and nothing else, unless the rules set a price on it."""
    parts: dict[str, Any] = {"melds": {0: ["2 2 JK"]}}
    assert bare(WHITNACK, **parts).score_sheet()[0].points == 90
    dear = ruleset(books__kinds__wild__unfinished=-500)
    assert bare(dear, **parts).score_sheet()[0].points == 90 - 500


def test_p53_the_rules_can_be_printed() -> None:
    """The rule card of a table says how many cards a pickup takes and what grows."""
    card = load_rules(WHITNACK).rule_card().markdown()
    assert "takes 7 cards from the top" in card
    assert "no card may be added" in card


# -- found by running programs --------------------------------------------------------


def test_p54_three_naturals_are_no_clean_book() -> None:
    """A meld counts for going out only once it is a book."""
    rules = ruleset(wilds__ratio="more", going_out__books={"clean": 1, "dirty": 1})
    game = at(
        rules,
        hands={0: "4"},
        packets={0: []},
        melds={0: ["K K K", "Q Q Q Q 2 2 2"]},
    )
    (refusal,) = game.why_not(parse_action("discard 4"))
    assert (refusal.code, refusal.wanted) == ("books_missing", {"clean": 1})


def test_p55_a_refused_discard_moves_nothing() -> None:
    """The last card stays in the hand and the pile as it was."""
    game = at(WHITNACK, hands={0: "4"}, packets={0: []}, pile="9", opened=[0])
    before = game.copy()
    with pytest.raises(IllegalAction):
        do(game, "discard 4")
    assert game == before
    assert hand(game) == "4"
    assert game.view(0).pile == 1


def test_p56_every_way_of_laying_has_the_same_guard() -> None:
    """Fifteen points do not open at ninety, whatever the play is called."""
    game = at(WHITNACK, round=2, hands={0: "4 4 4 5 8"})
    for play in ("lay 4 4 4", "lay 4 4 4 new"):
        assert codes(game, play) == {"opening_short"}
    game = at(WHITNACK, round=2, phase="draw", hands={0: "4 4 5 8"}, pile="4")
    assert codes(game, "take 4 4 4") == {"opening_short"}


def test_p57_no_card_vanishes() -> None:
    """A king and a queen offered to the kings are refused together."""
    game = at(WHITNACK, hands={0: "K Q 4 5"}, melds={0: ["K K K"]})
    both = Lay((Group(parse_cards("K Q"), "K"),))
    with pytest.raises(IllegalAction):
        game.push(both)
    assert hand(game) == "4 5 Q K"
    assert table(game) == ["K K K"]


def test_p58_the_last_card_stays_without_any_book() -> None:
    """A last discard without books is refused, so no turn goes on with an empty hand."""
    rules = ruleset(**EASY)
    game = at(rules, hands={0: "4"}, packets={0: []}, melds={0: ["K K K"]})
    assert codes(game, "discard 4") == {"books_missing"}


@pytest.mark.parametrize("name", [WHITNACK, ELEVEN, SIX_DECK])
def test_p59_a_buried_black_three_closes_nothing(name: str) -> None:
    """Once it is covered, the pile is free again."""
    game = at(name, phase="draw", opened=[0], hands={0: "9 9 4"}, pile="3b 4 5 3b 6 9")
    assert legal(game, "take 9 9 9")


def test_p60_wilds_count_in_an_opening() -> None:
    """Two aces and a joker are worth ninety."""
    game = at(WHITNACK, round=2, hands={0: "A A JK 4 5"})
    assert legal(game, "lay A A JK")


# What the keys of today cannot say, and the key that it would need:
#
# P20, the other reading: a pile stays frozen until it is taken, though the wild in it is
#     covered: pile.frozen_by (which cards freeze it, until it is taken or covered).
# P22, the classic exception: a pickup that leaves no discard is legal when it completes
#     a book: going_out.keep, "or a book is completed".
# P26, in full: a draw of two of which one is the top card of the pile, unmelded:
#     draw.from_pile.
# P30, the cure by threes: the round ends after two rotations in which only threes were
#     discarded: round_end.only_threes. A limit of turns ends it all the same.
# P40, the other table: the turn ends without a discard and the red three is kept:
#     threes.unreplaced.
