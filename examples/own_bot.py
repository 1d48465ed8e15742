"""A bot of one's own, and how it does against one that plays at random.

python examples/own_bot.py whitnack --matches 20
"""

from __future__ import annotations

import argparse
import random

from handfoot import Action, Discard, Draw, Game, Lay, Player, TakePile, View
from handfoot.players import player_class


class Collector:
    """Lays all it can, takes the pile when it may, keeps what it has several of."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        """Return the best of the legal actions; among equals any of them."""
        actions = list(view.legal_actions)
        self._random.shuffle(actions)
        return max(actions, key=lambda action: self._worth(view, action))

    def _worth(self, view: View, action: Action) -> float:
        match action:
            case TakePile():
                return 3
            case Lay():
                return 1 + sum(len(group.cards) for group in action.groups) / 100
            case Draw():
                return 1
            case Discard(card=card):
                # Wilds and pairs are kept; a lone card goes first.
                return -view.hand_counts[card.kind] - 10 * (card.rank in ("2", "JK"))
        return 0


def duel(rules: str, matches: int) -> float:
    """Return the share of matches that the first side wins with this bot."""
    won = 0.0
    for seed in range(matches):
        game = Game(rules, seed=seed)
        bots: list[Player] = [
            Collector(seat) if seat % game.sides == 0 else player_class("random")(seat)
            for seat in range(game.seats)
        ]
        while game.turn is not None:
            game.push(bots[game.turn].choose(game.view(game.turn)))
        outcome = game.outcome()
        if outcome is not None and 0 in outcome.winners:
            won += 1 / len(outcome.winners)
    return won / matches


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Match a bot against a random one.")
    parser.add_argument("rules")
    parser.add_argument("--matches", type=int, default=20)
    asked = parser.parse_args()
    print(f"won {duel(asked.rules, asked.matches):.0%} of {asked.matches} matches")
