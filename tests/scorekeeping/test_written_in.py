"""Lines of the score sheet that people fill in: ``scoring.written_in``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from handfoot import (
    Game,
    HandfootError,
    RuleSet,
    ScoreSheet,
    load_rules,
    loads_rules,
)
from handfoot.players.random import RandomPlayer
from handfoot.rules.loading import check_text
from handfoot.scorekeeping.blank import blank_csv, blank_html
from handfoot.scorekeeping.csv_rows import sheet_from_csv

RULES: Final = Path(__file__).parents[1] / "rulesets" / "dealer-bonus-sheet.yaml"
SIDES: Final = [["Ann", "Cas"], ["Ben", "Dot"]]
DEALER, CLAIM = "written_in.dealer_bonus", "written_in.failed_claim"


def changed(changes: dict[str, Any]) -> ScoreSheet:
    """Return an empty sheet of the ruleset with some values changed."""
    return ScoreSheet(load_rules(RULES).with_changes(changes), SIDES)


def lines(sheet: ScoreSheet, side: int = 0, number: int = 1) -> dict[str, Any]:
    """Return key, count and points of each line of a finished round."""
    found = sheet.sheets(number)[side]
    assert found.points == sum(line.points for line in found.lines)
    return {line.label: (line.key, line.count, line.points) for line in found.lines}


def test_lines_and_totals() -> None:
    """Open points count as they are written, the others as often as they are told."""
    sheet = changed({})
    sheet.enter("Ann", {"melded": 100, "dealer bonus": "50-20", CLAIM: 2})
    sheet.enter("Ben", {"melded": 100, "written_in": {"dealer_bonus": -15}})
    key = "scoring.written_in.{}.points"
    assert lines(sheet) == {
        "cards melded": ("scoring.values", 0, 100),
        "dealer bonus": (key.format("dealer_bonus"), 0, 30),
        "failed claim": (key.format("failed_claim"), 2, -200),
    }
    assert lines(sheet, 1)["dealer bonus"][2] == -15
    assert sheet.totals == (-70, 85)
    told = {
        line.label: sheet.arithmetic(sheet.sheets(1)[0], line)
        for line in sheet.sheets(1)[0].lines
    }
    assert (told["failed claim"], told["dealer bonus"]) == ("2 × -100", "")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((DEALER, wrong) for wrong in ("ten", "1.5", "--5", "+", "5 x 3", True, [1])),
        *((DEALER, wrong) for wrong in ("", "9" * 9, {"20": 3})),
        *((CLAIM, wrong) for wrong in ("-1", "two", 1.5, True)),
        ("written_in.tips", 5),
    ],
)
def test_what_is_refused(field: str, value: Any) -> None:
    """What is no number, or no line of the sheet, is told and leaves the sheet as is."""
    sheet = changed({})
    with pytest.raises(HandfootError) as refused:
        sheet.enter("Ann", {field: value})
    assert field.partition(".")[2].split("_")[0] in str(refused.value)
    assert sheet.rows == ()


def test_no_line_no_question() -> None:
    """Only rules with such lines ask for them, where and as they stand there."""
    names = [field.name for field in changed({}).fields(0)]
    assert names.index("red_laid") < names.index(DEALER) < names.index("held.Ann")
    plain = ScoreSheet("whitnack", SIDES)
    assert [field.name for field in plain.fields(0)] == [
        name for name in names if name not in (DEALER, CLAIM)
    ]
    (claim,) = (field for field in changed({}).fields(0) if field.name == CLAIM)
    assert (claim.each, claim.kind, claim.label) == (-100, "count", "failed claim")


def test_by_round() -> None:
    """Points of a line may vary by round, like the other bonuses."""
    name = "scoring.written_in.failed_claim.points"
    sheet = changed({name: {"by_round": [-50, "any"]}})
    for _ in range(2):
        sheet.enter("Ann", {"melded": 100, CLAIM: 1})
        sheet.enter("Ben", {"melded": 100})
    assert [lines(sheet, 0, n)["failed claim"][1:] for n in (1, 2)] == [
        (1, -50),
        (0, 1),
    ]


def test_where_only_held_cards_count() -> None:
    """Lines count as they are written where all else is turned round, or not paid."""
    sheet = changed({"scoring.counts": "held_only", "match.winner": "lowest"})
    sheet.enter("Ann", {"held": {"Ann": 50}, CLAIM: 1, DEALER: 10})
    sheet.enter("Ben", {})
    assert sheet.totals == (50 - 100 + 10, 0)


def test_files(tmp_path: Path) -> None:
    """Sheets with such lines are written, read, and filled in from a table."""
    sheet = changed({})
    sheet.enter("Ann", {"melded": 100, DEALER: 50, CLAIM: 2})
    sheet.enter("Ben", {"melded": 100, DEALER: -5})
    again = ScoreSheet.loads(sheet.dumps())
    assert (again.totals, again.rows) == (sheet.totals, sheet.rows)
    rules = load_rules(RULES)
    head = blank_csv(rules, SIDES).partition("\n")[0]
    assert f",{DEALER},{CLAIM}," in head
    table = f"round,side,melded,{DEALER},{CLAIM}\n1,Ann and Cas,100,50,2\n"
    table += "1,Ben and Dot,100,-5,\n"
    assert sheet_from_csv(table, rules, sides=[*map(tuple, SIDES)]).rows == again.rows
    page = blank_html(rules)
    assert "Dealer bonus<small>points</small>" in page
    assert "Failed claim<small>× \N{MINUS SIGN}100</small>" in page
    assert "failed claim" in sheet.html()


def test_no_program_earns_them() -> None:
    """A match by a program is the same match with and without the lines."""
    games = [Game(rules, seed=5) for rules in ("whitnack", load_rules(RULES))]
    player = RandomPlayer(1)
    while games[0].round == 1 and not games[0].is_over:
        seat = games[0].turn
        assert seat is not None
        action = player.choose(games[0].view(seat))
        for game in games:
            game.push(action)
        assert games[0].score_sheet() == games[1].score_sheet()
    assert games[0].scores == games[1].scores


def test_lines_of_a_base(tmp_path: Path) -> None:
    """A file adds lines to those of its base, changes them and takes them away."""
    base = load_rules(RULES)
    text = (
        "handfoot: 1\nname: Test\nextends: whitnack\n"
        "scoring: {written_in: {hat: {points: 5}}}\n"
    )
    own = loads_rules(text)
    assert own["scoring.written_in.hat.points"] == 5
    assert "hat" in str(own.diff(load_rules("whitnack"))) and own.diff(base)
    assert loads_rules(own.to_yaml()) == own
    assert loads_rules(base.to_yaml()) == base
    altered = base.with_changes({"scoring.written_in.failed_claim.points": "any"})
    assert altered.digest != base.digest
    (tmp_path / "base.yaml").write_text(base.to_yaml())
    (tmp_path / "fewer.yaml").write_text(
        "handfoot: 1\nname: Test\nextends: ./base.yaml\n"
        "remove: [scoring.written_in.failed_claim]\n"
    )
    left = {"scoring.written_in.dealer_bonus.points"}
    found = load_rules(tmp_path / "fewer.yaml").values
    assert {key for key in found if key.startswith("scoring.written_in")} == left


def digest_of(lines: str) -> str:
    """Return the digest of a ruleset with these lines of the sheet."""
    more = f"scoring: {{written_in: {lines}}}\n" if lines else ""
    return loads_rules(f"handfoot: 1\nname: Test\nextends: whitnack\n{more}").digest


def test_digest() -> None:
    """A line in which all is default tells rulesets apart; no line changes nothing."""
    assert digest_of("") == load_rules("whitnack").digest
    told = ("", "{a: {points: any}}", "{b: {points: any}}", "{a: {points: 1}}")
    assert len({digest_of(lines) for lines in told}) == len(told)


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("{hat: {points: 0}}", ["HF373"]),
        ("{hat: {points: 1}}", []),
        ("{hat: {points: any}}", []),
        ("{hat: 100}", ["HF202"]),
        ("{hat: {points: some}}", ["HF204"]),
        ("{hat: {points: 99999}}", ["HF205"]),
        ("{A hat: {points: 1}}", ["HF218"]),
        ("{hat: {worth: 1}}", ["HF201"]),
    ],
)
def test_problems(lines: str, codes: list[str]) -> None:
    """What is wrong with a line of the sheet is told."""
    _, report = check_text(
        f"handfoot: 1\nname: Test\nscoring: {{written_in: {lines}}}\n"
    )
    assert [problem.code for problem in report.problems] == codes


def test_card() -> None:
    """The rule card names each line and what it is worth."""
    rules: RuleSet = load_rules(RULES)
    text = rules.rule_card().markdown()
    assert "| Dealer bonus | As many as were earned |" in text
    assert "| Failed claim | \N{MINUS SIGN}100 points each time |" in text
    assert "Failed claim, written in: \N{MINUS SIGN}100 points each time." in text
