"""Single house rules at the table: each against the same position without it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs
import pytest

from handfoot import Game, apply_events
from handfoot.play.events import Event, RoundEnded
from handfoot.play.scoring import Line
from handfoot.players.random import RandomPlayer
from handfoot.rules.book_kinds import BookKind
from handfoot.rules.loading import check_text
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from handfoot.table.record import Record
from handfoot.testing import unconserved
from tests.play.seeds import ruleset

HEAD: Final = "handfoot: 1\nname: Test\n"


def table(changes: Mapping[str, Any], **parts: Any) -> Game:
    """Return a position under the defaults with some values changed."""
    return Position(ruleset(**changes), **parts).game()


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def play(game: Game, *texts: str) -> list[Event]:
    """Play some actions and return what happened."""
    return [event for text in texts for event in game.push(parse_action(text))]


def listed(game: Game) -> list[str]:
    """Return what is listed; each of it is legal."""
    found = list(game.legal_actions)
    assert all(map(game.is_legal, found))
    return list(map(str, found))


def codes(text: str) -> set[str]:
    """Return the codes of the problems of a file."""
    return {problem.code for problem in check_text(HEAD + text)[1].problems}


class TestMayAsk:
    """``going_out.permission: optional``."""

    PARTS: Final[dict[str, Any]] = {
        "hands": {0: "9 9 4", 2: "5 6"},
        "packets": {0: [], 2: []},
        "melds": {0: ["K K K K K K K", "9 9 9"]},
    }
    RULES: Final[dict[str, Any]] = {
        "players__side_size": 2,
        "going_out__books": {"clean": 1},
    }

    def at(self, permission: str, **parts: Any) -> Game:
        """Return a player who can go out by two nines and a last discard."""
        changes = {**self.RULES, "going_out__permission": permission}
        return table(changes, **self.PARTS, **parts)

    def test_need_not_ask(self) -> None:
        """Who may ask goes out unasked; who must ask does not."""
        assert refused(self.at("optional"), "lay 9 9") == []
        needed = ("permission_needed", "going_out.permission")
        assert needed in refused(self.at("binding"), "lay 9 9")

    def test_the_question_is_listed(self) -> None:
        """The list offers the question and the lay beside each other."""
        assert {"ask", "lay 9 9"} <= set(listed(self.at("optional")))

    def test_a_no_binds(self) -> None:
        """After a no the player stays in, though nobody had to be asked."""
        game = self.at("optional")
        play(game, "ask", "no")
        denied = ("permission_denied", "going_out.permission")
        assert denied in refused(game, "lay 9 9")
        assert refused(game, "discard 4") == []

    def test_a_yes_binds(self) -> None:
        """After a yes the player must go out."""
        game = self.at("optional")
        play(game, "ask", "yes")
        assert [code for code, _ in refused(game, "discard 9")] == ["must_go_out"]
        assert refused(game, "lay 9 9") == []

    def test_advice_does_not(self) -> None:
        """Advice leaves everything open."""
        game = self.at("advice")
        play(game, "ask", "no")
        assert refused(game, "lay 9 9") == []


class TestJustTaken:
    """``discard.not_just_taken``."""

    RULES: Final[dict[str, Any]] = {
        "discard__not_just_taken": ("red_three", "nine"),
        "threes__red": "held",
    }
    BARRED: Final = [("discard_barred", "discard.not_just_taken")]

    def drawn(self, hand: str, stock: str = "9 3r", **parts: Any) -> Game:
        """Return the moment after a draw of a red three and a nine."""
        changes = {**self.RULES, **parts}
        game = table(changes, phase="draw", hands={0: hand}, stock=stock)
        play(game, "draw")
        return game

    def test_a_card_drawn_stays(self) -> None:
        """What was drawn may not be thrown straight back; the rest may."""
        game = self.drawn("4 5 6")
        assert refused(game, "discard 3r") == self.BARRED
        assert refused(game, "discard 9") == self.BARRED
        thrown = [text for text in listed(game) if text.startswith("discard")]
        assert thrown == ["discard 4", "discard 5", "discard 6"]

    def test_without_the_rule(self) -> None:
        """By default any card may be thrown back."""
        assert refused(self.drawn("4 5", discard__not_just_taken=()), "discard 9") == []

    def test_an_older_one_may_go(self) -> None:
        """Of a rank that was held before, one may be thrown."""
        game = self.drawn("4 9")
        assert refused(game, "discard 9") == []
        assert refused(game, "discard 3r") == self.BARRED

    def test_next_turn(self) -> None:
        """The bar ends with the turn."""
        game = self.drawn("4 5 6", stock="4 4 5 5 6 6 7 7 9 3r")
        play(game, "discard 4")
        for _ in range(game.seats - 1):
            play(game, "draw")
            play(game, next(t for t in listed(game) if t.startswith("discard")))
        assert not game.state.fresh
        play(game, "draw")
        assert refused(game, "discard 3r") == []

    def test_nothing_else(self) -> None:
        """A player who holds nothing else throws what there is."""
        changes = {**self.RULES, "going_out__books": {}, "players__side_size": 1}
        parts: dict[str, Any] = {"hands": {0: ""}, "packets": {0: [5]}, "opened": [0]}
        game = table(changes, phase="draw", stock="9 3r", **parts)
        play(game, "draw")
        assert refused(game, "discard 9") == []

    def test_a_card_picked_up(self) -> None:
        """The cards of a pickup are barred like those of a draw."""
        changes = {**self.RULES, "pile__take": "all"}
        game = table(
            changes,
            phase="draw",
            hands={0: "K K 4"},
            pile="9 K",
            opened=[0],
        )
        play(game, "take K K K")
        assert refused(game, "discard 9") == self.BARRED

    def test_nobody_else_learns_it(self) -> None:
        """What came to a player is that player's to know, also in saved views."""
        game = self.drawn("4 5 6")
        assert game.state.fresh
        assert game.view(0).known().fresh == game.state.fresh
        assert all(not game.view(seat).known().fresh for seat in (1, 2, 3, None))
        assert Game.loads(game.dumps()) == game
        game.pop()
        assert not game.state.fresh


