"""The commands about rule files, as a person calls them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from handfoot.cli import COMMANDS, cli
from handfoot.rules.language.scoped import PerPlayer
from handfoot.rules.loading import check_rules, load_rules, loads_rules
from handfoot.rules.reading.shipped import variant_names

GOOD = "handfoot: 1\nname: Sunday\n"
ODD = GOOD + "opening: {minimum: 1500}\n"
BAD = GOOD + "deal: {hnad: 11}\n"
NAME = variant_names()[0]


def run(*args: str, stdin: str = "") -> Result:
    """Run the command; an exception that is no exit is raised."""
    return CliRunner().invoke(cli, args, input=stdin, catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a working folder with a good, an odd and a bad file."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("good", GOOD), ("odd", ODD), ("bad", BAD)):
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


class TestCheck:
    @pytest.mark.parametrize(
        ("args", "code"),
        [
            (["good.yaml"], 0),
            (["odd.yaml"], 0),
            (["odd.yaml", "--strict"], 1),
            (["bad.yaml"], 1),
            (["good.yaml", "bad.yaml"], 1),
            (["missing.yaml"], 2),
            (["bad.yaml", "missing.yaml"], 2),
            (["good.yaml", "--format", "xml"], 2),
            ([], 2),
            ([NAME], 0),
            (["no-such-ruleset"], 2),
            (["."], 1),
        ],
    )
    def test_exit_codes(self, folder: Path, args: list[str], code: int) -> None:
        """0 can be played, 1 problems, 2 not everything could be checked."""
        assert run("check", *args).exit_code == code

    def test_what_is_not_shown_can_be_seen(self, folder: Path) -> None:
        """Where problems are left out the option that shows them is named."""
        many = folder / "many.yaml"
        many.write_text(GOOD + "".join(f"wrong_{n}: {n}\n" for n in range(30)))
        assert "See all of them: --max-errors 30\n" in run("check", "many.yaml").output
        whole = run("check", "many.yaml", "--max-errors", "30").output
        assert "See all" not in whole
        assert "not shown" not in whole

    def test_text(self, folder: Path) -> None:
        """The line, a mark under the word, and the way out."""
        assert run("check", "bad.yaml").output == (
            'error[HF201]: there is no setting called "hnad" in "deal"\n'
            " --> bad.yaml:3:8\n"
            "  |\n"
            "2 | name: Sunday\n"
            "3 | deal: {hnad: 11}\n"
            '  |        ^^^^ did you mean "hand"?\n'
            "  |\n"
            "  = fix: rename it to hand\n"
            "  = do it for me: handfoot fix bad.yaml\n"
            "  = more: handfoot explain deal.hand\n"
            "\n"
            "1 error in bad.yaml (1 can be fixed for you: handfoot fix bad.yaml)\n"
            "These rules cannot be played yet.\n"
        )

    def test_json(self, folder: Path) -> None:
        """Stable names for programs."""
        data = json.loads(run("check", "bad.yaml", "--format", "json").output)
        (problem,) = data["problems"]
        assert (problem["code"], problem["line"], problem["column"]) == ("HF201", 3, 8)
        assert data["summary"] == {"errors": 1, "warnings": 0, "fixable": 1}

    def test_github(self, folder: Path) -> None:
        """One annotation for each problem."""
        output = run("check", "bad.yaml", "odd.yaml", "--format", "github").output
        kinds = [line.split(" ")[0] for line in output.splitlines()]
        assert kinds == ["::error", "::warning"]

    def test_sarif(self, folder: Path) -> None:
        """A log with the documentation of each code in it."""
        data = json.loads(run("check", "bad.yaml", "--format", "sarif").output)
        (rule,) = data["runs"][0]["tool"]["driver"]["rules"]
        assert rule["id"] == "HF201"
        assert "shortDescription" in rule

    def test_standard_input(self, folder: Path) -> None:
        """A dash reads what comes in; files beside it may be extended."""
        assert run("check", "-", stdin=BAD).exit_code == 1
        text = "handfoot: 1\nname: T\nextends: ./good.yaml\n"
        assert run("check", "-", stdin=text).exit_code == 0

    def test_folder(self, folder: Path) -> None:
        """A folder stands for the rule files in it and below it, hidden ones not."""
        (folder / "sub").mkdir()
        (folder / "sub" / "more.yml").write_text(BAD)
        (folder / ".hidden").mkdir()
        (folder / ".hidden" / "x.yaml").write_text(BAD)
        data = json.loads(run("check", ".", "--format", "json").output)
        assert data["files"] == ["bad.yaml", "good.yaml", "odd.yaml", "sub/more.yml"]

    def test_empty_folder(self, folder: Path) -> None:
        """A folder without rule files is no success."""
        (folder / "empty").mkdir()
        result = run("check", "empty")
        assert result.exit_code == 2
        assert "no .yaml files" in result.output

    def test_no_colour_in_a_pipe(self, folder: Path) -> None:
        """Colour is for terminals only."""
        assert "\x1b" not in run("check", "bad.yaml").output


class TestShow:
    def test_loads_back(self, folder: Path) -> None:
        """What is shown is itself a rule file of the same ruleset."""
        for args in ([NAME], [NAME, "--yaml"], [NAME, "--origin"]):
            assert loads_rules(run("show", *args).output) == load_rules(NAME)

    def test_origin(self, folder: Path) -> None:
        """Behind each value stands where it comes from, and what it was."""
        (folder / "house.yaml").write_text(
            GOOD + f"extends: {NAME}\ngoing_out: {{bonus: 123}}\n"
        )
        lines = run("show", "house.yaml", "--origin").output.splitlines()
        (bonus,) = (line for line in lines if line.startswith("  bonus:"))
        before = load_rules(NAME)["going_out.bonus"]
        assert bonus == f"  bonus: 123  # house.yaml:4 ({NAME}: {before})"

    def test_changes(self, folder: Path) -> None:
        """Only what differs from the base, with what it was."""
        (folder / "house.yaml").write_text(
            GOOD + "extends: ./good.yaml\ndeal: {hand: 11}\n"
        )
        assert run("show", "house.yaml", "--changes").output == (
            "# Sunday: what differs from good.yaml\n"
            "deal.hand: 11  # house.yaml:4, was 13\n"
        )

    def test_json(self, folder: Path) -> None:
        """For programs: values and origins by dotted key."""
        data = json.loads(run("show", "odd.yaml", "--json").output)
        assert data["values"]["opening.minimum"] == 1500
        assert data["origins"]["opening.minimum"] == "odd.yaml:3"
        assert data["origins"]["deal.hand"] == "the default"

    def test_problems(self, folder: Path) -> None:
        """Rules that cannot be played are not shown; the problems are."""
        result = run("show", "bad.yaml")
        assert result.exit_code == 1
        assert "HF201" in result.output


class TestDiff:
    def test_words(self, folder: Path) -> None:
        """Differences come by chapter, in sentences."""
        output = run("diff", "good.yaml", "odd.yaml").output
        assert "opening\n" in output
        assert "1,500 points" in output

    def test_nothing(self, folder: Path) -> None:
        """Equal rules are said to be equal."""
        assert "the same rules" in run("diff", "good.yaml", "good.yaml").output

    def test_diff_exit_code(self, folder: Path) -> None:
        """A script learns whether rules differ, from what was pinned for example."""
        both = ("diff", "--exit-code", "good.yaml")
        assert run("diff", "good.yaml", "odd.yaml").exit_code == 0
        assert run(*both, "odd.yaml").exit_code == 1
        assert run(*both, "odd.yaml", "--json").exit_code == 1
        (folder / "pinned.yaml").write_text(run("show", "good.yaml").output)
        assert run(*both, "pinned.yaml").exit_code == 0

    def test_yaml(self, folder: Path) -> None:
        """The file of differences makes B of A."""
        output = run("diff", "good.yaml", "odd.yaml", "--yaml").output
        assert loads_rules(output, folder=folder) == load_rules(folder / "odd.yaml")
        again = run("diff", str(folder / "good.yaml"), "odd.yaml", "--yaml").output
        assert again == output


class TestOptionsThatExclude:
    """Options of which only one can hold, and names that name nothing."""

    def test_two_ways_to_show(self) -> None:
        """Of two ways to show rules none is silently dropped."""
        result = run("show", NAME, "--changes", "--json")
        assert result.exit_code == 2
        assert "choose one" in result.output

    def test_an_empty_name(self) -> None:
        """An empty name is not this folder."""
        result = run("check", "")
        assert result.exit_code == 2
        assert 'write "."' in result.output


class TestExplain:
    @pytest.mark.parametrize(
        "what", ["pile.take", "HF302", "hf302", "by_round", "books", "name"]
    )
    def test_known(self, what: str) -> None:
        """Keys, groups, forms, settings of the top and codes are explained."""
        result = run("explain", what)
        assert result.exit_code == 0
        assert result.output.lower().startswith(what.lower())

    def test_where_it_is_set(self) -> None:
        """A key says which shipped rulesets set it, and to what."""
        rules = load_rules(NAME)
        shown = run("explain", "deal.hand").output
        values = "\n" + shown.rpartition("example: ")[2].replace("\n  ", " ")
        line = next(one for one in values.splitlines() if NAME in one)
        assert line.startswith(f"{rules['deal.hand']}: ")

    @pytest.mark.parametrize(
        ("words", "meant"),
        [
            ("pile take", "pile.take"),
            ("red threes", "threes.red_laid"),
            ("made_of", "books.kinds.clean.made_of"),
        ],
    )
    def test_words_as_people_say_them(self, words: str, meant: str) -> None:
        """Several words, and what each kind of book has, lead to the setting."""
        result = run("explain", *words.split())
        assert result.exit_code == 1
        assert f"did you mean {meant}" in result.output

    def test_unknown(self) -> None:
        """An unknown word gets the nearest ones."""
        result = run("explain", "decks")
        assert result.exit_code == 1
        assert "deck.packs" in result.output


class TestFix:
    def test_writes(self, folder: Path) -> None:
        """The file is mended in place and keeps its mode."""
        path = folder / "bad.yaml"
        path.chmod(0o640)
        assert run("fix", "bad.yaml").exit_code == 0
        assert path.read_text() == GOOD + "deal: {hand: 11}\n"
        assert path.stat().st_mode & 0o777 == 0o640
        assert sorted(p.name for p in folder.iterdir()) == [
            "bad.yaml",
            "good.yaml",
            "odd.yaml",
        ]

    def test_diff(self, folder: Path) -> None:
        """With --diff nothing is written."""
        result = run("fix", "bad.yaml", "--diff")
        assert "+deal: {hand: 11}" in result.output
        assert (folder / "bad.yaml").read_text() == BAD

    def test_what_is_left(self, folder: Path) -> None:
        """What cannot be mended mechanically is shown, and the exit code says so."""
        (folder / "bad.yaml").write_text(BAD + "trumpet: 1\n")
        result = run("fix", "bad.yaml")
        assert result.exit_code == 1
        assert "trumpet" in result.output

    def test_missing(self, folder: Path) -> None:
        """A file that is not there cannot be mended."""
        assert run("fix", "missing.yaml").exit_code == 2


class TestNew:
    def test_starter(self, folder: Path) -> None:
        """The starter file plays as it is, and says what may be changed."""
        assert run("new", "our-game.yaml", "--extends", NAME).exit_code == 0
        text = (folder / "our-game.yaml").read_text()
        assert text.startswith("# yaml-language-server: $schema=")
        assert check_rules(folder / "our-game.yaml").problems == ()
        rules = load_rules(folder / "our-game.yaml")
        assert rules.name == "Our Game"
        assert not load_rules(NAME).diff(rules)

    def test_remarks_are_settings(self, folder: Path) -> None:
        """Without its # every remark is a setting that loads."""
        run("new", "ours.yaml", "--extends", NAME)
        path = folder / "ours.yaml"
        text = re.sub(r"(?m)^#(?=  |\S)", "", path.read_text())
        path.write_text(text)
        assert check_rules(path).problems == ()

    def test_interview(self, folder: Path) -> None:
        """Answers become the shortest file; Enter changes nothing."""
        answers = [NAME, "Ours", "", "", "umpteen", "15"] + [""] * 20
        result = run("new", "ours.yaml", "--ask", stdin="\n".join(answers) + "\n")
        assert result.exit_code == 0
        rules = load_rules(folder / "ours.yaml")
        assert [one.key for one in load_rules(NAME).diff(rules)] == ["deal.hand"]
        assert "this is text" in result.output

    def test_answers_as_people_give_them(self, folder: Path) -> None:
        """What a check would mend is understood, and told as it is read."""
        answers = [NAME, "Ours", "4", "players + 2", "fifteen", "", "", "more", "no"]
        answers += ["60/90/120", "1 clean 2 dirty", *[""] * 9]
        result = run("new", "ours.yaml", "--ask", stdin="\n".join(answers) + "\n")
        assert result.exit_code == 0
        rules = load_rules(folder / "ours.yaml")
        assert rules["deck.packs"] == PerPlayer(per_player=1, plus=2)
        assert (rules["deal.hand"], rules["wilds.all_wild"]) == (15, False)
        assert rules["opening.minimum"].values == (60, 90, 120)
        assert dict(rules["going_out.books"]) == {"clean": 1, "dirty": 2}
        assert "read as {by_round: [60, 90, 120]}" in result.output

    def test_never_over_a_file(self, folder: Path) -> None:
        """A file that is there is left as it is."""
        assert run("new", "good.yaml").exit_code == 2
        assert (folder / "good.yaml").read_text() == GOOD

    @pytest.mark.parametrize(
        ("path", "said"),
        [("ours", "new ours.yaml"), ("nowhere/ours.yaml", "No such file or directory")],
    )
    def test_no_place(self, folder: Path, path: str, said: str) -> None:
        """A name that ``check`` would not find, or no folder, is said in a line."""
        result = run("new", path)
        assert result.exit_code == 2
        assert said in result.output
        assert not (folder / path).exists()


