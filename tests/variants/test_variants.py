"""Every shipped ruleset: its figures, its sources, and whole matches of it."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from handfoot import Game, RuleSet, check_rules, load_rules, variant_names
from handfoot.cards import FACES, faces_as_black, pack
from handfoot.cli import cli
from handfoot.play.foot import owners
from handfoot.play.state import State
from handfoot.players import PLAYER_NAMES
from handfoot.rules.language.scoped import Situation
from handfoot.rules.rulebook import Rulebook
from handfoot.study.matches import play_match
from tests.variants.facts import FACTS

NAMES: Final = variant_names()
FOLDER: Final = Path(__file__).parents[2] / "variants"
WIDTH: Final = 90
# Rounds of the match that stands for a long one.
SHORT: Final = 3
HEURISTIC_SHARE: Final = 5


# -- files ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_loads_without_a_problem(name: str) -> None:
    """A shipped file has neither errors nor warnings."""
    report = check_rules(FOLDER / f"{name}.yaml")
    assert not report.problems, report.text()


@pytest.mark.parametrize("name", NAMES)
def test_says_where_it_comes_from(name: str) -> None:
    """A shipped file names its source, describes the game, and marks our readings."""
    about = load_rules(name).about
    assert about["sources"]
    assert about["description"]
    assert about["readings"], "no source says everything"


@pytest.mark.parametrize("name", NAMES)
def test_stays_short(name: str) -> None:
    """A shipped file fits a screen or two, in lines that an editor shows whole."""
    lines = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 140
    assert max(map(len, lines)) <= WIDTH


def test_names_are_unlike() -> None:
    """No two shipped rulesets have the same name, description or rules."""
    rules = [load_rules(name) for name in NAMES]
    for what in (
        [one.name for one in rules],
        [one.about["description"] for one in rules],
        [one.digest for one in rules if one.name != load_rules("whitnack").name],
    ):
        assert len(set(what)) == len(what)


# -- figures --------------------------------------------------------------------------


def test_every_ruleset_has_facts() -> None:
    """No shipped ruleset is without an independent table of its figures."""
    assert set(FACTS) == set(NAMES)
    assert min(map(len, FACTS.values())) >= 4


# The figure that a word of the table of facts means.
FIGURES: Final[dict[str, Callable[[Rulebook], Any]]] = {
    "packets": attrgetter("deal.hand", "deal.knee", "deal.foot"),
    "draw": attrgetter("draw.cards"),
    "take": attrgetter("pile.take"),
    "needs": attrgetter("pile.needs"),
    "opening": attrgetter("opening.minimum"),
    "needed": lambda book: {k: n for k, n in book.going_out.books.items() if n},
    "out": attrgetter("going_out.bonus"),
    "last": attrgetter("going_out.last_card"),
    "laid": lambda book: "held" if book.threes.red == "held" else book.threes.red_laid,
    "caught": attrgetter("threes.red_caught"),
    "black": attrgetter("threes.black_caught"),
    "cut": attrgetter("deal.exact_cut"),
    "wilds": attrgetter("wilds.all_wild"),
    "rounds": attrgetter("match.rounds"),
    "target": attrgetter("match.target"),
}


def _at(
    rules: RuleSet, *, players: int | None = None, number: int = 1, score: int = 0
) -> Rulebook:
    """Return the rules of a round at a table, four players if they may play."""
    counts = rules["players.counts"]
    usual = 4 if 4 in counts else counts[0]
    seats = players or usual
    return rules.at(Situation(seats, rules.side_size(seats), number, score))


def _check(rules: RuleSet, word: str, wanted: Any) -> None:
    usual = _at(rules)
    match word, wanted:
        case "players", _:
            assert rules["players.counts"] == tuple(wanted)
        case "packs", _:
            played = {n: k for n, k in wanted.items() if n in rules["players.counts"]}
            assert played
            assert {n: _at(rules, players=n).deck.packs for n in played} == played
        case "books", _:
            kinds = usual.books.kinds
            assert {kind: kinds[kind].bonus for kind in wanted} == wanted
        case "worth", _:
            values = usual.scoring.values
            assert {card: getattr(values, card) for card in wanted} == wanted
        case "mix", _:
            for naturals, wilds, fits in wanted:
                if wilds:
                    assert usual.wilds.fits(naturals, wilds) == fits, (naturals, wilds)
        case "opening", dict():
            found = {score: _at(rules, score=score).opening.minimum for score in wanted}
            assert found == wanted
        case _, list():
            rounds = range(1, len(wanted) + 1)
            assert [FIGURES[word](_at(rules, number=n)) for n in rounds] == wanted
        case _:
            assert FIGURES[word](usual) == wanted


@pytest.mark.parametrize(
    ("name", "word"), [(name, word) for name in FACTS for word in FACTS[name]]
)
def test_has_the_figures_of_its_source(name: str, word: str) -> None:
    """A figure that the source gives is the figure of the file."""
    _check(load_rules(name), word, FACTS[name][word])


# -- matches --------------------------------------------------------------------------


def _tables(name: str) -> list[tuple[int, int]]:
    rules = load_rules(name)
    counts = rules["players.counts"]
    return [(seats, size) for seats in counts for size in rules.side_sizes(seats)]


def _all_tables() -> Iterator[Any]:
    for name in NAMES:
        for seats, size in _tables(name):
            yield pytest.param(name, seats, size, id=f"{name}-{seats}-{size}")


@cache
def _cut(name: str, rounds: int) -> RuleSet:
    """Return a ruleset whose match is over after so many rounds at most."""
    rules = load_rules(name)
    least = _at(rules).match.rounds
    if least is not None and least <= rounds:
        return rules
    return rules.with_changes(
        {"match.rounds": rounds, "match.target": "none", "match.most_rounds": rounds}
    )


def _counts(faces: bytes) -> list[int]:
    """Return how many faces there are, and how many of each."""
    return [len(faces), *map(faces.count, range(FACES))]


@cache
def _counts_of_deck(jokers: int, twos: int, packs: int, *, alike: bool) -> list[int]:
    faces = pack(jokers, twos) * packs
    return _counts(faces_as_black(faces) if alike else faces)


def _check_cards(game: Game) -> None:
    """Check that every card is in exactly one place."""
    state = game.state
    book = state.tables[0].book
    found = [state.stock, state.pile, state.aside, state.held_back]
    found += [*state.cards, *state.red, *state.black]
    found += [packet for seat in owners(state) for packet in state.packets[seat]]
    found += [meld.cards for melds in state.melds for meld in melds]
    deck, alike = book.deck, book.threes.red == "as_black"
    packs = deck.packs + state.packs_added
    whole = _counts_of_deck(deck.jokers, deck.twos, packs, alike=alike)
    assert _counts(b"".join(found)) == whole, repr(game)
    if game.is_over:
        _check_sheets(state)


def _check_sheets(state: State) -> None:
    """Check that lines sum to points and points to totals."""
    totals = [0] * state.sides
    for sheet in state.sheets:
        assert sum(line.points for line in sheet.lines) == sheet.points
        assert sheet.before == totals[sheet.side]
        totals[sheet.side] += sheet.points
        assert sheet.total == totals[sheet.side]
    assert totals == list(state.scores)


def play_whole(rules: RuleSet, kind: str, seats: int, size: int, number: int) -> None:
    """Play a match to its end, and check its cards and its sheets."""
    seed = f"variants {number}"
    result = play_match(rules, [kind], seats, seed, side_size=size, watch=_check_cards)
    assert result.rounds
    assert len(result.rounds) <= rules["match.most_rounds"]
    nobody = rules["match.tie"] == "nobody"
    assert result.winners or (nobody and len(set(result.scores)) < len(result.scores))


@pytest.mark.parametrize(("name", "seats", "size"), [*_all_tables()])
def test_plays_at_every_table(
    name: str, seats: int, size: int, request: pytest.FixtureRequest
) -> None:
    """Matches by chance and by sense come to an end, and no card is lost."""
    matches = request.config.getoption("--variant-matches", default=0)
    first = request.config.getoption("--variant-from", default=0)
    if not matches:
        for kind in PLAYER_NAMES:
            play_whole(_cut(name, 1), kind, seats, size, first)
        return
    rules = load_rules(name)
    for number in range(first, first + matches):
        play_whole(rules, "random", seats, size, number)
        if number % HEURISTIC_SHARE == 0:
            play_whole(rules, "heuristic", seats, size, number)


@pytest.mark.parametrize("name", NAMES)
def test_plays_sensibly(name: str) -> None:
    """A match by sense, through several rounds, comes to an end at some table."""
    seats, size = random.Random(name).choice(_tables(name))
    play_whole(_cut(name, SHORT), "heuristic", seats, size, 0)


# -- the index and the list -----------------------------------------------------------


def test_index_is_of_today(tmp_path: Path) -> None:
    """The page in docs is what its script writes."""
    root = FOLDER.parent
    script = root / "scripts" / "remake_variants.py"
    made = tmp_path / "variants.md"
    subprocess.run([sys.executable, script, made], check=True, cwd=root)
    kept = root / "docs" / "variants.md"
    assert kept.read_text(encoding="utf-8") == made.read_text(encoding="utf-8")


def _listed(*args: str) -> set[str]:
    result = CliRunner().invoke(cli, ["list", *args])
    lines = result.stdout.splitlines()
    return {line.split()[0] for line in lines if line and not line.startswith(" ")}


def test_list_names_all() -> None:
    """Without options every shipped ruleset is listed."""
    assert _listed() == set(NAMES)


def test_list_by_players() -> None:
    """A head count leaves the rulesets that allow it."""
    assert "pennies-from-heaven" not in _listed("--players", "2")
    assert _listed("--players", "12") == {"board-game-arena"}
    for players in (2, 3, 6):
        fitting = {n for n in NAMES if players in load_rules(n)["players.counts"]}
        assert _listed("--players", str(players)) == fitting


def test_list_by_words() -> None:
    """All words must be in the name, description or sources, in any case."""
    assert _listed("--search", "CLUB'S frozen") == set()
    assert _listed("--search", "Devon club") == {"devon-pioneers-73"}
    assert "whitnack" in _listed("--search", "pagat.com")


def test_list_of_nothing_fails() -> None:
    """A search without a find says so and fails."""
    result = CliRunner().invoke(cli, ["list", "--search", "bridge"])
    assert result.exit_code == 1
    assert "No shipped ruleset" in result.output
