"""Problems and reports: order, text for people, forms for programs."""

from __future__ import annotations

import copy
import json
import pickle
import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handfoot.errors import (
    HandfootError,
    IllegalAction,
    NotationError,
    RecordError,
    RulesetError,
)
from handfoot.rules.reports.codes import CODES, CodeInfo, register
from handfoot.rules.reports.display import MAX_QUOTE, display_width, quote, visible
from handfoot.rules.reports.problems import Fix, Problem, Related, Report, Span

HOUSE = "name: Sunday\ndecks: 5\nopening: [50]\ndecks: 6\n"


def at(line: int, column: int, width: int, file: str = "house.yaml") -> Span:
    """Give a place within one line."""
    return Span(file, line, column, line, column + width)


def report(*problems: Problem, text: str = HOUSE) -> Report:
    """Make a report of problems of one file."""
    return Report(problems, ("house.yaml",), {"house.yaml": text})


TWICE = Problem(
    "HF106",
    "error",
    '"decks" is set twice',
    key="decks",
    span=at(2, 1, 5),
    label="first here",
    related=(Related(at(4, 1, 5), "and again here"),),
    notes=(("fix", "keep one of the two"),),
)
MISSPELT = Problem(
    "HF201",
    "error",
    'there is no setting called "decks"',
    key="decks",
    span=at(2, 1, 5),
    label='did you mean "deck"?',
    notes=(("fix", "rename it to deck"), ("all settings", "handfoot explain deck")),
    suggestions=("deck",),
    fix=Fix(at(2, 1, 5), "deck"),
)
ODD = Problem("HF305", "warning", "this is odd", span=at(3, 11, 2))


def test_one_frame_has_the_line_above_and_the_offer_after_the_fix() -> None:
    """One place is drawn with one line above it; a mend is offered below its fix."""
    assert report(MISSPELT).text() == (
        'error[HF201]: there is no setting called "decks"\n'
        " --> house.yaml:2:1\n"
        "  |\n"
        "1 | name: Sunday\n"
        "2 | decks: 5\n"
        '  | ^^^^^ did you mean "deck"?\n'
        "  |\n"
        "  = fix: rename it to deck\n"
        "  = do it for me: handfoot fix house.yaml\n"
        "  = all settings: handfoot explain deck\n"
        "\n"
        "1 error in house.yaml (1 can be fixed for you: handfoot fix house.yaml)\n"
        "These rules cannot be played yet."
    )


def test_two_frames_show_both_places() -> None:
    """The second place is drawn below the first, without the lines above."""
    assert report(TWICE, ODD).text() == (
        'error[HF106]: "decks" is set twice\n'
        " --> house.yaml:2:1\n"
        "  |\n"
        "2 | decks: 5\n"
        "  | ^^^^^ first here\n"
        "  ...\n"
        " --> house.yaml:4:1\n"
        "  |\n"
        "4 | decks: 6\n"
        "  | ^^^^^ and again here\n"
        "  |\n"
        "  = fix: keep one of the two\n"
        "\n"
        "warning[HF305]: this is odd\n"
        " --> house.yaml:3:11\n"
        "  |\n"
        "2 | decks: 5\n"
        "3 | opening: [50]\n"
        "  |           ^^\n"
        "\n"
        "1 error, 1 warning in house.yaml\n"
        "These rules cannot be played yet."
    )


def test_second_frame_of_another_file_and_wide_line_numbers() -> None:
    """Frames of two files share one gutter, wide enough for both line numbers."""
    text = "\n" * 99 + "wild: true\n"
    problem = Problem(
        "HF301",
        "error",
        "nobody could go out",
        span=at(2, 8, 1),
        label="here",
        related=(Related(at(100, 7, 4, "base.yaml"), "there"),),
    )
    both = Report(
        (problem,),
        ("house.yaml", "base.yaml"),
        {"house.yaml": HOUSE, "base.yaml": text},
    )
    assert both.text().split("\n")[1:9] == [
        "   --> house.yaml:2:8",
        "    |",
        "  2 | decks: 5",
        "    |        ^ here",
        "   --> base.yaml:100:7",
        "    |",
        "100 | wild: true",
        "    |       ^^^^ there",
    ]


