"""Books that take cards until the turn ends (``books.after: until_turn_ends``)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import (
    Game,
    Lay,
    Position,
    Record,
    RulesetError,
    View,
    loads_rules,
    parse_action,
)
from handfoot.rules.ruleset import RuleSet
from tests.play.seeds import ruleset

LATER: Final = {"books__after": "until_turn_ends", "books__size": 5}


def _rules(**changes: Any) -> RuleSet:
    usual = {"players__side_size": 2, "deal__foot": 11, "going_out__books": {}}
    return ruleset(**{**usual, **LATER, **changes})


def _game(hand: str, melds: list[str], *, last: bool = False, **changes: Any) -> Game:
    return Position(
        _rules(**changes),
        hands={0: hand},
        packets={0: [] if last else [5], 2: []},
        melds={0: melds},
        played=[0, 2] if last else [],
    ).game()


def _lays(game: Game) -> set[str]:
    return {str(action) for action in game.legal_actions if isinstance(action, Lay)}


def test_a_book_takes_cards_in_the_turn_that_finishes_it() -> None:
    """In the play that finishes it, and in later plays of the turn, cards go onto it."""
    game = _game("4 4 4 4 9", ["4 4 4"])
    assert game.is_legal(parse_action("lay 4 4 4 4"))
    game.push(parse_action("lay 4 4"))
    assert "lay 4 on 4#1" in _lays(game)
    game.push(parse_action("lay 4 on 4#1"))
    game.push(parse_action("lay 4 on 4#1"))
    assert game.view(0).melds(0)[0].book == "clean"
    assert len(game.view(0).melds(0)[0].cards) == 7


def test_it_is_closed_once_the_turn_has_ended() -> None:
    """Neither the player nor the partner adds to it later, and the refusal says why."""
    game = _game("4 4 4 9 9", ["4 4 4"])
    game.push(parse_action("lay 4 4"))
    game.push(parse_action("discard 9"))
    for _ in range(3):
        game.push(parse_action("draw"))
        game.push(next(a for a in game.legal_actions if str(a).startswith("discard")))
    game.push(parse_action("draw"))
    lay = parse_action("lay 4 on 4#1")
    [refusal] = [r for r in game.why_not(lay) if r.code == "book_closed"]
    assert refusal.key == "books.after"
    assert "until the turn ended" in refusal.message
    assert "lay 4 on 4#1" not in _lays(game)


def test_a_book_of_an_earlier_turn_takes_no_card_with_the_pile() -> None:
    """A pickup finds it closed, as a lay does."""
    melds: dict[int, Any] = {0: ["4 4 4 4 4"]}
    rules = _rules(pile__needs="top_card_used")
    game = Position(
        rules, phase="draw", hands={0: "9 9"}, melds=melds, pile="8 4"
    ).game()
    assert not game.is_legal(parse_action("take 4 on 4#1"))
    assert not game.can_take_pile().possible


def test_a_wild_makes_it_dirty_until_the_turn_ends() -> None:
    """What fits is what fits any meld: a wild too, which makes a clean book dirty."""
    game = _game("4 4 2 9", ["4 4 4"])
    game.push(parse_action("lay 4 4"))
    game.push(parse_action("lay 2 on 4"))
    assert game.view(0).melds(0)[0].book == "dirty"


@pytest.mark.parametrize(("meld", "possible"), [("4 4 4", True), ("4 4 4 4 4", False)])
def test_one_goes_out_onto_a_book_of_this_turn_alone(
    meld: str, *, possible: bool
) -> None:
    """Cards over a book let the hand leave in the turn that finishes it, only then."""
    game = _game("4 4 4 9", [meld], last=True, melds__per_rank="one")
    answer = game.can_go_out()
    assert answer.possible == possible
    assert answer.exact
    for action in answer.way:
        assert game.is_legal(action)
        game.push(action)
    assert (game.phase == "over" or game.round > 1) == possible


def test_to_keep_too_few_cards_one_must_be_able_to_go_out() -> None:
    """A lay that leaves too few cards is legal if they fit the book it finishes."""
    with_book = _game("4 4 4", ["4 4 4"], last=True)
    assert with_book.is_legal(parse_action("lay 4 4"))
    closed = _game("4 9 9 9", ["4 4 4 4 4"], last=True, going_out__last_card="meld")
    assert not closed.is_legal(parse_action("lay 9 9 9"))


def test_cards_over_a_book_count_their_face_value() -> None:
    """A book of seven fours where five are a book scores seven fours and one bonus."""
    game = _game("4 4 4 4", ["4 4 4"], last=True)
    game.push(parse_action("lay 4 4 4 4"))
    lines = {line.label: line.points for line in game.score_sheet(1)[0].lines}
    assert lines["clean books"] == 500
    assert lines["cards melded"] == 35


def test_what_was_finished_is_saved_and_taken_back() -> None:
    """A saved game, a record and an undo know which books still take cards."""
    game = _game("4 4 4 9 9", ["4 4 4"])
    game.push(parse_action("lay 4 4"))
    twin = Record.loads(Record.from_game(game).dumps()).play()
    assert twin.state == game.state
    assert _lays(twin) == _lays(game)
    again = View.from_dict(game.view(0).to_dict())
    assert set(again.legal_actions) == set(game.legal_actions)
    game.pop()
    assert not game.state.finished


def test_another_seat_is_told_of_its_own_turn() -> None:
    """What a partner could do in its turn is not what fits in the turn of the mover."""
    rules = _rules()
    game = Position(
        rules,
        hands={0: "4 4 9 9", 2: "4 5 5 6"},
        packets={0: [5], 2: [5]},
        melds={0: ["4 4 4"]},
    ).game()
    game.push(parse_action("lay 4 4"))
    assert not [lay for lay in game.may_lay(2) if "4" in str(lay)]


def test_a_book_made_of_two_melds_takes_cards_as_well() -> None:
    """Two melds that are joined to a book are one that was finished in this turn."""
    changes: dict[str, Any] = {"melds__per_rank": "several", "melds__may_join": True}
    game = _game("9 4 K K", ["K K K K K", "4 4 4", "4 4 4"], **changes)
    game.push(parse_action("join 4"))
    assert game.is_legal(parse_action("lay 4 on 4#1"))
    assert not game.is_legal(parse_action("lay K on K#1"))


def test_there_are_no_runs_beside_it() -> None:
    """What a run takes has no such end, and a file that asks for both is refused."""
    head = "handfoot: 1\nname: Runs\n"
    text = f"{head}melds: {{runs: natural}}\nbooks: {{after: until_turn_ends}}\n"
    with pytest.raises(RulesetError, match="HF346"):
        loads_rules(text)
