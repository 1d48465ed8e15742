"""Going out: the conditions, the permission, the last card, the bonus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import KINDS
from handfoot.rules.book_kinds import ANY_KIND
from handfoot.rules.discard import never_held
from handfoot.rules.language.clash import (
    LIMIT,
    Clash,
    all_pointless,
    pointless,
    unknown_kinds,
)
from handfoot.rules.language.keys import BY_SIDE, BY_TURN, Chapter, key
from handfoot.rules.language.words import CardWord, kinds_of
from handfoot.rules.possible import most_possible, why_never
from handfoot.rules.scoring import deck_worth

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class GoingOut(Chapter):
    """What a player needs to end the round by getting rid of the last card."""

    books: Mapping[str, int] = key(
        {"clean": 2, "dirty": 2, "wild": 1},
        about="Finished books the side needs, by kind; `any` counts books of all "
        "kinds.",
        says={
            None: "To go out your side needs no book.",
            "else": "To go out your side needs at least {value}.",
        },
        example={"clean": 1, "dirty": 1, "wild": 0},
        unit="books",
        least=0,
        most=20,
        scopes=BY_TURN,
        # Books that nobody can make are asked for only where a file says so.
        unless={
            "wilds.all_wild": {False: ("wild",)},
            "wilds.cards": {(): ("dirty", "wild")},
            "wilds.most": {0: ("dirty",)},
            "wilds.per_turn": {0: ("dirty",)},
            **{
                f"books.kinds.{name}.made_of": {None: (name,)}
                for name in ("clean", "dirty", "wild")
            },
        },
    )
    may_go_out: bool = key(
        True,
        about="Whether a player may go out at all; with `by_turn` nobody does in a "
        "first turn.",
        says={True: "", False: "Nobody may go out."},
        example={"by_turn": {"first": False, "later": True}},
        scopes=BY_TURN,
    )
    least_melded: int = key(
        0,
        about="Points that the cards melded by the side must be worth before one of "
        "its players goes out; those of the last play count, bonuses do not.",
        says={
            0: "",
            "else": "The cards that your side has melded must be worth at least "
            "{value}, those of your last play too; bonuses and red threes do not "
            "count.",
        },
        example=500,
        unit="points",
        least=0,
        most=10000,
        scopes=BY_TURN,
    )
    red_threes: Literal["any_number", "one_for_each_book"] = key(
        "any_number",
        about="How many red threes the side must have laid before one of its players "
        "goes out; `one_for_each_book`: at least as many as it has finished books.",
        says={
            "any_number": "",
            "one_for_each_book": "To go out your side must also have laid a red three "
            "for each of its finished books, those of your last play too.",
        },
        example="one_for_each_book",
        scopes=BY_TURN,
    )
    last_card: Literal["either", "discard", "meld"] = key(
        "either",
        about="How the last card must leave.",
        says={
            "either": "You go out by melding every card, or all but one and discarding "
            "it.",
            "discard": "Your last card must be discarded; you cannot go out by melding "
            "every card.",
            "meld": "You must meld your last card; you cannot go out by a discard.",
        },
        example="discard",
        scopes=BY_TURN,
    )
    partner: Literal["nothing", "has_last_packet", "has_played_it"] = key(
        "nothing",
        about="What every partner must have done before a player goes out.",
        says={
            "nothing": "Your partner need not have picked up the last packet.",
            "has_last_packet": "Your partner must have picked up the last packet.",
            "has_played_it": "Your partner must have picked up the last packet and "
            "played at least part of a turn from it.",
        },
        example="has_last_packet",
        scopes=BY_TURN,
    )
    permission: Literal["none", "binding", "optional", "advice"] = key(
        "none",
        about="Whether the partner is asked first.",
        says={
            "none": "Nobody is asked for permission to go out.",
            "binding": "You must ask your partner before you go out, and the answer "
            "binds: after a yes you must go out this turn, after a no you may not.",
            "optional": "You may ask your partner before you go out, and need not; an "
            "answer binds: after a yes you must go out this turn, after a no you may "
            "not.",
            "advice": "You may ask your partner before you go out; the answer is "
            "advice and binds nobody.",
        },
        example="binding",
        scopes=BY_TURN,
    )
    deny_with: tuple[CardWord, ...] = key(
        (),
        about="Cards of which no partner may hold one when a player goes out: who is "
        "asked and holds one must say no.",
        says="If your partner asks to go out while you hold {value}, you must say no.",
        example=["three"],
        scopes=BY_TURN,
    )
    barred_last: tuple[CardWord, ...] = key(
        (),
        about="Cards that may not be the last discard.",
        says="{value} may not be your last discard.",
        example=["seven"],
        scopes=BY_TURN,
    )
    in_packet: Literal["last", "any"] = key(
        "last",
        about="From which packet a player may go out.",
        says={
            "last": "To go out you must be playing from your last packet.",
            "any": "If everything else is met you go out by emptying any packet; "
            "packets not yet taken count against your side.",
        },
        example="any",
        scopes=BY_SIDE,
    )
    may_float: bool = key(
        False,
        about="Whether a player may run out of cards without going out.",
        says={
            True: "You may run out of cards without going out: that ends your turn, "
            "and you stay in the game and draw in your next.",
            False: "",
        },
        example=True,
        scopes=BY_SIDE,
    )
    last_lap: Literal["none", "after_meld", "always"] = key(
        "none",
        about="Whether the others have one more turn when a player goes out.",
        says={
            "none": "",
            "after_meld": "When a player goes out by melding the last card, every "
            "other player has one more turn.",
            "always": "When a player goes out, every other player has one more turn.",
        },
        example="always",
        scopes=BY_SIDE,
    )
    keep: int = key(
        2,
        about="Cards a player in the last packet keeps after melding when not going "
        "out.",
        says={
            2: "Unless you go out, keep at least {value} after melding from the last "
            "packet: one to discard and one to hold.",
            "else": "Unless you go out, keep at least {value} after melding from the "
            "last packet: one to discard and the rest to hold.",
        },
        example=2,
        unit="cards",
        least=2,
        most=5,
        scopes=BY_TURN,
    )
    concealed_bonus: int = key(
        0,
        about="Further points for going out in the turn in which the side opened.",
        says={
            0: "",
            "else": "A side that goes out in the very turn in which it opened scores "
            "{value} more.",
        },
        example=100,
        unit="points",
        least=0,
        most=10000,
        scopes=BY_SIDE,
    )
    bonus: int = key(
        100,
        about="Points for the side that goes out.",
        says={
            0: "Going out scores nothing of its own.",
            "else": "Going out scores {value}.",
        },
        example=300,
        unit="points",
        least=0,
        most=10000,
        scopes=BY_SIDE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield quotas that can never be filled, and settings without effect."""
    if not book.going_out.may_go_out:
        several = len(book.deal.packets) > 1
        any_packet = several and book.going_out.in_packet == "any"
        when = "from the last packet" if several and not any_packet else "at any time"
        yield Clash(
            code="HF367",
            severity="error",
            message="nobody can ever go out",
            key="going_out.may_go_out",
            label=f"no player may go out {when}",
            notes=(("fix", "write {by_turn: {first: false, later: true}}, or true"),),
            only_if_always=True,
            moment=() if any_packet else (("last_packet", True),),
        )
    for name, count in book.going_out.books.items():
        if count:
            yield from _quota(name, count, book)
    if book.going_out.permission in ("none", "advice"):
        why = "no partner's answer binds"
        yield pointless("HF369", "going_out.deny_with", "going_out.permission", why)
    yield from _least_melded(book)
    yield from _red_threes(book)
    needed = sum(book.going_out.books.values()) * book.books.size
    if needed > book.deck.cards:
        yield Clash(
            code="HF362",
            severity="error",
            message="the deck is too small for the books that going out needs",
            key="going_out.books",
            label=f"{needed} cards in books",
            other="deck.packs",
            other_label=f"the deck has {book.deck.cards} cards",
        )
    yield from _last_card(book)
    yield from never_held(book, "HF369", "going_out", ("deny_with", "barred_last"))
    if book.going_out.may_float and book.foot.trigger == "empty":
        why = "a player may run out of cards"
        yield pointless("HF369", "going_out.keep", "going_out.may_float", why)
    if len(book.deal.packets) == 1:
        why = "there is no packet after the hand"
        names = ("going_out.partner", "going_out.in_packet")
        yield from all_pointless("HF369", names, "deal.foot", why)


