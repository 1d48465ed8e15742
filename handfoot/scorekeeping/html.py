"""A filled score sheet as one page of its own: nothing is fetched, no script runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from handfoot.play.scoring import Sheet
from handfoot.rules.language.phrases import capital
from handfoot.scorekeeping.ending import standing_words
from handfoot.scorekeeping.plot import plot, sample
from handfoot.scorekeeping.sheet import ScoreSheet
from handfoot.scorekeeping.style import STYLE, print_style

__all__ = ["page", "sheet_html"]

#: Points of height that paper leaves for the rounds below totals and drawing; what
#: each row of totals takes beside a tall table, and each row of the list of sides.
_ROOM: Final = 500
_ROW: Final = 12
_BESIDE_DRAWING: Final = 11
_IN_LIST: Final = 4
#: Letters that stand beside each other in half a page, labels apart; and of a number.
_LETTERS: Final = 40
_NUMBER: Final = 9
#: Letters of a label that stand in one line.
_LABEL: Final = 15
#: A product is not broken between lines.
_TIMES: Final = "&nbsp;×&nbsp;"
_LARGEST, _SMALLEST = 8.5, 4.5
#: Sides whose sums stand beside each other, and sides that fit into half a page.
_BESIDE: Final = 3
_HALF: Final = 6


def sheet_html(sheet: ScoreSheet) -> str:
    """Return the score sheet as an HTML page."""
    few = len(sheet.names) <= _BESIDE
    heights = [_height(sheet, number, sums=few) for number in _numbers(sheet)]
    columns = 2 if len(sheet.names) <= _HALF else 1
    lines = sum(heights)
    if columns > 1:
        # A round is not broken, so the two columns are seldom of one length.
        cuts = range(len(heights) + 1)
        lines = min(max(sum(heights[:at]), sum(heights[at:])) for at in cuts)
    rows = max(0, sheet.rounds - _BESIDE_DRAWING) + (len(sheet.names) - 1) // _IN_LIST
    font = min(_LARGEST, ((_ROOM - _ROW * rows) / max(lines, 1) - 1.3) / 1.2)
    fits = font >= _SMALLEST
    css = print_style(
        font=font if fits else _LARGEST, columns=columns, wide=False, sums=few
    )
    return page(f"{sheet.rules.name}: score sheet", css, _body(sheet, fits=fits))


def page(title: str, css: str, body: Iterable[str]) -> str:
    """Return a whole page with this title, style of print, and body."""
    head = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}\n{css}</style>",
        "</head>",
        "<body>",
    )
    return "\n".join((*head, *body, "</body>", "</html>")) + "\n"


def _numbers(sheet: ScoreSheet) -> range:
    return range(1, sheet.rounds + 1)


def _height(sheet: ScoreSheet, number: int, *, sums: bool) -> int:
    """Return the lines that a round takes on paper, about."""
    sheets = sheet.sheets(number)
    lines = 7
    room = _LETTERS // len(sheets)
    for label in _labels(sheets):
        high = 1 + (len(label) > _LABEL)
        longest = max(
            len(sheet.arithmetic(one, line)) + _NUMBER
            for one in sheets
            for line in one.lines
            if line.label == label
        )
        lines += max(high, -(-longest // room)) if sums else high
    return lines


def _body(sheet: ScoreSheet, *, fits: bool) -> Iterator[str]:
    yield "<header>"
    yield f"<h1>{escape(sheet.rules.name)}</h1>"
    yield f"<p>{escape(' against '.join(sheet.names))}</p>"
    yield f'<p class="standing">{escape(standing_words(sheet))}</p>'
    yield "</header>"
    if not sheet.rounds:
        return
    yield "<main>"
    yield '<div class="top">'
    yield from _totals(sheet)
    yield from _plot(sheet)
    yield "</div>"
    # Where paper is too short for every line, the totals and the drawing are printed.
    yield f'<div class="rounds{"" if fits else " screen"}">'
    for number in _numbers(sheet):
        yield from _round(sheet, number)
    yield "</div>"
    yield "</main>"


def _totals(sheet: ScoreSheet) -> Iterator[str]:
    narrow = ' class="narrow"' if len(sheet.names) > _BESIDE else ""
    yield f'<section aria-labelledby="totals"{narrow}>'
    yield '<h2 id="totals">Totals</h2>'
    yield "<table>"
    heads = "".join(map(_head, ("Round", *sheet.names)))
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for number in _numbers(sheet):
        cells = "".join(
            f'<td data-of="{escape(sheet.names[one.side])}">{one.total:,}</td>'
            for one in sheet.sheets(number)
        )
        yield f'<tr><th scope="row">{number}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"
    yield "</section>"


def _head(text: str) -> str:
    if not text:
        return "<td></td>"
    return f'<th scope="col" class="name">{escape(text)}</th>'


def _plot(sheet: ScoreSheet) -> Iterator[str]:
    yield '<section aria-labelledby="drawing">'
    yield '<h2 id="drawing">Running totals</h2>'
    yield plot(sheet)
    yield '<ul class="legend">'
    for side, name in enumerate(sheet.names):
        yield f"<li>{sample(side)}{escape(name)}</li>"
    yield "</ul>"
    yield "</section>"


def _round(sheet: ScoreSheet, number: int) -> Iterator[str]:
    known = sheet.brief(number)
    facts = [
        f"{known.dealer} dealt",
        f"to open {known.minimum_words(sheet.names)}",
        *known.changing(sheet.names),
    ]
    narrow = ' class="narrow"' if len(sheet.names) > _BESIDE else ""
    yield f'<section aria-labelledby="round{number}"{narrow}>'
    yield f'<h2 id="round{number}">Round {number}</h2>'
    yield f"<p>{escape(capital('; '.join(facts)))}.</p>"
    yield "<table>"
    heads = "".join(map(_head, ("", *sheet.names)))
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    sheets = sheet.sheets(number)
    for label in _labels(sheets):
        cells = "".join(_cell(sheet, one, label) for one in sheets)
        yield f'<tr><th scope="row">{escape(label)}</th>{cells}</tr>'
    yield _row(sheet, "this round", [one.points for one in sheets], css="sum")
    yield _row(sheet, "total", [one.total for one in sheets])
    yield "</tbody>"
    yield "</table>"
    yield "</section>"


def _labels(sheets: Iterable[Sheet]) -> list[str]:
    """Return the labels of all sheets, in an order that each sheet agrees with."""
    labels: list[str] = []
    for sheet in sheets:
        own = [line.label for line in sheet.lines]
        for place, label in enumerate(own):
            if label not in labels:
                later = [labels.index(one) for one in own[place:] if one in labels]
                labels.insert(min(later, default=len(labels)), label)
    return labels


def _cell(sheet: ScoreSheet, one: Sheet, label: str) -> str:
    name = escape(sheet.names[one.side])
    for line in one.lines:
        if line.label == label:
            how = escape(sheet.arithmetic(one, line)).replace(" × ", _TIMES)
            said = f'<span class="how">{how}&nbsp;=</span> ' if how else ""
            return f'<td data-of="{name}"><span>{said}{line.points:,}</span></td>'
    return "<td></td>"


def _row(sheet: ScoreSheet, label: str, values: list[int], css: str = "") -> str:
    cells = "".join(
        f'<td data-of="{escape(name)}">{value:,}</td>'
        for name, value in zip(sheet.names, values, strict=True)
    )
    named = f' class="{css}"' if css else ""
    return f'<tr{named}><th scope="row">{label}</th>{cells}</tr>'
