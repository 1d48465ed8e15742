"""A pile that freezes: what freezes it, what ends it, and what takes it meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from handfoot import Game, load_rules, loads_rules
from handfoot.cards import FACES, KIND_OF
from handfoot.play.actions import TakePile
from handfoot.play.events import Discarded, Event, Froze, Thawed, TookPile, UpcardTurned
from handfoot.rules.loading import check_text
from handfoot.rules.ruleset import RuleSet
from handfoot.table.notation import parse_action
from handfoot.table.position import Position
from handfoot.table.record import Record
from handfoot.testing import unconserved
from tests.play.seeds import ruleset

RULESETS: Final = Path(__file__).parents[1] / "rulesets"
#: Rules under which more than a natural pair takes the pile, unless it is frozen.
EASY: Final[dict[str, Any]] = {
    "pile__needs": "pair_or_wild",
    "pile__own_meld": "any",
    "pile__take": "all",
    "players__side_size": 2,
}
UNTIL: Final = ("taken", "covered", "discarders_turn", "gone")
WILDS_FREEZE: Final = {"freezing__by": ("wild",)}


def table(changes: dict[str, Any] | None = None, **parts: Any) -> Game:
    """Return a position of seat 0 under easy rules, everyone having opened."""
    rules = ruleset(**EASY | (changes or {}))
    return Position(rules, **{"opened": [0, 1], "phase": "draw"} | parts).game()


def play(game: Game, *texts: str) -> list[Event]:
    """Play some actions and return what happened."""
    return [event for text in texts for event in game.push(parse_action(text))]


def refused(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each refusal of an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


def takes(game: Game) -> list[str]:
    """Return the listed ways to take the pile, each of which must be legal."""
    found = [a for a in game.legal_actions if isinstance(a, TakePile)]
    assert all(map(game.is_legal, found))
    return sorted(map(str, found))


def frozen_for(game: Game) -> list[bool]:
    """Return for each seat whether it sees a frozen pile."""
    return [game.view(seat).frozen for seat in range(game.state.seats)]


def turns(game: Game, *discards: str) -> list[Event]:
    """Draw and discard for one seat after the other."""
    return [e for card in discards for e in play(game, "draw", f"discard {card}")]


class TestWhatFreezes:
    def test_nothing_by_default(self) -> None:
        """Without a rule about it no card freezes the pile."""
        game = table(hands={0: "4 2 6 6 9"}, pile="2 4")
        assert refused(game, "take 4 4 2") == []
        assert frozen_for(game) == [False] * 4

    def test_a_wild_in_the_pile(self) -> None:
        """A wild freezes the pile where the rules say so: one natural is too few."""
        game = table(WILDS_FREEZE, hands={0: "4 2 6 6 9"}, pile="2 4")
        (refusal,) = game.why_not(parse_action("take 4 4 2"))
        assert (refusal.code, refusal.key) == ("pile_frozen", "freezing.by")
        assert (refusal.wanted, refusal.found) == (2, 1)
        assert refusal.message.startswith("The pile is frozen")
        assert takes(game) == []

    def test_a_discarded_wild(self) -> None:
        """The discard of a wild freezes the pile for everyone, and everyone is told."""
        game = table(WILDS_FREEZE, phase="play", hands={0: "2 5 6"}, pile="4")
        happened = play(game, "discard 2")
        freeze = next(event for event in happened if isinstance(event, Froze))
        assert freeze.seat == 0
        assert isinstance(happened[happened.index(freeze) - 1], Discarded)
        assert frozen_for(game) == [True] * 4
        assert game.view(None).frozen

    def test_only_the_cards_named(self) -> None:
        """A red three freezes the pile only where it is named, like a wild."""
        parts: dict[str, Any] = {"hands": {0: "4 2 6 6 9"}, "pile": "3r 4"}
        assert not table(WILDS_FREEZE, **parts).view(0).frozen
        both = {"freezing__by": ("wild", "red_three")}
        game = table(both, **parts)
        assert refused(game, "take 4 4 2") == [("pile_frozen", "freezing.by")]

    def test_told_once(self) -> None:
        """A further wild on a frozen pile is no news."""
        game = table(
            WILDS_FREEZE, phase="play", hands={0: "2 5 6", 1: "2 7 8"}, pile="4"
        )
        happened = [*play(game, "discard 2"), *turns(game, "2")]
        assert sum(isinstance(event, Froze) for event in happened) == 1

    def test_a_black_three_does_not_freeze(self) -> None:
        """A black three bars the pile while it is on top, and no longer (P21, P59)."""
        parts: dict[str, Any] = {"hands": {0: "9 2 9 6 6"}}
        game = table(WILDS_FREEZE, pile="4 3b", **parts)
        assert ("top_barred", "pile.not_on") in refused(game, "take 9 9 9")
        game = table(WILDS_FREEZE, pile="3b 9", **parts)
        assert not game.view(0).frozen
        assert refused(game, "take 9 9 2") == []

    def test_a_black_three_does_not_thaw(self) -> None:
        """A black three on a frozen pile leaves it frozen (P21)."""
        game = table(WILDS_FREEZE, hands={0: "9 2 6 6 8"}, pile="2 3b 9")
        assert refused(game, "take 9 9 2") == [("pile_frozen", "freezing.by")]


class TestWhatTakesIt:
    def test_a_natural_pair(self) -> None:
        """Two naturals of the hand take a frozen pile, in whatever way it was frozen."""
        game = table(WILDS_FREEZE, hands={0: "4 4 2 6 9"}, pile="2 4")
        assert takes(game) == ["take 4 4 4"]
        happened = play(game, "take 4 4 4")
        assert [type(e) for e in happened[:2]] == [TookPile, Thawed]
        assert frozen_for(game) == [False] * 4

    def test_no_own_meld(self) -> None:
        """A meld on the table does not take a frozen pile, one not frozen it does."""
        parts: dict[str, Any] = {"hands": {0: "4 6 9 9"}, "melds": {0: ["K K K"]}}
        game = table(WILDS_FREEZE, pile="4 K", **parts)
        assert takes(game) == ["take K"]
        game = table(WILDS_FREEZE, pile="2 K", **parts)
        assert refused(game, "take K on K") == [("pile_frozen", "freezing.by")]
        assert takes(game) == []

    @pytest.mark.parametrize("needs", ["nothing", "top_card_used", "pair_or_wilds"])
    def test_nothing_less(self, needs: str) -> None:
        """However little takes the pile, a frozen one asks for the natural pair."""
        changes = WILDS_FREEZE | {"pile__needs": needs}
        parts: dict[str, Any] = {"hands": {0: "4 2 2 6 9"}, "melds": {0: ["K K K"]}}
        assert takes(table(changes, pile="6 4", **parts))
        game = table(changes, pile="2 4", **parts)
        assert takes(game) == []
        for text in ("take 4 4 2", "take"):
            assert refused(game, text) == [("pile_frozen", "freezing.by")], text

    def test_no_wild_on_top(self) -> None:
        """Two wilds take a wild on top of the pile, but not once it is frozen."""
        parts: dict[str, Any] = {"hands": {0: "2 2 4 6 9"}, "pile": "4 2"}
        assert takes(table(**parts)) == ["take 2 2 2"]
        game = table(WILDS_FREEZE, **parts)
        assert refused(game, "take 2 2 2") == [("pile_frozen", "freezing.by")]
        assert takes(game) == []

    def test_nothing_at_all(self) -> None:
        """Where a frozen pile cannot be taken, not even a natural pair takes it."""
        parts: dict[str, Any] = {"hands": {0: "4 4 6 9 9"}, "pile": "2 4"}
        game = table(WILDS_FREEZE | {"freezing__needs": "never"}, **parts)
        assert refused(game, "take 4 4 4") == [("pile_frozen", "freezing.needs")]
        assert takes(game) == []
        assert refused(table(WILDS_FREEZE, **parts), "take 4 4 4") == []

    def test_any_card_of_a_pickup(self) -> None:
        """Where any card may be the one that is used, it is that card's pair."""
        changes = WILDS_FREEZE | {"pile__key_card": "any"}
        game = table(changes, hands={0: "6 6 4 9 10"}, pile="2 6 4")
        assert takes(game) == ["take 6 6 6"]
        assert refused(game, "take 4 4 2")[-1] == ("pile_frozen", "freezing.by")

    def test_an_opening(self) -> None:
        """A side that opens with a frozen pile needs the pair and the minimum."""
        parts: dict[str, Any] = {"opened": [], "pile": "2 Q"}
        game = table(WILDS_FREEZE, hands={0: "Q Q A A A 4 5"}, **parts)
        assert refused(game, "take Q Q Q") == [("opening_short", "opening.minimum")]
        assert takes(game) == ["take Q Q Q, A A A"]
        game = table(WILDS_FREEZE, hands={0: "Q 2 A A A 4 5"}, **parts)
        assert refused(game, "take Q Q 2, A A A") == [("pile_frozen", "freezing.by")]