def _least_melded(book: Rulebook) -> Iterator[Clash]:
    """Yield points that all cards of the deck together are not worth."""
    least = book.going_out.least_melded
    if not least:
        return
    most = deck_worth(book)
    needed = sum(book.going_out.books.values())
    words = {*book.melds.ranks, *book.wilds.cards}
    cheapest = min(getattr(book.scoring.values, word) for word in words)
    if least <= needed * book.books.size * cheapest:
        why = f"{needed} books of the cheapest cards are worth that"
        yield pointless("HF369", "going_out.least_melded", "going_out.books", why)
    if least > most:
        yield Clash(
            code="HF365",
            severity="error",
            message="nobody could ever go out with these rules",
            key="going_out.least_melded",
            label=f"{least:,} points",
            other="deck.packs",
            other_label=f"all cards that can be melded are worth {most:,} points",
            notes=(("fix", f"ask for {most:,} or fewer, or use more packs"),),
        )


def _red_threes(book: Rulebook) -> Iterator[Clash]:
    """Yield red threes that no side can have laid when it goes out."""
    if book.going_out.red_threes == "any_number":
        return
    there, books = book.copies("red_three"), book.going_out.books
    late = book.threes.keeps_red
    needed = max(max(books.values(), default=0), 1)
    fixes = (
        ("fix 1", "write going_out.red_threes: any_number"),
        ("fix 2", "or lay red threes at once: threes.red_when: at_once"),
    )
    for wrong, other, why in (
        (not book.threes.lays_red, "threes.red", "but none is ever laid"),
        (late, "threes.red_when", "and they wait for the side to open"),
        (there < needed, "deck.packs", f"the deck has {there}"),
    ):
        if wrong:
            limit = other == "threes.red_when"
            yield Clash(
                code="HF366",
                severity="error",
                message="handfoot cannot play red threes for going out that wait for "
                "the opening"
                if limit
                else "nobody can ever lay the red threes that going out asks for",
                key="going_out.red_threes",
                label="a laid red three for each book",
                other=other,
                other_label=why,
                notes=(LIMIT, *fixes) if limit else (("fix", fixes[0][1]),),
            )
            return


