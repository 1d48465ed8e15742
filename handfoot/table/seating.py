"""Who may sit at a table under a ruleset: head counts and sizes of sides."""

from __future__ import annotations

from pathlib import Path

from handfoot.errors import HandfootError
from handfoot.rules.ruleset import RuleSet


def loaded(rules: RuleSet | str | Path) -> RuleSet:
    """Return a ruleset, the name of a shipped one or the path of a file given.

    Raises:
        RulesetError: the ruleset cannot be loaded.
    """
    if isinstance(rules, RuleSet):
        return rules
    from handfoot.rules.loading import load_rules

    return load_rules(rules)


# What most rulesets are for, and all descriptions begin with.
_USUAL_SEATS = 4


def usual_seats(rules: RuleSet) -> int:
    """Return four where the ruleset allows it, else its smallest head count."""
    counts: tuple[int, ...] = rules["players.counts"]
    return _USUAL_SEATS if _USUAL_SEATS in counts else min(counts)


def table_of(rules: RuleSet, seats: int, side_size: int | None) -> int:
    """Return the size of a side at this table.

    Raises:
        HandfootError: the ruleset is not played by so many, or not on such sides.
    """
    counts = rules["players.counts"]
    if seats not in counts:
        raise HandfootError(
            f"{rules.name} is for {', '.join(map(str, counts))} players, not {seats}"
        )
    sizes = rules.side_sizes(seats)
    if side_size is None:
        return sizes[0]
    if side_size not in sizes:
        raise HandfootError(
            f"{rules.name} with {seats} players has sides of "
            f"{' or '.join(map(str, sizes))}, not {side_size}"
        )
    return side_size
