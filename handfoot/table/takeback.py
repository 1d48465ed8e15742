"""Taking back a play: what the ruleset lets a player do, as distinct from ``pop``.

``players.take_back`` decides. A play of the current turn may be taken back until its
player has seen a hidden card: a draw, the replacement of a red three, a packet picked
up. What a turn has ended, or what was asked and answered, stands.
"""

from __future__ import annotations

from typing import Any, assert_never

import attrs

from handfoot.errors import IllegalAction
from handfoot.play.actions import (
    Action,
    Answer,
    AskToDirty,
    AskToGoOut,
    ChoosePacket,
    Discard,
    Draw,
    EndTurn,
    FreeWilds,
    JoinMelds,
    Lay,
    TakePile,
)
from handfoot.play.events import Event, PacketTaken, RedThreeLaid
from handfoot.play.refusals import Refusal
from handfoot.rules.language.scoped import Situation, resolve
from handfoot.table.game import Game
from handfoot.table.reasons import not_your_turn

__all__ = ["may_take_back", "take_back"]

KEY = "players.take_back"


def may_take_back(game: Game, seat: int) -> tuple[Refusal, ...]:
    """Return why ``seat`` may not take back its last play; empty when it may.

    Args:
        game: The game; it is not changed.
        seat: Who asks.
    """
    if game.turn != seat:
        return (not_your_turn(),)
    refusal = _refusal(game, seat)
    if refusal is None:
        return ()
    return (attrs.evolve(refusal, origin=str(game.rules.origin(KEY))),)


def take_back(game: Game, seat: int) -> Action:
    """Take back the last play of ``seat`` and return it.

    Raises:
        IllegalAction: the ruleset does not allow it; nothing has changed.
    """
    refusals = may_take_back(game, seat)
    if refusals:
        raise IllegalAction(refusals)
    return game.pop()


def _refusal(game: Game, seat: int) -> Refusal | None:
    rule = resolve(
        game.rules[KEY], Situation(game.seats, game.seats // game.sides, game.round)
    )
    if rule == "never":
        return _no("take_back_never", "A card laid is a card played here.", rule)
    if not game.ply:
        return _no("nothing_to_take_back", "You have not played anything yet.", rule)
    before = game.copy()
    action = before.pop()
    now, then = game.state, before.state
    if (then.turn, then.turns, then.round) != (seat, now.turns, now.round):
        return _no(
            "nothing_to_take_back", "You have not played anything this turn.", rule
        )
    match action:
        case Draw():
            return _no("hidden_card_seen", "You have seen the cards you drew.", rule)
        case AskToGoOut() | AskToDirty() | Answer():
            return _no("answer_stands", "A question and its answer stand.", rule)
        case Discard() | EndTurn():
            return _no("turn_ended", "Your turn is over.", rule)
        case ChoosePacket():
            return _no("hidden_card_seen", "You have seen the packet you chose.", rule)
        case TakePile() | Lay() | FreeWilds() | JoinMelds():
            return _seen(game, seat, rule)
        case _:
            assert_never(action)


def _seen(game: Game, seat: int, rule: Any) -> Refusal | None:
    """Return a refusal when the last play has shown a hidden card to its player."""
    for item in reversed(game.events(seat)):
        if item.ply != game.ply:
            return None
        if _shows(item.event):
            return _no("hidden_card_seen", "You have seen a hidden card since.", rule)
    return None


def _shows(event: Event) -> bool:
    match event:
        case PacketTaken():
            return True
        case RedThreeLaid(replaced=replaced):
            return replaced
        case _:
            return False


def _no(code: str, message: str, rule: Any) -> Refusal:
    return Refusal(code, KEY, message, wanted=rule)
