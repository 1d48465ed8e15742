"""New runs: which may be begun with some cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from handfoot.cards import KIND_OF
from handfoot.play import growing
from handfoot.play.books import overfilled
from handfoot.play.faces import lowest_face
from handfoot.play.offers import wild_picks
from handfoot.play.runs.run import Run, face_of
from handfoot.play.state import NO_MELD, RUN_RANKS

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

# Runs of more wilds are not listed; they may be laid one after the other, or typed.
_MOST_WILDS: Final = 3


def is_new_run(tables: Tables, run: Run) -> bool:
    """Whether cards in a row may begin a meld."""
    points = sum(tables.points[kind] for kind in range(run.low, run.high + 1))
    if tables.wild_runs:
        points -= sum(tables.points[kind] for kind in run.gaps)
        points += sum(tables.points[kind] for kind in run.wilds)
        return points >= tables.book.melds.floor and may_begin(tables, *run.counts)
    return (
        run.size >= tables.smallest
        and points >= tables.book.melds.floor
        and overfilled(tables, run.rank, (0, 0), (run.size, 0)) is None
    )


def may_begin(tables: Tables, naturals: int, wilds: int) -> bool:
    """Whether a new run may have so many cards, given the right wilds.

    That is asked only where runs may hold wilds.
    """
    rank = RUN_RANKS[0]
    return (
        growing.allowed(tables, rank, naturals, wilds, new=True)
        and (not wilds or growing.may_begin(tables, wilds))
        and overfilled(tables, rank, (0, 0), (naturals, wilds)) is None
    )


def new_runs(tables: Tables, faces: Iterable[int]) -> list[Run]:
    """Return every run that could be begun with some of the cards, low ones first.

    Where runs may hold wilds those of fewest wilds come first; runs of very many wilds
    are left out.
    """
    if tables.wild_runs:
        found = _with_wilds(tables, bytes(faces), least=False)
        return sorted(found, key=lambda run: len(run.gaps))
    return natural_runs(tables, faces)


def natural_runs(tables: Tables, faces: Iterable[int]) -> list[Run]:
    """Return every run without wilds that could be begun, low ones first."""
    held = set(faces)
    runs: list[Run] = []
    for rank in RUN_RANKS:
        for low in sorted(tables.run_kinds):
            high = low
            while high in tables.run_kinds and face_of(rank, high) in held:
                run = Run(NO_MELD, rank, low, high)
                if is_new_run(tables, run):
                    runs.append(run)
                high += 1
    return runs


def least_with_wilds(tables: Tables, faces: bytes) -> list[Run]:
    """Return the new runs none of which is another one with a card more at an end."""
    if tables.book.wilds.start_ratio != "same":
        # What may begin so need not come of less.
        return new_runs(tables, faces)
    found = sorted(_with_wilds(tables, faces, least=True))
    return [r for r in found if r.size == 1 or not is_new_run(tables, _higher(r))]


def _with_wilds(tables: Tables, faces: bytes, *, least: bool) -> Iterator[Run]:
    """Yield new runs that may hold wilds; those with no card to spare above."""
    held = set(faces)
    counts = Counter(KIND_OF[face] for face in faces)
    kinds = tables.wild_kinds
    have = tuple(counts[kind] for kind in kinds)
    most = min(sum(have), _MOST_WILDS)

    def grown(rank: int, low: int, high: int, gaps: tuple[int, ...]) -> Iterator[Run]:
        """Yield the runs of these cards, and of further ones above them."""
        enough = False
        for wilds in wild_picks(kinds, have, len(gaps)):
            run = Run(NO_MELD, rank, low, high, gaps, wilds)
            if run.size - len(gaps) > 1 and is_new_run(tables, run):
                enough = True
                yield run
        if least and enough and not tables.book.melds.floor:
            return
        kind = high + 1
        if kind in tables.run_kinds:
            if face_of(rank, kind) in held:
                yield from grown(rank, low, kind, gaps)
            if len(gaps) < most:
                yield from grown(rank, low, kind, (*gaps, kind))

    for rank in RUN_RANKS:
        if any(face_of(rank, kind) in held for kind in tables.run_kinds):
            for low in sorted(tables.run_kinds):
                if face_of(rank, low) in held:
                    yield from grown(rank, low, low, ())
                if most:
                    yield from grown(rank, low, low, (low,))


def _higher(run: Run) -> Run:
    """Return a run without its lowest card."""
    wild = run.low in run.gaps
    return run._replace(low=run.low + 1, gaps=run.gaps[wild:], wilds=run.wilds[wild:])


def shorter(run: Run) -> tuple[Run, Run]:
    """Return a run without its lowest card, and without its highest."""
    end = len(run.gaps) - (run.high in run.gaps)
    lower = run._replace(high=run.high - 1, gaps=run.gaps[:end], wilds=run.wilds[:end])
    return _higher(run), lower


def spent(faces: bytes, run: Run) -> bytes | None:
    """Return the faces left without those of a new run; ``None`` if any is missing."""
    left = bytearray(faces)
    for face in run.faces:
        if face not in left:
            return None
        left.remove(face)
    for kind in run.wilds:
        wild = lowest_face(left, kind)
        if wild is None:
            return None
        left.remove(wild)
    return bytes(left)


def least(tables: Tables, runs: Sequence[Run]) -> list[Run]:
    """Return the runs in which no other one of them lies."""
    if tables.wild_runs:
        if tables.book.wilds.start_ratio != "same":
            # What may begin so need not come of less.
            return [*runs]
        known = set(runs)
        return [run for run in runs if known.isdisjoint(shorter(run))]
    return [
        run
        for run in runs
        if not any(other != run and _lies_in(other, run) for other in runs)
    ]


def whole(runs: Sequence[Run]) -> list[Run]:
    """Return the runs that lie in no other one of them; wilds are no matter."""
    return [
        run
        for run in runs
        if not any(other != run and _lies_in(run, other) for other in runs)
    ]


def _lies_in(one: Run, other: Run) -> bool:
    return one.rank == other.rank and other.low <= one.low <= one.high <= other.high
