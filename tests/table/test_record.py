from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Literal

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handfoot.cards import pack
from handfoot.errors import RecordError
from handfoot.play.actions import Draw
from handfoot.play.chance import shuffled
from handfoot.players.random import RandomPlayer
from handfoot.rules.loading import load_rules
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game
from handfoot.table.orders import RecordedOrders, Shuffle
from handfoot.table.position import Position
from handfoot.table.record import Record, Result, Step

ROUND = """\
handfoot: 1
name: "One round: \\"short\\""
extends: whitnack
match: {rounds: 1}
stock: {when_short: reshuffle}
round_end: {most_turns: 40}
"""


NAMES = ("South", "West", "North", "East", "Fifth", "Sixth")


def played(
    name: str | RuleSet = "whitnack",
    *,
    seed: int | str = 7,
    actions: int = 10**6,
    seats: int = 4,
) -> Game:
    """Return a game that random players have played."""
    game = Game(name, NAMES[:seats], seed=seed)
    player = RandomPlayer(seed)
    while (seat := game.turn) is not None and game.ply < actions:
        game.push(player.choose(game.view(seat)))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    """A part of a game."""
    return played(actions=60)


@pytest.fixture(scope="module")
def record(game: Game) -> Record:
    """Its record."""
    return Record.from_game(game)


def changed(record: Record, old: str, new: str) -> Record:
    """Read a record again with one word of its text changed."""
    text = record.dumps()
    assert old in text
    return Record.loads(text.replace(old, new, 1))


