"""Seed 003, a digital table: its stated cases, and what it says otherwise than 000.

What it shares with seeds 000 and 004 is tested in ``test_seed_000.py``.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import load_rules, parse_action
from handfoot.play.events import Opened, PacketTaken, RoundEnded
from handfoot.players import player_class
from tests.seeds.helpers import (
    allowed,
    at,
    bare,
    books,
    do,
    happened,
    held,
    judged,
    lying,
    of_kind,
    pass_to,
    ranks,
    ready,
    refused,
    takes,
)

RULES: Final = "whitnack-digital"
OPENING_OF_90: Final[dict[str, Any]] = {"round": 2, "hands": {0: "A A A K K K 4 5"}}


def test_e66_opening_with_two_groups() -> None:
    """E66: at 90 neither aces (60) nor kings (30) open alone, together they do.

    003-06, 003-24, 003-26, 003-56.
    """
    game = at(RULES, **OPENING_OF_90)
    for group, worth in (("A A A", 60), ("K K K", 30)):
        (refusal,) = refused(game, f"lay {group}", "opening.minimum")
        assert (refusal.wanted, refusal.found) == (90, worth)
    after = allowed(game, "lay A A A, K K K")
    assert happened(after, Opened)[0].points == 90


def test_e67_four_nines_and_two_wilds() -> None:
    """E67: four natural nines and two wilds are a legal six (003-19, 003-64)."""
    game = at(RULES, opened=[0], hands={0: "9 9 9 9 2 JK 4 5"})
    do(game, "lay 9 9 9 9 2 JK")
    assert lying(game, 0) == {"9#1": (4, 2, None)}


def test_e68_one_more_nine_makes_dirty_book() -> None:
    """E68: a fifth nine makes them a dirty book (003-64)."""
    game = at(RULES, melds={0: ["9 9 9 9 2 JK"]}, hands={0: "9 4 5"})
    do(game, "lay 9")
    assert lying(game, 0) == {"9#1": (5, 2, "dirty")}


@pytest.mark.parametrize("top", ["2", "JK"])
def test_e69_wild_top_needs_same_kind(top: str) -> None:
    """E69: a two on top needs two twos, a joker two jokers (003-31)."""
    for pair in ("2 2", "JK JK", "2 JK"):
        game = at(
            RULES, phase="draw", opened=[0], hands={0: f"{pair} 4 5"}, pile=f"4 {top}"
        )
        text = f"take {top} {pair}"
        if pair == f"{top} {top}":
            allowed(game, text)
        else:
            refused(game, text, "pile.wild_top")
            assert takes(game) == []


@pytest.mark.parametrize("three", ["3b", "3r"])
def test_e70_no_three_may_be_taken(three: str) -> None:
    """E70: no pile is taken with a three of any colour on top (003-32)."""
    game = at(
        RULES,
        phase="draw",
        opened=[0],
        hands={0: f"{three} {three} K K 4"},
        pile=f"K {three}",
    )
    refused(game, f"take {three} {three} {three}", "pile.not_on", "melds.ranks")
    refused(game, "take K K K", "pile.not_on", "pile.key_card")
    assert takes(game) == []


def test_e71_partner_just_reached_foot() -> None:
    """E71: a partner who has just picked up the foot is not ready.

    003-45, 003-48, 003-61. After a turn from it the question may be put.
    """
    game = ready(
        RULES,
        turn=2,
        hands={0: "8 8 8", 2: "4"},
        packets={0: [], 2: [13]},
        played=[],
        stock="8 8 6 7 6 7 6 7 8 8 6 7",
    )
    assert of_kind(do(game, "discard 4"), PacketTaken)
    pass_to(game, 0)
    do(game, "draw")
    (refusal,) = refused(game, "ask", "going_out.partner")
    assert refusal.found == 2
    do(game, "discard 8")
    assert not game.view(0).played_last(2)
    pass_to(game, 3)
    assert game.view(0).played_last(2)
    pass_to(game, 0)
    do(game, "draw")
    allowed(game, "ask")


def test_e72_surplus_is_no_substitute() -> None:
    """E72: neither more clean books nor more points replace a dirty book.

    003-62, 003-63.
    """
    game = ready(RULES, melds={0: books(4, 1, 1)}, hands={0: "8 8 8"}, scores=[9000, 0])
    missing, *_ = refused(game, "ask", "going_out.books")
    assert (missing.wanted, missing.found) == ({"dirty": 2}, {"dirty": 1})


def test_e73_overflow_needs_book_and_new_meld() -> None:
    """E73: a pickup that would overflow finishes the book and starts a new meld.

    003-36.
    """
    parts: dict[str, Any] = {
        "phase": "draw",
        "melds": {0: ["9 9 9 9 9"]},
        "pile": "4 9",
    }
    few = at(RULES, hands={0: "9 9 4 5"}, **parts)
    refused(few, "take 9 9 9", "pile.full_meld", "books.after")
    assert takes(few) == []
    enough = at(RULES, hands={0: "9 9 9 9 4 5"}, **parts)
    refused(enough, "take 9 9 9", "pile.full_meld", "books.after")
    after = allowed(enough, "take 9 9 on 9, 9 9 9 new")
    assert lying(after, 0) == {"9#1": (7, 0, "clean"), "9#2": (3, 0, None)}


def test_e74_pickup_with_empty_stock() -> None:
    """E74: on an empty stock pickups keep the play going (003-53)."""
    game = bare(
        RULES,
        opened=[0, 1],
        hands={0: "9 9 5 5 8", 1: "5 5 4 6 7"},
        pile="4 9",
    )
    do(game, "take 9 9 9", "discard 5")
    assert (game.round, game.turn) == (1, 1)
    do(game, "take 5 5 5")
    assert (game.round, game.turn, game.phase) == (1, 1, "play")


def test_e75_plan_is_whole_or_nothing() -> None:
    """E75: planned groups stay in the hand until the whole plan is accepted (003-17)."""
    game = at(RULES, **OPENING_OF_90)
    assert not game.is_legal(parse_action("lay A A A"))
    refused(game, "lay A A A", "opening.minimum")
    assert held(game, 0) == ranks("A A A K K K 4 5")
    assert lying(game, 0) == {}
    do(game, "lay A A A, K K K")
    assert held(game, 0) == ranks("4 5")
    assert set(lying(game, 0)) == {"A#1", "K#1"}


def test_e76_no_minimum_once_open() -> None:
    """E76: once one partner has opened, the other needs no minimum (003-27)."""
    game = at(RULES, round=2, hands={0: "A A A K K K 4 5", 2: "4 4 4 5 6"})
    do(game, "lay A A A, K K K", "discard 4")
    pass_to(game, 2)
    do(game, "draw")
    allowed(game, "lay 4 4 4")


def test_e77_foot_not_played_same_turn() -> None:
    """E77: a foot reached by a discard waits for the next turn (003-44, 003-60)."""
    game = at(RULES, opened=[0], hands={0: "K"}, packets={0: ["K K K 4 5"]})
    do(game, "discard K")
    assert held(game, 0) == ranks("K K K 4 5")
    why = game.why_not(parse_action("lay K K K"), seat=0)
    assert [refusal.key for refusal in why] == ["core.turn"]


def test_e78_book_takes_no_eighth_card() -> None:
    """E78: a finished book takes no card, a book of wilds neither.

    003-20, 003-35, 003-58, 003-66.
    """
    parts: dict[str, Any] = {
        "melds": {0: ["K K K K K K K", "2 2 2 2 2 2 2"]},
        "hands": {0: "K 2 4 5"},
    }
    judged(RULES, "lay K on K#1", "books.after", "naturals", **parts)
    judged(RULES, "lay 2 on W#1", "books.after", "anything", **parts)


def test_pair_in_hand_is_no_meld() -> None:
    """Two equal cards in a hand are no meld and open nothing (003-05)."""
    game = at(RULES, hands={0: "9 9 4 5"})
    assert not game.view(0).opened(0)
    assert lying(game, 0) == {}
    refused(game, "lay 9 9", "melds.smallest", "opening.minimum")


def test_partners_share_opening_not_cards() -> None:
    """Cards in the partner's hand do not help to open (003-07)."""
    hands = {0: "A A A 4 5", 2: "K K K 4 5"}
    game = at(RULES, round=2, hands=hands)
    refused(game, "lay A A A", "opening.minimum")
    refused(game, "lay A A A, K K K", "core.held")
    allowed(at(RULES, round=2, hands=hands, opened=[0]), "lay A A A")


