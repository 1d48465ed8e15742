"""What the schema cannot say: contradictions, at every table the ruleset allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from handfoot.rules.clash import Clash
from handfoot.rules.layers import Merged
from handfoot.rules.problems import Problem
from handfoot.rules.rulebook import clashes
from handfoot.rules.situations import situations

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet


def coherence_problems(rules: RuleSet, merged: Merged) -> Iterator[Problem]:
    for at in situations(rules):
        for clash in clashes(rules.at(at), at):
            s = merged.settings.get(clash.key)
            yield Problem(
                clash.code,
                clash.severity,
                clash.message,
                key=clash.key,
                span=s.node.span if s else None,
                label=clash.label,
                notes=clash.notes,
            )
