"""Seed 001, eleven cards: four in partnerships, or two alone."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest

from handfoot import Game, HandfootError, load_rules, parse_action
from handfoot.play.events import (
    Dealt,
    Drew,
    Opened,
    PacketTaken,
    RedThreeLaid,
    RoundBegan,
    RoundEnded,
    TookPile,
    UpcardTurned,
)
from handfoot.testing import unconserved
from tests.seeds.helpers import (
    OPENER,
    OPENINGS,
    VALUES,
    allowed,
    at,
    bare,
    books,
    do,
    ended,
    happened,
    held,
    held_points,
    judged,
    lines,
    lying,
    melded_points,
    of_kind,
    pass_to,
    permit,
    random_match,
    ranks,
    ready,
    refused,
    seen,
    takes,
)

RULES: Final = "eleven-card"
# The second scoring example: three clean books and one dirty.
MELDS_B: Final = (
    "A A A A A A A",
    "K K K K K K K",
    "Q Q Q Q Q Q Q",
    "J J J J J 2 2",
    "A A A A",
    "10 10 10 10 10 10",
    "9 9 9 9 9 9",
    "4 4 4 4",
)
# The example of a pickup that opens: nines on top, three kings below.
PICKUP: Final[dict[str, Any]] = {
    "phase": "draw",
    "hands": {0: "9c 9s Qh Qc 2d 7 8"},
    "pile": "Kc 4 Kd 5 Kh 6 9d",
}


# -- examples -------------------------------------------------------------------------


def test_e18_two_cards_are_too_few() -> None:
    """E18: two nines are no meld (001-24)."""
    game = at(RULES, opened=[0], hands={0: "9s 9d 4 5 6"})
    (refusal,) = refused(game, "lay 9s 9d", "melds.smallest")
    assert (refusal.wanted, refusal.found) == (3, 2)


def test_e19_wilds_outnumber_natural() -> None:
    """E19: one seven and two wilds are no meld (001-24)."""
    judged(
        RULES,
        "lay 7c 2s JK",
        "wilds.ratio",
        "any",
        opened=[0],
        hands={0: "7c 2s JK 4 5"},
    )


def test_e20_as_many_wilds_as_naturals() -> None:
    """E20: two fours and two wilds are no meld (001-24)."""
    judged(
        RULES,
        "lay 4h 4c 2d 2h",
        "wilds.ratio",
        "equal",
        opened=[0],
        hands={0: "4h 4c 2d 2h 5 6"},
    )


def test_e21_threes_cannot_be_melded() -> None:
    """E21: three threes are no meld, whatever their colours (001-22, 001-24)."""
    game = at(RULES, opened=[0], hands={0: "3s 3c 3s 3d 4 5"})
    refused(game, "lay 3s 3c 3s", "melds.ranks")
    refused(game, "lay 3s 3c 3d", "melds.ranks")


def test_e22_meld_needs_naturals() -> None:
    """E22: wilds alone are no meld (001-24)."""
    judged(
        RULES,
        "lay 2s 2h JK",
        "wilds.all_wild",
        True,
        opened=[0],
        hands={0: "2s 2h JK 4 5"},
    )


def _round_three() -> Game:
    return at(
        RULES,
        round=3,
        hands={0: "Ks Kh Kd Ac Ad 2s JK 4 5 6 8", 2: "4 4 4 5 6"},
    )


def test_e23_opening_of_90_in_round_three_refused() -> None:
    """E23: kings for 30 and aces with a two for 60 do not reach 120 (001-36)."""
    (refusal,) = refused(_round_three(), "lay K K K, A A 2", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (120, 90)


def test_e24_opening_of_140_in_round_three() -> None:
    """E24: with the joker on the kings 140 open, for the partner too.

    001-32, 001-36.
    """
    game = _round_three()
    do(game, "lay K K K JK, A A 2", "discard 4")
    assert happened(game, Opened)[0].points == 140
    pass_to(game, 2)
    do(game, "draw")
    allowed(game, "lay 4 4 4")


def test_e25_pickup_alone_does_not_open() -> None:
    """E25: the taken kings do not help the nines to open.

    001-40, 001-44, 001-75, R001-10. The refused pickup leaves all as it was.
    """
    game = at(RULES, **PICKUP)
    (refusal,) = refused(game, "take 9d 9c 9s", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (50, 30)
    refused(game, "take 9d 9c 9s, K K K", "pile.buried")


def test_e26_pickup_opens_with_hand_cards() -> None:
    """E26: queens and a two from the hand bring the nines to 70.

    001-40, 001-43, 001-44. The six other cards go to the hand.
    """
    game = at(RULES, **PICKUP)
    do(game, "take 9d 9c 9s, Qh Qc 2d")
    assert happened(game, Opened)[0].points == 70
    assert held(game, 0) == ranks("7 8 K 4 K 5 K 6")
    assert (game.turn, game.phase) == (0, "play")


def test_e27_taken_kings_melded_same_turn() -> None:
    """E27: once the side is open the taken kings may be melded (001-44)."""
    game = at(RULES, **PICKUP)
    do(game, "take 9d 9c 9s, Qh Qc 2d", "lay K K K")
    assert set(lying(game, 0)) == {"9#1", "Q#1", "K#1"}


def test_e28_going_out_with_second_dirty_book() -> None:
    """E28: two wilds finish the nines, the sixes follow, the seven goes out (001-62)."""
    game = ready(
        RULES,
        hands={0: "6s 6h 6d 2h 2d 7c"},
        melds={0: [*books(clean=2, dirty=1), "9s 9h 9d 9c 2c"]},
        played=[],
    )
    do(game, "ask", "yes", "lay 2h 2d on 9")
    assert lying(game, 0)["9#1"] == (4, 3, "dirty")
    do(game, "lay 6s 6h 6d", "discard 7c")
    assert happened(game, RoundEnded)[0].reason == "out"
    sheet = lines(game.score_sheet(1)[0])
    assert sheet["dirty books"] == (2, 600)
    assert sheet["going out"] == (1, 100)


def test_e29_full_score_2820() -> None:
    """E29: 1000 + 900 + 200 + 640 + 100 - 20 = 2820 (001-69, lost-1)."""
    melds = (
        ("A A A A A A A", 140),
        ("K K K K K K K", 70),
        ("Q Q Q Q 2 2 2", 100),
        ("J J J J J J JK", 110),
        ("10 10 10 10 10 10 2", 80),
        ("A A A A", 80),
        ("9 9 9 9", 40),
        ("4 4 4 4", 20),
    )
    assert sum(worth for _, worth in melds) == 640
    game = ready(
        RULES,
        melds={0: [cards for cards, _ in melds]},
        red={0: 2},
        hands={0: "8", 2: "K 7 3b"},
    )
    do(game, "ask", "yes", "discard 8")
    sheet = game.score_sheet(1)[0]
    assert lines(sheet) == {
        "clean books": (2, 1000),
        "dirty books": (3, 900),
        "red threes laid": (2, 200),
        "cards melded": (47, 640),
        "going out": (1, 100),
        "cards held": (2, -15),
        "black threes held": (1, -5),
    }
    assert sheet.points == 2820


def test_e30_full_score_2355() -> None:
    """E30: 1500 + 300 + 100 + 590 - 135 = 2355 (001-70, lost-1)."""
    game = bare(
        RULES,
        melds={0: MELDS_B},
        red={0: 1},
        hands={0: "JK A Q 9 6 4", 2: "2 K 7"},
    )
    sheet = ended(game)[0]
    assert lines(sheet) == {
        "clean books": (3, 1500),
        "dirty books": (1, 300),
        "red threes laid": (1, 100),
        "cards melded": (48, 590),
        "cards held": (9, -135),
    }
    assert sheet.points == 2355


def test_e31_one_dirty_book_is_not_enough() -> None:
    """E31: a third clean book does not replace the second dirty one.

    001-55, 001-70.
    """
    game = bare(
        RULES,
        phase="play",
        melds={0: MELDS_B},
        hands={0: "JK A Q 9 6 4", 2: "2 K 7"},
    )
    missing, *_ = refused(game, "ask", "going_out.books")
    assert (missing.wanted, missing.found) == ({"dirty": 2}, {"dirty": 1})


@pytest.mark.parametrize(
    ("count", "split"), [(5, "9 9 on 9, 9 9 9 new"), (6, "9 on 9, 9 9 9 new")]
)
def test_e32_no_room_for_all_three(count: int, split: str) -> None:
    """E32: no pickup onto five or six, even with cards for a book and a new meld.

    001-39, 001-74, R001-9.
    """
    parts: dict[str, Any] = {
        "phase": "draw",
        "melds": {0: [" ".join(["9"] * count)]},
        "hands": {0: "9 9 9 9 4 5"},
        "pile": "4 9",
    }
    game = at(RULES, **parts)
    refused(game, "take 9 9 9", "pile.full_meld", "books.after")
    assert takes(game) == []
    judged(RULES, f"take {split}", "pile.full_meld", "complete_and_start", **parts)


def test_e33_wild_discard_blocks_while_on_top() -> None:
    """E33: a wild may be discarded and bars the pile until something lies on it.

    001-76, R001-2.
    """
    game = at(
        RULES,
        opened=[0, 1],
        hands={0: "2 4 5 8", 1: "2 2 9 9 4", 2: "9 9 4 5"},
        pile="4 5",
        stock="6 7",
    )
    do(game, "discard 2")
    refused(game, "take 2 2 2", "pile.wild_top", "wilds.all_wild")
    assert takes(game) == []
    do(game, "draw", "discard 9")
    allowed(game, "take 9 9 9")


def test_e34_short_opening_leaves_all_as_before() -> None:
    """E34: melds short of the minimum stay in the hand; the player just discards.

    001-34, 001-77, R001-10.
    """
    game = at(RULES, hands={0: "K K K 4 5"})
    refused(game, "lay K K K", "opening.minimum")
    assert held(game, 0) == ranks("K K K 4 5")
    assert lying(game, 0) == {}
    do(game, "discard 4")
    assert game.turn == 1


def test_e35_book_takes_no_eighth_card() -> None:
    """E35: a finished book is closed (001-26, 001-78)."""
    parts: dict[str, Any] = {
        "melds": {0: ["9 9 9 9 9 9 9"]},
        "hands": {0: "9 4 5"},
    }
    judged(RULES, "lay 9 on 9#1", "books.after", "naturals", **parts)


def test_e36_partners_meld_takes_cards() -> None:
    """E36: the melds of a side take cards of both partners (001-07, 001-73)."""
    game = at(RULES, turn=2, melds={0: ["K K K"]}, hands={2: "K 4 5"})
    do(game, "lay K")
    assert lying(game, 0) == {"K#1": (4, 0, None)}


def test_e37_empty_stock_pickup_or_end() -> None:
    """E37: on an empty stock a legal pickup plays on, anything else ends the round.

    001-63, 001-64. Nobody has the bonus for going out.
    """
    game = bare(RULES, opened=[0], hands=dict.fromkeys(range(4), "9 9 4 5"), pile="4 9")
    took = allowed(game, "take 9 9 9")
    assert (took.round, took.turn, took.phase) == (1, 0, "play")
    sheets = ended(game)
    assert happened(game, RoundEnded)[0].reason == "stock"
    assert not any("going out" in lines(sheet) for sheet in sheets)


def test_e38_red_three_with_empty_stock() -> None:
    """E38: a red three without a replacement counts and ends the round (001-65)."""
    game = bare(RULES, stock="4 3r")
    (sheet, _) = ended(game)
    assert not happened(game, RedThreeLaid)[0].replaced
    assert lines(sheet) == {"red threes laid": (1, 100), "cards held": (1, -5)}
    assert happened(game, RoundEnded)[0].reason == "stock"


def _tied_after(number: int) -> Game:
    game = bare(RULES, round=number, scores=[1000, 985], hands={0: "A", 1: "4"})
    do(game, "draw")
    assert game.scores == (980, 980)
    return game


def test_e39_tie_plays_another_round_at_150() -> None:
    """E39: equal totals after round four bring a fifth round at 150 (001-72)."""
    game = _tied_after(4)
    assert (game.round, game.is_over) == (5, False)
    assert game.view(0).minimum(0) == 150


def test_e40_never_down_to_one_card() -> None:
    """E40: in the foot nobody melds down to one card without going out.

    001-61, R001-6.
    """
    game = ready(RULES, melds={0: books(2, 1)}, hands={0: "8 8 8 4"})
    refused(
        game,
        "lay 8 8 8",
        "going_out.keep",
        "going_out.books",
    )


def test_e41_refused_upcards_buried() -> None:
    """E41: a red three, two or joker turned up is buried, a black three stands.

    001-12, R001-3. A black three bars the first player.
    """
    buried: Counter[str] = Counter()
    barred = 0
    for seed in range(120):
        game = Game(RULES, 4, seed=seed)
        *refusals, last = happened(game, UpcardTurned)
        assert all(event.buried for event in refusals)
        assert not last.buried
        buried += ranks(event.card for event in refusals)
        if ranks([last.card])["3b"]:
            barred += 1
            assert takes(game) == []
            keys = [r.key for r in game.why_not(parse_action("take 9 9 9"))]
            assert "pile.not_on" in keys
    assert set(buried) == {"2", "JK", "3r"}
    assert barred


def test_e42_new_meld_after_book() -> None:
    """E42: a finished book of kings lets a new meld of kings start (001-29)."""
    game = at(RULES, melds={0: books(clean=1)}, hands={0: "K K K 4 5"})
    do(game, "lay K K K")
    assert lying(game, 0) == {"K#1": (7, 0, "clean"), "K#2": (3, 0, None)}


def test_e43_two_players_own_books() -> None:
    """E43: a single player goes out on the own books and asks nobody.

    001-55, 001-80, R001-8.
    """
    melds = ["K K K K K K K", "Q Q Q Q Q Q Q", "J J J J J 2 2", "10 10 10 10 10 2 2"]
    game = at(RULES, seats=2, melds={0: melds}, hands={0: "8 8 8 4"}, packets={0: []})
    refused(game, "ask", "going_out.permission")
    do(game, "lay 8 8 8", "discard 4")
    assert happened(game, RoundEnded)[0].reason == "out"
    few = at(
        RULES, seats=2, melds={0: melds[:3]}, hands={0: "8 8 8 4"}, packets={0: []}
    )
    refused(few, "lay 8 8 8", "going_out.keep", "going_out.books")


def test_e44_lone_wild_onto_clean_meld() -> None:
    """E44: a wild alone may join while naturals outnumber wilds (001-30).

    The book it finishes is dirty.
    """
    six = at(RULES, melds={0: ["K K K K K K"]}, hands={0: "2 4 5"})
    do(six, "lay 2 on K")
    assert lying(six, 0) == {"K#1": (6, 1, "dirty")}
    three = at(RULES, melds={0: ["K K K"]}, hands={0: "2 2 2 4 5"})
    do(three, "lay 2 on K", "lay 2 on K")
    refused(three, "lay 2 on K", "wilds.ratio")


# -- table and deal -------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "packs"), [(2, 3), (4, 5)])
def test_packs_are_players_plus_one(seats: int, packs: int) -> None:
    """One pack more than players, two jokers in each (001-03)."""
    game = Game(RULES, seats, seed=1)
    view = game.view(None)
    cards = view.stock + view.pile
    cards += sum(view.held(s) + sum(view.packets_left(s)) for s in range(seats))
    cards += sum(len(view.red_threes(side)) for side in range(game.sides))
    assert cards == 54 * packs
    assert not unconserved(game.state)
    for others in (1, 3, 5, 6):
        with pytest.raises(HandfootError):
            Game(RULES, others)


def test_four_rounds() -> None:
    """A match without a tie has four rounds (001-04)."""
    outcome = random_match(RULES, seed=3).outcome()
    assert outcome is not None
    assert outcome.rounds == 4
    assert len(outcome.winners) == 1


def test_partners_sit_opposite() -> None:
    """Four play in partnerships, the turns alternating between sides (001-05)."""
    game = Game(RULES, 4, seed=2)
    assert [game.view(seat).side for seat in range(4)] == [0, 1, 0, 1]
    order = [game.turn]
    for _ in range(4):
        turn = game.turn
        assert turn is not None
        pass_to(game, (turn + 1) % 4)
        order.append(game.turn)
    assert order == [1, 2, 3, 0, 1]


def test_partners_cards_are_hidden() -> None:
    """What a player sees does not depend on the partner's hand (001-06)."""
    parts: dict[str, Any] = {"pile": "4 9", "stock": "4 5", "packets": {2: [11]}}
    own = {0: "K K K 4 5", 1: "8 8 8", 3: "7 7 7"}
    one = at(RULES, hands={**own, 2: "A A A 6"}, **parts)
    two = at(RULES, hands={**own, 2: "Q J 10 6"}, **parts)
    for looker in (0, 1, 3, None):
        assert seen(one, looker) == seen(two, looker)
    assert seen(one, 2) != seen(two, 2)


