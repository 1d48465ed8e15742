"""Write the index of the shipped rulesets, ``docs/variants.md``.

Run it after a change of the variants: ``python scripts/remake_variants.py``. With the
name of a file it writes there instead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handfoot import RuleSet, load_rules, variant_names  # noqa: E402 - the checkout goes first
from handfoot.rules.language.scoped import (  # noqa: E402 - as above
    ABSENT,
    ByCase,
    ByPlayers,
    ByRound,
    ByScore,
    PerPlayer,
    Situation,
)

HEAD = """\
# The shipped rulesets

Made from `variants/*.yaml` by `scripts/remake_variants.py`; do not edit by hand.
`handfoot list` tells the same in a terminal, `handfoot show NAME` every rule of one,
`handfoot rulecard NAME` makes a card to print.

A list such as 50, 90, 120 is by round. *n* is the number of players, C, D and W are
clean, dirty and wild books. What a source leaves open is marked as our reading in the
file; the table shows the rules as they are played here.

"""

COLUMNS = (
    "ruleset",
    "players",
    "packs",
    "packets",
    "draw, pile",
    "books",
    "opening",
    "out",
    "length",
    "source",
)

PICKUPS = {
    "natural_pair": "a pair",
    "pair_or_wild": "a pair or one and a wild",
    "pair_or_wilds": "a pair or wilds",
    "natural_shown": "one shown and a use of it",
    "top_card_used": "a use of it",
    "nothing": "nothing",
}
LETTERS = {"clean": "C", "dirty": "D", "wild": "W", "any": " of any kind"}
# From so many on, equal values or head counts in a row are told as a run.
LONG = 3


def words(value: Any) -> str:
    """Return a value as the table has it, one that varies too."""
    match value:
        case None:
            return "none"
        case ByRound():
            more = f", then {value.then_add} more each" if value.then_add else ""
            return _by_round(value.values) + more
        case PerPlayer():
            times = "n" if value.per_player == 1 else f"{value.per_player}n"
            return f"{times} + {value.plus}" if value.plus else times
        case ByScore():
            parts = [f"{words(part)} from {low:,}" for low, part in value.steps]
            below = [] if value.below is ABSENT else [words(value.below)]
            return ", ".join([*below, *parts])
        case ByPlayers():
            parts = [f"{words(part)} for {n}" for n, part in value.values.items()]
            rest = [] if value.otherwise is ABSENT else [words(value.otherwise)]
            return "; ".join([*parts, *(f"else {part}" for part in rest)])
        case ByCase():
            return " or ".join(map(words, value.values))
        case Mapping():
            kinds = [(kind, n) for kind, n in value.items() if n]
            return " ".join(f"{n}{_kind(kind)}" for kind, n in kinds) or "none"
        case int():
            return f"{value:,}"
        case str():
            return value
        case _:
            raise TypeError(f"the table has no words for {value!r}")


def _by_round(values: Sequence[Any]) -> str:
    """Return a value for each round; long runs of one value are told as such."""
    runs: list[tuple[str, int, int]] = []
    for number, value in enumerate(map(words, values), start=1):
        if runs and runs[-1][0] == value:
            runs[-1] = (value, runs[-1][1], number)
        else:
            runs.append((value, number, number))
    if all(last - first < LONG - 1 for _, first, last in runs):
        return ", ".join(map(words, values))
    return ", ".join(
        value if first == last else f"{value} (rounds {first}–{last})"
        for value, first, last in runs
    )


def _kind(name: str) -> str:
    return LETTERS.get(name, f" {name.replace('_', ' ')}")


def _runs(counts: Sequence[int]) -> str:
    if len(counts) >= LONG and [*counts] == [*range(counts[0], counts[-1] + 1)]:
        return f"{counts[0]}–{counts[-1]}"
    return ", ".join(map(str, counts))


def _packs(rules: RuleSet) -> str:
    """Return the packs for each head count."""
    value = rules["deck.packs"]
    if not isinstance(value, ByPlayers):
        return words(value)
    groups: dict[int, list[int]] = {}
    for players in rules["players.counts"]:
        at = Situation(players, rules.side_size(players))
        groups.setdefault(rules.at(at).deck.packs, []).append(players)
    if len(groups) == 1:
        return words(next(iter(groups)))
    return "; ".join(f"{packs} for {_runs(n)}" for packs, n in groups.items())


def _players(rules: RuleSet) -> str:
    counts = rules["players.counts"]
    sizes = sorted({size for n in counts for size in rules.side_sizes(n)})
    sides = [size for size in sizes if size > 1]
    how = ["alone"] if 1 in sizes else []
    if sides:
        how.append(f"sides of {_runs(sides)}")
    return f"{_runs(counts)}; {' or '.join(how)}"


def _packets(rules: RuleSet) -> str:
    sizes = [words(rules[f"deal.{name}"]) for name in ("hand", "knee", "foot")]
    used = [size for size in sizes if size != "0"]
    if len(used) == 1:
        return used[0]
    return " + ".join(f"({size})" if set(",;") & {*size} else size for size in used)


def _pile(rules: RuleSet) -> str:
    draw = f"draw {words(rules['draw.cards'])}; "
    if rules["pile.may_be_taken"] is False:
        return f"{draw}never taken"
    take, needs = rules["pile.take"], rules["pile.needs"]
    what = "any part" if take == "dig" else words(take)
    how = PICKUPS[needs] if isinstance(needs, str) else words(needs)
    return f"{draw}{what} for {how}"


def _books(rules: RuleSet) -> str:
    names = (p.split(".")[2] for p in rules if p.startswith("books.kinds."))
    kinds = dict.fromkeys(names)
    found = []
    for kind in kinds:
        bonus = rules[f"books.kinds.{kind}.bonus"]
        if kind == "wild" and rules["wilds.all_wild"] is False:
            continue
        found.append(f"{LETTERS.get(kind, kind.replace('_', ' '))} {words(bonus)}")
    return ", ".join(found)


def _length(rules: RuleSet) -> str:
    rounds, target = rules["match.rounds"], rules["match.target"]
    parts = [] if rounds is None else [f"{words(rounds)} rounds"]
    return " or ".join(parts if target is None else [*parts, f"to {words(target)}"])


def _row(name: str) -> str:
    rules = load_rules(name)
    books = words(rules["going_out.books"])
    cells = (
        f"[`{name}`](../variants/{name}.yaml)",
        _players(rules),
        _packs(rules),
        _packets(rules),
        _pile(rules),
        _books(rules),
        words(rules["opening.minimum"]),
        f"{books}; +{words(rules['going_out.bonus'])}",
        _length(rules),
        rules.about["sources"][0],
    )
    return _line(cells)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _told() -> Iterator[str]:
    yield "\n## In a sentence or two\n\n"
    for name in variant_names():
        rules = load_rules(name)
        about = " ".join(str(rules.about["description"]).split())
        yield f"- **`{name}`**, {rules.name}. {about}\n"
        if rules.extends:
            yield f"  Builds on `{rules.extends[0]}`.\n"
        for source in rules.about["sources"][1:]:
            yield f"  Also: {source}.\n"


def main() -> None:
    """Write the index."""
    chosen = sys.argv[1:]
    path = Path(chosen[0]) if chosen else ROOT / "docs" / "variants.md"
    table = [_line(COLUMNS), "|---" * len(COLUMNS) + "|\n"]
    table += map(_row, variant_names())
    text = HEAD + "".join([*table, *_told()])
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
