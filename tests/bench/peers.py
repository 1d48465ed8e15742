"""Speed beside other engines, measured in one run so that the ratios mean something.

    tests/bench/setup.sh
    python tests/bench/peers.py --ours "CMD" --floor PATH

Every contender plays whole random games in a process of its own, in CPU time; the
contenders take turns, round by round, so that a slow minute of the machine falls on
all of them. The table gives the median rate and, for the ratios, the median of the
ratios within each round.

*python-chess*: ``list(board.legal_moves)``, a random choice, ``board.push``; a game ends
at ``board.is_game_over()`` (asked before every move: mate, stalemate, too little
material, 75 moves, fivefold repetition). *RLCard*: the ``gin-rummy`` environment,
``env.step`` of a random legal action until ``env.is_over()``; a step encodes the
observation, which RLCard gives no way to leave out. *OpenSpiel*, in C++ and driven from
Python: ``gin_rummy``, a random one of ``state.legal_actions()``, ``apply_action``; its
chance nodes, all of equal chances, are stepped the same way and not counted. It has no
row where ``pyspiel`` is not installed.

``--ours`` (repeatable) is a command that prints lines ``name: rate``, ``--floor`` a
Python script that prints ``floor: rate unit, ...``.
"""

from __future__ import annotations

import argparse
import random
import re
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RATE_LINE = re.compile(r"^(?P<name>[^:]+): +(?P<rate>\d[\d,_]*(?:\.\d+)?)(?![\d.])")

#: The names of the peers in the table.
PEERS = {
    "chess": "python-chess",
    "rlcard": "RLCard gin rummy",
    "openspiel": "OpenSpiel gin rummy",
}


def chess_game(rng: random.Random) -> int:
    """Play one random game of chess; return its number of moves."""
    import chess

    board = chess.Board()
    moves = 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        moves += 1
    return moves


def gin_rummy(seed: int) -> Callable[[random.Random], int]:
    """Return a function that plays one random gin rummy hand and counts its steps."""
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": seed})

    def play(rng: random.Random) -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def open_spiel_game() -> Callable[[random.Random], int]:
    """Return a function that plays one random gin rummy hand and counts its actions."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            steps += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return steps

    return play


def measure(peer: str, *, seconds: float, seed: int) -> str:
    """Play whole games of one peer for some CPU seconds; return its rate line."""
    play: Callable[[random.Random], int]
    if peer == "chess":
        play = chess_game
    elif peer == "rlcard":
        play = gin_rummy(seed)
    else:
        play = open_spiel_game()
    rng = random.Random(seed)
    play(rng)  # the first game pays for imports and caches
    actions = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        actions += play(rng)
    return f"{PEERS[peer]}: {actions / spent:,.0f} actions a CPU second"


def rates_of(command: list[str]) -> dict[str, float]:
    """Run one contender; return the rate of each line that it prints."""
    run = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
    )
    rates = {}
    for line in run.stdout.splitlines():
        if found := RATE_LINE.match(line):
            rates[found["name"].strip()] = float(re.sub("[,_]", "", found["rate"]))
    if not rates:
        sys.exit(f"{shlex.join(command)} printed no line 'name: rate':\n{run.stdout}")
    return rates


def ratio(rounds: list[dict[str, float]], name: str, reference: str) -> str:
    """Return how many times faster than the reference, round by round, at the median."""
    return f"{statistics.median(r[name] / r[reference] for r in rounds):.3g}"


def table(rounds: list[dict[str, float]], references: list[str]) -> str:
    """Return the Markdown table of all contenders."""
    head = ["engine", "actions a CPU second", "lowest to highest"]
    head += [f"times {reference}" for reference in references]
    rows = [head, ["---", *["---:"] * (len(head) - 1)]]
    for name in sorted(rounds[0], key=lambda name: -rounds[0][name]):
        rates = [r[name] for r in rounds]
        rows.append(
            [
                name,
                f"{statistics.median(rates):,.0f}",
                f"{min(rates):,.0f} to {max(rates):,.0f}",
                *(ratio(rounds, name, reference) for reference in references),
            ]
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def installed(python: Path) -> list[str]:
    """Return the peers that can be measured: OpenSpiel is not to be had everywhere."""
    found = subprocess.run(
        [str(python), "-c", "import pyspiel"], check=False, stderr=subprocess.DEVNULL
    )
    if found.returncode == 0:
        return [*PEERS]
    print("OpenSpiel is not installed and has no row", file=sys.stderr)
    return [peer for peer in PEERS if peer != "openspiel"]


def contenders(options: argparse.Namespace, peers: list[str]) -> list[list[str]]:
    """Return the command of every contender, in the order of a round."""
    python = str(options.python)
    own = ["--seconds", str(options.seconds), "--seed", str(options.seed)]
    commands = [[python, __file__, "--measure", peer, *own] for peer in peers]
    if options.floor:
        commands.append([python, str(options.floor)])
    return commands + [shlex.split(command) for command in options.ours]


def main() -> None:
    """Measure every contender in turn and print the table."""
    about, _, details = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=about,
        epilog=details,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--ours", action="append", default=[], metavar="CMD")
    parser.add_argument("--floor", type=Path, metavar="PATH")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="per peer and round")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--python",
        type=Path,
        default=ROOT / ".venv-bench" / "bin" / "python",
        help="interpreter of the peers and of the floor (default: .venv-bench's)",
    )
    parser.add_argument("--measure", choices=[*PEERS], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(measure(options.measure, seconds=options.seconds, seed=options.seed))
        return
    if not options.python.exists():
        parser.error(f"{options.python} is not there: run tests/bench/setup.sh first")
    peers = installed(options.python)
    commands = contenders(options, peers)
    rounds: list[dict[str, float]] = []
    for number in range(options.rounds):
        # Each round starts with another one, so that no contender always runs first.
        start = number % len(commands)
        rates: dict[str, float] = {}
        for command in commands[start:] + commands[:start]:
            rates |= rates_of(command)
        rounds.append(rates)
        print(f"round {number + 1} of {options.rounds} done", file=sys.stderr)
    references = [PEERS[peer] for peer in peers]
    references += ["floor"] if options.floor else []
    print(table(rounds, references))
    print(f"\nMedian of {options.rounds} rounds; {versions(options.python, peers)}.")


def versions(python: Path, peers: list[str]) -> str:
    """Return the versions that the peers ran with."""
    packages = {"chess": "chess", "rlcard": "rlcard", "openspiel": "open-spiel"}
    script = (
        "import platform as p, sys; from importlib.metadata import version as v;"
        "print(f'{p.python_implementation()} {p.python_version()}',"
        " *[f'{name} {v(name)}' for name in sys.argv[1:]], sep=', ')"
    )
    names = [packages[peer] for peer in peers]
    command = [str(python), "-c", script, *names]
    return subprocess.check_output(command, text=True).strip()


if __name__ == "__main__":
    main()
