"""Numbers of a study as people read them."""

from __future__ import annotations

from math import isfinite
from typing import Final

from handfoot.study.measures import Unit

__all__ = ["said", "said_change", "said_interval"]

#: Below it two digits after the point say something.
_SMALL: Final = 10
#: What follows a value, and a difference: percentage points are no percents.
_AFTER: Final[dict[Unit, tuple[str, str]]] = {
    "number": ("", ""),
    "points": ("", ""),
    "minutes": (" min", " min"),
    "share": ("%", " pp"),
}


def said(value: float, unit: Unit) -> str:
    """Return a value as text: ``12.3``, ``104 min``, ``1,250``, ``43.5%``."""
    return f"{_digits(value, unit)}{_AFTER[unit][0]}"


def said_change(value: float, unit: Unit) -> str:
    """Return a difference as text: ``+2.10``, ``-40 min``, ``+3.0 pp``."""
    return f"{_signed(value, unit)}{_AFTER[unit][1]}"


def said_interval(low: float, high: float, unit: Unit, *, change: bool = False) -> str:
    """Return the ends of an interval as text, of a value or of a difference."""
    if not isfinite(high):
        return "unknown"
    digits = _signed if change else _digits
    return f"{digits(low, unit)} to {digits(high, unit)}{_AFTER[unit][change]}"


def _digits(value: float, unit: Unit) -> str:
    match unit:
        case "number":
            return f"{value:,.2f}" if abs(value) < _SMALL else f"{value:,.1f}"
        case "share":
            return f"{100 * value:.1f}"
        case "minutes" | "points":
            return f"{value:,.0f}"


def _signed(value: float, unit: Unit) -> str:
    """Return the digits with a sign, but for what is nothing once rounded."""
    digits = _digits(abs(value), unit)
    if not any(digit in "123456789" for digit in digits):
        return digits
    return f"{'-' if value < 0 else '+'}{digits}"
