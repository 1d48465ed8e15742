from __future__ import annotations

from math import gamma, inf, pi, sqrt

import pytest

from handfoot.study.student import holm, p_value, quantile


def _density(t: float, freedom: float) -> float:
    scale = gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
    tail: float = (1 + t * t / freedom) ** (-(freedom + 1) / 2)
    return scale * tail


def _within(t: float, freedom: float, steps: int = 2000) -> float:
    """Return the chance of -t to t, by Simpson's rule on the density."""
    width = t / steps
    weights = [1, *([4, 2] * (steps // 2))[:-1], 1]
    area = sum(w * _density(n * width, freedom) for n, w in enumerate(weights))
    return 2 * area * width / 3


@pytest.mark.parametrize("freedom", [1, 2, 3, 7, 30, 199])
@pytest.mark.parametrize("t", [0.01, 0.5, 1.0, 2.2, 5.0, 12.0])
def test_p_value(t: float, freedom: int) -> None:
    """It is the area of the density outside -t to t, integrated another way."""
    assert p_value(t, freedom) == pytest.approx(1 - _within(t, freedom), abs=1e-9)
    assert p_value(-t, freedom) == p_value(t, freedom)


def test_ends_of_the_p_value() -> None:
    """At 0 everything is as far, and nothing is infinitely far."""
    assert p_value(0, 5) == 1
    assert p_value(inf, 5) == 0
    assert 0 < p_value(60, 300) < 1e-100


@pytest.mark.parametrize(
    ("level", "freedom", "printed"),
    [
        (0.95, 1, 12.706),
        (0.95, 4, 2.776),
        (0.95, 10, 2.228),
        (0.95, 30, 2.042),
        (0.95, 120, 1.980),
        (0.99, 10, 3.169),
        (0.90, 20, 1.725),
        (0.95, 10**7, 1.960),
    ],
)
def test_quantile(level: float, freedom: int, printed: float) -> None:
    """It is what tables of Student's t print."""
    assert quantile(level, freedom) == pytest.approx(printed, abs=6e-4)
    assert p_value(quantile(level, freedom), freedom) == pytest.approx(1 - level)


def test_holm() -> None:
    """The worked example: the least times 4, the next times 3, never falling."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
