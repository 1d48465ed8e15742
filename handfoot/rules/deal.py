"""The deal: each player's packets, and the card that starts the pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import JOKER, KINDS
from handfoot.rules.language.clash import Clash, all_pointless, pointless
from handfoot.rules.language.keys import Chapter, key
from handfoot.rules.language.words import CardWord, kinds_of, listed

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class Deal(Chapter):
    """Each player's packets, and the card that starts the pile."""

    hand: int = key(
        13,
        about="Cards in the packet that is played first.",
        says="Deal each player a hand of {value} cards.",
        example=11,
        unit="cards",
        least=3,
        most=30,
    )
    knee: int = key(
        0,
        about="Cards in a third packet, played between hand and foot; 0 for none.",
        says={0: "", "else": "Deal each player a knee of {value} cards, face down."},
        example=13,
        unit="cards",
        least=0,
        most=30,
    )
    foot: int = key(
        13,
        about="Cards in the packet that is played last; 0 for none.",
        says={
            0: "There is no foot.",
            "else": "Deal each player a foot of {value} cards, face down: nobody looks "
            "at it before it is played.",
        },
        example=11,
        unit="cards",
        least=0,
        most=30,
    )
    hand_to: Literal["self", "left", "right", "partner"] = key(
        "self",
        about="To whom the packet goes that is to be a hand.",
        says={
            "self": "",
            "left": "Pass the packet that is to be a hand to your left neighbour.",
            "right": "Pass the packet that is to be a hand to your right neighbour.",
            "partner": "Pass the packet that is to be a hand to your partner.",
        },
        example="left",
    )
    later_to: Literal["self", "left", "right", "partner"] = key(
        "self",
        about="To whom the packets go that are played later.",
        says={
            "self": "",
            "left": "Pass the packets that are played later to your left neighbour.",
            "right": "Pass the packets that are played later to your right neighbour.",
            "partner": "Pass the packets that are played later to your partner.",
        },
        example="right",
    )
    later_for: Literal["player", "side"] = key(
        "player",
        about="Whose the packets are that are played later.",
        says={
            "player": "",
            "side": "The partners of a side share the packets that are played later: "
            "whoever is first to earn one plays on from there, and the others go on "
            "with what they hold.",
        },
        example="side",
    )
    later_from: Literal["deal", "stock"] = key(
        "deal",
        about="Whether the packets that are played later are dealt with the hands, or "
        "drawn from the stock when they are taken.",
        says={
            "deal": "",
            "stock": "The packets that are played later are not dealt: their cards are "
            "drawn from the stock when they are taken. If the stock cannot give them "
            "all, the round ends at once.",
        },
        example="stock",
    )
    hand_choice: Literal[
        "first_dealt",
        "unseen",
        "top_seen",
        "top_up",
        "face_up",
        "lowest_bottom",
        "highest_bottom",
    ] = key(
        "first_dealt",
        about="Which packet becomes the hand, where they are of one size.",
        says={
            "first_dealt": "",
            "unseen": "Each player chooses unseen which packet to play as the hand.",
            "top_seen": "Each player looks at the top card of each own packet, shows "
            "it to nobody, and chooses which packet to play as the hand.",
            "top_up": "The top card of each packet is turned face up; each player "
            "chooses which packet to play as the hand and turns the others down.",
            "face_up": "Packets are dealt face up; each player chooses one as the hand "
            "and turns the others down.",
            "lowest_bottom": "The packet with the lowest bottom card is the hand (aces "
            "high, then twos, jokers; ties by suit: spades, hearts, diamonds, clubs).",
            "highest_bottom": "The packet with the highest bottom card is the hand "
            "(joker, ace, king, down to two; in a tie the one dealt first).",
        },
        example="unseen",
    )
    exact_cut: int = key(
        0,
        about="Points for lifting exactly the number of cards to be dealt.",
        says={
            0: "",
            "else": "Whoever lifts exactly the number of cards to be dealt scores "
            "{value} for the side.",
        },
        example=100,
        unit="points",
        least=0,
        most=10000,
    )
    near_cut: tuple[int, ...] = key(
        (),
        about="Points for a lift that is one card off the exact number, two cards off, "
        "and so on; empty where only the exact number counts.",
        says="A lift that misses the number by one card, by two and so on scores "
        "{value}.",
        example=[500, 300, 300],
        unit="points",
        least=-10000,
        most=10000,
        repeats=True,
    )
    cut_for: Literal["lifter", "dealer"] = key(
        "lifter",
        about="Whose the cut is that earns `deal.exact_cut`.",
        says={
            "lifter": "",
            "dealer": "The dealer lifts the packets of the whole table at once, and "
            "the bonus is the dealer's.",
        },
        example="dealer",
    )
    upcard: bool = key(
        True,
        about="Whether a card is turned from the stock to start the discard pile.",
        says={
            True: "The rest of the cards are the stock; turn its top card to start the "
            "discard pile.",
            False: "The rest of the cards are the stock. The pile starts empty; "
            "the first discard begins it.",
        },
        example=False,
    )
    upcards: int = key(
        1,
        about="Cards turned to start the pile, each on top of the one before.",
        says={1: "", "else": "Turn {value} in all, each on top of the one before."},
        example=5,
        unit="cards",
        least=1,
        most=10,
    )
    upcard_refused: tuple[CardWord, ...] = key(
        ("wild", "red_three"),
        about="Cards that may not start the pile; `deal.wrong_upcard` says what "
        "happens to them.",
        says="If the card turned up is {value}, it may not start the pile.",
        example=["wild", "red_three", "black_three"],
    )
    wrong_upcard: Literal["buried", "shuffled_in", "stays", "freezes"] = key(
        "buried",
        about="What happens to an upcard that may not start the pile.",
        says={
            "buried": "A card that may not start the pile is buried at the bottom of "
            "the stock and another is turned up.",
            "shuffled_in": "A card that may not start the pile is shuffled into the "
            "stock and another is turned up.",
            "stays": "Whatever card is turned up stays and starts the pile.",
            "freezes": "A card that may not start the pile stays and freezes it; "
            "another is turned up on top.",
        },
        example="freezes",
    )

    @property
    def packets(self) -> tuple[int, ...]:
        """Sizes of the packets in playing order (cards); only the hand may be last."""
        return tuple(size for size in (self.hand, self.knee, self.foot) if size)

    @property
    def has_packets(self) -> bool:
        """Whether packets with cards lie before players beside the hand."""
        return len(self.packets) > 1 and self.later_from != "stock"

    def dealt(self, at: Situation) -> int:
        """Return how many cards all packets of a table take."""
        hand, *later = self.packets
        if self.later_from == "stock":
            return at.players * hand
        sharing = at.side_size if self.later_for == "side" else 1
        return at.players * hand + at.players // sharing * sum(later)


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield what the deck cannot give, and settings without effect."""
    yield from _deck_too_small(book, at)
    yield from _packets(book, at)
    yield from _upcard(book)
    if not book.deal.exact_cut:
        why = "an exact lift earns nothing"
        names = ("deal.near_cut", "deal.cut_for")
        yield from all_pointless("HF309", names, "deal.exact_cut", why)


def _packets(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield packets that cannot be chosen from or passed."""
    rule = book.deal
    if len(rule.packets) == 1:
        why = "there is no packet after the hand"
        names = ("hand_choice", "later_to", "later_for", "later_from")
        paths = (f"deal.{name}" for name in names)
        yield from all_pointless("HF309", paths, "deal.foot", why)
    elif rule.later_from == "stock" and rule.hand_choice != "first_dealt":
        why = "but later packets are not dealt"
        yield _no_choice("deal.later_from", why)
    elif rule.later_for == "side" and at.side_size == 1:
        why = "nobody has a partner"
        yield pointless("HF309", "deal.later_for", "players.side_size", why)
    elif rule.later_for == "side":
        why = "packets of a side are passed to nobody"
        yield pointless("HF309", "deal.later_to", "deal.later_for", why)
        if rule.hand_choice != "first_dealt":
            yield _no_choice("deal.later_for", "but all later packets are the side's")
    elif rule.hand_choice != "first_dealt" and len(set(rule.packets)) > 1:
        yield Clash(
            code="HF305",
            severity="error",
            message="the hand cannot be chosen from packets of different sizes",
            key="deal.hand_choice",
            label="any packet may become the hand",
            other="deal.hand",
            other_label=f"packets of {listed(rule.packets)} cards",
            notes=(
                ("fix 1", "deal packets of one size"),
                ("fix 2", "write deal.hand_choice: first_dealt"),
            ),
        )
    for name in ("hand_to", "later_to"):
        if getattr(rule, name) == "partner" and at.side_size == 1:
            why = "nobody has a partner"
            yield pointless("HF309", f"deal.{name}", "players.side_size", why)


