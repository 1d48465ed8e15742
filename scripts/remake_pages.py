"""Write the pages of docs/ that are made from tables and scenario files."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from disputes_page import disputes_page  # noqa: E402  # after the path

from handfoot.play.refusal_codes import REFUSAL_CODES  # noqa: E402  # after the path
from handfoot.play.refusals import CORE_KEYS  # noqa: E402  # after the path
from handfoot.table.problem_codes import PROBLEM_CODES  # noqa: E402  # after the path

_HEAD = "Made by `scripts/remake_pages.py`; do not edit by hand."


def refusals_page() -> str:
    """Return the page of all codes of refusals, and of problems in scenarios."""
    lines = [
        "# Every refusal",
        "",
        f"{_HEAD} What a `Refusal` holds stands in [library.md](library.md#why-not);",
        "`handfoot explain CODE` says the same as this page.",
        "",
        "| code | keys | meaning |",
        "|---|---|---|",
    ]
    for code, info in REFUSAL_CODES.items():
        keys = ", ".join(f"`{key}`" for key in info.keys)
        lines.append(f"| `{code}` | {keys} | {info.meaning} |")
    lines += [
        "",
        "## Keys that every ruleset shares",
        "",
        "| key | rule |",
        "|---|---|",
    ]
    lines += [f"| `{key}` | {rule} |" for key, rule in CORE_KEYS.items()]
    lines += ["", "## Problems of scenarios, positions and questions", ""]
    lines += ["| code | problem | meaning |", "|---|---|---|"]
    lines += [
        f"| `{info.code}` | {info.title} | {info.meaning} |"
        for info in PROBLEM_CODES.values()
    ]
    return "\n".join(lines) + "\n"


PAGES = {"refusals.md": refusals_page, "disputes.md": disputes_page}


def main() -> None:
    """Write every page."""
    for name, page in PAGES.items():
        (ROOT / "docs" / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
