"""Wilds set free at the table: naturals enough let them go (``wilds.set_free``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from handfoot.cards import KIND_OF
from handfoot.play import consents, exits, fresh, growing
from handfoot.play.actions import NEW, FreeWilds
from handfoot.play.books import counted, counted_of
from handfoot.play.events import Log, WildsFreed, cards_of
from handfoot.play.placing import meld_called, meld_name
from handfoot.play.refusals import Refusal
from handfoot.play.runs import exits as run_exits
from handfoot.play.runs.run import Run
from handfoot.play.state import GRANTED, WILD_RANK, Meld, State

if TYPE_CHECKING:
    from handfoot.play.exits import Counts
    from handfoot.play.turn_bounds import Bounds

KEY = "wilds.set_free"


def ready(state: State, side: int) -> list[int]:
    """Return the places of the melds whose wilds the player may take back now."""
    size = state.tables[side].size
    return [
        place
        for place, meld in enumerate(state.melds[side])
        if meld.naturals >= size and _may_go(state, side, place)
    ]


def _may_go(state: State, side: int, place: int) -> bool:
    """Whether a meld has wilds that lay there before this turn, and naturals."""
    meld = state.melds[side][place]
    if not state.opened[side]:
        # Of partners who open alone this one has yet to.
        return False
    return bool(meld.rank < WILD_RANK and meld.wilds and place not in state.wilds_added)


def check(state: State, action: FreeWilds) -> Iterator[Refusal]:
    """Yield why the wilds of a meld may not be taken back now."""
    side = state.turn % state.sides
    tables = state.tables[side]
    if not tables.frees_wilds:
        yield Refusal(
            "wilds_stay", KEY, "A wild that lies in a meld stays there.", wanted=False
        )
        return
    place = meld_called(state, side, NEW if not action.onto else action.onto)
    if isinstance(place, Refusal):
        yield place
        return
    meld = state.melds[side][place]
    if not meld.wilds or meld.rank >= WILD_RANK:
        yield Refusal("wilds_stay", KEY, "This meld has no wild to set free.")
    elif not state.opened[side]:
        yield Refusal(
            "wilds_stay", KEY, "You take no wild back before you have opened."
        )
    elif place in state.wilds_added:
        yield Refusal(
            "wilds_stay", KEY, "A meld to which a wild was added this turn keeps it."
        )
    elif meld.naturals < tables.size:
        yield Refusal(
            "wilds_stay",
            KEY,
            f"The wilds of a meld go free once it has {tables.size} naturals; this one "
            f"has {meld.naturals}.",
            wanted=tables.size,
            found=meld.naturals,
        )


def apply(state: State, action: FreeWilds, log: Log) -> None:
    """Take the wilds of a meld into the hand, as was checked."""
    seat = state.turn
    side = seat % state.sides
    place = meld_called(state, side, action.onto)
    assert isinstance(place, int), "the action was checked"
    wilds = _wilds_of(state, side, place)
    meld = state.melds[side][place]
    kept = bytes(face for face in meld.cards if face not in wilds)
    melds = list(state.melds[side])
    counts = counted_of(state.tables[side], meld.rank, kept)
    # Naturals that came after the wilds may lie under a book now.
    melds[place] = Meld(meld.rank, kept, *counts)
    state.set_melds(side, tuple(melds))
    fresh.note(state, seat, wilds)
    state.give(seat, wilds)
    if log is not None:
        name = meld_name(state.melds[side], place)
        log.append(partial(WildsFreed, seat, side, name, cards_of(wilds)))


def _wilds_of(state: State, side: int, place: int) -> bytes:
    wild = state.tables[side].wild
    return bytes(f for f in state.melds[side][place].cards if wild[KIND_OF[f]])


# -- ways out ------------------------------------------------------------------------


class Plan(NamedTuple):
    """Melds whose wilds are taken back on a way out, each with the naturals it lacks.

    Attributes:
        steps: Place, rank and naturals laid before, those that lack none first.
        wilds: Faces that come free.
    """

    steps: tuple[tuple[int, int, int], ...]
    wilds: bytes


def plans(
    state: State, side: int, hand: Sequence[int], melds: Sequence[Counts]
) -> Iterator[Plan]:
    """Yield what could be set free with a hand, one meld or several.

    Args:
        state: The position, perhaps before a lay.
        side: The side, one of whose players is to act.
        hand: Cards held, by kind.
        melds: Rank, naturals and wilds of the melds of the side, after the lay.
    """
    tables = state.tables[side]
    found = []
    shut = frozenset(fresh.shut(state, side) if tables.closes_later else ())
    for place, meld in enumerate(state.melds[side]):
        rank, naturals, wilds = melds[place]
        if not _may_go(state, side, place) or wilds != meld.wilds:
            continue
        lacking = max(tables.size - naturals, 0)
        early = lacking and rank in tables.restricted
        grows = growing.may_grow(tables, rank, (naturals, wilds), lacking, 0)
        grows = grows and not (lacking and place in shut)
        # Cards slid under a book make no more naturals of it.
        after = counted(tables, rank, (naturals, wilds), (lacking, 0))
        grows = grows and after[0] >= tables.size
        if lacking <= hand[rank] and grows and not early:
            found.append((place, rank, lacking))
    found.sort(key=lambda step: step[2])
    for count in range(1, len(found) + 1):
        for steps in combinations(found, count):
            spent = [0] * len(hand)
            for _, rank, lacking in steps:
                spent[rank] += lacking
            if any(a > b for a, b in zip(spent, hand, strict=True)):
                continue
            # A hand laid down whole leaves nobody to take anything back.
            if steps[0][2] < sum(hand):
                freed = [_wilds_of(state, side, place) for place, *_ in steps]
                yield Plan(steps, b"".join(freed))


def can_finish(
    state: State,
    side: int,
    hand: Sequence[int],
    melds: Sequence[Counts],
    bounds: Bounds,
    *,
    faces: bytes = b"",
    runs: Sequence[Run] = (),
) -> bool:
    """Whether a hand can leave at once after wilds were set free.

    Args:
        state: The position, perhaps before a lay.
        side: The side, one of whose players is to act.
        hand: Cards held, by kind.
        melds: Rank, naturals and wilds of the melds of the side.
        bounds: What else binds the side.
        faces: The cards held, where suits matter.
        runs: The runs of the side, where there are any.
    """
    tables = state.tables[side]
    for plan in plans(state, side, hand, melds):
        left, grown = list(hand), list(melds)
        for place, rank, lacking in plan.steps:
            left[rank] -= lacking
            grown[place] = (rank, grown[place][1] + lacking, 0)
        for face in plan.wilds:
            left[KIND_OF[face]] += 1
        bound = bounds_after(state, side, plan, bounds)
        if not tables.runs:
            if exits.can_finish(tables, left, grown, bounds=bound):
                return True
            continue
        for rest in faces_after(faces, plan):
            if run_exits.can_finish(tables, rest, grown, runs, bounds=bound):
                return True
    return False


def bounds_after(state: State, side: int, plan: Plan, bounds: Bounds) -> Bounds:
    """Return what binds a side once wilds are free: a partner may be asked again."""
    if not state.tables[side].asks_consent:
        return bounds
    room = list(bounds.room)
    for place, *_ in plan.steps:
        agreed = consents.said(state, place) == GRANTED
        if consents.beginner(state, side, place) != state.turn and not agreed:
            room[place] = 0
    return bounds._replace(room=tuple(room))


def faces_after(faces: bytes, plan: Plan) -> Iterator[bytes]:
    """Yield the cards left by a plan, for each choice of the naturals it lays."""
    left = [faces + plan.wilds]
    for _, rank, lacking in plan.steps:
        left = [rest for cards in left for rest, _ in choices(cards, rank, lacking)]
    yield from left


def choices(faces: bytes, rank: int, count: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield what is left without so many cards of a rank, and these cards."""
    held = sorted(face for face in faces if KIND_OF[face] == rank)
    for chosen in sorted(set(combinations(held, count))):
        rest = bytearray(faces)
        for face in chosen:
            rest.remove(face)
        yield bytes(rest), bytes(chosen)
