"""The front door: what loads, what is refused, and where the finger points."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot.errors import RulesetError
from handfoot.rules.checking.situations import situations
from handfoot.rules.language.scoped import (
    ByCase,
    ByRound,
    ByScore,
    PerPlayer,
    Situation,
)
from handfoot.rules.loading import (
    check_rules,
    check_text,
    load_rules,
    loads_rules,
)
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.reports.codes import known_codes
from handfoot.rules.reports.codes_coherence import WARNINGS
from handfoot.rules.reports.problems import Problem
from handfoot.rules.ruleset import RuleSet
from handfoot.rules.structure import strict_rulebook

HEAD = "handfoot: 1\nname: Sunday\n"
ROOT = Path(__file__).parents[2]

#: Codes whose example needs more than one file of its own, or is found by playing
#: (tests/study/test_lint.py).
_ELSEWHERE = {"HF403", "HF406", "HF501", "HF502", "HF503", "HF504"}


def problems(text: str) -> list[Problem]:
    """Give the problems of a text, the head put in front."""
    return list(check_text(HEAD + text)[1].problems)


def only(text: str) -> Problem:
    """Give the one problem of a text."""
    found = problems(text)
    assert len(found) == 1, [one.message for one in found]
    return found[0]


def place(problem: Problem) -> tuple[int, int, int]:
    """Give line, column and end column of a problem."""
    assert problem.span is not None
    return problem.span.line, problem.span.column, problem.span.end_column


class TestWhatLoads:
    def test_shortest_file(self) -> None:
        """A version and a name are a whole ruleset: every key has a default."""
        rules = loads_rules(HEAD)
        assert rules.name == "Sunday"
        assert rules["deal.hand"] == 13
        assert rules.origin("deal.hand").kind == "default"

    def test_values_and_origins(self) -> None:
        """A value said in the file is in force, and its line is known."""
        rules = loads_rules(HEAD + "deal: {hand: 11}\npile:\n  take: all\n")
        assert (rules["deal.hand"], rules["pile.take"]) == (11, "all")
        assert str(rules.origin("pile.take")) == "<text>:5"
        assert rules.origin("pile.take").column == 3

    def test_every_form(self) -> None:
        """The five forms of a value that varies are read as what they mean."""
        rules = loads_rules(
            HEAD
            + "players: {counts: [2, 4], side_size: {by_players: {4: 2, else: 1}}}\n"
            "deck: {packs: {per_player: 1, plus: 1}}\n"
            "draw: {cards: {by_sides: {singles: 3, partners: 2}}}\n"
            "opening: {minimum: {by_score: {below: 15, 0: 50, 1500: 90}}}\n"
            "going_out: {bonus: {by_round: [100, 200], then_add: 50}}\n"
        )
        assert rules["deck.packs"] == PerPlayer(1, 1)
        assert rules["draw.cards"] == ByCase("by_sides", (3, 2))
        assert rules["opening.minimum"] == ByScore(((0, 50), (1500, 90)), 15)
        assert rules["going_out.bonus"] == ByRound((100, 200), 50)
        book = rules.at(Situation(4, 2, round=4, score=-20))
        assert (book.deck.packs, book.draw.cards) == (5, 2)
        assert (book.opening.minimum, book.going_out.bonus) == (15, 300)

    def test_none_is_a_word(self) -> None:
        """The word none means no value, only where a key allows it."""
        rules = loads_rules(HEAD + "match: {rounds: none, target: 10000}\n")
        assert rules["match.rounds"] is None
        assert loads_rules(HEAD)["going_out.permission"] == "none"
        assert only("deal: {foot: none}\n").code == "HF202"

    def test_none_inside_a_form(self) -> None:
        """No value may hold for some head counts only."""
        text = "players: {counts: [2, 4]}\n" + (
            "match: {target: {by_players: {2: 5000, else: none}}}\n"
        )
        rules = loads_rules(HEAD + text)
        assert rules.at(Situation(4, 1)).match.target is None
        assert rules.at(Situation(2, 1)).match.target == 5000
        assert loads_rules(rules.to_yaml()) == rules

    def test_same_rules_same_book(self) -> None:
        """Situations in which nothing differs give one and the same object."""
        rules = loads_rules(HEAD)
        assert rules.at(Situation(4, 1, 5)) is rules.at(Situation(4, 1, 9, score=700))
        assert rules.at(Situation(4, 1, 1)) is not rules.at(Situation(4, 1, 2))

    def test_equal_by_value(self) -> None:
        """Two files that say the same are equal, whatever they look like."""
        one = loads_rules(HEAD + "deal: {hand: 11}\n")
        two = loads_rules(HEAD + "deal:\n  hand: 11 # ours\n", name="other.yaml")
        assert one == two
        assert hash(one) == hash(two)
        assert one != loads_rules(HEAD)


class TestShipped:
    @pytest.mark.parametrize("name", variant_names())
    def test_valid_as_a_persons_file(self, name: str) -> None:
        """A shipped variant passes every check that a family's file passes.

        Loading one by name skips the schema, so this shows that nothing is lost.
        """
        folder = Path(__file__).parents[2] / "variants"
        report = check_rules(folder / f"{name}.yaml")
        assert report.problems == ()
        assert load_rules(folder / f"{name}.yaml") == load_rules(name)

    @pytest.mark.parametrize("name", variant_names())
    def test_strict_classes_agree(self, name: str) -> None:
        """The quick builder and the strict one make the same chapters."""
        rules = load_rules(name)
        for at in situations(rules):
            assert rules.at(at) == strict_rulebook(rules.plain_values(at))

    def test_loaded_once(self) -> None:
        """A shipped variant is one object however often it is asked for."""
        assert load_rules(variant_names()[0]) is load_rules(variant_names()[0])

    def test_unknown_name(self) -> None:
        """A misspelt name is told what is there, with the nearest first."""
        name = variant_names()[0]
        with pytest.raises(RulesetError) as caught:
            load_rules(name[:-1])
        (problem,) = caught.value.report.problems
        assert problem.code == "HF401"
        assert problem.suggestions[0] == name


class TestStrictClasses:
    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("deal.hand", "11"),
            ("deal.hand", True),
            ("deal.hand", 11.0),
            ("deal.upcard", 1),
            ("pile.take", "some"),
            ("match.rounds", "none"),
            ("wilds.cards", ("two", "moon")),
            ("players.counts", ("4",)),
        ],
    )
    def test_nothing_is_converted(self, key: str, value: object) -> None:
        """A value of another type never becomes a number, a switch or a word."""
        plain = loads_rules(HEAD).plain_values(Situation(4, 1))
        strict_rulebook(plain)
        with pytest.raises((TypeError, ValueError)):
            strict_rulebook({**plain, key: value})


class TestCodes:
    @pytest.mark.parametrize(
        "code", [c for c in known_codes() if c > "HF2" and c not in _ELSEWHERE]
    )
    def test_examples(self, code: str, tmp_path: Path) -> None:
        """The failing example has exactly its problem, the mended one has none."""
        info = known_codes()[code]
        if code == "HF999":
            return
        file = tmp_path / "house.yaml"
        file.write_text(info.failing)
        found = check_rules(file).problems
        assert {one.code for one in found} == {code}
        warning = found[0].severity == "warning"
        assert warning == (code in WARNINGS)
        file.write_text(info.mended)
        assert check_rules(file).problems == ()

    def test_version_first(self) -> None:
        """Of a file for a later library nothing else is said."""
        report = check_text("handfoot: 2\nname: A\nwhat: 3\n")[1]
        assert [one.code for one in report.problems] == ["HF217"]

    def test_older_than_the_first(self) -> None:
        """There is no version before the first."""
        report = check_text("handfoot: -1\nname: A\n")[1]
        assert [one.code for one in report.problems] == ["HF205"]


class TestPlaces:
    """The mark stands under the exact word: the name or the value."""

    @pytest.mark.parametrize(
        ("text", "code", "at"),
        [
            ("deal: {hnad: 11}\n", "HF201", (3, 8, 12)),
            ("deal: {hand: eleven}\n", "HF202", (3, 14, 20)),
            ('deal: {hand: "11"}\n', "HF203", (3, 14, 18)),
            ("pile: {needs: pair}\n", "HF204", (3, 15, 19)),
            ("deck: {packs: 40}\n", "HF205", (3, 15, 17)),
            ("wilds: {cards: joker}\n", "HF207", (3, 16, 21)),
            ("melds: {smallest: [3]}\n", "HF208", (3, 19, 22)),
            ("deal: {upcard: yes}\n", "HF209", (3, 16, 19)),
            ("wilds: {cards: [two, two]}\n", "HF210", (3, 16, 26)),
            ("match: {rounds: {by_round: [4]}}\n", "HF213", (3, 18, 26)),
            (
                "draw: {cards: {by_sides: {single: 2, partners: 3}}}\n",
                "HF214",
                (3, 27, 33),
            ),
            ("wilds: {cards: [two, 3]}\n", "HF204", (3, 22, 23)),
            ("going_out: {books: {clean: 99}}\n", "HF205", (3, 28, 30)),
            ("opening: {minimum: {by_round: [50, x]}}\n", "HF202", (3, 36, 37)),
            ("books: {kinds: {Red: {bonus: 3}}}\n", "HF218", (3, 17, 20)),
            ("players: 4\n", "HF202", (3, 10, 11)),
            ("extends: nowhere\n", "HF401", (3, 10, 17)),
        ],
    )
    def test_column(self, text: str, code: str, at: tuple[int, int, int]) -> None:
        """One mistake, one problem, at its word."""
        problem = only(text)
        assert (problem.code, place(problem)) == (code, at)

    def test_missing_name(self) -> None:
        """What is missing is shown at the first line, with the line to add."""
        (problem,) = check_text("handfoot: 1\ndeal: {hand: 11}\n")[1].problems
        assert (problem.code, problem.key, place(problem)) == (
            "HF206",
            "name",
            (1, 1, 9),
        )
        assert problem.notes[0] == ("fix", "add a line: name: Sunday at the lake")

    def test_in_file_order(self) -> None:
        """All problems come at once, in the order of the lines."""
        text = "draw: {cards: x}\ndeal: {hand: y}\nzebra: 1\n"
        lines = [place(one)[0] for one in problems(text)]
        assert lines == [3, 4, 5]


class TestOneMistakeOnce:
    def test_misspelt_is_not_missing(self) -> None:
        """A misspelt name that must be there is not also missing."""
        (problem,) = check_text("handfoot: 1\nnmae: Sunday\n")[1].problems
        assert problem.code == "HF201"
        assert problem.fix is not None
        assert problem.fix.replacement == "name"

    def test_nothing_inside_an_unknown_group(self) -> None:
        """What stands in a group that does not exist is not checked."""
        assert only("deel: {hand: eleven, foo: 1}\n").code == "HF201"

    def test_nothing_beside_a_problem_of_reading(self) -> None:
        """An empty value is reported by the reader, and only by it."""
        assert only("deal: {hand: 11, foot: }\n").code == "HF116"

    def test_no_contradictions_of_wrong_values(self) -> None:
        """Whether rules fit together is asked only of valid ones."""
        found = problems("deck: {packs: 1}\ndeal: {hand: eleven}\n")
        assert [one.code for one in found] == ["HF202"]


class TestSuggestions:
    @pytest.mark.parametrize(
        ("text", "meant"),
        [
            ("melds: {wild_limit: 3}\n", "wilds.most"),
            ("decks: 5\n", "deck.packs"),
            ("canastas: {}\n", "books.kinds"),
            ("minimum: 50\n", "opening.minimum"),
            ("deal: {packs: 5}\n", "deck.packs"),
            ("openning: {minimum: 50}\n", "opening"),
            ("pile: {wildTop: never}\n", "wild_top"),
            ("teams: 2\n", "players.side_size"),
        ],
    )
    def test_anywhere_in_the_language(self, text: str, meant: str) -> None:
        """The nearest name is found wherever it belongs, families' words too."""
        assert only(text).suggestions[0] == meant

    def test_nothing_for_other_words(self) -> None:
        """A word that means nothing near is left without a guess."""
        assert only("trumpet: 1\n").suggestions == ()

    @pytest.mark.parametrize(
        ("text", "replacement"),
        [
            ("deal: {hand: eleven}\n", "11"),
            ('deal: {hand: "11"}\n', "11"),
            ("deal: {hand: 11.0}\n", "11"),
            ("deal: {upcard: no}\n", "false"),
            ("deal: {upcard: 1}\n", "true"),
            ("wilds: {cards: joker}\n", "[joker]"),
            ("wilds: {cards: two, joker}\n", None),
            ("melds: {ranks: [7]}\n", "seven"),
            ("melds: {ranks: [K]}\n", "king"),
            ("wilds: {cards: [jokers]}\n", "joker"),
            ("discard: {barred: [red threes]}\n", "red_three"),
            ("pile: {wild_top: false}\n", "never"),
            ("opening: {minimum: [50, 90]}\n", "{by_round: [50, 90]}"),
            ("opening: 50\n", "{minimum: 50}"),
            ("players: 4\n", "{counts: [4]}"),
            ("wilds: {most: null}\n", "none"),
            ("extends: rules.yaml\n", "./rules.yaml"),
        ],
    )
    def test_mends(self, text: str, replacement: str | None) -> None:
        """What can only have meant one thing comes with its mend."""
        found = problems(text)
        if replacement is None:
            return
        (problem,) = found
        assert problem.fix is not None
        assert problem.fix.replacement == replacement

    def test_name_that_is_a_number(self) -> None:
        """A text that looks like a number is put in quotes."""
        (problem,) = check_text("handfoot: 1\nname: 500\n")[1].problems
        assert problem.fix is not None
        assert problem.fix.replacement == '"500"'

    @pytest.mark.parametrize(
        ("text", "mend"),
        [
            ("threes: {red_caught: 500}", "-500"),
            ("players: {counts: 4-6}", "[4, 5, 6]"),
            ("players: {counts: 2 to 4}", "[2, 3, 4]"),
            ("pile: {take: top 7}", "7"),
            ("pile: {take: the top 5 cards}", "5"),
        ],
    )
    def test_what_families_write_is_read(self, text: str, mend: str) -> None:
        """A penalty without its sign, a range and a number in words have a mend."""
        found = only(text)
        assert found.fix is not None
        assert found.fix.replacement == mend

    def test_a_range_that_does_not_fit_has_no_mend(self) -> None:
        """Numbers are not made up where one of them is out of range."""
        assert only("players: {counts: 1-4}").fix is None
        assert only("deal: {hand: 500}").fix is None

    def test_a_name_is_not_mended_where_its_value_does_not_fit(self) -> None:
        """A number or a switch that a setting cannot have was not meant for it."""
        cards = only("deal: {cards: 22}")
        assert (cards.fix, cards.suggestions) == (None, ())
        faces = only("scoring: {values: {face_cards: 10}}")
        assert faces.suggestions == ()
        teams = only("players: {teams: true}")
        assert (teams.fix, teams.suggestions) == (None, ("side_size",))
        fits = only("players: {teams: 2}")
        assert fits.fix is not None

    @pytest.mark.parametrize(
        ("text", "where"),
        [
            ("books: {clean: 700}", "books: {kinds: {clean: {bonus: ...}}}"),
            ("going_out: {dirty: 3}", "going_out: {books: {dirty: ...}}"),
        ],
    )
    def test_kinds_of_book_are_told_their_place(self, text: str, where: str) -> None:
        """A kind of book written straight into its chapter is told where it goes."""
        notes = dict(only(text).notes)
        assert where in notes["fix"]


