"""Refusals: one reason for one cause, each with the key that decides, and documented."""

from __future__ import annotations

import ast
import json
import runpy
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot import (
    Game,
    HandfootError,
    Position,
    Refusal,
    RulesetError,
    load_rules,
    loads_scenarios,
    parse_action,
)
from handfoot.errors import ScenarioError
from handfoot.play.refusal_codes import REFUSAL_CODES
from handfoot.play.refusals import CORE_KEYS
from handfoot.rules.rulebook import all_keys
from handfoot.table.problem_codes import PROBLEM_CODES
from handfoot.testing import actions, games
from tests.play.seeds import SEEDS
from tests.play.test_properties import CALM

ROOT = Path(__file__).parents[2] / "handfoot"


def why(rules: object, action: str, **parts: object) -> tuple[Refusal, ...]:
    """Return why an action is refused in a position."""
    game = Position(rules, **parts).game()  # type: ignore[arg-type]
    return game.why_not(parse_action(action))


class TestTheKeyThatDecides:
    """A refusal names a key whose change takes it away."""

    PICKUP = {  # noqa: RUF012  # read only
        "phase": "draw",
        "hands": {0: "9 9 4 6"},
        "opened": [0],
        "pile": "K A A A 9",
    }

    def test_buried_cards(self) -> None:
        """A card below the key card: the rule on buried cards, not what is held."""
        rules = load_rules("whitnack")
        [refusal] = why(rules, "take 9 9 9, A A A", **self.PICKUP)
        assert (refusal.code, refusal.key) == ("still_buried", "pile.buried")
        assert refusal.origin
        assert "A A A" in refusal.message
        changed = rules.with_changes({"pile.buried": "at_once"})
        assert why(changed, "take 9 9 9, A A A", **self.PICKUP) == ()

    def test_cards_that_are_nowhere(self) -> None:
        """A card that lies neither in the hand nor in the pile is not held."""
        [refusal] = why("whitnack", "take 9 9 9, Q Q Q", **self.PICKUP)
        assert refusal.key == "core.held"

    def test_only_what_is_missing_is_named(self) -> None:
        """Of cards with suits those that are not there are named, and no others."""
        parts = {"hands": {0: "Kh Kd Kc 4"}, "opened": [0]}
        [refusal] = why("whitnack", "lay Kh Kd Ks", **parts)
        assert refusal.message == "You do not hold K♠."
        [refusal] = why("whitnack", "lay K K K K", **parts)
        assert refusal.message == "You do not hold so many: K is missing."
        [refusal] = why("whitnack", "lay K K K K Q", **parts)
        assert refusal.message == "You do not hold so many: K Q are missing."
        [refusal] = why("whitnack", "lay Q Q Q", **parts)
        assert refusal.message == "You do not hold Q Q Q."
        [refusal] = why("whitnack", "lay K Kh Kh", **parts)
        assert refusal.message == "You do not hold so many: K♥ is missing."

    def test_taken_cards_that_do_not_count(self) -> None:
        """Where they may be laid at once but do not count, that rule decides."""
        rules = load_rules("whitnack").with_changes(
            {"pile.buried": "at_once", "opening.taken_count": False}
        )
        parts = self.PICKUP | {"opened": []}
        [refusal] = why(rules, "take 9 9 9, A A A", **parts)
        assert (refusal.code, refusal.key) == (
            "taken_not_counted",
            "opening.taken_count",
        )
        changed = rules.with_changes({"opening.taken_count": True})
        assert why(changed, "take 9 9 9, A A A", **parts) == ()
        # Not enough either way: then it is the minimum.
        [refusal] = why(rules, "take 9 9 9", **parts)
        assert refusal.key == "opening.minimum"

    def test_another_card_of_the_pickup_is_used(self) -> None:
        """Which card must be used is what refuses the use of another."""
        rules = load_rules("whitnack")
        parts = self.PICKUP | {"hands": {0: "9 9 A A 4 6"}}
        [refusal] = why(rules, "take A A A", **parts)
        assert (refusal.code, refusal.key) == ("top_unused", "pile.key_card")
        changed = rules.with_changes({"pile.key_card": "any"})
        assert why(changed, "take A A A", **parts) == ()

    def test_no_card_of_the_pickup_is_used(self) -> None:
        """A play that uses none of them is refused by what a pickup needs."""
        parts = self.PICKUP | {"hands": {0: "9 9 4 4 4 6"}}
        [refusal] = why("whitnack", "take 4 4 4", **parts)
        assert (refusal.code, refusal.key) == ("top_unused", "pile.needs")


