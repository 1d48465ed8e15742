"""Taking the discard pile: how many cards, what earns them, what bars them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import KINDS
from handfoot.rules.language.clash import Clash, all_pointless, pointless
from handfoot.rules.language.keys import BY_TABLE, BY_TURN, Chapter, key
from handfoot.rules.language.words import CardWord, kinds_of

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class Pile(Chapter):
    """Taking the discard pile instead of drawing."""

    may_be_taken: bool = key(
        True,
        about="Whether a player may take from the discard pile instead of drawing.",
        says={
            True: "Instead of drawing you may take from the discard pile.",
            False: "The discard pile is never taken in place of a draw.",
        },
        example=False,
        scopes=BY_TURN,
    )
    from_packet: Literal["any", "last"] = key(
        "any",
        about="From which packet a player may take the pile.",
        says={
            "any": "",
            "last": "Only a player who plays from the last packet may take the pile.",
        },
        example="last",
        scopes=BY_TURN,
    )
    take: int | Literal["all", "dig"] = key(
        7,
        about="Cards that come with a pickup, from the top; all if the pile is "
        "smaller.",
        says={
            "all": "A pickup takes the whole pile.",
            1: "A pickup takes the top card of the pile.",
            "dig": "The discards lie in a row: a pickup may start at any card that you "
            "can use as the pickup asks, and takes that card and all above it.",
            "else": "A pickup takes {value} from the top of the pile.",
        },
        example=5,
        unit="cards",
        least=1,
        most=30,
        scopes=BY_TURN,
    )
    smallest: int = key(
        1,
        about="Cards the pile must hold before it may be taken.",
        says={
            1: "",
            "else": "The pile may be taken only when it holds {value} or more.",
        },
        example=5,
        unit="cards",
        least=1,
        most=30,
        scopes=BY_TURN,
    )
    fill_from_stock: bool = key(
        False,
        about="Whether a pile smaller than a pickup is filled up from the stock.",
        says={
            True: "If the pile holds fewer cards than a pickup takes, the rest comes "
            "from the stock.",
            False: "",
        },
        example=True,
        scopes=BY_TURN,
    )
    then_draw: int = key(
        0,
        about="Cards drawn from the stock after a pickup.",
        says={
            0: "",
            "else": "After a pickup draw {value} from the stock as well.",
        },
        example=1,
        unit="cards",
        least=0,
        most=10,
        scopes=BY_TURN,
    )
    key_card: Literal["top", "bottom", "any"] = key(
        "top",
        about="Which card of a pickup must be used.",
        says={
            "top": "",
            "bottom": "It is the lowest card you take that must be used, not the top "
            "one.",
            "any": "Any one of the cards you take may be the one that is used; what is "
            "said here of using the top card then holds for that card.",
        },
        example="bottom",
        scopes=BY_TURN,
    )
    needs: Literal[
        "natural_pair",
        "pair_or_wild",
        "pair_or_wilds",
        "natural_shown",
        "top_card_used",
        "nothing",
    ] = key(
        "natural_pair",
        about="What earns a pickup when the top card is natural.",
        says={
            "natural_pair": "To take it you must hold two natural cards of the top "
            "card's rank and meld all three at once.",
            "pair_or_wild": "To take it you must meld the top card at once with two "
            "natural cards of its rank from your hand, or with one of them and a wild.",
            "pair_or_wilds": "To take it you must meld the top card at once with two "
            "cards from your hand: naturals of its rank or wilds.",
            "natural_shown": "To take it you must show one natural card of the top "
            "card's rank from your hand and use the top card in a legal meld at once.",
            "top_card_used": "To take it you must use the top card in a legal meld at "
            "once; no pair is needed.",
            "nothing": "Nothing need be shown or melded to take it.",
        },
        example="top_card_used",
        scopes=BY_TURN,
    )
    own_meld: Literal["no", "unfinished", "any"] = key(
        "no",
        about="Whether a meld of the top card's rank on the own side's table is enough "
        "to take the pile.",
        says={
            "no": "",
            "unfinished": "An unfinished meld of the top card's rank on your side's "
            "table also earns it: the top card goes onto that meld.",
            "any": "A meld of the top card's rank on your side's table, finished or "
            "not, also earns it: the top card goes onto that meld if it may grow.",
        },
        example="any",
        scopes=BY_TURN,
    )
    goes_to: Literal["any_meld", "no_book", "new_meld", "new_clean_meld"] = key(
        "any_meld",
        about="Which meld the card that takes the pile may go to.",
        says={
            "any_meld": "The card that takes the pile begins a new meld or goes onto "
            "one of your side's that may grow.",
            "no_book": "The card that takes the pile begins a new meld or goes onto "
            "an unfinished one of your side's; it may not go onto a finished book.",
            "new_meld": "The card that takes the pile begins a new meld; it may not go "
            "onto a meld on the table.",
            "new_clean_meld": "The card that takes the pile begins a new meld without "
            "wilds; it may not go onto a meld on the table.",
        },
        example="new_meld",
        scopes=BY_TURN,
    )
    run: Literal["no", "from_hand", "own_run"] = key(
        "no",
        about="Whether a run takes the pile: two cards of the hand that make one with "
        "the top card, or an own run on the table that it joins.",
        says={
            "no": "",
            "from_hand": "Two cards from your hand that make a run with the top card "
            "also earn it: all three are melded at once, as a new run or onto one of "
            "your side's.",
            "own_run": "The top card also earns it if it alone joins an unfinished "
            "run on your side's table.",
        },
        example="from_hand",
        scopes=BY_TURN,
    )
    wild_top: Literal[
        "never", "matching_wilds", "matching_colour", "any_wilds", "top_card_used"
    ] = key(
        "matching_wilds",
        about="What earns a pickup when the top card is wild.",
        says={
            "never": "A wild card on top cannot be taken.",
            "matching_wilds": "A wild card on top is taken with two wild cards of the "
            "same kind (two twos for a two, two jokers for a joker), all three melded "
            "together as wilds.",
            "matching_colour": "A wild card on top is taken with two wild cards of its "
            "kind and colour (two red twos for a red two, two jokers for a joker), all "
            "three melded together as wilds.",
            "any_wilds": "A wild card on top is taken with any two wild cards, all "
            "three melded together as wilds.",
            "top_card_used": "A wild card on top may be taken if it is used in a legal "
            "meld at once.",
        },
        example="never",
        scopes=BY_TURN,
        unless={"wilds.all_wild": {False: "never"}},
    )
    not_on: tuple[CardWord, ...] = key(
        ("three",),
        about="Top cards on which nobody may take the pile; a card covered by the next "
        "discard no longer bars it.",
        says="Nobody may take from the pile while {value} is on top.",
        example=["black_three"],
        scopes=BY_TURN,
    )
    full_meld: Literal[
        "refuse", "complete_and_start", "complete_and_start_from_hand"
    ] = key(
        "complete_and_start",
        about="A pickup with a pair when your own unfinished meld of that rank has no "
        "room for all three cards.",
        says={
            "refuse": "If your side's unfinished meld of that rank has no room for all "
            "three cards, you may not take the pile.",
            "complete_and_start": "If your side's unfinished meld of that rank has no "
            "room for all three cards, you must in the same play complete that book "
            "and start a new meld of the rank with the top card and cards from your "
            "hand.",
            "complete_and_start_from_hand": "If your side's unfinished meld of that "
            "rank has no room for all three cards, you must in the same play complete "
            "that book with the top card and start a new meld of the rank entirely "
            "from your hand.",
        },
        example="refuse",
        scopes=BY_TURN,
    )
    visible: Literal["top", "all"] = key(
        "top",
        about="What people may see of the pile; programs remember every discard.",
        says={
            "top": "Only the top card of the pile may be looked at.",
            "all": "Everyone may look through the pile.",
        },
        example="all",
        scopes=BY_TABLE,
    )
    before_opening: Literal["if_it_opens", "never", "freely"] = key(
        "if_it_opens",
        about="Whether a side that has not opened may take the pile.",
        says={
            "if_it_opens": "A side that has not opened may take the pile only if the "
            "play that earns it also reaches the opening minimum.",
            "never": "A side that has not opened may not take the pile.",
            "freely": "A side that has not opened may take the pile like any other.",
        },
        example="never",
        scopes=BY_TURN,
    )
    free_upcard: bool = key(
        False,
        about="Whether who begins a round may take the upcard without need or use.",
        says={
            True: "Who begins the round may take the pile as it was turned up, in "
            "place of drawing, whatever else is asked for, and need not use its card.",
            False: "",
        },
        example=True,
        scopes=BY_TURN,
    )
    buried: Literal["after_top", "at_once", "next_turn"] = key(
        "after_top",
        about="When the other cards of a pickup may be used.",
        says={
            "after_top": "The other cards taken go to your hand; they may be melded in "
            "the same turn once the top card is down, but they help neither to earn "
            "the pickup nor to reach the opening minimum.",
            "at_once": "The other cards taken go to your hand at once and may help to "
            "meld the top card.",
            "next_turn": "The other cards taken may not be used before your next turn.",
        },
        example="at_once",
        scopes=BY_TURN,
    )

    def most_taken(self, count: int) -> int:
        """Return the most cards that a pickup takes from a pile of ``count``."""
        return min(count, self.take) if isinstance(self.take, int) else count


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield pickups that can never happen, and settings without effect."""
    if not book.pile.may_be_taken:
        names = {field.name for field in attrs.fields(Pile)}
        kept = {"may_be_taken", "visible"}
        if book.draw.top_discard != "never":
            # They bar the top discard from the draw as well.
            kept |= {"not_on", "wild_top"}
        idle = sorted(names - kept)
        why = "the pile is never taken"
        yield from _idle(idle, "pile.may_be_taken", why)
        return
    yield from _wild_top(book)
    yield from _idle_ways(book)
    yield from _never_enough(book, at)
    barred = kinds_of(book.pile.not_on, frozenset(book.wilds.kinds))
    if set(range(KINDS)) <= barred:
        yield Clash(
            code="HF312",
            severity="error",
            message="the pile can never be taken: every top card bars it",
            key="pile.not_on",
            label="names every card",
            other="pile.may_be_taken",
            other_label="but the pile may be taken",
            notes=(("fix", "write pile.may_be_taken: false"),),
            only_if_always=True,
        )