class TestWarnings:
    ODD = "opening: {minimum: 1500}\n"

    def test_a_warning_lets_play(self) -> None:
        """Odd rules load, and the report says what is odd."""
        rules, report = check_text(HEAD + self.ODD)
        assert rules is not None
        assert [one.severity for one in report.problems] == ["warning"]

    def test_allowed(self) -> None:
        """A warning that is meant so is not shown again."""
        assert problems(self.ODD + "allow_warnings: [HF351]\n") == []

    def test_errors_cannot_be_allowed(self) -> None:
        """Only warnings can be allowed, and only ones that exist."""
        assert only("allow_warnings: [HF302]\n").label == "this is an error"
        assert only("allow_warnings: [HF398]\n").label == "there is no such code"
        assert only("allow_warnings: [odd]\n").code == "HF204"


class TestChanges:
    def test_values_as_in_a_file(self) -> None:
        """A program changes values with plain data, and the origin says so."""
        rules = loads_rules(HEAD).with_changes(
            {"deal.hand": 11, "opening.minimum": {"by_round": [50, 60]}}
        )
        assert rules["opening.minimum"] == ByRound((50, 60))
        assert str(rules.origin("deal.hand")) == "the program"
        assert rules.origin("deal.foot").kind == "default"

    def test_checked(self) -> None:
        """A change is checked as a file is: names, values and contradictions."""
        rules = loads_rules(HEAD)
        for changes, code in (
            ({"deal.hnad": 3}, "HF201"),
            ({"deal.hand": True}, "HF202"),
            ({"deck.packs": 1}, "HF302"),
        ):
            with pytest.raises(RulesetError) as caught:
                rules.with_changes(changes)
            assert caught.value.report.errors[0].code == code

    def test_the_old_one_stays(self) -> None:
        """A ruleset never changes; its changed copy is another."""
        rules = loads_rules(HEAD)
        assert rules.with_changes({"deal.hand": 11}) != rules
        assert rules["deal.hand"] == 13

    def test_another_name(self) -> None:
        """The copy may have a name of its own."""
        assert loads_rules(HEAD).with_changes({"name": "Monday"}).name == "Monday"

    def test_on_a_shipped_variant(self) -> None:
        """What a shipped variant says holds where nothing is changed."""
        base = load_rules(variant_names()[0])
        changed = base.with_changes({"going_out.bonus": 123})
        assert [one.key for one in base.diff(changed)] == ["going_out.bonus"]

    def test_no_book_of_a_kind_is_no_difference(self) -> None:
        """A kind of which no book is asked for need not be named."""
        base = load_rules("whitnack")
        books = ({"clean": 1}, {"clean": 1, "wild": 0}, {"clean": 1, "wild": 1})
        one, same, more = (base.with_changes({"going_out.books": b}) for b in books)
        assert not one.diff(same)
        assert [found.key for found in same.diff(more)] == ["going_out.books"]


