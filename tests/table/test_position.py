"""Positions from text: set up as said, refused with reasons and places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from handfoot import HandfootError, Position, ScenarioError, parse_action
from tests.table.tables import NAMES, positions, rules

TEXT = """\
rules: whitnack
turn: 0
phase: play
hands: {0: K K K 2 9h, 2: 4}
packets: {0: [], 2: [[Q, Q], 3]}
melds:
  0: [A A A 2, "9 9 9 9 9 9 9"]
  1: 4 4 4
red: {1: 2}
pile: 4 5 6
scores: [100, 250]
permission: denied
round: 2
"""


def test_a_text_says_what_matters() -> None:
    """Cards, counts, melds, pile and scores are as the text says."""
    text = TEXT.replace("2: [[Q, Q], 3]", "2: [[Q, Q]]")
    game = Position.loads(text).game()
    view = game.view(0)
    assert [card.rank for card in view.hand] == ["9", "K", "K", "K", "2"]
    assert view.hand[0].suit == "h"
    assert (view.held(2), view.held(1)) == (4, 13)
    assert (view.packets_left(0), view.packets_left(2)) == ((), (2,))
    assert [meld.book for meld in view.melds(0)] == [None, "clean"]
    assert view.pile == 3
    assert str(view.top).startswith("6")
    assert view.scores == (100, 250)
    assert len(view.red_threes(1)) == 2
    assert view.minimum(0) == 90
    assert "permission_denied" in {r.code for r in view.can_go_out().missing}


def test_a_text_fills_in_the_rest_in_one_way() -> None:
    """The same text always gives the same game."""
    text = TEXT.replace("2: [[Q, Q], 3]", "2: [[Q, Q]]")
    assert Position.loads(text).game().state == Position.loads(text).game().state


IMPOSSIBLE = {
    "hands: {0: K K K K K K K K K K K K K K K K K K K K K}": "no further K",
    "hands: {0: JK JK JK JK JK JK JK JK JK JK JK}": "no further JK",
    "melds: {0: [9 9 9 9 9 9 9 9]}": "finished book of nines",
    "melds: {0: [9 9]}": "at least 3 cards",
    "melds: {2: [9 9 9]}": "sides are 0 to 1",
    "hands: {4: 3}": "seats are 0 to 3",
    "turn: 7": "seats are 0 to 3",
    "packets: {2: [[Q, Q], 3]}": "1 packets follow the hand",
    "played: [0]": "has not reached its last packet",
    "scores: [1, 2, 3]": "there are 2 sides",
    "round: 0": "counted from 1",
    "stock: 300": "cards are left",
}


@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_impossible_positions_are_refused(line: str) -> None:
    """What no deck and no rule can give is refused with why and where."""
    with pytest.raises(ScenarioError, match=IMPOSSIBLE[line]) as caught:
        Position.loads(f"rules: whitnack\n{line}\n", name="here.yaml")
    (problem,) = caught.value.report.problems
    assert problem.span is not None
    assert (problem.span.file, problem.span.line) == ("here.yaml", 2)
    assert problem.span.column > line.index(":")


MISTAKES = {
    "handz: {0: 4}": 'did you mean "hands"',
    "hands: 4": "seats by number",
    "hands: {x: 4}": "seats are numbers",
    "hands: {0: 9 9 X}": "is not a card",
    "hands: {0: -1}": "no fewer than 0",
    "turn: one": "a whole number",
    "turn: true": "a whole number",
    "phase: later": "draw, play, answer or choose",
    "red: {0: many}": "a whole number",
    "pile: {}": "a text",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_mistakes_are_shown_with_their_place(line: str) -> None:
    """A wrong name or type is an error with line and column."""
    with pytest.raises(ScenarioError) as caught:
        Position.loads(f"rules: whitnack\n{line}\n")
    assert MISTAKES[line] in str(caught.value)
    assert "--> <text>:2:" in str(caught.value)


def test_all_mistakes_come_at_once() -> None:
    """One reading shows every mistake."""
    with pytest.raises(ScenarioError) as caught:
        Position.loads("rules: nowhere\nturn: x\npile: 9 X\n")
    assert len(caught.value.report.problems) == 3


def test_one_card_needs_a_suit_or_quotes() -> None:
    """A plain number is a number of cards; in quotes or a list it is a card."""
    for text, count in (("9", 9), ("'9'", 1), ("[9]", 1), ("9h", 1)):
        position = Position.loads(f"rules: whitnack\nhands: {{0: {text}}}\n")
        assert position.game().view(0).held(0) == count


def test_rules_inline_and_beside_the_file(tmp_path: Path) -> None:
    """Rules may be changes of others, or a file in the same folder, nowhere else."""
    inline = "rules:\n  extends: whitnack\n  opening: {minimum: 30}\n"
    assert Position.loads(inline).game().view(0).minimum(0) == 30
    house = "handfoot: 1\nname: Ours\nextends: whitnack\nopening: {minimum: 35}\n"
    tmp_path.joinpath("ours.yaml").write_text(house)
    beside = Position.loads("rules: ours.yaml\n", folder=tmp_path)
    assert beside.game().view(0).minimum(0) == 35
    for wrong in ("../ours.yaml", str(tmp_path / "ours.yaml")):
        with pytest.raises(ScenarioError):
            Position.loads(f"rules: {wrong}\n", folder=tmp_path)
    with pytest.raises(ScenarioError):
        Position.loads("rules: ours.yaml\n")


def test_mistakes_in_inline_rules_have_their_place() -> None:
    """A wrong key of inline rules is shown in the file that holds them."""
    text = "rules:\n  extends: whitnack\n  opening: {minimun: 30}\n"
    with pytest.raises(ScenarioError) as caught:
        Position.loads(text, name="here.yaml")
    assert "here.yaml:3:13" in str(caught.value)


@pytest.mark.parametrize("bad", ["", "- 1\n", "rules: [", "\x00", "a: &x 1\nb: *x\n"])
def test_broken_texts_give_one_kind_of_error(bad: str) -> None:
    """What is no YAML of settings is a ScenarioError, never another one."""
    with pytest.raises(ScenarioError):
        Position.loads(bad)


@pytest.mark.parametrize("name", NAMES)
def test_written_positions_read_back(name: str) -> None:
    """A position written as YAML and read again gives an equal game."""
    position = Position(
        rules(name),
        seats=rules(name)["players.counts"][0],
        hands={0: "K K K 9h"},
        packets={0: []},
        melds={0: ["A A A 2 A A A"]} if name == "whitnack" else {},
        pile="4 5",
        seed=3,
    )
    read = Position.loads(position.to_yaml())
    assert read.game().state == position.game().state


def test_every_card_is_somewhere() -> None:
    """Positions keep the deck whole, whatever they leave out."""
    from handfoot.testing import unconserved

    for game in positions("whitnack", 20, "play"):
        assert not unconserved(game.state)
    short = Position(rules("whitnack"), stock="4 5", pile=3)
    assert not unconserved(short.game().state)
    with pytest.raises(HandfootError, match="no further"):
        Position(rules("whitnack"), hands={0: "JK " * 6}, pile="JK " * 5).game()


class TestChoosing:
    """Positions before anybody has chosen which packet is the hand."""

    def test_the_first_chooses(self) -> None:
        """The packets lie there, and whoever is to act chooses one of them."""
        game = Position(
            "resort-home-freeze", phase="choose", packets={0: ["K K K 4 5", "9 9"]}
        ).game()
        assert (game.turn, game.phase) == (0, "choose")
        assert game.view(0).packets_left(0) == (5, 2)
        assert game.view(0).packets_left(1) == (11, 11)
        game.push(parse_action("choose 2"))
        assert game.view(0).held(0) == 2
        assert (game.turn, game.phase) == (1, "choose")

    def test_all_choose_before_the_first_draws(self) -> None:
        """When all have chosen, the one who chose first begins."""
        game = Position("resort-home-freeze", phase="choose", turn=2).game()
        for _ in range(game.seats):
            game.push(parse_action("choose 1"))
        assert (game.turn, game.phase) == (2, "draw")

    @pytest.mark.parametrize(
        ("rules", "parts", "says"),
        [
            ("whitnack", {}, "phase: nobody chooses"),
            ("resort-home-freeze", {"hands": {0: "4"}}, "hands: nobody has a hand"),
            (
                "resort-home-freeze",
                {"packets": {0: ["4", "4", "4"]}},
                "packets.0: 2 packets are dealt, not 3",
            ),
        ],
    )
    def test_what_cannot_be(self, rules: str, parts: Any, says: str) -> None:
        """Nobody chooses without a choice, or has chosen already."""
        with pytest.raises(HandfootError, match=says):
            Position(rules, phase="choose", **parts).game()


def test_the_usual_table() -> None:
    """Where no seats are given, the ruleset's usual table is set up."""
    assert Position("whitnack").game().seats == 4
    assert Position("pennies-from-heaven").game().seats == 6


