"""The table as plain text, as one seat may see it: what ``print(view)`` prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from handfoot.table.telling import side_name

if TYPE_CHECKING:
    from handfoot.table.views import View

__all__ = ["shown"]


def shown(view: View) -> str:
    """Return the table as lines of text: the middle, the sides, the seats, the hand."""
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    yield f"Round {view.round}, {_now(view)}"
    top = f", {view.top} on top" if view.top is not None else ""
    frozen = ", frozen" if view.frozen else ""
    yield f"Stock {view.stock}, pile {view.pile}{top}{frozen}"
    for side in range(view.sides):
        yield from _side(view, side)
    for seat in range(view.seats):
        yield _seat(view, seat)
    if view.hand:
        yield f"Your hand: {' '.join(map(str, view.hand))}"


def _now(view: View) -> str:
    if view.turn is None:
        return "the match is over"
    whose = "your turn" if view.turn == view.seat else f"{view.names[view.turn]}'s turn"
    return f"{whose}: {view.phase}"


def _side(view: View, side: int) -> Iterator[str]:
    name = side_name(view.names, side, view.sides, view.seat)
    facts = [f"{view.scores[side]:,} points"]
    if not view.opened(side):
        facts.append(f"needs {view.minimum(side)} to open")
    if red := view.red_threes(side):
        facts.append(f"red threes {' '.join(map(str, red))}")
    if black := view.black_threes(side):
        facts.append(f"black threes laid aside {' '.join(map(str, black))}")
    yield f"{name[:1].upper()}{name[1:]}: {', '.join(facts)}"
    for meld in view.melds(side):
        # A run is read from low to high, whoever laid which end.
        cards = sorted(meld.cards) if meld.run else meld.cards
        book = f" ({meld.book} book)" if meld.book else ""
        yield f"  {meld.name}{book} {' '.join(map(str, cards))}"


def _seat(view: View, seat: int) -> str:
    name = "You" if seat == view.seat else view.names[seat]
    packets = "".join(
        f" + {size or 'some of the stock'}" for size in view.packets_left(seat)
    )
    line = f"{name}: {view.held(seat)} cards{packets}"
    for packet in view.packets_shown(seat):
        line += f" [{' '.join(map(str, packet))}]"
    return line
