"""The score sheet: worked examples, evenings scored by hand, the end of a match."""

from __future__ import annotations

from typing import Any

import pytest

from handfoot import HandfootError, ScoreError, ScoreSheet, Sheet

ROSE: dict[str, Any] = {
    "clean": 2,
    "dirty": 3,
    "red_laid": 2,
    "melded": 640,
    "out": "June",
    "held": {"Rose": 15},
    "black_caught": 1,
}
YOU: dict[str, Any] = {
    "clean": 3,
    "dirty": 1,
    "red_laid": 1,
    "melded": 590,
    "held": {"You": 100, "Hank": 35},
}


def lines(sheet: Sheet) -> dict[str, int]:
    """Return the points of each line."""
    return {line.label: line.points for line in sheet.lines}


def table(rules: str = "eleven-card") -> ScoreSheet:
    """Return the table of the worked examples of seed 001."""
    return ScoreSheet(rules, [["Rose", "June"], ["You", "Hank"]])


def test_worked_example_2820() -> None:
    """001-69: 1000 + 900 + 200 + 640 + 100 - 20 = 2820, the king and the seven 15."""
    sheet = table()
    sheet.enter("Rose", ROSE)
    sheet.enter("You", YOU)
    assert lines(sheet.sheets(1)[0]) == {
        "clean books": 1000,
        "dirty books": 900,
        "red threes laid": 200,
        "cards melded": 640,
        "going out": 100,
        "cards held": -15,
        "black threes held": -5,
    }
    assert sheet.sheets(1)[0].points == 2820


def test_worked_example_2355() -> None:
    """001-70: 1500 + 300 + 100 + 590 - 135 = 2355, 100 by one player, 35 by another."""
    sheet = table()
    sheet.enter("Rose", ROSE)
    sheet.enter("You", YOU)
    assert lines(sheet.sheets(1)[1]) == {
        "clean books": 1500,
        "dirty books": 300,
        "red threes laid": 100,
        "cards melded": 590,
        "cards held": -135,
    }
    assert sheet.totals == (2820, 2355)
    assert sheet.leaders == (0,)
    assert sheet.round == 2
    assert sheet.brief().minimums == (90, 90)
    assert sheet.brief().dealer == "You"


def test_a_count_by_value_is_a_sum_and_a_number_of_cards() -> None:
    """Fifty points and a hundred, typed as cards, give the line its number of cards."""
    sheet = table()
    sheet.enter("Rose", {"melded": "20x3 10x12 5x4", "held": {"Rose": "50x1 10x2"}})
    one = sheet.sheet_so_far("Rose")
    assert [(line.label, line.count, line.points) for line in one.lines] == [
        ("cards melded", 19, 200),
        ("cards held", 3, -70),
    ]


@pytest.mark.parametrize(
    ("values", "code", "limit"),
    [
        ({"red_laid": 10}, "too_many_red_threes", 10),
        ({"melded": 647}, "no_such_sum", None),
        ({"melded": "15x2 20x30"}, "no_card_of_value", None),
        ({"melded": "50x11 5x30 10x30"}, "too_many_cards", 10),
        ({"melded": 3000}, "more_points_than_cards", 2900),
        ({"melded": 195}, "fewer_points_than_books", 220),
        ({"melded": "20x20"}, "fewer_cards_than_books", 35),
        ({"dirty": 1}, "out_without_quota", 2),
        ({"clean": 23}, "too_many_books", 22),
        ({"clean": 20, "dirty": 20}, "more_books_than_cards", 35),
        ({"held": {"June": 5}}, "out_with_cards", 0),
        ({"red_unreached": 1}, "out_with_packet", 0),
    ],
)
def test_what_cannot_be_is_refused(
    values: dict[str, Any], code: str, limit: int | None
) -> None:
    """Nothing is taken, and the reason comes with its key and its limit."""
    sheet = table()
    sheet.enter("Rose", ROSE)
    sheet.enter("You", YOU)
    before = sheet.dumps()
    with pytest.raises(ScoreError) as caught:
        sheet.enter("Rose", values, round=1)
    found = {one.code: one for one in caught.value.objections}
    assert code in found
    key = found[code].key
    assert any(one == key or one.startswith(f"{key}.") for one in sheet.rules)
    if limit is not None:
        assert found[code].limit == limit
    assert sheet.dumps() == before


def test_two_sides_out() -> None:
    """A round ends with one player going out."""
    sheet = table()
    sheet.enter("Rose", ROSE)
    with pytest.raises(ScoreError, match="cannot have gone out"):
        sheet.enter("You", {**YOU, "dirty": 2, "out": "Hank", "held": 0})


def test_no_field_for_what_is_not_scored() -> None:
    """Where no book of wilds can be, none is entered, and the reason is told."""
    sheet = table()
    with pytest.raises(HandfootError, match="no wild book"):
        sheet.enter("Rose", {"wild": 1})
    names = {field.name for field in sheet.fields("Rose")}
    assert "exact_cuts" not in names
    assert {f.name for f in table("exact-lift-200").fields("Rose")} > {"exact_cuts"}
