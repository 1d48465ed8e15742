"""A whole match between computer players, and its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import attrs

from handfoot.errors import HandfootError
from handfoot.play.events import Event, Opened, PacketTaken, RoundBegan, RoundEnded
from handfoot.play.foot import owners
from handfoot.play.scoring import Sheet
from handfoot.players import player_class
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game

Watch = Callable[[Game], None]

_BOOKS: Final = "books.kinds."
_BONUS: Final = ".bonus"


@attrs.frozen
class RoundResult:
    """One round of a match; tuples are indexed by side.

    Attributes:
        first: The side that had the first turn.
        reason: How it ended: ``out``, ``stock``, ``turns`` or
            ``threes``.
        out: The side that went out, or ``None``.
        turns: Turns begun.
        points: Points of the round.
        opened: Whether each side opened.
        books: Finished books by kind.
        last_packet: Players of each side who took up their last packet; all of them
            where partners share it and one did.
        leaders: The sides that lead the match after it; several when they are even.
    """

    first: int
    reason: str
    out: int | None
    turns: int
    points: tuple[int, ...]
    opened: tuple[bool, ...]
    books: tuple[dict[str, int], ...]
    last_packet: tuple[int, ...]
    leaders: tuple[int, ...]


@attrs.frozen
class MatchResult:
    """One match.

    Attributes:
        seed: Seed of its deals.
        seats: Number of players.
        sides: Number of sides; the side of a seat is ``seat % sides``.
        players: Kind of player in each seat.
        winners: Winning sides; several when a tie stands.
        scores: Final totals of the sides (points).
        rounds: The rounds.
        actions: Actions of all players.
    """

    seed: int | str
    seats: int
    sides: int
    players: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: tuple[RoundResult, ...]
    actions: int


class _Tally:
    """What happens in one round, gathered from its events."""

    def __init__(self, game: Game) -> None:
        self.turns = 1
        self.first = 0
        self.lowest_leads = game.state.tables[0].book.match.winner == "lowest"
        self.opened = [False] * game.sides
        # A packet that partners share is reached by all of them at once.
        self.sharing = game.seats // len(owners(game.state))
        # Without a later packet everyone plays from the last one all along.
        whole = [not left for left in map(len, game.state.packets)]
        self.last_packet = [
            sum(whole[side :: game.sides]) for side in range(game.sides)
        ]

    def note(self, event: Event) -> None:
        """Take note of an event of the round."""
        if isinstance(event, RoundBegan):
            self.first = event.first % len(self.opened)
        elif isinstance(event, Opened):
            self.opened[event.side] = True
        elif isinstance(event, PacketTaken) and not event.left:
            self.last_packet[event.seat % len(self.opened)] += self.sharing

    def result(self, ended: RoundEnded, sheets: Sequence[Sheet]) -> RoundResult:
        """Return the round that has just ended."""
        out = None if ended.seat is None else ended.seat % len(self.opened)
        totals = [sheet.total for sheet in sheets]
        best = min(totals) if self.lowest_leads else max(totals)
        return RoundResult(
            first=self.first,
            reason=ended.reason,
            out=out,
            turns=self.turns,
            points=tuple(sheet.points for sheet in sheets),
            opened=tuple(self.opened),
            books=tuple(map(_books, sheets)),
            last_packet=tuple(self.last_packet),
            leaders=tuple(side for side, total in enumerate(totals) if total == best),
        )


def _books(sheet: Sheet) -> dict[str, int]:
    """Return the finished books of a score sheet by kind."""
    return {
        line.key.removeprefix(_BOOKS).removesuffix(_BONUS): line.count
        for line in sheet.lines
        if line.key.startswith(_BOOKS) and line.key.endswith(_BONUS)
    }


def seated(
    players: Sequence[str], rules: RuleSet, seats: int, side_size: int | None = None
) -> tuple[str, ...]:
    """Return the kind of player in each seat.

    Args:
        players: One kind for each seat, or kinds that go round the sides.
        rules: The ruleset.
        seats: Number of players.
        side_size: Players on a side; the ruleset's usual size when not given.

    Raises:
        HandfootError: There are more kinds than seats, or none.
    """
    if not players or len(players) > seats:
        raise HandfootError(
            f"name 1 to {seats} computer players for {seats} seats, not {len(players)}"
        )
    if len(players) == seats:
        return tuple(players)
    sides = seats // (side_size or rules.side_size(seats))
    return tuple(players[seat % sides % len(players)] for seat in range(seats))


def play_match(
    rules: RuleSet | str | Path,
    players: Sequence[str],
    seats: int = 4,
    seed: int | str = 0,
    *,
    side_size: int | None = None,
    watch: Watch | None = None,
) -> MatchResult:
    """Play one match between computer players.

    Args:
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        players: Kinds of player: one for each seat, or kinds that go round the sides.
        seats: Number of players.
        seed: Seed of the deals and of the players.
        side_size: Players on a side; the ruleset's usual size when not given.
        watch: Called with the game before each action and at the end.

    Raises:
        HandfootError: The ruleset does not allow this table, or there is no such
            player.
    """
    game = Game(rules, seats, seed=seed, side_size=side_size)
    kinds = seated(players, game.rules, seats, side_size)
    chosen = [
        player_class(kind)(seed=f"{seed}:{seat}") for seat, kind in enumerate(kinds)
    ]
    rounds: list[RoundResult] = []
    tally = _Tally(game)
    # A round that ends while it is dealt leaves its events in the log of the start.
    for logged in game.events(everything=True):
        tally = _follow(game, logged.event, tally, rounds)
    while (seat := game.turn) is not None:
        if watch is not None:
            watch(game)
        tally.turns = game.state.turns
        before = _marks(game)
        try:
            events = game.push(chosen[seat].choose(game.view(seat)))
        except Exception as error:
            error.add_note(
                f"{kinds[seat]} was to play: seat {seat}, round {game.round}, after "
                f"{game.ply} actions of the match with seed {seed!r}"
            )
            raise
        # Events cost more than the action, and those of most tell nothing here.
        if _marks(game) != before:
            for event in events:
                tally = _follow(game, event, tally, rounds)
    if watch is not None:
        watch(game)
    outcome = game.outcome()
    assert outcome is not None, "the match is over"
    return MatchResult(
        seed=seed,
        seats=seats,
        sides=game.sides,
        players=kinds,
        winners=outcome.winners,
        scores=outcome.scores,
        rounds=tuple(rounds),
        actions=game.ply,
    )


def _marks(game: Game) -> tuple[object, ...]:
    """Return what changes with every event that a tally takes note of."""
    state = game.state
    return (state.round, game.is_over, state.opened[:], [*map(len, state.packets)])


def _follow(
    game: Game, event: Event, tally: _Tally, rounds: list[RoundResult]
) -> _Tally:
    """Note an event, and begin a new tally when it ends the round."""
    if not isinstance(event, RoundEnded):
        tally.note(event)
        return tally
    sheets = [sheet for sheet in game.state.sheets if sheet.round == event.round]
    rounds.append(tally.result(event, sheets))
    return _Tally(game)
