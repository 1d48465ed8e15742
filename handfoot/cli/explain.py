"""``handfoot explain``: a setting, a form of a value, or a code."""

from __future__ import annotations

import sys
from textwrap import fill

import attrs
import click

from handfoot.cli import PROBLEMS
from handfoot.cli.machine import json_option, print_json
from handfoot.play.refusal_codes import REFUSAL_CODES
from handfoot.play.refusals import CORE_KEYS
from handfoot.rules.authoring.reference import (
    FORMS,
    about_key,
    explain_code,
    explain_key,
)
from handfoot.rules.books import STANDARD_KINDS
from handfoot.rules.language.words import listed
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.reports.codes import known_codes
from handfoot.rules.suggest import near, normal, setting_names, where
from handfoot.table.problem_codes import PROBLEM_CODES

_WIDTH = 80


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="SETTING|CODE")
@json_option
def explain(words: tuple[str, ...], as_json: bool) -> None:
    """Explain a setting, such as pile.take, or a code, such as HF305.

    Codes are those of problems in rule files (HF305) and in scenarios (SC105), and of
    refusals at the table (opening_short).
    """
    what = " ".join(words)
    lines = _lines(what)
    if lines is None:
        _unknown(what)
        return
    if as_json:
        print_json(_data(what))
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


def _lines(what: str) -> list[str] | None:
    """Return the explanation of a problem, a refusal or a setting."""
    info = known_codes().get(what.upper()) or PROBLEM_CODES.get(what.upper())
    if info is not None:
        return explain_code(info)
    refusal = REFUSAL_CODES.get(what.lower())
    if refusal is not None:
        return [
            f"{what.lower()}: a refusal by {listed(refusal.keys, 'or')}",
            "",
            refusal.meaning,
            *(f"handfoot explain {key} says the rest." for key in refusal.keys[:1]),
        ]
    if what.lower() in CORE_KEYS:
        return [
            f"{what.lower()}: the same under every ruleset",
            "",
            CORE_KEYS[what.lower()],
        ]
    return explain_key(what)


def _data(what: str) -> dict[str, object]:
    """Return what is explained, by what it is."""
    info = known_codes().get(what.upper()) or PROBLEM_CODES.get(what.upper())
    if info is not None:
        return {"kind": "problem", **attrs.asdict(info)}
    code = what.lower()
    if code in REFUSAL_CODES:
        refusal = REFUSAL_CODES[code]
        keys = list(refusal.keys)
        return {
            "kind": "refusal",
            "code": code,
            "keys": keys,
            "meaning": refusal.meaning,
        }
    if code in CORE_KEYS:
        return {"kind": "core", "key": code, "meaning": CORE_KEYS[code]}
    if what in FORMS:
        example, meaning = FORMS[what]
        return {"kind": "form", "form": what, "example": example, "meaning": meaning}
    return about_key(what)


def _unknown(what: str) -> None:
    from handfoot.rules.rulebook import language

    here, elsewhere = where(what, language())
    known = [*setting_names(), *known_codes(), *FORMS]
    known += [*PROBLEM_CODES, *REFUSAL_CODES, *CORE_KEYS]
    names = [*here, *elsewhere, *near(what, known)]
    meant = [*dict.fromkeys(name for name in names if "*" not in name)][:3]
    if not meant:
        # What each kind of book has is shown of one that is there from the start.
        own = f".{normal(what)}"
        paths = (name for name in setting_names() if name.endswith(own))
        meant = [path.replace("*", next(iter(STANDARD_KINDS))) for path in paths]
    click.echo(f'there is no setting or code called "{what}"', err=True)
    if what in variant_names():
        click.echo(f"it is a ruleset: handfoot show {what}", err=True)
    elif meant:
        click.echo(f"did you mean {', '.join(meant)}?", err=True)
    sys.exit(PROBLEMS)
