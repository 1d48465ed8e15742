"""Melds of a rank that are joined (``melds.may_join``)."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from handfoot import Game
from handfoot.errors import HandfootError
from handfoot.play.actions import (
    YES,
    Discard,
    JoinMelds,
    Lay,
)
from handfoot.play.events import MeldsJoined, PacketTaken
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.rules.loading import check_text, load_rules
from handfoot.table.following import apply_events
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from handfoot.table.record import Record
from handfoot.table.takeback import may_take_back
from handfoot.testing import unconserved
from tests.play.asking import listed, refused
from tests.play.seeds import ruleset

RULES: Final[dict[str, Any]] = {
    "melds__may_join": True,
    "melds__per_rank": "several",
    "players__side_size": 2,
}


def table(
    hand: str, *melds: str, changes: dict[str, Any] | None = None, **parts: Any
) -> Game:
    """Return a position of seat 0 whose side has some melds."""
    rules = ruleset(**RULES | (changes or {}))
    return Position(rules, hands={0: hand}, melds={0: melds}, **parts).game()


def lying(game: Game) -> list[tuple[str, int, int]]:
    """Return name, naturals and wilds of the melds of side 0."""
    return [(m.name, m.naturals, m.wilds) for m in game.view(0).melds(0)]


APART: Final = [("melds_stay_apart", "melds.may_join")]


def test_two_melds_of_a_rank_become_one() -> None:
    """It lies where the older one lay, and no card is laid."""
    game = table("4 5 6", "K K K", "9 9 9", "K K K 2", "9 9 9")
    assert {"join K", "join 9"} <= listed(game)
    (event,) = game.push(parse_action("join K"))
    assert event == MeldsJoined(0, 0, "K#1", "K#2", "dirty")
    assert lying(game) == [("K#1", 6, 1), ("9#1", 3, 0), ("9#2", 3, 0)]
    assert not unconserved(game.state)
    assert refused(game, "join K") == APART
    game.push(parse_action("join 9#2 9#1"))
    assert lying(game) == [("K#1", 6, 1), ("9#1", 6, 0)]


def test_of_more_than_two_melds_the_player_says_which() -> None:
    """A rank names two melds only where there are no more; numbers always do."""
    game = table("K 4 5 6", "K K K", "K K K", "K K K 2", "9 9 9")
    assert refused(game, "join K") == [("no_such_meld", "core.target")]
    joins = {text for text in listed(game) if text.startswith("join")}
    assert joins == {"join K#1 K#2", "join K#1 K#3", "join K#2 K#3"}
    assert refused(game, "join K#1 9#1") == [("wrong_rank", "core.target")]
    assert refused(game, "join K#1 K#1") == APART
    assert refused(game, "join K#1 K#4") == [("no_such_meld", "core.target")]
    assert refused(game, "join Q") == [("no_such_meld", "core.target")]
    assert refused(game, "join 9") == APART
    game.push(parse_action("join K#1 K#3"))
    assert lying(game) == [("K#1", 6, 1), ("K#2", 3, 0), ("9#1", 3, 0)]
    # What is laid next on kings goes to those that are unfinished.
    game.push(parse_action("lay K"))
    assert lying(game)[1] == ("K#2", 4, 0)


def test_the_joined_meld_keeps_the_limits() -> None:
    """What no meld may be does not come of a join either."""
    full = table("4 5 6", "K K K K", "K K K 2")
    assert refused(full, "join K") == [("book_closed", "books.after")]
    assert not any(text.startswith("join") for text in listed(full))
    grows = {"books__after": "anything"}
    assert not refused(table("4 5", "K K K K", "K K K 2", changes=grows), "join K")
    exact = grows | {"books__completed_exactly": True}
    exact_one = table("4 5", "K K K K", "K K K 2", changes=exact)
    assert refused(exact_one, "join K") == [
        ("book_overfilled", "books.completed_exactly")
    ]
    most = {"wilds__most": 1}
    capped = table("4 5", "K K 2", "K K 2", changes=most)
    assert refused(capped, "join K") == [("wild_cap", "wilds.most")]
    book = table("4 5", "K K K K K K K", "K K K", changes=grows)
    assert refused(book, "join K#1 K#2") == APART
    assert refused(book, "join K") == APART


def test_naturals_onto_the_wilds_that_lie() -> None:
    """Where a book takes naturals only, those come last: in either order, if one fits.

    The wilds lay there, so the naturals may be the ones that join them.
    """
    changes = {"books__after": "naturals", "wilds__ratio": "equal"}
    parts: dict[str, Any] = {"changes": changes}
    assert not refused(table("4 5", "K K K K K K", "K K 2 2", **parts), "join K")
    assert not refused(table("4 5", "K K 2 2", "K K K K K K", **parts), "join K")
    over = table("4 5", "K K K K 2 2", "K K K K 2 2", **parts)
    assert refused(over, "join K") == [("wild_on_book", "books.after")]


def test_wilds_of_this_turn_count_together() -> None:
    """Two melds that took wilds in this turn are no way round the limit of a turn."""
    changes = {"wilds__per_turn": 1}
    game = table("2 2 4 5 6", "K K K", "K K K", "9 9 9", changes=changes)
    game.push(parse_action("lay 2 on K#1"))
    assert not refused(game, "join K")
    game.push(parse_action("lay 2 on K#2"))
    assert refused(game, "join K")[0] == ("wilds_in_turn", "wilds.per_turn")


def test_without_the_key_melds_stay_apart() -> None:
    """The action is refused and not listed; so it is before one has opened."""
    game = table("4 5", "K K K", "K K K", changes={"melds__may_join": False})
    assert refused(game, "join K") == APART
    assert not any(text.startswith("join") for text in listed(game))
    alone = table(
        "4 5 6",
        "K K K",
        "K K K",
        changes={"opening__by": "player"},
        opened=[2],
    )
    assert refused(alone, "join K") == [("not_open_yourself", "opening.by")]
    assert not any(text.startswith("join") for text in listed(alone))


def test_partners_are_asked_about_wilds_that_a_join_brings() -> None:
    """A clean meld that a partner began takes no wild by a join either."""
    changes = {"wilds__consent": True}
    begun = {0: [2, 0]}
    game = table("2 4 5 6", "K K K", "K K 2", changes=changes, begun=begun)
    assert refused(game, "join K") == [("consent_needed", "wilds.consent")]
    game.push(parse_action("ask dirty K#1"))
    game.push(YES)
    game.push(parse_action("join K"))
    assert lying(game) == [("K#1", 5, 1)]
    # Of two clean melds the joined one is the partner's.
    for begun in ({0: [2, 0, 0]}, {0: [0, 2, 0]}):
        game = table("2 4 5", "K K K", "K K K", "9 9 9", changes=changes, begun=begun)
        game.push(parse_action("join K"))
        assert refused(game, "lay 2 on K") == [("consent_needed", "wilds.consent")]
        assert not refused(game, "lay 2 on 9")


def test_going_out_asks_for_the_wilds_of_a_join() -> None:
    """A way out may need a partner's yes before two melds are joined, and says so."""
    changes = {"wilds__consent": True, "going_out__books": {"dirty": 1}}
    parts: dict[str, Any] = {"begun": {0: [2, 0]}, "packets": {0: []}}
    game = table("2 4", "K K K", "K K 2", changes=changes, **parts)
    way = game.view(0).can_go_out().way
    assert list(map(str, way)) == ["ask dirty K#1", "join K", "lay 2 on K", "discard 4"]
    for action in (way[0], YES, *way[1:]):
        assert game.is_legal(action)
        game.push(action)
    assert game.state.round == 2
    # Who holds no wild has nothing to ask, though the other meld would bring one.
    for more in ({}, {"wilds__start_most": 1}):
        rules = changes | more
        game = table("K 4", "K K K", "K K 2", changes=rules, **parts)
        answer = game.view(0).can_go_out()
        assert (answer.possible, answer.exact) == (False, True)


