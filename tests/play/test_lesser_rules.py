"""Lesser house rules: how the pile begins, where its card goes, what is thrown first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs
import pytest

from handfoot import Game, Position, ScoreSheet, TakePile, parse_action
from handfoot.play.events import (
    Drew,
    RoundEnded,
    StockReshuffled,
    Thawed,
    UpcardTurned,
)
from handfoot.play.scoring import Tally, red_three_points
from handfoot.players.random import RandomPlayer
from handfoot.rules.book_kinds import BookKind
from handfoot.rules.loading import check_text
from handfoot.scorekeeping.blank import blank_html
from handfoot.testing import unconserved
from tests.play.seeds import ruleset

HEAD: Final = "handfoot: 1\nname: Test\n"


def table(changes: Mapping[str, Any], **parts: Any) -> Game:
    """Return a position under the defaults with some values changed."""
    return Position(ruleset(**changes), **parts).game()


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def warned(text: str) -> list[str]:
    """Return the codes of a file's problems."""
    return [problem.code for problem in check_text(HEAD + text)[1].problems]


class TestFirst:
    """``discard.first``."""

    THREES: Final = {"threes__red": "held", "discard__first": ("three",)}

    def test_a_three_goes_before_all_others(self) -> None:
        """While a three is held nothing else is thrown; without one anything is."""
        game = table(self.THREES, hands={0: "3b 3r 4 K"})
        bar = [("discard_barred", "discard.first")]
        assert refused(game, "discard K") == bar
        assert [str(a) for a in game.legal_actions] == ["discard 3b", "discard 3r"]
        assert not refused(table(self.THREES, hands={0: "4 K"}), "discard K")
        assert not refused(table({}, hands={0: "3b 4 K"}), "discard K")

    def test_the_refusal_names_what_is_held(self) -> None:
        """It says which of those cards the player holds, and no others."""
        game = table({**self.THREES, "melds__runs": "natural"}, hands={0: "3r 4 K"})
        for rules in (game, table(self.THREES, hands={0: "3r 4 K"})):
            (found,) = rules.why_not(parse_action("discard 4"))
            assert found.message.endswith("a four while you hold a red three.")

    def test_with_another_bar(self) -> None:
        """Where both leave nothing to throw, neither binds."""
        rules = {**self.THREES, "discard__barred": ("black_three",)}
        game = table(rules, hands={0: "3b 4 K"})
        assert not refused(game, "discard 3b")
        assert not refused(game, "discard K")

    def test_what_it_cannot_say(self) -> None:
        """It is idle where it names every card, or cards that are barred."""
        assert warned("discard: {first: [three]}\nthrees: {red: held}\n") == []
        assert warned("discard: {first: [wild], barred: [wild]}\n") == ["HF337"]


class TestGoesTo:
    """``pile.goes_to``."""

    PARTS: Final[dict[str, Any]] = {
        "hands": {0: "K K 2 5 6 7"},
        "melds": {0: ["K K K", "9 9 9"]},
        "pile": "4 8 K",
        "phase": "draw",
    }
    SEVERAL: Final = {"melds__per_rank": "several"}

    @pytest.mark.parametrize(
        ("policy", "onto", "new"),
        [("any_meld", True, True), ("new_meld", False, True)],
    )
    def test_a_new_meld_only(self, policy: str, onto: bool, new: bool) -> None:  # noqa: FBT001  # a table of cases
        """The card joins no meld on the table, however well it fits."""
        game = table({**self.SEVERAL, "pile__goes_to": policy}, **self.PARTS)
        assert game.is_legal(parse_action("take K K K on K#1")) is onto
        assert game.is_legal(parse_action("take K K K new")) is new
        if not onto:
            found = [("not_to_new_meld", "pile.goes_to")]
            assert refused(game, "take K K K on K#1") == found
        listed = {str(a) for a in game.legal_actions if isinstance(a, TakePile)}
        assert ("take K K K new" in listed) is new
        assert ("take K K K" in listed) is onto

    def test_without_wilds(self) -> None:
        """A new meld may have to be clean as well."""
        rules = {"pile__needs": "pair_or_wild", "pile__goes_to": "new_meld"}
        parts = {**self.PARTS, "melds": {0: ["9 9 9"]}}
        game = table(rules, **parts)
        assert game.is_legal(parse_action("take K K 2"))
        clean = table({**rules, "pile__goes_to": "new_clean_meld"}, **parts)
        found = [("not_to_new_meld", "pile.goes_to")]
        assert refused(clean, "take K K 2") == found
        assert clean.is_legal(parse_action("take K K K"))

    def test_not_onto_a_book(self) -> None:
        """A finished book that grows from the hand takes no card of the pile."""
        rules = {"books__after": "naturals", "melds__per_rank": "several"}
        parts = {**self.PARTS, "melds": {0: ["K K K K K K K", "9 9 9"]}}
        no_book = table({**rules, "pile__goes_to": "no_book"}, **parts)
        found = [("not_to_new_meld", "pile.goes_to")]
        assert refused(no_book, "take K K K on K#1") == found
        assert no_book.is_legal(parse_action("take K K K new"))
        assert table(rules, **parts).is_legal(parse_action("take K K K on K#1"))
        listed = {str(a) for a in no_book.legal_actions if isinstance(a, TakePile)}
        assert listed == {"take K K K new"}
        unfinished = {**parts, "melds": {0: ["K K K", "9 9 9"]}}
        game = table({**rules, "pile__goes_to": "no_book"}, **unfinished)
        assert game.is_legal(parse_action("take K K K on K#1"))

    def test_with_one_unfinished_meld(self) -> None:
        """Where the rank lies unfinished no other may begin: the pile stays."""
        game = table({"pile__goes_to": "new_meld"}, **self.PARTS)
        assert not game.can_take_pile().possible
        assert not any(isinstance(a, TakePile) for a in game.legal_actions)

    def test_what_it_cannot_say(self) -> None:
        """An own meld earns nothing then."""
        assert warned("pile: {goes_to: new_meld}\n") == []
        assert warned("pile: {goes_to: no_book}\n") == ["HF319"]
        grow = "books: {after: naturals}\n"
        assert warned(grow + "pile: {goes_to: no_book, own_meld: any}\n") == []
        assert warned("pile: {goes_to: new_meld, own_meld: any}\n") == ["HF319"]
        assert warned("pile: {goes_to: new_meld, needs: nothing}\n") == ["HF319"]


