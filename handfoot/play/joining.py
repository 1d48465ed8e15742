"""Melds of a rank that are joined at the table (``melds.may_join``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations

from handfoot.cards import KIND_OF
from handfoot.play import consents
from handfoot.play.actions import NEW, JoinMelds
from handfoot.play.books import counted, is_finished, kind_of_book
from handfoot.play.events import Log, MeldsJoined
from handfoot.play.meld_limits import overfull, too_many_in_turn
from handfoot.play.melds import unfinished
from handfoot.play.noting import note_own_book
from handfoot.play.opening import not_open_yourself
from handfoot.play.placing import RANK_TEXT, meld_called, meld_name, rank_name
from handfoot.play.refusals import Refusal
from handfoot.play.state import WILD_RANK, Meld, State
from handfoot.play.wilds import broken_limits

KEY = "melds.may_join"
# Places of two melds, the older one first.
Pair = tuple[int, int]


def pairs(state: State, side: int) -> list[Pair]:
    """Return the melds that the player may join now, two by two."""
    if not state.opened[side]:
        return []
    found = combinations(_unfinished(state, side), 2)
    melds = state.melds[side]
    return [
        (one, other)
        for one, other in found
        if melds[one].rank == melds[other].rank
        and next(_broken(state, side, (one, other)), None) is None
    ]


def offers(state: State, side: int) -> Iterator[JoinMelds]:
    """Yield the joins of now, each as it is listed."""
    return (named(state, side, pair) for pair in pairs(state, side))


def named(state: State, side: int, pair: Pair) -> JoinMelds:
    """Return the join of two melds, named by their rank where that says which."""
    melds = state.melds[side]
    rank = melds[pair[0]].rank
    if _unfinished(state, side, rank) == list(pair):
        return JoinMelds(RANK_TEXT[rank])
    return JoinMelds(*(meld_name(melds, place) for place in pair))


def _unfinished(state: State, side: int, rank: int | None = None) -> list[int]:
    """Return the places of unfinished melds, runs aside: of one rank, or of all."""
    tables = state.tables[side]
    return [
        place
        for place, meld in enumerate(state.melds[side])
        if (meld.rank <= WILD_RANK if rank is None else meld.rank == rank)
        and not is_finished(tables, meld)
    ]


# -- the check -----------------------------------------------------------------------


def check(state: State, action: JoinMelds) -> Iterator[Refusal]:
    """Yield why two melds may not be joined."""
    side = state.turn % state.sides
    if not state.tables[side].joins:
        yield Refusal(
            "melds_stay_apart", KEY, "Two melds of a rank stay two.", wanted=False
        )
        return
    pair = _meant(state, side, action)
    if isinstance(pair, Refusal):
        yield pair
    elif not state.opened[side]:
        yield not_open_yourself()
    else:
        yield from _broken(state, side, pair)


def _meant(state: State, side: int, action: JoinMelds) -> Pair | Refusal:
    """Return the places of the melds that an action names."""
    melds = state.melds[side]
    places = []
    for name in (action.onto or NEW, action.other):
        place = meld_called(state, side, name) if name else None
        if isinstance(place, Refusal):
            return place
        if place is not None:
            places.append(place)
    rank = melds[places[0]].rank
    name = rank_name(rank)
    if rank > WILD_RANK:
        return _apart("Runs are not joined.")
    if not action.other:
        here = _unfinished(state, side, rank)
        if len(here) > 2:  # noqa: PLR2004  # a join is of two
            names = [meld_name(melds, place) for place in here]
            return Refusal(
                "no_such_meld",
                "core.target",
                f"Your side has {len(here)} unfinished melds of {name}: say which two, "
                f"as in join {names[0]} {names[1]}.",
                wanted=names,
                found=action.onto,
            )
        if len(here) < 2 or ("#" in action.onto and places[0] not in here):  # noqa: PLR2004  # the same
            return _apart(f"Your side has no two unfinished melds of {name} to join.")
        places = here
    first, second = sorted(places)
    if melds[second].rank != melds[first].rank:
        others = rank_name(melds[places[1]].rank)
        return Refusal(
            "wrong_rank",
            "core.target",
            f"A meld of {others} does not fit the meld of {name}.",
            wanted=RANK_TEXT[rank],
            found=RANK_TEXT[melds[places[1]].rank],
        )
    if first == second:
        return _apart("A join is of two melds; these are the same.")
    if any(is_finished(state.tables[side], melds[place]) for place in places):
        return _apart("A finished book is joined with no other meld.")
    return first, second


def _apart(text: str) -> Refusal:
    return Refusal("melds_stay_apart", KEY, text)


def _broken(state: State, side: int, pair: Pair) -> Iterator[Refusal]:
    """Yield the limits of melds, wilds and books that two melds break as one."""
    tables = state.tables[side]
    one, other = (state.melds[side][place] for place in pair)
    limit = tables.book.wilds.per_turn
    if limit is not None:
        added = [state.wilds_added.count(place) for place in pair]
        if all(added):
            yield from too_many_in_turn(limit, sum(added))
    if tables.asks_consent:
        for place, wilds in zip(pair, (other.wilds, one.wilds), strict=True):
            if wilds:
                name = meld_name(state.melds[side], place)
                yield from consents.missing(state, side, place, name)
    yield from _broken_by(state, side, *_in_order(state, side, pair))


def _broken_by(state: State, side: int, base: Meld, added: Meld) -> Iterator[Refusal]:
    """Yield the limits that a meld breaks once it takes all cards of another."""
    tables, rank = state.tables[side], base.rank
    before, more = (base.naturals, base.wilds), (added.naturals, added.wilds)
    yield from overfull(tables, rank, before, more, elsewhere=False)
    if rank != WILD_RANK:
        counts = counted(tables, rank, before, more)
        takes = counts[1] > base.wilds
        yield from broken_limits(tables, rank, *counts, takes=takes)


def _in_order(state: State, side: int, pair: Pair) -> tuple[Meld, Meld]:
    """Return two melds so that the second may join the first, if there is a way."""
    one, other = (state.melds[side][place] for place in pair)
    if next(_broken_by(state, side, one, other), None) is None:
        return one, other
    if next(_broken_by(state, side, other, one), None) is None:
        return other, one
    return one, other


# -- the effect ----------------------------------------------------------------------


def apply(state: State, action: JoinMelds, log: Log) -> None:
    """Join two melds, as was checked."""
    seat = state.turn
    side = seat % state.sides
    pair = _meant(state, side, action)
    assert not isinstance(pair, Refusal), "the action was checked"
    name, other = (meld_name(state.melds[side], place) for place in pair)
    join(state, side, pair)
    tables = state.tables[side]
    meld = state.melds[side][pair[0]]
    if is_finished(tables, meld):
        note_own_book(state, seat)
    if log is not None:
        book = kind_of_book(tables, meld)
        log.append(partial(MeldsJoined, seat, side, name, other, book))


def join(state: State, side: int, pair: Pair) -> None:
    """Make two melds one, which lies where the older of them lay."""
    tables = state.tables[side]
    base, added = _in_order(state, side, pair)
    first, second = pair
    cards, rank = added.cards, base.rank
    if tables.slides:
        # Which cards of a book came first is seen by their order.
        cards = bytes(sorted(cards, key=lambda face: tables.wild[KIND_OF[face]]))
    counts = counted(
        tables, rank, (base.naturals, base.wilds), (added.naturals, added.wilds)
    )
    melds = list(state.melds[side])
    melds[first] = Meld(rank, base.cards + cards, *counts)
    del melds[second]
    slots = [place - (place > second) for place in state.slots[side]]
    slots[rank] = unfinished(tables, melds, rank)
    state.wilds_added = _moved(state.wilds_added, pair)
    if tables.closes_later:
        state.finished = _moved(state.finished, pair)
        if is_finished(tables, melds[first]):
            state.finished += (first,)
    if tables.asks_consent:
        consents.note_joined(state, side, pair)
    state.set_melds(side, tuple(melds), slots)


def _moved(places: Iterable[int], pair: Pair) -> tuple[int, ...]:
    """Return where the melds at some places lie once two are joined."""
    first, second = pair
    return tuple(
        [first if place == second else place - (place > second) for place in places]
    )


def joined(state: State, side: int) -> Iterator[tuple[tuple[JoinMelds, ...], State]]:
    """Yield every position that joins alone lead to, with the joins."""
    seen: set[object] = set()
    waiting: list[tuple[tuple[JoinMelds, ...], State]] = [((), state)]
    for done, now in waiting:
        for pair in pairs(now, side):
            after = now.copy()
            join(after, side, pair)
            table = _as_told(after, side)
            if table not in seen:
                seen.add(table)
                waiting.append(((*done, named(now, side, pair)), after))
                yield waiting[-1]


def _as_told(state: State, side: int) -> object:
    """Return all that matters of the melds of a side, in whatever order they lie."""
    lacking = consents.lacking(state, side) if state.tables[side].asks_consent else []
    return tuple(
        sorted(
            (*meld[:1], *meld[2:], state.wilds_added.count(place), place in lacking)
            for place, meld in enumerate(state.melds[side])
        )
    )
