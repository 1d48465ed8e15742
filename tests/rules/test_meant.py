"""What families type by mistake: one message for it, and the mend that they meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from handfoot.cli import cli
from handfoot.rules.authoring.mending import mend
from handfoot.rules.loading import check_text
from handfoot.rules.reports.problems import Problem, Report
from handfoot.rules.source.foreign import begins_as

HEAD = "handfoot: 1\nname: Lake\nextends: whitnack\n"
#: A line, the code of its one problem, and the line as it is mended.
MENDED = [
    # Thousands: a mend that made 20 of 20.000 would be worse than none.
    ("match: {target: 20.000}", "HF202", "match: {target: 20000}"),
    ("match: {target: 1.500}", "HF202", "match: {target: 1500}"),
    ("match: {target: 20'000}", "HF202", "match: {target: 20000}"),
    ("match: {target: 20 000}", "HF202", "match: {target: 20000}"),
    ("match: {target: 20,000, rounds: none}", "HF116", None),
    ("match: {target: 5.0}", "HF202", "match: {target: 5}"),
    ("match:\n  target: 20,000", "HF202", "match:\n  target: 20000"),
    ("opening:\n  minimum: 1,500", "HF202", "opening:\n  minimum: 1500"),
    # Numbers with words, and several of them.
    ("threes: {red_laid: 100 each}", "HF202", "threes: {red_laid: 100}"),
    ('threes: {red_laid: "+100"}', "HF202", "threes: {red_laid: 100}"),
    (
        "opening: 50/90/120/150",
        "HF202",
        "opening: {minimum: {by_round: [50, 90, 120, 150]}}",
    ),
    ("players: {counts: 4}", "HF207", "players: {counts: [4]}"),
    ('players: {counts: "4"}', "HF207", "players: {counts: [4]}"),
    # Lists and counts as people say them.
    ("wilds: {cards: 2s and jokers}", "HF207", "wilds: {cards: [two, joker]}"),
    (
        "going_out: {books: [2 clean, 3 dirty]}",
        "HF202",
        "going_out: {books: {clean: 2, dirty: 3}}",
    ),
    (
        "going_out:\n  books: 2 clean and three dirty books",
        "HF202",
        "going_out:\n  books: {clean: 2, dirty: 3}",
    ),
    ("going_out: {books: none}", "HF202", "going_out: {books: {any: 0}}"),
    # Values that vary, without the word that says by what.
    (
        "opening: {minimum: {0: 50, 1500: 90, 3000: 120}}",
        "HF214",
        "opening: {minimum: {by_score: {0: 50, 1500: 90, 3000: 120}}}",
    ),
    (
        "opening: {minimum: {1: 50, 2: 90, 3: 120}}",
        "HF214",
        "opening: {minimum: {by_round: [50, 90, 120]}}",
    ),
    (
        "opening: {minimum: {4: 90, else: 50}}",
        "HF214",
        "opening: {minimum: {by_players: {4: 90, else: 50}}}",
    ),
    # Settings in the wrong place, or without their colon.
    ("pile.take: 5", "HF201", "pile: {take: 5}"),
    ("decks: 6", "HF201", "deck: {packs: 6}"),
    ("pile:\n  take 5", "HF202", "pile:\n  {take: 5}"),
    (
        "books: {kinds: {clean: {points: 600}}}",
        "HF201",
        "books: {kinds: {clean: {bonus: 600}}}",
    ),
    ("pile: {top: 5}", "HF201", "pile: {take: 5}"),
    # By the sign, what is caught or what is laid.
    ("red_threes: -500", "HF201", "threes: {red_caught: -500}"),
    ("red_threes: 300", "HF201", "threes: {red_laid: 300}"),
    # What grows with the players.
    (
        "deck: {packs: players + 1}",
        "HF202",
        "deck: {packs: {per_player: 1, plus: 1}}",
    ),
    ("deck: {packs: one per player}", "HF202", "deck: {packs: {per_player: 1}}"),
    # Other words.
    ("pile: {needs: pair}", "HF204", "pile: {needs: natural_pair}"),
    ("wilds: {cards: [deuce, joker]}", "HF204", "wilds: {cards: [two, joker]}"),
    ("discard: {barred: [knave]}", "HF204", "discard: {barred: [jack]}"),
    ("match: {winner: highest score}", "HF204", "match: {winner: highest}"),
    ("match: {winner: \u201chighest\u201d}", "HF125", 'match: {winner: "highest"}'),
    ("match: {rounds: \u201c4\u201d}", "HF125", "match: {rounds: 4}"),
]
#: A line, and words of its one message: what was meant is told, not done.
TOLD = [
    ("pile:\n  - take: 5", "without the dashes"),
    ("description: #1 rules", '"#1 rules"'),
    ("threes: {black: 5}", "threes.black_caught"),
    ("threes: {red: -500}", "threes.red_caught"),
    ("players: {max: 6}", "counts, side_size"),
    ("values: {joker: 50}", "scoring: {values: ...}"),
    ("players.counts: 4", "players: {counts: ...}"),
    ("opening: {minimum: {2: 50, 4: 90}}", "by_players"),
    ("match: {rounds: vier}", "this is text"),
    ("opening: {minimum: {by_score: {0: 50, 3000}}}", "read as the name of a setting"),
    ("match:\n  rounds: 4\n    5", "goes on in the next line"),
]


def errors(line: str) -> tuple[Problem, ...]:
    """Return what is wrong with a file that has one more line."""
    return check_text(f"{HEAD}{line}\n", name="lake.yaml")[1].errors


@pytest.mark.parametrize(("line", "code", "mended"), MENDED)
def test_meant(line: str, code: str, mended: str | None) -> None:
    """One mistake is one error, and what is offered as its mend mends it."""
    (problem,) = errors(line)
    assert problem.code == code

    def check(text: str) -> Report:
        return check_text(text, name="lake.yaml")[1]

    result = mend(f"{HEAD}{line}\n", "lake.yaml", check).text
    assert check(result).ok
    if mended is not None:
        assert result == f"{HEAD}{mended}\n"


@pytest.mark.parametrize(("line", "words"), TOLD)
def test_told(line: str, words: str) -> None:
    """One mistake is one error, which says what to do."""
    (problem,) = errors(line)
    report = check_text(f"{HEAD}{line}\n", name="lake.yaml")[1]
    assert words in report.text()
    assert problem.fix is None


def test_a_mend_that_lets_more_be_checked() -> None:
    """A mend is kept though rules that do not fit together come to light by it."""
    text = f"{HEAD}deal: {{hand: eleven}}\ndeck: {{packs: 1}}\n"

    def check(text: str) -> Report:
        return check_text(text, name="lake.yaml")[1]

    mended = mend(text, "lake.yaml", check).text
    assert mended == text.replace("eleven", "11")
    assert {problem.code[:3] for problem in check(mended).errors} == {"HF3"}


def test_two_settings_of_a_group_that_is_not_there() -> None:
    """The group is made once: two lines with its name would be another mistake."""
    first, second = errors("red_threes: 100\nblack_threes: -5")
    assert first.fix is not None
    assert first.fix.replacement == "threes: {red_laid: 100}"
    assert second.fix is None


def test_curly_quotes_around_a_base() -> None:
    """They are said once, as an error, and not as an unknown ruleset besides."""
    text = "handfoot: 1\nname: Lake\nextends: \u201cwhitnack\u201d\n"
    (problem,) = check_text(text)[1].problems
    assert (problem.code, problem.severity) == ("HF125", "error")


@pytest.mark.parametrize("text", ["a, " * 80_000, "1," * 100_000, "take " * 50_000])
@pytest.mark.parametrize("key", ["wilds: {cards: %s}", "going_out:\n  books: %s"])
def test_long_texts_are_not_guessed_at(key: str, text: str) -> None:
    """What is far too long to be a slip is refused without a search for its sense."""
    line = key % f'"{text[:200_000]}"'
    assert all(problem.fix is None for problem in errors(line))


FOREIGN = {
    "handfoot_record: 1\nrules: {}\nseats: [A, B]\nactions: draw\n": "handfoot replay",
    '{\n "handfoot_record": 1,\n "seats": []\n}\n': "handfoot replay",
    "# kept\n\nhandfoot_score: 1\nrules: whitnack\nsides: []\n": "handfoot score",
    "handfoot_scenarios: 1\nscenarios: []\ndealer: 0\n": "handfoot try",
}


@pytest.mark.parametrize("text", FOREIGN)
def test_a_file_of_another_sort(text: str) -> None:
    """A record is told to be one, and not to lack all that rules have."""
    (problem,) = check_text(text, name="a.yaml")[1].problems
    assert (problem.code, problem.fix) == ("HF009", None)
    assert problem.notes == (("fix", f"use {FOREIGN[text]} a.yaml"),)
    assert begins_as(text.encode()) == problem.key
    assert begins_as(b"\xef\xbb\xbf" + text.encode()) == problem.key


@pytest.mark.parametrize(
    "text",
    [HEAD, "", "handfoot_rules: 1\n", "name: x\nhandfoot_record: 1\n", "\0" * 4000],
)
def test_what_may_be_rules(text: str) -> None:
    """What does not begin as another sort of file counts as rules, right or wrong."""
    assert begins_as(text.encode()) is None


def test_a_folder_of_all_sorts(tmp_path: Path) -> None:
    """In a folder only rules are checked; a file that is named is told what it is."""
    (tmp_path / "house.yaml").write_text(HEAD)
    for place, text in enumerate(FOREIGN):
        (tmp_path / f"other-{place}.yaml").write_text(text)
    result = CliRunner().invoke(cli, ["check", str(tmp_path)])
    assert result.exit_code == 0
    assert result.output.startswith(f"no problems in {tmp_path / 'house.yaml'}\n")
    named = CliRunner().invoke(cli, ["check", str(tmp_path / "other-0.yaml")])
    assert named.exit_code == 1
    assert "HF009" in named.output
