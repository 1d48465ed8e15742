"""Questions at the table: verdicts, what would help, and how others decide."""

from __future__ import annotations

import json
import random
from pathlib import Path

import attrs
import pytest

from handfoot import (
    Game,
    HandfootError,
    Position,
    Question,
    RuleSet,
    ScenarioError,
    TakePile,
    ask,
    load_rules,
    loads_rules,
    parse_action,
    survey,
    variant_names,
)
from handfoot.rulings.filling import FILLS
from handfoot.rulings.telling import told
from handfoot.rulings.verdict import NoSuchAction, Undecided, judge

QUESTIONS = [
    ("whitnack", Question(tries="take 9 9 9", hand="9 9 A A 2 4", pile="K 9", round=2)),
    ("whitnack", Question(tries="take 9 9 2", hand="9 2 K K", pile="... 9", down=True)),
    ("whitnack", Question(tries="lay 9 9 2 2", down=True)),
    ("whitnack", Question(tries="lay K K K", hand="K K K Q Q 4", round=4)),
    ("ladder-to-8500", Question(tries="take 9 9 2", hand="9 2 K K 4", pile="K 9")),
    ("six-deck-10000", Question(tries="take 9 9 9", pile="Q 9", down=True)),
    ("eleven-card", Question(tries="lay 2 2 2", down=True)),
    (
        "eleven-card",
        Question(
            tries="discard 4",
            hand="4",
            in_foot=True,
            melds=[
                "K K K K K K K",
                "Q Q Q Q Q Q Q",
                "9 9 9 9 9 9 2",
                "8 8 8 8 8 8 2",
            ],
        ),
    ),
    (
        "whitnack",
        Question(
            tries="lay 9 9 9 new", hand="9 9 9 4 4", melds=["9 9 9"], in_foot=True
        ),
    ),
]


def _keys(rules: RuleSet, question: Question) -> set[str]:
    """Return what refuses a question when it is played by hand, without the rulings."""
    game = question.position(rules).game()
    for action in question.steps:
        step = action
        if isinstance(action, TakePile) and rules["pile.take"] == "dig":
            # The top card is what these questions are about.
            step = attrs.evolve(action, count=1)
        refusals = game.why_not(step)
        if refusals:
            return {refusal.key for refusal in refusals}
        game.push(step)
    return set()


def _legal(rules: RuleSet, question: Question) -> bool:
    return not _keys(rules, question)


class TestVerdicts:
    def test_a_refusal_names_the_key_and_the_line(self, tmp_path: Path) -> None:
        """Every reason has its key and the line of the family's own file."""
        (tmp_path / "ours.yaml").write_text(
            "handfoot: 1\nname: Ours\nextends: whitnack\n"
            "opening:\n  minimum: 70\nwilds:\n  ratio: more\n"
        )
        question = Question(tries="take 9 9 2", hand="9 2 K K", pile="K 9")
        ruling = ask(tmp_path / "ours.yaml", question)
        assert not ruling
        origins = {r.key: r.origin for r in ruling.refusals}
        assert set(origins) == {"pile.needs", "opening.minimum"}
        assert origins["opening.minimum"].endswith("ours.yaml:5")
        assert origins["pile.needs"].startswith("whitnack:")

    def test_what_happens_is_told(self) -> None:
        """A legal play is told as the one who plays sees it."""
        question = Question(tries="lay K K K", hand="K K K", foot="4 4 3r 5", down=True)
        assert ask("whitnack", question).verdict.happens == (
            "You laid K K K on K#1.",
            "You picked up the foot, 4 cards: 4 4 3r 5.",
            "You laid the red three 3r and drew a card for it.",
        )

    def test_what_hangs_on_unnamed_cards_is_not_told(self) -> None:
        """Cards that nobody named are counted in what happens, not named."""
        happens = ask("whitnack", Question(tries="draw", hand="K K 4")).verdict.happens
        assert happens == ("You drew 2 cards.",)

    def test_the_next_deal_is_not_told(self) -> None:
        """What happens ends with the round."""
        question = attrs.evolve(QUESTIONS[7][1], partner="played", permission="granted")
        happens = ask("eleven-card", question).verdict.happens
        assert "You went out." in happens
        assert not any("dealt" in line for line in happens)

    def test_what_cannot_be_is_said_in_the_words_of_the_question(self) -> None:
        """The setting that is wrong is called as it was given."""
        for given, name in (
            ({"hand": "JK " * 30}, "hand: "),
            ({"melds": ["K K K K K K K K K"]}, "melds: "),
            ({"their_melds": ["K Q 2"]}, "their_melds: "),
        ):
            question = Question(tries="draw", **given)
            with pytest.raises(HandfootError, match=f"^{name}"):
                ask("whitnack", question)

    def test_others_are_called_by_what_they_are(self) -> None:
        """A partner is told of as one."""
        opened = ask("whitnack", Question(tries="lay A A A"))
        assert "You and your partner opened with 60 points." in opened.verdict.happens

    def test_earlier_steps_come_first(self) -> None:
        """Steps before it are done; the first that is refused decides."""
        question = Question(
            first=["draw", "discard 5"], tries="draw", hand="5 4 4", round=1
        )
        assert ask("whitnack", question).legal
        wrong = ask("whitnack", attrs.evolve(question, first=["draw", "discard 9"]))
        assert str(wrong.verdict.step) == "discard 9"
        assert wrong.verdict.keys == ("core.held",)

    @pytest.mark.parametrize(("rules", "question"), QUESTIONS)
    def test_agrees_with_a_game(self, rules: str, question: Question) -> None:
        """The verdict and its keys are those of a game in that position."""
        game = question.position(load_rules(rules)).game()
        wanted = game.why_not(question.tries)
        assert ask(rules, question).refusals == wanted
        assert wanted, "these are questions about what is refused"


