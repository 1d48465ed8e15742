"""A plan prepares a play without changing anything."""

from __future__ import annotations

import pytest

from handfoot import Game, HandfootError, Lay, NotationError, Plan, Position, TakePile
from handfoot.play.opening import points_of
from tests.table.tables import NAMES, positions, rules

HAND = "K K K A A 2 9 9 4"


def _game(phase: str = "play", *, turn: int = 0) -> Game:
    position = Position(
        rules("whitnack"), hands={0: HAND}, pile="4 9", phase=phase, turn=turn
    )
    return position.game()


def _codes(plan: Plan) -> list[str]:
    return [refusal.code for refusal in plan.refusals]


def test_groups_add_up() -> None:
    """Points grow and what is missing shrinks with each group; refusals follow."""
    plan = _game().plan()
    assert (plan.points, plan.missing, _codes(plan)) == (0, 50, ["empty_group"])
    plan.add("K K K")
    assert (plan.points, plan.missing, _codes(plan)) == (30, 20, ["opening_short"])
    plan.add("A A 2")
    assert (plan.points, plan.missing, _codes(plan)) == (90, 0, [])
    assert len(plan) == 2


def test_cards_stay_in_the_hand() -> None:
    """Nothing leaves the hand before the action is pushed."""
    game = _game()
    before = game.copy()
    plan = game.plan()
    plan.add("K K K")
    plan.add("A A 2")
    assert game == before
    assert len(game.view(0).hand) == 9
    assert [card.code for card in plan.left] == ["4s", "9h", "9s"] or len(
        plan.left
    ) == 3
    game.push(plan.action())
    assert len(game.view(0).hand) == 3


def test_remove_clear_and_undo() -> None:
    """Every change can be undone, the last one first."""
    plan = _game().plan()
    first = plan.add("K K K")
    second = plan.add("A A 2")
    assert plan.remove(0) == first
    assert plan.groups == (second,)
    plan.clear()
    assert len(plan) == 0
    plan.undo()
    assert list(plan.groups) == [second]
    plan.undo()
    assert list(plan.groups) == [first, second]
    plan.undo()
    plan.undo()
    assert len(plan) == 0
    with pytest.raises(IndexError):
        plan.undo()


def test_wrong_text_changes_nothing() -> None:
    """A group that cannot be read is refused and not kept."""
    plan = _game().plan()
    with pytest.raises(NotationError):
        plan.add("K K X")
    assert len(plan) == 0
    with pytest.raises(IndexError):
        plan.remove(0)
    assert len(plan) == 0


def test_plan_for_the_pile() -> None:
    """Before the draw the groups earn the pile, its top card among them."""
    game = _game("draw")
    plan = game.plan()
    plan.add("9 9 9")
    assert isinstance(plan.action(), TakePile)
    assert (plan.points, plan.missing) == (30, 20)
    assert len(plan.left) == 7
    plan.add("K K K")
    assert not plan.refusals
    game.push(plan.action())
    assert game.view(0).opened(0)


def test_plan_while_others_play() -> None:
    """A seat that waits plans for its turn; the plan carries over to a later view."""
    game = _game(turn=1)
    plan = game.view(0).plan()
    plan.add("K K K")
    plan.add("A A 2")
    assert not plan.refusals
    later = plan.on(_game().view(0))
    assert later.groups == plan.groups
    assert isinstance(later.action(), Lay)
    assert not later.refusals


def test_cards_not_held_are_said() -> None:
    """A plan may hold any cards; those not held are refused."""
    plan = _game().plan()
    plan.add("Q Q Q")
    assert _codes(plan) == ["not_held"]
    assert len(plan.left) == 9


def test_cards_as_objects_and_places() -> None:
    """A group may be given as cards with a place."""
    plan = _game().plan()
    group = plan.add(plan.left[-3:], onto="new")
    assert group.onto == "new"
    assert len(group.cards) == 3


def test_a_spectator_plans_nothing() -> None:
    """There is no plan without a hand."""
    with pytest.raises(HandfootError, match="spectator"):
        _game().view(None).plan()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("phase", ["play", "draw"])
def test_refusals_are_those_of_the_action(name: str, phase: str) -> None:
    """A plan says of its action what the game says of it."""
    for game in positions(name, 40, phase, seed=2):
        for action in list(game.legal_actions)[:5]:
            if not isinstance(action, Lay | TakePile):
                continue
            plan = game.plan()
            for group in action.groups:
                plan.add(group)
            assert plan.action() == action
            assert plan.refusals == ()
            plan.add("K K 4")
            assert plan.refusals == game.why_not(plan.action())


def test_points_are_those_of_the_opening() -> None:
    """The points of a plan for the best opening are those of the answer."""
    for game in positions("whitnack", 100, "play", seed=3):
        answer = game.can_open()
        if answer.best is None:
            continue
        plan = game.plan()
        for group in answer.best.groups:
            plan.add(group)
        assert plan.points == answer.best_points
        assert plan.missing == answer.short
        assert points_of(game.state.tables[0], plan.cards) == plan.points
