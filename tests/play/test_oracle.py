"""The engine against a slow judge that knows only the words of the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import attrs
import pytest

from handfoot.cards import ANY_OF_KIND, KIND_TEXT, parse_card
from handfoot.errors import HandfootError
from handfoot.play import exits, turn_bounds
from handfoot.play.actions import ASK, Action, Discard, Group, Lay, TakePile
from handfoot.play.placing import place_all
from handfoot.play.state import DENIED, GRANTED, UNASKED
from handfoot.rules.language.scoped import Situation
from handfoot.rules.loading import load_rules
from handfoot.rules.rulebook import clashes
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game
from handfoot.table.position import Position
from tests.play import oracle
from tests.play.oracle import BELOW, NEW, Offers, Pos, Rules
from tests.play.seeds import SEEDS, ruleset

PERMISSION: Final = {"unasked": UNASKED, "granted": GRANTED, "denied": DENIED}
KINDS: Final = {text: kind for kind, text in enumerate(KIND_TEXT)}
RANKS: Final = ("4", "5", "7", "9", "K", "A")


class Table:
    """One ruleset at one table in one round, for the engine and for the oracle."""

    def __init__(self, rules: RuleSet, round_number: int = 1) -> None:
        self.rules = rules
        self.round = round_number
        self.at = Situation(4, rules.side_size(4), round_number)
        self.oracle = Rules(rules, self.at)

    @property
    def playable(self) -> bool:
        """Whether no two of the rules contradict each other."""
        book = self.rules.at(self.at)
        return all(clash.severity != "error" for clash in clashes(book, self.at))

    def game(self, pos: Pos, phase: str) -> Game:
        """Return a position as a game."""
        ready = pos.partners_ready
        deep = not ready and self.oracle["going_out.partner"] == "has_last_packet"
        game = Position(
            self.rules,
            round=self.round,
            phase=phase,
            hands={0: " ".join(pos.hand)},
            packets={0: [6] * pos.packets, 2: [5] if deep else []},
            melds={0: [" ".join(meld) for meld in pos.melds]} if pos.melds else {},
            opened=[0] if pos.opened else [],
            pile=" ".join(pos.pile),
            red={0: pos.red},
            played=[2] if ready else [],
        ).game()
        game.state.permission = PERMISSION[pos.permission]
        return game

    def groups(self, pos: Pos, offers: Offers) -> tuple[Group, ...]:
        """Return offers in the words of the engine."""
        made = []
        for place, cards in offers:
            onto = "new"
            if place != NEW:
                at = place % BELOW
                ranks = [self.oracle.rank_of(meld) for meld in pos.melds]
                onto = f"{ranks[at]}#{ranks[: at + 1].count(ranks[at])}"
                onto = f"below {onto}" if place >= BELOW else onto
            made.append(Group(tuple(map(parse_card, cards)), onto))
        return tuple(made)

    def offers(self, game: Game, groups: tuple[Group, ...]) -> Offers:
        """Return groups of the engine in the words of the oracle."""
        placed, refusals = place_all(game.state, 0, groups)
        assert not refusals
        return tuple(
            (p.meld, tuple(KIND_TEXT[card.kind] for card in p.cards)) for p in placed
        )


# -- random rules ---------------------------------------------------------------------

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "wilds__cards": (("two", "joker"), ("two", "joker"), ("joker",), ("two",)),
    "wilds__ratio": ("twice", "more", "equal", "any"),
    "wilds__most": (None, None, 0, 1, 2, 3, 4),
    "wilds__least_naturals": (1, 1, 2, 3),
    "wilds__all_wild": (True, True, False),
    "wilds__all_wild_smallest": (3, 3, 4, 5),
    "melds__smallest": (3, 3, 4),
    "melds__per_rank": (
        "one_unfinished",
        "one_unfinished",
        "one",
        "one_with_room",
        "several",
    ),
    "melds__books_of_rank": (None, None, None, 1, 2),
    "melds__further_naturals": (1, 1, 2, 3),
    "melds__floor": (0, 0, 0, 20, 30),
    "melds__whole_only": ((), (), ("king",), ("seven", "ace")),
    "wilds__not_on": ((), (), ("ace",), ("nine", "four")),
    "wilds__start_most": (None, None, 0, 1),
    "wilds__start_ratio": ("same", "same", "same", "twice", "equal", "any"),
    "books__completed_exactly": (False, False, True),
    "opening__reach": ("at_least", "at_least", "more_than"),
    "going_out__barred_last": ((), (), ("wild",), ("king", "black_three")),
    "pile__own_meld": ("no", "no", "unfinished", "any"),
    "melds__ranks": (
        ("four", "five", "six", "seven", "eight", "nine", "ten", "king", "ace"),
        ("five", "seven", "king", "ace"),
        ("five", "seven", "king", "ace", "two"),
    ),
    "books__size": (7, 7, 6, 5, 4),
    "books__after": (
        "closed",
        "closed",
        "naturals",
        "same_kind",
        "slid_under",
        "anything",
    ),
    "books__kinds__clean__counts_as": ((), (), ("dirty",)),
    "books__kinds__dirty__made_of": ("mixed", "mixed", "anything"),
    "going_out__books": (
        {},
        {},
        {"clean": 1},
        {"dirty": 1},
        {"any": 1},
        {"wild": 1},
        {"clean": 1, "dirty": 1},
    ),
    "discard__fitting": ("allowed", "allowed", "allowed", "played_first"),
    "going_out__least_melded": (0, 0, 0, 60, 120),
    "going_out__red_threes": (*["any_number"] * 2, "one_for_each_book"),
    "going_out__last_card": ("either", "discard", "meld"),
    "going_out__partner": ("nothing", "nothing", "has_last_packet", "has_played_it"),
    "going_out__permission": ("none", "binding", "optional"),
    "going_out__keep": (2, 2, 3, 4),
    "opening__minimum": (0, 15, 30, 50, 50, 90),
    "opening__wilds_count": (True, True, False),
    "opening__taken_count": (True, False),
    "pile__take": (7, 7, 5, 3, 1, "all"),
    "pile__smallest": (1, 1, 3, 5),
    "threes__black": ("held", "laid_aside"),
    "pile__needs": (
        "natural_pair",
        "natural_pair",
        "pair_or_wild",
        "pair_or_wilds",
        "natural_shown",
        "top_card_used",
    ),
    "pile__wild_top": ("never", "matching_wilds", "any_wilds", "top_card_used"),
    "pile__not_on": ((), ("three",), ("black_three",), ("king",), ("wild",)),
    "pile__full_meld": (
        "refuse",
        "complete_and_start",
        "complete_and_start_from_hand",
    ),
    "pile__goes_to": ("any_meld", "any_meld", "no_book", "new_meld", "new_clean_meld"),
    "pile__before_opening": ("if_it_opens", "if_it_opens", "never"),
    "pile__buried": ("after_top", "at_once"),
    "freezing__by": ((), (), ("wild",), ("wild", "red_three"), ("seven",)),
    "freezing__until": ("taken", "covered", "discarders_turn", "gone"),
    "freezing__needs": ("natural_pair", "natural_pair", "never"),
    "freezing__personal": (False, False, True),
    "discard__barred": ((), (), ("wild",), ("black_three", "king")),
    "discard__first": ((), (), ("three",), ("wild", "seven")),
    "players__side_size": (2, 2, 1),
    "scoring__values__king": (10, 0, 50),
    "scoring__values__seven": (5, 0),
    "scoring__values__two": (20, 0, 100),
}


def random_table(rng: random.Random) -> Table:
    """Return a table under rules of which about half differ from the defaults."""
    # Some tables differ from the usual one in little, some in nearly everything.
    share = rng.choice((0.15, 0.3, 0.5))
    while True:
        changes = {
            key: rng.choice(values)
            for key, values in CHOICES.items()
            if rng.random() < share
        }
        table = Table(ruleset(**changes))
        if table.playable:
            return table


# -- random positions -----------------------------------------------------------------


def random_pos(rng: random.Random, table: Table, most: int) -> Pos:
    """Return a small position: few ranks, many wilds, melds nearly full."""
    r = table.oracle
    ranks = rng.sample(RANKS, rng.choice((1, 2, 2, 3)))
    bag = [*ranks * 4, "2", "2", "JK", *rng.choices(("3b", "8", "2", "JK"), k=2)]
    hand = tuple(sorted(rng.choices(bag, k=rng.randint(1 if most < 6 else 3, most))))
    melds: tuple[oracle.Cards, ...] = ()
    if rng.random() < 0.7:
        for _ in range(rng.randint(0, 4)):
            rank = rng.choice([*ranks, "2"])
            wilds = rng.choice((0, 0, 1, 2, 3))
            size = rng.randint(3, max(7, r["books.size"]))
            cards = (rank,) * max(size - wilds, 0) + tuple(
                rng.choice(("2", "JK")) for _ in range(wilds)
            )
            after = oracle.table_after(r, melds, ((NEW, cards),))
            if after is not None:
                melds = tuple(after)
    side_size = table.at.side_size
    packets = rng.choice((0, 0, 1))
    asks = side_size > 1 and r["going_out.permission"] != "none" and not packets
    permission = rng.choice(("unasked", "granted", "denied")) if asks else "unasked"
    pile = tuple(rng.choices([*bag, "8"], k=rng.randint(0, 9)))
    if pile and rng.random() < 0.7:
        pile = (*pile, rng.choice(hand))
    return Pos(
        hand=hand,
        melds=melds,
        pile=pile,
        opened=bool(melds) or rng.random() < 0.3,
        packets=packets,
        permission=permission,
        partners_ready=side_size == 1 or rng.random() < 0.7,
        has_partners=side_size > 1,
        red=rng.choice((0, 1, 2, 3)),
    )


def random_offers(
    rng: random.Random, table: Table, pos: Pos, pool: list[str]
) -> Offers:
    """Return offers that often, but by no means always, keep the rules."""
    r = table.oracle
    left = pool[:]
    rng.shuffle(left)
    offers = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if not left:
            break
        first = left[0]
        alike = [card for card in left if card == first]
        wild = [card for card in left if r.is_wild(card) and card != first]
        cards = alike[: rng.randint(1, len(alike))]
        cards += wild[: rng.choice((0, 0, 1, 2))]
        if rng.random() < 0.05:
            cards = left[: rng.randint(1, 4)]
        for card in cards:
            left.remove(card)
        rank = r.rank_of(cards)
        fitting = [i for i, m in enumerate(pos.melds) if r.rank_of(m) == rank]
        if rank == oracle.WILDS or rng.random() < 0.1:
            fitting = list(range(len(pos.melds)))
        place = rng.choice(fitting) if fitting and rng.random() < 0.7 else NEW
        offers.append((place, tuple(cards)))
    return tuple(offers)


def positions(
    request: pytest.FixtureRequest, name: str, share: int, most: int
) -> Iterator[tuple[random.Random, Table, Pos]]:
    """Yield tables with random positions; the same ones each time for a number."""
    count = int(request.config.getoption("oracle_positions")) // share
    seed_table = None
    for number in range(count):
        rng = random.Random(f"{name} {number}")
        if name in SEEDS:
            if seed_table is None or number % 50 == 0:
                seed_table = Table(load_rules(name), rng.randint(1, 4))
            table = seed_table
        else:
            table = random_table(rng)
        yield rng, table, random_pos(rng, table, most)


def seated(table: Table, pos: Pos, phase: str) -> Game | None:
    """Return the position as a game, or None when the deck lacks its cards."""
    try:
        return table.game(pos, phase)
    except HandfootError as error:
        if "no further" in str(error):
            return None
        raise


def told(table: Table, pos: Pos, action: Action | None) -> str:
    """Return what one needs to see to judge a difference."""
    changed = {
        key: value
        for key, value in table.oracle.value.items()
        if value != ruleset().values.get(key)
    }
    return f"{action}\n{pos}\nround {table.round}, {changed}"


NAMES = (*SEEDS, "random")


@pytest.mark.parametrize("name", NAMES)
def test_lays_and_discards(request: pytest.FixtureRequest, name: str) -> None:
    """A lay, a discard or a question is legal exactly when the oracle says so."""
    for rng, table, pos in positions(request, name, 1, 9):
        game = seated(table, pos, "play")
        if game is None:
            continue
        r = table.oracle
        for _ in range(6):
            offers = random_offers(rng, table, pos, list(pos.hand))
            lay = Lay(table.groups(pos, offers))
            wanted = oracle.after_lay(r, pos, offers) is not None
            assert game.is_legal(lay) == wanted, told(table, pos, lay)
            assert bool(game.why_not(lay)) != wanted, told(table, pos, lay)
        for card in {*pos.hand, "6"}:
            discard = Discard(ANY_OF_KIND[KINDS[card]])
            may = oracle.may_discard(r, pos, card)
            assert game.is_legal(discard) == may, told(table, pos, discard)
        if len(pos.hand) <= 7:
            assert game.is_legal(ASK) == oracle.may_ask(r, pos), told(table, pos, ASK)


@pytest.mark.parametrize("name", NAMES)
def test_takes(request: pytest.FixtureRequest, name: str) -> None:
    """A way to take the pile is legal exactly when the oracle says so."""
    for rng, table, drawn in positions(request, name, 1, 8):
        pos = attrs.evolve(drawn, permission="unasked")
        game = seated(table, pos, "draw")
        if game is None or not pos.pile:
            continue
        pool = list(pos.hand)
        top = pos.pile[-1]
        for _ in range(6):
            extra = list(pos.pile[:-1]) if rng.random() < 0.2 else []
            cards = [*pool, top, *extra]
            if rng.random() < 0.5:
                r = table.oracle
                cards = [card for card in cards if card == top or r.is_wild(card)]
            offers = random_offers(rng, table, pos, cards)
            take = TakePile(table.groups(pos, offers))
            wanted = oracle.after_take(table.oracle, pos, offers) is not None
            assert game.is_legal(take) == wanted, told(table, pos, take)


@pytest.mark.parametrize("name", NAMES)
def test_finishing(request: pytest.FixtureRequest, name: str) -> None:
    """Whether all cards can leave this turn is found as trying everything finds it."""
    for _, table, pos in positions(request, name, 4, 7):
        game = seated(table, pos, "play")
        if game is None:
            continue
        tables = game.state.tables[0]
        melds = [(m.rank, m.naturals, m.wilds) for m in game.state.melds[0]]
        least = 0 if pos.opened else tables.wanted
        bounds = turn_bounds.bounds_of(game.state, 0)
        hand = game.state.hands[0]
        found = exits.can_finish(tables, hand, melds, least=least, bounds=bounds)
        assert found == oracle.finishes(table.oracle, pos), told(table, pos, None)


@pytest.mark.parametrize("name", NAMES)
def test_openings(request: pytest.FixtureRequest, name: str) -> None:
    """Whether a hand can open, and with how much, is what trying everything finds."""
    for _, table, drawn in positions(request, name, 4, 7):
        pos = Pos(drawn.hand, packets=1)
        game = seated(table, pos, "play")
        if game is None:
            continue
        best = oracle.best_opening(table.oracle, pos.hand)
        answer = game.can_open()
        opens = best is not None and oracle.opens(table.oracle, best)
        assert answer.possible == opens, told(table, pos, answer.best)
        # What is told at once, by points, and what a search finds are the same.
        assert (answer.cheapest is not None) == opens, told(table, pos, answer.best)
        if name in SEEDS:
            assert answer.best_points == (best or 0), told(table, pos, answer.best)
        listed = [a for a in game.legal_actions if isinstance(a, Lay)]
        assert bool(listed) == opens, told(table, pos, None)


@pytest.mark.parametrize("name", NAMES)
def test_listed_actions_reach_everything(
    request: pytest.FixtureRequest, name: str
) -> None:
    """Each listed action is legal; together they reach what any lays can reach."""
    for _, table, pos in positions(request, name, 8, 5):
        game = seated(table, pos, "play")
        if game is None:
            continue
        wanted = oracle.reachable(table.oracle, pos)
        found = listed(table, [(pos, game)])
        assert found == wanted, differing(found, wanted) + told(table, pos, None)


@pytest.mark.parametrize("name", NAMES)
def test_listed_takes_reach_everything(
    request: pytest.FixtureRequest, name: str
) -> None:
    """The listed ways to take the pile lead on to all that any way leads on to."""
    for _, table, drawn in positions(request, name, 8, 5):
        pos = attrs.evolve(drawn, permission="unasked", pile=drawn.pile[-3:])
        game = seated(table, pos, "draw")
        if game is None:
            continue
        r = table.oracle
        wanted = set()
        for after in {after for _, after in oracle.all_takes(r, pos)}:
            wanted |= oracle.reachable(r, after)
        starts = []
        for action in game.legal_actions:
            assert game.is_legal(action), told(table, pos, action)
            if isinstance(action, TakePile):
                start = oracle.after_take(r, pos, table.offers(game, action.groups))
                assert start is not None, told(table, pos, action)
                starts.append((start, played(game, action)))
        assert bool(starts) == bool(wanted), told(table, pos, None)
        assert game.can_take_pile().possible == bool(wanted), told(table, pos, None)
        found = listed(table, starts)
        assert found == wanted, differing(found, wanted) + told(table, pos, None)


def differing(found: set[Any], wanted: set[Any]) -> str:
    """Return a few of the tables that only one of the two sets holds."""
    more, fewer = sorted(found - wanted)[:3], sorted(wanted - found)[:3]
    return f"too many: {more}\nmissing: {fewer}\n"


def listed(table: Table, starts: list[tuple[Pos, Game]]) -> set[Any]:
    """Return every hand and table that listed lays lead to."""
    r = table.oracle
    seen = {oracle.table_key(r, pos) for pos, _ in starts}
    todo = starts[:]
    while todo:
        pos, game = todo.pop()
        if not pos.hand:
            continue
        for action in game.legal_actions:
            assert game.is_legal(action), told(table, pos, action)
            if not isinstance(action, Lay):
                continue
            after = oracle.after_lay(r, pos, table.offers(game, action.groups))
            assert after is not None, told(table, pos, action)
            key = oracle.table_key(r, after)
            if key not in seen:
                seen.add(key)
                todo.append((after, played(game, action)))
    return seen


def played(game: Game, action: Action) -> Game:
    """Return another game in which an action has been done."""
    twin = game.copy()
    twin.push(action)
    return twin