class TestNaturalShown:
    """``pile.needs: natural_shown``."""

    RULES: Final = {
        "pile__needs": "natural_shown",
        "pile__goes_to": "new_clean_meld",
        "pile__buried": "at_once",
    }
    PARTS: Final[dict[str, Any]] = {"phase": "draw", "opened": [0]}

    def test_one_natural_and_what_is_taken(self) -> None:
        """One card of the rank is shown; others of the pickup may help to meld."""
        game = table(self.RULES, hands={0: "K 5 6 7"}, pile="K 8 K", **self.PARTS)
        assert game.is_legal(parse_action("take K K K"))
        assert "take K K K" in {str(a) for a in game.legal_actions}
        assert game.can_take_pile().possible

    def test_nothing_to_show(self) -> None:
        """A meld of the pile's own cards takes nothing."""
        game = table(self.RULES, hands={0: "2 5 6 7"}, pile="K K K", **self.PARTS)
        assert refused(game, "take K K K") == [("match_missing", "pile.needs")]
        assert not any(isinstance(a, TakePile) for a in game.legal_actions)
        reasons = {(r.code, r.key) for r in game.can_take_pile().reasons}
        assert ("match_missing", "pile.needs") in reasons
        used = {**self.RULES, "pile__needs": "top_card_used"}
        free = table(used, hands={0: "2 5 6 7"}, pile="K K K", **self.PARTS)
        assert free.is_legal(parse_action("take K K K"))

    def test_an_own_meld_asks_for_the_card_too(self) -> None:
        """Where the top card may go anywhere one of its rank is shown all the same."""
        rules = {"pile__needs": "natural_shown"}
        parts = {**self.PARTS, "melds": {0: ["K K K"]}, "pile": "8 K"}
        one = table(rules, hands={0: "K 5 6"}, **parts)
        assert one.is_legal(parse_action("take K"))
        none = table(rules, hands={0: "2 5 6"}, **parts)
        assert refused(none, "take K") == [("match_missing", "pile.needs")]

    def test_what_it_cannot_say(self) -> None:
        """Ways that ask for cards to meld are idle beside it."""
        assert warned("pile: {needs: natural_shown, own_meld: any}\n") == ["HF319"]
        assert warned("pile: {needs: natural_shown, full_meld: refuse}\n") == ["HF319"]


