"""Why a meld may not begin as it would, or grow past the size of a book."""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.play.books import counted, nature, overfilled
from handfoot.play.placing import Placed, rank_name
from handfoot.play.refusals import Refusal
from handfoot.play.state import WILD_RANK
from handfoot.play.tables import Tables
from handfoot.play.wilds import at_most_wilds

_OVERFULL = {
    "closed": ("book_closed", "A finished book of {rank} takes no further card."),
    "naturals": (
        "wild_on_book",
        "Only naturals may be added to a finished book of {rank}.",
    ),
    "same_kind": (
        "wild_on_book",
        "Cards added to a finished book of {rank} must leave it of its kind.",
    ),
    "completed_exactly": (
        "book_overfilled",
        "The play that completes a book of {rank} stops at its size.",
    ),
}


def overfull(
    tables: Tables,
    rank: int,
    before: tuple[int, int],
    added: tuple[int, int],
    *,
    elsewhere: bool = True,
) -> Iterator[Refusal]:
    """Yield why a meld may not grow past the size of a book.

    Args:
        tables: Rules of the side.
        rank: Rank of the meld.
        before: Naturals and wilds that count there; zeros for a new meld.
        added: Naturals and wilds that would be added.
        elsewhere: Whether they could go elsewhere.
    """
    policy = overfilled(tables, rank, before, added)
    if policy is None:
        return
    code, said = _OVERFULL[policy]
    key = "books.completed_exactly"
    if policy != "completed_exactly":
        key = _after_key(tables, rank, before, added)
    size, count = tables.size, sum(before) + sum(added)
    apart = (
        elsewhere and sum(before) < size and count >= tables.apart and rank <= WILD_RANK
    )
    advice = " They may begin another meld instead: new." if apart else ""
    yield Refusal(
        code,
        key,
        f"{said.format(rank=rank_name(rank))} A book is {size} cards; this meld would "
        f"have {count}.{advice}",
        wanted=size,
        found=count,
    )


def _after_key(
    tables: Tables, rank: int, before: tuple[int, int], added: tuple[int, int]
) -> str:
    """Return the key that says what goes onto a book: that of its kind, or of all."""
    finished = sum(before) >= tables.size
    book = before if finished else counted(tables, rank, before, added)
    name = tables.book_name[rank][nature(*book)]
    if name is None or tables.book.books.kinds[name].after == "as_all":
        return "books.after"
    return f"books.kinds.{name}.after"


def closed_since(
    tables: Tables, rank: int, there: tuple[int, int], more: int
) -> Iterator[Refusal]:
    """Yield the refusal of a book that took its last card in an earlier turn.

    Args:
        tables: Rules of the side.
        rank: Rank of the book.
        there: Its naturals and wilds.
        more: Cards that would be added.
    """
    code, said = _OVERFULL["closed"]
    yield Refusal(
        code,
        _after_key(tables, rank, there, (0, 0)),
        f"{said.format(rank=rank_name(rank))} It took cards until the turn ended "
        f"in which it was finished.",
        wanted=tables.size,
        found=sum(there) + more,
    )


def too_many_in_turn(limit: int, added: int) -> Iterator[Refusal]:
    """Yield a refusal when a meld takes more wilds in a turn than it may."""
    if added > limit:
        yield Refusal(
            "wilds_in_turn",
            "wilds.per_turn",
            f"In one turn {at_most_wilds(limit)} may go onto the same meld.",
            wanted=limit,
            found=added,
        )


def start_limits(tables: Tables, group: Placed) -> Iterator[Refusal]:
    """Yield the limits that a meld breaks by the way it begins."""
    rule = tables.book
    if group.naturals:
        most = rule.wilds.start_most
        if most is not None and group.wilds > most:
            yield Refusal(
                "wilds_at_start",
                "wilds.start_most",
                f"A new meld begins with {at_most_wilds(most)}.",
                wanted=most,
                found=group.wilds,
            )
        if rule.wilds.per_turn is not None:
            yield from too_many_in_turn(rule.wilds.per_turn, group.wilds)
    points = sum(tables.points[card.kind] for card in group.cards)
    if points < rule.melds.floor:
        yield Refusal(
            "meld_too_cheap",
            "melds.floor",
            f"Each new meld must be worth {rule.melds.floor}; this one of "
            f"{rank_name(group.rank)} is worth {points}.",
            wanted=rule.melds.floor,
            found=points,
        )
