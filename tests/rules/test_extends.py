"""How a file builds on another: the merge, the limits, and where values come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from handfoot.rules.language.scoped import ByRound
from handfoot.rules.loading import check_rules, check_text, load_rules, loads_rules
from handfoot.rules.reading.extends import MOST_LEVELS
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.ruleset import RuleSet

HEAD = "handfoot: 1\nname: T\n"


def write(folder: Path, **files: str) -> Path:
    """Write files with a head each; give the path of the first."""
    paths = []
    for name, text in files.items():
        path = folder / f"{name}.yaml"
        path.write_text(HEAD + text)
        paths.append(path)
    return paths[0]


def load(folder: Path, **files: str) -> RuleSet:
    """Load the first of some files."""
    return load_rules(write(folder, **files))


def codes(path: Path) -> list[str]:
    """Give the codes of the problems of a file."""
    return [problem.code for problem in check_rules(path).problems]


class TestMerge:
    @pytest.mark.parametrize(
        ("base", "own", "key", "value"),
        [
            # Groups merge by key.
            ("deal: {hand: 11}", "deal: {foot: 15}", "deal.hand", 11),
            ("deal: {hand: 11}", "deal: {foot: 15}", "deal.foot", 15),
            # The nearer file wins.
            ("deal: {hand: 11}", "deal: {hand: 15}", "deal.hand", 15),
            # Lists replace.
            ("wilds: {cards: [two, joker]}", "wilds: {cards: [joker]}", "wilds.cards", ("joker",)),
            # A value that varies replaces a plain one, and the other way round.
            ("going_out: {bonus: 100}", "going_out: {bonus: {by_round: [1, 2]}}", "going_out.bonus", ByRound((1, 2))),
            ("going_out: {bonus: {by_round: [1, 2]}}", "going_out: {bonus: 100}", "going_out.bonus", 100),
            # It is one decision: its parts do not mix.
            ("going_out: {bonus: {by_round: [1], then_add: 5}}", "going_out: {bonus: {by_round: [7]}}", "going_out.bonus", ByRound((7,))),
            # The books for going out are one decision too.
            ("going_out: {books: {clean: 1, wild: 1}}", "going_out: {books: {clean: 2, dirty: 3}}", "going_out.books", {"clean": 2, "dirty": 3}),
            # Kinds of book merge by name, and by key within a name.
            ("books: {kinds: {clean: {bonus: 700}}}", "books: {kinds: {clean: {cards_score: false}}}", "books.kinds.clean.bonus", 700),
            ("books: {kinds: {clean: {bonus: 700}}}", "books: {kinds: {sevens: {ranks: [seven]}}}", "books.kinds.clean.bonus", 700),
            ("books: {kinds: {sevens: {ranks: [seven], bonus: 5}}}", "books: {kinds: {sevens: {bonus: 9}}}", "books.kinds.sevens.ranks", ("seven",)),
            # What the base removed stays away; what the file removes goes.
            ("going_out: {bonus: 300}", "remove: [going_out.bonus]", "going_out.bonus", 100),
            ("going_out: {bonus: 300, keep: 3}", "remove: [going_out]", "going_out.keep", 2),
            ("books: {kinds: {clean: {bonus: 700}}}", "remove: [books.kinds.clean.bonus]", "books.kinds.clean.bonus", 500),
        ],
    )  # fmt: skip
    def test_table(
        self, tmp_path: Path, base: str, own: str, key: str, value: object
    ) -> None:
        """Maps merge, lists and values replace, removal gives the default back."""
        rules = load(tmp_path, house="extends: ./base.yaml\n" + own, base=base)
        assert rules[key] == value

    def test_removed_kind(self, tmp_path: Path) -> None:
        """A kind of book that is removed is gone, also one that is there by default."""
        rules = load(
            tmp_path,
            house="extends: ./base.yaml\nremove: [books.kinds.sevens]\n",
            base="books: {kinds: {sevens: {ranks: [seven]}}}\n",
        )
        assert not [key for key in rules if "sevens" in key]

    def test_head_is_not_inherited(self, tmp_path: Path) -> None:
        """Name, description, sources and readings belong to one file."""
        base = "description: Old.\nsources: [a book]\nauthor: someone\n"
        rules = load(tmp_path, house="extends: ./base.yaml\n", base=base)
        assert rules.about == {}

    def test_allowed_warnings_are(self, tmp_path: Path) -> None:
        """A warning that the base means so is not shown for files built on it."""
        base = "opening: {minimum: 1500}\nallow_warnings: [HF351]\n"
        path = write(tmp_path, house="extends: ./base.yaml\n", base=base)
        assert codes(path) == []

    def test_defaults_come_last(self, tmp_path: Path) -> None:
        """What the nearer file leaves out is not reset to a default."""
        rules = load(
            tmp_path,
            house="extends: ./base.yaml\ndeal: {hand: 15}\n",
            base="deal: {foot: 15}\n",
        )
        assert rules["deal.foot"] == 15


class TestOrigins:
    def test_each_value(self, tmp_path: Path) -> None:
        """Every value knows the file and the line that set it."""
        path = write(
            tmp_path,
            house="extends: ./base.yaml\ndeal: {hand: 15}\n",
            base="deal:\n  hand: 12\n  foot: 12\n",
        )
        rules = load_rules(path)
        assert str(rules.origin("deal.hand")) == f"{path}:4"
        assert str(rules.origin("deal.foot")) == f"{tmp_path / 'base.yaml'}:5"
        assert str(rules.origin("deal.knee")) == "the default"

    def test_single_entries(self) -> None:
        """One entry of a map of counts has its own line."""
        text = "going_out:\n  books:\n    clean: 2\n    dirty: 3\n"
        rules = loads_rules(HEAD + text)
        assert rules.origin("going_out.books.dirty").line == 6
        assert rules.origin("going_out.books").line == 4

    def test_shipped_variants_by_name(self) -> None:
        """A value of a shipped variant names the variant and its line."""
        name = variant_names()[0]
        rules = loads_rules(HEAD + f"extends: {name}\n")
        origin = rules.origin("players.counts")
        assert origin.file in (name, *load_rules(name).extends)
        assert origin.line > 0
        assert rules.extends[0] == name

    def test_both_files_of_a_contradiction(self, tmp_path: Path) -> None:
        """A contradiction shows the file's own line first, then the base's."""
        path = write(
            tmp_path,
            house="extends: ./base.yaml\ndeck: {packs: 2}\n",
            base="players: {counts: [6]}\ndeal: {hand: 13}\n",
        )
        (problem,) = check_rules(path).problems
        assert problem.code == "HF302"
        assert problem.span is not None
        assert (problem.span.file, problem.span.line) == (str(path), 4)
        (other,) = problem.related
        assert (other.span.file, other.span.line) == (str(tmp_path / "base.yaml"), 4)


class TestRefused:
    def test_typo_is_shown_in_its_file(self, tmp_path: Path) -> None:
        """Each file is checked by itself: all problems of the chain come at once."""
        path = write(
            tmp_path,
            house="extends: ./base.yaml\ndeal: {hnad: 11}\n",
            base="pile: {tkae: 5}\n",
        )
        report = check_rules(path)
        assert [(p.code, p.file) for p in report.problems] == [
            ("HF201", str(path)),
            ("HF201", str(tmp_path / "base.yaml")),
        ]

    def test_missing_file(self, tmp_path: Path) -> None:
        """A base that is not there is shown where it is named."""
        (problem,) = check_rules(write(tmp_path, house="extends: ./no.yaml\n")).problems
        assert problem.code == "HF001"
        assert problem.span is not None
        assert (problem.span.line, problem.span.column) == (3, 10)

    def test_itself(self, tmp_path: Path) -> None:
        """A file that extends itself is a circle."""
        assert codes(write(tmp_path, house="extends: ./house.yaml\n")) == ["HF405"]

    def test_circle_of_two(self, tmp_path: Path) -> None:
        """Two files that extend each other are a circle; the chain is printed."""
        path = write(tmp_path, a="extends: ./b.yaml\n", b="extends: ./a.yaml\n")
        (problem,) = check_rules(path).problems
        assert problem.code == "HF405"
        (_, chain) = problem.notes[0]
        assert chain.count("extends") == 2

    def test_circle_under_another_name(self, tmp_path: Path) -> None:
        """A link to a file is the same file."""
        path = write(tmp_path, house="extends: ./link.yaml\n")
        (tmp_path / "link.yaml").symlink_to(path)
        assert codes(path) == ["HF405"]

    def test_longest_chain(self, tmp_path: Path) -> None:
        """Five files may stand on each other, a sixth is refused."""
        for number in range(MOST_LEVELS):
            text = "" if number == 0 else f"extends: ./f{number - 1}.yaml\n"
            path = write(tmp_path, **{f"f{number}": text})
        assert codes(path) == []
        path = write(tmp_path, last=f"extends: ./f{MOST_LEVELS - 1}.yaml\n")
        assert codes(path) == ["HF406"]

    @pytest.mark.parametrize(
        ("named", "code"),
        [
            ("./../outside.yaml", "HF404"),
            ("./sub/../../outside.yaml", "HF404"),
            ("../outside.yaml", "HF402"),
            ("/etc/passwd", "HF402"),
            ("~/rules.yaml", "HF402"),
            ("https://example.org/rules.yaml", "HF402"),
            ("file:///etc/passwd", "HF402"),
            ("$HOME/rules.yaml", "HF402"),
            ("./link.yaml", "HF404"),
            ("./sub", "HF002"),
            ('"./a\\0b.yaml"', "HF122"),
        ],
    )
    def test_outside(self, tmp_path: Path, named: str, code: str) -> None:
        """Nothing outside the folder of the file is ever opened."""
        (tmp_path / "outside.yaml").write_text("name: secret\n")
        home = tmp_path / "home"
        (home / "sub").mkdir(parents=True)
        (home / "link.yaml").symlink_to(tmp_path / "outside.yaml")
        report = check_rules(write(home, house=f"extends: {named}\n"))
        assert [one.code for one in report.problems] == [code]
        assert "secret" not in report.text()

    def test_folder_with_the_same_beginning(self, tmp_path: Path) -> None:
        """A link into a folder whose name only begins alike leads out too."""
        home, evil = tmp_path / "rules", tmp_path / "rules-evil"
        home.mkdir()
        evil.mkdir()
        (evil / "x.yaml").write_text(HEAD)
        (home / "x.yaml").symlink_to(evil / "x.yaml")
        assert codes(write(home, house="extends: ./x.yaml\n")) == ["HF404"]

    def test_below_the_folder(self, tmp_path: Path) -> None:
        """A file in a folder below may be extended, and a base beside that one."""
        below = tmp_path / "below"
        below.mkdir()
        write(below, uncle="extends: ./aunt.yaml\n", aunt="deal: {hand: 15}\n")
        assert load(tmp_path, house="extends: ./below/uncle.yaml\n")["deal.hand"] == 15

    def test_text_without_a_folder(self, tmp_path: Path) -> None:
        """A text has no files beside it, unless a folder is given."""
        write(tmp_path, base="deal: {hand: 15}\n")
        text = HEAD + "extends: ./base.yaml\n"
        (problem,) = check_text(text)[1].problems
        assert problem.code == "HF403"
        assert loads_rules(text, folder=tmp_path)["deal.hand"] == 15

    def test_one_base_only(self) -> None:
        """A file has one base; a list is refused."""
        names = ", ".join(variant_names()[:2])
        (problem,) = check_text(HEAD + f"extends: [{names}]\n")[1].problems
        assert problem.code == "HF208"

    @pytest.mark.parametrize(
        ("text", "code", "column"),
        [
            ("remove: [deal.hand]\n", "HF410", 10),
            ("remove: [books.kinds.gold]\n", "HF410", 10),
            ("remove: [deal.hnad]\n", "HF412", 10),
            ("remove: [name]\n", "HF412", 10),
            ("remove: [deal.hand]\ndeal: {hand: 11}\n", "HF411", 10),
        ],
    )
    def test_removals(self, text: str, code: str, column: int) -> None:
        """Only what the base says can be removed, and not what is set again."""
        (problem,) = check_text(HEAD + text)[1].problems
        assert problem.code == code
        assert problem.span is not None
        assert problem.span.column == column

    def test_a_group_is_no_value(self, tmp_path: Path) -> None:
        """A group in the base cannot become a plain value."""
        path = write(
            tmp_path,
            house="extends: ./base.yaml\ndeal: 11\n",
            base="deal: {hand: 11}\n",
        )
        assert codes(path) == ["HF202"]
