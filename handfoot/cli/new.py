"""``handfoot new``: a starter file, or a short interview that writes one."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

import click

from handfoot.cli import FAILED
from handfoot.cli.rulesets import wanted
from handfoot.cli.values import value_in
from handfoot.rules.authoring.difference import in_words
from handfoot.rules.authoring.writing import MODELINE, changes_text, flow
from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import SCOPED, written
from handfoot.rules.layers import key_at
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.ruleset import RuleSet

#: What families differ on most, in the order in which a game is explained. Each is
#: asked about, and stands in the starter file as a remark.
_ASKED: Final = (
    "players.counts",
    "deck.packs",
    "deal.hand",
    "deal.foot",
    "pile.take",
    "wilds.ratio",
    "wilds.all_wild",
    "opening.minimum",
    "going_out.books",
    "going_out.permission",
    "match.rounds",
    "match.target",
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--extends",
    metavar="NAME|./FILE",
    help="The ruleset to start from.  [default: where most shipped ones start]",
)
@click.option("--name", help="What people call the game.")
@click.option("--ask", is_flag=True, help="Ask what is different, and write only that.")
def new(file: Path, extends: str | None, name: str | None, ask: bool) -> None:
    """Write a new rule file that says only what differs from another."""
    if file.suffix.lower() not in (".yaml", ".yml"):
        named = file.with_suffix(".yaml")
        click.echo(f"a rule file ends in .yaml: handfoot new {named}", err=True)
        sys.exit(FAILED)
    if file.exists():
        click.echo(f"{file} is there already; it was left as it is", err=True)
        sys.exit(FAILED)
    if not variant_names():
        raise click.UsageError("no rulesets are installed to start from")
    if ask:
        _list_variants()
        extends = extends or click.prompt("Start from", default=_usual())
        default = file.stem.replace("-", " ").replace("_", " ").title()
        name = name or click.prompt("What do you call your game", default=default)
    extends = extends or _usual()
    name = name or file.stem.replace("-", " ").replace("_", " ").title()
    base = _base(extends, file)
    changes = _interview(base) if ask else {}
    text = changes_text(name, changes, extends=extends)
    text = f"{MODELINE}\n{text}"
    if not ask:
        text += _remarks(base)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        click.echo(f"{file}: {error.strerror or error}", err=True)
        sys.exit(FAILED)
    click.echo(f"wrote {file}; check it with: handfoot check {file}")


def _base(extends: str, file: Path) -> RuleSet:
    beside = str(file.parent / extends[2:]) if extends.startswith("./") else extends
    return wanted(beside)


def _usual() -> str:
    """Return the ruleset to start from when none is named: where most others start."""
    from handfoot.rules.loading import load_rules

    rulesets = map(load_rules, variant_names())
    bases = Counter(base for rules in rulesets for base in rules.extends)
    return max(variant_names(), key=bases.__getitem__)


def _list_variants() -> None:
    from handfoot.rules.loading import load_rules

    for name in variant_names():
        click.echo(f"  {name}: {load_rules(name).name}")


def _remarks(base: RuleSet) -> str:
    """Return the settings that families change most, as remarks to uncomment."""
    lines = [
        "",
        f"# The rules of {base.name} hold, but for what you write here. These are the",
        "# settings that families change most, as they are now: take away the # in",
        "# front of a line and change it. All settings: handfoot show, and for one of",
        "# them: handfoot explain pile.take",
    ]
    chapter = ""
    for path in _ASKED:
        group, _, name = path.partition(".")
        if group != chapter:
            chapter = group
            lines += [f"#{group}:"]
        lines += [f"#  {name}: {flow(written(base[path]))}"]
    return "\n".join(lines) + "\n"


def _interview(base: RuleSet) -> dict[str, Any]:
    click.echo("Press Enter where your game is the same.")
    changes: dict[str, Any] = {}
    for path in _ASKED:
        key = key_at(path)
        assert isinstance(key, Key)
        value = _ask(key, base, changes)
        if value is not None:
            changes[path] = value
    return changes


def _ask(key: Key, base: RuleSet, changes: dict[str, Any]) -> Any:
    """Ask about one setting until the answer is one; None where nothing changes."""
    from handfoot.errors import RulesetError

    now = base[key.path]
    form = now if isinstance(now, SCOPED) else None
    hint = f" {flow(written(now))}" if form else ""
    while True:
        question = f"{key.about.rstrip('.')} ({in_words(key, now)}){hint}"
        answer = click.prompt(question, default="", show_default=False).strip()
        if not answer:
            return None
        try:
            value = value_in(answer)
        except ValueError:
            click.echo(
                f"  please write it as in a file, for example {flow(key.example)}"
            )
            continue
        meant = _meant(key, answer) if isinstance(value, str) else None
        if meant is not None:
            value = meant
            click.echo(f"  read as {flow(value)}")
        if key.kind in ("numbers", "cards") and not isinstance(value, list | dict):
            value = [value]
        try:
            base.with_changes({**changes, key.path: value})
        except RulesetError as error:
            first = error.report.errors[0]
            if first.key != key.path:
                # It does not fit another answer or the base; the check tells more.
                return value
            click.echo(f"  {first.message} ({first.label})")
            continue
        return value


def _meant(key: Key, answer: str) -> Any:
    """Return what an answer would be mended to in a file, if it would be."""
    from handfoot.rules.loading import check_text

    chapter, _, name = key.path.rpartition(".")
    text = f"handfoot: 1\nname: Asked\n{chapter}:\n  {name}: {answer}\n"
    for problem in check_text(text)[1].errors:
        if problem.key == key.path and problem.fix is not None:
            return value_in(problem.fix.replacement)
    return None
