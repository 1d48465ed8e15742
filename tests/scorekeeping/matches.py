"""Finished matches between computers, told as people would count them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from handfoot import Game, RuleSet, ScoreSheet, load_rules, player_class
from handfoot.cards import BLACK_THREE, KIND_OF, RED_THREE
from handfoot.play import scoring
from handfoot.play.books import book_names, is_finished, nature
from handfoot.play.foot import owners
from handfoot.play.moment import at_scoring
from handfoot.play.state import State

_THREES = (RED_THREE, BLACK_THREE)


@attrs.frozen
class Counted:
    """What people would count for one side when a round ends."""

    round: int
    side: int
    values: dict[str, Any]


def played(
    rules: RuleSet | str, seats: int, size: int | None, kind: str, seed: int
) -> tuple[Game, list[Counted]]:
    """Play a match and return it with everything counted at the end of each round."""
    counted: list[Counted] = []
    engine = scoring.sheet

    def sheet(state: State, side: int) -> scoring.Sheet:
        counted.append(Counted(state.round, side, _values(state, side)))
        return engine(state, side)

    ruleset = load_rules(rules) if isinstance(rules, str) else rules
    names = [f"P{seat}" for seat in range(seats)]
    game = Game(ruleset, names, seed=seed, side_size=size)
    player = player_class(kind)
    players = [player(seed=f"{seed}|{seat}") for seat in range(seats)]
    # The table of a round is gone when its scores are told, so it is looked at here.
    scoring.sheet = sheet
    try:
        while game.turn is not None:
            game.push(players[game.turn].choose(game.view(game.turn)))
    finally:
        scoring.sheet = engine
    return game, counted


def _values(state: State, side: int) -> dict[str, Any]:
    tally = scoring.tally(state, side)
    tables = at_scoring(state, side)
    points = tables.points
    melded: Counter[int] = Counter()
    else_of: Counter[str] = Counter()
    kinds = tables.book.books.kinds
    plain = attrs.evolve(
        tables.book.books,
        kinds={name: kind for name, kind in kinds.items() if kind.paid is None},
    )
    unlimited = attrs.evolve(tables.book, books=plain)
    for meld in state.melds[side]:
        name = tables.book_name[meld.rank][nature(meld.naturals, meld.wilds)]
        other = book_names(unlimited, meld.rank)[nature(meld.naturals, meld.wilds)]
        if is_finished(tables, meld):
            else_of[f"of_{name}.{other}"] += 1
        book = is_finished(tables, meld) and name is not None
        if not book or tables.book.books.kinds[name or ""].cards_score:
            melded.update(points[KIND_OF[face]] for face in meld.cards)
    seats = range(side, state.seats, state.sides)
    held = {}
    for seat in seats:
        # What partners share is counted with one of them.
        later = b"".join(state.packets[seat]) if seat in owners(state) else b""
        faces = (*state.cards[seat], *later)
        found = [KIND_OF[face] for face in faces if KIND_OF[face] not in _THREES]
        held[f"P{seat}"] = dict(Counter(points[kind] for kind in found))
    values: dict[str, Any] = {
        f"books.{kind}": count for kind, count in tally.books.items()
    }
    values |= {f"unfinished.{k}": n for k, n in tally.unfinished.items()}
    for group in ("beside", "wilds_only", "holds_all"):
        values |= {f"{group}.{kind}": n for kind, n in getattr(tally, group).items()}
    values |= {f"of_{kind}.{other}": 0 for kind in kinds for other in (*kinds, None)}
    values |= else_of
    values |= {
        name: getattr(tally, name)
        for name in (
            *("red_laid", "black_laid", "red_caught", "black_caught", "red_unreached"),
            *("black_unreached", "at_once", "long", "opened_first", "concealed"),
            *("never_taken", "exact_cuts"),
        )
    }
    out = state.out if state.out >= 0 and state.out % state.sides == side else None
    values["opened"] = state.opened[side]
    values |= {"out": "nobody" if out is None else f"P{out}", "melded": dict(melded)}
    alone = state.sides == state.seats
    values |= {"held" if alone else f"held.{who}": cards for who, cards in held.items()}
    return values


def told(game: Game, counted: list[Counted]) -> ScoreSheet:
    """Return the score sheet on which everything that has a field is entered."""
    state = game.state
    size = state.seats // state.sides
    sides = [
        [game.names[side + state.sides * step] for step in range(size)]
        for side in range(state.sides)
    ]
    first = (state.dealer - (state.round - 1)) % state.seats
    sheet = ScoreSheet(game.rules, sides, dealer=game.names[first])
    for one in counted:
        known = {field.name for field in sheet.fields(one.side, one.round)}
        sheet.enter(
            one.side,
            {name: value for name, value in one.values.items() if name in known},
            round=one.round,
        )
    return sheet


def tables_of(rules: RuleSet) -> Iterator[tuple[int, int]]:
    """Yield every head count and side size that a ruleset allows."""
    for seats in rules["players.counts"]:
        for size in rules.side_sizes(seats):
            yield seats, size
