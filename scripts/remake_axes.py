"""Write ``docs/axes.md``: every question of the field, and how rulesets answer it.

Run it after a change of keys or variants: ``python scripts/remake_axes.py``. With the
name of a file it writes there instead. The questions stand in ``scripts/axes.yaml``;
settings, values and rulesets are read from the language and the shipped variants.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handfoot import RuleSet, load_rules, variant_names  # noqa: E402  # after the path
from handfoot.rules.authoring.writing import flow  # noqa: E402  # after the path
from handfoot.rules.language.keys import Key  # noqa: E402  # after the path
from handfoot.rules.language.scoped import written  # noqa: E402  # after the path
from handfoot.rules.rulebook import all_keys  # noqa: E402  # after the path

HEAD: Final = """\
# Every axis

Made by `scripts/remake_axes.py` from `scripts/axes.yaml`, the language and the shipped
rulesets; do not edit by hand.

These are the questions on which published rulesets of Hand and Foot were found to
differ. Under each stand the settings that answer it ([keys.md](keys.md) explains them),
the values that the [shipped rulesets](variants.md) give them, and what is the same for
all or cannot be said ([cannot-say.md](cannot-say.md)). A value in *italics* is the
default; where nobody is named beside it, all others have it.
"""

KEYS: Final = {key.path: key for key in all_keys() if isinstance(key, Key)}
# Long values, such as texts, are cut off.
WIDEST: Final = 70


@cache
def _rules() -> dict[str, RuleSet]:
    return {name: load_rules(name) for name in variant_names()}


def axes() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the questions by chapter."""
    text = (ROOT / "scripts" / "axes.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Sequence[Mapping[str, Any]]] = yaml.safe_load(text)
    return found


def _uses(key: Key) -> dict[str, list[str]]:
    """Return the rulesets by the value that they give to a key, other than usual."""
    pattern = re.compile(re.escape(key.path).replace(r"\*", "([a-z0-9_]+)"))
    found: dict[str, list[str]] = {}
    for name, rules in _rules().items():
        for path in rules:
            named = pattern.fullmatch(path)
            if named is None or rules[path] == key.default:
                continue
            value = _short(rules[path])
            if named.groups():
                value = f"{named[1]} {value}"
            found.setdefault(value, []).append(name)
    return found


def _short(value: Any) -> str:
    text = flow(written(value))
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."


def _setting(path: str) -> Iterator[str]:
    key = KEYS[path]
    usual = f"*`{_short(key.default)}`*"
    yield f"- `{path}`: {usual}"
    for value, names in sorted(_uses(key).items(), key=lambda use: -len(use[1])):
        yield f"  - `{value}`: {', '.join(names)}"


def _axis(axis: Mapping[str, Any], told: set[str]) -> Iterator[str]:
    yield f"### {axis['asks']}"
    yield ""
    yield f"`{axis['id']}`"
    yield ""
    for path in axis.get("settings", ()):
        if path in told:
            yield f"- `{path}`: its values stand above"
        else:
            told.add(path)
            yield from _setting(path)
    for word in ("also", "fixed"):
        if word in axis:
            yield f"- {axis[word]}"
    if "missing" in axis:
        yield f"- *Cannot be said:* {axis['missing']}."
    yield ""


def page() -> str:
    """Return the page, in Markdown."""
    lines = [HEAD]
    told: set[str] = set()
    for chapter, questions in axes().items():
        lines += [f"## {chapter}", ""]
        for axis in questions:
            lines += _axis(axis, told)
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    """Write the page."""
    chosen = sys.argv[1:]
    path = Path(chosen[0]) if chosen else ROOT / "docs" / "axes.md"
    path.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
