"""All chapters together: the rules in force at one table in one round."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import attrs

from handfoot.cards import faces_as_black
from handfoot.rules import (
    books,
    conduct,
    deal,
    deck,
    discard,
    draw,
    foot,
    freezing,
    going_out,
    match,
    melds,
    opening,
    pile,
    players,
    round_end,
    scoring,
    stock,
    threes,
    wilds,
)
from handfoot.rules.language.clash import Clash
from handfoot.rules.language.keys import (
    Chapter,
    Key,
    OpenMap,
    Section,
    describe,
    section,
    walk,
)
from handfoot.rules.language.scoped import Situation

_THREES: Final = ("black_three", "red_three")


@attrs.frozen(repr=False)
class Rulebook(Chapter):
    """Every chapter with plain values: no value varies any more.

    The same classes describe the ruleset language; a value that varies in the file has
    been settled for one head count, side size, round and running score.
    """

    players: players.Players = section(players.Players)
    deck: deck.Deck = section(deck.Deck)
    deal: deal.Deal = section(deal.Deal)
    stock: stock.Stock = section(stock.Stock)
    draw: draw.Draw = section(draw.Draw)
    pile: pile.Pile = section(pile.Pile)
    freezing: freezing.Freezing = section(freezing.Freezing)
    discard: discard.Discard = section(discard.Discard)
    threes: threes.Threes = section(threes.Threes)
    wilds: wilds.Wilds = section(wilds.Wilds)
    melds: melds.Melds = section(melds.Melds)
    books: books.Books = section(books.Books)
    opening: opening.Opening = section(opening.Opening)
    foot: foot.Foot = section(foot.Foot)
    going_out: going_out.GoingOut = section(going_out.GoingOut)
    round_end: round_end.RoundEnd = section(round_end.RoundEnd)
    scoring: scoring.Scoring = section(scoring.Scoring)
    match: match.Match = section(match.Match)
    conduct: conduct.Conduct = section(conduct.Conduct)

    @property
    def one_pack(self) -> bytes:
        """The faces of a pack; no red three where those are as black ones."""
        faces = self.deck.one_pack
        return faces_as_black(faces) if self.threes.alike else faces

    def copies(self, word: str) -> int:
        """Return how many cards of a card word all packs together have."""
        if self.threes.alike and word in _THREES:
            return sum(map(self.deck.copies, _THREES)) if word == _THREES[0] else 0
        return self.deck.copies(word)


@cache
def language() -> Section:
    """Return the whole ruleset language: every key, by chapter."""
    return describe(Rulebook, "")


@cache
def all_keys() -> tuple[Key | OpenMap, ...]:
    """Return every key and open map of the language, in writing order."""
    return tuple(walk(language()))


def clashes(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield what does not fit together in ``book``, chapter by chapter."""
    for chapter in _chapters():
        check = getattr(chapter, "check", None)
        if check is not None:
            yield from check(book, at)


@cache
def _chapters() -> tuple[Any, ...]:
    """Return the module of each chapter, in writing order."""
    parts = language().members.values()
    return tuple(sys.modules[p.cls.__module__] for p in parts if isinstance(p, Section))
