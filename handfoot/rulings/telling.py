"""A ruling in words, line by line, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from handfoot.play.refusals import CORE_KEYS
from handfoot.rules.authoring.writing import flow
from handfoot.rules.language.scoped import written
from handfoot.rulings.mends import Change
from handfoot.rulings.ruling import Ruling, Survey
from handfoot.rulings.situation import situation

__all__ = ["survey_lines", "told"]

# Names of rulesets that fit in a sentence.
_FEW: Final = 4
_MOST_CHANGES: Final = 3


def told(ruling: Ruling) -> Iterator[str]:
    """Yield the lines of a whole answer."""
    yield f"{ruling.rules.name}; {situation(ruling.question)}."
    yield ""
    if ruling.legal:
        yield f"{ruling.verdict.step}: LEGAL."
        yield from (f"  {line}" for line in ruling.verdict.happens)
    else:
        yield f"{ruling.verdict.step}: NOT LEGAL."
        # Two groups of a play may be refused for the same reason.
        for message, key, origin in dict.fromkeys(
            (one.message, one.key, one.origin) for one in ruling.refusals
        ):
            yield f"  {message}"
            yield f"      {_key_line(ruling, key, origin)}"
    for title, lines in (
        ("It would be legal:", [*_ways(ruling)]),
        ("Under other rules it would be legal:", [*_changes(ruling)]),
    ):
        if lines:
            yield ""
            yield title
            yield from lines
    if ruling.others is not None:
        yield ""
        yield from survey_lines(ruling.others)


def _key_line(ruling: Ruling, key: str, origin: str) -> str:
    if key not in ruling.rules.values:
        return f"{key}: {CORE_KEYS.get(key, 'the same in every ruleset')}"
    value = flow(written(ruling.rules[key]))
    return f"{key}: {value}  ({origin})"


def _ways(ruling: Ruling) -> Iterator[str]:
    for way in ruling.ways:
        same = way.action == ruling.question.tries
        yield f"  {way.says}" if same else f"  {way.says}: {way.action}"


def _changes(ruling: Ruling) -> Iterator[str]:
    for change in ruling.changes[:_MOST_CHANGES]:
        yield f"  {_change_line(change)}"
    more = len(ruling.changes) - _MOST_CHANGES
    if more > 0:
        yield f"  {more} other value{'s' * (more > 1)} of the same rule"


def _change_line(change: Change) -> str:
    values = " and ".join(f"{k}: {flow(v)}" for k, v in change.values.items())
    who = f" (as in {_some(change.set_by)})" if change.set_by else ""
    return f"{values}{who}"


def survey_lines(found: Survey) -> Iterator[str]:
    """Yield how the rulesets decide, grouped by reason."""
    total = found.decided
    yield f"The shipped rulesets: legal in {len(found.legal)} of {total}."
    if found.legal and len(found.legal) < total:
        yield f"  legal: {_some(found.legal)}"
    for camp in found.refused:
        yield f"  refused in {len(camp.rulesets)} ({', '.join(camp.keys)}): " + _some(
            camp.rulesets
        )
        yield f"      {camp.message}"
    groups: dict[str, list[str]] = {}
    for name, why in found.apart.items():
        groups.setdefault(why, []).append(name)
    for why, names in groups.items():
        yield f"  cannot be asked in {_some(names)}: {why}"


def _some(names: Sequence[str] | Iterable[str]) -> str:
    """Return a few names, and how many more there are."""
    known = list(names)
    if len(known) <= _FEW + 1:
        return ", ".join(known)
    return f"{', '.join(known[:_FEW])} and {len(known) - _FEW} more"
