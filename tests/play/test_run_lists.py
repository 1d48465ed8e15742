"""What is listed and answered where a first lay, or a way out, has more than one part."""

from __future__ import annotations

import time
from typing import Any

import pytest

from handfoot import Game, Lay, Position, TakePile, load_rules, parse_action
from handfoot.play.events import WentOut
from handfoot.rules.loading import loads_rules


def _game(name: str, changes: dict[str, Any], hand: str, **more: Any) -> Game:
    rules = load_rules(name).with_changes(changes) if changes else load_rules(name)
    return Position(rules, hands={0: hand}, **more).game()


def _listed(game: Game) -> set[str]:
    return {str(a) for a in game.legal_actions if isinstance(a, Lay | TakePile)}


def test_a_pickup_in_a_set_opens_beside_a_run() -> None:
    """The pile's card may go into a set while a run is worth the rest of the minimum."""
    pile = "5h 6h 4d 9h Jc Qd Ks"
    hand = "Kh Kd 8s 9s 10s 4c 5d"
    game = _game("seven-rounds-runs", {}, hand, phase="draw", pile=pile)
    assert game.is_legal(parse_action("take Kh Kd Ks, 8s 9s 10s"))
    assert _listed(game) == {"take K K K, 8s 9s 10s new"}
    assert game.can_take_pile().possible


def test_a_pickup_opens_beside_the_book_that_must_be_held() -> None:
    """The book that a first lay must hold may be another group than the pickup's."""
    more: dict[str, Any] = {"round": 5, "phase": "draw", "pile": "5 6 4 9 J Q K"}
    game = _game("remastered-optional", {}, "K K A A A A A A A 4 4 4 5", **more)
    assert _listed(game) == {"take K K K, A A A A A A A"}


@pytest.mark.parametrize(
    ("hand", "must_hold", "wanted"),
    [
        # Without its jack the run is no book, though the points would still do.
        ("Qc Qs 10s 8s 9s 9s Qs Js", ["run"], "lay 8s 9s 10s Js new, Q Q Q"),
        # The set is the book, the run brings the points.
        ("4s 4h 4d 4c 8h 9h 10h Jh", ["clean"], "lay 8h 9h 10h Jh new, 4 4 4 4"),
        ("4s 4h 4d 4c 8h 9h 10h Jh", ["clean", "run"], "lay 8h 9h 10h Jh new, 4 4 4 4"),
    ],
)
def test_a_first_lay_with_a_run_keeps_the_book_it_must_hold(
    hand: str, must_hold: list[str], wanted: str
) -> None:
    """No card is spared that the book needs, and sets may be the book."""
    changes = {
        "opening.must_hold": must_hold,
        "opening.minimum": 60,
        "books.size": 4,
    }
    game = _game("seven-rounds-runs", changes, hand + " 6c", phase="play")
    assert wanted in _listed(game)
    assert all(map(game.is_legal, game.legal_actions))


@pytest.mark.parametrize(
    ("name", "hand", "minimum", "wanted"),
    [
        ("whitnack", "J J J J J 4 5", 30, {"lay J J J J"}),
        ("whitnack", "J J J J Q Q Q Q 4 5", 70, {"lay J J J J, Q Q Q Q"}),
        ("seven-rounds-runs", "Js Js Js Js 8h 9h 10h Jh 4c", 70, None),
    ],
)
def test_a_first_lay_keeps_what_each_meld_must_be_worth(
    name: str, hand: str, minimum: int, wanted: set[str] | None
) -> None:
    """A card that the minimum could spare stays where the floor of its meld needs it."""
    changes = {"melds.floor": 40, "opening.minimum": minimum}
    game = _game(name, changes, hand, phase="play")
    found = _listed(game)
    assert found
    assert wanted is None or found == wanted
    assert game.can_open().possible


