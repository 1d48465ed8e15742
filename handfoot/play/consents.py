"""Who began melds, and what partners said of wilds on them (``wilds.consent``)."""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.play.refusals import Refusal
from handfoot.play.state import GRANTED, NOBODY, UNASKED, WILD_RANK, Consents, State


def note_begun(state: State, seat: int) -> None:
    """Remember who began the newest melds of a side, those not yet noted."""
    side = seat % state.sides
    begun = list(state.consents.begun_by or [()] * state.sides)
    begun[side] += (seat,) * (len(state.melds[side]) - len(begun[side]))
    state.consents = state.consents._replace(begun_by=tuple(begun))


def note_joined(state: State, side: int, pair: tuple[int, int]) -> None:
    """Move what is noted of melds when two are joined, the older of them first.

    Whoever joins gives the own meld away: where a partner began one of them, the joined
    meld counts as begun by the partner.
    """
    first, second = pair
    begun, turn, answers = state.consents
    if begun:
        by = list(begun[side])
        by += [NOBODY] * (len(state.melds[side]) - len(by))
        kept = second if by[first] in (NOBODY, state.turn) else first
        by[first] = by[kept]
        del by[second]
        begun = (*begun[:side], tuple(by), *begun[side + 1 :])
        answers = tuple(
            (first if place == kept else place - (place > second), said)
            for place, said in answers
            if place == kept or place not in pair
        )
    state.consents = Consents(begun, turn, answers)


def beginner(state: State, side: int, place: int) -> int:
    """Return the seat that began a meld, ``NOBODY`` where nobody keeps count."""
    begun = state.consents.begun_by
    return begun[side][place] if begun and place < len(begun[side]) else NOBODY


def said(state: State, place: int) -> int | None:
    """Return the answer about a meld this turn, ``None`` where nobody was asked."""
    _, turn, answers = state.consents
    return dict(answers).get(place) if turn == state.turns else None


def answered(state: State, place: int, answer: int) -> Consents:
    """Return the consents once a partner was asked about a meld, or has answered."""
    begun, turn, answers = state.consents
    others = dict(answers) if turn == state.turns else {}
    return Consents(begun, state.turns, tuple({**others, place: answer}.items()))


def pending(state: State) -> int | None:
    """Return the place of the meld about which a partner has yet to answer."""
    _, turn, answers = state.consents
    if turn != state.turns:
        return None
    return next((place for place, said in answers if said == UNASKED), None)


def is_anothers(state: State, side: int, place: int) -> bool:
    """Whether a meld is clean and was begun by a partner of the player."""
    by = beginner(state, side, place)
    if by in (NOBODY, state.turn):
        return False
    meld = state.melds[side][place]
    takes = meld.rank < WILD_RANK or (
        meld.rank > WILD_RANK and state.tables[side].wild_runs
    )
    return takes and not meld.wilds


def is_lacking(state: State, side: int, place: int) -> bool:
    """Whether no wild may go on a meld before a partner has agreed."""
    return is_anothers(state, side, place) and said(state, place) != GRANTED


def lacking(state: State, side: int) -> list[int]:
    """Return the places of the melds on which no wild may go yet."""
    places = range(len(state.melds[side]))
    return [place for place in places if is_lacking(state, side, place)]


def missing(state: State, side: int, place: int, name: str) -> Iterator[Refusal]:
    """Yield why no wild may go on a meld, called ``name``, that has none so far."""
    if not is_lacking(state, side, place):
        return
    by = beginner(state, side, place)
    several = len(state.partners(state.turn)) > 1
    who = f"Your partner in seat {by}" if several else "Your partner"
    denied = said(state, place) is not None
    yield Refusal(
        "consent_denied" if denied else "consent_needed",
        "wilds.consent",
        f"{who} said no: this turn no wild goes on {name}."
        if denied
        else f"{who} began {name}, which has no wild: say ask dirty {name} first.",
        wanted="yes",
        found="no" if denied else None,
    )
