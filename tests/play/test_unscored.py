"""Cards whose values are not scored, and the ruleset of the tests that plays so."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from handfoot import Game, Position, RuleSet, ScoreSheet, load_rules, parse_action
from handfoot.rules.loading import check_text
from tests.play.seeds import ruleset

QUEENS: Final = Path(__file__).parents[1] / "rulesets" / "queens-wild.yaml"
HEAD: Final = "handfoot: 1\nname: Test\nscoring: {counts: bonuses_only"


def lines(rules: RuleSet, *, out: bool = False) -> dict[str, int]:
    """Return the points of a side that holds cards and threes beside a clean book."""
    game = Position(
        rules,
        hands={0: "4 9 3b", 2: "4"},
        packets={0: [], 2: []},
        melds={0: ["9 9 9 9 9 9 9"]},
        red={0: 2},
    ).game()
    state = game.state
    state.out = 0 if out else -1
    (sheet, _) = game.score_sheet()
    assert sheet.points == sum(line.points for line in sheet.lines)
    return {line.label: line.points for line in sheet.lines}


class TestBonusesOnly:
    """``scoring.counts: bonuses_only``."""

    @pytest.mark.parametrize("out", [True, False])
    def test_all_but_the_values_of_cards(self, out: bool) -> None:  # noqa: FBT001
        """The sheet is the usual one without its two lines of card values."""
        usual, found = (
            lines(ruleset(players__side_size=2, scoring__counts=counts), out=out)
            for counts in ("everything", "bonuses_only")
        )
        assert usual.pop("cards melded") == 70
        assert usual.pop("cards held") == -20
        assert found == usual
        assert "black threes held" in found

    def test_a_threshold_still_looks_at_cards(self) -> None:
        """Books that count from so many points of cards go by what is melded."""
        for least, bonus in ((70, 500), (71, 0)):
            rules = ruleset(
                players__side_size=2,
                scoring__counts="bonuses_only",
                books__paid_from=least,
            )
            assert lines(rules)["clean books"] == bonus

    def test_opening_looks_at_cards(self) -> None:
        """The opening minimum goes by the values that are not scored."""
        rules = ruleset(
            players__side_size=2,
            scoring__counts="bonuses_only",
            scoring__values__jack=11,
        )
        for group, short in (("J J J K K", False), ("J J J", True)):
            game = Position(rules, hands={0: f"{group} 4 5"}, phase="play").game()
            codes = [r.code for r in game.why_not(parse_action("lay J J J"))]
            assert codes == ["opening_short"]
            wanted = "lay J J J J J" if not short else "lay J J J"
            assert not game.is_legal(parse_action(wanted))

    def test_the_score_sheet_asks_for_no_points(self) -> None:
        """Nobody adds up cards that are not scored, unless books depend on them."""
        sides = [["A", "C"], ["B", "D"]]
        plain: dict[str, Any] = {"scoring__counts": "bonuses_only"}
        for least, asked in ((0, False), (50, True)):
            sheet = ScoreSheet(
                ruleset(players__side_size=2, **plain, books__paid_from=least), sides
            )
            names = [field.name for field in sheet.fields(0)]
            assert ("melded" in names) == asked
            assert not [name for name in names if name.startswith("held")]
            assert "black_caught" in names

    def test_what_decides_nothing_beside_it(self) -> None:
        """A rate for held cards is idle; other settings of scoring are not."""
        for more, codes in (
            ("held_percent: 200", ["HF371"]),
            ("held: others", []),
            ("values: {ace: 15}", []),
        ):
            _, report = check_text(f"{HEAD}, {more}}}\n")
            assert [problem.code for problem in report.problems] == codes

    def test_card(self) -> None:
        """The card says that card values are for opening."""
        text = (
            ruleset(players__side_size=2, scoring__counts="bonuses_only")
            .rule_card(players=4)
            .markdown()
        )
        assert "values of cards are not scored" in text
        assert "against you when held" not in text
        assert "cards melded" not in text.casefold()
        assert "subtracts the values" not in text
        assert "on top of its cards" not in text


class TestQueensWild:
    """Queens wild, kings neutral, jacks eleven, no card scored: all of it in YAML."""

    def table(self, hand: str) -> Game:
        """Return a table at which the first seat is to play and its side is open."""
        rules = load_rules(QUEENS)
        melds, packets = {0: ["A A A"]}, dict.fromkeys(range(4), "")
        return Position(
            rules, hands={0: hand}, packets=packets, melds=melds, phase="play"
        ).game()

    @pytest.mark.parametrize(
        ("action", "codes"),
        [
            ("lay J J Q", []),
            ("lay 2 2 2", []),
            ("lay K K K", ["rank_not_meldable"]),
            ("lay K K Q", ["rank_not_meldable"]),
            ("lay J J 2", ["mixed_ranks"]),
            ("discard K", []),
        ],
    )
    def test_what_is_a_meld(self, action: str, codes: list[str]) -> None:
        """A queen stands for any rank, a two only for itself; kings go nowhere."""
        game = self.table("J J Q 2 2 2 K K K 5 6")
        assert [r.code for r in game.why_not(parse_action(action))] == codes

    def test_jacks_open_with_eleven(self) -> None:
        """Four jacks and a queen are worth 64, which opens with 60 asked and not 65."""
        rules = load_rules(QUEENS)
        for least in (64, 65):
            changed = rules.with_changes({"opening.minimum": least})
            game = Position(changed, hands={0: "J J J J Q 4 5"}, phase="play").game()
            assert game.is_legal(parse_action("lay J J J J Q")) == (least == 64)

    def test_card_lists_what_the_deck_has(self) -> None:
        """Without jokers there is no value of a joker on the card."""
        text = load_rules(QUEENS).rule_card().markdown()
        assert "| Queen (wild) and ace | 20 |" in text
        assert "| Joker" not in text

    def test_no_card_is_scored(self) -> None:
        """A round is scored without a line of card values."""
        assert self.table("J K K 4").score_sheet()[0].lines == ()