def test_a_packet_laid_out_with_a_run_is_listed() -> None:
    """Where using up the packet waives the minimum, such a first lay is offered."""
    changes = {"opening.waived": "when_packet_empties"}
    hand = "5s 6s 7s 9h 9d 9c"
    game = _game("seven-rounds-runs", changes, hand, phase="play")
    assert "lay 9h 9d 9c, 5s 6s 7s new" in _listed(game)
    assert game.can_open().possible


@pytest.mark.parametrize(
    ("name", "hand", "wanted"),
    [
        ("whitnack", "7 7 9 9 9", {"take 7 7 7, 9 9 9"}),
        ("seven-rounds-runs", "7 7 5h 6h 7h", {"take 7 7 7, 5h 6h 7h new"}),
    ],
)
def test_a_pickup_that_uses_up_the_packet_is_listed(
    name: str, hand: str, wanted: set[str]
) -> None:
    """Where that waives the minimum, the way that lays everything is offered."""
    changes = {
        "opening.waived": "when_packet_empties",
        "opening.minimum": 120,
        "pile.take": 1,
    }
    game = _game(name, changes, hand, phase="draw", pile="4 4 7s")
    assert _listed(game) == wanted
    assert game.can_take_pile().possible


_BOOKS = ["K K K K K K K", "Q Q Q Q Q 2 2"]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("seven-rounds-runs", {}),
        ("whitnack", {"going_out.may_float": True, "going_out.last_card": "discard"}),
    ],
)
def test_to_float_is_not_to_go_out(name: str, changes: dict[str, Any]) -> None:
    """Who must discard last and melds everything is afloat, and has not gone out."""
    changes = changes | {
        "going_out.books": {"clean": 1, "dirty": 1, "wild": 0},
        "going_out.permission": "none",
    }
    more: dict[str, Any] = {
        "packets": {0: [], 2: []},
        "played": [0, 2],
        "melds": {0: _BOOKS},
    }
    game = _game(name, changes, "5s 5h 5d", phase="play", **more)
    answer = game.can_go_out()
    assert not answer.possible
    lay = parse_action("lay 5s 5h 5d")
    assert game.is_legal(lay)
    assert not any(isinstance(event, WentOut) for event in game.push(lay))
    # Before its next draw the seat has no cards to go out with either.
    assert not game.can_go_out(0).possible
    game.pop()
    with_one = _game(name, changes, "5s 5h 5d 9c", phase="play", **more)
    answer = with_one.can_go_out()
    assert answer.possible
    happened = [event for action in answer.way for event in with_one.push(action)]
    assert any(isinstance(event, WentOut) for event in happened)


def test_a_pickup_that_only_floats_is_no_way_out() -> None:
    """Taking the pile with the last cards goes out only with the books for it."""
    changes = {
        "going_out.may_float": True,
        "going_out.last_card": "either",
        "going_out.permission": "none",
        "going_out.books": {"clean": 1, "dirty": 0, "wild": 0},
        "pile.take": 1,
        "pile.needs": "natural_pair",
    }
    more: dict[str, Any] = {
        "packets": {0: [], 2: []},
        "played": [0, 2],
        "pile": "4 5 6 9",
    }
    for books, possible in ((_BOOKS, True), (_BOOKS[1:], False)):
        more["melds"] = {0: books}
        game = _game("whitnack", changes, "9s 9h", phase="draw", **more)
        assert game.is_legal(parse_action("take 9 9 9"))
        assert game.can_go_out().possible == possible


@pytest.mark.parametrize("number", ["²", "\uff11", "01", "0", "-1", "1#1", "9" * 6000])
@pytest.mark.parametrize("name", ["K", "H"])
def test_the_number_of_a_meld_is_written_as_it_is_told(name: str, number: str) -> None:
    """Whatever stands behind the sign, the answer is that there is no such meld."""
    melds = {0: ["K K K", "7h 8h 9h"]}
    game = _game("seven-rounds-runs", {}, "6h Kd 4s 4c", phase="play", melds=melds)
    card = {"K": "Kd", "H": "6h"}[name]
    assert game.is_legal(parse_action(f"lay {card} on {name}#1"))
    refusals = game.why_not(parse_action(f"lay {card} on {name}#{number}"))
    assert [refusal.code for refusal in refusals] == ["no_such_meld"]


