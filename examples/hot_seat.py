"""A hot-seat game in the terminal: all players share one screen, in turn.

    python examples/hot_seat.py whitnack North East South West --seed 7

Each line is an action (``draw``, ``lay K K K``, ``discard 4``), a question or a word
about the groups one prepares; ``help`` lists them. The end of the input ends the game.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from handfoot import (
    Action,
    Game,
    HandfootError,
    IllegalAction,
    Plan,
    Record,
    parse_action,
    take_back,
    tell,
)

HELP = """\
draw, take 9 9 9, lay K K K, discard 4, ask ...   play
legal, open, out                                  what may I do? can I ...?
add K K K, drop, play                             prepare groups, play them at once
undo                                              take back, where the rules allow it
quit                                              leave; the record is printed"""


class Table:
    """One game and what each player has already been told of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.told = dict.fromkeys(range(game.seats), 0)
        self.plans: dict[int, Plan] = {}
        self.words: dict[str, Callable[[int], str]] = {
            "help": lambda _: HELP,
            "legal": lambda _: "\n".join(map(str, game.legal_actions)),
            "open": self.opening,
            "out": self.checklist,
            "drop": lambda seat: f"{self.plans.pop(seat, None)} is dropped",
            "play": lambda seat: self.push(seat, self.plan(seat).action()),
            "undo": lambda seat: f"{take_back(game, seat)} is taken back",
        }

    def news(self, seat: int) -> list[str]:
        """Return what happened since the player last looked."""
        game = self.game
        events = game.events(seat, since=self.told[seat])
        self.told[seat] += len(events)
        return [
            tell(logged.event, game.names, seat, sides=game.sides) for logged in events
        ]

    def table(self, seat: int) -> str:
        """Return what the player sees."""
        view = self.game.view(seat)
        lines = []
        for side in range(view.sides):
            melds = ", ".join(
                f"{' '.join(map(str, meld.cards))}{f' ({meld.book})' * bool(meld.book)}"
                for meld in view.melds(side)
            )
            lines.append(f"  side {side + 1}, {view.scores[side]} points: {melds}")
        lines.append(f"  pile {view.top or 'empty'} ({view.pile}), stock {view.stock}")
        lines.append(f"  your hand: {' '.join(map(str, view.hand))}")
        return "\n".join(lines)

    def plan(self, seat: int) -> Plan:
        """Return the player's prepared groups, judged at the table as it is now."""
        view = self.game.view(seat)
        known = self.plans.get(seat)
        self.plans[seat] = plan = known.on(view) if known else view.plan()
        return plan

    def opening(self, seat: int) -> str:
        """Answer whether the hand can open."""
        answer = self.game.can_open(seat)
        if answer:
            return f"Yes: {answer.cheapest} is worth {answer.cheapest_points}."
        return f"No: you are {answer.short} points short of {answer.minimum}."

    def checklist(self, seat: int) -> str:
        """Say what is done and what is missing for going out."""
        items = self.game.going_out_checklist(seat)
        return "\n".join(f"[{'x' if met else ' '}] {why}" for _, met, why in items)

    def add(self, seat: int, group: str) -> str:
        """Prepare a group; its cards stay in the hand."""
        plan = self.plan(seat)
        plan.add(group)
        reasons = " ".join(map(str, plan.refusals))
        return f"{plan.action()}: {plan.points} points. {reasons}"

    def push(self, seat: int, action: Action) -> str:
        """Play an action."""
        self.game.push(action)
        self.plans.pop(seat, None)
        return ""

    def line(self, seat: int, line: str) -> str:
        """Do what a line says and return the answer."""
        word, _, rest = line.partition(" ")
        try:
            if word == "add":
                return self.add(seat, rest)
            if word in self.words:
                return self.words[word](seat)
            return self.push(seat, parse_action(line))
        except IllegalAction as illegal:
            return "\n".join(f"{r.message} [{r.key}]" for r in illegal.refusals)
        except HandfootError as error:
            return str(error)


def main() -> None:
    """Play one match, or until the input ends."""
    parser = argparse.ArgumentParser(description="A hot-seat game in the terminal.")
    parser.add_argument("rules", help="a shipped ruleset, or the path of a file")
    parser.add_argument("names", nargs="+", help="the players, in seat order")
    parser.add_argument("--seed", type=int, help="for the same deals again")
    asked = parser.parse_args()
    table = Table(Game(asked.rules, asked.names, seed=asked.seed))
    game = table.game
    while (seat := game.turn) is not None:
        print(*table.news(seat), table.table(seat), sep="\n")
        try:
            line = input(f"{game.names[seat]}> ").strip()
        except EOFError:
            line = "quit"
        if line == "quit":
            break
        answer = table.line(seat, line) if line else HELP
        if answer:
            print(answer)
    print(Record.from_game(game).dumps())


if __name__ == "__main__":
    main()
