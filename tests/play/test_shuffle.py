"""The order in which a shuffle puts the cards: the same for a seed for ever."""

from __future__ import annotations

from hashlib import shake_256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handfoot.play.chance import shuffled


def by_hand(cards: bytes, seed: int | str, number: int, turn: int) -> bytes:
    """Return the order by the definition: card by card, the least number first."""
    stream = shake_256(f"handfoot 1|{seed}|{number}|{turn}".encode())
    digest = stream.digest(8 * len(cards))
    left = [
        (int.from_bytes(digest[8 * place : 8 * place + 8], "little"), place)
        for place in range(len(cards))
    ]
    order = []
    while left:
        least = min(left)
        left.remove(least)
        order.append(cards[least[1]])
    return bytes(order)


@given(
    cards=st.binary(max_size=60),
    seed=st.integers() | st.text(max_size=9),
    number=st.integers(0, 50),
    turn=st.integers(0, 9),
)
def test_the_numbers_order_the_cards(
    cards: bytes, seed: int | str, number: int, turn: int
) -> None:
    """Cards are in the order of the numbers that the seed's stream gives to each."""
    assert shuffled(cards, seed, number, turn) == by_hand(cards, seed, number, turn)


@pytest.mark.parametrize(
    ("cards", "order"),
    [(b"", b""), (b"a", b"a"), (b"abcdefgh", b"cfdeaghb")],
)
def test_known_orders(cards: bytes, order: bytes) -> None:
    """The orders of a few cards, written down once."""
    assert shuffled(cards, "known", 1, 0) == order
