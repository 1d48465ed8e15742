"""Student's t distribution, and Holm's correction for many comparisons at once."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, lgamma, log, log1p, sqrt

__all__ = ["holm", "p_value", "quantile"]

_ENOUGH = 1e-15
_MOST_STEPS = 10_000


def p_value(t: float, freedom: float) -> float:
    """Return how likely a value at least as far from 0 as ``t`` is, on either side.

    Args:
        t: A value of Student's t.
        freedom: Degrees of freedom, above 0.
    """
    if t in (inf, -inf):
        return 0.0
    square = t * t
    # Both fractions are computed apart, so that neither loses its digits.
    return _incomplete_beta(
        freedom / 2, 0.5, freedom / (freedom + square), square / (freedom + square)
    )


def quantile(level: float, freedom: float) -> float:
    """Return the t that values are within, on either side, in ``level`` of cases.

    Args:
        level: Above 0 and below 1, such as 0.95.
        freedom: Degrees of freedom, above 0.
    """
    low, high = 0.0, 1.0
    while p_value(high, freedom) > 1 - level:
        low, high = high, high * 2
    while high - low > _ENOUGH * high and low < (middle := (low + high) / 2) < high:
        if p_value(middle, freedom) > 1 - level:
            low = middle
        else:
            high = middle
    return high


def _incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """Return the regularized incomplete beta function at ``x``; ``rest`` is 1 - x."""
    if x <= 0:
        return 0.0
    if rest <= 0:
        return 1.0
    # The fraction converges fast on one side of the mean only.
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, rest, x)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    ln_rest = log1p(-x) if x < rest else log(rest)
    return exp(scale + a * log(x) + b * ln_rest) * _fraction(a, b, x) / a


def _fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (Lentz's way)."""
    tiny = 1e-300
    upper, lower = 1.0, 1 - (a + b) * x / (a + 1) or tiny
    lower = 1 / lower
    value = lower
    for step in range(1, _MOST_STEPS):
        for term in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            lower = 1 / (1 + term * lower or tiny)
            upper = 1 + term / upper or tiny
            change = lower * upper
            value *= change
        if abs(change - 1) < _ENOUGH:
            break
    return value


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values corrected by Holm's method, in the order of ``values``.

    Taking those below 0.05 for real errs in any of them in at most 5% of studies.
    """
    corrected = [1.0] * len(values)
    least = 0.0
    order = sorted(range(len(values)), key=values.__getitem__)
    for rank, place in enumerate(order):
        least = max(least, min(1.0, values[place] * (len(values) - rank)))
        corrected[place] = least
    return corrected


def standard_error(residuals: Sequence[float]) -> float:
    """Return the standard error of the mean of values whose mean is 0."""
    count = len(residuals)
    return sqrt(sum(value * value for value in residuals) / (count * (count - 1)))
