"""A match as rows of a table, one for each side and round, and rows as a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from handfoot.study.matches import MatchResult, RoundResult
from handfoot.study.table import Table

__all__ = ["COLUMNS", "Row", "columns_of", "result_of", "rows_of"]

Row = Mapping[str, Any]

#: What each column holds; the finished books of each kind follow (``books_clean``).
COLUMNS: Final[Mapping[str, type]] = {
    "ruleset": str,
    "digest": str,
    "seats": int,
    "sides": int,
    "game": int,
    "seed": str,
    "rounds": int,
    "actions": int,
    "round": int,
    "side": int,
    "players": str,
    "first": bool,
    "turns": int,
    "ended": str,
    "out": bool,
    "opened": bool,
    "last_packet": int,
    "points": int,
    "total": int,
    "leads": bool,
    "won": bool,
}
_BOOKS: Final = "books_"
_BETWEEN: Final = "+"


def columns_of(table: Table) -> dict[str, type]:
    """Return the columns of a table's results with what each holds."""
    return {**COLUMNS, **{_BOOKS + kind: int for kind in table.book_kinds}}


def rows_of(table: Table, number: int, result: MatchResult) -> Iterator[dict[str, Any]]:
    """Yield the rows of match ``number``: one for each round and, in it, each side."""
    kinds = [name for name in columns_of(table) if name.startswith(_BOOKS)]
    totals = [0] * result.sides
    for place, one in enumerate(result.rounds, 1):
        for side in range(result.sides):
            totals[side] += one.points[side]
            yield {
                "ruleset": table.rules.name,
                "digest": table.rules.digest,
                "seats": result.seats,
                "sides": result.sides,
                "game": number,
                "seed": result.seed,
                "rounds": len(result.rounds),
                "actions": result.actions,
                "round": place,
                "side": side,
                "players": _BETWEEN.join(result.players[side :: result.sides]),
                "first": one.first == side,
                "turns": one.turns,
                "ended": one.reason,
                "out": one.out == side,
                "opened": one.opened[side],
                "last_packet": one.last_packet[side],
                "points": one.points[side],
                "total": totals[side],
                "leads": side in one.leaders,
                "won": side in result.winners,
            } | {kind: one.books[side].get(kind[len(_BOOKS) :], 0) for kind in kinds}


def result_of(rows: list[Row]) -> MatchResult:
    """Return the match that rows tell of."""
    first = rows[0]
    sides: int = first["sides"]
    rounds = [list(found) for _, found in groupby(rows, itemgetter("round"))]
    last = rounds[-1]
    seated = [row["players"].split(_BETWEEN) for row in last]
    return MatchResult(
        seed=first["seed"],
        seats=first["seats"],
        sides=sides,
        players=tuple(
            seated[seat % sides][seat // sides] for seat in range(first["seats"])
        ),
        winners=_those(last, "won"),
        scores=tuple(row["total"] for row in last),
        rounds=tuple(map(_round_of, rounds)),
        actions=first["actions"],
    )


def _round_of(rows: list[Row]) -> RoundResult:
    out = _those(rows, "out")
    return RoundResult(
        first=_those(rows, "first")[0],
        reason=rows[0]["ended"],
        out=out[0] if out else None,
        turns=rows[0]["turns"],
        points=tuple(row["points"] for row in rows),
        opened=tuple(row["opened"] for row in rows),
        books=tuple(
            {
                name[len(_BOOKS) :]: count
                for name, count in row.items()
                if name.startswith(_BOOKS) and count
            }
            for row in rows
        ),
        last_packet=tuple(row["last_packet"] for row in rows),
        leaders=_those(rows, "leads"),
    )


def _those(rows: Iterable[Row], column: str) -> tuple[int, ...]:
    return tuple(row["side"] for row in rows if row[column])
