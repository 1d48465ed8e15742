"""Score sheets in a real browser: one sheet of paper, a phone, contrast, a drawing.

Each test is skipped, and says so, where there is no Chromium.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from handfoot import ScoreSheet, load_rules, variant_names
from handfoot.scorekeeping.blank import blank_html
from tests.browser import BROWSER, CONTRAST, PAPER, PHONE, measured, printed
from tests.scorekeeping import matches

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
#: Two sides, three sides, six players alone.
FILLED = (("whitnack", 4, 2), ("six-deck-10000", 6, 2), ("ladder-to-8500", 6, 1))
PHONES = FILLED[::2]
BLANK = ("ladder-to-8500", "rummy-games-20000")


@cache
def filled(name: str, seats: int, size: int) -> ScoreSheet:
    """Return the sheet of a match between computers."""
    return matches.told(*matches.played(name, seats, size, "heuristic", 3))


def blanks(name: str) -> list[str]:
    """Return the empty sheets of a ruleset: small table, large table."""
    counts = load_rules(name)["players.counts"]
    return [
        blank_html(load_rules(name), players=n)
        for n in sorted({min(counts), max(counts)})
    ]


@needs_browser
@pytest.mark.parametrize("table", FILLED, ids=lambda table: table[0])
def test_a_filled_sheet_prints_on_one_page(
    table: tuple[str, int, int], tmp_path: Path
) -> None:
    """Whatever the table, the evening is on one sheet of the shorter paper."""
    page = filled(*table).html()
    assert printed(page, tmp_path, "Letter") == 1
    # The lines of each round are among it, not only the totals.
    assert 'class="rounds"' in page


@needs_browser
def test_a_very_long_match_prints_its_totals_on_one_page(tmp_path: Path) -> None:
    """Where not every line can be printed, totals and drawing are."""
    rules = load_rules("whitnack").with_changes({"match.rounds": 30})
    sheet = ScoreSheet(rules, [["Red", "Blue"], ["Green", "Gold"]])
    for _ in range(30):
        sheet.enter("Red", {"clean": 1, "melded": 350, "held": {"Red": 5, "Blue": 10}})
        sheet.enter(
            "Green", {"dirty": 2, "melded": 400, "held": {"Green": 5, "Gold": 10}}
        )
    assert sheet.round is None
    page = sheet.html()
    assert printed(page, tmp_path, "Letter") == 1
    assert 'class="rounds screen"' in page


@needs_browser
@pytest.mark.parametrize("table", PHONES, ids=lambda table: table[0])
def test_a_filled_sheet_fits_a_phone(
    table: tuple[str, int, int], tmp_path: Path
) -> None:
    """At 320 pixels nothing stands out to the right."""
    found = measured(filled(*table).html(), tmp_path, width=PHONE)
    assert found["scroll"] <= found["client"] <= PHONE
    assert found["wide"] == []


@needs_browser
def test_long_names_fit_a_phone(tmp_path: Path) -> None:
    """Names as long as a name may be do not push anything aside."""
    long = ["M" * 40, "Wolfeschlegelsteinhausenbergerdorff", "Blue", "N" * 40]
    sheet = ScoreSheet("whitnack", [long[:2], long[2:]])
    for side in (0, 1):
        sheet.enter(side, {"clean": 1, "melded": "5x10 10x20"})
    found = measured(sheet.html(), tmp_path, width=PHONE)
    assert found["scroll"] <= found["client"]
    assert found["wide"] == []


@needs_browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_has_contrast(dark: bool, tmp_path: Path) -> None:  # noqa: FBT001 - given by name
    """All text keeps a contrast of 4.5 to 1 with its ground, by day and by night."""
    found = measured(filled(*FILLED[0]).html(), tmp_path, width=900, dark=dark)
    assert found["night"] == dark
    assert found["least"] >= CONTRAST, found["where"]


@needs_browser
@pytest.mark.parametrize("name", BLANK)
def test_an_empty_sheet_prints_on_one_page(name: str, tmp_path: Path) -> None:
    """The empty sheet of a large table is one page, of A4 and of Letter."""
    small, *large = blanks(name)
    for page in large or [small]:
        assert [printed(page, tmp_path, paper) for paper in PAPER] == [1, 1]


@needs_browser
def test_an_empty_sheet_fits_a_phone(tmp_path: Path) -> None:
    """At 320 pixels the rows become lists."""
    for page in blanks("ladder-to-8500"):
        found = measured(page, tmp_path, width=PHONE)
        assert found["scroll"] <= found["client"]
        assert found["wide"] == []


@pytest.mark.parametrize("name", variant_names())
def test_an_empty_sheet_has_the_columns_of_its_rules(name: str) -> None:
    """Each book that can be made has a column, each round a row with its minimum."""
    rules = load_rules(name)
    for page in blanks(name):
        sheet = ScoreSheet(rules, _sides(rules["players.counts"][0], name))
        for field in sheet.fields(0):
            if field.group == "books":
                title = field.part.replace("_", " ").capitalize()
                assert f'<th scope="col">{title}<small>' in page
        assert "<script" not in page
        assert "http" not in page.replace("http-equiv", "")
        rounds = sheet.standing.rule.rounds
        heads = re.findall(r'<th scope="rowgroup"[^>]*>(\d+)<small>([^<]*)', page)
        assert rounds is None or {int(number) for number, _ in heads} >= {
            *range(1, rounds + 1)
        }
        if sheet.brief().minimums and "by_score" not in str(rules["opening.minimum"]):
            first = dict(heads)["1"]
            assert str(sheet.brief().minimums[0]) in first or not first


def test_what_sets_of_red_threes_make_is_told() -> None:
    """Whoever adds up by hand reads it above the column; losses have a minus sign."""
    rules = load_rules("whitnack").with_changes(
        {
            "threes.red_set": 3,
            "threes.red_set_points": 1500,
            "deal.exact_cut": 100,
            "deal.near_cut": [-50],
        }
    )
    page = re.sub(r"<[^>]*>|\s+", " ", blank_html(rules, players=4))
    assert "\u00d7 100; 3 make 1,500" in page
    assert "\u00d7 \u221250" in page


def _sides(count: int, name: str) -> list[list[str]]:
    size = load_rules(name).side_size(count)
    names = [f"Player {seat + 1}" for seat in range(count)]
    step = count // size
    return [names[side::step] for side in range(step)]


def test_the_drawing_says_its_numbers() -> None:
    """The drawing is one picture with a title and all totals in words."""
    sheet = filled(*FILLED[0])
    page = sheet.html()
    [found] = re.findall(r'<svg class="plot".*?</svg>', page, re.DOTALL)
    assert 'role="img"' in found
    title, text = (
        re.search(f"<{tag}[^>]*>([^<]+)", found) for tag in ("title", "desc")
    )
    assert title is not None and text is not None
    for one in sheet.sheets():
        assert f"{one.total:,}" in text[1]
    assert page.count("<script") == 0
    assert "http" not in page


def test_names_are_only_text() -> None:
    """What somebody is called never becomes a part of the page."""
    sheet = ScoreSheet("eleven-card", ["<b>Blue", 'Gold"x='])
    for side in (0, 1):
        sheet.enter(side, {"clean": 1, "melded": 200, "held": 5})
    for page in (sheet.html(), blank_html(sheet.rules, sheet.table.sides)):
        assert "<b>" not in page and "&lt;b&gt;Blue" in page
        assert 'Gold"x' not in page
