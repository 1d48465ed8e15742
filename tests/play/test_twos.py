"""Packs with fewer than four twos: ``deck.twos``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from handfoot import Game, HandfootError, Position, ScoreSheet, load_rules
from handfoot.cards import CARDS, KIND_OF, TWO, pack
from handfoot.play.state import State
from handfoot.players.outlook import Outlook
from handfoot.rules.loading import check_text
from handfoot.testing import unconserved
from tests.play.seeds import ruleset

RULESETS = Path(__file__).parents[1] / "rulesets"


def dealt(state: State) -> Counter[int]:
    """Return every card of a round that has just been dealt, by face."""
    packets = [faces for packets in state.packets for faces in packets]
    faces = (state.stock, state.pile, state.aside, *state.cards, *packets, *state.red)
    return Counter(b"".join(faces))


@pytest.mark.parametrize("twos", [1, 2, 3, 4])
def test_the_deck_has_so_many(twos: int) -> None:
    """Of each pack the first twos are there, and every other card once."""
    rules = ruleset(deck__twos=twos, deck__packs=6)
    state = Game(rules, seed=3).state
    found = dealt(state)
    assert sum(found[face] for face in found if KIND_OF[face] == TWO) == 6 * twos
    assert found == Counter(pack(2, twos) * 6)
    assert found.total() == 6 * (50 + twos)
    plain = {face: n for face, n in found.items() if KIND_OF[face] != TWO}
    assert plain == {f: n for f, n in Counter(pack(2) * 6).items() if f in plain}
    assert not unconserved(state)


def test_others_are_dealt_as_ever() -> None:
    """A pack of four twos is the pack that there always was."""
    assert pack(2) == bytes([*range(52), 52, 52])
    assert [CARDS[face].code for face in pack(0, 1)].count("2s") == 1
    assert len(pack(0, 1)) == 49


def test_whoever_counts_knows() -> None:
    """Positions, players, added packs and score sheets know how many there are."""
    rules = ruleset(deck__twos=1, deck__packs=2)
    with pytest.raises(HandfootError, match="no further"):
        Position(rules, hands={0: "2 2 2"}).game()
    game = Position(rules, hands={0: "2 2"}).game()
    assert Outlook(game.view(1)).unseen[TWO] <= 2
    added = ruleset(
        deck__twos=1, stock__when_short="add_pack", round_end__most_turns=50
    )
    game = Position(added, stock=0, phase="draw").game()
    game.push(next(iter(game.legal_actions)))
    assert game.state.packs_added == 1
    assert not unconserved(game.state)
    sheet = ScoreSheet(rules, ["Ann", "Ben", "Cas", "Dot"])
    assert sheet.tables(0).book.deck.copies("two") == 2
    assert rules.rule_card(players=4).markdown().count("Each pack has one two.") == 1


def test_what_it_leaves_out_of_reach() -> None:
    """A quota that needs more wilds than there are is told."""
    text = "handfoot: 1\nname: Test\ndeck: {packs: 3, jokers: 0, twos: %d}\n"
    text += "going_out: {books: {wild: 1}}\n"
    told = {
        twos: {problem.code for problem in check_text(text % twos)[1].problems}
        for twos in (1, 4)
    }
    assert told[1] - told[4]


def test_five_wilds_a_pack() -> None:
    """The ruleset of the tests has five wilds in each pack of 53 cards."""
    rules = load_rules(RULESETS / "five-wilds-a-pack.yaml")
    state = Game(rules, seed=1).state
    wild = state.tables[0].wild
    packs = rules["deck.packs"]
    assert sum(n for f, n in dealt(state).items() if wild[KIND_OF[f]]) == 5 * packs
