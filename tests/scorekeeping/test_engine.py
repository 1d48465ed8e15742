"""One scoring, two inputs: what people count gives what the engine scores."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from handfoot import RuleSet, ScoreError, ScoreSheet, Sheet, load_rules, variant_names
from handfoot.play.scoring import Tally
from handfoot.rules.language.scoped import Situation
from handfoot.rules.loading import check_text
from handfoot.scorekeeping.countable import candidates
from handfoot.testing import ruleset_texts
from tests.scorekeeping import matches

VARIANTS = variant_names()
# A match of two rounds shows as much as a long one, in less time.
SHORT = {"match.rounds": 2, "match.most_rounds": 2}


def _agree(name: RuleSet | str, seats: int, size: int, kind: str, seed: int) -> None:
    game, counted = matches.played(name, seats, size, kind, seed)
    sheet = matches.told(game, counted)
    assert _scoring(sheet.sheets()) == _scoring(game.state.sheets)
    assert sheet.totals == game.scores
    assert sheet.round is None
    outcome, wanted = sheet.outcome(), game.outcome()
    assert outcome == wanted
    again = ScoreSheet.loads(sheet.dumps())
    assert again.sheets() == sheet.sheets()
    assert again.dumps() == sheet.dumps()


def _scoring(sheets: tuple[Sheet, ...]) -> list[Sheet]:
    """Return sheets without lines for what is worth nothing: nobody counts that."""
    return [
        attrs.evolve(sheet, lines=tuple(line for line in sheet.lines if line.points))
        for sheet in sheets
    ]


#: Rulesets whose scoring differs most: threes that turn, sets, rates, golf, packets.
TELLING = (
    "classic-canasta",
    "devon-pioneers-73",
    "escalating-four-hands",
    "half-pack-12",
    "hand-knee-foot-village-scoring",
    "ladder-speed",
    "out-dependent-red-threes",
    "pennies-from-heaven",
    "six-deck-10000",
    "vegas-rising",
)


@pytest.mark.parametrize("name", TELLING)
def test_a_sheet_agrees_with_the_engine(name: str) -> None:
    """A match of a ruleset, counted at the end of each round, has the engine's lines."""
    tables = [*matches.tables_of(load_rules(name))]
    number = VARIANTS.index(name)
    seats, size = tables[number % len(tables)]
    _agree(name, seats, size, "heuristic", number)


def test_more_matches(pytestconfig: pytest.Config) -> None:
    """The same for every shipped ruleset and all its tables, by ``--score-matches``."""
    matches_each = pytestconfig.getoption("--score-matches")
    if not matches_each:
        pytest.skip("--score-matches says how many of each ruleset")
    for name in VARIANTS:
        tables = [*matches.tables_of(load_rules(name))]
        for number in range(matches_each):
            seats, size = tables[number % len(tables)]
            kind = "random" if number % 4 == 3 else "heuristic"
            _agree(name, seats, size, kind, 100 + number)


