"""Cards that stand for those that nobody named.

A question is set up several times. The fills agree on all that was said; the other
cards differ from one to the next, in the pile with one fill that is most likely to
matter: cards of the top card's rank below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from handfoot.cards import ANY_OF_KIND, RANK_KINDS, SUITS, Card, parse_card, parse_cards

#: In a text of cards: and others, which fit nothing and do not matter.
OTHERS: Final = "..."
#: How often a question is set up.
FILLS: Final = 3
#: Cards that stand for "..." at each fill: enough, and never the same number.
MORE_HELD: Final = (5, 8, 6)
MORE_LYING: Final = (10, 14, 6)


def plain_ranks(named: Iterable[int], fill: int) -> list[str]:
    """Return ranks that nobody named, in an order that differs from fill to fill."""
    taken = set(named)
    free = [kind for kind in RANK_KINDS if kind not in taken] or list(RANK_KINDS)
    turned = free[fill:] + free[:fill]
    return [ANY_OF_KIND[kind].code for kind in (turned[::-1] if fill % 2 else turned)]


def in_no_row(plain: list[str], named: Iterable[Card]) -> list[str]:
    """Return plain cards with suits by which no two of them, or with a named one, meet.

    Where so much is named that they would be too few, their suits are left open.
    """
    faces = {card.index for card in named if card.exact}
    suited: list[str] = []
    for turn in range(2):
        for rank in plain:
            # Neighbours never share a suit; cards named without one are spades first.
            suit = ("dh", "cs")[RANK_KINDS.index(parse_card(rank).kind) % 2][turn]
            card = parse_card(rank + suit)
            if faces.isdisjoint((card.index - len(SUITS), card.index + len(SUITS))):
                suited.append(card.code)
    return suited if len(suited) >= max(MORE_LYING) else plain


def like_top(pile: str, named: Sequence[int], of_rank: int) -> list[str]:
    """Return further cards of the top card's rank, as many as the deck has left."""
    top = parse_cards(pile.replace(OTHERS, " "))[-1:]
    if not top or top[0].kind not in RANK_KINDS:
        return []
    return [ANY_OF_KIND[top[0].kind].code] * (of_rank - named.count(top[0].kind))


def filled(cards: str | int, plain: list[str], count: int) -> str | int:
    """Return cards with ``count`` plain ones where the text says ``...``."""
    if isinstance(cards, int) or OTHERS not in cards:
        return cards
    others = (plain * (count // len(plain) + 1))[:count]
    return cards.replace(OTHERS, f" {' '.join(others)} ")
