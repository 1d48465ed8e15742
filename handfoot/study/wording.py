"""Numbers of a study as people read them."""

from __future__ import annotations

from typing import assert_never

from handfoot.study.measures import Unit

__all__ = ["said", "said_change"]


def said(value: float, unit: Unit) -> str:
    """Return a value as text: ``12.3``, ``104``, ``1,250``, ``43.5%``."""
    match unit:
        case "number":
            return f"{value:,.2f}" if abs(value) < _SMALL else f"{value:,.1f}"
        case "minutes" | "points":
            return f"{value:,.0f}"
        case "share":
            return f"{value:.1%}"
        case _:
            assert_never(unit)


def said_change(value: float, unit: Unit) -> str:
    """Return a difference as text with its sign: ``+2.1``, ``-40``, ``+3.0 points``."""
    if unit == "share":
        return f"{100 * value:+.1f} %-points"
    return f"{'-' if value < 0 else '+'}{said(abs(value), unit)}"


#: Below it two digits after the point say something.
_SMALL = 10
