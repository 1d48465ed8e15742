"""Books: their size, their kinds and bonuses, and what may follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.book_kinds import BY_WILDS, RUN_MADE, UNTIL_TURN_ENDS, BookKind
from handfoot.rules.language.clash import LIMIT, Clash, pointless, unknown_kinds
from handfoot.rules.language.keys import BY_SCORING, BY_SIDE, Chapter, key, open_map
from handfoot.rules.possible import longest_meld, most_possible, ranks_shared, why_never
from handfoot.rules.scoring import deck_worth

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


STANDARD_KINDS = {
    "clean": BookKind(made_of="naturals", bonus=500),
    "dirty": BookKind(made_of="mixed", bonus=300),
    "wild": BookKind(made_of="wilds", bonus=1500),
}


@attrs.frozen(repr=False)
class Books(Chapter):
    """Finished melds: their size, their kinds and what may be added."""

    size: int = key(
        7,
        about="Cards that make a meld a book.",
        says="A meld of {value} cards is a book.",
        example=7,
        unit="cards",
        least=4,
        most=14,
        scopes=BY_SIDE,
    )
    after: Literal[
        "closed",
        "until_turn_ends",
        "naturals",
        "same_kind",
        "slid_under",
        "anything",
    ] = key(
        "closed",
        about="What may be added to a finished book.",
        says={
            "closed": "A finished book is closed: no card may be added.",
            "until_turn_ends": "Cards may be added to a book within the limit of wilds "
            "until the turn ends in which it is finished; then it is closed.",
            "naturals": "Naturals may be added to a finished book, wilds may not.",
            "same_kind": "Cards may be added to a finished book if they leave it of "
            "its kind: no wild goes on a clean book.",
            "slid_under": "Cards of its rank and any wilds may be slid under a "
            "finished book. Its first cards alone decide of which kind it is; of cards "
            "laid together the naturals come first.",
            "anything": "Cards may be added to a finished book within the limit of "
            "wilds; a wild makes a clean book dirty.",
        },
        example="naturals",
        scopes=BY_SIDE,
    )
    completed_exactly: bool = key(
        False,
        about="Whether the play that completes a book must stop at its size.",
        says={
            True: "The play that completes a book may not add further cards to it.",
            False: "",
        },
        example=True,
        scopes=BY_SIDE,
    )
    at_once_bonus: int = key(
        0,
        about="Points for a book whose cards are all laid in one play.",
        says={
            0: "",
            "else": "A book laid complete in one play scores {value} more.",
        },
        example=500,
        unit="points",
        least=0,
        most=10000,
        scopes=BY_SCORING,
    )
    paid_from: int = key(
        0,
        about="Points in melded cards from which on a side's books count in a round; "
        "with less, no bonus of its books is paid.",
        says={
            0: "",
            "else": "The books of a side count only in a round in which its melded "
            "cards alone are worth at least {value}; with less, none of their bonuses "
            "is paid.",
        },
        example={"by_round": [50, 90, 120, 150]},
        unit="points",
        least=0,
        most=10000,
        scopes=BY_SCORING,
    )
    long_from: int | None = key(
        None,
        about="From how many cards on a book is a long one; none where length is no "
        "matter.",
        says={None: "", "else": "A book of {value} or more is a long book."},
        example=12,
        unit="cards",
        least=5,
        most=60,
        scopes=BY_SIDE,
    )
    long_bonus: int = key(
        0,
        about="Points for each long book, beside those of its kind.",
        says={0: "", "else": "Each long book scores {value} more."},
        example=1000,
        unit="points",
        least=0,
        most=10000,
        scopes=BY_SCORING,
    )
    many_from: int | None = key(
        None,
        about="How many books, of whatever kinds, earn a side `many_bonus`; none where "
        "no number does, or only that of a kind (`books.kinds.*.many_from`).",
        says={None: "", "else": "A side with {value} or more has many books."},
        example=10,
        unit="books",
        least=2,
        most=40,
        scopes=BY_SCORING,
    )
    many_bonus: int = key(
        0,
        about="Points for a side that has many books, once in a round.",
        says={0: "", "else": "A side that has many books scores {value} more, once."},
        example=2000,
        unit="points",
        least=0,
        most=10000,
        scopes=BY_SCORING,
    )
    kinds: Mapping[str, BookKind] = open_map(
        BookKind, STANDARD_KINDS, "The kinds of book, by a name of your choice."
    )

    def are_many(self, counts: Mapping[str, int]) -> bool:
        """Whether so many finished books, by kind, earn ``many_bonus``."""
        if self.many_from is not None and sum(counts.values()) >= self.many_from:
            return True
        return any(
            kind.many_from is not None and counts.get(name, 0) >= kind.many_from
            for name, kind in self.kinds.items()
        )

    @property
    def grow(self) -> bool:
        """Whether any finished book may take further cards."""
        after = {kind.after for kind in self.kinds.values()}
        if after <= {"closed"}:
            return False
        return self.after != "closed" or bool(after - {"as_all", "closed"})

    @property
    def close_later(self) -> bool:
        """Whether some books take cards only until the turn ends."""
        kinds = self.kinds.values()
        return UNTIL_TURN_ENDS in {self.after, *(kind.after for kind in kinds)}


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield kinds that are no kinds, can never be, or can never be told apart."""
    kinds = book.books.kinds
    yield from _long(book)
    yield from _many(book)
    yield from _paid_from(book)
    yield from _after(book)
    for name, kind in kinds.items():
        for setting in ("counts_as", "spare_as"):
            path = f"books.kinds.{name}.{setting}"
            yield from unknown_kinds("HF340", path, getattr(kind, setting), kinds)
            if name in getattr(kind, setting):
                why = "it fills its own places anyway"
                yield pointless("HF349", path, f"books.kinds.{name}", why)
        yield from _beside(name, book)
        yield from _told_by_wilds(name, book)
        if kind.paid == 0:
            why = "no book of it is ever paid"
            path = f"books.kinds.{name}"
            yield pointless("HF349", f"{path}.bonus", f"{path}.paid", why)
        elif kind.paid is not None and kind.paid >= (most := most_possible(kind, book)):
            path = f"books.kinds.{name}.paid"
            why = f"the cards of the deck make at most {most}"
            yield pointless("HF349", path, "deck.packs", why)
        yield from _stand_ins(name, book)
        if kind.unfinished_from > 1:
            path = f"books.kinds.{name}.unfinished"
            if not kind.unfinished:
                yield pointless("HF349", f"{path}_from", path, "it pays nothing")
            elif book.melds.per_rank == "one":
                why = "there is but one meld of a rank"
                yield pointless("HF349", path, "melds.per_rank", why)
        reason = why_never(kind, book)
        if reason is not None:
            other, why = reason
            yield pointless("HF349", f"books.kinds.{name}", other, why)
        elif kind.made_of == "wilds" or kind.made_of in RUN_MADE:
            path = f"books.kinds.{name}"
            why = "such a book is of no rank"
            yield pointless("HF349", f"{path}.ranks", f"{path}.made_of", why)
    yield from _twins(book)
    yield from _unnamed_runs(book)
    if book.wilds.all_wild and book.wilds.cards and not _has_wild_kind(book):
        yield Clash(
            code="HF342",
            severity="warning",
            message="a finished book of wilds is of no kind, so it earns no bonus",
            key="wilds.all_wild",
            label="melds of wilds alone are allowed",
            other="books.kinds",
            other_label="but no kind of book is made of wilds",
            notes=(
                ("fix 1", "switch them off: wilds.all_wild: false"),
                ("fix 2", "or name a kind: books.kinds.wild: {made_of: wilds}"),
            ),
        )


