"""What earns a pickup: a pair, an own meld, or the use of a card that is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from handfoot.cards import CARDS, KIND_OF, KIND_WORDS, Card
from handfoot.play import freezing
from handfoot.play.colours import alike
from handfoot.play.melds import Layout
from handfoot.play.placing import Placed, rank_name
from handfoot.play.refusals import Refusal
from handfoot.play.runs.run import Run, is_run, lying, rank_of
from handfoot.play.state import NO_MELD, WILD_RANK, State
from handfoot.play.tables import NEVER_APART, Tables
from handfoot.rules.language.words import plural

# Cards from the hand that a pair is, beside the card it takes.
PAIR = 2
USE = "use"
NOTHING = "nothing"
NEVER = "never"


class Need(NamedTuple):
    """What earns a pickup with a given key card.

    Attributes:
        key: Ruleset key that says so.
        form: ``natural_pair``, ``pair_or_wild``, ``pair_or_wilds``,
            ``matching_wilds``, ``any_wilds``, ``use`` or ``nothing``.
        rank: Rank of the meld that a pair makes.
        frozen: Whether the pile is frozen for the player to act.
        run: Whether two cards that make a run with the key card earn it too.
        shown: Whether the hand must hold a natural of the key card's rank.
        own_run: Whether the key card earns it if it joins an own run alone.
        alike: Faces of which the pair must be, where colours matter.
    """

    key: str
    form: str
    rank: int
    frozen: bool = False
    run: bool = False
    shown: bool = False
    own_run: bool = False
    alike: bytes = b""

    @property
    def is_pair(self) -> bool:
        """Whether cards from the hand must be shown."""
        return self.form not in (USE, NOTHING, NEVER)


def need_of(state: State, side: int, face: int) -> Need:
    """Return what earns a pickup whose key card is ``face``."""
    kind = KIND_OF[face]
    tables = state.tables[side]
    rule = tables.book.pile
    frozen = freezing.cause(state, state.turn) if tables.freezes else None
    if frozen:
        never = tables.wild[kind] or tables.book.freezing.needs == "never"
        run = kind in tables.run_kinds and tables.book.freezing.needs == "pair_or_run"
        form = NEVER if never else "natural_pair"
        return Need(frozen, form, kind, frozen=True, run=run)
    if is_free(state, side):
        return Need("pile.free_upcard", NOTHING, kind)
    if tables.wild[kind]:
        if tables.tells_colours:
            form = "matching_wilds"
            return Need("pile.wild_top", form, WILD_RANK, alike=alike(face))
        form = USE if rule.wild_top == "top_card_used" else rule.wild_top
        return Need("pile.wild_top", form, WILD_RANK)
    shown = rule.needs == "natural_shown"
    form = USE if shown or rule.needs == "top_card_used" else rule.needs
    by_run = rule.run if kind in tables.run_kinds else "no"
    return Need(
        "pile.needs",
        form,
        kind,
        run=by_run == "from_hand",
        shown=shown,
        own_run=by_run == "own_run",
    )


def is_free(state: State, side: int) -> bool:
    """Whether the first player may just take the pile that the deal left."""
    book = state.tables[side].book
    return (
        book.pile.free_upcard
        and state.turns == 1
        and 0 < len(state.pile) <= book.deal.upcards
    )


def own_meld(state: State, side: int) -> str:
    """Return which own meld of the key card's rank alone earns the pile."""
    tables = state.tables[side]
    if tables.freezes and freezing.cause(state, state.turn):
        return "no"
    return tables.book.pile.own_meld


def uses(cards: Sequence[Card], face: int) -> bool:
    """Whether a group holds the key card, by name or by rank."""
    return any(
        card is CARDS[face] or (not card.exact and card.kind == KIND_OF[face])
        for card in cards
    )


