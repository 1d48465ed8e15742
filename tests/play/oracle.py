"""A slow, obvious judge of small positions, written from the words of the rules.

It knows nothing of the engine: cards are words, a meld is a tuple of words, a question
is answered by trying everything. Where it and the engine differ, one of them is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, permutations, product
from typing import Any, Final

import attrs

from handfoot.rules.language.scoped import Situation, resolve
from handfoot.rules.ruleset import RuleSet

WORDS: Final = {
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
    "2": "two",
    "JK": "joker",
    "3b": "black_three",
    "3r": "red_three",
}
NEW: Final = -1
# Added to the place of a run: wilds that go below it.
BELOW: Final = 100
WILDS: Final = "W"
SUITS: Final = "shdc"
# The ranks of runs: their suits.
RUNS: Final = ("S", "H", "D", "C")

Cards = tuple[str, ...]
# Where the cards go (the place of a meld, or NEW) and which they are.
Offer = tuple[int, Cards]
Offers = tuple[Offer, ...]


def bare(card: str) -> str:
    """A card without its suit; suits are named only where there are runs."""
    return card[:-1] if len(card) > 1 and card[-1] in SUITS else card


def suit_of(card: str) -> str | None:
    """The suit of a card as the rank of a run, None where it is not named."""
    return card[-1].upper() if bare(card) != card else None


@attrs.frozen
class Pos:
    """What one player may think about: small, plain, and complete for one turn."""

    hand: Cards
    melds: tuple[Cards, ...] = ()
    pile: Cards = ()
    opened: bool = False
    packets: int = 0
    permission: str = "unasked"
    partners_ready: bool = True
    has_partners: bool = False
    red: int = 0


class Rules:
    """Plain values of one ruleset at one table, with the words they stand for."""

    def __init__(self, rules: RuleSet, at: Situation) -> None:
        self.value: Mapping[str, Any] = {k: resolve(v, at) for k, v in rules.items()}
        start = "books.kinds."
        names = [
            k[len(start) :].split(".")[0] for k in self.value if k.startswith(start)
        ]
        self.kinds = tuple(dict.fromkeys(names))

    def __getitem__(self, key: str) -> Any:
        return self.value[key]

    def is_wild(self, card: str) -> bool:
        """Whether a card is wild."""
        return WORDS[bare(card)] in self["wilds.cards"]

    def can_be_melded(self, card: str) -> bool:
        """Whether a card may lie in a meld at all."""
        return self.is_wild(card) or WORDS[bare(card)] in self["melds.ranks"]

    def named(self, card: str, key: str) -> bool:
        """Whether a list of card words names ``card``."""
        words = {WORDS[bare(card)]}
        if bare(card) in ("3b", "3r"):
            words.add("three")
        if self.is_wild(card):
            words.add("wild")
        return bool(words & set(self[key]))

    def points(self, card: str) -> int:
        """What a card counts toward the opening minimum."""
        if bare(card) in ("3b", "3r") or (
            self.is_wild(card) and not self["opening.wilds_count"]
        ):
            return 0
        worth: int = self[f"scoring.values.{WORDS[bare(card)]}"]
        return worth

    def rank_of(self, cards: Sequence[str]) -> str | None:
        """The one rank of some cards, ``W`` for wilds alone, None for a mixture.

        Where there are runs, several ranks of one suit are of the rank of its runs.
        """
        naturals = [card for card in cards if not self.is_wild(card)]
        ranks = set(map(bare, naturals))
        if not ranks:
            return WILDS
        if len(ranks) == 1:
            return ranks.pop()
        suits = set(map(suit_of, naturals))
        return suits.pop() if self["melds.runs"] != "none" and len(suits) == 1 else None

    def split(self, cards: Sequence[str]) -> tuple[int, int]:
        """How many of the cards are natural, and how many wild."""
        wild = sum(map(self.is_wild, cards))
        return len(cards) - wild, wild


# -- melds and books ------------------------------------------------------------------


def in_order(r: Rules, cards: Cards) -> Cards:
    """The cards of one play as they are laid, naturals first."""
    return tuple(sorted(cards, key=r.is_wild))


def deciding(r: Rules, meld: Cards) -> Cards:
    """The cards of a meld that decide what it is: all but those slid under it."""
    return meld[: r["books.size"]] if r["books.after"] == "slid_under" else meld


def may_lie(r: Rules, cards: Cards) -> bool:
    """Whether these cards may lie together as one meld, new or grown."""
    rank = r.rank_of(cards)
    if rank is None or not all(map(r.can_be_melded, cards)):
        return False
    if rank in WORDS and WORDS[str(rank)] in r["wilds.not_on"] and r.split(cards)[1]:
        return False
    if rank in RUNS and (
        interval(r, cards) is None
        if r["melds.runs"] == "with_wilds"
        else r.split(cards)[1] or not in_a_row(r, cards)
    ):
        return False
    cards = deciding(r, cards)
    naturals, wild = r.split(cards)
    size = len(cards)
    if size > r["books.size"] and not _may_outgrow(r, naturals, wild):
        return False
    if rank == WILDS:
        return bool(r["wilds.all_wild"]) and size >= r["wilds.all_wild_smallest"]
    if rank in RUNS:
        return size >= r["melds.smallest"] and keeps_limits(r, cards)
    whole = WORDS[str(rank)] in r["melds.whole_only"]
    if size < (r["books.size"] if whole else r["melds.smallest"]):
        return False
    return keeps_limits(r, cards)


def keeps_limits(r: Rules, cards: Cards) -> bool:
    """Whether cards beside naturals are within the limits of wilds."""
    naturals, wild = r.split(cards)
    if not wild:
        return True
    most = r["wilds.most"]
    return bool(
        (keeps(r, "wilds.ratio", cards) or keeps(r, "wilds.start_ratio", cards))
        and (most is None or wild <= most)
        and naturals >= r["wilds.least_naturals"]
    )


def keeps(r: Rules, key: str, cards: Cards) -> bool:
    """Whether cards of one rank are in the ratio that a key asks for."""
    naturals, wild = r.split(deciding(r, cards))
    ratio = r["wilds.ratio"] if r[key] == "same" else r[key]
    enough = {
        "twice": naturals >= 2 * wild,
        "more": naturals > wild,
        "equal": naturals >= wild,
        "any": True,
    }
    return not wild or not naturals or enough[ratio]


def in_a_row(r: Rules, cards: Sequence[str]) -> bool:
    """Whether cards of one suit follow each other, each rank free for runs."""
    words = [WORDS[bare(card)] for card in cards]
    limited = ("last_packet_only", "going_out_only", "whole_only")
    order = [*WORDS.values()][: [*WORDS].index("A") + 1]
    free = not any(word in r[f"melds.{name}"] for word in words for name in limited)
    if not free or any(word not in order for word in words):
        return False
    places = sorted(order.index(word) for word in words)
    return all(b - a == 1 for a, b in pairwise(places))


def interval(r: Rules, meld: Cards) -> tuple[int, int] | None:
    """The lowest and the highest place of a run, its cards in their order."""
    order = [*WORDS.values()][: [*WORDS].index("A") + 1]
    natural = [(at, card) for at, card in enumerate(meld) if not r.is_wild(card)]
    lows = {order.index(WORDS[bare(card)]) - at for at, card in natural}
    if len(lows) != 1 or len(natural) < 2:  # two tell of what suit it is
        return None
    low = lows.pop()
    high = low + len(meld) - 1
    places = order[low : high + 1]
    limited = ("last_packet_only", "going_out_only", "whole_only")
    barred = {word for name in limited for word in r[f"melds.{name}"]}
    barred |= {*r["wilds.cards"]} | ({*order} - {*r["melds.ranks"]})
    if low < 0 or high >= len(order) or barred & {*places}:
        return None
    return low, high


def as_laid(r: Rules, run: Cards, cards: Cards, below: Cards = ()) -> Cards | None:
    """A run in its order once cards have joined it, some wilds at its lower end.

    Wilds fill gaps first, then go to the top, and below where there is no room.
    """
    order = [*WORDS.values()][: [*WORDS].index("A") + 1]
    at: dict[int, str] = {}
    if run:
        there = interval(r, run)
        assert there is not None
        at = dict(enumerate(run, there[0]))
    for card in cards:
        if not r.is_wild(card):
            place = order.index(WORDS[bare(card)]) if WORDS[bare(card)] in order else -1
            if place < 0 or place in at:
                return None
            at[place] = card
    plain = [card for card in cards if r.is_wild(card)]
    under = [*below]
    for place in range(min(at), max(at)):
        if place not in at:
            if not plain and not under:
                return None
            at[place] = (plain or under).pop(0)
    for card in plain:
        trial = {**at, max(at) + 1: card}
        if interval(r, tuple(trial[place] for place in sorted(trial))) is None:
            under.append(card)
        else:
            at = trial
    for card in reversed(under):
        at[min(at) - 1] = card
    return tuple(at[place] for place in sorted(at))


def in_its_order(r: Rules, cards: Cards) -> Cards | None:
    """The cards of a new meld as they lie; wilds that lead a run go below."""
    if r["melds.runs"] != "with_wilds" or r.rank_of(cards) not in RUNS:
        return in_order(r, cards)
    first = next(i for i, card in enumerate(cards) if not r.is_wild(card))
    return as_laid(r, (), cards[first:], cards[:first])


def _may_outgrow(r: Rules, naturals: int, wild: int) -> bool:
    """Whether cards may lie together that are more than a book."""
    after = r["books.after"]
    if after == "closed":
        return False
    if after == "naturals":
        # Wilds may all lie below the naturals, but no wild goes on a book.
        return wild <= int(r["books.size"])
    return True


def may_start(r: Rules, cards: Cards) -> bool:
    """Whether these cards may begin a meld."""
    naturals, wild = r.split(cards)
    most = r["wilds.start_most"]
    if naturals and most is not None and wild > most:
        return False
    if r["books.completed_exactly"] and len(cards) > r["books.size"]:
        return False
    if not keeps(r, "wilds.start_ratio", in_order(r, cards)):
        return False
    worth = sum(r[f"scoring.values.{WORDS[bare(card)]}"] for card in cards)
    return may_lie(r, cards) and worth >= r["melds.floor"]


def may_be_added(r: Rules, meld: Cards, cards: Cards) -> bool:
    """Whether cards may join a meld, all in one play."""
    rank = r.rank_of(meld)
    with_wilds = r["melds.runs"] == "with_wilds"
    if rank in RUNS:
        natural = [card for card in cards if not (with_wilds and r.is_wild(card))]
        if any(suit_of(card) != rank or r.is_wild(card) for card in natural):
            return False
    elif r.rank_of(cards) not in (rank, WILDS):
        return False
    _, wild = r.split(cards)
    naturals, had_wild = r.split(meld)
    size = r["books.size"]
    if r["books.after"] == "naturals" and wild and len(meld) + wild > size:
        return False
    clean_book = len(meld) >= size and naturals and not had_wild
    if r["books.after"] == "same_kind" and clean_book and wild:
        dirty = meld + in_order(r, cards)
        if rank not in RUNS or kind_of_book(r, meld) != kind_of_book(r, dirty):
            return False
    if r["books.completed_exactly"] and len(meld) < size < len(meld) + len(cards):
        return False
    grown = meld + in_order(r, cards)
    if rank in RUNS and with_wilds:
        # Whether there is a place for each is looked at by ``as_laid``.
        return _grows_within(r, grown, more=wild)
    # What slides under a book does not count in it.
    more = r.split(deciding(r, grown))[1] > r.split(deciding(r, meld))[1]
    return may_lie(r, grown) and (not more or keeps(r, "wilds.ratio", grown))


def _grows_within(r: Rules, cards: Cards, *, more: int) -> bool:
    """Whether a run may have these cards, of which some wilds are new, by numbers."""
    naturals, wild = r.split(cards)
    if len(cards) > r["books.size"] and not _may_outgrow(r, naturals, wild):
        return False
    return keeps_limits(r, cards) and (not more or keeps(r, "wilds.ratio", cards))


def is_book(r: Rules, meld: Cards) -> bool:
    """Whether a meld has the cards of a book."""
    size: int = r["books.size"]
    return len(meld) >= size


def kind_of_book(r: Rules, meld: Cards) -> str | None:
    """The kind of a finished book: fewest ranks first, then as written."""
    naturals, wild = r.split(deciding(r, meld))
    rank = r.rank_of(meld)
    made = "wilds" if not naturals else "mixed" if wild else "naturals"
    if rank in RUNS:
        made = "mixed_run" if wild else "natural_run"
    found = []
    for place, name in enumerate(r.kinds):
        of = r[f"books.kinds.{name}.made_of"]
        ranks = r[f"books.kinds.{name}.ranks"]
        of_run = of == "run" and made in ("natural_run", "mixed_run")
        of_rank = of == "anything" and made in ("naturals", "mixed")
        if of != made and not (of_run or of_rank):
            continue
        # All ranks but twos, which is what is said where nothing is, mean every rank.
        every = len(set(ranks) - {"two"}) == len(WORDS) - 2
        if rank == WILDS or rank in RUNS or every or WORDS[str(rank)] in ranks:
            found.append((len(ranks), place, name))
    return min(found)[2] if found else None


def quota_filled(r: Rules, melds: Sequence[Cards]) -> bool:
    """Whether the finished books fill every place that going out asks for."""
    have: Counter[str] = Counter()
    for meld in melds:
        if is_book(r, meld):
            have["any"] += 1
            name = kind_of_book(r, meld)
            if name is not None:
                have.update({name, *r[f"books.kinds.{name}.counts_as"]})
    return all(have[place] >= n for place, n in r["going_out.books"].items())


def enough_lies(r: Rules, melds: Sequence[Cards], red: int) -> bool:
    """Whether the melds of a side, and its red threes, are what going out asks for."""
    books = sum(is_book(r, meld) for meld in melds)
    if r["going_out.red_threes"] == "one_for_each_book" and books > red:
        return False
    worth = [r[f"scoring.values.{WORDS[bare(c)]}"] for meld in melds for c in meld]
    least: int = r["going_out.least_melded"]
    return sum(worth) >= least and quota_filled(r, melds)


# -- one play -------------------------------------------------------------------------


def table_after(r: Rules, melds: Sequence[Cards], offers: Offers) -> list[Cards] | None:
    """The melds after a play, or None when these cards may not be laid so."""
    if not offers or not all(cards for _, cards in offers):
        return None
    table = _grown(r, melds, offers)
    if table is None:
        return None
    started: list[Cards] = []
    for place, cards in offers:
        if place == NEW:
            fresh = in_its_order(r, cards)
            if fresh is None or not may_start(r, fresh):
                return None
            started.append(fresh)
    for order in permutations(started):
        found = _started(r, table, order)
        if found is not None:
            return found
    return None


def _grown(r: Rules, melds: Sequence[Cards], offers: Offers) -> list[Cards] | None:
    """The melds on the table with what joins them, None where it may not."""
    table = list(melds)
    onto: dict[int, Cards] = {}
    below: dict[int, Cards] = {}
    for place, cards in offers:
        if place != NEW:
            if r.rank_of(cards) is None:
                return None
            at = place % BELOW
            onto[at] = onto.get(at, ()) + (() if place >= BELOW else cards)
            below[at] = below.get(at, ()) + (cards if place >= BELOW else ())
    for place, cards in onto.items():
        if not may_be_added(r, table[place], cards + below[place]):
            return None
        grown: Cards | None = table[place] + in_order(r, cards)
        if r["melds.runs"] == "with_wilds" and r.rank_of(table[place]) in RUNS:
            grown = as_laid(r, table[place], cards, below[place])
            if grown is None or not may_lie(r, grown):
                return None
        table[place] = grown or ()
    return table


def _started(
    r: Rules, table: Sequence[Cards], started: Sequence[Cards]
) -> list[Cards] | None:
    found = list(table)
    for cards in started:
        if r.rank_of(cards) in RUNS:
            found.append(cards)
            continue
        alike = [meld for meld in found if r.rank_of(meld) == r.rank_of(cards)]
        most = r["melds.books_of_rank"]
        if most is not None and len(alike) >= most:
            return None
        if alike and r["melds.per_rank"] == "one":
            return None
        naturals, _ = r.split(cards)
        if alike and 0 < naturals < r["melds.further_naturals"]:
            return None
        unfinished = [meld for meld in alike if not is_book(r, meld)]
        if unfinished and r["melds.per_rank"] in ("one_unfinished", "one_with_room"):
            size = r["books.size"]
            with_room = r["books.after"] == "closed" and (
                r["melds.per_rank"] == "one_with_room"
            )
            if not with_room or any(len(m) + len(cards) <= size for m in unfinished):
                return None
        found.append(cards)
    return found


def laid(offers: Offers) -> Counter[str]:
    """The cards of a play."""
    return Counter(card for _, cards in offers for card in cards)


def minus(hand: Sequence[str], cards: Mapping[str, int]) -> Cards | None:
    """The hand without some cards, or None when it lacks one of them."""
    left = Counter(hand)
    left.subtract(cards)
    if min(left.values(), default=0) < 0:
        return None
    return tuple(sorted(left.elements()))


def after_lay(r: Rules, pos: Pos, offers: Offers) -> Pos | None:
    """The position after a lay, or None when the lay is against the rules."""
    left = minus(pos.hand, laid(offers))
    table = table_after(r, pos.melds, offers)
    if left is None or table is None:
        return None
    worth = sum(r.points(card) * n for card, n in laid(offers).items())
    if not pos.opened and not opens(r, worth):
        return None
    after = attrs.evolve(pos, hand=left, melds=tuple(table), opened=True)
    return after if may_hold(r, after) else None


def opens(r: Rules, worth: int) -> bool:
    """Whether so many points open."""
    least: int = r["opening.minimum"]
    return worth > least if r["opening.reach"] == "more_than" else worth >= least


def asks(r: Rules, pos: Pos) -> bool:
    """Whether this player has partners whom it must ask."""
    return bool(pos.has_partners and r["going_out.permission"] == "binding")


def hears(r: Rules, pos: Pos) -> bool:
    """Whether this player may ask partners whose answer binds."""
    how = ("binding", "optional")
    return bool(pos.has_partners and r["going_out.permission"] in how)


def permitted(r: Rules, pos: Pos) -> bool:
    """Whether what the partners said, or were not asked, lets this player go out."""
    return pos.permission == "granted" or not (
        asks(r, pos) or (hears(r, pos) and pos.permission == "denied")
    )


def may_go_out(r: Rules, pos: Pos) -> bool:
    """Whether nothing but the cards in hand stands in the way of going out."""
    if pos.packets or not enough_lies(r, pos.melds, pos.red):
        return False
    if r["going_out.partner"] != "nothing" and not pos.partners_ready:
        return False
    return permitted(r, pos)


def may_hold(r: Rules, pos: Pos) -> bool:
    """Whether a lay may leave these cards in hand."""
    if pos.packets:
        return True
    count = len(pos.hand)
    if pos.permission == "granted":
        # The yes binds: the rest must still leave this turn.
        return finishes(r, pos)
    if count >= r["going_out.keep"]:
        return True
    if count == 0:
        return r["going_out.last_card"] != "discard" and may_go_out(r, pos)
    return bool(
        permitted(r, pos)
        and (r["going_out.partner"] == "nothing" or pos.partners_ready)
        and finishes(r, pos)
    )


def may_discard(r: Rules, pos: Pos, card: str) -> bool:
    """Whether the player may discard a card and so end the turn."""
    if card not in pos.hand:
        return False
    if r["discard.fitting"] == "played_first" and next(iter(all_lays(r, pos)), None):
        return False
    must = any(r.named(other, "discard.first") for other in pos.hand)
    free = [
        other
        for other in pos.hand
        if not r.named(other, "discard.barred")
        and (not must or r.named(other, "discard.first"))
    ]
    if free and card not in free:
        return False
    if pos.packets:
        return True
    if len(pos.hand) > 1:
        return pos.permission != "granted"
    if r.named(card, "going_out.barred_last"):
        return False
    return r["going_out.last_card"] != "meld" and may_go_out(r, pos)


def may_ask(r: Rules, pos: Pos) -> bool:
    """Whether the player may ask to go out now."""
    return (
        hears(r, pos)
        and pos.permission == "unasked"
        and not pos.packets
        and (r["going_out.partner"] == "nothing" or pos.partners_ready)
        and finishes(r, pos)
    )


def finishes(r: Rules, pos: Pos) -> bool:
    """Whether every card can leave now, with the quota filled; partners aside."""
    if not pos.hand:
        # The last card has been melded.
        return r["going_out.last_card"] != "discard" and enough_lies(
            r, pos.melds, pos.red
        )
    endings: list[Cards | None] = []
    if r["going_out.last_card"] != "discard":
        endings.append(pos.hand)
    if r["going_out.last_card"] != "meld":
        free = {c for c in pos.hand if not r.named(c, "going_out.barred_last")}
        endings += [minus(pos.hand, {card: 1}) for card in free]
    for rest in endings:
        assert rest is not None
        if not rest:
            if enough_lies(r, pos.melds, pos.red):
                return True
            continue
        worth = sum(map(r.points, rest))
        if not pos.opened and not opens(r, worth):
            continue
        for offers in offers_of_all(r, pos.melds, rest):
            table = table_after(r, pos.melds, offers)
            if table is not None and enough_lies(r, table, pos.red):
                return True
    return False


# -- trying everything ----------------------------------------------------------------


def offers_of_all(r: Rules, melds: Sequence[Cards], cards: Cards) -> Iterator[Offers]:
    """Every way to offer all of ``cards``, most of them against the rules."""
    naturals = sorted(card for card in cards if not r.is_wild(card))
    ranks = sorted(set(map(bare, naturals)))
    wild = tuple(sorted(card for card in cards if r.is_wild(card)))
    homes: list[tuple[str, int]] = []
    # A new meld has at least three cards, so there cannot be more than these.
    for rank in (*ranks, WILDS):
        count = sum(bare(card) == rank for card in naturals)
        most = min(count, len(cards) // 3) if rank != WILDS else len(wild) // 3
        homes += [(rank, NEW)] * max(1, most)
    for suit in RUNS if r["melds.runs"] != "none" else ():
        fewest = 2 if r["melds.runs"] == "with_wilds" else 3
        most = sum(suit_of(card) == suit for card in naturals) // fewest
        homes += [(suit, NEW)] * most
    homes += [(str(r.rank_of(meld)), place) for place, meld in enumerate(melds)]
    if r["melds.runs"] == "with_wilds" and wild:
        runs = [i for i, meld in enumerate(melds) if r.rank_of(meld) in RUNS]
        homes += [("below", place + BELOW) for place in runs]
    choices = []
    for card in dict.fromkeys(naturals):
        fitting = [
            i for i, home in enumerate(homes) if home[0] in (bare(card), suit_of(card))
        ]
        choices.append(
            [
                tuple((i, card, n) for i, n in zip(fitting, ns, strict=True) if n)
                for ns in _sums(cards.count(card), len(fitting))
            ]
        )
    for kind in sorted(set(wild)):
        ways = _sums(wild.count(kind), len(homes))
        choices += [[tuple((i, kind, n) for i, n in enumerate(ns) if n) for ns in ways]]
    seen = set()
    for chosen in product(*choices):
        held: dict[int, list[str]] = {}
        for part in chosen:
            for i, card, n in part:
                held.setdefault(i, []).extend([card] * n)
        for orders in product(*[_orders(r, homes[i], c) for i, c in held.items()]):
            offers = tuple(
                sorted((homes[i][1], o) for i, o in zip(held, orders, strict=True))
            )
            if offers not in seen:
                seen.add(offers)
                yield offers


def _orders(r: Rules, home: tuple[str, int], cards: list[str]) -> list[Cards]:
    """The orders of cards that make a difference: how many wilds lead a new run."""
    plain = sorted(cards)
    if r["melds.runs"] != "with_wilds" or home[1] != NEW or home[0] not in RUNS:
        return [tuple(plain)]
    natural = [card for card in plain if not r.is_wild(card)]
    wild = [card for card in plain if r.is_wild(card)]
    if not natural:
        return [tuple(plain)]
    return [(*wild[:n], *natural, *wild[n:]) for n in range(len(wild) + 1)]


@lru_cache(maxsize=4096)
def _sums(total: int, parts: int) -> tuple[tuple[int, ...], ...]:
    """Every way to write ``total`` as an ordered sum of ``parts`` numbers."""
    if parts == 1:
        return ((total,),)
    return tuple(
        (first, *rest)
        for first in range(total + 1)
        for rest in _sums(total - first, parts - 1)
    )


def subsets(cards: Cards) -> Iterator[Cards]:
    """Every non-empty choice of some of the cards."""
    counts = sorted(Counter(cards).items())
    for numbers in product(*(range(n + 1) for _, n in counts)):
        some = tuple(
            card for (card, _), n in zip(counts, numbers, strict=True) for _ in range(n)
        )
        if some:
            yield some


def all_lays(r: Rules, pos: Pos) -> Iterator[tuple[Offers, Pos]]:
    """Every legal lay, with the position after it."""
    fitting = tuple(card for card in pos.hand if r.can_be_melded(card))
    for cards in subsets(fitting):
        for offers in offers_of_all(r, pos.melds, cards):
            after = after_lay(r, pos, offers)
            if after is not None:
                yield offers, after


# -- the pile -------------------------------------------------------------------------


def lifted_and_taken(r: Rules, pos: Pos) -> tuple[Cards, Cards]:
    """What a pickup lifts from the pile, and what of it comes to the hand."""
    take = r["pile.take"]
    lifted = pos.pile if take == "all" else pos.pile[-take:]
    if r["threes.black"] == "held":
        return lifted, lifted
    return lifted, (*(card for card in lifted[:-1] if card != "3b"), lifted[-1])


def after_take(r: Rules, pos: Pos, offers: Offers) -> Pos | None:
    """The position after taking the pile so, or None when that is not allowed."""
    closed = not pos.opened
    flat = tuple((at if at == NEW else at % BELOW, cards) for at, cards in offers)
    if not r["pile.may_be_taken"] or len(pos.pile) < max(1, r["pile.smallest"]):
        return None
    top = pos.pile[-1]
    if r.named(top, "pile.not_on"):
        return None
    if closed and r["pile.before_opening"] == "never":
        return None
    lifted, taken = lifted_and_taken(r, pos)
    used = laid(offers)
    at_once = r["pile.buried"] == "at_once"
    own = minus((*pos.hand, top), used)
    left = minus((*pos.hand, *taken), used)
    if left is None or (own is None and not at_once) or not used[top]:
        return None
    table = table_after(r, pos.melds, offers)
    if table is None or not earns(r, pos, flat, top):
        return None
    if not goes_right(r, pos, flat, top):
        return None
    if closed:
        counted = used
        if at_once and not r["opening.taken_count"]:
            counted = used & Counter((*pos.hand, top))
        worth = sum(r.points(card) * n for card, n in counted.items())
        if not opens(r, worth):
            return None
    below = pos.pile[: len(pos.pile) - len(lifted)]
    after = attrs.evolve(pos, hand=left, melds=tuple(table), opened=True, pile=below)
    return after if may_hold(r, after) else None


def goes_right(r: Rules, pos: Pos, offers: Offers, top: str) -> bool:
    """Whether the card that takes the pile goes to a meld to which it may go."""
    policy = r["pile.goes_to"]
    if policy == "no_book":
        return any(
            top in cards and (place == NEW or not is_book(r, pos.melds[place]))
            for place, cards in offers
        )
    dirty = policy == "new_clean_meld" and not r.is_wild(top)
    return policy == "any_meld" or any(
        place == NEW and top in cards and not (dirty and any(map(r.is_wild, cards)))
        for place, cards in offers
    )


def is_frozen(r: Rules, pos: Pos, seats: int = 4) -> bool:
    """Whether the pile is frozen, each card having been discarded in turn."""
    reach = {"covered": 1, "discarders_turn": seats - 1}
    lately = pos.pile[-reach.get(r["freezing.until"], len(pos.pile)) :]
    icy = any(r.named(card, "freezing.by") for card in lately)
    return bool(icy or r["freezing.personal"])


def earns(r: Rules, pos: Pos, offers: Offers, top: str) -> bool:
    """Whether a play earns the pile; that it uses the top card is known."""
    frozen = is_frozen(r, pos)
    if frozen and (r["freezing.needs"] == "never" or r.is_wild(top)):
        return False
    if r.is_wild(top):
        if r["pile.wild_top"] == "never":
            return False
        need = r["pile.wild_top"]
        rank = WILDS
    else:
        need = "natural_pair" if frozen else r["pile.needs"]
        rank = bare(top)
    if need == "natural_shown":
        return bare(top) in {bare(card) for card in pos.hand}
    if need == "top_card_used":
        return True
    here = [
        (place, cards)
        for place, cards in offers
        if r.rank_of(cards if place == NEW else pos.melds[place]) == rank
    ]
    by_run = (
        r["freezing.needs"] == "pair_or_run" if frozen else r["pile.run"] == "from_hand"
    )
    if by_run and in_run(r, pos, offers, top):
        return True
    if not frozen and r["pile.run"] == "own_run" and onto_run(r, pos, offers, top):
        return True
    if rank == bare(top) and not frozen and onto_own(r, pos, here, top):
        return True
    if shows(r, need, top, Counter(pos.hand)) < 2:
        return False
    full = [
        place
        for place, meld in enumerate(pos.melds)
        if r.rank_of(meld) == rank
        and not is_book(r, meld)
        and r["books.after"] == "closed"
        and r["melds.per_rank"] not in ("several", "one_with_room")
        and len(meld) + 3 > r["books.size"]
    ]
    if not full:
        together: dict[int, Counter[str]] = {}
        for number, (place, cards) in enumerate(here):
            # Each new meld stands for itself.
            key = place if place != NEW else -1 - number
            together.setdefault(key, Counter()).update(cards)
        return any(
            cards[top] and shows(r, need, top, cards - Counter([top])) >= 2
            for cards in together.values()
        )
    (slot,) = full
    return overflows(r, pos, here, slot, top=top, need=need)


def in_run(r: Rules, pos: Pos, offers: Offers, top: str) -> bool:
    """Whether the top card is laid in a run with two of the hand that make a run."""
    for place in {place for place, _ in offers}:
        groups = [cards for at, cards in offers if at == place]
        if place != NEW:
            groups = [tuple(card for cards in groups for card in cards)]
        for cards in groups:
            lying = cards if place == NEW else pos.melds[place]
            if top not in cards or r.rank_of(lying) not in RUNS:
                continue
            own = list((Counter(cards) - Counter([top])) & Counter(pos.hand))
            own = [card for card in own if not r.is_wild(card)]
            if any(in_a_row(r, (top, one, other)) for one in own for other in own):
                return True
    return False


def onto_run(r: Rules, pos: Pos, offers: Offers, top: str) -> bool:
    """Whether the top card goes onto an own unfinished run that it joins alone."""
    return any(
        place != NEW
        and top in cards
        and r.rank_of(pos.melds[place]) in RUNS
        and len(pos.melds[place]) < r["books.size"]
        and (
            top in _beside(r, pos.melds[place])
            if r["melds.runs"] == "with_wilds"
            else in_a_row(r, (*pos.melds[place], top))
        )
        for place, cards in offers
    )


def _beside(r: Rules, run: Cards) -> list[str]:
    """The naturals that join a run at its ends."""
    there = interval(r, run)
    assert there is not None
    names, suit = [*WORDS], str(r.rank_of(run)).lower()
    places = [place for place in (there[0] - 1, there[1] + 1) if place >= 0]
    return [names[place] + suit for place in places]


def onto_own(r: Rules, pos: Pos, here: Sequence[Offer], top: str) -> bool:
    """Whether an own meld of the top card's rank earns the pile, and takes it."""
    policy = r["pile.own_meld"]
    return policy != "no" and any(
        place != NEW
        and top in cards
        and (policy == "any" or not is_book(r, pos.melds[place]))
        for place, cards in here
    )


