"""The whole answer to a question: the verdict, what would help, and who differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from handfoot.errors import HandfootError
from handfoot.play.refusals import Refusal
from handfoot.rules.language.scoped import written
from handfoot.rules.loading import load_rules
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.ruleset import RuleSet
from handfoot.rulings.mends import Change, Way, changes, ways
from handfoot.rulings.question import Question
from handfoot.rulings.situation import situation
from handfoot.rulings.verdict import NoSuchAction, Verdict, judge

__all__ = ["Camp", "Ruling", "Survey", "ask", "survey"]


@attrs.frozen
class Camp:
    """Rulesets that refuse something by the same keys.

    Attributes:
        keys: The keys that refuse it.
        rulesets: Names of the rulesets.
        message: Why not, as the first of them says it.
    """

    keys: tuple[str, ...]
    rulesets: tuple[str, ...]
    message: str


@attrs.frozen
class Survey:
    """How several rulesets decide the same question.

    Attributes:
        legal: Rulesets under which it may be done.
        refused: Those under which it may not, by reason, the largest camp first.
        apart: Those under which it cannot be asked, with why: the situation cannot be,
            or there is no such action.
    """

    legal: tuple[str, ...]
    refused: tuple[Camp, ...]
    apart: Mapping[str, str]

    @property
    def decided(self) -> int:
        """How many rulesets have a verdict."""
        return len(self.legal) + sum(len(camp.rulesets) for camp in self.refused)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "legal": list(self.legal),
            "refused": [
                {
                    "keys": list(camp.keys),
                    "rulesets": list(camp.rulesets),
                    "message": camp.message,
                }
                for camp in self.refused
            ],
            "apart": dict(self.apart),
        }


@attrs.frozen
class Ruling:
    """The answer to a question under one ruleset.

    Attributes:
        question: What was asked.
        rules: The ruleset.
        verdict: What it decides.
        ways: What would be legal: another play, other cards, or a later moment.
        changes: Values of the keys that refuse it under which it would be legal.
        others: How the shipped rulesets decide; ``None`` when nobody asked.
    """

    question: Question
    rules: RuleSet
    verdict: Verdict
    ways: tuple[Way, ...] = ()
    changes: tuple[Change, ...] = ()
    others: Survey | None = None

    @property
    def legal(self) -> bool:
        """Whether it may be done."""
        return self.verdict.legal

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Every reason why not, each with its key and where that was set."""
        return self.verdict.refusals

    def __bool__(self) -> bool:
        return self.legal

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {
            "rules": self.rules.name,
            "tries": str(self.question.tries),
            "step": str(self.verdict.step),
            "legal": self.legal,
            "refusals": [
                {**refusal.to_dict(), "value": self._value(refusal.key)}
                for refusal in self.refusals
            ],
            "happens": list(self.verdict.happens),
            "situation": situation(self.question),
            "ways": [{"says": w.says, "action": str(w.action)} for w in self.ways],
            "changes": [
                {"values": dict(change.values), "set_by": list(change.set_by)}
                for change in self.changes
            ],
            "others": None if self.others is None else self.others.to_dict(),
        }

    def _value(self, key: str) -> Any:
        return written(self.rules[key]) if key in self.rules.values else None


def ask(
    rules: RuleSet | str | Path, question: Question, *, others: bool = False
) -> Ruling:
    """Return whether something may be done under a ruleset, and why not.

    Args:
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        question: The situation, and what is tried.
        others: Whether to ask the shipped rulesets too.

    Raises:
        HandfootError: the situation cannot be set up, the ruleset has no such action,
            or the answer depends on cards that were not named; the message says which.
        RulesetError: the ruleset cannot be loaded.
    """
    found = rules if isinstance(rules, RuleSet) else load_rules(rules)
    verdict = judge(found, question)
    shipped = _shipped()
    return Ruling(
        question,
        found,
        verdict,
        () if verdict.legal else ways(found, question, verdict),
        () if verdict.legal else changes(found, question, verdict, shipped),
        survey(question) if others else None,
    )


def survey(question: Question, rulesets: Iterable[str] | None = None) -> Survey:
    """Return how rulesets decide a question; all shipped ones when none are named.

    Raises:
        RulesetError: there is no such ruleset.
    """
    wanted = _shipped() if rulesets is None else {n: load_rules(n) for n in rulesets}
    legal: list[str] = []
    apart: dict[str, str] = {}
    camps: dict[tuple[str, ...], tuple[list[str], str]] = {}
    for name, rules in wanted.items():
        try:
            verdict = judge(rules, question)
        except NoSuchAction as error:
            apart[name] = f"no such action: {error}"
            continue
        except HandfootError as error:
            apart[name] = str(error)
            continue
        if verdict.legal:
            legal.append(name)
            continue
        keys = tuple(sorted(verdict.keys))
        message = " ".join(refusal.message for refusal in verdict.refusals)
        camps.setdefault(keys, ([], message))[0].append(name)
    refused = [Camp(keys, tuple(who), why) for keys, (who, why) in camps.items()]
    refused.sort(key=lambda camp: (-len(camp.rulesets), camp.keys))
    return Survey(tuple(legal), tuple(refused), apart)


def _shipped() -> Mapping[str, RuleSet]:
    return {name: load_rules(name) for name in variant_names()}
