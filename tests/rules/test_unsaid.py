"""Defaults never contradict what is written: some follow it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from handfoot import RuleSet, loads_rules
from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import written
from handfoot.rules.layers import key_at
from handfoot.rules.loading import check_text
from handfoot.rules.rulebook import all_keys
from handfoot.testing import check_ruleset

HEAD = "handfoot: 1\nname: T\n"
OFF = "wilds: {all_wild: false}\n"
ALL = {"clean": 2, "dirty": 2, "wild": 1}
NONE_WILD = {"clean": 2, "dirty": 2}


def load(text: str) -> RuleSet:
    """Return the ruleset of a text that has no base."""
    return loads_rules(HEAD + text)


def cases() -> Iterator[tuple[str, str, Any, Any]]:
    """Yield each default that follows: its key, what decides, its value, the new one."""
    for key in all_keys():
        if isinstance(key, Key):
            for path, values in key.unless.items():
                for value, instead in values.items():
                    yield key.path, path, value, instead


@pytest.mark.parametrize(("path", "decides", "value", "instead"), [*cases()])
def test_alone(path: str, decides: str, value: Any, instead: Any) -> None:
    """What decides is enough: no error, the default it says, games to their end."""
    if value is None:
        name = decides.rpartition(".")[0]
        # A kind that is gone leaves its books to another, or to nobody.
        rules = load(f"remove: [{name}]\n")
    else:
        rules = load("").with_changes({decides: written(value)})
    key = key_at(path)
    assert isinstance(key, Key)
    if key.kind == "counts":
        instead = {k: n for k, n in key.default.items() if k not in instead}
    assert rules[path] == instead
    assert rules.origin(path).kind == "default"
    again = loads_rules(rules.to_yaml())
    assert again == rules
    assert again.digest == rules.digest
    check_ruleset(rules.with_changes({"match.rounds": 1}))


def test_said_stays() -> None:
    """What some file says never follows: there the two contradict each other."""
    for text in ("pile: {wild_top: matching_wilds}\n", "extends: whitnack\n"):
        report = check_text(HEAD + OFF + text)[1]
        assert {p.code for p in report.problems} >= {"HF310"}
    report = check_text(HEAD + OFF + "going_out: {books: {wild: 1}}\n")[1]
    assert [p.code for p in report.problems] == ["HF361"]
    kept = load(OFF + "pile: {wild_top: top_card_used}\n")
    assert kept["pile.wild_top"] == "top_card_used"


def test_removed_follows() -> None:
    """A key that is set back to its default follows as if nobody had said it."""
    removed = "remove: [pile.wild_top, going_out.books]\n"
    rules = load("extends: whitnack\n" + removed + OFF)
    assert rules["pile.wild_top"] == "never"
    assert rules["going_out.books"] == NONE_WILD


def test_changed_by_a_program() -> None:
    """A default that followed follows again when a program changes what decides."""
    rules = load(OFF).with_changes({"deck.packs": 6})
    assert rules["pile.wild_top"] == "never"
    back = rules.with_changes({"wilds.all_wild": True})
    assert back["pile.wild_top"] == "matching_wilds"
    assert back["going_out.books"] == ALL
    assert back.digest == load("deck: {packs: 6}\n").digest
    said = rules.with_changes({"pile.wild_top": "top_card_used"})
    assert said["pile.wild_top"] == "top_card_used"


def test_varies_alike() -> None:
    """Beside a value that varies a default varies with it."""
    rules = load("wilds: {all_wild: {by_round: [false, true]}}\n")
    assert written(rules["pile.wild_top"]) == {"by_round": ["never", "matching_wilds"]}
    assert written(rules["going_out.books"]) == {"by_round": [NONE_WILD, ALL]}
    assert loads_rules(rules.to_yaml()) == rules
    same = load("wilds: {all_wild: {by_round: [false, false]}}\n")
    assert same["pile.wild_top"] == "never"


@pytest.mark.parametrize(
    "most", ["{per_player: 1}", "{by_round: [1, 2], then_add: 1}", "{by_round: [2, 3]}"]
)
def test_growing_numbers(most: str) -> None:
    """A number that grows decides nothing, and is no mistake either."""
    rules, _ = check_text(f"{HEAD}wilds: {{ratio: equal, most: {most}}}\n")
    assert rules is not None
    assert rules["going_out.books"] == ALL


def test_varying_twice() -> None:
    """Two values that vary, each in its way, make a form that a file could have."""
    rounds = "{by_round: [[joker], []]}"
    text = f"wilds: {{all_wild: {{by_round: [false, true]}}, cards: {rounds}}}\n"
    rules, report = check_text(HEAD + text)
    assert rules is None
    assert {p.code for p in report.errors} == {"HF361"}


def test_of_a_base() -> None:
    """What follows in the base does so where it is compared with its child."""
    from handfoot.rulecard.differing import base_of

    base = load(OFF)
    child = base.with_changes({"deck.packs": 6})
    found = base_of(child)
    assert found is not None
    assert found["pile.wild_top"] == "never"
    assert [one.key for one in base.diff(child)] == ["deck.packs"]


def test_card() -> None:
    """The rule card tells what followed."""
    text = load(OFF).rule_card().markdown()
    assert "A wild card on top cannot be taken." in text
    assert "two wild cards of the same kind" not in text
    assert "at least 2 clean books and 2 dirty books" in text


#: A setting alone, and what an unset key makes of it: a fix that says what to write.
AGAINST = [
    ("players: {side_size: 3}\n", "players.counts, which you did not set, is [4]"),
    ("match: {rounds: 100}\n", "match.most_rounds, which you did not set, is 50"),
    ("match: {most_rounds: 2}\n", "match.rounds, which you did not set, is 4"),
    ("match: {rounds: none}\n", "match.target, which you did not set, is none"),
    ("match: {target: 500000}\n", "match.rounds, which you did not set, is 4"),
    ("stock: {when_short: reshuffle}\n", "is none: no limit of turns is set"),
    ("melds: {floor: 500}\n", "books.size, which you did not set, is 7"),
    ("opening: {minimum: 3000}\n", "deck.packs, which you did not set, is 5"),
    ("melds: {ranks: [two]}\n", "wilds.cards, which you did not set, is [two, joker]"),
    ("books: {kinds: {mine: {bonus: 9}}}\n", "clean, which you did not set: the kind"),
    (
        "books: {kinds: {clean: {made_of: run}}}\n",
        "going_out.books.clean, which you did not set: going out needs 2",
    ),
]


@pytest.mark.parametrize(("text", "told"), AGAINST)
def test_unset_keys_are_called_so(text: str, told: str) -> None:
    """An error beside a default names the key, its value, and what to write."""
    problem = check_text(HEAD + text)[1].errors[0]
    notes = [told for name, told in problem.notes if name == "by default"]
    assert any(told in one for one in notes), notes
    assert any(name.startswith("fix") for name, _ in problem.notes)


def test_every_error_of_one_setting_says_what_to_write() -> None:
    """Whatever example stands alone: an error that names an unset key has a fix."""
    for key in all_keys():
        if not isinstance(key, Key) or "*" in key.path:
            continue
        values = (key.example, key.least, key.most, *key.choices, "none")
        for said in dict.fromkeys(json.dumps(written(value)) for value in values):
            text: Any = said
            for part in reversed(key.path.split(".")):
                text = f"{{{part}: {text}}}"
            report = check_text(HEAD + text[1:-1] + "\n")[1]
            for problem in report.errors:
                names = [name for name, _ in problem.notes]
                unset = problem.code.startswith("HF3") and "by default" in names
                assert not unset or any(n.startswith("fix") for n in names), text