class TestWhenItEnds:
    @pytest.mark.parametrize(
        ("until", "is_frozen"),
        [
            ("taken", True),
            ("covered", False),
            ("discarders_turn", True),
            ("gone", True),
        ],
    )
    def test_a_wild_under_the_top(self, until: str, *, is_frozen: bool) -> None:
        """Covering a wild thaws the pile by one of the rules only (P20)."""
        changes = WILDS_FREEZE | {"freezing__until": until}
        game = table(
            changes, phase="play", hands={0: "2 8 9", 1: "4 6", 2: "4 2 6 9 9"}
        )
        play(game, "discard 2")
        assert game.view(1).frozen
        happened = turns(game, "4")
        assert game.view(2).frozen is is_frozen
        assert any(isinstance(e, Thawed) for e in happened) is not is_frozen
        assert (refused(game, "take 4 4 2") == []) is not is_frozen

    @pytest.mark.parametrize("until", UNTIL)
    def test_back_at_the_discarder(self, until: str) -> None:
        """When the turn comes back to the discarder, one rule says it is over."""
        changes = WILDS_FREEZE | {"freezing__until": until}
        hands = {0: "2 8 9 9", 1: "4 6 6", 2: "5 7 7", 3: "6 8 8"}
        game = table(changes, phase="play", hands=hands)
        play(game, "discard 2")
        turns(game, "4", "5")
        assert game.view(3).frozen is (until != "covered")
        happened = turns(game, "6")
        assert game.turn == 0
        assert game.view(0).frozen is (until in ("taken", "gone"))
        assert any(isinstance(e, Thawed) for e in happened) is (
            until == "discarders_turn"
        )

    def test_the_last_discarder_counts(self) -> None:
        """Another wild makes the freeze last until that discarder's turn."""
        changes = WILDS_FREEZE | {"freezing__until": "discarders_turn"}
        hands = {0: "2 8 9 9", 1: "2 6 6", 2: "5 7 7", 3: "6 8 8"}
        game = table(changes, phase="play", hands=hands)
        play(game, "discard 2")
        turns(game, "2", "5", "6")
        assert game.view(0).frozen
        turns(game, "8")
        assert not game.view(1).frozen

    @pytest.mark.parametrize(
        ("until", "take", "is_frozen"),
        [
            ("taken", 2, False),
            ("discarders_turn", 2, False),
            ("gone", 2, True),
            ("gone", 4, False),
        ],
    )
    def test_a_pickup_of_some(self, until: str, take: int, *, is_frozen: bool) -> None:
        """A pickup ends the freeze, or only one that takes the card that froze it."""
        changes = WILDS_FREEZE | {"freezing__until": until, "pile__take": take}
        game = table(changes, hands={0: "K K 4 6 9"}, pile="8 2 9 K")
        assert game.view(0).frozen
        happened = play(game, "take K K K")
        assert game.view(1).frozen is is_frozen
        assert any(isinstance(e, Thawed) for e in happened) is not is_frozen

    def test_the_lowest_wild_counts(self) -> None:
        """As long as one of several wilds lies in the pile, it stays frozen."""
        changes = WILDS_FREEZE | {"freezing__until": "gone", "pile__take": 3}
        game = table(changes, hands={0: "K K 4 6 9"}, pile="8 2 9 2 9 K")
        play(game, "take K K K")
        assert game.view(1).frozen

    @pytest.mark.parametrize("until", UNTIL)
    @pytest.mark.parametrize("top", ["2", "4"])
    def test_a_reshuffle(self, until: str, top: str) -> None:
        """A freeze is over when its card goes to the stock, unless it stays on top."""
        changes = WILDS_FREEZE | {
            "freezing__until": until,
            "stock__when_short": "reshuffle",
        }
        pile = f"8 9 2 9 {top}"
        game = table(changes, hands={0: "5 6 7"}, pile=pile, stock=1)
        play(game, "draw")
        assert game.view(1).pile == 1
        assert game.view(1).frozen is (top == "2")

    def test_a_freeze_ends_with_the_round(self) -> None:
        """A new round begins with a pile that nothing has frozen."""
        changes = WILDS_FREEZE | {"freezing__personal": True}
        game = table(changes, hands={0: "5 6 7"}, picked_up=[1], pile="2 4", stock=1)
        play(game, "draw")
        assert game.state.round == 2
        assert game.state.frozen_by == -1
        assert frozen_for(game) == [True] * 4


