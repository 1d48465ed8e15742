"""Going out at the table: the conditions, and the cards one must keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import mul

from handfoot.cards import KIND_TEXT, KIND_WORDS
from handfoot.play import finishing, moment, turn_bounds
from handfoot.play.books import short_places
from handfoot.play.foot import in_last, is_earned
from handfoot.play.melds import Layout
from handfoot.play.refusals import Refusal
from handfoot.play.runs.run import Run
from handfoot.play.state import DENIED, GRANTED, State
from handfoot.rules.language.words import books_named, listed, singular

Finished = Sequence[tuple[int, int, int]]
# Refusals that a play of the same turn may take away.
NOT_YET = ("books_missing", "melded_short")
_PARTNER_WORDS = {
    "has_last_packet": "picked up the last packet",
    "has_played_it": "played from the last packet",
}


def needs_permission(state: State, seat: int) -> bool:
    """Whether ``seat`` has partners whom it must ask."""
    tables = state.tables[seat % state.sides]
    return tables.book.going_out.permission == "binding" and state.seats > state.sides


def binds(state: State, seat: int) -> bool:
    """Whether what the partners of ``seat`` answer binds it."""
    permission = state.tables[seat % state.sides].book.going_out.permission
    return permission in ("binding", "optional")


def missing_books(state: State, seat: int, finished: Finished) -> Iterator[Refusal]:
    """Yield a refusal when ``finished`` does not fill the quota, place by place.

    Or, where nobody may go out, that one alone: then books are no matter.
    """
    tables = state.tables[seat % state.sides]
    if not tables.book.going_out.may_go_out:
        yield Refusal(
            "out_barred",
            "going_out.may_go_out",
            moment.barred(state, "going_out.may_go_out", "go out"),
            wanted=True,
        )
        return
    short = short_places(tables, list(finished))
    wanted = {place: count for place, count in tables.quota if place in short}
    if not wanted:
        return
    needs = [
        f"{count} {books_named(place, count)} (it has {short[place]})"
        for place, count in wanted.items()
    ]
    yield Refusal(
        "books_missing",
        "going_out.books",
        f"To go out your side needs {listed(needs)}.",
        wanted=wanted,
        found={place: short[place] for place in wanted},
    )


def melded_short(
    state: State, seat: int, melded: int | None = None
) -> Iterator[Refusal]:
    """Yield a refusal when what a side has melded is not worth enough.

    Args:
        state: The position.
        seat: A seat of the side.
        melded: What the cards in its melds are worth (points); now, if not given.
    """
    side = seat % state.sides
    least = state.tables[side].book.going_out.least_melded
    if not least:
        return
    found = turn_bounds.melded_points(state, side) if melded is None else melded
    if found < least:
        yield Refusal(
            "melded_short",
            "going_out.least_melded",
            f"To go out your side needs {least} points in melded cards; it has "
            f"{found}.",
            wanted=least,
            found=found,
        )


def red_threes_short(state: State, seat: int, finished: Finished) -> Iterator[Refusal]:
    """Yield a refusal when a side has laid fewer red threes than it has books."""
    side = seat % state.sides
    if not state.tables[side].red_for_books:
        return
    books, laid = len(finished), len(state.red[side])
    if laid < books:
        yield Refusal(
            "red_threes_short",
            "going_out.red_threes",
            f"To go out your side needs a laid red three for each of its {books} "
            f"finished books; it has {laid}.",
            wanted=books,
            found=laid,
        )


def partner_behind(state: State, seat: int) -> Iterator[Refusal]:
    """Yield a refusal when a partner is not yet far enough."""
    wanted = state.tables[seat % state.sides].book.going_out.partner
    for partner in partners_behind(state, seat):
        yield Refusal(
            "partner_not_ready",
            "going_out.partner",
            f"{_partner_name(state, partner)} has not yet {_PARTNER_WORDS[wanted]}.",
            wanted=wanted,
            found=partner,
        )


def partners_behind(state: State, seat: int) -> list[int]:
    """Return the partners who are not yet far enough for the seat to go out."""
    wanted = state.tables[seat % state.sides].book.going_out.partner
    if wanted == "nothing":
        return []
    must_play = wanted != "has_last_packet"
    return [
        partner
        for partner in state.partners(seat)
        if state.packets[partner] or (must_play and not state.played[partner])
    ]


def _partner_name(state: State, partner: int) -> str:
    """Return what to call a partner; one of several is known by the seat."""
    several = len(state.partners(partner)) > 1
    return f"Your partner in seat {partner}" if several else "Your partner"


def unpermitted(state: State, seat: int) -> Iterator[Refusal]:
    """Yield a refusal when the partners were not asked or said no."""
    denied = state.permission == DENIED
    if not denied and (
        state.permission == GRANTED or not needs_permission(state, seat)
    ):
        return
    yield Refusal(
        "permission_denied" if denied else "permission_needed",
        "going_out.permission",
        "Your partner said no: you may not go out this turn."
        if denied
        else "Ask your partner before you go out.",
        wanted="yes",
        found="no" if denied else None,
    )


def blockers(
    state: State, seat: int, finished: Finished, *, melded: int | None = None
) -> Iterator[Refusal]:
    """Yield every reason why ``seat`` may not go out.

    Args:
        state: The position.
        seat: The seat.
        finished: Its side's books.
        melded: What its side's melds are worth (points); now, if not given.
    """
    in_any = state.tables[seat % state.sides].book.going_out.in_packet == "any"
    if not in_last(state, seat) and not in_any:
        yield Refusal(
            "packets_left",
            "core.last_packet",
            "You have not yet reached your last packet.",
            wanted=0,
            found=len(state.packets[seat]),
        )
    yield from missing_books(state, seat, finished)
    yield from melded_short(state, seat, melded)
    yield from red_threes_short(state, seat, finished)
    yield from partner_behind(state, seat)
    yield from unpermitted(state, seat)


def innermost(found: Iterable[Refusal]) -> Iterator[Refusal]:
    """Yield the reasons that do not follow from others.

    One may not even ask before all else is met, so that nobody was asked is a reason
    only where it is the last one.
    """
    reasons = list(found)
    for refusal in reasons:
        if refusal.code != "permission_needed" or len(reasons) == 1:
            yield refusal


def goes_out(state: State, seat: int, layout: Layout, left: Sequence[int]) -> bool:
    """Whether a lay goes out, alone or with the discard of the only card left."""
    if sum(left) > 1:
        return False
    melded = _melded_after(state, seat % state.sides, layout)
    found = blockers(state, seat, layout.finished, melded=melded)
    hindered = next(found, None) is not None
    last_card = state.tables[seat % state.sides].book.going_out.last_card
    return not hindered and (
        last_card != "meld" if sum(left) else last_card != "discard"
    )


def _melded_after(state: State, side: int, layout: Layout) -> int:
    """Return what the melds of a side are worth after a lay (points)."""
    if not state.tables[side].book.going_out.least_melded:
        return 0
    return turn_bounds.melded_points(state, side) + layout.added_points


def may_end(state: State, seat: int) -> bool:
    """Whether a seat without cards has gone out, by what lies on the table."""
    side = seat % state.sides
    size = state.tables[side].size
    finished = [
        (m.rank, m.naturals, m.wilds)
        for m in state.melds[side]
        if m.naturals + m.wilds >= size
    ]
    return next(blockers(state, seat, finished), None) is None


def check_held(state: State, seat: int, count: int) -> Iterator[Refusal]:
    """Yield why a pickup without a meld may leave so few cards in the last packet."""
    tables = state.tables[seat % state.sides]
    floats = tables.book.going_out.may_float
    if in_last(state, seat) and count < tables.keep and not floats:
        yield _keep(tables.keep, count)


def _keep(keep: int, count: int) -> Refusal:
    return Refusal(
        "keep_cards",
        "going_out.keep",
        f"Unless you go out you must keep {keep} cards; this would leave {count}.",
        wanted=keep,
        found=count,
    )


def check_left(
    state: State,
    seat: int,
    layout: Layout,
    left: Sequence[int],
    *,
    more: int = 0,
) -> Iterator[Refusal]:
    """Yield what is wrong with the cards that a lay leaves in the last packet.

    Args:
        state: The position before the lay.
        seat: The seat that lays.
        layout: Its side's melds after the lay.
        left: Cards it would hold after the lay, by kind.
        more: Cards that will join them before the turn goes on.
    """
    side = seat % state.sides
    tables = state.tables[side]
    count = sum(left) + more
    if not in_last(state, seat):
        yield from _check_packet_left(state, seat, layout, count)
        return
    rule = tables.book.going_out
    last_card = rule.last_card
    if state.permission == GRANTED:
        if not _finishes(state, side, layout, left):
            yield _must_go_out()
        return
    if rule.may_float:
        return
    if count == 0 and last_card == "discard":
        yield Refusal(
            "last_card_discarded",
            "going_out.last_card",
            "Your last card must be a discard; keep one.",
            wanted=1,
            found=0,
        )
    if count >= tables.keep:
        return
    hindered = [*partner_behind(state, seat), *unpermitted(state, seat)]
    if more or hindered or not _finishes(state, side, layout, left):
        yield _keep(tables.keep, count)
        # The first reason why this is no way out; the others matter once it is met.
        melded = _melded_after(state, side, layout)
        reasons = [
            *missing_books(state, seat, layout.finished),
            *melded_short(state, seat, melded),
            *red_threes_short(state, seat, layout.finished),
            *hindered,
        ]
        yield from reasons[:1]


def _finishes(state: State, side: int, layout: Layout, left: Sequence[int]) -> bool:
    """Whether the cards that a lay leaves can leave as well."""
    worth = _melded_after(state, side, layout)
    worth += sum(map(mul, state.tables[side].points, left))
    bounds = turn_bounds.bounds_of(state, side, layout.wilds_added(), worth=worth)
    tables, melds = state.tables[side], layout.melds
    faces = b""
    runs: tuple[Run, ...] = ()
    if tables.runs:
        faces, runs = layout.faces_left, layout.runs_after()
    found = finishing.at_once(state, side, left, melds, bounds, faces=faces, runs=runs)
    return found or (
        tables.joins and finishing.after_joins(layout.state_after(left), state.turn)
    )


def _check_packet_left(
    state: State, seat: int, layout: Layout, count: int
) -> Iterator[Refusal]:
    """Yield why a lay may not leave so few cards in an earlier packet."""
    tables = state.tables[seat % state.sides]
    rule = tables.book.foot
    if not count and rule.after_meld == "not_allowed":
        yield Refusal(
            "packet_melded_out",
            "foot.after_meld",
            "You reach the next packet through a discard only: keep a card.",
            wanted=1,
            found=0,
        )
    if not tables.needs_own_book or state.own_book[seat] or count >= tables.keep:
        return
    # The book that this very lay finishes is the player's own.
    if len(layout.finished) > sum(
        1
        for meld in state.melds[seat % state.sides]
        if meld.naturals + meld.wilds >= tables.size
    ):
        return
    yield Refusal(
        "packet_not_earned",
        "foot.trigger",
        f"You need a finished book of your own before the next packet: keep "
        f"{tables.keep} cards; this would leave {count}.",
        wanted=tables.keep,
        found=count,
    )


def check_last_discard(state: State, seat: int) -> Iterator[Refusal]:
    """Yield why the only card left in the last packet may not be discarded."""
    tables = state.tables[seat % state.sides]
    if tables.book.going_out.last_card == "meld":
        yield Refusal(
            "last_card_melded",
            "going_out.last_card",
            "You cannot go out by a discard: meld your last card.",
            wanted="meld",
            found="discard",
        )
    size = tables.size
    melds = state.melds[seat % state.sides]
    finished = [
        (m.rank, m.naturals, m.wilds) for m in melds if m.naturals + m.wilds >= size
    ]
    if not tables.book.going_out.may_float:
        yield from innermost(blockers(state, seat, finished))


def check_unearned(state: State, seat: int) -> Iterator[Refusal]:
    """Yield why the last card may not leave while the next packet is not earned."""
    tables = state.tables[seat % state.sides]
    if tables.earns_packet and not is_earned(state, seat):
        yield Refusal(
            "packet_not_earned",
            "foot.trigger",
            "You need a finished book of your own before the next packet."
            if tables.needs_own_book
            else "Your side must open before the next packet: keep a card.",
            wanted=1,
            found=0,
        )


def check_barred_last(state: State, seat: int, kind: int) -> Iterator[Refusal]:
    """Yield a refusal when a kind may not be the last discard."""
    tables = state.tables[seat % state.sides]
    if tables.barred_last[kind]:
        yield Refusal(
            "last_discard_barred",
            "going_out.barred_last",
            f"{singular(KIND_WORDS[kind]).capitalize()} may not be your last discard.",
            found=KIND_TEXT[kind],
        )


def must_go_out(state: State) -> Iterator[Refusal]:
    """Yield a refusal for a discard that does not end the round after a yes."""
    if state.permission == GRANTED:
        yield _must_go_out()


def _must_go_out() -> Refusal:
    return Refusal(
        "must_go_out",
        "going_out.permission",
        "Your partner said yes, so you must go out this turn.",
        wanted="go out",
    )
