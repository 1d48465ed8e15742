"""One foot for a whole side: ``deal.later_for``."""

from __future__ import annotations

import json
import random
from typing import Any, Final

import pytest

from handfoot import (
    Game,
    HandfootError,
    Position,
    RuleSet,
    ScoreError,
    ScoreSheet,
    View,
    parse_action,
)
from handfoot.play.events import PacketTaken
from handfoot.rules.loading import check_text
from handfoot.testing import unconserved
from tests.matters import QUICK
from tests.play.asking import followed_to_the_end
from tests.play.seeds import ruleset

SHARED: Final[dict[str, Any]] = {
    "players__side_size": 2,
    "players__counts": (4, 6),
    "deal__later_for": "side",
    "going_out__books": {},
}


def rules(**changes: Any) -> RuleSet:
    """Return rules of partners who share a foot, some values changed."""
    return ruleset(**{**SHARED, **changes})


def warned(text: str) -> list[str]:
    """Return the codes of a file's problems."""
    head = "handfoot: 1\nname: Test\nplayers: {counts: [4], side_size: 2}\n"
    return [p.code for p in check_text(head + text)[1].problems]


@pytest.mark.parametrize(("seats", "size"), [(4, 2), (6, 2), (6, 3), (4, 1)])
def test_each_side_is_dealt_one(seats: int, size: int) -> None:
    """Hands are the players', feet the sides'; the rest of the deck is the stock."""
    game = Game(rules(players__side_size=size), seats, seed=2, side_size=size)
    state = game.state
    sides = seats // size
    assert all(
        game.view(seat).packets_left(other) == (13,)
        for seat in (0, 1)
        for other in range(seats)
    )
    for seat in range(seats):
        assert state.packets[seat] == state.packets[seat % sides]
    assert len({state.packets[side] for side in range(sides)}) == sides
    assert not unconserved(state)
    assert [game.view(None).unreached(side) for side in range(sides)] == [13] * sides


def test_the_first_to_run_out_has_it() -> None:
    """Both partners then play from the last packet, one of them with those cards."""
    game = Position(rules(), hands={0: "4", 2: "K Q"}, phase="play").game()
    feet = game.state.packets[:]
    events = game.push(parse_action("discard 4"))
    (taken,) = [e for e in events if isinstance(e, PacketTaken)]
    assert (taken.seat, taken.count) == (0, 13)
    assert game.state.packets == [(), feet[1], (), feet[3]]
    assert game.view(2).held(2) == 2
    assert not unconserved(game.state)
    assert game.view(2).unreached(0) == 0
    game.pop()
    assert game.state.packets == feet


def test_the_partner_may_go_out_then() -> None:
    """Who never had the foot goes out once the side has it, and not before."""
    given: tuple[tuple[dict[int, list[str]], bool], ...] = (
        ({2: []}, True),
        ({}, False),
        ({0: []}, True),
    )
    for packets, over in given:
        game = Position(rules(), turn=2, hands={2: "K"}, packets=packets).game()
        game.push(parse_action("discard K"))
        assert bool(game.state.sheets) is over
        assert over or len(game.view(2).hand) == 13


@pytest.mark.parametrize("how", ["next_turn", "instead_of_drawing"])
def test_a_foot_that_waits_is_whose_comes_first(how: str) -> None:
    """Left lying, it goes to whose turn begins first; the other goes on by drawing."""
    game = Position(
        rules(foot__after_discard=how), turn=2, hands={0: 0, 2: "K"}, phase="play"
    ).game()
    game.push(parse_action("discard K"))
    assert game.view(0).packets_left(2) == (13,)
    while game.turn != 2:
        plain = [a for a in game.legal_actions if str(a)[:4] in ("draw", "disc")]
        game.push(plain[0])
    assert game.view(2).held(0) >= 12
    assert game.view(2).packets_left(2) == game.view(2).packets_left(0) == ()
    assert game.phase == "draw"
    game.push(parse_action("draw"))
    assert game.view(2).held(2) == 2
    assert not unconserved(game.state)


