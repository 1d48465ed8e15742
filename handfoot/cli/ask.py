"""``handfoot ask``: may this be done, why not, and who plays otherwise."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import attrs
import click

from handfoot.cli import FAILED, PROBLEMS, use_color
from handfoot.cli.machine import json_option, print_json
from handfoot.cli.rulesets import STDIN, wanted
from handfoot.errors import HandfootError, NotationError
from handfoot.rulings.question import Partner, Question
from handfoot.table.setting_up import PERMISSIONS

if TYPE_CHECKING:
    from handfoot.rulings.ruling import Ruling


class _Ask(click.Command):
    """A command whose play is not torn by an option: cards need quotes there."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = {
            name: param
            for param in self.params
            if isinstance(param, click.Option)
            for name in (*param.opts, *param.secondary_opts)
        }
        words = begun = 0
        last = ""
        rest = iter(args)
        for word in rest:
            if word in options:
                last, begun = word, words
                if not options[word].is_flag:
                    next(rest, None)
            elif not word.startswith("--"):
                words += 1
                # The ruleset and the play have begun, so this belongs to an option.
                if begun >= len(("RULES", "PLAY")):
                    raise click.UsageError(
                        f"put quotes around cards after {last}, such as "
                        f"--hand '9 9 A', and write the play in one piece",
                        ctx,
                    )
        return super().parse_args(ctx, args)


@click.command(cls=_Ask)
@click.argument("rules", metavar="NAME|FILE")
@click.argument("play", nargs=-1, metavar="[PLAY]")
@click.option(
    "--hand", metavar="CARDS", help="Your cards: '9 9 A 2'; '9 9 ...' and others."
)
@click.option(
    "--pile", metavar="CARDS", help="The pile, top card last: 'K 9'; '... 9' on others."
)
@click.option("--down", is_flag=True, help="Your side has opened (laid its minimum).")
@click.option("--melds", metavar="GROUPS", help="Your side's melds: 'K K K, 9 9 9 2'.")
@click.option("--their-melds", metavar="GROUPS", help="Melds of the next side.")
@click.option(
    "--round", "round_", type=click.IntRange(1), metavar="N", help="Round; 1."
)
@click.option("--score", type=int, metavar="POINTS", help="Your side's total; 0.")
@click.option(
    "--in-foot", is_flag=True, help="You play from your foot (the last packet)."
)
@click.option("--first-turn", is_flag=True, help="It is your first turn of the round.")
@click.option(
    "--has-taken", is_flag=True, help="You have taken the pile in this round."
)
@click.option("--foot", metavar="CARDS", help="The foot you have yet to pick up.")
@click.option(
    "--partner",
    type=click.Choice(get_args(Partner)),
    help="Where your partner plays from; played: the foot, for a turn already. A foot "
    "that partners share is reached by both once one has taken it up.",
)
@click.option(
    "--permission",
    type=click.Choice(PERMISSIONS),
    help="What your partner said this turn about going out.",
)
@click.option("--stock", metavar="CARDS", help="The stock, the next card last.")
@click.option(
    "--players",
    "seats",
    type=click.IntRange(1),
    metavar="N",
    help="Head count; the ruleset's usual table.",
)
@click.option(
    "--side-size", type=click.IntRange(1), metavar="N", help="Players on a side."
)
@click.option(
    "--first",
    multiple=True,
    metavar="PLAY",
    help="What you do before it; may be repeated.",
)
@click.option(
    "--from",
    "file",
    metavar="FILE",
    help="Read the question as YAML; - is standard input.",
)
@click.option(
    "--others/--no-others", default=True, help="How the shipped rulesets decide, too."
)
@json_option
def ask(
    rules: str,
    play: tuple[str, ...],
    file: str | None,
    others: bool,
    as_json: bool,
    **settings: Any,
) -> None:
    """May this be done? Settle a quarrel about one situation.

    PLAY is what somebody wants to do: take 9 9 9 (the pile), lay K K K, lay 2 on K,
    discard 4, ask (the partner), draw. To go out is the play with which your last card
    leaves. Commas stand between groups: lay K K K, Q Q 2. Without a play you are asked
    a few things.

    \b
    handfoot ask whitnack take 9 9 9 --hand '9 9 A A 2 4' --pile '... 9' --round 2
    handfoot ask ours.yaml lay 9 9 2 2 --down
    handfoot ask ours.yaml discard 4 --hand 4 --in-foot --melds 'K K K K K K K'

    The answer: legal or not, every rule that refuses it with its line in the file, what
    would be legal, and how the shipped rulesets decide.

    Exit code 0: legal; 1: not legal; 2: it could not be decided.
    """  # noqa: D301  # for click a line of \\b keeps the lines below it apart
    from handfoot.rulings.ruling import ask as ask_rules

    known = wanted(rules)
    try:
        question = _question(play, file, settings)
        ruling = ask_rules(known, question, others=others)
    except HandfootError as error:
        click.echo(f"handfoot: {error}", err=True)
        if isinstance(error, NotationError):
            card = f"handfoot rulecard {rules}"
            click.echo(
                f"the deal and the score stand on the rule card: {card}", err=True
            )
        sys.exit(FAILED)
    _show(ruling, as_json=as_json)
    sys.exit(0 if ruling.legal else PROBLEMS)