def _idle(names: Iterable[str], other: str, why: str) -> Iterator[Clash]:
    return all_pointless("HF319", (f"pile.{name}" for name in names), other, why)


def _idle_ways(book: Rulebook) -> Iterator[Clash]:
    """Yield settings of a pickup that another one leaves without effect."""
    pile = book.pile
    if not book.deal.upcard:
        yield from _idle(["free_upcard"], "deal.upcard", "no card is turned up")
    if len(book.deal.packets) == 1:
        why = "the hand is the last packet"
        yield from _idle(["from_packet"], "deal.foot", why)
    if pile.take == 1:
        why = "only the top card is taken"
        yield from _idle(["key_card", "buried"], "pile.take", why)
    if not isinstance(pile.take, int):
        why = "no number of cards is asked for"
        yield from _idle(["fill_from_stock"], "pile.take", why)
    elif pile.smallest >= pile.take:
        why = "the pile always holds enough when it is taken"
        yield from _idle(["fill_from_stock"], "pile.smallest", why)
    yield from _where_it_goes(book)
    if book.melds.runs == "none":
        yield from _idle(["run"], "melds.runs", "there are no runs")
    if pile.needs == "nothing":
        why = "nothing need be shown to take it"
        yield from _idle(["own_meld", "run", "full_meld", "goes_to"], "pile.needs", why)
    elif pile.needs in ("natural_shown", "top_card_used"):
        why = "any use of the top card is enough"
        yield from _idle(["own_meld", "run", "full_meld"], "pile.needs", why)
    elif book.books.grow:
        why = "a meld has room for more cards than a book"
        yield from _idle(["full_meld"], "books.after", why)
    elif book.melds.per_rank in ("several", "one_with_room"):
        why = "cards without room may always start a new meld of the rank"
        yield from _idle(["full_meld"], "melds.per_rank", why)