def test_tabs_wide_letters_and_escapes_keep_the_mark_below_the_word() -> None:
    """The mark stands below the word whatever is drawn before it, and nothing acts."""
    for before, drawn in [
        ("\t", "-->|"),
        ("日本 ", "日本 "),
        ("\U0001f0cf ", "\U0001f0cf "),
        ("e\u0301 ", "e\u0301 "),
        ("\x1b", "U+001B"),
        ("\u202e", "U+202E"),
    ]:
        problem = Problem("HF1", "error", "x", span=at(1, len(before) + 1, 3))
        lines = report(problem, text=before + "abc").text().split("\n")
        assert lines[3] == f"1 | {drawn}abc"
        assert lines[4] == f"  | {' ' * display_width(drawn)}^^^"


@given(
    before=st.text(max_size=300),
    word=st.text(min_size=1, max_size=300),
    after=st.text(max_size=300),
)
def test_frames_fit_eighty_columns(before: str, word: str, after: str) -> None:
    """Each drawn line fits 80 columns, and the mark lies below what is drawn."""
    line = re.sub(r"[\n\r]", "", before + word + after)
    start = min(len(before), len(line))
    problem = Problem("HF1", "error", "x", span=at(1, start + 1, len(word)))
    drawn, mark = report(problem, text=line).text().split("\n")[3:5]
    assert display_width(drawn) <= 80
    assert display_width(mark) <= 80
    assert visible(drawn) == drawn


