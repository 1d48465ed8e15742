"""Opening: what a side's first lay of a round must be worth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal

import attrs

from handfoot.rules.book_kinds import ANY_KIND
from handfoot.rules.language.clash import (
    LIMIT,
    Clash,
    all_pointless,
    pointless,
    unknown_kinds,
)
from handfoot.rules.language.keys import BY_SIDE, BY_TABLE, PACKET, TURN, Chapter, key
from handfoot.rules.language.scoped import ByRound
from handfoot.rules.possible import why_never

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


#: A side that opens has not opened, but may do so from any packet and in any turn.
_BY_PACKET: Final = (*BY_SIDE, PACKET, TURN)
_ALONE: Final = "opening.reached_by"


@attrs.frozen(repr=False)
class Opening(Chapter):
    """What a side's first lay of a round must be worth."""

    minimum: int = key(
        ByRound((50, 90, 120, 150)),
        about="Points that a side's first lay of a round must reach, all groups of "
        "that play together; card values only.",
        says={
            0: "No minimum of points is asked for.",
            "else": "The first melds that your side lays in a round, one or several "
            "together, must be worth at least {value}, counting the values of the "
            "cards laid in that one play. If they fall short, nothing is laid. Once "
            "your side is open there is no minimum for the rest of the round.",
        },
        example={"by_round": [50, 90, 120, 150]},
        unit="points",
        least=0,
        most=3000,
        scopes=_BY_PACKET,
    )
    may_open: bool = key(
        True,
        about="Whether a side may open at all; with `by_turn` nobody does in a first "
        "turn.",
        says={True: "", False: "Nobody may open."},
        example={"by_turn": {"first": False, "later": True}},
        scopes=_BY_PACKET,
    )
    by: Literal["side", "player"] = key(
        "side",
        about="Whether one player opens for the side, or every partner alone; until "
        "then a player adds to no meld of the side.",
        says={
            "side": "",
            "player": "Every player opens alone, though melds and books belong to all "
            "partners: until you have opened yourself you add to no meld, and what "
            "your partner must do to open you must do as well.",
        },
        example="player",
        scopes=BY_TABLE,
    )
    reach: Literal["at_least", "more_than"] = key(
        "at_least",
        about="Whether exactly the minimum is enough.",
        says={
            "at_least": "",
            "more_than": "Exactly the opening minimum is not enough: it must be more.",
        },
        example="more_than",
        scopes=_BY_PACKET,
    )
    reached_by: Literal["all_melds", "one_meld"] = key(
        "all_melds",
        about="Whether all melds of the first lay reach the minimum together, or one "
        "of them must alone.",
        says={
            "all_melds": "",
            "one_meld": "One of your first melds must reach the opening minimum alone; "
            "others may be laid with it.",
        },
        example="one_meld",
        scopes=_BY_PACKET,
    )
    bonuses_count: bool = key(
        False,
        about="Whether the bonus of a book finished in the first lay counts toward the "
        "minimum.",
        says={
            True: "The bonus of a book finished in the first melds counts toward the "
            "opening minimum.",
            False: "Bonuses do not count toward the opening minimum.",
        },
        example=True,
        scopes=_BY_PACKET,
    )
    must_hold: tuple[str, ...] = key(
        (),
        about="Kinds of book of which the first lay must hold one, or what "
        "`must_hold_as` says; `any` for a book of any kind.",
        says="Your side's first melds must include a finished book ({value}).",
        example=["clean"],
        scopes=_BY_PACKET,
    )
    must_hold_as: Literal["one_book", "each_book", "one_meld", "each_meld"] = key(
        "one_book",
        about="Whether the first lay must hold one of the kinds in `must_hold` or each "
        "of them, and finished books or melds of any size; for one of each kind, what "
        "counts as a kind for going out counts as it here.",
        says={
            "one_book": "",
            "each_book": "A book of each of these kinds is asked for, not of one.",
            "one_meld": "In place of a book a meld of one of these kinds is enough, "
            "finished or not.",
            "each_meld": "In place of a book a meld of each of these kinds is asked "
            "for, finished or not.",
        },
        example="each_meld",
        scopes=_BY_PACKET,
    )
    or_book: tuple[str, ...] = key(
        (),
        about="Kinds of book that open whatever their points, when one such book is "
        "laid alone.",
        says="A finished book ({value}) laid alone opens whatever its points.",
        example=["clean", "wild"],
        scopes=_BY_PACKET,
    )
    waived: Literal["never", "when_packet_empties"] = key(
        "never",
        about="When no minimum is asked for.",
        says={
            "never": "",
            "when_packet_empties": "First melds that use up all the cards you hold "
            "need no minimum.",
        },
        example="when_packet_empties",
        scopes=_BY_PACKET,
    )
    first_bonus: int = key(
        0,
        about="Points for the side that is first to open in a round.",
        says={0: "", "else": "The first side to open in a round scores {value}."},
        example=100,
        unit="points",
        least=0,
        most=1000,
        scopes=BY_SIDE,
    )
    wilds_count: bool = key(
        True,
        about="Whether wilds count toward the minimum.",
        says={
            True: "Wilds count at their full value toward the opening minimum.",
            False: "Wilds do not count toward the opening minimum.",
        },
        example=False,
        scopes=_BY_PACKET,
    )
    taken_count: bool = key(
        False,
        about="Whether cards taken below the top of the pile count toward the minimum "
        "when they are laid in the play that takes them.",
        says={
            True: "When you open with a pickup, every card you lay counts, the taken "
            "ones too.",
            False: "When you open with a pickup, its top card counts but the cards "
            "below it do not.",
        },
        example=True,
        scopes=_BY_PACKET,
    )

    @property
    def enough(self) -> int:
        """Fewest points that open, once nothing else bars it."""
        return self.minimum + (self.reach == "more_than")

    @property
    def must_hold_each(self) -> bool:
        """Whether the first lay must hold one of each kind in ``must_hold``."""
        return self.must_hold_as in ("each_book", "each_meld")


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield an opening that nobody can make, and settings without effect."""
    if not book.opening.may_open:
        only_last = (("last_packet", True),) if len(book.deal.packets) == 1 else ()
        yield Clash(
            code="HF353",
            severity="error",
            message="nobody can ever open",
            key="opening.may_open",
            label="no side may open at any time",
            notes=(("fix", "write {by_turn: {first: false, later: true}}, or true"),),
            only_if_always=True,
            moment=only_last,
        )
    yield from _books(book)
    yield from _each_alone(book, at)
    if not book.opening.must_hold:
        yield from _idle(["must_hold_as"], "opening.must_hold", "it names no kind")
    else:
        yield from _too_many(book)
        yield from _one_kind(book)
    if not book.wilds.cards:
        yield from _idle(["wilds_count"], "wilds.cards", "no card is wild")
    if not any(kind.bonus > 0 for kind in book.books.kinds.values()):
        yield from _idle(["bonuses_count"], "books.kinds", "no book has a bonus")
    minimum = book.opening.minimum
    if minimum == 0:
        idle = ["wilds_count", "taken_count", "bonuses_count", "reached_by"]
        idle += [] if book.opening.must_hold else ["or_book", "waived"]
        yield from _idle(idle, "opening.minimum", "there is no minimum")
        return
    if book.opening.taken_count and not book.pile.may_be_taken:
        yield from _idle(
            ["taken_count"], "pile.may_be_taken", "the pile is never taken"
        )
    elif book.opening.taken_count and book.pile.before_opening == "never":
        why = "nobody takes the pile before opening"
        yield from _idle(["taken_count"], "pile.before_opening", why)
    elif book.opening.taken_count and book.pile.buried != "at_once":
        why = "the cards below the top come too late for the play that takes them"
        yield from _idle(["taken_count"], "pile.buried", why)
    yield from _out_of_reach(book, at)


def _each_alone(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield what cannot be where every partner opens alone."""
    if book.opening.by == "side":
        return
    if at.side_size == 1:
        why = "everybody plays alone"
        yield pointless("HF359", "opening.by", "players.side_size", why)
    elif book.opening.minimum == 0 and not book.opening.must_hold:
        why = "there is no minimum"
        yield pointless("HF359", "opening.by", "opening.minimum", why)
    waits = book.threes.keeps_red
    for clashes, other, why, instead in (
        (book.melds.runs != "none", "melds.runs", "there are runs", "none"),
        (waits, "threes.red_when", "red threes wait for the side to open", "at_once"),
    ):
        fix = f"write {other}: {instead}"
        if clashes:
            yield Clash(
                code="HF354",
                severity="error",
                message="handfoot cannot play this beside partners who open alone",
                key="opening.by",
                label="every player opens alone",
                other=other,
                other_label=why,
                notes=(LIMIT, ("fix 1", fix), ("fix 2", "write opening.by: side")),
            )


