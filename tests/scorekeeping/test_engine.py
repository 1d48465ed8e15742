"""One scoring, two inputs: what people count gives what the engine scores."""

from __future__ import annotations

import attrs
import pytest

from handfoot import ScoreSheet, Sheet, load_rules, variant_names
from tests.scorekeeping import matches

VARIANTS = variant_names()


def _agree(name: str, seats: int, size: int, kind: str, seed: int) -> None:
    game, counted = matches.played(name, seats, size, kind, seed)
    sheet = matches.told(game, counted)
    assert _scoring(sheet.sheets()) == _scoring(game.state.sheets)
    assert sheet.totals == game.scores
    assert sheet.round is None
    outcome, wanted = sheet.outcome(), game.outcome()
    assert outcome == wanted
    again = ScoreSheet.loads(sheet.dumps())
    assert again.sheets() == sheet.sheets()
    assert again.dumps() == sheet.dumps()


def _scoring(sheets: tuple[Sheet, ...]) -> list[Sheet]:
    """Return sheets without lines for what is worth nothing: nobody counts that."""
    return [
        attrs.evolve(sheet, lines=tuple(line for line in sheet.lines if line.points))
        for sheet in sheets
    ]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_sheet_agrees_with_the_engine(name: str) -> None:
    """A match of each shipped ruleset, counted by hand, has the engine's lines."""
    tables = [*matches.tables_of(load_rules(name))]
    number = VARIANTS.index(name)
    seats, size = tables[number % len(tables)]
    _agree(name, seats, size, "heuristic", number)
