"""The discard at the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from operator import not_

from handfoot.cards import (
    BLACK_THREE,
    CARDS,
    FACES,
    KIND_OF,
    KIND_TEXT,
    KIND_WORDS,
    KINDS,
    RED_THREE,
)
from handfoot.play import freezing, going_out, moment
from handfoot.play.actions import Discard
from handfoot.play.books import kind_of_book
from handfoot.play.events import Discarded, Log
from handfoot.play.faces import choose_faces, lowest_face
from handfoot.play.foot import in_last, note_played
from handfoot.play.growing import may_grow
from handfoot.play.offers import DISCARDS
from handfoot.play.refusals import Refusal
from handfoot.play.runs.run import lying, may_join, suited
from handfoot.play.state import NO_MELD, ONE_FACE, WILD_RANK, State
from handfoot.rules.language.words import listed, singular

Kinds = tuple[bool, ...]
_NONE: Kinds = (False,) * KINDS
_EXACT = tuple(Discard(card) for card in CARDS[:FACES])
_WHEN = {"discard.not_just_taken": "in the turn in which you took it"}
_OTHER = "another card"


def barred_kinds(state: State, seat: int) -> Kinds:
    """Return by kind whether the seat may not discard it now."""
    tables = state.tables[seat % state.sides]
    if tables.discards_all:
        return _NONE
    bars = [bar for _, bar in _bars(state, seat)]
    barred = tuple(map(any, zip(*bars, strict=True)))
    # A player who holds nothing else may discard a barred card.
    return barred if any(compress(state.hands[seat], map(not_, barred))) else _NONE


def discards(state: State, seat: int) -> list[Discard]:
    """Return a discard of each kind that the seat may discard now.

    Where there are runs, each suit is a card of its own.
    """
    tables = state.tables[seat % state.sides]
    if tables.runs:
        bars = barred_faces(state, seat)
        return [_discard_of(face) for face in _apart(state, seat) if face not in bars]
    if tables.discards_all:
        return [*compress(DISCARDS, state.hands[seat])]
    barred = barred_kinds(state, seat)
    return [
        DISCARDS[kind]
        for kind, count in enumerate(state.hands[seat])
        if count and not barred[kind]
    ]


def _apart(state: State, seat: int) -> list[int]:
    """Return a face of each card held that is a choice of its own under runs."""
    found: dict[int, int] = {}
    for face in sorted(state.cards[seat]):
        kind = KIND_OF[face]
        found.setdefault(FACES + face if suited(kind) else kind, face)
    return sorted(found.values(), key=lambda face: (KIND_OF[face], face))


def _discard_of(face: int) -> Discard:
    kind = KIND_OF[face]
    return _EXACT[face] if suited(kind) else DISCARDS[kind]


def barred_faces(state: State, seat: int) -> set[int]:
    """Return the cards held that the seat may not discard now, where there are runs."""
    side = seat % state.sides
    kinds = [bar for _, bar in _bars(state, seat)]
    held = set(state.cards[seat])
    barred = {
        face
        for face in held
        if any(bar[KIND_OF[face]] for bar in kinds) or _joins_run(state, side, face)
    }
    # A player who holds nothing else may discard a barred card.
    return barred if barred < held else set()


def _joins_run(state: State, side: int, face: int) -> bool:
    """Whether a card may not be discarded for a run of the side that it fits."""
    tables = state.tables[side]
    return tables.book.discard.fitting == "barred" and any(
        may_join(tables, run, face) for run in lying(tables, state.melds[side])
    )


def _bars(state: State, seat: int) -> Iterator[tuple[str, Kinds]]:
    """Yield each bar on discards with its key."""
    side = seat % state.sides
    tables = state.tables[side]
    rule = tables.book.discard
    yield "discard.barred", tables.barred_discard
    first, hand = tables.first_discard, state.hands[seat]
    if first is not None and any(hand[k] and first[k] for k in range(KINDS)):
        yield "discard.first", tuple(not wanted for wanted in first)
    watched = tables.not_just_taken
    if watched is not None and state.fresh:
        yield (
            "discard.not_just_taken",
            tuple(watched[k] and k in state.fresh for k in range(KINDS)),
        )
    if rule.locked and not _is_unlocked(state, side):
        yield "discard.locked", tables.locked_discard
    if rule.fitting == "barred":
        yield "discard.fitting", tuple(_fits(state, side, k) for k in range(KINDS))


def _is_unlocked(state: State, side: int) -> bool:
    rule = state.tables[side].book.discard
    whose = [side] if rule.locked_by == "own_side" else range(state.sides)
    made = [
        any(
            kind_of_book(state.tables[owner], meld) == rule.locked_until
            for meld in state.melds[owner]
        )
        for owner in whose
    ]
    wanted = rule.locked_until is not None
    return wanted and (any(made) if rule.locked_by == "any_side" else all(made))


def _fits(state: State, side: int, kind: int) -> bool:
    """Whether a card fits a meld of the side; threes never count as fitting."""
    tables = state.tables[side]
    if kind in (BLACK_THREE, RED_THREE):
        return False
    if tables.wild[kind]:
        slot = state.slots[side][WILD_RANK]
        return slot != NO_MELD
    return any(
        meld.rank == kind and may_grow(tables, kind, (meld.naturals, meld.wilds), 1, 0)
        for meld in state.melds[side]
    )


def check(state: State, action: Discard) -> Iterator[Refusal]:
    """Yield every rule that discarding a card breaks."""
    seat = state.turn
    card = action.card
    kind = card.kind
    if choose_faces(state.cards[seat], (card,)) is None:
        yield Refusal(
            "not_held",
            "core.held",
            f"You do not hold {card}.",
            wanted=str(card),
        )
        return
    if state.tables[seat % state.sides].runs:
        face = lowest_face(state.cards[seat], kind) if not card.exact else card.index
        barred = face in barred_faces(state, seat)
        if barred and _joins_run(state, seat % state.sides, face or 0):
            yield Refusal(
                "discard_barred",
                "discard.fitting",
                f"You may not discard {card}, which fits a run of your side, while you "
                f"hold another card.",
                found=str(card),
            )
    else:
        barred = barred_kinds(state, seat)[kind]
    if barred:
        for key, bar in _bars(state, seat):
            if bar[kind]:
                other = _first(state, seat, bar) if key == "discard.first" else _OTHER
                when = _WHEN.get(key) or moment.words(state, key)
                yield Refusal(
                    "discard_barred",
                    key,
                    f"You may not discard {singular(KIND_WORDS[kind])}"
                    f"{f' {when}' if when else ''} while you hold {other}.",
                    found=KIND_TEXT[kind],
                )
    last = len(state.cards[seat]) == 1
    if not in_last(state, seat):
        if last:
            yield from going_out.check_unearned(state, seat)
    elif last:
        yield from going_out.check_last_discard(state, seat)
        yield from going_out.check_barred_last(state, seat, kind)
    else:
        yield from going_out.must_go_out(state)


def _first(state: State, seat: int, bar: Kinds) -> str:
    """Name the cards held that are discarded before all others."""
    hand = state.hands[seat]
    held = [kind for kind in range(KINDS) if hand[kind] and not bar[kind]]
    return listed([singular(KIND_WORDS[kind]) for kind in held], "or")


def each(state: State, seat: int) -> list[Discard]:
    """Return a discard of each card held, barred or not, those alike only once."""
    if state.tables[seat % state.sides].runs:
        return [_discard_of(face) for face in _apart(state, seat)]
    return [DISCARDS[kind] for kind, count in enumerate(state.hands[seat]) if count]


def check_end(state: State) -> Iterator[Refusal]:
    """Yield why the turn may not end without a discard: some card may be discarded."""
    seat = state.turn
    for action in each(state, seat):
        card = action.card
        if next(check(state, action), None) is None:
            yield Refusal(
                "discard_owed",
                "core.discard",
                f"You must discard to end your turn; you may discard {card}.",
                wanted=str(card),
            )
            return
    yield from going_out.must_go_out(state)


def apply(state: State, action: Discard, log: Log) -> None:
    """Discard a card that was checked."""
    seat = state.turn
    card = action.card
    if card.index < FACES:
        face = ONE_FACE[card.index]
        state.remove(seat, face)
    else:
        face = state.remove_lowest(seat, (card.kind,))
    state.pile += face
    if not state.packets[seat]:
        note_played(state, seat)
    if log is not None:
        log.append(Discarded.noted(seat, face[0]))
    if state.tables[0].freezes:
        freezing.note_discard(state, seat, log)
