"""Wilds in runs: each stands for the card of its place, at either end or in a gap."""

from __future__ import annotations

import random
from typing import Any

import pytest

from handfoot import (
    Game,
    Lay,
    Position,
    Record,
    View,
    apply_events,
    load_rules,
    loads_rules,
    parse_action,
)
from handfoot.errors import HandfootError
from handfoot.play.actions import TakePile
from handfoot.players.heuristic import HeuristicPlayer
from handfoot.players.outlook import Outlook
from handfoot.players.random import RandomPlayer
from handfoot.rules.loading import check_text
from handfoot.rules.ruleset import RuleSet
from handfoot.table.saving import sound_state
from handfoot.table.state_data import state_data
from handfoot.table.telling import tell

RULES = """\
handfoot: 1
name: Wilds in runs
players: {counts: [4], side_size: 2}
melds: {runs: with_wilds}
books:
  after: anything
  kinds:
    clean_run: {made_of: natural_run, bonus: 2000}
    dirty_run: {made_of: mixed_run, bonus: 1000}
going_out: {books: {}, permission: none}
"""


def rules(**changes: Any) -> RuleSet:
    """Return rules with wilds in runs and some values changed."""
    values = {key.replace("__", "."): value for key, value in changes.items()}
    return loads_rules(RULES).with_changes(values) if values else loads_rules(RULES)


def table(hand: str, *melds: str, **changes: Any) -> Game:
    """Return a position in which seat 0 plays on; ``pile`` lets it begin its turn."""
    pile = changes.pop("pile", None)
    return Position(
        rules(**changes),
        hands={0: f"{hand} 4c 4c Qd"},
        melds={0: list(melds)} if melds else {},
        opened=[0],
        phase="play" if pile is None else "draw",
        pile=pile or "",
    ).game()


def lying(game: Game) -> list[str]:
    """Return the cards of the runs of side 0, in their order."""
    melds = game.view(0).melds(0)
    return [" ".join(card.code for card in meld.cards) for meld in melds if meld.run]


def codes(game: Game, action: str) -> list[tuple[str, str]]:
    """Return code and key of each reason why not."""
    return [(r.code, r.key) for r in game.why_not(parse_action(action))]


@pytest.mark.parametrize(
    ("lay", "run"),
    [
        ("5h JK 7h", "5h JK 7h"),
        # Without a gap it goes to the top, or below where it comes first.
        ("5h 6h JK", "5h 6h JK"),
        ("JK 5h 6h", "JK 5h 6h"),
        ("JK Kh Ah", "JK Kh Ah"),
        # There is nothing above the ace.
        ("Kh Ah JK", "JK Kh Ah"),
        # A gap is filled first, in whatever order the cards are named.
        ("7h JK 5h", "5h JK 7h"),
        ("JK 7h 5h", "5h JK 7h"),
        ("JK 5h 2s 7h 8h", "JK 5h 2s 7h 8h"),
        ("2s 5h 6h 7h JK", "2s 5h 6h 7h JK"),
    ],
)
def test_a_new_run_shows_where_its_wilds_stand(lay: str, run: str) -> None:
    """The order of a lay says at which end its wilds go."""
    game = table("5h 6h 7h 8h Kh Ah JK 2s", wilds__ratio="any")
    game.push(parse_action(f"lay {lay} new"))
    assert lying(game) == [run]


@pytest.mark.parametrize(
    ("lay", "run"),
    [
        ("JK on H#1", "6h 7h 8h JK"),
        ("JK below H#1", "JK 6h 7h 8h"),
        ("JK below h", "JK 6h 7h 8h"),
        ("JK 10h on H", "6h 7h 8h JK 10h"),
        ("4h JK on H", "4h JK 6h 7h 8h"),
        ("4h JK below H", "4h JK 6h 7h 8h"),
        ("JK on H, 2s below H", "2s 6h 7h 8h JK"),
        ("9h on H, 2s JK below H", "2s JK 6h 7h 8h 9h"),
    ],
)
def test_wilds_join_either_end(lay: str, run: str) -> None:
    """A wild joins at the top of a run, below it where that is said, or in a gap."""
    game = table("4h 9h 10h JK 2s", "6h 7h 8h", wilds__ratio="any")
    before = game.copy()
    game.push(parse_action(f"lay {lay}"))
    assert lying(game) == [run]
    game.pop()
    assert game == before


