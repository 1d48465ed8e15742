"""Attacks on secrecy: whatever a seat can get hold of tells it nothing hidden.

The worlds of these tests are twins: the same match, from decks in which some cards that
the seat has never seen have changed places. What the seat saw is the same in both, so
everything that it can reach must be the same too.
"""

from __future__ import annotations

import copy
import gc
import json
import pickle
import random
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import FrameType, FunctionType, MethodType, ModuleType
from typing import Any, Final

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handfoot import (
    Action,
    Card,
    Dealt,
    Drew,
    Game,
    HandfootError,
    IllegalAction,
    PacketTaken,
    Record,
    RecordError,
    RedThreeLaid,
    RuleSet,
    View,
    load_rules,
    parse_action,
)
from handfoot.cards import CARDS, FACES
from handfoot.play import engine
from handfoot.play.state import State
from handfoot.table.orders import RecordedOrders, Shuffle
from handfoot.testing import games, rulesets

NAMES: Final = (
    "whitnack",
    "eleven-card",
    "six-deck-10000",
    "face-up-packets",
    "burnt-ranks",
    "half-pack-12",
    "classic-canasta",
)
UNSEEN: Final = 0xFF
SLOW = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


def _shipped(name: str) -> RuleSet:
    """Return a shipped ruleset that shares nothing with other tests."""
    return load_rules(name)


def _played(name: str, steps: int, seed: int) -> Game:
    rules = _shipped(name)
    game = Game(rules, rules["players.counts"][-1], seed=seed)
    choices = random.Random(seed)
    while game.ply < steps and not game.is_over:
        game.push(choices.choice(list(game.legal_actions)))
    return game


def _again(game: Game, shuffles: Sequence[Shuffle], rules: RuleSet) -> Game:
    """Play the actions of a game from given decks."""
    record = Record.from_game(game)
    twin = Game(
        rules,
        game.names,
        seed=RecordedOrders(shuffles),
        dealer=record.dealer,
        side_size=record.side_size,
    )
    for action in game.actions:
        twin.push(action)
    return twin


def _twins(
    game: Game, seat: int | None, rng: random.Random, tries: int = 15
) -> tuple[Game, Game] | None:
    """Return the game twice, the second time with other cards hidden from a seat.

    Each has rules of its own, so that what one remembers is not seen in the other.
    """
    own = [copy.copy(game.rules)] * 2
    if game.rules.name in _BY_TITLE:
        own = [_shipped(_BY_TITLE[game.rules.name]) for _ in range(2)]
    try:
        shuffles = list(Record.from_game(game).shuffles)
        first = _again(game, shuffles, own[0])
    except RecordError:
        return None
    visible = first.events(seat)
    swapped = None
    for _ in range(tries):
        other = [_swapped(shuffle, rng) for shuffle in shuffles]
        try:
            second = _again(game, other, game.rules)
        except HandfootError:
            continue
        if second.events(seat) == visible and second.state != first.state:
            swapped = shuffles = other
    return None if swapped is None else (first, _again(game, swapped, own[1]))


_BY_TITLE: Final = {load_rules(name).name: name for name in NAMES}


def _swapped(shuffle: Shuffle, rng: random.Random) -> Shuffle:
    faces = bytearray(shuffle.faces)
    one, other = rng.randrange(len(faces)), rng.randrange(len(faces))
    faces[one], faces[other] = faces[other], faces[one]
    return attrs.evolve(shuffle, faces=bytes(faces))


def _tried(game: Game, rng: random.Random) -> list[Action]:
    """Return actions that somebody might try, legal and not."""
    texts = ["draw", "lay K K K", "lay 9 9 2", "lay 2 on K", "discard 4", "discard 3b"]
    texts += ["take 9 9 9", "take K K K, A A 2", "ask", "yes", "no", "end", "choose 1"]
    listed = list(game.legal_actions)
    some = rng.sample(listed, min(len(listed), 8))
    return [*map(parse_action, texts), *some]


