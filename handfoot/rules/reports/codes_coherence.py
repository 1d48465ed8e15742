"""The codes of rules that do not fit together (HF3)."""

from __future__ import annotations

from typing import Final

from handfoot.rules.reports.codes import CodeInfo, register

__all__ = ["WARNINGS"]

_HEAD: Final = "handfoot: 1\nname: Sunday\n"
_FOUR: Final = "players: {counts: [4], side_size: 2}\n"
_NO_WILD_MELDS: Final = "wilds: {all_wild: false}\n"

#: Codes that tell of something odd, which may be meant so.
WARNINGS: Final = frozenset(
    {
        *("HF113", "HF117", "HF124", "HF125", "HF219"),
        *(
            "HF303",
            "HF304",
            "HF308",
            "HF309",
            "HF318",
            "HF319",
            "HF321",
            "HF322",
            "HF329",
        ),
        *(
            "HF332",
            "HF333",
            "HF334",
            "HF337",
            "HF338",
            "HF339",
            "HF342",
            "HF343",
            "HF344",
            "HF345",
            "HF348",
            "HF349",
            "HF351",
        ),
        *("HF359", "HF369", "HF371", "HF372", "HF373", "HF382", "HF384", "HF385"),
        *("HF501", "HF502", "HF503", "HF504"),
    }
)


def _info(code: str, title: str, meaning: str, failing: str, mended: str) -> CodeInfo:
    return CodeInfo(code, title, meaning, _HEAD + failing, _HEAD + mended)


