"""``handfoot migrate``: older files, rewritten in the version of today."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from handfoot.cli import FAILED, PROBLEMS, use_color
from handfoot.cli.fix import show_changes, write_whole
from handfoot.cli.rulesets import could_not_read
from handfoot.rules.language.head import LANGUAGE_VERSION
from handfoot.rules.layers import is_newer, version_of
from handfoot.rules.loading import check_text, read_rules
from handfoot.rules.reading.migrating import migrated
from handfoot.rules.source import MapNode, Source, parse


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--diff", is_flag=True, help="Show the changes; write nothing.")
def migrate(files: tuple[str, ...], diff: bool) -> None:
    """Rewrite files of an older version of the language; remarks and order stay.

    Only what the new version writes otherwise is touched.
    """
    sys.exit(max(_migrate(file, diff=diff) for file in files))


def _migrate(file: str, *, diff: bool) -> int:
    report = read_rules(file)[1]
    if could_not_read(report) or file not in report.sources:
        click.echo(report.text(color=use_color()), err=True)
        return FAILED
    source = Source(file, report.sources[file])
    root, problems = parse(source)
    version = version_of(root) if isinstance(root, MapNode) else None
    broken = any(problem.severity == "error" for problem in problems)
    if broken or version is None or version < 0 or is_newer(version):
        click.echo(report.text(color=use_color()), err=True)
        return PROBLEMS
    if version == LANGUAGE_VERSION:
        click.echo(f"{file} is written in version {version} already", err=True)
        return 0
    text = migrated(source)
    if diff:
        show_changes(file, source.text, text)
    else:
        mark = "\ufeff" if Path(file).read_bytes().startswith(b"\xef\xbb\xbf") else ""
        write_whole(Path(file), mark + text)
    verb = "would rewrite" if diff else "rewrote"
    said = f"{verb} {file}: version {version} is now {LANGUAGE_VERSION}"
    click.echo(said, err=True)
    left = check_text(text, name=file, folder=Path(file).parent)[1]
    if left.problems:
        click.echo(left.text(color=use_color()), err=True)
    return 0 if left.ok else PROBLEMS
