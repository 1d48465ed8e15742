"""Melds at the table: where a group goes, and whether it may lie there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handfoot.cards import FACES_OF_KIND, KIND_OF, KIND_WORDS
from handfoot.play import fresh
from handfoot.play.books import counted, finished_ranks, is_finished
from handfoot.play.consents import missing
from handfoot.play.meld_limits import (
    closed_since,
    overfull,
    start_limits,
    too_many_in_turn,
)
from handfoot.play.noting import note_lay
from handfoot.play.placing import Placed, meld_name, rank_name, unmeldable
from handfoot.play.refusals import Refusal
from handfoot.play.runs import run as runs
from handfoot.play.state import NO_MELD, NOBODY, WILD_RANK, Meld, State
from handfoot.play.tables import NEVER_APART, Tables
from handfoot.play.wilds import (
    broken_limits,
    broken_wild_meld,
    naturals_counted,
    no_wilds_on,
)


class Layout:
    """The melds of a side as an action would leave them, counts only.

    Attributes:
        melds: Rank, naturals and wilds of every meld, new ones last.
        refusals: Rules of melds, wilds and books that the action breaks.
        faces_left: Cards that the action leaves in the hand; set only under rules with
            runs, where suits decide whether they can leave as well.
    """

    __slots__ = (
        "_before",
        "_placed",
        "_side",
        "_state",
        "_tables",
        "faces_left",
        "melds",
        "refusals",
    )

    faces_left: bytes

    def __init__(self, state: State, side: int, placed: Sequence[Placed]) -> None:
        """Lay ``placed`` out beside the melds that lie there."""
        self._state = state
        self._side = side
        self._tables = state.tables[side]
        self.melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[side]]
        self.refusals: list[Refusal] = []
        started: list[Placed] = []
        before = self._before = len(self.melds)
        self._placed = placed
        for group in placed:
            self.refusals.extend(unmeldable(self._tables, group))
            if group.meld == NO_MELD:
                started.append(group)
            else:
                self._add(group)
        for group in started:
            self.refusals.extend(self._may_start(group))
            if group.rank > WILD_RANK:
                found = runs.broken(self._tables, b"", group.cards, group.below)
                self.refusals.extend(found)
            self.melds.append((group.rank, *self._counts((0, 0), group)))
        grown = {g.meld for g in placed if g.meld != NO_MELD}
        for place in (*grown, *range(before, len(self.melds))):
            self.refusals.extend(self._limits(place))

    @property
    def begun(self) -> Iterator[tuple[Placed, tuple[int, int, int]]]:
        """The groups that begin a meld, each with rank, naturals and wilds of it."""
        fresh = (group for group in self._placed if group.meld == NO_MELD)
        return zip(fresh, self.melds[self._before :], strict=True)

    @property
    def grows(self) -> bool:
        """Whether cards are added to melds that lie there."""
        return any(group.meld != NO_MELD for group in self._placed)

    @property
    def added_points(self) -> int:
        """What the cards of the play are worth (points)."""
        points = self._tables.points
        return sum(points[card.kind] for group in self._placed for card in group.cards)

    def _add(self, group: Placed) -> None:
        rank, naturals, wilds = self.melds[group.meld]
        if rank > WILD_RANK:
            there = self._state.melds[self._side][group.meld].cards
            found = runs.broken(self._tables, there, group.cards, group.below)
            self.refusals.extend(found)
        counts = self._counts((naturals, wilds), group)
        limit = self._tables.book.wilds.per_turn
        if limit is not None:
            added = self._state.wilds_added.count(group.meld) + group.wilds
            self.refusals.extend(too_many_in_turn(limit, added))
        if self._tables.closes_later and self._is_shut(group.meld):
            more = len(group.cards)
            found = closed_since(self._tables, rank, (naturals, wilds), more)
            self.refusals.extend(found)
        if group.wilds and self._tables.asks_consent:
            name = meld_name(self._state.melds[self._side], group.meld)
            self.refusals.extend(missing(self._state, self._side, group.meld, name))
        self.melds[group.meld] = (rank, *counts)

    def _is_shut(self, place: int) -> bool:
        """Whether a meld is a book that took its last card in an earlier turn."""
        if self._state.turn == NOBODY:
            return False
        return place in fresh.shut(self._state, self._side)

    def _counts(self, before: tuple[int, int], group: Placed) -> tuple[int, int]:
        """Return what counts of a meld with a group, noting what may not join it."""
        tables, rank = self._tables, group.rank
        added = (group.naturals, group.wilds)
        self.refusals.extend(overfull(tables, rank, before, added))
        counts = counted(tables, rank, before, added)
        if group.wilds and not counts[1] and not runs.is_run(rank):
            # Slid under a book: of all limits of wilds only this one is asked.
            self.refusals.extend(no_wilds_on(tables, rank, group.wilds))
        return counts

    def _may_start(self, group: Placed) -> Iterator[Refusal]:
        """Yield why a new meld of this rank may not be started."""
        tables = self._tables
        rule = tables.book.melds
        of_rank = [meld for meld in self.melds if meld[0] == group.rank]
        unfinished = [meld for meld in of_rank if meld[1] + meld[2] < tables.size]
        yield from start_limits(tables, group)
        if group.rank > WILD_RANK:
            return
        if rule.books_of_rank is not None and len(of_rank) >= rule.books_of_rank:
            yield Refusal(
                "enough_of_rank",
                "melds.books_of_rank",
                f"A side makes at most {rule.books_of_rank} melds of "
                f"{rank_name(group.rank)} in a round.",
                wanted=rule.books_of_rank,
                found=len(of_rank) + 1,
            )
        if of_rank and group.naturals < rule.further_naturals and group.naturals:
            yield Refusal(
                "too_few_to_go_on",
                "melds.further_naturals",
                f"A further meld of {rank_name(group.rank)} begins with at least "
                f"{naturals_counted(rule.further_naturals)}; this one has "
                f"{group.naturals}.",
                wanted=rule.further_naturals,
                found=group.naturals,
            )
        if rule.burnt and not of_rank and self._is_burnt(group.rank):
            yield Refusal(
                "rank_burnt",
                "melds.burnt",
                f"A side has finished a book of {rank_name(group.rank)}: the rank is "
                f"closed to sides that have no meld of it.",
            )
        if rule.per_rank == "one" and of_rank:
            yield Refusal(
                "one_meld_per_rank",
                "melds.per_rank",
                f"Your side already has a meld of {rank_name(group.rank)} and may "
                f"have only one.",
                wanted=1,
                found=len(of_rank) + 1,
            )
        elif unfinished and min(map(_size, unfinished)) + len(group.cards) < (
            tables.apart
        ):
            what = f"Your side's meld of {rank_name(group.rank)}"
            yield Refusal(
                "unfinished_meld",
                "melds.per_rank",
                f"{what} must be a book before another of that rank is started."
                if tables.apart == NEVER_APART
                else f"{what} has room for these {len(group.cards)} cards, so they "
                f"begin no other.",
                wanted=tables.size,
                found=sum(unfinished[0][1:]),
            )

    def _is_burnt(self, rank: int) -> bool:
        return rank in finished_ranks(self._state, self._side)

    def wilds_added(self) -> list[int]:
        """Return how many wilds each meld takes by the lay, new ones last."""
        added = [0] * self._before
        for group in self._placed:
            if group.meld == NO_MELD:
                added.append(group.wilds)
            else:
                added[group.meld] += group.wilds
        return added

    def _limits(self, place: int) -> Iterator[Refusal]:
        """Yield the limits of size and wilds that one meld breaks."""
        tables = self._tables
        rank, naturals, wilds = self.melds[place]
        count = naturals + wilds
        if rank == WILD_RANK:
            yield from broken_wild_meld(tables, count)
            return
        in_run = rank > WILD_RANK
        if (
            not in_run
            and KIND_WORDS[rank] in tables.book.melds.whole_only
            and count < tables.size
        ):
            yield Refusal(
                "not_whole",
                "melds.whole_only",
                f"{rank_name(rank).capitalize()} are melded only as a whole book of "
                f"{tables.size}; this meld has {count}.",
                wanted=tables.size,
                found=count,
            )
        elif count < tables.smallest:
            yield Refusal(
                "meld_too_short",
                "melds.smallest",
                f"A new meld has at least {tables.smallest} cards; this one of "
                f"{rank_name(rank)} has {count}.",
                wanted=tables.smallest,
                found=count,
            )
        if not in_run or tables.wild_runs:
            new = place >= self._before
            takes = new or wilds > self._state.melds[self._side][place].wilds
            yield from broken_limits(
                tables, rank, naturals, wilds, new=new, takes=takes
            )

    def state_after(self, left: Sequence[int]) -> State:
        """Return the position after the action, where it matters for leaving at once.

        Args:
            left: Cards that the player holds then, by kind; their suits are told only
                where they matter.
        """
        side = self._side
        after = self._state.copy()
        cards = [card for group in self._placed for card in group.cards]
        faces = [c.index if c.exact else FACES_OF_KIND[c.kind][0] for c in cards]
        put_down(after, side, self._placed, bytes(faces))
        if self._tables.notes_lays:
            note_lay(after, after.turn, self._placed)
        after.own_hands()
        after.hands[after.turn] = list(left)
        if self._tables.runs:
            after.cards[after.turn] = self.faces_left
        after.opened = after.opened[:]
        after.opened[side] = True
        return after

    def runs_after(self) -> tuple[runs.Run, ...]:
        """Return the runs of the side as the action would leave them."""
        tables = self._tables
        melds = list(self._state.melds[self._side])
        for group in self._placed:
            faces = (
                bytes(c.index for c in group.cards) if runs.is_run(group.rank) else b""
            )
            if group.meld == NO_MELD:
                cards = runs.joined(tables, b"", faces, group) if faces else b""
                melds.append(Meld(group.rank, cards, group.naturals, group.wilds))
            elif faces:
                there = melds[group.meld]
                melds[group.meld] = there._replace(
                    cards=runs.joined(tables, there.cards, faces, group),
                    wilds=there.wilds + group.wilds,
                )
        return runs.lying(tables, melds)

    @property
    def finished(self) -> list[tuple[int, int, int]]:
        """Rank, naturals and wilds of each finished book."""
        size = self._tables.size
        return [meld for meld in self.melds if meld[1] + meld[2] >= size]


def _size(meld: tuple[int, int, int]) -> int:
    return meld[1] + meld[2]


def unfinished(tables: Tables, melds: Sequence[Meld], rank: int) -> int:
    """Return the place of the newest unfinished meld of a rank, or ``NO_MELD``."""
    for place in range(len(melds) - 1, -1, -1):
        if melds[place].rank == rank and not is_finished(tables, melds[place]):
            return place
    return NO_MELD


def put_down(state: State, side: int, placed: Sequence[Placed], faces: bytes) -> None:
    """Lay groups that were checked; ``faces`` are their cards in the same order."""
    tables = state.tables[side]
    melds = list(state.melds[side])
    slots = state.slots[side][:]
    start = 0
    for group in placed:
        cards = faces[start : start + len(group.cards)]
        start += len(cards)
        if tables.slides:
            # Which cards of a book came first is seen by their order.
            cards = bytes(sorted(cards, key=lambda face: tables.wild[KIND_OF[face]]))
        if group.meld == NO_MELD:
            place, old = len(melds), Meld(group.rank, b"", 0, 0)
            melds.append(old)
        else:
            place = group.meld
            old = melds[place]
        counts = counted(
            tables,
            old.rank,
            (old.naturals, old.wilds),
            (group.naturals, group.wilds),
        )
        if group.below:
            cards = runs.joined(tables, old.cards, cards, group)
            melds[place] = Meld(old.rank, cards, *counts)
        else:
            melds[place] = Meld(old.rank, old.cards + cards, *counts)
        done = is_finished(tables, melds[place])
        if group.rank > WILD_RANK:
            if group.wilds:
                state.wilds_added += (place,) * group.wilds
            continue
        if not done:
            slots[group.rank] = place
        elif slots[group.rank] == place:
            slots[group.rank] = unfinished(tables, melds, group.rank)
        if group.wilds:
            state.wilds_added += (place,) * group.wilds
    state.set_melds(side, tuple(melds), slots)