class TestOneReasonForOneCause:
    """What follows from another reason is no reason of its own."""

    BOOKS = ("K K K K K K K", "Q Q Q Q Q Q Q", "9 9 9 9 9 9 2", "8 8 8 8 8 8 2")

    def test_cards_to_keep(self) -> None:
        """Beside the cards to keep stands the first thing that bars the way out."""
        parts = {"hands": {0: "K K K 4"}, "packets": {0: []}, "opened": [0]}
        keep, books = why("eleven-card", "lay K K K", **parts)
        assert (keep.key, books.key) == ("going_out.keep", "going_out.books")
        assert books.wanted == {"clean": 2, "dirty": 2}
        assert books.found == {"clean": 0, "dirty": 0}
        ready = {"hands": {0: "A A A 4"}, "packets": {0: []}, "melds": {0: self.BOOKS}}
        keep, partner = why("eleven-card", "lay A A A", **ready)
        assert partner.key == "going_out.partner"
        ready["packets"] = {0: [], 2: []}
        keep, permission = why("eleven-card", "lay A A A", **ready)
        assert permission.code == "permission_needed"

    def test_the_question_comes_last(self) -> None:
        """That nobody was asked is said where nothing else is missing."""
        parts = {"hands": {0: "4 4"}, "packets": {0: []}, "opened": [0]}
        last = parts | {"hands": {0: ["4"][0]}}
        keys = [r.key for r in why("eleven-card", "discard 4", **last)]
        assert keys == ["going_out.books", "going_out.partner"]
        ready = last | {"melds": {0: self.BOOKS}, "packets": {0: [], 2: []}}
        keys = [r.key for r in why("eleven-card", "discard 4", **ready)]
        assert keys == ["going_out.permission"]
        denied = ready | {"permission": "denied", "packets": {0: []}}
        keys = [r.key for r in why("eleven-card", "discard 4", **denied)]
        assert keys == ["going_out.partner", "going_out.permission"]


class TestSeats:
    """Seats count from 0 for programs; people read names where there are some."""

    PARTS = {  # noqa: RUF012  # read only
        "seats": 6,
        "side_size": 3,
        "hands": {0: "4"},
        "packets": {0: [], 2: []},
        "opened": [0],
    }

    def messages(self, game: Game) -> str:
        """Return what is said of the partner who is behind."""
        refusals = game.why_not(parse_action("discard 4"))
        assert refusals == game.view(0).why_not(parse_action("discard 4"))
        [refusal] = [r for r in refusals if r.key == "going_out.partner"]
        assert refusal.found == 4
        return refusal.message

    def three(self, names: tuple[str, ...] = ()) -> Game:
        """Return a table with two partners, one of them behind."""
        rules = load_rules("eleven-card").with_changes(
            {
                "players.counts": [6],
                "players.side_size": 3,
                "deck.packs": 6,
                "going_out.partner": "has_last_packet",
            }
        )
        return Game.at(Position(rules, **self.PARTS).game().state, names=names)  # type: ignore[arg-type]

    def test_a_number(self) -> None:
        """Without names one of several partners is called by the seat, from 0."""
        assert "Your partner in seat 4 has not yet" in self.messages(self.three())

    def test_a_name(self) -> None:
        """With names the partner is called by name, in the checklist too."""
        game = self.three(("Red", "Blue", "Green", "Gold", "Grey", "Flo"))
        assert "Your partner Grey has not yet" in self.messages(game)
        assert any("Grey" in words for _, _, words in game.going_out_checklist(0))

    def test_an_only_partner(self) -> None:
        """An only partner needs no seat."""
        found = why("eleven-card", "discard 4", hands={0: "4"}, packets={0: []})
        assert any(r.message.startswith("Your partner has not yet") for r in found)

    def test_unnamed_seats_are_called_by_their_number(self) -> None:
        """The name of a seat without one agrees with its number."""
        game = Game("whitnack", seed=7)
        assert game.names == ("Seat 0", "Seat 1", "Seat 2", "Seat 3")

    @pytest.mark.parametrize("seat", [-1, 4, 7])
    def test_no_such_seat(self, seat: int) -> None:
        """Events and views of a seat that does not exist are refused alike."""
        game = Game("whitnack", seed=7)
        for look in (game.events, game.view):
            with pytest.raises(HandfootError, match=f"there is no seat {seat}"):
                look(seat)


