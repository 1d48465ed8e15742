"""Numbers and plays on which something else depends: books that count, going out."""

from __future__ import annotations

from typing import Any, Final

from handfoot import Game, Position, load_rules, loads_rules, parse_action
from handfoot.players import player_class
from handfoot.rules.loading import check_text
from handfoot.scorekeeping.fields import fields
from handfoot.scorekeeping.seating import seating
from tests.play.seeds import ruleset

HEAD: Final = "handfoot: 1\nname: Test\n"


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def warned(text: str) -> list[str]:
    """Return the codes of a file's problems."""
    return [problem.code for problem in check_text(HEAD + text)[1].problems]


class TestBooksThatCount:
    """``books.paid_from``."""

    MELDS: Final = ("4 4 4 4 4 4 4", "9 9 9 9 9 9 2")

    def lines(self, least: int, **more: Any) -> dict[str, tuple[str, int, int]]:
        """Return key, count and points of each line of a side with two books."""
        rules = ruleset(books__paid_from=least, **more)
        game = Position(rules, hands={0: "5 6"}, melds={0: self.MELDS}).game()
        sheet = game.score_sheet()[0]
        assert sheet.points == sum(line.points for line in sheet.lines)
        return {line.label: (line.key, line.count, line.points) for line in sheet.lines}

    def test_the_cards_alone_must_be_worth_it(self) -> None:
        """With 115 points of cards, books count from 115 on and not from 116."""
        found = self.lines(115)
        assert found["clean books"] == ("books.kinds.clean.bonus", 1, 500)
        assert found["cards melded"][2] == 115
        assert found == self.lines(0)
        found = self.lines(116)
        assert found["clean books"] == ("books.paid_from", 1, 0)
        assert found["dirty books"] == ("books.paid_from", 1, 0)
        assert found["cards melded"][2] == 115

    def test_all_that_is_paid_for_books(self) -> None:
        """A long book is not paid for either, where books do not count."""
        grow: dict[str, Any] = {
            "books__after": "anything",
            "books__long_from": 7,
            "books__long_bonus": 1000,
        }
        assert self.lines(100, **grow)["long books"][2] == 2000
        assert "long books" not in self.lines(200, **grow)

    def test_by_round(self) -> None:
        """The number may be that of the round, as a score library has it."""
        rules = load_rules("tests/rulesets/threshold-gates-books.yaml")
        melds = {0: ["9 9 9 9 9 9 9"]}
        paid = []
        for number in (1, 2):
            game = Position(rules, round=number, hands={0: "5 6"}, melds=melds).game()
            lines = {line.label: line.points for line in game.score_sheet()[0].lines}
            paid.append(lines["clean books"])
        assert paid == [500, 0]

    def test_the_score_sheet_still_asks_for_books(self) -> None:
        """Who keeps the score is asked for the books and for the points melded."""
        rules = load_rules("bicycle-style")
        gated = rules.with_changes({"books.paid_from": 300})
        asked = [
            [(field.name, field.each) for field in fields(table, 0, 1, 0)]
            for table in (seating(one, ["A1", "B1"]) for one in (rules, gated))
        ]
        assert asked[0] == asked[1]

    def test_where_it_says_nothing(self) -> None:
        """Where only held cards are scored no book ever counts."""
        held = "scoring: {counts: held_only}\nmatch: {winner: lowest}\n"
        assert warned(held + "books: {paid_from: 50}\n") == ["HF371"]
        assert warned("books: {paid_from: 50}\n") == []


