"""Contradictions: found at every table, shown with both halves, said once."""

from __future__ import annotations

import pytest

from handfoot.rules.loading import check_text, loads_rules
from handfoot.rules.problems import Problem
from handfoot.rules.scoped import Situation
from handfoot.rules.situations import situations

HEAD = "handfoot: 1\nname: T\n"


def problems(text: str) -> list[Problem]:
    """Give the problems of a text, the head put in front."""
    return list(check_text(HEAD + text)[1].problems)


def note(problem: Problem, name: str) -> str:
    """Give the note of a name."""
    return dict(problem.notes)[name]


class TestBothHalves:
    def test_two_lines_of_one_file(self) -> None:
        """Where both keys are said, both lines are shown, at the values."""
        text = (
            "wilds: {all_wild: false}\npile: {wild_top: never}\n"
            "going_out:\n  books: {clean: 2, wild: 1}\n"
        )
        (problem,) = problems(text)
        assert problem.code == "HF361"
        places = [problem.span, *(one.span for one in problem.related)]
        assert [(p.line, p.column) for p in places if p] == [(6, 27), (3, 19)]

    def test_a_default_is_named(self) -> None:
        """A half that no file says is told in a note: it is the default."""
        (problem,) = problems("deck: {packs: 2}\n")
        assert note(problem, "by default").startswith("deal.hand: 4 players x (26")

    def test_the_part_in_force(self) -> None:
        """Of a value that varies, the part that does not fit is marked."""
        (problem,) = problems("opening: {minimum: {by_round: [50, 90, 120, 1500]}}\n")
        assert problem.span is not None
        assert (problem.span.column, problem.span.end_column) == (45, 49)

    def test_the_part_by_head_count_and_sides(self) -> None:
        """Nested forms are followed to the number itself."""
        text = (
            "players: {counts: [2, 4], side_size: {by_players: {4: 2, else: 1}}}\n"
            "deck: {packs: {by_players: {2: 3, 4: {by_sides: {singles: 5, partners: 1}}}}}\n"
        )
        (problem,) = problems(text)
        assert problem.code == "HF302"
        assert problem.span is not None
        assert problem.span.column == 72
        assert note(problem, "when") == "with 4 players"


class TestEachTable:
    def test_worst_table_is_the_example(self) -> None:
        """Of several tables the largest is shown, and all are named."""
        (problem,) = problems("deck: {packs: 2}\nplayers: {counts: [2, 3, 4, 5, 6]}\n")
        assert "6 players" in problem.message
        assert note(problem, "when") == "with 4, 5 or 6 players"

    def test_a_table_that_cannot_sit(self) -> None:
        """Of players who form no sides nothing else is said."""
        (problem,) = problems(
            "players: {counts: [5], side_size: 2}\ndeck: {packs: 1}\n"
        )
        assert problem.code == "HF301"

    def test_sides_chosen_at_the_table(self) -> None:
        """Other sizes of side that a table may choose are tried as well."""
        rules = loads_rules(HEAD + "players: {counts: [6], other_side_sizes: [2, 3]}\n")
        assert {at.side_size for at in situations(rules)} == {1, 2, 3}

    def test_nobody_to_ask_at_some_tables(self) -> None:
        """A table of two has nobody to ask; that is no mistake where four may play."""
        text = (
            "players: {counts: [2, 4], side_size: {by_players: {4: 2, else: 1}}}\n"
            "going_out: {permission: binding, partner: has_last_packet}\n"
        )
        assert problems(text) == []
        alone = "going_out: {permission: binding}\n"
        assert [one.code for one in problems(alone)] == ["HF369"]

    def test_each_band_of_the_score(self) -> None:
        """A minimum by score is tried below, in and above each band."""
        text = "opening: {minimum: {by_score: {below: 15, 0: 50, 3000: 1500}}}\n"
        (problem,) = problems(text)
        assert note(problem, "when") == "with a running score of 3,000"

    def test_later_rounds(self) -> None:
        """A value that grows is tried in the last round that may be played."""
        text = "opening: {minimum: {by_round: [50], then_add: 100}}\n"
        found = problems(text + "match: {rounds: 20}\n")
        assert [one.code for one in found] == ["HF351"]
        assert problems(text + "match: {rounds: 3}\n") == []

    def test_grows_out_of_range(self) -> None:
        """A number that grows must stay in the range of its key."""
        text = "deck: {packs: {per_player: 3}}\nplayers: {counts: [2, 6]}\n"
        (problem,) = problems(text)
        assert (problem.code, problem.label) == (
            "HF205",
            "with 6 players in round 1 it is 18",
        )

    def test_many_bands_stay_quick(self) -> None:
        """Long lists by round and by score are not all paired with each other."""
        rounds = ", ".join(["50"] * 90)
        scores = ", ".join(f"{100 * step}: 50" for step in range(90))
        text = (
            "players: {counts: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}\ndeck: {packs: 16}\n"
            f"match: {{rounds: 90, most_rounds: 90}}\n"
            f"opening: {{minimum: {{by_round: [{rounds}]}}}}\n"
            f"going_out: {{bonus: {{by_score: {{{scores}}}}}}}\n"
        )
        rules = loads_rules(HEAD + text)
        assert len([*situations(rules)]) < 4000


class TestPointless:
    @pytest.mark.parametrize(
        ("text", "code", "wins"),
        [
            ("pile: {may_be_taken: false, needs: natural_pair}\n", "HF319", 22),
            ("pile: {not_on: [wild, three], wild_top: top_card_used}\n", "HF319", 16),
            ("deal: {foot: 0}\nfoot: {after_meld: ends_turn}\n", "HF359", 14),
        ],
    )
    def test_said_here(self, text: str, code: str, wins: int) -> None:
        """A value that another key makes pointless is a warning that shows the winner."""
        (problem,) = problems(text)
        assert (problem.code, problem.severity) == (code, "warning")
        (other,) = problem.related
        assert other.span.column == wins

    def test_not_for_defaults(self) -> None:
        """What only a default says is no mistake of the file."""
        assert problems("pile: {may_be_taken: false}\n") == []


class TestSaidOnce:
    def test_same_in_every_round(self) -> None:
        """A contradiction of every round and table is one problem without 'when'."""
        (problem,) = problems("match: {rounds: none}\n")
        assert "when" not in dict(problem.notes)

    def test_consequences_are_left_out(self) -> None:
        """With too few cards for the deal, that is all that is said."""
        found = problems("deck: {packs: 1}\n")
        assert [one.code for one in found] == ["HF302"]


def test_a_plain_table() -> None:
    """A ruleset in which nothing varies has one situation for each table."""
    rules = loads_rules(HEAD + "opening: {minimum: 50}\nplayers: {counts: [3, 4]}\n")
    assert [*situations(rules)] == [Situation(4, 1), Situation(3, 1)]
