"""A player of common sense: it weighs each legal action by what it leaves behind.

It knows no variant. The rules in force, read from its view, say what a book is worth
and which books going out needs; an `Outlook` turns that into points.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from handfoot.cards import ANY_OF_KIND
from handfoot.play.actions import (
    ASK,
    DRAW,
    END,
    NO,
    YES,
    Action,
    AskToDirty,
    AskToGoOut,
    ChoosePacket,
    Discard,
    Draw,
    FreeWilds,
    Group,
    JoinMelds,
    Lay,
    TakePile,
)
from handfoot.play.placing import rank_of_meld
from handfoot.players.endings import held_points, pays, way_out
from handfoot.players.outlook import Outlook
from handfoot.players.throws import danger
from handfoot.players.tries import laid_out, left_over, points_of
from handfoot.players.weights import OPENED
from handfoot.table.views import View

_A = TypeVar("_A", bound=Action)
_Pickup = Draw | TakePile

# Weights of this player.
_LAID: Final = 0.6  # share of a card's points that laying it now makes sure of
_CARD: Final = 16.0  # points that a card not seen yet is good for
_DONE: Final = 2.0  # the same when the side only waits to go out
_CAUGHT: Final = 10.0  # points that it costs when the opponents go out first
_DELAY: Final = 80.0  # what it costs to be kept from going out before them
_PRESS: Final = 0.25  # share of the turns in which it does not pass a card on
# Openings compared in full; of more, those with the fewest wilds and cards.
_MOST: Final = 40


class HeuristicPlayer:
    """Plays sensibly under every ruleset, from the view of its seat alone.

    Args:
        seed: Seed of its choice between equally good actions.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        """Return a legal action for the seat of ``view``."""
        if view.phase == "answer":
            return self._answer(Outlook(view))
        actions = view.legal_actions
        if len(actions) == 1:
            return actions[0]
        outlook = Outlook(view)
        if view.phase == "draw":
            return self._begin(outlook, actions)
        if view.phase == "choose":
            return self._best(actions, lambda action: _chosen(outlook, action))
        return self._go_on(outlook, actions)

    # -- the three decisions ----------------------------------------------------------

    def _answer(self, outlook: Outlook) -> Action:
        about = outlook.view.asked_about
        if about is not None:
            return YES if _gains_by_wild(outlook, about) else NO
        if not outlook.view.is_legal(YES):
            return NO
        return YES if pays(outlook, own=held_points(outlook)) else NO

    def _begin(self, outlook: Outlook, actions: Sequence[Action]) -> Action:
        """Draw from the stock or the top discard, or take the pile."""
        view = outlook.view
        takes: list[_Pickup] = [
            action
            for action in actions
            if isinstance(action, TakePile) or (isinstance(action, Draw) and action.top)
        ]
        going = [a for a in takes if _empties(outlook, a)]
        if going and pays(outlook):
            return self._best(going, lambda _: 0.0)
        takes = [a for a in takes if a not in going]
        if not takes:
            return DRAW
        unseen = _worth_of_card(outlook)
        left = view.stock + view.stock_to_come
        coming = min(outlook.tables.draw - view.drawn, left)
        stay = outlook.value(outlook.hand, outlook.melds, unknown=coming)
        stay += _in_runs(outlook)
        stay += unseen * coming
        best = self._best(_few(outlook, takes), lambda a: _taken(outlook, a, unseen))
        if _taken(outlook, best, unseen) <= stay:
            return DRAW
        # To take a lone card and throw one is to pass: were all to do nothing else, no
        # round would end.
        passes = not best.groups and _cards_taken(outlook, best) == 1
        return DRAW if passes and self._random.random() < _PRESS else best

    def _go_on(self, outlook: Outlook, actions: Sequence[Action]) -> Action:
        """Go out, ask, lay, or discard."""
        lays = [action for action in actions if isinstance(action, Lay)]
        throws = [action for action in actions if isinstance(action, Discard)]
        asking = [action for action in actions if isinstance(action, AskToGoOut)]
        if asking and pays(outlook):
            return ASK
        if outlook.last:
            ending = _ending(outlook, lays, throws)
            if ending is not None:
                return ending
            lays, throws = _going_on(outlook, lays, throws)
        # A lay that a partner must agree to is weighed as if it were allowed.
        asks = {
            Lay((Group((ANY_OF_KIND[kind],), action.onto),)): action
            for action in actions
            if isinstance(action, AskToDirty)
            for kind in outlook.tables.wild_kinds
            if outlook.hand[kind]
        }
        lays += asks
        for action in actions:
            # Nothing leaves the hand by these, so they wait for nothing.
            if isinstance(action, FreeWilds):
                worth = _freed(outlook, action)
            elif isinstance(action, JoinMelds):
                worth = _joined(outlook, action)
            else:
                continue
            if worth > outlook.value(outlook.hand, outlook.melds):
                return action
        lay = self._lay(outlook, lays) if lays else None
        if lay is not None:
            return asks.get(lay, lay)
        if throws:
            return self._best(throws, lambda action: _thrown(outlook, action))
        if END in actions:
            return END
        if not lays:
            return actions[0]
        lay = self._best(lays, lambda a: _laid(outlook, a))
        return asks.get(lay, lay)

    def _lay(self, outlook: Outlook, lays: Sequence[Lay]) -> Lay | None:
        """Return the best lay if it is better than none."""
        now = outlook.value(outlook.hand, outlook.melds) + _in_runs(outlook)
        best = self._best(_few(outlook, lays), lambda action: _laid(outlook, action))
        return best if _laid(outlook, best) > now else None

    def _best(self, actions: Iterable[_A], worth: Callable[[_A], float]) -> _A:
        """Return the action worth most; of equal ones any."""
        scored = [(worth(action), action) for action in actions]
        top = max(score for score, _ in scored)
        equal = [action for score, action in scored if score == top]
        return equal[int(self._random.random() * len(equal))]