def _idle(names: list[str], other: str, why: str) -> Iterator[Clash]:
    return all_pointless("HF359", (f"opening.{name}" for name in names), other, why)


def _books(book: Rulebook) -> Iterator[Clash]:
    """Yield kinds of book that an opening names and nobody can make."""
    kinds = book.books.kinds
    for name in ("must_hold", "or_book"):
        words = getattr(book.opening, name)
        key = f"opening.{name}"
        yield from unknown_kinds("HF352", key, words, (*kinds, ANY_KIND))
        reasons = [why_never(kinds[word], book) for word in words if word in kinds]
        if name == "must_hold" and book.opening.must_hold_each:
            reasons = [_why_never_as(book, word) for word in words if word in kinds]
            never = [reason for reason in reasons if reason is not None]
        elif None in reasons or len(reasons) < len(words):
            continue
        else:
            never = [reason for reason in reasons if reason is not None]
        if not never:
            continue
        other, why = never[0]
        if name == "or_book":
            yield pointless("HF359", key, other, why)
            continue
        yield Clash(
            code="HF353",
            severity="error",
            message="nobody can ever open",
            key=key,
            label="the first lay must hold such a book, but none can ever be made",
            other=other,
            other_label=why,
        )


def _why_never_as(book: Rulebook, word: str) -> tuple[str, str] | None:
    """Return why no book ever counts as one of a kind, ``None`` if one can."""
    kinds = book.books.kinds
    fitting = [kind for name, kind in kinds.items() if word in (name, *kind.counts_as)]
    reasons = [why_never(kind, book) for kind in fitting]
    return None if None in reasons else reasons[0]