class TestHiddenCards:
    @pytest.mark.parametrize(("rules", "question"), QUESTIONS)
    def test_unnamed_cards_do_not_decide(self, rules: str, question: Question) -> None:
        """Whatever the cards that nobody named are, the keys are the same."""
        ruleset = load_rules(rules)
        keys = judge(ruleset, question).keys
        rng = random.Random(7)
        for fill in range(FILLS):
            position = question.position(ruleset, fill=fill)
            for _ in range(5):
                other = attrs.evolve(position, seed=rng.randrange(1 << 30))
                found = other.game().why_not(question.tries)
                assert {r.key for r in found} == set(keys)

    def test_the_top_of_the_pile_is_needed(self) -> None:
        """A pickup without a named top card is no question yet."""
        for pile in (None, 7):
            with pytest.raises(HandfootError, match="pile: say what lies there"):
                ask("whitnack", Question(tries="take 9 9 9", pile=pile))

    def test_a_card_below_the_top_may_decide(self) -> None:
        """Where the bottom card earns the pile, it must be named."""
        question = Question(tries="take 9 9 9", pile="... 9", down=True)
        with pytest.raises(Undecided, match="name the cards of: pile"):
            ask("bottom-card-pickup", question)
        named = attrs.evolve(question, pile="9 4 5 6 7 8 9")
        assert ask("bottom-card-pickup", named).legal

    @pytest.mark.parametrize("tries", ["ask", "end"])
    def test_the_hand_is_needed(self, tries: str) -> None:
        """What depends on all cards held needs them."""
        with pytest.raises(HandfootError, match="hand: say which cards are held"):
            ask("eleven-card", Question(tries=tries))

    def test_the_hand_is_needed_before_a_first_step(self) -> None:
        """A hand that was played from must be known."""
        with pytest.raises(HandfootError, match="hand: say which cards"):
            ask("whitnack", Question(first="lay K K K", tries="lay Q Q Q", down=True))


