"""From the events of PyYAML to a tree, with an explicit stack and every limit."""

from __future__ import annotations

from typing import TypeAlias, cast

import attrs
import yaml
from yaml import events as ev

from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Problem, Related, Span
from handfoot.rules.source.files import find_odd_character
from handfoot.rules.source.nodes import (
    MAX_DEPTH,
    MAX_PROBLEMS,
    MAX_VALUES,
    Entry,
    ListNode,
    MapNode,
    Node,
    Scalar,
    Source,
)
from handfoot.rules.source.refusals import (
    ALIAS,
    ANCHOR,
    DIRECTIVE,
    EMPTY_ENTRY,
    GROUP_AS_NAME,
    LIST_AS_NAME,
    MERGE,
    NAMELESS,
    NO_SETTINGS_LIST,
    NO_SETTINGS_TEXT,
    SECOND_DOCUMENT,
    TAG,
    TOO_DEEP,
    TOO_MANY,
)
from handfoot.rules.source.scalars import meaning
from handfoot.rules.source.suspicion import (
    key_suspicions,
    plain_name,
    value_suspicions,
)

__all__ = ["build"]

_Result: TypeAlias = tuple[Node | None, tuple[Problem, ...]]

#: What PyYAML's scanner is known to raise besides its own errors, for example on
#: escapes of numbers that are no characters.
_SCANNER_FAILURES = (
    ValueError,
    OverflowError,
    KeyError,
    IndexError,
    AttributeError,
    RecursionError,
)


def build(source: Source) -> _Result:
    """Read a text into a tree; see `handfoot.rules.source.parse`."""
    if (odd := find_odd_character(source)) is not None:
        return None, (odd,)
    builder = _Builder(source)
    # What explains broken YAML is imported for broken YAML only.
    try:
        for event in yaml.parse(source.text, Loader=yaml.SafeLoader):
            builder.take(event)
    except _Stop:
        return None, tuple(builder.problems)
    except yaml.MarkedYAMLError as error:
        from handfoot.rules.source.syntax import syntax_problems

        builder.forget_text_cut_short(error)
        known = tuple(builder.problems)
        found = syntax_problems(source, error, known, builder.open_bracket())
        return None, (*known, *found)
    except (yaml.YAMLError, *_SCANNER_FAILURES):
        from handfoot.rules.source.syntax import unreadable

        return None, (*builder.problems, unreadable(source, builder.last_offset))
    builder.check_top()
    return builder.root, tuple(builder.problems)


class _Stop(Exception):  # noqa: N818 - not an error, the way out of the loop
    """Reading ends here; the reason is already among the problems."""


@attrs.define
class _Open:
    """A list or a group of settings whose end has not come yet."""

    node: ListNode | MapNode
    #: The name whose value is awaited; None while a name is awaited.
    key: Scalar | None = None
    #: Whether this stands where a name should be, and is dropped at its end.
    is_key: bool = False


