"""``handfoot show``: the rules in force, each with where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from handfoot.cli.machine import json_option, print_json
from handfoot.cli.rulesets import wanted
from handfoot.rules.authoring.writing import flow, ruleset_text
from handfoot.rules.language.scoped import written
from handfoot.rules.layers import NO_BASE
from handfoot.rules.unsaid import followed

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet


@click.command()
@click.argument("name", metavar="NAME|FILE|-")
@click.option("--origin", is_flag=True, help="Say where each comes from.")
@click.option("--changes", is_flag=True, help="Only what differs.")
@json_option
@click.option("--yaml", is_flag=True, help="As a rule file; so it is shown anyway.")
def show(name: str, origin: bool, changes: bool, as_json: bool, yaml: bool) -> None:
    """Show every rule of a ruleset.

    The plain form is a rule file itself, in which every setting is said.
    """
    if origin + changes + as_json + yaml > 1:
        raise click.UsageError(
            "choose one of --origin, --changes, --json and --yaml; "
            "what differs as a rule file is handfoot diff --yaml"
        )
    rules = wanted(name)
    if as_json:
        print_json(_data(rules))
    elif changes:
        for line in _changes(rules):
            click.echo(line)
    elif origin:
        click.echo(ruleset_text(rules, note=lambda key: _origin(rules, key)), nl=False)
    else:
        click.echo(rules.to_yaml(), nl=False)


def _data(rules: RuleSet) -> dict[str, object]:
    return {
        "name": rules.name,
        "digest": rules.digest,
        "extends": list(rules.extends),
        **rules.about,
        "values": {key: written(value) for key, value in rules.items()},
        "origins": {key: str(rules.origin(key)) for key in rules},
    }


def _base(rules: RuleSet) -> tuple[str, dict[str, object]]:
    """Return what the ruleset starts from: its base, or the defaults."""
    base = rules.made_from.base
    if base is None or not base.chain:
        return "the defaults", dict(NO_BASE.values)
    return base.chain[0], {**base.values, **followed(base)}


def _origin(rules: RuleSet, key: str) -> str:
    origin = rules.origin(key)
    if origin.kind == "default":
        return "default"
    name, before = _base(rules)
    nearest = rules.made_from.chain[0]
    if origin.file != nearest or key not in before or before[key] == rules[key]:
        return str(origin)
    return f"{origin} ({name}: {flow(written(before[key]))})"


def _changes(rules: RuleSet) -> list[str]:
    name, before = _base(rules)
    lines = [f"# {rules.name}: what differs from {name}"]
    for key, value in rules.items():
        if key not in before:
            lines.append(f"{key}: {flow(written(value))}  # {rules.origin(key)}, new")
        elif before[key] != value:
            was = flow(written(before[key]))
            lines.append(
                f"{key}: {flow(written(value))}  # {rules.origin(key)}, was {was}"
            )
    gone = {key.rpartition(".")[0] for key in before if key not in rules.values}
    lines += [f"# removed: {group}" for group in sorted(gone)]
    return lines
