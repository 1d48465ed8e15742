"""Asking the engine whether a group may be laid."""

from __future__ import annotations

from functools import cached_property

import attrs

from handfoot.cards import (
    BLACK_THREE,
    CARDS,
    FACES_OF_KIND,
    JOKER,
    TWO,
    Card,
)
from handfoot.errors import HandfootError
from handfoot.play.actions import NEW, Action, Group, Lay
from handfoot.play.refusals import Refusal
from handfoot.play.tables import compiled
from handfoot.rules.language.scoped import Situation
from handfoot.rules.rulebook import Rulebook
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game
from handfoot.table.position import Position

#: Held beside the cards in question, so that no lay empties the hand.
_SPARE = 8


@attrs.frozen(slots=False)
class Judge:
    """The engine's verdicts on new melds of one rank, at one table in round one.

    Attributes:
        rules: The ruleset.
        at: The table.
        rank: Card kind of the natural cards in question.
    """

    rules: RuleSet
    at: Situation
    rank: int

    @cached_property
    def book(self) -> Rulebook:
        """The rules in force."""
        return self.rules.at(self.at)

    @cached_property
    def game(self) -> Game | None:
        """A game whose player to act holds everything that may be asked about."""
        copies = compiled(self.rules, self.at).copies
        size = self.book.books.size + 1
        held: list[Card] = []
        for kind in {self.rank, BLACK_THREE, *self.book.wilds.kinds}:
            held += cards_of(kind, min(size, copies[kind]))
        for kind in [k for k in range(TWO) if k != self.rank][:_SPARE]:
            held += cards_of(kind, 1)
        held += [card for card in self.row(size) if card not in held]
        text = " ".join(card.code for card in held)
        seats = range(self.at.players)
        later = len(self.book.deal.packets) - 1
        held_there = 0 if self.book.deal.later_from == "stock" else 1
        position = Position(
            self.rules,
            seats=self.at.players,
            side_size=self.at.side_size,
            hands={seat: text if seat == 0 else 1 for seat in seats},
            packets={seat: [held_there] * later for seat in seats},
            opened=[0],
            stock=0,
        )
        try:
            return position.game()
        except HandfootError:
            return None

    def refusals(self, cards: tuple[Card, ...]) -> tuple[Refusal, ...] | None:
        """Return what is wrong with a new meld; ``None`` when it cannot come up."""
        if self.game is None:
            return None
        found = self.game.why_not(self.action(cards))
        if any(refusal.key == "core.held" for refusal in found):
            return None
        return found

    def allows(self, naturals: int, wilds: int) -> bool:
        """Whether a new meld may hold so many naturals and wilds."""
        return self.refusals(self.cards(naturals, wilds)) == ()

    def row(self, count: int) -> tuple[Card, ...]:
        """Return the first cards of a suit that follow each other, at most so many.

        None where there are no runs.
        """
        if self.book.melds.runs == "none":
            return ()
        rows = self.book.melds.in_runs(self.book.wilds.cards)
        kinds = max(rows, key=len, default=())[:count]
        return tuple(CARDS[FACES_OF_KIND[kind][0]] for kind in kinds)

    @staticmethod
    def action(cards: tuple[Card, ...]) -> Action:
        """Return the action that lays these cards as a new meld."""
        return Lay((Group(cards, NEW),))

    def cards(self, naturals: int, wilds: int) -> tuple[Card, ...]:
        """Return so many cards of the rank, and so many wilds of all kinds."""
        kinds = self.book.wilds.kinds
        jokers = 0
        if JOKER in kinds:
            jokers = wilds if TWO not in kinds else wilds // 2
            jokers = min(jokers, self.book.deck.jokers * self.book.deck.packs)
        return (
            *cards_of(self.rank, naturals),
            *cards_of(TWO, wilds - jokers),
            *cards_of(JOKER, jokers),
        )


def cards_of(kind: int, count: int) -> tuple[Card, ...]:
    """Return so many cards of a kind, in the suits of the packs by turns."""
    faces = FACES_OF_KIND[kind]
    return tuple(CARDS[faces[place % len(faces)]] for place in range(max(0, count)))