def test_a_run_at_the_ace_grows_downward() -> None:
    """Where there is no room above, a wild goes below without being told."""
    game = table("JK", "Qh Kh Ah")
    game.push(parse_action("lay JK on H"))
    assert lying(game) == ["JK Qh Kh Ah"]
    assert codes(table("JK", "4h 5h 6h"), "lay JK below H") == [
        ("not_a_run", "melds.runs")
    ]


def test_a_natural_does_not_take_the_place_of_a_wild() -> None:
    """What a wild stands for has its place in the run already."""
    game = table("6h 8h", "5h JK 7h")
    assert codes(game, "lay 6h on H") == [("not_a_run", "melds.runs")]
    game.push(parse_action("lay 8h on H"))
    assert lying(game) == ["5h JK 7h 8h"]


@pytest.mark.parametrize(
    ("lay", "changes", "reason"),
    [
        ("5h JK 2s 8h", {}, ("too_many_wilds", "wilds.ratio")),
        ("5h JK 7h", {"wilds__most": 0}, ("wild_cap", "wilds.most")),
        ("5h 6h JK", {"wilds__start_most": 0}, ("wilds_at_start", "wilds.start_most")),
        (
            "5h 6h JK",
            {"wilds__least_naturals": 3},
            ("too_few_naturals", "wilds.least_naturals"),
        ),
        ("5h JK 7h", {"wilds__steps": [3]}, ("wild_steps", "wilds.steps")),
        ("5h JK 7h", {"melds__floor": 100}, ("meld_too_cheap", "melds.floor")),
        ("5h JK 7h", {"melds__smallest": 4}, ("meld_too_short", "melds.smallest")),
        ("5h JK 8h", {}, ("not_a_run", "melds.runs")),
        ("5h JK 7h", {"melds__runs": "natural"}, ("wild_in_run", "melds.runs")),
    ],
)
def test_limits_of_wilds_bind_runs(
    lay: str, changes: dict[str, Any], reason: tuple[str, str]
) -> None:
    """The keys that limit wilds in a meld limit them in a run, and say so."""
    hand = "5h 6h 7h 8h JK 2s"
    assert reason in codes(table(hand, **changes), f"lay {lay} new")
    if changes:
        assert not codes(table(hand), f"lay {lay} new")


def test_ranks_that_take_no_wild_are_no_matter() -> None:
    """A run is of no rank, so no rank keeps wilds out of it."""
    game = table("5h 7h JK", wilds__not_on=["five", "six", "seven"])
    assert game.is_legal(parse_action("lay 5h JK 7h new"))


def test_wilds_in_a_turn() -> None:
    """In one turn a run takes no more wilds than any meld."""
    game = table("JK 2s", "5h 6h 7h 8h", wilds__per_turn=1)
    game.push(parse_action("lay JK on H"))
    assert ("wilds_in_turn", "wilds.per_turn") in codes(game, "lay 2s below H")
    free = table("JK 2s", "5h 6h 7h 8h")
    free.push(parse_action("lay JK on H"))
    assert free.is_legal(parse_action("lay 2s below H"))


def test_nothing_else_goes_below() -> None:
    """Only a run that may hold wilds has a lower end to name."""
    game = table("JK", "9s 9h 9d", "5h 6h 7h")
    assert codes(game, "lay JK below 9") == [("not_below", "melds.runs")]
    natural = table("JK", "5h 6h 7h", melds__runs="natural")
    assert codes(natural, "lay JK below H") == [("not_below", "melds.runs")]
    assert game.is_legal(parse_action("lay JK below H"))


