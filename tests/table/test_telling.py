from __future__ import annotations

import gc
from typing import get_args

import pytest

from handfoot.cards import Card, parse_cards
from handfoot.play import events
from handfoot.play.events import Event
from handfoot.players.random import RandomPlayer
from handfoot.rules.language.words import listed
from handfoot.table.game import Game
from handfoot.table.telling import AnyEvent, side_name, tell

NAMES = ("South", "West", "North", "East")
KINGS = parse_cards("Ks Kh 2c")
NINE = Card("9h")

CASES: list[tuple[Event, str, str]] = [
    (
        events.RoundBegan(2, 0, 1, 13),
        "Round 2: South dealt 13 cards to each player; West began.",
        "Round 2: You dealt 13 cards to each player; West began.",
    ),
    (
        events.RoundBegan(1, 3, 0, 11),
        "Round 1: East dealt 11 cards to each player; South began.",
        "Round 1: East dealt 11 cards to each player; you began.",
    ),
    (
        events.Dealt(0, 3, KINGS),
        "South was dealt K♠ K♥ 2♣.",
        "You were dealt K♠ K♥ 2♣.",
    ),
    (events.Dealt(0, 1, None), "South was dealt 1 card.", "You were dealt 1 card."),
    (
        events.UpcardTurned(NINE, buried=False),
        "9♥ was turned up to begin the pile.",
        "9♥ was turned up to begin the pile.",
    ),
    (
        events.UpcardTurned(NINE, buried=True),
        "9♥ was turned up, and buried again.",
        "9♥ was turned up, and buried again.",
    ),
    (
        events.UpcardTurned(NINE, buried=False, covered=True),
        "9♥ was turned up, and covered by the next card.",
        "9♥ was turned up, and covered by the next card.",
    ),
    (
        events.RedThreeLaid(0, Card("3h"), replaced=False, replacement=None),
        "South laid the red three 3♥.",
        "You laid the red three 3♥.",
    ),
    (
        events.RedThreeLaid(0, Card("3h"), replaced=True, replacement=None),
        "South laid the red three 3♥ and drew a card for it.",
        "You laid the red three 3♥ and drew a card for it.",
    ),
    (
        events.RedThreeLaid(0, Card("3h"), replaced=True, replacement=NINE),
        "South laid the red three 3♥ and drew 9♥ for it.",
        "You laid the red three 3♥ and drew 9♥ for it.",
    ),
    (
        events.Drew(0, 0, ()),
        "South found no further card to draw.",
        "You found no further card to draw.",
    ),
    (events.Drew(0, 2, None), "South drew 2 cards.", "You drew 2 cards."),
    (events.Drew(0, 3, KINGS), "South drew K♠ K♥ 2♣.", "You drew K♠ K♥ 2♣."),
    (
        events.DrewTop(0, KINGS[0]),
        "South drew K♠ from the pile.",
        "You drew K♠ from the pile.",
    ),
    (
        events.BlackThreesLaid(0, (Card("3s"), Card("3c"))),
        "South laid aside 3♠ 3♣.",
        "You laid aside 3♠ 3♣.",
    ),
    (
        events.StockReshuffled(40),
        "The stock was short: 40 cards from under the top of the pile became the "
        "stock.",
        "The stock was short: 40 cards from under the top of the pile became the "
        "stock.",
    ),
    (
        events.PacketBecameStock(0, 11),
        "The stock was short: a packet of 11 cards, which lay before South, became "
        "the stock.",
        "The stock was short: a packet of 11 cards, which lay before you, became the "
        "stock.",
    ),
    (
        events.TookPile(0, KINGS),
        "South took 3 cards from the pile: K♠ K♥ 2♣.",
        "You took 3 cards from the pile: K♠ K♥ 2♣.",
    ),
    (
        events.Froze(0, KINGS[2]),
        "South froze the pile with 2♣.",
        "You froze the pile with 2♣.",
    ),
    (events.Froze(None, KINGS[2]), "2♣ froze the pile.", "2♣ froze the pile."),
    (
        events.Thawed(),
        "The pile was no longer frozen.",
        "The pile was no longer frozen.",
    ),
    (
        events.Laid(0, 0, "K#1", KINGS, None),
        "South laid K♠ K♥ 2♣ on K#1.",
        "You laid K♠ K♥ 2♣ on K#1.",
    ),
    (
        events.Laid(0, 0, "K#1", KINGS[:1], "dirty"),
        "South laid K♠ on K#1, a dirty book.",
        "You laid K♠ on K#1, a dirty book.",
    ),
    (
        events.Opened(0, 90),
        "South and North opened with 90 points.",
        "You and North opened with 90 points.",
    ),
    (events.Discarded(0, NINE), "South discarded 9♥.", "You discarded 9♥."),
    (
        events.PacketTaken(0, 13, 0, None),
        "South picked up the foot, 13 cards.",
        "You picked up the foot, 13 cards.",
    ),
    (
        events.PacketTaken(0, 3, 1, KINGS),
        "South picked up the knee, 3 cards: K♠ K♥ 2♣.",
        "You picked up the knee, 3 cards: K♠ K♥ 2♣.",
    ),
    (events.Asked(0), "South asked to go out.", "You asked to go out."),
    (
        events.MeldsJoined(0, 0, "K#1", "K#2", "dirty"),
        "South joined K#2 to K#1, a dirty book.",
        "You joined K#2 to K#1, a dirty book.",
    ),
    (
        events.WildsFreed(0, 0, "K#1", parse_cards("2c JK")),
        "South took 2♣ JK back from K#1.",
        "You took 2♣ JK back from K#1.",
    ),
    (
        events.AskedToDirty(0, 2, "K#1"),
        "South asked North whether a wild may go on K#1.",
        "You asked North whether a wild may go on K#1.",
    ),
    (
        events.Answered(2, 0, yes=True),
        "North said yes to South.",
        "North said yes to you.",
    ),
    (
        events.Answered(0, 2, yes=False),
        "South said no to North.",
        "You said no to North.",
    ),
    (
        events.PacketShown(0, 2, KINGS[:1]),
        "South was dealt the top card of packet 2, face up: K♠.",
        "You were dealt the top card of packet 2, face up: K♠.",
    ),
    (
        events.TopCardSeen(0, 2, KINGS[0]),
        "South saw the top card of packet 2: K♠.",
        "You saw the top card of packet 2: K♠.",
    ),
    (
        events.TopCardSeen(0, 2, None),
        "South saw the top card of packet 2.",
        "You saw the top card of packet 2.",
    ),
    (
        events.PacketShown(0, 2, KINGS),
        "South was dealt packet 2, face up: K♠ K♥ 2♣.",
        "You were dealt packet 2, face up: K♠ K♥ 2♣.",
    ),
    (
        events.PacketChosen(0, 2),
        "South chose packet 2 as the hand.",
        "You chose packet 2 as the hand.",
    ),
    (
        events.TurnEnded(0),
        "South ended the turn without a discard.",
        "You ended the turn without a discard.",
    ),
    (events.WentOut(0), "South went out.", "You went out."),
    (
        events.RoundEnded(1, "out", 0),
        "Round 1 ended: South went out.",
        "Round 1 ended: you went out.",
    ),
    (
        events.RoundEnded(1, "stock", None),
        "Round 1 ended: the stock could not give the cards needed.",
        "Round 1 ended: the stock could not give the cards needed.",
    ),
    (
        events.RoundEnded(1, "turns", None),
        "Round 1 ended: everyone has had the turns that it allows.",
        "Round 1 ended: everyone has had the turns that it allows.",
    ),
    (
        events.RoundScored(3, 0, 1, 2000),
        "South and North scored 1 point in round 3: 2000 in all.",
        "You and North scored 1 point in round 3: 2000 in all.",
    ),
    (
        events.MatchEnded((1,), (900, 1000)),
        "West and East won the match, 1000 to 900.",
        "West and East won the match, 1000 to 900.",
    ),
    (
        events.MatchEnded((0, 1), (900, 900)),
        "South and North; West and East shared the win, 900 to 900.",
        "You and North; West and East shared the win, 900 to 900.",
    ),
]