def test_deal_of_eleven() -> None:
    """Hands and feet of eleven; the own hand is seen, a foot only as a size.

    001-08, 001-09, 001-10, 001-50, 001-79, 001-81. There is no third packet.
    """
    game = Game(RULES, 4, seed=4)
    for seat in range(4):
        view = game.view(seat)
        assert len(view.hand) == 11
        assert [view.packets_left(other) for other in range(4)] == [(11,)] * 4
        dealt = [e.event for e in game.events(seat) if isinstance(e.event, Dealt)]
        assert [event.count for event in dealt] == [11] * 4
        assert [event.seat for event in dealt if event.cards] == [seat]


def test_upcard_starts_pile() -> None:
    """One card from the stock begins the pile (001-11)."""
    game = Game(RULES, 4, seed=4)
    assert game.view(None).pile == 1
    assert game.view(None).top == happened(game, UpcardTurned)[-1].card


def test_only_the_top_shows() -> None:
    """A view holds the top of the pile and its size, no card below (001-13)."""
    hands = dict.fromkeys(range(4), "K K K 4 5")
    parts: dict[str, Any] = {"hands": hands, "stock": "4 5"}
    one, two = (at(RULES, pile=pile, **parts) for pile in ("Q J 10 9", "5 6 7 9"))
    for looker in (0, 1, 2, 3, None):
        assert seen(one, looker) == seen(two, looker)
    assert one.view(0).pile == 4
    assert ranks([card for card in [one.view(0).top] if card]) == ranks("9")


