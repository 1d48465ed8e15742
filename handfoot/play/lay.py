"""Laying groups: the one door for every way of putting cards on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress
from operator import not_
from typing import TYPE_CHECKING

from handfoot.cards import KIND_WORDS, Card, cards_text
from handfoot.play import going_out, opening
from handfoot.play.actions import Group, Lay
from handfoot.play.books import kind_of_book
from handfoot.play.events import Laid, LaidBelow, Log, Opened, cards_of
from handfoot.play.faces import absent, choose_faces
from handfoot.play.foot import in_last
from handfoot.play.melds import Layout, put_down
from handfoot.play.noting import note_lay
from handfoot.play.placing import Placed, meld_name, place_all, rank_name
from handfoot.play.refusals import Refusal
from handfoot.play.runs.run import without
from handfoot.play.state import NO_MELD, Meld, State

if TYPE_CHECKING:
    from handfoot.play.tables import Tables


def check(state: State, action: Lay) -> Iterator[Refusal]:
    """Yield every rule that laying these groups breaks."""
    seat = state.turn
    side = seat % state.sides
    cards = [card for group in action.groups for card in group.cards]
    if not action.groups:
        yield Refusal("empty_group", "core.group", "A lay needs at least one group.")
        return
    faces = choose_faces(state.cards[seat], cards)
    if faces is None:
        yield not_held(state.cards[seat], cards)
        return
    placed, refusals = place_all(state, side, action.groups)
    yield from refusals
    if refusals:
        return
    layout = Layout(state, side, placed)
    if state.tables[side].runs:
        layout.faces_left = without(state.cards[seat], faces)
    yield from layout.refusals
    left = state.hands[seat][:]
    for card in cards:
        left[card.kind] -= 1
    yield from opening.check(state, side, cards, layout, left=sum(left))
    if not layout.refusals:
        yield from check_times(state, seat, placed, layout, left)
        yield from going_out.check_left(state, seat, layout, left)


def check_times(
    state: State,
    seat: int,
    placed: Sequence[Placed],
    layout: Layout,
    left: Sequence[int],
) -> Iterator[Refusal]:
    """Yield ranks that may not be melded yet."""
    tables = state.tables[seat % state.sides]
    if not tables.restricted:
        return
    rule = tables.book.melds
    for rank in sorted({group.rank for group in placed} & tables.restricted):
        word = KIND_WORDS[rank]
        if word in rule.last_packet_only and not in_last(state, seat):
            yield Refusal(
                "only_from_last_packet",
                "melds.last_packet_only",
                f"{rank_name(rank).capitalize()} are melded only from the last packet.",
            )
        if word in rule.going_out_only and not going_out.goes_out(
            state, seat, layout, left
        ):
            yield Refusal(
                "only_going_out",
                "melds.going_out_only",
                f"{rank_name(rank).capitalize()} are melded only in the play with "
                f"which you go out.",
            )


def not_held(held: bytes, cards: Sequence[Card]) -> Refusal:
    """Return the refusal for cards that are not among the faces ``held``."""
    missing = absent(held, cards)
    text = f"You do not hold {cards_text(missing)}."
    if any(not absent(held, [card]) for card in missing):
        # Who holds two kings and lays three is not told to hold none.
        are = "are" if missing[1:] else "is"
        text = f"You do not hold so many: {cards_text(missing)} {are} missing."
    return Refusal(
        "not_held",
        "core.held",
        text,
        wanted=cards_text(missing),
    )


def put(
    state: State, seat: int, groups: tuple[Group, ...], held: bytes, log: Log
) -> bytes:
    """Lay checked groups from ``held`` faces and return the faces that were used."""
    side = seat % state.sides
    placed, _ = place_all(state, side, groups)
    cards: Sequence[Card] = placed[0].cards
    if len(placed) > 1:
        cards = [card for group in placed for card in group.cards]
    faces = choose_faces(held, cards)
    assert faces is not None, "the action was checked"
    put_down(state, side, placed, faces)
    tables = state.tables[side]
    if tables.notes_lays:
        note_lay(state, seat, placed)
    if len(cards) >= tables.size:
        _note_whole(state, side, placed)
    if not state.opened[side]:
        points = opening.points_of(tables, cards)
        opening.apply(state, side)
        if log is not None:
            log.append(partial(Opened, side, points))
    if log is not None:
        _report(state, seat, placed, faces, log)
    return faces


def _note_whole(state: State, side: int, placed: Sequence[Placed]) -> None:
    """Count books that were laid complete in this play."""
    size = state.tables[side].size
    whole = sum(g.meld == NO_MELD and len(g.cards) >= size for g in placed)
    state.at_once = state.at_once[:]
    state.at_once[side] += whole


def _report(
    state: State, seat: int, placed: Sequence[Placed], faces: bytes, log: Log
) -> None:
    assert log is not None
    side = seat % state.sides
    melds = state.melds[side]
    started = len(melds) - sum(1 for group in placed if group.meld == NO_MELD)
    start = 0
    for group in placed:
        place = group.meld
        if place == NO_MELD:
            place, started = started, started + 1
        used = faces[start : start + len(group.cards)]
        start += len(group.cards)
        below = b""
        if group.meld != NO_MELD and any(group.below):
            below = bytes(compress(used, group.below))
            used = bytes(compress(used, map(not_, group.below)))
        told = partial(laid, seat, side, state.tables[side], melds, place)
        if used:
            log.append(partial(told, used))
        if below:
            log.append(partial(told, below, below=True))


def laid(
    seat: int,
    side: int,
    tables: Tables,
    melds: tuple[Meld, ...],
    place: int,
    faces: bytes,
    *,
    below: bool = False,
) -> Laid:
    """Return the event of a lay that made the melds of a side what they are now.

    Args:
        seat: Whose cards they are.
        side: Its side.
        tables: The rules of the side.
        melds: Its melds after the lay.
        place: Where the cards lie among them.
        faces: The cards.
        below: Whether they are wilds at the lower end of a run.
    """
    meld = melds[place]
    book = kind_of_book(tables, meld) if meld[2] + meld[3] >= tables.size else None
    event = LaidBelow if below else Laid
    return event(seat, side, meld_name(melds, place), cards_of(faces), book)


def apply(state: State, action: Lay, log: Log) -> None:
    """Lay groups that were checked."""
    seat = state.turn
    faces = put(state, seat, action.groups, state.cards[seat], log)
    state.remove(seat, faces)
