"""Exact answers agree with trying everything, and do not keep people waiting."""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Callable
from typing import Any, Final

import pytest

from handfoot import (
    Answer,
    AskToGoOut,
    Discard,
    Game,
    HandfootError,
    Lay,
    Position,
    TakePile,
    View,
    load_rules,
)
from handfoot.cards import ANY_OF_KIND, KIND_OF, Card
from handfoot.play import opening
from handfoot.play.books import kind_of_book
from handfoot.play.events import WentOut
from handfoot.play.state import WILD_RANK, Meld
from handfoot.play.tables import Tables
from handfoot.table import answers
from tests.table.tables import NAMES, all_offers, positions, rules

_EACH = 250


def _worth(game: Game, lay: Lay) -> int:
    side = game.state.turn % game.sides
    tables = game.state.tables[side]
    cards = [card for group in lay.groups for card in group.cards]
    points = opening.points_of(tables, cards)
    if tables.book.opening.bonuses_count:
        points += sum(_bonus(tables, group.cards) for group in lay.groups)
    return points


def _bonus(tables: Tables, cards: tuple[Card, ...]) -> int:
    """Return the bonus of the book that cards make as a new meld."""
    wilds = sum(tables.wild[card.kind] for card in cards)
    naturals = [card.kind for card in cards if not tables.wild[card.kind]]
    meld = Meld((*naturals, WILD_RANK)[0], b"", len(naturals), wilds)
    name = kind_of_book(tables, meld)
    return 0 if name is None else tables.book.books.kinds[name].bonus


def _codes(game: Game, lay: Lay) -> set[str]:
    return {refusal.code for refusal in game.why_not(lay)}


@pytest.mark.parametrize("name", NAMES)
def test_opening_agrees_with_brute_force(name: str) -> None:
    """The best, the cheapest and the missing points are those of trying every lay."""
    for game in positions(name, _EACH, "play"):
        answer = game.can_open()
        if game.state.opened[0]:
            assert answer.opened
            assert not answer
            continue
        lays = [Lay(offer) for offer in all_offers(game, game.state.hands[0])]
        worths = [_worth(game, lay) for lay in lays if game.is_legal(lay)]
        tries = [
            _worth(game, lay) for lay in lays if _codes(game, lay) <= {"opening_short"}
        ]
        assert answer.possible == bool(worths), game.view(0).hand
        assert answer.exact
        assert answer.best_points == max(worths or tries, default=0)
        if not worths:
            assert answer.cheapest is None
            assert (answer.best is None) == (not tries)
            continue
        assert answer.cheapest_points == min(worths)
        assert answer.best is not None
        assert answer.cheapest is not None
        for lay, points in (
            (answer.best, answer.best_points),
            (answer.cheapest, answer.cheapest_points),
        ):
            assert game.is_legal(lay)
            assert _worth(game, lay) == points


def _pickups(game: Game) -> list[TakePile]:
    state = game.state
    pool = state.hands[0][:]
    at_once = state.tables[0].book.pile.buried == "at_once"
    take = state.tables[0].book.pile.take
    faces = state.pile[-take:] if isinstance(take, int) else state.pile
    for face in faces if at_once else faces[-1:]:
        pool[KIND_OF[face]] += 1
    return [TakePile(offer) for offer in all_offers(game, pool)]


@pytest.mark.parametrize("name", NAMES)
def test_pickup_agrees_with_brute_force(name: str) -> None:
    """A pickup is possible exactly when some way is legal; else there are reasons."""
    for game in positions(name, 100, "draw"):
        answer = game.can_take_pile()
        found = any(game.is_legal(take) for take in _pickups(game))
        assert answer.possible == found, (game.view(0).hand, game.view(0).top)
        assert answer.possible == bool(answer.ways)
        assert answer.possible != bool(answer.reasons)
        assert len(set(answer.ways)) == len(answer.ways)
        assert all(game.is_legal(way) for way in answer.ways)
        assert answer.way is None or game.is_legal(answer.way)


