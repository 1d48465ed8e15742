"""Every partner opens alone, though melds and books belong to the side."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from handfoot import (
    Game,
    HandfootError,
    Lay,
    Position,
    TakePile,
    apply_events,
    load_rules,
    loads_rules,
    parse_action,
)
from handfoot.players.random import RandomPlayer
from handfoot.rules.loading import check_text
from handfoot.table.record import Record
from handfoot.testing import unconserved
from tests.play.seeds import ruleset
from tests.table.tables import all_offers
from tests.table.test_first_lays import _leads_out

ALONE: Final[dict[str, Any]] = {"players__side_size": 2, "opening__by": "player"}
NOT_YET: Final = ("not_open_yourself", "opening.by")


def table(hand: str, *, changes: dict[str, Any] | None = None, **parts: Any) -> Game:
    """Return seat 0 to play; its partner in seat 2 has opened with kings."""
    rules = ruleset(**{"deal__foot": 11, **ALONE, **(changes or {})})
    usual: dict[str, Any] = {
        "hands": {0: hand, 2: "5 6 7"},
        "packets": {0: [5], 2: [5]},
        "melds": {0: ["K K K"]},
        "opened": [2],
    }
    return Position(rules, **{**usual, **parts}).game()


def _hand(game: Game) -> list[int]:
    return game.state.hands[0]


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def listed(game: Game, kind: type = Lay) -> set[str]:
    """Return what is listed of one kind of action; each of it is legal."""
    found = [action for action in game.legal_actions if isinstance(action, kind)]
    assert all(map(game.is_legal, found))
    return set(map(str, found))


def test_the_partner_has_opened_but_not_this_player() -> None:
    """No meld takes a card of a player who has not opened, and the minimum holds."""
    game = table("K A A A 9 9 9 4")
    assert refused(game, "lay K") == [NOT_YET, ("opening_short", "opening.minimum")]
    assert refused(game, "lay A A A, K on K") == [NOT_YET]
    assert refused(game, "lay 9 9 9") == [("opening_short", "opening.minimum")]
    assert listed(game) == {"lay A A A"}
    game.push(parse_action("lay A A A"))
    assert listed(game) == {"lay 9 9 9", "lay K"}
    assert game.view(0).opened(0)
    assert game.view(0).opened_by == (2, 0)


def test_under_the_usual_rule_it_may_add() -> None:
    """Where one player opens for the side the partner's melds are open to it."""
    rules = ruleset(players__side_size=2, deal__foot=11)
    game = Position(rules, hands={0: "K 4 5"}, melds={0: ["K K K"]}).game()
    assert refused(game, "lay K") == []


def test_answers_and_views_are_of_the_player() -> None:
    """Each partner hears of the own opening, the others whether the side has."""
    game = table("K A A 9 9 9 4")
    assert not game.view(0).opened(0)
    assert game.view(2).opened(0)
    assert game.view(1).opened(0)
    answer = game.view(0).can_open()
    assert not answer
    assert (answer.opened, answer.short) == (False, 20)
    assert game.view(2).can_open().opened
    plan = game.plan(0)
    plan.add("9 9 9")
    assert plan.missing == 20


def test_ranks_of_the_partner_are_not_begun_anew() -> None:
    """An unfinished meld of the side bars another of its rank, its own cards too."""
    game = table("K K K K K 9 9 9 4")
    assert ("unfinished_meld", "melds.per_rank") in refused(game, "lay K K K K K new")
    assert not game.can_open()
    assert game.can_open().short == 20
    full = table("K K K K K 9 9 9 4", melds={0: ["K K K K K K K"]})
    assert full.can_open()
    assert "lay K K K K K" in listed(full)


def test_a_pickup_opens_too() -> None:
    """The pile is taken only in a play that opens, whatever the partner has done."""
    parts: dict[str, Any] = {"phase": "draw", "pile": "4 4 4 4 4 4 9"}
    game = table("9 9 A A A 4", **parts)
    assert listed(game, TakePile) == {"take 9 9 9, A A A"}
    assert ("opening_short", "opening.minimum") in refused(game, "take 9 9 9")
    kings = table("K K A A A 4", phase="draw", pile="4 4 4 4 4 4 K")
    assert NOT_YET in refused(kings, "take K K K on K, A A A")
    assert not kings.can_take_pile()


def test_turns_pass_from_one_to_the_other() -> None:
    """In the turn of each player the rules are those of that player."""
    game = table("9 9 9 4 5 6")
    game.push(parse_action("discard 4"))
    game.push(parse_action("draw"))
    game.push(next(a for a in game.legal_actions if str(a).startswith("discard")))
    game.push(parse_action("draw"))
    assert game.turn == 2
    rules = game.rules
    again = Record.loads(Record.from_game(game).dumps()).play()
    assert again == game
    assert again.state.opened_by == (2,)
    assert rules["opening.by"] == "player"
    game.pop()
    assert game.state.opened_by == (2,)


