"""What each code of a refusal means, and the keys that refuse with it.

Loaded only when somebody asks, by ``handfoot explain`` and for the page of refusals.
The messages stand where the rules are checked; here stands what all of one code share.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

__all__ = ["REFUSAL_CODES", "RefusalInfo"]


@attrs.frozen
class RefusalInfo:
    """The documentation of one code.

    Attributes:
        keys: Keys that refuse with this code.
        meaning: What is wrong, and what would do, in a sentence or two.
    """

    keys: tuple[str, ...]
    meaning: str


def _info(keys: str, meaning: str) -> RefusalInfo:
    return RefusalInfo(tuple(keys.split()), meaning)


_PAIR: Final = "pile.needs pile.wild_top"

REFUSAL_CODES: Final[Mapping[str, RefusalInfo]] = MappingProxyType(
    {
        # -- turn and table
        "not_your_turn": _info(
            "core.turn",
            "Another seat is to act. One who is not to act learns nothing else.",
        ),
        "wrong_phase": _info(
            "core.phase",
            "A turn is a draw or a pickup, then melds, then a discard; this comes too "
            "early or too late.",
        ),
        "match_over": _info("core.over", "Nobody acts once the match is over."),
        "stale": _info(
            "core.stale",
            "The action was chosen for an older position: look at the table again.",
        ),
        "nothing_asked": _info(
            "core.question", "A yes or no answers a question, and nobody has asked one."
        ),
        "no_such_packet": _info(
            "core.packet", "The number is not that of a packet one may choose."
        ),
        "not_held": _info("core.held", "A card that is played is not in the hand."),
        # -- groups and melds
        "empty_group": _info("core.group", "A group, or a lay, has no cards."),
        "mixed_ranks": _info(
            "core.group",
            "A group holds one rank, with or without wilds, or a run in one suit.",
        ),
        "not_a_run": _info(
            "melds.runs", "The cards are not in a row, or one of them is of no run."
        ),
        "wild_in_run": _info("melds.runs", "A run holds no wild cards."),
        "not_below": _info(
            "melds.runs", "Only wilds of a run that may hold them are laid below it."
        ),
        "no_such_meld": _info(
            "core.target", "The own side has no meld of this name to add to."
        ),
        "wrong_rank": _info(
            "core.target", "The cards are not of the rank of the meld they go to."
        ),
        "rank_not_meldable": _info("melds.ranks", "Cards of this rank are not melded."),
        "meld_too_short": _info(
            "melds.smallest", "A new meld has fewer cards than the smallest allowed."
        ),
        "not_whole": _info(
            "melds.whole_only", "This rank is melded only as a whole book at once."
        ),
        "meld_too_cheap": _info(
            "melds.floor", "A new meld is worth fewer points than each must be."
        ),
        "one_meld_per_rank": _info(
            "melds.per_rank", "The side has a meld of this rank, and may have only one."
        ),
        "too_few_to_go_on": _info(
            "melds.further_naturals",
            "A further meld of the rank begins with more naturals.",
        ),
        "unfinished_meld": _info(
            "melds.per_rank",
            "The side's meld of this rank must be a book before another is begun.",
        ),
        "enough_of_rank": _info(
            "melds.books_of_rank", "The side has as many melds of the rank as it may."
        ),
        "rank_burnt": _info(
            "melds.burnt",
            "Another side has finished a book of the rank, which closes it to sides "
            "without a meld of it.",
        ),
        "only_from_last_packet": _info(
            "melds.last_packet_only", "This rank is melded only from the last packet."
        ),
        "only_going_out": _info(
            "melds.going_out_only",
            "This rank is melded only in the play with which one goes out.",
        ),
        "book_closed": _info(
            "books.after books.kinds.*.after", "A finished book takes no further card."
        ),
        "wild_on_book": _info(
            "books.after books.kinds.*.after",
            "A finished book takes no further card of this sort: naturals only, or "
            "what leaves it of its kind.",
        ),
        "book_overfilled": _info(
            "books.completed_exactly",
            "The play that completes a book stops at its size.",
        ),
        # -- wilds
        "too_many_wilds": _info(
            "wilds.ratio", "The meld has too few naturals for its wilds."
        ),
        "too_many_to_begin": _info(
            "wilds.start_ratio", "The new meld has too few naturals for its wilds."
        ),
        "wild_cap": _info("wilds.most", "The meld has more wilds than any may have."),
        "wild_steps": _info(
            "wilds.steps", "This many wilds need more naturals than the meld has."
        ),
        "too_few_naturals": _info(
            "wilds.least_naturals", "A meld with wilds holds more naturals than this."
        ),
        "no_wilds_on_rank": _info("wilds.not_on", "Melds of this rank take no wild."),
        "wilds_at_start": _info(
            "wilds.start_most", "A new meld begins with fewer wilds than this."
        ),
        "wilds_in_turn": _info(
            "wilds.per_turn", "In one turn fewer wilds may go onto the same meld."
        ),
        "consent_needed": _info(
            "wilds.consent",
            "The partner who began the clean meld is asked before a wild goes on it.",
        ),
        "consent_denied": _info(
            "wilds.consent", "The partner said no to wilds on the meld this turn."
        ),
        "no_consent_needed": _info(
            "wilds.consent",
            "Nobody is asked about the meld: no partner began it, or it has wilds.",
        ),
        "asked_about_already": _info(
            "wilds.consent", "One asks once in a turn about a meld, and has."
        ),
        "no_wild_to_ask_for": _info(
            "wilds.consent", "The player holds no wild that could go on the meld."
        ),
        "melds_stay_apart": _info(
            "melds.may_join",
            "The melds are not joined: no melds are, or these are no two unfinished "
            "ones of a rank.",
        ),
        "wilds_stay": _info(
            "wilds.set_free",
            "The wilds of the meld are not taken back, or not now.",
        ),
        "no_wild_melds": _info(
            "wilds.all_wild", "Wilds alone are no meld: natural cards are needed."
        ),
        "wild_meld_too_short": _info(
            "wilds.all_wild_smallest", "A meld of wilds begins with more cards."
        ),
        # -- opening
        "opening_barred": _info(
            "opening.may_open",
            "Nobody opens at this moment, such as in the first turn of a round.",
        ),
        "opening_short": _info(
            "opening.minimum",
            "The first lay of the side is worth too little. The message says how much "
            "is missing.",
        ),
        "taken_not_counted": _info(
            "opening.taken_count",
            "The play would open if all cards of the pickup counted, but only the key "
            "card does.",
        ),
        "not_open_yourself": _info(
            "opening.by",
            "Every player opens alone, and this one has not: no meld of the side takes "
            "a card of that player yet.",
        ),
        "opening_apart": _info(
            "opening.reached_by",
            "The melds of the first lay reach the minimum together, but one of them "
            "must alone.",
        ),
        "opening_without_book": _info(
            "opening.must_hold", "The first lay must hold a finished book."
        ),
        "opening_without_meld": _info(
            "opening.must_hold",
            "The first lay must hold a meld of a certain kind, finished or not.",
        ),
        # -- draw and pile
        "top_not_drawn": _info(
            "draw.top_discard", "Under these rules a draw comes from the stock alone."
        ),
        "no_discard": _info("core.pile", "There is no discard to draw."),
        "draw_begun": _info(
            "draw.top_discard",
            "Once a card of the draw is taken, the pile is no longer taken in its "
            "place; only its top card may be one of the draw.",
        ),
        "laid_with_draw": _info(
            "draw.top_discard",
            "The top discard goes to the hand; what is laid is laid afterwards.",
        ),
        "pile_never_taken": _info(
            "pile.may_be_taken", "Nobody ever takes the pile under these rules."
        ),
        "pile_from_last_packet": _info(
            "pile.from_packet", "Only one who plays from the last packet may take it."
        ),
        "pile_too_small": _info(
            "pile.smallest", "The pile holds fewer cards than it must."
        ),
        "top_barred": _info(
            "pile.not_on", "Nobody takes the pile while such a card is on top."
        ),
        "wild_on_top": _info(
            "pile.wild_top", "The wild on top is not what takes the pile."
        ),
        "pile_frozen": _info(
            "freezing.by freezing.needs freezing.personal deal.wrong_upcard",
            "The pile is frozen: it asks for a natural pair, or is not taken at all.",
        ),
        "not_open": _info(
            "pile.before_opening",
            "A side that has not opened does not take the pile, or only in a play that "
            "opens.",
        ),
        "pair_missing": _info(
            _PAIR, "The hand does not hold the two cards that must be shown."
        ),
        "match_missing": _info(
            "pile.needs",
            "The hand holds no natural card of the top card's rank to show for it.",
        ),
        "pair_apart": _info(
            _PAIR, "The card taken and the two shown for it go down in one meld."
        ),
        "top_unused": _info(
            "draw.top_discard pile.key_card pile.needs pile.wild_top",
            "The play does not use the card that must be used. Where it uses another "
            "card of the pickup, `pile.key_card` says which it must be.",
        ),
        "not_to_new_meld": _info(
            "pile.goes_to",
            "The card that takes the pile goes to no finished book, or to a new meld "
            "only, or to one without wilds.",
        ),
        "still_buried": _info(
            "pile.buried",
            "A card below the key card is laid only after the play that takes it.",
        ),
        "no_room": _info(
            "pile.full_meld", "The own meld of the rank has no room for all three."
        ),
        "overflow": _info(
            "pile.full_meld",
            "The own meld of the rank is completed and a new one begun in this play.",
        ),
        "overflow_from_hand": _info(
            "pile.full_meld",
            "The top card completes the book; the new meld comes from the hand.",
        ),
        "wrong_count": _info(
            "pile.take",
            "How many cards are taken is said by the player where the ruleset lets one "
            "dig, and by the ruleset otherwise.",
        ),
        # -- discard
        "lay_owed": _info(
            "discard.fitting",
            "Whatever can be played must be before the turn ends; the message names a "
            "lay.",
        ),
        "discard_owed": _info(
            "core.discard", "Some card may be discarded, so the turn ends with one."
        ),
        "discard_barred": _info(
            "discard.barred discard.first discard.not_just_taken discard.locked "
            "discard.fitting",
            "This card is not discarded while the hand holds one that may be.",
        ),
        # -- packets and going out
        "packets_left": _info(
            "core.last_packet", "Going out is possible only in the last packet."
        ),
        "packet_not_earned": _info(
            "foot.trigger",
            "The next packet is not reached before a finished book of one's own, or "
            "before the side has opened.",
        ),
        "packet_melded_out": _info(
            "foot.after_meld", "The next packet is reached through a discard only."
        ),
        "keep_cards": _info(
            "going_out.keep",
            "One who does not go out keeps this many cards. What stands beside it is "
            "the first reason why this play is no way out.",
        ),
        "out_barred": _info(
            "going_out.may_go_out",
            "Nobody goes out at this moment, such as in the first turn of a round.",
        ),
        "books_missing": _info(
            "going_out.books", "The side lacks books of the quota, place by place."
        ),
        "no_way_out": _info(
            "going_out.books",
            "The cards cannot all leave this turn with the books of the quota.",
        ),
        "must_deny": _info(
            "going_out.deny_with",
            "The partner who was asked holds a card with which the answer is no.",
        ),
        "melded_short": _info(
            "going_out.least_melded",
            "The cards that the side has melded are not worth as much as going out "
            "asks for.",
        ),
        "red_threes_short": _info(
            "going_out.red_threes",
            "The side has finished more books than it has laid red threes.",
        ),
        "partner_not_ready": _info(
            "going_out.partner", "A partner is not yet far enough with the packets."
        ),
        "permission_needed": _info(
            "going_out.permission",
            "The partners are asked first. It is said where nothing else is missing.",
        ),
        "permission_denied": _info(
            "going_out.permission", "The partners said no this turn."
        ),
        "asked_already": _info(
            "going_out.permission", "One asks once in a turn, and has."
        ),
        "nobody_to_ask": _info(
            "going_out.permission", "Nobody is asked under these rules, or at all."
        ),
        "must_go_out": _info(
            "going_out.permission",
            "The partners said yes, so this turn goes out; the play would not.",
        ),
        "last_card_discarded": _info(
            "going_out.last_card", "The last card leaves by a discard: keep one."
        ),
        "last_card_melded": _info(
            "going_out.last_card", "The last card leaves by a meld, not a discard."
        ),
        "last_discard_barred": _info(
            "going_out.barred_last", "A card of this kind is not the last discard."
        ),
        # -- taking back
        "take_back_never": _info("players.take_back", "A card laid is a card played."),
        "nothing_to_take_back": _info(
            "players.take_back", "The seat has played nothing that could be taken back."
        ),
        "hidden_card_seen": _info(
            "players.take_back", "A hidden card was seen since the play."
        ),
        "answer_stands": _info(
            "players.take_back", "A question and its answer are not taken back."
        ),
        "turn_ended": _info("players.take_back", "The turn of the play is over."),
    }
)
