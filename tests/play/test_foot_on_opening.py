"""A foot for whoever opens, or from the stock: ``foot.trigger``, ``deal.later_from``."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import Game, HandfootError, Position, RuleSet, parse_action
from handfoot.play.events import PacketTaken
from handfoot.rules.loading import check_text
from handfoot.testing import unconserved
from tests.matters import QUICK
from tests.play.asking import followed_to_the_end
from tests.play.seeds import ruleset

MEXICAN: Final[dict[str, Any]] = {
    "players__side_size": 2,
    "deal__later_for": "side",
    "deal__later_from": "stock",
    "foot__trigger": "opening",
    "opening__minimum": 30,
    "going_out__books": {},
}


def rules(**changes: Any) -> RuleSet:
    """Return rules of a side that draws more cards with its opening."""
    return ruleset(**{**MEXICAN, **changes})


def codes(game: Game, text: str) -> list[str]:
    """Return the codes of the refusals of an action."""
    return [refusal.code for refusal in game.why_not(parse_action(text))]


def found(text: str) -> list[str]:
    """Return the codes of a file's problems."""
    head = "handfoot: 1\nname: Test\nplayers: {counts: [4], side_size: 2}\n"
    return [problem.code for problem in check_text(head + text)[1].problems]


class TestOpening:
    HAND: Final = "K K K 4 5"

    @pytest.mark.parametrize("hand", [HAND, "K K K"])
    def test_who_opens_draws_a_foot(self, hand: str) -> None:
        """Thirteen cards of the stock join what is held, be it nothing; once a side."""
        game = Position(rules(), hands={0: hand, 2: "A A A 4 5"}).game()
        before = len(game.state.stock)
        events = game.push(parse_action("lay K K K"))
        [taken] = [event for event in events if isinstance(event, PacketTaken)]
        assert taken.count == 13 == before - len(game.state.stock)
        seen = taken.for_seat(1)
        assert isinstance(seen, PacketTaken)
        assert seen.cards is None
        assert game.view(0).held(0) >= len(hand.split()) - 3 + 13
        assert game.turn == 0
        assert game.state.packets == [(), (b"",), (), (b"",)]
        assert not unconserved(game.state)
        game.pop()
        assert game.state.packets == [(b"",)] * 4
        assert len(game.state.stock) == before

    def test_a_pickup_may_open_too(self) -> None:
        """The foot comes after the cards of the pile."""
        game = Position(
            rules(pile__take=2), phase="draw", hands={0: "K K 4"}, pile="9 K"
        ).game()
        game.push(parse_action("take K K K"))
        assert game.view(0).held(0) == 2 + 13

    def test_the_partner_gets_none(self) -> None:
        """A side that has opened has no packet to come, and lays as it likes."""
        game = Position(
            rules(), turn=2, opened=[0], packets={0: [], 2: []}, hands={2: "4 4 4 5 6"}
        ).game()
        game.push(parse_action("lay 4 4 4"))
        assert game.view(2).held(2) == 2

    def test_nobody_runs_out_before_that(self) -> None:
        """The last card stays where the side has not opened, and no turn is stuck."""
        game = Position(rules(), hands={0: "K"}).game()
        assert codes(game, "discard K") == ["packet_not_earned"]
        assert [str(action) for action in game.legal_actions] == ["end"]
        assert not game.can_go_out(0)

    def test_a_dealt_foot_for_one_alone(self) -> None:
        """Where all play alone the opening brings the own foot, dealt or not."""
        for source, count in (("deal", 11), ("stock", 13)):
            made = ruleset(foot__trigger="opening", deal__later_from=source)
            packets = {0: [11 if source == "deal" else 0]}
            game = Position(made, hands={0: "K K K A A A 4"}, packets=packets).game()
            game.push(parse_action("lay K K K, A A A"))
            assert game.view(0).held(0) == 1 + count

    def test_a_stock_too_short_ends_the_round(self) -> None:
        """Where the stock cannot give the whole foot nobody plays on."""
        game = Position(rules(), hands={0: self.HAND}, stock=12).game()
        game.push(parse_action("lay K K K"))
        assert game.round == 2
        [line] = [x for x in game.state.sheets[0].lines if x.label == "cards melded"]
        assert line.points == 30


def test_an_empty_hand_draws_a_new_one() -> None:
    """With a foot from the stock, an empty hand brings thirteen cards of it."""
    game = Position(ruleset(deal__later_from="stock"), hands={0: "K"}).game()
    assert game.state.packets[0] == (b"",)
    before = len(game.state.stock)
    game.push(parse_action("discard K"))
    assert game.view(0).held(0) == 13
    assert len(game.state.stock) <= before - 13


def test_a_foot_that_nobody_drew_costs_nothing() -> None:
    """Its cards lie in the stock, so they count against nobody."""
    made = rules(scoring__held="everyone")
    game = Position(made, phase="draw", hands={0: "K", 2: "4"}, stock=0).game()
    game.push(parse_action("draw"))
    sheet = game.state.sheets[0]
    assert sum(line.points for line in sheet.lines if "held" in line.label) == -15


@pytest.mark.parametrize("trigger", ["opening", "empty"])
def test_matches_views_and_records(trigger: str) -> None:
    """Whole matches: no card is lost, clients follow, records and data lead back."""
    made = rules(foot__trigger=trigger).with_changes(
        {**QUICK, "deck.packs": 4, "opening.minimum": 30}
    )
    assert followed_to_the_end(Game(made, 4, seed=5))


def test_positions_name_no_cards_of_the_stock() -> None:
    """A packet that is drawn when it is taken has none before."""
    assert Position(rules(), packets={0: [0]}).game().state.packets[0] == (b"",)
    with pytest.raises(HandfootError, match="later_from"):
        Position(rules(), packets={0: ["K K"]}).game()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("foot: {trigger: opening}\n", ["HF355"]),
        ("deal: {later_for: side, knee: 13}\nfoot: {trigger: opening}\n", ["HF355"]),
        ("deal: {later_for: side}\nfoot: {trigger: opening}\n", []),
        ("opening: {by: player}\nfoot: {trigger: opening}\n", []),
        ("deal: {later_from: stock, hand_choice: unseen}\n", ["HF307"]),
        ("deal: {later_from: stock, foot: 0}\n", ["HF309"]),
        (
            "deal: {later_for: side}\nfoot: {trigger: opening, after_meld: ends_turn}\n",
            ["HF359"],
        ),
    ],
)
def test_what_does_not_fit_together(text: str, code: list[str]) -> None:
    """Packets that never come are errors, settings without effect warnings."""
    assert found(text) == code


def test_card_of_a_foot_from_the_stock() -> None:
    """The card speaks of one foot, which holds no card before it is taken."""
    text = rules().rule_card(players=4).markdown()
    assert "whoever is first to earn it" in text
    assert "If the stock cannot give them all" in text
    assert "not yet picked up" not in text