def _no_choice(other: str, why: str) -> Clash:
    return Clash(
        code="HF307",
        severity="error",
        message="no player has packets to find a hand among",
        key="deal.hand_choice",
        label="the hand is one of several packets",
        other=other,
        other_label=why,
        notes=(("fix", "write deal.hand_choice: first_dealt"),),
    )


def _upcard(book: Rulebook) -> Iterator[Clash]:
    """Yield an upcard that no card can be, and settings without effect."""
    refused = kinds_of(book.deal.upcard_refused, frozenset(book.wilds.kinds))
    there = set(range(KINDS)) - (set() if book.deck.jokers else {JOKER})
    if not book.deal.upcard:
        for name in ("upcards", "upcard_refused", "wrong_upcard"):
            why = "no card is turned up"
            yield pointless("HF309", f"deal.{name}", "deal.upcard", why)
    elif book.deal.wrong_upcard == "stays":
        why = "every upcard stays"
        yield pointless("HF309", "deal.upcard_refused", "deal.wrong_upcard", why)
    elif not book.deal.upcard_refused:
        why = "no upcard is refused"
        yield pointless("HF309", "deal.wrong_upcard", "deal.upcard_refused", why)
    elif there <= refused:
        yield Clash(
            code="HF306",
            severity="error",
            message="no card may start the pile",
            key="deal.upcard_refused",
            label="names every card",
            other="deal.upcard",
            other_label="but a card is turned up",
            notes=(("fix", "write deal.upcard: false"),),
        )