class TestRoundTrip:
    @pytest.mark.parametrize("name", variant_names())
    def test_every_variant(self, name: str) -> None:
        """A whole match of each variant replays to an equal game from both forms."""
        rules = load_rules(name)
        game = played(
            rules, seats=min(rules["players.counts"], key=lambda n: abs(n - 4))
        )
        record = Record.from_game(game)
        for form in ("yaml", "json"):
            again = Record.loads(record.dumps(format=form))
            assert again == record
            assert again.play() == game

    @settings(deadline=None, max_examples=15)
    @given(
        st.integers() | st.text(st.characters(categories=("L", "N")), max_size=9),
        st.integers(0, 200),
    )
    def test_any_seed_and_length(self, seed: int | str, actions: int) -> None:
        """A game may be recorded at any moment, whatever its seed."""
        seed = seed if isinstance(seed, str) else seed % 2**70
        game = played(seed=seed, actions=actions)
        again = Record.loads(Record.from_game(game).dumps()).play()
        assert again == game
        assert again.seed == seed

    def test_a_reshuffle(self, tmp_path: Path) -> None:
        """The orders of later shuffles are in the record, and play without the seed."""
        path = tmp_path / "round.yaml"
        path.write_text(
            ROUND.replace("name:", "deck: {packs: 3}\nname:"), encoding="utf-8"
        )
        game = Game(path, seed=2)
        player = RandomPlayer(2)
        while (seat := game.turn) is not None:
            actions = [a for a in game.legal_actions if not str(a).startswith("take")]
            view = game.view(seat)
            chosen = player.choose(view)
            game.push(chosen if chosen in actions else actions[0])
        record = Record.from_game(game)
        assert [(one.round, one.number) for one in record.shuffles][:2] == [
            (1, 0),
            (1, 1),
        ]
        alone = Record.loads(attrs.evolve(record, seed=None).dumps()).play()
        assert alone.events(everything=True) == game.events(everything=True)

    def test_undone_actions_are_not_in_it(self, game: Game, record: Record) -> None:
        """What was taken back leaves no trace."""
        twin = game.copy()
        twin.push(next(iter(twin.legal_actions)))
        twin.pop()
        assert Record.from_game(twin) == record

    def test_comments(self, record: Record) -> None:
        """Comments stand before or behind an action and are kept."""
        text = record.dumps().replace(
            "  draw\n", "  # What now?\n  draw  # a sigh\n", 1
        )
        first = Record.loads(text).steps[0]
        assert first.comment.splitlines()[-2:] == ["What now?", "a sigh"]
        assert Record.loads(Record.loads(text).dumps()) == Record.loads(text)

    def test_names_of_all_kinds(self) -> None:
        """Names that YAML could read as something else are kept."""
        names = ["yes", "12", 'a "b": #c', "Zoë ♥"]
        game = Game("whitnack", names, seed=1)
        assert Record.loads(Record.from_game(game).dumps()).names == tuple(names)

    def test_the_form(self, record: Record) -> None:
        """A record says its version and digest; an action is one line."""
        text = record.dumps()
        assert text.startswith("handfoot_record: 1\nrules:\n  handfoot: 1\n")
        assert f"digest: {record.rules.digest}" in text.replace('"', "")
        assert text.count("\n  draw\n") == sum(
            str(step.action) == "draw" for step in record.steps
        )
        data = json.loads(record.dumps(format="json"))
        assert data["handfoot_record"] == 1
        assert data["rules"]["name"] == record.rules.name

    @pytest.mark.parametrize("form", ["yaml", "json"])
    def test_a_position(self, form: Literal["yaml", "json"]) -> None:
        """A game that was set up is led to from where it began."""
        game = Position("whitnack", hands={1: "9 9 9 K"}, turn=1).game()
        player = RandomPlayer(1)
        while (seat := game.turn) is not None and game.ply < 40:
            game.push(player.choose(game.view(seat)))
        record = Record.from_game(game)
        again = Record.loads(record.dumps(format=form))
        assert again == record
        assert again.play() == game
        assert again.play(until=0).began() == game.began()
        assert again.redacted(1).began is None
        assert "position" not in again.redacted(1).dumps()

    def test_a_game_with_its_state_changed_before_it_began(self) -> None:
        """What somebody changed on the table before the first action is kept."""
        game = Game("whitnack", seed=1)
        changed = game.state.copy()
        changed.scores = [500, 0]
        game = Game.at(changed)
        game.push(Draw())
        record = Record.from_game(game)
        assert record.began is not None
        assert Record.loads(record.dumps()).play().scores == (500, 0)

    def test_a_game_with_its_state_changed_later(self) -> None:
        """A game to which its actions do not lead has no record."""
        game = Game("whitnack", seed=1)
        game.push(Draw())
        game.state.scores = [500, 0]
        with pytest.raises(RecordError, match="do not lead to where it is"):
            Record.from_game(game)

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ("scores: [0, 0]", "scores: [0, 0, 0]", "scores"),
            ("phase: 1", "phase: 9", "phase"),
            ('pile: "', 'pile: "Ks ', "cards of the deck too many"),
            ("  out: -1\n", "", "fields missing: out"),
            ("position:\n", "position:\n  luck: 1\n", "not known: luck"),
        ],
    )
    def test_a_position_is_not_believed(self, old: str, new: str, said: str) -> None:
        """A tampered position is refused with what is wrong, at its line."""
        game = Position("whitnack", hands={1: "9 9 9 K"}).game()
        text = Record.from_game(game).dumps()
        head, position = text.split("position:", 1)
        position = f"position:{position}"
        assert old in position
        with pytest.raises(RecordError, match=said) as refused:
            Record.loads(head + position.replace(old, new, 1))
        assert refused.value.line == head.count("\n") + 2

    def test_until(self, game: Game, record: Record) -> None:
        """A record may be played in part."""
        part = record.play(until=10)
        assert part.ply == 10
        assert part.actions == game.actions[:10]


