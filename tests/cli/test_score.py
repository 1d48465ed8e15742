"""``handfoot score``: prompts, corrections, files in and out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from handfoot import ScoreSheet, load_rules
from handfoot.cli.score import score

SIDES = "East,West/You,Mate"
TABLE = """\
round,side,clean,dirty,out,melded,red_laid,held,black_caught
1,East and West,2,3,West,640,2,15,1
1,You and Mate,3,1,,590,1,135,
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run in a folder of its own, on a wide page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def run(*arguments: str, typed: str = "") -> Result:
    """Run the command with these lines typed."""
    return CliRunner().invoke(score, arguments, input=typed)


def test_a_match_is_begun_kept_and_gone_on_with(folder: Path) -> None:
    """Who plays is asked for; what was answered is there the next time."""
    first = run("eleven-card", typed="East, West / You, Mate\nMate\n2\n")
    assert first.exit_code == 0
    assert "Mate deals; to open 50." in first.output
    sheet = ScoreSheet.loads((folder / "score-eleven-card.yaml").read_text())
    assert sheet.row("East").values == {"books.clean": 2}
    again = run("eleven-card", typed="3\n")
    assert "Going on with score-eleven-card.yaml, round 1." in again.output
    assert "clean books (500 each)" not in again.output
    assert "dirty books (300 each) [0]: 3" in again.output


def test_a_table_that_cannot_be_is_asked_for_again(folder: Path) -> None:
    """Three on a side are refused with what the rules want."""
    result = run("eleven-card", typed="A,B,C/D,E,F\nA,B/C,D\n\n")
    assert "No: Eleven-card Hand and Foot is for 2 or 4 players" in result.output or (
        "players, not 6" in result.output
    )
    assert "A deals" in result.output


def test_what_cannot_be_is_refused_with_its_key(folder: Path) -> None:
    """The same question comes again."""
    result = run("eleven-card", "--sides", SIDES, typed="23\n2\n3\nMate\nWest\n647\n")
    out = result.output
    assert "No: East and West: 23 clean books; the cards of five packs" in out
    assert "[books.kinds.clean" in out
    assert '"Mate" is nobody of this side; say East, West or nobody' in out
    assert "No cards add up to 647" in out
    assert out.count("clean books (500 each)") == 2


def test_what_is_unlikely_is_questioned_once(folder: Path) -> None:
    """A no asks the same again; a yes is not asked a second time."""
    typed = "\n\n1500\nno\n1495\nyes\n\n\n\n\n\n\n\n"
    result = run("eleven-card", "--sides", SIDES, typed=typed)
    assert result.output.count("is more than half of all cards") == 2
    sheet = ScoreSheet.loads((folder / "score-eleven-card.yaml").read_text())
    assert sheet.row("East").melded.total == 1495


def test_back_goes_back_and_fix_corrects(folder: Path) -> None:
    """Back keeps what stands when Enter is typed; fix tells what it changes."""
    typed = "2\n3\nback\n2\n\n640\n\n5\n5\n\n\n\n\n"
    typed += "3\n1\n590\n1\n100\n35\n\n\n\n\n"
    typed += "fix 1 You melded 600\nfix 1 You\nmelded\n610\nfix 7\nfix 1 Yuo melded 3\n"
    result = run("eleven-card", "--sides", SIDES, typed=typed)
    assert "  dirty books (300 each) [3]: 2" in result.output
    assert "points of melded cards: 590 -> 600" in result.output
    assert "points of melded cards: 600 -> 610" in result.output
    assert "total of You and Mate: 2,365 -> 2,375" in result.output
    assert "say the round first" in result.output
    assert 'there is no side "Yuo melded 3"' in result.output
    sheet = ScoreSheet.loads((folder / "score-eleven-card.yaml").read_text())
    assert sheet.totals[1] == 2375


def test_questions_that_can_only_be_empty_are_not_asked(folder: Path) -> None:
    """Who went out holds nothing; without the books nobody went out; and so on."""
    typed = "2\n3\nWest\n640\n2\n15\n\n1\n3\n1\n"
    result = run("eleven-card", "--sides", SIDES, typed=typed)
    assert "held by West" not in result.output
    assert "packets never taken" not in result.output.partition("You and Mate\n")[0]
    assert "who went out, You or Mate?" not in result.output


