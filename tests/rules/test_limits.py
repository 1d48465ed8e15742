"""What handfoot cannot play together is told as its limit, with what to write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from handfoot.rules.language.clash import LIMIT
from handfoot.rules.loading import check_text

ROOT = Path(__file__).parents[2]
HEAD = "handfoot: 1\nname: T\n"
PARTNERS = "players: {side_size: 2}\nopening: {by: player}\n"
RUN = "kinds: {run: {made_of: run}}"
#: For each combination its code and its halves; each half alone is played.
LIMITS = [
    ("HF346", f"melds: {{runs: natural}}\nbooks: {{{RUN}, after: ", "until_turn_ends}"),
    ("HF347", f"melds: {{runs: with_wilds}}\nbooks: {{{RUN}, after: ", "slid_under}"),
    ("HF354", f"{PARTNERS}books: {{{RUN}}}\nmelds: ", "{runs: natural}"),
    ("HF354", f"{PARTNERS}threes: ", "{red_when: after_opening}"),
    (
        "HF366",
        "going_out: {red_threes: one_for_each_book}\nthrees: ",
        "{red_when: after_opening}",
    ),
]


@pytest.mark.parametrize(("code", "one", "other"), LIMITS)
def test_told_as_a_limit(code: str, one: str, other: str) -> None:
    """The error says what cannot be played, and each fix that it names mends it."""
    found = check_text(f"{HEAD}{one}{other}\n")[1].errors
    assert [p.code for p in found] == [code]
    assert found[0].message.startswith("handfoot cannot play")
    assert LIMIT in found[0].notes
    fixes = [text for name, text in found[0].notes if name.startswith("fix")]
    assert len(fixes) == 2
    for fix in fixes:
        setting = re.search(r"(\w+)\.(\w+): (\w+)$", fix)
        assert setting is not None, fix
        chapter, key, value = setting.groups()
        text = re.sub(rf"\b{key}: \w+", f"{key}: {value}", f"{HEAD}{one}{other}\n")
        assert f"{key}: {value}" in text
        assert check_text(text)[1].errors == (), chapter


def test_red_threes_that_cannot_be() -> None:
    """What no table could play stays a contradiction."""
    text = "going_out: {red_threes: one_for_each_book}\nthrees: {red: held}\n"
    (problem,) = check_text(HEAD + text)[1].errors
    assert problem.code == "HF366"
    assert LIMIT not in problem.notes


def test_each_stands_in_the_page() -> None:
    """The page of what cannot be said lists these combinations, and no other."""
    page = (ROOT / "docs" / "cannot-say.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (HF\d+) \|", page, re.MULTILINE) == [
        code for code, *_ in LIMITS
    ]