class TestPersonal:
    CHANGES: Final[dict[str, Any]] = {"freezing__personal": True}

    def test_until_the_first_pickup(self) -> None:
        """For each player the pile is frozen until that player has taken it once."""
        parts: dict[str, Any] = {"hands": {0: "8 JK 4 6 7 9"}, "pile": "4 8"}
        game = table(self.CHANGES, **parts)
        assert refused(game, "take 8 8 JK") == [("pile_frozen", "freezing.personal")]
        assert takes(game) == []
        game = table(self.CHANGES, picked_up=[0], **parts)
        assert refused(game, "take 8 8 JK") == []
        assert refused(table(**parts), "take 8 8 JK") == []

    def test_for_nobody_else(self) -> None:
        """A pickup thaws the pile for the one who made it, not for the partner."""
        game = table(self.CHANGES, hands={0: "8 8 4 6 7 9"}, pile="4 8")
        assert frozen_for(game) == [True] * 4
        play(game, "take 8 8 8")
        assert frozen_for(game) == [False, True, True, True]
        assert not game.view(None).frozen

    def test_cards_freeze_it_as_well(self) -> None:
        """Whoever has taken the pile once is still held up by a card that freezes."""
        changes = self.CHANGES | WILDS_FREEZE
        game = table(changes, hands={0: "8 JK 4 6 7"}, picked_up=[0], pile="2 8")
        assert refused(game, "take 8 8 JK") == [("pile_frozen", "freezing.by")]

    def test_a_wild_on_top(self) -> None:
        """A wild on top is not what a first pickup takes."""
        parts: dict[str, Any] = {"hands": {0: "2 2 4 6 9"}, "pile": "4 2"}
        game = table(self.CHANGES, **parts)
        assert refused(game, "take 2 2 2") == [("pile_frozen", "freezing.personal")]
        assert takes(table(self.CHANGES, picked_up=[0], **parts)) == ["take 2 2 2"]