def shown_by(state: State, need: Need, kind: int) -> int:
    """Return how many cards of the hand could be shown for a pair, by their kind."""
    hand = state.hands[state.turn]
    tables = state.tables[state.turn % state.sides]
    if need.alike:
        return sum(face in need.alike for face in state.cards[state.turn])
    match need.form:
        case "natural_pair" | "matching_wilds":
            return hand[kind]
        case "any_wilds":
            return sum(hand[wild] for wild in tables.wild_kinds)
        case "pair_or_wild":
            wilds = sum(hand[wild] for wild in tables.wild_kinds)
            return hand[kind] + min(wilds, 1) if hand[kind] else 0
        case "pair_or_wilds":
            return hand[kind] + sum(hand[wild] for wild in tables.wild_kinds)
        case _:
            return PAIR if hand[kind] or not need.shown else 0


def missing_pair(state: State, need: Need, face: int) -> Iterator[Refusal]:
    """Yield a refusal when the hand lacks the cards that must be shown."""
    found = shown_by(state, need, KIND_OF[face])
    if need.shown and not found:
        name = KIND_WORDS[KIND_OF[face]]
        yield Refusal(
            "match_missing",
            need.key,
            f"To take the pile with {CARDS[face]} you must show a natural {name} from "
            "your hand; you have none.",
            wanted=1,
            found=0,
        )
    if need.is_pair and found < PAIR and not (need.run and _run_held(state, face)):
        yield _no_pair(need, KIND_OF[face], found)


def _run_held(state: State, face: int) -> bool:
    """Whether the hand holds two cards that make a run with the key card."""
    kinds = state.tables[state.turn % state.sides].run_kinds
    held = state.cards[state.turn]
    return makes_run((one for one in held if KIND_OF[one] in kinds), face, held)


_PAIRS = {
    "natural_pair": "two natural {name}",
    "pair_or_wild": "two natural {name}, or one and a wild,",
    "pair_or_wilds": "two cards, {name} or wilds,",
    "matching_wilds": "two {name}",
    "any_wilds": "two wilds",
}


def _no_pair(need: Need, kind: int, found: int) -> Refusal:
    if need.frozen:
        return freezing.no_pair(need.key, kind, PAIR, found)
    name = plural(KIND_WORDS[kind])
    if len(need.alike) > 1:
        name = f"{'red' if CARDS[need.alike[0]].red else 'black'} {name}"
    what = _PAIRS[need.form].format(name=name)
    if need.run:
        what += " or two cards that make a run,"
    return Refusal(
        "pair_missing",
        need.key,
        f"To take the pile you must meld {what} from your hand with the "
        f"{KIND_WORDS[kind]} of the pile; you have {found}.",
        wanted=PAIR,
        found=found,
    )


def earned(
    state: State,
    side: int,
    placed: Sequence[Placed],
    layout: Layout,
    face: int,
    need: Need,
) -> Iterator[Refusal]:
    """Yield why the groups do not earn the pile where a pair is asked for."""
    if not need.is_pair:
        yield from missing_pair(state, need, face)
        return
    if _onto_own(state, side, placed, face):
        return
    if need.own_run and _joins_run(state, side, placed, face):
        return
    if need.run and _in_run(state, placed, face):
        return
    short = next(missing_pair(state, need, face), None)
    if short is not None:
        # Taken cards may help to meld the key card, but not to earn it.
        yield short
        return
    tables = state.tables[side]
    kind = KIND_OF[face]
    of_rank = [group for group in placed if group.rank == need.rank]
    shown = [_shown(tables, need, kind, group.cards) for group in of_rank]
    together = _shown(
        tables, need, kind, [card for group in of_rank for card in group.cards]
    )
    if together - 1 < PAIR:
        yield _no_pair(need, kind, max(together - 1, 0))
        return
    slot = state.slots[side][need.rank]
    if slot != NO_MELD and not has_room(state, side, slot):
        yield from _overflow(state, side, of_rank, layout, face)
        return
    whole = any(
        uses(group.cards, face) and count > PAIR
        for group, count in zip(of_rank, shown, strict=True)
    )
    if not whole:
        yield Refusal(
            "pair_apart",
            need.key,
            "The card taken and the two cards shown for it go down together, in one "
            "meld.",
        )


