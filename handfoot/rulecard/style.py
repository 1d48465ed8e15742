"""How the HTML rule card looks, on a screen and on two sheets of paper."""

from __future__ import annotations

from typing import Final

#: Colours keep a contrast of 4.5 to 1 in both schemes; paper is always light.
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fffdf8; --line: #767064;
  --soft: #f1ede2; --accent: #7a1f1f; --red: #b00020; --yes: #1c6b2d; --no: #a01515; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8df; --paper: #191817;
  --line: #8f897c; --soft: #262422; --accent: #f2b8a8; --red: #ff8a8f;
  --yes: #86d99a; --no: #ff9a94; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.45 Georgia, "Times New Roman", serif;
  overflow-wrap: break-word; }
h1, h2, caption, th, dt { font-family: system-ui, "Segoe UI", Arial, sans-serif; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.15; color: var(--accent); }
h2 { margin: 0 0 .3rem; font-size: 1.1rem; color: var(--accent);
  border-bottom: 2px solid var(--accent); break-after: avoid; }
header p { margin: .2rem 0 .6rem; max-width: 60rem; }
.players { font-weight: bold; }
main { columns: 22rem 3; column-gap: 1.8rem; }
section { margin: 0 0 1.1rem; }
ul { margin: .3rem 0; padding-left: 1.15rem; }
p { margin: .3rem 0; }
li { margin: .15rem 0; }
.checklist { list-style: none; padding-left: 0; }
.checklist li { padding-left: 1.5rem; text-indent: -1.5rem; }
.checklist li::before { content: "\\2610"; display: inline-block; width: 1.5rem;
  text-indent: 0; }
table { width: 100%; margin: .5rem 0; border-collapse: collapse; font-size: .92em;
  break-inside: avoid; }
.differs table, .examples { break-inside: auto; }
tr { break-inside: avoid; }
caption { text-align: left; font-weight: bold; font-size: .92em; padding: .15rem 0; }
th, td { padding: .18rem .35rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
thead th, thead td { background: var(--soft); }
tbody th { font-weight: 600; }
.total tr:last-child > * { font-weight: bold; border-top: 2px solid var(--ink); }
.total td, .total thead th { text-align: right; white-space: nowrap; }
.differs tbody th { font: inherit; }
.examples thead th:first-child { width: 40%; }
.examples th span { white-space: nowrap; }
.red { color: var(--red); }
.yes { color: var(--yes); white-space: nowrap; }
.no { color: var(--no); white-space: nowrap; }
.differs { background: var(--soft); padding: .6rem; border: 1px solid var(--line); }
.differs thead th, .differs thead td { background: none; }
dl { margin: 0; font-size: .9em; }
dl div { margin: .25rem 0; }
dt, dd { display: inline; margin: 0; }
dt { font-weight: 600; }
dt::after { content: "."; }
@page { margin: 9mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --line: #888;
    --soft: #eee; --accent: #5c1010; --red: #a00018; --yes: #14521f; --no: #8a1010; }
  body { max-width: none; padding: 0; font-size: var(--print, 7.7pt);
    line-height: 1.2; }
  h1 { font-size: 1.8em; }
  h2 { font-size: 1.2em; margin-bottom: 1pt; border-bottom-width: 1px; }
  header p { margin: 1pt 0 3pt; max-width: none; }
  main { columns: 3; column-gap: 5mm; column-fill: auto; }
  section { margin-bottom: 4pt; }
  ul, p { margin: 1pt 0; }
  ul { padding-left: 10pt; }
  li { margin: .4pt 0; }
  .checklist li { padding-left: 10pt; text-indent: -10pt; }
  .checklist li::before { width: 10pt; }
  table { margin: 2pt 0; }
  th, td { padding: .6pt 2pt; border-bottom-width: .5pt; }
  dl { font-size: .9em; }
  dl div { margin: .8pt 0; }
  .differs { padding: 2pt; }
}
""".strip()
