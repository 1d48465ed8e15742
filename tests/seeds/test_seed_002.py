"""Seed 002, six packs to 10,000: alone or in sides, and a last discard to go out."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import Game, HandfootError, load_rules, parse_action
from handfoot.play.events import (
    Dealt,
    Discarded,
    Drew,
    Opened,
    PacketTaken,
    RedThreeLaid,
    RoundBegan,
    RoundEnded,
    StockReshuffled,
    TookPile,
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
    pass_turn,
    random_match,
    ranks,
    ready,
    refused,
    seen,
    takes,
)

RULES: Final = "six-deck-10000"
NOBODY: Final = dict.fromkeys(range(4), "")
NO_FEET: Final[dict[int, list[str]]] = {seat: [] for seat in range(4)}
# What a side has that goes out with the six books it needs and one last discard:
# three clean books, three dirty, their cards, and 300.
OUT_POINTS: Final = 1500 + 900 + (70 + 70 + 140) + (90 + 90 + 65) + 300


# -- draw and pile --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "side_size", "cards"),
    [
        (2, None, 3),
        (3, None, 3),
        (5, None, 3),
        (7, None, 3),
        (4, 1, 3),
        (6, 1, 3),
        (4, None, 2),
        (6, None, 2),
        (6, 3, 2),
        (8, None, 2),
    ],
)
def test_e45_draw_three_alone_two_with_partners(
    seats: int, side_size: int | None, cards: int
) -> None:
    """E45: three cards when everyone scores alone, else two for all (002-02)."""
    game = at(RULES, seats=seats, side_size=side_size, phase="draw", hands={0: "K"})
    (drew,) = of_kind(do(game, "draw"), Drew)
    assert drew.count == cards


def test_e46_pile_of_four_refused() -> None:
    """E46: fewer than five cards are not taken (002-03)."""
    (refusal,) = judged(
        RULES,
        "take Q on Q",
        "pile.smallest",
        4,
        phase="draw",
        melds={0: ["Q Q Q"]},
        hands={0: "K 4 5"},
        pile="4 5 6 Q",
    )
    assert (refusal.wanted, refusal.found) == (5, 4)


def test_e47_pickup_of_exactly_five() -> None:
    """E47: with a use for the top, exactly five cards; no pair (002-03, 002-06)."""
    game = at(
        RULES,
        phase="draw",
        melds={0: ["Q Q Q"]},
        hands={0: "K 4 5"},
        pile="8 9 4 5 6 7 Q",
    )
    (took,) = of_kind(do(game, "take Q on Q"), TookPile)
    assert ranks(took.cards) == ranks("4 5 6 7 Q")
    assert game.view(0).pile == 2
    assert held(game, 0) == ranks("K 4 5 4 5 6 7")
    assert lying(game, 0) == {"Q#1": (4, 0, None)}


def test_e48_black_three_on_top() -> None:
    """E48: no pickup with a black three on top (002-04, 002-53)."""
    game = at(
        RULES,
        phase="draw",
        opened=[0],
        hands={0: "K K K 3b 3b"},
        pile="4 5 6 7 8 3b",
    )
    refused(game, "take K K K", "pile.not_on", "pile.needs")
    refused(game, "take 3b 3b 3b", "pile.not_on", "melds.ranks")
    assert takes(game) == []


def test_e49_pile_starts_empty() -> None:
    """E49: there is no pile before the first discard (002-16)."""
    game = Game(RULES, 4, seed=3)
    assert (game.view(None).pile, game.view(None).top) == (0, None)
    refused(game, "take K K K", "pile.smallest")
    pass_turn(game)
    assert game.view(None).pile == 1
    assert game.view(None).top == happened(game, Discarded)[0].card


@pytest.mark.parametrize("use", ["Q Q Q", "Q Q 2", "8 8 8"])
def test_top_card_must_be_used(use: str) -> None:
    """The top card goes into a meld of that play, or the pile stays.

    002-05, R002-4.
    """
    game = at(
        RULES,
        phase="draw",
        melds={0: ["K K K"]},
        hands={0: "Q Q Q 2 8 8 8"},
        pile="4 5 6 7 J",
    )
    refused(game, f"take {use}", "pile.needs")
    assert takes(game) == []


@pytest.mark.parametrize(
    ("hand", "pile", "use"),
    [
        ("4 5 6 8", "K K 4 5 K", "K K K"),
        ("K 2 8", "4 5 6 7 K", "K K 2"),
        ("K K 8", "4 5 6 7 K", "K K K"),
    ],
)
def test_pickup_into_new_meld_without_pair(hand: str, pile: str, use: str) -> None:
    """Hand cards and the other four may help the top card to a new meld.

    002-06, R002-4.
    """
    game = at(RULES, phase="draw", opened=[0], hands={0: hand}, pile=pile)
    after = allowed(game, f"take {use}")
    assert list(lying(after, 0)) == ["K#1"]
    assert after.view(0).pile == 0
    assert takes(game)


def test_wild_on_top_may_be_taken() -> None:
    """A wild on top is taken like any card that can be melded (R002-3)."""
    game = at(
        RULES,
        phase="draw",
        melds={0: ["K K K"]},
        hands={0: "4 5 8"},
        pile="4 5 6 7 2",
    )
    do(game, "take 2 on K")
    assert lying(game, 0) == {"K#1": (3, 1, None)}


def test_opening_with_all_five_cards() -> None:
    """All five cards of a pickup may open; a second reading counts the top only.

    R002-5.
    """
    parts: dict[str, Any] = {
        "phase": "draw",
        "hands": {0: "A 2 5 6"},
        "pile": "K K K 4 K",
    }
    text = "take K K K K 2"
    after = allowed(at(RULES, **parts), text)
    assert happened(after, Opened)[0].points == 60
    strict = load_rules(RULES).with_changes({"opening.taken_count": False})
    (refusal,) = refused(at(strict, **parts), text, "opening.taken_count")
    assert (refusal.wanted, refusal.found) == (50, 30)


# -- the turn -------------------------------------------------------------------------


def test_turn_is_draw_meld_discard() -> None:
    """A turn is a draw, melds, a discard (002-01)."""
    game = at(RULES, phase="draw", opened=[0], hands={0: "K K K 4"}, stock="4 5 6 7")
    refused(game, "lay K K K", "core.phase")
    refused(game, "discard 4", "core.phase")
    do(game, "draw", "lay K K K", "discard 4")
    assert (game.turn, game.phase) == (1, "draw")


def test_discard_every_turn() -> None:
    """Only a discard ends a turn (002-09)."""
    game = at(RULES, opened=[0], hands={0: "K K K K 4 5 8"})
    refused(game, "draw", "core.phase")
    do(game, "lay K K K", "lay K")
    assert (game.turn, game.phase) == (0, "play")
    do(game, "discard 4")
    assert (game.turn, game.phase) == (1, "draw")


def test_melding_new_and_onto_side() -> None:
    """Groups are new melds or go onto the side's (002-07)."""
    game = at(RULES, turn=2, melds={0: ["K K K"]}, hands={2: "K 4 4 4 5"})
    do(game, "lay K", "lay 4 4 4")
    assert lying(game, 0) == {"K#1": (4, 0, None), "4#1": (3, 0, None)}


