from __future__ import annotations

import re
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from handfoot.cli import cli
from handfoot.cli.completion import COMMANDS
from handfoot.cli.look import Look
from handfoot.table.record import Record

# The person in the first seat deals and begins, so that no computer decides what the
# first hand and the first pile are.
RULES = """\
handfoot: 1
name: The lake house
players: {counts: [2, 3, 4], side_size: 1, first: dealer}
opening: {minimum: 0}
match: {rounds: 2}
round_end: {most_turns: 15}
"""
SIGNS = "♠♥♦♣"


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """A ruleset file."""
    path = tmp_path / "lake.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


def played(rules: Path | str, lines: str = "", *options: str) -> Result:
    """Run ``handfoot play`` with lines typed ahead."""
    arguments = ["play", str(rules), "--seed", "1", *options]
    result = CliRunner().invoke(cli, arguments, input=lines, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def hand_of(output: str) -> list[str]:
    """Return the cards of the last hand shown."""
    *_, shown = re.finditer(r"Your cards .*\n((?:  .*\n)+)", output)
    return str(shown[1]).split()


def groups(cards: list[str]) -> dict[str, list[str]]:
    """Return cards by rank."""
    by_rank: dict[str, list[str]] = {}
    for card in cards:
        by_rank.setdefault(card.rstrip("shdc"), []).append(card)
    return by_rank


def a_meld(output: str) -> str:
    """Return a lay of two of a rank and a wild, or three, that the hand allows."""
    ranks = groups(hand_of(output))
    wilds = ranks.pop("2", []) + ranks.pop("JK", [])
    for rank, cards in ranks.items():
        if rank != "3" and len(cards) + len(wilds[:1]) > 2 and len(cards) > 1:
            return "lay " + " ".join((cards + wilds)[:3])
    raise AssertionError("the seed of this test deals no meld")


class TestPipe:
    def test_end_of_input_ends_the_game(self, lake: Path) -> None:
        """A game whose input ends stops without an error."""
        output = played(lake, "draw\n").output
        assert "The game stops here." in output

    def test_the_table_shows_what_the_seat_knows(self, lake: Path) -> None:
        """Pile, stock, scores, own cards and the counts of the others are shown."""
        output = played(lake).output
        assert "your turn: draw, or take the pile" in output
        assert re.search(r"Pile 1, top \S+   Stock \d+", output)
        assert "0 points" in output
        assert "North 13 + foot 13" in output
        assert len(hand_of(output)) == 13

    def test_a_turn(self, lake: Path) -> None:
        """Draw and discard as typed; then the computer plays its turn."""
        card = hand_of(played(lake).output)[0]
        output = played(lake, f"draw\ndiscard {card}\n").output
        assert f"You discarded {card}." in output
        assert re.search(r"^North (drew|took)", output, re.M)

    def test_refusal(self, lake: Path) -> None:
        """A refused action shows each sentence with its key and who set it."""
        output = played(lake, "draw\nundo\ndiscard\nlay K K\n").output
        assert "[players.take_back, the default]" in output
        assert "discard exactly one card" in output
        assert "No: " in output
        assert "[core.held]" in output

    def test_undo(self, lake: Path) -> None:
        """A lay is taken back and the cards are in the hand again."""
        before = played(lake, "draw\n").output
        lay = a_meld(before)
        output = played(lake, f"draw\n{lay}\nundo\n").output
        assert f"Taken back: {lay}" in output
        assert hand_of(output) == hand_of(before)

    def test_the_origin_of_a_refusal(self, lake: Path) -> None:
        """A key set in the file is shown with its line."""
        lake.write_text(RULES + "pile: {may_be_taken: false}\n", encoding="utf-8")
        output = played(lake, "take 9 9 9\nrules pile.may\n").output
        unwrapped = "".join(output.split())
        assert re.search(r"\[pile.may_be_taken,[^]]*lake.yaml:7\]", unwrapped)
        assert unwrapped.count("lake.yaml:7") == 2

    def test_commands(self, lake: Path, tmp_path: Path) -> None:
        """Every command of the help answers, and none changes the game."""
        save = f"save {tmp_path / 'so-far.json'}"
        lines = [
            *("help", "help cards", "?", "table", "hand", "moves", "moves take"),
            *("hint", "why", "why draw", "why ask", "why lay Z", "out", "score"),
            *("rules pile", "rules nothing", "save", save, "# a remark", ""),
        ]
        output = played(lake, "\n".join(lines) + "\n").output
        assert all(re.search(rf"^{word} ", output, re.M) for word in COMMANDS)
        assert "The computer would: " in output
        assert "That is allowed." in output
        assert "Begin your turn" in output
        assert "'Z' is not a card" in output
        assert "pile.take" in output
        assert "No rule begins with 'nothing'." in output
        record = Record.loads((tmp_path / "so-far.json").read_text(encoding="utf-8"))
        assert record.steps == ()

    @pytest.mark.parametrize("runs", ["none", "natural"])
    def test_help_with_runs(self, lake: Path, runs: str) -> None:
        """How runs are written is told where the ruleset has runs, and only there."""
        lake.write_text(f"{RULES}melds: {{runs: {runs}}}\n", encoding="utf-8")
        output = " ".join(played(lake, "help\nhelp cards\n").output.split())
        for words in ("lay 10h on H#1", "In a run each card is named with its suit"):
            assert (words in output) == (runs == "natural")

    def test_quit_and_out(self, lake: Path, tmp_path: Path) -> None:
        """Leaving a game writes its record, which plays to the same place."""
        out = tmp_path / "game.yaml"
        output = played(lake, "draw\nquit\n", "--out", str(out)).output
        assert "The game stops here." in output
        assert f"Saved to {out}" in output.replace("\n", "")
        game = Record.loads(out.read_text(encoding="utf-8")).play()
        assert (game.ply, game.phase) == (1, "play")

    def test_a_word_that_is_nothing(self, lake: Path) -> None:
        """A line that is neither an action nor a command says where to find help."""
        output = played(lake, "dance\n").output
        assert "'dance' is not an action" in output
        assert "Type help" in output

    def test_plain_letters(self, lake: Path) -> None:
        """Without a terminal cards are letters and there is no colour."""
        output = played(lake, "draw\nmoves\n").output
        assert not set(SIGNS) & set(output)
        assert "\x1b" not in output


def test_the_own_side_is_called_you_in_the_middle_of_a_line() -> None:
    """That the own side opened may stand in the line of the partner's turn."""
    words = " ".join(played("whitnack", "quit\n").output.split())
    assert "North drew 2 cards; you and North opened with" in words


class TestSecrecy:
    def test_own_cards_only(self, lake: Path) -> None:
        """Nobody's cards but the reader's are named when they are dealt or drawn."""
        card = hand_of(played(lake).output)[0]
        output = played(lake, f"draw\ndiscard {card}\n", "--players", "4").output
        assert output.count("You were dealt") == 1
        assert not re.search(r"(West|North|East) was dealt", output)
        assert re.search(r"(West|North|East) drew 2 cards", output)

    def test_hot_seat(self, lake: Path) -> None:
        """Each person sees only the own hand, once it is their turn."""
        card = hand_of(played(lake).output)[0]
        output = played(
            lake, f"draw\ndiscard {card}\n", "--seats", "you:Lake,you:Hill"
        ).output
        first, second = output.split("Hill is to play.")
        assert "Lake is to play." in first
        assert first.count("You were dealt") == second.count("You were dealt") == 1
        assert "Hill> " in second
        assert "Lake drew 2 cards" in second


class TestWatch:
    def test_a_match(self, lake: Path) -> None:
        """Computers play to the end: each round's sheet, then who won."""
        output = played(lake, "", "--watch", "--players", "3").output
        assert re.search(r"^Round 1 +South +West +East$", output, re.M)
        assert re.search(r"^Round 2 +South", output, re.M)
        assert "won the match" in output or "shared the win" in output

    @pytest.mark.parametrize("players", ["2", "4"])
    def test_eighty_columns(self, lake: Path, players: str) -> None:
        """No line is longer than a narrow terminal."""
        output = played(lake, "", "--watch", "--players", players).output
        assert max(map(len, output.splitlines())) <= 80

    def test_the_same_seed(self, lake: Path) -> None:
        """The same seed plays the same match."""
        runs = [played(lake, "", "--watch", "--players", "2").output for _ in "12"]
        assert runs[0] == runs[1]

    def test_random_players(self, lake: Path) -> None:
        """Seats may be given to players by kind."""
        kinds = "random,heuristic:Clever,random"
        output = played(lake, "", "--watch", "--seats", kinds).output
        assert "Clever" in output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--watch", "--seats", "you"], "no seat is yours"),
        (["--seats", "wizard"], "'wizard' plays no seat"),
        (["--players", "5"], "2, 3, 4 players, not 5"),
        (["--players", "2", "--seats", "you,random,random"], "3 seats"),
        (["--seats", "you:A,random:A"], "same name"),
        (["--players", "4", "--side-size", "2"], "sides of 1, not 2"),
    ],
)
def test_impossible_tables(lake: Path, options: list[str], words: str) -> None:
    """A table that cannot be is refused in one sentence, not with a traceback."""
    result = CliRunner().invoke(cli, ["play", str(lake), *options])
    assert result.exit_code == 2
    assert words in result.output.replace("\n", " ")
    assert "Traceback" not in result.output


