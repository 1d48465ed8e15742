"""Opening at the table: what a first lay is worth, and every minimal way to open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from handfoot.cards import Card
from handfoot.play import moment
from handfoot.play.books import nature
from handfoot.play.demands import BegunMeld, too_cheap, unmet, without
from handfoot.play.first_melds import first_melds
from handfoot.play.refusals import Refusal
from handfoot.play.shaping import Shape
from handfoot.play.state import State
from handfoot.rules.book_kinds import ANY_KIND

if TYPE_CHECKING:
    from handfoot.play.melds import Layout
    from handfoot.play.tables import Tables

# Which of some cards count.
Counting = Callable[[Sequence[Card]], Sequence[Card]]
_ALL: Final[Counting] = tuple


def points_of(tables: Tables, cards: Iterable[Card]) -> int:
    """Return what ``cards`` count toward the opening minimum (points)."""
    points = tables.opening_points
    return sum(points[card.kind] for card in cards)


def check(
    state: State,
    side: int,
    cards: Sequence[Card],
    layout: Layout,
    *,
    left: int,
    counting: Counting = _ALL,
) -> Iterator[Refusal]:
    """Yield a refusal when a first lay is not enough to open.

    Args:
        state: The position before the lay.
        side: The side that lays.
        cards: The cards of the lay, pickup's top card included.
        layout: The side's melds after the lay.
        left: Cards that the lay leaves in the packet.
        counting: Returns those of some cards that count.
    """
    if state.opened[side]:
        return
    tables = state.tables[side]
    rule = tables.book.opening
    if not rule.may_open:
        yield Refusal(
            "opening_barred",
            "opening.may_open",
            moment.barred(state, "opening.may_open", "open"),
            wanted=True,
        )
        return
    points = points_of(tables, counting(cards))
    if tables.special_opening:
        if rule.by == "player" and layout.grows:
            yield not_open_yourself()
        melds = _judged(tables, layout, counting)
        books = [
            tables.book_name[rank][nature(*meld)]
            for rank, meld, _ in melds
            if sum(meld) >= tables.size
        ]
        if rule.waived == "when_packet_empties" and not left:
            return
        if len(melds) == 1 and _is_one_of(books, rule.or_book):
            return
        if rule.bonuses_count:
            points += sum(_bonus(tables, name) for name in books)
        lacking = unmet(tables, tables.demands, melds)
        yield from without(state, tables, lacking, melds)
        if rule.reached_by == "one_meld":
            if any(demand.points for demand in lacking):
                best = max((worth for _, _, worth in melds), default=0)
                yield too_cheap(state, tables, best, points)
            return
    if points < tables.wanted:
        more = "more than " if rule.reach == "more_than" else ""
        yield Refusal(
            "opening_short",
            "opening.minimum",
            f"Your side needs {more}{tables.minimum} to open in round {state.round}; "
            f"these cards are worth {points}, {tables.wanted - points} short.",
            wanted=tables.minimum,
            found=points,
        )


def not_open_yourself() -> Refusal:
    """Return the refusal where a player would add to a meld before opening."""
    return Refusal(
        "not_open_yourself",
        "opening.by",
        "Every player opens alone: until you have opened you add to no meld of your "
        "side.",
    )


def _judged(tables: Tables, layout: Layout, counting: Counting) -> list[BegunMeld]:
    """Return each meld that a first lay begins."""
    found = []
    for group, (rank, *meld) in layout.begun:
        points = points_of(tables, counting(group.cards))
        if tables.book.opening.bonuses_count and sum(meld) >= tables.size:
            points += _bonus(tables, tables.book_name[rank][nature(*meld)])
        found.append((rank, (meld[0], meld[1]), points))
    return found


def _bonus(tables: Tables, name: str | None) -> int:
    return 0 if name is None else tables.book.books.kinds[name].bonus


def _is_one_of(books: Sequence[str | None], names: Sequence[str]) -> bool:
    return any(name in names or ANY_KIND in names for name in books)


def apply(state: State, side: int) -> None:
    """Record that a side has opened."""
    state.opened = state.opened[:]
    state.opened[side] = True
    if state.tables[side].book.opening.by == "player":
        state.opened_by += (state.turn,)
    state.opened_at = state.opened_at[:]
    state.opened_at[side] = state.turns
    if state.opened_first < 0:
        state.opened_first = side


def best_bound(tables: Tables, hand: Sequence[int]) -> int:
    """Return an upper bound of what a hand can open with (points).

    Ranks with cards enough for a meld count whole, a rank that lacks some counts while
    there are wilds to fill it, and every wild counts: cheap, and enough to see that
    most hands cannot open.
    """
    points = tables.opening_points
    wilds = worth = 0
    for kind in tables.wild_kinds:
        wilds += hand[kind]
        worth += hand[kind] * points[kind]
    smallest = tables.smallest
    need = smallest - min(wilds, tables.max_wilds_in_smallest)
    natural = 0
    filled = []
    whole = False
    for kind in tables.rank_kinds:
        count = hand[kind]
        if count >= smallest:
            whole = True
            natural += count * points[kind]
        elif count >= need:
            filled.append(count * points[kind])
    if len(filled) > wilds:
        filled.sort(reverse=True)
        del filled[wilds:]
    natural += sum(filled)
    if whole or filled:
        return natural + worth
    return worth if tables.wild_melds and wilds >= tables.wild_smallest else 0


def ways(
    tables: Tables, hand: Sequence[int], wanted: int
) -> Iterator[tuple[Shape, ...]]:
    """Yield every minimal set of groups worth at least ``wanted`` points.

    Minimal: no group can be left out and no card taken off a group without falling
    short or breaking a rule. Every opening is one of these and further lays.

    What the ranks from each place on can add lets the search leave a branch at once
    that would fall short or overshoot. Sets are searched only as they are asked for, a
    hand full of wilds has very many, all that begin with the same group at a time.

    Args:
        tables: Rules of the side.
        hand: Cards by kind.
        wanted: Fewest points.
    """
    return first_melds(tables.opens_like).sets(hand, wanted)
