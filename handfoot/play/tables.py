"""The rules in force for one side in one round, compiled for the hot path.

A ruleset is settled into a ``Rulebook`` of plain values; these tables turn the values
that every action asks about into arrays over card kinds. Nothing here is a rule of its
own: each entry says which key it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, Final

from handfoot.cards import (
    BLACK_THREE,
    KIND_WORDS,
    KINDS,
    RED_THREE,
)
from handfoot.play.actions import Group
from handfoot.play.books import after_names, book_names
from handfoot.play.state import WILD_RANK
from handfoot.play.wilds import shapes, wild_sizes
from handfoot.rules.language.scoped import Situation
from handfoot.rules.language.words import kinds_of
from handfoot.rules.reading.pickling import packed, unpacked
from handfoot.rules.rulebook import Rulebook
from handfoot.rules.ruleset import RuleSet

# Groups people make up are without end, so the memory of them is not.
_MOST_GROUPS: Final = 1 << 14


class Tables:
    """Compiled rules of one side.

    Attributes:
        book: The chapters with plain values.
        wild: Whether a kind is wild, by kind.
        wild_kinds: The wild kinds.
        rank_kinds: Kinds that may be melded as a rank.
        of_ranks: Picks from a list by kind what belongs to ``rank_kinds``.
        one_per_rank: Whether a side has only one meld of a rank (``melds.per_rank``).
        exact_pair: Whether only two cards like the top one ever take the pile.
        meldable: Whether a kind may be melded as a rank, by kind.
        points: Points of a melded card, by kind (``scoring.values``).
        opening_points: Points toward the opening minimum, by kind.
        held: Points of a held card, signed, by kind.
        shapes: ``shapes[rank][naturals][wilds]``: whether a meld may look so.
        shape: The shapes of a rank without rules of its own.
        wild_shape: ``wild_shape[wilds]``: whether a meld of wilds may have that size.
        barred_top: Whether a kind on top bars the pile, by kind (``pile.not_on``).
        freezing: Whether a kind freezes the pile, by kind (``freezing.by``).
        freezes: Whether the pile is ever frozen.
        barred_discard: Whether a kind may not be discarded (``discard.barred``).
        not_just_taken: Whether a kind may not be discarded in the turn that brought it
            (``discard.not_just_taken``), or ``None`` when each may.
        locked_discard: Whether a kind is locked (``discard.locked``).
        bars_discards: Whether any card is ever barred from the discard.
        barred_last: Whether a kind may not be the last discard.
        lays_red: Whether red threes are laid (``threes.red``).
        keeps_red: Whether they are kept until the side opens (``threes.red_when``).
        book_name: ``book_name[rank][nature]``: kind of a finished book, or ``None``.
        after: ``after[rank][nature]``: what may go onto such a finished book.
        quota: Books needed to go out, by place.
        minimum: Opening minimum (points).
        wanted: Fewest points that open.
        special_opening: Whether more than points decides on an opening.
        restricted: Kinds that are melded only at certain times.
        unusual: Whether listed lays must each be checked.
        draw: Cards in a draw.
        size: Cards that make a book.
        smallest: Cards that begin a meld.
        keep: Cards kept after melding when not going out.
        closed: Whether a finished book takes no card.
        packets: Sizes of the packets, in playing order.
        wild_melds: Whether wilds alone may be melded.
        wild_smallest: Cards that begin a meld of wilds.
        max_wilds_in_smallest: Most wilds in a meld of the smallest size.
        smallest_shapes: Naturals and wilds of each meld of the smallest size.
        small_hand: From this many cards on, a small lay leaves the cards to keep.
        earns_packet: Whether an own book brings the next packet (``foot.trigger``).
        read_group: Returns a group's rank (``WILD_RANK`` for wilds alone) and number of
            naturals; ``None`` for mixed ranks.
    """

    __slots__ = (
        "after",
        "barred_discard",
        "barred_last",
        "barred_top",
        "bars_discards",
        "book",
        "book_name",
        "closed",
        "draw",
        "earns_packet",
        "exact_pair",
        "freezes",
        "freezing",
        "held",
        "keep",
        "keeps_red",
        "lays_red",
        "locked_discard",
        "max_wilds_in_smallest",
        "meldable",
        "minimum",
        "not_just_taken",
        "of_ranks",
        "one_per_rank",
        "opening_points",
        "packets",
        "points",
        "quota",
        "rank_kinds",
        "read_group",
        "restricted",
        "shape",
        "shapes",
        "size",
        "small_hand",
        "smallest",
        "smallest_shapes",
        "special_opening",
        "unusual",
        "wanted",
        "wild",
        "wild_kinds",
        "wild_melds",
        "wild_shape",
        "wild_smallest",
    )

    of_ranks: Callable[[Sequence[int]], tuple[Any, ...]]
    read_group: Callable[[Group], tuple[int, int] | None]

    def __init__(self, book: Rulebook) -> None:  # noqa: PLR0915  # one line a table
        """Compile ``book``."""
        self.book = book
        wild = frozenset(book.wilds.kinds)
        self.wild_kinds = tuple(sorted(wild))
        self.wild = tuple(kind in wild for kind in range(KINDS))
        ranks = kinds_of(book.melds.ranks, wild) - wild
        self.rank_kinds = tuple(sorted(ranks))
        if len(self.rank_kinds) > 1:
            self.of_ranks = itemgetter(*self.rank_kinds)
        else:
            # With one argument an itemgetter gives no tuple.
            few = self.rank_kinds
            self.of_ranks = lambda values: tuple(values[kind] for kind in few)
        pickup = book.pile
        self.exact_pair = (
            pickup.needs == "natural_pair"
            and pickup.wild_top in ("never", "matching_wilds")
            and pickup.own_meld == "no"
            and pickup.key_card == "top"
            and pickup.take != "dig"
        )
        self.one_per_rank = book.melds.per_rank == "one"
        self.meldable = tuple(kind in ranks for kind in range(KINDS))
        values = book.scoring.values
        worth = [values.of(kind) for kind in range(KINDS)]
        self.points = tuple(worth)
        self.opening_points = tuple(
            points if book.opening.wilds_count or kind not in wild else 0
            for kind, points in enumerate(worth)
        )
        held = [-points for points in worth]
        held[RED_THREE] = book.threes.red_caught
        held[BLACK_THREE] = book.threes.black_caught
        self.held = tuple(held)
        self.shapes = tuple(shapes(book, rank) for rank in range(KINDS))
        plain = [r for r in self.rank_kinds if not self.only_special(book, r)]
        self.shape = self.shapes[(plain or [0])[0]]
        self.wild_shape = wild_sizes(book)
        barred = kinds_of(book.pile.not_on, wild)
        self.barred_top = tuple(kind in barred for kind in range(KINDS))
        icy = kinds_of(book.freezing.by, wild)
        self.freezing = tuple(kind in icy for kind in range(KINDS))
        self.freezes = bool(
            icy or book.freezing.personal or book.deal.wrong_upcard == "freezes"
        )
        barred = kinds_of(book.discard.barred, wild)
        self.barred_discard = tuple(kind in barred for kind in range(KINDS))
        locked = kinds_of(book.discard.locked, wild)
        self.locked_discard = tuple(kind in locked for kind in range(KINDS))
        watched = kinds_of(book.discard.not_just_taken, wild)
        self.not_just_taken = (
            tuple(kind in watched for kind in range(KINDS)) if watched else None
        )
        self.bars_discards = bool(
            barred or watched or locked or book.discard.fitting == "barred"
        )
        barred = kinds_of(book.going_out.barred_last, wild)
        self.barred_last = tuple(kind in barred for kind in range(KINDS))
        self.lays_red = book.threes.red == "laid"
        self.keeps_red = self.lays_red and book.threes.red_when == "after_opening"
        self.book_name = tuple(
            book_names(book, rank) for rank in (*range(KINDS), WILD_RANK)
        )
        self.quota = tuple(
            (place, count) for place, count in book.going_out.books.items() if count
        )
        self.earns_packet = book.foot.trigger == "own_book"
        self.minimum = book.opening.minimum
        more = book.opening.reach == "more_than"
        self.wanted = self.minimum + 1 if more else self.minimum
        self.special_opening = bool(
            book.opening.bonuses_count
            or book.opening.must_hold
            or book.opening.or_book
            or book.opening.waived != "never"
        )
        self.restricted = kinds_of(
            (*book.melds.last_packet_only, *book.melds.going_out_only), wild
        )
        self.unusual = _is_unusual(book)
        self.draw = book.draw.cards
        self.size = book.books.size
        self.smallest = book.melds.smallest
        self.keep = book.going_out.keep
        self.after = tuple(after_names(book, names) for names in self.book_name)
        self.closed = {name for names in self.after for name in names} == {"closed"}
        self.packets = book.deal.packets
        self.wild_melds = book.wilds.all_wild
        self.wild_smallest = book.wilds.all_wild_smallest
        self.smallest_shapes = tuple(
            (self.smallest - w, w)
            for w in range(self.smallest)
            if self._fits(self.smallest - w, w)
        )
        self.max_wilds_in_smallest = max(
            (w for _, w in self.smallest_shapes), default=0
        )
        step = max(self.smallest, self.wild_smallest if self.wild_melds else 0)
        self.small_hand = self.keep + step - 1
        # A memory that nobody can list: the groups tell what was in people's hands.
        self.read_group = lru_cache(maxsize=_MOST_GROUPS)(partial(_read, self.wild))

    def __deepcopy__(self, memo: object) -> Tables:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (packed(self.book),)

    def _fits(self, naturals: int, wilds: int) -> bool:
        return any(
            wilds < len(shape[0]) and shape[naturals][wilds]
            for shape in (self.shapes[rank] for rank in self.rank_kinds)
        )

    @staticmethod
    def only_special(book: Rulebook, rank: int) -> bool:
        """Whether a rank has rules of its own about its shape."""
        word = KIND_WORDS[rank]
        return word in book.wilds.not_on or word in book.melds.whole_only


def _read(wild: tuple[bool, ...], group: Group) -> tuple[int, int] | None:
    naturals = [card.kind for card in group.cards if not wild[card.kind]]
    ranks = set(naturals)
    if len(ranks) > 1:
        return None
    return (ranks.pop() if ranks else WILD_RANK, len(naturals))


@lru_cache(maxsize=64)
def _restored(book: bytes) -> Tables:
    """Return the tables of a pickled book; the same object for the same bytes."""
    return Tables(unpacked(book))


def _is_unusual(book: Rulebook) -> bool:
    """Whether the quick lists of lays would offer some that a rule forbids."""
    melds, wilds = book.melds, book.wilds
    return bool(
        melds.floor
        or melds.burnt
        or melds.books_of_rank is not None
        or melds.last_packet_only
        or melds.going_out_only
        or melds.whole_only
        or melds.per_rank == "several"
        or wilds.start_most is not None
        or wilds.per_turn is not None
        or wilds.not_on
        or book.foot.trigger != "empty"
        or book.foot.after_meld == "not_allowed"
        or book.pile.buried == "next_turn"
    )


def compiled(rules: RuleSet, situation: Situation) -> Tables:
    """Return the tables of ``rules`` in ``situation``, made once for each ruleset."""
    book = rules.at(situation)
    found = rules.memo.get(id(book))
    if found is None:
        # The tables keep the book alive, so its id stays its own.
        found = rules.memo[id(book)] = Tables(book)
    assert isinstance(found, Tables)
    return found