def _out_of_reach(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a minimum that the cards of the deck, or of a hand, do not reach."""
    opening, minimum = book.opening, book.opening.minimum
    worth = sorted(_values(book), reverse=True)
    most = sum(count for _, count in worth)
    if opening.reached_by == "one_meld" and not book.books.grow:
        most = book.books.size
    best = _best(book, worth, most)
    other_ways = opening.or_book or opening.waived != "never"
    if minimum > best and not other_ways:
        yield Clash(
            code="HF350",
            severity="error",
            message=f"nobody can ever open in round {at.round}",
            key="opening.minimum",
            label=f"{minimum:,} points",
            other="deck.packs" if opening.reached_by != "one_meld" else _ALONE,
            other_label=f"all cards of the deck are worth {best:,} points"
            if opening.reached_by != "one_meld"
            else f"no meld is worth more than {best:,} points",
            notes=(("fix", f"ask for {best:,} or fewer, or use more packs"),),
        )
        return
    held = _first_held(book)
    best = _best(book, worth, min(held, most))
    if minimum > best and not other_ways:
        yield Clash(
            code="HF351",
            severity="warning",
            message=f"the opening minimum of round {at.round} is out of reach for many "
            "turns",
            key="opening.minimum",
            label=f"{minimum:,} points",
            other="deal.hand",
            other_label=f"after a first turn a player holds at most {held} cards",
            notes=(
                (
                    "why",
                    f"even the {min(held, most)} best cards are worth only {best:,} "
                    f"points",
                ),
                ("keep it", "add HF351 to allow_warnings if you really want this"),
            ),
        )


def _first_held(book: Rulebook) -> int:
    """Return the most cards that a player holds in a first turn."""
    take = book.pile.take if isinstance(book.pile.take, int) else 0
    taken = (
        take if book.pile.may_be_taken and book.pile.before_opening != "never" else 0
    )
    return book.deal.hand + max(book.draw.cards, taken)


def _one_kind(book: Rulebook) -> Iterator[Clash]:
    """Yield that a book of each kind is asked for where one kind is named."""
    rule, kinds = book.opening, book.books.kinds
    if rule.must_hold_as == "each_book" and len(rule.must_hold) == 1:
        (name,) = rule.must_hold
        if not any(name in kind.counts_as for kind in kinds.values()):
            yield from _idle(["must_hold_as"], "opening.must_hold", "it names one kind")


def _too_many(book: Rulebook) -> Iterator[Clash]:
    """Yield melds that a first lay must hold and no first hand has the cards for."""
    rule = book.opening
    if rule.waived != "never":
        return
    melds = _fewest_melds(book) if rule.must_hold_each else 1
    finished = rule.must_hold_as in ("one_book", "each_book")
    cards = melds * (book.books.size if finished else book.melds.smallest)
    held = _first_held(book)
    if cards > held:
        what = "book" if finished else "meld"
        yield Clash(
            code="HF351",
            severity="warning",
            message="what the first lay must hold is out of reach for many turns",
            key="opening.must_hold_as" if rule.must_hold_each else "opening.must_hold",
            label=f"{melds} {what}{'s' if melds > 1 else ''}: {cards} cards",
            other="deal.hand",
            other_label=f"after a first turn a player holds at most {held} cards",
            notes=(("keep it", "add HF351 to allow_warnings if you really want this"),),
        )


def _fewest_melds(book: Rulebook) -> int:
    """Return the fewest melds that are of each kind which a first lay must hold."""
    kinds = book.books.kinds
    wanted = [
        {name for name, kind in kinds.items() if word in (name, *kind.counts_as)}
        for word in book.opening.must_hold
        if word != ANY_KIND
    ]
    for count in range(1, len(wanted) + 1):
        for chosen in combinations(kinds, count):
            if all(names & {*chosen} for names in wanted):
                return count
    return max(1, len(wanted))


def _best(book: Rulebook, worth: list[tuple[int, int]], cards: int) -> int:
    """Return more than so many cards can count toward the minimum."""
    best = room = 0
    for value, count in worth:
        fits = min(count, cards - room)
        best += value * fits
        room += fits
    if book.opening.bonuses_count:
        bonus = max((kind.bonus for kind in book.books.kinds.values()), default=0)
        best += room // book.books.size * max(bonus, 0)
    return best


def _values(book: Rulebook) -> Iterator[tuple[int, int]]:
    """Yield what cards of the deck may count toward opening, and how many do."""
    for word in {*book.melds.ranks, *book.wilds.cards}:
        if word in book.wilds.cards and not book.opening.wilds_count:
            continue
        yield getattr(book.scoring.values, word), book.copies(word)
