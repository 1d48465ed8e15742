"""``handfoot explain``: a setting, a form of a value, or a code."""

from __future__ import annotations

import sys
from textwrap import fill

import click

from handfoot.cli import PROBLEMS
from handfoot.rules.authoring.reference import FORMS, explain_code, explain_key
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.reports.codes import known_codes
from handfoot.rules.suggest import near, setting_names, where

_WIDTH = 80


@click.command()
@click.argument("what", metavar="SETTING|CODE")
def explain(what: str) -> None:
    """Explain a setting, such as pile.take, or a code, such as HF305."""
    info = known_codes().get(what.upper())
    lines = explain_code(info) if info else explain_key(what)
    if lines is None:
        _unknown(what)
        return
    for place, line in enumerate(lines):
        if place == 0:
            click.secho(line, bold=True)
        elif line.startswith(" ") or len(line) <= _WIDTH:
            click.echo(line)
        else:
            click.echo(
                fill(line, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
            )


def _unknown(what: str) -> None:
    from handfoot.rules.rulebook import language

    here, elsewhere = where(what, language())
    names = [*here, *elsewhere, *near(what, [*setting_names(), *known_codes(), *FORMS])]
    meant = [*dict.fromkeys(name for name in names if "*" not in name)][:3]
    click.echo(f'there is no setting or code called "{what}"', err=True)
    if what in variant_names():
        click.echo(f"it is a ruleset: handfoot show {what}", err=True)
    elif meant:
        click.echo(f"did you mean {', '.join(meant)}?", err=True)
    sys.exit(PROBLEMS)