def test_books_of_runs_clean_and_dirty() -> None:
    """A run of seven is a book of its kind; a wild makes a clean one dirty."""
    game = table("JK 2s", "4h 5h 6h 7h 8h 9h 10h", "4s 5s 6s 7s JK 9s")
    assert game.view(0).melds(0)[0].book == "clean_run"
    (event,) = game.push(parse_action("lay 2s on S"))
    assert lying(game)[1] == "4s 5s 6s 7s JK 9s 2s"
    assert (event.book, event.cards[0].code) == ("dirty_run", "2s")  # type: ignore[attr-defined]
    game.push(parse_action("lay JK on H"))
    assert [meld.book for meld in game.view(0).melds(0)] == ["dirty_run", "dirty_run"]


def test_a_run_of_any_kind() -> None:
    """``made_of: run`` is a run with wilds or without."""
    text = RULES[: RULES.index("    clean_run")] + "    run: {made_of: run}\n"
    both = loads_rules(text + "going_out: {books: {}, permission: none}\n")
    melds = ["4h 5h 6h 7h 8h 9h 10h", "4s 5s 6s 7s JK 9s 10s"]
    game = Position(both, hands={0: "4c 4c"}, melds={0: melds}, phase="play").game()
    assert [meld.book for meld in game.view(0).melds(0)] == ["run", "run"]


def test_a_book_that_takes_naturals_only() -> None:
    """``books.after`` asks of a run what it asks of a set."""
    book = "4h 5h 6h 7h 8h 9h 10h"
    game = table("Jh JK", book, books__after="naturals")
    assert codes(game, "lay JK on H") == [("wild_on_book", "books.after")]
    assert game.is_legal(parse_action("lay Jh on H"))


def test_a_wild_that_joins_only_beside_what_finishes_the_book() -> None:
    """A natural finishes a book that takes no wild then; both go down at once.

    The wild below it has no place before; at the other end it may come first.
    """
    game = table("9s 7s 2s", "10s Js Qs Ks", books__after="naturals", books__size=5)
    lays = [str(a) for a in game.legal_actions if isinstance(a, Lay)]
    both = "lay 9s on S#1, 2 below S#1"
    assert {"lay 9s on S#1", both} <= {*lays}
    assert all("7s" not in lay or "new" in lay for lay in lays), "it may wait"
    game.push(parse_action(both))
    assert "lay 7s on S#1" in map(str, game.legal_actions)
    free = table("9s 7s 2s", "10s Js Qs Ks", books__size=5)
    assert both not in map(str, free.legal_actions), "what may wait is not listed"


def test_lists_name_both_ends() -> None:
    """Listed are the smallest lays: a wild at either end, each new run."""
    game = table("5s 7s JK", "6h 7h 8h")
    lays = {str(a) for a in game.legal_actions if isinstance(a, Lay)}
    assert {"lay JK on H#1", "lay JK below H#1", "lay 5s JK 7s new"} <= lays
    assert all(map(game.is_legal, game.legal_actions))
    for text in lays:
        assert str(parse_action(text)) == text


def test_a_way_out_with_wilds_in_runs() -> None:
    """All cards leave at once where wilds complete runs, whichever end is free."""
    game = Position(
        rules(going_out__books={"dirty_run": 1}, going_out__keep=2),
        hands={0: "4s 5s 7s JK 2h 9c"},
        packets={0: []},
        melds={0: ["9h 10h Jh Qh Kh Ah"]},
        phase="play",
    ).game()
    answer = game.can_go_out()
    assert answer.possible
    lays = [a for a in game.legal_actions if isinstance(a, Lay)]
    assert any(len([c for g in a.groups for c in g.cards]) == 5 for a in lays)
    clean = rules(going_out__books={"clean_run": 1})
    other = Position(
        clean,
        hands={0: "4s 5s 7s JK 2h 9c"},
        packets={0: []},
        melds={0: ["9h 10h Jh Qh Kh Ah"]},
        phase="play",
    ).game()
    assert not other.can_go_out().possible