def test_red_three_laid_when_found() -> None:
    """A red three found in hand or foot is laid and replaced at once (002-48)."""
    drawn = at(RULES, phase="draw", hands={0: "K"}, stock="7 6 5 3r")
    do(drawn, "draw")
    assert held(drawn, 0) == ranks("K 5 6")
    foot = at(
        RULES, opened=[0], hands={0: "K K K"}, packets={0: ["3r 4 5"]}, stock="8 6"
    )
    do(foot, "lay K K K")
    assert held(foot, 0) == ranks("4 5 6")
    dealt = [Game(RULES, 4, seed=seed) for seed in range(10)]
    assert any(happened(game, RedThreeLaid) for game in dealt)
    assert all(not held(game, seat)["3r"] for game in dealt for seat in range(4))


def test_e58_red_threes_of_a_new_foot_out_of_turn() -> None:
    """E58: red threes of a foot are laid although the turn has passed.

    002-49, R002-11.
    """
    game = at(RULES, hands={0: "K"}, packets={0: ["3r 4 3r 5"]}, stock="9 9 9 8 7 6")
    events = do(game, "discard K")
    assert [event.seat for event in of_kind(events, RedThreeLaid)] == [0, 0]
    assert game.turn == 1
    assert held(game, 0) == ranks("4 5 6 7")
    assert len(game.view(0).red_threes(0)) == 2


