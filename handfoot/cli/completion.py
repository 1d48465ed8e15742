"""What a person may be typing: the ends of a line that make a legal action."""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.play.actions import Action, Discard
from handfoot.table.views import View

COMMANDS = {
    "help": "what you can type; `help cards` tells how to write cards and melds",
    "table": "the whole table again",
    "hand": "your cards",
    "moves": "what you may do now (`moves lay`: only the lays)",
    "hint": "what the computer would do in your place",
    "why": "why ACTION is not allowed: `why take 9 9 9`",
    "undo": "take back your last play, where the rules allow it",
    "out": "what you need to go out",
    "score": "the score sheets of the rounds played, and the totals",
    "rules": "the rules in play; `rules pile` shows one chapter",
    "save": "write the game so far to a file: `save FILE`",
    "quit": "leave the game",
}
_BEFORE_ACTION = "why "
_COMMA = ", "


def completions(line: str, view: View) -> list[str]:
    """Return the whole lines that ``line`` may become, sorted.

    Args:
        line: What stands at the prompt so far.
        view: What the person sees.
    """
    if line.lower().startswith(_BEFORE_ACTION):
        rest = line[len(_BEFORE_ACTION) :]
        return [line[: -len(rest) or None] + end for end in _matching(rest, view)]
    found = _matching(line, view)
    if line:
        found += [word for word in COMMANDS if word.startswith(line.lower())]
    return found


def _matching(line: str, view: View) -> list[str]:
    start = line.lower()
    ends = dict.fromkeys(_texts(view, line))
    return sorted(end for end in ends if end.lower().startswith(start))


def _texts(view: View, line: str) -> Iterator[str]:
    """Yield texts of actions, and of groups after the last comma."""
    actions = view.legal_actions
    for action in actions:
        yield str(action)
        yield from _exact(action, view)
    before, comma, _ = line.rpartition(_COMMA)
    if comma:
        for action in actions:
            for group in getattr(action, "groups", ()):
                yield f"{before}{comma}{group}"


def _exact(action: Action, view: View) -> Iterator[str]:
    """Yield the discards of exact cards that a discard by rank stands for."""
    if isinstance(action, Discard):
        for card in view.hand:
            if card.kind == action.card.kind:
                yield str(Discard(card))