def test_refused_where_a_ruleset_is_wanted() -> None:
    """Loading raises the error that holds the whole report."""
    with pytest.raises(RulesetError) as caught:
        loads_rules("handfoot: 1\n")
    assert "name" in str(caught.value)


def test_repr_is_short() -> None:
    """A ruleset shows its name, not its hundred values."""
    rules: RuleSet = loads_rules(HEAD)
    assert repr(rules) == "RuleSet(name='Sunday')"


class TestImports:
    """What is slow to import is imported only by what needs it."""

    @staticmethod
    def imported(code: str, cwd: Path) -> set[str]:
        """Run code elsewhere; give which of the slow modules it imported."""
        slow = "('yaml', 'jsonschema', 'cattrs', 'rich', 'click', 'importlib.metadata')"
        code += f"\nimport sys; print(*[m for m in {slow} if m in sys.modules])"
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        return set(done.stdout.splitlines()[-1].split())

    def test_the_package(self, tmp_path: Path) -> None:
        """Importing the package imports none of them."""
        assert self.imported("import handfoot", tmp_path) == set()

    def test_a_shipped_variant(self, tmp_path: Path) -> None:
        """A shipped variant needs neither YAML nor any validation."""
        code = f"import handfoot; handfoot.load_rules({variant_names()[0]!r})"
        assert self.imported(code, tmp_path) == set()

    def test_a_valid_file(self, tmp_path: Path) -> None:
        """A valid file does not need the validator that explains mistakes."""
        (tmp_path / "house.yaml").write_text(HEAD + f"extends: {variant_names()[0]}\n")
        code = "import handfoot; handfoot.load_rules('house.yaml')"
        assert self.imported(code, tmp_path) == {"yaml", "cattrs"}

    def test_from_a_zip_file(self, tmp_path: Path) -> None:
        """The shipped variants are found where nothing is a folder."""
        archive = tmp_path / "library.zip"
        with zipfile.ZipFile(archive, "w") as file:
            for path in sorted((ROOT / "handfoot").rglob("*")):
                if path.suffix in (".py", ".json"):
                    file.write(path, path.relative_to(ROOT))
            for path in sorted((ROOT / "variants").iterdir()):
                file.write(path, Path("handfoot") / path.relative_to(ROOT))
        code = (
            "from handfoot.rules.loading import load_rules\n"
            "from handfoot.rules.reading.shipped import variant_names\n"
            "print(__import__('handfoot').__file__)\n"
            "print(*(load_rules(name).digest for name in variant_names()))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(archive)},
        )
        where, digests = done.stdout.splitlines()
        assert where.startswith(str(archive))
        assert digests.split() == [load_rules(name).digest for name in variant_names()]