class TestThreesInARow:
    """``round_end.threes_in_a_row``."""

    @pytest.mark.parametrize(("pile", "ends"), [("3b 3b", 1), ("3b 4", 0)])
    def test_only_threes_end_the_round(self, pile: str, ends: int) -> None:
        """So many threes on top of the pile, and nothing between them, end the round."""
        changes = {"round_end__threes_in_a_row": 3}
        game = table(changes, hands={0: "3b 4 5"}, pile=pile)
        reasons = [
            e.reason for e in play(game, "discard 3b") if isinstance(e, RoundEnded)
        ]
        assert reasons == ["threes"] * ends

    @pytest.mark.parametrize(("stock", "ends"), [(10, 0), (9, 1), (0, 1)])
    def test_only_while_the_stock_is_low(self, stock: int, ends: int) -> None:
        """With ``round_end.threes_stock_below`` a fuller stock keeps the round alive."""
        changes = {
            "round_end__threes_in_a_row": 3,
            "round_end__threes_stock_below": 10,
        }
        game = table(changes, hands={0: "3b 4 5"}, pile="3b 3b", stock=stock)
        reasons = [
            e.reason for e in play(game, "discard 3b") if isinstance(e, RoundEnded)
        ]
        assert reasons == ["threes"] * ends

    def test_nobody_went_out(self) -> None:
        """Nobody scores for going out, and the record replays."""
        game = table({"round_end__threes_in_a_row": 2}, hands={0: "3b 4"}, pile="3r")
        play(game, "discard 3b")
        assert all(
            line.key != "going_out.bonus"
            for s in game.score_sheet(1)
            for line in s.lines
        )
        game.pop()
        assert (game.round, game.phase) == (1, "play")


