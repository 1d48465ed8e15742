"""What commands print for programs: one option, and JSON as all of them write it."""

from __future__ import annotations

import json
from typing import Any

import click

__all__ = ["json_option", "print_json"]


#: The option of every command that prints something programs want as well.
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print it for programs."
)


def print_json(data: Any) -> None:
    """Print plain data: maps, lists, texts, numbers, switches and nothing."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