# -- the stock ------------------------------------------------------------------------


def test_e64_reshuffle_below_top_card() -> None:
    """E64: the discards below the top become the stock (002-13)."""
    game = at(
        RULES,
        phase="draw",
        hands={0: "K"},
        pile="4 5 6 7 8 9 10 J Q A",
        stock=0,
    )
    events = do(game, "draw")
    assert [event.count for event in of_kind(events, StockReshuffled)] == [9]
    (drew,) = of_kind(events, Drew)
    assert drew.count == 2
    view = game.view(0)
    assert (view.pile, view.stock) == (1, 7)
    assert ranks([card for card in [view.top] if card]) == ranks("A")


def test_reshuffle_in_the_middle_of_a_draw() -> None:
    """What is left is drawn first, the rest after the reshuffle (R002-8).

    The same goes for the card that replaces a red three.
    """
    parts: dict[str, Any] = {"phase": "draw", "hands": {0: "K"}, "pile": "4 4 5 5 9"}
    one = at(RULES, stock="7", **parts)
    (drew,) = of_kind(do(one, "draw"), Drew)
    first, second = drew.cards or ()
    assert ranks([first]) == ranks("7")
    assert set(ranks([second])) <= {"4", "5"}
    assert (one.view(0).stock, one.view(0).pile) == (3, 1)
    red = at(RULES, stock="3r 8", **parts)
    (laid,) = of_kind(do(red, "draw"), RedThreeLaid)
    assert laid.replaced
    assert red.view(0).held(0) == 3
    assert (red.view(0).stock, red.view(0).pile) == (3, 1)


def test_reshuffle_too_small_ends_round() -> None:
    """Where even the discards are too few the round ends without a bonus (R002-9)."""
    game = bare(RULES, pile="4 5")
    sheets = ended(game)
    assert happened(game, RoundEnded)[0].reason == "stock"
    assert [lines(sheet) for sheet in sheets] == [{}, {}]


# -- melds ----------------------------------------------------------------------------


def test_e50_two_naturals_and_a_wild() -> None:
    """E50: two naturals and a wild start a meld (002-23)."""
    after = allowed(at(RULES, opened=[0], hands={0: "K K 2 4 5"}), "lay K K 2")
    assert lying(after, 0) == {"K#1": (2, 1, None)}


def test_e51_one_natural_and_two_wilds() -> None:
    """E51: one natural and two wilds start none (002-23)."""
    (refusal,) = judged(
        RULES,
        "lay K 2 2",
        "wilds.least_naturals",
        1,
        opened=[0],
        hands={0: "K 2 2 4 5"},
    )
    assert (refusal.wanted, refusal.found) == (2, 1)


def test_e52_fourth_wild_refused() -> None:
    """E52: a meld holds at most three wilds (002-24)."""
    (refusal,) = judged(
        RULES,
        "lay JK on K",
        "wilds.most",
        4,
        melds={0: ["K K 2 2 2"]},
        hands={0: "JK 4 5"},
    )
    assert (refusal.wanted, refusal.found) == (3, 4)
    six = at(RULES, melds={0: ["K K K 2 2 2"]}, hands={0: "JK 4 5"})
    refused(six, "lay JK on K", "wilds.most")


def test_start_with_three_and_two_naturals() -> None:
    """A meld starts with three cards, two of them natural, at most three wild.

    002-23.
    """
    game = at(RULES, opened=[0], hands={0: "K K K 2 2 2 JK 4 5"})
    refused(game, "lay K K", "melds.smallest")
    for text in ("lay K K 2", "lay K K K", "lay K K 2 2 2"):
        allowed(game, text)
    refused(game, "lay K K 2 2 2 JK", "wilds.most")


