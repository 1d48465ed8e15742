"""The canonical list reaches every table that any legal plays of the turn reach.

An explorer: it follows every legal lay and pickup of small random positions under odd
rules, and every listed one. What is legal is asked of ``is_legal``, which the oracle
and other tests judge.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import pytest

from handfoot import (
    Action,
    Game,
    HandfootError,
    Lay,
    Position,
    TakePile,
    load_rules,
    parse_action,
)
from handfoot.cards import KIND_OF
from handfoot.play.pile import taken_faces
from handfoot.rules.language.scoped import Situation
from handfoot.rules.rulebook import clashes
from handfoot.rules.ruleset import RuleSet
from tests.play.seeds import ruleset
from tests.table.tables import all_offers

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "wilds__ratio": ("twice", "more", "equal", "any"),
    "wilds__most": (None, 1, 2, 3),
    "wilds__steps": ((), (2, 3), (3, 4), (4,)),
    "wilds__least_naturals": (1, 2, 3),
    "wilds__not_on": ((), ("ace",)),
    "wilds__start_most": (None, 0, 1),
    "wilds__start_ratio": ("same", "same", "twice", "any"),
    "wilds__per_turn": (None, 1, 2),
    "wilds__all_wild": (True, False),
    "melds__smallest": (3, 3, 4),
    "melds__per_rank": ("one_unfinished", "one", "one_with_room", "several"),
    "melds__books_of_rank": (None, 1, 2),
    "melds__further_naturals": (1, 1, 2, 3),
    "melds__floor": (0, 0, 30),
    "melds__whole_only": ((), ("king",)),
    "books__after": (
        "closed",
        "naturals",
        "same_kind",
        "slid_under",
        "anything",
        "until_turn_ends",
    ),
    "books__kinds__clean__after": ("as_all", "as_all", "closed", "naturals"),
    "books__kinds__dirty__after": ("as_all", "as_all", "closed", "until_turn_ends"),
    "books__completed_exactly": (False, False, True),
    "opening__reach": ("at_least", "more_than"),
    "opening__wilds_count": (True, False),
    "opening__bonuses_count": (False, False, True),
    "opening__must_hold": ((), (), ("clean",), ("any",)),
    "opening__must_hold_as": ("one_book", "each_meld"),
    "opening__reached_by": ("all_melds", "all_melds", "one_meld"),
    "opening__or_book": ((), (), ("clean",)),
    "foot__trigger": ("empty", "empty", "own_book"),
    "pile__needs": ("natural_pair", "pair_or_wild", "pair_or_wilds", "top_card_used"),
    "pile__wild_top": ("never", "matching_wilds", "any_wilds", "top_card_used"),
    "pile__full_meld": ("refuse", "complete_and_start", "complete_and_start_from_hand"),
    "pile__own_meld": ("no", "unfinished", "any"),
    "pile__goes_to": ("any_meld", "any_meld", "no_book", "new_meld"),
    "pile__buried": ("after_top", "at_once"),
    "opening__taken_count": (True, False),
}
MINIMUMS: Final = (0, 30, 40, 45, 50, 60)
# The hand, the side's melds, the pile and whose turn it is.
Table = tuple[Any, ...]


def _rules(rng: random.Random, fixed: dict[str, Any]) -> RuleSet:
    """Return playable rules of which few or many differ from the usual."""
    share = rng.choice((0.1, 0.25, 0.4))
    while True:
        changes = {
            key: rng.choice(values)
            for key, values in CHOICES.items()
            if rng.random() < share
        }
        usual = {
            "players__side_size": 2,
            "deal__foot": 11,
            "books__size": rng.choice((4, 4, 5)),
            "opening__minimum": rng.choice(MINIMUMS),
            "pile__take": rng.choice((1, 3)),
        }
        rules = ruleset(**{**usual, **changes, **fixed})
        if rules["melds.per_rank"] in ("several", "one_with_room") and (
            rules["melds.further_naturals"] > 1
        ):
            # A meld that may not follow another of its rank, but may come with it, is
            # listed with a pickup only where it is needed to open.
            continue
        at = Situation(4, 2)
        if all(clash.severity != "error" for clash in clashes(rules.at(at), at)):
            return rules


def _position(
    rng: random.Random, fixed: dict[str, Any], phase: str, most: int, *, opened: bool
) -> Game:
    """Return a small position before the last packet, few ranks and many wilds."""
    rules = _rules(rng, fixed)
    rank, other = rng.sample(("4", "6", "J", "K", "A"), 2)
    bag = [*[rank] * 6, *[other] * 2, "2", "2", "JK"]
    hand = rng.choices(bag, k=rng.randint(4, most))
    melds = []
    if opened and rng.random() < 0.7:
        size = int(rules["books.size"])
        for one in rng.sample((rank, rank, other), rng.choice((1, 1, 2))):
            count, wilds = rng.randint(3, size + 1), rng.choice((0, 0, 1, 2))
            melds.append(" ".join([one] * (count - wilds) + ["2"] * wilds))
    pile = [
        *rng.choices(bag, k=rng.randint(0, 2)),
        rng.choice((rank, rank, other, "2")),
    ]
    return Position(
        rules,
        phase=phase,
        hands={0: " ".join(hand)},
        packets={0: [3], 2: []},
        melds={0: melds} if melds else {},
        opened=[0] if opened else [],
        pile=" ".join(pile),
    ).game()


def _key(game: Game) -> Table:
    """Return what two tables are told apart by."""
    state = game.state
    wild = state.tables[0].wild
    melds = []
    for rank, faces, naturals, wilds in state.melds[0]:
        kinds = [KIND_OF[face] for face in faces]
        melds.append(
            (rank, naturals, wilds, sum(wild[k] for k in kinds), *sorted(kinds))
        )
    hand = tuple(state.hands[0])
    return hand, tuple(sorted(melds)), bytes(state.pile), len(state.packets[0])


def _every_lay(game: Game) -> Iterator[Action]:
    return map(Lay, all_offers(game, game.state.hands[0]))


def _every_take(game: Game) -> Iterator[Action]:
    state = game.state
    pool = state.hands[0][:]
    if state.pile:
        for face in taken_faces(state, 0):
            pool[KIND_OF[face]] += 1
    return map(TakePile, all_offers(game, pool))


def _explored(
    game: Game,
    starts: Callable[[Game], Iterable[Action]],
    steps: Callable[[Game], Iterable[Action]],
) -> dict[Table, str]:
    """Return every table that plays lead to, with how each was reached first."""
    found: dict[Table, str] = {}
    todo = [(game, "")]
    while todo:
        before, way = todo.pop()
        for action in (steps if way else starts)(before):
            if before.is_legal(action):
                after = before.copy()
                after.push(action)
                key = _key(after)
                if key not in found:
                    found[key] = f"{way}; {action}"
                    if (after.turn, after.phase) == (0, "play"):
                        todo.append((after, found[key]))
    return found


def _listed_lays(game: Game) -> list[Action]:
    return [action for action in game.legal_actions if isinstance(action, Lay)]


def _listed_takes(game: Game) -> list[Action]:
    return [action for action in game.legal_actions if isinstance(action, TakePile)]


def _changed(game: Game) -> str:
    usual = ruleset()
    changed = {k: v for k, v in game.rules.items() if v != usual[k]}
    held = " ".join(map(str, game.view(0).hand))
    return f"{held} | {game.state.melds[0]} | {game.state.pile!r} | {changed}"


FIXED: Final[dict[str, dict[str, Any]]] = {
    "any": {},
    "growing": {"books__after": "anything"},
    "same kind": {"books__after": "same_kind"},
    "naturals": {"books__after": "naturals"},
    "uncounted": {"pile__buried": "at_once", "opening__taken_count": False},
    "several": {"melds__per_rank": "several"},
    "own book": {"foot__trigger": "own_book"},
    "until the turn ends": {"books__after": "until_turn_ends"},
}


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("phase", ["play", "draw"])
@pytest.mark.parametrize("opened", [False, True], ids=["first", "open"])
def test_every_reachable_table_is_reached_by_listed_plays(
    request: pytest.FixtureRequest, phase: str, name: str, *, opened: bool
) -> None:
    """What any legal plays of a turn lead to, listed ones lead to, and nothing else."""
    count = int(request.config.getoption("oracle_positions")) // 10
    tables = 0
    for number in range(count):
        rng = random.Random(f"reachable {phase} {name} {opened} {number}")
        try:
            game = _position(
                rng, FIXED[name], phase, 6 if phase == "play" else 5, opened=opened
            )
        except HandfootError:
            continue
        takes = phase == "draw"
        wanted = _explored(game, _every_take if takes else _every_lay, _every_lay)
        listed = _explored(game, _listed_takes if takes else _listed_lays, _listed_lays)
        missing = sorted(wanted[key] for key in wanted.keys() - listed.keys())
        told = f"{number}: {_changed(game)}\n{missing[:3]}"
        assert not missing, told
        assert listed.keys() <= wanted.keys(), told
        if takes:
            assert game.can_take_pile().possible == bool(wanted), told
        tables += len(wanted)
    assert tables > count / 2


@pytest.mark.parametrize("after", ["anything", "same_kind", "naturals"])
def test_a_first_meld_may_need_more_cards_than_a_book(after: str) -> None:
    """Where a book alone falls short it is begun longer, and only then."""
    rules = ruleset(
        players__side_size=2,
        deal__foot=11,
        books__size=4,
        books__after=after,
        opening__minimum=45,
    )

    def listed(hand: str, **more: Any) -> set[str]:
        packets: Any = {0: [5], 2: []}
        game = Position(rules, hands={0: hand}, packets=packets, **more).game()
        answer = game.can_take_pile() if game.phase == "draw" else game.can_open()
        found = {str(a) for a in game.legal_actions if isinstance(a, Lay | TakePile)}
        assert answer.possible == bool(found)
        return found

    assert listed("J J J J J 5 6") == {"lay J J J J J"}
    assert listed("A A A A A 5 6") == {"lay A A A"}
    assert listed("J J J J 5 6", phase="draw", pile="4 4 J") == {"take J J J J J"}
    assert listed("A A A A 5 6", phase="draw", pile="4 4 A") == {
        "take A A A",
        "take A A A A",
    }
    assert listed("J J J 5 6", phase="draw", pile="4 4 J") == set()


@pytest.mark.parametrize(
    ("after", "size", "meld", "wanted"),
    [
        # Three fours finish a clean book, on which a wild may not follow.
        ("same_kind", 5, "4 4 4 4", {"take 4 4 4", "take 4 4 4 2"}),
        ("naturals", 6, "4 4 4 2", {"take 4 4 4", "take 4 4 4 2"}),
        # On a dirty book it may, and where there is room for it as well.
        ("same_kind", 5, "4 4 4 2", {"take 4 4 4"}),
        ("same_kind", 7, "4 4 4", {"take 4 4 4"}),
        ("anything", 5, "4 4 4 4", {"take 4 4 4"}),
    ],
)
def test_a_pickup_takes_the_wild_along_that_could_not_follow(
    after: str, size: int, meld: str, wanted: set[str]
) -> None:
    """A wild is laid with the pickup exactly where the book would not take it later."""
    changes: dict[str, Any] = {"books__after": after, "books__size": size}
    rules = ruleset(players__side_size=2, deal__foot=11, pile__take=1, **changes)
    game = Position(
        rules,
        phase="draw",
        hands={0: "4 4 2 9"},
        packets={0: [5], 2: []},
        melds={0: [meld]},
        pile="5 6 4",
    ).game()
    found = [a for a in game.legal_actions if isinstance(a, TakePile)]
    assert {str(a) for a in found if len(a.groups) == 1} == wanted


def test_cards_that_join_a_meld_only_together_are_listed() -> None:
    """Where no wild goes on a book, one may be laid with the natural that finishes it."""
    rules = ruleset(
        players__side_size=2,
        deal__foot=11,
        books__size=4,
        books__after="naturals",
        wilds__ratio="twice",
    )
    game = Position(
        rules,
        hands={0: "4 4 2 9"},
        packets={0: [5], 2: []},
        melds={0: ["4 4 2"]},
    ).game()
    found = {str(a) for a in game.legal_actions if isinstance(a, Lay)}
    assert found == {"lay 4", "lay 4 4 2"}


def test_a_pickup_opens_with_two_melds_of_a_rank_beside_a_run() -> None:
    """Where a side may have several melds of a rank, both may come with the pickup."""
    changes = {"melds.per_rank": "several", "opening.minimum": 85}
    rules = load_rules("seven-rounds-runs").with_changes(changes)
    game = Position(
        rules,
        hands={0: "Kh Kd Kc Kc Ks 8s 9s 10s 4c 5d"},
        phase="draw",
        pile="5h 6h 4d 9h Jc Qd Ks",
    ).game()
    found = {str(a) for a in game.legal_actions if isinstance(a, TakePile)}
    assert "take K K K, K K K, 8s 9s 10s new" in found
    assert all(map(game.is_legal, game.legal_actions))


def test_a_pickup_with_a_card_that_does_not_count_is_listed() -> None:
    """A taken card that does not count may be what makes a meld long enough."""
    rules = ruleset(
        players__side_size=2,
        deal__foot=11,
        pile__take=3,
        pile__buried="at_once",
        opening__taken_count=False,
        opening__minimum=50,
    )
    game = Position(
        rules,
        hands={0: "K K A A 9"},
        packets={0: [5], 2: []},
        phase="draw",
        pile="A 9 K",
    ).game()
    found = {str(a) for a in game.legal_actions if isinstance(a, TakePile)}
    assert found == {"take K K K, A A A"}
    assert game.can_take_pile().possible


def test_a_small_hand_may_end_with_a_book_of_its_own() -> None:
    """Two cards that finish a book go down together where one alone must stay."""
    rules = load_rules("earned-foot-4-packs")
    game = Position(
        rules,
        hands={0: "K K"},
        packets={0: [11], 2: [11]},
        melds={0: ["K K K K K"]},
    ).game()
    assert not game.is_legal(parse_action("lay K"))
    assert "lay K K" in set(map(str, game.legal_actions))


def test_a_card_slid_under_a_book_finishes_none() -> None:
    """The packet that an own book brings is not earned by what slides under another."""
    changes: dict[str, Any] = {
        "books__after": "slid_under",
        "foot__trigger": "own_book",
    }
    game = Position(
        ruleset(players__side_size=2, deal__foot=11, **changes),
        hands={0: "K K K A A"},
        packets={0: [11], 2: [11]},
        melds={0: ["A A A A A A A A"]},
    ).game()
    game.state.own_book = [False] * 4  # the partner made it
    game.push(parse_action("lay A on A#1"))
    assert game.view(0).held(0) == 4
    assert len(game.state.packets[0]) == 1


def test_two_melds_of_a_rank_open_beside_other_ways() -> None:
    """Both are begun at once where a side may have several, though others open too."""
    rules = ruleset(
        players__side_size=2,
        deal__foot=11,
        melds__per_rank="several",
        opening__minimum=60,
    )
    game = Position(
        rules, hands={0: "J J J J J J A A A 5"}, packets={0: [5], 2: []}
    ).game()
    found = {str(a) for a in game.legal_actions if isinstance(a, Lay)}
    assert found == {"lay A A A", "lay J J J, J J J", "lay J J J J J J"}
