"""A bot that looks ahead: it guesses the hidden cards and plays each choice to the end.

What to discard it finds by trying: in some deals that fit all it can see, the round is
played on after each of a few discards. All else it does as the sensible player does.

python examples/looking_ahead.py whitnack --matches 4
"""

from __future__ import annotations

import argparse

from handfoot import Action, Discard, Game, View, player_class
from handfoot.study import simulate

_GUESSES = 6
_CHOICES = 5
_LATE = 60  # cards in the stock: before that, a round is long and luck decides


class LooksAhead:
    """Discards what does best in rounds played on from guessed deals."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._seed = seed
        self._usual = player_class("heuristic")(seed)

    def choose(self, view: View) -> Action:
        """Return the sensible choice, or a discard that does better in trials."""
        usual = self._usual.choose(view)
        if not isinstance(usual, Discard) or view.stock > _LATE:
            return usual
        others = [
            way
            for way in view.legal_actions
            if isinstance(way, Discard) and way != usual
        ]
        choices: list[Action] = [usual, *others[: _CHOICES - 1]]
        totals = dict.fromkeys(choices, 0)
        for number in range(_GUESSES):
            table = view.guess(f"{self._seed} {view.ply} {number}")
            for choice in choices:
                totals[choice] += _worth(table.copy(), choice, view)
        return max(choices, key=lambda choice: totals[choice])


def _worth(game: Game, action: Action, view: View) -> int:
    """Return by how much the own side wins the round after ``action`` (points)."""
    number = game.round
    game.push(action)
    players = [player_class("heuristic")(seat) for seat in range(game.seats)]
    while game.turn is not None and game.round == number:
        game.push(players[game.turn].choose(game.view(game.turn)))
    points = [sheet.points for sheet in game.score_sheet(number)]
    assert view.side is not None
    own = points.pop(view.side)
    return own - max(points)


def duel(rules: str, matches: int, seed: int | str = 0) -> tuple[float, float]:
    """Return the share of matches won against sensible players, and the mean lead."""
    won = lead = 0.0
    for result in simulate(rules, matches, seed, (LooksAhead, "heuristic")):
        won += (0 in result.winners) / len(result.winners)
        lead += result.scores[0] - max(result.scores[1:])
    return won / matches, lead / matches


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Match a bot that looks ahead.")
    parser.add_argument("rules")
    parser.add_argument("--matches", type=int, default=4)
    asked = parser.parse_args()
    share, points = duel(asked.rules, asked.matches)
    print(f"won {share:.0%} of {asked.matches} matches, {points:+,.0f} points a match")