def test_left_of_dealer_starts_and_deal_moves() -> None:
    """Left of the dealer begins, and the deal moves one seat left (001-14)."""
    game = random_match(RULES, seed=5)
    began = happened(game, RoundBegan)
    assert [event.dealer for event in began] == [n % 4 for n in range(len(began))]
    assert all(event.first == (event.dealer + 1) % 4 for event in began)


# -- score ----------------------------------------------------------------------------


def test_melded_counts_for_held_against() -> None:
    """Cards on the table score, cards in hand and foot cost (001-01, 001-15)."""
    game = bare(RULES, melds={0: ["K K K"]}, hands={0: "A"}, packets={2: ["9"]})
    sheet = ended(game)[0]
    assert lines(sheet) == {"cards melded": (3, 30), "cards held": (2, -30)}


def test_card_values() -> None:
    """The usual values, melded or held; a black three costs 5 (001-49, lost-1)."""
    for card, value in VALUES.items():
        assert held_points(RULES, card) == -value
        wild = card in ("2", "JK")
        melded = melded_points(RULES, f"K K {card}" if wild else " ".join([card] * 3))
        assert melded == (20 + value if wild else 3 * value)
    assert held_points(RULES, "3b") == -5


@pytest.mark.parametrize(
    ("cards", "kind", "bonus", "value"),
    [
        ("K K K K K K K", "clean", 500, 70),
        ("K K K K K K 2", "dirty", 300, 80),
        ("K K K K 2 2 JK", "dirty", 300, 130),
    ],
)
def test_book_bonuses(cards: str, kind: str, bonus: int, value: int) -> None:
    """Clean books 500, dirty ones 300, beside their cards.

    001-02, 001-27, 001-28, 001-83.
    """
    game = bare(RULES, melds={0: [cards]})
    assert lines(ended(game)[0]) == {
        f"{kind} books": (1, bonus),
        "cards melded": (7, value),
    }


