"""Runs at the table: where cards in a row go, what they are worth, who may throw them."""

from __future__ import annotations

from operator import gt
from typing import Any

import pytest

from handfoot import (
    Game,
    HandfootError,
    Lay,
    Position,
    Record,
    ScoreSheet,
    View,
    apply_events,
    load_rules,
    loads_rules,
    parse_action,
    parse_cards,
)
from handfoot.play.actions import Discard, TakePile
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.players.outlook import Outlook
from handfoot.players.random import RandomPlayer
from handfoot.players.throws import danger
from handfoot.rules.loading import check_text
from handfoot.rules.ruleset import RuleSet

RUNS = """\
handfoot: 1
name: With runs
players: {counts: [4], side_size: 2}
melds: {runs: natural}
books: {kinds: {run: {made_of: run, bonus: 2000, unfinished: -2000}}}
going_out: {books: {}, permission: none}
"""
SEVEN = "4h 5h 6h 7h 8h 9h 10h"


def rules(**changes: Any) -> RuleSet:
    """Return rules with runs and some values changed."""
    values = {key.replace("__", "."): value for key, value in changes.items()}
    return loads_rules(RUNS).with_changes(values) if values else loads_rules(RUNS)


def table(hand: str, *melds: str, **changes: Any) -> Game:
    """Return a position in which seat 0 plays on; ``pile`` lets it begin its turn."""
    pile = changes.pop("pile", None)
    return Position(
        rules(**changes),
        hands={0: hand},
        melds={0: list(melds)} if melds else {},
        opened=[0],
        phase="play" if pile is None else "draw",
        pile=pile or "",
    ).game()


def codes(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each reason against an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def listed(game: Game, kind: type = Lay) -> set[str]:
    """Return the legal actions of a kind as text."""
    return {str(action) for action in game.legal_actions if isinstance(action, kind)}


# -- laying ---------------------------------------------------------------------------


def test_a_run_is_a_meld_where_the_rules_say_so() -> None:
    """Cards in a row of one suit are laid with runs, and are of no rank without."""
    hand = "9s 10s Js 4d 4c"
    assert codes(table(hand), "lay 9s 10s Js") == []
    without = Position("whitnack", hands={0: hand}, opened=[0]).game()
    assert codes(without, "lay 9s 10s Js") == [("mixed_ranks", "core.group")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("lay 9s 10s Qs", "not_a_run"),
        ("lay 9s 9s 10s Js", "not_a_run"),
        ("lay 9s 10s JK", "wild_in_run"),
        ("lay 9s 10s", "meld_too_short"),
        ("lay 9s 10s Jh", "mixed_ranks"),
        ("lay 9 10 J", "mixed_ranks"),
        ("lay Ks As 4s", "not_a_run"),
    ],
)
def test_what_is_no_run(text: str, code: str) -> None:
    """In a row, one of each rank, one suit that is named, no wild; the ace is high."""
    game = table("4s 9s 9s 10s Js Qs Ks As Jh JK")
    assert code in [found for found, _ in codes(game, text)]


def test_cards_join_at_both_ends() -> None:
    """A run takes the next card below it and above it, alone or both at once."""
    game = table("5s 9s 10s Js 9h Ah", "6s 7s 8s")
    assert {"lay 5s on S#1", "lay 9s on S#1"} <= listed(game)
    assert not {"lay 10s on S#1", "lay 9h on S#1"} & listed(game)
    for text in ("lay 5s 9s on S#1", "lay 9s 10s on S", "lay 5s", "lay 5s 10s 9s"):
        assert codes(game, text) == [], text
    assert codes(game, "lay 10s on S#1") == [("not_a_run", "melds.runs")]
    assert codes(game, "lay 9h on S#1") == [("wrong_rank", "core.target")]
    assert codes(game, "lay 9 on S#1") == [("wrong_rank", "core.target")]
    assert codes(game, "lay Ah on H") == [("no_such_meld", "core.target")]


def test_a_card_that_fits_two_melds_goes_where_it_is_said_to() -> None:
    """Without a word it joins its rank, if there is a meld of it, else the run."""
    both = table("9s Kd Kc", "6s 7s 8s", "9h 9d 9c")
    both.push(parse_action("lay 9s"))
    assert [len(meld.cards) for meld in both.view(0).melds(0)] == [3, 4]
    run = table("9s Kd Kc", "6s 7s 8s")
    run.push(parse_action("lay 9s"))
    (meld,) = run.view(0).melds(0)
    assert (meld.name, meld.run, len(meld.cards)) == ("S#1", True, 4)