class TestGroup:
    def test_every_command_is_there(self) -> None:
        """What is listed can be called."""
        group = cli
        assert isinstance(group, click.Group)
        context = click.Context(group)
        for name in group.list_commands(context):
            assert group.get_command(context, name) is not None, name
            assert name in COMMANDS

    def test_misspelt(self) -> None:
        """A misspelt command gets the nearest."""
        result = run("chek")
        assert result.exit_code == 2
        assert "'check'" in result.output

    def test_schema_and_list(self) -> None:
        """The schema is JSON; the list names every shipped ruleset."""
        assert json.loads(run("schema").output)["title"]
        assert json.loads(run("schema", "--resolved").output)["required"]
        assert all(name in run("list").output for name in variant_names())

    def test_version(self) -> None:
        """The version is told in one line."""
        assert run("--version").output.startswith("handfoot ")

    def test_nothing_slow_is_imported(self) -> None:
        """Asking for help imports neither YAML nor the schema nor a player."""
        code = (
            "import sys; from handfoot.cli import cli; "
            "cli.main(['--help'], standalone_mode=False); "
            "print([m for m in ('yaml', 'jsonschema', 'cattrs', 'rich', 'handfoot.play',"
            " 'handfoot.rules.loading') if m in sys.modules])"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("opening_short", "a refusal by opening.minimum"),
        ("OPENING_SHORT", "handfoot explain opening.minimum"),
        ("SC105", "a position that cannot be"),
        ("sc105", "without:"),
        ("core.held", "You play only cards that you hold"),
    ],
)
def test_explain_what_games_and_scenarios_say(code: str, says: str) -> None:
    """Codes of refusals and of scenarios are explained as those of rule files are."""
    result = CliRunner().invoke(cli, ["explain", code])
    assert result.exit_code == 0
    assert says in result.output


