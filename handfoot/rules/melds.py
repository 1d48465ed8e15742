"""Melds: which ranks, how large, how many of a rank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.compositions import fewest_naturals
from handfoot.rules.language.clash import LIMIT, Clash, pointless
from handfoot.rules.language.keys import BY_SIDE, BY_TURN, Chapter, key
from handfoot.rules.language.words import RANK_WORDS, MeldWord, listed

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


#: Naturals that a run with wilds holds at least: two cards tell what it is a run of.
LEAST_NATURALS = 2


@attrs.frozen(repr=False)
class Melds(Chapter):
    """Which ranks may be melded, how large a meld is, how many of a rank."""

    ranks: tuple[MeldWord, ...] = key(
        RANK_WORDS,
        about="The ranks that may be melded.",
        says="A meld is a set of cards of one rank, {value}.",
        example=["eight", "nine", "ten", "jack", "queen", "king", "ace"],
        fewest=1,
        scopes=BY_TURN,
    )
    runs: Literal["none", "natural", "with_wilds"] = key(
        "none",
        about="Whether cards in a row of one suit are a meld too, without wilds or "
        "with them, and with the ace high; twos, threes and ranks that are melded "
        "only at certain times or only whole take no part. How many wilds a run may "
        "hold is said by the limits of `wilds`, as for any meld.",
        says={
            "none": "There are no runs.",
            "natural": "A run is a meld too: cards in a row in one suit, one of each "
            "rank and none of them wild, with the ace high and without twos and "
            "threes. Cards join a run at its ends, and a side may have several runs "
            "of a suit.",
            "with_wilds": "A run is a meld too: cards in a row in one suit, one of "
            "each rank, with the ace high and without twos and threes. At least two "
            "of its cards are natural; each wild stands for the card of its place and "
            "stays there. Cards join a run at its ends, and a side may have several "
            "runs of a suit.",
        },
        example="natural",
    )
    smallest: int = key(
        3,
        about="The fewest cards that begin a meld.",
        says="A new meld has at least {value} cards.",
        example=4,
        unit="cards",
        least=3,
        most=7,
        scopes=BY_TURN,
    )
    per_rank: Literal["one_unfinished", "one", "one_with_room", "several"] = key(
        "one_unfinished",
        about="How many melds of a rank a side may have.",
        says={
            "one_unfinished": "A side has at most one unfinished meld of a rank; once "
            "that is a book, a new meld of the rank may be started.",
            "one": "A side has at most one meld of a rank, finished or not.",
            "one_with_room": "While a side has an unfinished meld of a rank, another "
            "of that rank may be begun only with cards for which the first has no "
            "room: together they are more than a book.",
            "several": "A side may have several melds of a rank at the same time.",
        },
        example="one",
        scopes=BY_SIDE,
    )
    books_of_rank: int | None = key(
        None,
        about="The most melds of one rank that a side may have in a round, books among "
        "them.",
        says={
            None: "",
            "else": "A side makes at most {value} melds of one rank in a round.",
        },
        example=3,
        unit="melds",
        least=1,
        most=20,
        scopes=BY_SIDE,
    )
    further_naturals: int = key(
        1,
        about="The fewest naturals that begin a further meld of a rank of which the "
        "side has one.",
        says={
            1: "",
            "else": "A further meld of a rank, beside one that your side has, begins "
            "with at least {value}.",
        },
        example=3,
        unit="naturals",
        least=1,
        most=3,
        scopes=BY_SIDE,
    )
    may_join: bool = key(
        False,
        about="Whether a player may make one meld of two unfinished melds of a rank.",
        says={
            False: "",
            True: "In your turn, after the draw, you may join two unfinished melds of "
            "a rank if together they make a legal meld; a finished book is joined with "
            "nothing.",
        },
        example=True,
        scopes=BY_SIDE,
    )
    floor: int = key(
        0,
        about="Points that each new meld must be worth.",
        says={
            0: "",
            "else": "Each new meld must be worth at least {value}.",
        },
        example=15,
        unit="points",
        least=0,
        most=500,
        scopes=BY_TURN,
    )
    burnt: bool = key(
        False,
        about="Whether a rank is closed to everyone without a meld of it once a side "
        "has finished a book of that rank.",
        says={
            True: "Once a side has finished a book of a rank, a side that has no meld "
            "of that rank may not begin one in this round.",
            False: "",
        },
        example=True,
        scopes=BY_TURN,
    )
    last_packet_only: tuple[MeldWord, ...] = key(
        (),
        about="Ranks that are melded from the last packet only.",
        says="{value} are melded only from the last packet.",
        example=["black_three"],
        scopes=BY_SIDE,
    )
    going_out_only: tuple[MeldWord, ...] = key(
        (),
        about="Ranks that are melded only in the play that goes out.",
        says="{value} are melded only in the play with which you go out.",
        example=["black_three"],
        scopes=BY_SIDE,
    )
    whole_only: tuple[MeldWord, ...] = key(
        (),
        about="Ranks that are melded only as a whole book at once.",
        says="{value} are melded only as a whole book at once.",
        example=["black_three"],
        scopes=BY_SIDE,
    )

    @property
    def joins(self) -> bool:
        """Whether a side may ever have two unfinished melds of a rank and join them."""
        alone = self.per_rank != "several" or self.books_of_rank == 1
        return self.may_join and not alone

    def natural(self, wilds: Iterable[str]) -> tuple[MeldWord, ...]:
        """Return the ranks that may be melded and are not wild."""
        return _without(self.ranks, tuple(wilds))

    def in_runs(self, wilds: Iterable[str]) -> tuple[tuple[int, ...], ...]:
        """Return the kinds that may follow each other in a run, row by row, rising."""
        limited = (*self.last_packet_only, *self.going_out_only, *self.whole_only)
        barred = {*wilds, *limited}
        rows: list[tuple[int, ...]] = []
        row: tuple[int, ...] = ()
        for kind, word in enumerate(RANK_WORDS):
            if word in self.ranks and word not in barred:
                row = (*row, kind)
                continue
            rows += [row] if row else []
            row = ()
        return (*rows, row) if row else tuple(rows)

    def longest_run(self, wilds: Iterable[str]) -> int:
        """Return the most cards that a run can have."""
        return max(map(len, self.in_runs(wilds)), default=0)


@lru_cache(maxsize=1 << 10)
def _without(
    ranks: tuple[MeldWord, ...], barred: tuple[str, ...]
) -> tuple[MeldWord, ...]:
    """Return ranks without some; asked for each table, round and score anew."""
    return tuple([word for word in ranks if word not in barred])


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield what no meld can be, and ranks and settings without effect."""
    size, melds = book.books.size, book.melds
    if melds.smallest > size:
        yield Clash(
            code="HF330",
            severity="error",
            message="no meld can be begun",
            key="melds.smallest",
            label=f"a meld begins with {melds.smallest} cards",
            other="books.size",
            other_label=f"but a book is finished at {size}",
            notes=(
                ("fix 1", f"begin with fewer: melds.smallest: {size}"),
                ("fix 2", f"or make books longer: books.size: {melds.smallest}"),
            ),
        )
    yield from _floor(book)
    yield from _ranks(book)
    if melds.runs != "none" and melds.longest_run(book.wilds.cards) < melds.smallest:
        why = f"no {melds.smallest} ranks that a run may hold are in a row"
        yield pointless("HF338", "melds.runs", "melds.ranks", why)
    yield from _wild_runs(book)
    if melds.per_rank == "one_with_room" and book.books.grow:
        why = "a book takes further cards, so there is always room"
        yield pointless("HF338", "melds.per_rank", "books.after", why)
    if melds.per_rank == "one" or melds.books_of_rank == 1:
        why = "a side has but one meld of a rank"
        other = "per_rank" if melds.per_rank == "one" else "books_of_rank"
        yield pointless("HF338", "melds.further_naturals", f"melds.{other}", why)
    if melds.may_join:
        yield from _never_joined(book)
    if melds.per_rank == "one" and melds.books_of_rank is not None:
        why = "a side has one meld of a rank"
        yield pointless("HF338", "melds.books_of_rank", "melds.per_rank", why)
    yield from _fewest(book)
    if len(book.deal.packets) == 1:
        why = "the hand is the last packet"
        yield pointless("HF338", "melds.last_packet_only", "deal.foot", why)