@pytest.mark.parametrize(("event", "spectator", "south"), CASES)
def test_sentences(event: Event, spectator: str, south: str) -> None:
    """Each event is one sentence; the reader is called "you"."""
    assert tell(event, NAMES, None, sides=2) == spectator
    assert tell(event, NAMES, 0, sides=2) == south


def test_every_kind_of_event_is_told() -> None:
    """A new kind of event cannot be forgotten here."""
    # A slotted class is made from another, which may not have been collected yet.
    gc.collect()
    kinds = set(Event.__subclasses__())
    assert set(get_args(AnyEvent)) == kinds
    assert {type(event) for event, *_ in CASES} == kinds


def test_sides_without_names() -> None:
    """Without the number of sides a side is called by its number."""
    assert tell(events.Opened(1, 50), NAMES, 1) == "Side 1 opened with 50 points."
    assert side_name(NAMES, 1, None) == "side 1"
    assert side_name(NAMES, 1, 4) == "West"


def test_cards_as_the_reader_wants_them() -> None:
    """A program may write cards in its own way."""
    told = tell(events.Drew(0, 3, KINGS), NAMES, 0, card=lambda card: card.code)
    assert told == "You drew Ks Kh 2c."


def test_a_whole_match_is_told() -> None:
    """Every event of a match has a sentence for everybody, and it ends in a stop."""
    game = Game("whitnack", seed=3)
    player = RandomPlayer(3)
    while (seat := game.turn) is not None:
        game.push(player.choose(game.view(seat)))
    for reader in (None, 0):
        for item in game.events(reader):
            told = tell(item.event, game.names, reader, sides=game.sides)
            assert told.endswith(".")
            assert told[0].isupper() or told[0].isdigit()


def test_what_is_hidden_stays_hidden() -> None:
    """Told as another seat sees it, an event names no hidden card."""
    event = events.Drew(0, 3, KINGS)
    assert tell(event.for_seat(1), NAMES, 1) == "South drew 3 cards."


def test_lists() -> None:
    """Words are joined as in a sentence."""
    assert listed("a") == "a"
    assert listed("ab") == "a and b"
    assert listed("abc") == "a, b and c"


def test_a_match_that_nobody_won() -> None:
    """A tie may leave the match without a winner."""
    told = tell(events.MatchEnded((), (900, 900)), NAMES, 0, sides=2)
    assert "obody" in told
