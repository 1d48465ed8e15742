"""The ``handfoot`` command: each subcommand is imported only when it is called."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final

import click

from handfoot.interrupt import leave

__all__ = ["COMMANDS", "FAILED", "PROBLEMS", "cli", "main", "use_color"]

#: Exit codes beside 0: something is wrong with the rules, and: handfoot could not do
#: its work.
PROBLEMS: Final = 1
FAILED: Final = 2

#: New objects after which Python looks for rubbish.
_RARELY: Final = 100_000

#: Where each subcommand is, with its one line of help, so that the list of commands
#: imports none of them. A command whose module is not there is not listed.
COMMANDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "check": ("handfoot.cli.check:check", "Say what is wrong with rule files."),
        "show": ("handfoot.cli.show:show", "Show every rule, and where it comes from."),
        "diff": ("handfoot.cli.diff:diff", "Say how two rulesets differ."),
        "explain": ("handfoot.cli.explain:explain", "Explain a setting or a code."),
        "new": ("handfoot.cli.new:new", "Write a new rule file."),
        "fix": ("handfoot.cli.fix:fix", "Mend what can be mended mechanically."),
        "migrate": ("handfoot.cli.migrate:migrate", "Rewrite files of old versions."),
        "list": ("handfoot.cli.list:list_", "List the shipped rulesets."),
        "schema": ("handfoot.cli.schema:schema", "Print the JSON Schema for editors."),
        "rulecard": ("handfoot.cli.rulecard:rulecard", "Print the rules in words."),
        "play": ("handfoot.cli.play:play", "Play in the terminal."),
        "simulate": ("handfoot.cli.simulate:simulate", "Play many matches."),
        "study": ("handfoot.cli.study:study", "Say what a ruleset plays like."),
        "compare": ("handfoot.cli.compare:compare", "Compare rulesets by play."),
        "replay": ("handfoot.cli.replay:replay", "Play a record again."),
        "try": ("handfoot.cli.try_:try_", "Run scenario files."),
        "ask": ("handfoot.cli.ask:ask", "Settle a quarrel about one situation."),
        "score": ("handfoot.cli.score:score", "Keep the score of a real table."),
    }
)


class _Group(click.Group):
    """The subcommands of the table above."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - of click
        return [name for name, (where, _) in COMMANDS.items() if _exists(where)]

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - of click
        cmd_name: str,
    ) -> click.Command | None:
        where = COMMANDS.get(cmd_name, ("", ""))[0]
        if not where or not _exists(where):
            return None
        module, _, name = where.partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand; click would make a Ctrl-C a failure with exit code 1."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            leave()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from handfoot.rules.suggest import near

            meant = near(args[0], self.list_commands(ctx))
            if meant:
                message = f"{error.message} Did you mean {meant[0]!r}?"
                raise click.UsageError(message, ctx) from None
            raise

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        rows = [(name, COMMANDS[name][1]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _exists(where: str) -> bool:
    return find_spec(where.partition(":")[0]) is not None


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("handfoot")
        except PackageNotFoundError:
            number = "(not installed)"
        click.echo(f"handfoot {number}")
        ctx.exit()


@click.command(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and leave.",
)
def cli() -> None:
    """Hand and Foot by your house rules: check them, show them, play them."""


def main() -> None:
    """Run the command; exit 0 when all is well, 1 on problems, 2 when it failed."""
    # Imports make many objects that stay: looking through them for rubbish again and
    # again takes a fifth of the time of a short command.
    gc.set_threshold(_RARELY, 20, 20)
    try:
        cli.main(prog_name="handfoot")
    except Exception as error:
        if os.environ.get("HANDFOOT_TRACEBACK"):
            raise
        click.echo(f"handfoot: {type(error).__name__}: {error}", err=True)
        notes = getattr(error, "__notes__", ())
        for note in notes:
            click.echo(note, err=True)
        where = "in that player or in handfoot" if notes else "in handfoot"
        click.echo(f"This is a mistake {where}, not in your rules.", err=True)
        sys.exit(FAILED)


def use_color() -> bool:
    """Whether to colour what goes to standard output."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()
