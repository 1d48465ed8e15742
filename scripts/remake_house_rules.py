"""Write ``docs/house-rules.md``: what five house rules change, from matches played now.

    python scripts/remake_house_rules.py [--games 150] [--keep FOLDER]

It takes about a quarter of an hour of one core. Results are kept in the folder, so that
an interrupted run goes on; after a change of the computer players, empty it first.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from textwrap import wrap

import attrs

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handfoot import load_rules  # noqa: E402 - the checkout goes first
from handfoot.cli.values import changes_asked  # noqa: E402
from handfoot.study.comparison import (  # noqa: E402
    DIFFERENCES,
    INTERVALS,
    MINUTES,
    Comparison,
    compared,
    comparison_rows,
    study_rows,
)
from handfoot.study.many import play  # noqa: E402
from handfoot.study.table import Table  # noqa: E402

BASE = "whitnack"
SEED = "0"
_WIDTH = 88


@attrs.frozen
class HouseRule:
    """A house rule that many families play.

    Attributes:
        title: What people ask.
        settings: The settings, as ``--set`` takes them.
    """

    title: str
    settings: tuple[str, ...]


RULES = (
    HouseRule(
        "What if three clean books are needed to go out, not two?",
        ("going_out.books.clean=3",),
    ),
    HouseRule(
        "What if the hand and the foot have 11 cards each, not 13?",
        ("deal.hand=11", "deal.foot=11"),
    ),
    HouseRule("What if one takes the whole pile, not 7 cards?", ("pile.take=all",)),
    HouseRule(
        "What if a natural and a wild take the pile, not only a natural pair?",
        ("pile.needs=pair_or_wild",),
    ),
    HouseRule(
        "What if 50 points open in every round, not 50, 90, 120, 150?",
        ("opening.minimum=50",),
    ),
)


def main() -> None:
    """Play what has not been played, and write the page."""
    parser = argparse.ArgumentParser(description="Remake docs/house-rules.md.")
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--keep", type=Path, default=Path(gettempdir(), "house-rules"))
    asked = parser.parse_args()
    asked.keep.mkdir(parents=True, exist_ok=True)
    base = load_rules(BASE)
    compare = []
    for number, rule in enumerate(RULES, 1):
        changed = base.with_changes(changes_asked(base, rule.settings))
        one, other = Table(base, seed=SEED), Table(changed, seed=SEED)
        found = compared(one, other)
        pairs = zip(
            play(one, asked.games, results=asked.keep / f"{BASE}.csv"),
            play(other, asked.games, results=asked.keep / f"{number}.csv"),
            strict=True,
        )
        for pair in pairs:
            found.add(pair)
        compare.append((rule, found))
        print(rule.title, file=sys.stderr)
    text = "\n".join(_page(compare, asked.games)) + "\n"
    (ROOT / "docs" / "house-rules.md").write_text(text, encoding="utf-8")


def _page(found: list[tuple[HouseRule, Comparison]], games: int) -> Iterator[str]:
    study = found[0][1].one
    yield "# What five house rules really change"
    yield ""
    yield from wrap(
        "Made by `scripts/remake_house_rules.py`; do not edit by hand. Each rule is "
        f"the only change to [`{BASE}`](variants.md): {study.table.rules.name}, four "
        f"players in two partnerships, {games} matches with it and without it on the "
        "same shuffles. The players are handfoot's sensible computer players; people "
        "play otherwise, so trust the direction of a change before its size.",
        _WIDTH,
    )
    yield ""
    yield from wrap(f"{MINUTES} {INTERVALS} {DIFFERENCES}", _WIDTH)
    yield ""
    yield "## Without any change"
    yield ""
    yield f"    handfoot study {BASE} --games {games}"
    yield ""
    yield "| | average | 95% interval | spread of matches |"
    yield "|---|--:|--:|--:|"
    for row in study_rows(study):
        yield f"| {row.label} | {' | '.join(row.cells)} |"
    for rule, comparison in found:
        yield from _section(rule, comparison, games)


def _section(rule: HouseRule, comparison: Comparison, games: int) -> Iterator[str]:
    words = [word for setting in rule.settings for word in ("--set", setting)]
    command = shlex.join(["handfoot", "compare", BASE, *words, "--games", str(games)])
    yield ""
    yield f"## {rule.title}"
    yield ""
    yield f"    {command}"
    yield ""
    rules = [study.table.rules for study in (comparison.one, comparison.other)]
    told = " ".join(difference.sentence for difference in rules[0].diff(rules[1]))
    yield from wrap(f"The rule: {told}", _WIDTH)
    yield ""
    for sentence in comparison.sentences():
        yield f"- {sentence}"
    yield ""
    yield "| | without | with | difference | 95% interval |"
    yield "|---|--:|--:|--:|--:|"
    for row in comparison_rows(comparison):
        cells = (row.label, *row.cells)
        if row.clear:
            cells = (*cells[:-2], *(f"**{cell}**" for cell in cells[-2:]))
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