class TestUnfinishedFrom:
    """``books.kinds.*.unfinished_from``."""

    BOOK: Final = "K K K K K K K"

    def points(self, start: int, *melds: str, **changes: Any) -> int:
        """Return what the unfinished melds of a side cost (points)."""
        price = {
            f"books__kinds__{name}__{key}": value
            for name, cost in (("clean", -500), ("dirty", -300), ("wild", -1500))
            for key, value in (("unfinished", cost), ("unfinished_from", start))
        }
        game = table(price | changes, melds={0: melds}, hands={0: "4 5"})
        return sum(
            line.points for line in _sheet(game) if line.key.endswith("unfinished")
        )

    def test_from_the_first_on(self) -> None:
        """By default each unfinished meld costs."""
        assert self.points(1, "K K K", "9 9 2", "2 2 2") == -500 - 300 - 1500

    def test_a_second_meld_alone(self) -> None:
        """A meld costs where the side has begun another of its rank before."""
        assert self.points(2, "K K K", "9 9 2", "2 2 2") == 0
        assert self.points(2, self.BOOK, "K K 2", "9 9 9") == -300
        assert self.points(2, self.BOOK, "K K K") == -500
        assert self.points(2, self.BOOK, self.BOOK) == 0
        assert self.points(3, self.BOOK, "K K K") == 0

    def test_several_at_a_time(self) -> None:
        """Of two open melds of a rank the one begun first is free."""
        several = {"melds__per_rank": "several", "deck__packs": 6}
        assert self.points(2, "K K K", "K K 2", **several) == -300
        assert self.points(2, "K K 2", "K K K", **several) == -500

    def test_names(self) -> None:
        """Sheet and card say that it is further melds that cost."""
        game = table(
            {
                "books__kinds__clean__unfinished": -500,
                "books__kinds__clean__unfinished_from": 2,
            },
            melds={0: [self.BOOK, "K K K"]},
            hands={0: "4 5"},
        )
        assert "further unfinished clean melds" in {line.label for line in _sheet(game)}
        card = game.rules.rule_card().markdown()
        assert "only as a second or further meld of its rank" in card


class TestPaid:
    """``books.kinds.*.paid``."""

    KINDS: Final[dict[str, Any]] = {
        f"books__kinds__sevens__{field.name}": field.default
        for field in attrs.fields(BookKind)
    } | {
        "books__kinds__sevens__made_of": "anything",
        "books__kinds__sevens__ranks": ("seven",),
        "books__kinds__sevens__bonus": 5000,
    }
    CLEAN: Final = "7 7 7 7 7 7 7"
    DIRTY: Final = "7 7 7 7 7 2 2"

    def lines(self, paid: Any, *melds: str) -> dict[str, tuple[int, int]]:
        """Return count and points of each line about books."""
        changes = {**self.KINDS, "books__kinds__sevens__paid": paid}
        game = table(changes | {"deck__packs": 6}, melds={0: melds}, hands={0: "4 5"})
        sheet = _sheet(game)
        return {
            line.key.split(".")[2]: (line.count, line.points)
            for line in sheet
            if line.key.endswith(".bonus") and line.key.startswith("books.kinds.")
        }

    def test_without_a_limit(self) -> None:
        """By default every book of the kind earns its bonus."""
        assert self.lines(None, self.CLEAN, self.DIRTY) == {"sevens": (2, 10000)}

    def test_the_rest_are_other_books(self) -> None:
        """Further ones are what they would be; the dearest way round is taken."""
        assert self.lines(1, self.CLEAN, self.DIRTY) == {
            "sevens": (1, 5000),
            "clean": (1, 500),
        }
        assert self.lines(0, self.CLEAN, self.DIRTY) == {
            "clean": (1, 500),
            "dirty": (1, 300),
        }

    def test_it_may_depend_on_who_went_out(self) -> None:
        """A contract credited to the side that went out is paid to no other side."""
        text = (
            f"{HEAD}books:\n  kinds:\n    sevens: {{made_of: anything, ranks: [seven], "
            "bonus: 5000, paid: {by_out: {out: 1, others: 0}}}\n"
        )
        rules, report = check_text(text)
        assert rules is not None, report.text()
        assert "paid once for the side that went out" in rules.rule_card().markdown()
        game = Position(rules, melds={0: [self.CLEAN]}, hands={0: "4 5"}).game()
        paid = [line.key for line in _sheet(game) if line.key.startswith("books")]
        assert paid == ["books.kinds.clean.bonus"]

    def test_a_second_kind_for_the_rest(self) -> None:
        """A kind like another is told apart where the first pays so many only."""
        more = "books: {{kinds: {{wild: {{{}}}, spare: {{made_of: wilds, bonus: 500}}}}}}\n"
        assert "HF341" in codes(more.format("bonus: 1500"))
        assert "HF341" not in codes(more.format("paid: 1"))

    def test_its_default_changes_no_digest(self) -> None:
        """To say the default of a key of one's own kind of book changes no digest."""
        kind = "books: {{kinds: {{sevens: {{ranks: [seven], bonus: 1{}}}}}}}\n"
        plain, said = (
            check_text(HEAD + kind.format(more))[0] for more in ("", ", paid: none")
        )
        assert plain is not None
        assert said is not None
        assert plain.digest == said.digest
        # Which kinds there are counts, whatever their settings.
        other = check_text(HEAD + "books: {kinds: {mine: {ranks: [six]}}}\n")[0]
        bare = check_text(HEAD)[0]
        assert other is not None
        assert bare is not None
        assert other.digest != bare.digest


