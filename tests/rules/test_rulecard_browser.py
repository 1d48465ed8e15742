"""The HTML rule card in a real browser: pages on paper, width on a phone, contrast.

Each test is skipped, and says so, where there is no Chromium.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from handfoot import load_rules, variant_names
from tests.browser import BROWSER, CONTRAST, PAPER, PHONE, measured, printed

_MOST_PAGES: Final = 2

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
VARIANTS = variant_names()


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("paper", PAPER)
def test_the_card_prints_on_two_pages(name: str, paper: str, tmp_path: Path) -> None:
    """Each shipped card fits on two sheets of A4 and of Letter."""
    page = load_rules(name).rule_card().html()
    assert 1 <= printed(page, tmp_path, paper) <= _MOST_PAGES


def test_a_short_card_is_printed_large() -> None:
    """What leaves room on its two sheets is set in larger print, up to a limit."""
    sizes = {
        name: float(re.findall(r"--print: ([\d.]+)pt", _page(name))[0])
        for name in ("train-row", "whitnack", "east-coast-14")
    }
    assert 9.6 >= sizes["train-row"] > sizes["whitnack"] > sizes["east-coast-14"] >= 7.5


def _page(name: str) -> str:
    return load_rules(name).rule_card().html()


@pytest.mark.parametrize("name", VARIANTS)
def test_the_card_fits_a_phone(name: str, tmp_path: Path) -> None:
    """At 320 pixels nothing stands out to the right, and there is one column."""
    found = measured(load_rules(name).rule_card().html(), tmp_path, width=PHONE)
    assert found["client"] <= PHONE
    assert found["scroll"] <= found["client"]
    assert found["wide"] == []
    assert found["columns"] == 1


def test_the_card_uses_a_wide_screen(tmp_path: Path) -> None:
    """On a desk the card stands in columns, without overflow."""
    found = measured(load_rules("whitnack").rule_card().html(), tmp_path, width=1280)
    assert found["scroll"] <= found["client"]
    assert found["columns"] >= 2


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_has_contrast(dark: bool, tmp_path: Path) -> None:  # noqa: FBT001 - given by name
    """All text keeps a contrast of 4.5 to 1 with its ground, by day and by night."""
    page = load_rules("eleven-card").rule_card().html()
    found = measured(page, tmp_path, width=1000, dark=dark)
    assert found["night"] == dark
    assert found["least"] >= CONTRAST, found["where"]