def test_record_has_no_place(lake: Path, tmp_path: Path) -> None:
    """Where no record can be written, that is said before the game, not after it."""
    out = tmp_path / "nowhere" / "game.yaml"
    result = CliRunner().invoke(cli, ["play", str(lake), "--out", str(out)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no folder" in result.stderr


def test_rules_are_not_written_over(lake: Path, tmp_path: Path) -> None:
    """A file that holds no record stays as it is; a record may be written anew."""
    before = lake.read_text(encoding="utf-8")
    assert "holds no record" in played(lake, f"save {lake}\n").output.replace("\n", " ")
    assert lake.read_text(encoding="utf-8") == before
    result = CliRunner().invoke(cli, ["play", str(lake), "--out", str(lake)])
    assert result.exit_code == 2
    out = tmp_path / "game.yaml"
    twice = played(lake, f"save {out}\ndraw\nsave {out}\n").output
    assert twice.count("Saved to") == 2


def test_rules_are_shown_as_written(lake: Path) -> None:
    """Lists and switches are shown as a file says them."""
    output = played(lake, "rules wilds.cards\nrules deal.upcard\n").output
    assert "[two, joker]" in output
    assert "true" in output


def test_rules_that_do_not_load(tmp_path: Path) -> None:
    """What is wrong with the rules is shown as ``check`` shows it."""
    path = tmp_path / "bad.yaml"
    path.write_text("handfoot: 1\nname: Bad\npiel: {take: 5}\n", encoding="utf-8")
    result = CliRunner().invoke(cli, ["play", str(path)])
    assert result.exit_code == 1
    assert "bad.yaml:3" in result.output


@pytest.fixture
def terminal(lake: Path, monkeypatch: pytest.MonkeyPatch) -> pexpect.spawn[str]:
    """A game in a real terminal of 80 columns."""
    environment = {
        "PATH": "/usr/bin:/bin",
        "TERM": "xterm",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PYTHONUTF8": "1",
        "LANG": "C.UTF-8",
        "INPUTRC": "/dev/null",
    }
    code = "from handfoot.cli import main; main()"
    child = pexpect.spawn(
        sys.executable,
        ["-c", code, "play", str(lake), "--seed", "1"],
        env=environment,
        encoding="utf-8",
        dimensions=(24, 80),
        timeout=20,
    )
    child.expect("South> ")
    return child


class TestTerminal:
    def test_completion(self, terminal: pexpect.spawn[str]) -> None:
        """The tab key completes a legal action."""
        terminal.send("dra\t\r")
        terminal.expect("You drew")
        terminal.expect("South> ")
        terminal.send("disc\t")
        terminal.expect("discard ")
        terminal.send("\x15quit\r")
        terminal.expect("The game stops here")
        terminal.expect(pexpect.EOF)

    def test_undo(self, terminal: pexpect.spawn[str]) -> None:
        """A lay is taken back; the draw before it is not."""
        terminal.send("draw\r")
        terminal.expect("South> ")
        cards = _plain(str(terminal.before))
        terminal.send(f"{a_meld(cards)}\r")
        terminal.expect("You laid")
        terminal.expect("South> ")
        terminal.send("undo\r")
        terminal.expect("Taken back: ")
        terminal.expect("South> ")
        terminal.send("undo\r")
        terminal.expect("You have seen the cards you drew")
        terminal.sendeof()
        terminal.expect("The game stops here")
        terminal.expect(pexpect.EOF)

    def test_signs_and_colour(self, terminal: pexpect.spawn[str]) -> None:
        """Suits have signs, red ones in red."""
        shown = str(terminal.before)
        assert set(SIGNS) & set(shown)
        assert re.search("\x1b\\[1;31m[0-9JQKA]+[♥♦]", shown)
        terminal.sendeof()
        terminal.expect(pexpect.EOF)


def _plain(shown: str) -> str:
    """Return what a terminal shows with letters for suits and without colour."""
    text = re.sub("\x1b\\[[0-9;?]*[a-z]", "", shown).replace("\r\n", "\n")
    return text.translate(str.maketrans(SIGNS, "shdc"))


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """``NO_COLOR`` gives plain letters on a terminal too."""
    from rich.console import Console

    assert Look.of(Console(force_terminal=True, color_system="standard")).signs
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Look.of(Console(force_terminal=True)).signs
