"""A partner who must agree before a wild goes on a clean meld (``wilds.consent``)."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from handfoot import Game, ask, load_rules
from handfoot.errors import HandfootError
from handfoot.play.actions import NO, YES, AskToDirty, Lay
from handfoot.play.events import AskedToDirty
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.rules.loading import check_text
from handfoot.rules.ruleset import RuleSet
from handfoot.rulings.question import Question
from handfoot.table.following import apply_events
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from handfoot.table.record import Record
from handfoot.table.takeback import may_take_back
from handfoot.testing import unconserved
from tests.play.seeds import ruleset

ASKS: Final[dict[str, Any]] = {
    "wilds__consent": True,
    "players__side_size": 2,
    "books__after": "anything",
    "going_out__books": {"dirty": 1},
}
MELDS: Final = {0: ["K K K K K K", "9 9 9", "Q Q Q Q 2"]}


def table(changes: dict[str, Any] | None = None, **parts: Any) -> Game:
    """Return a position of seat 0, whose partner began the kings and the queens."""
    usual: dict[str, Any] = {
        "melds": MELDS,
        "begun": {0: [2, 0, 2]},
        "hands": {0: "2 2 JK 4 5"},
    }
    return Position(ruleset(**ASKS | (changes or {})), **usual | parts).game()


def play(game: Game, *texts: str) -> None:
    """Play some actions."""
    for text in texts:
        game.push(parse_action(text))


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def listed(game: Game) -> set[str]:
    """Return the texts of what is listed, each of which must be legal."""
    assert all(map(game.is_legal, game.legal_actions))
    return set(map(str, game.legal_actions))


def test_a_partner_is_asked_before_the_first_wild() -> None:
    """Only a clean meld that a partner began is asked about; a yes lets wilds on it."""
    game = table()
    assert refused(game, "lay 2 on K") == [("consent_needed", "wilds.consent")]
    assert {"lay 2 on 9", "lay 2 on Q", "ask dirty K"} <= listed(game)
    assert not {"lay 2 on K", "ask dirty 9", "ask dirty Q"} & listed(game)
    play(game, "ask dirty K")
    view = game.view(2)
    assert (game.turn, view.asked_about, view.phase) == (2, "K#1", "answer")
    assert listed(game) == {"yes", "no"}
    play(game, "yes")
    assert game.turn == 0
    assert {"lay 2 on K", "lay JK on K"} <= listed(game)
    play(game, "lay 2 on K", "lay 2 on K")


def test_without_the_key_nobody_is_asked() -> None:
    """The same lay is legal where no consent is asked for, and the question is not."""
    game = table({"wilds__consent": False}, begun={})
    assert "lay 2 on K" in listed(game)
    assert refused(game, "ask dirty K") == [("no_consent_needed", "wilds.consent")]


def test_a_no_holds_for_the_turn() -> None:
    """After a no neither the wild nor the question, until the next turn."""
    game = table(stock="4 4 4 4 4 4 4 4")
    play(game, "ask dirty K", "no")
    assert refused(game, "lay 2 on K") == [("consent_denied", "wilds.consent")]
    assert refused(game, "ask dirty K") == [("asked_about_already", "wilds.consent")]
    assert "ask dirty K" not in listed(game)
    play(game, "discard 4")
    for _ in range(3):
        play(game, "draw")
        game.push(next(a for a in game.legal_actions if str(a).startswith("discard")))
    play(game, "draw")
    assert "ask dirty K" in listed(game)


def test_a_yes_holds_for_one_turn_and_one_meld() -> None:
    """A yes about the kings says nothing of other melds, nor of later turns."""
    melds = {0: ["K K K K", "9 9 9"]}
    game = table(melds=melds, begun={0: [2, 2]}, stock="4 4 4 4 4 4 4 4")
    play(game, "ask dirty K", "yes")
    assert refused(game, "lay 2 on 9") == [("consent_needed", "wilds.consent")]
    play(game, "discard 4")
    for _ in range(3):
        play(game, "draw")
        game.push(next(a for a in game.legal_actions if str(a).startswith("discard")))
    play(game, "draw")
    assert refused(game, "lay 2 on K") == [("consent_needed", "wilds.consent")]


def test_who_has_no_wild_does_not_ask() -> None:
    """Without a wild that could go there the question is refused, and not listed."""
    game = table(hands={0: "4 5 6"})
    assert refused(game, "ask dirty K") == [("no_wild_to_ask_for", "wilds.consent")]
    assert refused(game, "ask dirty A") == [("no_such_meld", "core.target")]
    assert "ask dirty K" not in listed(game)


def test_play_remembers_who_began_what() -> None:
    """A meld laid in play is its player's own, and the partner's to be asked about."""
    game = table(
        melds={}, begun={}, opened=[0, 1], hands={0: "A A A 4 5 6", 2: "2 2 7 8"}
    )
    play(game, "lay A A A", "discard 4", "draw")
    game.push(next(a for a in game.legal_actions if str(a).startswith("discard")))
    play(game, "draw")
    assert refused(game, "lay 2 on A") == [("consent_needed", "wilds.consent")]
    assert "ask dirty A" in listed(game)


def test_the_beginner_answers_on_sides_of_three() -> None:
    """Of two partners only the one who began the meld is asked."""
    rules = {"players__side_size": 3, "players__counts": (6,)}
    game = table(rules, seats=6, begun={0: [4, 0, 2]}, melds=MELDS)
    play(game, "ask dirty K")
    assert game.turn == 4
    play(game, "yes")
    assert game.turn == 0
    assert (
        "in seat 4"
        in table(rules, seats=6, begun={0: [4, 0, 2]}, melds=MELDS)
        .why_not(parse_action("lay 2 on K"))[0]
        .message
    )


def test_a_way_out_asks_first() -> None:
    """A way out that needs a partner's yes begins with the question, else not."""
    parts: dict[str, Any] = {"packets": {0: []}, "hands": {0: "2 4"}}
    game = table(**parts)
    answer = game.view(0).can_go_out()
    assert [str(a) for a in answer.way] == ["ask dirty K", "lay 2 on K", "discard 4"]
    for action in answer.way:
        game.push(action)
        if isinstance(action, AskToDirty):
            game.push(YES)
    assert game.round == 2
    game = table(**parts)
    play(game, "ask dirty K")
    game.push(NO)
    assert not game.view(0).can_go_out()
    own = table(begun={0: [0, 0, 0]}, **parts).view(0).can_go_out()
    assert [str(a) for a in own.way] == ["lay 2 on K", "discard 4"]
    # In a play that leaves too few cards, what could still be laid counts as well.
    game = table(packets={0: []}, hands={0: "9 2"})
    assert "lay 9" not in listed(game)
    play(game, "ask dirty K", "yes")
    assert "lay 9" in listed(game)


