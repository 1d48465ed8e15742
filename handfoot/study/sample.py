"""What the matches of a study come to: averages with intervals, and differences.

An average is the sum of a number over matches, divided by the matches or by their
rounds. Its standard error comes from the linearized residuals of that ratio over the
matches (the delta method), and its 95% interval from Student's t. A difference
between two rulesets is that of paired matches, which share their deals; it is clear
when its p-value, corrected by Holm's method for the number of differences looked at,
is below 5%. No p-value is below that of a sign test in which all pairs agree.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import inf, sqrt
from typing import Final

import attrs

from handfoot.study.matches import MatchResult
from handfoot.study.measures import Measure
from handfoot.study.student import holm, p_value, quantile, standard_error

__all__ = ["LEVEL", "Difference", "Estimate", "Sample", "differences"]

#: How often an interval holds the true value.
LEVEL: Final = 0.95
#: Chance of a clear difference anywhere where there is none.
_CLEAR: Final = 0.05
#: What 95% of samples of n do not show at all is rarer than this divided by n.
_THREE: Final = 3
#: Matches from which on something can be said of how they vary.
_FEWEST: Final = 2


@attrs.frozen
class Estimate:
    """An average over matches, in the unit of its measure.

    Attributes:
        value: The average.
        low: Lower end of the 95% interval.
        high: Upper end; both are infinite when there is only one match, but for a
            share, which is from 0 to 1.
        spread: Standard deviation from match to match (of the averages of the matches
            when it is one over rounds).
        least: Lowest number of a match.
        most: Highest number of a match.
    """

    value: float
    low: float
    high: float
    spread: float
    least: float
    most: float


@attrs.frozen
class Difference:
    """How much higher an average is in the second of two samples.

    Attributes:
        value: The difference, in the unit of the measure.
        low: Lower end of the 95% interval.
        high: Upper end; of shares both are from -1 to 1.
        p: The p-value, corrected for the number of differences (Holm).
        clear: Whether it is more than chance.
    """

    value: float
    low: float
    high: float
    p: float
    clear: bool


class Sample:
    """The numbers of many matches: some eight bytes for each measure and match.

    Attributes:
        measures: What was measured.
        games: Matches.
    """

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.measures = tuple(measures)
        self._counts = {one.name: array("d") for one in self.measures}
        self._rounds = array("d")

    @property
    def games(self) -> int:
        """Number of matches."""
        return len(self._rounds)

    def add(self, result: MatchResult) -> None:
        """Take the numbers of a match."""
        self._rounds.append(len(result.rounds))
        for one in self.measures:
            self._counts[one.name].append(one.count(result))

    def values(self, measure: Measure) -> list[float]:
        """Return the number of each match; its average over rounds, if it is one."""
        counts = self._counts[measure.name]
        if not measure.by_round:
            return list(counts)
        return [c / n for c, n in zip(counts, self._rounds, strict=True)]

    def value(self, measure: Measure) -> float:
        """Return the average of a measure."""
        whole = sum(self._rounds) if measure.by_round else self.games
        return sum(self._counts[measure.name]) / whole

    def residuals(self, measure: Measure) -> list[float]:
        """Return how far each match moves the average; their sum is 0."""
        counts, value = self._counts[measure.name], self.value(measure)
        if not measure.by_round:
            return [count - value for count in counts]
        usual = sum(self._rounds) / self.games
        return [
            (count - value * rounds) / usual
            for count, rounds in zip(counts, self._rounds, strict=True)
        ]

    def estimate(self, measure: Measure) -> Estimate:
        """Return the average of a measure with its interval.

        Raises:
            ZeroDivisionError: There are no matches.
        """
        value, values = self.value(measure), self.values(measure)
        reach = _reach(self.residuals(measure))
        low, high = value - reach, value + reach
        if measure.unit == "share":
            # What was never seen, or always, may yet be otherwise: the rule of three.
            reach = max(reach, _THREE / self.games) if value in (0, 1) else reach
            low, high = max(value - reach, 0.0), min(value + reach, 1.0)
        mean = sum(values) / self.games
        squares = sum((one - mean) ** 2 for one in values)
        return Estimate(
            value=value,
            low=low,
            high=high,
            spread=sqrt(squares / max(self.games - 1, 1)),
            least=min(values),
            most=max(values),
        )

    def estimates(self) -> dict[str, Estimate]:
        """Return every average by the name of its measure."""
        return {one.name: self.estimate(one) for one in self.measures}


def _reach(residuals: Sequence[float]) -> float:
    """Return how far the interval reaches from the average to either side."""
    if len(residuals) < _FEWEST:
        return inf
    return quantile(LEVEL, len(residuals) - 1) * standard_error(residuals)


def differences(one: Sample, other: Sample) -> dict[str, Difference]:
    """Return how much higher each average is in ``other``, match by match.

    Args:
        one: A sample.
        other: Another one with the same measures, whose matches share their deals.

    Raises:
        ValueError: The samples are not of the same matches.
    """
    if one.games != other.games:
        raise ValueError("paired samples have equally many matches")
    found: list[tuple[float, float, float]] = []
    for measure in one.measures:
        value = other.value(measure) - one.value(measure)
        pairs = zip(one.residuals(measure), other.residuals(measure), strict=True)
        apart = [theirs - ours for ours, theirs in pairs]
        found.append((value, _reach(apart), _p_value(value, apart)))
    # Where no match differs there was nothing to test, and so nothing to correct for.
    tested = [p for value, reach, p in found if value or reach]
    correct = iter(holm(tested))
    corrected = [next(correct) if value or reach else 1.0 for value, reach, _ in found]
    return {
        measure.name: Difference(
            value, *_ends(measure, value, reach, one.games), p, p < _CLEAR
        )
        for measure, (value, reach, _), p in zip(
            one.measures, found, corrected, strict=True
        )
    }


def _ends(
    measure: Measure, value: float, reach: float, games: int
) -> tuple[float, float]:
    """Return the ends of the interval of a difference."""
    if measure.unit != "share":
        return value - reach, value + reach
    # Never in one and always in the other: the rule of three, as for an average.
    reach = max(reach, _THREE / games) if value in (-1, 1) else reach
    return max(value - reach, -1.0), min(value + reach, 1.0)


def _p_value(value: float, residuals: Sequence[float]) -> float:
    count = len(residuals)
    if not value or count < _FEWEST:
        return 1.0
    error = standard_error(residuals)
    found = p_value(value / error if error else inf, count - 1)
    # Few pairs may agree to a hair by chance: as rarely as coins fall on one side.
    return float(max(found, 2.0 ** (1 - count)))