class TestReshuffleAll:
    """``stock.when_short: reshuffle_all``."""

    def reshuffled(self, how: str, **changes: Any) -> tuple[Game, list[Any]]:
        """Return the game after a draw from a stock of one card."""
        rules = {"stock__when_short": how, "round_end__most_turns": 100, **changes}
        parts: dict[str, Any] = {"pile": "4 5 6 2", "stock": "9", "phase": "draw"}
        game = table(rules, **parts)
        return game, list(game.push(parse_action("draw")))

    def test_the_top_card_goes_too(self) -> None:
        """Every discard is shuffled in, where else the top one stays."""
        for how, stays in (("reshuffle", 1), ("reshuffle_all", 0)):
            game, events = self.reshuffled(how)
            assert len(game.state.pile) == stays
            assert not unconserved(game.state)
            moved = [e.count for e in events if isinstance(e, StockReshuffled)]
            assert moved == [4 - stays]

    def test_it_may_be_what_a_draw_needs(self) -> None:
        """With one card in the pile and one in the stock a draw of two is possible."""
        for how, over in (("reshuffle", True), ("reshuffle_all", False)):
            rules = {"stock__when_short": how, "round_end__most_turns": 100}
            game = table(rules, pile="4", stock="9", phase="draw")
            game.push(parse_action("draw"))
            assert (game.round == 2) is over

    def test_a_freeze_goes_with_its_card(self) -> None:
        """The wild that froze the pile is in the stock: there is no freeze any more."""
        game, events = self.reshuffled("reshuffle_all", freezing__by=("wild",))
        assert any(isinstance(event, Thawed) for event in events)
        assert not game.view(0).frozen


class TestDrawRest:
    """``stock.when_short: draw_rest``."""

    def drawn(
        self, stock: str, *actions: str, **changes: Any
    ) -> tuple[Game, list[Any]]:
        """Return the game after some actions of a player with a stock of few cards."""
        rules = {"stock__when_short": "draw_rest", "draw__cards": 3, **changes}
        game = table(rules, pile="4 5 6", stock=stock, phase="draw")
        return game, [e for one in actions for e in game.push(parse_action(one))]

    def test_the_turn_goes_on(self) -> None:
        """Who draws gets what is there, and discards as ever."""
        for stock in ("9", "9 10"):
            game, events = self.drawn(stock, "draw")
            (drew,) = [e for e in events if isinstance(e, Drew)]
            assert drew.count == len(stock.split())
            assert (game.round, game.phase, len(game.state.stock)) == (1, "play", 0)
            assert not unconserved(game.state)
            game.pop()
            assert (game.phase, len(game.state.stock)) == ("draw", drew.count)

    def test_nothing_left_ends_the_round(self) -> None:
        """With an empty stock a draw ends it, as everywhere; nobody went out."""
        game, events = self.drawn("", "draw")
        (ended,) = [e for e in events if isinstance(e, RoundEnded)]
        assert (game.round, ended.reason, ended.seat) == (2, "stock", None)

    def test_a_red_three_needs_another_card(self) -> None:
        """The last card is a red three: laid, it cannot be replaced, which ends it."""
        game, _ = self.drawn("3d", "draw")
        assert game.round == 2
        game, _ = self.drawn("3d", "draw", threes__red_replaced="never")
        assert game.round == 1

    @pytest.mark.parametrize(
        ("stock", "actions", "phase"),
        [
            ("9 10", ("draw",), "draw"),
            ("9", ("draw", "draw top"), "play"),
            ("9", ("draw", "draw"), "play"),
            ("", ("draw top",), "play"),
        ],
    )
    def test_beside_the_top_discard(
        self, stock: str, actions: tuple[str, ...], phase: str
    ) -> None:
        """A draw of which something has come is over when nothing more is left."""
        game, _ = self.drawn(stock, *actions, draw__top_discard="freely")
        assert (game.round, game.phase) == (1, phase)
        assert not unconserved(game.state)
        end, _ = self.drawn("", "draw", draw__top_discard="freely")
        assert end.round == 2

    def test_what_it_leaves_idle(self) -> None:
        """Nothing fills the stock up, and a round has an end without a limit."""
        assert warned("stock: {when_short: draw_rest}\n") == []
        text = "stock: {when_short: draw_rest, most_refills: 2}\n"
        assert warned(text) == ["HF372"]


class TestRedSets:
    """``threes.red_sets``."""

    @pytest.mark.parametrize(
        ("count", "one", "each"),
        [
            (3, 300, 300),
            (4, 800, 800),
            (7, 1100, 1100),
            (8, 1200, 1600),
            (9, 1300, 1700),
        ],
    )
    def test_every_complete_set(self, count: int, one: int, each: int) -> None:
        """Four are worth 800, and with ``each`` so are the next four."""
        for how, points in (("one", one), ("each", each)):
            rules = ruleset(
                threes__red_set=4, threes__red_set_points=800, threes__red_sets=how
            )
            game = Position(rules).game()
            book = game.state.tables[0].book
            assert red_three_points(book, Tally(books={}, red_laid=count)) == points

    def test_what_it_cannot_say(self) -> None:
        """Without sets it says nothing."""
        assert warned("threes: {red_sets: each, red_set: 4}\n") == []
        assert warned("threes: {red_sets: each}\n") == ["HF339"]


