"""One evening of four rounds under three rulesets, scored by hand beforehand."""

from __future__ import annotations

from typing import Any

import pytest

from handfoot import ScoreSheet
from handfoot.scorekeeping.ending import standing_words

SIDES = [["East", "West"], ["You", "Mate"]]
R, Y = 0, 1
#: What lay on the table and in the hands, whatever the rules.
EVENING: dict[tuple[int, int], dict[str, Any]] = {
    (1, R): {"clean": 3, "dirty": 3, "melded": 560, "out": "West"},
    (1, Y): {"clean": 1, "dirty": 1, "melded": 310, "held": {"You": 40, "Mate": 65}},
    (2, R): {"clean": 2, "dirty": 2, "melded": 385, "held": {"East": 30, "West": 15}},
    (2, Y): {"clean": 3, "dirty": 4, "melded": 640, "out": "Mate"},
    (3, R): {"clean": 1, "dirty": 3, "melded": 400, "held": {"East": 55, "West": 10}},
    (3, Y): {"clean": 2, "dirty": 1, "melded": 335, "held": {"You": 5, "Mate": 120}},
    (4, R): {"clean": 5, "dirty": 5, "melded": 905, "out": "East"},
    (4, Y): {"dirty": 1, "melded": 170, "held": {"You": 95, "Mate": 60}},
}
#: What the partner of whoever went out still held.
PARTNERS: dict[tuple[int, int], dict[str, Any]] = {
    (1, R): {"held": {"East": 25}},
    (2, Y): {"held": {"You": 20}},
    (4, R): {"held": {"West": 35}},
}
BLACK: dict[tuple[int, int], dict[str, Any]] = {
    (1, R): {"black_caught": 1},
    (1, Y): {"black_caught": 2},
    (3, Y): {"black_caught": 1},
}
RED: dict[tuple[int, int], dict[str, Any]] = {
    (1, R): {"red_laid": 2},
    (1, Y): {"red_laid": 1},
    (2, Y): {"red_laid": 3},
    (3, R): {"red_laid": 1},
    (3, Y): {"red_unreached": 1},
    (4, R): {"red_laid": 4},
    (4, Y): {"red_laid": 2},
}


def scored(rules: str, *parts: dict[tuple[int, int], dict[str, Any]]) -> ScoreSheet:
    """Return the evening as these rules score it."""
    sheet = ScoreSheet(rules, SIDES)
    for (number, side), values in EVENING.items():
        more: dict[str, Any] = {}
        for part in parts:
            more |= part.get((number, side), {})
        sheet.enter(side, {**values, **more}, round=number)
    return sheet


def points(sheet: ScoreSheet) -> list[tuple[int, ...]]:
    """Return the points of each round, by side."""
    numbers = range(1, sheet.rounds + 1)
    return [tuple(one.points for one in sheet.sheets(n)) for n in numbers]


def test_eleven_card() -> None:
    """Clean 500, dirty 300, out 100, red threes 100 laid, -100 missed, black -5.

    East and West:
        1:  1500 +  900 + 560 + 200 + 100 - 25 - 5     = 3230
        2:  1000 +  600 + 385 - 45                     = 1940
        3:   500 +  900 + 400 + 100 - 65               = 1835
        4:  2500 + 1500 + 905 + 400 + 100 - 35         = 5370    in all 12375
    You and Mate:
        1:   500 +  300 + 310 + 100 - 105 - 10         = 1095
        2:  1500 + 1200 + 640 + 300 + 100 - 20         = 3720
        3:  1000 +  300 + 335 - 125 - 5 - 100          = 1405
        4:   300 +  170 + 200 - 155                    =  515    in all  6735
    """
    sheet = scored("eleven-card", PARTNERS, BLACK, RED)
    assert points(sheet) == [(3230, 1095), (1940, 3720), (1835, 1405), (5370, 515)]
    assert sheet.totals == (12375, 6735)
    minimums = [sheet.brief(n).minimums for n in range(1, 5)]
    assert minimums == [(50, 50), (90, 90), (120, 120), (150, 150)]
    assert [sheet.brief(n).dealer for n in range(1, 5)] == [
        "East", "You", "West", "Mate"
    ]  # fmt: skip
    assert standing_words(sheet) == (
        "The match is over: East and West win with 12,375, 5,640 ahead."
    )


def test_six_deck_10000() -> None:
    """Out 300, black threes -100, a wild book 1500 in all; it ends at 10000.

    The wild book of round 2 is East and West's, and its cards are not among the 385.
    East and West:
        1:  1500 +  900 + 560 + 200 + 300 - 25 - 100   = 3335
        2:  1000 +  600 + 1500 + 385 - 45              = 3440
        3:   500 +  900 + 400 + 100 - 65               = 1835
        4:  2500 + 1500 + 905 + 400 + 300 - 35         = 5570    in all 14180
    You and Mate:
        1:   500 +  300 + 310 + 100 - 105 - 200        =  905
        2:  1500 + 1200 + 640 + 300 + 300 - 20         = 3920
        3:  1000 +  300 + 335 - 125 - 100 - 100        = 1310
        4:   300 +  170 + 200 - 155                    =  515    in all  6650
    """
    wild = {(2, R): {"wild": 1}}
    sheet = scored("six-deck-10000", PARTNERS, BLACK, RED, wild)
    assert points(sheet) == [(3335, 905), (3440, 3920), (1835, 1310), (5570, 515)]
    assert sheet.totals == (14180, 6650)
    assert sheet.round is None


def test_vegas_rising() -> None:
    """The side that went out pays for nothing; threes only ever cost: red 500, black 300.

    Mate lifted exactly 22 in round 1 (100); a red three stays with West in round 2.
    East and West:
        1:  1500 +  900 + 560 + 100                    = 3060
        2:  1000 +  600 + 385 - 45 - 500               = 1440
        3:   500 +  900 + 400 - 65                     = 1735
        4:  2500 + 1500 + 905 + 100                    = 5005    in all 11240
    You and Mate:
        1:   500 +  300 + 310 + 100 - 105 - 600        =  505
        2:  1500 + 1200 + 640 + 100                    = 3440
        3:  1000 +  300 + 335 - 125 - 300              = 1210
        4:   300 +  170 - 155                          =  315    in all  5470
    """
    more: dict[tuple[int, int], dict[str, Any]] = {
        (1, Y): {"exact_cuts": 1},
        (2, R): {"red_caught": 1},
    }
    sheet = scored("vegas-rising", PARTNERS, BLACK, more)
    assert points(sheet) == [(3060, 505), (1440, 3440), (1735, 1210), (5005, 315)]
    assert sheet.totals == (11240, 5470)
    changing = [[*sheet.brief(n).changing(sheet.names)] for n in range(1, 5)]
    assert changing == [
        ["draw 3", "to go out 3 clean books and 3 dirty books"],
        ["draw 3", "to go out 3 clean books and 3 dirty books"],
        ["draw 4", "to go out 4 clean books and 4 dirty books"],
        ["draw 5", "to go out 5 clean books and 5 dirty books"],
    ]


@pytest.mark.parametrize("rules", ["eleven-card", "six-deck-10000", "vegas-rising"])
def test_every_line_has_its_sum(rules: str) -> None:
    """What stands before a result comes to that result."""
    sheet = scored(rules, PARTNERS, {} if rules == "vegas-rising" else RED)
    seen = 0
    for one in sheet.sheets():
        for line in one.lines:
            how = sheet.arithmetic(one, line)
            if "×" in how:
                left, right = (int(part.replace(",", "")) for part in how.split("×"))
                assert left * right == line.points
                seen += 1
    assert seen > 15