def _chosen(outlook: Outlook, action: Action) -> float:
    """Return the worth of a packet as the hand, by what is seen of it."""
    assert isinstance(action, ChoosePacket)
    shown = outlook.view.packets_shown(outlook.seat)
    if not shown:
        return 0.0
    hand = [0] * len(outlook.hand)
    for card in shown[action.number - 1]:
        hand[card.kind] += 1
    return outlook.value(hand, ())


def _freed(outlook: Outlook, action: FreeWilds) -> float:
    """Return the worth of the position in which the wilds of a meld are in the hand."""
    tables, view = outlook.tables, outlook.view
    names = [meld.name for meld in view.melds(outlook.side)]
    onto = action.onto if "#" in action.onto else f"{action.onto}#"
    place = max(i for i, name in enumerate(names) if name.startswith(onto))
    meld = view.melds(outlook.side)[place]
    hand, melds = list(outlook.hand), list(outlook.melds)
    for card in meld.cards:
        if tables.wild[card.kind]:
            hand[card.kind] += 1
    rank, naturals, _ = melds[place]
    melds[place] = (rank, naturals, 0)
    return outlook.value(hand, melds)


def _joined(outlook: Outlook, action: JoinMelds) -> float:
    """Return the worth of the position in which two melds are one."""
    names = [meld.name for meld in outlook.view.melds(outlook.side)]
    rank, size = rank_of_meld(action.onto), outlook.tables.size
    two = [
        place
        for place, (of, naturals, wilds) in enumerate(outlook.melds)
        if names[place] in (action.onto, action.other)
        or (not action.other and of == rank and naturals + wilds < size)
    ]
    melds = [meld for place, meld in enumerate(outlook.melds) if place not in two]
    (_, naturals, wilds), (_, more, more_wilds) = (outlook.melds[p] for p in two)
    melds.append((rank, naturals + more, wilds + more_wilds))
    return outlook.value(outlook.hand, melds)


def _gains_by_wild(outlook: Outlook, name: str) -> bool:
    """Whether a meld of the own side is better with a wild more."""
    names = [meld.name for meld in outlook.view.melds(outlook.side)]
    rank, naturals, wilds = outlook.melds[names.index(name)]
    melds = list(outlook.melds)
    melds[names.index(name)] = (rank, naturals, wilds + 1)
    now = outlook.value(outlook.hand, outlook.melds)
    return outlook.value(outlook.hand, melds) >= now


def _worth_of_card(outlook: Outlook) -> float:
    """Return what a card that is not seen yet is good for (points)."""
    if outlook.last and not outlook.lacking(outlook.melds):
        return _DONE - _DELAY * outlook.threat
    return _CARD * (1.0 - outlook.threat) - _CAUGHT * outlook.threat


