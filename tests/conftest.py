"""Options of the tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run be as long as one has time for."""
    parser.addoption(
        "--oracle-positions",
        type=int,
        default=300,
        help="positions for each ruleset on which engine and oracle must agree",
    )
    parser.addoption(
        "--random-rulesets",
        type=int,
        default=60,
        help="random rulesets that must be refused or play to the end",
    )
    parser.addoption(
        "--front-door-files",
        type=int,
        default=150,
        help="random rule files, right and wrong, that must be read or explained",
    )
    parser.addoption(
        "--score-kills",
        type=int,
        default=10,
        help="how often the keeping of a score is killed at a random point",
    )
    parser.addoption(
        "--score-rulesets",
        type=int,
        default=25,
        help="random rulesets, refused ones among them, that a score sheet must agree "
        "with",
    )
    parser.addoption(
        "--score-matches",
        type=int,
        default=0,
        help="further matches of each shipped ruleset that a score sheet must agree with",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect scenario files also where handfoot is not installed."""
    if not config.pluginmanager.hasplugin("handfoot"):
        from handfoot import pytest_plugin

        config.pluginmanager.register(pytest_plugin, "handfoot")