def test_going_out_joins_melds() -> None:
    """The book that going out needs may come of two melds."""
    changes = {"going_out__books": {"clean": 1}}
    parts: dict[str, Any] = {"changes": changes, "packets": {0: []}}
    game = table("K 4", "K K K", "K K K", "9 9 9", **parts)
    answer = game.view(0).can_go_out()
    assert [str(a) for a in answer.way] == ["join K", "lay K", "discard 4"]
    assert "ask" not in listed(game)
    for action in answer.way:
        game.push(action)
    assert game.round == 2
    # With the last card laid nobody is left to join anything.
    last = table("9", "K K K K", "K K K", "9 9 9", **parts)
    assert refused(last, "lay 9") == [
        ("keep_cards", "going_out.keep"),
        ("books_missing", "going_out.books"),
    ]
    last.push(parse_action("join K"))
    assert not refused(last, "lay 9")
    # One more king than a book has room for, and no meld for it.
    assert not table("K K 4", "K K K", "K K K", **parts).view(0).can_go_out()


def test_whoever_must_go_out_joins_nothing_that_bars_it() -> None:
    """After a yes a join must leave a way out."""
    changes = {
        "going_out__books": {"any": 1},
        "going_out__permission": "binding",
        "going_out__last_card": "meld",
    }
    parts: dict[str, Any] = {"changes": changes, "packets": {0: []}}
    game = table("K K", "Q Q Q Q Q Q Q", "K K K K", "K K K", **parts)
    game.push(parse_action("ask"))
    game.push(YES)
    assert refused(game, "join K") == [("must_go_out", "going_out.permission")]
    assert not any(text.startswith("join") for text in listed(game))


