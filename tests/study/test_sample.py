from __future__ import annotations

import random
from math import inf

import attrs
import pytest

from handfoot import load_rules
from handfoot.play.round_end import OUT, STOCK, THREES, TURNS
from handfoot.study.comparison import Study, studied
from handfoot.study.matches import MatchResult, RoundResult
from handfoot.study.measures import (
    MINUTES_A_ROUND,
    SECONDS_A_TURN,
    Measure,
    match_measures,
    side_measures,
)
from handfoot.study.plots import plots
from handfoot.study.sample import Sample, differences
from handfoot.study.table import Table

ROUND = RoundResult(
    first=0,
    reason="out",
    out=1,
    turns=60,
    points=(-100, 800),
    opened=(False, True),
    books=({}, {"clean": 2, "dirty": 1}),
    last_packet=(1, 2),
    leaders=(1,),
)
OTHER = attrs.evolve(
    ROUND,
    first=1,
    reason="stock",
    out=None,
    turns=90,
    points=(1500, 300),
    opened=(True, True),
    books=({"dirty": 3}, {}),
    last_packet=(2, 0),
    leaders=(0,),
)
MATCH = MatchResult(
    seed="0:0",
    seats=4,
    sides=2,
    players=("random",) * 4,
    winners=(0,),
    scores=(1400, 1100),
    rounds=(ROUND, OTHER),
    actions=700,
)
ALL = (*match_measures(), *side_measures(["clean", "dirty", "wild"], [0, 1], 4))


def _sample(*results: MatchResult, measures: tuple[Measure, ...] = ALL) -> Sample:
    sample = Sample(measures)
    for result in results:
        sample.add(result)
    return sample


def _ended_so(reason: str) -> Study:
    """Return a study of one match in which every round ended for one reason."""
    study = studied(Table(load_rules("whitnack")))
    rounds = (attrs.evolve(OTHER, reason=reason),) * 2
    study.sample.add(attrs.evolve(MATCH, rounds=rounds))
    return study


class TestMeasures:
    def test_a_match(self) -> None:
        """Each number of a match, worked out by hand."""
        found = {name: one.value for name, one in _sample(MATCH).estimates().items()}
        assert found == pytest.approx(
            {
                "rounds": 2,
                "turns": 150,
                "minutes": 150 * SECONDS_A_TURN / 60 + 2 * MINUTES_A_ROUND,
                "round_turns": 75,
                "ended_out": 0.5,
                "ended_stock": 0.5,
                "ended_turns": 0,
                "ended_threes": 0,
                "best": 1400,
                "margin": 300,
                "leader_changes": 1,
                "first_won": 1,
                "first_ahead": (-900 - 1200) / 2,
                "points": 2500 / 4,
                "below_zero": 1 / 4,
                "opened": 3 / 4,
                "last_packet": 5 / 8,
                "books.clean": 2 / 4,
                "books.dirty": 4 / 4,
                "books.wild": 0,
            }
        )

    @pytest.mark.parametrize("reason", [OUT, STOCK, TURNS, THREES])
    def test_every_end_of_a_round_is_told(self, reason: str) -> None:
        """Whatever ends the rounds has its share."""
        found = _ended_so(reason).sample.estimates()
        ends = {name: one.value for name, one in found.items() if "ended" in name}
        assert {name: value for name, value in ends.items() if value} == {
            f"ended_{reason}": 1
        }

    @pytest.mark.parametrize("reason", [OUT, STOCK, TURNS, THREES])
    def test_every_end_of_a_round_is_drawn(self, reason: str) -> None:
        """The picture of how rounds end names it, and nothing else."""
        pytest.importorskip("matplotlib")
        [picture] = (
            one
            for one in plots([_ended_so(reason)], [""])
            if one.title == "How rounds end"
        )
        assert picture.text.startswith("100.0% ") and "," not in picture.text

    def test_a_side(self) -> None:
        """Each number of one side, worked out by hand."""
        sample = _sample(MATCH, measures=side_measures(["dirty"], [1], 2))
        found = {name: one.value for name, one in sample.estimates().items()}
        assert found == pytest.approx(
            {
                "won": 0,
                "total": 1100,
                "out": 0.5,
                "points": 550,
                "below_zero": 0,
                "opened": 1,
                "last_packet": 2 / 4,
                "books.dirty": 0.5,
            }
        )

    def test_even_leaders_change_nothing(self) -> None:
        """Who leads again after a tie has not taken the lead; another side has."""

        def changes(*leaders: tuple[int, ...]) -> float:
            rounds = [attrs.evolve(ROUND, leaders=each) for each in leaders]
            result = attrs.evolve(MATCH, rounds=tuple(rounds))
            return _sample(result).estimates()["leader_changes"].value

        assert changes((0,), (0, 1), (0,)) == 0
        assert changes((0,), (0, 1), (1,)) == 1
        assert changes((0, 1), (1,), (0,), (1,)) == 2

    def test_shared_wins(self) -> None:
        """A win that is shared counts as a part, and one of nobody as none."""
        for winners, part in (((0, 1), 0.5), ((), 0.0), ((0,), 1.0)):
            result = attrs.evolve(MATCH, winners=winners)
            assert _sample(result).estimates()["first_won"].value == part


