"""Which cards are meant: faces for cards that are named, and those that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from handfoot.cards import (
    FACES,
    FACES_OF_KIND,
    Card,
)


def missing_cards(held: Sequence[int], cards: Iterable[Card]) -> list[Card]:
    """Return the cards that ``held`` (counts by kind) cannot supply, by rank alone."""
    left = list(held)
    missing = []
    for card in cards:
        left[card.kind] -= 1
        if left[card.kind] < 0:
            missing.append(card)
    return missing


def absent(held: bytes, cards: Sequence[Card]) -> list[Card]:
    """Return the cards that the faces ``held`` cannot supply, exact ones first."""
    left = bytearray(held)
    missing = []
    for card in sorted(cards, key=lambda one: not one.exact):
        face = lowest_face(left, card.kind)
        if card.exact:
            face = card.index if card.index in left else None
        if face is None:
            missing.append(card)
        else:
            left.remove(face)
    return missing


def choose_faces(held: bytes, cards: Sequence[Card]) -> bytes | None:
    """Return faces in ``held`` for ``cards``: exact ones first, then any of the rank.

    A card named by rank alone takes the lowest face the player has of it. Returns
    ``None`` when a card is not there.
    """
    left = bytearray(held)
    exact = [card.index for card in cards if card.index < FACES]
    for face in exact:
        if face not in left:
            return None
        left.remove(face)
    if len(exact) == len(cards):
        return bytes(exact)
    chosen = bytearray()
    for card in cards:
        if card.index < FACES:
            chosen.append(card.index)
            continue
        found = lowest_face(left, card.kind)
        if found is None:
            return None
        left.remove(found)
        chosen.append(found)
    return bytes(chosen)


def lowest_face(held: bytes | bytearray, kind: int) -> int | None:
    """Return the lowest face of a kind in ``held``, or ``None``."""
    for face in FACES_OF_KIND[kind]:
        if face in held:
            return face
    return None