def _fewest(book: Rulebook) -> Iterator[Clash]:
    """Yield numbers that every new meld reaches, or that no rank has cards for."""
    melds = book.melds
    if melds.further_naturals == 1 and melds.books_of_rank is None:
        return
    fewest = fewest_naturals(book)
    if 1 < melds.further_naturals <= fewest and melds.per_rank != "one":
        why = f"every new meld has {fewest} naturals or more"
        other = "wilds.ratio" if book.wilds.cards else "melds.smallest"
        yield pointless("HF338", "melds.further_naturals", other, why)
    if melds.books_of_rank is not None and melds.per_rank != "one":
        natural = melds.natural(book.wilds.cards)
        copies = max(map(book.copies, natural), default=0)
        if copies // fewest <= melds.books_of_rank:
            why = f"the deck has {copies} of a rank, for {copies // fewest} melds"
            yield pointless("HF338", "melds.books_of_rank", "deck.packs", why)


def _never_joined(book: Rulebook) -> Iterator[Clash]:
    """Yield why no two melds of a rank are ever joined."""
    melds, size = book.melds, book.books.size
    if melds.per_rank != "several":
        why = "no side has two unfinished melds of a rank that could be one"
        yield pointless("HF338", "melds.may_join", "melds.per_rank", why)
    elif melds.books_of_rank == 1:
        why = "a side has but one meld of a rank"
        yield pointless("HF338", "melds.may_join", "melds.books_of_rank", why)
    elif not book.books.grow and 2 * melds.smallest > size:
        why = f"two melds are more than the {size} cards of a book, which takes no more"
        yield pointless("HF338", "melds.may_join", "melds.smallest", why)