class TestDisagreement:
    def test_an_action_that_is_refused(self, record: Record) -> None:
        """Replay stops at the line, and tells the action and its refusals."""
        number = 20
        text = record.dumps().splitlines()
        begin = text.index("actions: |")
        at = [n for n, line in enumerate(text) if n > begin and "#" not in line][number]
        text[at] = "  lay K K K K K K"
        with pytest.raises(RecordError) as caught:
            Record.loads("\n".join(text) + "\n").play()
        error = caught.value
        assert error.line == at + 1
        assert error.action == "lay K K K K K K"
        assert error.refusals
        assert str(error).startswith(f"line {at + 1}: ")
        copy = pickle.loads(pickle.dumps(error))
        assert (copy.line, copy.refusals) == (error.line, error.refusals)

    def test_another_seed(self, record: Record) -> None:
        """Shuffles that are not those of the seed are refused before any action."""
        with pytest.raises(RecordError, match="not those of its seed"):
            changed(record, "seed: 7", "seed: 8").play()

    def test_another_result(self, record: Record) -> None:
        """A result that playing does not lead to is refused."""
        with pytest.raises(RecordError, match="playing it leads to"):
            changed(record, "scores: [0, 0]", "scores: [0, 5]").play()

    def test_cards_that_are_not_in_the_deck(self, record: Record) -> None:
        """A recorded order must be of the cards that were shuffled."""
        first = record.shuffles[0]
        wrong = attrs.evolve(first, faces=first.faces[1:] + first.faces[1:2])
        forged = attrs.evolve(record, seed=None, shuffles=(wrong,))
        with pytest.raises(RecordError, match="not of the cards"):
            forged.play()

    def test_a_shuffle_that_is_missing(self, record: Record) -> None:
        """Without a seed every shuffle is needed."""
        with pytest.raises(RecordError, match="holds no shuffle 0 of round 1"):
            attrs.evolve(record, seed=None, shuffles=()).play()

    def test_seats_that_the_rules_do_not_have(self, record: Record) -> None:
        """The table of a record must be one that its rules allow."""
        with pytest.raises(RecordError, match="4 players, not 3"):
            attrs.evolve(record, names=("a", "b", "c")).play()


