"""Values of settings typed at the command line, written as in a rule file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet

__all__ = ["changes_asked", "find_modules_here", "value_in"]


def find_modules_here(kinds: Iterable[str]) -> None:
    """Let players of one's own, ``module.Class``, be found in the current folder.

    After all else, so that no file there stands in for a module of Python.
    """
    here = str(Path.cwd())
    if here not in sys.path and any("." in kind for kind in kinds):
        sys.path.append(here)


def value_in(text: str) -> Any:
    """Return the value that ``text`` stands for in a file.

    Raises:
        ValueError: It is no value; the message says why.
    """
    from handfoot.rules.source import parse, plain, source_from_text

    tree, problems = parse(source_from_text(f"value: {text}\n", "<value>"))
    if problems or tree is None:
        raise ValueError(problems[0].message if problems else "it is no value")
    data = plain(tree)
    if not isinstance(data, dict) or set(data) != {"value"}:
        raise ValueError("it is more than one value")
    return data["value"]


def changes_asked(rules: RuleSet, settings: Iterable[str]) -> dict[str, Any]:
    """Return the changes to a ruleset that ``KEY=VALUE`` texts ask for.

    One of several counts may be set alone, as in ``going_out.books.clean=3``; in a
    file, where one sees them all, they are given together.
    """
    changes: dict[str, Any] = {}
    for setting in settings:
        key, sign, text = (part.strip() for part in setting.partition("="))
        if not key or not sign or not text:
            raise click.UsageError(
                f"--set takes KEY=VALUE, such as pile.take=5, not {setting!r}"
            )
        try:
            value = value_in(text)
        except ValueError as error:
            raise click.UsageError(f"--set {setting}: {error}") from None
        whole, _, part = key.rpartition(".")
        counts = changes.get(whole, rules.values.get(whole))
        if isinstance(counts, Mapping):
            key, value = whole, {**counts, part: value}
        changes[key] = value
    return changes
