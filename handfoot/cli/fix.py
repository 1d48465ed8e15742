"""``handfoot fix``: the mechanical mends, written into the file."""

from __future__ import annotations

import difflib
import os
import sys
from pathlib import Path

import click

from handfoot.cli import FAILED, PROBLEMS, use_color
from handfoot.cli.rulesets import could_not_read
from handfoot.rules.authoring.mending import mend
from handfoot.rules.loading import check_text, read_rules
from handfoot.rules.reports.problems import Report


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--diff", is_flag=True, help="Show the changes; write nothing.")
def fix(files: tuple[str, ...], diff: bool) -> None:
    """Mend what can be mended mechanically; remarks and layout stay.

    A mend is kept only when checking the mended text shows that it helped.
    """
    code = 0
    for file in files:
        code = max(code, _fix(file, diff=diff))
    sys.exit(code)


def _fix(file: str, *, diff: bool) -> int:
    report = read_rules(file)[1]
    if could_not_read(report) or file not in report.sources:
        click.echo(report.text(color=use_color()), err=True)
        return FAILED
    text = Path(file).read_bytes().decode("utf-8")

    def check(changed: str) -> Report:
        return check_text(changed, name=file, folder=Path(file).parent)[1]

    mended = mend(text, file, check)
    if diff:
        show_changes(file, text, mended.text)
    elif mended.text != text:
        write_whole(Path(file), mended.text)
    for problem in mended.done:
        line = problem.span.line if problem.span else 1
        verb = "would mend" if diff else "mended"
        click.echo(f"{verb} {file}:{line}: {problem.message}", err=True)
    left = check(mended.text)
    if left.problems:
        click.echo(left.text(color=use_color()), err=True)
    elif not mended.done:
        click.echo(f"nothing to mend in {file}", err=True)
    return 0 if left.ok else PROBLEMS


def show_changes(file: str, before: str, after: str) -> None:
    """Print what differs between a file's text before and after."""
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), file, f"{file} (changed)", lineterm=""
    )
    for line in lines:
        click.echo(line)


def write_whole(path: Path, text: str) -> None:
    """Put the whole new file in place at once, so that a crash loses nothing."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(text.encode("utf-8"))
    beside.chmod(path.stat().st_mode & 0o777)
    beside.replace(path)
