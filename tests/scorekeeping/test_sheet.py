"""The score sheet: worked examples, evenings scored by hand, the end of a match."""

from __future__ import annotations

from typing import Any

import pytest

from handfoot import (
    HandfootError,
    ScoreError,
    ScoreSheet,
    Sheet,
    load_rules,
    variant_names,
)
from handfoot.scorekeeping.csv_rows import sheet_from_csv
from handfoot.scorekeeping.ending import standing_words

EAST: dict[str, Any] = {
    "clean": 2,
    "dirty": 3,
    "red_laid": 2,
    "melded": 640,
    "out": "West",
    "held": {"East": 15},
    "black_caught": 1,
}
YOU: dict[str, Any] = {
    "clean": 3,
    "dirty": 1,
    "red_laid": 1,
    "melded": 590,
    "held": {"You": 100, "Mate": 35},
}


def lines(sheet: Sheet) -> dict[str, int]:
    """Return the points of each line."""
    return {line.label: line.points for line in sheet.lines}


def table(rules: str = "eleven-card") -> ScoreSheet:
    """Return the table of the worked examples of seed 001."""
    return ScoreSheet(rules, [["East", "West"], ["You", "Mate"]])


def test_worked_example_2820() -> None:
    """001-69: 1000 + 900 + 200 + 640 + 100 - 20 = 2820, the king and the seven 15."""
    sheet = table()
    sheet.enter("East", EAST)
    sheet.enter("You", YOU)
    assert lines(sheet.sheets(1)[0]) == {
        "clean books": 1000,
        "dirty books": 900,
        "red threes laid": 200,
        "cards melded": 640,
        "going out": 100,
        "cards held": -15,
        "black threes held": -5,
    }
    assert sheet.sheets(1)[0].points == 2820


def test_worked_example_2355() -> None:
    """001-70: 1500 + 300 + 100 + 590 - 135 = 2355, 100 by one player, 35 by another."""
    sheet = table()
    sheet.enter("East", EAST)
    sheet.enter("You", YOU)
    assert lines(sheet.sheets(1)[1]) == {
        "clean books": 1500,
        "dirty books": 300,
        "red threes laid": 100,
        "cards melded": 590,
        "cards held": -135,
    }
    assert sheet.totals == (2820, 2355)
    assert sheet.leaders == (0,)
    assert sheet.round == 2
    assert sheet.brief().minimums == (90, 90)
    assert sheet.brief().dealer == "You"


def test_a_count_by_value_is_a_sum_and_a_number_of_cards() -> None:
    """Fifty points and a hundred, typed as cards, give the line its number of cards."""
    sheet = table()
    sheet.enter("East", {"melded": "20x3 10x12 5x4", "held": {"East": "50x1 10x2"}})
    one = sheet.sheet_so_far("East")
    assert [(line.label, line.count, line.points) for line in one.lines] == [
        ("cards melded", 19, 200),
        ("cards held", 3, -70),
    ]


@pytest.mark.parametrize(
    ("values", "code", "limit"),
    [
        ({"red_laid": 10}, "too_many_red_threes", 10),
        ({"melded": 647}, "no_such_sum", None),
        ({"melded": "15x2 20x30"}, "no_card_of_value", None),
        ({"melded": "50x11 5x30 10x30"}, "too_many_cards", 10),
        ({"melded": 3000}, "more_points_than_cards", 2900),
        ({"melded": 195}, "fewer_points_than_books", 220),
        ({"melded": "20x20"}, "fewer_cards_than_books", 35),
        ({"dirty": 1}, "out_without_quota", 2),
        ({"clean": 23}, "too_many_books", 22),
        ({"clean": 20, "dirty": 20}, "more_books_than_cards", 35),
        ({"held": {"West": 5}}, "out_with_cards", 0),
        ({"red_unreached": 1}, "out_with_packet", 0),
    ],
)
def test_what_cannot_be_is_refused(
    values: dict[str, Any], code: str, limit: int | None
) -> None:
    """Nothing is taken, and the reason comes with its key and its limit."""
    sheet = table()
    sheet.enter("East", EAST)
    sheet.enter("You", YOU)
    before = sheet.dumps()
    with pytest.raises(ScoreError) as caught:
        sheet.enter("East", values, round=1)
    found = {one.code: one for one in caught.value.objections}
    assert code in found
    key = found[code].key
    assert any(one == key or one.startswith(f"{key}.") for one in sheet.rules)
    if limit is not None:
        assert found[code].limit == limit
    assert sheet.dumps() == before