class TestWhatWouldHelp:
    @pytest.mark.parametrize(("rules", "question"), QUESTIONS)
    def test_every_way_is_legal(self, rules: str, question: Question) -> None:
        """What is said to be legal is, when it is played."""
        ruling = ask(rules, question)
        assert ruling.ways or ruling.changes
        for way in ruling.ways:
            assert _legal(ruling.rules, way.question), way.says
            assert way.action == way.question.tries

    @pytest.mark.parametrize(("rules", "question"), QUESTIONS)
    def test_every_change_makes_it_legal(self, rules: str, question: Question) -> None:
        """Each change of rules allows the play, and those named set it so."""
        ruling = ask(rules, question)
        for change in ruling.changes:
            changed = ruling.rules.with_changes(change.values)
            assert _legal(changed, question), change.values
            for name in change.set_by:
                for key in change.values:
                    assert changed[key] == load_rules(name)[key]

    def test_the_cards_named_are_tried_first(self) -> None:
        """A hand that can do it otherwise is told how."""
        ruling = ask(*QUESTIONS[0])
        assert str(ruling.ways[0].action) == "take 9 9 9, A A 2"

    def test_one_more_card(self) -> None:
        """One card more is found, in the play or in the hand."""
        ruling = ask("whitnack", Question(tries="lay 9 9", hand="9 9 4 5", down=True))
        assert "with one more 9 in your hand" in [way.says for way in ruling.ways]

    def test_several_rules_are_changed_together(self) -> None:
        """Where several keys refuse it, all of them are given other values."""
        ruling = ask(*QUESTIONS[4])
        (change,) = ruling.changes
        assert set(change.values) == set(ruling.verdict.keys)

    def test_what_no_rule_decides_is_not_mended_by_one(self) -> None:
        """A card that is not held is no matter of rules."""
        ruling = ask("whitnack", Question(tries="discard K", hand="4 5"))
        assert not ruling.changes

    def test_a_pile_that_is_frozen_for_one_player_alone(self) -> None:
        """Who has taken the pile once needs no pair; who has not is told so."""
        rules = loads_rules(
            "handfoot: 1\nname: N\nextends: bicycle-style\n"
            "freezing: {personal: true}\npile: {needs: pair_or_wild}\n"
        )
        asked = Question(tries="take 9 9 2", hand="9 2 4", pile="... 9", down=True)
        ruling = ask(rules, asked)
        assert ruling.verdict.keys == ("freezing.personal",)
        says = "once you have taken the pile in this round"
        (way,) = [way for way in ruling.ways if way.says == says]
        assert way.question.has_taken and ask(rules, way.question).legal
        assert "you have taken the pile" in "\n".join(told(ask(rules, way.question)))

    def test_a_red_three_that_no_hand_can_hold(self) -> None:
        """It cannot be discarded where it is laid at once; where it is held it can."""
        asked = Question(tries="discard 3r", hand="3r K K")
        with pytest.raises(HandfootError, match=r"threes\.red"):
            ask("whitnack", asked)
        assert ask("ladder-to-8500", asked).legal
        assert ask("hand-knee-foot-15-13-11", asked).legal
        with pytest.raises(HandfootError, match=r"threes\.red"):
            ask("hand-knee-foot-15-13-11", attrs.evolve(asked, down=True))
        assert "whitnack" in survey(asked).apart

    def test_no_two_ways_are_said_alike(self) -> None:
        """A card that could join either group is named once."""
        ruling = ask("whitnack", Question(tries="lay K K K, Q Q Q", round=2))
        says = [way.says for way in ruling.ways]
        assert len(says) == len(set(says))

    def test_who_wants_to_go_out_keeps_no_card(self) -> None:
        """For the last discard another card is no help; the partner may be."""
        ruling = ask(*QUESTIONS[7])
        assert [way.says for way in ruling.ways] == [
            "once your partner has picked up the last packet and once your partner "
            "has said yes"
        ]

    def test_commas_that_part_a_group(self) -> None:
        """Cards of one group with commas between them are put together."""
        ruling = ask("whitnack", Question(tries="lay 9, 9, JK", down=True))
        assert "lay 9 9 JK" in [str(way.action) for way in ruling.ways]

    def test_just_enough_comes_first(self) -> None:
        """The number that would be enough is said before values of others."""
        ruling = ask("whitnack", Question(tries="lay K K K", hand="K K K 4"))
        assert dict(ruling.changes[0].values) == {"opening.minimum": 30}


