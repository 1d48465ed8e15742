"""Taking the pile at the table: what earns it, what bars it, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from handfoot.cards import CARDS, KIND_OF, KIND_TEXT, Card
from handfoot.play import freezing, going_out, lay, opening, stock, threes
from handfoot.play.actions import Group, TakePile
from handfoot.play.events import Drew, TookPile
from handfoot.play.foot import in_last
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
from handfoot.play.tables import Tables

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
    """

    key: str
    form: str
    rank: int
    frozen: bool = False

    @property
    def is_pair(self) -> bool:
        """Whether cards from the hand must be shown."""
        return self.form not in (USE, NOTHING, NEVER)


def need_of(state: State, side: int, kind: int) -> Need:
    """Return what earns a pickup whose key card is of ``kind``."""
    tables = state.tables[side]
    rule = tables.book.pile
    frozen = freezing.cause(state, state.turn) if tables.freezes else None
    if frozen:
        never = tables.wild[kind] or tables.book.freezing.needs == "never"
        return Need(frozen, NEVER if never else "natural_pair", kind, frozen=True)
    if tables.wild[kind]:
        form = USE if rule.wild_top == "top_card_used" else rule.wild_top
        return Need("pile.wild_top", form, WILD_RANK)
    form = USE if rule.needs == "top_card_used" else rule.needs
    return Need("pile.needs", form, kind)


def own_meld(state: State, side: int) -> str:
    """Return which own meld of the key card's rank alone earns the pile."""
    tables = state.tables[side]
    if tables.freezes and freezing.cause(state, state.turn):
        return "no"
    return tables.book.pile.own_meld


def taken_faces(state: State, side: int, count: int = 0) -> bytes:
    """Return the faces that a pickup takes from the pile, top card last."""
    take = state.tables[side].book.pile.take
    if take == "all":
        return state.pile
    return state.pile[-(count if take == "dig" else take) :]


def key_faces(state: State, side: int, taken: bytes) -> list[int]:
    """Return the cards of which one must be used, top first, one of each kind."""
    rule = state.tables[side].book.pile
    if rule.take == "dig" or rule.key_card == "bottom":
        return [taken[0]]
    if rule.key_card == "top":
        return [taken[-1]]
    first = {KIND_OF[face]: face for face in taken}
    return [first[kind] for kind in dict.fromkeys(KIND_OF[f] for f in taken[::-1])]


def barred(state: State) -> Iterator[Refusal]:
    """Yield what bars the pile for the player to act, whatever the hand holds."""
    seat = state.turn
    side = seat % state.sides
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
    if rule.from_packet == "last" and not in_last(state, seat):
        yield Refusal(
            "pile_from_last_packet",
            "pile.from_packet",
            "Only a player who plays from the last packet may take the pile.",
            wanted="last",
        )
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
    if tables.freezes:
        yield from freezing.barred(state, seat)
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
    side = state.turn % state.sides
    digs = state.tables[side].book.pile.take == "dig"
    if not (1 <= action.count <= len(state.pile) if digs else action.count == 0):
        yield Refusal(
            "wrong_count",
            "pile.take",
            f"Say how many of the {len(state.pile)} cards you take."
            if digs
            else "The ruleset says how many cards a pickup takes.",
            found=action.count,
        )
        return
    taken = taken_faces(state, side, action.count)
    first: list[Refusal] | None = None
    for face in key_faces(state, side, taken):
        found = _check_key(state, action, taken, face)
        refusals = [refusal for refusal in (next(found, None),) if refusal is not None]
        if not refusals:
            return
        if first is None:
            first = [*refusals, *found]
    yield from first or ()


