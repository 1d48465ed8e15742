"""Print how cost grows: with games and workers, players, cards in hand, and rounds.

    PYTHONPATH=. python tests/bench/growth.py

Every table is of ratios: to the first match of the bench played in a plain loop, or to
the usual table of the same kind. What is compared is measured in turns, several times
over, and the median of the ratios is given. The whole takes some five minutes on a quiet
core of 2024; ``--games 1 10 100 --passes 1`` is a quick look. Progress goes to the error
stream.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from handfoot import Game, RuleSet, load_rules
from handfoot.play import engine, legal
from handfoot.play.state import OVER
from handfoot.study import simulate
from handfoot.study.matches import play_match
from handfoot.study.workers import process_pool

BASE: Final = "whitnack"
#: A table for any number of players up to eight: everyone alone, enough packs.
ALONE: Final = {
    "players.counts": [2, 3, 4, 5, 6, 7, 8],
    "players.side_size": 1,
    "players.other_side_sizes": [],
    "deck.packs": 9,
}
PLAYERS: Final = (2, 3, 4, 5, 6, 7, 8)
#: Cards of each packet, and of a draw; the first player has both together to play from.
HANDS: Final = ((3, 2), (8, 2), (13, 2), (18, 2), (23, 2), (28, 2), (30, 10))
USUAL_HAND: Final = (13, 2)
ROUNDS: Final = (1, 4, 16, 64)
#: Matches of each point in a pass.
FEW: Final = 3

Rate = Callable[[], float]


# -- ways to play ---------------------------------------------------------------------


def stepping(rules: RuleSet, seats: int, seed: str) -> int:
    """Play a match of random actions on the engine alone; return how many."""
    size = rules.side_sizes(seats)[0]
    state = engine.start(rules, seats=seats, side_size=size, seed=seed, dealer=0)
    choose = random.Random(seed).random
    count = 0
    while state.phase != OVER:
        actions = legal.legal(state)
        engine.apply(state, actions[int(choose() * len(actions))])
        count += 1
    return count


def with_views(rules: RuleSet, seats: int, seed: str) -> int:
    """Play a match in which each player looks at its view; return its actions."""
    game = Game(rules, seats, seed=seed)
    choose = random.Random(seed).random
    while (seat := game.turn) is not None:
        actions = game.view(seat).legal_actions
        game.push(actions[int(choose() * len(actions))])
    return game.ply


def sensible(rules: RuleSet, seats: int, seed: str) -> int:
    """Play a match of the strongest players; return its actions."""
    return play_match(rules, ["heuristic"], seats, seed).actions


WAYS: Final = {"stepping": stepping, "views": with_views, "heuristic": sensible}


def cost(way: str, rules: RuleSet, seats: int, number: int) -> tuple[float, float]:
    """Return CPU seconds of an action, and actions of a match, over some matches."""
    play = WAYS[way]
    begun = time.process_time()
    count = sum(play(rules, seats, f"{number} {match}") for match in range(FEW))
    return (time.process_time() - begun) / count, count / FEW


# -- tables ---------------------------------------------------------------------------


def said(what: str) -> None:
    """Tell somebody who waits what is being done."""
    print(f"{time.monotonic() - BEGUN:5.0f} s  {what}", file=sys.stderr, flush=True)


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table in Markdown."""
    lines = [head, ["---:"] * len(head), *rows]
    for line in lines:
        print(f"| {' | '.join(map(str, line))} |")
    print(flush=True)


def middle(ratios: Iterable[float]) -> str:
    """Return the median of ratios in three digits."""
    return f"{statistics.median(ratios):.3g}"


def points(
    title: str,
    variants: dict[str, tuple[RuleSet, int]],
    usual: str,
    passes: int,
) -> None:
    """Print what an action costs at each point, as a ratio to the usual one."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for name, (rules, seats) in variants.items():
        said(f"{title}: {name}, first matches")
        for way in WAYS:
            WAYS[way](rules, seats, "first")
            found[way, name] = []
    for number in range(passes):
        for name, (rules, seats) in variants.items():
            said(f"{title}: {name}, pass {number + 1} of {passes}")
            for way in WAYS:
                found[way, name].append(cost(way, rules, seats, number))
    rows = []
    for name in variants:
        actions = statistics.mean(count for _, count in found["stepping", name])
        row = [name, f"{actions:,.0f}"]
        for way in WAYS:
            pairs = zip(found[way, name], found[way, usual], strict=True)
            row.append(middle(mine / theirs for (mine, _), (theirs, _) in pairs))
        rows.append(row)
    ways = [f"an action, {way}" for way in WAYS]
    table([title, "random actions of a match", *ways], rows)


def many(games: Sequence[int], workers: Sequence[int], passes: int) -> None:
    """Print what many games take, in games of a plain loop in one process."""
    rules = load_rules(BASE)
    play_match(rules, ["random"], 4, "first")
    rows = []
    for count in games:
        took: list[list[float]] = []
        for number in range(passes if count < 1000 else 1):
            said(f"{count} games, pass {number + 1}")
            loop = _seconds(
                lambda: [
                    play_match(rules, ["random"], 4, f"{number}:{game}")  # noqa: B023  # called at once
                    for game in range(min(count, 200))  # noqa: B023  # called at once
                ]
            ) / min(count, 200)
            took.append(
                [_simulated(rules, count, number, jobs) / loop for jobs in workers]
            )
        each = [statistics.median(one) for one in zip(*took, strict=True)]
        rows.append(
            [
                f"{count:,}",
                *(f"{one:,.1f}" for one in each),
                *(f"{one / count:.3g}" for one in each),
            ]
        )
    head = ["games", *(f"all, {n} worker{'s' * (n > 1)}" for n in workers)]
    table([*head, *(f"each, {n}" for n in workers)], rows)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _simulated(rules: RuleSet, games: int, seed: int, jobs: int) -> float:
    """Return the seconds of a study, its processes started and ended."""
    pool = partial(process_pool, jobs)
    matches = partial(simulate, rules, games, seed, ("random",), pool, seats=4)
    return _seconds(lambda: sum(1 for _ in matches()))


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="*", default=[1, 10, 100, 1000])
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--passes", type=int, default=3)
    asked = parser.parse_args()
    base = load_rules(BASE)
    print(f"CPython {platform.python_version()}, {os.cpu_count()} cores; {BASE}\n")
    many(asked.games, asked.workers, asked.passes)
    alone = base.with_changes(ALONE)
    players = {str(count): (alone, count) for count in PLAYERS}
    points("players", players, "4", asked.passes)
    hands = {
        f"{packet} + {draw}": (base.with_changes(_dealt(packet, draw)), 4)
        for packet, draw in HANDS
    }
    points("cards dealt + drawn", hands, "{} + {}".format(*USUAL_HAND), asked.passes)
    rounds = {str(count): (base.with_changes(_of_rounds(count)), 4) for count in ROUNDS}
    points("rounds", rounds, "4", asked.passes)
    said("done")


def _dealt(packet: int, draw: int) -> dict[str, Any]:
    return {
        "deal.hand": packet,
        "deal.foot": packet,
        "draw.cards": draw,
        "deck.packs": 9,
    }


def _of_rounds(count: int) -> dict[str, Any]:
    return {"match.rounds": count, "match.most_rounds": max(count, 4)}


BEGUN: Final = time.monotonic()

if __name__ == "__main__":
    main()
