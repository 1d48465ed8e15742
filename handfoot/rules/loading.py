"""The one front door: from a text to a ruleset, or to everything wrong with it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from handfoot.errors import RulesetError
from handfoot.rules.authoring.writing import changes_text
from handfoot.rules.reading.extends import Link, identity_of, shipped_note
from handfoot.rules.reading.resolving import Reading, shipped_rules
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.reports.problems import Problem, Report
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import SourceRefused, read_source, source_from_text

__all__ = [
    "changed_rules",
    "check_rules",
    "check_text",
    "load_rules",
    "loads_rules",
    "read_rules",
]

_SUFFIXES = (".yaml", ".yml")


def load_rules(name_or_path: str | os.PathLike[str]) -> RuleSet:
    """Return a shipped variant by its name, or the ruleset of a file.

    Args:
        name_or_path: A name of :func:`variant_names`, or the path of a YAML file.

    Raises:
        RulesetError: The rules cannot be played; its report says everything why.
    """
    if isinstance(name_or_path, str) and not _looks_like_path(name_or_path):
        if name_or_path in variant_names():
            return shipped_rules(name_or_path)
        if not Path(name_or_path).is_file():
            raise RulesetError(Report((_no_such_variant(name_or_path),)))
    rules, report = read_rules(name_or_path)
    if rules is None:
        raise RulesetError(report)
    return rules


def loads_rules(
    text: str, *, name: str = "<text>", folder: str | os.PathLike[str] | None = None
) -> RuleSet:
    """Return the ruleset that a text describes.

    Args:
        text: The text of a YAML file.
        name: What to call it in messages.
        folder: Where the files are that it may extend; none unless said.

    Raises:
        RulesetError: The rules cannot be played; its report says everything why.
    """
    rules, report = check_text(text, name=name, folder=folder)
    if rules is None:
        raise RulesetError(report)
    return rules


def check_rules(path: str | os.PathLike[str]) -> Report:
    """Return everything that is wrong or odd about a file; never raises for it."""
    return read_rules(path)[1]


def read_rules(path: str | os.PathLike[str]) -> tuple[RuleSet | None, Report]:
    """Return the ruleset of a file, if it has no errors, and the report."""
    name = os.fspath(path)
    reading = Reading()
    try:
        source = read_source(path)
    except SourceRefused as refused:
        reading.refuse(refused, name)
        return None, reading.report()
    place = Path(path)
    link = Link(name, place.parent, identity_of(place))
    return reading.rules(source, link)


def check_text(
    text: str, *, name: str = "<text>", folder: str | os.PathLike[str] | None = None
) -> tuple[RuleSet | None, Report]:
    """Return the ruleset of a text, if it has no errors, and the report."""
    reading = Reading()
    try:
        source = source_from_text(text, name)
    except SourceRefused as refused:
        reading.refuse(refused, name)
        return None, reading.report()
    return reading.rules(source, Link(name, None if folder is None else Path(folder)))


def changed_rules(rules: RuleSet, changes: Mapping[str, Any]) -> RuleSet:
    """Return a ruleset with some values changed; see ``RuleSet.with_changes``."""
    reading = Reading()
    named = dict(changes)
    name = named.pop("name", rules.name)
    text = changes_text(name, named)
    made = None
    try:
        made = reading.changed(rules, source_from_text(text, "<changes>"))
    except SourceRefused as refused:
        reading.refuse(refused, "<changes>")
    if made is None:
        raise RulesetError(reading.report())
    return made


def _looks_like_path(text: str) -> bool:
    return text.endswith(_SUFFIXES) or "/" in text or os.sep in text


def _no_such_variant(name: str) -> Problem:
    from handfoot.rules.reports.display import quote
    from handfoot.rules.suggest import near

    meant = near(name, variant_names())
    notes: tuple[tuple[str, str], ...] = (
        shipped_note(),
        ("from a file", "give its path, for example house.yaml"),
    )
    if meant:
        notes = (("fix", f"did you mean {meant[0]}?"), *notes)
    return Problem(
        "HF401",
        "error",
        f"there is no ruleset called {quote(name)}",
        notes=notes,
        suggestions=tuple(meant[:3]),
    )
