"""A game at the terminal: whose turn it is, what is shown to whom, how it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from handfoot.cli.commands import Commands
from handfoot.cli.completion import completions
from handfoot.cli.look import BLACK, Look
from handfoot.cli.news import News
from handfoot.cli.prompt import LineReader
from handfoot.cli.saving import write_record
from handfoot.cli.seating import Seat
from handfoot.cli.table_view import show_hand, show_table
from handfoot.errors import NotationError
from handfoot.play.actions import Action
from handfoot.players import STRONGEST, player_class
from handfoot.table.game import Game
from handfoot.table.notation import parse_action


class Session:
    """One game from the first turn to the end, or to where it is left.

    Args:
        look: How things look.
        game: The game.
        table: Who plays each seat.
        out: Where the record goes at the end, if anywhere.
        wait: Waits after the turn of a computer.
    """

    def __init__(
        self,
        look: Look,
        game: Game,
        table: tuple[Seat, ...],
        *,
        out: Path | None,
        wait: Callable[[], None],
    ) -> None:
        self._look = look
        self._game = game
        self._table = table
        self._out = out
        self._people = [s for s, seat in enumerate(table) if seat.player is None]
        readers: list[int | None] = [*self._people] or [None]
        alone = len(readers) == 1
        self._news = {
            seat: News(look, game, seat, after_turn=wait if alone else _go_on)
            for seat in readers
        }
        self._alone = self._news[readers[0]] if alone else None
        self._seen_by: int | None = self._people[0] if alone and self._people else None
        adviser = player_class(STRONGEST)(str(game.seed))
        self._commands = Commands(look, game, adviser, self._news)
        self._reader: LineReader | None = None

    def run(self) -> bool:
        """Play to the end of the match or of the input, and save what was asked.

        Returns:
            Whether what was to be saved is saved.
        """
        self._begin()
        try:
            over = self._play()
        except KeyboardInterrupt:
            over = False
        if not over:
            self._look.line("The game stops here.")
        self._look.line(f"Seed {self._game.seed}.")
        if self._out is None:
            return True
        return write_record(self._look, self._game, self._out)

    def _begin(self) -> None:
        game, look = self._game, self._look
        look.line((game.rules.name, BLACK), f", {game.seats} players")
        if self._people:
            look.line("Type what you do, or help. Tab completes what is allowed.")
            self._reader = LineReader(self._complete)

    def _complete(self, line: str) -> list[str]:
        seat = self._game.turn
        return completions(line, self._game.view(seat)) if seat is not None else []

    def _play(self) -> bool:
        """Play until the match is over; ``False`` when a person leaves it."""
        game = self._game
        while (seat := game.turn) is not None:
            player = self._table[seat].player
            if self._alone is not None:
                self._alone.catch_up()
            if player is not None:
                game.push(player.choose(game.view(seat)))
            elif not self._persons_turn(seat):
                return False
        for news in self._news.values():
            news.catch_up()
            news.flush()
            break
        return True

    def _persons_turn(self, seat: int) -> bool:
        """Let a person act until another seat must; ``False`` when they leave."""
        assert self._reader is not None
        if self._seen_by != seat and not self._hand_over(seat):
            return False
        self._seen_by = seat
        news = self._news[seat]
        news.catch_up()
        news.flush()
        self._look.line()
        show_table(self._look, self._game.view(seat))
        while self._game.turn == seat:
            line = self._reader.read(f"{self._game.names[seat]}> ")
            if line is None or not self._line(seat, line):
                return False
        return True

    def _hand_over(self, seat: int) -> bool:
        """Wait until the next person sits at the screen."""
        assert self._reader is not None
        if self._seen_by is not None and self._reader.interactive:
            self._look.console.clear()
        self._look.line((f"{self._game.names[seat]} is to play.", BLACK))
        if not self._reader.interactive:
            return True
        return self._reader.read("Press Enter when nobody else looks. ") is not None

    def _line(self, seat: int, line: str) -> bool:
        """Do what one line says; ``False`` when it says to leave."""
        word = line.partition(" ")[0].lower()
        if word in ("quit", "q", "exit"):
            return False
        if not line or line.startswith("#"):
            return True
        if self._commands.run(seat, line):
            return True
        try:
            action = parse_action(line)
        except NotationError as error:
            self._look.line(f"{error}. Type help for all you can do.")
            return True
        self._do(seat, action)
        return True

    def _do(self, seat: int, action: Action) -> None:
        game = self._game
        refusals = game.why_not(action, seat)
        if refusals:
            self._commands.refused(refusals)
            return
        before = game.round
        game.push(action)
        news = self._news[seat]
        news.catch_up()
        news.flush()
        if game.turn == seat and game.round == before:
            show_hand(self._look, game.view(seat))


def _go_on() -> None:
    """Do not wait."""
