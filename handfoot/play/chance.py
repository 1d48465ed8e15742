"""Shuffles: the only chance in the game, portable and repeatable.

A shuffle is a function of ``(seed, round, n)`` alone. It sorts the cards by numbers
read from SHAKE-256, which every platform and Python version computes alike, so a seed
gives the same deal for ever. In place of a seed a game may be given the orders
themselves, for example those of a record or of cards shuffled by hand.
"""

from __future__ import annotations

import struct
from functools import partial
from hashlib import shake_256
from typing import Protocol


class Orders(Protocol):
    """Whatever gives the order of the cards at each shuffle, in place of a seed."""

    def shuffled(self, cards: bytes, round_number: int, turn: int) -> bytes:
        """Return ``cards``, faces of one byte each, in their new order."""
        ...


Seed = int | str | Orders


def shuffled(cards: bytes, seed: Seed, round_number: int, turn: int) -> bytes:
    """Return ``cards`` in the order that the ``turn``-th shuffle of a round gives.

    Args:
        cards: Faces, one byte each.
        seed: Seed of the match, or what gives the orders in its place.
        round_number: Number of the round, from 1; 0 for the lot that orders them.
        turn: Which shuffle of the round this is, from 0.
    """
    if not isinstance(seed, int | str):
        return seed.shuffled(cards, round_number, turn)
    count = len(cards)
    stream = shake_256(f"handfoot 1|{seed}|{round_number}|{turn}".encode())
    numbers = struct.unpack(f"<{count}Q", stream.digest(8 * count))
    # Each card in turn has the next number for its key; ``next`` finds one for all.
    return bytes(sorted(cards, key=partial(next, iter(numbers))))