class TestWhatMustBeMeldedToGoOut:
    """``going_out.least_melded``."""

    PARTS: Final[dict[str, Any]] = {
        "packets": {0: [], 2: []},
        "melds": {0: ["K K K K K K K", "9 9 9"]},
        "played": [2],
    }

    def at(self, least: int, hand: str, **more: Any) -> Game:
        """Return a player with 100 points on the table who needs one clean book."""
        rules = ruleset(
            players__side_size=2,
            deal__foot=11,
            going_out__books={"clean": 1},
            going_out__least_melded=least,
            **more,
        )
        return Position(rules, hands={0: hand}, **self.PARTS).game()

    def test_the_last_discard_does_not_count(self) -> None:
        """With 120 points in all, a last nine leaves 110: enough for 110, not more."""
        thrown = {"going_out__last_card": "discard"}
        assert refused(self.at(110, "9 9", **thrown), "lay 9") == []
        found = refused(self.at(111, "9 9", **thrown), "lay 9")
        assert found[-1] == ("melded_short", "going_out.least_melded")
        # Melded, both count.
        assert refused(self.at(120, "9 9"), "lay 9") == []
        assert refused(self.at(120, "9 9"), "lay 9 9") == []
        assert refused(self.at(121, "9 9"), "lay 9 9") != []

    def test_the_cheapest_card_is_thrown(self) -> None:
        """Which card may be last depends on what is left on the table without it."""
        game = self.at(120, "9 9 4")
        answer = game.can_go_out()
        assert [str(action) for action in answer.way] == ["lay 9 9", "discard 4"]
        assert not self.at(121, "9 9 4").can_go_out()
        assert not self.at(120, "9 4 K").can_go_out()

    def test_it_is_said(self) -> None:
        """A last discard, the list and the checklist tell how much is lacking."""
        game = self.at(150, "4")
        [refusal] = game.why_not(parse_action("discard 4"))
        assert (refusal.code, refusal.wanted, refusal.found) == (
            "melded_short",
            150,
            100,
        )
        said = ("going_out.least_melded", False, "100 of 150 points in melded cards")
        assert said in game.view(0).going_out_checklist()
        missing = self.at(150, "9 9 4").can_go_out().missing
        assert missing[0].code == "melded_short"
        assert self.at(100, "4").can_go_out()

    def test_asking(self) -> None:
        """Nobody asks before the cards are worth enough."""
        binding = {"going_out__permission": "binding"}
        assert refused(self.at(120, "9 9 4", **binding), "ask") == []
        assert ("melded_short", "going_out.least_melded") in refused(
            self.at(121, "9 9 4", **binding), "ask"
        )

    def test_afloat(self) -> None:
        """Who runs out of cards afloat has gone out only if the cards are enough."""
        floats = {"going_out__may_float": True}
        for least, out in ((110, True), (130, False)):
            game = self.at(least, "9", **floats)
            game.push(parse_action("lay 9"))
            assert (game.state.round == 2) == out

    def test_what_no_deck_is_worth(self) -> None:
        """More than all cards are worth is an error."""
        assert warned("going_out: {least_melded: 9000}\n") == ["HF365"]
        assert warned("going_out: {least_melded: 900}\n") == []


class TestWhateverCanBePlayed:
    """``discard.fitting: played_first``."""

    PARTS: Final[dict[str, Any]] = {"packets": {0: [5]}, "melds": {0: ["K K K"]}}

    def at(self, hand: str, *, changes: dict[str, Any], **parts: Any) -> Game:
        """Return a player whose side has three kings."""
        rules = ruleset(discard__fitting="played_first", deal__foot=11, **changes)
        return Position(rules, hands={0: hand}, **{**self.PARTS, **parts}).game()

    def test_no_discard_while_a_lay_is_legal(self) -> None:
        """The refusal names a lay; when all is played the discard is legal."""
        game = self.at("K 9 9 9 4", changes={})
        assert refused(game, "discard 4") == [("lay_owed", "discard.fitting")]
        [refusal] = game.why_not(parse_action("discard 4"))
        assert game.is_legal(parse_action(str(refusal.wanted)))
        assert [str(a) for a in game.legal_actions] == ["lay 9 9 9", "lay K"]
        assert refused(game, "end") == [
            ("lay_owed", "discard.fitting"),
            ("discard_owed", "core.discard"),
        ]
        game.push(parse_action("lay 9 9 9"))
        game.push(parse_action("lay K"))
        assert [str(a) for a in game.legal_actions] == ["discard 4"]

    def test_wilds_are_played_too(self) -> None:
        """A wild that fits must be played; one that no meld may take is thrown."""
        assert refused(self.at("2 4", changes={}), "discard 4") != []
        clean = self.at("2 4", changes={"wilds__most": 0})
        assert refused(clean, "discard 4") == []

    def test_an_opening_is_a_lay(self) -> None:
        """Who can open must, who falls short need not."""
        parts: dict[str, Any] = {"melds": {}, "packets": {0: [5]}}
        assert refused(self.at("A A A 4", changes={}, **parts), "discard 4") != []
        assert refused(self.at("9 9 9 4", changes={}, **parts), "discard 4") == []

    def test_cards_to_keep_are_not_owed(self) -> None:
        """In the last packet nobody is made to play what must be kept."""
        game = self.at("K K 4", changes={}, packets={0: []})
        assert refused(game, "discard 4") == [("lay_owed", "discard.fitting")]
        game.push(parse_action("lay K"))
        assert sorted(str(a) for a in game.legal_actions) == ["discard 4", "discard K"]

    def test_the_turn_may_end_afloat(self) -> None:
        """Where no card need be kept all are played, and the turn ends without one."""
        floats = {"going_out__may_float": True, "going_out__books": {"clean": 2}}
        game = self.at("K K", changes=floats, packets={0: []})
        game.push(parse_action("lay K"))
        assert refused(game, "discard K") == [("lay_owed", "discard.fitting")]
        game.push(parse_action("lay K"))
        assert game.turn != 0

    def test_by_packet(self) -> None:
        """It may be asked of the last packet only."""
        text = "discard: {fitting: {by_packet: {first: allowed, last: played_first}}}"
        rules = loads_rules(f"{HEAD}{text}\n")
        for packets, owed in (([5], False), ([], True)):
            game = Position(
                rules, hands={0: "K 9 9 4"}, packets={0: packets}, melds={0: ["K K K"]}
            ).game()
            assert bool(refused(game, "discard 4")) == owed