def test_a_question_stands() -> None:
    """What was asked and answered is not taken back; a whole turn can be undone."""
    game = table({"players__take_back": "until_hidden_card"})
    before = game.state.copy()
    play(game, "ask dirty K", "yes")
    assert [r.code for r in may_take_back(game, 0)] == ["answer_stands"]
    game.pop()
    assert game.turn == 2
    game.pop()
    assert game.state == before


def test_events_records_and_saved_games() -> None:
    """The question is told, followed by clients, recorded, saved and read again."""
    game = table()
    views = {seat: game.view(seat) for seat in range(4)}
    events = game.push(parse_action("ask dirty K"))
    assert events == [AskedToDirty(0, 2, "K#1")]
    assert Game.loads(game.dumps()).state == game.state
    play(game, "no", "discard 4")
    for seat, view in views.items():
        assert apply_events(view, game.events(seat)) == game.view(seat)
    text = Record.from_game(game).dumps()
    assert "ask dirty K" in text
    assert Record.loads(text).play() == game


@pytest.mark.parametrize(
    "begun", [{0: [1, 0, 0]}, {0: [0]}, {0: [4, 0, 0]}], ids=["foe", "few", "nobody"]
)
def test_positions_name_who_began(begun: dict[int, list[int]]) -> None:
    """Who began a meld is one of its side, for each of its melds."""
    with pytest.raises(HandfootError, match="begun"):
        table(begun=begun)
    with pytest.raises(HandfootError, match="does not matter"):
        table({"wilds__consent": False})


def test_a_quarrel_about_it_is_settled() -> None:
    """A question may say who began a meld, and try to ask about it."""
    rest = "hand: 2 4 5 6\nmelds: [K K K]\nbegun: {0: [2]}\n"
    rules = load_rules("consent-partnership")
    verdict = ask(rules, Question.loads(f"try: lay 2 on K\n{rest}")).verdict
    assert verdict is not None
    assert [r.code for r in verdict.refusals] == ["consent_needed"]
    verdict = ask(rules, Question.loads(f"try: ask dirty K\n{rest}")).verdict
    assert verdict is not None
    assert not verdict.refusals


def test_nobody_is_asked_without_partners() -> None:
    """The key decides nothing where all play alone, and a warning says so."""
    text = "handfoot: 1\nname: x\nextends: whitnack\nplayers: {}\nwilds: {}\n"
    alone = text.replace("{}", "{counts: [2], side_size: 1}", 1)
    _, found = check_text(alone.replace("wilds: {}", "wilds: {consent: true}"))
    assert "HF329" in [problem.code for problem in found.problems]
    pairs = text.replace("{}", "{counts: [4], side_size: 2}", 1)
    _, found = check_text(pairs.replace("wilds: {}", "wilds: {consent: true}"))
    assert not found.problems


@pytest.mark.parametrize("rules", [load_rules("consent-partnership"), ruleset(**ASKS)])
def test_whole_rounds(rules: RuleSet) -> None:
    """In whole rounds no card is lost, partners ask, and both answers are given."""
    said = set()
    for seed in range(4):
        game = Game(rules, 4, seed=seed, side_size=2)
        players = [HeuristicPlayer(seat) for seat in range(4)]
        chance = random.Random(seed)
        while game.round < 3 and not game.is_over:
            seat = game.turn
            assert seat is not None
            view = game.view(seat)
            action = players[seat].choose(view)
            if view.asked_about is not None:
                action = chance.choice([YES, NO])
                said.add(action)
            elif isinstance(action, Lay):
                assert not view.why_not(action)
            game.push(action)
        assert not unconserved(game.state)
    assert said == {YES, NO}


def test_who_has_not_opened_asks_for_no_wild() -> None:
    """Where every partner opens alone, no wild goes on a meld before, yes or no."""
    alone = {"opening__by": "player"}
    hand = {0: "2 2 JK 4 5 A A A"}
    game = table(alone, opened=[2], hands=hand)
    assert refused(game, "ask dirty K") == [("not_open_yourself", "opening.by")]
    assert "ask dirty K" not in listed(game)
    play(game, "lay A A A")
    assert "ask dirty K" in listed(game)