class TestReading:
    @pytest.mark.parametrize(
        ("old", "new", "words"),
        [
            ("handfoot_record: 1", "handfoot_record: 2", "version 2"),
            ("handfoot_record: 1\n", "", "handfoot_record is missing"),
            ("dealer: 0", "dealer: third", "whole number"),
            ("dealer: 0", "dealer: true", "whole number"),
            ("dealer: 0", "croupier: 0", "no 'croupier'"),
            ("seed: 7", "seed: '7x'", "a number is expected"),
            ("seed: 7", "seed: {txt: '7'}", "has no 'txt'"),
            ("number: 0", "number: zero", "whole number"),
            ("number: 0, ", "", "round, number and cards"),
            ("0, cards: ", "0, kards: ", "no 'kards'"),
            ('cards: "', 'cards: "9 ', "needs its suit"),
            ('cards: "', 'cards: "Zz ', "is not a card"),
            ("seats: [South", "seats: [[South]", "a text is expected"),
            ("scores: [0, 0]", "scores: 0", "a list is expected"),
            ("round: 1, scores", "scores", "needs round and scores"),
            ("\n  draw\n", "\n  drew\n", "'drew' is not an action"),
            ("digest: ", "digest: a", "not those of the digest"),
            ("hand: 13", "hand: 12", "not those of the digest"),
            ("hand: 13", "hand: 1300", "cannot be played"),
            ("rules:\n", "rules: {}\nrules:\n", "twice"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, record: Record, old: str, new: str, words: str
    ) -> None:
        """A record that cannot be read says why, with the line where there is one."""
        with pytest.raises(RecordError) as caught:
            changed(record, old, new)
        assert words in str(caught.value)

    def test_nothing_is_said_about_rule_files(self) -> None:
        """A text that is no record is not called rules that cannot be played."""
        with pytest.raises(RecordError) as failed:
            Record.loads("no record\n", name="mine.yaml")
        assert "mine.yaml" in str(failed.value)
        assert "rules cannot be played" not in str(failed.value)

    @given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
    def test_any_text(self, text: str) -> None:
        """No text gives another error."""
        with pytest.raises(RecordError):
            Record.loads(text)

    @settings(deadline=None, max_examples=60)
    @given(st.data())
    def test_a_damaged_record(self, record: Record, data: st.DataObject) -> None:
        """A record with a piece cut out or doubled is read or refused, no more."""
        text = record.dumps()
        first, last = sorted(
            data.draw(st.tuples(*[st.integers(0, len(text))] * 2), label="piece")
        )
        middle = data.draw(st.sampled_from(["", text[first:last] * 2, "\x00", "é: "]))
        try:
            Record.loads(text[:first] + middle + text[last:]).play()
        except RecordError as error:
            assert str(error)


class TestRedaction:
    @pytest.mark.parametrize("seat", [0, 1, None])
    def test_nothing_hidden_is_left(
        self, game: Game, record: Record, seat: int | None
    ) -> None:
        """Seed and shuffles are gone; what the seat saw is told, and no more."""
        redacted = record.redacted(seat)
        assert redacted.seed is None
        assert not redacted.shuffles
        text = redacted.dumps()
        assert "seed" not in text
        assert "shuffles" not in text
        assert text.count("You were dealt") == (seat is not None)
        for name in record.names:
            assert f"{name} was dealt" not in text
        assert Record.loads(text) == redacted

    def test_hidden_cards_do_not_matter(self, record: Record, game: Game) -> None:
        """Other cards in the stock leave the redacted record equal."""
        first = record.shuffles[0]
        # The bottom of the stock has not been drawn.
        other = attrs.evolve(first, faces=first.faces[:-20] + first.faces[:-21:-1])
        assert other != first
        same = attrs.evolve(record, seed=None, shuffles=(other,))
        for seat in (0, None):
            assert same.redacted(seat) == record.redacted(seat)

    def test_comments_of_others_are_gone(self, record: Record) -> None:
        """A remark may give cards away, so none is kept."""
        steps = (Step(record.steps[0].action, "I hold four jokers"), *record.steps[1:])
        told = attrs.evolve(record, steps=steps, closing="and a king").redacted(1)
        said = "".join(step.comment for step in told.steps) + told.closing
        assert "jokers" not in said
        assert "king" not in said

    def test_it_cannot_be_played(self, record: Record) -> None:
        """A redacted record says why it does not play."""
        with pytest.raises(RecordError, match="taken out of this record"):
            record.redacted(0).play()


class TestOrders:
    def test_as_a_seed(self) -> None:
        """A game may be dealt from cards shuffled by hand."""
        deck = shuffled(pack(2) * 5, "by hand", 1, 0)
        orders = RecordedOrders([Shuffle(1, 0, deck[::-1])])
        assert (
            Game("whitnack", seed=orders).view(1).hand
            == Game("whitnack", seed="by hand").view(1).hand
        )

    def test_it_shows_no_card(self) -> None:
        """Printing a game or its orders shows nobody the cards."""
        orders = RecordedOrders([Shuffle(1, 0, b"\x00\x01")])
        assert repr(orders) == "<RecordedOrders of 1 shuffles>"
        assert "2s" not in repr(Shuffle(1, 0, b"\x00\x01"))
        assert pickle.loads(pickle.dumps(orders)) == orders

    def test_text(self) -> None:
        """Orders are written as exact cards, the first drawn in front."""
        one = Shuffle.read(1, 0, "2s 10h JK")
        assert one.cards == "2s 10h JK"

    def test_equality(self) -> None:
        """Orders are equal when they give the same cards."""
        one, same, other = (
            RecordedOrders([Shuffle(1, 0, faces)]) for faces in (b"\0", b"\0", b"\1")
        )
        assert one == same
        assert hash(one) == hash(same)
        assert one != other
        assert one != 1


def test_results() -> None:
    """A result reads as a sentence part."""
    assert str(Result(2, (10, 20))) == "round 2, scores 10, 20"
    assert str(Result(2, (10, 20), (1,))) == "round 2, scores 10, 20, won by side 1"
