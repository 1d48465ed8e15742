from __future__ import annotations

import json
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from handfoot import variant_names
from handfoot.cli import cli

TAKE = ("take", "9", "9", "9", "--hand", "9 9 A A 2 4", "--pile", "... 9")


def ask(*arguments: str, stdin: str = "") -> tuple[int, str]:
    """Return the exit code and everything printed."""
    result = CliRunner().invoke(cli, ["ask", *arguments], input=stdin)
    return result.exit_code, result.output


@pytest.fixture
def ours(tmp_path: Path) -> str:
    """A family's file."""
    path = tmp_path / "ours.yaml"
    path.write_text(
        "handfoot: 1\nname: Ours\nextends: whitnack\nopening: {minimum: 70}\n"
    )
    return str(path)


def test_what_is_refused(ours: str) -> None:
    """Each reason stands with its key, its value and its line; the exit code is 1."""
    code, output = ask(ours, *TAKE)
    assert code == 1
    assert "take 9 9 9: NOT LEGAL." in output
    assert "opening.minimum: 70" in output
    assert "ours.yaml:4)" in output
    assert "with the cards you named: take 9 9 9, A A 2" in output
    assert "The shipped rulesets: legal in" in output


def test_what_is_legal() -> None:
    """What may be done is said with what comes of it; the exit code is 0."""
    code, output = ask("whitnack", *TAKE, "--down", "--no-others")
    assert code == 0
    assert "take 9 9 9: LEGAL." in output
    assert "shipped" not in output


def test_options_may_come_first() -> None:
    """The play may stand after the options, in one piece or in words."""
    for play in (["lay", "K", "K", "K"], ["lay K K K"]):
        code, output = ask("whitnack", "--down", "--no-others", *play)
        assert code == 0, output
        assert "lay K K K: LEGAL." in output


def test_json(ours: str) -> None:
    """Programs read the same from JSON, every shipped ruleset with its verdict."""
    code, output = ask(ours, *TAKE, "--json")
    data = json.loads(output)
    assert code == 1
    assert data["legal"] is False
    assert data["refusals"][0]["key"] == "opening.minimum"
    assert data["refusals"][0]["value"] == 70
    others = data["others"]
    count = len(others["legal"]) + len(others["apart"])
    count += sum(len(camp["rulesets"]) for camp in others["refused"])
    assert count == len(variant_names())


def test_every_option_is_read() -> None:
    """Each option says something of the situation."""
    code, output = ask(
        "whitnack", "lay", "2", "on", "K",
        "--hand", "2 ...", "--melds", "K K K, Q Q Q", "--their-melds", "A A A",
        "--round", "2", "--score", "700", "--in-foot", "--partner", "played",
        "--permission", "advised", "--stock", "4 5 6 7", "--players", "4",
        "--side-size", "2", "--down", "--no-others",
    )  # fmt: skip
    assert code == 0, output
    for words in (
        "round 2", "you play from your last packet", "has 700 points",
        "your melds: K K K, Q Q Q", "their melds: A A A", "your partner has played",
        "permission: advised", "you hold 2 (others)", "the stock: 4 5 6 7",
    ):  # fmt: skip
        assert words in output
    code, output = ask("whitnack", "lay", "K", "K", "K", "--first", "draw",
                       "--hand", "K K K", "--foot", "4 5 6", "--down")  # fmt: skip
    assert "the foot: 4 5 6; first: draw" in output


def test_yaml(tmp_path: Path) -> None:
    """A question comes from a file, or from standard input."""
    text = "try: lay 9 9 2 2\ndown: true\n"
    (tmp_path / "q.yaml").write_text(text)
    from_file = ask("whitnack", "--from", str(tmp_path / "q.yaml"))
    assert from_file[0] == 1
    assert "wilds.ratio" in from_file[1]
    assert ask("whitnack", "--from", "-", stdin=text) == from_file
    assert ask("whitnack", stdin=text) == from_file


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("whitnack", "dance"), "is not an action"),
        (("whitnack", "look", "at", "foot"), "handfoot rulecard whitnack"),
        (("whitnack", "take", "9", "9", "9"), "pile: say what lies there"),
        (("whitnack", "lay", "9", "--hand", "9 X"), "hand: 'X' is not a card"),
        (("whitnack", "lay", "9", "--melds", "K K, X"), "melds: 'X' is not a card"),
        (("whitnack",), "say what is tried"),
        (("whitnack", "--hand", "9 9"), "say what is tried"),
        (("whitnack", *TAKE[:4], "--pile", "...", "9"), "put quotes around cards"),
        (("whitnack", *TAKE[:4], "--hand", "9", "9", "A"), "after --hand"),
        (("whitnack", *TAKE[:4], "--pile", "..."), "pile: say what lies there"),
        (("whitnack", "draw", "--from", "q.yaml"), "says the whole question"),
        (("whitnack", "--from", "nowhere.yaml"), "nowhere.yaml: No such file"),
        (("whitnack", "draw", "--players", "9"), "players, not 9"),
        (("bicycle-style", "ask", "--hand", "4"), "Nobody is asked"),
        (("bottom-card-pickup", *TAKE, "--down"), "name the cards of: pile"),
    ],
)
def test_what_cannot_be_asked(arguments: tuple[str, ...], says: str) -> None:
    """What cannot be decided is said with what is missing; the exit code is 2."""
    code, output = ask(*arguments)
    assert code == 2
    assert says in output
    assert "Traceback" not in output


def test_prompts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a play the situation is asked for; what cannot be read, again."""
    monkeypatch.setenv("NO_COLOR", "1")
    main = "from handfoot.cli import main; main()"
    child = pexpect.spawn(
        sys.executable,
        ["-c", main, "ask", "whitnack", "--no-others"],
        encoding="utf-8",
        timeout=20,
    )
    for prompt, answer in (
        ("What is tried", "dance"),
        ("is not an action", ""),
        ("What is tried", "take 9 9 9"),
        ("Your cards", "9 9 A A 2 4"),
        ("The pile", "9 X"),
        ("is not a card", ""),
        ("The pile", ""),
        ("so it is needed", ""),
        ("The pile", "K 9"),
        ("Your side's melds", ""),
        ("from your foot", "y"),
        ("Your partner plays from", "foot"),
        ("side down", "n"),
        ("Round", "2"),
    ):
        child.expect(prompt)
        if not prompt.startswith(("is not", "so it")):
            child.sendline(answer)
    child.expect("your partner plays from the last packet")
    child.expect("Your side needs 90 to open in round 2")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1
