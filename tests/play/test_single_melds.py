"""What single melds of a first lay must be, beside what all are worth together."""

from __future__ import annotations

from typing import Any, Final

import pytest

from handfoot import Game, Lay, Position, TakePile, loads_rules, parse_action
from handfoot.rules.loading import check_text
from handfoot.table.record import Record
from tests.play.seeds import ruleset

HEAD: Final = "handfoot: 1\nname: Test\n"
EACH: Final[dict[str, Any]] = {
    "opening__must_hold": ("clean", "dirty"),
    "opening__must_hold_as": "each_meld",
}
ALONE: Final[dict[str, Any]] = {"opening__reached_by": "one_meld"}


def table(hand: str, *, changes: dict[str, Any], **parts: Any) -> Game:
    """Return a player with a foot to come whose side has not opened."""
    usual: dict[str, Any] = {
        "players__side_size": 2,
        "deal__foot": 11,
        "opening__minimum": 50,
    }
    rules = ruleset(**{**usual, **changes})
    return Position(rules, hands={0: hand}, packets={0: [5]}, **parts).game()


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def listed(game: Game, kind: type = Lay) -> set[str]:
    """Return what is listed of one kind of action; each of it is legal."""
    found = [action for action in game.legal_actions if isinstance(action, kind)]
    assert all(map(game.is_legal, found))
    return set(map(str, found))


class TestOneMeldReachesTheMinimum:
    """``opening.reached_by: one_meld``."""

    def test_points_of_others_do_not_help(self) -> None:
        """Fifty points in two melds are not fifty points in one."""
        hand = "K K K 9 9 9 9 A A JK 4"
        game = table(hand, changes=ALONE)
        apart = "lay K K K, 9 9 9"
        assert refused(game, apart) == [("opening_apart", "opening.reached_by")]
        [refusal] = game.why_not(parse_action(apart))
        assert (refusal.wanted, refusal.found) == (50, 30)
        assert refused(table(hand, changes={}), apart) == []
        assert refused(game, "lay K K K") == [("opening_short", "opening.minimum")]
        assert refused(game, "lay A A JK") == []
        # Others may be laid with it.
        assert refused(game, "lay A A JK, K K K") == []

    def test_lists_and_answers(self) -> None:
        """What is listed holds just the one meld, and the answer knows it."""
        game = table("K K K 9 9 9 9 A A JK 4", changes=ALONE)
        assert listed(game) == {"lay 9 9 JK", "lay A A JK", "lay K K JK"}
        answer = game.can_open()
        assert answer
        assert str(answer.cheapest) in listed(game)
        assert answer.best_points == 30 + 40 + 90

    def test_what_the_dearest_meld_lacks(self) -> None:
        """Short is what one meld lacks, however much all are worth."""
        answer = table("K K K 9 9 9 9 8 8 8 4", changes=ALONE).can_open()
        assert not answer
        assert (answer.short, answer.best_points) == (10, 100)
        none = table("K Q J 9 8 7 6 5 4 4 4", changes=ALONE).can_open()
        assert (none.short, none.best_points) == (35, 15)

    def test_a_plan_looks_at_its_dearest_group(self) -> None:
        """A plan tells what its dearest group lacks."""
        plan = table("K K K 9 9 9 9 A A JK 4", changes=ALONE).plan(0)
        plan.add("K K K")
        plan.add("9 9 9 9")
        assert (plan.points, plan.missing) == (70, 10)
        plan.add("A A JK")
        assert plan.missing == 0

    def test_more_than_and_bonuses(self) -> None:
        """Exactly the minimum may be too little; the bonus of a book counts for it."""
        more = {**ALONE, "opening__reach": "more_than"}
        hand = "K K K K K 9 9 9 9 9 9 9"
        assert refused(table(hand, changes=ALONE), "lay K K K K K") == []
        assert refused(table(hand, changes=more), "lay K K K K K") == [
            ("opening_short", "opening.minimum")
        ]
        many = {**ALONE, "opening__minimum": 400}
        assert refused(table(hand, changes=many), "lay 9 9 9 9 9 9 9, K K K") != []
        many["opening__bonuses_count"] = True
        assert refused(table(hand, changes=many), "lay 9 9 9 9 9 9 9, K K K") == []

    def test_cards_of_the_pickup_that_do_not_count(self) -> None:
        """A meld reaches the minimum by the cards that count of it."""
        changes = {**ALONE, "pile__buried": "at_once", "opening__taken_count": False}
        parts: dict[str, Any] = {"phase": "draw", "pile": "4 K K K"}
        game = table("K K 9 9 9 4 5", changes=changes, **parts)
        play = "take K K K K K, 9 9 9"
        assert refused(game, play) == [("taken_not_counted", "opening.taken_count")]
        changes["opening__taken_count"] = True
        assert refused(table("K K 9 9 9 4 5", changes=changes, **parts), play) == []

    def test_pickups_are_listed(self) -> None:
        """A pickup opens with another meld that reaches the minimum, or its own."""
        parts: dict[str, Any] = {"phase": "draw", "pile": "4 4 4 4 4 4 K"}
        game = table("K K A A A 5", changes=ALONE, **parts)
        assert "take K K K, A A A" in listed(game, TakePile)
        assert game.can_take_pile()
        assert not table("K K A A 5", changes=ALONE, **parts).can_take_pile()