def _check_key(
    state: State, action: TakePile, taken: bytes, face: int
) -> Iterator[Refusal]:
    """Yield what is wrong when ``face`` is the card that earns the pickup."""
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    rule = tables.book.pile
    need = need_of(state, side, KIND_OF[face])
    if need.form == NEVER and need.frozen:
        if tables.book.freezing.needs != "never":
            yield freezing.wild_key(need.key, face)
    elif need.form == NEVER:
        yield Refusal(
            "wild_on_top",
            need.key,
            f"{CARDS[face]} is wild and cannot be what takes the pile.",
            wanted="never",
            found=KIND_TEXT[KIND_OF[face]],
        )
    left = state.hands[seat][:]
    for other in taken:
        left[KIND_OF[other]] += 1
    if not action.groups and need.form == NOTHING:
        yield from _unopened(state, side)
        yield from going_out.check_held(state, seat, sum(left))
        return
    cards = _with_key(action.groups, face)
    if cards is None:
        yield _key_unused(state, side, face)
        return
    at_once = rule.buried == "at_once"
    pool = state.cards[seat] + (taken if at_once else bytes((face,)))
    if choose_faces(pool, cards) is None:
        held = state.hands[seat][:]
        for lying in taken if at_once else (face,):
            held[KIND_OF[lying]] += 1
        yield lay.not_held(held, cards)
        yield from _missing_pair(state, need, face)
        return
    placed, refusals = place_all(state, side, action.groups)
    yield from refusals
    if refusals:
        return
    layout = Layout(state, side, placed)
    yield from _earned(state, side, placed, layout, face, need)
    yield from layout.refusals
    for card in cards:
        left[card.kind] -= 1
    counted = _counted(state, side, cards, taken, face)
    yield from opening.check(state, side, counted, layout.melds, left=sum(left))
    if not layout.refusals:
        more = rule.then_draw + (_wanting(state, side, taken) if state.stock else 0)
        yield from lay.check_times(state, seat, placed, layout, left)
        yield from going_out.check_left(state, seat, layout, left, more=more)


def _unopened(state: State, side: int) -> Iterator[Refusal]:
    rule = state.tables[side].book.pile
    if rule.before_opening == "if_it_opens" and not state.opened[side]:
        yield Refusal(
            "not_open",
            "pile.before_opening",
            "A side that has not opened takes the pile only in a play that opens.",
            wanted="open",
        )


def _wanting(state: State, side: int, taken: bytes) -> int:
    """Return how many cards of a pickup come from the stock."""
    rule = state.tables[side].book.pile
    if not rule.fill_from_stock or not isinstance(rule.take, int):
        return 0
    return rule.take - len(taken)


def _with_key(groups: Sequence[Group], face: int) -> list[Card] | None:
    """Return the cards of the groups with one of them named as the key card."""
    cards = [card for group in groups for card in group.cards]
    if CARDS[face] in cards:
        return cards
    for place, card in enumerate(cards):
        if not card.exact and card.kind == KIND_OF[face]:
            cards[place] = CARDS[face]
            return cards
    return None


def _uses(cards: Sequence[Card], face: int) -> bool:
    return any(
        card is CARDS[face] or (not card.exact and card.kind == KIND_OF[face])
        for card in cards
    )


def _key_unused(state: State, side: int, face: int) -> Refusal:
    need = need_of(state, side, KIND_OF[face])
    pair = next(_missing_pair(state, need, face), None)
    if pair is not None:
        return pair
    return Refusal(
        "top_unused",
        need.key,
        f"The pile is taken with a meld that uses {CARDS[face]}.",
        wanted=str(CARDS[face]),
    )


def shown_by(state: State, need: Need, kind: int) -> int:
    """Return how many cards of the hand could be shown for a pair, by their kind."""
    hand = state.hands[state.turn]
    tables = state.tables[state.turn % state.sides]
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
            return PAIR


def _missing_pair(state: State, need: Need, face: int) -> Iterator[Refusal]:
    found = shown_by(state, need, KIND_OF[face])
    if need.is_pair and found < PAIR:
        yield _no_pair(need, KIND_OF[face], found)


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
    what = _PAIRS[need.form].format(name=KIND_TEXT[kind])
    return Refusal(
        "pair_missing",
        need.key,
        f"To take the pile you must meld {what} from your hand with its "
        f"{KIND_TEXT[kind]}; you have {found}.",
        wanted=PAIR,
        found=found,
    )