def _cards_taken(outlook: Outlook, action: _Pickup) -> int:
    """Return how many cards a pickup brings, those from the stock too."""
    if isinstance(action, Draw):
        return outlook.tables.draw - outlook.view.drawn
    return action.count or outlook.tables.book.pile.most_taken(outlook.view.pile)


def _taken(outlook: Outlook, action: _Pickup, unseen: float) -> float:
    """Return the worth of the position after a pickup."""
    view = outlook.view
    count = _cards_taken(outlook, action)
    left = left_over(outlook.hand, action.groups)
    if view.top is not None:
        left[view.top.kind] += 1
    # Cards laid beyond those held come from the pile.
    short = -sum(have for have in left if have < 0)
    more = max(count - 1 - short, 0)
    held = [max(have, 0) for have in left]
    worth = _after(outlook, held, action, more)
    return worth + unseen * more


def _laid(outlook: Outlook, action: Lay) -> float:
    return _after(outlook, left_over(outlook.hand, action.groups), action, 0)


def _after(
    outlook: Outlook, left: Sequence[int], action: Lay | _Pickup, unknown: int
) -> float:
    """Return the worth of the position that groups laid lead to."""
    tables = outlook.tables
    melds = laid_out(tables, outlook.melds, action.groups)
    worth = outlook.value(left, melds, unknown=unknown)
    worth += _in_runs(outlook, action.groups)
    worth += _LAID * points_of(tables, action.groups)
    return worth if outlook.view.opened(outlook.side) else worth + OPENED


def _thrown(outlook: Outlook, action: Discard) -> float:
    """Return the worth of the position after a discard."""
    left = list(outlook.hand)
    left[action.card.kind] -= 1
    worth = outlook.value(left, outlook.melds)
    if outlook.rows is not None:
        # The card leaves the hand as one that is laid, and lies nowhere.
        faces, _ = outlook.rows.after((Group((action.card,)),))
        worth += outlook.rows.value(faces, outlook.rows.runs)
    return worth - danger(outlook, action.card)


def _in_runs(outlook: Outlook, groups: Sequence[Group] = ()) -> float:
    """Return what runs are worth after groups were laid, where there are runs."""
    rows = outlook.rows
    if rows is None:
        return 0.0
    top = outlook.view.top
    gained = [top.index] if top is not None and outlook.view.phase == "draw" else []
    faces, runs = rows.after(groups, gained if groups else ())
    return rows.value(faces, runs)


def _few(outlook: Outlook, actions: Sequence[_A]) -> Sequence[_A]:
    """Return the actions that are worth comparing in full."""
    if len(actions) <= _MOST:
        return actions
    wild = outlook.tables.wild

    def cost(action: _A) -> tuple[int, int]:
        assert isinstance(action, (Draw, Lay, TakePile))
        kinds = [card.kind for group in action.groups for card in group.cards]
        return sum(wild[kind] for kind in kinds), len(kinds)

    return sorted(actions, key=cost)[:_MOST]


def _empties(outlook: Outlook, action: _Pickup) -> bool:
    """Whether a pickup goes out."""
    if not outlook.last:
        return False
    count = _cards_taken(outlook, action)
    laid = sum(len(group.cards) for group in action.groups)
    return sum(outlook.hand) + count - laid < outlook.tables.keep


def _ending(
    outlook: Outlook, lays: Sequence[Lay], throws: Sequence[Discard]
) -> Action | None:
    """Return an action that goes out, when that is right."""
    if not pays(outlook):
        return None
    whole = way_out(outlook)
    if whole is not None:
        return whole
    held = sum(outlook.hand)
    if held == 1 and throws:
        return throws[0]
    for lay in lays:
        if held - sum(len(group.cards) for group in lay.groups) < outlook.tables.keep:
            return lay
    return None


def _going_on(
    outlook: Outlook, lays: Sequence[Lay], throws: Sequence[Discard]
) -> tuple[list[Lay], list[Discard]]:
    """Return the actions after which the round goes on, if there are any."""
    held = sum(outlook.hand)
    keep = outlook.tables.keep
    on = [a for a in lays if held - sum(len(g.cards) for g in a.groups) >= keep]
    off = list(throws) if held > 1 or not on else []
    return on, off
