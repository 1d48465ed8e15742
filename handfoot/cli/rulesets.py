"""Rulesets named on the command line: a shipped variant, a file, or ``-``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from handfoot.cli import FAILED, PROBLEMS, use_color
from handfoot.rules.reports.problems import Report
from handfoot.rules.ruleset import RuleSet

__all__ = ["could_not_read", "files_in", "read", "records_in", "wanted"]

STDIN: Final = "-"
_SUFFIXES: Final = (".yaml", ".yml")
# They lie beside the rules that they try.
_SCENARIOS: Final = (".scenario.yaml", ".scenario.yml")
#: Bytes in which a file tells what it is.
_BEGINNING: Final = 4096
#: Problems of the file itself: nothing was checked at all.
_UNREADABLE: Final = frozenset({"HF001", "HF002", "HF003", "HF007", "HF401", "HF999"})


def read(name: str) -> tuple[RuleSet | None, Report]:
    """Read a ruleset named on the command line.

    Args:
        name: The path of a file, the name of a shipped variant, or ``-``.

    Returns:
        The ruleset, if it has no errors, and the report.
    """
    from handfoot.errors import RulesetError
    from handfoot.rules import loading

    if name == STDIN:
        return _from_stdin()
    if Path(name).exists() or name.endswith(_SUFFIXES) or os.sep in name:
        return loading.read_rules(name)
    try:
        rules = loading.load_rules(name)
    except RulesetError as error:
        return None, error.report
    return rules, Report((), (name,))


def _from_stdin() -> tuple[RuleSet | None, Report]:
    from handfoot.rules.loading import check_text
    from handfoot.rules.source import MAX_BYTES, SourceRefused, source_from_bytes

    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        source = source_from_bytes(data, STDIN)
    except SourceRefused as refused:
        shown = {STDIN: refused.source.text} if refused.source else {}
        return None, Report((refused.problem,), (STDIN,), shown)
    return check_text(source.text, name=STDIN, folder=Path())


def wanted(name: str) -> RuleSet:
    """Return a ruleset, or print what is wrong with it and leave."""
    rules, report = read(name)
    if rules is None:
        click.echo(report.text(color=use_color()), err=True, color=use_color())
        sys.exit(FAILED if could_not_read(report) else PROBLEMS)
    return rules


def could_not_read(report: Report) -> bool:
    """Whether a file could not be looked at, so that nothing is known of it."""
    return any(one.code in _UNREADABLE and not one.span for one in report.problems)


def files_in(folder: Path) -> Iterator[str]:
    """Yield the rule files in a folder and below it; hidden ones are left out.

    So are records, score sheets and scenarios, which lie beside them.
    """
    for path in _all_in(folder, _SUFFIXES):
        if not path.endswith(_SCENARIOS) and _sort_of_file(path) is None:
            yield path


def records_in(folder: Path) -> Iterator[str]:
    """Yield the records of games in a folder and below it, YAML and JSON."""
    for path in _all_in(folder, (*_SUFFIXES, ".json")):
        if _sort_of_file(path) == "handfoot_record":
            yield path


def _all_in(folder: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(suffixes) and not name.startswith("."):
                yield str(Path(place, name))


def _sort_of_file(path: str) -> str | None:
    """Return what a file is that is no ruleset: its first setting, if it tells."""
    from handfoot.rules.source.foreign import begins_as

    try:
        # What is no ordinary file might never end; reading it says what it is.
        if not Path(path).is_file():
            return None
        with Path(path).open("rb") as file:
            return begins_as(file.read(_BEGINNING))
    except OSError:
        return None
