"""Score sheets as YAML that people can mend: one row for each side and round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from handfoot.rules.authoring.writing import flow
from handfoot.rules.loading import load_rules
from handfoot.rules.reading.shipped import variant_names

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet
    from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["SHEET_VERSION", "sheet_text"]

#: Version of the format that this library writes.
SHEET_VERSION: Final = 1


def sheet_text(sheet: ScoreSheet) -> str:
    """Return a score sheet as YAML."""
    return "".join(f"{line}\n" for line in _lines(sheet))


def _lines(sheet: ScoreSheet) -> Iterator[str]:
    yield f"handfoot_score: {SHEET_VERSION}"
    name = _shipped_name(sheet.rules)
    if name:
        yield f"rules: {flow(name)}"
    yield f"digest: {flow(sheet.rules.digest)}"
    yield "sides:"
    for players in sheet.table.sides:
        yield f"  - {flow(list(players))}"
    yield f"dealer: {flow(sheet.table.dealer_of(1))}"
    rows = [*_rows(sheet)]
    yield "rows:" if rows else "rows: []"
    for row in rows:
        yield f"  - {flow(row)}"
    if not name:
        yield "rules:"
        for line in _rules_text(sheet.rules):
            yield f"  {line}"


def _rows(sheet: ScoreSheet) -> Iterator[dict[str, Any]]:
    for number, rows in enumerate(sheet.rows, start=1):
        for side, row in enumerate(rows):
            if row.values or row.complete:
                data = {"round": number, "side": sheet.names[side], **row.plain()}
                if not row.complete:
                    data["incomplete"] = True
                yield data


def _shipped_name(rules: RuleSet) -> str:
    """Return the name of the shipped variant that a ruleset is; empty for none."""
    first = rules.made_from.chain[0] if rules.made_from.chain else ""
    return first if first in variant_names() and load_rules(first) == rules else ""


def _rules_text(rules: RuleSet) -> list[str]:
    return [
        line
        for line in rules.to_yaml().splitlines()
        if line and not line.startswith("#")
    ]
