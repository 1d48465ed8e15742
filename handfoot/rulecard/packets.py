"""What players call the packets: hand and foot where there are just these two."""

from __future__ import annotations

from typing import Final

__all__ = ["packets_named"]

_TWO: Final = 2
_Words = tuple[tuple[str, str], ...]

#: Packets that are passed on, where they are hand and foot already and where not yet.
_PASSED: Final[_Words] = (
    ("the packets that are played later", "the foot"),
    ("the packet that is to be a hand", "the hand"),
)
_UNCHOSEN: Final[_Words] = (
    ("the packets that are played later", "the other"),
    ("the packet that is to be a hand", "one packet"),
)
#: For each number of packets what takes the place of the general words, longest first.
_NAMES: Final[dict[int, _Words]] = {
    1: (
        (", the pile or a new packet", " or the pile"),
        (" or an unreached packet", ""),
        (" and unreached packets", ""),
        (" from the last packet", ""),
    ),
    2: (
        (
            "by emptying any packet; packets not yet taken count",
            "by emptying hand or foot; a foot not yet picked up counts",
        ),
        ("the last card of a packet", "the last card of your hand"),
        ("first to earn one", "first to earn it"),
        ("an unreached packet", "a foot not yet picked up"),
        ("unreached packets", "feet not yet picked up"),
        ("a new packet", "your foot"),
        ("the next packet", "your foot"),
        ("last packet", "foot"),
    ),
}


#: What takes the place of words for one's own, where partners share the packets.
_OF_SIDE: Final[_Words] = (
    ("Deal each player a foot", "Deal each side one foot"),
    ("Deal each player a knee", "Deal each side one knee"),
    ("A player whose", "A side whose"),
    ("your foot", "your side's foot"),
)


#: What takes the place of words for packets that are dealt, where they are not.
_DRAWN: Final[_Words] = (
    ("Deal each player a foot of", "A foot has"),
    ("Deal each player a knee of", "A knee has"),
    (", face down: nobody looks at it before it is played.", "."),
    (", face down.", "."),
    # Until it is taken there is none that could hold a card.
    (" or an unreached packet", ""),
    (" and unreached packets", ""),
)
#: The same where there is just a foot.
_DRAWN_FOOT: Final[_Words] = (
    ("The packets that are played later are", "A foot is"),
    (
        "their cards are drawn from the stock when they are taken",
        "its cards are drawn from the stock when it is taken",
    ),
)


def packets_named(
    text: str,
    count: int | None,
    *,
    chosen: bool = False,
    shared: bool = False,
    drawn: bool = False,
) -> str:
    """Return a sentence with the names that players give to their packets.

    Args:
        text: A sentence about packets in general.
        count: How many packets each player has; ``None`` where that varies.
        chosen: Whether a packet becomes the hand only when a player has chosen it.
        shared: Whether partners share the packets that are played later.
        drawn: Whether those come from the stock when they are taken.
    """
    names = _NAMES.get(count or 0, ())
    if count == _TWO:
        names = (*(_UNCHOSEN if chosen else _PASSED), *names)
    if drawn:
        names = (*_DRAWN, *(_DRAWN_FOOT if count == _TWO else ()), *names)
    for general, own in (*names, *(_OF_SIDE if shared else ())):
        text = text.replace(general, own)
    return text