def overflows(
    r: Rules, pos: Pos, here: Sequence[Offer], slot: int, *, top: str, need: str
) -> bool:
    """Whether a play completes a meld without room and starts the next of its rank."""
    if r["pile.full_meld"] == "refuse":
        return False
    added = [cards for place, cards in here if place == slot]
    length = len(pos.melds[slot]) + sum(map(len, added))
    starts = any(place == NEW for place, _ in here)
    if length != r["books.size"] or not starts:
        return False
    shown = Counter(card for _, cards in here for card in cards)
    if shows(r, need, top, shown - Counter([top])) < 2:
        return False
    if r["pile.full_meld"] == "complete_and_start_from_hand":
        return any(top in cards for cards in added)
    return True


def shows(r: Rules, need: str, top: str, cards: Counter[str]) -> int:
    """How many of the cards go with the top card to earn the pile."""
    wild = sum(n for card, n in cards.items() if r.is_wild(card))
    same = sum(n for card, n in cards.items() if bare(card) == bare(top))
    match need:
        case "natural_pair" | "matching_wilds":
            return same
        case "any_wilds":
            return wild
        case "pair_or_wild":
            return same + min(wild, 1) if same else 0
        case _:
            return same + wild


def all_takes(r: Rules, pos: Pos) -> Iterator[tuple[Offers, Pos]]:
    """Every legal way to take the pile, with the position after it."""
    if not pos.pile or not r.can_be_melded(pos.pile[-1]):
        return
    _, taken = lifted_and_taken(r, pos)
    pool = (*pos.hand, *(taken if r["pile.buried"] == "at_once" else taken[-1:]))
    fitting = tuple(card for card in pool if r.can_be_melded(card))
    for cards in subsets(fitting):
        if pos.pile[-1] not in cards:
            continue
        for offers in offers_of_all(r, pos.melds, cards):
            after = after_take(r, pos, offers)
            if after is not None:
                yield offers, after


