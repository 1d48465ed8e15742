"""Write the expected reports of the broken files anew: ``examples/broken/*.txt``.

Run at the top of the project: ``python scripts/remake_broken.py``. Read what changes:
every report must let a cook mend the file beside it.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "examples" / "broken"
if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parents[1]))

from handfoot.rules.loading import check_rules  # noqa: E402 - found by the line above

__all__ = ["FOLDER", "reports"]


def reports() -> dict[str, str]:
    """Return the report of each broken file by the name of the file it is kept in."""
    with contextlib.chdir(FOLDER):
        return {
            path.with_suffix(".txt").name: check_rules(path.name).text() + "\n"
            for path in sorted(FOLDER.glob("*.yaml"))
        }


if __name__ == "__main__":
    for name, text in reports().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