def test_random_rulesets(pytestconfig: pytest.Config) -> None:
    """Rules that nobody would write have fields enough for their scoring too."""
    played = 0

    @settings(
        max_examples=pytestconfig.getoption("--score-rulesets"),
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(ruleset_texts(fixed=SHORT), st.integers(0, 2**32))
    def check(text: str, seed: int) -> None:
        nonlocal played
        rules, _ = check_text(text)
        if rules is None:
            return
        tables = [*matches.tables_of(rules)]
        seats, size = tables[seed % len(tables)]
        _agree(rules, seats, size, "heuristic", seed)
        played += 1

    check()
    assert played


@pytest.mark.parametrize(
    "changes",
    [
        {"opening.first_bonus": 100, "foot.never_taken": -100},
        {"books.kinds.clean.unfinished": -50, "books.kinds.dirty.unfinished": 20},
        {
            "books.kinds.clean.unfinished_from": 2,
            "books.kinds.clean.unfinished": -50,
            "melds.per_rank": "several",
        },
        {
            "books.kinds.dirty.beside": ["clean", "dirty"],
            "books.kinds.dirty.beside_bonus": 200,
            "books.size": 4,
        },
        {"threes.red_minus_without": "clean", "threes.red_set": 3},
        {"threes.red_minus_without": "meld", "threes.red_all": 2},
        {"threes.red_minus_without": "any", "threes.red_minus_books": 2},
        {"scoring.counts": "held_only", "match.winner": "lowest"},
        {"players.first": "went_out", "scoring.counts": "held_only"},
        {"scoring.counts": "bonuses_only", "books.paid_from": 50},
        {"books.many_from": 2, "books.many_bonus": 500, "books.size": 4},
        {"threes.red_together": [100, 300], "threes.red_laid": -50},
        {
            "scoring.counts": "held_only",
            "match.winner": "lowest",
            "scoring.held_percent": {"by_opening": {"before": 200, "after": 100}},
        },
        {"scoring.held_percent": 75, "threes.red_unreached": -300},
        {"scoring.held": "others", "going_out.in_packet": "any"},
        {"books.kinds.dirty.cards_score": False, "books.at_once_bonus": 500},
        {"books.after": "anything", "books.long_from": 8, "books.long_bonus": 1000},
        {"threes.red_laid": {"by_opening": {"before": -50, "after": 100}}},
        {"scoring.values.king": {"by_round": [10, 25]}, "match.tie": "extra_round"},
        {"scoring.counts": "bonuses_only"},
        {"scoring.counts": "bonuses_only", "threes.red_when": "after_opening"},
        {
            "books.kinds.dirty.wilds_only": ["two"],
            "books.kinds.dirty.wilds_only_bonus": 100,
            "books.kinds.dirty.holds_all": ["joker"],
            "books.kinds.dirty.holds_all_bonus": -200,
        },
        {"books.kinds.clean.bonus": {"by_out": {"out": 700, "others": 500}}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_whatever_a_house_scores(changes: dict[str, Any]) -> None:
    """Each key of the scoring has its field, and gives the engine's lines."""
    rules = load_rules("eleven-card").with_changes(changes)
    _agree(rules, 4, 2, "heuristic", 5)


@pytest.mark.parametrize("runs", ["none", "natural"])
def test_books_of_no_kind_may_be_long_or_laid_at_once(runs: str) -> None:
    """Only where every book has a kind do the books of all kinds limit how many."""
    bonuses = {"books.at_once_bonus": 500, "books.long_bonus": 50, "books.long_from": 7}
    changes = {**bonuses, "books.after": "anything", "melds.runs": runs}
    rules = load_rules("eleven-card").with_changes(changes)
    sheet = ScoreSheet(rules, [["P0", "P2"], ["P1", "P3"]])
    for name in ("at_once", "long"):
        count = {name: 1, "books.clean": 0, "books.dirty": 0}
        if runs == "none":
            with pytest.raises(ScoreError) as told:
                sheet.enter(0, count)
            assert [one.code for one in told.value.objections] == [f"too_many_{name}"]
        else:
            sheet.enter(0, count)


def test_everything_in_a_tally_can_be_entered() -> None:
    """Whoever teaches the scoring to count something new gives it a field as well."""
    rules = load_rules("eleven-card").with_changes(
        {
            "deal.exact_cut": 20,
            "deal.near_cut": [10],
            "books.kinds.dirty.beside": ["clean"],
            "books.kinds.dirty.wilds_only": ["two"],
            "books.kinds.dirty.holds_all": ["joker"],
            "scoring.written_in.fine.points": -50,
        }
    )
    book = rules.at(Situation(4, 2))
    groups = {candidate.field.group for candidate in candidates([book])}
    found = {"went_out", "paid_as"} | groups
    # Numbers of cards come with their points, melds with whatever lies on the table.
    derived = {"melded_cards", "held_cards", "melds"}
    assert found | derived == {field.name for field in attrs.fields(Tally)}
