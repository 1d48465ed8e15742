"""The size of the soak."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let ``pytest tests/soak --soak-matches 200`` play as much as one has time for."""
    parser.addoption(
        "--soak-matches",
        type=int,
        default=2,
        help="matches at each table by each kind of player; 200 are the full soak",
    )
    parser.addoption(
        "--soak-from",
        type=int,
        default=0,
        help="number of the first match, to play a soak in parts",
    )
