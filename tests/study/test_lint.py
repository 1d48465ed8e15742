from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

from handfoot import load_rules, loads_rules
from handfoot.cli import cli
from handfoot.rules.reports.codes import known_codes
from handfoot.rules.reports.codes_coherence import WARNINGS
from handfoot.rules.reports.problems import Report
from handfoot.study.lint import merged, play_problems, tables_to_play
from handfoot.study.matches import MatchResult, RoundResult
from handfoot.study.table import Table

CODES = [code for code in known_codes() if code.startswith("HF5")]
RULES = load_rules("eleven-card")
TABLE = Table(RULES)
ROUND = RoundResult(
    first=0,
    reason="out",
    out=0,
    turns=20,
    points=(900, 100),
    opened=(True, True),
    books=({}, {}),
    last_packet=(2, 2),
    leaders=(0,),
)
STOCK = attrs.evolve(ROUND, reason="stock", out=None)
TURNS = attrs.evolve(ROUND, reason="turns", out=None)
SHUT = attrs.evolve(ROUND, opened=(True, False))


def _match(*rounds: RoundResult) -> MatchResult:
    return MatchResult(
        seed="0:0",
        seats=4,
        sides=2,
        players=("heuristic",) * 4,
        winners=(0,),
        scores=(900, 100),
        rounds=rounds,
        actions=100,
    )


def _codes(*rounds: RoundResult, table: Table = TABLE) -> list[str]:
    return [one.code for one in play_problems(table, [_match(*rounds)])]


@pytest.mark.parametrize("code", CODES)
def test_examples(code: str, tmp_path: Path) -> None:
    """Playing finds exactly its problem in the failing example, none in the mended."""
    info = known_codes()[code]
    file = tmp_path / "house.yaml"
    for text, wanted in ((info.failing, [code]), (info.mended, [])):
        file.write_text(text)
        result = CliRunner().invoke(
            cli, ["check", str(file), "--play", "1", "--format", "json"]
        )
        assert result.exit_code == 0
        problems = json.loads(result.stdout)["problems"]
        assert [one["code"] for one in problems] == wanted
        assert all(one["severity"] == "warning" for one in problems)
        # Without playing nothing is wrong with either.
        result = CliRunner().invoke(cli, ["check", "--strict", str(file)])
        assert result.exit_code == 0


