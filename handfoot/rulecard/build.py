"""Making the rule card of a ruleset."""

from __future__ import annotations

from typing import Any

from handfoot.rulecard.card import RuleCard
from handfoot.rulecard.differing import differing
from handfoot.rulecard.sections import sections
from handfoot.rulecard.telling import Telling
from handfoot.rules.language.phrases import capital
from handfoot.rules.ruleset import RuleSet

__all__ = ["rule_card"]


def rule_card(
    rules: RuleSet, *, players: int | None = None, side_size: int | None = None
) -> RuleCard:
    """Return a ruleset in plain English.

    Args:
        rules: The ruleset.
        players: The head count; what differs between all that are allowed is said when
            it is not given.
        side_size: Players on a side; every size the table may choose when not given.

    Raises:
        HandfootError: the ruleset does not allow the table.
    """
    telling = Telling.of(rules, players, side_size)
    about = rules.about
    return RuleCard(
        title=rules.name,
        players=f"For {telling.who()}",
        description=_text(about.get("description")),
        author=_text(about.get("author")),
        differs=differing(telling),
        sections=sections(telling),
        sources=tuple(map(_text, about.get("sources", ()))),
        readings=tuple(
            (_topic(name), _text(text))
            for name, text in about.get("readings", {}).items()
        ),
    )


def _text(value: Any) -> str:
    return "" if value is None else " ".join(str(value).split())


def _topic(name: str) -> str:
    return capital(name.replace("_", " ").replace(".", ": "))
