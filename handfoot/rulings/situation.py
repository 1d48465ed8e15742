"""A question in words: everything that is taken as given."""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.play.actions import Discard, Lay, TakePile
from handfoot.rulings.filling import OTHERS
from handfoot.rulings.question import Question

__all__ = ["situation"]


def situation(question: Question) -> str:
    """Return what is taken as given in a question, on one line."""
    return "; ".join(_parts(question))


def _parts(question: Question) -> Iterator[str]:
    yield f"round {question.round}"
    yield f"your side is {'' if question.down or question.melds else 'not '}down"
    turn = ", in your first turn of the round" if question.first_turn else ""
    taken = ", and you have taken the pile in this round" if question.has_taken else ""
    place = "last packet" if question.in_foot else "hand"
    yield f"you play from your {place}{turn}{taken}"
    if question.score:
        yield f"your side has {question.score} points"
    if question.melds:
        yield f"your melds: {', '.join(question.melds)}"
    if question.their_melds:
        yield f"their melds: {', '.join(question.their_melds)}"
    if question.partner != "hand":
        does = "has played" if question.partner == "played" else "plays"
        yield f"your partner {does} from the last packet"
    if question.permission != "unasked":
        yield f"permission: {question.permission}"
    if question.hand is not None:
        yield f"you hold {_told(question.hand)}"
    elif "hands" not in question.table and isinstance(
        question.tries, TakePile | Lay | Discard
    ):
        yield "you hold what you play, and others"
    for name in ("foot", "pile", "stock"):
        cards = getattr(question, name)
        if cards is not None:
            yield f"the {name}: {_told(cards)}"
    for name, value in question.table.items():
        if name != "phase":
            yield f"{name}: {value}"
    if question.first:
        yield f"first: {', '.join(map(str, question.first))}"


def _told(cards: str | int) -> str:
    if isinstance(cards, int):
        return f"{cards} cards"
    return " ".join(cards.replace(OTHERS, "(others)").split()) or "nothing"