def test_no_pickup_once_a_draw_has_begun() -> None:
    """Who has drawn the first card of a draw is not told that the pile may be taken."""
    changed = load_rules("whitnack").with_changes({"draw.top_discard": "freely"})
    rng = random.Random(5)
    game = Game(changed, seed=5)
    begun = 0
    for _ in range(600):
        if game.is_over:
            break
        if game.state.drawn:
            begun += game.state.opened[game.state.turn % 2]
            assert not game.can_take_pile().possible
            assert game.can_take_pile().reasons
        game.push(rng.choice(list(game.legal_actions)))
    assert begun > 10


def _goes_out(game: Game) -> bool:
    """Whether seat 0 can go out, its partners agreeing, by trying everything."""
    if game.is_legal(AskToGoOut()):
        game = game.copy()
        game.push(AskToGoOut())
        while game.phase == "answer":
            game.push(Answer(yes=True))
    hand = game.state.hands[0]
    if _ends_by_discard(game):
        return True
    return any(_ends(game, Lay(offer)) for offer in all_offers(game, hand))


def _ends(game: Game, lay: Lay) -> bool:
    laid = sum(len(group.cards) for group in lay.groups)
    if laid < len(game.state.cards[0]) - 1 or not game.is_legal(lay):
        return False
    after = game.copy()
    events = after.push(lay)
    if any(isinstance(event, WentOut) for event in events):
        return True
    return after.turn == 0 and _ends_by_discard(after)


def _ends_by_discard(game: Game) -> bool:
    hand = game.state.hands[0]
    if sum(hand) != 1:
        return False
    last = Discard(ANY_OF_KIND[hand.index(1)])
    if not game.is_legal(last):
        return False
    return any(isinstance(event, WentOut) for event in game.copy().push(last))


@pytest.mark.parametrize("name", NAMES)
def test_going_out_agrees_with_brute_force(name: str) -> None:
    """A way out is found exactly when there is one, and it can be played."""
    for game in positions(name, 80, "play"):
        if len(game.state.cards[0]) > 5:
            continue
        answer = game.can_go_out()
        assert answer.possible == _goes_out(game), game.view(0).hand
        assert answer.possible != bool(answer.missing)
        assert answer.possible == bool(answer.way)
        if answer:
            assert _plays_out(game, answer)


def _plays_out(game: Game, answer: answers.ExitAnswer) -> bool:
    played = game.copy()
    for action in answer.way:
        events = played.push(action)
        while played.phase == "answer":
            played.push(Answer(yes=True))
    return any(isinstance(event, WentOut) for event in events)


@pytest.mark.parametrize("name", NAMES)
def test_way_out_by_pickup_can_be_played(name: str) -> None:
    """Before the draw, a way out begins with a pickup and can be played."""
    for game in positions(name, 100, "draw"):
        answer = game.can_go_out()
        assert answer.possible != bool(answer.missing)
        if answer:
            assert isinstance(answer.way[0], TakePile)
            assert _plays_out(game, answer)


@pytest.mark.parametrize("name", NAMES)
def test_lists_are_what_is_legal(name: str) -> None:
    """What may be laid and discarded is legal, and no discard is left out."""
    for game in positions(name, 100, "play", seed=1):
        assert all(game.is_legal(lay) for lay in game.may_lay())
        legal = [
            ANY_OF_KIND[kind]
            for kind, count in enumerate(game.state.hands[0])
            if count and game.is_legal(Discard(ANY_OF_KIND[kind]))
        ]
        assert [action.card for action in game.may_discard()] == legal
        listed = {act for act in game.legal_actions if isinstance(act, Lay)}
        assert set(game.may_lay()) == listed


def test_answers_do_not_depend_on_hidden_cards() -> None:
    """Another order of what the seat cannot see gives the same answers."""
    hand = "K K 9 9 9 2 JK 4 5"
    one, other = (
        Position(rules("whitnack"), hands={0: hand}, pile="6 K", seed=seed).game()
        for seed in (1, 2)
    )
    assert one.state.stock != other.state.stock
    for ask in (View.can_open, View.can_go_out, View.can_take_pile):
        assert ask(one.view(0)) == ask(other.view(0))


def test_answers_for_a_seat_that_waits() -> None:
    """A seat not to act learns what its cards could do, and that it is not its turn."""
    position = Position(rules("whitnack"), hands={1: "A A A 4 5"}, pile="A", turn=0)
    view = position.game().view(1)
    assert view.can_open().possible
    assert not view.can_open().now
    assert view.can_take_pile().possible
    assert not view.can_take_pile().now


