"""Seed 000, the Whitnack game; what seeds 003 and 004 tell alike runs for them too."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from handfoot import Game, HandfootError, load_rules, parse_action
from handfoot.cards import CARDS, pack
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

# -- table and deal -------------------------------------------------------------------


def test_partners_sit_opposite(family: str) -> None:
    """Four play as two partnerships, partners opposite.

    000-01, 003-08, 003-13, 004-01.
    """
    game = Game(family, 4, seed=1)
    assert game.sides == 2
    assert [game.view(seat).side for seat in range(4)] == [0, 1, 0, 1]
    laid = at(family, opened=[0], hands={0: "K K K 4 5"})
    do(laid, "lay K K K")
    assert [melds for side in (0, 1) for melds in lying(laid, side)] == ["K#1"]
    for seats in (2, 3, 5, 6):
        with pytest.raises(HandfootError):
            Game(family, seats)


def test_deal_of_270_cards(family: str) -> None:
    """Five packs; hands and feet of 13, one upcard, the rest is stock.

    000-02, 000-04, 003-09, 003-10, 004-02, 004-03.
    """
    game = Game(family, 4, seed=5)
    assert [event.count for event in happened(game, Dealt)] == [13] * 4
    view = game.view(None)
    assert [view.packets_left(seat) for seat in range(4)] == [(13,)] * 4
    assert [view.held(seat) for seat in range(4)] == [13] * 4
    assert view.pile == 1
    laid = sum(len(view.red_threes(side)) for side in (0, 1))
    # A red three laid has been replaced by a card of the stock.
    assert view.stock == 270 - 8 * 13 - 1 - laid
    assert not unconserved(game.state)
    rules = game.rules
    assert rules["deck.packs"] == 5
    whole = ranks(CARDS[face] for face in 5 * pack(rules["deck.jokers"]))
    assert whole["JK"] == 10
    assert {whole[rank] for rank in VALUES if rank != "JK"} == {20}
    assert (whole["3b"], whole["3r"]) == (10, 10)


def test_e04_foot_is_not_seen(family: str) -> None:
    """E4: nothing anyone sees depends on a foot (000-03, 000-50, 003-11, 003-46, 004-03).

    Two tables that differ only in the cards of the feet look alike to every seat.
    """
    fresh = Game(family, 4, seed=3)
    for seat in range(4):
        view = fresh.view(seat)
        assert [view.packets_left(other) for other in range(4)] == [(13,)] * 4
        for logged in fresh.events(seat):
            if isinstance(logged.event, Dealt) and logged.event.seat != seat:
                assert logged.event.cards is None
    hands = dict.fromkeys(range(4), "K K K 4 5 6 8")
    some = {0: ["A A A 2 2 JK"], 1: ["A A A 7 7 7"], 2: ["Q Q Q J J J"], 3: [6]}
    other = {0: ["9 9 9 10 10 3r"], 1: ["7 7 8 8 3b 3r"], 2: ["10 10 10 J J 2"], 3: [6]}
    for phase in ("draw", "play"):
        parts: dict[str, Any] = {"hands": hands, "stock": "4 5 6 7", "pile": "Q K"}
        parts |= {"phase": phase, "opened": [0]}
        one, two = (at(family, packets=feet, **parts) for feet in (some, other))
        for looker in (None, 0, 1, 2, 3):
            assert seen(one, looker) == seen(two, looker)


def test_e17_refused_upcard_buried(family: str) -> None:
    """E17: a wild or red three turned up is buried at the bottom, another turned.

    000-05, R000-1, R003-2, R004-1. A black three may stand.
    """
    buried: Counter[str] = Counter()
    standing: Counter[str] = Counter()
    for seed in range(120):
        game = Game(family, 4, seed=seed)
        *refusals, last = happened(game, UpcardTurned)
        assert all(event.buried for event in refusals)
        assert not last.buried
        assert game.view(None).top == last.card
        bottom = [CARDS[face] for face in game.state.stock[: len(refusals)]]
        assert bottom == [event.card for event in reversed(refusals)]
        buried += ranks(event.card for event in refusals)
        standing += ranks([last.card])
    assert set(buried) == {"2", "JK", "3r"}
    assert not {"2", "JK", "3r"} & set(standing)
    assert "3b" in standing


@pytest.mark.parametrize(
    ("rules", "first"), [("whitnack", 1), ("whitnack-digital", 0), ("foot-canasta", 1)]
)
def test_turn_order_and_four_deals(rules: str, first: int) -> None:
    """Clockwise from the dealer's left, the deal moves left, exactly four deals.

    000-06, 000-07, 003-12, 003-13, 003-14, 004-04, R003-3, R004-1, R2.
    """
    game = random_match(rules, seed=11)
    began = happened(game, RoundBegan)
    assert [event.round for event in began] == [1, 2, 3, 4]
    assert [event.first for event in began] == [(first + r) % 4 for r in range(4)]
    assert [event.dealer for event in began] == [(first - 1 + r) % 4 for r in range(4)]
    again = Game(rules, 4, seed=11)
    turn, number = again.turn, again.round
    for action in game.actions:
        again.push(action)
        if again.is_over:
            break
        if again.round != number:
            assert again.turn == (first + again.round - 1) % 4
        elif str(action).startswith("discard"):
            assert turn is not None
            assert again.turn == (turn + 1) % 4
        if again.phase != "answer":
            turn, number = again.turn, again.round
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.rounds == 4


def test_dealt_red_threes_in_order(family: str) -> None:
    """Dealt red threes are laid before the first turn, from the first player round.

    000-14, 004-18, R3. Each seat lays until it holds none, one replacement at a time.
    """
    several = 0
    for seed in range(40):
        game = Game(family, 4, seed=seed)
        began = happened(game, RoundBegan)[0]
        laid = happened(game, RedThreeLaid)
        steps = [(event.seat - began.first) % 4 for event in laid]
        assert steps == sorted(steps)
        assert all(event.replaced for event in laid)
        assert all(not held(game, seat)["3r"] for seat in range(4))
        sides = [len(game.view(None).red_threes(side)) for side in (0, 1)]
        assert sides == [sum(e.seat % 2 == side for e in laid) for side in (0, 1)]
        dealt = {e.seat: ranks(e.cards or ())["3r"] for e in happened(game, Dealt)}
        drawn = Counter(
            e.seat
            for e in laid
            if e.replacement and e.replacement.red and e.replacement.rank == "3"
        )
        assert Counter(e.seat for e in laid) == Counter(dealt) + drawn
        several += len(set(steps)) > 1
    assert several


# -- values ---------------------------------------------------------------------------


def test_card_values(family: str) -> None:
    """Each card counts its value when melded and against when held.

    000-08, 000-09, 000-10, 003-42, R003-1. Black threes only count against; red
    threes 100 for or against.
    """
    for card, value in VALUES.items():
        assert held_points(family, card) == -value
        assert melded_points(family, " ".join([card] * 3)) == 3 * value
    assert held_points(family, "3b") == -5
    assert ended(bare(family, packets={0: ["3b"]}))[0].points == -5
    assert ended(bare(family, red={0: 3}))[0].points == 300
    assert held_points(family, "3r") == -100


def test_e14_red_three_in_unreached_foot(family: str) -> None:
    """E14: a red three in a foot never picked up costs 100.

    000-10, 000-39, 000-48, 003-39, R003-7.
    """
    sheet = ended(bare(family, packets={0: ["3r"]}))[0]
    assert lines(sheet) == {"red threes in packets": (1, -100)}


@pytest.mark.parametrize(
    ("cards", "kind", "bonus", "value"),
    [
        ("K K K K K K K", "clean", 500, 70),
        ("K K K K K K 2", "dirty", 300, 80),
        ("K K K K K 2 JK", "dirty", 300, 120),
        ("2 2 2 2 2 JK JK", "wild", 1500, 200),
    ],
)
def test_book_bonuses(
    family: str, cards: str, kind: str, bonus: int, value: int
) -> None:
    """Seven cards are a book of its kind, its bonus beside the values of its cards.

    000-30, 000-31, 000-32, 003-21, 003-22, 003-65, 004-09, 004-34, R003-1.
    """
    game = bare(family, melds={0: [cards]})
    assert [book for _, _, book in lying(game, 0).values()] == [kind]
    assert lines(ended(game)[0]) == {
        f"{kind} books": (1, bonus),
        "cards melded": (7, value),
    }


def test_unfinished_wild_meld_has_no_bonus(family: str) -> None:
    """Six wilds are no book and score their cards only (000-53, R12, R000-12)."""
    sheet = ended(bare(family, melds={0: ["2 2 2 JK JK JK"]}))[0]
    assert lines(sheet) == {"cards melded": (6, 3 * 20 + 3 * 50)}


def test_wild_pile_scores_cards_too(family: str) -> None:
    """The 1500 of a wild book come on top of its cards (R000-13)."""
    sheet = ended(bare(family, melds={0: ["2 2 2 2 2 JK JK"]}))[0]
    assert sheet.points == 1500 + 5 * 20 + 2 * 50


# -- the turn -------------------------------------------------------------------------


def test_draw_two_top_cards(family: str) -> None:
    """A draw takes the two top cards of the stock.

    000-11, 003-15, 004-11, 004-29.
    """
    game = at(family, phase="draw", hands={0: "K K"}, stock="8 8 4 5")
    (drew,) = of_kind(do(game, "draw"), Drew)
    assert ranks(drew.cards or ()) == ranks("4 5")
    assert held(game, 0) == ranks("K K 4 5")
    assert game.view(0).stock == 2


def test_melding_is_optional(family: str) -> None:
    """After the draw one may discard at once, or meld again and again.

    000-12, 003-16, 004-14.
    """
    game = at(family, opened=[0], hands={0: "K K K Q Q Q 9 9 9 4 5"})
    allowed(game, "discard 4")
    do(game, "lay K K K", "lay Q Q Q", "lay 9 9 9", "discard 4")
    assert game.turn == 1


def test_exactly_one_discard_ends_turn(family: str) -> None:
    """One discard ends the turn, and the next player draws.

    000-13, 003-15, 003-16, 004-14, 004-32, R003-8.
    """
    game = at(family, hands={0: "K 4 5 6", 1: "K 4 5 6"})
    do(game, "discard K")
    assert (game.turn, game.phase) == (1, "draw")
    again = parse_action("discard 4")
    assert [r.key for r in game.why_not(again, seat=0)] == ["core.turn"]
    refused(game, "discard 4", "core.phase")


def test_red_three_laid_and_replaced(family: str) -> None:
    """A red three drawn, taken or found is laid at once and replaced from the stock.

    000-14, 003-37, 003-38, 004-18, R000-14, R003-7.
    """
    drawn = at(family, phase="draw", hands={0: "K K"}, stock="8 6 5 3r 4")
    (laid,) = of_kind(do(drawn, "draw"), RedThreeLaid)
    assert (laid.seat, laid.replaced) == (0, True)
    assert held(drawn, 0) == ranks("K K 4 5")
    assert ranks(drawn.view(0).red_threes(0)) == ranks("3r")

    foot = at(
        family, opened=[0], hands={0: "K K K"}, packets={0: ["3r 4 5"]}, stock="8 6"
    )
    do(foot, "lay K K K")
    assert held(foot, 0) == ranks("4 5 6")
    assert (foot.turn, foot.phase) == (0, "play")

    taken = at(
        family,
        phase="draw",
        opened=[0],
        hands={0: "9 9 4 5"},
        pile="3r 7 9",
        stock="8 6",
    )
    do(taken, "take 9 9 9")
    assert held(taken, 0) == ranks("4 5 7 6")
    assert ranks(taken.view(0).red_threes(0)) == ranks("3r")


def test_red_three_without_replacement(family: str) -> None:
    """A red three that cannot be replaced counts, and the deal ends (R000-7)."""
    game = bare(family, stock="4 3r")
    events = do(game, "draw")
    laid = of_kind(events, RedThreeLaid)[0]
    assert (laid.seat, laid.replaced) == (0, False)
    (end,) = of_kind(events, RoundEnded)
    assert (end.reason, end.seat) == ("stock", None)
    assert lines(game.score_sheet(1)[0]) == {
        "red threes laid": (1, 100),
        "cards held": (1, -5),
    }


# -- taking the pile ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "taken"),
    [("4 5 6 7 8 4 5 6 7 9", 7), ("4 5 6 7 8 4 9", 7), ("4 5 9", 3), ("9", 1)],
)
def test_pickup_takes_seven_or_all(family: str, pile: str, taken: int) -> None:
    """A pickup takes the top seven cards, or all of a smaller pile.

    000-15, 003-29, 003-58, 004-11, 004-29.
    """
    size = len(pile.split())
    game = at(family, phase="draw", opened=[0], hands={0: "9 9 J J"}, pile=pile)
    (took,) = of_kind(do(game, "take 9 9 9"), TookPile)
    assert len(took.cards) == taken
    assert game.view(0).pile == size - taken
    assert ranks(took.cards) == ranks(" ".join(pile.split()[-taken:]))
    assert game.view(0).held(0) == 4 - 2 + taken - 1
    assert (game.turn, game.phase) == (0, "play")


def test_pickup_replaces_draw(family: str) -> None:
    """A turn begins with a draw or a pickup, never both (000-15, 003-03, 004-29)."""
    game = at(family, phase="draw", opened=[0], hands={0: "9 9 4 5"}, pile="9 9 9")
    took = allowed(game, "take 9 9 9")
    refused(took, "draw", "core.phase")
    refused(took, "take 9 9 9", "core.phase")
    drawn = allowed(game, "draw")
    refused(drawn, "take 9 9 9", "core.phase")
    refused(drawn, "draw", "core.phase")


def test_pair_melded_at_once(family: str) -> None:
    """A pickup melds the top card with two of its rank from the hand, and only so.

    000-17, 003-04, 003-30, 004-12, 004-29, 004-35.
    """
    game = at(family, phase="draw", opened=[0], hands={0: "9 9 K K K 4"}, pile="4 9")
    refused(game, "take K K K", "pile.needs")
    refused(game, "take", "pile.needs")
    after = allowed(game, "take 9 9 9")
    assert lying(after, 0) == {"9#1": (3, 0, None)}
    assert held(after, 0) == ranks("K K K 4 4")
    single = at(family, phase="draw", opened=[0], hands={0: "9 K K K"}, pile="4 9")
    refused(single, "take K K K", "pile.needs")
    assert takes(single) == []


@pytest.mark.parametrize("three", ["3b", "3r"])
def test_e07_three_on_top_refused(family: str, three: str) -> None:
    """E7: no pair of anything takes a pile with a three on top.

    000-16, 000-51, 003-32, 004-13.
    """
    game = at(
        family,
        phase="draw",
        opened=[0],
        hands={0: "9 9 K K 3b 3b 4"},
        pile=f"9 K {three}",
    )
    for text in ("take 9 9 9", "take K K K"):
        (_, unused) = refused(
            game,
            text,
            "pile.not_on",
            "pile.needs" if three == "3r" else "pile.key_card",
        )
        assert unused.code in ("top_unused", "pair_missing")
    assert takes(game) == []


def test_e08_wild_is_no_half_of_the_pair(family: str) -> None:
    """E8: one natural and one wild are no pair (000-17, 000-51, 003-02, 004-12)."""
    game = at(family, phase="draw", opened=[0], hands={0: "9 2 4 5"}, pile="4 9")
    (refusal,) = refused(game, "take 9 9 2", "pile.needs")
    assert (refusal.wanted, refusal.found) == (2, 1)
    assert takes(game) == []


@pytest.mark.parametrize(("top", "other"), [("2", "JK"), ("JK", "2")])
def test_e09_wild_top_with_matching_wilds(family: str, top: str, other: str) -> None:
    """E9: a wild on top is taken with two of its kind, melded as wilds.

    000-18, R000-2, R004-2.
    """
    parts: dict[str, Any] = {"phase": "draw", "opened": [0], "pile": f"4 {top}"}
    pair = at(family, hands={0: f"{top} {top} 4 5"}, **parts)
    after = allowed(pair, f"take {top} {top} {top}")
    assert lying(after, 0) == {"W#1": (0, 3, None)}
    mixed = at(family, hands={0: f"{top} {other} 4 5"}, **parts)
    refused(mixed, f"take {top} {top} {other}", "pile.wild_top")
    others = at(family, hands={0: f"{other} {other} 4 5"}, **parts)
    refused(others, f"take {top} {other} {other}", "pile.wild_top")
    assert takes(mixed) == takes(others) == []


@pytest.mark.parametrize(
    ("lying_there", "hand", "tries"),
    [
        (5, "9 9 9", ["9 9 9", "9 9 on 9, 9 9 new", "9 on 9, 9 9 9 new"]),
        (6, "9 9", ["9 9 9", "9 on 9, 9 9 new", "9 9 9 new"]),
    ],
)
def test_e10_overflow_needs_book_and_new_meld(
    family: str, lying_there: int, hand: str, tries: list[str]
) -> None:
    """E10: without cards for the book and a new meld the pile stays.

    000-19, 000-51, R004-3. Each way to split the cards breaks one rule or another.
    """
    game = at(
        family,
        phase="draw",
        hands={0: f"{hand} 4 5 8"},
        melds={0: [" ".join(["9"] * lying_there)]},
        pile="4 9",
    )
    keys = [
        {"pile.full_meld", "books.after"},
        {"melds.smallest"},
        {"pile.full_meld", "melds.per_rank"},
    ]
    for groups, broken in zip(tries, keys, strict=True):
        refused(game, f"take {groups}", *broken)
    assert takes(game) == []


def test_overflow_completes_and_starts(family: str) -> None:
    """With five or six there, one play completes the book and starts a new meld.

    000-19, R000-5, R004-3. Hand wilds may fill, the top card may go to either place.
    """
    parts: dict[str, Any] = {"phase": "draw", "pile": "4 9h"}
    five: dict[str, Any] = {"melds": {0: ["9s 9s 9s 9s 9s"]}, **parts}
    six: dict[str, Any] = {"melds": {0: ["9s 9s 9s 9s 9s 9c"]}, **parts}
    for top_place in ("9h 9 on 9, 9 9 9 new", "9 9 on 9, 9h 9 9 new"):
        game = at(family, hands={0: "9 9 9 9 4 5"}, **five)
        after = allowed(game, f"take {top_place}")
        assert lying(after, 0) == {"9#1": (7, 0, "clean"), "9#2": (3, 0, None)}
    for top_place in ("9h on 9, 9 9 9 new", "9 on 9, 9h 9 9 new"):
        game = at(family, hands={0: "9 9 9 4 5"}, **six)
        after = allowed(game, f"take {top_place}")
        assert lying(after, 0) == {"9#1": (7, 0, "clean"), "9#2": (3, 0, None)}
    filled = at(family, hands={0: "9 9 2 4 5"}, **six)
    after = allowed(filled, "take 9 on 9, 9 9 2 new")
    assert lying(after, 0) == {"9#1": (7, 0, "clean"), "9#2": (2, 1, None)}
    assert takes(filled)
    single = at(family, hands={0: "9 2 2 4 5"}, **six)
    assert takes(single) == []


def test_buried_cards_earn_nothing(family: str) -> None:
    """Cards below the top help neither the book nor the new meld (000-20, R000-5)."""
    game = at(
        family,
        phase="draw",
        hands={0: "9 9 4 5"},
        melds={0: ["9 9 9 9 9"]},
        pile="9 9 4 9",
    )
    refused(game, "take 9 9 on 9, 9 9 9 new", "pile.buried")
    assert takes(game) == []


def test_buried_cards_usable_after_top(family: str) -> None:
    """Once the top card is down, the other cards are hand cards (R000-6)."""
    game = at(family, phase="draw", opened=[0], hands={0: "9 9 4 5"}, pile="K K K 4 9")
    refused(game, "take 9 9 9, K K K", "pile.buried")
    do(game, "take 9 9 9", "lay K K K")
    assert set(lying(game, 0)) == {"9#1", "K#1"}


@pytest.mark.parametrize(("count", "book"), [(3, None), (4, "clean")])
def test_pickup_joins_meld_of_three_or_four(
    family: str, count: int, book: str | None
) -> None:
    """With three or four of the rank there, the three cards join them (R000-4)."""
    game = at(
        family,
        phase="draw",
        hands={0: "9 9 4 5"},
        melds={0: [" ".join(["9"] * count)]},
        pile="4 9",
    )
    refused(game, "take 9 9 9 new", "melds.per_rank")
    do(game, "take 9 9 9")
    assert lying(game, 0) == {"9#1": (count + 3, 0, book)}


def test_wild_trio_joins_wild_meld(family: str) -> None:
    """Three wilds taken join the unfinished meld of wilds or start one (R000-3)."""
    parts: dict[str, Any] = {"phase": "draw", "hands": {0: "2 2 4 5"}, "pile": "4 2"}
    unfinished = at(family, melds={0: ["2 2 2"]}, **parts)
    do(unfinished, "take 2 2 2")
    assert lying(unfinished, 0) == {"W#1": (0, 6, None)}
    finished = at(family, melds={0: ["2 2 2 2 2 2 2"]}, **parts)
    do(finished, "take 2 2 2")
    assert lying(finished, 0) == {"W#1": (0, 7, "wild"), "W#2": (0, 3, None)}


def test_e12_black_three_blocks_next_player(family: str) -> None:
    """E12: after a black three the next player cannot take the pile.

    000-21, 003-40, 003-41, 004-20.
    """
    game = at(
        family,
        opened=[1],
        hands={0: "3b 4 5 8", 1: "9 9 K K 4 5"},
        pile="K 9",
    )
    do(game, "discard 3b")
    refused(game, "take 9 9 9", "pile.not_on", "pile.needs")
    assert takes(game) == []
    allowed(game, "draw")


def test_black_three_only_blocks_while_on_top(family: str) -> None:
    """The next discard on a black three frees the pile (000-21)."""
    game = at(
        family,
        turn=3,
        opened=[0],
        hands={3: "K 4 5 8", 0: "K K 4 5"},
        pile="4 3b",
    )
    do(game, "discard K")
    after = allowed(game, "take K K K")
    assert held(after, 0) == ranks("4 5 4 3b")


def test_wild_discard_legal_and_guarded(family: str) -> None:
    """A wild may be discarded; only two wilds of its kind take it then (000-22)."""
    for hand, taken in (("9 9 JK JK 4", False), ("2 2 4 5", True)):
        game = at(family, opened=[1], hands={0: "2 4 5 8", 1: hand}, pile="9 9")
        do(game, "discard 2")
        assert bool(takes(game)) == taken
    refused(
        at(family, phase="draw", opened=[0], hands={0: "9 9 JK 4"}, pile="9 2"),
        "take 9 9 2",
        "pile.wild_top",
    )


def test_e13_draw_from_short_stock_ends_deal(family: str) -> None:
    """E13: a draw from fewer than two cards ends the deal; no bonus, all cards count.

    000-46, 000-55, 003-52, R000-8, R003-6.
    """
    for stock in (0, 1):
        game = bare(
            family,
            opened=[0],
            hands={0: "9 9 K", 2: "A"},
            packets={2: ["5"]},
            melds={0: ["Q Q Q Q Q Q Q", "4 4 4"]},
            pile="4 9",
            stock=stock,
        )
        assert takes(game) == ["take 9 9 9"]
        events = do(game, "draw")
        assert not of_kind(events, Drew)
        (end,) = of_kind(events, RoundEnded)
        assert (end.reason, end.seat) == ("stock", None)
        assert lines(game.score_sheet(1)[0]) == {
            "clean books": (1, 500),
            "cards melded": (10, 70 + 15),
            "cards held": (5, -(10 + 10 + 10 + 20 + 5)),
        }


def test_no_one_goes_out(family: str) -> None:
    """A deal without anyone out gives no bonus, and the next one is dealt (000-55)."""
    game = bare(family, hands={0: "K", 1: "A"})
    sheets = ended(game)
    assert [lines(sheet) for sheet in sheets] == [
        {"cards held": (1, -10)},
        {"cards held": (1, -20)},
    ]
    assert game.scores == (-10, -20)
    assert (game.round, game.phase) == (2, "draw")
    assert [game.view(None).held(seat) for seat in range(4)] == [13] * 4


def test_one_card_stock_pickup_plays_on(family: str) -> None:
    """With one card left the pile may be taken; the next draw ends the deal.

    R000-8, R004-8.
    """
    game = at(
        family, phase="draw", opened=[0], hands={0: "9 9 4 5"}, pile="4 9", stock=1
    )
    do(game, "take 9 9 9", "discard 4")
    assert (game.round, game.turn) == (1, 1)
    do(game, "draw")
    assert game.round == 2


# -- melds ----------------------------------------------------------------------------


def test_meld_size_and_ranks(family: str) -> None:
    """A meld is three to seven cards of one rank from four to ace, never threes.

    000-23, 003-01, 003-18, 003-40, 004-06, 004-20, R003-8.
    """
    game = at(
        family, opened=[0], hands={0: "Ks Kh Kd K K K K K 4 4 4 A A A 3b 3b 3b 5"}
    )
    refused(game, "lay K K", "melds.smallest")
    refused(game, "lay K K K K K K K K", "books.after")
    refused(game, "lay 3b 3b 3b", "melds.ranks")
    refused(game, "lay K K A", "core.group")
    refused(game, "lay 4 5 K", "core.group")
    for text in ("lay Ks Kh Kd", "lay K K K K K K K", "lay 4 4 4", "lay A A A"):
        allowed(game, text)
    allowed(game, "discard 3b")


def test_e01_wilds_in_three_to_five_cards(family: str) -> None:
    """E1: a meld of three, four or five cards holds one wild, never two.

    000-26, 000-52, 003-19, 004-07.
    """
    parts: dict[str, Any] = {"opened": [0], "hands": {0: "K K K K 2 2 4 5 6"}}
    for text in ("lay K K 2", "lay K K K 2", "lay K K K K 2"):
        allowed(at(family, **parts), text)
    for text in ("lay K 2 2", "lay K K 2 2", "lay K K K 2 2"):
        judged(family, text, "wilds.ratio", "any", **parts)


def test_e02_wilds_in_six_or_seven_cards(family: str) -> None:
    """E2: a meld of six or seven cards holds two wilds, never three.

    000-26, 000-52, 003-19, 004-07.
    """
    parts: dict[str, Any] = {
        "opened": [0],
        "hands": {0: "K K K K K 2 2 JK JK 4 5"},
    }
    for text in ("lay K K K K 2 JK", "lay K K K K K 2 JK"):
        allowed(at(family, **parts), text)
    for text in ("lay K K K 2 2 JK", "lay K K K K 2 2 JK"):
        judged(family, text, "wilds.ratio", "any", **parts)


def test_melds_belong_to_partnership(family: str) -> None:
    """A player adds to the melds of the own side, never to the others'.

    000-24, 003-16, 004-05, 004-30.
    """
    partner = at(family, turn=2, melds={0: ["K K K"]}, hands={2: "K 4 5"})
    do(partner, "lay K")
    assert lying(partner, 0) == {"K#1": (4, 0, None)}
    other = at(family, turn=1, opened=[1], melds={0: ["K K K"]}, hands={1: "K 4 5"})
    refused(other, "lay K on K", "core.target")
    refused(other, "lay K", "melds.smallest")


def test_only_twos_and_jokers_are_wild(family: str) -> None:
    """Only a two or a joker stands for another card.

    000-25, 004-07.
    """
    ranks_of_deck = ["4", "5", "6", "7", "9", "10", "J", "Q", "K", "A", "3b", "3r"]
    game = at(family, opened=[0], hands={0: " ".join(["8 8 2 JK", *ranks_of_deck])})
    for rank in ranks_of_deck:
        refused(game, f"lay 8 8 {rank}", "core.group")
    allowed(game, "lay 8 8 2")
    allowed(game, "lay 8 8 JK")


def test_wild_meld_is_legal(family: str) -> None:
    """Wilds alone are a meld of wilds, and of nothing else.

    000-27, 000-53, 003-02, 004-08.
    """
    game = at(family, opened=[0], hands={0: "2 2 JK 4 5"}, melds={0: ["K K K K K K"]})
    do(game, "lay 2 2 JK")
    assert lying(game, 0) == {"K#1": (6, 0, None), "W#1": (0, 3, None)}


def test_one_unfinished_meld_per_rank(family: str) -> None:
    """No second meld of a rank while one is unfinished.

    000-28, 003-23, 003-66, 004-10.
    """
    parts: dict[str, Any] = {"melds": {0: ["K K K"]}, "hands": {0: "K K K 4 5"}}
    (refusal,) = refused(at(family, **parts), "lay K K K new", "melds.per_rank")
    assert (refusal.wanted, refusal.found) == (7, 3)


def test_new_meld_after_book(family: str) -> None:
    """After the seventh card a new meld of the rank may start.

    000-29, 003-23, 003-66.
    """
    game = at(family, melds={0: books(clean=1)}, hands={0: "K K K 4 5"})
    do(game, "lay K K K")
    assert lying(game, 0) == {"K#1": (7, 0, "clean"), "K#2": (3, 0, None)}


def test_wild_onto_clean_meld(family: str) -> None:
    """A wild may go onto a clean meld; the book is dirty then (R10)."""
    game = at(family, melds={0: ["K K K K K K"]}, hands={0: "2 4 5"})
    do(game, "lay 2 on K")
    assert lying(game, 0) == {"K#1": (6, 1, "dirty")}


# -- opening --------------------------------------------------------------------------


@pytest.mark.parametrize("opening", OPENINGS)
def test_e03_opening_minimum_by_deal(
    family: str, opening: tuple[int, int, str, str, int]
) -> None:
    """E3: a side opens with 50, 90, 120 and 150 in the four deals.

    000-33, 003-28, 004-17.
    """
    number, minimum, enough, short, worth = opening
    game = at(family, round=number, hands={0: OPENER})
    assert game.view(0).minimum(0) == minimum
    (refusal,) = refused(game, f"lay {short}", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (minimum, worth)
    after = allowed(game, f"lay {enough}")
    (opened,) = happened(after, Opened)
    assert opened.points == minimum


def test_opening_counts_cards_of_that_play_only(family: str) -> None:
    """Red threes on the table do not help to open (000-35, 000-54, 003-25, 004-17)."""
    game = at(family, red={0: 3}, hands={0: "K K K 2 4 5"})
    (refusal,) = refused(game, "lay K K K", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (50, 30)
    allowed(game, "lay K K K 2")


def test_opening_bonus_never_counts(family: str) -> None:
    """The bonus of a book laid at once does not help to open (000-35, 003-25)."""
    parts: dict[str, Any] = {"hands": {0: "4 4 4 4 4 4 4 5 8"}}
    text = "lay 4 4 4 4 4 4 4"
    (refusal,) = judged(family, text, "opening.minimum", 35, **parts)
    assert (refusal.wanted, refusal.found) == (50, 7 * 5)


def test_opening_buried_cards_never_count(family: str) -> None:
    """Cards below the top do not help to open.

    000-20, 000-36, 003-33, 004-17, R004-4.
    """
    game = at(
        family,
        phase="draw",
        hands={0: "9 9 Q Q Q 4"},
        pile="K K K 4 9",
    )
    (refusal,) = refused(game, "take 9 9 9", "opening.minimum")
    assert (refusal.wanted, refusal.found) == (50, 30)
    refused(game, "take 9 9 9, K K K", "pile.buried")
    allowed(game, "take 9 9 9, Q Q Q")


def test_top_card_counts_toward_opening(family: str) -> None:
    """The top card of a pickup is one of the cards put down.

    003-33, 004-17, R004-4.
    """
    game = at(family, phase="draw", hands={0: "A A 4 5"}, pile="4 A")
    (opened,) = happened(allowed(game, "take A A A"), Opened)
    assert opened.points == 60


def test_e11_pickup_must_reach_opening(family: str) -> None:
    """E11: before the opening a pickup and its groups must reach the minimum.

    000-51, 003-34, R004-4.
    """
    game = at(family, phase="draw", round=2, hands={0: "K K 4 4 4 A A A"}, pile="4 K")
    for groups, worth in (("K K K", 30), ("K K K, 4 4 4", 45)):
        (refusal,) = refused(game, f"take {groups}", "opening.minimum")
        assert (refusal.wanted, refusal.found) == (90, worth)
    after = allowed(game, "take K K K, A A A")
    assert set(lying(after, 0)) == {"K#1", "A#1"}


def test_opening_is_the_sides(family: str) -> None:
    """One opening serves both partners, for the one deal (000-34, 003-27)."""
    game = at(family, hands={0: "A A A 4 5", 2: "4 4 4 5 8"}, stock=40)
    do(game, "lay A A A", "discard 4")
    pass_to(game, 2)
    do(game, "draw")
    allowed(game, "lay 4 4 4")
    fresh = bare(family, opened=[0, 1])
    do(fresh, "draw")
    view = fresh.view(None)
    assert [view.opened(0), view.opened(1)] == [False, False]
    assert view.minimum(0) == 90


def test_one_play_or_none(family: str) -> None:
    """Several groups open together or not at all (000-34, R5, 004-31)."""
    game = at(family, hands={0: "K K K A A 2 4 5"})
    refused(game, "lay K K K", "opening.minimum")
    after = allowed(game, "lay K K K, A A 2")
    assert set(lying(after, 0)) == {"K#1", "A#1"}
    refused(game, "lay A A 2, 4 5 K", "core.group")


# -- the foot -------------------------------------------------------------------------


def test_e05_last_card_melded_brings_foot(family: str) -> None:
    """E5: the last hand card melded brings the foot at once, the turn goes on.

    000-37, R7, 003-43, 003-59, 004-15. Nothing need be kept in the hand.
    """
    game = at(family, opened=[0], hands={0: "K K K"}, packets={0: [13]})
    (taken,) = of_kind(do(game, "lay K K K"), PacketTaken)
    assert (taken.seat, taken.count, taken.left) == (0, 13, 0)
    assert (game.turn, game.phase) == (0, "play")
    assert game.view(0).held(0) == 13


def test_e06_last_card_discarded_brings_foot_next_turn(asking: str) -> None:
    """E6: after a last discard the foot is picked up and waits for the next turn.

    000-38, 003-44.
    """
    game = at(asking, opened=[0], hands={0: "K"}, packets={0: ["A A A 4 5 8"]})
    (taken,) = of_kind(do(game, "discard K"), PacketTaken)
    assert (taken.seat, taken.count) == (0, 6)
    assert held(game, 0) == ranks("A A A 4 5 8")
    assert (game.turn, game.phase) == (1, "draw")
    lay = parse_action("lay A A A")
    assert [r.key for r in game.why_not(lay, seat=0)] == ["core.turn"]
    pass_to(game, 0)
    do(game, "draw", "lay A A A")
    assert lying(game, 0) == {"A#1": (3, 0, None)}


def test_hand_emptied_before_opening(asking: str) -> None:
    """The hand may be used up by discards before the side has opened (R6)."""
    game = at(asking, hands={0: "K"}, packets={0: [13]})
    assert not game.view(0).opened(0)
    (taken,) = of_kind(do(game, "discard K"), PacketTaken)
    assert taken.seat == 0


def test_red_threes_in_foot_laid(family: str) -> None:
    """Red threes in a foot are laid and replaced when it is picked up.

    003-37, 003-38, R003-7, R4.
    """
    game = at(
        family,
        opened=[0],
        hands={0: "K K K"},
        packets={0: ["3r 4 3r 5"]},
        stock="8 8 7 6",
    )
    laid = of_kind(do(game, "lay K K K"), RedThreeLaid)
    assert [event.replaced for event in laid] == [True, True]
    assert held(game, 0) == ranks("4 5 6 7")
    assert len(game.view(0).red_threes(0)) == 2


def test_foot_cards_count_until_picked_up(family: str) -> None:
    """Every card of a foot never picked up counts against its side.

    000-39, 003-54, 004-25.
    """
    foot = "A A K K Q Q 9 9 7 7 4 4 JK"
    sheet = ended(bare(family, packets={0: [foot]}))[0]
    worth = 2 * 20 + 6 * 10 + 4 * 5 + 50
    assert lines(sheet) == {"cards held": (13, -worth)}


# -- going out ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "lacking", "wanted"),
    [((1, 2, 1), "clean", 2), ((2, 1, 1), "dirty", 2), ((2, 2, 0), "wild", 1)],
)
def test_quota_of_each_kind(
    asking: str, made: tuple[int, int, int], lacking: str, wanted: int
) -> None:
    """Two clean, two dirty and a wild book are needed, each of them.

    000-27, 000-40, 003-47.
    """
    game = ready(asking, melds={0: books(*made)}, hands={0: "8 8 8"})
    missing, *_ = refused(game, "ask", "going_out.books")
    assert missing.wanted == {lacking: wanted}
    assert missing.found == {lacking: wanted - 1}
    met = [(key, ok) for key, ok, _ in game.going_out_checklist(0)]
    assert met.count(("going_out.books", False)) == 1
    allowed(ready(asking, hands={0: "8 8 8"}), "ask")


def test_surplus_fills_no_other_place(asking: str) -> None:
    """A third clean book is no dirty one (R11, R13)."""
    game = ready(asking, melds={0: books(3, 1, 1)}, hands={0: "8 8 8"})
    missing, *_ = refused(game, "ask", "going_out.books")
    assert (missing.wanted, missing.found) == ({"dirty": 2}, {"dirty": 1})
    changed = load_rules(asking).with_changes(
        {"books.kinds.clean.counts_as": ["dirty"]}
    )
    allowed(ready(changed, melds={0: books(3, 1, 1)}, hands={0: "8 8 8"}), "ask")


def test_partner_must_have_played_foot(asking: str) -> None:
    """The partner has the foot and has ended a turn from it (000-41, R000-9)."""
    hand = {0: "8 8 8"}
    for foot in ([13], []):
        game = ready(asking, hands=hand, packets={0: [], 2: foot}, played=[])
        (refusal,) = refused(game, "ask", "going_out.partner")
        assert (refusal.wanted, refusal.found) == ("has_played_it", 2)
    allowed(ready(asking, hands=hand), "ask")


def test_partner_reached_foot_by_melding(asking: str) -> None:
    """A partner who melds into the foot has played from it when the turn ends.

    R000-9.
    """
    game = ready(
        asking,
        turn=2,
        hands={0: "8 8 8", 2: "9 9 9"},
        packets={0: [], 2: [13]},
        played=[],
        stock="8 8 4 5",
    )
    do(game, "lay 9 9 9")
    assert not game.view(0).played_last(2)
    game.push(next(a for a in game.legal_actions if str(a).startswith("discard")))
    assert game.view(0).played_last(2)
    pass_to(game, 0)
    do(game, "draw")
    allowed(game, "ask")


def test_permission_must_be_asked(asking: str) -> None:
    """Nobody goes out without having asked the partner (000-42)."""
    game = ready(asking, hands={0: "8 8 8"})
    refused(game, "lay 8 8 8", "going_out.keep", "going_out.permission")
    changed = load_rules(asking).with_changes({"going_out.permission": "none"})
    assert allowed(ready(changed, hands={0: "8 8 8"}), "lay 8 8 8").round == 2


def test_permission_no_binds(asking: str) -> None:
    """After a no the player keeps two cards, and may ask in a later turn.

    000-42, R000-11, R003-5.
    """
    game = ready(asking, hands={0: "8 8 8 4"}, stock="8 8 4 5 4 5 4 5")
    do(game, "ask", "no")
    refused(game, "lay 8 8 8", "going_out.keep", "going_out.permission")
    (again,) = refused(game, "ask", "going_out.permission")
    assert again.code == "asked_already"
    do(game, "discard 4")
    pass_to(game, 0)
    do(game, "draw")
    allowed(game, "ask")


def test_permission_yes_binds(asking: str) -> None:
    """After a yes the player must go out in this turn (000-42, R000-11)."""
    game = ready(asking, hands={0: "8 8 8 4 5 5 5"})
    do(game, "ask", "yes")
    (refusal,) = refused(game, "discard 4", "going_out.permission")
    assert refusal.code == "must_go_out"
    do(game, "lay 8 8 8", "lay 5 5 5", "discard 4")
    assert happened(game, RoundEnded)[0].reason == "out"


def test_ask_only_when_out_is_possible(asking: str) -> None:
    """One asks only when the cards held can all leave (R000-10)."""
    game = ready(asking, hands={0: "8 8 4 5"})
    (refusal,) = refused(game, "ask", "going_out.books")
    assert refusal.code == "no_way_out"
    allowed(ready(asking, hands={0: "8 8 8 5"}), "ask")
    early = ready(asking, phase="draw", hands={0: "8 8 8"})
    refused(early, "ask", "core.phase")


def test_only_the_partner_answers(asking: str) -> None:
    """The partner answers, and does nothing else before (R000-10)."""
    game = ready(asking, hands={0: "8 8 8"})
    do(game, "ask")
    assert (game.turn, game.phase) == (2, "answer")
    yes = parse_action("yes")
    for seat in (0, 1, 3):
        assert [r.key for r in game.why_not(yes, seat=seat)] == ["core.turn"]
    refused(game, "draw", "core.phase")
    refused(game, "lay 8 8 8", "core.phase")


def test_e15_keep_two_without_right(family: str) -> None:
    """E15: without the right to go out two cards are kept after melding.

    000-45, 003-51, R003-9.
    """
    hand = {0: "8 8 8 4"}
    few = ready(family, melds={0: books(2, 1, 1)}, hands=hand)
    refused(few, "lay 8 8 8", "going_out.keep", "going_out.books")
    behind = ready(family, hands=hand, played=[])
    refused(behind, "lay 8 8 8", "going_out.keep", "going_out.partner")


def test_keep_two_in_foot(family: str) -> None:
    """Two cards are kept in the last packet, and no discard empties it early.

    000-45, 003-51, R003-9, R7.
    """
    parts: dict[str, Any] = {"melds": {0: books(2, 1, 1)}}
    game = ready(family, hands={0: "8 8 8 4 5"}, **parts)
    (keep, *_) = refused(
        ready(family, hands={0: "8 8 8 8 4"}, **parts),
        "lay 8 8 8 8",
        "going_out.keep",
        "going_out.books",
    )
    assert (keep.wanted, keep.found) == (2, 1)
    do(game, "lay 8 8 8", "discard 4")
    assert game.view(0).held(0) == 1
    last = ready(family, hands={0: "4"}, **parts)
    refused(last, "discard 4", "going_out.books")


@pytest.mark.parametrize("rest", [(), ("4",)])
def test_e16_going_out_both_ways(family: str, rest: tuple[str, ...]) -> None:
    """E16: one goes out by melding all, or all but a last discard, for 100.

    000-43, 000-44, 003-06, 003-50, R003-1, R004-9.
    """
    game = ready(family, hands={0: " ".join(["8 8 8", *rest])})
    permit(game)
    do(game, "lay 8 8 8", *(f"discard {card}" for card in rest))
    (end,) = happened(game, RoundEnded)
    assert (end.reason, end.seat) == ("out", 0)
    ours, theirs = game.score_sheet(1)
    assert lines(ours)["going out"] == (1, 100)
    assert "going out" not in lines(theirs)


def test_reach_foot_and_go_out_same_turn(family: str) -> None:
    """A player may reach the foot by melding and go out in the same turn (R8)."""
    game = ready(family, hands={0: "8 8 8"}, packets={0: ["K K K 4"], 2: []})
    do(game, "lay 8 8 8")
    permit(game)
    do(game, "lay K K K", "discard 4")
    assert happened(game, RoundEnded)[0].reason == "out"


@pytest.mark.parametrize("last", ["3b", "2", "JK"])
def test_last_discard_black_three_or_wild(family: str, last: str) -> None:
    """The last discard may be a black three or a wild (R9)."""
    game = ready(family, hands={0: f"8 8 8 {last}"})
    permit(game)
    do(game, "lay 8 8 8", f"discard {last}")
    assert happened(game, RoundEnded)[0].reason == "out"


# -- score and match ------------------------------------------------------------------


def test_score_of_a_deal_adds_up(family: str) -> None:
    """Books, cards, red threes and going out count, all held cards and feet cost.

    000-47, 003-54, 004-25, R003-1.
    """
    game = ready(
        family,
        hands={0: "8 8 8", 1: "A 3b", 2: "K 4", 3: "5"},
        packets={0: [], 1: ["3r 10"], 2: [], 3: []},
        red={0: 2, 1: 1},
    )
    permit(game)
    do(game, "lay 8 8 8")
    ours, theirs = game.score_sheet(1)
    melded = 70 + 70 + (50 + 40) + (50 + 40) + (4 * 20 + 3 * 50) + 30
    assert lines(ours) == {
        "clean books": (2, 1000),
        "dirty books": (2, 600),
        "wild books": (1, 1500),
        "cards melded": (38, melded),
        "red threes laid": (2, 200),
        "going out": (1, 100),
        "cards held": (2, -15),
    }
    assert ours.points == 1000 + 600 + 1500 + 580 + 200 + 100 - 15
    assert lines(theirs) == {
        "red threes laid": (1, 100),
        "cards held": (3, -(20 + 5 + 10)),
        "black threes held": (1, -5),
        "red threes in packets": (1, -100),
    }
    assert theirs.points == -40


def test_totals_carry_and_higher_wins(family: str) -> None:
    """Round scores add up; the higher total after four deals wins.

    000-49, 003-55, 004-28.
    """
    game = bare(family, round=4, scores=[1000, 990], hands={0: "A", 1: "4"})
    do(game, "draw")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores == (980, 985)
    assert outcome.winners == (1,)
    third = bare(family, round=3, scores=[1000, 990], hands={0: "A", 1: "4"})
    do(third, "draw")
    assert (third.round, third.scores, third.is_over) == (4, (980, 985), False)


def test_tie_stands(family: str) -> None:
    """Equal totals after the last deal are a shared win (R1)."""
    game = bare(family, round=4, scores=[1000, 985], hands={0: "A", 1: "4"})
    do(game, "draw")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((980, 980), (0, 1))
    assert outcome.rounds == 4