def test_a_pickup_in_a_run_that_uses_up_the_packet_is_listed() -> None:
    """Where that waives the minimum the key card may be part of a run, too."""
    changes = {
        "opening.waived": "when_packet_empties",
        "opening.minimum": 120,
        "pile.take": 1,
        "pile.run": "from_hand",
    }
    more: dict[str, Any] = {"phase": "draw", "pile": "4 4 7h"}
    for hand, wanted in (
        ("5h 6h 9h 9d 9c", {"take 5h 6h 7h new, 9h 9d 9c"}),
        ("5h 6h", {"take 5h 6h 7h new"}),
        ("5h 6h 9h 9d", set[str]()),
    ):
        game = _game("seven-rounds-runs", changes, hand, **more)
        found = _listed(game)
        assert all(game.is_legal(parse_action(text)) for text in found)
        assert {_in_order(text) for text in found} == {_in_order(w) for w in wanted}
        assert game.can_take_pile().possible == bool(wanted)


def _in_order(text: str) -> frozenset[frozenset[str]]:
    _, _, groups = text.partition(" ")
    return frozenset(frozenset(group.split()) for group in groups.split(", "))


def test_a_side_that_is_open_is_offered_whole_runs() -> None:
    """Beside the shortest runs the longest are listed, and nothing in between."""
    more: dict[str, Any] = {"phase": "play", "melds": {0: ["K K K"]}}
    game = _game("seven-rounds-runs", {}, "5s 6s 7s 8s 9s Qd 4h", **more)
    found = {text for text in _listed(game) if "new" in text}
    assert found == {
        "lay 5s 6s 7s new",
        "lay 6s 7s 8s new",
        "lay 7s 8s 9s new",
        "lay 5s 6s 7s 8s 9s new",
    }


def test_new_runs_that_follow_each_other_are_one() -> None:
    """Of lays worth the same the one with the fewest runs is told."""
    game = _game("seven-rounds-runs", {}, "4s 5s 6s 7s 8s 9s Qh Qd Qc 5d", phase="play")
    best = game.can_open().best
    assert str(best) == "lay Qh Qd Qc, 4s 5s 6s 7s 8s 9s new"
    assert best is not None
    assert game.is_legal(best)
    # No longer than a book, where books take no further card.
    game = _game(
        "seven-rounds-runs", {}, "4s 5s 6s 7s 8s 9s 10s Js Qs 5d", phase="play"
    )
    best = game.can_open().best
    assert best is not None
    assert sorted(len(group.cards) for group in best.groups) == [3, 6]


def test_a_large_hand_has_a_list_that_people_can_wait_for() -> None:
    """Thirty cards under a high minimum are listed in bounded time; more is legal."""
    cards = "4s 4h 4d 4c 5s 5h 6s 6d 7s 7h 8s 8c 9s 9h 10s 10d Js Jh Qs Qd Ks Kh As Ah"
    hand = f"{cards} 2 2 2 2 JK JK"
    changes = {"opening.minimum": 220, "deck.packs": 6}
    game = _game("seven-rounds-runs", changes, hand, phase="play")
    began = time.process_time()
    found = game.legal_actions
    listed = [action for action in found if isinstance(action, Lay)]
    assert time.process_time() - began < 2.0
    assert 0 < len(listed) < 5000
    best = game.can_open().best
    assert best is not None
    assert game.is_legal(best)