class TestSurvey:
    def test_every_ruleset_is_somewhere_once(self) -> None:
        """Each shipped ruleset decides, or stands apart."""
        found = survey(QUESTIONS[0][1])
        names = [*found.legal, *found.apart]
        names += [name for camp in found.refused for name in camp.rulesets]
        assert sorted(names) == sorted(variant_names())

    @pytest.mark.parametrize(("_", "question"), QUESTIONS)
    def test_each_is_what_that_ruleset_says(self, _: str, question: Question) -> None:
        """The verdict of each is that of its own game."""
        found = survey(question)
        for name in found.legal:
            assert _legal(load_rules(name), question), name
        for camp in found.refused:
            for name in camp.rulesets:
                assert _keys(load_rules(name), question) == set(camp.keys), name

    def test_what_cannot_be_stands_apart(self) -> None:
        """Thirteen jokers are in no deck of two packs; the reason is given."""
        question = Question(tries="lay JK JK JK", hand="JK " * 13, down=True)
        apart = survey(question).apart
        assert "no further JK" in apart["classic-canasta"]

    def test_what_does_not_exist_stands_apart(self) -> None:
        """Nobody digs, asks or chooses where the rules have no such thing."""
        dig = survey(Question(tries="dig 2 9 9 9", pile="9 K", down=True))
        assert dig.apart["whitnack"].startswith("no such action")
        with pytest.raises(NoSuchAction):
            ask("bicycle-style", Question(tries="ask", hand="4", in_foot=True))

    def test_some_may_be_named(self) -> None:
        """A survey of named rulesets asks these."""
        found = survey(QUESTIONS[2][1], ["whitnack", "bicycle-style"])
        assert found.legal == ("bicycle-style",)
        assert [camp.rulesets for camp in found.refused] == [("whitnack",)]


class TestQuestions:
    def test_yaml_says_the_same(self) -> None:
        """A text gives the question that its settings say, positions beside it."""
        question = Question.loads(
            "try: take 9 9 9\nfirst: [draw]\nhand: 9 9 ...\npile: [K, 9]\n"
            "down: true\nmelds: [K K K]\nround: 3\nscores: [5, 10]\nturn: 1\n"
        )
        assert question == Question(
            tries="take 9 9 9",
            first="draw",
            hand="9 9 ...",
            pile="K 9",
            down=True,
            melds=["K K K"],
            round=3,
            table={"scores": (5, 10), "turn": 1},
        )

    def test_a_lone_number_counts_cards(self) -> None:
        """As in positions, a number is so many cards, and text is a card."""
        assert Question.loads("try: discard 4\nhand: 4\n").hand == 4
        assert Question.loads("try: discard 4\nhand: '4'\n").hand == "4"

    @pytest.mark.parametrize(
        ("text", "line", "says"),
        [
            ("hand: 9 9\n", 1, "say what somebody wants to do"),
            ("try: dance\n", 1, "is not an action"),
            ("try: draw\nhnad: 9 9\n", 2, 'no setting called "hnad"'),
            ("try: draw\nhand: 9 X ...\n", 2, "'X' is not a card"),
            ("try: draw\nhand: 9 X\n", 2, "'X' is not a card"),
            ("try: draw\nround: two\n", 2, "a whole number"),
            ("try: draw\npartner: bed\n", 2, "hand, foot or played"),
        ],
    )
    def test_mistakes_have_their_place(self, text: str, line: int, says: str) -> None:
        """What is wrong with a text is said with its line."""
        with pytest.raises(ScenarioError, match=says) as error:
            Question.loads(text)
        assert f":{line}:" in str(error.value)

    def test_a_table_is_checked(self) -> None:
        """A table that the ruleset does not allow is refused with why."""
        with pytest.raises(HandfootError, match="players, not 9"):
            ask("whitnack", Question(tries="draw", seats=9))
        with pytest.raises(HandfootError, match="partner: everyone plays alone"):
            ask("half-pack-12", Question(tries="draw", partner="foot"))

    def test_who_has_a_partner_plays_with_one(self) -> None:
        """A partner that is named sits at the table, where the rules allow it."""
        question = Question(tries="discard 4", partner="played")
        for name in variant_names():
            rules = load_rules(name)
            counts = rules["players.counts"]
            seats = 4 if 4 in counts else min(counts)
            if any(size > 1 for size in rules.side_sizes(seats)):
                assert question.position(rules).game().state.partners(0), name

    def test_the_game_is_as_said(self) -> None:
        """Everything that a question says stands in the position."""
        question = Question(
            tries="lay 2 on K",
            hand="2 ...",
            melds=["K K K"],
            their_melds=["Q Q Q"],
            foot="4 4 5",
            partner="played",
            round=2,
            score=700,
            stock="A 5",
            permission="advised",
        )
        game = Game.at(question.position(load_rules("whitnack")).game().state)
        view = game.view(0)
        assert [m.name for m in view.melds(0)] == ["K#1"]
        assert [m.name for m in view.melds(1)] == ["Q#1"]
        assert (view.packets_left(0), view.packets_left(2)) == ((3,), ())
        assert (view.round, view.scores, view.stock) == (2, (700, 0), 2)
        assert view.played_last(2)
        assert isinstance(question.position(load_rules("whitnack")), Position)
        assert game.is_legal(parse_action("lay 2 on K"))