def test_a_wild_takes_the_pile_into_a_run() -> None:
    """Where the top card need only be used, a wild may be used in a run."""
    game = table("5h 7h", "Jh Qh Kh", pile="4s JK", pile__wild_top="top_card_used")
    takes = {str(a) for a in game.legal_actions if isinstance(a, TakePile)}
    assert {"take JK on H#1", "take JK below H#1", "take 5h JK 7h new"} <= takes
    assert game.can_take_pile().possible


def test_a_wild_takes_the_pile_onto_a_set_beside_a_run() -> None:
    """A wild on top that must be used goes onto sets; onto runs if they hold wilds."""
    for runs, onto in (("natural", {"9"}), ("with_wilds", {"9", "H#1"})):
        game = table(
            "5s 7c",
            *("6h 7h 8h", "9c 9d 9s"),
            pile="2s",
            melds__runs=runs,
            books__kinds={"run": {"made_of": "run"}, "set": {"made_of": "anything"}},
            pile__wild_top="top_card_used",
            pile__needs="top_card_used",
        )
        takes = [a for a in game.legal_actions if isinstance(a, TakePile)]
        names = {group.onto.removeprefix("below ") for a in takes for group in a.groups}
        assert onto == names - {""}, [*map(str, takes)]
        assert game.can_take_pile().possible
        assert len({*map(str, takes)}) == len(takes)


def test_a_natural_takes_the_pile_beside_a_wild() -> None:
    """The key card may make a run with one natural and a wild, if it need be used."""
    game = table("5h JK", pile="4s 7h", pile__needs="top_card_used")
    takes = {str(a) for a in game.legal_actions if isinstance(a, TakePile)}
    assert "take 5h JK 7h new" in takes
    pair = table(
        "5h JK", pile="4s 7h", pile__needs="natural_pair", pile__run="from_hand"
    )
    # Two cards that make a run with it are naturals.
    assert not pair.is_legal(parse_action("take 5h JK 7h new"))


def test_a_partner_is_asked_before_a_run_is_dirty() -> None:
    """A clean run that a partner began is a clean meld like others."""
    game = Position(
        rules(wilds__consent=True),
        hands={0: "JK 4c 4c Qd"},
        melds={0: ["5h 6h 7h"]},
        begun={0: [2]},
        phase="play",
    ).game()
    assert codes(game, "lay JK on H") == [("consent_needed", "wilds.consent")]
    assert "ask dirty H#1" in set(map(str, game.legal_actions))
    game.push(parse_action("ask dirty H#1"))
    game.push(parse_action("yes"))
    assert game.is_legal(parse_action("lay JK on H"))


def test_wilds_of_a_run_stay_where_freed_ones_leave_a_set() -> None:
    """A wild holds the place of its card, so it is not taken back."""
    game = table(
        "Jd",
        "4h 5h 6h 7h 8h 9h 10h JK",
        "9s 9h 9d 9c 9s 9h 9d JK",
        wilds__set_free=True,
    )
    assert codes(game, "free H#1") == [("wilds_stay", "wilds.set_free")]
    assert game.is_legal(parse_action("free 9"))


def test_events_tell_where_wilds_went() -> None:
    """Who follows by events sees the same table; below is said where it is meant."""
    game = table("9h JK 2s", "6h 7h 8h", wilds__ratio="any")
    view = game.view(1)
    events = game.push(parse_action("lay 9h JK on H, 2s below H"))
    assert apply_events(view, game.events(1)) == game.view(1)
    told = [tell(event, game.names, None) for event in events]
    assert any("below H#1" in line for line in told)
    assert lying(game) == ["2s 6h 7h 8h 9h JK"]


