"""Plots of a study as SVG texts, for one ruleset or two side by side.

Colours are told apart by people who see few of them, and by their hatching on paper.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

import attrs

from handfoot.errors import HandfootError
from handfoot.study.comparison import Study
from handfoot.study.measures import Measure
from handfoot.study.sample import Estimate
from handfoot.study.wording import said

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Plot", "need_matplotlib", "plots"]

#: Line and surface, of the rulesets and of the ways in which rounds end.
_COLOURS: Final = (("#0072b2", "#b3d5e8"), ("#d55e00", "#f6d6bf"))
_ENDINGS: Final = (
    ("#007a59", "#b3e2d5"),
    ("#7d6b00", "#eee3a6"),
    ("#555555", "#ddd"),
    ("#8a3a7d", "#e8c6e2"),
)
_HATCHES: Final = ("", "///", "...", "xx")
_BINS: Final = 24
#: Inches, of which only the proportion is seen.
_WIDTH: Final = 6.4
_HEIGHT: Final = 3.0
_ENDS: Final = {
    "ended_out": "somebody goes out",
    "ended_stock": "want of stock",
    "ended_turns": "limit of turns",
    "ended_threes": "threes in a row",
}
_SHARES: Final = {
    "opened": "sides that open",
    "last_packet": "players who reach\ntheir last packet",
    "below_zero": "sides below 0",
    "first_won": "matches won by the\nside that begins",
}


@attrs.frozen
class Plot:
    """One plot.

    Attributes:
        title: What it shows.
        text: The same in words, for who does not see it.
        svg: The picture, an ``svg`` element.
    """

    title: str
    text: str
    svg: str


def need_matplotlib() -> None:
    """Raise a HandfootError when plots cannot be drawn here."""
    try:
        import matplotlib.figure  # noqa: F401 - whether it is there
    except ImportError:
        raise HandfootError(
            "a report with plots needs matplotlib: pip install 'handfoot[study]'"
        ) from None


def plots(studies: Sequence[Study], names: Sequence[str]) -> Iterator[Plot]:
    """Yield the plots of one study, or of two side by side.

    Args:
        studies: One or two studies with the same measures.
        names: A short name for each; an empty one for a study alone.
    """
    yield _histogram(studies, names, "minutes", "How long matches are", "minutes")
    yield _histogram(
        studies, names, "best", "Final totals of the leading side", "points"
    )
    yield _ends(studies, names)
    yield _bars(studies, names, "Who opens, who reaches the end", _SHARES)
    books = {
        one.name: one.name.partition(".")[2]
        for one in studies[0].sample.measures
        if one.name.startswith("books.")
    }
    yield _bars(studies, names, "Books that a side finishes in a round", books)


def _measure(study: Study, name: str) -> Measure:
    [found] = (one for one in study.sample.measures if one.name == name)
    return found


def _drawn(
    title: str, text: str, draw: Callable[[Axes], Any], *, height: float = _HEIGHT
) -> Plot:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {
        "svg.fonttype": "none",  # words stay words
        "svg.hashsalt": title,  # the same study gives the same text
        "font.family": "sans-serif",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "hatch.linewidth": 0.8,
    }
    with mpl.rc_context(style):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        draw(figure.subplots())
        return Plot(title, text, _svg(figure, title, text))


def _svg(figure: Figure, title: str, text: str) -> str:
    """Return a figure as an element that may stand in a page beside others."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    whole = out.getvalue()
    svg = whole[whole.index("<svg") :].strip()
    svg = re.sub("<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # Names are those of this picture alone.
    start = "-".join(re.findall("[a-z]+", title.lower()))
    svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\1{start}-", svg)
    # The page gives it its width; its own would not fit a small screen.
    svg = re.sub(r'\b(width|height)="[\d.]+pt"', "", svg, count=2)
    label = escape(f"{title}. {text}", quote=True)
    return f'<svg role="img" aria-label="{label}"{svg.removeprefix("<svg")}'


def _histogram(
    studies: Sequence[Study], names: Sequence[str], name: str, title: str, unit: str
) -> Plot:
    measure = _measure(studies[0], name)
    values = [study.sample.values(measure) for study in studies]

    def draw(axes: Axes) -> None:
        low, high = min(map(min, values)), max(map(max, values))
        bins = [low + (high - low or 1) * step / _BINS for step in range(_BINS + 1)]
        for place, (numbers, label) in enumerate(zip(values, names, strict=True)):
            axes.hist(
                numbers,
                bins=bins,
                label=label,
                histtype="stepfilled",
                facecolor="none" if place else _COLOURS[place][1],
                edgecolor=_COLOURS[place][0],
                hatch=_HATCHES[place],
                linewidth=1.5,
            )
        axes.set_xlabel(unit)
        axes.set_ylabel("matches")
        if len(names) > 1:
            axes.legend(frameon=False)

    ends = (
        f"{_lead(label)}from {said(min(numbers), measure.unit)} to "
        f"{said(max(numbers), measure.unit)}, on average "
        f"{said(sum(numbers) / len(numbers), measure.unit)}."
        for numbers, label in zip(values, names, strict=True)
    )
    return _drawn(title, " ".join(ends), draw)


def _ends(studies: Sequence[Study], names: Sequence[str]) -> Plot:
    shares = {
        name: [study.sample.value(_measure(study, name)) for study in studies]
        for name in _ENDS
    }
    # In the order of their colours; what never happens is not told.
    ways = [one for one in enumerate(_ENDS.items()) if any(shares[one[1][0]])]

    def draw(axes: Axes) -> None:
        before = [0.0] * len(studies)
        for place, (name, label) in ways:
            axes.barh(
                names,
                shares[name],
                left=before,
                label=label,
                color=_ENDINGS[place][1],
                edgecolor=_ENDINGS[place][0],
                hatch=_HATCHES[place],
            )
            before = [a + b for a, b in zip(before, shares[name], strict=True)]
        axes.invert_yaxis()
        if len(names) == 1:
            axes.set_yticks([])
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter("{x:.0%}")
        axes.figure.legend(loc="outside upper left", ncols=2, frameon=False)

    told = (
        _lead(label)
        + ", ".join(f"{shares[name][n]:.1%} {words}" for _, (name, words) in ways)
        + "."
        for n, label in enumerate(names)
    )
    return _drawn("How rounds end", " ".join(told), draw, height=1 + len(names) / 2)


def _bars(
    studies: Sequence[Study],
    names: Sequence[str],
    title: str,
    rows: dict[str, str],
) -> Plot:
    """Return averages as bars, each with its interval."""
    found = [
        [study.sample.estimate(_measure(study, name)) for name in rows]
        for study in studies
    ]
    unit = _measure(studies[0], next(iter(rows))).unit
    thick = 0.8 / len(studies)

    def draw(axes: Axes) -> None:
        for place, (estimates, label) in enumerate(zip(found, names, strict=True)):
            values = [one.value for one in estimates]
            axes.barh(
                [row + place * thick for row in range(len(rows))],
                values,
                thick * 0.9,
                xerr=_reaches(estimates),
                label=label,
                color=_COLOURS[place][1],
                edgecolor=_COLOURS[place][0],
                hatch=_HATCHES[place],
                capsize=3,
            )
        middle = (len(studies) - 1) * thick / 2
        axes.set_yticks([row + middle for row in range(len(rows))], [*rows.values()])
        axes.invert_yaxis()
        axes.set_xlim(left=0)
        if unit == "share":
            axes.xaxis.set_major_formatter("{x:.0%}")
        if len(names) > 1:
            axes.figure.legend(loc="outside upper left", ncols=2, frameon=False)

    told = (
        _lead(label)
        + ", ".join(
            f"{words} {said(one.value, unit)}".replace("\n", " ")
            for words, one in zip(rows.values(), estimates, strict=True)
        )
        + "."
        for estimates, label in zip(found, names, strict=True)
    )
    height = 0.7 + (0.25 + 0.3 * len(studies)) * len(rows)
    return _drawn(title, " ".join(told), draw, height=height)


def _lead(name: str) -> str:
    """Return how what is told of a study begins."""
    return f"{name}: " if name else ""


def _reaches(estimates: Sequence[Estimate]) -> list[list[float]]:
    """Return how far each interval reaches down, and how far up."""
    ends = [
        (one.value - one.low, one.high - one.value) if isfinite(one.high) else (0, 0)
        for one in estimates
    ]
    return [list(side) for side in zip(*ends, strict=True)]