@pytest.mark.parametrize("opened", [[2], [0, 2]])
def test_values_by_opening_are_of_the_player(opened: list[int]) -> None:
    """A value that says whether the side has opened asks the player to act."""
    text = (
        "handfoot: 1\nname: Test\nextends: bicycle-style\nopening: {by: player}\n"
        "pile: {take: {by_opening: {before: 1, after: 7}}}\n"
    )
    game = Position(
        loads_rules(text), hands={0: "5 6"}, melds={0: ["K K K"]}, opened=opened
    ).game()
    assert game.state.tables[0].book.pile.take == (7 if 0 in opened else 1)


def test_what_does_not_fit_together() -> None:
    """Runs and red threes that wait are errors, and alone it says nothing."""
    head = "handfoot: 1\nname: Test\n"
    pairs = "players: {counts: [4], side_size: 2}\nopening: {by: player}\n"

    def codes(text: str) -> set[str]:
        return {problem.code for problem in check_text(head + text)[1].problems}

    assert codes(pairs) == set()
    assert "HF354" in codes(pairs + "threes: {red_when: after_opening}\n")
    assert "HF354" in codes(pairs + "melds: {runs: natural}\n")
    assert "HF359" in codes("players: {side_size: 1}\nopening: {by: player}\n")


def test_exact_under_brute_force(request: pytest.FixtureRequest) -> None:
    """Openings and ways out beside a partner's melds are those of trying everything."""
    count = int(request.config.getoption("oracle_positions")) // 2
    opened = leaving = 0
    for number in range(count):
        rng = random.Random(f"alone {number}")
        ranks = rng.sample(("4", "6", "9", "K", "A"), 3)
        bag = [*ranks * 3, "2", "JK"]
        size = rng.choice((4, 5))
        changes = {
            "books__size": size,
            "books__after": rng.choice(("closed", "anything")),
            "melds__per_rank": rng.choice(("one_unfinished", "one", "several")),
            "opening__minimum": rng.choice((15, 30, 50)),
            "wilds__ratio": rng.choice(("equal", "any")),
            "going_out__books": rng.choice(({}, {"any": 1}, {"dirty": 1})),
            "going_out__last_card": rng.choice(("either", "discard", "meld")),
            "going_out__permission": rng.choice(("none", "binding")),
        }
        melds = [" ".join([rng.choice(ranks)] * rng.randint(3, size))]
        last = rng.random() < 0.7
        hand = " ".join(rng.choices(bag, k=rng.randint(3, 6)))
        try:
            game = table(
                hand,
                changes=changes,
                melds={0: melds},
                packets={0: [] if last else [5], 2: []},
                played=[2],
            )
        except HandfootError:
            continue
        told = f"{number}: {hand} {melds} {changes}"
        some = list(filter(game.is_legal, map(Lay, all_offers(game, _hand(game)))))
        answer = game.can_open()
        assert answer.exact
        assert bool(answer) == bool(some), told
        assert bool(listed(game)) == bool(some), told
        if some:
            opened += 1
            assert answer.best is not None
            assert answer.cheapest is not None
            assert game.is_legal(answer.best), told
            assert game.is_legal(answer.cheapest), told
        if last:
            way = game.can_go_out()
            leaving += bool(way)
            assert bool(way) == _leads_out(game), told
    assert opened > count / 10
    assert leaving > count / 20


@pytest.mark.parametrize("number", range(2))
def test_whole_rounds(number: int) -> None:
    """No card is lost, each player opens once at most, and records replay."""
    rules = load_rules("tests/rulesets/each-opens-alone.yaml")
    game = Game(rules, seats=4, seed=number)
    players = [RandomPlayer(seat) for seat in range(4)]
    rng = random.Random(number)
    while game.round == 1 and not game.is_over:
        seat = game.state.turn
        lays = [a for a in game.legal_actions if isinstance(a, Lay | TakePile)]
        own = seat in game.state.opened_by
        action = rng.choice(lays) if lays else players[seat].choose(game.view(seat))
        assert game.view(seat).opened(seat % 2) == own
        since = len(game.events())
        before = game.view(3)
        game.push(action)
        assert apply_events(before, game.events(3)[since:]) == game.view(3)
        assert not unconserved(game.state)
        assert len(set(game.state.opened_by)) == len(game.state.opened_by)
    assert Record.loads(Record.from_game(game).dumps()).play() == game