def _wild_runs(book: Rulebook) -> Iterator[Clash]:
    """Yield what wilds in a run do not go with, and wilds that no run ever holds."""
    if book.melds.runs != "with_wilds":
        return
    wilds, size = book.wilds, book.books.size
    kinds = book.books.kinds
    slid = [
        "books.after" if name is None else f"books.kinds.{name}.after"
        for name in (None, *kinds)
        if (book.books if name is None else kinds[name]).after == "slid_under"
    ]
    if slid:
        yield Clash(
            code="HF347",
            severity="error",
            message="handfoot cannot play runs with wilds where cards are slid under "
            "books",
            key="melds.runs",
            label="a wild in a run stands for the card of its place",
            other=slid[0],
            other_label="and further cards lie under a finished book",
            notes=(
                LIMIT,
                ("fix 1", f"let them be added: {slid[0]}: anything"),
                ("fix 2", "or play runs without wilds: melds.runs: natural"),
            ),
        )
    fits = range(1, max(size, book.melds.longest_run(wilds.cards)) - 1)
    if not wilds.cards or not any(
        wilds.fits(naturals, 1) or wilds.begins(naturals, 1)
        for naturals in (LEAST_NATURALS, *fits)
        if naturals >= LEAST_NATURALS
    ):
        other = "wilds.most" if wilds.cards else "wilds.cards"
        yield pointless("HF338", "melds.runs", other, "no run ever holds a wild")


def _floor(book: Rulebook) -> Iterator[Clash]:
    """Yield a worth that no new meld reaches."""
    values = book.scoring.values
    words = {*book.melds.ranks, *book.wilds.cards}
    best = book.books.size * max(getattr(values, word) for word in words)
    if book.melds.floor > best:
        yield Clash(
            code="HF330",
            severity="error",
            message="no meld can be begun",
            key="melds.floor",
            label=f"a new meld must be worth {book.melds.floor} points",
            other="books.size",
            other_label=f"{book.books.size} of the best cards are worth {best}",
            notes=(("fix", f"ask for {best} or fewer"),),
        )


def _ranks(book: Rulebook) -> Iterator[Clash]:
    """Yield ranks that are named and never melded."""
    melds = book.melds
    natural = melds.natural(book.wilds.cards)
    if not natural:
        yield Clash(
            code="HF323",
            severity="error",
            message="no rank is left to meld",
            key="melds.ranks",
            label=f"only {listed(melds.ranks)}",
            other="wilds.cards",
            other_label="all of them are wild",
            notes=(("fix", "name other ranks in melds.ranks, or fewer wild cards"),),
        )
        return
    for word in melds.ranks:
        if word not in natural:
            yield _never_melded("melds.ranks", word, "wilds.cards", "it is wild")
    lists = {
        "melds.last_packet_only": melds.last_packet_only,
        "melds.going_out_only": melds.going_out_only,
        "melds.whole_only": melds.whole_only,
        "wilds.not_on": book.wilds.not_on,
    }
    for path, words in lists.items():
        for word in words:
            if word not in natural:
                why = "it is none of the ranks that are melded"
                yield _never_melded(path, word, "melds.ranks", why)
    for word in melds.whole_only:
        copies = book.copies(word)
        if word in natural and not _whole(book, word, copies):
            why = f"the deck has {copies} of them"
            yield _never_melded("melds.whole_only", word, "deck.packs", why)


def _whole(book: Rulebook, word: str, copies: int) -> bool:
    """Whether so many cards of a rank can make a whole book."""
    size = book.books.size
    if copies >= size:
        return True
    fits = book.wilds.cards and word not in book.wilds.not_on
    return bool(fits) and book.wilds.fits(copies, size - copies)


def _never_melded(path: str, word: str, other: str, why: str) -> Clash:
    return Clash(
        code="HF333",
        severity="warning",
        message=f'"{word}" can never be melded',
        key=path,
        label=f"names {word}",
        other=other,
        other_label=why,
        notes=(("fix", f"leave {word} out"),),
        only_if_said=True,
    )
