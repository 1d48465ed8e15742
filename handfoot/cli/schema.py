"""``handfoot schema``: the JSON Schema of rule files, for editors."""

from __future__ import annotations

import click

from handfoot.rules.checking.schema import schema_text


@click.command()
@click.option("--resolved", is_flag=True, help="The form in which every key is said.")
def schema(resolved: bool) -> None:
    """Print the JSON Schema for editors.

    Save it beside your rule files as ruleset.schema.json; their first line then lets
    an editor complete and explain every setting.
    """
    click.echo(schema_text(resolved=resolved), nl=False)