def _earned(
    state: State,
    side: int,
    placed: Sequence[Placed],
    layout: Layout,
    face: int,
    need: Need,
) -> Iterator[Refusal]:
    """Yield why the groups do not earn the pile where a pair is asked for."""
    if not need.is_pair or _onto_own(state, side, placed, face):
        return
    short = next(_missing_pair(state, need, face), None)
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
        _uses(group.cards, face) and count > PAIR
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
        if _uses(group.cards, face) and (
            policy == "any" or meld.naturals + meld.wilds < size
        ):
            return True
    return False


def has_room(state: State, side: int, slot: int) -> bool:
    """Whether an unfinished meld can take the key card and a pair."""
    tables = state.tables[side]
    meld = state.melds[side][slot]
    if not tables.closed or tables.book.melds.per_rank == "several":
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
        if not any(_uses(group.cards, top) for group in onto):
            yield Refusal(
                "overflow_from_hand",
                "pile.full_meld",
                "The top card completes the book; the new meld comes from your hand.",
            )


def _counted(
    state: State, side: int, cards: Sequence[Card], taken: bytes, face: int
) -> list[Card]:
    """Return the cards of a pickup's play that count toward the opening."""
    rule = state.tables[side].book
    if rule.pile.buried != "at_once" or rule.opening.taken_count:
        return list(cards)
    left = state.hands[state.turn][:]
    left[KIND_OF[face]] += 1
    counted = []
    for card in cards:
        left[card.kind] -= 1
        if left[card.kind] >= 0:
            counted.append(card)
    return counted


def apply(state: State, action: TakePile, log: Log) -> bool:
    """Take the pile in a way that was checked.

    Returns ``False`` when a card that the pickup owes cannot be drawn: the round ends.
    """
    seat = state.turn
    side = seat % state.sides
    rule = state.tables[side].book.pile
    taken = taken_faces(state, side, action.count)
    face = _key_used(state, side, action, taken)
    filled = _wanting(state, side, taken)
    state.pile = state.pile[: len(state.pile) - len(taken)]
    if log is not None:
        log.append(TookPile(seat, tuple(CARDS[card] for card in taken)))
    if state.tables[side].freezes:
        freezing.note_pickup(state, seat, log)
    state.phase = PLAY
    if rule.buried == "next_turn" and action.groups:
        place = taken.index(face)
        state.held_back = taken[:place] + taken[place + 1 :]
        state.give(seat, bytes((face,)))
    else:
        state.give(seat, taken)
    if action.groups:
        groups = _name_key(action.groups, face)
        faces = lay.put(state, seat, groups, state.cards[seat], log)
        state.remove(seat, faces)
    if filled > 0:
        _draw(state, seat, stock.take_some(state, filled, log), log)
    if rule.then_draw:
        drawn = stock.take(state, rule.then_draw, log)
        if drawn is None:
            return False
        _draw(state, seat, drawn, log)
    return threes.lay_red(state, seat, log)


def _draw(state: State, seat: int, drawn: bytes, log: Log) -> None:
    state.give(seat, drawn)
    if log is not None:
        log.append(Drew(seat, len(drawn), tuple(CARDS[face] for face in drawn)))


def _key_used(state: State, side: int, action: TakePile, taken: bytes) -> int:
    """Return the face that earns a pickup which was checked."""
    faces = key_faces(state, side, taken)
    if len(faces) == 1:
        return faces[0]
    return next(
        face
        for face in faces
        if next(_check_key(state, action, taken, face), None) is None
    )


def _name_key(groups: Sequence[Group], face: int) -> tuple[Group, ...]:
    """Return the groups with the key card named exactly, so that it is the one used."""
    if any(CARDS[face] in group.cards for group in groups):
        return tuple(groups)
    named = list(groups)
    for place, group in enumerate(named):
        for i, card in enumerate(group.cards):
            if not card.exact and card.kind == KIND_OF[face]:
                cards = (*group.cards[:i], CARDS[face], *group.cards[i + 1 :])
                named[place] = Group(cards, group.onto)
                return tuple(named)
    return tuple(named)
