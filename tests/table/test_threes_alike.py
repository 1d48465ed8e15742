"""Cards and actions named in red where colours of threes mean nothing."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from handfoot import Game, Position, Record, load_rules, parse_action, parse_cards
from handfoot.cards import as_black, text_as_black
from handfoot.errors import HandfootError, RecordError
from handfoot.rules.loading import check_text
from handfoot.rulings.question import Question
from handfoot.rulings.ruling import ask
from handfoot.table.scenario import loads_scenarios
from handfoot.testing.checks import unconserved
from tests.play.seeds import red_threes, ruleset

RULES = load_rules("tests/rulesets/threes-of-any-colour.yaml")
NAMES = ("3h", "3d", "3r", "3s", "3c", "3b")


def _table(hand: str, **settings: Any) -> Game:
    given = {"phase": "play", "opened": [0], "hands": {0: hand}} | settings
    return Position(RULES, **given).game()


def test_a_card_is_read_as_the_black_one_of_its_place() -> None:
    """Hearts become spades and diamonds clubs, of threes only, with or without text."""
    assert [as_black(card).code for card in parse_cards("3h 3d 3r 3s 3b 9h JK")] == (
        ["3s", "3c", "3b", "3s", "3b", "9h", "JK"]
    )
    assert text_as_black("3♥ 3D, 13 3r#2 K 3h") == "3s 3c, 13 3b#2 K 3s"


def test_the_deck_has_black_threes_in_their_place() -> None:
    """No red three is dealt, and all threes of the packs are there."""
    game = Game(RULES, 4, seed=3)
    assert not red_threes(game.state)
    assert not unconserved(game.state)
    assert game.state.tables[0].copies[-2:] == (20, 0)


@pytest.mark.parametrize("names", [*product(NAMES, repeat=3)])
def test_any_three_of_them_are_a_meld(names: tuple[str, ...]) -> None:
    """However they are named when held and when laid, three threes are one meld."""
    cards = " ".join(names)
    game = _table(f"{cards} K Q 9")
    assert not red_threes(game.state)
    action = parse_action(f"lay {cards}")
    assert game.why_not(action) == game.view(0).why_not(action) == ()
    assert action in game.legal_actions
    game.push(action)
    assert not red_threes(game.state)
    assert [len(meld.cards) for meld in game.view(0).melds(0)] == [3]
    assert not {"3h", "3d", "3r"} & {*str(game.actions[0]).split()}
    game.pop()


def test_every_action_may_name_them_in_red() -> None:
    """A discard, a pickup, a target and a plan are read alike, and recorded in black."""
    game = _table("3s 3c 3c K Q 9 8", melds={0: ["3h 3d 3r"]})
    for text, done in (
        ("discard 3h", "discard 3s"),
        ("lay 3d on 3r", "lay 3c on 3b"),
        ("lay 3h 3d 3r", "lay 3s 3c 3b"),
    ):
        twin = game.copy()
        twin.push(parse_action(text), ply=0, seat=0)
        assert str(twin.actions[-1]) == done
        assert not red_threes(twin.state)
    draw = Position(
        RULES, phase="draw", hands={0: "3h 3r K Q"}, pile="9 8 7 6 5 4 3d", opened=[0]
    ).game()
    assert draw.is_legal(parse_action("take 3d 3h 3r"))
    plan = game.plan(0)
    assert str(plan.add("3h 3d")) == "3s 3c"
    assert [card.code for card in plan.left].count("3c") == 1
    assert not plan.refusals


def test_what_is_not_held_is_refused_in_black() -> None:
    """A red three is refused just as the black one of its place would be."""
    game = _table("3s K Q 9")
    assert game.why_not(parse_action("discard 3d")) == (
        game.why_not(parse_action("discard 3c"))
    )


def test_other_rules_tell_the_colours() -> None:
    """Under rules with red threes nothing is read otherwise than it is named."""
    game = Position(
        ruleset(threes__red="held"), hands={0: "3s 3h K"}, phase="play"
    ).game()
    assert {card.code for card in game.view(0).hand} >= {"3s", "3h"}
    assert not game.is_legal(parse_action("discard 3d"))


def test_red_threes_cannot_lie_on_the_table() -> None:
    """A position that lays some is refused with the key; none laid is no mistake."""
    with pytest.raises(HandfootError, match=r"threes\.red"):
        Position(RULES, red={0: 1}).game()
    Position(RULES, red={0: 0}).game()


def test_records_and_saved_games() -> None:
    """Orders and actions named in red are read as black; a saved state must be black."""
    game = Game(RULES, 4, seed=11)
    game.push(parse_action("draw"))
    text = Record.from_game(game).dumps()
    red = re.sub(r"\b3s\b", "3h", re.sub(r"\b3c\b", "3d", text))
    assert red != text
    found = Record.loads(red).play()
    assert not red_threes(found.state)
    assert Record.from_game(found).dumps() == text
    saved = game.dumps()
    assert Game.loads(saved) == game
    with pytest.raises(RecordError):
        Game.loads(saved.replace("3s", "3h", 1))


def test_views_and_guesses() -> None:
    """A seat sees black threes, and what it guesses holds no other."""
    view = Game(RULES, 4, seed=5).view(0)
    assert not red_threes(view.guess(1).state)
    assert type(view).from_dict(view.to_dict()) == view


def test_questions_may_name_them_in_red() -> None:
    """What is asked in red is answered as in black, the pickup too."""
    for hand, pile, tried in (
        ("3s 3s K ...", "... 3s", "take 3s 3s 3s"),
        ("3h 3h K ...", "... 3d", "take 3r 3h 3h"),
        ("3h 3d 3r K ...", "... 9", "discard 3h"),
    ):
        asked = Question(tries=tried, hand=hand, pile=pile, down=True)
        black = Question(
            tries=text_as_black(tried),
            hand=text_as_black(hand),
            pile=text_as_black(pile),
            down=True,
        )
        assert asked.position(RULES).game().state == black.position(RULES).game().state
        assert ask(RULES, asked).legal is ask(RULES, black).legal is True


@pytest.mark.parametrize(
    ("said", "code", "count"),
    [
        ("", "", 0),
        ("discard: {first: [three]}", "", 0),
        ("pile: {not_on: [wild, red_three]}", "HF348", 1),
        ("pile: {not_on: [red_three]}", "HF348", 1),
        ("melds: {ranks: [four, five, red_three]}", "HF348", 1),
        ("books: {kinds: {reds: {ranks: [red_three]}}}", "HF348", 1),
        ("scoring: {values: {red_three: 5}}", "HF371", 1),
    ],
)
def test_what_speaks_of_red_threes_is_told(said: str, code: str, count: int) -> None:
    """A list that names them is warned of where the file says it, never a default."""
    head = "handfoot: 1\nname: T\nthrees: {red: as_black}\n"
    _, report = check_text(head + said)
    codes = [problem.code for problem in report.problems]
    assert not code or codes.count(code) == count
    assert "HF348" not in codes or code == "HF348"


@pytest.mark.parametrize("name", ["red_laid", "red_when", "red_caught", "red_all"])
def test_other_settings_of_red_threes_are_idle(name: str) -> None:
    """They change nothing and are said to."""
    value = {"red_when": "after_opening", "red_caught": -300}.get(name, 7)
    text = f"handfoot: 1\nname: T\nthrees: {{red: as_black, {name}: {value}}}\n"
    _, report = check_text(text)
    assert [problem.code for problem in report.problems] == ["HF339"]


def test_the_rule_card_speaks_of_threes() -> None:
    """It says it once and tells no colours elsewhere."""
    text = RULES.rule_card().markdown()
    assert "The colour of a three means nothing" in text
    assert "lack three" not in text
    assert "red threes" not in text


def test_held_threes_are_charged_together() -> None:
    """All threes of a hand are one line of the sheet, whatever they are called."""
    game = _table("3h 3d 3s K Q", packets={0: [], 2: []})
    line = next(
        x for x in game.score_sheet()[0].lines if x.key == "threes.black_caught"
    )
    assert (line.label, line.count, line.points) == ("threes held", 3, -15)


def test_it_may_differ_by_round() -> None:
    """Where only some rounds have it, threes are read by the round that is played."""
    rules = load_rules("tests/rulesets/threes-of-any-colour.yaml").with_changes(
        {"threes.red": {"by_round": ["as_black", "held"]}}
    )
    for number, legal in ((1, True), (2, False)):
        table = Position(rules, round=number, hands={0: "3s K"}, phase="play")
        assert table.game().is_legal(parse_action("discard 3h")) is legal
        asked = Question(tries="discard 3h", hand="3h K ...", round=number)
        assert red_threes(asked.position(rules).game().state) or legal


def test_scenarios_may_name_them_in_red() -> None:
    """Whatever is looked at afterwards may be said in red, melds and events too."""
    text = """
handfoot_scenarios: 1
rules:
  extends: whitnack
  threes: {red: as_black}
  melds: {ranks: [black_three, four, five, nine, king]}
scenarios:
  - name: threes of any colour
    position: {phase: play, opened: [0], hands: {0: 3h 3d 3r 3c 4 5}, pile: K 9}
    steps: [lay 3h 3d 3c, discard 3r]
    after:
      hands: {0: 4 5}
      melds: {0: [3h 3r 3d]}
      pile: K 9 3r
      top: 3r
      events: [Laid: {cards: 3d 3h 3r}, Discarded: {card: 3h}]
"""
    (scenario,) = loads_scenarios(text, name="reds.scenario.yaml")
    assert [str(found) for found in scenario.run().differences] == []
