"""Help for those who test programs that use this library.

Hypothesis strategies for cards, rulesets, games and actions, and checks that a computer
player or a ruleset keeps what the library promises. Hypothesis is needed for the
strategies only: ``pip install handfoot[test]``.

>>> from handfoot.testing import check_ruleset
>>> check_ruleset("whitnack", matches=1)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from handfoot.cards import ANY_OF_KIND, CARDS, FACES, Card, pack
from handfoot.errors import IllegalAction
from handfoot.play.actions import (
    ASK,
    DRAW,
    NEW,
    NO,
    YES,
    Action,
    Discard,
    Group,
    Lay,
    TakePile,
)
from handfoot.play.melds import RANK_TEXT, meld_name
from handfoot.play.state import State
from handfoot.players import Player
from handfoot.rules.language.keys import (
    PLAYERS,
    ROUND,
    SCORE,
    Key,
    OpenMap,
    describe,
    walk,
)
from handfoot.rules.language.scoped import CASES, NONE
from handfoot.rules.loading import check_text, load_rules
from handfoot.rules.rulebook import all_keys
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game

__all__ = [
    "actions",
    "cards",
    "check_player",
    "check_ruleset",
    "games",
    "play_out",
    "ruleset_texts",
    "rulesets",
    "unconserved",
]

_MOST_CHANGED: Final = 14
_SPECIAL: Final = "sevens"


# -- strategies -----------------------------------------------------------------------


def cards(*, exact: bool | None = None) -> SearchStrategy[Card]:
    """Return a strategy for cards.

    Args:
        exact: Only cards with a suit (and jokers) when true, only cards named by rank
            when false, both when not given.
    """
    if exact is None:
        return st.sampled_from(CARDS)
    return st.sampled_from(CARDS[:FACES] if exact else ANY_OF_KIND)


def ruleset_texts(*, fixed: Mapping[str, Any] | None = None) -> SearchStrategy[str]:
    """Return a strategy for texts of rulesets: known keys, values of the right type.

    A few keys or many are changed from their defaults, to plain values or to values
    that vary. The parts need not fit together, so many of the texts are refused.

    Args:
        fixed: Plain data for dotted keys that every text is to have.
    """
    return _texts(dict(fixed or {}))


def rulesets(*, fixed: Mapping[str, Any] | None = None) -> SearchStrategy[RuleSet]:
    """Return a strategy for rulesets that can be played.

    Args:
        fixed: Plain data for dotted keys that every ruleset is to have.
    """
    return _rulesets(dict(fixed or {}))


def games(
    rules: SearchStrategy[RuleSet] | RuleSet | None = None, *, most_steps: int = 80
) -> SearchStrategy[Game]:
    """Return a strategy for games at any point of a match.

    Args:
        rules: The ruleset, or a strategy for it; any ruleset when not given.
        most_steps: The most actions before the point.
    """
    chosen = st.just(rules) if isinstance(rules, RuleSet) else rules
    return _games(rulesets() if chosen is None else chosen, most_steps)


def actions(game: Game) -> SearchStrategy[Action]:
    """Return a strategy for actions in ``game``: listed, other legal, and illegal."""
    fixed: list[Action] = [DRAW, ASK, YES, NO]
    made = st.one_of(
        st.builds(Discard, _cards_at(game)),
        st.builds(Lay, _groups(game)),
        st.builds(TakePile, _groups(game)),
        st.sampled_from(fixed),
    )
    listed = list(game.legal_actions)
    return st.one_of(st.sampled_from(listed), made) if listed else made


@st.composite
def _texts(draw: DrawFn, fixed: dict[str, Any]) -> str:
    keys = [key for key in all_keys() if isinstance(key, Key) and "*" not in key.path]
    changed = draw(
        st.lists(
            st.sampled_from(keys),
            max_size=_MOST_CHANGED,
            unique_by=lambda key: key.path,
        )
    )
    values = {key.path: draw(_varying(key)) for key in changed}
    kinds = draw(st.none() | st.lists(_names(), min_size=1, max_size=4, unique=True))
    if _SPECIAL in (kinds or ()):
        # Without ranks of its own it would be the kind that another is already.
        values[f"books.kinds.{_SPECIAL}.ranks"] = ["seven"]
    for name in kinds or ():
        for key in _keys_of_kind(name):
            if draw(st.booleans()):
                values[key.path] = draw(_varying(key))
    values.update(fixed)
    document: dict[str, Any] = {"handfoot": 1, "name": "drawn"}
    for path, value in values.items():
        *sections, last = path.split(".")
        place = document
        for section in sections:
            place = place.setdefault(section, {})
        place[last] = value
    return yaml.dump(document, Dumper=_Plain, sort_keys=False)


class _Plain(yaml.SafeDumper):
    """Writes a list that occurs twice twice: rule files have no references."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002  # as the parent has it
        """Return that nothing is ever written as a reference."""
        return True


