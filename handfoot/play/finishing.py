"""Can a seat leave with all it holds, at once or after melds were joined?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from handfoot.play import exits, freeing, joining, turn_bounds
from handfoot.play.runs import exits as run_exits
from handfoot.play.runs.run import Run, lying

if TYPE_CHECKING:
    from handfoot.play.exits import Counts
    from handfoot.play.state import State
    from handfoot.play.turn_bounds import Bounds


def at_once(
    state: State,
    side: int,
    hand: Sequence[int],
    melds: Sequence[Counts],
    bounds: Bounds,
    *,
    faces: bytes = b"",
    runs: Sequence[Run] = (),
    least: int = 0,
) -> bool:
    """Whether a hand can leave in one play, its last card discarded or not.

    Args:
        state: The position, perhaps before a lay.
        side: The side, one of whose players is to act.
        hand: Cards held, by kind.
        melds: Rank, naturals and wilds of the melds of the side, after the lay.
        bounds: What else binds the side.
        faces: The cards held, where suits matter.
        runs: The runs of the side, where there are any.
        least: Points that the cards laid must be worth (a side not yet open).
    """
    tables = state.tables[side]
    if tables.runs:
        found = run_exits.can_finish(
            tables, faces, melds, runs, least=least, bounds=bounds
        )
    else:
        found = exits.can_finish(tables, hand, melds, least=least, bounds=bounds)
    return found or (
        tables.frees_wilds
        and freeing.can_finish(state, side, hand, melds, bounds, faces=faces, runs=runs)
    )


def after_joins(state: State, seat: int) -> bool:
    """Whether the cards of a seat can leave in one play once melds were joined."""
    side = seat % state.sides
    tables, hand = state.tables[side], state.hands[seat]
    counts = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
    # A hand laid down whole leaves nobody to join anything.
    if not any(hand) or not exits.enough_cards(tables, hand, counts):
        return False
    for _, after in joining.joined(state, side):
        melds = after.melds[side]
        if at_once(
            after,
            side,
            hand,
            [(m.rank, m.naturals, m.wilds) for m in melds],
            turn_bounds.bounds_of(after, side),
            faces=after.cards[seat],
            runs=lying(tables, melds) if tables.runs else (),
        ):
            return True
    return False
