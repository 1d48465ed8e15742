"""Seed 004, Foot Canasta: its stated cases, and what it says otherwise than 000.

What it shares with seeds 000 and 003 is tested in ``test_seed_000.py``.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot.play.events import PacketTaken, RedThreeLaid, RoundEnded
from tests.seeds.helpers import (
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
    lines,
    melded_points,
    of_kind,
    pass_to,
    pass_turn,
    ranks,
    ready,
    refused,
)

RULES: Final = "foot-canasta"


def test_e79_foot_waits_for_next_turn() -> None:
    """E79: after a last discard the foot lies unread until the next turn (004-16)."""
    game = at(RULES, opened=[0], hands={0: "K"}, packets={0: ["A A A 4 5"]})
    assert not of_kind(do(game, "discard K"), PacketTaken)
    pass_to(game, 3)
    assert (game.view(0).held(0), game.view(0).packets_left(0)) == (0, (5,))
    pass_turn(game)
    assert (game.turn, game.phase) == (0, "draw")
    assert [event.seat for event in happened(game, PacketTaken)] == [0]
    assert held(game, 0) == ranks("A A A 4 5")


def test_e80_red_three_values() -> None:
    """E80: a red three caught in hand or foot costs 100, laid it counts 100.

    004-18, 004-19.
    """
    caught = ended(bare(RULES, hands={0: "3r"}, packets={1: ["3r"]}, red={0: 2}))
    assert lines(caught[0]) == {
        "red threes caught": (1, -100),
        "red threes laid": (2, 200),
    }
    assert lines(caught[1]) == {"red threes in packets": (1, -100)}


def test_e81_bonuses() -> None:
    """E81: clean 500, dirty 300, wild 1500, going out 100 (004-26, 004-34)."""
    game = ready(RULES, hands={0: "8"})
    do(game, "discard 8")
    sheet = lines(game.score_sheet(1)[0])
    assert sheet["clean books"] == (2, 2 * 500)
    assert sheet["dirty books"] == (2, 2 * 300)
    assert sheet["wild books"] == (1, 1500)
    assert sheet["going out"] == (1, 100)


def test_e82_card_values() -> None:
    """E82: joker 50, two and ace 20, king to eight 10, seven to four 5 (004-24)."""
    assert VALUES["JK"] == 50
    assert VALUES["2"] == VALUES["A"] == 20
    for card, value in VALUES.items():
        assert held_points(RULES, card) == -value
        assert melded_points(RULES, " ".join([card] * 3)) == 3 * value
    assert held_points(RULES, "3b") == -5


@pytest.mark.parametrize(
    "partner",
    [
        {"packets": {0: [], 2: [13]}},
        {"packets": {0: [], 2: [13]}, "partner": ""},
        {"packets": {0: [], 2: []}},
    ],
    ids=["in hand", "foot waiting", "foot picked up"],
)
def test_e83_partner_not_in_foot(partner: dict[str, Any]) -> None:
    """E83: the partner must already be playing from the foot.

    004-22, 004-33, R004-6.
    """
    parts = dict(partner)
    hand = parts.pop("partner", "4 5 6")
    for cards, text, keep in (
        ("8 8 8", "lay 8 8 8", ["going_out.keep"]),
        ("4", "discard 4", []),
    ):
        game = ready(RULES, hands={0: cards, 2: hand}, played=[], **parts)
        refused(game, text, "going_out.partner", *keep)


@pytest.mark.parametrize("pile", ["9", "4 5 6 9", "4 5 6 7 8 9"])
def test_e84_small_pile_taken_whole(pile: str) -> None:
    """E84: a pile of fewer than seven cards is taken whole (004-11)."""
    game = at(RULES, phase="draw", opened=[0], hands={0: "9 9 J J"}, pile=pile)
    do(game, "take 9 9 9")
    assert game.view(0).pile == 0
    assert game.view(0).held(0) == 2 + len(pile.split()) - 1


@pytest.mark.parametrize("stock", [0, 1])
def test_e85_stock_out_ends_deal(stock: int) -> None:
    """E85: the deal ends when someone must draw and the stock is out.

    004-27, R004-8. Nobody has the bonus for going out.
    """
    game = bare(RULES, stock=stock, hands={0: "K"})
    sheets = ended(game)
    assert happened(game, RoundEnded)[0].reason == "stock"
    assert [lines(sheet) for sheet in sheets] == [{"cards held": (1, -10)}, {}]


@pytest.mark.parametrize("made", [(1, 2, 1), (2, 1, 1), (2, 2, 0)])
def test_quota_two_two_one(made: tuple[int, int, int]) -> None:
    """Two clean, two dirty and a wild pile are needed to go out (004-21)."""
    few = ready(RULES, melds={0: books(*made)}, hands={0: "8 8 8"})
    refused(few, "lay 8 8 8", "going_out.keep", "going_out.books")
    assert allowed(ready(RULES, hands={0: "8 8 8"}), "lay 8 8 8").round == 2


def test_never_run_out_early() -> None:
    """Without the right to go out a player never runs out of cards (004-23)."""
    parts: dict[str, Any] = {"melds": {0: books(2, 1, 1)}}
    three = ready(RULES, hands={0: "8 8 8"}, **parts)
    refused(three, "lay 8 8 8", "going_out.keep", "going_out.books")
    two = allowed(ready(RULES, hands={0: "8 8"}, **parts), "discard 8")
    assert two.view(0).held(0) == 1
    one = ready(RULES, hands={0: "8"}, **parts)
    refused(one, "discard 8", "going_out.books")


def test_nobody_is_asked() -> None:
    """Partners always agree, so there is no question (004-36, R004-7)."""
    game = ready(RULES, hands={0: "8 8 8"})
    refused(game, "ask", "going_out.permission")
    do(game, "lay 8 8 8")
    assert happened(game, RoundEnded)[0].reason == "out"


def test_waiting_foot_keeps_its_red_three() -> None:
    """A foot that waits is still a foot: a red three in it costs 100 (R004-5).

    Where it is picked up at once, the red three is laid.
    """
    parts: dict[str, Any] = {
        "hands": {0: "K"},
        "packets": {0: ["3r 4"]},
        "stock": "5",
    }
    waiting = bare(RULES, phase="play", **parts)
    do(waiting, "discard K", "draw")
    assert lines(waiting.score_sheet(1)[0]) == {
        "red threes in packets": (1, -100),
        "cards held": (1, -5),
    }
    at_once = bare("whitnack", phase="play", **parts)
    assert of_kind(do(at_once, "discard K"), RedThreeLaid)
    do(at_once, "draw")
    assert lines(at_once.score_sheet(1)[0]) == {
        "red threes laid": (1, 100),
        "cards held": (2, -10),
    }