def test_lines_that_people_fill_in_are_asked_for(folder: Path) -> None:
    """A line with points below zero is asked for as such, another by how often."""
    rules = Path(__file__).parents[1] / "rulesets" / "dealer-bonus-sheet.yaml"
    typed = "\n\n\n\n640\n\nten\n50-70\n1\nquit\n"
    result = run(str(rules), "--sides", SIDES, typed=typed)
    assert "  dealer bonus (points) [0]: ten" in result.output
    assert '"ten" is no number of points' in result.output
    assert "  failed claim (-100 each) [0]: 1" in result.output
    (kept,) = folder.glob("score-*.yaml")
    row = ScoreSheet.loads(kept.read_text()).row("East")
    assert row.values["written_in.dealer_bonus"] == -20
    assert row.values["written_in.failed_claim"] == 1


def test_quit_at_any_prompt(folder: Path) -> None:
    """Leaving says where everything is; help and sheet say what they should."""
    result = run("eleven-card", "--sides", SIDES, typed="help\nsheet\n2\nquit\n9\n")
    assert "go back one question" in result.output
    assert "No round is finished yet." in result.output
    assert "Everything is kept in score-eleven-card.yaml." in result.output
    assert run("eleven-card", typed="quit\n").exit_code == 0


def test_the_end_of_a_match(folder: Path) -> None:
    """The winner is told, an entry may still be corrected, and a new match begins."""
    rules = folder / "one.yaml"
    rules.write_text(
        "handfoot: 1\nname: One\nextends: eleven-card\nmatch: {rounds: 1}\n"
    )
    typed = "2\n3\nWest\n640\n2\n15\n\n\n3\n1\n590\n1\n100\n35\n\n\n\n\n"
    result = run("one.yaml", "--sides", SIDES, "--html", "one.html", typed=typed)
    assert "East and West win with 2,825, 470 ahead." in result.output
    assert "Enter ends" in result.output
    assert "Running totals" in (folder / "one.html").read_text()
    second = run("one.yaml", "--sides", SIDES, typed="quit\n")
    assert "Kept in score-one-2.yaml" in second.output


def test_a_correction_after_the_end_may_go_on_with_the_match(folder: Path) -> None:
    """A tie that turns up late is played off."""
    rules = folder / "one.yaml"
    rules.write_text(
        "handfoot: 1\nname: One\nextends: eleven-card\nmatch: {rounds: 1, tie: extra_round}\n"
    )
    typed = "\n\n640\n\n5\n5\n\n\n\n\n" + "\n\n630\n\n5\n5\n\n\n\n\n"
    result = run("one.yaml", "--sides", SIDES, typed=f"{typed}fix 1 You melded 640\n")
    assert "East and West win with 630, 10 ahead." in result.output
    assert "Round 2" in result.output.rpartition("fix 1")[2]


def test_rules_that_change_in_the_middle_of_a_match(folder: Path) -> None:
    """The match goes on by the rules with which it was begun, or a new one is begun."""
    rules = folder / "house.yaml"
    rules.write_text("handfoot: 1\nname: House\nextends: eleven-card\n")
    run("house.yaml", "--sides", SIDES, typed="2\nquit\n")
    rules.write_text(
        "handfoot: 1\nname: House\nextends: eleven-card\ngoing_out: {bonus: 500}\n"
    )
    result = run("house.yaml")
    assert result.exit_code == 1
    assert "by other rules than house.yaml has now" in result.output
    assert "`handfoot score score-house.yaml`" in result.output
    again = run("score-house.yaml", typed="quit\n")
    assert "Going on with score-house.yaml, round 1." in again.output


def test_an_evening_at_once(folder: Path) -> None:
    """A table of rows is scored, kept and printed."""
    (folder / "evening.csv").write_text(TABLE)
    arguments = ("--from", "evening.csv", "--out", "kept.yaml", "--html", "page.html")
    result = run("eleven-card", *arguments)
    assert result.exit_code == 0, result.output
    assert "East and West lead by 465." in result.output
    assert ScoreSheet.loads((folder / "kept.yaml").read_text()).totals == (2820, 2355)
    assert "2,820" in (folder / "page.html").read_text()
    shown = run("kept.yaml", "--show")
    assert "East and West lead by 465." in shown.output
    yaml = run("eleven-card", "--from", "kept.yaml")
    assert "East and West lead by 465." in yaml.output
    assert run("eleven-card", *arguments).exit_code == 1


