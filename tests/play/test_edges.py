"""Single positions at the edge of a rule, each of which was once judged wrongly."""

from __future__ import annotations

from typing import Any

from handfoot.play.actions import Lay, TakePile
from handfoot.table.game import Game
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from tests.play.seeds import ruleset


def position(changes: dict[str, Any], **parts: Any) -> Game:
    """Return a position under the defaults with some values changed."""
    return Position(ruleset(**changes), **parts).game()


def codes(game: Game, text: str) -> list[str]:
    """Return the codes of the refusals of an action."""
    return [refusal.code for refusal in game.why_not(parse_action(text))]


def lays(game: Game) -> list[str]:
    """Return the listed lays and pickups, as text."""
    listed = game.legal_actions
    return [str(a) for a in listed if isinstance(a, Lay | TakePile)]


def test_opening_without_a_minimum_is_listed() -> None:
    """Where an opening needs no points, any meld opens and the list offers it."""
    game = position({"opening__minimum": 0}, hands={0: "9 9 9 4 5"})
    assert lays(game) == ["lay 9 9 9"]


def test_ranks_worth_nothing_open_with_their_wilds() -> None:
    """Naturals that are worth nothing may carry the wilds that reach the minimum."""
    changes = {"opening__minimum": 50, "scoring__values__king": 0}
    game = position(changes, hands={0: "K K JK 4 5"})
    assert lays(game) == ["lay K K JK"]


def test_an_opening_from_the_last_packet_keeps_two_cards() -> None:
    """The list offers no opening that leaves too few cards in the last packet."""
    game = position({}, hands={0: "2 7 9 9 9"}, packets={0: []})
    assert codes(game, "lay 9 9 9 2") == ["keep_cards", "books_missing"]
    assert lays(game) == []


def test_keeping_three_means_keeping_three() -> None:
    """Books for going out do not allow fewer cards unless the player goes out."""
    changes = {"going_out__keep": 3, "going_out__books": {"clean": 1}}
    parts: dict[str, Any] = {
        "packets": {0: []},
        "melds": {0: ["K K K K K K K", "9 9 9"]},
    }
    stuck = position(changes, hands={0: "9 8 4"}, **parts)
    assert codes(stuck, "lay 9") == ["keep_cards"]
    free = position(changes, hands={0: "9 9 4"}, **parts)
    assert codes(free, "lay 9") == []


def test_the_last_card_may_be_melded_step_by_step() -> None:
    """A player who goes out may lay the cards one after the other."""
    changes = {"going_out__last_card": "meld", "going_out__books": {"clean": 1}}
    game = position(
        changes,
        hands={0: "K 9"},
        packets={0: []},
        melds={0: ["K K K K K K", "9 9 9"]},
    )
    assert codes(game, "lay 9") == []
    game.push(parse_action("lay 9"))
    assert lays(game) == ["lay K"]


def test_taken_cards_are_no_pair() -> None:
    """The pair that earns the pile is in the hand, whatever the pile holds."""
    changes = {"pile__buried": "at_once"}
    parts: dict[str, Any] = {"phase": "draw", "opened": [0], "pile": "7 7 7"}
    game = position(changes, hands={0: "7 4 5 8"}, **parts)
    assert "pair_missing" in codes(game, "take 7 7 7")
    game = position(changes, hands={0: "7 7 4 5 8"}, **parts)
    assert codes(game, "take 7 7 7 7") == []


def test_a_pair_that_cannot_be_melded_is_not_listed() -> None:
    """A pair of cards that no rule lets one meld takes no pile."""
    changes = {"wilds__cards": ("two",), "pile__not_on": ()}
    game = position(
        changes, phase="draw", opened=[0], hands={0: "JK JK 7 7"}, pile="7 JK"
    )
    assert lays(game) == []
    assert codes(game, "take JK JK JK") == ["rank_not_meldable"]


def test_a_pickup_may_go_onto_a_book_that_grows() -> None:
    """Where books grow, the top card and its pair may be laid onto a finished one."""
    game = position(
        {"books__after": "anything", "melds__smallest": 4},
        phase="draw",
        hands={0: "A A 4 5 8"},
        melds={0: ["A A A A A A A"]},
        pile="4 A",
    )
    assert lays(game) == ["take A A A on A#1"]


def test_groups_for_one_meld_are_laid_as_one() -> None:
    """Which of two groups for one meld comes first changes nothing."""
    game = position(
        {"books__after": "naturals"},
        hands={0: "9 2 4 4 4"},
        melds={0: ["9 9 9 9 9 2"]},
    )
    assert codes(game, "lay 9 on 9, 2 on 9") == codes(game, "lay 2 on 9, 9 on 9") == []


def test_a_book_and_a_new_meld_of_the_rank_in_one_play() -> None:
    """A whole book and the next meld of its rank may be laid in either order."""
    game = position({}, opened=[0], hands={0: "9 9 9 9 9 9 9 9 9 9 4 4"})
    book, more = "9 9 9 9 9 9 9 new", "9 9 9 new"
    assert codes(game, f"lay {book}, {more}") == []
    assert codes(game, f"lay {more}, {book}") == []


def test_no_wild_lies_beyond_a_book_that_takes_naturals_only() -> None:
    """Where only naturals go on books, a new meld has no wilds beyond its book."""
    changes = {"books__after": "naturals", "books__size": 4, "opening__minimum": 0}
    game = position(changes, hands={0: "2 2 2 2 JK 4"})
    assert codes(game, "lay 2 2 2 2") == []
    assert codes(game, "lay 2 2 2 2 JK") == ["wild_on_book"]


def test_a_pickup_may_finish_a_meld_and_start_the_next() -> None:
    """The card taken may begin a new meld that hand cards make room for."""
    changes = {"pile__needs": "top_card_used", "opening__minimum": 0}
    game = position(
        changes,
        phase="draw",
        hands={0: "9 9 2 4 5"},
        melds={0: ["9 9 9 9 9 9"]},
        pile="9",
    )
    assert "take 2 on 9, 9 9 9 new" in lays(game)


def test_a_pickup_need_not_join_a_meld_that_other_cards_finish() -> None:
    """Where hand cards finish the meld of the rank, the pair may start the next."""
    game = position(
        {"opening__minimum": 0, "wilds__ratio": "more"},
        phase="draw",
        hands={0: "2 7 7 7 JK"},
        melds={0: ["7 7 7 7"]},
        pile="7",
    )
    assert "take 7 2 JK, 7 7 7 new" in lays(game)


def test_a_way_out_begins_no_meld_with_too_many_wilds() -> None:
    """Cards that only a meld with too many wilds could take are no way out."""
    changes = {"wilds__start_most": 0, "going_out__books": {}, "going_out__keep": 3}
    game = position(changes, opened=[0], packets={0: []}, hands={0: "2 9 9 4 4 4 8"})
    assert codes(game, "lay 9 9 2") == ["wilds_at_start"]
    assert not game.can_go_out()