class TestRedTogether:
    """``threes.red_together``."""

    TOGETHER: Final = (100, 300, 500, 1000)

    @pytest.mark.parametrize(
        ("count", "points"),
        [(0, 0), (1, 100), (2, 300), (3, 500), (4, 1000), (5, 1050), (7, 1150)],
    )
    def test_so_many_score_so_much(self, count: int, points: int) -> None:
        """Four are worth 1,000, and each further one what a red three is worth."""
        rules = ruleset(threes__red_together=self.TOGETHER, threes__red_laid=50)
        sheet = Position(rules, red={0: count}).game().score_sheet()[0]
        found = [line for line in sheet.lines if line.key == "threes.red_laid"]
        told = [(line.count, line.points) for line in found]
        assert told == ([(count, points)] if count else [])

    def test_all_of_the_deck_and_against_a_side(self) -> None:
        """What doubles red threes, or turns them against a side, does so here too."""
        doubled: dict[str, Any] = {"red_all": 2, "red_laid": 0}
        against: dict[str, Any] = {"red_minus_without": "meld"}
        for more, points in ((doubled, 2000), (against, -1600)):
            more["red_together"] = self.TOGETHER
            rules = ruleset(**{f"threes__{name}": v for name, v in more.items()})
            book = Position(rules).game().state.tables[0].book
            assert red_three_points(book, Tally(books={}, red_laid=10)) == points

    def test_what_it_leaves_idle(self) -> None:
        """Sets say nothing beside it; more than the deck has is told."""
        together = "threes: {red_together: [1, 2]"
        assert warned(f"{together}, red_set: 4, red_sets: each}}\n") == ["HF339"] * 2
        assert warned(f"{together}, red_all: 2, red_laid: 0}}\n") == []
        assert warned(f"{together}, red: held}}\n") == ["HF339"]
        long = f"threes: {{red_together: {[*range(100, 1300, 100)]}"
        assert warned(f"{long}}}\n") == ["HF332"]
        assert warned(f"{long}, red_laid: 200}}\n") == ["HF332", "HF339"]

    def test_score_sheet_and_card(self) -> None:
        """Whoever counts by hand is told what so many score, also on paper."""
        rules = ruleset(threes__red_together=self.TOGETHER)
        seats = rules["players.counts"][0]
        sheet = ScoreSheet(rules, [f"P{n}" for n in range(seats)])
        (field,) = (one for one in sheet.fields(0) if one.name == "red_laid")
        assert (field.each, field.note) == (
            0,
            "one, two ... score 100, 300, 500, 1,000",
        )
        for side in range(seats):
            sheet.enter(side, {"red_laid": 6 if not side else 0})
        (line,) = sheet.sheets(1)[0].lines
        assert sheet.arithmetic(sheet.sheets(1)[0], line) == "4 together 1000 + 2 × 100"
        assert "100, 300, 500, 1,000" in blank_html(rules, players=seats)
        said = "score together, for one, two, three and so on, 100, 300, 500 and 1,000"
        assert said in rules.rule_card().markdown()


