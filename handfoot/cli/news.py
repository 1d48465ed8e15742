"""What happened, told turn by turn: one line for each turn of another player."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from handfoot.cli.look import BLACK, DIM, Look
from handfoot.cli.table_view import packets_words, show_melds, show_sheets, side_words
from handfoot.play.events import (
    Event,
    Laid,
    MatchEnded,
    RoundBegan,
    RoundEnded,
    RoundScored,
)
from handfoot.table.game import Game, Logged
from handfoot.table.telling import tell


class News:
    """Tells one reader what happened since the last time.

    Args:
        look: How things look.
        game: The game.
        seat: Who reads; ``None`` for a spectator.
        after_turn: Called after each turn told, for example to wait.
    """

    def __init__(
        self,
        look: Look,
        game: Game,
        seat: int | None,
        after_turn: Callable[[], None] = lambda: None,
    ) -> None:
        self._look = look
        self._game = game
        self._seat = seat
        self._after_turn = after_turn
        self._told = 0
        self._dealt_at = -1
        self._turn: list[Event] = []
        self._melded: set[int] = set()

    def forget(self) -> None:
        """Count everything so far as told, for example after a play taken back."""
        self._told = len(self._game.events(self._seat))
        self._turn.clear()
        self._melded.clear()

    def catch_up(self) -> None:
        """Tell everything that has not been told, but for a turn that goes on."""
        logged = self._game.events(self._seat)
        fresh, self._told = logged[self._told :], len(logged)
        for item in fresh:
            self._add(item)
        if self._turn and _actor(self._turn[0]) != self._game.state.turn:
            self.flush()

    def flush(self) -> None:
        """Tell the turn that was gathered as far as it went."""
        if not self._turn:
            return
        actor = _actor(self._turn[0])
        words = [self._sentence(event) for event in self._turn]
        if actor is not None and actor != self._seat:
            name = self._game.names[actor]
            told = zip(self._turn, words, strict=True)
            short = [_without(name, event, sentence) for event, sentence in told]
            self._line(name, "; ".join(short), self._counts(actor))
        else:
            self._look.console.print(self._look.sentence(" ".join(words)))
        self._turn.clear()
        self._show_melds()
        self._after_turn()

    def _add(self, item: Logged) -> None:
        """Tell one event, or keep it for the line of its turn."""
        event = item.event
        match event:
            case RoundBegan():
                self._dealt_at = item.ply
                self._look.heading(self._sentence(event))
            case RoundEnded():
                self._melded.clear()
                self.flush()
                self._say(event)
            case RoundScored(round=number, side=side):
                if side == self._game.sides - 1:
                    view = self._game.view(self._seat)
                    show_sheets(self._look, view, self._game.score_sheet(number))
            case MatchEnded():
                self._look.heading(self._sentence(event))
            case _ if item.ply == self._dealt_at:
                # Everyone's deal is alike; only the own cards are news.
                if _actor(event) in (None, self._seat) or not _hides(event):
                    self._say(event)
            case _:
                self._gather(event)

    def _gather(self, event: Event) -> None:
        actor = _actor(event)
        if self._turn and actor is not None and actor != _actor(self._turn[0]):
            self.flush()
        self._turn.append(event)
        # A player sees the whole table at the own turn anyway.
        if isinstance(event, Laid) and self._seat in (None, event.seat):
            self._melded.add(event.side)

    def _show_melds(self) -> None:
        view = self._game.view(self._seat)
        for side in sorted(self._melded):
            self._look.line((f"  {side_words(view, side)}", DIM))
            show_melds(self._look, view, side, indent=4)
        self._melded.clear()

    def _line(self, name: str, words: str, counts: str) -> None:
        text = Text.assemble((name, BLACK), " ").append_text(self._look.sentence(words))
        self._look.paragraph(text, Text(counts, DIM))

    def _counts(self, seat: int) -> str:
        view = self._game.view(None)
        held = f"{view.held(seat)}{packets_words(view, seat)}"
        return f"[{held} · pile {view.pile} · stock {view.stock}]"

    def _say(self, event: Event) -> None:
        self._look.console.print(self._look.sentence(self._sentence(event)))

    def _sentence(self, event: Event) -> str:
        return tell(
            event,
            self._game.names,
            self._seat,
            sides=self._game.sides,
            card=self._look.code,
        )


def _actor(event: Event) -> int | None:
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) else None


def _hides(event: Event) -> bool:
    return event.hidden == "cards"


def _without(name: str, event: Event, sentence: str) -> str:
    """Return a sentence for a line that begins with the name of its player."""
    words = sentence.rstrip(".")
    if _actor(event) is not None:
        return words.removeprefix(f"{name} ")
    # The side of the one who reads is no beginning of a sentence here.
    return f"you{words[3:]}" if words.startswith("You ") else words