def test_threes_and_wilds() -> None:
    """Twos and jokers are wild, threes are never melded (002-22, 002-52)."""
    game = at(RULES, opened=[0], hands={0: "3b 3b 3b 8 8 2 JK K A"})
    refused(game, "lay 3b 3b 3b", "melds.ranks")
    for card in ("3b", "K", "A"):
        refused(game, f"lay 8 8 {card}", "core.group")
    allowed(game, "lay 8 8 2")
    allowed(game, "lay 8 8 JK")


def test_exactly_seven_complete() -> None:
    """A book or wild pile of seven is closed (002-25)."""
    game = at(
        RULES,
        melds={0: ["K K K K K K K", "2 2 2 2 2 2 2"]},
        hands={0: "K 2 4 5"},
    )
    for text in ("lay K on K#1", "lay 2 on K#1", "lay 2 on W#1"):
        refused(game, text, "books.after")


def test_second_meld_after_seven() -> None:
    """One unfinished meld of a rank, and another after its book (R002-6)."""
    hand = {0: "K K K 4 5"}
    unfinished = at(RULES, melds={0: ["K K K"]}, hands=hand)
    refused(unfinished, "lay K K K new", "melds.per_rank")
    finished = at(RULES, melds={0: books(clean=1)}, hands=hand)
    do(finished, "lay K K K")
    assert list(lying(finished, 0)) == ["K#1", "K#2"]


def test_unfinished_wild_pile() -> None:
    """Three wilds may lie unfinished; a second reading wants all seven (R002-7)."""
    parts: dict[str, Any] = {"opened": [0], "hands": {0: "2 2 JK 4 5"}}
    allowed(at(RULES, **parts), "lay 2 2 JK")
    assert melded_points(RULES, "2 2 JK") == 90
    whole = load_rules(RULES).with_changes({"wilds.all_wild_smallest": 7})
    refused(at(whole, **parts), "lay 2 2 JK", "wilds.all_wild_smallest")


# -- opening --------------------------------------------------------------------------