class TestRedMinusBooks:
    """``threes.red_minus_books``."""

    @pytest.mark.parametrize(
        ("books", "any_two", "one_clean"),
        [
            ({}, -200, -200),
            ({"dirty": 1}, -200, -200),
            ({"clean": 1}, -200, 200),
            ({"clean": 1, "dirty": 1}, 200, 200),
            ({"dirty": 2}, 200, -200),
        ],
    )
    def test_so_many_books(
        self, books: dict[str, int], any_two: int, one_clean: int
    ) -> None:
        """Fewer books than that leave the red threes against the side."""
        counted = Tally(books=books, melded=0, melds=3, red_laid=2)
        two = ruleset(threes__red_minus_without="any", threes__red_minus_books=2)
        one = ruleset(threes__red_minus_without="clean")
        for rules, points in ((two, any_two), (one, one_clean)):
            book = Position(rules).game().state.tables[0].book
            assert red_three_points(book, counted) == points

    @pytest.mark.parametrize(
        "worth",
        [{"red_laid": -100}, {"red_together": (-50, -200)}],
    )
    def test_what_costs_anyway_never_scores(self, worth: dict[str, Any]) -> None:
        """Red threes that cost points cost as much for whoever lacks the books."""
        worth["red_minus_without"] = "any"
        rules = ruleset(**{f"threes__{name}": v for name, v in worth.items()})
        seats = rules["players.counts"][0]
        game = Position(rules, seats=seats, red={0: 2}).game()
        lines = game.score_sheet()[0].lines
        found = [line.points for line in lines if line.key == "threes.red_laid"]
        assert found == [-200]
        sheet = ScoreSheet(rules, [f"P{n}" for n in range(seats)])
        sheet.enter(0, {"red_laid": 2})
        for side in range(1, seats):
            sheet.enter(side, {"red_laid": 0})
        (line,) = sheet.sheets(1)[0].lines
        assert "against" not in sheet.arithmetic(sheet.sheets(1)[0], line)

    def test_what_it_cannot_say_of_what_costs(self) -> None:
        """It is idle where red threes score for nobody, and not if some may."""
        any_book = "threes: {red_minus_without: any, red_laid: -100"
        assert warned(f"{any_book}}}\n") == ["HF339"]
        assert warned(f"{any_book}, red_set: 3}}\n") == []
        assert warned(f"{any_book}, red_together: [-50, 100]}}\n") == []

    def test_what_it_cannot_say(self) -> None:
        """It counts books, so it is idle where none are asked for."""
        any_two = "threes: {red_minus_without: any, red_minus_books: 2}\n"
        assert warned(any_two) == []
        assert warned("threes: {red_minus_books: 2}\n") == ["HF339"]
        meld = "threes: {red_minus_without: meld, red_minus_books: 2}\n"
        assert warned(meld) == ["HF339"]


class TestUpcards:
    """``deal.upcards``."""

    @pytest.mark.parametrize("wrong", ["buried", "shuffled_in", "stays", "freezes"])
    def test_five_cards_start_the_pile(self, wrong: str) -> None:
        """So many that may start it lie there; the events tell each that was turned."""
        for seed in range(12):
            rules = ruleset(deal__upcards=5, deal__wrong_upcard=wrong)
            game = Game(rules, seats=4, seed=seed)
            assert not unconserved(game.state)
            told = [logged.event for logged in game.events()]
            turned = [event for event in told if isinstance(event, UpcardTurned)]
            stayed = [event for event in turned if not event.buried]
            assert [e.card.index for e in stayed] == list(game.state.pile)
            started = [event for event in stayed if not event.covered]
            assert len(started) == 5

    def test_what_it_cannot_say(self) -> None:
        """Without an upcard there are none, and the deck must have them."""
        assert warned("deal: {upcards: 5}\n") == []
        assert warned("deal: {upcards: 5, upcard: false}\n") == ["HF309"]
        assert "Turn 5 cards" in ruleset(deal__upcards=5).rule_card().markdown()


class TestFreeUpcard:
    """``pile.free_upcard``."""

    PARTS: Final[dict[str, Any]] = {"phase": "draw", "hands": {0: "4 5 6 7 8"}}

    @pytest.mark.parametrize("before", ["if_it_opens", "never", "freely"])
    def test_the_first_player_just_takes_it(self, before: str) -> None:
        """Neither a pair nor an opening nor a larger pile is asked for."""
        rules = {"pile__before_opening": before, "pile__smallest": 5}
        game = table({**rules, "pile__free_upcard": True}, pile="K", **self.PARTS)
        assert "take" in {str(action) for action in game.legal_actions}
        assert game.can_take_pile().possible
        game.push(parse_action("take"))
        assert sum(game.state.hands[0]) == 6
        plain = table(rules, pile="K", **self.PARTS)
        assert not plain.is_legal(parse_action("take"))

    def test_nobody_after_the_first(self) -> None:
        """Once the pile is another one it must be earned."""
        game = table({"pile__free_upcard": True}, pile="K", **self.PARTS)
        for text in ("draw", "discard 4"):
            game.push(parse_action(text))
        assert refused(game, "take")[0][1] == "pile.needs"
        assert not game.is_legal(parse_action("take"))

    def test_a_barred_card_stays(self) -> None:
        """Cards on which nobody may take the pile bar this pickup too."""
        game = table({"pile__free_upcard": True}, pile="3b", **self.PARTS)
        assert ("top_barred", "pile.not_on") in refused(game, "take")

    def test_what_it_cannot_say(self) -> None:
        """Without an upcard nobody takes one."""
        assert warned("pile: {free_upcard: true}\n") == []
        text = "pile: {free_upcard: true}\ndeal: {upcard: false}\n"
        assert warned(text) == ["HF319"]


