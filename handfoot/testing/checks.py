"""Checks that a ruleset or a computer player keeps what the library promises."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from handfoot.cards import CARDS, Card
from handfoot.errors import IllegalAction
from handfoot.play.actions import (
    Action,
)
from handfoot.play.foot import owners
from handfoot.play.state import State
from handfoot.players import Player
from handfoot.rules.loading import load_rules
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game


def unconserved(state: State) -> Counter[Card]:
    """Return the cards that are there too often (or, negative, too rarely); none."""
    book = state.tables[0].book
    found = Counter(state.stock + state.pile + state.held_back + state.aside)
    for faces in (*state.cards, *state.red, *state.black):
        found.update(faces)
    for seat in owners(state):
        for faces in state.packets[seat]:
            found.update(faces)
    for melds in state.melds:
        for meld in melds:
            found.update(meld.cards)
    found.subtract(book.one_pack * (book.deck.packs + state.packs_added))
    return Counter({CARDS[face]: count for face, count in found.items() if count})


def play_out(
    game: Game, choose: Callable[[Game], Action], *, most_actions: int = 1_000_000
) -> Game:
    """Play ``game`` to its end, checking the promises of the library at every step.

    Args:
        game: The game; it is played on in place.
        choose: Returns the action of the seat to act.
        most_actions: Actions after which the game counts as endless.

    Raises:
        AssertionError: a promise was broken; the message says which.
    """
    for _ in range(most_actions):
        if game.is_over:
            break
        assert not unconserved(game.state), "cards are not conserved"
        assert len(game.legal_actions), f"no legal action: {game!r}"
        game.push(choose(game))
    assert game.is_over, f"no end after {most_actions} actions: {game!r}"
    assert not unconserved(game.state), "cards are not conserved"
    for sheet in game.state.sheets:
        assert sum(line.points for line in sheet.lines) == sheet.points, "wrong sum"
        assert sheet.before + sheet.points == sheet.total, "wrong total"
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners, "nobody won"
    return game


def check_ruleset(
    rules: RuleSet | str | Path, *, matches: int = 1, seed: int = 0
) -> None:
    """Check that a ruleset plays whole matches, at every table it allows.

    Args:
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        matches: Matches at each table, by random legal actions.
        seed: Seed of the deals and the choices.

    Raises:
        AssertionError: a match broke a promise of the library.
    """
    loaded = rules if isinstance(rules, RuleSet) else load_rules(rules)
    for seats in loaded["players.counts"]:
        for size in loaded.side_sizes(seats):
            for match in range(matches):
                name = f"{seed} {match}"
                game = Game(loaded, seats, seed=name, side_size=size)
                play_out(game, _at_random(name))


def _at_random(seed: str) -> Callable[[Game], Action]:
    choices = random.Random(seed)
    return lambda game: choices.choice(list(game.legal_actions))


def check_player(
    make: Callable[[int], Player],
    rules: RuleSet | str | Path,
    *,
    seats: int | None = None,
    matches: int = 1,
    seed: int = 0,
) -> None:
    """Check that a computer player plays whole matches, legally and repeatably.

    Args:
        make: Returns a new player from a seed.
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        seats: Number of players; every number that the ruleset allows when not given.
        matches: Matches at each table, each played twice.
        seed: Seed of the deals and the players.

    Raises:
        AssertionError: the player did something illegal, or two players from the same
            seed played differently.
    """
    loaded = rules if isinstance(rules, RuleSet) else load_rules(rules)
    counts: Sequence[int] = loaded["players.counts"] if seats is None else (seats,)
    for count in counts:
        for match in range(matches):
            first, again = (
                _played(make, loaded, count, seed + match) for _ in range(2)
            )
            assert first == again, "the same seed gave two different matches"


def _played(
    make: Callable[[int], Player], rules: RuleSet, seats: int, seed: int
) -> tuple[Action, ...]:
    players = [make(seed * seats + seat) for seat in range(seats)]

    def choose(game: Game) -> Action:
        assert game.turn is not None
        action = players[game.turn].choose(game.view(game.turn))
        try:
            game.copy().push(action)
        except IllegalAction as illegal:
            raise AssertionError(f"illegal: {action}: {illegal}") from illegal
        return action

    return play_out(Game(rules, seats, seed=seed), choose).actions