def test_several_runs_of_a_suit() -> None:
    """A side may have several at once, and each has a lasting name."""
    game = table("9s Qs Qh Qd", "6s 7s 8s", "6s 7s 8s", "9s 10s Js")
    assert [meld.name for meld in game.view(0).melds(0)] == ["S#1", "S#2", "S#3"]
    assert {"lay 9s on S#1", "lay 9s on S#2", "lay Qs on S#3"} <= listed(game)


def test_suits_are_other_choices_only_with_runs() -> None:
    """Which nines are laid, and which is thrown, is listed suit by suit."""
    hand = "9s 9h 9d 9c 4d"
    with_runs = table(hand)
    sets = {"lay 9s 9h 9d", "lay 9s 9h 9c", "lay 9s 9d 9c", "lay 9h 9d 9c"}
    assert sets <= listed(with_runs)
    assert {f"discard 9{suit}" for suit in "shdc"} <= listed(with_runs, Discard)
    plain = Position("whitnack", hands={0: hand}, opened=[0]).game()
    assert "lay 9 9 9" in listed(plain)
    assert "discard 9" in listed(plain, Discard)


def test_ranks_that_are_held_back_take_no_part() -> None:
    """A rank that is melded only late, or only whole, ends every run."""
    assert codes(table("9s 10s Js Qs 4d 4c"), "lay 9s 10s Js Qs") == []
    for name in ("last_packet_only", "going_out_only", "whole_only"):
        game = table("9s 10s Js Qs 4d 4c", **{f"melds__{name}": ["jack"]})
        assert codes(game, "lay 9s 10s Js Qs") == [("not_a_run", "melds.runs")]


def test_wild_ranks_and_ranks_that_are_not_melded_end_a_run() -> None:
    """Sixes cannot follow fives where sixes are wild, or are not melded."""
    hand = "5s 6s 7s 8s 4d 4c"
    wild = table(hand, wilds__cards=["two", "joker", "six"])
    assert ("wild_in_run", "melds.runs") in codes(wild, "lay 5s 6s 7s")
    few = ["five", "seven", "eight", "nine"]
    assert "rank_not_meldable" in [
        code for code, _ in codes(table(hand, melds__ranks=few), "lay 5s 6s 7s")
    ]


def test_a_meld_that_is_not_there_is_told_with_those_that_are() -> None:
    """Whoever writes a run by its card hears what the melds are called."""
    game = table("9s 4d 4c", "6s 7s 8s", "K K K")
    (refusal,) = game.why_not(parse_action("lay 9s on 8S"))
    assert refusal.wanted == ["S#1", "K#1"]
    assert "no meld called 8S; there is S#1 and K#1." in refusal.message
    (second,) = game.why_not(parse_action("lay 9s on S#2"))
    assert second.message.endswith("there is S#1.")


# -- books ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, [("book_closed", "books.after")]),
        (
            {"books__after": "anything", "books__kinds__run__after": "closed"},
            [("book_closed", "books.kinds.run.after")],
        ),
        ({"books__after": "anything"}, []),
        ({"books__kinds__run__after": "naturals"}, []),
        ({"books__after": "slid_under"}, []),
    ],
)
def test_what_may_follow_a_book(
    changes: dict[str, str], found: list[tuple[str, str]]
) -> None:
    """A finished run is closed or grows as any book, but only in its row."""
    game = table("Jh Kh 4d 4c", SEVEN, **changes)
    assert game.view(0).melds(0)[0].book == "run"
    assert codes(game, "lay Jh on H#1") == found
    assert "not_a_run" in [code for code, _ in codes(game, "lay Kh on H#1")]


def test_a_run_grows_as_far_as_the_ranks_go() -> None:
    """Where books grow a run may hold every rank, and the ace is its end."""
    game = table("Jh Qh Kh Ah Ah 4d 4c", SEVEN, books__after="anything")
    game.push(parse_action("lay Jh Qh Kh Ah on H#1"))
    assert len(game.view(0).melds(0)[0].cards) == 11
    assert codes(game, "lay Ah on H#1") == [("not_a_run", "melds.runs")]


def test_scoring() -> None:
    """A book of a run earns its bonus; one begun and not finished costs it."""
    game = table("4d 4c", SEVEN, "6s 7s 8s")
    lines = {line.key: line for line in game.score_sheet()[0].lines}
    assert lines["books.kinds.run.bonus"].points == 2000
    assert lines["books.kinds.run.unfinished"].points == -2000
    assert lines["scoring.values"].count


