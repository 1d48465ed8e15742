"""Positions, actions and scores in few words, for the tests of the five seeds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, TypeVar

import pytest

from handfoot import (
    Card,
    Discard,
    Game,
    IllegalAction,
    Position,
    Refusal,
    RuleSet,
    TakePile,
    load_rules,
    parse_action,
    parse_cards,
)
from handfoot.play.events import Event
from handfoot.play.scoring import Sheet

E = TypeVar("E", bound=Event)

_CLEAN: Final = tuple(" ".join([rank] * 7) for rank in ("K", "Q", "A", "9"))
_DIRTY: Final = tuple(" ".join([rank] * 5 + ["2", "2"]) for rank in ("J", "10", "7"))
_WILD: Final = ("2 2 2 2 JK JK JK",)

# Usual values of a card (points), as every seed that lists them has them.
VALUES: Final = {
    "JK": 50,
    "2": 20,
    "A": 20,
    **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10),
    **dict.fromkeys(("7", "6", "5", "4"), 5),
}

# A hand for every opening of the table below.
OPENER: Final = "A A A 2 JK K K K K Q Q Q Q 4 4 4 5 8"
# Round, minimum, groups that reach it, groups that fall short, what those are worth.
OPENINGS: Final = (
    (1, 50, "K K K 2", "K K K", 30),
    (2, 90, "A A A, K K K", "A A A, 4 4 4", 75),
    (3, 120, "A A A 2, Q Q Q Q", "A A A 2, Q Q Q", 110),
    (4, 150, "A A A JK, K K K K", "A A A JK, K K K", 140),
)


# -- positions ------------------------------------------------------------------------


def at(rules: RuleSet | str, **parts: Any) -> Game:
    """Return a game that begins in the position that ``parts`` describe."""
    return Position(rules, **parts).game()


def bare(rules: RuleSet | str, seats: int = 4, **parts: Any) -> Game:
    """Return a game with empty hands and no stock, but for what ``parts`` say.

    The seat to act can only end the round, by a draw that cannot be made.
    """
    hands = dict.fromkeys(range(seats), "") | parts.pop("hands", {})
    packets: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    packets |= parts.pop("packets", {})
    parts = {"phase": "draw", "stock": 0} | parts
    return at(rules, seats=seats, hands=hands, packets=packets, **parts)


def books(clean: int = 0, dirty: int = 0, wild: int = 0) -> list[str]:
    """Return so many finished books: K, Q, A, 9 clean and J, 10, 7 dirty."""
    return [*_CLEAN[:clean], *_DIRTY[:dirty], *_WILD[:wild]]


def ready(rules: RuleSet | str, **parts: Any) -> Game:
    """Return a position in which seat 0 may go out if its cards allow it.

    Its side has the books, and seat 2, its partner, has played from the foot.
    """
    loaded = rules if isinstance(rules, RuleSet) else load_rules(rules)
    usual: dict[str, Any] = {
        "melds": {0: books(**loaded["going_out.books"])},
        "packets": {0: [], 2: []},
        "played": [2],
    }
    return at(loaded, **usual | parts)


def random_match(rules: RuleSet | str, seats: int = 4, seed: int = 0) -> Game:
    """Return a match played to its end by random legal actions."""
    game = Game(rules, seats, seed=seed)
    chooser = random.Random(seed)
    while not game.is_over:
        game.push(chooser.choice(list(game.legal_actions)))
    return game


# -- actions --------------------------------------------------------------------------


def do(game: Game, *texts: str) -> list[Event]:
    """Do actions one after the other and return what happened."""
    found: list[Event] = []
    for text in texts:
        found += game.push(parse_action(text))
    return found


def allowed(game: Game, text: str) -> Game:
    """Check that an action is legal and return the game after it; ``game`` stays."""
    action = parse_action(text)
    assert game.why_not(action) == ()
    assert action in game.legal_actions
    after = game.copy()
    after.push(action)
    return after


def refused(game: Game, text: str, *keys: str) -> tuple[Refusal, ...]:
    """Check that exactly ``keys`` refuse an action and that trying changes nothing."""
    action = parse_action(text)
    found = game.why_not(action)
    assert {refusal.key for refusal in found} == set(keys)
    assert action not in game.legal_actions
    assert action not in list(game.legal_actions)
    before = game.copy()
    with pytest.raises(IllegalAction) as caught:
        game.push(action)
    assert caught.value.refusals == found
    assert game == before
    assert game.events(everything=True) == before.events(everything=True)
    return found


def judged(
    rules: str, text: str, key: str, relaxed: Any, **parts: Any
) -> tuple[Refusal, ...]:
    """Check that ``key`` alone refuses an action: with another value it is legal."""
    found = refused(at(rules, **parts), text, key)
    changed = load_rules(rules).with_changes({key: relaxed})
    allowed(at(changed, **parts), text)
    return found


def permit(game: Game) -> None:
    """Ask the partner and hear a yes, where the ruleset has the question."""
    if game.rules["going_out.permission"] == "binding":
        do(game, "ask", "yes")


def pass_turn(game: Game) -> None:
    """Let the seat whose turn it is draw and discard."""
    do(game, "draw")
    game.push(next(a for a in game.legal_actions if isinstance(a, Discard)))


def pass_to(game: Game, seat: int) -> None:
    """Let others draw and discard until it is the turn of ``seat``."""
    while game.turn != seat:
        pass_turn(game)


def takes(game: Game) -> list[str]:
    """Return the listed pickups, as text."""
    return [str(a) for a in game.legal_actions if isinstance(a, TakePile)]


# -- what is seen ---------------------------------------------------------------------


def ranks(cards: str | Iterable[Card]) -> Counter[str]:
    """Count cards by rank; threes by colour."""
    found = parse_cards(cards) if isinstance(cards, str) else cards
    return Counter(_rank(card) for card in found)


def _rank(card: Card) -> str:
    if card.rank == "3":
        return "3r" if card.red else "3b"
    return card.rank


def held(game: Game, seat: int) -> Counter[str]:
    """Count by rank the cards that a seat holds."""
    return ranks(game.view(seat).hand)


def lying(game: Game, side: int) -> dict[str, tuple[int, int, str | None]]:
    """Return the melds of a side: naturals, wilds and kind of book, by name."""
    melds = game.view(None).melds(side)
    return {meld.name: (meld.naturals, meld.wilds, meld.book) for meld in melds}


def happened(game: Game, kind: type[E]) -> list[E]:
    """Return the events of one kind, hidden cards and all."""
    logged = (entry.event for entry in game.events(everything=True))
    return [event for event in logged if isinstance(event, kind)]


def of_kind(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def seen(game: Game, seat: int | None) -> dict[str, Any]:
    """Return all that a seat can learn from its view and its events."""
    view = game.view(seat)
    tries = [parse_action(t) for t in ("draw", "ask", "lay K K K", "discard 4")]
    found: dict[str, Any] = {
        "hand": view.hand,
        "held": [view.held(s) for s in range(game.seats)],
        "packets": [view.packets_left(s) for s in range(game.seats)],
        "pile": (view.pile, view.top),
        "stock": view.stock,
        "melds": [repr(view.melds(side)) for side in range(game.sides)],
        "legal": view.legal_actions,
        "why": [view.why_not(action) for action in tries],
        "events": game.events(seat),
    }
    if seat is not None:
        found["checklist"] = view.going_out_checklist()
    return found


# -- scores ---------------------------------------------------------------------------


def lines(sheet: Sheet) -> dict[str, tuple[int, int]]:
    """Return count and points of each line of a score sheet, by label."""
    return {line.label: (line.count, line.points) for line in sheet.lines}


def ended(game: Game) -> tuple[Sheet, ...]:
    """End the round by a draw that cannot be made, and return its score sheets."""
    number = game.round
    do(game, "draw")
    assert game.is_over or game.round == number + 1
    return game.score_sheet(number)


def held_points(rules: RuleSet | str, card: str, seats: int = 4) -> int:
    """Return what one held card adds to its side's round (points)."""
    return ended(bare(rules, seats, hands={0: card}))[0].points


def melded_points(rules: RuleSet | str, cards: str, seats: int = 4) -> int:
    """Return what one meld adds to its side's round (points)."""
    return ended(bare(rules, seats, melds={0: [cards]}))[0].points
