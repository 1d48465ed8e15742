"""Games guessed from a view: all that the seat sees, and every hidden card somewhere."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from handfoot import Game, HandfootError, Position, View
from handfoot.cards import RED_THREE
from handfoot.table.state_check import wrongs
from handfoot.testing.checks import unconserved
from tests.play.test_properties import resampled
from tests.table.tables import NAMES, rules


def _game(name: str, plies: int) -> Game:
    """Return a game after some actions; melds and pickups more often than by chance."""
    rng = random.Random(f"{name} {plies}")
    game = Game(rules(name), rng.choice(rules(name)["players.counts"]), seed=plies)
    while game.ply < plies and not game.is_over:
        actions = list(game.legal_actions)
        eager = [one for one in actions if str(one)[:4] in ("lay ", "take", "ask")]
        game.push(rng.choice(eager or actions))
    return game


@pytest.mark.parametrize("name", NAMES)
def test_the_seat_sees_its_view(name: str) -> None:
    """Whoever looks, the guess shows it the same; no card is lost; it can be played."""
    rng = random.Random(name)
    for plies in (0, 3, 40, 120):
        game = _game(name, plies)
        if game.is_over:
            continue
        for seat in (*range(game.seats), None):
            view = game.view(seat)
            table = view.guess(plies)
            assert table.view(seat)._state == view._state
            assert not unconserved(table.state)
            assert not [*wrongs(table.state)]
        table = game.view(game.turn).guess(plies)
        assert tuple(table.legal_actions) == game.view(game.turn).legal_actions
        for _ in range(20):
            if not table.is_over:
                table.push(rng.choice(list(table.legal_actions)))


def test_nothing_hidden_goes_into_it() -> None:
    """The same seed guesses the same, wherever the hidden cards really are."""
    game = _game("whitnack", 60)
    seat = game.turn
    first = game.view(seat).guess("lake")
    twin = resampled(game, seat, random.Random(1))
    assert twin.view(seat).guess("lake").state == first.state
    assert game.view(seat).guess("hill").state != first.state
    assert game.view(seat).guess().state != game.view(seat).guess().state


def test_a_view_that_has_travelled_guesses_alike() -> None:
    """A client that has its view as JSON only may look ahead as well."""
    view = _game("eleven-card", 50).view(1)
    sent = View.from_dict(json.loads(json.dumps(view.to_dict())))
    assert sent.guess(7).state == view.guess(7).state


def test_nobody_else_holds_a_red_three_that_would_lie_on_the_table() -> None:
    """Red threes are laid at once, so hidden ones are in the stock or a packet."""
    view = Game("whitnack", seed=3).view(1)
    for seed in range(60):
        table = view.guess(seed)
        assert not any(hand[RED_THREE] for hand in table.state.hands)


def test_every_place_is_alike_likely() -> None:
    """A lone unseen joker is in each hidden place as often as the place has cards."""
    position = Position("whitnack", hands={0: "9 9 9 4 5 6 7"}, stock=40, phase="play")
    view = position.game().view(0)
    joker = 52
    where: Counter[str] = Counter()
    for seed in range(400):
        state = view.guess(seed).state
        where["stock"] += state.stock.count(joker)
        where["hands"] += sum(cards.count(joker) for cards in state.cards[1:])
        where["packets"] += sum(
            packet.count(joker) for own in state.packets for packet in own
        )
    sizes = {
        "stock": view.stock,
        "hands": sum(view.held(seat) for seat in range(1, 4)),
        "packets": sum(sum(view.packets_left(seat)) for seat in range(4)),
    }
    jokers, cards = sum(where.values()), sum(sizes.values())
    for place, size in sizes.items():
        mean = jokers * size / cards
        # Five standard errors, of draws that are nearly independent.
        assert abs(where[place] - mean) < 5 * (mean * (1 - size / cards)) ** 0.5


def test_the_guess_is_independent() -> None:
    """What is done in it leaves the view, and other guesses, as they are."""
    game = _game("whitnack", 20)
    view = game.view(game.turn)
    before = view.known()
    table = view.guess(1)
    again = table.copy()
    while table.ply < 30:
        table.push(next(iter(table.legal_actions)))
    assert view.known() == before
    assert view.guess(1) == again
    while table.ply:
        table.pop()
    assert table == again


def test_over() -> None:
    """There is nothing to guess once the match is over, and that is said."""
    game = Position("eleven-card", round=4, hands={0: "4"}, phase="play").game()
    game.state.phase = 3
    with pytest.raises(HandfootError, match="over"):
        game.view(0).guess(1)
