"""Forms that stand inside themselves, and steps that are added to no number.

No schema can say this. It is looked at in every file, so it imports little.
"""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import SCOPE_TEXT, SCOPE_WORDS, is_scoped
from handfoot.rules.layers import Layer, Setting, key_at
from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Problem, Span
from handfoot.rules.source import Entry, ListNode, MapNode, Node, Scalar, plain

__all__ = ["nesting_problems"]


def _problem(
    code: str, path: str, span: Span, message: str, label: str, *notes: tuple[str, str]
) -> Problem:
    return Problem(
        code, "error", message, key=path, span=span, label=label, notes=notes
    )


def nesting_problems(layer: Layer) -> Iterator[Problem]:
    """Find forms that stand inside themselves, and steps added to no number."""
    for path, setting in layer.settings.items():
        key = key_at(path)
        if isinstance(key, Key) and key.scopes:
            yield from _nested(path, setting, ())


def _nested(path: str, setting: Setting, above: tuple[str, ...]) -> Iterator[Problem]:
    node = setting.node
    if not isinstance(node, MapNode) or not is_scoped(node.entries):
        return
    word = next(name for name in node.entries if name in SCOPE_WORDS)
    entry = node.entries[word]
    scope = SCOPE_WORDS[word]
    if scope in above:
        yield _problem(
            "HF216",
            path,
            entry.key_span,
            f"{quote(path)} varies twice by {SCOPE_TEXT[scope]}",
            "it does so already further out",
            ("fix", "say it once"),
        )
        return
    if "then_add" in node.entries:
        yield from _step(path, node, entry)
    inner = entry.node
    parts: list[Node] = []
    if isinstance(inner, ListNode):
        parts = inner.items
    elif isinstance(inner, MapNode):
        parts = [one.node for one in inner.entries.values()]
    for part in parts:
        yield from _nested(path, Setting(part, part.span), (*above, scope))


def _step(path: str, node: MapNode, rounds: Entry) -> Iterator[Problem]:
    assert isinstance(rounds.node, ListNode)
    last = rounds.node.items[-1]
    words = [one for one in _leaves(last) if not isinstance(plain(one), int)]
    for word in words[:1]:
        yield _problem(
            "HF214",
            path,
            node.entries["then_add"].key_span,
            f"then_add of {quote(path)} has no number to add to",
            f"the last round has {quote(_text(word))}",
        )


def _leaves(node: Node) -> Iterator[Node]:
    if isinstance(node, MapNode) and is_scoped(node.entries):
        word = next(name for name in node.entries if name in SCOPE_WORDS)
        inner = node.entries[word].node
        if isinstance(inner, ListNode):
            for item in inner.items:
                yield from _leaves(item)
        elif isinstance(inner, MapNode):
            for entry in inner.entries.values():
                yield from _leaves(entry.node)
    else:
        yield node


def _text(node: Node) -> str:
    return node.written if isinstance(node, Scalar) else "a group"
