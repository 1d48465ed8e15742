"""How many matches the shipped rulesets play."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let ``pytest tests/variants --variant-matches 100`` play as long as one has."""
    parser.addoption(
        "--variant-matches",
        type=int,
        default=0,
        help="whole random matches at each table, and a fifth as many heuristic ones; "
        "0 plays a round at each table and a short match of each ruleset",
    )
    parser.addoption(
        "--variant-from",
        type=int,
        default=0,
        help="number of the first match, to play in parts",
    )