def test_going_out_with_a_run() -> None:
    """A run counts for going out, and the last cards may leave in one."""
    needs = {"going_out__books": {"run": 1}, "books__kinds__run__unfinished": 0}
    position = Position(
        rules(**needs),
        hands={0: "10h 6s 7s 8s Kd"},
        melds={0: ["4h 5h 6h 7h 8h 9h"]},
        packets={0: [], 2: []},
        played=[2],
    )
    game = position.game()
    answer = game.can_go_out()
    assert answer.possible
    for action in answer.way:
        game.push(action)
    assert game.round == 2
    short = Position(
        rules(**needs), hands={0: "6s 7s 8s Kd"}, packets={0: []}, opened=[0]
    ).game()
    assert not short.can_go_out().possible


# -- opening --------------------------------------------------------------------------


def test_a_run_counts_toward_the_minimum() -> None:
    """A hand opens with a run and a set together, and the best way is exact."""
    game = Position(
        rules(opening__minimum=60), hands={0: "10s Js Qs Kd Kc Kh 5h 7d"}
    ).game()
    answer = game.can_open()
    assert (answer.possible, answer.best_points) == (True, 60)
    assert answer.best is not None
    assert game.is_legal(answer.best)
    assert codes(game, "lay 10s Js Qs") == [("opening_short", "opening.minimum")]


def test_a_book_of_a_run_alone_opens() -> None:
    """In a late round one complete run opens whatever its points, if it is alone."""
    rules_now = load_rules("seven-rounds-runs")
    hand = f"{SEVEN} Kd Kc Kh 4s"
    late = Position(rules_now, round=5, hands={0: hand}).game()
    early = Position(rules_now, round=4, hands={0: hand}).game()
    lay = f"lay {SEVEN}"
    assert late.is_legal(parse_action(lay))
    assert late.can_open().possible
    assert codes(early, lay) == [("opening_short", "opening.minimum")]
    both = f"{lay}, Kd Kc Kh"
    assert codes(late, both) == [("opening_short", "opening.minimum")]


def test_a_book_that_must_be_held_and_a_run() -> None:
    """A first lay may hold the book that is asked for, and reach its points by a run."""
    asks = {"opening__must_hold": ["clean"], "opening__minimum": 60}
    hand = "4s 4h 4d 4c 4s 4h 4d 10s Js Qs 7d 9h"
    game = Position(rules(**asks), hands={0: hand}).game()
    answer = game.can_open()
    assert (answer.possible, answer.best_points) == (True, 65)
    both = "lay 10s Js Qs new, 4 4 4 4 4 4 4"
    assert both in listed(game)
    assert codes(game, "lay 10s Js Qs") == [
        ("opening_without_book", "opening.must_hold"),
        ("opening_short", "opening.minimum"),
    ]


# -- the pile -------------------------------------------------------------------------


def test_two_cards_that_make_a_run_take_the_pile() -> None:
    """The two from the hand and the top card are melded at once."""
    game = table("9s 10s 4d 4c", pile="5d Js", pile__run="from_hand")
    assert listed(game, TakePile) == {"take 9s 10s Js new"}
    assert game.can_take_pile().possible
    without = table("9s 10s 4d 4c", pile="5d Js")
    assert not without.can_take_pile().possible
    assert ("pair_missing", "pile.needs") in codes(without, "take 9s 10s Js new")


def test_a_pickup_may_join_a_run() -> None:
    """With two cards of the hand the top card may join a run of the side."""
    game = table("9s 10s 4d 4c", "6s 7s 8s", pile="5d Js", pile__run="from_hand")
    assert {"take 9s 10s Js new", "take 9s 10s Js on S#1"} <= listed(game, TakePile)
    one = table("10s 4d 4c", "7s 8s 9s", pile="5d Js", pile__run="from_hand")
    assert ("pair_missing", "pile.needs") in codes(one, "take 10s Js on S#1")
    free = table("10s 4d 4c", "7s 8s 9s", pile="5d Js", pile__needs="top_card_used")
    assert "take 10s Js on S#1" in listed(free, TakePile)


