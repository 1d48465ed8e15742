"""First lays and ways out are those of trying everything, whatever the rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

import pytest

from handfoot import (
    Answer,
    AskToGoOut,
    Discard,
    Game,
    HandfootError,
    Lay,
    Position,
    parse_action,
)
from handfoot.cards import ANY_OF_KIND
from handfoot.play.actions import Action
from handfoot.play.events import WentOut
from handfoot.play.state import GRANTED, UNASKED
from handfoot.rules.language.scoped import Situation
from handfoot.rules.rulebook import clashes
from handfoot.rules.ruleset import RuleSet
from tests.play.oracle import WORDS, Rules, in_order, is_book, kind_of_book
from tests.play.seeds import ruleset
from tests.table.tables import all_offers

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "wilds__cards": (("two", "joker"), ("two", "joker", "six"), ("joker",)),
    "wilds__ratio": ("twice", "more", "equal", "any"),
    "wilds__most": (None, 1, 2, 3),
    "wilds__steps": ((), (2, 3), (3, 2)),
    "wilds__not_on": ((), ("ace",), ("four", "king")),
    "wilds__start_most": (None, 0, 1),
    "wilds__per_turn": (None, 1, 2),
    "wilds__all_wild": (True, False),
    "wilds__all_wild_smallest": (3, 4),
    "melds__smallest": (3, 3, 4),
    "melds__per_rank": ("one_unfinished", "one", "one_with_room", "several"),
    "melds__books_of_rank": (None, 1, 2),
    "melds__further_naturals": (1, 1, 2, 3),
    "melds__floor": (0, 20, 50, 70),
    "melds__burnt": (False, True),
    "melds__whole_only": ((), ("king",), ("four",)),
    "melds__last_packet_only": ((), ("ace",)),
    "melds__going_out_only": ((), ("king",), ("four", "ace")),
    "books__size": (4, 4, 5),
    "books__after": (
        "closed",
        "naturals",
        "same_kind",
        "slid_under",
        "anything",
        "until_turn_ends",
    ),
    "books__completed_exactly": (False, True),
    "books__kinds__clean__bonus": (500, -30, 0),
    "books__kinds__dirty__bonus": (300, -20),
    "books__kinds__dirty__made_of": ("mixed", "anything"),
    "books__kinds__dirty__counts_as": ((), ("clean",)),
    "opening__minimum": (0, 30, 50, 90, 120),
    "opening__reach": ("at_least", "more_than"),
    "opening__wilds_count": (True, False),
    "opening__bonuses_count": (False, True),
    "opening__must_hold": ((), ("clean",), ("dirty", "wild"), ("any",)),
    "opening__must_hold_as": ("one_book", "one_meld", "each_book", "each_meld"),
    "opening__reached_by": ("all_melds", "one_meld"),
    "opening__or_book": ((), ("clean",), ("any",)),
    "opening__waived": ("never", "when_packet_empties"),
    "foot__trigger": ("empty", "own_book"),
    "foot__after_meld": ("at_once", "not_allowed"),
    "going_out__keep": (2, 2, 3, 5),
    "going_out__books": ({}, {}, {"clean": 1}, {"any": 1}, {"dirty": 1}),
    "going_out__least_melded": (0, 0, 0, 0, 50),
    "going_out__red_threes": (*["any_number"] * 3, "one_for_each_book"),
    "going_out__last_card": ("either", "discard", "meld"),
    "going_out__may_float": (False, False, True),
    "going_out__barred_last": ((), ("wild",), ("king",)),
    "going_out__permission": ("none", "binding"),
    "scoring__values__six": (5, 30),
    "scoring__values__king": (10, 25),
}


def _rules(rng: random.Random) -> RuleSet:
    """Return rules of which few or many differ from the usual."""
    share = rng.choice((0.1, 0.25, 0.5))
    at = Situation(4, 2)
    while True:
        changes = {
            key: rng.choice(values)
            for key, values in CHOICES.items()
            if rng.random() < share
        }
        usual = {"players__side_size": 2, "deal__foot": 11, "going_out__books": {}}
        rules = ruleset(**{**usual, **changes})
        if rules["melds.going_out_only"] and rules["going_out.least_melded"]:
            # The one case in which an answer may say that it is not exact.
            continue
        if all(clash.severity != "error" for clash in clashes(rules.at(at), at)):
            return rules


def _game(rng: random.Random, *, most: int = 7, opened: bool = False) -> Game:
    rules = _rules(rng)
    ranks = rng.sample(("4", "6", "9", "K", "A"), 2)
    bag = [*ranks * 3, "2", "JK", rng.choice(("2", "JK", "6", "3b", "8"))]
    last = rng.random() < 0.6
    size = int(rules["books.size"])
    melds = {1: [" ".join([ranks[0]] * size)]} if rng.random() < 0.3 else {}
    if opened:
        count = rng.randint(3, size)
        wilds = rng.choice((0, 0, 1))
        melds[0] = [" ".join([rng.choice(ranks)] * (count - wilds) + ["2"] * wilds)]
    game = Position(
        rules,
        hands={0: " ".join(rng.choices(bag, k=rng.randint(3, most)))},
        packets={0: [] if last else [5], 2: []},
        melds=melds,
        played=[2],
        red={0: rng.choice((0, 1, 2))},
    ).game()
    if last and rules["going_out.permission"] == "binding" and rng.random() < 0.5:
        game.state.permission = GRANTED
    return game


def _worth(game: Game, judge: Rules, lay: Lay) -> int:
    """Return what a lay counts toward the minimum, by the words of the rules."""
    return sum(_worths(judge, lay))


def _reached(judge: Rules, lay: Lay) -> int:
    """Return what of a lay must reach the minimum: all of it, or its dearest meld."""
    alone = judge["opening.reached_by"] == "one_meld"
    return max(_worths(judge, lay)) if alone else sum(_worths(judge, lay))


def _worths(judge: Rules, lay: Lay) -> list[int]:
    """Return what each group of a lay counts, by the words of the rules."""
    names = {kind: text for text, kind in _KINDS.items()}
    found = []
    for group in lay.groups:
        cards = in_order(judge, tuple(names[card.kind] for card in group.cards))
        points = sum(map(judge.points, cards))
        if judge["opening.bonuses_count"] and is_book(judge, cards):
            name = kind_of_book(judge, cards)
            points += judge[f"books.kinds.{name}.bonus"] if name else 0
        found.append(points)
    return found


_KINDS: Final = {
    text: kind
    for kind, text in enumerate(
        ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JK", "3b", "3r")
    )
}
assert set(_KINDS) == set(WORDS)


# What is wrong with a lay that lacks nothing but points.
_SHORT: Final = {"opening_short", "opening_apart"}


def _codes(game: Game, lay: Lay) -> set[str]:
    return {refusal.code for refusal in game.why_not(lay)}


@pytest.mark.parametrize("part", range(4))
def test_first_lays_agree_with_brute_force(
    request: pytest.FixtureRequest, part: int
) -> None:
    """Best, cheapest and shortfall are exact under random rules of every key."""
    count = int(request.config.getoption("oracle_positions")) // 2
    opened = short = 0
    for number in range(count):
        rng = random.Random(f"first lays {part} {number}")
        try:
            game = _game(rng)
        except HandfootError:
            continue
        answer = game.can_open()
        assert answer.exact
        judge = Rules(game.rules, Situation(4, 2))
        lays = [Lay(offer) for offer in all_offers(game, game.state.hands[0])]
        codes = {lay: _codes(game, lay) for lay in lays}
        worths = [_worth(game, judge, lay) for lay in lays if not codes[lay]]
        tries = [
            _reached(judge, lay) for lay in lays if codes[lay] and codes[lay] <= _SHORT
        ]
        told = f"{number}: {game.view(0).hand} {answer}\n{_changed(game)}"
        assert answer.possible == bool(worths), told
        assert (answer.best is None) == (not worths and not tries), told
        if answer.best is None:
            continue
        assert _worth(game, judge, answer.best) == answer.best_points, told
        if not worths:
            short += 1
            assert _codes(game, answer.best) <= _SHORT, told
            assert _reached(judge, answer.best) == max(tries), told
            assert answer.short == game.why_not(answer.best)[0].wanted + (
                game.rules["opening.reach"] == "more_than"
            ) - max(tries), told
            continue
        opened += 1
        assert answer.best_points == max(worths), told
        assert answer.cheapest is not None
        assert game.is_legal(answer.best), told
        assert game.is_legal(answer.cheapest), told
        assert answer.cheapest_points == min(worths), told
        assert _worth(game, judge, answer.cheapest) == min(worths), told
    assert opened > count / 10
    assert short > count / 20


@pytest.mark.parametrize("part", range(2))
def test_ways_out_agree_with_brute_force(
    request: pytest.FixtureRequest, part: int
) -> None:
    """A way out is found exactly when some lays and a last discard lead out."""
    count = int(request.config.getoption("oracle_positions")) // 2
    leaving = staying = 0
    for number in range(count):
        rng = random.Random(f"ways out {part} {number}")
        try:
            game = _game(rng, most=5, opened=rng.random() < 0.5)
        except HandfootError:
            continue
        answer = game.can_go_out()
        told = f"{number}: {game.view(0).hand} {answer}\n{_changed(game)}"
        assert answer.exact
        assert answer.possible == _leads_out(game), told
        if not answer:
            staying += 1
            continue
        leaving += 1
        went: list[object] = []
        for action in answer.way:
            went += game.push(action)
            while game.phase == "answer":
                game.push(Answer(yes=True))
        assert any(isinstance(event, WentOut) for event in went), told
    assert leaving > count / 15
    assert staying > count / 20


def test_a_lay_that_keeps_too_few_cards_leads_out(
    request: pytest.FixtureRequest,
) -> None:
    """Whoever may keep fewer cards than the rules ask for can in truth go out."""
    count = int(request.config.getoption("oracle_positions")) // 2
    checked = 0
    for number in range(count):
        rng = random.Random(f"keeping {number}")
        try:
            game = _game(rng, most=5, opened=rng.random() < 0.7)
        except HandfootError:
            continue
        rule = game.rules
        if game.state.packets[0] or rule["going_out.may_float"]:
            continue
        held = len(game.state.cards[0])
        for lay in map(Lay, all_offers(game, game.state.hands[0])):
            left = held - sum(len(group.cards) for group in lay.groups)
            if 0 < left < rule["going_out.keep"] and game.is_legal(lay):
                after = game.copy()
                after.push(lay)
                assert _leads_out(after), f"{number}: {lay}\n{_changed(game)}"
                checked += 1
    assert checked > count / 12


def _leads_out(game: Game) -> bool:
    """Whether any lays and a last discard lead out, by trying all of them."""
    hand = game.state.hands[0]
    actions: list[Action] = [
        Discard(ANY_OF_KIND[kind]) for kind, n in enumerate(hand) if n
    ]
    if sum(hand) > 1:
        actions = []
    lays = [Lay(offer) for offer in all_offers(game, hand)]
    for action in (*actions, *lays, AskToGoOut()):
        if game.is_legal(action):
            after = game.copy()
            events = list(after.push(action))
            while after.phase == "answer":
                events += after.push(Answer(yes=True))
            if any(isinstance(event, WentOut) for event in events):
                return True
            if after.turn == 0 and after.phase == "play" and _leads_out(after):
                return True
    return False


def _changed(game: Game) -> str:
    usual = ruleset(deal__foot=11)
    changed = {k: v for k, v in game.rules.items() if v != usual[k]}
    return f"{changed} {'granted' if game.state.permission != UNASKED else ''}"


_LEAVING: Final = {
    # Changes, hand, the side's melds, and whether all of it can leave this turn.
    "a floor": ({"melds.floor": 50}, "4 4 4 5", "K K K K K", False),
    "a floor where all wilds are alike": (
        {"melds.floor": 50, "wilds.cards": ("joker",)},
        "4 4 4 5",
        "K K K K K",
        False,
    ),
    "a floor that is met": ({"melds.floor": 15}, "4 4 4 5", "K K K K K", True),
    "a cheap wild": ({"melds.floor": 50}, "9 9 2 5", "K K K K K", False),
    "a dear wild": ({"melds.floor": 50}, "9 9 JK 5", "K K K K K", True),
    "one dear wild for two": ({"melds.floor": 50}, "9 9 8 8 2 JK", "K K K K K", False),
    "a dear wild for each": ({"melds.floor": 50}, "9 9 8 8 JK JK", "K K K K K", True),
    "no third wild in a turn": ({"wilds.per_turn": 2}, "2 2 2 5", "K K K K K", False),
    "two wilds in a turn": ({"wilds.per_turn": 2}, "2 2 5", "K K K K K", True),
    "a burnt rank": ({"melds.burnt": True}, "9 9 9 5", "K K K K K", False),
    "a rank that is not burnt": ({"melds.burnt": True}, "8 8 8 5", "K K K K K", True),
    "the minimum exactly": ({"opening.reach": "more_than"}, "K K K K K 5", "", False),
    "more than the minimum": ({"opening.reach": "more_than"}, "A A A 5", "", True),
    "too few points": ({}, "9 9 9", "", False),
    "a packet used up": (
        {"opening.waived": "when_packet_empties"},
        "9 9 9",
        "",
        True,
    ),
    "a rank for the last play": (
        {"opening.waived": "when_packet_empties", "melds.going_out_only": ("ace",)},
        "A A A 2",
        "",
        True,
    ),
    "no book to open with": (
        {"opening.must_hold": ("clean",)},
        "A A A A 5",
        "",
        False,
    ),
    "a book to open with": (
        {"opening.must_hold": ("clean",), "books.size": 4},
        "A A A A 5",
        "",
        True,
    ),
}


@pytest.mark.parametrize(
    ("changes", "hand", "meld", "can"), _LEAVING.values(), ids=_LEAVING
)
def test_one_may_ask_exactly_when_the_cards_can_leave(
    *, changes: dict[str, Any], hand: str, meld: str, can: bool
) -> None:
    """The question is allowed when a way out exists under the rules of new melds."""
    rules = ruleset(
        players__side_size=2,
        deal__foot=11,
        going_out__books={},
        going_out__permission="binding",
        wilds__all_wild=False,
        **{key.replace(".", "__"): value for key, value in changes.items()},
    )
    size = int(rules["books.size"])
    melds = {0: [meld]} if meld else {}
    game = Position(
        rules,
        hands={0: hand},
        packets={0: [], 2: []},
        played=[0, 2],
        melds={**melds, 1: [" ".join(["9"] * size)]},
    ).game()
    assert game.is_legal(AskToGoOut()) == can
    assert game.can_go_out().possible == can


@pytest.mark.parametrize(("most", "legal"), [(2, False), (3, True)])
def test_what_is_laid_counts_against_the_wilds_of_the_turn(
    *, most: int, legal: bool
) -> None:
    """Who keeps too few cards must go out, and a wild laid now is one less to follow."""
    rules = ruleset(
        deal__foot=11,
        going_out__books={},
        going_out__keep=4,
        wilds__per_turn=most,
        wilds__ratio="any",
    )
    game = Position(
        rules,
        hands={0: "2 2 2 3b"},
        packets={0: [], 2: []},
        played=[0, 2],
        melds={0: ["K K K K"]},
    ).game()
    for lay in ("lay 2 on K", "lay 2 2 on K"):
        assert game.is_legal(parse_action(lay)) == legal


def test_best_uses_wilds_where_they_may_lie() -> None:
    """Wilds that aces do not take go onto the fours."""
    rules = ruleset(deal__foot=11, wilds__not_on=("ace",))
    game = Position(rules, hands={0: "4 4 4 4 A A A 2"}).game()
    answer = game.can_open()
    assert (answer.best_points, str(answer.best)) == (100, "lay 4 4 4 4 2, A A A")


_DEMANDING: Final[dict[str, tuple[Any, ...]]] = {
    "opening__must_hold_as": ("one_meld", "each_book", "each_meld"),
    "opening__must_hold": ((), ("clean",), ("clean", "dirty"), ("any", "wild")),
    "opening__reached_by": ("all_melds", "one_meld"),
    "opening__minimum": (30, 50, 90, 120),
    "opening__wilds_count": (True, True, False),
    "opening__bonuses_count": (False, False, True),
    "books__size": (4, 4, 5),
    "melds__floor": (0, 0, 30),
    "wilds__ratio": ("equal", "more", "any"),
}


def test_listed_first_lays_lead_to_all_others(request: pytest.FixtureRequest) -> None:
    """Every first lay that single melds decide on holds a listed one, all of it."""
    count = int(request.config.getoption("oracle_positions")) // 4
    seen = listed = 0
    for number in range(count):
        rng = random.Random(f"listed {number}")
        changes = {key: rng.choice(values) for key, values in _DEMANDING.items()}
        ranks = rng.sample(("4", "6", "9", "K", "A"), 3)
        bag = [*ranks * 3, "2", "2", "JK"]
        hand = " ".join(rng.choices(bag, k=rng.randint(6, 9)))
        try:
            game = Position(
                ruleset(players__side_size=2, deal__foot=11, **changes),
                hands={0: hand},
                packets={0: [5], 2: []},
            ).game()
        except HandfootError:
            continue
        if not game.state.tables[0].demanding:
            continue
        found = [lay for lay in game.legal_actions if isinstance(lay, Lay)]
        told = f"{number}: {changes} {hand}"
        assert all(map(game.is_legal, found)), told
        assert len({_counts(lay) for lay in found}) == len(found), told
        listed += len(found)
        for offer in all_offers(game, game.state.hands[0]):
            lay = Lay(offer)
            # A second meld of a rank, for its points alone, is laid in a later play.
            alone = changes["opening__reached_by"] == "one_meld"
            if game.is_legal(lay) and (alone or not _repeats(game, lay)):
                seen += 1
                assert any(_is_part(less, lay) for less in found), f"{told}\n{lay}"
    assert seen > listed > 0


def _repeats(game: Game, lay: Lay) -> bool:
    """Whether two groups of a lay are of one rank."""
    read = game.state.tables[0].read_group
    ranks = [read(group) for group in lay.groups]
    return len({rank for rank, _ in filter(None, ranks)}) < len(ranks)


def _counts(lay: Lay) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(tuple(sorted(map(str, g.cards))) for g in lay.groups))


def _is_part(less: Lay, lay: Lay) -> bool:
    """Whether each group of a lay lies in one of another lay."""
    whole = [Counter(card.kind for card in group.cards) for group in lay.groups]
    for group in sorted(less.groups, key=lambda one: -len(one.cards)):
        cards = Counter(card.kind for card in group.cards)
        home = next((one for one in whole if cards <= one), None)
        if home is None:
            return False
        whole.remove(home)
    return True
