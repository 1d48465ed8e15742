"""A real browser for tests of pages: what it measures, and how many sheets it prints.

Needs Chromium. The printed sheets are counted in the PDF itself, so no other program is
needed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any, Final

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER: Final = next(filter(None, map(shutil.which, _NAMES)), None)
_OPTIONS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: Sizes of paper in inches; Letter is the shorter, A4 the narrower.
PAPER: Final = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}
#: Width of a small phone (pixels).
PHONE: Final = 320
#: What normal text needs by the accessibility guidelines (WCAG AA).
CONTRAST: Final = 4.5

_MEASURE: Final = """
<iframe id="f" width="{width}" height="900" style="border:0" srcdoc="{page}"></iframe>
<script>
const box = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
const light = colour => box(colour).map(v => v / 255)
  .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const ground = node => {{
  for (; node; node = node.parentElement) {{
    const colour = getComputedStyle(node).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)") return colour;
  }}
  return "rgb(255, 255, 255)";
}};
document.getElementById("f").addEventListener("load", event => {{
  const doc = event.target.contentDocument, root = doc.documentElement;
  const all = [...doc.body.querySelectorAll("*")];
  let least = 99, where = "";
  for (const node of all) {{
    const text = [...node.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!text) continue;
    const two = [light(getComputedStyle(node).color), light(ground(node))];
    const ratio = (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);
    if (ratio < least) {{ least = ratio; where = node.outerHTML.slice(0, 80); }}
  }}
  const clipped = n => {{
    const frame = n.ownerSVGElement && n.ownerSVGElement.getBoundingClientRect();
    const box = n.getBoundingClientRect();
    return frame && n.tagName === "text" &&
      (box.left < frame.left - 1 || box.right > frame.right + 1);
  }};
  const wide = all.filter(n => n.getBoundingClientRect().right > root.clientWidth + 1
      || clipped(n)).map(n => n.outerHTML.slice(0, 80));
  const found = {{scroll: root.scrollWidth, client: root.clientWidth, wide, least,
    where, night: light(ground(doc.body)) < 0.5, columns: new Set(all.filter(n => n.tagName === "SECTION")
      .map(n => Math.round(n.getBoundingClientRect().left))).size}};
  document.title = JSON.stringify(found);
}});
</script>
"""


def _run(profile: Path, *arguments: str) -> str:
    assert BROWSER is not None
    command = [BROWSER, *_OPTIONS, f"--user-data-dir={profile}", *arguments]
    done = subprocess.run(command, capture_output=True, timeout=120, check=True)
    return done.stdout.decode(errors="replace")


def measured(
    page: str, folder: Path, *, width: int, dark: bool = False
) -> dict[str, Any]:
    """Return what the browser measures of a page in a window of that width."""
    frame = folder / "frame.html"
    frame.write_text(
        "<!DOCTYPE html><title></title>"
        + _MEASURE.format(width=width, page=escape(page, quote=True)),
        encoding="utf-8",
    )
    scheme = "dark" if dark else "light"
    dom = _run(
        folder / "profile",
        f"--blink-settings=preferredColorScheme={0 if dark else 1}",
        "--window-size=1400,1000",
        "--virtual-time-budget=4000",
        "--dump-dom",
        frame.as_uri(),
    )
    found = re.search(r"<title>(\{.*?\})</title>", dom)
    assert found is not None, f"the browser measured nothing ({scheme})"
    measured = json.loads(unescape(found[1]))
    assert isinstance(measured, dict)
    return measured


def printed(page: str, folder: Path, paper: str) -> int:
    """Return on how many sheets of a paper a page is printed."""
    width, height = PAPER[paper]
    lying = "@page { size: landscape; " in page
    if lying:
        width, height = height, width
    # The page size stands in the style sheet, for the command line has no option.
    begun = "@page { size: landscape; " if lying else "@page { "
    sized = page.replace(begun, f"@page {{ size: {width}in {height}in; ")
    assert sized != page
    source, target = folder / "page.html", folder / "page.pdf"
    source.write_text(sized, encoding="utf-8")
    _run(
        folder / "profile",
        "--no-pdf-header-footer",
        f"--print-to-pdf={target}",
        source.as_uri(),
    )
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", target.read_bytes()))
