"""What a person may type besides actions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from handfoot.cli.completion import COMMANDS
from handfoot.cli.look import BLACK, DIM, Look
from handfoot.cli.news import News
from handfoot.cli.saving import write_record
from handfoot.cli.table_view import (
    show_checklist,
    show_hand,
    show_sheets,
    show_table,
    side_words,
)
from handfoot.errors import IllegalAction, NotationError
from handfoot.play.refusals import Refusal
from handfoot.players import Player
from handfoot.rules.authoring.writing import flow
from handfoot.rules.language.scoped import Situation, written
from handfoot.table.game import Game
from handfoot.table.notation import parse_action
from handfoot.table.takeback import take_back
from handfoot.table.views import View

_MOST_MOVES = 40
_ALIASES = {"?": "help", "h": "help", "t": "table", "u": "undo", "m": "moves"}
_ACTIONS = (
    ("draw", "draw from the stock"),
    ("draw top 9 9 9", "draw the top discard and meld it, where the rules let you"),
    ("take 9 9 9", "take the pile: its nine with two nines of yours"),
    ("take 9 9 9, Q Q 2", "the same, with another group to open"),
    ("lay K K K", "a new meld, or onto your unfinished kings"),
    ("lay K K K, A A 2", "several groups in one play"),
    ("lay 2 on K", "a wild onto the kings; W is the meld of wilds"),
    ("lay K K K new", "a new meld in any case"),
    ("discard 4c", "discard it and end your turn; any four: discard 4"),
    ("ask, yes, no", "may I go out? and its answers"),
    ("ask dirty K", "may a wild go on your partner's clean kings?"),
    ("free K", "take the wilds back from kings that are a book without them"),
    ("join K", "make one meld of two of kings, where the rules let you"),
    ("dig 4 9 9 9", "take the top four, where the rules let you dig"),
    ("choose 2", "play the second packet as your hand, where you may choose"),
    ("end", "end your turn, where no card may be discarded"),
)
_CARDS = (
    "A card is a rank (2 to 10, J, Q, K, A, or JK for a joker) and a suit (s h d c): "
    "9s, 10h, Q, JK. Without a suit it is any card of that rank that you hold. A three "
    "needs its colour: 3r, 3b."
)
# Only where the ruleset has runs.
_RUN_ACTIONS = (
    ("lay 7h 8h 9h", "a run, or onto a run of hearts that they fit"),
    ("lay 10h on H#1", "onto your first run of hearts; S, D and C are the others"),
)
_RUN_CARDS = " In a run each card is named with its suit: 7h 8h 9h."


class Commands:
    """Answers the commands of people.

    Args:
        look: How things look.
        game: The game.
        adviser: The computer that gives hints.
        news: What each reader has been told.
    """

    def __init__(
        self,
        look: Look,
        game: Game,
        adviser: Player,
        news: Mapping[int | None, News],
    ) -> None:
        self._look = look
        self._game = game
        self._adviser = adviser
        self._news = news

    def run(self, seat: int, line: str) -> bool:
        """Answer ``line`` if it is a command; ``False`` when it is none."""
        word, _, rest = line.partition(" ")
        word, rest = _ALIASES.get(word.lower(), word.lower()), rest.strip()
        view = self._game.view(seat)
        match word:
            case "help":
                self._help(rest)
            case "table":
                show_table(self._look, view)
            case "hand":
                show_hand(self._look, view)
            case "out":
                show_checklist(self._look, view)
            case "score":
                self._score(view)
            case "moves":
                self._moves(view, rest)
            case "hint":
                self._hint(view)
            case _:
                return self._other(seat, word, rest)
        return True

    def _other(self, seat: int, word: str, rest: str) -> bool:
        match word:
            case "why":
                self._why(seat, rest)
            case "undo":
                self._undo(seat)
            case "rules":
                self._rules(rest)
            case "save":
                self._save(rest)
            case _:
                return False
        return True

    def refused(self, refusals: tuple[Refusal, ...]) -> None:
        """Print every refusal: its sentence, its key, and who set that."""
        for refusal in refusals:
            origin = f", {refusal.origin}" if refusal.origin else ""
            key = f"  [{refusal.key}{origin}]"
            self._look.line("No: ", self._look.sentence(refusal.message), (key, DIM))

    @property
    def _runs(self) -> bool:
        """Whether cards in a row are melds, so that suits decide."""
        rules, seats = self._game.rules, self._game.seats
        at = Situation(seats, seats // self._game.sides, self._game.round)
        return rules.at(at).melds.runs != "none"

    def _help(self, rest: str) -> None:
        if rest == "cards":
            self._look.line(f"{_CARDS}{_RUN_CARDS if self._runs else ''}")
            return
        actions = (*_ACTIONS, *(_RUN_ACTIONS if self._runs else ()))
        for title, rows in (("Actions", actions), ("Commands", COMMANDS.items())):
            table = Table(box=None, pad_edge=False, show_header=False)
            table.add_column(style=BLACK, no_wrap=True)
            table.add_column()
            for word, about in rows:
                table.add_row(word, about)
            self._look.line((title, DIM))
            self._look.console.print(table)

    def _moves(self, view: View, rest: str) -> None:
        actions = map(str, view.legal_actions)
        found = [text for text in actions if text.startswith(rest.lower())]
        for text in found[:_MOST_MOVES]:
            self._look.line(f"  {text}")
        if len(found) > _MOST_MOVES:
            self._look.line((f"  and {len(found) - _MOST_MOVES} more", DIM))
        if not found:
            self._look.line("Nothing of that kind is allowed now.")

    def _hint(self, view: View) -> None:
        action = self._adviser.choose(view)
        self._look.line("The computer would: ", (str(action), BLACK))

    def _why(self, seat: int, rest: str) -> None:
        if not rest:
            self._look.line("Say which action: why take 9 9 9")
            return
        try:
            refusals = self._game.why_not(parse_action(rest), seat)
        except NotationError as error:
            self._look.line(f"{error}.")
            return
        if refusals:
            self.refused(refusals)
        else:
            self._look.line("That is allowed.")

    def _undo(self, seat: int) -> None:
        try:
            action = take_back(self._game, seat)
        except IllegalAction as error:
            self.refused(error.refusals)
            return
        for news in self._news.values():
            news.forget()
        self._look.line("Taken back: ", (str(action), BLACK))
        show_table(self._look, self._game.view(seat))

    def _score(self, view: View) -> None:
        look = self._look
        for number in range(1, self._game.round):
            show_sheets(look, view, self._game.score_sheet(number))
        look.line((f"Before round {self._game.round}", BLACK))
        for side, total in enumerate(view.scores):
            look.line(f"  {side_words(view, side)}: {total} points")

    def _rules(self, rest: str) -> None:
        rules = self._game.rules
        table = Table(box=None, pad_edge=False, show_header=False)
        for column in range(3):
            table.add_column(overflow="fold", no_wrap=not column)
        for key, value in rules.items():
            if key.startswith(rest.lower()):
                shown = escape(flow(written(value)))
                table.add_row(key, shown, str(rules.origin(key)))
        if not table.row_count:
            self._look.line(f"No rule begins with {rest!r}.")
            return
        self._look.line((rules.name, BLACK))
        self._look.console.print(table)

    def _save(self, rest: str) -> None:
        if not rest:
            self._look.line("Say where: save game.yaml")
            return
        write_record(self._look, self._game, Path(rest))
