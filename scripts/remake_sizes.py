"""Write ``docs/sizes.md``: how long rulesets and chapters are, and the oddest rules.

Run it after a change of variants or chapters: ``python scripts/remake_sizes.py``. With
the name of a file it writes there instead. The odd rules stand in
``scripts/oddest.yaml``; everything else is counted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import yaml

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handfoot import variant_names  # noqa: E402  # after the path
from handfoot.rules.language.keys import Key  # noqa: E402  # after the path
from handfoot.rules.rulebook import Rulebook, all_keys  # noqa: E402  # after the path

HEAD: Final = """\
# Sizes

Made by `scripts/remake_sizes.py`; do not edit by hand.

A language is small when rulesets are short and no chapter is a list of special cases.
Counted are lines that are neither empty nor a comment.
"""
ODD: Final = """\
## The ten oddest questions

Those of the [catalogue](axes.md) that stretch a language most, each with the general
settings that take it up, and as a family would write it.
"""
RULESETS: Final = """\
## Rulesets

*Rules* leaves out what is said about a file: its name, description, sources and
readings.
"""
CHAPTERS: Final = """\
## Chapters

Keys of a chapter, lines of the module that says what may be written
(`handfoot/rules/`; with `books`, what may be said of one kind of book), and of the room
of the same name that plays it (`handfoot/play/`; with `melds`, the limits of one meld,
and with `opening`, the shapes that melds begin with).
"""
# Modules of a chapter beside the one that has its name, of its data and of its play.
BESIDE: Final = {"books": ("book_kinds",)}
BESIDE_IN_PLAY: Final = {"melds": ("meld_limits",), "opening": ("shaping",)}
# Keys of the top of a file that are no rules.
ABOUT: Final = frozenset(
    {"handfoot", "name", "description", "author", "sources", "readings"}
)


def odd_rules() -> Sequence[Mapping[str, Any]]:
    """Return the oddest questions."""
    text = (ROOT / "scripts" / "oddest.yaml").read_text(encoding="utf-8")
    found: Sequence[Mapping[str, Any]] = yaml.safe_load(text)
    return found


def lines_of(text: str) -> list[str]:
    """Return the lines of a text that are neither empty nor a comment."""
    lines = [line.rstrip() for line in text.splitlines()]
    return [line for line in lines if line and not line.lstrip().startswith("#")]


def rules_of(lines: Sequence[str]) -> list[str]:
    """Return the lines of a ruleset that are rules, ``extends`` among them."""
    found: list[str] = []
    about = False
    for line in lines:
        if not line.startswith((" ", "-")):
            about = line.partition(":")[0] in ABOUT
        if not about:
            found.append(line)
    return found


def variants() -> dict[str, tuple[str, int, int]]:
    """Return for each ruleset its base, its lines and its lines of rules."""
    found = {}
    for name in variant_names():
        text = (ROOT / "variants" / f"{name}.yaml").read_text(encoding="utf-8")
        lines = lines_of(text)
        bases = [line[9:] for line in lines if line.startswith("extends: ")]
        found[name] = ("".join(bases), len(lines), len(rules_of(lines)))
    return found


def chapters() -> dict[str, tuple[int, int, int]]:
    """Return for each chapter its keys, and its lines as data and in play."""
    keys = [key.path for key in all_keys() if isinstance(key, Key)]
    found = {}
    for field in attrs.fields(Rulebook):
        count = sum(path.startswith(f"{field.name}.") for path in keys)
        data = _lines("rules", field.name, *BESIDE.get(field.name, ()))
        play = _lines("play", field.name, *BESIDE_IN_PLAY.get(field.name, ()))
        found[field.name] = (count, data, play)
    return found


def _lines(package: str, *modules: str) -> int:
    """Return how many lines some modules have, those that there are."""
    rooms = [ROOT / "handfoot" / package / f"{name}.py" for name in modules]
    texts = [room.read_text(encoding="utf-8") for room in rooms if room.exists()]
    return sum(len(lines_of(text)) for text in texts)


def _table(head: Sequence[str], rows: Iterator[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|---|{'---:|' * (len(head) - 1)}"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"
    yield ""


def _odd() -> Iterator[str]:
    for number, rule in enumerate(odd_rules(), start=1):
        axes = ", ".join(f"`{axis}`" for axis in rule["axes"])
        yield f"### {number}. {rule['asks']}"
        yield ""
        yield f"{axes}. {rule['how']}"
        yield ""
        yield f"```yaml\n{rule['rules'].rstrip()}\n```"
        yield ""


def page() -> str:
    """Return the page, in Markdown."""
    sizes = variants()
    middle = sorted(rules for *_, rules in sizes.values())[len(sizes) // 2]
    rulesets = (
        (f"[`{name}`](../variants/{name}.yaml)", lines, rules, f"`{base}`" * bool(base))
        for name, (base, lines, rules) in sizes.items()
    )
    rooms = (
        (f"`{name}`", keys, data, play or "")
        for name, (keys, data, play) in chapters().items()
    )
    lines = [
        HEAD,
        ODD,
        *_odd(),
        RULESETS,
        f"{len(sizes)} rulesets; half of them are at most {middle} lines of rules.",
        "",
        *_table(("ruleset", "lines", "rules", "extends"), rulesets),
        CHAPTERS,
        *_table(("chapter", "keys", "data", "play"), rooms),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    """Write the page."""
    chosen = sys.argv[1:]
    path = Path(chosen[0]) if chosen else ROOT / "docs" / "sizes.md"
    path.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