class TestPlayProblems:
    def test_nobody_goes_out(self) -> None:
        """From nine of ten rounds on it is said, and what ends them instead."""
        assert _codes(*[STOCK] * 8, ROUND, ROUND) == []
        assert _codes(*[STOCK] * 9, ROUND)[0] == "HF501"
        for end, words in (
            (STOCK, "the stock ended"),
            (TURNS, "the limit of turns"),
            (attrs.evolve(STOCK, reason="threes"), "threes in a row"),
        ):
            [problem] = play_problems(TABLE, [_match(end, end)])
            assert problem.message == (
                "with 4 players, nobody went out in 2 of 2 rounds"
            )
            assert problem.notes[0] == (
                "played",
                f"{RULES.name}, 1 match of 4 computer players",
            )
            assert words in problem.label

    def test_books_that_lack(self) -> None:
        """The books that fewest sides have are named, and pointed at."""
        books = ({"clean": 2, "dirty": 1}, {"clean": 2, "dirty": 3})
        rounds = [attrs.evolve(STOCK, books=books)] * 2
        [problem] = play_problems(TABLE, [_match(*rounds)])
        assert problem.key == "going_out.books.dirty"
        assert problem.label.endswith("first: 50% of the sides had 2 dirty books")
        assert problem.span is not None
        enough = attrs.evolve(STOCK, books=({"clean": 2, "dirty": 2},) * 2)
        [problem] = play_problems(TABLE, [_match(enough)])
        assert (problem.key, problem.label) == (
            "going_out.books",
            "the stock ended them first",
        )

    def test_packets_that_are_not_reached(self) -> None:
        """Where few players come to their last packet it is the deal that is named."""
        books = ({"clean": 2, "dirty": 2}, {"clean": 2, "dirty": 2})
        rounds = [attrs.evolve(STOCK, books=books, last_packet=(1, 0))] * 2
        [problem] = play_problems(TABLE, [_match(*rounds)])
        assert problem.key == "deal.hand"
        assert problem.label.endswith(
            "first: 25% of the players took up their last packet"
        )
        # The books, where fewer still have these.
        rounds = [attrs.evolve(STOCK, last_packet=(1, 0))] * 2
        [problem] = play_problems(TABLE, [_match(*rounds)])
        assert problem.key == "going_out.books.clean"

    def test_books_that_count_as_others(self) -> None:
        """A book that fills another's place counts for it; kinds paid for once do not.

        Score sheets have further books of these under another kind.
        """
        sevens = {
            "sevens": {
                "made_of": "naturals",
                "ranks": ["seven"],
                "bonus": 900,
                "counts_as": ["clean"],
            }
        }
        asked = RULES.with_changes(
            {"books.kinds": sevens, "going_out.books": {"clean": 2, "dirty": 1}}
        )
        had = ({"clean": 1, "sevens": 1, "dirty": 1},) * 2
        [problem] = play_problems(
            Table(asked), [_match(attrs.evolve(STOCK, books=had))]
        )
        assert problem.key == "going_out.books"
        once = asked.with_changes({"books.kinds.dirty.paid": 1})
        had = ({"clean": 2},) * 2
        for rules, key in ((asked, "going_out.books.dirty"), (once, "going_out.books")):
            [problem] = play_problems(
                Table(rules), [_match(attrs.evolve(STOCK, books=had))]
            )
            assert problem.key == key

    def test_sides_that_do_not_open(self) -> None:
        """Half of the sides is enough; of less it is said, and of nothing else."""
        assert _codes(SHUT, SHUT) == []
        shut = attrs.evolve(STOCK, opened=(False, False))
        assert _codes(SHUT, shut) == ["HF502"]

    def test_long_matches(self) -> None:
        """Three hours are enough; the rounds or the target are to blame."""
        long = attrs.evolve(ROUND, turns=372)
        assert _codes(long) == []
        long = attrs.evolve(ROUND, turns=421)
        [problem] = play_problems(TABLE, [_match(long)])
        assert (problem.code, problem.key) == ("HF503", "match.rounds")
        target = RULES.with_changes({"match.rounds": None, "match.target": 5000})
        [problem] = play_problems(Table(target), [_match(long)])
        assert (problem.code, problem.key) == ("HF503", "match.target")

    def test_targets(self) -> None:
        """Matches that only the limit of rounds ends have a target out of reach."""
        short = {"match.target": 9000, "match.most_rounds": 2}
        target = Table(RULES.with_changes({"match.rounds": None, **short}))
        assert _codes(ROUND, table=target) == []
        assert _codes(ROUND, ROUND, table=target) == ["HF504"]
        both = Table(RULES.with_changes({"match.rounds": 2, **short}))
        assert _codes(ROUND, ROUND, table=both) == []

    def test_allowed(self) -> None:
        """What the file allows is not said."""
        text = (
            "handfoot: 1\nname: Ours\nextends: eleven-card\nallow_warnings: [HF501]\n"
        )
        assert _codes(STOCK, table=Table(loads_rules(text))) == []
        assert _codes(STOCK) == ["HF501"]

    def test_a_key_that_no_file_says(self) -> None:
        """Where a default decides there is no line to point at: a note names it."""
        table = Table(loads_rules("handfoot: 1\nname: Ours\n", name="ours.yaml"))
        [problem] = play_problems(table, [_match(STOCK, STOCK)])
        assert problem.span is None
        said = dict(problem.notes)["by default"]
        assert said.startswith(f"{problem.key}: the stock ended them first")

    def test_place(self) -> None:
        """It points at the setting, in the file that says it."""
        text = "handfoot: 1\nname: Ours\nextends: eleven-card\nmatch: {rounds: 9}\n"
        table = Table(loads_rules(text, name="ours.yaml"))
        [problem] = play_problems(table, [_match(attrs.evolve(ROUND, turns=500))])
        assert problem.span is not None
        assert (problem.span.file, problem.span.line) == ("ours.yaml", 4)

    def test_a_key_of_the_shipped_base(self, tmp_path: Path) -> None:
        """It points at ``extends`` in the reader's file, and says who set the key.

        A base that is a file of the reader's own is pointed into.
        """
        base = tmp_path / "base.yaml"
        base.write_text("handfoot: 1\nname: Ours\nextends: eleven-card\n")
        top = tmp_path / "top.yaml"
        top.write_text("handfoot: 1\nname: Mine\nextends: ./base.yaml\n")
        for file in (base, top):
            [problem] = play_problems(Table(load_rules(file)), [_match(STOCK)])
            assert problem.span is not None
            assert (problem.file, problem.span.line) == (str(base), 3)
            assert problem.label.startswith(f"eleven-card sets {problem.key}: ")
            [related] = problem.related
            assert related.span.file == "eleven-card"
            report = Report([problem], files=[str(file)])
            assert f",file={base},line=3,col=10," in report.github()
            assert f"%0Aeleven-card sets {problem.key}" in report.github()
            [result] = report.sarif()["runs"][0]["results"]
            [place] = result["locations"]
            assert place["physicalLocation"]["artifactLocation"]["uri"] == str(base)
        base.write_text(base.read_text() + "going_out: {books: {clean: 3}}\n")
        [problem] = play_problems(Table(load_rules(top)), [_match(STOCK)])
        assert problem.span is not None
        assert (problem.file, problem.span.line) == (str(base), 4)
        assert not problem.related

    def test_codes(self) -> None:
        """All of them are warnings, which a file may allow."""
        assert set(CODES) <= WARNINGS
        assert play_problems(TABLE, []) == []