def _made(chance: random.Random) -> MatchResult:
    """Return a match of two to six rounds; turns follow the points they bring."""
    luck = chance.gauss(0, 1)
    rounds = tuple(
        attrs.evolve(ROUND, turns=round(5000 + 1000 * luck + chance.gauss(0, 500)))
        for _ in range(chance.randint(2, 6))
    )
    return attrs.evolve(MATCH, rounds=rounds)


ONE = tuple(one for one in ALL if one.name == "round_turns")


class TestIntervals:
    @pytest.mark.parametrize("games", [10, 40])
    def test_as_often_right_as_it_says(self, games: int) -> None:
        """A 95% interval of a ratio holds the true value in some 95% of samples."""
        chance = random.Random(1)
        hits, tries = 0, 400
        for _ in range(tries):
            made = (_made(chance) for _ in range(games))
            found = _sample(*made, measures=ONE).estimates()["round_turns"]
            hits += found.low <= 5000 <= found.high
        assert 0.92 <= hits / tries <= 0.975

    def test_differences_as_often_right_as_they_say(self) -> None:
        """Intervals of paired differences hold the true one, and use the pairing."""
        chance = random.Random(2)
        hits, tries = 0, 400
        for _ in range(tries):
            pairs = [(_made(chance), chance.getrandbits(32)) for _ in range(30)]
            shifted = [
                attrs.evolve(
                    result,
                    rounds=tuple(
                        attrs.evolve(
                            one,
                            turns=one.turns
                            + round(random.Random(extra).gauss(300, 200)),
                        )
                        for one in result.rounds
                    ),
                )
                for result, extra in pairs
            ]
            one = _sample(*(result for result, _ in pairs), measures=ONE)
            other = _sample(*shifted, measures=ONE)
            found = differences(one, other)["round_turns"]
            hits += found.low <= 300 <= found.high
            # Unpaired it would reach about 500 to either side.
            assert found.high - found.low < 400
        assert 0.92 <= hits / tries <= 0.98

    def test_rarely_clear_by_chance(self) -> None:
        """Of equal rulesets, one study in twenty at most finds anything clear."""
        chance = random.Random(3)
        wrong, tries = 0, 80
        for _ in range(tries):
            two = [_sample(*(_made(chance) for _ in range(20))) for _ in range(2)]
            wrong += any(found.clear for found in differences(*two).values())
        assert wrong / tries <= 0.1

    def test_few_pairs_may_agree_by_chance(self) -> None:
        """Differing alike in all of a few pairs is not clear; in many it is."""
        longer = attrs.evolve(MATCH, rounds=(ROUND, OTHER, OTHER))
        for games, clear in ((4, False), (20, True)):
            two = _sample(*[MATCH] * games), _sample(*[longer] * games)
            found = differences(*two)["rounds"]
            assert (found.value, found.clear) == (1, clear)

    def test_equal_matches(self) -> None:
        """Where no match differs nothing does, and nothing counts as a comparison."""
        two = _sample(MATCH, MATCH), _sample(MATCH, MATCH)
        for found in differences(*two).values():
            assert (found.value, found.low, found.high) == (0, 0, 0)
            assert not found.clear

    def test_never_and_always(self) -> None:
        """Nothing seen in 60 matches may still be one in twenty: the rule of three."""
        found = _sample(*[MATCH] * 60).estimates()
        assert (found["ended_turns"].low, found["ended_turns"].high) == (0, 0.05)
        assert (found["first_won"].low, found["first_won"].high) == (0.95, 1)

    def test_differences_of_shares(self) -> None:
        """They end at one, and are not certain because all matches so far agree."""
        other = attrs.evolve(MATCH, winners=(1,))
        two = _sample(*[MATCH] * 60), _sample(*[other] * 60)
        for found, ends in (
            (differences(*two), (-1.0, -0.95)),
            (differences(*reversed(two)), (0.95, 1.0)),
        ):
            one = found["first_won"]
            assert (one.low, one.high) == ends
            assert one.clear
        # Of two matches the interval would reach far beyond what there can be.
        mixed = _sample(MATCH, other), _sample(other, MATCH)
        one = differences(*mixed)["first_won"]
        assert (one.value, one.low, one.high) == (0, -1.0, 1.0)

    def test_one_match(self) -> None:
        """One match says nothing of how matches vary."""
        found = _sample(MATCH).estimates()["turns"]
        assert (found.low, found.high) == (-inf, inf)

    def test_samples_of_different_sizes(self) -> None:
        """What is not paired is not compared."""
        with pytest.raises(ValueError, match="equally many"):
            differences(_sample(MATCH), _sample())


def test_the_side_that_leads_where_the_lowest_wins() -> None:
    """The best total is the winner's, also where the lowest wins."""
    rules = load_rules("eleven-card").with_changes({"match.winner": "lowest"})
    result = Table(rules, ("random",), 2).match(0)
    assert _sample(result).estimates()["best"].value == min(result.scores)