def _question(
    play: tuple[str, ...], file: str | None, settings: dict[str, Any]
) -> Question:
    """Return the question of the options, of a file, or of a few prompts.

    Raises:
        HandfootError: it cannot be read, with what is wrong.
    """
    given = {
        name.removesuffix("_"): value
        for name, value in settings.items()
        if value not in (None, False, ())
    }
    if file is not None and (play or given):
        raise click.UsageError("--from FILE says the whole question: give nothing else")
    if play:
        return Question(tries=" ".join(play), **given)
    if given:
        raise click.UsageError("say what is tried: take 9 9 9, lay K K K, discard 4")
    if file is None and sys.stdin.isatty():
        return _asked()
    if file in (None, STDIN):
        text = sys.stdin.read()
        if not text.strip():
            raise click.UsageError("say what is tried: take 9 9 9, lay K K K ...")
        return Question.loads(text, name=STDIN)
    assert file is not None
    return Question.loads(_text_of(Path(file)), name=file)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise HandfootError(f"{path}: it is not saved as UTF-8") from None
    except OSError as error:
        raise HandfootError(f"{path}: {error.strerror or error}") from None


# -- prompts --------------------------------------------------------------------------


def _asked() -> Question:
    """Ask for the situation, one thing after the other."""
    click.echo("Write cards 9 9 K 2 JK, those of runs 7h 8h 9h; ... means: and others.")
    click.echo("Press Enter where it does not matter.\n")
    question: Question | None = None
    while question is None:
        text = click.prompt("What is tried (take 9 9 9, lay K K K, discard 4)")
        question = _tried(tries=text)
    question = _next(question, "hand", "Your cards")
    if str(question.tries).startswith(("take", "dig")):
        question = _next(question, "pile", "The pile, top card last (... 9)")
        while question.pile is None:
            click.echo("  its top card decides, so it is needed")
            question = _next(question, "pile", "The pile, top card last (... 9)")
    question = _next(question, "melds", "Your side's melds (K K K, 9 9 9 2)")
    given: dict[str, Any] = {"in_foot": click.confirm("Do you play from your foot?")}
    if given["in_foot"]:
        places = click.Choice(get_args(Partner))
        words = "Your partner plays from; played: the foot, for a turn already"
        given["partner"] = click.prompt(words, type=places, default="hand")
    if not question.melds:
        given["down"] = click.confirm("Is your side down?")
    given["round"] = click.prompt("Round", type=click.IntRange(1), default=1)
    click.echo()
    return attrs.evolve(question, **given)


def _next(question: Question, name: str, words: str) -> Question:
    """Return the question with one more setting, asked for until it can be read."""
    while True:
        text = click.prompt(words, default="", show_default=False)
        if not text:
            return question
        changed = _tried(question, **{name: text})
        if changed is not None:
            return changed


def _tried(question: Question | None = None, **given: Any) -> Question | None:
    try:
        if question is None:
            return Question(**given)
        return attrs.evolve(question, **given)
    except HandfootError as error:
        click.echo(f"  {error}")
        return None


# -- the answer -----------------------------------------------------------------------


def _show(ruling: Ruling, *, as_json: bool) -> None:
    if as_json:
        print_json(ruling.to_dict())
        return
    from handfoot.rulings.telling import told

    for line in told(ruling):
        click.echo(_coloured(line), color=use_color())


def _coloured(line: str) -> str:
    for words, color in ((": NOT LEGAL.", "red"), (": LEGAL.", "green")):
        if line.endswith(words):
            return click.style(line, fg=color, bold=True)
    return line