def test_kept_and_read_back() -> None:
    """A record and a kept state have each wild in its place."""
    game = table("JK 2s", "6h 7h 8h", "9s 10s JK Qs")
    game.push(parse_action("lay JK below H"))
    data = state_data(game.state)
    kept = sound_state(data, game.rules, game.state.seed, "state")
    assert kept.melds == game.state.melds
    data["melds"][0][0]["cards"] = "6h JK 7h 8h"
    with pytest.raises(HandfootError, match="is no run"):
        sound_state(data, game.rules, game.state.seed, "state")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("melds: {runs: with_wilds}\nbooks: {after: slid_under}\n", "HF347"),
        ("melds: {runs: with_wilds}\nwilds: {most: 0}\n", "HF338"),
        ("melds: {runs: with_wilds}\nwilds: {cards: []}\n", "HF338"),
        (
            "melds: {runs: natural}\nbooks: {kinds: {dirty_run: {made_of: mixed_run}}}\n",
            "HF349",
        ),
        (
            "melds: {runs: with_wilds}\nwilds: {most: 0}\n"
            "books: {kinds: {dirty_run: {made_of: mixed_run}}}\n",
            "HF349",
        ),
    ],
)
def test_what_does_not_fit(text: str, code: str) -> None:
    """Rules that contradict each other, or decide nothing, are told so."""
    _, report = check_text(f"handfoot: 1\nname: Sunday\n{text}")
    assert code in {problem.code for problem in report.problems}
    assert not check_text(RULES)[1].problems


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("kind", [RandomPlayer, HeuristicPlayer])
def test_rounds_keep_their_cards(seats: int, kind: Any) -> None:
    """A round is played, told and replayed; each listed action is legal."""
    game = Game(
        load_rules("tests/rulesets/burraco-style.yaml"), seats, seed=f"w{seats}"
    )
    players = [kind(seed=str(seat)) for seat in range(seats)]
    chance = random.Random(seats)
    views: list[View] = [game.view(seat) for seat in range(seats)]
    in_runs = False
    while game.round == 1 and not game.is_over:
        actions = list(game.legal_actions)
        for action in chance.sample(actions, min(2, len(actions))):
            assert not game.why_not(action)
        seat = game.turn
        assert seat is not None
        game.push(players[seat].choose(game.view(seat)))
        views = [apply_events(view, game.events(at)) for at, view in enumerate(views)]
        in_runs |= any(m.rank > 15 and m.wilds for ms in game.state.melds for m in ms)
    assert in_runs
    assert views == [game.view(seat) for seat in range(seats)]
    assert Record.loads(Record.from_game(game).dumps()).play() == game


def test_a_player_hopes_for_a_run_with_its_wilds() -> None:
    """A wild in the hand brings a run nearer to a book, where runs take wilds."""

    def hope(runs: str) -> float:
        same = {"books__kinds__dirty_run__bonus": 2000}
        game = table("5h JK", "7h 8h 9h 10h Jh", melds__runs=runs, **same)
        outlook = Outlook(game.view(0))
        assert outlook.rows is not None
        rows = outlook.rows
        return rows.value(rows.faces, rows.runs)

    assert hope("with_wilds") > hope("natural")


def test_the_first_lay_is_exact() -> None:
    """Wilds in runs count toward the opening, and each way that is told is legal."""
    game = Position(
        rules(opening__minimum=90),
        hands={0: "5h 7h JK 9s Js 2c 4c 4d"},
        phase="play",
    ).game()
    answer = game.can_open()
    assert answer.possible
    assert answer.best_points == 5 + 5 + 50 + 10 + 10 + 20
    assert answer.best is not None
    assert game.is_legal(answer.best)


def test_below_is_written_as_it_is_read() -> None:
    """The text of a group below a run is read back."""
    action = parse_action("lay 2 BELOW h#2, 5h 2 7h new")
    assert str(action) == "lay 2 below H#2, 5h 2 7h new"
    assert parse_action(str(action)) == action
    with pytest.raises(HandfootError):
        parse_action("lay below H")
