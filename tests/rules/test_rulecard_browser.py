"""The HTML rule card in a real browser: pages on paper, width on a phone, contrast.

Needs Chromium; each test is skipped, and says so, where there is none. The printed
pages are counted in the PDF itself, so no other program is needed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any, Final

import pytest

from handfoot import load_rules, variant_names

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
_BROWSER: Final = next(filter(None, map(shutil.which, _NAMES)), None)
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
_PAPER: Final = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}
_MOST_PAGES: Final = 2
_PHONE: Final = 320
#: What normal text needs by the accessibility guidelines (WCAG AA).
_CONTRAST: Final = 4.5

pytestmark = pytest.mark.skipif(_BROWSER is None, reason="no Chromium is installed")
VARIANTS = variant_names()

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
  const wide = all.filter(n => n.getBoundingClientRect().right > root.clientWidth + 1)
    .map(n => n.outerHTML.slice(0, 80));
  const found = {{scroll: root.scrollWidth, client: root.clientWidth, wide, least,
    where, night: light(ground(doc.body)) < 0.5, columns: new Set(all.filter(n => n.tagName === "SECTION")
      .map(n => Math.round(n.getBoundingClientRect().left))).size}};
  document.title = JSON.stringify(found);
}});
</script>
"""


def _run(profile: Path, *arguments: str) -> str:
    assert _BROWSER is not None
    command = [_BROWSER, *_OPTIONS, f"--user-data-dir={profile}", *arguments]
    done = subprocess.run(command, capture_output=True, timeout=120, check=True)
    return done.stdout.decode(errors="replace")


def _measured(
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


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("paper", _PAPER)
def test_the_card_prints_on_two_pages(name: str, paper: str, tmp_path: Path) -> None:
    """Each shipped card fits on two sheets of A4 and of Letter."""
    page = load_rules(name).rule_card().html()
    width, height = _PAPER[paper]
    # The page size stands in the style sheet, for the command line has no option.
    sized = page.replace("@page {", f"@page {{ size: {width}in {height}in;")
    assert sized != page
    source, target = tmp_path / "card.html", tmp_path / "card.pdf"
    source.write_text(sized, encoding="utf-8")
    _run(
        tmp_path / "profile",
        "--no-pdf-header-footer",
        f"--print-to-pdf={target}",
        source.as_uri(),
    )
    pages = re.findall(rb"/Type\s*/Page\b(?!s)", target.read_bytes())
    assert 1 <= len(pages) <= _MOST_PAGES


@pytest.mark.parametrize("name", VARIANTS)
def test_the_card_fits_a_phone(name: str, tmp_path: Path) -> None:
    """At 320 pixels nothing stands out to the right, and there is one column."""
    found = _measured(load_rules(name).rule_card().html(), tmp_path, width=_PHONE)
    assert found["client"] <= _PHONE
    assert found["scroll"] <= found["client"]
    assert found["wide"] == []
    assert found["columns"] == 1


def test_the_card_uses_a_wide_screen(tmp_path: Path) -> None:
    """On a desk the card stands in columns, without overflow."""
    found = _measured(load_rules("whitnack").rule_card().html(), tmp_path, width=1280)
    assert found["scroll"] <= found["client"]
    assert found["columns"] >= 2


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_has_contrast(dark: bool, tmp_path: Path) -> None:  # noqa: FBT001 - given by name
    """All text keeps a contrast of 4.5 to 1 with its ground, by day and by night."""
    page = load_rules("eleven-card").rule_card().html()
    found = _measured(page, tmp_path, width=1000, dark=dark)
    assert found["night"] == dark
    assert found["least"] >= _CONTRAST, found["where"]