def _beside(name: str, book: Rulebook) -> Iterator[Clash]:
    """Yield bonuses for two books of a rank that name no kind, or are never earned."""
    kinds, path = book.books.kinds, f"books.kinds.{name}.beside"
    kind = kinds[name]
    if not set(kind.beside) <= kinds.keys():
        yield from unknown_kinds("HF340", path, kind.beside, kinds)
        return
    bonus = f"{path}_bonus"
    if not kind.beside:
        if kind.beside_bonus:
            yield pointless("HF349", bonus, path, "there is nothing to lie beside")
        return
    if not kind.beside_bonus:
        yield pointless("HF349", path, bonus, "it pays nothing")
        return
    others = [kinds[other] for other in kind.beside]
    if book.melds.per_rank == "one" or book.melds.books_of_rank == 1:
        one = "per_rank" if book.melds.per_rank == "one" else "books_of_rank"
        yield pointless("HF349", bonus, f"melds.{one}", "a side has one meld of a rank")
    elif not any(ranks_shared(kind, other, book) for other in others):
        why = "no rank has books of both kinds"
        yield pointless("HF349", bonus, path, why)


def _told_by_wilds(name: str, book: Rulebook) -> Iterator[Clash]:
    """Yield bonuses for the cards of a book that are never earned."""
    kind = book.books.kinds[name]
    made, runs = kind.made_of, book.melds.runs
    natural = made in ("naturals", "natural_run") or (
        made == "run" and runs != "with_wilds"
    )
    for setting in BY_WILDS:
        path = f"books.kinds.{name}.{setting}"
        bonus, words = getattr(kind, f"{setting}_bonus"), getattr(kind, setting)
        needed = sum(map(book.copies, words))
        if bonus and not words:
            yield pointless("HF349", f"{path}_bonus", path, "no card is named")
        elif words and not bonus:
            yield pointless("HF349", path, f"{path}_bonus", "it pays nothing")
        elif words and natural and setting == "wilds_only":
            why = "books of this kind hold no wilds"
            yield pointless("HF349", path, f"books.kinds.{name}.made_of", why)
        elif setting == "wilds_only" and words and not {*words} & {*book.wilds.cards}:
            yield pointless("HF349", path, "wilds.cards", "none of these is wild")
        elif setting == "holds_all" and words:
            most = longest_meld(book) if book.books.grow else book.books.size
            if not most >= needed > 0:
                why = f"the deck has {needed} of these, and a book {most} cards"
                yield pointless("HF349", path, "deck.packs", why)


