"""Whole matches of every shipped ruleset, at every table that it allows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from handfoot import Game, load_rules, variant_names
from handfoot.play.state import State
from handfoot.players import PLAYER_NAMES
from handfoot.study.matches import play_match
from handfoot.testing import unconserved

Table = tuple[str, int, int]

# Every table of these is played; of the others one table after another.
THOROUGH = (
    "eleven-card",
    "foot-canasta",
    "six-deck-10000",
    "whitnack",
    "whitnack-digital",
)
OTHERS = tuple(name for name in variant_names() if name not in THOROUGH)


def _tables(*names: str) -> Iterator[Table]:
    for name in names:
        rules = load_rules(name)
        for seats in rules["players.counts"]:
            for size in rules.side_sizes(seats):
                yield name, seats, size


def _numbers(config: pytest.Config) -> range:
    # Unless the run was started on this folder its options are not known.
    first = config.getoption("--soak-from", default=0)
    count = config.getoption("--soak-matches", default=2)
    return range(first, first + count)


def _check_step(game: Game) -> None:
    """Check what must hold at every moment of a match."""
    missing = unconserved(game.state)
    assert not missing, f"{game!r}: {missing}"
    if game.turn is not None:
        assert game.legal_actions, f"{game!r}: nothing to do"
        assert len(game.legal_actions), f"{game!r}: a dead end"
    else:
        _check_sheets(game.state)


def _check_sheets(state: State) -> None:
    """Check that lines sum to points, and points to totals, round after round."""
    for side in range(state.sides):
        sheets = [sheet for sheet in state.sheets if sheet.side == side]
        assert [sheet.round for sheet in sheets] == list(range(1, state.round + 1))
        for sheet in sheets:
            assert sum(line.points for line in sheet.lines) == sheet.points
            assert sheet.before + sheet.points == sheet.total
        for one, following in pairwise(sheets):
            assert following.before == one.total
        assert sheets[0].before == 0
        assert sheets[-1].total == state.scores[side]


def _play(name: str, seats: int, size: int, kind: str, number: int) -> None:
    """Play a match, checking every step, and its result."""
    rules = load_rules(name)
    result = play_match(
        rules, [kind], seats, f"soak {number}", side_size=size, watch=_check_step
    )
    assert result.winners or rules["match.tie"] == "nobody"
    assert len(result.rounds) <= rules["match.most_rounds"]
    assert result.scores == tuple(
        sum(one.points[side] for one in result.rounds) for side in range(result.sides)
    )


@pytest.mark.parametrize("kind", PLAYER_NAMES)
@pytest.mark.parametrize(
    ("name", "seats", "size"),
    [
        pytest.param(*table, id="-".join(map(str, table)))
        for table in _tables(*THOROUGH)
    ],
)
def test_every_table_keeps_every_promise(
    name: str, seats: int, size: int, kind: str, request: pytest.FixtureRequest
) -> None:
    """Cards are conserved, somebody can act, matches end, and score sheets sum."""
    for number in _numbers(request.config):
        _play(name, seats, size, kind, number)


@pytest.mark.parametrize("kind", PLAYER_NAMES)
@pytest.mark.parametrize("name", OTHERS)
def test_every_shipped_ruleset_keeps_every_promise(
    name: str, kind: str, request: pytest.FixtureRequest
) -> None:
    """The same holds for all shipped rulesets, their tables taken in turn."""
    tables = list(_tables(name))
    for number in _numbers(request.config):
        _, seats, size = tables[number % len(tables)]
        _play(name, seats, size, kind, number)
