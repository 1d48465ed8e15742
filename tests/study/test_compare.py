from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from handfoot import load_rules
from handfoot.cli import cli
from handfoot.cli.values import changes_asked
from handfoot.study.comparison import compared, comparison_rows, studied, study_rows
from handfoot.study.many import play_pairs
from handfoot.study.matches import MatchResult
from handfoot.study.sample import Sample
from handfoot.study.table import Table
from tests.browser import BROWSER, CONTRAST, PHONE, measured

RULES = load_rules("eleven-card").with_changes({"match.rounds": 1})
QUICK = ("--players", "2", "--seats", "random", "--games", "12", "--jobs", "1")

FOUR = ("--players", "4", "--seats", "random", "--games", "2")


@pytest.fixture
def quick(tmp_path: Path) -> str:
    """Return a file with rules of short matches."""
    file = tmp_path / "quick.yaml"
    file.write_text(
        "handfoot: 1\nname: Quick\nextends: eleven-card\nmatch: {rounds: 1}\n"
    )
    return str(file)


def run(*words: str) -> tuple[int, str, str]:
    """Return the exit code and what is printed."""
    result = CliRunner().invoke(cli, words)
    return result.exit_code, result.stdout, result.stderr


class TestComparison:
    def test_the_same_rules(self) -> None:
        """Rules that are the same differ in nothing, and it is said."""
        table = Table(RULES, ("random",), 2)
        comparison = compared(table, table)
        for pair in play_pairs(table, table, 3):
            comparison.add(pair)
        assert {row.cells[2:] for row in comparison_rows(comparison)} == {("same", "")}
        [sentence] = comparison.sentences()
        assert re.fullmatch(
            r"There is no clear difference in any of \d+ figures\. 3 matches can hardly "
            r"show one\.",
            sentence,
        )

    def test_direction(self) -> None:
        """Sentences and signs say what is more with the second ruleset."""
        one = Table(RULES, ("random",), 2)
        longer = Table(RULES.with_changes({"match.rounds": 2}), ("random",), 2)
        for first, second, word, sign in (
            (one, longer, "more", "+"),
            (longer, one, "fewer", "-"),
        ):
            comparison = compared(first, second)
            for pair in play_pairs(first, second, 10):
                comparison.add(pair)
            sentences = list(comparison.sentences())
            assert sentences[0].startswith(f"A match has {word} rounds: ")
            assert (
                f"({sign}1.00; 95% interval {sign}1.00 to {sign}1.00)" in sentences[0]
            )
            rows = {row.label: row for row in comparison_rows(comparison)}
            assert rows["turns of a match"].clear

    def test_kinds_of_book_of_either(self) -> None:
        """Books that only one of the rulesets has are counted for both."""
        other = load_rules("whitnack").with_changes({"match.rounds": 1})
        comparison = compared(
            Table(RULES, ("random",), 4), Table(other, ("random",), 4)
        )
        kinds = {one.name for one in comparison.one.sample.measures if "." in one.name}
        assert kinds == {"books.clean", "books.dirty", "books.wild"}

    def test_one_match_is_unknown(self) -> None:
        """A study of one match gives averages and no intervals."""
        study = studied(table := Table(RULES, ("random",), 2))
        study.sample.add(table.match(0))
        cells = {row.label: row.cells for row in study_rows(study)}
        assert cells["rounds of a match"] == ("1.00", "unknown", "0.00")


