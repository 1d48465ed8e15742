"""Mistakes in the forms of a value that varies."""

from __future__ import annotations

from typing import Final

from handfoot.rules.checking.wanted import Wanted, may_vary_by
from handfoot.rules.language.head import MOST_PLAYERS
from handfoot.rules.language.keys import PLAYERS, Key
from handfoot.rules.language.scoped import CASES, ELSE, SCOPE_TEXT, SCOPE_WORDS
from handfoot.rules.language.words import listed
from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Fix, Problem, Span
from handfoot.rules.source import Entry, MapNode, Node, Scalar
from handfoot.rules.suggest import near

__all__ = ["form_problem", "mixed_forms", "wrong_form_name"]

#: A number that is neither a round nor a head count.
_LEAST_SCORE: Final = 200
_BESIDE: Final = {"then_add": "by_round", "plus": "per_player"}


def _problem(
    code: str,
    wanted: Wanted,
    span: Span,
    message: str,
    label: str,
    *notes: tuple[str, str],
    suggestions: tuple[str, ...] = (),
    mend: str | None = None,
) -> Problem:
    return Problem(
        code,
        "error",
        message,
        key=wanted.name,
        span=span,
        label=label,
        notes=notes,
        suggestions=suggestions,
        fix=None if mend is None else Fix(span, mend),
    )


def _ways(key: Key) -> tuple[tuple[str, str], ...]:
    words = may_vary_by(key)
    more = (("more", "handfoot explain by_round"),) if words else ()
    return (("it may vary", listed(words, "or") or "not at all"), *more)


def form_problem(wanted: Wanted, node: Node) -> Problem:
    """Say what is wrong with the names in a value that varies."""
    key = wanted.key
    if not isinstance(node, MapNode) or key is None:
        return _problem(
            "HF214", wanted, node.span, _unclear(wanted), "there is nothing in it"
        )
    if wanted.form and wanted.kind == "table":
        return _table(wanted, node)
    if not node.entries:
        return _problem(
            "HF214", wanted, node.span, _unclear(wanted), "nothing in it", *_ways(key)
        )
    for name, entry in node.entries.items():
        if name in SCOPE_WORDS and name not in may_vary_by(key):
            return _wrong_scope(wanted, key, entry)
    for name, entry in node.entries.items():
        if name in _BESIDE and _BESIDE[name] not in node.entries:
            label = f"{name} needs {_BESIDE[name]} beside it"
            return _problem(
                "HF214", wanted, entry.key_span, _unclear(wanted), label, *_ways(key)
            )
        if name in _BESIDE and key.kind != "number":
            label = f"{name} goes with numbers only"
            return _problem("HF214", wanted, entry.key_span, _unclear(wanted), label)
    return _unknown_form(wanted, key, node)


def _unclear(wanted: Wanted) -> str:
    return f"it is not clear by what {quote(wanted.name)} varies"


def _wrong_scope(wanted: Wanted, key: Key, entry: Entry) -> Problem:
    by = SCOPE_TEXT[SCOPE_WORDS[entry.key]]
    if entry.key == "per_player" and PLAYERS in key.scopes:
        by = "so much for each player, since it is no number"
    may = [SCOPE_TEXT[scope] for scope in key.scopes]
    note = f"by {listed(may, 'or')}" if may else "not at all: one value holds always"
    return _problem(
        "HF213",
        wanted,
        entry.key_span,
        f"{quote(wanted.name)} may not vary by {by}",
        "this form is not possible here",
        ("it may vary", note),
    )


def _unknown_form(wanted: Wanted, key: Key, node: MapNode) -> Problem:
    words = [*may_vary_by(key), *_BESIDE]
    entry = next(one for name, one in node.entries.items() if name not in words)
    meant = near(entry.key, words)
    of_cases = _cases_of_form(node, words)
    if of_cases and (not meant or meant[0] == of_cases):
        return _problem(
            "HF214",
            wanted,
            entry.key_span,
            _unclear(wanted),
            f"{listed(CASES[of_cases].names)} stand under {of_cases}",
            ("fix", f"write {{{of_cases}: {{{_dotted(of_cases)}}}}}"),
        )
    if meant or entry.key.startswith("by"):
        return _problem(
            "HF214",
            wanted,
            entry.key_span,
            _unclear(wanted),
            f'did you mean "{meant[0]}"?' if meant else "no form has this name",
            *_ways(key),
            suggestions=tuple(meant),
            mend=meant[0] if meant else None,
        )
    if not key.scopes or key.kind == "counts":
        message = f"{quote(wanted.name)} has nothing called {quote(entry.key)}"
    else:
        message = _unclear(wanted)
    label = "no form has this name"
    bare = _bare_form(key, node)
    if bare is None:
        return _problem("HF214", wanted, entry.key_span, message, label, *_ways(key))
    form, mend = bare
    return _problem(
        "HF214",
        wanted,
        node.span,
        message,
        f"{form} is missing in front of it",
        ("fix", f"write {mend}"),
        suggestions=(form,),
        mend=mend,
    )


