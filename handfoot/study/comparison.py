"""What one ruleset plays like, and how two of them differ on the same shuffles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from handfoot.study.matches import MatchResult
from handfoot.study.measures import (
    MINUTES_A_ROUND,
    SECONDS_A_TURN,
    Measure,
    match_measures,
    side_measures,
)
from handfoot.study.sample import Difference, Sample, differences
from handfoot.study.table import Table
from handfoot.study.wording import said, said_change, said_interval

__all__ = [
    "DIFFERENCES",
    "INTERVALS",
    "MINUTES",
    "Comparison",
    "Row",
    "Study",
    "compared",
    "comparison_rows",
    "studied",
    "study_rows",
]

#: How the length of a match is estimated, for people.
MINUTES = (
    f"The length of a match is an estimate: {SECONDS_A_TURN} seconds a turn and "
    f"{MINUTES_A_ROUND} minutes a round for shuffling, dealing and scoring."
)
#: How the intervals come about, for who wants to know.
INTERVALS = (
    "Intervals are of Student's t over matches, averages over rounds being ratios "
    "(delta method), and of the rule of three where a share is 0% or 100%."
)
#: When a difference is called clear.
DIFFERENCES = (
    "Differences are those of paired matches of the same seeds; those of shares are in "
    "percentage points (pp). One figure in twenty would differ by chance alone, so a "
    "difference is called clear only when its p-value, corrected by Holm's method for "
    "all of them, is below 5%."
)

#: Matches that differ alike in all of fewer pairs may do so by chance.
_FEW: Final = 10


@attrs.frozen
class Study:
    """The matches of one table.

    Attributes:
        table: The table.
        sample: The numbers of its matches.
    """

    table: Table
    sample: Sample

    def measures(self) -> Iterator[Measure]:
        """Yield the measures of which there is something to tell."""
        return (one for one in self.sample.measures if any(self.sample.values(one)))


def studied(table: Table, kinds: Iterable[str] = ()) -> Study:
    """Return a study of a table, with no matches yet.

    Args:
        table: The table.
        kinds: Further kinds of book to count, those of another ruleset.
    """
    counted = dict.fromkeys((*table.book_kinds, *kinds))
    sides = side_measures([*counted], range(table.sides), table.seats)
    return Study(table, Sample((*match_measures(), *sides)))


@attrs.frozen
class Comparison:
    """Two rulesets, whose matches have the same seeds.

    Attributes:
        one: The first.
        other: The second; differences tell how much higher it is.
    """

    one: Study
    other: Study

    @property
    def games(self) -> int:
        """Matches of each."""
        return self.one.sample.games

    @property
    def pairing(self) -> str:
        """What the matches have in common, in words: equal decks are shuffled alike."""
        one, other = self.one.table.rules, self.other.table.rules
        decks = [
            {key: value for key, value in rules.items() if key.startswith("deck.")}
            for rules in (one, other)
        ]
        same = decks[0] == decks[1]
        return "on the same shuffles" if same else "with the same seeds, other decks"

    def add(self, pair: tuple[MatchResult, MatchResult]) -> None:
        """Take the numbers of a match of each."""
        self.one.sample.add(pair[0])
        self.other.sample.add(pair[1])

    def differences(self) -> dict[str, Difference]:
        """Return the differences by the name of the measure."""
        return differences(self.one.sample, self.other.sample)

    def measures(self) -> Iterator[Measure]:
        """Yield the measures of which there is something to tell in either."""
        own = {one.name for study in (self.one, self.other) for one in study.measures()}
        return (one for one in self.one.sample.measures if one.name in own)

    def sentences(self) -> Iterator[str]:
        """Yield a sentence for each clear difference, and one on all others."""
        found = self.differences()
        clear, rest = [], 0
        for measure in self.measures():
            if found[measure.name].clear:
                clear.append(self._sentence(measure, found[measure.name]))
            else:
                rest += 1
        yield from clear
        if not clear:
            few = (
                f" {self.games} matches can hardly show one."
                if self.games < _FEW
                else ""
            )
            yield f"There is no clear difference in any of {rest} figures.{few}"
        elif rest:
            yield f"There is no clear difference in the other {rest} figures."

    def _sentence(self, measure: Measure, found: Difference) -> str:
        subject, more, less = measure.says
        ones, others = (
            said(study.sample.value(measure), measure.unit)
            for study in (self.one, self.other)
        )
        change = said_change(found.value, measure.unit)
        interval = said_interval(found.low, found.high, measure.unit, change=True)
        return (
            f"{subject} {more if found.value > 0 else less}: {others} instead of "
            f"{ones} ({change}; 95% interval {interval})."
        )


def compared(one: Table, other: Table) -> Comparison:
    """Return a comparison of two tables, with no matches yet."""
    kinds = dict.fromkeys((*one.book_kinds, *other.book_kinds))
    return Comparison(studied(one, kinds), studied(other, kinds))


@attrs.frozen
class Row:
    """One line of the figures of a study or a comparison, in words.

    Attributes:
        label: What it is.
        cells: The average, its interval and the spread from match to match; or both
            averages, the difference and its interval.
        clear: Whether it is a clear difference.
    """

    label: str
    cells: tuple[str, ...]
    clear: bool = False


def study_rows(study: Study) -> Iterator[Row]:
    """Yield the figures of a study."""
    for measure in study.measures():
        found, unit = study.sample.estimate(measure), measure.unit
        interval = said_interval(found.low, found.high, unit)
        cells = (said(found.value, unit), interval, said(found.spread, unit))
        yield Row(measure.label, cells)


def comparison_rows(comparison: Comparison) -> Iterator[Row]:
    """Yield the figures of a comparison."""
    differing = comparison.differences()
    for measure in comparison.measures():
        found, unit = differing[measure.name], measure.unit
        ones, others = (
            said(study.sample.value(measure), unit)
            for study in (comparison.one, comparison.other)
        )
        change = (
            said_change(found.value, unit),
            said_interval(found.low, found.high, unit, change=True),
        )
        same = not found.value and found.low == found.high
        cells = (ones, others, *(("same", "") if same else change))
        yield Row(measure.label, cells, found.clear)