def test_red_three_in_unreached_foot() -> None:
    """A red three in a foot never picked up costs 100 (001-46)."""
    sheet = ended(bare(RULES, packets={0: ["3r"]}))[0]
    assert lines(sheet) == {"red threes in packets": (1, -100)}


def test_round_score_adds_up() -> None:
    """A round is the sum of its lines; hands and feet of both partners subtract.

    001-67, 001-68.
    """
    game = bare(
        RULES,
        melds={0: [*books(1, 1), "4 4 4"]},
        red={0: 1},
        hands={0: "K", 2: "A"},
        packets={0: ["2"], 2: ["JK 3b"]},
    )
    sheet = ended(game)[0]
    cards = 70 + (50 + 40) + 15
    assert sheet.points == 500 + 300 + 100 + cards - (10 + 20 + 20 + 50) - 5
    for number in range(1, 5):
        for found in random_match(RULES, seed=6).score_sheet(number):
            assert sum(line.points for line in found.lines) == found.points
            assert found.before + found.points == found.total


def test_higher_total_wins() -> None:
    """After four rounds the higher total wins (001-71)."""
    game = bare(RULES, round=4, scores=[1000, 990], hands={0: "A", 1: "4"})
    do(game, "draw")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((980, 985), (1,))


def test_second_tie_plays_yet_another() -> None:
    """A tie after the extra round brings another one at 150 (R001-7)."""
    game = _tied_after(5)
    assert (game.round, game.is_over) == (6, False)
    assert game.view(0).minimum(0) == 150


