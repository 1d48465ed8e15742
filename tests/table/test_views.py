"""Views as JSON, and clients that follow a game by its events."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from handfoot import (
    ChoosePacket,
    Game,
    HandfootError,
    Position,
    RecordError,
    View,
    load_rules,
    parse_action,
)
from handfoot.cards import CARDS
from handfoot.play.events import (
    EVENTS,
    Drew,
    PacketShown,
    TopCardSeen,
    event_from_dict,
)
from handfoot.play.state import State
from handfoot.rules.reading.shipped import variant_names
from handfoot.table.censoring import OPEN, Censor
from handfoot.table.following import apply_events
from handfoot.table.game import Logged
from handfoot.table.telling import tell
from handfoot.table.view_data import view_schema
from tests.play.test_properties import resampled
from tests.table.tables import NAMES, rules

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "docs" / "view.schema.json"
ALL = (*NAMES, *sorted(set(variant_names()) - set(NAMES)))


@cache
def _validator(part: str = "") -> Any:
    schema = view_schema()
    if part:
        schema = {**schema["$defs"][part], "$defs": schema["$defs"]}
    return jsonschema.Draft202012Validator(schema)


def _choose(game: Game, rng: random.Random) -> Any:
    """Choose an action; melds and pickups more often than by chance."""
    actions = list(game.legal_actions)
    eager = [act for act in actions if str(act)[:4] in ("lay ", "take", "ask")]
    return rng.choice(eager if eager and rng.random() < 0.7 else actions)


def _games(name: str, plies: int, seed: int) -> Iterator[Game]:
    """Yield a game after each of its first actions."""
    counts = rules(name)["players.counts"]
    rng = random.Random(f"{name} {seed}")
    game = Game(rules(name), rng.choice(counts), seed=seed)
    for _ in range(plies):
        yield game
        if game.is_over:
            return
        game.push(_choose(game, rng))


@pytest.mark.parametrize("name", ALL)
def test_a_client_follows_by_events(name: str) -> None:
    """Each seat's events lead from each view to the next; a spectator's as well."""
    counts = rules(name)["players.counts"]
    rng = random.Random(name)
    game = Game(rules(name), rng.choice(counts), seed=2)
    lookers = (*range(game.seats), None) if name in NAMES else (0, game.seats - 1, None)
    views = {seat: game.view(seat) for seat in lookers}
    while game.ply < 250 and not game.is_over:
        happened = game.push(_choose(game, rng))
        for seat in lookers:
            events = [Logged(0, game.ply, event.for_seat(seat)) for event in happened]
            views[seat] = apply_events(views[seat], events)
            assert views[seat] == game.view(seat), (game.ply, seat, events)


def test_whole_matches_are_followed() -> None:
    """One old view and all events since lead to the end of the match."""
    for name in ("whitnack", "bare"):
        games = _games(name, 6000, seed=3)
        game = next(games)
        old = [game.view(seat) for seat in (0, 1, None)]
        for _ in games:
            pass
        assert game.is_over
        for view in old:
            followed = apply_events(view, game.events(view.seat))
            assert followed == game.view(view.seat)
            assert followed.phase == "over"


def test_a_followed_view_answers_alike() -> None:
    """Legal actions and refusals of a followed view are those of the game."""
    games = _games("eleven-card", 120, seed=4)
    game = next(games)
    view = game.view(0)
    for game in games:
        view = apply_events(view, game.events(0))
        assert view.legal_actions == game.view(0).legal_actions
        if game.turn == 0:
            action = view.legal_actions[0]
            assert view.why_not(action) == game.why_not(action) == ()


def test_missing_and_false_events_are_found() -> None:
    """Events with a gap, or of another game, do not lead anywhere."""
    *_, game = _games("whitnack", 12, seed=5)
    old = Game(rules("whitnack"), 4, seed=5).view(0)
    events = game.events(0)
    with pytest.raises(RecordError, match="missing"):
        apply_events(old, [event for event in events if event.ply != 3])
    other = Game(rules("whitnack"), 4, seed=99).view(0)
    with pytest.raises(RecordError, match="do not follow"):
        apply_events(other, events)


def test_stale_actions_are_refused() -> None:
    """An action for an older view is refused by its ply."""
    game = Game(rules("whitnack"), 4, seed=1)
    view = game.view(game.turn)
    game.push(view.legal_actions[0], ply=view.ply)
    with pytest.raises(HandfootError, match="moved on"):
        game.push(game.view(game.turn).legal_actions[0], ply=view.ply)


@pytest.mark.parametrize("name", ALL)
def test_views_come_back_from_json(name: str) -> None:
    """A view written as JSON and read again is equal, and of the published schema."""
    for number, game in enumerate(_games(name, 90, seed=6)):
        if number % 15:
            continue
        for seat in (game.turn, None):
            view = game.view(seat)
            data = json.loads(json.dumps(view.to_dict(with_rules=number == 0)))
            _validator().validate(data)
            known = None if number == 0 else game.rules
            read = View.from_dict(data, rules=known)
            assert read == view
            assert read.legal_actions == view.legal_actions


@pytest.mark.parametrize("name", ALL)
def test_events_come_back_from_json(name: str) -> None:
    """An event written as JSON and read again is equal, and of the schema."""
    *_, game = _games(name, 200, seed=7)
    for logged in game.events(0):
        data = json.loads(json.dumps(logged.to_dict()))
        _validator("event").validate(data)
        assert Logged.from_dict(data) == logged
        assert event_from_dict(logged.event.to_dict()) == logged.event


def test_the_published_schema_is_that_of_the_code() -> None:
    """docs/view.schema.json does not drift."""
    assert json.loads(SCHEMA.read_text()) == view_schema()
    jsonschema.Draft202012Validator.check_schema(view_schema())


def test_every_kind_of_event_is_in_the_schema() -> None:
    """A new kind of event cannot be forgotten."""
    named = {
        one["properties"]["event"]["properties"]["event"]["const"]
        for one in view_schema()["$defs"]["event"]["oneOf"]
    }
    assert named == set(EVENTS)


WRONG: dict[str, Any] = {
    "seat": 9,
    "names": ["East"],
    "ply": -1,
    "handfoot_view": 2,
    "rules": 5,
    "state": [],
}


@pytest.mark.parametrize("field", WRONG)
def test_wrong_views_are_refused(field: str) -> None:
    """A view with a wrong field is refused with what is wrong."""
    data = Game(rules("whitnack"), 4, seed=1).view(0).to_dict()
    with pytest.raises(RecordError):
        View.from_dict({**data, field: WRONG[field]})


def test_views_that_show_too_much_are_refused() -> None:
    """A view that shows another's cards, or more cards than there are, is refused."""
    data = Game(rules("whitnack"), 4, seed=1).view(0).to_dict()
    for name, value, why in (
        ("stock", "Ks Kh", "these are not seen"),
        ("pile", "Ks Ks Ks Ks Ks Ks", "cards are expected"),
        ("cards", [13, 13, 13, 13], "its own are seen"),
        ("red", [1, ""], "everybody sees them"),
        ("black", [1, ""], "everybody sees them"),
        ("pile", 1, "everybody sees them"),
    ):
        state = {**data["state"], name: value}
        with pytest.raises(RecordError, match=why):
            View.from_dict({**data, "state": state})


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"event": "Flew"},
        {"event": "Drew", "seat": 0, "count": 2},
        {"event": "Drew", "seat": True, "count": 2, "cards": None},
        {"event": "Drew", "seat": 0, "count": 2, "cards": "9s"},
        {"event": "Drew", "seat": 0, "count": 2, "cards": ["X"]},
        {"event": "Drew", "seat": None, "count": 2, "cards": None},
        [],
    ],
)
def test_wrong_events_are_refused(data: Any) -> None:
    """Data that is no event is refused with what is wrong."""
    with pytest.raises(HandfootError):
        event_from_dict(data)