class TestFurtherNaturals:
    """``melds.further_naturals``."""

    BOOK: Final = "K K K K K K K"
    RULES: Final[dict[str, Any]] = {
        "wilds__ratio": "equal",
        "melds__further_naturals": 3,
    }
    SHORT: Final = [("too_few_to_go_on", "melds.further_naturals")]

    def test_only_a_further_meld(self) -> None:
        """The first meld of a rank begins as ever, another one with more naturals."""
        parts: dict[str, Any] = {"hands": {0: "K K K 9 9 2 5 6 7"}}
        game = table(self.RULES, melds={0: [self.BOOK]}, **parts)
        assert refused(game, "lay K K 2") == self.SHORT
        listed = {str(action) for action in game.legal_actions}
        assert {"lay K K K", "lay 9 9 2"} <= listed
        assert "lay K K 2" not in listed
        plain = table({"wilds__ratio": "equal"}, melds={0: [self.BOOK]}, **parts)
        assert plain.is_legal(parse_action("lay K K 2"))

    def test_two_in_one_play(self) -> None:
        """Of two melds laid together the one with fewer naturals is the first."""
        rules = {**self.RULES, "melds__per_rank": "several", "deck__packs": 6}
        game = table(rules, hands={0: "K K K K K 2 2 5 6"}, opened=[0])
        for text in ("lay K K K new, K K 2 new", "lay K K 2 new, K K K new"):
            assert game.is_legal(parse_action(text))
        assert refused(game, "lay K K 2 new, K K 2 new") == self.SHORT

    def test_wilds_alone(self) -> None:
        """A meld of wilds has no naturals to ask for."""
        game = table(
            {**self.RULES, "pile__wild_top": "never"},
            hands={0: "2 2 2 5 6 7"},
            melds={0: ["2 2 2 2 2 2 2"]},
        )
        assert game.is_legal(parse_action("lay 2 2 2 new"))

    def test_what_it_cannot_say(self) -> None:
        """Where a side has one meld of a rank there is no further one."""
        assert warned("melds: {further_naturals: 3}\n") == []
        text = "melds: {further_naturals: 3, per_rank: one}\n"
        assert warned(text) == ["HF338"]


class TestLongBooks:
    """``books.long_from`` and ``books.long_bonus``."""

    RULES: Final[dict[str, Any]] = {
        "books__after": "naturals",
        "books__long_from": 9,
        "books__long_bonus": 1000,
        "deck__packs": 6,
    }

    def test_each_long_book_scores_more(self) -> None:
        """A book of nine cards or more earns the bonus beside that of its kind."""
        nine = " ".join("K" * 9)
        game = table(self.RULES, hands={0: "9 4 5"}, melds={0: [nine, "9 " * 8]})
        for text, count in (("", 1), ("lay 9 on 9#1", 2)):
            if text:
                game.push(parse_action(text))
            lines = {line.label: line for line in game.score_sheet()[0].lines}
            long = lines["long books"]
            assert (long.count, long.points) == (count, 1000 * count)
            assert lines["clean books"].points == 1000

    def test_cards_slid_under_count(self) -> None:
        """Its length is that of all cards that lie in it."""
        rules = {**self.RULES, "books__after": "slid_under"}
        game = table(rules, hands={0: "4 5"}, melds={0: ["K K K K K K K 2 2"]})
        labels = {line.label for line in game.score_sheet()[0].lines}
        assert "long books" in labels

    def test_what_it_cannot_say(self) -> None:
        """A length without a bonus says nothing, nor one that no book has."""
        grows = "books: {after: anything, "
        assert warned(grows + "long_from: 12, long_bonus: 1000}\n") == []
        assert warned(grows + "long_from: 12}\n") == ["HF349"]
        assert warned(grows + "long_bonus: 1000}\n") == ["HF349"]
        assert warned("books: {long_from: 12, long_bonus: 1000}\n") == ["HF349"]


