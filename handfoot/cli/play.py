"""``handfoot play``: a game in the terminal, for people and computers."""

from __future__ import annotations

import secrets
import time
from pathlib import Path

import click

from handfoot.cli import FAILED
from handfoot.errors import HandfootError
from handfoot.rules.language.head import MOST_PLAYERS

# Python reads no longer numbers; a longer seed stays a text.
_MOST_DIGITS = 600


@click.command()
@click.argument("rules", metavar="NAME|FILE")
@click.option("--players", type=click.IntRange(2, MOST_PLAYERS), help="How many play.")
@click.option(
    "--seats",
    metavar="KINDS",
    help="Who plays each seat: you, heuristic, random or a class of your own as "
    "module.Class, with commas between them, each with a name after a colon if you "
    "like (you:Lake,heuristic).",
)
@click.option("--side-size", type=click.IntRange(1), help="Players on a side.")
@click.option("--seed", help="Seed of the shuffles; the same seed deals the same.")
@click.option("--watch", is_flag=True, help="Only computers play; you watch.")
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    default=0.0,
    metavar="SECONDS",
    help="Wait after each turn of a computer.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a record of the game here when it ends or you leave it "
    "(.json for JSON, else YAML).",
)
def play(
    *,
    rules: str,
    players: int | None,
    seats: str | None,
    side_size: int | None,
    seed: str | None,
    watch: bool,
    delay: float,
    out: Path | None,
) -> None:
    """Play a game by the rules of a shipped variant or of a YAML file.

    Type what you do as `draw`, `take 9 9 9`, `lay K K K`, `discard 4c`; `help` tells
    the rest. Lines may also come from a pipe, one action a line.
    """
    from rich.console import Console

    from handfoot.cli.look import Look
    from handfoot.cli.rulesets import wanted
    from handfoot.cli.saving import why_not_saved
    from handfoot.cli.seating import PERSON, head_count, seated
    from handfoot.cli.session import Session
    from handfoot.cli.values import find_modules_here
    from handfoot.players import STRONGEST
    from handfoot.table.game import Game

    kinds = [word for word in (seats or "").split(",") if word.strip()]
    if not kinds:
        kinds = [STRONGEST if watch else PERSON]
    people = [kind for kind in kinds if kind.strip().lower().startswith(PERSON)]
    if watch and people:
        raise click.UsageError("with --watch no seat is yours: leave out 'you'")
    if out is not None and (reason := why_not_saved(out)):
        raise click.UsageError(reason)
    ruleset = wanted(rules)
    number = _seed(seed)
    find_modules_here(kinds)
    try:
        count = head_count(ruleset, players, kinds)
        table = seated(kinds, count, number)
        names = tuple(seat.name for seat in table)
        game = Game(ruleset, names, seed=number, side_size=side_size)
    except HandfootError as error:
        raise click.UsageError(str(error)) from None
    look = Look.of(Console(highlight=False))
    if not Session(look, game, table, out=out, wait=lambda: time.sleep(delay)).run():
        raise SystemExit(FAILED)


def _seed(text: str | None) -> int | str:
    """Return the seed that was asked for, or a short one to write down."""
    if text is None:
        return secrets.randbelow(10**9)
    plain = text.isdecimal() and text.isascii() and len(text) <= _MOST_DIGITS
    number = int(text) if plain else -1
    # "007" stays a text: it is another seed than 7.
    return number if str(number) == text else text
