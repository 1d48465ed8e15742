"""Taking the pile at the table: what bars it, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import attrs

from handfoot.cards import CARDS, KIND_OF, KIND_TEXT, RED_THREE, Card, cards_text
from handfoot.play import (
    freezing,
    fresh,
    going_out,
    lay,
    moment,
    opening,
    stock,
    threes,
)
from handfoot.play.actions import Group, TakePile
from handfoot.play.books import is_finished
from handfoot.play.colours import alike, name_alike
from handfoot.play.earning import (
    NEVER,
    NOTHING,
    Need,
    earned,
    is_free,
    missing_pair,
    need_of,
    uses,
)
from handfoot.play.events import Drew, Log, TookPile
from handfoot.play.faces import absent, choose_faces
from handfoot.play.foot import in_last
from handfoot.play.melds import Layout
from handfoot.play.placing import place_all
from handfoot.play.refusals import Refusal
from handfoot.play.runs.run import without
from handfoot.play.standing import lay_ready
from handfoot.play.state import NO_MELD, PLAY, State


def taken_faces(state: State, side: int, count: int = 0) -> bytes:
    """Return the faces that a pickup brings to the hand, top card last."""
    taken = lifted(state, side, count)
    return threes.reaching(taken) if state.tables[side].lays_black else taken


def lifted(state: State, side: int, count: int = 0) -> bytes:
    """Return the faces that a pickup takes from the pile, top card last."""
    take = state.tables[side].book.pile.take
    if take == "all":
        return state.pile
    return state.pile[-(count if take == "dig" else take) :]


def key_faces(state: State, side: int, taken: bytes) -> list[int]:
    """Return the cards of which one must be used, top first, one of each kind.

    Where the rules tell colours apart it is one of each colour.
    """
    rule = state.tables[side].book.pile
    if rule.take == "dig" or rule.key_card == "bottom":
        return [taken[0]]
    if rule.key_card == "top":
        return [taken[-1]]
    same = alike if state.tables[side].tells_colours else KIND_OF.__getitem__
    first: dict[object, int] = {}
    for face in taken:
        first[same(face)] = face
    return [first[one] for one in dict.fromkeys(map(same, taken[::-1]))]


def barred(state: State) -> Iterator[Refusal]:
    """Yield what bars the pile for the player to act, whatever the hand holds."""
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    rule = tables.book.pile
    if not rule.may_be_taken:
        when = moment.words(state, "pile.may_be_taken")
        yield Refusal(
            "pile_never_taken",
            "pile.may_be_taken",
            f"The discard pile is not taken {when}."
            if when
            else "The discard pile is never taken.",
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
    free = is_free(state, side)
    if len(state.pile) < (1 if free else max(rule.smallest, 1)):
        yield Refusal(
            "pile_too_small",
            "pile.smallest",
            f"The pile must hold {max(rule.smallest, 1)} cards to be taken; it holds "
            f"{len(state.pile)}.",
            wanted=rule.smallest,
            found=len(state.pile),
        )
    if state.drawn:
        yield Refusal(
            "draw_begun",
            "draw.top_discard",
            "You have begun to draw: take the top discard alone, or draw on.",
            found=state.drawn,
        )
    yield from top_barred(state, side)
    if tables.freezes:
        yield from freezing.barred(state, seat)
    if rule.before_opening == "never" and not state.opened[side] and not free:
        yield Refusal(
            "not_open",
            "pile.before_opening",
            "Your side must open before it may take the pile.",
            wanted="open",
        )


def top_barred(state: State, side: int) -> Iterator[Refusal]:
    """Yield why the card on top may not be taken, alone or with others."""
    if not state.pile:
        return
    tables = state.tables[side]
    top = KIND_OF[state.pile[-1]]
    if tables.barred_top[top]:
        yield Refusal(
            "top_barred",
            "pile.not_on",
            f"Nobody may take the pile while {CARDS[state.pile[-1]]} is on top.",
            found=KIND_TEXT[top],
        )
    elif tables.wild[top] and tables.book.pile.wild_top == "never":
        yield Refusal(
            "wild_on_top",
            "pile.wild_top",
            "A wild card on top cannot be taken.",
            wanted="never",
            found=KIND_TEXT[top],
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
        found = _check_key(state, action.groups, taken, face)
        refusals = [refusal for refusal in (next(found, None),) if refusal is not None]
        if not refusals:
            return
        if first is None:
            first = [*refusals, *found]
    yield from first or ()


def _check_key(
    state: State, groups: Sequence[Group], taken: bytes, face: int
) -> Iterator[Refusal]:
    """Yield what is wrong when ``face`` is the card that earns the pickup."""
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    rule = tables.book.pile
    need = need_of(state, side, face)
    if need.alike:
        groups = name_alike(tables, groups, state.cards[seat], face)
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
    if not groups and need.form == NOTHING:
        yield from _unopened(state, side)
        yield from going_out.check_held(state, seat, len(state.cards[seat] + taken))
        return
    if rule.goes_to != "any_meld":
        yield from _wrong_meld(state, side, groups, face)
    more = rule.then_draw + (_wanting(state, side) if state.stock else 0)
    yield from check_groups(state, groups, taken, face, need, more=more)


_WHERE: Final = {
    "no_book": "where it does not go onto a finished book",
    "new_meld": "as part of a new meld",
    "new_clean_meld": "as part of a new meld without wilds",
}


def _wrong_meld(
    state: State, side: int, groups: Sequence[Group], face: int
) -> Iterator[Refusal]:
    """Yield a refusal when the card that takes the pile goes to a meld it may not."""
    tables = state.tables[side]
    placed, _ = place_all(state, side, groups)
    using = [group for group in placed if uses(group.cards, face)]
    policy = tables.book.pile.goes_to
    melds = state.melds[side]
    clean = policy == "new_clean_meld" and not tables.wild[KIND_OF[face]]
    if policy == "no_book":
        right = [
            group
            for group in using
            if group.meld == NO_MELD or not is_finished(tables, melds[group.meld])
        ]
    else:
        right = [
            group
            for group in using
            if group.meld == NO_MELD and not (clean and group.wilds)
        ]
    if using and not right:
        yield Refusal(
            "not_to_new_meld",
            "pile.goes_to",
            f"{CARDS[face]} takes the pile only {_WHERE[policy]}.",
            wanted=policy,
        )


def check_groups(
    state: State,
    groups: Sequence[Group],
    taken: bytes,
    face: int,
    need: Need,
    *,
    more: int,
) -> Iterator[Refusal]:
    """Yield what is wrong with the groups laid with a card of the pile.

    Args:
        state: The position.
        groups: The groups.
        taken: Faces taken from the pile.
        face: The one of them that must be used.
        need: What earns it.
        more: Cards that come from the stock afterwards.
    """
    seat = state.turn
    side = seat % state.sides
    left = state.hands[seat][:]
    for other in taken:
        left[KIND_OF[other]] += 1
    cards = _with_key(groups, face)
    if cards is None:
        yield _key_unused(state, groups, taken, face, need)
        return
    lacking = _lacking(state, cards, taken, face)
    if lacking is not None:
        yield lacking
        yield from missing_pair(state, need, face)
        return
    placed, refusals = place_all(state, side, groups)
    yield from refusals
    if refusals:
        return
    layout = Layout(state, side, placed)
    if state.tables[side].runs:
        held = state.cards[seat] + taken
        layout.faces_left = without(held, choose_faces(held, cards) or b"")
    yield from earned(state, side, placed, layout, face, need)
    yield from layout.refusals
    for card in cards:
        left[card.kind] -= 1
    yield from _opening(state, cards, face, layout, sum(left))
    if not layout.refusals:
        yield from lay.check_times(state, seat, placed, layout, left)
        yield from going_out.check_left(state, seat, layout, left, more=more)


def _unopened(state: State, side: int) -> Iterator[Refusal]:
    rule = state.tables[side].book.pile
    if is_free(state, side):
        return
    if rule.before_opening == "if_it_opens" and not state.opened[side]:
        yield Refusal(
            "not_open",
            "pile.before_opening",
            "A side that has not opened takes the pile only in a play that opens.",
            wanted="open",
        )


def _wanting(state: State, side: int) -> int:
    """Return how many cards of a pickup come from the stock."""
    rule = state.tables[side].book.pile
    if not rule.fill_from_stock or not isinstance(rule.take, int):
        return 0
    return rule.take - min(rule.take, len(state.pile))


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


def _lacking(
    state: State, cards: Sequence[Card], taken: bytes, face: int
) -> Refusal | None:
    """Return why cards cannot be laid in this play: not held, or not yet."""
    seat = state.turn
    at_once = state.tables[seat % state.sides].book.pile.buried == "at_once"
    usable = taken if at_once else bytes((face,))
    if choose_faces(state.cards[seat] + usable, cards) is not None:
        return None
    if choose_faces(state.cards[seat] + taken, cards) is None:
        return lay.not_held(state.cards[seat] + usable, cards)
    wanted = cards_text(absent(state.cards[seat] + usable, cards))
    return Refusal(
        "still_buried",
        "pile.buried",
        f"In the play that takes the pile only {CARDS[face]} of it is laid; {wanted} "
        f"cannot be yet.",
        wanted=wanted,
    )


def _key_unused(
    state: State, groups: Sequence[Group], taken: bytes, face: int, need: Need
) -> Refusal:
    """Return why a play that leaves the key card out does not take the pile."""
    pair = next(missing_pair(state, need, face), None)
    if pair is not None:
        return pair
    rule = state.tables[state.turn % state.sides].book.pile
    lying = {KIND_OF[card] for card in taken}
    played = {card.kind for group in groups for card in group.cards}
    # Where another card of the pickup is used, the rule decides which it must be.
    another = rule.take != "dig" and lying & played
    return Refusal(
        "top_unused",
        "pile.key_card" if another else need.key,
        f"The pile is taken with a meld that uses {CARDS[face]}.",
        wanted=str(CARDS[face]),
    )


def _opening(
    state: State, cards: Sequence[Card], face: int, layout: Layout, left: int
) -> Iterator[Refusal]:
    """Yield why the play of a pickup does not open, where it has to."""
    side = state.turn % state.sides
    counting = partial(_counted, state, side, face)
    found = [*opening.check(state, side, cards, layout, left=left, counting=counting)]
    if found and len(counting(cards)) < len(cards):
        enough = [*opening.check(state, side, cards, layout, left=left)]
        if not enough:
            yield from (_uncounted(refusal, face) for refusal in found)
            return
    yield from found


def _uncounted(refusal: Refusal, face: int) -> Refusal:
    """Return a refusal that names the rule by which cards of the pile do not count."""
    return attrs.evolve(
        refusal,
        code="taken_not_counted",
        key="opening.taken_count",
        message=f"{refusal.message} Of the cards you take only {CARDS[face]} counts.",
    )


def _counted(state: State, side: int, face: int, cards: Sequence[Card]) -> list[Card]:
    """Return those of some cards of a pickup's play that count toward the opening."""
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
    tables = state.tables[side]
    rule = tables.book.pile
    taken = whole = lifted(state, side, action.count)
    if tables.lays_black:
        taken = threes.reaching(whole)
    face = taken[-1] if tables.top_is_key else _key_used(state, side, action, taken)
    filled = _wanting(state, side) if rule.fill_from_stock else 0
    if tables.tells_colours and need_of(state, side, face).alike:
        held = state.cards[seat]
        named = name_alike(tables, action.groups, held, face)
        action = TakePile(named, action.count)
    state.pile = state.pile[: len(state.pile) - len(whole)]
    if log is not None:
        log.append(partial(TookPile.of, seat, whole))
    if len(whole) > len(taken):
        threes.lay_aside(state, seat, whole, log)
    if tables.freezes:
        freezing.note_pickup(state, seat, log)
    state.phase = PLAY
    if rule.buried == "next_turn" and action.groups:
        place = taken.index(face)
        state.held_back = taken[:place] + taken[place + 1 :]
        state.give(seat, bytes((face,)))
    else:
        if tables.not_just_taken is not None:
            fresh.note(state, seat, taken)
        state.give(seat, taken)
    if not action.groups or lay_ready(state, action, log, face):
        pass
    else:
        groups = name_key(action.groups, face)
        faces = lay.put(state, seat, groups, state.cards[seat], log)
        state.remove(seat, faces)
    if (filled or rule.then_draw) and not _draw_with(state, seat, filled, log):
        return False
    if tables.lays_red and state.hands[seat][RED_THREE]:
        return threes.lay_red(state, seat, log)
    return True


def _draw_with(state: State, seat: int, filled: int, log: Log) -> bool:
    """Draw what a pickup brings from the stock; ``False`` where that falls short."""
    if filled:
        _draw(state, seat, stock.take_some(state, filled, log), log)
    then = state.tables[seat % state.sides].book.pile.then_draw
    drawn = stock.take(state, then, log) if then else b""
    if drawn is None:
        return False
    if then:
        _draw(state, seat, drawn, log)
    return True


def _draw(state: State, seat: int, drawn: bytes, log: Log) -> None:
    fresh.note(state, seat, drawn)
    state.give(seat, drawn)
    if log is not None:
        log.append(partial(Drew.of, seat, drawn))


def _key_used(state: State, side: int, action: TakePile, taken: bytes) -> int:
    """Return the face that earns a pickup which was checked."""
    faces = key_faces(state, side, taken)
    if len(faces) == 1:
        return faces[0]
    return next(
        face
        for face in faces
        if next(_check_key(state, action.groups, taken, face), None) is None
    )


def name_key(groups: Sequence[Group], face: int) -> tuple[Group, ...]:
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
