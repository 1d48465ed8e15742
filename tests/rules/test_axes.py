"""The catalogue of questions: complete, and of today."""

from __future__ import annotations

import re
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from tests.matters import KEYS

ROOT: Final = Path(__file__).parents[2]
MADE: Final = runpy.run_path(str(ROOT / "scripts" / "remake_axes.py"))
AXES: Final[list[Mapping[str, Any]]] = [
    axis for questions in MADE["axes"]().values() for axis in questions
]
PATHS: Final = {key.path for key in KEYS}


def test_the_page_is_of_today() -> None:
    """docs/axes.md is what scripts/remake_axes.py makes of keys and variants."""
    kept = (ROOT / "docs" / "axes.md").read_text(encoding="utf-8")
    assert kept == MADE["page"]()


def test_every_question_stands_once() -> None:
    """No two questions share an id or the words that ask."""
    for word in ("id", "asks"):
        found = [axis[word] for axis in AXES]
        assert len(found) == len(set(found))


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis["id"])
def test_every_question_is_answered(axis: Mapping[str, Any]) -> None:
    """A question has settings that exist, one answer for all, or what is missing."""
    assert set(axis) <= {"id", "asks", "settings", "also", "fixed", "missing"}
    assert set(axis) & {"settings", "fixed"}
    assert set(axis.get("settings", ())) <= PATHS


def test_what_is_missing_is_told() -> None:
    """What cannot be said stands in cannot-say.md, by the question."""
    told = (ROOT / "docs" / "cannot-say.md").read_text(encoding="utf-8")
    known = {axis["id"] for axis in AXES}
    missing = {axis["id"] for axis in AXES if "missing" in axis}
    named = set(re.findall(r"AX-[A-Z0-9-]+", told))
    assert named <= known
    assert missing - named == set()
    assert named - missing == set()


def test_every_setting_answers_a_question() -> None:
    """No key of the language stands outside the catalogue."""
    named = {path for axis in AXES for path in axis.get("settings", ())}
    assert PATHS - named == set()