# -- the turn -------------------------------------------------------------------------


def test_draw_two() -> None:
    """A draw is two cards (001-16)."""
    game = at(RULES, phase="draw", hands={0: "K"}, stock="6 4 5")
    (drew,) = of_kind(do(game, "draw"), Drew)
    assert ranks(drew.cards or ()) == ranks("4 5")
    assert held(game, 0) == ranks("K 4 5")


def test_red_three_drawn_is_replaced() -> None:
    """A drawn red three is laid and one more card drawn (001-17, 001-45)."""
    game = at(RULES, phase="draw", hands={0: "K"}, stock="6 5 4 3r")
    do(game, "draw")
    assert held(game, 0) == ranks("K 4 5")
    assert len(game.view(0).red_threes(0)) == 1


def test_meld_new_or_onto_or_nothing() -> None:
    """One melds as often as one likes, or not at all (001-18)."""
    game = at(RULES, melds={0: ["K K K"]}, hands={0: "K Q Q Q 9 9 9 4 5"})
    allowed(game, "discard 4")
    do(game, "lay K", "lay Q Q Q", "lay 9 9 9", "discard 4")
    assert game.turn == 1


def test_one_discard_ends_turn() -> None:
    """One discard ends the turn (001-19)."""
    game = at(RULES, hands={0: "K 4 5", 1: "K 4 5"})
    do(game, "discard K")
    assert (game.turn, game.phase) == (1, "draw")
    refused(game, "discard 4", "core.phase")


