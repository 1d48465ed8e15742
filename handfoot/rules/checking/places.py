"""Where in the files the value stands that is in force in one situation."""

from __future__ import annotations

from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import (
    BELOW,
    CASES,
    ELSE,
    Situation,
    is_scoped,
)
from handfoot.rules.layers import Merged, key_at
from handfoot.rules.reading.extends import is_file_name
from handfoot.rules.reports.problems import Span
from handfoot.rules.source import ListNode, MapNode, Node, plain

__all__ = ["place_of", "where_extended"]


def place_of(path: str, at: Situation, merged: Merged) -> Span | None:
    """Return the place of the value of ``path`` that is in force in ``at``.

    Args:
        path: A dotted key, the name of an open map, or one entry of a map of counts.
        at: The situation, which chooses the part of a value that varies.
        merged: The files.

    Returns:
        The place, or None where no file says it.
    """
    setting = merged.settings.get(path)
    if setting is not None:
        if not isinstance(key_at(path), Key):
            return setting.key_span
        return _in_force(setting.node, at).span
    above, _, name = path.rpartition(".")
    setting = merged.settings.get(above)
    if setting is None or not isinstance(key_at(above), Key):
        return None
    node = _in_force(setting.node, at)
    if isinstance(node, MapNode) and name in node.entries:
        return node.entries[name].node.span
    return node.span


def where_extended(span: Span, merged: Merged) -> Span | None:
    """Return where a file names the shipped ruleset that a place lies in.

    Args:
        span: A place in one of the files.
        merged: The files.

    Returns:
        The place of the name after ``extends``; None where ``span`` lies in a file that
        the reader can open.
    """
    level: Merged | None = merged
    while level is not None and level.chain and level.chain[0] != span.file:
        if level.extends is not None:
            named = str(plain(level.extends.node))
            if not is_file_name(named):
                return level.extends.node.span
        level = level.base
    return None


def _in_force(node: Node, at: Situation) -> Node:
    while isinstance(node, MapNode) and is_scoped(node.entries):
        found = _part(node, at)
        if found is None:
            return node
        node = found
    return node


def _part(node: MapNode, at: Situation) -> Node | None:
    entries = node.entries
    if "by_round" in entries:
        rounds = entries["by_round"].node
        grown = "then_add" in entries
        assert isinstance(rounds, ListNode)
        if at.round > len(rounds.items) and grown:
            return None
        return rounds.items[min(at.round, len(rounds.items)) - 1]
    chosen = {"by_players": str(at.players)}
    chosen |= {word: form.names[form.number(at)] for word, form in CASES.items()}
    for word, name in chosen.items():
        if word in entries:
            table = entries[word].node
            assert isinstance(table, MapNode)
            entry = table.entries.get(name) or table.entries.get(ELSE)
            return entry.node if entry else None
    if "by_score" in entries:
        return _by_score(entries["by_score"].node, at)
    return None


def _by_score(table: Node, at: Situation) -> Node | None:
    assert isinstance(table, MapNode)
    steps = sorted(int(name) for name in table.entries if name != BELOW)
    passed = [step for step in steps if step <= at.score]
    if passed:
        return table.entries[str(passed[-1])].node
    if BELOW in table.entries:
        return table.entries[BELOW].node
    return table.entries[str(steps[0])].node if steps else None
