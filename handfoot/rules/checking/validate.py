"""Names, types and ranges of one file, checked by the schema, said in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from handfoot.rules.books import STANDARD_KINDS
from handfoot.rules.checking.explain import explain, wrong_size
from handfoot.rules.checking.forms import form_problem, mixed_forms, wrong_form_name
from handfoot.rules.checking.schema import validator
from handfoot.rules.checking.wanted import Wanted, wanted_at
from handfoot.rules.language.head import HEAD, LANGUAGE_VERSION
from handfoot.rules.language.keys import Section
from handfoot.rules.layers import Layer, data_of
from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Fix, Problem, Span
from handfoot.rules.source import (
    MAX_PROBLEMS,
    Entry,
    ListNode,
    MapNode,
    Node,
    Scalar,
    plain,
)
from handfoot.rules.suggest import normal, where

__all__ = ["SAID", "allowed_problems", "newer_version", "schema_problems"]

_Path = Sequence[str | int]


def newer_version(root: MapNode) -> Problem:
    """Say that a file was written for a later library."""
    entry = root.entries["handfoot"]
    assert isinstance(entry.node, Scalar)
    return Problem(
        "HF217",
        "error",
        f"this file is written in version {entry.node.value} of the language",
        key="handfoot",
        span=entry.node.span,
        label=f"this handfoot reads version {LANGUAGE_VERSION}",
        notes=(("fix", "use a later handfoot; nothing else was checked"),),
    )


def schema_problems(root: MapNode, known: Sequence[Problem]) -> Iterator[Problem]:
    """Find every wrong name, type and range of a file.

    Args:
        root: The tree of the file.
        known: What reading it found already; the same place is not reported twice. A
            warning there comes back as an error: what it warns of is the mistake.
    """
    places = {_start(one.span): one for one in known if one.span is not None}
    # An empty value is marked at its name.
    keys = {problem.key for problem in known if problem.severity == "error"}
    found: dict[tuple[int, int], Problem] = {}
    missing: list[Problem] = []
    for problem in _all_said(root):
        assert problem.span is not None
        if problem.code == "HF206":
            missing.append(problem)
        elif problem.key not in keys:
            said = places.get(_start(problem.span))
            if said is None:
                found.setdefault(_start(problem.span), problem)
            elif said.severity == "warning":
                raised = attrs.evolve(said, severity="error")
                found.setdefault(_start(problem.span), raised)
        if len(found) >= MAX_PROBLEMS:
            break
    meant = {word for problem in found.values() for word in problem.suggestions}
    yield from found.values()
    # A misspelt name is not also reported as missing.
    yield from (problem for problem in missing if problem.key not in meant)


def _all_said(root: MapNode) -> Iterator[Problem]:
    for error in validator().iter_errors(data_of(root)):
        path: _Path = list(error.absolute_path)
        node = _node_at(root, path)
        if isinstance(node, Scalar) and not node.written and not node.quoted:
            continue  # That nothing is written here was said when it was read.
        yield from _said(error, path, node)


def _start(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _node_at(root: Node, path: _Path) -> Node:
    for step in path:
        if isinstance(root, MapNode):
            root = root.entries[str(step)].node
        else:
            assert isinstance(root, ListNode)
            root = root.items[int(step)]
    return root


def _said(error: Any, path: _Path, node: Node) -> Iterator[Problem]:
    wanted = wanted_at(path)
    if "propertyNames" in error.absolute_schema_path:
        assert isinstance(node, MapNode)
        mixed = "dependencies" in error.absolute_schema_path
        entry = node.entries[error.instance]
        yield mixed_forms(wanted, node) if mixed else _wrong_name(wanted, entry)
        return
    yield from SAID[error.validator](error, wanted, node)


def _unknown(error: Any, wanted: Wanted, node: Node) -> Iterator[Problem]:
    assert isinstance(node, MapNode)
    if wanted.key is not None:
        yield form_problem(wanted, node)
        return
    assert wanted.group is not None
    moved: set[str] = set()
    for name, entry in node.entries.items():
        if name in error.schema["properties"]:
            continue
        problem = _unknown_name(wanted.group, node, entry)
        chapter = problem.fix.replacement.partition(":")[0] if problem.fix else ""
        if chapter in moved:
            # A group is made once; what else belongs there is the next mend.
            problem = attrs.evolve(problem, fix=None)
        moved.add(chapter)
        yield problem


def _unknown_name(group: Section, node: MapNode, entry: Entry) -> Problem:
    here, elsewhere = where(entry.key, group)
    number = _number_of(entry.node)
    if number is not None:
        # A number that a setting cannot have was not meant for it, however alike.
        # Its sign is: what costs points may be written with or without one.
        here = [
            name
            for name in here
            if _takes(group.path, name, number) or _takes(group.path, name, -number)
        ]
        elsewhere = [
            path
            for path in elsewhere
            if path == entry.key
            or _takes("", path, number)
            or _takes("", path, -number)
        ]
        # First what takes the number as it is written, and what only costs before
        # what may also pay.
        here.sort(key=lambda name: _unlike(group.path, name, number))
        elsewhere.sort(key=lambda path: _unlike("", path, number))
    free = [name for name in here if name.split(".")[0] not in node.entries]
    here = free or here
    inside = f" in {quote(group.path)}" if group.path else ""
    notes: list[tuple[str, str]] = []
    fix = None
    label = "no setting has this name"
    if here:
        label = f'did you mean "{here[0]}"?'
        switch = isinstance(entry.node, Scalar) and isinstance(entry.node.value, bool)
        fits = number is None or _takes(group.path, here[0], number)
        fits = fits and (not switch or _takes(group.path, here[0], True))
        if "." not in here[0] and free and fits:
            notes.append(("fix", f"rename it to {here[0]}"))
            fix = Fix(entry.key_span, here[0])
    elif group.path in _OF_KIND and entry.key in STANDARD_KINDS:
        label = "this is a kind of book"
        notes.append(("fix", _OF_KIND[group.path].format(entry.key)))
    elif elsewhere:
        label = f'did you mean "{elsewhere[0]}"?'
        if elsewhere[0] == entry.key:
            label = "a setting stands inside its group"
        fix = _moved(group, node, entry, elsewhere[0])
        notes.append(("fix", _belongs(elsewhere[0], entry.node if fix else None)))
    elif group.path:
        notes.append((f"in {group.path}", ", ".join(group.members)))
    else:
        notes.append(("chapters", ", ".join(group.members)))
    meant = (here or elsewhere)[:3]
    if meant:
        full = meant[0] if not (here and group.path) else f"{group.path}.{meant[0]}"
        notes.append(("more", f"handfoot explain {full}"))
    return Problem(
        "HF201",
        "error",
        f"there is no setting called {quote(entry.key)}{inside}",
        key=f"{group.path}.{entry.key}" if group.path else entry.key,
        span=entry.key_span,
        label=label,
        notes=tuple(notes),
        suggestions=tuple(meant),
        fix=fix,
    )


#: Where what is said of a kind of book goes, by the chapter in which people write it.
_OF_KIND: Final[Mapping[str, str]] = {
    "books": "points of a book: books: {{kinds: {{{0}: {{bonus: ...}}}}}}",
    "going_out": "books needed: going_out: {{books: {{{0}: ...}}}}",
}


def _number_of(node: Node) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _unlike(group: str, name: str, number: int) -> tuple[bool, bool]:
    """Return how little a number is like those of a setting, for sorting."""
    either = number < 0 and _takes(group, name, -number)
    return not _takes(group, name, number), either


def _takes(group: str, name: str, value: object) -> bool:
    """Whether a setting of a group may have a value, as far as that is seen alone."""
    path = f"{group}.{name}" if group else name
    wanted = wanted_at(path.split("."))
    if wanted.group is not None or wanted.kind in ("table", "counts", "names"):
        return not isinstance(value, bool)
    return wanted.accepts(value)


def _moved(group: Section, node: MapNode, entry: Entry, path: str) -> Fix | None:
    """Return the mend that puts a setting of the top into a group of its own.

    Only where the group is not there yet, and the value is one that it takes.
    """
    chapter, _, name = path.partition(".")
    value = entry.node
    if group.path or not name or "." in name or chapter in node.entries:
        return None
    if not isinstance(value, Scalar) or value.span.line != entry.key_span.line:
        return None
    if not wanted_at((chapter, name)).accepts(value.value):
        return None
    start, end = entry.key_span, value.span
    span = Span(start.file, start.line, start.column, end.end_line, end.end_column)
    return Fix(span, f"{chapter}: {{{name}: {value.written}}}")


def _belongs(path: str, value: Node | None) -> str:
    chapter, _, name = path.rpartition(".")
    if not chapter:
        return f"{name} stands at the top of the file"
    first, *inner = chapter.split(".")
    said = f"{{{name}: {value.written if isinstance(value, Scalar) else '...'}}}"
    for group in reversed(inner):
        said = f"{{{group}: {said}}}"
    return f"it belongs under {chapter}, as {first}: {said}"


def _wrong_name(wanted: Wanted, entry: Entry) -> Problem:
    if wanted.kind == "table":
        return wrong_form_name(wanted, entry)
    better = normal(entry.key)
    fits = better.isidentifier() and better.isascii() and better != entry.key
    fits = fits and wanted.key is not HEAD["readings"]
    return Problem(
        "HF218",
        "error",
        f"{quote(entry.key)} cannot be a name in {quote(wanted.name)}",
        key=wanted.name,
        span=entry.key_span,
        label="this name is not possible",
        notes=(
            *((("fix", f"write {better}"),) if fits else ()),
            ("names", "small letters, digits and _, beginning with a letter"),
        ),
        suggestions=(better,) if fits else (),
        fix=Fix(entry.key_span, better) if fits else None,
    )


def _missing(error: Any, wanted: Wanted, node: Node) -> Iterator[Problem]:
    assert isinstance(node, MapNode)
    if wanted.key is not None:
        yield form_problem(wanted, node)
        return
    first = next(iter(node.entries.values()), None)
    span = node.span if first is None else first.key_span
    for name in error.validator_value:
        if name in node.entries:
            continue
        example = HEAD[name].example if name in HEAD else "..."
        start = Span(span.file, span.line, span.column, span.line, span.column)
        insert = name == "handfoot" and span.column == 1
        yield Problem(
            "HF206",
            "error",
            f"the setting {quote(name)} is missing",
            key=name,
            span=span,
            label="not said above or below this line",
            notes=(("fix", f"add a line: {name}: {example}"),),
            fix=Fix(start, f"{name}: {example}\n") if insert else None,
        )


def allowed_problems(layer: Layer) -> Iterator[Problem]:
    """Find codes in ``allow_warnings`` that are none of warnings."""
    allowed = layer.texts("allow_warnings")
    if not allowed:
        return
    from handfoot.rules.reports.codes import known_codes
    from handfoot.rules.reports.codes_coherence import WARNINGS

    for setting in allowed:
        code = str(plain(setting.node))
        if code in WARNINGS:
            continue
        known = code in known_codes()
        yield Problem(
            "HF204",
            "error",
            f"{quote(code)} is not the code of a warning",
            key="allow_warnings",
            span=setting.node.span,
            label="this is an error" if known else "there is no such code",
            notes=(("warnings", ", ".join(sorted(WARNINGS))),),
        )


def _value(error: Any, wanted: Wanted, node: Node) -> Iterator[Problem]:
    yield explain(wanted, node)


def _size(error: Any, wanted: Wanted, node: Node) -> Iterator[Problem]:
    if wanted.form and wanted.kind in ("rounds", "table"):
        yield form_problem(wanted, node)
    elif wanted.kind == "text":
        yield explain(wanted, node)
    elif error.validator == "minProperties":
        yield form_problem(wanted, node)
    else:
        yield wrong_size(wanted, node, error.validator)


def _lonely(error: Any, wanted: Wanted, node: Node) -> Iterator[Problem]:
    yield form_problem(wanted, node)


#: How each keyword of the schema is said; a test shows that none is left out.
SAID: Final[Mapping[str, Callable[[Any, Wanted, Node], Iterator[Problem]]]] = {
    "type": _value,
    "enum": _value,
    "minimum": _value,
    "maximum": _value,
    "pattern": _value,
    "additionalProperties": _unknown,
    "required": _missing,
    "dependencies": _lonely,
    "minItems": _size,
    "maxItems": _size,
    "uniqueItems": _size,
    "minProperties": _size,
    "maxProperties": _size,
    "minLength": _size,
    "maxLength": _size,
}
