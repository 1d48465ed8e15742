"""Wilds told apart by colour, where one on the pile asks for it (``pile.wild_top``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, TypeVar

import attrs

from handfoot.cards import CARDS, FACES_OF_KIND, KIND_OF
from handfoot.play.actions import Action, Discard, Group, Lay, TakePile
from handfoot.play.state import State
from handfoot.play.tables import Tables

_A = TypeVar("_A", bound=Action)
# The wild of the pile and its pair.
_THREE: Final = 3


@lru_cache(maxsize=64)
def alike(face: int) -> bytes:
    """Return the faces of the same kind and colour."""
    red = CARDS[face].red
    return bytes(f for f in FACES_OF_KIND[KIND_OF[face]] if CARDS[f].red == red)


def name_alike(
    tables: Tables, groups: Sequence[Group], held: bytes, face: int
) -> tuple[Group, ...]:
    """Return groups in which the wild of the pile and its pair are named exactly.

    Args:
        tables: Rules of the side.
        groups: The groups laid with a pickup.
        held: Cards held before it.
        face: The wild of the pile.
    """
    wanted = _without_named([face, *sorted(held)], groups)
    wanted = [one for one in wanted if one in alike(face)]
    found = list(groups)
    for place, group in enumerate(groups):
        if not all(tables.wild[card.kind] for card in group.cards):
            continue
        cards = list(group.cards)
        lacking = _THREE - sum(
            card.exact and card.index in alike(face) for card in cards
        )
        for i, card in enumerate(cards):
            if not card.exact and card.kind == KIND_OF[face] and lacking > 0 and wanted:
                cards[i] = CARDS[wanted.pop(0)]
                lacking -= 1
        found[place] = Group(tuple(cards), group.onto)
        break
    return tuple(found)


def _without_named(faces: Iterable[int], groups: Iterable[Group]) -> list[int]:
    """Return the faces that no group names exactly, each as often as it is left."""
    left = list(faces)
    for card in (card for group in groups for card in group.cards):
        if card.exact and card.index in left:
            left.remove(card.index)
    return left


def groups_apart(
    state: State, ways: Iterable[tuple[Group, ...]], face: int
) -> Iterator[tuple[Group, ...]]:
    """Yield the groups laid with a pickup, each with either colour of other wilds.

    Args:
        state: The position before the pickup.
        ways: The groups, of which the cards are named by rank.
        face: The card of the pile that earns it.
    """
    tables = state.tables[state.turn % state.sides]
    held = state.cards[state.turn]
    told = _told(state, state.turn)
    for groups in ways:
        if not tables.wild[KIND_OF[face]]:
            yield from (lay.groups for lay in _of_either(Lay(groups), told))
            continue
        if any(len(group.cards) > _THREE for group in groups):
            groups = name_alike(tables, groups, held, face)  # noqa: PLW2901
        yield from (take.groups for take in _of_either(TakePile(groups), told))


def apart(state: State, seat: int, actions: Iterable[_A]) -> Iterator[_A]:
    """Yield actions, each with either colour of wilds where both are held."""
    told = _told(state, seat)
    for action in actions:
        yield from _of_either(action, told)


def _told(state: State, seat: int) -> list[list[int]]:
    """Return the wilds held of each kind of which both colours are held."""
    found = []
    for kind in state.tables[seat % state.sides].wild_kinds:
        faces = [one for one in sorted(state.cards[seat]) if KIND_OF[one] == kind]
        if len(set(map(alike, faces))) > 1:
            found.append(faces)
    return found


def _of_either(action: _A, told: Iterable[Sequence[int]]) -> list[_A]:
    variants = [action]
    for faces in told:
        variants = [v for one in variants for v in _variants(one, faces)]
    return variants


def _variants(action: _A, faces: Sequence[int]) -> Iterator[_A]:
    """Yield an action with each choice of colours among ``faces`` of one kind."""
    kind = KIND_OF[faces[0]]
    if isinstance(action, Discard):
        if action.card.exact or action.card.kind != kind:
            yield action
            return
        for face in sorted({alike(one): one for one in reversed(faces)}.values()):
            yield attrs.evolve(action, card=CARDS[face])
        return
    if not isinstance(action, Lay | TakePile):
        yield action
        return
    counts = [_open(action, group, kind) for group in action.groups]
    if not any(counts):
        yield action
        return
    left = _without_named(faces, action.groups)
    reds = [one for one in left if CARDS[one].red]
    blacks = [one for one in left if not CARDS[one].red]
    for red in product(*[range(count + 1) for count in counts]):
        if sum(red) > len(reds) or sum(counts) - sum(red) > len(blacks):
            continue
        ready, other = iter(reds), iter(blacks)
        groups = []
        for group, count, among in zip(action.groups, counts, red, strict=True):
            chosen = [next(ready) for _ in range(among)]
            chosen += [next(other) for _ in range(count - among)]
            groups.append(_named(group, kind, chosen))
        yield attrs.evolve(action, groups=tuple(groups))


def _open(action: Action, group: Group, kind: int) -> int:
    """Return how many cards of a kind a group leaves open, to be chosen by colour."""
    same = all(card.kind == kind for card in group.cards)
    if isinstance(action, TakePile) and same and len(group.cards) == _THREE:
        # What takes the pile is named when it does.
        return 0
    return sum(not card.exact and card.kind == kind for card in group.cards)


def _named(group: Group, kind: int, faces: Sequence[int]) -> Group:
    """Return a group with its open cards of a kind named."""
    chosen = iter(faces)
    cards = [
        CARDS[next(chosen)] if faces and not card.exact and card.kind == kind else card
        for card in group.cards
    ]
    return Group(tuple(cards), group.onto)