def test_the_closing_line_names_the_file_that_was_checked() -> None:
    """Also where the setting at fault stands in the shipped base of that file."""
    text = "handfoot: 1\nname: Ours\nextends: eleven-card\n"
    rules = loads_rules(text, name="ours.yaml")
    problems = play_problems(Table(rules), [_match(STOCK)])
    assert {problem.file for problem in problems} == {"ours.yaml"}
    report = Report(problems, files=["ours.yaml"], sources=rules.made_from.sources)
    assert "1 warning in ours.yaml\n" in report.text()


def test_strict(tmp_path: Path) -> None:
    """With ``--strict`` the warnings of play fail as others do; bad files do not play."""
    file = tmp_path / "house.yaml"
    file.write_text(known_codes()["HF504"].failing)
    result = CliRunner().invoke(cli, ["check", str(file), "--play", "1", "--strict"])
    assert result.exit_code == 1
    assert (
        "warning[HF504]: with 4 players, no side reached the target in 1 of 1 matches"
        in result.stdout
    )
    file.write_text("handfoot: 1\nname: Ours\ndeck: {packs: 1}\n")
    result = CliRunner().invoke(cli, ["check", str(file), "--play", "1"])
    assert result.exit_code == 1
    assert "HF302" in result.stdout


class TestHeadCounts:
    def test_every_number_is_played(self, tmp_path: Path) -> None:
        """What fails with some numbers of players only is said of these."""
        file = tmp_path / "house.yaml"
        file.write_text(
            "handfoot: 1\nname: Ours\nextends: eleven-card\nmatch: {rounds: 1}\n"
            "opening: {minimum: {by_players: {2: 450, 4: 15}}}\n"
        )
        words = ["check", str(file), "--play", "1", "--format", "json"]
        [problem] = json.loads(CliRunner().invoke(cli, words).stdout)["problems"]
        assert problem["code"] == "HF502"
        assert problem["message"].startswith("with 2 players, only ")

    def test_usual_number_first(self) -> None:
        """The table that most people sit at comes first, every other one once."""
        tables = tables_to_play(load_rules("six-deck-10000"))
        assert [table.seats for table in tables] == [4, 2, 3, 5, 6, 7, 8]
        [table] = tables_to_play(load_rules("whitnack"))
        assert table.seats == 4

    def test_said_once(self) -> None:
        """The same with several numbers of players is one warning with notes."""
        two = Table(RULES, seats=2)
        found = [
            play_problems(table, [_match(*rounds)])
            for table, rounds in ((TABLE, [STOCK]), (two, [STOCK, STOCK]))
        ]
        [problem] = merged(found)
        assert problem.message == "with 4 players, nobody went out in 1 of 1 rounds"
        assert problem.notes[-1] == (
            "also",
            "with 2 players, nobody went out in 2 of 2 rounds",
        )
        assert merged(found[1:]) == found[1]
        assert merged([[], []]) == []

    def test_one_number_needs_no_telling(self) -> None:
        """A ruleset for one number of players does not name it in each warning."""
        table = Table(load_rules("whitnack"))
        [problem] = play_problems(table, [_match(STOCK)])
        assert problem.message == "nobody went out in 1 of 1 rounds"