register(
    _info(
        "HF301",
        "players who form no sides",
        "Sides must divide the players evenly, and there must be at least two.",
        "players: {counts: [4, 5], side_size: 2}\n",
        "players: {counts: [4, 5], side_size: {by_players: {4: 2, else: 1}}}\n",
    ),
    _info(
        "HF302",
        "too few cards for the deal",
        "All packets, the upcard and everyone's first draw must come from the deck.",
        "deck: {packs: 2}\n",
        "deck: {packs: 5}\n",
    ),
    _info(
        "HF303",
        "hardly enough cards for the first turns",
        "If many red threes are laid and replaced, the stock may end before everyone "
        "has had a turn.",
        "deck: {packs: 3}\ndeal: {hand: 19, foot: 19}\n",
        "deck: {packs: 4}\ndeal: {hand: 19, foot: 19}\n",
    ),
    _info(
        "HF304",
        "a side that no table can form",
        "A size of side is offered that divides none of the head counts.",
        "players: {counts: [4], other_side_sizes: [3]}\n",
        "players: {counts: [4], other_side_sizes: [2]}\n",
    ),
    _info(
        "HF305",
        "packets of different sizes to choose from",
        "Where a packet is chosen as the hand, any of them may become it, so all are "
        "of one size.",
        "deal: {hand: 11, foot: 13, hand_choice: unseen}\n",
        "deal: {hand: 11, foot: 11, hand_choice: unseen}\n",
    ),
    _info(
        "HF306",
        "no card may start the pile",
        "A card is turned up to start the pile, but every card is refused.",
        "deal: {upcard_refused: [four, five, six, seven, eight, nine, ten, jack, "
        "queen, king, ace, wild, three]}\n",
        "deal: {upcard: false}\n",
    ),
    _info(
        "HF307",
        "a hand chosen among packets of a side",
        "Where partners share the later packets, nobody has two to choose from.",
        "players: {side_size: 2}\n"
        "deal: {hand: 11, foot: 11, later_for: side, hand_choice: unseen}\n",
        "players: {side_size: 2}\ndeal: {hand: 11, foot: 11, later_for: side}\n",
    ),
    _info(
        "HF308",
        "a setting of the players without effect",
        "Another setting leaves nothing for this one to decide.",
        "players: {first: went_out}\nmatch: {rounds: 1}\n",
        "players: {first: went_out}\nmatch: {rounds: 2}\n",
    ),
    _info(
        "HF309",
        "a setting of the deal without effect",
        "Another setting leaves nothing for this one to decide.",
        "deal: {upcard: false, upcard_refused: [wild]}\n",
        "deal: {upcard: false}\n",
    ),
    _info(
        "HF310",
        "a wild on top that can never be taken",
        "Three wilds must be melded together, but melds of wilds alone are off.",
        _NO_WILD_MELDS
        + "pile: {wild_top: matching_wilds}\ngoing_out: {books: {clean: 2}}\n",
        _NO_WILD_MELDS + "pile: {wild_top: never}\ngoing_out: {books: {clean: 2}}\n",
    ),
    _info(
        "HF311",
        "a pile that is never large enough",
        "After the deal fewer cards are left than the pile must hold.",
        "deck: {packs: 2}\ndeal: {hand: 11, foot: 11}\npile: {smallest: 30}\n"
        "going_out: {books: {clean: 2}}\n",
        "deck: {packs: 2}\ndeal: {hand: 11, foot: 11}\npile: {smallest: 5}\n"
        "going_out: {books: {clean: 2}}\n",
    ),
    _info(
        "HF312",
        "a pile that every card bars",
        "The pile may be taken, but no top card allows it.",
        "pile: {wild_top: never, not_on: [four, five, six, seven, eight, nine, ten, "
        "jack, queen, king, ace, wild, three]}\n",
        "pile: {may_be_taken: false}\n",
    ),
    _info(
        "HF313",
        "a pile that is always frozen",
        "A frozen pile cannot be taken, and it is frozen before anybody can take it.",
        "freezing: {personal: true, needs: never}\n",
        "freezing: {personal: true, needs: natural_pair}\n"
        "pile: {needs: pair_or_wild}\n",
    ),
    _info(
        "HF315",
        "a top discard that is taken in two ways",
        "Where a player may dig, a pickup of one card and a card of the draw would be "
        "the same.",
        "draw: {top_discard: freely}\npile: {take: dig}\n",
        "draw: {top_discard: freely}\npile: {take: 7}\n",
    ),
    _info(
        "HF318",
        "a setting of freezing without effect",
        "Nothing freezes the pile, it is never taken, or a frozen pile is taken just "
        "as any other.",
        "freezing: {until: covered}\n",
        "freezing: {until: covered, by: [wild]}\n",
    ),
    _info(
        "HF319",
        "a setting of the pile without effect",
        "Another setting leaves nothing for this one to decide.",
        "pile: {may_be_taken: false, take: 5}\n",
        "pile: {may_be_taken: false}\n",
    ),
    _info(
        "HF320",
        "a meld of wilds that can never be begun",
        "It begins with more cards than make a book.",
        "books: {size: 5}\nwilds: {all_wild_smallest: 7}\n",
        "books: {size: 7}\nwilds: {all_wild_smallest: 7}\n",
    ),
    _info(
        "HF321",
        "no book with wilds",
        "As many naturals are asked for as a book has cards, so a finished book never "
        "holds a wild beside naturals.",
        "wilds: {least_naturals: 7}\ngoing_out: {books: {clean: 2}}\n",
        "wilds: {least_naturals: 4}\ngoing_out: {books: {clean: 2}}\n",
    ),
    _info(
        "HF322",
        "steps that fall",
        "The second wild of a meld needs fewer naturals than the first, which it has "
        "anyway.",
        "wilds: {steps: [5, 3]}\n",
        "wilds: {steps: [3, 5]}\n",
    ),
    _info(
        "HF323",
        "no rank left to meld",
        "Every rank that may be melded is wild, so no meld has a natural card.",
        "melds: {ranks: [seven]}\nwilds: {cards: [seven, joker]}\n"
        "going_out: {books: {wild: 2}}\n",
        "melds: {ranks: [eight]}\nwilds: {cards: [seven, joker]}\n"
        "going_out: {books: {wild: 2}}\n",
    ),
    _info(
        "HF329",
        "a setting of wilds without effect",
        "Another setting leaves nothing for this one to decide.",
        "wilds: {cards: [], ratio: more}\ngoing_out: {books: {clean: 2}}\n",
        "wilds: {cards: []}\ngoing_out: {books: {clean: 2}}\n",
    ),
    _info(
        "HF330",
        "a meld that can never be begun",
        "It begins with more cards than make a book.",
        "melds: {smallest: 6}\nbooks: {size: 5}\n",
        "melds: {smallest: 3}\nbooks: {size: 5}\n",
    ),
    _info(
        "HF331",
        "a condition of red threes that nobody knows",
        "threes.red_minus_without names a kind of book that the ruleset has, any, or "
        "meld.",
        "threes: {red_minus_without: cleen}\n",
        "threes: {red_minus_without: clean}\n",
    ),
    _info(
        "HF332",
        "a set of red threes beyond the deck",
        "Points are set for more red threes together than all packs have.",
        "threes: {red_set: 14}\n",
        "threes: {red_set: 7}\n",
    ),
    _info(
        "HF333",
        "a rank that is named and never melded",
        "A list names a rank that no meld can have: it is wild, it is none of the "
        "ranks that are melded, or the deck has too few of it.",
        "wilds: {not_on: [black_three]}\n",
        "wilds: {not_on: [seven]}\n",
    ),
    _info(
        "HF334",
        "books against red threes that nobody can make",
        "Laid red threes count against a side without certain books, and the deck has "
        "not the cards for so many.",
        "books: {kinds: {sevens: {ranks: [seven]}}}\n"
        "threes: {red_minus_without: sevens, red_minus_books: 5}\n",
        "books: {kinds: {sevens: {ranks: [seven]}}}\n"
        "threes: {red_minus_without: sevens, red_minus_books: 2}\n",
    ),
    _info(
        "HF335",
        "no card may be discarded",
        "Every turn needs a discard, but every card is barred.",
        "discard: {barred: [four, five, six, seven, eight, nine, ten, jack, queen, "
        "king, ace, wild, three]}\n",
        "discard: {barred: [wild]}\n",
    ),
    _info(
        "HF336",
        "locked cards and a kind of book nobody knows",
        "discard.locked_until names a kind of book that the ruleset has.",
        "discard: {locked: [seven], locked_until: cleen}\n",
        "discard: {locked: [seven], locked_until: clean}\n",
    ),
    _info(
        "HF337",
        "a setting of the discard without effect",
        "No card is locked, or no book frees those that are.",
        "discard: {locked_until: clean}\n",
        "discard: {locked_until: clean, locked: [seven]}\n",
    ),
    _info(
        "HF338",
        "a setting of melds without effect",
        "Another setting leaves nothing for this one to decide.",
        "melds: {per_rank: one, books_of_rank: 3}\n",
        "melds: {per_rank: several, books_of_rank: 3}\n",
    ),
    _info(
        "HF339",
        "a setting of threes without effect",
        "Another setting leaves nothing for this one to decide.",
        "threes: {red: held, red_laid: 200}\n",
        "threes: {red: held}\n",
    ),
    _info(
        "HF340",
        "a kind of book that is named but not there",
        "counts_as names kinds of book that the ruleset has.",
        "books: {kinds: {wild: {counts_as: [cleen]}}}\n",
        "books: {kinds: {wild: {counts_as: [clean]}}}\n",
    ),
    _info(
        "HF341",
        "two kinds for the same books",
        "A finished book is of one kind: the one that names the fewest ranks, then "
        "the one written first. Another for the same books never applies.",
        "books: {kinds: {natural: {made_of: naturals, bonus: 700}}}\n",
        "books: {kinds: {clean: {bonus: 700}}}\n",
    ),
    _info(
        "HF342",
        "books of wilds without a kind",
        "Melds of wilds alone are allowed, but a finished one is no kind of book.",
        "remove: [books.kinds.wild]\ngoing_out: {books: {clean: 2}}\n",
        "going_out: {books: {clean: 2}}\n",
    ),
    _info(
        "HF343",
        "finished runs without a kind",
        "Runs may be melded, but a finished one is no kind of book.",
        "melds: {runs: natural}\n",
        "melds: {runs: natural}\nbooks: {kinds: {run: {made_of: run, bonus: 2000}}}\n",
    ),
    _info(
        "HF344",
        "cards that stay locked",
        "The book that frees the locked cards can never be made.",
        _NO_WILD_MELDS + "pile: {wild_top: never}\ngoing_out: {books: {clean: 2}}\n"
        "discard: {locked: [seven], locked_until: wild}\n",
        _NO_WILD_MELDS + "pile: {wild_top: never}\ngoing_out: {books: {clean: 2}}\n"
        "discard: {locked: [seven], locked_until: clean}\n",
    ),
    _info(
        "HF345",
        "books that are never paid",
        "Books count only from so many points in melded cards on, and all cards that "
        "can be melded are together worth less.",
        "books: {paid_from: 9000}\n",
        "books: {paid_from: 150}\n",
    ),
    _info(
        "HF346",
        "books that close when the turn ends, beside runs",
        "People may play so; handfoot cannot yet. Books may be closed at once, or "
        "there are no runs.",
        "melds: {runs: natural}\nbooks: {after: until_turn_ends, "
        "kinds: {run: {made_of: run}}}\n",
        "melds: {runs: natural}\nbooks: {kinds: {run: {made_of: run}}}\n",
    ),
    _info(
        "HF347",
        "runs with wilds, and cards slid under books",
        "People may play so; handfoot cannot yet: the cards of a run with wilds keep "
        "their places, and none is slid under it.",
        "melds: {runs: with_wilds}\nbooks: {after: slid_under, kinds: {run: {made_of: "
        "run}}}\n",
        "melds: {runs: with_wilds}\nbooks: {after: anything, kinds: {run: {made_of: "
        "run}}}\n",
    ),
    _info(
        "HF348",
        "red threes in a list where they are as black ones",
        "With threes.red: as_black no card is a red three, so a list that names "
        "red_three speaks of none; black_three means all threes there.",
        "threes: {red: as_black}\npile: {not_on: [wild, red_three]}\n",
        "threes: {red: as_black}\npile: {not_on: [wild, black_three]}\n",
    ),
    _info(
        "HF349",
        "a kind of book without effect",
        "No book of this kind can ever be finished.",
        _NO_WILD_MELDS + "pile: {wild_top: never}\ngoing_out: {books: {clean: 2}}\n"
        "books: {kinds: {wild: {bonus: 2000}}}\n",
        "books: {kinds: {wild: {bonus: 2000}}}\n",
    ),
    _info(
        "HF350",
        "an opening beyond the deck",
        "All cards that count toward the minimum are worth less than it.",
        "deck: {packs: 5}\nopening: {minimum: 3000, wilds_count: false}\n",
        "deck: {packs: 5}\nopening: {minimum: 90, wilds_count: false}\n",
    ),
    _info(
        "HF351",
        "an opening out of reach for many turns",
        "Even with the best cards a player could not open in the first turn. Hands "
        "grow, so it is slow, not impossible.",
        "opening: {minimum: 1500}\n",
        "opening: {minimum: 150}\n",
    ),
    _info(
        "HF352",
        "an opening with a kind of book nobody knows",
        "opening.must_hold and opening.or_book name kinds of book that the ruleset "
        "has, or any.",
        "opening: {must_hold: [cleen]}\n",
        "opening: {must_hold: [clean]}\n",
    ),
    _info(
        "HF353",
        "an opening that nobody can make",
        "The first lay must hold a book that other rules do not allow, or no side may "
        "open at any time in any round.",
        _NO_WILD_MELDS + "pile: {wild_top: never}\n"
        "going_out: {books: {clean: 2}}\nopening: {must_hold: [wild]}\n",
        _NO_WILD_MELDS + "pile: {wild_top: never}\n"
        "going_out: {books: {clean: 2}}\nopening: {must_hold: [clean]}\n",
    ),
    _info(
        "HF354",
        "partners who open alone, and a rule that asks about the side",
        "People may play so; handfoot cannot yet. Where every partner opens alone "
        "there are no runs, and red threes do not wait for the side to open.",
        "players: {counts: [4], side_size: 2}\nopening: {by: player}\n"
        "threes: {red_when: after_opening}\n",
        "players: {counts: [4], side_size: 2}\nopening: {by: player}\n",
    ),
    _info(
        "HF355",
        "packets that no opening brings",
        "Where whoever opens for the side picks up the next packet, there is one "
        "packet to come, and partners share it or every player opens alone.",
        _FOUR + "foot: {trigger: opening}\n",
        _FOUR + "deal: {later_for: side}\nfoot: {trigger: opening}\n",
    ),
    _info(
        "HF359",
        "a setting of opening or foot without effect",
        "Another setting leaves nothing for this one to decide.",
        "opening: {minimum: 0, wilds_count: false}\n",
        "opening: {minimum: 0}\n",
    ),
    _info(
        "HF360",
        "a kind of book nobody knows",
        "Going out asks for books of a kind that the ruleset does not have.",
        "going_out: {books: {clean: 2, drity: 2}}\n",
        "going_out: {books: {clean: 2, dirty: 2}}\n",
    ),
    _info(
        "HF361",
        "books that can never be made",
        "Going out asks for a book that other rules do not allow.",
        _NO_WILD_MELDS + "pile: {wild_top: never}\n"
        "going_out: {books: {clean: 2, wild: 1}}\n",
        _NO_WILD_MELDS + "pile: {wild_top: never}\ngoing_out: {books: {clean: 2}}\n",
    ),
    _info(
        "HF362",
        "more cards in books than in the deck",
        "All books that going out needs together have more cards than the deck.",
        "deck: {packs: 4}\ngoing_out: {books: {clean: 18, dirty: 18}}\n",
        "deck: {packs: 4}\ngoing_out: {books: {clean: 5, dirty: 5}}\n",
    ),
    _info(
        "HF363",
        "more books than the cards make",
        "The deck has too few cards of these ranks for so many books.",
        "books: {kinds: {sevens: {ranks: [seven]}}}\ngoing_out: {books: {sevens: 3}}\n",
        "books: {kinds: {sevens: {ranks: [seven]}}}\ngoing_out: {books: {sevens: 2}}\n",
    ),
    _info(
        "HF364",
        "no card may be the last",
        "The last card must be discarded, but every card is barred from it.",
        "going_out: {last_card: discard, barred_last: [four, five, six, seven, eight, "
        "nine, ten, jack, queen, king, ace, wild, three]}\n",
        "going_out: {last_card: discard, barred_last: [wild]}\n",
    ),
    _info(
        "HF365",
        "melds that can never be worth enough to go out",
        "All cards that can be melded are together worth less than going out asks for.",
        "deck: {packs: 5}\ngoing_out: {least_melded: 8000}\n",
        "deck: {packs: 5}\ngoing_out: {least_melded: 800}\n",
    ),
    _info(
        "HF366",
        "red threes that nobody can have for going out",
        "Going out asks for a laid red three for each book, but red threes are held, "
        "or too few. That they wait for the side to open is a limit of handfoot.",
        "threes: {red: held}\ngoing_out: {red_threes: one_for_each_book}\n",
        "threes: {red: laid}\ngoing_out: {red_threes: one_for_each_book}\n",
    ),
    _info(
        "HF367",
        "players who may never go out",
        "Nobody may go out at any time in any round, or only from a packet that nobody "
        "goes out from; that nobody does in a first turn is said by turn, that nobody "
        "does in the first round by round.",
        "going_out: {may_go_out: false}\n",
        "going_out: {may_go_out: {by_turn: {first: false, later: true}}}\n",
    ),
    _info(
        "HF369",
        "a setting of going out without effect",
        "Another setting leaves nothing for this one to decide; for example, nobody "
        "has a partner to ask.",
        "going_out: {permission: binding}\n",
        _FOUR + "going_out: {permission: binding}\n",
    ),
    _info(
        "HF370",
        "a round without an end",
        "Where the discards always become a new stock, a round needs another end.",
        "stock: {when_short: reshuffle}\n",
        "stock: {when_short: reshuffle}\nround_end: {most_turns: 100}\n",
    ),
    _info(
        "HF371",
        "points that are never counted",
        "Another setting of scoring leaves nothing for this one to decide.",
        "scoring: {held: others, held_percent: 0}\n",
        "scoring: {held: others}\n",
    ),
    _info(
        "HF372",
        "a setting of the end of a round without effect",
        "Another setting leaves nothing for this one to decide.",
        "round_end: {threes_stock_below: 10}\n",
        "round_end: {threes_stock_below: 10, threes_in_a_row: 8}\n",
    ),
    _info(
        "HF373",
        "a line of the score sheet that never changes a score",
        "What is written in is worth nothing.",
        "scoring: {written_in: {dealer_bonus: {points: 0}}}\n",
        "scoring: {written_in: {dealer_bonus: {points: 50}}}\n",
    ),
    _info(
        "HF380",
        "a match without an end",
        "Neither a number of rounds nor a target is set.",
        "match: {rounds: none}\n",
        "match: {rounds: none, target: 10000}\n",
    ),
    _info(
        "HF381",
        "a match that is cut short",
        "More rounds are to be played than ever are.",
        "match: {rounds: 60}\n",
        "match: {rounds: 60, most_rounds: 100}\n",
    ),
    _info(
        "HF382",
        "values for rounds that are never played",
        "A list by round goes on after the last round of the match.",
        "opening: {minimum: {by_round: [50, 60, 70, 80, 90, 100]}}\n",
        "opening: {minimum: {by_round: [50, 60, 70, 80]}}\n",
    ),
    _info(
        "HF383",
        "a target out of reach",
        "Not even all cards and books in every round would reach it.",
        "match: {rounds: 4, target: 999999}\n",
        "match: {rounds: 4, target: 9999}\n",
    ),
    _info(
        "HF384",
        "a match that the worst side wins",
        "Where only held cards are scored, points are bad and the lowest total is the "
        "best.",
        "scoring: {counts: held_only}\n",
        "scoring: {counts: held_only}\nmatch: {winner: lowest}\n",
    ),
    _info(
        "HF385",
        "a setting of the match without effect",
        "Another setting leaves nothing for this one to decide.",
        "match: {rounds: none, target: 7500, early_target: 7500}\n",
        "match: {rounds: none, target: 7500, early_target: 5000}\n",
    ),
    _info(
        "HF386",
        "a lot of rounds without number",
        "Only where the number of rounds is known may lots tell when each is played.",
        "match: {rounds: none, target: 7500, order: by_lot}\n",
        "match: {rounds: 5, target: 7500, order: by_lot}\n",
    ),
)
