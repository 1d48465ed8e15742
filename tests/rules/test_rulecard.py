"""The rule card: complete, correct for the head count, in agreement with the engine."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings

from handfoot import RuleSet, load_rules, loads_rules, parse_action, variant_names
from handfoot.cards import KIND_WORDS
from handfoot.cli import cli
from handfoot.errors import HandfootError
from handfoot.rulecard.card import Block, Bullets, Examples, RuleCard, Table
from handfoot.rulecard.judge import Judge
from handfoot.rulecard.sections import PLACES, place_of
from handfoot.rulecard.telling import Telling
from handfoot.rules.book_kinds import ANY_KIND
from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import resolve
from handfoot.rules.language.words import books_named
from handfoot.testing import rulesets
from tests.matters import KEYS, MATTERS

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "cards"
VARIANTS = variant_names()


def _body(rules: RuleSet) -> RuleCard:
    """The card without what merely lists the changes."""
    return attrs.evolve(rules.rule_card(), differs=None, title="")


@pytest.mark.parametrize("key", KEYS, ids=[key.path for key in KEYS])
def test_every_key_changes_the_card(key: Key) -> None:
    """Another value of any key of the language changes what the card says.

    A key that another one makes pointless is tried where that one gives it room.
    """
    one, other = MATTERS[key.path].pair(key)
    assert _body(one) != _body(other)


def _tables() -> Iterator[tuple[str, int | None]]:
    for name in VARIANTS:
        yield name, None
        for count in load_rules(name)["players.counts"]:
            yield name, count


def _texts(card: RuleCard) -> Iterator[str]:
    yield card.markdown()
    yield card.html()
    for section in card.parts:
        for block in section.blocks:
            yield from _block_texts(block)


def _block_texts(block: Block) -> Iterator[str]:
    match block:
        case Bullets():
            yield from block.items
        case Table():
            for row in block.rows:
                yield from row
        case Examples():
            yield from (item.reason for item in block.items)


@pytest.mark.parametrize(("name", "players"), [*_tables()])
def test_every_card_reads_as_text(name: str, players: int | None) -> None:
    """Each shipped card, for each head count, has no leftover of a template."""
    card = load_rules(name).rule_card(players=players)
    for text in _texts(card):
        # Only the style sheet of the page has braces of its own.
        plain = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
        assert not re.search(
            r"[{}]|\bNone\b(?!,)|\b1 \w+s\b(?! (?:or|to|book))", plain
        ), plain
        assert "  " not in plain or "<" in plain or "|" in plain


@given(rulesets())
@settings(max_examples=20, deadline=None, suppress_health_check=[*HealthCheck])
def test_any_ruleset_has_a_card(rules: RuleSet) -> None:
    """Whatever loads can be told, without a leftover of a template."""
    card = rules.rule_card()
    assert not re.search(r"[{}]|\bNone\b", card.markdown())
    assert card.html().count("<h2") >= len(card.sections)


@pytest.mark.parametrize(("name", "players"), [*_tables()])
def test_sentences_are_sentences(name: str, players: int | None) -> None:
    """Every bullet begins like a sentence and ends with a full stop."""
    for section in load_rules(name).rule_card(players=players).sections:
        for block in section.blocks:
            if isinstance(block, Bullets):
                for item in block.items:
                    assert re.fullmatch(r"[A-Z0-9].*[.]", item), item


@pytest.mark.parametrize(("name", "players"), [*_tables()])
def test_examples_agree_with_the_engine(name: str, players: int | None) -> None:
    """Each example is legal or refused exactly as the engine says, with its reason."""
    rules = load_rules(name)
    card = rules.rule_card(players=players)
    found = [
        example
        for section in card.sections
        for block in section.blocks
        if isinstance(block, Examples)
        for example in block.items
    ]
    assert any(example.legal for example in found)
    assert any(not example.legal for example in found)
    at = Telling.of(rules, players, None).first
    game = Judge(rules, at, KIND_WORDS.index("nine")).game
    assert game is not None
    for example in found:
        refusals = game.why_not(parse_action(example.action))
        assert example.legal == (not refusals)
        if refusals:
            assert example.reason == refusals[0].message


@pytest.mark.parametrize("name", VARIANTS)
def test_worked_scores_add_up(name: str) -> None:
    """The last line of each worked score is the sum of the lines above it."""
    card = load_rules(name).rule_card()
    sheets = [
        block
        for section in card.sections
        for block in section.blocks
        if isinstance(block, Table) and block.total
    ]
    assert len(sheets) == 2
    for sheet in sheets:
        points = [_number(row[1]) for row in sheet.rows]
        assert sum(points[:-1]) == points[-1]


def _number(text: str) -> int:
    return int(text.replace(",", "").replace("\u2212", "-"))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_side_that_goes_out_may(name: str) -> None:
    """The worked score names every book that going out needs."""
    rules = load_rules(name)
    at = Telling.of(rules, None, None).first
    card = rules.rule_card()
    (lead,) = [
        item
        for section in card.sections
        for block in section.blocks
        if isinstance(block, Bullets) and block.kind == "example"
        for item in block.items
    ]
    for kind, count in resolve(rules["going_out.books"], at).items():
        # Any kind will do there: the example names kinds that exist.
        said = f"{count} {books_named(kind, count)}"
        assert not count or kind == ANY_KIND or said in lead


def test_every_key_has_a_section() -> None:
    """Each key of the language belongs to a section of its own choice."""
    lost = [key.path for key in KEYS if place_of(key.path) not in PLACES]
    assert not lost


@pytest.mark.parametrize("name", VARIANTS)
def test_the_card_has_every_section(name: str) -> None:
    """A table finds all that it needs, in the order in which it needs it."""
    titles = [section.title for section in load_rules(name).rule_card().sections]
    # Not every ruleset has a foot, or house rules for people.
    wanted = [*PLACES, "Quick reference"]
    assert titles == [title for title in wanted if title in titles]
    assert set(wanted) - set(titles) <= {"From hand to foot", "At the table"}


@pytest.mark.parametrize("name", VARIANTS)
def test_sources_and_readings_are_told(name: str) -> None:
    """Sources, and what the file reads into them, stand on every form of the card."""
    rules = load_rules(name)
    card = rules.rule_card()
    assert len(card.sources) == len(rules.about["sources"])
    assert len(card.readings) == len(rules.about["readings"])
    for _, text in card.readings:
        assert text.split()[0] in card.markdown()


def test_a_value_by_round_is_told_in_one_sentence() -> None:
    """Rounds that differ are named; the last says that it goes on, if it does."""
    rules = _with(opening={"minimum": {"by_round": [50, 90]}}, match={"rounds": 5})
    assert "at least 50 points in round 1 and 90 from round 2 on" in _markdown(rules)
    rules = _with(opening={"minimum": {"by_round": [60], "then_add": 30}})
    said = "60 points in round 1 and 30 more in each further round"
    assert said in _markdown(rules)


def test_a_round_that_is_never_played_is_not_told() -> None:
    """Values for rounds beyond the end of the match are left out."""
    rules = _with(opening={"minimum": {"by_round": [50, 90, 120]}}, match={"rounds": 2})
    text = _markdown(rules)
    assert "50 points in round 1 and 90 in round 2," in text
    assert "120" not in text


def test_a_value_by_score_is_told_in_bands() -> None:
    """Bands of the running total are told with both of their ends."""
    rules = _with(opening={"minimum": {"by_score": {"below": 15, 0: 50, 1500: 90}}})
    said = (
        "15 points with a total below 0, 50 with a total of 0 to 1,499 and 90 with a "
        "total of 1,500 or more"
    )
    assert said in _markdown(rules)


def test_a_choice_that_varies_is_told_in_sentences() -> None:
    """Where the words differ, each case has a sentence of its own."""
    rules = _with(pile={"may_be_taken": {"by_round": [False, True]}})
    text = _markdown(rules)
    assert "In round 1: the discard pile is never taken in place of a draw." in text
    assert "From round 2 on: instead of drawing you may take" in text


def test_partners_are_not_spoken_of_to_single_players() -> None:
    """Who plays alone reads nothing about partners; a mixed card says whom it means."""
    rules = load_rules("eleven-card")
    rows = [s for s in rules.rule_card(players=2).sections if s.title == "Going out"]
    assert "partner" not in str(rows).lower()
    mixed = [s for s in rules.rule_card().sections if s.title == "Going out"]
    assert "With partners: " in str(mixed)


@pytest.mark.parametrize(("name", "players"), [*_tables()])
def test_hand_and_foot_are_called_so(name: str, players: int | None) -> None:
    """Who has just a hand and a foot reads of packets only where one is chosen."""
    telling = Telling.of(load_rules(name), players, None)
    # Where packets are dealt and chosen they have no other name yet.
    apart = ("conduct.", "deal.")
    paths = [path for path in telling.rules if not path.startswith(apart)]
    said = [text for text in map(telling.say, paths) if "packet" in text.lower()]
    assert telling.packets not in (1, 2) or not said


def _section(rules: RuleSet, title: str) -> str:
    (found,) = [s for s in rules.rule_card().sections if s.title == title]
    return " ".join(text for block in found.blocks for text in _block_texts(block))


def test_a_pile_that_must_hold_a_pickup_is_never_small() -> None:
    """A smaller pile is taken whole only where the rules leave room for one."""
    small = "a pickup takes all of it"
    assert small in _section(_with(), "The discard pile")
    full = _with(pile={"take": 5, "smallest": 5})
    assert small not in _section(full, "The discard pile")
    filled = _with(pile={"fill_from_stock": True})
    assert small not in _section(filled, "The discard pile")
    assert small in _section(_with(pile={"take": 5, "smallest": 3}), "The discard pile")


def test_no_rule_is_told_twice_or_against_another() -> None:
    """What one sentence settles, no other one repeats or denies."""
    barred = _with(pile={"not_on": ["three", "wild"], "wild_top": "never"})
    assert "A wild card on top" not in _section(barred, "The discard pile")
    closed = _with(pile={"before_opening": "never"})
    assert "When you open with a pickup" not in _section(closed, "Opening")
    grows = _with(books={"after": "anything"})
    assert "no room" in _section(_with(), "The discard pile")
    assert "no room" not in _section(grows, "The discard pile")
    floats = _with(going_out={"may_float": True})
    assert "keep at least" not in _section(floats, "Going out")
    counted = _section(_with(opening={"bonuses_count": True}), "Opening")
    assert "counts toward" in counted
    assert "Bonuses do not" not in counted
    late = _section(_with(threes={"red_when": "after_opening"}), "Threes")
    assert "the moment" not in late
    unreplaced = _section(_with(threes={"red_replaced": "never"}), "Threes")
    assert "No card is drawn" in unreplaced
    assert "drawn from the stock" not in unreplaced


def test_nothing_is_told_in_words() -> None:
    """A number of none is a sentence of its own, not "at least 0"."""
    rules = _with(opening={"minimum": {"by_round": [0, 50]}}, match={"rounds": 2})
    said = _section(rules, "Opening")
    assert "In round 1: no minimum of points is asked for" in said
    assert "In round 2: the first melds" in said
    assert "at least 0" not in said
    free = _section(_with(going_out={"books": {}}), "Going out")
    assert "needs no book" in free
    no_wilds = _section(
        _with(wilds={"most": 0}, going_out={"books": {"clean": 1}}),
        "Melds and wild cards",
    )
    assert "0 wilds" not in no_wilds
    grows = {"minimum": {"by_round": [0], "then_add": 30}}
    assert "0 points in round 1 and 30 more" in _section(
        _with(opening=grows), "Opening"
    )


def test_packets_are_passed_before_one_is_chosen() -> None:
    """A packet is called hand or foot where it is one, not before it was chosen."""
    passed = {"hand_to": "left", "later_to": "right"}
    said = _section(_with(deal=passed), "The deal")
    assert "Pass the hand to your left neighbour." in said
    assert "Pass the foot to your right neighbour." in said
    said = _section(_with(deal={**passed, "hand_choice": "unseen"}), "The deal")
    assert "Pass one packet to your left neighbour." in said
    assert "Pass the other to your right neighbour." in said


def test_the_kinds_of_book_have_their_own_places() -> None:
    """Each counts for itself, unless one of them stands in for another."""
    alone = "Each kind of book counts for itself"
    assert alone in _section(_with(), "Going out")
    spare = {"kinds.clean.spare_as": ["dirty"]}
    assert alone not in _section(_with(books=spare), "Going out")
    assert alone not in _section(_with(going_out={"books": {"any": 3}}), "Going out")


def test_a_kind_that_takes_other_cards_is_not_contradicted() -> None:
    """A sentence for all books stands where it holds, and points to exceptions."""
    rest = "A finished book is closed"
    hint = "What a kind of book below takes is said with it."
    kinds = {"clean": {"after": "naturals"}, "dirty": {"after": "closed"}}
    for some in ({}, dict(list(kinds.items())[:1]), {**kinds, "wild": kinds["dirty"]}):
        text = _section(_with(books={"after": "closed", "kinds": some}), "Books")
        assert (rest in text, hint in text) == (len(some) < 3, len(some) == 1)


def test_books_of_any_kind_have_the_others_among_them() -> None:
    """Two of any kind and one of wilds are two books, not three."""
    text = _section(_with(going_out={"books": {"any": 2, "wild": 1}}), "Going out")
    assert "at least 2 books of any kind, among them 1 wild book." in text
    alone = _section(_with(going_out={"books": {"any": 2}}), "Going out")
    assert "at least 2 books of any kind." in alone


def test_a_kind_that_is_paid_so_often_is_told_so() -> None:
    """Whom a bonus is paid, and how often; the kind that takes the rest is no riddle."""
    kinds = {
        "kinds.clean.paid": {"by_out": {"out": 1, "others": 0}},
        "kinds.plain": {"made_of": "naturals", "bonus": 100},
    }
    rules = _with(books=kinds)
    said = _section(rules, "Books")
    assert "paid once for the side that went out, never paid for the others" in said
    assert "is paid as the kind that it would be otherwise" in said
    assert "Plain books fill none" not in _section(rules, "Going out")


def test_runs_are_shown_as_they_are_played() -> None:
    """Groups show a run; the worked score has the run that going out needs."""
    run = {"made_of": "run", "bonus": 700, "ranks": ["seven"], "unfinished": -70}
    rules = _with(
        melds={"runs": "natural"},
        books={"kinds": {"run": {**run, "unfinished_from": 2}}},
        going_out={"books": {"run": 1}},
    )
    text = _markdown(rules)
    assert re.search(r"4\u2660 5\u2660 6\u2660 \| legal \| a run in one suit", text)
    assert re.search(r"4\u2660 5\u2660 2\u2660 \| refused \| a wild in a run", text)
    assert "one side goes out with 1 run book" in text
    # A run is of no rank, so naming ranks for it says nothing.
    assert "| A run in one suit |" in text
    assert "only as a second or further meld of its suit" in text


def test_a_run_takes_no_wilds_under_it() -> None:
    """What may be slid under a book of a rank is not all for a book in a row."""
    kind = {"made_of": "run", "bonus": 2000, "after": "slid_under"}
    rules = load_rules("whitnack").with_changes(
        {
            "melds.runs": "natural",
            "books.kinds": {"run": kind, "clean": {"after": "slid_under"}},
        }
    )
    books = _section(rules, "Books")
    assert "takes further cards of its suit, slid under it" in books
    assert "takes further cards of its rank and any wilds, slid under it" in books


def test_numbers_are_written_as_people_do() -> None:
    """Lists of points have a minus sign, and thousands a comma."""
    cut = _with(deal={"exact_cut": 100, "near_cut": [50, -20]})
    assert "by two and so on scores 50 and \u221220." in _markdown(cut)
    many = _with(deck={"packs": 20}, players={"counts": [16]})
    assert "That makes 1,080 cards in all." in _markdown(many)


def test_what_may_be_asked_is_no_condition() -> None:
    """A question that binds is on the checklist, one that may be left out is not."""
    for value, listed in (("binding", True), ("advice", False), ("optional", False)):
        text = _markdown(_with(going_out={"permission": value}))
        assert ("- [ ] You m" in text) == listed, value


def test_a_size_of_side_without_a_head_count() -> None:
    """A size asked for is told for every head count that allows it."""
    card = load_rules("six-deck-10000").rule_card(side_size=1)
    assert card.players == "For 2 to 8 players, each alone"
    (needs, *_) = card.sections
    assert "partners" not in str(needs)


def test_the_head_count_works_numbers_out() -> None:
    """A number for each player is told as a number."""
    rules = load_rules("eleven-card")
    assert "3 packs" in rules.rule_card(players=2).markdown()
    assert "5 packs" in rules.rule_card(players=4).markdown()
    assert "3 packs with 2 players and 5 with 4 players" in rules.rule_card().markdown()


def test_what_another_key_leaves_pointless_is_not_told() -> None:
    """A card says nothing about a pile that is never taken but that."""
    rules = _with(pile={"may_be_taken": False})
    (pile,) = [s for s in rules.rule_card().sections if s.title == "The discard pile"]
    (bullets,) = pile.blocks
    assert isinstance(bullets, Bullets)
    assert bullets.items[0] == "The discard pile is never taken in place of a draw."


def test_a_family_file_says_what_differs() -> None:
    """The box names the base, and tells old and new in sentences."""
    text = (
        "handfoot: 1\nname: Lake\nextends: whitnack\nremove: [books.kinds.wild]\n"
        "wilds: {all_wild: false}\ngoing_out: {books: {clean: 1, dirty: 1}}\n"
        "pile: {take: 5, wild_top: never}\nscoring: {values: {king: 15}}\n"
    )
    card = loads_rules(text).rule_card()
    assert card.differs is not None
    base = load_rules("whitnack").name
    assert card.differs.title == f"What differs from {base}"
    (table,) = card.differs.blocks
    assert isinstance(table, Table)
    assert table.header == (base, "Lake")
    rows = {row[0]: row[1] for row in table.rows}
    assert "There is no wild book." in rows.values()
    pickup = "A pickup takes {} cards from the top of the pile."
    assert rows[pickup.format(7)] == pickup.format(5)
    assert "15 points" in rows["Points of a king, melded or held: 10 points."]


def test_a_base_that_is_a_file_is_named(tmp_path: Path) -> None:
    """A file that extends another file is compared with that one."""
    base = "handfoot: 1\nname: Uncle\nextends: whitnack\ndraw: {cards: 3}\n"
    (tmp_path / "uncle.yaml").write_text(base)
    own = "handfoot: 1\nname: Niece\nextends: ./uncle.yaml\ndraw: {cards: 4}\n"
    (tmp_path / "niece.yaml").write_text(own)
    card = load_rules(tmp_path / "niece.yaml").rule_card()
    assert card.differs is not None
    assert card.differs.title == "What differs from Uncle"
    (table,) = card.differs.blocks
    assert isinstance(table, Table)
    assert len(table.rows) == 1


def test_a_ruleset_without_base_has_no_box() -> None:
    """Nothing is compared with mere defaults."""
    assert load_rules("whitnack").rule_card().differs is None


def test_a_table_that_is_not_allowed_is_refused() -> None:
    """A head count or size of side beyond the rules is an error that names them."""
    rules = load_rules("eleven-card")
    with pytest.raises(HandfootError, match="for 2 or 4 players, not 3"):
        rules.rule_card(players=3)
    with pytest.raises(HandfootError, match="sides of 2 here, not 3"):
        rules.rule_card(players=4, side_size=3)


def test_texts_of_people_are_escaped() -> None:
    """Nothing that a file says can become markup."""
    text = 'handfoot: 1\nname: "<b>|*x*"\ndescription: "<script>1</script>"\n'
    card = loads_rules(text).rule_card()
    assert "<b>" not in card.html()
    assert "<script>" not in card.html()
    assert r"\<b\>\|\*x\*" in card.markdown()


@pytest.mark.parametrize("name", VARIANTS)
def test_the_page_is_self_contained_and_in_order(name: str) -> None:
    """No address is fetched, headings follow each other, headers have a scope."""
    page = load_rules(name).rule_card().html()
    assert not re.search(r"\b(?:src|href)=|@import|url\(|<script", page)
    assert '<html lang="en" ' in page
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert set(levels[1:]) == {2}
    assert all("scope=" in cell for cell in re.findall(r"<th\b[^>]*>", page))
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert page.count("<table") == page.count("<caption")


@pytest.mark.parametrize("name", VARIANTS)
def test_golden_cards_have_not_drifted(name: str) -> None:
    """The kept cards are those of today; scripts/remake_cards.py writes them anew."""
    kept = (GOLDEN / f"{name}.md").read_text(encoding="utf-8")
    assert kept == load_rules(name).rule_card().markdown()


def test_no_golden_card_is_left_over() -> None:
    """Each kept card belongs to a shipped variant."""
    assert sorted(path.stem for path in GOLDEN.glob("*.md")) == sorted(VARIANTS)


def test_golden_cards_are_remade_by_a_script(tmp_path: Path) -> None:
    """The script writes exactly the kept cards."""
    script = ROOT / "scripts" / "remake_cards.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, cwd=ROOT)
    for path in GOLDEN.glob("*.md"):
        assert (tmp_path / path.name).read_text(encoding="utf-8") == path.read_text(
            encoding="utf-8"
        )


def test_the_command_writes_each_form(tmp_path: Path) -> None:
    """``handfoot rulecard`` prints to the terminal, and writes by the file's ending."""
    run = CliRunner().invoke(cli, ["rulecard", "whitnack"])
    assert run.exit_code == 0
    assert "Quick reference" in run.output
    page = tmp_path / "card.html"
    run = CliRunner().invoke(cli, ["rulecard", "whitnack", "--out", str(page)])
    assert run.exit_code == 0
    assert page.read_text(encoding="utf-8") == load_rules("whitnack").rule_card().html()
    run = CliRunner().invoke(cli, ["rulecard", "whitnack", "--format", "markdown"])
    assert run.output == load_rules("whitnack").rule_card().markdown()
    text = tmp_path / "card.txt"
    run = CliRunner().invoke(cli, ["rulecard", "whitnack", "--out", str(text)])
    assert "\x1b" not in text.read_text(encoding="utf-8")


def test_the_command_fails_clearly(tmp_path: Path) -> None:
    """A wrong head count and a file that cannot be written exit with 2."""
    run = CliRunner().invoke(cli, ["rulecard", "whitnack", "--players", "5"])
    assert run.exit_code == 2
    assert "for 4 players, not 5" in run.output
    nowhere = tmp_path / "no" / "card.md"
    run = CliRunner().invoke(cli, ["rulecard", "whitnack", "--out", str(nowhere)])
    assert run.exit_code == 2


def _with(**chapters: Any) -> RuleSet:
    """A ruleset from the defaults and some chapters."""
    changes = {
        f"{chapter}.{name}": value
        for chapter, keys in chapters.items()
        for name, value in keys.items()
    }
    plain = "handfoot: 1\nname: Plain\nplayers: {side_size: 2}\n"
    return loads_rules(plain).with_changes(changes)


def _markdown(rules: RuleSet) -> str:
    return attrs.evolve(rules.rule_card(), differs=None).markdown()