def test_colour_only_when_asked_for() -> None:
    """Colour codes are added on request and change nothing else."""
    plain, colour = report(TWICE).text(), report(TWICE).text(color=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31merror[HF106]" in colour
    assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain


def test_at_most_so_many_problems_are_shown() -> None:
    """Past the limit problems are counted, and the closing line counts all."""
    many = [Problem("HF1", "error", f"no {n}", span=at(1, n, 1)) for n in range(1, 31)]
    text = report(*many).text()
    assert "no 20" in text and "no 21" not in text
    assert "... and 10 more problems not shown\n\n30 errors in house.yaml\n" in text
    assert "no 4" not in report(*many).text(max_problems=3)


def test_no_problem_and_only_warnings() -> None:
    """Without an error the rules can be played, and the text says so."""
    assert report().ok and report(ODD).ok and not report(ODD, TWICE).ok
    assert report().text() == "no problems in house.yaml\nThese rules can be played."
    assert report(ODD).text().endswith("house.yaml\nThese rules can be played.")
    assert report(ODD, TWICE).errors == (TWICE,)
    assert report(ODD, TWICE).warnings == (ODD,)


def test_problem_without_place_names_its_file_and_text_without_file_no_mend() -> None:
    """A problem of a whole file names it; text from a pipe gets no mend command."""
    problem = Problem("HF001", "error", "there is no file", file="gone.yaml")
    assert (
        report(problem)
        .text()
        .startswith(
            "error[HF001]: there is no file\n --> gone.yaml\n\n1 error in gone.yaml\n"
        )
    )
    piped = Problem("HF1", "error", "x", fix=Fix(at(1, 1, 1, "<text>"), "y"))
    assert "handfoot fix" not in report(piped).text()


def test_sorted_by_file_and_place_and_merged_once() -> None:
    """Problems stand in file order, then by place; merging says the same thing once."""
    first, last = (
        Problem("HF1", "error", "a", span=at(9, 1, 1, "z.yaml")),
        Problem("HF1", "error", "b", span=at(1, 1, 1, "a.yaml")),
    )
    ordered = Report((last, first), ("z.yaml", "a.yaml"), {"z.yaml": "", "a.yaml": ""})
    assert ordered.problems == (first, last)
    assert report(ODD, TWICE).problems == (TWICE, ODD)
    merged = Report.merge(report(ODD), ordered, report(ODD, TWICE))
    assert merged.files == ("house.yaml", "z.yaml", "a.yaml")
    assert merged.problems == (TWICE, ODD, first, last)
    assert set(merged.sources) == {"house.yaml", "z.yaml", "a.yaml"}


def test_json() -> None:
    """JSON has one object for each problem, with stable names, and a summary."""
    data = report(MISSPELT, ODD).to_json()
    assert data["version"] == 1 and data["files"] == ["house.yaml"]
    assert data["summary"] == {"errors": 1, "warnings": 1, "fixable": 1}
    first = data["problems"][0]
    assert first["fix"] == {
        "file": "house.yaml",
        "start": [2, 1],
        "end": [2, 6],
        "replacement": "deck",
    }
    place = [first[name] for name in ("line", "column", "end_line", "end_column")]
    assert place == [2, 1, 2, 6]
    assert json.loads(json.dumps(data)) == data
    assert report(TWICE).to_json()["problems"][0]["related"][0]["line"] == 4


def test_github_cannot_be_forged() -> None:
    """A line break, a percent sign or a comma of a user never makes a new command."""
    nasty = "a%b\r\n::error file=x,line=1::z"
    problem = Problem("HF1", "warning", nasty, span=at(1, 2, 3, "a,b:c%.yaml"))
    assert report(problem).github() == (
        "::warning title=HF1,file=a%2Cb%3Ac%25.yaml,line=1,col=2,endLine=1,endColumn=5"
        "::a%25b%0D%0A::error file=x,line=1::z"
    )
    assert (
        report(MISSPELT)
        .github()
        .startswith(
            "::error title=HF201,file=house.yaml,line=2,col=1,endLine=2,endColumn=6::"
            'there is no setting called "decks"%0Adid you mean "deck"?%0A'
        )
    )


def test_sarif() -> None:
    """SARIF has a rule for each code, code points, second places and mends."""
    log = report(MISSPELT, TWICE, ODD).sarif()
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["HF106", "HF201", "HF305"]
    assert all(rule["helpUri"] for rule in rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning")
        assert result["message"]["text"]
    region = {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 6}
    by_code = {result["ruleId"]: result for result in run["results"]}
    (change,) = by_code["HF201"]["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {"deletedRegion": region, "insertedContent": {"text": "deck"}}
    ]
    (second,) = by_code["HF106"]["relatedLocations"]
    assert second["physicalLocation"]["region"]["startLine"] == 4
    assert second["message"]["text"] == "and again here"
    odd_name = Problem("HF1", "error", "x", span=at(1, 1, 1, "my rules%:é.yaml"))
    location = report(odd_name).sarif()["runs"][0]["results"][0]["locations"][0]
    uri = location["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "my%20rules%25%3A%C3%A9.yaml"


@given(
    message=st.text(st.characters()),
    file=st.text(st.characters(), min_size=1),
    line=st.text(),
)
def test_any_text_renders_in_every_form(message: str, file: str, line: str) -> None:
    """Whatever users write or call their files, each form can be written as UTF-8."""
    span = Span(file, 1, 1, 1, 2)
    problem = Problem(
        "HF1", "error", message, span=span, label=message, fix=Fix(span, message)
    )
    both = Report((problem,), (), {file: line})
    assert len(both.github().splitlines()) == 1
    for text in (
        both.text(),
        both.github(),
        json.dumps(both.to_json(), ensure_ascii=False),
        json.dumps(both.sarif(), ensure_ascii=False),
    ):
        text.encode("utf-8")
        assert "\x1b" not in text


@given(st.text(st.characters()))
def test_quotes_are_short_and_visible(text: str) -> None:
    """A quote repeats at most 60 characters, and none of them acts."""
    quoted = quote(text)
    assert quoted[0] == quoted[-1] == '"'
    assert visible(quoted) == quoted
    assert len(quoted) <= 2 + MAX_QUOTE * len("U+10FFFF")
    assert len(quote("x" * 500)) == MAX_QUOTE + 2


def test_errors_pickle_copy_and_print() -> None:
    """Every error survives pickling and copying, and its text says what is wrong."""
    refusals = (SimpleNamespace(message="No."), SimpleNamespace(message="Never."))
    errors: list[tuple[HandfootError, str]] = [
        (RulesetError(report(TWICE)), report(TWICE).text()),
        (IllegalAction(refusals), "No. Never."),  # type: ignore[arg-type]
        (NotationError("no such card", "4X", 1), "no such card"),
        (RecordError("cut short"), "cut short"),
    ]
    for error, text in errors:
        assert isinstance(error, HandfootError)
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(again) is type(error)
            assert str(again) == str(error) == text
            assert vars(again) == vars(error)
        assert str(copy.deepcopy(error)) == text
    position = pickle.loads(pickle.dumps(errors[2][0])).position
    assert position == 1


def test_a_code_has_one_meaning() -> None:
    """Registering is repeatable, but a code never gets a second meaning."""
    info = CODES["HF106"]
    register(info)
    with pytest.raises(ValueError, match="HF106"):
        register(CodeInfo("HF106", "another", "", "", ""))
    assert CODES["HF106"] == info