def _deck_too_small(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield an error when the deal and everyone's first draw need more cards."""
    dealt = book.deal.dealt(at)
    turned = book.deal.upcards if book.deal.upcard else 0
    draws = book.draw.cards
    need = dealt + at.players * draws + turned
    have = book.deck.cards
    packs = f"{book.deck.packs} pack{'s' if book.deck.packs > 1 else ''}"
    if need <= have:
        replaced = book.deck.packs * 2 if book.threes.lays_red else 0
        if need + replaced > have:
            yield _only_just(book, at, need)
        return
    yield Clash(
        code="HF302",
        severity="error",
        message=f"{packs} cannot deal {at.players} players their packets and a first "
        "turn",
        key="deck.packs",
        label=book.deck.sum,
        other="deal.hand",
        other_label=_shares(book, at)
        + (" + 1 upcard" if turned else "")
        + f" = {need} cards",
        notes=(
            (
                "fix 1",
                f"use at least {-(-(need + book.deck.set_aside) // book.deck.pack)} "
                "packs",
            ),
            ("fix 2", "or deal smaller packets, or allow fewer players"),
        ),
    )


def _shares(book: Rulebook, at: Situation) -> str:
    """Say what is dealt to the players, and drawn by them first."""
    draws = book.draw.cards
    hand, *later = book.deal.packets
    if book.deal.later_from == "stock":
        return f"{at.players} players x ({hand} dealt + {draws} drawn)"
    if book.deal.later_for == "side":
        sides = at.players // at.side_size
        return (
            f"{at.players} players x ({hand} dealt + {draws} drawn) + {sides} sides x "
            f"{sum(later)}"
        )
    return f"{at.players} players x ({hand + sum(later)} dealt + {draws} drawn)"


def _only_just(book: Rulebook, at: Situation, need: int) -> Clash:
    have, threes = book.deck.cards, book.deck.packs * 2
    return Clash(
        code="HF303",
        severity="warning",
        message=f"the stock may run out before {at.players} players have had a turn",
        key="deck.packs",
        label=f"the deck has {have} cards",
        other="threes.red",
        other_label=f"{need} dealt and drawn, and up to {threes} red threes replaced",
        notes=(("fix", "use one pack more"),),
    )
