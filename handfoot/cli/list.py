"""``handfoot list``: the rulesets that come with the library."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from handfoot.cli.machine import json_option, print_json
from handfoot.rules.language.head import MOST_PLAYERS
from handfoot.rules.loading import load_rules
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.ruleset import RuleSet


@click.command(name="list")
@click.option(
    "--players",
    type=click.IntRange(2, MOST_PLAYERS),
    help="Only rulesets for this many players.",
)
@click.option(
    "--search",
    metavar="WORDS",
    default="",
    help="Only rulesets that have all these words in name, description or source.",
)
@json_option
def list_(*, players: int | None, search: str, as_json: bool) -> None:
    """List the shipped rulesets, with their names and descriptions."""
    found = [*_matching(players, search.casefold().split())]
    if not found:
        click.echo("No shipped ruleset is like that.", err=True)
        sys.exit(1)
    if as_json:
        print_json([_data(name, rules) for name, rules in found])
        return
    width = max(len(name) for name, _ in found)
    for name, rules in found:
        _show(name, rules, width)


def _matching(
    players: int | None, words: Sequence[str]
) -> Iterator[tuple[str, RuleSet]]:
    for name in variant_names():
        rules = load_rules(name)
        if players is not None and players not in rules["players.counts"]:
            continue
        text = " ".join((name, rules.name, _about(rules), *rules.about["sources"]))
        if all(word in text.casefold() for word in words):
            yield name, rules


def _data(name: str, rules: RuleSet) -> dict[str, object]:
    return {
        "id": name,
        "name": rules.name,
        "description": _about(rules),
        "players": list(rules["players.counts"]),
        "sources": list(rules.about["sources"]),
        "digest": rules.digest,
    }


def _about(rules: RuleSet) -> str:
    return " ".join(str(rules.about.get("description", "")).split())


def _show(name: str, rules: RuleSet, width: int) -> None:
    from textwrap import fill

    click.echo(f"{name:<{width}}  {rules.name}")
    indent = " " * (width + 2)
    about = _about(rules)
    if about:
        click.echo(fill(about, 80, initial_indent=indent, subsequent_indent=indent))