class TestOneWithRoom:
    """``melds.per_rank: one_with_room``."""

    RULES: Final[dict[str, Any]] = {"melds__per_rank": "one_with_room"}
    FULL: Final = [("unfinished_meld", "melds.per_rank")]

    def test_what_has_no_room_begins_another(self) -> None:
        """Three go beside five, not beside four, and four beside four."""
        game = table(self.RULES, hands={0: "K K K 2 4"}, melds={0: ["K K K K K"]})
        assert not refused(game, "lay K K K new")
        # Who forgets the word is told that there is another way.
        (found,) = game.why_not(parse_action("lay K K K"))
        assert found.code == "book_closed"
        assert "another meld" in found.message
        assert (
            refused(
                table({}, hands={0: "K K K 4"}, melds={0: ["K K K K K"]}),
                "lay K K K new",
            )
            == self.FULL
        )
        game = table(self.RULES, hands={0: "K K K 2 4"}, melds={0: ["K K K K"]})
        assert refused(game, "lay K K K new") == self.FULL
        (found,) = game.why_not(parse_action("lay K K K new"))
        assert "has room for these 3 cards" in found.message
        assert not refused(game, "lay K K K 2 new")
        # In one play, too, what is added first leaves less room.
        assert not refused(game, "lay 2 on K#1, K K K new")

    def test_all_that_is_open_counts(self) -> None:
        """Of several unfinished melds none may have room; books do not count."""
        parts = {"hands": {0: "K K K 2 4"}, "melds": {0: ["K K K K K", "K K K K"]}}
        assert refused(table(self.RULES, **parts), "lay K K K new") == self.FULL
        parts["melds"] = {0: ["K K K K K K K", "K K K K K"]}
        assert not refused(table(self.RULES, **parts), "lay K K K new")

    def test_two_at_once(self) -> None:
        """Two melds of a rank in one play are more than a book together."""
        game = table(
            self.RULES, hands={0: "K K K K K K K K 4 4 5"}, melds={0: ["A A A"]}
        )
        assert refused(game, "lay K K K new, K K K new") == self.FULL
        assert not refused(game, "lay K K K K new, K K K K new")

    def test_what_is_listed(self) -> None:
        """A new meld is listed with the fewest cards for which there is no room."""
        game = table(self.RULES, hands={0: "K K K 2 4 5"}, melds={0: ["K K K K"]})
        listed = {str(action) for action in game.legal_actions}
        assert {"lay K", "lay 2 on K", "lay K K K 2 new"} <= listed
        assert "lay K K K new" not in listed

    def test_a_pickup_without_room(self) -> None:
        """The card taken and its pair begin a second meld where the first is full."""
        parts = {
            "hands": {0: "K K 4 5"},
            "melds": {0: ["K K K K K K"]},
            "pile": "4 5 6 7 8 9 K",
            "phase": "draw",
        }
        for rules, way in ((self.RULES, ["take K K K new"]), ({}, [])):
            game = table(rules, **parts)
            listed = [str(a) for a in game.legal_actions if isinstance(a, TakePile)]
            assert listed == way
            assert game.can_take_pile().possible == bool(way)

    def test_filled_and_begun(self) -> None:
        """Cards may fill the first in the play that takes the pile, and make it full."""
        game = table(
            self.RULES,
            hands={0: "K K 2 4 5"},
            melds={0: ["K K K K"]},
            pile="4 5 6 7 8 9 K",
            phase="draw",
        )
        ways = {str(a) for a in game.legal_actions if isinstance(a, TakePile)}
        assert ways == {"take K K K", "take K K K 2 new", "take 2 on K, K K K new"}

    def test_going_out(self) -> None:
        """What has no room leaves the hand as a meld of its own."""
        parts = {"hands": {0: "K K K 4"}, "melds": {0: ["K K K K K"]}}
        out = {"packets": {0: [], 2: []}, "played": [0, 2]}
        for rules, can in ((self.RULES, True), ({}, False)):
            game = table({**rules, "going_out__books": {}}, **parts, **out)
            assert game.view(0).can_go_out().possible == can

    def test_what_it_cannot_say(self) -> None:
        """Where books grow there is always room; a full meld is asked about no more."""
        text = "melds: {per_rank: one_with_room}\n"
        assert warned(text) == []
        assert warned(text + "books: {after: anything}\n") == ["HF338"]
        assert warned(text + "pile: {full_meld: refuse}\n") == ["HF319"]