@attrs.define
class _Builder:
    """The tree under construction."""

    source: Source
    problems: list[Problem] = attrs.field(factory=list)
    stack: list[_Open] = attrs.field(factory=list)
    root: Node | None = None
    values: int = 0
    documents: int = 0
    last_offset: int = 0
    last_line: int = 0
    last_end_line: int = 0

    def take(self, event: ev.Event) -> None:
        """Take the next event of the reader."""
        start, end = _marks(event)
        self.last_offset = start.index
        self.last_line = start.line + 1
        self.last_end_line = end.line
        match event:
            case ev.DocumentStartEvent():
                self._start_document(event)
            case ev.ScalarEvent():
                self._check_marks(event)
                self._count(event)
                self._place(self._scalar(event))
            case ev.AliasEvent():
                self._count(event)
                self._refuse_alias(event)
            case ev.SequenceStartEvent() | ev.MappingStartEvent():
                self._check_marks(event)
                self._count(event)
                self._open(event)
            case ev.SequenceEndEvent() | ev.MappingEndEvent():
                self._close(event)
            case _:
                pass

    def check_top(self) -> None:
        """Require that the file has settings, and settings only."""
        match self.root:
            case MapNode():
                return
            case None:
                self._report(self._empty())
            case Scalar(written="", quoted=False):
                self.root = None
                self._report(self._empty())
            case _:
                # What is wrong inside explains it better than that it is no setting.
                if not any(one.severity == "error" for one in self.problems):
                    self._report(self._no_settings(self.root))

    def forget_text_cut_short(self, error: yaml.MarkedYAMLError) -> None:
        """Forget that a text goes on in the next line, when reading failed there."""
        mark = error.problem_mark
        if mark is not None and self.last_end_line >= mark.line:
            line = self.last_line
            self.problems = [
                one
                for one in self.problems
                if one.code != "HF113" or one.span is None or one.span.line != line
            ]

    def open_bracket(self) -> Span | None:
        """Give the place of the innermost list or group in brackets that is open."""
        for one in reversed(self.stack):
            span = one.node.span
            line = self.source.lines[span.line - 1]
            if line[span.column - 1 : span.column] in ("[", "{"):
                return span
        return None

    def _empty(self) -> Problem:
        return Problem(
            "HF008",
            "error",
            f"{quote(self.source.name)} has no settings in it",
            notes=(("fix", "begin with two lines: handfoot: 1 and name: ..."),),
            file=self.source.name,
        )

    def _no_settings(self, root: Scalar | ListNode) -> Problem:
        wording = NO_SETTINGS_LIST if isinstance(root, ListNode) else NO_SETTINGS_TEXT
        span = root.span
        if span.end_line > span.line:
            width = len(self.source.lines[span.line - 1]) + 1 - span.column
            span = self.source.span(span.line, span.column, max(1, width))
        return wording.at(span, None)

    def _report(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise _Stop

    def _stop(self, problem: Problem) -> None:
        self.problems.append(problem)
        raise _Stop

    def _start_document(self, event: ev.DocumentStartEvent) -> None:
        self.documents += 1
        if self.documents > 1:
            self._stop(SECOND_DOCUMENT.at(self._mark_span(event, 3), None))
        if event.version or event.tags:
            self._report(DIRECTIVE.at(self._mark_span(event, 1), None))

    def _mark_span(self, event: ev.Event, width: int) -> Span:
        mark, _ = _marks(event)
        return self.source.span(mark.line + 1, mark.column + 1, width)

    def _count(self, event: ev.Event) -> None:
        self.values += 1
        if self.values > MAX_VALUES:
            self._stop(TOO_MANY.at(self._mark_span(event, 1), self._path()))

    def _check_marks(self, event: ev.ScalarEvent | ev.CollectionStartEvent) -> None:
        if event.anchor is not None:
            written = f"&{event.anchor}"
            span = self._mark_span(event, len(written))
            self._report(ANCHOR.at(span, self._path(), quote(written)))
        if event.tag is not None:
            self._report(TAG.at(self._mark_span(event, 1), self._path()))

    def _refuse_alias(self, event: ev.AliasEvent) -> None:
        written = f"*{event.anchor}"
        span = self._mark_span(event, len(written))
        self._report(ALIAS.at(span, self._path(), quote(written)))
        self._place(Scalar(span, written, written, quoted=False))

    def _scalar(self, event: ev.ScalarEvent) -> Scalar:
        start, end = _marks(event)
        written = self.source.text[start.index : end.index]
        if event.style is not None:
            # The end of a block of text is found at the next thing after it.
            written = written.rstrip()
            return Scalar(self._span(event, written), event.value, written, quoted=True)
        written = written if written and "\n" not in written else event.value
        return Scalar(self._span(event, written), event.value, written, quoted=False)

    def _span(self, event: ev.ScalarEvent, written: str) -> Span:
        start, end = _marks(event)
        if event.style in ("|", ">"):
            extra = written.count("\n")
            line = start.line + extra + 1
            last = written.rsplit("\n", 1)[-1]
            column = len(last) + 1 + (0 if extra else start.column)
        else:
            line, column = end.line + 1, end.column + 1
        return Span(self.source.name, start.line + 1, start.column + 1, line, column)

    def _place(self, scalar: Scalar) -> None:
        """Put a word where it belongs: a name, a value, or an entry of a list."""
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.node, MapNode) and top.key is None:
            top.key = self._checked_key(scalar)
            return
        self._add(self._understood(scalar, top))

    def _understood(self, scalar: Scalar, top: _Open | None) -> Scalar:
        path = self._path()
        if not scalar.quoted and isinstance(scalar.value, str):
            found = meaning(scalar.value, scalar.span, path)
            scalar.value = found.value
            if found.problem is not None:
                self._report(found.problem)
            elif scalar.written == "" and top is not None:
                self._report(self._missing_value(scalar, top))
        for problem in value_suspicions(self.source, scalar, path):
            self._report(problem)
        return scalar

    def _missing_value(self, scalar: Scalar, top: _Open) -> Problem:
        path = self._path()
        if top.key is None:
            span = self.source.span(scalar.span.line, max(1, scalar.span.column - 1))
            return EMPTY_ENTRY.at(span, path)
        from handfoot.rules.source.rescan import missing_space

        joined = missing_space(self.source, top.key.span, top.key.written)
        if joined is not None:
            return joined
        from handfoot.rules.source.nothing import empty_value

        return empty_value(self.source, top.key, path)

    def _checked_key(self, key: Scalar) -> Scalar:
        """Report what is wrong with a name, and give the name that was meant.

        A name whose value is None is not used: its mistake was reported already.
        """
        if key.written == "" and not key.quoted:
            span = self.source.span(key.span.line, key.span.column)
            self._report(NAMELESS.at(span, self._path()))
            return attrs.evolve(key, value=None)
        if key.written == "<<":
            self._report(MERGE.at(key.span, self._path()))
            return attrs.evolve(key, value=None)
        found = list(key_suspicions(self.source, key, self._path(key)))
        for problem in found:
            self._report(problem)
        return attrs.evolve(key, value=plain_name(str(key.value))) if found else key

    def _open(self, event: ev.CollectionStartEvent) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._stop(TOO_DEEP.at(self._mark_span(event, 1), self._path()))
        start, end = _marks(event)
        span = Span(
            self.source.name,
            start.line + 1,
            start.column + 1,
            end.line + 1,
            end.column + 1,
        )
        is_list = isinstance(event, ev.SequenceStartEvent)
        node = ListNode(span) if is_list else MapNode(span)
        self.stack.append(_Open(node, is_key=self._awaits_key()))
        if self.stack[-1].is_key:
            wording = LIST_AS_NAME if is_list else GROUP_AS_NAME
            self._report(wording.at(self._mark_span(event, 1), self._path()))

    def _awaits_key(self) -> bool:
        if not self.stack:
            return False
        top = self.stack[-1]
        return isinstance(top.node, MapNode) and top.key is None

    def _close(self, event: ev.CollectionEndEvent) -> None:
        closed = self.stack.pop()
        node = closed.node
        node.span = self._closed_span(node, event)
        if not closed.is_key:
            self._add(node)
        elif self.stack:
            self.stack[-1].key = Scalar(node.span, None, "", quoted=False)

    def _closed_span(
        self, node: ListNode | MapNode, event: ev.CollectionEndEvent
    ) -> Span:
        start, end = _marks(event)
        line, column = end.line + 1, end.column + 1
        if end.index == start.index:
            # Ended by what follows it, not by a bracket: it ends with its last part.
            last = _last_part(node)
            line, column = last.end_line, last.end_column
        return attrs.evolve(node.span, end_line=line, end_column=column)

    def _add(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        match top.node:
            case ListNode(items=items):
                items.append(node)
            case MapNode(entries=entries) if top.key is not None:
                self._add_entry(entries, top.key, node)
                top.key = None

    def _add_entry(self, entries: dict[str, Entry], key: Scalar, node: Node) -> None:
        if key.value is None:
            return
        name = str(key.value)
        if (first := entries.get(name)) is None:
            entries[name] = Entry(name, key.span, node)
        else:
            self._report(self._duplicate(first, key, node))

    def _duplicate(self, first: Entry, again: Scalar, node: Node) -> Problem:
        groups = isinstance(first.node, MapNode) and isinstance(node, MapNode)
        both = f"put the settings of both under one {first.key}, and take the other out"
        return Problem(
            "HF106",
            "error",
            f"{quote(first.key)} is set twice",
            key=self._path(),
            span=first.key_span,
            label="first here",
            related=(Related(again.span, "and again here"),),
            notes=(("fix", both if groups else "keep one of the two"),),
        )

    def _path(self, last: Scalar | None = None) -> str | None:
        """Give the dotted name of the setting that is being read."""
        keys = [one.key for one in self.stack if one.key is not None]
        names = [str(key.value) for key in keys if key.value is not None]
        if last is not None:
            names.append(str(last.value))
        return ".".join(names) or None


def _marks(event: ev.Event) -> tuple[yaml.Mark, yaml.Mark]:
    """Give where an event begins and ends; the pure reader marks each one."""
    return cast(yaml.Mark, event.start_mark), cast(yaml.Mark, event.end_mark)


def _last_part(node: ListNode | MapNode) -> Span:
    match node:
        case ListNode(items=[*_, last]):
            return last.span
        case MapNode(entries=entries) if entries:
            return next(reversed(entries.values())).node.span
        case _:
            return node.span