def test_it_is_scored_once() -> None:
    """A foot never taken costs its cards and its penalty once for a side."""
    scored = {}
    for how in ("side", "player"):
        made = rules(
            deal__later_for=how, foot__never_taken=-100, scoring__held="everyone"
        )
        game = Position(
            made,
            hands={0: "K", 1: "4", 2: "4", 3: "4"},
            packets={
                0: [],
                1: ["K K 4"],
                **({3: ["K K 4"]} if how == "player" else {}),
            },
            stock=0,
        ).game()
        game.push(parse_action("discard K"))
        lines = {line.label: line for line in game.state.sheets[1].lines}
        scored[how] = (lines["packets never taken"].count, lines["cards held"].points)
    assert scored == {"side": (1, -35), "player": (2, -60)}


def test_positions_name_it_once() -> None:
    """Partners cannot be said to have different packets; naming one is enough."""
    game = Position(rules(), packets={2: ["K K K"]}).game()
    assert game.state.packets[0] == game.state.packets[2]
    assert len(game.state.packets[0][0]) == 3
    assert not unconserved(game.state)
    with pytest.raises(HandfootError, match="later_for"):
        Position(rules(), packets={0: ["K K K"], 2: []}).game()
    with pytest.raises(HandfootError, match="played"):
        Position(rules(), played=[2]).game()
    assert Position(rules(), played=[2], packets={0: []}).game().state.played[2]


@pytest.mark.parametrize("seats", [4, 6])
def test_matches_views_and_records(seats: int) -> None:
    """Whole matches: no card is lost, clients follow, records and data lead back."""
    made = rules().with_changes({**QUICK, "deck.packs": 4, "deal.knee": 4})
    assert followed_to_the_end(Game(made, seats, seed=seats))


def test_data_of_partners_must_agree() -> None:
    """A state in which partners share different packets is refused."""
    game = Game(rules(), seed=1)
    data = json.loads(json.dumps(game.view(0).to_dict()))
    assert View.from_dict(data) == game.view(0)
    data["state"]["packets"][2] = [12]
    with pytest.raises(HandfootError):
        View.from_dict(data)


def test_others_packets_stay_hidden() -> None:
    """Nobody sees the foot of a side, not even its players."""
    game = Game(rules(), seed=random.Random(1).randrange(99))
    for seat in (None, *range(4)):
        known = game.view(seat).known().packets
        assert {face for packets in known for one in packets for face in one} == {0xFF}


def test_the_sheet_counts_one() -> None:
    """At a real table a side has one last packet that nobody may have taken."""
    made = rules(foot__never_taken=-100)
    sheet = ScoreSheet(made, [["Ann", "Cas"], ["Ben", "Dot"]])
    (field,) = [f for f in sheet.fields() if f.name == "never_taken"]
    assert field.label == "last packets of the side never taken"
    with pytest.raises(ScoreError, match="one last packet"):
        sheet.enter("Ann", {"never_taken": 2})
    sheet.enter("Ann", {"never_taken": 1})


def test_the_card_says_so() -> None:
    """The card speaks of the side's foot, and of each side where it is dealt."""
    card = rules(foot__never_taken=-100).rule_card(players=4).markdown()
    assert "Deal each side one foot of 13 cards" in card
    assert "The partners of a side share the foot" in card
    assert "A side whose foot" in card
    assert "each player a foot" not in card


def test_what_it_cannot_say() -> None:
    """It needs partners and a foot, and leaves nothing to choose or to pass."""
    assert warned("deal: {later_for: side}\n") == []
    assert warned("deal: {later_for: side, foot: 0}\n") == ["HF309"]
    assert warned("deal: {later_for: side, later_to: left}\n") == ["HF309"]
    choice = "deal: {hand: 11, foot: 11, later_for: side, hand_choice: unseen}\n"
    assert warned(choice) == ["HF307"]
    alone = "handfoot: 1\nname: Test\ndeal: {later_for: side}\n"
    assert [p.code for p in check_text(alone)[1].problems] == ["HF309"]
    # Four hands and two feet of 20 cards fit into three packs, four feet do not.
    text = "deck: {packs: 3}\ndeal: {hand: 19, foot: 20, later_for: %s}\n"
    assert "HF302" not in warned(text % "side")
    text = "deck: {packs: 2}\ndeal: {hand: 14, foot: 14, later_for: %s}\n"
    assert "HF302" not in warned(text % "side")
    assert "HF302" in warned(text % "player")