CHOICES: Final[dict[str, list[Any]]] = {
    "books__size": [6, 7, 8],
    "books__after": ["closed", "naturals", "same_kind", "anything"],
    "books__completed_exactly": [False, False, True],
    "wilds__ratio": ["twice", "more", "equal", "any"],
    "wilds__most": [None, 1, 2],
    "wilds__per_turn": [None, None, 1],
    "wilds__set_free": [False, False, True],
    "wilds__consent": [False, False, True],
    "melds__further_naturals": [1, 1, 3],
    "melds__books_of_rank": [None, None, 2],
    "going_out__books": [{"clean": 1}, {"any": 1}, {"clean": 1, "dirty": 1}],
    "going_out__permission": ["none", "binding"],
    "going_out__last_card": ["either", "discard", "meld"],
    "melds__runs": ["none", "none", "natural"],
}


@pytest.mark.parametrize("seed", range(3))
def test_ways_out_by_trying_everything(seed: int) -> None:
    """Whether one can go out is what trying every action says, partners agreeing."""
    rng = random.Random(seed)
    tried = joined = 0
    while tried < 60:
        changes = {name: rng.choice(values) for name, values in CHOICES.items()}
        melds = [
            " ".join([rng.choice("45")] * rng.randint(2, 5) + ["2"] * rng.randint(0, 2))
            for _ in range(rng.randint(2, 4))
        ]
        hand = " ".join(rng.choices(["4", "4", "5", "2", "9"], k=rng.randint(1, 4)))
        try:
            game = table(hand, *melds, changes=changes, packets={0: []})
        except HandfootError:
            continue
        tried += 1
        answer = game.view(0).can_go_out()
        if answer.exact:
            assert bool(answer) == _goes_out(game, set()), (hand, melds, changes)
        joined += any(isinstance(action, JoinMelds) for action in answer.way)
        for action in answer.way:
            game.push(action)
            if game.phase == "answer":
                game.push(YES)
        assert not answer or game.round == 2
    assert joined


def _goes_out(game: Game, seen: set[Any]) -> bool:
    """Whether any listed actions of seat 0 end the round this turn."""
    state = game.state
    lies = tuple((m.rank, m.naturals, m.wilds) for m in state.melds[0])
    key = (
        *(tuple(state.hands[0]), lies, state.permission),
        *(state.wilds_added, state.consents),
    )
    if key in seen:
        return False
    seen.add(key)
    for action in game.legal_actions:
        if isinstance(action, Discard) and len(state.cards[0]) > 1:
            continue
        after = game.copy()
        after.push(action)
        if after.round == game.round and after.phase == "answer":
            after.push(YES)
        if after.round > game.round:
            return True
        if after.turn == 0 and _goes_out(after, seen):
            return True
    return False


