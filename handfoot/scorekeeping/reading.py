"""Reading score sheets: the file of an evening, row by row, each checked on its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn

import attrs

from handfoot.errors import HandfootError, RulesetError, ScoreError
from handfoot.rules.language.words import listed
from handfoot.rules.loading import load_rules, loads_rules
from handfoot.rules.reports.display import quote
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import (
    Entry,
    ListNode,
    MapNode,
    Node,
    plain,
)
from handfoot.rules.source.settings import NotReadable, read_settings
from handfoot.rules.suggest import near
from handfoot.scorekeeping.objections import Objection
from handfoot.scorekeeping.seating import split_names
from handfoot.scorekeeping.sheet import ScoreSheet
from handfoot.scorekeeping.writing import SHEET_VERSION

__all__ = ["RowData", "fill", "is_sheet", "sheet_from"]

_MARK: Final = "handfoot_score"
_KNOWN: Final = (_MARK, "rules", "digest", "sides", "dealer", "rows")
#: Of the number of a round.
_DIGITS: Final = 4
_ABOUT_ROW: Final = ("round", "side", "incomplete")


@attrs.frozen
class RowData:
    """One row of a file: what it says, and where it stands.

    Attributes:
        values: Plain data by column or key.
        line: Line of the file, from 1.
    """

    values: Mapping[str, Any]
    line: int


def is_sheet(text: str) -> bool:
    """Whether a text claims to be a score sheet."""
    return any(line.startswith(f"{_MARK}:") for line in text.splitlines())


def sheet_from(
    text: str,
    name: str,
    *,
    rules: RuleSet | None = None,
    sides: Sequence[Sequence[str]] = (),
    dealer: str | None = None,
    order: Sequence[int] | None = None,
) -> ScoreSheet:
    """Return the score sheet that a YAML text holds.

    Args:
        text: The text.
        name: What to call it in messages.
        rules: The ruleset, where the text need not say it.
        sides: The sides, where the text need not say them.
        dealer: The same for the first dealer.
        order: The rounds as the lot has them, where the ruleset draws lots.

    Raises:
        ScoreError: it is no score sheet, or holds what cannot be.
    """
    entries = _entries(text, name)
    rows = [_row(node) for node in _items(entries, "rows")]
    ruleset = rules or _rules(entries)
    said = [_side(node) for node in _items(entries, "sides")]
    first = _text(entries, "dealer") or dealer
    sheet = _begun(ruleset, said or sides or sides_in(rows), first, order, entries)
    fill(sheet, rows)
    return sheet


def sides_in(rows: Iterable[RowData]) -> list[tuple[str, ...]]:
    """Return the sides that rows name, in the order in which they come.

    A row may name one player only where another row names the partners too.
    """
    found: dict[tuple[str, ...], None] = {}
    for row in rows:
        side = row.values.get("side")
        if side is None:
            raise ScoreError("this row does not say which side it is", (), row.line)
        names = (
            tuple(map(str, side)) if isinstance(side, list) else split_names(str(side))
        )
        found[names] = None
    folded = {names: {name.casefold() for name in names} for names in found}
    return [n for n in found if not any(folded[n] < more for more in folded.values())]


def fill(sheet: ScoreSheet, rows: Iterable[RowData]) -> None:
    """Enter rows, the rounds in order whatever their order in the file.

    Raises:
        ScoreError: some rows cannot be; it tells of all of them, each with its line.
    """
    errors: list[ScoreError] = []
    ready: list[tuple[int, RowData]] = []
    for row in rows:
        try:
            ready.append((_whole(row, "round"), row))
        except ScoreError as error:
            errors.append(error)
    for number, row in sorted(ready, key=lambda pair: pair[0]):
        wrong = _entered(sheet, number, row)
        if wrong is not None:
            errors.append(wrong)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        errors.sort(key=lambda error: error.line)
        held = tuple(one for error in errors for one in error.objections)
        raise ScoreError("".join(f"\n  {error}" for error in errors), held)


def _entered(sheet: ScoreSheet, number: int, row: RowData) -> ScoreError | None:
    """Enter a row, or return why it cannot be."""
    held: tuple[Objection, ...] = ()
    try:
        which = _side_of(sheet, row)
        if sheet.outcome() is not None and number > sheet.rounds:
            return ScoreError(
                f"the match was over after round {sheet.rounds}: a row for round "
                f"{number} is too many",
                (),
                row.line,
            )
        # A second row for the same would hide the first one.
        if number <= len(sheet.rows) and sheet.row(which, number).values:
            said = f"round {number} of {sheet.names[which]} stands twice in this file"
            return ScoreError(said, (), row.line)
        values = {k: v for k, v in row.values.items() if k not in _ABOUT_ROW}
        part = bool(row.values.get("incomplete"))
        sheet.enter(which, values, round=number, complete=not part)
    except HandfootError as error:
        said = str(error)
        if isinstance(error, ScoreError):
            held = error.objections
        _step_over(sheet, number, row)
        return ScoreError(said, held, row.line)
    return None


def _step_over(sheet: ScoreSheet, number: int, row: RowData) -> None:
    """Let the rows of later rounds be looked at too, although this one is wrong."""
    with suppress(HandfootError):
        sheet.enter(_side_of(sheet, row), {}, round=number)


def _side_of(sheet: ScoreSheet, row: RowData) -> int:
    side = row.values.get("side")
    if side is None:
        raise ScoreError("this row does not say which side it is; write side: East")
    text = " and ".join(map(str, side)) if isinstance(side, list) else str(side)
    return sheet.table.side(text)


def _whole(row: RowData, name: str) -> int:
    said = row.values.get(name)
    text = str(said).strip()
    if (
        said is None
        or isinstance(said, bool)
        or not text.isdecimal()
        or len(text) > _DIGITS
    ):
        what = (
            "does not say which round it is" if said is None else f"says {name} {text}"
        )
        raise ScoreError(f"this row {what}; write {name}: 1", (), row.line)
    return int(text)


def _fail(node: Node, message: str) -> NoReturn:
    raise ScoreError(message, (), node.span.line)


def _entries(text: str, name: str) -> dict[str, Entry]:
    try:
        root = read_settings(text, name, "score sheet")
    except NotReadable as wrong:
        raise ScoreError(wrong.message) from None
    for key, entry in root.entries.items():
        if key not in _KNOWN:
            close = near(key, _KNOWN)
            hint = f"did you mean {close[0]}?" if close else f"it has {listed(_KNOWN)}"
            raise ScoreError(
                f"a score sheet has no {quote(key)}: {hint}", (), entry.key_span.line
            )
    version = root.entries.get(_MARK)
    if version is not None and plain(version.node) != SHEET_VERSION:
        _fail(
            version.node,
            f"this score sheet is of version {plain(version.node)}; version "
            f"{SHEET_VERSION} is known",
        )
    return root.entries


def _items(entries: Mapping[str, Entry], name: str) -> list[Node]:
    entry = entries.get(name)
    if entry is None:
        return []
    if not isinstance(entry.node, ListNode):
        _fail(entry.node, f"{name} is a list")
    return entry.node.items


def _text(entries: Mapping[str, Entry], name: str) -> str | None:
    entry = entries.get(name)
    if entry is None:
        return None
    value = plain(entry.node)
    if not isinstance(value, str):
        _fail(entry.node, f"{name} is a name")
    return value


def _side(node: Node) -> tuple[str, ...]:
    value = plain(node)
    names = split_names(value) if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(
        isinstance(n, str) for n in names
    ):
        _fail(node, "a side is a list of names, such as [East, West]")
    return tuple(map(str, names))


def _row(node: Node) -> RowData:
    value = plain(node)
    if not isinstance(value, dict):
        _fail(node, "a row is a map, such as {round: 1, side: East, melded: 640}")
    return RowData(value, node.span.line)


def _rules(entries: Mapping[str, Entry]) -> RuleSet:
    entry = entries.get("rules")
    if entry is None:
        raise ScoreError("the sheet does not say its rules; write rules: whitnack")
    try:
        if isinstance(entry.node, MapNode):
            # The front door reads text only; what was read once may be written anew.
            text = json.dumps(plain(entry.node), ensure_ascii=False, indent=1)
            return loads_rules(text, name="the rules of this sheet")
        return load_rules(_text(entries, "rules") or "")
    except RulesetError as error:
        _fail(entry.node, error.report.text(verdict=False))


def _begun(
    rules: RuleSet,
    sides: Sequence[Sequence[str]],
    dealer: str | None,
    order: Sequence[int] | None,
    entries: Mapping[str, Entry],
) -> ScoreSheet:
    digest = _text(entries, "digest")
    if digest is not None and digest != rules.digest:
        _fail(
            entries["digest"].node,
            f"the rules {rules.name} are not those with which this sheet was begun; "
            "take out the line of the digest to score by those of now",
        )
    if not sides:
        raise ScoreError(
            "the sheet does not say who plays; write sides: [[East, West]]"
        )
    try:
        return ScoreSheet(rules, sides, dealer=dealer, order=order)
    except HandfootError as error:
        line = entries["sides"].node.span.line if "sides" in entries else 0
        raise ScoreError(str(error), (), line) from None