# -- melds ----------------------------------------------------------------------------


def test_meld_of_three_to_seven_of_a_rank() -> None:
    """Three to seven cards of one rank from four to ace, no runs.

    001-20, 001-21, 001-22.
    """
    game = at(RULES, opened=[0], hands={0: "4 4 4 K K K K K K K K A A A 5 6 7"})
    for text in ("lay 4 4 4", "lay K K K K K K K", "lay A A A"):
        allowed(game, text)
    refused(game, "lay 4 5 6", "core.group")
    refused(game, "lay K K K K K K K K", "books.after")


def test_naturals_outnumber_wilds() -> None:
    """Any two or joker may stand in a meld while naturals outnumber wilds.

    001-23, 001-83.
    """
    game = at(RULES, opened=[0], hands={0: "K K K K 2 2 JK 4 5"})
    for text in ("K K 2", "K K K JK", "K K K 2 JK", "K K K K 2 2 JK"):
        allowed(game, f"lay {text}")
    for text in ("K K 2 2", "K K K 2 2 JK", "K 2 JK"):
        refused(game, f"lay {text}", "wilds.ratio")


def test_one_open_meld_per_rank() -> None:
    """Further kings join the open meld of kings (001-25)."""
    game = at(RULES, melds={0: ["K K K"]}, hands={0: "K K K 4 5"})
    refused(game, "lay K K K new", "melds.per_rank")
    do(game, "lay K K K")
    assert lying(game, 0) == {"K#1": (6, 0, None)}


def test_black_three_only_discarded() -> None:
    """A black three leaves the hand by a discard only (001-47, 001-49)."""
    game = at(RULES, opened=[0], hands={0: "3b K K 4 5"})
    refused(game, "lay K K 3b", "core.group")
    allowed(game, "discard 3b")
    assert held_points(RULES, "3b") == -5


# -- opening --------------------------------------------------------------------------


