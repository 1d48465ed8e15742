from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot.cards import CARDS, Card, parse_card, parse_cards
from handfoot.errors import NotationError
from handfoot.play.actions import (
    Action,
    Answer,
    ChoosePacket,
    Discard,
    Group,
    Lay,
    TakePile,
)
from handfoot.play.placing import RANK_TEXT
from handfoot.rules.reading.shipped import variant_names
from handfoot.table.game import Game
from handfoot.table.notation import parse_action, parse_group, parse_groups

cards = st.sampled_from(CARDS)
targets = st.one_of(
    st.sampled_from(["", "new"]),
    st.sampled_from(RANK_TEXT[:11]),
    st.builds("{}#{}".format, st.sampled_from(RANK_TEXT), st.integers(1, 12)),
)
groups = st.builds(Group, st.lists(cards, min_size=1, max_size=9).map(tuple), targets)
several = st.lists(groups, min_size=1, max_size=4).map(tuple)
actions = st.one_of(
    st.builds(Lay, several),
    st.builds(TakePile, several, st.integers(0, 30)),
    st.builds(ChoosePacket, st.integers(1, 9)),
    st.builds(Discard, cards),
    st.builds(Answer, st.booleans()),
)


@given(cards)
def test_cards_round_trip(card: Card) -> None:
    """Both texts of a card give the card back, in capitals or not."""
    for text in (card.code, str(card), card.code.lower(), card.code.upper()):
        assert parse_card(text) is card


@given(actions)
def test_any_action_round_trips(action: Action) -> None:
    """The text of an action, in capitals or not, gives an equal action back."""
    assert parse_action(str(action)) == action
    assert parse_action(str(action).lower()) == action
    assert str(parse_action(f"  {action}  ")) == str(action)


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(variant_names()), st.integers(0, 10**6), st.data())
def test_legal_actions_round_trip(name: str, seed: int, data: st.DataObject) -> None:
    """Whatever is legal can be typed as it is written."""
    game = Game(name, seed=seed)
    for _ in range(60):
        listed = list(game.legal_actions)
        for action in listed:
            assert parse_action(str(action)) == action
        if not listed:
            break
        game.push(data.draw(st.sampled_from(listed)))


@given(st.text(max_size=30))
def test_any_text(text: str) -> None:
    """A text is an action or a clear error, never anything else."""
    try:
        action = parse_action(text)
    except NotationError as error:
        assert str(error)
        assert error.text in text
    else:
        assert parse_action(str(action)) == action


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("DRAW", "draw"),
        ("End", "end"),
        ("choose  2", "choose 2"),
        ("DIG 4 9 9 9", "dig 4 9 9 9"),
        ("meld K K K", "lay K K K"),
        ("add 2 on k", "lay 2 on K"),
        ("throw T♣", "discard 10c"),
        ("lay k♥ k♠ 2♦", "lay Kh Ks 2d"),
        ("lay K K K , A A *", "lay K K K, A A JK"),
        ("lay K+K+K NEW", "lay K K K new"),
        ("take 9 9 9,Q Q 2", "take 9 9 9, Q Q 2"),
        ("lay 2 ON w", "lay 2 on W"),
        ("lay 2 on T#2", "lay 2 on 10#2"),
        ("lay 3b on 3B#1", "lay 3b on 3b#1"),
        ("pick up 9 9 9", "take 9 9 9"),
        ("pickup 9 9 9", "take 9 9 9"),
        ("lay down K K K", "lay K K K"),
        ("Put Down K K K", "lay K K K"),
    ],
)
def test_other_ways_to_write(text: str, meaning: str) -> None:
    """People may write in capitals, with signs, and with a few other words."""
    assert str(parse_action(text)) == meaning


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not an action"),
        ("draw 2", "is not an action"),
        ("lay", "say which cards you lay: lay K K K"),
        ("lay ,", "say which cards you lay"),
        ("yes please", "is not an action"),
        ("choose", "is not an action"),
        ("choose two", "is not an action"),
        ("discard", "exactly one card"),
        ("discard 4 5", "exactly one card"),
        ("discard 3", "a three needs a colour"),
        ("lay K K Z", "'Z' is not a card"),
        ("lay 11 11 11", "'11' is not a card"),
        ("lay K K K on", "'on' is not a card"),
        ("lay nines 9 9", "write 9"),
        ("discard red three", "a red three is 3r"),
        ("go out", "with which the last card leaves"),
        ("pick 9 9 9", "is not an action"),
    ],
)
def test_clear_errors(text: str, words: str) -> None:
    """What cannot be read is named, with what was expected."""
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert words in str(caught.value)


def test_groups() -> None:
    """A group is cards and, if said, where they go."""
    assert parse_group("K K 2") == Group(parse_cards("K K 2"))
    assert parse_group("2 on k#2") == Group(parse_cards("2"), "K#2")
    assert parse_group("K K K new") == Group(parse_cards("K K K"), "new")
    assert parse_groups("") == ()
    assert len(parse_groups("K K K, 2 on A")) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lay KKK", "put spaces between cards: K K K"),
        ("take 99TT", "put spaces between cards: 9 9 T T"),
        ("take pile", "say with which cards"),
        ("take the pile", "say with which cards"),
        ("lay 3 3 3", "a three needs a colour"),
    ],
)
def test_usual_slips_are_told_how_it_is_written(text: str, says: str) -> None:
    """What people write at first is answered with how it is written."""
    with pytest.raises(NotationError, match=says):
        parse_action(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tak 9 9 9", ", did you mean take? write"),
        ("discrad 4", ", did you mean discard? write"),
        ("Drwa", ", did you mean draw? write"),
        ("dance", " is not an action: write"),
        ("take K#1 zzz on", ""),
        ("x" * 100_000, " is not an action: write"),
    ],
)
def test_a_word_that_is_spelt_alike(text: str, meant: str) -> None:
    """A misspelt action is told with the word that was meant, and no other is."""
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert meant in str(caught.value)
    assert len(str(caught.value)) < 200
