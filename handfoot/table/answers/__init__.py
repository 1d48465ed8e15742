"""Exact answers to the questions that players ask, from what one seat may know.

Each answer is about the cards that the seat holds and sees now, as if it were its turn
to do what is asked; ``now`` says whether it is. Nothing is guessed: a card not seen
counts for nothing, so a way out that needs a lucky draw is no way out.

Costs, with R ranks, W wilds in the hand and S shapes of a meld (see
``handfoot.play.layouts``): an opening costs ``R * W * S``; in the last packet, and for
going out, that times the cards one must keep and the combinations of books up to the
quota. Neither grows with the number of ways in which the hand could be laid. The lists
(ways to take the pile, what may be laid) cost as much as they are long.
"""

from __future__ import annotations

from handfoot.table.answers.leaving import ExitAnswer, can_go_out
from handfoot.table.answers.lists import may_discard, may_lay
from handfoot.table.answers.opening import OpeningAnswer, can_open
from handfoot.table.answers.pickup import TakeAnswer, can_take_pile
from handfoot.table.answers.turn import as_turn

__all__ = [
    "ExitAnswer",
    "OpeningAnswer",
    "TakeAnswer",
    "as_turn",
    "can_go_out",
    "can_open",
    "can_take_pile",
    "may_discard",
    "may_lay",
]