def _last_card(book: Rulebook) -> Iterator[Clash]:
    """Yield a last discard that no card can be, and settings without effect."""
    rule = book.going_out
    barred = kinds_of(rule.barred_last, frozenset(book.wilds.kinds))
    if rule.last_card == "meld":
        why = "the last card is melded, not discarded"
        yield pointless("HF369", "going_out.barred_last", "going_out.last_card", why)
    elif rule.last_card == "discard":
        if set(range(KINDS)) <= barred:
            yield Clash(
                code="HF364",
                severity="error",
                message="nobody could ever go out with these rules",
                key="going_out.barred_last",
                label="names every card",
                other="going_out.last_card",
                other_label="but the last card must be discarded",
                notes=(("fix", "leave out the cards that may be the last discard"),),
            )
        if rule.last_lap == "after_meld":
            why = "nobody goes out by melding the last card"
            yield pointless("HF369", "going_out.last_lap", "going_out.last_card", why)


def _quota(name: str, count: int, book: Rulebook) -> Iterator[Clash]:
    kinds = book.books.kinds
    fitting = [
        kind
        for own, kind in kinds.items()
        if name in (own, ANY_KIND) or name in (*kind.counts_as, *kind.spare_as)
    ]
    reasons = [why_never(kind, book) for kind in fitting]
    most = sum(most_possible(kind, book) for kind in fitting)
    if not fitting:
        path = f"going_out.books.{name}"
        yield from unknown_kinds("HF360", path, [name], (*kinds, ANY_KIND))
    elif None not in reasons and reasons[0] is not None:
        other, why = reasons[0]
        # The books are one decision, so all that are left must be said.
        kept = {own: n for own, n in book.going_out.books.items() if own != name and n}
        rest = "{" + ", ".join(f"{own}: {n}" for own, n in kept.items()) + "}"
        yield Clash(
            code="HF361",
            severity="error",
            message="nobody could ever go out with these rules",
            key=f"going_out.books.{name}",
            label=f"going out needs {count}, but none can ever be made",
            other=other,
            other_label=why,
            notes=(
                ("fix 1", f"change {other}"),
                ("fix 2", f"do not require one: going_out: {{books: {rest}}}"),
            ),
        )
    elif count > most:
        yield Clash(
            code="HF363",
            severity="error",
            message=f"nobody can ever finish {count} books for {name!r}",
            key=f"going_out.books.{name}",
            label=f"{count} needed",
            other="deck.packs",
            other_label=f"the cards of the deck make at most {most}",
            notes=(("fix", f"ask for {most} or fewer, or use more packs"),),
        )