@pytest.mark.parametrize("opening", [*OPENINGS, (5, *OPENINGS[3][1:])])
def test_opening_minimum_by_round(opening: tuple[int, int, str, str, int]) -> None:
    """50, 90, 120 and 150 open, the last in every further round.

    001-31, 001-83, lost-2.
    """
    number, minimum, enough, short, worth = opening
    game = at(RULES, round=number, hands={0: OPENER})
    (refusal,) = refused(game, f"lay {short}", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (minimum, worth)
    allowed(game, f"lay {enough}")


def test_opening_counts_cards_only() -> None:
    """Neither red threes nor a book's bonus help to open (001-33)."""
    game = at(RULES, red={0: 2}, hands={0: "4 4 4 4 4 4 4 5 6"})
    (refusal,) = refused(game, "lay 4 4 4 4 4 4 4", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (50, 35)


def test_wilds_count_fully_in_opening() -> None:
    """A wild counts its own value toward the minimum (001-32)."""
    game = at(RULES, hands={0: "K K 2 JK 4 5"})
    (refusal,) = refused(game, "lay K K 2", "opening.minimum")
    assert refusal.found == 40
    after = allowed(game, "lay K K JK")
    assert happened(after, Opened)[0].points == 70


def test_partner_needs_no_minimum() -> None:
    """Once open, neither partner needs the minimum again in that round (001-35)."""
    parts: dict[str, Any] = {"turn": 2, "hands": {2: "4 4 4 5 6"}}
    allowed(at(RULES, opened=[0], **parts), "lay 4 4 4")
    refused(at(RULES, opened=[1], **parts), "lay 4 4 4", "opening.minimum")
    fresh = bare(RULES, opened=[0, 1])
    do(fresh, "draw")
    assert not any(fresh.view(None).opened(side) for side in (0, 1))


# -- taking the pile ------------------------------------------------------------------


def test_pickup_conditions() -> None:
    """The top is natural and no three, and two more of its rank are in the hand.

    001-16, 001-37, 001-38.
    """
    parts: dict[str, Any] = {"phase": "draw", "opened": [0]}
    black = at(RULES, hands={0: "3b 3b 9 9 4"}, pile="9 3b", **parts)
    refused(black, "take 9 9 9", "pile.not_on", "pile.key_card")
    wild = at(RULES, hands={0: "2 2 9 9 4"}, pile="9 2", **parts)
    refused(wild, "take 9 9 2", "pile.wild_top")
    single = at(RULES, hands={0: "9 2 4 5"}, pile="4 9", **parts)
    refused(single, "take 9 9 2", "pile.needs")
    assert [takes(game) for game in (black, wild, single)] == [[], [], []]
    allowed(at(RULES, hands={0: "9 9 4 5"}, pile="4 9", **parts), "take 9 9 9")


@pytest.mark.parametrize(
    ("pile", "taken"), [("K Q 4 5 6 7 8 4 9", 7), ("4 5 6 7 9", 5)]
)
def test_pickup_takes_seven_or_all(pile: str, taken: int) -> None:
    """The top seven are taken, or all; the turn goes on (001-41, 001-43, 001-82)."""
    game = at(RULES, phase="draw", opened=[0], hands={0: "9 9 J J"}, pile=pile)
    (took,) = of_kind(do(game, "take 9 9 9"), TookPile)
    assert len(took.cards) == taken
    assert game.view(0).pile == len(pile.split()) - taken
    assert game.view(0).held(0) == 2 + taken - 1
    assert (game.turn, game.phase) == (0, "play")


@pytest.mark.parametrize(("count", "book"), [(3, None), (4, "clean")])
def test_pickup_onto_open_meld(count: int, book: str | None) -> None:
    """Onto three or four the top card and the pair go together.

    001-39, 001-42, R001-9.
    """
    game = at(
        RULES,
        phase="draw",
        melds={0: [" ".join(["9"] * count)]},
        hands={0: "9 9 4 5"},
        pile="4 9",
    )
    do(game, "take 9 9 9")
    assert lying(game, 0) == {"9#1": (count + 3, 0, book)}


def test_black_three_blocks_next() -> None:
    """A black three bars the pile until the next discard (001-48, R001-2)."""
    game = at(
        RULES,
        opened=[0, 1],
        hands={0: "3b 4 5 8", 1: "9 9 K 4 5", 2: "K K 4 5"},
        pile="4 9",
        stock="6 7",
    )
    do(game, "discard 3b")
    refused(game, "take 9 9 9", "pile.not_on", "pile.needs")
    assert takes(game) == []
    do(game, "draw", "discard K")
    after = allowed(game, "take K K K")
    assert held(after, 2)["3b"] == 1


# -- the foot -------------------------------------------------------------------------


def test_red_threes_in_foot_laid() -> None:
    """Red threes of a foot go to the table and are replaced (001-45, 001-53)."""
    game = at(
        RULES,
        opened=[0],
        hands={0: "K K K"},
        packets={0: ["3r 4 3r 5"]},
        stock="8 7 6",
    )
    do(game, "lay K K K")
    assert held(game, 0) == ranks("4 5 6 7")
    assert len(game.view(0).red_threes(0)) == 2


def test_foot_by_melding() -> None:
    """The last card melded brings the foot at once (001-51)."""
    game = at(RULES, opened=[0], hands={0: "K K K"})
    (taken,) = of_kind(do(game, "lay K K K"), PacketTaken)
    assert (taken.seat, taken.count) == (0, 11)
    assert (game.turn, game.phase) == (0, "play")


def test_foot_by_discarding() -> None:
    """The last card discarded ends the turn; the foot is for the next.

    001-50, 001-52.
    """
    game = at(RULES, hands={0: "K"}, packets={0: ["A A A 4 5 8"]})
    do(game, "discard K")
    assert held(game, 0) == ranks("A A A 4 5 8")
    assert (game.turn, game.phase) == (1, "draw")


def test_hand_may_go_down_to_one() -> None:
    """In the hand one card may be left, to be discarded for the foot (R001-6)."""
    game = at(RULES, opened=[0], hands={0: "8 8 8 4"}, packets={0: [11]})
    do(game, "lay 8 8 8")
    (taken,) = of_kind(do(game, "discard 4"), PacketTaken)
    assert taken.seat == 0


# -- going out ------------------------------------------------------------------------


def test_out_only_from_foot() -> None:
    """Nobody goes out, or asks, before the foot has been reached (001-54)."""
    game = ready(RULES, hands={0: "8 8 8"}, packets={0: [11], 2: []})
    refused(game, "ask", "core.last_packet")
    do(game, "lay 8 8 8")
    assert (game.round, game.view(0).held(0)) == (1, 11)


def test_partner_picked_up_foot() -> None:
    """The partner needs to have picked up the foot, no more (001-56, R001-5)."""
    parts: dict[str, Any] = {"hands": {0: "8 8 8"}, "played": []}
    behind = ready(RULES, packets={0: [], 2: [11]}, **parts)
    (refusal,) = refused(behind, "ask", "going_out.partner")
    assert refusal.wanted == "has_last_packet"
    just = ready(RULES, **parts)
    allowed(just, "ask")
    strict = load_rules(RULES).with_changes({"going_out.partner": "has_played_it"})
    refused(ready(strict, **parts), "ask", "going_out.partner")


def test_permission_binds_both_ways() -> None:
    """A yes must, a no must not be followed by going out (001-57, R001-4)."""
    game = ready(RULES, hands={0: "8 8 8 4"})
    refused(game, "lay 8 8 8", "going_out.keep", "going_out.permission")
    do(game, "ask")
    yes, no = allowed(game, "yes"), allowed(game, "no")
    (must,) = refused(yes, "discard 4", "going_out.permission")
    assert must.code == "must_go_out"
    refused(no, "lay 8 8 8", "going_out.keep", "going_out.permission")
    allowed(no, "discard 4")


@pytest.mark.parametrize("rest", [(), ("4",)])
def test_out_by_meld_or_discard(rest: tuple[str, ...]) -> None:
    """All melded, or all but a last discard; 100 both ways (001-58, 001-59)."""
    game = ready(RULES, hands={0: " ".join(["8 8 8", *rest])})
    permit(game)
    do(game, "lay 8 8 8", *(f"discard {card}" for card in rest))
    assert happened(game, RoundEnded)[0].reason == "out"
    assert lines(game.score_sheet(1)[0])["going out"] == (1, 100)


def test_keep_two_after_melding() -> None:
    """Without going out two cards are kept after melding (001-60)."""
    game = ready(RULES, melds={0: books(2, 1)}, hands={0: "8 8 8 4 5"})
    do(game, "lay 8 8 8")
    assert game.view(0).held(0) == 2


def test_one_card_in_stock_ends_round() -> None:
    """One card is not two: a draw ends the round (001-66, R001-1)."""
    game = bare(RULES, stock=1)
    do(game, "draw")
    assert happened(game, RoundEnded)[0].reason == "stock"
    assert not happened(game, Drew)
    assert game.round == 2


# -- two players ----------------------------------------------------------------------


def test_two_players_play_alone() -> None:
    """Two play alone with three packs, eleven and eleven, own melds (001-80)."""
    game = Game(RULES, 2, seed=1)
    assert game.sides == 2
    view = game.view(0)
    assert [view.held(seat) for seat in (0, 1)] == [11, 11]
    assert [view.packets_left(seat) for seat in (0, 1)] == [(11,), (11,)]
    alone = at(RULES, seats=2, turn=1, melds={0: ["K K K"]}, hands={1: "K 4 5"})
    refused(alone, "lay K on K", "core.target")


def test_two_players_pickup_and_stock() -> None:
    """Two players take seven with a pair, draw two and end on a short stock (001-80)."""
    parts: dict[str, Any] = {"seats": 2, "phase": "draw", "opened": [0]}
    game = at(
        RULES, hands={0: "9 9 4 5"}, pile="K Q 4 5 6 7 8 4 9", stock="6 7", **parts
    )
    after = allowed(game, "take 9 9 9")
    assert after.view(0).pile == 2
    assert allowed(game, "draw").view(0).held(0) == 6
    short = at(RULES, hands={0: "4 5"}, stock=1, **parts)
    do(short, "draw")
    assert short.round == 2
    match = random_match(RULES, seats=2, seed=2)
    assert "ask" not in map(str, match.actions)