def _random_question(rng: random.Random) -> Question:
    """Return a question that somebody might ask, sensible or not."""
    ranks = ["2", "JK", "4", "9", "K", "A", "3b", "3r"]

    def cards(most: int) -> str:
        base = rng.choice(ranks)
        count = rng.randint(1, most)
        return " ".join(
            rng.choice([base, base, rng.choice(ranks)]) for _ in range(count)
        )

    word = rng.choice(["take", "lay", "lay", "discard", "ask", "draw", "draw top"])
    play = {"discard": rng.choice(ranks), "take": cards(5), "lay": cards(7)}.get(
        word, ""
    )
    return Question(
        tries=f"{word} {play}",
        hand=cards(9) + rng.choice(["", " ..."]),
        pile=rng.choice(["", "... "]) + cards(6),
        down=rng.random() < 0.5,
        melds=rng.choice([(), (), ("K K K",), ("K K K K K K K", "9 9 9 9 9 2 2")]),
        in_foot=rng.random() < 0.3,
        round=rng.randint(1, 5),
    )


def test_any_question_has_an_answer() -> None:
    """Whatever is asked of whichever ruleset, there is an answer or a clear error.

    What is said to be legal then is, and all of it can be told and written as JSON.
    """
    rng = random.Random(11)
    decided = 0
    for _ in range(40):
        question = _random_question(rng)
        name = rng.choice(variant_names())
        try:
            ruling = ask(name, question)
        except HandfootError as error:
            assert str(error)
            continue
        decided += 1
        json.dumps(ruling.to_dict())
        assert [*told(ruling)]
        assert all(_legal(ruling.rules, way.question) for way in ruling.ways)
        for change in ruling.changes[:2]:
            assert _legal(ruling.rules.with_changes(change.values), question)
    assert decided > 15


RUNS = """
handfoot: 1
name: Runs
extends: whitnack
melds: {runs: natural, ranks: [two, four, five, six, seven, eight, nine]}
wilds: {cards: [joker], all_wild: false}
pile: {run: from_hand, wild_top: never}
going_out: {books: {clean: 1}}
remove: [books.kinds.wild]
books: {kinds: {run: {made_of: run}}}
"""


@pytest.mark.parametrize("suit", "shdc")
def test_a_top_card_with_its_suit(suit: str) -> None:
    """Cards that stand for others never use up one that was named with its suit."""
    run = " ".join(f"{rank}{suit}" for rank in (8, 9))
    question = Question(
        tries=f"take 7{suit} {run}", hand=f"{run} 4 4", pile=f"... 7{suit}", down=True
    )
    assert ask(loads_rules(RUNS), question).legal


def test_what_no_run_holds_is_told() -> None:
    """Twos that are a rank are in no run, and suits that lack are asked for."""
    rules = loads_rules(RUNS)
    (found,) = ask(rules, Question(tries="lay 2s 4s 5s", down=True)).refusals
    assert found.message == (
        "2\u2660 cannot be part of a run: runs are made of fours to nines."
    )
    for tries in ("lay 7 8 9", "lay 7 on H#1"):
        question = Question(tries=tries, melds=["4h 5h 6h"])
        (found,) = ask(rules, question).refusals
        assert "named" in found.message and "suit" in found.message


