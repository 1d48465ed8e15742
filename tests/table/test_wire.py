"""What comes over the wire may be anything: it is refused with a clear error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from handfoot import Game, HandfootError, Logged, View, parse_action

JUNK: Final[tuple[Any, ...]] = (
    None,
    5,
    1.5,
    True,
    "",
    "x",
    [],
    {},
    ["draw"],
    {"event": "Drew"},
)


@pytest.fixture(scope="module")
def game() -> Game:
    """Return a game that nobody changes."""
    return Game("whitnack", seed=7)


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize(
    "read",
    [parse_action, Logged.from_dict, View.from_dict],
    ids=lambda f: f.__qualname__,
)
def test_junk_is_refused(read: Callable[[Any], object], junk: Any) -> None:
    """Junk in place of an action, an event or a view is a HandfootError."""
    with pytest.raises(HandfootError):
        read(junk)


@pytest.mark.parametrize("text", ["dig " + "9" * 5000, "choose " + "9" * 5000, "²"])
def test_numbers_without_end_are_no_action(text: str) -> None:
    """A number that nobody means is refused before it is counted."""
    with pytest.raises(HandfootError):
        parse_action(text)


@pytest.mark.parametrize("seat", [-1, 4, "0", True, 0.0])
def test_a_seat_that_is_not_there_is_refused(game: Game, seat: Any) -> None:
    """Whatever is asked for a seat that is not there, the answer says so."""
    for ask in (
        game.view,
        game.events,
        game.can_open,
        game.can_go_out,
        game.can_take_pile,
        game.may_lay,
        game.may_discard,
        game.plan,
        game.going_out_checklist,
    ):
        with pytest.raises(HandfootError, match="there is no seat"):
            ask(seat)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"seats": "Red"}, "a list of names"),
        ({"seats": [1, 2, 3, 4]}, "a list of names"),
        ({"seed": 1.5}, "a number, a text or recorded orders"),
        ({"seed": b"lake"}, "a number, a text or recorded orders"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(how: dict[str, Any], said: str) -> None:
    """Names and seeds of another type are refused at once, not in the first shuffle."""
    with pytest.raises(HandfootError, match=said):
        Game("whitnack", **how)


def test_a_spectator_has_no_checklist(game: Game) -> None:
    """Who holds no cards does not go out, and is told so."""
    with pytest.raises(HandfootError, match="spectator"):
        game.view(None).going_out_checklist()


def test_a_view_says_what_it_is(game: Game) -> None:
    """The repr names the seat and the moment."""
    assert repr(game.view(0)) == "<View of seat 0: round 1, seat 1, draw>"
    assert repr(game.view(None)) == "<View of a spectator: round 1, seat 1, draw>"