def test_nothing_hidden_is_in_the_data() -> None:
    """Cards set aside, stock, packets and other hands are numbers in a view's JSON."""
    changed = load_rules("whitnack").with_changes({"deck.set_aside": 5})
    view = Game(changed, 4, seed=1).view(0)
    state = view.to_dict()["state"]
    assert state["aside"] == 5
    assert isinstance(state["stock"], int)
    assert all(isinstance(cards, int) for cards in state["cards"][1:])
    assert all(isinstance(part, int) for own in state["packets"] for part in own)


def test_equal_views_whatever_is_hidden() -> None:
    """Two games that differ in hidden cards only have equal views, data and events."""
    one, other = (
        Position(rules("whitnack"), hands={0: "4 4 K"}, pile="9", seed=seed).game()
        for seed in (1, 2)
    )
    assert one.state != other.state
    assert one.view(0) == other.view(0)
    assert one.view(0).to_dict() == other.view(0).to_dict()


@pytest.mark.parametrize("seat", [-1, 4])
def test_only_seats_of_the_table_look(seat: int) -> None:
    """A number that is no seat is refused, and not counted from the end."""
    with pytest.raises(HandfootError, match="there is no seat"):
        Game("whitnack", seed=7).view(seat)


def test_drawn_cards_are_hidden_from_others() -> None:
    """An event as data holds drawn cards for their seat only."""
    game = Game(rules("whitnack"), 4, seed=1)
    seat = game.turn
    events = game.push(game.view(seat).legal_actions[0])
    drew = next(event for event in events if isinstance(event, Drew))
    assert drew.for_seat(seat).to_dict()["cards"] is not None
    assert drew.for_seat(None).to_dict()["cards"] is None


