"""A score sheet in the terminal: the lines of a side, a round, the whole match."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from handfoot.cli.look import BLACK, DIM, Look
from handfoot.play.scoring import Sheet
from handfoot.rules.language.phrases import capital
from handfoot.scorekeeping.ending import standing_words
from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = [
    "score_data",
    "show_all",
    "show_brief",
    "show_round",
    "show_side",
    "show_standing",
]


def show_brief(look: Look, sheet: ScoreSheet, number: int) -> None:
    """Print who deals a round, what opens, and what is new in it."""
    known = sheet.brief(number)
    look.heading(f"Round {number}")
    facts = [
        f"{known.dealer} deals",
        f"to open {known.minimum_words(sheet.names)}",
        *known.changing(sheet.names),
    ]
    look.line(capital("; ".join(facts)) + ".")


def show_side(look: Look, sheet: ScoreSheet, one: Sheet) -> None:
    """Print the lines of a side's round, each with its arithmetic."""
    table = Table(box=None, pad_edge=False, header_style=BLACK)
    table.add_column(f"{sheet.names[one.side]}, round {one.round}")
    table.add_column("", style=DIM)
    table.add_column("points", justify="right", no_wrap=True)
    for line in one.lines:
        how = sheet.arithmetic(one, line)
        said = how if look.signs else how.replace("×", "x")
        table.add_row(line.label, said, f"{line.points:,}")
    table.add_row("this round", "", f"{one.points:,}", style=BLACK)
    table.add_row("total", f"{one.before:,} before", f"{one.total:,}", style=BLACK)
    look.console.print(table)


def show_round(look: Look, sheet: ScoreSheet, number: int) -> None:
    """Print the score sheets of a round."""
    for one in sheet.sheets(number):
        show_side(look, sheet, one)


def show_all(look: Look, sheet: ScoreSheet) -> None:
    """Print every round with its lines, then the totals."""

    def begun(side: int) -> bool:
        return bool(sheet.row(side).values)

    look.line((sheet.rules.name, BLACK))
    for number in range(1, sheet.rounds + 1):
        show_brief(look, sheet, number)
        show_round(look, sheet, number)
    if sheet.round is not None and any(map(begun, range(len(sheet.names)))):
        show_brief(look, sheet, sheet.round)
        for side in filter(begun, range(len(sheet.names))):
            show_side(look, sheet, sheet.sheet_so_far(side))
    show_standing(look, sheet)


def show_standing(look: Look, sheet: ScoreSheet) -> None:
    """Print the totals after each round, who leads, and how the match ended."""
    if sheet.rounds:
        look.heading("Totals")
        table = Table(box=None, pad_edge=False, header_style=BLACK)
        table.add_column("after round")
        for name in sheet.names:
            table.add_column(name, justify="right")
        for number in range(1, sheet.rounds + 1):
            sheets = sheet.sheets(number)
            table.add_row(str(number), *(f"{one.total:,}" for one in sheets))
        look.console.print(table)
    look.line(standing_words(sheet))
    if sheet.surplus:
        last = sheet.rounds + sheet.surplus
        look.line(
            f"The match was over after round {sheet.rounds}; what is entered up to "
            f"round {last} does not count."
        )


def score_data(sheet: ScoreSheet) -> dict[str, Any]:
    """Return every scored round with its lines, the totals and what looks wrong."""
    outcome = sheet.outcome()
    return {
        "rules": sheet.rules.name,
        "digest": sheet.rules.digest,
        "sides": list(sheet.names),
        "rounds": [
            [_side_data(one) for one in sheet.sheets(number)]
            for number in range(1, sheet.rounds + 1)
        ],
        "totals": list(sheet.totals),
        "is_over": outcome is not None,
        "winners": None if outcome is None else list(outcome.winners),
        "objections": [str(one) for one in sheet.objections()],
    }


def _side_data(one: Sheet) -> dict[str, Any]:
    return {
        "side": one.side,
        "lines": [
            {
                "label": line.label,
                "key": line.key,
                "count": line.count,
                "points": line.points,
            }
            for line in one.lines
        ],
        "before": one.before,
        "points": one.points,
        "total": one.total,
    }
