from __future__ import annotations

import pytest

from handfoot import Game, HandfootError, load_rules
from handfoot.play.events import Opened, PacketTaken, RoundEnded
from handfoot.study.matches import play_match, seated

RULES = load_rules("eleven-card")


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
            assert 0 <= one.first < result.sides
        # The deal goes round, and with it the first turn.
        assert [one.first for one in result.rounds] == [1, 0, 1, 0]

    @pytest.mark.parametrize("winner", ["highest", "lowest"])
    @pytest.mark.parametrize("varies", [False, True])
    def test_leaders(self, winner: str, *, varies: bool) -> None:
        """After each round those lead who would win if the match ended then."""
        said = {"by_sides": {"singles": winner, "partners": "highest"}}
        rules = RULES.with_changes({"match.winner": said if varies else winner})
        result = play_match(rules, ["random"], 2, 6)
        totals = [0, 0]
        for one in result.rounds:
            totals = [a + b for a, b in zip(totals, one.points, strict=True)]
            best = max(totals) if winner == "highest" else min(totals)
            assert one.leaders == tuple(s for s in (0, 1) if totals[s] == best)
        assert result.rounds[-1].leaders == result.winners

    def test_a_shared_packet_is_reached_by_the_side(self) -> None:
        """Where partners share the foot, both reach it once one has taken it up."""
        small = {"deal.hand": 5, "deal.foot": 5, "deal.later_for": "side"}
        rules = load_rules("whitnack").with_changes({**small, "opening.minimum": 0})
        unreached = rules.with_changes({"foot.never_taken": -1})
        one, other = (play_match(r, ["heuristic"], 4, 5) for r in (rules, unreached))
        found = [n for played in one.rounds for n in played.last_packet]
        assert {0, 2} >= {*found} and 2 in found
        # What the score sheet pays for a foot never taken up is an independent count.
        paid = sum(one.scores) - sum(other.scores)
        assert paid == found.count(0)

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

    @pytest.mark.parametrize(
        ("name", "seats"),
        [
            ("whitnack", 4),
            ("face-up-packets", 6),
            ("gocc-passing", 6),
            ("train-row", 2),
        ],
    )
    def test_misses_no_event(self, name: str, seats: int) -> None:
        """Every opening, last packet and end in the log of the match is told."""
        games: list[Game] = []
        result = play_match(name, ["heuristic"], seats, 8, watch=games.append)
        sides = result.sides
        opened, taken, ends = [0] * sides, [0] * sides, []
        for logged in games[-1].events(everything=True):
            match logged.event:
                case Opened(side=side):
                    opened[side] += 1
                case PacketTaken(seat=seat, left=0):
                    taken[seat % sides] += 1
                case RoundEnded(reason=reason):
                    ends.append(reason)
        for side in range(sides):
            assert sum(one.opened[side] for one in result.rounds) == opened[side]
            assert sum(one.last_packet[side] for one in result.rounds) == taken[side]
        assert [one.reason for one in result.rounds] == ends
        assert sum(opened) > 0
        assert sum(taken) > 0

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
