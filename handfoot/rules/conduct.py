"""Conduct at the table: house rules for people, printed on the rule card only."""

from __future__ import annotations

import attrs

from handfoot.rules.language.keys import NEVER, Chapter, key


def _text(about: str, example: str) -> str | None:
    said: str | None = key(
        None,
        about=about,
        says={None: "", "else": "{value}"},
        example=example,
        scopes=NEVER,
    )
    return said


@attrs.frozen(repr=False)
class Conduct(Chapter):
    """House rules for people; no program acts on them."""

    seating: str | None = _text(
        "How seats, partners and the first player are found, in a sentence.",
        "Partners are drawn by lot; couples do not play together.",
    )
    dealing: str | None = _text(
        "How the cards are handled in the deal, in a sentence.",
        "One partner deals the hands, the other the feet.",
    )
    talk: str | None = _text(
        "What may be said at the table, in a sentence.",
        "Nobody talks about the cards.",
    )
    visible: str | None = _text(
        "What must stay in sight and who keeps it, in a sentence.",
        "The foot stays in plain sight; one partner keeps the side's books.",
    )
    marker: str | None = _text(
        "How finished books and a frozen pile are marked, in a sentence.",
        "A clean book is squared up under a red card, a dirty one under a black card.",
    )
    clock: str | None = _text(
        "What ends a match by the clock, in a sentence.",
        "No round begins after ninety minutes.",
    )
    authority: str | None = _text(
        "Who settles a question, in a sentence.",
        "The owner of the cards decides.",
    )
    penalties: str | None = _text(
        "What irregularities cost that no program lets happen, in a sentence.",
        "An undeclared red three costs 500.",
    )
    stakes: str | None = _text(
        "What is played for, in a sentence.",
        "A nickel a round into the jar.",
    )