def test_two_sides_out() -> None:
    """A round ends with one player going out."""
    sheet = table()
    sheet.enter("East", EAST)
    with pytest.raises(ScoreError, match="cannot have gone out"):
        sheet.enter("You", {**YOU, "dirty": 2, "out": "Mate", "held": 0})


def test_no_field_for_what_is_not_scored() -> None:
    """Where no book of wilds can be, none is entered, and the reason is told."""
    sheet = table()
    with pytest.raises(HandfootError, match="no wild book"):
        sheet.enter("East", {"wild": 1})
    names = {field.name for field in sheet.fields("East")}
    assert "exact_cuts" not in names
    assert {f.name for f in table("exact-lift-200").fields("East")} > {"exact_cuts"}


def test_nobody_is_asked_who_went_out_where_nobody_may() -> None:
    """In a round in which nobody goes out there is no such field; in the next is."""
    said = {"by_round": [False, True]}
    rules = load_rules("eleven-card").with_changes({"going_out.may_go_out": said})
    sheet = ScoreSheet(rules, [["East", "West"], ["You", "Mate"]])
    with pytest.raises(HandfootError, match='"out" is nothing'):
        sheet.enter("East", {"out": "West"})
    for side in ("East", "You"):
        sheet.enter(side, {field.name: 0 for field in sheet.fields(side)})
    assert sheet.round == 2
    assert "out" in {field.name for field in sheet.fields("East")}


@pytest.mark.parametrize(
    ("rules", "sides", "side", "values", "code"),
    [
        ("whitnack", 2, 0, {"wild": 5}, "too_many_books"),
        ("exact-lift-200", 2, 0, {"exact_cuts": 3}, "too_many_cuts"),
        ("devon-pioneers-73", 2, 0, {"clean": 1, "at_once": 2}, "too_many_at_once"),
        (
            "classic-canasta",
            2,
            0,
            {"clean": 2, "concealed": "yes", "out": "nobody", "melded": 300},
            "concealed_without_out",
        ),
        ("boxed-262-cards", 2, 0, {"clean": 2, "out": "Red"}, "out_without_quota"),
        ("east-coast-14", 1, 0, {"out": "yes", "held": 5}, "out_with_cards"),
        ("eleven-card", 2, 0, {"black_caught": 11}, "too_many_black_threes"),
        ("whitnack", 2, 0, {"wild": 3, "dirty": 10}, "more_books_than_wilds"),
    ],
)
def test_what_cannot_be_in_other_rulesets(
    rules: str, sides: int, side: int, values: dict[str, Any], code: str
) -> None:
    """Each limit comes from the ruleset, with its key and where that is set."""
    names = ["Red", "Blue", "Green", "Gold"]
    sheet = ScoreSheet(rules, [names[k :: 4 // sides] for k in range(4 // sides)])
    with pytest.raises(ScoreError) as caught:
        sheet.enter(side, values)
    found = {one.code: one for one in caught.value.objections}
    assert code in found
    assert found[code].origin


def test_cuts_by_degrees() -> None:
    """Exactly 1000, one card off 500, up to three off 300; each player lifts once."""
    rules = load_rules("eleven-card").with_changes(
        {"deal.exact_cut": 1000, "deal.near_cut": [500, 300, 300]}
    )
    sheet = ScoreSheet(rules, [["East", "West"], ["You", "Mate"]])
    sheet.enter("East", {"exact_cuts": 1, "near_cuts": {"3": 1}})
    assert lines(sheet.sheet_so_far("East")) == {"exact cuts": 1000, "cuts 3 off": 300}
    with pytest.raises(ScoreError, match="each player lifts once"):
        sheet.enter("You", {"near_cuts": {"1": 3}})
    dealers = rules.with_changes({"deal.cut_for": "dealer"})
    sheet = ScoreSheet(dealers, [["East", "West"], ["You", "Mate"]])
    with pytest.raises(ScoreError, match="only the dealer, East, lifts"):
        sheet.enter("You", {"near_cuts.1": 1})
    sheet.enter("East", {"near_cuts.1": 1})


def test_books_of_which_only_some_earn_their_bonus() -> None:
    """A contract pays its books of sevens once; what the others are must be told.

    5000 for one of two books of sevens, the other clean: 500; wild 2500, fives 3000,
    clean 500, dirty 300, and 200 for going out.
    """
    sheet = ScoreSheet("hand-knee-foot-village-scoring", [["A", "B"], ["C", "D"]])
    books = {"clean": 1, "dirty": 1, "wild": 1, "sevens": 2, "fives": 1}
    mine = {"books": books, "melded": 700, "out": "A"}
    with pytest.raises(ScoreError, match="books of sevens earn their bonus") as caught:
        sheet.enter("A", mine)
    assert [one.code for one in caught.value.objections] == ["unsaid_kind"]
    sheet.enter("A", {**mine, "of_sevens": {"clean": 1}})
    sheet.enter("C", {"sevens": 1, "of_sevens.clean": 0, "melded": 100})
    first, second = sheet.sheets(1)
    assert lines(first)["books of sevens"] == 5000
    assert lines(first)["clean books"] == 1000
    assert first.points == 5000 + 500 + 2500 + 3000 + 500 + 300 + 200 + 700
    assert lines(second) == {"dirty books": 300, "cards melded": 100}
    with pytest.raises(ScoreError, match="3 of 2 books of sevens"):
        sheet.enter("A", {"of_sevens.clean": 3}, round=1)


def _has(sheet: ScoreSheet, name: str) -> bool:
    return name in {field.name for field in sheet.fields(0)}


def test_being_first_to_open() -> None:
    """One side at most was first, and only a side that has melded."""
    rules = load_rules("eleven-card").with_changes({"opening.first_bonus": 100})
    sheet = ScoreSheet(rules, [["East", "West"], ["You", "Mate"]])
    assert _has(sheet, "opened_first")
    with pytest.raises(ScoreError, match="without having opened"):
        sheet.enter("East", {"opened_first": "yes"})
    sheet.enter("East", {"opened_first": "yes", "melded": 80})
    with pytest.raises(ScoreError, match="first to open"):
        sheet.enter("You", {"opened_first": "yes", "melded": 80})


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"melded": 1500}, "melded_much"),
        ({"melded": 30}, "melded_below_minimum"),
        ({"held": {"You": 900}}, "held_much"),
        ({"held": {"You": 0, "Mate": 5}}, "held_nothing"),
        ({"red_caught": 1}, "red_three_kept"),
    ],
)
def test_what_is_unlikely_is_told_and_taken(values: dict[str, Any], code: str) -> None:
    """It is entered all the same, for stranger things have happened."""
    sheet = table()
    change = sheet.enter("You", values)
    assert code in {one.code for one in change.doubts}
    assert all(not one.certain for one in change.objections)
    assert sheet.row("You").complete


