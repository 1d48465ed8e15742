"""Scenario files say what must come of actions, and are told when it does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from handfoot import ScenarioError
from handfoot.cli.try_ import try_
from handfoot.table.scenario import Result, load_scenarios, loads_scenarios

HEAD = "handfoot_scenarios: 1\nrules: whitnack\nscenarios:\n"
GOOD = """\
handfoot_scenarios: 1
rules: whitnack
position: {phase: draw, hands: {0: 9 9 A A 2 4 5}, pile: K 9}
scenarios:
  - name: A pair and the minimum take the pile
    steps:
      - seat: 0
      - {seat: 1, do: draw, refused: core.turn}
      - {do: take 9 9 9, refused: [opening.minimum]}
      - take 9 9 9, A A 2
    after:
      hands: {0: 4 5 K}
      melds: {0: [A A 2, 9 9 9], 1: []}
      books: {0: []}
      packets: {0: [13]}
      pile: 0
      sheet: {0: {cards melded: 90}}
      scores: [0, 0]
      minimum: {0: 50}
      opened: [0]
      phase: play
      turn: 0
      round: 1
      round_over: false
      over: false
      can: {go_out: false}
      checklist: {core.last_packet: false}
      events:
        - TookPile: {seat: 0, cards: K 9}
        - Opened: {side: 0, points: 90}
        - Laid
  - name: A black three on top bars it
    rules: {extends: whitnack, pile: {take: 5}}
    position: {pile: 9 3b}
    steps: [take 3b 3b 3b]
    refused: [pile.not_on, core.held, pile.needs]
    after:
      top: 3b
      stock: 170
      opening: {possible: true, best: 60, cheapest: 60, short: 0, minimum: 50}
  - name: Points of a side are melded less held cards
    position: {hands: {0: A K, 2: 0}, packets: {0: [], 2: []}, melds: {0: K K K}}
    after:
      points: {0: 0}
      sheet: {0: {scoring.values: 0, cards melded: 30, cards held: -30}}
