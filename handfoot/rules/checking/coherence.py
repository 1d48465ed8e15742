"""What the schema cannot say: contradictions, at every table the ruleset allows.

The chapters say what does not fit together in one situation. Here every situation is
tried that the values tell apart; the same contradiction in several is reported once,
with the words that stand in the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

import attrs

from handfoot.rules.authoring.writing import flow
from handfoot.rules.checking.places import place_of
from handfoot.rules.checking.situations import longest_match, situations
from handfoot.rules.language.clash import Clash, pointless
from handfoot.rules.language.keys import OF_THE_MOMENT, Key
from handfoot.rules.language.scoped import (
    ABSENT,
    CASES,
    ByPlayers,
    ByRound,
    PerPlayer,
    Situation,
    forms_in,
    resolve,
    written,
)
from handfoot.rules.language.words import listed
from handfoot.rules.layers import Merged, key_at
from handfoot.rules.match import out_of_reach
from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Problem, Related, Span
from handfoot.rules.rulebook import Rulebook, clashes
from handfoot.rules.ruleset import RuleSet

__all__ = ["coherence_problems"]


def coherence_problems(rules: RuleSet, merged: Merged) -> Iterator[Problem]:
    """Find what does not fit together in a ruleset whose files are valid.

    Args:
        rules: The ruleset.
        merged: Where its values stand.
    """
    gaps = [*_gaps(rules, merged)]
    if gaps:
        yield from gaps
        return
    tables = [*situations(rules)]
    ranges = [*_out_of_range(rules, tables, merged)]
    if ranges:
        yield from ranges
        return
    found = _Found(rules, merged, tables)
    here = _clashes_at(rules, tables)
    always = _common(here.values())
    for moments in _alike(tables, *_TABLE, "round", "score"):
        lasting = _common(here[at] for at in moments)
        for clash in here[moments[0]]:
            # What decides something at one table or in one round has a point.
            everywhere = always if clash.only_if_said else lasting
            if _same(clash) in everywhere and not clash.only_if_always:
                found.add(clash, *moments)
        for at in moments:
            for clash in here[at]:
                if clash.code in _AT_ANY_MOMENT and _same(clash) not in lasting:
                    found.add(clash, at)
    for clash in _of_all_tables(rules, tables):
        for at in tables:
            found.add(clash, at)
    for rounds in _alike(tables, *_TABLE):
        for clash in _of_all_rounds(rules, {at: here[at] for at in rounds}):
            # A place that has it is its example.
            found.add(clash, *sorted(rounds, key=lambda at: not clash.matters(at)))
    yield from found.problems()


#: Where players form no sides or cannot be dealt their cards, all else follows.
_FIRST = ("HF301", "HF302")
#: What the rules of a whole match go by.
_TABLE = ("players", "side_size")
#: What may not be even for a moment; anything else may wait for a better one.
_AT_ANY_MOMENT = ("HF335",)


def _alike(tables: list[Situation], *names: str) -> Iterator[list[Situation]]:
    """Yield the situations in which all these are the same, together."""
    groups: dict[Any, list[Situation]] = {}
    for at in tables:
        groups.setdefault(attrgetter(*names)(at), []).append(at)
    yield from groups.values()


def _of_all_rounds(
    rules: RuleSet, here: Mapping[Situation, list[Clash]]
) -> Iterator[Clash]:
    """Yield what shows only when all rounds of a table are seen together.

    Args:
        rules: The ruleset.
        here: The clashes in each situation of the table.
    """
    # A tie may add a round, but nobody can count on it.
    played = longest_match(rules)
    counted = {at: found for at, found in here.items() if at.round <= played}
    kinds = {
        _same(clash): clash
        for found in counted.values()
        for clash in found
        if clash.only_if_always
    }
    for same, clash in kinds.items():
        deciding = [found for at, found in counted.items() if clash.matters(at)]
        # Where no value tells that moment from others, any stands for it.
        if same in _common(deciding or counted.values()):
            yield clash
    yield from out_of_reach([rules.at(at) for at in here])


def _clashes_at(
    rules: RuleSet, tables: Iterable[Situation]
) -> dict[Situation, list[Clash]]:
    """Return the clashes in each situation.

    Situations of a head count and round in which the same rules hold share a list.
    """
    found: dict[tuple[int, Situation], tuple[Rulebook, list[Clash]]] = {}
    here = {}
    for at in tables:
        book = rules.at(at)
        table = Situation(at.players, at.side_size, at.round)
        # Equal rules are one object, kept here so that no other gets its identity.
        same = id(book), table
        if same not in found:
            found[same] = book, _clashes(book, table)
        _, here[at] = found[same]
    return here


def _clashes(book: Rulebook, at: Situation) -> list[Clash]:
    here = [*clashes(book, at)]
    first = [clash for clash in here if clash.code in _FIRST]
    return first[:1] or here


def _common(several: Iterable[list[Clash]]) -> set[tuple[str, str, str | None]]:
    lists = {id(here): here for here in several}.values()
    return set.intersection(*({_same(one) for one in here} for here in lists))


def _same(clash: Clash) -> tuple[str, str, str | None]:
    return clash.code, clash.key, clash.other


@attrs.define
class _Found:
    """The clashes found so far, each once, with the situations that have it."""

    rules: RuleSet
    merged: Merged
    tables: list[Situation]
    clashes: dict[Any, tuple[Clash, list[Situation]]] = attrs.field(factory=dict)

    def add(self, clash: Clash, at: Situation, *others: Situation) -> None:
        """Note a clash; the first situation that has it stays its example."""
        span = place_of(clash.key, at, self.merged)
        other = place_of(clash.other, at, self.merged) if clash.other else None
        nearest = self.merged.chain[0]
        if clash.only_if_said and (span is None or span.file != nearest):
            return
        same = (clash.code, clash.key, clash.other, span, other)
        self.clashes.setdefault(same, (clash, []))[1].extend((at, *others))

    def problems(self) -> Iterator[Problem]:
        """Yield a problem for each clash."""
        for (*_, span, other), (clash, where) in self.clashes.items():
            yield self._problem(clash, where, span, other)

    def _problem(
        self,
        clash: Clash,
        where: list[Situation],
        span: Span | None,
        other: Span | None,
    ) -> Problem:
        halves = [(clash.key, span, clash.label)]
        if clash.other is not None:
            halves.append((clash.other, other, clash.other_label))
        placed = [(at, label) for _, at, label in halves if at is not None]
        # What the file itself says comes before what its base says.
        placed.sort(key=lambda half: self.merged.chain.index(half[0].file))
        unsaid = tuple(
            ("by default", f"{self._unsaid(key, where[0])}: {label}")
            for key, at, label in halves
            if at is None
        )
        when = _when(where, self.tables)
        return Problem(
            clash.code,
            clash.severity,
            clash.message,
            key=clash.key,
            span=placed[0][0] if placed else None,
            label=placed[0][1] if placed else clash.label,
            related=tuple(Related(at, label) for at, label in placed[1:]),
            notes=(*unsaid, *((("when", when),) if when else ()), *clash.notes),
            file=self.merged.chain[0] if not placed else placed[0][0].file,
        )

    def _unsaid(self, key: str, at: Situation) -> str:
        """Name a key that no file sets, with what it is without being set."""
        value = resolve(self.rules.values.get(key, ABSENT), at)
        if value is ABSENT:
            # One entry of a map, or a group: what it says stands in the label.
            return f"{key}, which you did not set"
        return f"{key}, which you did not set, is {flow(written(value))}"


def _when(where: list[Situation], tables: list[Situation]) -> str:
    """Say in which situations a problem arises, if not in all."""
    parts = []
    counts = sorted({at.players for at in where})
    if set(counts) != {at.players for at in tables}:
        parts.append(f"with {listed(counts, 'or')} players")
    same = [at for at in tables if at.players in counts]
    sizes = sorted({at.side_size for at in where})
    if set(sizes) != {at.side_size for at in same}:
        sides = ["alone" if size == 1 else f"in sides of {size}" for size in sizes]
        parts.append(f"playing {listed(sides, 'or')}")
    rounds = sorted({at.round for at in where})
    if set(rounds) != {at.round for at in same}:
        last = rounds[-1] == max(at.round for at in same)
        # Where a value grows, rounds are left out; it may begin in one of them.
        next_to = rounds[0] - 1 in {0, *(at.round for at in same)}
        begins = f"{'' if next_to else 'at the latest '}from round {rounds[0]}"
        parts.append(begins if last else f"in round {rounds[0]}")
    scores = sorted({at.score for at in where})
    if set(scores) != {at.score for at in same}:
        parts.append(f"with a running score of {scores[0]:,}")
    for form in CASES.values():
        # Sides are told above, beside the head counts.
        found = {form.number(at) for at in where}
        if form.scope in OF_THE_MOMENT and found != {form.number(at) for at in same}:
            parts += [[*form.when.values()][number] for number in sorted(found)]
    return ", ".join(parts)


def _gaps(rules: RuleSet, merged: Merged) -> Iterator[Problem]:
    """Find head counts for which a value by head count says nothing."""
    for path, value in rules.items():
        for form in forms_in(value):
            if isinstance(form, ByPlayers) and form.is_open:
                missing = [n for n in rules["players.counts"] if n not in form.values]
                if missing:
                    yield _gap(path, missing, merged)
                    break


def _gap(path: str, missing: list[int], merged: Merged) -> Problem:
    setting = merged.settings.get(path)
    counts = merged.settings.get("players.counts")
    where = listed(sorted(missing), "or")
    allowed = f"{where} may play"
    unset = f"players.counts, which you did not set: {allowed}"
    return Problem(
        "HF215",
        "error",
        f"{quote(path)} does not say what holds with {where} players",
        key=path,
        span=setting.node.span if setting else None,
        label="no value for them, and no else",
        related=(Related(counts.node.span, allowed),) if counts else (),
        notes=(
            *(() if counts else (("by default", unset),)),
            ("fix", "add a value for them, or one for every other: else: ..."),
        ),
    )


def _out_of_range(
    rules: RuleSet, tables: list[Situation], merged: Merged
) -> Iterator[Problem]:
    """Find numbers that grow out of the range of their key."""
    for path, value in rules.items():
        key = key_at(path)
        grows = any(
            isinstance(form, PerPlayer) or (isinstance(form, ByRound) and form.then_add)
            for form in forms_in(value)
        )
        if not grows or not isinstance(key, Key):
            continue
        for at in tables:
            number = resolve(value, at)
            if isinstance(number, int) and not _within(number, key):
                yield _grown(path, key, number, at, merged)
                break


def _within(number: int, key: Key) -> bool:
    low = key.least is None or number >= key.least
    return low and (key.most is None or number <= key.most)


def _grown(path: str, key: Key, number: int, at: Situation, merged: Merged) -> Problem:
    setting = merged.settings.get(path)
    return Problem(
        "HF205",
        "error",
        f"{quote(path)} must be between {key.least:,} and {key.most:,}",
        key=path,
        span=setting.node.span if setting else None,
        label=f"with {at.players} players in round {at.round} it is {number:,}",
    )


def _of_all_tables(rules: RuleSet, tables: list[Situation]) -> Iterator[Clash]:
    """Yield what shows only when all tables are seen together."""
    if all(at.side_size == 1 for at in tables):
        for name, idle in (("partner", "nothing"), ("permission", "none")):
            key = f"going_out.{name}"
            if any(resolve(rules[key], at) != idle for at in tables):
                yield pointless(
                    "HF369", key, "players.side_size", "nobody has a partner"
                )
        if any(resolve(rules["wilds.consent"], at) for at in tables):
            key = "wilds.consent"
            yield pointless("HF329", key, "players.side_size", "nobody has a partner")
    yield from _idle_lot(rules, tables)
    longest = longest_match(rules)
    ends = any(rules.at(at).match.tie == "extra_round" for at in tables)
    for path, value in rules.items():
        for form in forms_in(value):
            if isinstance(form, ByRound) and len(form.values) > longest + ends:
                yield Clash(
                    code="HF382",
                    severity="warning",
                    message=f"{quote(path)} has values for rounds never played",
                    key=path,
                    label=f"{len(form.values)} rounds",
                    other="match.rounds",
                    other_label=f"a match has at most {longest}",
                    only_if_said=True,
                )
    yield from _idle_sizes(rules)


def _idle_lot(rules: RuleSet, tables: list[Situation]) -> Iterator[Clash]:
    """Yield a lot between rounds that are alike, or of which there is one."""
    drawn = [at for at in tables if rules.at(at).match.order == "by_lot"]
    if not drawn:
        return
    if all(rules.at(at).match.rounds == 1 for at in drawn):
        yield pointless("HF385", "match.order", "match.rounds", "there is one round")
    elif not any(_differs(value) for value in rules.values.values()):
        why = "no value differs by round"
        yield pointless("HF385", "match.order", "match.rounds", why)


def _differs(value: Any) -> bool:
    rounds = [form for form in forms_in(value) if isinstance(form, ByRound)]
    return any(form.then_add or len({*map(repr, form.values)}) > 1 for form in rounds)


def _idle_sizes(rules: RuleSet) -> Iterator[Clash]:
    counts = rules["players.counts"]
    for size in _sizes(rules):
        if not any(n % size == 0 and n > size for n in counts):
            yield Clash(
                code="HF304",
                severity="warning",
                message=f"no table can form sides of {size}",
                key="players.other_side_sizes",
                label=f"sides of {size}",
                other="players.counts",
                other_label=f"{listed(counts, 'or')} may play",
                only_if_said=True,
            )
            return


def _sizes(rules: RuleSet) -> set[int]:
    value = rules["players.other_side_sizes"]
    at = (Situation(n, 1) for n in rules["players.counts"])
    return {size for one in at for size in resolve(value, one)}
