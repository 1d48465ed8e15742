"""Making the rule card of a ruleset."""

from __future__ import annotations

import re
from typing import Any

import attrs

from handfoot.rulecard.card import RuleCard
from handfoot.rulecard.differing import differing
from handfoot.rulecard.sections import sections
from handfoot.rulecard.telling import Telling
from handfoot.rules.language.phrases import capital
from handfoot.rules.ruleset import RuleSet

__all__ = ["rule_card"]

_BLACK_THREE = re.compile("(?:(B)|b)lack three")


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
    card = RuleCard(
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
    if not rules.threes_alike:
        return card
    return attrs.evolve(
        card, differs=_of_threes(card.differs), sections=_of_threes(card.sections)
    )


def _of_threes(part: Any) -> Any:
    """Return a part of a card that says "threes" of the black ones, having no others.

    Args:
        part: A text, or what is made of texts.
    """
    if isinstance(part, str):
        return _BLACK_THREE.sub(lambda found: "Three" if found[1] else "three", part)
    if isinstance(part, tuple):
        return tuple(map(_of_threes, part))
    if attrs.has(type(part)):
        names = [field.name for field in attrs.fields(type(part))]
        return attrs.evolve(part, **{n: _of_threes(getattr(part, n)) for n in names})
    return part


def _text(value: Any) -> str:
    return "" if value is None else " ".join(str(value).split())


def _topic(name: str) -> str:
    return capital(name.replace("_", " ").replace(".", ": "))
