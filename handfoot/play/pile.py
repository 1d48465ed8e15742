"""Taking the pile at the table: what earns it, what bars it, every way to take it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handfoot.cards import CARDS, KIND_OF, KIND_TEXT, Card
from handfoot.play import going_out, lay, opening, threes
from handfoot.play.actions import Group, TakePile
from handfoot.play.events import TookPile
from handfoot.play.melds import (
    Layout,
    Placed,
    choose_faces,
    place_all,
    rank_name,
)
from handfoot.play.refusals import Refusal
from handfoot.play.state import NO_MELD, PLAY, WILD_RANK, State
from handfoot.play.stock import Log

# Natural (or matching wild) cards that a pair asks for beside the top card.
PAIR = 2


def taken_faces(state: State, side: int) -> bytes:
    """Return the faces that a pickup takes, top card last."""
    take = state.tables[side].book.pile.take
    return state.pile if take == "all" else state.pile[-take:]


def barred(state: State) -> Iterator[Refusal]:
    """Yield what bars the pile for the player to act, whatever the hand holds."""
    side = state.turn % state.sides
    tables = state.tables[side]
    rule = tables.book.pile
    if not rule.may_be_taken:
        yield Refusal(
            "pile_never_taken",
            "pile.may_be_taken",
            "The discard pile is never taken.",
            wanted=False,
        )
        return
    if len(state.pile) < max(rule.smallest, 1):
        yield Refusal(
            "pile_too_small",
            "pile.smallest",
            f"The pile must hold {max(rule.smallest, 1)} cards to be taken; it holds "
            f"{len(state.pile)}.",
            wanted=rule.smallest,
            found=len(state.pile),
        )
    if state.pile:
        top = KIND_OF[state.pile[-1]]
        if tables.barred_top[top]:
            yield Refusal(
                "top_barred",
                "pile.not_on",
                f"Nobody may take the pile while {CARDS[state.pile[-1]]} is on top.",
                found=KIND_TEXT[top],
            )
        elif tables.wild[top] and rule.wild_top == "never":
            yield Refusal(
                "wild_on_top",
                "pile.wild_top",
                "A wild card on top cannot be taken.",
                wanted="never",
                found=KIND_TEXT[top],
            )
    if rule.before_opening == "never" and not state.opened[side]:
        yield Refusal(
            "not_open",
            "pile.before_opening",
            "Your side must open before it may take the pile.",
            wanted="open",
        )


def check(state: State, action: TakePile) -> Iterator[Refusal]:
    """Yield every rule that taking the pile in this way breaks."""
    yield from barred(state)
    if not state.pile:
        return
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    taken = taken_faces(state, side)
    cards = _with_top(action.groups, taken[-1])
    if cards is None:
        yield _top_unused(state, side, taken[-1])
        return
    at_once = tables.book.pile.buried == "at_once"
    pool = state.cards[seat] + (taken if at_once else taken[-1:])
    if choose_faces(pool, cards) is None:
        held = state.hands[seat][:]
        for face in taken if at_once else taken[-1:]:
            held[KIND_OF[face]] += 1
        yield lay.not_held(held, cards)
        yield from _missing_pair(state, side, taken[-1])
        return
    placed, refusals = place_all(state, side, action.groups)
    yield from refusals
    if refusals:
        return
    layout = Layout(state, side, placed)
    yield from _earned(state, side, placed, layout, taken[-1])
    yield from layout.refusals
    yield from opening.check(state, side, _counted(state, side, cards, taken))
    if not layout.refusals:
        left = state.hands[seat][:]
        for face in taken:
            left[KIND_OF[face]] += 1
        for card in cards:
            left[card.kind] -= 1
        yield from going_out.check_left(state, seat, layout, left)


def _with_top(groups: Sequence[Group], top: int) -> list[Card] | None:
    """Return the cards of the groups with one of them named as the exact top card."""
    cards = [card for group in groups for card in group.cards]
    if CARDS[top] in cards:
        return cards
    kind = KIND_OF[top]
    for place, card in enumerate(cards):
        if not card.exact and card.kind == kind:
            cards[place] = CARDS[top]
            return cards
    return None


def _uses_top(cards: Sequence[Card], top: int) -> bool:
    return any(
        card is CARDS[top] or (not card.exact and card.kind == KIND_OF[top])
        for card in cards
    )


def _top_unused(state: State, side: int, top: int) -> Refusal:
    pair = next(_missing_pair(state, side, top), None)
    if pair is not None:
        return pair
    return Refusal(
        "top_unused",
        "pile.needs",
        f"The pile is taken with a meld that uses its top card, {CARDS[top]}.",
        wanted=str(CARDS[top]),
    )


def pair_rule(state: State, side: int, top: int) -> tuple[str, int] | None:
    """Return the key that asks for a pair and the rank of its meld, or ``None``."""
    tables = state.tables[side]
    rule = tables.book.pile
    if tables.wild[top]:
        matching = rule.wild_top == "matching_wilds"
        return ("pile.wild_top", WILD_RANK) if matching else None
    return ("pile.needs", top) if rule.needs == "natural_pair" else None


def _missing_pair(state: State, side: int, top: int) -> Iterator[Refusal]:
    kind = KIND_OF[top]
    rule = pair_rule(state, side, kind)
    have = state.hands[state.turn][kind]
    if rule is not None and have < PAIR:
        yield _no_pair(rule[0], kind, have)


def _no_pair(key: str, kind: int, found: int) -> Refusal:
    name = KIND_TEXT[kind]
    what = "natural" if key == "pile.needs" else "wild"
    return Refusal(
        "pair_missing",
        key,
        f"To take the pile you must meld two {what} {name} from your hand with the "
        f"top card; you have {found}.",
        wanted=PAIR,
        found=found,
    )


def _earned(
    state: State, side: int, placed: Sequence[Placed], layout: Layout, top: int
) -> Iterator[Refusal]:
    """Yield why the groups do not earn the pile where a pair is asked for."""
    kind = KIND_OF[top]
    rule = pair_rule(state, side, kind)
    if rule is None:
        return
    key, rank = rule
    have = state.hands[state.turn][kind]
    if have < PAIR:
        # Taken cards may help to meld the top card, but not to earn it.
        yield _no_pair(key, kind, have)
        return
    of_rank = [group for group in placed if group.rank == rank]
    shown = sum(card.kind == kind for group in of_rank for card in group.cards) - 1
    if shown < PAIR:
        yield _no_pair(key, kind, max(shown, 0))
        return
    slot = state.slots[side][rank]
    if slot != NO_MELD and not has_room(state, side, slot):
        yield from _overflow(state, side, of_rank, layout, top)
        return
    whole = any(
        _uses_top(group.cards, top)
        and sum(card.kind == kind for card in group.cards) > PAIR
        for group in of_rank
    )
    if not whole:
        yield Refusal(
            "pair_apart",
            key,
            "The top card and your two cards of its rank go down together, in one "
            "meld.",
        )


def has_room(state: State, side: int, slot: int) -> bool:
    """Whether an unfinished meld can take the top card and a pair."""
    tables = state.tables[side]
    meld = state.melds[side][slot]
    return not tables.closed or meld.naturals + meld.wilds + PAIR < tables.size


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
        if not any(_uses_top(group.cards, top) for group in onto):
            yield Refusal(
                "overflow_from_hand",
                "pile.full_meld",
                "The top card completes the book; the new meld comes from your hand.",
            )


def _counted(
    state: State, side: int, cards: Sequence[Card], taken: bytes
) -> list[Card]:
    """Return the cards of a pickup's play that count toward the opening."""
    rule = state.tables[side].book
    if rule.pile.buried != "at_once" or rule.opening.taken_count:
        return list(cards)
    left = state.hands[state.turn][:]
    left[KIND_OF[taken[-1]]] += 1
    counted = []
    for card in cards:
        left[card.kind] -= 1
        if left[card.kind] >= 0:
            counted.append(card)
    return counted


