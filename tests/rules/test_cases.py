"""Values by cases: the forms of the moment, as written, explained and checked."""

from __future__ import annotations

import pytest

from handfoot.rulecard.telling import Telling
from handfoot.rules.checking.situations import situations
from handfoot.rules.language.keys import OF_THE_MOMENT, Key
from handfoot.rules.language.scoped import CASES, ByCase, Situation, resolve
from handfoot.rules.language.words import RANK_WORDS
from handfoot.rules.loading import check_text, loads_rules
from handfoot.rules.reports.problems import Problem
from handfoot.rules.rulebook import all_keys
from handfoot.rules.ruleset import RuleSet

HEAD = "handfoot: 1\nname: T\n"
NEEDS = (
    "pile: {needs: {by_opening: {before: natural_pair, after: {by_packet: {first: "
    "pair_or_wild, last: top_card_used}}}}}\n"
)


def rules(text: str) -> RuleSet:
    """Return the ruleset of a text, the head put in front."""
    return loads_rules(HEAD + text)


def problems(text: str) -> list[Problem]:
    """Give the problems of a text, the head put in front."""
    return list(check_text(HEAD + text)[1].problems)


class TestForms:
    @pytest.mark.parametrize("form", CASES)
    def test_first_case_holds_or_the_other(self, form: str) -> None:
        """Each form has two cases, each of which holds in some situation."""
        value = ByCase(form, ("a", "b"))
        every = [
            Situation(4, size, opened=yes, last_packet=yes, later_turn=yes, out=yes)
            for size in (1, 2)
            for yes in (False, True)
        ]
        assert {resolve(value, at) for at in every} == {"a", "b"}

    def test_at_the_deal(self) -> None:
        """At the deal nobody has opened, reached the last packet or gone out."""
        at = Situation(4, 2)
        found = {form: CASES[form].names[CASES[form].number(at)] for form in CASES}
        assert found == {
            "by_sides": "partners",
            "by_opening": "before",
            "by_packet": "first",
            "by_turn": "first",
            "by_out": "others",
        }

    def test_forms_nest_and_come_back(self) -> None:
        """A value by opening and packet is written as it was read."""
        made = rules(NEEDS)
        again = loads_rules(made.to_yaml())
        assert again == made
        at = Situation(4, 1, opened=True, last_packet=True)
        assert made.at(at).pile.needs == "top_card_used"
        assert made.at(Situation(4, 1)).pile.needs == "natural_pair"

    def test_only_some_keys_follow_the_moment(self) -> None:
        """What is settled by the deal does not vary by the moment."""
        fixed = {"players", "deck", "deal", "stock", "round_end", "match", "conduct"}
        for key in all_keys():
            if isinstance(key, Key) and key.path.split(".")[0] in fixed:
                assert not set(key.scopes) & set(OF_THE_MOMENT), key.path


class TestMessages:
    @pytest.mark.parametrize(
        ("text", "code", "label"),
        [
            (
                "pile: {needs: {by_opening: {befor: natural_pair, after: nothing}}}\n",
                "HF214",
                'did you mean "before"?',
            ),
            (
                "pile: {needs: {by_packet: {first: natural_pair}}}\n",
                "HF214",
                "last is missing",
            ),
            (
                "pile: {needs: pair of naturals}\n",
                "HF204",
                'did you mean "natural_pair"?',
            ),
            (
                "pile: {needs: wild or a pair}\n",
                "HF204",
                'did you mean "pair_or_wild"?',
            ),
            (
                "pile: {needs: {before: natural_pair, after: nothing}}\n",
                "HF214",
                "before and after stand under by_opening",
            ),
            (
                "threes: {red_laid: {out: 100, others: 50}}\n",
                "HF214",
                "out and others stand under by_out",
            ),
            (
                "pile: {take: {by_out: {out: 5, others: 7}}}\n",
                "HF213",
                "this form is not possible here",
            ),
            (
                "deal: {hand: {by_opening: {before: 5, after: 7}}}\n",
                "HF213",
                "this form is not possible here",
            ),
            (
                "draw: {cards: {by_packet: {first: 2, last: {by_packet: {first: 1, "
                "last: 3}}}}}\n",
                "HF216",
                "it does so already further out",
            ),
        ],
    )
    def test_a_wrong_form_is_explained(self, text: str, code: str, label: str) -> None:
        """A wrong name, a missing case, a missing word and a wrong scope are told."""
        (problem,) = problems(text)
        assert (problem.code, problem.label) == (code, label)


class TestCoherence:
    def test_each_moment_is_a_situation(self) -> None:
        """Only the moments that some value tells apart are tried."""
        moments = {
            (at.opened, at.last_packet, at.out) for at in situations(rules(NEEDS))
        }
        assert moments == {(a, b, False) for a in (False, True) for b in (False, True)}
        plain = {(at.opened, at.out) for at in situations(rules(""))}
        assert plain == {(False, False)}

    def test_what_a_better_moment_allows(self) -> None:
        """A book that can be made later in the round may be asked for."""
        asked = "pile: {wild_top: never}\ngoing_out: {books: {wild: 1}}\n"
        later = "wilds: {all_wild: {by_opening: {before: false, after: true}}}\n"
        assert problems(later + asked) == []
        never = "wilds: {all_wild: {by_opening: {before: false, after: false}}}\n"
        found = problems(never + asked)
        assert [one.code for one in found] == ["HF361"]

    def test_what_one_round_needs_has_a_point(self) -> None:
        """A value that decides something in some round changes something."""
        text = "opening: {minimum: {by_round: [50, 0]}, wilds_count: false}\n"
        assert problems(text) == []

    def test_when_is_told(self) -> None:
        """A contradiction of one moment names the moment."""
        every = ", ".join((*RANK_WORDS, "wild", "three"))
        text = (
            f"discard: {{barred: {{by_opening: {{before: [{every}], after: []}}}}}}\n"
        )
        (problem,) = problems(text)
        assert problem.code == "HF335"
        assert dict(problem.notes)["when"] == "before your side has opened"


class TestWords:
    @pytest.mark.parametrize(
        ("text", "key", "said"),
        [
            (
                "threes: {red_laid: {by_out: {out: 100, others: 50}}}\n",
                "threes.red_laid",
                "Each red three laid scores 100 points for the side that went out and "
                "50 for the others.",
            ),
            (
                "draw: {cards: {by_packet: {first: 2, last: 3}}}\n",
                "draw.cards",
                "Begin your turn with a draw from the stock: 2 cards before you play "
                "from your foot and 3 when you play from your foot.",
            ),
            (
                "pile: {may_be_taken: {by_opening: {before: false, after: true}}}\n",
                "pile.may_be_taken",
                "Before your side has opened: the discard pile is never taken in place "
                "of a draw. Once "
                "your side has opened: instead of drawing you may take from the "
                "discard pile.",
            ),
        ],
    )
    def test_the_card_says_when(self, text: str, key: str, said: str) -> None:
        """The rule card tells each case with its moment."""
        assert Telling.of(rules(text), 4, None).say(key) == said

    def test_a_difference_says_when(self) -> None:
        """The difference of two rulesets names the cases."""
        text = "threes: {red_laid: {by_out: {out: 200, others: 50}}}\n"
        (found,) = rules("").diff(rules(text))
        assert "200 points for the side that went out" in found.sentence
