"""The page on five house rules is that of its script and of today's rulesets."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from handfoot import load_rules
from handfoot.cli.values import changes_asked

ROOT = Path(__file__).parents[2]


def _script() -> ModuleType:
    path = ROOT / "scripts" / "remake_house_rules.py"
    spec = importlib.util.spec_from_file_location("remake_house_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_page() -> None:
    """Each rule is there, as the rulesets say it now, with the command to try it."""
    script = _script()
    page = (ROOT / "docs" / "house-rules.md").read_text("utf-8")
    words = " ".join(page.split())
    base = load_rules(script.BASE)
    assert len(script.RULES) == 5
    for rule in script.RULES:
        assert f"## {rule.title}\n" in page
        changed = base.with_changes(changes_asked(base, rule.settings))
        found = base.diff(changed)
        assert found
        for difference in found:
            assert difference.sentence in words
        for setting in rule.settings:
            assert f"--set {setting} " in page