def told(game: Game) -> list[Event]:
    """Return everything that has happened in a game."""
    return [logged.event for logged in game.events()]


def dealt(where: str, **changes: Any) -> Iterator[tuple[Game, list[UpcardTurned]]]:
    """Yield new games in which the first upcard was a wild, with all upcards."""
    rules = ruleset(**EASY | {"deal__wrong_upcard": where} | changes)
    for seed in range(200):
        game = Game(rules, seats=4, seed=seed)
        turned = [e for e in told(game) if isinstance(e, UpcardTurned)]
        if turned[0].card.kind in game.state.tables[0].wild_kinds:
            yield game, turned


class TestRefusedUpcard:
    def test_buried(self) -> None:
        """A refused upcard goes to the bottom of the stock, and the deal goes on."""
        game, turned = next(dealt("buried"))
        assert [e.buried for e in turned] == [*[True] * (len(turned) - 1), False]
        bottom = game.state.stock[: len(turned) - 1]
        assert [KIND_OF[face] for face in bottom[::-1]] == [
            e.card.kind for e in turned[:-1]
        ]
        assert game.state.shuffles == 1

    def test_shuffled_in(self) -> None:
        """A refused upcard is shuffled into the stock; a record knows that shuffle."""
        game, turned = next(dealt("shuffled_in"))
        assert game.state.shuffles == len(turned)
        assert [e.buried for e in turned] == [*[True] * (len(turned) - 1), False]
        assert game.view(0).pile == 1
        assert not unconserved(game.state)
        record = Record.from_game(game)
        assert len(record.shuffles) == len(turned)
        assert Record.loads(record.dumps()).play() == game

    def test_left_in_place(self) -> None:
        """A card that is left where it lies starts the pile, and freezes it if it may."""
        game, turned = next(dealt("stays"))
        assert [(e.buried, e.covered) for e in turned] == [(False, False)]
        assert game.view(0).top == turned[0].card
        assert not game.view(0).frozen
        game, _ = next(dealt("stays", freezing__by=("wild",)))
        assert game.view(0).frozen
        assert [e.seat for e in told(game) if isinstance(e, Froze)] == [None]

    def test_covered_and_freezing(self) -> None:
        """A refused upcard stays, freezes the pile, and another card covers it."""
        game, turned = next(dealt("freezes"))
        assert [e.covered for e in turned] == [*[True] * (len(turned) - 1), False]
        assert game.view(0).pile == len(turned)
        assert game.view(0).top == turned[-1].card
        assert frozen_for(game) == [True] * 4
        (freeze,) = [e for e in told(game) if isinstance(e, Froze)]
        assert (freeze.seat, freeze.card) == (None, turned[0].card)
        assert not unconserved(game.state)

    def test_an_upcard_that_fits(self) -> None:
        """An upcard that is not refused freezes nothing."""
        rules = ruleset(**EASY | {"deal__wrong_upcard": "freezes"})
        for seed in range(20):
            game = Game(rules, seats=4, seed=seed)
            assert game.view(0).frozen is (game.view(0).pile > 1)

    def test_refused_by_that_key(self) -> None:
        """What the upcard has frozen is refused by the key that let it freeze."""
        keys = {
            refusal.key
            for game, _ in dealt("freezes")
            for refusal in game.why_not(parse_action("take"))
            if refusal.code == "pile_frozen"
        }
        assert keys == {"deal.wrong_upcard"}

    @pytest.mark.parametrize(
        ("until", "lasts"),
        [("taken", 9), ("covered", 1), ("discarders_turn", 3), ("gone", 9)],
    )
    def test_ends_like_any_freeze(self, until: str, lasts: int) -> None:
        """The upcard counts as the dealer's discard, lying under the first one."""
        game, _ = next(dealt("freezes", freezing__until=until))
        for turn in range(1, 8):
            game.push(parse_action("draw"))
            plain = next(
                card
                for card in game.view(game.turn or 0).hand
                if card.kind < 11  # neither wild nor a three
            )
            game.push(parse_action(f"discard {plain.code}"))
            assert game.view(game.turn or 0).frozen is (turn < lasts)