class TestBesideAnother:
    """``books.kinds.*.beside`` and ``books.kinds.*.beside_bonus``."""

    RULES: Final[dict[str, Any]] = {
        "books__kinds__dirty__beside": ("clean",),
        "books__kinds__dirty__beside_bonus": 200,
    }
    CLEAN: Final = "K K K K K K K"
    DIRTY: Final = "K K K K K 2 2"

    @staticmethod
    def paid(rules: Mapping[str, Any], *melds: str) -> tuple[int, int] | None:
        """Return count and points of the line, ``None`` where there is none."""
        room = {"deck__packs": 6, "melds__per_rank": "several"}
        game = table({**room, **rules}, hands={0: "4 5"}, melds={0: [*melds]})
        for line in game.score_sheet()[0].lines:
            if line.key == "books.kinds.dirty.beside_bonus":
                return line.count, line.points
        return None

    def test_beside_a_clean_book_of_its_rank(self) -> None:
        """Each dirty book of a rank with a clean one is paid more, no other is."""
        assert self.paid(self.RULES, self.CLEAN, self.DIRTY) == (1, 200)
        assert self.paid(self.RULES, self.DIRTY, self.CLEAN) == (1, 200)
        assert self.paid(self.RULES, self.CLEAN, self.DIRTY, self.DIRTY) == (2, 400)
        assert self.paid(self.RULES, self.DIRTY, self.DIRTY) is None
        queens = self.CLEAN.replace("K", "Q")
        assert self.paid(self.RULES, queens, self.DIRTY) is None
        # An unfinished meld is no book yet, on either side.
        assert self.paid(self.RULES, "K K K", self.DIRTY) is None
        assert self.paid(self.RULES, self.CLEAN, "K K 2") is None

    def test_a_book_does_not_lie_beside_itself(self) -> None:
        """Where its own kind is named, another of them must lie there."""
        rules = {**self.RULES, "books__kinds__dirty__beside": ("dirty",)}
        assert self.paid(rules, self.DIRTY) is None
        assert self.paid(rules, self.DIRTY, self.DIRTY) == (2, 400)

    def test_what_it_cannot_say(self) -> None:
        """A bonus that nothing earns says nothing, nor kinds without a bonus."""
        kinds = "books: {kinds: {dirty: {beside: [clean], beside_bonus: 200}}}\n"
        assert warned(kinds) == []
        assert warned(kinds.replace(", beside_bonus: 200", "")) == ["HF349"]
        assert warned(kinds.replace("beside: [clean], ", "")) == ["HF349"]
        assert warned(kinds.replace("[clean]", "[wild]")) == ["HF349"]
        assert warned(kinds + "melds: {per_rank: one}\n") == ["HF349"]
        assert warned(kinds + "melds: {books_of_rank: 1}\n") == ["HF349"]


class TestTwos:
    """``two`` among ``melds.ranks``."""

    QUEENS: Final[dict[str, Any]] = {
        "wilds__cards": ("queen",),
        "melds__ranks": ("four", "five", "king", "ace", "two"),
        "books__size": 4,
    }

    def test_a_rank_like_others(self) -> None:
        """Twos that are not wild make melds and books, with the cards that are."""
        game = table(self.QUEENS, hands={0: "2 2 2 Q 4 5 6"}, opened=[0])
        assert "lay 2 2 2" in {str(action) for action in game.legal_actions}
        game.push(parse_action("lay 2 2 2"))
        game.push(parse_action("lay Q on 2"))
        (meld,) = game.view(0).melds(0)
        assert (meld.name, meld.book) == ("2#1", "dirty")
        lines = {line.label: line.points for line in game.score_sheet()[0].lines}
        assert lines["cards melded"] == 3 * 20 + 10

    def test_their_books(self) -> None:
        """They are of every kind that is not kept to certain ranks."""
        twos = BookKind(made_of="naturals", ranks=("two",), bonus=2000)
        kinds = {
            f"books__kinds__twos__{field.name}": getattr(twos, field.name)
            for field in attrs.fields(BookKind)
        }
        for more, name in (({}, "clean"), (kinds, "twos")):
            game = table({**self.QUEENS, **more}, melds={0: ["2 2 2 2"]})
            assert game.view(0).melds(0)[0].book == name

    def test_otherwise(self) -> None:
        """Not named they stay out of melds, and wild ones are no rank."""
        bare = {**self.QUEENS, "melds__ranks": ("four", "five", "king", "ace")}
        game = table(bare, hands={0: "2 2 2 4 5 6"}, opened=[0])
        assert refused(game, "lay 2 2 2")[0] == ("rank_not_meldable", "melds.ranks")
        assert warned("melds: {ranks: [four, king, ace, two]}\n") == ["HF333"]


def test_sixteen_in_pairs() -> None:
    """The largest table plays a round to its end, and no card is lost."""
    rules = ruleset(
        players__counts=(16,),
        players__side_size=2,
        deck__packs=17,
        match__rounds=1,
        opening__minimum=50,
    )
    game = Game(rules, seats=16, seed=3)
    player = RandomPlayer(5)
    while (seat := game.turn) is not None:
        game.push(player.choose(game.view(seat)))
    assert len(game.scores) == 8
    assert not unconserved(game.state)
    assert warned("players: {counts: [17]}\n")


def test_a_cut_may_cost_points() -> None:
    """A lift far off the number may score below zero."""
    rules, report = check_text(
        f"{HEAD}deal: {{exact_cut: 50, near_cut: [25, 0, -50]}}\n"
    )
    assert rules is not None, report.text()
    assert "scores 25, 0 and \u221250" in rules.rule_card().markdown()
