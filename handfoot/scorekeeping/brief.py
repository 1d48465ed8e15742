"""What a table must know before a round: who deals, what opens, what changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from handfoot.play.tables import compiled
from handfoot.rules.language.phrases import amount
from handfoot.rules.language.scoped import forms_in
from handfoot.rules.language.words import listed
from handfoot.scorekeeping.seating import Seating

__all__ = ["Brief", "brief"]

_PACKETS: Final = ("hand", "knee", "foot")


@attrs.frozen
class Brief:
    """What holds in a round.

    Attributes:
        round: Number of the round, from 1.
        dealer: Who deals.
        minimums: Opening minimum of each side (points).
        more_than: Whether a side must have more than its minimum.
        alone: Whether one meld must reach the minimum alone.
        must_hold: Kinds of which the opening must hold books or melds; usually none.
        must_hold_as: Whether one or each of them, and books or melds.
        draw: Cards in a draw.
        quota: Books that each side needs to go out, by place.
        packets: Cards in hand, knee and foot; 0 for none.
        varying: The keys of these whose values differ between rounds or sides.
        first: Who plays first, where that is whoever went out in the round before.
    """

    round: int
    dealer: str
    minimums: tuple[int, ...]
    more_than: bool
    alone: bool
    must_hold: tuple[str, ...]
    must_hold_as: str
    draw: int
    quota: tuple[Mapping[str, int], ...]
    packets: tuple[int, int, int]
    varying: frozenset[str]
    first: str | None = None

    def minimum_words(self, names: Sequence[str]) -> str:
        """Return what opens, for all sides or for each."""
        more = "more than " if self.more_than else ""
        if len(set(self.minimums)) == 1:
            said = f"{more}{self.minimums[0]}"
        else:
            said = ", ".join(
                f"{name} {more}{least}"
                for name, least in zip(names, self.minimums, strict=True)
            )
        if self.alone:
            said += " in one meld"
        if self.must_hold:
            number, what = self.must_hold_as.split("_")
            joint = "and" if number == "each" else "or"
            said += f", with a {what}: {listed(self.must_hold, joint)}"
        return said

    def changing(self, names: Sequence[str]) -> Iterator[str]:
        """Yield what differs from round to round, in words, the minimum apart."""
        if self.first is not None:
            yield f"{self.first} plays first"
        if any(key.startswith("deal.") for key in self.varying):
            sizes = zip(_PACKETS, self.packets, strict=True)
            yield "deal " + listed(f"a {word} of {n}" for word, n in sizes if n)
        if "draw.cards" in self.varying:
            yield f"draw {self.draw}"
        if "going_out.books" in self.varying:
            quotas = [quota_words(quota) for quota in self.quota]
            if len(set(quotas)) == 1:
                yield f"to go out {quotas[0]}"
            else:
                each = zip(names, quotas, strict=True)
                yield "to go out " + ", ".join(f"{name} {q}" for name, q in each)


def quota_words(quota: Mapping[str, int]) -> str:
    """Return the books that are needed, in words."""
    parts = [
        amount(count, "books" if place == "any" else f"{place} books")
        for place, count in quota.items()
        if count
    ]
    return listed(parts) or "no book"


_VARYING: Final = (
    "opening.minimum",
    "draw.cards",
    "going_out.books",
    "deal.hand",
    "deal.knee",
    "deal.foot",
)


def brief(
    table: Seating, number: int, scores: Sequence[int], first: str | None = None
) -> Brief:
    """Return what holds in a round.

    Args:
        table: Who plays what.
        number: Number of the round.
        scores: Totals of the sides before it (points).
        first: Who plays first, where the round before decides that.
    """
    rules = table.rules
    tables = [compiled(rules, table.situation(number, score)) for score in scores]
    # Books are asked for when a side has opened and plays its last packet.
    then = {"opened": True, "last_packet": True, "later_turn": True}
    late = [rules.at(table.situation(number, score, **then)) for score in scores]
    book = tables[0].book
    return Brief(
        round=number,
        dealer=table.dealer_of(number),
        minimums=tuple(one.minimum for one in tables),
        more_than=book.opening.reach == "more_than",
        alone=book.opening.reached_by == "one_meld",
        must_hold=book.opening.must_hold,
        must_hold_as=book.opening.must_hold_as,
        draw=book.draw.cards,
        quota=tuple(dict(one.going_out.books) for one in late),
        packets=(book.deal.hand, book.deal.knee, book.deal.foot),
        varying=frozenset(
            key
            for key in _VARYING
            if any(form.scope in ("round", "score") for form in forms_in(rules[key]))
        ),
        first=first,
    )
