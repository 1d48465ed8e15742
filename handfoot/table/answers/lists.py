"""What may be laid, and what may be discarded?"""

from __future__ import annotations

from collections.abc import Sequence

from handfoot.play import discard, engine, legal
from handfoot.play.actions import Action, Discard, Lay
from handfoot.play.state import PLAY, State
from handfoot.table.answers.turn import as_turn
from handfoot.table.views import View


def may_lay(view: View) -> tuple[Lay, ...]:
    """Return the canonical lays of this seat with the cards it holds.

    For a side that has opened these are the smallest steps. For one that has not they
    are the openings with nothing to spare, which can be many: ask ``can_open`` for one.
    """
    state, _ = as_turn(view, PLAY)
    return tuple(act for act in _playable(view, state) if isinstance(act, Lay))


def may_discard(view: View) -> tuple[Discard, ...]:
    """Return the discards that this seat could make, one for each kind of card.

    Where there are runs, cards of other suits are other cards.
    """
    state, seat = as_turn(view, PLAY)
    return tuple(
        action
        for action in discard.each(state, seat)
        if next(engine.check(state, action), None) is None
    )


def _playable(view: View, state: State) -> Sequence[Action]:
    if view.phase == "over" or not state.cards[state.turn]:
        return ()
    return legal.legal(state)