class TestWhatIsNoAction:
    @pytest.mark.parametrize("thing", ["draw", None, 7, "lay K K K"])
    def test_is_a_type_error(self, thing: object) -> None:
        """What is no action is told how to make one, whatever is asked of it."""
        game = Game("whitnack", seed=7)
        view = game.view(game.turn)
        for ask in (
            game.push,
            game.is_legal,
            game.why_not,
            view.is_legal,
            view.why_not,
            lambda one: one in game.legal_actions,
        ):
            with pytest.raises(TypeError, match="parse_action"):
                ask(thing)  # type: ignore[arg-type]
        assert game.ply == 0

    def test_even_when_the_match_is_over(self) -> None:
        """A text is no action after the match, either."""
        rules = load_rules("whitnack").with_changes({"match.rounds": 1})
        game = Position(
            rules, phase="draw", hands={0: "4 4"}, stock=0, pile="K Q"
        ).game()
        game.push(parse_action("draw"))
        assert game.is_over
        with pytest.raises(TypeError, match="parse_action"):
            game.push("draw")  # type: ignore[arg-type]


def test_the_sheet_of_a_round_that_goes_on_tells_hidden_cards() -> None:
    """As documented: it counts cards that are still held, so others may not see it."""
    parts = {"phase": "draw", "seed": 1}
    cheap = Position("whitnack", hands={1: "4 4"}, **parts).game()  # type: ignore[arg-type]
    dear = Position("whitnack", hands={1: "A A"}, **parts).game()  # type: ignore[arg-type]
    assert cheap.score_sheet()[1].points > dear.score_sheet()[1].points
    assert "nobody went out" in str(Game.score_sheet.__doc__)
    assert cheap.score_sheet(9) == ()


# -- documentation --------------------------------------------------------------------


def _refusals() -> Iterator[tuple[str, str]]:
    """Yield code and key of every refusal in the source; a key that varies is empty."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in ("Refusal", "_no"):
                continue
            code, key, *_ = node.args
            own = key.value if isinstance(key, ast.Constant) else ""
            if node.func.id == "_no":
                own = "players.take_back"
            for one in ast.walk(code):
                if isinstance(one, ast.Constant):
                    yield str(one.value), str(own)


def test_every_refusal_is_documented() -> None:
    """Each code in the source has a meaning, with the key that stands beside it."""
    # These are chosen by a policy, or by what another refusal says.
    chosen = {"book_closed", "wild_on_book", "book_overfilled", "taken_not_counted"}
    found: dict[str, set[str]] = {}
    for code, key in _refusals():
        found.setdefault(code, set()).add(key)
    assert set(REFUSAL_CODES) == set(found) | chosen
    for code, keys in found.items():
        assert keys - {""} <= set(REFUSAL_CODES[code].keys), code


def test_documented_keys_exist() -> None:
    """Each key of a code is one of the language, or one that all rulesets share."""
    known = {key.path for key in all_keys()} | set(CORE_KEYS)
    for code, info in REFUSAL_CODES.items():
        assert set(info.keys) <= known, code


def test_the_page_is_up_to_date() -> None:
    """The page of refusals is what the tables make; scripts/remake_pages.py writes it."""
    names = runpy.run_path(str(ROOT.parent / "scripts" / "remake_pages.py"))
    for name, page in names["PAGES"].items():
        assert (ROOT.parent / "docs" / name).read_text() == page(), name


@pytest.mark.parametrize("code", PROBLEM_CODES)
def test_problems_of_positions(code: str) -> None:
    """Each example has its problem, and the mended one has none of the kind."""

    def codes(text: str) -> set[str]:
        try:
            Position.loads(text)
        except ScenarioError as error:
            return {problem.code for problem in error.report.problems}
        return set()

    info = PROBLEM_CODES[code]
    assert code in codes(info.failing)
    assert codes(info.mended) == set()


def test_scenario_problems_are_documented() -> None:
    """What reading can note has a documented code."""
    with pytest.raises(ScenarioError) as error:
        loads_scenarios("handfoot_scenarios: 2\nscenarios: [{steps: dance}]\n")
    for problem in error.value.report.problems:
        assert problem.code in PROBLEM_CODES


def test_a_ruleset_error_is_no_refusal() -> None:
    """Mistakes in rules have codes of their own."""
    with pytest.raises(RulesetError):
        load_rules("whitnak")


@settings(CALM, max_examples=20)
@given(st.data(), games(st.sampled_from(SEEDS).map(load_rules)))
def test_refusals_travel(data: st.DataObject, game: Game) -> None:
    """Every refusal goes out as JSON with all that it says."""
    for _ in range(8):
        for refusal in game.why_not(data.draw(actions(game))):
            sent = json.loads(json.dumps(refusal.to_dict()))
            assert sent["message"] == str(refusal)
            assert (sent["code"], sent["key"]) == (refusal.code, refusal.key)
            assert set(sent) == {field.name for field in attrs.fields(Refusal)}


def test_nothing_to_take_back() -> None:
    """A game that has no past says so, in words."""
    with pytest.raises(IndexError, match="nothing has been done"):
        Game("whitnack", seed=1).pop()