def test_explain_a_misspelt_refusal() -> None:
    """The nearest code is named."""
    result = CliRunner().invoke(cli, ["explain", "opnening_short"])
    assert result.exit_code == 1
    assert "did you mean opening_short?" in result.output


class TestForPrograms:
    """What ``--json`` prints, in the shapes that docs/programs.md tells."""

    def test_same_words(self) -> None:
        """Every command that has the option says the same of it."""
        group = cli
        assert isinstance(group, click.Group)
        context = click.Context(group)
        said = {}
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            for option in command.params:
                if isinstance(option, click.Option) and "--json" in option.opts:
                    said[name] = option.help
        wanted = "check show diff explain list simulate study compare ask score"
        assert said == dict.fromkeys(wanted.split(), "Print it for programs.")

    def test_list(self) -> None:
        """The shipped rulesets, each with what one needs to choose it."""
        found = json.loads(run("list", "--json", "--players", "2").output)
        ids = [one["id"] for one in found]
        assert ids == [n for n in variant_names() if 2 in _counts(n)]
        first = load_rules(ids[0])
        assert found[0]["digest"] == first.digest
        assert found[0]["name"] == first.name
        assert found[0]["players"] == list(first["players.counts"])
        assert all(one["sources"] and one["description"] for one in found)

    def test_diff(self, folder: Path) -> None:
        """What differs, by key; a kind of book that one lacks has no value there."""
        (folder / "few.yaml").write_text(
            GOOD + "remove: [books.kinds.wild]\nwilds: {all_wild: false}\n"
            "pile: {wild_top: never}\ngoing_out: {books: {clean: 2}}\n"
        )
        found = json.loads(run("diff", "good.yaml", "few.yaml", "--json").output)
        by_key = {one["key"]: one for one in found["differs"]}
        assert by_key["pile.wild_top"]["a"] == "matching_wilds"
        assert by_key["pile.wild_top"]["b"] == "never"
        assert by_key["books.kinds.wild"]["a"]["bonus"] == 1500
        assert "b" not in by_key["books.kinds.wild"]
        assert (
            json.loads(run("diff", "good.yaml", "good.yaml", "--json").output)[
                "differs"
            ]
            == []
        )
        assert run("diff", "good.yaml", "few.yaml", "--json", "--yaml").exit_code == 2

    @pytest.mark.parametrize(
        ("what", "kind", "field", "value"),
        [
            ("HF345", "problem", "code", "HF345"),
            ("SC105", "problem", "code", "SC105"),
            ("opening_short", "refusal", "keys", ["opening.minimum"]),
            ("core.turn", "core", "key", "core.turn"),
            ("by_round", "form", "form", "by_round"),
            ("pile.take", "setting", "choices", ["all", "dig"]),
            ("name", "setting", "required", True),
            ("wilds", "group", "key", "wilds"),
        ],
    )
    def test_explain(self, what: str, kind: str, field: str, value: object) -> None:
        """Each thing that can be explained says which kind of thing it is."""
        found = json.loads(run("explain", what, "--json").output)
        assert (found["kind"], found[field]) == (kind, value)

    def test_check(self, folder: Path) -> None:
        """The same report as with --format json, and no two formats at once."""
        one = run("check", "bad.yaml", "--json")
        assert one.exit_code == 1
        assert one.output == run("check", "bad.yaml", "--format", "json").output
        assert run("check", "bad.yaml", "--json", "--format", "sarif").exit_code == 2


def _counts(name: str) -> tuple[int, ...]:
    counts: tuple[int, ...] = load_rules(name)["players.counts"]
    return counts
