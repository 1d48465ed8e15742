"""Older files: read as what they meant, rewritten with remarks and order kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from handfoot.cli import cli
from handfoot.rules.language.head import LANGUAGE_VERSION
from handfoot.rules.layers import data_of
from handfoot.rules.loading import check_rules, check_text, loads_rules
from handfoot.rules.reading.migrating import migrated
from handfoot.rules.reading.migration import STEPS, current_tree
from handfoot.rules.source import MapNode, parse, source_from_text

BLOCK = """\
# our rules
handfoot: 0   # the draft
name: Old
deal:
  cards:   # both
    hand: 11  # the hand
    # and
    foot: 12

  upcard: true
opening:
  minimums:
  - 50
  - 90   # second
  reach: more_than
going_out:
  # what we need
  quota: {clean: 1}
  bonus: 200
"""
BLOCK_NOW = """\
# our rules
handfoot: 1   # the draft
name: Old
deal:
  # both
  hand: 11  # the hand
  # and
  foot: 12

  upcard: true
opening:
  minimum:
    by_round:
    - 50
    - 90   # second
  reach: more_than
going_out:
  # what we need
  books: {clean: 1}
  bonus: 200
"""


def tree(text: str) -> MapNode:
    """Return the tree of a text."""
    root, problems = parse(source_from_text(text, "<text>"))
    assert isinstance(root, MapNode)
    assert problems == ()
    return root


def now(text: str) -> str:
    """Return a text in the version of today."""
    return migrated(source_from_text(text, "<text>"))


class TestRewriting:
    def test_remarks_and_order_stay(self) -> None:
        """Only what has another name is touched; every remark stays by its line."""
        assert now(BLOCK) == BLOCK_NOW

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (
                "deal: {cards: {hand: 11, foot: 12,}, upcard: true}  # all\n",
                "deal: {hand: 11, foot: 12, upcard: true}  # all\n",
            ),
            (
                "deal:\n  cards: {hand: 11, foot: 12}  # all\n  upcard: true\n",
                "deal:\n  hand: 11\n  foot: 12  # all\n  upcard: true\n",
            ),
            (
                "deal:\n  cards: {  # both\n    hand: 11,  # first, of two\n"
                "    foot: 12\n  }\n",
                "deal:\n  # both\n  hand: 11  # first, of two\n  foot: 12\n",
            ),
            (
                "deal: {cards: {hand: 11,\n  foot: 12 # last\n  }, upcard: true}\n",
                "deal: {hand: 11,\n  foot: 12 # last\n       , upcard: true}\n",
            ),
            (
                "opening: {minimums: [50, 90]}\n",
                "opening: {minimum: {by_round: [50, 90]}}\n",
            ),
            (
                "opening:\n    minimums:\n        - 50\n        - 90\n",
                "opening:\n    minimum:\n      by_round:\n        - 50\n        - 90\n",
            ),
            ("going_out: {quota: {clean: 2}}\n", "going_out: {books: {clean: 2}}\n"),
            ("deal:\r\n  cards:\r\n    hand: 9\r\n", "deal:\r\n  hand: 9\r\n"),
            ("wilds: {most: 3}\n", "wilds: {most: 3}\n"),
        ],
    )
    def test_each_way_of_writing(self, old: str, new: str) -> None:
        """Braces and indentation are both rewritten, each in its own way."""
        ends = "\r\n" if "\r" in old else "\n"
        head = f"handfoot: 0{ends}name: T{ends}"
        assert now(head + old) == head.replace("0", "1") + new
        assert check_text(now(head + old))[1].ok

    def test_old_and_new_name_together(self) -> None:
        """A file that says both is not guessed at: the old name is reported."""
        text = (
            "handfoot: 0\nname: T\ngoing_out: {quota: {clean: 1}, books: {dirty: 1}}\n"
        )
        assert now(text) == text.replace("0", "1", 1)
        codes = [one.code for one in check_text(text)[1].problems]
        assert sorted(codes) == ["HF201", "HF219"]

    @given(data=st.data())
    def test_text_and_tree_agree(self, data: st.DataObject) -> None:
        """Reading an older file in place gives what its rewritten text says."""
        document = data.draw(_old_documents())
        text = _written(
            document, data.draw(st.sampled_from(["block", "flow", "inner"]))
        )
        root = tree(text)
        current_tree(root, 0)
        assert data_of(tree(now(text))) == data_of(root)


def _old_documents() -> st.SearchStrategy[dict[str, Any]]:
    few = st.integers(3, 20)
    deal = st.fixed_dictionaries(
        {}, optional={"cards": _maps(["hand", "foot", "knee"], few), "exact_cut": few}
    )
    opening = st.fixed_dictionaries(
        {},
        optional={
            "first_bonus": few,
            "minimums": st.lists(few, min_size=1, max_size=4),
        },
    )
    out = st.fixed_dictionaries(
        {}, optional={"quota": _maps(["clean", "dirty"], few), "bonus": few}
    )
    chapters = {"deal": deal, "opening": opening, "going_out": out}
    head = {"handfoot": st.just(0), "name": st.just("T")}
    return st.fixed_dictionaries(head, optional=chapters)


def _maps(names: list[str], values: st.SearchStrategy[int]) -> Any:
    return st.dictionaries(st.sampled_from(names), values, min_size=1)


def _written(value: dict[str, Any], style: str) -> str:
    """Write a document in indentation, in braces, or in braces inside of it."""
    lines = []
    for name, inner in value.items():
        if not isinstance(inner, dict) or style == "flow" or not inner:
            lines.append(f"{name}: {_flow(inner)}")
            continue
        lines.append(f"{name}:  # remark of {name}")
        for key, one in inner.items():
            if isinstance(one, dict) and style == "block":
                lines.append(f"  {key}: # {key}")
                lines += [f"     {a}: {b}  # {a}" for a, b in one.items()]
            elif isinstance(one, list) and style == "block":
                lines.append(f"  {key}:")
                lines += [f"  - {b}" for b in one]
            else:
                lines.append(f"  {key}: {_flow(one)}  # {key}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_flow(v)}" for k, v in value.items()) + "}"
    return str(value)


class TestReading:
    def test_a_warning_names_the_lines(self) -> None:
        """One warning says the version and each line that is written otherwise now."""
        rules, report = check_text(BLOCK, name="old.yaml")
        (problem,) = report.problems
        assert rules is not None
        assert (problem.code, problem.severity) == ("HF219", "warning")
        assert problem.span is not None
        assert (problem.span.line, problem.span.column) == (2, 11)
        notes = dict(problem.notes)
        assert notes["line 5"] == "what deal.cards holds stands in deal itself"
        assert notes["line 12"] == (
            "opening.minimums is now opening.minimum, with by_round"
        )
        assert notes["line 18"] == "going_out.quota is now going_out.books"
        assert notes["fix"] == "rewrite the file: handfoot migrate old.yaml"

    def test_it_means_the_same(self) -> None:
        """The older file is the same ruleset as the rewritten one."""
        assert loads_rules(BLOCK) == loads_rules(BLOCK_NOW)

    def test_other_mistakes_are_shown_where_they_stand(self) -> None:
        """A mistake in an older file is marked in its own line."""
        problems = check_text(BLOCK.replace("hand: 11", "hand: eleven"))[1].problems
        (error,) = [one for one in problems if one.severity == "error"]
        assert error.span is not None
        assert (error.span.line, error.span.column) == (6, 11)

    def test_an_older_base(self, tmp_path: Path) -> None:
        """A base of an older version is read too; the warning is about its file."""
        (tmp_path / "base.yaml").write_text(BLOCK)
        child = tmp_path / "child.yaml"
        child.write_text("handfoot: 1\nname: C\nextends: ./base.yaml\n")
        (problem,) = check_rules(child).problems
        assert problem.span is not None
        assert problem.span.file.endswith("base.yaml")

    def test_may_be_allowed(self) -> None:
        """Whoever keeps old files may allow the warning."""
        text = "handfoot: 0\nname: T\nallow_warnings: [HF219]\n"
        assert list(check_text(text)[1].problems) == []

    def test_a_newer_one_gives_one_message(self) -> None:
        """Of a later version nothing else is said, whatever it holds."""
        text = f"handfoot: {LANGUAGE_VERSION + 1}\nname: T\ndeel: {{hnad: 5}}\n"
        assert [one.code for one in check_text(text)[1].problems] == ["HF217"]

    def test_every_version_has_its_step(self) -> None:
        """From each earlier version a step leads to the next."""
        assert [*STEPS] == [*range(LANGUAGE_VERSION)]


class TestCommand:
    def run(self, *args: str) -> tuple[int, str, str]:
        """Return the exit code and what the command prints."""
        result = CliRunner().invoke(cli, ["migrate", *args])
        return result.exit_code, result.stdout, result.stderr

    def test_rewrites(self, tmp_path: Path) -> None:
        """The file is rewritten, a byte order mark kept, and clean afterwards."""
        file = tmp_path / "old.yaml"
        file.write_bytes(b"\xef\xbb\xbf" + BLOCK.encode())
        code, _, said = self.run(str(file))
        assert code == 0
        assert "version 0 is now 1" in said
        assert file.read_bytes() == b"\xef\xbb\xbf" + BLOCK_NOW.encode()
        assert list(check_rules(file).problems) == []

    def test_diff_writes_nothing(self, tmp_path: Path) -> None:
        """With --diff the changes are shown and the file stays."""
        file = tmp_path / "old.yaml"
        file.write_text(BLOCK)
        code, out, _ = self.run("--diff", str(file))
        assert code == 0
        assert "-  quota: {clean: 1}\n+  books: {clean: 1}\n" in out
        assert file.read_text() == BLOCK

    def test_nothing_to_do(self, tmp_path: Path) -> None:
        """A file of today is left as it is."""
        file = tmp_path / "new.yaml"
        file.write_text(BLOCK_NOW)
        assert self.run(str(file))[0] == 0
        assert file.read_text() == BLOCK_NOW

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("handfoot: 9\nname: T\n", 1),
            ("name: T\n", 1),
            ("handfoot: [\n", 1),
            ("handfoot: 0\nname: T\ndeal: {hand: eleven}\n", 1),
            (None, 2),
        ],
    )
    def test_exit_codes(self, tmp_path: Path, text: str | None, code: int) -> None:
        """1 where the rules have a problem, 2 where there is no file."""
        file = tmp_path / "rules.yaml"
        if text is not None:
            file.write_text(text)
        assert self.run(str(file))[0] == code