def test_an_own_run_takes_the_pile() -> None:
    """The top card alone joins an unfinished run; with others' help it does not."""
    own = {"pile__run": "own_run"}
    game = table("4d 4c Kd", "6s 7s 8s", pile="5d 9s", **own)
    assert listed(game, TakePile) == {"take 9s on S#1"}
    assert game.can_take_pile().possible
    gap = table("9s 4d 4c Kd", "6s 7s 8s", pile="5d 10s", **own)
    assert not listed(gap, TakePile)
    assert ("pair_missing", "pile.needs") in codes(gap, "take 9s 10s on S#1")
    book = table("4d 4c Kd", "4s 5s 6s 7s 8s 9s 10s", pile="5d Js", **own)
    assert not listed(book, TakePile)
    frozen = table("4d 4c Kd", "6s 7s 8s", pile="2d 9s", freezing__by=["wild"], **own)
    assert not frozen.can_take_pile().possible
    pair = table("9d 9c Kd", "6s 7s 8s", pile="5d 9s", **own)
    assert {"take 9s on S#1", "take 9s 9d 9c"} <= {
        text.replace("9d 9c 9s", "9s 9d 9c") for text in listed(pair, TakePile)
    }


@pytest.mark.parametrize(
    ("needs", "taken"),
    [("natural_pair", False), ("pair_or_run", True), ("never", False)],
)
def test_a_frozen_pile(needs: str, taken: bool) -> None:  # noqa: FBT001  # a table
    """Whether a run takes a frozen pile is said by what a frozen pile needs."""
    game = table(
        "9s 10s 4d 4c",
        pile="2s Js",
        pile__run="from_hand",
        freezing__by=["wild"],
        freezing__needs=needs,
    )
    assert game.view(0).frozen
    assert game.can_take_pile().possible == taken


def test_opening_with_a_pickup_in_a_run() -> None:
    """A side that has not opened may open with the run of the top card and more."""
    position = Position(
        rules(pile__run="from_hand", opening__minimum=60),
        hands={0: "9s 10s Kd Kc Kh 4d 4c"},
        phase="draw",
        pile="5d Js",
    )
    game = position.game()
    assert "take 9s 10s Js new, K K K" in listed(game, TakePile)
    assert game.can_take_pile().possible


# -- discards -------------------------------------------------------------------------


def test_a_card_that_fits_a_run_may_be_barred() -> None:
    """The card itself is barred, not others of its rank, unless nothing else is held."""
    game = table("9s 9h Kd", "6s 7s 8s", discard__fitting="barred")
    assert codes(game, "discard 9s") == [("discard_barred", "discard.fitting")]
    assert codes(game, "discard 9h") == []
    assert listed(game, Discard) == {"discard 9h", "discard Kd"}
    assert codes(table("9s 9h Kd", "6s 7s 8s"), "discard 9s") == []
    only = table("9s 5s", "6s 7s 8s", discard__fitting="barred")
    assert listed(only, Discard) == {"discard 9s", "discard 5s"}
    full = table("Jh Kd", SEVEN, discard__fitting="barred")
    assert codes(full, "discard Jh") == []


# -- what programs hold ---------------------------------------------------------------


def test_undo_records_and_data() -> None:
    """Runs come back from undo, a record, a position, a saved game and a view."""
    game = table("9s 10s 4d 4c", "6s 7s 8s", "4h 5h 6h 7h")
    before = game.copy()
    game.push(parse_action("lay 9s on S#1"))
    game.push(parse_action("lay 10s"))
    assert Record.loads(Record.from_game(game).dumps()).play() == game
    assert Game.loads(game.dumps()) == game
    view = game.view(0)
    assert View.from_dict(view.to_dict()) == view
    assert [str(event) for event in game.events()]
    game.pop()
    game.pop()
    assert game == before


def test_a_view_follows_the_events_of_others() -> None:
    """Who hears of a run being laid sees it lie there."""
    game = Game("seven-rounds-runs", seed=3)
    players = [RandomPlayer(seat) for seat in range(4)]
    views = [game.view(seat) for seat in range(4)]
    for _ in range(160):
        seat = game.turn
        assert seat is not None
        game.push(players[seat].choose(game.view(seat)))
        views = [apply_events(view, game.events(at)) for at, view in enumerate(views)]
        assert views == [game.view(at) for at in range(4)]
    assert any(meld.run for side in range(2) for meld in game.view(0).melds(side))


def test_a_false_run_is_no_view() -> None:
    """Data in which a run has a gap, or runs where there are none, are refused."""
    data = table("9s 4d 4c", "6s 7s 8s").view(0).to_dict()
    data["state"]["melds"][0][0]["cards"] = "6s 7s 9s"
    with pytest.raises(HandfootError, match="no run"):
        View.from_dict(data)


def test_positions_refuse_what_cannot_lie() -> None:
    """A run with a gap cannot be set up, and the reason says so."""
    with pytest.raises(HandfootError, match="in a row"):
        table("9s 4d", "6s 7s 9s")