def _bare_form(key: Key, node: MapNode) -> tuple[str, str] | None:
    """Return the form whose numbers stand here without its word, and how to write it.

    Numbers that may be rounds or head counts, such as 2 and 4, are not guessed at.
    """
    values = [entry.node for entry in node.entries.values()]
    names = [name for name in node.entries if name != ELSE]
    if not names or not all(name.isascii() and name.isdigit() for name in names):
        return None
    if not all(isinstance(value, Scalar) and value.written for value in values):
        return None
    written = [value.written for value in values if isinstance(value, Scalar)]
    numbers = [int(name) for name in names]
    may = may_vary_by(key)
    said = ", ".join(map(": ".join, zip(node.entries, written, strict=True)))
    rounds = numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 1
    if rounds and ELSE not in node.entries and "by_round" in may:
        return "by_round", f"{{by_round: [{', '.join(written)}]}}"
    if ELSE in node.entries and "by_players" in may:
        return "by_players", f"{{by_players: {{{said}}}}}"
    scores = 0 in numbers or max(numbers) >= _LEAST_SCORE
    if scores and ELSE not in node.entries and "by_score" in may:
        return "by_score", f"{{by_score: {{{said}}}}}"
    return None


def _cases_of_form(node: MapNode, words: list[str]) -> str | None:
    """Return the form whose cases stand here without its word."""
    return next(
        (
            word
            for word, form in CASES.items()
            if word in words and not set(node.entries) - set(form.names)
        ),
        None,
    )


def _dotted(form: str) -> str:
    return ", ".join(f"{name}: ..." for name in CASES[form].names)


def _table(wanted: Wanted, node: MapNode) -> Problem:
    form = wanted.form
    if form not in CASES:
        message = f"{form} of {quote(wanted.name)} names no value"
        return _problem("HF214", wanted, node.span, message, "there is nothing in it")
    names = CASES[form].names
    for name, entry in node.entries.items():
        if name not in names:
            meant = near(name, names)
            return _problem(
                "HF214",
                wanted,
                entry.key_span,
                f"{form} of {quote(wanted.name)} knows {listed(names)}",
                f'did you mean "{meant[0]}"?' if meant else "not one of the two",
                suggestions=tuple(meant),
                mend=meant[0] if meant else None,
            )
    missing = next(name for name in names if name not in node.entries)
    return _problem(
        "HF214",
        wanted,
        node.span,
        f"{form} of {quote(wanted.name)} does not say {missing}",
        f"{missing} is missing",
        ("fix", f"give both: {{{_dotted(form)}}}"),
    )


def mixed_forms(wanted: Wanted, node: MapNode) -> Problem:
    """Say that two forms stand side by side."""
    first = next(name for name in node.entries if name in SCOPE_WORDS)
    own = {first} | {beside for beside, word in _BESIDE.items() if word == first}
    others = [entry for name, entry in node.entries.items() if name not in own]
    if not others:
        return form_problem(wanted, node)
    other = others[0]
    return _problem(
        "HF214",
        wanted,
        other.key_span,
        f"{first} and {quote(other.key)} cannot stand side by side in "
        f"{quote(wanted.name)}",
        f"does not go with {first}",
        ("fix", "put one inside the other, for each of its values"),
    )


def wrong_form_name(wanted: Wanted, entry: Entry) -> Problem:
    """Say that a head count or a score is written in a way nobody knows."""
    if wanted.form == "by_players":
        want = f"head counts from 2 to {MOST_PLAYERS}, and {ELSE} for every other"
    else:
        want = "scores, each a whole number, and below for less than the first"
    return _problem(
        "HF214",
        wanted,
        entry.key_span,
        f"{wanted.form} of {quote(wanted.name)} does not know {quote(entry.key)}",
        "not possible here",
        ("possible", want),
    )
