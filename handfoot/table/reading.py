"""Reading plain YAML settings strictly: every mistake is kept with its place.

What is wrong is noted and reading goes on, so that a file shows all its mistakes at
once. Seats, sides and rounds are numbers; cards are text (``9 9 K``), a list of cards,
or a number of cards that do not matter. One card alone needs its suit or quotes, since
``9`` is nine cards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import attrs

from handfoot.cards import parse_cards
from handfoot.errors import NotationError, RulesetError, ScenarioError
from handfoot.rules.loading import check_text, load_rules
from handfoot.rules.reports.problems import Problem, Report, Span
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import (
    ListNode,
    MapNode,
    Node,
    Scalar,
    Source,
    SourceRefused,
    parse,
    plain,
    source_from_text,
)

__all__ = ["Reader"]

T = TypeVar("T")
# Digits of a seat or a side; more is no number of any table.
_MOST_DIGITS = 6
_NAMES = {MapNode: "settings", ListNode: "a list"}

# Codes of the problems noted here and by those who use this.
UNKNOWN = "SC101"
WRONG_TYPE = "SC102"
NO_CARDS = "SC103"
WRONG_RULES = "SC104"
IMPOSSIBLE = "SC105"
MISSING = "SC106"


class Reader:
    """Reads one text and keeps what is wrong with it.

    Args:
        text: The text.
        name: What to call it in messages.
        folder: Where the rules are that it may name by a path; none unless said.

    Raises:
        ScenarioError: the text is no YAML that can be read.

    Attributes:
        root: The settings of the text.
        problems: What is wrong so far.
    """

    def __init__(self, text: str, name: str, folder: Path | None = None) -> None:
        """Read the text into a tree."""
        self.problems: list[Problem] = []
        self._folder = folder
        self._sources: dict[str, str] = {}
        self._rules: dict[str, RuleSet | None] = {}
        self.name = name
        try:
            source: Source = source_from_text(text, name)
        except SourceRefused as refused:
            raise ScenarioError(Report((refused.problem,), (name,))) from None
        self._sources[name] = source.text
        root, problems = parse(source)
        self.problems += problems
        self.stop_if_wrong()
        assert isinstance(root, MapNode), "what is no map was noted"
        self.root = root

    def note(self, code: str, message: str, span: Span, **more: Any) -> None:
        """Keep a problem."""
        self.problems.append(Problem(code, "error", message, span=span, **more))

    def report(self) -> Report:
        """Return everything that is wrong so far."""
        return Report(self.problems, (self.name,), self._sources)

    def stop_if_wrong(self) -> None:
        """Raise what was noted.

        Raises:
            ScenarioError: something was.
        """
        if any(problem.severity == "error" for problem in self.problems):
            raise ScenarioError(self.report())

    # -- settings ---------------------------------------------------------------------

    def settings(self, node: Node, known: Iterable[str]) -> dict[str, Node]:
        """Return the settings of a map; a name that is not ``known`` is noted."""
        if not isinstance(node, MapNode):
            self._expected(node, "settings")
            return {}
        names = tuple(known)
        found = {}
        for name, entry in node.entries.items():
            if name in names:
                found[name] = entry.node
                continue
            from handfoot.rules.suggest import near

            meant = near(name, names)
            label = f'did you mean "{meant[0]}"?' if meant else "not known here"
            note = (("settings here", ", ".join(names)),)
            what = f'there is no setting called "{name}" here'
            self.note(UNKNOWN, what, entry.key_span, label=label, notes=note)
        return found

    def by_number(
        self, node: Node, read: Callable[[Node], T], what: str
    ) -> dict[int, T]:
        """Return a map of numbers (seats or sides) to what ``read`` makes of each."""
        if not isinstance(node, MapNode):
            self._expected(node, f"{what} by number, such as {{0: ...}}")
            return {}
        found = {}
        for name, entry in node.entries.items():
            if _is_number(name):
                found[int(name)] = read(entry.node)
            else:
                self.note(
                    WRONG_TYPE,
                    f"{what} are numbers from 0",
                    entry.key_span,
                    label="not one",
                )
        return found

    def items(self, node: Node, read: Callable[[Node], T]) -> tuple[T, ...]:
        """Return a list; a single value stands for a list of one."""
        items = node.items if isinstance(node, ListNode) else [node]
        return tuple(read(item) for item in items)

    def number(self, node: Node) -> int:
        """Return a whole number."""
        value = plain(node)
        # True is an int for Python, and for nobody else.
        if isinstance(value, bool) or not isinstance(value, int):
            self._expected(node, "a whole number")
            return 0
        return value

    def text(self, node: Node) -> str:
        """Return a text."""
        value = plain(node)
        if not isinstance(value, str):
            self._expected(node, "a text")
            return ""
        return value

    def switch(self, node: Node) -> bool:
        """Return true or false."""
        value = plain(node)
        if not isinstance(value, bool):
            self._expected(node, "true or false")
            return False
        return value

    def choice(self, node: Node, words: Iterable[str]) -> str:
        """Return one of ``words``."""
        known = tuple(words)
        value = self.text(node)
        if value and value not in known:
            self.note(
                WRONG_TYPE,
                f"this must be {', '.join(known[:-1])} or {known[-1]}",
                node.span,
                label="is none of them",
            )
        return value if value in known else known[0]

    def cards(self, node: Node) -> str | int:
        """Return cards as text, or how many."""
        if isinstance(node, Scalar) and isinstance(node.value, int):
            return self.count(node)
        return self.named(node)

    def count(self, node: Node) -> int:
        """Return a number of cards."""
        found = self.number(node)
        if found < 0:
            self.note(WRONG_TYPE, "there are no fewer than 0 cards", node.span)
            return 0
        return found

    def named(self, node: Node) -> str:
        """Return cards that are named, as text."""
        if isinstance(node, ListNode):
            words = [plain(item) for item in node.items]
            if not all(isinstance(word, int | str) for word in words):
                self._expected(node, "cards")
                return ""
            text = " ".join(map(str, words))
        elif isinstance(node, Scalar) and isinstance(node.value, int):
            text = node.written
        else:
            text = self.text(node)
        try:
            parse_cards(text)
        except NotationError as error:
            self.note(NO_CARDS, str(error), node.span, label="cannot be read")
            return ""
        return text

    def meld(self, node: Node) -> str:
        """Return the cards of a meld as text, with ``new`` or a target after them."""
        from handfoot.table.notation import parse_group

        if not (isinstance(node, Scalar) and isinstance(node.value, str)):
            return self.named(node)
        try:
            parse_group(node.value)
        except NotationError as error:
            self.note(NO_CARDS, str(error), node.span, label="cannot be read")
            return ""
        return node.value

    def _expected(self, node: Node, what: str) -> None:
        if isinstance(node, Scalar):
            given = "nothing" if node.value is None else node.written
        else:
            given = _NAMES[type(node)]
        label = (
            f"this is {given}" if len(given) <= len("a long text of many words") else ""
        )
        self.note(WRONG_TYPE, f"this must be {what}", node.span, label=label)

    # -- rules ------------------------------------------------------------------------

    def rules(self, node: Node) -> RuleSet | None:
        """Return the ruleset of a name, a path beside the file, or inline changes."""
        if isinstance(node, MapNode):
            return self._inline(node)
        text = self.text(node)
        if not text:
            return None
        if text not in self._rules:
            self._rules[text] = self._load(text, node)
        return self._rules[text]

    def _load(self, text: str, node: Node) -> RuleSet | None:
        where: str | Path = text
        if text.endswith((".yaml", ".yml")):
            if (
                self._folder is None
                or Path(text).is_absolute()
                or ".." in Path(text).parts
            ):
                what = "rules are named, or lie in a file beside this one"
                self.note(WRONG_RULES, what, node.span, label="lies elsewhere")
                return None
            where = self._folder / text
        try:
            return load_rules(where)
        except RulesetError as error:
            for problem in error.report.errors:
                label = "" if problem.file is None else f"in {problem.file}"
                if problem.span is not None:
                    label += f", line {problem.span.line}"
                self.note(WRONG_RULES, problem.message, node.span, label=label)
            return None

    def _inline(self, node: MapNode) -> RuleSet | None:
        data = plain(node)
        assert isinstance(data, dict)
        base = data.get("extends", "the default rules")
        text = json.dumps({"handfoot": 1, "name": f"{base}, changed"} | data)
        rules, report = check_text(text, name="rules", folder=self._folder)
        for problem in report.errors:
            self.problems.append(_moved(problem, node))
        return rules


def _moved(problem: Problem, node: MapNode) -> Problem:
    """Return a problem of inline rules at its place in the file that holds them."""
    span = node.span
    here: Node = node
    for name in (problem.key or "").split("."):
        if not isinstance(here, MapNode) or name not in here.entries:
            break
        span = here.entries[name].key_span
        here = here.entries[name].node
    return attrs.evolve(problem, span=span, file=span.file, related=(), fix=None)


def settings_text(values: Mapping[str, Any], indent: str = "") -> str:
    """Return plain settings as YAML, those inside settings on lines of their own."""
    lines = []
    for name, value in values.items():
        if isinstance(value, Mapping) and value:
            lines.append(f"{indent}{name}:\n{settings_text(value, indent + '  ')}")
        else:
            lines.append(f"{indent}{name}: {json.dumps(value, ensure_ascii=False)}\n")
    return "".join(lines)


def _is_number(name: str) -> bool:
    """Whether a name is a number, written in the one way in which it is written."""
    return name.isdecimal() and len(name) <= _MOST_DIGITS and str(int(name)) == name
