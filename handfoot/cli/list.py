"""``handfoot list``: the rulesets that come with the library."""

from __future__ import annotations

import click

from handfoot.rules.loading import load_rules
from handfoot.rules.shipped import variant_names


@click.command(name="list")
def list_() -> None:
    """List the shipped rulesets, with their names and descriptions."""
    from textwrap import fill

    width = max((len(name) for name in variant_names()), default=0)
    for name in variant_names():
        rules = load_rules(name)
        click.echo(f"{name:<{width}}  {rules.name}")
        indent = " " * (width + 2)
        about = rules.about.get("description", "")
        if about:
            text = " ".join(str(about).split())
            click.echo(fill(text, 80, initial_indent=indent, subsequent_indent=indent))
