"""Numbers and plays on which something else depends: books that count, going out."""

from __future__ import annotations

from typing import Any, Final

from handfoot import Game, Position, load_rules, parse_action
from handfoot.rules.loading import check_text
from handfoot.scorekeeping.fields import fields
from handfoot.scorekeeping.seating import seating
from tests.play.seeds import ruleset

HEAD: Final = "handfoot: 1\nname: Test\n"


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def warned(text: str) -> list[str]:
    """Return the codes of a file's problems."""
    return [problem.code for problem in check_text(HEAD + text)[1].problems]


class TestBooksThatCount:
    """``books.paid_from``."""

    MELDS: Final = ("4 4 4 4 4 4 4", "9 9 9 9 9 9 2")

    def lines(self, least: int, **more: Any) -> dict[str, tuple[str, int, int]]:
        """Return key, count and points of each line of a side with two books."""
        rules = ruleset(books__paid_from=least, **more)
        game = Position(rules, hands={0: "5 6"}, melds={0: self.MELDS}).game()
        sheet = game.score_sheet()[0]
        assert sheet.points == sum(line.points for line in sheet.lines)
        return {line.label: (line.key, line.count, line.points) for line in sheet.lines}

    def test_the_cards_alone_must_be_worth_it(self) -> None:
        """With 115 points of cards, books count from 115 on and not from 116."""
        found = self.lines(115)
        assert found["clean books"] == ("books.kinds.clean.bonus", 1, 500)
        assert found["cards melded"][2] == 115
        assert found == self.lines(0)
        found = self.lines(116)
        assert found["clean books"] == ("books.paid_from", 1, 0)
        assert found["dirty books"] == ("books.paid_from", 1, 0)
        assert found["cards melded"][2] == 115

    def test_all_that_is_paid_for_books(self) -> None:
        """A long book is not paid for either, where books do not count."""
        grow: dict[str, Any] = {
            "books__after": "anything",
            "books__long_from": 7,
            "books__long_bonus": 1000,
        }
        assert self.lines(100, **grow)["long books"][2] == 2000
        assert "long books" not in self.lines(200, **grow)

    def test_by_round(self) -> None:
        """The number may be that of the round, as a score library has it."""
        rules = load_rules("tests/rulesets/threshold-gates-books.yaml")
        melds = {0: ["9 9 9 9 9 9 9"]}
        paid = []
        for number in (1, 2):
            game = Position(rules, round=number, hands={0: "5 6"}, melds=melds).game()
            lines = {line.label: line.points for line in game.score_sheet()[0].lines}
            paid.append(lines["clean books"])
        assert paid == [500, 0]

    def test_the_score_sheet_still_asks_for_books(self) -> None:
        """Who keeps the score is asked for the books and for the points melded."""
        rules = load_rules("bicycle-style")
        gated = rules.with_changes({"books.paid_from": 300})
        asked = [
            [(field.name, field.each) for field in fields(table, 0, 1, 0)]
            for table in (seating(one, ["A1", "B1"]) for one in (rules, gated))
        ]
        assert asked[0] == asked[1]

    def test_where_it_says_nothing(self) -> None:
        """Where only held cards are scored no book ever counts."""
        held = "scoring: {counts: held_only}\nmatch: {winner: lowest}\n"
        assert warned(held + "books: {paid_from: 50}\n") == ["HF371"]
        assert warned("books: {paid_from: 50}\n") == []