def test_opening_does_not_permit_emptying() -> None:
    """An opening that reaches the minimum may still not empty the foot (003-57)."""
    game = at(
        RULES,
        round=2,
        hands={0: "A A A K K K"},
        packets={0: [], 2: []},
        played=[2],
    )
    refused(
        game,
        "lay A A A, K K K",
        "going_out.keep",
        "going_out.books",
    )


def test_permission_asked_and_agreed() -> None:
    """The partner is asked first; a computer partner agrees (003-49)."""
    game = ready(RULES, hands={0: "8 8 8", 1: "4 5", 2: "4", 3: "4 5"})
    refused(game, "lay 8 8 8", "going_out.keep", "going_out.permission")
    do(game, "ask")
    assert game.turn == 2
    game.push(player_class("heuristic")(1).choose(game.view(2)))
    do(game, "lay 8 8 8")
    assert happened(game, RoundEnded)[0].reason == "out"


def test_overflow_top_card_in_new_meld() -> None:
    """The top card may start the new meld; a second reading forbids it (R003-4)."""
    parts: dict[str, Any] = {
        "phase": "draw",
        "melds": {0: ["9s 9s 9s 9s 9s"]},
        "hands": {0: "9c 9c 9c 9c 4 5"},
        "pile": "4 9h",
    }
    in_new = "take 9c 9c on 9, 9h 9c 9c new"
    allowed(at(RULES, **parts), in_new)
    strict = load_rules(RULES).with_changes(
        {"pile.full_meld": "complete_and_start_from_hand"}
    )
    refused(at(strict, **parts), in_new, "pile.full_meld")
    allowed(at(strict, **parts), "take 9h 9c on 9, 9c 9c 9c new")