def test_nobody_out_and_nobody_holding() -> None:
    """When the last row comes in, the table as a whole is looked at."""
    sheet = table()
    sheet.enter("East", {"melded": 100, "held": 0})
    change = sheet.enter("You", {"melded": 100, "held": 0, "out": "nobody"})
    assert "nobody_out" in {one.code for one in change.doubts}


def test_a_ruleset_that_adds_packs_refuses_no_number_of_cards() -> None:
    """A pack may have come into play, so what is over the deck is only asked about."""
    rules = load_rules("eleven-card").with_changes(
        {"stock.when_short": "add_pack", "round_end.most_turns": 100}
    )
    sheet = ScoreSheet(rules, [["East", "West"], ["You", "Mate"]])
    change = sheet.enter("East", {"red_laid": 11, "melded": 100})
    assert {one.code for one in change.doubts} >= {"many_red_threes"}


def test_correcting_an_earlier_round() -> None:
    """Totals are found again, the change is told, and the minimum follows the score."""
    sheet = ScoreSheet("pennies-from-heaven", [["A", "B", "C"], ["D", "E", "F"]])
    sheet.enter("A", {"clean": 2, "melded": 500, "held": {"A": 10}})
    sheet.enter("D", {"clean": 1, "melded": 300, "held": {"D": 10}})
    sheet.enter("A", {"melded": 150, "held": {"A": 150}})
    sheet.enter("D", {"melded": 120, "held": {"D": 120}})
    assert sheet.totals == (1490, 790)
    assert sheet.brief().minimums == (120, 90)
    change = sheet.enter("D", {"books.clean": 4, "melded": 590}, round=1)
    assert sheet.totals == (1490, 2580)
    assert sheet.brief().minimums == (120, 150)
    assert str(change).splitlines() == [
        "round 1, D, E and F, clean books: 1 -> 4",
        "round 1, D, E and F, points of melded cards: 300 -> 590",
        "round 1, D, E and F: 790 -> 2,580",
        "total of D, E and F: 790 -> 2,580",
        "to open in round 3, D, E and F: 90 -> 150",
    ]
    assert str(sheet.enter("D", {"melded": 590}, round=1)) == "nothing changed"