"""


def _only(text: str) -> Result:
    scenario = loads_scenarios(text, name="house.scenario.yaml")[0]
    return scenario.run()


def _messages(text: str) -> list[str]:
    return [difference.message for difference in _only(text).differences]


def test_what_comes_as_said_passes() -> None:
    """Every subject can be said, and passes when it is so."""
    for scenario in loads_scenarios(GOOD):
        assert [str(found) for found in scenario.run().differences] == []


WRONG = {
    "hands: {0: 4 5 Q}": "hand of seat 0: 4 5 Q expected",
    "hands: {0: 5}": "hand of seat 0: 5 cards expected, 3 cards found",
    "melds: {0: [A A 2]}": "nothing else expected",
    "melds: {0: [A A 2, 9 9 9, K K K]}": "K K K expected, nothing else found",
    "books: {0: clean}": "books of side 0: ['clean'] expected, [] found",
    "packets: {0: []}": "packets of seat 0: [] expected, [13] found",
    "pile: 4": "pile: 4 cards expected, 0 cards found",
    "stock: 4": "stock: 4 cards expected",
    "top: 9s": "top of the pile: 9s expected, no cards found",
    "points: {0: 1}": "points of side 0: 1 expected, ",
    "sheet: {0: {scoring.values: 90}}": "scoring.values of side 0: 90 expected, ",
    "scores: [5, 0]": "scores: [5, 0] expected, [0, 0] found",
    "minimum: {0: 90}": "opening minimum of side 0: 90 expected, 50 found",
    "opening: {possible: true}": "opening, possible: True expected, False found",
    "opened: []": "sides that have opened: [] expected, [0] found",
    "phase: draw": "phase: draw expected, play found",
    "turn: 1": "seat to act: 1 expected, 0 found",
    "round: 2": "round: 2 expected, 1 found",
    "round_over: true": "round over: True expected, False found",
    "over: true": "match over: True expected, False found",
    "red: {0: 1}": "red threes of side 0: 1 expected, 0 found",
    "can: {go_out: true}": "can go out: True expected, False found",
    "checklist: {core.last_packet: true}": "True expected, False found",
    "events: [Drew]": "events: Drew expected, TookPile, Opened, Laid, Laid found",
    "events: [Opened: {points: 60}]": "events: Opened with {'points': 60} expected",
    "events: [Laid, Opened]": "events: Opened expected",
    "hands: {9: 1}": "hand of seat 9: 1 cards expected",
    "melds: {5: []}": "there is no such seat or side",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_comes_otherwise_is_told(line: str) -> None:
    """Each subject tells what was said and what came, with its place."""
    text = GOOD[: GOOD.index("    after:")] + f"    after:\n      {line}\n"
    (difference,) = _only(text).differences
    assert WRONG[line] in difference.message
    assert str(difference).startswith("house.scenario.yaml:12:")


def _step(step: str) -> str:
    position = "    position: {hands: {0: 9 9 9 4}}\n"
    return f"{HEAD}  - name: x\n{position}    steps:\n      - {step}\n"


STEPS = {
    "lay 9 9 9": "was to be legal, but: Your side needs 50",
    "{do: lay 9 9 9, refused: [core.held]}": "not refused by core.held; also refused by",
    "{do: discard 4, refused: [core.held]}": "but it is legal",
    "{seat: 1}": "seat 1 was to act, but seat 0 is",
    "{seat: 2, do: discard 4}": "It is not your turn. [core.turn]",
}


@pytest.mark.parametrize("step", STEPS)
def test_steps_that_go_otherwise_are_told(step: str) -> None:
    """A step that is legal or refused otherwise ends the scenario with its place."""
    (message,) = _messages(_step(step))
    assert STEPS[step] in message


MISTAKES = {
    "rules: whitnack\nscenarios: []\n": "handfoot_scenarios is missing",
    "handfoot_scenarios: 1\nrules: whitnack\n": "scenarios is missing",
    "handfoot_scenarios: 2\nscenarios: []\n": "version 1",
    "handfoot_scenarios: 1\nscenarios: [{name: x}]\n": "say which rules are played",
    f"{HEAD}  - {{steps: draw}}\n": "a scenario needs a name",
    f"{HEAD}  - {{name: x, step: draw}}\n": 'did you mean "steps"',
    f"{HEAD}  - {{name: x, steps: fly}}\n": "'fly' is not an action",
    f"{HEAD}  - {{name: x, steps: [{{legal: true}}]}}\n": "a step needs an action",
    f"{HEAD}  - {{name: x, refused: pile.take}}\n": "there is no step",
    f"{HEAD}  - {{name: x, steps: draw, refused: pile.teka}}\n": 'mean "pile.take"',
    f"{HEAD}  - {{name: x, steps: draw, refused: []}}\n": "say which keys",
    f"{HEAD}  - {{name: x, steps: draw, legal: false}}\n": "say which keys",
    f"{HEAD}  - {{name: x, after: {{hand: 4}}}}\n": 'did you mean "hands"',
    f"{HEAD}  - {{name: x, after: {{events: Flew}}}}\n": "no event called 'Flew'",
    f"{HEAD}  - {{name: x, after: {{events: [Laid: {{x: 1}}]}}}}\n": "has the fields",
    f"{HEAD}  - {{name: x, position: {{hands: {{0: {'JK ' * 11}}}}}}}\n": "no further JK",
    f"{HEAD}  - {{name: x, rules: nowhere}}\n": "no ruleset called",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_in_a_file_are_shown(text: str) -> None:
    """A file that cannot be read is refused with line, column and a mend."""
    with pytest.raises(ScenarioError) as caught:
        loads_scenarios(text, name="house.scenario.yaml")
    assert MISTAKES[text] in str(caught.value)
    assert "--> house.scenario.yaml:" in str(caught.value)
    assert "rules cannot be played" not in str(caught.value)


def test_rules_lie_beside_the_file(tmp_path: Path) -> None:
    """A family tests its own rules file."""
    house = "handfoot: 1\nname: Ours\nextends: whitnack\nopening: {minimum: 30}\n"
    tmp_path.joinpath("ours.yaml").write_text(house)
    path = tmp_path / "ours.scenario.yaml"
    path.write_text(_step("lay 9 9 9").replace("whitnack", "ours.yaml"))
    (scenario,) = load_scenarios(path)
    assert scenario.run().passed


def _run(*paths: Path) -> tuple[int, str]:
    result = CliRunner().invoke(try_, [*map(str, paths)])
    return result.exit_code, result.output


def test_command_tells_by_its_exit_code(tmp_path: Path) -> None:
    """0 when all came as said, 1 when not or on mistakes, 2 for a missing file."""
    good, bad = tmp_path / "good.scenario.yaml", tmp_path / "bad.scenario.yaml"
    broken = tmp_path / "broken.scenario.yaml"
    good.write_text(GOOD)
    bad.write_text(_step("lay 9 9 9"))
    broken.write_text("handfoot_scenarios: 1\n")
    assert _run(good) == (0, "3 scenarios: all came out as said.\n")
    code, output = _run(good, bad)
    assert code == 1
    assert "FAILED   x\n" in output
    assert f"{bad}:7:9: lay 9 9 9: was to be legal" in output
    assert "4 scenarios: 1 failed." in output
    assert _run(broken)[0] == 1
    assert _run(tmp_path / "nothing.yaml")[0] == 2
    assert _run(tmp_path)[0] == 1
    empty = tmp_path / "empty"
    empty.mkdir()
    assert _run(empty)[0] == 2


def test_command_lists_all_when_asked(tmp_path: Path) -> None:
    """With -v, what came as said is listed too."""
    path = tmp_path / "good.scenario.yaml"
    path.write_text(GOOD)
    output = CliRunner().invoke(try_, ["-v", str(path)]).output
    assert "as said  A black three on top bars it" in output


def _pytest(folder: Path) -> tuple[int, str]:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "handfoot.pytest_plugin",
         "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(folder), str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        # Without autoload, since the plugin may be installed and may not be given twice.
        env={"PYTHONPATH": str(root), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1",
             "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    return done.returncode, done.stdout


def test_pytest_collects_scenario_files(tmp_path: Path) -> None:
    """Each scenario is a test; failures and mistakes show their places."""
    tmp_path.joinpath("good.scenario.yaml").write_text(GOOD)
    code, output = _pytest(tmp_path)
    assert (code, "3 passed" in output) == (0, True)
    tmp_path.joinpath("bad.scenario.yaml").write_text(_step("lay 9 9 9"))
    code, output = _pytest(tmp_path)
    assert code == 1
    assert "bad.scenario.yaml:7:9: lay 9 9 9: was to be legal" in output
    assert "Traceback" not in output
    tmp_path.joinpath("broken.scenario.yaml").write_text("handfoot_scenarios: 1\n")
    code, output = _pytest(tmp_path)
    assert code != 0
    assert "scenarios is missing" in output


# -- under several rulesets -----------------------------------------------------------

UNDER = """
handfoot_scenarios: 1
scenarios:
  - name: Two naturals with two wilds
    position: {hands: {0: 9 9 2 2 4 4}, opened: [0]}
    steps: [lay 9 9 2 2]
    under:
      - {rules: [whitnack, eleven-card], refused: [wilds.ratio]}
      - {rules: ladder-to-8500, legal: true, after: {melds: {0: [9 9 2 2]}}}
      - rules: {extends: whitnack, wilds: {ratio: any}}
        legal: true
