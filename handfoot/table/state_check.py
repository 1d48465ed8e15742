"""Looking whether a state that was read can be: nothing of it is believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from handfoot.cards import BLACK_THREE, CARDS, KIND_OF, KINDS, RED_THREE, cards_text
from handfoot.errors import HandfootError
from handfoot.play import moment
from handfoot.play.books import counted_of
from handfoot.play.consents import pending
from handfoot.play.deal import seen_part, shown
from handfoot.play.foot import owners
from handfoot.play.growing import allowed, allowed_wild
from handfoot.play.placing import rank_name
from handfoot.play.runs.places import lie_in_order
from handfoot.play.runs.run import broken, is_run, rank_of_cards
from handfoot.play.state import (
    ANSWER,
    CHOOSE,
    DENIED,
    GRANTED,
    NO_CONSENTS,
    NO_MELD,
    OVER,
    PHASES,
    SLOTS,
    UNASKED,
    WILD_RANK,
    Meld,
    State,
)
from handfoot.play.tables import NEVER_APART, Tables
from handfoot.rules.lot import rounds_by_lot
from handfoot.table.seating import table_of
from handfoot.table.setting_up import PERMISSIONS
from handfoot.table.state_data import UNSEEN, DataError

__all__ = ["check_frame", "wrongs"]

_BY_SEAT = ("cards", "packets", "played", "own_book")
_BY_SIDE = ("scores", "melds", "slots", "red", "opened", "opened_at", "at_once")


def check_frame(state: State) -> None:
    """Look at what everything else is counted by.

    Raises:
        DataError: seats, sides, lists or numbers do not fit together.
    """
    if not 1 <= state.sides <= state.seats or state.seats % state.sides:
        raise DataError(f"{state.seats} seats do not make {state.sides} sides")
    try:
        table_of(state.rules, state.seats, state.seats // state.sides)
    except HandfootError as error:
        raise DataError(str(error)) from None
    if rounds_by_lot(state.rules, state.seats, state.seats // state.sides):
        raise DataError(
            "its rules draw the order of their rounds by lot (match.order): give those "
            "of the game or view itself, where it is drawn"
        )
    if state.round < 1:
        raise DataError("round: rounds are counted from 1")
    for name in _BY_SEAT:
        _of_length(state, name, state.seats)
    for name in _BY_SIDE:
        _of_length(state, name, state.sides)
    if state.phase == OVER and len(state.sheets) < state.sides:
        raise DataError("sheets: the last round is told for each side")
    for slots in state.slots:
        if len(slots) != SLOTS:
            raise DataError(f"slots: {SLOTS} ranks are expected for each side")
    for name, faces in _in_sight(state):
        if UNSEEN in faces:
            raise DataError(f"{name}: cards are not known, and everybody sees them")


def _in_sight(state: State) -> Iterator[tuple[str, bytes]]:
    """Yield cards that everybody has seen, beside melds, by the field with them."""
    yield "pile", state.pile
    yield "held_back", state.held_back
    yield "red", b"".join(state.red)
    yield "black", b"".join(state.black)


def _of_length(state: State, name: str, count: int) -> None:
    found = len(getattr(state, name))
    if found != count:
        raise DataError(f"{name}: {count} expected, {found} found")


def wrongs(
    state: State, *, seen_by: int | None = None, whole: bool = True
) -> Iterator[str]:
    """Yield everything that cannot be in a state whose frame is sound.

    Args:
        state: The state.
        seen_by: The seat whose view this is, when it is not ``whole``.
        whole: Whether every card is known.
    """
    yield from _words(state)
    if whole:
        yield from _deck(state)
    else:
        yield from _too_many(state)
        yield from _shown(state, seen_by)
    yield from _packets(state)
    if any(state.black) and not any(tables.lays_black for tables in state.tables):
        yield "black: no black threes are laid aside under these rules"
    if len(state.black) not in (0, state.sides):
        yield f"black: {state.sides} sides are expected, {len(state.black)} found"
    if any(KIND_OF[face] != BLACK_THREE for faces in state.black for face in faces):
        yield "black: others than black threes are laid aside"
    for side in range(state.sides):
        yield from _melds(state, side)
    yield from _sheets(state)


def _words(state: State) -> Iterator[str]:
    over = state.phase == OVER
    yield from _between(state, "phase", 0, len(PHASES) - 1)
    yield from _between(state, "permission", 0, len(PERMISSIONS) - 1)
    yield from _between(state, "dealer", 0, state.seats - 1)
    yield from _between(
        state, "turn", -1 if over else 0, -1 if over else state.seats - 1
    )
    for name in ("out", "lap", "frozen_by"):
        yield from _between(state, name, -1, state.seats - 1)
    yield from _between(
        state, "drawn", 0, max(tables.draw for tables in state.tables) - 1
    )
    yield from _between(state, "opened_first", -1, state.sides - 1)
    yield from _between(state, "frozen_at", 0, max(len(state.pile) - 1, 0))
    for name in ("turns", "shuffles", "packs_added", "reshuffles"):
        yield from _between(state, name, 0, 1 << 30)
    for name in ("picked_up", "choosers", "opened_by"):
        for seat in getattr(state, name):
            if not 0 <= seat < state.seats:
                yield f"{name}: there is no seat {seat}"
    if any(not 0 <= kind < KINDS for kind in state.fresh):
        yield f"fresh: kinds are from 0 to {KINDS - 1}"
    # Once the match is over nobody's turn tells whose books they were.
    whose = state.melds if over else [state.melds[state.turn % state.sides]]
    lying = max(map(len, whose))
    if any(not 0 <= place < lying for place in state.finished):
        yield "finished: books are named by their places among the melds of the side"
    answering = state.partners(state.turn) if state.phase == ANSWER else (-1,)
    if state.answering not in answering:
        yield "answering: only a partner of the seat whose turn it is answers"
    yield from _consents(state)
    if set(state.lost_packets) - set(owners(state)):
        yield f"lost_packets: owners are from 0 to {len(owners(state)) - 1}"
    if (state.phase == CHOOSE) != bool(state.choosers):
        yield "choosers: seats choose in the phase choose, and only then"


def _consents(state: State) -> Iterator[str]:
    """Yield what is wrong about who began melds, and what was said of them."""
    begun, _, answers = state.consents
    asked = any(tables.asks_consent for tables in state.tables)
    if not asked and state.consents != NO_CONSENTS:
        yield "consents: nobody is asked under these rules"
    if begun and len(begun) != state.sides:
        yield f"consents: {state.sides} sides are expected, {len(begun)} found"
        return
    for side, seats in enumerate(begun):
        if len(seats) > len(state.melds[side]):
            yield f"consents: side {side} has no {len(seats)} melds"
        if any(seat % state.sides != side or seat >= state.seats for seat in seats):
            yield f"consents: players of side {side} began its melds"
    side = state.turn % state.sides
    for place, said in answers:
        if not 0 <= place < len(state.melds[side]) and pending(state) is not None:
            yield f"consents: side {side} has no meld {place}"
        if said not in (UNASKED, GRANTED, DENIED):
            yield f"consents: {said} is no answer"
    if pending(state) is not None and state.phase != ANSWER:
        yield "consents: a partner has yet to answer, and only in the phase answer"


def _between(state: State, name: str, least: int, most: int) -> Iterator[str]:
    value = getattr(state, name)
    if not least <= value <= most:
        yield f"{name}: {value} is not from {least} to {most}"


def _all_faces(state: State) -> Counter[int]:
    found: Counter[int] = Counter(
        state.stock + state.pile + state.aside + state.held_back
    )
    for faces in (*state.cards, *state.red, *state.black):
        found.update(faces)
    for seat in owners(state):
        for faces in state.packets[seat]:
            found.update(faces)
    for melds in state.melds:
        for meld in melds:
            found.update(meld.cards)
    return found


def _whole_deck(state: State) -> Counter[int]:
    book = state.tables[0].book
    return Counter(book.one_pack * (book.deck.packs + max(state.packs_added, 0)))


def _deck(state: State) -> Iterator[str]:
    found, deck = _all_faces(state), _whole_deck(state)
    if found[UNSEEN]:
        yield f"{found[UNSEEN]} cards are not known"
    for what, faces in (("too many", found - deck), ("missing", deck - found)):
        faces.pop(UNSEEN, None)
        if faces:
            cards = cards_text(CARDS[face] for face in sorted(faces.elements()))
            yield f"cards of the deck {what}: {cards}"


def _too_many(state: State) -> Iterator[str]:
    """Yield cards that a view shows more often than the deck has them."""
    found, deck = _all_faces(state), _whole_deck(state)
    if found.total() != deck.total():
        yield f"{deck.total()} cards are expected, {found.total()} found"
    hidden = found.pop(UNSEEN, 0)
    faces = found - deck
    if faces or hidden < 0:
        cards = cards_text(CARDS[face] for face in sorted(faces.elements()))
        yield f"cards of the deck too many: {cards}"


def _shown(state: State, seat: int | None) -> Iterator[str]:
    """Yield what a seat may not see, and what it must."""
    hidden: list[tuple[str, bytes]] = [("stock", state.stock), ("aside", state.aside)]
    for other, faces in enumerate(state.cards):
        if other != seat or state.phase == OVER:
            hidden.append((f"cards of seat {other}", faces))
        elif UNSEEN in faces:
            yield f"cards of seat {other}: its own are seen"
    for other, packets in enumerate(state.packets):
        count = shown(state, other, seat)
        seen = [seen_part(faces, count) for faces in packets]
        if any(UNSEEN in faces for faces in seen):
            yield f"packets of seat {other}: these are seen"
        hidden += [
            (f"packets of seat {other}", faces[: len(faces) - len(part)])
            for faces, part in zip(packets, seen, strict=True)
        ]
    for where, faces in hidden:
        if set(faces) - {UNSEEN}:
            yield f"{where}: these are not seen"


def _packets(state: State) -> Iterator[str]:
    dealt = len(state.tables[0].packets)
    for seat in range(len(owners(state)), state.seats):
        if state.packets[seat] != state.packets[seat % state.sides]:
            yield f"packets: seat {seat} shares those of its side, and has others"
    for seat, packets in enumerate(state.packets):
        choosing = seat in state.choosers
        if len(packets) > dealt - (not choosing):
            yield f"packets: seat {seat} has {len(packets)} of {dealt} dealt"
        drawn = state.tables[0].book.deal.later_from == "stock"
        if any(bool(packet) == drawn for packet in packets):
            what = "one of the stock with cards" if drawn else "an empty one"
            yield f"packets: seat {seat} has {what}"
        if state.played[seat] and packets:
            yield f"played: seat {seat} has not reached its last packet"


def _melds(state: State, side: int) -> Iterator[str]:
    melds = state.melds[side]
    own = [seat for seat in state.opened_by if seat % state.sides == side]
    if melds and not (own or state.opened[side]):
        yield f"opened: side {side} has melds"
    if any(KIND_OF[face] != RED_THREE for face in state.red[side]):
        yield f"red: side {side} has others than red threes"
    for place, meld in enumerate(melds):
        name = f"melds: meld {place} of side {side} ({rank_name(meld.rank)})"
        # It may have been laid at a moment with other rules.
        found = [_misfit(tables, meld) for tables in moment.every(state, side)]
        if all(found):
            yield f"{name} {found[0]}"
    yield from _slots(state, side, melds)


def _misfit(tables: Tables, meld: Meld) -> str:
    """Say why no such meld can lie on the table by these rules; empty if it can."""
    if is_run(meld.rank):
        return "" if _is_run(tables, meld) else "is no run"
    naturals, wilds = _made_of(meld, tables.wild)
    if naturals + wilds != len(meld.cards):
        return "holds cards of another rank"
    naturals, wilds = meld.naturals, meld.wilds
    if meld.rank == WILD_RANK:
        fits = allowed_wild(tables, wilds)
        return "" if fits else f"cannot have {wilds} cards"
    if tables.meldable[meld.rank] and allowed(tables, meld.rank, naturals, wilds):
        return ""
    return f"cannot have {naturals} naturals and {wilds} wilds"


def _is_run(tables: Tables, meld: Meld) -> bool:
    """Whether a meld is the run that it is said to be, of a size that it may have."""
    cards = [CARDS[face] for face in meld.cards]
    size = len(cards)
    if tables.wild_runs:
        naturals, wilds = _split(meld, tables.wild)
        return (
            rank_of_cards(tables, cards) == meld.rank
            and (meld.naturals, meld.wilds) == (naturals, wilds)
            and allowed(tables, meld.rank, naturals, wilds)
            and lie_in_order(tables, meld.cards)
        )
    return (
        tables.runs
        and rank_of_cards(tables, cards) == meld.rank
        and (meld.naturals, meld.wilds) == counted_of(tables, meld.rank, meld.cards)
        and size >= tables.smallest
        and not (tables.closed and size > tables.size)
        and next(broken(tables, b"", cards), None) is None
    )


def _split(meld: Meld, wild: Sequence[bool]) -> tuple[int, int]:
    wilds = sum(wild[KIND_OF[face]] for face in meld.cards)
    return len(meld.cards) - wilds, wilds


def _made_of(meld: Meld, wild: Sequence[bool]) -> tuple[int, int]:
    kinds = [KIND_OF[face] for face in meld.cards]
    wilds = sum(wild[kind] for kind in kinds)
    naturals = sum(kind == meld.rank and not wild[kind] for kind in kinds)
    return naturals, wilds


def _slots(state: State, side: int, melds: Sequence[Meld]) -> Iterator[str]:
    """Yield unfinished melds that are not where melds of their rank grow."""
    size = state.tables[side].size
    several = state.tables[side].apart != NEVER_APART
    for rank, slot in enumerate(state.slots[side]):
        growing = [
            place
            for place, meld in enumerate(melds)
            if meld.rank == rank and len(meld.cards) < size
        ]
        if len(growing) > 1 and not several:
            yield f"melds: side {side} has two unfinished of {rank_name(rank)}"
        fitting = growing or [NO_MELD]
        if slot not in fitting and not (several and slot == NO_MELD):
            yield f"slots: side {side}, {rank_name(rank)}: {slot}, not {fitting}"


def _sheets(state: State) -> Iterator[str]:
    for sheet in state.sheets:
        points = sum(line.points for line in sheet.lines)
        if points != sheet.points or sheet.before + points != sheet.total:
            yield f"sheets: round {sheet.round}, side {sheet.side} does not add up"
    last = state.sheets[-state.sides :]
    if state.sheets and [sheet.total for sheet in last] != state.scores:
        yield "scores: they are not those of the last sheets"