def _over(
    rules: str, changes: dict[str, Any], *rounds: tuple[int, int, str]
) -> ScoreSheet:
    """Return a sheet whose rounds give these points of cards melded, and who went out."""
    loaded = load_rules(rules).with_changes(
        {"going_out.books": {}, "going_out.bonus": 0, **changes}
    )
    sheet = ScoreSheet(loaded, ["Red", "Blue"])
    for red, blue, out in rounds:
        for name, points in (("Red", red), ("Blue", blue)):
            values: dict[str, Any] = {"melded": points}
            if name == out:
                values["out"] = "yes"
            sheet.enter(name, values)
    return sheet


class TestTheEnd:
    """The match ends as the ruleset says, ties and extra rounds included."""

    RULES = "half-pack-12"

    def test_extra_rounds_until_the_tie_is_broken(self) -> None:
        """A level table plays on, again and again, at the minimum of those rounds."""
        changes = {"match.tie": "extra_round", "match.rounds": 2}
        level = [(200, 300, ""), (300, 200, "")]
        sheet = _over(self.RULES, changes, *level)
        assert (sheet.round, sheet.outcome()) == (3, None)
        assert "extra round, round 3" in standing_words(sheet)
        sheet = _over(self.RULES, changes, *level, (250, 250, ""))
        assert sheet.round == 4
        sheet = _over(self.RULES, changes, *level, (250, 250, ""), (200, 205, ""))
        outcome = sheet.outcome()
        assert outcome is not None and outcome.winners == (1,)
        with pytest.raises(HandfootError, match="the match is over"):
            sheet.enter("Red", {"melded": 200})

    @pytest.mark.parametrize(
        ("tie", "out", "winners", "words"),
        [
            ("shared", "", (0, 1), "share the win"),
            ("nobody", "", (), "nobody wins"),
            ("first_seat", "", (0,), "first in seat order"),
            ("went_out_last", "Blue", (1,), "going out in the last round"),
            ("went_out_last", "", (0, 1), "share the win"),
        ],
    )
    def test_ties(
        self, tie: str, out: str, winners: tuple[int, ...], words: str
    ) -> None:
        """Whoever is level shares, loses, or wins by what the ruleset names."""
        changes = {"match.tie": tie, "match.rounds": 1}
        sheet = _over(self.RULES, changes, (300, 300, out))
        outcome = sheet.outcome()
        assert outcome is not None and outcome.winners == winners
        assert words in standing_words(sheet)

    def test_going_out_wins(self) -> None:
        """Where going out wins the match, totals decide nothing."""
        sheet = _over(self.RULES, {"match.out_wins": True}, (300, 100, "Blue"))
        outcome = sheet.outcome()
        assert outcome is not None and outcome.winners == (1,)
        assert "by going out" in standing_words(sheet)

    def test_a_target_ends_the_match_after_its_round(self) -> None:
        """The best total wins, whoever crossed first."""
        changes = {"match.target": 500, "match.rounds": None}
        sheet = _over(self.RULES, changes, (300, 200, ""), (200, 305, ""))
        outcome = sheet.outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.scores) == ((1,), (500, 505))

    def test_the_lowest_total_wins_where_points_are_to_be_avoided(self) -> None:
        """Only held cards count, there is a field for nothing else."""
        rules = load_rules(self.RULES).with_changes(
            {"scoring.counts": "held_only", "match.winner": "lowest", "match.rounds": 1}
        )
        sheet = ScoreSheet(rules, ["Red", "Blue"])
        names = {field.name for field in sheet.fields(0)}
        assert names <= {"out", "held", "red_caught", "red_unreached"}
        sheet.enter("Red", {"held": 60})
        sheet.enter("Blue", {"held": 20})
        outcome = sheet.outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.scores) == ((1,), (60, 20))

    def test_a_correction_that_ends_the_match_earlier(self) -> None:
        """Rounds after the end no longer count, and that is told."""
        changes = {"match.target": 500, "match.rounds": None}
        sheet = _over(self.RULES, changes, (300, 200, ""), (150, 100, ""))
        assert sheet.round == 3
        sheet.enter("Red", {"melded": 500}, round=1)
        assert (sheet.rounds, sheet.surplus, sheet.totals) == (1, 1, (500, 200))
        sheet.enter("Red", {"melded": 300}, round=1)
        assert (sheet.rounds, sheet.surplus) == (2, 0)


