"""The bonus for many books: ``books.many_bonus``, ``many_from`` in all or of a kind."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import Position, ScoreSheet
from handfoot.rules.loading import check_text
from tests.play.seeds import ruleset

RANKS: Final = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
MANY: Final[dict[str, Any]] = {
    "books__many_from": 10,
    "books__many_bonus": 2000,
    "books__kinds__clean__many_from": 5,
    "wilds__ratio": "any",
}


def bonus(clean: int, dirty: int, **more: Any) -> tuple[int, int]:
    """Return count and points of the line for many books of a side."""
    names = [f"{rank} " * 7 for rank in RANKS[:clean]]
    names += [f"{rank} " * 6 + "2" for rank in RANKS[clean : clean + dirty]]
    rules = ruleset(**{**MANY, "deck__packs": 6, **more})
    game = Position(rules, hands={0: "4 5"}, melds={0: [*names, "A A A"]}).game()
    sheet = game.score_sheet()[0]
    assert sheet.points == sum(line.points for line in sheet.lines)
    found = [line for line in sheet.lines if line.key == "books.many_bonus"]
    return (found[0].count, found[0].points) if found else (0, 0)


@pytest.mark.parametrize(
    ("clean", "dirty", "many"),
    [(4, 5, False), (4, 6, True), (5, 0, True), (5, 5, True), (0, 9, False)],
)
def test_five_clean_books_or_ten(clean: int, dirty: int, many: bool) -> None:  # noqa: FBT001
    """Either number is enough, and both together pay no more than one."""
    assert bonus(clean, dirty) == ((1, 2000) if many else (0, 0))


def test_each_number_alone() -> None:
    """Without the one number the other decides; unpaid books are not many."""
    assert bonus(5, 0, books__kinds__clean__many_from=None) == (0, 0)
    assert bonus(4, 6, books__many_from=None) == (0, 0)
    assert bonus(5, 0, books__paid_from=5000) == (0, 0)
    assert bonus(5, 0, books__paid_from=100) == (1, 2000)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("many_from: 10, many_bonus: 500", []),
        ("many_bonus: 500, kinds: {dirty: {many_from: 3}}", []),
        ("many_bonus: 500", ["HF349"]),
        ("many_from: 10", ["HF349"]),
        ("kinds: {dirty: {many_from: 3}}", ["HF349"]),
        ("many_from: 39, many_bonus: 500", ["HF349"]),
        ("many_bonus: 500, kinds: {wild: {many_from: 5}}", ["HF349"]),
    ],
)
def test_what_decides_nothing(text: str, codes: list[str]) -> None:
    """A number without points, points without a number, and more than can be."""
    _, report = check_text(f"handfoot: 1\nname: Test\nbooks: {{{text}}}\n")
    assert [problem.code for problem in report.problems] == codes


def test_the_score_sheet_counts_them() -> None:
    """The sheet of a real table finds the bonus among the books that are told."""
    rules = ruleset(**MANY, books__kinds__wild__bonus=0)
    size = rules["players.counts"][0]
    sheet = ScoreSheet(rules, [f"P{n}" for n in range(size)])
    each = {field.name: field.each for field in sheet.fields(0)}
    assert (each["books.clean"], each["books.wild"]) == (500, 0)
    for side in range(size):
        sheet.enter(side, {"clean": 5 - side % 2, "melded": 400})
    sheets = sheet.sheets(1)
    found = [[x for x in one.lines if x.label == "many books"] for one in sheets]
    assert [sum(line.points for line in lines) for lines in found][:2] == [2000, 0]
    assert sheet.arithmetic(sheets[0], found[0][0]) == "1 × 2,000"


def test_card() -> None:
    """The card says how many are many, and what they pay."""
    text = ruleset(**MANY).rule_card().markdown()
    assert "A side with 10 books or more has many books." in text
    assert "a side with 5 books of this kind has many books" in text
    assert "scores 2,000 points more, once" in text
    few = ruleset(books__many_from=2, books__many_bonus=500)
    assert "| Many books | 500 |" in few.rule_card().markdown()