def apply(state: State, action: TakePile, log: Log) -> bool:
    """Take the pile in a way that was checked.

    Returns ``False`` when a red three taken could not be replaced: the round ends.
    """
    seat = state.turn
    side = seat % state.sides
    taken = taken_faces(state, side)
    top = taken[-1]
    state.pile = state.pile[: len(state.pile) - len(taken)]
    if log is not None:
        log.append(TookPile(seat, tuple(CARDS[face] for face in taken)))
    state.give(seat, taken)
    groups = _name_top(action.groups, top)
    faces = lay.put(state, seat, groups, state.cards[seat], log)
    state.remove(seat, faces)
    state.phase = PLAY
    # A hand melded out for a moment is no empty hand while taken cards are in it.
    return threes.lay_red(state, seat, log)


def _name_top(groups: Sequence[Group], top: int) -> tuple[Group, ...]:
    """Return the groups with the top card named exactly, so that it is the one used."""
    if any(CARDS[top] in group.cards for group in groups):
        return tuple(groups)
    named = list(groups)
    for place, group in enumerate(named):
        for i, card in enumerate(group.cards):
            if not card.exact and card.kind == KIND_OF[top]:
                cards = (*group.cards[:i], CARDS[top], *group.cards[i + 1 :])
                named[place] = Group(cards, group.onto)
                return tuple(named)
    return tuple(named)
