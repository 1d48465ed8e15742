"""Black threes that come with the pile are laid aside: ``threes.black``."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import (
    Game,
    HandfootError,
    Position,
    Record,
    ScoreSheet,
    View,
    parse_action,
)
from handfoot.play.events import BlackThreesLaid, TookPile
from handfoot.play.scoring import black_three_points
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.players.random import RandomPlayer
from handfoot.rules.loading import check_text, load_rules
from handfoot.table.following import apply_events
from handfoot.testing import unconserved
from tests.play.seeds import ruleset

HEAD: Final = "handfoot: 1\nname: Test\n"
ASIDE: Final[dict[str, Any]] = {
    "threes__black": "laid_aside",
    "threes__black_laid": (5, 10, 15, 100),
    "pile__take": "all",
    "opening__minimum": 0,
}
TAKE: Final = "take K K K"


def faced(
    pile: str = "3s 5 3c K", *, hand: str = "K K 3s 9 10", **changes: Any
) -> Game:
    """Return a game in which South may take a pile with two kings."""
    rules = ruleset(**{**ASIDE, **changes})
    return Position(rules, hands={0: hand}, pile=pile, phase="draw").game()


class TestPickup:
    """What a pickup brings, and what it does not."""

    def test_they_do_not_reach_the_hand(self) -> None:
        """Those of the pile are laid aside; the one held stays, and so do others."""
        game = faced()
        before = game.copy()
        events = list(game.push(parse_action(TAKE)))
        assert [len(e.cards) for e in events if isinstance(e, TookPile)] == [4]
        (laid,) = [e for e in events if isinstance(e, BlackThreesLaid)]
        assert [str(card) for card in laid.cards] == ["3♠", "3♣"]
        view = game.view(0)
        assert [str(card) for card in view.black_threes(0)] == ["3♠", "3♣"]
        assert sum(card.kind == laid.cards[0].kind for card in view.hand) == 1
        assert view.black_threes(1) == ()
        assert not unconserved(game.state)
        game.pop()
        assert game == before

    def test_by_default_they_do(self) -> None:
        """Elsewhere all cards of the pile come to the hand."""
        game = faced(threes__black="held")
        game.push(parse_action(TAKE))
        assert len(game.view(0).hand) == 3 + 3
        assert game.view(0).black_threes(0) == ()

    def test_the_top_card_is_used(self) -> None:
        """A black three on top that is taken freely comes to the hand."""
        game = faced(
            "3s 5 3c",
            pile__needs="nothing",
            pile__not_on=(),
            pile__before_opening="freely",
        )
        game.push(parse_action("take"))
        assert [str(card) for card in game.view(0).black_threes(0)] == ["3♠"]

    def test_cards_to_keep(self) -> None:
        """They are none of the cards that must be left: in the last packet K K go."""
        for black, legal in (("held", True), ("laid_aside", False)):
            rules = ruleset(**{**ASIDE, "threes__black": black})
            position = Position(
                rules,
                hands={0: "K K"},
                pile="3s 3c K",
                packets={0: []},
                phase="draw",
            )
            game = position.game()
            action = parse_action(TAKE)
            assert (action in game.legal_actions) is legal
            assert game.is_legal(action) is legal
            assert bool(game.can_take_pile()) is legal

    @pytest.mark.parametrize(
        ("take", "action", "aside"), [(3, TAKE, 1), ("dig", "dig 3 K K K", 1)]
    )
    def test_part_of_a_pile(self, take: Any, action: str, aside: int) -> None:
        """Only what lies in the part that is taken is laid aside."""
        pile = "3s 3s K 3c K" if take == "dig" else "3s 3s 5 3c K"
        game = faced(pile, pile__take=take)
        game.push(parse_action(action))
        assert len(game.view(0).black_threes(0)) == aside
        assert len(game.state.pile) == 2
        assert not unconserved(game.state)


class TestPoints:
    """What they score."""

    @pytest.mark.parametrize(
        ("count", "points"), [(0, 0), (1, 5), (3, 15), (4, 100), (6, 110)]
    )
    def test_together(self, count: int, points: int) -> None:
        """Four score 100 together, each further one five more."""
        game = Position(ruleset(**ASIDE), black={0: count}).game()
        assert black_three_points(game.state.tables[0].book, count) == points
        (sheet,) = [one for one in game.score_sheet() if one.side == 0]
        found = {line.key: (line.count, line.points) for line in sheet.lines}
        assert found.get("threes.black_laid", (0, 0)) == (count, points)

    def test_on_a_sheet_by_hand(self) -> None:
        """A sheet asks for them, gives the same points and says how they come."""
        sheet = ScoreSheet(ruleset(**ASIDE), ["A", "B", "C", "D"])
        assert "black_laid" in {field.name for field in sheet.fields("A")}
        sheet.enter("A", {"black_laid": 6})
        one = sheet.sheet_so_far("A")
        (line,) = [line for line in one.lines if line.key == "threes.black_laid"]
        assert line.points == 110
        assert sheet.arithmetic(one, line) == "4 together 100 + 2 × 5"
        change = sheet.consider("B", {"black_laid": 30})
        assert "too_many_black_threes" in {one.code for one in change.objections}
        held = ScoreSheet(ruleset(), ["A", "B", "C", "D"])
        assert "black_laid" not in {field.name for field in held.fields("A")}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("threes: {black: laid_aside}\n", []),
        ("threes: {black: laid_aside, black_laid: []}\n", []),
        ("threes: {black_laid: [10]}\n", ["HF339"]),
        ("threes: {black: laid_aside}\npile: {may_be_taken: false}\n", ["HF339"]),
    ],
)
def test_what_it_leaves_idle(text: str, codes: list[str]) -> None:
    """Points of none that are laid, and piles that nobody takes."""
    problems = check_text(HEAD + text)[1].problems
    assert [p.code for p in problems if "threes" in str(p.key)] == codes


def test_a_target_that_all_threes_of_the_packs_reach() -> None:
    """Where their colours mean nothing, red ones laid aside count toward a target."""
    text = (
        f"{HEAD}match: {{rounds: 2, target: 150000}}\n"
        "threes: {red: %s, black: laid_aside, black_laid: [1000]}\n"
    )
    for red, codes in (("as_black", []), ("held", ["HF383"])):
        problems = check_text(text % red)[1].errors
        assert [problem.code for problem in problems] == codes


def test_no_place_for_them_elsewhere() -> None:
    """Where they are held, a position that has some laid aside is refused."""
    with pytest.raises(HandfootError, match="no black threes are laid aside"):
        Position(ruleset(), black={0: 1}).game()


def test_saved_and_seen() -> None:
    """States and views keep them as data, and nobody is dealt one again in a guess."""
    game = faced()
    old = game.view(2)
    game.push(parse_action(TAKE))
    assert Game.loads(game.dumps()) == game
    view = game.view(2)
    assert View.from_dict(view.to_dict()) == view
    assert apply_events(old, game.events(2, since=old.ply)) == view
    assert not unconserved(view.guess(1).state)
    assert "black threes laid aside 3♠ 3♣" in str(view)


def test_whole_rounds() -> None:
    """A ruleset that plays so: views follow the events, and records replay."""
    rules = load_rules("tests/rulesets/cuban-canasta.yaml")
    aside = 0
    for kind, seed in ((RandomPlayer, 1), (HeuristicPlayer, 2)):
        game = Game(rules, 4, seed=seed)
        player = kind(seed=seed)
        views = [game.view(seat) for seat in (*range(4), None)]
        while (seat := game.turn) is not None and game.ply < 700:
            events = game.push(player.choose(game.view(seat)))
            here = sum(isinstance(event, BlackThreesLaid) for event in events)
            aside += here
            if here or game.ply % 9 == 0:
                assert not unconserved(game.state)
                for place, view in enumerate(views):
                    since = game.events(view.seat, since=view.ply)
                    views[place] = apply_events(view, since)
                    assert views[place] == game.view(view.seat)
        assert Record.loads(Record.from_game(game).dumps()).play() == game
    assert aside