def test_a_spectator_is_not_answered() -> None:
    """Questions about a hand need a seat."""
    view = Position(rules("whitnack")).game().view(None)
    with pytest.raises(HandfootError, match="spectator"):
        view.can_open()


def test_reasons_name_everything_that_is_wrong() -> None:
    """A barred top and a missing pair are both said, with the place of the rule."""
    position = Position(
        rules("whitnack"), hands={0: "4 4 5"}, pile="3b", phase="draw", opened=[0]
    )
    reasons = position.game().can_take_pile().reasons
    assert {reason.key for reason in reasons} == {"pile.not_on", "pile.needs"}
    assert all(reason.origin.startswith("whitnack:") for reason in reasons)


def test_short_pickup_is_measured_by_its_best_attempt() -> None:
    """The points missing are those that the whole hand cannot bring."""
    position = Position(
        rules("whitnack"), hands={0: "9 9 4 4 2 5"}, pile="9", phase="draw", round=2
    )
    (short,) = position.game().can_take_pile().reasons
    assert (short.code, short.wanted, short.found) == ("opening_short", 90, 60)


_LARGE = (
    "2 " * 15 + "JK " * 8 + "4 4 5 5 6 6 7 8 8 9 9 10 J Q K A A",
    "K " * 12 + "A " * 12 + "2 " * 10 + "JK " * 6,
    "4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 9 9 9 10 10 J J Q Q K K K A A A 2 2 2 2 2 2 JK JK JK",
)


def _seconds(ask: Callable[[], object]) -> float:
    # Of this process alone: others may be at work.
    began = time.process_time()
    ask()
    return time.process_time() - began


_HARD: Final[dict[str, Any]] = {
    "plain": {},
    "floors": {"melds.floor": 70, "melds.per_rank": "several"},
    "books": {"opening.bonuses_count": True, "opening.must_hold": ("clean", "wild")},
    "late": {"melds.going_out_only": ("king",), "wilds.not_on": ("ace",)},
    "few": {"going_out.keep": 5, "going_out.books": {"any": 3}},
}


@pytest.mark.parametrize("changes", _HARD.values(), ids=_HARD)
@pytest.mark.parametrize("hand", _LARGE)
@pytest.mark.parametrize("packets", [{}, {0: [], 2: []}])
def test_large_hands_are_answered_at_once(
    hand: str, packets: dict[int, list[str]], changes: dict[str, Any]
) -> None:
    """Forty cards full of wilds take milliseconds; the bound is ten times as wide."""
    position = Position(
        rules("whitnack").with_changes(changes) if changes else rules("whitnack"),
        hands={0: hand},
        packets=packets,
        played=list(packets),
        pile="4 5 A",
    )
    view = position.game().view(0)
    for ask in (view.can_open, view.can_go_out, view.can_take_pile):
        assert min(_seconds(ask) for _ in range(3)) < 0.1
    answer = view.can_open()
    assert answer.best is not None
    assert answer.cheapest is not None
    assert view.is_legal(answer.best)
    assert view.is_legal(answer.cheapest)


@pytest.mark.parametrize("name", ["whitnack", "eleven-card"])
def test_answers_are_about_the_position_in_which_they_were_asked(name: str) -> None:
    """Reasons read later, or elsewhere, are those of the moment of the question."""
    game = Game(rules(name), seed=5)
    rng = random.Random(5)
    asked = []
    for _ in range(60):
        if rng.random() < 0.3:
            turn = game.turn
            late = (game.can_take_pile(), game.can_go_out(turn), game.can_open())
            twin = game.copy().view(turn)
            now = (twin.can_take_pile(), twin.can_go_out(), twin.can_open())
            assert now[0].reasons is now[0].reasons
            assert pickle.loads(pickle.dumps(late)) == now
            asked.append((late, now, [repr(one) for one in now]))
        game.push(rng.choice(list(game.legal_actions)))
    for late, now, shown in asked:
        assert late == now
        assert [hash(one) for one in late] == [hash(one) for one in now]
        assert [repr(one) for one in late] == shown
