"""Running totals as a drawing: SVG that stands in the page, readable without colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["plot", "sample"]

_WIDTH: Final = 360
_HEIGHT: Final = 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 60, 10, 24
_STEPS: Final = (1, 2, 2.5, 5, 10)
_MOST_LINES: Final = 6
_MOST_ROUNDS: Final = 12
#: Room between the totals at the ends of lines.
_APART: Final = 11
_DASHES: Final = ("", "6 3", "2 3", "9 3 2 3", "1 2", "12 4")


def plot(sheet: ScoreSheet) -> str:
    """Return the totals of all sides after each round as an SVG drawing."""
    return "\n".join(_drawn(sheet))


def sample(side: int) -> str:
    """Return a piece of the line of a side, for the list of sides."""
    return (
        f'<svg class="sample" viewBox="0 0 34 12" aria-hidden="true">'
        f'<path class="side side{side % 6}" d="M1 6H33"{_dash(side)}/>'
        f"{_mark(side, 17, 6)}</svg>"
    )


def _drawn(sheet: ScoreSheet) -> Iterator[str]:
    totals = [
        [0, *(sheet.sheets(number)[side].total for number in _numbers(sheet))]
        for side in range(len(sheet.names))
    ]
    target = sheet.standing.rule.target
    values = [value for line in totals for value in line]
    scale = _Scale(values, sheet.rounds)
    yield (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        'aria-labelledby="plot-title plot-text">'
    )
    yield '<title id="plot-title">Totals after each round</title>'
    yield f'<desc id="plot-text">{escape(_said(sheet, totals))}</desc>'
    for value in scale.marks:
        y = scale.y(value)
        yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>'
        yield f'<text x="{_LEFT - 5}" y="{y + 3.5:.1f}" class="end">{value:,}</text>'
    if target is not None and scale.low <= target <= scale.high:
        y = scale.y(target)
        yield f'<path class="target" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>'
        yield f'<text x="{_LEFT + 3}" y="{y - 3:.1f}">{target:,} ends the match</text>'
    every = -(-sheet.rounds // _MOST_ROUNDS)
    for number in range(0, sheet.rounds + 1, every):
        said = str(number) if number else "start"
        x = scale.x(number)
        yield f'<text x="{x:.1f}" y="{_HEIGHT - 8}" class="mid">{said}</text>'
    ends = _apart([scale.y(line[-1]) for line in totals])
    for side, line in enumerate(totals):
        points = [(scale.x(n), scale.y(value)) for n, value in enumerate(line)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path class="side side{side % 6}" d="M{path}"{_dash(side)}/>'
        yield from (_mark(side, x, y) for x, y in points[1:])
        x = scale.x(sheet.rounds) + 7
        yield f'<text x="{x:.1f}" y="{ends[side] + 3.5:.1f}">{line[-1]:,}</text>'
    yield "</svg>"


def _numbers(sheet: ScoreSheet) -> range:
    return range(1, sheet.rounds + 1)


def _said(sheet: ScoreSheet, totals: Sequence[Sequence[int]]) -> str:
    parts = (
        f"{name}: {', '.join(f'{total:,}' for total in line[1:])}"
        for name, line in zip(sheet.names, totals, strict=True)
    )
    return "; ".join(parts)


class _Scale:
    """Where a round and a total lie in the drawing."""

    def __init__(self, values: Sequence[int], rounds: int) -> None:
        span = max(max(values) - min(values), 100)
        step = next(s for s in _steps() if span / s <= _MOST_LINES)
        self.low = int(min(values) // step * step)
        self.high = int(-(-max(*values, self.low + step) // step) * step)
        self.marks = range(self.low, self.high + 1, int(step))
        self._rounds = max(rounds, 1)

    def x(self, number: int) -> float:
        """Return how far right a round lies."""
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * number / self._rounds

    def y(self, value: int) -> float:
        """Return how far down a total lies."""
        high = _HEIGHT - _TOP - _BOTTOM
        return _TOP + high * (self.high - value) / (self.high - self.low)


def _steps() -> Iterator[float]:
    size = 10
    while True:
        yield from (size * step for step in _STEPS)
        size *= 10


def _apart(wanted: Sequence[float]) -> list[float]:
    """Return places near the wanted ones that leave room between them."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = list(wanted)
    last = -_APART * 1.0
    for place in order:
        last = found[place] = max(wanted[place], last + _APART)
    over = max(0.0, last - (_HEIGHT - _BOTTOM))
    return [place - over for place in found]


def _dash(side: int) -> str:
    dash = _DASHES[side % len(_DASHES)]
    return f' stroke-dasharray="{dash}"' if dash else ""


def _mark(side: int, x: float, y: float) -> str:
    """Return a sign for a side: its own shape, so that no colour is needed."""
    shapes = (
        f"M{x - 3:.1f} {y:.1f}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
        f"M{x - 3:.1f} {y - 3:.1f}h6v6h-6z",
        f"M{x:.1f} {y - 4:.1f}l4 7h-8z",
        f"M{x:.1f} {y - 4:.1f}l4 4l-4 4l-4 -4z",
        f"M{x:.1f} {y + 4:.1f}l4 -7h-8z",
        f"M{x - 4:.1f} {y - 1.5:.1f}h8v3h-8z",
    )
    return f'<path class="mark mark{side % 6}" d="{shapes[side % len(shapes)]}"/>'