class TestPublished:
    @pytest.mark.parametrize("name", ["classic-canasta", "home-canasta"])
    def test_until_taken(self, name: str) -> None:
        """In canasta a wild freezes the pile for pair, wild and meld until it is taken."""
        rules = load_rules(RULESETS / f"{name}.yaml")
        parts: dict[str, Any] = {"phase": "draw", "melds": {0: ["J J J"]}}

        def at(hand: str, pile: str) -> Game:
            return Position(rules, hands={0: hand}, pile=pile, **parts).game()

        assert refused(at("4 4 5 6", "4 J"), "take J") == []
        assert refused(at("Q 2 6 8 9", "4 Q"), "take Q Q 2") == []
        frozen = [("pile_frozen", "freezing.by")]
        assert refused(at("4 4 5 6", "2 J"), "take J") == frozen
        assert refused(at("Q 2 6 8 9", "2 4 Q"), "take Q Q 2") == frozen
        assert refused(at("Q Q 6 8 9", "2 4 Q"), "take Q Q Q") == []

    def test_everyone_for_oneself(self) -> None:
        """With a freeze of one's own, the first pickup asks for a natural pair."""
        rules = load_rules(RULESETS / "individual-freeze-canasta.yaml")
        parts: dict[str, Any] = {"seats": 2, "phase": "draw", "pile": "6 7 8"}
        parts["melds"] = {0: ["K K K"]}
        game = Position(rules, hands={0: "8 JK 4 6 7"}, **parts).game()
        assert refused(game, "take 8 8 JK") == [("pile_frozen", "freezing.personal")]
        game = Position(rules, hands={0: "8 8 4 6 7"}, **parts).game()
        assert refused(game, "take 8 8 8") == []