def _faces(view: View, seat: int) -> list[list[str]]:
    return [sorted(card.code for card in one) for one in view.packets_shown(seat)]


@pytest.mark.parametrize("seat", [None, 0, 1, 3])
def test_packets_face_up_are_seen_until_the_hand_is_chosen(seat: int | None) -> None:
    """Everyone sees the packets of those who have yet to choose, and no others."""
    game = Game("face-up-packets", 4, seed=3)
    first = game.turn
    assert first is not None
    before = game.view(seat)
    dealt = [
        [sorted(CARDS[face].code for face in packet) for packet in packets]
        for packets in game.state.packets
    ]
    assert [_faces(before, owner) for owner in range(4)] == dealt
    assert View.from_dict(json.loads(json.dumps(before.to_dict()))) == before
    events = game.push(ChoosePacket(2))
    after = game.view(seat)
    assert [_faces(after, owner) for owner in range(4) if owner != first] == [
        packets for owner, packets in enumerate(dealt) if owner != first
    ]
    assert after.packets_shown(first) == ()
    assert after.packets_left(first) == (len(dealt[first][0]),)
    assert set(after.known().packets[first][0]) == {0xFF}
    assert type(events[0]).__name__ == "PacketChosen"
    assert apply_events(before, game.events(seat)) == after


def test_packets_not_face_up_are_not_seen() -> None:
    """Where the hand is chosen unseen, a view shows no packet, not even one's own."""
    game = Game("half-pack-12", seed=3)
    rules = game.rules.with_changes({"deal.hand_choice": "unseen"})
    view = Game(rules, seed=3).view(0)
    assert view.phase == "choose"
    assert all(view.packets_shown(seat) == () for seat in range(view.seats))
    hidden = {
        face for packets in view.known().packets for one in packets for face in one
    }
    assert hidden == {0xFF}


def test_packets_face_up_are_followed_into_later_rounds() -> None:
    """Events of a new round tell a client what lies face up."""
    game = Game("face-up-packets", 4, seed=3)
    view = game.view(1)
    while game.round == 1:
        listed = list(game.legal_actions)
        game.push(listed[-1] if game.phase == "play" else listed[0])
    assert game.phase == "choose"
    followed = apply_events(view, game.events(1))
    assert followed == game.view(1)
    assert all(followed.packets_shown(seat) for seat in range(4))


def _peeked(choice: str, seed: int = 3) -> Game:
    changes = {"deal.hand": 11, "deal.foot": 11, "deal.hand_choice": choice}
    return Game(load_rules("whitnack").with_changes(changes), seed=seed)


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("choice", ["top_seen", "top_up"])
def test_top_cards_are_seen_by_whom_they_are_shown_to(
    choice: str, seat: int | None
) -> None:
    """A player sees the top card of each own packet, or all see all, and no more."""
    game = _peeked(choice)
    rng = random.Random(5)
    while game.phase == "choose":
        view, waiting = game.view(seat), game.state.choosers
        for owner in range(4):
            sees = owner in waiting and (choice == "top_up" or owner == seat)
            tops = [(CARDS[packet[-1]],) for packet in game.state.packets[owner]]
            assert [*view.packets_shown(owner)] == (tops if sees else [])
            for packet in view.known().packets[owner]:
                covered = packet[:-1] if sees else packet
                assert set(covered) == {0xFF}
        assert View.from_dict(json.loads(json.dumps(view.to_dict()))) == view
        assert resampled(game, seat, rng).view(seat) == view
        game.push(ChoosePacket(1 + rng.randrange(2)))
        assert apply_events(view, game.events(seat)) == game.view(seat)
    hidden = {f for packets in game.view(seat).known().packets for f in packets[0]}
    assert hidden == {0xFF}


@pytest.mark.parametrize("choice", ["top_seen", "top_up"])
def test_top_cards_are_in_the_events_of_whom_they_are_shown_to(choice: str) -> None:
    """Eight cards are told, two of them to each player or all to everybody."""
    game = _peeked(choice)
    for seat in (None, 0, 2):
        found = {
            (e.seat, e.number): e.card.code
            for e in (logged.event for logged in game.events(seat))
            if isinstance(e, TopCardSeen) and e.card is not None
        }
        for logged in game.events(seat):
            if isinstance(logged.event, PacketShown):
                (card,) = logged.event.cards
                found[logged.event.seat, logged.event.number] = card.code
        dealt = {
            (owner, number): CARDS[packet[-1]].code
            for owner, packets in enumerate(game.state.packets)
            for number, packet in enumerate(packets, start=1)
            if choice == "top_up" or owner == seat
        }
        assert found == dealt
    told = [tell(logged.event, game.names, seat=0) for logged in game.events(0)]
    assert sum("top card of packet 1" in text for text in told) == 4