def _last(hand: str, **more: Any) -> Game:
    """Return a hand of the last packet under Bolivia, a book lying there already."""
    lies = {"melds": {0: ["7s 7s 7s 7h 7h 7d 7c"]}, "opened": [0], "packets": {0: []}}
    return _game("bolivia", {}, hand, phase="play", **{**lies, **more})


def test_a_row_longer_than_a_run_leaves_as_runs() -> None:
    """Ten in a row are a book and a run; eight are a book and a card too many."""
    row = "4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
    answer = _last(f"{row} 4d").can_go_out()
    assert answer.possible
    laid = [len(g.cards) for a in answer.way if isinstance(a, Lay) for g in a.groups]
    assert sorted(laid) == [3, 7]
    # The book that going out needs is one in a row, so that two runs are not enough.
    eight = "4h 5h 6h 7h 8h 9h 10h Jh"
    assert _last(eight).can_go_out().possible
    assert not _last(f"{eight} 4d").can_go_out().possible


def test_a_large_hand_is_told_whether_it_can_go_out() -> None:
    """Forty cards of four ranks and wilds: the way that is told leads out."""
    hand = (
        "4s 4s 4s 4h 4d 4d 4d 4c 4c 5s 5s 5s 5h 5h 5d 5d 5d 5c 5c 6s 6s 6h 6h 6d 6d 6c"
        " 6c 8s 8s 8h 8h 8c 8c 2 2 2 2 2 2 JK"
    )
    game = _last(hand, melds={0: ["7s 7s 7s 7h 7h 7d 7c", "5h 6h 7h 8h 9h 10h Jh"]})
    answer = game.can_go_out()
    assert answer.possible
    for action in answer.way:
        assert game.is_legal(action)
        found = list(game.push(action))
    assert any(isinstance(event, WentOut) for event in found)


def test_runs_open_where_there_are_no_kinds_of_book() -> None:
    """That one meld opens alone is asked of runs as well, and no bonus is counted."""
    head = "handfoot: 1\nname: T\nextends: samba\ngoing_out: {books: {}}\n"
    text = (
        f"{head}opening: {{minimum: 50, reached_by: one_meld}}\n"
        "remove: [books.kinds.clean, books.kinds.dirty, books.kinds.samba]\n"
    )
    rules = loads_rules(text)
    for hand, opens in (("9h 10h Jh Qh Kh A", True), ("9h 10h Jh Qh A A", False)):
        assert Position(rules, hands={0: hand}).game().can_open().possible is opens


def test_a_search_that_is_given_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A no of a search that was cut short is not exact, and the list goes on."""
    row = "4h 5h 6h 7h 8h 9h 10h Jh Qh Kh 4d"
    monkeypatch.setattr("handfoot.table.answers.ways_out._MOST_WORK", 1)
    monkeypatch.setattr("handfoot.play.runs.offers._MOST_WORK", 1)
    game = _last(row)
    answer = game.can_go_out()
    assert not answer.exact
    assert game.legal_actions
    whole = parse_action("lay 4h 5h 6h 7h 8h 9h 10h new, Jh Qh Kh new")
    assert game.is_legal(whole)


def test_a_book_that_no_card_makes_is_not_looked_for_beside_every_run() -> None:
    """Where the first lay must hold a book, a deep dig without one is refused soon."""
    changes = {
        "melds.runs": "with_wilds",
        "opening.must_hold": ["clean"],
        "books.size": 5,
        "pile.take": "dig",
        "pile.run": "from_hand",
    }
    hand = "2h 10s 7c 7c 5c 8s 8c 3s 9s 3h Ac JK 7s 5d"
    pile = "2d 7h 4s 4h 10s 9s 6h Ks 5s 9c 8d 6c 8h 4c"
    game = _game("west-coast-14", changes, hand, phase="draw", pile=pile)
    begun = time.process_time()
    assert not _listed(game)
    assert not game.can_take_pile().possible
    # Without a look at the cards beforehand it is more than a minute.
    assert time.process_time() - begun < 20