def _reached(game: Game, seat: int | None, tried: Sequence[Action]) -> dict[str, Any]:
    """Return everything that a seat is given, and what can be made of it."""
    view = game.view(seat)
    found = {
        "json": json.dumps(view.to_dict()),
        "pickle": pickle.dumps(view),
        "view": _parts(view),
        "copy": _parts(copy.deepcopy(view)),
        "legal": [str(action) for action in view.legal_actions],
        "why_not": [view.why_not(action) for action in tried],
        "is_legal": [view.is_legal(action) for action in tried],
        "events": json.dumps([logged.to_dict() for logged in game.events(seat)]),
        "pickled events": pickle.dumps(game.events(seat)),
        "record": Record.from_game(game).redacted(seat).dumps(),
        "record parts": _parts(Record.from_game(game).redacted(seat)),
        "repr": (repr(game), str(game.legal_actions) if seat == game.turn else ""),
    }
    if seat is None:
        return found
    plan = view.plan()
    plan.add("K K 2")
    return found | {
        "game why_not": [game.why_not(action, seat) for action in tried],
        "refused": [_refused(game, action, seat) for action in tried],
        "checklist": (view.going_out_checklist(), game.going_out_checklist(seat)),
        "answers": (view.can_open(), view.can_take_pile(), view.can_go_out()),
        "lists": (view.may_lay()[:50], view.may_discard()),
        "plan": (plan.points, plan.missing, plan.left, plan.refusals, repr(plan)),
        "plan parts": _parts(plan),
    }


def _refused(game: Game, action: Action, seat: int) -> list[str]:
    """Return every text that a refused push leaves behind."""
    twin = game.copy()
    try:
        twin.push(action, seat=seat)
    except IllegalAction as error:
        assert error.__cause__ is None
        assert error.__context__ is None
        sent = pickle.loads(pickle.dumps(error))
        lines = traceback.format_exception(error)
        return [str(error), repr(error), repr(sent.refusals), *lines]
    return []


def _parts(thing: object) -> list[str]:
    """Return all that attributes, slots, containers and closures lead to, as text.

    Classes, modules and the globals of functions are the same for everyone. Memories
    that cannot be listed (``lru_cache``) are left out; see the docs for the border.
    """
    return list(_walk(thing, {}))


def _walk(thing: object, seen: dict[int, int]) -> Iterator[str]:
    if isinstance(thing, str | bytes | int | float | bool | Card | None):
        yield repr(thing)
        return
    if isinstance(thing, type | ModuleType):
        yield f"{thing.__name__}"
        return
    if id(thing) in seen:
        yield f"#{seen[id(thing)]}"
        return
    seen[id(thing)] = len(seen)
    # Kept alive, so that no other thing gets its number.
    _KEPT.append(thing)
    yield type(thing).__name__
    if isinstance(thing, dict):
        # The numbers by which compiled rules are found say nothing.
        keys = [k for k in thing if not (isinstance(k, int) and k > 10**6)]
        for key in keys:
            yield from _walk(key, seen)
        for value in thing.values():
            yield from _walk(value, seen)
    elif isinstance(thing, list | tuple | set | frozenset):
        for value in (
            thing if isinstance(thing, list | tuple) else sorted(thing, key=repr)
        ):
            yield from _walk(value, seen)
    elif isinstance(thing, MethodType):
        yield from _walk(thing.__self__, seen)
    elif isinstance(thing, FunctionType):
        for cell in thing.__closure__ or ():
            yield from _walk(cell.cell_contents, seen)
        yield from _walk(thing.__defaults__, seen)
    for name in _names(thing):
        value = getattr(thing, name, None)
        yield name
        yield from _walk(value, seen)


_KEPT: Final[list[object]] = []


def _names(thing: object) -> list[str]:
    names = list(getattr(thing, "__dict__", ()))
    for kind in type(thing).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
    return [name for name in names if name not in ("__weakref__", "__dict__")]


def _same(first: Game, second: Game, seat: int | None, seed: int) -> None:
    """Assert that a seat cannot tell two games apart."""
    tried = _tried(first, random.Random(seed))
    # Rules remember what was asked; asked the same, they remember the same.
    for game in (first, second):
        _reached(game, seat, tried)
    one, other = _reached(first, seat, tried), _reached(second, seat, tried)
    for name, value in one.items():
        assert value == other[name], name


