"""Runs against the slow judge: suits matter, and everything is tried."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import attrs
import pytest

from handfoot.cards import CARDS, parse_card
from handfoot.play.actions import ASK, Discard, Group, Lay, TakePile
from handfoot.play.faces import choose_faces
from handfoot.play.placing import place_all
from handfoot.play.runs import exits as run_exits
from handfoot.play.runs.run import lying, suited
from handfoot.table.game import Game
from tests.play import oracle
from tests.play.oracle import NEW, Offers, Pos
from tests.play.seeds import ruleset
from tests.play.test_oracle import (
    CHOICES,
    Table,
    differing,
    listed,
    played,
    seated,
    told,
)

# What decides on runs, and the rules beside them that could go wrong with them.
RUN_CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    name: CHOICES[name]
    for name in (
        "wilds__ratio",
        "wilds__all_wild",
        "melds__smallest",
        "melds__per_rank",
        "melds__floor",
        "melds__whole_only",
        "books__completed_exactly",
        "books__after",
        "going_out__last_card",
        "going_out__permission",
        "going_out__keep",
        "going_out__barred_last",
        "opening__minimum",
        "pile__take",
        "pile__needs",
        "pile__own_meld",
        "pile__before_opening",
        "pile__buried",
        "freezing__by",
    )
} | {
    "pile__run": ("no", "from_hand", "from_hand", "own_run", "own_run"),
    "freezing__needs": ("natural_pair", "pair_or_run", "never"),
    "books__after": ("closed", "closed", "naturals", "anything", "slid_under"),
    "books__size": (7, 5, 4, 4),
    "going_out__books": ({}, {}, {"run": 1}, {"any": 1}, {"run": 1, "clean": 1}),
    "books__kinds__run__counts_as": ((), (), ("clean",)),
    "wilds__cards": (("two", "joker"), ("joker",), ("two", "joker", "seven")),
}
_RUN_BOOK: Final = {
    key.removeprefix("books.kinds.clean."): value
    for key, value in ruleset().items()
    if key.startswith("books.kinds.clean.")
} | {"made_of": "run", "bonus": 2000, "unfinished": -2000}


# Where runs may hold wilds, more of what decides on wilds, and kinds of such runs.
WILD_CHOICES: Final[dict[str, tuple[Any, ...]]] = RUN_CHOICES | {
    "wilds__most": (None, 1, 2, 3),
    "wilds__least_naturals": (1, 2, 3),
    "wilds__start_most": (None, 0, 1),
    "wilds__start_ratio": ("same", "equal", "any"),
    "books__kinds__run__made_of": ("run", "natural_run", "mixed_run"),
    "books__after": ("closed", "closed", "naturals", "same_kind", "anything"),
    "wilds__ratio": ("twice", "more", "equal", "any"),
}


class RunTable(Table):
    """A table with runs: the cards of groups are what the hand has for them."""

    def offers(self, game: Game, groups: tuple[Group, ...]) -> Offers:
        """Return groups of the engine in the words of the oracle."""
        placed, refusals = place_all(game.state, 0, groups)
        assert not refusals
        held = game.state.cards[0]
        if game.phase == "draw":
            held += game.state.pile
        cards = [card for group in placed for card in group.cards]
        faces = choose_faces(held, cards)
        assert faces is not None
        words = iter(
            [
                CARDS[face].code if suited(card.kind) else str(card)
                for face, card in zip(faces, cards, strict=True)
            ]
        )
        made: list[oracle.Offer] = []
        for group in placed:
            named = tuple(next(words) for _ in group.cards)
            if group.meld == oracle.NEW or not any(group.below):
                made.append((group.meld, named))
                continue
            parts: tuple[list[str], list[str]] = ([], [])
            for word, under in zip(named, group.below, strict=True):
                parts[under and self.oracle.is_wild(word)].append(word)
            for part, more in zip(parts, (0, oracle.BELOW), strict=True):
                made += [(group.meld + more, tuple(part))] * bool(part)
        return tuple(made)


BOTH = pytest.mark.parametrize("runs", ["natural", "with_wilds"])


def random_table(rng: random.Random, runs: str) -> RunTable:
    """Return a table with runs under rules that differ in some other respects."""
    choices = RUN_CHOICES if runs == "natural" else WILD_CHOICES
    share = rng.choice((0.15, 0.3, 0.5))
    while True:
        changes = {
            key: rng.choice(values)
            for key, values in choices.items()
            if rng.random() < share
        }
        run = {f"books__kinds__run__{name}": value for name, value in _RUN_BOOK.items()}
        table = RunTable(ruleset(**run | {"melds__runs": runs} | changes))
        if table.playable:
            return table


def random_pos(rng: random.Random, table: Table, most: int) -> Pos:
    """Return a small position: a few ranks in a row in one suit or two, few wilds."""
    low = rng.randint(0, 6)
    ranks = [*oracle.WORDS][:11][low : low + rng.randint(4, 6)]
    suits = rng.choice(("s", "s", "sh", "hd"))
    bag = [rank + suit for rank in ranks for suit in suits]
    wilds = [word for word in ("2", "JK", "JK") if table.oracle.is_wild(word)]
    with_wilds = bool(wilds) and table.oracle["melds.runs"] == "with_wilds"
    extra = [*rng.choices(bag, k=4), *wilds, "3b", rng.choice(ranks) + "c"]
    hand = tuple(sorted(rng.choices([*bag, *extra], k=rng.randint(1, most))))
    melds: tuple[oracle.Cards, ...] = ()
    if rng.random() < 0.7:
        for _ in range(rng.randint(1, 3)):
            size = rng.randint(3, 5)
            at = rng.randint(0, max(0, len(ranks) - size))
            suit = rng.choice(suits)
            cards = tuple(rank + suit for rank in ranks[at : at + size])
            if with_wilds and rng.random() < 0.4:
                gap = rng.randrange(len(cards))
                cards = (*cards[:gap], rng.choice(wilds), *cards[gap + 1 :])
            if rng.random() < 0.4:
                rank = rng.choice(ranks)
                cards = tuple(rank + s for s in rng.choices("shdc", k=size))
            after = oracle.table_after(table.oracle, melds, ((NEW, cards),))
            if after is not None:
                melds = tuple(after)
    packets = rng.choice((0, 0, 1))
    asks = table.oracle["going_out.permission"] != "none" and not packets
    asks = asks and table.at.side_size > 1
    pile = tuple(rng.choices(bag, k=rng.randint(0, 4)))
    return Pos(
        hand=hand,
        melds=melds,
        pile=pile,
        opened=bool(melds) or rng.random() < 0.3,
        packets=packets,
        permission=rng.choice(("unasked", "granted")) if asks else "unasked",
        has_partners=table.at.side_size > 1,
    )


def random_offers(rng: random.Random, pos: Pos, pool: list[str]) -> Offers:
    """Return offers of cards in a row, or of a rank, that often keep the rules."""
    left = pool[:]
    rng.shuffle(left)
    offers = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        if not left:
            break
        first = left[0]
        of_suit = [card for card in left if card[-1] == first[-1]]
        alike = [card for card in left if oracle.bare(card) == oracle.bare(first)]
        some = list(dict.fromkeys(of_suit)) if rng.random() < 0.7 else alike
        cards = some[: rng.randint(1, len(some))]
        if rng.random() < 0.05:
            cards = left[: rng.randint(1, 4)]
        for card in cards:
            left.remove(card)
        places = [NEW, NEW, *range(len(pos.melds))]
        place = rng.choice(places)
        offers.append((place, tuple(cards)))
    return tuple(offers)


def with_wilds_below(
    rng: random.Random, table: Table, pos: Pos, offers: Offers
) -> Offers:
    """Return offers of which some wilds go below a run, or lead a new one."""
    r = table.oracle
    found: list[oracle.Offer] = []
    for place, cards in offers:
        wild = [card for card in cards if r.is_wild(card)]
        onto_run = place != NEW and r.rank_of(pos.melds[place]) in oracle.RUNS
        if not wild or rng.random() < 0.5 or not (onto_run or place == NEW):
            found.append((place, cards))
            continue
        low = tuple(wild[: rng.randint(1, len(wild))])
        rest = oracle.minus(cards, Counter(low)) or ()
        if place == NEW:
            found.append((place, low + rest))
        else:
            found.append((place + oracle.BELOW, low))
            found += [(place, rest)] * bool(rest)
    return tuple(found)


def positions(
    request: pytest.FixtureRequest, name: str, share: int, most: int, runs: str
) -> Iterator[tuple[random.Random, Table, Pos, Game]]:
    """Yield tables with random positions; the same ones each time for a name."""
    wild = " wild" if runs == "with_wilds" else ""
    # With wilds there is more to try in each.
    share = 2 * share if wild else share
    count = int(request.config.getoption("oracle_positions")) // share
    for number in range(count):
        rng = random.Random(f"runs {name} {number}{wild}")
        table = random_table(rng, runs)
        pos = random_pos(rng, table, most)
        phase = "draw" if name == "take" else "play"
        if name == "take":
            pos = attrs.evolve(pos, permission="unasked")
            if not pos.pile:
                continue
        game = seated(table, pos, phase)
        if game is not None:
            yield rng, table, pos, game


@BOTH
def test_lays_and_discards(request: pytest.FixtureRequest, runs: str) -> None:
    """A lay, a discard or a question is legal exactly when the oracle says so."""
    laid = 0
    for rng, table, pos, game in positions(request, "play", 1, 9, runs):
        r = table.oracle
        for _ in range(8):
            offers = random_offers(rng, pos, list(pos.hand))
            if runs == "with_wilds":
                offers = with_wilds_below(rng, table, pos, offers)
            lay = Lay(table.groups(pos, offers))
            wanted = oracle.after_lay(r, pos, offers) is not None
            laid += wanted
            assert game.is_legal(lay) == wanted, told(table, pos, lay)
            assert bool(game.why_not(lay)) != wanted, told(table, pos, lay)
        for card in set(pos.hand):
            discard = Discard(parse_card(card))
            may = oracle.may_discard(r, pos, card)
            assert game.is_legal(discard) == may, told(table, pos, discard)
        if len(pos.hand) <= 7:
            assert game.is_legal(ASK) == oracle.may_ask(r, pos), told(table, pos, ASK)
    assert laid


@BOTH
def test_takes(request: pytest.FixtureRequest, runs: str) -> None:
    """A way to take the pile is legal exactly when the oracle says so."""
    for rng, table, pos, game in positions(request, "take", 1, 8, runs):
        top = pos.pile[-1]
        for _ in range(8):
            extra = list(pos.pile[:-1]) if rng.random() < 0.2 else []
            offers = random_offers(rng, pos, [top, *pos.hand, *extra])
            if runs == "with_wilds":
                offers = with_wilds_below(rng, table, pos, offers)
            take = TakePile(table.groups(pos, offers))
            wanted = oracle.after_take(table.oracle, pos, offers) is not None
            assert game.is_legal(take) == wanted, told(table, pos, take)


@BOTH
def test_finishing(request: pytest.FixtureRequest, runs: str) -> None:
    """Whether all cards can leave this turn is found as trying everything finds it."""
    for _, table, pos, game in positions(request, "play", 8, 7, runs):
        state = game.state
        tables = state.tables[0]
        melds = [(m.rank, m.naturals, m.wilds) for m in state.melds[0]]
        found = run_exits.can_finish(
            tables,
            state.cards[0],
            melds,
            lying(tables, state.melds[0]),
            least=0 if pos.opened else tables.wanted,
        )
        assert found == oracle.finishes(table.oracle, pos), told(table, pos, None)


@BOTH
def test_openings(request: pytest.FixtureRequest, runs: str) -> None:
    """Whether a hand can open, and with how much, is what trying everything finds."""
    share, most = (3, 8) if runs == "natural" else (5, 7)
    for _, table, drawn, _ in positions(request, "play", share, most, runs):
        pos = Pos(drawn.hand, packets=1)
        game = seated(table, pos, "play")
        assert game is not None
        best = oracle.best_opening(table.oracle, pos.hand)
        answer = game.can_open()
        opens = best is not None and oracle.opens(table.oracle, best)
        assert answer.possible == opens, told(table, pos, answer.best)
        assert answer.best_points == (best or 0), told(table, pos, answer.best)
        for way in (answer.best, answer.cheapest):
            assert way is None or not opens or game.is_legal(way), told(table, pos, way)
        lays = [a for a in game.legal_actions if isinstance(a, Lay)]
        assert bool(lays) == opens, told(table, pos, None)
        assert all(map(game.is_legal, lays)), told(table, pos, None)


@BOTH
def test_listed_actions_reach_everything(
    request: pytest.FixtureRequest, runs: str
) -> None:
    """Each listed action is legal; together they reach what any lays can reach."""
    for _, table, drawn, _ in positions(request, "play", 5, 6, runs):
        pos = attrs.evolve(drawn, opened=True)
        game = seated(table, pos, "play")
        assert game is not None
        wanted = oracle.reachable(table.oracle, pos)
        found = listed(table, [(pos, game)])
        assert found == wanted, differing(found, wanted) + told(table, pos, None)


@BOTH
def test_listed_takes_reach_everything(
    request: pytest.FixtureRequest, runs: str
) -> None:
    """The listed ways to take the pile lead on to all that any way leads on to."""
    for _, table, drawn, _ in positions(request, "take", 5, 5, runs):
        pos = attrs.evolve(drawn, opened=True, pile=drawn.pile[-2:])
        game = seated(table, pos, "draw")
        assert game is not None
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
        assert game.can_take_pile().possible == bool(wanted), told(table, pos, None)
        found = listed(table, starts)
        assert found == wanted, differing(found, wanted) + told(table, pos, None)


@BOTH
def test_openings_with_a_pickup(request: pytest.FixtureRequest, runs: str) -> None:
    """A side that has not opened is offered a pickup exactly where there is one."""
    for _, table, drawn, _ in positions(request, "take", 5, 5, runs):
        pos = attrs.evolve(drawn, opened=False, melds=(), pile=drawn.pile[-2:])
        game = seated(table, pos, "draw")
        assert game is not None
        wanted = any(True for _ in oracle.all_takes(table.oracle, pos))
        takes = [a for a in game.legal_actions if isinstance(a, TakePile)]
        assert bool(takes) == wanted, told(table, pos, None)
        assert all(map(game.is_legal, takes)), told(table, pos, None)
        assert game.can_take_pile().possible == wanted, told(table, pos, None)