def _names() -> SearchStrategy[str]:
    return st.sampled_from(["clean", "dirty", "wild", _SPECIAL])


def _keys_of_kind(name: str) -> list[Key]:
    (kinds,) = (key for key in all_keys() if isinstance(key, OpenMap))
    found = walk(describe(kinds.cls, f"{kinds.path}.{name}"))
    return [key for key in found if isinstance(key, Key)]


def _varying(key: Key) -> SearchStrategy[Any]:
    """Return a strategy for values of a key as they stand in a file."""
    plain = _plain(key)
    forms = [form for scope in key.scopes for form in _forms(key, scope, plain)]
    if not forms:
        return plain
    # Most values of most rulesets are plain.
    return st.one_of(plain, plain, plain, *forms)


def _forms(
    key: Key, scope: str, plain: SearchStrategy[Any]
) -> list[SearchStrategy[Any]]:
    if scope == ROUND:
        return [
            st.fixed_dictionaries({"by_round": st.lists(plain, min_size=1, max_size=4)})
        ]
    if scope == SCORE:
        steps = st.dictionaries(
            st.sampled_from([-500, 0, 500, 1000, 1500, 3000]),
            plain,
            min_size=1,
            max_size=3,
        )
        below = st.one_of(st.just({}), st.fixed_dictionaries({"below": plain}))
        joined = st.builds(lambda low, high: {**low, **high}, below, steps)
        return [st.fixed_dictionaries({"by_score": joined})]
    for word, form in CASES.items():
        if form.scope == scope:
            table = st.fixed_dictionaries(dict.fromkeys(form.names, plain))
            return [st.fixed_dictionaries({word: table})]
    assert scope == PLAYERS
    counts = st.dictionaries(st.integers(2, 8), plain, min_size=1, max_size=3)
    table = st.builds(lambda some, other: {**some, "else": other}, counts, plain)
    found: list[SearchStrategy[Any]] = [st.fixed_dictionaries({"by_players": table})]
    if key.kind == "number":
        grows = {"per_player": st.integers(0, 3), "plus": st.integers(0, 3)}
        found.append(st.fixed_dictionaries(grows))
    return found


def _plain(key: Key) -> SearchStrategy[Any]:
    """Return a strategy for values of a key that do not vary, as plain data."""
    found = _of_kind(key)
    if key.kind == "number" and key.choices:
        found = st.one_of(found, st.sampled_from(key.choices))
    return st.one_of(found, st.just(NONE)) if key.may_be_none else found


def _of_kind(key: Key) -> SearchStrategy[Any]:
    if key.kind == "switch":
        return st.booleans()
    if key.kind == "choice":
        return st.sampled_from(key.choices)
    if key.kind == "number":
        return _number(key)
    if key.kind == "numbers":
        few = st.integers(key.least or 0, min(key.most or 8, 8))
        unique = not key.repeats
        return st.lists(few, min_size=key.fewest, max_size=4, unique=unique)
    if key.kind == "cards":
        words = st.sampled_from(key.choices)
        some = st.lists(words, min_size=key.fewest, unique=True)
        return st.one_of(some, st.just(list(key.choices)))
    if key.kind == "counts":
        few = st.integers(key.least or 0, 3)
        return st.dictionaries(st.one_of(_names(), st.just("any")), few, max_size=3)
    if key.kind == "texts":
        return st.lists(_names(), min_size=key.fewest, max_size=2, unique=True)
    return st.just(key.example)


def _number(key: Key) -> SearchStrategy[int]:
    """Return a strategy for numbers of a key: near its default, at its ends, any."""
    least = 0 if key.least is None else key.least
    most = least + 1000 if key.most is None else key.most
    near = key.default if isinstance(key.default, int) else key.example
    if not isinstance(near, int):
        near = least
    around = st.integers(max(least, near - 3), min(most, near + 3))
    return st.one_of(
        around, around, st.sampled_from([least, most]), st.integers(least, most)
    )


@st.composite
def _rulesets(draw: DrawFn, fixed: dict[str, Any]) -> RuleSet:
    rules, _ = check_text(draw(_texts(fixed)))
    assume(rules is not None)
    assert rules is not None
    return rules


@st.composite
def _games(draw: DrawFn, rules: SearchStrategy[RuleSet], most_steps: int) -> Game:
    chosen = draw(rules)
    seats = draw(st.sampled_from(chosen["players.counts"]))
    size = draw(st.sampled_from(chosen.side_sizes(seats)))
    seed = draw(st.integers(0, 2**32))
    game = Game(chosen, seats, seed=seed, side_size=size)
    steps = draw(st.integers(0, most_steps))
    choices = random.Random(draw(st.integers(0, 2**32)))
    while steps and not game.is_over:
        game.push(choices.choice(list(game.legal_actions)))
        steps -= 1
    return game