def test_a_value_that_would_allow_it_is_told_once() -> None:
    """A number that is just enough is not told beside the ruleset that sets it."""
    floor = load_rules("low-score-runs").with_changes({"melds.floor": 20})
    question = Question(tries="lay 4h 5h 6h", down=True)
    values = [change.values["melds.floor"] for change in ask(floor, question).changes]
    assert len(values) == len(set(values)) > 1


def test_the_card_that_a_run_lacks_is_found() -> None:
    """One more card may be the next in the row, with its suit."""
    for tries, melds, says, way in (
        ("lay 5s 6s", None, "4\u2660", "lay 5s 6s 4s"),
        ("lay 4s 6s 7s", None, "5\u2660", "lay 4s 6s 7s 5s"),
        ("lay 9s on S#1", ["5s 6s 7s"], "8\u2660", "lay 9s 8s on S#1"),
    ):
        question = Question(tries=tries, melds=melds or (), down=True)
        ways = {
            one.says: str(one.action) for one in ask(loads_rules(RUNS), question).ways
        }
        assert ways[f"with one more {says} in your hand"] == way


def test_rules_with_runs_are_told_to_who_asks_about_one() -> None:
    """What refuses a run names no key of runs; what would allow it does."""
    question = Question(tries="lay 5s 6s 7s", down=True)
    change, other = ask("whitnack", question).changes
    assert change.values == {"melds.runs": "natural"}
    assert other.values == {"melds.runs": "with_wilds"}
    assert change.set_by == ("bolivia", "low-score-runs", "samba", "seven-rounds-runs")
    question = Question(tries="take 5s 6s 7s", hand="5s 6s K", pile="... 7s", down=True)
    first = ask(loads_rules(RUNS).with_changes({"pile.run": "no"}), question).changes[0]
    assert (first.values, first.set_by) == (
        {"pile.run": "from_hand"},
        ("seven-rounds-runs",),
    )
    (change,) = ask("whitnack", question).changes
    assert change.values == {"melds.runs": "natural", "pile.run": "from_hand"}
    question = Question(tries="lay 5s 6h 7s", down=True)
    assert not ask("whitnack", question).changes


def test_a_run_is_told_with_its_suits() -> None:
    """Suits are left out elsewhere, for nobody asked about them."""
    question = Question(tries="lay 5s 6s 7s, 9 9 9", down=True)
    happens = ask(loads_rules(RUNS), question).verdict.happens
    assert happens[0] == "You laid 5\u2660 6\u2660 7\u2660 on S#1."
    assert happens[1].startswith("You laid 9 9 9 on 9#1")


def test_cards_that_nobody_named_make_no_run() -> None:
    """Others that fit nothing lie in no row, with each other or with named cards."""
    rules = load_rules("whitnack").with_changes({"melds.runs": "natural"})
    for tries in ("lay K K K", "lay 5d 6d 7d", "lay 5c 6c 7c", "lay 8h 9h 10h"):
        named = parse_action(tries)
        question = Question(tries=tries)
        for way in ask(rules, question).ways:
            if way.says == "with the cards you named":
                assert way.action == named
        for fill in range(3):
            game = question.position(rules, fill=fill).game()
            assert not game.can_open().possible


def test_runs_of_another_round_change_no_hand() -> None:
    """Cards that nobody named are chosen by the round asked about, not by any."""
    runs = load_rules("whitnack").with_changes(
        {"melds.runs": {"by_round": ["none", "natural"]}, "pile.wild_top": "never"}
    )
    none = runs.with_changes({"melds.runs": "none"})
    question = Question(tries="discard 8", hand="8 4 ...", pile="... 9", down=True)
    hands = [question.position(rules).game().view(0).hand for rules in (runs, none)]
    assert hands[0] == hands[1]
    later = attrs.evolve(question, round=2)
    always = runs.with_changes({"melds.runs": "natural"})
    hands = [later.position(rules).game().view(0).hand for rules in (runs, always)]
    assert hands[0] == hands[1]
