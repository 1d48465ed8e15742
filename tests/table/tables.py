"""Rulesets and small random positions for the tests of this folder."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from handfoot import Game, Group, HandfootError, RuleSet, load_rules, loads_rules
from handfoot.cards import ANY_OF_KIND, KIND_TEXT
from handfoot.play.placing import meld_name
from handfoot.table.position import Position

_HEAD: Final = "handfoot: 1\nname: {name}\n"
TEXTS: Final = {
    # Naturals outnumber wilds, books grow with anything, no partner, keep three.
    "growing": """
players: {counts: [2, 3]}
deck: {packs: 3}
wilds: {ratio: more, all_wild: false}
books: {size: 4, after: anything}
pile: {needs: top_card_used, wild_top: top_card_used, take: all, not_on: [red_three],
  buried: at_once}
opening: {minimum: 40, taken_count: true}
going_out: {books: {clean: 1, dirty: 1, wild: 0}, keep: 3}
""",
    # One meld of a rank, only naturals on books, no wild limit, last card melded.
    "one-each": """
players: {counts: [2, 4], side_size: {by_players: {2: 1, 4: 2}}}
wilds: {ratio: any, all_wild: true}
melds: {per_rank: one}
books: {size: 5, after: naturals}
opening: {minimum: 60, wilds_count: false}
going_out: {books: {any: 2, clean: 0, dirty: 0, wild: 0}, last_card: meld}
""",
    # No foot, a discard to end, nothing needed but the partner's yes.
    "bare": """
players: {counts: [4], side_size: 2}
deal: {hand: 11, foot: 0}
wilds: {ratio: equal, most: 3, least_naturals: 2}
pile: {full_meld: refuse, take: 3}
opening: {minimum: 30}
discard: {barred: [wild]}
going_out:
  books: {clean: 0, dirty: 0, wild: 0}
  last_card: discard
  permission: binding
""",
    # No foot, no minimum, a book of wilds counts as clean.
    "free": """
players: {counts: [2]}
deal: {foot: 0}
books: {size: 4, kinds: {wild: {made_of: wilds, counts_as: [clean]}}}
wilds: {ratio: any}
opening: {minimum: 0}
going_out: {books: {clean: 1, dirty: 0, wild: 0}}
""",
}
PLAIN: Final = ("whitnack", "eleven-card", "six-deck-10000", *TEXTS)
UNUSUAL: Final = {
    # More than points decides on an opening.
    "bookish": """
players: {counts: [2]}
deal: {foot: 0}
books: {size: 4}
opening: {minimum: 200, bonuses_count: true, reach: more_than, or_book: [clean]}
going_out: {books: {clean: 1, dirty: 0, wild: 0}, may_float: true}
""",
    # Several melds of a rank, each worth fifteen, and sevens without wilds.
    "several": """
players: {counts: [2]}
deal: {foot: 0}
melds: {per_rank: several, books_of_rank: 3, floor: 20}
wilds: {not_on: [seven], ratio: more}
books: {size: 4, after: anything}
opening: {minimum: 30}
going_out: {books: {clean: 1, dirty: 0, wild: 0}, barred_last: [wild]}
""",
}
NAMES: Final = (*PLAIN, *UNUSUAL)


@cache
def rules(name: str) -> RuleSet:
    """Return a ruleset of these tests, or a shipped one."""
    text = (TEXTS | UNUSUAL).get(name)
    if text is None:
        return load_rules(name)
    return loads_rules(_HEAD.format(name=name) + text)


def positions(name: str, count: int, phase: str, seed: int = 0) -> Iterator[Game]:
    """Yield ``count`` small random positions of seat 0."""
    rng = random.Random(f"{name} {phase} {seed}")
    found = rules(name)
    made = 0
    while made < count:
        try:
            yield _position(found, rng, phase).game()
        except HandfootError:
            continue
        made += 1


def _position(rules: RuleSet, rng: random.Random, phase: str) -> Position:
    seats = rng.choice(rules["players.counts"])
    kinds = rng.sample(KIND_TEXT[:11], 3)
    cards = [*kinds * 3, "2", "2", "JK", "3b"]
    hand = " ".join(rng.choices(cards, k=rng.randint(1, 6)))
    melds = []
    for kind in rng.sample(kinds, rng.choice((0, 0, 1, 2, 3))):
        wilds = rng.choices(("2", "JK"), k=rng.choice((0, 0, 1, 1, 2)))
        melds.append(" ".join([kind] * rng.randint(2, 7) + wilds))
    if melds and rng.random() < 0.3:
        melds.append(" ".join(rng.choices(("2", "JK"), k=rng.randint(3, 7))))
    last = [seat for seat in range(seats) if rng.random() < 0.7]
    return Position(
        rules,
        seats=seats,
        phase=phase,
        round=rng.randint(1, 2),
        hands={0: hand},
        packets={seat: [] for seat in last},
        played=[seat for seat in last if rng.random() < 0.8],
        melds={0: melds} if melds else {},
        opened=[0] if rng.random() < 0.3 else [],
        pile=" ".join(rng.choices([*cards, *kinds], k=rng.randint(1, 4))),
        seed=rng.randint(0, 9),
    )


def all_groups(game: Game, hand: Sequence[int]) -> list[Group]:
    """Return every group that ``hand`` (cards by kind) could offer somewhere.

    Left out are only new groups of fewer than three cards and naturals offered to a
    meld of another rank, which no ruleset allows.
    """
    kinds = [kind for kind, count in enumerate(hand) for _ in range(count)]
    state = game.state
    side = state.turn % state.sides
    melds = state.melds[side]
    found: set[Group] = set()
    for size in range(1, len(kinds) + 1):
        for chosen in set(combinations(kinds, size)):
            cards = tuple(ANY_OF_KIND[kind] for kind in chosen)
            naturals = {k for k in chosen if not state.tables[side].wild[k]}
            if len(naturals) > 1:
                continue
            if size >= 3:
                found.add(Group(cards, "new"))
            found.update(
                Group(cards, meld_name(melds, place))
                for place, meld in enumerate(melds)
                if naturals <= {meld.rank}
            )
    return sorted(found, key=str)


def all_offers(game: Game, hand: Sequence[int]) -> Iterator[tuple[Group, ...]]:
    """Yield every set of groups that ``hand`` could offer in one play."""
    yield from _offers(all_groups(game, hand), list(hand), 0, frozenset())


def _offers(
    groups: Sequence[Group], left: list[int], start: int, used: frozenset[str]
) -> Iterator[tuple[Group, ...]]:
    for place in range(start, len(groups)):
        group = groups[place]
        # Two groups onto one meld are the same as one.
        if group.onto in used:
            continue
        rest = left[:]
        for card in group.cards:
            rest[card.kind] -= 1
        if min(rest) < 0:
            continue
        yield (group,)
        now = used if group.onto == "new" else used | {group.onto}
        for others in _offers(groups, rest, place, now):
            yield (group, *others)
