"""Shuffles: the only chance in the game, portable and repeatable.

A shuffle is a function of ``(seed, round, n)`` alone. It sorts the cards by numbers
read from SHAKE-256, which every platform and Python version computes alike, so a seed
gives the same deal for ever.
"""

from __future__ import annotations

import struct
from hashlib import shake_256


def shuffled(cards: bytes, seed: int | str, round_number: int, turn: int) -> bytes:
    """Return ``cards`` in the order that the ``turn``-th shuffle of a round gives.

    Args:
        cards: Faces, one byte each.
        seed: Seed of the match.
        round_number: Number of the round, from 1.
        turn: Which shuffle of the round this is, from 0.
    """
    count = len(cards)
    stream = shake_256(f"handfoot 1|{seed}|{round_number}|{turn}".encode())
    numbers = struct.unpack(f"<{count}Q", stream.digest(8 * count))
    return bytes(cards[i] for i in sorted(range(count), key=numbers.__getitem__))