@pytest.mark.parametrize("choice", ["top_seen", "top_up"])
def test_top_cards_are_followed_into_later_rounds(choice: str) -> None:
    """Events of a new round tell a client the top cards, and again no others."""
    game = _peeked(choice)
    view = game.view(1)
    while game.round == 1:
        listed = list(game.legal_actions)
        game.push(listed[-1] if game.phase == "play" else listed[0])
    assert game.phase == "choose"
    followed = apply_events(view, game.events(1))
    assert followed == game.view(1)
    assert len(followed.packets_shown(1)) == 2
    assert bool(followed.packets_shown(0)) is (choice == "top_up")


def test_a_view_with_a_top_card_of_another_is_refused() -> None:
    """Data that shows what its seat may not see is no view."""
    view = _peeked("top_seen").view(1).to_dict()
    packets = view["state"]["packets"]
    packets[0], packets[1] = packets[1], packets[0]
    with pytest.raises(RecordError):
        View.from_dict(view)


def test_a_new_field_of_the_state_is_in_no_view() -> None:
    """A field is seen only if somebody said so, by name."""
    hidden = {"seed", "stock", "aside", "packets", "hands", "cards", "fresh"}
    assert set(OPEN) | hidden == set(State.__annotations__)
    assert not set(OPEN) & hidden
    state = Game("whitnack", seed=1).state.copy()
    state.__dict__["secret"] = "the ace of spades"
    for seat in (None, 0):
        known = View(state, seat).known()
        assert not hasattr(known, "secret")
        assert set(vars(known)) == set(State.__annotations__)


@pytest.mark.parametrize("name", ALL)
def test_a_view_stays_as_it_was(name: str) -> None:
    """Whatever is done, taken back or looked at later, an old view does not change."""
    kept: list[tuple[View, dict[str, Any]]] = []
    for game in _games(name, 70, seed=8):
        for seat in (game.turn, 0, None):
            view = game.view(seat)
            plain = Censor().seen(game.state, seat)
            assert vars(view.known()) == vars(plain)
            kept.append((view, copy.deepcopy(vars(plain))))
        if game.ply > 3 and game.ply % 9 == 0:
            game.pop()
        assert [*game.view(game.turn).legal_actions] == [*game.legal_actions]
    for view, before in kept:
        assert vars(view.known()) == before


def test_a_view_is_printed() -> None:
    """The text has the table as the seat sees it: its own cards, and none of others."""
    position = Position(
        "whitnack",
        round=2,
        hands={1: "K K 4 JK", 0: "A A"},
        melds={1: ["K K K K K K 2", "9 9 9"]},
        pile="4 5",
        scores=[1250, 900],
        phase="draw",
        turn=1,
    )
    game = position.game()
    lines = str(game.view(1)).splitlines()
    assert lines[0] == "Round 2, your turn: draw"
    assert lines[1].startswith("Stock ")
    assert "on top" in lines[1]
    assert lines[2] == "Seat 0 and Seat 2: 1,250 points, needs 90 to open"
    assert lines[3] == "You and Seat 3: 900 points"
    assert lines[4].startswith("  K#1 (dirty book) K")
    assert lines[5].startswith("  9#1 9")
    assert lines[7] == "You: 4 cards + 13"
    assert lines[-1].startswith("Your hand: 4")
    assert "JK" not in str(game.view(0))
    assert "hand" not in str(game.view(None))
    assert "Seat 1's turn: draw" in str(game.view(None))


def test_a_run_is_printed_from_low_to_high() -> None:
    """However a run was laid, its cards stand in a row."""
    table = Position(
        "seven-rounds-runs",
        melds={0: ["5s 6s 7s 8s"]},
        hands={0: "4s 9s"},
        phase="play",
    ).game()
    table.push(parse_action("lay 4s on S#1"))
    assert "  S#1 4\u2660 5\u2660 6\u2660 7\u2660 8\u2660" in str(table.view(2))


def test_red_threes_that_come_with_the_pile_are_followed() -> None:
    """A red three under the first upcard is laid by who takes the pile, for all to see.

    Who follows by the events alone looks for it in the pile, not in the taker's hand.
    """
    game = Position(
        "classic-canasta",
        turn=1,
        phase="draw",
        hands={1: "A A 4 5 K K"},
        opened=[1],
        pile="3h J A",
    ).game()
    views = [game.view(seat) for seat in (0, 1, 2, None)]
    events = game.push(parse_action("take A A A"))
    assert any(type(event).__name__ == "RedThreeLaid" for event in events)
    for view in views:
        followed = apply_events(view, game.events(view.seat, since=view.ply))
        assert followed == game.view(view.seat)
