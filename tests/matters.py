"""For each key of the language: rules under which it matters, and another value.

One table for two tests. In play, two matches of the same deals are compared step by
step until something that people would notice differs (``tests/play/test_matter.py``);
on the card, a sentence differs (``tests/rules/test_rulecard.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from handfoot import RuleSet
from handfoot.rules.language.keys import Key
from handfoot.rules.language.words import RANK_WORDS
from handfoot.rules.rulebook import all_keys
from tests.play.seeds import ruleset

#: Every key of the language.
KEYS: Final = tuple(key for key in all_keys() if isinstance(key, Key))

# A short game in which nearly everything happens soon: small packets, books of four
# cards that nobody needs, and any lay opens.
QUICK: Final[Mapping[str, Any]] = {
    "players.side_size": 2,
    "deck.packs": 2,
    "deal.hand": 6,
    "deal.foot": 5,
    "books.size": 4,
    "opening.minimum": 0,
    "going_out.books": {},
    "wilds.ratio": "equal",
    "match.rounds": 2,
    "round_end.most_turns": 30,
}


@attrs.frozen
class Matter:
    """Another value of a key, and where it can be told from the default.

    Attributes:
        value: The other value, as it stands in a file.
        room: Changes of ``QUICK`` that give the key room.
        kind: The kind of book, for a key that each kind has.
        printed: Whether the key is for people alone: only the card tells it.
    """

    value: Any
    room: Mapping[str, Any] = attrs.field(factory=dict)
    kind: str = "clean"
    printed: bool = False

    def pair(self, key: Key) -> tuple[RuleSet, RuleSet]:
        """Return the rules with the default of a key, and with the other value."""
        path = key.path.replace("*", self.kind)
        quick = {k: value for k, value in QUICK.items() if k != path}
        rules = ruleset().with_changes({**quick, **self.room})
        return rules, rules.with_changes({path: self.value})


_BOOKS: Final = {"going_out.books": {"clean": 1}}
_RANKS: Final = RANK_WORDS
_RED: Final = {"threes.red": "held", "melds.ranks": [*_RANKS, "red_three"]}
_THREES: Final = {"melds.ranks": [*_RANKS, "black_three"]}
_SMALL: Final = {"deal.hand": 4, "deal.foot": 4, "draw.cards": 1}
_OPEN: Final = {"opening.minimum": 60}
_FREEZE: Final = {"freezing.by": ["wild", "nine"], "pile.needs": "top_card_used"}
_LOCKED: Final = {
    "discard.locked": ["four", "five", "six", "seven", "eight"],
    "discard.locked_until": "clean",
}
_FEW: Final = {"deck.jokers": 1}
_GROWS: Final = {"books.after": "anything"}

#: An entry for every key; a key without one fails the tests.
MATTERS: Final[Mapping[str, Matter]] = {
    "players.counts": Matter([3], {"players.side_size": 1}),
    "players.side_size": Matter(2, {"players.counts": [4]}),
    "players.other_side_sizes": Matter([1]),
    "players.first": Matter("dealer"),
    "players.first_dealer": Matter("last_seat"),
    "players.take_back": Matter("never"),
    "deck.packs": Matter(3),
    "deck.jokers": Matter(4),
    "deck.twos": Matter(2),
    "deck.set_aside": Matter(10),
    "deal.hand": Matter(5),
    "deal.knee": Matter(5),
    "deal.foot": Matter(6),
    "deal.hand_to": Matter("left"),
    "deal.later_to": Matter("right"),
    "deal.later_for": Matter("side"),
    "deal.later_from": Matter("stock"),
    "deal.hand_choice": Matter("unseen", {"deal.foot": 6}),
    "deal.exact_cut": Matter(100, printed=True),
    "deal.near_cut": Matter([500, 300], {"deal.exact_cut": 1000}, printed=True),
    "deal.cut_for": Matter("dealer", {"deal.exact_cut": 100}, printed=True),
    "deal.upcard": Matter(False),
    "deal.upcards": Matter(5),
    "deal.upcard_refused": Matter(["wild", "red_three", "black_three", "nine"]),
    "deal.wrong_upcard": Matter("freezes", {"deal.upcard_refused": ["nine", "ten"]}),
    "stock.when_short": Matter("reshuffle"),
    "stock.most_refills": Matter(1, {"stock.when_short": "reshuffle"}),
    "stock.piles": Matter(2),
    "draw.cards": Matter(1),
    "draw.top_discard": Matter("freely"),
    "pile.may_be_taken": Matter(False),
    "pile.from_packet": Matter("last"),
    "pile.take": Matter(2),
    "pile.smallest": Matter(5),
    "pile.fill_from_stock": Matter(True),
    "pile.then_draw": Matter(1),
    "pile.key_card": Matter("bottom"),
    "pile.needs": Matter("top_card_used"),
    "pile.own_meld": Matter("any"),
    "pile.goes_to": Matter("new_meld", {"pile.own_meld": "any"}),
    "pile.run": Matter("from_hand", {"melds.runs": "natural"}),
    "pile.wild_top": Matter("top_card_used"),
    "pile.not_on": Matter(["three", "nine", "ten"]),
    "pile.full_meld": Matter(
        "refuse", {"books.size": 5, "deal.hand": 20, "deck.packs": 4}
    ),
    "pile.visible": Matter("all", printed=True),
    "pile.before_opening": Matter("never"),
    "pile.free_upcard": Matter(True),
    "pile.buried": Matter("next_turn"),
    "freezing.by": Matter(["wild"], {"pile.needs": "top_card_used"}),
    "freezing.until": Matter("covered", _FREEZE),
    "freezing.needs": Matter("never", _FREEZE),
    "freezing.personal": Matter(True, {"pile.needs": "top_card_used"}),
    "discard.barred": Matter(["wild"]),
    "discard.first": Matter(["three", "four", "king"]),
    "discard.not_just_taken": Matter(["nine", "ten", "king"]),
    "discard.fitting": Matter("barred"),
    "discard.locked": Matter(["seven"]),
    "discard.locked_until": Matter(
        "clean", {"discard.locked": _LOCKED["discard.locked"]}
    ),
    "discard.locked_by": Matter("any_side", _LOCKED),
    "threes.red": Matter("held"),
    "threes.red_when": Matter("after_opening", _OPEN),
    "threes.red_replaced": Matter("never"),
    "threes.red_laid": Matter(300),
    "threes.red_together": Matter([100, 300]),
    "threes.red_set": Matter(2),
    "threes.red_set_points": Matter(800, {"threes.red_set": 2}),
    "threes.red_sets": Matter("each", {"threes.red_set": 2}),
    "threes.red_all": Matter(2, {"deck.packs": 1, "deal.hand": 4, "deal.foot": 3}),
    "threes.red_minus_without": Matter("clean"),
    "threes.red_minus_books": Matter(5, {"threes.red_minus_without": "any"}),
    "threes.red_caught": Matter(-500),
    "threes.red_unreached": Matter(-300),
    "threes.black": Matter("laid_aside", {"pile.needs": "nothing"}),
    "threes.black_laid": Matter(
        [500], {"threes.black": "laid_aside", "pile.needs": "nothing"}
    ),
    "threes.black_caught": Matter(-100),
    "threes.black_unreached": Matter(-100),
    "wilds.cards": Matter(["joker"]),
    "wilds.ratio": Matter("equal"),
    "wilds.most": Matter(1, _GROWS),
    "wilds.least_naturals": Matter(3),
    "wilds.steps": Matter([3]),
    "wilds.not_on": Matter(["seven", "nine", "king"]),
    "wilds.start_most": Matter(0),
    "wilds.set_free": Matter(True, _GROWS),
    "wilds.start_ratio": Matter("any"),
    "wilds.per_turn": Matter(0),
    "wilds.consent": Matter(True),
    "wilds.all_wild": Matter(False, {"pile.wild_top": "never"}),
    "wilds.all_wild_smallest": Matter(4),
    "melds.ranks": Matter(["nine", "ten", "jack", "queen", "king", "ace"]),
    "melds.runs": Matter("natural"),
    "melds.smallest": Matter(4),
    "melds.per_rank": Matter("several"),
    "melds.books_of_rank": Matter(1),
    "melds.further_naturals": Matter(3, {"melds.per_rank": "several"}),
    "melds.may_join": Matter(True, _GROWS | {"melds.per_rank": "several"}),
    "melds.floor": Matter(40),
    "melds.burnt": Matter(True),
    "melds.last_packet_only": Matter(["king", "nine"]),
    "melds.going_out_only": Matter(["king", "nine"]),
    "melds.whole_only": Matter(["king", "nine"]),
    "books.size": Matter(5),
    "books.after": Matter("naturals"),
    "books.completed_exactly": Matter(True, _GROWS),
    "books.at_once_bonus": Matter(500),
    "books.paid_from": Matter(1000),
    "books.long_from": Matter(5, {**_GROWS, "books.long_bonus": 1000}),
    "books.long_bonus": Matter(1000, {**_GROWS, "books.long_from": 5}),
    "books.kinds.*.made_of": Matter("anything"),
    "books.kinds.*.ranks": Matter(["seven"]),
    "books.kinds.*.bonus": Matter(700),
    "books.kinds.*.paid": Matter(0),
    "books.kinds.*.cards_score": Matter(False),
    "books.kinds.*.after": Matter("naturals"),
    "books.kinds.*.spare_as": Matter(
        ["dirty"], {**_SMALL, "going_out.books": {"clean": 1, "dirty": 1}}
    ),
    "books.kinds.*.unfinished": Matter(-100, kind="wild"),
    "books.kinds.*.unfinished_from": Matter(
        2, {"books.kinds.clean.unfinished": -100}, kind="clean"
    ),
    "books.kinds.*.wilds_only": Matter(
        ["two"], {"books.kinds.dirty.wilds_only_bonus": 100}, kind="dirty"
    ),
    "books.kinds.*.wilds_only_bonus": Matter(
        100, {"books.kinds.dirty.wilds_only": ["two"]}, kind="dirty"
    ),
    "books.kinds.*.holds_all": Matter(
        ["joker"], {"books.kinds.dirty.holds_all_bonus": 100, **_FEW}, kind="dirty"
    ),
    "books.kinds.*.holds_all_bonus": Matter(
        100, {"books.kinds.dirty.holds_all": ["joker"], **_FEW}, kind="dirty"
    ),
    "books.kinds.*.many_from": Matter(2, {"books.many_bonus": 500}),
    "books.many_from": Matter(2, {"books.many_bonus": 500}),
    "books.many_bonus": Matter(500, {"books.many_from": 2}),
    "books.kinds.*.beside": Matter(["dirty"], {"books.kinds.clean.beside_bonus": 100}),
    "books.kinds.*.beside_bonus": Matter(100, {"books.kinds.clean.beside": ["dirty"]}),
    "books.kinds.*.counts_as": Matter(
        ["wild"], {**_SMALL, "going_out.books": {"wild": 1}}
    ),
    "opening.minimum": Matter(0),
    "opening.may_open": Matter({"by_turn": {"first": False, "later": True}}),
    "opening.by": Matter("player", {"opening.minimum": 40}),
    "opening.reach": Matter("more_than", {"opening.minimum": 30}),
    "opening.bonuses_count": Matter(True, {"opening.minimum": 200}),
    "opening.must_hold": Matter(["clean"]),
    "opening.must_hold_as": Matter(
        "each_meld", {"opening.must_hold": ["clean", "dirty"]}
    ),
    "opening.reached_by": Matter("one_meld", _OPEN),
    "opening.or_book": Matter(["any"], {"opening.minimum": 200}),
    "opening.waived": Matter(
        "when_packet_empties", {"opening.minimum": 500, "deal.hand": 5, "deal.foot": 3}
    ),
    "opening.first_bonus": Matter(100),
    "opening.wilds_count": Matter(False, _OPEN),
    "opening.taken_count": Matter(True, {"pile.buried": "at_once", **_OPEN}),
    "foot.trigger": Matter("own_book"),
    "foot.after_meld": Matter("ends_turn", _SMALL),
    "foot.never_taken": Matter(-100),
    "foot.after_discard": Matter("next_turn", _SMALL),
    "going_out.books": Matter({}, _SMALL),
    "going_out.may_go_out": Matter(
        {"by_turn": {"first": False, "later": True}},
        {
            "deal.hand": 3,
            "deal.foot": 0,
            "opening.minimum": 0,
            "going_out.books": {},
        },
    ),
    "going_out.least_melded": Matter(1000, _SMALL),
    "going_out.red_threes": Matter("one_for_each_book", _SMALL),
    "going_out.last_card": Matter("discard", _SMALL),
    "going_out.partner": Matter("has_played_it", _SMALL),
    "going_out.permission": Matter("binding", _SMALL),
    "going_out.deny_with": Matter(
        ["king", "nine", "four"], {**_SMALL, "going_out.permission": "binding"}
    ),
    "going_out.barred_last": Matter(["king", "nine", "wild"], _SMALL),
    "going_out.in_packet": Matter("any"),
    "going_out.may_float": Matter(True, {**_SMALL, **_BOOKS}),
    "going_out.last_lap": Matter("always", _SMALL),
    "going_out.keep": Matter(3, {**_SMALL, **_BOOKS}),
    "going_out.concealed_bonus": Matter(100, {"deal.foot": 0, "deal.hand": 5}),
    "going_out.bonus": Matter(300, _SMALL),
    "round_end.most_turns": Matter(5),
    "round_end.threes_in_a_row": Matter(2),
    "round_end.threes_stock_below": Matter(5, {"round_end.threes_in_a_row": 2}),
    "scoring.values.joker": Matter(20),
    "scoring.values.two": Matter(10),
    **{f"scoring.values.{word}": Matter(15) for word in _RANKS},
    "scoring.values.black_three": Matter(10, _THREES),
    "scoring.values.red_three": Matter(10, _RED),
    "scoring.held": Matter("others", _SMALL),
    "scoring.held_percent": Matter(200),
    "scoring.counts": Matter("held_only"),
    "scoring.written_in.*.points": Matter(100, kind="dealer_bonus", printed=True),
    "match.rounds": Matter(2),
    "match.target": Matter(50),
    "match.order": Matter("by_lot", {"deal.hand": {"by_round": [6, 4]}}),
    "match.early_target": Matter(50),
    "match.most_rounds": Matter(1, {"match.rounds": None, "match.target": 5000}),
    "match.winner": Matter("lowest"),
    "match.out_wins": Matter(True, _SMALL),
    "match.tie": Matter(
        "nobody", {"scoring.counts": "held_only", "scoring.held_percent": 0}
    ),
    **{
        f"conduct.{name}": Matter("People say this aloud.", printed=True)
        for name in (
            "seating",
            "dealing",
            "talk",
            "visible",
            "marker",
            "clock",
            "authority",
            "penalties",
            "stakes",
        )
    },
}