def _sheet(game: Game) -> tuple[Line, ...]:
    from handfoot.play.scoring import sheet

    return sheet(game.state, 0).lines


class TestCut:
    """``deal.near_cut`` and ``deal.cut_for``."""

    def test_on_the_card(self) -> None:
        """Both are for people; the card tells them, and what leaves them idle."""
        text = "deal: {exact_cut: 1000, near_cut: [500, 300, 300], cut_for: dealer}\n"
        rules, _ = check_text(HEAD + text)
        assert rules is not None
        card = rules.rule_card().markdown()
        assert (
            "500 points, 300 points and 300 points" in card
            or "500, 300 and 300" in card
        )
        assert "the bonus is the dealer's" in card
        assert "HF309" in codes("deal: {near_cut: [500]}\n")
        assert "HF309" in codes("deal: {cut_for: dealer}\n")


class TestTopDiscard:
    """``draw.top_discard``."""

    BASE: Final[dict[str, Any]] = {"pile__may_be_taken": False}

    def at(self, how: str, pile: str, hand: str, **parts: Any) -> Game:
        """Return the beginning of a turn of a side that has opened."""
        changes = {**self.BASE, "draw__top_discard": how, **parts.pop("rules", {})}
        usual: dict[str, Any] = {"phase": "draw", "opened": [0], "stock": "4 5 6 8"}
        return table(changes, hands={0: hand}, pile=pile, **usual | parts)

    def test_by_default_the_draw_is_one(self) -> None:
        """Without the rule both cards come at once, and the top discard never."""
        game = self.at("never", "9 K", "K K 4")
        assert listed(game) == ["draw"]
        assert refused(game, "draw top") == [("top_not_drawn", "draw.top_discard")]
        play(game, "draw")
        assert game.phase == "play"

    def test_first_the_stock_then_the_choice(self) -> None:
        """After one stock card, looked at, the top discard may be the second."""
        game = self.at("freely", "9 K", "7 7 4")
        assert listed(game) == ["draw", "draw top"]
        play(game, "draw")
        assert (game.phase, game.view(0).drawn, len(game.view(0).hand)) == (
            "draw",
            1,
            4,
        )
        assert listed(game) == ["draw", "draw top"]
        play(game, "draw top")
        assert (game.phase, game.view(0).drawn) == ("play", 0)
        assert (len(game.view(0).hand), game.view(0).pile) == (5, 1)

    def test_first_the_discard_then_the_stock(self) -> None:
        """After the top discard the rest of the draw comes from the stock."""
        game = self.at("freely", "9 K", "7 7 4")
        events = [type(event).__name__ for event in play(game, "draw top")]
        assert events == ["DrewTop", "Drew"]
        assert (game.phase, len(game.view(0).hand)) == ("play", 5)

    def test_two_from_the_stock(self) -> None:
        """Both cards may come from the stock, one after the other."""
        game = self.at("freely", "9 K", "7 7 4")
        play(game, "draw", "draw")
        assert (game.phase, game.view(0).pile) == ("play", 2)

    def test_three_a_turn(self) -> None:
        """Of a longer draw still one card only is the top discard."""
        game = self.at("freely", "9 K", "7 7 4", rules={"draw__cards": 3})
        play(game, "draw", "draw", "draw top")
        assert (game.phase, len(game.view(0).hand), game.view(0).pile) == ("play", 6, 1)

    @pytest.mark.parametrize(
        ("pile", "rules", "code", "key"),
        [
            ("9 3b", {}, "top_barred", "pile.not_on"),
            ("9 2", {"pile__wild_top": "never"}, "wild_on_top", "pile.wild_top"),
            ("9 2 K", {"freezing__by": ("wild",)}, "pile_frozen", "freezing.by"),
            (0, {}, "no_discard", "core.pile"),
        ],
    )
    def test_what_keeps_it_from_the_draw(
        self, pile: Any, rules: dict[str, Any], code: str, key: str
    ) -> None:
        """A top card that bars the pile is not drawn; then both cards come at once."""
        game = self.at("freely", pile, "7 7 4", rules=rules)
        assert refused(game, "draw top") == [(code, key)]
        assert listed(game) == ["draw"]
        play(game, "draw")
        assert game.phase == "play"

    def test_melded_at_once(self) -> None:
        """Where it must be melded, each way is listed, and no other is legal."""
        game = self.at("melded", "9 K", "K K 2 4 5 6 7", packets={0: [5]})
        assert listed(game) == ["draw", "draw top K K 2", "draw top K K K"]
        assert refused(game, "draw top") == [("top_unused", "draw.top_discard")]
        assert refused(game, "draw top 4 4 K")[0][0] == "not_held"
        play(game, "draw top K K K")
        assert [len(meld.cards) for meld in game.view(0).melds(0)] == [3]
        assert (game.phase, len(game.view(0).hand)) == ("play", 6)

    def test_onto_a_meld(self) -> None:
        """It may go onto a meld of its rank, with nothing from the hand."""
        game = self.at(
            "melded", "9 K", "4 5 6 7", melds={0: ["K K K"]}, packets={0: [5]}
        )
        play(game, "draw")
        assert "draw top K" in listed(game)

    def test_inside_the_first_lay(self) -> None:
        """Before the opening it must be part of a lay that opens."""
        parts: dict[str, Any] = {"opened": [], "packets": {0: [5]}}
        short = self.at("melded", "9 K", "K K 4 5 6 7", **parts)
        assert ("opening_short", "opening.minimum") in refused(short, "draw top K K K")
        enough = self.at("melded", "9 K", "K K A A A 7", **parts)
        assert "draw top K K K, A A A" in listed(enough)

    def test_a_draw_begun_is_no_pickup(self) -> None:
        """Once a card is drawn the pile can no longer be taken whole."""
        rules = {"pile__may_be_taken": True}
        game = self.at("freely", "9 K", "K K 4 5 6", rules=rules)
        assert listed(game) == ["draw", "draw top", "take K K K"]
        play(game, "draw")
        assert listed(game) == ["draw", "draw top"]
        assert refused(game, "take K K K") == [("draw_begun", "draw.top_discard")]

    def test_nothing_is_laid_with_a_free_draw(self) -> None:
        """Where it need not be melded, it is drawn first and laid later."""
        game = self.at("freely", "9 K", "K K 4 5 6")
        refusals = refused(game, "draw top K K K")
        assert refusals == [("laid_with_draw", "draw.top_discard")]

    def test_undo_and_saving_within_a_draw(self) -> None:
        """Half a draw is taken back, saved and seen like any position."""
        game = self.at("melded", "9 K", "K K 4 5 6 7", packets={0: [5]})
        before = game.copy()
        play(game, "draw")
        assert Game.loads(game.dumps()) == game
        play(game, "draw top K K K")
        game.pop()
        game.pop()
        assert game == before

    @pytest.mark.parametrize("name", ["two-cards-one-discard", "four-ways-to-draw"])
    def test_seen_from_every_seat(self, name: str) -> None:
        """Views follow a match by its events alone, and a record replays it."""
        game = Game(name, seats=3, seed=7)
        views = [game.view(seat) for seat in range(3)]
        player, tops = RandomPlayer(3), 0
        while game.ply < 400 and game.turn is not None:
            action = player.choose(game.view(game.turn))
            tops += str(action).startswith("draw top")
            count = len(game.events())
            game.push(action)
            views = [
                apply_events(view, game.events(seat, since=count))
                for seat, view in enumerate(views)
            ]
            assert views == [game.view(seat) for seat in range(3)]
        assert tops
        assert not unconserved(game.state)
        assert Record.loads(Record.from_game(game).dumps()).play().state == game.state

    def test_it_is_not_a_dig(self) -> None:
        """Digging and the top discard in the draw contradict each other."""
        assert "HF315" in codes("draw: {top_discard: freely}\npile: {take: dig}\n")

    def test_what_bars_it_still_matters(self) -> None:
        """Where the pile is never taken, what bars the top card keeps its effect."""
        text = "pile: {{may_be_taken: false, not_on: [black_three]}}\ndraw: {{{}}}\n"
        assert "HF319" in codes(text.format("cards: 2"))
        assert "HF319" not in codes(text.format("top_discard: freely"))
