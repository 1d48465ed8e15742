"""``handfoot diff``: how two rulesets differ, in plain words or as a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from handfoot.cli import PROBLEMS
from handfoot.cli.machine import json_option, print_json
from handfoot.cli.rulesets import wanted
from handfoot.rules.authoring.difference import (
    MISSING,
    Difference,
    changes_file,
    differences,
)
from handfoot.rules.language.scoped import written
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.ruleset import RuleSet


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--yaml", is_flag=True, help="Print a file, to save beside A, that makes B of A."
)
@click.option(
    "--exit-code", is_flag=True, help="Leave with 1 where they differ, for scripts."
)
@json_option
def diff(a: str, b: str, yaml: bool, exit_code: bool, as_json: bool) -> None:
    """Say how ruleset B differs from ruleset A; each a name or a file."""
    if yaml and as_json:
        raise click.UsageError("choose one of --json and --yaml")
    first, second = wanted(a), wanted(b)
    _show(a, first, second, yaml=yaml, as_json=as_json)
    if exit_code and differences(first, second):
        sys.exit(PROBLEMS)


def _show(
    a: str, first: RuleSet, second: RuleSet, *, yaml: bool, as_json: bool
) -> None:
    if yaml:
        base = a if a in variant_names() else f"./{Path(a).name}"
        click.echo(
            changes_file(first, second, extends=base, name=second.name), nl=False
        )
        return
    found = differences(first, second)
    if as_json:
        print_json({"a": first.name, "b": second.name, "differs": [*map(_data, found)]})
        return
    if not found:
        click.echo(f"{first.name} and {second.name} have the same rules.")
        return
    click.echo(f"{second.name}, where it differs from {first.name}:")
    chapter = ""
    for difference in found:
        own = difference.key.partition(".")[0]
        if own != chapter:
            chapter = own
            click.echo(f"\n{click.style(chapter, bold=True)}")
        click.echo(f"  {difference.sentence}")
        click.echo(click.style(f"    {difference.key}", dim=True))


def _data(one: Difference) -> dict[str, object]:
    """Return a difference; a ruleset that has no such setting has no value here."""
    values = {"a": one.a, "b": one.b}
    said = {name: written(v) for name, v in values.items() if v is not MISSING}
    return {"key": one.key, **said, "sentence": one.sentence}
