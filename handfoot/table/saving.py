"""Saving a game in the middle, and loading it back: plain JSON, nothing lost.

A saved game holds the ruleset with every key said, where the game began, every action,
and how the table stands. Loading believes none of it: the state is looked through (the
cards of the deck, melds, counts, phases), the actions are played again from the
beginning, and what comes of them must be the state that was saved.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, NoReturn

from handfoot.errors import HandfootError, RecordError, RulesetError
from handfoot.play.state import State
from handfoot.rules.loading import loads_rules
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import parse, plain, source_from_text
from handfoot.table.game import Game
from handfoot.table.notation import parse_action
from handfoot.table.orders import Shuffle
from handfoot.table.state_check import check_frame, wrongs
from handfoot.table.state_data import FIELDS, DataError, state_data, state_from

__all__ = ["dumps", "loads", "rules_data", "rules_from", "sound_state"]

VERSION: Final = 1
_DATA: Final = "data"
_KNOWN: Final = ("handfoot_game", "rules", "names", "seed", "began", "actions", "state")


def dumps(game: Game) -> str:
    """Return a game as JSON text; see ``Game.dumps``."""
    began = game.began()
    data: dict[str, Any] = {
        "handfoot_game": VERSION,
        "rules": rules_data(game.rules),
        "names": list(game.names),
        "seed": _seed_data(game.seed),
        "began": state_data(began),
        "actions": [str(action) for action in game.actions],
        "state": state_data(game.state),
    }
    return json.dumps(data, ensure_ascii=False)


def loads(text: str) -> Game:
    """Return the game that a text holds; see ``Game.loads``.

    Raises:
        RecordError: the text is no saved game, or not a sound one.
    """
    data = _data(text)
    rules = rules_from(data["rules"])
    names = _names(data["names"])
    seed = _seed(data["seed"])
    began = sound_state(data["began"], rules, seed, "began")
    state = sound_state(data["state"], rules, seed, "state")
    if len(names) != state.seats:
        _fail(f"names: {state.seats} seats, {len(names)} names")
    game = _dealt(began, names) or Game.at(began, names=names)
    for number, action in enumerate(_list(data["actions"], "actions"), 1):
        _again(game, number, action)
    if game.state != state:
        differing = ", ".join(_differing(game.state, state))
        _fail(f"state: it does not follow from the actions: {differing}")
    return game


def _dealt(began: State, names: tuple[str, ...]) -> Game | None:
    """Return a game that begins with the deal, if its seed deals ``began``."""
    try:
        game = Game(
            began.rules,
            names,
            seed=began.seed,
            dealer=began.dealer,
            side_size=began.seats // began.sides,
        )
    except HandfootError:
        return None
    return game if game.state == began else None


def _again(game: Game, number: int, text: Any) -> None:
    if not isinstance(text, str):
        _fail(f"action {number}: a text is expected")
    try:
        game.push(parse_action(text))
    except HandfootError as error:
        raise RecordError(f"action {number}, {text[:40]!r}: {error}") from None


def _differing(one: State, other: State) -> Iterator[str]:
    for name in FIELDS:
        if getattr(one, name) != getattr(other, name):
            yield name


def _fail(message: str) -> NoReturn:
    raise RecordError(message)


# -- text -----------------------------------------------------------------------------


def _data(text: str) -> Mapping[str, Any]:
    try:
        data = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_float=_no_number,
        )
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is no saved game: {error}") from None
    if not isinstance(data, dict) or "handfoot_game" not in data:
        _fail("this is no saved game")
    if data["handfoot_game"] != VERSION or isinstance(data["handfoot_game"], bool):
        _fail(f"this game was saved by another version; version {VERSION} is known")
    if set(data) != set(_KNOWN):
        _fail(f"a saved game has {', '.join(_KNOWN)}, and nothing else")
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no whole number")


def _list(data: Any, what: str) -> list[Any]:
    if not isinstance(data, list):
        _fail(f"{what}: a list is expected")
    return data


def _names(data: Any) -> tuple[str, ...]:
    names = _list(data, "names")
    if not all(isinstance(name, str) for name in names):
        _fail("names: texts are expected")
    return tuple(names)


def sound_state(data: Any, rules: RuleSet, seed: Any, where: str) -> State:
    """Return the state of plain data, every card of the deck in its place.

    Args:
        data: What ``state_data`` gave.
        rules: The ruleset.
        seed: Seed of the shuffles.
        where: What to call it in messages.

    Raises:
        RecordError: it is no sound state.
    """
    try:
        state = state_from(data, rules, seed, check_frame)
        found = [*wrongs(state)]
    except DataError as error:
        raise RecordError(f"{where}: {error}") from None
    if found:
        _fail(f"{where}: {'; '.join(found)}")
    return state


# -- rules and seed -------------------------------------------------------------------


def rules_data(rules: RuleSet) -> Any:
    """Return a ruleset as plain data of the caller's own, every key said."""
    found = rules.memo.get(_DATA)
    if found is None:
        root, problems = parse(source_from_text(rules.to_yaml(), "the rules"))
        assert root is not None, problems
        found = rules.memo[_DATA] = plain(root)
    return deepcopy(found)


def rules_from(data: Any) -> RuleSet:
    """Return the ruleset of plain data.

    Raises:
        RecordError: it cannot be played.
    """
    if not isinstance(data, Mapping):
        _fail("rules: a ruleset is expected")
    text = json.dumps(data, ensure_ascii=False, indent=1)
    try:
        return loads_rules(text, name="the rules")
    except RulesetError as error:
        raise RecordError(f"rules: {error}") from None


def _seed_data(seed: Any) -> Any:
    if isinstance(seed, int | str):
        return seed
    shuffles: Callable[[], tuple[Shuffle, ...]] | None = getattr(seed, "known", None)
    if shuffles is None:
        raise RecordError("a game whose cards come from a program cannot be saved")
    return [
        {"round": one.round, "number": one.number, "cards": one.cards}
        for one in shuffles()
    ]


def _seed(data: Any) -> Any:
    from handfoot.table.orders import RecordedOrders

    if isinstance(data, list):
        return RecordedOrders([_shuffle(one) for one in data])
    if isinstance(data, bool) or not isinstance(data, int | str):
        _fail("seed: a number or a text is expected")
    return data


def _shuffle(data: Any) -> Shuffle:
    try:
        return Shuffle.read(int(data["round"]), int(data["number"]), str(data["cards"]))
    except (HandfootError, KeyError, TypeError, ValueError):
        raise RecordError("seed: the order of a shuffle cannot be read") from None
