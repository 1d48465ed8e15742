"""How score sheets look: on a screen, on a phone, on one sheet of paper."""

from __future__ import annotations

from typing import Final

#: Colours keep a contrast of 4.5 to 1 in both schemes; paper is always light.
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fffdf8; --line: #767064;
  --soft: #f1ede2; --accent: #7a1f1f; --s0: #8a1c1c; --s1: #1b4f8f; --s2: #1c6b2d;
  --s3: #6a3d9a; --s4: #8a5a00; --s5: #46524f; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8df; --paper: #191817;
  --line: #8f897c; --soft: #262422; --accent: #f2b8a8; --s0: #ff9a8f; --s1: #8fbaff;
  --s2: #86d99a; --s3: #d0b0ff; --s4: #f0c060; --s5: #b8c8c4; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.4 system-ui, "Segoe UI", Arial, sans-serif;
  overflow-wrap: break-word; }
h1, p, li, .name, .how { overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.15; color: var(--accent); }
h2 { margin: 0 0 .3rem; font-size: 1.1rem; color: var(--accent);
  border-bottom: 2px solid var(--accent); }
p { margin: .3rem 0; }
.standing { font-weight: bold; }
.top { display: flex; flex-wrap: wrap; gap: 1rem 2rem; margin: 1rem 0; }
.top > section { flex: 1 1 17rem; min-width: 0; }
.rounds { display: grid; gap: 1rem 2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); }
table { width: 100%; border-collapse: collapse; font-size: .92em; }
caption { text-align: left; font-weight: bold; padding: .15rem 0; }
th, td { padding: .15rem .3rem; text-align: right; vertical-align: top;
  border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
thead th, thead td { background: var(--soft); vertical-align: bottom; }
tbody th { font-weight: 600; }
.sum th, .sum td { font-weight: bold; border-top: 2px solid var(--ink); }
.how { display: block; font-size: .85em; }
.plot { width: 100%; max-width: 40rem; height: auto; }
.plot text { font-size: 11px; fill: var(--ink); }
.plot .end { text-anchor: end; }
.plot .mid { text-anchor: middle; }
.grid { stroke: var(--line); stroke-width: .4; fill: none; }
.target { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 4 3; fill: none; }
.side { fill: none; stroke-width: 2; }
.side0 { stroke: var(--s0); } .side1 { stroke: var(--s1); }
.side2 { stroke: var(--s2); } .side3 { stroke: var(--s3); }
.side4 { stroke: var(--s4); } .side5 { stroke: var(--s5); }
.mark0 { fill: var(--s0); } .mark1 { fill: var(--s1); } .mark2 { fill: var(--s2); }
.mark3 { fill: var(--s3); } .mark4 { fill: var(--s4); } .mark5 { fill: var(--s5); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem;
  margin: .2rem 0; padding: 0; }
.sample { width: 2.2rem; height: .8rem; margin-right: .4rem; }
.blank th, .blank td { text-align: center; border: 1px solid var(--line); }
.blank tbody td { height: 2.1rem; }
.blank small { display: block; font-weight: normal; }
.write { border-bottom: 1px solid var(--ink); display: inline-block; min-width: 9rem; }
@media (max-width: 40rem) {
  .narrow thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px;
    overflow: hidden; white-space: nowrap; }
  .narrow table, .narrow tbody, .narrow caption { display: block; }
  .narrow tr { display: block; border-bottom: 2px solid var(--line);
    padding: .2rem 0; }
  .narrow th, .narrow td { display: flex; justify-content: space-between; gap: 1rem;
    width: 100%; border: 0; border-bottom: 1px dotted var(--line); text-align: right;
    height: auto; min-height: 1.9rem; }
  .narrow td:empty:not([data-of]) { display: none; }
  .narrow td::before { content: attr(data-of); text-align: left; }
  .narrow tbody th { background: var(--soft); }
  .narrow .how { display: inline; }
  .plot text { font-size: 12.5px; }
}
""".strip()


def print_style(
    *, font: float, columns: int, wide: bool, sums: bool = True, row: float = 0
) -> str:
    """Return how a sheet is printed.

    Args:
        font: Size of letters (points).
        columns: Columns in which the rounds stand.
        wide: Whether the paper lies on its long side.
        sums: Whether the sum behind each line is printed.
        row: Height of an empty row (points); 0 for filled sheets.
    """
    size = "size: landscape; " if wide else ""
    how = "inline" if sums else "none"
    # Where rows are low, what opens stands beside the number of the round.
    beside = "display: inline; margin-left: 3pt;" if row < 2.6 * font else ""
    return f"""
@page {{ {size}margin: 9mm; }}
@media print {{
  :root {{ color-scheme: light; --ink: #000; --paper: #fff; --line: #777;
    --soft: #eee; --accent: #5c1010; --s0: #7a1010; --s1: #10407a; --s2: #14521f;
    --s3: #53308a; --s4: #6b4600; --s5: #333d3b; }}
  body {{ max-width: none; padding: 0; font-size: {font}pt; line-height: 1.2; }}
  h1 {{ font-size: {font * 1.6:.1f}pt; }}
  h2 {{ font-size: {font * 1.15:.1f}pt; margin-bottom: 1pt; border-bottom-width: 1px; }}
  p {{ margin: 1pt 0; }}
  .top {{ margin: 4pt 0; gap: 4pt 14pt; flex-wrap: nowrap; }}
  .top > section {{ flex: 1 1 0; }}
  .plot {{ max-height: 125pt; }}
  .rounds {{ display: block; columns: {columns}; column-gap: 5mm; }}
  .rounds section {{ break-inside: avoid; margin-bottom: 4pt; }}
  table {{ break-inside: avoid; font-size: 1em; }}
  th, td {{ padding: .4pt 2pt; border-bottom-width: .5pt; }}
  .how {{ display: {how}; font-size: 1em; }}
  .rounds tbody th {{ width: {26 if sums else 30}%; }}
  .blank {{ margin-bottom: 5pt; }}
  .blank tbody td, .blank tbody th {{ height: {row:.1f}pt; vertical-align: middle; }}
  .blank tbody th {{ white-space: nowrap; }}
  .blank tbody small {{ {beside} }}
  .screen {{ display: none; }}
}}
""".strip()
