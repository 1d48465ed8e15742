"""Help for those who test programs that use this library.

Hypothesis strategies for cards, rulesets, games and actions, and checks that a computer
player or a ruleset keeps what the library promises. Hypothesis is needed for the
strategies only: ``pip install handfoot[test]``.

>>> from handfoot.testing import check_ruleset
>>> check_ruleset("whitnack", matches=1)
"""

from handfoot.testing.checks import (
    check_player,
    check_ruleset,
    play_out,
    unconserved,
)
from handfoot.testing.play import actions, cards, games
from handfoot.testing.rules import ruleset_texts, rulesets

__all__ = [
    "actions",
    "cards",
    "check_player",
    "check_ruleset",
    "games",
    "play_out",
    "ruleset_texts",
    "rulesets",
    "unconserved",
]
