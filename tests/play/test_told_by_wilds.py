"""Books that pay more by the wilds in them: ``wilds_only`` and ``holds_all``."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import Position, ScoreError, ScoreSheet
from handfoot.rules.loading import check_text
from tests.play.seeds import ruleset

KINDS: Final = "books__kinds__"
ASKED: Final[dict[str, Any]] = {
    "players__side_size": 2,
    "deck__jokers": 1,
    "wilds__ratio": "any",
    f"{KINDS}wild__wilds_only": ("two",),
    f"{KINDS}wild__wilds_only_bonus": 2000,
    f"{KINDS}wild__holds_all": ("joker",),
    f"{KINDS}wild__holds_all_bonus": 1000,
    f"{KINDS}dirty__wilds_only": ("joker",),
    f"{KINDS}dirty__wilds_only_bonus": 50,
}
ALL_JOKERS: Final = "JK JK JK JK JK 2 2"


def extra(*melds: str, **more: Any) -> dict[str, tuple[int, int]]:
    """Return count and points of the lines that go by the wilds in books."""
    rules = ruleset(**{**ASKED, **more})
    game = Position(rules, hands={0: "4 5"}, melds={0: melds}).game()
    sheet = game.score_sheet()[0]
    assert sheet.points == sum(line.points for line in sheet.lines)
    return {
        line.key.removeprefix("books.kinds."): (line.count, line.points)
        for line in sheet.lines
        if line.key.endswith(("wilds_only_bonus", "holds_all_bonus"))
    }


TWOS, JOKERS = "wild.wilds_only_bonus", "wild.holds_all_bonus"
DIRTY: Final = "dirty.wilds_only_bonus"


@pytest.mark.parametrize(
    ("melds", "lines"),
    [
        (["2 2 2 2 2 2 2"], {TWOS: (1, 2000)}),
        (["2 2 2 2 2 2 JK"], {}),
        (["2 2 2 2 2 2"], {}),
        ([ALL_JOKERS], {JOKERS: (1, 1000)}),
        (["JK JK JK JK 2 2 2"], {}),
        (["2 2 2 2 2 2 2", ALL_JOKERS], {TWOS: (1, 2000), JOKERS: (1, 1000)}),
        (["9 9 9 9 9 JK JK"], {DIRTY: (1, 50)}),
        (["9 9 9 9 9 JK 2"], {}),
        (["9 9 9 9 9 9 9"], {}),
        (["9 9 9 9 9 9 JK", "8 8 8 8 8 8 JK"], {DIRTY: (2, 100)}),
    ],
)
def test_the_wilds_of_a_finished_book(
    melds: list[str], lines: dict[str, tuple[int, int]]
) -> None:
    """Twos alone, every joker, jokers alone beside naturals: each pays its kind."""
    assert extra(*melds, melds__per_rank="several") == lines


def test_books_that_do_not_count_pay_no_more() -> None:
    """Below the threshold for books these bonuses are not paid either."""
    assert extra("2 2 2 2 2 2 2", books__paid_from=141) == {}
    assert extra("2 2 2 2 2 2 2", books__paid_from=140) == {TWOS: (1, 2000)}


def test_the_kind_stays_what_it_is() -> None:
    """A book of twos alone is a book of wilds, for its bonus and for going out."""
    rules = ruleset(**ASKED, going_out__books={"wild": 1})
    game = Position(rules, hands={0: "4 5"}, melds={0: ["2 2 2 2 2 2 2"]}).game()
    found = {line.label: line.points for line in game.score_sheet()[0].lines}
    assert found["wild books"] == 1500
    assert found["wild books with no wilds but twos"] == 2000


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("wild: {wilds_only: [two], wilds_only_bonus: 5}", []),
        ("wild: {wilds_only: [two]}", ["HF349"]),
        ("wild: {wilds_only_bonus: 5}", ["HF349"]),
        ("wild: {wilds_only: [king], wilds_only_bonus: 5}", ["HF349"]),
        ("clean: {wilds_only: [two], wilds_only_bonus: 5}", ["HF349"]),
        ("wild: {holds_all: [joker], holds_all_bonus: 5}", ["HF349"]),
        ("wild: {holds_all_bonus: 5}", ["HF349"]),
    ],
)
def test_what_is_never_earned(text: str, codes: list[str]) -> None:
    """A bonus without cards, cards without a bonus, more cards than a book has."""
    _, report = check_text(f"handfoot: 1\nname: Test\nbooks: {{kinds: {{{text}}}}}\n")
    assert [problem.code for problem in report.problems] == codes


def test_few_jokers_fit() -> None:
    """With one joker in a pack, one book holds all of them."""
    text = "books: {kinds: {wild: {holds_all: [joker], holds_all_bonus: 5}}}\n"
    head = "handfoot: 1\nname: Test\ndeck: {packs: 5, jokers: 1}\n"
    assert not check_text(head + text)[1].problems


def test_the_score_sheet_asks_for_them() -> None:
    """They are asked for with the books, and are no more than these."""
    sheet = ScoreSheet(ruleset(**ASKED), [["A", "C"], ["B", "D"]])
    fields = {field.name: field for field in sheet.fields(0)}
    assert fields["wilds_only.wild"].label == "wild books with no wilds but twos"
    assert fields["holds_all.wild"].label == "wild books with all jokers"
    assert fields["holds_all.wild"].each == 1000
    with pytest.raises(ScoreError, match="1 wild books with no wilds but twos, of 0"):
        sheet.enter("A", {"wilds_only.wild": 1, "melded": 200})
    books = {"books.wild": 2, "wilds_only.wild": 1, "holds_all": {"wild": 1}}
    sheet.enter("A", {**books, "melded": 600})
    sheet.enter("B", {"melded": 100})
    assert sheet.totals == (2 * 1500 + 2000 + 1000 + 600, 100)
    again = ScoreSheet.loads(sheet.dumps())
    assert again.totals == sheet.totals


def test_card() -> None:
    """The card tells what such a book pays more."""
    text = ruleset(**ASKED).rule_card().markdown()
    assert "2,000 points more where it holds no wilds but twos" in text
    assert "1,000 points more where it holds all jokers of the deck" in text
