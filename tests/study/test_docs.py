"""The page on studies says what there is."""

from __future__ import annotations

from pathlib import Path

from handfoot.study.comparison import MINUTES
from handfoot.study.measures import (
    MINUTES_A_ROUND,
    SECONDS_A_TURN,
    match_measures,
    side_measures,
)
from handfoot.study.rows import COLUMNS

PAGE = (Path(__file__).parents[2] / "docs" / "studying.md").read_text("utf-8")


def test_figures_and_columns() -> None:
    """Every figure and every column of the results is told, by its name."""
    figures = (*match_measures(), *side_measures([], [0, 1], 4))
    for name in (*(one.name for one in figures), *COLUMNS):
        assert f"`{name}`" in PAGE, name


def test_minutes() -> None:
    """How minutes are estimated is told alike on the page and in the reports."""
    turn, round_ = (
        f"{SECONDS_A_TURN} seconds a turn",
        f"{MINUTES_A_ROUND} minutes a round",
    )
    for text in (MINUTES, PAGE):
        assert turn in text
        assert round_ in " ".join(text.split())