class TestWhatAPartnerMayNotHold:
    """``going_out.deny_with``."""

    def at(self, partner: str, **changes: Any) -> Game:
        """Return a player who can go out and asks the partner in seat two."""
        rules = ruleset(
            players__side_size=2,
            deal__foot=11,
            going_out__books={"clean": 1},
            going_out__deny_with=("three",),
            **{"going_out__permission": "binding", **changes},
        )
        game = Position(
            rules,
            hands={0: "9 9 4", 1: "Q Q 5", 2: partner, 3: "J J 5"},
            packets={0: [], 2: []},
            melds={0: ["K K K K K K K", "9 9 9"]},
        ).game()
        before = {str(action) for action in game.legal_actions}
        game.push(parse_action("ask"))
        # Nothing before the question tells what the partner holds.
        assert before == {"ask", "lay 9", "discard 4", "discard 9"}
        return game

    def test_who_holds_one_says_no(self) -> None:
        """The partner sees only the one answer, and may not give the other."""
        game = self.at("3b 5")
        assert [str(a) for a in game.legal_actions] == ["no"]
        assert refused(game, "yes") == [("must_deny", "going_out.deny_with")]
        [refusal] = game.why_not(parse_action("yes"))
        assert "a black three" in refusal.message
        game.push(parse_action("no"))
        assert ("permission_denied", "going_out.permission") in refused(game, "lay 9 9")

    def test_who_holds_none_may_say_either(self) -> None:
        """Without such a card the answer is free, whatever the asking player holds."""
        game = self.at("5 6")
        assert [str(a) for a in game.legal_actions] == ["yes", "no"]

    def test_others_do_not_learn_it(self) -> None:
        """For everybody else the view is the same, whatever the partner holds."""
        three, none = self.at("3b 5"), self.at("6 5")
        for seat in (0, 1, 3, None):
            assert three.view(seat) == none.view(seat)
        assert three.view(2) != none.view(2)

    def test_computer_players_keep_to_it(self) -> None:
        """A player by sense says no where no is all there is."""
        game = self.at("3b 5")
        assert str(player_class("heuristic")(0).choose(game.view(2))) == "no"

    def test_where_it_says_nothing(self) -> None:
        """Without an answer that binds nobody is kept from going out."""
        table = "players: {counts: [4], side_size: 2}\n"
        text = f"{table}going_out: {{deny_with: [three]}}\n"
        assert warned(text) == ["HF369"]
        assert warned(text.replace("]}", "], permission: binding}")) == []


class TestRedThreesForBooks:
    """``going_out.red_threes``."""

    FOURS: Final = "4 4 4 4 4 4 4"
    NINES: Final = "9 9 9 9 9 9"

    def game(self, red: int, hand: str, rule: str = "one_for_each_book") -> Game:
        """Return a last packet beside a book of fours and six nines."""
        rules = ruleset(going_out__books={"any": 1}, going_out__red_threes=rule)
        return Position(
            rules,
            hands={0: hand},
            packets={0: []},
            melds={0: [self.FOURS, self.NINES]},
            red={0: red},
        ).game()

    def test_a_red_three_for_each_book(self) -> None:
        """The last card leaves when as many red threes lie there as books."""
        assert refused(self.game(0, "8"), "discard 8") == [
            ("red_threes_short", "going_out.red_threes")
        ]
        assert not refused(self.game(1, "8"), "discard 8")
        assert not refused(self.game(0, "8", "any_number"), "discard 8")

    def test_a_book_too_many_keeps_the_player_in(self) -> None:
        """The nine makes a second book: with one red three it is thrown, not laid."""
        game = self.game(1, "9")
        assert ("red_threes_short", "going_out.red_threes") in refused(
            game, "lay 9 on 9"
        )
        assert [str(action) for action in game.legal_actions] == ["discard 9"]
        answer = game.can_go_out(0)
        assert answer and [str(action) for action in answer.way] == ["discard 9"]
        pair = self.game(1, "9 9")
        assert not pair.can_go_out(0)
        assert self.game(2, "9 9").can_go_out(0)
        assert "1 of 1 red threes laid" in str(pair.can_go_out(0).checklist)

    def test_whole_ways_out_look_at_books_as_well(self) -> None:
        """Of several ways to lay all cards, one with few enough books is found."""
        rules = ruleset(
            going_out__books={"any": 1},
            going_out__red_threes="one_for_each_book",
            wilds__ratio="any",
        )
        for red, there in ((0, False), (1, True)):
            game = Position(
                rules,
                hands={0: "2 2 5 5 5 8"},
                packets={0: []},
                melds={0: [self.FOURS, "9 9 9 9 9", "K K K K K"]},
                red={0: red},
            ).game()
            assert bool(game.can_go_out(0)) is there
            for action in game.can_go_out(0).way or ():
                game.push(action)
            assert (game.round == 2) is there

    def test_red_threes_that_nobody_can_have(self) -> None:
        """Red threes held, laid too late or too few are an error at the key."""
        rule = "going_out: {red_threes: one_for_each_book}\n"
        assert not warned(rule)
        for other in (
            "threes: {red: held}\n",
            "threes: {red_when: after_opening}\n",
        ):
            assert warned(rule + other) == ["HF366"]
