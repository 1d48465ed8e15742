"""A wild on the pile that is taken with two of its colour (``matching_colour``)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any, Final

import pytest

from handfoot import Game
from handfoot.cards import Card, parse_cards
from handfoot.play.actions import Discard, Group, Lay, TakePile
from handfoot.players.random import RandomPlayer
from handfoot.table.following import apply_events
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from handfoot.table.record import Record
from handfoot.testing import unconserved
from tests.play.seeds import ruleset

RULES: Final[dict[str, Any]] = {
    "pile__wild_top": "matching_colour",
    "players__side_size": 2,
}
TWOS: Final = ("2h", "2d", "2s", "2c")


def table(hand: str, top: str, changes: dict[str, Any] | None = None) -> Game:
    """Return a position of seat 0, who may take a pile with ``top`` on it."""
    parts: dict[str, Any] = {"opened": [0, 1], "phase": "draw", "hands": {0: hand}}
    rules = ruleset(**RULES | (changes or {}))
    return Position(rules, pile=f"4 5 6 7 8 9 {top}", **parts).game()


def listed(game: Game, of: type[Any]) -> list[str]:
    """Return the texts of the listed actions of a sort, each of which is legal."""
    found = [a for a in game.legal_actions if isinstance(a, of)]
    assert all(map(game.is_legal, found))
    return sorted(map(str, found))


def colours(cards: tuple[Card, ...]) -> Counter[tuple[str, bool]]:
    """Return how many cards there are of each rank and colour."""
    return Counter((card.rank, card.red) for card in cards)


def test_two_of_its_colour_take_a_two() -> None:
    """Two red twos take a red two, whatever other wilds are held."""
    game = table("2h 2d 2s 2c JK 9 9 4", "2h")
    assert listed(game, TakePile) == ["take 2 2 2"]
    game.push(parse_action("take 2 2 2"))
    assert {card.code for card in game.view(0).melds(0)[0].cards} == {"2h", "2d"}
    short = table("2d 2s 2c JK 9 9 4", "2h")
    assert listed(short, TakePile) == []
    (refusal,) = short.why_not(parse_action("take 2 2 2"))[:1]
    assert (refusal.code, refusal.key) == ("pair_missing", "pile.wild_top")
    assert "two red twos" in refusal.message
    any_two = table("2d 2s 2c JK 9 9 4", "2h", {"pile__wild_top": "matching_wilds"})
    assert listed(any_two, TakePile) == ["take 2 2 2"]


def test_jokers_have_one_colour() -> None:
    """A joker is taken with two jokers, and its refusal names no colour."""
    assert listed(table("JK JK 2h 2d 4", "JK"), TakePile) == ["take JK JK JK"]
    short = table("JK 2h 2d 4", "JK")
    found = [r.message for r in short.why_not(parse_action("take JK JK JK"))]
    assert any("two jokers" in message for message in found)


def test_a_natural_is_taken_as_before() -> None:
    """Colours matter for wilds alone: any two nines take a nine."""
    assert listed(table("9s 9c 4 5 2h", "9h"), TakePile) == ["take 9 9 9"]


@pytest.mark.parametrize("top", ["2h", "2s"])
def test_every_three_by_trying_all(top: str) -> None:
    """Three exact twos are legal just if two of the hand are of the colour of the top.

    Named by rank they are legal just if some exact ones are.
    """
    rng = random.Random(top)
    for _ in range(25):
        hand = rng.choices(TWOS, k=rng.randint(1, 5))
        game = table(" ".join([*hand, "9", "4"]), top)
        red = parse_cards(top)[0].red
        any_legal = False
        for pair in {tuple(sorted(two)) for two in combinations(hand, 2)}:
            action = parse_action(f"take {top} {' '.join(pair)}")
            fits = all(card.red == red for card in parse_cards(" ".join(pair)))
            assert game.is_legal(action) == fits
            any_legal |= fits
        assert game.is_legal(parse_action("take 2 2 2")) == any_legal
        assert bool(listed(game, TakePile)) == any_legal
        assert game.can_take_pile().possible == any_legal


def test_lists_tell_colours_apart() -> None:
    """Whichever colours of twos can be laid or thrown, a listed action does it."""
    rng = random.Random(7)
    rules = ruleset(**RULES, wilds__ratio="equal")
    for _ in range(12):
        twos = rng.choices(TWOS, k=rng.randint(2, 4))
        hand = " ".join([*twos, "9", "9", "9", "4", "5"])
        melds = {0: ["K K K K"]}
        game = Position(rules, hands={0: hand}, melds=melds).game()
        found = set()
        for action in game.legal_actions:
            after = game.copy()
            after.push(action)
            if isinstance(action, Lay | Discard):
                found.add(frozenset(colours(after.view(0).hand).items()))
        cards = game.view(0).hand
        exact = [card for card in cards if card.rank == "2"]
        for two in set(exact):
            for action in (
                Discard(two),
                Lay((Group((two,), "K"),)),
                Lay((Group((two, *parse_cards("9 9"))),)),
            ):
                after = game.copy()
                after.push(action)
                left = frozenset(colours(after.view(0).hand).items())
                assert left in found, (hand, str(action))


def test_play_events_and_records() -> None:
    """A pickup by colour is followed by others, recorded, and loses no card."""
    rules = ruleset(**RULES, match__rounds=1)
    for seed in range(3):
        hands = {0: "2h 2d 2d 2s K K K 9 4", 1: "2s 2c 2c 2h Q Q 5"}
        parts: dict[str, Any] = {"hands": hands, "pile": "4 5 2s 6 2d", "seed": seed}
        game = Position(rules, phase="draw", opened=[0, 1], **parts).game()
        players = [RandomPlayer(seed + seat) for seat in range(4)]
        action = parse_action("take 2 2 2")
        while (seat := game.turn) is not None and game.ply < 30:
            before = [game.view(one) for one in (0, 1, None)]
            game.push(action if not game.ply else players[seat].choose(game.view(seat)))
            for view in before:
                after = apply_events(view, game.events(view.seat))
                assert after == game.view(view.seat)
        assert not unconserved(game.state)
        assert Record.loads(Record.from_game(game).dumps()).play() == game


def test_any_card_of_the_pile_may_be_matched() -> None:
    """Where any card taken earns the pickup, twos of either colour do."""
    game = table("2s 2c 9 4", "2h", {"pile__key_card": "any"})
    assert listed(game, TakePile) == []
    parts: dict[str, Any] = {"opened": [0, 1], "phase": "draw"}
    rules = ruleset(**RULES, pile__key_card="any")
    hand = {0: "2s 2c 9 4"}
    game = Position(rules, pile="4 5 6 7 8 2s 2h", hands=hand, **parts).game()
    assert listed(game, TakePile) == ["take 2 2 2"]
    game.push(parse_action("take 2 2 2"))
    assert {card.code for card in game.view(0).melds(0)[0].cards} == {"2s", "2c"}