def best_opening(r: Rules, hand: Cards) -> int | None:
    """The most points that a hand can lay at once as new melds, None for no meld."""
    best = None
    fitting = tuple(card for card in hand if r.can_be_melded(card))
    for cards in subsets(fitting):
        worth = sum(map(r.points, cards))
        if best is not None and worth <= best:
            continue
        if any(table_after(r, (), o) for o in offers_of_all(r, (), cards)):
            best = worth
    return best


def reachable(r: Rules, start: Pos) -> set[tuple[Cards, tuple[Cards, ...]]]:
    """Every hand and table that legal lays can lead to in this turn."""
    seen = {start}
    todo = [start]
    while todo:
        pos = todo.pop()
        if not pos.hand:
            continue
        for _, after in all_lays(r, pos):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return {table_key(r, pos) for pos in seen}


def table_key(r: Rules, pos: Pos) -> tuple[Cards, tuple[Cards, ...]]:
    """Hand and melds with the order of cards and melds forgotten, if it is no matter.

    Where cards slide under a book, those that decide stand before those that do not.
    """
    melds = sorted(
        _run_key(r, meld)
        if r["melds.runs"] == "with_wilds" and r.rank_of(meld) in RUNS
        else tuple(sorted(deciding(r, meld)) + sorted(meld[len(deciding(r, meld)) :]))
        for meld in pos.melds
    )
    return tuple(sorted(pos.hand)), tuple(melds)


def _run_key(r: Rules, run: Cards) -> Cards:
    """The places of a run, and its wilds: which of them lies where is no matter."""
    wild = sorted(card for card in run if r.is_wild(card))
    return (*("*" if r.is_wild(card) else card for card in run), *wild)