def test_an_evening_for_programs(folder: Path) -> None:
    """With --json nothing else is printed, and the sums are those of the sheet."""
    (folder / "evening.csv").write_text(TABLE)
    arguments = ("--from", "evening.csv", "--out", "kept.yaml", "--html", "page.html")
    found = json.loads(run("eleven-card", *arguments, "--json").output)
    assert json.loads(run("kept.yaml", "--show", "--json").output) == found
    assert found["sides"] == ["East and West", "You and Mate"]
    assert (found["totals"], found["is_over"]) == ([2820, 2355], False)
    ((first, second),) = found["rounds"]
    assert sum(line["points"] for line in first["lines"]) == first["points"] == 2820
    books = {line["key"]: line["count"] for line in second["lines"]}
    assert books["books.kinds.clean.bonus"] == 3
    assert (folder / "page.html").exists()
    assert run("eleven-card", "--json").exit_code == 2


def test_an_empty_table_has_a_column_for_all_that_is_counted(folder: Path) -> None:
    """Unfinished melds of each kind have one of their own, and are scored by it."""
    rules = load_rules("whitnack").with_changes(
        {"books.kinds.clean.unfinished": -100, "books.kinds.wild.unfinished": -1000}
    )
    (folder / "ours.yaml").write_text(rules.to_yaml())
    assert run("ours.yaml", "--blank", "table.csv").exit_code == 0
    head, first, second, *_ = (folder / "table.csv").read_text().splitlines()
    names = head.split(",")
    assert {"unfinished.clean", "unfinished.wild", "held"} <= {*names}
    cells = {"unfinished.clean": "2", "unfinished.wild": "1", "melded": "150"}
    filled = [",".join([row, *(cells.get(n, "0") for n in names[2:])]) for row in (
        first.rstrip(","), second.rstrip(","),
    )]  # fmt: skip
    (folder / "table.csv").write_text("\n".join([head, *filled]))
    found = json.loads(run("ours.yaml", "--from", "table.csv", "--json").output)
    lines = {line["key"]: line["points"] for line in found["rounds"][0][0]["lines"]}
    assert lines["books.kinds.clean.unfinished"] == -200
    assert lines["books.kinds.wild.unfinished"] == -1000


def test_a_wrong_table_tells_every_line(folder: Path) -> None:
    """Nothing is scored or written."""
    (folder / "evening.csv").write_text(TABLE.replace("640", "641").replace("590", "x"))
    result = run("eleven-card", "--from", "evening.csv", "--out", "kept.yaml")
    assert result.exit_code == 1
    assert "line 2: No cards add up to 641" in result.output
    assert 'line 3: points of melded cards: "x" is no number' in result.output
    assert not (folder / "kept.yaml").exists()


def test_an_empty_table_reads_back_as_no_round(folder: Path) -> None:
    """What --blank makes is what --from reads, once it is filled in."""
    for name in ("whitnack", "hand-knee-foot-village-scoring", "ladder-to-8500"):
        assert run(name, "--blank", "table.csv").exit_code == 0
        result = run(name, "--from", "table.csv")
        assert "No round is finished yet." in result.output, result.output
    (folder / "table.csv").unlink()
    assert run("whitnack", "--blank", "t.html", "--sides", SIDES).exit_code == 0
    page = (folder / "t.html").read_text()
    assert "East and West" in page and "open 150, Mate deals" in page
    assert run("whitnack", "--blank", "t.txt").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("eleven-card", "--show"), "is not there: --show"),
        (("kept.yaml", "--from", "evening.csv"), "name the rules with --from"),
        (("kept.yaml", "--out", "other.yaml"), "kept where it is"),
        (
            ("eleven-card", "--out", "kept.yaml", "--sides", "A,B/C,D"),
            "holds a match of East",
        ),
        (("whitnack", "--out", "kept.yaml"), "holds a match of Eleven-card"),
        (("eleven-card", "--out", "kept.yaml", "--dealer", "Mate"), "began to deal"),
        (("eleven-card", "--sides", "A,B/C"), "of one size"),
        (
            ("eleven-card", "--sides", SIDES, "--dealer", "Guest"),
            "nobody here is called",
        ),
        (("eleven-card", "--from", "none.csv"), "No such file"),
        (("evening.csv",), "error"),
    ],
)
def test_what_cannot_be_asked_for(
    folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    """Each mistake on the command line has its sentence, and nothing is touched."""
    (folder / "evening.csv").write_text(TABLE)
    run("eleven-card", "--from", "evening.csv", "--out", "kept.yaml")
    before = sorted(folder.iterdir()), (folder / "kept.yaml").read_text()
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert message in result.output
    assert before == (sorted(folder.iterdir()), (folder / "kept.yaml").read_text())