def test_nobody_answers_where_nobody_asks() -> None:
    """A partner answers only under rules that have the question."""
    with pytest.raises(HandfootError, match="phase: nobody is asked"):
        Position("bicycle-style", phase="answer").game()


@pytest.mark.parametrize("name", ["9" * 5000, "00", "01", "x", "-1"])
def test_seats_are_numbers_as_one_writes_them(name: str) -> None:
    """A name that is no plain number is told so, however long it is."""
    text = f'rules: whitnack\nhands:\n  ? "{name}"\n  : K K\n'
    with pytest.raises(ScenarioError, match="seats are numbers from 0"):
        Position.loads(text)


def test_cards_with_a_suit_find_their_card() -> None:
    """Cards without a suit leave those alone that another place names with one."""
    table = Position(
        "whitnack",
        phase="draw",
        melds={0: ["9 9 9 9 9"]},
        hands={0: "9 9 9s 9s"},
        pile="K 9s",
    ).game()
    assert str(table.view(0).top) == "9♠"
    spades = [str(card) for card in table.view(0).hand].count("9♠")
    laid = [str(card) for meld in table.view(0).melds(0) for card in meld.cards]
    assert spades >= 2
    assert spades + laid.count("9♠") + 1 <= 5
    with pytest.raises(HandfootError, match="no further 9♠"):
        Position("whitnack", hands={0: "9s 9s 9s"}, pile="9s 9s 9s").game()
