"""A study or a comparison as one HTML page: nothing is fetched, no script runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from handfoot.study.comparison import (
    DIFFERENCES,
    INTERVALS,
    MINUTES,
    Comparison,
    Row,
    Study,
    comparison_rows,
    study_rows,
)
from handfoot.study.plots import plots

__all__ = ["comparison_page", "study_page"]

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fffdf8; --line: #767064;
  --soft: #f1ede2; --accent: #7a1f1f; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8df; --paper: #191817;
  --line: #8f897c; --soft: #262422; --accent: #f2b8a8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.45 Georgia, "Times New Roman", serif;
  overflow-wrap: break-word; }
h1, h2, caption, th, figcaption { font-family: system-ui, "Segoe UI", Arial,
  sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; color: var(--accent); margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; color: var(--accent); margin: 1.6rem 0 .4rem; }
li { margin: .25rem 0; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .92em; }
caption { text-align: left; padding: .3rem 0; }
th, td { padding: .25rem .5rem; text-align: right; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; }
thead th { background: var(--soft); }
tbody th { font-weight: normal; min-width: 11rem; }
td { white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.clear > * { font-weight: bold; }
figure { margin: 1.2rem 0; overflow-x: auto; }
figure svg { display: block; width: 100%; height: auto; min-width: 28rem;
  max-width: 42rem; color: #000; background: #fff;
  border: 1px solid var(--line); }
figcaption { font-size: .92em; padding-top: .3rem; max-width: 42rem; }
figcaption strong { display: block; }
footer { margin-top: 2rem; border-top: 1px solid var(--line); font-size: .92em; }
@media print { body { max-width: none; font-size: 10pt; } figure { break-inside:
  avoid; } }
""".strip()


def study_page(study: Study, command: str) -> str:
    """Return the page of one ruleset.

    Args:
        study: The study; it has at least one match.
        command: The command that makes the page again.
    """
    name = study.table.rules.name
    head = ("", "average", "95% interval", "spread of matches")
    caption = "Averages, their intervals, and the standard deviation of matches"
    body = (*_table(caption, head, study_rows(study)), *_figures([study], [""]))
    title = f"{name}: what it plays like"
    return _page(title, _played(study), body, (MINUTES, INTERVALS), command)


def comparison_page(comparison: Comparison, rules: Sequence[str], command: str) -> str:
    """Return the page of two rulesets.

    Args:
        comparison: The comparison; it has at least one match of each.
        rules: Sentences on how the second ruleset differs from the first.
        command: The command that makes the page again.
    """
    studies = (comparison.one, comparison.other)
    names = [study.table.rules.name for study in studies]
    head = ("", "A", "B", "B - A", "95% interval")
    caption = "Averages, and how much more it is with B; clear differences are bold"
    body = (
        "<h2>The rules</h2>",
        *_items(f"{letter}: {name}" for letter, name in zip("AB", names, strict=True)),
        *(("<p>With B:</p>", *_items(rules)) if rules else ()),
        "<h2>What changes at the table, from A to B</h2>",
        *_items(comparison.sentences()),
        "<h2>All figures</h2>",
        *_table(caption, head, comparison_rows(comparison)),
        *_figures(studies, ["A", "B"]),
    )
    title = f"{names[0]} and {names[1]} compared"
    played = f"{_played(comparison.one)}, {comparison.pairing}"
    remarks = (MINUTES, INTERVALS, DIFFERENCES)
    return _page(title, played, body, remarks, command)


def _played(study: Study) -> str:
    table = study.table
    kinds = ", ".join(dict.fromkeys(table.kinds))
    return (
        f"{study.sample.games:,} matches of {table.seats} computer players ({kinds}), "
        f"seed {table.seed}"
    )


def _page(
    title: str,
    played: str,
    body: Iterable[str],
    remarks: Iterable[str],
    command: str,
) -> str:
    lines = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        "</head>",
        "<body>",
        f"<header><h1>{escape(title)}</h1><p>{escape(played)}</p></header>",
        "<main>",
        *body,
        "</main>",
        "<footer>",
        *(f"<p>{escape(remark)}</p>" for remark in remarks),
        f"<p>Made by <code>{escape(command)}</code></p>",
        "</footer>",
        "</body>",
        "</html>",
    )
    return "\n".join(lines) + "\n"


def _items(texts: Iterable[str]) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{escape(text)}</li>" for text in texts)
    yield "</ul>"


def _table(caption: str, head: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    first, *others = head
    yield '<div class="wide" tabindex="0" role="region" aria-label="Figures"><table>'
    yield f"<caption>{escape(caption)}</caption>"
    cells = "".join(f'<th scope="col">{escape(text)}</th>' for text in others)
    yield f"<thead><tr><td>{escape(first)}</td>{cells}</tr></thead><tbody>"
    for row in rows:
        css = ' class="clear"' if row.clear else ""
        cells = "".join(f"<td>{escape(value)}</td>" for value in row.cells)
        yield f'<tr{css}><th scope="row">{escape(row.label)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _figures(studies: Sequence[Study], names: Sequence[str]) -> Iterator[str]:
    yield "<h2>Pictures</h2>"
    for plot in plots(studies, names):
        yield f"<figure>{plot.svg}<figcaption>"
        yield f"<strong>{escape(plot.title)}</strong> {escape(plot.text)}"
        yield "</figcaption></figure>"