def _cards_at(game: Game) -> SearchStrategy[Card]:
    state = game.state
    seat = game.turn
    near = [] if seat is None else [CARDS[face] for face in state.cards[seat]]
    near += [CARDS[face] for face in state.pile[-1:]]
    near += [ANY_OF_KIND[card.kind] for card in near]
    if not near:
        return cards()
    held = st.sampled_from(near)
    return st.one_of(held, held, held, cards())


def _groups(game: Game) -> SearchStrategy[tuple[Group, ...]]:
    some = st.lists(_cards_at(game), max_size=5).map(tuple)
    alike = st.builds(
        lambda card, count: (card,) * count, _cards_at(game), st.integers(1, 4)
    )
    mixed = st.builds(lambda one, other: one + other[:1], alike, some)
    group = st.builds(Group, st.one_of(alike, mixed, some), _targets(game))
    return st.lists(group, max_size=3).map(tuple)


def _targets(game: Game) -> SearchStrategy[str]:
    names = ["", "", NEW, "K#9", *RANK_TEXT]
    if not game.is_over:
        melds = game.state.melds[game.state.turn % game.sides]
        names += [meld_name(melds, place) for place in range(len(melds))]
    return st.sampled_from(names)


# -- checks ---------------------------------------------------------------------------


def unconserved(state: State) -> Counter[Card]:
    """Return the cards that are there too often (or, negative, too rarely); none."""
    deck = state.tables[0].book.deck
    found = Counter(state.stock + state.pile + state.held_back + state.aside)
    for faces in (*state.cards, *state.red):
        found.update(faces)
    for packets in state.packets:
        for faces in packets:
            found.update(faces)
    for melds in state.melds:
        for meld in melds:
            found.update(meld.cards)
    found.subtract(pack(deck.jokers) * (deck.packs + state.packs_added))
    return Counter({CARDS[face]: count for face, count in found.items() if count})


def play_out(
    game: Game, choose: Callable[[Game], Action], *, most_actions: int = 1_000_000
) -> Game:
    """Play ``game`` to its end, checking the promises of the library at every step.

    Args:
        game: The game; it is played on in place.
        choose: Returns the action of the seat to act.
        most_actions: Actions after which the game counts as endless.

    Raises:
        AssertionError: a promise was broken; the message says which.
    """
    for _ in range(most_actions):
        if game.is_over:
            break
        assert not unconserved(game.state), "cards are not conserved"
        assert len(game.legal_actions), f"no legal action: {game!r}"
        game.push(choose(game))
    assert game.is_over, f"no end after {most_actions} actions: {game!r}"
    assert not unconserved(game.state), "cards are not conserved"
    for sheet in game.state.sheets:
        assert sum(line.points for line in sheet.lines) == sheet.points, "wrong sum"
        assert sheet.before + sheet.points == sheet.total, "wrong total"
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners, "nobody won"
    return game


def check_ruleset(
    rules: RuleSet | str | Path, *, matches: int = 1, seed: int = 0
) -> None:
    """Check that a ruleset plays whole matches, at every table it allows.

    Args:
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        matches: Matches at each table, by random legal actions.
        seed: Seed of the deals and the choices.

    Raises:
        AssertionError: a match broke a promise of the library.
    """
    loaded = rules if isinstance(rules, RuleSet) else load_rules(rules)
    for seats in loaded["players.counts"]:
        for size in loaded.side_sizes(seats):
            for match in range(matches):
                name = f"{seed} {match}"
                game = Game(loaded, seats, seed=name, side_size=size)
                play_out(game, _at_random(name))


def _at_random(seed: str) -> Callable[[Game], Action]:
    choices = random.Random(seed)
    return lambda game: choices.choice(list(game.legal_actions))


def check_player(
    make: Callable[[int], Player],
    rules: RuleSet | str | Path,
    *,
    seats: int | None = None,
    matches: int = 1,
    seed: int = 0,
) -> None:
    """Check that a computer player plays whole matches, legally and repeatably.

    Args:
        make: Returns a new player from a seed.
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        seats: Number of players; every number that the ruleset allows when not given.
        matches: Matches at each table, each played twice.
        seed: Seed of the deals and the players.

    Raises:
        AssertionError: the player did something illegal, or two players from the same
            seed played differently.
    """
    loaded = rules if isinstance(rules, RuleSet) else load_rules(rules)
    counts: Sequence[int] = loaded["players.counts"] if seats is None else (seats,)
    for count in counts:
        for match in range(matches):
            first, again = (
                _played(make, loaded, count, seed + match) for _ in range(2)
            )
            assert first == again, "the same seed gave two different matches"


def _played(
    make: Callable[[int], Player], rules: RuleSet, seats: int, seed: int
) -> tuple[Action, ...]:
    players = [make(seed * seats + seat) for seat in range(seats)]

    def choose(game: Game) -> Action:
        assert game.turn is not None
        action = players[game.turn].choose(game.view(game.turn))
        try:
            game.copy().push(action)
        except IllegalAction as illegal:
            raise AssertionError(f"illegal: {action}: {illegal}") from illegal
        return action

    return play_out(Game(rules, seats, seed=seed), choose).actions
