"""Reasons as a table gives them: with the origin of the rule, and players by name."""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from handfoot.play import engine
from handfoot.play.actions import Action
from handfoot.play.going_out import (
    melded_short,
    missing_books,
    partner_behind,
    unpermitted,
)
from handfoot.play.refusals import Refusal
from handfoot.play.state import State
from handfoot.play.turn_bounds import melded_points
from handfoot.rules.language.words import books_named
from handfoot.table.threes_alike import action_as_black

_SEAT = re.compile(r"\bin seat (\d+)")


def not_your_turn() -> Refusal:
    """Return the one refusal that a seat gets which is not to act."""
    return Refusal("not_your_turn", "core.turn", "It is not your turn.")


def refusals(
    state: State, action: Action, names: tuple[str, ...] = ()
) -> tuple[Refusal, ...]:
    """Return every refusal of ``action``, each with the origin of its key."""
    if state.tables[0].threes_alike:
        action = action_as_black(action)
    return with_origins(state, engine.check(state, action), names)


def with_origins(
    state: State, found: Iterable[Refusal], names: tuple[str, ...] = ()
) -> tuple[Refusal, ...]:
    """Return refusals, each with the place of the rule that it names.

    Args:
        state: The state in which they came up.
        found: The refusals.
        names: What to call the seats in them.
    """
    return tuple(
        attrs.evolve(
            refusal,
            message=with_names(refusal.message, names),
            origin=""
            if refusal.key.startswith("core.")
            else str(state.rules.origin(refusal.key)),
        )
        for refusal in found
    )


def seat_names(seats: int) -> tuple[str, ...]:
    """Return what seats are called that have no name: by their number."""
    return tuple(f"Seat {seat}" for seat in range(seats))


def with_names(text: str, names: tuple[str, ...]) -> str:
    """Return a sentence of the engine, which numbers the seats, with their names."""
    if not names or names == seat_names(len(names)):
        return text
    return _SEAT.sub(lambda at: names[int(at[1])], text)


def checklist(
    state: State, seat: int, names: tuple[str, ...] = ()
) -> tuple[tuple[str, bool, str], ...]:
    """Return the conditions for going out: ruleset key, whether met, in words."""
    side = seat % state.sides
    tables = state.tables[side]
    size = tables.size
    finished = [
        (m.rank, m.naturals, m.wilds)
        for m in state.melds[side]
        if m.naturals + m.wilds >= size
    ]
    left = len(state.packets[seat])
    items = [
        (
            "core.last_packet",
            not left,
            f"{left} packet{'s' * (left != 1)} still to come",
        )
    ]
    barred = not tables.book.going_out.may_go_out
    if barred:
        items.append(("going_out.may_go_out", False, "not at this moment"))
    found = [refusal.found for refusal in missing_books(state, seat, finished)]
    lacking = found[0] if found else {}
    for place, count in () if barred else tables.quota:
        have = lacking.get(place, count)
        books = books_named(place, count)
        met = place not in lacking
        items.append(("going_out.books", met, f"{have} of {count} {books}"))
    for short in melded_short(state, seat, 0):
        have = melded_points(state, side)
        met = have >= short.wanted
        words = f"{have} of {short.wanted} points in melded cards"
        items.append((short.key, met, words))
    if tables.red_for_books:
        laid, done = len(state.red[side]), len(finished)
        words = f"{laid} of {done} red threes laid"
        items.append(("going_out.red_threes", laid >= done, words))
    for key, reasons in (
        ("going_out.partner", partner_behind(state, seat)),
        ("going_out.permission", unpermitted(state, seat)),
    ):
        words = with_names(" ".join(refusal.message for refusal in reasons), names)
        items.append((key, not words, words or "met"))
    return tuple(items)
