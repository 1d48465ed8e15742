"""Actions that name red threes, where the colours of threes mean nothing.

Under such rules (``threes.red: as_black``) the pack holds black threes in place of red
ones. At the table people still see and name red ones, so what comes from outside is
read as the black three of the same place before anything else looks at it.
"""

from __future__ import annotations

import attrs

from handfoot.cards import as_black, text_as_black
from handfoot.play.actions import (
    Action,
    AskToDirty,
    Discard,
    Draw,
    FreeWilds,
    Group,
    JoinMelds,
    Lay,
    TakePile,
)

__all__ = ["action_as_black", "group_as_black"]


def group_as_black(group: Group) -> Group:
    """Return a group, and where it goes, with black threes in place of red ones."""
    return Group(tuple(map(as_black, group.cards)), text_as_black(group.onto))


def action_as_black(action: Action) -> Action:
    """Return an action with black threes in place of red ones."""
    match action:
        case Draw(groups=groups) | TakePile(groups=groups) | Lay(groups=groups):
            return attrs.evolve(action, groups=tuple(map(group_as_black, groups)))
        case Discard(card=card):
            return Discard(as_black(card))
        case AskToDirty(onto=onto) | FreeWilds(onto=onto):
            return attrs.evolve(action, onto=text_as_black(onto))
        case JoinMelds(onto=onto, other=other):
            return JoinMelds(text_as_black(onto), text_as_black(other))
        case _:
            return action
