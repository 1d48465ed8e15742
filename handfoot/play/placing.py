"""Where a group goes: melds by name, and what is meant when nothing is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from handfoot.cards import (
    KIND_TEXT,
    KIND_WORDS,
    SUITS,
    Card,
    cards_text,
)
from handfoot.play.actions import BELOW, NEW, Group
from handfoot.play.refusals import Refusal
from handfoot.play.runs import places
from handfoot.play.runs import run as runs
from handfoot.play.state import NO_MELD, WILD_RANK, Meld, State
from handfoot.play.tables import Tables
from handfoot.rules.language.words import listed, plural

RANK_TEXT = (*KIND_TEXT, "W", *(suit.upper() for suit in SUITS))


_RANK_OF_TEXT = {text.upper(): rank for rank, text in enumerate(RANK_TEXT)}


_RANK_NAMES = (
    *map(plural, KIND_WORDS),
    "wilds",
    *(f"{suit} in a row" for suit in ("spades", "hearts", "diamonds", "clubs")),
)


class Placed(NamedTuple):
    """A group with its place on the table.

    Attributes:
        meld: Place of the meld it joins, or ``NO_MELD`` for a new one.
        rank: Card kind of the rank, ``WILD_RANK``, or one of ``RUN_RANKS``.
        cards: The cards of the group.
        naturals: How many are natural.
        wilds: How many are wild.
        below: For each card whether it goes below the others of a run, if it is wild;
            empty where no run may hold wilds.
    """

    meld: int
    rank: int
    cards: tuple[Card, ...]
    naturals: int
    wilds: int
    below: tuple[bool, ...] = ()


def rank_name(rank: int) -> str:
    """Return what players call the cards of a rank: ``nines``, ``wilds``.

    The cards of a run are ``spades in a row``.
    """
    return _RANK_NAMES[rank]


def meld_name(melds: Sequence[Meld], place: int) -> str:
    """Return the lasting name of a meld: its rank and its number, ``K#1``.

    That of a run is its suit and its number, ``S#1``.
    """
    # By place, which is quicker than by name.
    rank = melds[place][0]
    number = 1
    for meld in melds[:place]:
        if meld[0] == rank:
            number += 1
    return f"{RANK_TEXT[rank]}#{number}"


def rank_of_meld(name: str) -> int:
    """Return the rank of the meld with a lasting name.

    Raises:
        KeyError: it is no name of a meld.
    """
    return _RANK_OF_TEXT[name.partition("#")[0].upper()]


def place_all(
    state: State, side: int, groups: Iterable[Group]
) -> tuple[list[Placed], list[Refusal]]:
    """Return where each group goes, and why a group can go nowhere.

    Groups for one meld are laid as one, additions come before new melds and books
    before other melds, so the order of the groups does not matter.
    """
    placed: list[Placed] = []
    refusals: list[Refusal] = []
    for group in groups:
        found = _place(state, side, group)
        if isinstance(found, Placed):
            placed.append(found)
        else:
            refusals.append(found)
    if len(placed) > 1:
        placed = _in_order(placed, state.tables[side])
    return placed, refusals


def _in_order(placed: Iterable[Placed], tables: Tables) -> list[Placed]:
    """Return groups as they are laid."""
    grown: dict[int, Placed] = {}
    started: list[Placed] = []
    for group in placed:
        if group.meld == NO_MELD:
            started.append(group)
            continue
        known = grown.get(group.meld)
        grown[group.meld] = group if known is None else _together(known, group)
    if tables.book.melds.further_naturals > 1:
        # Of a rank the one with fewest naturals comes first: nothing precedes it.
        started.sort(key=lambda group: group.naturals)
    started.sort(key=lambda group: len(group.cards) < tables.size)
    return [*grown.values(), *started]


def _together(one: Placed, other: Placed) -> Placed:
    return Placed(
        one.meld,
        one.rank,
        one.cards + other.cards,
        one.naturals + other.naturals,
        one.wilds + other.wilds,
        one.below + other.below,
    )


def _place(state: State, side: int, group: Group) -> Placed | Refusal:
    tables = state.tables[side]
    if not group.cards:
        return Refusal("empty_group", "core.group", "A group needs cards.")
    read = tables.read_group(group)
    if read is None:
        stuck = list(unmeldable(tables, group))
        if len(stuck) == len({card.kind for card in group.cards}):
            # Threes of both colours are one rank to players, and no meld either way.
            return stuck[0]
        return Refusal(
            "mixed_ranks",
            "core.group",
            f"A meld is of one rank, or a run in one suit; {cards_text(group.cards)} "
            f"are neither.{runs.unsuited(group.cards)}"
            if tables.runs
            else f"A meld is of one rank; {cards_text(group.cards)} are not.",
            found=sorted({RANK_TEXT[card.kind] for card in group.cards}),
        )
    rank, naturals = read
    place = _target(state, side, group, rank)
    if isinstance(place, Refusal):
        return place
    if place != NO_MELD:
        rank = state.melds[side][place].rank
    wilds = len(group.cards) - naturals
    if tables.wild_runs and runs.is_run(rank):
        below = _below(tables, group, place)
        return Placed(place, rank, group.cards, naturals, wilds, below)
    if group.onto.startswith(BELOW):
        return Refusal(
            "not_below",
            "melds.runs",
            "Nothing goes below a meld but wilds below a run that may hold them; say "
            "on, or new.",
            found=group.onto,
        )
    return Placed(place, rank, group.cards, naturals, wilds)


def _below(tables: Tables, group: Group, place: int) -> tuple[bool, ...]:
    """Return for each card of a run whether it goes below the others, if wild."""
    if place == NO_MELD:
        return places.leading(tables, group.cards)
    return (group.onto.startswith(BELOW),) * len(group.cards)


def _no_meld(onto: str, names: list[str]) -> Refusal:
    """Return the refusal of a name that no meld has, with those there are."""
    there = f"; there is {listed(names)}" if names else ""
    return Refusal(
        "no_such_meld",
        "core.target",
        f"Your side has no meld called {onto}{there}.",
        wanted=names,
        found=onto,
    )


def _target(state: State, side: int, group: Group, rank: int) -> int | Refusal:
    """Return the place of the meld that a group names, or ``NO_MELD`` for a new one."""
    melds = state.melds[side]
    onto = group.onto.removeprefix(BELOW)
    if onto == NEW:
        return NO_MELD
    if not onto:
        return _obvious(state, side, rank, group.cards)
    text, _, number = onto.upper().partition("#")
    wanted = _RANK_OF_TEXT.get(text)
    there = [i for i, meld in enumerate(melds) if meld.rank == wanted]
    if wanted is None or not there:
        return _no_meld(onto, [meld_name(melds, i) for i in range(len(melds))])
    if number:
        numbers = [str(count) for count in range(1, len(there) + 1)]
        if number not in numbers:
            return _no_meld(onto, [meld_name(melds, i) for i in there])
        place = there[numbers.index(number)]
    elif runs.is_run(wanted):
        below = (onto != group.onto,) * len(group.cards)
        place = runs.target(state.tables[side], melds, wanted, group.cards, below)
        place = there[-1] if place == NO_MELD else place
    else:
        slot = state.slots[side][wanted]
        place = slot if slot != NO_MELD else there[-1]
    if runs.is_run(wanted) and rank < WILD_RANK:
        # One card says no more than its suit about the run that it joins.
        rank = runs.rank_of_cards(state.tables[side], group.cards) or rank
    if rank not in (WILD_RANK, wanted):
        named = all(card.exact for card in group.cards)
        how = "" if named or not runs.is_run(wanted) else " unless their suit is named"
        fit = "does not fit" if len(group.cards) == 1 else "do not fit"
        return Refusal(
            "wrong_rank",
            "core.target",
            f"{cards_text(group.cards)} {fit} the meld of {rank_name(wanted)}{how}.",
            wanted=RANK_TEXT[wanted],
            found=RANK_TEXT[rank],
        )
    return place


def meld_called(state: State, side: int, name: str) -> int | Refusal:
    """Return the place of the meld that a group would join by this ``onto``."""
    place = _target(state, side, Group((), name), WILD_RANK)
    if place == NO_MELD:
        return Refusal("no_such_meld", "core.target", "Say which meld of your side.")
    return place


def _obvious(state: State, side: int, rank: int, cards: Sequence[Card]) -> int:
    """Return where a group goes when nothing is said."""
    tables = state.tables[side]
    melds = state.melds[side]
    if tables.runs and runs.is_run(rank):
        return runs.target(tables, melds, rank, cards)
    slot = state.slots[side][rank]
    if slot != NO_MELD:
        return slot
    count = len(cards)
    if tables.runs and count == 1:
        suit = runs.rank_of_cards(tables, cards)
        place = NO_MELD if suit is None else runs.target(tables, melds, suit, cards)
        if place != NO_MELD and all(meld.rank != rank for meld in melds):
            return place
    places = [i for i, meld in enumerate(melds) if meld.rank == rank]
    if not places:
        return NO_MELD
    if tables.book.melds.per_rank == "one":
        return places[-1]
    return places[-1] if not tables.closed and count < tables.smallest else NO_MELD


def unmeldable(tables: Tables, group: Placed | Group) -> Iterator[Refusal]:
    """Yield the cards of a group that are of no rank which may be melded."""
    for kind in sorted({card.kind for card in group.cards}):
        if not tables.meldable[kind] and not tables.wild[kind]:
            yield Refusal(
                "rank_not_meldable",
                "melds.ranks",
                f"{rank_name(kind).capitalize()} cannot be melded.",
                wanted=[RANK_TEXT[rank] for rank in tables.rank_kinds],
                found=RANK_TEXT[kind],
            )
