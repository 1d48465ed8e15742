"""Hypothesis strategies for cards, games at random points, and actions."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from handfoot.cards import ANY_OF_KIND, CARDS, FACES, SUITS, Card
from handfoot.play.actions import (
    ASK,
    DRAW,
    NEW,
    NO,
    YES,
    Action,
    Discard,
    Group,
    Lay,
    TakePile,
)
from handfoot.play.placing import RANK_TEXT, meld_name
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game
from handfoot.testing.rules import rulesets


def cards(*, exact: bool | None = None) -> SearchStrategy[Card]:
    """Return a strategy for cards.

    Args:
        exact: Only cards with a suit (and jokers) when true, only cards named by rank
            when false, both when not given.
    """
    if exact is None:
        return st.sampled_from(CARDS)
    return st.sampled_from(CARDS[:FACES] if exact else ANY_OF_KIND)


def games(
    rules: SearchStrategy[RuleSet] | RuleSet | None = None, *, most_steps: int = 80
) -> SearchStrategy[Game]:
    """Return a strategy for games at any point of a match.

    Args:
        rules: The ruleset, or a strategy for it; any ruleset when not given.
        most_steps: The most actions before the point.
    """
    chosen = st.just(rules) if isinstance(rules, RuleSet) else rules
    return _games(rulesets() if chosen is None else chosen, most_steps)


def actions(game: Game) -> SearchStrategy[Action]:
    """Return a strategy for actions in ``game``: listed, other legal, and illegal."""
    fixed: list[Action] = [DRAW, ASK, YES, NO]
    made = st.one_of(
        st.builds(Discard, _cards_at(game)),
        st.builds(Lay, _groups(game)),
        st.builds(TakePile, _groups(game)),
        st.sampled_from(fixed),
    )
    listed = list(game.legal_actions)
    return st.one_of(st.sampled_from(listed), made) if listed else made


@st.composite
def _games(draw: DrawFn, rules: SearchStrategy[RuleSet], most_steps: int) -> Game:
    chosen = draw(rules)
    seats = draw(st.sampled_from(chosen["players.counts"]))
    size = draw(st.sampled_from(chosen.side_sizes(seats)))
    seed = draw(st.integers(0, 2**32))
    game = Game(chosen, seats, seed=seed, side_size=size)
    steps = draw(st.integers(0, most_steps))
    choices = random.Random(draw(st.integers(0, 2**32)))
    while steps and not game.is_over:
        game.push(choices.choice(list(game.legal_actions)))
        steps -= 1
    return game


def _cards_at(game: Game) -> SearchStrategy[Card]:
    state = game.state
    seat = game.turn
    near = [] if seat is None else [CARDS[face] for face in state.cards[seat]]
    near += [CARDS[face] for face in state.pile[-1:]]
    near += [ANY_OF_KIND[card.kind] for card in near]
    if not near:
        return cards()
    held = st.sampled_from(near)
    return st.one_of(held, held, held, cards())


def _groups(game: Game) -> SearchStrategy[tuple[Group, ...]]:
    some = st.lists(_cards_at(game), max_size=5).map(tuple)
    alike = st.builds(
        lambda card, count: (card,) * count, _cards_at(game), st.integers(1, 4)
    )
    mixed = st.builds(lambda one, other: one + other[:1], alike, some)
    kinds = [alike, mixed, some, *_rows(game)]
    group = st.builds(Group, st.one_of(kinds), _targets(game))
    return st.lists(group, max_size=3).map(tuple)


def _rows(game: Game) -> list[SearchStrategy[tuple[Card, ...]]]:
    """Return strategies for cards of one suit that the player holds, in their order."""
    state = game.state
    if game.is_over or not state.tables[0].runs:
        return []
    held = sorted({CARDS[face] for face in state.cards[state.turn]})
    suits = [[card for card in held if card.suit == suit] for suit in SUITS]
    return [
        st.lists(st.sampled_from(suit), min_size=1, max_size=5, unique=True).map(
            lambda some: tuple(sorted(some))
        )
        for suit in suits
        if suit
    ]


def _targets(game: Game) -> SearchStrategy[str]:
    names = ["", "", NEW, "K#9", *RANK_TEXT]
    if not game.is_over:
        melds = game.state.melds[game.state.turn % game.sides]
        names += [meld_name(melds, place) for place in range(len(melds))]
    return st.sampled_from(names)
