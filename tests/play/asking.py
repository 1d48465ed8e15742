"""What tests at the table ask of a game again and again."""

from __future__ import annotations

from handfoot.play.events import PacketTaken
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.table.following import apply_events
from handfoot.table.game import Game
from handfoot.table.notation import parse_action
from handfoot.table.record import Record
from handfoot.testing import unconserved


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def listed(game: Game) -> set[str]:
    """Return the texts of what is listed, each of which must be legal."""
    assert all(map(game.is_legal, game.legal_actions))
    return set(map(str, game.legal_actions))


def followed_to_the_end(game: Game) -> int:
    """Play a match by sense, two seats and a guest following; return packets taken.

    No card is lost, clients see what the game sees, records and data lead back.
    """
    player = HeuristicPlayer(seed=1)
    views = [game.view(seat) for seat in (0, 1, None)]
    taken = 0
    while (seat := game.turn) is not None:
        events = game.push(player.choose(game.view(seat)))
        taken += sum(isinstance(event, PacketTaken) for event in events)
        assert not unconserved(game.state)
        for place, view in enumerate(views):
            views[place] = apply_events(view, game.events(view.seat, since=view.ply))
            assert views[place] == game.view(view.seat)
    assert Record.loads(Record.from_game(game).dumps()).play() == game
    assert Game.loads(game.dumps()) == game
    return taken