@pytest.mark.parametrize("name", variant_names())
def test_what_one_is_worth(name: str) -> None:
    """What stands beside a question is what the ruleset says, where that is one number."""
    rules = load_rules(name)
    count = rules["players.counts"][0]
    step = count // rules.side_size(count)
    names = [f"P{seat}" for seat in range(count)]
    sheet = ScoreSheet(rules, [names[side::step] for side in range(step)])
    book = sheet.tables(0).book
    for field in sheet.fields(0):
        if field.group == "books":
            assert field.each == book.books.kinds[field.part].bonus
        elif field.name in ("red_laid", "red_caught", "black_caught") and field.each:
            # Where held cards are all that counts, they count for their holder.
            sign = -1 if book.scoring.counts == "held_only" else 1
            assert field.each == sign * getattr(book.threes, field.name)
        elif field.name in ("exact_cuts", "at_once"):
            wanted = (book.deal.exact_cut, book.books.at_once_bonus)
            assert field.each == wanted[field.name == "at_once"]
        elif field.kind == "points":
            assert field.each == 0


def test_books_beside_others() -> None:
    """No more lie beside others than there are, and none where there is no other."""
    pays = {
        "books.kinds.dirty.beside": ["clean"],
        "books.kinds.dirty.beside_bonus": 200,
    }
    sheet = ScoreSheet(
        load_rules("whitnack").with_changes(pays),
        [["North", "South"], ["East", "West"]],
    )
    books = {"books.clean": 1, "books.dirty": 1, "melded": 500}
    for wrong, code in (
        ({"beside.dirty": 2}, "more_of_a_kind"),
        ({"beside.dirty": 1, "books.clean": 0}, "beside_none"),
    ):
        with pytest.raises(ScoreError) as caught:
            sheet.enter(0, {**books, **wrong})
        assert [one.code for one in caught.value.objections] == [code]
    sheet.enter(0, {**books, "beside.dirty": 1})
    lines = {line.key: line.points for line in sheet.sheet_so_far(0).lines}
    assert lines["books.kinds.dirty.beside_bonus"] == 200


def test_names_of_sides_and_players() -> None:
    """A side is meant by number, by its name or by any of its players."""
    sheet = table()
    for said in (0, "East", "west", "East and West", "West & East", "east, west"):
        assert sheet.table.side(said) == 0
    with pytest.raises(HandfootError, match="did you mean Mate"):
        sheet.table.side("Maet")


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        ([["East", "West"], ["You"]], "of one size"),
        ([["East", "east"], ["You", "Mate"]], "two players"),
        ([["East", ""], ["You", "Mate"]], "must have a name"),
        ([["East", "nobody"], ["You", "Mate"]], "cannot be a name"),
        ([["East", "West\x1b[2J"], ["You", "Mate"]], "no name here"),
        ([["East", "West"], ["You", "Mate"], ["A", "B"]], "players, not 6"),
        (["A", "B", "C", "D"], "sides of 2"),
        ([], "name the players"),
    ],
)
def test_tables_that_cannot_be(sides: list[Any], message: str) -> None:
    """A table is refused with what is wrong about it."""
    with pytest.raises(HandfootError, match=message):
        ScoreSheet("eleven-card", sides)


