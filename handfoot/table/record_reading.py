"""Reading records: strict, and nothing is believed that can be checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, NoReturn

import attrs

from handfoot.errors import NotationError, RecordError, RulesetError
from handfoot.play.state import State
from handfoot.rules.language.scoped import Situation
from handfoot.rules.loading import loads_rules
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.source import (
    Entry,
    ListNode,
    MapNode,
    Node,
    Scalar,
    plain,
)
from handfoot.rules.source.settings import NotReadable, read_settings
from handfoot.table.notation import parse_action
from handfoot.table.orders import Shuffle
from handfoot.table.record import RECORD_VERSION, SPECTATOR, Record, Result, Step
from handfoot.table.saving import sound_state

__all__ = ["record_from"]

# Digits of a number that a program may use as a seed: that of 64 bits and more.
_LONGEST: Final = 40
_SHUFFLE_KEYS: Final = 3
#: Problems of its rules that are told of a record.
_MOST_SAID: Final = 3
_NEEDED: Final = ("handfoot_record", "rules", "seats", "actions")
_KNOWN: Final = frozenset(
    (
        *_NEEDED,
        "digest",
        "side_size",
        "dealer",
        "redacted_for",
        "position",
        "seed",
        "shuffles",
        "result",
    )
)


def record_from(text: str, name: str) -> Record:
    """Return the record that ``text`` holds.

    Raises:
        RecordError: the text is not a record.
    """
    entries = _entries(text, name)
    rules = _rules(entries["rules"])
    digest = _text(entries, "digest", rules.digest)
    if digest != rules.digest:
        _fail(entries["digest"].node, "the rules are not those of the digest")
    seats = _items(entries["seats"].node, "seats")
    names = tuple(_str(node, "seats") for node in seats)
    steps, closing = _steps(entries["actions"].node)
    count = len(names)
    size = _number(entries, "side_size", _usual_side(rules, count))
    return Record(
        rules=rules,
        names=names,
        side_size=size,
        dealer=_number(entries, "dealer", 0),
        seed=_seed(entries),
        shuffles=tuple(_shuffles(entries, rules, Situation(count, size))),
        steps=steps,
        result=_result(entries),
        closing=closing,
        redacted_for=_redacted_for(entries, count),
        began=_began(entries, rules, count),
    )


def _began(entries: dict[str, Entry], rules: RuleSet, count: int) -> State | None:
    """Return the position in which the game begins, looked through card by card."""
    if "position" not in entries:
        return None
    node = entries["position"].node
    try:
        state = sound_state(plain(node), rules, 0, "position")
    except RecordError as error:
        raise RecordError(str(error), node.span.line) from None
    if state.seats != count:
        _fail(node, f"position: {state.seats} seats, {count} names")
    return state


def _fail(node: Node, message: str) -> NoReturn:
    raise RecordError(message, node.span.line)


def _entries(text: str, name: str) -> dict[str, Entry]:
    try:
        root = read_settings(text, name, "record")
    except NotReadable as wrong:
        raise RecordError(wrong.message, wrong.line) from None
    entries = root.entries
    missing = [key for key in _NEEDED if key not in entries]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise RecordError(f"this is no record: {', '.join(missing)} {verb} missing")
    version = plain(entries["handfoot_record"].node)
    if version != RECORD_VERSION:
        _fail(
            entries["handfoot_record"].node,
            f"this record is of version {version}; version {RECORD_VERSION} is known",
        )
    for key, entry in entries.items():
        if key not in _KNOWN:
            raise RecordError(f"a record has no {key!r}", entry.key_span.line)
    return entries


def _rules(entry: Entry) -> RuleSet:
    if not isinstance(entry.node, MapNode):
        _fail(entry.node, "the rules must be a ruleset with every key said")
    # The front door reads text only; what was read strictly once may be written anew.
    text = json.dumps(plain(entry.node), ensure_ascii=False, indent=1)
    try:
        return loads_rules(text, name="the record")
    except RulesetError as error:
        # The places in its report are those of the rules written anew.
        wrong = "; ".join(one.message for one in error.report.errors[:_MOST_SAID])
        message = f"the rules of the record cannot be played: {wrong}"
        raise RecordError(message, entry.key_span.line) from error


def _usual_side(rules: RuleSet, count: int) -> int:
    return rules.side_size(count) if count in rules["players.counts"] else 1


def _number(entries: dict[str, Entry], key: str, default: int) -> int:
    return _int(entries[key].node, key) if key in entries else default


def _text(entries: dict[str, Entry], key: str, default: str) -> str:
    return _str(entries[key].node, key) if key in entries else default


def _int(node: Node, what: str) -> int:
    value = plain(node)
    # True is an int for Python, and for nobody else.
    if isinstance(value, bool) or not isinstance(value, int):
        _fail(node, f"{what}: a whole number is expected here")
    return value


def _str(node: Node, what: str) -> str:
    value = plain(node)
    if not isinstance(value, str):
        _fail(node, f"{what}: a text is expected here")
    return value


def _items(node: Node, what: str) -> list[Node]:
    if not isinstance(node, ListNode):
        _fail(node, f"{what}: a list is expected here")
    return node.items


def _map(node: Node, what: str, *names: str) -> dict[str, Node]:
    """Return the values of a map that has exactly these names, or some of them."""
    if not isinstance(node, MapNode):
        _fail(node, f"{what}: {', '.join(names)} are expected here")
    for name, entry in node.entries.items():
        if name not in names:
            raise RecordError(f"{what} has no {name!r}", entry.key_span.line)
    return {name: entry.node for name, entry in node.entries.items()}


def _seed(entries: dict[str, Entry]) -> int | str | None:
    if "seed" not in entries:
        return None
    node = entries["seed"].node
    if isinstance(node, MapNode):
        given = _map(node, "seed", "text")
        return _str(given.get("text", node), "seed")
    value = plain(node)
    if isinstance(value, str):
        # A number too long for the language stands in quotes.
        digits = value.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal()) or len(digits) > _LONGEST:
            _fail(node, "seed: a number is expected here, or {text: ...}")
        return int(value)
    return _int(node, "seed")


def _shuffles(
    entries: dict[str, Entry], rules: RuleSet, at: Situation
) -> Iterator[Shuffle]:
    if "shuffles" not in entries:
        return
    for node in _items(entries["shuffles"].node, "shuffles"):
        given = _map(node, "a shuffle", "round", "number", "cards")
        if len(given) < _SHUFFLE_KEYS:
            _fail(node, "a shuffle needs round, number and cards")
        cards = _str(given["cards"], "cards")
        number = _int(given["round"], "round")
        then = attrs.evolve(at, round=number)
        alike = rules.at(then).threes.alike
        try:
            yield Shuffle.read(
                number, _int(given["number"], "number"), cards, alike=alike
            )
        except NotationError as error:
            _fail(node, str(error))


def _result(entries: dict[str, Entry]) -> Result | None:
    if "result" not in entries:
        return None
    node = entries["result"].node
    given = _map(node, "result", "round", "scores", "winners")
    if "round" not in given or "scores" not in given:
        _fail(node, "a result needs round and scores")
    winners = None
    if "winners" in given:
        winners = tuple(
            _int(item, "winners") for item in _items(given["winners"], "winners")
        )
    scores = tuple(_int(item, "scores") for item in _items(given["scores"], "scores"))
    return Result(_int(given["round"], "round"), scores, winners)


def _redacted_for(entries: dict[str, Entry], count: int) -> int | str | None:
    if "redacted_for" not in entries:
        return None
    node = entries["redacted_for"].node
    if plain(node) == SPECTATOR:
        return SPECTATOR
    seat = _int(node, "redacted_for")
    if not 0 <= seat < count:
        _fail(node, f"redacted_for: seats are 0 to {count - 1}")
    return seat


def _steps(node: Node) -> tuple[tuple[Step, ...], str]:
    """Return the actions with the comments before each, and the last comment."""
    steps: list[Step] = []
    comments: list[str] = []
    for line, text in _action_lines(node):
        said, comment = _split(text)
        if comment is not None:
            comments.append(comment)
        if not said:
            continue
        try:
            action = parse_action(said)
        except NotationError as error:
            raise RecordError(str(error), line, said) from None
        steps.append(Step(action, "\n".join(comments), line))
        comments.clear()
    return tuple(steps), "\n".join(comments)


def _action_lines(node: Node) -> Iterator[tuple[int, str]]:
    """Yield each line of the actions: a block of text, or a list as in JSON."""
    if isinstance(node, ListNode):
        for item in node.items:
            yield item.span.line, _str(item, "actions")
        return
    # The lines of a block begin below its name.
    below = 1 if isinstance(node, Scalar) and node.written.startswith("|") else 0
    for number, text in enumerate(_str(node, "actions").split("\n")):
        yield node.span.line + below + number, text


def _split(text: str) -> tuple[str, str | None]:
    """Return the action and the comment of a line; ``K#2`` is no comment."""
    text = text.strip()
    if text.startswith("#"):
        return "", text[1:].strip()
    said, sign, comment = text.partition(" #")
    return said.strip(), comment.strip() if sign else None