#: Pieces of rule files, good and bad, from which texts are put together.
PIECES = st.sampled_from(
    ["handfoot: 1\n", "name: T\n", "deal:", " {", "}", "[", "]", ", ", ": ", "\n", "  ",
     "hand: 11", "foot", "pile: {take: all}\n", "books: {kinds: {a: {bonus: 3}}}\n",
     "by_round: [1, 2]", "then_add: 3", "{by_sides: {singles: 1, partners: 2}}",
     "extends: ", "./house.yaml", "..", "remove: [deal.hand]\n", "none", "true", "yes",
     "'", '"', "#", "- ", "&a ", "*a", "!!int ", "<<: ", "---\n", "\t", "5.0", "012",
     "1e9", "é", "\u202e", "\0", "null", "going_out:\n  books: {clean: 2}\n",
     "players: {counts: [2, 4], side_size: {by_players: {2: 1}}}\n", "deck: {packs: 1}\n"]
)  # fmt: skip


class TestAnything:
    def test_text_over_two_lines(self) -> None:
        """A text that is no setting is refused, also where reading only wonders."""
        rules, report = check_text("  ---\n {")
        assert rules is None
        assert "HF121" in {one.code for one in report.errors}

    @settings(max_examples=300, deadline=None)
    @given(st.lists(PIECES, max_size=25).map("".join))
    def test_any_text(self, text: str) -> None:
        """Whatever the text, there is a ruleset or a report that can be shown."""
        rules, report = check_text(text)
        assert (rules is None) == bool(report.errors)
        assert "HF999" not in {one.code for one in report.problems}
        for shown in (report.text(), report.github(), report.to_json(), report.sarif()):
            assert shown is not None
        if rules is None:
            with pytest.raises(RulesetError):
                loads_rules(text)

    @settings(max_examples=150, deadline=None)
    @given(st.binary(max_size=300))
    def test_any_bytes(
        self, tmp_path_factory: pytest.TempPathFactory, data: bytes
    ) -> None:
        """Whatever bytes a file holds, checking it gives a report."""
        path = tmp_path_factory.mktemp("bytes") / "house.yaml"
        path.write_bytes(data)
        assert check_rules(path).errors


@pytest.mark.parametrize("name", ["eleven-card", "whitnack"])
def test_chapters_are_shown_as_they_are_made(name: str) -> None:
    """What is shown of a chapter makes the same chapter when it is run."""
    from handfoot.rules import pile, stock, wilds

    rules = load_rules(name)
    at = rules.at(Situation(players=4, side_size=2))
    for module, chapter in ((pile, at.pile), (stock, at.stock), (wilds, at.wilds)):
        assert eval(repr(chapter), dict(vars(module))) == chapter
    assert repr(stock.Stock()) == "Stock()"