class TestTwins:
    @pytest.mark.parametrize("name", NAMES)
    def test_shipped_rulesets(self, name: str) -> None:
        """Whatever was dealt to others, a seat is given and can find the same."""
        rng = random.Random(name)
        found = 0
        for steps in (0, 3, 17, 70):
            game = _played(name, steps, steps)
            for seat in (0, game.turn, None):
                twins = _twins(game, seat, rng)
                if twins is not None:
                    found += 1
                    _same(*twins, seat, steps)
        assert found >= 6

    @pytest.mark.parametrize("choice", ["top_seen", "top_up"])
    def test_top_cards_of_packets(self, choice: str) -> None:
        """Of packets to choose from nobody finds more than the top cards shown."""
        changes: dict[str, Any] = {
            "deal.hand": 11,
            "deal.foot": 11,
            "deal.hand_choice": choice,
        }
        changes["name"] = "Top cards"
        rng, found = random.Random(choice), 0
        for steps in (0, 1, 2, 5):
            rules = _shipped("whitnack").with_changes(changes)
            game = Game(rules, seed=steps)
            while game.ply < steps:
                game.push(rng.choice(list(game.legal_actions)))
            for seat in (0, 1, None):
                twins = _twins(game, seat, rng)
                if twins is not None:
                    found += 1
                    _same(*twins, seat, steps)
        assert found >= 6

    @SLOW
    @given(game=games(rulesets(), most_steps=40), seed=st.integers(0, 2**32))
    def test_any_ruleset(self, game: Game, seed: int) -> None:
        """The same holds under every ruleset that can be said."""
        rng = random.Random(seed)
        seat = rng.choice([*range(game.seats), None])
        twins = _twins(game, seat, rng, tries=10)
        if twins is not None:
            _same(*twins, seat, seed)

    def test_twins_differ(self) -> None:
        """The attack works: what the table's program sees does differ."""
        twins = _twins(_played("whitnack", 20, 1), 0, random.Random(1))
        assert twins is not None
        first, second = twins
        assert first.events(everything=True) != second.events(everything=True)
        assert first.dumps() != second.dumps()
        views = [[game.view(seat) for seat in range(1, 4)] for game in twins]
        assert views[0] != views[1]


class TestWhatIsInside:
    @pytest.mark.parametrize("name", NAMES)
    def test_no_hidden_card_and_no_seed(self, name: str) -> None:
        """No attribute of a view leads to a hidden card, a seed, a game or a state."""
        secret = 8_675_309_123_456
        game = _played(name, 40, secret)
        for seat in (*range(game.seats), None):
            view = game.view(seat)
            for thing in (view, pickle.loads(pickle.dumps(view)), view.known()):
                parts = _parts(thing)
                assert str(secret) not in parts
                assert not {"Game", "Past", "RecordedOrders", "Noted"} & set(parts)
                states = parts.count("State")
                assert states == 1
            state = view._state
            hidden = [state.stock, state.aside, *map(b"".join, state.packets)]
            hidden += [c for s, c in enumerate(state.cards) if s != seat]
            assert set(b"".join(hidden)) <= {UNSEEN}
            assert all(not any(h) for s, h in enumerate(state.hands) if s != seat)

    def test_pickled_rules_remember_no_game(self) -> None:
        """Rules sent to somebody are as those just loaded, whatever was played."""
        fresh = pickle.dumps(_shipped("whitnack"))
        game = _played("whitnack", 200, 5)
        assert pickle.dumps(game.rules) == fresh

    def test_memories_cannot_be_listed(self) -> None:
        """What compiled rules remember of people's cards is nowhere to be read."""
        rules = [_shipped("whitnack") for _ in range(2)]
        idle, busy = (Game(each, seed=1).view(0) for each in rules)
        game, choices = Game(rules[1], seed=1), random.Random(1)
        for _ in range(150):
            game.push(choices.choice(list(game.legal_actions)))
        assert _parts(idle.tables) == _parts(busy.tables)

    def test_a_redacted_record_holds_no_decks(self) -> None:
        """A redacted record holds neither seed nor decks, and cannot be played."""
        record = Record.from_game(_played("whitnack", 30, 8_675_309_123_456))
        for seat in (0, None):
            redacted = record.redacted(seat)
            for text in (redacted.dumps(), redacted.dumps(format="json")):
                assert "8675309123456" not in text
                assert "shuffles" not in text
                with pytest.raises(RecordError):
                    Record.loads(text).play()
            assert "Shuffle" not in _parts(redacted)

    @pytest.mark.parametrize("name", NAMES)
    def test_events_show_only_own_cards(self, name: str) -> None:
        """A drawn, dealt or picked up card is in the event of its own seat only."""
        game = _played(name, 120, 3)
        kinds = (Dealt, Drew, PacketTaken, RedThreeLaid)
        for seat in (*range(game.seats), None):
            for logged in game.events(seat):
                event = logged.event
                if isinstance(event, kinds) and event.seat != seat:
                    assert event.hidden is not None
                    assert getattr(event, event.hidden) is None

    def test_nobody_sees_a_foot(self) -> None:
        """A packet not yet taken up is unknown to its owner and the partner too."""
        game = _played("whitnack", 0, 1)
        for seat in range(4):
            known = game.view(seat).known()
            assert all(set(b"".join(packets)) == {UNSEEN} for packets in known.packets)

    def test_looking_changes_nothing(self) -> None:
        """What is done to the cards of a view is not done to the game."""
        game = _played("whitnack", 30, 2)
        before = game.copy()
        for seat in range(4):
            known = game.view(seat).known()
            known.remove(seat, known.cards[seat])
            known.give((seat + 1) % 4, bytes([1, 2, 3]))
            known.pile = known.stock = b""
        assert game == before


