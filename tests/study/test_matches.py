from __future__ import annotations

import json
from itertools import islice

import pytest
from click.testing import CliRunner

from handfoot import Game, HandfootError, load_rules
from handfoot.cli.simulate import simulate
from handfoot.study.matches import Job, play_match, run, seated
from handfoot.study.summary import summarize

RULES = load_rules("eleven-card")


def _job(games: int = 4, seed: int = 5) -> Job:
    return Job(RULES, ("heuristic", "random"), games, seats=2, seed=seed)


class TestPlayMatch:
    def test_same_seed_same_match(self) -> None:
        """A match is a function of ruleset, players, seats and seed."""
        one, other = (
            play_match(RULES, ["heuristic", "random"], 4, 11) for _ in range(2)
        )
        assert one == other
        assert one != play_match(RULES, ["heuristic", "random"], 4, 12)

    def test_rounds_add_up(self) -> None:
        """The points of the rounds are the final totals; each round tells its end."""
        result = play_match("whitnack", ["heuristic"], 4, 3)
        for side in range(result.sides):
            assert sum(one.points[side] for one in result.rounds) == result.scores[side]
        for one in result.rounds:
            assert one.reason in ("out", "stock", "turns")
            assert (one.out is None) == (one.reason != "out")
            assert one.turns > 0

    def test_what_it_tells_agrees_with_the_table(self) -> None:
        """Opened sides, last packets and turns are those of the games watched."""
        seen: list[tuple[list[bool], list[int], int]] = []
        rounds: list[int] = []

        def watch(game: Game) -> None:
            state = game.state
            reached = [
                sum(not state.packets[seat] for seat in range(side, 4, game.sides))
                for side in range(game.sides)
            ]
            if game.turn is None:
                return
            if rounds and rounds[-1] == game.round:
                seen.pop()
            else:
                rounds.append(game.round)
            seen.append(([*state.opened], reached, state.turns))

        result = play_match("whitnack", ["heuristic"], 4, 8, watch=watch)
        assert len(seen) == len(result.rounds)
        for one, (opened, reached, turns) in zip(result.rounds, seen, strict=True):
            # The last action of a round may still open, or bring a packet.
            assert all(a >= b for a, b in zip(one.opened, opened, strict=True))
            assert all(a >= b for a, b in zip(one.last_packet, reached, strict=True))
            assert one.turns == turns

    def test_refuses_a_table_that_is_not_allowed(self) -> None:
        """A head count, a side size or a kind of player that is not there: an error."""
        with pytest.raises(HandfootError, match="players, not 3"):
            play_match(RULES, ["random"], 3)
        with pytest.raises(HandfootError, match="sides of"):
            play_match(RULES, ["random"], 4, side_size=4)
        with pytest.raises(HandfootError, match="no computer player 'best'"):
            play_match(RULES, ["best"], 2)


class TestSeated:
    def test_kinds_go_round_the_sides(self) -> None:
        """Fewer kinds than seats are given to the sides in turn."""
        assert seated(["a", "b"], RULES, 4) == ("a", "b", "a", "b")
        cards = load_rules("six-deck-10000")
        assert seated(["a", "b"], cards, 6, 2) == ("a", "b", "a", "a", "b", "a")
        assert seated(["a"], cards, 3) == ("a", "a", "a")

    def test_one_kind_for_each_seat(self) -> None:
        """As many kinds as seats are given to the seats."""
        assert seated("abcd", RULES, 4) == ("a", "b", "c", "d")

    @pytest.mark.parametrize("players", [[], ["a"] * 5])
    def test_too_many_or_none(self, players: list[str]) -> None:
        """Nobody to play, or more players than seats: an error."""
        with pytest.raises(HandfootError, match="computer players"):
            seated(players, RULES, 4)


class TestRun:
    def test_workers_do_not_matter(self) -> None:
        """One process or three give the same results in the same order."""
        alone = list(run(_job()))
        assert list(run(_job(), workers=3)) == alone
        assert len({result.seed for result in alone}) == len(alone)

    def test_can_be_stopped_early(self) -> None:
        """Closing the iterator stops the work and keeps what is done."""
        matches = run(_job(games=1000), workers=2)
        some = list(islice(matches, 2))
        matches.close()  # type: ignore[attr-defined]  # a generator
        assert some == list(run(_job(games=2)))

    def test_a_job_that_cannot_be_played(self) -> None:
        """What is wrong is said before any work begins."""
        with pytest.raises(HandfootError):
            next(run(Job(RULES, ("random",), 10, seats=5), workers=2))


class TestSummarize:
    def test_averages(self) -> None:
        """The summary's figures are those of the matches."""
        results = list(run(_job(games=6)))
        summary = summarize(results)
        assert summary.games == 6
        assert sum(summary.ends.values()) == sum(len(one.rounds) for one in results)
        assert sum(side.wins for side in summary.sides) == pytest.approx(6)
        for side in summary.sides:
            totals = [result.scores[side.side] for result in results]
            assert side.mean == pytest.approx(sum(totals) / 6)
            assert (side.least, side.most) == (min(totals), max(totals))
            assert 0 <= side.opened <= 1
            assert 0 <= side.last_packet <= 1
        assert summary.sides[0].players == ("heuristic",)

    def test_nothing_to_summarize(self) -> None:
        """No matches have no averages."""
        with pytest.raises(ValueError, match="no matches"):
            summarize([])


class TestCommand:
    def _run(self, *words: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(simulate, words)
        return result.exit_code, result.stdout, result.stderr

    def test_table(self) -> None:
        """It prints what the matches came to, and no progress bar into a file."""
        code, out, err = self._run("eleven-card", "--games", "2", "--players", "2")
        assert code == 0
        assert "2 matches, 2 players" in out
        assert "clean books a round" in out
        assert err == ""

    def test_json(self) -> None:
        """``--json`` gives the same figures to programs, whatever the workers."""
        words = ("eleven-card", "--games", "3", "--seed", "x", "--json")
        found = []
        for jobs in ("1", "2"):
            code, out, _ = self._run(*words, "--jobs", jobs)
            assert code == 0
            data = json.loads(out)
            assert data["games"] == 3
            assert data["players"] == ["heuristic"] * 4
            found.append({k: v for k, v in data.items() if k not in _TIMES})
        assert found[0] == found[1]

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--seats", "clever"), "no computer player 'clever'"),
            (("--players", "7"), "is for 2, 4 players, not 7"),
            (("--side-size", "3"), "has sides of 2, not 3"),
            (("--seats", ","), "name 1 to 4 computer players"),
        ],
    )
    def test_errors(self, words: tuple[str, ...], said: str) -> None:
        """What cannot be played is said in one line on the error stream."""
        code, out, err = self._run("eleven-card", *words)
        assert code == 2
        assert out == ""
        assert said in err
        assert err.count("\n") == 1

    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An interrupt prints what has been played so far."""
        play = Job.match

        def match(job: Job, number: int) -> object:
            if number == 2:
                raise KeyboardInterrupt
            return play(job, number)

        monkeypatch.setattr(Job, "match", match)
        code, out, err = self._run("eleven-card", "--games", "9", "--players", "2")
        assert code == 130
        assert "2 matches, 2 players" in out
        assert "Stopped after 2 of 9 matches." in err


_TIMES = {"seconds", "elapsed"}
