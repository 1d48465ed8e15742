"""The trees of the shipped variants, read beforehand: YAML is slow to read.

``shipped.json`` is made from the files in ``variants/``. A tree is used only while the
text of its file is the one it was made from, so a changed file is simply read.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from handfoot.rules.reports.problems import Span
from handfoot.rules.source import Entry, ListNode, MapNode, Node, Scalar, Source, parse

__all__ = ["compiled_text", "compiled_tree"]

_FILE = "shipped.json"


def compiled_tree(source: Source) -> MapNode | None:
    """Return the tree of a shipped variant, or None if its text has changed since."""
    found = _trees().get(source.name)
    if found is None or found["crc"] != _crc(source):
        return None
    root = _unpacked(found["root"], source.name)
    return root if isinstance(root, MapNode) else None


@cache
def _trees() -> dict[str, Any]:
    path = Path(__file__).with_name(_FILE)
    try:
        # The loader reads from a zip file as well.
        loader = __spec__.loader
        data = loader.get_data(str(path)) if loader else b"{}"  # type: ignore[attr-defined]  # every loader of files has it
    except OSError:
        return {}
    trees: dict[str, Any] = json.loads(data)
    return trees


def _crc(source: Source) -> int:
    return zlib.crc32(source.text.encode())


def compiled_text(sources: list[Source]) -> str:
    """Return the text of the file of trees, a line each: so changes can be merged."""
    trees = []
    for source in sources:
        root, problems = parse(source)
        assert root is not None
        assert not problems, problems
        tree = {"crc": _crc(source), "root": _packed(root)}
        said = json.dumps(tree, separators=(",", ":"), ensure_ascii=False)
        trees.append(f"{json.dumps(source.name)}:{said}")
    return "{\n" + ",\n".join(trees) + "\n}\n"


def _packed(node: Node) -> list[Any]:
    place = _place(node.span)
    match node:
        case Scalar():
            return [*place, node.value, node.written, node.quoted]
        case ListNode():
            return [*place, [_packed(item) for item in node.items]]
        case MapNode():
            entries = {
                key: [*_place(entry.key_span), _packed(entry.node)]
                for key, entry in node.entries.items()
            }
            return [*place, entries]


def _place(span: Span) -> list[int]:
    return [span.line, span.column, span.end_line, span.end_column]


def _unpacked(packed: list[Any], file: str) -> Node:
    span = Span(file, *packed[:4])
    match packed[4:]:
        case [value, written, quoted]:
            return Scalar(span, value, written, quoted)
        case [list(items)]:
            return ListNode(span, [_unpacked(item, file) for item in items])
        case [entries]:
            found = {}
            for key, entry in entries.items():
                key_span = Span(file, *entry[:4])
                found[key] = Entry(key, key_span, _unpacked(entry[4], file))
            return MapNode(span, found)
        case _:
            raise ValueError("this is no tree")