def _shown(tables: Tables, need: Need, kind: int, cards: Sequence[Card]) -> int:
    """Return how many cards of a group count for the pair, the key card with them."""
    if need.alike:
        return sum(card.exact and card.index in need.alike for card in cards)
    same = sum(card.kind == kind for card in cards)
    wilds = sum(tables.wild[card.kind] for card in cards)
    match need.form:
        case "natural_pair" | "matching_wilds":
            return same
        case "any_wilds":
            return wilds
        case "pair_or_wild":
            return same + min(wilds, 1) if same > 1 else 0
        case _:
            return same + wilds


def _in_run(state: State, placed: Sequence[Placed], face: int) -> bool:
    """Whether the key card goes into a run with two cards of the hand beside it."""
    held = state.cards[state.turn]
    return any(
        is_run(group.rank)
        and CARDS[face] in group.cards
        and makes_run([card.index for card in group.cards], face, held)
        for group in placed
    )


def makes_run(faces: Iterable[int], face: int, held: bytes) -> bool:
    """Whether two of some cards, of the cards held, make a run with the key card."""
    suit, key = rank_of(face), KIND_OF[face]
    kinds = {KIND_OF[one] for one in faces if one in held and rank_of(one) == suit}
    beside = {*kinds, key}
    return any({low, low + 1, low + 2} <= beside for low in range(key - PAIR, key + 1))


def _onto_own(state: State, side: int, placed: Sequence[Placed], face: int) -> bool:
    """Whether the key card goes onto an own meld that alone earns the pile."""
    policy = own_meld(state, side)
    if policy == "no":
        return False
    size = state.tables[side].size
    for group in placed:
        if group.meld == NO_MELD or group.rank != KIND_OF[face]:
            continue
        meld = state.melds[side][group.meld]
        if uses(group.cards, face) and (
            policy == "any" or meld.naturals + meld.wilds < size
        ):
            return True
    return False


def _joins_run(state: State, side: int, placed: Sequence[Placed], face: int) -> bool:
    """Whether the key card goes onto an unfinished own run that it joins alone."""
    tables = state.tables[side]
    joined = {
        run.place
        for run in lying(tables, state.melds[side])
        if joins(tables, run, face)
    }
    return any(group.meld in joined and CARDS[face] in group.cards for group in placed)


def joins(tables: Tables, run: Run, face: int) -> bool:
    """Whether a card alone may join a run on the table that is no book yet."""
    beside = (run.low - 1, run.high + 1)
    fits = run.rank == rank_of(face) and KIND_OF[face] in beside
    return fits and run.size < tables.size


def has_room(state: State, side: int, slot: int) -> bool:
    """Whether an unfinished meld can take the key card and a pair."""
    tables = state.tables[side]
    meld = state.melds[side][slot]
    if not tables.closed or tables.apart != NEVER_APART:
        return True
    return meld.naturals + meld.wilds + PAIR < tables.size


def _overflow(
    state: State, side: int, of_rank: Sequence[Placed], layout: Layout, top: int
) -> Iterator[Refusal]:
    tables = state.tables[side]
    policy = tables.book.pile.full_meld
    rank = of_rank[0].rank
    slot = state.slots[side][rank]
    if policy == "refuse":
        meld = state.melds[side][slot]
        yield Refusal(
            "no_room",
            "pile.full_meld",
            f"Your side's meld of {rank_name(rank)} has {meld.naturals + meld.wilds} "
            f"cards: there is no room for all three.",
            wanted=PAIR + 1,
            found=tables.size - meld.naturals - meld.wilds,
        )
        return
    finished = sum(layout.melds[slot][1:]) == tables.size
    started = any(group.meld == NO_MELD for group in of_rank)
    if not (finished and started):
        yield Refusal(
            "overflow",
            "pile.full_meld",
            f"Your side's meld of {rank_name(rank)} has no room for all three: in the "
            f"same play complete that book and start a new meld of the rank.",
            wanted=tables.size,
            found=sum(layout.melds[slot][1:]),
        )
    elif policy == "complete_and_start_from_hand":
        onto = [group for group in of_rank if group.meld == slot]
        if not any(uses(group.cards, top) for group in onto):
            yield Refusal(
                "overflow_from_hand",
                "pile.full_meld",
                "The top card completes the book; the new meld comes from your hand.",
            )
