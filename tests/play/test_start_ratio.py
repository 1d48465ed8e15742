"""Another ratio of naturals and wilds for new melds (``wilds.start_ratio``)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import Game
from handfoot.rules.loading import check_text
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from tests.play.seeds import ruleset

EQUAL_AT_FIRST: Final[dict[str, Any]] = {
    "wilds__ratio": "more",
    "wilds__start_ratio": "equal",
}


def table(rules: dict[str, Any], **parts: Any) -> Game:
    """Return a position of seat 0, whose side has opened."""
    return Position(ruleset(**rules), **{"opened": [0, 1]} | parts).game()


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def test_more_wilds_at_first() -> None:
    """A new meld may hold as many wilds as naturals; later naturals stay ahead."""
    game = table(EQUAL_AT_FIRST, hands={0: "K K 2 2 2 9 9 JK JK JK 4 5"})
    assert game.is_legal(parse_action("lay K K 2 2"))
    assert refused(game, "lay 9 9 JK JK JK") == [
        ("too_many_to_begin", "wilds.start_ratio")
    ]
    game.push(parse_action("lay K K 2"))
    assert refused(game, "lay 2 on K") == [("too_many_wilds", "wilds.ratio")]
    plain = table({"wilds__ratio": "more"}, hands={0: "K K 2 2 4 5"})
    assert refused(plain, "lay K K 2 2") == [("too_many_wilds", "wilds.ratio")]


def test_naturals_may_always_follow() -> None:
    """A meld that began with many wilds takes naturals, and wilds once it has them."""
    rules = {
        "wilds__ratio": "twice",
        "wilds__start_ratio": "any",
        "books__after": "anything",
    }
    game = table(rules, hands={0: "K 2 2 2 K K K K K 4 5"})
    game.push(parse_action("lay K 2 2"))
    assert refused(game, "lay 2 on K")
    for _ in range(4):
        game.push(parse_action("lay K"))
    assert refused(game, "lay 2 on K") == [("too_many_wilds", "wilds.ratio")]
    game.push(parse_action("lay K"))
    assert game.is_legal(parse_action("lay 2 on K"))


def test_more_naturals_at_first() -> None:
    """The other way: a new meld needs more naturals than one that grows."""
    rules = {"wilds__ratio": "equal", "wilds__start_ratio": "twice"}
    game = table(rules, hands={0: "K K 2 2 4 5"})
    assert refused(game, "lay K K 2 2") == [("too_many_to_begin", "wilds.start_ratio")]
    game.push(parse_action("lay K K 2"))
    game.push(parse_action("lay 2 on K"))


def test_what_could_not_be_added_later_is_listed() -> None:
    """A new meld with a wild that could not join it later is listed beside smaller."""
    game = table(EQUAL_AT_FIRST, hands={0: "K K 2 2 4 5 6"})
    texts = set(map(str, game.legal_actions))
    assert {"lay K K 2", "lay K K 2 2"} <= texts
    shut = table(EQUAL_AT_FIRST, hands={0: "K K 2 2 4 5 6"}, opened=[])
    opens = {str(a) for a in shut.legal_actions if str(a).startswith("lay")}
    assert opens == {"lay K K 2 2"}  # 60 points; 40 without the second two


def test_the_same_ratio_decides_nothing() -> None:
    """A warning tells of a ratio for new melds that is asked of all."""
    text = "handfoot: 1\nname: x\nextends: whitnack\nwilds: {ratio: more, start_ratio: "
    _, report = check_text(f"{text}more}}\n")
    assert [problem.code for problem in report.problems] == ["HF329"]
    _, report = check_text(f"{text}equal}}\n")
    assert not report.problems


@pytest.mark.parametrize(
    ("ratio", "sentence"),
    [
        ("equal", "A new meld may begin with as many wilds as naturals."),
        ("any", "A new meld may begin with more wilds than naturals."),
    ],
)
def test_the_card_says_so(ratio: str, sentence: str) -> None:
    """The rule card has a sentence for the ratio of new melds."""
    rules = ruleset(**EQUAL_AT_FIRST | {"wilds__start_ratio": ratio})
    assert sentence in rules.rule_card().markdown()
