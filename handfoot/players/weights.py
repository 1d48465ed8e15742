"""What the sensible player weighs beside the points of the rules."""

from __future__ import annotations

from typing import Final

PLACE: Final = 200.0  # a place filled of those that going out needs
READY: Final = 150.0  # all of them filled
OPENED: Final = 150.0  # the side has opened
NEXT_PACKET: Final = 120.0  # the next packet is reached
PAIR: Final = 12.0  # a pair kept for the pile
WILD: Final = 30.0  # a wild kept for later
STOPPER: Final = 6.0  # a card kept that bars the pile
UNLAID: Final = 0.04  # share of a hope that each card still in the hand costs
UNBEGUN: Final = 0.15  # share of a hope that a meld not begun costs
UNSURE: Final = 0.1  # share of a hope that waiting for any card at all costs
