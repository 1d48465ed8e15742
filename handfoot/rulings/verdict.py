"""What one ruleset says to a question: the action is legal, or every reason why not."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

import attrs

from handfoot.cards import KIND_OF, KIND_TEXT, SUITS, Card
from handfoot.errors import HandfootError
from handfoot.play.actions import Action, TakePile
from handfoot.play.events import Event, Laid, RoundBegan
from handfoot.play.refusals import Refusal
from handfoot.rules.language.words import listed
from handfoot.rules.ruleset import RuleSet
from handfoot.rulings.filling import FILLS
from handfoot.rulings.question import Question
from handfoot.table.game import Game
from handfoot.table.telling import tell
from handfoot.table.threes_alike import action_as_black

__all__ = [
    "NO_SUCH",
    "NoSuchAction",
    "Undecided",
    "Verdict",
    "as_counted",
    "judge",
    "refused_by",
]

#: Refusals that say: these rules have no such action at all.
NO_SUCH: Final = frozenset({"wrong_count", "nobody_to_ask", "top_not_drawn"})


class Undecided(HandfootError):  # noqa: N818 - reads as what it is
    """The answer depends on cards that the question leaves open."""


class NoSuchAction(HandfootError):  # noqa: N818 - reads as what it is
    """The ruleset has no such action, whatever the cards."""


@attrs.frozen
class Verdict:
    """What a ruleset decides.

    Attributes:
        step: The action that decides: what is tried, or an earlier step that is
            refused.
        refusals: Every rule that it breaks, with the place of each; empty when legal.
        happens: What comes of it, in sentences for the one who acts.
    """

    step: Action
    refusals: tuple[Refusal, ...] = ()
    happens: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether everything may be done."""
        return not self.refusals

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that refuse it, each once."""
        return tuple(dict.fromkeys(refusal.key for refusal in self.refusals))


def judge(rules: RuleSet, question: Question) -> Verdict:
    """Return what a ruleset says to a question.

    The question is set up ``FILLS`` times, each with other cards where none are named.

    Raises:
        NoSuchAction: the ruleset does not have the action.
        Undecided: the answer depends on cards that nobody named.
        HandfootError: the situation cannot be set up; the message says why.
    """
    verdicts = [_once(rules, question, fill) for fill in range(FILLS)]
    first, _ = verdicts[0]
    for other, _ in verdicts[1:]:
        if _gist(other) != _gist(first):
            raise Undecided(_what_decides(question, first, other))
    return attrs.evolve(first, happens=_happens([told for _, told in verdicts]))


def refused_by(rules: RuleSet, question: Question) -> tuple[str, ...]:
    """Return the keys that refuse it, as soon as some cards are found that do.

    Where ``judge`` finds the question undecided, a refusal is told.

    Raises:
        HandfootError: as ``judge``, but for what is undecided.
    """
    for fill in range(FILLS):
        keys = _once(rules, question, fill)[0].keys
        if keys:
            return keys
    return ()


# An event in words: as the one who acts sees it, and without what is hidden.
_Told = list[tuple[str, str]]


def _happens(fills: list[_Told]) -> tuple[str, ...]:
    """Return what happens as far as cards that nobody named do not decide it."""
    lines = []
    for versions in zip(*fills, strict=False):
        seen = {own for own, _ in versions}
        known = {public for _, public in versions}
        if len(seen) == 1 or len(known) == 1:
            (line,) = seen if len(seen) == 1 else known
            lines.append(line)
    return tuple(lines)


def _gist(verdict: Verdict) -> tuple[str, frozenset[str]]:
    return str(verdict.step), frozenset(verdict.keys)


def _what_decides(question: Question, one: Verdict, other: Verdict) -> str:
    said = [
        "legal" if verdict.legal else f"refused by {listed(verdict.keys)}"
        for verdict in (one, other)
    ]
    where = question.open_ended
    name = f"name the cards of: {', '.join(where)}" if where else "say more"
    return f"it depends on cards that are not named ({', or '.join(said)}); {name}"


def _once(rules: RuleSet, question: Question, fill: int) -> tuple[Verdict, _Told]:
    game = _game(rules, question, fill)
    events: list[Event] = []
    names = _names(game)
    asker = game.turn
    for action in question.steps:
        meant = action_as_black(action) if game.state.tables[0].threes_alike else action
        step = as_counted(game, meant)
        refusals = game.why_not(step)
        if refusals:
            if refusals[0].code in NO_SUCH:
                raise NoSuchAction(f"{step}: {refusals[0].message}")
            return Verdict(step, refusals), []
        events = list(game.push(step))

    def told(event: Event) -> str:
        # In a run the suits are what was asked about.
        in_run = isinstance(event, Laid) and event.meld[0].lower() in SUITS
        card = str if in_run else _rank
        line = tell(event, names, asker, sides=game.sides, card=card)
        return line[:1].upper() + line[1:]

    # What the next deal brings is no part of the answer.
    events = list(takewhile(lambda event: not isinstance(event, RoundBegan), events))
    happens = [(told(e.for_seat(asker)), told(e.for_seat(None))) for e in events]
    return Verdict(question.tries), happens


# What the one who asks calls a setting of a position; that one sits in seat 0.
_SAID: Final = {"hands.0": "hand", "melds.0": "melds", "melds.1": "their_melds"}


def _game(rules: RuleSet, question: Question, fill: int) -> Game:
    """Return the game in which a question is asked.

    Raises:
        HandfootError: it cannot be set up, with the setting in the asker's words.
    """
    position = question.position(rules, fill=fill)
    try:
        return position.game()
    except HandfootError as error:
        setting, colon, why = str(error).partition(": ")
        raise HandfootError(f"{_SAID.get(setting, setting)}{colon}{why}") from None


def _rank(card: Card) -> str:
    """Return a card as people named it: suits are left out."""
    return KIND_TEXT[card.kind]


def as_counted(game: Game, action: Action) -> Action:
    """Return a pickup with its count, where the ruleset lets a player choose it."""
    state = game.state
    rule = state.tables[state.turn % state.sides].book.pile
    if rule.take != "dig" or not isinstance(action, TakePile) or action.count:
        return action
    played = {card.kind for group in action.groups for card in group.cards}
    depths = [
        depth
        for depth, face in enumerate(reversed(state.pile), 1)
        if KIND_OF[face] in played
    ]
    return attrs.evolve(action, count=depths[0] if depths else 1)


def _names(game: Game) -> list[str]:
    """Return what the one who asks calls the others."""
    asker = game.turn or 0
    partners = game.state.partners(asker)
    partner = "your partner" if len(partners) == 1 else "a partner"
    return [
        partner if seat in partners else f"the player in seat {seat}"
        for seat in range(game.seats)
    ]