def _where_it_goes(book: Rulebook) -> Iterator[Clash]:
    """Yield ways that the meld of the key card leaves without effect."""
    pile = book.pile
    if pile.goes_to == "no_book" and not book.books.grow:
        why = "no card may be added to a finished book"
        yield from _idle(["goes_to"], "books.after", why)
    if pile.goes_to in ("new_meld", "new_clean_meld"):
        why = "the card that takes the pile begins a new meld"
        yield from _idle(["own_meld"], "pile.goes_to", why)
        if pile.run == "own_run":
            yield from _idle(["run"], "pile.goes_to", why)


def _wild_top(book: Rulebook) -> Iterator[Clash]:
    wilds = frozenset(book.wilds.kinds)
    barred = kinds_of(book.pile.not_on, wilds)
    if book.pile.wild_top != "never" and wilds <= barred:
        if wilds:
            why = "no wild on top may be taken"
            yield pointless("HF319", "pile.wild_top", "pile.not_on", why)
        else:
            yield pointless("HF319", "pile.wild_top", "wilds.cards", "no card is wild")
    elif (
        book.pile.wild_top in ("matching_wilds", "matching_colour", "any_wilds")
        and not book.wilds.all_wild
    ):
        yield Clash(
            code="HF310",
            severity="error",
            message="a wild on top can never be taken: wilds may not be melded alone",
            key="pile.wild_top",
            label="asks for a meld of three wilds",
            other="wilds.all_wild",
            other_label="melds of wilds alone are switched off here",
            notes=(
                ("fix 1", "write pile.wild_top: never"),
                ("fix 2", "allow melds of wilds: wilds.all_wild: true"),
            ),
        )


def _never_enough(book: Rulebook, at: Situation) -> Iterator[Clash]:
    left = book.deck.cards - book.deal.dealt(at)
    if book.pile.smallest > left > 0:
        yield Clash(
            code="HF311",
            severity="error",
            message="the pile can never hold enough cards to be taken",
            key="pile.smallest",
            label=f"needs {book.pile.smallest} cards",
            other="deck.packs",
            other_label=f"the deal leaves {left} of {book.deck.cards} cards",
        )