@pytest.mark.parametrize("opening", [*OPENINGS, (5, *OPENINGS[3][1:])])
def test_opening_minimum_together(opening: tuple[int, int, str, str, int]) -> None:
    """All groups of the play together reach 50, 90, 120 or 150.

    002-08, 002-30, lost-2.
    """
    number, minimum, enough, short, worth = opening
    game = at(RULES, round=number, hands={0: OPENER})
    (refusal,) = refused(game, f"lay {short}", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (minimum, worth)
    for group in enough.split(",") if "," in enough else ():
        refused(game, f"lay {group}", "opening.minimum")
    allowed(game, f"lay {enough}")


def test_partners_share_opening() -> None:
    """Once one partner has opened, the other melds freely in that round (002-32)."""
    game = at(RULES, hands={0: "A A A 4 5", 2: "4 4 4 5 8"})
    do(game, "lay A A A", "discard 4")
    pass_to(game, 2)
    do(game, "draw")
    allowed(game, "lay 4 4 4")
    fresh = bare(RULES, opened=[0, 1])
    do(fresh, "draw")
    assert fresh.round == 2
    assert not any(fresh.view(None).opened(side) for side in (0, 1))


def test_opening_card_values_only() -> None:
    """Neither red threes nor the bonus of a book open (002-31)."""
    game = at(RULES, red={0: 2}, hands={0: "4 4 4 4 4 4 4 5 6"})
    (refusal,) = refused(game, "lay 4 4 4 4 4 4 4", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (50, 35)


def test_e57_partial_opening_not_kept() -> None:
    """E57: a part of an opening is not laid for a later turn (002-33)."""
    game = at(RULES, round=2, hands={0: "K K K A A A 4 5"})
    refused(game, "lay K K K", "opening.minimum")
    refused(game, "lay A A A", "opening.minimum")
    allowed(game, "lay K K K, A A A")


# -- table and deal -------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_deck_of_six_packs(seats: int) -> None:
    """Six packs with twelve jokers, for two to eight players (002-14, R002-1)."""
    game = Game(RULES, seats, seed=1)
    assert game.rules["deck.packs"] * game.rules["deck.jokers"] == 12
    view = game.view(None)
    cards = view.stock + sum(len(view.red_threes(s)) for s in range(game.sides))
    cards += sum(view.held(s) + sum(view.packets_left(s)) for s in range(seats))
    assert cards == 6 * 54
    assert not unconserved(game.state)


@pytest.mark.parametrize("seats", [1, 9])
def test_deck_of_six_packs_has_its_limits(seats: int) -> None:
    """One player, or nine, are no table (R002-1)."""
    with pytest.raises(HandfootError):
        Game(RULES, seats)


def test_deal_13_and_13() -> None:
    """Thirteen hand cards and thirteen face-down foot cards each (002-15)."""
    game = Game(RULES, 4, seed=2)
    assert [event.count for event in happened(game, Dealt)] == [13] * 4
    assert [game.view(None).packets_left(seat) for seat in range(4)] == [(13,)] * 4
    parts: dict[str, Any] = {"hands": dict.fromkeys(range(4), "K 4 5"), "stock": "4"}
    one, two = (at(RULES, packets={0: [foot]}, **parts) for foot in ("A A", "Q 3r"))
    assert [seen(one, s) for s in range(4)] == [seen(two, s) for s in range(4)]


def test_seat_after_dealer_starts_and_dealer_advances() -> None:
    """The seat after the dealer starts; the dealer advances each round (002-17)."""
    began = happened(random_match(RULES, seed=4), RoundBegan)
    assert len(began) > 1
    assert [event.dealer for event in began] == [n % 4 for n in range(len(began))]
    assert all(event.first == (event.dealer + 1) % 4 for event in began)


@pytest.mark.parametrize(
    ("seats", "sides"), [(2, 2), (3, 3), (4, 2), (5, 5), (6, 3), (7, 7), (8, 4)]
)
def test_sides_by_head_count(seats: int, sides: int) -> None:
    """Two and odd counts play alone, even counts from four in pairs.

    002-18, 002-19, 002-20, R002-1, R002-2.
    """
    game = Game(RULES, seats, seed=1)
    assert game.sides == sides
    # Partners sit evenly spaced; four players sit opposite.
    assert [game.view(seat).side for seat in range(seats)] == [
        seat % sides for seat in range(seats)
    ]


@pytest.mark.parametrize(("seats", "size"), [(4, 1), (6, 1), (6, 3), (8, 1), (8, 4)])
def test_other_teams_may_be_chosen(seats: int, size: int) -> None:
    """Other equal sides are a choice at the table (002-21, R002-2)."""
    assert Game(RULES, seats, side_size=size).sides == seats // size
    with pytest.raises(HandfootError):
        Game(RULES, 6, side_size=4)


# -- the foot -------------------------------------------------------------------------


def test_foot_by_melding() -> None:
    """The last hand card melded: foot and play on (002-34, 002-35)."""
    game = at(RULES, opened=[0], hands={0: "K K K"})
    (taken,) = of_kind(do(game, "lay K K K"), PacketTaken)
    assert (taken.seat, taken.count) == (0, 13)
    assert (game.turn, game.phase) == (0, "play")


def test_foot_by_discarding() -> None:
    """The last hand card discarded: the foot is for the next turn.

    002-34, 002-36.
    """
    game = at(RULES, hands={0: "K"}, packets={0: ["A A A 4 5"]})
    do(game, "discard K")
    assert held(game, 0) == ranks("A A A 4 5")
    assert (game.turn, game.phase) == (1, "draw")
    why = game.why_not(parse_action("lay A A A"), seat=0)
    assert [refusal.key for refusal in why] == ["core.turn"]


# -- going out ------------------------------------------------------------------------


def test_e55_wild_pile_fills_no_place() -> None:
    """E55: a wild pile is no third dirty book (002-40)."""
    game = ready(RULES, melds={0: books(3, 2, 1)}, hands={0: "8 8 8 4"})
    found = refused(game, "lay 8 8 8", "going_out.keep", "going_out.books")
    (missing,) = (r for r in found if r.key == "going_out.books")
    assert (missing.wanted, missing.found) == ({"dirty": 3}, {"dirty": 2})


def test_e56_last_card_must_be_discard() -> None:
    """E56: the last three are not melded; one card stays to be discarded.

    002-10, 002-39.
    """
    three = ready(RULES, hands={0: "8 8 8"})
    found = refused(three, "lay 8 8 8", "going_out.last_card", "going_out.keep")
    assert found[0].wanted == 1
    changed = load_rules(RULES).with_changes({"going_out.last_card": "either"})
    assert allowed(ready(changed, hands={0: "8 8 8"}), "lay 8 8 8").round == 2
    four = ready(RULES, hands={0: "8 8 8 4"})
    do(four, "lay 8 8 8", "discard 4")
    assert happened(four, RoundEnded)[0].reason == "out"


def test_out_needs_foot_and_books() -> None:
    """Going out needs the foot, three clean and three dirty books (002-37, 002-38)."""
    early = ready(RULES, hands={0: "4"}, packets={0: [13], 2: []})
    do(early, "discard 4")
    assert (early.round, early.view(0).held(0)) == (1, 13)
    for made, lacking in (((2, 3), "clean"), ((3, 2), "dirty")):
        few = ready(RULES, melds={0: books(*made)}, hands={0: "4"})
        (missing,) = refused(few, "discard 4", "going_out.books")
        assert (missing.wanted, missing.found) == ({lacking: 3}, {lacking: 2})


def test_keep_two_without_books() -> None:
    """Without the books two cards are kept (R002-10)."""
    parts: dict[str, Any] = {"melds": {0: books(3, 2)}}
    game = ready(RULES, hands={0: "8 8 8 4"}, **parts)
    refused(game, "lay 8 8 8", "going_out.keep", "going_out.books")
    allowed(ready(RULES, hands={0: "8 8 8 4 5"}, **parts), "lay 8 8 8")


def test_nobody_is_asked() -> None:
    """There is no question to the partner, who need not have played (002-41)."""
    game = ready(RULES, hands={0: "8"}, packets={0: []}, played=[])
    refused(game, "ask", "going_out.permission")
    do(game, "discard 8")
    assert happened(game, RoundEnded)[0].reason == "out"


# -- score ----------------------------------------------------------------------------


def test_e53_dirty_book_scores_on_top() -> None:
    """E53: four naturals and three wilds, 300 on top of 100 (002-27, 002-29)."""
    sheet = ended(bare(RULES, melds={0: ["K K K K 2 2 2"]}))[0]
    assert lines(sheet) == {"dirty books": (1, 300), "cards melded": (7, 100)}


def test_clean_book_bonus() -> None:
    """A clean book, 500 on top of its cards (002-26)."""
    sheet = ended(bare(RULES, melds={0: ["K K K K K K K"]}))[0]
    assert lines(sheet) == {"clean books": (1, 500), "cards melded": (7, 70)}


def test_e54_wild_pile_1500_in_all() -> None:
    """E54: a wild pile is 1500 and its cards nothing more (002-28, 002-29)."""
    sheet = ended(bare(RULES, melds={0: ["2 2 2 2 2 JK JK"]}))[0]
    assert lines(sheet) == {"wild books": (1, 1500)}
    assert sheet.points == 1500


def test_e59_out_pays_for_partner() -> None:
    """E59: the side that goes out has 300, less all a partner holds.

    002-42, R002-13.
    """
    game = ready(
        RULES,
        hands={**NOBODY, 0: "8", 2: "K A"},
        packets={**NO_FEET, 2: ["JK 5 3b"]},
        played=[],
    )
    do(game, "discard 8")
    sheet = game.score_sheet(1)[0]
    assert lines(sheet)["going out"] == (1, 300)
    assert lines(sheet)["cards held"] == (4, -(10 + 20 + 50 + 5))
    assert sheet.points == OUT_POINTS - 85 - 100


def test_e60_values_of_threes() -> None:
    """E60: a black three held -100, a red one in a foot -100, a laid one +100.

    002-50, 002-51, 002-54.
    """
    game = bare(RULES, hands={0: "3b"}, packets={0: ["3b 3r"]}, red={0: 1})
    sheet = ended(game)[0]
    assert lines(sheet) == {
        "black threes held": (1, -100),
        "black threes in packets": (1, -100),
        "red threes in packets": (1, -100),
        "red threes laid": (1, 100),
    }


def test_e65_negative_round() -> None:
    """E65: a round without melds is negative (002-44)."""
    game = bare(RULES, hands={0: "A JK 3b"})
    assert ended(game)[0].points == -170
    assert game.scores == (-170, 0)


def test_score_formula() -> None:
    """A round is books, wild piles, cards outside them, red threes and 300, less held.

    002-43, lost-1.
    """
    for card, value in VALUES.items():
        assert held_points(RULES, card) == -value
    units = {
        "clean books": 500,
        "dirty books": 300,
        "wild books": 1500,
        "red threes laid": 100,
        "going out": 300,
        "black threes held": -100,
        "black threes in packets": -100,
        "red threes in packets": -100,
    }
    for seed in range(4):
        match = random_match(RULES, seed=seed)
        for number in range(1, match.round + 1):
            for sheet in match.score_sheet(number):
                found = lines(sheet)
                assert sheet.points == sum(points for _, points in found.values())
                assert sheet.total == sheet.before + sheet.points
                for label, (count, points) in found.items():
                    if label in units:
                        assert points == count * units[label]
                    else:
                        assert label in {"cards melded", "cards held"}


# -- the match ------------------------------------------------------------------------


def test_e61_highest_total_wins_not_first_over() -> None:
    """E61: crossing 10,000 ends the match, the higher total wins it.

    002-11, 002-45.
    """
    game = bare(RULES, scores=[9980, 9900], melds={0: ["K K K"], 1: ["A A A A A A A"]})
    do(game, "draw")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores == (10_010, 10_540)
    assert outcome.winners == (1,)


def test_e62_tied_side_that_went_out_wins() -> None:
    """E62: of two tied sides the one that went out in the last round wins (002-46)."""
    game = ready(
        RULES,
        scores=[7000, 7000 + OUT_POINTS],
        hands={**NOBODY, 0: "8"},
        packets=NO_FEET,
    )
    do(game, "discard 8")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores == (10_225, 10_225)
    assert outcome.winners == (0,)


def test_e63_third_side_went_out_tie_stands() -> None:
    """E63: two sides tied while a third went out share the win (002-47)."""
    game = at(
        RULES,
        seats=6,
        turn=2,
        scores=[11_000, 11_000, 0],
        melds={2: books(3, 3)},
        hands={**dict.fromkeys(range(6), ""), 2: "8"},
        packets={seat: [] for seat in range(6)},
    )
    do(game, "discard 8")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores == (11_000, 11_000, OUT_POINTS)
    assert outcome.winners == (0, 1)


def test_tie_with_nobody_out_stands() -> None:
    """A tie at the top stands where nobody went out in the last round (R002-12)."""
    game = bare(RULES, scores=[10_100, 10_100])
    do(game, "draw")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


@pytest.mark.parametrize(("before", "over"), [(9430, True), (9429, False)])
def test_ends_after_round_at_10000(before: int, over: bool) -> None:  # noqa: FBT001  # pytest passes it by name
    """A side at 10,000 after a round ends the match, one point less does not.

    002-12.
    """
    game = bare(RULES, scores=[before, 0], melds={0: books(clean=1)})
    do(game, "draw")
    assert game.scores[0] == before + 570
    assert game.is_over == over
    assert game.round == (1 if over else 2)


def test_cards_above_ten_thousand_need_round_end() -> None:
    """Cards on the table that would pass 10,000 end nothing yet (002-12)."""
    game = at(
        RULES,
        scores=[9900, 0],
        melds={0: books(clean=1)},
        hands={0: "8 8 8 4 5"},
    )
    do(game, "lay 8 8 8", "discard 4")
    assert game.score_sheet()[0].before == 9900
    assert lines(game.score_sheet()[0])["cards melded"] == (10, 100)
    pass_turn(game)
    assert (game.is_over, game.round) == (False, 1)


def test_safety_limits_end_the_game() -> None:
    """Our limits on turns and rounds end what nobody finishes (R002-14)."""
    changed = load_rules(RULES).with_changes(
        {"round_end.most_turns": 1, "match.most_rounds": 2}
    )
    game = Game(changed, 4, seed=1)
    for _ in range(4):
        pass_turn(game)
    assert happened(game, RoundEnded)[0].reason == "turns"
    assert game.round == 2
    for _ in range(4):
        pass_turn(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.rounds == 2
    best = max(outcome.scores)
    assert outcome.winners == tuple(
        side for side, score in enumerate(outcome.scores) if score == best
    )
