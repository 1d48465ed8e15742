"""Beginning a match: who plays, and who deals first."""

from __future__ import annotations

from handfoot.cli.look import BLACK, Look
from handfoot.cli.prompt import LineReader
from handfoot.errors import HandfootError
from handfoot.rules.language.words import listed
from handfoot.rules.ruleset import RuleSet
from handfoot.scorekeeping.seating import split_names
from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["begun"]

_LEAVE = ("quit", "exit", "q")


def begun(
    look: Look,
    reader: LineReader,
    rules: RuleSet,
    sides: list[tuple[str, ...]],
    dealer: str | None,
) -> ScoreSheet | None:
    """Return a new score sheet; what is not said is asked for, ``None`` to leave.

    Raises:
        HandfootError: the table that is said cannot be.
    """
    if sides:
        return ScoreSheet(rules, sides, dealer=dealer)
    look.line((rules.name, BLACK))
    sheet = _seated(look, reader, rules)
    while sheet is not None and dealer is None:
        usual = sheet.table.dealer_of(1)
        said = reader.read(f"Who deals first? [{usual}]: ")
        if said is None or said.casefold() in _LEAVE:
            return None
        try:
            return ScoreSheet(rules, sheet.table.sides, dealer=said or usual)
        except HandfootError as error:
            look.line(("No: ", BLACK), str(error))
    if sheet is None:
        return None
    return ScoreSheet(rules, sheet.table.sides, dealer=dealer)


def _seated(look: Look, reader: LineReader, rules: RuleSet) -> ScoreSheet | None:
    counts = listed(rules["players.counts"], "or")
    alone = all(rules.side_size(count) == 1 for count in rules["players.counts"])
    example = "Ann / Bo / Cy" if alone else "Rose, June / You, Hank"
    how = "a slash between players" if alone else "partners with a comma, then a slash"
    look.line(f"Who plays? {counts} players; {how}, as in: {example}")
    while True:
        said = reader.read("Players: ")
        if said is None or said.casefold() in _LEAVE:
            return None
        try:
            return ScoreSheet(rules, [split_names(side) for side in said.split("/")])
        except HandfootError as error:
            look.line(("No: ", BLACK), str(error))