"""


def test_one_question_under_several_rulesets() -> None:
    """Each ruleset makes a scenario of its own, named after it, with its outcome."""
    found = loads_scenarios(UNDER)
    assert [scenario.name.partition(" (")[2] for scenario in found] == [
        "whitnack)",
        "eleven-card)",
        "ladder-to-8500)",
        "whitnack with wilds.ratio)",
    ]
    assert all(scenario.run().passed for scenario in found)
    assert len({scenario.span for scenario in found}) == 1
    assert [len(scenario.checks) for scenario in found] == [0, 0, 1, 0]


def test_an_outcome_that_differs_is_shown_where_it_is_said() -> None:
    """A wrong verdict of one ruleset fails for this one alone, at its line."""
    found = loads_scenarios(UNDER.replace("refused: [wilds.ratio]", "legal: true"))
    failed = [scenario.run() for scenario in found if not scenario.run().passed]
    assert len(failed) == 2
    assert failed[0].differences[0].span.line == 8


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("{legal: true}", "say under which rules"),
        ("{rules: whitnak, legal: true}", "whitnak"),
        ("{rules: whitnack, refused: [wilds.rato]}", "there is no rule called"),
        ("{rules: whitnack, leagl: true}", 'no setting called "leagl"'),
        ("{rules: pennies-from-heaven, legal: true}", "cannot be"),
    ],
)
def test_mistakes_under_rulesets(entry: str, says: str) -> None:
    """What is wrong with an entry is said with its place."""
    text = UNDER.replace("position: {", "position: {seats: 4, ")
    text = text[: text.index("      - {rules")] + f"      - {entry}\n"
    with pytest.raises(ScenarioError) as error:
        loads_scenarios(text)
    assert says in str(error.value) or "is for 6 players" in str(error.value)


def test_winners_are_looked_at() -> None:
    """The winning sides of a match, and none while it goes on."""
    text = """
handfoot_scenarios: 1
rules: {extends: whitnack, match: {rounds: 1}}
scenarios:
  - name: A tie is shared
    position:
      phase: draw
      hands: {0: ["4"], 1: ["4"], 2: ["4"], 3: ["4"]}
      packets: {0: [], 1: [], 2: [], 3: []}
      stock: 0
      pile: [Q]
    steps: draw
    after: {over: true, winners: [0, 1]}
  - name: Nobody has won yet
    after: {over: false, winners: []}
"""
    assert all(scenario.run().passed for scenario in loads_scenarios(text))
    wrong = text.replace("winners: [0, 1]", "winners: [1]")
    [difference] = loads_scenarios(wrong)[0].run().differences
    assert "winners: [1] expected, [0, 1] found" in difference.message
