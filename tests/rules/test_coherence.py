"""Contradictions: found at every table, shown with both halves, said once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from handfoot.rules.checking import coherence
from handfoot.rules.checking.situations import situations
from handfoot.rules.language.scoped import Situation
from handfoot.rules.language.words import RANK_WORDS
from handfoot.rules.loading import check_text, loads_rules
from handfoot.rules.reports.codes import known_codes
from handfoot.rules.reports.codes_coherence import WARNINGS
from handfoot.rules.reports.problems import Problem

HEAD = "handfoot: 1\nname: T\n"
EVERY = ", ".join((*RANK_WORDS, "wild", "three"))


def problems(text: str) -> list[Problem]:
    """Give the problems of a text, the head put in front."""
    return list(check_text(HEAD + text)[1].problems)


def note(problem: Problem, name: str) -> str:
    """Give the note of a name."""
    return dict(problem.notes)[name]


class TestBothHalves:
    def test_two_lines_of_one_file(self) -> None:
        """Where both keys are said, both lines are shown, at the values."""
        text = (
            "wilds: {all_wild: false}\npile: {wild_top: never}\n"
            "going_out:\n  books: {clean: 2, wild: 1}\n"
        )
        (problem,) = problems(text)
        assert problem.code == "HF361"
        places = [problem.span, *(one.span for one in problem.related)]
        assert [(p.line, p.column) for p in places if p] == [(6, 27), (3, 19)]

    def test_a_default_is_named(self) -> None:
        """A half that no file says is told in a note: it is the default."""
        (problem,) = problems("deck: {packs: 2}\n")
        assert note(problem, "by default").startswith(
            "deal.hand, which you did not set, is 13: 4 players x (26"
        )

    def test_the_part_in_force(self) -> None:
        """Of a value that varies, the part that does not fit is marked."""
        (problem,) = problems("opening: {minimum: {by_round: [50, 90, 120, 1500]}}\n")
        assert problem.span is not None
        assert (problem.span.column, problem.span.end_column) == (45, 49)

    def test_the_part_by_head_count_and_sides(self) -> None:
        """Nested forms are followed to the number itself."""
        text = (
            "players: {counts: [2, 4], side_size: {by_players: {4: 2, else: 1}}}\n"
            "deck: {packs: {by_players: {2: 3, 4: {by_sides: {singles: 5, partners: 1}}}}}\n"
        )
        (problem,) = problems(text)
        assert problem.code == "HF302"
        assert problem.span is not None
        assert problem.span.column == 72
        assert note(problem, "when") == "with 4 players"


class TestEachTable:
    def test_worst_table_is_the_example(self) -> None:
        """Of several tables the largest is shown, and all are named."""
        (problem,) = problems("deck: {packs: 2}\nplayers: {counts: [2, 3, 4, 5, 6]}\n")
        assert "6 players" in problem.message
        assert note(problem, "when") == "with 4, 5 or 6 players"

    def test_a_table_that_cannot_sit(self) -> None:
        """Of players who form no sides nothing else is said."""
        (problem,) = problems(
            "players: {counts: [5], side_size: 2}\ndeck: {packs: 1}\n"
        )
        assert problem.code == "HF301"

    def test_sides_chosen_at_the_table(self) -> None:
        """Other sizes of side that a table may choose are tried as well."""
        rules = loads_rules(HEAD + "players: {counts: [6], other_side_sizes: [2, 3]}\n")
        assert {at.side_size for at in situations(rules)} == {1, 2, 3}

    def test_nobody_to_ask_at_some_tables(self) -> None:
        """A table of two has nobody to ask; that is no mistake where four may play."""
        text = (
            "players: {counts: [2, 4], side_size: {by_players: {4: 2, else: 1}}}\n"
            "going_out: {permission: binding, partner: has_last_packet}\n"
        )
        assert problems(text) == []
        alone = "going_out: {permission: binding}\n"
        assert [one.code for one in problems(alone)] == ["HF369"]

    def test_each_band_of_the_score(self) -> None:
        """A minimum by score is tried below, in and above each band."""
        text = "opening: {minimum: {by_score: {below: 15, 0: 50, 3000: 1500}}}\n"
        (problem,) = problems(text)
        assert note(problem, "when") == "with a running score of 3,000"

    def test_later_rounds(self) -> None:
        """A value that grows is tried in the last round that may be played."""
        text = "opening: {minimum: {by_round: [50], then_add: 100}}\n"
        found = problems(text + "match: {rounds: 20}\n")
        assert [one.code for one in found] == ["HF351"]
        assert problems(text + "match: {rounds: 3}\n") == []

    def test_some_rounds_between(self) -> None:
        """Of many rounds one in ten is tried, and told as no more than that."""
        text = "opening: {minimum: {by_round: [60], then_add: 30}}\n"
        (found,) = problems(text + "match: {rounds: 50}\n")
        first = int(note(found, "when").removeprefix("at the latest from round "))
        best = 10 * 50 + 10 * 20  # a hand of 13 and a pickup of 7: jokers, then twos
        too_dear = next(n for n in range(1, 51) if 60 + 30 * (n - 1) > best)
        assert too_dear <= first < too_dear + 10

    def test_grows_out_of_range(self) -> None:
        """A number that grows must stay in the range of its key."""
        text = "deck: {packs: {per_player: 4}}\nplayers: {counts: [2, 6]}\n"
        (problem,) = problems(text)
        assert (problem.code, problem.label) == (
            "HF205",
            "with 6 players in round 1 it is 24",
        )

    def test_many_bands_stay_quick(self) -> None:
        """Long lists by round and by score are not all paired with each other."""
        rounds = ", ".join(["50"] * 90)
        scores = ", ".join(f"{100 * step}: 50" for step in range(90))
        text = (
            "players: {counts: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}\ndeck: {packs: 16}\n"
            f"match: {{rounds: 90, most_rounds: 90}}\n"
            f"opening: {{minimum: {{by_round: [{rounds}]}}}}\n"
            f"going_out: {{bonus: {{by_score: {{{scores}}}}}}}\n"
        )
        rules = loads_rules(HEAD + text)
        assert len([*situations(rules)]) < 4000


class TestPointless:
    @pytest.mark.parametrize(
        ("text", "code", "wins"),
        [
            ("pile: {may_be_taken: false, needs: natural_pair}\n", "HF319", 22),
            ("pile: {not_on: [wild, three], wild_top: top_card_used}\n", "HF319", 16),
            ("deal: {foot: 0}\nfoot: {after_meld: ends_turn}\n", "HF359", 14),
        ],
    )
    def test_said_here(self, text: str, code: str, wins: int) -> None:
        """A value that another key makes pointless is a warning that shows the winner."""
        (problem,) = problems(text)
        assert (problem.code, problem.severity) == (code, "warning")
        (other,) = problem.related
        assert other.span.column == wins

    def test_not_for_defaults(self) -> None:
        """What only a default says is no mistake of the file."""
        assert problems("pile: {may_be_taken: false}\n") == []


class TestSwitchedOff:
    """What a ruleset may switch off for some rounds, but not for all of them."""

    @pytest.mark.parametrize(
        ("setting", "off", "on", "code"),
        [
            ("going_out: {may_go_out: VALUE}\n", "false", "true", "HF367"),
            ("opening: {may_open: VALUE}\n", "false", "true", "HF353"),
            (
                "freezing: {personal: true, needs: VALUE}\n",
                "never",
                "natural_pair",
                "HF313",
            ),
            ("pile: {not_on: VALUE}\n", f"[{EVERY}]", "[]", "HF312"),
        ],
    )
    def test_in_some_rounds(self, setting: str, off: str, on: str, code: str) -> None:
        """One round in which it is on is enough; in none it is one error."""

        def codes(value: str, more: str = "") -> list[str]:
            text = more + setting.replace("VALUE", value)
            return [p.code for p in problems(text) if p.severity == "error"]

        turns = f"{{by_turn: {{first: {off}, later: {off}}}}}"
        both = f"{{by_round: [{off}, {on}]}}"
        assert codes(both) == []
        assert codes(f"{{by_round: [{on}, {off}]}}") == []
        assert codes(f"{{by_score: {{below: {off}, 0: {off}, 900: {on}}}}}") == []
        assert codes(off) == codes(f"{{by_round: [{off}, {off}, {off}]}}") == [code]
        if code != "HF313":  # whose key does not vary by turn
            assert codes(f"{{by_round: [{turns}, {on}]}}") == []
            assert codes(f"{{by_round: [{turns}, {off}]}}") == [code]
        tables = "players: {counts: [2, 4]}\n"
        assert codes(f"{{by_players: {{2: {off}, else: {on}}}}}", tables) == [code]
        # A round that a tie may add is none to count on.
        for tie in ("shared", "extra_round"):
            match = f"match: {{rounds: 1, tie: {tie}}}\n"
            assert codes(both, match) == [code]

    @pytest.mark.parametrize(
        ("deal", "setting", "value", "code"),
        [
            # A foot to come: only who plays from it goes out.
            ("{}", "going_out.may_go_out", "by_packet: {first: true, last: no}", 1),
            ("{}", "going_out.may_go_out", "by_packet: {first: no, last: true}", 0),
            # The hand alone is the last packet.
            (
                "{foot: 0}",
                "going_out.may_go_out",
                "by_packet: {first: true, last: no}",
                1,
            ),
            (
                "{foot: 0}",
                "going_out.may_go_out",
                "by_packet: {first: no, last: true}",
                0,
            ),
            ("{foot: 0}", "opening.may_open", "by_packet: {first: true, last: no}", 1),
            ("{}", "opening.may_open", "by_packet: {first: true, last: no}", 0),
            # With the lay that opens, and in a first turn, one can go out.
            ("{}", "going_out.may_go_out", "by_opening: {before: true, after: no}", 0),
            ("{}", "going_out.may_go_out", "by_turn: {first: true, later: no}", 0),
        ],
    )
    def test_at_the_moment_that_decides(
        self, deal: str, setting: str, value: str, code: int
    ) -> None:
        """What is allowed only at moments at which nobody can do it is never allowed."""
        chapter, _, name = setting.partition(".")
        wanted = {"going_out": "HF367", "opening": "HF353"}[chapter]
        value = value.replace("no", "false")
        text = f"deal: {deal}\n{chapter}: {{{name}: {{{value}}}}}\n"
        found = [p for p in problems(text) if p.severity == "error"]
        assert [p.code for p in found] == [wanted] * code
        for problem in found:
            # It points at the value that stands in the way.
            assert problem.span is not None
            line, start = problem.span.line, problem.span.column - 1
            assert (HEAD + text).splitlines()[line - 1][start:].startswith("false")
            assert "when" not in dict(problem.notes)

    def test_out_from_any_packet(self) -> None:
        """Where any packet will do, the first one is a moment to go out."""
        text = (
            "going_out: {in_packet: any, may_go_out: "
            "{by_packet: {first: true, last: false}}}\n"
        )
        assert [p.code for p in problems(text) if p.severity == "error"] == []


class TestSaidOnce:
    def test_same_in_every_round(self) -> None:
        """A contradiction of every round and table is one problem without 'when'."""
        (problem,) = problems("match: {rounds: none}\n")
        assert "when" not in dict(problem.notes)

    def test_consequences_are_left_out(self) -> None:
        """With too few cards for the deal, that is all that is said."""
        found = problems("deck: {packs: 1}\n")
        assert [one.code for one in found] == ["HF302"]


def test_a_plain_table() -> None:
    """A ruleset in which nothing varies has one situation for each table."""
    rules = loads_rules(HEAD + "opening: {minimum: 50}\nplayers: {counts: [3, 4]}\n")
    assert [*situations(rules)] == [Situation(4, 1), Situation(3, 1)]


NO_WILD = "wilds: {all_wild: false}\npile: {wild_top: never}\n"
CLEAN = "going_out: {books: {clean: 2}}\n"
UNPAID = "books: {kinds: {clean: {bonus: 0}, dirty: {bonus: 0}, wild: {bonus: 0}}}\n"
SAME = "opening: {minimum: 50}\n"


class TestEachKey:
    """What does not fit together, by chapter: the code and the text under the caret."""

    @pytest.mark.parametrize(
        ("text", "code", "marked"),
        [
            ("deck: {packs: 3, set_aside: 60}\n", "HF302", "3"),
            ("deal: {hand: 11, foot: 13, hand_choice: unseen}\n", "HF305", "unseen"),
            (f"deal: {{upcard_refused: [{EVERY}]}}\n", "HF306", f"[{EVERY}]"),
            ("deal: {foot: 0, hand_choice: unseen}\n", "HF309", "unseen"),
            ("deal: {hand_to: partner}\n", "HF309", "partner"),
            (NO_WILD.replace("never", "any_wilds") + CLEAN, "HF310", "any_wilds"),
            ("deal: {foot: 0}\npile: {from_packet: last}\n", "HF319", "last"),
            ("pile: {take: all, fill_from_stock: true}\n", "HF319", "true"),
            ("pile: {smallest: 9, fill_from_stock: true}\n", "HF319", "true"),
            ("pile: {take: 1, buried: at_once}\n", "HF319", "at_once"),
            ("pile: {needs: top_card_used, own_meld: any}\n", "HF319", "any"),
            ("pile: {may_be_taken: false, then_draw: 1}\n", "HF319", "1"),
            ("wilds: {steps: [5, 3]}\n", "HF322", "[5, 3]"),
            (
                "wilds: {cards: [seven, joker]}\nmelds: {ranks: [seven]}\n"
                "going_out: {books: {wild: 1}}\n",
                "HF323",
                "[seven]",
            ),
            ("wilds: {ratio: any, most: 3, start_most: 3}\n", "HF329", "3"),
            ("wilds: {ratio: any, most: 3, per_turn: 4}\n", "HF329", "4"),
            ("wilds: {per_turn: 1, start_most: 2}\n", "HF329", "2"),
            ("wilds: {steps: [3, 5], most: 2}\n", "HF329", "2"),
            (f"wilds: {{most: 0, steps: [3]}}\n{CLEAN}", "HF329", "[3]"),
            (f"wilds: {{cards: [], per_turn: 1}}\n{CLEAN}", "HF329", "1"),
            ("melds: {floor: 400}\n", "HF330", "400"),
            ("threes: {red_minus_without: cleen}\n", "HF331", "cleen"),
            ("threes: {red_set: 12}\n", "HF332", "12"),
            (
                "wilds: {cards: [seven, two]}\nmelds: {ranks: [seven, eight]}\n",
                "HF333",
                "[seven, eight]",
            ),
            ("wilds: {not_on: [black_three]}\n", "HF333", "[black_three]"),
            ("melds: {going_out_only: [black_three]}\n", "HF333", "[black_three]"),
            (
                "melds: {ranks: [nine, black_three], whole_only: [black_three]}\n"
                "deck: {packs: 2}\ndeal: {hand: 9, foot: 9}\nwilds: {not_on: "
                "[black_three]}\ngoing_out: {books: {clean: 1}}\n",
                "HF333",
                "[black_three]",
            ),
            ("discard: {locked: [seven], locked_until: cleen}\n", "HF336", "cleen"),
            ("discard: {locked_by: any_side}\n", "HF337", "any_side"),
            ("melds: {per_rank: one, books_of_rank: 2}\n", "HF338", "2"),
            (
                "deal: {foot: 0}\nmelds: {last_packet_only: [nine]}\n",
                "HF338",
                "[nine]",
            ),
            ("threes: {red: held, red_minus_without: meld}\n", "HF339", "meld"),
            ("deal: {foot: 0}\nthrees: {red_unreached: -50}\n", "HF339", "-50"),
            ("books: {kinds: {clean: {spare_as: [drity]}}}\n", "HF340", "[drity]"),
            (
                "books: {kinds: {clean: {beside: [drity], beside_bonus: 9}}}\n",
                "HF340",
                "[drity]",
            ),
            ("books: {kinds: {clean: {spare_as: [clean]}}}\n", "HF349", "[clean]"),
            (
                f"{NO_WILD}{CLEAN}discard: {{locked: [four], locked_until: wild}}\n",
                "HF344",
                "wild",
            ),
            (
                "wilds: {cards: [seven, joker]}\n"
                "books: {kinds: {sevens: {ranks: [seven], bonus: 9}}}\n",
                "HF349",
                "sevens",
            ),
            (
                f"wilds: {{not_on: [{', '.join(RANK_WORDS)}]}}\n",
                "HF361",
                "",
            ),
            ("opening: {must_hold: [cleen]}\n", "HF352", "[cleen]"),
            ("opening: {or_book: [anny]}\n", "HF352", "[anny]"),
            (f"{NO_WILD}{CLEAN}opening: {{must_hold: [wild]}}\n", "HF353", "[wild]"),
            (f"{NO_WILD}{CLEAN}opening: {{or_book: [wild]}}\n", "HF359", "[wild]"),
            ("opening: {minimum: 0, waived: when_packet_empties}\n", "HF359", ""),
            ("deal: {foot: 0}\nfoot: {trigger: own_book}\n", "HF359", "own_book"),
            (
                "foot: {trigger: own_book, after_meld: ends_turn}\n",
                "HF359",
                "ends_turn",
            ),
            (
                f"going_out: {{last_card: discard, barred_last: [{EVERY}]}}\n",
                "HF364",
                f"[{EVERY}]",
            ),
            (
                "going_out: {last_card: meld, barred_last: [seven]}\n",
                "HF369",
                "[seven]",
            ),
            (
                "going_out: {last_card: discard, last_lap: after_meld}\n",
                "HF369",
                "after_meld",
            ),
            ("deal: {foot: 0}\ngoing_out: {in_packet: any}\n", "HF369", "any"),
            ("stock: {when_short: add_pack}\n", "HF370", "add_pack"),
            ("scoring: {held_percent: 0, held: others}\n", "HF371", "others"),
            (
                "scoring: {counts: held_only}\nmatch: {winner: lowest}\n"
                "going_out: {bonus: 50}\n",
                "HF371",
                "50",
            ),
            ("scoring: {counts: held_only}\n", "HF384", "held_only"),
            ("books: {paid_from: 2901}\n", "HF345", "2901"),
            (UNPAID.replace("{kinds", "{paid_from: 90, kinds"), "HF349", "90"),
            ("books: {completed_exactly: true}\n", "HF349", "true"),
            (
                "books: {after: anything, long_from: 60, long_bonus: 100}\n",
                "HF349",
                "60",
            ),
            ("books: {kinds: {wild: {paid: 0, bonus: 900}}}\n", "HF349", "900"),
            ("books: {kinds: {wild: {paid: 4}}}\n", "HF349", "4"),
            (
                f"{CLEAN}books: {{kinds: {{wild: {{counts_as: [dirty]}}}}}}\n",
                "HF349",
                "[dirty]",
            ),
            (
                f"{CLEAN}books: {{kinds: {{clean: {{spare_as: [dirty]}}}}}}\n",
                "HF349",
                "[dirty]",
            ),
            (
                "opening: {must_hold: [clean], must_hold_as: each_book}\n",
                "HF359",
                "each_book",
            ),
            ("discard: {first: [red_three]}\n", "HF337", "[red_three]"),
            ("discard: {locked: [red_three]}\n", "HF337", "[red_three]"),
            ("going_out: {barred_last: [red_three]}\n", "HF369", "[red_three]"),
            ("players: {counts: [4], other_side_sizes: [1]}\n", "HF308", "[1]"),
            ("match: {order: by_lot, rounds: 1}\n", "HF385", "by_lot"),
            (f"match: {{order: by_lot}}\n{SAME}", "HF385", "by_lot"),
            ("match: {rounds: 1, target: 3000}\n", "HF385", "3000"),
            ("match: {rounds: 5, most_rounds: 30}\n", "HF385", "30"),
            ("match: {rounds: 1}\nplayers: {first: went_out}\n", "HF308", "went_out"),
            ("wilds: {start_ratio: equal, most: 1}\n", "HF329", "equal"),
            ("wilds: {steps: [2, 4, 6]}\n", "HF329", "[2, 4, 6]"),
            ("wilds: {start_most: 3}\n", "HF329", "3"),
            ("wilds: {most: 3}\nbooks: {after: closed}\n", "HF329", "3"),
            (
                "wilds: {most: 4, ratio: any, least_naturals: 4}\n"
                "books: {after: closed}\n",
                "HF329",
                "4",
            ),
            (f"wilds: {{per_turn: 0, ratio: more}}\n{CLEAN}", "HF329", "more"),
            ("melds: {per_rank: several, further_naturals: 2}\n", "HF338", "2"),
            ("melds: {books_of_rank: 10}\n", "HF338", "10"),
            ("threes: {red_laid: 0, red_all: 2}\n", "HF339", "2"),
            ("threes: {red_unreached: -100}\n", "HF339", "-100"),
            ("threes: {red_set: 6, red_sets: each}\n", "HF339", "each"),
            (
                f"{NO_WILD}{CLEAN}threes: {{red_minus_without: wild}}\n",
                "HF334",
                "wild",
            ),
            (
                "opening: {must_hold: [clean, dirty, wild], must_hold_as: each_book}\n",
                "HF351",
                "each_book",
            ),
            (
                "deal: {hand: 4}\npile: {take: 1}\nopening: {must_hold: [any]}\n",
                "HF351",
                "[any]",
            ),
            (
                f"wilds: {{cards: []}}\n{CLEAN}opening: {{wilds_count: false}}\n",
                "HF359",
                "false",
            ),
            (f"{UNPAID}opening: {{bonuses_count: true}}\n", "HF359", "true"),
            ("going_out: {least_melded: 9000}\n", "HF365", "9000"),
            ("going_out: {least_melded: 150}\n", "HF369", "150"),
            (
                "discard: {barred: [three, wild], not_just_taken: [black_three]}\n",
                "HF337",
                "[black_three]",
            ),
            ("round_end: {threes_in_a_row: 11}\n", "HF372", "11"),
            (
                "round_end: {threes_in_a_row: 9, threes_stock_below: 200}\n",
                "HF372",
                "200",
            ),
            ("scoring: {values: {black_three: 10}}\n", "HF371", "10"),
            ("deck: {jokers: 0}\nscoring: {values: {joker: 60}}\n", "HF371", "60"),
        ],
    )
    def test_found(self, text: str, code: str, marked: str) -> None:
        """Exactly one problem, its code, and the value it points at."""
        (problem,) = problems(text)
        assert problem.code == code
        span = problem.span
        if marked:
            assert span is not None
            line = (HEAD + text).splitlines()[span.line - 1]
            assert line[span.column - 1 : span.end_column - 1] == marked

    @pytest.mark.parametrize(
        "text",
        [
            "deal: {hand: 11, foot: 11, hand_choice: unseen}\n",
            "deck: {set_aside: 60}\n",
            "wilds: {steps: [3, 5], start_most: 1}\n",
            "wilds: {ratio: any, most: 3, start_most: 1, per_turn: 2}\n",
            "wilds: {cards: [seven, two, joker]}\n",
            "melds: {per_rank: several, books_of_rank: 3, floor: 50}\n",
            "melds: {ranks: [nine, black_three], going_out_only: [black_three]}\n",
            "discard: {locked: [seven], locked_until: clean, locked_by: any_side}\n",
            "books: {kinds: {clean: {spare_as: [dirty]}}}\n",
            "opening: {minimum: 1500, or_book: [clean]}\n",
            "opening: {minimum: 1500, bonuses_count: true}\n",
            "opening: {minimum: 0, must_hold: [any], or_book: [wild]}\n",
            "going_out: {last_card: discard, last_lap: always, barred_last: [wild]}\n",
            "foot: {trigger: own_book}\n",
            "books: {paid_from: 2900}\n",
            "books: {after: anything, completed_exactly: true}\n",
            "books: {kinds: {wild: {paid: 3}}}\n",
            "threes: {red: held}\ndiscard: {first: [red_three]}\n",
            "threes: {red_when: after_opening}\ndiscard: {barred: [red_three]}\n",
            "opening: {must_hold: [any], must_hold_as: each_meld}\n",
            f"{CLEAN}opening: {{must_hold: [dirty, clean], must_hold_as: each_book}}\n"
            "books: {kinds: {wild: {counts_as: [dirty]}}}\n",
            "match: {order: by_lot}\n",
            f"match: {{order: by_lot}}\n{SAME}deal: {{hand: {{by_round: [11, 13]}}}}\n",
            "match: {rounds: 5, most_rounds: 30, tie: extra_round}\n",
            "match: {rounds: 1, tie: extra_round}\nplayers: {first: went_out}\n",
            "wilds: {start_ratio: equal, most: 2}\nmelds: {smallest: 4}\n",
            "wilds: {start_ratio: equal}\nbooks: {after: anything}\n",
            "wilds: {steps: [2, 5]}\n",
            "wilds: {ratio: equal, start_most: 2}\n",
            "melds: {per_rank: several, further_naturals: 3}\n",
            "threes: {red_set: 5, red_sets: each}\n",
            "opening: {must_hold: [clean, dirty], must_hold_as: each_book}\n",
            "opening: {must_hold: [clean, dirty, wild], must_hold_as: each_meld}\n",
            "going_out: {least_melded: 180}\n",
            "discard: {barred: [wild], not_just_taken: [black_three]}\n",
            "round_end: {threes_in_a_row: 10}\n",
        ],
    )
    def test_fits(self, text: str) -> None:
        """What is near a contradiction and none is not reported."""
        assert [one.message for one in problems(text)] == []


def test_every_code_is_documented() -> None:
    """Each code of a chapter has a page, and warnings are listed as such."""
    folder = Path(coherence.__file__).parent
    known = known_codes()
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.name.startswith("codes"):
            continue
        for code in re.findall(r'"(HF3\d\d)"', text):
            assert code in known, (path.name, code)
        for code, severity in re.findall(r'code="(HF3\d\d)",\s+severity="(\w+)"', text):
            assert (code in WARNINGS) == (severity == "warning"), code