def _unnamed_runs(book: Rulebook) -> Iterator[Clash]:
    """Yield finished runs that are of no kind of book."""
    rule, size = book.melds, book.books.size
    scored = book.scoring.bonuses
    if not scored or rule.runs == "none" or rule.longest_run(book.wilds.cards) < size:
        return
    if all(kind.made_of not in RUN_MADE for kind in book.books.kinds.values()):
        yield Clash(
            code="HF343",
            severity="warning",
            message="a finished run is of no kind, so it earns no bonus",
            key="melds.runs",
            label="runs are melds",
            other="books.kinds",
            other_label="but no kind of book is made of a run",
            notes=(("fix", "name a kind: books.kinds.run: {made_of: run}"),),
            only_if_said=True,
        )


def _stand_ins(name: str, book: Rulebook) -> Iterator[Clash]:
    """Yield places that a book might fill and nothing asks for."""
    kinds = book.books.kinds
    kind = kinds[name]
    if not {*kind.spare_as, *kind.counts_as} <= {*kinds}:
        return
    needed = {place for place, count in book.going_out.books.items() if count}
    if kind.spare_as and not needed & {*kind.spare_as}:
        path, why = f"books.kinds.{name}.spare_as", "going out asks for none of them"
        yield pointless("HF349", path, "going_out.books", why)
    if book.opening.must_hold_each:
        needed |= {*book.opening.must_hold}
    if kind.counts_as and not needed & {*kind.counts_as}:
        path, why = f"books.kinds.{name}.counts_as", "going out asks for none of them"
        yield pointless("HF349", path, "going_out.books", why)


def _long(book: Rulebook) -> Iterator[Clash]:
    """Yield long books that earn nothing, or can never be."""
    rule = book.books
    if rule.long_from is None:
        why = "no book is a long one"
        yield pointless("HF349", "books.long_bonus", "books.long_from", why)
    elif not rule.long_bonus:
        why = "a long book earns nothing"
        yield pointless("HF349", "books.long_from", "books.long_bonus", why)
    elif rule.long_from > rule.size and not rule.grow:
        why = f"a finished book of {rule.size} takes no further card"
        yield pointless("HF349", "books.long_from", "books.after", why)
    elif rule.long_from > (most := longest_meld(book)):
        why = f"no meld has more than {most} cards"
        yield pointless("HF349", "books.long_from", "deck.packs", why)


