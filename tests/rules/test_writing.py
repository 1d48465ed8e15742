"""Rulesets written out: they load back equal, and differences are said."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from handfoot.rules.authoring.difference import MISSING, changes_file
from handfoot.rules.authoring.mending import mend
from handfoot.rules.loading import check_text, load_rules, loads_rules
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.reports.problems import Report
from handfoot.rules.ruleset import RuleSet
from handfoot.testing import rulesets

HEAD = "handfoot: 1\nname: T\n"
_RANDOM = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


class TestYaml:
    @pytest.mark.parametrize("name", variant_names())
    def test_variants_load_back(self, name: str) -> None:
        """A shipped variant with every key said is the same ruleset."""
        rules = load_rules(name)
        again = loads_rules(rules.to_yaml())
        assert again == rules
        assert again.about == rules.about
        assert again.to_yaml() == rules.to_yaml()

    @_RANDOM
    @given(rulesets())
    def test_any_ruleset_loads_back(self, rules: RuleSet) -> None:
        """Whatever loads is the same ruleset after it was written and read."""
        assert loads_rules(rules.to_yaml()) == rules

    @pytest.mark.parametrize(
        "name",
        ["yes", "12", "Gran's", 'a "b"', "a: b", "# x", "é", "- a", "null", " a "],
    )
    def test_names(self, name: str) -> None:
        """Any name that a file may have survives, quotes or not."""
        rules = loads_rules(HEAD).with_changes({"name": name})
        assert loads_rules(rules.to_yaml()).name == name

    def test_removed_kinds_stay_away(self) -> None:
        """A kind of book that is there by default does not come back."""
        text = (
            HEAD + "remove: [books.kinds.wild]\nwilds: {all_wild: false}\n"
            "pile: {wild_top: never}\ngoing_out: {books: {clean: 1}}\n"
        )
        rules = loads_rules(text)
        assert "books.kinds.wild.bonus" not in rules.values
        assert loads_rules(rules.to_yaml()) == rules


class TestDifferences:
    @pytest.mark.parametrize("a", variant_names())
    @pytest.mark.parametrize("b", variant_names())
    def test_file_turns_a_into_b(self, a: str, b: str) -> None:
        """The file of differences, put on A, is B."""
        first, second = load_rules(a), load_rules(b)
        text = changes_file(first, second, extends=a, name=second.name)
        assert loads_rules(text) == second

    def test_only_what_differs(self) -> None:
        """Each difference has both values and a sentence; equal keys have none."""
        rules = loads_rules(HEAD)
        other = rules.with_changes({"pile.take": 5, "wilds.all_wild": True})
        (difference,) = rules.diff(other)
        assert (difference.key, difference.a, difference.b) == ("pile.take", 7, 5)
        assert difference.sentence == (
            "A pickup takes 5 cards from the top of the pile (instead of 7 cards)."
        )
        assert rules.diff(rules) == []

    def test_a_kind_more_or_less(self) -> None:
        """A kind of book that only one of them has is one difference."""
        rules = loads_rules(HEAD)
        other = rules.with_changes({"books.kinds.sevens.ranks": ["seven"]})
        (more,) = rules.diff(other)
        assert (more.key, more.a) == ("books.kinds.sevens", MISSING)
        (less,) = other.diff(rules)
        assert (less.key, less.b) == ("books.kinds.sevens", MISSING)

    @_RANDOM
    @given(rulesets())
    def test_every_difference_is_said(self, rules: RuleSet) -> None:
        """Every difference from the defaults has a sentence."""
        for difference in loads_rules(HEAD).diff(rules):
            assert difference.sentence.endswith(".")
            assert "{" not in difference.sentence


class TestMending:
    @staticmethod
    def check(text: str) -> Report:
        """Give the report of a text."""
        return check_text(text, name="house.yaml")[1]

    def test_layout_stays(self) -> None:
        """Only the words at fault change; remarks, spaces and order stay."""
        text = (
            "# ours\nhandfoot:   1\nname: Sunday  # the best\n\n"
            'deal:\n    hand: "11"   # not 13\n    foot: eleven\ndraww: {cards: 2}\n'
        )
        mended = mend(text, "house.yaml", self.check)
        assert mended.text == (
            "# ours\nhandfoot:   1\nname: Sunday  # the best\n\n"
            "deal:\n    hand: 11   # not 13\n    foot: 11\ndraw: {cards: 2}\n"
        )
        assert len(mended.done) == 3

    def test_several_in_one_line(self) -> None:
        """Mends in one line do not move each other's places."""
        text = HEAD + 'deal: {hand: "11", knee: "0", foot: eleven, upcard: yes}\n'
        assert mend(text, "house.yaml", self.check).text == (
            HEAD + "deal: {hand: 11, knee: 0, foot: 11, upcard: true}\n"
        )

    def test_windows_lines_and_mark(self) -> None:
        """Line ends and a byte order mark stay as they are."""
        text = "\ufeffhandfoot: 1\r\nnmae: T\r\ndeal: {upcard: no}\r\n"
        assert mend(text, "house.yaml", self.check).text == (
            "\ufeffhandfoot: 1\r\nname: T\r\ndeal: {upcard: false}\r\n"
        )

    def test_what_does_not_help_is_left(self) -> None:
        """A mend that leads to another mistake is not kept."""
        text = HEAD + "draw: {cards: 2}\ndraww: {cards: 3}\n"
        assert mend(text, "house.yaml", self.check).text == text

    def test_missing_version(self) -> None:
        """The version of the language is put on a line of its own at the top."""
        assert mend("name: T\n", "house.yaml", self.check).text == (
            "handfoot: 1\nname: T\n"
        )


def test_empty_lists_of_the_head_come_back() -> None:
    """A file that names no source, and says so, is written as it was read."""
    text = "handfoot: 1\nname: T\nsources: []\nreadings: {}\n"
    rules = loads_rules(text)
    assert loads_rules(rules.to_yaml()).about == rules.about
