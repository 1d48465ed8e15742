"""Who leads, who has won and why, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handfoot.rules.language.words import listed

if TYPE_CHECKING:
    from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["standing_words"]


def standing_words(sheet: ScoreSheet) -> str:
    """Return how the match stands, or how it ended, in a sentence or two."""
    if not sheet.rounds:
        return "No round is finished yet."
    return _going_on(sheet) if sheet.outcome() is None else _over(sheet)


def _going_on(sheet: ScoreSheet) -> str:
    names = [sheet.names[side] for side in sheet.leaders]
    best = sheet.totals[sheet.leaders[0]]
    if len(names) > 1:
        said = f"{listed(names)} are level at {best:,}."
    else:
        said = f"{names[0]} {_verb(sheet, 'lead')} by {_margin(sheet):,}."
    rounds = sheet.standing.rule.rounds
    if rounds is not None and sheet.rounds >= rounds:
        said += f" The tie is played off in an extra round, round {sheet.round}."
    return said


def _over(sheet: ScoreSheet) -> str:
    outcome = sheet.outcome()
    assert outcome is not None
    winners = [sheet.names[side] for side in outcome.winners]
    tied = listed(sheet.names[side] for side in sheet.leaders)
    best = sheet.totals[sheet.leaders[0]]
    if not winners:
        return f"The match is over: {tied} are tied at {best:,}, so nobody wins."
    if len(winners) > 1:
        return f"The match is over: {tied} are tied at {best:,} and share the win."
    said = f"The match is over: {winners[0]} {_verb(sheet, 'win')}"
    standing = sheet.standing
    if standing.rule.out_wins and standing.out is not None:
        return f"{said} by going out."
    if len(sheet.leaders) > 1:
        why = {
            "went_out_last": "for going out in the last round",
            "first_seat": "as the first in seat order",
        }
        return f"{said} the tie at {best:,} {why.get(standing.rule.tie, '')}."
    return f"{said} with {best:,}, {_margin(sheet):,} ahead."


def _margin(sheet: ScoreSheet) -> int:
    """Return by how many points the leader is ahead."""
    best = sheet.totals[sheet.leaders[0]]
    rest = (n for side, n in enumerate(sheet.totals) if side not in sheet.leaders)
    return min(abs(best - other) for other in rest)


def _verb(sheet: ScoreSheet, verb: str) -> str:
    return f"{verb}s" if sheet.table.side_size == 1 else verb