# -- rules ----------------------------------------------------------------------------


def test_the_card_says_so() -> None:
    """The rule card tells of runs where there are any, and that there are none."""
    assert "A run is a meld too" in str(rules().rule_card())
    assert "There are no runs." in str(load_rules("whitnack").rule_card())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("melds: {runs: natural}\n", "HF343"),
        ("books: {kinds: {run: {made_of: run}}}\n", "HF349"),
        (
            "melds: {runs: natural}\nbooks: {size: 12, kinds: {run: {made_of: run}}}\n",
            "HF349",
        ),
        (
            "melds: {runs: natural}\n"
            "books: {kinds: {run: {made_of: run, ranks: [seven]}}}\n",
            "HF349",
        ),
        (
            "melds: {runs: natural, ranks: [four, six, eight, ten, queen, ace]}\n",
            "HF338",
        ),
        ("pile: {run: from_hand}\n", "HF319"),
        ("freezing: {by: [wild], needs: pair_or_run}\n", "HF318"),
    ],
)
def test_what_does_not_fit(text: str, code: str) -> None:
    """Settings of runs that decide nothing are told."""
    _, report = check_text(f"handfoot: 1\nname: Sunday\n{text}")
    assert code in [problem.code for problem in report.problems]


# -- people and players ---------------------------------------------------------------


def test_a_score_sheet_asks_for_runs() -> None:
    """People who play at a real table enter books of runs, and runs not finished."""
    sheet = ScoreSheet("seven-rounds-runs", [["North", "South"], ["East", "West"]])
    names = {field.name for field in sheet.fields()}
    assert {"books.run", "unfinished.run", "unfinished.wild"} <= names
    sheet.enter(0, {"books.run": 2, "unfinished.run": 1, "melded": 500})
    lines = {line.key: line.points for line in sheet.sheet_so_far(0).lines}
    assert lines["books.kinds.run.bonus"] == 2 * 2000
    assert lines["books.kinds.run.unfinished"] == -2000


def test_a_sensible_player_keeps_cards_in_a_row() -> None:
    """It throws a card that leads nowhere rather than one of a run nearly whole."""
    for seed in range(5):
        game = table("5h 6h 7h 8h 9h 10h Kc 4s", "Qs Qd Qc")
        player, thrown = HeuristicPlayer(seed), ""
        while game.turn == 0:
            action = player.choose(game.view(0))
            thrown = str(action)
            game.push(action)
        assert thrown in ("discard Kc", "discard 4s")


def test_a_sensible_player_collects_a_run_that_going_out_asks_for() -> None:
    """It keeps a card of the run out of a set where nobody goes out without one."""
    for books, thrown in (({"run": 1}, False), ({"clean": 1}, True)):
        game = table("5h 6h 7h 8h 9h 8s 8d Kc 4s", "Qs Qd Qc", going_out__books=books)
        laid = {str(HeuristicPlayer(seed).choose(game.view(0))) for seed in range(4)}
        assert ("lay 8s 8h 8d" in laid) == thrown


def test_a_sensible_player_minds_what_runs_make_of_a_discard() -> None:
    """A card is the more dangerous the more runs it makes, where such take the pile."""
    parts: dict[str, Any] = {
        "hands": {0: "4c 9c 9h"},
        "melds": {0: ["Qs Qd Qc"], 1: ["Js Jd Jc", "5h 6h 7h 8h"]},
        "pile": "4 5 6 7 8 9 10",
    }
    found = {}
    for how in ("from_hand", "own_run", "no"):
        game = Position(rules(pile__run=how), **parts).game()
        outlook = Outlook(game.view(0))
        found[how] = [danger(outlook, card) for card in parse_cards("4c 9c 9h")]
    end, middle, joining = found["from_hand"]
    assert end < middle < joining
    end, middle, joining = found["own_run"]
    assert joining > middle
    assert [end, middle] == found["no"][:2]
    assert found["no"][1] == found["no"][2]
    assert all(map(gt, found["from_hand"], found["no"]))


def test_a_sensible_player_lays_a_whole_run() -> None:
    """A run of seven in the hand is laid, card by card, though one begun would cost."""
    game = table(f"{SEVEN} Kc 4s", "Qs Qd Qc")
    player = HeuristicPlayer(1)
    while game.phase == "play" and game.turn == 0:
        game.push(player.choose(game.view(0)))
    assert [meld.book for meld in game.view(0).melds(0) if meld.run] == ["run"]