class TestRefusals:
    def test_others_learn_only_that_it_is_not_their_turn(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """For a seat that is not to act no rule is even looked at."""
        game = _played("whitnack", 21, 2)
        seat = game.turn
        assert seat is not None

        def looked(*_: object) -> Iterator[Any]:
            raise AssertionError("a rule was looked at")

        tried = _tried(game, random.Random(1))
        monkeypatch.setattr(engine, "check", looked)
        for other in range(4):
            if other == seat:
                continue
            for action in tried:
                (why,) = game.why_not(action, other)
                assert (why.code, why.wanted, why.found) == (
                    "not_your_turn",
                    None,
                    None,
                )
                assert game.view(other).why_not(action) == (why,)
                with pytest.raises(IllegalAction) as refused:
                    game.push(action, seat=other, ply=0)
                assert refused.value.refusals == (why,)

    def test_a_refusal_takes_the_same_work(self) -> None:
        """How long a refusal takes does not depend on what is hidden."""
        rng = random.Random(4)
        for steps in (5, 40, 90):
            game = _played("whitnack", steps, steps)
            assert game.turn is not None
            twins = _twins(game, game.turn, rng)
            assert twins is not None
            for action in _tried(game, rng):
                works = [_work(partial(twin.why_not, action)) for twin in twins]
                assert works[0] == works[1], action

    def test_tracebacks_show_no_values(self) -> None:
        """The text of an error shows lines of the program, and no cards."""
        game = _played("whitnack", 9, 3)
        turn = game.turn
        assert turn is not None
        held = {str(CARDS[face]) for face in game.state.cards[(turn + 1) % 4]}
        lines = _refused(game, parse_action("lay K K K K K K K"), turn)
        assert lines
        assert not held & set(" ".join(lines).split())


def _work(ask: Callable[[], object]) -> int:
    """Return how many calls it takes to answer, when what can be remembered is."""
    ask()
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    # Collecting rubbish calls back whoever wants to hear of it, at any moment.
    gc.disable()
    sys.setprofile(count)
    try:
        ask()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


class TestSeeds:
    def test_a_seed_of_its_own(self) -> None:
        """Without a seed every match has its own, whoever seeds Python's chance."""
        seeds = set()
        for _ in range(3):
            random.seed(1)
            seeds.add(Game("whitnack").seed)
        assert len(seeds) == 3

    def test_no_seed_in_what_is_printed(self) -> None:
        """What a program is likely to print or log names no seed and no card."""
        game = _played("whitnack", 12, 8_675_309_123_456)
        record = Record.from_game(game)
        dealt = Game.at(game.state.copy())
        for thing in (game, game.view(1), record, dealt, game.legal_actions, State()):
            assert "8675309123456" not in repr(thing)
        assert "cards" not in repr(record)
        assert FACES == 53


def test_views_are_values() -> None:
    """Views are equal when they look the same, and are no keys of sets."""
    game = _played("whitnack", 12, 1)
    assert game.view(0) == game.view(0)
    assert game.view(0) != game.view(1)
    with pytest.raises(TypeError):
        hash(game.view(0))
    assert View.from_dict(game.view(0).to_dict()) == game.view(0)
