"""What a ruleset changes in the one that it extends."""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.rulecard.card import Section, Table
from handfoot.rulecard.sections import WRITTEN, book_sentence, written_line
from handfoot.rulecard.telling import Telling
from handfoot.rules.language.phrases import capital
from handfoot.rules.language.words import books_named
from handfoot.rules.layers import Merged, layer_of
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import MapNode, parse, source_from_text
from handfoot.rules.unsaid import followed

_KINDS = "books.kinds."
_NO_RULE = "No such rule."
_BARE = "{value}"


def base_of(rules: RuleSet) -> RuleSet | None:
    """Return the ruleset that this one extends, or ``None`` when it extends none."""
    base = rules.made_from.base
    if base is None or not base.chain:
        return None
    values = {**base.values, **followed(base)}
    return RuleSet(_name(base), values, {}, extends=base.chain[1:], made_from=base)


def _name(merged: Merged) -> str:
    """Return what the nearest of some files calls its game."""
    name = merged.chain[0]
    text = merged.sources.get(name)
    if text is None:
        return name
    source = source_from_text(text, name)
    root, _ = parse(source)
    found = layer_of(source, root).text("name") if isinstance(root, MapNode) else None
    return found or name


def differing(telling: Telling) -> Section | None:
    """Return the box of differences, or ``None`` when there is nothing to compare."""
    base = base_of(telling.rules)
    if base is None:
        return None
    own = Telling.of(base, None, None).seatings
    common = tuple(seating for seating in telling.seatings if seating in own)
    before = Telling(base, common or own)
    rows = tuple(_rows(before, telling))
    if not rows:
        return None
    table = Table("Old and new, rule by rule", (base.name, telling.rules.name), rows)
    return Section(f"What differs from {base.name}", (table,))


def _rows(before: Telling, after: Telling) -> Iterator[tuple[str, str]]:
    told = set()
    for path in dict.fromkeys([*before.rules, *after.rules]):
        if _value(before, path) == _value(after, path):
            continue
        if path.startswith(_KINDS):
            name = path.split(".")[2]
            if name not in told:
                told.add(name)
                yield _book(before, name), _book(after, name)
            continue
        row = _said(before, path), _said(after, path)
        if row[0] != row[1]:
            yield row


def _value(telling: Telling, path: str) -> object:
    return telling.rules.values.get(path)


def _said(telling: Telling, path: str) -> str:
    """Return the sentence of a key, or its value where it has no sentence."""
    key = telling.key(path)
    if key is None:
        return _NO_RULE
    told = telling.say(path)
    if path.startswith(WRITTEN):
        return f"{written_line(path)}, written in: {told}."
    if key.says == _BARE:
        # A bare number, as card values are told in a table.
        return f"{capital(key.about.rstrip('.'))}: {told}."
    return told or _NO_RULE


def _book(telling: Telling, name: str) -> str:
    names = {p.split(".")[2] for p in telling.rules if p.startswith(_KINDS)}
    if name not in names or telling.is_silent(f"{_KINDS}{name}"):
        return f"There is no {books_named(name)}."
    return book_sentence(telling, name)