def _many(book: Rulebook) -> Iterator[Clash]:
    """Yield numbers of books that earn nothing, or that no side can have."""
    rule, size = book.books, book.books.size
    enough = {"books.many_from": (rule.many_from, book.deck.cards // size)} | {
        f"books.kinds.{name}.many_from": (kind.many_from, most_possible(kind, book))
        for name, kind in rule.kinds.items()
        if kind.many_from is not None
    }
    if all(wanted is None for wanted, _ in enough.values()):
        why = "no number of books is many"
        yield pointless("HF349", "books.many_bonus", "books.many_from", why)
    for path, (wanted, most) in enough.items():
        if not rule.many_bonus:
            why = "many books earn nothing"
            yield pointless("HF349", path, "books.many_bonus", why)
        elif wanted is not None and wanted > most:
            why = f"no side can have more than {most} of them"
            yield pointless("HF349", path, "deck.packs", why)


def _paid_from(book: Rulebook) -> Iterator[Clash]:
    """Yield points that no side can meld, and points that gate nothing."""
    rule = book.books
    if not rule.paid_from:
        return
    if not _bonuses(rule) and not any(map(_bonuses, rule.kinds.values())):
        yield pointless("HF349", "books.paid_from", "books.kinds", "no book is paid")
    elif rule.paid_from > (most := deck_worth(book)):
        yield Clash(
            code="HF345",
            severity="warning",
            message="no book is ever paid",
            key="books.paid_from",
            label=f"{rule.paid_from:,} points",
            other="deck.packs",
            other_label=f"all cards that can be melded are worth {most:,} points",
            notes=(("fix", f"ask for {most:,} or fewer"),),
        )


def _bonuses(chapter: Books | BookKind) -> list[int]:
    """Return the bonuses of a group of keys, those that pay something."""
    names = [field.name for field in attrs.fields(type(chapter))]
    found = [getattr(chapter, name) for name in names if name.endswith("bonus")]
    return [points for points in found if points]


def _after(book: Rulebook) -> Iterator[Clash]:
    """Yield what cannot be, or is said for no kind, about cards added to a book."""
    rule = book.books
    if rule.completed_exactly and not rule.grow:
        why = "a book takes no further card anyway"
        yield pointless("HF349", "books.completed_exactly", "books.after", why)
    if rule.close_later and book.melds.runs != "none":
        names = [n for n, kind in rule.kinds.items() if kind.after == UNTIL_TURN_ENDS]
        of_all = rule.after == UNTIL_TURN_ENDS
        path = "books.after" if of_all else f"books.kinds.{names[0]}.after"
        yield Clash(
            code="HF346",
            severity="error",
            message="handfoot cannot play books that close when the turn ends, beside "
            "runs",
            key=path,
            label="a book takes cards until the turn ends",
            other="melds.runs",
            other_label="and there are runs",
            notes=(
                LIMIT,
                ("fix 1", f"let books be closed at once: {path}: closed"),
                ("fix 2", "or play without runs: melds.runs: none"),
            ),
        )
    if all(kind.after != "as_all" for kind in rule.kinds.values()):
        why = "every kind says it for itself"
        yield pointless("HF349", "books.after", "books.kinds", why)


def _has_wild_kind(book: Rulebook) -> bool:
    made_of = {kind.made_of for kind in book.books.kinds.values()}
    return bool(made_of & {"wilds", "anything"})


def _twins(book: Rulebook) -> Iterator[Clash]:
    seen: dict[tuple[str, frozenset[str]], str] = {}
    for name, kind in book.books.kinds.items():
        what = kind.made_of, frozenset(kind.ranks)
        first = seen.setdefault(what, name)
        if first != name and book.books.kinds[first].paid is None:
            yield Clash(
                code="HF341",
                severity="error",
                message=f"no book is ever of the kind {name!r}",
                key=f"books.kinds.{name}",
                label=f"the same books as {first!r}, which goes first",
                other=f"books.kinds.{first}",
                other_label=f"the kind {first!r}",
                notes=(
                    ("fix 1", f"give {name!r} other ranks, or another made_of"),
                    ("fix 2", f"or take out the other: remove: [books.kinds.{first}]"),
                ),
            )