class TestFiles:
    """What is written reads again; what is wrong is told with its line."""

    def test_a_house_ruleset_travels_with_its_sheet(self) -> None:
        """A sheet of rules that no library knows holds them, and stays the same."""
        rules = load_rules("eleven-card").with_changes({"going_out.bonus": 250})
        sheet = ScoreSheet(rules, [["East", "West"], ["You", "Mate"]], dealer="Mate")
        sheet.enter("East", EAST)
        again = ScoreSheet.loads(sheet.dumps())
        assert again.dumps() == sheet.dumps()
        assert again.rules.digest == rules.digest
        assert again.brief().dealer == "Mate"
        assert again.row("East").values == sheet.row("East").values

    def test_other_rules_than_at_first(self) -> None:
        """Scores never change under the hands of people because rules did."""
        text = table().dumps().replace('rules: "eleven-card"', "rules: whitnack")
        with pytest.raises(ScoreError, match="not those with which") as caught:
            ScoreSheet.loads(text)
        assert caught.value.line == 3

    def test_wrong_rows_come_with_their_lines(self) -> None:
        """All of them at once."""
        sheet = table()
        sheet.enter("East", EAST)
        sheet.enter("You", YOU)
        text = sheet.dumps().replace("melded: 640", "melded: 641")
        text = text.replace("melded: 590", "melded: 20x5 7x2")
        with pytest.raises(ScoreError) as caught:
            ScoreSheet.loads(text)
        assert "line 9: No cards add up to 641" in str(caught.value)
        assert "line 10: No card is worth 7" in str(caught.value)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (("rows:", "rowss:"), "did you mean rows"),
            (("round: 1", "round: one"), "write round: 1"),
            (("side: East and West", "side: Eas"), "did you mean East"),
            (("melded: 640", "meldet: 640"), "did you mean melded"),
            (("handfoot_score: 1", "handfoot_score: 9"), "of version 9"),
            (("out: West", "out: Mate"), "nobody of this side"),
            (("red_laid: 2", "red_laid: two"), "is no number"),
            (("red_laid: 2", "red_laid: -2"), "is no number"),
            (("red_laid: 2", "red_laid: true"), "is no number"),
            (("melded: 640", "melded: -5"), "no number of points"),
            (("melded: 640", "melded: [1]"), "no number of points"),
            (("{East: 15}", "{Mate: 15}"), "nothing that is counted"),
        ],
    )
    def test_bad_files(self, change: tuple[str, str], message: str) -> None:
        """Each slip has its message."""
        sheet = table()
        sheet.enter("East", EAST)
        text = sheet.dumps()
        assert change[0] in text
        with pytest.raises(ScoreError, match=message):
            ScoreSheet.loads(text.replace(*change))

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"clean": 1, "books": {"clean": 2}}, "stands twice"),
            ({"held": 5, "held.East": 5}, "only one of these"),
            ({"of_sevens.clean": 1}, "nothing that is counted"),
            ({"books.sevens": 1}, "has no book of sevens; it has clean books and"),
            ({"out": "Mate"}, "nobody of this side"),
            ({"held": {"East": {"x": 1}}}, "held by East: .* counts no cards"),
            ({"melded": {"10": -1}}, "counts no cards"),
        ],
    )
    def test_bad_values(self, values: dict[str, Any], message: str) -> None:
        """A slip of a program has its message too."""
        sheet = table()
        with pytest.raises(HandfootError, match=message):
            sheet.enter("East", values)
        assert not sheet.rows

    def test_a_round_that_stands_twice(self) -> None:
        """The second row hides nothing."""
        sheet = table()
        sheet.enter("East", EAST)
        row = next(line for line in sheet.dumps().splitlines() if "round: 1" in line)
        with pytest.raises(ScoreError, match="stands twice"):
            ScoreSheet.loads(f"{sheet.dumps()}{row}\n")

    def test_a_table_of_rows(self) -> None:
        """CSV with a mark before it, semicolons, empty cells and empty rows."""
        text = (
            "\ufeffround;side;clean;dirty;out;melded;red_laid;held;black_caught\r\n"
            "1;East & West;2;3;West;640;2;15;1\r\n"
            "1;You and Mate;3;1;;590;1;135;\r\n"
            "2;East and West;;;;;;;\r\n"
        )
        sheet = sheet_from_csv(text, load_rules("eleven-card"))
        assert sheet.totals == (2820, 2355)
        assert sheet.round == 2

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "empty"),
            ("side,clean\nEast,1\n", "no 'round'"),
            ("round,side,clean,clean\n", "two columns"),
            ("round,side,clean\n1,East,1,2\n", "4 cells under 3 names"),
            ('round,side,clean\n1,"East,1\n', "no table"),
            ("round,side,clean\n1,,1\n", "which side"),
            ("round,side,clean\n1,A and B,1\n9,C and D,1\n", "no round 9 yet"),
        ],
    )
    def test_bad_tables(self, text: str, message: str) -> None:
        """What is no such table is told so."""
        with pytest.raises(ScoreError, match=message):
            sheet_from_csv(text, load_rules("eleven-card"))