def test_events_records_and_taking_back() -> None:
    """It is told, followed by others, recorded, undone, and may be taken back."""
    changes = {"players__take_back": "until_hidden_card"}
    game = table("4 5 6", "K K K", "9 9 9", "K K K", "9 9 9", changes=changes)
    before = game.copy()
    views = [game.view(seat) for seat in (0, 1, None)]
    game.push(parse_action("join K"))
    for view in views:
        assert apply_events(view, game.events(view.seat)) == game.view(view.seat)
    assert not may_take_back(game, 0)
    assert Record.loads(Record.from_game(game).dumps()).play() == game
    assert Game.loads(game.dumps()).state == game.state
    game.pop()
    assert game.state == before.state


def test_a_join_finishes_a_book_of_ones_own() -> None:
    """It is the player's, and brings the next packet at once where such a book does."""
    changes = {"foot__trigger": "own_book"}
    packets = {0: ["Q Q Q 8 8"]}
    game = table("4 5 6", "K K K", "K K K K", changes=changes, packets=packets)
    views = [game.view(seat) for seat in (0, 1, None)]
    assert [type(event) for event in game.push(parse_action("join K"))] == [
        MeldsJoined,
        PacketTaken,
    ]
    for view in views:
        assert apply_events(view, game.events(view.seat)) == game.view(view.seat)
    assert len(game.view(0).hand) == 8


def test_melds_of_wilds_and_runs() -> None:
    """Wilds alone are melds of one rank; runs of a suit stay apart."""
    game = table("4 5 6", "2 2 2", "JK JK 2", "9 9 9")
    game.push(parse_action("join W"))
    assert lying(game) == [("W#1", 0, 6), ("9#1", 3, 0)]
    changes = {"melds__runs": "natural"}
    game = table("4 5 6", "4c 5c 6c", "7c 8c 9c", "K K K", changes=changes)
    assert refused(game, "join C#1 C#2") == APART
    assert refused(game, "join K C") == [("wrong_rank", "core.target")]


def test_a_partners_meld_is_joined_after_opening_alone() -> None:
    """A first lay may lead out by a join; `can_open` does not claim to look at that."""
    changes = {"opening__by": "player", "going_out__books": {"any": 1}}
    parts: dict[str, Any] = {"opened": [2], "packets": {0: []}}
    changes["going_out__partner"] = "nothing"
    game = table("A A A 4", "A A A A", changes=changes, **parts)
    assert not game.view(0).can_open().exact
    answer = game.view(0).can_go_out()
    assert list(map(str, answer.way)) == ["lay A A A new", "join A", "discard 4"]
    for action in answer.way:
        game.push(action)
    assert game.round == 2


def test_where_no_two_melds_are_joined() -> None:
    """A warning says so where a side never has two that could be one."""
    head = "handfoot: 1\nname: x\nextends: whitnack\n"
    for text, codes in {
        "melds: {may_join: true}": ["HF338"],
        "melds: {may_join: true, per_rank: several}": [],
        "melds: {may_join: true, per_rank: several, books_of_rank: 1}": ["HF338"],
        "melds: {may_join: true, per_rank: several, smallest: 4}": ["HF338"],
        "melds: {may_join: true, per_rank: one}": ["HF338"],
    }.items():
        _, report = check_text(f"{head}{text}\n")
        assert [problem.code for problem in report.problems] == codes, text


def test_whole_rounds() -> None:
    """Whoever plays as it comes joins melds now and then, and no card is lost."""
    joins = 0
    for seed in range(4):
        game = Game(load_rules("samba"), 4, seed=seed)
        rng = random.Random(seed)
        while (seat := game.turn) is not None and game.round == 1:
            view = game.view(seat)
            listed = list(view.legal_actions)
            lays = [action for action in listed if isinstance(action, Lay)]
            begun = [action for action in lays if len(action.groups[0].cards) > 2]
            action = rng.choice(begun or lays or listed)
            joins += isinstance(action, JoinMelds)
            game.push(action)
        assert not unconserved(game.state)
    assert joins


def test_the_heuristic_player_joins_what_makes_a_book() -> None:
    """Two melds that are a book together are worth more than two unfinished ones."""
    player = HeuristicPlayer(0)
    game = table("4 6 8 9 J Q A", "K K K", "K K K K", "5 5 5")
    assert player.choose(game.view(0)) == JoinMelds("K")
    several = table("4 6 8 9 J Q A", "K K K", "K K K K", "K K K", "5 5 5")
    choice = player.choose(several.view(0))
    assert choice in (JoinMelds("K#1", "K#2"), JoinMelds("K#2", "K#3"))
