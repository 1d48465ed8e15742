"""What would make a refused play legal: other cards, another play, other rules.

Nothing is known here of why a rule refuses. Small changes are made and the question is
asked again, so whatever is said here has been tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

import attrs

from handfoot.cards import (
    ANY_OF_KIND,
    CARDS,
    JOKER,
    JOKER_FACE,
    KIND_OF,
    RED_THREE,
    SUITS,
    TWO,
    Card,
)
from handfoot.errors import HandfootError
from handfoot.play.actions import NEW, Action, AskToGoOut, Discard, Group, Lay, TakePile
from handfoot.play.runs.run import suited
from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import written
from handfoot.rules.language.words import listed
from handfoot.rules.layers import key_at
from handfoot.rules.ruleset import RuleSet
from handfoot.rulings.filling import OTHERS
from handfoot.rulings.question import Question
from handfoot.rulings.verdict import Verdict, refused_by
from handfoot.table.game import Game

__all__ = ["Change", "Way", "changes", "ways"]

# Each is tried; what only one ruleset says is seldom what people look for.
_MOST_VALUES: Final = 12
# What refuses a run may be a key that says nothing of runs; these do.
_OF_RUNS: Final[Mapping[str, str]] = {
    "core.group": "melds.runs",
    "pile.needs": "pile.run",
}


@attrs.frozen
class Way:
    """A like situation in which something like it may be done.

    Attributes:
        says: What is different, in words.
        action: What may be done then.
        question: The question that was asked to find it.
    """

    says: str
    action: Action
    question: Question


@attrs.frozen
class Change:
    """Values of keys under which the play would be legal.

    Attributes:
        values: The value of each key, as it stands in a file.
        set_by: Shipped rulesets that set all of them so.
    """

    values: Mapping[str, Any]
    set_by: tuple[str, ...]


# -- cards and the table --------------------------------------------------------------


def ways(rules: RuleSet, question: Question, verdict: Verdict) -> tuple[Way, ...]:
    """Return like situations in which it, or something like it, may be done."""
    if verdict.step in question.first:
        return ()

    def some(tries: Iterable[Way], most: int) -> list[Way]:
        """Return the first of ``tries`` that are legal, no two said alike."""
        said: dict[str, Way] = {}
        for way in tries:
            if way.says not in said and _is_legal(rules, way.question):
                said[way.says] = way
                if len(said) == most:
                    break
        return [*said.values()]

    facts = [*_facts(question)]
    found = some(_other_plays(rules, question), 1)
    if not _is_last_discard(question, verdict):
        found += some(_more_cards(rules, question, 1), 2) or some(
            _more_cards(rules, question, 2), 1
        )
    found += some((_otherwise(question, fact) for fact in facts), 2)
    found += some(_fewer_cards(question), 1)
    if not found:
        pairs = ((*one, *other) for one, other in combinations(facts, 2))
        found = some((_otherwise(question, pair) for pair in pairs), 1)
    return tuple(found)


def _is_last_discard(question: Question, verdict: Verdict) -> bool:
    """Whether somebody wants to go out by a discard: one card more is no help then."""
    out = any(key.startswith("going_out.") for key in verdict.keys)
    return out and isinstance(question.tries, Discard)


def _is_legal(rules: RuleSet, question: Question) -> bool:
    try:
        return not refused_by(rules, question)
    except HandfootError:
        return False


def _other_plays(rules: RuleSet, question: Question) -> Iterator[Way]:
    """Yield what may be done with these very cards."""
    game = _before(rules, question)
    if game is None:
        return
    says = "with the cards you named"
    for action in _plays(game, question.tries):
        yield Way(says, action, attrs.evolve(question, tries=action))


def _before(rules: RuleSet, question: Question) -> Game | None:
    """Return the game before what is tried, if it gets so far."""
    game = question.position(rules).game()
    for action in question.first:
        if not game.is_legal(action):
            return None
        game.push(action)
    return game


def _plays(game: Game, tries: Action) -> Iterator[Action]:
    match tries:
        case TakePile():
            way = game.can_take_pile().way
            if way is not None:
                yield way
        case Lay():
            cheapest = game.can_open().cheapest
            if cheapest is not None:
                yield cheapest
            # The cards may be good, and only the place wrong, or a comma.
            cards = tuple(card for group in tries.groups for card in group.cards)
            yield Lay((Group(cards),))
            yield Lay(tuple(Group(group.cards) for group in tries.groups))
            yield Lay(tuple(Group(group.cards, NEW) for group in tries.groups))
        case Discard():
            yield from game.may_discard()[:1]
        case _:
            return


def _more_cards(rules: RuleSet, question: Question, count: int) -> Iterator[Way]:
    """Yield the question with more cards in the hand, and in the play or not."""
    if not isinstance(question.hand, str | None):
        return
    useful = [ANY_OF_KIND[kind] for kind in _kinds(question.tries)]
    if question.book(rules).melds.runs != "none":
        useful += _beside(question.tries)
    for cards in combinations_with_replacement(useful, count):
        says = f"with {_counted(cards)} in your hand"
        for action in (question.tries, *_grown(question.tries, cards)):
            yield Way(says, action, _holding(question, action, cards))


def _holding(question: Question, action: Action, cards: Iterable[Card]) -> Question:
    if question.hand is None:
        # What is played is held.
        return attrs.evolve(question, tries=action)
    hand = " ".join([str(question.hand), *(card.code for card in cards)])
    return attrs.evolve(question, tries=action, hand=hand)


def _kinds(action: Action) -> list[int]:
    """Return the kinds of card that could help a play: its own, and wilds."""
    groups = action.groups if isinstance(action, TakePile | Lay) else ()
    kinds = [card.kind for group in groups for card in group.cards]
    if isinstance(action, Discard):
        kinds.append(action.card.kind)
    return [k for k in dict.fromkeys([*kinds, TWO, JOKER]) if k != RED_THREE]


def _beside(action: Action) -> list[Card]:
    """Return the cards that lie in a row with cards of a play that name their suit."""
    groups = action.groups if isinstance(action, TakePile | Lay) else ()
    faces = [card.index for group in groups for card in group.cards if card.exact]
    near = [
        CARDS[face + step]
        for face in faces
        for step in (-len(SUITS), len(SUITS))
        if suited(KIND_OF[face]) and 0 <= face + step < JOKER_FACE
    ]
    return [
        card
        for card in dict.fromkeys(near)
        if suited(card.kind) and card.index not in faces
    ]


def _grown(action: Action, cards: tuple[Card, ...]) -> Iterator[Action]:
    """Yield a play with cards added to one of its groups."""
    if not isinstance(action, TakePile | Lay):
        return
    for place, group in enumerate(action.groups):
        grown = attrs.evolve(group, cards=group.cards + cards)
        yield attrs.evolve(action, groups=_with(action.groups, place, grown))


def _with(
    groups: tuple[Group, ...], place: int, group: Group | None
) -> tuple[Group, ...]:
    kept = () if group is None else (group,)
    return (*groups[:place], *kept, *groups[place + 1 :])


def _fewer_cards(question: Question) -> Iterator[Way]:
    """Yield the question with a card, or a group, left out of the play."""
    tries = question.tries
    if not isinstance(tries, TakePile | Lay):
        return
    for place, group in enumerate(tries.groups):
        for card in dict.fromkeys(group.cards):
            cards = list(group.cards)
            cards.remove(card)
            smaller = attrs.evolve(group, cards=tuple(cards)) if cards else None
            groups = _with(tries.groups, place, smaller)
            if groups or isinstance(tries, TakePile):
                action = attrs.evolve(tries, groups=groups)
                says = f"with one {card} less"
                yield Way(says, action, attrs.evolve(question, tries=action))


def _counted(cards: tuple[Card, ...]) -> str:
    if len(cards) > len(set(cards)):
        return f"two more {cards[0]}"
    return listed(f"one more {card}" for card in cards)


# What may be otherwise at the table without other cards, in words.
_FACTS: Final[tuple[tuple[str, str, Any], ...]] = (
    ("once your side is down", "down", True),
    ("after your first turn of the round", "first_turn", False),
    ("once you have taken the pile in this round", "has_taken", True),
    ("when you play from your last packet", "in_foot", True),
    ("once your partner has picked up the last packet", "partner", "foot"),
    ("once your partner has played from the last packet", "partner", "played"),
    ("once your partner has said yes", "permission", "granted"),
)


def _facts(question: Question) -> Iterator[tuple[Any, ...]]:
    """Yield what could be otherwise at the table: in words, the setting, its value."""
    for says, name, value in _FACTS:
        if getattr(question, name) != value and not _is_moot(question, name):
            yield says, name, value
    pile = question.pile
    takes = isinstance(question.tries, TakePile)
    if takes and isinstance(pile, str) and OTHERS not in pile:
        yield "with more cards in the pile", "pile", f"{OTHERS} {pile}"


def _is_moot(question: Question, name: str) -> bool:
    """Whether a fact makes no difference to what is tried, or stands already."""
    match name:
        case "partner":
            return question.partner == "played"
        case "permission":
            return isinstance(question.tries, AskToGoOut)
        case "has_taken":
            return not isinstance(question.tries, TakePile)
        case _:
            return name == "down" and bool(question.melds)


def _otherwise(question: Question, facts: tuple[Any, ...]) -> Way:
    """Return the question with facts changed: words, setting and value of each."""
    changed = dict(zip(facts[1::3], facts[2::3], strict=True))
    says = " and ".join(facts[::3])
    return Way(says, question.tries, attrs.evolve(question, **changed))


# -- rules ----------------------------------------------------------------------------


def changes(
    rules: RuleSet,
    question: Question,
    verdict: Verdict,
    shipped: Mapping[str, RuleSet],
) -> tuple[Change, ...]:
    """Return values of the keys that refuse it under which it would be legal.

    The values are those of other rulesets. Where several keys refuse, each is given a
    value by which it does not.

    Args:
        rules: The ruleset that refuses.
        question: The question.
        verdict: What it decided.
        shipped: The rulesets whose values are tried, by name.
    """
    if len(verdict.keys) == 1:
        good: list[Change] = []
        for key in _deciding(rules, verdict.keys[0]):
            known = _values(rules, key, shipped)
            others = [value for value, _ in known]
            told = _just_enough(verdict) if key in verdict.keys else ()
            enough = [one for one in told if one[0] not in others]
            good += [
                Change({key: value}, names)
                for value, names in (*enough, *known)
                if _keys_of(rules, question, {key: value}) == ()
            ]
        if good:
            return tuple(good)
    chosen = _together(rules, question, verdict, shipped)
    if chosen is None:
        return ()
    names = tuple(
        name
        for name, other in shipped.items()
        if all(written(other.values.get(k)) == value for k, value in chosen.items())
    )
    return (Change(chosen, names),)


def _together(
    rules: RuleSet,
    question: Question,
    verdict: Verdict,
    shipped: Mapping[str, RuleSet],
) -> dict[str, Any] | None:
    """Return values of several keys that allow it together; ``None`` if none do.

    A value that takes one reason away may bring up the next, which is then taken away.
    """
    chosen: dict[str, Any] = {}
    refusing = verdict.keys
    while refusing:
        tries = (
            (key, value)
            for key in _deciding(rules, refusing[0])
            if key not in chosen
            for value, _ in _values(rules, key, shipped)
        )
        for key, value in tries:
            left = _keys_of(rules, question, {**chosen, key: value})
            if left is not None and refusing[0] not in left:
                chosen[key], refusing = value, left
                break
        else:
            return None
    return chosen


def _deciding(rules: RuleSet, refusing: str) -> list[str]:
    """Return the keys whose values may lift what a key refuses."""
    keys = (_OF_RUNS.get(refusing, refusing), refusing)
    return [key for key in dict.fromkeys(keys) if key in rules.values]


def _keys_of(
    rules: RuleSet, question: Question, values: Mapping[str, Any]
) -> tuple[str, ...] | None:
    """Return the keys that refuse under changed rules; ``None`` if they cannot be."""
    try:
        return refused_by(rules.with_changes(values), question)
    except HandfootError:
        return None


def _values(
    rules: RuleSet, key: str, shipped: Mapping[str, RuleSet]
) -> list[tuple[Any, tuple[str, ...]]]:
    """Return other values of a key with who sets them, the usual first.

    Words that the language knows come last where no ruleset uses them.
    """
    found: dict[str, tuple[Any, list[str]]] = {}
    for name, other in shipped.items():
        if key in other.values:
            value = written(other[key])
            found.setdefault(repr(value), (value, []))[1].append(name)
    ordered = sorted(found.values(), key=lambda one: -len(one[1]))
    known = [(value, tuple(names)) for value, names in ordered[:_MOST_VALUES]]
    place = key_at(key)
    words = place.choices if isinstance(place, Key) else ()
    known += [(word, ()) for word in words if repr(word) not in found]
    return [(value, names) for value, names in known if value != written(rules[key])]


def _just_enough(verdict: Verdict) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Yield the number that would be enough, where it is one that decides."""
    found = verdict.refusals[0].found
    if type(found) is int and type(verdict.refusals[0].wanted) is int:
        yield found, ()