class TestCompareCommand:
    def test_set(self, quick: str) -> None:
        """One ruleset with a change is compared with itself; clear ones are marked."""
        code, out, err = run("compare", quick, "--set", "match.rounds=2", *QUICK)
        assert code == 0, err
        assert "A: Quick\nB: Quick, match.rounds=2\n12 matches of each" in out
        assert "- A match has more rounds: 2.00 instead of 1.00" in out
        assert re.search(r"length of a match.*\* *\n", out)
        assert "25 seconds a turn and 5 minutes a round" in out
        assert err == ""

    def test_json(self, quick: str) -> None:
        """``--json`` has every figure; the processes do not matter, the seed does."""
        words = ("compare", quick, "whitnack", *FOUR, "--json")
        code, out, _ = run(*words)
        assert code == 0
        assert run(*words, "--jobs", "2")[1] == out
        assert run(*words, "--seed", "1")[1] != out
        data = json.loads(out)
        assert [one["ruleset"] for one in data["rulesets"]] == [
            "Quick",
            load_rules("whitnack").name,
        ]
        rounds = data["figures"]["rounds"]
        assert (rounds["a"]["value"], rounds["b"]["value"]) == (1, 4)
        assert rounds["difference"]["value"] == 3

    def test_interrupted(self, quick: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """An interrupt compares the pairs that are complete."""
        count = Sample.add

        def add(sample: Sample, result: MatchResult) -> None:
            if result.seed == "0:3":
                raise KeyboardInterrupt
            count(sample, result)

        monkeypatch.setattr(Sample, "add", add)
        code, out, err = run("compare", quick, quick, *QUICK)
        assert code == 130
        assert "3 matches of each" in out
        assert "Stopped after 3 of 12 pairs of matches." in err

    def test_goes_on(self, quick: str, tmp_path: Path) -> None:
        """With ``--out`` an interrupted comparison goes on where it was stopped."""
        words = ["compare", quick, "--set", "match.rounds=2", *QUICK]
        files = [tmp_path / "rows-a.csv", tmp_path / "rows-b.csv"]
        out = ("--out", str(tmp_path / "rows.csv"))
        # A shell that runs the tests in the background lets them ignore interrupts,
        # and what they start as well.
        usual = signal.signal(signal.SIGINT, signal.default_int_handler)
        command = subprocess.Popen(
            [sys.executable, "-m", "handfoot", *words, "--games", "99999", *out],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        signal.signal(signal.SIGINT, usual)
        with command:
            while not all(
                f.exists() and f.read_bytes().count(b"\n") > 12 for f in files
            ):
                assert command.poll() is None
                time.sleep(0.02)
            command.send_signal(signal.SIGINT)
            told, complaint = command.communicate(timeout=60)
        assert command.returncode == 130
        found = re.search(r"Stopped after (\d+) of 99999 pairs", complaint)
        assert found is not None
        done = int(found[1])
        assert f"{done:,} matches of each" in told
        kept = [file.read_bytes() for file in files]
        games = ("--games", str(done + 3), "--json")
        straight = run(*words, *games)
        assert run(*words, *games, *out) == straight
        for file, before in zip(files, kept, strict=True):
            assert file.read_bytes().startswith(before)
        code, _, err = run(*words, "--seed", "7", *out)
        assert code == 2
        assert "another study: the seed differs" in err

    @pytest.mark.parametrize(
        ("words", "said", "code"),
        [
            ((), "name two rulesets, or one and what to change", 2),
            (("--set", "deal.foot"), "--set takes KEY=VALUE", 2),
            (("--set", "deal.foot=[1"), "--set deal.foot=[1: ", 2),
            (("--set", "deal.foot=1\ndeal.hand: 3"), "more than one value", 2),
            (("--set", "deal.fot=9"), 'did you mean "foot"?', 1),
            (("--set", "deck.packs=1"), "HF302", 1),
            (("pagat-singles", "--players", "9"), "players, not 9", 2),
            (("whitnack", "--games", "1"), "not in the range x>=2", 2),
            (("whitnack", "--html", "nowhere/page.html"), "no folder nowhere", 2),
            (("nothing-like-it",), "there is no ruleset called", 2),
        ],
    )
    def test_errors(
        self, quick: str, words: tuple[str, ...], said: str, code: int
    ) -> None:
        """What cannot be compared is said on the error stream, before any match."""
        games = () if "--games" in words else ("--games", "2")
        found, out, err = run("compare", quick, *words, "--seats", "random", *games)
        assert (found, out) == (code, "")
        assert said in err

    def test_no_common_table(self, tmp_path: Path) -> None:
        """Rulesets for different numbers of players cannot be compared."""
        for count in (2, 4):
            (tmp_path / f"{count}.yaml").write_text(
                f"handfoot: 1\nname: For {count}\nextends: eleven-card\n"
                f"players: {{counts: [{count}]}}\n"
            )
        code, _, err = run("compare", *(str(tmp_path / f"{n}.yaml") for n in (2, 4)))
        assert code == 2
        assert "no number of players fits both For 2 and For 4" in err


def test_values_of_set() -> None:
    """Values are read as in a file; one of several counts leaves the others."""
    rules = load_rules("whitnack")
    assert changes_asked(rules, ["going_out.books.clean=3", "pile.take = 5"]) == {
        "going_out.books": {"clean": 3, "dirty": 2, "wild": 1},
        "pile.take": 5,
    }
    found = changes_asked(rules, ["going_out.books.clean=3", "going_out.books.wild=2"])
    assert found == {"going_out.books": {"clean": 3, "dirty": 2, "wild": 2}}
    assert changes_asked(rules, ["opening.minimum={by_round: [50, 90]}"]) == {
        "opening.minimum": {"by_round": [50, 90]}
    }


class TestStudyCommand:
    def test_text(self, quick: str) -> None:
        """It gives each figure with its interval and the spread of matches."""
        code, out, err = run("study", quick, *QUICK)
        assert (code, err) == (0, "")
        assert "Quick: 12 matches, 2 players" in out
        assert re.search(r"rounds of a match +1\.00 +1\.00 to 1\.00 +0\.00", out)
        assert "turn limit" not in out

    def test_json(self, quick: str) -> None:
        """``--json`` gives the same figures for programs."""
        code, out, _ = run("study", quick, *QUICK, "--json")
        assert code == 0
        found = json.loads(out)["figures"]["ended_turns"]
        assert found["label"] == "rounds ended by the turn limit"
        assert (found["value"], found["low"], found["high"]) == (
            0,
            0,
            0.25,
        )

    def test_out(self, quick: str, tmp_path: Path) -> None:
        """``--out`` keeps the matches, and a longer study goes on from them."""
        words = ("study", quick, *QUICK[:4], "--json")
        out = ("--out", str(tmp_path / "rows.csv"))
        assert run(*words, "--games", "2", *out)[0] == 0
        code, said, _ = run(*words, "--games", "3", *out)
        assert code == 0
        assert said == run(*words, "--games", "3")[1]


class _Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("src", "href", "xlink:href", "data"):
                self.links.append(value or "")
            elif name == "aria-label" and tag == "svg":
                self.labels.append(value or "")


@pytest.mark.parametrize("command", ["study", "compare"])
def test_page(command: str, quick: str, tmp_path: Path) -> None:
    """A page is complete in itself, says its plots in words, and how it was made."""
    pytest.importorskip("matplotlib")
    file = tmp_path / "page.html"
    more = ("--set", "deal.foot=9") if command == "compare" else ()
    words = (command, quick, *more, *QUICK[:-2])
    code, _, err = run(*words, "--html", str(file))
    assert (code, err) == (0, f"wrote {file}\n")
    text = file.read_text("utf-8")
    page = _Page(text)
    assert "script" not in page.tags
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    named = set(re.findall(r"url\(#([^)]*)\)", text))
    assert named <= set(page.ids)
    assert not re.search(r"url\((?!#)|@import", text)
    assert len(page.labels) == page.tags.count("svg") == 5
    assert all(re.search(r"\d", label) for label in page.labels)
    found = re.search("Made by <code>(.*)</code>", text)
    assert found is not None
    again = tmp_path / "again.html"
    asked = shlex.split(found[1])
    assert asked[0] == "handfoot"
    assert run(*asked[1:], "--html", str(again))[0] == 0
    assert again.read_text("utf-8") == text


@pytest.mark.parametrize("command", ["study", "compare"])
def test_page_for_who_reads_no_more(
    command: str, quick: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is there when nobody reads the figures (``| head``), and vice versa."""
    pytest.importorskip("matplotlib")
    more = ("--set", "deal.foot=9") if command == "compare" else ()
    words = (command, quick, *more, *QUICK)
    code, out, err = run(*words, "--html", str(tmp_path / ("x" * 300)))
    assert (code, "name too long" in err) == (2, True)
    assert "length of a match" in out

    def leave(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(f"handfoot.cli.{command}._print", leave)
    file = tmp_path / "page.html"
    run(*words, "--html", str(file))
    assert file.read_text("utf-8").endswith("</html>\n")


def test_without_matplotlib(
    quick: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no plots can be drawn it is said before any match, with what to install."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    words = ("study", quick, *QUICK, "--html", str(tmp_path / "page.html"))
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "pip install 'handfoot[study]'" in err


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
def test_page_in_a_browser(quick: str, tmp_path: Path) -> None:
    """A phone need not be scrolled sideways, and all can be read by day and by night."""
    pytest.importorskip("matplotlib")
    file = tmp_path / "page.html"
    words = ("compare", quick, "--set", "deal.foot=9", *QUICK, "--html", str(file))
    assert run(*words)[0] == 0
    for dark in (False, True):
        found = measured(file.read_text("utf-8"), tmp_path, width=PHONE, dark=dark)
        assert found["scroll"] <= found["client"], found["wide"]
        assert found["least"] >= CONTRAST, found["where"]
        assert found["night"] == dark
