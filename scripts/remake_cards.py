"""Write the rule cards that tests compare with: one Markdown file for each variant.

Run it after a change of the rules or of their sentences, and read what changed:
``python scripts/remake_cards.py && git diff tests/golden/cards``.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from handfoot import load_rules, variant_names  # noqa: E402 - the checkout goes first


def main() -> None:
    """Write every card to the folder named first, or to where the tests look."""
    chosen = sys.argv[1:]
    folder = Path(chosen[0]) if chosen else ROOT / "tests" / "golden" / "cards"
    folder.mkdir(parents=True, exist_ok=True)
    for name in variant_names():
        card = load_rules(name).rule_card()
        (folder / f"{name}.md").write_text(card.markdown(), encoding="utf-8")


if __name__ == "__main__":
    main()
