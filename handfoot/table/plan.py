"""A plan: groups prepared at one's place before anything is played.

The cards of a plan stay in the hand. Only ``action`` makes of them the one play, a lay
or a pickup of the pile, that is then accepted or refused as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handfoot.cards import Card
from handfoot.errors import HandfootError
from handfoot.play import opening
from handfoot.play.actions import Group, Lay, TakePile
from handfoot.play.engine import check
from handfoot.play.faces import missing_cards
from handfoot.play.refusals import Refusal
from handfoot.play.state import DRAW, PLAY
from handfoot.table.answers import as_turn
from handfoot.table.notation import parse_group
from handfoot.table.reasons import with_origins
from handfoot.table.threes_alike import group_as_black
from handfoot.table.views import View

__all__ = ["Plan"]


class Plan:
    """Groups that a seat prepares; made by ``game.plan(seat)`` or ``view.plan()``.

    A plan may be made while others play: it is judged as if it were the seat's turn.

    Args:
        view: What the seat knows.
        pile: Whether the groups are to earn the pile; by default they are exactly when
            the seat is to draw.

    Raises:
        HandfootError: a spectator has nothing to plan.
    """

    __slots__ = ("_before", "_groups", "_view", "pile")

    pile: bool

    def __init__(self, view: View, *, pile: bool | None = None) -> None:
        """Begin an empty plan."""
        if view.seat is None:
            raise HandfootError("a spectator has nothing to plan")
        drawing = view.phase == "draw" and view.turn == view.seat
        self.pile = drawing if pile is None else pile
        self._view = view
        self._groups: tuple[Group, ...] = ()
        self._before: list[tuple[Group, ...]] = []

    # -- making it --------------------------------------------------------------------

    def add(self, group: str | Group | Iterable[Card], onto: str = "") -> Group:
        """Add a group and return it.

        Args:
            group: The group, its text (``"9 9 2"``, ``"2 on K"``), or its cards.
            onto: Where the cards go (see ``Group``), when only cards are given.

        Raises:
            NotationError: a word names no card.
        """
        if isinstance(group, str):
            group = parse_group(group)
        elif not isinstance(group, Group):
            group = Group(tuple(group), onto)
        if self._view.tables.threes_alike:
            group = group_as_black(group)
        self._change((*self._groups, group))
        return group

    def remove(self, index: int) -> Group:
        """Take the group at ``index`` back and return it.

        Raises:
            IndexError: there is no such group.
        """
        groups = list(self._groups)
        removed = groups.pop(index)
        self._change(tuple(groups))
        return removed

    def clear(self) -> None:
        """Take every group back."""
        self._change(())

    def undo(self) -> None:
        """Undo the last ``add``, ``remove`` or ``clear``.

        Raises:
            IndexError: nothing has been done.
        """
        self._groups = self._before.pop()

    def _change(self, groups: tuple[Group, ...]) -> None:
        self._before.append(self._groups)
        self._groups = groups

    def on(self, view: View) -> Plan:
        """Return the same groups as a plan for a later view of the same seat."""
        plan = Plan(view)
        plan._groups = self._groups
        plan._before = self._before[:]
        return plan

    # -- looking at it ----------------------------------------------------------------

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups, in the order they were added."""
        return self._groups

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of all groups."""
        return tuple(card for group in self._groups for card in group.cards)

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards of the hand that no group uses."""
        left = list(self._view.hand)
        planned = list(self.cards)
        top = self._view.top
        if self.pile and top is not None:
            used = next((card for card in planned if _is(card, top)), None)
            if used is not None:
                planned.remove(used)
        # Exact cards first, so that a card named by rank takes one that is left.
        for card in sorted(planned, key=lambda card: not card.exact):
            held = next((mine for mine in left if _is(card, mine)), None)
            if held is not None:
                left.remove(held)
        return tuple(left)

    @property
    def points(self) -> int:
        """What the groups count toward the opening minimum (points)."""
        return self._points(self.cards)

    def _points(self, cards: tuple[Card, ...]) -> int:
        return opening.points_of(self._view.tables, self._counted(cards))

    def _counted(self, cards: tuple[Card, ...]) -> Iterator[Card]:
        """Yield the cards that count; those taken below the top may not."""
        book = self._view.tables.book
        if not self.pile or book.opening.taken_count or book.pile.buried != "at_once":
            yield from cards
            return
        pool = list(self._view.hand_counts)
        if self._view.top is not None:
            pool[self._view.top.kind] += 1
        beyond = missing_cards(pool, cards)
        for card in cards:
            if card in beyond:
                beyond.remove(card)
            else:
                yield card

    @property
    def missing(self) -> int:
        """What the groups lack of the opening minimum, 0 once open (points).

        The dearest of them where one meld must reach it alone.
        """
        side = self._view.side
        assert side is not None
        if self._view.opened(side):
            return 0
        tables, reached = self._view.tables, self.points
        if tables.book.opening.reached_by == "one_meld":
            each = (self._points(group.cards) for group in self._groups)
            reached = max(each, default=0)
        return max(tables.book.opening.enough - reached, 0)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Every rule that the play would break; empty when it may be made."""
        if self._view.phase == "over":
            return self._view.why_not(self.action())
        state, _ = as_turn(self._view, DRAW if self.pile else PLAY)
        return with_origins(state, check(state, self.action()), self._view.names)

    def action(self) -> Lay | TakePile:
        """Return the one play that the groups make, legal or not."""
        return TakePile(self._groups) if self.pile else Lay(self._groups)

    def __len__(self) -> int:
        return len(self._groups)

    def __repr__(self) -> str:
        return f"<Plan: {self.action()}>"


def _is(named: Card, card: Card) -> bool:
    return named is card or (not named.exact and named.kind == card.kind)