class TestAMeldOfEachKind:
    """``opening.must_hold_as``."""

    HAND: Final = "K K K K 9 9 9 2 4 5 6"

    @pytest.mark.parametrize(
        ("how", "lay", "code"),
        [
            ("one_book", "lay K K K K, 9 9 2", "opening_without_book"),
            ("each_book", "lay K K K K, 9 9 2", "opening_without_book"),
            ("one_meld", "lay K K K K, 9 9 9", None),
            ("one_meld", "lay K K K 2, 9 9 9", None),
            ("each_meld", "lay K K K K, 9 9 9", "opening_without_meld"),
            ("each_meld", "lay K K K K, 9 9 2", None),
        ],
    )
    def test_what_is_enough(self, how: str, lay: str, code: str | None) -> None:
        """One or each of the kinds, as a book or as any meld."""
        changes = {**EACH, "opening__must_hold_as": how}
        found = refused(table(self.HAND, changes=changes), lay)
        assert found == ([] if code is None else [(code, "opening.must_hold")])

    def test_books_of_each_kind(self) -> None:
        """A clean and a dirty book open, a clean one alone does not."""
        changes = {**EACH, "opening__must_hold_as": "each_book", "books__size": 4}
        game = table("K K K K 9 9 9 2 4 5 6", changes=changes)
        assert listed(game) == {"lay 9 9 9 2, K K K K"}
        [refusal] = game.why_not(parse_action("lay K K K K, 9 9 9"))
        assert (refusal.code, refusal.found) == ("opening_without_book", ["clean"])
        assert "it lacks dirty" in refusal.message

    def test_wilds_alone_may_pass_for_clean(self) -> None:
        """Where a meld of wilds counts as clean, it is the clean meld."""
        hand, lay = "K K 2 2 2 JK JK", "lay 2 2 2, K K JK"
        assert refused(table(hand, changes=EACH), lay) == [
            ("opening_without_meld", "opening.must_hold")
        ]
        passing = {**EACH, "books__kinds__wild__counts_as": ("clean",)}
        assert refused(table(hand, changes=passing), lay) == []
        assert table(hand, changes=passing).can_open()

    def test_without_a_minimum(self) -> None:
        """The melds are asked for even where no points are."""
        game = table(self.HAND, changes={**EACH, "opening__minimum": 0})
        assert refused(game, "lay K K K") == [
            ("opening_without_meld", "opening.must_hold")
        ]
        assert listed(game) == {"lay 9 9 2, K K K", "lay 9 9 9, K K 2"}

    def test_two_melds_of_one_rank(self) -> None:
        """A book and the meld begun beside it may be the two melds."""
        changes = {**EACH, "books__size": 4}
        game = table("K K K K K K JK 4 5", changes=changes)
        assert "lay K K JK, K K K K" in listed(game)

    def test_with_one_meld_that_reaches_the_minimum(self) -> None:
        """All that single melds must be is asked for at once."""
        game = table("K K K K 9 9 9 JK 4 5 6", changes={**EACH, **ALONE})
        assert refused(game, "lay K K K K, 9 9 JK") == []
        assert refused(game, "lay 9 9 JK") == [
            ("opening_without_meld", "opening.must_hold")
        ]
        assert refused(game, "lay K K K K") == [
            ("opening_without_meld", "opening.must_hold"),
            ("opening_short", "opening.minimum"),
        ]
        record = Record.from_game(game)
        game.push(game.can_open().best or parse_action("end"))
        assert Record.loads(record.dumps()).play() != game
        assert Record.loads(Record.from_game(game).dumps()).play() == game

    def test_a_run_is_of_its_own_kind(self) -> None:
        """A run is no clean meld, but one of the kind that runs are."""
        rules = loads_rules(
            HEAD + "melds: {runs: natural}\nopening: {minimum: 40, must_hold: "
            "[clean, run], must_hold_as: each_meld}\n"
            "books: {kinds: {run: {made_of: run, bonus: 2000}}}\n"
        )
        hand = "4s 5s 6s Kh Kd Kc 9h 9d 9c"
        game = Position(rules, hands={0: hand}, packets={0: [5]}).game()
        assert "lay 4s 5s 6s new, K K K" in listed(game)
        assert refused(game, "lay K K K, 9 9 9") == [
            ("opening_without_meld", "opening.must_hold")
        ]
        assert game.can_open()


def _problems(text: str) -> list[tuple[str, str]]:
    found = check_text(HEAD + text)[1].problems
    return [(problem.code, problem.severity) for problem in found]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("opening: {minimum: 0, reached_by: one_meld}\n", [("HF359", "warning")]),
        ("opening: {must_hold_as: each_meld}\n", [("HF359", "warning")]),
        ("opening: {minimum: 900, reached_by: one_meld}\n", [("HF350", "error")]),
        ("opening: {minimum: 150, reached_by: one_meld}\n", []),
        ("opening: {must_hold: [clean, dirty], must_hold_as: each_meld}\n", []),
        (
            "wilds: {all_wild: false}\nremove: [books.kinds.wild]\n"
            "going_out: {books: {clean: 2}}\nbooks: {kinds: {wilds: "
            "{made_of: wilds}}}\npile: {wild_top: never}\n"
            "opening: {must_hold: [clean, wilds], must_hold_as: each_meld}\n",
            [("HF353", "error")],
        ),
    ],
)
def test_what_does_not_fit_together(text: str, codes: list[tuple[str, str]]) -> None:
    """An opening that nobody can make is an error, an idle key a warning."""
    found = [one for one in _problems(text) if one[0].startswith("HF35")]
    assert sorted(set(found)) == codes