class TestState:
    def test_taken_back(self) -> None:
        """Taking back a discard or a pickup takes back what it froze or thawed."""
        game = table(
            WILDS_FREEZE, phase="play", hands={0: "2 5 6", 1: "4 4 7 8"}, pile="9"
        )
        before = game.copy()
        play(game, "discard 2")
        frozen = game.copy()
        turns(game, "7")
        game.pop()
        game.pop()
        assert game == frozen
        game.pop()
        assert game == before
        assert not game.view(0).frozen

    @pytest.mark.parametrize("until", UNTIL)
    def test_whole_games(self, until: str) -> None:
        """Every card stays on the table, and a record leads to the same game."""
        rules = ruleset(
            **EASY,
            freezing__by=("wild",),
            freezing__until=until,
            freezing__personal=True,
            deal__wrong_upcard="freezes",
        )
        game = Game(rules, seats=4, seed=until)
        while game.state.round == 1:
            listed = list(game.legal_actions)
            game.push(listed[game.state.turns % len(listed)])
            assert not unconserved(game.state)
            assert len(game.state.pile) <= FACES * 5
            assert game.state.frozen_at < max(len(game.state.pile), 1)
        assert Record.from_game(game).play() == game


HEAD: Final = "handfoot: 1\nname: T\n"
FREEZE: Final = "freezing: {by: [wild]}\n"


def clashes(text: str) -> list[tuple[str, str | None]]:
    """Return code and key of each problem of a ruleset."""
    return [(p.code, p.key) for p in check_text(HEAD + text)[1].problems]


class TestCoherence:
    @pytest.mark.parametrize(
        ("text", "code", "key"),
        [
            ("freezing: {until: gone}\n", "HF318", "freezing.until"),
            ("freezing: {needs: never}\n", "HF318", "freezing.needs"),
            (
                "freezing: {personal: true, until: gone}\npile: {own_meld: any}\n",
                "HF318",
                "freezing.until",
            ),
            ("pile: {may_be_taken: false}\n" + FREEZE, "HF318", "freezing.by"),
            ("pile: {wild_top: never}\n" + FREEZE, "HF318", "freezing.by"),
            (
                "pile: {take: all, wild_top: any_wilds}\n" + FREEZE,
                "HF319",
                "pile.wild_top",
            ),
            ("freezing: {personal: true, needs: never}\n", "HF313", "freezing.needs"),
            (
                "deal: {upcard: false, wrong_upcard: stays}\n",
                "HF309",
                "deal.wrong_upcard",
            ),
            (
                "deal: {upcard_refused: [], wrong_upcard: freezes}\n",
                "HF309",
                "deal.wrong_upcard",
            ),
            (
                "deal: {upcard_refused: [wild], wrong_upcard: stays}\n",
                "HF309",
                "deal.upcard_refused",
            ),
        ],
    )
    def test_said_in_vain(self, text: str, code: str, key: str) -> None:
        """What another key leaves without effect, or makes impossible, is a problem."""
        assert clashes(text) == [(code, key)]

    @pytest.mark.parametrize(
        "text",
        [
            FREEZE,
            "pile: {own_meld: any, wild_top: never}\n" + FREEZE,
            "freezing: {personal: true}\npile: {needs: pair_or_wild}\n",
            "deal: {wrong_upcard: freezes}\nfreezing: {until: covered}\n",
            "freezing: {by: [wild], needs: never, until: covered}\n",
        ],
    )
    def test_no_complaint(self, text: str) -> None:
        """A freeze that makes a difference is no problem."""
        assert clashes(text) == []


class TestRuleCard:
    def rules(self, text: str) -> RuleSet:
        """Return a ruleset in which the pile is easy to take."""
        return loads_rules(HEAD + "pile: {needs: pair_or_wild}\n" + text)

    def test_told_with_the_pile(self) -> None:
        """The rule card says what freezes the pile, how long, and what takes it."""
        text = "freezing: {by: [wild, red_three], until: covered, personal: true}\n"
        card = self.rules(text).rule_card().markdown()
        pile = card.partition("## The discard pile")[2].partition("\n## ")[0]
        for sentence in (
            "- Wild cards and red threes freeze the discard pile.",
            "- The freeze is over as soon as another card is discarded on it.",
            "- To take a frozen pile you must hold two natural cards",
            "- For each player the pile is frozen, too, until",
        ):
            assert sentence in pile

    def test_silent_where_nothing_freezes(self) -> None:
        """Where nothing freezes the pile, the card does not speak of it."""
        card = self.rules("").rule_card().markdown()
        assert "froze" not in card.lower()

    def test_upcards(self) -> None:
        """The card says in one piece what is refused and what happens to it."""
        card = self.rules("").rule_card().markdown()
        assert "may not start the pile.\n- A card that may not start" in card
        card = self.rules("deal: {wrong_upcard: stays}\n").rule_card().markdown()
        assert "may not start" not in card
        assert "Whatever card is turned up stays" in card
