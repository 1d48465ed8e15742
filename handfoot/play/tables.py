"""The rules in force for one side in one round, compiled for the hot path.

A ruleset is settled into a ``Rulebook`` of plain values; these tables turn the values
that every action asks about into arrays over card kinds. Nothing here is a rule of its
own: each entry says which key it comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

import attrs

from handfoot.cards import (
    BLACK_THREE,
    FACES,
    KIND_OF,
    KIND_WORDS,
    KINDS,
    RED_THREE,
    SUITS,
)
from handfoot.play.actions import Group
from handfoot.play.books import after_names, book_names
from handfoot.play.demands import demands_of
from handfoot.play.leaps import NOTHING, found_in
from handfoot.play.prices import prices_of
from handfoot.play.state import NO_RANKS, RUN_RANKS, WILD_RANK
from handfoot.play.twins import NO_MATTER
from handfoot.play.wilds import run_shapes, shapes, wild_sizes
from handfoot.rules.book_kinds import ANY_KIND, UNTIL_TURN_ENDS
from handfoot.rules.language.scoped import Situation
from handfoot.rules.language.words import kinds_of
from handfoot.rules.reading.pickling import packed, unpacked
from handfoot.rules.rulebook import Rulebook
from handfoot.rules.ruleset import RuleSet

_KIN: Final = "kin"
_IN_FORCE: Final = "in_force"
# Scores are without end, so the memory of situations is not.
_MOST_SITUATIONS: Final = 512
# Cards that are melded with a pickup: the top card and a pair.
_PICKED_UP: Final = 3
# Points that no lay is worth.
_OUT_OF_REACH: Final = 1 << 30
#: Books that no deck has the cards for.
_MORE_THAN_ANY: Final = 1000
#: No two melds have so many cards.
NEVER_APART: Final = 1 << 30
# No meld has so many cards.
_NO_LIMIT: Final = 1 << 30
# Where all books are treated so, naturals first and wilds after them may go down one by
# one as well as together.
_ALL_ALIKE: Final = ({"closed"}, {UNTIL_TURN_ENDS}, {"slid_under"}, {"anything"})
# Groups people make up are without end, so the memory of them is not.
_MOST_GROUPS: Final = 1 << 14


class Tables:
    """Compiled rules of one side.

    Attributes:
        book: The chapters with plain values.
        wild: Whether a kind is wild, by kind.
        wild_kinds: The wild kinds.
        rank_kinds: Kinds that may be melded as a rank.
        exact_pair: Whether only two cards like the top one ever take the pile.
        plain_pairs: Whether two cards like the top one go to its rank with it whatever
            else the hand holds, and nothing bars a pile but its size and its top card.
        outgrowing_pairs: Whether that is so but for the cards that may have to come
            along (``outgrows``).
        opening_pairs: Whether a side that has no meld opens by any pickup with such a
            pair that its points allow, while cards need not be kept. No such draw has
            begun, for it is of the stock alone.
        least_pile: Cards that a pile must hold to be taken.
        top_is_key: Whether only the top card of a pile ever earns it.
        meldable: Whether a kind may be melded as a rank, by kind.
        face_points: The same by face.
        points: Points of a melded card, by kind (``scoring.values``).
        prices: What a score sheet pays for.
        opening_points: Points toward the opening minimum, by kind.
        held: Points of a held card, signed, by kind.
        shapes: ``shapes[rank][naturals][wilds]``: whether a meld may look so.
        new_shapes: The same of a new meld (``wilds.start_ratio``).
        wild_shape: ``wild_shape[wilds]``: whether a meld of wilds may have that size.
        barred_top: Whether a kind on top bars the pile, by kind (``pile.not_on``).
        refused_upcards: Kinds that are no upcard (``deal.upcard_refused``).
        freezing: Whether a kind freezes the pile, by kind (``freezing.by``).
        freezes: Whether the pile is ever frozen.
        barred_discard: Whether a kind may not be discarded (``discard.barred``).
        not_just_taken: Whether a kind may not be discarded in the turn that brought it
            (``discard.not_just_taken``), or ``None`` when each may.
        first_discard: Whether a kind is discarded before others (``discard.first``), or
            ``None`` when none is.
        locked_discard: Whether a kind is locked (``discard.locked``).
        discards_all: Whether no card is ever barred from the discard.
        plays_first: Whether whatever can be played must be before a turn ends.
        barred_last: Whether a kind may not be the last discard.
        deny_with: Kinds with which a partner must say no (``going_out.deny_with``).
        lays_black: Whether black threes of a pickup are laid aside (``threes.black``).
        lays_red: Whether red threes are laid (``threes.red``).
        needs_own_book: Whether a book of the player's own brings the next packet.
        copies: Cards in the deck, by kind.
        threes_alike: Whether red threes are as black ones (``threes.red``).
        keeps_packet: Whether a lay may be refused for the cards it leaves in an earlier
            packet than the last.
        outgrows: Whether some cards may join a book only together with those that
            finish it.
        leaps: Whether cards may join some meld together, but not one by one
            (see ``handfoot.play.leaps``).
        like: The first tables made of the same ruleset that differ from these only in
            chapters which decide nothing about a lay of a side that has opened.
        opens_like: The first tables made of the same ruleset by which the same first
            melds are legal and worth the same.
        keeps_red: Whether they are kept until the side opens (``threes.red_when``).
        book_name: ``book_name[rank][nature]``: kind of a finished book, or ``None``.
        after: ``after[rank][nature]``: what may go onto such a finished book.
        quota: Books needed to go out, by place.
        red_for_books: Whether going out asks for a laid red three for each book.
        not_yet: Ranks that are melded at no time but later: before the last packet, and
            in it by a player who does not go out.
        minimum: Opening minimum (points).
        wanted: Fewest points that open; more than any lay is worth while nobody may.
        apart: Cards that an unfinished meld and another of its rank must have together
            where the other is begun (``melds.per_rank``); ``NEVER_APART`` where the
            first must be a book before that.
        pairs_books: Whether some book pays more beside another of its rank.
        pays_some: Whether so many books of some kind earn its bonus and no further ones
            (``books.kinds.*.paid``).
        asks_wilds: Whether some book pays more by the wilds in it.
        slides: Whether cards slide under some finished book and do not count there.
        together: Fewest points that all melds of a first lay are worth together.
        demands: What single melds of a first lay must be.
        demanding: Whether that is more than that one of them is a certain book.
        special_opening: Whether more than points decides on an opening.
        restricted: Kinds that are melded only at certain times.
        unusual: Whether listed lays must each be checked.
        plain_openings: Whether an opening may be refused only for its shapes, for its
            points and for the cards that it leaves.
        plain_firsts: Whether the first melds of a side have only to be put down.
        draw: Cards in a draw.
        draws_top: Whether the top discard may be among them.
        size: Cards that make a book.
        counts_own: Whether cards of a pickup may be laid with the card that takes it,
            and do not count toward the opening minimum.
        smallest: Cards that begin a meld.
        most_begun: Cards with which a meld begins at most.
        most_new: Cards with which one begins, at most, of which none can wait.
        keep: Cards kept after melding when not going out.
        closed: Whether a finished book takes no card.
        closes_later: Whether some books take cards only until the turn ends.
        packets: Sizes of the packets, in playing order.
        wild_melds: Whether wilds alone may be melded.
        wild_smallest: Cards that begin a meld of wilds.
        ends_early: Whether a round may end with no stock run out and nobody out.
        looks_around: Whether a lay may be refused for more than the melds of its rank
            and the cards it leaves.
        looks_twice: Whether lays that are read off may be refused in the last packet.
        asks_consent: Whether partners are asked about wilds (``wilds.consent``).
        notes_lays: Whether who laid what decides anything later.
        frees_wilds: Whether wilds may be taken back (``wilds.set_free``).
        joins: Whether melds of a rank may be joined (``melds.may_join``).
        tells_colours: Whether wilds are told apart by colour (``pile.wild_top``).
        limits_turn: Whether a meld may take fewer cards in this turn than it has room.
        max_wilds_in_smallest: Most wilds in a meld of the smallest size.
        smallest_shapes: Naturals and wilds of each meld of the smallest size.
        runs: Whether runs are melds.
        wild_runs: Whether they may hold wilds.
        run_kinds: Kinds that a run may hold.
        small_hand: From this many cards on, a small lay leaves the cards to keep.
        earns_packet: Whether more than an empty hand brings the next packet
            (``foot.trigger``).
        stirs: Whether a lay may have other consequences than an empty hand has.
        read_group: Returns a group's rank (``WILD_RANK`` for wilds alone, that of a run
            for naturals of one suit and several ranks) and number of naturals; ``None``
            for mixed ranks.
    """

    __slots__ = (
        "after",
        "apart",
        "asks_consent",
        "asks_wilds",
        "barred_discard",
        "barred_last",
        "barred_top",
        "book",
        "book_name",
        "closed",
        "closes_later",
        "copies",
        "counts_own",
        "demanding",
        "demands",
        "deny_with",
        "discards_all",
        "draw",
        "draws_top",
        "earns_packet",
        "ends_early",
        "exact_pair",
        "face_points",
        "first_discard",
        "frees_wilds",
        "freezes",
        "freezing",
        "held",
        "joins",
        "keep",
        "keeps_packet",
        "keeps_red",
        "lays_black",
        "lays_red",
        "leaps",
        "least_pile",
        "like",
        "limits_turn",
        "locked_discard",
        "looks_around",
        "looks_twice",
        "max_wilds_in_smallest",
        "meldable",
        "minimum",
        "most_begun",
        "most_new",
        "needs_own_book",
        "new_shapes",
        "not_just_taken",
        "not_yet",
        "notes_lays",
        "opening_pairs",
        "opening_points",
        "opens_like",
        "outgrowing_pairs",
        "outgrows",
        "packets",
        "pairs_books",
        "pays_some",
        "plain_firsts",
        "plain_openings",
        "plain_pairs",
        "plays_first",
        "points",
        "prices",
        "quota",
        "rank_kinds",
        "read_group",
        "red_for_books",
        "refused_upcards",
        "restricted",
        "run_kinds",
        "runs",
        "shapes",
        "size",
        "slides",
        "small_hand",
        "smallest",
        "smallest_shapes",
        "special_opening",
        "stirs",
        "tells_colours",
        "threes_alike",
        "together",
        "top_is_key",
        "unusual",
        "wanted",
        "wild",
        "wild_kinds",
        "wild_melds",
        "wild_runs",
        "wild_shape",
        "wild_smallest",
    )

    read_group: Callable[[Group], tuple[int, int] | None]
    leaps: bool
    looks_twice: bool
    most_new: int

    def __init__(self, book: Rulebook) -> None:  # noqa: PLR0915  # one line a table
        """Compile ``book``."""
        if not book.opening.may_open:
            book = _shut(book)
        self.book = book
        wild = frozenset(book.wilds.kinds)
        self.wild_kinds = tuple(sorted(wild))
        self.wild = tuple(kind in wild for kind in range(KINDS))
        ranks = kinds_of(book.melds.ranks, wild) - wild
        self.rank_kinds = tuple(sorted(ranks))
        pickup = book.pile
        self.runs = book.melds.runs != "none"
        self.wild_runs = book.melds.runs == "with_wilds" and bool(wild)
        rows = book.melds.in_runs(book.wilds.cards) if self.runs else ()
        self.run_kinds = frozenset(kind for row in rows for kind in row)
        by_run = pickup.run != "no" or book.freezing.needs == "pair_or_run"
        self.top_is_key = pickup.key_card == "top" and pickup.take != "dig"
        self.exact_pair = (
            pickup.needs == "natural_pair"
            and pickup.wild_top in ("never", "matching_wilds")
            and pickup.own_meld == "no"
            and self.top_is_key
            and not pickup.free_upcard
            and not (self.runs and by_run)
        )
        self.meldable = tuple(kind in ranks for kind in range(KINDS))
        values = book.scoring.values
        worth = [values.of(kind) for kind in range(KINDS)]
        self.points = tuple(worth)
        self.prices = prices_of(book)
        self.pays_some = any(
            kind.paid is not None for kind in book.books.kinds.values()
        )
        self.face_points = tuple([worth[KIND_OF[face]] for face in range(FACES)])
        self.opening_points = tuple(
            points if book.opening.wilds_count or kind not in wild else 0
            for kind, points in enumerate(worth)
        )
        held = [-points * book.scoring.cards for points in worth]
        held[RED_THREE] = book.threes.red_caught
        held[BLACK_THREE] = book.threes.black_caught
        self.held = tuple(held)
        self.shapes = tuple(shapes(book, rank) for rank in range(KINDS))
        apart = book.wilds.start_ratio != "same"
        self.new_shapes = (
            tuple(shapes(book, rank, new=True) for rank in range(KINDS))
            if apart
            else self.shapes
        )
        if self.wild_runs:
            self.shapes = (*self.shapes, ((),), *(run_shapes(book),) * len(RUN_RANKS))
            in_suit = run_shapes(book, new=True)
            self.new_shapes = (
                *self.new_shapes[:KINDS],
                ((),),
                *(in_suit,) * len(RUN_RANKS),
            )
        self.wild_shape = wild_sizes(book)
        barred = kinds_of(book.pile.not_on, wild)
        self.barred_top = tuple(kind in barred for kind in range(KINDS))
        icy = kinds_of(book.freezing.by, wild)
        self.refused_upcards = kinds_of(book.deal.upcard_refused, wild)
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
        first = kinds_of(book.discard.first, wild)
        self.first_discard = (
            tuple(kind in first for kind in range(KINDS)) if first else None
        )
        self.discards_all = not (
            barred or watched or locked or first or book.discard.fitting != "allowed"
        )
        self.plays_first = book.discard.fitting == "played_first"
        barred = kinds_of(book.going_out.barred_last, wild)
        self.barred_last = tuple(kind in barred for kind in range(KINDS))
        self.deny_with = kinds_of(book.going_out.deny_with, wild)
        self.lays_black = book.threes.black == "laid_aside"
        self.lays_red = book.threes.lays_red
        self.copies = tuple(map(book.copies, KIND_WORDS))
        self.threes_alike = book.threes.alike
        self.keeps_red = book.threes.keeps_red
        ranks_of_melds = (*range(KINDS), WILD_RANK, *(RUN_RANKS if self.runs else ()))
        self.book_name = tuple(book_names(book, rank) for rank in ranks_of_melds)
        self.quota = _quota(book)
        self.red_for_books = book.going_out.red_threes == "one_for_each_book"
        self.earns_packet = book.foot.trigger != "empty"
        self.needs_own_book = book.foot.trigger == "own_book"
        self.keeps_packet = self.needs_own_book or book.foot.after_meld == "not_allowed"
        self.stirs = self.keeps_red or self.earns_packet
        self.minimum = book.opening.minimum
        may_open = book.opening.may_open
        self.wanted = book.opening.enough if may_open else _OUT_OF_REACH
        self.demands = demands_of(book, self.wanted)
        self.demanding = bool(self.demands) and (
            book.opening.reached_by != "all_melds"
            or book.opening.must_hold_as != "one_book"
        )
        self.together = 0 if book.opening.reached_by == "one_meld" else self.wanted
        self.special_opening = bool(
            book.opening.bonuses_count
            or book.opening.by == "player"
            or self.demands
            or book.opening.or_book
            or book.opening.waived != "never"
        )
        self.restricted = kinds_of(
            (*book.melds.last_packet_only, *book.melds.going_out_only), wild
        )
        out_only = kinds_of(book.melds.going_out_only, wild)
        self.not_yet = (
            (self.restricted, out_only) if self.restricted else (NO_RANKS, NO_RANKS)
        )
        self.plain_openings = not self.special_opening and not _looks_further(book)
        self.unusual = _is_unusual(book)
        self.asks_consent = book.wilds.consent
        self.frees_wilds = book.wilds.set_free
        self.joins = book.melds.joins
        self.closes_later = book.books.close_later
        self.notes_lays = self.needs_own_book or self.asks_consent or self.closes_later
        self.limits_turn = (
            book.wilds.per_turn is not None or self.asks_consent or self.closes_later
        )
        self.tells_colours = pickup.wild_top == "matching_colour"
        self.looks_around = (
            book.melds.burnt
            or self.limits_turn
            or self.tells_colours
            or self.frees_wilds
            or self.joins
        )
        ends = book.round_end
        self.ends_early = ends.most_turns is not None or (
            ends.threes_in_a_row is not None
        )
        self.draws_top = book.draw.top_discard != "never"
        self.plain_pairs = (
            self.exact_pair
            and pickup.buried != "at_once"
            and pickup.goes_to == "any_meld"
            and not (book.melds.floor or book.melds.whole_only or self.restricted)
            and not (self.looks_around or self.keeps_packet or self.runs)
            and book.melds.smallest <= _PICKED_UP
            and book.melds.per_rank != "one_with_room"
            and book.melds.further_naturals == 1
            and pickup.may_be_taken
            and pickup.from_packet != "last"
            and book.freezing.needs != "never"
        )
        self.opening_pairs = (
            self.plain_pairs
            and not (self.unusual or self.special_opening or self.draws_top)
            and pickup.before_opening != "never"
            and book.melds.per_rank == "one_unfinished"
        )
        self.plain_firsts = not (
            self.runs or self.notes_lays or book.melds.further_naturals > 1
        )
        self.counts_own = pickup.buried == "at_once" and not book.opening.taken_count
        self.least_pile = max(pickup.smallest, 1)
        self.draw = book.draw.cards
        self.size = book.books.size
        self.smallest = book.melds.smallest
        self.keep = book.going_out.keep
        self.after = tuple(after_names(book, names) for names in self.book_name)
        self.closed = {name for names in self.after for name in names} == {"closed"}
        stops = self.closed or book.books.completed_exactly
        self.most_begun = self.size if stops else _NO_LIMIT
        policies = {policy for names in self.after for policy in names}
        self.outgrows = not stops and policies not in _ALL_ALIKE
        self.outgrowing_pairs = self.plain_pairs and self.outgrows
        self.plain_pairs = self.plain_pairs and not self.outgrows
        self.apart = _apart(book, closed=self.closed)
        self.slides = any("slid_under" in names for names in self.after)
        self.pairs_books = any(kind.beside for kind in book.books.kinds.values())
        kinds = book.books.kinds.values()
        self.asks_wilds = any(kind.wilds_only or kind.holds_all for kind in kinds)
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
        read = _read_with_runs if self.runs else _read
        self.read_group = lru_cache(maxsize=_MOST_GROUPS)(partial(read, self.wild))
        self.like = self.opens_like = self

    def __deepcopy__(self, memo: object) -> Tables:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (packed(self.book),)

    def _fits(self, naturals: int, wilds: int) -> bool:
        return any(
            wilds < len(shape[0]) and shape[naturals][wilds]
            for shape in (self.new_shapes[rank] for rank in self.rank_kinds)
        )


def _read(wild: tuple[bool, ...], group: Group) -> tuple[int, int] | None:
    naturals = [card.kind for card in group.cards if not wild[card.kind]]
    ranks = set(naturals)
    if len(ranks) > 1:
        return None
    return (ranks.pop() if ranks else WILD_RANK, len(naturals))


def _read_with_runs(wild: tuple[bool, ...], group: Group) -> tuple[int, int] | None:
    read = _read(wild, group)
    if read is not None:
        return read
    naturals = [card for card in group.cards if not wild[card.kind]]
    suits = {card.suit for card in naturals}
    suit = suits.pop()
    if suits or suit is None:
        return None
    return RUN_RANKS[SUITS.index(suit)], len(naturals)


@lru_cache(maxsize=64)
def _restored(book: bytes) -> Tables:
    """Return the tables of a pickled book; the same object for the same bytes."""
    tables = Tables(unpacked(book))
    _note_leaps(tables)
    return tables


def _shut(book: Rulebook) -> Rulebook:
    """Return rules by which nobody opens with a way to open by points alone.

    Whatever searches first lays then finds none: there is no other thing to ask.
    """
    alone = attrs.evolve(
        book.opening,
        reached_by="all_melds",
        must_hold=(),
        or_book=(),
        waived="never",
        bonuses_count=False,
    )
    return attrs.evolve(book, opening=alone)


def _quota(book: Rulebook) -> tuple[tuple[str, int], ...]:
    """Return the books that going out needs, by place.

    Where nobody may go out these are more than any deck has, so that whatever searches
    ways out finds none: there is no other thing to ask.
    """
    needed = {name: count for name, count in book.going_out.books.items() if count}
    if not book.going_out.may_go_out:
        needed = dict.fromkeys(needed or (ANY_KIND,), _MORE_THAN_ANY)
    return tuple(needed.items())


def _looks_further(book: Rulebook) -> bool:
    """Whether a lay may be refused for more than its shapes and what it leaves."""
    melds, wilds = book.melds, book.wilds
    return bool(
        melds.floor
        or melds.burnt
        or melds.books_of_rank is not None
        or melds.last_packet_only
        or melds.going_out_only
        or melds.whole_only
        or wilds.start_most is not None
        or wilds.start_ratio != "same"
        or wilds.per_turn is not None
        or wilds.not_on
        or book.pile.buried == "next_turn"
    )


def _apart(book: Rulebook, *, closed: bool) -> int:
    """Return how many cards two melds of a rank have, of which one is unfinished."""
    match book.melds.per_rank:
        case "several":
            return 0
        case "one_with_room" if closed:
            return book.books.size + 1
        case _:
            return NEVER_APART


def _is_unusual(book: Rulebook) -> bool:
    """Whether the quick lists of lays would offer some that a rule forbids."""
    return (
        _looks_further(book)
        or book.melds.per_rank in ("several", "one_with_room")
        or book.pile.wild_top == "matching_colour"
        or book.foot.trigger != "empty"
        or book.foot.after_meld == "not_allowed"
        or book.books.close_later
    )


def in_force(rules: RuleSet, *at: Any) -> Tables:
    """Return the tables of ``rules`` in a situation that comes again and again.

    Args:
        rules: The ruleset.
        at: The fields of the situation, in their order.
    """
    known: dict[tuple[Any, ...], Tables] = rules.memo.setdefault(_IN_FORCE, {})
    found = known.get(at)
    if found is None:
        if len(known) >= _MOST_SITUATIONS:
            known.clear()
        found = known[at] = compiled(rules, Situation(*at))
    return found


def compiled(rules: RuleSet, situation: Situation) -> Tables:
    """Return the tables of ``rules`` in ``situation``, made once for each ruleset."""
    book = rules.at(situation)
    found = rules.memo.get(id(book))
    if found is None:
        # The tables keep the book alive, so its id stays its own.
        found = rules.memo[id(book)] = Tables(book)
        kin = rules.memo.setdefault(_KIN, [])
        found.like = next((t for t in kin if _alike(t, found)), found)
        _note_leaps(found)
        found.opens_like = next((t for t in kin if _open_alike(t, found)), found)
        kin.append(found)
    assert isinstance(found, Tables)
    return found


def _note_leaps(tables: Tables) -> None:
    """Note what takes too long to be found for each of the tables that are alike."""
    like = tables.like
    if like is not tables:
        tables.leaps, tables.most_new = like.leaps, like.most_new
        tables.looks_twice = like.looks_twice
        return
    apart = tables.most_begun > tables.size and tables.new_shapes is not tables.shapes
    found = found_in(tables) if tables.outgrows or apart else NOTHING
    tables.leaps = found.leaps
    tables.looks_twice = tables.unusual or found.leaps
    rule = tables.book
    longer = found.longer or rule.melds.floor or rule.wilds.per_turn is not None
    tables.most_new = tables.most_begun if longer else tables.size


def _alike(one: Tables, other: Tables) -> bool:
    """Whether lays of a side that has opened are judged alike."""
    return one.like is one and all(
        getattr(one.book, field.name) == getattr(other.book, field.name)
        for field in attrs.fields(Rulebook)
        if field.name not in NO_MATTER
    )


def _open_alike(one: Tables, other: Tables) -> bool:
    """Whether first melds are legal alike, and worth the same."""
    return (
        one.opens_like is one
        and one.like is other.like
        and one.opening_points == other.opening_points
        and one.book.opening.bonuses_count == other.book.opening.bonuses_count
    )
