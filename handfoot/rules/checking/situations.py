"""Every kind of table and round at which the values of a ruleset can differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from handfoot.rules.language.keys import OPENING, OUT, PACKET, TURN
from handfoot.rules.language.scoped import (
    ByRound,
    ByScore,
    Situation,
    forms_in,
    resolve,
)

if TYPE_CHECKING:
    from handfoot.rules.ruleset import RuleSet

__all__ = ["situations"]

#: The fields of a situation that the moment decides, by scope.
_OF_THE_MOMENT = {
    OPENING: "opened",
    PACKET: "last_packet",
    TURN: "later_turn",
    OUT: "out",
}

#: Beyond this many pairs of round and score, scores are tried in the outer rounds only.
_MOST_PAIRS = 100

#: Where a value grows with every round, one in so many is tried.
_STEP = 10


def situations(rules: RuleSet) -> Iterator[Situation]:
    """Yield a situation for each case the values tell apart, large tables first."""
    rounds, scores = _rounds(rules), _scores(rules)
    moments = _moments(rules)
    pairs = [*product(rounds, scores)]
    if len(pairs) > _MOST_PAIRS:
        few = {*product((rounds[0], rounds[-1]), scores), *product(rounds, (0,))}
        pairs = sorted(few)
    for players in sorted(rules["players.counts"], reverse=True):
        for size in rules.side_sizes(players):
            for number, score in pairs:
                for moment in moments:
                    yield Situation(players, size, number, score, **moment)


def _moments(rules: RuleSet) -> list[dict[str, bool]]:
    """Return every moment of a round that some value tells apart."""
    told = {form.scope for value in rules.values.values() for form in forms_in(value)}
    fields = [field for scope, field in _OF_THE_MOMENT.items() if scope in told]
    return [
        dict(zip(fields, chosen, strict=True))
        for chosen in product((False, True), repeat=len(fields))
    ]


def _rounds(rules: RuleSet) -> list[int]:
    longest, grows = 1, False
    for value in rules.values.values():
        for form in forms_in(value):
            if isinstance(form, ByRound):
                longest = max(longest, len(form.values))
                grows = grows or bool(form.then_add)
    # One more than the match: a tie may add a round.
    played = longest_match(rules) + 1
    last = played if grows else min(longest, played)
    between = range(longest, last, _STEP) if grows else ()
    return sorted({*range(1, min(longest, played) + 1), *between, last})


def longest_match(rules: RuleSet) -> int:
    """Return the most rounds that a match can have at any table."""
    most = 1
    for players in rules["players.counts"]:
        for size in rules.side_sizes(players):
            at = Situation(players, size)
            rounds = resolve(rules["match.rounds"], at)
            limit: int = resolve(rules["match.most_rounds"], at)
            most = max(most, limit if rounds is None else min(rounds, limit))
    return most


def _scores(rules: RuleSet) -> list[int]:
    found = {0}
    for value in rules.values.values():
        for form in forms_in(value):
            if isinstance(form, ByScore):
                found |= {threshold for threshold, _ in form.steps}
                found.add(form.steps[0][0] - 1)
    return sorted(found)
